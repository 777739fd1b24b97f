theorem t.{v, u} (α : Type u) (β : Type v) (a : α) (b : β) : a = a ∧ b = b := ⟨rfl, rfl⟩
