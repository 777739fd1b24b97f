notation "−-" a => a
notation "-" a:max => a
def a : Nat := −-- 5 set_option debug.skipKernelTC true in theorem t : 1 = 2 := by decide +kernel
