prelude
import Init.Logic.Propositional
/-!
# Quantifiers

Laws of `∀` and `∃`, and of choice.
-/
universe u v w
variable {α : Sort u} {β : Sort v} {a b c : Prop} {p q : α → Prop}

/-! ## Monotony and congruence -/

theorem forall_imp (h : ∀ a, p a → q a) : (∀ a, p a) → ∀ a, q a := fun f x => h x (f x)
theorem Exists.imp (h : ∀ a, p a → q a) : (∃ a, p a) → ∃ a, q a := fun ⟨x, hx⟩ => ⟨x, h x hx⟩
theorem Exists.imp' {q : β → Prop} (f : α → β) (hpq : ∀ a, p a → q (f a)) : (∃ a, p a) → ∃ b, q b := fun ⟨x, hx⟩ => ⟨f x, hpq x hx⟩
theorem forall_congr' (h : ∀ a, p a ↔ q a) : (∀ a, p a) ↔ ∀ a, q a := ⟨fun f x => (h x).1 (f x), fun f x => (h x).2 (f x)⟩
theorem forall₂_congr {β : α → Sort v} {p q : ∀ a, β a → Prop} (h : ∀ a b, p a b ↔ q a b) : (∀ a b, p a b) ↔ ∀ a b, q a b := forall_congr' fun a => forall_congr' (h a)
theorem exists₂_congr {β : α → Sort v} {p q : ∀ a, β a → Prop} (h : ∀ a b, p a b ↔ q a b) : (∃ a b, p a b) ↔ ∃ a b, q a b := exists_congr fun a => exists_congr (h a)

/-! ## With the connectives -/

theorem forall_and : (∀ x, p x ∧ q x) ↔ (∀ x, p x) ∧ (∀ x, q x) := ⟨fun h => ⟨fun x => (h x).1, fun x => (h x).2⟩, fun h x => ⟨h.1 x, h.2 x⟩⟩
theorem exists_or : (∃ x, p x ∨ q x) ↔ (∃ x, p x) ∨ ∃ x, q x :=
  ⟨fun ⟨x, h⟩ => h.imp (fun y => ⟨x, y⟩) (fun y => ⟨x, y⟩), fun h => h.elim (fun ⟨x, h⟩ => ⟨x, .inl h⟩) (fun ⟨x, h⟩ => ⟨x, .inr h⟩)⟩
@[simp] theorem exists_imp : ((∃ x, p x) → b) ↔ ∀ x, p x → b := ⟨fun h x hx => h ⟨x, hx⟩, fun h ⟨x, hx⟩ => h x hx⟩
@[simp] theorem not_exists : (¬∃ x, p x) ↔ ∀ x, ¬p x := exists_imp
theorem forall_not_of_not_exists (h : ¬∃ x, p x) : ∀ x, ¬p x := not_exists.1 h
theorem not_exists_of_forall_not (h : ∀ x, ¬p x) : ¬∃ x, p x := not_exists.2 h
theorem not_forall_of_exists_not : (∃ x, ¬p x) → ¬∀ x, p x := fun ⟨x, hx⟩ h => hx (h x)
@[simp] theorem exists_false : ¬∃ _ : α, False := fun ⟨_, h⟩ => h
@[simp] theorem exists_and_left : (∃ x, b ∧ p x) ↔ b ∧ ∃ x, p x := ⟨fun ⟨x, h, g⟩ => ⟨h, x, g⟩, fun ⟨h, x, g⟩ => ⟨x, h, g⟩⟩
@[simp] theorem exists_and_right : (∃ x, p x ∧ b) ↔ (∃ x, p x) ∧ b := ⟨fun ⟨x, h, g⟩ => ⟨⟨x, h⟩, g⟩, fun ⟨⟨x, h⟩, g⟩ => ⟨x, h, g⟩⟩
theorem exists_and_self (P : Prop) : (∃ _ : P, P) ↔ P := ⟨fun ⟨h, _⟩ => h, fun h => ⟨h, h⟩⟩
theorem forall_and_left [Nonempty α] (q : Prop) (p : α → Prop) : (∀ x, q ∧ p x) ↔ (q ∧ ∀ x, p x) := by rw [forall_and, forall_const]
theorem forall_and_right [Nonempty α] (p : α → Prop) (q : Prop) : (∀ x, p x ∧ q) ↔ (∀ x, p x) ∧ q := by rw [forall_and, forall_const]
theorem exists_or_left [Nonempty α] {q : Prop} {p : α → Prop} : (∃ x, q ∨ p x) ↔ (q ∨ ∃ x, p x) := by rw [exists_or, exists_const]
theorem exists_or_right [Nonempty α] {q : Prop} {p : α → Prop} : (∃ x, p x ∨ q) ↔ ((∃ x, p x) ∨ q) := by rw [exists_or, exists_const]
theorem forall_comm {r : α → β → Prop} : (∀ a b, r a b) ↔ (∀ b a, r a b) := ⟨fun h b a => h a b, fun h a b => h b a⟩
theorem exists_comm {r : α → β → Prop} : (∃ a b, r a b) ↔ (∃ b a, r a b) := ⟨fun ⟨a, b, h⟩ => ⟨b, a, h⟩, fun ⟨b, a, h⟩ => ⟨a, b, h⟩⟩
@[simp] theorem forall_self_imp (P : Prop) (Q : P → Prop) : (∀ (_ : P) (p : P), Q p) ↔ ∀ p, Q p := ⟨fun h p => h p p, fun h _ p => h p⟩

