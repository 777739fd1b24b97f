/-
Integers: the divisions that round towards zero (`tdiv`, `tmod`) and down (`fdiv`, `fmod`), and
the balanced remainder.
-/
prelude
import Init.Int.DivMod

namespace Int

/-! ### Rounding towards zero -/

theorem ofNat_tdiv (m n : Nat) : ((m / n : Nat) : Int) = tdiv ↑m ↑n := rfl

theorem ofNat_tmod (m n : Nat) : ((m % n : Nat) : Int) = tmod ↑m ↑n := rfl

theorem tdiv_eq_ediv_of_nonneg {a b : Int} (h : 0 ≤ a) : a.tdiv b = a / b := by
  obtain ⟨m, rfl⟩ := eq_ofNat_of_zero_le h
  cases b with
  | ofNat n => rfl
  | negSucc n => rfl

theorem tmod_eq_emod_of_nonneg {a b : Int} (h : 0 ≤ a) : a.tmod b = a % b := by
  obtain ⟨m, rfl⟩ := eq_ofNat_of_zero_le h
  cases b with
  | ofNat n => rfl
  | negSucc n => rfl

@[simp] protected theorem tdiv_neg (a b : Int) : a.tdiv (-b) = -(a.tdiv b) := by
  cases b with
  | ofNat n =>
    cases n with
    | zero =>
      cases a with
      | ofNat m =>
        show ofNat (m / 0) = -ofNat (m / 0)
        rw [Nat.div_zero]
        rfl
      | negSucc m =>
        show -ofNat ((m + 1) / 0) = - -ofNat ((m + 1) / 0)
        rw [Nat.div_zero]
        rfl
    | succ n =>
      cases a with
      | ofNat m => rfl
      | negSucc m => exact (Int.neg_neg _).symm
  | negSucc n =>
    cases a with
    | ofNat m => exact (Int.neg_neg _).symm
    | negSucc m => rfl

@[simp] protected theorem neg_tdiv (a b : Int) : (-a).tdiv b = -(a.tdiv b) := by
  cases a with
  | ofNat m =>
    cases m with
    | zero =>
      cases b with
      | ofNat n =>
        show ofNat (0 / n) = -ofNat (0 / n)
        rw [Nat.zero_div]
        rfl
      | negSucc n =>
        show -ofNat (0 / (n + 1)) = - -ofNat (0 / (n + 1))
        rw [Nat.zero_div]
        rfl
    | succ m =>
      cases b with
      | ofNat n => rfl
      | negSucc n => exact (Int.neg_neg _).symm
  | negSucc m =>
    cases b with
    | ofNat n => exact (Int.neg_neg _).symm
    | negSucc n => rfl

@[simp] theorem tmod_neg (a b : Int) : a.tmod (-b) = a.tmod b := by
  cases b with
  | ofNat n =>
    cases n with
    | zero => rfl
    | succ n =>
      cases a with
      | ofNat m => rfl
      | negSucc m => rfl
  | negSucc n =>
    cases a with
    | ofNat m => rfl
    | negSucc m => rfl

@[simp] theorem neg_tmod (a b : Int) : (-a).tmod b = -(a.tmod b) := by
  cases a with
  | ofNat m =>
    cases m with
    | zero =>
      cases b with
      | ofNat n =>
        show ofNat (0 % n) = -ofNat (0 % n)
        rw [Nat.zero_mod]
        rfl
      | negSucc n =>
        show ofNat (0 % (n + 1)) = -ofNat (0 % (n + 1))
        rw [Nat.zero_mod]
        rfl
    | succ m =>
      cases b with
      | ofNat n => rfl
      | negSucc n => rfl
  | negSucc m =>
    cases b with
    | ofNat n => exact (Int.neg_neg _).symm
    | negSucc n => exact (Int.neg_neg _).symm

