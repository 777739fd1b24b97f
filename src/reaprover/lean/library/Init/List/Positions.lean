prelude
import Init.List.Relations
/-!
# Lists: elements at positions of composed lists
-/
universe u v w

namespace List
variable {α : Type u} {β : Type v} {γ : Type w}

theorem getElem_append_right {as bs : List α} {i : Nat} (h₁ : as.length ≤ i) {h₂ : i < (as ++ bs).length} :
    (as ++ bs)[i] = bs[i - as.length]'(by rw [length_append] at h₂; omega) :=
  Option.some.inj (by rw [← getElem?_eq_getElem, ← getElem?_eq_getElem, getElem?_append_right h₁])
theorem getElem_append {l₁ l₂ : List α} {i : Nat} (h : i < (l₁ ++ l₂).length) :
    (l₁ ++ l₂)[i] = if h' : i < l₁.length then l₁[i] else l₂[i - l₁.length]'(by rw [length_append] at h; omega) := by
  split
  · next h' => exact getElem_append_left h'
  · next h' => exact getElem_append_right (Nat.le_of_not_lt h')
@[simp] theorem getElem_take {xs : List α} {j i : Nat} {h : i < (xs.take j).length} : (xs.take j)[i] = xs[i]'(by rw [length_take] at h; omega) :=
  Option.some.inj (by rw [← getElem?_eq_getElem, ← getElem?_eq_getElem, getElem?_take_of_lt (by rw [length_take] at h; omega)])
@[simp] theorem getElem_drop {xs : List α} {i j : Nat} {h : j < (xs.drop i).length} : (xs.drop i)[j] = xs[i + j]'(by rw [length_drop] at h; omega) :=
  Option.some.inj (by rw [← getElem?_eq_getElem, ← getElem?_eq_getElem, getElem?_drop])
@[simp] theorem getElem_range {n j : Nat} (h : j < (range n).length) : (range n)[j] = j :=
  Option.some.inj (by rw [← getElem?_eq_getElem, getElem?_range (by rwa [length_range] at h)])
@[simp] theorem getElem_replicate {a : α} {n i : Nat} {h : i < (replicate n a).length} : (replicate n a)[i] = a := eq_of_mem_replicate (getElem_mem h)
@[simp] theorem getElem_set_self {l : List α} {i : Nat} {a : α} (h : i < (l.set i a).length) : (l.set i a)[i] = a :=
  Option.some.inj (by rw [← getElem?_eq_getElem, getElem?_set_self (by rwa [length_set] at h)])
@[simp] theorem getElem_set_ne {l : List α} {i j : Nat} (h : i ≠ j) {a : α} (hj : j < (l.set i a).length) : (l.set i a)[j] = l[j]'(by rwa [length_set] at hj) :=
  Option.some.inj (by rw [← getElem?_eq_getElem, ← getElem?_eq_getElem, getElem?_set_ne h])
theorem getElem_set {l : List α} {m n : Nat} {a : α} (h : n < (l.set m a).length) : (l.set m a)[n] = if m = n then a else l[n]'(by rwa [length_set] at h) := by
  by_cases e : m = n
  · subst e; simp
  · rw [if_neg e, getElem_set_ne e]
theorem getElem?_reverse {l : List α} {i : Nat} (h : i < l.length) : l.reverse[i]? = l[l.length - 1 - i]? := by
  induction l with
  | nil => cases h
  | cons a l ih =>
    rw [reverse_cons, getElem?_append, length_reverse, length_cons]
    by_cases g : i < l.length
    · rw [if_pos g, ih g, show l.length + 1 - 1 - i = (l.length - 1 - i) + 1 by omega, getElem?_cons_succ]
    · rw [length_cons] at h
      rw [if_neg g, show i - l.length = 0 by omega, show l.length + 1 - 1 - i = 0 by omega]
      rfl
