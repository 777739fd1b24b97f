/-
Functions of the compiled Lean library, called by name; only their types are stated here.

The interpreter finds an extern constant by its mangled name, so the extern string is only a marker. What counts is the true name and the true number of
arguments, in which types, instances, reader contexts and the token of the world are counted. A wrong count is a segmentation fault: keep everything
of this kind in this file, and try each function after a change of the Lean version. Objects that are only handed on have the type `Obj`;
objects whose fields are read have a mirror type with the same order of constructors and fields, because only the layout matters to compiled code.
-/
prelude
import Init
import Init.Print
set_option autoImplicit false
set_option genSizeOfSpec false
set_option linter.all false

universe u

/-! ### Effects: actions take the token of the world and return it with their result -/

opaque Void.nonemptyType (σ : Type) : NonemptyType.{0}
def Void (σ : Type) : Type := (Void.nonemptyType σ).type
instance Void.instNonempty {σ : Type} : Nonempty (Void σ) := (Void.nonemptyType σ).property

namespace Reaprover
opaque Obj.nonemptyType : NonemptyType.{0}
/-- An object of the compiled library that is only handed on. -/
def Obj : Type := Obj.nonemptyType.type
instance Obj.instNonempty : Nonempty Obj := Obj.nonemptyType.property

structure Out (σ α : Type) where
  val : α
  state : Void σ
inductive FailableOut (ε σ α : Type) where
  | ok : α → Void σ → FailableOut ε σ α
  | error : ε → Void σ → FailableOut ε σ α
def RealWorld : Type := Unit
abbrev World : Type := Void RealWorld
/-- Result of an action that cannot fail. -/
abbrev Result (α : Type) : Type := Out RealWorld α
/-- Result of an action that can fail; the error is an `IO.Error` or a `Lean.Exception`. -/
abbrev Outcome (α : Type) : Type := FailableOut Obj RealWorld α
instance {α : Type} [Nonempty α] : Nonempty (Result α) := ⟨⟨Classical.ofNonempty, Classical.ofNonempty⟩⟩
instance {α β : Type} [Nonempty α] [Nonempty β] : Nonempty (Prod α β) := ⟨⟨Classical.ofNonempty, Classical.ofNonempty⟩⟩
instance {α : Type} : Nonempty (Outcome α) := ⟨.error Classical.ofNonempty Classical.ofNonempty⟩

unsafe def castImpl {α β : Type} [Nonempty β] (a : α) : β := unsafeCast a
/-- The same object under another type; right only if both types have one layout. -/
@[implemented_by castImpl] opaque castObj {α β : Type} [Nonempty β] (a : α) : β := Classical.ofNonempty
end Reaprover

open Reaprover (Obj World Result Outcome)

/-! ### Files, references, clocks -/

namespace Reaprover
inductive FileMode where
  | read | write
@[extern "compiled", export l_IO_FS_Handle_mk___boxed] opaque openBoxed (path : String) (mode : Obj) (w : World) : Outcome Obj
def openFile (path : String) (mode : FileMode) (w : World) : Outcome Obj := openBoxed path (castObj mode) w
@[extern "compiled", export l_IO_FS_Handle_getLine___boxed] opaque getLine (h : Obj) (w : World) : Outcome String
@[extern "compiled", export l_IO_FS_Handle_putStr___boxed] opaque putStr (h : Obj) (s : String) (w : World) : Outcome Unit
@[extern "compiled", export l_IO_FS_Handle_flush___boxed] opaque flush (h : Obj) (w : World) : Outcome Unit
@[extern "compiled", export l_ST_Prim_Ref_get___boxed] opaque readRef (σ α : Type) (r : Obj) (w : World) : Result Obj
@[extern "compiled", export l_ST_Prim_Ref_set___boxed] opaque writeRef (σ α : Type) (r : Obj) (a : Obj) (w : World) : Result Unit
@[extern "compiled", export l_IO_getNumHeartbeats___boxed] opaque numHeartbeats (w : World) : Result Nat
@[extern "compiled", export l_IO_setNumHeartbeats___boxed] opaque setNumHeartbeats (n : Nat) (w : World) : Result Unit
@[extern "compiled", export l_IO_monoNanosNow___boxed] opaque nanoseconds (w : World) : Result Nat
end Reaprover

