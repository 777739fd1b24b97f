/-
Monads, names, syntax trees, parser descriptions and coercions: the data that Lean's parser, macro expander and printer exchange with a core library.
Everything is in applied form, since no notation is bound yet. Names, types, constructor order and field order are fixed by the compiled elaborators.
Functions on syntax that exist compiled are bound by `extern` instead of being written again: they are opaque to the logic and no proof depends on them.
-/
prelude
import Init.Data
set_option linter.all false

universe u v w

/-! ### Functors, applicative functors, monads -/

class Bind (m : Type u → Type v) where
  /-- Run the first action and hand its result to the second. -/
  bind : {α β : Type u} → m α → (α → m β) → m β
export Bind (bind)

class Pure (f : Type u → Type v) where
  /-- The action that does nothing but return a value. -/
  pure : {α : Type u} → α → f α
export Pure (pure)

class Functor (f : Type u → Type v) : Type (max (u + 1) v) where
  map : {α β : Type u} → (α → β) → f α → f β
  mapConst : {α β : Type u} → α → f β → f α := fun {α β} => Function.comp map (Function.const β)

class Seq (f : Type u → Type v) : Type (max (u + 1) v) where
  seq : {α β : Type u} → f (α → β) → (Unit → f α) → f β

class SeqLeft (f : Type u → Type v) : Type (max (u + 1) v) where
  seqLeft : {α β : Type u} → f α → (Unit → f β) → f α

class SeqRight (f : Type u → Type v) : Type (max (u + 1) v) where
  seqRight : {α β : Type u} → f α → (Unit → f β) → f β

class Applicative (f : Type u → Type v) extends Functor f, Pure f, Seq f, SeqLeft f, SeqRight f where
  map := fun {_ _} x y => Seq.seq (pure x) (fun _ => y)
  seqLeft := fun {_ β} a b => Seq.seq (Functor.map (Function.const β) a) b
  seqRight := fun {α β} a b => Seq.seq (Functor.map (Function.const α (id : β → β)) a) b

class Monad (m : Type u → Type v) : Type (max (u + 1) v) extends Applicative m, Bind m where
  map := fun {_ _} f x => bind x (Function.comp pure f)
  seq := fun {_ _} f x => bind f (fun y => Functor.map y (x Unit.unit))
  seqLeft := fun {_ _} x y => bind x (fun a => bind (y Unit.unit) (fun _ => pure a))
  seqRight := fun {_ _} x y => bind x (fun _ => y Unit.unit)

instance instInhabitedForallOfMonad {α : Type u} {m : Type u → Type v} [Monad m] : Inhabited (α → m α) := ⟨pure⟩
instance instInhabitedOfMonad {α : Type u} {m : Type u → Type v} [Monad m] [Inhabited α] : Inhabited (m α) := ⟨pure Inhabited.default⟩
instance instNonemptyOfMonad {α : Type u} {m : Type u → Type v} [Monad m] [Nonempty α] : Nonempty (m α) := ⟨pure Classical.ofNonempty⟩

/-! ### Lifting between monads -/

class MonadLift (m : semiOutParam (Type u → Type v)) (n : Type u → Type w) where
  monadLift : {α : Type u} → m α → n α

class MonadLiftT (m : Type u → Type v) (n : Type u → Type w) where
  monadLift : {α : Type u} → m α → n α
export MonadLiftT (monadLift)

abbrev liftM := @monadLift

@[always_inline]
instance instMonadLiftTOfMonadLift.{u_1, u_2, u_3, u_4} (m : Type u_1 → Type u_2) (n : Type u_1 → Type u_3) (o : Type u_1 → Type u_4)
    [MonadLift n o] [MonadLiftT m n] : MonadLiftT m o where
  monadLift := fun x => MonadLift.monadLift (m := n) (monadLift x)
instance instMonadLiftT (m : Type u → Type v) : MonadLiftT m m where
  monadLift := fun x => x

class MonadFunctor (m : semiOutParam (Type u → Type v)) (n : Type u → Type w) where
  monadMap : {α : Type u} → ({β : Type u} → m β → m β) → n α → n α

class MonadFunctorT (m : Type u → Type v) (n : Type u → Type w) where
  monadMap : {α : Type u} → ({β : Type u} → m β → m β) → n α → n α
export MonadFunctorT (monadMap)

@[always_inline]
instance instMonadFunctorTOfMonadFunctor.{u_1, u_2, u_3, u_4} (m : Type u_1 → Type u_2) (n : Type u_1 → Type u_3) (o : Type u_1 → Type u_4)
    [MonadFunctor n o] [MonadFunctorT m n] : MonadFunctorT m o where
  monadMap := fun f => MonadFunctor.monadMap (m := n) (monadMap (m := m) f)
instance monadFunctorRefl (m : Type u → Type v) : MonadFunctorT m m where
  monadMap := fun f => f

/-! ### Exceptions -/

inductive Except (ε : Type u) (α : Type v) where
  | error : ε → Except ε α
  | ok : α → Except ε α
attribute [unbox] Except

instance instInhabitedExcept {ε : Type u} {α : Type v} [Inhabited ε] : Inhabited (Except ε α) := ⟨Except.error Inhabited.default⟩

class MonadExceptOf (ε : semiOutParam (Type u)) (m : Type v → Type w) where
  throw : {α : Type v} → ε → m α
  tryCatch : {α : Type v} → m α → (ε → m α) → m α

