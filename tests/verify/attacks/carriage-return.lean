theorem t : 1 = 1 := rfl -- axiom c : False
