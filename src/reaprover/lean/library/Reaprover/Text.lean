/-
Text and JSON for the programs that run inside Lean: cutting texts, reading fields of a request, building replies.
-/
prelude
import Reaprover.Compiled
set_option autoImplicit false
set_option genSizeOfSpec false
set_option linter.all false

namespace Reaprover
open Lean

def str (a b : String) : String := String.append a b
/-- At most about 2,000 bytes, cut between characters. -/
def shorten (s : String) : String :=
  match decide (s.utf8ByteSize ≤ 2000) with
  | true => s
  | false =>
    let cut (n : Nat) := extract s ⟨0⟩ ⟨n⟩
    let rec go : List Nat → String
      | [] => ""
      | n :: ns => match decide ((cut n).utf8ByteSize ≤ 2000) with
        | true => str (cut n) " …"
        | false => go ns
    go [1990, 1991, 1992, 1993, 1994]
def number (n : Nat) : Json := .num ⟨castObj n, 0⟩
/-- n / 1000 as a decimal -/
def thousandths (n : Nat) : Json := .num ⟨castObj n, 3⟩
def text (s : String) : Json := .str s
def numbers (ns : List Nat) : Json := .arr (List.toArray (ns.map number))
def strings (ss : List String) : Json := .arr (List.toArray (ss.map text))
abbrev Fields : Type := List (Prod String Json)

def field? (j : Json) (k : String) : Option Json := match Json.getObjVal? j k with
  | .ok v => some v
  | .error _ => none
def nat? (j : Json) : Option Nat := match Json.getNat? j with
  | .ok n => some n
  | .error _ => none
def str? : Json → Option String
  | .str s => some s
  | _ => none
def natField? (j : Json) (k : String) : Option Nat := match field? j k with
  | some v => nat? v
  | none => none
def strField? (j : Json) (k : String) : Option String := match field? j k with
  | some v => str? v
  | none => none
def arrField? (j : Json) (k : String) : Option (List Json) := match field? j k with
  | some (.arr a) => some a.toList
  | _ => none
def allSome {α β : Type} (f : α → Option β) : List α → Option (List β)
  | [] => some []
  | a :: as => match f a, allSome f as with
    | some b, some bs => some (b :: bs)
    | _, _ => none

def nameText (n : Name) : String := Name.toString n true (castObj fun _ : Name => false)

/-- Position of a name in a list, as a question. -/
def memberOf (n : Name) : List Name → Bool
  | [] => false
  | m :: ms => match n == m with
    | true => true
    | false => memberOf n ms
end Reaprover
