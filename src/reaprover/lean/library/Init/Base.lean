prelude
/-!
# Base: logic, type classes of the operators, natural numbers

The first module of the core library.  No notation exists yet: everything is written in
applied form and every proof is a term.  The names and types are those which the compiled
elaborators refer to; the bodies follow from their meaning.
-/
universe u v w u1 u2 u3 u4 u5 u6

/-! ## Markers of the code generator -/

/-- Erased value. -/
unsafe axiom lcErased : Type
/-- Value of a type which the code generator does not track. -/
unsafe axiom lcAny : Type
/-- Value which is never inspected. -/
unsafe axiom lcVoid : Type

/-! ## Functions -/

/-- The identity function. -/
@[inline, implicit_reducible] def id {α : Sort u} (a : α) : α := a
/-- Composition: first `g`, then `f`. -/
@[inline, implicit_reducible] def Function.comp {α : Sort u} {β : Sort v} {δ : Sort w} (f : β → δ) (g : α → β) : α → δ :=
  fun x => f (g x)
/-- The constant function. -/
@[inline] def Function.const {α : Sort u} (β : Sort v) (a : α) : β → α := fun _ => a

set_option checkBinderAnnotations false in
/-- The instance of a class that inference finds. -/
abbrev inferInstance {α : Sort u} [i : α] : α := i
set_option checkBinderAnnotations false in
/-- The instance of the class `α` that inference finds. -/
abbrev «inferInstanceAs» (α : Sort u) [i : α] : α := i

/-- A parameter with a default value. -/
@[reducible] def optParam (α : Sort u) (_default : α) : Sort u := α
/-- A class parameter determined by the others. -/
@[reducible] def outParam (α : Sort u) : Sort u := α
/-- A class parameter that instances determine, but that may guide the search. -/
@[reducible] def semiOutParam (α : Sort u) : Sort u := α

set_option bootstrap.inductiveCheckResultingUniverse false in
/-- The type with one element, in every universe. -/
inductive PUnit : Sort u where
  | unit : PUnit

/-- Equality. -/
inductive Eq {α : Sort u} : α → α → Prop where
  | refl (a : α) : Eq a a

/-- Replace equals in a motive that does not depend on the proof. -/
abbrev Eq.ndrec.{u_1, u_2} {α : Sort u_2} {a : α} {motive : α → Sort u_1} (m : motive a) {b : α} (h : Eq a b) : motive b :=
  Eq.rec (motive := fun x _ => motive x) m h

/-- Equality between values of types which need not be the same by definition. -/
inductive HEq {α : Sort u} : α → {β : Sort u} → β → Prop where
  | refl (a : α) : HEq a a

/-- The truth values. -/
inductive Bool : Type where
  | false : Bool
  | true : Bool

export Bool (false true)

/-- The type with one element. -/
abbrev Unit : Type := PUnit
/-- The element of `Unit`. -/
@[match_pattern] abbrev Unit.unit : Unit := PUnit.unit

/-- Erased proof, for compiled code only. -/
unsafe axiom lcProof {α : Prop} : α
/-- Cast without a proof, for compiled code only. -/
unsafe axiom lcCast {α : Sort u} {β : Sort v} (a : α) : β
/-- Code that is never reached. -/
unsafe axiom lcUnreachable {α : Sort u} : α

/-! ## Propositions -/

/-- The true proposition. -/
inductive True : Prop where
  | intro : True
/-- The false proposition. -/
inductive False : Prop
/-- The type without elements. -/
inductive Empty : Type
set_option bootstrap.inductiveCheckResultingUniverse false in
/-- The type without elements, in every universe. -/
inductive PEmpty : Sort u

/-- Negation: `a` implies falsehood. -/
@[implicit_reducible] def Not (a : Prop) : Prop := a → False
/-- Anything follows from falsehood. -/
@[macro_inline] def False.elim {C : Sort u} (h : False) : C := False.rec (fun _ => C) h
/-- Anything follows from a contradiction. -/
@[macro_inline] def absurd {a : Prop} {b : Sort v} (h₁ : a) (h₂ : Not a) : b := False.elim (h₂ h₁)

/-! ## Equality -/

set_option linter.defProp false in
/-- Every value equals itself. -/
@[match_pattern] def rfl {α : Sort u} {a : α} : Eq a a := Eq.refl a
@[simp] theorem id_eq {α : Sort u} (a : α) : Eq (id a) a := rfl
theorem Eq.subst {α : Sort u} {motive : α → Prop} {a b : α} (h₁ : Eq a b) (h₂ : motive a) : motive b :=
  Eq.ndrec h₂ h₁
theorem Eq.symm {α : Sort u} {a b : α} (h : Eq a b) : Eq b a :=
  Eq.ndrec (motive := fun x => Eq x a) rfl h
/-- As `Eq.ndrec`, with the equation turned round. -/
abbrev Eq.ndrec_symm.{u_1, u_2} {α : Sort u_2} {a : α} {motive : α → Sort u_1} (m : motive a) {b : α} (h : Eq b a) : motive b :=
  Eq.ndrec (motive := motive) m (Eq.symm h)
theorem Eq.trans {α : Sort u} {a b c : α} (h₁ : Eq a b) (h₂ : Eq b c) : Eq a c :=
  Eq.ndrec (motive := fun x => Eq a x) h₁ h₂
/-- Transport along an equation of types. -/
@[macro_inline, implicit_reducible] def cast {α β : Sort u} (h : Eq α β) (a : α) : β :=
  Eq.rec (motive := fun T _ => T) a h
theorem congrArg {α : Sort u} {β : Sort v} {a₁ a₂ : α} (f : α → β) (h : Eq a₁ a₂) : Eq (f a₁) (f a₂) :=
  Eq.ndrec (motive := fun x => Eq (f a₁) (f x)) rfl h
theorem congr {α : Sort u} {β : Sort v} {f₁ f₂ : α → β} {a₁ a₂ : α} (h₁ : Eq f₁ f₂) (h₂ : Eq a₁ a₂) : Eq (f₁ a₁) (f₂ a₂) :=
  Eq.ndrec (a := f₁) (motive := fun g : α → β => Eq (f₁ a₁) (g a₂)) (congrArg f₁ h₂) h₁
theorem congrFun {α : Sort u} {β : α → Sort v} {f g : (x : α) → β x} (h : Eq f g) (a : α) : Eq (f a) (g a) :=
  Eq.ndrec (motive := fun k : (x : α) → β x => Eq (f a) (k a)) rfl h
theorem congrFun' {α : Sort u} {β : Sort v} {f g : α → β} (h : Eq f g) (a : α) : Eq (f a) (g a) :=
  congrFun h a

/-! ## Quotients and function extensionality -/

init_quot

/-- Related elements are equal in the quotient. -/
axiom Quot.sound : ∀ {α : Sort u} {r : α → α → Prop} {a b : α}, r a b → Eq (Quot.mk r a) (Quot.mk r b)
/-- The representative stored at run time. -/
unsafe axiom Quot.lcInv {α : Sort u} {r : α → α → Prop} (q : Quot r) : α
/-- `Quot.lift` with the quotient first. -/
protected abbrev Quot.liftOn {α : Sort u} {β : Sort v} {r : α → α → Prop} (q : Quot r) (f : α → β)
    (c : ∀ (a b : α), r a b → Eq (f a) (f b)) : β := Quot.lift f c q

