/-
Division of integers with a remainder that is never negative, and divisibility.
-/
prelude
import Init.Int.Order

namespace Int

@[simp] protected theorem ediv_zero (a : Int) : a / 0 = 0 := by
  cases a with
  | ofNat m => exact congrArg ofNat (Nat.div_zero m)
  | negSucc m => rfl

@[simp] theorem emod_zero (a : Int) : a % 0 = a := by
  cases a with
  | ofNat m => exact congrArg ofNat (Nat.mod_zero m)
  | negSucc m =>
    show subNatNat 0 (m % 0 + 1) = negSucc m
    rw [Nat.mod_zero, snn_zero_left]

private theorem negSucc_divmod (k m : Nat) :
    subNatNat (k + 1) (m % (k + 1) + 1) + subNatNat 0 ((k + 1) * (m / (k + 1) + 1)) = negSucc m := by
  rw [← snn_zero_left m, snn_add, snn_eq]
  have e := Nat.div_add_mod m (k + 1)
  generalize m / (k + 1) = q at *
  generalize m % (k + 1) = r at *
  rw [← e, Nat.mul_add]
  simp only [Nat.mul_one, Nat.zero_add, Nat.add_zero]
  ac_rfl

theorem emod_add_ediv (a b : Int) : a % b + b * (a / b) = a := by
  cases a with
  | ofNat m =>
    cases b with
    | ofNat n => exact congrArg ofNat (Nat.mod_add_div m n)
    | negSucc n =>
      show ofNat (m % (n + 1)) + negSucc n * -ofNat (m / (n + 1)) = ofNat m
      rw [Int.mul_neg, ← Int.neg_mul]
      exact congrArg ofNat (Nat.mod_add_div m (n + 1))
  | negSucc m =>
    cases b with
    | ofNat n =>
      cases n with
      | zero =>
        show negSucc m % 0 + 0 * 0 = negSucc m
        rw [Int.mul_zero, Int.emod_zero, Int.add_zero]
      | succ n =>
        show subNatNat (n + 1) (m % (n + 1) + 1) + (↑(n + 1) : Int) * negSucc (m / (n + 1)) = negSucc m
        rw [← snn_zero_left (m / (n + 1)), cast_rep, snn_mul]
        simp only [Nat.mul_zero, Nat.zero_mul, Nat.add_zero]
        exact negSucc_divmod n m
    | negSucc n =>
      show subNatNat (n + 1) (m % (n + 1) + 1) + negSucc n * (↑(m / (n + 1) + 1) : Int) = negSucc m
      rw [← snn_zero_left n, cast_rep, snn_mul]
      simp only [Nat.mul_zero, Nat.zero_mul, Nat.add_zero, Nat.zero_add]
      exact negSucc_divmod n m

theorem emod_add_mul_ediv (a b : Int) : a % b + b * (a / b) = a := emod_add_ediv a b

theorem mul_ediv_add_emod (a b : Int) : b * (a / b) + a % b = a := by
  rw [Int.add_comm]
  exact emod_add_ediv a b

theorem emod_def (a b : Int) : a % b = a - b * (a / b) :=
  Int.add_right_cancel (b := b * (a / b)) (by rw [emod_add_ediv, Int.sub_add_cancel])

theorem emod_nonneg (a : Int) {b : Int} (h : b ≠ 0) : 0 ≤ a % b := by
  cases a with
  | ofNat m => exact natCast_nonneg (m % b.natAbs)
  | negSucc m =>
    show 0 ≤ subNatNat b.natAbs (m % b.natAbs + 1)
    rw [zero_rep, snn_le, Nat.zero_add]
    exact Nat.mod_lt m (natAbs_pos_of_ne_zero h)

theorem emod_lt (a : Int) {b : Int} (h : b ≠ 0) : a % b < (↑b.natAbs : Int) := by
  have hb := natAbs_pos_of_ne_zero h
  cases a with
  | ofNat m => exact natCast_lt.2 (Nat.mod_lt m hb)
  | negSucc m =>
    show subNatNat b.natAbs (m % b.natAbs + 1) < (↑b.natAbs : Int)
    rw [cast_rep, snn_lt, Nat.add_zero]
    exact Nat.add_le_add_left (Nat.succ_le_succ (Nat.zero_le _)) _

theorem emod_lt_of_pos (a : Int) {b : Int} (h : 0 < b) : a % b < b := by
  have g := emod_lt a (Int.ne_of_gt h)
  rw [← eq_natAbs_of_nonneg (Int.le_of_lt h)] at g
  exact g

/-! ### Quotient and remainder are determined by their equation and bounds -/

