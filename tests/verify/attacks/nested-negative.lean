structure F (α : Type) where
  f : α → False
inductive Bad where
  | mk : F Bad → Bad
theorem no (b : Bad) : False := match b with
  | .mk f => f.f (.mk f)
theorem t : 1 = 2 := (no (.mk ⟨no⟩)).elim
