theorem t (n : Nat) : n = n + 1 := t n
