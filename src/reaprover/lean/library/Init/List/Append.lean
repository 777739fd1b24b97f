prelude
import Init.List.Basic
/-!
# Lists: equality, length, concatenation, membership, reverse
-/
universe u v w

namespace List
variable {α : Type u} {β : Type v} {γ : Type w}

/-! ## Constructors -/

@[simp] theorem cons_ne_self (a : α) (l : List α) : a :: l ≠ l := fun h => by
  have := congrArg length h
  simp at this
@[simp] theorem ne_cons_self {a : α} {l : List α} : l ≠ a :: l := fun h => cons_ne_self a l h.symm
theorem head_eq_of_cons_eq {h₁ h₂ : α} {t₁ t₂ : List α} (H : h₁ :: t₁ = h₂ :: t₂) : h₁ = h₂ := (cons.inj H).1
theorem tail_eq_of_cons_eq {h₁ h₂ : α} {t₁ t₂ : List α} (H : h₁ :: t₁ = h₂ :: t₂) : t₁ = t₂ := (cons.inj H).2
theorem cons_inj_right (a : α) {l l' : List α} : a :: l = a :: l' ↔ l = l' := ⟨tail_eq_of_cons_eq, fun h => h ▸ rfl⟩
theorem cons_eq_cons {a b : α} {l l' : List α} : a :: l = b :: l' ↔ a = b ∧ l = l' := .of_eq (cons.injEq a l b l')
theorem exists_cons_of_ne_nil : ∀ {l : List α}, l ≠ [] → ∃ b l', l = b :: l'
  | [], h => absurd rfl h
  | b :: l, _ => ⟨b, l, rfl⟩
theorem ne_nil_iff_exists_cons {l : List α} : l ≠ [] ↔ ∃ b l', l = b :: l' := ⟨exists_cons_of_ne_nil, fun ⟨_, _, h⟩ => h ▸ cons_ne_nil _ _⟩
theorem singleton_inj {a b : α} : [a] = [b] ↔ a = b := by simp

/-! ## Length -/

@[simp] theorem length_singleton {a : α} : length [a] = 1 := rfl
theorem eq_nil_of_length_eq_zero {l : List α} (h : length l = 0) : l = [] := by
  cases l with
  | nil => rfl
  | cons a l => simp at h
@[simp] theorem length_eq_zero_iff {l : List α} : length l = 0 ↔ l = [] := ⟨eq_nil_of_length_eq_zero, fun h => h ▸ rfl⟩
theorem ne_nil_of_length_eq_add_one {l : List α} {n : Nat} (h : length l = n + 1) : l ≠ [] := fun e => by rw [e] at h; cases h
theorem ne_nil_of_length_pos {l : List α} (h : 0 < length l) : l ≠ [] := fun e => by rw [e] at h; cases h
theorem length_pos_of_mem {a : α} : ∀ {l : List α}, a ∈ l → 0 < length l
  | _ :: _, _ => Nat.zero_lt_succ _
theorem length_pos_iff {l : List α} : 0 < length l ↔ l ≠ [] := by rw [Nat.pos_iff_ne_zero, ne_eq, ne_eq, length_eq_zero_iff]
theorem length_pos_iff_exists_cons {l : List α} : 0 < l.length ↔ ∃ h t, l = h :: t := by rw [length_pos_iff, ne_nil_iff_exists_cons]
theorem exists_cons_of_length_pos {l : List α} (h : 0 < l.length) : ∃ h t, l = h :: t := length_pos_iff_exists_cons.1 h
theorem exists_cons_of_length_eq_add_one {n : Nat} : ∀ {l : List α}, l.length = n + 1 → ∃ h t, l = h :: t
  | [], h => by simp at h
  | a :: l, _ => ⟨a, l, rfl⟩
theorem length_eq_one_iff {l : List α} : length l = 1 ↔ ∃ a, l = [a] := by
  constructor
  · intro h
    match l, h with
    | [a], _ => exact ⟨a, rfl⟩
    | [], h => simp at h
    | a :: b :: l, h => simp at h
  · rintro ⟨a, rfl⟩
    rfl
@[simp] theorem isEmpty_nil : ([] : List α).isEmpty = true := rfl
@[simp] theorem isEmpty_cons {x : α} {xs : List α} : (x :: xs).isEmpty = false := rfl
@[simp] theorem isEmpty_iff {l : List α} : l.isEmpty ↔ l = [] := by cases l <;> simp
theorem isEmpty_eq_false_iff {l : List α} : l.isEmpty = false ↔ l ≠ [] := by cases l <;> simp
theorem isEmpty_iff_length_eq_zero {l : List α} : l.isEmpty ↔ l.length = 0 := by rw [isEmpty_iff, length_eq_zero_iff]

/-! ## Concatenation -/

theorem append_cons (as : List α) (b : α) (bs : List α) : as ++ b :: bs = as ++ [b] ++ bs := by simp
theorem singleton_append {x : α} {ys : List α} : [x] ++ ys = x :: ys := rfl
theorem append_inj : ∀ {s₁ s₂ t₁ t₂ : List α}, s₁ ++ t₁ = s₂ ++ t₂ → length s₁ = length s₂ → s₁ = s₂ ∧ t₁ = t₂
  | [], [], _, _, h, _ => ⟨rfl, h⟩
  | [], _ :: _, _, _, _, hl => by simp at hl
  | _ :: _, [], _, _, _, hl => by simp at hl
  | a :: s₁, b :: s₂, t₁, t₂, h, hl => by
    simp at h hl
    have := append_inj h.2 hl
    exact ⟨by rw [h.1, this.1], this.2⟩
theorem append_inj_left {s₁ s₂ t₁ t₂ : List α} (h : s₁ ++ t₁ = s₂ ++ t₂) (hl : length s₁ = length s₂) : s₁ = s₂ := (append_inj h hl).1
theorem append_inj_right {s₁ s₂ t₁ t₂ : List α} (h : s₁ ++ t₁ = s₂ ++ t₂) (hl : length s₁ = length s₂) : t₁ = t₂ := (append_inj h hl).2
theorem append_inj' {s₁ s₂ t₁ t₂ : List α} (h : s₁ ++ t₁ = s₂ ++ t₂) (hl : length t₁ = length t₂) : s₁ = s₂ ∧ t₁ = t₂ :=
  append_inj h (by
    have := congrArg length h
    simp only [length_append] at this
    omega)
theorem append_inj_left' {s₁ s₂ t₁ t₂ : List α} (h : s₁ ++ t₁ = s₂ ++ t₂) (hl : length t₁ = length t₂) : s₁ = s₂ := (append_inj' h hl).1
theorem append_inj_right' {s₁ s₂ t₁ t₂ : List α} (h : s₁ ++ t₁ = s₂ ++ t₂) (hl : length t₁ = length t₂) : t₁ = t₂ := (append_inj' h hl).2
@[simp] theorem append_right_inj {t₁ t₂ : List α} (s : List α) : s ++ t₁ = s ++ t₂ ↔ t₁ = t₂ := ⟨fun h => append_inj_right h rfl, fun h => h ▸ rfl⟩
@[simp] theorem append_left_inj {s₁ s₂ : List α} (t : List α) : s₁ ++ t = s₂ ++ t ↔ s₁ = s₂ := ⟨fun h => append_inj_left' h rfl, fun h => h ▸ rfl⟩
theorem append_cancel_left {as bs cs : List α} (h : as ++ bs = as ++ cs) : bs = cs := (append_right_inj as).1 h
theorem append_cancel_right {as bs cs : List α} (h : as ++ bs = cs ++ bs) : as = cs := (append_left_inj bs).1 h
@[simp] theorem append_eq_nil_iff {p q : List α} : p ++ q = [] ↔ p = [] ∧ q = [] := by cases p <;> simp
@[simp] theorem nil_eq_append_iff {a b : List α} : [] = a ++ b ↔ a = [] ∧ b = [] := by rw [eq_comm, append_eq_nil_iff]
theorem append_ne_nil_of_left_ne_nil {s : List α} (h : s ≠ []) (t : List α) : s ++ t ≠ [] := fun e => h (append_eq_nil_iff.1 e).1
theorem append_ne_nil_of_right_ne_nil (s : List α) (h : t ≠ []) : s ++ t ≠ [] := fun e => h (append_eq_nil_iff.1 e).2
@[simp] theorem append_eq_left_iff {xs ys : List α} : xs ++ ys = xs ↔ ys = [] := by
  have := append_right_inj (t₁ := ys) (t₂ := []) xs
  rwa [append_nil] at this
