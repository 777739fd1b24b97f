/-
The integers are a commutative ring. Every integer is a difference `subNatNat m n` of natural
numbers; on differences the operations are those of pairs, equality is `m + l = k + n`, and each
law becomes an identity of natural numbers.
-/
prelude
import Init.Int.Basic

namespace Int

@[simp] theorem ofNat_eq_coe (n : Nat) : ofNat n = (↑n : Int) := rfl

theorem ofNat_eq_natCast (n : Nat) : ofNat n = (↑n : Int) := rfl

theorem sub_def' (a b : Int) : a - b = a + -b := rfl

/-! ### Differences of natural numbers -/

theorem snn_right (m k : Nat) : subNatNat m (m + k + 1) = negSucc k := by
  unfold subNatNat
  rw [Nat.add_assoc, Nat.add_sub_cancel_left]

theorem snn_left (n k : Nat) : subNatNat (n + k) n = ofNat k := by
  unfold subNatNat
  rw [Nat.sub_eq_zero_of_le (Nat.le_add_right n k), Nat.add_sub_cancel_left]

theorem snn_zero (n : Nat) : subNatNat n 0 = ofNat n := by
  have h := snn_left 0 n
  rw [Nat.zero_add] at h
  exact h

theorem snn_zero_left (n : Nat) : subNatNat 0 (n + 1) = negSucc n := by
  have h := snn_right 0 n
  rw [Nat.zero_add] at h
  exact h

theorem snn_shift (m n k : Nat) : subNatNat (m + k) (n + k) = subNatNat m n := by
  unfold subNatNat
  rw [Nat.add_sub_add_right, Nat.add_sub_add_right]

theorem exists_snn (a : Int) : ∃ m n : Nat, a = subNatNat m n := by
  cases a with
  | ofNat n => exact ⟨n, 0, (snn_zero n).symm⟩
  | negSucc n => exact ⟨0, n + 1, (snn_zero_left n).symm⟩

/-- A pair of natural numbers, one of the components cancelled. -/
private theorem pair_cases (m n : Nat) : (∃ k, m = n + k) ∨ ∃ k, n = m + k + 1 := by
  cases Nat.lt_or_ge m n with
  | inl h =>
    obtain ⟨k, hk⟩ := Nat.le.dest h
    exact .inr ⟨k, by rw [← hk, Nat.succ_add]⟩
  | inr h =>
    obtain ⟨k, hk⟩ := Nat.le.dest h
    exact .inl ⟨k, hk.symm⟩

theorem snn_congr {m n k l : Nat} (h : m + l = k + n) : subNatNat m n = subNatNat k l := by
  rw [← snn_shift m n l, h, Nat.add_comm k n, Nat.add_comm n l, ← snn_shift k l n,
    Nat.add_comm k n, Nat.add_comm l n]

theorem snn_eq {m n k l : Nat} : subNatNat m n = subNatNat k l ↔ m + l = k + n := by
  refine ⟨fun h => ?_, snn_congr⟩
  rcases pair_cases m n with ⟨i, rfl⟩ | ⟨i, rfl⟩ <;> rcases pair_cases k l with ⟨j, rfl⟩ | ⟨j, rfl⟩
  · rw [snn_left, snn_left] at h
    rw [ofNat.inj h]
    ac_rfl
  · rw [snn_left, snn_right] at h
    exact Int.noConfusion h
  · rw [snn_left, snn_right] at h
    exact Int.noConfusion h
  · rw [snn_right, snn_right] at h
    rw [negSucc.inj h]
    ac_rfl

theorem negOfNat_eq (n : Nat) : negOfNat n = subNatNat 0 n := by
  cases n with
  | zero => rfl
  | succ n => exact (snn_zero_left n).symm

theorem snn_neg (m n : Nat) : -subNatNat m n = subNatNat n m := by
  rcases pair_cases m n with ⟨k, rfl⟩ | ⟨k, rfl⟩
  · rw [snn_left]
    show negOfNat k = _
    rw [negOfNat_eq]
    refine snn_congr ?_
    ac_rfl
  · rw [snn_right, Nat.add_assoc, snn_left]
    rfl

