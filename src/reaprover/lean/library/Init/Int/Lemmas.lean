/-
Integers: sums, differences, products, powers, order, minimum and maximum.
-/
prelude
import Init.Int.Cast

namespace Int

/-! ### Sums and differences -/

@[simp] theorem neg_eq (n : Int) : n.neg = -n := rfl

@[simp] theorem add_def {a b : Int} : Int.add a b = a + b := rfl

@[simp] theorem mul_def {a b : Int} : Int.mul a b = a * b := rfl

@[simp] theorem sub_def {a b : Int} : Int.sub a b = a - b := rfl

@[simp] protected theorem neg_inj {a b : Int} : -a = -b ↔ a = b := by omega

@[simp] protected theorem neg_eq_zero {a : Int} : -a = 0 ↔ a = 0 := by omega

protected theorem neg_ne_zero {a : Int} : -a ≠ 0 ↔ a ≠ 0 := by omega

protected theorem neg_eq_comm {a b : Int} : -a = b ↔ -b = a := by omega

protected theorem eq_neg_comm {a b : Int} : a = -b ↔ b = -a := by omega

protected theorem neg_add_cancel (a b : Int) : -a + (a + b) = b := by omega

protected theorem neg_eq_of_add_eq_zero {a b : Int} (h : a + b = 0) : -a = b := by omega

protected theorem eq_neg_of_eq_neg {a b : Int} (h : a = -b) : b = -a := by omega

protected theorem eq_neg_of_add_eq_zero_left {a b : Int} (h : a + b = 0) : a = -b := by omega

protected theorem add_assoc_sub (a b c : Int) : a + b - c = a + (b - c) := by omega

protected theorem add_sub_assoc (a b c : Int) : a + b - c = a + (b - c) := by omega

@[simp] protected theorem add_sub_cancel_left (a b : Int) : a + b - a = b := by omega

protected theorem add_sub_add_left (a b c : Int) : c + a - (c + b) = a - b := by omega

protected theorem add_sub_add_right (a b c : Int) : a + c - (b + c) = a - b := by omega

protected theorem sub_sub (a b c : Int) : a - b - c = a - (b + c) := by omega

protected theorem sub_sub_self (a b : Int) : a - (a - b) = b := by omega

protected theorem sub_right_comm (a b c : Int) : a - b - c = a - c - b := by omega

protected theorem sub_add_comm {a b c : Int} : a + b - c = a - c + b := by omega

protected theorem sub_add_eq (a b c : Int) : a - (b + c) = a - b - c := by omega

@[simp] protected theorem sub_neg (a b : Int) : a - -b = a + b := by omega

protected theorem neg_add_eq_sub {a b : Int} : -a + b = b - a := by omega

protected theorem sub_add_sub_cancel (a b c : Int) : a - b + (b - c) = a - c := by omega

protected theorem sub_sub_sub_cancel_right (a b c : Int) : a - c - (b - c) = a - b := by omega

protected theorem sub_eq_zero {a b : Int} : a - b = 0 ↔ a = b := by omega

protected theorem sub_eq_iff_eq_add {a b c : Int} : a - b = c ↔ a = c + b := by omega

protected theorem sub_eq_iff_eq_add' {a b c : Int} : a - b = c ↔ a = b + c := by omega

protected theorem eq_sub_iff_add_eq {a b c : Int} : a = b - c ↔ a + c = b := by omega

protected theorem add_eq_iff_eq_sub {a b c : Int} : a + b = c ↔ a = c - b := by omega

@[simp] protected theorem sub_left_inj {a b c : Int} : a - b = a - c ↔ b = c := by omega

@[simp] protected theorem sub_right_inj {a b c : Int} : a - b = c - b ↔ a = c := by omega

@[simp] protected theorem add_right_inj {a b : Int} (c : Int) : c + a = c + b ↔ a = b := by omega

@[simp] protected theorem add_left_inj {a b : Int} (c : Int) : a + c = b + c ↔ a = b := by omega

@[simp] protected theorem add_eq_left {a b : Int} : a + b = a ↔ b = 0 := by omega

