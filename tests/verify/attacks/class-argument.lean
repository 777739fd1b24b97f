class Bad : Prop where
  h : 1 = 2
theorem t [Bad] : 1 = 2 := Bad.h
