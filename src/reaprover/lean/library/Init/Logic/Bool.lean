prelude
import Init.Logic.Quantifiers
/-!
# Truth values, decisions, equality tests
-/
universe u v w

namespace Bool

/-- Exclusive or. -/
@[macro_inline] def xor : Bool → Bool → Bool := fun a b => a != b

instance decidableForall (p : Bool → Prop) [DecidablePred p] : Decidable (∀ x, p x) :=
  decidable_of_iff (p true ∧ p false) ⟨fun h x => match x with | true => h.1 | false => h.2, fun h => ⟨h true, h false⟩⟩
instance decidableExists (p : Bool → Prop) [DecidablePred p] : Decidable (∃ x, p x) :=
  decidable_of_iff (p true ∨ p false) ⟨fun h => h.elim (fun h => ⟨_, h⟩) (fun h => ⟨_, h⟩), fun ⟨x, h⟩ => match x, h with | true, h => .inl h | false, h => .inr h⟩
instance instLE : LE Bool := ⟨fun a b => a → b⟩
instance instLT : LT Bool := ⟨fun a b => !a && b⟩
instance instDecidableLe (x y : Bool) : Decidable (x ≤ y) := inferInstanceAs (Decidable (x → y))
instance instDecidableLt (x y : Bool) : Decidable (x < y) := inferInstanceAs (Decidable (!x && y))
instance instMax : Max Bool := ⟨or⟩
instance instMin : Min Bool := ⟨and⟩

@[simp] theorem default_bool : default = false := rfl
theorem eq_false_or_eq_true : (b : Bool) → b = true ∨ b = false := by decide
theorem eq_false_iff : {b : Bool} → b = false ↔ b ≠ true := by decide
theorem ne_false_iff : {b : Bool} → b ≠ false ↔ b = true := by decide
theorem eq_iff_iff {a b : Bool} : a = b ↔ (a ↔ b) := by cases a <;> cases b <;> decide
@[simp] theorem decide_eq_true {b : Bool} [Decidable (b = true)] : decide (b = true) = b := by cases b <;> simp
@[simp] theorem decide_eq_false {b : Bool} [Decidable (b = false)] : decide (b = false) = !b := by cases b <;> simp
theorem decide_true_eq {b : Bool} [Decidable (true = b)] : decide (true = b) = b := by cases b <;> simp
theorem decide_false_eq {b : Bool} [Decidable (false = b)] : decide (false = b) = !b := by cases b <;> simp

/-! ## Conjunction -/

@[simp] theorem and_self : ∀ (x : Bool), (x && x) = x := by decide
@[simp] theorem and_self_left : ∀ (a b : Bool), (a && (a && b)) = (a && b) := by decide
@[simp] theorem and_self_right : ∀ (a b : Bool), ((a && b) && b) = (a && b) := by decide
@[simp] theorem not_and_self : ∀ (x : Bool), (!x && x) = false := by decide
@[simp] theorem and_not_self : ∀ (x : Bool), (x && !x) = false := by decide
theorem and_comm : ∀ (x y : Bool), (x && y) = (y && x) := by decide
theorem and_assoc : ∀ (x y z : Bool), (x && y && z) = (x && (y && z)) := by decide
theorem and_left_comm : ∀ (x y z : Bool), (x && (y && z)) = (y && (x && z)) := by decide
theorem and_right_comm : ∀ (x y z : Bool), ((x && y) && z) = ((x && z) && y) := by decide
theorem and_or_distrib_left : ∀ (x y z : Bool), (x && (y || z)) = (x && y || x && z) := by decide
theorem and_or_distrib_right : ∀ (x y z : Bool), ((x || y) && z) = (x && z || y && z) := by decide
theorem or_and_distrib_left : ∀ (x y z : Bool), (x || y && z) = ((x || y) && (x || z)) := by decide
theorem or_and_distrib_right : ∀ (x y z : Bool), (x && y || z) = ((x || z) && (y || z)) := by decide
theorem and_eq_true_iff {x y : Bool} : (x && y) = true ↔ x = true ∧ y = true := .of_eq (and_eq_true x y)
@[simp] theorem and_eq_false_imp {x y : Bool} : (x && y) = false ↔ (x = true → y = false) := by cases x <;> cases y <;> decide
theorem and_eq_false_iff {x y : Bool} : (x && y) = false ↔ x = false ∨ y = false := by cases x <;> cases y <;> decide
theorem and_eq_decide (p q : Prop) [dpq : Decidable (p ∧ q)] [dp : Decidable p] [dq : Decidable q] : (p && q) = decide (p ∧ q) := by
  by_cases hp : p <;> by_cases hq : q <;> simp [hp, hq]