@[simp] protected theorem add_eq_right {a b : Int} : a + b = b ↔ a = 0 := by omega

protected theorem two_mul (n : Int) : 2 * n = n + n := by omega

protected theorem mul_two (n : Int) : n * 2 = n + n := by omega

protected theorem neg_eq_neg_one_mul (a : Int) : -a = -1 * a := by omega

protected theorem one_ne_zero : (1 : Int) ≠ 0 := by decide

protected theorem zero_ne_one : (0 : Int) ≠ 1 := by decide

@[simp] theorem zero_lt_one : (0 : Int) < 1 := by decide

/-! ### Products -/

protected theorem neg_mul_neg (a b : Int) : -a * -b = a * b := by
  rw [Int.neg_mul, Int.mul_neg, Int.neg_neg]

protected theorem neg_mul_comm (a b : Int) : -a * b = a * -b := by
  rw [Int.neg_mul, Int.mul_neg]

protected theorem neg_mul_eq_neg_mul (a b : Int) : -(a * b) = -a * b := (Int.neg_mul a b).symm

protected theorem neg_mul_eq_mul_neg (a b : Int) : -(a * b) = a * -b := (Int.mul_neg a b).symm

protected theorem mul_eq_zero {a b : Int} : a * b = 0 ↔ a = 0 ∨ b = 0 := by
  refine ⟨fun h => ?_, fun h => ?_⟩
  · by_cases ha : a = 0
    · exact .inl ha
    · refine .inr ?_
      rw [← mul_ediv_cancel_left b ha, h]
      by_cases h0 : 0 < a
      · exact ediv_unique h0 (by omega) (by omega) h0
      · have e := ediv_neg 0 (-a)
        rw [Int.neg_neg, ediv_unique (b := -a) (q := 0) (r := 0) (by omega) (by omega) (by omega)
          (by omega)] at e
        exact e
  · cases h with
    | inl h => rw [h, Int.zero_mul]
    | inr h => rw [h, Int.mul_zero]

protected theorem mul_ne_zero {a b : Int} (ha : a ≠ 0) (hb : b ≠ 0) : a * b ≠ 0 := fun h =>
  (Int.mul_eq_zero.1 h).elim ha hb

protected theorem mul_ne_zero_iff {a b : Int} : a * b ≠ 0 ↔ a ≠ 0 ∧ b ≠ 0 := by
  refine ⟨fun h => ⟨fun e => h ?_, fun e => h ?_⟩, fun h => Int.mul_ne_zero h.1 h.2⟩
  · rw [e, Int.zero_mul]
  · rw [e, Int.mul_zero]

protected theorem eq_of_mul_eq_mul_left {a b c : Int} (ha : a ≠ 0) (h : a * b = a * c) : b = c := by
  rw [← mul_ediv_cancel_left b ha, h, mul_ediv_cancel_left c ha]

protected theorem eq_of_mul_eq_mul_right {a b c : Int} (ha : a ≠ 0) (h : b * a = c * a) : b = c := by
  rw [Int.mul_comm b, Int.mul_comm c] at h
  exact Int.eq_of_mul_eq_mul_left ha h

protected theorem mul_eq_mul_left_iff {a b c : Int} (h : c ≠ 0) : c * a = c * b ↔ a = b :=
  ⟨Int.eq_of_mul_eq_mul_left h, fun e => e ▸ rfl⟩

protected theorem mul_eq_mul_right_iff {a b c : Int} (h : c ≠ 0) : a * c = b * c ↔ a = b :=
  ⟨Int.eq_of_mul_eq_mul_right h, fun e => e ▸ rfl⟩

theorem eq_one_of_mul_eq_self_left {a b : Int} (h : b ≠ 0) (g : a * b = b) : a = 1 :=
  Int.eq_of_mul_eq_mul_right h (by rw [g, Int.one_mul])

theorem eq_one_of_mul_eq_self_right {a b : Int} (h : a ≠ 0) (g : a * b = a) : b = 1 :=
  Int.eq_of_mul_eq_mul_left h (by rw [g, Int.mul_one])

