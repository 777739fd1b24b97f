prelude
import Init.List.Map
/-!
# Options
-/
universe u v w

namespace Option
variable {α : Type u} {β : Type v} {γ : Type w}

/-! ## Definitions -/

/-- Is there a value? -/
@[inline] def isSome : Option α → Bool
  | some _ => true
  | none => false
/-- Is there no value? -/
@[inline] def isNone : Option α → Bool
  | some _ => false
  | none => true
/-- The value, given that there is one. -/
@[inline] def get : (o : Option α) → isSome o → α
  | some x, _ => x
  | none, h => absurd h Bool.false_ne_true
/-- Keep the value if it satisfies `p`. -/
@[always_inline, inline] protected def filter (p : α → Bool) : Option α → Option α
  | some a => if p a then some a else none
  | none => none
/-- The first option, or the second if there is no value. -/
@[macro_inline] protected def or : Option α → Option α → Option α
  | o@(some _), _ => o
  | none, o => o
/-- There is a value and it satisfies `p`. -/
@[inline] protected def any (p : α → Bool) : Option α → Bool
  | some a => p a
  | none => false
/-- Case distinction, with a value for `none` first. -/
@[inline] protected def elim : Option α → β → (α → β) → β
  | some x, _, f => f x
  | none, y, _ => y
/-- A list of at most one element. -/
@[inline] def toList : Option α → List α
  | none => []
  | some a => [a]
/-- Option of an option. -/
@[inline] def join (x : Option (Option α)) : Option α := x.bind id
instance instMembership : Membership α (Option α) := ⟨fun b a => b = some a⟩
instance instDecidableEq [DecidableEq α] : DecidableEq (Option α) := fun a b => match a, b with
  | none, none => isTrue rfl
  | none, some _ => isFalse (fun h => nomatch h)
  | some _, none => isFalse (fun h => nomatch h)
  | some a, some b => if h : a = b then isTrue (h ▸ rfl) else isFalse fun e => h (some.inj e)
instance instBEq [BEq α] : BEq (Option α) := ⟨fun
  | none, none => true
  | some a, some b => a == b
  | _, _ => false⟩
instance instFunctor : Functor Option where
  map := Option.map
instance instMonad : Monad Option where
  pure := some
  bind := Option.bind
  map := Option.map

/-! ## Values -/

theorem some_ne_none (x : α) : some x ≠ none := fun h => nomatch h
theorem none_ne_some (x : α) : none ≠ some x := fun h => nomatch h
theorem some_inj {a b : α} : some a = some b ↔ a = b := by simp
protected theorem «forall» {p : Option α → Prop} : (∀ x, p x) ↔ p none ∧ ∀ x, p (some x) := ⟨fun h => ⟨h _, fun _ => h _⟩, fun ⟨h₁, h₂⟩ x => match x with | none => h₁ | some x => h₂ x⟩
protected theorem «exists» {p : Option α → Prop} : (∃ x, p x) ↔ p none ∨ ∃ x, p (some x) :=
  ⟨fun ⟨x, h⟩ => match x, h with | none, h => .inl h | some x, h => .inr ⟨x, h⟩, fun h => h.elim (fun h => ⟨_, h⟩) (fun ⟨_, h⟩ => ⟨_, h⟩)⟩
@[simp] theorem mem_def {a : α} {b : Option α} : a ∈ b ↔ b = some a := Iff.rfl
theorem mem_some {a b : α} : a ∈ some b ↔ b = a := by simp
theorem mem_some_self (a : α) : a ∈ some a := rfl
theorem not_mem_none (a : α) : ¬a ∈ (none : Option α) := fun h => nomatch h
theorem eq_none_or_eq_some (a : Option α) : a = none ∨ ∃ x, a = some x := by cases a with | none => exact .inl rfl | some x => exact .inr ⟨x, rfl⟩
theorem ne_none_iff_exists {o : Option α} : o ≠ none ↔ ∃ x, some x = o := by cases o <;> simp
theorem ne_none_iff_exists' {o : Option α} : o ≠ none ↔ ∃ x, o = some x := by cases o <;> simp
theorem ext {o₁ o₂ : Option α} (h : ∀ a, o₁ = some a ↔ o₂ = some a) : o₁ = o₂ := by
  cases o₁ with
  | none => cases o₂ with
    | none => rfl
    | some b => exact (h b).2 rfl
  | some a => exact ((h a).1 rfl).symm
