/-
The order of the integers: casts of natural numbers, `≤` as addition of a natural number, the
laws that `omega` needs, minimum and maximum.
-/
prelude
import Init.Int.Ring

theorem le_of_le_of_eq.{u} {α : Type u} {a b c : α} [LE α] (h : a ≤ b) (g : b = c) : a ≤ c := g ▸ h

theorem le_of_eq_of_le.{u} {α : Type u} {a b c : α} [LE α] (h : a = b) (g : b ≤ c) : a ≤ c :=
  h.symm ▸ g

namespace Int

/-! ### Casts -/

@[simp, norm_cast] theorem natCast_add (n m : Nat) : (↑(n + m) : Int) = (↑n : Int) + (↑m : Int) := rfl

@[simp, norm_cast] theorem natCast_mul (n m : Nat) : (↑(n * m) : Int) = (↑n : Int) * (↑m : Int) := rfl

@[norm_cast] theorem natCast_succ (n : Nat) : (↑n.succ : Int) = (↑n : Int) + 1 := rfl

@[simp, norm_cast] theorem natCast_ediv (m n : Nat) : (↑(m / n) : Int) = (↑m : Int) / (↑n : Int) := rfl

@[simp, norm_cast] theorem natCast_emod (m n : Nat) : (↑(m % n) : Int) = (↑m : Int) % (↑n : Int) := rfl

theorem negSucc_eq (n : Nat) : negSucc n = -((↑n : Int) + 1) := rfl

@[simp, norm_cast] theorem natCast_inj {m n : Nat} : (↑m : Int) = (↑n : Int) ↔ m = n :=
  ⟨ofNat.inj, congrArg ofNat⟩

/-! ### `a ≤ b` says that `b` is `a` plus a natural number -/

theorem le.intro {a b : Int} (n : Nat) (h : a + (↑n : Int) = b) : a ≤ b := by
  show NonNeg (b - a)
  rw [← h, Int.add_comm, Int.add_sub_cancel]
  exact .mk n

theorem le.dest {a b : Int} (h : a ≤ b) : ∃ n : Nat, a + (↑n : Int) = b := by
  have g : NonNeg (b - a) := h
  cases e : b - a with
  | ofNat n => exact ⟨n, by rw [← ofNat_eq_coe, ← e, Int.add_comm, Int.sub_add_cancel]⟩
  | negSucc n => rw [e] at g; exact (not_nonNeg_negSucc g).elim

theorem eq_ofNat_of_zero_le {a : Int} (h : 0 ≤ a) : ∃ n : Nat, a = (↑n : Int) := by
  obtain ⟨n, e⟩ := le.dest h
  exact ⟨n, by rw [← e, Int.zero_add]⟩

theorem snn_lt {m n k l : Nat} : subNatNat m n < subNatNat k l ↔ m + l + 1 ≤ k + n := by
  show subNatNat m n + 1 ≤ subNatNat k l ↔ _
  rw [one_rep, snn_add, snn_le, Nat.add_right_comm]
  exact Iff.rfl

protected theorem le_refl (a : Int) : a ≤ a := le.intro 0 (Int.add_zero a)

protected theorem le_rfl {a : Int} : a ≤ a := Int.le_refl a

protected theorem le_of_eq {a b : Int} (h : a = b) : a ≤ b := h ▸ Int.le_refl a

protected theorem le_trans {a b c : Int} (h : a ≤ b) (g : b ≤ c) : a ≤ c := by
  obtain ⟨m, rfl⟩ := le.dest h
  obtain ⟨n, rfl⟩ := le.dest g
  exact le.intro (m + n) (Int.add_assoc a m n).symm

protected theorem le_antisymm {a b : Int} (h : a ≤ b) (g : b ≤ a) : a = b := by
  obtain ⟨m, n, rfl⟩ := exists_snn a
  obtain ⟨k, l, rfl⟩ := exists_snn b
  exact snn_eq.2 (Nat.le_antisymm (snn_le.1 h) (snn_le.1 g))

protected theorem not_le {a b : Int} : ¬a ≤ b ↔ b < a := by
  obtain ⟨m, n, rfl⟩ := exists_snn a
  obtain ⟨k, l, rfl⟩ := exists_snn b
  rw [snn_le, snn_lt, Nat.not_le]
  exact Iff.rfl

