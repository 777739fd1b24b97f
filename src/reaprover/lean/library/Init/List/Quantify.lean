prelude
import Init.List.TakeDrop
/-!
# Lists: any and all, search, counting, removal
-/
universe u v w

namespace List
variable {α : Type u} {β : Type v} {γ : Type w}

/-! ## Any and all -/

@[simp] theorem any_nil {p : α → Bool} : [].any p = false := rfl
@[simp] theorem any_cons {p : α → Bool} {a : α} {l : List α} : (a :: l).any p = (p a || l.any p) := rfl
@[simp] theorem all_nil {p : α → Bool} : [].all p = true := rfl
@[simp] theorem all_cons {p : α → Bool} {a : α} {l : List α} : (a :: l).all p = (p a && l.all p) := rfl
@[simp] theorem any_eq_true {l : List α} {p : α → Bool} : l.any p = true ↔ ∃ x, x ∈ l ∧ p x := by
  induction l with
  | nil => simp
  | cons a l ih => simp only [any_cons, Bool.or_eq_true, ih, mem_cons, exists_eq_or_imp]
@[simp] theorem all_eq_true {l : List α} {p : α → Bool} : l.all p = true ↔ ∀ x, x ∈ l → p x := by
  induction l with
  | nil => simp
  | cons a l ih => simp only [all_cons, Bool.and_eq_true, ih, mem_cons, forall_eq_or_imp]
@[simp] theorem any_eq_false {l : List α} {p : α → Bool} : l.any p = false ↔ ∀ x, x ∈ l → ¬p x := by
  rw [Bool.eq_false_iff, ne_eq, any_eq_true]
  exact ⟨fun h x hx hp => h ⟨x, hx, hp⟩, fun h ⟨x, hx, hp⟩ => h x hx hp⟩
@[simp] theorem all_eq_false {l : List α} {p : α → Bool} : l.all p = false ↔ ∃ x, x ∈ l ∧ ¬p x := by
  induction l with
  | nil => simp
  | cons a l ih =>
    rw [all_cons, Bool.and_eq_false_iff, ih]
    constructor
    · rintro (h | ⟨x, hx, hp⟩)
      · exact ⟨a, .head _, by simp [h]⟩
      · exact ⟨x, .tail _ hx, hp⟩
    · rintro ⟨x, hx, hp⟩
      cases mem_cons.1 hx with
      | inl e => exact .inl (by rw [← e]; simpa using hp)
      | inr hx => exact .inr ⟨x, hx, hp⟩
theorem not_any_eq_all_not {l : List α} {p : α → Bool} : (!l.any p) = l.all fun a => !p a := by
  induction l with
  | nil => rfl
  | cons a l ih => rw [any_cons, Bool.not_or, ih, all_cons]
theorem not_all_eq_any_not {l : List α} {p : α → Bool} : (!l.all p) = l.any fun a => !p a := by
  induction l with
  | nil => rfl
  | cons a l ih => rw [all_cons, Bool.not_and, ih, any_cons]
@[simp] theorem any_append {xs ys : List α} {f : α → Bool} : (xs ++ ys).any f = (xs.any f || ys.any f) := by
  induction xs with
  | nil => rfl
  | cons a l ih => rw [cons_append, any_cons, ih, any_cons, Bool.or_assoc]
@[simp] theorem all_append {xs ys : List α} {f : α → Bool} : (xs ++ ys).all f = (xs.all f && ys.all f) := by
  induction xs with
  | nil => rfl
  | cons a l ih => rw [cons_append, all_cons, ih, all_cons, Bool.and_assoc]
@[simp] theorem any_map {l : List α} {f : α → β} {p : β → Bool} : (l.map f).any p = l.any (p ∘ f) := by
  induction l with
  | nil => rfl
  | cons a l ih => rw [map_cons, any_cons, ih]; rfl
