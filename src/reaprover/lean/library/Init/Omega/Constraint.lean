/-
Constraints `lower ≤ t ≤ upper` on the value of a linear form, and the steps of `omega`: scaling
and adding constraints, division by the common divisor of the coefficients, and the introduction
of a variable with balanced remainders as coefficients.
-/
prelude
import Init.Omega.Linear

namespace Lean.Omega

/-- A lower bound, if any. -/
abbrev LowerBound := Option Int

/-- An upper bound, if any. -/
abbrev UpperBound := Option Int

/-- Whether a number is not below the bound. -/
abbrev LowerBound.sat (b : LowerBound) (t : Int) : Bool := Option.all (fun x => decide (x ≤ t)) b

/-- Whether a number is not above the bound. -/
abbrev UpperBound.sat (b : UpperBound) (t : Int) : Bool := Option.all (fun y => decide (t ≤ y)) b

/-- An interval. -/
structure Constraint where
  lowerBound : LowerBound
  upperBound : UpperBound

namespace Constraint

/-- Whether a number lies in the interval. -/
def sat (c : Constraint) (t : Int) : Bool := c.lowerBound.sat t && c.upperBound.sat t

/-- Applies a function to both bounds. -/
def map (c : Constraint) (f : Int → Int) : Constraint where
  lowerBound := Option.map f c.lowerBound
  upperBound := Option.map f c.upperBound

/-- Exchanges the bounds. -/
def flip (c : Constraint) : Constraint where
  lowerBound := c.upperBound
  upperBound := c.lowerBound

/-- The opposites of the numbers in the interval. -/
def neg (c : Constraint) : Constraint := c.flip.map (fun x => -x)

/-- All integers. -/
def trivial : Constraint := ⟨none, none⟩

/-- No integer. -/
def impossible : Constraint := ⟨some 1, some 0⟩

/-- One integer. -/
def exact (r : Int) : Constraint := ⟨some r, some r⟩

/-- Whether the upper bound is below the lower bound. -/
def isImpossible : Constraint → Bool
  | ⟨some x, some y⟩ => decide (y < x)
  | _ => false

/-- Whether the bounds coincide. -/
def isExact : Constraint → Bool
  | ⟨some x, some y⟩ => decide (x = y)
  | _ => false

/-- The multiples of the numbers in the interval. -/
def scale (k : Int) (c : Constraint) : Constraint :=
  if k = 0 then
    if c.isImpossible then c else ⟨some 0, some 0⟩
  else if 0 < k then
    c.map (fun x => k * x)
  else
    c.flip.map (fun x => k * x)

/-- The sums of numbers from two intervals. -/
def add (c d : Constraint) : Constraint where
  lowerBound := Option.bind c.lowerBound fun a => Option.map (fun b => a + b) d.lowerBound
  upperBound := Option.bind c.upperBound fun a => Option.map (fun b => a + b) d.upperBound

/-- The linear combinations of numbers from two intervals. -/
def combo (a : Int) (c : Constraint) (b : Int) (d : Constraint) : Constraint :=
  (scale a c).add (scale b d)

/-- The intersection. -/
def combine (c d : Constraint) : Constraint where
  lowerBound := Option.merge max c.lowerBound d.lowerBound
  upperBound := Option.merge min c.upperBound d.upperBound

/-- The integers whose multiple by a positive number lies in the interval. -/
def div (c : Constraint) (k : Nat) : Constraint where
  lowerBound := Option.map (fun x => -(-x / (↑k : Int))) c.lowerBound
  upperBound := Option.map (fun y => y / (↑k : Int)) c.upperBound

/-- Whether the value of a linear form lies in the interval. -/
abbrev sat' (c : Constraint) (x y : Coeffs) : Bool := c.sat (Coeffs.dot x y)

/-! ### The bounds of a constraint and what they say -/

private theorem all_iff {p : Int → Prop} [DecidablePred p] {b : Option Int} :
    Option.all (fun x => decide (p x)) b = true ↔ ∀ x : Int, b = some x → p x := by
  cases b with
  | none => exact ⟨fun _ x h => (nomatch h), fun _ => rfl⟩
  | some a =>
    refine ⟨fun h x e => ?_, fun h => decide_eq_true (h a rfl)⟩
    cases e
    exact of_decide_eq_true h

