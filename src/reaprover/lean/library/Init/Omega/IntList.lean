/-
Vectors of integers as lists, for `omega`: entries beyond the end count as zero. The functions
must give the very lists that the compiled tactic computes (an operation on two lists yields one
as long as the longer of them), for the kernel repeats its computation.
-/
prelude
import Init.Int.Div

/-- Combines two options, keeping what is there. -/
def Option.merge.{u} {α : Type u} (f : α → α → α) : Option α → Option α → Option α
  | none, none => none
  | some a, none => some a
  | none, some b => some b
  | some a, some b => some (f a b)

/-- Whether a predicate holds of the value, if there is one. -/
def Option.all.{u} {α : Type u} (p : α → Bool) : Option α → Bool
  | none => true
  | some a => p a

/-- Continues with the value, if there is one. -/
protected def Option.bind.{u, v} {α : Type u} {β : Type v} : Option α → (α → Option β) → Option β
  | none, _ => none
  | some a, f => f a

/-- A property of all elements of a list is decidable. -/
instance List.decidableBAll.{u} {α : Type u} (p : α → Prop) [DecidablePred p] :
    (l : List α) → Decidable (∀ (x : α), x ∈ l → p x)
  | [] => isTrue (fun _ h => nomatch h)
  | a :: l =>
    match (inferInstance : Decidable (p a)), List.decidableBAll p l with
    | isTrue ha, isTrue hl => isTrue (fun x h =>
      (List.mem_cons.1 h).elim (fun e => e ▸ ha) (hl x))
    | isFalse ha, _ => isFalse (fun h => ha (h a (List.mem_cons.2 (.inl rfl))))
    | isTrue _, isFalse hl => isFalse (fun h => hl (fun x hx => h x (List.mem_cons.2 (.inr hx))))

namespace Lean.Omega

/-- Coefficients of a linear form, or values of its variables. -/
abbrev IntList := List Int

namespace IntList

/-- The entry at a position, zero beyond the end. -/
def get : IntList → Nat → Int
  | [], _ => 0
  | x :: _, 0 => x
  | _ :: xs, i + 1 => get xs i

/-- The list with another entry at a position, filled up with zeros where it is too short. -/
def set : IntList → Nat → Int → IntList
  | [], 0, y => [y]
  | [], i + 1, y => 0 :: set [] i y
  | _ :: xs, 0, y => y :: xs
  | x :: xs, i + 1, y => x :: set xs i y

/-- The first entry that is not zero. -/
def leading : IntList → Int
  | [] => 0
  | x :: xs => if x = 0 then leading xs else x

/-- Applies a function entry by entry, with zeros at the end of the shorter list. -/
def zipWithAll (f : Int → Int → Int) : IntList → IntList → IntList
  | [], ys => List.map (fun y => f 0 y) ys
  | x :: xs, [] => f x 0 :: zipWithAll f xs []
  | x :: xs, y :: ys => f x y :: zipWithAll f xs ys

/-- The sum. -/
def add (xs ys : IntList) : IntList := zipWithAll (fun x y => x + y) xs ys

/-- The opposite. -/
def neg (xs : IntList) : IntList := List.map (fun x => -x) xs

/-- The difference. -/
def sub (xs ys : IntList) : IntList := zipWithAll (fun x y => x - y) xs ys

/-- A multiple. -/
def smul (xs : IntList) (i : Int) : IntList := List.map (fun x => i * x) xs

instance instAdd : Add IntList := ⟨add⟩
instance instNeg : Neg IntList := ⟨neg⟩
instance instSub : Sub IntList := ⟨sub⟩
instance instHMulInt : HMul Int IntList IntList := ⟨fun i xs => xs.smul i⟩

/-- A linear combination. -/
def combo (a : Int) (xs : IntList) (b : Int) (ys : IntList) : IntList :=
  zipWithAll (fun x y => a * x + b * y) xs ys

/-- The sum of the products of entries. -/
def dot : IntList → IntList → Int
  | [], _ => 0
  | _ :: _, [] => 0
  | x :: xs, y :: ys => x * y + dot xs ys

/-- All entries divided by a number. -/
def sdiv (xs : IntList) (g : Int) : IntList := List.map (fun x => x / g) xs

/-- The greatest common divisor of the entries. -/
def gcd : IntList → Nat
  | [] => 0
  | x :: xs => Nat.gcd x.natAbs (gcd xs)

