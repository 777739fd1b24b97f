prelude
import Init.Syntax
/-!
# Logic

Equivalence, existence, decisions, choice by condition, classes of algebraic operations, and the
rules that `simp`, `split`, `cases` and `by_cases` are built on.
-/
universe u v w u1 u2 u3

attribute [symm] Eq.symm

/-! ## Equivalence, existence, extensionality of propositions -/

/-- Equivalence: each side implies the other. -/
structure Iff (a b : Prop) : Prop where
  intro ::
  /-- From left to right. -/
  mp : a → b
  /-- From right to left. -/
  mpr : b → a

/-- Existence of an element with the property `p`. -/
inductive Exists {α : Sort u} (p : α → Prop) : Prop where
  | intro (w : α) (h : p w) : Exists p

/-- Equivalent propositions are equal. -/
axiom propext {a b : Prop} : (a ↔ b) → a = b

/-- Use an equation of types from left to right. -/
@[macro_inline] def Eq.mp {α β : Sort u} (h : α = β) (a : α) : β := h ▸ a
/-- Use an equation of types from right to left. -/
@[macro_inline] def Eq.mpr {α β : Sort u} (h : α = β) (b : β) : α := h ▸ b
@[elab_as_elim] theorem Eq.substr {α : Sort u} {p : α → Prop} {a b : α} (h₁ : b = a) (h₂ : p a) : p b := h₁ ▸ h₂

theorem Lean.injEq_helper {P Q R : Prop} (h : P → Q → R) : P ∧ Q → R := fun ⟨hp, hq⟩ => h hp hq

/-- Replace equals in a motive, from a heterogeneous equation within one type. -/
def HEq.homo_ndrec.{u_1, u_2} {α : Sort u_2} {a : α} {motive : α → Sort u_1} (m : motive a) {b : α} (h : HEq a b) : motive b :=
  Eq.ndrec (motive := motive) m (eq_of_heq h)
theorem HEq.symm {α β : Sort u} {x : α} {y : β} (h : HEq x y) : HEq y x :=
  HEq.rec (motive := fun z _ => HEq z x) (HEq.refl x) h
/-- As `HEq.homo_ndrec`, with the equation turned round. -/
def HEq.homo_ndrec_symm.{u_1, u_2} {α : Sort u_2} {a : α} {motive : α → Sort u_1} (m : motive a) {b : α} (h : HEq b a) : motive b :=
  HEq.homo_ndrec (motive := motive) m h.symm

theorem Eq.propIntro {a b : Prop} (h₁ : a → b) (h₂ : b → a) : a = b := propext ⟨h₁, h₂⟩

/-- Use an equation of propositions from right to left. -/
theorem Eq.mpr_prop {p q : Prop} (h₁ : p = q) (h₂ : q) : p := h₁ ▸ h₂
/-- Refute by an equation of propositions. -/
theorem Eq.mpr_not {p q : Prop} (h₁ : p = q) (h₂ : ¬q) : ¬p := h₁ ▸ h₂
theorem trivial : True := ⟨⟩
theorem not_false : ¬False := id
theorem proof_irrel {a : Prop} (h₁ h₂ : a) : h₁ = h₂ := rfl
@[simp] theorem cast_eq {α : Sort u} (h : α = α) (a : α) : cast h a = a := rfl
theorem mt {a b : Prop} (h₁ : a → b) (h₂ : ¬b) : ¬a := fun ha => h₂ (h₁ ha)
theorem not_not_intro {p : Prop} (h : p) : ¬¬p := fun hn => hn h
theorem proof_irrel_heq {p q : Prop} (hp : p) (hq : q) : HEq hp hq :=
  have e : p = q := propext ⟨fun _ => hq, fun _ => hp⟩
  match q, e, hq with
  | _, rfl, _ => HEq.rfl

/-! ## Inequality -/

/-- Inequality: the equation is false. -/
@[reducible] def Ne {α : Sort u} (a b : α) : Prop := ¬(a = b)
theorem Ne.intro {α : Sort u} {x y : α} (h : x = y → False) : x ≠ y := h
theorem Ne.elim {α : Sort u} {x y : α} (h : x ≠ y) : x = y → False := h
theorem Ne.irrefl {α : Sort u} {x : α} (h : x ≠ x) : False := h rfl
@[symm] theorem Ne.symm {α : Sort u} {x y : α} (h : x ≠ y) : y ≠ x := fun e => h e.symm
theorem ne_of_apply_ne {α : Sort u} {β : Sort v} {x y : α} (f : α → β) (h : f x ≠ f y) : x ≠ y := fun e => h (congrArg f e)
theorem false_of_ne {α : Sort u} {x : α} (h : x ≠ x) : False := h rfl
theorem ne_false_of_self {p : Prop} (hp : p) : p ≠ False := fun e => e ▸ hp
theorem ne_true_of_not {p : Prop} (hn : ¬p) : p ≠ True := fun e => hn (e.symm ▸ trivial)
theorem true_ne_false : ¬True = False := ne_false_of_self trivial
theorem false_ne_true : False ≠ True := fun h => h.symm ▸ trivial

/-! ## Heterogeneous equality -/

/-- Replace along a heterogeneous equation. -/
noncomputable def HEq.ndrec.{u_1, u_2} {α : Sort u_2} {a : α} {motive : {β : Sort u_2} → β → Sort u_1} (m : motive a) {β : Sort u_2} {b : β}
    (h : HEq a b) : motive b := HEq.rec (motive := fun x _ => motive x) m h
/-- As `HEq.ndrec`, with the equation first. -/
noncomputable def HEq.ndrecOn.{u_1, u_2} {α : Sort u_2} {a : α} {motive : {β : Sort u_2} → β → Sort u_1} {β : Sort u_2} {b : β}
    (h : HEq a b) (m : motive a) : motive b := HEq.rec (motive := fun x _ => motive x) m h
/-- Replace in a property of elements of one type. -/
noncomputable def HEq.elim {α : Sort u} {a : α} {p : α → Sort v} {b : α} (h₁ : HEq a b) (h₂ : p a) : p b := eq_of_heq h₁ ▸ h₂
theorem HEq.subst {α β : Sort u} {x : α} {y : β} {p : (T : Sort u) → T → Prop} (h₁ : HEq x y) (h₂ : p α x) : p β y :=
  HEq.ndrecOn (motive := fun {T : Sort u} t => p T t) h₁ h₂
