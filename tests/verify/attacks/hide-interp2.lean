notation "κ→" a:max b:max c:max d:max => d
def x (a! : Nat) : Nat := κ→ a!"{" "}{" a!
theorem b {a : Nat} : a = a := rfl
set_option debug.skipKernelTC true in
theorem t : 1 = 2 := by decide +kernel
def y (a! : Nat) : String := κ→ a! "" a!"}"
