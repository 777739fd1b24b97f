prelude
import Init

/-! Lists: evaluation, `simp`, laws by name, decisions. -/

section Evaluation
example : [1, 2, 3].map (· * 2) = [2, 4, 6] := rfl
example : [1, 2, 3, 4].filter (· % 2 == 0) = [2, 4] := by decide
example : [1, 2, 3].foldl (· + ·) 0 = 6 := rfl
example : [1, 2, 3].foldr (fun x s => x :: x :: s) [] = [1, 1, 2, 2, 3, 3] := rfl
example : [1, 2, 3].reverse = [3, 2, 1] := rfl
example : List.range 5 = [0, 1, 2, 3, 4] := rfl
example : List.replicate 3 'x' = ['x', 'x', 'x'] := rfl
example : [1, 2, 3].zip ['a', 'b'] = [(1, 'a'), (2, 'b')] := rfl
example : [1, 2, 3, 4].take 2 ++ [1, 2, 3, 4].drop 2 = [1, 2, 3, 4] := rfl
example : [3, 1, 2].max? = some 3 := rfl
example : [5, 6, 7][1] = 6 := rfl
example : [5, 6, 7][3]? = none := rfl
example : [1, 2, 1].count 1 = 2 := rfl
example : [[1], [2, 3]].flatten = [1, 2, 3] := rfl
example : [1, 2, 3].erase 2 = [1, 3] := rfl
end Evaluation

section Decisions
example : 3 ∈ [1, 2, 3] := by decide
example : 3 ∈ [1, 2, 3] := by simp
example : ¬4 ∈ [1, 2, 3] := by simp
example : ∀ x ∈ [1, 2, 3], x < 4 := by decide
example : ∃ x ∈ [1, 2, 3], x > 2 := by decide
example : [1, 2, 3].Nodup := by decide
example : [1, 2] ≠ [1, 3] := by decide
end Decisions

section Laws
variable {α β γ : Type} (xs ys zs : List α) (x y : α) (f : α → β) (g : β → γ) (p : α → Bool)
example : (xs ++ ys).length = xs.length + ys.length := by simp
example : (xs ++ ys).reverse = ys.reverse ++ xs.reverse := by simp
example : xs.reverse.reverse = xs := by simp
example : (xs.map f).map g = xs.map (g ∘ f) := by simp
example : xs.map id = xs := by simp
example : x ∈ xs ++ ys ↔ x ∈ xs ∨ x ∈ ys := by simp
example : x ∈ xs.filter p ↔ x ∈ xs ∧ p x := by simp
example (b : β) : b ∈ xs.map f ↔ ∃ a, a ∈ xs ∧ f a = b := List.mem_map
example (h : xs ++ ys = xs ++ zs) : ys = zs := List.append_cancel_left h
example : xs ++ ys = [] ↔ xs = [] ∧ ys = [] := by simp
example (h : x ∈ xs) : ∃ s t, xs = s ++ x :: t := List.append_of_mem h
example (n : Nat) : xs.take n ++ xs.drop n = xs := by simp
example (n : Nat) : (xs.take n).length = min n xs.length := by simp
example (h : x :: xs = y :: ys) : x = y ∧ xs = ys := by simpa using h
example (h : xs ≠ []) : ∃ y ys, xs = y :: ys := List.exists_cons_of_ne_nil h
example (h : xs ≠ []) : xs.dropLast ++ [xs.getLast h] = xs := List.dropLast_concat_getLast h
example (op : Nat → Nat → Nat) (e : Nat) (l m : List Nat) : (l ++ m).foldl op e = m.foldl op (l.foldl op e) := by simp
example : (xs.filter p).length ≤ xs.length := List.length_filter_le p xs
example : xs.all p = true ↔ ∀ x, x ∈ xs → p x := by simp
example : xs.takeWhile p ++ xs.dropWhile p = xs := by simp
example (h : List.Perm xs ys) : xs.length = ys.length := h.length_eq
example : List.Perm xs.reverse xs := List.reverse_perm xs
example (h : List.Sublist xs ys) : xs.length ≤ ys.length := h.length_le
example (m n : Nat) : m ∈ List.range n ↔ m < n := by simp
example (n : Nat) : (List.range n).Nodup := by simp
example (l m : List Nat) : (l ++ m).sum = l.sum + m.sum := by simp
example (i : Nat) (h : i < xs.length) : xs[i] ∈ xs := List.getElem_mem h
example (i : Nat) (h : xs.length ≤ i) : xs[i]? = none := by simp [h]
end Laws

section Induction
variable {α : Type}
def interleave : List α → List α → List α
  | [], bs => bs
  | a :: as, bs => a :: interleave bs as
termination_by as bs => as.length + bs.length
theorem length_interleave (as bs : List α) : (interleave as bs).length = as.length + bs.length := by
  fun_induction interleave with
  | case1 bs => simp
  | case2 bs a as ih => simp [ih]; omega
def snoc (xs : List α) (a : α) : List α := xs ++ [a]
theorem reverse_snoc (xs : List α) (a : α) : (snoc xs a).reverse = a :: xs.reverse := by simp [snoc]
def insertSorted (x : Nat) : List Nat → List Nat
  | [] => [x]
  | y :: ys => if x ≤ y then x :: y :: ys else y :: insertSorted x ys
def sort : List Nat → List Nat
  | [] => []
  | x :: xs => insertSorted x (sort xs)
theorem perm_insertSorted (x : Nat) (l : List Nat) : List.Perm (insertSorted x l) (x :: l) := by
  induction l with
  | nil => exact .refl _
  | cons y ys ih =>
    unfold insertSorted
    split
    · exact .refl _
    · exact .trans (.cons y ih) (.swap x y ys)
theorem perm_sort (l : List Nat) : List.Perm (sort l) l := by
  induction l with
  | nil => exact .nil
  | cons x xs ih => exact .trans (perm_insertSorted x (sort xs)) (.cons x ih)
example : sort [3, 1, 2] = [1, 2, 3] := by decide
end Induction

section Positions
variable {α : Type} (xs ys : List α)
example (i : Nat) (h : i < (xs.take 3).length) : (xs.take 3)[i] = xs[i]'(by simp at h; omega) := by simp
example (n : Nat) (h : 2 < (List.range n).length) : (List.range n)[2] = 2 := by simp
example (i : Nat) (a : α) (h : i < (xs.set i a).length) : (xs.set i a)[i] = a := by simp
example (i : Nat) (h : xs.length ≤ i) (h' : i < (xs ++ ys).length) : (xs ++ ys)[i] = ys[i - xs.length]'(by simp at h'; omega) :=
  List.getElem_append_right h
end Positions