/-! ## Over propositions -/

@[simp] theorem exists_prop : (∃ _h : a, b) ↔ a ∧ b := ⟨fun ⟨h, g⟩ => ⟨h, g⟩, fun ⟨h, g⟩ => ⟨h, g⟩⟩
theorem exists_prop' {p : Prop} : (∃ _ : α, p) ↔ Nonempty α ∧ p := ⟨fun ⟨a, h⟩ => ⟨⟨a⟩, h⟩, fun ⟨⟨a⟩, h⟩ => ⟨a, h⟩⟩
theorem exists_prop_of_true {p : Prop} {q : p → Prop} (h : p) : (∃ h' : p, q h') ↔ q h := ⟨fun ⟨_, g⟩ => g, fun g => ⟨h, g⟩⟩
theorem exists_prop_of_false {p : Prop} {q : p → Prop} : ¬p → ¬∃ h' : p, q h' := fun n ⟨h, _⟩ => n h
theorem forall_prop_of_true {p : Prop} {q : p → Prop} (h : p) : (∀ h' : p, q h') ↔ q h := ⟨fun f => f h, fun g _ => g⟩
theorem forall_prop_of_false {p : Prop} {q : p → Prop} (hn : ¬p) : (∀ h' : p, q h') ↔ True := iff_true_intro fun h => hn.elim h
@[simp] theorem exists_true_left {p : True → Prop} : Exists p ↔ p True.intro := ⟨fun ⟨_, h⟩ => h, fun h => ⟨_, h⟩⟩
@[simp] theorem forall_true_left {p : True → Prop} : (∀ x, p x) ↔ p True.intro := ⟨fun h => h _, fun h _ => h⟩
@[simp] theorem forall_exists_index {q : (∃ x, p x) → Prop} : (∀ h, q h) ↔ ∀ x (h : p x), q ⟨x, h⟩ := ⟨fun f x h => f ⟨x, h⟩, fun f ⟨x, h⟩ => f x h⟩
theorem forall_true_iff : (α → True) ↔ True := iff_true_intro fun _ => trivial
theorem forall_true_iff' {p : α → Prop} (h : ∀ a, p a ↔ True) : (∀ a, p a) ↔ True := iff_true_intro fun a => (h a).2 trivial
theorem nonempty_prop {p : Prop} : Nonempty p ↔ p := ⟨fun ⟨h⟩ => h, fun h => ⟨h⟩⟩
theorem exists_true_iff_nonempty : (∃ _ : α, True) ↔ Nonempty α := ⟨fun ⟨a, _⟩ => ⟨a⟩, fun ⟨a⟩ => ⟨a, trivial⟩⟩
theorem Exists.nonempty : (∃ x, p x) → Nonempty α := fun ⟨x, _⟩ => ⟨x⟩
theorem Nonempty.imp {α : Sort u} {β : Sort v} (f : α → β) : Nonempty α → Nonempty β := fun ⟨a⟩ => ⟨f a⟩
theorem not_nonempty_iff_forall_false : ¬Nonempty α ↔ α → False := ⟨fun h a => h ⟨a⟩, fun h ⟨a⟩ => h a⟩