/-! ### Powers -/

protected theorem pow_succ' (b : Int) (e : Nat) : b ^ (e + 1) = b * b ^ e := by
  rw [Int.pow_succ, Int.mul_comm]

@[simp] protected theorem pow_one (b : Int) : b ^ 1 = b := Int.one_mul b

protected theorem pow_two (b : Int) : b ^ 2 = b * b := by
  rw [Int.pow_succ, Int.pow_one]

protected theorem pow_add (a : Int) (m n : Nat) : a ^ (m + n) = a ^ m * a ^ n := by
  induction n with
  | zero => exact (Int.mul_one _).symm
  | succ n ih => rw [← Nat.add_assoc, Int.pow_succ, ih, Int.pow_succ, Int.mul_assoc]

protected theorem one_pow {n : Nat} : (1 : Int) ^ n = 1 := by
  induction n with
  | zero => rfl
  | succ n ih => rw [Int.pow_succ, ih, Int.mul_one]

protected theorem zero_pow {n : Nat} (h : n ≠ 0) : (0 : Int) ^ n = 0 := by
  cases n with
  | zero => exact absurd rfl h
  | succ n => rw [Int.pow_succ, Int.mul_zero]

protected theorem mul_pow {a b : Int} {n : Nat} : (a * b) ^ n = a ^ n * b ^ n := by
  induction n with
  | zero => rfl
  | succ n ih => rw [Int.pow_succ, Int.pow_succ, Int.pow_succ, ih]; ac_rfl

protected theorem pow_mul {a : Int} {m n : Nat} : a ^ (m * n) = (a ^ m) ^ n := by
  induction n with
  | zero => rfl
  | succ n ih => rw [Nat.mul_succ, Int.pow_add, ih, Int.pow_succ]

protected theorem pow_pos {n : Int} {m : Nat} (h : 0 < n) : 0 < n ^ m :=
  Lean.Omega.Int.pos_pow_of_pos n m h

protected theorem pow_nonneg {n : Int} {m : Nat} (h : 0 ≤ n) : 0 ≤ n ^ m := by
  induction m with
  | zero => exact Int.le_of_lt zero_lt_one
  | succ m ih => exact Int.mul_nonneg ih h

protected theorem pow_ne_zero {n : Int} {m : Nat} (h : n ≠ 0) : n ^ m ≠ 0 := by
  induction m with
  | zero => exact Int.one_ne_zero
  | succ m ih => exact Int.mul_ne_zero ih h

/-! ### Order -/

protected theorem lt_iff_le_and_not_ge {a b : Int} : a < b ↔ a ≤ b ∧ ¬b ≤ a := by omega

protected theorem lt_iff_le_and_ne {a b : Int} : a < b ↔ a ≤ b ∧ a ≠ b := by omega

protected theorem lt_asymm {a b : Int} (h : a < b) : ¬b < a := by omega

protected theorem not_le_of_gt {a b : Int} (h : b < a) : ¬a ≤ b := by omega

protected theorem not_lt_of_ge {a b : Int} (h : b ≤ a) : ¬a < b := by omega

protected theorem lt_of_not_ge {a b : Int} (h : ¬a ≤ b) : b < a := by omega

protected theorem le_of_not_gt {a b : Int} (h : ¬a > b) : a ≤ b := by omega

protected theorem le_of_not_le {a b : Int} (h : ¬a ≤ b) : b ≤ a := by omega

protected theorem le_antisymm_iff {a b : Int} : a = b ↔ a ≤ b ∧ b ≤ a := by omega

protected theorem le_iff_lt_or_eq {a b : Int} : a ≤ b ↔ a < b ∨ a = b := by omega

protected theorem lt_or_eq_of_le {a b : Int} (h : a ≤ b) : a < b ∨ a = b := by omega

protected theorem eq_iff_le_and_ge {a b : Int} : a = b ↔ a ≤ b ∧ b ≤ a := by omega

