theorem t (p : Prop) (h : p) : p := by
  exact h