theorem funext {α : Sort u} {β : α → Sort v} {f g : (x : α) → β x} (h : ∀ (x : α), Eq (f x) (g x)) : Eq f g :=
  let agree : ((x : α) → β x) → ((x : α) → β x) → Prop := fun f g => ∀ x, Eq (f x) (g x)
  let apply : Quot agree → (x : α) → β x := fun q x => Quot.lift (fun k : (x : α) → β x => k x) (fun _ _ e => e x) q
  show Eq (apply (Quot.mk agree f)) (apply (Quot.mk agree g)) from
    congrArg apply (Quot.sound h)

/-! ## Heterogeneous equality -/

set_option linter.defProp false in
@[match_pattern] protected def HEq.rfl {α : Sort u} {a : α} : HEq a a := HEq.refl a
theorem eq_of_heq {α : Sort u} {a a' : α} (h : HEq a a') : Eq a a' :=
  have key : ∀ (β : Sort u) (b : β), HEq a b → (e : Eq α β) → Eq (cast e a) b :=
    fun _ _ h₁ => HEq.rec (motive := fun {γ : Sort u} (c : γ) (_ : HEq a c) => (e : Eq α γ) → Eq (cast e a) c)
      (fun _ => rfl) h₁
  key α a' h rfl
theorem heq_of_eq {α : Sort u} {a a' : α} (h : Eq a a') : HEq a a' :=
  Eq.ndrec (motive := fun x => HEq a x) (HEq.refl a) h

/-! ## Products, conjunction, disjunction, subtypes -/

/-- Pairs. -/
structure Prod (α : Type u) (β : Type v) where
  /-- First component. -/
  fst : α
  /-- Second component. -/
  snd : β
attribute [unbox] Prod

/-- Pairs of values of any sorts. -/
structure PProd (α : Sort u) (β : Sort v) where
  /-- First component. -/
  fst : α
  /-- Second component. -/
  snd : β

/-- Pairs of values of types in the same universe. -/
structure MProd (α β : Type u) where
  /-- First component. -/
  fst : α
  /-- Second component. -/
  snd : β

/-- Conjunction. -/
@[pp_using_anonymous_constructor]
structure And (a b : Prop) : Prop where
  intro ::
  /-- The first part. -/
  left : a
  /-- The second part. -/
  right : b

/-- Disjunction. -/
inductive Or (a b : Prop) : Prop where
  | inl (h : a) : Or a b
  | inr (h : b) : Or a b

theorem Or.intro_left {a : Prop} (b : Prop) (h : a) : Or a b := Or.inl h
theorem Or.intro_right {b : Prop} (a : Prop) (h : b) : Or a b := Or.inr h
theorem Or.elim {a b c : Prop} (h : Or a b) (left : a → c) (right : b → c) : c :=
  match h with
  | Or.inl h => left h
  | Or.inr h => right h
theorem Or.resolve_left {a b : Prop} (h : Or a b) (na : Not a) : b := h.elim (fun x => absurd x na) id
theorem Or.resolve_right {a b : Prop} (h : Or a b) (nb : Not b) : a := h.elim id (fun x => absurd x nb)

/-- The elements of `α` with the property `p`. -/
@[pp_using_anonymous_constructor]
structure Subtype {α : Sort u} (p : α → Prop) where
  /-- The element. -/
  val : α
  /-- Its property. -/
  property : p val

/-- The pattern `x@a`. -/
@[reducible] def namedPattern {α : Sort u} (x a : α) (_ : Eq x a) : α := a

/-- Stands for a missing proof; every use is reported. -/
@[extern "lean_sorry", never_extract] axiom sorryAx (α : Sort u) (synthetic : Bool) : α

/-! ## Truth values -/

/-- Truth of a truth value as a proposition, before `noConfusion` exists. -/
private def Bool.holds (b : Bool) : Prop := match b with
  | true => True
  | false => False
theorem Bool.false_ne_true (h : Eq false true) : False := Eq.ndrec (a := true) (b := false) (motive := Bool.holds) True.intro h.symm
theorem Bool.eq_false_of_ne_true {b : Bool} (h : Not (Eq b true)) : Eq b false :=
  match b, h with
  | true, h => absurd rfl h
  | false, _ => rfl
theorem Bool.eq_true_of_ne_false {b : Bool} (h : Not (Eq b false)) : Eq b true :=
  match b, h with
  | true, _ => rfl
  | false, h => absurd rfl h
theorem Bool.ne_false_of_eq_true {b : Bool} (h : Eq b true) : Not (Eq b false) :=
  fun e => Bool.false_ne_true (e.symm.trans h)
theorem Bool.ne_true_of_eq_false {b : Bool} (h : Eq b false) : Not (Eq b true) :=
  fun e => Bool.false_ne_true (h.symm.trans e)

/-! ## Inhabited and nonempty types -/

/-- Types with a chosen element. -/
class Inhabited (α : Sort u) where
  /-- The chosen element. -/
  default : α
export Inhabited (default)

/-- The proposition that a type has an element. -/
class inductive Nonempty (α : Sort u) : Prop where
  | intro (val : α) : Nonempty α

/-- The axiom of choice: an element of a nonempty type. -/
axiom Classical.choice {α : Sort u} : Nonempty α → α

protected theorem Nonempty.elim {α : Sort u} {p : Prop} (h₁ : Nonempty α) (h₂ : (a : α) → p) : p :=
  match h₁ with
  | Nonempty.intro a => h₂ a
instance instNonemptyOfInhabited {α : Sort u} [Inhabited α] : Nonempty α := Nonempty.intro default
/-- Some element of a nonempty type. -/
noncomputable def Classical.ofNonempty {α : Sort u} [Nonempty α] : α := Classical.choice inferInstance
instance instNonemptyForall {α : Sort u} {β : Sort v} [Nonempty β] : Nonempty (α → β) :=
  Nonempty.intro (fun _ => Classical.ofNonempty)
instance Pi.instNonempty {α : Sort u} {β : α → Sort v} [∀ (a : α), Nonempty (β a)] : Nonempty ((a : α) → β a) :=
  Nonempty.intro (fun _ => Classical.ofNonempty)
instance instInhabitedSort : Inhabited (Sort u) := Inhabited.mk PUnit
instance instInhabitedForall (α : Sort u) {β : Sort v} [Inhabited β] : Inhabited (α → β) := Inhabited.mk (fun _ => default)
instance Pi.instInhabited {α : Sort u} {β : α → Sort v} [(a : α) → Inhabited (β a)] : Inhabited ((a : α) → β a) :=
  Inhabited.mk (fun _ => default)
instance instInhabitedBool : Inhabited Bool := Inhabited.mk false

/-- A value of any sort as a value of a type. -/
structure PLift (α : Sort u) : Type u where
  up ::
  /-- The value. -/
  down : α
/-- A type in a larger universe. -/
structure ULift.{r, s} (α : Type s) : Type (max s r) where
  up ::
  /-- The value. -/
  down : α
/-- A sort in a larger universe. -/
structure PULift.{r, s} (α : Sort s) : Sort (max s r 1) where
  up ::
  /-- The value. -/
  down : α

