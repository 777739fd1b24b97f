def a (p : (Nat → String → Nat) × Nat) (e5r : Nat) : Nat := p.1 e5r "\\"
def b (p : (Nat → String → Nat) × Nat) (e5r : Nat) : Nat := p.1e5r"\\" set_option debug.skipKernelTC true in theorem t : 1 = 2 := by decide +kernel --"
theorem w : 1 = 1 := rfl