@[simp] theorem all_map {l : List α} {f : α → β} {p : β → Bool} : (l.map f).all p = l.all (p ∘ f) := by
  induction l with
  | nil => rfl
  | cons a l ih => rw [map_cons, all_cons, ih]; rfl
@[simp] theorem any_reverse {l : List α} {f : α → Bool} : l.reverse.any f = l.any f := by
  induction l with
  | nil => rfl
  | cons a l ih => rw [reverse_cons, any_append, ih, any_cons, any_cons, any_nil, Bool.or_false, Bool.or_comm]
@[simp] theorem all_reverse {l : List α} {f : α → Bool} : l.reverse.all f = l.all f := by
  induction l with
  | nil => rfl
  | cons a l ih => rw [reverse_cons, all_append, ih, all_cons, all_cons, all_nil, Bool.and_true, Bool.and_comm]
@[simp] theorem any_filter {l : List α} {p q : α → Bool} : (filter p l).any q = l.any fun a => p a && q a := by
  induction l with
  | nil => rfl
  | cons a l ih => by_cases h : p a <;> simp [h, ih]
theorem any_congr {l₁ l₂ : List α} (w : l₁ = l₂) {p q : α → Bool} (h : ∀ a, p a = q a) : l₁.any p = l₂.any q := by rw [w, funext h]
theorem all_congr {l₁ l₂ : List α} (w : l₁ = l₂) {p q : α → Bool} (h : ∀ a, p a = q a) : l₁.all p = l₂.all q := by rw [w, funext h]

/-! ## Search -/

section
variable {p : α → Bool}
@[simp] theorem find?_nil : ([] : List α).find? p = none := rfl
theorem find?_cons {a : α} {as : List α} : (a :: as).find? p = match p a with | true => some a | false => as.find? p := rfl
@[simp] theorem find?_cons_of_pos {a : α} {l : List α} (h : p a) : find? p (a :: l) = some a := by rw [find?_cons, h]
@[simp] theorem find?_cons_of_neg {a : α} {l : List α} (h : ¬p a) : find? p (a :: l) = find? p l := by rw [find?_cons, Bool.eq_false_of_ne_true h]
@[simp] theorem find?_eq_none {l : List α} : find? p l = none ↔ ∀ x, x ∈ l → ¬p x := by
  induction l with
  | nil => simp
  | cons a l ih => by_cases h : p a <;> simp [h, ih]
theorem find?_some {l : List α} {a : α} (h : find? p l = some a) : p a := by
  induction l with
  | nil => cases h
  | cons b l ih =>
    by_cases g : p b
    · rw [find?_cons_of_pos g] at h
      rw [← Option.some.inj h]
      exact g
    · rw [find?_cons_of_neg g] at h
      exact ih h
theorem mem_of_find?_eq_some {l : List α} {a : α} (h : find? p l = some a) : a ∈ l := by
  induction l with
  | nil => cases h
  | cons b l ih =>
    by_cases g : p b
    · rw [find?_cons_of_pos g] at h
      rw [← Option.some.inj h]
      exact .head _
    · rw [find?_cons_of_neg g] at h
      exact .tail _ (ih h)
@[simp] theorem find?_isSome {xs : List α} {p : α → Bool} : (xs.find? p).isSome ↔ ∃ x, x ∈ xs ∧ p x := by
  induction xs with
  | nil => simp
  | cons a l ih => by_cases h : p a <;> simp [h, ih]
@[simp] theorem find?_append {l₁ l₂ : List α} : (l₁ ++ l₂).find? p = (l₁.find? p).or (l₂.find? p) := by
  induction l₁ with
  | nil => rfl
  | cons a l ih => by_cases h : p a <;> simp [h, ih]
theorem head?_filter {l : List α} : (l.filter p).head? = l.find? p := by
  induction l with
  | nil => rfl
  | cons a l ih => by_cases h : p a <;> simp [h, ih]
