notation "ж" => Nat.zero
theorem t : 1 = 2 := жsorry
