theorem f (n : Nat) : n + 0 = n := rfl
theorem t (n : Nat) : n + 0 = n := f n
