/-
Linear forms `const + coeffs · atoms`, the shape to which `omega` brings every term.
-/
prelude
import Init.Omega.IntList

namespace Lean.Omega

/-- A linear form. -/
structure LinearCombo where
  const : Int := 0
  coeffs : Coeffs := []

namespace LinearCombo

/-- The value for given values of the atoms. -/
def eval (lc : LinearCombo) (values : Coeffs) : Int := lc.const + lc.coeffs.dot values

/-- The form that is one of the atoms. -/
def coordinate (i : Nat) : LinearCombo where
  const := 0
  coeffs := Coeffs.set [] i 1

@[simp] theorem coordinate_eval (i : Nat) (v : Coeffs) : (coordinate i).eval v = v.get i := by
  show 0 + IntList.dot (IntList.set [] i 1) v = IntList.get v i
  rw [IntList.dot_set, IntList.dot_nil, Int.zero_add, Int.zero_add]
  exact Int.one_mul _

theorem coordinate_eval_0 {a0 : Int} {t : List Int} :
    (coordinate 0).eval (Coeffs.ofList (a0 :: t)) = a0 := coordinate_eval 0 _

theorem coordinate_eval_1 {a0 a1 : Int} {t : List Int} :
    (coordinate 1).eval (Coeffs.ofList (a0 :: a1 :: t)) = a1 := coordinate_eval 1 _

theorem coordinate_eval_2 {a0 a1 a2 : Int} {t : List Int} :
    (coordinate 2).eval (Coeffs.ofList (a0 :: a1 :: a2 :: t)) = a2 := coordinate_eval 2 _

theorem coordinate_eval_3 {a0 a1 a2 a3 : Int} {t : List Int} :
    (coordinate 3).eval (Coeffs.ofList (a0 :: a1 :: a2 :: a3 :: t)) = a3 := coordinate_eval 3 _

theorem coordinate_eval_4 {a0 a1 a2 a3 a4 : Int} {t : List Int} :
    (coordinate 4).eval (Coeffs.ofList (a0 :: a1 :: a2 :: a3 :: a4 :: t)) = a4 :=
  coordinate_eval 4 _

theorem coordinate_eval_5 {a0 a1 a2 a3 a4 a5 : Int} {t : List Int} :
    (coordinate 5).eval (Coeffs.ofList (a0 :: a1 :: a2 :: a3 :: a4 :: a5 :: t)) = a5 :=
  coordinate_eval 5 _

theorem coordinate_eval_6 {a0 a1 a2 a3 a4 a5 a6 : Int} {t : List Int} :
    (coordinate 6).eval (Coeffs.ofList (a0 :: a1 :: a2 :: a3 :: a4 :: a5 :: a6 :: t)) = a6 :=
  coordinate_eval 6 _

theorem coordinate_eval_7 {a0 a1 a2 a3 a4 a5 a6 a7 : Int} {t : List Int} :
    (coordinate 7).eval (Coeffs.ofList (a0 :: a1 :: a2 :: a3 :: a4 :: a5 :: a6 :: a7 :: t)) = a7 :=
  coordinate_eval 7 _

theorem coordinate_eval_8 {a0 a1 a2 a3 a4 a5 a6 a7 a8 : Int} {t : List Int} :
    (coordinate 8).eval
      (Coeffs.ofList (a0 :: a1 :: a2 :: a3 :: a4 :: a5 :: a6 :: a7 :: a8 :: t)) = a8 :=
  coordinate_eval 8 _

theorem coordinate_eval_9 {a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 : Int} {t : List Int} :
    (coordinate 9).eval
      (Coeffs.ofList (a0 :: a1 :: a2 :: a3 :: a4 :: a5 :: a6 :: a7 :: a8 :: a9 :: t)) = a9 :=
  coordinate_eval 9 _

/-- The sum. -/
def add (l₁ l₂ : LinearCombo) : LinearCombo where
  const := l₁.const + l₂.const
  coeffs := l₁.coeffs.add l₂.coeffs

/-- The difference. -/
def sub (l₁ l₂ : LinearCombo) : LinearCombo where
  const := l₁.const - l₂.const
  coeffs := l₁.coeffs.sub l₂.coeffs

