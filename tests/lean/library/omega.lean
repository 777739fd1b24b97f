prelude
import Init

/-! `omega`: every example must be accepted. -/

-- linear inequalities and equations
example (a b c : Nat) (h : a < b) (g : b < c) : a + 2 ≤ c := by omega
example (n : Nat) (h : 5 * n = 3 * n + 8) : n = 4 := by omega
example (x y : Int) (h : 3 * x + 2 * y = 7) (g : x - y = -1) : x = 1 ∧ y = 2 := by omega
example (x y : Int) (h : x ≤ y) (g : y ≤ x) : x = y := by omega
example (a b : Nat) (h : a ≠ b) : a < b ∨ b < a := by omega
example (x : Int) (h : 0 < x) (g : x < 1) : False := by omega
example (a b c d : Int) (h : a < b) (g : c < d) : a + c + 2 ≤ b + d := by omega
example (a b c : Nat) (h : a + b = c) (g : 2 * c ≤ a + b) : c = 0 := by omega

-- equations without a solution modulo a number
example (x y : Int) : 4 * x + 6 * y ≠ 9 := by omega
example (x y z : Int) (h : 6 * x + 9 * y + 15 * z = 4) : False := by omega

-- equations with large coefficients (balanced remainders)
example (x y : Int) (h : 17 * x + 12 * y = 5) (g : 0 ≤ x) (k : x < 5) : y ≠ 1 := by omega
example (x y z : Nat) (h : 13 * x + 21 * y + 34 * z = 54) (g : x = y + 1) : z ≠ 2 := by omega
example (x y : Int) (h : 101 * x + 37 * y = 1) (g : 0 ≤ x) (k : x ≤ 10) : x = 11 ∨ x < 11 := by
  omega

-- subtraction of natural numbers
example (a b : Nat) (h : b ≤ a) : a - b + b = a := by omega
example (a b c : Nat) : a - b - c = a - c - b := by omega
example (a b : Nat) : a - b = 0 ∨ b - a = 0 := by omega
example (n : Nat) (h : n - 3 = 4) : n = 7 := by omega
example (a b c : Nat) (h : a < b - c) : a + c < b := by omega

-- quotients and remainders
example (n : Nat) : n % 6 < 6 := by omega
example (n : Nat) (h : n % 6 = 5) : n % 3 = 2 ∧ n % 2 = 1 := by omega
example (n : Nat) : n = 10 * (n / 10) + n % 10 := by omega
example (x : Int) : 0 ≤ x % 7 ∧ x % 7 < 7 := by omega
example (x : Int) (h : x % 2 = 0) (g : x % 3 = 0) : x % 6 = 0 := by omega
example (x : Int) (h : x / 4 = -1) : -4 ≤ x ∧ x ≤ -1 := by omega
example (a b : Nat) (h : a / 2 < b / 2) : a < b := by omega
example (n k : Nat) : n % 2 ^ k < 2 ^ k := by omega
example (n : Nat) : n <<< 2 = 4 * n := by omega
example (n : Nat) : n >>> 3 = n / 8 := by omega

-- divisibility
example (a b : Nat) (h : 3 ∣ a) (g : 3 ∣ b) : 3 ∣ 2 * a + b := by omega
example (a : Nat) (h : ¬ 2 ∣ a) : 2 ∣ a + 1 := by omega
example (x : Int) (h : (6 : Int) ∣ x) : (2 : Int) ∣ x := by omega

-- minimum, maximum, absolute value, casts, if-then-else
example (a b : Nat) : min a b + max a b = a + b := by omega
example (x y : Int) (h : max x y ≤ 3) : x + y ≤ 6 := by omega
example (x : Int) (h : -3 ≤ x) (g : x ≤ 3) : x.natAbs ≤ 3 := by omega
example (x : Int) : x.toNat = 0 ∨ (x.toNat : Int) = x := by omega
example (a b : Nat) (h : (a : Int) - b = 3) : a = b + 3 := by omega
example (a : Nat) : 0 ≤ (a : Int) := by omega
example (x : Int) : (if x < 0 then -x else x) = x.natAbs := by omega

-- numbers below a bound
example (n : Nat) (i j : Fin n) (h : i < j) : i.val + 1 < n := by omega
example (n : Nat) (i j : Fin n) (h : i ≠ j) : i < j ∨ j < i := by omega
example (i j : Fin 10) (h : i.val + j.val < 10) : (i + j).val = i.val + j.val := by omega
example (i : Fin 10) (h : i = 7) : i.val < 8 := by omega

-- propositional structure
example (a b c : Nat) (h : a < b ∨ c < b) (g : b ≤ a) : c < a ∨ c < b := by omega
example (a b : Nat) (h : ¬ (a < b ∨ b < a)) : a = b := by omega
example (a b : Nat) (h : ¬ (a ≤ 3 ∧ b ≤ 3)) : 3 < a + b := by omega
example (a b : Nat) (h : a < 3 → b < 3) (g : 3 ≤ b) : 3 ≤ a := by omega
example (a b : Nat) (h : a < 3 ↔ b < 3) (g : b = 5) : 3 ≤ a := by omega
example (h : ∃ n : Nat, n < 3 ∧ 3 < n) : False := by omega
example (s : { n : Nat // n < 5 }) : s.val ≤ 4 := by omega
example (a b : Nat) (h : a * b < 5) (g : 7 ≤ b * a + a * b) : a * b = 4 := by
  rw [Nat.mul_comm b a] at g
  omega
example (a b c d : Nat) (h : Prod.Lex (· < ·) (· < ·) (a, b) (c, d)) : a ≤ c := by omega

-- what does not follow is refused
example : True := by
  fail_if_success have : ∀ a b : Nat, a - b + b = a := fun a b => by omega
  fail_if_success have : ∀ x y : Int, 2 * x ≠ 6 * y := fun x y => by omega
  fail_if_success have : ∀ x y : Int, x * y = y * x + 1 := fun x y => by omega
  trivial
