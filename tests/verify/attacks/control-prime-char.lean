theorem t (x' : Nat) (f' : Char → Nat) : f' '"' = f' '"' ∧ x' = x' := ⟨rfl, rfl⟩
