prelude
import Init.Omega.Facts
import Init.Logic.Bool
/-!
# Natural numbers: addition and order

Cancellation, monotony, small numbers, and the order of sums and products.
-/

namespace Nat

/-! ## Addition -/

protected theorem add_add_add_comm (a b c d : Nat) : (a + b) + (c + d) = (a + c) + (b + d) := by omega
@[simp] protected theorem add_left_cancel_iff {m k n : Nat} : n + m = n + k ↔ m = k := ⟨Nat.add_left_cancel, fun h => h ▸ rfl⟩
@[simp] protected theorem add_right_cancel_iff {m k n : Nat} : m + n = k + n ↔ m = k := ⟨Nat.add_right_cancel, fun h => h ▸ rfl⟩
protected theorem add_left_inj {m k n : Nat} : m + n = k + n ↔ m = k := Nat.add_right_cancel_iff
protected theorem add_right_inj {m k n : Nat} : n + m = n + k ↔ m = k := Nat.add_left_cancel_iff
@[simp] protected theorem add_eq_left {a b : Nat} : a + b = a ↔ b = 0 := by omega
@[simp] protected theorem add_eq_right {a b : Nat} : a + b = b ↔ a = 0 := by omega
@[simp] protected theorem left_eq_add {a b : Nat} : a = a + b ↔ b = 0 := by omega
@[simp] protected theorem right_eq_add {a b : Nat} : b = a + b ↔ a = 0 := by omega
@[simp] protected theorem add_eq_zero_iff {n m : Nat} : n + m = 0 ↔ n = 0 ∧ m = 0 := by omega
theorem eq_zero_of_add_eq_zero {n m : Nat} (h : n + m = 0) : n = 0 ∧ m = 0 := Nat.add_eq_zero_iff.1 h
protected theorem eq_zero_of_add_eq_zero_left {n m : Nat} (h : n + m = 0) : m = 0 := (Nat.eq_zero_of_add_eq_zero h).2
protected theorem eq_zero_of_add_eq_zero_right {n m : Nat} (h : n + m = 0) : n = 0 := (Nat.eq_zero_of_add_eq_zero h).1
protected theorem add_eq_one_iff {m n : Nat} : m + n = 1 ↔ m = 0 ∧ n = 1 ∨ m = 1 ∧ n = 0 := by omega
protected theorem add_eq_two_iff {m n : Nat} : m + n = 2 ↔ m = 0 ∧ n = 2 ∨ m = 1 ∧ n = 1 ∨ m = 2 ∧ n = 0 := by omega
protected theorem add_self_ne_one : ∀ (n : Nat), n + n ≠ 1 := by omega
theorem succ_add_eq_add_succ (a b : Nat) : succ a + b = a + succ b := by simp only [succ_eq_add_one]; omega
protected theorem add_one_add_one_ne_one {a : Nat} : a + 1 + 1 ≠ 1 := by omega
@[simp] theorem add_one_ne_self (n : Nat) : n + 1 ≠ n := by omega
@[simp] theorem self_ne_add_one (n : Nat) : n ≠ n + 1 := by omega
theorem succ_ne_self (n : Nat) : succ n ≠ n := add_one_ne_self n
theorem one_ne_zero : 1 ≠ (0 : Nat) := by decide
theorem zero_ne_one : 0 ≠ (1 : Nat) := by decide

/-! ## Order and addition -/

