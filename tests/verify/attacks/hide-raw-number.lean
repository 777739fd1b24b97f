notation "κ→" a:max b:max => a
def a : Nat := κ→ 1r"\" set_option debug.skipKernelTC true in theorem t : 1 = 2 := by decide +kernel --"
theorem u : 1 = 1 := rfl
