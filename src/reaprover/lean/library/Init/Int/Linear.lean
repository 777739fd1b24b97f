/-
Linear arithmetic of integers inside `simp +arith`, after the pattern of `Init.Nat.Linear`: the
simplifier reifies terms to expressions over numbered atoms, computes a polynomial, and asks the
kernel to compare lists of coefficients, the constant first.
-/
prelude
import Init.Nat.Linear
import Init.Int.DivMod

namespace Int.Internal.Linear

/-- The number of an atom. -/
abbrev Var := Nat

/-- The values of the atoms. -/
abbrev Context := Lean.RArray Int

/-- The value of an atom. -/
def Var.denote (ctx : Context) (v : Var) : Int := ctx.get v

/-- A linear expression. -/
inductive Expr where
  | num (v : Int)
  | var (i : Var)
  | add (a b : Expr)
  | sub (a b : Expr)
  | neg (a : Expr)
  | mulL (k : Int) (a : Expr)
  | mulR (a : Expr) (k : Int)

/-- The value of an expression. -/
def Expr.denote (ctx : Context) : Expr → Int
  | .num k => k
  | .var v => Var.denote ctx v
  | .add a b => a.denote ctx + b.denote ctx
  | .sub a b => a.denote ctx - b.denote ctx
  | .neg a => -a.denote ctx
  | .mulL k a => k * a.denote ctx
  | .mulR a k => a.denote ctx * k

/-- A linear polynomial. -/
inductive Poly where
  | num (k : Int)
  | add (k : Int) (v : Var) (p : Poly)

/-- The value of a polynomial after a sum, without factors 1 and without adding 0. -/
def Poly.denote'.go (ctx : Context) (r : Int) : Poly → Int
  | .num 0 => r
  | .num k => r + k
  | .add 1 v p => go ctx (r + Var.denote ctx v) p
  | .add k v p => go ctx (r + k * Var.denote ctx v) p

/-- The value of a polynomial, in the form in which it is shown. -/
def Poly.denote' (ctx : Context) : Poly → Int
  | .num k => k
  | .add 1 v p => denote'.go ctx (Var.denote ctx v) p
  | .add k v p => denote'.go ctx (k * Var.denote ctx v) p

/-! ### Lists of coefficients -/

/-- The constant 1, then the values of the atoms. -/
def values (ctx : Context) : Nat → Int
  | 0 => 1
  | i + 1 => ctx.get i

/-- The value of a list of coefficients. -/
def dot : List Int → (Nat → Int) → Int
  | [], _ => 0
  | x :: xs, f => x * f 0 + dot xs (fun i => f (i + 1))

/-- The list for one atom. -/
def unit : Nat → List Int
  | 0 => [1]
  | i + 1 => 0 :: unit i

/-- A multiple. -/
def scale (k : Int) : List Int → List Int
  | [] => []
  | x :: xs => k * x :: scale k xs

/-- A linear combination. -/
def combo (a : Int) (xs : List Int) (b : Int) (ys : List Int) : List Int :=
  match xs, ys with
  | [], ys => scale b ys
  | x :: xs, [] => a * x :: scale a xs
  | x :: xs, y :: ys => (a * x + b * y) :: combo a xs b ys

/-- Whether all coefficients are 0. -/
def isZero : List Int → Bool
  | [] => true
  | x :: xs => decide (x = 0) && isZero xs

/-- The constant. -/
def const : List Int → Int
  | [] => 0
  | x :: _ => x

/-- Whether there are no atoms. -/
def isConst : List Int → Bool
  | [] => true
  | _ :: xs => isZero xs

/-- Whether all coefficients are divisible by a number. -/
def divisible (k : Int) : List Int → Bool
  | [] => true
  | x :: xs => decide (x % k = 0) && divisible k xs

/-- Whether the coefficients of the atoms are divisible by a number. -/
def divisibleAtoms (k : Int) : List Int → Bool
  | [] => true
  | _ :: xs => divisible k xs