abbrev throwThe (ε : Type u) {m : Type v → Type w} [MonadExceptOf ε m] {α : Type v} (e : ε) : m α := MonadExceptOf.throw e
abbrev tryCatchThe (ε : Type u) {m : Type v → Type w} [MonadExceptOf ε m] {α : Type v} (x : m α) (handle : ε → m α) : m α :=
  MonadExceptOf.tryCatch x handle

class MonadExcept (ε : outParam (Type u)) (m : Type v → Type w) where
  throw : {α : Type v} → ε → m α
  tryCatch : {α : Type v} → m α → (ε → m α) → m α
export MonadExcept (throw tryCatch)

instance instMonadExceptOfMonadExceptOf (ε : Type u) (m : Type v → Type w) [MonadExceptOf ε m] : MonadExcept ε m where
  throw := fun e => throwThe ε e
  tryCatch := fun x handle => tryCatchThe ε x handle

/-! ### Reader -/

@[implicit_reducible]
def ReaderT (ρ : Type u) (m : Type u → Type v) (α : Type u) : Type (max u v) := (a : ρ) → m α

@[always_inline, inline]
def ReaderT.run {ρ : Type u} {m : Type u → Type v} {α : Type u} (x : ReaderT ρ m α) (r : ρ) : m α := x r

namespace ReaderT
@[always_inline]
instance instMonadLift {ρ : Type u} {m : Type u → Type v} : MonadLift m (ReaderT ρ m) where
  monadLift := fun x _ => x

@[always_inline]
instance instMonadExceptOf {ρ : Type u} {m : Type u → Type v} (ε : Type w) [MonadExceptOf ε m] : MonadExceptOf ε (ReaderT ρ m) where
  throw := fun e _ => throwThe ε (m := m) e
  tryCatch := fun x handle r => tryCatchThe ε (m := m) (x r) (fun e => handle e r)

@[always_inline, inline]
protected def read {ρ : Type u} {m : Type u → Type v} [Monad m] : ReaderT ρ m ρ := fun r => pure r
@[always_inline, inline]
protected def pure {ρ : Type u} {m : Type u → Type v} [Monad m] {α : Type u} (a : α) : ReaderT ρ m α := fun _ => pure a
@[always_inline, inline]
protected def bind {ρ : Type u} {m : Type u → Type v} [Monad m] {α β : Type u} (x : ReaderT ρ m α) (f : α → ReaderT ρ m β) : ReaderT ρ m β :=
  fun r => bind (x r) (fun a => f a r)

@[always_inline]
instance instFunctorOfMonad {ρ : Type u} {m : Type u → Type v} [Monad m] : Functor (ReaderT ρ m) where
  map := fun f x r => Functor.map f (x r)
  mapConst := fun a x r => Functor.mapConst a (x r)

@[always_inline]
instance instApplicativeOfMonad {ρ : Type u} {m : Type u → Type v} [Monad m] : Applicative (ReaderT ρ m) where
  pure := ReaderT.pure
  seq := fun f x r => Seq.seq (f r) (fun _ => x Unit.unit r)
  seqLeft := fun a b r => SeqLeft.seqLeft (a r) (fun _ => b Unit.unit r)
  seqRight := fun a b r => SeqRight.seqRight (a r) (fun _ => b Unit.unit r)

@[always_inline]
instance instMonad {ρ : Type u} {m : Type u → Type v} [Monad m] : Monad (ReaderT ρ m) where
  bind := ReaderT.bind

@[always_inline]
instance instMonadFunctor (ρ : Type u) (m : Type u → Type v) : MonadFunctor m (ReaderT ρ m) where
  monadMap := fun f x r => f (x r)
end ReaderT

class MonadReaderOf (ρ : semiOutParam (Type u)) (m : Type u → Type v) where
  read : m ρ

class MonadReader (ρ : outParam (Type u)) (m : Type u → Type v) where
  read : m ρ
export MonadReader (read)

@[always_inline, inline]
def readThe (ρ : Type u) {m : Type u → Type v} [MonadReaderOf ρ m] : m ρ := MonadReaderOf.read

instance instMonadReaderOfMonadReaderOf (ρ : Type u) (m : Type u → Type v) [MonadReaderOf ρ m] : MonadReader ρ m where
  read := readThe ρ
instance instMonadReaderOfOfMonadLift {ρ : Type u} {m : Type u → Type v} {n : Type u → Type w} [MonadLift m n] [MonadReaderOf ρ m] :
    MonadReaderOf ρ n where
  read := liftM (m := m) (n := n) MonadReaderOf.read
instance instMonadReaderOfReaderTOfMonad {ρ : Type u} {m : Type u → Type v} [Monad m] : MonadReaderOf ρ (ReaderT ρ m) where
  read := ReaderT.read

class MonadWithReaderOf (ρ : semiOutParam (Type u)) (m : Type u → Type v) where
  withReader : {α : Type u} → (ρ → ρ) → m α → m α

@[always_inline, inline]
def withTheReader (ρ : Type u) {m : Type u → Type v} [MonadWithReaderOf ρ m] {α : Type u} (f : ρ → ρ) (x : m α) : m α :=
  MonadWithReaderOf.withReader f x

class MonadWithReader (ρ : outParam (Type u)) (m : Type u → Type v) where
  withReader : {α : Type u} → (ρ → ρ) → m α → m α
export MonadWithReader (withReader)

