prelude
import Init.Print
/-!
# Natural numbers: addition, multiplication, order, subtraction

The laws which everything else about `Nat` is proved from.
-/
universe u v w

namespace Nat

/-! ## Induction and cases with `0` and `n + 1` -/

/-- Recursion with the numerals `0` and `n + 1`. -/
@[induction_eliminator] protected noncomputable abbrev recAux {motive : Nat → Sort u} (zero : motive 0) (succ : ∀ n, motive n → motive (n + 1)) (t : Nat) : motive t :=
  Nat.rec zero succ t
/-- Case distinction with the numerals `0` and `n + 1`. -/
@[cases_eliminator] protected abbrev casesAuxOn {motive : Nat → Sort u} (t : Nat) (zero : motive 0) (succ : ∀ n, motive (n + 1)) : motive t :=
  Nat.casesOn t zero succ

theorem zero_eq : Nat.zero = 0 := rfl
@[simp] theorem succ_eq_add_one (n : Nat) : succ n = n + 1 := rfl
@[simp] theorem add_eq (a b : Nat) : Nat.add a b = a + b := rfl
@[simp] theorem mul_eq (a b : Nat) : Nat.mul a b = a * b := rfl
@[simp] theorem sub_eq (a b : Nat) : Nat.sub a b = a - b := rfl
@[simp] theorem pow_eq (a b : Nat) : Nat.pow a b = a ^ b := rfl
@[simp] theorem lt_eq (a b : Nat) : Nat.lt a b = (a < b) := rfl
@[simp] theorem le_eq (a b : Nat) : Nat.le a b = (a ≤ b) := rfl
theorem beq_refl (n : Nat) : Nat.beq n n = true := by
  induction n with
  | zero => rfl
  | succ n ih => exact ih
@[simp] theorem beq_eq {n m : Nat} : (Nat.beq n m = true) = (n = m) := propext ⟨eq_of_beq_eq_true, fun h => h ▸ beq_refl n⟩
@[simp] theorem ble_eq {n m : Nat} : (Nat.ble n m = true) = (n ≤ m) := propext ⟨le_of_ble_eq_true, ble_eq_true_of_le⟩

/-! ## Addition -/

@[simp] protected theorem add_zero (n : Nat) : n + 0 = n := rfl
@[simp] protected theorem zero_add (n : Nat) : 0 + n = n := by
  induction n with
  | zero => rfl
  | succ n ih => exact congrArg succ ih
theorem add_succ (n m : Nat) : n + succ m = succ (n + m) := rfl
theorem succ_add (n m : Nat) : succ n + m = succ (n + m) := by
  induction m with
  | zero => rfl
  | succ m ih => exact congrArg succ ih
theorem add_one (n : Nat) : n + 1 = succ n := rfl
theorem succ_eq_one_add (n : Nat) : succ n = 1 + n := by rw [succ_add, Nat.zero_add]
theorem one_add (n : Nat) : 1 + n = succ n := (succ_eq_one_add n).symm
@[simp] theorem add_one_ne_zero (n : Nat) : n + 1 ≠ 0 := fun h => nomatch h
@[simp] theorem succ_ne_zero (n : Nat) : succ n ≠ 0 := fun h => nomatch h
theorem zero_ne_add_one (n : Nat) : 0 ≠ n + 1 := fun h => nomatch h
protected theorem add_comm (n m : Nat) : n + m = m + n := by
  induction m with
  | zero => exact (Nat.zero_add n).symm
  | succ m ih => exact (congrArg succ ih).trans (succ_add m n).symm
protected theorem add_assoc (n m k : Nat) : n + m + k = n + (m + k) := by
  induction k with
  | zero => rfl
  | succ k ih => exact congrArg succ ih
protected theorem add_left_comm (n m k : Nat) : n + (m + k) = m + (n + k) := by
  rw [← Nat.add_assoc, Nat.add_comm n m, Nat.add_assoc]
protected theorem add_right_comm (n m k : Nat) : n + m + k = n + k + m := by
  rw [Nat.add_assoc, Nat.add_comm m k, Nat.add_assoc]
protected theorem add_left_cancel {n m k : Nat} (h : n + m = n + k) : m = k := by
  induction n with
  | zero => rwa [Nat.zero_add, Nat.zero_add] at h
  | succ n ih =>
    rw [Nat.add_right_comm, Nat.add_right_comm n 1 k] at h
    exact ih (succ.inj h)
