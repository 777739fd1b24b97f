theorem logic_pelletier_02 (p : Prop) : ¬¬p ↔ p := by
  reapTrainingMCTS