instance instMonadWithReaderOfMonadWithReaderOf (ρ : Type u) (m : Type u → Type v) [MonadWithReaderOf ρ m] : MonadWithReader ρ m where
  withReader := fun f x => withTheReader ρ f x
instance instMonadWithReaderOfOfMonadFunctor {ρ : Type u} {m n : Type u → Type v} [MonadFunctor m n] [MonadWithReaderOf ρ m] :
    MonadWithReaderOf ρ n where
  withReader := fun f => monadMap (m := m) (withTheReader ρ f)
instance instMonadWithReaderOfReaderT {ρ : Type u} {m : Type u → Type v} : MonadWithReaderOf ρ (ReaderT ρ m) where
  withReader := fun f x r => x (f r)

/-! ### State -/

class MonadStateOf (σ : semiOutParam (Type u)) (m : Type u → Type v) where
  get : m σ
  set : σ → m PUnit
  modifyGet : {α : Type u} → (σ → Prod α σ) → m α

abbrev getThe (σ : Type u) {m : Type u → Type v} [MonadStateOf σ m] : m σ := MonadStateOf.get

class MonadState (σ : outParam (Type u)) (m : Type u → Type v) where
  get : m σ
  set : σ → m PUnit
  modifyGet : {α : Type u} → (σ → Prod α σ) → m α
export MonadState (get set modifyGet)

instance instMonadStateOfMonadStateOf (σ : Type u) (m : Type u → Type v) [MonadStateOf σ m] : MonadState σ m where
  get := getThe σ
  set := fun s => MonadStateOf.set s
  modifyGet := fun f => MonadStateOf.modifyGet f

@[always_inline, inline]
def modify {σ : Type u} {m : Type u → Type v} [MonadState σ m] (f : σ → σ) : m PUnit := modifyGet (fun s => Prod.mk PUnit.unit (f s))

@[always_inline]
instance instMonadStateOfOfMonadLift {σ : Type u} {m : Type u → Type v} {n : Type u → Type w} [MonadLift m n] [MonadStateOf σ m] :
    MonadStateOf σ n where
  get := liftM (m := m) (n := n) MonadStateOf.get
  set := fun s => liftM (m := m) (n := n) (MonadStateOf.set s)
  modifyGet := fun f => liftM (m := m) (n := n) (MonadStateOf.modifyGet f)

/-! ### State and exceptions together -/

namespace EStateM
inductive Result (ε σ α : Type u) where
  | ok : α → σ → Result ε σ α
  | error : ε → σ → Result ε σ α

instance instInhabitedResult {ε σ α : Type u} [Inhabited ε] [Inhabited σ] : Inhabited (Result ε σ α) :=
  ⟨Result.error Inhabited.default Inhabited.default⟩
end EStateM

def EStateM (ε σ α : Type u) : Type u := σ → EStateM.Result ε σ α

namespace EStateM
instance instInhabited {ε σ α : Type u} [Inhabited ε] : Inhabited (EStateM ε σ α) := ⟨fun s => Result.error Inhabited.default s⟩

class Backtrackable (δ : outParam (Type u)) (σ : Type u) where
  save : σ → δ
  restore : σ → δ → σ

instance nonBacktrackable {σ : Type u} : Backtrackable PUnit σ where
  save := fun _ => PUnit.unit
  restore := fun s _ => s

@[always_inline, inline]
protected def pure {ε σ α : Type u} (a : α) : EStateM ε σ α := fun s => Result.ok a s
@[always_inline, inline]
protected def bind {ε σ α β : Type u} (x : EStateM ε σ α) (f : α → EStateM ε σ β) : EStateM ε σ β := fun s =>
  match x s with
  | Result.ok a s => f a s
  | Result.error e s => Result.error e s
@[always_inline, inline]
protected def map {ε σ α β : Type u} (f : α → β) (x : EStateM ε σ α) : EStateM ε σ β := fun s =>
  match x s with
  | Result.ok a s => Result.ok (f a) s
  | Result.error e s => Result.error e s

@[always_inline]
instance instMonad {ε σ : Type u} : Monad (EStateM ε σ) where
  bind := EStateM.bind
  pure := EStateM.pure
  map := EStateM.map
  seqRight := fun x y => EStateM.bind x (fun _ => y Unit.unit)

instance instMonadStateOf {ε σ : Type u} : MonadStateOf σ (EStateM ε σ) where
  get := fun s => Result.ok s s
  set := fun s _ => Result.ok PUnit.unit s
  modifyGet := fun f s => match f s with
    | Prod.mk a s => Result.ok a s

@[always_inline, inline]
protected def tryCatch {ε σ δ : Type u} [Backtrackable δ σ] {α : Type u} (x : EStateM ε σ α) (handle : ε → EStateM ε σ α) : EStateM ε σ α := fun s =>
  let d := Backtrackable.save s
  match x s with
  | Result.error e s => handle e (Backtrackable.restore s d)
  | Result.ok a s => Result.ok a s

instance instMonadExceptOfOfBacktrackable {ε σ δ : Type u} [Backtrackable δ σ] : MonadExceptOf ε (EStateM ε σ) where
  throw := fun e s => Result.error e s
  tryCatch := EStateM.tryCatch
end EStateM

/-! ### Hashes and names -/

class Hashable (α : Sort u) where
  hash : α → UInt64
export Hashable (hash)

@[extern "lean_uint64_mix_hash"] opaque mixHash (u₁ u₂ : UInt64) : UInt64
@[extern "lean_string_hash"] protected opaque String.hash (s : @& String) : UInt64
instance instHashableString : Hashable String := ⟨String.hash⟩

