notation "q\"" => True
theorem t : 1 = 2 := by sorry -- "
