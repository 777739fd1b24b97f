/-
Numbers below a bound: arithmetic modulo the bound, order, first and last, successor.
-/
prelude
import Init.Nat.Bits
import Init.Logic.Classes
import Init.WF

namespace Fin

variable {n m : Nat}

/-! ### Elements -/

attribute [coe] Fin.val

instance coeToNat : CoeOut (Fin n) Nat := ⟨fun v => v.val⟩

@[ext] protected theorem ext {a b : Fin n} (h : (a : Nat) = b) : a = b := Fin.eq_of_val_eq h

theorem val_inj {a b : Fin n} : a.val = b.val ↔ a = b := Fin.ext_iff.symm

theorem val_ne_of_ne {i j : Fin n} (h : i ≠ j) : i.val ≠ j.val := fun e => h (Fin.ext e)

theorem val_ne_iff {a b : Fin n} : a.val ≠ b.val ↔ a ≠ b :=
  ⟨fun h e => h (e ▸ rfl), val_ne_of_ne⟩

theorem val_congr {a b : Fin n} (h : a = b) : (a : Nat) = (b : Nat) := h ▸ rfl

@[simp] protected theorem eta (a : Fin n) (h : a.val < n) : (⟨a.val, h⟩ : Fin n) = a := rfl

@[simp] theorem mk.injEq' {a b : Nat} (ha : a < n) (hb : b < n) :
    ((⟨a, ha⟩ : Fin n) = ⟨b, hb⟩) = (a = b) := propext ⟨fun h => val_congr h, fun h => Fin.ext h⟩

theorem mk_val (i : Fin n) : (⟨i.val, i.isLt⟩ : Fin n) = i := rfl

@[simp] theorem is_lt (a : Fin n) : (a : Nat) < n := a.isLt

theorem pos (i : Fin n) : 0 < n := Nat.lt_of_le_of_lt (Nat.zero_le _) i.isLt

/-- There is no number below 0. -/
def elim0.{u} {α : Sort u} (i : Fin 0) : α := absurd i.isLt (Nat.not_lt_zero i.val)

/-! ### Arithmetic modulo the bound -/

/-- The remainder of a number. -/
@[implicit_reducible] protected def ofNat (n : Nat) [NeZero n] (a : Nat) : Fin n :=
  ⟨a % n, Nat.mod_lt a (Nat.pos_of_neZero n)⟩

instance instOfNat {n : Nat} [NeZero n] {i : Nat} : OfNat (Fin n) i := ⟨Fin.ofNat n i⟩

instance instInhabited {n : Nat} [NeZero n] : Inhabited (Fin n) := ⟨0⟩

/-- The sum. -/
protected def add : Fin n → Fin n → Fin n
  | ⟨a, h⟩, ⟨b, _⟩ => ⟨(a + b) % n, Nat.mod_lt _ (Nat.lt_of_le_of_lt (Nat.zero_le a) h)⟩

/-- The product. -/
protected def mul : Fin n → Fin n → Fin n
  | ⟨a, h⟩, ⟨b, _⟩ => ⟨(a * b) % n, Nat.mod_lt _ (Nat.lt_of_le_of_lt (Nat.zero_le a) h)⟩

/-- The difference. -/
protected def sub : Fin n → Fin n → Fin n
  | ⟨a, h⟩, ⟨b, _⟩ => ⟨((n - b) + a) % n, Nat.mod_lt _ (Nat.lt_of_le_of_lt (Nat.zero_le a) h)⟩

/-- The opposite. -/
protected def neg (a : Fin n) : Fin n := ⟨(n - a.val) % n, Nat.mod_lt _ a.pos⟩

/-- The quotient. -/
protected def div : Fin n → Fin n → Fin n
  | ⟨a, h⟩, ⟨b, _⟩ => ⟨a / b, Nat.lt_of_le_of_lt (Nat.div_le_self a b) h⟩

/-- The remainder. -/
protected def mod : Fin n → Fin n → Fin n
  | ⟨a, h⟩, ⟨b, _⟩ => ⟨a % b, Nat.lt_of_le_of_lt (Nat.mod_le a b) h⟩

