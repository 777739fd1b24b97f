/-
Natural numbers and integers: casts, absolute value, the natural number below an integer, sign.
-/
prelude
import Init.Nat.Gcd

namespace Int

/-! ### Casts -/

@[simp, norm_cast] theorem natCast_zero : ((0 : Nat) : Int) = 0 := rfl

@[simp, norm_cast] theorem natCast_one : ((1 : Nat) : Int) = 1 := rfl

theorem natCast_two : ((2 : Nat) : Int) = 2 := rfl

@[simp, norm_cast] theorem Nat.cast_ofNat_Int {n : Nat} :
    (Nat.cast (no_index (OfNat.ofNat n)) : Int) = OfNat.ofNat n := rfl

theorem ofNat_zero : ((0 : Nat) : Int) = 0 := rfl

theorem ofNat_one : ((1 : Nat) : Int) = 1 := rfl

theorem ofNat_add (n m : Nat) : (↑(n + m) : Int) = n + m := rfl

theorem ofNat_mul (n m : Nat) : (↑(n * m) : Int) = n * m := rfl

theorem ofNat_succ (n : Nat) : (Nat.succ n : Int) = n + 1 := rfl

theorem natCast_add_one (n : Nat) : ((n + 1 : Nat) : Int) = n + 1 := rfl

theorem ofNat_inj {m n : Nat} : ((m : Nat) : Int) = (n : Nat) ↔ m = n := natCast_inj

theorem ofNat_le {m n : Nat} : (↑m : Int) ≤ ↑n ↔ m ≤ n := natCast_le

theorem ofNat_lt {n m : Nat} : (↑n : Int) < ↑m ↔ n < m := natCast_lt

theorem ofNat_nonneg (n : Nat) : 0 ≤ (n : Int) := natCast_nonneg n

theorem ofNat_zero_le (n : Nat) : 0 ≤ (↑n : Int) := natCast_nonneg n

@[norm_cast] theorem natCast_sub {n m : Nat} (h : m ≤ n) : ((n - m : Nat) : Int) = n - m := by
  omega

theorem ofNat_sub {m n : Nat} (h : m ≤ n) : ((n - m : Nat) : Int) = n - m := natCast_sub h

@[simp, norm_cast] theorem natCast_pow (b n : Nat) : ((b ^ n : Nat) : Int) = (b : Int) ^ n :=
  Lean.Omega.Int.ofNat_pow b n

@[simp, norm_cast] theorem natCast_eq_zero {n : Nat} : (n : Int) = 0 ↔ n = 0 := by omega

theorem ofNat_eq_zero {n : Nat} : (n : Int) = 0 ↔ n = 0 := by omega

@[norm_cast] theorem natCast_ne_zero {n : Nat} : (n : Int) ≠ 0 ↔ n ≠ 0 := by omega

theorem ofNat_ne_zero {n : Nat} : (n : Int) ≠ 0 ↔ n ≠ 0 := by omega

@[simp, norm_cast] theorem natCast_pos {n : Nat} : 0 < (n : Int) ↔ 0 < n := by omega

theorem ofNat_pos {n : Nat} : 0 < (↑n : Int) ↔ 0 < n := by omega

theorem natCast_succ_pos (n : Nat) : 0 < (n.succ : Int) := by omega

theorem ofNat_succ_pos (n : Nat) : 0 < (n.succ : Int) := by omega

@[simp, norm_cast] theorem natCast_min (a b : Nat) : ((min a b : Nat) : Int) = min (a : Int) b :=
  Lean.Omega.Int.ofNat_min a b

@[simp, norm_cast] theorem natCast_max (a b : Nat) : ((max a b : Nat) : Int) = max (a : Int) b :=
  Lean.Omega.Int.ofNat_max a b

theorem negSucc_inj {m n : Nat} : negSucc m = negSucc n ↔ m = n :=
  ⟨negSucc.inj, congrArg negSucc⟩

theorem negSucc_coe (n : Nat) : negSucc n = -↑(n + 1) := rfl

theorem neg_negSucc (n : Nat) : -negSucc n = (↑(n + 1) : Int) := rfl

theorem negSucc_ne_zero (n : Nat) : negSucc n ≠ 0 := by omega

