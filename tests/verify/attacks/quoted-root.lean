theorem «t.» : 1 = 1 := rfl
theorem «_root_».t : 1 = 1 := rfl