/-- Nonempty types, bundled. -/
def NonemptyType := Subtype fun α : Type u => Nonempty α
/-- The type. -/
abbrev NonemptyType.type (t : NonemptyType.{u}) : Type u := t.val
theorem NonemptyType.property (t : NonemptyType.{u}) : Nonempty t.type := Subtype.property t
instance instInhabitedNonemptyType : Inhabited NonemptyType.{u} := Inhabited.mk ⟨PUnit, ⟨⟨⟩⟩⟩

/-! ## Operations on truth values -/

/-- Choose by a truth value. -/
@[macro_inline, implicit_reducible] def cond {α : Sort u} (c : Bool) (x y : α) : α :=
  match c with
  | true => x
  | false => y
/-- Choose by a truth value, with its equation at hand. -/
@[macro_inline] protected def Bool.dcond {α : Sort u} (c : Bool) (x : Eq c true → α) (y : Eq c false → α) : α :=
  match c with
  | true => x rfl
  | false => y rfl
/-- Disjunction, evaluating the second part only if needed. -/
@[macro_inline, implicit_reducible] def Bool.or (x y : Bool) : Bool :=
  match x with
  | true => true
  | false => y
/-- Conjunction, evaluating the second part only if needed. -/
@[macro_inline, implicit_reducible] def Bool.and (x y : Bool) : Bool :=
  match x with
  | false => false
  | true => y
/-- Negation. -/
@[inline, implicit_reducible] def Bool.not : Bool → Bool
  | true => false
  | false => true
export Bool (or and not)
/-- Equality test. -/
@[inline, implicit_reducible] protected def Bool.beq : Bool → Bool → Bool
  | true, b => b
  | false, b => not b

/-! ## Decidable propositions -/

/-- The truth value says whether the proposition holds. -/
abbrev Bool.Reflects (b : Bool) (p : Prop) : Prop :=
  match b with
  | true => p
  | false => Not p

/-- Propositions with an algorithm that decides them. -/
class Decidable (p : Prop) where
  intro ::
  /-- The decision. -/
  decide : Bool
  /-- It is right. -/
  reflects_decide : Bool.Reflects decide p

/-- Decision that `p` is false. -/
@[match_pattern] abbrev Decidable.isFalse {p : Prop} (h : Not p) : Decidable p := Decidable.intro false h
/-- Decision that `p` is true. -/
@[match_pattern] abbrev Decidable.isTrue {p : Prop} (h : p) : Decidable p := Decidable.intro true h
export Decidable (isTrue isFalse decide)

/-- The two cases of a decision. -/
@[cases_eliminator, induction_eliminator, elab_as_elim]
abbrev Decidable.falseTrueCases {p : Prop} {motive : Decidable p → Sort u} (isFalse : (h : Not p) → motive (isFalse h))
    (isTrue : (h : p) → motive (isTrue h)) (t : Decidable p) : motive t :=
  match t with
  | Decidable.intro true h => isTrue h
  | Decidable.intro false h => isFalse h

/-- A decidable predicate. -/
abbrev DecidablePred {α : Sort u} (r : α → Prop) := (a : α) → Decidable (r a)
/-- A decidable relation. -/
abbrev DecidableRel {α : Sort u} {β : Sort v} (r : α → β → Prop) := (a : α) → (b : β) → Decidable (r a b)
/-- Decidable equality. -/
abbrev DecidableEq (α : Sort u) := (a b : α) → Decidable (Eq a b)
/-- Decide an equation. -/
def decEq {α : Sort u} [inst : DecidableEq α] (a b : α) : Decidable (Eq a b) := inst a b

theorem decide_eq_true {p : Prop} [inst : Decidable p] (h : p) : Eq (decide p) true :=
  match inst with
  | isTrue _ => rfl
  | isFalse n => absurd h n
theorem decide_eq_false {p : Prop} [inst : Decidable p] (h : Not p) : Eq (decide p) false :=
  match inst with
  | isTrue y => absurd y h
  | isFalse _ => rfl
theorem of_decide_eq_true {p : Prop} [inst : Decidable p] : Eq (decide p) true → p := fun h =>
  match inst, h with
  | isTrue y, _ => y
  | isFalse _, h => False.elim (Bool.false_ne_true h)
theorem of_decide_eq_false {p : Prop} [inst : Decidable p] : Eq (decide p) false → Not p := fun h =>
  match inst, h with
  | isTrue _, h => False.elim (Bool.false_ne_true h.symm)
  | isFalse n, _ => n
theorem of_decide_eq_self_eq_true {α : Sort u} [inst : DecidableEq α] (a : α) : Eq (decide (Eq a a)) true := decide_eq_true rfl

@[macro_inline] instance instDecidableAnd {p q : Prop} [dp : Decidable p] [dq : Decidable q] : Decidable (And p q) :=
  match dp with
  | isTrue hp => match dq with
    | isTrue hq => isTrue ⟨hp, hq⟩
    | isFalse hq => isFalse fun h => hq h.right
  | isFalse hp => isFalse fun h => hp h.left
@[macro_inline] instance instDecidableOr {p q : Prop} [dp : Decidable p] [dq : Decidable q] : Decidable (Or p q) :=
  match dp with
  | isTrue hp => isTrue (Or.inl hp)
  | isFalse hp => match dq with
    | isTrue hq => isTrue (Or.inr hq)
    | isFalse hq => isFalse fun h => h.elim hp hq
instance instDecidableNot {p : Prop} [dp : Decidable p] : Decidable (Not p) :=
  match dp with
  | isTrue hp => isFalse fun h => h hp
  | isFalse hp => isTrue hp

/-- Equality of truth values is decidable. -/
@[inline, implicit_reducible] def Bool.decEq (a b : Bool) : Decidable (Eq a b) :=
  match a, b with
  | false, false => isTrue rfl
  | false, true => isFalse Bool.false_ne_true
  | true, false => isFalse fun h => Bool.false_ne_true h.symm
  | true, true => isTrue rfl
@[inline] instance instDecidableEqBool : DecidableEq Bool := Bool.decEq

/-- Types with an equality test `a == b`. -/
class BEq (α : Type u) where
  /-- The test. -/
  beq : α → α → Bool
instance instBEqOfDecidableEq {α : Type u} [DecidableEq α] : BEq α := BEq.mk fun a b => decide (Eq a b)

/-- Choose by a decidable proposition, with its proof at hand. -/
@[macro_inline, implicit_reducible] def dite {α : Sort u} (c : Prop) [h : Decidable c] (t : c → α) (e : Not c → α) : α :=
  match h with
  | isTrue hc => t hc
  | isFalse hnc => e hnc
/-- Choose by a decidable proposition. -/
@[macro_inline, implicit_reducible] def ite {α : Sort u} (c : Prop) [h : Decidable c] (t e : α) : α :=
  match h with
  | isTrue _ => t
  | isFalse _ => e

/-! ## Natural numbers, order classes -/

set_option genCtorIdx false in
/-- The natural numbers. -/
inductive Nat where
  /-- The number 0. -/
  | zero : Nat
  /-- The next number. -/
  | succ (n : Nat) : Nat
instance instInhabitedNat : Inhabited Nat := Inhabited.mk Nat.zero

/-- Types in which the numeral `n` has a meaning. -/
class OfNat (α : Type u) (_ : Nat) where
  /-- The meaning. -/
  ofNat : α
