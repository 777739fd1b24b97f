prelude
import Init.Nat.Sub
/-!
# Natural numbers: minimum and maximum
-/

namespace Nat

protected theorem min_def {n m : Nat} : min n m = if n ≤ m then n else m := rfl
protected theorem max_def {n m : Nat} : max n m = if n ≤ m then m else n := rfl
protected theorem min_comm (a b : Nat) : min a b = min b a := by omega
protected theorem max_comm (a b : Nat) : max a b = max b a := by omega
protected theorem min_assoc : ∀ (a b c : Nat), min (min a b) c = min a (min b c) := by omega
protected theorem max_assoc : ∀ (a b c : Nat), max (max a b) c = max a (max b c) := by omega
protected theorem min_left_comm (a b c : Nat) : min a (min b c) = min b (min a c) := by rw [← Nat.min_assoc, Nat.min_comm a, Nat.min_assoc]
protected theorem min_right_comm (a b c : Nat) : min (min a b) c = min (min a c) b := by rw [Nat.min_assoc, Nat.min_comm b, Nat.min_assoc]
protected theorem max_left_comm (a b c : Nat) : max a (max b c) = max b (max a c) := by rw [← Nat.max_assoc, Nat.max_comm a, Nat.max_assoc]
protected theorem max_right_comm (a b c : Nat) : max (max a b) c = max (max a c) b := by rw [Nat.max_assoc, Nat.max_comm b, Nat.max_assoc]
protected theorem min_le_left (a b : Nat) : min a b ≤ a := by omega
protected theorem min_le_right (a b : Nat) : min a b ≤ b := by omega
protected theorem le_max_left (a b : Nat) : a ≤ max a b := by omega
protected theorem le_max_right (a b : Nat) : b ≤ max a b := by omega
protected theorem min_eq_left {a b : Nat} (h : a ≤ b) : min a b = a := by omega
protected theorem min_eq_right {a b : Nat} (h : b ≤ a) : min a b = b := by omega
protected theorem max_eq_left {a b : Nat} (h : b ≤ a) : max a b = a := by omega
protected theorem max_eq_right {a b : Nat} (h : a ≤ b) : max a b = b := by omega
protected theorem le_min {a b c : Nat} : a ≤ min b c ↔ a ≤ b ∧ a ≤ c := by omega
protected theorem max_le {a b c : Nat} : max a b ≤ c ↔ a ≤ c ∧ b ≤ c := by omega
protected theorem lt_min {a b c : Nat} : a < min b c ↔ a < b ∧ a < c := by omega
protected theorem max_lt {a b c : Nat} : max a b < c ↔ a < c ∧ b < c := by omega
protected theorem min_lt {a b c : Nat} : min a b < c ↔ a < c ∨ b < c := by omega
protected theorem lt_max {a b c : Nat} : a < max b c ↔ a < b ∨ a < c := by omega
protected theorem le_min_of_le_of_le {a b c : Nat} : a ≤ b → a ≤ c → a ≤ min b c := by omega
protected theorem max_le_of_le_of_le {a b c : Nat} : a ≤ c → b ≤ c → max a b ≤ c := by omega
@[simp] protected theorem min_self (a : Nat) : min a a = a := by omega
@[simp] protected theorem max_self (a : Nat) : max a a = a := by omega
@[simp] protected theorem zero_min (a : Nat) : min 0 a = 0 := by omega
@[simp] protected theorem min_zero (a : Nat) : min a 0 = 0 := by omega
@[simp] protected theorem zero_max (a : Nat) : max 0 a = a := by omega
@[simp] protected theorem max_zero (a : Nat) : max a 0 = a := by omega
@[simp] protected theorem min_self_assoc {m n : Nat} : min m (min m n) = min m n := by rw [← Nat.min_assoc, Nat.min_self]
@[simp] protected theorem max_self_assoc {m n : Nat} : max m (max m n) = max m n := by rw [← Nat.max_assoc, Nat.max_self]
protected theorem min_le_max (a b : Nat) : min a b ≤ max a b := by omega
/-- A monotone function and the minimum. -/
private theorem map_min {f : Nat → Nat} (h : ∀ a b, a ≤ b → f a ≤ f b) (a b : Nat) : min (f a) (f b) = f (min a b) := by
  cases Nat.le_total a b with
  | inl l => rw [Nat.min_eq_left l, Nat.min_eq_left (h a b l)]
  | inr l => rw [Nat.min_eq_right l, Nat.min_eq_right (h b a l)]
