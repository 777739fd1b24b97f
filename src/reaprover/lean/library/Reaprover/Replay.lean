/-
The kernel replay: rebuilds declarations from a text and gives each to the kernel, in a fresh process whose environment is the trusted library.

    theorem Reaprover.replay_session : True := by reaprover_replay "<requests>" "<replies>" "<nonce>"

Input: UTF-8, one JSON array per line. Names, levels and expressions are numbered in the order of their lines and refer to earlier ones only.

    names         ["ns", prefix, "text"]  ["ni", prefix, n]                                     number 0 = anonymous; first line = 1
    levels        ["us", u]  ["um", u, v]  ["ui", u, v]  ["up", name]                           number 0 = zero; first line = 1; succ, max, imax, param
    expressions   ["ev", i]  ["es", u]  ["ec", name, [u…]]  ["ea", f, a]                        first line = 0; bvar, sort, const, app
                  ["el", bi, name, type, body]  ["ep", bi, name, type, body]                    lambda, ∀; bi: 0 default 1 implicit 2 strict 3 instance
                  ["ez", name, type, value, body, nondep]  ["ej", structure, index, e]          let, projection
                  ["en", "decimal"]  ["et", "text"]                                             literals
    declarations  ["axiom", name, [lp], type, unsafe]
                  ["def", name, [lp], type, value, hints, safety, [all]]                        hints -1 opaque, -2 abbrev, n regular; safety 0 unsafe 1 safe 2 partial
                  ["thm", name, [lp], type, value, [all]]   ["opaque", name, [lp], type, value, unsafe, [all]]
                  ["mutdef", [[name, [lp], type, value, hints, safety, [all]]…]]   ["quot"]
                  ["ind", [lp], num params, unsafe, [[type name, type, [[constructor, type]…]]…]]
    comparisons   ["is_axiom", name, [lp], type, unsafe]   ["is_def", name, [lp], type, value, safety]
                  ["is_thm", name, [lp], type] or with a value at the end   ["is_opaque", name, [lp], type, value]
                  ["is_ind", name, [lp], type, params, indices, [all], [constructors], nested, recursive, unsafe, reflexive]
                  ["is_ctor", name, [lp], type, inductive, index, params, fields, unsafe]
                  ["is_rec", name, [lp], type, [all], params, indices, motives, minors, [[constructor, fields, rhs]…], k, unsafe]
    end           ["end", number of declaration and comparison lines]

A declaration goes through `Lean.Kernel.Environment.addDeclCore`, which checks everything; constructors and recursors are made by the kernel from "ind"
and compared by the lines that follow. Types and values are compared up to the names of bound variables. Replies, one per declaration or comparison:

    {"nonce", "line", "name", "ok": true}   or   {"nonce", "line", "name", "ok": false, "error": {"kind", "message"}}

kinds: kernel, mismatch, missing, duplicate, heartbeat, recursion, format. A format error ends the run. Last line: {"nonce", "done": true, "count", "failed"};
an output without it is no verdict. The kernel's environment is imported anew and holds the modules of `Init` only: nothing of this program is in it.
-/
prelude
import Reaprover.Text
set_option autoImplicit false
set_option genSizeOfSpec false
set_option linter.all false

namespace Reaprover.Replay
open Lean

structure Tables where
  names : Array Name
  levels : Array Level
  exprs : Array Expr
  env : Obj
  line : Nat
  count : Nat
  failed : Nat

/-- Reading may fail: then the line is malformed. -/
abbrev Read (α : Type) : Type := Option α
def andThen {α β : Type} (x : Read α) (f : α → Read β) : Read β := match x with
  | some a => f a
  | none => none
instance : Monad Option where
  pure := some
  bind := andThen

def entry {α : Type} (a : Array α) (i : Nat) : Read α := if h : i < a.size then some (a.getInternal i h) else none
def name (t : Tables) (j : Json) : Read Name := do entry t.names (← nat? j)
def level (t : Tables) (j : Json) : Read Level := do entry t.levels (← nat? j)
def expr (t : Tables) (j : Json) : Read Expr := do entry t.exprs (← nat? j)
def list {α : Type} (f : Json → Read α) : Json → Read (List α)
  | .arr a => allSome f a.toList
  | _ => none
def names (t : Tables) (j : Json) : Read (List Name) := list (name t) j
def flag (j : Json) : Read Bool := match nat? j with
  | some 0 => some false
  | some 1 => some true
  | _ => none
