/-
The integers as data: the type, its operations, its order, decidability. Everything computes in
the kernel.
-/
prelude
import Init.NatDiv

/-- A type into which the natural numbers map. -/
class NatCast.{u} (R : Type u) where
  natCast : Nat → R

instance instNatCastNat : NatCast Nat := ⟨id⟩

/-- The image of a natural number. -/
@[coe, reducible, match_pattern] protected def Nat.cast.{u} {R : Type u} [NatCast R] : Nat → R :=
  NatCast.natCast

instance instCoeTailNatOfNatCast.{u} {R : Type u} [NatCast R] : CoeTail Nat R := ⟨Nat.cast⟩

instance instCoeHTCTNatOfNatCast.{u} {R : Type u} [NatCast R] : CoeHTCT Nat R := ⟨Nat.cast⟩

set_option genCtorIdx false in
/-- An integer: a natural number `n`, or `-(n + 1)`. -/
inductive Int : Type where
  | ofNat : Nat → Int
  | negSucc : Nat → Int

attribute [extern "lean_nat_to_int"] Int.ofNat
attribute [extern "lean_int_neg_succ_of_nat"] Int.negSucc

/-- A type into which the integers map. -/
class IntCast.{u} (R : Type u) where
  intCast : Int → R

instance instIntCastInt : IntCast Int := ⟨id⟩

/-- The image of an integer. -/
@[coe, reducible, match_pattern] protected def Int.cast.{u} {R : Type u} [IntCast R] : Int → R :=
  IntCast.intCast

instance instCoeTailIntOfIntCast.{u} {R : Type u} [IntCast R] : CoeTail Int R := ⟨Int.cast⟩

instance instCoeHTCTIntOfIntCast.{u} {R : Type u} [IntCast R] : CoeHTCT Int R := ⟨Int.cast⟩

instance instNatCastInt : NatCast Int := ⟨Int.ofNat⟩

instance instOfNat {n : Nat} : OfNat Int n := ⟨Int.ofNat n⟩

namespace Int

instance instInhabited : Inhabited Int := ⟨ofNat 0⟩

/-! ### Ring operations -/

/-- The opposite of a natural number. -/
def negOfNat : Nat → Int
  | 0 => ofNat 0
  | m + 1 => negSucc m

set_option bootstrap.genMatcherCode false in
/-- The opposite. -/
@[extern "lean_int_neg"] protected def neg (n : Int) : Int :=
  match n with
  | ofNat n => negOfNat n
  | negSucc n => ofNat (n + 1)

@[default_instance mid] instance instNegInt : Neg Int := ⟨Int.neg⟩

/-- The difference of natural numbers. -/
def subNatNat (m n : Nat) : Int :=
  match n - m with
  | 0 => ofNat (m - n)
  | k + 1 => negSucc k

set_option bootstrap.genMatcherCode false in
/-- The sum. -/
@[extern "lean_int_add"] protected def add (m n : Int) : Int :=
  match m, n with
  | ofNat m, ofNat n => ofNat (m + n)
  | ofNat m, negSucc n => subNatNat m (n + 1)
  | negSucc m, ofNat n => subNatNat n (m + 1)
  | negSucc m, negSucc n => negSucc (m + n + 1)

instance instAdd : Add Int := ⟨Int.add⟩

set_option bootstrap.genMatcherCode false in
/-- The product. -/
@[extern "lean_int_mul"] protected def mul (m n : Int) : Int :=
  match m, n with
  | ofNat m, ofNat n => ofNat (m * n)
  | ofNat m, negSucc n => negOfNat (m * (n + 1))
  | negSucc m, ofNat n => negOfNat ((m + 1) * n)
  | negSucc m, negSucc n => ofNat ((m + 1) * (n + 1))

instance instMul : Mul Int := ⟨Int.mul⟩

/-- The difference. -/
@[extern "lean_int_sub"] protected def sub (m n : Int) : Int := m + -n

instance instSub : Sub Int := ⟨Int.sub⟩

/-! ### Order -/

/-- `0 ≤ a`, as data: `a` is a natural number. -/
inductive NonNeg : Int → Prop where
  | mk (n : Nat) : NonNeg (ofNat n)

protected def le (a b : Int) : Prop := NonNeg (b - a)

instance instLEInt : LE Int := ⟨Int.le⟩

protected def lt (a b : Int) : Prop := a + 1 ≤ b

instance instLTInt : LT Int := ⟨Int.lt⟩

/-! ### Decidability -/

theorem ofNat_ne_negSucc {a b : Nat} (h : ofNat a = negSucc b) : False := Int.noConfusion h

set_option bootstrap.genMatcherCode false in
/-- Equality is decided on the constructors. -/
@[extern "lean_int_dec_eq"] protected def decEq (a b : Int) : Decidable (a = b) :=
  match a, b with
  | ofNat a, ofNat b =>
    match Nat.decEq a b with
    | isTrue h => isTrue (congrArg ofNat h)
    | isFalse h => isFalse (fun e => h (ofNat.inj e))
  | ofNat _, negSucc _ => isFalse ofNat_ne_negSucc
  | negSucc _, ofNat _ => isFalse (fun e => ofNat_ne_negSucc e.symm)
  | negSucc a, negSucc b =>
    match Nat.decEq a b with
    | isTrue h => isTrue (congrArg negSucc h)
    | isFalse h => isFalse (fun e => h (negSucc.inj e))

instance instDecidableEq : DecidableEq Int := Int.decEq

/-- `0 ≤ a`, by cases. -/
def isNonneg : Int → Prop
  | ofNat _ => True
  | negSucc _ => False