/-! ### Numbers and text: under names of our own, since the library may come to declare the true ones.
`export` gives the symbol, which is then called as it is: with `___boxed` all arguments are objects and owned. -/

namespace Reaprover
@[extern "compiled", export l_UInt32_ofNat___boxed] opaque uint32Boxed (n : Nat) : Obj
@[extern "compiled", export l_UInt64_ofNat___boxed] opaque uint64Boxed (n : Nat) : Obj
@[extern "compiled", export l_UInt64_toNat___boxed] opaque uint64ToNatBoxed (n : Obj) : Nat
@[extern "compiled", export l_UInt64_add___boxed] opaque uint64AddBoxed (a b : Obj) : Obj
@[extern "compiled", export l_UInt64_decEq___boxed] opaque uint64EqBoxed (a b : Obj) : Obj
@[extern "compiled", export l_USize_ofNat___boxed] opaque usizeBoxed (n : Nat) : Obj
instance : Nonempty UInt32 := ⟨UInt32.ofNatLT 0 (by decide)⟩
instance : Nonempty UInt64 := ⟨UInt64.ofNatLT 0 (by decide)⟩
instance : Nonempty USize := ⟨⟨BitVec.ofNat _ 0⟩⟩
def uint32 (n : Nat) : UInt32 := castObj (uint32Boxed n)
def uint64 (n : Nat) : UInt64 := castObj (uint64Boxed n)
def uint64ToNat (n : UInt64) : Nat := uint64ToNatBoxed (castObj n)
def uint64Add (a b : UInt64) : UInt64 := castObj (uint64AddBoxed (castObj a) (castObj b))
def uint64Eq (a b : UInt64) : Bool := castObj (uint64EqBoxed (castObj a) (castObj b))
def usize (n : Nat) : USize := castObj (usizeBoxed n)
@[extern "compiled", export l_Array_setIfInBounds___boxed] opaque setAt (α : Type) (a : Array α) (i : Nat) (v : α) : Array α := a
@[extern "compiled", export l_Nat_toDigits___boxed] opaque toDigits (base n : Nat) : List Char
@[extern "compiled", export l_String_splitOn___boxed] opaque splitOn (s sep : String) : List String
@[extern "compiled", export l_String_toNat_x3f] opaque textToNat (s : String) : Option Nat
@[extern "compiled", export l_String_Pos_Raw_extract___boxed] opaque extract (s : String) (b e : String.Pos.Raw) : String
@[extern "compiled", export l_Std_Format_pretty___boxed] opaque pretty (f : Obj) (width indent column : Nat) : String
end Reaprover
open Reaprover

namespace Lean

/-! ### JSON -/

structure JsonNumber where
  mantissa : Obj
  exponent : Nat
inductive Json where
  | null
  | bool (b : Bool)
  | num (n : JsonNumber)
  | str (s : String)
  | arr (elems : Array Json)
  | obj (kvs : Obj)
instance : Inhabited Json := ⟨.null⟩
@[extern "compiled"] opaque Json.parse (s : String) : Except String Json := .error ""
@[extern "compiled"] opaque Json.getObjVal? (j : Json) (k : String) : Except String Json := .error ""
@[extern "compiled"] opaque Json.getNat? (j : Json) : Except String Nat := .error ""
@[extern "compiled"] opaque Json.compress (j : Json) : String
@[extern "compiled"] opaque Json.mkObj (o : List (Prod String Json)) : Json

/-! ### Terms: mirrors of `Level`, `Expr` and what holds them. The last field of most constructors is the cached data word. -/

inductive BinderInfo where
  | default | implicit | strictImplicit | instImplicit
inductive Literal where
  | natVal (n : Nat)
  | strVal (s : String)

inductive Level where
  | zero
  | succ (u : Level) (data : UInt64)
  | max (u v : Level) (data : UInt64)
  | imax (u v : Level) (data : UInt64)
  | param (n : Name) (data : UInt64)
  | mvar (n : Name) (data : UInt64)
