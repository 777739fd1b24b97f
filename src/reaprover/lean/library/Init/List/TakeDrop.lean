prelude
import Init.List.Map
import Init.Data.Option
/-!
# Lists: first and last elements, positions, take and drop
-/
universe u v w

namespace List
variable {α : Type u} {β : Type v} {γ : Type w}

/-! ## First elements -/

@[simp] theorem head_cons {a : α} {l : List α} {h : a :: l ≠ []} : head (a :: l) h = a := rfl
@[simp] theorem head?_nil : head? ([] : List α) = none := rfl
@[simp] theorem head?_cons {a : α} {l : List α} : head? (a :: l) = some a := rfl
@[simp] theorem headD_nil {d : α} : headD [] d = d := rfl
@[simp] theorem headD_cons {a d : α} {l : List α} : headD (a :: l) d = a := rfl
theorem headD_eq_head?_getD {a : α} {l : List α} : headD l a = (head? l).getD a := by cases l <;> rfl
@[simp] theorem head?_eq_none_iff {l : List α} : l.head? = none ↔ l = [] := by cases l <;> simp
theorem head?_eq_some_iff {xs : List α} {a : α} : xs.head? = some a ↔ ∃ ys, xs = a :: ys := by cases xs <;> simp
theorem head?_eq_some_head : ∀ {l : List α} (h : l ≠ []), head? l = some (head l h)
  | [], h => absurd rfl h
  | _ :: _, _ => rfl
theorem head_mem : ∀ {l : List α} (h : l ≠ []), head l h ∈ l
  | [], h => absurd rfl h
  | _ :: _, _ => .head _
theorem mem_of_mem_head? : ∀ {l : List α} {a : α}, l.head? = some a → a ∈ l
  | [], _, h => nomatch h
  | b :: l, a, h => by simp at h; simp [h]
@[simp] theorem tail_nil : ([] : List α).tail = [] := rfl
@[simp] theorem tail_cons {a : α} {as : List α} : (a :: as).tail = as := rfl
theorem mem_of_mem_tail {a : α} {l : List α} (h : a ∈ tail l) : a ∈ l := by
  cases l with
  | nil => exact h
  | cons b l => exact .tail b h
@[simp] theorem length_tail {l : List α} : l.tail.length = l.length - 1 := by cases l <;> rfl
theorem head_cons_tail : ∀ {l : List α} (h : l ≠ []), l.head h :: l.tail = l
  | [], h => absurd rfl h
  | _ :: _, _ => rfl
theorem eq_cons_of_mem_head? {x : α} : ∀ {l : List α}, l.head? = some x → l = x :: tail l
  | [], h => nomatch h
  | b :: l, h => by simp at h; simp [h]
@[simp] theorem head_append_of_ne_nil {l l' : List α} {w₁} (w₂ : l ≠ []) : head (l ++ l') w₁ = head l w₂ := by
  cases l with
  | nil => exact absurd rfl w₂
  | cons a l => rfl
@[simp] theorem head?_append {l l' : List α} : (l ++ l').head? = l.head?.or l'.head? := by cases l <;> rfl
theorem tail_append_of_ne_nil {xs ys : List α} (h : xs ≠ []) : (xs ++ ys).tail = xs.tail ++ ys := by
  cases xs with
  | nil => exact absurd rfl h
  | cons a l => rfl
@[simp] theorem head?_map {f : α → β} {l : List α} : (l.map f).head? = l.head?.map f := by cases l <;> rfl
@[simp] theorem map_tail {f : α → β} {l : List α} : l.tail.map f = (l.map f).tail := by cases l <;> rfl
@[simp] theorem head_map {f : α → β} {l : List α} (w) : (map f l).head w = f (l.head (fun h => w (by rw [h]; rfl))) := by
  cases l with
  | nil => exact absurd rfl w
  | cons a l => rfl

/-! ## Last elements -/

@[simp] theorem getLast_singleton {a : α} (h) : getLast [a] h = a := rfl
theorem getLast_cons {a : α} {as : List α} : ∀ (h : as ≠ []), getLast (a :: as) (cons_ne_nil a as) = getLast as h := by
  cases as with
  | nil => exact fun h => absurd rfl h
  | cons b as => exact fun _ => rfl