/-- The greatest common divisor of a number and all coefficients. -/
def gcdAll (g : Nat) : List Int → Nat
  | [] => g
  | x :: xs => gcdAll (Nat.gcd x.natAbs g) xs

/-- The greatest common divisor of a number and the coefficients of the atoms. -/
def gcdAtoms (g : Nat) : List Int → Nat
  | [] => g
  | _ :: xs => gcdAll g xs

/-- The coefficients of an expression. -/
def Expr.coeffs : Expr → List Int
  | .num k => [k]
  | .var v => unit (v + 1)
  | .add a b => combo 1 a.coeffs 1 b.coeffs
  | .sub a b => combo 1 a.coeffs (-1) b.coeffs
  | .neg a => scale (-1) a.coeffs
  | .mulL k a => scale k a.coeffs
  | .mulR a k => scale k a.coeffs

/-- The coefficients of a polynomial. -/
def Poly.coeffs : Poly → List Int
  | .num k => [k]
  | .add k v p => combo k (unit (v + 1)) 1 p.coeffs

/-! ### Their values -/

private theorem dot_unit (i : Nat) (f : Nat → Int) : dot (unit i) f = f i := by
  induction i generalizing f with
  | zero =>
    show 1 * f 0 + 0 = f 0
    omega
  | succ i ih =>
    show 0 * f 0 + dot (unit i) _ = f (i + 1)
    rw [ih, Int.zero_mul, Int.zero_add]

private theorem dot_scale (k : Int) (xs : List Int) (f : Nat → Int) :
    dot (scale k xs) f = k * dot xs f := by
  induction xs generalizing f with
  | nil => exact (Int.mul_zero k).symm
  | cons x xs ih =>
    show k * x * f 0 + dot (scale k xs) _ = k * (x * f 0 + dot xs _)
    rw [ih, Int.mul_add, Int.mul_assoc]

private theorem dot_combo (a b : Int) (xs ys : List Int) (f : Nat → Int) :
    dot (combo a xs b ys) f = a * dot xs f + b * dot ys f := by
  induction xs generalizing ys f with
  | nil =>
    refine (dot_scale b ys f).trans ?_
    show _ = a * 0 + _
    rw [Int.mul_zero, Int.zero_add]
  | cons x xs ih =>
    cases ys with
    | nil =>
      refine (dot_scale a (x :: xs) f).trans ?_
      show _ = _ + b * 0
      rw [Int.mul_zero, Int.add_zero]
    | cons y ys =>
      show (a * x + b * y) * f 0 + dot (combo a xs b ys) _ =
        a * (x * f 0 + dot xs _) + b * (y * f 0 + dot ys _)
      rw [ih, Int.add_mul, Int.mul_add, Int.mul_add, Int.mul_assoc, Int.mul_assoc]
      ac_rfl

private theorem dot_isZero {xs : List Int} (h : isZero xs = true) (f : Nat → Int) :
    dot xs f = 0 := by
  induction xs generalizing f with
  | nil => rfl
  | cons x xs ih =>
    have h : (decide (x = 0) && isZero xs) = true := h
    rw [Bool.and_eq_true] at h
    show x * f 0 + dot xs _ = 0
    rw [of_decide_eq_true h.1, ih h.2, Int.zero_mul, Int.zero_add]

private theorem dot_isConst {xs : List Int} (h : isConst xs = true) (ctx : Context) :
    dot xs (values ctx) = const xs := by
  cases xs with
  | nil => rfl
  | cons x xs =>
    show x * 1 + dot xs _ = x
    rw [dot_isZero h, Int.mul_one, Int.add_zero]