instance instAssociativeAnd : Std.Associative (· && ·) := ⟨and_assoc⟩
instance instCommutativeAnd : Std.Commutative (· && ·) := ⟨and_comm⟩
instance instIdempotentOpAnd : Std.IdempotentOp (· && ·) := ⟨and_self⟩

/-! ## Disjunction -/

@[simp] theorem or_self : ∀ (x : Bool), (x || x) = x := by decide
@[simp] theorem or_self_left : ∀ (a b : Bool), (a || (a || b)) = (a || b) := by decide
@[simp] theorem or_self_right : ∀ (a b : Bool), ((a || b) || b) = (a || b) := by decide
@[simp] theorem not_or_self : ∀ (x : Bool), (!x || x) = true := by decide
@[simp] theorem or_not_self : ∀ (x : Bool), (x || !x) = true := by decide
theorem or_comm : ∀ (x y : Bool), (x || y) = (y || x) := by decide
theorem or_assoc : ∀ (x y z : Bool), (x || y || z) = (x || (y || z)) := by decide
theorem or_left_comm : ∀ (x y z : Bool), (x || (y || z)) = (y || (x || z)) := by decide
theorem or_right_comm : ∀ (x y z : Bool), ((x || y) || z) = ((x || z) || y) := by decide
@[simp] theorem or_eq_false_iff {x y : Bool} : (x || y) = false ↔ x = false ∧ y = false := by cases x <;> cases y <;> decide
theorem or_eq_true_iff {x y : Bool} : (x || y) = true ↔ x = true ∨ y = true := .of_eq (or_eq_true x y)
instance instAssociativeOr : Std.Associative (· || ·) := ⟨or_assoc⟩
instance instCommutativeOr : Std.Commutative (· || ·) := ⟨or_comm⟩
instance instIdempotentOpOr : Std.IdempotentOp (· || ·) := ⟨or_self⟩

/-! ## Negation -/

theorem not_inj : {x y : Bool} → (!x) = (!y) → x = y := by decide
@[simp] theorem not_inj_iff {x y : Bool} : (!x) = (!y) ↔ x = y := by cases x <;> cases y <;> decide
@[simp] theorem not_and : ∀ (x y : Bool), (!(x && y)) = (!x || !y) := by decide
@[simp] theorem not_or : ∀ (x y : Bool), (!(x || y)) = (!x && !y) := by decide
theorem not_eq_true' {b : Bool} : ((!b) = true) = (b = false) := by cases b <;> simp
theorem not_eq_false' {b : Bool} : ((!b) = false) = (b = true) := by cases b <;> simp
theorem not_eq_not : ∀ {a b : Bool}, ¬a = (!b) ↔ a = b := by decide
@[simp] theorem eq_not_self : ∀ (b : Bool), (b = !b) ↔ False := by decide
@[simp] theorem not_eq_self : ∀ (b : Bool), ((!b) = b) ↔ False := by decide
theorem eq_not : ∀ {a b : Bool}, a = (!b) ↔ a ≠ b := by decide
theorem not_eq : ∀ {a b : Bool}, (!a) = b ↔ a ≠ b := by decide
@[simp] theorem not_not_eq : ∀ {a b : Bool}, ¬(!a) = b ↔ a = b := by decide
@[simp] theorem decide_not {p : Prop} [g : Decidable p] [h : Decidable (Not p)] : decide (Not p) = !(decide p) := by by_cases hp : p <;> simp [hp]
theorem not_eq_true_eq_eq_false {b : Bool} : ((!b) = true) = (b = false) := not_eq_true'
theorem exists_bool {p : Bool → Prop} : (∃ b, p b) ↔ p false ∨ p true :=
  ⟨fun ⟨b, h⟩ => match b, h with | true, h => .inr h | false, h => .inl h, fun h => h.elim (fun h => ⟨_, h⟩) (fun h => ⟨_, h⟩)⟩
theorem forall_bool {p : Bool → Prop} : (∀ b, p b) ↔ p false ∧ p true := ⟨fun h => ⟨h _, h _⟩, fun ⟨h₁, h₂⟩ b => match b with | true => h₂ | false => h₁⟩

