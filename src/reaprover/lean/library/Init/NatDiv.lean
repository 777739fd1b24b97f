/-
Natural numbers: cancellation, subtraction, divisibility, division with remainder, greatest common
divisors. What the integers are built on; nothing here uses `omega`.
-/
prelude
import Init.AC

/-- The identity; tells the kernel to evaluate the type of `a` when it checks `a`. -/
def eagerReduce.{u} {α : Sort u} (a : α) : α := a

/-! ### Names that the compilation of matches asks for -/

/-- From `a + k = b + k` continue with `a = b`, in one step for any `k`. -/
protected def Nat.Internal.elimOffset.{u} {α : Sort u} (a b k : Nat) (h₁ : a + k = b + k)
    (h₂ : a = b → α) : α := h₂ (Nat.add_right_cancel h₁)

/-- A bit is not set: the constructor of this number is not among those of the mask. -/
def Nat.hasNotBit (mask n : Nat) : Prop := Nat.land 1 (Nat.shiftRight mask n) ≠ 1

namespace Nat

/-! ### Cancellation and subtraction -/

protected theorem sub_eq_zero_of_le {n m : Nat} (h : n ≤ m) : n - m = 0 := by
  obtain ⟨k, rfl⟩ := Nat.le.dest h
  have e := Nat.add_sub_add_right 0 n k
  rw [Nat.zero_add, Nat.zero_sub, Nat.add_comm] at e
  exact e

protected theorem sub_add_cancel {n m : Nat} (h : m ≤ n) : n - m + m = n := by
  obtain ⟨k, rfl⟩ := Nat.le.dest h
  rw [Nat.add_sub_cancel_left, Nat.add_comm]

protected theorem le_of_add_le_add_left {a b c : Nat} (h : a + b ≤ a + c) : b ≤ c := by
  obtain ⟨k, e⟩ := Nat.le.dest h
  rw [Nat.add_assoc] at e
  rw [← Nat.add_left_cancel e]
  exact Nat.le_add_right b k

protected theorem le_of_add_le_add_right {a b c : Nat} (h : b + a ≤ c + a) : b ≤ c := by
  rw [Nat.add_comm b, Nat.add_comm c] at h
  exact Nat.le_of_add_le_add_left h

/-! ### Divisibility -/

protected theorem dvd_refl (n : Nat) : n ∣ n := ⟨1, (Nat.mul_one n).symm⟩

protected theorem dvd_zero (n : Nat) : n ∣ 0 := ⟨0, rfl⟩

protected theorem one_dvd (n : Nat) : 1 ∣ n := ⟨n, (Nat.one_mul n).symm⟩

protected theorem dvd_mul_right (a b : Nat) : a ∣ a * b := ⟨b, rfl⟩

protected theorem dvd_mul_left (a b : Nat) : a ∣ b * a := ⟨b, Nat.mul_comm b a⟩

protected theorem dvd_trans {a b c : Nat} (h : a ∣ b) (g : b ∣ c) : a ∣ c := by
  obtain ⟨d, rfl⟩ := h
  obtain ⟨e, rfl⟩ := g
  exact ⟨d * e, Nat.mul_assoc a d e⟩

protected theorem dvd_mul_right_of_dvd {m n : Nat} (h : n ∣ m) (k : Nat) : n ∣ m * k :=
  Nat.dvd_trans h (Nat.dvd_mul_right m k)

protected theorem dvd_mul_left_of_dvd {m n : Nat} (h : n ∣ m) (k : Nat) : n ∣ k * m :=
  Nat.dvd_trans h (Nat.dvd_mul_left m k)

protected theorem dvd_add {a b c : Nat} (h : a ∣ b) (g : a ∣ c) : a ∣ b + c := by
  obtain ⟨d, rfl⟩ := h
  obtain ⟨e, rfl⟩ := g
  exact ⟨d + e, (Nat.mul_add a d e).symm⟩

protected theorem eq_zero_of_zero_dvd {n : Nat} (h : 0 ∣ n) : n = 0 := by
  obtain ⟨c, rfl⟩ := h
  exact Nat.zero_mul c

/-! ### Division with remainder -/

theorem divmod_go {y : Nat} (hy : 0 < y) (fuel x : Nat) (h : x < fuel) :
    y * Nat.div.go y hy fuel x h + Nat.modCore.go y hy fuel x h = x := by
  induction fuel generalizing x with
  | zero => exact absurd h (Nat.not_lt_zero x)
  | succ fuel ih =>
    unfold Nat.div.go Nat.modCore.go
    split
    next hx =>
      rw [Nat.mul_add, Nat.mul_one, Nat.add_right_comm, ih, Nat.sub_add_cancel hx]
    next hx => rw [Nat.mul_zero, Nat.zero_add]

