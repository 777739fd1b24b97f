theorem logic_pelletier_02 (p : Prop) : ¬¬p ↔ p := by
  constructor
  · intro h
    simp_all
  · simp_all

#print axioms logic_pelletier_02
