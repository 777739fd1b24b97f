prelude
import Init.Lists
/-!
# Classes behind notations, equivalence relations, quotients, orderings
-/
universe u v w

/-! ## Collections -/

/-- Types with an empty collection `∅`. -/
class EmptyCollection (α : Type u) where
  /-- The empty collection. -/
  emptyCollection : α
/-- Collections to which an element can be added. -/
class Insert (α : outParam (Type u)) (γ : Type v) where
  /-- Add an element. -/
  insert : α → γ → γ
export Insert (insert)
/-- Collections of one element. -/
class Singleton (α : outParam (Type u)) (β : Type v) where
  /-- The collection of one element. -/
  singleton : α → β
export Singleton (singleton)
/-- Types with subsets `s ⊆ t`. -/
class HasSubset (α : Type u) where
  /-- The relation. -/
  Subset : α → α → Prop
export HasSubset (Subset)
/-- Types with strict subsets `s ⊂ t`. -/
class HasSSubset (α : Type u) where
  /-- The relation. -/
  SSubset : α → α → Prop
export HasSSubset (SSubset)
/-- Types with unions `s ∪ t`. -/
class Union (α : Type u) where
  /-- The union. -/
  union : α → α → α
/-- Types with intersections `s ∩ t`. -/
class Inter (α : Type u) where
  /-- The intersection. -/
  inter : α → α → α
/-- Types with differences `s \ t`. -/
class SDiff (α : Type u) where
  /-- The difference. -/
  sdiff : α → α → α
/-- Types with an equivalence `a ≈ b`. -/
class HasEquiv (α : Sort u) where
  /-- The relation. -/
  Equiv : α → α → Sort v

/-! ## Numerals -/

instance Zero.toOfNat0 {α : Type u} [Zero α] : OfNat α (nat_lit 0) := ⟨Zero.zero⟩
instance (priority := 200) Zero.ofOfNat0 {α : Type u} [OfNat α (nat_lit 0)] : Zero α := ⟨0⟩
instance One.toOfNat1 {α : Type u} [One α] : OfNat α (nat_lit 1) := ⟨One.one⟩
instance (priority := 200) One.ofOfNat1 {α : Type u} [OfNat α (nat_lit 1)] : One α := ⟨1⟩
/-- The number is not zero. -/
class NeZero {R : Type u} [Zero R] (n : R) : Prop where
  /-- The fact. -/
  out : n ≠ 0
theorem NeZero.ne {R : Type u} [Zero R] (n : R) [h : NeZero n] : n ≠ 0 := h.out
instance Nat.instNeZeroSucc {n : Nat} : NeZero (n + 1) := ⟨Nat.add_one_ne_zero n⟩
theorem Nat.pos_of_neZero (n : Nat) [NeZero n] : 0 < n := Nat.pos_of_ne_zero (NeZero.ne n)

/-! ## Relations -/

/-- Reflexive, symmetric and transitive relations. -/
structure Equivalence {α : Sort u} (r : α → α → Prop) : Prop where
  /-- Reflexivity. -/
  refl : ∀ x, r x x
  /-- Symmetry. -/
  symm : ∀ {x y}, r x y → r y x
  /-- Transitivity. -/
  trans : ∀ {x y z}, r x y → r y z → r x z
theorem eq_equivalence {α : Sort u} : Equivalence (@Eq α) := ⟨Eq.refl, Eq.symm, Eq.trans⟩
theorem iff_equivalence : Equivalence Iff := ⟨Iff.refl, Iff.symm, Iff.trans⟩
/-- The empty relation. -/
def emptyRelation {α : Sort u} (_ _ : α) : Prop := False
/-- One relation implies the other. -/
def Subrelation {α : Sort u} (q r : α → α → Prop) := ∀ {x y}, q x y → r x y
/-- The transitive closure. -/
inductive Relation.TransGen {α : Sort u} (r : α → α → Prop) : α → α → Prop where
  | single {a b} : r a b → TransGen r a b
  | tail {a b c} : TransGen r a b → r b c → TransGen r a c
theorem Relation.TransGen.trans {α : Sort u} {r : α → α → Prop} {a b c : α} (hab : TransGen r a b) (hbc : TransGen r b c) : TransGen r a c := by
  induction hbc with
  | single h => exact .tail hab h
  | tail _ h ih => exact .tail ih h

namespace Std
/-- The relation is reflexive. -/
class Refl {α : Sort u} (r : α → α → Prop) : Prop where
  /-- The law. -/
  refl : ∀ a, r a a
/-- The relation is irreflexive. -/
class Irrefl {α : Sort u} (r : α → α → Prop) : Prop where
  /-- The law. -/
  irrefl : ∀ a, ¬r a a
/-- The relation is symmetric. -/
class Symm {α : Sort u} (r : α → α → Prop) : Prop where
  /-- The law. -/
  symm (a b : α) : r a b → r b a