instance : Inhabited Level := ⟨.zero⟩

inductive Expr where
  | bvar (i : Nat) (data : UInt64)
  | fvar (n : Name) (data : UInt64)
  | mvar (n : Name) (data : UInt64)
  | sort (u : Level) (data : UInt64)
  | const (n : Name) (us : List Level) (data : UInt64)
  | app (f a : Expr) (data : UInt64)
  | lam (n : Name) (t b : Expr) (bi : BinderInfo) (data : UInt64)
  | forallE (n : Name) (t b : Expr) (bi : BinderInfo) (data : UInt64)
  | letE (n : Name) (t v b : Expr) (nondep : Bool) (data : UInt64)
  | lit (l : Literal) (data : UInt64)
  | mdata (d : Obj) (e : Expr) (data : UInt64)
  | proj (n : Name) (i : Nat) (e : Expr) (data : UInt64)
instance : Inhabited Expr := ⟨.bvar 0 default⟩

@[extern "compiled"] opaque levelZero : Level
@[extern "compiled"] opaque mkLevelSucc (u : Level) : Level
@[extern "compiled"] opaque mkLevelMax (u v : Level) : Level
@[extern "compiled"] opaque mkLevelIMax (u v : Level) : Level
@[extern "compiled"] opaque mkLevelParam (n : Name) : Level
@[extern "compiled"] opaque mkBVar (i : Nat) : Expr
@[extern "compiled"] opaque mkSort (u : Level) : Expr
@[extern "compiled"] opaque mkConst (n : Name) (us : List Level) : Expr
@[extern "compiled"] opaque mkApp (f a : Expr) : Expr
@[extern "compiled"] opaque mkLambda (n : Name) (bi : BinderInfo) (t b : Expr) : Expr
@[extern "compiled"] opaque mkForall (n : Name) (bi : BinderInfo) (t b : Expr) : Expr
@[extern "compiled"] opaque mkLet (n : Name) (t v b : Expr) (nondep : Bool) : Expr
@[extern "compiled"] opaque mkRawNatLit (n : Nat) : Expr
@[extern "compiled"] opaque mkStrLit (s : String) : Expr
@[extern "compiled"] opaque mkProj (structName : Name) (i : Nat) (e : Expr) : Expr

@[extern "compiled"] opaque mkMVar (n : Name) : Expr
@[extern "compiled"] opaque Expr.mvarId! (e : Expr) : Name
@[extern "compiled"] opaque Expr.hasSorry (e : Expr) : Bool
@[extern "compiled"] opaque Expr.hasMVar (e : Expr) : Bool
@[extern "compiled"] opaque Expr.hasLevelParam (e : Expr) : Bool
@[extern "compiled"] opaque Expr.hasFVar (e : Expr) : Bool
@[extern "compiled"] opaque Expr.eqv (a b : @& Expr) : Bool
@[extern "compiled"] opaque Expr.getUsedConstants (e : Expr) : Array Name
@[extern "compiled"] opaque Expr.instBEq : Obj
@[extern "compiled"] opaque Expr.instHashable : Obj
@[extern "compiled"] opaque Expr.approxDepth (e : Expr) : UInt32
@[extern "compiled"] opaque PersistentHashMap.empty (α β : Type) (eq hash : Obj) : Obj
@[extern "compiled"] opaque PersistentHashMap.insert (α β : Type) (eq hash m : Obj) (k : Expr) (v : Obj) : Obj
@[extern "compiled"] opaque PersistentHashMap.find? (α β : Type) (eq hash m : Obj) (k : Expr) : Option Obj
@[extern "compiled"] opaque NameSet.empty : Obj
@[extern "compiled"] opaque NameSet.contains (s : Obj) (n : Name) : Bool
@[extern "compiled"] opaque NameSet.insert (s : Obj) (n : Name) : Obj
@[extern "compiled"] opaque Name.toString (n : Name) (escape : Bool) (isToken : Obj) : String

inductive LocalDeclKind where
  | default | implDetail | auxDecl