protected theorem add_right_cancel {n m k : Nat} (h : n + m = k + m) : n = k := by
  rw [Nat.add_comm n m, Nat.add_comm k m] at h
  exact Nat.add_left_cancel h

/-! ## Multiplication -/

@[simp] protected theorem mul_zero (n : Nat) : n * 0 = 0 := rfl
theorem mul_succ (n m : Nat) : n * succ m = n * m + n := rfl
theorem mul_add_one (n m : Nat) : n * (m + 1) = n * m + n := rfl
@[simp] protected theorem zero_mul (n : Nat) : 0 * n = 0 := by
  induction n with
  | zero => rfl
  | succ n ih => rw [mul_add_one, ih]
theorem succ_mul (n m : Nat) : succ n * m = n * m + m := by
  induction m with
  | zero => rfl
  | succ m ih =>
    rw [mul_add_one, ih, mul_add_one, Nat.add_assoc, Nat.add_assoc]
    show n * m + (m + n + 1) = n * m + (n + m + 1)
    rw [Nat.add_comm m n]
theorem add_one_mul (n m : Nat) : (n + 1) * m = n * m + m := succ_mul n m
@[simp] protected theorem mul_one (n : Nat) : n * 1 = n := Nat.zero_add n
@[simp] protected theorem one_mul (n : Nat) : 1 * n = n := by rw [← Nat.zero_add 1, add_one_mul, Nat.zero_mul, Nat.zero_add]
protected theorem mul_comm (n m : Nat) : n * m = m * n := by
  induction m with
  | zero => rw [Nat.zero_mul, Nat.mul_zero]
  | succ m ih => rw [mul_add_one, add_one_mul, ih]
protected theorem left_distrib (n m k : Nat) : n * (m + k) = n * m + n * k := by
  induction k with
  | zero => rfl
  | succ k ih => rw [← Nat.add_assoc, mul_add_one, ih, mul_add_one, Nat.add_assoc]
protected theorem mul_add (n m k : Nat) : n * (m + k) = n * m + n * k := Nat.left_distrib n m k
protected theorem right_distrib (n m k : Nat) : (n + m) * k = n * k + m * k := by
  rw [Nat.mul_comm, Nat.mul_add, Nat.mul_comm k n, Nat.mul_comm k m]
protected theorem add_mul (n m k : Nat) : (n + m) * k = n * k + m * k := Nat.right_distrib n m k
protected theorem mul_assoc (n m k : Nat) : n * m * k = n * (m * k) := by
  induction k with
  | zero => rfl
  | succ k ih => rw [mul_add_one, ih, mul_add_one, Nat.mul_add]
protected theorem mul_left_comm (n m k : Nat) : n * (m * k) = m * (n * k) := by
  rw [← Nat.mul_assoc, Nat.mul_comm n m, Nat.mul_assoc]
protected theorem mul_right_comm (n m k : Nat) : n * m * k = n * k * m := by
  rw [Nat.mul_assoc, Nat.mul_comm m k, Nat.mul_assoc]
protected theorem mul_two (n : Nat) : n * 2 = n + n := by rw [mul_add_one, Nat.mul_one]
protected theorem two_mul (n : Nat) : 2 * n = n + n := by rw [Nat.mul_comm, Nat.mul_two]

/-! ## Powers -/

@[simp] protected theorem pow_zero (n : Nat) : n ^ 0 = 1 := rfl
protected theorem pow_succ (n m : Nat) : n ^ (m + 1) = n ^ m * n := rfl
protected theorem pow_add_one (n m : Nat) : n ^ (m + 1) = n ^ m * n := rfl

/-! ## Order -/

