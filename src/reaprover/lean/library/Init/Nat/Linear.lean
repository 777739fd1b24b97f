/-
Linear arithmetic of natural numbers inside `simp +arith`.

The simplifier reifies a term, or an equation or inequality, to expressions over numbered atoms,
computes a simpler expression, and asks the kernel to compare the two. Here an expression becomes
the list of its coefficients, the constant first; a comparison becomes two such lists with what
they have in common taken away from both.
-/
prelude
import Init.Nat.Gcd

/-- The values of numbered atoms, as a tree for fast access. -/
inductive Lean.RArray.{u} (α : Type u) : Type u where
  | leaf (x : α)
  | branch (p : Nat) (l r : RArray α)

/-- The value at a position. -/
def Lean.RArray.get.{u} {α : Type u} : Lean.RArray α → Nat → α
  | .leaf x, _ => x
  | .branch p l r, n => bif Nat.ble p n then r.get n else l.get n

namespace Nat.Internal.Linear

/-- The number of an atom. -/
abbrev Var := Nat

/-- The values of the atoms. -/
abbrev Context := Lean.RArray Nat

/-- A linear expression. -/
inductive Expr where
  | num (v : Nat)
  | var (i : Var)
  | add (a b : Expr)
  | mulL (k : Nat) (a : Expr)
  | mulR (a : Expr) (k : Nat)

/-- An equation, or an inequality `lhs ≤ rhs`. -/
structure ExprCnstr where
  eq : Bool
  lhs : Expr
  rhs : Expr

/-- The value of an atom. -/
def Var.denote (ctx : Context) (v : Var) : Nat := ctx.get v

/-- The value of an expression. -/
def Expr.denote (ctx : Context) : Expr → Nat
  | .num k => k
  | .var v => Var.denote ctx v
  | .add a b => a.denote ctx + b.denote ctx
  | .mulL k a => k * a.denote ctx
  | .mulR a k => a.denote ctx * k

/-- What an equation or inequality says. -/
def ExprCnstr.denote (ctx : Context) (c : ExprCnstr) : Prop :=
  bif c.eq then c.lhs.denote ctx = c.rhs.denote ctx else c.lhs.denote ctx ≤ c.rhs.denote ctx

/-! ### Lists of coefficients -/

/-- The constant 1, then the values of the atoms. -/
def values (ctx : Context) : Nat → Nat
  | 0 => 1
  | i + 1 => ctx.get i

/-- The value of a list of coefficients. -/
def dot : List Nat → (Nat → Nat) → Nat
  | [], _ => 0
  | x :: xs, f => x * f 0 + dot xs (fun i => f (i + 1))

/-- The list for one atom. -/
def unit : Nat → List Nat
  | 0 => [1]
  | i + 1 => 0 :: unit i

/-- The sum. -/
def sum : List Nat → List Nat → List Nat
  | [], ys => ys
  | x :: xs, [] => x :: xs
  | x :: xs, y :: ys => (x + y) :: sum xs ys

/-- A multiple. -/
def scale (k : Nat) : List Nat → List Nat
  | [] => []
  | x :: xs => k * x :: scale k xs

/-- What the first list has more than the second. -/
def excess : List Nat → List Nat → List Nat
  | [], _ => []
  | x :: xs, [] => x :: xs
  | x :: xs, y :: ys => (x - y) :: excess xs ys

/-- Whether all coefficients are 0. -/
def isZero : List Nat → Bool
  | [] => true
  | x :: xs => Nat.beq x 0 && isZero xs

/-- Whether the constant is positive. -/
def isPos : List Nat → Bool
  | [] => false
  | x :: _ => Nat.ble 1 x

/-- Equality up to zeros at the end. -/
def same : List Nat → List Nat → Bool
  | [], ys => isZero ys
  | x :: xs, [] => isZero (x :: xs)
  | x :: xs, y :: ys => Nat.beq x y && same xs ys

/-- The coefficients of an expression. -/
def Expr.coeffs : Expr → List Nat
  | .num k => [k]
  | .var v => unit (v + 1)
  | .add a b => sum a.coeffs b.coeffs
  | .mulL k a => scale k a.coeffs
  | .mulR a k => scale k a.coeffs

/-- What the left side has more than the right side. -/
def ExprCnstr.left (c : ExprCnstr) : List Nat := excess c.lhs.coeffs c.rhs.coeffs

