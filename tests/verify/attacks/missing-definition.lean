theorem t : (42 : Nat) % 2 = 0 := by decide