attribute [simp] Nat.lt_irrefl Nat.le_refl Nat.zero_le Nat.not_lt_zero Nat.lt_add_one Nat.zero_lt_succ Nat.succ_pos Nat.le_succ
attribute [refl] Nat.le_refl
protected theorem le_rfl {n : Nat} : n ≤ n := Nat.le_refl n
protected theorem le_of_eq {n m : Nat} (h : n = m) : n ≤ m := h ▸ Nat.le_refl n
protected theorem le_of_lt {n m : Nat} (h : n < m) : n ≤ m := Nat.le_trans (le_succ n) h
theorem lt_of_succ_le {n m : Nat} (h : succ n ≤ m) : n < m := h
theorem succ_le_of_lt {n m : Nat} (h : n < m) : succ n ≤ m := h
theorem succ_le {n m : Nat} : succ n ≤ m ↔ n < m := Iff.rfl
theorem succ_le_iff {n m : Nat} : succ n ≤ m ↔ n < m := Iff.rfl
theorem lt_succ {m n : Nat} : m < succ n ↔ m ≤ n := ⟨le_of_lt_succ, lt_succ_of_le⟩
theorem lt_succ_iff {m n : Nat} : m < succ n ↔ m ≤ n := lt_succ
theorem lt_add_one_iff {m n : Nat} : m < n + 1 ↔ m ≤ n := lt_succ
theorem le_of_lt_add_one {n m : Nat} (h : n < m + 1) : n ≤ m := le_of_lt_succ h
theorem lt_add_one_of_le {n m : Nat} (h : n ≤ m) : n < m + 1 := lt_succ_of_le h
theorem add_one_le_of_lt {n m : Nat} (h : n < m) : n + 1 ≤ m := h
theorem lt_of_add_one_le {n m : Nat} (h : n + 1 ≤ m) : n < m := h
theorem add_one_le_iff {n m : Nat} : n + 1 ≤ m ↔ n < m := Iff.rfl
@[simp] theorem add_one_pos (n : Nat) : 0 < n + 1 := succ_pos n
@[simp] theorem zero_lt_one : 0 < 1 := succ_pos 0
theorem le_add_right (n : Nat) : (k : Nat) → n ≤ n + k
  | 0 => Nat.le_refl n
  | k + 1 => Nat.le_succ_of_le (le_add_right n k)
theorem le_add_left (n m : Nat) : n ≤ m + n := Nat.add_comm n m ▸ le_add_right n m
theorem le.dest {n m : Nat} (h : n ≤ m) : ∃ k, n + k = m := by
  induction h with
  | refl => exact ⟨0, rfl⟩
  | step _ ih =>
    obtain ⟨k, hk⟩ := ih
    exact ⟨k + 1, congrArg succ hk⟩
theorem le.intro {n m k : Nat} (h : n + k = m) : n ≤ m := h ▸ le_add_right n k
protected theorem add_le_add_left {n m : Nat} (h : n ≤ m) (k : Nat) : k + n ≤ k + m := by
  obtain ⟨j, rfl⟩ := le.dest h
  rw [← Nat.add_assoc]
  exact le_add_right _ _
protected theorem add_le_add_right {n m : Nat} (h : n ≤ m) (k : Nat) : n + k ≤ m + k := by
  rw [Nat.add_comm n k, Nat.add_comm m k]
  exact Nat.add_le_add_left h k
protected theorem add_le_add {a b c d : Nat} (h₁ : a ≤ b) (h₂ : c ≤ d) : a + c ≤ b + d :=
  Nat.le_trans (Nat.add_le_add_right h₁ c) (Nat.add_le_add_left h₂ b)
protected theorem add_lt_add_left {n m : Nat} (h : n < m) (k : Nat) : k + n < k + m := Nat.add_le_add_left (n := n + 1) h k
protected theorem add_lt_add_right {n m : Nat} (h : n < m) (k : Nat) : n + k < m + k := by
  rw [Nat.add_comm n k, Nat.add_comm m k]
  exact Nat.add_lt_add_left h k
protected theorem mul_le_mul_left {m n : Nat} (k : Nat) (h : m ≤ n) : k * m ≤ k * n := by
  obtain ⟨j, rfl⟩ := le.dest h
  rw [Nat.mul_add]
  exact le_add_right _ _
protected theorem mul_le_mul_right {m n : Nat} (k : Nat) (h : m ≤ n) : m * k ≤ n * k := by
  rw [Nat.mul_comm m k, Nat.mul_comm n k]
  exact Nat.mul_le_mul_left k h
protected theorem mul_le_mul {a b c d : Nat} (h₁ : a ≤ b) (h₂ : c ≤ d) : a * c ≤ b * d :=
  Nat.le_trans (Nat.mul_le_mul_right c h₁) (Nat.mul_le_mul_left b h₂)
