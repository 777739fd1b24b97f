prelude
import Init.Nat.Bounded
import Init.Logic.Function
/-!
# Lists: definitions

Functions and relations on lists, and access to elements by position (`l[i]`, `l[i]?`).
-/
universe u v w

/-! ## Access to elements of collections -/

/-- Collections with `xs[i]`, where `valid xs i` says that there is such an element. -/
class GetElem (coll : Type u) (idx : Type v) (elem : outParam (Type w)) (valid : outParam (coll → idx → Prop)) where
  /-- The element. -/
  getElem (xs : coll) (i : idx) (h : valid xs i) : elem
export GetElem (getElem)
/-- Collections with `xs[i]?` and `xs[i]!`. -/
class GetElem? (coll : Type u) (idx : Type v) (elem : outParam (Type w)) (valid : outParam (coll → idx → Prop)) extends GetElem coll idx elem valid where
  /-- The element, if there is one. -/
  getElem? : coll → idx → Option elem
  /-- The element, or the default of its type. -/
  getElem! [Inhabited elem] (xs : coll) (i : idx) : elem := match getElem? xs i with
    | some e => e
    | none => default
export GetElem? (getElem? getElem!)

instance instGetElemFinVal {cont : Type u} {elem : Type w} {dom : cont → Nat → Prop} {n : Nat} [GetElem cont Nat elem dom] : GetElem cont (Fin n) elem fun xs i => dom xs i.val where
  getElem xs i h := getElem xs i.val h
@[simp] theorem Fin.getElem_fin {cont : Type u} {elem : Type w} {dom : cont → Nat → Prop} {n : Nat} [GetElem cont Nat elem dom] (a : cont) (i : Fin n) (h : dom a i.val) :
    getElem a i h = getElem a i.val h := rfl

namespace List
variable {α : Type u} {β : Type v} {γ : Type w}

/-! ## Heads, tails, ends -/

/-- Is the list empty? -/
def isEmpty : List α → Bool
  | [] => true
  | _ :: _ => false
/-- The first element of a nonempty list. -/
def head : (as : List α) → as ≠ [] → α
  | a :: _, _ => a
  | [], h => absurd rfl h
/-- The first element, if there is one. -/
def head? : List α → Option α
  | [] => none
  | a :: _ => some a
/-- The first element, or a default. -/
def headD : (as : List α) → (fallback : α) → α
  | [], fallback => fallback
  | a :: _, _ => a
/-- The list without its first element; the empty list if there is none. -/
def tail : List α → List α
  | [] => []
  | _ :: as => as
/-- The list without its first element, if there is one. -/
def tail? : List α → Option (List α)
  | [] => none
  | _ :: as => some as
/-- The list without its first element, or a default. -/
def tailD (l fallback : List α) : List α :=
  match l with
  | [] => fallback
  | _ :: tl => tl
/-- The last element of a nonempty list. -/
def getLast : ∀ (as : List α), as ≠ [] → α
  | [], h => absurd rfl h
  | [a], _ => a
  | _ :: b :: as, _ => getLast (b :: as) (fun h => nomatch h)
/-- The last element, if there is one. -/
def getLast? : List α → Option α
  | [] => none
  | a :: as => some (getLast (a :: as) (fun h => nomatch h))
/-- The last element, or a default. -/
def getLastD : (as : List α) → (fallback : α) → α
  | [], a₀ => a₀
  | a :: as, _ => getLast (a :: as) (fun h => nomatch h)
/-- The list without its last element. -/
def dropLast : List α → List α
  | [] => []
  | [_] => []
  | a :: as => a :: dropLast as

/-! ## Positions -/

/-- The element at a position, if there is one. -/
def get?Internal : (as : List α) → (i : Nat) → Option α
  | a :: _, 0 => some a
  | _ :: as, n + 1 => get?Internal as n
  | _, _ => none