protected theorem lt_or_gt {a b : Int} : a ≠ b ↔ a < b ∨ b < a := by omega

protected theorem ne_iff_lt_or_gt {a b : Int} : a ≠ b ↔ a < b ∨ b < a := by omega

theorem not_le_eq (a b : Int) : (¬a ≤ b) = (b + 1 ≤ a) := propext (by omega)

theorem not_ge_eq (a b : Int) : (¬a ≥ b) = (a + 1 ≤ b) := propext (by omega)

theorem not_lt_eq (a b : Int) : (¬a < b) = (b ≤ a) := propext (by omega)

theorem not_gt_eq (a b : Int) : (¬a > b) = (a ≤ b) := propext (by omega)

theorem lt_add_one_iff {a b : Int} : a < b + 1 ↔ a ≤ b := by omega

theorem add_one_le_iff {a b : Int} : a + 1 ≤ b ↔ a < b := by omega

theorem le_of_lt_add_one {a b : Int} (h : a < b + 1) : a ≤ b := by omega

theorem le_sub_one_of_lt {a b : Int} (h : a < b) : a ≤ b - 1 := by omega

theorem lt_of_le_sub_one {a b : Int} (h : a ≤ b - 1) : a < b := by omega

theorem le_sub_one_iff {a b : Int} : a ≤ b - 1 ↔ a < b := by omega

theorem sub_one_lt_iff {a b : Int} : a - 1 < b ↔ a ≤ b := by omega

theorem sub_one_lt_of_le {a b : Int} (h : a ≤ b) : a - 1 < b := by omega

theorem le_of_sub_one_lt {a b : Int} (h : a - 1 < b) : a ≤ b := by omega

theorem lt_succ (a : Int) : a < a + 1 := by omega

theorem lt_add_one (a : Int) : a < a + 1 := by omega

theorem pred_self_lt (a : Int) : a - 1 < a := by omega

attribute [simp] Int.le_refl Int.lt_irrefl Int.not_le Int.not_lt

/-! ### Order and sums -/

protected theorem add_lt_add {a b c d : Int} (h : a < b) (g : c < d) : a + c < b + d := by omega

protected theorem add_lt_add_of_le_of_lt {a b c d : Int} (h : a ≤ b) (g : c < d) :
    a + c < b + d := by omega

protected theorem add_lt_add_of_lt_of_le {a b c d : Int} (h : a < b) (g : c ≤ d) :
    a + c < b + d := by omega

@[simp] protected theorem add_le_add_iff_left {b c : Int} (a : Int) : a + b ≤ a + c ↔ b ≤ c := by
  omega

@[simp] protected theorem add_le_add_iff_right {a b : Int} (c : Int) : a + c ≤ b + c ↔ a ≤ b := by
  omega

@[simp] protected theorem add_lt_add_iff_left {b c : Int} (a : Int) : a + b < a + c ↔ b < c := by
  omega

@[simp] protected theorem add_lt_add_iff_right {a b : Int} (c : Int) : a + c < b + c ↔ a < b := by
  omega

protected theorem lt_of_add_lt_add_left {a b c : Int} (h : a + b < a + c) : b < c := by omega

protected theorem lt_of_add_lt_add_right {a b c : Int} (h : a + b < c + b) : a < c := by omega

protected theorem le_add_of_nonneg_right {a b : Int} (h : 0 ≤ b) : a ≤ a + b := by omega

protected theorem le_add_of_nonneg_left {a b : Int} (h : 0 ≤ b) : a ≤ b + a := by omega

protected theorem lt_add_of_pos_right (a : Int) {b : Int} (h : 0 < b) : a < a + b := by omega

protected theorem lt_add_of_pos_left (a : Int) {b : Int} (h : 0 < b) : a < b + a := by omega

protected theorem add_nonneg {a b : Int} (ha : 0 ≤ a) (hb : 0 ≤ b) : 0 ≤ a + b := by omega

protected theorem add_pos {a b : Int} (ha : 0 < a) (hb : 0 < b) : 0 < a + b := by omega