@[simp] theorem getLast_cons_cons {a b : α} {l : List α} : getLast (a :: b :: l) (cons_ne_nil _ _) = getLast (b :: l) (cons_ne_nil _ _) := rfl
@[simp] theorem getLast?_nil : ([] : List α).getLast? = none := rfl
@[simp] theorem getLast?_singleton {a : α} : getLast? [a] = some a := rfl
theorem getLast?_cons {a : α} {l : List α} : getLast? (a :: l) = some (getLast (a :: l) (cons_ne_nil a l)) := rfl
theorem getLast?_eq_some_getLast : ∀ {l : List α} (h : l ≠ []), getLast? l = some (getLast l h)
  | [], h => absurd rfl h
  | _ :: _, _ => rfl
@[simp] theorem getLast?_eq_none_iff {xs : List α} : xs.getLast? = none ↔ xs = [] := by cases xs <;> simp [getLast?]
theorem getLast_mem : ∀ {l : List α} (h : l ≠ []), getLast l h ∈ l
  | [], h => absurd rfl h
  | [_], _ => .head _
  | _ :: b :: l, _ => .tail _ (getLast_mem (cons_ne_nil b l))
theorem mem_of_getLast? {l : List α} {a : α} (h : getLast? l = some a) : a ∈ l := by
  cases l with
  | nil => cases h
  | cons b l =>
    rw [getLast?_cons] at h
    rw [← Option.some.inj h]
    exact getLast_mem _
@[simp] theorem getLast_append_singleton {a : α} : ∀ {l : List α}, getLast (l ++ [a]) (by simp) = a
  | [] => rfl
  | [_] => rfl
  | _ :: c :: l => getLast_append_singleton (l := c :: l)
theorem getLast_concat {a : α} {l : List α} : getLast (l ++ [a]) (by simp) = a := getLast_append_singleton
@[simp] theorem getLast?_concat {l : List α} {a : α} : getLast? (l ++ [a]) = some a := by
  rw [getLast?_eq_some_getLast (by simp), getLast_append_singleton]
@[simp] theorem dropLast_nil : ([] : List α).dropLast = [] := rfl
@[simp] theorem dropLast_singleton {a : α} : [a].dropLast = [] := rfl
@[simp] theorem dropLast_cons₂ {a b : α} {l : List α} : (a :: b :: l).dropLast = a :: (b :: l).dropLast := rfl
theorem dropLast_cons_of_ne_nil {x : α} {l : List α} (h : l ≠ []) : (x :: l).dropLast = x :: l.dropLast := by
  cases l with
  | nil => exact absurd rfl h
  | cons b l => rfl
@[simp] theorem dropLast_concat {a : α} : ∀ {l : List α}, dropLast (l ++ [a]) = l
  | [] => rfl
  | [_] => rfl
  | b :: c :: l => congrArg (b :: ·) (dropLast_concat (l := c :: l))
theorem dropLast_concat_getLast : ∀ {l : List α} (h : l ≠ []), dropLast l ++ [getLast l h] = l
  | [], h => absurd rfl h
  | [_], _ => rfl
  | a :: b :: l, _ => congrArg (a :: ·) (dropLast_concat_getLast (cons_ne_nil b l))
@[simp] theorem length_dropLast : ∀ {as : List α}, as.dropLast.length = as.length - 1
  | [] => rfl
  | [_] => rfl
  | a :: b :: l => by rw [dropLast_cons₂, length_cons, length_dropLast]; simp
theorem mem_of_mem_dropLast {a : α} : ∀ {l : List α}, a ∈ l.dropLast → a ∈ l
  | [], h => h
  | [_], h => nomatch h
  | _ :: b :: l, h => by
    rw [dropLast_cons₂, mem_cons] at h
    cases h with
    | inl h => exact mem_cons.2 (.inl h)
    | inr h => exact .tail _ (mem_of_mem_dropLast h)
@[simp] theorem map_dropLast {f : α → β} : ∀ {l : List α}, l.dropLast.map f = (l.map f).dropLast
  | [] => rfl
  | [_] => rfl
  | a :: b :: l => congrArg (f a :: ·) (map_dropLast (l := b :: l))
