structure Config where
  bound : Nat
  ok : bound > 10
def cfg : Config := ⟨11, by decide⟩
theorem t : cfg.bound = 11 := rfl
