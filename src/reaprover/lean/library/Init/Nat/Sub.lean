prelude
import Init.Nat.Order
/-!
# Natural numbers: subtraction

Truncated subtraction with the order and the other operations.
-/

namespace Nat

attribute [simp] Nat.sub_add_cancel

/-! ## Sums and differences -/

protected theorem add_sub_of_le {a b : Nat} (h : a ≤ b) : a + (b - a) = b := by omega
@[simp] protected theorem add_sub_cancel' {n m : Nat} (h : m ≤ n) : m + (n - m) = n := by omega
protected theorem add_sub_assoc {m k : Nat} (h : k ≤ m) (n : Nat) : n + m - k = n + (m - k) := by omega
protected theorem sub_add_comm {n m k : Nat} (h : k ≤ n) : n + m - k = n - k + m := by omega
protected theorem sub_sub (n m k : Nat) : n - m - k = n - (m + k) := by omega
protected theorem sub_right_comm (m n k : Nat) : m - n - k = m - k - n := by omega
protected theorem sub_sub_self {n m : Nat} (h : m ≤ n) : n - (n - m) = m := by omega
protected theorem sub_sub_eq_min (a b : Nat) : a - (a - b) = min a b := by omega
@[simp] protected theorem sub_self_add (a b : Nat) : a - (a + b) = 0 := by omega
@[simp] protected theorem sub_add_self_left (a b : Nat) : b - (a + b) = 0 := by omega
protected theorem sub_add_sub_cancel {a b c : Nat} (hab : b ≤ a) (hcb : c ≤ b) : a - b + (b - c) = a - c := by omega
protected theorem sub_add_eq_max (a b : Nat) : a - b + b = max a b := by omega
protected theorem add_sub_add_cancel {n m k : Nat} : n + k - (m + k) = n - m := Nat.add_sub_add_right n k m
protected theorem sub_add_lt_sub {n m k : Nat} (h₁ : m + k ≤ n) (h₂ : 0 < k) : n - (m + k) < n - m := by omega
theorem succ_sub {m n : Nat} (h : n ≤ m) : succ m - n = succ (m - n) := by simp only [succ_eq_add_one]; omega
theorem add_one_sub {m n : Nat} (h : n ≤ m) : m + 1 - n = m - n + 1 := by omega
theorem pred_sub (n m : Nat) : pred n - m = pred (n - m) := by simp only [pred_eq_sub_one]; omega
protected theorem sub_one_sub (n m : Nat) : n - 1 - m = n - m - 1 := by omega
theorem sub_one_sub_lt {i n : Nat} (h : i < n) : n - 1 - i < n := by omega
theorem sub_one_sub_lt_of_lt {a b : Nat} (h : a < b) : b - 1 - a < b := by omega
protected theorem one_add_sub_self {n : Nat} : 1 + n - n = 1 := by omega
@[simp] protected theorem add_one_sub_self (n : Nat) : n + 1 - n = 1 := by omega

/-! ## Equations -/

