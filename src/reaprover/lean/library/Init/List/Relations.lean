prelude
import Init.List.Range
/-!
# Lists: sublists, prefixes, pairwise relations, permutations
-/
universe u v w

namespace List
variable {α : Type u} {β : Type v} {γ : Type w} {l l₁ l₂ l₃ : List α} {a b : α}

/-! ## Sublists -/

@[simp] theorem nil_sublist : ∀ (l : List α), Sublist [] l
  | [] => .slnil
  | a :: l => .cons a (nil_sublist l)
@[simp] theorem Sublist.refl : ∀ (l : List α), Sublist l l
  | [] => .slnil
  | a :: l => .cons₂ a (Sublist.refl l)
theorem Sublist.trans (h₁ : Sublist l₁ l₂) (h₂ : Sublist l₂ l₃) : Sublist l₁ l₃ := by
  induction h₂ generalizing l₁ with
  | slnil => exact h₁
  | cons a _ ih => exact .cons a (ih h₁)
  | @cons₂ a s t _ ih =>
    generalize e : a :: s = m at h₁
    cases h₁ with
    | slnil => cases e
    | cons b h =>
      cases e
      exact .cons a (ih h)
    | cons₂ b h =>
      cases e
      exact .cons₂ a (ih h)
@[simp] theorem sublist_cons_self (a : α) (l : List α) : Sublist l (a :: l) := .cons a (.refl l)
theorem Sublist.subset (h : Sublist l₁ l₂) : l₁ ⊆ l₂ := by
  induction h with
  | slnil => exact fun _ h => h
  | cons a _ ih => exact fun _ m => .tail a (ih m)
  | cons₂ a _ ih => exact fun _ m => (mem_cons.1 m).elim (fun e => mem_cons.2 (.inl e)) fun m => .tail a (ih m)
theorem Sublist.mem (hx : a ∈ l₁) (hl : Sublist l₁ l₂) : a ∈ l₂ := hl.subset hx
theorem Sublist.length_le (h : Sublist l₁ l₂) : length l₁ ≤ length l₂ := by
  induction h with
  | slnil => exact Nat.le_refl _
  | cons a _ ih => exact Nat.le_succ_of_le ih
  | cons₂ a _ ih => exact Nat.succ_le_succ ih
theorem Sublist.eq_of_length (h : Sublist l₁ l₂) (e : length l₁ = length l₂) : l₁ = l₂ := by
  induction h with
  | slnil => rfl
  | cons a h _ =>
    have := h.length_le
    rw [length_cons] at e
    omega
  | cons₂ a _ ih => rw [ih (Nat.succ.inj e)]
theorem Sublist.antisymm (h₁ : Sublist l₁ l₂) (h₂ : Sublist l₂ l₁) : l₁ = l₂ := h₁.eq_of_length (Nat.le_antisymm h₁.length_le h₂.length_le)
@[simp] theorem sublist_append_left : ∀ (l₁ l₂ : List α), Sublist l₁ (l₁ ++ l₂)
  | [], _ => nil_sublist _
  | a :: l₁, l₂ => .cons₂ a (sublist_append_left l₁ l₂)
@[simp] theorem sublist_append_right : ∀ (l₁ l₂ : List α), Sublist l₂ (l₁ ++ l₂)
  | [], _ => .refl _
  | a :: l₁, l₂ => .cons a (sublist_append_right l₁ l₂)
theorem Sublist.append (h₁ : Sublist l₁ l₂) {r₁ r₂ : List α} (h₂ : Sublist r₁ r₂) : Sublist (l₁ ++ r₁) (l₂ ++ r₂) := by
  induction h₁ with
  | slnil => exact h₂
  | cons a _ ih => exact .cons a ih
  | cons₂ a _ ih => exact .cons₂ a ih
@[simp] theorem filter_sublist {p : α → Bool} : ∀ {l : List α}, Sublist (filter p l) l
  | [] => .slnil
  | a :: l => by
    by_cases h : p a
    · rw [filter_cons_of_pos h]; exact .cons₂ a filter_sublist
    · rw [filter_cons_of_neg h]; exact .cons a filter_sublist