theorem negSucc_not_nonneg (n : Nat) : 0 ≤ negSucc n ↔ False :=
  ⟨fun h => by omega, False.elim⟩

theorem negSucc_not_pos (n : Nat) : 0 < negSucc n ↔ False :=
  ⟨fun h => by omega, False.elim⟩

theorem neg_ofNat_le_natCast (n m : Nat) : -(n : Int) ≤ m := by omega

theorem eq_succ_of_zero_lt {a : Int} (h : 0 < a) : ∃ n : Nat, a = n.succ :=
  ⟨a.toNat - 1, by omega⟩

theorem lt_iff_exists_nat {a b : Int} : a < b ↔ ∃ n : Nat, b = a + n + 1 := by
  refine ⟨fun h => ⟨(b - a - 1).toNat, by omega⟩, ?_⟩
  rintro ⟨n, rfl⟩
  omega

theorem le_iff_exists_nat {a b : Int} : a ≤ b ↔ ∃ n : Nat, b = a + n := by
  refine ⟨fun h => ⟨(b - a).toNat, by omega⟩, ?_⟩
  rintro ⟨n, rfl⟩
  omega

theorem eq_nat_or_neg (a : Int) : ∃ n : Nat, a = n ∨ a = -↑n := ⟨a.natAbs, by omega⟩

theorem exists_nat_eq_of_nonneg {a : Int} (h : 0 ≤ a) : ∃ n : Nat, (n : Int) = a :=
  ⟨a.toNat, by omega⟩

/-! ### Absolute value -/

@[simp] theorem natAbs_zero : natAbs 0 = 0 := rfl

@[simp] theorem natAbs_one : natAbs 1 = 1 := rfl

@[simp, norm_cast] theorem natAbs_natCast (n : Nat) : natAbs ↑n = n := rfl

@[simp] theorem natAbs_ofNat (n : Nat) : natAbs (no_index (OfNat.ofNat n)) = OfNat.ofNat n := rfl

@[simp] theorem natAbs_negSucc (n : Nat) : natAbs (negSucc n) = n.succ := rfl

@[simp] theorem natAbs_neg (a : Int) : natAbs (-a) = natAbs a := by omega

@[simp] theorem natAbs_eq_zero {a : Int} : natAbs a = 0 ↔ a = 0 := by omega

theorem natAbs_ne_zero {a : Int} : natAbs a ≠ 0 ↔ a ≠ 0 := by omega

theorem natAbs_pos {a : Int} : 0 < natAbs a ↔ a ≠ 0 := by omega

@[simp] theorem natAbs_of_nonneg {a : Int} (h : 0 ≤ a) : (natAbs a : Int) = a := by omega

theorem ofNat_natAbs_of_nonneg {a : Int} (h : 0 ≤ a) : (natAbs a : Int) = a := by omega

theorem ofNat_natAbs_of_nonpos {a : Int} (h : a ≤ 0) : (natAbs a : Int) = -a := by omega

theorem natAbs_eq (a : Int) : a = natAbs a ∨ a = -↑(natAbs a) := by omega

theorem natAbs_add_le (a b : Int) : natAbs (a + b) ≤ natAbs a + natAbs b := by omega

theorem natAbs_sub_le (a b : Int) : natAbs (a - b) ≤ natAbs a + natAbs b := by omega

theorem natAbs_le_of_nonneg {a b : Int} (h : 0 ≤ a) (g : a ≤ b) : natAbs a ≤ natAbs b := by omega

theorem natAbs_eq_natAbs_iff {a b : Int} : a.natAbs = b.natAbs ↔ a = b ∨ a = -b := by omega

theorem natAbs_eq_iff {a : Int} {n : Nat} : a.natAbs = n ↔ a = n ∨ a = -n := by omega

theorem natAbs_mul (a b : Int) : natAbs (a * b) = natAbs a * natAbs b := by
  cases a with
  | ofNat m =>
    cases b with
    | ofNat n => rfl
    | negSucc n =>
      show natAbs (↑m * -↑(n + 1)) = m * (n + 1)
      rw [Int.mul_neg, natAbs_neg]
      rfl
  | negSucc m =>
    cases b with
    | ofNat n =>
      show natAbs (-↑(m + 1) * ↑n) = (m + 1) * n
      rw [Int.neg_mul, natAbs_neg]
      rfl
    | negSucc n => rfl

