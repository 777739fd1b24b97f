#eval 1
theorem t : 1 = 1 := rfl