inductive LocalDecl where
  | cdecl (index : Nat) (fvarId userName : Name) (type : Expr) (bi : BinderInfo) (kind : LocalDeclKind)
  | ldecl (index : Nat) (fvarId userName : Name) (type value : Expr) (nondep : Bool) (kind : LocalDeclKind)
instance : Inhabited LocalDecl := ⟨.cdecl 0 .anonymous .anonymous default .default .default⟩
@[extern "compiled"] opaque LocalContext.empty : Obj
@[extern "compiled"] opaque LocalContext.getFVarIds (lctx : Obj) : Array Name
@[extern "compiled"] opaque LocalContext.getFVars (lctx : Obj) : Array Expr
@[extern "compiled"] opaque LocalContext.mkLambda (lctx : Obj) (xs : Array Expr) (e : Expr) (usedLetOnly generalizeNondepLet : Bool) : Expr
@[extern "compiled"] opaque LocalContext.mkForall (lctx : Obj) (xs : Array Expr) (e : Expr) (usedLetOnly generalizeNondepLet : Bool) : Expr
@[extern "compiled"] opaque LocalContext.get! (lctx : Obj) (fvarId : Name) : LocalDecl

inductive MetavarKind where
  | natural | synthetic | syntheticOpaque
structure MetavarDecl where
  userName : Name
  lctx : Obj
  type : Expr
  depth : Nat
  localInstances : Array Obj
  kind : MetavarKind
  numScopeArgs : Nat
  index : Nat
structure DelayedMVarAssignment where
  fvars : Array Expr
  mvarIdPending : Name
@[extern "compiled"] opaque instantiateMVarsCore (mctx : Obj) (e : Expr) : Prod Expr Obj := (e, mctx)
@[extern "compiled"] opaque MetavarContext.findDecl? (mctx : Obj) (mvarId : Name) : Option MetavarDecl
@[extern "compiled"] opaque MetavarContext.getDelayedMVarAssignmentCore? (mctx : Obj) (mvarId : Name) : Option DelayedMVarAssignment

/-! ### States and contexts of the monads, in calling order: tactic, term, meta, core -/

structure Elab.Tactic.Context where
  elaborator : Name
  recover : Bool
structure Core.State where
  env : Obj
  nextMacroScope : Obj
  ngen : Obj
  auxDeclNGen : Obj
  traceState : Obj
  cache : Obj
  messages : Obj
  infoState : Obj
  snapshotTasks : Obj
structure Meta.State where
  mctx : Obj
  cache : Obj
  zetaDeltaFVarIds : Obj
  postponed : Obj
  diag : Obj
structure Elab.Term.State where
  levelNames : Obj
  syntheticMVars : Obj
  pendingMVars : Obj
  mvarErrorInfos : Obj
  levelMVarErrorInfos : Obj
  mvarArgNames : Obj
  letRecsToLift : Obj
abbrev Core.Action (α : Type) : Type := Obj → Obj → World → Outcome α
abbrev Meta.Action (α : Type) : Type := Obj → Obj → Core.Action α
abbrev Elab.Term.Action (α : Type) : Type := Obj → Obj → Meta.Action α
abbrev Elab.Tactic.TacticM (α : Type) : Type := Elab.Tactic.Context → Obj → Elab.Term.Action α
def Elab.Tactic.Tactic : Type := Syntax → Elab.Tactic.TacticM Unit
instance {α : Type} : Nonempty (Elab.Tactic.TacticM α) := ⟨fun _ _ _ _ _ _ _ _ _ => Classical.ofNonempty⟩

inductive Exception where
  | error (ref : Syntax) (msg : Obj)
  | internal (id : Nat) (extra : Obj)
