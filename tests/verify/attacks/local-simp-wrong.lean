theorem t : 1 = 2 := by
  simp (config := { decide := true })
