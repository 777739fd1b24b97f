structure W : Prop where
  n : Nat
theorem t : 1 = 2 := (rfl : (W.mk 1).n = (W.mk 2).n)
