instance : OfScientific Nat := ⟨fun _ _ _ => 0⟩
def a : Nat := 1e5set_option debug.skipKernelTC true in theorem t : 1 = 2 := by decide +kernel
