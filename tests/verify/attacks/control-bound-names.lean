theorem t (x y : Nat) : x + y = y + x := Nat.add_comm x y