/-- The element at a position, or the default of its type. -/
def get!Internal [Inhabited α] : (as : List α) → (i : Nat) → α
  | a :: _, 0 => a
  | _ :: as, n + 1 => get!Internal as n
  | _, _ => default
instance instGetElem?NatLtLength : GetElem? (List α) Nat α fun as i => i < as.length where
  getElem as i h := as.get ⟨i, h⟩
  getElem? as i := as.get?Internal i
  getElem! as i := as.get!Internal i
/-- The element at a position, or a default. -/
def getD (as : List α) (i : Nat) (fallback : α) : α := (as[i]?).getD fallback
/-- Remove the element at a position, if there is one. -/
def eraseIdx : (l : List α) → (i : Nat) → List α
  | [], _ => []
  | _ :: as, 0 => as
  | a :: as, n + 1 => a :: eraseIdx as n
/-- Apply a function to the element at a position. -/
def modify (l : List α) (i : Nat) (f : α → α) : List α :=
  match l, i with
  | [], _ => []
  | a :: as, 0 => f a :: as
  | a :: as, n + 1 => a :: modify as n f
/-- Put an element at a position. -/
def insertIdx (xs : List α) (i : Nat) (a : α) : List α :=
  match xs, i with
  | xs, 0 => a :: xs
  | [], _ + 1 => []
  | x :: xs, n + 1 => x :: insertIdx xs n a

/-! ## Parts -/

/-- The first `n` elements. -/
def take : (n : Nat) → (xs : List α) → List α
  | 0, _ => []
  | _ + 1, [] => []
  | n + 1, a :: as => a :: take n as
/-- All but the first `n` elements. -/
def drop : (n : Nat) → (xs : List α) → List α
  | 0, xs => xs
  | _ + 1, [] => []
  | n + 1, _ :: as => drop n as
/-- The longest prefix of elements that satisfy `p`. -/
def takeWhile (p : α → Bool) : (xs : List α) → List α
  | [] => []
  | hd :: tl => match p hd with
    | true => hd :: takeWhile p tl
    | false => []
/-- What remains after the longest prefix of elements that satisfy `p`. -/
def dropWhile (p : α → Bool) : List α → List α
  | [] => []
  | a :: l => match p a with
    | true => dropWhile p l
    | false => a :: l
/-- The first list is the beginning of the second. -/
def IsPrefix (l₁ l₂ : List α) : Prop := Exists fun t => l₁ ++ t = l₂
/-- The first list is the end of the second. -/
def IsSuffix (l₁ l₂ : List α) : Prop := Exists fun t => t ++ l₁ = l₂
/-- The first list is a part of the second. -/
def IsInfix (l₁ l₂ : List α) : Prop := Exists fun s => Exists fun t => s ++ l₁ ++ t = l₂
/-- The first list arises from the second by leaving out elements. -/
inductive Sublist {α : Type u} : List α → List α → Prop where
  /-- The empty list. -/
  | slnil : Sublist [] []
  /-- Leave out an element. -/
  | cons (a : α) {l₁ l₂ : List α} : Sublist l₁ l₂ → Sublist l₁ (a :: l₂)
  /-- Keep an element. -/
  | cons₂ (a : α) {l₁ l₂ : List α} : Sublist l₁ l₂ → Sublist (a :: l₁) (a :: l₂)
/-- Every element of the first list is an element of the second. -/
protected def Subset (l₁ l₂ : List α) := ∀ ⦃a : α⦄, a ∈ l₁ → a ∈ l₂
instance instHasSubset : HasSubset (List α) := ⟨List.Subset⟩

/-! ## Search -/

/-- Does some element satisfy `p`? -/
def any : (l : List α) → (p : α → Bool) → Bool
  | [], _ => false
  | h :: t, p => p h || any t p
/-- Do all elements satisfy `p`? -/
def all : List α → (α → Bool) → Bool
  | [], _ => true
  | h :: t, p => p h && all t p
