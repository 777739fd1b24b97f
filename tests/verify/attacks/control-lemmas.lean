private theorem aux (n : Nat) : n + 0 = n := Nat.add_zero n
@[simp] theorem Nat.aux2 (n : Nat) : 0 + n = n := Nat.zero_add n
theorem t (n : Nat) : 0 + n + 0 = n := by simp [aux]