theorem sat_iff {c : Constraint} {t : Int} : c.sat t = true ↔
    (∀ x : Int, c.lowerBound = some x → x ≤ t) ∧ ∀ y : Int, c.upperBound = some y → t ≤ y := by
  show (_ && _) = true ↔ _
  rw [Bool.and_eq_true]
  exact ⟨fun h => ⟨all_iff.1 h.1, all_iff.1 h.2⟩, fun h => ⟨all_iff.2 h.1, all_iff.2 h.2⟩⟩

private theorem of_map {f : Int → Int} {o : Option Int} {b : Int} (h : Option.map f o = some b) :
    ∃ a, o = some a ∧ f a = b := by
  cases o with
  | none => exact nomatch h
  | some a => exact ⟨a, rfl, Option.some.inj h⟩

private theorem of_add {o p : Option Int} {c : Int}
    (h : (Option.bind o fun a => Option.map (fun b => a + b) p) = some c) :
    ∃ a b, o = some a ∧ p = some b ∧ a + b = c := by
  cases o with
  | none => exact nomatch h
  | some a =>
    obtain ⟨b, hb, e⟩ := of_map (f := fun b => a + b) h
    exact ⟨a, b, rfl, hb, e⟩

private theorem of_merge {f : Int → Int → Int} {o p : Option Int} {c : Int}
    (h : Option.merge f o p = some c) :
    o = some c ∨ p = some c ∨ ∃ a b, o = some a ∧ p = some b ∧ f a b = c := by
  cases o with
  | none =>
    cases p with
    | none => exact nomatch h
    | some b => exact .inr (.inl h)
  | some a =>
    cases p with
    | none => exact .inl h
    | some b => exact .inr (.inr ⟨a, b, rfl, rfl, Option.some.inj h⟩)

theorem neg_sat {c : Constraint} {v : Int} (h : c.sat v = true) : c.neg.sat (-v) = true := by
  have g := sat_iff.1 h
  refine sat_iff.2 ⟨fun x hx => ?_, fun y hy => ?_⟩
  · obtain ⟨a, ha, rfl⟩ := of_map (o := c.upperBound) hx
    exact Int.neg_le_neg (g.2 a ha)
  · obtain ⟨a, ha, rfl⟩ := of_map (o := c.lowerBound) hy
    exact Int.neg_le_neg (g.1 a ha)

theorem not_sat_of_isImpossible {c : Constraint} (h : c.isImpossible = true) {t : Int} :
    ¬c.sat t = true := by
  intro hs
  have g := sat_iff.1 hs
  obtain ⟨lb, ub⟩ := c
  cases lb with
  | none => exact Bool.noConfusion h
  | some x =>
    cases ub with
    | none => exact Bool.noConfusion h
    | some y =>
      have hlt : y < x := of_decide_eq_true h
      exact Int.lt_irrefl _ (Int.lt_of_lt_of_le hlt (Int.le_trans (g.1 x rfl) (g.2 y rfl)))

theorem exact_sat_iff {r t : Int} : (exact r).sat t = true ↔ r = t := by
  rw [sat_iff]
  refine ⟨fun h => Int.le_antisymm (h.1 r rfl) (h.2 r rfl), ?_⟩
  rintro rfl
  refine ⟨fun x hx => ?_, fun y hy => ?_⟩
  · cases hx
    exact Int.le_refl _
  · cases hy
    exact Int.le_refl _