/-- A monotone function and the maximum. -/
private theorem map_max {f : Nat → Nat} (h : ∀ a b, a ≤ b → f a ≤ f b) (a b : Nat) : max (f a) (f b) = f (max a b) := by
  cases Nat.le_total a b with
  | inl l => rw [Nat.max_eq_right l, Nat.max_eq_right (h a b l)]
  | inr l => rw [Nat.max_eq_left l, Nat.max_eq_left (h b a l)]
theorem succ_min_succ (x y : Nat) : min (succ x) (succ y) = succ (min x y) := map_min (f := succ) (fun _ _ => succ_le_succ) x y
theorem succ_max_succ (x y : Nat) : max (succ x) (succ y) = succ (max x y) := map_max (f := succ) (fun _ _ => succ_le_succ) x y
theorem add_one_min_add_one (x y : Nat) : min (x + 1) (y + 1) = min x y + 1 := succ_min_succ x y
theorem add_one_max_add_one (x y : Nat) : max (x + 1) (y + 1) = max x y + 1 := succ_max_succ x y
protected theorem add_max_add_right (a b c : Nat) : max (a + c) (b + c) = max a b + c := map_max (f := (· + c)) (fun _ _ h => Nat.add_le_add_right h c) a b
protected theorem add_max_add_left (a b c : Nat) : max (a + b) (a + c) = a + max b c := map_max (f := (a + ·)) (fun _ _ h => Nat.add_le_add_left h a) b c
protected theorem add_min_add_right (a b c : Nat) : min (a + c) (b + c) = min a b + c := map_min (f := (· + c)) (fun _ _ h => Nat.add_le_add_right h c) a b
protected theorem add_min_add_left (a b c : Nat) : min (a + b) (a + c) = a + min b c := map_min (f := (a + ·)) (fun _ _ h => Nat.add_le_add_left h a) b c
protected theorem sub_min_sub_right (a b c : Nat) : min (a - c) (b - c) = min a b - c := map_min (f := (· - c)) (fun _ _ h => Nat.sub_le_sub_right h c) a b
protected theorem sub_max_sub_right (a b c : Nat) : max (a - c) (b - c) = max a b - c := map_max (f := (· - c)) (fun _ _ h => Nat.sub_le_sub_right h c) a b
protected theorem sub_min_sub_left (a b c : Nat) : min (a - b) (a - c) = a - max b c := by
  cases Nat.le_total b c with
  | inl l => rw [Nat.max_eq_right l, Nat.min_eq_right (Nat.sub_le_sub_left l a)]
  | inr l => rw [Nat.max_eq_left l, Nat.min_eq_left (Nat.sub_le_sub_left l a)]
protected theorem sub_max_sub_left (a b c : Nat) : max (a - b) (a - c) = a - min b c := by
  cases Nat.le_total b c with
  | inl l => rw [Nat.min_eq_left l, Nat.max_eq_left (Nat.sub_le_sub_left l a)]
  | inr l => rw [Nat.min_eq_right l, Nat.max_eq_right (Nat.sub_le_sub_left l a)]