private theorem quotient_le {b q q' r r' : Int} (hr : r < b) (hr' : 0 ≤ r')
    (h : r + b * q = r' + b * q') (hb : 0 < b) : q' ≤ q := by
  refine Int.not_lt.1 fun hlt => ?_
  have h1 : b * (q + 1) ≤ b * q' :=
    Int.mul_le_mul_of_nonneg_left (add_one_le_of_lt hlt) (Int.le_of_lt hb)
  rw [Int.mul_add, Int.mul_one, Int.add_comm] at h1
  have h2 : r + b * q < b + b * q := Int.add_lt_add_right hr _
  have h3 : 0 + b * q' ≤ r' + b * q' := Int.add_le_add_right hr' _
  rw [Int.zero_add, ← h] at h3
  exact Int.lt_irrefl _ (Int.lt_of_lt_of_le h2 (Int.le_trans h1 h3))

theorem ediv_unique {a b q r : Int} (hb : 0 < b) (h : r + b * q = a) (h0 : 0 ≤ r) (hr : r < b) :
    a / b = q := by
  have e : a % b + b * (a / b) = r + b * q := (emod_add_ediv a b).trans h.symm
  have h0' := emod_nonneg a (Int.ne_of_gt hb)
  exact Int.le_antisymm (quotient_le hr h0' e.symm hb) (quotient_le (emod_lt_of_pos a hb) h0 e hb)

theorem emod_unique {a b q r : Int} (hb : 0 < b) (h : r + b * q = a) (h0 : 0 ≤ r) (hr : r < b) :
    a % b = r := by
  have e : a % b + b * (a / b) = r + b * q := (emod_add_ediv a b).trans h.symm
  rw [ediv_unique hb h h0 hr] at e
  exact Int.add_right_cancel e

theorem ediv_emod_unique {a b r q : Int} (h : 0 < b) :
    a / b = q ∧ a % b = r ↔ r + b * q = a ∧ 0 ≤ r ∧ r < b := by
  refine ⟨?_, fun g => ⟨ediv_unique h g.1 g.2.1 g.2.2, emod_unique h g.1 g.2.1 g.2.2⟩⟩
  rintro ⟨rfl, rfl⟩
  exact ⟨emod_add_ediv a b, emod_nonneg a (Int.ne_of_gt h), emod_lt_of_pos a h⟩

theorem mul_ediv_self_le {x k : Int} (h : k ≠ 0) : k * (x / k) ≤ x := by
  have g := Int.add_le_add_right (emod_nonneg x h) (k * (x / k))
  rw [emod_add_ediv, Int.zero_add] at g
  exact g

theorem lt_mul_ediv_self_add {x k : Int} (h : 0 < k) : x < k * (x / k) + k := by
  have g := Int.add_lt_add_right (emod_lt_of_pos x h) (k * (x / k))
  rw [emod_add_ediv, Int.add_comm k] at g
  exact g

@[simp] theorem ediv_neg (a b : Int) : a / -b = -(a / b) := by
  cases b with
  | ofNat n =>
    cases n with
    | zero =>
      show a / 0 = -(a / 0)
      rw [Int.ediv_zero, Int.neg_zero]
    | succ n =>
      cases a with
      | ofNat m => rfl
      | negSucc m => rfl
  | negSucc n =>
    cases a with
    | ofNat m => exact (Int.neg_neg _).symm
    | negSucc m => rfl

/-! ### Divisibility -/

protected theorem dvd_refl (a : Int) : a ∣ a := ⟨1, (Int.mul_one a).symm⟩

protected theorem dvd_zero (a : Int) : a ∣ 0 := ⟨0, (Int.mul_zero a).symm⟩

protected theorem one_dvd (a : Int) : 1 ∣ a := ⟨a, (Int.one_mul a).symm⟩

protected theorem dvd_mul_right (a b : Int) : a ∣ a * b := ⟨b, rfl⟩

protected theorem dvd_mul_left (a b : Int) : b ∣ a * b := ⟨a, Int.mul_comm a b⟩

protected theorem dvd_trans {a b c : Int} (h : a ∣ b) (g : b ∣ c) : a ∣ c := by
  obtain ⟨d, rfl⟩ := h
  obtain ⟨e, rfl⟩ := g
  exact ⟨d * e, Int.mul_assoc a d e⟩

protected theorem dvd_mul_of_dvd {a b : Int} (h : a ∣ b) (c : Int) : a ∣ b * c :=
  Int.dvd_trans h (Int.dvd_mul_right b c)

protected theorem dvd_add {a b c : Int} (h : a ∣ b) (g : a ∣ c) : a ∣ b + c := by
  obtain ⟨d, rfl⟩ := h
  obtain ⟨e, rfl⟩ := g
  exact ⟨d + e, (Int.mul_add a d e).symm⟩

protected theorem dvd_sub {a b c : Int} (h : a ∣ b) (g : a ∣ c) : a ∣ b - c := by
  obtain ⟨d, rfl⟩ := h
  obtain ⟨e, rfl⟩ := g
  exact ⟨d - e, (Int.mul_sub a d e).symm⟩

protected theorem eq_zero_of_zero_dvd {a : Int} (h : 0 ∣ a) : a = 0 := by
  obtain ⟨c, rfl⟩ := h
  exact Int.zero_mul c

@[simp] theorem mul_ediv_cancel_left (b : Int) {a : Int} (h : a ≠ 0) : a * b / a = b := by
  have pos : ∀ {a : Int} (b : Int), 0 < a → a * b / a = b := fun b ha =>
    ediv_unique ha (Int.zero_add _) (Int.le_refl 0) ha
  cases Int.lt_or_gt_of_ne h with
  | inr g => exact pos b g
  | inl g =>
    have g' : 0 < -a := by
      have k := Int.add_lt_add_left g (-a)
      rw [Int.add_left_neg, Int.add_zero] at k
      exact k
    have e := pos (-b) g'
    rw [Int.neg_mul, Int.mul_neg, Int.neg_neg, Int.ediv_neg] at e
    rw [← Int.neg_neg (a * b / a), e, Int.neg_neg]

protected theorem mul_ediv_cancel_of_dvd {a b : Int} (h : a ∣ b) : a * (b / a) = b := by
  cases Decidable.em (a = 0) with
  | inl ha =>
    subst ha
    rw [Int.eq_zero_of_zero_dvd h, Int.zero_mul]
  | inr ha =>
    obtain ⟨c, rfl⟩ := h
    rw [mul_ediv_cancel_left c ha]

theorem emod_eq_zero_of_dvd {a b : Int} (h : a ∣ b) : b % a = 0 := by
  rw [emod_def, Int.mul_ediv_cancel_of_dvd h, Int.sub_self]

theorem dvd_of_emod_eq_zero {a b : Int} (h : b % a = 0) : a ∣ b := by
  have e := emod_add_ediv b a
  rw [h, Int.zero_add] at e
  exact ⟨b / a, e.symm⟩

theorem dvd_iff_emod_eq_zero {a b : Int} : a ∣ b ↔ b % a = 0 :=
  ⟨emod_eq_zero_of_dvd, dvd_of_emod_eq_zero⟩

instance decidableDvd : DecidableRel (α := Int) (β := Int) (· ∣ ·) := fun _ _ =>
  decidable_of_decidable_of_iff dvd_iff_emod_eq_zero.symm

theorem emod_pos_of_not_dvd {a b : Int} (h : ¬a ∣ b) : a = 0 ∨ 0 < b % a := by
  cases Decidable.em (a = 0) with
  | inl ha => exact .inl ha
  | inr ha =>
    exact .inr (Int.lt_of_le_of_ne (emod_nonneg b ha) fun e => h (dvd_of_emod_eq_zero e.symm))

theorem dvd_eq_true_of_mod_eq_zero {a b : Int} (h : (b % a == 0) = true) : (a ∣ b) = True :=
  eq_true (dvd_of_emod_eq_zero (eq_of_beq h))

theorem dvd_eq_false_of_mod_ne_zero {a b : Int} (h : (b % a != 0) = true) : (a ∣ b) = False := by
  refine eq_false fun g => ?_
  rw [emod_eq_zero_of_dvd g] at h
  exact Bool.noConfusion h

theorem dvd_natAbs_self (a : Int) : (↑a.natAbs : Int) ∣ a := by
  cases a with
  | ofNat n => exact Int.dvd_refl _
  | negSucc n => exact ⟨-1, by rw [Int.mul_neg, Int.mul_one]; rfl⟩

theorem natCast_dvd_natCast {m n : Nat} : (↑m : Int) ∣ (↑n : Int) ↔ m ∣ n := by
  refine ⟨fun h => Nat.dvd_of_mod_eq_zero (ofNat.inj (emod_eq_zero_of_dvd h)), ?_⟩
  rintro ⟨c, rfl⟩
  exact ⟨c, rfl⟩

theorem dvd_natAbs {a b : Int} : a ∣ (↑b.natAbs : Int) ↔ a ∣ b := by
  cases b with
  | ofNat n => exact Iff.rfl
  | negSucc n =>
    have neg : ∀ {c : Int}, a ∣ c → a ∣ -c := by
      rintro c ⟨d, rfl⟩
      exact ⟨-d, (Int.mul_neg a d).symm⟩
    exact ⟨neg, neg⟩

theorem natCast_dvd {n : Int} {m : Nat} : (↑m : Int) ∣ n ↔ m ∣ n.natAbs := by
  rw [← natCast_dvd_natCast, dvd_natAbs]

end Int
