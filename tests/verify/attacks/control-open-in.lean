open Classical in
theorem t (p : Prop) : p ∨ ¬p := em p