theorem scale_sat {c : Constraint} {t : Int} (k : Int) (h : c.sat t = true) :
    (scale k c).sat (k * t) = true := by
  unfold scale
  split
  next hk =>
    subst hk
    split
    next hi => exact absurd h (not_sat_of_isImpossible hi)
    next => exact exact_sat_iff.2 (Int.zero_mul t).symm
  next hk =>
    have g := sat_iff.1 h
    split
    next hp =>
      refine sat_iff.2 ⟨fun x hx => ?_, fun y hy => ?_⟩
      · obtain ⟨a, ha, rfl⟩ := of_map (o := c.lowerBound) hx
        exact Int.mul_le_mul_of_nonneg_left (g.1 a ha) (Int.le_of_lt hp)
      · obtain ⟨a, ha, rfl⟩ := of_map (o := c.upperBound) hy
        exact Int.mul_le_mul_of_nonneg_left (g.2 a ha) (Int.le_of_lt hp)
    next hp =>
      have hn := Int.not_lt.1 hp
      refine sat_iff.2 ⟨fun x hx => ?_, fun y hy => ?_⟩
      · obtain ⟨a, ha, rfl⟩ := of_map (o := c.upperBound) hx
        exact Int.mul_le_mul_of_nonpos_left hn (g.2 a ha)
      · obtain ⟨a, ha, rfl⟩ := of_map (o := c.lowerBound) hy
        exact Int.mul_le_mul_of_nonpos_left hn (g.1 a ha)

theorem add_sat {c₁ c₂ : Constraint} {x₁ x₂ : Int} (h₁ : c₁.sat x₁ = true)
    (h₂ : c₂.sat x₂ = true) : (add c₁ c₂).sat (x₁ + x₂) = true := by
  have g₁ := sat_iff.1 h₁
  have g₂ := sat_iff.1 h₂
  refine sat_iff.2 ⟨fun x hx => ?_, fun y hy => ?_⟩
  · obtain ⟨a, b, ha, hb, rfl⟩ := of_add hx
    exact Int.add_le_add (g₁.1 a ha) (g₂.1 b hb)
  · obtain ⟨a, b, ha, hb, rfl⟩ := of_add hy
    exact Int.add_le_add (g₁.2 a ha) (g₂.2 b hb)

theorem combo_sat {c₁ c₂ : Constraint} {x₁ x₂ : Int} (a : Int) (h₁ : c₁.sat x₁ = true) (b : Int)
    (h₂ : c₂.sat x₂ = true) : (combo a c₁ b c₂).sat (a * x₁ + b * x₂) = true :=
  add_sat (scale_sat a h₁) (scale_sat b h₂)

theorem combine_sat {c d : Constraint} {t : Int} (h : c.sat t = true) (g : d.sat t = true) :
    (c.combine d).sat t = true := by
  have hc := sat_iff.1 h
  have hd := sat_iff.1 g
  refine sat_iff.2 ⟨fun x hx => ?_, fun y hy => ?_⟩
  · rcases of_merge hx with e | e | ⟨a, b, ha, hb, rfl⟩
    · exact hc.1 x e
    · exact hd.1 x e
    · exact Int.max_le.2 ⟨hc.1 a ha, hd.1 b hb⟩
  · rcases of_merge hy with e | e | ⟨a, b, ha, hb, rfl⟩
    · exact hc.2 y e
    · exact hd.2 y e
    · exact Int.le_min.2 ⟨hc.2 a ha, hd.2 b hb⟩

theorem combine_sat' {s t : Constraint} {x y : Coeffs} (hs : s.sat' x y = true)
    (ht : t.sat' x y = true) : (s.combine t).sat' x y = true := combine_sat hs ht

theorem le_ediv {k q y : Int} (hk : 0 < k) (h : k * q ≤ y) : q ≤ y / k := by
  refine Int.not_lt.1 fun hlt => ?_
  have g : k * (y / k + 1) ≤ k * q :=
    Int.mul_le_mul_of_nonneg_left (Int.add_one_le_of_lt hlt) (Int.le_of_lt hk)
  rw [Int.mul_add, Int.mul_one] at g
  exact Int.lt_irrefl _
    (Int.lt_of_lt_of_le (Int.lt_mul_ediv_self_add hk) (Int.le_trans g h))

theorem div_sat {c : Constraint} {k : Nat} {q : Int} (hk : k ≠ 0)
    (h : c.sat ((↑k : Int) * q) = true) : (c.div k).sat q = true := by
  have hk' : (0 : Int) < (↑k : Int) := Int.natCast_lt.2 (Nat.pos_of_ne_zero hk)
  have g := sat_iff.1 h
  refine sat_iff.2 ⟨fun x hx => ?_, fun y hy => ?_⟩
  · obtain ⟨a, ha, rfl⟩ := of_map (o := c.lowerBound) hx
    have e := Int.neg_le_neg (g.1 a ha)
    rw [← Int.mul_neg] at e
    have e' := Int.neg_le_neg (le_ediv hk' e)
    rw [Int.neg_neg] at e'
    exact e'
  · obtain ⟨a, ha, rfl⟩ := of_map (o := c.upperBound) hy
    exact le_ediv hk' (g.2 a ha)

