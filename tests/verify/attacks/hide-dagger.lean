postfix:max "✝" => id
def b : Nat := 1
def a : Nat := b✝set_option debug.skipKernelTC true in theorem t : 1 = 2 := by decide +kernel