theorem Sublist.map (f : α → β) (s : Sublist l₁ l₂) : Sublist (l₁.map f) (l₂.map f) := by
  induction s with
  | slnil => exact .slnil
  | cons a _ ih => exact .cons (f a) ih
  | cons₂ a _ ih => exact .cons₂ (f a) ih
theorem Sublist.filter (p : α → Bool) (s : Sublist l₁ l₂) : Sublist (l₁.filter p) (l₂.filter p) := by
  induction s with
  | slnil => exact .slnil
  | cons a _ ih =>
    by_cases h : p a
    · rw [filter_cons_of_pos h]; exact .cons a ih
    · rw [filter_cons_of_neg h]; exact ih
  | cons₂ a _ ih =>
    by_cases h : p a
    · rw [filter_cons_of_pos h, filter_cons_of_pos h]; exact .cons₂ a ih
    · rw [filter_cons_of_neg h, filter_cons_of_neg h]; exact ih
@[simp] theorem singleton_sublist : Sublist [a] l ↔ a ∈ l := by
  refine ⟨fun h => h.subset (.head _), fun h => ?_⟩
  obtain ⟨s, t, rfl⟩ := append_of_mem h
  exact .trans (.cons₂ a (nil_sublist t)) (sublist_append_right s _)
@[simp] theorem take_sublist (i : Nat) (l : List α) : Sublist (take i l) l := by
  have := sublist_append_left (take i l) (drop i l)
  rwa [take_append_drop] at this
@[simp] theorem drop_sublist (i : Nat) (l : List α) : Sublist (drop i l) l := by
  have := sublist_append_right (take i l) (drop i l)
  rwa [take_append_drop] at this
theorem tail_sublist : ∀ (l : List α), Sublist (tail l) l
  | [] => .slnil
  | a :: l => sublist_cons_self a l
@[simp] theorem sublist_nil : Sublist l [] ↔ l = [] := ⟨fun h => by cases h; rfl, fun h => h ▸ .slnil⟩

/-! ## Prefixes and suffixes -/

@[simp] theorem prefix_append (l₁ l₂ : List α) : IsPrefix l₁ (l₁ ++ l₂) := ⟨l₂, rfl⟩
@[simp] theorem suffix_append (l₁ l₂ : List α) : IsSuffix l₂ (l₁ ++ l₂) := ⟨l₁, rfl⟩
theorem infix_append (l₁ l₂ l₃ : List α) : IsInfix l₂ (l₁ ++ l₂ ++ l₃) := ⟨l₁, l₃, rfl⟩
theorem IsPrefix.isInfix (h : IsPrefix l₁ l₂) : IsInfix l₁ l₂ := let ⟨t, e⟩ := h; ⟨[], t, e⟩
theorem IsSuffix.isInfix (h : IsSuffix l₁ l₂) : IsInfix l₁ l₂ := let ⟨t, e⟩ := h; ⟨t, [], by rw [append_nil, e]⟩
@[simp] theorem prefix_refl (l : List α) : IsPrefix l l := ⟨[], append_nil l⟩
@[simp] theorem suffix_refl (l : List α) : IsSuffix l l := ⟨[], rfl⟩
@[simp] theorem nil_prefix : IsPrefix [] l := ⟨l, rfl⟩
@[simp] theorem nil_suffix : IsSuffix [] l := ⟨l, append_nil l⟩
@[simp] theorem prefix_nil : IsPrefix l [] ↔ l = [] := ⟨fun ⟨_, e⟩ => (append_eq_nil_iff.1 e).1, fun h => h ▸ prefix_refl _⟩
theorem IsPrefix.trans (h₁ : IsPrefix l₁ l₂) (h₂ : IsPrefix l₂ l₃) : IsPrefix l₁ l₃ :=
  let ⟨r, e₁⟩ := h₁
  let ⟨s, e₂⟩ := h₂
  ⟨r ++ s, by rw [← append_assoc, e₁, e₂]⟩
theorem IsSuffix.trans (h₁ : IsSuffix l₁ l₂) (h₂ : IsSuffix l₂ l₃) : IsSuffix l₁ l₃ :=
  let ⟨r, e₁⟩ := h₁
  let ⟨s, e₂⟩ := h₂
  ⟨s ++ r, by rw [append_assoc, e₁, e₂]⟩