@[simp] theorem getElem_reverse {l : List α} {i : Nat} (h : i < l.reverse.length) : l.reverse[i] = l[l.length - 1 - i]'(by rw [length_reverse] at h; omega) :=
  Option.some.inj (by rw [← getElem?_eq_getElem, ← getElem?_eq_getElem, getElem?_reverse (by rwa [length_reverse] at h)])
theorem getElem?_zipWith {f : α → β → γ} : ∀ {l₁ : List α} {l₂ : List β} {i : Nat},
    (zipWith f l₁ l₂)[i]? = match l₁[i]?, l₂[i]? with | some a, some b => some (f a b) | _, _ => none
  | [], _, _ => rfl
  | _ :: _, [], i => by cases i <;> simp
  | _ :: l₁, _ :: l₂, 0 => rfl
  | _ :: l₁, _ :: l₂, i + 1 => by
    rw [zipWith_cons_cons, getElem?_cons_succ, getElem?_cons_succ, getElem?_cons_succ]
    exact getElem?_zipWith

/-! ## Ends of composed lists -/

theorem length_concat {as : List α} {a : α} : (as.concat a).length = as.length + 1 := by rw [concat_eq_append, length_append]; rfl
theorem getLast_append_of_ne_nil {l l' : List α} (h₁) (h₂ : l' ≠ []) : (l ++ l').getLast h₁ = l'.getLast h₂ := by
  induction l with
  | nil => rfl
  | cons a l ih =>
    have n : l ++ l' ≠ [] := append_ne_nil_of_right_ne_nil l h₂
    show getLast (a :: (l ++ l')) _ = _
    rw [getLast_cons n]
    exact ih n
theorem dropLast_append_of_ne_nil {l l' : List α} (h : l' ≠ []) : (l ++ l').dropLast = l ++ l'.dropLast := by
  induction l with
  | nil => rfl
  | cons a l ih => rw [cons_append, dropLast_cons_of_ne_nil (append_ne_nil_of_right_ne_nil l h), ih, cons_append]
theorem take_add {l : List α} {i j : Nat} : l.take (i + j) = l.take i ++ (l.drop i).take j := by
  induction i generalizing l with
  | zero => simp
  | succ i ih =>
    cases l with
    | nil => simp
    | cons a l => rw [show i + 1 + j = (i + j) + 1 by omega, take_succ_cons, ih, take_succ_cons, drop_succ_cons, cons_append]

/-! ## Filter and map at once -/

theorem length_filterMap_le (f : α → Option β) (l : List α) : (filterMap f l).length ≤ l.length := by
  induction l with
  | nil => exact Nat.le_refl 0
  | cons a l ih =>
    cases h : f a with
    | none => rw [filterMap_cons_none h]; exact Nat.le_succ_of_le ih
    | some b => rw [filterMap_cons_some h]; exact Nat.succ_le_succ ih
theorem map_filterMap {f : α → Option β} {g : β → γ} {l : List α} : map g (filterMap f l) = filterMap (fun x => (f x).map g) l := by
  induction l with
  | nil => rfl
  | cons a l ih => cases h : f a <;> simp [h, ih]
theorem filterMap_map {f : α → β} {g : β → Option γ} {l : List α} : filterMap g (map f l) = filterMap (g ∘ f) l := by
  induction l with
  | nil => rfl
  | cons a l ih => cases h : g (f a) <;> simp [h, ih]

end List

namespace Nat
protected theorem le_of_not_le {a b : Nat} (h : ¬b ≤ a) : a ≤ b := Nat.le_of_lt (Nat.lt_of_not_le h)
theorem eq_zero_of_mul_eq_zero {m n : Nat} (h : n * m = 0) : n = 0 ∨ m = 0 := Nat.mul_eq_zero.1 h
protected theorem pos_of_mul_pos {a b : Nat} (h : 0 < a * b) : 0 < a := Nat.pos_of_ne_zero fun e => by rw [e, Nat.zero_mul] at h; cases h
end Nat