/-- What the right side has more than the left side. -/
def ExprCnstr.right (c : ExprCnstr) : List Nat := excess c.rhs.coeffs c.lhs.coeffs

/-- Whether two equations or inequalities are the same after cancellation. -/
def ExprCnstr.agree (c d : ExprCnstr) : Bool :=
  Bool.beq c.eq d.eq && same c.left d.left && same c.right d.right

/-- Whether cancellation shows that it holds. -/
def ExprCnstr.isValid (c : ExprCnstr) : Bool :=
  isZero c.left && (bif c.eq then isZero c.right else true)

/-- Whether cancellation shows that it fails. -/
def ExprCnstr.isUnsat (c : ExprCnstr) : Bool :=
  (isPos c.left && isZero c.right) || (c.eq && isZero c.left && isPos c.right)

/-! ### Their values -/

private theorem dot_unit (i : Nat) (f : Nat → Nat) : dot (unit i) f = f i := by
  induction i generalizing f with
  | zero => exact Nat.one_mul _
  | succ i ih => exact (congrArg (_ + ·) (ih _)).trans (by rw [Nat.zero_mul, Nat.zero_add])

private theorem dot_sum (xs ys : List Nat) (f : Nat → Nat) :
    dot (sum xs ys) f = dot xs f + dot ys f := by
  induction xs generalizing ys f with
  | nil => exact (Nat.zero_add _).symm
  | cons x xs ih =>
    cases ys with
    | nil => rfl
    | cons y ys =>
      show (x + y) * f 0 + dot (sum xs ys) _ = x * f 0 + dot xs _ + (y * f 0 + dot ys _)
      rw [ih, Nat.add_mul]
      ac_rfl

private theorem dot_scale (k : Nat) (xs : List Nat) (f : Nat → Nat) :
    dot (scale k xs) f = k * dot xs f := by
  induction xs generalizing f with
  | nil => rfl
  | cons x xs ih =>
    show k * x * f 0 + dot (scale k xs) _ = k * (x * f 0 + dot xs _)
    rw [ih, Nat.mul_add, Nat.mul_assoc]

private theorem dot_isZero {xs : List Nat} (h : isZero xs = true) (f : Nat → Nat) :
    dot xs f = 0 := by
  induction xs generalizing f with
  | nil => rfl
  | cons x xs ih =>
    have h : (Nat.beq x 0 && isZero xs) = true := h
    rw [Bool.and_eq_true] at h
    show x * f 0 + dot xs _ = 0
    rw [Nat.eq_of_beq_eq_true h.1, ih h.2, Nat.zero_mul]

private theorem dot_same {xs ys : List Nat} (h : same xs ys = true) (f : Nat → Nat) :
    dot xs f = dot ys f := by
  induction xs generalizing ys f with
  | nil => exact (dot_isZero h f).symm
  | cons x xs ih =>
    cases ys with
    | nil => exact dot_isZero h f
    | cons y ys =>
      have h : (Nat.beq x y && same xs ys) = true := h
      rw [Bool.and_eq_true] at h
      show x * f 0 + dot xs _ = y * f 0 + dot ys _
      rw [Nat.eq_of_beq_eq_true h.1, ih h.2]

private theorem dot_isPos {xs : List Nat} (h : isPos xs = true) (ctx : Context) :
    0 < dot xs (values ctx) := by
  cases xs with
  | nil => exact Bool.noConfusion h
  | cons x xs =>
    have h : 1 ≤ x := Nat.le_of_ble_eq_true h
    show 0 < x * 1 + dot xs _
    omega

private theorem dot_excess (xs ys : List Nat) (f : Nat → Nat) :
    dot xs f + dot (excess ys xs) f = dot ys f + dot (excess xs ys) f := by
  induction xs generalizing ys f with
  | nil =>
    cases ys with
    | nil => rfl
    | cons y ys => exact Nat.add_comm _ _
  | cons x xs ih =>
    cases ys with
    | nil => exact Nat.add_comm _ _
    | cons y ys =>
      show x * f 0 + dot xs _ + ((y - x) * f 0 + dot (excess ys xs) _) =
        y * f 0 + dot ys _ + ((x - y) * f 0 + dot (excess xs ys) _)
      have e := ih ys (fun i => f (i + 1))
      have h : x * f 0 + (y - x) * f 0 = y * f 0 + (x - y) * f 0 := by
        rw [← Nat.add_mul, ← Nat.add_mul]
        congr 1
        omega
      omega

