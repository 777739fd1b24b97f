prelude
import Init.Logic.Function
/-!
# Pairs, sums, subtypes, dependent pairs
-/
universe u v w x

attribute [ext] funext propext PSigma

/-! ## Pairs -/

namespace Prod
variable {α : Type u} {β : Type v} {γ : Type w} {δ : Type x}
@[ext] protected theorem ext : ∀ {p q : α × β}, p.fst = q.fst → p.snd = q.snd → p = q
  | (_, _), (_, _), rfl, rfl => rfl
@[simp] theorem mk.eta {p : α × β} : (p.1, p.2) = p := rfl
@[simp] protected theorem «forall» {p : α × β → Prop} : (∀ x, p x) ↔ ∀ a b, p (a, b) := ⟨fun h a b => h (a, b), fun h (a, b) => h a b⟩
@[simp] protected theorem «exists» {p : α × β → Prop} : (∃ x, p x) ↔ ∃ a b, p (a, b) := ⟨fun ⟨(a, b), h⟩ => ⟨a, b, h⟩, fun ⟨a, b, h⟩ => ⟨(a, b), h⟩⟩
theorem mk_inj {a₁ a₂ : α} {b₁ b₂ : β} : (a₁, b₁) = (a₂, b₂) ↔ a₁ = a₂ ∧ b₁ = b₂ := by simp
theorem mk.inj_iff {a₁ a₂ : α} {b₁ b₂ : β} : (a₁, b₁) = (a₂, b₂) ↔ a₁ = a₂ ∧ b₁ = b₂ := mk_inj
/-- Apply functions to the components. -/
def map (f : α → γ) (g : β → δ) : α × β → γ × δ
  | (a, b) => (f a, g b)
@[simp] theorem map_apply (f : α → γ) (g : β → δ) (x : α) (y : β) : Prod.map f g (x, y) = (f x, g y) := rfl
@[simp] theorem map_fst (f : α → γ) (g : β → δ) (p : α × β) : (Prod.map f g p).1 = f p.1 := rfl
@[simp] theorem map_snd (f : α → γ) (g : β → δ) (p : α × β) : (Prod.map f g p).2 = g p.2 := rfl
/-- Exchange the components. -/
def swap : α × β → β × α := fun p => (p.2, p.1)
@[simp] theorem swap_swap : ∀ x : α × β, swap (swap x) = x := fun _ => rfl
@[simp] theorem fst_swap {p : α × β} : (swap p).1 = p.2 := rfl
@[simp] theorem snd_swap {p : α × β} : (swap p).2 = p.1 := rfl
@[simp] theorem swap_prod_mk {a : α} {b : β} : swap (a, b) = (b, a) := rfl
@[simp] theorem swap_inj {p q : α × β} : swap p = swap q ↔ p = q := ⟨fun h => congrArg swap h, fun h => h ▸ rfl⟩
theorem eta (p : α × β) : (p.1, p.2) = p := rfl
theorem fst_eq_iff : ∀ {p : α × β} {x : α}, p.1 = x ↔ p = (x, p.2)
  | (a, b), x => by simp
theorem snd_eq_iff : ∀ {p : α × β} {x : β}, p.2 = x ↔ p = (p.1, x)
  | (a, b), x => by simp
end Prod
instance instInhabitedProd {α : Type u} {β : Type v} [Inhabited α] [Inhabited β] : Inhabited (α × β) := ⟨(default, default)⟩
instance instDecidableEqProd {α : Type u} {β : Type v} [DecidableEq α] [DecidableEq β] : DecidableEq (α × β) :=
  fun (a, b) (a', b') => match decEq a a' with
    | isTrue e₁ => match decEq b b' with
      | isTrue e₂ => isTrue (e₁ ▸ e₂ ▸ rfl)
      | isFalse n => isFalse fun h => n (Prod.mk.inj h).2
    | isFalse n => isFalse fun h => n (Prod.mk.inj h).1
