prelude
import Init.Logic.Classes
/-!
# Propositional logic

Laws of conjunction, disjunction, implication, negation and equivalence; first those that hold
without further assumptions, then those of decidable propositions, then those of classical logic.
-/
universe u v w
variable {a b c d p q r : Prop}

/-! ## Equations of propositions -/

theorem eq_of_iff (h : a ↔ b) : a = b := propext h
@[simp] theorem eq_iff_iff : (a = b) ↔ (a ↔ b) := ⟨Iff.of_eq, propext⟩
theorem propext_iff : a = b ↔ (a ↔ b) := eq_iff_iff
theorem eq_self_iff_true {α : Sort u} (a : α) : a = a ↔ True := ⟨fun _ => trivial, fun _ => rfl⟩
theorem ne_self_iff_false {α : Sort u} (a : α) : a ≠ a ↔ False := ⟨fun h => h rfl, False.elim⟩
theorem iff_iff_eq : (a ↔ b) ↔ a = b := eq_iff_iff.symm
theorem heq_self_iff_true {α : Sort u} (a : α) : HEq a a ↔ True := ⟨fun _ => trivial, fun _ => HEq.rfl⟩
theorem ne_comm {α : Sort u} {a b : α} : a ≠ b ↔ b ≠ a := ⟨Ne.symm, Ne.symm⟩
theorem ne_of_eq_of_ne {α : Sort u} {a b c : α} (h₁ : a = b) (h₂ : b ≠ c) : a ≠ c := h₁.symm ▸ h₂
theorem ne_of_ne_of_eq {α : Sort u} {a b c : α} (h₁ : a ≠ b) (h₂ : b = c) : a ≠ c := h₂ ▸ h₁
theorem eqRec_eq_cast {α : Sort u} {a : α} {motive : (a' : α) → a = a' → Sort v} (x : motive a rfl) {a' : α} (e : a = a') :
    @Eq.rec α a motive x a' e = cast (e ▸ rfl) x := by subst e; rfl
@[simp] theorem eq_mp_eq_cast {α β : Sort u} (h : α = β) : Eq.mp h = cast h := rfl
@[simp] theorem eq_mpr_eq_cast {α β : Sort u} (h : α = β) : Eq.mpr h = cast h.symm := rfl
@[simp] theorem cast_cast {α β γ : Sort u} : ∀ (ha : α = β) (hb : β = γ) (a : α), cast hb (cast ha a) = cast (ha.trans hb) a
  | rfl, rfl, _ => rfl

/-! ## Constant sides -/

theorem iff_of_true (ha : a) (hb : b) : a ↔ b := ⟨fun _ => hb, fun _ => ha⟩
theorem iff_of_false (ha : ¬a) (hb : ¬b) : a ↔ b := ⟨fun h => (ha h).elim, fun h => (hb h).elim⟩
theorem iff_true_left (ha : a) : (a ↔ b) ↔ b := ⟨fun h => h.1 ha, iff_of_true ha⟩
theorem iff_true_right (ha : a) : (b ↔ a) ↔ b := ⟨fun h => h.2 ha, fun hb => iff_of_true hb ha⟩
theorem iff_false_left (ha : ¬a) : (a ↔ b) ↔ ¬b := ⟨fun h hb => ha (h.2 hb), iff_of_false ha⟩
theorem iff_false_right (ha : ¬a) : (b ↔ a) ↔ ¬b := ⟨fun h hb => ha (h.1 hb), fun hb => iff_of_false hb ha⟩
theorem of_iff_true (h : a ↔ True) : a := h.2 trivial
theorem iff_true_intro (h : a) : a ↔ True := iff_of_true h trivial
theorem not_of_iff_false (h : a ↔ False) : ¬a := h.1
theorem iff_false_intro (h : ¬a) : a ↔ False := iff_of_false h id
@[simp] theorem not_iff_self : ¬(¬a ↔ a) := fun h => let n : ¬a := fun ha => h.2 ha ha; n (h.1 n)
@[simp] theorem iff_not_self : ¬(a ↔ ¬a) := fun h => not_iff_self h.symm
theorem iff_def : (a ↔ b) ↔ (a → b) ∧ (b → a) := ⟨fun h => ⟨h.1, h.2⟩, fun h => ⟨h.1, h.2⟩⟩
theorem iff_def' : (a ↔ b) ↔ (b → a) ∧ (a → b) := iff_def.trans and_comm

/-! ## Congruence -/

theorem not_congr (h : a ↔ b) : ¬a ↔ ¬b := ⟨mt h.2, mt h.1⟩
theorem Iff.not (h : a ↔ b) : ¬a ↔ ¬b := not_congr h
theorem And.imp (f : a → c) (g : b → d) (h : a ∧ b) : c ∧ d := ⟨f h.1, g h.2⟩
theorem And.imp_left (h : a → b) : a ∧ c → b ∧ c := And.imp h id
theorem And.imp_right (h : a → b) : c ∧ a → c ∧ b := And.imp id h
theorem and_congr (h₁ : a ↔ c) (h₂ : b ↔ d) : a ∧ b ↔ c ∧ d := ⟨And.imp h₁.1 h₂.1, And.imp h₁.2 h₂.2⟩
theorem and_congr_left' (h : a ↔ b) : a ∧ c ↔ b ∧ c := and_congr h .rfl
theorem and_congr_right' (h : b ↔ c) : a ∧ b ↔ a ∧ c := and_congr .rfl h
theorem and_congr_right (h : a → (b ↔ c)) : a ∧ b ↔ a ∧ c := ⟨fun ⟨x, y⟩ => ⟨x, (h x).1 y⟩, fun ⟨x, y⟩ => ⟨x, (h x).2 y⟩⟩
theorem and_congr_left (h : c → (a ↔ b)) : a ∧ c ↔ b ∧ c := ⟨fun ⟨x, y⟩ => ⟨(h y).1 x, y⟩, fun ⟨x, y⟩ => ⟨(h y).2 x, y⟩⟩
@[simp] theorem and_congr_right_iff : (a ∧ b ↔ a ∧ c) ↔ (a → (b ↔ c)) :=
  ⟨fun h ha => ⟨fun hb => (h.1 ⟨ha, hb⟩).2, fun hc => (h.2 ⟨ha, hc⟩).2⟩, and_congr_right⟩
@[simp] theorem and_congr_left_iff : (a ∧ c ↔ b ∧ c) ↔ (c → (a ↔ b)) :=
  ⟨fun h hc => ⟨fun ha => (h.1 ⟨ha, hc⟩).1, fun hb => (h.2 ⟨hb, hc⟩).1⟩, and_congr_left⟩
theorem and_congr_right_eq (h : a → b = c) : (a ∧ b) = (a ∧ c) := propext (and_congr_right fun ha => .of_eq (h ha))
theorem Or.imp (f : a → c) (g : b → d) (h : a ∨ b) : c ∨ d := h.elim (fun x => .inl (f x)) (fun x => .inr (g x))
theorem Or.imp_left (f : a → b) : a ∨ c → b ∨ c := Or.imp f id
theorem Or.imp_right (f : b → c) : a ∨ b → a ∨ c := Or.imp id f
theorem or_congr (h₁ : a ↔ c) (h₂ : b ↔ d) : a ∨ b ↔ c ∨ d := ⟨Or.imp h₁.1 h₂.1, Or.imp h₁.2 h₂.2⟩
theorem or_congr_left (h : a ↔ b) : a ∨ c ↔ b ∨ c := or_congr h .rfl
theorem or_congr_right (h : b ↔ c) : a ∨ b ↔ a ∨ c := or_congr .rfl h
theorem imp_congr (h₁ : a ↔ c) (h₂ : b ↔ d) : (a → b) ↔ (c → d) := ⟨fun f hc => h₂.1 (f (h₁.2 hc)), fun f ha => h₂.2 (f (h₁.1 ha))⟩
theorem imp_congr_left (h : a ↔ b) : (a → c) ↔ (b → c) := imp_congr h .rfl
theorem imp_congr_right (h : a → (b ↔ c)) : (a → b) ↔ (a → c) := ⟨fun f x => (h x).1 (f x), fun f x => (h x).2 (f x)⟩
theorem imp_congr_ctx (h₁ : a ↔ c) (h₂ : c → (b ↔ d)) : (a → b) ↔ (c → d) := (imp_congr_left h₁).trans (imp_congr_right h₂)

/-! ## Conjunction -/

theorem and_self_iff : a ∧ a ↔ a := .of_eq (and_self a)
theorem and_not_self_iff (a : Prop) : a ∧ ¬a ↔ False := iff_false_intro and_not_self
theorem not_and_self_iff (a : Prop) : ¬a ∧ a ↔ False := iff_false_intro not_and_self
theorem and_left_comm : a ∧ b ∧ c ↔ b ∧ a ∧ c := ⟨fun ⟨x, y, z⟩ => ⟨y, x, z⟩, fun ⟨x, y, z⟩ => ⟨y, x, z⟩⟩
theorem and_right_comm : (a ∧ b) ∧ c ↔ (a ∧ c) ∧ b := ⟨fun ⟨⟨x, y⟩, z⟩ => ⟨⟨x, z⟩, y⟩, fun ⟨⟨x, y⟩, z⟩ => ⟨⟨x, z⟩, y⟩⟩
theorem and_rotate : a ∧ b ∧ c ↔ b ∧ c ∧ a := ⟨fun ⟨x, y, z⟩ => ⟨y, z, x⟩, fun ⟨x, y, z⟩ => ⟨z, x, y⟩⟩
theorem and_and_and_comm : (a ∧ b) ∧ c ∧ d ↔ (a ∧ c) ∧ b ∧ d := ⟨fun ⟨⟨x, y⟩, z, t⟩ => ⟨⟨x, z⟩, y, t⟩, fun ⟨⟨x, y⟩, z, t⟩ => ⟨⟨x, z⟩, y, t⟩⟩
theorem and_and_left : a ∧ (b ∧ c) ↔ (a ∧ b) ∧ a ∧ c := ⟨fun ⟨x, y, z⟩ => ⟨⟨x, y⟩, x, z⟩, fun ⟨⟨x, y⟩, _, z⟩ => ⟨x, y, z⟩⟩
theorem and_and_right : (a ∧ b) ∧ c ↔ (a ∧ c) ∧ b ∧ c := ⟨fun ⟨⟨x, y⟩, z⟩ => ⟨⟨x, z⟩, y, z⟩, fun ⟨⟨x, z⟩, y, _⟩ => ⟨⟨x, y⟩, z⟩⟩
theorem and_iff_left (hb : b) : a ∧ b ↔ a := ⟨And.left, fun ha => ⟨ha, hb⟩⟩
theorem and_iff_right (ha : a) : a ∧ b ↔ b := ⟨And.right, fun hb => ⟨ha, hb⟩⟩
theorem and_iff_left_of_imp (h : a → b) : a ∧ b ↔ a := ⟨And.left, fun ha => ⟨ha, h ha⟩⟩
theorem and_iff_right_of_imp (h : b → a) : a ∧ b ↔ b := ⟨And.right, fun hb => ⟨h hb, hb⟩⟩
@[simp] theorem and_iff_left_iff_imp : (a ∧ b ↔ a) ↔ (a → b) := ⟨fun h ha => (h.2 ha).2, and_iff_left_of_imp⟩
@[simp] theorem and_iff_right_iff_imp : (a ∧ b ↔ b) ↔ (b → a) := ⟨fun h hb => (h.2 hb).1, and_iff_right_of_imp⟩
@[simp] theorem iff_self_and : (p ↔ p ∧ q) ↔ (p → q) := ⟨fun h hp => (h.1 hp).2, fun h => (and_iff_left_of_imp h).symm⟩
@[simp] theorem iff_and_self : (p ↔ q ∧ p) ↔ (p → q) := ⟨fun h hp => (h.1 hp).1, fun h => (and_iff_right_of_imp h).symm⟩
@[simp] theorem and_self_left : a ∧ a ∧ b ↔ a ∧ b := ⟨And.right, fun h => ⟨h.1, h⟩⟩
@[simp] theorem and_self_right : (a ∧ b) ∧ b ↔ a ∧ b := ⟨And.left, fun h => ⟨h, h.2⟩⟩
theorem not_and_of_not_left (b : Prop) (h : ¬a) : ¬(a ∧ b) := fun x => h x.1
theorem not_and_of_not_right (a : Prop) {b : Prop} (h : ¬b) : ¬(a ∧ b) := fun x => h x.2
theorem not_and' : ¬(a ∧ b) ↔ b → ¬a := ⟨fun h hb ha => h ⟨ha, hb⟩, fun h ⟨ha, hb⟩ => h hb ha⟩
theorem not_and_of_not_or_not (h : ¬a ∨ ¬b) : ¬(a ∧ b) := h.elim (not_and_of_not_left _) (not_and_of_not_right _)

/-! ## Disjunction -/

theorem or_self_iff : a ∨ a ↔ a := .of_eq (or_self a)
theorem not_or_intro (ha : ¬a) (hb : ¬b) : ¬(a ∨ b) := fun h => h.elim ha hb
theorem or_left_comm : a ∨ b ∨ c ↔ b ∨ a ∨ c := by rw [← or_assoc, ← or_assoc, @or_comm a b]
theorem or_right_comm : (a ∨ b) ∨ c ↔ (a ∨ c) ∨ b := by rw [or_assoc, or_assoc, @or_comm b c]
theorem or_or_or_comm : (a ∨ b) ∨ c ∨ d ↔ (a ∨ c) ∨ b ∨ d := by rw [← or_assoc, @or_right_comm a, or_assoc]
theorem or_or_distrib_left : a ∨ b ∨ c ↔ (a ∨ b) ∨ a ∨ c := by rw [or_or_or_comm, or_self]
theorem or_or_distrib_right : (a ∨ b) ∨ c ↔ (a ∨ c) ∨ b ∨ c := by rw [or_or_or_comm, or_self]
theorem or_rotate : a ∨ b ∨ c ↔ b ∨ c ∨ a := by rw [or_left_comm, @or_comm a c]
theorem or_iff_left_of_imp (h : b → a) : a ∨ b ↔ a := ⟨fun x => x.elim id h, .inl⟩
theorem or_iff_right_of_imp (h : a → b) : a ∨ b ↔ b := ⟨fun x => x.elim h id, .inr⟩
theorem or_iff_left (hb : ¬b) : a ∨ b ↔ a := or_iff_left_of_imp fun h => (hb h).elim
theorem or_iff_right (ha : ¬a) : a ∨ b ↔ b := or_iff_right_of_imp fun h => (ha h).elim
@[simp] theorem or_iff_left_iff_imp : (a ∨ b ↔ a) ↔ (b → a) := ⟨fun h hb => h.1 (.inr hb), or_iff_left_of_imp⟩
@[simp] theorem or_iff_right_iff_imp : (a ∨ b ↔ b) ↔ (a → b) := ⟨fun h ha => h.1 (.inl ha), or_iff_right_of_imp⟩
@[simp] theorem iff_self_or {a b : Prop} : (a ↔ a ∨ b) ↔ (b → a) := Iff.comm.trans or_iff_left_iff_imp
@[simp] theorem iff_or_self {a b : Prop} : (b ↔ a ∨ b) ↔ (a → b) := Iff.comm.trans or_iff_right_iff_imp
@[simp] theorem or_self_left : a ∨ a ∨ b ↔ a ∨ b := ⟨fun h => h.elim .inl id, .inr⟩
@[simp] theorem or_self_right : (a ∨ b) ∨ b ↔ a ∨ b := ⟨fun h => h.elim id .inr, .inl⟩
theorem or_imp : (a ∨ b → c) ↔ (a → c) ∧ (b → c) := ⟨fun h => ⟨fun x => h (.inl x), fun x => h (.inr x)⟩, fun h x => x.elim h.1 h.2⟩
theorem Or.neg_resolve_left (h : ¬a ∨ b) (ha : a) : b := h.elim (absurd ha) id
theorem Or.neg_resolve_right (h : a ∨ ¬b) (nb : b) : a := h.elim id (absurd nb)

/-! ## Distributive laws -/

theorem and_or_left : a ∧ (b ∨ c) ↔ (a ∧ b) ∨ (a ∧ c) :=
  ⟨fun ⟨x, h⟩ => h.imp (fun y => ⟨x, y⟩) (fun z => ⟨x, z⟩), fun h => h.elim (fun h => ⟨h.1, .inl h.2⟩) (fun h => ⟨h.1, .inr h.2⟩)⟩
theorem or_and_right : (a ∨ b) ∧ c ↔ (a ∧ c) ∨ (b ∧ c) := by rw [and_comm, and_or_left, @and_comm c a, @and_comm c b]
theorem or_and_left : a ∨ (b ∧ c) ↔ (a ∨ b) ∧ (a ∨ c) :=
  ⟨fun h => h.elim (fun x => ⟨.inl x, .inl x⟩) (fun h => ⟨.inr h.1, .inr h.2⟩), fun ⟨h, g⟩ => h.elim .inl fun y => g.elim .inl fun z => .inr ⟨y, z⟩⟩
theorem and_or_right : (a ∧ b) ∨ c ↔ (a ∨ c) ∧ (b ∨ c) := by rw [or_comm, or_and_left, @or_comm c a, @or_comm c b]

/-! ## Implication -/

theorem imp_intro (h : a) : b → a := fun _ => h
theorem imp.swap : (a → b → c) ↔ (b → a → c) := ⟨fun f x y => f y x, fun f x y => f y x⟩
theorem imp_not_comm : (a → ¬b) ↔ (b → ¬a) := imp.swap
theorem imp_false : (a → False) ↔ ¬a := Iff.rfl
theorem imp_iff_right (ha : a) : (a → b) ↔ b := ⟨fun f => f ha, fun hb _ => hb⟩
theorem imp_iff_not (hb : ¬b) : (a → b) ↔ ¬a := ⟨fun f ha => hb (f ha), fun h ha => (h ha).elim⟩
theorem imp_true_iff : (a → True) ↔ True := iff_true_intro fun _ => trivial
theorem true_imp_iff : (True → a) ↔ a := imp_iff_right trivial
theorem false_imp_iff : (False → a) ↔ True := iff_true_intro False.elim
theorem imp_imp_imp (h₁ : c → a) (h₂ : b → d) : (a → b) → (c → d) := fun f x => h₂ (f (h₁ x))
theorem imp_and : (a → b ∧ c) ↔ (a → b) ∧ (a → c) := ⟨fun f => ⟨fun x => (f x).1, fun x => (f x).2⟩, fun f x => ⟨f.1 x, f.2 x⟩⟩
theorem not_imp_of_and_not : a ∧ ¬b → ¬(a → b) := fun ⟨ha, hb⟩ h => hb (h ha)

/-! ## Negation -/

theorem not_not_em (a : Prop) : ¬¬(a ∨ ¬a) := fun h => h (.inr fun ha => h (.inl ha))
theorem not_not_not : ¬¬¬a ↔ ¬a := ⟨mt not_not_intro, not_not_intro⟩
theorem not_not_of_not_imp : ¬(a → b) → ¬¬a := mt Not.elim
theorem not_of_not_imp {a : Prop} : ¬(a → b) → ¬b := mt fun hb _ => hb

/-! ## Decidable propositions -/

namespace Decidable
@[simp] theorem not_not [Decidable p] : ¬¬p ↔ p := ⟨of_not_not, not_not_intro⟩
theorem by_contra [Decidable p] (h : ¬¬p) : p := of_not_not h
theorem or_not_self (p : Prop) [Decidable p] : p ∨ ¬p := em p
theorem not_or_self (p : Prop) [Decidable p] : ¬p ∨ p := (em p).symm
theorem not_imp_symm [Decidable a] (h : ¬a → b) (hb : ¬b) : a := byContradiction fun n => hb (h n)
theorem not_imp_comm [Decidable a] [Decidable b] : (¬a → b) ↔ (¬b → a) := ⟨not_imp_symm, not_imp_symm⟩
theorem not_imp_not [Decidable a] : (¬a → ¬b) ↔ (b → a) := ⟨fun h hb => byContradiction fun n => h n hb, mt⟩
theorem not_imp_self [Decidable a] : (¬a → a) ↔ a := ⟨fun h => byContradiction fun n => n (h n), fun h _ => h⟩
theorem peirce (a b : Prop) [Decidable a] : ((a → b) → a) → a := fun h => byContradiction fun n => n (h fun x => absurd x n)
theorem not_or_of_imp [Decidable a] (h : a → b) : ¬a ∨ b := if ha : a then .inr (h ha) else .inl ha
theorem imp_iff_not_or [Decidable a] : (a → b) ↔ (¬a ∨ b) := ⟨not_or_of_imp, Or.neg_resolve_left⟩
theorem imp_iff_or_not [Decidable b] : (b → a) ↔ (a ∨ ¬b) := imp_iff_not_or.trans or_comm
theorem or_iff_not_imp_left [Decidable a] : a ∨ b ↔ (¬a → b) := ⟨Or.resolve_left, fun h => if ha : a then .inl ha else .inr (h ha)⟩
theorem or_iff_not_imp_right [Decidable b] : a ∨ b ↔ (¬b → a) := or_comm.trans or_iff_not_imp_left
theorem not_imp_iff_and_not [Decidable a] : ¬(a → b) ↔ a ∧ ¬b :=
  ⟨fun h => ⟨byContradiction fun n => h fun x => absurd x n, fun hb => h fun _ => hb⟩, not_imp_of_and_not⟩
theorem imp_or [Decidable a] : (a → b ∨ c) ↔ (a → b) ∨ (a → c) :=
  ⟨fun h => if ha : a then (h ha).imp (fun hb _ => hb) (fun hc _ => hc) else .inl fun x => absurd x ha, fun h ha => h.imp (fun f => f ha) (fun f => f ha)⟩
theorem not_iff [Decidable b] : ¬(a ↔ b) ↔ (¬a ↔ b) :=
  ⟨fun h => if hb : b then ⟨fun _ => hb, fun _ ha => h (iff_of_true ha hb)⟩ else ⟨fun na => (h (iff_of_false na hb)).elim, fun x => absurd x hb⟩,
   fun h g => if hb : b then h.2 hb (g.2 hb) else hb (h.1 fun ha => hb (g.1 ha))⟩
theorem not_iff_not [Decidable a] [Decidable b] : (¬a ↔ ¬b) ↔ (a ↔ b) :=
  ⟨fun h => ⟨fun ha => byContradiction fun nb => h.2 nb ha, fun hb => byContradiction fun na => h.1 na hb⟩, not_congr⟩
theorem not_iff_comm [Decidable a] [Decidable b] : (¬a ↔ b) ↔ (¬b ↔ a) :=
  ⟨fun h => ⟨fun nb => byContradiction fun na => nb (h.1 na), fun ha hb => h.2 hb ha⟩, fun h => ⟨fun na => byContradiction fun nb => na (h.1 nb), fun hb ha => h.2 ha hb⟩⟩
theorem iff_not_comm [Decidable a] [Decidable b] : (a ↔ ¬b) ↔ (b ↔ ¬a) :=
  ⟨fun h => ⟨fun hb ha => h.1 ha hb, fun na => byContradiction fun nb => na (h.2 nb)⟩, fun h => ⟨fun ha hb => h.1 hb ha, fun nb => byContradiction fun na => nb (h.2 na)⟩⟩
theorem not_and_iff_not_or_not [Decidable a] : ¬(a ∧ b) ↔ ¬a ∨ ¬b := ⟨fun h => if ha : a then .inr fun hb => h ⟨ha, hb⟩ else .inl ha, not_and_of_not_or_not⟩
theorem or_iff_not_and_not [Decidable a] [Decidable b] : a ∨ b ↔ ¬(¬a ∧ ¬b) := by rw [← not_or, not_not]
theorem or_iff_not_not_and_not [Decidable a] [Decidable b] : a ∨ b ↔ ¬(¬a ∧ ¬b) := or_iff_not_and_not
theorem and_iff_not_or_not [Decidable a] [Decidable b] : a ∧ b ↔ ¬(¬a ∨ ¬b) := by rw [← not_and_iff_not_or_not, not_not]
theorem and_iff_not_not_or_not [Decidable a] [Decidable b] : a ∧ b ↔ ¬(¬a ∨ ¬b) := and_iff_not_or_not
theorem iff_iff_and_or_not_and_not [Decidable b] : (a ↔ b) ↔ (a ∧ b) ∨ (¬a ∧ ¬b) :=
  ⟨fun h => if hb : b then .inl ⟨h.2 hb, hb⟩ else .inr ⟨mt h.1 hb, hb⟩, fun h => h.elim (fun h => iff_of_true h.1 h.2) (fun h => iff_of_false h.1 h.2)⟩
theorem iff_iff_not_or_and_or_not [Decidable a] [Decidable b] : (a ↔ b) ↔ (¬a ∨ b) ∧ (a ∨ ¬b) := by
  rw [← imp_iff_not_or, ← imp_iff_or_not]
  exact iff_def
theorem not_and_not_right [Decidable b] : ¬(a ∧ ¬b) ↔ (a → b) := ⟨fun h ha => byContradiction fun n => h ⟨ha, n⟩, fun h ⟨ha, n⟩ => n (h ha)⟩
theorem and_or_imp [Decidable a] : a ∧ b ∨ (a → c) ↔ a → b ∨ c :=
  ⟨fun h ha => h.elim (fun x => .inl x.2) (fun f => .inr (f ha)), fun h => if ha : a then (h ha).elim (fun x => .inl ⟨ha, x⟩) (fun x => .inr fun _ => x) else .inr fun x => absurd x ha⟩
theorem imp_iff_left_iff [Decidable a] : (b ↔ a → b) ↔ a ∨ b :=
  ⟨fun h => if ha : a then .inl ha else .inr (h.2 fun x => absurd x ha), fun h => ⟨fun hb _ => hb, fun f => h.elim f id⟩⟩
theorem imp_iff_right_iff [Decidable a] : ((a → b) ↔ b) ↔ a ∨ b := Iff.comm.trans imp_iff_left_iff
theorem or_congr_left' [Decidable c] (h : ¬c → (a ↔ b)) : a ∨ c ↔ b ∨ c :=
  ⟨fun x => if hc : c then .inr hc else x.imp_left (h hc).1, fun x => if hc : c then .inr hc else x.imp_left (h hc).2⟩
theorem or_congr_right' [Decidable a] (h : ¬a → (b ↔ c)) : a ∨ b ↔ a ∨ c :=
  ⟨fun x => if ha : a then .inl ha else x.imp_right (h ha).1, fun x => if ha : a then .inl ha else x.imp_right (h ha).2⟩
theorem forall_or_left {α : Sort u} {q : α → Prop} [Decidable a] : (∀ x, a ∨ q x) ↔ a ∨ ∀ x, q x :=
  ⟨fun h => if ha : a then .inl ha else .inr fun x => (h x).resolve_left ha, fun h x => h.imp_right fun f => f x⟩
theorem forall_or_right {α : Sort u} {q : α → Prop} [Decidable a] : (∀ x, q x ∨ a) ↔ (∀ x, q x) ∨ a :=
  ⟨fun h => if ha : a then .inr ha else .inl fun x => (h x).resolve_right ha, fun h x => h.imp_left fun f => f x⟩
end Decidable

/-! ## Classical logic -/

namespace Classical
theorem or_iff_not_imp_left : a ∨ b ↔ (¬a → b) := Decidable.or_iff_not_imp_left
theorem or_iff_not_imp_right : a ∨ b ↔ (¬b → a) := Decidable.or_iff_not_imp_right
theorem not_imp_iff_and_not : ¬(a → b) ↔ a ∧ ¬b := Decidable.not_imp_iff_and_not
theorem not_imp_comm : (¬a → b) ↔ (¬b → a) := Decidable.not_imp_comm
theorem not_imp_symm (h : ¬a → b) (hb : ¬b) : a := Decidable.not_imp_symm h hb
theorem not_imp_not : (¬a → ¬b) ↔ (b → a) := Decidable.not_imp_not
theorem imp_iff_not_or : (a → b) ↔ ¬a ∨ b := Decidable.imp_iff_not_or
theorem imp_iff_or_not : (b → a) ↔ a ∨ ¬b := Decidable.imp_iff_or_not
theorem imp_or : (a → b ∨ c) ↔ (a → b) ∨ (a → c) := Decidable.imp_or
theorem not_or_of_imp (h : a → b) : ¬a ∨ b := Decidable.not_or_of_imp h
theorem not_iff : ¬(a ↔ b) ↔ (¬a ↔ b) := Decidable.not_iff
theorem not_iff_not : (¬a ↔ ¬b) ↔ (a ↔ b) := Decidable.not_iff_not
theorem not_iff_comm : (¬a ↔ b) ↔ (¬b ↔ a) := Decidable.not_iff_comm
theorem iff_not_comm : (a ↔ ¬b) ↔ (b ↔ ¬a) := Decidable.iff_not_comm
theorem peirce (a b : Prop) : ((a → b) → a) → a := Decidable.peirce a b
theorem or_iff_not_and_not : a ∨ b ↔ ¬(¬a ∧ ¬b) := Decidable.or_iff_not_and_not
theorem and_iff_not_or_not : a ∧ b ↔ ¬(¬a ∨ ¬b) := Decidable.and_iff_not_or_not
theorem iff_iff_and_or_not_and_not : (a ↔ b) ↔ (a ∧ b) ∨ (¬a ∧ ¬b) := Decidable.iff_iff_and_or_not_and_not
@[simp] theorem imp_iff_left_iff : (b ↔ a → b) ↔ a ∨ b := Decidable.imp_iff_left_iff
@[simp] theorem imp_iff_right_iff : ((a → b) ↔ b) ↔ a ∨ b := Decidable.imp_iff_right_iff
@[simp] theorem and_or_imp : a ∧ b ∨ (a → c) ↔ a → b ∨ c := Decidable.and_or_imp
theorem propComplete (a : Prop) : a = True ∨ a = False := (em a).imp eq_true eq_false
end Classical

/-! ## Booleans as propositions, choice by condition -/

section
variable {α : Sort u} {β : Sort v} [Decidable p] [Decidable q]
@[simp] theorem ite_self {c : Prop} {_ : Decidable c} (a : α) : ite c a a = a := by by_cases h : c <;> simp [h]
theorem apply_dite (f : α → β) (p : Prop) [Decidable p] (x : p → α) (y : ¬p → α) : f (dite p x y) = dite p (fun h => f (x h)) (fun h => f (y h)) := by
  by_cases h : p <;> simp [h]
theorem apply_ite (f : α → β) (p : Prop) [Decidable p] (x y : α) : f (ite p x y) = ite p (f x) (f y) := by by_cases h : p <;> simp [h]
@[simp] theorem dite_not (p : Prop) [hn : Decidable (¬p)] [h : Decidable p] (x : ¬p → α) (y : ¬¬p → α) :
    dite (¬p) x y = dite p (fun h => y (not_not_intro h)) x := by by_cases h : p <;> simp [h]
@[simp] theorem ite_not (p : Prop) [Decidable (¬p)] [Decidable p] (x y : α) : ite (¬p) x y = ite p y x := by by_cases h : p <;> simp [h]
@[simp] theorem ite_then_self {x y z : α} : (if p then (if p then x else y) else z) = if p then x else z := by by_cases h : p <;> simp [h]
@[simp] theorem ite_else_self {x y z : α} : (if p then x else (if p then y else z)) = if p then x else z := by by_cases h : p <;> simp [h]
theorem ite_and {x y : α} : (if p ∧ q then x else y) = if p then (if q then x else y) else y := by by_cases h : p <;> simp [h]
theorem ite_or {x y : α} : (if p ∨ q then x else y) = if p then x else (if q then x else y) := by by_cases h : p <;> simp [h]
@[simp] theorem ite_eq_left_iff {x y : α} : (if p then x else y) = x ↔ (¬p → y = x) := by by_cases h : p <;> simp [h]
@[simp] theorem ite_eq_right_iff {x y : α} : (if p then x else y) = y ↔ (p → x = y) := by by_cases h : p <;> simp [h]
theorem ite_eq_iff {x y z : α} : (if p then x else y) = z ↔ p ∧ x = z ∨ ¬p ∧ y = z := by by_cases h : p <;> simp [h]
theorem ite_eq_iff' {x y z : α} : (if p then x else y) = z ↔ (p → x = z) ∧ (¬p → y = z) := by by_cases h : p <;> simp [h]
theorem eq_ite_iff {x y z : α} : (z = if p then x else y) ↔ p ∧ z = x ∨ ¬p ∧ z = y := by by_cases h : p <;> simp [h]
@[simp] theorem if_true_left {q : Prop} : (if p then True else q) ↔ (¬p → q) := by by_cases h : p <;> simp [h]
@[simp] theorem if_false_left {q : Prop} : (if p then False else q) ↔ ¬p ∧ q := by by_cases h : p <;> simp [h]
@[simp] theorem if_true_right {q : Prop} : (if p then q else True) ↔ (p → q) := by by_cases h : p <;> simp [h]
@[simp] theorem if_false_right {q : Prop} : (if p then q else False) ↔ p ∧ q := by by_cases h : p <;> simp [h]
theorem ite_prop_iff_or {r s : Prop} : (if p then r else s) ↔ (p ∧ r ∨ ¬p ∧ s) := by by_cases h : p <;> simp [h]
theorem ite_prop_iff_and {r s : Prop} : (if p then r else s) ↔ ((p → r) ∧ (¬p → s)) := by by_cases h : p <;> simp [h]
end
