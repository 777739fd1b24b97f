/-
Natural numbers: greatest common divisors, coprime numbers, least common multiples.
-/
prelude
import Init.Nat.Div

namespace Nat

/-! ### Greatest common divisors -/

/-- Induction along Euclid's algorithm. -/
@[elab_as_elim] theorem gcd.induction {P : Nat → Nat → Prop} (m n : Nat) (H0 : ∀ n, P 0 n)
    (H1 : ∀ m n, 0 < m → P (n % m) m → P m n) : P m n := by
  induction m using Nat.strongRecOn generalizing n with
  | ind m ih =>
    cases Nat.eq_zero_or_pos m with
    | inl h => rw [h]; exact H0 n
    | inr h => exact H1 m n h (ih (n % m) (Nat.mod_lt n h) m)

theorem dvd_gcd {k m n : Nat} : k ∣ m → k ∣ n → k ∣ gcd m n := by
  refine gcd.induction m n ?_ ?_
  · intro n _ h
    rw [Nat.gcd_zero_left]
    exact h
  · intro m n _ ih hm hn
    rw [Nat.gcd_rec]
    exact ih ((Nat.dvd_mod_iff hm).2 hn) hm

theorem gcd_dvd (m n : Nat) : gcd m n ∣ m ∧ gcd m n ∣ n := ⟨gcd_dvd_left m n, gcd_dvd_right m n⟩

theorem dvd_gcd_iff {k m n : Nat} : k ∣ gcd m n ↔ k ∣ m ∧ k ∣ n :=
  ⟨fun h => ⟨Nat.dvd_trans h (gcd_dvd_left m n), Nat.dvd_trans h (gcd_dvd_right m n)⟩,
    fun h => dvd_gcd h.1 h.2⟩

/-- A number with the divisors of the greatest common divisor is that divisor. -/
theorem gcd_eq_of_dvd_iff {d m n : Nat} (h : ∀ k, k ∣ d ↔ k ∣ m ∧ k ∣ n) : gcd m n = d :=
  Nat.dvd_antisymm ((h _).2 (gcd_dvd m n)) (dvd_gcd_iff.2 ((h d).1 (Nat.dvd_refl d)))

theorem gcd_comm (m n : Nat) : gcd m n = gcd n m :=
  gcd_eq_of_dvd_iff fun k => by rw [dvd_gcd_iff, And.comm]

theorem gcd_assoc (m n k : Nat) : gcd (gcd m n) k = gcd m (gcd n k) :=
  gcd_eq_of_dvd_iff fun d => by rw [dvd_gcd_iff, dvd_gcd_iff, dvd_gcd_iff, and_assoc]

instance instCommutativeGcd : Std.Commutative gcd := ⟨gcd_comm⟩

instance instAssociativeGcd : Std.Associative gcd := ⟨gcd_assoc⟩

theorem gcd_left_comm (m n k : Nat) : gcd m (gcd n k) = gcd n (gcd m k) := by
  rw [← gcd_assoc, ← gcd_assoc, gcd_comm m n]

@[simp] theorem gcd_zero_right (n : Nat) : gcd n 0 = n := by
  rw [gcd_comm, gcd_zero_left]

@[simp] theorem gcd_one_left (n : Nat) : gcd 1 n = 1 := Nat.eq_one_of_dvd_one (gcd_dvd_left 1 n)

@[simp] theorem gcd_one_right (n : Nat) : gcd n 1 = 1 := Nat.eq_one_of_dvd_one (gcd_dvd_right n 1)

@[simp] theorem gcd_self (n : Nat) : gcd n n = n :=
  gcd_eq_of_dvd_iff fun _ => ⟨fun h => ⟨h, h⟩, And.left⟩

instance instIdempotentOpGcd : Std.IdempotentOp gcd := ⟨gcd_self⟩

