inductive Pick : Prop where
  | a | b
def which : Pick → Bool := fun h => Pick.rec true false h
theorem t : 1 = 1 := rfl