def binder (j : Json) : Read BinderInfo := match nat? j with
  | some 0 => some .default
  | some 1 => some .implicit
  | some 2 => some .strictImplicit
  | some 3 => some .instImplicit
  | _ => none
def hints (j : Json) : Read ReducibilityHints := match nat? j with
  | some n => some (.regular (uint32 n))
  | none => match Json.compress j with
    | "-1" => some .opaque
    | "-2" => some .abbrev
    | _ => none
def safety (j : Json) : Read DefinitionSafety := match nat? j with
  | some 0 => some .«unsafe»
  | some 1 => some .safe
  | some 2 => some .«partial»
  | _ => none

/-- Result of a line: tables only, or tables and an answer about a constant. -/
inductive Step where
  | quiet (t : Tables)
  | answered (t : Tables) (n : Name) (problem : Option (Prod String String))
  | add (n : Name) (d : Declaration)
  | finished (count : Nat)

def definition (t : Tables) : List Json → Read DefinitionVal
  | [n, lp, type, value, h, s, all] => do
    return ⟨⟨← name t n, ← names t lp, ← expr t type⟩, ← expr t value, ← hints h, ← safety s, ← names t all⟩
  | _ => none
def constructor (t : Tables) : Json → Read Constructor
  | .arr a => match a.toList with
    | [n, type] => do return ⟨← name t n, ← expr t type⟩
    | _ => none
  | _ => none
def inductiveType (t : Tables) : Json → Read InductiveType
  | .arr a => match a.toList with
    | [n, type, ctors] => do return ⟨← name t n, ← expr t type, ← list (constructor t) ctors⟩
    | _ => none
  | _ => none
def rule (t : Tables) : Json → Read RecursorRule
  | .arr a => match a.toList with
    | [n, fields, rhs] => do return ⟨← name t n, ← nat? fields, ← expr t rhs⟩
    | _ => none
  | _ => none

/-! ### Comparisons: the first difference, as a text -/

abbrev Difference : Type := Option String
def both (a b : Difference) : Difference := match a with
  | some d => some d
  | none => b
def sameName (what : String) (a b : Name) : Difference := if a == b then none else some what
def sameNames (what : String) : List Name → List Name → Difference
  | [], [] => none
  | a :: as, b :: bs => both (sameName what a b) (sameNames what as bs)
  | _, _ => some what
def sameNat (what : String) (a b : Nat) : Difference := if Nat.beq a b then none else some what
def sameFlag (what : String) (a b : Bool) : Difference := if Bool.beq a b then none else some what
def sameExpr (what : String) (a b : Expr) : Difference := if Expr.eqv a b then none else some what
def sameHead (v : ConstantVal) (lp : List Name) (type : Expr) : Difference :=
  both (sameNames "universe parameters" v.levelParams lp) (sameExpr "type" v.type type)
def sameRules : List RecursorRule → List RecursorRule → Difference
  | [], [] => none
  | a :: as, b :: bs =>
    both (sameName "constructor of a rule" a.ctor b.ctor) (both (sameNat "fields of a rule" a.nfields b.nfields)
      (both (sameExpr "right side of a rule" a.rhs b.rhs) (sameRules as bs)))
  | _, _ => some "number of rules"
def safetyCode : DefinitionSafety → Nat
  | .«unsafe» => 0
  | .safe => 1
  | .«partial» => 2

