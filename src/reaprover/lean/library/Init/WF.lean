prelude
import Init.Nat
/-!
# Well-founded recursion

Accessible elements, well-founded relations, recursion along them, and the relations which
`termination_by` chooses from.
-/
universe u v w

/-- `x` is accessible: everything below it is. -/
inductive Acc {α : Sort u} (r : α → α → Prop) : α → Prop where
  | intro (x : α) (h : (y : α) → r y x → Acc r y) : Acc r x
/-- Recursion on accessibility, for one type of results. -/
noncomputable abbrev Acc.ndrec.{u1, u2} {α : Sort u2} {r : α → α → Prop} {C : α → Sort u1}
    (m : (x : α) → ((y : α) → r y x → Acc r y) → ((y : α) → r y x → C y) → C x) {a : α} (n : Acc r a) : C a := Acc.rec m n
theorem Acc.inv {α : Sort u} {r : α → α → Prop} {x y : α} (h₁ : Acc r x) (h₂ : r y x) : Acc r y :=
  match h₁ with
  | .intro _ h => h y h₂

/-- Every element is accessible: there is no infinite descent. -/
inductive WellFounded {α : Sort u} (r : α → α → Prop) : Prop where
  | intro (h : ∀ a, Acc r a) : WellFounded r

/-- Types with a relation for recursion. -/
class WellFoundedRelation (α : Sort u) where
  /-- The relation. -/
  rel : α → α → Prop
  /-- It is well-founded. -/
  wf : WellFounded rel

namespace WellFounded
theorem apply {α : Sort u} {r : α → α → Prop} (wf : WellFounded r) (a : α) : Acc r a :=
  match wf with
  | .intro h => h a
theorem recursion {α : Sort u} {r : α → α → Prop} (hwf : WellFounded r) {C : α → Prop} (a : α) (h : ∀ x, (∀ y, r y x → C y) → C x) : C a :=
  Acc.rec (motive := fun x _ => C x) (fun x _ ih => h x ih) (hwf.apply a)
theorem induction {α : Sort u} {r : α → α → Prop} (hwf : WellFounded r) {C : α → Prop} (a : α) (h : ∀ x, (∀ y, r y x → C y) → C x) : C a :=
  hwf.recursion a h

variable {α : Sort u} {C : α → Sort v} {r : α → α → Prop}
/-- Recursion along an accessible element. -/
noncomputable def fixF (F : ∀ x, (∀ y, r y x → C y) → C x) (x : α) (a : Acc r x) : C x :=
  Acc.rec (motive := fun x _ => C x) (fun x _ ih => F x ih) a
theorem fixF_eq (F : ∀ x, (∀ y, r y x → C y) → C x) (x : α) (acx : Acc r x) : fixF F x acx = F x fun y p => fixF F y (Acc.inv acx p) :=
  match acx with
  | .intro _ _ => rfl
/-- Recursion along a well-founded relation. -/
noncomputable def fix (hwf : WellFounded r) (F : ∀ x, (∀ y, r y x → C y) → C x) (x : α) : C x := fixF F x (hwf.apply x)
theorem fix_eq (hwf : WellFounded r) (F : ∀ x, (∀ y, r y x → C y) → C x) (x : α) : fix hwf F x = F x fun y _ => fix hwf F y :=
  fixF_eq F x (hwf.apply x)
end WellFounded

/-- The empty relation, for types whose values need no recursion. -/
@[reducible] def emptyWf {α : Sort u} : WellFoundedRelation α := ⟨fun _ _ => False, ⟨fun a => .intro a fun _ h => h.elim⟩⟩

theorem Subrelation.accessible {α : Sort u} {r q : α → α → Prop} {a : α} (h₁ : ∀ {x y}, q x y → r x y) (ac : Acc r a) : Acc q a := by
  induction ac with
  | intro x _ ih => exact .intro x fun y hy => ih y (h₁ hy)
theorem Subrelation.wf {α : Sort u} {r q : α → α → Prop} (h₁ : ∀ {x y}, q x y → r x y) (h₂ : WellFounded r) : WellFounded q :=
  ⟨fun a => accessible h₁ (h₂.apply a)⟩

/-- The relation of the images under `f`. -/
def InvImage {α : Sort u} {β : Sort v} (r : β → β → Prop) (f : α → β) : α → α → Prop := fun a₁ a₂ => r (f a₁) (f a₂)
theorem InvImage.accessible {α : Sort u} {β : Sort v} {r : β → β → Prop} {a : α} (f : α → β) (ac : Acc r (f a)) : Acc (InvImage r f) a := by
  generalize e : f a = b at ac
  induction ac generalizing a with
  | intro x _ ih =>
    subst e
    exact .intro a fun y hy => ih (f y) hy rfl
theorem InvImage.wf {α : Sort u} {β : Sort v} {r : β → β → Prop} (f : α → β) (h : WellFounded r) : WellFounded (InvImage r f) :=
  ⟨fun a => accessible f (h.apply (f a))⟩
