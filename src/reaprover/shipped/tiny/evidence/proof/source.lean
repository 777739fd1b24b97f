theorem logic_principia_4_87 (p q r : Prop) : (p ∧ q → r) ↔ (q → p → r) := by
  reapTrainingMCTS