theorem not_sat'_of_isImpossible {c : Constraint} (h : c.isImpossible = true) {x y : Coeffs} :
    ¬c.sat' x y = true := not_sat_of_isImpossible h

theorem addInequality_sat {c : Int} {x y : Coeffs} (h : c + x.dot y ≥ 0) :
    (Constraint.mk (some (-c)) none).sat' x y = true := by
  refine sat_iff.2 ⟨fun a ha => ?_, fun b hb => nomatch hb⟩
  cases ha
  have g := Int.add_le_add_left h (-c)
  rw [Int.add_zero, Int.neg_add_cancel_left] at g
  exact g

theorem addEquality_sat {c : Int} {x y : Coeffs} (h : c + x.dot y = 0) :
    (Constraint.mk (some (-c)) (some (-c))).sat' x y = true := by
  refine exact_sat_iff.2 ?_
  rw [← Int.neg_add_cancel_left c (x.dot y), h, Int.add_zero]

end Constraint

/-! ### Normal forms of constraints -/

/-- Divides by the common divisor of the coefficients, or decides a constraint without
variables; `none` if nothing changes. -/
def normalize? : Constraint × Coeffs → Option (Constraint × Coeffs)
  | (s, x) =>
    if x.gcd = 0 then
      if s.sat 0 = true then some (.trivial, x) else some (.impossible, x)
    else if x.gcd = 1 then none
    else some (s.div x.gcd, x.sdiv (↑x.gcd : Int))

/-- Divides by the common divisor of the coefficients. -/
def normalize (p : Constraint × Coeffs) : Constraint × Coeffs := (normalize? p).getD p

/-- Makes the leading coefficient positive; `none` if nothing changes. -/
def positivize? : Constraint × Coeffs → Option (Constraint × Coeffs)
  | (s, x) => if 0 ≤ x.leading then none else some (s.neg, x.smul (-1))

/-- Both; `none` if nothing changes. -/
def tidy? : Constraint × Coeffs → Option (Constraint × Coeffs)
  | (s, x) =>
    match positivize? (s, x) with
    | none => normalize? (s, x)
    | some p => some (normalize p)

/-- The normal form. -/
def tidy (p : Constraint × Coeffs) : Constraint × Coeffs := (tidy? p).getD p

/-- The constraint of the normal form. -/
abbrev tidyConstraint (s : Constraint) (x : Coeffs) : Constraint := (tidy (s, x)).1

/-- The coefficients of the normal form. -/
abbrev tidyCoeffs (s : Constraint) (x : Coeffs) : Coeffs := (tidy (s, x)).2

