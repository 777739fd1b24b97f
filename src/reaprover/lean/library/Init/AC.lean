/-
Associative-commutative normal forms: the reflection behind `ac_rfl`.

The tactic reifies both sides of a goal to an `Expr` over numbered variables, and closes the goal
by evaluating `norm` in the kernel. An expression is flattened to the list of its variables, then
neutral elements are dropped, the list is sorted if the operation commutes, and repetitions are
merged if it is idempotent. Each step keeps the value (`ev_…`), so equal normal forms have equal
values (`Context.eq_of_norm`).
-/
prelude
import Init.Lists

namespace Lean.Data.AC

/-- An expression built with one binary operation from numbered variables. -/
inductive Expr where
  | var (x : Nat)
  | op (lhs rhs : Expr)

instance instInhabitedExpr : Inhabited Expr := ⟨.var 0⟩

/-- A value, together with the fact (where known) that it is neutral for `op`. -/
structure Variable.{u} {α : Sort u} (op : α → α → α) : Type u where
  value : α
  neutral : Option (PLift (Std.LawfulIdentity op value))

/-- The operation, what is known of it, and the values of the variables. -/
structure Context.{u} (α : Sort u) : Type u where
  op : α → α → α
  assoc : Std.Associative op
  comm : Option (PLift (Std.Commutative op))
  idem : Option (PLift (Std.IdempotentOp op))
  vars : List (Variable op)
  arbitrary : α

/-- What normalization asks about a context. -/
class ContextInformation.{u} (α : Sort u) where
  isNeutral : α → Nat → Bool
  isComm : α → Bool
  isIdem : α → Bool

/-- What evaluation asks about a context. -/
class EvalInformation.{u, v} (α : Sort u) (β : Sort v) where
  arbitrary : α → β
  evalOp : α → β → β → β
  evalVar : α → Nat → β

/-- The element at a position, or a default. -/
def nth.{u} {β : Type u} (default : β) : List β → Nat → β
  | [], _ => default
  | a :: _, 0 => a
  | _ :: as, i + 1 => nth default as i

/-- The variable of a number; numbers without a variable stand for the arbitrary element. -/
def Context.var.{u} {α : Sort u} (ctx : Context α) (x : Nat) : Variable ctx.op :=
  nth ⟨ctx.arbitrary, none⟩ ctx.vars x

/-- Whether an option holds a value. -/
def isSome'.{u} {β : Type u} : Option β → Bool
  | some _ => true
  | none => false

instance instContextInformationContext.{u} {α : Sort u} : ContextInformation (Context α) where
  isNeutral ctx x := isSome' (ctx.var x).neutral
  isComm ctx := isSome' ctx.comm
  isIdem ctx := isSome' ctx.idem

instance instEvalInformationContext.{u} {α : Sort u} : EvalInformation (Context α) α where
  arbitrary ctx := ctx.arbitrary
  evalOp ctx := ctx.op
  evalVar ctx x := (ctx.var x).value

/-- The value of an expression. -/
def eval.{u, v} {α : Sort v} (β : Sort u) [EvalInformation α β] (ctx : α) : Expr → β
  | .var x => EvalInformation.evalVar ctx x
  | .op l r => EvalInformation.evalOp ctx (eval β ctx l) (eval β ctx r)

/-- The variables of an expression from left to right. -/
def Expr.toList : Expr → List Nat
  | .var x => [x]
  | .op l r => l.toList.append r.toList

/-- The value of a list of variables, combined from the right. -/
def evalList.{u, v} {α : Sort v} (β : Sort u) [EvalInformation α β] (ctx : α) : List Nat → β
  | [] => EvalInformation.arbitrary ctx
  | [x] => EvalInformation.evalVar ctx x
  | x :: y :: ys => EvalInformation.evalOp ctx (EvalInformation.evalVar ctx x) (evalList β ctx (y :: ys))

/-- Insertion into a sorted list. -/
def insert (x : Nat) : List Nat → List Nat
  | [] => [x]
  | y :: ys => if x < y then x :: y :: ys else y :: insert x ys

/-- Insertion sort. -/
def sort : List Nat → List Nat
  | [] => []
  | x :: xs => insert x (sort xs)

/-- Keeps one of each run of equal neighbours. -/
def mergeIdem : List Nat → List Nat
  | [] => []
  | [x] => [x]
  | x :: y :: ys => if x = y then mergeIdem (y :: ys) else x :: mergeIdem (y :: ys)

/-- Drops the neutral variables. -/
def dropNeutral.{u} {α : Sort u} [info : ContextInformation α] (ctx : α) : List Nat → List Nat
  | [] => []
  | x :: xs => bif info.isNeutral ctx x then dropNeutral ctx xs else x :: dropNeutral ctx xs

/-- Drops the neutral variables, but keeps the first where nothing else would remain. -/
def removeNeutrals.{u} {α : Sort u} [info : ContextInformation α] (ctx : α) : List Nat → List Nat
  | [] => []
  | x :: xs =>
    match dropNeutral ctx (x :: xs) with
    | [] => [x]
    | y :: ys => y :: ys