protected theorem add_pos_of_pos_of_nonneg {a b : Int} (ha : 0 < a) (hb : 0 ≤ b) : 0 < a + b := by
  omega

protected theorem add_pos_of_nonneg_of_pos {a b : Int} (ha : 0 ≤ a) (hb : 0 < b) : 0 < a + b := by
  omega

protected theorem add_nonpos {a b : Int} (ha : a ≤ 0) (hb : b ≤ 0) : a + b ≤ 0 := by omega

protected theorem add_neg {a b : Int} (ha : a < 0) (hb : b < 0) : a + b < 0 := by omega

protected theorem neg_lt_neg {a b : Int} (h : a < b) : -b < -a := by omega

@[simp] protected theorem neg_le_neg_iff {a b : Int} : -a ≤ -b ↔ b ≤ a := by omega

@[simp] protected theorem neg_lt_neg_iff {a b : Int} : -a < -b ↔ b < a := by omega

protected theorem le_of_neg_le_neg {a b : Int} (h : -b ≤ -a) : a ≤ b := by omega

protected theorem lt_of_neg_lt_neg {a b : Int} (h : -b < -a) : a < b := by omega

protected theorem neg_nonneg {a : Int} : 0 ≤ -a ↔ a ≤ 0 := by omega

protected theorem neg_nonpos_iff {a : Int} : -a ≤ 0 ↔ 0 ≤ a := by omega

protected theorem neg_nonpos_of_nonneg {a : Int} (h : 0 ≤ a) : -a ≤ 0 := by omega

protected theorem neg_pos {a : Int} : 0 < -a ↔ a < 0 := by omega

protected theorem neg_pos_of_neg {a : Int} (h : a < 0) : 0 < -a := by omega

protected theorem neg_neg_of_pos {a : Int} (h : 0 < a) : -a < 0 := by omega

protected theorem neg_lt_zero_iff {a : Int} : -a < 0 ↔ 0 < a := by omega

protected theorem neg_le_of_neg_le {a b : Int} (h : -a ≤ b) : -b ≤ a := by omega

protected theorem le_neg_of_le_neg {a b : Int} (h : a ≤ -b) : b ≤ -a := by omega

protected theorem neg_lt_of_neg_lt {a b : Int} (h : -a < b) : -b < a := by omega

protected theorem lt_neg_of_lt_neg {a b : Int} (h : a < -b) : b < -a := by omega

protected theorem sub_nonneg {a b : Int} : 0 ≤ a - b ↔ b ≤ a := by omega

protected theorem sub_pos {a b : Int} : 0 < a - b ↔ b < a := by omega

protected theorem sub_pos_of_lt {a b : Int} (h : b < a) : 0 < a - b := by omega

protected theorem lt_of_sub_pos {a b : Int} (h : 0 < a - b) : b < a := by omega

protected theorem sub_nonpos_of_le {a b : Int} (h : a ≤ b) : a - b ≤ 0 := by omega

protected theorem le_of_sub_nonpos {a b : Int} (h : a - b ≤ 0) : a ≤ b := by omega

protected theorem sub_neg_of_lt {a b : Int} (h : a < b) : a - b < 0 := by omega

protected theorem lt_of_sub_neg {a b : Int} (h : a - b < 0) : a < b := by omega

protected theorem sub_le_self (a : Int) {b : Int} (h : 0 ≤ b) : a - b ≤ a := by omega

protected theorem sub_lt_self (a : Int) {b : Int} (h : 0 < b) : a - b < a := by omega

protected theorem sub_le_sub {a b c d : Int} (h : a ≤ b) (g : c ≤ d) : a - d ≤ b - c := by omega

protected theorem sub_le_sub_left {a b : Int} (h : a ≤ b) (c : Int) : c - b ≤ c - a := by omega

protected theorem sub_le_sub_right {a b : Int} (h : a ≤ b) (c : Int) : a - c ≤ b - c := by omega

protected theorem sub_lt_sub {a b c d : Int} (h : a < b) (g : c < d) : a - d < b - c := by omega