protected theorem eq_add_of_sub_eq {a b c : Nat} (hle : b ≤ a) (h : a - b = c) : a = c + b := by omega
protected theorem sub_eq_of_eq_add {a b c : Nat} (h : a = c + b) : a - b = c := by omega
protected theorem sub_eq_of_eq_add' {a b c : Nat} (h : a = b + c) : a - b = c := by omega
protected theorem eq_sub_of_add_eq {a b c : Nat} (h : a + c = b) : a = b - c := by omega
protected theorem eq_sub_of_add_eq' {a b c : Nat} (h : a + c = b) : c = b - a := by omega
protected theorem sub_eq_iff_eq_add {c b a : Nat} (h : b ≤ a) : a - b = c ↔ a = c + b := by omega
protected theorem sub_eq_iff_eq_add' {c b a : Nat} (h : b ≤ a) : a - b = c ↔ a = b + c := by omega
protected theorem le_of_sub_eq_zero {n m : Nat} (h : n - m = 0) : n ≤ m := by omega
protected theorem sub_eq_zero_iff_le {n m : Nat} : n - m = 0 ↔ n ≤ m := by omega
protected theorem sub_eq_zero_of_eq {n m : Nat} (h : n = m) : n - m = 0 := by omega
protected theorem sub_ne_zero_of_lt {a b : Nat} (h : a < b) : b - a ≠ 0 := by omega
protected theorem sub_ne_zero_iff_lt {n m : Nat} : n - m ≠ 0 ↔ m < n := by omega
protected theorem eq_of_sub_eq_zero_of_le {n m : Nat} (h : n - m = 0) (h' : m ≤ n) : n = m := by omega
protected theorem sub_left_inj {a b c : Nat} (hba : b ≤ a) (hbc : b ≤ c) : a - b = c - b ↔ a = c := by omega
protected theorem sub_right_inj {a b c : Nat} (hba : b ≤ a) (hca : c ≤ a) : a - b = a - c ↔ b = c := by omega

/-! ## Order -/

protected theorem sub_pos_of_lt {m n : Nat} (h : m < n) : 0 < n - m := by omega
protected theorem sub_pos_iff_lt {n m : Nat} : 0 < n - m ↔ m < n := by omega
protected theorem lt_of_sub_pos {m n : Nat} (h : 0 < n - m) : m < n := by omega
protected theorem lt_of_sub_ne_zero {n m : Nat} (h : n - m ≠ 0) : m < n := by omega
protected theorem lt_of_sub_eq_succ {m n l : Nat} (h : m - n = succ l) : n < m := by simp only [succ_eq_add_one] at h; omega
protected theorem sub_le_sub_left {m n : Nat} (h : n ≤ m) (k : Nat) : k - m ≤ k - n := by omega
protected theorem sub_le_sub_right {n m : Nat} (h : n ≤ m) (k : Nat) : n - k ≤ m - k := by omega
protected theorem sub_le_sub {a b c d : Nat} (h₁ : a ≤ b) (h₂ : c ≤ d) : a - d ≤ b - c := by omega
protected theorem sub_lt_sub_left {k m n : Nat} (h₁ : k < m) (h₂ : k < n) : m - n < m - k := by omega
protected theorem sub_lt_sub_right {a b c : Nat} (h₁ : c ≤ a) (h₂ : a < b) : a - c < b - c := by omega
protected theorem sub_le_iff_le_add {a b c : Nat} : a - b ≤ c ↔ a ≤ c + b := by omega
protected theorem sub_le_iff_le_add' {a b c : Nat} : a - b ≤ c ↔ a ≤ b + c := by omega
protected theorem sub_le_of_le_add {a b c : Nat} (h : a ≤ c + b) : a - b ≤ c := by omega
protected theorem le_add_of_sub_le {a b c : Nat} (h : a - b ≤ c) : a ≤ c + b := by omega
protected theorem le_sub_iff_add_le {n m k : Nat} (h : k ≤ m) : n ≤ m - k ↔ n + k ≤ m := by omega
protected theorem le_sub_iff_add_le' {n m k : Nat} (h : k ≤ m) : n ≤ m - k ↔ k + n ≤ m := by omega
protected theorem le_sub_of_add_le {a b c : Nat} (h : a + b ≤ c) : a ≤ c - b := by omega
protected theorem le_sub_of_add_le' {n k m : Nat} (h : m + k ≤ n) : k ≤ n - m := by omega
protected theorem add_le_of_le_sub {a b c : Nat} (hle : b ≤ c) (h : a ≤ c - b) : a + b ≤ c := by omega
protected theorem add_le_of_le_sub' {n k m : Nat} (h : m ≤ k) (h' : n ≤ k - m) : m + n ≤ k := by omega
protected theorem lt_sub_iff_add_lt {a b c : Nat} : a < c - b ↔ a + b < c := by omega
protected theorem lt_sub_iff_add_lt' {a b c : Nat} : a < c - b ↔ b + a < c := by omega
protected theorem lt_sub_of_add_lt {a b c : Nat} (h : a + b < c) : a < c - b := by omega
protected theorem add_lt_of_lt_sub {a b c : Nat} (h : a < c - b) : a + b < c := by omega
protected theorem sub_lt_iff_lt_add {a b c : Nat} (h : b ≤ a) : a - b < c ↔ a < c + b := by omega
protected theorem sub_lt_iff_lt_add' {a b c : Nat} (h : b ≤ a) : a - b < c ↔ a < b + c := by omega
protected theorem sub_lt_left_of_lt_add {n k m : Nat} (H : n ≤ k) (h : k < n + m) : k - n < m := by omega
protected theorem sub_lt_right_of_lt_add {n k m : Nat} (H : n ≤ k) (h : k < m + n) : k - n < m := by omega
protected theorem lt_add_of_sub_lt {a b c : Nat} (h : a - b < c) : a < c + b := by omega
protected theorem sub_lt_self {a b : Nat} (h₀ : 0 < a) (h₁ : a ≤ b) : b - a < b := by omega
protected theorem sub_lt_of_lt {a b c : Nat} (h : a < c) : a - b < c := by omega
theorem sub_lt_of_pos_le {a b : Nat} (h₀ : 0 < a) (h₁ : a ≤ b) : b - a < b := by omega
theorem sub_lt_succ (a b : Nat) : a - b < succ a := lt_succ_of_le (sub_le a b)
theorem sub_lt_add_one (a b : Nat) : a - b < a + 1 := by omega
protected theorem le_of_le_of_sub_le_sub_right {n m k : Nat} (h₀ : k ≤ m) (h₁ : n - k ≤ m - k) : n ≤ m := by omega
protected theorem sub_le_sub_iff_right {n m k : Nat} (h : k ≤ m) : n - k ≤ m - k ↔ n ≤ m := by omega
protected theorem sub_le_add_right_sub (a i j : Nat) : a - i ≤ a + j - i := by omega