protected theorem lt_or_le (a b : Nat) : a < b ∨ b ≤ a := Nat.lt_or_ge a b
protected theorem le_or_lt (a b : Nat) : a ≤ b ∨ b < a := (Nat.lt_or_ge b a).symm
protected theorem le_total (m n : Nat) : m ≤ n ∨ n ≤ m := (Nat.lt_or_ge m n).elim (fun h => .inl (Nat.le_of_lt h)) .inr
protected theorem lt_or_eq_of_le {n m : Nat} (h : n ≤ m) : n < m ∨ n = m := (Nat.eq_or_lt_of_le h).symm
protected theorem le_iff_lt_or_eq {n m : Nat} : n ≤ m ↔ n < m ∨ n = m :=
  ⟨Nat.lt_or_eq_of_le, fun h => h.elim Nat.le_of_lt Nat.le_of_eq⟩
protected theorem not_le_of_gt {n m : Nat} (h : n > m) : ¬n ≤ m := fun h' => Nat.lt_irrefl m (Nat.lt_of_lt_of_le h h')
protected theorem not_lt_of_ge {n m : Nat} (h : n ≥ m) : ¬n < m := fun h' => Nat.not_le_of_gt h' h
protected theorem not_le_of_lt {n m : Nat} (h : m < n) : ¬n ≤ m := Nat.not_le_of_gt h
protected theorem not_lt_of_le {n m : Nat} (h : m ≤ n) : ¬n < m := Nat.not_lt_of_ge h
protected theorem lt_of_not_ge {n m : Nat} (h : ¬n ≥ m) : n < m := Nat.lt_of_not_le h
protected theorem gt_of_not_le {n m : Nat} (h : ¬n ≤ m) : n > m := Nat.lt_of_not_le h
protected theorem le_of_not_lt {n m : Nat} (h : ¬n < m) : m ≤ n := (Nat.lt_or_ge n m).resolve_left h
protected theorem ge_of_not_lt {n m : Nat} (h : ¬n < m) : n ≥ m := Nat.le_of_not_lt h
@[simp] protected theorem not_le {n m : Nat} : ¬n ≤ m ↔ m < n := ⟨Nat.lt_of_not_le, Nat.not_le_of_gt⟩
@[simp] protected theorem not_lt {n m : Nat} : ¬n < m ↔ m ≤ n := ⟨Nat.le_of_not_lt, Nat.not_lt_of_ge⟩
protected theorem not_gt_of_le {n m : Nat} (h : n ≤ m) : ¬n > m := Nat.not_lt_of_ge h
protected theorem lt_asymm {n m : Nat} (h : n < m) : ¬m < n := Nat.not_lt_of_ge (Nat.le_of_lt h)
protected theorem ne_of_gt {n m : Nat} (h : m < n) : n ≠ m := fun e => Nat.lt_irrefl m (e ▸ h)
protected theorem ne_of_lt {n m : Nat} (h : n < m) : n ≠ m := fun e => Nat.lt_irrefl n (e.symm ▸ h)
protected theorem ne_of_lt' {n m : Nat} (h : n < m) : m ≠ n := Nat.ne_of_gt h
protected theorem le_antisymm_iff {n m : Nat} : n = m ↔ n ≤ m ∧ m ≤ n :=
  ⟨fun h => ⟨Nat.le_of_eq h, Nat.le_of_eq h.symm⟩, fun ⟨h₁, h₂⟩ => Nat.le_antisymm h₁ h₂⟩
protected theorem lt_trichotomy (a b : Nat) : a < b ∨ a = b ∨ b < a :=
  (Nat.lt_or_ge a b).elim .inl fun h => .inr ((Nat.eq_or_lt_of_le h).elim (fun e => .inl e.symm) .inr)
protected theorem lt_or_gt_of_ne {a b : Nat} (h : a ≠ b) : a < b ∨ a > b :=
  (Nat.lt_trichotomy a b).elim .inl fun h' => h'.elim (fun e => absurd e h) .inr
protected theorem lt_or_gt {a b : Nat} : a ≠ b ↔ a < b ∨ a > b :=
  ⟨Nat.lt_or_gt_of_ne, fun h => h.elim Nat.ne_of_lt Nat.ne_of_gt⟩