/-! ## Exclusive or and equality -/

theorem false_xor : ∀ (x : Bool), (xor false x) = x := by decide
theorem xor_false : ∀ (x : Bool), (xor x false) = x := by decide
theorem true_xor : ∀ (x : Bool), (xor true x) = !x := by decide
theorem xor_true : ∀ (x : Bool), (xor x true) = !x := by decide
theorem xor_self : ∀ (x : Bool), (xor x x) = false := by decide
theorem xor_comm : ∀ (x y : Bool), xor x y = xor y x := by decide
theorem xor_assoc : ∀ (x y z : Bool), xor (xor x y) z = xor x (xor y z) := by decide
theorem xor_left_comm : ∀ (x y z : Bool), xor x (xor y z) = xor y (xor x z) := by decide
theorem not_xor : ∀ (x y : Bool), (xor (!x) y) = !(xor x y) := by decide
theorem xor_not : ∀ (x y : Bool), (xor x (!y)) = !(xor x y) := by decide
@[simp] theorem not_xor_not : ∀ (x y : Bool), (xor (!x) (!y)) = (xor x y) := by decide
theorem beq_eq_decide_eq {α : Type u} [BEq α] [LawfulBEq α] [DecidableEq α] (a b : α) : (a == b) = decide (a = b) := by
  by_cases h : a = b
  · simp [h]
  · rw [_root_.decide_eq_false h]
    cases e : a == b with
    | false => rfl
    | true => exact absurd (eq_of_beq e) h

/-! ## Choice by a truth value -/

section
variable {α : Sort u} {β : Sort v}
theorem cond_eq_ite (b : Bool) (t e : α) : cond b t e = if b then t else e := by cases b <;> rfl
theorem cond_not (b : Bool) (t e : α) : cond (!b) t e = cond b e t := by cases b <;> rfl
@[simp] theorem cond_self (c : Bool) (t : α) : cond c t t = t := by cases c <;> rfl
theorem apply_cond (f : α → β) {b : Bool} {a a' : α} : f (bif b then a else a') = bif b then f a else f a' := by cases b <;> rfl
theorem cond_decide (p : Prop) [Decidable p] (t e : α) : cond (decide p) t e = if p then t else e := by by_cases h : p <;> simp [h]
theorem cond_eq_if {b : Bool} {x y : α} : (bif b then x else y) = if b then x else y := cond_eq_ite b x y
end

/-! ## Numbers -/

/-- 1 for `true`, 0 for `false`. -/
def toNat (b : Bool) : Nat := cond b 1 0
@[simp] theorem toNat_false : false.toNat = 0 := rfl
@[simp] theorem toNat_true : true.toNat = 1 := rfl
theorem toNat_le (c : Bool) : c.toNat ≤ 1 := by cases c <;> decide
theorem toNat_lt (b : Bool) : b.toNat < 2 := by cases b <;> decide
@[simp] theorem toNat_eq_zero {b : Bool} : b.toNat = 0 ↔ b = false := by cases b <;> decide
@[simp] theorem toNat_eq_one {b : Bool} : b.toNat = 1 ↔ b = true := by cases b <;> decide
end Bool
export Bool (xor)

/-! ## Decisions -/

section
variable {p q : Prop}
theorem decide_eq_true_iff [Decidable p] : decide p = true ↔ p := ⟨of_decide_eq_true, decide_eq_true⟩
@[simp] theorem decide_eq_decide {_ : Decidable p} {_ : Decidable q} : decide p = decide q ↔ (p ↔ q) := by
  by_cases hp : p <;> by_cases hq : q <;> simp [hp, hq]
theorem Decidable.decide_iff (p : Prop) [d : Decidable p] : decide p = true ↔ p := decide_eq_true_iff
theorem decide_implies (u v : Prop) [duv : Decidable (u → v)] [du : Decidable u] {dv : u → Decidable v} : decide (u → v) = if h : u then @decide v (dv h) else true := by
  by_cases hu : u
  · by_cases hv : v <;> simp [hu, hv]
  · simp [hu]