theorem gcd_eq_left {m n : Nat} (h : m ∣ n) : gcd m n = m :=
  gcd_eq_of_dvd_iff fun _ => ⟨fun g => ⟨g, Nat.dvd_trans g h⟩, And.left⟩

theorem gcd_eq_right {m n : Nat} (h : n ∣ m) : gcd m n = n := by
  rw [gcd_comm, gcd_eq_left h]

theorem gcd_eq_left_iff_dvd {m n : Nat} : gcd m n = m ↔ m ∣ n :=
  ⟨fun h => h ▸ gcd_dvd_right m n, gcd_eq_left⟩

theorem gcd_eq_right_iff_dvd {m n : Nat} : gcd n m = m ↔ m ∣ n := by
  rw [gcd_comm, gcd_eq_left_iff_dvd]

theorem gcd_le_left {m : Nat} (n : Nat) (h : 0 < m) : gcd m n ≤ m :=
  Nat.le_of_dvd h (gcd_dvd_left m n)

theorem gcd_le_right {m : Nat} (n : Nat) (h : 0 < n) : gcd m n ≤ n :=
  Nat.le_of_dvd h (gcd_dvd_right m n)

theorem gcd_eq_zero_iff {i j : Nat} : gcd i j = 0 ↔ i = 0 ∧ j = 0 := by
  refine ⟨fun h => ?_, ?_⟩
  · have g := gcd_dvd i j
    rw [h, Nat.zero_dvd, Nat.zero_dvd] at g
    exact g
  · rintro ⟨rfl, rfl⟩
    rfl

theorem eq_zero_of_gcd_eq_zero_left {m n : Nat} (h : gcd m n = 0) : m = 0 :=
  (gcd_eq_zero_iff.1 h).1

theorem eq_zero_of_gcd_eq_zero_right {m n : Nat} (h : gcd m n = 0) : n = 0 :=
  (gcd_eq_zero_iff.1 h).2

theorem gcd_pos_of_pos_left {m : Nat} (n : Nat) (h : 0 < m) : 0 < gcd m n :=
  Nat.pos_of_dvd_of_pos (gcd_dvd_left m n) h

theorem gcd_pos_of_pos_right (m : Nat) {n : Nat} (h : 0 < n) : 0 < gcd m n :=
  Nat.pos_of_dvd_of_pos (gcd_dvd_right m n) h

@[simp] theorem gcd_add_mul_right_right (m n k : Nat) : gcd m (n + k * m) = gcd m n := by
  rw [gcd_rec m, gcd_rec m n, Nat.add_mul_mod_self_right]

@[simp] theorem gcd_add_mul_left_right (m n k : Nat) : gcd m (n + m * k) = gcd m n := by
  rw [Nat.mul_comm, gcd_add_mul_right_right]

@[simp] theorem gcd_add_self_right (m n : Nat) : gcd m (n + m) = gcd m n := by
  rw [gcd_rec m, gcd_rec m n, Nat.add_mod_right]

@[simp] theorem gcd_add_self_left (m n : Nat) : gcd (m + n) n = gcd m n := by
  rw [gcd_comm, gcd_add_self_right, gcd_comm]

@[simp] theorem gcd_self_add_right (m n : Nat) : gcd m (m + n) = gcd m n := by
  rw [Nat.add_comm, gcd_add_self_right]

@[simp] theorem gcd_mod_right (m n : Nat) : gcd m (n % m) = gcd m n := by
  rw [gcd_comm, ← gcd_rec]

@[simp] theorem gcd_mod_left (m n : Nat) : gcd (m % n) n = gcd m n := by
  rw [← gcd_rec, gcd_comm]

theorem gcd_mul_left (m n k : Nat) : gcd (m * n) (m * k) = m * gcd n k := by
  refine gcd.induction n k ?_ ?_
  · intro k
    rw [Nat.mul_zero, gcd_zero_left, gcd_zero_left]
  · intro n k _ ih
    rw [gcd_rec, Nat.mul_mod_mul_left, ih, ← gcd_rec]