protected theorem sub_lt_sub_left {a b : Int} (h : a < b) (c : Int) : c - b < c - a := by omega

protected theorem sub_lt_sub_right {a b : Int} (h : a < b) (c : Int) : a - c < b - c := by omega

protected theorem sub_left_le_of_le_add {a b c : Int} (h : a ≤ b + c) : a - b ≤ c := by omega

protected theorem sub_right_le_of_le_add {a b c : Int} (h : a ≤ b + c) : a - c ≤ b := by omega

protected theorem le_sub_left_of_add_le {a b c : Int} (h : a + b ≤ c) : b ≤ c - a := by omega

protected theorem le_sub_right_of_add_le {a b c : Int} (h : a + b ≤ c) : a ≤ c - b := by omega

protected theorem add_le_of_le_sub_left {a b c : Int} (h : b ≤ c - a) : a + b ≤ c := by omega

protected theorem add_le_of_le_sub_right {a b c : Int} (h : a ≤ c - b) : a + b ≤ c := by omega

protected theorem le_add_of_sub_left_le {a b c : Int} (h : a - b ≤ c) : a ≤ b + c := by omega

protected theorem le_add_of_sub_right_le {a b c : Int} (h : a - c ≤ b) : a ≤ b + c := by omega

protected theorem lt_sub_left_of_add_lt {a b c : Int} (h : a + b < c) : b < c - a := by omega

protected theorem lt_sub_right_of_add_lt {a b c : Int} (h : a + b < c) : a < c - b := by omega

protected theorem sub_left_lt_of_lt_add {a b c : Int} (h : a < b + c) : a - b < c := by omega

protected theorem sub_right_lt_of_lt_add {a b c : Int} (h : a < b + c) : a - c < b := by omega

protected theorem le_sub_iff_add_le {a b c : Int} : a ≤ b - c ↔ a + c ≤ b := by omega

protected theorem sub_le_iff_le_add {a b c : Int} : a - c ≤ b ↔ a ≤ b + c := by omega

protected theorem lt_sub_iff_add_lt {a b c : Int} : a < b - c ↔ a + c < b := by omega

protected theorem sub_lt_iff_lt_add {a b c : Int} : a - c < b ↔ a < b + c := by omega

@[simp] protected theorem le_add_iff_nonneg_right {a b : Int} : a ≤ a + b ↔ 0 ≤ b := by omega

@[simp] protected theorem lt_add_iff_pos_right {a b : Int} : a < a + b ↔ 0 < b := by omega

/-! ### Order and products -/

protected theorem mul_lt_mul_of_pos_left {a b c : Int} (h : a < b) (hc : 0 < c) : c * a < c * b := by
  have g := Int.mul_pos hc (Int.sub_pos_of_lt h)
  rw [Int.mul_sub] at g
  exact Int.lt_of_sub_pos g

protected theorem mul_lt_mul_of_pos_right {a b c : Int} (h : a < b) (hc : 0 < c) :
    a * c < b * c := by
  rw [Int.mul_comm a, Int.mul_comm b]
  exact Int.mul_lt_mul_of_pos_left h hc

protected theorem mul_lt_mul_of_neg_left {a b c : Int} (h : b < a) (hc : c < 0) :
    c * a < c * b := by
  have g := Int.mul_lt_mul_of_pos_left h (Int.neg_pos_of_neg hc)
  rw [Int.neg_mul, Int.neg_mul] at g
  exact Int.lt_of_neg_lt_neg g

protected theorem mul_le_mul_of_nonpos_right {a b c : Int} (h : b ≤ a) (hc : c ≤ 0) :
    a * c ≤ b * c := by
  rw [Int.mul_comm a, Int.mul_comm b]
  exact Int.mul_le_mul_of_nonpos_left hc h

protected theorem mul_le_mul {a b c d : Int} (hac : a ≤ c) (hbd : b ≤ d) (hb : 0 ≤ b) (hc : 0 ≤ c) :
    a * b ≤ c * d :=
  Int.le_trans (Int.mul_le_mul_of_nonneg_right hac hb) (Int.mul_le_mul_of_nonneg_left hbd hc)

