inductive C where
  | b | a
theorem t : C.a = C.a := rfl
