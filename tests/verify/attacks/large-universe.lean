inductive U : Type where
  | mk : Type → U
theorem t : 1 = 1 := rfl