/-- Is some element `true`? -/
def or (bs : List Bool) : Bool := bs.any id
/-- Are all elements `true`? -/
def and (bs : List Bool) : Bool := bs.all id
/-- Is `a` an element, by the equality test? -/
def elem [BEq α] (a : α) : (l : List α) → Bool
  | [] => false
  | b :: bs => match a == b with
    | true => true
    | false => elem a bs
/-- Is `a` an element, by the equality test? -/
abbrev contains [BEq α] (as : List α) (a : α) : Bool := elem a as
/-- The first element that satisfies `p`. -/
def find? (p : α → Bool) : List α → Option α
  | [] => none
  | a :: as => match p a with
    | true => some a
    | false => find? p as
/-- The first result of `f` that is not `none`. -/
def findSome? (f : α → Option β) : List α → Option β
  | [] => none
  | a :: as => match f a with
    | some b => some b
    | none => findSome? f as
/-- The position of the first element that satisfies `p`; the length if there is none. -/
@[inline] def findIdx (p : α → Bool) (l : List α) : Nat := go l 0
where
  /-- Count from `n`. -/
  @[specialize] go : List α → Nat → Nat
    | [], n => n
    | a :: l, n => bif p a then n else go l (n + 1)
/-- The position of the first element equal to `a`; the length if there is none. -/
def idxOf [BEq α] (a : α) : List α → Nat := findIdx (· == a)
/-- The value paired with a key. -/
def lookup [BEq α] : α → List (α × β) → Option β
  | _, [] => none
  | a, (k, b) :: as => match a == k with
    | true => some b
    | false => lookup a as
/-- The number of elements that satisfy `p`. -/
@[inline] def countP (p : α → Bool) (l : List α) : Nat := go l 0
where
  /-- Count from `acc`. -/
  @[specialize] go : List α → Nat → Nat
    | [], acc => acc
    | x :: xs, acc => bif p x then go xs (acc + 1) else go xs acc
/-- The number of elements equal to `a`. -/
@[inline] def count [BEq α] (a : α) : List α → Nat := countP (· == a)

/-! ## Selection and change -/

/-- The results of `f` that are not `none`. -/
@[specialize] def filterMap (f : α → Option β) : List α → List β
  | [] => []
  | a :: as => match f a with
    | none => filterMap f as
    | some b => b :: filterMap f as
/-- Remove the first element equal to `b`. -/
protected def erase {α : Type u} [BEq α] : List α → α → List α
  | [], _ => []
  | a :: as, b => match a == b with
    | true => as
    | false => a :: List.erase as b
/-- Remove the first element that satisfies `p`. -/
def eraseP (p : α → Bool) : List α → List α
  | [] => []
  | a :: as => bif p a then as else a :: eraseP p as
/-- Replace the first element equal to `b` by `c`. -/
def replace [BEq α] : (l : List α) → (a : α) → (b : α) → List α
  | [], _, _ => []
  | a :: as, b, c => match b == a with
    | true => c :: as
    | false => a :: replace as b c
/-- Put `a` in front unless it is an element. -/
@[inline] protected def insert [BEq α] (a : α) (l : List α) : List α := if l.elem a then l else a :: l
instance instInsertOfBEq [BEq α] : Insert α (List α) := ⟨List.insert⟩
instance instSingletonList : Singleton α (List α) := ⟨fun a => [a]⟩
instance instEmptyCollection : EmptyCollection (List α) := ⟨[]⟩
/-- The elements that satisfy `p`, and the others. -/
@[inline] def partition (p : α → Bool) (as : List α) : List α × List α := loop as ([], [])
where
  /-- Collect both parts in reverse order. -/
  @[specialize] loop : List α → List α × List α → List α × List α
    | [], (bs, cs) => (bs.reverse, cs.reverse)
    | a :: as, (bs, cs) => match p a with
      | true => loop as (a :: bs, cs)
      | false => loop as (bs, a :: cs)