theorem tmod_add_mul_tdiv (a b : Int) : a.tmod b + b * a.tdiv b = a := by
  have nonneg : ∀ {a : Int}, 0 ≤ a → a.tmod b + b * a.tdiv b = a := fun {a} h => by
    rw [tmod_eq_emod_of_nonneg h, tdiv_eq_ediv_of_nonneg h, emod_add_ediv]
  rcases Int.le_total 0 a with h | h
  · exact nonneg h
  · have e := nonneg (a := -a) (by omega)
    rw [neg_tmod, Int.neg_tdiv, Int.mul_neg] at e
    omega

theorem mul_tdiv_add_tmod (a b : Int) : b * a.tdiv b + a.tmod b = a := by
  rw [Int.add_comm, tmod_add_mul_tdiv]

theorem tmod_def (a b : Int) : a.tmod b = a - b * a.tdiv b := by
  have e := tmod_add_mul_tdiv a b
  omega

@[simp] protected theorem tdiv_zero (a : Int) : a.tdiv 0 = 0 := by
  cases a with
  | ofNat m => exact congrArg ofNat (Nat.div_zero m)
  | negSucc m =>
    show -ofNat ((m + 1) / 0) = 0
    rw [Nat.div_zero]
    rfl

@[simp] theorem zero_tdiv (b : Int) : tdiv 0 b = 0 := by
  rw [tdiv_eq_ediv_of_nonneg (Int.le_refl 0), zero_ediv]

@[simp] theorem tmod_zero (a : Int) : a.tmod 0 = a := by
  have e := tmod_add_mul_tdiv a 0
  rw [Int.zero_mul, Int.add_zero] at e
  exact e

@[simp] theorem zero_tmod (b : Int) : tmod 0 b = 0 := by
  rw [tmod_eq_emod_of_nonneg (Int.le_refl 0), zero_emod]

@[simp] protected theorem tdiv_one (a : Int) : a.tdiv 1 = a := by
  rcases Int.le_total 0 a with h | h
  · rw [tdiv_eq_ediv_of_nonneg h, Int.ediv_one]
  · have e := tdiv_eq_ediv_of_nonneg (a := -a) (b := 1) (by omega)
    rw [Int.neg_tdiv, Int.ediv_one] at e
    omega

@[simp] theorem tmod_one (a : Int) : a.tmod 1 = 0 := by
  rw [tmod_def, Int.tdiv_one, Int.one_mul, Int.sub_self]

theorem tmod_nonneg {a : Int} (b : Int) (h : 0 ≤ a) : 0 ≤ a.tmod b := by
  rw [tmod_eq_emod_of_nonneg h]
  by_cases hb : b = 0
  · rw [hb, emod_zero]; exact h
  · exact emod_nonneg a hb

theorem tmod_lt_of_pos (a : Int) {b : Int} (h : 0 < b) : a.tmod b < b := by
  rcases Int.le_total 0 a with g | g
  · rw [tmod_eq_emod_of_nonneg g]
    exact emod_lt_of_pos a h
  · have e := tmod_nonneg b (a := -a) (by omega)
    rw [neg_tmod] at e
    omega

theorem tdiv_nonneg {a b : Int} (ha : 0 ≤ a) (hb : 0 ≤ b) : 0 ≤ a.tdiv b := by
  rw [tdiv_eq_ediv_of_nonneg ha]
  exact ediv_nonneg ha hb

@[simp] protected theorem tdiv_self {a : Int} (h : a ≠ 0) : a.tdiv a = 1 := by
  rcases Int.le_total 0 a with g | g
  · rw [tdiv_eq_ediv_of_nonneg g, Int.ediv_self h]
  · have e := tdiv_eq_ediv_of_nonneg (a := -a) (b := a) (by omega)
    have e2 := ediv_neg (-a) (-a)
    rw [Int.neg_neg, Int.ediv_self (by omega : -a ≠ 0)] at e2
    rw [Int.neg_tdiv, e2] at e
    omega