instance instBEqProd {α : Type u} {β : Type v} [BEq α] [BEq β] : BEq (α × β) := ⟨fun (a, b) (c, d) => a == c && b == d⟩
instance instNonemptyProd {α : Type u} {β : Type v} [h₁ : Nonempty α] [h₂ : Nonempty β] : Nonempty (α × β) := h₁.elim fun a => h₂.elim fun b => ⟨(a, b)⟩
instance instSubsingletonProd {α : Type u} {β : Type v} [Subsingleton α] [Subsingleton β] : Subsingleton (α × β) := ⟨fun _ _ => Prod.ext (Subsingleton.elim _ _) (Subsingleton.elim _ _)⟩

/-! ## Sums -/

namespace Sum
variable {α : Type u} {β : Type v} {γ : Type w} {δ : Type x}
/-- Case distinction. -/
protected def elim {γ : Sort w} (f : α → γ) (g : β → γ) : α ⊕ β → γ
  | .inl a => f a
  | .inr b => g b
/-- Apply functions to the values. -/
protected def map (f : α → γ) (g : β → δ) : α ⊕ β → γ ⊕ δ
  | .inl a => .inl (f a)
  | .inr b => .inr (g b)
/-- Exchange the sides. -/
def swap : α ⊕ β → β ⊕ α
  | .inl a => .inr a
  | .inr b => .inl b
/-- Is it a value of the left type? -/
def isLeft : α ⊕ β → Bool
  | .inl _ => true
  | .inr _ => false
/-- Is it a value of the right type? -/
def isRight : α ⊕ β → Bool
  | .inl _ => false
  | .inr _ => true
/-- The value of the left type. -/
def getLeft? : α ⊕ β → Option α
  | .inl a => some a
  | .inr _ => none
/-- The value of the right type. -/
def getRight? : α ⊕ β → Option β
  | .inl _ => none
  | .inr b => some b
@[simp] theorem elim_inl {γ : Sort w} (f : α → γ) (g : β → γ) (x : α) : Sum.elim f g (inl x) = f x := rfl
@[simp] theorem elim_inr {γ : Sort w} (f : α → γ) (g : β → γ) (x : β) : Sum.elim f g (inr x) = g x := rfl
@[simp] theorem map_inl (f : α → γ) (g : β → δ) (x : α) : (inl x).map f g = inl (f x) := rfl
@[simp] theorem map_inr (f : α → γ) (g : β → δ) (x : β) : (inr x).map f g = inr (g x) := rfl
@[simp] theorem swap_inl {x : α} : swap (inl x : α ⊕ β) = inr x := rfl
@[simp] theorem swap_inr {x : β} : swap (inr x : α ⊕ β) = inl x := rfl
@[simp] theorem swap_swap (x : α ⊕ β) : swap (swap x) = x := by cases x <;> rfl
@[simp] theorem isLeft_inl {x : α} : (inl x : α ⊕ β).isLeft = true := rfl
@[simp] theorem isLeft_inr {x : β} : (inr x : α ⊕ β).isLeft = false := rfl
@[simp] theorem isRight_inl {x : α} : (inl x : α ⊕ β).isRight = false := rfl
@[simp] theorem isRight_inr {x : β} : (inr x : α ⊕ β).isRight = true := rfl
@[simp] theorem not_isLeft (x : α ⊕ β) : (!x.isLeft) = x.isRight := by cases x <;> rfl
@[simp] theorem not_isRight (x : α ⊕ β) : (!x.isRight) = x.isLeft := by cases x <;> rfl
theorem isLeft_iff {x : α ⊕ β} : x.isLeft ↔ ∃ y, x = inl y := by cases x <;> simp
theorem isRight_iff {x : α ⊕ β} : x.isRight ↔ ∃ y, x = inr y := by cases x <;> simp
@[simp] theorem getLeft?_inl {x : α} : (inl x : α ⊕ β).getLeft? = some x := rfl
@[simp] theorem getLeft?_inr {x : β} : (inr x : α ⊕ β).getLeft? = none := rfl
@[simp] theorem getRight?_inl {x : α} : (inl x : α ⊕ β).getRight? = none := rfl
@[simp] theorem getRight?_inr {x : β} : (inr x : α ⊕ β).getRight? = some x := rfl
@[simp] protected theorem «forall» {p : α ⊕ β → Prop} : (∀ x, p x) ↔ (∀ a, p (inl a)) ∧ ∀ b, p (inr b) := ⟨fun h => ⟨fun _ => h _, fun _ => h _⟩, fun ⟨h₁, h₂⟩ x => match x with | .inl a => h₁ a | .inr b => h₂ b⟩
@[simp] protected theorem «exists» {p : α ⊕ β → Prop} : (∃ x, p x) ↔ (∃ a, p (inl a)) ∨ ∃ b, p (inr b) :=
  ⟨fun ⟨x, h⟩ => match x, h with | .inl a, h => .inl ⟨a, h⟩ | .inr b, h => .inr ⟨b, h⟩, fun h => h.elim (fun ⟨_, h⟩ => ⟨_, h⟩) (fun ⟨_, h⟩ => ⟨_, h⟩)⟩