@[simp] theorem findSome?_nil {f : α → Option β} : ([] : List α).findSome? f = none := rfl
theorem findSome?_cons {f : α → Option β} {a : α} {l : List α} : (a :: l).findSome? f = match f a with | some b => some b | none => l.findSome? f := rfl
@[simp] theorem findSome?_eq_none_iff {f : α → Option β} {l : List α} : findSome? f l = none ↔ ∀ x, x ∈ l → f x = none := by
  induction l with
  | nil => simp
  | cons a l ih => cases h : f a <;> simp [findSome?_cons, h, ih]
end

/-! ## Counting -/

section
variable {p q : α → Bool}
theorem countP_go_eq_add {l : List α} {n : Nat} : countP.go p l n = n + countP.go p l 0 := by
  induction l generalizing n with
  | nil => rfl
  | cons a l ih =>
    rw [countP.go, countP.go]
    cases p a with
    | true =>
      show countP.go p l (n + 1) = n + countP.go p l (0 + 1)
      rw [ih, ih (n := 0 + 1)]
      omega
    | false => exact ih
@[simp] theorem countP_nil : countP p [] = 0 := rfl
@[simp] theorem countP_cons_of_pos {a : α} {l : List α} (pa : p a) : countP p (a :: l) = countP p l + 1 := by
  show countP.go p (a :: l) 0 = _
  rw [countP.go, pa]
  show countP.go p l (0 + 1) = _
  rw [countP_go_eq_add, Nat.add_comm]
  rfl
@[simp] theorem countP_cons_of_neg {a : α} {l : List α} (pa : ¬p a) : countP p (a :: l) = countP p l := by
  show countP.go p (a :: l) 0 = _
  rw [countP.go, Bool.eq_false_of_ne_true pa]
  rfl
theorem countP_cons {a : α} {l : List α} : countP p (a :: l) = countP p l + if p a then 1 else 0 := by by_cases h : p a <;> simp [h]
theorem countP_eq_length_filter {l : List α} : countP p l = length (filter p l) := by
  induction l with
  | nil => rfl
  | cons a l ih => by_cases h : p a <;> simp [h, ih]
theorem countP_le_length {l : List α} : countP p l ≤ l.length := by
  rw [countP_eq_length_filter]
  exact length_filter_le p l
@[simp] theorem countP_append {l₁ l₂ : List α} : countP p (l₁ ++ l₂) = countP p l₁ + countP p l₂ := by simp [countP_eq_length_filter]
@[simp] theorem countP_pos_iff {l : List α} : 0 < countP p l ↔ ∃ a, a ∈ l ∧ p a := by
  induction l with
  | nil => simp
  | cons a l ih => by_cases h : p a <;> simp [h, ih]
@[simp] theorem countP_eq_zero {l : List α} : countP p l = 0 ↔ ∀ a, a ∈ l → ¬p a := by rw [countP_eq_length_filter, length_eq_zero_iff, filter_eq_nil_iff]
@[simp] theorem countP_eq_length {l : List α} : countP p l = l.length ↔ ∀ a, a ∈ l → p a := by
  induction l with
  | nil => simp
  | cons a l ih =>
    by_cases h : p a
    · simp [h, ih]
    · have := countP_le_length (p := p) (l := l)
      rw [countP_cons_of_neg h, length_cons]
      exact ⟨fun e => by omega, fun e => absurd (e a (.head _)) h⟩
theorem length_eq_countP_add_countP {l : List α} : length l = countP p l + countP (fun a => !p a) l := by
  induction l with
  | nil => rfl
  | cons a l ih => by_cases h : p a <;> simp [h, ih] <;> omega
@[simp] theorem countP_reverse {l : List α} : countP p l.reverse = countP p l := by
  induction l with
  | nil => rfl
  | cons a l ih => by_cases h : p a <;> simp [h, ih]
@[simp] theorem countP_map {p : β → Bool} {f : α → β} {l : List α} : countP p (map f l) = countP (p ∘ f) l := by
  induction l with
  | nil => rfl
  | cons a l ih => by_cases h : p (f a) <;> simp [h, ih]
