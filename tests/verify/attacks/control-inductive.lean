set_option autoImplicit true
inductive Tree (α : Type) where
  | leaf : Tree α
  | node : List (Tree α) → α → Tree α
structure Pair (α β : Type u) where
  fst : α
  snd : β
mutual
inductive Even : Nat → Prop where
  | zero : Even 0
  | succ : Odd n → Even (n + 1)
inductive Odd : Nat → Prop where
  | succ : Even n → Odd (n + 1)
end
theorem t : Even 2 := .succ (.succ .zero)
