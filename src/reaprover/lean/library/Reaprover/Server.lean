/-
The tactic server: a tactic that answers requests about proof states until its input ends.

    theorem Reaprover.session : True := by reaprover_serve "<requests>" "<replies>" "<nonce>"

Requests and replies are JSON lines on files of their own, so nothing that Lean or a tactic prints can look like a reply. The protocol is
docs/lean-wire.md. Decisions:

* A state is the contents of the four mutable references of the tactic monad (core, meta, term, tactic). Restoring writes all four, so applying a tactic
  depends on the state and the text alone: fresh names, metavariables and messages of other branches leave no trace.
* Heartbeats of a request are bounded by starting the counter below the session's ceiling (`ceiling`, set by the start file).
* Every text is parsed to the end of the input, its whole tree is compared with the forbidden kinds, and only then it runs. Error recovery is off.
* Names that cannot be typed (`h✝`) are printed as they are; the structured form marks them. A tactic's text is never changed.
* Keys are computed on terms (section *Keys*): a hypothesis is identified by the hash of its type, in which earlier hypotheses stand by their own
  identities, and by its rank among hypotheses of the same hash; the order of hypotheses and all user names drop out.
* A finished proof is `closed` only if its term has no sorry and no metavariable, the auxiliary declarations that it uses and the term itself pass the
  kernel on top of the environment as it was at `open`, and only the three standard axioms occur.
-/
prelude
import Reaprover.Text
set_option autoImplicit false
set_option genSizeOfSpec false
set_option linter.all false

namespace Reaprover
open Lean

/-! ### The monad of the server: the context of a tactic, passed through -/

structure Ctx where
  tc : Elab.Tactic.Context
  tr : Obj
  ec : Obj
  er : Obj
  mc : Obj
  mr : Obj
  cc : Obj
  cr : Obj
  heartbeats : Nat
  nonce : String

def M (α : Type) : Type := Ctx → World → Outcome α
instance : Monad M where
  pure a := fun _ w => .ok a w
  bind x f := fun c w => match x c w with
    | .ok a w => f a c w
    | .error e w => .error e w
instance {α : Type} : Nonempty (M α) := ⟨fun _ _ => Classical.ofNonempty⟩

@[inline] def basic {α : Type} (x : World → Result α) : M α := fun _ w => match x w with
  | ⟨a, w⟩ => .ok a w
@[inline] def lift {α : Type} (x : World → Outcome α) : M α := fun _ w => x w
@[inline] def tactic {α : Type} (x : Elab.Tactic.TacticM α) : M α := fun c w => x c.tc c.tr c.ec c.er c.mc c.mr c.cc c.cr w
@[inline] def term {α : Type} (x : Elab.Term.Action α) : M α := fun c w => x c.ec c.er c.mc c.mr c.cc c.cr w
@[inline] def «meta» {α : Type} (x : Meta.Action α) : M α := fun c w => x c.mc c.mr c.cc c.cr w
@[inline] def core {α : Type} (x : Core.Action α) : M α := fun c w => x c.cc c.cr w
/-- Run `x`; an exception becomes a value. -/
def attempt {α : Type} (x : M α) : M (Except Lean.Exception α) := fun c w => match x c w with
  | .ok a w => .ok (.ok a) w
  | .error e w => .ok (.error (castObj e)) w
def getRef (r : Ctx → Obj) : M Obj := fun c w => match readRef Unit Unit (r c) w with
  | ⟨s, w⟩ => .ok s w
def setRef (r : Ctx → Obj) (v : Obj) : M Unit := fun c w => match writeRef Unit Unit (r c) v w with
  | ⟨_, w⟩ => .ok () w

instance : Nonempty Core.State := ⟨let o := Classical.ofNonempty; ⟨o, o, o, o, o, o, o, o, o⟩⟩
instance : Nonempty Meta.State := ⟨let o := Classical.ofNonempty; ⟨o, o, o, o, o⟩⟩
instance : Nonempty Elab.Term.State := ⟨let o := Classical.ofNonempty; ⟨o, o, o, o, o, o, o⟩⟩
def getEnv : M Obj := do
  let s ← getRef Ctx.cr
  let s : Core.State := castObj s
  return s.env
def getMeta : M Meta.State := do
  let s ← getRef Ctx.mr
  return castObj s
def instantiate (e : Expr) : M Expr := do
  let s ← getMeta
  match instantiateMVarsCore s.mctx e with
  | (e, mctx) =>
    setRef Ctx.mr (castObj { s with mctx := mctx })
    return e
/-- Instantiate type and context of a metavariable in place. -/
def instantiateDecl (mvarId : Name) : M Unit := do
  let action : Meta.Action Unit := castObj (instantiateMVarDeclMVars Unit Meta.instMonadMetaM Meta.instMonadMCtxMetaM mvarId)
  «meta» action
def findDecl (mvarId : Name) : M (Option MetavarDecl) := do
  let s ← getMeta
  return MetavarContext.findDecl? s.mctx mvarId

/-! ### States -/

structure Saved where
  core : Obj
  «meta» : Obj
  term : Obj
  tactic : Obj

/-- What was opened. -/
structure Root where
  type : Expr
  mvar : Expr
  levelParams : List Name
  /-- the kernel's environment at `open` -/
  base : Obj

structure Node where
  saved : Saved
  root : Root
  /-- goals that the split-off part started with; none: the whole proof -/
  part : Option (List Name)
  goals : List Name
  printed : List String
  key : String
  hasMVars : Bool
  /-- label of the component of every goal -/
  components : List Nat

structure Session where
  init : Saved
  nodes : Array (Option Node)
  held : Nat
  applies : Nat
  started : Nat
  /-- constants of the imported environment known to use allowed axioms only -/
  clean : Obj

/-- An answer that is not `ok`. -/
structure Failure where
  kind : String
  message : String
  position : Option (Prod Nat Nat) := none

def restore (s : Saved) : M Unit := do
  setRef Ctx.cr s.core
  setRef Ctx.mr s.meta
  setRef Ctx.er s.term
  setRef Ctx.tr s.tactic
def save : M Saved := do
  return ⟨← getRef Ctx.cr, ← getRef Ctx.mr, ← getRef Ctx.er, ← getRef Ctx.tr⟩
/-- Save without caches, messages and what serves error messages only: they would be the largest part of a state. -/
def saveSmall (init : Saved) : M Saved := do
  let c : Core.State := castObj (← getRef Ctx.cr)
  let c₀ : Core.State := castObj init.core
  let m : Meta.State := castObj (← getRef Ctx.mr)
  let m₀ : Meta.State := castObj init.meta
  let t : Elab.Term.State := castObj (← getRef Ctx.er)
  let t₀ : Elab.Term.State := castObj init.term
  return ⟨castObj { c with traceState := c₀.traceState, cache := c₀.cache, messages := c₀.messages, infoState := c₀.infoState, snapshotTasks := c₀.snapshotTasks },
    castObj { m with cache := m₀.cache, zetaDeltaFVarIds := m₀.zetaDeltaFVarIds, diag := m₀.diag },
    castObj { t with mvarErrorInfos := t₀.mvarErrorInfos, levelMVarErrorInfos := t₀.levelMVarErrorInfos, mvarArgNames := t₀.mvarArgNames },
    ← getRef Ctx.tr⟩

/-! ### Failures as JSON -/

def Failure.toJson (f : Failure) : Json :=
  let position : Fields := match f.position with
    | some (l, c) => [("position", Json.mkObj [("line", number l), ("column", number c)])]
    | none => []
  Json.mkObj (("kind", text f.kind) :: ("message", text (shorten f.message)) :: position)


/-! ### Heartbeats -/