instance instAdd : Add (Fin n) := ⟨Fin.add⟩
instance instMul : Mul (Fin n) := ⟨Fin.mul⟩
instance instSub : Sub (Fin n) := ⟨Fin.sub⟩
instance instNeg : Neg (Fin n) := ⟨Fin.neg⟩
instance instDiv : Div (Fin n) := ⟨Fin.div⟩
instance instMod : Mod (Fin n) := ⟨Fin.mod⟩

theorem val_add (a b : Fin n) : (a + b).val = (a.val + b.val) % n := rfl

theorem val_mul (a b : Fin n) : (a * b).val = (a.val * b.val) % n := rfl

theorem val_sub (a b : Fin n) : (a - b).val = ((n - b.val) + a.val) % n := rfl

theorem val_neg' (a : Fin n) : (-a).val = (n - a.val) % n := rfl

theorem div_val (a b : Fin n) : (a / b).val = a.val / b.val := rfl

theorem mod_val (a b : Fin n) : (a % b).val = a.val % b.val := rfl

theorem add_def (a b : Fin n) : a + b = ⟨(a.val + b.val) % n, Nat.mod_lt _ a.pos⟩ := rfl

theorem mul_def (a b : Fin n) : a * b = ⟨(a.val * b.val) % n, Nat.mod_lt _ a.pos⟩ := rfl

theorem sub_def (a b : Fin n) : a - b = ⟨((n - b.val) + a.val) % n, Nat.mod_lt _ a.pos⟩ := rfl

@[simp] theorem val_ofNat (n : Nat) [NeZero n] (a : Nat) : (Fin.ofNat n a).val = a % n := rfl

@[simp] theorem val_zero (n : Nat) [NeZero n] : ((0 : Fin n) : Nat) = 0 := Nat.zero_mod n

@[simp] theorem val_one (n : Nat) : ((1 : Fin (n + 2)) : Nat) = 1 :=
  Nat.mod_eq_of_lt (show 1 < n + 2 by omega)

@[simp] theorem val_two {n : Nat} : ((2 : Fin (n + 3)) : Nat) = 2 :=
  Nat.mod_eq_of_lt (show 2 < n + 3 by omega)

@[simp] theorem coe_ofNat_eq_mod (m n : Nat) [NeZero m] :
    ((no_index (OfNat.ofNat n) : Fin m) : Nat) = OfNat.ofNat n % m := rfl

@[simp] theorem ofNat_self [NeZero n] : Fin.ofNat n n = 0 :=
  Fin.ext ((Nat.mod_self n).trans (Nat.zero_mod n).symm)

theorem ofNat_eq_of_lt [NeZero n] {a : Nat} (h : a < n) : Fin.ofNat n a = ⟨a, h⟩ :=
  Fin.ext (Nat.mod_eq_of_lt h)

protected theorem add_comm (a b : Fin n) : a + b = b + a :=
  Fin.ext (by rw [val_add, val_add, Nat.add_comm])

protected theorem add_assoc (a b c : Fin n) : a + b + c = a + (b + c) :=
  Fin.ext (by
    rw [val_add, val_add, val_add, val_add, Nat.mod_add_mod, Nat.add_mod_mod, Nat.add_assoc])

protected theorem mul_comm (a b : Fin n) : a * b = b * a :=
  Fin.ext (by rw [val_mul, val_mul, Nat.mul_comm])

protected theorem mul_assoc (a b c : Fin n) : a * b * c = a * (b * c) :=
  Fin.ext (by
    rw [val_mul, val_mul, val_mul, val_mul, Nat.mod_mul_mod, Nat.mul_mod_mod, Nat.mul_assoc])

@[simp] protected theorem add_zero [NeZero n] (a : Fin n) : a + 0 = a :=
  Fin.ext (by rw [val_add, val_zero, Nat.add_zero, Nat.mod_eq_of_lt a.isLt])

@[simp] protected theorem zero_add [NeZero n] (a : Fin n) : 0 + a = a := by
  rw [Fin.add_comm, Fin.add_zero]

