/-
Natural numbers: division, remainder and divisibility.
-/
prelude
import Init.Omega.Facts

namespace Nat

/-! ### Values and bounds -/

@[simp] protected theorem zero_div (b : Nat) : 0 / b = 0 := by
  cases b with
  | zero => exact Nat.div_zero 0
  | succ b => exact Nat.div_eq_of_lt (Nat.zero_lt_succ b)

@[simp] theorem zero_mod (b : Nat) : 0 % b = 0 := by
  cases b with
  | zero => exact Nat.mod_zero 0
  | succ b => exact Nat.mod_eq_of_lt (Nat.zero_lt_succ b)

@[simp] protected theorem div_one (n : Nat) : n / 1 = n := by omega

@[simp] theorem mod_one (n : Nat) : n % 1 = 0 := by omega

theorem mod_def (m k : Nat) : m % k = m - k * (m / k) := by
  have h := Nat.div_add_mod m k
  omega

theorem mod_eq_sub_mul_div {x k : Nat} : x % k = x - k * (x / k) := Nat.mod_def x k

theorem mod_le (x y : Nat) : x % y ≤ x := by
  have h := Nat.div_add_mod x y
  omega

theorem mul_div_le (m n : Nat) : n * (m / n) ≤ m := by
  have h := Nat.div_add_mod m n
  omega

theorem div_mul_le_self (m n : Nat) : m / n * n ≤ m := by
  rw [Nat.mul_comm]
  exact Nat.mul_div_le m n

theorem lt_mul_div_succ (a : Nat) {b : Nat} (h : 0 < b) : a < b * (a / b + 1) := by
  have e := Nat.div_add_mod a b
  have l := Nat.mod_lt a h
  rw [Nat.mul_add]
  omega

theorem div_le_self (n k : Nat) : n / k ≤ n := by
  cases k with
  | zero => rw [Nat.div_zero]; exact Nat.zero_le n
  | succ k =>
    have h := Nat.mul_div_le n (k + 1)
    rw [Nat.add_mul] at h
    have h' := Nat.zero_le (k * (n / (k + 1)))
    omega

theorem div_lt_self {n k : Nat} (hn : 0 < n) (hk : 1 < k) : n / k < n := by
  have h := Nat.mul_div_le n k
  have h2 : 2 * (n / k) ≤ k * (n / k) := Nat.mul_le_mul_right _ hk
  omega

theorem mod_two_eq_zero_or_one (n : Nat) : n % 2 = 0 ∨ n % 2 = 1 := by omega

theorem mod_two_ne_zero {n : Nat} : ¬n % 2 = 0 ↔ n % 2 = 1 := by omega

theorem mod_two_ne_one {n : Nat} : ¬n % 2 = 1 ↔ n % 2 = 0 := by omega

/-! ### Addition of multiples of the divisor -/

theorem add_mul_div_left (x z : Nat) {y : Nat} (h : 0 < y) : (x + y * z) / y = x / y + z := by
  refine (Nat.div_mod_unique (Nat.mod_lt x h) ?_).1
  have e := Nat.div_add_mod x y
  rw [Nat.mul_add]
  omega

theorem add_mul_div_right (x y : Nat) {z : Nat} (h : 0 < z) : (x + y * z) / z = x / z + y := by
  rw [Nat.mul_comm, Nat.add_mul_div_left x y h]

theorem mul_add_div {m : Nat} (h : 0 < m) (x y : Nat) : (m * x + y) / m = x + y / m := by
  rw [Nat.add_comm, Nat.add_mul_div_left y x h, Nat.add_comm]

@[simp] theorem add_mul_mod_self_left (x y z : Nat) : (x + y * z) % y = x % y := by
  cases Nat.eq_zero_or_pos y with
  | inl h => rw [h, Nat.zero_mul, Nat.add_zero]
  | inr h =>
    refine (Nat.div_mod_unique (q := x / y + z) (Nat.mod_lt x h) ?_).2
    have e := Nat.div_add_mod x y
    rw [Nat.mul_add]
    omega

