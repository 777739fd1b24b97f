theorem logic_pelletier_17 (p q r s : Prop) : ((p ∧ (q → r)) → s) ↔ ((¬p ∨ q ∨ s) ∧ (¬p ∨ ¬r ∨ s)) := by
  reapTrainingMCTS