@[simp] protected theorem mul_zero [NeZero n] (a : Fin n) : a * 0 = 0 :=
  Fin.ext (by rw [val_mul, val_zero, Nat.mul_zero, Nat.zero_mod])

@[simp] protected theorem zero_mul [NeZero n] (a : Fin n) : 0 * a = 0 := by
  rw [Fin.mul_comm, Fin.mul_zero]

instance instAssociativeHAdd : Std.Associative (α := Fin n) (· + ·) := ⟨Fin.add_assoc⟩
instance instCommutativeHAdd : Std.Commutative (α := Fin n) (· + ·) := ⟨Fin.add_comm⟩
instance instAssociativeHMul : Std.Associative (α := Fin n) (· * ·) := ⟨Fin.mul_assoc⟩
instance instCommutativeHMul : Std.Commutative (α := Fin n) (· * ·) := ⟨Fin.mul_comm⟩

/-! ### Order -/

instance decLt (a b : Fin n) : Decidable (a < b) := Nat.decLt a.val b.val

instance decLe (a b : Fin n) : Decidable (a ≤ b) := Nat.decLe a.val b.val

theorem le_def {a b : Fin n} : a ≤ b ↔ a.val ≤ b.val := Iff.rfl

theorem lt_def {a b : Fin n} : a < b ↔ a.val < b.val := Iff.rfl

theorem val_fin_le {a b : Fin n} : (a : Nat) ≤ (b : Nat) ↔ a ≤ b := Iff.rfl

theorem val_fin_lt {a b : Fin n} : (a : Nat) < (b : Nat) ↔ a < b := Iff.rfl

theorem val_le_of_le {a b : Fin n} (h : a ≤ b) : (a : Nat) ≤ (b : Nat) := h

theorem val_le_of_ge {a b : Fin n} (h : a ≥ b) : (b : Nat) ≤ (a : Nat) := h

theorem val_add_one_le_of_lt {a b : Fin n} (h : a < b) : (a : Nat) + 1 ≤ (b : Nat) := h

theorem val_add_one_le_of_gt {a b : Fin n} (h : a > b) : (b : Nat) + 1 ≤ (a : Nat) := h

@[simp] protected theorem le_refl (a : Fin n) : a ≤ a := Nat.le_refl a.val

@[simp] protected theorem lt_irrefl (a : Fin n) : ¬a < a := Nat.lt_irrefl a.val

protected theorem le_trans {a b c : Fin n} (h : a ≤ b) (g : b ≤ c) : a ≤ c := Nat.le_trans h g

protected theorem lt_trans {a b c : Fin n} (h : a < b) (g : b < c) : a < c := Nat.lt_trans h g

protected theorem lt_of_le_of_lt {a b c : Fin n} (h : a ≤ b) (g : b < c) : a < c :=
  Nat.lt_of_le_of_lt h g

protected theorem lt_of_lt_of_le {a b c : Fin n} (h : a < b) (g : b ≤ c) : a < c :=
  Nat.lt_of_lt_of_le h g

protected theorem le_antisymm {a b : Fin n} (h : a ≤ b) (g : b ≤ a) : a = b :=
  Fin.ext (Nat.le_antisymm h g)

protected theorem le_total (a b : Fin n) : a ≤ b ∨ b ≤ a := Nat.le_total a.val b.val

protected theorem le_of_lt {a b : Fin n} (h : a < b) : a ≤ b := Nat.le_of_lt h

protected theorem ne_of_lt {a b : Fin n} (h : a < b) : a ≠ b := fun e => Fin.lt_irrefl b (e ▸ h)

protected theorem ne_of_gt {a b : Fin n} (h : a < b) : b ≠ a := fun e => Fin.lt_irrefl b (e ▸ h)

@[simp] protected theorem not_le {a b : Fin n} : ¬a ≤ b ↔ b < a := Nat.not_le

@[simp] protected theorem not_lt {a b : Fin n} : ¬a < b ↔ b ≤ a := Nat.not_lt

protected theorem lt_or_ge (a b : Fin n) : a < b ∨ b ≤ a := Nat.lt_or_ge a.val b.val