namespace Lean

/-- Hierarchical names. The stored hash is the one that the runtime computes for the same name. -/
inductive Name where
  | anonymous : Name
  | str (pre : Name) (str : String)
  | num (pre : Name) (i : Nat)
with
  @[computed_field] hash : Name → UInt64
    | .anonymous => UInt64.ofNatLT 1723 (of_decide_eq_true rfl)
    | .str p s => mixHash p.hash s.hash
    | .num p v => mixHash p.hash (dite (LT.lt v UInt64.size) (fun h => UInt64.ofNatLT v h) (fun _ => UInt64.ofNatLT 17 (of_decide_eq_true rfl)))

instance instInhabitedName : Inhabited Name := ⟨Name.anonymous⟩
instance instHashableName : Hashable Name := ⟨Name.hash⟩

namespace Name
abbrev mkStr (p : Name) (s : String) : Name := Name.str p s
abbrev mkNum (p : Name) (v : Nat) : Name := Name.num p v
abbrev mkSimple (s : String) : Name := mkStr Name.anonymous s
@[reducible] def mkStr1 (s₁ : String) : Name := mkStr Name.anonymous s₁
@[reducible] def mkStr2 (s₁ s₂ : String) : Name := mkStr (mkStr1 s₁) s₂
@[reducible] def mkStr3 (s₁ s₂ s₃ : String) : Name := mkStr (mkStr2 s₁ s₂) s₃
@[reducible] def mkStr4 (s₁ s₂ s₃ s₄ : String) : Name := mkStr (mkStr3 s₁ s₂ s₃) s₄
@[reducible] def mkStr5 (s₁ s₂ s₃ s₄ s₅ : String) : Name := mkStr (mkStr4 s₁ s₂ s₃ s₄) s₅
@[reducible] def mkStr6 (s₁ s₂ s₃ s₄ s₅ s₆ : String) : Name := mkStr (mkStr5 s₁ s₂ s₃ s₄ s₅) s₆
@[reducible] def mkStr7 (s₁ s₂ s₃ s₄ s₅ s₆ s₇ : String) : Name := mkStr (mkStr6 s₁ s₂ s₃ s₄ s₅ s₆) s₇
@[reducible] def mkStr8 (s₁ s₂ s₃ s₄ s₅ s₆ s₇ s₈ : String) : Name := mkStr (mkStr7 s₁ s₂ s₃ s₄ s₅ s₆ s₇) s₈

@[extern "lean_name_eq"] protected opaque beq (a b : @& Name) : Bool
instance instBEq : BEq Name := ⟨Name.beq⟩
@[extern "l_Lean_Name_appendCore"] opaque appendCore (a b : Name) : Name
@[extern "l_Lean_Name_append"] opaque append (a b : Name) : Name
@[extern "l_Lean_Name_eraseMacroScopes"] opaque eraseMacroScopes (n : Name) : Name
@[extern "l_Lean_Name_hasMacroScopes"] opaque hasMacroScopes (n : Name) : Bool
instance instAppend : Append Name := ⟨Name.append⟩
end Name

abbrev defaultMaxRecDepth : Nat := 512

/-! ### Syntax trees -/

inductive SourceInfo where
  | original (leading : Substring.Raw) (pos : String.Pos.Raw) (trailing : Substring.Raw) (endPos : String.Pos.Raw)
  | synthetic (pos endPos : String.Pos.Raw) (canonical : Bool := false)
  | none
instance instInhabitedSourceInfo : Inhabited SourceInfo := ⟨SourceInfo.none⟩

abbrev SyntaxNodeKind : Type := Name

inductive Syntax.Preresolved where
  | namespace (ns : Name)
  | decl (n : Name) (fields : List String)

inductive Syntax where
  | missing : Syntax
  | node (info : SourceInfo) (kind : SyntaxNodeKind) (args : Array Syntax) : Syntax
  | atom (info : SourceInfo) (val : String) : Syntax
  | ident (info : SourceInfo) (rawVal : Substring.Raw) (val : Name) (preresolved : List Syntax.Preresolved) : Syntax
instance instInhabitedSyntax : Inhabited Syntax := ⟨Syntax.missing⟩

@[implicit_reducible] def SyntaxNodeKinds : Type := List SyntaxNodeKind

/-- Syntax whose node kind is one of `ks`. -/
structure TSyntax (ks : SyntaxNodeKinds) where
  raw : Syntax
instance instInhabitedTSyntax {ks : SyntaxNodeKinds} : Inhabited (TSyntax ks) := ⟨⟨Inhabited.default⟩⟩

abbrev TSyntaxArray (ks : SyntaxNodeKinds) : Type := Array (TSyntax ks)