@[default_instance 100] instance instOfNatNat (n : Nat) : OfNat Nat n := OfNat.mk n

/-- Types with an order `a ≤ b`. -/
class LE (α : Type u) where
  /-- The order. -/
  le : α → α → Prop
/-- Types with a strict order `a < b`. -/
class LT (α : Type u) where
  /-- The strict order. -/
  lt : α → α → Prop
/-- `a ≥ b` is `b ≤ a`. -/
@[reducible] def GE.ge {α : Type u} [LE α] (a b : α) : Prop := LE.le b a
/-- `a > b` is `b < a`. -/
@[reducible] def GT.gt {α : Type u} [LT α] (a b : α) : Prop := LT.lt b a
/-- The strict order is decidable. -/
abbrev DecidableLT (α : Type u) [LT α] := DecidableRel (LT.lt : α → α → Prop)
/-- The order is decidable. -/
abbrev DecidableLE (α : Type u) [LE α] := DecidableRel (LE.le : α → α → Prop)
/-- Types with a maximum of two values. -/
class Max (α : Type u) where
  /-- The larger value. -/
  max : α → α → α
export Max (max)
/-- Types with a minimum of two values. -/
class Min (α : Type u) where
  /-- The smaller value. -/
  min : α → α → α
export Min (min)
/-- The maximum by a decidable order. -/
@[inline, instance_reducible] def maxOfLe {α : Type u} [inst : LE α] [DecidableRel (LE.le : α → α → Prop)] : Max α :=
  Max.mk fun x y => ite (LE.le x y) y x
/-- The minimum by a decidable order. -/
@[inline, instance_reducible] def minOfLe {α : Type u} [inst : LE α] [DecidableRel (LE.le : α → α → Prop)] : Min α :=
  Min.mk fun x y => ite (LE.le x y) x y

/-- Relations that `calc` can chain. -/
class Trans.{a1, a2, a3, a4, a5, a6} {α : Sort a4} {β : Sort a5} {γ : Sort a6} (r : α → β → Sort a1) (s : β → γ → Sort a2)
    (t : outParam (α → γ → Sort a3)) where
  /-- The chain of two steps. -/
  trans {a : α} {b : β} {c : γ} : r a b → s b c → t a c
export Trans (trans)
instance instTransEq.{a1, a2, a3} {α : Sort a2} {γ : Sort a3} (r : α → γ → Sort a1) : Trans Eq r r :=
  Trans.mk fun {_ _ c} h p => Eq.ndrec (motive := fun x => r x c) p h.symm
instance instTransEq_1.{a1, a2, a3} {α : Sort a2} {β : Sort a3} (r : α → β → Sort a1) : Trans r Eq r :=
  Trans.mk fun {a _ _} p h => Eq.ndrec (motive := fun x => r a x) p h

/-! ## Classes of the operators -/