/-- The normal form of an expression. -/
def norm.{u} {α : Sort u} [info : ContextInformation α] (ctx : α) (e : Expr) : List Nat :=
  let xs := removeNeutrals ctx e.toList
  let xs := bif info.isComm ctx then sort xs else xs
  bif info.isIdem ctx then mergeIdem xs else xs

universe u
variable {α : Sort u} (ctx : Context α)

theorem ev_cons (x : Nat) {ys : List Nat} (h : ys ≠ []) :
    evalList α ctx (x :: ys) = ctx.op (ctx.var x).value (evalList α ctx ys) := by
  cases ys with
  | nil => exact absurd rfl h
  | cons y ys => rfl

private theorem cons_ne {β : Type u} (x : β) (xs : List β) : x :: xs ≠ [] :=
  fun h => nomatch h

theorem ev_append {l r : List Nat} (hl : l ≠ []) (hr : r ≠ []) :
    evalList α ctx (l ++ r) = ctx.op (evalList α ctx l) (evalList α ctx r) := by
  induction l with
  | nil => exact absurd rfl hl
  | cons x xs ih =>
    cases xs with
    | nil => exact ev_cons ctx x hr
    | cons y ys =>
      have h := ev_cons ctx x (ys := (y :: ys) ++ r) (cons_ne y (ys ++ r))
      rw [ih (cons_ne y ys)] at h
      rw [ev_cons ctx x (cons_ne y ys), ctx.assoc.assoc]
      exact h

private theorem append_ne {l r : List Nat} (hl : l ≠ []) : l ++ r ≠ [] := by
  cases l with
  | nil => exact absurd rfl hl
  | cons x xs => exact cons_ne x (xs ++ r)

theorem toList_ne (e : Expr) : e.toList ≠ [] := by
  induction e with
  | var x => exact cons_ne x []
  | op l r ihl ihr => exact append_ne ihl

theorem ev_toList (e : Expr) : evalList α ctx e.toList = eval α ctx e := by
  induction e with
  | var x => rfl
  | op l r ihl ihr =>
    have h := ev_append ctx (toList_ne l) (toList_ne r)
    rw [ihl, ihr] at h
    exact h

theorem insert_ne (x : Nat) (xs : List Nat) : insert x xs ≠ [] := by
  cases xs with
  | nil => exact cons_ne x []
  | cons y ys =>
    unfold insert
    split
    · exact cons_ne _ _
    · exact cons_ne _ _

theorem ev_insert (hc : Std.Commutative ctx.op) (x : Nat) (xs : List Nat) :
    evalList α ctx (insert x xs) = evalList α ctx (x :: xs) := by
  induction xs with
  | nil => rfl
  | cons y ys ih =>
    unfold insert
    split
    · rfl
    · rw [ev_cons ctx y (insert_ne x ys), ih, ev_cons ctx x (cons_ne y ys)]
      cases ys with
      | nil => exact hc.comm _ _
      | cons z zs =>
        rw [ev_cons ctx x (cons_ne z zs), ev_cons ctx y (cons_ne z zs), ← ctx.assoc.assoc,
          hc.comm (ctx.var y).value, ctx.assoc.assoc]

theorem sort_ne {xs : List Nat} (h : xs ≠ []) : sort xs ≠ [] := by
  cases xs with
  | nil => exact absurd rfl h
  | cons x xs => exact insert_ne x (sort xs)

theorem ev_sort (hc : Std.Commutative ctx.op) (xs : List Nat) :
    evalList α ctx (sort xs) = evalList α ctx xs := by
  induction xs with
  | nil => rfl
  | cons x xs ih =>
    refine (ev_insert ctx hc x (sort xs)).trans ?_
    cases xs with
    | nil => rfl
    | cons y ys => rw [ev_cons ctx x (sort_ne (cons_ne y ys)), ih, ev_cons ctx x (cons_ne y ys)]

theorem merge_ne (x : Nat) (xs : List Nat) : mergeIdem (x :: xs) ≠ [] := by
  induction xs generalizing x with
  | nil => exact cons_ne x []
  | cons y ys ih =>
    unfold mergeIdem
    split
    · exact ih y
    · exact cons_ne _ _

theorem ev_merge (hi : Std.IdempotentOp ctx.op) (xs : List Nat) :
    evalList α ctx (mergeIdem xs) = evalList α ctx xs := by
  cases xs with
  | nil => rfl
  | cons x xs =>
    induction xs generalizing x with
    | nil => rfl
    | cons y ys ih =>
      unfold mergeIdem
      split
      next h =>
        subst h
        rw [ih, ev_cons ctx x (cons_ne x ys)]
        cases ys with
        | nil => exact (hi.idempotent _).symm
        | cons z zs => rw [ev_cons ctx x (cons_ne z zs), ← ctx.assoc.assoc, hi.idempotent]
      next h => rw [ev_cons ctx x (merge_ne y ys), ih, ev_cons ctx x (cons_ne y ys)]

