theorem t (n : Nat) (h : 0 < n) : n = n + 0 := by simp
