def foo : Mul Nat := ⟨fun _ _ => 0⟩
attribute [local instance] foo
theorem t : 2 * 2 = 5 * 5 := rfl