theorem reverse_dropLast {l : List α} : l.dropLast.reverse = l.reverse.tail := by
  rcases eq_nil_or_concat l with rfl | ⟨L, b, rfl⟩
  · rfl
  · rw [dropLast_concat, reverse_append]; rfl
@[simp] theorem head?_reverse {l : List α} : l.reverse.head? = l.getLast? := by
  rcases eq_nil_or_concat l with rfl | ⟨L, b, rfl⟩
  · rfl
  · rw [reverse_append, getLast?_concat]; rfl
@[simp] theorem getLast?_reverse {l : List α} : l.reverse.getLast? = l.head? := by rw [← head?_reverse, reverse_reverse]
@[simp] theorem tail_reverse {l : List α} : l.reverse.tail = l.dropLast.reverse := reverse_dropLast.symm
@[simp] theorem dropLast_reverse {l : List α} : l.reverse.dropLast = l.tail.reverse := by
  rw [← reverse_inj, reverse_dropLast, reverse_reverse, reverse_reverse]

/-! ## Positions -/

@[simp] theorem getElem?_nil {i : Nat} : ([] : List α)[i]? = none := rfl
@[simp] theorem getElem?_cons_zero {a : α} {l : List α} : (a :: l)[0]? = some a := rfl
@[simp] theorem getElem?_cons_succ {a : α} {l : List α} {i : Nat} : (a :: l)[i + 1]? = l[i]? := rfl
theorem getElem?_cons {a : α} {l : List α} {i : Nat} : (a :: l)[i]? = if i = 0 then some a else l[i - 1]? := by cases i <;> rfl
@[simp] theorem getElem_cons_zero {a : α} {as : List α} (h : 0 < (a :: as).length) : getElem (a :: as) 0 h = a := rfl
@[simp] theorem getElem_cons_succ {a : α} {as : List α} {i : Nat} (h : i + 1 < (a :: as).length) : getElem (a :: as) (i + 1) h = getElem as i (Nat.lt_of_succ_lt_succ h) := rfl
@[simp] theorem getElem?_eq_none_iff {l : List α} {i : Nat} : l[i]? = none ↔ l.length ≤ i := by
  induction l generalizing i with
  | nil => simp
  | cons a l ih => cases i <;> simp [ih]
theorem getElem?_eq_none {l : List α} {i : Nat} (h : l.length ≤ i) : l[i]? = none := getElem?_eq_none_iff.2 h
@[simp] theorem getElem?_eq_getElem {l : List α} {i : Nat} (h : i < l.length) : l[i]? = some (getElem l i h) := by
  induction l generalizing i with
  | nil => cases h
  | cons a l ih =>
    cases i with
    | zero => rfl
    | succ i => exact ih (Nat.lt_of_succ_lt_succ h)
theorem getElem?_eq_some_iff {l : List α} {i : Nat} {a : α} : l[i]? = some a ↔ ∃ h : i < l.length, getElem l i h = a := by
  by_cases h : i < l.length
  · rw [getElem?_eq_getElem h]
    exact ⟨fun e => ⟨h, Option.some.inj e⟩, fun ⟨_, e⟩ => congrArg some e⟩
  · rw [getElem?_eq_none (Nat.le_of_not_lt h)]
    exact ⟨fun e => (nomatch e), fun ⟨g, _⟩ => absurd g h⟩
theorem getElem_of_getElem? {l : List α} {i : Nat} {a : α} : l[i]? = some a → ∃ h : i < l.length, getElem l i h = a := getElem?_eq_some_iff.1
theorem getElem_mem : ∀ {l : List α} {n : Nat} (h : n < l.length), getElem l n h ∈ l
  | _ :: _, 0, _ => .head _
  | _ :: l, _ + 1, h => .tail _ (getElem_mem (l := l) (Nat.lt_of_succ_lt_succ h))
theorem mem_of_getElem? {l : List α} {i : Nat} {a : α} (e : l[i]? = some a) : a ∈ l :=
  let ⟨h, e⟩ := getElem?_eq_some_iff.1 e
  e ▸ getElem_mem h