theorem snn_add (m n k l : Nat) : subNatNat m n + subNatNat k l = subNatNat (m + k) (n + l) := by
  rcases pair_cases m n with ⟨i, rfl⟩ | ⟨i, rfl⟩ <;> rcases pair_cases k l with ⟨j, rfl⟩ | ⟨j, rfl⟩
  · rw [snn_left, snn_left]
    show ofNat (i + j) = _
    rw [← snn_zero]
    refine snn_congr ?_
    ac_rfl
  · rw [snn_left, snn_right]
    show subNatNat i (j + 1) = _
    refine snn_congr ?_
    ac_rfl
  · rw [snn_left, snn_right]
    show subNatNat j (i + 1) = _
    refine snn_congr ?_
    ac_rfl
  · rw [snn_right, snn_right]
    show negSucc (i + j + 1) = _
    rw [← snn_zero_left]
    refine snn_congr ?_
    ac_rfl

theorem snn_sub (m n k l : Nat) : subNatNat m n - subNatNat k l = subNatNat (m + l) (n + k) := by
  rw [sub_def', snn_neg, snn_add]

theorem snn_mul (m n k l : Nat) :
    subNatNat m n * subNatNat k l = subNatNat (m * k + n * l) (m * l + n * k) := by
  rcases pair_cases m n with ⟨i, rfl⟩ | ⟨i, rfl⟩ <;> rcases pair_cases k l with ⟨j, rfl⟩ | ⟨j, rfl⟩
  · rw [snn_left, snn_left]
    show ofNat (i * j) = _
    rw [← snn_zero]
    refine snn_congr ?_
    simp only [Nat.mul_add, Nat.add_mul, Nat.mul_one, Nat.one_mul]
    ac_rfl
  · rw [snn_left, snn_right]
    show negOfNat (i * (j + 1)) = _
    rw [negOfNat_eq]
    refine snn_congr ?_
    simp only [Nat.mul_add, Nat.add_mul, Nat.mul_one, Nat.one_mul]
    ac_rfl
  · rw [snn_left, snn_right]
    show negOfNat ((i + 1) * j) = _
    rw [negOfNat_eq]
    refine snn_congr ?_
    simp only [Nat.mul_add, Nat.add_mul, Nat.mul_one, Nat.one_mul]
    ac_rfl
  · rw [snn_right, snn_right]
    show ofNat ((i + 1) * (j + 1)) = _
    rw [← snn_zero]
    refine snn_congr ?_
    simp only [Nat.mul_add, Nat.add_mul, Nat.mul_one, Nat.one_mul]
    ac_rfl

theorem snn_nonneg {m n : Nat} : NonNeg (subNatNat m n) ↔ n ≤ m := by
  rcases pair_cases m n with ⟨k, rfl⟩ | ⟨k, rfl⟩
  · rw [snn_left]
    exact ⟨fun _ => Nat.le_add_right n k, fun _ => .mk k⟩
  · rw [snn_right]
    refine ⟨fun h => (not_nonNeg_negSucc h).elim, fun h => ?_⟩
    exact absurd (Nat.le_trans (Nat.succ_le_succ (Nat.le_add_right m k)) h) (Nat.not_succ_le_self m)

theorem snn_le {m n k l : Nat} : subNatNat m n ≤ subNatNat k l ↔ m + l ≤ k + n := by
  show NonNeg (subNatNat k l - subNatNat m n) ↔ _
  rw [snn_sub, snn_nonneg, Nat.add_comm l m]

theorem one_rep : 1 = subNatNat 1 0 := rfl

theorem zero_rep : 0 = subNatNat 0 0 := rfl

theorem cast_rep (n : Nat) : (↑n : Int) = subNatNat n 0 := (snn_zero n).symm

/-! ### Addition -/

protected theorem add_comm (a b : Int) : a + b = b + a := by
  obtain ⟨m, n, rfl⟩ := exists_snn a
  obtain ⟨k, l, rfl⟩ := exists_snn b
  rw [snn_add, snn_add, Nat.add_comm m, Nat.add_comm n]

protected theorem add_assoc (a b c : Int) : a + b + c = a + (b + c) := by
  obtain ⟨m, n, rfl⟩ := exists_snn a
  obtain ⟨k, l, rfl⟩ := exists_snn b
  obtain ⟨i, j, rfl⟩ := exists_snn c
  rw [snn_add, snn_add, snn_add, snn_add, Nat.add_assoc, Nat.add_assoc]

protected theorem add_left_comm (a b c : Int) : a + (b + c) = b + (a + c) := by
  rw [← Int.add_assoc, Int.add_comm a, Int.add_assoc]

protected theorem add_right_comm (a b c : Int) : a + b + c = a + c + b := by
  rw [Int.add_assoc, Int.add_comm b, ← Int.add_assoc]

@[simp] protected theorem add_zero (a : Int) : a + 0 = a := by
  obtain ⟨m, n, rfl⟩ := exists_snn a
  rw [zero_rep, snn_add, Nat.add_zero, Nat.add_zero]

@[simp] protected theorem zero_add (a : Int) : 0 + a = a := by
  rw [Int.add_comm, Int.add_zero]

@[simp] protected theorem add_right_neg (a : Int) : a + -a = 0 := by
  obtain ⟨m, n, rfl⟩ := exists_snn a
  rw [snn_neg, snn_add, zero_rep, snn_eq]
  ac_rfl

@[simp] protected theorem add_left_neg (a : Int) : -a + a = 0 := by
  rw [Int.add_comm, Int.add_right_neg]

@[simp] protected theorem neg_neg (a : Int) : - -a = a := by
  obtain ⟨m, n, rfl⟩ := exists_snn a
  rw [snn_neg, snn_neg]

@[simp] protected theorem neg_zero : -(0 : Int) = 0 := rfl

protected theorem neg_add {a b : Int} : -(a + b) = -a + -b := by
  obtain ⟨m, n, rfl⟩ := exists_snn a
  obtain ⟨k, l, rfl⟩ := exists_snn b
  rw [snn_add, snn_neg, snn_neg, snn_neg, snn_add]

protected theorem sub_eq_add_neg {a b : Int} : a - b = a + -b := rfl

@[simp] protected theorem sub_self (a : Int) : a - a = 0 := Int.add_right_neg a

@[simp] protected theorem sub_zero (a : Int) : a - 0 = a := Int.add_zero a

@[simp] protected theorem zero_sub (a : Int) : 0 - a = -a := Int.zero_add (-a)

/-! ### Multiplication -/

protected theorem mul_comm (a b : Int) : a * b = b * a := by
  obtain ⟨m, n, rfl⟩ := exists_snn a
  obtain ⟨k, l, rfl⟩ := exists_snn b
  rw [snn_mul, snn_mul, snn_eq]
  ac_rfl

protected theorem mul_assoc (a b c : Int) : a * b * c = a * (b * c) := by
  obtain ⟨m, n, rfl⟩ := exists_snn a
  obtain ⟨k, l, rfl⟩ := exists_snn b
  obtain ⟨i, j, rfl⟩ := exists_snn c
  rw [snn_mul, snn_mul, snn_mul, snn_mul, snn_eq]
  simp only [Nat.mul_add, Nat.add_mul]
  ac_rfl

protected theorem mul_left_comm (a b c : Int) : a * (b * c) = b * (a * c) := by
  rw [← Int.mul_assoc, Int.mul_comm a, Int.mul_assoc]

protected theorem mul_right_comm (a b c : Int) : a * b * c = a * c * b := by
  rw [Int.mul_assoc, Int.mul_comm b, ← Int.mul_assoc]

protected theorem mul_add (a b c : Int) : a * (b + c) = a * b + a * c := by
  obtain ⟨m, n, rfl⟩ := exists_snn a
  obtain ⟨k, l, rfl⟩ := exists_snn b
  obtain ⟨i, j, rfl⟩ := exists_snn c
  rw [snn_add, snn_mul, snn_mul, snn_mul, snn_add, snn_eq]
  simp only [Nat.mul_add]
  ac_rfl

protected theorem add_mul (a b c : Int) : (a + b) * c = a * c + b * c := by
  rw [Int.mul_comm, Int.mul_add, Int.mul_comm c, Int.mul_comm c]

@[simp] protected theorem mul_zero (a : Int) : a * 0 = 0 := by
  obtain ⟨m, n, rfl⟩ := exists_snn a
  rw [zero_rep, snn_mul]
  rfl

@[simp] protected theorem zero_mul (a : Int) : 0 * a = 0 := by
  rw [Int.mul_comm, Int.mul_zero]

@[simp] protected theorem mul_one (a : Int) : a * 1 = a := by
  obtain ⟨m, n, rfl⟩ := exists_snn a
  rw [one_rep, snn_mul, snn_eq]
  simp only [Nat.mul_one, Nat.mul_zero, Nat.add_zero, Nat.zero_add]

@[simp] protected theorem one_mul (a : Int) : 1 * a = a := by
  rw [Int.mul_comm, Int.mul_one]

@[simp] protected theorem mul_neg (a b : Int) : a * -b = -(a * b) := by
  obtain ⟨m, n, rfl⟩ := exists_snn a
  obtain ⟨k, l, rfl⟩ := exists_snn b
  rw [snn_neg, snn_mul, snn_mul, snn_neg]

@[simp] protected theorem neg_mul (a b : Int) : -a * b = -(a * b) := by
  rw [Int.mul_comm, Int.mul_neg, Int.mul_comm]

protected theorem mul_sub (a b c : Int) : a * (b - c) = a * b - a * c := by
  rw [sub_def', sub_def', Int.mul_add, Int.mul_neg]

protected theorem sub_mul (a b c : Int) : (a - b) * c = a * c - b * c := by
  rw [sub_def', sub_def', Int.add_mul, Int.neg_mul]

instance instAssociativeHAdd : Std.Associative (α := Int) (· + ·) := ⟨Int.add_assoc⟩

instance instCommutativeHAdd : Std.Commutative (α := Int) (· + ·) := ⟨Int.add_comm⟩

instance instAssociativeHMul : Std.Associative (α := Int) (· * ·) := ⟨Int.mul_assoc⟩

instance instCommutativeHMul : Std.Commutative (α := Int) (· * ·) := ⟨Int.mul_comm⟩

instance instLawfulIdentityHAddOfNat : Std.LawfulIdentity (α := Int) (· + ·) 0 where
  left_id := Int.zero_add
  right_id := Int.add_zero

instance instLawfulIdentityHMulOfNat : Std.LawfulIdentity (α := Int) (· * ·) 1 where
  left_id := Int.one_mul
  right_id := Int.mul_one

/-! ### Cancellation -/

protected theorem add_neg_cancel_right (a b : Int) : a + b + -b = a := by
  rw [Int.add_assoc, Int.add_right_neg, Int.add_zero]

protected theorem neg_add_cancel_right (a b : Int) : a + -b + b = a := by
  rw [Int.add_assoc, Int.add_left_neg, Int.add_zero]

protected theorem neg_add_cancel_left (a b : Int) : -a + (a + b) = b := by
  rw [← Int.add_assoc, Int.add_left_neg, Int.zero_add]

protected theorem add_neg_cancel_left (a b : Int) : a + (-a + b) = b := by
  rw [← Int.add_assoc, Int.add_right_neg, Int.zero_add]

@[simp] protected theorem sub_add_cancel (a b : Int) : a - b + b = a :=
  Int.neg_add_cancel_right a b

@[simp] protected theorem add_sub_cancel (a b : Int) : a + b - b = a :=
  Int.add_neg_cancel_right a b

protected theorem add_left_cancel {a b c : Int} (h : a + b = a + c) : b = c := by
  rw [← Int.neg_add_cancel_left a b, h, Int.neg_add_cancel_left]

protected theorem add_right_cancel {a b c : Int} (h : a + b = c + b) : a = c := by
  rw [← Int.add_neg_cancel_right a b, h, Int.add_neg_cancel_right]

protected theorem neg_sub (a b : Int) : -(a - b) = b - a := by
  rw [sub_def', sub_def', Int.neg_add, Int.neg_neg, Int.add_comm]

end Int