protected theorem lt_or_gt_of_ne {a b : Fin n} (h : a ≠ b) : a < b ∨ b < a :=
  Nat.lt_or_gt_of_ne (val_ne_of_ne h)

protected theorem lt_of_le_of_ne {a b : Fin n} (h : a ≤ b) (g : a ≠ b) : a < b :=
  Nat.lt_of_le_of_ne h (val_ne_of_ne g)

theorem zero_le [NeZero n] (a : Fin n) : 0 ≤ a := by
  rw [le_def, val_zero]
  exact Nat.zero_le _

theorem pos_iff_ne_zero [NeZero n] {a : Fin n} : 0 < a ↔ a ≠ 0 := by
  rw [lt_def, val_zero, ← val_ne_iff, val_zero, Nat.pos_iff_ne_zero]

theorem eq_zero : ∀ a : Fin 1, a = 0 := fun a => Fin.ext (by
  have h := a.isLt
  rw [val_zero]
  omega)

theorem eq_zero_or_eq_one (a : Fin 2) : a = 0 ∨ a = 1 := by
  match a with
  | ⟨0, _⟩ => exact .inl rfl
  | ⟨1, _⟩ => exact .inr rfl

instance instSubsingletonZero : Subsingleton (Fin 0) := ⟨fun a => a.elim0⟩

instance instSubsingletonOne : Subsingleton (Fin 1) := ⟨fun a b => (eq_zero a).trans (eq_zero b).symm⟩

end Fin

/-! ### Facts for `omega` -/

namespace Lean.Omega.Fin

variable {n : Nat}

theorem le_of_not_lt {i j : Fin n} (h : ¬i < j) : j ≤ i := _root_.Fin.not_lt.1 h

theorem lt_of_not_le {i j : Fin n} (h : ¬i ≤ j) : j < i := _root_.Fin.not_le.1 h

theorem lt_or_gt_of_ne {i j : Fin n} (h : i ≠ j) : i < j ∨ i > j :=
  _root_.Fin.lt_or_gt_of_ne h

theorem ofNat_val_add {x y : Fin n} :
    (((x + y : Fin n)) : Int) = ((x : Int) + (y : Int)) % n := rfl

theorem ofNat_val_sub {x y : Fin n} :
    (((x - y : Fin n)) : Int) = (((n - y : Nat) + (x : Int) : Int)) % n := rfl

theorem ofNat_val_mul {x y : Fin n} :
    (((x * y : Fin n)) : Int) = ((x : Int) * (y : Int)) % n := rfl

theorem ofNat_val_natCast {n x y : Nat} (h : y = x % (n + 1)) :
    @Nat.cast Int instNatCastInt (@Fin.val (n + 1) (OfNat.ofNat x)) = OfNat.ofNat y := by
  rw [h]
  rfl

end Lean.Omega.Fin

namespace Fin

variable {n m : Nat}

/-! ### Last, successor, embeddings -/

/-- The greatest element. -/
def last (n : Nat) : Fin (n + 1) := ⟨n, Nat.lt_succ_self n⟩

/-- The successor, with a greater bound. -/
def succ : Fin n → Fin (n + 1)
  | ⟨i, h⟩ => ⟨i + 1, Nat.succ_lt_succ h⟩

/-- The same number below another bound. -/
def castLT (i : Fin m) (h : i.val < n) : Fin n := ⟨i.val, h⟩

/-- The same number below a greater bound. -/
def castLE (h : n ≤ m) (i : Fin n) : Fin m := ⟨i.val, Nat.lt_of_lt_of_le i.isLt h⟩

/-- The same number below an equal bound. -/
protected def cast (h : n = m) (i : Fin n) : Fin m := ⟨i.val, h ▸ i.isLt⟩

/-- The same number below a greater bound. -/
def castAdd (m : Nat) : Fin n → Fin (n + m) := castLE (Nat.le_add_right n m)

/-- The same number below a bound greater by one. -/
def castSucc : Fin n → Fin (n + 1) := castAdd 1

/-- The number increased, with the bound. -/
def addNat (i : Fin n) (m : Nat) : Fin (n + m) := ⟨i.val + m, Nat.add_lt_add_right i.isLt m⟩

