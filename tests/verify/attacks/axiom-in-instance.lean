axiom c : 1 = 2
instance : Inhabited (PLift (1 = 2)) := ⟨⟨c⟩⟩
theorem t : 1 = 2 := (default : PLift (1 = 2)).down
