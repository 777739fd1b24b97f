/-
Integers: quotients, remainders, divisors.
-/
prelude
import Init.Int.Lemmas

namespace Int

/-! ### Values and bounds -/

@[simp] theorem zero_ediv (b : Int) : 0 / b = 0 := by
  cases b with
  | ofNat n => exact congrArg ofNat (Nat.zero_div n)
  | negSucc n =>
    show -ofNat (0 / (n + 1)) = 0
    rw [Nat.zero_div]
    rfl

@[simp] theorem zero_emod (b : Int) : 0 % b = 0 := by
  rw [emod_def, zero_ediv, Int.mul_zero, Int.sub_zero]

@[simp] protected theorem ediv_one (a : Int) : a / 1 = a := by omega

@[simp] theorem emod_one (a : Int) : a % 1 = 0 := by omega

theorem ediv_neg' (a b : Int) : a / -b = -(a / b) := ediv_neg a b

@[simp] theorem emod_neg (a b : Int) : a % -b = a % b := by
  rw [emod_def, emod_def, ediv_neg, Int.neg_mul_neg]

@[simp] theorem ediv_minus_one (a : Int) : a / -1 = -a := by
  rw [ediv_neg, Int.ediv_one]

@[simp] theorem emod_minus_one (a : Int) : a % -1 = 0 := by
  rw [emod_neg, emod_one]

@[simp] protected theorem ediv_self {a : Int} (h : a ≠ 0) : a / a = 1 := by
  have e := mul_ediv_cancel_left 1 h
  rw [Int.mul_one] at e
  exact e

@[simp] theorem emod_self {a : Int} : a % a = 0 := emod_eq_zero_of_dvd (Int.dvd_refl a)

theorem ediv_add_emod (a b : Int) : b * (a / b) + a % b = a := mul_ediv_add_emod a b

theorem ediv_add_emod' (a b : Int) : a / b * b + a % b = a := by
  rw [Int.mul_comm, ediv_add_emod]

theorem emod_add_ediv' (a b : Int) : a % b + a / b * b = a := by
  rw [Int.mul_comm, emod_add_ediv]

theorem emod_eq_of_lt {a b : Int} (h : 0 ≤ a) (g : a < b) : a % b = a :=
  emod_unique (q := 0) (by omega) (by omega) h g

theorem ediv_eq_zero_of_lt {a b : Int} (h : 0 ≤ a) (g : a < b) : a / b = 0 :=
  ediv_unique (r := a) (by omega) (by omega) h g

theorem emod_two_eq (x : Int) : x % 2 = 0 ∨ x % 2 = 1 := by omega

theorem emod_two_eq_zero_or_one (x : Int) : x % 2 = 0 ∨ x % 2 = 1 := by omega

theorem emod_nonneg_of_pos (a : Int) {b : Int} (h : 0 < b) : 0 ≤ a % b :=
  emod_nonneg a (Int.ne_of_gt h)

theorem ediv_nonneg {a b : Int} (ha : 0 ≤ a) (hb : 0 ≤ b) : 0 ≤ a / b := by
  obtain ⟨m, rfl⟩ := eq_ofNat_of_zero_le ha
  obtain ⟨n, rfl⟩ := eq_ofNat_of_zero_le hb
  exact natCast_nonneg (m / n)

theorem ediv_mul_le (a : Int) {b : Int} (h : b ≠ 0) : a / b * b ≤ a := by
  rw [Int.mul_comm]
  exact mul_ediv_self_le h

theorem lt_ediv_add_one_mul_self (a : Int) {b : Int} (h : 0 < b) : a < (a / b + 1) * b := by
  rw [Int.add_mul, Int.one_mul, Int.mul_comm]
  exact lt_mul_ediv_self_add h

theorem le_ediv_iff_mul_le {a b c : Int} (h : 0 < c) : a ≤ b / c ↔ a * c ≤ b := by
  refine ⟨fun g => ?_, fun g => ?_⟩
  · exact Int.le_trans (Int.mul_le_mul_of_nonneg_right g (Int.le_of_lt h))
      (ediv_mul_le b (Int.ne_of_gt h))
  · rw [Int.mul_comm] at g
    exact Lean.Omega.Constraint.le_ediv h g