theorem IsPrefix.sublist (h : IsPrefix l₁ l₂) : Sublist l₁ l₂ := let ⟨t, e⟩ := h; e ▸ sublist_append_left l₁ t
theorem IsSuffix.sublist (h : IsSuffix l₁ l₂) : Sublist l₁ l₂ := let ⟨t, e⟩ := h; e ▸ sublist_append_right t l₁
theorem IsPrefix.subset (h : IsPrefix l₁ l₂) : l₁ ⊆ l₂ := h.sublist.subset
theorem IsPrefix.length_le (h : IsPrefix l₁ l₂) : l₁.length ≤ l₂.length := h.sublist.length_le
theorem IsSuffix.length_le (h : IsSuffix l₁ l₂) : l₁.length ≤ l₂.length := h.sublist.length_le
theorem IsPrefix.eq_of_length (h : IsPrefix l₁ l₂) : l₁.length = l₂.length → l₁ = l₂ := h.sublist.eq_of_length
theorem cons_prefix_cons : IsPrefix (a :: l₁) (b :: l₂) ↔ a = b ∧ IsPrefix l₁ l₂ := by
  constructor
  · rintro ⟨t, e⟩
    rw [cons_append, cons.injEq] at e
    exact ⟨e.1, t, e.2⟩
  · rintro ⟨rfl, t, rfl⟩
    exact ⟨t, rfl⟩
theorem take_prefix (i : Nat) (l : List α) : IsPrefix (take i l) l := ⟨_, take_append_drop i l⟩
theorem drop_suffix (i : Nat) (l : List α) : IsSuffix (drop i l) l := ⟨_, take_append_drop i l⟩
theorem takeWhile_prefix (p : α → Bool) : IsPrefix (l.takeWhile p) l := ⟨_, takeWhile_append_dropWhile⟩
theorem dropWhile_suffix (p : α → Bool) : IsSuffix (l.dropWhile p) l := ⟨_, takeWhile_append_dropWhile⟩
theorem prefix_of_prefix_length_le (h₁ : IsPrefix l₁ l₃) (h₂ : IsPrefix l₂ l₃) (ll : length l₁ ≤ length l₂) : IsPrefix l₁ l₂ := by
  obtain ⟨s, rfl⟩ := h₁
  obtain ⟨t, e⟩ := h₂
  have := congrArg (take l₁.length) e
  rw [take_left, take_append_of_le_length ll] at this
  rw [← this]
  exact take_prefix _ _

/-! ## Pairwise relations -/

section
variable {R S : α → α → Prop}
attribute [simp] Pairwise.nil
@[simp] theorem pairwise_cons : Pairwise R (a :: l) ↔ (∀ a', a' ∈ l → R a a') ∧ Pairwise R l := ⟨fun h => by cases h with | cons h₁ h₂ => exact ⟨h₁, h₂⟩, fun ⟨h₁, h₂⟩ => .cons h₁ h₂⟩
theorem Pairwise.of_cons (p : Pairwise R (a :: l)) : Pairwise R l := (pairwise_cons.1 p).2
theorem rel_of_pairwise_cons (p : Pairwise R (a :: l)) {a' : α} (h : a' ∈ l) : R a a' := (pairwise_cons.1 p).1 a' h
theorem Pairwise.imp (H : ∀ {a b : α}, R a b → S a b) (h : Pairwise R l) : Pairwise S l := by
  induction h with
  | nil => exact .nil
  | cons h _ ih => exact .cons (fun a' m => H (h a' m)) ih