private theorem modCore_eq_go {y : Nat} (hy : 0 < y) (x : Nat) :
    Nat.modCore x y = Nat.modCore.go y hy (x + 1) x (Nat.lt_succ_self x) := by
  delta Nat.modCore
  exact dif_pos hy

theorem mod_eq_go {y : Nat} (hy : 0 < y) (x : Nat) :
    x % y = Nat.modCore.go y hy (x + 1) x (Nat.lt_succ_self x) := by
  cases x with
  | zero =>
    unfold Nat.modCore.go
    rw [dif_neg (Nat.not_le_of_gt hy)]
    rfl
  | succ x =>
    show ite (y ≤ x + 1) (Nat.modCore (x + 1) y) (x + 1) = _
    split
    next => exact modCore_eq_go hy (x + 1)
    next h =>
      unfold Nat.modCore.go
      rw [dif_neg h]

theorem div_eq_go {y : Nat} (hy : 0 < y) (x : Nat) :
    x / y = Nat.div.go y hy (x + 1) x (Nat.lt_succ_self x) := by
  show Nat.div x y = _
  delta Nat.div
  exact dif_pos hy

@[simp] protected theorem div_zero (x : Nat) : x / 0 = 0 := by
  show Nat.div x 0 = 0
  delta Nat.div
  exact dif_neg (Nat.lt_irrefl 0)

@[simp] theorem mod_zero (x : Nat) : x % 0 = x := by
  cases x with
  | zero => rfl
  | succ x =>
    show ite (0 ≤ x + 1) (Nat.modCore (x + 1) 0) (x + 1) = x + 1
    rw [if_pos (Nat.zero_le _)]
    delta Nat.modCore
    exact dif_neg (Nat.lt_irrefl 0)

theorem div_add_mod (x y : Nat) : y * (x / y) + x % y = x := by
  cases y with
  | zero => rw [Nat.mod_zero, Nat.zero_mul, Nat.zero_add]
  | succ y =>
    rw [Nat.div_eq_go (Nat.zero_lt_succ y), Nat.mod_eq_go (Nat.zero_lt_succ y)]
    exact Nat.divmod_go (Nat.zero_lt_succ y) (x + 1) x (Nat.lt_succ_self x)

theorem mod_add_div (m k : Nat) : m % k + k * (m / k) = m := by
  rw [Nat.add_comm]
  exact Nat.div_add_mod m k

