def answer : Nat := 42
theorem t : answer % 2 = 0 := by decide