theorem gcd_mul_right (m n k : Nat) : gcd (m * n) (k * n) = gcd m k * n := by
  rw [Nat.mul_comm m, Nat.mul_comm k, gcd_mul_left, Nat.mul_comm]

@[simp] theorem gcd_mul_right_left (m n : Nat) : gcd (m * n) n = n :=
  gcd_eq_right (Nat.dvd_mul_left n m)

@[simp] theorem gcd_mul_left_left (m n : Nat) : gcd (m * n) m = m :=
  gcd_eq_right (Nat.dvd_mul_right m n)

@[simp] theorem gcd_mul_right_right (m n : Nat) : gcd n (m * n) = n :=
  gcd_eq_left (Nat.dvd_mul_left n m)

@[simp] theorem gcd_mul_left_right (m n : Nat) : gcd m (m * n) = m :=
  gcd_eq_left (Nat.dvd_mul_right m n)

theorem gcd_dvd_gcd_of_dvd_left {m k : Nat} (n : Nat) (h : m ∣ k) : gcd m n ∣ gcd k n :=
  dvd_gcd (Nat.dvd_trans (gcd_dvd_left m n) h) (gcd_dvd_right m n)

theorem gcd_dvd_gcd_of_dvd_right {m k : Nat} (n : Nat) (h : m ∣ k) : gcd n m ∣ gcd n k :=
  dvd_gcd (gcd_dvd_left n m) (Nat.dvd_trans (gcd_dvd_right n m) h)

theorem gcd_div {m n k : Nat} (h : k ∣ m) (g : k ∣ n) : gcd (m / k) (n / k) = gcd m n / k := by
  obtain ⟨a, rfl⟩ := h
  obtain ⟨b, rfl⟩ := g
  cases Nat.eq_zero_or_pos k with
  | inl e => rw [e, Nat.div_zero, Nat.div_zero, Nat.div_zero, gcd_zero_left]
  | inr e =>
    rw [gcd_mul_left, Nat.mul_div_cancel_left _ e, Nat.mul_div_cancel_left _ e,
      Nat.mul_div_cancel_left _ e]

/-! ### Coprime numbers -/

/-- Numbers without a common divisor but 1. -/
@[reducible] def Coprime (m n : Nat) : Prop := gcd m n = 1

theorem coprime_iff_gcd_eq_one {m n : Nat} : gcd m n = 1 ↔ Coprime m n := Iff.rfl

theorem Coprime.gcd_eq_one {m n : Nat} (h : Coprime m n) : gcd m n = 1 := h

theorem Coprime.symm {n m : Nat} (h : Coprime n m) : Coprime m n := (gcd_comm m n).trans h

theorem coprime_comm {n m : Nat} : Coprime n m ↔ Coprime m n := ⟨.symm, .symm⟩

theorem Coprime.dvd_of_dvd_mul_right {k n m : Nat} (h : Coprime k n) (g : k ∣ m * n) : k ∣ m := by
  have e := dvd_gcd (Nat.dvd_mul_left k m) g
  rw [gcd_mul_left, h, Nat.mul_one] at e
  exact e

theorem Coprime.dvd_of_dvd_mul_left {k m n : Nat} (h : Coprime k m) (g : k ∣ m * n) : k ∣ n := by
  rw [Nat.mul_comm] at g
  exact h.dvd_of_dvd_mul_right g

theorem Coprime.gcd_mul_left_cancel {k n : Nat} (m : Nat) (h : Coprime k n) :
    gcd (k * m) n = gcd m n := by
  refine Nat.dvd_antisymm (dvd_gcd ?_ (gcd_dvd_right _ _)) ?_
  · refine Coprime.dvd_of_dvd_mul_left (m := k) ?_ (gcd_dvd_left _ _)
    refine Nat.eq_one_of_dvd_one ?_
    rw [← h.gcd_eq_one]
    exact dvd_gcd (gcd_dvd_right _ _) (Nat.dvd_trans (gcd_dvd_left _ _) (gcd_dvd_right _ _))
  · exact gcd_dvd_gcd_of_dvd_left n (Nat.dvd_mul_left m k)