/-- The balanced remainders of the entries. -/
def bmod (xs : IntList) (m : Nat) : IntList := List.map (fun x => Int.bmod x m) xs

/-! ### Values -/

@[simp] theorem dot_nil (ys : IntList) : dot [] ys = 0 := rfl

@[simp] theorem dot_nil_right (xs : IntList) : dot xs [] = 0 := by
  cases xs with
  | nil => rfl
  | cons x xs => rfl

@[simp] theorem dot_cons (x : Int) (xs : IntList) (y : Int) (ys : IntList) :
    dot (x :: xs) (y :: ys) = x * y + dot xs ys := rfl

private theorem dot_map (f : Int → Int) (h0 : f 0 = 0)
    (h : ∀ b d z : Int, f b * z + f d = f (b * z + d)) (ys zs : IntList) :
    dot (List.map f ys) zs = f (dot ys zs) := by
  induction ys generalizing zs with
  | nil => exact h0.symm
  | cons y ys ih =>
    cases zs with
    | nil => exact h0.symm
    | cons z zs =>
      show f y * z + dot (List.map f ys) zs = f (y * z + dot ys zs)
      rw [ih, h]

/-- A function that is linear in the entries passes to the value. -/
private theorem dot_zipWithAll (f : Int → Int → Int) (h0 : f 0 0 = 0)
    (h : ∀ a b c d z : Int, f a b * z + f c d = f (a * z + c) (b * z + d)) (xs ys zs : IntList) :
    dot (zipWithAll f xs ys) zs = f (dot xs zs) (dot ys zs) := by
  induction xs generalizing ys zs with
  | nil =>
    refine dot_map (fun y => f 0 y) h0 (fun b d z => ?_) ys zs
    have e := h 0 b 0 d z
    rw [Int.zero_mul, Int.zero_add] at e
    exact e
  | cons x xs ih =>
    cases zs with
    | nil => rw [dot_nil_right, dot_nil_right, dot_nil_right, h0]
    | cons z zs =>
      cases ys with
      | nil =>
        show f x 0 * z + dot (zipWithAll f xs []) zs = f (x * z + dot xs zs) 0
        rw [ih, h, dot_nil, Int.zero_mul, Int.zero_add]
      | cons y ys =>
        show f x y * z + dot (zipWithAll f xs ys) zs = f (x * z + dot xs zs) (y * z + dot ys zs)
        rw [ih, h]

theorem dot_add (xs ys zs : IntList) : dot (add xs ys) zs = dot xs zs + dot ys zs := by
  refine dot_zipWithAll _ rfl (fun a b c d z => ?_) xs ys zs
  rw [Int.add_mul]
  ac_rfl

theorem dot_sub (xs ys zs : IntList) : dot (sub xs ys) zs = dot xs zs - dot ys zs := by
  refine dot_zipWithAll _ rfl (fun a b c d z => ?_) xs ys zs
  rw [Int.sub_mul, Int.sub_eq_add_neg, Int.sub_eq_add_neg, Int.sub_eq_add_neg, Int.neg_add]
  ac_rfl

theorem dot_combo (a b : Int) (xs ys zs : IntList) :
    dot (combo a xs b ys) zs = a * dot xs zs + b * dot ys zs := by
  refine dot_zipWithAll _ ?_ (fun x y c d z => ?_) xs ys zs
  · show a * 0 + b * 0 = 0
    rw [Int.mul_zero, Int.mul_zero, Int.add_zero]
  · rw [Int.add_mul, Int.mul_add, Int.mul_add, Int.mul_assoc, Int.mul_assoc]
    ac_rfl

theorem dot_neg (xs ys : IntList) : dot (neg xs) ys = -dot xs ys := by
  induction xs generalizing ys with
  | nil => rfl
  | cons x xs ih =>
    cases ys with
    | nil => rfl
    | cons y ys =>
      show -x * y + dot (neg xs) ys = -(x * y + dot xs ys)
      rw [ih, Int.neg_mul, Int.neg_add]

theorem dot_smul (xs ys : IntList) (i : Int) : dot (smul xs i) ys = i * dot xs ys := by
  induction xs generalizing ys with
  | nil => exact (Int.mul_zero i).symm
  | cons x xs ih =>
    cases ys with
    | nil => exact (Int.mul_zero i).symm
    | cons y ys =>
      show i * x * y + dot (smul xs i) ys = i * (x * y + dot xs ys)
      rw [ih, Int.mul_add, Int.mul_assoc]

