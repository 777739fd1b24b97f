prelude
import Init

/-! Options, pairs, sums, subtypes, functions, strings, user types. -/

section Options
variable {α β : Type} (o : Option α) (f : α → β)
example (a b : α) (h : some a = some b) : a = b := by simpa using h
example : o.map id = o := by simp
example : (o.map f).isSome = o.isSome := by simp
example (h : o.isSome) : ∃ a, o = some a := Option.isSome_iff_exists.1 h
example (a b : α) : (some a).getD b = a := by simp
example : o = none ∨ ∃ a, o = some a := Option.eq_none_or_eq_some o
example : (some 3 >>= fun x => some (x + 1)) = some 4 := rfl
example : (do let x ← some 3; let y ← some 4; pure (x + y)) = some 7 := rfl
end Options

section Pairs
variable {α β : Type} (x : α × β) (a c : α) (b d : β)
example : (x.1, x.2) = x := by simp
example (h : (a, b) = (c, d)) : a = c ∧ b = d := by simpa using h
example : x.swap.swap = x := by simp
example (y : α × β) (h₁ : x.1 = y.1) (h₂ : x.2 = y.2) : x = y := by ext; exact h₁; exact h₂
example : (3, true) ≠ (3, false) := by decide
example (p : α × β → Prop) : (∀ x, p x) ↔ ∀ a b, p (a, b) := by simp
example (s : α ⊕ β) : (∃ a, s = .inl a) ∨ ∃ b, s = .inr b := by cases s <;> simp
example (s : α ⊕ β) : s.swap.swap = s := by simp
example : (Sum.inl 3 : Nat ⊕ Bool) ≠ .inr true := by decide
example (p : α → Prop) (u v : {x // p x}) (h : u.val = v.val) : u = v := Subtype.ext h
end Pairs

section Strings
example : "ab" ++ "cd" = "abcd" := by decide
example : "ab" ≠ "cd" := by decide
example (s : String) : s ++ "" = s := by simp
example (s t u : String) : s ++ t ++ u = s ++ (t ++ u) := String.append_assoc
example : 'a' ≠ 'b' := by decide
example : 'a' < 'b' := by decide
end Strings

section UserTypes
inductive Colour where
  | red | green | blue
  deriving DecidableEq, Inhabited, BEq, Ord
example : Colour.red ≠ .green := by decide
example (c : Colour) : c = .red ∨ c = .green ∨ c = .blue := by cases c <;> simp
structure Point where
  x : Nat
  y : Nat
  deriving DecidableEq, BEq, Inhabited, Hashable
@[ext] structure Complex where
  re : Int
  im : Int
instance : Add Complex := ⟨fun a b => ⟨a.re + b.re, a.im + b.im⟩⟩
theorem Complex.add_comm (a b : Complex) : a + b = b + a := by
  ext
  · exact Int.add_comm a.re b.re
  · exact Int.add_comm a.im b.im
inductive Tree (α : Type) where
  | leaf
  | node (l : Tree α) (v : α) (r : Tree α)
  deriving DecidableEq, BEq, Inhabited
namespace Tree
variable {α : Type}
def size : Tree α → Nat
  | leaf => 0
  | node l _ r => l.size + 1 + r.size
def mirror : Tree α → Tree α
  | leaf => leaf
  | node l v r => node r.mirror v l.mirror
theorem mirror_mirror (t : Tree α) : t.mirror.mirror = t := by
  induction t with
  | leaf => rfl
  | node l v r hl hr => simp [mirror, hl, hr]
theorem size_mirror (t : Tree α) : t.mirror.size = t.size := by
  induction t with
  | leaf => rfl
  | node l v r hl hr => simp only [mirror, size, hl, hr]; omega
def toList : Tree α → List α
  | leaf => []
  | node l v r => l.toList ++ v :: r.toList
theorem length_toList (t : Tree α) : t.toList.length = t.size := by
  induction t with
  | leaf => rfl
  | node l v r hl hr => simp [toList, size, hl, hr]; omega
end Tree
class Monoid' (M : Type) extends Mul M, One M where
  mul_assoc (a b c : M) : a * b * c = a * (b * c)
  one_mul (a : M) : 1 * a = a
  mul_one (a : M) : a * 1 = a
theorem one_unique {M : Type} [Monoid' M] (e : M) (h : ∀ a : M, e * a = a) : e = 1 := by
  rw [← Monoid'.mul_one e, h]
instance : Monoid' Nat where
  mul_assoc := Nat.mul_assoc
  one_mul := Nat.one_mul
  mul_one := Nat.mul_one
inductive Even : Nat → Prop where
  | zero : Even 0
  | step {n : Nat} : Even n → Even (n + 2)
theorem Even.add {m n : Nat} (hm : Even m) (hn : Even n) : Even (m + n) := by
  induction hn with
  | zero => exact hm
  | step _ ih => exact .step ih
example : ¬Even 3 := by
  intro h
  cases h with
  | step h => cases h
end UserTypes

section Quotients
def sameParity : Setoid Nat where
  r a b := a % 2 = b % 2
  iseqv := ⟨fun _ => rfl, fun h => h.symm, fun h g => h.trans g⟩
def parity : Quotient sameParity → Nat := Quotient.lift (· % 2) fun _ _ h => h
example : Quotient.mk sameParity 3 = Quotient.mk sameParity 5 := Quotient.sound rfl
example : parity (Quotient.mk sameParity 7) = 1 := rfl
example (h : Quotient.mk sameParity 3 = Quotient.mk sameParity 4) : False := absurd (Quotient.exact h) (show ¬3 % 2 = 4 % 2 by decide)
end Quotients