theorem natAbs_mul_self {a : Int} : ↑(natAbs a * natAbs a) = a * a := by
  cases a with
  | ofNat m => rfl
  | negSucc m => rfl

theorem natAbs_mul_natAbs_eq {a b : Int} {c : Nat} (h : a * b = (c : Int)) :
    a.natAbs * b.natAbs = c := by
  rw [← natAbs_mul, h, natAbs_natCast]

theorem natAbs_dvd_natAbs {a b : Int} : natAbs a ∣ natAbs b ↔ a ∣ b := by
  rw [← natCast_dvd_natCast, dvd_natAbs]
  cases a with
  | ofNat n => exact Iff.rfl
  | negSucc n =>
    have neg : ∀ {c : Int}, c ∣ b → -c ∣ b := by
      rintro c ⟨d, rfl⟩
      exact ⟨-d, by rw [Int.neg_mul, Int.mul_neg, Int.neg_neg]⟩
    exact ⟨neg, neg⟩

theorem natAbs_dvd {a b : Int} : (a.natAbs : Int) ∣ b ↔ a ∣ b := by
  rw [← natAbs_dvd_natAbs, natAbs_natCast, natAbs_dvd_natAbs]

theorem natAbs_pow (a : Int) (n : Nat) : natAbs (a ^ n) = natAbs a ^ n := by
  induction n with
  | zero => rfl
  | succ n ih => rw [Int.pow_succ, natAbs_mul, ih, _root_.Nat.pow_succ]

/-! ### The natural number below -/

@[simp] theorem toNat_zero : (0 : Int).toNat = 0 := rfl

@[simp] theorem toNat_one : (1 : Int).toNat = 1 := rfl

@[simp] theorem toNat_natCast (n : Nat) : toNat ↑n = n := rfl

@[simp] theorem toNat_ofNat (n : Nat) : toNat (no_index (OfNat.ofNat n)) = OfNat.ofNat n := rfl

@[simp] theorem toNat_negSucc (n : Nat) : (negSucc n).toNat = 0 := rfl

@[simp] theorem toNat_neg_natCast (n : Nat) : toNat (-n) = 0 := by omega

theorem toNat_of_nonneg {a : Int} (h : 0 ≤ a) : (toNat a : Int) = a := by omega

theorem toNat_of_nonpos {a : Int} (h : a ≤ 0) : a.toNat = 0 := by omega

theorem self_le_toNat (a : Int) : a ≤ toNat a := by omega

@[simp] theorem le_toNat {n : Nat} {z : Int} (h : 0 ≤ z) : n ≤ z.toNat ↔ (n : Int) ≤ z := by omega

@[simp] theorem toNat_le {z : Int} {n : Nat} : z.toNat ≤ n ↔ z ≤ (n : Int) := by omega

@[simp] theorem toNat_lt {n : Nat} {z : Int} (h : 0 ≤ z) : z.toNat < n ↔ z < (n : Int) := by omega

theorem lt_toNat {n : Nat} {a : Int} : n < toNat a ↔ (n : Int) < a := by omega

theorem toNat_eq_zero {n : Int} : n.toNat = 0 ↔ n ≤ 0 := by omega

theorem pos_iff_toNat_pos {n : Int} : 0 < n ↔ 0 < n.toNat := by omega

theorem toNat_le_toNat {a b : Int} (h : a ≤ b) : toNat a ≤ toNat b := by omega

theorem toNat_add {a b : Int} (ha : 0 ≤ a) (hb : 0 ≤ b) : (a + b).toNat = a.toNat + b.toNat := by
  omega

theorem toNat_add_nat {a : Int} (ha : 0 ≤ a) (n : Nat) : (a + n).toNat = a.toNat + n := by omega

theorem toNat_sub (m n : Nat) : toNat (m - n) = m - n := by omega

theorem toNat_sub_toNat_neg (n : Int) : ↑n.toNat - ↑(-n).toNat = n := by omega