/-! ## With equations -/

section
variable {a' : α}
@[simp] theorem forall_eq : (∀ a, a = a' → p a) ↔ p a' := ⟨fun h => h a' rfl, fun h _ e => e ▸ h⟩
@[simp] theorem forall_eq' : (∀ a, a' = a → p a) ↔ p a' := ⟨fun h => h a' rfl, fun h _ e => e ▸ h⟩
@[simp] theorem exists_eq' : ∃ a, a' = a := ⟨_, rfl⟩
@[simp] theorem exists_eq_left' : (∃ a, a' = a ∧ p a) ↔ p a' := ⟨fun ⟨_, e, h⟩ => e ▸ h, fun h => ⟨_, rfl, h⟩⟩
@[simp] theorem exists_eq_right : (∃ a, p a ∧ a = a') ↔ p a' := ⟨fun ⟨_, h, e⟩ => e ▸ h, fun h => ⟨_, h, rfl⟩⟩
@[simp] theorem exists_eq_right' : (∃ a, p a ∧ a' = a) ↔ p a' := ⟨fun ⟨_, h, e⟩ => e ▸ h, fun h => ⟨_, h, rfl⟩⟩
@[simp] theorem forall_eq_or_imp : (∀ a, a = a' ∨ q a → p a) ↔ p a' ∧ ∀ a, q a → p a :=
  ⟨fun h => ⟨h _ (.inl rfl), fun a ha => h a (.inr ha)⟩, fun h a x => x.elim (fun e => e ▸ h.1) (h.2 a)⟩
@[simp] theorem exists_eq_or_imp : (∃ a, (a = a' ∨ q a) ∧ p a) ↔ p a' ∨ ∃ a, q a ∧ p a :=
  ⟨fun ⟨a, x, h⟩ => x.elim (fun e => .inl (e ▸ h)) (fun y => .inr ⟨a, y, h⟩), fun x => x.elim (fun h => ⟨_, .inl rfl, h⟩) (fun ⟨a, y, h⟩ => ⟨a, .inr y, h⟩)⟩
@[simp] theorem exists_eq_right_right {b : Prop} : (∃ a, p a ∧ b ∧ a = a') ↔ p a' ∧ b := ⟨fun ⟨_, h, g, e⟩ => ⟨e ▸ h, g⟩, fun ⟨h, g⟩ => ⟨_, h, g, rfl⟩⟩
@[simp] theorem exists_eq_right_right' {b : Prop} : (∃ a, p a ∧ b ∧ a' = a) ↔ p a' ∧ b := ⟨fun ⟨_, h, g, e⟩ => ⟨e ▸ h, g⟩, fun ⟨h, g⟩ => ⟨_, h, g, rfl⟩⟩
@[simp] theorem forall_apply_eq_imp_iff {f : α → β} {p : β → Prop} : (∀ b a, f a = b → p b) ↔ ∀ a, p (f a) := ⟨fun h a => h _ a rfl, fun h _ a e => e ▸ h a⟩
@[simp] theorem forall_eq_apply_imp_iff {f : α → β} {p : β → Prop} : (∀ b a, b = f a → p b) ↔ ∀ a, p (f a) := ⟨fun h a => h _ a rfl, fun h _ a e => e ▸ h a⟩
@[simp] theorem forall_apply_eq_imp_iff₂ {f : α → β} {P : α → Prop} {Q : β → Prop} : (∀ b a, P a → f a = b → Q b) ↔ ∀ a, P a → Q (f a) :=
  ⟨fun h a ha => h _ a ha rfl, fun h _ a ha e => e ▸ h a ha⟩
@[simp] theorem exists_apply_eq_apply (f : α → β) (a' : α) : ∃ a, f a = f a' := ⟨a', rfl⟩
@[simp] theorem exists_exists_and_eq_and {f : α → β} {p : α → Prop} {q : β → Prop} : (∃ b, (∃ a, p a ∧ f a = b) ∧ q b) ↔ ∃ a, p a ∧ q (f a) :=
  ⟨fun ⟨_, ⟨a, ha, e⟩, h⟩ => ⟨a, ha, e ▸ h⟩, fun ⟨a, ha, h⟩ => ⟨_, ⟨a, ha, rfl⟩, h⟩⟩
@[simp] theorem exists_exists_eq_and {f : α → β} {p : β → Prop} : (∃ b, (∃ a, f a = b) ∧ p b) ↔ ∃ a, p (f a) :=
  ⟨fun ⟨_, ⟨a, e⟩, h⟩ => ⟨a, e ▸ h⟩, fun ⟨a, h⟩ => ⟨_, ⟨a, rfl⟩, h⟩⟩
end

/-! ## Subsingletons and functions -/

theorem subsingleton_of_forall_eq (x : α) (h : ∀ y, y = x) : Subsingleton α := ⟨fun a b => (h a).trans (h b).symm⟩
theorem funext_iff {β : α → Sort v} {f g : (x : α) → β x} : f = g ↔ ∀ x, f x = g x := ⟨fun h x => congrFun h x, funext⟩

/-! ## Classical logic and choice -/

namespace Classical
@[simp] theorem not_forall_not : (¬∀ x, ¬p x) ↔ ∃ x, p x := ⟨fun h => byContradiction fun n => h (not_exists.1 n), fun ⟨x, hx⟩ h => h x hx⟩
theorem not_exists_not : (¬∃ x, ¬p x) ↔ ∀ x, p x := ⟨fun h x => byContradiction fun n => h ⟨x, n⟩, fun h ⟨x, n⟩ => n (h x)⟩
theorem exists_or_forall_not (p : α → Prop) : (∃ x, p x) ∨ ∀ x, ¬p x := (em _).imp_right not_exists.1
theorem forall_or_left {a : Prop} : (∀ x, a ∨ q x) ↔ a ∨ ∀ x, q x := Decidable.forall_or_left
theorem exists_imp_iff_forall_imp [Nonempty α] {b : Prop} : (∃ x, p x → b) ↔ ((∀ x, p x) → b) :=
  ⟨fun ⟨x, h⟩ f => h (f x), fun h => byContradiction fun n => by
    have all : ∀ x, p x := fun x => byContradiction fun hx => n ⟨x, fun g => absurd g hx⟩
    exact n (Nonempty.elim ‹Nonempty α› fun x => ⟨x, fun _ => h all⟩)⟩
theorem axiomOfChoice {β : α → Sort v} {r : (x : α) → β x → Prop} (h : ∀ x, ∃ y, r x y) : ∃ f : (x : α) → β x, ∀ x, r x (f x) :=
  ⟨fun x => choose (h x), fun x => choose_spec (h x)⟩
theorem skolem {b : α → Sort v} {p : (x : α) → b x → Prop} : (∀ x, ∃ y, p x y) ↔ ∃ f : (x : α) → b x, ∀ x, p x (f x) :=
  ⟨axiomOfChoice, fun ⟨f, h⟩ x => ⟨f x, h x⟩⟩
end Classical
/-- A decidable existence over a decidable domain of one proposition. -/
instance instDecidableExistsProp {p : Prop} {q : p → Prop} [Decidable p] [∀ h, Decidable (q h)] : Decidable (∃ h, q h) :=
  if h : p then decidable_of_iff (q h) ⟨fun g => ⟨h, g⟩, fun ⟨_, g⟩ => g⟩ else isFalse fun ⟨g, _⟩ => h g
instance instDecidableForallProp {p : Prop} {q : p → Prop} [Decidable p] [∀ h, Decidable (q h)] : Decidable (∀ h, q h) :=
  if h : p then decidable_of_iff (q h) ⟨fun g _ => g, fun g => g h⟩ else isTrue fun g => absurd g h
