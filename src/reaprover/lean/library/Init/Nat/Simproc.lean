prelude
import Init.Nat.Pow
/-!
# Natural numbers: equations behind the arithmetic of `simp`

`simp` moves literals in `x + 5 ≤ y + 2`, `x + 3 = 7`, `x + 3 - 2` with these.
-/

namespace Nat.Simproc

/-! ## Differences -/

theorem sub_add_eq_comm (a b c : Nat) : a - (b + c) = a - c - b := by omega
theorem add_sub_add_le (a c : Nat) {b d : Nat} (h : b ≤ d) : a + b - (c + d) = a - (c + (d - b)) := by omega
theorem add_sub_add_ge (a c : Nat) {b d : Nat} (h : b ≥ d) : a + b - (c + d) = a + (b - d) - c := by omega
theorem add_sub_le (a : Nat) {b c : Nat} (h : b ≤ c) : a + b - c = a - (c - b) := by omega

/-! ## Equations -/

theorem add_eq_gt (a : Nat) {b c : Nat} (h : b > c) : (a + b = c) = False := eq_false (by omega)
theorem eq_add_gt (a : Nat) {b c : Nat} (h : c > a) : (a = b + c) = False := eq_false (by omega)
theorem add_eq_add_le (a c : Nat) {b d : Nat} (h : b ≤ d) : (a + b = c + d) = (a = c + (d - b)) := propext (by omega)
theorem add_eq_add_ge (a c : Nat) {b d : Nat} (h : b ≥ d) : (a + b = c + d) = (a + (b - d) = c) := propext (by omega)
theorem add_eq_le (a : Nat) {b c : Nat} (h : b ≤ c) : (a + b = c) = (a = c - b) := propext (by omega)
theorem eq_add_le {a : Nat} (b : Nat) {c : Nat} (h : c ≤ a) : (a = b + c) = (b = a - c) := propext (by omega)
theorem beqEqOfEqEq {a b c d : Nat} (p : (a = b) = (c = d)) : (a == b) = (c == d) := by
  rw [Bool.eq_iff_iff, beq_iff_eq, beq_iff_eq, p]
theorem beqFalseOfEqFalse {a b : Nat} (p : (a = b) = False) : (a == b) = false := beq_false_of_ne (of_eq_false p)
theorem bneEqOfEqEq {a b c d : Nat} (p : (a = b) = (c = d)) : (a != b) = (c != d) := congrArg not (beqEqOfEqEq p)
theorem bneTrueOfEqFalse {a b : Nat} (p : (a = b) = False) : (a != b) = true := congrArg not (beqFalseOfEqFalse p)

/-! ## Inequalities -/

theorem add_le_add_le (a c : Nat) {b d : Nat} (h : b ≤ d) : (a + b ≤ c + d) = (a ≤ c + (d - b)) := propext (by omega)
theorem add_le_add_ge (a c : Nat) {b d : Nat} (h : b ≥ d) : (a + b ≤ c + d) = (a + (b - d) ≤ c) := propext (by omega)
theorem add_le_le (a : Nat) {b c : Nat} (h : b ≤ c) : (a + b ≤ c) = (a ≤ c - b) := propext (by omega)
theorem add_le_gt (a : Nat) {b c : Nat} (h : b > c) : (a + b ≤ c) = False := eq_false (by omega)
theorem le_add_le (a : Nat) {b c : Nat} (h : a ≤ c) : (a ≤ b + c) = True := eq_true (by omega)
theorem le_add_ge (a : Nat) {b c : Nat} (h : a ≥ c) : (a ≤ b + c) = (a - c ≤ b) := propext (by omega)

end Nat.Simproc
