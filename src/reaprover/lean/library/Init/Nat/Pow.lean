prelude
import Init.Nat.MinMax
/-!
# Natural numbers: powers
-/

namespace Nat

@[simp] protected theorem pow_one (a : Nat) : a ^ 1 = a := Nat.one_mul a
protected theorem pow_two (a : Nat) : a ^ 2 = a * a := by rw [Nat.pow_succ, Nat.pow_one]
protected theorem pow_succ' {m n : Nat} : m ^ (n + 1) = m * m ^ n := by rw [Nat.pow_succ, Nat.mul_comm]
protected theorem pow_add_one' {m n : Nat} : m ^ (n + 1) = m * m ^ n := Nat.pow_succ'
@[simp] protected theorem one_pow (n : Nat) : 1 ^ n = 1 := by
  induction n with
  | zero => rfl
  | succ n ih => rw [Nat.pow_succ, ih]
@[simp] theorem zero_pow_succ {n : Nat} : 0 ^ (n + 1) = 0 := rfl
protected theorem zero_pow {n : Nat} (H : 0 < n) : 0 ^ n = 0 := by
  cases n with
  | zero => cases H
  | succ n => rfl
protected theorem pow_add (a m n : Nat) : a ^ (m + n) = a ^ m * a ^ n := by
  induction n with
  | zero => rw [Nat.add_zero, Nat.pow_zero, Nat.mul_one]
  | succ n ih => rw [← Nat.add_assoc, Nat.pow_succ, Nat.pow_succ, ih, Nat.mul_assoc]
protected theorem pow_add' (a m n : Nat) : a ^ (m + n) = a ^ n * a ^ m := by rw [← Nat.pow_add, Nat.add_comm]
protected theorem pow_mul (a m n : Nat) : a ^ (m * n) = (a ^ m) ^ n := by
  induction n with
  | zero => rfl
  | succ n ih => rw [mul_add_one, Nat.pow_add, Nat.pow_succ, ih]