theorem pairwise_singleton (R : α → α → Prop) (a : α) : Pairwise R [a] := .cons (fun _ h => (nomatch h)) .nil
theorem pairwise_pair : Pairwise R [a, b] ↔ R a b := by simp
theorem Pairwise.sublist (s : Sublist l₁ l₂) (h : Pairwise R l₂) : Pairwise R l₁ := by
  induction s with
  | slnil => exact h
  | cons a _ ih => exact ih h.of_cons
  | cons₂ a s ih => exact .cons (fun a' m => rel_of_pairwise_cons h (s.subset m)) (ih h.of_cons)
theorem pairwise_append : Pairwise R (l₁ ++ l₂) ↔ Pairwise R l₁ ∧ Pairwise R l₂ ∧ ∀ a, a ∈ l₁ → ∀ b, b ∈ l₂ → R a b := by
  induction l₁ with
  | nil => simp
  | cons a l ih =>
    simp only [cons_append, pairwise_cons, mem_append, ih, forall_mem_cons, or_imp, forall_and]
    constructor
    · rintro ⟨⟨h₁, h₂⟩, h₃, h₄, h₅⟩
      exact ⟨⟨h₁, h₃⟩, h₄, h₂, h₅⟩
    · rintro ⟨⟨h₁, h₃⟩, h₄, h₂, h₅⟩
      exact ⟨⟨h₁, h₂⟩, h₃, h₄, h₅⟩
theorem pairwise_map {f : β → α} {l : List β} : Pairwise R (l.map f) ↔ Pairwise (fun a b => R (f a) (f b)) l := by
  induction l with
  | nil => simp
  | cons a l ih =>
    rw [map_cons, pairwise_cons, pairwise_cons, ih, forall_mem_map]
theorem pairwise_reverse : Pairwise R l.reverse ↔ Pairwise (fun a b => R b a) l := by
  induction l with
  | nil => simp
  | cons a l ih =>
    rw [reverse_cons, pairwise_append, pairwise_cons (R := fun a b => R b a), ih]
    constructor
    · rintro ⟨h₁, -, h₃⟩
      exact ⟨fun b hb => h₃ b (mem_reverse.2 hb) a (.head _), h₁⟩
    · rintro ⟨h₁, h₂⟩
      exact ⟨h₂, pairwise_singleton R a, fun b hb c hc => by rw [mem_singleton.1 hc]; exact h₁ b (mem_reverse.1 hb)⟩
theorem Pairwise.filter (p : α → Bool) (h : Pairwise R l) : Pairwise R (l.filter p) := h.sublist filter_sublist
theorem pairwise_of_forall (H : ∀ x y, R x y) : Pairwise R l := by
  induction l with
  | nil => exact .nil
  | cons a l ih => exact .cons (fun b _ => H a b) ih
instance instDecidablePairwise [DecidableRel R] : (l : List α) → Decidable (Pairwise R l)
  | [] => isTrue .nil
  | a :: l => match instDecidablePairwise l, (inferInstance : Decidable (∀ x, x ∈ l → R a x)) with
    | isTrue h₂, isTrue h₁ => isTrue (.cons h₁ h₂)
    | isFalse h, _ => isFalse fun g => h g.of_cons
    | _, isFalse h => isFalse fun g => h (pairwise_cons.1 g).1
end

/-! ## Lists without repetitions -/

@[simp] theorem nodup_nil : Nodup ([] : List α) := .nil
@[simp] theorem nodup_cons : Nodup (a :: l) ↔ ¬a ∈ l ∧ Nodup l := by
  rw [Nodup, pairwise_cons]
  exact ⟨fun ⟨h, n⟩ => ⟨fun m => h a m rfl, n⟩, fun ⟨h, n⟩ => ⟨fun b m e => h (e ▸ m), n⟩⟩
theorem nodup_singleton (a : α) : Nodup [a] := by simp
theorem Nodup.not_mem (h : Nodup (a :: l)) : ¬a ∈ l := (nodup_cons.1 h).1
theorem Nodup.of_cons (h : Nodup (a :: l)) : Nodup l := (nodup_cons.1 h).2
theorem Nodup.sublist (s : Sublist l₁ l₂) (h : Nodup l₂) : Nodup l₁ := Pairwise.sublist s h
theorem nodup_append : Nodup (l₁ ++ l₂) ↔ Nodup l₁ ∧ Nodup l₂ ∧ ∀ a, a ∈ l₁ → ∀ b, b ∈ l₂ → a ≠ b := pairwise_append
@[simp] theorem nodup_reverse : Nodup l.reverse ↔ Nodup l := by
  rw [Nodup, pairwise_reverse]
  exact ⟨.imp fun h => h.symm, .imp fun h => h.symm⟩
theorem Nodup.filter (p : α → Bool) (h : Nodup l) : Nodup (l.filter p) := h.sublist filter_sublist
theorem Nodup.map_of_inj {f : α → β} (H : ∀ x y, f x = f y → x = y) (h : Nodup l) : Nodup (l.map f) := by
  rw [Nodup, pairwise_map]
  exact Pairwise.imp (fun n e => n (H _ _ e)) h
@[simp] theorem nodup_range' {s n : Nat} : Nodup (range' s n) := by
  induction n generalizing s with
  | zero => exact .nil
  | succ n ih => rw [range'_succ, nodup_cons, mem_range'_1]; exact ⟨by omega, ih⟩