theorem Coprime.gcd_mul_right_cancel {k n : Nat} (m : Nat) (h : Coprime k n) :
    gcd (m * k) n = gcd m n := by
  rw [Nat.mul_comm, h.gcd_mul_left_cancel]

theorem Coprime.mul_left {m n k : Nat} (h : Coprime m k) (g : Coprime n k) : Coprime (m * n) k :=
  (h.gcd_mul_left_cancel n).trans g

theorem Coprime.mul_right {k m n : Nat} (h : Coprime k m) (g : Coprime k n) : Coprime k (m * n) :=
  (h.symm.mul_left g.symm).symm

theorem Coprime.coprime_dvd_left {k m n : Nat} (h : m ∣ k) (g : Coprime k n) : Coprime m n :=
  Nat.eq_one_of_dvd_one (g ▸ gcd_dvd_gcd_of_dvd_left n h)

theorem Coprime.coprime_dvd_right {k m n : Nat} (h : n ∣ m) (g : Coprime k m) : Coprime k n :=
  (g.symm.coprime_dvd_left h).symm

theorem Coprime.mul_dvd_of_dvd_of_dvd {a n m : Nat} (h : Coprime m n) (hm : m ∣ a) (hn : n ∣ a) :
    m * n ∣ a := by
  obtain ⟨k, rfl⟩ := hm
  exact Nat.mul_dvd_mul_left m (h.symm.dvd_of_dvd_mul_left hn)

@[simp] theorem coprime_one_left_eq_true (n : Nat) : Coprime 1 n = True :=
  eq_true (gcd_one_left n)

@[simp] theorem coprime_one_right_eq_true (n : Nat) : Coprime n 1 = True :=
  eq_true (gcd_one_right n)

theorem coprime_one_left (n : Nat) : Coprime 1 n := gcd_one_left n

theorem coprime_one_right (n : Nat) : Coprime n 1 := gcd_one_right n

@[simp] theorem coprime_zero_left (n : Nat) : Coprime 0 n ↔ n = 1 := by
  show gcd 0 n = 1 ↔ n = 1
  rw [gcd_zero_left]

@[simp] theorem coprime_zero_right (n : Nat) : Coprime n 0 ↔ n = 1 := by
  show gcd n 0 = 1 ↔ n = 1
  rw [gcd_zero_right]

@[simp] theorem coprime_self (n : Nat) : Coprime n n ↔ n = 1 := by
  show gcd n n = 1 ↔ n = 1
  rw [gcd_self]

theorem Coprime.pow_left {m k : Nat} (n : Nat) (h : Coprime m k) : Coprime (m ^ n) k := by
  induction n with
  | zero => exact coprime_one_left k
  | succ n ih => exact Coprime.mul_left ih h

theorem Coprime.pow_right {k m : Nat} (n : Nat) (h : Coprime k m) : Coprime k (m ^ n) :=
  (h.symm.pow_left n).symm

theorem Coprime.pow {k l : Nat} (m n : Nat) (h : Coprime k l) : Coprime (k ^ m) (l ^ n) :=
  (h.pow_left m).pow_right n

theorem coprime_div_gcd_div_gcd {m n : Nat} (h : 0 < gcd m n) :
    Coprime (m / gcd m n) (n / gcd m n) := by
  show gcd _ _ = 1
  rw [gcd_div (gcd_dvd_left m n) (gcd_dvd_right m n), Nat.div_self h]

theorem coprime_add_one (n : Nat) : Coprime n (n + 1) := by
  show gcd n (n + 1) = 1
  rw [gcd_self_add_right, gcd_one_right]