/-- Compare the constant with the environment. -/
def compare (t : Tables) (n : Name) (difference : ConstantInfo → Difference) : Step :=
  let t' := { t with count := t.count + 1 }
  match Kernel.Environment.find? t.env n with
  | none => .answered { t' with failed := t.failed + 1 } n (some ("missing", "no such constant in the kernel's environment"))
  | some info => match difference info with
    | none => .answered t' n none
    | some d => .answered { t' with failed := t.failed + 1 } n (some ("mismatch", d))

/-- One line. -/
def step (t : Tables) (tag : String) (args : List Json) : Read Step :=
  match tag, args with
  | "ea", [f, a] => do return .quiet { t with exprs := t.exprs.push (mkApp (← expr t f) (← expr t a)) }
  | "ec", [n, us] => do return .quiet { t with exprs := t.exprs.push (mkConst (← name t n) (← list (level t) us)) }
  | "ev", [i] => do return .quiet { t with exprs := t.exprs.push (mkBVar (← nat? i)) }
  | "el", [bi, n, a, b] => do return .quiet { t with exprs := t.exprs.push (mkLambda (← name t n) (← binder bi) (← expr t a) (← expr t b)) }
  | "ep", [bi, n, a, b] => do return .quiet { t with exprs := t.exprs.push (mkForall (← name t n) (← binder bi) (← expr t a) (← expr t b)) }
  | "ns", [p, .str s] => do return .quiet { t with names := t.names.push (.str (← name t p) s) }
  | "ni", [p, i] => do return .quiet { t with names := t.names.push (.num (← name t p) (← nat? i)) }
  | "es", [u] => do return .quiet { t with exprs := t.exprs.push (mkSort (← level t u)) }
  | "ez", [n, a, v, b, nd] => do
    return .quiet { t with exprs := t.exprs.push (mkLet (← name t n) (← expr t a) (← expr t v) (← expr t b) (← flag nd)) }
  | "ej", [n, i, e] => do return .quiet { t with exprs := t.exprs.push (mkProj (← name t n) (← nat? i) (← expr t e)) }
  | "en", [.str s] => do return .quiet { t with exprs := t.exprs.push (mkRawNatLit (← textToNat s)) }
  | "et", [.str s] => some (.quiet { t with exprs := t.exprs.push (mkStrLit s) })
  | "us", [u] => do return .quiet { t with levels := t.levels.push (mkLevelSucc (← level t u)) }
  | "um", [u, v] => do return .quiet { t with levels := t.levels.push (mkLevelMax (← level t u) (← level t v)) }
  | "ui", [u, v] => do return .quiet { t with levels := t.levels.push (mkLevelIMax (← level t u) (← level t v)) }
  | "up", [n] => do return .quiet { t with levels := t.levels.push (mkLevelParam (← name t n)) }
  | "axiom", [n, lp, type, u] => do
    let n ← name t n
    return .add n (.axiomDecl ⟨⟨n, ← names t lp, ← expr t type⟩, ← flag u⟩)
  | "def", args => do
    let v ← definition t args
    return .add v.toConstantVal.name (.defnDecl v)
  | "thm", [n, lp, type, value, all] => do
    let n ← name t n
    return .add n (.thmDecl ⟨⟨n, ← names t lp, ← expr t type⟩, ← expr t value, ← names t all⟩)
  | "opaque", [n, lp, type, value, u, all] => do
    let n ← name t n
    return .add n (.opaqueDecl ⟨⟨n, ← names t lp, ← expr t type⟩, ← expr t value, ← flag u, ← names t all⟩)
  | "mutdef", [ds] => do
    let ds ← list (fun j => match j with | .arr a => definition t a.toList | _ => none) ds
    match ds with
    | [] => none
    | d :: _ => return .add d.toConstantVal.name (.mutualDefnDecl ds)
  | "ind", [lp, params, u, types] => do
    let types ← list (inductiveType t) types
    match types with
    | [] => none
    | ty :: _ => return .add ty.name (.inductDecl (← names t lp) (← nat? params) types (← flag u))
  | "quot", [] => some (.add `Quot .quotDecl)
  | "is_axiom", [n, lp, type, u] => do
    let lp ← names t lp
    let type ← expr t type
    let u ← flag u
    return compare t (← name t n) fun info => match info with
      | .axiomInfo v => both (sameHead v.toConstantVal lp type) (sameFlag "unsafe" v.isUnsafe u)
      | _ => some "kind: not an axiom"
  | "is_def", [n, lp, type, value, s] => do
    let lp ← names t lp
    let type ← expr t type
    let value ← expr t value
    let s ← nat? s
    return compare t (← name t n) fun info => match info with
      | .defnInfo v => both (sameHead v.toConstantVal lp type) (both (sameExpr "value" v.value value) (sameNat "safety" (safetyCode v.safety) s))
      | _ => some "kind: not a definition"
  | "is_thm", n :: lp :: type :: rest => do
    let lp ← names t lp
    let type ← expr t type
    let values ← allSome (expr t) rest
    let value ← match values with
      | [] => some none
      | [v] => some (some v)
      | _ => (none : Option (Option Expr))
    return compare t (← name t n) fun info => match info with
      | .thmInfo v => both (sameHead v.toConstantVal lp type) (match value with
        | some e => sameExpr "value" v.value e
        | none => none)
      | _ => some "kind: not a theorem"
  | "is_opaque", [n, lp, type, value] => do
    let lp ← names t lp
    let type ← expr t type
    let value ← expr t value
    return compare t (← name t n) fun info => match info with
      | .opaqueInfo v => both (sameHead v.toConstantVal lp type) (sameExpr "value" v.value value)
      | _ => some "kind: not opaque"
  | "is_ind", [n, lp, type, params, indices, all, ctors, nested, isRec, isUnsafe, isReflexive] => do
    let lp ← names t lp
    let type ← expr t type
    let params ← nat? params
    let indices ← nat? indices
    let all ← names t all
    let ctors ← names t ctors
    let nested ← nat? nested
    let isRec ← flag isRec
    let isUnsafe ← flag isUnsafe
    let isReflexive ← flag isReflexive
    return compare t (← name t n) fun info => match info with
      | .inductInfo v => both (sameHead v.toConstantVal lp type) (both (sameNat "parameters" v.numParams params) (both (sameNat "indices" v.numIndices indices)
          (both (sameNames "mutual types" v.all all) (both (sameNames "constructors" v.ctors ctors) (both (sameNat "nested types" v.numNested nested)
          (both (sameFlag "recursive" v.isRec isRec) (both (sameFlag "unsafe" v.isUnsafe isUnsafe) (sameFlag "reflexive" v.isReflexive isReflexive))))))))
      | _ => some "kind: not an inductive type"
  | "is_ctor", [n, lp, type, ind, index, params, fields, isUnsafe] => do
    let lp ← names t lp
    let type ← expr t type
    let ind ← name t ind
    let index ← nat? index
    let params ← nat? params
    let fields ← nat? fields
    let isUnsafe ← flag isUnsafe
    return compare t (← name t n) fun info => match info with
      | .ctorInfo v => both (sameHead v.toConstantVal lp type) (both (sameName "inductive type" v.induct ind) (both (sameNat "index" v.cidx index)
          (both (sameNat "parameters" v.numParams params) (both (sameNat "fields" v.numFields fields) (sameFlag "unsafe" v.isUnsafe isUnsafe)))))
      | _ => some "kind: not a constructor"
  | "is_rec", [n, lp, type, all, params, indices, motives, minors, rules, k, isUnsafe] => do
    let lp ← names t lp
    let type ← expr t type
    let all ← names t all
    let params ← nat? params
    let indices ← nat? indices
    let motives ← nat? motives
    let minors ← nat? minors
    let rules ← list (rule t) rules
    let k ← flag k
    let isUnsafe ← flag isUnsafe
    return compare t (← name t n) fun info => match info with
      | .recInfo v => both (sameHead v.toConstantVal lp type) (both (sameNames "mutual types" v.all all) (both (sameNat "parameters" v.numParams params)
          (both (sameNat "indices" v.numIndices indices) (both (sameNat "motives" v.numMotives motives) (both (sameNat "minor premises" v.numMinors minors)
          (both (sameRules v.rules rules) (both (sameFlag "k" v.k k) (sameFlag "unsafe" v.isUnsafe isUnsafe))))))))
      | _ => some "kind: not a recursor"
  | "end", [n] => do return .finished (← nat? n)
  | _, _ => none

/-! ### The kernel, and the loop over the lines -/

def kernelProblem (e : Obj) (w : World) : Result (Prod String String) :=
  let kind := match Kernel.Exception.ctorIdx e with
    | 1 => "duplicate"
    | 13 => "heartbeat"
    | 14 => "recursion"
    | 15 => "recursion"
    | _ => "kernel"
  match MessageData.toString (Kernel.Exception.toMessageData e Options.empty) w with
  | ⟨m, w⟩ => ⟨(kind, shorten m), w⟩

/-- 0 stands for no limit; the process has a wall clock outside. -/
def addDeclaration (t : Tables) (n : Name) (d : Declaration) (w : World) : Result Step :=
  let t' := { t with count := t.count + 1 }
  match Kernel.Environment.addDeclCore t.env (usize 0) (usize 0) d none with
  | .ok env => ⟨.answered { t' with env := env } n none, w⟩
  | .error e => match kernelProblem e w with
    | ⟨p, w⟩ => ⟨.answered { t' with failed := t.failed + 1 } n (some p), w⟩

instance : Nonempty Tables := ⟨⟨Array.empty, Array.empty, Array.empty, Classical.ofNonempty, 0, 0, 0⟩⟩
instance : Nonempty Step := ⟨.finished 0⟩

def problemFields : Option (Prod String String) → Fields
  | none => [("ok", .bool true)]
  | some (kind, message) => [("ok", .bool false), ("error", Json.mkObj [("kind", text kind), ("message", text message)])]

def say (out : Obj) (fields : Fields) (w : World) : Outcome Unit :=
  match putStr out (str (Json.compress (Json.mkObj fields)) "\n") w with
  | .error e w => .error e w
  | .ok _ w => flush out w

def formatError (out : Obj) (nonce : String) (t : Tables) (message : String) (w : World) : Outcome Unit :=
  say out (("nonce", text nonce) :: ("line", number t.line) :: ("name", text "") :: problemFields (some ("format", message))) w

/-- Calls itself at the end only. -/
partial def loop (input out : Obj) (nonce : String) (t : Tables) (w : World) : Outcome Unit :=
  match getLine input w with
  | .error e w => .error e w
  | .ok "" w => formatError out nonce t "the input ends before its end line" w
  | .ok line w =>
    let t := { t with line := t.line + 1 }
    match Json.parse line with
    | .error e => formatError out nonce t (str "not JSON: " e) w
    | .ok j =>
      let parsed := match j with
        | .arr a => match a.toList with
          | .str tag :: args => step t tag args
          | _ => none
        | _ => none
      match parsed with
      | none => formatError out nonce t "not a line of the export format, or a reference to a later line" w
      | some (.quiet t) => loop input out nonce t w
      | some (.finished n) => match n == t.count with
        | false => formatError out nonce t "the number of declarations differs from the end line" w
        | true => say out [("nonce", text nonce), ("done", .bool true), ("count", number t.count), ("failed", number t.failed)] w
      | some (.answered t n p) => match say out (("nonce", text nonce) :: ("line", number t.line) :: ("name", text (nameText n)) :: problemFields p) w with
        | .error e w => .error e w
        | .ok _ w => loop input out nonce t w
      | some (.add n d) => match addDeclaration t n d w with
        | ⟨.answered t n p, w⟩ => match say out (("nonce", text nonce) :: ("line", number t.line) :: ("name", text (nameText n)) :: problemFields p) w with
          | .error e w => .error e w
          | .ok _ w => loop input out nonce t w
        | ⟨_, w⟩ => .ok () w

def unquote (stx : Syntax) : String := match stx.getArg 0 with
  | .atom _ s => extract s ⟨1⟩ ⟨s.utf8ByteSize - 1⟩
  | _ => ""

/-- The environment of the trusted library alone; a name map without entries has the layout of an empty name set. -/
def importLibrary (w : World) : Outcome Obj :=
  importModules #[⟨`Init, false, true, false⟩] Options.empty (uint32 0) Array.empty false false .«private» NameSet.empty w

def run (input out nonce : String) (w : World) : Outcome Unit :=
  match openFile input .read w with
  | .error e w => .error e w
  | .ok input w => match openFile out .write w with
    | .error e w => .error e w
    | .ok out w => match importLibrary w with
      | .error e w => .error e w
      | .ok env w => loop input out nonce ⟨#[.anonymous], #[levelZero], Array.empty, Environment.toKernelEnv env, 0, 0, 0⟩ w

instance : Nonempty Core.State := ⟨let o := Classical.ofNonempty; ⟨o, o, o, o, o, o, o, o, o⟩⟩

syntax (name := replayStx) "reaprover_replay" str str str : tactic
@[tactic replayStx] def evalReplay : Lean.Elab.Tactic.Tactic := fun stx tc tr ec er mc mr cc cr w =>
  match readRef Unit Unit cr w with
  | ⟨s, w⟩ =>
    let s : Core.State := castObj s
    match run (unquote (stx.getArg 1)) (unquote (stx.getArg 2)) (unquote (stx.getArg 3)) w with
    | .error e w => .error e w
    | .ok _ w => match Parser.runParserCategory s.env `tactic "exact True.intro" "<end>" with
      | .error _ => .ok () w
      | .ok done => Elab.Tactic.evalTactic done tc tr ec er mc mr cc cr w
end Reaprover.Replay