private theorem dvd_dot {k : Int} {xs : List Int} (h : divisible k xs = true) (f : Nat → Int) :
    k ∣ dot xs f := by
  induction xs generalizing f with
  | nil => exact Int.dvd_zero k
  | cons x xs ih =>
    have h : (decide (x % k = 0) && divisible k xs) = true := h
    rw [Bool.and_eq_true] at h
    exact Int.dvd_add (Int.dvd_mul_of_dvd (dvd_of_emod_eq_zero (of_decide_eq_true h.1)) _) (ih h.2 _)

private theorem dvd_dot_sub_const {k : Int} {xs : List Int} (h : divisibleAtoms k xs = true)
    (ctx : Context) : k ∣ dot xs (values ctx) - const xs := by
  cases xs with
  | nil => exact Int.dvd_zero k
  | cons x xs =>
    have e : dot (x :: xs) (values ctx) - x = dot xs (fun i => values ctx (i + 1)) := by
      show x * 1 + dot xs _ - x = dot xs _
      omega
    show k ∣ dot (x :: xs) (values ctx) - x
    rw [e]
    exact dvd_dot h _

private theorem gcdAll_dvd (g : Nat) (xs : List Int) :
    gcdAll g xs ∣ g ∧ ∀ f : Nat → Int, (↑(gcdAll g xs) : Int) ∣ dot xs f := by
  induction xs generalizing g with
  | nil => exact ⟨Nat.dvd_refl g, fun f => Int.dvd_zero _⟩
  | cons x xs ih =>
    have h := ih (Nat.gcd x.natAbs g)
    refine ⟨Nat.dvd_trans h.1 (Nat.gcd_dvd_right _ _), fun f => ?_⟩
    exact Int.dvd_add (Int.dvd_mul_of_dvd (natCast_dvd.2 (Nat.dvd_trans h.1 (Nat.gcd_dvd_left _ _))) _)
      (h.2 _)

theorem Expr.coeffs_denote (ctx : Context) (e : Expr) :
    dot e.coeffs (values ctx) = e.denote ctx := by
  induction e with
  | num k =>
    show k * 1 + 0 = k
    omega
  | var v => exact dot_unit (v + 1) (values ctx)
  | add a b iha ihb =>
    refine (dot_combo _ _ _ _ _).trans ?_
    rw [iha, ihb, Int.one_mul, Int.one_mul]
    rfl
  | sub a b iha ihb =>
    refine (dot_combo _ _ _ _ _).trans ?_
    rw [iha, ihb, Int.one_mul, Int.neg_mul, Int.one_mul]
    rfl
  | neg a ih =>
    refine (dot_scale _ _ _).trans ?_
    rw [ih, Int.neg_mul, Int.one_mul]
    rfl
  | mulL k a ih => exact (dot_scale _ _ _).trans (by rw [ih]; rfl)
  | mulR a k ih => exact (dot_scale _ _ _).trans (by rw [ih, Int.mul_comm]; rfl)

private theorem Poly.go_eq (ctx : Context) (r : Int) (p : Poly) :
    denote'.go ctx r p = r + dot p.coeffs (values ctx) := by
  induction p generalizing r with
  | num k =>
    show _ = r + (k * 1 + 0)
    unfold denote'.go
    split
    next h => cases h; omega
    next h => cases h; omega
    next h => cases h
    next h => cases h
  | add k v p ih =>
    have e : dot (Poly.add k v p).coeffs (values ctx) =
        k * Var.denote ctx v + dot p.coeffs (values ctx) := by
      refine (dot_combo _ _ _ _ _).trans ?_
      rw [dot_unit, Int.one_mul]
      rfl
    rw [e]
    unfold denote'.go
    split
    next h => cases h
    next h => cases h
    next h => cases h; rw [ih, Int.one_mul, Int.add_assoc]
    next h => cases h; rw [ih, Int.add_assoc]

