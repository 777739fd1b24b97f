prelude
import Init

/-! Integers, division and divisors, numbers below a bound: every example must be accepted. -/

-- evaluation, by the kernel and by `simp`
example : (7 : Int) - 9 = -2 := by decide
example : (-7 : Int) / 2 = -4 ∧ (-7 : Int) % 2 = 1 := by decide
example : Int.tdiv (-7) 2 = -3 ∧ Int.tmod (-7) 2 = -1 := by decide
example : Int.fdiv (-7) 2 = -4 ∧ Int.fmod (-7) (-2) = -1 := by decide
example : Int.bmod 7 4 = -1 ∧ Int.bmod 5 4 = 1 := by decide
example : (-3 : Int) * -4 = 12 ∧ (-2 : Int) ^ 3 = -8 := by decide
example : (-5 : Int).natAbs = 5 ∧ (-5 : Int).toNat = 0 ∧ Int.sign (-5) = -1 := by decide
example : Nat.gcd 84 36 = 12 ∧ Nat.lcm 4 6 = 12 := by decide
example : (3 : Int) ∣ 12 ∧ ¬ (3 : Int) ∣ 13 := by decide
example : (5 : Int) * 3 - 20 < -4 := by simp
example : (17 : Int) / -5 = -3 := by simp
example : ¬ (4 ∣ 30) := by simp
example : (6 : Fin 10) + 7 = 3 := by simp
example : (12 : Nat) &&& 10 = 8 ∧ (12 : Nat) ||| 3 = 15 ∧ (12 : Nat) ^^^ 10 = 6 := by decide

-- simplification
example (x y : Int) : x - y + y = x := by simp
example (x y : Int) : x + y - x = y := by simp
example (x y : Int) (h : - -x = y) : x = y := by simpa using h
example (a b : Nat) : ((a * b + 2 : Nat) : Int) = a * b + 2 := by simp
example (a b : Nat) (h : (a : Int) + 3 ≤ b) : a + 3 ≤ b := by exact_mod_cast h
example (a b : Nat) (h : a * b = 6) : (a : Int) * b = 6 := by norm_cast
example (a : Int) : (a * 5) % 5 = 0 := by simp
example (a n : Nat) : (a + n * 3) % 3 = a % 3 := by simp
example (m n : Nat) : Nat.gcd m (n + m) = Nat.gcd m n := by simp
example (a b : Nat) (h : 0 < b) : (a * b) / b = a := by simp [h]

-- the laws at work
example (a b c : Int) (h : a * b = a * c) (ha : a ≠ 0) : b = c := Int.eq_of_mul_eq_mul_left ha h
example (a b : Int) (h : a * b = 0) (hb : b ≠ 0) : a = 0 := by
  rcases Int.mul_eq_zero.1 h with e | e
  · exact e
  · exact absurd e hb
example (a b : Int) : a * a + b * b = 0 → a = 0 ∧ b = 0 := by
  intro h
  have ha := Int.mul_self_nonneg a
  have hb := Int.mul_self_nonneg b
  exact ⟨Int.mul_self_eq_zero.1 (by omega), Int.mul_self_eq_zero.1 (by omega)⟩
example (a b c : Int) (h : a ≤ b) (hc : 0 ≤ c) : a * c ≤ b * c := by
  calc
    a * c ≤ b * c := Int.mul_le_mul_of_nonneg_right h hc
example (a b c : Int) (h : a < b) (g : b ≤ c) : a < c := calc
  a < b := h
  _ ≤ c := g
example (n : Int) : 2 ∣ n * (n + 1) := Int.two_dvd_mul_add_one n
example (n : Nat) (h : 2 ∣ n) (g : 3 ∣ n) : 6 ∣ n := by
  have h : 2 * 3 ∣ n := Nat.Coprime.mul_dvd_of_dvd_of_dvd (by decide) h g
  exact h
example (a b n : Nat) (h : a % n = b % n) : (a * a) % n = (b * b) % n := by
  rw [Nat.mul_mod, h, ← Nat.mul_mod]
example (m n k : Nat) (h : Nat.Coprime k n) (g : k ∣ m * n) : k ∣ m := h.dvd_of_dvd_mul_right g
example (x m : Int) : m ∣ x - x % m := Int.dvd_self_sub_emod

-- numbers below a bound
example (a b c : Fin 7) : a + b + c = c + (b + a) := by ac_rfl
example (a : Fin 2) : a = 0 ∨ a = 1 := Fin.eq_zero_or_eq_one a
example (n : Nat) (i : Fin n) : i.rev.rev = i := by simp
example (n : Nat) (i j : Fin n) (h : i.val = j.val) : i = j := by
  ext
  exact h

-- rounding
example (a b : Int) : a.tmod b + b * a.tdiv b = a := Int.tmod_add_mul_tdiv a b
example (a b : Int) (h : 0 ≤ b) : Int.fdiv a b = a / b := Int.fdiv_eq_ediv_of_nonneg a h
example (a : Int) : (-a).tdiv 1 = -a := by simp
example (x : Int) : Int.bmod x 5 % 5 = x % 5 := Int.bmod_emod (m := 5)

-- large offsets and enumerations
example (m n : Nat) (h : n + 1000 = m + 1000) : n = m := by cases h; rfl
inductive Day where | mon | tue | wed | thu | fri | sat | sun
def Day.free : Day → Bool | .sat | .sun => true | _ => false
example (d : Day) (h : d.free = true) : d = .sat ∨ d = .sun := by
  unfold Day.free at h
  split at h
  · exact .inl rfl
  · exact .inr rfl
  · exact nomatch h