/-- Recursion on `f x`. -/
@[reducible] def invImage {α : Sort u} {β : Sort v} (f : α → β) (h : WellFoundedRelation β) : WellFoundedRelation α where
  rel := InvImage h.rel f
  wf := InvImage.wf f h.wf

/-- The natural numbers with `<`. -/
@[reducible] def Nat.lt_wfRel : WellFoundedRelation Nat where
  rel := fun x1 x2 => x1 < x2
  wf := ⟨fun n => Nat.strongRecOn (motive := fun n => Acc (fun x1 x2 => x1 < x2) n) n fun n ih => .intro n ih⟩
/-- Recursion on a number computed from the argument. -/
abbrev measure {α : Sort u} (f : α → Nat) : WellFoundedRelation α := invImage f Nat.lt_wfRel
/-- Recursion on the size. -/
abbrev sizeOfWFRel {α : Sort u} [SizeOf α] : WellFoundedRelation α := measure sizeOf
instance (priority := low) instWellFoundedRelationOfSizeOf {α : Sort u} [SizeOf α] : WellFoundedRelation α := sizeOfWFRel
instance Nat.instWellFoundedRelation : WellFoundedRelation Nat := Nat.lt_wfRel

namespace WellFounded.Nat
variable {α : Sort u} {motive : α → Sort v} (h : α → Nat)
  (F : (x : α) → ((y : α) → InvImage (fun x1 x2 => x1 < x2) h y x → motive y) → motive x)
/-- Recursion with a bound of the measure. -/
noncomputable def fix.go (fuel : Nat) : (x : α) → h x < fuel → motive x :=
  _root_.Nat.rec (motive := fun fuel => (x : α) → h x < fuel → motive x) (fun _ hx => absurd hx (_root_.Nat.not_lt_zero _))
    (fun _ ih x hx => F x fun y hy => ih y (_root_.Nat.lt_of_lt_of_le hy (Nat.le_of_lt_succ hx))) fuel
theorem fix.go_congr (x : α) (f₁ f₂ : Nat) (h₁ : h x < f₁) (h₂ : h x < f₂) : fix.go h F f₁ x h₁ = fix.go h F f₂ x h₂ := by
  induction f₁ generalizing x f₂ with
  | zero => exact absurd h₁ (_root_.Nat.not_lt_zero _)
  | succ f₁ ih =>
    cases f₂ with
    | zero => exact absurd h₂ (_root_.Nat.not_lt_zero _)
    | succ f₂ => exact congrArg (F x) (funext fun y => funext fun hy => ih y f₂ _ _)
/-- Recursion on a number computed from the argument, which the kernel can evaluate. -/
noncomputable def fix (x : α) : motive x := fix.go h F (h x + 1) x (_root_.Nat.lt_add_one _)
theorem fix_eq (x : α) : fix h F x = F x fun y _ => fix h F y :=
  congrArg (F x) (funext fun _ => funext fun _ => fix.go_congr h F _ _ _ _ _)
end WellFounded.Nat

/-! ## Lexicographic orders -/

namespace Prod
/-- Lexicographic order: the first components count first. -/
protected inductive Lex {α : Type u} {β : Type v} (ra : α → α → Prop) (rb : β → β → Prop) : α × β → α × β → Prop where
  | left {a₁} (b₁) {a₂} (b₂) (h : ra a₁ a₂) : Prod.Lex ra rb (a₁, b₁) (a₂, b₂)
  | right (a) {b₁ b₂} (h : rb b₁ b₂) : Prod.Lex ra rb (a, b₁) (a, b₂)
theorem lex_def {α : Type u} {β : Type v} {r : α → α → Prop} {s : β → β → Prop} {p q : α × β} :
    Prod.Lex r s p q ↔ r p.1 q.1 ∨ p.1 = q.1 ∧ s p.2 q.2 := by
  constructor
  · intro h
    cases h with
    | left _ _ h => exact .inl h
    | right _ h => exact .inr ⟨rfl, h⟩
  · obtain ⟨a, b⟩ := p
    obtain ⟨c, d⟩ := q
    intro h
    cases h with
    | inl h => exact .left _ _ h
    | inr h =>
      obtain ⟨e, h⟩ := h
      cases e
      exact .right _ h
theorem Lex.right' {β : Type v} (rb : β → β → Prop) {a₂ : Nat} {b₂ : β} {a₁ : Nat} {b₁ : β} (h₁ : a₁ ≤ a₂) (h₂ : rb b₁ b₂) :
    Prod.Lex Nat.lt rb (a₁, b₁) (a₂, b₂) :=
  match Nat.eq_or_lt_of_le h₁ with
  | .inl e => e ▸ Prod.Lex.right a₁ h₂
  | .inr h => Prod.Lex.left b₁ b₂ h
theorem lexAccessible {α : Type u} {β : Type v} {ra : α → α → Prop} {rb : β → β → Prop} {a : α} (aca : Acc ra a)
    (acb : (b : β) → Acc rb b) (b : β) : Acc (Prod.Lex ra rb) (a, b) := by
  induction aca generalizing b with
  | intro a _ iha =>
    induction acb b with
    | intro b _ ihb =>
      exact .intro _ fun p hp => by
        cases hp with
        | left _ _ h => exact iha _ h _
        | right _ h => exact ihb _ h