theorem Poly.coeffs_denote' (ctx : Context) (p : Poly) :
    dot p.coeffs (values ctx) = p.denote' ctx := by
  cases p with
  | num k =>
    show k * 1 + 0 = k
    omega
  | add k v p =>
    have e : dot (Poly.add k v p).coeffs (values ctx) =
        k * Var.denote ctx v + dot p.coeffs (values ctx) := by
      refine (dot_combo _ _ _ _ _).trans ?_
      rw [dot_unit, Int.one_mul]
      rfl
    rw [e]
    unfold denote'
    split
    next h => cases h
    next h => cases h; rw [Poly.go_eq, Int.one_mul]
    next h => cases h; rw [Poly.go_eq]

/-! ### Certificates -/

/-- The coefficients of the difference of two expressions. -/
def difference (lhs rhs : Expr) : List Int := combo 1 lhs.coeffs (-1) rhs.coeffs

/-- Whether lists have the same value by being equal up to zeros at the end. -/
def same (xs ys : List Int) : Bool := isZero (combo 1 xs (-1) ys)

private theorem dot_difference (ctx : Context) (lhs rhs : Expr) :
    dot (difference lhs rhs) (values ctx) = lhs.denote ctx - rhs.denote ctx := by
  refine (dot_combo _ _ _ _ _).trans ?_
  rw [Expr.coeffs_denote, Expr.coeffs_denote]
  omega

private theorem dot_same {xs ys : List Int} (h : same xs ys = true) (f : Nat → Int) :
    dot xs f = dot ys f := by
  have e := dot_isZero h f
  rw [dot_combo] at e
  omega

private theorem sub_of_same {ctx : Context} {lhs rhs : Expr} {xs : List Int}
    (h : same (difference lhs rhs) xs = true) :
    lhs.denote ctx - rhs.denote ctx = dot xs (values ctx) := by
  rw [← dot_difference, dot_same h]