theorem ediv_lt_iff_lt_mul {a b c : Int} (h : 0 < c) : a / c < b ↔ a < b * c := by
  rw [← Int.not_le, ← Int.not_le, le_ediv_iff_mul_le h]

theorem ediv_lt_of_lt_mul {a b c : Int} (h : 0 < c) (g : a < b * c) : a / c < b :=
  (ediv_lt_iff_lt_mul h).2 g

theorem le_ediv_of_mul_le {a b c : Int} (h : 0 < c) (g : a * c ≤ b) : a ≤ b / c :=
  (le_ediv_iff_mul_le h).2 g

theorem mul_le_of_le_ediv {a b c : Int} (h : 0 < c) (g : a ≤ b / c) : a * c ≤ b :=
  (le_ediv_iff_mul_le h).1 g

theorem ediv_le_ediv {a b c : Int} (h : 0 < c) (g : a ≤ b) : a / c ≤ b / c :=
  le_ediv_of_mul_le h (Int.le_trans (ediv_mul_le a (Int.ne_of_gt h)) g)

theorem ediv_le_self {a : Int} (b : Int) (h : 0 ≤ a) : a / b ≤ a := by
  obtain ⟨m, rfl⟩ := eq_ofNat_of_zero_le h
  cases b with
  | ofNat n => exact natCast_le.2 (Nat.div_le_self m n)
  | negSucc n =>
    have g : 0 ≤ (↑(m / (n + 1)) : Int) := natCast_nonneg _
    show -(↑(m / (n + 1)) : Int) ≤ ↑m
    omega

theorem ediv_neg_of_neg_of_pos {a b : Int} (ha : a < 0) (hb : 0 < b) : a / b < 0 :=
  ediv_lt_of_lt_mul hb (by omega)

theorem ediv_pos_of_pos_of_le {a b : Int} (hb : 0 < b) (h : b ≤ a) : 0 < a / b := by
  have g : 1 ≤ a / b := le_ediv_of_mul_le hb (by omega)
  omega

/-! ### Multiples of the divisor -/

theorem add_mul_ediv_left (a : Int) {b : Int} (c : Int) (h : b ≠ 0) :
    (a + b * c) / b = a / b + c := by
  have pos : ∀ {b : Int} (c : Int), 0 < b → (a + b * c) / b = a / b + c := fun {b} c hb => by
    refine ediv_unique (r := a % b) hb ?_ (emod_nonneg_of_pos a hb) (emod_lt_of_pos a hb)
    rw [Int.mul_add, ← Int.add_assoc, emod_add_ediv]
  cases Int.lt_or_gt_of_ne h with
  | inr hb => exact pos c hb
  | inl hb =>
    have e := pos (b := -b) (-c) (Int.neg_pos_of_neg hb)
    rw [Int.neg_mul_neg, ediv_neg, ediv_neg] at e
    omega

theorem add_mul_ediv_right (a b : Int) {c : Int} (h : c ≠ 0) : (a + b * c) / c = a / c + b := by
  rw [Int.mul_comm, add_mul_ediv_left a b h]

@[simp] theorem mul_ediv_cancel (a : Int) {b : Int} (h : b ≠ 0) : a * b / b = a := by
  rw [Int.mul_comm, mul_ediv_cancel_left a h]

theorem add_ediv_of_dvd_right {a b c : Int} (h : c ∣ b) : (a + b) / c = a / c + b / c := by
  by_cases hc : c = 0
  · rw [hc, Int.ediv_zero, Int.ediv_zero, Int.ediv_zero, Int.add_zero]
  · obtain ⟨d, rfl⟩ := h
    rw [add_mul_ediv_left a d hc, mul_ediv_cancel_left d hc]

