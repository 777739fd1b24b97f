theorem t (native stop admit : Nat) (h : (native) = stop) : (native) = stop := by
  exact h
