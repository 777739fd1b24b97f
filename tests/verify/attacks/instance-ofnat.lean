instance (priority := high) : OfNat Nat 2 := ⟨1⟩
theorem t : 1 = 2 := rfl