theorem natAbs_tdiv (a b : Int) : natAbs (a.tdiv b) = a.natAbs / b.natAbs := by
  cases a with
  | ofNat m =>
    cases b with
    | ofNat n => rfl
    | negSucc n => exact natAbs_neg _
  | negSucc m =>
    cases b with
    | ofNat n => exact natAbs_neg _
    | negSucc n => rfl

/-! ### Rounding down -/

theorem fdiv_eq_ediv_of_nonneg (a : Int) {b : Int} (h : 0 ≤ b) : fdiv a b = a / b := by
  obtain ⟨n, rfl⟩ := eq_ofNat_of_zero_le h
  cases a with
  | ofNat m =>
    cases m with
    | zero => exact (zero_ediv _).symm
    | succ m => rfl
  | negSucc m =>
    cases n with
    | zero => rfl
    | succ n => rfl

theorem fmod_eq_emod_of_nonneg (a : Int) {b : Int} (h : 0 ≤ b) : fmod a b = a % b := by
  obtain ⟨n, rfl⟩ := eq_ofNat_of_zero_le h
  cases a with
  | ofNat m =>
    cases m with
    | zero => exact (zero_emod _).symm
    | succ m => rfl
  | negSucc m => rfl

theorem fdiv_eq_tdiv_of_nonneg {a b : Int} (ha : 0 ≤ a) (hb : 0 ≤ b) : fdiv a b = tdiv a b := by
  rw [fdiv_eq_ediv_of_nonneg a hb, tdiv_eq_ediv_of_nonneg ha]

@[simp] protected theorem fdiv_zero (a : Int) : fdiv a 0 = 0 := by
  rw [fdiv_eq_ediv_of_nonneg a (Int.le_refl 0), Int.ediv_zero]

@[simp] theorem fmod_zero (a : Int) : fmod a 0 = a := by
  rw [fmod_eq_emod_of_nonneg a (Int.le_refl 0), emod_zero]

@[simp] theorem fdiv_one (a : Int) : fdiv a 1 = a := by
  rw [fdiv_eq_ediv_of_nonneg a (by decide), Int.ediv_one]

@[simp] theorem zero_fdiv (b : Int) : fdiv 0 b = 0 := rfl

@[simp] theorem zero_fmod (b : Int) : fmod 0 b = 0 := rfl

/-! ### The balanced remainder -/

theorem bmod_def (x : Int) (m : Nat) :
    bmod x m = if x % m < (m + 1) / 2 then x % m else x % m - m := rfl

theorem dvd_bmod_sub_self {x : Int} {m : Nat} : (m : Int) ∣ bmod x m - x :=
  Lean.Omega.IntList.bmod_sub_dvd x m

theorem bmod_pos (x : Int) (m : Nat) (h : x % m < (m + 1) / 2) : bmod x m = x % m := by
  rw [bmod_def, if_pos h]

theorem bmod_neg (x : Int) (m : Nat) (h : x % m ≥ (m + 1) / 2) : bmod x m = x % m - m := by
  rw [bmod_def, if_neg (by omega)]

theorem bmod_lt {x : Int} {m : Nat} (h : 0 < m) : bmod x m < (m + 1) / 2 := by
  rw [bmod_def]
  have g := emod_lt_of_pos x (natCast_pos.2 h)
  split <;> omega

theorem le_bmod {x : Int} {m : Nat} (h : 0 < m) : -(m / 2) ≤ bmod x m := by
  rw [bmod_def]
  have g := emod_nonneg_of_pos x (natCast_pos.2 h)
  split <;> omega

@[simp] theorem bmod_emod {x : Int} {m : Nat} : bmod x m % m = x % m := by
  rw [emod_eq_emod_iff_dvd_sub]
  exact dvd_bmod_sub_self

@[simp] theorem zero_bmod {n : Nat} : bmod 0 n = 0 := by
  rw [bmod_def, zero_emod]
  split <;> omega

end Int