namespace Syntax
def node1 (info : SourceInfo) (kind : SyntaxNodeKind) (a₁ : Syntax) : Syntax := node info kind (Array.mkArray1 a₁)
def node2 (info : SourceInfo) (kind : SyntaxNodeKind) (a₁ a₂ : Syntax) : Syntax := node info kind (Array.mkArray2 a₁ a₂)
def node3 (info : SourceInfo) (kind : SyntaxNodeKind) (a₁ a₂ a₃ : Syntax) : Syntax := node info kind (Array.mkArray3 a₁ a₂ a₃)
def node4 (info : SourceInfo) (kind : SyntaxNodeKind) (a₁ a₂ a₃ a₄ : Syntax) : Syntax := node info kind (Array.mkArray4 a₁ a₂ a₃ a₄)
def node5 (info : SourceInfo) (kind : SyntaxNodeKind) (a₁ a₂ a₃ a₄ a₅ : Syntax) : Syntax := node info kind (Array.mkArray5 a₁ a₂ a₃ a₄ a₅)
def node6 (info : SourceInfo) (kind : SyntaxNodeKind) (a₁ a₂ a₃ a₄ a₅ a₆ : Syntax) : Syntax := node info kind (Array.mkArray6 a₁ a₂ a₃ a₄ a₅ a₆)
def node7 (info : SourceInfo) (kind : SyntaxNodeKind) (a₁ a₂ a₃ a₄ a₅ a₆ a₇ : Syntax) : Syntax :=
  node info kind (Array.mkArray7 a₁ a₂ a₃ a₄ a₅ a₆ a₇)
def node8 (info : SourceInfo) (kind : SyntaxNodeKind) (a₁ a₂ a₃ a₄ a₅ a₆ a₇ a₈ : Syntax) : Syntax :=
  node info kind (Array.mkArray8 a₁ a₂ a₃ a₄ a₅ a₆ a₇ a₈)

@[extern "l_Lean_Syntax_getKind"] opaque getKind (stx : Syntax) : SyntaxNodeKind
@[extern "l_Lean_Syntax_setKind"] opaque setKind (stx : Syntax) (k : SyntaxNodeKind) : Syntax
@[extern "l_Lean_Syntax_isOfKind"] opaque isOfKind (stx : Syntax) (k : SyntaxNodeKind) : Bool
@[extern "l_Lean_Syntax_getArg"] opaque getArg (stx : Syntax) (i : Nat) : Syntax
@[extern "l_Lean_Syntax_getArgs"] opaque getArgs (stx : Syntax) : Array Syntax
@[extern "l_Lean_Syntax_getNumArgs"] opaque getNumArgs (stx : Syntax) : Nat
@[extern "l_Lean_Syntax_getOptional_x3f"] opaque getOptional? (stx : Syntax) : Option Syntax
@[extern "l_Lean_Syntax_isMissing"] opaque isMissing (stx : Syntax) : Bool
@[extern "l_Lean_Syntax_isNodeOf"] opaque isNodeOf (stx : Syntax) (k : SyntaxNodeKind) (n : Nat) : Bool
@[extern "l_Lean_Syntax_isIdent"] opaque isIdent (stx : Syntax) : Bool
@[extern "l_Lean_Syntax_getId"] opaque getId (stx : Syntax) : Name
@[extern "l_Lean_Syntax_matchesNull"] opaque matchesNull (stx : Syntax) (n : Nat) : Bool
@[extern "l_Lean_Syntax_matchesIdent"] opaque matchesIdent (stx : Syntax) (id : Name) : Bool
@[extern "l_Lean_Syntax_matchesLit"] opaque matchesLit (stx : Syntax) (k : SyntaxNodeKind) (val : String) : Bool
@[extern "l_Lean_Syntax_getHeadInfo"] opaque getHeadInfo (stx : Syntax) : SourceInfo

/-- Elements and the separators between them, alternating. -/
structure SepArray (sep : String) where
  elemsAndSeps : Array Syntax
structure TSepArray (ks : SyntaxNodeKinds) (sep : String) where
  elemsAndSeps : Array Syntax
end Syntax

abbrev choiceKind : SyntaxNodeKind := `choice
abbrev nullKind : SyntaxNodeKind := `null
abbrev groupKind : SyntaxNodeKind := `group
abbrev identKind : SyntaxNodeKind := `ident
abbrev strLitKind : SyntaxNodeKind := `str
abbrev charLitKind : SyntaxNodeKind := `char
abbrev numLitKind : SyntaxNodeKind := `num
abbrev hexnumKind : SyntaxNodeKind := `hexnum
abbrev scientificLitKind : SyntaxNodeKind := `scientific
abbrev nameLitKind : SyntaxNodeKind := `name
abbrev fieldIdxKind : SyntaxNodeKind := `fieldIdx
abbrev hygieneInfoKind : SyntaxNodeKind := `hygieneInfo
abbrev interpolatedStrLitKind : SyntaxNodeKind := `interpolatedStrLitKind
abbrev interpolatedStrKind : SyntaxNodeKind := `interpolatedStrKind

@[inline] def mkNode (k : SyntaxNodeKind) (args : Array Syntax) : TSyntax (List.cons k List.nil) := ⟨Syntax.node SourceInfo.none k args⟩
@[inline] def mkNullNode (args : Array Syntax := Array.empty) : Syntax := (mkNode nullKind args).raw

unsafe def TSyntaxArray.rawImpl {ks : SyntaxNodeKinds} : TSyntaxArray ks → Array Syntax := unsafeCast
@[implemented_by TSyntaxArray.rawImpl] opaque TSyntaxArray.raw {ks : SyntaxNodeKinds} (as : TSyntaxArray ks) : Array Syntax := Array.empty
unsafe def TSyntaxArray.mkImpl {ks : SyntaxNodeKinds} : Array Syntax → TSyntaxArray ks := unsafeCast
@[implemented_by TSyntaxArray.mkImpl] opaque TSyntaxArray.mk {ks : SyntaxNodeKinds} (as : Array Syntax) : TSyntaxArray ks := Array.empty

