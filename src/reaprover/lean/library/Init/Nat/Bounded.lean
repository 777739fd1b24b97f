prelude
import Init.Nat.Simproc
/-!
# Natural numbers: decidable bounded quantifiers, iteration
-/
universe u v

namespace Nat

/-- `P k` for all `k < n` is decidable. -/
instance decidableBallLT : (n : Nat) → (P : (k : Nat) → k < n → Prop) → [(n' : Nat) → (h : n' < n) → Decidable (P n' h)] → Decidable (∀ n' h, P n' h)
  | 0, _, _ => isTrue fun _ h => absurd h (Nat.not_lt_zero _)
  | n + 1, P, H =>
    match decidableBallLT n (fun k h => P k (lt_succ_of_lt h)) with
    | isFalse h => isFalse fun f => h fun k hk => f k (lt_succ_of_lt hk)
    | isTrue h =>
      match H n (lt_succ_self n) with
      | isFalse p => isFalse fun f => p (f _ _)
      | isTrue p => isTrue fun k hk => match Nat.lt_or_eq_of_le (le_of_lt_succ hk) with
        | .inl hk' => h k hk'
        | .inr e => match k, e, hk with | _, rfl, _ => p
/-- `P i` for all `i : Fin n` is decidable. -/
instance decidableForallFin {n : Nat} (P : Fin n → Prop) [DecidablePred P] : Decidable (∀ i, P i) :=
  decidable_of_iff (∀ k h, P ⟨k, h⟩) ⟨fun h ⟨k, hk⟩ => h k hk, fun h k hk => h ⟨k, hk⟩⟩
/-- `P k` for all `k ≤ n` is decidable. -/
instance decidableBallLE (n : Nat) (P : (k : Nat) → k ≤ n → Prop) [(n' : Nat) → (h : n' ≤ n) → Decidable (P n' h)] : Decidable (∀ n' h, P n' h) :=
  decidable_of_iff (∀ k (h : k < n + 1), P k (le_of_lt_succ h)) ⟨fun h k hk => h k (lt_succ_of_le hk), fun h k hk => h k (le_of_lt_succ hk)⟩
/-- `p k` for some `k < n` is decidable. -/
instance decidableExistsLT {p : Nat → Prop} [h : DecidablePred p] : DecidablePred fun n => ∃ m : Nat, m < n ∧ p m
  | 0 => isFalse fun ⟨_, h, _⟩ => absurd h (Nat.not_lt_zero _)
  | n + 1 =>
    match decidableExistsLT (p := p) n with
    | isTrue h => isTrue (let ⟨m, hm, hp⟩ := h; ⟨m, lt_succ_of_lt hm, hp⟩)
    | isFalse h' => match h n with
      | isTrue hn => isTrue ⟨n, lt_succ_self n, hn⟩
      | isFalse hn => isFalse fun ⟨m, hm, hp⟩ => match Nat.lt_or_eq_of_le (le_of_lt_succ hm) with
        | .inl hm' => h' ⟨m, hm', hp⟩
        | .inr e => hn (e ▸ hp)
/-- `p k` for some `k ≤ n` is decidable. -/
instance decidableExistsLE {p : Nat → Prop} [DecidablePred p] : DecidablePred fun n => ∃ m : Nat, m ≤ n ∧ p m :=
  fun n => decidable_of_iff (∃ m, m < n + 1 ∧ p m) ⟨fun ⟨m, h, hp⟩ => ⟨m, le_of_lt_succ h, hp⟩, fun ⟨m, h, hp⟩ => ⟨m, lt_succ_of_le h, hp⟩⟩
/-- `P i` for some `i : Fin n` is decidable. -/
instance decidableExistsFin {n : Nat} (P : Fin n → Prop) [DecidablePred P] : Decidable (∃ i, P i) :=
  decidable_of_iff (∃ k, k < n ∧ ∃ h : k < n, P ⟨k, h⟩) ⟨fun ⟨k, _, h, hp⟩ => ⟨⟨k, h⟩, hp⟩, fun ⟨⟨k, h⟩, hp⟩ => ⟨k, h, h, hp⟩⟩

theorem forall_lt_succ_right' {n : Nat} {p : (m : Nat) → m < n + 1 → Prop} : (∀ m (h : m < n + 1), p m h) ↔ (∀ m (h : m < n), p m (by omega)) ∧ p n (by omega) :=
  ⟨fun f => ⟨fun m h => f m (by omega), f n (by omega)⟩, fun ⟨f, g⟩ m h => by
    cases Nat.lt_or_eq_of_le (le_of_lt_succ h) with
    | inl h' => exact f m h'
    | inr e => subst e; exact g⟩
theorem forall_lt_succ_right {n : Nat} {p : Nat → Prop} : (∀ m, m < n + 1 → p m) ↔ (∀ m, m < n → p m) ∧ p n := forall_lt_succ_right' (p := fun m _ => p m)
theorem forall_lt_succ_left {n : Nat} {p : Nat → Prop} : (∀ m, m < n + 1 → p m) ↔ p 0 ∧ ∀ m, m < n → p (m + 1) :=
  ⟨fun f => ⟨f 0 (by omega), fun m h => f (m + 1) (by omega)⟩, fun ⟨z, f⟩ m h => match m with | 0 => z | m + 1 => f m (by omega)⟩
theorem exists_lt_succ_right {n : Nat} {p : Nat → Prop} : (∃ m, m < n + 1 ∧ p m) ↔ (∃ m, m < n ∧ p m) ∨ p n :=
  ⟨fun ⟨m, h, hp⟩ => (Nat.lt_or_eq_of_le (le_of_lt_succ h)).elim (fun h => .inl ⟨m, h, hp⟩) (fun e => .inr (e ▸ hp)),
   fun h => h.elim (fun ⟨m, h, hp⟩ => ⟨m, by omega, hp⟩) (fun hp => ⟨n, by omega, hp⟩)⟩
theorem exists_lt_succ_left {n : Nat} {p : Nat → Prop} : (∃ m, m < n + 1 ∧ p m) ↔ p 0 ∨ ∃ m, m < n ∧ p (m + 1) :=
  ⟨fun ⟨m, h, hp⟩ => match m, h, hp with | 0, _, hp => .inl hp | m + 1, h, hp => .inr ⟨m, by omega, hp⟩,
   fun h => h.elim (fun hp => ⟨0, by omega, hp⟩) (fun ⟨m, h, hp⟩ => ⟨m + 1, by omega, hp⟩)⟩
@[simp] theorem exists_ne_zero {P : Nat → Prop} : (∃ n, ¬n = 0 ∧ P n) ↔ ∃ n, P (n + 1) :=
  ⟨fun ⟨n, h, hp⟩ => match n, h, hp with | 0, h, _ => absurd rfl h | n + 1, _, hp => ⟨n, hp⟩, fun ⟨n, hp⟩ => ⟨n + 1, by omega, hp⟩⟩
@[simp] theorem exists_eq_add_one {a : Nat} : (∃ n, a = n + 1) ↔ 0 < a := ⟨fun ⟨n, h⟩ => by omega, fun h => ⟨a - 1, by omega⟩⟩
@[simp] theorem exists_add_one_eq {a : Nat} : (∃ n, n + 1 = a) ↔ 0 < a := ⟨fun ⟨n, h⟩ => by omega, fun h => ⟨a - 1, by omega⟩⟩

/-- Apply `f` to `init`, `n` times. -/
@[specialize] def «repeat» {α : Type u} (f : α → α) : (n : Nat) → (a : α) → α
  | 0, a => a
  | n + 1, a => f (Nat.repeat f n a)
/-- Combine `f 0`, `f 1`, … `f (n - 1)`, from the first on. -/
@[specialize] def fold {α : Type u} : (n : Nat) → (f : (i : Nat) → i < n → α → α) → (init : α) → α
  | 0, _, a => a
  | n + 1, f, a => f n (lt_succ_self n) (fold n (fun i h => f i (lt_succ_of_lt h)) a)
@[simp] theorem fold_zero {α : Type u} (f : (i : Nat) → i < 0 → α → α) (init : α) : fold 0 f init = init := rfl
@[simp] theorem fold_succ {α : Type u} (n : Nat) (f : (i : Nat) → i < n + 1 → α → α) (init : α) :
    fold (n + 1) f init = f n (lt_succ_self n) (fold n (fun i h => f i (lt_succ_of_lt h)) init) := rfl

end Nat