end
section
variable [BEq α]
@[simp] theorem count_nil {a : α} : count a [] = 0 := rfl
theorem count_cons {a b : α} {l : List α} : count a (b :: l) = count a l + if b == a then 1 else 0 := countP_cons
theorem count_eq_countP {a : α} {l : List α} : count a l = countP (· == a) l := rfl
theorem count_le_length {a : α} {l : List α} : count a l ≤ l.length := countP_le_length
@[simp] theorem count_append {a : α} {l₁ l₂ : List α} : count a (l₁ ++ l₂) = count a l₁ + count a l₂ := countP_append
@[simp] theorem count_reverse {a : α} {l : List α} : count a l.reverse = count a l := countP_reverse
variable [LawfulBEq α]
@[simp] theorem count_cons_self {a : α} {l : List α} : count a (a :: l) = count a l + 1 := by simp [count_cons]
@[simp] theorem count_cons_of_ne {a b : α} {l : List α} (h : b ≠ a) : count a (b :: l) = count a l := by
  rw [count_cons, beq_false_of_ne h]
  rfl
theorem count_singleton_self {a : α} : count a [a] = 1 := by simp
@[simp] theorem count_pos_iff {a : α} {l : List α} : 0 < count a l ↔ a ∈ l := by
  rw [count_eq_countP, countP_pos_iff]
  exact ⟨fun ⟨x, h, e⟩ => eq_of_beq e ▸ h, fun h => ⟨a, h, beq_self_eq_true a⟩⟩
theorem count_eq_zero_of_not_mem {a : α} {l : List α} (h : ¬a ∈ l) : count a l = 0 := Nat.eq_zero_of_not_pos fun g => h (count_pos_iff.1 g)
theorem not_mem_of_count_eq_zero {a : α} {l : List α} (h : count a l = 0) : ¬a ∈ l := fun g => Nat.ne_of_gt (count_pos_iff.2 g) h
theorem count_eq_zero {a : α} {l : List α} : count a l = 0 ↔ ¬a ∈ l := ⟨not_mem_of_count_eq_zero, count_eq_zero_of_not_mem⟩
theorem one_le_count_iff {a : α} {l : List α} : 1 ≤ count a l ↔ a ∈ l := count_pos_iff
@[simp] theorem count_replicate_self {a : α} {n : Nat} : count a (replicate n a) = n := by
  induction n with
  | zero => rfl
  | succ n ih => rw [replicate, count_cons_self, ih]
end

/-! ## Removal -/

section
variable [BEq α]
@[simp] theorem erase_nil (a : α) : [].erase a = [] := rfl
theorem erase_cons {a b : α} {l : List α} : (b :: l).erase a = if b == a then l else b :: l.erase a := by cases h : b == a <;> simp [List.erase, h]
@[simp] theorem insert_nil (a : α) : List.insert a [] = [a] := rfl
@[simp] theorem erase_cons_tail {a b : α} {l : List α} (h : ¬b == a) : (b :: l).erase a = b :: l.erase a := by rw [erase_cons, if_neg h]
theorem mem_of_mem_erase {a b : α} {l : List α} (h : a ∈ l.erase b) : a ∈ l := by
  induction l with
  | nil => exact h
  | cons c l ih =>
    rw [erase_cons] at h
    split at h
    · exact .tail _ h
    · cases mem_cons.1 h with
      | inl e => exact mem_cons.2 (.inl e)
      | inr h => exact .tail _ (ih h)
variable [LawfulBEq α]
@[simp] theorem erase_cons_head {a : α} {l : List α} : (a :: l).erase a = l := by simp [erase_cons]
theorem erase_of_not_mem {a : α} {l : List α} (h : ¬a ∈ l) : l.erase a = l := by
  induction l with
  | nil => rfl
  | cons b l ih =>
    rw [mem_cons, not_or] at h
    rw [erase_cons, beq_false_of_ne (Ne.symm h.1), ih h.2]
    rfl
