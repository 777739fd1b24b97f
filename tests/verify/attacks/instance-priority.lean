instance (priority := 10000) foo : Add Nat := ⟨fun _ _ => 0⟩
theorem t : 2 + 2 = 5 + 5 := rfl