protected theorem not_lt {a b : Int} : ¬a < b ↔ b ≤ a := by
  rw [← Int.not_le]
  exact ⟨Decidable.of_not_not, fun h g => g h⟩

theorem lt_iff {a b : Int} : a < b ↔ a + 1 ≤ b := Iff.rfl

theorem lt_iff_add_one_le {a b : Int} : a < b ↔ a + 1 ≤ b := Iff.rfl

theorem add_one_le_of_lt {a b : Int} (h : a < b) : a + 1 ≤ b := h

theorem lt_of_add_one_le {a b : Int} (h : a + 1 ≤ b) : a < b := h

theorem le_add_one {a b : Int} (h : a ≤ b) : a ≤ b + 1 :=
  Int.le_trans h (le.intro 1 rfl)

theorem lt_add_one_of_le {a b : Int} (h : a ≤ b) : a < b + 1 := by
  obtain ⟨n, rfl⟩ := le.dest h
  exact le.intro n (Int.add_right_comm a 1 n)

protected theorem le_of_lt {a b : Int} (h : a < b) : a ≤ b :=
  Int.le_trans (le.intro 1 rfl) (add_one_le_of_lt h)

protected theorem lt_irrefl (a : Int) : ¬a < a := fun h => Int.not_le.2 h (Int.le_refl a)

protected theorem ne_of_gt {a b : Int} (h : b < a) : a ≠ b := fun e => Int.lt_irrefl a (e ▸ h)

protected theorem ne_of_lt {a b : Int} (h : a < b) : a ≠ b := fun e => Int.lt_irrefl b (e ▸ h)

protected theorem lt_of_le_of_lt {a b c : Int} (h : a ≤ b) (g : b < c) : a < c :=
  Int.not_le.1 fun k => Int.not_le.2 g (Int.le_trans k h)

protected theorem lt_of_lt_of_le {a b c : Int} (h : a < b) (g : b ≤ c) : a < c :=
  Int.not_le.1 fun k => Int.not_le.2 h (Int.le_trans g k)

protected theorem lt_trans {a b c : Int} (h : a < b) (g : b < c) : a < c :=
  Int.lt_of_lt_of_le h (Int.le_of_lt g)

protected theorem lt_or_ge (a b : Int) : a < b ∨ b ≤ a := by
  cases Decidable.em (a < b) with
  | inl h => exact .inl h
  | inr h => exact .inr (Int.not_lt.1 h)

protected theorem le_total (a b : Int) : a ≤ b ∨ b ≤ a :=
  (Int.lt_or_ge a b).elim (fun h => .inl (Int.le_of_lt h)) .inr

protected theorem lt_of_le_of_ne {a b : Int} (h : a ≤ b) (g : a ≠ b) : a < b :=
  Int.not_le.1 fun k => g (Int.le_antisymm h k)

protected theorem lt_or_gt_of_ne {a b : Int} (h : a ≠ b) : a < b ∨ a > b := by
  cases Int.lt_or_ge a b with
  | inl g => exact .inl g
  | inr g => exact .inr (Int.lt_of_le_of_ne g h.symm)

protected theorem lt_trichotomy (a b : Int) : a < b ∨ a = b ∨ b < a := by
  cases Decidable.em (a = b) with
  | inl h => exact .inr (.inl h)
  | inr h => exact (Int.lt_or_gt_of_ne h).elim .inl (fun g => .inr (.inr g))

instance instTransLe : Trans (α := Int) (· ≤ ·) (· ≤ ·) (· ≤ ·) := ⟨Int.le_trans⟩

instance instTransLt : Trans (α := Int) (· < ·) (· < ·) (· < ·) := ⟨Int.lt_trans⟩

instance instTransLeLt : Trans (α := Int) (· ≤ ·) (· < ·) (· < ·) := ⟨Int.lt_of_le_of_lt⟩

instance instTransLtLe : Trans (α := Int) (· < ·) (· ≤ ·) (· < ·) := ⟨Int.lt_of_lt_of_le⟩

/-! ### Order and addition -/

protected theorem add_le_add_left {a b : Int} (h : a ≤ b) (c : Int) : c + a ≤ c + b := by
  obtain ⟨n, rfl⟩ := le.dest h
  exact le.intro n (Int.add_assoc c a n)