theorem add_ediv_of_dvd_left {a b c : Int} (h : c ∣ a) : (a + b) / c = a / c + b / c := by
  rw [Int.add_comm, add_ediv_of_dvd_right h, Int.add_comm]

@[simp] theorem add_mul_emod_self_left (a b c : Int) : (a + b * c) % b = a % b := by
  by_cases h : b = 0
  · rw [h, Int.zero_mul, Int.add_zero]
  · rw [emod_def, emod_def, add_mul_ediv_left a c h, Int.mul_add]
    omega

@[simp] theorem add_mul_emod_self_right (a b c : Int) : (a + b * c) % c = a % c := by
  rw [Int.mul_comm, add_mul_emod_self_left]

theorem add_mul_emod_self {a b c : Int} : (a + b * c) % c = a % c :=
  add_mul_emod_self_right a b c

@[simp] theorem mul_add_emod_self_left (a b c : Int) : (a * b + c) % a = c % a := by
  rw [Int.add_comm, add_mul_emod_self_left]

@[simp] theorem mul_add_emod_self_right (a b c : Int) : (a * b + c) % b = c % b := by
  rw [Int.add_comm, add_mul_emod_self_right]

@[simp] theorem sub_mul_emod_self_left (a b c : Int) : (a - b * c) % b = a % b := by
  have e := add_mul_emod_self_left a b (-c)
  rw [Int.mul_neg] at e
  exact e

@[simp] theorem add_emod_right (a b : Int) : (a + b) % b = a % b := by
  have e := add_mul_emod_self_left a b 1
  rw [Int.mul_one] at e
  exact e

@[simp] theorem add_emod_left (a b : Int) : (a + b) % a = b % a := by
  rw [Int.add_comm, add_emod_right]

theorem add_emod_self {a b : Int} : (a + b) % b = a % b := add_emod_right a b

theorem add_emod_self_left {a b : Int} : (a + b) % a = b % a := add_emod_left a b

@[simp] theorem mul_emod_left (a b : Int) : a * b % b = 0 :=
  emod_eq_zero_of_dvd (Int.dvd_mul_left a b)

@[simp] theorem mul_emod_right (a b : Int) : a * b % a = 0 :=
  emod_eq_zero_of_dvd (Int.dvd_mul_right a b)

/-! ### Remainders of sums, differences, products -/

@[simp] theorem emod_add_emod (m n k : Int) : (m % n + k) % n = (m + k) % n := by
  have e := add_mul_emod_self_left (m % n + k) n (m / n)
  rw [← e, Int.add_right_comm, emod_add_ediv]

@[simp] theorem add_emod_emod (m n k : Int) : (m + n % k) % k = (m + n) % k := by
  rw [Int.add_comm, emod_add_emod, Int.add_comm]

theorem add_emod (a b n : Int) : (a + b) % n = (a % n + b % n) % n := by
  rw [emod_add_emod, add_emod_emod]

@[simp] theorem emod_emod (a b : Int) : a % b % b = a % b := by
  have e := emod_add_emod a b 0
  rw [Int.add_zero, Int.add_zero] at e
  exact e

@[simp] theorem emod_sub_emod (m n k : Int) : (m % n - k) % n = (m - k) % n :=
  emod_add_emod m n (-k)

