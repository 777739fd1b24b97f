theorem t : 1 = 2 := by
  trace s!"{(sorry : Nat)}"
  sorry
