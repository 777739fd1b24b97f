opaque secret : Nat := 5
theorem t : secret = secret := rfl