/-- The opposite. -/
def neg (l : LinearCombo) : LinearCombo where
  const := -l.const
  coeffs := l.coeffs.neg

/-- A multiple. -/
def smul (l : LinearCombo) (i : Int) : LinearCombo where
  const := i * l.const
  coeffs := l.coeffs.smul i

instance instAdd : Add LinearCombo := ⟨add⟩
instance instSub : Sub LinearCombo := ⟨sub⟩
instance instNeg : Neg LinearCombo := ⟨neg⟩
instance instHMulInt : HMul Int LinearCombo LinearCombo := ⟨fun i l => l.smul i⟩

theorem add_eval (l₁ l₂ : LinearCombo) (v : Coeffs) :
    (l₁ + l₂).eval v = l₁.eval v + l₂.eval v := by
  show l₁.const + l₂.const + IntList.dot (IntList.add l₁.coeffs l₂.coeffs) v =
    l₁.const + IntList.dot l₁.coeffs v + (l₂.const + IntList.dot l₂.coeffs v)
  rw [IntList.dot_add]
  ac_rfl

theorem neg_eval (l : LinearCombo) (v : Coeffs) : (-l).eval v = -l.eval v := by
  show -l.const + IntList.dot (IntList.neg l.coeffs) v = -(l.const + IntList.dot l.coeffs v)
  rw [IntList.dot_neg, Int.neg_add]

theorem sub_eval (l₁ l₂ : LinearCombo) (v : Coeffs) :
    (l₁ - l₂).eval v = l₁.eval v - l₂.eval v := by
  show l₁.const - l₂.const + IntList.dot (IntList.sub l₁.coeffs l₂.coeffs) v =
    l₁.const + IntList.dot l₁.coeffs v - (l₂.const + IntList.dot l₂.coeffs v)
  rw [IntList.dot_sub, Int.sub_eq_add_neg, Int.sub_eq_add_neg, Int.sub_eq_add_neg, Int.neg_add]
  ac_rfl

theorem smul_eval (l : LinearCombo) (i : Int) (v : Coeffs) :
    (i * l).eval v = i * l.eval v := by
  show i * l.const + IntList.dot (IntList.smul l.coeffs i) v =
    i * (l.const + IntList.dot l.coeffs v)
  rw [IntList.dot_smul, Int.mul_add]

theorem smul_eval_comm (l : LinearCombo) (i : Int) (v : Coeffs) :
    (i * l).eval v = l.eval v * i := by
  rw [smul_eval, Int.mul_comm]

/-- The product, right where one of the factors is constant (`mul_eval`). -/
def mul (l₁ l₂ : LinearCombo) : LinearCombo :=
  l₂.const * l₁ + l₁.const * l₂ - { const := l₁.const * l₂.const, coeffs := [] }

theorem mul_eval (l₁ l₂ : LinearCombo) (v : Coeffs)
    (h : l₁.coeffs.isZero ∨ l₂.coeffs.isZero) : (mul l₁ l₂).eval v = l₁.eval v * l₂.eval v := by
  have e : (mul l₁ l₂).eval v =
      l₂.const * l₁.eval v + l₁.const * l₂.eval v - l₁.const * l₂.const := by
    show (l₂.const * l₁ + l₁.const * l₂ - _).eval v = _
    rw [sub_eval, add_eval, smul_eval, smul_eval]
    show _ - (l₁.const * l₂.const + 0) = _
    rw [Int.add_zero]
  rw [e]
  cases h with
  | inl h =>
    have h1 : l₁.eval v = l₁.const := by
      show l₁.const + IntList.dot l₁.coeffs v = l₁.const
      rw [IntList.dot_of_zero _ v h, Int.add_zero]
    rw [h1, Int.mul_comm l₂.const, Int.add_comm, Int.add_sub_cancel]
  | inr h =>
    have h2 : l₂.eval v = l₂.const := by
      show l₂.const + IntList.dot l₂.coeffs v = l₂.const
      rw [IntList.dot_of_zero _ v h, Int.add_zero]
    rw [h2, Int.add_sub_cancel, Int.mul_comm]

end LinearCombo

end Lean.Omega