instance : Nonempty Exception := ⟨.internal 0 Classical.ofNonempty⟩
@[extern "compiled"] opaque Exception.isMaxHeartbeat (e : Exception) : Bool
@[extern "compiled"] opaque Exception.isMaxRecDepth (e : Exception) : Bool
@[extern "compiled"] opaque Exception.toMessageData (e : Exception) : Obj
@[extern "compiled"] opaque MessageData.toString (m : Obj) (w : World) : Result String
@[extern "compiled"] opaque Elab.postponeExceptionId : Nat
@[extern "compiled"] opaque Elab.unsupportedSyntaxExceptionId : Nat
@[extern "compiled"] opaque Elab.abortCommandExceptionId : Nat
@[extern "compiled"] opaque Elab.abortTermExceptionId : Nat
@[extern "compiled"] opaque Elab.abortTacticExceptionId : Nat
@[extern "compiled"] opaque Elab.autoBoundImplicitExceptionId : Nat
@[extern "compiled"] opaque Meta.isDefEqStuckExceptionId : Nat

@[extern "compiled"] opaque Options.empty : Obj

/-! ### Parsing, elaboration, tactics, printing -/

@[extern "compiled"] opaque Parser.runParserCategory (env : Obj) (cat : Name) (input fileName : String) : Except String Syntax := .error ""
@[extern "compiled"] opaque Elab.Tactic.evalTactic (stx : Syntax) : Elab.Tactic.TacticM Unit
@[extern "compiled"] opaque Elab.Tactic.getUnsolvedGoals : Elab.Tactic.TacticM (List Name)
@[extern "compiled"] opaque Elab.Tactic.setGoals (gs : List Name) : Elab.Tactic.TacticM Unit
@[extern "compiled"] opaque Elab.Term.elabType (stx : Syntax) : Elab.Term.Action Expr
@[extern "compiled"] opaque Elab.Term.elabBinders (α : Type) (binders : Array Syntax) (k : Array Expr → Elab.Term.Action Obj) : Elab.Term.Action Obj
@[extern "compiled"] opaque Elab.Term.synthesizeSyntheticMVarsNoPostponing (ignoreStuckTC : Bool) : Elab.Term.Action Unit
@[extern "compiled"] opaque Elab.Term.levelMVarToParam (e : Expr) (except : Obj) : Elab.Term.Action Expr
@[extern "compiled"] opaque Meta.mkForallFVars (xs : Array Expr) (e : Expr) (usedOnly usedLetOnly etaReduce : Bool) (bi : BinderInfo) : Meta.Action Expr
@[extern "compiled"] opaque Meta.isProp (e : Expr) : Meta.Action Bool
@[extern "compiled"] opaque Meta.mkFreshExprMVarAt (lctx : Obj) (localInsts : Array Obj) (type : Expr) (kind : MetavarKind) (userName : Name)
    (numScopeArgs : Nat) : Meta.Action Expr
@[extern "compiled"] opaque MVarId.introNP (mvarId : Name) (n : Nat) : Meta.Action (Prod (Array Name) Name)
@[extern "compiled"] opaque Meta.instMonadMetaM : Obj
@[extern "compiled"] opaque Meta.instMonadMCtxMetaM : Obj
@[extern "compiled"] opaque instantiateMVarDeclMVars (m : Type) (monad mctx : Obj) (mvarId : Name) : Obj
@[extern "compiled"] opaque Meta.ppGoal (mvarId : Name) : Meta.Action Obj
@[extern "compiled"] opaque Meta.ppExpr (e : Expr) : Meta.Action Obj
@[extern "compiled"] opaque Core.getMessageLog : Core.Action Obj
@[extern "compiled"] opaque Core.resetMessageLog : Core.Action Unit
@[extern "compiled"] opaque MessageLog.hasErrors (log : Obj) : Bool
inductive MessageSeverity where
  | information | warning | error
structure Message where
  fileName : String
  pos : Obj
  endPos : Obj
  keepFullRange : Bool
  severity : MessageSeverity
  isSilent : Bool
  caption : String
  data : Obj
@[extern "compiled"] opaque MessageLog.toList (log : Obj) : List Message
@[extern "compiled"] opaque Core.instMonadInfoTreeCoreM : Obj
@[extern "compiled"] opaque Elab.enableInfoTree (m : Type) (inst : Obj) (flag : Bool) : Obj

/-! ### The kernel -/

structure ConstantVal where
  name : Name
  levelParams : List Name
  type : Expr