theorem eq_none_iff_forall_ne_some {o : Option α} : o = none ↔ ∀ a, o ≠ some a := by cases o <;> simp

/-! ## Tests -/

@[simp] theorem isSome_none : (none : Option α).isSome = false := rfl
@[simp] theorem isSome_some {a : α} : (some a).isSome = true := rfl
@[simp] theorem isNone_none : (none : Option α).isNone = true := rfl
@[simp] theorem isNone_some {a : α} : (some a).isNone = false := rfl
theorem isSome_iff_exists {x : Option α} : x.isSome ↔ ∃ a, x = some a := by cases x <;> simp
theorem isSome_iff_ne_none {o : Option α} : o.isSome ↔ o ≠ none := by cases o <;> simp
@[simp] theorem isNone_iff_eq_none {o : Option α} : o.isNone ↔ o = none := by cases o <;> simp
@[simp] theorem isSome_eq_false_iff {a : Option α} : a.isSome = false ↔ a.isNone := by cases a <;> simp
@[simp] theorem not_isSome {a : Option α} : (!a.isSome) = a.isNone := by cases a <;> rfl
@[simp] theorem not_isNone {a : Option α} : (!a.isNone) = a.isSome := by cases a <;> rfl
theorem isSome_of_mem {x : Option α} {y : α} (h : y ∈ x) : x.isSome := by rw [mem_def.1 h]; rfl
theorem isSome_of_eq_some {x : Option α} {y : α} (h : x = some y) : x.isSome := by rw [h]; rfl
@[simp] theorem get_some (x : α) (h) : (some x).get h = x := rfl
@[simp] theorem some_get : ∀ {x : Option α} (h : isSome x), some (x.get h) = x
  | some _, _ => rfl
theorem get_of_mem : ∀ {o : Option α} (h : isSome o) {a : α}, a ∈ o → o.get h = a
  | some _, _, _, rfl => rfl
@[simp] theorem getD_none {a : α} : (none : Option α).getD a = a := rfl
@[simp] theorem getD_some {a b : α} : (some a).getD b = a := rfl
theorem getD_of_ne_none {x : Option α} (hx : x ≠ none) (y : α) : some (x.getD y) = x := by cases x with | none => exact absurd rfl hx | some a => rfl
theorem getD_eq_iff {o : Option α} {a b : α} : o.getD a = b ↔ (o = some b ∨ o = none ∧ a = b) := by cases o <;> simp

/-! ## Map, bind -/

@[simp] theorem map_none {f : α → β} : none.map f = none := rfl
@[simp] theorem map_some {f : α → β} {a : α} : (some a).map f = some (f a) := rfl
@[simp] theorem map_id_fun : Option.map (id : α → α) = id := by funext x; cases x <;> rfl
theorem map_id {x : Option α} : x.map id = x := by simp
@[simp] theorem map_map (h : β → γ) (g : α → β) (x : Option α) : (x.map g).map h = x.map (h ∘ g) := by cases x <;> rfl
theorem map_eq_some_iff {x : Option α} {b : β} {f : α → β} : x.map f = some b ↔ ∃ a, x = some a ∧ f a = b := by cases x <;> simp
@[simp] theorem map_eq_none_iff {x : Option α} {f : α → β} : x.map f = none ↔ x = none := by cases x <;> simp
@[simp] theorem isSome_map {x : Option α} {f : α → β} : (x.map f).isSome = x.isSome := by cases x <;> rfl
@[simp] theorem isNone_map {x : Option α} {f : α → β} : (x.map f).isNone = x.isNone := by cases x <;> rfl
theorem map_congr {f g : α → β} {x : Option α} (h : ∀ a, x = some a → f a = g a) : x.map f = x.map g := by
  cases x with
  | none => rfl
  | some a => rw [map_some, map_some, h a rfl]
