/-
The facts by which `omega` reads its hypotheses: casts of natural numbers, comparisons, propositional
connectives.
-/
prelude
import Init.Omega.Constraint
import Init.Logic.Propositional

namespace Lean.Omega

namespace Int

theorem ofNat_pow (a b : Nat) : (↑(a ^ b) : Int) = (↑a : Int) ^ b := by
  induction b with
  | zero => rfl
  | succ b ih =>
    rw [Nat.pow_succ, Int.pow_succ, ← ih]
    rfl

theorem pos_pow_of_pos (a : Int) (b : Nat) (h : 0 < a) : 0 < a ^ b := by
  induction b with
  | zero => exact Int.le_refl 1
  | succ b ih => exact Int.mul_pos ih h

theorem ofNat_pos_of_pos {a : Nat} (h : 0 < a) : 0 < (↑a : Int) := Int.natCast_lt.2 h

theorem natCast_ofNat {x : Nat} : (↑(OfNat.ofNat x : Nat) : Int) = OfNat.ofNat x := rfl

theorem ofNat_lt_of_lt {x y : Nat} (h : x < y) : (↑x : Int) < (↑y : Int) := Int.natCast_lt.2 h

theorem ofNat_le_of_le {x y : Nat} (h : x ≤ y) : (↑x : Int) ≤ (↑y : Int) := Int.natCast_le.2 h

theorem emod_ofNat_nonneg {x : Nat} {y : Int} : 0 ≤ (↑x : Int) % y :=
  Int.natCast_nonneg (x % y.natAbs)

theorem lt_of_not_le {x y : Int} (h : ¬x ≤ y) : y < x := Int.not_le.1 h

theorem le_of_not_lt {x y : Int} (h : ¬x < y) : y ≤ x := Int.not_lt.1 h

theorem lt_le_asymm {x y : Int} (h : y < x) (g : x ≤ y) : False := Int.not_le.2 h g

theorem add_congr {a b c d : Int} (h : a = b) (g : c = d) : a + c = b + d := by rw [h, g]

theorem mul_congr {a b c d : Int} (h : a = b) (g : c = d) : a * c = b * d := by rw [h, g]

theorem mul_congr_left {a b : Int} (h : a = b) (c : Int) : a * c = b * c := by rw [h]

theorem sub_congr {a b c d : Int} (h : a = b) (g : c = d) : a - c = b - d := by rw [h, g]

theorem neg_congr {a b : Int} (h : a = b) : -a = -b := by rw [h]

theorem lt_of_gt {x y : Int} (h : x > y) : y < x := h

theorem le_of_ge {x y : Int} (h : x ≥ y) : y ≤ x := h

theorem ofNat_mul_nonneg {a b : Nat} : 0 ≤ (↑a : Int) * (↑b : Int) := Int.natCast_nonneg (a * b)

theorem ofNat_sub_dichotomy {a b : Nat} :
    b ≤ a ∧ (↑(a - b) : Int) = (↑a : Int) - (↑b : Int) ∨ a < b ∧ (↑(a - b) : Int) = 0 := by
  cases Nat.lt_or_ge a b with
  | inl h =>
    refine .inr ⟨h, ?_⟩
    rw [Nat.sub_eq_zero_of_le (Nat.le_of_lt h)]
    rfl
  | inr h =>
    obtain ⟨k, rfl⟩ := Nat.le.dest h
    refine .inl ⟨h, ?_⟩
    rw [Nat.add_sub_cancel_left, Int.natCast_add, Int.add_comm, Int.add_sub_cancel]

theorem ofNat_congr {a b : Nat} (h : a = b) : (↑a : Int) = (↑b : Int) := by rw [h]

theorem sub_sub' (a b c : Nat) : a - b - c = a - (b + c) := by
  induction c with
  | zero => rfl
  | succ c ih => exact congrArg Nat.pred ih