/-- The session's `maxHeartbeats` as the start file sets it; limits of requests lie below. -/
def ceiling : Nat := 1000000
def defaultHeartbeats : Nat := 20000
def getHeartbeats : M Nat := basic numHeartbeats
def startHeartbeats (limit : Nat) : M Nat := fun c w =>
  let start := c.heartbeats + (ceiling - limit) * 1000
  match setNumHeartbeats start w with
  | ⟨_, w⟩ => .ok start w
/-- From here on the whole ceiling is free: for printing and checking. -/
def freeHeartbeats : M Unit := fun c w => match setNumHeartbeats c.heartbeats w with
  | ⟨_, w⟩ => .ok () w

/-! ### Parsing and the forbidden kinds -/

/-- "<input>:line:column: message" -/
def parseFailure (lineOffset : Nat) (msg : String) : Failure :=
  match splitOn msg ":" with
  | file :: l :: c :: rest => match textToNat l, textToNat c with
    | some line, some column =>
      let skip := file.utf8ByteSize + l.utf8ByteSize + c.utf8ByteSize + 4
      ⟨"parse", extract msg ⟨skip⟩ ⟨msg.utf8ByteSize⟩, some (line - lineOffset, column)⟩
    | _, _ => ⟨"parse", msg, none⟩
  | _ => ⟨"parse", msg, none⟩

def parse (cat : Name) (lineOffset : Nat) (input : String) : M (Except Failure Syntax) := do
  match Parser.runParserCategory (← getEnv) cat input "<input>" with
  | .ok stx => return .ok stx
  | .error e => return .error (parseFailure lineOffset e)

/-- Longer texts are refused: nesting of that depth would exhaust the stack of the parser. -/
def maxTacticBytes : Nat := 32768
def maxScriptBytes : Nat := 1048576

/-- The text between parentheses on lines of their own is parsed, so that the rules about columns hold as in a file; the whole must be one pair of
parentheses with one tactic inside (or, for a script, any number). -/
def parseTactic (script : Bool) (input : String) : M (Except Failure Syntax) := do
  match Nat.ble input.utf8ByteSize (match script with | true => maxScriptBytes | false => maxTacticBytes) with
  | false => return .error ⟨"parse", "the text is too long", none⟩
  | true => match ← parse `tactic 1 (str "(\n" (str input "\n)")) with
    | .error f => match script with
      | true => return .error f
      | false => match ← parse `tactic 0 input with   -- without the parentheses the place of the mistake is exact
        | .error g => return .error g
        | .ok _ => return .error { f with position := none }
    | .ok stx => match stx.isOfKind `Lean.Parser.Tactic.paren, script with
      | false, _ => return .error ⟨"parse", "unbalanced parentheses", none⟩
      | true, true => return .ok stx
      | true, false =>
        let seq := (stx.getArg 1).getArg 0
        match seq.isOfKind `Lean.Parser.Tactic.tacticSeqBracketed, (seq.getArg 0).getArgs.toList with
        | true, _ => return .ok stx
        | _, [t] => return .ok t
        | _, [t, _] => return .ok t
        | _, [] => return .error ⟨"parse", "no tactic", none⟩
        | _, _ => return .error ⟨"parse", "more than one tactic: put a sequence between parentheses", none⟩

def forbidden : List Name := [
  `Lean.Parser.Term.sorry, `Lean.Parser.Tactic.tacticSorry, `Lean.Parser.Tactic.tacticAdmit, `Lean.Parser.Tactic.tacticStop_,
  `Lean.Parser.Tactic.set_option, `Lean.Parser.Term.set_option, `Lean.Parser.Tactic.open, `Lean.Parser.Term.open,
  `Lean.Parser.Tactic.runTac, `Lean.Parser.Tactic.nativeDecide, `Lean.Parser.Tactic.bvDecide, `Lean.Parser.Tactic.bvDecideMacro, `Lean.Parser.Tactic.bvTrace,
  `Lean.Parser.Tactic.showTerm, `Lean.Parser.Term.showTermElabImpl, `Lean.Parser.Syntax.showTermElab, `Lean.Parser.Tactic.dbgTrace, `Lean.Parser.Term.dbgTrace,
  `Lean.Parser.Term.byElab, `Lean.Parser.Term.unsafe, `Lean.Parser.Term.includeStr, `Lean.Parser.Tactic.«repeat'», `Lean.Parser.Tactic.sleep,
  `Lean.Parser.Term.runElab, `Lean.Parser.Term.runMeta, `Lean.Parser.Term.evalTerm, `Lean.Parser.Tactic.«unknown»,
  `Lean.Parser.Term.dynamicQuot, `Lean.Parser.Tactic.quot, `Lean.Parser.Tactic.quotSeq, `Lean.Parser.Term.quotSeq]
/-- The last component of a kind decides for search tactics (`exact?` …) and quotations, the first for the server's own. -/
def forbiddenEnding : Name → Bool
  | .str _ s => match s.utf8ByteSize with
    | 0 => false
    | n + 1 => (extract s ⟨n⟩ ⟨n + 1⟩ == "?") || (s == "quot") || (s == "antiquot")
  | _ => false
def topComponent : Name → String
  | .str .anonymous s => s
  | .str p _ => topComponent p
  | .num p _ => topComponent p
  | .anonymous => ""
def lastComponent : Name → String
  | .str _ s => s
  | _ => ""
def forbiddenKind (k : Name) : Bool := memberOf k forbidden || forbiddenEnding k || (topComponent k == "Reaprover")

/-- Whether `native` is asked for anywhere below: the item `+native`, `(native := …)` or a whole configuration. -/
partial def asksNative : Syntax → Bool
  | .node _ k args =>
    let names := (k == `Lean.Parser.Tactic.posConfigItem) || (k == `Lean.Parser.Tactic.valConfigItem) || (k == `Lean.Parser.Tactic.config)
    let rec go : List Syntax → Bool
      | [] => false
      | a :: as => asksNative a || (names && (match a with
          | .ident _ _ v _ => (lastComponent v == "native") || (lastComponent v == "config")
          | _ => false)) || go as
    (k == `Lean.Parser.Tactic.config) || go args.toList
  | _ => false

/-- The first forbidden kind in the tree. -/
partial def findForbidden (stx : Syntax) : Option Name :=
  match stx with
  | .node _ k args => match forbiddenKind k || ((k == `Lean.Parser.Tactic.decide) && asksNative stx) with
    | true => some k
    | false =>
      let rec go : List Syntax → Option Name
        | [] => none
        | a :: as => match findForbidden a with
          | some k => some k
          | none => go as
      go args.toList
  | _ => none

/-! ### Kinds of failure -/

def messageText (m : Obj) : M String := basic (MessageData.toString m)

/-- A syntax kind of the tactic level: an exception that points there is the tactic's, one that points into a term is the elaborator's. -/
partial def tacticKind : Name → Bool
  | .str (.str (.str .anonymous "Lean") "Parser") "Tactic" => true
  | .str (.str (.str .anonymous "Lean") "Elab") "Tactic" => true
  | .str .anonymous s => (extract s ⟨0⟩ ⟨6⟩ == "tactic") || (s == "null")
  | .str p s => ((p == `Lean) && ((s == "cdot") || (s == "calcTactic") || (s == "solveTactic") || (s == "calcSteps"))) || tacticKind p
  | .num p _ => tacticKind p
  | .anonymous => true
def pointsToTactic : Syntax → Bool
  | .node _ k _ => tacticKind k
  | .missing => true
  | .atom _ _ => true
  | .ident _ _ _ _ => false

