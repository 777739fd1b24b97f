prelude
import Init.Nat
/-!
# Lists: concatenation, map, filter, reverse, membership

The definitions that lemmas and user programs build on, with their first laws.
-/
universe u v w

namespace List
variable {α : Type u} {β : Type v} {γ : Type w}

instance instAppend : Append (List α) := ⟨List.append⟩
@[simp] theorem append_eq (as bs : List α) : List.append as bs = as ++ bs := rfl
@[simp] theorem nil_append (as : List α) : [] ++ as = as := rfl
@[simp] theorem cons_append (a : α) (as bs : List α) : (a :: as) ++ bs = a :: (as ++ bs) := rfl
@[simp] theorem append_nil (as : List α) : as ++ [] = as := by
  induction as with
  | nil => rfl
  | cons a as ih => rw [cons_append, ih]
@[simp] theorem append_assoc (as bs cs : List α) : (as ++ bs) ++ cs = as ++ (bs ++ cs) := by
  induction as with
  | nil => rfl
  | cons a as ih => rw [cons_append, cons_append, cons_append, ih]
@[simp] theorem cons_ne_nil (a : α) (l : List α) : a :: l ≠ [] := fun h => nomatch h
theorem concat_eq_append (as : List α) (a : α) : List.concat as a = as ++ [a] := by
  induction as with
  | nil => rfl
  | cons b as ih => exact congrArg (b :: ·) ih

@[simp] theorem length_nil : length ([] : List α) = 0 := rfl
@[simp] theorem length_cons (a : α) (as : List α) : length (a :: as) = length as + 1 := rfl
@[simp] theorem length_append (as bs : List α) : (as ++ bs).length = as.length + bs.length := by
  induction as with
  | nil => rw [nil_append, length_nil, Nat.zero_add]
  | cons a as ih => rw [cons_append, length_cons, length_cons, ih, Nat.add_right_comm]

@[simp] theorem map_nil (f : α → β) : map f [] = [] := rfl
@[simp] theorem map_cons (f : α → β) (a : α) (as : List α) : map f (a :: as) = f a :: map f as := rfl
@[simp] theorem length_map (f : α → β) (as : List α) : (as.map f).length = as.length := by
  induction as with
  | nil => rfl
  | cons a as ih => rw [map_cons, length_cons, length_cons, ih]
@[simp] theorem map_append (f : α → β) (as bs : List α) : map f (as ++ bs) = map f as ++ map f bs := by
  induction as with
  | nil => rfl
  | cons a as ih => rw [cons_append, map_cons, map_cons, cons_append, ih]

/-- Put the elements of the first list in front of the second, in reverse order. -/
def reverseAux : List α → List α → List α
  | [], r => r
  | a :: l, r => reverseAux l (a :: r)
/-- The elements in reverse order. -/
def reverse (as : List α) : List α := reverseAux as []
theorem reverseAux_eq_append (as bs : List α) : reverseAux as bs = reverseAux as [] ++ bs := by
  induction as generalizing bs with
  | nil => rfl
  | cons a as ih =>
    show reverseAux as (a :: bs) = reverseAux as [a] ++ bs
    rw [ih (a :: bs), ih [a], append_assoc]
    rfl
@[simp] theorem reverse_nil : reverse ([] : List α) = [] := rfl
@[simp] theorem reverse_cons (a : α) (as : List α) : reverse (a :: as) = reverse as ++ [a] := reverseAux_eq_append as [a]

/-- The elements that satisfy `p`, in order. -/
@[specialize] def filter (p : α → Bool) : (l : List α) → List α
  | [] => []
  | a :: as => match p a with
    | true => a :: filter p as
    | false => filter p as
/-- Combine the elements from the right. -/
@[specialize] def foldr (f : α → β → β) (init : β) : (l : List α) → β
  | [] => init
  | a :: as => f a (foldr f init as)

/-- Membership: `a` is an element of the list. -/
inductive Mem (a : α) : List α → Prop where
  /-- The first element. -/
  | head (as : List α) : Mem a (a :: as)
  /-- An element of the rest. -/
  | tail (b : α) {as : List α} : Mem a as → Mem a (b :: as)
instance instMembership : Membership α (List α) := ⟨fun l a => Mem a l⟩
@[simp] theorem not_mem_nil {a : α} : ¬a ∈ ([] : List α) := fun h => nomatch h
@[simp] theorem mem_cons {a b : α} {l : List α} : a ∈ b :: l ↔ a = b ∨ a ∈ l :=
  ⟨fun
    | .head _ => .inl rfl
    | .tail _ h => .inr h,
   fun
    | .inl e => e ▸ .head l
    | .inr h => .tail b h⟩

end List

/-- Which occurrences of a pattern a rewriting step concerns. -/
inductive Lean.Meta.Occurrences where
  /-- All. -/
  | all
  /-- Those with these numbers. -/
  | pos (idxs : List Nat)
  /-- All but those with these numbers. -/
  | neg (idxs : List Nat)