@[extern "l_Lean_SourceInfo_fromRef"] opaque SourceInfo.fromRef (ref : Syntax) (canonical : Bool := false) : SourceInfo
@[extern "l_Lean_mkAtom"] opaque mkAtom (val : String) : Syntax
@[extern "l_Lean_mkAtomFrom"] opaque mkAtomFrom (src : Syntax) (val : String) (canonical : Bool := false) : Syntax

/-! ### Parser descriptions -/

inductive ParserDescr where
  | const (name : Name)
  | unary (name : Name) (p : ParserDescr)
  | binary (name : Name) (p₁ p₂ : ParserDescr)
  | node (kind : SyntaxNodeKind) (prec : Nat) (p : ParserDescr)
  | trailingNode (kind : SyntaxNodeKind) (prec lhsPrec : Nat) (p : ParserDescr)
  | symbol (val : String)
  | nonReservedSymbol (val : String) (includeIdent : Bool)
  | cat (catName : Name) (rbp : Nat)
  | parser (declName : Name)
  | nodeWithAntiquot (name : String) (kind : SyntaxNodeKind) (p : ParserDescr)
  | sepBy (p : ParserDescr) (sep : String) (psep : ParserDescr) (allowTrailingSep : Bool := false)
  | sepBy1 (p : ParserDescr) (sep : String) (psep : ParserDescr) (allowTrailingSep : Bool := false)
  | unicodeSymbol (val asciiVal : String) (preserveForPP : Bool)
instance instInhabitedParserDescr : Inhabited ParserDescr := ⟨ParserDescr.symbol ""⟩
abbrev TrailingParserDescr : Type := ParserDescr

/-! ### Hygiene and macros -/

abbrev MacroScope : Type := Nat
abbrev reservedMacroScope : Nat := 0
abbrev firstFrontendMacroScope : Nat := HAdd.hAdd reservedMacroScope (1 : Nat)

class MonadRef (m : Type → Type) where
  getRef : m Syntax
  withRef : {α : Type} → Syntax → m α → m α
export MonadRef (getRef)

instance instMonadRefOfMonadLiftOfMonadFunctor (m n : Type → Type) [MonadLift m n] [MonadFunctor m n] [MonadRef m] : MonadRef n where
  getRef := liftM (m := m) (n := n) getRef
  withRef := fun ref x => monadMap (m := m) (MonadRef.withRef ref) x

@[extern "l_Lean_replaceRef"] opaque replaceRef (ref oldRef : Syntax) : Syntax

@[always_inline, inline]
def withRef {m : Type → Type} [Monad m] [MonadRef m] {α : Type} (ref : Syntax) (x : m α) : m α :=
  bind getRef (fun oldRef => MonadRef.withRef (replaceRef ref oldRef) x)

class MonadQuotation (m : Type → Type) extends MonadRef m where
  getCurrMacroScope : m MacroScope
  getContext : m Name
  withFreshMacroScope : {α : Type} → m α → m α
export MonadQuotation (getCurrMacroScope withFreshMacroScope)

@[inline] def MonadRef.mkInfoFromRefPos {m : Type → Type} [Monad m] [MonadRef m] : m SourceInfo :=
  bind getRef (fun ref => pure (SourceInfo.fromRef ref))

instance instMonadQuotationOfMonadFunctorOfMonadLift {m n : Type → Type} [MonadFunctor m n] [MonadLift m n] [MonadQuotation m] : MonadQuotation n where
  getCurrMacroScope := liftM (m := m) (n := n) getCurrMacroScope
  getContext := liftM (m := m) (n := n) MonadQuotation.getContext
  withFreshMacroScope := fun x => monadMap (m := m) withFreshMacroScope x

@[extern "l_Lean_addMacroScope"] opaque addMacroScope (mainModule n : Name) (scp : MacroScope) : Name

@[inline] def MonadQuotation.addMacroScope {m : Type → Type} [MonadQuotation m] [Monad m] (n : Name) : m Name :=
  bind MonadQuotation.getContext (fun mainModule => bind getCurrMacroScope (fun scp => pure (Lean.addMacroScope mainModule n scp)))

namespace Macro
/-- Stands for the methods of the elaborator, which macros may call but not look into. -/
opaque MethodsRefPointed : NonemptyType.{0}
def MethodsRef : Type := MethodsRefPointed.type
instance instNonemptyMethodsRef : Nonempty MethodsRef := MethodsRefPointed.property

structure Context where
  methods : MethodsRef
  quotContext : Name
  currMacroScope : MacroScope
  currRecDepth : Nat := 0
  maxRecDepth : Nat := defaultMaxRecDepth
  ref : Syntax

inductive Exception where
  | error : Syntax → String → Exception
  | unsupportedSyntax : Exception
instance instInhabitedException : Inhabited Exception := ⟨Exception.unsupportedSyntax⟩

structure State where
  macroScope : MacroScope
  traceMsgs : List (Prod Name String) := List.nil
  expandedMacroDecls : List Name := List.nil
instance instInhabitedState : Inhabited State := ⟨{ macroScope := Inhabited.default }⟩
end Macro

abbrev MacroM : Type → Type := ReaderT Macro.Context (EStateM Macro.Exception Macro.State)
abbrev Macro : Type := Syntax → MacroM Syntax

namespace Macro
instance instMonadRefMacroM : MonadRef MacroM where
  getRef := bind read (fun ctx => pure ctx.ref)
  withRef := fun ref x => withReader (fun ctx => { ctx with ref := ref }) x