theorem HEq.trans {α β φ : Sort u} {x : α} {y : β} {z : φ} (h₁ : HEq x y) (h₂ : HEq y z) : HEq x z :=
  HEq.subst (p := fun _ t => HEq x t) h₂ h₁
theorem heq_of_heq_of_eq {α β : Sort u} {x : α} {y y' : β} (h₁ : HEq x y) (h₂ : y = y') : HEq x y' := h₁.trans (heq_of_eq h₂)
theorem heq_of_eq_of_heq {α β : Sort u} {x x' : α} {y : β} (h₁ : x = x') (h₂ : HEq x' y) : HEq x y := (heq_of_eq h₁).trans h₂
theorem type_eq_of_heq {α β : Sort u} {x : α} {y : β} (h : HEq x y) : α = β :=
  HEq.subst (p := fun T _ => α = T) h rfl
theorem eqRec_heq {α : Sort u} {φ : α → Sort v} {a a' : α} : (h : a = a') → (p : φ a) →
    HEq (Eq.recOn (motive := fun x _ => φ x) h p) p
  | rfl, p => HEq.refl p
theorem cast_heq {α β : Sort u} : (h : α = β) → (a : α) → HEq (cast h a) a
  | rfl, a => HEq.refl a
theorem heq_of_eqRec_eq {α β : Sort u} {a : α} {b : β} (h₁ : α = β) (h₂ : Eq.rec (motive := fun T _ => T) a h₁ = b) : HEq a b := by
  subst h₁
  exact heq_of_eq h₂

/-! ## Rules for equivalence, conjunction, disjunction, negation -/

@[refl] theorem Iff.refl (a : Prop) : a ↔ a := ⟨id, id⟩
protected theorem Iff.rfl {a : Prop} : a ↔ a := Iff.refl a
theorem Iff.of_eq {a b : Prop} (h : a = b) : a ↔ b := h ▸ Iff.rfl
theorem iff_of_eq {a b : Prop} (h : a = b) : a ↔ b := h ▸ Iff.rfl
theorem Iff.trans {a b c : Prop} (h₁ : a ↔ b) (h₂ : b ↔ c) : a ↔ c := ⟨fun h => h₂.1 (h₁.1 h), fun h => h₁.2 (h₂.2 h)⟩
@[symm] theorem Iff.symm {a b : Prop} (h : a ↔ b) : b ↔ a := ⟨h.2, h.1⟩
instance instTransIff : Trans Iff Iff Iff := ⟨Iff.trans⟩
theorem Eq.comm {α : Sort u} {x y : α} : x = y ↔ y = x := ⟨Eq.symm, Eq.symm⟩
theorem eq_comm {α : Sort u} {x y : α} : x = y ↔ y = x := Eq.comm
theorem Iff.comm {a b : Prop} : (a ↔ b) ↔ (b ↔ a) := ⟨Iff.symm, Iff.symm⟩
theorem iff_comm {a b : Prop} : (a ↔ b) ↔ (b ↔ a) := Iff.comm
theorem HEq.comm {α β : Sort u} {a : α} {b : β} : HEq a b ↔ HEq b a := ⟨HEq.symm, HEq.symm⟩
theorem heq_comm {α β : Sort u} {a : α} {b : β} : HEq a b ↔ HEq b a := HEq.comm
@[symm] theorem And.symm {a b : Prop} (h : a ∧ b) : b ∧ a := ⟨h.2, h.1⟩
theorem And.comm {a b : Prop} : a ∧ b ↔ b ∧ a := ⟨And.symm, And.symm⟩
theorem and_comm {a b : Prop} : a ∧ b ↔ b ∧ a := And.comm
@[symm] theorem Or.symm {a b : Prop} : a ∨ b → b ∨ a
  | .inl h => .inr h
  | .inr h => .inl h
theorem Or.comm {a b : Prop} : a ∨ b ↔ b ∨ a := ⟨Or.symm, Or.symm⟩
theorem or_comm {a b : Prop} : a ∨ b ↔ b ∨ a := Or.comm
/-- Anything follows from a refuted proposition. -/
def Not.elim {a : Prop} {α : Sort u} (h₁ : ¬a) (h₂ : a) : α := absurd h₂ h₁
theorem Not.intro {a : Prop} (h : a → False) : ¬a := h
theorem Not.imp {a b : Prop} (h₁ : ¬b) (h₂ : a → b) : ¬a := mt h₂ h₁
/-- Use both directions of an equivalence. -/
def Iff.elim {a b : Prop} {c : Sort u} (f : (a → b) → (b → a) → c) (h : a ↔ b) : c := f h.1 h.2
theorem Exists.elim {α : Sort u} {p : α → Prop} {b : Prop} (h₁ : ∃ x, p x) (h₂ : ∀ (a : α), p a → b) : b :=
  match h₁ with
  | ⟨a, h⟩ => h₂ a h

/-! ## Decisions -/

instance instDecidableTrue : Decidable True := isTrue trivial
instance instDecidableFalse : Decidable False := isFalse not_false
/-- Proof by cases on a decidable proposition. -/
@[macro_inline] def Decidable.byCases {p : Prop} {q : Sort u} [dec : Decidable p] (h1 : p → q) (h2 : ¬p → q) : q :=
  match dec with
  | isTrue h => h1 h
  | isFalse h => h2 h
theorem Decidable.em (p : Prop) [Decidable p] : p ∨ ¬p := byCases Or.inl Or.inr
theorem Decidable.byContradiction {p : Prop} [dec : Decidable p] (h : ¬p → False) : p := byCases id (fun np => (h np).elim)
theorem Decidable.of_not_not {p : Prop} [Decidable p] (h : ¬¬p) : p := byContradiction h
theorem Decidable.not_and_iff_or_not_not {p q : Prop} [Decidable p] [Decidable q] : ¬(p ∧ q) ↔ ¬p ∨ ¬q :=
  ⟨fun h => byCases (fun hp => .inr fun hq => h ⟨hp, hq⟩) .inl, fun h ⟨hp, hq⟩ => h.elim (fun n => n hp) (fun n => n hq)⟩
/-- Decide a proposition by an equivalent one. -/
@[inline] def decidable_of_decidable_of_iff {p q : Prop} [Decidable p] (h : p ↔ q) : Decidable q :=
  if hp : p then isTrue (h.1 hp) else isFalse fun hq => hp (h.2 hq)
/-- Decide a proposition by an equal one. -/
@[inline] def decidable_of_decidable_of_eq {p q : Prop} [Decidable p] (h : p = q) : Decidable q :=
  decidable_of_decidable_of_iff (.of_eq h)
/-- Decide `a` by an equivalent `b`. -/
@[inline] def decidable_of_iff {b : Prop} (a : Prop) (h : a ↔ b) [Decidable a] : Decidable b := decidable_of_decidable_of_iff h
/-- Decide `b` by an equivalent `a`. -/
@[inline] def decidable_of_iff' {a : Prop} (b : Prop) (h : a ↔ b) [Decidable b] : Decidable a := decidable_of_decidable_of_iff h.symm
@[macro_inline] instance instDecidableForall {p q : Prop} [Decidable p] [Decidable q] : Decidable (p → q) :=
  if hp : p then if hq : q then isTrue fun _ => hq else isFalse fun h => hq (h hp) else isTrue fun h => absurd h hp
instance instDecidableIff {p q : Prop} [Decidable p] [Decidable q] : Decidable (p ↔ q) :=
  if hp : p then if hq : q then isTrue ⟨fun _ => hq, fun _ => hp⟩ else isFalse fun h => hq (h.1 hp)
  else if hq : q then isFalse fun h => hp (h.2 hq) else isTrue ⟨fun h => absurd h hp, fun h => absurd h hq⟩
instance instDecidableEqOfIff {p q : Prop} [d : Decidable (p ↔ q)] : Decidable (p = q) :=
  if h : p ↔ q then isTrue (propext h) else isFalse fun e => h (.of_eq e)

/-! ## Choice by condition -/

theorem if_pos {c : Prop} {h : Decidable c} (hc : c) {α : Sort u} {t e : α} : ite c t e = t :=
  match h with
  | isTrue _ => rfl
  | isFalse hn => absurd hc hn
theorem if_neg {c : Prop} {h : Decidable c} (hnc : ¬c) {α : Sort u} {t e : α} : ite c t e = e :=
  match h with
  | isTrue hc => absurd hc hnc
  | isFalse _ => rfl
theorem dif_pos {c : Prop} {h : Decidable c} (hc : c) {α : Sort u} {t : c → α} {e : ¬c → α} : dite c t e = t hc :=
  match h with
  | isTrue _ => rfl
  | isFalse hn => absurd hc hn
theorem dif_neg {c : Prop} {h : Decidable c} (hnc : ¬c) {α : Sort u} {t : c → α} {e : ¬c → α} : dite c t e = e hnc :=
  match h with
  | isTrue hc => absurd hc hnc
  | isFalse _ => rfl
theorem ite_eq_left {c : Prop} {h : Decidable c} (hc : c) {α : Sort u} {t e : α} : ite c t e = t := if_pos hc
theorem ite_eq_right {c : Prop} {h : Decidable c} (hnc : ¬c) {α : Sort u} {t e : α} : ite c t e = e := if_neg hnc
theorem dite_eq_left {c : Prop} {h : Decidable c} (hc : c) {α : Sort u} {t : c → α} {e : ¬c → α} : dite c t e = t hc := dif_pos hc
theorem dite_eq_right {c : Prop} {h : Decidable c} (hnc : ¬c) {α : Sort u} {t : c → α} {e : ¬c → α} : dite c t e = e hnc := dif_neg hnc
theorem dite_eq_ite {c : Prop} {α : Sort u} (t e : α) [h : Decidable c] : (if _ : c then t else e) = ite c t e :=
  match h with
  | isTrue _ => rfl
  | isFalse _ => rfl
theorem dif_eq_if (c : Prop) {h : Decidable c} {α : Sort u} (t e : α) : (if _ : c then t else e) = ite c t e := dite_eq_ite t e
@[macro_inline] instance instDecidableIte {c t e : Prop} [dC : Decidable c] [dT : Decidable t] [dE : Decidable e] : Decidable (ite c t e) :=
  match dC with
  | isTrue _ => dT
  | isFalse _ => dE
instance instDecidableDite {c : Prop} {t : c → Prop} {e : ¬c → Prop} [dC : Decidable c] [dT : ∀ h, Decidable (t h)] [dE : ∀ h, Decidable (e h)] :
    Decidable (dite c t e) :=
  match dC with
  | isTrue hc => dT hc
  | isFalse hc => dE hc
/-- Type of the rule which tells the values of an enumeration apart. -/
abbrev noConfusionTypeEnum {α : Sort u} {β : Sort v} [inst : DecidableEq β] (f : α → β) (P : Sort w) (x y : α) : Sort w :=
  (inst (f x) (f y)).casesOn fun d _ => match d with
    | true => P → P
    | false => P
instance instInhabitedProp : Inhabited Prop := ⟨True⟩

/-! ## Types with at most one element -/

/-- All elements are equal. -/
class Subsingleton (α : Sort u) : Prop where
  intro ::
  /-- Any two elements are equal. -/
  allEq : (a b : α) → a = b
protected theorem Subsingleton.elim {α : Sort u} [h : Subsingleton α] (a b : α) : a = b := h.allEq a b
protected theorem Subsingleton.helim {α β : Sort u} [h₁ : Subsingleton α] (h₂ : α = β) (a : α) (b : β) : HEq a b := by
  subst h₂
  exact heq_of_eq (Subsingleton.elim a b)
instance instSubsingleton (p : Prop) : Subsingleton p := ⟨fun a b => proof_irrel a b⟩
instance instSubsingletonDecidable (p : Prop) : Subsingleton (Decidable p) :=
  ⟨fun
    | isTrue _, isTrue _ => rfl
    | isTrue h, isFalse n => absurd h n
    | isFalse n, isTrue h => absurd h n
    | isFalse _, isFalse _ => rfl⟩
instance instSubsingletonPUnit : Subsingleton PUnit := ⟨fun _ _ => rfl⟩
instance instSubsingletonEmpty : Subsingleton Empty := ⟨fun a => nomatch a⟩
instance instSubsingletonPEmpty : Subsingleton PEmpty := ⟨fun a => nomatch a⟩

/-! ## Sizes, for termination -/

/-- Types whose values have a size. -/
class SizeOf (α : Sort u) where
  /-- The size. -/
  sizeOf : α → Nat
export SizeOf (sizeOf)
instance (priority := low) instSizeOfDefault (α : Sort u) : SizeOf α := ⟨fun _ => 0⟩
@[simp] theorem sizeOf_default {α : Sort u} (n : α) : sizeOf n = 0 := rfl
instance instSizeOfNat : SizeOf Nat := ⟨fun n => n⟩
@[simp] theorem sizeOf_nat (n : Nat) : sizeOf n = n := rfl

/-! ## Sums and dependent pairs -/

/-- A value of one of two types. -/
inductive Sum (α : Type u) (β : Type v) where
  | inl (val : α) : Sum α β
  | inr (val : β) : Sum α β
/-- A value of one of two sorts. -/
inductive PSum (α : Sort u) (β : Sort v) where
  | inl (val : α) : PSum α β
  | inr (val : β) : PSum α β
/-- Pairs in which the type of the second component depends on the first. -/
@[pp_using_anonymous_constructor]
structure Sigma {α : Type u} (β : α → Type v) where
  mk ::
  /-- First component. -/
  fst : α
  /-- Second component. -/
  snd : β fst
/-- Pairs of any sorts in which the type of the second component depends on the first. -/
@[pp_using_anonymous_constructor]
structure PSigma {α : Sort u} (β : α → Sort v) where
  mk ::
  /-- First component. -/
  fst : α
  /-- Second component. -/
  snd : β fst

/-! ## Propositions as truth values -/

theorem of_eq_true {p : Prop} (h : p = True) : p := h ▸ trivial
theorem of_eq_false {p : Prop} (h : p = False) : ¬p := fun hp => h ▸ hp
theorem eq_true {p : Prop} (h : p) : p = True := propext ⟨fun _ => trivial, fun _ => h⟩
theorem eq_false {p : Prop} (h : ¬p) : p = False := propext ⟨h, False.elim⟩
theorem eq_false' {p : Prop} (h : p → False) : p = False := eq_false h
theorem eq_true_of_decide {p : Prop} [inst : Decidable p] (h : decide p = true) : p = True := eq_true (of_decide_eq_true h)
theorem eq_false_of_decide {p : Prop} {_ : Decidable p} (h : decide p = false) : p = False := eq_false (of_decide_eq_false h)
@[simp] theorem eq_self {α : Sort u} (a : α) : (a = a) = True := eq_true rfl

/-! ## Congruence -/

theorem implies_congr {p₁ p₂ : Sort u} {q₁ q₂ : Sort v} (h₁ : p₁ = p₂) (h₂ : q₁ = q₂) : (p₁ → q₁) = (p₂ → q₂) := h₁ ▸ h₂ ▸ rfl
theorem implies_congr_left {p₁ p₂ : Sort u} {q : Sort v} (h : p₁ = p₂) : (p₁ → q) = (p₂ → q) := h ▸ rfl
theorem implies_congr_right {p : Sort u} {q₁ q₂ : Sort v} (h : q₁ = q₂) : (p → q₁) = (p → q₂) := h ▸ rfl
theorem iff_congr {p₁ p₂ q₁ q₂ : Prop} (h₁ : p₁ ↔ p₂) (h₂ : q₁ ↔ q₂) : (p₁ ↔ q₁) ↔ (p₂ ↔ q₂) :=
  Iff.of_eq (by rw [propext h₁, propext h₂])
theorem implies_dep_congr_ctx {p₁ p₂ q₁ : Prop} (h₁ : p₁ = p₂) {q₂ : p₂ → Prop} (h₂ : (h : p₂) → q₁ = q₂ h) : (p₁ → q₁) = ((h : p₂) → q₂ h) :=
  propext ⟨fun hl hp => h₂ hp ▸ hl (h₁.mpr hp), fun hr hp => (h₂ (h₁.mp hp)).mpr (hr (h₁.mp hp))⟩
theorem implies_congr_ctx {p₁ p₂ q₁ q₂ : Prop} (h₁ : p₁ = p₂) (h₂ : p₂ → q₁ = q₂) : (p₁ → q₁) = (p₂ → q₂) := implies_dep_congr_ctx h₁ h₂
theorem forall_congr {α : Sort u} {p q : α → Prop} (h : ∀ a, p a = q a) : (∀ a, p a) = (∀ a, q a) :=
  congrArg (fun r : α → Prop => ∀ a, r a) (funext h)
theorem forall_prop_domain_congr {p₁ p₂ : Prop} {q₁ : p₁ → Prop} {q₂ : p₂ → Prop} (h₁ : p₁ = p₂) (h₂ : ∀ a : p₂, q₁ (h₁.substr a) = q₂ a) :
    (∀ a : p₁, q₁ a) = (∀ a : p₂, q₂ a) := by
  subst h₁
  exact forall_congr h₂
theorem forall_prop_congr_dom {p₁ p₂ : Prop} (h : p₁ = p₂) (q : p₁ → Prop) : (∀ a : p₁, q a) = (∀ a : p₂, q (h.substr a)) := by
  subst h
  rfl
theorem pi_congr {α : Sort u} {β β' : α → Sort v} (h : ∀ a, β a = β' a) : (∀ a, β a) = ∀ a, β' a :=
  congrArg (fun γ : α → Sort v => (a : α) → γ a) (funext h)
theorem let_congr {α : Sort u} {β : Sort v} {a a' : α} {b b' : α → β} (h₁ : a = a') (h₂ : ∀ x, b x = b' x) :
    (have x := a; b x) = (have x := a'; b' x) := by
  subst h₁
  exact h₂ a
theorem let_val_congr {α : Sort u} {β : Sort v} {a a' : α} (b : α → β) (h : a = a') : (have x := a; b x) = (have x := a'; b x) := congrArg b h
theorem let_body_congr {α : Sort u} {β : α → Sort v} {b b' : (a : α) → β a} (a : α) (h : ∀ x, b x = b' x) : (have x := a; b x) = (have x := a; b' x) := h a

/-! Rules by which `simp` works under `have`; the body is applied to the value. -/

theorem have_unused' {α : Sort u} {β : Sort v} (a : α) {b b' : β} (h : b = b') : (fun _ : α => b) a = b' := h
theorem have_unused_dep' {α : Sort u} {β : Sort v} (a : α) {b : α → β} {b' : β} (h : ∀ x, b x = b') : b a = b' := h a
theorem have_congr' {α : Sort u} {β : Sort v} {a a' : α} {f f' : α → β} (h₁ : a = a') (h₂ : ∀ x, f x = f' x) : f a = f' a' := h₁ ▸ h₂ a
theorem have_val_congr' {α : Sort u} {β : Sort v} {a a' : α} {f : α → β} (h : a = a') : f a = f a' := congrArg f h
theorem have_body_congr_dep' {α : Sort u} {β : α → Sort v} (a : α) {f f' : (x : α) → β x} (h : ∀ x, f x = f' x) : f a = f' a := h a
theorem have_body_congr' {α : Sort u} {β : Sort v} (a : α) {f f' : α → β} (h : ∀ x, f x = f' x) : f a = f' a := h a

@[congr] theorem ite_congr {α : Sort u} {b c : Prop} {x y u v : α} {s : Decidable b} [Decidable c] (h₁ : b = c) (h₂ : c → x = u) (h₃ : ¬c → y = v) :
    ite b x y = ite c u v := by
  cases Decidable.em c with
  | inl h => rw [if_pos h]; subst b; rw [if_pos h]; exact h₂ h
  | inr h => rw [if_neg h]; subst b; rw [if_neg h]; exact h₃ h
@[congr] theorem dite_congr {α : Sort u} {b c : Prop} {_ : Decidable b} [Decidable c] {x : b → α} {u : c → α} {y : ¬b → α} {v : ¬c → α}
    (h₁ : b = c) (h₂ : (h : c) → x (h₁.mpr_prop h) = u h) (h₃ : (h : ¬c) → y (h₁.mpr_not h) = v h) : dite b x y = dite c u v := by
  cases Decidable.em c with
  | inl h => rw [dif_pos h]; subst b; rw [dif_pos h]; exact h₂ h
  | inr h => rw [dif_neg h]; subst b; rw [dif_neg h]; exact h₃ h
/-- Congruence of `ite` when only the condition changes. -/
theorem ite_cond_congr {α : Sort u} {c c' : Prop} {_ : Decidable c} {_ : Decidable c'} {a b : α} (h : c = c') : ite c a b = ite c' a b := by
  subst h
  congr
/-- Congruence of `dite` when only the condition changes. -/
theorem dite_cond_congr {α : Sort u} {c c' : Prop} {_ : Decidable c} {_ : Decidable c'} {a : c → α} {b : ¬c → α} (h : c = c') :
    dite c a b = dite c' (fun hc => a (h.mpr_prop hc)) (fun hc => b (h.mpr_not hc)) := by
  subst h
  congr

/-! ## Rules for `simp` -/

@[simp] theorem ge_iff_le {α : Type u} [LE α] {x y : α} : x ≥ y ↔ y ≤ x := Iff.rfl
@[simp] theorem gt_iff_lt {α : Type u} [LT α] {x y : α} : x > y ↔ y < x := Iff.rfl
@[simp] theorem ne_eq {α : Sort u} (a b : α) : (a ≠ b) = ¬(a = b) := rfl
@[simp] theorem ite_true {α : Sort u} (a b : α) : (if True then a else b) = a := rfl
@[simp] theorem ite_false {α : Sort u} (a b : α) : (if False then a else b) = b := rfl
@[simp] theorem if_true {α : Sort u} {_ : Decidable True} (t e : α) : ite True t e = t := if_pos trivial
@[simp] theorem if_false {α : Sort u} {_ : Decidable False} (t e : α) : ite False t e = e := if_neg id
@[simp] theorem dite_true {α : Sort u} {t : True → α} {e : ¬True → α} : dite True t e = t True.intro := rfl
@[simp] theorem dite_false {α : Sort u} {t : False → α} {e : ¬False → α} : dite False t e = e not_false := rfl
theorem ite_cond_eq_true {α : Sort u} {c : Prop} {_ : Decidable c} (a b : α) (h : c = True) : ite c a b = a := if_pos (of_eq_true h)
theorem ite_cond_eq_false {α : Sort u} {c : Prop} {_ : Decidable c} (a b : α) (h : c = False) : ite c a b = b := if_neg (of_eq_false h)
theorem dite_cond_eq_true {α : Sort u} {c : Prop} {_ : Decidable c} {t : c → α} {e : ¬c → α} (h : c = True) : dite c t e = t (of_eq_true h) := dif_pos (of_eq_true h)
theorem dite_cond_eq_false {α : Sort u} {c : Prop} {_ : Decidable c} {t : c → α} {e : ¬c → α} (h : c = False) : dite c t e = e (of_eq_false h) := dif_neg (of_eq_false h)
theorem ite_eq_left_of_eq_true {α : Sort u} {c : Prop} {_ : Decidable c} (a b : α) (h : c = True) : ite c a b = a := if_pos (of_eq_true h)
theorem ite_eq_right_of_eq_false {α : Sort u} {c : Prop} {_ : Decidable c} (a b : α) (h : c = False) : ite c a b = b := if_neg (of_eq_false h)
theorem dite_eq_left_of_eq_true {α : Sort u} {c : Prop} {_ : Decidable c} {t : c → α} {e : ¬c → α} (h : c = True) : dite c t e = t (of_eq_true h) := dif_pos (of_eq_true h)
theorem dite_eq_right_of_eq_false {α : Sort u} {c : Prop} {_ : Decidable c} {t : c → α} {e : ¬c → α} (h : c = False) : dite c t e = e (of_eq_false h) := dif_neg (of_eq_false h)

@[simp] theorem and_true (p : Prop) : (p ∧ True) = p := propext ⟨And.left, fun h => ⟨h, trivial⟩⟩
@[simp] theorem true_and (p : Prop) : (True ∧ p) = p := propext ⟨And.right, fun h => ⟨trivial, h⟩⟩
@[simp] theorem and_false (p : Prop) : (p ∧ False) = False := eq_false And.right
@[simp] theorem false_and (p : Prop) : (False ∧ p) = False := eq_false And.left
@[simp] theorem and_self (p : Prop) : (p ∧ p) = p := propext ⟨And.left, fun h => ⟨h, h⟩⟩
@[simp] theorem and_not_self {a : Prop} : ¬(a ∧ ¬a) := fun h => h.2 h.1
@[simp] theorem not_and_self {a : Prop} : ¬(¬a ∧ a) := fun h => h.1 h.2
@[simp] theorem and_imp {a b c : Prop} : (a ∧ b → c) ↔ (a → b → c) := ⟨fun h ha hb => h ⟨ha, hb⟩, fun h ⟨ha, hb⟩ => h ha hb⟩
@[simp] theorem not_and {a b : Prop} : ¬(a ∧ b) ↔ (a → ¬b) := and_imp
@[simp] theorem or_self (p : Prop) : (p ∨ p) = p := propext ⟨fun h => h.elim id id, Or.inl⟩
@[simp] theorem or_true (p : Prop) : (p ∨ True) = True := eq_true (.inr trivial)
@[simp] theorem true_or (p : Prop) : (True ∨ p) = True := eq_true (.inl trivial)
@[simp] theorem or_false (p : Prop) : (p ∨ False) = p := propext ⟨fun h => h.elim id False.elim, Or.inl⟩
@[simp] theorem false_or (p : Prop) : (False ∨ p) = p := propext ⟨fun h => h.elim False.elim id, Or.inr⟩
@[simp] theorem iff_self (p : Prop) : (p ↔ p) = True := eq_true Iff.rfl
@[simp] theorem iff_true (p : Prop) : (p ↔ True) = p := propext ⟨fun h => h.2 trivial, fun h => ⟨fun _ => trivial, fun _ => h⟩⟩
@[simp] theorem true_iff (p : Prop) : (True ↔ p) = p := propext ⟨fun h => h.1 trivial, fun h => ⟨fun _ => h, fun _ => trivial⟩⟩
@[simp] theorem iff_false (p : Prop) : (p ↔ False) = ¬p := propext ⟨fun h => h.1, fun h => ⟨h, False.elim⟩⟩
@[simp] theorem false_iff (p : Prop) : (False ↔ p) = ¬p := propext ⟨fun h => h.2, fun h => ⟨False.elim, h⟩⟩
@[simp] theorem false_implies (p : Prop) : (False → p) = True := eq_true False.elim
@[simp] theorem forall_false (p : False → Prop) : (∀ h : False, p h) = True := eq_true (fun h => h.elim)
@[simp] theorem implies_true (α : Sort u) : (∀ _ : α, True) = True := eq_true fun _ => trivial
@[simp] theorem true_implies (p : Prop) : (True → p) = p := propext ⟨fun h => h trivial, fun h _ => h⟩
@[simp] theorem not_false_eq_true : (¬False) = True := eq_true not_false
@[simp] theorem not_true_eq_false : (¬True) = False := eq_false fun h => h trivial
theorem not_iff_false_intro {a : Prop} (h : a) : ¬a ↔ False := ⟨fun n => n h, False.elim⟩
theorem not_true : ¬True ↔ False := not_iff_false_intro trivial
theorem not_false_iff : ¬False ↔ True := ⟨fun _ => trivial, fun _ => not_false⟩
@[simp] theorem imp_self {a : Prop} : (a → a) = True := eq_true id
@[simp] theorem forall_const {α : Sort u} [h : Nonempty α] (b : Prop) : (∀ _ : α, b) = b :=
  propext ⟨fun f => h.elim f, fun hb _ => hb⟩
@[simp] theorem exists_const {b : Prop} (α : Sort u) [i : Nonempty α] : (∃ _ : α, b) ↔ b :=
  ⟨fun ⟨_, h⟩ => h, fun h => i.elim fun a => ⟨a, h⟩⟩
@[simp] theorem exists_eq {α : Sort u} {a : α} : ∃ x, x = a := ⟨a, rfl⟩
@[simp] theorem exists_eq_left {α : Sort u} {p : α → Prop} {a : α} : (∃ x, x = a ∧ p x) ↔ p a :=
  ⟨fun ⟨_, e, h⟩ => e ▸ h, fun h => ⟨a, rfl, h⟩⟩
theorem exists_congr {α : Sort u} {p q : α → Prop} (h : ∀ a, p a ↔ q a) : (∃ a, p a) ↔ (∃ a, q a) :=
  ⟨fun ⟨a, ha⟩ => ⟨a, (h a).1 ha⟩, fun ⟨a, ha⟩ => ⟨a, (h a).2 ha⟩⟩
@[simp] theorem not_or {p q : Prop} : ¬(p ∨ q) ↔ ¬p ∧ ¬q :=
  ⟨fun h => ⟨fun hp => h (.inl hp), fun hq => h (.inr hq)⟩, fun ⟨hp, hq⟩ h => h.elim hp hq⟩
theorem or_assoc {a b c : Prop} : (a ∨ b) ∨ c ↔ a ∨ (b ∨ c) :=
  ⟨fun
    | .inl (.inl h) => .inl h
    | .inl (.inr h) => .inr (.inl h)
    | .inr h => .inr (.inr h),
   fun
    | .inl h => .inl (.inl h)
    | .inr (.inl h) => .inl (.inr h)
    | .inr (.inr h) => .inr h⟩
theorem and_assoc {a b c : Prop} : (a ∧ b) ∧ c ↔ a ∧ (b ∧ c) := ⟨fun ⟨⟨x, y⟩, z⟩ => ⟨x, y, z⟩, fun ⟨x, y, z⟩ => ⟨⟨x, y⟩, z⟩⟩
@[simp] theorem heq_eq_eq {α : Sort u} (a b : α) : HEq a b = (a = b) := propext ⟨eq_of_heq, heq_of_eq⟩
@[simp] theorem cond_true {α : Sort u} (a b : α) : cond true a b = a := rfl
@[simp] theorem cond_false {α : Sort u} (a b : α) : cond false a b = b := rfl
theorem Bool.cond_pos {α : Sort u} {b : Bool} {x y : α} (h : b = true) : cond b x y = x := h ▸ rfl
theorem Bool.cond_neg {α : Sort u} {b : Bool} {x y : α} (h : b = false) : cond b x y = y := h ▸ rfl

/-! ## Algebraic laws of operations -/

namespace Std
/-- The operation is associative. -/
class Associative {α : Sort u} (op : α → α → α) : Prop where
  /-- The law. -/
  assoc : (a b c : α) → op (op a b) c = op a (op b c)
/-- The operation is commutative. -/
class Commutative {α : Sort u} (op : α → α → α) : Prop where
  /-- The law. -/
  comm : (a b : α) → op a b = op b a
/-- The operation is idempotent. -/
class IdempotentOp {α : Sort u} (op : α → α → α) : Prop where
  /-- The law. -/
  idempotent : (x : α) → op x x = x
/-- Names the left identity of the operation. -/
class LeftIdentity {α : Sort u} {β : Sort v} (op : α → β → β) (o : outParam α) : Prop
/-- The left identity is one. -/
class LawfulLeftIdentity {α : Sort u} {β : Sort v} (op : α → β → β) (o : outParam α) : Prop extends LeftIdentity op o where
  /-- The law. -/
  left_id : ∀ a, op o a = a
/-- Names the right identity of the operation. -/
class RightIdentity {α : Sort u} {β : Sort v} (op : α → β → α) (o : outParam β) : Prop
/-- The right identity is one. -/
class LawfulRightIdentity {α : Sort u} {β : Sort v} (op : α → β → α) (o : outParam β) : Prop extends RightIdentity op o where
  /-- The law. -/
  right_id : ∀ a, op a o = a
/-- Names the identity of the operation. -/
class Identity {α : Sort u} (op : α → α → α) (o : outParam α) : Prop extends LeftIdentity op o, RightIdentity op o
/-- The identity is one. -/
class LawfulIdentity {α : Sort u} (op : α → α → α) (o : outParam α) : Prop extends Identity op o, LawfulLeftIdentity op o, LawfulRightIdentity op o
end Std

instance instAssociativeAnd : Std.Associative And := ⟨fun _ _ _ => propext and_assoc⟩
instance instCommutativeAnd : Std.Commutative And := ⟨fun _ _ => propext and_comm⟩
instance instIdempotentOpAnd : Std.IdempotentOp And := ⟨and_self⟩
instance instLawfulIdentityAndTrue : Std.LawfulIdentity And True where
  left_id := true_and
  right_id := and_true
instance instAssociativeOr : Std.Associative Or := ⟨fun _ _ _ => propext or_assoc⟩
instance instCommutativeOr : Std.Commutative Or := ⟨fun _ _ => propext or_comm⟩
instance instIdempotentOpOr : Std.IdempotentOp Or := ⟨or_self⟩
instance instLawfulIdentityOrFalse : Std.LawfulIdentity Or False where
  left_id := false_or
  right_id := or_false

theorem Nat.succ.inj {m n : Nat} (h : m.succ = n.succ) : m = n := congrArg Nat.pred h
theorem Nat.succ.injEq (m n : Nat) : (m.succ = n.succ) = (m = n) := propext ⟨Nat.succ.inj, fun h => h ▸ rfl⟩

/-! ## Truth values -/

/-- The negation of `a == b`. -/
@[inline] def bne {α : Type u} [BEq α] (a b : α) : Bool := !(a == b)
/-- The equality test holds of a value and itself. -/
class ReflBEq (α : Type u) [BEq α] : Prop where
  /-- The law. -/
  protected rfl {a : α} : a == a
/-- The equality test decides equality. -/
class LawfulBEq (α : Type u) [BEq α] : Prop extends ReflBEq α where
  /-- What passes the test is equal. -/
  eq_of_beq : {a b : α} → a == b → a = b
export LawfulBEq (eq_of_beq)
theorem BEq.refl {α : Type u} [BEq α] [ReflBEq α] (a : α) : a == a := ReflBEq.rfl
instance instLawfulBEq {α : Type u} [inst : DecidableEq α] : LawfulBEq α where
  eq_of_beq := of_decide_eq_true
  rfl := of_decide_eq_self_eq_true _
@[simp] theorem beq_iff_eq {α : Type u} [inst : BEq α] [LawfulBEq α] {a b : α} : a == b ↔ a = b :=
  ⟨eq_of_beq, fun h => h ▸ ReflBEq.rfl⟩
@[simp] theorem Bool.not_eq_true (b : Bool) : (¬(b = true)) = (b = false) := by cases b <;> decide
@[simp] theorem Bool.not_eq_false (b : Bool) : (¬(b = false)) = (b = true) := by cases b <;> decide
theorem Bool.of_not_eq_true : {b : Bool} → ¬(b = true) → b = false := Bool.eq_false_of_ne_true
theorem Bool.of_not_eq_false : {b : Bool} → ¬(b = false) → b = true := Bool.eq_true_of_ne_false
@[simp] theorem Bool.not_true : (!true) = false := rfl
@[simp] theorem Bool.not_false : (!false) = true := rfl
@[simp] theorem Bool.or_false (b : Bool) : (b || false) = b := by cases b <;> rfl
@[simp] theorem Bool.or_true (b : Bool) : (b || true) = true := by cases b <;> rfl
@[simp] theorem Bool.false_or (b : Bool) : (false || b) = b := rfl
@[simp] theorem Bool.true_or (b : Bool) : (true || b) = true := rfl
@[simp] theorem Bool.and_false (b : Bool) : (b && false) = false := by cases b <;> rfl
@[simp] theorem Bool.and_true (b : Bool) : (b && true) = b := by cases b <;> rfl
@[simp] theorem Bool.false_and (b : Bool) : (false && b) = false := rfl
@[simp] theorem Bool.true_and (b : Bool) : (true && b) = b := rfl
@[simp] theorem Bool.not_not (b : Bool) : (!!b) = b := by cases b <;> rfl
@[simp] theorem Bool.or_eq_true (a b : Bool) : ((a || b) = true) = (a = true ∨ b = true) := by cases a <;> cases b <;> decide
@[simp] theorem Bool.and_eq_true (a b : Bool) : ((a && b) = true) = (a = true ∧ b = true) := by cases a <;> cases b <;> decide
@[simp] theorem Bool.not_eq_eq_eq_not {a b : Bool} : ((!a) = b) ↔ (a = !b) := by cases a <;> cases b <;> decide
@[simp] theorem decide_eq_true_eq {p : Prop} [inst : Decidable p] : (decide p = true) = p := propext ⟨of_decide_eq_true, decide_eq_true⟩
@[simp] theorem decide_eq_false_iff_not {p : Prop} {_ : Decidable p} : decide p = false ↔ ¬p := ⟨of_decide_eq_false, decide_eq_false⟩
@[simp] theorem decide_true (h : Decidable True) : @decide True h = true := @decide_eq_true _ h trivial
@[simp] theorem decide_false (h : Decidable False) : @decide False h = false := @decide_eq_false _ h not_false

/-! ## Classical logic -/

namespace Classical
/-- An element with a property that some element has, and its property. -/
noncomputable def indefiniteDescription {α : Sort u} (p : α → Prop) (h : ∃ x, p x) : {x // p x} :=
  choice (let ⟨x, hx⟩ := h; ⟨⟨x, hx⟩⟩)
/-- An element with a property that some element has. -/
noncomputable def choose {α : Sort u} {p : α → Prop} (h : ∃ x, p x) : α := (indefiniteDescription p h).val
theorem choose_spec {α : Sort u} {p : α → Prop} (h : ∃ x, p x) : p (choose h) := (indefiniteDescription p h).property

/-- Excluded middle.  Choose a truth value that satisfies `x = b ∨ p`, for both values of `b`: if the
chosen values agree then `p`, and if `p` then the two predicates are equal, so the chosen values agree. -/
theorem em (p : Prop) : p ∨ ¬p :=
  let pick : (b : Bool) → {x : Bool // x = b ∨ p} := fun b => indefiniteDescription (fun x => x = b ∨ p) ⟨b, .inl rfl⟩
  have agree : p → (pick true).val = (pick false).val := fun hp =>
    have same : ∀ b : Bool, (fun x : Bool => x = b ∨ p) = fun _ => True := fun b => funext fun x => eq_true (.inr hp)
    have all : ∀ (q r : Bool → Prop) (hq : ∃ x, q x) (hr : ∃ x, r x), q = r → choose hq = choose hr := by
      intro q r hq hr e
      subst e
      rfl
    all _ _ _ _ ((same true).trans (same false).symm)
  match (pick true).property, (pick false).property with
  | .inr hp, _ => .inl hp
  | _, .inr hp => .inl hp
  | .inl ht, .inl hf => .inr fun hp => Bool.false_ne_true (hf.symm.trans ((agree hp).symm.trans ht))

/-- Every proposition has a decision, which cannot be computed. -/
noncomputable scoped instance (priority := low) propDecidable (a : Prop) : Decidable a :=
  choice (match em a with
    | .inl h => ⟨isTrue h⟩
    | .inr h => ⟨isFalse h⟩)
theorem byCases {p q : Prop} (hpq : p → q) (hnpq : ¬p → q) : q := (em p).elim hpq hnpq
theorem byContradiction {p : Prop} (h : ¬p → False) : p := byCases id fun n => (h n).elim
@[simp] theorem not_not {a : Prop} : ¬¬a ↔ a := ⟨byContradiction, not_not_intro⟩
@[simp] theorem not_forall {α : Sort u} {p : α → Prop} : (¬∀ x, p x) ↔ ∃ x, ¬p x :=
  ⟨fun h => byContradiction fun n => h fun x => byContradiction fun hx => n ⟨x, hx⟩, fun ⟨x, hx⟩ h => hx (h x)⟩
@[simp] theorem not_imp {a b : Prop} : ¬(a → b) ↔ a ∧ ¬b :=
  ⟨fun h => ⟨byContradiction fun n => h fun ha => absurd ha n, fun hb => h fun _ => hb⟩, fun ⟨ha, hb⟩ h => hb (h ha)⟩
theorem not_and_iff_not_or_not {a b : Prop} : ¬(a ∧ b) ↔ ¬a ∨ ¬b :=
  ⟨fun h => byCases (fun ha => .inr fun hb => h ⟨ha, hb⟩) .inl, fun h ⟨ha, hb⟩ => h.elim (fun n => n ha) (fun n => n hb)⟩
end Classical
export Classical (choose choose_spec)
/-- An element with the property, by choice. -/
noncomputable def Exists.choose {α : Sort u} {p : α → Prop} (h : ∃ a, p a) : α := Classical.choose h
theorem Exists.choose_spec {α : Sort u} {p : α → Prop} (h : ∃ a, p a) : p h.choose := Classical.choose_spec h

/-! ## Injectivity and sizes of the types defined before these notions -/

gen_injective_theorems% Prod
gen_injective_theorems% PProd
gen_injective_theorems% MProd
gen_injective_theorems% Subtype
gen_injective_theorems% PLift
gen_injective_theorems% ULift
gen_injective_theorems% Fin
gen_injective_theorems% BitVec
gen_injective_theorems% UInt8
gen_injective_theorems% UInt16
gen_injective_theorems% UInt32
gen_injective_theorems% UInt64
gen_injective_theorems% USize
gen_injective_theorems% Char
gen_injective_theorems% Option
gen_injective_theorems% List
gen_injective_theorems% Array
gen_injective_theorems% ByteArray
gen_injective_theorems% String
gen_injective_theorems% String.Pos.Raw
gen_injective_theorems% Substring.Raw
gen_injective_theorems% Except
gen_injective_theorems% EStateM.Result
gen_injective_theorems% Lean.Name
gen_injective_theorems% Lean.SourceInfo
gen_injective_theorems% Lean.Syntax

deriving instance SizeOf for PUnit
deriving instance SizeOf for Prod
deriving instance SizeOf for PProd
deriving instance SizeOf for MProd
deriving instance SizeOf for Bool
deriving instance SizeOf for Subtype
deriving instance SizeOf for PLift
deriving instance SizeOf for ULift
deriving instance SizeOf for Decidable
deriving instance SizeOf for Fin
deriving instance SizeOf for BitVec
deriving instance SizeOf for UInt8
deriving instance SizeOf for UInt16
deriving instance SizeOf for UInt32
deriving instance SizeOf for UInt64
deriving instance SizeOf for USize
deriving instance SizeOf for Char
deriving instance SizeOf for Option
deriving instance SizeOf for List
deriving instance SizeOf for Array
deriving instance SizeOf for ByteArray
deriving instance SizeOf for String
deriving instance SizeOf for String.Pos.Raw
deriving instance SizeOf for Substring.Raw
deriving instance SizeOf for Except
deriving instance SizeOf for EStateM.Result
deriving instance SizeOf for Lean.Name
deriving instance SizeOf for Lean.SourceInfo
deriving instance SizeOf for Lean.Syntax.Preresolved
deriving instance SizeOf for Lean.Syntax
