prelude
import Init

/-! Natural numbers: order, subtraction, minimum, powers, quantifiers below a bound. -/

section Arithmetic
variable (a b c d n m k : Nat)
example : a + b = b + a := Nat.add_comm a b
example : a * (b + c) = a * b + a * c := Nat.mul_add a b c
example : (a + b) * (a + b) = a * a + 2 * (a * b) + b * b := Nat.add_mul_self_eq a b
example (h : a + c = b + c) : a = b := Nat.add_right_cancel h
example (h : 0 < a) (e : a * b = a * c) : b = c := Nat.mul_left_cancel h e
example : a * b = 0 ↔ a = 0 ∨ b = 0 := Nat.mul_eq_zero
example (h : a * b = 1) : a = 1 := Nat.eq_one_of_mul_eq_one_right h
example : (∃ k, n = k + 1) ↔ 0 < n := by simp
example : a + (b + 0) * 1 = b + a := by simp [Nat.add_comm]
example : a * b * c = c * b * a := by ac_rfl
end Arithmetic

section Order
variable (a b c d n m k : Nat)
example (h : a ≤ b) (g : b ≤ a) : a = b := Nat.le_antisymm h g
example : a < b ∨ a = b ∨ b < a := Nat.lt_trichotomy a b
example (h : ¬a ≤ b) : b < a := by simpa using h
example (h : a ≤ b) : a * c ≤ b * c := Nat.mul_le_mul_right c h
example (h : a < b) (g : 0 < c) : a * c < b * c := (Nat.mul_lt_mul_right g).2 h
example : a * a ≤ b * b ↔ a ≤ b := Nat.mul_self_le_mul_self_iff
example (h : n ≠ 0) : ∃ m, n = m + 1 := Nat.exists_eq_add_one_of_ne_zero h
example (h : a < b) (g : b < c) : a < c := calc
  a < b := h
  _ < c := g
example (h : a ≤ b) : ∃ k, b = a + k := Nat.exists_eq_add_of_le h
example (h : n < 2) : n = 0 ∨ n = 1 := Nat.eq_zero_or_eq_one_of_lt_two h
end Order

section Subtraction
variable (a b c n : Nat)
example (h : b ≤ a) : a - b + b = a := Nat.sub_add_cancel h
example : a - b - c = a - (b + c) := Nat.sub_sub a b c
example : a - b ≤ c ↔ a ≤ c + b := Nat.sub_le_iff_le_add
example (h : a - b = 0) : a ≤ b := Nat.le_of_sub_eq_zero h
example : a * (b - c) = a * b - a * c := Nat.mul_sub a b c
example : a * a - b * b = (a + b) * (a - b) := Nat.mul_self_sub_mul_self_eq a b
example : n + 1 - 1 = n := by simp
end Subtraction

section Extrema
variable (a b c : Nat)
example : min a b = min b a := Nat.min_comm a b
example : min a b ≤ max a b := Nat.min_le_max a b
example : max a b ≤ c ↔ a ≤ c ∧ b ≤ c := Nat.max_le
example (h : a ≤ b) : min a b = a := Nat.min_eq_left h
example : min a b + max a b = a + b := by omega
example : min a b * max a b = a * b := Nat.min_mul_max a b
end Extrema

section Powers
variable (a b m n : Nat)
example : a ^ (m + n) = a ^ m * a ^ n := Nat.pow_add a m n
example : (a * b) ^ n = a ^ n * b ^ n := Nat.mul_pow a b n
example : n < 2 ^ n := Nat.lt_two_pow_self
example (h : a ≤ b) : a ^ n ≤ b ^ n := Nat.pow_le_pow_left h n
example : 1 ^ n = 1 := by simp
example : 2 ^ 64 = 18446744073709551616 := by decide
end Powers

section Simproc
variable (x y : Nat)
example (h : x + 3 ≤ y) : x + 5 ≤ y + 2 := by simpa using h
example (h : x = 4) : x + 3 = 7 := by simpa using h
example : x + 3 - 2 = x + 1 := by simp
example : (x + 1 == 0) = false := by simp
example : x + 7 ≠ 5 := by simp
example : 3 ≤ x + 7 := by simp
example : (6 : Nat) ∣ 18 ∧ ¬(5 : Nat) ∣ 18 := by simp
end Simproc

section Bounded
example : ∀ n < 30, n * n < 900 := by decide
example : ∃ n < 10, n * n = 49 := by decide
example : ∀ n ≤ 12, n % 3 = 0 → 3 ∣ n := by decide
example : ∀ i : Fin 5, i.val < 5 := by decide
example : ¬∃ n < 20, n * n = 2 := by decide
end Bounded

section Induction
def triangle : Nat → Nat
  | 0 => 0
  | n + 1 => triangle n + (n + 1)
theorem triangle_mul_two (n : Nat) : triangle n * 2 = n * (n + 1) := by
  induction n with
  | zero => rfl
  | succ n ih => rw [triangle, Nat.add_mul, ih, Nat.mul_comm n, ← Nat.mul_add]
theorem even_or_odd' (n : Nat) : ∃ k, n = 2 * k ∨ n = 2 * k + 1 := by
  induction n with
  | zero => exact ⟨0, .inl rfl⟩
  | succ n ih =>
    obtain ⟨k, h | h⟩ := ih
    · exact ⟨k, .inr (by omega)⟩
    · exact ⟨k + 1, .inl (by omega)⟩
example (p : Nat → Prop) (h : ∀ n, (∀ m, m < n → p m) → p n) : ∀ n, p n := fun n => Nat.strongRecOn n h
end Induction
