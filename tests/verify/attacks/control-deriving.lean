inductive C where
  | a | b
theorem t : ∀ c : C, c = .a ∨ c = .b := fun c => match c with
  | .a => .inl rfl
  | .b => .inr rfl
