/- /- -/ theorem t : 1 = 2 := rfl -/
theorem u : 1 = 1 := rfl
