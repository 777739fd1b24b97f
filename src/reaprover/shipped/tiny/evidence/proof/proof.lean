theorem logic_pelletier_17 (p q r s : Prop) : ((p ∧ (q → r)) → s) ↔ ((¬p ∨ q ∨ s) ∧ (¬p ∨ ¬r ∨ s)) := by
  constructor
  · by_cases hp : p <;> by_cases hq : q <;> by_cases hr : r <;> by_cases hs : s <;> simp_all
  · intro hp h1
    obtain ⟨h2, h3⟩ := hp
    obtain ⟨h, h4⟩ := h1
    rcases h2 with h1 | h2 | h1
    · simp_all
    · simp_all
    · exact h1

#print axioms logic_pelletier_17