@[simp] theorem sub_emod_emod (m n k : Int) : (m - n % k) % k = (m - n) % k := by
  have e := add_mul_emod_self_left (m - n) k (n / k)
  rw [← e]
  have h := emod_add_ediv n k
  have h' : m - n % k = m - n + k * (n / k) := by omega
  rw [h']

theorem sub_emod (a b n : Int) : (a - b) % n = (a % n - b % n) % n := by
  rw [sub_emod_emod, emod_sub_emod]

@[simp] theorem emod_mul_emod (m n k : Int) : (m % n * k) % n = m * k % n := by
  have e := add_mul_emod_self_left (m % n * k) n (m / n * k)
  rw [← e, ← Int.mul_assoc, ← Int.add_mul, emod_add_ediv]

@[simp] theorem mul_emod_emod (m n k : Int) : (m * (n % k)) % k = m * n % k := by
  rw [Int.mul_comm, emod_mul_emod, Int.mul_comm]

theorem mul_emod (a b n : Int) : a * b % n = (a % n) * (b % n) % n := by
  rw [mul_emod_emod, emod_mul_emod]

theorem emod_emod_of_dvd (n : Int) {m k : Int} (h : m ∣ k) : n % k % m = n % m := by
  obtain ⟨c, rfl⟩ := h
  have e := add_mul_emod_self_left (n % (m * c)) m (c * (n / (m * c)))
  rw [← Int.mul_assoc, emod_add_ediv] at e
  exact e.symm

theorem emod_eq_emod_iff_emod_sub_eq_zero {m n k : Int} : m % n = k % n ↔ (m - k) % n = 0 := by
  refine ⟨fun h => ?_, fun h => ?_⟩
  · rw [sub_emod, h, Int.sub_self, zero_emod]
  · have e := add_emod_emod k (m - k) n
    rw [h, Int.add_zero] at e
    rw [e]
    exact congrArg (· % n) (by omega)

theorem neg_emod {a b : Int} : -a % b = (b - a) % b := by
  have e := add_emod_left b (-a)
  exact e.symm

theorem emod_neg_of_dvd {a b : Int} (h : b ∣ a) : -a % b = 0 := by
  obtain ⟨c, rfl⟩ := h
  rw [← Int.mul_neg, mul_emod_right]

/-! ### Divisors -/

protected theorem dvd_iff_exists_eq_mul_left {a b : Int} : a ∣ b ↔ ∃ c, b = c * a := by
  refine ⟨?_, ?_⟩
  · rintro ⟨c, rfl⟩
    exact ⟨c, Int.mul_comm a c⟩
  · rintro ⟨c, rfl⟩
    exact Int.dvd_mul_left c a

@[simp] protected theorem dvd_neg {a b : Int} : a ∣ -b ↔ a ∣ b := by
  rw [← natAbs_dvd_natAbs, natAbs_neg, natAbs_dvd_natAbs]

@[simp] protected theorem neg_dvd {a b : Int} : -a ∣ b ↔ a ∣ b := by
  rw [← natAbs_dvd_natAbs, natAbs_neg, natAbs_dvd_natAbs]

@[simp] protected theorem zero_dvd {n : Int} : 0 ∣ n ↔ n = 0 :=
  ⟨Int.eq_zero_of_zero_dvd, fun h => h ▸ Int.dvd_refl 0⟩

theorem ofNat_dvd {m n : Nat} : (↑m : Int) ∣ ↑n ↔ m ∣ n := natCast_dvd_natCast

theorem dvd_natCast {m : Int} {n : Nat} : m ∣ (n : Int) ↔ m.natAbs ∣ n := by
  rw [← natAbs_dvd_natAbs, natAbs_natCast]

protected theorem ediv_mul_cancel {a b : Int} (h : b ∣ a) : a / b * b = a := by
  rw [Int.mul_comm, Int.mul_ediv_cancel_of_dvd h]

protected theorem mul_ediv_cancel' {a b : Int} (h : a ∣ b) : a * (b / a) = b :=
  Int.mul_ediv_cancel_of_dvd h

protected theorem mul_ediv_assoc (a : Int) {b c : Int} (h : c ∣ b) : a * b / c = a * (b / c) := by
  by_cases hc : c = 0
  · rw [hc, Int.ediv_zero, Int.ediv_zero, Int.mul_zero]
  · obtain ⟨d, rfl⟩ := h
    rw [Int.mul_left_comm, mul_ediv_cancel_left _ hc, mul_ediv_cancel_left _ hc]

protected theorem ediv_eq_of_eq_mul_left {a b c : Int} (h : b ≠ 0) (g : a = c * b) : a / b = c := by
  rw [g, mul_ediv_cancel c h]

protected theorem ediv_eq_of_eq_mul_right {a b c : Int} (h : b ≠ 0) (g : a = b * c) : a / b = c := by
  rw [g, mul_ediv_cancel_left c h]

protected theorem eq_mul_of_ediv_eq_right {a b c : Int} (h : b ∣ a) (g : a / b = c) : a = b * c := by
  rw [← g, Int.mul_ediv_cancel_of_dvd h]

protected theorem ediv_eq_iff_eq_mul_right {a b c : Int} (h : b ≠ 0) (g : b ∣ a) :
    a / b = c ↔ a = b * c :=
  ⟨Int.eq_mul_of_ediv_eq_right g, Int.ediv_eq_of_eq_mul_right h⟩

theorem neg_ediv_of_dvd {a b : Int} (h : b ∣ a) : -a / b = -(a / b) := by
  by_cases hb : b = 0
  · rw [hb, Int.ediv_zero, Int.ediv_zero, Int.neg_zero]
  · obtain ⟨c, rfl⟩ := h
    rw [← Int.mul_neg, mul_ediv_cancel_left _ hb, mul_ediv_cancel_left _ hb]

theorem le_of_dvd {a b : Int} (h : 0 < b) (g : a ∣ b) : a ≤ b := by
  have e := Nat.le_of_dvd (natAbs_pos.2 (Int.ne_of_gt h)) (natAbs_dvd_natAbs.2 g)
  omega

protected theorem dvd_antisymm {a b : Int} (ha : 0 ≤ a) (hb : 0 ≤ b) (h : a ∣ b) (g : b ∣ a) :
    a = b := by
  have e := Nat.dvd_antisymm (natAbs_dvd_natAbs.2 h) (natAbs_dvd_natAbs.2 g)
  omega

theorem eq_one_of_dvd_one {a : Int} (h : 0 ≤ a) (g : a ∣ 1) : a = 1 :=
  Int.dvd_antisymm h (by decide) g (Int.one_dvd a)

theorem eq_one_of_mul_eq_one_right {a b : Int} (h : 0 ≤ a) (g : a * b = 1) : a = 1 :=
  eq_one_of_dvd_one h ⟨b, g.symm⟩

protected theorem dvd_add_right {a b c : Int} (h : a ∣ b) : a ∣ b + c ↔ a ∣ c := by
  refine ⟨fun g => ?_, Int.dvd_add h⟩
  have e := Int.dvd_sub g h
  rw [Int.add_sub_cancel_left] at e
  exact e

protected theorem dvd_add_left {a b c : Int} (h : a ∣ c) : a ∣ b + c ↔ a ∣ b := by
  rw [Int.add_comm, Int.dvd_add_right h]

protected theorem dvd_iff_dvd_of_dvd_sub {a b c : Int} (h : a ∣ b - c) : a ∣ b ↔ a ∣ c := by
  have e := Int.dvd_add_right (c := c) h
  rw [Int.sub_add_cancel] at e
  exact e

protected theorem mul_dvd_mul {a b c d : Int} (h : a ∣ b) (g : c ∣ d) : a * c ∣ b * d := by
  obtain ⟨e, rfl⟩ := h
  obtain ⟨f, rfl⟩ := g
  exact ⟨e * f, by ac_rfl⟩

protected theorem mul_dvd_mul_left {b c : Int} (a : Int) (h : b ∣ c) : a * b ∣ a * c :=
  Int.mul_dvd_mul (Int.dvd_refl a) h

protected theorem mul_dvd_mul_right {a b : Int} (h : a ∣ b) (c : Int) : a * c ∣ b * c :=
  Int.mul_dvd_mul h (Int.dvd_refl c)

theorem dvd_of_mul_dvd_mul_left {a m n : Int} (h : a ≠ 0) (g : a * m ∣ a * n) : m ∣ n := by
  obtain ⟨c, e⟩ := g
  rw [Int.mul_assoc] at e
  exact ⟨c, Int.eq_of_mul_eq_mul_left h e⟩

theorem dvd_mul_left_of_dvd {a b : Int} (h : a ∣ b) (c : Int) : a ∣ c * b :=
  Int.dvd_trans h (Int.dvd_mul_left c b)

theorem dvd_mul_right_of_dvd {a b : Int} (h : a ∣ b) (c : Int) : a ∣ b * c :=
  Int.dvd_mul_of_dvd h c

theorem dvd_self_sub_emod {x m : Int} : m ∣ x - x % m := by
  refine ⟨x / m, ?_⟩
  have e := emod_add_ediv x m
  omega

theorem dvd_emod_sub_self {x m : Int} : m ∣ x % m - x := by
  refine ⟨-(x / m), ?_⟩
  have e := emod_add_ediv x m
  rw [Int.mul_neg]
  omega

theorem dvd_sub_of_emod_eq {a b c : Int} (h : a % b = c) : b ∣ a - c := by
  rw [← h]
  exact dvd_self_sub_emod

theorem emod_eq_emod_iff_dvd_sub {m n k : Int} : m % n = k % n ↔ n ∣ m - k := by
  rw [emod_eq_emod_iff_emod_sub_eq_zero, dvd_iff_emod_eq_zero]

/-! ### Parity -/

theorem even_or_odd' (n : Int) : ∃ k, n = 2 * k ∨ n = 2 * k + 1 := ⟨n / 2, by omega⟩

theorem two_dvd_mul_add_one (k : Int) : 2 ∣ k * (k + 1) := by
  obtain ⟨c, rfl | rfl⟩ := even_or_odd' k
  · rw [Int.mul_assoc]
    exact Int.dvd_mul_right 2 _
  · exact dvd_mul_left_of_dvd ⟨c + 1, by omega⟩ _

/-! ### Greatest common divisors -/

theorem gcd_dvd_left (a b : Int) : (gcd a b : Int) ∣ a :=
  natCast_dvd.2 (Nat.gcd_dvd_left a.natAbs b.natAbs)

theorem gcd_dvd_right (a b : Int) : (gcd a b : Int) ∣ b :=
  natCast_dvd.2 (Nat.gcd_dvd_right a.natAbs b.natAbs)

theorem dvd_coe_gcd {a b c : Int} (h : c ∣ a) (g : c ∣ b) : c ∣ (gcd a b : Int) :=
  dvd_natCast.2 (Nat.dvd_gcd (natAbs_dvd_natAbs.2 h) (natAbs_dvd_natAbs.2 g))

theorem gcd_comm (a b : Int) : gcd a b = gcd b a := Nat.gcd_comm a.natAbs b.natAbs

theorem gcd_assoc (a b c : Int) : gcd (gcd a b) c = gcd a (gcd b c) :=
  Nat.gcd_assoc a.natAbs b.natAbs c.natAbs

@[simp] theorem gcd_zero_left (a : Int) : gcd 0 a = natAbs a := Nat.gcd_zero_left _

@[simp] theorem gcd_zero_right (a : Int) : gcd a 0 = natAbs a := Nat.gcd_zero_right _

@[simp] theorem gcd_self {a : Int} : gcd a a = natAbs a := Nat.gcd_self _

@[simp] theorem one_gcd {a : Int} : gcd 1 a = 1 := Nat.gcd_one_left _

@[simp] theorem gcd_one {a : Int} : gcd a 1 = 1 := Nat.gcd_one_right _

@[simp] theorem gcd_neg {a b : Int} : gcd a (-b) = gcd a b := by
  show Nat.gcd _ (natAbs (-b)) = _
  rw [natAbs_neg]
  rfl

@[simp] theorem neg_gcd {a b : Int} : gcd (-a) b = gcd a b := by
  rw [gcd_comm, gcd_neg, gcd_comm]

theorem gcd_eq_zero_iff {a b : Int} : gcd a b = 0 ↔ a = 0 ∧ b = 0 := by
  show Nat.gcd _ _ = 0 ↔ _
  rw [Nat.gcd_eq_zero_iff, natAbs_eq_zero, natAbs_eq_zero]

end Int
