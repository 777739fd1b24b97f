theorem t : 1 = 1 := rfl
/- and then