theorem normalize?_sat {s : Constraint} {x v : Coeffs} {p : Constraint × Coeffs}
    (h : normalize? (s, x) = some p) (hs : s.sat' x v = true) : p.1.sat' p.2 v = true := by
  dsimp only [normalize?] at h
  have hs' : s.sat (IntList.dot x v) = true := hs
  split at h
  next hg =>
    have h0 : IntList.dot x v = 0 := IntList.dot_of_zero x v fun a ha => IntList.eq_zero_of_gcd hg ha
    rw [h0] at hs'
    rw [if_pos hs'] at h
    cases h
    rfl
  next hg =>
    split at h
    next => exact nomatch h
    next =>
      cases h
      refine Constraint.div_sat hg ?_
      have hn : (↑(IntList.gcd x) : Int) ≠ 0 := fun e => hg (Int.natCast_inj.1 e)
      have e := IntList.dot_sdiv hn x v fun a ha => IntList.gcd_dvd x ha
      rw [← e] at hs'
      exact hs'

theorem normalize_sat {p : Constraint × Coeffs} {v : Coeffs} (h : p.1.sat' p.2 v = true) :
    (normalize p).1.sat' (normalize p).2 v = true := by
  unfold normalize
  cases e : normalize? p with
  | none => exact h
  | some q => exact normalize?_sat e h

theorem positivize?_sat {s : Constraint} {x v : Coeffs} {p : Constraint × Coeffs}
    (h : positivize? (s, x) = some p) (hs : s.sat' x v = true) : p.1.sat' p.2 v = true := by
  dsimp only [positivize?] at h
  split at h
  next => exact nomatch h
  next =>
    cases h
    have e := Constraint.neg_sat hs
    have e' : IntList.dot (IntList.smul x (-1)) v = -IntList.dot x v := by
      rw [IntList.dot_smul, Int.neg_mul, Int.one_mul]
    show s.neg.sat (IntList.dot (IntList.smul x (-1)) v) = true
    rw [e']
    exact e

theorem tidy_sat {s : Constraint} {x v : Coeffs} (h : s.sat' x v = true) :
    (tidyConstraint s x).sat' (tidyCoeffs s x) v = true := by
  have e : ∀ p, tidy? (s, x) = some p → p.1.sat' p.2 v = true := by
    intro p hp
    dsimp only [tidy?] at hp
    cases hq : positivize? (s, x) with
    | none => rw [hq] at hp; exact normalize?_sat hp h
    | some q =>
      rw [hq] at hp
      cases hp
      exact normalize_sat (positivize?_sat hq h)
  show (tidy (s, x)).1.sat' (tidy (s, x)).2 v = true
  unfold tidy
  cases hp : tidy? (s, x) with
  | none => exact h
  | some p => exact e p hp

theorem combo_sat' (s t : Constraint) (a : Int) (x : Coeffs) (b : Int) (y v : Coeffs)
    (hs : s.sat' x v = true) (ht : t.sat' y v = true) :
    (Constraint.combo a s b t).sat' (Coeffs.combo a x b y) v = true := by
  have e := Constraint.combo_sat a hs b ht
  show (Constraint.combo a s b t).sat (IntList.dot (IntList.combo a x b y) v) = true
  rw [IntList.dot_combo]
  exact e

/-! ### Equations with large coefficients -/

/-- The value of the variable that an equation modulo `m` introduces. -/
abbrev bmod_div_term (m : Nat) (a b : Coeffs) : Int :=
  Coeffs.bmod_dot_sub_dot_bmod m a b / (↑m : Int)

/-- The coefficients of an equation modulo `m`, with `m` for the new variable. -/
def bmod_coeffs (m i : Nat) (x : Coeffs) : Coeffs := Coeffs.set (x.bmod m) i (↑m : Int)

theorem bmod_sat (m : Nat) (r : Int) (i : Nat) (x v : Coeffs) (h : x.length ≤ i)
    (p : v.get i = bmod_div_term m x v) (w : (Constraint.exact r).sat' x v = true) :
    (Constraint.exact (r.bmod m)).sat' (bmod_coeffs m i x) v = true := by
  have hr : r = IntList.dot x v := Constraint.exact_sat_iff.1 w
  refine Constraint.exact_sat_iff.2 ?_
  have hl : List.length (IntList.bmod x m) ≤ i := by
    rw [IntList.bmod_length]
    exact h
  have hd : (↑m : Int) ∣ Int.bmod (IntList.dot x v) m - IntList.dot (IntList.bmod x m) v := by
    have e := Int.dvd_add (IntList.bmod_sub_dvd (IntList.dot x v) m) (IntList.dot_bmod_dvd m x v)
    rw [Int.sub_eq_add_neg (a := IntList.dot x v), ← Int.add_assoc, Int.sub_add_cancel] at e
    exact e
  show r.bmod m = IntList.dot (IntList.set (IntList.bmod x m) i (↑m : Int)) v
  have p' : IntList.get v i =
    (Int.bmod (IntList.dot x v) m - IntList.dot (IntList.bmod x m) v) / (↑m : Int) := p
  rw [IntList.dot_set, IntList.get_of_length_le hl, Int.sub_zero, p',
    Int.mul_ediv_cancel_of_dvd hd, hr, Int.add_comm, Int.sub_add_cancel]

end Lean.Omega
