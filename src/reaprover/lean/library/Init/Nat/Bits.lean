/-
Natural numbers: shifts and the bitwise operations.
-/
prelude
import Init.Nat.Gcd

namespace Nat

instance instAndOp : AndOp Nat := ⟨Nat.land⟩
instance instOrOp : OrOp Nat := ⟨Nat.lor⟩
instance instXorOp : XorOp Nat := ⟨Nat.xor⟩
instance instShiftLeft : ShiftLeft Nat := ⟨Nat.shiftLeft⟩
instance instShiftRight : ShiftRight Nat := ⟨Nat.shiftRight⟩

/-- Whether a bit is set. -/
def testBit (m n : Nat) : Bool := 1 &&& (m >>> n) != 0

/-! ### Shifts -/

@[simp] theorem shiftLeft_eq' (a b : Nat) : a.shiftLeft b = a <<< b := rfl

@[simp] theorem shiftRight_eq (a b : Nat) : a.shiftRight b = a >>> b := rfl

@[simp] theorem shiftLeft_zero {n : Nat} : n <<< 0 = n := rfl

@[simp] theorem shiftRight_zero {n : Nat} : n >>> 0 = n := rfl

theorem shiftLeft_succ_inside (m n : Nat) : m <<< (n + 1) = (2 * m) <<< n := rfl

theorem shiftRight_succ (m n : Nat) : m >>> (n + 1) = (m >>> n) / 2 := rfl

theorem shiftLeft_eq (a b : Nat) : a <<< b = a * 2 ^ b := by
  induction b generalizing a with
  | zero => exact (Nat.mul_one a).symm
  | succ b ih =>
    rw [shiftLeft_succ_inside, ih, Nat.pow_succ]
    ac_rfl

theorem shiftLeft_succ (m n : Nat) : m <<< (n + 1) = 2 * (m <<< n) := by
  rw [shiftLeft_eq, shiftLeft_eq, Nat.pow_succ]
  ac_rfl

theorem shiftRight_eq_div_pow (m n : Nat) : m >>> n = m / 2 ^ n := by
  induction n with
  | zero => exact (Nat.div_one m).symm
  | succ n ih => rw [shiftRight_succ, ih, Nat.div_div_eq_div_mul, Nat.pow_succ]

theorem one_shiftLeft (n : Nat) : 1 <<< n = 2 ^ n := by rw [shiftLeft_eq, Nat.one_mul]

@[simp] theorem zero_shiftLeft (n : Nat) : 0 <<< n = 0 := by rw [shiftLeft_eq, Nat.zero_mul]

@[simp] theorem zero_shiftRight (n : Nat) : 0 >>> n = 0 := by
  rw [shiftRight_eq_div_pow, Nat.zero_div]

theorem shiftRight_add (m n k : Nat) : m >>> (n + k) = (m >>> n) >>> k := by
  induction k with
  | zero => rfl
  | succ k ih => rw [← Nat.add_assoc, shiftRight_succ, ih, shiftRight_succ]

theorem shiftLeft_add (m n k : Nat) : m <<< (n + k) = (m <<< n) <<< k := by
  induction k with
  | zero => rfl
  | succ k ih => rw [← Nat.add_assoc, shiftLeft_succ, ih, shiftLeft_succ]

@[simp] theorem shiftLeft_shiftRight (x n : Nat) : (x <<< n) >>> n = x := by
  rw [shiftLeft_eq, shiftRight_eq_div_pow, Nat.mul_div_cancel x (Nat.pow_pos (by decide))]

theorem shiftRight_le (m n : Nat) : m >>> n ≤ m := by
  rw [shiftRight_eq_div_pow]
  exact Nat.div_le_self m _

/-! ### Bitwise operations with 0 -/

@[simp] theorem land_eq (m n : Nat) : m.land n = m &&& n := rfl

@[simp] theorem lor_eq (m n : Nat) : m.lor n = m ||| n := rfl

@[simp] theorem xor_eq (m n : Nat) : m.xor n = m ^^^ n := rfl

@[simp] theorem zero_and (x : Nat) : 0 &&& x = 0 := rfl

@[simp] theorem zero_or (x : Nat) : 0 ||| x = x := rfl

@[simp] theorem zero_xor (x : Nat) : 0 ^^^ x = x := rfl

@[simp] theorem and_zero (x : Nat) : x &&& 0 = 0 := by cases x <;> rfl

@[simp] theorem or_zero (x : Nat) : x ||| 0 = x := by cases x <;> rfl

@[simp] theorem xor_zero (x : Nat) : x ^^^ 0 = x := by cases x <;> rfl

end Nat

namespace Lean.Omega.Int

theorem ofNat_shiftLeft_eq {x y : Nat} : ((x <<< y : Nat) : Int) = (x : Int) * (2 ^ y : Nat) := by
  rw [Nat.shiftLeft_eq]
  rfl

theorem ofNat_shiftRight_eq_div_pow {x y : Nat} :
    ((x >>> y : Nat) : Int) = (x : Int) / (2 ^ y : Nat) := by
  rw [Nat.shiftRight_eq_div_pow]
  rfl

end Lean.Omega.Int