def failureOf (e : Lean.Exception) : M Failure := do
  match Exception.isMaxHeartbeat e, Exception.isMaxRecDepth e with
  | true, _ => return ⟨"heartbeat", "the limit of heartbeats was reached", none⟩
  | _, true => return ⟨"recursion", "the limit of recursion depth was reached", none⟩
  | false, false =>
    let msg ← messageText (Exception.toMessageData e)
    match e with
    | .error ref _ => return ⟨(match pointsToTactic ref with | true => "tactic_failed" | false => "elab"), msg, none⟩
    | .internal id _ =>
      let own := [Elab.postponeExceptionId, Elab.unsupportedSyntaxExceptionId, Elab.abortCommandExceptionId, Elab.abortTermExceptionId,
        Elab.abortTacticExceptionId, Elab.autoBoundImplicitExceptionId, Meta.isDefEqStuckExceptionId]
      let rec member : List Nat → Bool
        | [] => false
        | n :: ns => (n == id) || member ns
      return ⟨(match member own with | true => "elab" | false => "internal"), msg, none⟩

def kernelFailure (e : Obj) : M Failure := do
  let msg ← messageText (Kernel.Exception.toMessageData e Options.empty)
  let kind := match Kernel.Exception.ctorIdx e with
    | 13 => "heartbeat"
    | 15 => "recursion"
    | _ => "elab"
  return ⟨kind, str "the kernel refuses it: " msg, none⟩

/-- The first logged error. -/
def firstMessage : List Message → M String
  | [] => return "an error was logged"
  | m :: ms => match m.severity with
    | .error => messageText m.data
    | _ => firstMessage ms
def loggedFailure : M (Option Failure) := do
  let log ← core Core.getMessageLog
  match MessageLog.hasErrors log with
  | false => return none
  | true => return some ⟨"elab", ← firstMessage (MessageLog.toList log), none⟩

/-! ### Keys -/

def code (n : Nat) : UInt64 := uint64 n
def tag₁ : UInt64 := code 11400714819323198485
def tag₂ : UInt64 := code 14029467366897019727
def tag₃ : UInt64 := code 1609587929392839161
def tag₄ : UInt64 := code 9650029242287828579
def tag₅ : UInt64 := code 2870177450012600261
def tag₆ : UInt64 := code 7046029254386353087
def tag₇ : UInt64 := code 15794028255413092319
def tag₈ : UInt64 := code 18442456492783560923
def tag₉ : UInt64 := code 6384245875588680899
def node₂ (tag a b : UInt64) : UInt64 := mixHash (mixHash tag a) b
def node₃ (tag a b c : UInt64) : UInt64 := mixHash (mixHash (mixHash tag a) b) c

/-- What the walk over a list of goals has met. -/
structure Walk where
  /-- metavariables in order of first occurrence; expression and level ones together -/
  numbered : List Name
  count : Nat
  /-- numbered, but their types not yet walked -/
  pending : List Name
  /-- met in the present goal -/
  touched : List Name
  /-- an unassigned metavariable occurs in a type -/
  seen : Bool
  /-- identities of the hypotheses of the present goal, latest first -/
  ids : List (Prod Name UInt64)
  /-- values of large ground subterms -/
  memo : Obj
instance : Nonempty Walk := ⟨⟨[], 0, [], [], false, [], Classical.ofNonempty⟩⟩
def freshMemo : Obj := PersistentHashMap.empty Unit Unit Expr.instBEq Expr.instHashable

/-- Position of `n` from the end, so that it does not change when names are put in front. -/
def indexOf (n : Name) : List Name → Nat → Option Nat
  | [], _ => none
  | m :: ms, len => match n == m with
    | true => some (len - 1)
    | false => indexOf n ms (len - 1)
def touch (n : Name) (isExpr : Bool) (s : Walk) : Prod UInt64 Walk :=
  let touched := match memberOf n s.touched with
    | true => s.touched
    | false => n :: s.touched
  match indexOf n s.numbered s.count with
  | some i => (code i, { s with touched := touched, seen := true })
  | none => (code s.count, { s with
      numbered := n :: s.numbered, count := s.count + 1, touched := touched, seen := true
      pending := match isExpr with
        | true => n :: s.pending
        | false => s.pending })

partial def walkLevel (u : Level) (s : Walk) : Prod UInt64 Walk :=
  match u with
  | .zero => (tag₁, s)
  | .succ u _ => match walkLevel u s with
    | (a, s) => (mixHash tag₂ a, s)
  | .max u v _ => match walkLevel u s with
    | (a, s) => match walkLevel v s with
      | (b, s) => (node₂ tag₃ a b, s)
  | .imax u v _ => match walkLevel u s with
    | (a, s) => match walkLevel v s with
      | (b, s) => (node₂ tag₄ a b, s)
  | .param n _ => (mixHash tag₅ n.hash, s)
  | .mvar n _ => match touch n false s with
    | (a, s) => (mixHash tag₆ a, s)
def walkLevels : List Level → UInt64 → Walk → Prod UInt64 Walk
  | [], acc, s => (acc, s)
  | u :: us, acc, s => match walkLevel u s with
    | (a, s) => walkLevels us (mixHash acc a) s
def binderCode : BinderInfo → UInt64
  | .default => tag₁
  | .implicit => tag₂
  | .strictImplicit => tag₃
  | .instImplicit => tag₄
def idOf (n : Name) : List (Prod Name UInt64) → UInt64
  | [] => tag₉
  | (m, h) :: rest => match n == m with
    | true => h
    | false => idOf n rest

/-- The hash of a term: its structure, with hypotheses by identity and metavariables by number; names of bound variables and annotations do not count. -/
partial def walk (e : Expr) (s : Walk) : Prod UInt64 Walk :=
  match e with
  | .bvar i _ => (mixHash tag₁ (code i), s)
  | .fvar n _ => (mixHash tag₂ (idOf n s.ids), s)
  | .mvar n _ => match touch n true s with
    | (a, s) => (mixHash tag₃ a, s)
  | .sort u _ => match walkLevel u s with
    | (a, s) => (mixHash tag₄ a, s)
  | .const n us _ => match us with
    | [] => (mixHash tag₅ n.hash, s)
    | us => walkLevels us (mixHash tag₅ n.hash) s
  | .lit (.natVal n) _ => (mixHash tag₇ (mixHash (code n) (String.hash (toString n))), s)
  | .lit (.strVal t) _ => (mixHash tag₈ (String.hash t), s)
  | .mdata _ e _ => walk e s
  | e => match (Nat.ble 12 (depth e)) && !(Expr.hasMVar e) with
    | false => compound e s
    | true => match PersistentHashMap.find? Unit Unit Expr.instBEq Expr.instHashable s.memo e with
      | some h => (castObj h, s)
      | none => match compound e s with
        | (a, s) => (a, { s with memo := PersistentHashMap.insert Unit Unit Expr.instBEq Expr.instHashable s.memo e (castObj a) })
where
  toString (n : Nat) : String := String.ofList (toDigits 10 n)
  depth (e : Expr) : Nat := (Expr.approxDepth e).toNat
  compound (e : Expr) (s : Walk) : Prod UInt64 Walk :=
    match e with
    | .app f x _ => match walk f s with
      | (a, s) => match walk x s with
        | (b, s) => (node₂ tag₆ a b, s)
    | .lam _ t b bi _ => match walk t s with
      | (a, s) => match walk b s with
        | (c, s) => (node₃ tag₇ (binderCode bi) a c, s)
    | .forallE _ t b bi _ => match walk t s with
      | (a, s) => match walk b s with
        | (c, s) => (node₃ tag₈ (binderCode bi) a c, s)
    | .letE _ t v b _ _ => match walk t s with
      | (a, s) => match walk v s with
        | (c, s) => match walk b s with
          | (d, s) => (node₃ tag₉ a c d, s)
    | .proj n i e _ => match walk e s with
      | (a, s) => (node₃ tag₁ n.hash (code i) a, s)
    | _ => (tag₁, s)

