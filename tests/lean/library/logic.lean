prelude
import Init

/-! Propositional and predicate logic: laws by name, by `simp` and by hand. -/

section Propositional
variable (p q r s : Prop)

-- introduction and elimination
example (hp : p) (hq : q) : p ∧ q := ⟨hp, hq⟩
example (h : p ∧ q) : q ∧ p := by
  obtain ⟨hp, hq⟩ := h
  constructor <;> assumption
example (h : p ∨ q) : q ∨ p := by
  rcases h with h | h
  · exact .inr h
  · exact .inl h
example (h : p) (n : ¬p) : q := by contradiction
example : p → ¬¬p := fun h n => n h
example (h : p ↔ q) : ¬p ↔ ¬q := not_congr h
example (f : p → q) (g : q → r) : p → r := g ∘ f

-- laws by name
example : p ∧ q ↔ q ∧ p := and_comm
example : (p ∧ q) ∧ r ↔ p ∧ q ∧ r := and_assoc
example : p ∧ (q ∨ r) ↔ p ∧ q ∨ p ∧ r := and_or_left
example : p ∨ q ∧ r ↔ (p ∨ q) ∧ (p ∨ r) := or_and_left
example : (p ∨ q → r) ↔ (p → r) ∧ (q → r) := or_imp
example : (p → q → r) ↔ (q → p → r) := imp.swap
example : ¬(p ∨ q) ↔ ¬p ∧ ¬q := not_or
example : ¬¬¬p ↔ ¬p := not_not_not
example : p ∧ q ∧ r ↔ q ∧ r ∧ p := and_rotate

-- classical laws
example : p ∨ ¬p := Classical.em p
example : ¬¬p → p := Classical.not_not.1
example : ((p → q) → p) → p := Classical.peirce p q
example : (p → q) ↔ ¬p ∨ q := Classical.imp_iff_not_or
example : ¬(p ∧ q) ↔ ¬p ∨ ¬q := Classical.not_and_iff_not_or_not
example : (p ↔ q) ↔ (p ∧ q) ∨ (¬p ∧ ¬q) := Classical.iff_iff_and_or_not_and_not
example (h : ¬q → ¬p) : p → q := Classical.not_imp_not.1 h
example : (p → q) ∨ (q → p) := by
  by_cases h : q
  · exact .inl fun _ => h
  · exact .inr fun g => absurd g h

-- decidable propositions need no choice
example [Decidable p] : ¬¬p → p := Decidable.of_not_not
example [Decidable p] : (p → q) ↔ ¬p ∨ q := Decidable.imp_iff_not_or

-- `simp`
example : p ∧ True ↔ p := by simp
example : p ∧ p ∨ False ↔ p := by simp
example : ¬(p ∧ q) ↔ (p → ¬q) := by simp
example : ¬(p → q) ↔ p ∧ ¬q := by simp
example (h : p) : (p ∨ q) ∧ (q → p) := by simp [h]
example : (p ∧ q ↔ p) ↔ (p → q) := by simp
example (h : p → q) : (p ∧ q) = p := by simp +contextual [h]
example (hp : p) (hn : ¬q) : ¬(p → q) := by simp [*]
example (h : p ∧ q ∧ r ∧ s) : s ∧ q := by simp_all
end Propositional

section Predicates
variable {α β : Type} (P Q : α → Prop) (R : α → β → Prop) (b : Prop)

example : (∀ x, P x ∧ Q x) ↔ (∀ x, P x) ∧ ∀ x, Q x := forall_and
example : (∃ x, P x ∨ Q x) ↔ (∃ x, P x) ∨ ∃ x, Q x := exists_or
example : (¬∃ x, P x) ↔ ∀ x, ¬P x := not_exists
example : (¬∀ x, P x) ↔ ∃ x, ¬P x := Classical.not_forall
example : (∃ x, b ∧ P x) ↔ b ∧ ∃ x, P x := exists_and_left
example : ((∃ x, P x) → b) ↔ ∀ x, P x → b := exists_imp
example (a : α) : (∃ x, x = a ∧ P x) ↔ P a := by simp
example (a : α) : (∀ x, x = a → P x) ↔ P a := by simp
example (a : α) : (∃ x, P x ∧ x = a) ↔ P a := by simp
example : (∃ x, ∀ y, R x y) → ∀ y, ∃ x, R x y := fun ⟨x, h⟩ y => ⟨x, h y⟩
example (h : ∀ x, ∃ y, R x y) : ∃ f : α → β, ∀ x, R x (f x) := Classical.axiomOfChoice h
example [Nonempty α] : (∀ _ : α, b) ↔ b := by simp
example (f : α → α) (h : ∀ x, f (f x) = x) : Function.Injective f := fun a c e => by rw [← h a, ← h c, e]
example (f : α → α → Prop) : ¬Function.Surjective f := Function.cantor_surjective f
example (f g : α → β) (h : ∀ x, f x = g x) : f = g := by ext x; exact h x
example (h : ∃ x, P x) : P h.choose := h.choose_spec
end Predicates

section Conditions
variable (c : Prop) [Decidable c] (x y : Nat)
example : (if c then x else x) = x := by simp
example (h : c) : (if c then x else y) = x := by simp [h]
example (h : ¬c) : (if c then x else y) = y := if_neg h
example : (if c then x else y) ≤ x + y := by split <;> omega
example : (if ¬c then x else y) = if c then y else x := by simp
example (b : Bool) : (if b then 1 else 2) > 0 := by cases b <;> decide
end Conditions

section Truth
variable (a b c : Bool)
example : (a && b) = (b && a) := Bool.and_comm a b
example : (!(a && b)) = (!a || !b) := by simp
example : (a && (b || c)) = (a && b || a && c) := Bool.and_or_distrib_left a b c
example (h : (a && b) = true) : a = true ∧ b = true := by simpa using h
example : ∀ a b : Bool, xor a b = xor b a := by decide
example : (a == a) = true := by simp
example (h : a ≠ true) : a = false := by simpa using h
end Truth