protected theorem mul_nonneg_of_nonpos_of_nonpos {a b : Int} (ha : a ≤ 0) (hb : b ≤ 0) :
    0 ≤ a * b := by
  have g := Int.mul_nonneg (neg_nonneg_of_nonpos ha) (neg_nonneg_of_nonpos hb)
  rw [Int.neg_mul_neg] at g
  exact g

protected theorem mul_nonpos_of_nonneg_of_nonpos {a b : Int} (ha : 0 ≤ a) (hb : b ≤ 0) :
    a * b ≤ 0 := by
  have g := Int.mul_nonneg ha (neg_nonneg_of_nonpos hb)
  rw [Int.mul_neg] at g
  omega

protected theorem mul_nonpos_of_nonpos_of_nonneg {a b : Int} (ha : a ≤ 0) (hb : 0 ≤ b) :
    a * b ≤ 0 := by
  rw [Int.mul_comm]
  exact Int.mul_nonpos_of_nonneg_of_nonpos hb ha

protected theorem mul_pos_of_neg_of_neg {a b : Int} (ha : a < 0) (hb : b < 0) : 0 < a * b := by
  have g := Int.mul_pos (Int.neg_pos_of_neg ha) (Int.neg_pos_of_neg hb)
  rw [Int.neg_mul_neg] at g
  exact g

protected theorem mul_neg_of_pos_of_neg {a b : Int} (ha : 0 < a) (hb : b < 0) : a * b < 0 := by
  have g := Int.mul_pos ha (Int.neg_pos_of_neg hb)
  rw [Int.mul_neg] at g
  omega

protected theorem mul_neg_of_neg_of_pos {a b : Int} (ha : a < 0) (hb : 0 < b) : a * b < 0 := by
  rw [Int.mul_comm]
  exact Int.mul_neg_of_pos_of_neg hb ha

theorem mul_self_nonneg (a : Int) : 0 ≤ a * a := by
  rw [← natAbs_mul_self]
  exact natCast_nonneg _

theorem mul_self_eq_zero {a : Int} : a * a = 0 ↔ a = 0 := by
  rw [Int.mul_eq_zero]
  omega

theorem mul_self_pos {a : Int} (h : a ≠ 0) : 0 < a * a :=
  Int.lt_of_le_of_ne (mul_self_nonneg a) (fun e => h (mul_self_eq_zero.1 e.symm))

theorem sq_nonneg (a : Int) : 0 ≤ a ^ 2 := by
  rw [Int.pow_two]
  exact mul_self_nonneg a

protected theorem mul_self_le_mul_self {a b : Int} (h : 0 ≤ a) (g : a ≤ b) : a * a ≤ b * b :=
  Int.mul_le_mul g g h (Int.le_trans h g)

protected theorem mul_self_lt_mul_self {a b : Int} (h : 0 ≤ a) (g : a < b) : a * a < b * b :=
  Int.lt_of_le_of_lt (Int.mul_le_mul_of_nonneg_left (Int.le_of_lt g) h)
    (Int.mul_lt_mul_of_pos_right g (Int.lt_of_le_of_lt h g))

protected theorem lt_of_mul_lt_mul_left {a b c : Int} (h : a * b < a * c) (ha : 0 ≤ a) : b < c :=
  Int.not_le.1 fun g => Int.not_le.2 h (Int.mul_le_mul_of_nonneg_left g ha)

protected theorem lt_of_mul_lt_mul_right {a b c : Int} (h : b * a < c * a) (ha : 0 ≤ a) : b < c :=
  Int.not_le.1 fun g => Int.not_le.2 h (Int.mul_le_mul_of_nonneg_right g ha)

protected theorem le_of_mul_le_mul_left {a b c : Int} (h : a * b ≤ a * c) (ha : 0 < a) : b ≤ c :=
  Int.not_lt.1 fun g => Int.not_lt.2 h (Int.mul_lt_mul_of_pos_left g ha)