theorem dot_set (xs ys : IntList) (i : Nat) (z : Int) :
    dot (set xs i z) ys = dot xs ys + (z - get xs i) * get ys i := by
  induction i generalizing xs ys with
  | zero =>
    cases ys with
    | nil =>
      show dot (set xs 0 z) [] = dot xs [] + (z - get xs 0) * 0
      rw [dot_nil_right, dot_nil_right, Int.mul_zero, Int.add_zero]
    | cons y ys =>
      cases xs with
      | nil =>
        show z * y + 0 = 0 + (z - 0) * y
        rw [Int.sub_zero, Int.add_comm]
      | cons x xs =>
        show z * y + dot xs ys = x * y + dot xs ys + (z - x) * y
        rw [Int.add_right_comm, ← Int.add_mul, Int.add_comm x, Int.sub_add_cancel]
  | succ i ih =>
    cases ys with
    | nil =>
      show dot (set xs (i + 1) z) [] = dot xs [] + (z - get xs (i + 1)) * 0
      rw [dot_nil_right, dot_nil_right, Int.mul_zero, Int.add_zero]
    | cons y ys =>
      cases xs with
      | nil =>
        show 0 * y + dot (set [] i z) ys = 0 + (z - get [] i) * get ys i
        rw [ih, Int.zero_mul, Int.zero_add, dot_nil]
      | cons x xs =>
        show x * y + dot (set xs i z) ys = x * y + dot xs ys + (z - get xs i) * get ys i
        rw [ih, Int.add_assoc]

theorem get_of_length_le {xs : IntList} {i : Nat} (h : List.length xs ≤ i) : get xs i = 0 := by
  induction xs generalizing i with
  | nil => rfl
  | cons x xs ih =>
    cases i with
    | zero => exact absurd h (Nat.not_succ_le_zero _)
    | succ i => exact ih (Nat.le_of_succ_le_succ h)

/-! ### Divisors -/

theorem gcd_dvd (xs : IntList) {a : Int} (h : a ∈ xs) : (↑(gcd xs) : Int) ∣ a := by
  induction xs with
  | nil => exact nomatch h
  | cons x xs ih =>
    cases List.mem_cons.1 h with
    | inl e =>
      subst e
      exact Int.natCast_dvd.2 (Nat.gcd_dvd_left _ _)
    | inr g => exact Int.dvd_trans (Int.natCast_dvd_natCast.2 (Nat.gcd_dvd_right _ _)) (ih g)

theorem dvd_dot {d : Int} (xs ys : IntList) (h : ∀ a : Int, a ∈ xs → d ∣ a) : d ∣ dot xs ys := by
  induction xs generalizing ys with
  | nil => exact Int.dvd_zero d
  | cons x xs ih =>
    cases ys with
    | nil => exact Int.dvd_zero d
    | cons y ys =>
      exact Int.dvd_add (Int.dvd_mul_of_dvd (h x (List.mem_cons.2 (.inl rfl))) y)
        (ih ys fun a ha => h a (List.mem_cons.2 (.inr ha)))

theorem dot_sdiv {d : Int} (_ : d ≠ 0) (xs ys : IntList) (h : ∀ a : Int, a ∈ xs → d ∣ a) :
    d * dot (sdiv xs d) ys = dot xs ys := by
  induction xs generalizing ys with
  | nil => exact Int.mul_zero d
  | cons x xs ih =>
    cases ys with
    | nil => exact Int.mul_zero d
    | cons y ys =>
      show d * (x / d * y + dot (sdiv xs d) ys) = x * y + dot xs ys
      rw [Int.mul_add, ih ys fun a ha => h a (List.mem_cons.2 (.inr ha)), ← Int.mul_assoc,
        Int.mul_ediv_cancel_of_dvd (h x (List.mem_cons.2 (.inl rfl)))]

theorem dot_of_zero (xs ys : IntList) (h : ∀ x : Int, x ∈ xs → x = 0) : dot xs ys = 0 := by
  induction xs generalizing ys with
  | nil => rfl
  | cons x xs ih =>
    cases ys with
    | nil => rfl
    | cons y ys =>
      rw [dot_cons, h x (List.mem_cons.2 (.inl rfl)), Int.zero_mul, Int.zero_add]
      exact ih ys fun a ha => h a (List.mem_cons.2 (.inr ha))