protected theorem pow_mul' (a m n : Nat) : a ^ (m * n) = (a ^ n) ^ m := by rw [← Nat.pow_mul, Nat.mul_comm]
protected theorem pow_right_comm (a m n : Nat) : (a ^ m) ^ n = (a ^ n) ^ m := by rw [← Nat.pow_mul, Nat.pow_mul']
protected theorem mul_pow (a b n : Nat) : (a * b) ^ n = a ^ n * b ^ n := by
  induction n with
  | zero => rfl
  | succ n ih => rw [Nat.pow_succ, Nat.pow_succ, Nat.pow_succ, ih, Nat.mul_mul_mul_comm]
protected theorem pow_le_pow_left {m n : Nat} (h : m ≤ n) : ∀ (i : Nat), m ^ i ≤ n ^ i
  | 0 => Nat.le_refl 1
  | i + 1 => Nat.mul_le_mul (Nat.pow_le_pow_left h i) h
protected theorem pow_le_pow_right {n m : Nat} (h : n > 0) {k : Nat} (hk : m ≤ k) : n ^ m ≤ n ^ k := by
  obtain ⟨j, rfl⟩ := exists_eq_add_of_le hk
  rw [Nat.pow_add]
  exact Nat.le_mul_of_pos_right _ (Nat.pow_pos h)
protected theorem pow_lt_pow_left {a b n : Nat} (hab : a < b) (h : n ≠ 0) : a ^ n < b ^ n := by
  cases n with
  | zero => exact absurd rfl h
  | succ n => exact Nat.mul_lt_mul_of_le_of_lt (Nat.pow_le_pow_left (Nat.le_of_lt hab) n) hab (Nat.pow_pos (by omega))
protected theorem pow_lt_pow_succ {a n : Nat} (h : 1 < a) : a ^ n < a ^ (n + 1) := by
  rw [Nat.pow_succ]
  have := Nat.mul_lt_mul_of_pos_left h (Nat.pow_pos (n := n) (show 0 < a by omega))
  rwa [Nat.mul_one] at this
protected theorem pow_lt_pow_right {a n m : Nat} (ha : 1 < a) (h : m < n) : a ^ m < a ^ n :=
  Nat.lt_of_lt_of_le (Nat.pow_lt_pow_succ ha) (Nat.pow_le_pow_right (by omega) h)
protected theorem pow_le_pow_iff_right {a n m : Nat} (h : 1 < a) : a ^ n ≤ a ^ m ↔ n ≤ m :=
  ⟨fun g => Nat.le_of_not_lt fun k => Nat.not_le_of_lt (Nat.pow_lt_pow_right h k) g, Nat.pow_le_pow_right (by omega)⟩
protected theorem pow_lt_pow_iff_right {a n m : Nat} (h : 1 < a) : a ^ n < a ^ m ↔ n < m :=
  ⟨fun g => Nat.lt_of_not_le fun k => Nat.not_le_of_lt g (Nat.pow_le_pow_right (by omega) k), Nat.pow_lt_pow_right h⟩
protected theorem pow_le_pow_iff_left {a b n : Nat} (h : n ≠ 0) : a ^ n ≤ b ^ n ↔ a ≤ b :=
  ⟨fun g => Nat.le_of_not_lt fun k => Nat.not_le_of_lt (Nat.pow_lt_pow_left k h) g, fun g => Nat.pow_le_pow_left g n⟩
protected theorem pow_lt_pow_iff_left {a b n : Nat} (h : n ≠ 0) : a ^ n < b ^ n ↔ a < b :=
  ⟨fun g => Nat.lt_of_not_le fun k => Nat.not_le_of_lt g (Nat.pow_le_pow_left k n), fun g => Nat.pow_lt_pow_left g h⟩
protected theorem pow_left_inj {a b n : Nat} (h : n ≠ 0) : a ^ n = b ^ n ↔ a = b := by
  simp only [Nat.le_antisymm_iff, Nat.pow_le_pow_iff_left h]
protected theorem pow_right_inj {a m n : Nat} (h : 1 < a) : a ^ m = a ^ n ↔ m = n := by
  simp only [Nat.le_antisymm_iff, Nat.pow_le_pow_iff_right h]
protected theorem two_pow_pos (w : Nat) : 0 < 2 ^ w := Nat.pow_pos (by decide)
theorem one_le_two_pow {n : Nat} : 1 ≤ 2 ^ n := Nat.two_pow_pos n
protected theorem one_lt_two_pow {n : Nat} (h : n ≠ 0) : 1 < 2 ^ n := Nat.pow_lt_pow_right (m := 0) (by decide) (by omega)
theorem lt_pow_self {n b : Nat} (hb : 1 < b) : n < b ^ n := by
  induction n with
  | zero => exact Nat.zero_lt_one
  | succ n ih =>
    have := Nat.pow_lt_pow_succ (n := n) hb
    omega
protected theorem lt_two_pow_self {n : Nat} : n < 2 ^ n := lt_pow_self (by decide)
theorem pow_eq_zero {a n : Nat} : a ^ n = 0 ↔ a = 0 ∧ n ≠ 0 := by
  cases n with
  | zero => simp
  | succ n =>
    constructor
    · intro h
      refine ⟨?_, by omega⟩
      exact Decidable.byContradiction fun g => Nat.ne_of_gt (Nat.pow_pos (n := n + 1) (Nat.pos_of_ne_zero g)) h
    · rintro ⟨rfl, -⟩
      rfl
theorem pos_pow_iff {a n : Nat} : 0 < a ^ n ↔ 0 < a ∨ n = 0 := by
  rw [Nat.pos_iff_ne_zero, ne_eq, pow_eq_zero]
  omega
theorem pow_eq_one {a n : Nat} : a ^ n = 1 ↔ a = 1 ∨ n = 0 := by
  cases n with
  | zero => simp
  | succ n =>
    rw [Nat.pow_succ, Nat.mul_eq_one_iff]
    constructor
    · exact fun h => .inl h.2
    · rintro (rfl | h)
      · simp
      · cases h
theorem le_self_pow {n : Nat} (hn : n ≠ 0) (m : Nat) : m ≤ m ^ n := by
  cases m with
  | zero => exact Nat.zero_le _
  | succ m =>
    have := Nat.pow_le_pow_right (n := m + 1) (m := 1) (by omega) (Nat.one_le_iff_ne_zero.2 hn)
    rwa [Nat.pow_one] at this
theorem one_le_pow (n m : Nat) (h : 0 < m) : 1 ≤ m ^ n := Nat.pow_pos h
theorem two_pow_succ (n : Nat) : 2 ^ (n + 1) = 2 ^ n + 2 ^ n := by rw [Nat.pow_succ, Nat.mul_two]
theorem two_pow_pred_add_two_pow_pred {w : Nat} (h : 0 < w) : 2 ^ (w - 1) + 2 ^ (w - 1) = 2 ^ w := by
  rw [← two_pow_succ, Nat.sub_one_add_one_eq_of_pos h]
protected theorem pow_sub_mul_pow (a : Nat) {m n : Nat} (h : m ≤ n) : a ^ (n - m) * a ^ m = a ^ n := by rw [← Nat.pow_add, Nat.sub_add_cancel h]

end Nat