theorem getElem_of_mem : ∀ {a : α} {l : List α}, a ∈ l → ∃ i, ∃ h : i < l.length, getElem l i h = a
  | _, _ :: _, .head _ => ⟨0, Nat.succ_pos _, rfl⟩
  | _, _ :: _, .tail _ m => let ⟨i, h, e⟩ := getElem_of_mem m; ⟨i + 1, Nat.succ_lt_succ h, e⟩
theorem mem_iff_getElem {a : α} {l : List α} : a ∈ l ↔ ∃ i, ∃ h : i < l.length, getElem l i h = a := ⟨getElem_of_mem, fun ⟨_, h, e⟩ => e ▸ getElem_mem h⟩
theorem getElem?_of_mem {a : α} {l : List α} (h : a ∈ l) : ∃ i : Nat, l[i]? = some a := let ⟨i, h, e⟩ := getElem_of_mem h; ⟨i, getElem?_eq_some_iff.2 ⟨h, e⟩⟩
theorem mem_iff_getElem? {a : α} {l : List α} : a ∈ l ↔ ∃ i : Nat, l[i]? = some a := ⟨getElem?_of_mem, fun ⟨_, e⟩ => mem_of_getElem? e⟩
theorem ext_getElem? : ∀ {l₁ l₂ : List α}, (∀ i : Nat, l₁[i]? = l₂[i]?) → l₁ = l₂
  | [], [], _ => rfl
  | _ :: _, [], h => nomatch h 0
  | [], _ :: _, h => nomatch h 0
  | a :: l₁, b :: l₂, h => by
    have h₀ := Option.some.inj (h 0)
    rw [h₀, ext_getElem? fun i => h (i + 1)]
theorem ext_getElem {l₁ l₂ : List α} (hl : length l₁ = length l₂) (h : ∀ (i : Nat) (h₁ : i < length l₁) (h₂ : i < length l₂), getElem l₁ i h₁ = getElem l₂ i h₂) : l₁ = l₂ :=
  ext_getElem? fun i => by
    by_cases g : i < l₁.length
    · rw [getElem?_eq_getElem g, getElem?_eq_getElem (hl ▸ g), h]
    · rw [getElem?_eq_none (Nat.le_of_not_lt g), getElem?_eq_none (hl ▸ Nat.le_of_not_lt g)]
@[simp] theorem getElem?_map {f : α → β} {l : List α} {i : Nat} : (map f l)[i]? = l[i]?.map f := by
  induction l generalizing i with
  | nil => rfl
  | cons a l ih => cases i <;> simp [ih]
@[simp] theorem getElem_map (f : α → β) {l : List α} {i : Nat} {h : i < (map f l).length} : getElem (map f l) i h = f (getElem l i (length_map f l ▸ h)) := by
  have e := getElem?_map (f := f) (l := l) (i := i)
  rw [getElem?_eq_getElem h, getElem?_eq_getElem (length_map f l ▸ h)] at e
  exact Option.some.inj e
theorem getElem?_append_left {l₁ l₂ : List α} {i : Nat} (hn : i < l₁.length) : (l₁ ++ l₂)[i]? = l₁[i]? := by
  induction l₁ generalizing i with
  | nil => cases hn
  | cons a l ih =>
    cases i with
    | zero => rfl
    | succ i => exact ih (Nat.lt_of_succ_lt_succ hn)
theorem getElem?_append_right {l₁ l₂ : List α} {i : Nat} (h : l₁.length ≤ i) : (l₁ ++ l₂)[i]? = l₂[i - l₁.length]? := by
  induction l₁ generalizing i with
  | nil => rfl
  | cons a l ih =>
    cases i with
    | zero => cases h
    | succ i =>
      rw [cons_append, getElem?_cons_succ, ih (Nat.le_of_succ_le_succ h), length_cons, Nat.add_one_sub_add_one]
theorem getElem?_append {l₁ l₂ : List α} {i : Nat} : (l₁ ++ l₂)[i]? = if i < l₁.length then l₁[i]? else l₂[i - l₁.length]? := by
  by_cases h : i < l₁.length
  · rw [if_pos h, getElem?_append_left h]
  · rw [if_neg h, getElem?_append_right (Nat.le_of_not_lt h)]
