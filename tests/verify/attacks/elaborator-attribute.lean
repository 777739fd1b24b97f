@[app_unexpander Eq] def hide : Nat := 0
theorem t : 1 = 1 := rfl