theorem toNat_add_toNat_neg_eq_natAbs (n : Int) : n.toNat + (-n).toNat = n.natAbs := by omega

theorem natAbs_toNat (a : Int) : natAbs (toNat a : Int) = toNat a := rfl

theorem toNat_natAbs {a : Int} (h : 0 ≤ a) : a.natAbs = a.toNat := by omega

theorem toNat_mul {a b : Int} (ha : 0 ≤ a) (hb : 0 ≤ b) : (a * b).toNat = a.toNat * b.toNat := by
  obtain ⟨m, rfl⟩ := eq_ofNat_of_zero_le ha
  obtain ⟨n, rfl⟩ := eq_ofNat_of_zero_le hb
  rfl

theorem toNat_pos {a : Int} : 0 < a.toNat ↔ 0 < a := by omega

/-! ### Sign -/

@[simp] theorem sign_zero : sign 0 = 0 := rfl

@[simp] theorem sign_one : sign 1 = 1 := rfl

theorem sign_neg_one : sign (-1) = -1 := rfl

theorem sign_eq_one_of_pos {a : Int} (h : 0 < a) : sign a = 1 := by
  obtain ⟨n, rfl⟩ := eq_succ_of_zero_lt h
  rfl

theorem sign_eq_neg_one_of_neg {a : Int} (h : a < 0) : sign a = -1 := by
  cases a with
  | ofNat n => exact absurd h (Int.not_lt.2 (natCast_nonneg n))
  | negSucc n => rfl

theorem sign_trichotomy (a : Int) : sign a = 1 ∨ sign a = 0 ∨ sign a = -1 := by
  rcases Int.lt_trichotomy a 0 with h | h | h
  · exact .inr (.inr (sign_eq_neg_one_of_neg h))
  · rw [h]; exact .inr (.inl rfl)
  · exact .inl (sign_eq_one_of_pos h)

theorem sign_eq_one_iff_pos {a : Int} : sign a = 1 ↔ 0 < a := by
  refine ⟨fun h => ?_, sign_eq_one_of_pos⟩
  rcases Int.lt_trichotomy a 0 with g | g | g
  · rw [sign_eq_neg_one_of_neg g] at h; exact absurd h (by decide)
  · rw [g] at h; exact absurd h (by decide)
  · exact g

theorem sign_eq_neg_one_iff_neg {a : Int} : sign a = -1 ↔ a < 0 := by
  refine ⟨fun h => ?_, sign_eq_neg_one_of_neg⟩
  rcases Int.lt_trichotomy a 0 with g | g | g
  · exact g
  · rw [g] at h; exact absurd h (by decide)
  · rw [sign_eq_one_of_pos g] at h; exact absurd h (by decide)

theorem sign_eq_zero_iff_zero {a : Int} : sign a = 0 ↔ a = 0 := by
  refine ⟨fun h => ?_, fun h => by rw [h]; rfl⟩
  rcases Int.lt_trichotomy a 0 with g | g | g
  · rw [sign_eq_neg_one_of_neg g] at h; exact absurd h (by decide)
  · exact g
  · rw [sign_eq_one_of_pos g] at h; exact absurd h (by decide)

@[simp] theorem sign_neg (z : Int) : sign (-z) = -sign z := by
  rcases Int.lt_trichotomy z 0 with g | g | g
  · rw [sign_eq_neg_one_of_neg g, sign_eq_one_of_pos (by omega)]; rfl
  · rw [g]; rfl
  · rw [sign_eq_one_of_pos g, sign_eq_neg_one_of_neg (by omega)]

theorem sign_mul_natAbs (a : Int) : sign a * natAbs a = a := by
  rcases Int.lt_trichotomy a 0 with g | g | g
  · rw [sign_eq_neg_one_of_neg g]; omega
  · rw [g]; rfl
  · rw [sign_eq_one_of_pos g]; omega

theorem sign_mul_self_eq_natAbs (a : Int) : sign a * a = natAbs a := by
  rcases Int.lt_trichotomy a 0 with g | g | g
  · rw [sign_eq_neg_one_of_neg g]; omega
  · rw [g]; rfl
  · rw [sign_eq_one_of_pos g]; omega

end Int
