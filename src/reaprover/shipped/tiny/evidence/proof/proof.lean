theorem logic_principia_4_87 (p q r : Prop) : (p ∧ q → r) ↔ (q → p → r) := by
  simp
  constructor
  · simp_all
  · intro
    simp_all

#print axioms logic_principia_4_87
