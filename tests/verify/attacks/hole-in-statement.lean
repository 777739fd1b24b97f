theorem t : (3 : Nat) = 3 := rfl
