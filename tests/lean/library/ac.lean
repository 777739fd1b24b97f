prelude
import Init

/-! `ac_rfl` and `ac_nf`: every example must be accepted. -/

-- natural numbers
example (a b c d e : Nat) : (a + b) + (c + (d + e)) = e + ((d + c) + b) + a := by ac_rfl
example (a b c : Nat) : a * (b * c) * b = b * b * (c * a) := by ac_rfl
example (a b : Nat) : a + (b + 0) = 0 + b + a := by ac_rfl
example (a b : Nat) : a * 1 * b = b * (1 * a) := by ac_rfl
example (a b c d : Nat) : a * b + c * d = d * c + b * a := by ac_rfl
example (a b c : Nat) : max a (max b (max c a)) = max (max c b) a := by ac_rfl
example (a b c : Nat) : Nat.gcd a (Nat.gcd b c) = Nat.gcd (Nat.gcd c b) a := by ac_rfl

-- integers
example (x y z : Int) : x + (y + z) = z + x + y := by ac_rfl
example (x y z : Int) : x * y * z * x = x * (z * (x * y)) := by ac_rfl
example (x y : Int) : x + 0 + y * 1 = y + x := by ac_rfl
example (x y z : Int) : min x (min y (min z x)) = min z (min y x) := by ac_rfl

-- propositions
example (p q r : Prop) : (p ∧ q ∧ r) = (r ∧ q ∧ p) := by ac_rfl
example (p q r : Prop) : ((p ∨ q) ∨ r) = (r ∨ p ∨ q) := by ac_rfl

-- an operation of one's own
example (α : Type) (op : α → α → α) [Std.Associative op] (a b c d : α) :
    op (op a b) (op c d) = op a (op (op b c) d) := by ac_rfl
example (α : Type) (op : α → α → α) [Std.Associative op] [Std.Commutative op] (a b c : α) :
    op a (op b c) = op (op c a) b := by ac_rfl
example (α : Type) (op : α → α → α) [Std.Associative op] [Std.Commutative op]
    [Std.IdempotentOp op] (a b : α) : op a (op b (op a b)) = op b a := by ac_rfl

-- what does not hold is refused
example : True := by
  fail_if_success have : ∀ a b : Nat, a + b = a + b + b := fun a b => by ac_rfl
  fail_if_success have : ∀ a b : Nat, a - b = b - a := fun a b => by ac_rfl
  trivial