theorem inl.inj_iff {a b : α} : (inl a : α ⊕ β) = inl b ↔ a = b := by simp
theorem inr.inj_iff {a b : β} : (inr a : α ⊕ β) = inr b ↔ a = b := by simp
theorem inl_ne_inr {a : α} {b : β} : (inl a : α ⊕ β) ≠ inr b := fun h => nomatch h
theorem inr_ne_inl {a : α} {b : β} : (inr b : α ⊕ β) ≠ inl a := fun h => nomatch h
theorem inl_injective : Function.Injective (inl : α → α ⊕ β) := fun _ _ h => inl.inj h
theorem inr_injective : Function.Injective (inr : β → α ⊕ β) := fun _ _ h => inr.inj h
@[simp] theorem elim_inl_inr : @Sum.elim α β _ inl inr = id := funext fun x => by cases x <;> rfl
theorem elim_comp_inl {γ : Sort w} (f : α → γ) (g : β → γ) : Sum.elim f g ∘ inl = f := rfl
theorem elim_comp_inr {γ : Sort w} (f : α → γ) (g : β → γ) : Sum.elim f g ∘ inr = g := rfl
end Sum
instance instDecidableEqSum {α : Type u} {β : Type v} [DecidableEq α] [DecidableEq β] : DecidableEq (α ⊕ β) := fun a b => match a, b with
  | .inl a, .inl b => if h : a = b then isTrue (h ▸ rfl) else isFalse fun e => h (Sum.inl.inj e)
  | .inr a, .inr b => if h : a = b then isTrue (h ▸ rfl) else isFalse fun e => h (Sum.inr.inj e)
  | .inl _, .inr _ => isFalse (fun h => nomatch h)
  | .inr _, .inl _ => isFalse (fun h => nomatch h)
instance Sum.inhabitedLeft {α : Type u} {β : Type v} [Inhabited α] : Inhabited (α ⊕ β) := ⟨.inl default⟩
instance Sum.inhabitedRight {α : Type u} {β : Type v} [Inhabited β] : Inhabited (α ⊕ β) := ⟨.inr default⟩

/-! ## Subtypes -/

