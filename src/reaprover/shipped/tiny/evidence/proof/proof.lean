theorem list_filter_commutes {α : Type} (p q : α → Bool) (xs : List α) : (xs.filter p).filter q = (xs.filter q).filter p := by
  simp_all
  ac_rfl

#print axioms list_filter_commutes