/-- Put `sep` between the elements. -/
def intersperse (sep : α) : (l : List α) → List α
  | [] => []
  | [x] => [x]
  | x :: xs => x :: sep :: intersperse sep xs

/-! ## Pairs of lists -/

/-- Combine the elements at the same positions. -/
@[specialize] def zipWith (f : α → β → γ) : (xs : List α) → (ys : List β) → List γ
  | x :: xs, y :: ys => f x y :: zipWith f xs ys
  | _, _ => []
/-- Pair the elements at the same positions. -/
def zip : List α → List β → List (α × β) := zipWith Prod.mk
/-- The first and the second components. -/
def unzip : (l : List (α × β)) → List α × List β
  | [] => ([], [])
  | (a, b) :: t => match unzip t with
    | (as, bs) => (a :: as, b :: bs)
/-- Pair the elements with their positions, counted from `i`. -/
def zipIdx : (l : List α) → (i : Nat := 0) → List (α × Nat)
  | [], _ => []
  | x :: xs, n => (x, n) :: zipIdx xs (n + 1)

/-! ## Lists by rule -/

/-- `n` times the element `a`. -/
def replicate : (n : Nat) → (a : α) → List α
  | 0, _ => []
  | n + 1, a => a :: replicate n a
/-- The numbers `0`, `1`, … `n - 1`. -/
def range (n : Nat) : List Nat := loop n []
where
  /-- Put the numbers below the first argument in front. -/
  loop : Nat → List Nat → List Nat
    | 0, acc => acc
    | n + 1, acc => loop n (n :: acc)
/-- The numbers `start`, `start + step`, … of which there are `len`. -/
def range' : (start len : Nat) → (step : Nat := 1) → List Nat
  | _, 0, _ => []
  | s, n + 1, step => s :: range' (s + step) n step

/-! ## Sums and extrema -/

/-- The sum. -/
def sum {α : Type u} [Add α] [Zero α] : List α → α := foldr (· + ·) 0
/-- The product. -/
def prod {α : Type u} [Mul α] [One α] : List α → α := foldr (· * ·) 1
/-- The smallest element. -/
def min? [Min α] : List α → Option α
  | [] => none
  | a :: as => some (as.foldl min a)
/-- The largest element. -/
def max? [Max α] : List α → Option α
  | [] => none
  | a :: as => some (as.foldl max a)

/-! ## Relations between elements -/

/-- Every element is related to all later ones. -/
inductive Pairwise (R : α → α → Prop) : List α → Prop where
  /-- The empty list. -/
  | nil : Pairwise R []
  /-- An element in front that is related to all others. -/
  | cons : ∀ {a : α} {l : List α}, (∀ a', a' ∈ l → R a a') → Pairwise R l → Pairwise R (a :: l)
/-- No element occurs twice. -/
def Nodup : List α → Prop := Pairwise (· ≠ ·)
/-- The lists have the same elements, equally often. -/
inductive Perm : List α → List α → Prop where
  /-- The empty list. -/
  | nil : Perm [] []
  /-- The same element in front. -/
  | cons (x : α) {l₁ l₂ : List α} : Perm l₁ l₂ → Perm (x :: l₁) (x :: l₂)
  /-- Exchange the first two elements. -/
  | swap (x y : α) (l : List α) : Perm (y :: x :: l) (x :: y :: l)
  /-- Two steps. -/
  | trans {l₁ l₂ l₃ : List α} : Perm l₁ l₂ → Perm l₂ l₃ → Perm l₁ l₃

/-! ## Notation -/

@[inherit_doc] infixl:50 " <+: " => IsPrefix
@[inherit_doc] infixl:50 " <:+ " => IsSuffix
@[inherit_doc] infixl:50 " <:+: " => IsInfix
@[inherit_doc] infixl:50 " <+ " => Sublist
@[inherit_doc] scoped infixl:50 " ~ " => Perm

end List