theorem Expr.coeffs_denote (ctx : Context) (e : Expr) :
    dot e.coeffs (values ctx) = e.denote ctx := by
  induction e with
  | num k => exact Nat.mul_one k
  | var v => exact dot_unit (v + 1) (values ctx)
  | add a b iha ihb => exact (dot_sum _ _ _).trans (by rw [iha, ihb]; rfl)
  | mulL k a ih => exact (dot_scale _ _ _).trans (by rw [ih]; rfl)
  | mulR a k ih => exact (dot_scale _ _ _).trans (by rw [ih, Nat.mul_comm]; rfl)

/-- Both sides are a common part and what they have more than the other. -/
private theorem ExprCnstr.sides (ctx : Context) (c : ExprCnstr) :
    c.lhs.denote ctx + dot c.right (values ctx) = c.rhs.denote ctx + dot c.left (values ctx) := by
  rw [← Expr.coeffs_denote, ← Expr.coeffs_denote]
  exact dot_excess _ _ _

private theorem ExprCnstr.denote_iff (ctx : Context) (c : ExprCnstr) : c.denote ctx ↔
    bif c.eq then dot c.left (values ctx) = dot c.right (values ctx)
    else dot c.left (values ctx) ≤ dot c.right (values ctx) := by
  have h := c.sides ctx
  unfold ExprCnstr.denote
  cases c.eq with
  | true =>
    show _ = _ ↔ _ = _
    omega
  | false =>
    show _ ≤ _ ↔ _ ≤ _
    omega

/-! ### What the simplifier uses -/

theorem Expr.eq_of_toNormPoly_eq (ctx : Context) (e e' : Expr)
    (h : same e.coeffs e'.coeffs = true) : e.denote ctx = e'.denote ctx := by
  rw [← Expr.coeffs_denote, ← Expr.coeffs_denote, dot_same h]

theorem ExprCnstr.eq_of_toNormPoly_eq (ctx : Context) (c d : ExprCnstr)
    (h : c.agree d = true) : c.denote ctx = d.denote ctx := by
  have h : (Bool.beq c.eq d.eq && same c.left d.left && same c.right d.right) = true := h
  rw [Bool.and_eq_true, Bool.and_eq_true] at h
  have he : c.eq = d.eq := by
    have g := h.1.1
    cases hc : c.eq <;> cases hd : d.eq <;> first | rfl | (rw [hc, hd] at g; exact Bool.noConfusion g)
  refine propext ?_
  rw [denote_iff, denote_iff, dot_same h.1.2, dot_same h.2, he]

theorem ExprCnstr.eq_true_of_isValid (ctx : Context) (c : ExprCnstr) (h : c.isValid = true) :
    c.denote ctx = True := by
  refine eq_true ((denote_iff ctx c).2 ?_)
  have h : (isZero c.left && (bif c.eq then isZero c.right else true)) = true := h
  rw [Bool.and_eq_true] at h
  cases he : c.eq with
  | true =>
    rw [he] at h
    show _ = _
    rw [dot_isZero h.1, dot_isZero h.2]
  | false =>
    show _ ≤ _
    rw [dot_isZero h.1]
    exact Nat.zero_le _

theorem ExprCnstr.eq_false_of_isUnsat (ctx : Context) (c : ExprCnstr) (h : c.isUnsat = true) :
    c.denote ctx = False := by
  refine eq_false fun g => ?_
  have g := (denote_iff ctx c).1 g
  have h : ((isPos c.left && isZero c.right) || (c.eq && isZero c.left && isPos c.right)) = true := h
  rw [Bool.or_eq_true, Bool.and_eq_true, Bool.and_eq_true, Bool.and_eq_true] at h
  have le : dot c.left (values ctx) ≤ dot c.right (values ctx) := by
    cases he : c.eq with
    | true => rw [he] at g; exact Nat.le_of_eq g
    | false => rw [he] at g; exact g
  cases h with
  | inl h =>
    have hp := dot_isPos h.1 ctx
    have hz := dot_isZero h.2 (values ctx)
    omega
  | inr h =>
    have hp := dot_isPos h.2 ctx
    have hz := dot_isZero h.1.2 (values ctx)
    have he := h.1.1
    rw [he] at g
    have g : dot c.left (values ctx) = dot c.right (values ctx) := g
    omega

end Nat.Internal.Linear