theorem eq_zero_of_le_zero {n : Nat} (h : n ≤ 0) : n = 0 := Nat.le_antisymm h (zero_le n)
protected theorem pos_of_ne_zero {n : Nat} (h : n ≠ 0) : 0 < n := Nat.lt_of_le_of_ne (zero_le n) h.symm
theorem pos_iff_ne_zero {n : Nat} : 0 < n ↔ n ≠ 0 := ⟨Nat.ne_of_gt, Nat.pos_of_ne_zero⟩
theorem ne_zero_of_lt {a b : Nat} (h : b < a) : a ≠ 0 := fun e => Nat.not_lt_zero b (e ▸ h)
theorem eq_zero_or_pos : ∀ (n : Nat), n = 0 ∨ 0 < n
  | 0 => .inl rfl
  | n + 1 => .inr (succ_pos n)
@[simp] theorem le_zero_eq (n : Nat) : (n ≤ 0) = (n = 0) := propext ⟨eq_zero_of_le_zero, Nat.le_of_eq⟩
theorem le_zero {i : Nat} : i ≤ 0 ↔ i = 0 := ⟨eq_zero_of_le_zero, Nat.le_of_eq⟩
theorem zero_lt_of_lt {n m : Nat} (h : n < m) : 0 < m := Nat.lt_of_le_of_lt (zero_le n) h
theorem zero_lt_of_ne_zero {n : Nat} (h : n ≠ 0) : 0 < n := Nat.pos_of_ne_zero h
@[simp] theorem zero_lt_add_one (n : Nat) : 0 < n + 1 := succ_pos n
@[simp] theorem add_one_inj {n m : Nat} : (n + 1 = m + 1) ↔ (n = m) := ⟨succ.inj, fun h => h ▸ rfl⟩
theorem succ_inj {n m : Nat} : succ n = succ m ↔ n = m := add_one_inj
theorem add_one_le_add_one_iff {n m : Nat} : n + 1 ≤ m + 1 ↔ n ≤ m := ⟨le_of_succ_le_succ, succ_le_succ⟩
theorem add_one_lt_add_one_iff {n m : Nat} : n + 1 < m + 1 ↔ n < m := ⟨le_of_succ_le_succ, succ_le_succ⟩
theorem succ_le_succ_iff {n m : Nat} : succ n ≤ succ m ↔ n ≤ m := ⟨le_of_succ_le_succ, succ_le_succ⟩
theorem succ_lt_succ_iff {n m : Nat} : succ n < succ m ↔ n < m := ⟨le_of_succ_le_succ, succ_le_succ⟩
theorem succ_lt_succ {n m : Nat} (h : n < m) : succ n < succ m := succ_le_succ h
theorem lt_of_succ_lt_succ {n m : Nat} (h : succ n < succ m) : n < m := le_of_succ_le_succ h
theorem lt_of_succ_lt {n m : Nat} (h : succ n < m) : n < m := Nat.lt_of_lt_of_le (lt_succ_self n) (Nat.le_of_lt h)
theorem le_of_succ_le {n m : Nat} (h : succ n ≤ m) : n ≤ m := Nat.le_trans (le_succ n) h
theorem lt_succ_of_lt {n m : Nat} (h : n < m) : n < succ m := Nat.le_succ_of_le h
theorem not_le_eq (a b : Nat) : (¬a ≤ b) = (b + 1 ≤ a) := propext Nat.not_le
theorem not_ge_eq (a b : Nat) : (¬a ≥ b) = (a + 1 ≤ b) := propext Nat.not_le
theorem not_lt_eq (a b : Nat) : (¬a < b) = (b ≤ a) := propext Nat.not_lt
theorem not_gt_eq (a b : Nat) : (¬a > b) = (a ≤ b) := propext Nat.not_lt

instance instTransLe : Trans (fun (x1 x2 : Nat) => x1 ≤ x2) (fun x1 x2 => x1 ≤ x2) (fun x1 x2 => x1 ≤ x2) := ⟨Nat.le_trans⟩
instance instTransLt : Trans (fun (x1 x2 : Nat) => x1 < x2) (fun x1 x2 => x1 < x2) (fun x1 x2 => x1 < x2) := ⟨Nat.lt_trans⟩
instance instTransLeLt : Trans (fun (x1 x2 : Nat) => x1 ≤ x2) (fun x1 x2 => x1 < x2) (fun x1 x2 => x1 < x2) := ⟨Nat.lt_of_le_of_lt⟩
instance instTransLtLe : Trans (fun (x1 x2 : Nat) => x1 < x2) (fun x1 x2 => x1 ≤ x2) (fun x1 x2 => x1 < x2) := ⟨Nat.lt_of_lt_of_le⟩