protected theorem min_add_max (a b : Nat) : min a b + max a b = a + b := by omega
protected theorem max_min_distrib_left : ∀ (a b c : Nat), max a (min b c) = min (max a b) (max a c) := fun a b c => (map_min (f := (max a ·)) (fun _ y h => Nat.max_le.2 ⟨Nat.le_max_left a y, Nat.le_trans h (Nat.le_max_right a y)⟩) b c).symm
protected theorem min_max_distrib_left : ∀ (a b c : Nat), min a (max b c) = max (min a b) (min a c) := fun a b c => (map_max (f := (min a ·)) (fun x _ h => Nat.le_min.2 ⟨Nat.min_le_left a x, Nat.le_trans (Nat.min_le_right a x) h⟩) b c).symm
protected theorem max_min_distrib_right : ∀ (a b c : Nat), max (min a b) c = min (max a c) (max b c) := fun a b c => (map_min (f := (max · c)) (fun _ y h => Nat.max_le.2 ⟨Nat.le_trans h (Nat.le_max_left y c), Nat.le_max_right y c⟩) a b).symm
protected theorem min_max_distrib_right : ∀ (a b c : Nat), min (max a b) c = max (min a c) (min b c) := fun a b c => (map_max (f := (min · c)) (fun x _ h => Nat.le_min.2 ⟨Nat.le_trans (Nat.min_le_left x c) h, Nat.min_le_right x c⟩) a b).symm
protected theorem min_le_of_left_le {a b c : Nat} (h : a ≤ c) : min a b ≤ c := by omega
protected theorem min_le_of_right_le {a b c : Nat} (h : b ≤ c) : min a b ≤ c := by omega
protected theorem le_max_of_le_left {a b c : Nat} (h : a ≤ b) : a ≤ max b c := by omega
protected theorem le_max_of_le_right {a b c : Nat} (h : a ≤ c) : a ≤ max b c := by omega
protected theorem sub_add_min_cancel (a b : Nat) : a - b + min a b = a := by omega
protected theorem min_eq_or (a b : Nat) : min a b = a ∨ min a b = b := by omega
protected theorem max_eq_or (a b : Nat) : max a b = a ∨ max a b = b := by omega
protected theorem min_mul_max (a b : Nat) : min a b * max a b = a * b := by
  cases Nat.le_total a b with
  | inl h => rw [Nat.min_eq_left h, Nat.max_eq_right h]
  | inr h => rw [Nat.min_eq_right h, Nat.max_eq_left h, Nat.mul_comm]
protected theorem mul_max_mul_left (a b c : Nat) : max (a * b) (a * c) = a * max b c := by
  cases Nat.le_total b c with
  | inl h => rw [Nat.max_eq_right h, Nat.max_eq_right (Nat.mul_le_mul_left a h)]
  | inr h => rw [Nat.max_eq_left h, Nat.max_eq_left (Nat.mul_le_mul_left a h)]
protected theorem mul_min_mul_left (a b c : Nat) : min (a * b) (a * c) = a * min b c := by
  cases Nat.le_total b c with
  | inl h => rw [Nat.min_eq_left h, Nat.min_eq_left (Nat.mul_le_mul_left a h)]
  | inr h => rw [Nat.min_eq_right h, Nat.min_eq_right (Nat.mul_le_mul_left a h)]
protected theorem mul_max_mul_right (a b c : Nat) : max (a * c) (b * c) = max a b * c := by
  rw [Nat.mul_comm a, Nat.mul_comm b, Nat.mul_max_mul_left, Nat.mul_comm]
protected theorem mul_min_mul_right (a b c : Nat) : min (a * c) (b * c) = min a b * c := by
  rw [Nat.mul_comm a, Nat.mul_comm b, Nat.mul_min_mul_left, Nat.mul_comm]
instance instIdempotentOpMax : Std.IdempotentOp (α := Nat) max := ⟨Nat.max_self⟩
instance instCommutativeMax : Std.Commutative (α := Nat) max := ⟨Nat.max_comm⟩
instance instAssociativeMax : Std.Associative (α := Nat) max := ⟨Nat.max_assoc⟩
instance instLawfulIdentityMax : Std.LawfulIdentity (α := Nat) max 0 where
  left_id := Nat.zero_max
  right_id := Nat.max_zero
instance instIdempotentOpMin : Std.IdempotentOp (α := Nat) min := ⟨Nat.min_self⟩
instance instCommutativeMin : Std.Commutative (α := Nat) min := ⟨Nat.min_comm⟩
instance instAssociativeMin : Std.Associative (α := Nat) min := ⟨Nat.min_assoc⟩

end Nat
