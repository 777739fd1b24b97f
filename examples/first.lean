/-! Seven theorems to prove: run `reaprover prove examples/first.lean`. -/

-- two independent goals: an AND split
theorem and_swap (p q : Prop) : p ∧ q → q ∧ p := by sorry

-- classical: not provable constructively
theorem peirce (p q : Prop) : ((p → q) → p) → p := by sorry

-- quantifiers
theorem exists_not_of_not_forall (α : Type) (P : α → Prop) : ¬ (∀ x, P x) → ∃ x, ¬ P x := by sorry

-- induction
theorem zero_add' (n : Nat) : 0 + n = n := by sorry

def double : Nat → Nat
  | 0 => 0
  | n + 1 => double n + 2

-- induction over a definition of the file
theorem double_eq (n : Nat) : double n = n + n := by sorry

-- lists
theorem append_nil' (α : Type) (xs : List α) : xs ++ [] = xs := by sorry

-- linear arithmetic
theorem between (a b c : Nat) (h : a < b) (g : b < c) : a + 2 ≤ c := by sorry