/-- The number increased, with the bound. -/
def natAdd (n : Nat) (i : Fin m) : Fin (n + m) := ⟨n + i.val, Nat.add_lt_add_left i.isLt n⟩

/-- The number decreased, with the bound. -/
def subNat (m : Nat) (i : Fin (n + m)) (h : m ≤ i.val) : Fin n := ⟨i.val - m, by
  have g := i.isLt
  omega⟩

/-- Counted from the other end. -/
def rev (i : Fin n) : Fin n := ⟨n - (i.val + 1), by
  have g := i.isLt
  omega⟩

/-- The predecessor, with a smaller bound. -/
def pred (i : Fin (n + 1)) (h : i ≠ 0) : Fin n := subNat 1 i (by
  have g := val_ne_of_ne h
  rw [val_zero] at g
  omega)

@[simp] theorem val_last (n : Nat) : (last n).val = n := rfl

@[simp] theorem val_succ (i : Fin n) : i.succ.val = i.val + 1 := rfl

@[simp] theorem val_castLT (i : Fin m) (h : i.val < n) : (i.castLT h).val = i.val := rfl

@[simp] theorem val_castLE (h : n ≤ m) (i : Fin n) : (i.castLE h).val = i.val := rfl

@[simp] theorem val_cast (h : n = m) (i : Fin n) : (i.cast h).val = i.val := rfl

@[simp] theorem val_castAdd (m : Nat) (i : Fin n) : (i.castAdd m).val = i.val := rfl

@[simp] theorem val_castSucc (i : Fin n) : i.castSucc.val = i.val := rfl

@[simp] theorem val_addNat (m : Nat) (i : Fin n) : (i.addNat m).val = i.val + m := rfl

@[simp] theorem val_natAdd (n : Nat) (i : Fin m) : (i.natAdd n).val = n + i.val := rfl

@[simp] theorem val_subNat (i : Fin (n + m)) (h : m ≤ i.val) : (i.subNat m h).val = i.val - m := rfl

@[simp] theorem val_rev (i : Fin n) : i.rev.val = n - (i.val + 1) := rfl

@[simp] theorem val_pred (i : Fin (n + 1)) (h : i ≠ 0) : (i.pred h).val = i.val - 1 := rfl

theorem le_last (i : Fin (n + 1)) : i ≤ last n := Nat.le_of_lt_succ i.isLt

theorem eq_last_of_not_lt {i : Fin (n + 1)} (h : ¬i.val < n) : i = last n :=
  Fin.ext (Nat.le_antisymm (le_last i) (Nat.le_of_not_lt h))

theorem castSucc_lt_succ {i : Fin n} : i.castSucc < i.succ := Nat.lt_succ_self i.val

theorem castSucc_lt_last (i : Fin n) : i.castSucc < last n := i.isLt

theorem succ_pos (i : Fin n) : 0 < i.succ := by
  rw [lt_def, val_zero]
  exact Nat.zero_lt_succ _

@[simp] theorem succ_inj {a b : Fin n} : a.succ = b.succ ↔ a = b := by
  rw [Fin.ext_iff, Fin.ext_iff, val_succ, val_succ]
  omega

@[simp] theorem castSucc_inj {a b : Fin n} : a.castSucc = b.castSucc ↔ a = b := by
  rw [Fin.ext_iff, Fin.ext_iff, val_castSucc, val_castSucc]

@[simp] theorem succ_ne_zero (i : Fin n) : i.succ ≠ 0 := fun h => Fin.lt_irrefl 0 (by
  have g := succ_pos i
  rw [h] at g
  exact g)

@[simp] theorem rev_rev (i : Fin n) : i.rev.rev = i := Fin.ext (by
  have g := i.isLt
  rw [val_rev, val_rev]
  omega)

@[simp] theorem succ_pred (i : Fin (n + 1)) (h : i ≠ 0) : (i.pred h).succ = i := Fin.ext (by
  have g := val_ne_of_ne h
  rw [val_zero] at g
  rw [val_succ, val_pred]
  omega)

