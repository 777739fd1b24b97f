theorem t : 1 = 1 := rfl -- ‮ sorry