@[simp] protected theorem add_le_add_iff_left {m k n : Nat} : n + m ≤ n + k ↔ m ≤ k := by omega
@[simp] protected theorem add_le_add_iff_right {m k n : Nat} : m + n ≤ k + n ↔ m ≤ k := by omega
@[simp] protected theorem add_lt_add_iff_left {k n m : Nat} : k + n < k + m ↔ n < m := by omega
@[simp] protected theorem add_lt_add_iff_right {k n m : Nat} : n + k < m + k ↔ n < m := by omega
protected theorem lt_of_add_lt_add_left {k n m : Nat} (h : k + n < k + m) : n < m := Nat.add_lt_add_iff_left.1 h
protected theorem lt_of_add_lt_add_right {k n m : Nat} (h : n + k < m + k) : n < m := Nat.add_lt_add_iff_right.1 h
protected theorem add_lt_add {a b c d : Nat} (h₁ : a < b) (h₂ : c < d) : a + c < b + d := by omega
protected theorem add_lt_add_of_le_of_lt {a b c d : Nat} (hle : a ≤ b) (hlt : c < d) : a + c < b + d := by omega
protected theorem add_lt_add_of_lt_of_le {a b c d : Nat} (hlt : a < b) (hle : c ≤ d) : a + c < b + d := by omega
protected theorem lt_add_left {a b : Nat} (c : Nat) (h : a < b) : a < c + b := by omega
protected theorem lt_add_right {a b : Nat} (c : Nat) (h : a < b) : a < b + c := by omega
protected theorem lt_add_of_pos_left {k n : Nat} (h : 0 < k) : n < k + n := by omega
protected theorem lt_add_of_pos_right {k n : Nat} (h : 0 < k) : n < n + k := by omega
protected theorem pos_of_lt_add_right {n k : Nat} (h : n < n + k) : 0 < k := by omega
protected theorem pos_of_lt_add_left {n k : Nat} (h : n < k + n) : 0 < k := by omega
@[simp] protected theorem lt_add_right_iff_pos {n k : Nat} : n < n + k ↔ 0 < k := by omega
@[simp] protected theorem lt_add_left_iff_pos {n k : Nat} : n < k + n ↔ 0 < k := by omega
protected theorem add_pos_left {m : Nat} (h : 0 < m) (n : Nat) : 0 < m + n := by omega
protected theorem add_pos_iff_pos_or_pos {m n : Nat} : 0 < m + n ↔ 0 < m ∨ 0 < n := by omega
theorem le_add_left_of_le {n m k : Nat} (h : n ≤ m) : n ≤ k + m := by omega
theorem le_add_right_of_le {n m k : Nat} (h : n ≤ m) : n ≤ m + k := by omega
theorem le_of_add_right_le {n m k : Nat} (h : n + k ≤ m) : n ≤ m := by omega
theorem le_of_add_left_le {n m k : Nat} (h : k + n ≤ m) : n ≤ m := by omega
theorem lt_of_add_right_lt {n m k : Nat} (h : n + k < m) : n < m := by omega
theorem lt_of_add_left_lt {n m k : Nat} (h : k + n < m) : n < m := by omega
theorem add_one_lt_of_lt {n m : Nat} (h : n + 1 < m) : n < m := by omega
@[simp] theorem not_add_one_le_self (n : Nat) : ¬n + 1 ≤ n := by omega
@[simp] theorem not_add_one_le_zero (n : Nat) : ¬n + 1 ≤ 0 := by omega
theorem lt_iff_add_one_le {m n : Nat} : m < n ↔ m + 1 ≤ n := Iff.rfl
theorem lt_iff_le_pred {m n : Nat} (h : 0 < n) : m < n ↔ m ≤ n - 1 := by omega
protected theorem lt_iff_le_and_not_ge {m n : Nat} : m < n ↔ m ≤ n ∧ ¬n ≤ m := by omega
protected theorem lt_iff_le_and_ne {m n : Nat} : m < n ↔ m ≤ n ∧ m ≠ n := by omega
protected theorem ne_iff_lt_or_gt {a b : Nat} : a ≠ b ↔ a < b ∨ b < a := by omega
protected theorem eq_of_le_of_not_lt {a b : Nat} (h₁ : a ≤ b) (h₂ : ¬a < b) : a = b := by omega
protected theorem eq_of_not_lt_not_lt {a b : Nat} (h₁ : ¬a < b) (h₂ : ¬b < a) : a = b := by omega
theorem eq_of_le_of_lt_succ {m n : Nat} (h₁ : n ≤ m) (h₂ : m < n + 1) : m = n := by omega
protected theorem lt_or_eq_of_lt_succ {m n : Nat} (h : m < n + 1) : m < n ∨ m = n := by omega
theorem le_succ_iff {m n : Nat} : m ≤ n.succ ↔ m ≤ n ∨ m = n.succ := by simp only [succ_eq_add_one]; omega
theorem le_add_one_iff {m n : Nat} : m ≤ n + 1 ↔ m ≤ n ∨ m = n + 1 := by omega
theorem lt_succ_iff_lt_or_eq {a b : Nat} : a < b.succ ↔ a < b ∨ a = b := by simp only [succ_eq_add_one]; omega
theorem lt_add_one_iff_lt_or_eq {a b : Nat} : a < b + 1 ↔ a < b ∨ a = b := by omega
theorem eq_of_lt_succ_of_not_lt {a b : Nat} (h₁ : a < b + 1) (h₂ : ¬a < b) : a = b := by omega
protected theorem le_of_le_of_eq {n m k : Nat} (h₁ : n ≤ m) (h₂ : m = k) : n ≤ k := h₂ ▸ h₁
protected theorem lt_of_eq_of_lt {n m k : Nat} (h₁ : n = m) (h₂ : m < k) : n < k := h₁ ▸ h₂
protected theorem le_of_lt_or_eq {n m : Nat} : n < m ∨ n = m → n ≤ m := Nat.le_iff_lt_or_eq.2
theorem lt_of_le_pred {n m : Nat} (h : 0 < m) (h' : n ≤ pred m) : n < m := by
  cases m with
  | zero => cases h
  | succ m => exact lt_succ_of_le h'
theorem le_pred_of_lt {n m : Nat} (h : n < m) : n ≤ pred m := pred_le_pred h
theorem exists_eq_add_of_le : ∀ {m n : Nat}, m ≤ n → ∃ k : Nat, n = m + k := fun {m n} h => ⟨n - m, by omega⟩
theorem exists_eq_add_of_le' : ∀ {m n : Nat}, m ≤ n → ∃ k : Nat, n = k + m := fun {m n} h => ⟨n - m, by omega⟩
theorem exists_eq_add_of_lt : ∀ {m n : Nat}, m < n → ∃ k : Nat, n = m + k + 1 := fun {m n} h => ⟨n - m - 1, by omega⟩
theorem exists_eq_add_one_of_ne_zero : ∀ {n : Nat}, n ≠ 0 → ∃ k : Nat, n = k + 1
  | 0, h => absurd rfl h
  | n + 1, _ => ⟨n, rfl⟩
theorem exists_eq_succ_of_ne_zero {n : Nat} (h : n ≠ 0) : ∃ k, n = succ k := exists_eq_add_one_of_ne_zero h
theorem le_iff_exists_add {m n : Nat} : m ≤ n ↔ ∃ k, n = m + k := ⟨exists_eq_add_of_le, fun ⟨k, h⟩ => by omega⟩

/-! ## Small numbers -/

@[simp] theorem lt_one_iff {n : Nat} : n < 1 ↔ n = 0 := by omega
theorem one_pos : 0 < 1 := by decide
protected theorem zero_lt_two : 0 < 2 := by decide
protected theorem one_lt_two : 1 < 2 := by decide
theorem two_pos : 0 < 2 := by decide
theorem one_le_iff_ne_zero {n : Nat} : 1 ≤ n ↔ n ≠ 0 := by omega
theorem one_lt_iff_ne_zero_and_ne_one : ∀ {n : Nat}, 1 < n ↔ n ≠ 0 ∧ n ≠ 1 := by omega
theorem le_one_iff_eq_zero_or_eq_one : ∀ {n : Nat}, n ≤ 1 ↔ n = 0 ∨ n = 1 := by omega
theorem eq_zero_or_eq_one_of_lt_two {n : Nat} (h : n < 2) : n = 0 ∨ n = 1 := by omega
theorem ne_zero_iff_zero_lt {n : Nat} : n ≠ 0 ↔ 0 < n := by omega
theorem ne_zero_of_pos {n : Nat} (h : 0 < n) : n ≠ 0 := by omega
theorem eq_zero_of_not_pos {n : Nat} (h : ¬0 < n) : n = 0 := by omega
theorem pos_of_lt {n m : Nat} (h : n < m) : 0 < m := by omega

/-! ## Predecessor -/

@[simp] theorem pred_eq_sub_one (n : Nat) : pred n = n - 1 := rfl
theorem sub_one (n : Nat) : n - 1 = pred n := rfl
theorem succ_sub_one (n : Nat) : succ n - 1 = n := rfl
@[simp] theorem add_one_sub_one (n : Nat) : n + 1 - 1 = n := rfl
theorem one_add_sub_one (n : Nat) : 1 + n - 1 = n := by omega
theorem succ_pred {a : Nat} (h : a ≠ 0) : a.pred.succ = a := by cases a with | zero => exact absurd rfl h | succ a => rfl
theorem succ_pred_eq_of_pos {n : Nat} (h : 0 < n) : succ (pred n) = n := succ_pred (Nat.ne_of_gt h)
theorem succ_pred_eq_of_ne_zero {n : Nat} (h : n ≠ 0) : succ (pred n) = n := succ_pred h
theorem sub_one_add_one {a : Nat} (h : a ≠ 0) : a - 1 + 1 = a := by omega
theorem sub_one_add_one_eq_of_pos {n : Nat} (h : 0 < n) : n - 1 + 1 = n := by omega
theorem eq_zero_or_eq_succ_pred : ∀ (n : Nat), n = 0 ∨ n = succ (pred n)
  | 0 => .inl rfl
  | _ + 1 => .inr rfl
theorem eq_zero_or_eq_sub_one_add_one : ∀ {n : Nat}, n = 0 ∨ n = n - 1 + 1 := by omega
theorem sub_one_cancel : ∀ {a b : Nat}, 0 < a → 0 < b → a - 1 = b - 1 → a = b := by omega
theorem pred_inj {a b : Nat} (ha : 0 < a) (hb : 0 < b) (h : pred a = pred b) : a = b := sub_one_cancel ha hb h
theorem sub_one_lt_of_le {n m : Nat} (h₀ : 0 < n) (h₁ : n ≤ m) : n - 1 < m := by omega
theorem le_sub_one_of_lt {n m : Nat} (h : n < m) : n ≤ m - 1 := by omega
theorem le_sub_one_iff_lt {n m : Nat} (h : 0 < m) : n ≤ m - 1 ↔ n < m := by omega
theorem lt_of_le_sub_one {n m : Nat} (h : 0 < m) (h' : n ≤ m - 1) : n < m := by omega
theorem sub_one_lt_iff {n : Nat} : n - 1 < n ↔ 0 < n := by omega
theorem sub_one_le (n : Nat) : n - 1 ≤ n := by omega
theorem pred_eq_of_eq_succ {m n : Nat} (h : m = succ n) : pred m = n := h ▸ rfl
theorem pred_le_iff_le_succ {n m : Nat} : pred n ≤ m ↔ n ≤ succ m := by simp only [pred_eq_sub_one, succ_eq_add_one]; omega
theorem lt_pred_iff_succ_lt {n m : Nat} : n < pred m ↔ succ n < m := by simp only [pred_eq_sub_one, succ_eq_add_one]; omega

/-! ## Multiplication -/

@[simp] protected theorem mul_eq_zero : ∀ {m n : Nat}, n * m = 0 ↔ n = 0 ∨ m = 0
  | 0, n => by simp
  | m + 1, 0 => by simp
  | m + 1, n + 1 => by
    constructor
    · intro h
      rw [mul_add_one] at h
      omega
    · omega
protected theorem mul_ne_zero {n m : Nat} (hn : n ≠ 0) (hm : m ≠ 0) : n * m ≠ 0 := fun h => (Nat.mul_eq_zero.1 h).elim hn hm
protected theorem mul_ne_zero_iff {n m : Nat} : n * m ≠ 0 ↔ n ≠ 0 ∧ m ≠ 0 := by rw [ne_eq, Nat.mul_eq_zero, not_or]
protected theorem ne_zero_of_mul_ne_zero_right {n m : Nat} (h : n * m ≠ 0) : m ≠ 0 := (Nat.mul_ne_zero_iff.1 h).2
protected theorem ne_zero_of_mul_ne_zero_left {n m : Nat} (h : n * m ≠ 0) : n ≠ 0 := (Nat.mul_ne_zero_iff.1 h).1
protected theorem mul_pos_iff_of_pos_left {b c : Nat} (h : 0 < c) : 0 < c * b ↔ 0 < b := by simp only [Nat.pos_iff_ne_zero, Nat.mul_ne_zero_iff]; omega
protected theorem mul_pos_iff_of_pos_right {b c : Nat} (h : 0 < c) : 0 < b * c ↔ 0 < b := by simp only [Nat.pos_iff_ne_zero, Nat.mul_ne_zero_iff]; omega
protected theorem mul_self_le_mul_self {m n : Nat} (h : m ≤ n) : m * m ≤ n * n := Nat.mul_le_mul h h
protected theorem mul_lt_mul_of_pos_left {n m k : Nat} (h : n < m) (hk : 0 < k) : k * n < k * m :=
  Nat.lt_of_lt_of_le (Nat.lt_add_of_pos_right hk) (by rw [← mul_add_one]; exact Nat.mul_le_mul_left k h)
protected theorem mul_lt_mul_of_pos_right {n m k : Nat} (h : n < m) (hk : 0 < k) : n * k < m * k := by
  rw [Nat.mul_comm n, Nat.mul_comm m]
  exact Nat.mul_lt_mul_of_pos_left h hk
protected theorem mul_lt_mul_of_le_of_lt {a b c d : Nat} (hac : a ≤ c) (hbd : b < d) (hc : 0 < c) : a * b < c * d :=
  Nat.lt_of_le_of_lt (Nat.mul_le_mul_right b hac) (Nat.mul_lt_mul_of_pos_left hbd hc)
protected theorem mul_lt_mul_of_lt_of_le {a b c d : Nat} (hac : a < c) (hbd : b ≤ d) (hd : 0 < d) : a * b < c * d :=
  Nat.lt_of_le_of_lt (Nat.mul_le_mul_left a hbd) (Nat.mul_lt_mul_of_pos_right hac hd)
protected theorem mul_lt_mul_of_lt_of_lt {a b c d : Nat} (hac : a < c) (hbd : b < d) : a * b < c * d :=
  Nat.mul_lt_mul_of_le_of_lt (Nat.le_of_lt hac) hbd (by omega)
protected theorem mul_lt_mul'' {a b c d : Nat} (hac : a < c) (hbd : b < d) : a * b < c * d := Nat.mul_lt_mul_of_lt_of_lt hac hbd
protected theorem mul_self_lt_mul_self {m n : Nat} (h : m < n) : m * m < n * n := Nat.mul_lt_mul'' h h
protected theorem mul_self_le_mul_self_iff {m n : Nat} : m * m ≤ n * n ↔ m ≤ n :=
  ⟨fun h => Nat.le_of_not_lt fun g => Nat.not_le_of_lt (Nat.mul_self_lt_mul_self g) h, Nat.mul_self_le_mul_self⟩
protected theorem mul_self_lt_mul_self_iff {m n : Nat} : m * m < n * n ↔ m < n :=
  ⟨fun h => Nat.lt_of_not_le fun g => Nat.not_le_of_lt h (Nat.mul_self_le_mul_self g), Nat.mul_self_lt_mul_self⟩
protected theorem mul_self_inj {m n : Nat} : m * m = n * n ↔ m = n := by
  simp only [Nat.le_antisymm_iff, Nat.mul_self_le_mul_self_iff]
protected theorem le_of_mul_le_mul_left {a b c : Nat} (h : c * a ≤ c * b) (hc : 0 < c) : a ≤ b :=
  Nat.le_of_not_lt fun g => Nat.not_le_of_lt (Nat.mul_lt_mul_of_pos_left g hc) h
protected theorem le_of_mul_le_mul_right {a b c : Nat} (h : a * c ≤ b * c) (hc : 0 < c) : a ≤ b :=
  Nat.le_of_not_lt fun g => Nat.not_le_of_lt (Nat.mul_lt_mul_of_pos_right g hc) h
protected theorem lt_of_mul_lt_mul_left {a b c : Nat} (h : a * b < a * c) : b < c :=
  Nat.lt_of_not_le fun g => Nat.not_le_of_lt h (Nat.mul_le_mul_left a g)
protected theorem lt_of_mul_lt_mul_right {a b c : Nat} (h : b * a < c * a) : b < c :=
  Nat.lt_of_not_le fun g => Nat.not_le_of_lt h (Nat.mul_le_mul_right a g)
protected theorem mul_le_mul_left_iff {n m k : Nat} (hk : 0 < k) : k * n ≤ k * m ↔ n ≤ m := ⟨fun h => Nat.le_of_mul_le_mul_left h hk, Nat.mul_le_mul_left k⟩
protected theorem mul_le_mul_right_iff {n m k : Nat} (hk : 0 < k) : n * k ≤ m * k ↔ n ≤ m := ⟨fun h => Nat.le_of_mul_le_mul_right h hk, Nat.mul_le_mul_right k⟩
protected theorem mul_lt_mul_left {a b c : Nat} (a0 : 0 < a) : a * b < a * c ↔ b < c := ⟨Nat.lt_of_mul_lt_mul_left, fun h => Nat.mul_lt_mul_of_pos_left h a0⟩
protected theorem mul_lt_mul_right {a b c : Nat} (a0 : 0 < a) : b * a < c * a ↔ b < c := ⟨Nat.lt_of_mul_lt_mul_right, fun h => Nat.mul_lt_mul_of_pos_right h a0⟩
protected theorem eq_of_mul_eq_mul_left {m k n : Nat} (hn : 0 < n) (h : n * m = n * k) : m = k :=
  Nat.le_antisymm (Nat.le_of_mul_le_mul_left (Nat.le_of_eq h) hn) (Nat.le_of_mul_le_mul_left (Nat.le_of_eq h.symm) hn)
protected theorem eq_of_mul_eq_mul_right {n m k : Nat} (hm : 0 < m) (h : n * m = k * m) : n = k := by
  rw [Nat.mul_comm n, Nat.mul_comm k] at h
  exact Nat.eq_of_mul_eq_mul_left hm h
protected theorem mul_left_cancel {n m k : Nat} (np : 0 < n) (h : n * m = n * k) : m = k := Nat.eq_of_mul_eq_mul_left np h
protected theorem mul_right_cancel {n m k : Nat} (mp : 0 < m) (h : n * m = k * m) : n = k := Nat.eq_of_mul_eq_mul_right mp h
protected theorem mul_left_cancel_iff {n : Nat} (p : 0 < n) {m k : Nat} : n * m = n * k ↔ m = k := ⟨Nat.mul_left_cancel p, fun h => h ▸ rfl⟩
protected theorem mul_right_cancel_iff {m : Nat} (p : 0 < m) {n k : Nat} : n * m = k * m ↔ n = k := ⟨Nat.mul_right_cancel p, fun h => h ▸ rfl⟩
protected theorem le_mul_of_pos_left {n : Nat} (m : Nat) (h : 0 < n) : m ≤ n * m := Nat.le_trans (Nat.le_of_eq (Nat.one_mul m).symm) (Nat.mul_le_mul_right m h)
protected theorem le_mul_of_pos_right {m : Nat} (n : Nat) (h : 0 < m) : n ≤ n * m := Nat.le_trans (Nat.le_of_eq (Nat.mul_one n).symm) (Nat.mul_le_mul_left n h)
theorem le_mul_self : ∀ (n : Nat), n ≤ n * n
  | 0 => Nat.le_refl 0
  | n + 1 => Nat.le_mul_of_pos_left _ (Nat.succ_pos n)
protected theorem eq_one_of_mul_eq_one_right {m n : Nat} (h : m * n = 1) : m = 1 := by
  have hn : 0 < n := Nat.pos_of_ne_zero fun e => by rw [e] at h; cases h
  have hm : 0 < m := Nat.pos_of_ne_zero fun e => by rw [e, Nat.zero_mul] at h; cases h
  have := Nat.le_mul_of_pos_right m hn
  omega
protected theorem eq_one_of_mul_eq_one_left {m n : Nat} (h : m * n = 1) : n = 1 := Nat.eq_one_of_mul_eq_one_right (by rwa [Nat.mul_comm] at h)
protected theorem mul_eq_one_iff {m n : Nat} : m * n = 1 ↔ m = 1 ∧ n = 1 :=
  ⟨fun h => ⟨Nat.eq_one_of_mul_eq_one_right h, Nat.eq_one_of_mul_eq_one_left h⟩, fun ⟨h₁, h₂⟩ => by rw [h₁, h₂]⟩
protected theorem add_mul_self_eq (a b : Nat) : (a + b) * (a + b) = a * a + 2 * (a * b) + b * b := by
  rw [Nat.mul_add, Nat.add_mul, Nat.add_mul, Nat.two_mul, Nat.mul_comm b a]
  omega
theorem succ_mul_succ_eq (a b : Nat) : succ a * succ b = a * b + a + b + 1 := by
  rw [mul_succ, succ_mul]
  simp only [succ_eq_add_one]
  omega
theorem add_one_mul_add_one (a b : Nat) : (a + 1) * (b + 1) = a * b + a + b + 1 := succ_mul_succ_eq a b
protected theorem mul_mul_mul_comm (a b c d : Nat) : a * b * (c * d) = a * c * (b * d) := by
  rw [Nat.mul_assoc, Nat.mul_assoc, Nat.mul_left_comm b]

end Nat