protected theorem add_le_add_right {a b : Int} (h : a ≤ b) (c : Int) : a + c ≤ b + c := by
  rw [Int.add_comm a, Int.add_comm b]
  exact Int.add_le_add_left h c

protected theorem add_le_add {a b c d : Int} (h : a ≤ b) (g : c ≤ d) : a + c ≤ b + d :=
  Int.le_trans (Int.add_le_add_right h c) (Int.add_le_add_left g b)

protected theorem le_of_add_le_add_left {a b c : Int} (h : a + b ≤ a + c) : b ≤ c := by
  obtain ⟨n, e⟩ := le.dest h
  rw [Int.add_assoc] at e
  exact le.intro n (Int.add_left_cancel e)

protected theorem le_of_add_le_add_right {a b c : Int} (h : a + b ≤ c + b) : a ≤ c := by
  rw [Int.add_comm a, Int.add_comm c] at h
  exact Int.le_of_add_le_add_left h

protected theorem add_lt_add_left {a b : Int} (h : a < b) (c : Int) : c + a < c + b := by
  have g := Int.add_le_add_left (add_one_le_of_lt h) c
  rw [← Int.add_assoc] at g
  exact g

protected theorem add_lt_add_right {a b : Int} (h : a < b) (c : Int) : a + c < b + c := by
  rw [Int.add_comm a, Int.add_comm b]
  exact Int.add_lt_add_left h c

protected theorem neg_le_neg {a b : Int} (h : a ≤ b) : -b ≤ -a := by
  obtain ⟨n, rfl⟩ := le.dest h
  exact le.intro n (by rw [Int.neg_add, Int.neg_add_cancel_right])

protected theorem sub_nonneg_of_le {a b : Int} (h : b ≤ a) : 0 ≤ a - b := by
  obtain ⟨n, rfl⟩ := le.dest h
  exact le.intro n (by rw [Int.add_comm b, Int.add_sub_cancel, Int.zero_add])

protected theorem le_of_sub_nonneg {a b : Int} (h : 0 ≤ a - b) : b ≤ a := by
  obtain ⟨n, e⟩ := le.dest h
  rw [Int.zero_add] at e
  exact le.intro n (by rw [e, Int.add_comm, Int.sub_add_cancel])

protected theorem sub_eq_zero_of_eq {a b : Int} (h : a = b) : a - b = 0 := by
  rw [h, Int.sub_self]

protected theorem eq_of_sub_eq_zero {a b : Int} (h : a - b = 0) : a = b := by
  rw [← Int.sub_add_cancel a b, h, Int.zero_add]

/-! ### Natural numbers among the integers -/

theorem natCast_nonneg (n : Nat) : 0 ≤ (↑n : Int) := le.intro n (Int.zero_add _)

@[simp, norm_cast] theorem natCast_le {m n : Nat} : (↑m : Int) ≤ (↑n : Int) ↔ m ≤ n := by
  rw [cast_rep, cast_rep, snn_le]
  exact Iff.rfl

@[simp, norm_cast] theorem natCast_lt {m n : Nat} : (↑m : Int) < (↑n : Int) ↔ m < n := by
  rw [cast_rep, cast_rep, snn_lt]
  exact Iff.rfl

theorem eq_natAbs_of_nonneg {a : Int} (h : 0 ≤ a) : a = (↑a.natAbs : Int) := by
  obtain ⟨n, rfl⟩ := eq_ofNat_of_zero_le h
  rfl

theorem negSucc_lt_zero (n : Nat) : negSucc n < 0 := by
  refine le.intro n ?_
  rw [negSucc_eq, Int.add_assoc, Int.add_comm 1, Int.add_left_neg]

theorem natAbs_pos_of_ne_zero {a : Int} (h : a ≠ 0) : 0 < a.natAbs := by
  cases a with
  | ofNat n => exact Nat.pos_of_ne_zero fun e => h (congrArg ofNat e)
  | negSucc n => exact Nat.zero_lt_succ n

/-! ### Order and multiplication -/

protected theorem mul_nonneg {a b : Int} (ha : 0 ≤ a) (hb : 0 ≤ b) : 0 ≤ a * b := by
  obtain ⟨m, rfl⟩ := eq_ofNat_of_zero_le ha
  obtain ⟨n, rfl⟩ := eq_ofNat_of_zero_le hb
  exact natCast_nonneg (m * n)