@[simp] theorem nodup_range {n : Nat} : Nodup (range n) := by rw [range_eq_range']; exact nodup_range'
instance nodupDecidable [DecidableEq α] : ∀ l : List α, Decidable (Nodup l) := fun l => inferInstanceAs (Decidable (Pairwise (· ≠ ·) l))
theorem Nodup.count_le_one [BEq α] [LawfulBEq α] (h : Nodup l) (a : α) : count a l ≤ 1 := by
  induction l with
  | nil => exact Nat.zero_le _
  | cons b l ih =>
    by_cases e : b = a
    · subst e
      rw [count_cons_self, count_eq_zero_of_not_mem h.not_mem]
    · rw [count_cons_of_ne e]
      exact ih h.of_cons

/-! ## Permutations -/

@[simp, refl] protected theorem Perm.refl : ∀ (l : List α), Perm l l
  | [] => .nil
  | a :: l => .cons a (Perm.refl l)
protected theorem Perm.rfl {l : List α} : Perm l l := .refl l
theorem Perm.of_eq (h : l₁ = l₂) : Perm l₁ l₂ := h ▸ .rfl
@[symm] protected theorem Perm.symm (h : Perm l₁ l₂) : Perm l₂ l₁ := by
  induction h with
  | nil => exact .nil
  | cons x _ ih => exact .cons x ih
  | swap x y l => exact .swap y x l
  | trans _ _ ih₁ ih₂ => exact .trans ih₂ ih₁
theorem perm_comm : Perm l₁ l₂ ↔ Perm l₂ l₁ := ⟨Perm.symm, Perm.symm⟩
instance instTransPerm : Trans (Perm (α := α)) (Perm (α := α)) (Perm (α := α)) := ⟨Perm.trans⟩
theorem Perm.mem_iff (h : Perm l₁ l₂) : a ∈ l₁ ↔ a ∈ l₂ := by
  induction h with
  | nil => exact .rfl
  | cons x _ ih => rw [mem_cons, mem_cons, ih]
  | swap x y l => rw [mem_cons, mem_cons, mem_cons, mem_cons, or_left_comm]
  | trans _ _ ih₁ ih₂ => exact ih₁.trans ih₂
theorem Perm.subset (h : Perm l₁ l₂) : l₁ ⊆ l₂ := fun _ => h.mem_iff.1
theorem Perm.length_eq (h : Perm l₁ l₂) : l₁.length = l₂.length := by
  induction h with
  | nil => rfl
  | cons x _ ih => exact congrArg (· + 1) ih
  | swap x y l => rfl
  | trans _ _ ih₁ ih₂ => exact ih₁.trans ih₂
theorem Perm.append_right (t : List α) (h : Perm l₁ l₂) : Perm (l₁ ++ t) (l₂ ++ t) := by
  induction h with
  | nil => exact .rfl
  | cons x _ ih => exact .cons x ih
  | swap x y l => exact .swap x y _
  | trans _ _ ih₁ ih₂ => exact .trans ih₁ ih₂
theorem Perm.append_left (l : List α) (h : Perm l₁ l₂) : Perm (l ++ l₁) (l ++ l₂) := by
  induction l with
  | nil => exact h
  | cons a l ih => exact .cons a ih
theorem Perm.append {t₁ t₂ : List α} (p₁ : Perm l₁ l₂) (p₂ : Perm t₁ t₂) : Perm (l₁ ++ t₁) (l₂ ++ t₂) := (p₁.append_right t₁).trans (p₂.append_left l₂)
theorem perm_middle : ∀ {l₁ l₂ : List α}, Perm (l₁ ++ a :: l₂) (a :: (l₁ ++ l₂))
  | [], _ => .rfl
  | b :: l₁, l₂ => .trans (.cons b (perm_middle (l₁ := l₁) (l₂ := l₂))) (.swap a b _)
theorem perm_append_comm : ∀ {l₁ l₂ : List α}, Perm (l₁ ++ l₂) (l₂ ++ l₁)
  | [], l₂ => .of_eq (by simp)
  | a :: l₁, l₂ => .trans (.cons a (perm_append_comm (l₁ := l₁) (l₂ := l₂))) perm_middle.symm
theorem reverse_perm : ∀ (l : List α), Perm l.reverse l
  | [] => .nil
  | a :: l => by
    rw [reverse_cons]
    exact .trans perm_append_comm (.cons a (reverse_perm l))
theorem Perm.map (f : α → β) (h : Perm l₁ l₂) : Perm (l₁.map f) (l₂.map f) := by
  induction h with
  | nil => exact .nil
  | cons x _ ih => exact .cons _ ih
  | swap x y l => exact .swap _ _ _
  | trans _ _ ih₁ ih₂ => exact .trans ih₁ ih₂
theorem Perm.filter (p : α → Bool) (h : Perm l₁ l₂) : Perm (l₁.filter p) (l₂.filter p) := by
  induction h with
  | nil => exact .nil
  | cons x _ ih => by_cases g : p x <;> simp [g] <;> first | exact .cons x ih | exact ih
  | swap x y l => by_cases g : p x <;> by_cases k : p y <;> simp [g, k] <;> exact .swap _ _ _
  | trans _ _ ih₁ ih₂ => exact .trans ih₁ ih₂
theorem Perm.countP_eq (p : α → Bool) (h : Perm l₁ l₂) : countP p l₁ = countP p l₂ := by
  rw [countP_eq_length_filter, countP_eq_length_filter, (h.filter p).length_eq]
theorem Perm.count_eq [BEq α] (h : Perm l₁ l₂) (a : α) : count a l₁ = count a l₂ := h.countP_eq _
theorem Perm.sum_nat {l₁ l₂ : List Nat} (h : Perm l₁ l₂) : l₁.sum = l₂.sum := by
  induction h with
  | nil => rfl
  | cons x _ ih => rw [sum_cons, sum_cons, ih]
  | swap x y l => simp only [sum_cons]; omega
  | trans _ _ ih₁ ih₂ => exact ih₁.trans ih₂
theorem Perm.nil_eq (h : Perm [] l) : [] = l := by
  have := h.length_eq
  exact (eq_nil_of_length_eq_zero this.symm).symm
@[simp] theorem perm_nil : Perm l [] ↔ l = [] := ⟨fun h => h.symm.nil_eq.symm, fun h => h ▸ .nil⟩
theorem Perm.eq_nil (h : Perm l []) : l = [] := perm_nil.1 h
theorem perm_cons_erase [BEq α] [LawfulBEq α] (h : a ∈ l) : Perm l (a :: l.erase a) := by
  induction l with
  | nil => cases h
  | cons b l ih =>
    by_cases e : b = a
    · subst e
      rw [erase_cons_head]
    · rw [erase_cons_tail (by simpa using e)]
      exact .trans (.cons b (ih ((mem_cons.1 h).resolve_left (Ne.symm e)))) (.swap a b _)
theorem Perm.pairwise_iff {R : α → α → Prop} (S : ∀ {x y}, R x y → R y x) (h : Perm l₁ l₂) : Pairwise R l₁ ↔ Pairwise R l₂ := by
  induction h with
  | nil => exact .rfl
  | cons x p ih =>
    rw [pairwise_cons, pairwise_cons, ih]
    exact and_congr_left fun _ => ⟨fun f a m => f a (p.mem_iff.2 m), fun f a m => f a (p.mem_iff.1 m)⟩
  | swap x y l =>
    simp only [pairwise_cons, mem_cons, forall_eq_or_imp]
    constructor
    · rintro ⟨⟨h₁, h₂⟩, h₃, h₄⟩
      exact ⟨⟨S h₁, h₃⟩, h₂, h₄⟩
    · rintro ⟨⟨h₁, h₂⟩, h₃, h₄⟩
      exact ⟨⟨S h₁, h₃⟩, h₂, h₄⟩
  | trans _ _ ih₁ ih₂ => exact ih₁.trans ih₂
theorem Perm.nodup_iff (h : Perm l₁ l₂) : Nodup l₁ ↔ Nodup l₂ := h.pairwise_iff Ne.symm

end List