namespace Subtype
variable {α : Sort u} {p q : α → Prop}
protected theorem eq : ∀ {a1 a2 : {x // p x}}, a1.val = a2.val → a1 = a2
  | ⟨_, _⟩, ⟨_, _⟩, rfl => rfl
@[ext] protected theorem ext {a1 a2 : {x // p x}} (h : a1.val = a2.val) : a1 = a2 := Subtype.eq h
@[simp] theorem eta (a : {x // p x}) (h : p a.val) : mk a.val h = a := rfl
theorem coe_eta (a : {a // p a}) (h : p a.val) : mk a.val h = a := rfl
theorem prop (x : {x // p x}) : p x.val := x.property
theorem val_inj {a b : {x // p x}} : a.val = b.val ↔ a = b := Subtype.ext_iff.symm
theorem val_injective : Function.Injective (@val α p) := fun _ _ => Subtype.eq
@[simp] protected theorem «forall» {q : {a // p a} → Prop} : (∀ x, q x) ↔ ∀ a b, q ⟨a, b⟩ := ⟨fun h a b => h ⟨a, b⟩, fun h ⟨a, b⟩ => h a b⟩
@[simp] protected theorem «exists» {q : {a // p a} → Prop} : (∃ x, q x) ↔ ∃ a b, q ⟨a, b⟩ := ⟨fun ⟨⟨a, b⟩, h⟩ => ⟨a, b, h⟩, fun ⟨a, b, h⟩ => ⟨⟨a, b⟩, h⟩⟩
theorem exists_of_subtype : (∃ x : {x // p x}, q x.val) → ∃ x, p x ∧ q x := fun ⟨x, h⟩ => ⟨x.val, x.property, h⟩
theorem existsOfSubtype : {x // p x} → ∃ x, p x := fun ⟨a, h⟩ => ⟨a, h⟩
end Subtype
theorem exists_of_subtype {α : Sort u} {p : α → Prop} : {x // p x} → ∃ x, p x := fun ⟨a, h⟩ => ⟨a, h⟩
theorem nonempty_subtype {α : Sort u} {p : α → Prop} : Nonempty (Subtype p) ↔ ∃ a, p a := ⟨fun ⟨⟨a, h⟩⟩ => ⟨a, h⟩, fun ⟨a, h⟩ => ⟨⟨a, h⟩⟩⟩
instance instDecidableEqSubtype {α : Type u} {p : α → Prop} [DecidableEq α] : DecidableEq {x : α // p x} := fun a b =>
  if h : a.val = b.val then isTrue (Subtype.eq h) else isFalse fun e => h (e ▸ rfl)

/-! ## Dependent pairs -/

namespace Sigma
variable {α : Type u} {β : α → Type v}
@[ext] protected theorem ext : ∀ {x y : Sigma β}, x.fst = y.fst → HEq x.snd y.snd → x = y
  | ⟨_, _⟩, ⟨_, _⟩, h₁, h₂ => by cases h₁; cases h₂; rfl
@[simp] protected theorem «forall» {p : Sigma β → Prop} : (∀ x, p x) ↔ ∀ a b, p ⟨a, b⟩ := ⟨fun h a b => h ⟨a, b⟩, fun h ⟨a, b⟩ => h a b⟩
@[simp] protected theorem «exists» {p : Sigma β → Prop} : (∃ x, p x) ↔ ∃ a b, p ⟨a, b⟩ := ⟨fun ⟨⟨a, b⟩, h⟩ => ⟨a, b, h⟩, fun ⟨a, b, h⟩ => ⟨⟨a, b⟩, h⟩⟩
end Sigma
theorem ex_of_PSigma {α : Type u} {p : α → Prop} : (PSigma fun x => p x) → ∃ x, p x := fun ⟨x, h⟩ => ⟨x, h⟩

/-! ## One element and none -/

@[ext] theorem PUnit.ext (a b : PUnit) : a = b := rfl
theorem PUnit.subsingleton (a b : PUnit) : a = b := rfl
instance instDecidableEqPUnit : DecidableEq PUnit := fun _ _ => isTrue rfl
instance instDecidableEqEmpty : DecidableEq Empty := fun a => nomatch a
instance instDecidableEqPEmpty : DecidableEq PEmpty := fun a => nomatch a
/-- Anything follows from an element of the empty type. -/
def Empty.elim {C : Sort u} : Empty → C := fun a => nomatch a
/-- Anything follows from an element of the empty type. -/
def PEmpty.elim {C : Sort u} : PEmpty → C := fun a => nomatch a
theorem not_nonempty_empty : ¬Nonempty Empty := fun ⟨a⟩ => nomatch a
theorem not_nonempty_pempty : ¬Nonempty PEmpty := fun ⟨a⟩ => nomatch a

/-! ## Lifted types -/

@[simp] theorem PLift.up_down {α : Sort u} (b : PLift α) : PLift.up (PLift.down b) = b := rfl
theorem PLift.down_up {α : Sort u} (a : α) : PLift.down (PLift.up a) = a := rfl
@[simp] theorem ULift.up_down {α : Type u} (b : ULift.{v} α) : ULift.up (ULift.down b) = b := rfl
theorem ULift.down_up {α : Type u} (a : α) : ULift.down (ULift.up.{v} a) = a := rfl
