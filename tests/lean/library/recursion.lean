prelude
import Init

/-! Structural, well-founded and mutual recursion; their equations and induction principles. -/

def fib : Nat → Nat
  | 0 => 0
  | 1 => 1
  | n + 2 => fib n + fib (n + 1)
example : fib 20 = 6765 := by decide
example (n : Nat) : fib (n + 2) = fib n + fib (n + 1) := by rw [fib]

def ack : Nat → Nat → Nat
  | 0, n => n + 1
  | m + 1, 0 => ack m 1
  | m + 1, n + 1 => ack m (ack (m + 1) n)
example : ack 2 1 = 5 := by simp [ack]
example (m n : Nat) : n < ack m n := by
  fun_induction ack with
  | case1 n => simp
  | case2 m ih => omega
  | case3 m n ih₁ ih₂ => omega

def half (n : Nat) : Nat := if n < 2 then 0 else half (n - 2) + 1
example : half 7 = 3 := by simp [half]
theorem half_le (n : Nat) : half n ≤ n := by
  induction n using half.induct with
  | case1 n h => simp [half, h]
  | case2 n h ih => rw [half, if_neg h]; omega

def euclid (a b : Nat) : Nat := if h : b = 0 then a else euclid b (a % b)
termination_by b
decreasing_by exact Nat.mod_lt _ (by omega)
example : euclid 12 18 = 6 := by simp [euclid]

mutual
def isEven : Nat → Bool
  | 0 => true
  | n + 1 => isOdd n
def isOdd : Nat → Bool
  | 0 => false
  | n + 1 => isEven n
end
example : isEven 10 = true := by decide
example (n : Nat) : isEven (n + 2) = isEven n := by simp [isEven, isOdd]

def merge : List Nat → List Nat → List Nat
  | [], bs => bs
  | as, [] => as
  | a :: as, b :: bs => if a ≤ b then a :: merge as (b :: bs) else b :: merge (a :: as) bs
termination_by as bs => as.length + bs.length
theorem length_merge (as bs : List Nat) : (merge as bs).length = as.length + bs.length := by
  fun_induction merge <;> simp_all <;> omega

inductive Term where
  | var (n : Nat)
  | app (f a : Term)
def Term.depth : Term → Nat
  | var _ => 0
  | app f a => max f.depth a.depth + 1
def Term.count : Term → Nat
  | var _ => 1
  | app f a => f.count + a.count
theorem Term.count_pos (t : Term) : 0 < t.count := by
  induction t with
  | var n => exact Nat.zero_lt_one
  | app f a hf ha => rw [count]; omega