theorem neutral {x : Nat} (h : ContextInformation.isNeutral ctx x = true) :
    Std.LawfulIdentity ctx.op (ctx.var x).value := by
  have h' : isSome' (ctx.var x).neutral = true := h
  cases hn : (ctx.var x).neutral with
  | none => rw [hn] at h'; exact Bool.noConfusion h'
  | some p => exact p.down

/-- Either all variables are neutral, and then the list has a neutral value, or dropping the
neutral ones keeps the value. -/
theorem ev_drop (xs : List Nat) :
    (dropNeutral ctx xs = [] ∧ ∀ (y : Nat) (ys : List Nat), xs = y :: ys →
      Std.LawfulIdentity ctx.op (evalList α ctx xs)) ∨
    (dropNeutral ctx xs ≠ [] ∧ evalList α ctx (dropNeutral ctx xs) = evalList α ctx xs) := by
  induction xs with
  | nil => exact .inl ⟨rfl, fun y ys h => nomatch h⟩
  | cons x xs ih =>
    cases hx : ContextInformation.isNeutral ctx x with
    | true =>
      have hd : dropNeutral ctx (x :: xs) = dropNeutral ctx xs := by
        show cond (ContextInformation.isNeutral ctx x) _ _ = _
        rw [hx]
        rfl
      have hn := neutral ctx hx
      rw [hd]
      cases xs with
      | nil => exact .inl ⟨rfl, fun _ _ _ => hn⟩
      | cons y ys =>
        have he : evalList α ctx (x :: y :: ys) = evalList α ctx (y :: ys) := by
          rw [ev_cons ctx x (cons_ne y ys), hn.left_id]
        rw [he]
        cases ih with
        | inl h => exact .inl ⟨h.1, fun _ _ _ => h.2 y ys rfl⟩
        | inr h => exact .inr h
    | false =>
      have hd : dropNeutral ctx (x :: xs) = x :: dropNeutral ctx xs := by
        show cond (ContextInformation.isNeutral ctx x) _ _ = _
        rw [hx]
        rfl
      rw [hd]
      refine .inr ⟨cons_ne _ _, ?_⟩
      cases ih with
      | inl h =>
        rw [h.1]
        cases xs with
        | nil => rfl
        | cons y ys =>
          have hn := h.2 y ys rfl
          rw [ev_cons ctx x (cons_ne y ys), hn.right_id]
          rfl
      | inr h =>
        cases xs with
        | nil => exact absurd rfl h.1
        | cons y ys => rw [ev_cons ctx x h.1, h.2, ev_cons ctx x (cons_ne y ys)]

theorem lawful_unique {op : α → α → α} {a b : α} (ha : Std.LawfulIdentity op a)
    (hb : Std.LawfulIdentity op b) : a = b :=
  (hb.right_id a).symm.trans (ha.left_id b)

theorem ev_remove (xs : List Nat) :
    evalList α ctx (removeNeutrals ctx xs) = evalList α ctx xs := by
  cases xs with
  | nil => rfl
  | cons x xs =>
    have e : removeNeutrals ctx (x :: xs) =
        match dropNeutral ctx (x :: xs) with | [] => [x] | y :: ys => y :: ys := rfl
    rw [e]
    have hd := ev_drop ctx (x :: xs)
    cases h : dropNeutral ctx (x :: xs) with
    | nil =>
      cases hd with
      | inr g => exact absurd h g.1
      | inl g =>
        have hn := g.2 x xs rfl
        cases hx : ContextInformation.isNeutral ctx x with
        | true => exact lawful_unique (neutral ctx hx) hn
        | false =>
          have h' : cond (ContextInformation.isNeutral ctx x) (dropNeutral ctx xs)
            (x :: dropNeutral ctx xs) = [] := h
          rw [hx] at h'
          exact nomatch h'
    | cons y ys =>
      cases hd with
      | inl g => exact absurd (h.symm.trans g.1) (cons_ne y ys)
      | inr g => exact (congrArg _ h.symm).trans g.2

/-- Normalization keeps the value. -/
theorem Context.eval_norm (e : Expr) : evalList α ctx (norm ctx e) = eval α ctx e := by
  refine Eq.trans ?_ (ev_toList ctx e)
  refine Eq.trans ?_ (ev_remove ctx e.toList)
  unfold norm
  have hs : evalList α ctx (bif isSome' ctx.comm then sort (removeNeutrals ctx e.toList)
      else removeNeutrals ctx e.toList) = evalList α ctx (removeNeutrals ctx e.toList) := by
    cases ctx.comm with
    | none => rfl
    | some p => exact ev_sort ctx p.down _
  refine Eq.trans ?_ hs
  show evalList α ctx (bif isSome' ctx.idem then mergeIdem _ else _) = _
  cases ctx.idem with
  | none => rfl
  | some p => exact ev_merge ctx p.down _

/-- Expressions with the same normal form have the same value. -/
theorem Context.eq_of_norm (a b : Expr) (h : (norm ctx a == norm ctx b) = true) :
    eval α ctx a = eval α ctx b := by
  rw [← ctx.eval_norm a, ← ctx.eval_norm b, eq_of_beq h]

end Lean.Data.AC
