theorem t : 1 = 2 := go 5
where
  go : Nat → 1 = 2
    | 0 => go 1
    | n + 1 => go n