@[simp] theorem add_mul_mod_self_right (x y z : Nat) : (x + y * z) % z = x % z := by
  rw [Nat.mul_comm, Nat.add_mul_mod_self_left]

@[simp] theorem mul_add_mod_self_left (a b c : Nat) : (a * b + c) % a = c % a := by
  rw [Nat.add_comm, Nat.add_mul_mod_self_left]

@[simp] theorem mul_add_mod_self_right (a b c : Nat) : (a * b + c) % b = c % b := by
  rw [Nat.add_comm, Nat.add_mul_mod_self_right]

theorem mul_add_mod (m x y : Nat) : (m * x + y) % m = y % m := Nat.mul_add_mod_self_left m x y

theorem mul_add_mod_of_lt {a b c : Nat} (h : c < b) : (a * b + c) % b = c := by
  rw [Nat.mul_add_mod_self_right, Nat.mod_eq_of_lt h]

@[simp] theorem add_div_right (x : Nat) {z : Nat} (h : 0 < z) : (x + z) / z = x / z + 1 := by
  have e := Nat.add_mul_div_left x 1 h
  rw [Nat.mul_one] at e
  exact e

@[simp] theorem add_div_left (x : Nat) {z : Nat} (h : 0 < z) : (z + x) / z = x / z + 1 := by
  rw [Nat.add_comm, Nat.add_div_right x h]

@[simp] theorem add_mod_right (x z : Nat) : (x + z) % z = x % z := by
  have e := Nat.add_mul_mod_self_left x z 1
  rw [Nat.mul_one] at e
  exact e

@[simp] theorem add_mod_left (x z : Nat) : (x + z) % x = z % x := by
  rw [Nat.add_comm, Nat.add_mod_right]

@[simp] theorem mod_self (n : Nat) : n % n = 0 := by
  have e := Nat.add_mod_right 0 n
  rw [Nat.zero_add, Nat.zero_mod] at e
  exact e

@[simp] protected theorem div_self {n : Nat} (h : 0 < n) : n / n = 1 := by
  have e := Nat.add_div_right 0 h
  rw [Nat.zero_add, Nat.zero_div] at e
  exact e

@[simp] theorem mul_mod_right (m n : Nat) : m * n % m = 0 :=
  Nat.mod_eq_zero_of_dvd (Nat.dvd_mul_right m n)

@[simp] theorem mul_mod_left (m n : Nat) : m * n % n = 0 :=
  Nat.mod_eq_zero_of_dvd (Nat.dvd_mul_left n m)

@[simp] protected theorem mul_div_cancel_left (m : Nat) {n : Nat} (h : 0 < n) : n * m / n = m := by
  have e := Nat.add_mul_div_left 0 m h
  rw [Nat.zero_add, Nat.zero_div, Nat.zero_add] at e
  exact e

@[simp] protected theorem mul_div_cancel (m : Nat) {n : Nat} (h : 0 < n) : m * n / n = m := by
  rw [Nat.mul_comm, Nat.mul_div_cancel_left m h]

protected theorem mul_div_right (n : Nat) {m : Nat} (h : 0 < m) : m * n / m = n :=
  Nat.mul_div_cancel_left n h

protected theorem mul_div_left (m : Nat) {n : Nat} (h : 0 < n) : m * n / n = m :=
  Nat.mul_div_cancel m h

/-! ### Division and order -/

theorem le_div_iff_mul_le {x y k : Nat} (h : 0 < k) : x ≤ y / k ↔ x * k ≤ y := by
  refine ⟨fun g => Nat.le_trans (Nat.mul_le_mul_right k g) (Nat.div_mul_le_self y k), fun g => ?_⟩
  refine Nat.le_of_not_lt fun hlt => ?_
  have e := Nat.lt_mul_div_succ y h
  have e' : k * (y / k + 1) ≤ k * x := Nat.mul_le_mul_left k hlt
  rw [Nat.mul_comm x] at g
  omega