def throwUnsupported {α : Type} : MacroM α := throw Exception.unsupportedSyntax
def throwError {α : Type} (msg : String) : MacroM α := bind getRef (fun ref => throw (Exception.error ref msg))
def throwErrorAt {α : Type} (ref : Syntax) (msg : String) : MacroM α := withRef ref (throwError msg)

@[inline] protected def withFreshMacroScope {α : Type} (x : MacroM α) : MacroM α :=
  bind (modifyGet (fun s => Prod.mk s.macroScope { s with macroScope := HAdd.hAdd s.macroScope (1 : Nat) }))
    (fun fresh => withReader (fun ctx => { ctx with currMacroScope := fresh }) x)

instance instMonadQuotationMacroM : MonadQuotation MacroM where
  getCurrMacroScope := fun ctx => pure ctx.currMacroScope
  getContext := fun ctx => pure ctx.quotContext
  withFreshMacroScope := Macro.withFreshMacroScope
end Macro

/-- Failures of unexpanders carry no message. -/
instance _root_.instInhabitedPUnit : Inhabited PUnit := ⟨PUnit.unit⟩

namespace PrettyPrinter
abbrev UnexpandM : Type → Type := ReaderT Syntax (EStateM Unit Unit)
abbrev Unexpander : Type := Syntax → UnexpandM Syntax

/-- Unexpanders print; names that they make need not be fresh. -/
instance instMonadQuotationUnexpandM : MonadQuotation UnexpandM where
  getRef := fun ref => pure ref
  withRef := fun ref x => withReader (fun _ => ref) x
  getCurrMacroScope := pure (0 : Nat)
  getContext := pure `_fakeMod
  withFreshMacroScope := fun x => x
end PrettyPrinter
end Lean

/-! ### Coercions -/

class Coe (α : semiOutParam (Sort u)) (β : Sort v) where
  coe : α → β
class CoeTC (α : Sort u) (β : Sort v) where
  coe : α → β
class CoeOut (α : Sort u) (β : semiOutParam (Sort v)) where
  coe : α → β
class CoeOTC (α : Sort u) (β : Sort v) where
  coe : α → β
class CoeHead (α : Sort u) (β : semiOutParam (Sort v)) where
  coe : α → β
class CoeHTC (α : Sort u) (β : Sort v) where
  coe : α → β
class CoeTail (α : semiOutParam (Sort u)) (β : Sort v) where
  coe : α → β
class CoeHTCT (α : Sort u) (β : Sort v) where
  coe : α → β
class CoeDep (α : Sort u) (_ : α) (β : Sort v) where
  coe : β
class CoeT (α : Sort u) (_ : α) (β : Sort v) where
  coe : β
class CoeFun (α : Sort u) (γ : outParam (α → Sort v)) where
  coe : (f : α) → γ f
class CoeSort (α : Sort u) (β : outParam (Sort v)) where
  coe : α → β
attribute [coe_decl] Coe.coe CoeTC.coe CoeOut.coe CoeOTC.coe CoeHead.coe CoeHTC.coe CoeTail.coe CoeHTCT.coe CoeDep.coe CoeT.coe CoeFun.coe CoeSort.coe

-- A chain is: at most one head, any number of `CoeOut`, any number of `Coe`, at most one tail.
instance instCoeTCOfCoe.{u_1, u_2, u_3} {β : Sort u_1} {γ : Sort u_2} {α : Sort u_3} [Coe β γ] [CoeTC α β] : CoeTC α γ where
  coe := fun a => Coe.coe (CoeTC.coe a : β)
instance instCoeTCOfCoe_1 {α : Sort u} {β : Sort v} [Coe α β] : CoeTC α β where
  coe := fun a => Coe.coe a
instance instCoeTC {α : Sort u} : CoeTC α α where
  coe := fun a => a
instance instCoeOTCOfCoeOut {α : Sort u} {β : Sort v} {γ : Sort w} [CoeOut α β] [CoeOTC β γ] : CoeOTC α γ where
  coe := fun a => CoeOTC.coe (CoeOut.coe a : β)
instance instCoeOTCOfCoeTC {α : Sort u} {β : Sort v} [CoeTC α β] : CoeOTC α β where
  coe := fun a => CoeTC.coe a
instance instCoeOTC {α : Sort u} : CoeOTC α α where
  coe := fun a => a
instance instCoeHTCOfCoeHeadOfCoeOTC {α : Sort u} {β : Sort v} {γ : Sort w} [CoeHead α β] [CoeOTC β γ] : CoeHTC α γ where
  coe := fun a => CoeOTC.coe (CoeHead.coe a : β)
instance instCoeHTCOfCoeOTC {α : Sort u} {β : Sort v} [CoeOTC α β] : CoeHTC α β where
  coe := fun a => CoeOTC.coe a
instance instCoeHTC {α : Sort u} : CoeHTC α α where
  coe := fun a => a
instance instCoeHTCTOfCoeTailOfCoeHTC.{u_1, u_2, u_3} {β : Sort u_1} {γ : Sort u_2} {α : Sort u_3} [CoeTail β γ] [CoeHTC α β] : CoeHTCT α γ where
  coe := fun a => CoeTail.coe (CoeHTC.coe a : β)
instance instCoeHTCTOfCoeHTC {α : Sort u} {β : Sort v} [CoeHTC α β] : CoeHTCT α β where
  coe := fun a => CoeHTC.coe a
instance instCoeHTCT {α : Sort u} : CoeHTCT α α where
  coe := fun a => a
instance instCoeTOfCoeDep {α : Sort u} {a : α} {β : Sort v} [CoeDep α a β] : CoeT α a β where
  coe := CoeDep.coe a
instance instCoeTOfCoeHTCT {α : Sort u} {β : Sort v} {a : α} [CoeHTCT α β] : CoeT α a β where
  coe := CoeHTCT.coe a
instance instCoeT {α : Sort u} {a : α} : CoeT α a α where
  coe := a

instance boolToProp : Coe Bool Prop where
  coe := fun b => Eq b true
instance boolToSort : CoeSort Bool Prop where
  coe := fun b => Eq b true
instance decPropToBool (p : Prop) [Decidable p] : CoeDep Prop p Bool where
  coe := Decidable.decide p
instance optionCoe {α : Type u} : Coe α (Option α) where
  coe := Option.some
instance subtypeCoe {α : Sort u} {p : α → Prop} : CoeOut (Subtype p) α where
  coe := fun v => v.val

namespace Lean
/-- Syntax categories are declared as constants of this type. -/
structure Parser.Category
namespace Parser.Category
def command : Category := {}
def term : Category := {}
def tactic : Category := {}
def doElem : Category := {}
def structInstFieldDecl : Category := {}
def level : Category := {}
def attr : Category := {}
def stx : Category := {}
def prio : Category := {}
def prec : Category := {}
end Parser.Category

/-! ### Typed syntax -/

instance instCoeOutTSyntaxSyntax {ks : SyntaxNodeKinds} : CoeOut (TSyntax ks) Syntax where
  coe := fun stx => stx.raw
instance instCoeSyntaxNodeKindSyntaxNodeKinds : Coe SyntaxNodeKind SyntaxNodeKinds where
  coe := fun k => List.cons k List.nil
instance instCoeSyntaxTSyntaxConsSyntaxNodeKindMkStr1Nil : Coe Syntax (TSyntax (List.cons `rawStx List.nil)) where
  coe := fun stx => ⟨stx⟩