instance : Inhabited ConstantVal := ⟨⟨.anonymous, [], default⟩⟩
structure AxiomVal where
  toConstantVal : ConstantVal
  isUnsafe : Bool
inductive ReducibilityHints where
  | opaque
  | abbrev
  | regular (height : UInt32)
inductive DefinitionSafety where
  | «unsafe» | safe | «partial»
structure DefinitionVal where
  toConstantVal : ConstantVal
  value : Expr
  hints : ReducibilityHints
  safety : DefinitionSafety
  all : List Name
structure TheoremVal where
  toConstantVal : ConstantVal
  value : Expr
  all : List Name
structure OpaqueVal where
  toConstantVal : ConstantVal
  value : Expr
  isUnsafe : Bool
  all : List Name
structure QuotVal where
  toConstantVal : ConstantVal
  kind : Bool
structure InductiveVal where
  toConstantVal : ConstantVal
  numParams : Nat
  numIndices : Nat
  all : List Name
  ctors : List Name
  numNested : Nat
  isRec : Bool
  isUnsafe : Bool
  isReflexive : Bool
structure ConstructorVal where
  toConstantVal : ConstantVal
  induct : Name
  cidx : Nat
  numParams : Nat
  numFields : Nat
  isUnsafe : Bool
structure RecursorRule where
  ctor : Name
  nfields : Nat
  rhs : Expr
structure RecursorVal where
  toConstantVal : ConstantVal
  all : List Name
  numParams : Nat
  numIndices : Nat
  numMotives : Nat
  numMinors : Nat
  rules : List RecursorRule
  k : Bool
  isUnsafe : Bool
inductive ConstantInfo where
  | axiomInfo (v : AxiomVal)
  | defnInfo (v : DefinitionVal)
  | thmInfo (v : TheoremVal)
  | opaqueInfo (v : OpaqueVal)
  | quotInfo (v : QuotVal)
  | inductInfo (v : InductiveVal)
  | ctorInfo (v : ConstructorVal)
  | recInfo (v : RecursorVal)
structure Constructor where
  name : Name
  type : Expr
structure InductiveType where
  name : Name
  type : Expr
  ctors : List Constructor
inductive Declaration where
  | axiomDecl (v : AxiomVal)
  | defnDecl (v : DefinitionVal)
  | thmDecl (v : TheoremVal)
  | opaqueDecl (v : OpaqueVal)
  | quotDecl
  | mutualDefnDecl (defns : List DefinitionVal)
  | inductDecl (lparams : List Name) (nparams : Nat) (types : List InductiveType) (isUnsafe : Bool)

@[extern "compiled"] opaque Environment.find? (env : Obj) (n : Name) (skipRealize : Bool) : Option ConstantInfo
structure Import where
  module : Name
  importAll : Bool
  isExported : Bool
  isMeta : Bool
inductive OLeanLevel where
  | exported | server | «private»
/-- A new environment from compiled modules. -/
@[extern "compiled"] opaque importModules (imports : Array Import) (options : Obj) (trustLevel : UInt32) (plugins : Array String) (leakEnv loadExts : Bool)
    (level : OLeanLevel) (artifacts : Obj) (w : World) : Outcome Obj
@[extern "compiled", export lean_elab_environment_to_kernel_env] opaque Environment.toKernelEnv (env : Obj) : Obj
@[extern "compiled", export lean_environment_find] opaque Kernel.Environment.find? (env : Obj) (n : Name) : Option ConstantInfo
/-- The kernel itself: checks a declaration and adds it. -/
@[extern "compiled"] opaque Kernel.Environment.addDeclCore (env : Obj) (maxHeartbeat maxRecDepth : USize) (d : @& Declaration) (cancelTk : @& Option Obj) :
    Except Obj Obj := .error Classical.ofNonempty
@[extern "compiled"] opaque Kernel.Exception.toMessageData (e options : Obj) : Obj
@[extern "compiled"] opaque Kernel.Exception.ctorIdx (e : Obj) : Nat
@[extern "compiled"] opaque versionString : String
@[extern "compiled"] opaque githash : String
end Lean