theorem div_lt_iff_lt_mul {x y k : Nat} (h : 0 < k) : x / k < y ↔ x < y * k := by
  rw [← Nat.not_le, ← Nat.not_le, Nat.le_div_iff_mul_le h]

theorem div_le_iff_le_mul {x y k : Nat} (h : 0 < k) : x / k ≤ y ↔ x ≤ y * k + k - 1 := by
  have e : x / k ≤ y ↔ x / k < y + 1 := by omega
  rw [e, Nat.div_lt_iff_lt_mul h, Nat.add_mul, Nat.one_mul]
  omega

theorem div_lt_of_lt_mul {m n k : Nat} (h : m < n * k) : m / n < k := by
  cases Nat.eq_zero_or_pos n with
  | inl hn =>
    rw [hn, Nat.zero_mul] at h
    exact absurd h (Nat.not_lt_zero m)
  | inr hn =>
    rw [Nat.mul_comm] at h
    exact (Nat.div_lt_iff_lt_mul hn).2 h

theorem div_le_of_le_mul {m n k : Nat} (h : m ≤ k * n) : m / k ≤ n := by
  cases Nat.eq_zero_or_pos k with
  | inl hk => rw [hk, Nat.div_zero]; exact Nat.zero_le n
  | inr hk =>
    refine Nat.le_of_lt_succ ((Nat.div_lt_iff_lt_mul hk).2 ?_)
    rw [Nat.succ_mul, Nat.mul_comm n]
    omega

theorem div_le_div_right {n m k : Nat} (h : n ≤ m) : n / k ≤ m / k := by
  cases Nat.eq_zero_or_pos k with
  | inl hk => rw [hk, Nat.div_zero, Nat.div_zero]
  | inr hk =>
    exact (Nat.le_div_iff_mul_le hk).2 (Nat.le_trans (Nat.div_mul_le_self n k) h)

theorem div_eq_of_lt_le {m n k : Nat} (lo : k * n ≤ m) (hi : m < (k + 1) * n) : m / n = k := by
  have hn : 0 < n := by
    refine Nat.pos_of_ne_zero fun h => ?_
    rw [h, Nat.mul_zero] at hi
    exact Nat.not_lt_zero m hi
  exact Nat.le_antisymm (Nat.le_of_lt_succ ((Nat.div_lt_iff_lt_mul hn).2 hi))
    ((Nat.le_div_iff_mul_le hn).2 lo)

theorem div_pos {a b : Nat} (h : b ≤ a) (hb : 0 < b) : 0 < a / b :=
  (Nat.le_div_iff_mul_le hb).2 (by rw [Nat.one_mul]; exact h)

theorem pos_of_div_pos {a b : Nat} (h : 0 < a / b) : 0 < a := by
  refine Nat.pos_of_ne_zero fun e => ?_
  rw [e, Nat.zero_div] at h
  exact Nat.lt_irrefl 0 h

theorem div_eq_zero_iff {a b : Nat} : a / b = 0 ↔ b = 0 ∨ a < b := by
  refine ⟨fun h => ?_, fun h => ?_⟩
  · refine (Nat.eq_zero_or_pos b).elim .inl fun hb => .inr ?_
    refine Nat.lt_of_not_le fun g => ?_
    have e := Nat.div_pos g hb
    omega
  · cases h with
    | inl h => rw [h, Nat.div_zero]
    | inr h => exact Nat.div_eq_of_lt h

theorem div_eq_iff {a b c : Nat} (h : 0 < b) : a / b = c ↔ b * c ≤ a ∧ a < b * (c + 1) := by
  refine ⟨?_, fun g => ?_⟩
  · rintro rfl
    exact ⟨Nat.mul_div_le a b, Nat.lt_mul_div_succ a h⟩
  · refine Nat.div_eq_of_lt_le ?_ ?_
    · rw [Nat.mul_comm]; exact g.1
    · rw [Nat.mul_comm]; exact g.2