/-- The relation is antisymmetric. -/
class Antisymm {α : Sort u} (r : α → α → Prop) : Prop where
  /-- The law. -/
  antisymm (a b : α) : r a b → r b a → a = b
/-- The relation is asymmetric. -/
class Asymm {α : Sort u} (r : α → α → Prop) : Prop where
  /-- The law. -/
  asymm (a b : α) : r a b → ¬r b a
/-- Any two elements are related. -/
class Total {α : Sort u} (r : α → α → Prop) : Prop where
  /-- The law. -/
  total (a b : α) : r a b ∨ r b a
/-- Different elements are related. -/
class Trichotomous {α : Sort u} (r : α → α → Prop) : Prop where
  /-- The law. -/
  trichotomous (a b : α) : ¬r a b → ¬r b a → a = b
end Std
instance Nat.instReflLe : Std.Refl (fun (x1 x2 : Nat) => x1 ≤ x2) := ⟨Nat.le_refl⟩
instance Nat.instAntisymmLe : Std.Antisymm (fun (x1 x2 : Nat) => x1 ≤ x2) := ⟨fun _ _ => Nat.le_antisymm⟩
instance Nat.instTotalLe : Std.Total (fun (x1 x2 : Nat) => x1 ≤ x2) := ⟨Nat.le_total⟩
instance Nat.instIrreflLt : Std.Irrefl (fun (x1 x2 : Nat) => x1 < x2) := ⟨Nat.lt_irrefl⟩
instance Nat.instAsymmLt : Std.Asymm (fun (x1 x2 : Nat) => x1 < x2) := ⟨fun _ _ => Nat.lt_asymm⟩
instance Eq.instRefl {α : Sort u} : Std.Refl (@Eq α) := ⟨Eq.refl⟩
instance Eq.instSymm {α : Sort u} : Std.Symm (@Eq α) := ⟨fun _ _ => Eq.symm⟩
instance Eq.instTrans {α : Sort u} : Trans (@Eq α) (@Eq α) (@Eq α) := ⟨Eq.trans⟩

theorem Lean.Meta.Rfl.rel_of_eq_and_refl {α : Sort u} {R : α → α → Prop} {x y : α} (hxy : x = y) (h : R x x) : R x y := hxy ▸ h

/-! ## Quotients -/

theorem PSigma.eq {α : Sort u} {β : α → Sort v} {a₁ a₂ : α} {b₁ : β a₁} {b₂ : β a₂} (h₁ : a₁ = a₂) (h₂ : Eq.ndrec b₁ h₁ = b₂) :
    PSigma.mk a₁ b₁ = PSigma.mk a₂ b₂ := by
  subst h₁
  subst h₂
  rfl

namespace Quot
protected theorem inductionOn {α : Sort u} {r : α → α → Prop} {motive : Quot r → Prop} (q : Quot r) (h : (a : α) → motive (Quot.mk r a)) : motive q := Quot.ind h q
theorem exists_rep {α : Sort u} {r : α → α → Prop} (q : Quot r) : ∃ a, Quot.mk r a = q := Quot.inductionOn (motive := fun q => ∃ a, Quot.mk r a = q) q fun a => ⟨a, rfl⟩
/-- Recursion into a type that depends on the quotient. -/
protected abbrev rec.{x, y} {α : Sort x} {r : α → α → Prop} {motive : Quot r → Sort y} (f : (a : α) → motive (Quot.mk r a))
    (h : (a b : α) → (p : r a b) → Eq.ndrec (f a) (sound p) = f b) (q : Quot r) : motive q :=
  Eq.ndrec (motive := fun q' => motive q') (Quot.lift (fun a => (⟨Quot.mk r a, f a⟩ : PSigma motive))
      (fun a b p => PSigma.eq (sound p) (h a b p)) q).snd
    (Quot.ind (β := fun q => (Quot.lift (fun a => (⟨Quot.mk r a, f a⟩ : PSigma motive)) _ q).fst = q) (fun _ => rfl) q)
end Quot

/-- Types with an equivalence relation. -/
class Setoid (α : Sort u) where
  /-- The relation. -/
  r : α → α → Prop
  /-- It is an equivalence. -/
  iseqv : Equivalence r
instance instHasEquivOfSetoid {α : Sort u} [Setoid α] : HasEquiv α := ⟨Setoid.r⟩
namespace Setoid
variable {α : Sort u} [Setoid α]
@[refl] theorem refl (a : α) : a ≈ a := iseqv.refl a
@[symm] theorem symm {a b : α} (hab : a ≈ b) : b ≈ a := iseqv.symm hab
theorem trans {a b c : α} (hab : a ≈ b) (hbc : b ≈ c) : a ≈ c := iseqv.trans hab hbc
end Setoid