/-- Recursion on pairs, the first components first. -/
@[instance_reducible] def lex {α : Type u} {β : Type v} (ha : WellFoundedRelation α) (hb : WellFoundedRelation β) : WellFoundedRelation (α × β) where
  rel := Prod.Lex ha.rel hb.rel
  wf := ⟨fun (a, b) => lexAccessible (ha.wf.apply a) (fun b => hb.wf.apply b) b⟩
instance instWellFoundedRelation {α : Type u} {β : Type v} [ha : WellFoundedRelation α] [hb : WellFoundedRelation β] : WellFoundedRelation (α × β) := lex ha hb
end Prod

namespace PSigma
/-- Lexicographic order on dependent pairs. -/
protected inductive Lex {α : Sort u} {β : α → Sort v} (r : α → α → Prop) (s : ∀ a, β a → β a → Prop) : PSigma β → PSigma β → Prop where
  | left : {a₁ : α} → (b₁ : β a₁) → {a₂ : α} → (b₂ : β a₂) → r a₁ a₂ → PSigma.Lex r s ⟨a₁, b₁⟩ ⟨a₂, b₂⟩
  | right : (a : α) → {b₁ b₂ : β a} → s a b₁ b₂ → PSigma.Lex r s ⟨a, b₁⟩ ⟨a, b₂⟩
theorem lexAccessible {α : Sort u} {β : α → Sort v} {r : α → α → Prop} {s : ∀ a, β a → β a → Prop} {a : α} (aca : Acc r a)
    (acb : (a : α) → WellFounded (s a)) (b : β a) : Acc (PSigma.Lex r s) ⟨a, b⟩ := by
  induction aca with
  | intro a _ iha =>
    induction (acb a).apply b with
    | intro b _ ihb =>
      exact .intro _ fun p hp => by
        cases hp with
        | left _ _ h => exact iha _ h _
        | right _ h => exact ihb _ h
/-- Recursion on dependent pairs, the first components first. -/
@[reducible] def lex {α : Sort u} {β : α → Sort v} (ha : WellFoundedRelation α) (hb : (a : α) → WellFoundedRelation (β a)) : WellFoundedRelation (PSigma β) where
  rel := PSigma.Lex ha.rel (fun a => (hb a).rel)
  wf := ⟨fun ⟨a, b⟩ => lexAccessible (ha.wf.apply a) (fun a => (hb a).wf) b⟩
instance instWellFoundedRelation {α : Sort u} {β : α → Sort v} [ha : WellFoundedRelation α] [hb : ∀ a, WellFoundedRelation (β a)] : WellFoundedRelation (PSigma β) :=
  lex ha hb
end PSigma

/-- Marks a parameter of a function defined by well-founded recursion. -/
def wfParam {α : Sort u} (a : α) : α := a

/-- The value `e`; a hint for the names of bound variables. -/
@[simp] def binderNameHint {α : Sort u} {β : Sort v} {γ : Sort w} (_v : α) (_binder : β) (e : γ) : γ := e
/-- In recursive calls below a condition, the condition is at hand. -/
@[wf_preprocess] theorem ite_eq_dite {α : Sort u} {P : Prop} [Decidable P] {a b : α} :
    (if P then a else b) = (if h : P then binderNameHint h () a else binderNameHint h () b) := rfl
/-- The identity, which nothing unfolds. -/
opaque Lean.opaqueId {α : Sort u} (x : α) : α := x

/-! ## Facts that termination proofs use -/

namespace Nat
theorem lt_wf : WellFounded (fun (x1 x2 : Nat) => x1 < x2) := lt_wfRel.wf
theorem pred_lt : {n : Nat} → n ≠ 0 → pred n < n
  | 0, h => absurd rfl h
  | n + 1, _ => lt_succ_self n
theorem sub_one_lt {n : Nat} (h : n ≠ 0) : n - 1 < n := pred_lt h
theorem pred_lt_of_lt {n m : Nat} (h : m < n) : pred n < n := pred_lt (ne_zero_of_lt h)
theorem sub_one_lt_of_lt {n m : Nat} (h : m < n) : n - 1 < n := pred_lt_of_lt h
theorem sub_succ_lt_self {a i : Nat} (h : i < a) : a - (i + 1) < a - i := by
  rw [Nat.sub_add_eq]
  refine pred_lt fun e => Nat.lt_irrefl a ?_
  have : ∀ k i a : Nat, a - i = 0 → i < k → a ≤ i := by
    intro k
    induction k with
    | zero => exact fun i _ _ h => absurd h (Nat.not_lt_zero i)
    | succ k ih =>
      intro i a h hi
      cases i with
      | zero => exact Nat.le_of_eq h
      | succ i =>
        cases a with
        | zero => exact zero_le _
        | succ a => exact succ_le_succ (ih i a (by rwa [add_one_sub_add_one] at h) (le_of_succ_le_succ hi))
  exact Nat.lt_of_le_of_lt (this (i + 1) i a e (lt_succ_self i)) h
end Nat