theorem mod_eq_sub_mod {a b : Nat} (h : b ≤ a) : a % b = (a - b) % b := by
  obtain ⟨k, rfl⟩ := Nat.le.dest h
  rw [Nat.add_mod_left, Nat.add_sub_cancel_left]

theorem mod_eq_iff_lt {a b : Nat} (h : b ≠ 0) : a % b = a ↔ a < b := by
  refine ⟨fun e => ?_, Nat.mod_eq_of_lt⟩
  rw [← e]
  exact Nat.mod_lt a (Nat.pos_of_ne_zero h)

/-- One step of division by repeated subtraction. -/
theorem div_eq (x y : Nat) : x / y = if 0 < y ∧ y ≤ x then (x - y) / y + 1 else 0 := by
  split
  next h =>
    obtain ⟨k, rfl⟩ := Nat.le.dest h.2
    rw [Nat.add_div_left k h.1, Nat.add_sub_cancel_left]
  next h =>
    rw [Nat.div_eq_zero_iff]
    omega

/-- One step of remainder by repeated subtraction. -/
theorem mod_eq (x y : Nat) : x % y = if 0 < y ∧ y ≤ x then (x - y) % y else x := by
  split
  next h => exact Nat.mod_eq_sub_mod h.2
  next h =>
    cases Nat.eq_zero_or_pos y with
    | inl hy => rw [hy, Nat.mod_zero]
    | inr hy => exact Nat.mod_eq_of_lt (by omega)

/-! ### Remainders of sums, products, powers -/

@[simp] theorem mod_mod (a n : Nat) : a % n % n = a % n := by
  cases Nat.eq_zero_or_pos n with
  | inl h => rw [h, Nat.mod_zero, Nat.mod_zero]
  | inr h => exact Nat.mod_eq_of_lt (Nat.mod_lt a h)

@[simp] theorem mod_add_mod (m n k : Nat) : (m % n + k) % n = (m + k) % n := by
  have e := Nat.add_mul_mod_self_left (m % n + k) n (m / n)
  rw [← e, Nat.add_right_comm, Nat.mod_add_div]

@[simp] theorem add_mod_mod (m n k : Nat) : (m + n % k) % k = (m + n) % k := by
  rw [Nat.add_comm, Nat.mod_add_mod, Nat.add_comm]

theorem add_mod (a b n : Nat) : (a + b) % n = (a % n + b % n) % n := by
  rw [Nat.add_mod_mod, Nat.mod_add_mod]

@[simp] theorem mod_mul_mod (m n k : Nat) : (m % n * k) % n = m * k % n := by
  have e := Nat.add_mul_mod_self_left (m % n * k) n (m / n * k)
  rw [← e, ← Nat.mul_assoc, ← Nat.add_mul, Nat.mod_add_div]

@[simp] theorem mul_mod_mod (m n k : Nat) : (m * (n % k)) % k = m * n % k := by
  rw [Nat.mul_comm, Nat.mod_mul_mod, Nat.mul_comm]

theorem mul_mod (a b n : Nat) : a * b % n = (a % n) * (b % n) % n := by
  rw [Nat.mul_mod_mod, Nat.mod_mul_mod]

theorem pow_mod (a b n : Nat) : a ^ b % n = (a % n) ^ b % n := by
  induction b with
  | zero => rfl
  | succ b ih =>
    rw [Nat.pow_succ, Nat.pow_succ, Nat.mul_mod, ih, Nat.mod_mul_mod, Nat.mul_mod_mod]

theorem mul_mod_mul_left (z x y : Nat) : z * x % (z * y) = z * (x % y) := by
  cases Nat.eq_zero_or_pos z with
  | inl hz => rw [hz, Nat.zero_mul, Nat.zero_mul, Nat.zero_mul, Nat.mod_zero]
  | inr hz =>
    cases Nat.eq_zero_or_pos y with
    | inl hy => rw [hy, Nat.mul_zero, Nat.mod_zero, Nat.mod_zero]
    | inr hy =>
      refine (Nat.div_mod_unique (q := x / y) ?_ ?_).2
      · have h : z * (x % y + 1) ≤ z * y := Nat.mul_le_mul_left z (Nat.mod_lt x hy)
        rw [Nat.mul_add] at h
        omega
      · rw [Nat.mul_assoc, ← Nat.mul_add, Nat.div_add_mod]