theorem getElem_append_left {as bs : List α} {i : Nat} (h : i < as.length) {h' : i < (as ++ bs).length} : getElem (as ++ bs) i h' = getElem as i h := by
  have e := getElem?_append_left (l₂ := bs) h
  rw [getElem?_eq_getElem h, getElem?_eq_getElem h'] at e
  exact Option.some.inj e
theorem head?_eq_getElem? {l : List α} : l.head? = l[0]? := by cases l <;> rfl
theorem getElem_zero {l : List α} (h : 0 < l.length) : getElem l 0 h = l.head (ne_nil_of_length_pos h) := by
  cases l with
  | nil => cases h
  | cons a l => rfl
theorem getLast?_eq_getElem? : ∀ {l : List α}, getLast? l = l[l.length - 1]?
  | [] => rfl
  | [_] => rfl
  | _ :: b :: l => getLast?_eq_getElem? (l := b :: l)
@[simp] theorem getD_nil {n : Nat} {d : α} : getD [] n d = d := rfl
@[simp] theorem getD_cons_zero {x : α} {xs : List α} {d : α} : getD (x :: xs) 0 d = x := rfl
@[simp] theorem getD_cons_succ {x : α} {xs : List α} {n : Nat} {d : α} : getD (x :: xs) (n + 1) d = getD xs n d := rfl
theorem getD_eq_getElem?_getD {l : List α} {i : Nat} {a : α} : getD l i a = (l[i]?).getD a := rfl

/-! ## Replacement -/

@[simp] theorem set_nil {n : Nat} {a : α} : [].set n a = [] := rfl
@[simp] theorem set_cons_zero {x a : α} {xs : List α} : (x :: xs).set 0 a = a :: xs := rfl
@[simp] theorem set_cons_succ {x a : α} {xs : List α} {n : Nat} : (x :: xs).set (n + 1) a = x :: xs.set n a := rfl
@[simp] theorem length_set : ∀ {as : List α} {i : Nat} {a : α}, (as.set i a).length = as.length
  | [], _, _ => rfl
  | _ :: _, 0, _ => rfl
  | _ :: _, _ + 1, _ => congrArg (· + 1) length_set
@[simp] theorem getElem?_set_self {l : List α} {i : Nat} {a : α} (h : i < l.length) : (l.set i a)[i]? = some a := by
  induction l generalizing i with
  | nil => cases h
  | cons b l ih =>
    cases i with
    | zero => rfl
    | succ i => exact ih (Nat.lt_of_succ_lt_succ h)
@[simp] theorem getElem?_set_ne {l : List α} {i j : Nat} {a : α} (h : i ≠ j) : (l.set i a)[j]? = l[j]? := by
  induction l generalizing i j with
  | nil => rfl
  | cons b l ih =>
    cases i with
    | zero =>
      cases j with
      | zero => exact absurd rfl h
      | succ j => rfl
    | succ i =>
      cases j with
      | zero => rfl
      | succ j => exact ih fun e => h (e ▸ rfl)
theorem mem_or_eq_of_mem_set : ∀ {l : List α} {i : Nat} {a b : α}, a ∈ l.set i b → a ∈ l ∨ a = b
  | _ :: _, 0, _, _, h => (mem_cons.1 h).elim .inr fun h => .inl (.tail _ h)
  | _ :: l, _ + 1, _, _, h => (mem_cons.1 h).elim (fun e => .inl (e ▸ .head _)) fun h => (mem_or_eq_of_mem_set (l := l) h).imp_left (.tail _)
theorem set_set {l : List α} {i : Nat} {a b : α} : (l.set i a).set i b = l.set i b := by
  induction l generalizing i with
  | nil => rfl
  | cons c l ih => cases i <;> simp [ih]
theorem set_comm {l : List α} {i j : Nat} {a b : α} (h : i ≠ j) : (l.set i a).set j b = (l.set j b).set i a := by
  induction l generalizing i j with
  | nil => rfl
  | cons c l ih =>
    cases i with
    | zero => cases j with
      | zero => exact absurd rfl h
      | succ j => rfl
    | succ i => cases j with
      | zero => rfl
      | succ j => exact congrArg (c :: ·) (ih fun e => h (e ▸ rfl))

/-! ## Take and drop -/

@[simp] theorem take_zero {l : List α} : l.take 0 = [] := by cases l <;> rfl
@[simp] theorem take_nil {i : Nat} : ([] : List α).take i = [] := by cases i <;> rfl
@[simp] theorem take_succ_cons {a : α} {as : List α} {i : Nat} : (a :: as).take (i + 1) = a :: as.take i := rfl
@[simp] theorem drop_zero {l : List α} : l.drop 0 = l := by cases l <;> rfl
@[simp] theorem drop_nil {i : Nat} : ([] : List α).drop i = [] := by cases i <;> rfl
@[simp] theorem drop_succ_cons {a : α} {l : List α} {i : Nat} : (a :: l).drop (i + 1) = l.drop i := rfl
@[simp] theorem drop_one {l : List α} : l.drop 1 = l.tail := by cases l with | nil => rfl | cons a l => exact drop_zero
@[simp] theorem take_append_drop (i : Nat) (l : List α) : l.take i ++ l.drop i = l := by
  induction l generalizing i with
  | nil => simp
  | cons a l ih => cases i <;> simp [ih]
@[simp] theorem length_take : ∀ {i : Nat} {l : List α}, (l.take i).length = min i l.length
  | 0, l => by simp
  | i + 1, [] => by simp
  | i + 1, a :: l => by rw [take_succ_cons, length_cons, length_take, length_cons]; omega
@[simp] theorem length_drop : ∀ {i : Nat} {l : List α}, (l.drop i).length = l.length - i
  | 0, l => by simp
  | i + 1, [] => by simp
  | i + 1, a :: l => by rw [drop_succ_cons, length_drop, length_cons]; omega
theorem length_take_le (i : Nat) (l : List α) : (l.take i).length ≤ i := by rw [length_take]; omega
theorem length_take_of_le {i : Nat} {l : List α} (h : i ≤ l.length) : (l.take i).length = i := by rw [length_take]; omega
theorem take_of_length_le {l : List α} {i : Nat} (h : l.length ≤ i) : l.take i = l := by
  induction l generalizing i with
  | nil => simp
  | cons a l ih =>
    cases i with
    | zero => cases h
    | succ i => rw [take_succ_cons, ih (Nat.le_of_succ_le_succ h)]
@[simp] theorem take_length {l : List α} : l.take l.length = l := take_of_length_le (Nat.le_refl _)
theorem drop_of_length_le {as : List α} {i : Nat} (h : as.length ≤ i) : as.drop i = [] :=
  eq_nil_of_length_eq_zero (by rw [length_drop]; omega)
@[simp] theorem drop_length {l : List α} : l.drop l.length = [] := drop_of_length_le (Nat.le_refl _)
@[simp] theorem take_eq_nil_iff {l : List α} {k : Nat} : l.take k = [] ↔ k = 0 ∨ l = [] := by cases l <;> cases k <;> simp
@[simp] theorem drop_eq_nil_iff {l : List α} {i : Nat} : l.drop i = [] ↔ l.length ≤ i := by
  rw [← length_eq_zero_iff, length_drop]
  omega
theorem take_take : ∀ {i j : Nat} {l : List α}, (l.take j).take i = l.take (min i j)
  | 0, j, l => by simp
  | i + 1, 0, l => by simp
  | i + 1, j + 1, [] => by simp
  | i + 1, j + 1, a :: l => by
    rw [take_succ_cons, take_succ_cons, take_take, show min (i + 1) (j + 1) = min i j + 1 by omega, take_succ_cons]
@[simp] theorem drop_drop {i j : Nat} {l : List α} : (l.drop j).drop i = l.drop (j + i) := by
  induction j generalizing l with
  | zero => simp
  | succ j ih =>
    cases l with
    | nil => simp
    | cons a l => rw [drop_succ_cons, ih, show j + 1 + i = (j + i) + 1 by omega, drop_succ_cons]
theorem drop_take : ∀ {i j : Nat} {l : List α}, (l.take j).drop i = (l.drop i).take (j - i)
  | 0, _, _ => by simp
  | _ + 1, 0, _ => by simp
  | i + 1, j + 1, [] => by simp
  | i + 1, j + 1, a :: l => by rw [take_succ_cons, drop_succ_cons, drop_take, drop_succ_cons, Nat.add_one_sub_add_one]
theorem take_drop : ∀ {i j : Nat} {l : List α}, (l.drop j).take i = (l.take (j + i)).drop j := by
  intro i j l
  rw [drop_take, Nat.add_sub_cancel_left]
theorem take_append {l₁ l₂ : List α} {i : Nat} : (l₁ ++ l₂).take i = l₁.take i ++ l₂.take (i - l₁.length) := by
  induction l₁ generalizing i with
  | nil => simp
  | cons a l ih =>
    cases i with
    | zero => simp
    | succ i => rw [cons_append, take_succ_cons, ih, take_succ_cons, length_cons, Nat.add_one_sub_add_one]; rfl
theorem drop_append {l₁ l₂ : List α} {i : Nat} : (l₁ ++ l₂).drop i = l₁.drop i ++ l₂.drop (i - l₁.length) := by
  induction l₁ generalizing i with
  | nil => simp
  | cons a l ih =>
    cases i with
    | zero => simp
    | succ i => rw [cons_append, drop_succ_cons, ih, drop_succ_cons, length_cons, Nat.add_one_sub_add_one]
theorem take_append_of_le_length {l₁ l₂ : List α} {i : Nat} (h : i ≤ l₁.length) : (l₁ ++ l₂).take i = l₁.take i := by
  rw [take_append, show i - l₁.length = 0 by omega, take_zero, append_nil]
theorem drop_append_of_le_length {l₁ l₂ : List α} {i : Nat} (h : i ≤ l₁.length) : (l₁ ++ l₂).drop i = l₁.drop i ++ l₂ := by
  rw [drop_append, show i - l₁.length = 0 by omega, drop_zero]
@[simp] theorem take_left {l₁ l₂ : List α} : (l₁ ++ l₂).take l₁.length = l₁ := by rw [take_append_of_le_length (Nat.le_refl _), take_length]
@[simp] theorem drop_left {l₁ l₂ : List α} : (l₁ ++ l₂).drop l₁.length = l₂ := by rw [drop_append_of_le_length (Nat.le_refl _), drop_length, nil_append]
@[simp] theorem map_take {f : α → β} {l : List α} {i : Nat} : (l.take i).map f = (l.map f).take i := by
  induction l generalizing i with
  | nil => simp
  | cons a l ih => cases i <;> simp [ih]
@[simp] theorem map_drop {f : α → β} {l : List α} {i : Nat} : (l.drop i).map f = (l.map f).drop i := by
  induction l generalizing i with
  | nil => simp
  | cons a l ih => cases i <;> simp [ih]
theorem mem_of_mem_take {a : α} {l : List α} {i : Nat} (h : a ∈ l.take i) : a ∈ l := by
  rw [← take_append_drop i l]
  exact mem_append_left _ h
theorem mem_of_mem_drop {a : α} {l : List α} {i : Nat} (h : a ∈ l.drop i) : a ∈ l := by
  rw [← take_append_drop i l]
  exact mem_append_right _ h
theorem getElem?_take_of_lt {l : List α} {i j : Nat} (h : j < i) : (l.take i)[j]? = l[j]? := by
  induction l generalizing i j with
  | nil => simp
  | cons a l ih =>
    cases i with
    | zero => cases h
    | succ i => cases j with
      | zero => rfl
      | succ j => exact ih (Nat.lt_of_succ_lt_succ h)
@[simp] theorem getElem?_drop {xs : List α} {i j : Nat} : (xs.drop i)[j]? = xs[i + j]? := by
  induction i generalizing xs with
  | zero => simp
  | succ i ih =>
    cases xs with
    | nil => simp
    | cons a xs => rw [drop_succ_cons, ih, show i + 1 + j = (i + j) + 1 by omega, getElem?_cons_succ]
theorem take_succ {l : List α} {i : Nat} : l.take (i + 1) = l.take i ++ l[i]?.toList := by
  induction l generalizing i with
  | nil => simp
  | cons a l ih => cases i <;> simp [ih]
theorem dropLast_eq_take {l : List α} : l.dropLast = l.take (l.length - 1) := by
  rcases eq_nil_or_concat l with rfl | ⟨L, b, rfl⟩
  · rfl
  · rw [dropLast_concat, length_append, length_singleton, Nat.add_sub_cancel, take_left]
@[simp] theorem take_set_of_le {a : α} {i j : Nat} {l : List α} (h : j ≤ i) : (l.set i a).take j = l.take j := by
  induction l generalizing i j with
  | nil => rfl
  | cons b l ih =>
    cases j with
    | zero => simp
    | succ j => cases i with
      | zero => cases h
      | succ i => rw [set_cons_succ, take_succ_cons, take_succ_cons, ih (Nat.le_of_succ_le_succ h)]
theorem take_reverse {α : Type u} {xs : List α} {i : Nat} : xs.reverse.take i = (xs.drop (xs.length - i)).reverse := by
  by_cases h : i ≤ xs.length
  · have e := take_append_drop (xs.length - i) xs
    have l : (xs.drop (xs.length - i)).reverse.length = i := by rw [length_reverse, length_drop]; omega
    have key : xs.reverse = (xs.drop (xs.length - i)).reverse ++ (xs.take (xs.length - i)).reverse := by rw [← reverse_append, e]
    rw [key, take_append_of_le_length (by omega), take_of_length_le (by omega)]
  · rw [take_of_length_le (by rw [length_reverse]; omega), show xs.length - i = 0 by omega, drop_zero]

/-! ## Longest prefixes -/

section
variable {p : α → Bool}
@[simp] theorem takeWhile_nil : takeWhile p [] = [] := rfl
@[simp] theorem dropWhile_nil : dropWhile p [] = [] := rfl
theorem takeWhile_cons {a : α} {l : List α} : (a :: l).takeWhile p = if p a then a :: l.takeWhile p else [] := by by_cases h : p a <;> simp [takeWhile, h]
theorem dropWhile_cons {a : α} {l : List α} : (a :: l).dropWhile p = if p a then l.dropWhile p else a :: l := by by_cases h : p a <;> simp [dropWhile, h]
@[simp] theorem takeWhile_cons_of_pos {a : α} {l : List α} (h : p a) : (a :: l).takeWhile p = a :: l.takeWhile p := by rw [takeWhile_cons, if_pos h]
@[simp] theorem takeWhile_cons_of_neg {a : α} {l : List α} (h : ¬p a) : (a :: l).takeWhile p = [] := by rw [takeWhile_cons, if_neg h]
@[simp] theorem dropWhile_cons_of_pos {a : α} {l : List α} (h : p a) : (a :: l).dropWhile p = l.dropWhile p := by rw [dropWhile_cons, if_pos h]
@[simp] theorem dropWhile_cons_of_neg {a : α} {l : List α} (h : ¬p a) : (a :: l).dropWhile p = a :: l := by rw [dropWhile_cons, if_neg h]
@[simp] theorem takeWhile_append_dropWhile {l : List α} : takeWhile p l ++ dropWhile p l = l := by
  induction l with
  | nil => rfl
  | cons a l ih => by_cases h : p a <;> simp [h, ih]
theorem all_of_mem_takeWhile {a : α} {l : List α} (h : a ∈ takeWhile p l) : p a := by
  induction l with
  | nil => cases h
  | cons b l ih =>
    by_cases g : p b
    · rw [takeWhile_cons_of_pos g, mem_cons] at h
      exact h.elim (fun e => e ▸ g) ih
    · rw [takeWhile_cons_of_neg g] at h
      cases h
theorem length_takeWhile_le {l : List α} : (takeWhile p l).length ≤ l.length := by
  have := congrArg length (takeWhile_append_dropWhile (p := p) (l := l))
  rw [length_append] at this
  omega
end

end List