theorem eq_zero_of_gcd {xs : IntList} (h : gcd xs = 0) {x : Int} (hx : x ∈ xs) : x = 0 := by
  have g := gcd_dvd xs hx
  rw [h] at g
  exact Int.eq_zero_of_zero_dvd g

/-! ### Balanced remainders -/

theorem bmod_sub_dvd (x : Int) (m : Nat) : (↑m : Int) ∣ Int.bmod x m - x := by
  have h : (↑m : Int) ∣ x % (↑m : Int) - x := by
    refine ⟨-(x / (↑m : Int)), ?_⟩
    rw [Int.emod_def, Int.mul_neg, Int.sub_eq_add_neg, Int.sub_eq_add_neg, Int.add_right_comm,
      Int.add_right_neg, Int.zero_add]
  show (↑m : Int) ∣ ite (x % (↑m : Int) < ((↑m : Int) + 1) / 2) (x % (↑m : Int))
    (x % (↑m : Int) - (↑m : Int)) - x
  split
  next => exact h
  next =>
    have e : x % (↑m : Int) - (↑m : Int) - x = x % (↑m : Int) - x - (↑m : Int) :=
      Int.add_right_comm _ _ _
    rw [e]
    exact Int.dvd_sub h (Int.dvd_refl _)

theorem bmod_length (xs : IntList) (m : Nat) : List.length (bmod xs m) = List.length xs :=
  List.length_map _ xs

theorem dot_bmod_dvd (m : Nat) (xs ys : IntList) :
    (↑m : Int) ∣ dot xs ys - dot (bmod xs m) ys := by
  induction xs generalizing ys with
  | nil => exact Int.dvd_zero _
  | cons x xs ih =>
    cases ys with
    | nil => exact Int.dvd_zero _
    | cons y ys =>
      show (↑m : Int) ∣ x * y + dot xs ys - (Int.bmod x m * y + dot (bmod xs m) ys)
      have e : x * y + dot xs ys - (Int.bmod x m * y + dot (bmod xs m) ys) =
          dot xs ys - dot (bmod xs m) ys - (Int.bmod x m - x) * y := by
        rw [Int.sub_mul, Int.sub_eq_add_neg, Int.sub_eq_add_neg, Int.sub_eq_add_neg,
          Int.sub_eq_add_neg, Int.neg_add, Int.neg_add, Int.neg_neg]
        ac_rfl
      rw [e]
      exact Int.dvd_sub (ih ys) (Int.dvd_mul_of_dvd (bmod_sub_dvd x m) y)

end IntList

/-! ### The interface of the tactic to these lists -/

/-- Coefficients, as the tactic sees them. -/
abbrev Coeffs := IntList

namespace Coeffs

abbrev toList (xs : Coeffs) : List Int := xs
abbrev ofList (xs : List Int) : Coeffs := xs
abbrev isZero (xs : Coeffs) : Prop := ∀ x : Int, x ∈ xs.toList → x = 0
abbrev set (xs : Coeffs) (i : Nat) (y : Int) : Coeffs := IntList.set xs i y
abbrev get (xs : Coeffs) (i : Nat) : Int := IntList.get xs i
abbrev gcd (xs : Coeffs) : Nat := IntList.gcd xs
abbrev smul (xs : Coeffs) (g : Int) : Coeffs := IntList.smul xs g
abbrev sdiv (xs : Coeffs) (g : Int) : Coeffs := IntList.sdiv xs g
abbrev dot (xs ys : Coeffs) : Int := IntList.dot xs ys
abbrev add (xs ys : Coeffs) : Coeffs := IntList.add xs ys
abbrev sub (xs ys : Coeffs) : Coeffs := IntList.sub xs ys
abbrev neg (xs : Coeffs) : Coeffs := IntList.neg xs
abbrev combo (a : Int) (xs : Coeffs) (b : Int) (ys : Coeffs) : Coeffs := IntList.combo a xs b ys
abbrev length (xs : Coeffs) : Nat := List.length xs
abbrev leading (xs : Coeffs) : Int := IntList.leading xs
abbrev bmod (xs : Coeffs) (m : Nat) : Coeffs := IntList.bmod xs m

/-- What the balanced remainder of a value has beyond the value of the balanced remainders. -/
abbrev bmod_dot_sub_dot_bmod (m : Nat) (a b : Coeffs) : Int :=
  Int.bmod (dot a b) m - dot (bmod a m) b

end Coeffs

end Lean.Omega