theorem mul_mod_mul_right (z x y : Nat) : x * z % (y * z) = x % y * z := by
  rw [Nat.mul_comm x, Nat.mul_comm y, Nat.mul_comm (x % y), Nat.mul_mod_mul_left]

theorem div_div_eq_div_mul (m n k : Nat) : m / n / k = m / (n * k) := by
  cases Nat.eq_zero_or_pos n with
  | inl h => rw [h, Nat.zero_mul, Nat.div_zero, Nat.zero_div]
  | inr hn =>
    cases Nat.eq_zero_or_pos k with
    | inl h => rw [h, Nat.mul_zero, Nat.div_zero, Nat.div_zero]
    | inr hk =>
      have h : ∀ x, x ≤ m / n / k ↔ x ≤ m / (n * k) := fun x => by
        rw [Nat.le_div_iff_mul_le hk, Nat.le_div_iff_mul_le hn,
          Nat.le_div_iff_mul_le (Nat.mul_pos hn hk), Nat.mul_assoc, Nat.mul_comm k]
      exact Nat.le_antisymm ((h _).1 (Nat.le_refl _)) ((h _).2 (Nat.le_refl _))

protected theorem mul_div_mul_left {m : Nat} (n k : Nat) (h : 0 < m) :
    m * n / (m * k) = n / k := by
  rw [← Nat.div_div_eq_div_mul, Nat.mul_div_cancel_left n h]

protected theorem mul_div_mul_right {m : Nat} (n k : Nat) (h : 0 < m) :
    n * m / (k * m) = n / k := by
  rw [Nat.mul_comm n, Nat.mul_comm k, Nat.mul_div_mul_left n k h]

/-! ### Divisibility -/

theorem div_mul_cancel {m n : Nat} (h : n ∣ m) : m / n * n = m := by
  have e := Nat.div_add_mod m n
  rw [Nat.mod_eq_zero_of_dvd h, Nat.add_zero, Nat.mul_comm] at e
  exact e

protected theorem mul_div_cancel' {n m : Nat} (h : n ∣ m) : n * (m / n) = m := by
  rw [Nat.mul_comm, Nat.div_mul_cancel h]

protected theorem mul_div_assoc {k n : Nat} (m : Nat) (h : k ∣ n) : m * n / k = m * (n / k) := by
  obtain ⟨c, rfl⟩ := h
  cases Nat.eq_zero_or_pos k with
  | inl hk => rw [hk, Nat.div_zero, Nat.div_zero, Nat.mul_zero]
  | inr hk => rw [Nat.mul_left_comm, Nat.mul_div_cancel_left _ hk, Nat.mul_div_cancel_left _ hk]

theorem div_dvd_of_dvd {m n : Nat} (h : n ∣ m) : m / n ∣ m :=
  ⟨n, (Nat.div_mul_cancel h).symm⟩

protected theorem div_eq_iff_eq_mul_left {a b c : Nat} (h : 0 < b) (g : b ∣ a) :
    a / b = c ↔ a = c * b := by
  refine ⟨fun e => by rw [← e, Nat.div_mul_cancel g], fun e => by rw [e, Nat.mul_div_cancel c h]⟩

protected theorem div_eq_iff_eq_mul_right {a b c : Nat} (h : 0 < b) (g : b ∣ a) :
    a / b = c ↔ a = b * c := by
  rw [Nat.mul_comm, Nat.div_eq_iff_eq_mul_left h g]