theorem mem_erase_of_ne {a b : α} {l : List α} (ab : a ≠ b) : a ∈ l.erase b ↔ a ∈ l := by
  refine ⟨mem_of_mem_erase, fun h => ?_⟩
  induction l with
  | nil => exact h
  | cons c l ih =>
    rw [erase_cons]
    split
    · next e =>
      cases mem_cons.1 h with
      | inl g => exact absurd (g.trans (eq_of_beq e)) ab
      | inr h => exact h
    · cases mem_cons.1 h with
      | inl g => exact mem_cons.2 (.inl g)
      | inr h => exact .tail _ (ih h)
theorem length_erase_of_mem {a : α} {l : List α} (h : a ∈ l) : length (l.erase a) = length l - 1 := by
  induction l with
  | nil => cases h
  | cons b l ih =>
    by_cases g : b = a
    · subst g; simp
    · rw [erase_cons_tail (by simpa using g), length_cons, length_cons]
      have m : a ∈ l := (mem_cons.1 h).resolve_left (Ne.symm g)
      have := length_pos_of_mem m
      have := ih m
      omega
theorem length_erase_add_one {a : α} {l : List α} (h : a ∈ l) : (l.erase a).length + 1 = l.length := by
  have := length_pos_of_mem h
  rw [length_erase_of_mem h]
  omega
theorem count_erase_self {a : α} {l : List α} : count a (l.erase a) = count a l - 1 := by
  induction l with
  | nil => rfl
  | cons b l ih =>
    by_cases g : b = a
    · subst g; simp
    · rw [erase_cons_tail (by simpa using g), count_cons_of_ne g, count_cons_of_ne g, ih]
theorem count_erase_of_ne {a b : α} {l : List α} (ab : a ≠ b) : count a (l.erase b) = count a l := by
  induction l with
  | nil => rfl
  | cons c l ih =>
    by_cases g : c = b
    · subst g; rw [erase_cons_head, count_cons_of_ne (Ne.symm ab)]
    · rw [erase_cons_tail (by simpa using g), count_cons, count_cons, ih]
theorem insert_of_mem {a : α} {l : List α} (h : a ∈ l) : List.insert a l = l := by rw [List.insert, if_pos (elem_iff.2 h)]
theorem insert_of_not_mem {a : α} {l : List α} (h : ¬a ∈ l) : List.insert a l = a :: l := by rw [List.insert, if_neg fun e => h (elem_iff.1 e)]
@[simp] theorem mem_insert_iff {a b : α} {l : List α} : a ∈ List.insert b l ↔ a = b ∨ a ∈ l := by
  by_cases h : b ∈ l
  · rw [insert_of_mem h]
    exact ⟨.inr, fun g => g.elim (fun e => e ▸ h) id⟩
  · rw [insert_of_not_mem h, mem_cons]
end
theorem eraseIdx_nil {i : Nat} : ([] : List α).eraseIdx i = [] := rfl
@[simp] theorem eraseIdx_cons_zero {a : α} {as : List α} : (a :: as).eraseIdx 0 = as := rfl
@[simp] theorem eraseIdx_cons_succ {a : α} {as : List α} {i : Nat} : (a :: as).eraseIdx (i + 1) = a :: as.eraseIdx i := rfl
theorem eraseIdx_eq_take_drop_succ : ∀ (l : List α) (i : Nat), l.eraseIdx i = l.take i ++ l.drop (i + 1)
  | [], _ => by simp [eraseIdx]
  | _ :: _, 0 => by simp
  | a :: l, i + 1 => by simp [eraseIdx_eq_take_drop_succ l i]
theorem length_eraseIdx_of_lt {l : List α} {i : Nat} (h : i < l.length) : (l.eraseIdx i).length = l.length - 1 := by
  rw [eraseIdx_eq_take_drop_succ, length_append, length_take, length_drop]
  omega

end List