/-! ## Subtraction -/

@[simp] protected theorem sub_zero (n : Nat) : n - 0 = n := rfl
@[simp] theorem pred_zero : pred 0 = 0 := rfl
@[simp] theorem pred_succ (n : Nat) : pred (succ n) = n := rfl
theorem sub_succ (n m : Nat) : n - succ m = pred (n - m) := rfl
theorem sub_add_eq (n m k : Nat) : n - (m + k) = n - m - k := by
  induction k with
  | zero => rfl
  | succ k ih => rw [← Nat.add_assoc, ← succ_eq_add_one, ← succ_eq_add_one, sub_succ, sub_succ, ih]
@[simp] protected theorem zero_sub (n : Nat) : 0 - n = 0 := by
  induction n with
  | zero => rfl
  | succ n ih => rw [← succ_eq_add_one, sub_succ, ih]; rfl
@[simp] protected theorem sub_self (n : Nat) : n - n = 0 := by
  induction n with
  | zero => rfl
  | succ n ih => rw [← succ_eq_add_one, succ_sub_succ_eq_sub, ih]
theorem succ_sub_succ (n m : Nat) : succ n - succ m = n - m := succ_sub_succ_eq_sub n m
@[simp] theorem add_one_sub_add_one (n m : Nat) : n + 1 - (m + 1) = n - m := succ_sub_succ_eq_sub n m
@[simp] protected theorem add_sub_add_right (n k m : Nat) : n + k - (m + k) = n - m := by
  induction k with
  | zero => rfl
  | succ k ih => rw [← Nat.add_assoc, ← Nat.add_assoc, add_one_sub_add_one, ih]
@[simp] protected theorem add_sub_add_left (k n m : Nat) : k + n - (k + m) = n - m := by
  rw [Nat.add_comm k n, Nat.add_comm k m, Nat.add_sub_add_right]
@[simp] protected theorem add_sub_cancel (n m : Nat) : n + m - m = n := by
  have h := Nat.add_sub_add_right n m 0
  rwa [Nat.zero_add] at h
@[simp] protected theorem add_sub_cancel_left (n m : Nat) : n + m - n = m := by rw [Nat.add_comm, Nat.add_sub_cancel]

/-! ## Strong induction -/

/-- Strong induction: assume the claim of all smaller numbers. -/
@[elab_as_elim] protected noncomputable def strongRecOn {motive : Nat → Sort u} (n : Nat) (ind : ∀ n, (∀ m, m < n → motive m) → motive n) : motive n :=
  let below : ∀ k m, m < k → motive m := fun k =>
    Nat.rec (motive := fun k => ∀ m, m < k → motive m) (fun m h => absurd h (Nat.not_lt_zero m))
      (fun _ ih m h => ind m fun j hj => ih j (Nat.lt_of_lt_of_le hj (le_of_lt_succ h))) k
  below (n + 1) n (lt_succ_self n)

/-! ## Laws as instances -/

instance instAssociativeHAdd : Std.Associative (fun (x1 x2 : Nat) => x1 + x2) := ⟨Nat.add_assoc⟩
instance instCommutativeHAdd : Std.Commutative (fun (x1 x2 : Nat) => x1 + x2) := ⟨Nat.add_comm⟩
instance instAssociativeHMul : Std.Associative (fun (x1 x2 : Nat) => x1 * x2) := ⟨Nat.mul_assoc⟩
instance instCommutativeHMul : Std.Commutative (fun (x1 x2 : Nat) => x1 * x2) := ⟨Nat.mul_comm⟩
instance instLawfulIdentityHAddOfNat : Std.LawfulIdentity (fun (x1 x2 : Nat) => x1 + x2) 0 where
  left_id := Nat.zero_add
  right_id := Nat.add_zero
instance instLawfulIdentityHMulOfNat : Std.LawfulIdentity (fun (x1 x2 : Nat) => x1 * x2) 1 where
  left_id := Nat.one_mul
  right_id := Nat.mul_one
/-- Divisibility: `b` is a multiple of `a`. -/
instance instDvd : Dvd Nat := ⟨fun a b => ∃ c, b = a * c⟩

end Nat