theorem Bool.decide_coe (b : Bool) [Decidable (b = true)] : decide (b = true) = b := Bool.decide_eq_true
@[simp] theorem Bool.decide_and (p q : Prop) [dpq : Decidable (p ∧ q)] [dp : Decidable p] [dq : Decidable q] : decide (p ∧ q) = (p && q) := (Bool.and_eq_decide p q).symm
theorem Bool.or_eq_decide (p q : Prop) [dpq : Decidable (p ∨ q)] [dp : Decidable p] [dq : Decidable q] : (p || q) = decide (p ∨ q) := by
  by_cases hp : p <;> by_cases hq : q <;> simp [hp, hq]
@[simp] theorem Bool.decide_or (p q : Prop) [dpq : Decidable (p ∨ q)] [dp : Decidable p] [dq : Decidable q] : decide (p ∨ q) = (p || q) := (Bool.or_eq_decide p q).symm
end

/-! ## Equality tests -/

section
variable {α : Type u} [BEq α]
@[simp] theorem beq_self_eq_true [ReflBEq α] (a : α) : (a == a) = true := ReflBEq.rfl
theorem beq_of_eq [ReflBEq α] {a b : α} (h : a = b) : a == b := h ▸ ReflBEq.rfl
theorem not_eq_of_beq_eq_false [ReflBEq α] {a b : α} (h : (a == b) = false) : ¬a = b := fun e => by rw [e, beq_self_eq_true] at h; cases h
theorem ne_of_beq_false [ReflBEq α] {a b : α} (h : (a == b) = false) : a ≠ b := not_eq_of_beq_eq_false h
theorem beq_false_of_ne [LawfulBEq α] {a b : α} (h : a ≠ b) : (a == b) = false := Bool.eq_false_of_ne_true fun h' => h (eq_of_beq h')
@[simp] theorem beq_eq_false_iff_ne [LawfulBEq α] {a b : α} : (a == b) = false ↔ a ≠ b := ⟨ne_of_beq_false, beq_false_of_ne⟩
@[simp] theorem bne_self_eq_false [ReflBEq α] (a : α) : (a != a) = false := by simp [bne]
@[simp] theorem bne_iff_ne [LawfulBEq α] {a b : α} : a != b ↔ a ≠ b := by simp [bne]
@[simp] theorem bne_eq_false_iff_eq [LawfulBEq α] {a b : α} : (a != b) = false ↔ a = b := by simp [bne]
theorem beq_comm [LawfulBEq α] {a b : α} : (a == b) = (b == a) := by
  by_cases h : a = b
  · rw [h]
  · rw [beq_false_of_ne h, beq_false_of_ne (Ne.symm h)]
theorem bne_comm [LawfulBEq α] {a b : α} : (a != b) = (b != a) := by rw [bne, bne, beq_comm]
@[simp] theorem not_bne (a b : α) : (!(a != b)) = (a == b) := by simp [bne]
theorem bne_eq (a b : α) : (a != b) = !(a == b) := rfl
theorem beq_eq_beq {β : Type v} [BEq β] {a₁ b₁ : α} {a₂ b₂ : β} : (a₁ == b₁) = (a₂ == b₂) ↔ (a₁ == b₁ ↔ a₂ == b₂) := by rw [Bool.eq_iff_iff]
end
@[simp] theorem Bool.true_beq (b : Bool) : (true == b) = b := by cases b <;> rfl
@[simp] theorem Bool.false_beq (b : Bool) : (false == b) = !b := by cases b <;> rfl
@[simp] theorem Bool.beq_true (b : Bool) : (b == true) = b := by cases b <;> rfl
@[simp] theorem Bool.beq_false (b : Bool) : (b == false) = !b := by cases b <;> rfl
@[simp] theorem Bool.true_bne (b : Bool) : (true != b) = !b := by cases b <;> rfl
@[simp] theorem Bool.false_bne (b : Bool) : (false != b) = b := by cases b <;> rfl
@[simp] theorem Bool.bne_true (b : Bool) : (b != true) = !b := by cases b <;> rfl
@[simp] theorem Bool.bne_false (b : Bool) : (b != false) = b := by cases b <;> rfl
@[simp] theorem Bool.not_beq_self : ∀ (x : Bool), ((!x) == x) = false := by decide
@[simp] theorem Bool.beq_not_self : ∀ (x : Bool), (x == !x) = false := by decide
@[simp] theorem Bool.beq_self_left : ∀ (a b : Bool), (a == (a == b)) = b := by decide
@[simp] theorem Bool.beq_self_right : ∀ (a b : Bool), ((a == b) == b) = a := by decide