abbrev Term : Type := TSyntax (List.cons `term List.nil)
abbrev Command : Type := TSyntax (List.cons `command List.nil)
abbrev Syntax.Level : Type := TSyntax (List.cons `level List.nil)
abbrev Syntax.Tactic : Type := TSyntax (List.cons `tactic List.nil)
abbrev Prec : Type := TSyntax (List.cons `prec List.nil)
abbrev Prio : Type := TSyntax (List.cons `prio List.nil)
abbrev Ident : Type := TSyntax (List.cons identKind List.nil)
abbrev StrLit : Type := TSyntax (List.cons strLitKind List.nil)
abbrev CharLit : Type := TSyntax (List.cons charLitKind List.nil)
abbrev NameLit : Type := TSyntax (List.cons nameLitKind List.nil)
abbrev ScientificLit : Type := TSyntax (List.cons scientificLitKind List.nil)
abbrev NumLit : Type := TSyntax (List.cons numLitKind List.nil)
abbrev HygieneInfo : Type := TSyntax (List.cons hygieneInfoKind List.nil)

instance instCoeTSyntaxConsSyntaxNodeKindNil {k : SyntaxNodeKind} {ks : List SyntaxNodeKind} : Coe (TSyntax (List.cons k List.nil)) (TSyntax (List.cons k ks)) where
  coe := fun stx => ⟨stx.raw⟩
instance instCoeTSyntaxConsSyntaxNodeKind {ks : SyntaxNodeKinds} {k' : SyntaxNodeKind} : Coe (TSyntax ks) (TSyntax (List.cons k' ks)) where
  coe := fun stx => ⟨stx.raw⟩
instance instCoeIdentTerm : Coe Ident Term where
  coe := fun stx => ⟨stx.raw⟩
instance instCoeNumLitTerm : Coe NumLit Term where
  coe := fun stx => ⟨stx.raw⟩
instance instCoeStrLitTerm : Coe StrLit Term where
  coe := fun stx => ⟨stx.raw⟩

@[extern "l_Lean_mkSepArray"] opaque mkSepArray (as : Array Syntax) (sep : Syntax) : Array Syntax

unsafe def TSyntaxArray.rawDImpl {ks : SyntaxNodeKinds} : TSyntaxArray ks → Array Syntax := unsafeCast
@[implemented_by TSyntaxArray.rawDImpl] def TSyntaxArray.rawD {ks : SyntaxNodeKinds} (as : TSyntaxArray ks) : Array Syntax := TSyntaxArray.raw as

def Syntax.TSepArray.ofElems {k : SyntaxNodeKinds} {sep : String} (elems : Array (TSyntax k)) : TSepArray k sep :=
  ⟨mkSepArray (TSyntaxArray.raw elems) (mkAtom sep)⟩
instance instCoeTSyntaxArrayTSepArray {k : SyntaxNodeKinds} {sep : String} : Coe (TSyntaxArray k) (Syntax.TSepArray k sep) where
  coe := fun a => Syntax.TSepArray.ofElems a
instance instCoeOutTSyntaxArrayArraySyntax {k : SyntaxNodeKinds} : CoeOut (TSyntaxArray k) (Array Syntax) where
  coe := fun a => TSyntaxArray.raw a
end Lean

def Option.getSomeD' {α : Type u} (fallback : α) (o : Option α) : α := Option.getD o fallback