@[simp] theorem append_eq_right_iff {xs ys : List α} : ys ++ xs = xs ↔ ys = [] := by
  have := append_left_inj (s₁ := ys) (s₂ := []) xs
  rwa [nil_append] at this
theorem append_eq_cons_iff {as bs : List α} {x : α} {c : List α} : as ++ bs = x :: c ↔ as = [] ∧ bs = x :: c ∨ ∃ as', as = x :: as' ∧ c = as' ++ bs := by
  cases as with
  | nil => simp
  | cons a as =>
    simp only [cons_append, cons.injEq]
    constructor
    · rintro ⟨rfl, rfl⟩
      exact .inr ⟨as, ⟨rfl, rfl⟩, rfl⟩
    · rintro (⟨h, -⟩ | ⟨as', ⟨rfl, rfl⟩, rfl⟩)
      · cases h
      · exact ⟨rfl, rfl⟩
theorem append_eq_append_iff {as bs cs ds : List α} : as ++ bs = cs ++ ds ↔ (∃ as', cs = as ++ as' ∧ bs = as' ++ ds) ∨ ∃ cs', as = cs ++ cs' ∧ ds = cs' ++ bs := by
  constructor
  · intro h
    induction as generalizing cs with
    | nil => exact .inl ⟨cs, rfl, h⟩
    | cons a as ih =>
      cases cs with
      | nil => exact .inr ⟨a :: as, rfl, h.symm⟩
      | cons c cs =>
        simp only [cons_append, cons.injEq] at h
        obtain ⟨rfl, h⟩ := h
        cases ih h with
        | inl g =>
          obtain ⟨x, e, g⟩ := g
          exact .inl ⟨x, congrArg _ e, g⟩
        | inr g =>
          obtain ⟨x, e, g⟩ := g
          exact .inr ⟨x, congrArg _ e, g⟩
  · rintro (⟨x, rfl, rfl⟩ | ⟨x, rfl, rfl⟩) <;> simp
theorem concat_append (as : List α) (a : α) (bs : List α) : as ++ [a] ++ bs = as ++ a :: bs := by simp
theorem eq_nil_or_concat : ∀ (l : List α), l = [] ∨ ∃ L b, l = L ++ [b] := by
  intro l
  induction l with
  | nil => exact .inl rfl
  | cons a l ih =>
    cases ih with
    | inl h => exact .inr ⟨[], a, by rw [h]; rfl⟩
    | inr h =>
      obtain ⟨L, b, rfl⟩ := h
      exact .inr ⟨a :: L, b, rfl⟩
instance instLawfulIdentityAppend : Std.LawfulIdentity (α := List α) (· ++ ·) [] where
  left_id := nil_append
  right_id := append_nil
instance instAssociativeAppend : Std.Associative (α := List α) (· ++ ·) := ⟨append_assoc⟩

/-! ## Membership -/

theorem mem_cons_self {a : α} {l : List α} : a ∈ a :: l := .head _
theorem mem_cons_of_mem (y : α) {a : α} {l : List α} : a ∈ l → a ∈ y :: l := .tail _
theorem mem_singleton_self (a : α) : a ∈ [a] := .head _
@[simp] theorem mem_singleton {a b : α} : a ∈ [b] ↔ a = b := by simp
theorem eq_of_mem_singleton {a b : α} (h : a ∈ [b]) : a = b := mem_singleton.1 h
theorem eq_or_mem_of_mem_cons {a y : α} {l : List α} : a ∈ y :: l → a = y ∨ a ∈ l := mem_cons.1
theorem mem_of_ne_of_mem {a y : α} {l : List α} (h₁ : a ≠ y) (h₂ : a ∈ y :: l) : a ∈ l := (mem_cons.1 h₂).resolve_left h₁
theorem ne_of_not_mem_cons {a b : α} {l : List α} (h : ¬a ∈ b :: l) : a ≠ b := fun e => h (mem_cons.2 (.inl e))
theorem not_mem_of_not_mem_cons {a b : α} {l : List α} (h : ¬a ∈ b :: l) : ¬a ∈ l := fun e => h (.tail b e)
theorem not_mem_cons_of_ne_of_not_mem {a y : α} {l : List α} (h₁ : a ≠ y) (h₂ : ¬a ∈ l) : ¬a ∈ y :: l := fun h => (mem_cons.1 h).elim h₁ h₂
theorem ne_nil_of_mem {a : α} {l : List α} (h : a ∈ l) : l ≠ [] := fun e => by rw [e] at h; cases h
@[simp] theorem mem_append {a : α} {s t : List α} : a ∈ s ++ t ↔ a ∈ s ∨ a ∈ t := by
  induction s with
  | nil => simp
  | cons b s ih => simp [ih, or_assoc]
theorem mem_append_left {a : α} {as : List α} (bs : List α) (h : a ∈ as) : a ∈ as ++ bs := mem_append.2 (.inl h)
theorem mem_append_right {b : α} (as : List α) {bs : List α} (h : b ∈ bs) : b ∈ as ++ bs := mem_append.2 (.inr h)
theorem not_mem_append {a : α} {s t : List α} (h₁ : ¬a ∈ s) (h₂ : ¬a ∈ t) : ¬a ∈ s ++ t := fun h => (mem_append.1 h).elim h₁ h₂
theorem append_of_mem {a : α} {l : List α} (h : a ∈ l) : ∃ s t, l = s ++ a :: t := by
  induction h with
  | head as => exact ⟨[], as, rfl⟩
  | tail b _ ih =>
    obtain ⟨s, t, rfl⟩ := ih
    exact ⟨b :: s, t, rfl⟩
theorem mem_iff_append {a : α} {l : List α} : a ∈ l ↔ ∃ s t, l = s ++ a :: t := ⟨append_of_mem, fun ⟨s, t, e⟩ => by simp [e]⟩
theorem eq_nil_iff_forall_not_mem {l : List α} : l = [] ↔ ∀ a, ¬a ∈ l := by
  cases l with
  | nil => simp
  | cons b l => exact ⟨fun h => (nomatch h), fun h => absurd (Mem.head l) (h b)⟩
theorem exists_mem_of_ne_nil (l : List α) (h : l ≠ []) : ∃ x, x ∈ l := by
  cases l with
  | nil => exact absurd rfl h
  | cons a l => exact ⟨a, .head _⟩
theorem exists_mem_of_length_pos {l : List α} (h : 0 < length l) : ∃ a, a ∈ l := exists_mem_of_ne_nil l (ne_nil_of_length_pos h)
theorem forall_mem_nil (p : α → Prop) : ∀ x, x ∈ ([] : List α) → p x := fun _ h => nomatch h
@[simp] theorem forall_mem_cons {p : α → Prop} {a : α} {l : List α} : (∀ x, x ∈ a :: l → p x) ↔ p a ∧ ∀ x, x ∈ l → p x :=
  ⟨fun h => ⟨h _ (.head _), fun x hx => h x (.tail _ hx)⟩, fun ⟨h₁, h₂⟩ x hx => (mem_cons.1 hx).elim (fun e => e ▸ h₁) (h₂ x)⟩
theorem forall_mem_ne {a : α} {l : List α} : (∀ a' : α, a' ∈ l → ¬a = a') ↔ ¬a ∈ l := ⟨fun h m => h _ m rfl, fun h _ m e => h (e ▸ m)⟩
theorem forall_mem_singleton {p : α → Prop} {a : α} : (∀ x, x ∈ [a] → p x) ↔ p a := by simp
theorem forall_mem_append {p : α → Prop} {l₁ l₂ : List α} : (∀ x, x ∈ l₁ ++ l₂ → p x) ↔ (∀ x, x ∈ l₁ → p x) ∧ (∀ x, x ∈ l₂ → p x) := by
  simp only [mem_append, or_imp, forall_and]
theorem exists_mem_cons {p : α → Prop} {a : α} {l : List α} : (∃ x, ∃ _ : x ∈ a :: l, p x) ↔ p a ∨ ∃ x, ∃ _ : x ∈ l, p x := by
  constructor
  · rintro ⟨x, hx, h⟩
    cases mem_cons.1 hx with
    | inl e => exact .inl (e ▸ h)
    | inr hx => exact .inr ⟨x, hx, h⟩
  · rintro (h | ⟨x, hx, h⟩)
    · exact ⟨a, .head _, h⟩
    · exact ⟨x, .tail _ hx, h⟩

/-! ## Membership by equality test -/

section
variable [BEq α]
@[simp] theorem elem_nil {a : α} : elem a [] = false := rfl
theorem elem_cons {a b : α} {as : List α} : elem a (b :: as) = (a == b || elem a as) := by
  cases h : a == b <;> simp [elem, h]
@[simp] theorem contains_nil {a : α} : ([] : List α).contains a = false := rfl
theorem contains_cons {a b : α} {as : List α} : (b :: as).contains a = (a == b || as.contains a) := elem_cons
variable [LawfulBEq α]
@[simp] theorem elem_iff {a : α} {as : List α} : elem a as = true ↔ a ∈ as := by
  induction as with
  | nil => simp
  | cons b as ih => rw [elem_cons, Bool.or_eq_true, ih, beq_iff_eq, mem_cons]
theorem elem_eq_true_of_mem {a : α} {as : List α} (h : a ∈ as) : elem a as = true := elem_iff.2 h
theorem mem_of_elem_eq_true {a : α} {as : List α} : elem a as = true → a ∈ as := elem_iff.1
theorem contains_iff_mem {a : α} {as : List α} : as.contains a ↔ a ∈ as := elem_iff
instance instDecidableMemListOfLawfulBEq (a : α) (as : List α) : Decidable (a ∈ as) := decidable_of_decidable_of_iff elem_iff
theorem elem_eq_mem [DecidableEq α] (a : α) (as : List α) : elem a as = decide (a ∈ as) := by
  by_cases h : a ∈ as <;> simp [h]
  exact Bool.eq_false_of_ne_true fun e => h (elem_iff.1 e)
end
/-- A decidable property holds of some element. -/
instance decidableBEx (p : α → Prop) [DecidablePred p] : ∀ l : List α, Decidable (∃ x, x ∈ l ∧ p x)
  | [] => isFalse (fun ⟨_, h, _⟩ => nomatch h)
  | x :: xs =>
    if h₁ : p x then isTrue ⟨x, .head _, h₁⟩
    else match decidableBEx p xs with
      | isTrue h₂ => isTrue (let ⟨y, hm, hp⟩ := h₂; ⟨y, .tail _ hm, hp⟩)
      | isFalse h₂ => isFalse fun ⟨y, hm, hp⟩ => (mem_cons.1 hm).elim (fun e => h₁ (e ▸ hp)) (fun hm => h₂ ⟨y, hm, hp⟩)

/-! ## Subsets -/

theorem subset_def {l₁ l₂ : List α} : l₁ ⊆ l₂ ↔ ∀ {a : α}, a ∈ l₁ → a ∈ l₂ := ⟨fun h _ m => h m, fun h _ m => h m⟩
@[simp] theorem nil_subset (l : List α) : [] ⊆ l := fun _ h => nomatch h
@[simp] theorem Subset.refl (l : List α) : l ⊆ l := fun _ h => h
theorem Subset.trans {l₁ l₂ l₃ : List α} (h₁ : l₁ ⊆ l₂) (h₂ : l₂ ⊆ l₃) : l₁ ⊆ l₃ := fun _ h => h₂ (h₁ h)
theorem subset_cons_self (a : α) (l : List α) : l ⊆ a :: l := fun _ => .tail a
theorem subset_cons_of_subset (a : α) {l₁ l₂ : List α} (h : l₁ ⊆ l₂) : l₁ ⊆ a :: l₂ := fun _ m => .tail a (h m)
@[simp] theorem cons_subset {a : α} {l m : List α} : a :: l ⊆ m ↔ a ∈ m ∧ l ⊆ m :=
  ⟨fun h => ⟨h (.head _), fun _ m => h (.tail _ m)⟩, fun ⟨h₁, h₂⟩ _ m => (mem_cons.1 m).elim (fun e => e ▸ h₁) (fun m => h₂ m)⟩
theorem subset_append_left (l₁ l₂ : List α) : l₁ ⊆ l₁ ++ l₂ := fun _ => mem_append_left _
theorem subset_append_right (l₁ l₂ : List α) : l₂ ⊆ l₁ ++ l₂ := fun _ => mem_append_right _
@[simp] theorem append_subset {l₁ l₂ l : List α} : l₁ ++ l₂ ⊆ l ↔ l₁ ⊆ l ∧ l₂ ⊆ l :=
  ⟨fun h => ⟨fun _ m => h (mem_append_left _ m), fun _ m => h (mem_append_right _ m)⟩, fun ⟨h₁, h₂⟩ _ m => (mem_append.1 m).elim (fun m => h₁ m) (fun m => h₂ m)⟩
@[simp] theorem subset_nil {l : List α} : l ⊆ [] ↔ l = [] := ⟨fun h => eq_nil_iff_forall_not_mem.2 fun _ m => (nomatch h m), fun h => h ▸ Subset.refl _⟩
theorem cons_subset_cons {l₁ l₂ : List α} (a : α) (s : l₁ ⊆ l₂) : a :: l₁ ⊆ a :: l₂ := cons_subset.2 ⟨.head _, subset_cons_of_subset a s⟩

/-! ## Reverse -/

@[simp] theorem reverseAux_nil {r : List α} : reverseAux [] r = r := rfl
@[simp] theorem reverseAux_cons {a : α} {l r : List α} : reverseAux (a :: l) r = reverseAux l (a :: r) := rfl
theorem reverseAux_eq {as bs : List α} : reverseAux as bs = reverse as ++ bs := reverseAux_eq_append as bs
@[simp] theorem reverse_append {as bs : List α} : (as ++ bs).reverse = bs.reverse ++ as.reverse := by
  induction as with
  | nil => simp
  | cons a as ih => simp [ih]
@[simp] theorem reverse_reverse (as : List α) : as.reverse.reverse = as := by
  induction as with
  | nil => rfl
  | cons a as ih => simp [ih]
@[simp] theorem length_reverse {as : List α} : (as.reverse).length = as.length := by
  induction as with
  | nil => rfl
  | cons a as ih => simp [ih]
theorem reverse_singleton (a : α) : reverse [a] = [a] := rfl
theorem reverse_concat {l : List α} {a : α} : (l ++ [a]).reverse = a :: l.reverse := by simp
@[simp] theorem mem_reverse {x : α} {as : List α} : x ∈ reverse as ↔ x ∈ as := by
  induction as with
  | nil => simp
  | cons a as ih => simp [ih, or_comm]
@[simp] theorem reverse_eq_nil_iff {xs : List α} : xs.reverse = [] ↔ xs = [] := by cases xs <;> simp
theorem reverse_ne_nil_iff {xs : List α} : xs.reverse ≠ [] ↔ xs ≠ [] := not_congr reverse_eq_nil_iff
theorem reverse_eq_iff {as bs : List α} : as.reverse = bs ↔ as = bs.reverse := ⟨fun h => by rw [← h, reverse_reverse], fun h => by rw [h, reverse_reverse]⟩
@[simp] theorem reverse_inj {xs ys : List α} : xs.reverse = ys.reverse ↔ xs = ys := by rw [reverse_eq_iff, reverse_reverse]
theorem reverse_eq_cons_iff {xs : List α} {a : α} {ys : List α} : xs.reverse = a :: ys ↔ xs = ys.reverse ++ [a] := by rw [reverse_eq_iff, reverse_cons]
theorem reverse_eq_append_iff {xs ys zs : List α} : xs.reverse = ys ++ zs ↔ xs = zs.reverse ++ ys.reverse := by rw [reverse_eq_iff, reverse_append]
@[simp] theorem isEmpty_reverse {xs : List α} : xs.reverse.isEmpty = xs.isEmpty := by rw [Bool.eq_iff_iff, isEmpty_iff, isEmpty_iff, reverse_eq_nil_iff]
end List