theorem ofNat_sub_sub {a b c : Nat} : (↑(a - b - c) : Int) = (↑(a - (b + c)) : Int) := by
  rw [sub_sub']

theorem ofNat_min (a b : Nat) : (↑(min a b) : Int) = min (↑a : Int) (↑b : Int) := by
  show (↑(ite (a ≤ b) a b) : Int) = ite ((↑a : Int) ≤ (↑b : Int)) (↑a : Int) (↑b : Int)
  split
  next h => exact (if_pos (Int.natCast_le.2 h)).symm
  next h => exact (if_neg (fun g => h (Int.natCast_le.1 g))).symm

theorem ofNat_max (a b : Nat) : (↑(max a b) : Int) = max (↑a : Int) (↑b : Int) := by
  show (↑(ite (a ≤ b) b a) : Int) = ite ((↑a : Int) ≤ (↑b : Int)) (↑b : Int) (↑a : Int)
  split
  next h => exact (if_pos (Int.natCast_le.2 h)).symm
  next h => exact (if_neg (fun g => h (Int.natCast_le.1 g))).symm

theorem ofNat_natAbs (a : Int) : (↑a.natAbs : Int) = if 0 ≤ a then a else -a := by
  cases a with
  | ofNat n => exact (if_pos (Int.natCast_nonneg n)).symm
  | negSucc n => exact (if_neg (Int.not_le.2 (Int.negSucc_lt_zero n))).symm

theorem neg_le_natAbs {a : Int} : -a ≤ (↑a.natAbs : Int) := by
  cases a with
  | ofNat n => exact Int.le_trans (Int.neg_le_neg (Int.natCast_nonneg n)) (Int.natCast_nonneg n)
  | negSucc n => exact Int.le_refl _

theorem ofNat_fst_mk.{u} {β : Type u} {x : Nat} {y : β} : (↑(x, y).fst : Int) = (↑x : Int) := rfl

theorem ofNat_snd_mk.{u} {α : Type u} {x : α} {y : Nat} : (↑(x, y).snd : Int) = (↑y : Int) := rfl

end Int

namespace Nat

theorem lt_of_gt {x y : Nat} (h : x > y) : y < x := h

theorem le_of_ge {x y : Nat} (h : x ≥ y) : y ≤ x := h

end Nat

theorem and_not_not_of_not_or {p q : Prop} (h : ¬(p ∨ q)) : ¬p ∧ ¬q :=
  ⟨fun hp => h (.inl hp), fun hq => h (.inr hq)⟩

namespace Decidable

theorem or_not_not_of_not_and {p q : Prop} [Decidable p] [Decidable q] (h : ¬(p ∧ q)) :
    ¬p ∨ ¬q := by
  cases _root_.Decidable.em p with
  | inl hp => exact .inr fun hq => h ⟨hp, hq⟩
  | inr hp => exact .inl hp

theorem and_or_not_and_not_of_iff {p q : Prop} [Decidable q] (h : p ↔ q) :
    p ∧ q ∨ ¬p ∧ ¬q := by
  cases _root_.Decidable.em q with
  | inl hq => exact .inl ⟨h.2 hq, hq⟩
  | inr hq => exact .inr ⟨fun hp => hq (h.1 hp), hq⟩

theorem and_not_or_not_and_of_not_iff {a b : Prop} [Decidable a] [Decidable b]
    (h : ¬(a ↔ b)) : a ∧ ¬b ∨ ¬a ∧ b := by
  cases _root_.Decidable.em a with
  | inl ha => exact .inl ⟨ha, fun hb => h ⟨fun _ => hb, fun _ => ha⟩⟩
  | inr ha =>
    refine .inr ⟨ha, ?_⟩
    cases _root_.Decidable.em b with
    | inl hb => exact hb
    | inr hb => exact absurd ⟨fun g => absurd g ha, fun g => absurd g hb⟩ h

theorem and_not_of_not_imp {a b : Prop} [Decidable a] (h : ¬(a → b)) : a ∧ ¬b := by
  cases _root_.Decidable.em a with
  | inl ha => exact ⟨ha, fun hb => h fun _ => hb⟩
  | inr ha => exact absurd (fun g => absurd g ha) h

end Decidable

theorem ite_disjunction.{u} {α : Type u} {P : Prop} [Decidable P] {a b : α} :
    P ∧ ite P a b = a ∨ ¬P ∧ ite P a b = b := by
  cases _root_.Decidable.em P with
  | inl h => exact .inl ⟨h, if_pos h⟩
  | inr h => exact .inr ⟨h, if_neg h⟩

end Lean.Omega