theorem map_inj_right {f : α → β} {o o' : Option α} (w : ∀ x y, f x = f y → x = y) : o.map f = o'.map f ↔ o = o' := by
  cases o <;> cases o' <;> simp
  exact ⟨w _ _, fun h => h ▸ rfl⟩
@[simp] theorem bind_none (x : Option α) : x.bind (fun _ => none (α := β)) = none := by cases x <;> rfl
@[simp] theorem none_bind (f : α → Option β) : none.bind f = none := rfl
@[simp] theorem some_bind (a : α) (f : α → Option β) : (some a).bind f = f a := rfl
theorem bind_some' (a : α) (f : α → Option β) : (some a).bind f = f a := rfl
@[simp] theorem bind_fun_some (x : Option α) : x.bind some = x := by cases x <;> rfl
@[simp] theorem bind_eq_some_iff {o : Option α} {f : α → Option β} {b : β} : o.bind f = some b ↔ ∃ a, o = some a ∧ f a = some b := by cases o <;> simp
@[simp] theorem bind_eq_none_iff {o : Option α} {f : α → Option β} : o.bind f = none ↔ ∀ a, o = some a → f a = none := by cases o <;> simp
theorem bind_assoc (x : Option α) (f : α → Option β) (g : β → Option γ) : (x.bind f).bind g = x.bind fun y => (f y).bind g := by cases x <;> rfl
theorem bind_comm {f : α → β → Option γ} (a : Option α) (b : Option β) : (a.bind fun x => b.bind (f x)) = b.bind fun y => a.bind fun x => f x y := by
  cases a <;> cases b <;> rfl
theorem map_bind {f : α → Option β} {g : β → γ} {x : Option α} : (x.bind f).map g = x.bind fun a => (f a).map g := by cases x <;> rfl
theorem map_eq_bind {f : α → β} {x : Option α} : x.map f = x.bind (some ∘ f) := by cases x <;> rfl
@[simp] theorem join_none : (none : Option (Option α)).join = none := rfl
@[simp] theorem join_some {o : Option α} : (some o).join = o := rfl

/-! ## Or, filter, lists -/

@[simp] theorem or_some {a : α} {o : Option α} : (some a).or o = some a := rfl
@[simp] theorem none_or {o : Option α} : none.or o = o := rfl
@[simp] theorem or_none {o : Option α} : o.or none = o := by cases o <;> rfl
theorem or_assoc {o₁ o₂ o₃ : Option α} : (o₁.or o₂).or o₃ = o₁.or (o₂.or o₃) := by cases o₁ <;> rfl
@[simp] theorem or_self {o : Option α} : o.or o = o := by cases o <;> rfl
@[simp] theorem or_eq_none_iff {o o' : Option α} : o.or o' = none ↔ o = none ∧ o' = none := by cases o <;> simp
theorem or_eq_some_iff {o o' : Option α} {a : α} : o.or o' = some a ↔ o = some a ∨ o = none ∧ o' = some a := by cases o <;> simp
@[simp] theorem isSome_or {o₁ o₂ : Option α} : (o₁.or o₂).isSome = (o₁.isSome || o₂.isSome) := by cases o₁ <;> rfl
theorem map_or {o o' : Option α} {f : α → β} : (o.or o').map f = (o.map f).or (o'.map f) := by cases o <;> rfl
@[simp] theorem filter_none (p : α → Bool) : none.filter p = none := rfl
theorem filter_some {p : α → Bool} {a : α} : (some a).filter p = if p a then some a else none := rfl
@[simp] theorem filter_eq_some_iff {o : Option α} {p : α → Bool} {a : α} : o.filter p = some a ↔ o = some a ∧ p a := by
  cases o with
  | none => simp
  | some b =>
    rw [filter_some]
    by_cases h : p b
    · rw [if_pos h]; exact ⟨fun e => ⟨e, by rw [← some.inj e]; exact h⟩, And.left⟩
    · rw [if_neg h]; exact ⟨fun e => (nomatch e), fun e => absurd (by rw [some.inj e.1]; exact e.2) h⟩
@[simp] theorem all_none {p : α → Bool} : none.all p = true := rfl
@[simp] theorem all_some {p : α → Bool} {x : α} : (some x).all p = p x := rfl
@[simp] theorem any_none {p : α → Bool} : none.any p = false := rfl
@[simp] theorem any_some {p : α → Bool} {x : α} : (some x).any p = p x := rfl
@[simp] theorem elim_none {b : β} {f : α → β} : Option.elim none b f = b := rfl
@[simp] theorem elim_some {b : β} {f : α → β} {a : α} : Option.elim (some a) b f = f a := rfl
@[simp] theorem toList_none : (none : Option α).toList = [] := rfl
@[simp] theorem toList_some {a : α} : (some a).toList = [a] := rfl
@[simp] theorem mem_toList {a : α} {o : Option α} : a ∈ o.toList ↔ o = some a := by cases o <;> simp [eq_comm]

end Option
