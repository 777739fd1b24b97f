def secret : Nat := 40 + 2
theorem t : secret % 2 = 0 := by decide