/-- Types of which a sum `a + b` exists. -/
class HAdd (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  /-- The operation. -/
  hAdd : α → β → γ
/-- Types of which a difference `a - b` exists. -/
class HSub (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  /-- The operation. -/
  hSub : α → β → γ
/-- Types of which a product `a * b` exists. -/
class HMul (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  /-- The operation. -/
  hMul : α → β → γ
/-- Types of which a quotient `a / b` exists. -/
class HDiv (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  /-- The operation. -/
  hDiv : α → β → γ
/-- Types of which a remainder `a % b` exists. -/
class HMod (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  /-- The operation. -/
  hMod : α → β → γ
/-- Types of which a power `a ^ b` exists. -/
class HPow (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  /-- The operation. -/
  hPow : α → β → γ
/-- Types of which a scalar product `a • b` exists. -/
class HSMul (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  /-- The operation. -/
  hSMul : α → β → γ
/-- Types of which a concatenation `a ++ b` exists. -/
class HAppend (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  /-- The operation. -/
  hAppend : α → β → γ
/-- Types of which an alternative `a <|> b` exists. -/
class HOrElse (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  /-- The operation. -/
  hOrElse : α → (Unit → β) → γ
/-- Types of which a sequence `a >> b` exists. -/
class HAndThen (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  /-- The operation. -/
  hAndThen : α → (Unit → β) → γ
/-- Types of which a bitwise conjunction `a &&& b` exists. -/
class HAnd (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  /-- The operation. -/
  hAnd : α → β → γ
/-- Types of which a bitwise exclusive or `a ^^^ b` exists. -/
class HXor (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  /-- The operation. -/
  hXor : α → β → γ
/-- Types of which a bitwise disjunction `a ||| b` exists. -/
class HOr (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  /-- The operation. -/
  hOr : α → β → γ
/-- Types of which a shift `a <<< b` exists. -/
class HShiftLeft (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  /-- The operation. -/
  hShiftLeft : α → β → γ
/-- Types of which a shift `a >>> b` exists. -/
class HShiftRight (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  /-- The operation. -/
  hShiftRight : α → β → γ
/-- Types with a zero. -/
class Zero (α : Type u) where
  /-- The element. -/
  zero : α
/-- Types with a one. -/
class One (α : Type u) where
  /-- The element. -/
  one : α
/-- Types with the operation `a + b`. -/
class Add (α : Type u) where
  /-- The operation. -/
  add : α → α → α
/-- Types with the operation `a - b`. -/
class Sub (α : Type u) where
  /-- The operation. -/
  sub : α → α → α
/-- Types with the operation `a * b`. -/
class Mul (α : Type u) where
  /-- The operation. -/
  mul : α → α → α
/-- Types with the operation `-a`. -/
class Neg (α : Type u) where
  /-- The operation. -/
  neg : α → α
/-- Types with the operation `a / b`. -/
class Div (α : Type u) where
  /-- The operation. -/
  div : α → α → α
/-- Types with the operation `a⁻¹`. -/
class Inv (α : Type u) where
  /-- The operation. -/
  inv : α → α
/-- Types with the operation `a % b`. -/
class Mod (α : Type u) where
  /-- The operation. -/
  mod : α → α → α
/-- Types with divisibility `a ∣ b`. -/
class Dvd (α : Type u) where
  /-- The relation. -/
  dvd : α → α → Prop
/-- Types with powers `a ^ b`. -/
class Pow (α : Type u) (β : Type v) where
  /-- The operation. -/
  pow : α → β → α
/-- Types with powers by natural exponents. -/
class NatPow (α : Type u) where
  /-- The operation. -/
  protected pow : α → Nat → α
/-- Types with powers by exponents of the same type. -/
class HomogeneousPow (α : Type u) where
  /-- The operation. -/
  protected pow : α → α → α
/-- Types with scalar multiplication `m • a`. -/
class SMul (M : Type u) (α : Type v) where
  /-- The operation. -/
  smul : M → α → α
/-- Types with the operation `a ++ b`. -/
class Append (α : Type u) where
  /-- The operation. -/
  append : α → α → α
/-- Types with the operation `a <|> b`. -/
class OrElse (α : Type u) where
  /-- The operation. -/
  orElse : α → (Unit → α) → α
/-- Types with the operation `a >> b`. -/
class AndThen (α : Type u) where
  /-- The operation. -/
  andThen : α → (Unit → α) → α
/-- Types with the operation `a &&& b`. -/
class AndOp (α : Type u) where
  /-- The operation. -/
  and : α → α → α
/-- Types with the operation `a ^^^ b`. -/
class XorOp (α : Type u) where
  /-- The operation. -/
  xor : α → α → α
/-- Types with the operation `a ||| b`. -/
class OrOp (α : Type u) where
  /-- The operation. -/
  or : α → α → α
/-- Types with the operation `~~~a`. -/
class Complement (α : Type u) where
  /-- The operation. -/
  complement : α → α
/-- Types with the operation `a <<< b`. -/
class ShiftLeft (α : Type u) where
  /-- The operation. -/
  shiftLeft : α → α → α
/-- Types with the operation `a >>> b`. -/
class ShiftRight (α : Type u) where
  /-- The operation. -/
  shiftRight : α → α → α

@[default_instance] instance instHAdd {α : Type u} [Add α] : HAdd α α α := HAdd.mk fun a b => Add.add a b
@[default_instance] instance instHSub {α : Type u} [Sub α] : HSub α α α := HSub.mk fun a b => Sub.sub a b
@[default_instance] instance instHMul {α : Type u} [Mul α] : HMul α α α := HMul.mk fun a b => Mul.mul a b
@[default_instance] instance instHDiv {α : Type u} [Div α] : HDiv α α α := HDiv.mk fun a b => Div.div a b
@[default_instance] instance instHMod {α : Type u} [Mod α] : HMod α α α := HMod.mk fun a b => Mod.mod a b
@[default_instance] instance instHPow {α : Type u} {β : Type v} [Pow α β] : HPow α β α := HPow.mk fun a b => Pow.pow a b
@[default_instance] instance instPowNat {α : Type u} [NatPow α] : Pow α Nat := Pow.mk fun a n => NatPow.pow a n
@[default_instance] instance instPowOfHomogeneousPow {α : Type u} [HomogeneousPow α] : Pow α α := Pow.mk fun a n => HomogeneousPow.pow a n
@[default_instance] instance instHSMul {α : Type u} {β : Type v} [SMul α β] : HSMul α β β := HSMul.mk SMul.smul
@[default_instance] instance instHAppendOfAppend {α : Type u} [Append α] : HAppend α α α := HAppend.mk fun a b => Append.append a b
@[default_instance] instance instHOrElseOfOrElse {α : Type u} [OrElse α] : HOrElse α α α := HOrElse.mk fun a b => OrElse.orElse a b
@[default_instance] instance instHAndThenOfAndThen {α : Type u} [AndThen α] : HAndThen α α α := HAndThen.mk fun a b => AndThen.andThen a b
@[default_instance] instance instHAndOfAndOp {α : Type u} [AndOp α] : HAnd α α α := HAnd.mk fun a b => AndOp.and a b
@[default_instance] instance instHXorOfXorOp {α : Type u} [XorOp α] : HXor α α α := HXor.mk fun a b => XorOp.xor a b
@[default_instance] instance instHOrOfOrOp {α : Type u} [OrOp α] : HOr α α α := HOr.mk fun a b => OrOp.or a b
@[default_instance] instance instHShiftLeftOfShiftLeft {α : Type u} [ShiftLeft α] : HShiftLeft α α α := HShiftLeft.mk fun a b => ShiftLeft.shiftLeft a b
@[default_instance] instance instHShiftRightOfShiftRight {α : Type u} [ShiftRight α] : HShiftRight α α α := HShiftRight.mk fun a b => ShiftRight.shiftRight a b

/-- Collections with membership `a ∈ c`. -/
class Membership (α : outParam (Type u)) (γ : Type v) where
  /-- The element is in the collection. -/
  mem : γ → α → Prop

/-! ## Arithmetic of natural numbers -/

set_option bootstrap.genMatcherCode false in
/-- Addition. -/
@[extern "lean_nat_add", instance_reducible] protected def Nat.add : (@& Nat) → (@& Nat) → Nat
  | n, .zero => n
  | n, .succ m => .succ (Nat.add n m)
instance instAddNat : Add Nat := Add.mk Nat.add
set_option bootstrap.genMatcherCode false in
/-- Multiplication. -/
@[extern "lean_nat_mul", instance_reducible] protected def Nat.mul : (@& Nat) → (@& Nat) → Nat
  | _, .zero => .zero
  | n, .succ m => Nat.add (Nat.mul n m) n
instance instMulNat : Mul Nat := Mul.mk Nat.mul
set_option bootstrap.genMatcherCode false in
/-- Powers. -/
@[extern "lean_nat_pow"] protected def Nat.pow (m : @& Nat) : (@& Nat) → Nat
  | .zero => .succ .zero
  | .succ n => Nat.mul (Nat.pow m n) m
instance instNatPowNat : NatPow Nat := NatPow.mk Nat.pow
set_option bootstrap.genMatcherCode false in
/-- Equality test. -/
@[extern "lean_nat_dec_eq"] def Nat.beq : (@& Nat) → (@& Nat) → Bool
  | .zero, .zero => true
  | .zero, .succ _ => false
  | .succ _, .zero => false
  | .succ n, .succ m => Nat.beq n m
theorem Nat.eq_of_beq_eq_true : {n m : Nat} → Eq (Nat.beq n m) true → Eq n m
  | .zero, .zero, _ => rfl
  | .zero, .succ _, h => False.elim (Bool.false_ne_true h)
  | .succ _, .zero, h => False.elim (Bool.false_ne_true h)
  | .succ n, .succ m, h => congrArg Nat.succ (Nat.eq_of_beq_eq_true (n := n) (m := m) h)
/-- Every number passes the test with itself. -/
private theorem Nat.beq_self : (n : Nat) → Eq (Nat.beq n n) true
  | .zero => rfl
  | .succ n => Nat.beq_self n
theorem Nat.ne_of_beq_eq_false {n m : Nat} (h : Eq (Nat.beq n m) false) : Not (Eq n m) := fun e =>
  Bool.false_ne_true (h.symm.trans (Eq.ndrec (motive := fun k => Eq (Nat.beq n k) true) (Nat.beq_self n) e))
/-- A value computed into `Nat` tells elements apart. -/
theorem noConfusion_of_Nat {α : Sort u} (f : α → Nat) {a b : α} (h : Eq a b) :
    Bool.rec (motive := fun _ => Prop) False True (Nat.beq (f a) (f b)) :=
  Eq.ndrec (motive := fun c => Bool.rec (motive := fun _ => Prop) False True (Nat.beq (f a) (f c)))
    (Eq.ndrec (a := true) (motive := fun t => Bool.rec (motive := fun _ => Prop) False True t) True.intro (Nat.beq_self (f a)).symm) h
/-- Equality is decidable. -/
@[reducible, extern "lean_nat_dec_eq"] protected def Nat.decEq (n m : @& Nat) : Decidable (Eq n m) :=
  match h : Nat.beq n m with
  | true => isTrue (Nat.eq_of_beq_eq_true h)
  | false => isFalse (Nat.ne_of_beq_eq_false h)
@[inline] instance instDecidableEqNat : DecidableEq Nat := Nat.decEq
set_option bootstrap.genMatcherCode false in
/-- Order test. -/
@[extern "lean_nat_dec_le"] def Nat.ble : (@& Nat) → (@& Nat) → Bool
  | .zero, .zero => true
  | .zero, .succ _ => true
  | .succ _, .zero => false
  | .succ n, .succ m => Nat.ble n m
attribute [gen_constructor_elims] Bool

attribute [match_pattern] Nat.add Add.add HAdd.hAdd Neg.neg Mul.mul HMul.hMul

/-! ## Order of natural numbers -/

/-- `n ≤ m`. -/
protected inductive Nat.le (n : Nat) : Nat → Prop where
  | refl : Nat.le n n
  | step {m : Nat} : Nat.le n m → Nat.le n (Nat.succ m)
instance instLENat : LE Nat := LE.mk Nat.le
/-- `n < m` is `n + 1 ≤ m`. -/
@[implicit_reducible] protected def Nat.lt (n m : Nat) : Prop := Nat.le (HAdd.hAdd n (1 : Nat)) m
instance instLTNat : LT Nat := LT.mk Nat.lt

theorem Nat.not_succ_le_zero (n : Nat) (h : LE.le (Nat.succ n) (0 : Nat)) : False :=
  Nat.le.rec (n := Nat.succ n) (motive := fun m _ => Nat.rec (motive := fun _ => Prop) False (fun _ _ => True) m) True.intro (fun _ _ => True.intro) h
protected theorem Nat.not_lt_zero (n : Nat) : Not (LT.lt n (0 : Nat)) := Nat.not_succ_le_zero n
theorem Nat.zero_le : (n : Nat) → LE.le (0 : Nat) n
  | .zero => Nat.le.refl
  | .succ n => Nat.le.step (Nat.zero_le n)
theorem Nat.succ_le_succ {n m : Nat} (h : LE.le n m) : LE.le (Nat.succ n) (Nat.succ m) :=
  Nat.le.rec (motive := fun k _ => LE.le (Nat.succ n) (Nat.succ k)) Nat.le.refl (fun _ ih => Nat.le.step ih) h
theorem Nat.zero_lt_succ (n : Nat) : LT.lt (0 : Nat) (Nat.succ n) := Nat.succ_le_succ (Nat.zero_le n)
protected theorem Nat.le_succ_of_le {n m : Nat} (h : LE.le n m) : LE.le n (Nat.succ m) := Nat.le.step h
protected theorem Nat.le_trans {n m k : Nat} (h₁ : LE.le n m) (h₂ : LE.le m k) : LE.le n k :=
  Nat.le.rec (motive := fun j _ => LE.le n j) h₁ (fun _ ih => Nat.le.step ih) h₂
protected theorem Nat.lt_of_lt_of_le {n m k : Nat} (h₁ : LT.lt n m) (h₂ : LE.le m k) : LT.lt n k := Nat.le_trans h₁ h₂
protected theorem Nat.lt_of_lt_of_eq {n m k : Nat} (h₁ : LT.lt n m) (h₂ : Eq m k) : LT.lt n k :=
  Eq.ndrec (motive := fun x => LT.lt n x) h₁ h₂
theorem Nat.le_succ (n : Nat) : LE.le n (Nat.succ n) := Nat.le.step Nat.le.refl
protected theorem Nat.lt_trans {n m k : Nat} (h₁ : LT.lt n m) (h₂ : LT.lt m k) : LT.lt n k :=
  Nat.le_trans (Nat.le.step h₁) h₂
protected theorem Nat.le_refl (n : Nat) : LE.le n n := Nat.le.refl
theorem Nat.succ_pos (n : Nat) : LT.lt (0 : Nat) (Nat.succ n) := Nat.zero_lt_succ n

set_option bootstrap.genMatcherCode false in
/-- The number before, and 0 before 0. -/
@[extern "lean_nat_pred", implicit_reducible] def Nat.pred : (@& Nat) → Nat
  | .zero => .zero
  | .succ a => a
theorem Nat.pred_le_pred {n m : Nat} (h : LE.le n m) : LE.le (Nat.pred n) (Nat.pred m) :=
  Nat.le.rec (motive := fun k _ => LE.le (Nat.pred n) (Nat.pred k)) Nat.le.refl
    (fun {m} _ ih => match m, ih with
      | .zero, ih => ih
      | .succ _, ih => Nat.le.step ih) h
theorem Nat.le_of_succ_le_succ {n m : Nat} (h : LE.le (Nat.succ n) (Nat.succ m)) : LE.le n m := Nat.pred_le_pred h
theorem Nat.le_of_lt_succ {m n : Nat} (h : LT.lt m (Nat.succ n)) : LE.le m n := Nat.le_of_succ_le_succ h
protected theorem Nat.eq_or_lt_of_le {n m : Nat} (h : LE.le n m) : Or (Eq n m) (LT.lt n m) :=
  Nat.le.rec (motive := fun k _ => Or (Eq n k) (LT.lt n k)) (Or.inl rfl) (fun h' _ => Or.inr (Nat.succ_le_succ h')) h
protected theorem Nat.lt_or_ge (n m : Nat) : Or (LT.lt n m) (GE.ge n m) :=
  match m with
  | .zero => Or.inr (Nat.zero_le n)
  | .succ m => match Nat.lt_or_ge n m with
    | Or.inl h => Or.inl (Nat.le.step h)
    | Or.inr h => match Nat.eq_or_lt_of_le h with
      | Or.inl e => Or.inl (Eq.ndrec (motive := fun k => LT.lt n (Nat.succ k)) (Nat.le.refl) e.symm)
      | Or.inr h => Or.inr h
theorem Nat.not_succ_le_self : (n : Nat) → Not (LE.le (Nat.succ n) n)
  | .zero => Nat.not_succ_le_zero _
  | .succ n => fun h => Nat.not_succ_le_self n (Nat.le_of_succ_le_succ h)
protected theorem Nat.lt_irrefl (n : Nat) : Not (LT.lt n n) := Nat.not_succ_le_self n
protected theorem Nat.lt_of_le_of_lt {n m k : Nat} (h₁ : LE.le n m) (h₂ : LT.lt m k) : LT.lt n k :=
  Nat.le_trans (Nat.succ_le_succ h₁) h₂
protected theorem Nat.le_antisymm {n m : Nat} (h₁ : LE.le n m) (h₂ : LE.le m n) : Eq n m :=
  match Nat.eq_or_lt_of_le h₁ with
  | Or.inl e => e
  | Or.inr h => absurd (Nat.lt_of_lt_of_le h h₂) (Nat.lt_irrefl n)
protected theorem Nat.lt_of_le_of_ne {n m : Nat} (h₁ : LE.le n m) (h₂ : Not (Eq n m)) : LT.lt n m :=
  (Nat.eq_or_lt_of_le h₁).resolve_left h₂
theorem Nat.le_of_ble_eq_true : {n m : Nat} → (h : Eq (Nat.ble n m) true) → LE.le n m
  | .zero, m, _ => Nat.zero_le m
  | .succ _, .zero, h => False.elim (Bool.false_ne_true h)
  | .succ _, .succ _, h => Nat.succ_le_succ (Nat.le_of_ble_eq_true h)
theorem Nat.ble_self_eq_true : (n : Nat) → Eq (Nat.ble n n) true
  | .zero => rfl
  | .succ n => Nat.ble_self_eq_true n
theorem Nat.ble_succ_eq_true : {n m : Nat} → Eq (Nat.ble n m) true → Eq (Nat.ble n (Nat.succ m)) true
  | .zero, _, _ => rfl
  | .succ _, .zero, h => False.elim (Bool.false_ne_true h)
  | .succ n, .succ m, h => Nat.ble_succ_eq_true (n := n) (m := m) h
theorem Nat.ble_eq_true_of_le {n m : Nat} (h : LE.le n m) : Eq (Nat.ble n m) true :=
  Nat.le.rec (motive := fun k _ => Eq (Nat.ble n k) true) (Nat.ble_self_eq_true n) (fun _ ih => Nat.ble_succ_eq_true ih) h
theorem Nat.not_le_of_not_ble_eq_true {n m : Nat} (h : Not (Eq (Nat.ble n m) true)) : Not (LE.le n m) :=
  fun h' => h (Nat.ble_eq_true_of_le h')
theorem Nat.lt_succ_of_le {n m : Nat} (h : LE.le n m) : LT.lt n (Nat.succ m) := Nat.succ_le_succ h
protected theorem Nat.lt_add_one (n : Nat) : LT.lt n (HAdd.hAdd n (1 : Nat)) := Nat.le.refl
theorem Nat.lt_succ_self (n : Nat) : LT.lt n (Nat.succ n) := Nat.le.refl
protected theorem Nat.lt_of_not_le {a b : Nat} (h : Not (LE.le a b)) : LT.lt b a := (Nat.lt_or_ge b a).resolve_right h
protected theorem Nat.add_pos_right {b : Nat} (a : Nat) (h : LT.lt (0 : Nat) b) : LT.lt (0 : Nat) (HAdd.hAdd a b) :=
  match b, h with
  | .zero, h => absurd h (Nat.lt_irrefl _)
  | .succ _, _ => Nat.zero_lt_succ _
protected theorem Nat.mul_pos {n m : Nat} (hn : LT.lt (0 : Nat) n) (hm : LT.lt (0 : Nat) m) : LT.lt (0 : Nat) (HMul.hMul n m) :=
  match m, hm with
  | .zero, h => absurd h (Nat.lt_irrefl _)
  | .succ m, _ => Nat.add_pos_right (HMul.hMul n m) hn
protected theorem Nat.pow_pos {a n : Nat} (h : LT.lt (0 : Nat) a) : LT.lt (0 : Nat) (HPow.hPow a n) :=
  match n with
  | .zero => Nat.zero_lt_succ _
  | .succ n => Nat.mul_pos (Nat.pow_pos (n := n) h) h

/-- The order is decidable. -/
@[extern "lean_nat_dec_le"] instance Nat.decLe (n m : @& Nat) : Decidable (LE.le n m) :=
  match h : Nat.ble n m with
  | true => isTrue (Nat.le_of_ble_eq_true h)
  | false => isFalse (Nat.not_le_of_not_ble_eq_true fun h' => Bool.false_ne_true (h.symm.trans h'))
/-- The strict order is decidable. -/
@[extern "lean_nat_dec_lt"] instance Nat.decLt (n m : @& Nat) : Decidable (LT.lt n m) := Nat.decLe (Nat.succ n) m
instance instMinNat : Min Nat := minOfLe
instance Nat.instMax : Max Nat := maxOfLe

/-! ## Subtraction, division, remainder -/

set_option bootstrap.genMatcherCode false in
/-- Subtraction, 0 if the result were negative. -/
@[extern "lean_nat_sub", instance_reducible] protected def Nat.sub : (@& Nat) → (@& Nat) → Nat
  | n, .zero => n
  | n, .succ m => Nat.pred (Nat.sub n m)
instance instSubNat : Sub Nat := Sub.mk Nat.sub
attribute [gen_constructor_elims] Nat

theorem Nat.succ_sub_succ_eq_sub (n : Nat) : (m : Nat) → Eq (HSub.hSub (Nat.succ n) (Nat.succ m)) (HSub.hSub n m)
  | .zero => rfl
  | .succ m => congrArg Nat.pred (Nat.succ_sub_succ_eq_sub n m)
theorem Nat.pred_le : (n : Nat) → LE.le (Nat.pred n) n
  | .zero => Nat.le.refl
  | .succ _ => Nat.le_succ _
theorem Nat.sub_le (n : Nat) : (m : Nat) → LE.le (HSub.hSub n m) n
  | .zero => Nat.le.refl
  | .succ m => Nat.le_trans (Nat.pred_le (HSub.hSub n m)) (Nat.sub_le n m)
theorem Nat.sub_lt : {n m : Nat} → LT.lt (0 : Nat) n → LT.lt (0 : Nat) m → LT.lt (HSub.hSub n m) n
  | .zero, _, h, _ => absurd h (Nat.lt_irrefl _)
  | .succ _, .zero, _, h => absurd h (Nat.lt_irrefl _)
  | .succ n, .succ m, _, _ =>
    Eq.ndrec (motive := fun x => LT.lt x (Nat.succ n)) (Nat.lt_succ_of_le (Nat.sub_le n m)) (Nat.succ_sub_succ_eq_sub n m).symm
theorem Nat.div_rec_lemma {x y : Nat} (h : And (LT.lt (0 : Nat) y) (LE.le y x)) : LT.lt (HSub.hSub x y) x :=
  Nat.sub_lt (Nat.lt_of_lt_of_le h.left h.right) h.left
theorem Nat.div_rec_fuel_lemma {x y fuel : Nat} (hy : LT.lt (0 : Nat) y) (hle : LE.le y x)
    (hfuel : LT.lt x (HAdd.hAdd fuel (1 : Nat))) : LT.lt (HSub.hSub x y) fuel :=
  Nat.lt_of_lt_of_le (Nat.div_rec_lemma ⟨hy, hle⟩) (Nat.le_of_lt_succ hfuel)

set_option bootstrap.genMatcherCode false in
/-- Division, rounded down; division by 0 gives 0. -/
@[extern "lean_nat_div", irreducible] protected def Nat.div (x y : @& Nat) : Nat :=
  dite (LT.lt (0 : Nat) y) (fun hy => go y hy (HAdd.hAdd x (1 : Nat)) x (Nat.lt_succ_self x)) (fun _ => 0)
where
  /-- Count subtractions, at most `fuel` of them. -/
  go (y : Nat) (hy : LT.lt (0 : Nat) y) (fuel x : Nat) (hfuel : LT.lt x fuel) : Nat :=
    match fuel, hfuel with
    | .zero, h => absurd h (Nat.not_lt_zero x)
    | .succ fuel, h => dite (LE.le y x)
        (fun hle => HAdd.hAdd (go y hy fuel (HSub.hSub x y) (Nat.div_rec_fuel_lemma hy hle h)) (1 : Nat)) (fun _ => 0)
  termination_by structural fuel
instance Nat.instDiv : Div Nat := Div.mk Nat.div

set_option bootstrap.genMatcherCode false in
/-- Remainder of the division; `x` itself if `y` is 0. -/
@[extern "lean_nat_mod"] protected def Nat.modCore (x y : @& Nat) : Nat :=
  dite (LT.lt (0 : Nat) y) (fun hy => go y hy (HAdd.hAdd x (1 : Nat)) x (Nat.lt_succ_self x)) (fun _ => x)
where
  /-- Subtract at most `fuel` times. -/
  go (y : Nat) (hy : LT.lt (0 : Nat) y) (fuel x : Nat) (hfuel : LT.lt x fuel) : Nat :=
    match fuel, hfuel with
    | .zero, h => absurd h (Nat.not_lt_zero x)
    | .succ fuel, h => dite (LE.le y x)
        (fun hle => go y hy fuel (HSub.hSub x y) (Nat.div_rec_fuel_lemma hy hle h)) (fun _ => x)
  termination_by structural fuel

/-- The two branches of a choice, in a predicate. -/
private theorem dite_cases {α : Sort u} {c : Prop} [h : Decidable c] {t : c → α} {e : Not c → α} {p : α → Prop}
    (ht : ∀ hc, p (t hc)) (he : ∀ hc, p (e hc)) : p (dite c t e) :=
  match h with
  | isTrue hc => ht hc
  | isFalse hc => he hc

theorem Nat.modCoreGo_lt {fuel y : Nat} (hy : LT.lt (0 : Nat) y) (x : Nat) (hfuel : LT.lt x fuel) :
    LT.lt (Nat.modCore.go y hy fuel x hfuel) y :=
  match fuel, hfuel with
  | .zero, h => absurd h (Nat.not_lt_zero x)
  | .succ fuel, h =>
    dite_cases (p := fun z => LT.lt z y) (t := fun hle : LE.le y x => Nat.modCore.go y hy fuel (HSub.hSub x y) (Nat.div_rec_fuel_lemma hy hle h))
      (e := fun _ => x)
      (fun hle => Nat.modCoreGo_lt (fuel := fuel) hy (HSub.hSub x y) (Nat.div_rec_fuel_lemma hy hle h))
      (fun hn => Nat.lt_of_not_le hn)
theorem Nat.modCore_lt {x y : Nat} (hy : LT.lt (0 : Nat) y) : LT.lt (Nat.modCore x y) y :=
  dite_cases (p := fun z => LT.lt z y)
    (t := fun hy : LT.lt (0 : Nat) y => Nat.modCore.go y hy (HAdd.hAdd x (1 : Nat)) x (Nat.lt_succ_self x)) (e := fun _ => x)
    (fun hy => Nat.modCoreGo_lt hy x (Nat.lt_succ_self x)) (fun hn => absurd hy hn)
attribute [irreducible] Nat.modCore

set_option bootstrap.genMatcherCode false in
/-- Remainder of the division; `x` itself if `y` is 0. -/
@[extern "lean_nat_mod"] protected def Nat.mod : (@& Nat) → (@& Nat) → Nat
  | .zero, _ => .zero
  | .succ n, m => ite (LE.le m (Nat.succ n)) (Nat.modCore (Nat.succ n) m) (Nat.succ n)
instance Nat.instMod : Mod Nat := Mod.mk Nat.mod
theorem Nat.mod_lt (x : Nat) {y : Nat} (hy : LT.lt (0 : Nat) y) : LT.lt (HMod.hMod x y) y :=
  match x with
  | .zero => hy
  | .succ x => dite_cases (p := fun z => LT.lt z y) (c := LE.le y (Nat.succ x)) (t := fun _ => Nat.modCore (Nat.succ x) y) (e := fun _ => Nat.succ x)
      (fun _ => Nat.modCore_lt hy) (fun hn => Nat.lt_of_not_le hn)

/-! ## Bits, shifts, greatest common divisor

The kernel and the runtime compute these operations on literals by name; the definitions here
mean the same, with the first argument as a bound of the number of steps.
-/

/-- Apply `f` to the bits of `n` and `m`, at most `fuel` of them. -/
def Nat.bitwiseFuel (f : Bool → Bool → Bool) : Nat → Nat → Nat → Nat
  | .zero, _, m => cond (f false true) m .zero
  | .succ fuel, n, m =>
    cond (Nat.beq n .zero) (cond (f false true) m .zero)
      (cond (Nat.beq m .zero) (cond (f true false) n .zero)
        (let rest := Nat.bitwiseFuel f fuel (HDiv.hDiv n (2 : Nat)) (HDiv.hDiv m (2 : Nat))
         HAdd.hAdd (HAdd.hAdd rest rest)
          (cond (f (Nat.beq (HMod.hMod n (2 : Nat)) (1 : Nat)) (Nat.beq (HMod.hMod m (2 : Nat)) (1 : Nat))) (1 : Nat) .zero)))
/-- Apply `f` to all bits of two numbers. -/
def Nat.bitwise (f : Bool → Bool → Bool) (n m : Nat) : Nat := Nat.bitwiseFuel f n n m
/-- Bitwise conjunction. -/
@[extern "lean_nat_land"] def Nat.land : (@& Nat) → (@& Nat) → Nat := Nat.bitwise and
/-- Bitwise disjunction. -/
@[extern "lean_nat_lor"] def Nat.lor : (@& Nat) → (@& Nat) → Nat := Nat.bitwise or
/-- Bitwise exclusive or. -/
@[extern "lean_nat_lxor"] def Nat.xor : (@& Nat) → (@& Nat) → Nat := Nat.bitwise fun a b => not (Bool.beq a b)
/-- Multiply by a power of two. -/
@[extern "lean_nat_shiftl"] def Nat.shiftLeft : (@& Nat) → (@& Nat) → Nat
  | n, .zero => n
  | n, .succ m => Nat.shiftLeft (HMul.hMul (2 : Nat) n) m
/-- Divide by a power of two. -/
@[extern "lean_nat_shiftr"] def Nat.shiftRight : (@& Nat) → (@& Nat) → Nat
  | n, .zero => n
  | n, .succ m => HDiv.hDiv (Nat.shiftRight n m) (2 : Nat)
/-- Rounded logarithm with at most `fuel` halvings. -/
def Nat.log2Fuel : Nat → Nat → Nat
  | .zero, _ => .zero
  | .succ fuel, n => cond (Nat.ble (2 : Nat) n) (Nat.succ (Nat.log2Fuel fuel (HDiv.hDiv n (2 : Nat)))) .zero
/-- Logarithm to the base two, rounded down; 0 at 0. -/
@[extern "lean_nat_log2"] def Nat.log2 (n : @& Nat) : Nat := Nat.log2Fuel n n
/-- Euclid's algorithm with at most `fuel` steps. -/
def Nat.gcdFuel : Nat → Nat → Nat → Nat
  | .zero, _, n => n
  | .succ fuel, m, n => cond (Nat.beq m .zero) n (Nat.gcdFuel fuel (HMod.hMod n m) m)
/-- The greatest common divisor. -/
@[extern "lean_nat_gcd"] def Nat.gcd (m n : @& Nat) : Nat := Nat.gcdFuel (Nat.succ m) m n

/-! ## Platform -/

/-- Number of bits of a machine word. -/
@[extern "lean_system_platform_nbits"] opaque System.Platform.getNumBits : Unit → Subtype fun n : Nat => Or (Eq n 32) (Eq n 64) :=
  fun _ => ⟨64, Or.inr rfl⟩
/-- Number of bits of a machine word. -/
def System.Platform.numBits : Nat := (getNumBits Unit.unit).val
theorem System.Platform.numBits_eq : Or (Eq System.Platform.numBits 32) (Eq System.Platform.numBits 64) := (getNumBits Unit.unit).property
