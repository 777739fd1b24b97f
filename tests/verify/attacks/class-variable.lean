class Bad : Prop where
  h : 1 = 2
variable [bad : Bad]
include bad in
theorem t : 1 = 2 := Bad.h