/-! ### Least common multiples -/

/-- The least common multiple. -/
def lcm (m n : Nat) : Nat := m * n / gcd m n

theorem lcm_comm (m n : Nat) : lcm m n = lcm n m := by
  unfold lcm
  rw [Nat.mul_comm, gcd_comm]

theorem gcd_mul_lcm (m n : Nat) : gcd m n * lcm m n = m * n :=
  Nat.mul_div_cancel' (Nat.dvd_trans (gcd_dvd_left m n) (Nat.dvd_mul_right m n))

theorem dvd_lcm_left (m n : Nat) : m ∣ lcm m n := by
  refine ⟨n / gcd m n, ?_⟩
  exact Nat.mul_div_assoc m (gcd_dvd_right m n)

theorem dvd_lcm_right (m n : Nat) : n ∣ lcm m n := by
  rw [lcm_comm]
  exact dvd_lcm_left n m

theorem lcm_dvd {m n k : Nat} (h : m ∣ k) (g : n ∣ k) : lcm m n ∣ k := by
  cases Nat.eq_zero_or_pos (gcd m n) with
  | inl e =>
    rw [gcd_eq_zero_iff] at e
    rw [e.1] at h
    rw [Nat.zero_dvd] at h
    rw [h]
    exact Nat.dvd_zero _
  | inr e =>
    refine Nat.dvd_of_mul_dvd_mul_left e ?_
    rw [gcd_mul_lcm, ← gcd_mul_right]
    refine dvd_gcd ?_ ?_
    · exact Nat.mul_dvd_mul_left m g
    · rw [Nat.mul_comm]
      exact Nat.mul_dvd_mul_left n h

theorem lcm_dvd_iff {m n k : Nat} : lcm m n ∣ k ↔ m ∣ k ∧ n ∣ k :=
  ⟨fun h => ⟨Nat.dvd_trans (dvd_lcm_left m n) h, Nat.dvd_trans (dvd_lcm_right m n) h⟩,
    fun h => lcm_dvd h.1 h.2⟩

@[simp] theorem lcm_zero_left (n : Nat) : lcm 0 n = 0 := by
  unfold lcm
  rw [Nat.zero_mul, Nat.zero_div]

@[simp] theorem lcm_zero_right (n : Nat) : lcm n 0 = 0 := by rw [lcm_comm, lcm_zero_left]

@[simp] theorem lcm_one_left (n : Nat) : lcm 1 n = n := by
  unfold lcm
  rw [gcd_one_left, Nat.div_one, Nat.one_mul]

@[simp] theorem lcm_one_right (n : Nat) : lcm n 1 = n := by rw [lcm_comm, lcm_one_left]

@[simp] theorem lcm_self (n : Nat) : lcm n n = n :=
  Nat.dvd_antisymm (lcm_dvd (Nat.dvd_refl n) (Nat.dvd_refl n)) (dvd_lcm_left n n)

theorem lcm_assoc (m n k : Nat) : lcm (lcm m n) k = lcm m (lcm n k) :=
  Nat.dvd_antisymm
    (lcm_dvd (lcm_dvd (dvd_lcm_left _ _) (Nat.dvd_trans (dvd_lcm_left n k) (dvd_lcm_right _ _)))
      (Nat.dvd_trans (dvd_lcm_right n k) (dvd_lcm_right _ _)))
    (lcm_dvd (Nat.dvd_trans (dvd_lcm_left m n) (dvd_lcm_left _ _))
      (lcm_dvd (Nat.dvd_trans (dvd_lcm_right m n) (dvd_lcm_left _ _)) (dvd_lcm_right _ _)))

theorem Coprime.lcm_eq_mul {m n : Nat} (h : Coprime m n) : lcm m n = m * n := by
  unfold lcm
  rw [h.gcd_eq_one, Nat.div_one]

end Nat
