theorem t : 2 ^ (2 ^ 40) % 2 = 1 := by decide