@[simp] theorem pred_succ (i : Fin n) (h : i.succ ≠ 0) : i.succ.pred h = i := rfl

/-- A number below `n + 1` is 0 or a successor. -/
@[elab_as_elim] def cases.{u} {motive : Fin (n + 1) → Sort u} (zero : motive 0)
    (succ : ∀ i : Fin n, motive i.succ) : ∀ i, motive i
  | ⟨0, h⟩ => (Fin.ext (Nat.zero_mod (n + 1)) : (0 : Fin (n + 1)) = ⟨0, h⟩) ▸ zero
  | ⟨i + 1, h⟩ => succ ⟨i, Nat.lt_of_succ_lt_succ h⟩

theorem forall_fin_succ {P : Fin (n + 1) → Prop} : (∀ i, P i) ↔ P 0 ∧ ∀ i : Fin n, P i.succ :=
  ⟨fun h => ⟨h 0, fun i => h i.succ⟩, fun h i => Fin.cases h.1 h.2 i⟩

theorem exists_fin_succ {P : Fin (n + 1) → Prop} : (∃ i, P i) ↔ P 0 ∨ ∃ i : Fin n, P i.succ := by
  refine ⟨?_, ?_⟩
  · rintro ⟨i, h⟩
    induction i using Fin.cases with
    | zero => exact .inl h
    | succ i => exact .inr ⟨i, h⟩
  · rintro (h | ⟨i, h⟩)
    · exact ⟨0, h⟩
    · exact ⟨i.succ, h⟩

theorem forall_fin_one {P : Fin 1 → Prop} : (∀ i, P i) ↔ P 0 :=
  ⟨fun h => h 0, fun h i => (eq_zero i) ▸ h⟩

theorem exists_fin_one {P : Fin 1 → Prop} : (∃ i, P i) ↔ P 0 :=
  ⟨fun ⟨i, h⟩ => (eq_zero i) ▸ h, fun h => ⟨0, h⟩⟩

theorem forall_fin_two {P : Fin 2 → Prop} : (∀ i, P i) ↔ P 0 ∧ P 1 := by
  refine ⟨fun h => ⟨h 0, h 1⟩, fun h i => ?_⟩
  rcases eq_zero_or_eq_one i with e | e
  · rw [e]; exact h.1
  · rw [e]; exact h.2

theorem exists_fin_two {P : Fin 2 → Prop} : (∃ i, P i) ↔ P 0 ∨ P 1 := by
  refine ⟨?_, ?_⟩
  · rintro ⟨i, h⟩
    rcases eq_zero_or_eq_one i with e | e
    · rw [e] at h; exact .inl h
    · rw [e] at h; exact .inr h
  · rintro (h | h)
    · exact ⟨0, h⟩
    · exact ⟨1, h⟩

end Fin

namespace Lean.Omega.Prod

theorem of_lex.{u, v} {α : Type u} {β : Type v} {r : α → α → Prop} {s : β → β → Prop}
    {p q : α × β} (h : Prod.Lex r s p q) : r p.fst q.fst ∨ p.fst = q.fst ∧ s p.snd q.snd :=
  Prod.lex_def.1 h

theorem of_not_lex.{u, v} {α : Type u} {r : α → α → Prop} [DecidableEq α] {β : Type v}
    {s : β → β → Prop} {p q : α × β} (h : ¬Prod.Lex r s p q) :
    ¬r p.fst q.fst ∧ (p.fst ≠ q.fst ∨ ¬s p.snd q.snd) := by
  rw [Prod.lex_def] at h
  refine ⟨fun g => h (.inl g), ?_⟩
  cases _root_.Decidable.em (p.fst = q.fst) with
  | inl e => exact .inr fun g => h (.inr ⟨e, g⟩)
  | inr e => exact .inl e

theorem fst_mk.{u, v} {α : Type u} {β : Type v} {x : α} {y : β} : (Prod.mk x y).fst = x := rfl

theorem snd_mk.{u, v} {α : Type u} {β : Type v} {x : α} {y : β} : (Prod.mk x y).snd = y := rfl

end Lean.Omega.Prod
