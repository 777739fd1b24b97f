instance : Coe Nat Prop := ⟨fun _ => True⟩
theorem t : ((0 : Nat) : Prop) := trivial