/-- The quotient by an equivalence. -/
def Quotient {α : Sort u} (s : Setoid α) := @Quot α Setoid.r
namespace Quotient
/-- The class of an element. -/
@[inline] protected def mk {α : Sort u} (s : Setoid α) (a : α) : Quotient s := Quot.mk Setoid.r a
/-- The class of an element. -/
protected def mk' {α : Sort u} [s : Setoid α] (a : α) : Quotient s := Quotient.mk s a
theorem sound {α : Sort u} {s : Setoid α} {a b : α} (h : a ≈ b) : Quotient.mk s a = Quotient.mk s b := Quot.sound h
/-- A function on classes from one that respects the equivalence. -/
protected abbrev lift {α : Sort u} {β : Sort v} {s : Setoid α} (f : α → β) (h : (a b : α) → a ≈ b → f a = f b) (q : Quotient s) : β := Quot.lift f h q
/-- As `lift`, with the class first. -/
protected abbrev liftOn {α : Sort u} {β : Sort v} {s : Setoid α} (q : Quotient s) (f : α → β) (c : (a b : α) → a ≈ b → f a = f b) : β := Quot.liftOn q f c
protected theorem ind {α : Sort u} {s : Setoid α} {motive : Quotient s → Prop} : ((a : α) → motive (Quotient.mk s a)) → (q : Quotient s) → motive q := Quot.ind
protected theorem inductionOn {α : Sort u} {s : Setoid α} {motive : Quotient s → Prop} (q : Quotient s) (h : (a : α) → motive (Quotient.mk s a)) : motive q := Quot.ind h q
theorem exists_rep {α : Sort u} {s : Setoid α} (q : Quotient s) : ∃ a, Quotient.mk s a = q := Quot.exists_rep q
/-- A function of two classes. -/
protected abbrev lift₂ {α : Sort u} {β : Sort v} {φ : Sort w} {s₁ : Setoid α} {s₂ : Setoid β} (f : α → β → φ)
    (c : (a₁ : α) → (b₁ : β) → (a₂ : α) → (b₂ : β) → a₁ ≈ a₂ → b₁ ≈ b₂ → f a₁ b₁ = f a₂ b₂) (q₁ : Quotient s₁) (q₂ : Quotient s₂) : φ :=
  Quotient.lift (fun a₁ => Quotient.lift (f a₁) (fun a b => c a₁ a a₁ b (Setoid.refl a₁)) q₂)
    (fun a b h => Quotient.ind (motive := fun q₂ => Quotient.lift (f a) (fun x y => c a x a y (Setoid.refl a)) q₂ = Quotient.lift (f b) (fun x y => c b x b y (Setoid.refl b)) q₂)
      (fun x => c a x b x h (Setoid.refl x)) q₂) q₁
theorem exact {α : Sort u} {s : Setoid α} {a b : α} (h : Quotient.mk s a = Quotient.mk s b) : a ≈ b :=
  have respects : ∀ x y : α, x ≈ y → (a ≈ x) = (a ≈ y) := fun _ _ hxy => propext ⟨fun h => Setoid.trans h hxy, fun h => Setoid.trans h (Setoid.symm hxy)⟩
  have e : Quotient.lift (fun x => a ≈ x) respects (Quotient.mk s a) = Quotient.lift (fun x => a ≈ x) respects (Quotient.mk s b) := congrArg _ h
  e.mp (Setoid.refl a)
end Quotient

/-! ## Comparison -/

/-- The result of a comparison. -/
inductive Ordering where
  /-- Less. -/
  | lt
  /-- Equal. -/
  | eq
  /-- Greater. -/
  | gt
  deriving DecidableEq, Inhabited
namespace Ordering
/-- The result with the arguments exchanged. -/
@[inline] def swap : Ordering → Ordering
  | .lt => .gt
  | .eq => .eq
  | .gt => .lt
/-- The first result, or the second if the first is `eq`. -/
@[macro_inline] def «then» (a b : Ordering) : Ordering :=
  match a with
  | .eq => b
  | a => a
@[simp] theorem swap_lt : Ordering.lt.swap = .gt := rfl
@[simp] theorem swap_eq : Ordering.eq.swap = .eq := rfl
@[simp] theorem swap_gt : Ordering.gt.swap = .lt := rfl
@[simp] theorem swap_swap {o : Ordering} : o.swap.swap = o := by cases o <;> rfl
end Ordering
/-- Types with a comparison. -/
class Ord (α : Type u) where
  /-- Compare. -/
  compare : α → α → Ordering
export Ord (compare)
/-- Compare by the strict order and equality. -/
@[inline] def compareOfLessAndEq {α : Type u} (x y : α) [LT α] [Decidable (x < y)] [DecidableEq α] : Ordering :=
  if x < y then .lt else if x = y then .eq else .gt
instance instOrdNat : Ord Nat := ⟨fun n m => compareOfLessAndEq n m⟩
instance instOrdBool : Ord Bool := ⟨fun
  | false, true => .lt
  | true, false => .gt
  | _, _ => .eq⟩