theorem Expr.eq_of_norm_eq (ctx : Context) (e : Expr) (p : Poly)
    (h : same e.coeffs p.coeffs = true) : e.denote ctx = p.denote' ctx := by
  rw [← Expr.coeffs_denote, ← Poly.coeffs_denote', dot_same h]

theorem norm_eq (ctx : Context) (lhs rhs : Expr) (p : Poly)
    (h : same (difference lhs rhs) p.coeffs = true) :
    (lhs.denote ctx = rhs.denote ctx) = (p.denote' ctx = 0) := by
  have e := sub_of_same (ctx := ctx) h
  rw [Poly.coeffs_denote'] at e
  exact propext (by omega)

theorem norm_le (ctx : Context) (lhs rhs : Expr) (p : Poly)
    (h : same (difference lhs rhs) p.coeffs = true) :
    (lhs.denote ctx ≤ rhs.denote ctx) = (p.denote' ctx ≤ 0) := by
  have e := sub_of_same (ctx := ctx) h
  rw [Poly.coeffs_denote'] at e
  exact propext (by omega)

theorem norm_eq_var (ctx : Context) (lhs rhs : Expr) (x y : Var)
    (h : same (difference lhs rhs) (difference (.var x) (.var y)) = true) :
    (lhs.denote ctx = rhs.denote ctx) = (Var.denote ctx x = Var.denote ctx y) := by
  have e := sub_of_same (ctx := ctx) h
  rw [dot_difference] at e
  have e : lhs.denote ctx - rhs.denote ctx = Var.denote ctx x - Var.denote ctx y := e
  exact propext (by omega)

theorem norm_eq_var_const (ctx : Context) (lhs rhs : Expr) (x : Var) (k : Int)
    (h : same (difference lhs rhs) (difference (.var x) (.num k)) = true) :
    (lhs.denote ctx = rhs.denote ctx) = (Var.denote ctx x = k) := by
  have e := sub_of_same (ctx := ctx) h
  rw [dot_difference] at e
  have e : lhs.denote ctx - rhs.denote ctx = Var.denote ctx x - k := e
  exact propext (by omega)

private theorem sub_of_scaled {ctx : Context} {lhs rhs : Expr} {p : Poly} {k : Int}
    (h : same (difference lhs rhs) (scale k p.coeffs) = true) :
    lhs.denote ctx - rhs.denote ctx = k * p.denote' ctx := by
  rw [sub_of_same h, dot_scale, Poly.coeffs_denote']

theorem norm_eq_coeff (ctx : Context) (lhs rhs : Expr) (p : Poly) (k : Int)
    (h : (decide (0 < k) && same (difference lhs rhs) (scale k p.coeffs)) = true) :
    (lhs.denote ctx = rhs.denote ctx) = (p.denote' ctx = 0) := by
  rw [Bool.and_eq_true] at h
  have hk : 0 < k := of_decide_eq_true h.1
  have e := sub_of_scaled (ctx := ctx) h.2
  refine propext ⟨fun g => ?_, fun g => ?_⟩
  · have z : k * p.denote' ctx = 0 := by omega
    exact (Int.mul_eq_zero.1 z).resolve_left (by omega)
  · rw [g, Int.mul_zero] at e
    omega

theorem norm_le_coeff (ctx : Context) (lhs rhs : Expr) (p : Poly) (k : Int)
    (h : (decide (0 < k) && same (difference lhs rhs) (scale k p.coeffs)) = true) :
    (lhs.denote ctx ≤ rhs.denote ctx) = (p.denote' ctx ≤ 0) := by
  rw [Bool.and_eq_true] at h
  have hk : 0 < k := of_decide_eq_true h.1
  have e := sub_of_scaled (ctx := ctx) h.2
  refine propext ⟨fun g => ?_, fun g => ?_⟩
  · refine Int.not_lt.1 fun l => ?_
    have m := Int.mul_pos hk l
    omega
  · have m := Int.mul_nonpos_of_nonneg_of_nonpos (Int.le_of_lt hk) g
    omega

/-- Whether the difference is `k * p - s` with `0 ≤ s < k`. -/
def tight (lhs rhs : Expr) (p : Poly) (k : Int) : Bool :=
  let slack := combo k p.coeffs (-1) (difference lhs rhs)
  isConst slack && (decide (0 ≤ const slack) && decide (const slack < k))

theorem norm_le_coeff_tight (ctx : Context) (lhs rhs : Expr) (p : Poly) (k : Int)
    (h : tight lhs rhs p k = true) :
    (lhs.denote ctx ≤ rhs.denote ctx) = (p.denote' ctx ≤ 0) := by
  unfold tight at h
  rw [Bool.and_eq_true, Bool.and_eq_true] at h
  have e := dot_isConst h.1 ctx
  have h0 := of_decide_eq_true h.2.1
  have hk := of_decide_eq_true h.2.2
  generalize const (combo k p.coeffs (-1) (difference lhs rhs)) = s at *
  rw [dot_combo, dot_difference, Poly.coeffs_denote'] at e
  refine propext ⟨fun g => ?_, fun g => ?_⟩
  · refine Int.not_lt.1 fun l => ?_
    have m : k * 1 ≤ k * p.denote' ctx :=
      Int.mul_le_mul_of_nonneg_left (Int.add_one_le_of_lt l) (by omega)
    omega
  · have m : k * p.denote' ctx ≤ 0 := Int.mul_nonpos_of_nonneg_of_nonpos (by omega) g
    omega

theorem eq_eq_true (ctx : Context) (lhs rhs : Expr) (h : isZero (difference lhs rhs) = true) :
    (lhs.denote ctx = rhs.denote ctx) = True := by
  have e := dot_isZero h (values ctx)
  rw [dot_difference] at e
  exact eq_true (by omega)

theorem eq_eq_false (ctx : Context) (lhs rhs : Expr)
    (h : (isConst (difference lhs rhs) && decide (const (difference lhs rhs) ≠ 0)) = true) :
    (lhs.denote ctx = rhs.denote ctx) = False := by
  rw [Bool.and_eq_true] at h
  have e := dot_isConst h.1 ctx
  have n := of_decide_eq_true h.2
  rw [dot_difference] at e
  exact eq_false (by omega)

theorem eq_eq_false_of_divCoeff (ctx : Context) (lhs rhs : Expr) (k : Int)
    (h : (divisibleAtoms k (difference lhs rhs) &&
      decide (const (difference lhs rhs) % k ≠ 0)) = true) :
    (lhs.denote ctx = rhs.denote ctx) = False := by
  rw [Bool.and_eq_true] at h
  have d := dvd_dot_sub_const h.1 ctx
  have n := of_decide_eq_true h.2
  rw [dot_difference] at d
  refine eq_false fun e => n (emod_eq_zero_of_dvd ?_)
  rw [e, Int.sub_self, Int.zero_sub, Int.dvd_neg] at d
  exact d

theorem le_eq_true (ctx : Context) (lhs rhs : Expr)
    (h : (isConst (difference lhs rhs) && decide (const (difference lhs rhs) ≤ 0)) = true) :
    (lhs.denote ctx ≤ rhs.denote ctx) = True := by
  rw [Bool.and_eq_true] at h
  have e := dot_isConst h.1 ctx
  have n := of_decide_eq_true h.2
  rw [dot_difference] at e
  exact eq_true (by omega)

theorem le_eq_false (ctx : Context) (lhs rhs : Expr)
    (h : (isConst (difference lhs rhs) && decide (0 < const (difference lhs rhs))) = true) :
    (lhs.denote ctx ≤ rhs.denote ctx) = False := by
  rw [Bool.and_eq_true] at h
  have e := dot_isConst h.1 ctx
  have n := of_decide_eq_true h.2
  rw [dot_difference] at e
  exact eq_false (by omega)

theorem norm_dvd (ctx : Context) (k : Int) (e : Expr) (p : Poly)
    (h : same e.coeffs p.coeffs = true) : (k ∣ e.denote ctx) = (k ∣ p.denote' ctx) := by
  rw [Expr.eq_of_norm_eq ctx e p h]

theorem norm_dvd_gcd (ctx : Context) (k₁ : Int) (e₁ : Expr) (k₂ : Int) (p₂ : Poly) (k : Int)
    (h : (decide (k ≠ 0) && (decide (k₁ = k * k₂) && same e₁.coeffs (scale k p₂.coeffs))) = true) :
    (k₁ ∣ e₁.denote ctx) = (k₂ ∣ p₂.denote' ctx) := by
  rw [Bool.and_eq_true, Bool.and_eq_true] at h
  have hk := of_decide_eq_true h.1
  rw [of_decide_eq_true h.2.1, ← Expr.coeffs_denote, dot_same h.2.2, dot_scale, Poly.coeffs_denote']
  exact propext ⟨dvd_of_mul_dvd_mul_left hk, Int.mul_dvd_mul_left k⟩

theorem dvd_eq_false (ctx : Context) (k : Int) (e : Expr)
    (h : decide (const e.coeffs % (↑(gcdAtoms k.natAbs e.coeffs) : Int) ≠ 0) = true) :
    (k ∣ e.denote ctx) = False := by
  have n := of_decide_eq_true h
  refine eq_false fun d => n (emod_eq_zero_of_dvd ?_)
  rw [← Expr.coeffs_denote] at d
  cases hc : e.coeffs with
  | nil => exact Int.dvd_zero _
  | cons x xs =>
    rw [hc] at d
    have g := gcdAll_dvd k.natAbs xs
    have d1 : (↑(gcdAll k.natAbs xs) : Int) ∣ x * 1 + dot xs (fun i => values ctx (i + 1)) :=
      Int.dvd_trans (natCast_dvd.2 g.1) d
    rw [Int.dvd_add_left (g.2 _), Int.mul_one] at d1
    exact d1

end Int.Internal.Linear