protected theorem eq_mul_of_div_eq_right {a b c : Nat} (h : b ∣ a) (g : a / b = c) : a = b * c := by
  rw [← g, Nat.mul_div_cancel' h]

protected theorem eq_mul_of_div_eq_left {a b c : Nat} (h : b ∣ a) (g : a / b = c) : a = c * b := by
  rw [← g, Nat.div_mul_cancel h]

@[simp] protected theorem zero_dvd {n : Nat} : 0 ∣ n ↔ n = 0 :=
  ⟨Nat.eq_zero_of_zero_dvd, fun h => h ▸ Nat.dvd_refl 0⟩

theorem le_of_dvd {m n : Nat} (h : 0 < n) (g : m ∣ n) : m ≤ n := by
  obtain ⟨c, rfl⟩ := g
  cases c with
  | zero => rw [Nat.mul_zero] at h; exact absurd h (Nat.lt_irrefl 0)
  | succ c => rw [Nat.mul_add_one]; exact Nat.le_add_left m (m * c)

theorem pos_of_dvd_of_pos {m n : Nat} (h : m ∣ n) (g : 0 < n) : 0 < m := by
  refine Nat.pos_of_ne_zero fun e => ?_
  rw [e, Nat.zero_dvd] at h
  omega

theorem not_dvd_of_pos_of_lt {m n : Nat} (h : 0 < n) (g : n < m) : ¬m ∣ n := fun d =>
  Nat.not_lt_of_ge (Nat.le_of_dvd h d) g

protected theorem dvd_antisymm {m n : Nat} (h : m ∣ n) (g : n ∣ m) : m = n := by
  cases Nat.eq_zero_or_pos n with
  | inl e =>
    rw [e, Nat.zero_dvd] at g
    rw [e, g]
  | inr hn =>
    exact Nat.le_antisymm (Nat.le_of_dvd hn h) (Nat.le_of_dvd (Nat.pos_of_dvd_of_pos h hn) g)

theorem eq_one_of_dvd_one {n : Nat} (h : n ∣ 1) : n = 1 := Nat.dvd_antisymm h (Nat.one_dvd n)

@[simp] protected theorem dvd_one {n : Nat} : n ∣ 1 ↔ n = 1 :=
  ⟨Nat.eq_one_of_dvd_one, fun h => h ▸ Nat.dvd_refl 1⟩

protected theorem dvd_add_right {m k n : Nat} (h : k ∣ m) : k ∣ m + n ↔ k ∣ n := by
  refine ⟨fun g => ?_, Nat.dvd_add h⟩
  obtain ⟨c, rfl⟩ := h
  have e := Nat.mod_eq_zero_of_dvd g
  rw [Nat.mul_add_mod] at e
  exact Nat.dvd_of_mod_eq_zero e

protected theorem dvd_add_left {m k n : Nat} (h : k ∣ n) : k ∣ m + n ↔ k ∣ m := by
  rw [Nat.add_comm, Nat.dvd_add_right h]

protected theorem dvd_add_iff_right {k m n : Nat} (h : k ∣ m) : k ∣ n ↔ k ∣ m + n :=
  (Nat.dvd_add_right h).symm

protected theorem dvd_add_iff_left {k m n : Nat} (h : k ∣ n) : k ∣ m ↔ k ∣ m + n :=
  (Nat.dvd_add_left h).symm

protected theorem dvd_sub {k m n : Nat} (h : k ∣ m) (g : k ∣ n) : k ∣ m - n := by
  cases Nat.le_total n m with
  | inl l =>
    have e : n + (m - n) = m := by omega
    rw [← e, Nat.dvd_add_right g] at h
    exact h
  | inr l => rw [Nat.sub_eq_zero_of_le l]; exact Nat.dvd_zero k

theorem dvd_sub_mod {n : Nat} (k : Nat) : n ∣ k - k % n := by
  have e : k - k % n = n * (k / n) := by
    have h := Nat.div_add_mod k n
    omega
  rw [e]
  exact Nat.dvd_mul_right n _

theorem dvd_mod_iff {k m n : Nat} (h : k ∣ n) : k ∣ m % n ↔ k ∣ m := by
  have e := Nat.dvd_add_right (n := m % n) (Nat.dvd_mul_right_of_dvd h (m / n))
  rw [Nat.div_add_mod] at e
  exact e.symm

theorem mod_mod_of_dvd (a : Nat) {b c : Nat} (h : c ∣ b) : a % b % c = a % c := by
  obtain ⟨k, rfl⟩ := h
  have e := Nat.add_mul_mod_self_left (a % (c * k)) c (k * (a / (c * k)))
  rw [← Nat.mul_assoc, Nat.mod_add_div] at e
  exact e.symm

protected theorem mul_dvd_mul {a b c d : Nat} (h : a ∣ b) (g : c ∣ d) : a * c ∣ b * d := by
  obtain ⟨e, rfl⟩ := h
  obtain ⟨f, rfl⟩ := g
  exact ⟨e * f, by ac_rfl⟩

protected theorem mul_dvd_mul_left {b c : Nat} (a : Nat) (h : b ∣ c) : a * b ∣ a * c :=
  Nat.mul_dvd_mul (Nat.dvd_refl a) h

protected theorem mul_dvd_mul_right {a b : Nat} (h : a ∣ b) (c : Nat) : a * c ∣ b * c :=
  Nat.mul_dvd_mul h (Nat.dvd_refl c)

protected theorem dvd_of_mul_dvd_mul_left {k m n : Nat} (h : 0 < k) (g : k * m ∣ k * n) :
    m ∣ n := by
  obtain ⟨c, e⟩ := g
  refine ⟨c, ?_⟩
  rw [Nat.mul_assoc] at e
  rw [← Nat.mul_div_cancel_left n h, e, Nat.mul_div_cancel_left _ h]

protected theorem dvd_of_mul_dvd_mul_right {k m n : Nat} (h : 0 < k) (g : m * k ∣ n * k) :
    m ∣ n := by
  rw [Nat.mul_comm m, Nat.mul_comm n] at g
  exact Nat.dvd_of_mul_dvd_mul_left h g

theorem dvd_of_mul_right_dvd {m n k : Nat} (h : m * n ∣ k) : m ∣ k :=
  Nat.dvd_trans (Nat.dvd_mul_right m n) h

theorem dvd_of_mul_left_dvd {m n k : Nat} (h : m * n ∣ k) : n ∣ k :=
  Nat.dvd_trans (Nat.dvd_mul_left n m) h

theorem pow_dvd_pow {m n : Nat} (a : Nat) (h : m ≤ n) : a ^ m ∣ a ^ n := by
  obtain ⟨k, rfl⟩ := Nat.le.dest h
  clear h
  induction k with
  | zero => exact Nat.dvd_refl _
  | succ k ih => exact Nat.dvd_trans ih (Nat.dvd_mul_right _ a)

theorem dvd_pow_self (a : Nat) {n : Nat} (h : n ≠ 0) : a ∣ a ^ n := by
  cases n with
  | zero => exact absurd rfl h
  | succ n => exact Nat.dvd_mul_left a (a ^ n)

/-! ### Parity -/

theorem even_or_odd' (n : Nat) : ∃ k, n = 2 * k ∨ n = 2 * k + 1 := ⟨n / 2, by omega⟩

theorem succ_mod_two_eq_zero_iff {m : Nat} : (m + 1) % 2 = 0 ↔ m % 2 = 1 := by omega

theorem succ_mod_two_eq_one_iff {m : Nat} : (m + 1) % 2 = 1 ↔ m % 2 = 0 := by omega

theorem two_dvd_ne_zero {n : Nat} : ¬2 ∣ n ↔ n % 2 = 1 := by omega

theorem two_dvd_mul_add_one (k : Nat) : 2 ∣ k * (k + 1) := by
  obtain ⟨c, rfl | rfl⟩ := Nat.even_or_odd' k
  · rw [Nat.mul_assoc]
    exact Nat.dvd_mul_right 2 _
  · exact Nat.dvd_mul_left_of_dvd ⟨c + 1, by omega⟩ _

end Nat