private theorem quotient_le {y q q' r r' : Nat} (hr' : r' < y) (h : y * q + r = y * q' + r') :
    q ≤ q' := by
  refine Nat.le_of_not_lt fun hlt => ?_
  have h1 : y * (q' + 1) ≤ y * q := Nat.mul_le_mul_left y hlt
  rw [Nat.mul_add, Nat.mul_one] at h1
  have h2 : y * q' + r' < y * q' + y := Nat.add_le_add_left hr' _
  rw [← h] at h2
  exact Nat.lt_irrefl _
    (Nat.lt_of_le_of_lt (Nat.le_add_right (y * q) r) (Nat.lt_of_lt_of_le h2 h1))

/-- Quotient and remainder are determined by `x = y * q + r` and `r < y`. -/
theorem div_mod_unique {x y q r : Nat} (hr : r < y) (h : y * q + r = x) : x / y = q ∧ x % y = r := by
  have hy : 0 < y := Nat.lt_of_le_of_lt (Nat.zero_le r) hr
  have e : y * (x / y) + x % y = y * q + r := (Nat.div_add_mod x y).trans h.symm
  have hq : x / y = q := Nat.le_antisymm (quotient_le hr e) (quotient_le (Nat.mod_lt x hy) e.symm)
  rw [hq] at e
  exact ⟨hq, Nat.add_left_cancel e⟩

theorem mod_eq_of_lt {a b : Nat} (h : a < b) : a % b = a :=
  (Nat.div_mod_unique (q := 0) h (Nat.zero_add a)).2

theorem div_eq_of_lt {a b : Nat} (h : a < b) : a / b = 0 :=
  (Nat.div_mod_unique (q := 0) h (Nat.zero_add a)).1

theorem mod_eq_zero_of_dvd {a b : Nat} (h : a ∣ b) : b % a = 0 := by
  obtain ⟨c, rfl⟩ := h
  cases a with
  | zero => rw [Nat.zero_mul]
  | succ a => exact (Nat.div_mod_unique (Nat.zero_lt_succ a) (Nat.add_zero _)).2

theorem dvd_of_mod_eq_zero {a b : Nat} (h : b % a = 0) : a ∣ b := by
  have e := Nat.div_add_mod b a
  rw [h] at e
  exact ⟨b / a, e.symm⟩

theorem emod_pos_of_not_dvd {a b : Nat} (h : ¬a ∣ b) : 0 < b % a :=
  Nat.pos_of_ne_zero fun e => h (Nat.dvd_of_mod_eq_zero e)

theorem dvd_eq_true_of_mod_eq_zero {m n : Nat} (h : (n % m == 0) = true) : (m ∣ n) = True :=
  eq_true (Nat.dvd_of_mod_eq_zero (eq_of_beq h))

theorem dvd_eq_false_of_mod_ne_zero {m n : Nat} (h : (n % m != 0) = true) : (m ∣ n) = False := by
  refine eq_false fun g => ?_
  rw [Nat.mod_eq_zero_of_dvd g] at h
  exact Bool.noConfusion h

theorem dvd_iff_mod_eq_zero {m n : Nat} : m ∣ n ↔ n % m = 0 :=
  ⟨Nat.mod_eq_zero_of_dvd, Nat.dvd_of_mod_eq_zero⟩

instance decidable_dvd : DecidableRel (α := Nat) (β := Nat) (· ∣ ·) := fun m n =>
  decidable_of_decidable_of_iff (p := n % m = 0) ⟨Nat.dvd_of_mod_eq_zero, Nat.mod_eq_zero_of_dvd⟩

/-! ### Greatest common divisors -/

theorem gcdFuel_congr (f g m n : Nat) (hf : m < f) (hg : m < g) :
    gcdFuel f m n = gcdFuel g m n := by
  induction f generalizing g m n with
  | zero => exact absurd hf (Nat.not_lt_zero m)
  | succ f ih =>
    cases g with
    | zero => exact absurd hg (Nat.not_lt_zero m)
    | succ g =>
      cases m with
      | zero => rfl
      | succ m =>
        have hm : n % (m + 1) ≤ m := Nat.le_of_lt_succ (Nat.mod_lt n (Nat.zero_lt_succ m))
        exact ih g _ _ (Nat.lt_of_le_of_lt hm (Nat.le_of_succ_le_succ hf))
          (Nat.lt_of_le_of_lt hm (Nat.le_of_succ_le_succ hg))

@[simp] theorem gcd_zero_left (n : Nat) : gcd 0 n = n := rfl

theorem gcd_succ (m n : Nat) : gcd (m + 1) n = gcd (n % (m + 1)) (m + 1) :=
  gcdFuel_congr (m + 1) (n % (m + 1) + 1) _ _ (Nat.mod_lt n (Nat.zero_lt_succ m))
    (Nat.lt_succ_self _)

theorem gcd_rec (m n : Nat) : gcd m n = gcd (n % m) m := by
  cases m with
  | zero =>
    rw [Nat.gcd_zero_left, Nat.mod_zero]
    cases n with
    | zero => rfl
    | succ n =>
      rw [Nat.gcd_succ, Nat.mod_eq_of_lt (Nat.zero_lt_succ n), Nat.gcd_zero_left]
  | succ m => exact Nat.gcd_succ m n

private theorem dvd_of_mod {d m n : Nat} (hm : d ∣ m) (h : d ∣ n % m) : d ∣ n := by
  rw [← Nat.div_add_mod n m]
  exact Nat.dvd_add (Nat.dvd_mul_right_of_dvd hm _) h

theorem gcdFuel_dvd (f m n : Nat) (h : m < f) : gcdFuel f m n ∣ m ∧ gcdFuel f m n ∣ n := by
  induction f generalizing m n with
  | zero => exact absurd h (Nat.not_lt_zero m)
  | succ f ih =>
    cases m with
    | zero => exact ⟨Nat.dvd_zero n, Nat.dvd_refl n⟩
    | succ m =>
      have hm : n % (m + 1) < f := Nat.lt_of_lt_of_le (Nat.mod_lt n (Nat.zero_lt_succ m))
        (Nat.le_of_lt_succ h)
      have hd := ih (n % (m + 1)) (m + 1) hm
      exact ⟨hd.2, dvd_of_mod hd.2 hd.1⟩

theorem gcd_dvd_left (m n : Nat) : gcd m n ∣ m := (gcdFuel_dvd (m + 1) m n (Nat.lt_succ_self m)).1

theorem gcd_dvd_right (m n : Nat) : gcd m n ∣ n := (gcdFuel_dvd (m + 1) m n (Nat.lt_succ_self m)).2

end Nat