/-- How many hypotheses of this hash there are already. -/
def rank (h : UInt64) : List (Prod Name UInt64) → Nat → Nat
  | [], n => n
  | (_, h') :: rest, n => match uint64Eq h h' with
    | true => rank h rest (n + 1)
    | false => rank h rest n

/-- Walk the hypotheses in order. `hashes` holds the plain hashes (for the rank), the walk's `ids` the identities; the result is the sum over the
identities, which does not depend on the order. -/
partial def walkHypotheses (lctx : Obj) (fvars : List Name) (hashes : List (Prod Name UInt64)) (sum : UInt64) (s : Walk) : Prod UInt64 Walk :=
  match fvars with
  | [] => (sum, s)
  | x :: xs =>
    let add (h : UInt64) (s : Walk) : Prod UInt64 Walk :=
      let id := mixHash h (code (rank h hashes 0))
      walkHypotheses lctx xs ((x, h) :: hashes) (uint64Add sum (mixHash id tag₉)) { s with ids := (x, id) :: s.ids }
    match LocalContext.get! lctx x with
    | .cdecl _ _ _ t bi .default => match walk t s with
      | (a, s) => add (node₂ tag₁ (binderCode bi) a) s
    -- the value of a `have` is not part of the state: only a `let` can be unfolded
    | .ldecl _ _ _ t _ true .default => match walk t s with
      | (a, s) => add (node₂ tag₁ (binderCode .default) a) s
    | .ldecl _ _ _ t v false .default => match walk t s with
      | (a, s) => match walk v s with
        | (b, s) => add (node₂ tag₂ a b) s
    | _ => walkHypotheses lctx xs hashes sum s

def walkDecl (d : MetavarDecl) (s : Walk) : Prod UInt64 Walk :=
  match walkHypotheses d.lctx (LocalContext.getFVarIds d.lctx).toList [] tag₃ { s with ids := [], memo := freshMemo } with
  | (a, s) => match walk d.type s with
    | (b, s) => (node₂ tag₄ a b, s)

/-- Walk what the metavariables met so far stand for: their types and contexts, or what a delayed assignment waits for. -/
partial def walkPending (acc : UInt64) (s : Walk) : M (Prod UInt64 Walk) := do
  match s.pending with
  | [] => return (acc, s)
  | m :: rest =>
    let s := { s with pending := rest }
    instantiateDecl m
    let st ← getMeta
    let s := match MetavarContext.getDelayedMVarAssignmentCore? st.mctx m with
      | none => s
      | some d => (touch d.mvarIdPending true s).2
    match MetavarContext.findDecl? st.mctx m with
    | none => walkPending acc s
    | some d => match walkDecl d s with
      | (a, s) => walkPending (mixHash acc a) s

structure Digest where
  key : UInt64
  hasMVars : Bool
  touched : List (List Name)

partial def walkGoals : List Name → UInt64 → List (List Name) → Walk → M Digest
  | [], acc, touched, s => return ⟨acc, s.seen, touched.reverse⟩
  | g :: gs, acc, touched, s => do
    instantiateDecl g
    match ← findDecl g with
    | none => walkGoals gs acc ([] :: touched) s
    | some d => match walkDecl d { s with touched := [g] } with
      | (a, s) => match ← walkPending a s with
        | (a, s) => walkGoals gs (mixHash acc a) (s.touched :: touched) s

def hex (n : UInt64) : String := String.ofList (toDigits 16 (uint64ToNat n))

/-! ### Components: goals that share a metavariable -/

def intersects (a b : List Name) : Bool := match a with
  | [] => false
  | x :: xs => memberOf x b || intersects xs b
def relabel (old new : Nat) : List (Prod Nat (List Name)) → List (Prod Nat (List Name))
  | [] => []
  | (l, t) :: rest => ((match l == old with | true => new | false => l), t) :: relabel old new rest
/-- Join the component of a new goal with every earlier one that it meets. -/
def joinAll (label : Nat) (t : List Name) : List (Prod Nat (List Name)) → List (Prod Nat (List Name)) → List (Prod Nat (List Name))
  | [], all => (label, t) :: all
  | (l, t') :: rest, all => match intersects t t' with
    | false => joinAll label t rest all
    | true => joinAll label t rest (relabel l label all)
def components : List (List Name) → Nat → List (Prod Nat (List Name)) → List Nat
  | [], _, done => (done.map Prod.fst).reverse
  | t :: ts, i, done => match done with
    | [] => components ts (i + 1) [(i, t)]
    | _ => components ts (i + 1) (joinAll i t done done)

def indicesOf (label : Nat) : List Nat → Nat → List Nat
  | [], _ => []
  | l :: ls, i => match l == label with
    | true => i :: indicesOf label ls (i + 1)
    | false => indicesOf label ls (i + 1)
/-- Groups of goal indices, in the order of their first goals. -/
def groups (labels : List Nat) : List (List Nat) :=
  let rec go : List Nat → List Nat → List (List Nat)
    | [], _ => []
    | l :: ls, done => match done.foldl (fun b n => b || n == l) false with
      | true => go ls done
      | false => indicesOf l labels 0 :: go ls (l :: done)
  go labels []
/-- The parts of a split: goals that stand alone, then all coupled goals together. -/
def childParts (labels : List Nat) : List (List Nat) :=
  let gs := groups labels
  let singles := gs.foldl (fun acc g => match g with | [i] => acc ++ [[i]] | _ => acc) []
  let coupled := gs.foldl (fun acc g => match g with | [_] => acc | g => acc ++ g) []
  match coupled with
  | [] => singles
  | _ => singles ++ [sort coupled]
where
  insert (n : Nat) : List Nat → List Nat
    | [] => [n]
    | m :: ms => match Nat.ble n m with
      | true => n :: m :: ms
      | false => m :: insert n ms
  sort : List Nat → List Nat
    | [] => []
    | n :: ns => insert n (sort ns)

/-! ### Printing -/

def printGoal (g : Name) : M String := do
  let f ← «meta» (Meta.ppGoal g)
  return pretty f 100 0 0
def printGoals : List Name → M (List String)
  | [] => return []
  | g :: gs => do
    let t ← printGoal g
    return t :: (← printGoals gs)

/-- A term as it prints in the context of a goal: as the target of a goal with that context, without what stands before the target. -/
def printIn (d : MetavarDecl) (e : Expr) : M String := do
  let m ← «meta» (Meta.mkFreshExprMVarAt d.lctx d.localInstances e .syntheticOpaque .anonymous 0)
  let t ← printGoal (Expr.mvarId! m)
  let rec last : List String → String
    | [] => ""
    | [s] => s
    | _ :: rest => last rest
  return last (splitOn (str "\n" t) "\n⊢ ")

def shadowed (n : Name) : List LocalDecl → Bool
  | [] => false
  | d :: ds => (match d with
    | .cdecl _ _ m _ _ _ => n == m
    | .ldecl _ _ m _ _ _ _ => n == m) || shadowed n ds
def structured (d : MetavarDecl) : M Json := do
  let decls := (LocalContext.getFVarIds d.lctx).toList.map (LocalContext.get! d.lctx)
  let rec hypotheses : List LocalDecl → M (List Json)
    | [] => return []
    | x :: xs => do
      let rest ← hypotheses xs
      let entry (n : Name) (t : Expr) (v : Option Expr) (isInst : Bool) : M (List Json) := do
        let accessible := !(Name.hasMacroScopes n || shadowed n xs)
        let shown := str (nameText (Name.eraseMacroScopes n)) (match accessible with | true => "" | false => "✝")
        let value ← match v with
          | none => pure Json.null
          | some v => do pure (text (← printIn d v))
        return Json.mkObj [("name", text shown), ("type", text (← printIn d t)), ("value", value),
          ("accessible", .bool accessible), ("instance", .bool isInst)] :: rest
      match x with
      | .cdecl _ _ n t bi .default => entry n t none (match bi with | .instImplicit => true | _ => false)
      | .ldecl _ _ n t _ true .default => entry n t none false
      | .ldecl _ _ n t v false .default => entry n t (some v) false
      | _ => return rest
  let hs ← hypotheses decls
  let case := match d.userName with
    | .anonymous => Json.null
    | n => text (nameText (Name.eraseMacroScopes n))
  return Json.mkObj [("case", case), ("hypotheses", .arr hs.toArray), ("target", text (← printIn d d.type))]
def structuredGoals : List Name → M (List Json)
  | [] => return []
  | g :: gs => do
    instantiateDecl g
    let rest ← structuredGoals gs
    match ← findDecl g with
    | none => return rest
    | some d => return (← structured d) :: rest

/-! ### The kernel's word on a finished proof -/

def allowedAxioms : List Name := [`propext, `Quot.sound, `Classical.choice]

def usedBy : ConstantInfo → List Name
  | .axiomInfo v => v.toConstantVal.type.getUsedConstants.toList
  | .defnInfo v => v.toConstantVal.type.getUsedConstants.toList ++ v.value.getUsedConstants.toList
  | .thmInfo v => v.toConstantVal.type.getUsedConstants.toList ++ v.value.getUsedConstants.toList
  | .opaqueInfo v => v.toConstantVal.type.getUsedConstants.toList ++ v.value.getUsedConstants.toList
  | .quotInfo v => v.toConstantVal.type.getUsedConstants.toList
  | .inductInfo v => v.toConstantVal.type.getUsedConstants.toList ++ v.ctors
  | .ctorInfo v => v.toConstantVal.type.getUsedConstants.toList
  | .recInfo v => v.toConstantVal.type.getUsedConstants.toList

/-- Axioms that constants of the environment `base` rest on; `seen` are constants that need no look. -/
partial def axiomsOf (base : Obj) : List Name → Prod Obj (List Name) → Prod Obj (List Name)
  | [], s => s
  | n :: ns, (seen, axioms) => match NameSet.contains seen n with
    | true => axiomsOf base ns (seen, axioms)
    | false =>
      let seen := NameSet.insert seen n
      match Kernel.Environment.find? base n with
      | none => axiomsOf base ns (seen, axioms)
      | some info =>
        let axioms := match info with
          | .axiomInfo _ => n :: axioms
          | _ => axioms
        axiomsOf base ns (axiomsOf base (usedBy info) (seen, axioms))

/-- What a term uses: declarations that are new since `base`, in an order in which they can be added, and constants of `base`. -/
structure Uses where
  seen : Obj
  fresh : List ConstantInfo
  old : List Name
  missing : List Name
instance : Nonempty Uses := ⟨⟨Classical.ofNonempty, [], [], []⟩⟩
partial def uses (env base : Obj) : List Name → Uses → Uses
  | [], s => s
  | n :: ns, s => match NameSet.contains s.seen n with
    | true => uses env base ns s
    | false =>
      let s := { s with seen := NameSet.insert s.seen n }
      match Kernel.Environment.find? base n with
      | some _ => uses env base ns { s with old := n :: s.old }
      | none => match Environment.find? env n false with
        | none => uses env base ns { s with missing := n :: s.missing }
        | some info =>
          let s := uses env base (usedBy info) s
          uses env base ns { s with fresh := info :: s.fresh }

/-- What a declaration in a file may use by default, in the unit of `maxHeartbeats`; a longer check would fail there too. -/
def kernelHeartbeats : Nat := 200000
def addToKernel (base : Obj) (d : Declaration) : M (Except Failure Obj) := do
  freeHeartbeats
  let limit : M Nat := fun c w => .ok (c.heartbeats + kernelHeartbeats * 1000) w
  match Kernel.Environment.addDeclCore base (usize (← limit)) (usize 0) d none with
  | .ok base => return .ok base
  | .error e => return .error (← kernelFailure e)
/-- Add auxiliary declarations, the last of the list first. -/
def addAuxiliary : List ConstantInfo → Obj → M (Except Failure Obj)
  | [], base => return .ok base
  | info :: rest, base => do
    match ← addAuxiliary rest base with
    | .error f => return .error f
    | .ok base => match info with
      | .thmInfo v => match v.value.hasSorry with
        | true => return .error ⟨"sorry", "an auxiliary lemma uses sorry", none⟩
        | false => addToKernel base (.thmDecl v)
      | .defnInfo v => match v.value.hasSorry with
        | true => return .error ⟨"sorry", "an auxiliary definition uses sorry", none⟩
        | false => match v.safety with
          | .safe => addToKernel base (.defnDecl v)
          | _ => return .error ⟨"unsafe", "an auxiliary definition is unsafe or partial", none⟩
      | .opaqueInfo v => addToKernel base (.opaqueDecl v)
      | .axiomInfo v => return .error ⟨"axioms", str "an axiom was added: " (nameText v.toConstantVal.name), none⟩
      | _ => return .error ⟨"elab", "a type was declared inside the proof", none⟩

def foreign (axioms : List Name) : List Name := axioms.foldl (fun acc a => match memberOf a allowedAxioms with | true => acc | false => a :: acc) []

/-- Names used by `terms`, checked for axioms and unsafe constants; the kernel environment with the auxiliary declarations. -/
def prepare (base clean : Obj) (terms : List Expr) : M (Except Failure (Prod Obj (Prod Obj Uses))) := do
  let names := terms.foldl (fun acc e => e.getUsedConstants.toList ++ acc) []
  let u := uses (← getEnv) base names ⟨NameSet.empty, [], [], []⟩
  match u.missing with
  | n :: _ => return .error ⟨"elab", str "unknown constant in the proof: " (nameText n), none⟩
  | [] =>
    match axiomsOf base u.old (clean, []) with
    | (clean', axioms) => match foreign axioms with
      | [] => match ← addAuxiliary u.fresh base with
        | .error f => return .error f
        | .ok base => return .ok (base, (clean', u))
      | bad => match memberOf `sorryAx bad with
        | true => return .error ⟨"sorry", "the proof rests on sorry", none⟩
        | false =>
          let isUnsafe := match bad with
            | a :: _ => match Kernel.Environment.find? base a with
              | some (.axiomInfo v) => v.isUnsafe
              | _ => false
            | [] => false
          return .error ⟨(match isUnsafe with | true => "unsafe" | false => "axioms"),
            str "the proof rests on an axiom that is not allowed: " (match bad with | a :: _ => nameText a | [] => ""), none⟩

def proofName : Name := `Reaprover.proof

/-- Full test of a finished root: the new set of clean constants and the declarations that were added again. -/
def checkRoot (root : Root) (type : Expr) (clean : Obj) : M (Except Failure (Prod Obj Uses)) := do
  let v ← instantiate root.mvar
  match v.hasSorry, v.hasMVar with
  | true, _ => return .error ⟨"sorry", "the proof uses sorry", none⟩
  | _, true => return .error ⟨"elab", "no goals remain, but the proof still contains metavariables", none⟩
  | false, false => match ← prepare root.base clean [v] with
    | .error f => return .error f
    | .ok (base, clean, u) => match ← addToKernel base (.thmDecl ⟨⟨proofName, root.levelParams, type⟩, v, [proofName]⟩) with
      | .error f => return .error f
      | .ok _ => return .ok (clean, u)

/-- Test of a finished part: the goals that it began with, under their contexts. -/
def checkPart (root : Root) (clean : Obj) : List Name → M (Except Failure Obj)
  | [] => return .ok clean
  | g :: gs => do
    let v ← instantiate (mkMVar g)
    instantiateDecl g
    match v.hasSorry, v.hasMVar, ← findDecl g with
    | true, _, _ => return .error ⟨"sorry", "the proof uses sorry", none⟩
    | _, true, _ => return .error ⟨"elab", "no goals remain in this part, but its proof still contains metavariables", none⟩
    | _, _, none => return .error ⟨"internal", "a goal of the part is unknown", none⟩
    | false, false, some d => match ← prepare root.base clean [v] with
      | .error f => return .error f
      | .ok (base, clean, _) =>
        let xs := LocalContext.getFVars d.lctx
        let type := LocalContext.mkForall d.lctx xs d.type false true
        let value := LocalContext.mkLambda d.lctx xs v false true
        match type.hasMVar || value.hasMVar with
        | true => return .error ⟨"elab", "no goals remain in this part, but a context still contains metavariables", none⟩
        | false =>
          -- opaque, not theorem: a goal may also ask for data
          match ← addToKernel base (.opaqueDecl ⟨⟨proofName, root.levelParams, type⟩, value, false, [proofName]⟩) with
          | .error f => return .error f
          | .ok _ => checkPart root clean gs

/-! ### Operations -/

def nodeFields (n : Node) : Fields :=
  [("goals", strings n.printed), ("key", text n.key), ("has_metavariables", .bool n.hasMVars),
   ("parts", .arr ((groups n.components).map numbers).toArray)]

/-- Describe the present state of the monad as a node. -/
def describe (init : Saved) (root : Root) (part : Option (List Name)) (goals : List Name) : M Node := do
  core Core.resetMessageLog
  match goals with
  | [] => return ⟨← saveSmall init, root, part, [], [], "closed", false, []⟩
  | goals =>
    let d ← walkGoals goals tag₁ [] ⟨goals.reverse, goals.length, [], [], false, [], freshMemo⟩
    let printed ← printGoals goals
    let saved ← saveSmall init
    return ⟨saved, root, part, goals, printed, hex d.key, d.hasMVars, components d.touched 0 []⟩

structure Applied where
  node : Node
  clean : Obj
  used : Nat
  elapsed : Nat

def getTime : M Nat := basic nanoseconds

/-- Apply one tactic (or a script) to a node: a failure, or the new node. Nothing of the session changes. -/
def applyTactic (init : Saved) (clean : Obj) (n : Node) (script : Bool) (limit : Nat) (input : String) : M (Except Failure Applied) := do
  let time ← getTime
  restore n.saved
  match ← parseTactic script input with
  | .error f => return .error f
  | .ok stx => match findForbidden stx with
    | some k => return .error ⟨"forbidden", str "this syntax is not allowed in a proof: " (nameText k), none⟩
    | none =>
      let start ← startHeartbeats limit
      let r ← attempt (do
        tactic (Elab.Tactic.evalTactic stx)
        tactic Elab.Tactic.getUnsolvedGoals)
      let stop ← getHeartbeats
      freeHeartbeats
      match r with
      | .error e => return .error (← failureOf e)
      | .ok goals => match ← loggedFailure with
        | some f => return .error f
        | none =>
          let proof ← instantiate n.root.mvar
          match proof.hasSorry with
          | true => return .error ⟨"sorry", "the tactic leaves sorry in the proof", none⟩
          | false =>
            let finish (r : Except Failure Obj) : M (Except Failure Applied) := do
              match r with
              | .error f => return .error f
              | .ok clean =>
                let node ← describe init n.root n.part goals
                return .ok ⟨node, clean, stop - start, (← getTime) - time⟩
            match goals, n.part with
            | _ :: _, _ => finish (.ok clean)
            | [], none => match ← checkRoot n.root n.root.type clean with
              | .error f => return .error f
              | .ok (clean, _) => finish (.ok clean)
            | [], some starts => finish (← checkPart n.root clean starts)

/-- Exceptions of the server's own steps are internal. -/
def guarded {α : Type} (x : M (Except Failure α)) : M (Except Failure α) := do
  match ← attempt x with
  | .ok r => return r
  | .error e =>
    freeHeartbeats
    let f ← failureOf e
    match f.kind == "heartbeat" || f.kind == "recursion" with
    | true => return .error f
    | false => return .error ⟨"internal", f.message, none⟩

def Session.push (s : Session) (n : Node) : Prod Session Nat :=
  ({ s with nodes := s.nodes.push (some n), held := s.held + 1 }, s.nodes.size)
def Session.node? (s : Session) (i : Nat) : Option Node := s.nodes.getD i none

/-- Put the result of an apply into the session and give its fields. -/
def record (s : Session) : Except Failure Applied → Prod Session (Except Failure Fields)
  | .error f => ({ s with applies := s.applies + 1 }, .error f)
  | .ok a =>
    match Session.push { s with applies := s.applies + 1, clean := a.clean } a.node with
    | (s, i) =>
      let status := match a.node.goals, a.node.part with
        | _ :: _, _ => "open"
        | [], none => "closed"
        | [], some _ => "part_closed"
      let handle := match a.node.goals with
        | _ :: _ => [("state", number i)]
        | [] => [("state", Json.null), ("proof", number i)]
      (s, .ok (handle ++ ("status", text status) :: nodeFields a.node
        ++ [("elapsed_ms", thousandths (a.elapsed / 1000)), ("heartbeats", thousandths a.used)]))

abbrev Answer : Type := Prod Session (Except Failure Fields)
def protocolError (message : String) : Failure := ⟨"protocol", message, none⟩
def badState : Failure := ⟨"state", "no such state: the handle is missing, malformed, released or was never given out", none⟩

/-- limits.heartbeats of a request -/
def limitOf (j : Json) : Except Failure Nat :=
  match field? j "limits" with
  | none => .ok defaultHeartbeats
  | some l => match field? l "heartbeats" with
    | none => .ok defaultHeartbeats
    | some .null => .ok defaultHeartbeats
    | some v => match nat? v with
      | some n => match Nat.ble 1 n && Nat.ble n ceiling with
        | true => .ok n
        | false => .error (protocolError "limits.heartbeats must lie between 1 and 1000000")
      | none => .error (protocolError "limits.heartbeats must be a positive integer")

def levelParamsOf (e : Expr) : List Name :=
  let rec addLevel : Level → List Name → List Name
    | .zero, acc => acc
    | .succ u _, acc => addLevel u acc
    | .max u v _, acc => addLevel v (addLevel u acc)
    | .imax u v _, acc => addLevel v (addLevel u acc)
    | .param n _, acc => match memberOf n acc with
      | true => acc
      | false => n :: acc
    | .mvar _ _, acc => acc
  let rec go : Expr → List Name → List Name
    | .sort u _, acc => addLevel u acc
    | .const _ us _, acc => us.foldl (fun acc u => addLevel u acc) acc
    | .app f a _, acc => go a (go f acc)
    | .lam _ t b _ _, acc => go b (go t acc)
    | .forallE _ t b _ _, acc => go b (go t acc)
    | .letE _ t v b _ _, acc => go b (go v (go t acc))
    | .mdata _ e _, acc => go e acc
    | .proj _ _ e _, acc => go e acc
    | _, acc => acc
  match e.hasLevelParam with
  | false => []
  | true => (go e []).reverse

/-- Elaborate a statement: its type, and how many leading binders become hypotheses. -/
def elabStatement (stx : Syntax) (withBinders : Bool) : M (Prod Expr Nat) := do
  let body (stx : Syntax) : Elab.Term.Action Expr := Elab.Term.elabType stx
  let pair ← match withBinders with
    | false => do
      let t ← term (body stx)
      pure (t, 0)
    | true =>
      let k : Array Expr → Elab.Term.Action Obj := fun xs ec er mc mr cc cr w =>
        match body (stx.getArg 4) ec er mc mr cc cr w with
        | .error e w => .error e w
        | .ok t w => match Elab.Term.synthesizeSyntheticMVarsNoPostponing false ec er mc mr cc cr w with
          | .error e w => .error e w
          | .ok _ w => match Meta.mkForallFVars xs t false true false .implicit mc mr cc cr w with
            | .error e w => .error e w
            | .ok t w => .ok (castObj (Prod.mk t xs.size)) w
      let r ← term (Elab.Term.elabBinders Unit (stx.getArg 1).getArgs k)
      pure (castObj r)
  match pair with
  | (t, n) =>
    term (Elab.Term.synthesizeSyntheticMVarsNoPostponing false)
    let t ← instantiate t
    let t ← term (Elab.Term.levelMVarToParam t (castObj fun _ : Name => false))
    return (t, n)

def opOpen (s : Session) (j : Json) : M Answer := do
  match strField? j "theorem", limitOf j with
  | none, _ => return (s, .error (protocolError "open: the field theorem must be a text"))
  | _, .error f => return (s, .error f)
  | some statement, .ok limit =>
    let time ← getTime
    restore s.init
    let binders := match strField? j "binders" with
      | none => ""
      | some b => b
    let withBinders := !(binders == "")
    let input := match withBinders with
      | true => str "∀ " (str binders (str ", " statement))
      | false => statement
    let r ← guarded (do
      match ← parse `term 0 input with
      | .error f => return .error f
      | .ok stx => match findForbidden stx, withBinders && !(stx.isOfKind `Lean.Parser.Term.forall) with
        | some k, _ => return .error ⟨"forbidden", str "this syntax is not allowed in a statement: " (nameText k), none⟩
        | none, true => return .error ⟨"parse", "the binders are not a list of binders", none⟩
        | none, false =>
          let start ← startHeartbeats limit
          let r ← attempt (elabStatement stx withBinders)
          let stop ← getHeartbeats
          freeHeartbeats
          match r with
          | .error e => return .error (← failureOf e)
          | .ok (t, n) => match ← loggedFailure with
            | some f => return .error f
            | none => match t.hasSorry, t.hasMVar || t.hasFVar with
              | true, _ => return .error ⟨"sorry", "the statement contains sorry", none⟩
              | _, true => return .error ⟨"elab", "the statement is not closed: it contains metavariables or variables of the session", none⟩
              | false, false =>
                match ← «meta» (Meta.isProp t) with
                | false => return .error ⟨"elab", "the statement is not a proposition", none⟩
                | true =>
                  let m ← «meta» (Meta.mkFreshExprMVarAt LocalContext.empty Array.empty t .syntheticOpaque .anonymous 0)
                  let g ← match n with
                    | 0 => pure (Expr.mvarId! m)
                    | n => do
                      let r ← «meta» (MVarId.introNP (Expr.mvarId! m) n)
                      pure r.2
                  let root : Root := ⟨t, m, levelParamsOf t, Environment.toKernelEnv (← getEnv)⟩
                  tactic (Elab.Tactic.setGoals [g])
                  let node ← describe s.init root none [g]
                  let format ← «meta» (Meta.ppExpr t)
                  return .ok (node, pretty format 100 0 0, stop - start))
    match r with
    | .error f => return (s, .error f)
    | .ok (node, printed, used) =>
      let elapsed := (← getTime) - time
      match s.push node with
      | (s, i) => return (s, .ok ([("root", number i), ("state", number i), ("status", text "open")] ++ nodeFields node ++
          [("pretty", text printed), ("info", Json.mkObj [("lean", text versionString), ("commit", text githash), ("protocol", number 1)]),
           ("elapsed_ms", thousandths (elapsed / 1000)), ("heartbeats", thousandths used)]))

def stateOf (s : Session) (j : Json) (k : String) : Option Node := match natField? j k with
  | some i => s.node? i
  | none => none

def opApply (s : Session) (j : Json) (script : Bool) : M Answer := do
  let stateField := match script with | true => "root" | false => "state"
  let textField := match script with | true => "script" | false => "tactic"
  match stateOf s j stateField, strField? j textField, limitOf j with
  | none, _, _ => return (s, .error badState)
  | _, none, _ => return (s, .error (protocolError (str textField " must be a text")))
  | _, _, .error f => return (s, .error f)
  | some n, some t, .ok limit => return record s (← guarded (applyTactic s.init s.clean n script limit t))

def opBatch (s : Session) (j : Json) : M Answer := do
  match stateOf s j "state", arrField? j "tactics", limitOf j with
  | none, _, _ => return (s, .error badState)
  | _, none, _ => return (s, .error (protocolError "tactics must be a list of texts"))
  | _, _, .error f => return (s, .error f)
  | some n, some ts, .ok limit => match allSome str? ts with
    | none => return (s, .error (protocolError "tactics must be a list of texts"))
    | some ts =>
      let rec go : List String → Session → Array Json → M (Prod Session (Array Json))
        | [], s, acc => return (s, acc)
        | t :: ts, s, acc => do
          match record s (← guarded (applyTactic s.init s.clean n false limit t)) with
          | (s, .error f) => go ts s (acc.push (Json.mkObj [("ok", .bool false), ("error", f.toJson)]))
          | (s, .ok fields) => go ts s (acc.push (Json.mkObj (("ok", .bool true) :: fields)))
      match ← go ts s Array.empty with
      | (s, results) => return (s, .ok [("results", .arr results)])

def pick (goals : List Name) (indices : List Nat) : Option (List Name) :=
  let a := goals.toArray
  allSome (fun i => match Nat.ble (i + 1) goals.length with
    | true => some (a.getD i .anonymous)
    | false => none) indices
def distinct : List Nat → Bool
  | [] => true
  | n :: ns => !(ns.foldl (fun b m => b || m == n) false) && distinct ns
def requestedParts (j : Json) (n : Node) : Except Failure (List (List Nat)) :=
  match field? j "parts" with
  | none => .ok (childParts n.components)
  | some .null => .ok (childParts n.components)
  | some (.arr a) =>
    let list (v : Json) : Option (List Nat) := match v with
      | .arr b => match allSome nat? b.toList with
        | some (i :: is) => some (i :: is)
        | _ => none
      | _ => none
    match allSome list a.toList with
    | none => .error (protocolError "parts must be a list of non-empty lists of goal indices")
    | some ps => match distinct (ps.foldl (fun acc p => acc ++ p) []) with
      | true => .ok ps
      | false => .error (protocolError "a goal index stands in two parts")
  | some _ => .error (protocolError "parts must be a list of non-empty lists of goal indices")

def opSplit (s : Session) (j : Json) : M Answer := do
  match stateOf s j "state" with
  | none => return (s, .error badState)
  | some n => match requestedParts j n with
    | .error f => return (s, .error f)
    | .ok ps => match ps with
      | [] => return (s, .ok [("parts", .arr Array.empty)])
      | [_] => return (s, .ok [("parts", .arr Array.empty)])
      | ps => match allSome (pick n.goals) ps with
        | none => return (s, .error (protocolError "a goal index is out of range"))
        | some goalLists =>
          let rec go : List (List Nat) → List (List Name) → Session → Array Json → M (Prod Session (Array Json))
            | p :: ps, gs :: rest, s, acc => do
              restore n.saved
              tactic (Elab.Tactic.setGoals gs)
              let node ← describe s.init n.root (some gs) gs
              let coupled := match p with | [_] => false | _ => true
              match s.push node with
              | (s, i) => go ps rest s (acc.push (Json.mkObj (("state", number i) :: ("coupled", .bool coupled) ::
                  ("indices", numbers p) :: nodeFields node)))
            | _, _, s, acc => return (s, acc)
          match ← guarded (do return .ok (← go ps goalLists s Array.empty)) with
          | .error f => return (s, .error f)
          | .ok (s, parts) => return (s, .ok [("parts", .arr parts)])

def opGoals (s : Session) (j : Json) : M Answer := do
  match stateOf s j "state", strField? j "form" with
  | none, _ => return (s, .error badState)
  | some n, some "structured" =>
    restore n.saved
    match ← guarded (do return .ok (← structuredGoals n.goals)) with
    | .error f => return (s, .error f)
    | .ok goals => return (s, .ok [("goals", .arr goals.toArray)])
  | some n, some "printed" => return (s, .ok [("goals", strings n.printed)])
  | some n, none => return (s, .ok [("goals", strings n.printed)])
  | some _, some _ => return (s, .error (protocolError "form must be printed or structured"))

def opCheck (s : Session) (j : Json) : M Answer := do
  match stateOf s j "state", field? j "against" with
  | none, _ => return (s, .error badState)
  | some n, against =>
    let root := match against with
      | none => some n
      | some .null => some n
      | some _ => stateOf s j "against"
    match root with
    | none => return (s, .error badState)
    | some r =>
      restore n.saved
      let verdict (reason : Json) (axioms : List Name) (num : Nat) : Fields :=
        [("verdict", text (match reason with | .null => "accepted" | _ => "rejected")), ("reason", reason),
         ("axioms", strings (axioms.map nameText)), ("declarations", number num)]
      match n.goals with
      | _ :: _ => return (s, .ok (verdict (text "goals are open") [] 0))
      | [] => match ← guarded (checkRoot n.root r.root.type s.clean) with
        | .error f => match f.kind == "internal" with
          | true => return (s, .error f)
          | false => return (s, .ok (verdict (text (str f.kind (str ": " (shorten f.message)))) [] 0))
        | .ok (clean, u) => match axiomsOf n.root.base u.old (NameSet.empty, []) with
          | (_, axioms) => return ({ s with clean := clean }, .ok (verdict .null axioms u.fresh.length))

def opRelease (s : Session) (j : Json) : M Answer := do
  match arrField? j "states" with
  | none => return (s, .error (protocolError "states must be a list"))
  | some hs =>
    let rec go : List Json → Session → Nat → Nat → Prod Session (Prod Nat Nat)
      | [], s, released, unknown => (s, released, unknown)
      | h :: hs, s, released, unknown => match nat? h with
        | none => go hs s released (unknown + 1)
        | some i => match s.node? i with
          | none => go hs s released (unknown + 1)
          | some _ => go hs { s with nodes := setAt _ s.nodes i none, held := s.held - 1 } (released + 1) unknown
    match go hs s 0 0 with
    | (s, released, unknown) => return (s, .ok [("released", number released), ("unknown", number unknown)])

def opStat (s : Session) : M Answer := do
  let now ← getTime
  return (s, .ok [("states", number s.held), ("applies", number s.applies), ("uptime_ms", number ((now - s.started) / 1000000)),
    ("next_state", number s.nodes.size)])
def info : Fields :=
  [("pong", .bool true), ("protocol", number 1), ("lean", text versionString), ("commit", text githash)]

/-! ### The loop -/

def reply (id : Nat) (nonce : String) : Except Failure Fields → String
  | .ok fields => Json.compress (Json.mkObj (("id", number id) :: ("nonce", text nonce) :: ("ok", .bool true) :: fields))
  | .error f => Json.compress (Json.mkObj [("id", number id), ("nonce", text nonce), ("ok", .bool false), ("error", f.toJson)])

/-- The id in a line that is not JSON: digits after the first `"id":`; 0 if there are none. -/
def roughId (line : String) : Nat :=
  match splitOn line "\"id\":" with
  | _ :: rest :: _ => match splitOn (extract rest ⟨0⟩ ⟨40⟩) "," with
    | n :: _ => match splitOn n " " with
      | [n] => (textToNat n).getD 0
      | ["", n] => (textToNat n).getD 0
      | _ => 0
    | [] => 0
  | _ => 0

def dispatch (s : Session) (op : String) (j : Json) : M Answer :=
  match op with
  | "apply" => opApply s j false
  | "apply_batch" => opBatch s j
  | "split" => opSplit s j
  | "release" => opRelease s j
  | "goals" => opGoals s j
  | "open" => opOpen s j
  | "check" => opCheck s j
  | "replay" => opApply s j true
  | "stat" => opStat s
  | "ping" => return (s, .ok info)
  | "close" => return (s, .ok [("closed", .bool true)])
  | op => return (s, .error (protocolError (str "unknown operation: " (shorten op))))

/-- Answer one line: the session after it, the reply, and whether to go on. -/
def answer (s : Session) (line : String) : M (Prod Session (Prod String Bool)) := fun c w =>
  match decide (line.utf8ByteSize ≤ 16777216) with
  | false => .ok (s, reply (roughId line) c.nonce (.error (protocolError "a line is longer than 16 MiB")), true) w
  | true => match Json.parse line with
    | .error e => .ok (s, reply (roughId line) c.nonce (.error (protocolError (str "not JSON: " e))), true) w
    | .ok j => match natField? j "id", strField? j "op" with
      | none, _ => .ok (s, reply 0 c.nonce (.error (protocolError "id must be a positive integer")), true) w
      | some 0, _ => .ok (s, reply 0 c.nonce (.error (protocolError "id must be a positive integer")), true) w
      | some id, none => .ok (s, reply id c.nonce (.error (protocolError "op must be a text")), true) w
      | some id, some op => match dispatch s op j c w with
        | .ok (s, r) w => .ok (s, reply id c.nonce r, !(op == "close")) w
        | .error e w => match failureOf (castObj e) c w with
          | .ok f w => .ok (s, reply id c.nonce (.error ⟨"internal", f.message, none⟩), true) w
          | .error e w => .error e w

def without (sep s : String) : String := (splitOn s sep).foldl String.append ""
def isBlank (line : String) : Bool := Nat.ble line.utf8ByteSize 4096 && (without "\n" (without "\r" (without "\t" (without " " line))) == "")

/-- Calls itself at the end only, so that the stack does not grow. -/
partial def loop (requests replies : Obj) (s : Session) (c : Ctx) (w : World) : Outcome Unit :=
  match getLine requests w with
  | .error e w => .error e w
  | .ok line w => match line == "" with
    | true => .ok () w
    | false => match isBlank line with
      | true => loop requests replies s c w
      | false => match answer s line c w with
        | .error e w => .error e w
        | .ok (s, out, more) w => match putStr replies (str out "\n") w with
          | .error e w => .error e w
          | .ok _ w => match flush replies w with
            | .error e w => .error e w
            | .ok _ w => match more with
              | false => .ok () w
              | true => loop requests replies s c w

def serve (requests replies : String) : M Unit := do
  let hin ← lift (openFile requests .read)
  let hout ← lift (openFile replies .write)
  let disable : Core.Action Unit := castObj (Elab.enableInfoTree Unit Core.instMonadInfoTreeCoreM false)
  core disable
  let init ← save
  let session : Session := ⟨init, #[none], 0, 0, ← getTime, NameSet.empty⟩
  fun c w => loop hin hout session c w
  restore init
  match ← parse `tactic 0 "exact True.intro" with
  | .error _ => return ()
  | .ok stx => tactic (Elab.Tactic.evalTactic stx)

/-- The text of a string literal, quotes included, without them. -/
def unquote (stx : Syntax) : String := match stx.getArg 0 with
  | .atom _ s => extract s ⟨1⟩ ⟨s.utf8ByteSize - 1⟩
  | _ => ""

syntax (name := serveStx) "reaprover_serve" str str str : tactic
@[tactic serveStx] def evalServe : Lean.Elab.Tactic.Tactic := fun stx tc tr ec er mc mr cc cr w =>
  match numHeartbeats w with
  | ⟨hb, w⟩ => serve (unquote (stx.getArg 1)) (unquote (stx.getArg 2)) ⟨⟨tc.elaborator, false⟩, tr, ec, er, mc, mr, cc, cr, hb, unquote (stx.getArg 3)⟩ w
end Reaprover