protected theorem le_of_mul_le_mul_right {a b c : Int} (h : b * a ≤ c * a) (ha : 0 < a) : b ≤ c :=
  Int.not_lt.1 fun g => Int.not_lt.2 h (Int.mul_lt_mul_of_pos_right g ha)

protected theorem nonneg_of_mul_nonneg_left {a b : Int} (h : 0 ≤ a * b) (hb : 0 < b) : 0 ≤ a :=
  Int.not_lt.1 fun g => Int.not_lt.2 h (Int.mul_neg_of_neg_of_pos g hb)

protected theorem nonneg_of_mul_nonneg_right {a b : Int} (h : 0 ≤ a * b) (ha : 0 < a) : 0 ≤ b :=
  Int.not_lt.1 fun g => Int.not_lt.2 h (Int.mul_neg_of_pos_of_neg ha g)

protected theorem pos_of_mul_pos_left {a b : Int} (h : 0 < a * b) (hb : 0 < b) : 0 < a :=
  Int.not_le.1 fun g => Int.not_le.2 h (Int.mul_nonpos_of_nonpos_of_nonneg g (Int.le_of_lt hb))

/-! ### Minimum and maximum -/

protected theorem min_comm (a b : Int) : min a b = min b a := by omega

protected theorem max_comm (a b : Int) : max a b = max b a := by omega

protected theorem min_assoc (a b c : Int) : min (min a b) c = min a (min b c) := by omega

protected theorem max_assoc (a b c : Int) : max (max a b) c = max a (max b c) := by omega

@[simp] protected theorem min_self (a : Int) : min a a = a := by omega

@[simp] protected theorem max_self (a : Int) : max a a = a := by omega

instance instCommutativeMin : Std.Commutative (α := Int) min := ⟨Int.min_comm⟩
instance instCommutativeMax : Std.Commutative (α := Int) max := ⟨Int.max_comm⟩
instance instAssociativeMin : Std.Associative (α := Int) min := ⟨Int.min_assoc⟩
instance instAssociativeMax : Std.Associative (α := Int) max := ⟨Int.max_assoc⟩
instance instIdempotentOpMin : Std.IdempotentOp (α := Int) min := ⟨Int.min_self⟩
instance instIdempotentOpMax : Std.IdempotentOp (α := Int) max := ⟨Int.max_self⟩

protected theorem min_eq_left {a b : Int} (h : a ≤ b) : min a b = a := by omega

protected theorem min_eq_right {a b : Int} (h : b ≤ a) : min a b = b := by omega

protected theorem max_eq_left {a b : Int} (h : b ≤ a) : max a b = a := by omega

protected theorem max_eq_right {a b : Int} (h : a ≤ b) : max a b = b := by omega

protected theorem lt_min {a b c : Int} : a < min b c ↔ a < b ∧ a < c := by omega

protected theorem max_lt {a b c : Int} : max a b < c ↔ a < c ∧ b < c := by omega

protected theorem min_le {a b c : Int} : min a b ≤ c ↔ a ≤ c ∨ b ≤ c := by omega

protected theorem le_max {a b c : Int} : a ≤ max b c ↔ a ≤ b ∨ a ≤ c := by omega

protected theorem min_lt {a b c : Int} : min a b < c ↔ a < c ∨ b < c := by omega

protected theorem lt_max {a b c : Int} : a < max b c ↔ a < b ∨ a < c := by omega

protected theorem min_add_max (a b : Int) : min a b + max a b = a + b := by omega

protected theorem min_add_left (a b c : Int) : min (a + b) (a + c) = a + min b c := by omega

protected theorem min_add_right (a b c : Int) : min (a + c) (b + c) = min a b + c := by omega

protected theorem max_add_left (a b c : Int) : max (a + b) (a + c) = a + max b c := by omega

protected theorem max_add_right (a b c : Int) : max (a + c) (b + c) = max a b + c := by omega

protected theorem neg_min (a b : Int) : -min a b = max (-a) (-b) := by omega

protected theorem neg_max (a b : Int) : -max a b = min (-a) (-b) := by omega

end Int
