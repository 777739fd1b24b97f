prelude
import Init

/-! `simp +arith`: every example must be accepted. -/

-- natural numbers
example (a b : Nat) (h : a < b) : a + 1 < b + 1 := by simp +arith [h]
example (a b : Nat) : a + b + 1 ≤ 2 * a + b + 5 := by simp +arith
example (a b : Nat) (h : a + 4 = b + 1 + 3) : a = b := by simp +arith at h; exact h
example (a b : Nat) (h : a + 3 < b + 1 + 2 + a) : 0 < b := by simp +arith at h; exact h
example (a b : Nat) : a + b + a = 2 * a + b := by simp +arith
example (a b : Nat) : ¬ (a + b + 1 = b + a) := by simp +arith
example (a b : Nat) : ¬ (a + b + 1 ≤ b + a) := by simp +arith
example (a b : Nat) (h : ¬ (a ≤ b + 1)) : b + 2 ≤ a := by simp +arith at h; exact h
example (a b c : Nat) (h : a * b + c < 1 + a * b) : c = 0 := by simp +arith at h; exact h

-- integers
example (a b : Int) (h : a < b) : a + 1 < b + 1 := by simp +arith [h]
example (a b : Int) : a + b + 1 ≤ 2 * a + b + 5 - a := by simp +arith
example (a b : Int) (h : a + 3 = b + 1 + 2) : a = b := by simp +arith at h; exact h
example (a : Int) (h : a + 3 = 5 - 1) : a = 1 := by simp +arith at h; exact h
example (a b : Int) (h : 2 * a + 4 * b = 8) : a + 2 * b = 4 := by simp +arith at h; omega
example (a b : Int) (h : 2 * a + 4 * b ≤ 7) : a + 2 * b ≤ 3 := by simp +arith at h; omega
example (a b : Int) : ¬ (2 * a + 4 * b = 7) := by simp +arith
example (a b : Int) : ¬ (2 * a + 4 * b + 1 ≤ 2 * a + b * 4) := by simp +arith
example (a b : Int) (h : (6 : Int) ∣ 2 * a + 4 * b) : (3 : Int) ∣ a + 2 * b := by
  simp +arith at h
  exact h
example (a b : Int) : ¬ (6 : Int) ∣ 2 * a + 4 * b + 1 := by simp +arith
example (p : Int → Prop) (a b : Int) (h : p (a - b + a)) : p (2 * a + -1 * b) := by
  simp +arith at h
  exact h

-- what does not follow is refused
example (a b : Nat) (h : b ≤ a) : a + b ≤ 2 * a := by
  fail_if_success (simp +arith; done)
  omega
example (a b : Int) (h : a = 0) : 2 * a + 4 * b ≠ 6 := by
  fail_if_success (simp +arith; done)
  omega
