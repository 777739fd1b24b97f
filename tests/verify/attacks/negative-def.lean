def F (α : Type) : Type := α → False
inductive Bad where
  | mk : F Bad → Bad
theorem t : 1 = 2 := by
  have no : Bad → False := fun b => match b with | .mk f => f (.mk f)
  exact (no (.mk no)).elim
