inductive Bad where
  | mk : (Bad → 1 = 2) → Bad
def no : Bad → 1 = 2
  | .mk f => f (.mk f)
theorem t : 1 = 2 := no (.mk no)