theorem NonNeg.isNonneg {m : Int} (h : NonNeg m) : m.isNonneg := by
  induction h
  exact trivial

theorem not_nonNeg_negSucc {n : Nat} (h : NonNeg (negSucc n)) : False := h.isNonneg

set_option bootstrap.genMatcherCode false in
@[extern "lean_int_dec_nonneg"] def decNonneg (m : Int) : Decidable (NonNeg m) :=
  match m with
  | ofNat m => isTrue (NonNeg.mk m)
  | negSucc _ => isFalse not_nonNeg_negSucc

@[extern "lean_int_dec_le"] instance decLe (a b : Int) : Decidable (a ≤ b) := decNonneg (b - a)

@[extern "lean_int_dec_lt"] instance decLt (a b : Int) : Decidable (a < b) := decNonneg (b - (a + 1))

/-! ### Absolute value, sign, powers, minimum, maximum -/

set_option bootstrap.genMatcherCode false in
/-- The absolute value. -/
@[extern "lean_nat_abs"] def natAbs (m : Int) : Nat :=
  match m with
  | ofNat m => m
  | negSucc m => m + 1

/-- The natural number below, `0` for negative integers. -/
def toNat : Int → Nat
  | ofNat n => n
  | negSucc _ => 0

/-- The natural number, if the integer is one. -/
def toNat? : Int → Option Nat
  | ofNat n => some n
  | negSucc _ => none

/-- `-1`, `0` or `1`. -/
def sign : Int → Int
  | ofNat (_ + 1) => 1
  | ofNat 0 => 0
  | negSucc _ => -1

/-- Powers by repeated multiplication. -/
protected def pow (m : Int) : Nat → Int
  | 0 => 1
  | n + 1 => Int.pow m n * m

instance instNatPow : NatPow Int := ⟨Int.pow⟩

instance instMin : Min Int := minOfLe

instance instMax : Max Int := maxOfLe

/-! ### Division

`ediv` and `emod` are `/` and `%`: the remainder is never negative. The other conventions round
towards zero (`tdiv`, `tmod`) or down (`fdiv`, `fmod`). -/

/-- Quotient, with remainder in `0 ≤ r < |b|`. -/
@[extern "lean_int_ediv"] def ediv : Int → Int → Int
  | ofNat m, ofNat n => ofNat (m / n)
  | ofNat m, negSucc n => -ofNat (m / (n + 1))
  | negSucc _, ofNat 0 => 0
  | negSucc m, ofNat (n + 1) => negSucc (m / (n + 1))
  | negSucc m, negSucc n => ofNat (m / (n + 1) + 1)

/-- Remainder in `0 ≤ r < |b|`. -/
@[extern "lean_int_emod"] def emod : Int → Int → Int
  | ofNat m, n => ofNat (m % natAbs n)
  | negSucc m, n => subNatNat (natAbs n) (m % natAbs n + 1)

instance instDiv : Div Int := ⟨Int.ediv⟩

instance instMod : Mod Int := ⟨Int.emod⟩

/-- Quotient rounded towards zero. -/
@[extern "lean_int_div"] def tdiv : Int → Int → Int
  | ofNat m, ofNat n => ofNat (m / n)
  | ofNat m, negSucc n => -ofNat (m / (n + 1))
  | negSucc m, ofNat n => -ofNat ((m + 1) / n)
  | negSucc m, negSucc n => ofNat ((m + 1) / (n + 1))

/-- Remainder of `tdiv`, with the sign of the dividend. -/
@[extern "lean_int_mod"] def tmod : Int → Int → Int
  | ofNat m, ofNat n => ofNat (m % n)
  | ofNat m, negSucc n => ofNat (m % (n + 1))
  | negSucc m, ofNat n => -ofNat ((m + 1) % n)
  | negSucc m, negSucc n => -ofNat ((m + 1) % (n + 1))

/-- Quotient rounded down. -/
def fdiv : Int → Int → Int
  | ofNat 0, _ => 0
  | ofNat m, ofNat n => ofNat (m / n)
  | ofNat (m + 1), negSucc n => negSucc (m / (n + 1))
  | negSucc _, ofNat 0 => 0
  | negSucc m, ofNat (n + 1) => negSucc (m / (n + 1))
  | negSucc m, negSucc n => ofNat ((m + 1) / (n + 1))

/-- Remainder of `fdiv`, with the sign of the divisor. -/
def fmod : Int → Int → Int
  | ofNat 0, _ => 0
  | ofNat m, ofNat n => ofNat (m % n)
  | ofNat (m + 1), negSucc n => subNatNat (m % (n + 1)) n
  | negSucc m, ofNat n => subNatNat n (m % n + 1)
  | negSucc m, negSucc n => -ofNat ((m + 1) % (n + 1))

instance instDvd : Dvd Int := ⟨fun a b => Exists (fun c => b = a * c)⟩

/-- Balanced remainder: in `-m/2 ≤ r < m/2`, roughly. -/
def bmod (x : Int) (m : Nat) : Int :=
  let r := x % (m : Int)
  if r < ((m : Int) + 1) / 2 then r else r - (m : Int)

/-- Quotient of the balanced remainder. -/
def bdiv (x : Int) (m : Nat) : Int :=
  if m = 0 then 0
  else
    let q := x / (m : Int)
    let r := x % (m : Int)
    if r < ((m : Int) + 1) / 2 then q else q + 1

/-- The greatest common divisor, a natural number. -/
def gcd (m n : Int) : Nat := m.natAbs.gcd n.natAbs

end Int