/-! ## Products -/

protected theorem mul_sub (k m n : Nat) : k * (m - n) = k * m - k * n := by
  cases Nat.le_total m n with
  | inl h => rw [Nat.sub_eq_zero_of_le h, Nat.sub_eq_zero_of_le (Nat.mul_le_mul_left k h), Nat.mul_zero]
  | inr h =>
    obtain ⟨j, rfl⟩ := exists_eq_add_of_le h
    rw [Nat.mul_add, Nat.add_sub_cancel_left, Nat.add_sub_cancel_left]
protected theorem sub_mul (n m k : Nat) : (n - m) * k = n * k - m * k := by
  rw [Nat.mul_comm, Nat.mul_sub, Nat.mul_comm k n, Nat.mul_comm k m]
protected theorem mul_sub_one (n m : Nat) : n * (m - 1) = n * m - n := by rw [Nat.mul_sub, Nat.mul_one]
protected theorem sub_one_mul (n m : Nat) : (n - 1) * m = n * m - m := by rw [Nat.sub_mul, Nat.one_mul]
protected theorem mul_self_sub_mul_self_eq (a b : Nat) : a * a - b * b = (a + b) * (a - b) := by
  rw [Nat.mul_sub, Nat.add_mul, Nat.add_mul, Nat.mul_comm b a]
  omega
theorem pred_mul (n m : Nat) : pred n * m = n * m - m := Nat.sub_one_mul n m
theorem mul_pred (n m : Nat) : n * pred m = n * m - n := Nat.mul_sub_one n m

/-! ## Induction and recursion -/

@[elab_as_elim] protected theorem case_strong_induction_on {p : Nat → Prop} (a : Nat) (hz : p 0) (hi : ∀ n, (∀ m, m ≤ n → p m) → p (n + 1)) : p a :=
  Nat.strongRecOn (motive := p) a fun n ih => match n, ih with
    | 0, _ => hz
    | n + 1, ih => hi n fun m hm => ih m (lt_succ_of_le hm)

end Nat