protected theorem mul_le_mul_of_nonneg_left {a b c : Int} (h : a ≤ b) (hc : 0 ≤ c) :
    c * a ≤ c * b := by
  obtain ⟨m, rfl⟩ := eq_ofNat_of_zero_le hc
  obtain ⟨n, rfl⟩ := le.dest h
  exact le.intro (m * n) (by rw [Int.mul_add, natCast_mul])

protected theorem mul_le_mul_of_nonneg_right {a b c : Int} (h : a ≤ b) (hc : 0 ≤ c) :
    a * c ≤ b * c := by
  rw [Int.mul_comm a, Int.mul_comm b]
  exact Int.mul_le_mul_of_nonneg_left h hc

theorem neg_nonneg_of_nonpos {a : Int} (h : a ≤ 0) : 0 ≤ -a := Int.neg_le_neg h

protected theorem mul_le_mul_of_nonpos_left {a b c : Int} (ha : a ≤ 0) (h : b ≤ c) :
    a * c ≤ a * b := by
  have g := Int.neg_le_neg (Int.mul_le_mul_of_nonneg_left h (neg_nonneg_of_nonpos ha))
  rw [Int.neg_mul, Int.neg_mul, Int.neg_neg, Int.neg_neg] at g
  exact g

protected theorem mul_pos {a b : Int} (ha : 0 < a) (hb : 0 < b) : 0 < a * b := by
  obtain ⟨m, rfl⟩ := eq_ofNat_of_zero_le (Int.le_of_lt ha)
  obtain ⟨n, rfl⟩ := eq_ofNat_of_zero_le (Int.le_of_lt hb)
  exact natCast_lt.2 (Nat.mul_pos (natCast_lt.1 ha) (natCast_lt.1 hb))

/-! ### Minimum and maximum -/

protected theorem min_def (n m : Int) : min n m = ite (n ≤ m) n m := rfl

protected theorem max_def (n m : Int) : max n m = ite (n ≤ m) m n := rfl

protected theorem min_le_left (a b : Int) : min a b ≤ a := by
  rw [Int.min_def]
  split
  next => exact Int.le_refl a
  next h => exact Int.le_of_lt (Int.not_le.1 h)

protected theorem min_le_right (a b : Int) : min a b ≤ b := by
  rw [Int.min_def]
  split
  next h => exact h
  next => exact Int.le_refl b

protected theorem le_max_left (a b : Int) : a ≤ max a b := by
  rw [Int.max_def]
  split
  next h => exact h
  next => exact Int.le_refl a

protected theorem le_max_right (a b : Int) : b ≤ max a b := by
  rw [Int.max_def]
  split
  next => exact Int.le_refl b
  next h => exact Int.le_of_lt (Int.not_le.1 h)

protected theorem le_min {a b c : Int} : a ≤ min b c ↔ a ≤ b ∧ a ≤ c := by
  refine ⟨fun h => ⟨Int.le_trans h (Int.min_le_left b c), Int.le_trans h (Int.min_le_right b c)⟩,
    fun h => ?_⟩
  rw [Int.min_def]
  split
  next => exact h.1
  next => exact h.2

protected theorem max_le {a b c : Int} : max a b ≤ c ↔ a ≤ c ∧ b ≤ c := by
  refine ⟨fun h => ⟨Int.le_trans (Int.le_max_left a b) h, Int.le_trans (Int.le_max_right a b) h⟩,
    fun h => ?_⟩
  rw [Int.max_def]
  split
  next => exact h.2
  next => exact h.1

theorem le_natAbs {a : Int} : a ≤ (↑a.natAbs : Int) := by
  cases a with
  | ofNat n => exact Int.le_refl _
  | negSucc n => exact Int.le_trans (Int.le_of_lt (negSucc_lt_zero n)) (natCast_nonneg (n + 1))

theorem toNat_eq_max (a : Int) : (↑a.toNat : Int) = max a 0 := by
  rw [Int.max_def]
  cases a with
  | ofNat n =>
    split
    next h => exact Int.le_antisymm h (natCast_nonneg n)
    next => rfl
  | negSucc n => rw [if_pos (Int.le_of_lt (negSucc_lt_zero n))]; rfl

protected theorem pow_zero (b : Int) : b ^ 0 = 1 := rfl

protected theorem pow_succ (b : Int) (e : Nat) : b ^ (e + 1) = b ^ e * b := rfl

end Int
