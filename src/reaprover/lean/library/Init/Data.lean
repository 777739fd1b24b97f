prelude
import Init.Base
/-!
# Data: bounded numbers, characters, options, lists, arrays, strings

The types behind literals.  Still without notation.
-/
universe u v w u1 u2

/-! ## Bounded numbers -/

/-- The natural numbers below `n`. -/
@[pp_using_anonymous_constructor]
structure Fin (n : Nat) where
  mk ::
  /-- The number. -/
  val : Nat
  /-- It is below `n`. -/
  isLt : LT.lt val n

theorem Fin.eq_of_val_eq {n : Nat} : {i j : Fin n} → Eq i.val j.val → Eq i j
  | ⟨i, hi⟩, ⟨_, hj⟩, h => Eq.ndrec (a := i) (motive := fun k : Nat => (hk : LT.lt k n) → Eq (Fin.mk i hi) (Fin.mk k hk)) (fun _ => rfl) h hj
theorem Fin.val_eq_of_eq {n : Nat} {i j : Fin n} (h : Eq i j) : Eq i.val j.val := congrArg Fin.val h
instance instDecidableEqFin (n : Nat) : DecidableEq (Fin n) := fun i j =>
  match decEq i.val j.val with
  | isTrue h => isTrue (Fin.eq_of_val_eq h)
  | isFalse h => isFalse fun h' => h (Fin.val_eq_of_eq h')
instance instLTFin {n : Nat} : LT (Fin n) := LT.mk fun a b => LT.lt a.val b.val
instance instLEFin {n : Nat} : LE (Fin n) := LE.mk fun a b => LE.le a.val b.val
/-- The number `a` reduced below `n`. -/
@[implicit_reducible] protected def Fin.Internal.ofNat (n : Nat) (hn : LT.lt (0 : Nat) n) (a : Nat) : Fin n :=
  Fin.mk (HMod.hMod a n) (Nat.mod_lt a hn)

/-- Bit vectors of width `w`. -/
structure BitVec (w : Nat) where
  ofFin ::
  /-- The value as a bounded number. -/
  toFin : Fin (HPow.hPow (2 : Nat) w)
/-- Equality is decidable. -/
@[implicit_reducible] def BitVec.decEq {w : Nat} (x y : BitVec w) : Decidable (Eq x y) :=
  match x, y with
  | ⟨n⟩, ⟨m⟩ => match _root_.decEq n m with
    | isTrue h => isTrue (congrArg BitVec.ofFin h)
    | isFalse h => isFalse fun h' => h (congrArg BitVec.toFin h')
instance instDecidableEqBitVec {w : Nat} : DecidableEq (BitVec w) := BitVec.decEq
/-- The bit vector of a number that fits. -/
@[match_pattern, implicit_reducible] protected def BitVec.ofNatLT {w : Nat} (i : Nat) (p : LT.lt i (HPow.hPow (2 : Nat) w)) : BitVec w :=
  BitVec.ofFin (Fin.mk i p)
/-- The bit vector of a number reduced to the width. -/
@[match_pattern, implicit_reducible] protected def BitVec.ofNat (n : Nat) (i : Nat) : BitVec n :=
  BitVec.ofFin (Fin.Internal.ofNat (HPow.hPow (2 : Nat) n) (Nat.pow_pos (Nat.zero_lt_succ _)) i)
/-- The value. -/
@[implicit_reducible] protected def BitVec.toNat {w : Nat} (x : BitVec w) : Nat := x.toFin.val
instance instLTBitVec {w : Nat} : LT (BitVec w) := LT.mk fun x y => LT.lt x.toNat y.toNat
instance instDecidableLtBitVec {w : Nat} (x y : BitVec w) : Decidable (LT.lt x y) := Nat.decLt x.toNat y.toNat
instance instLEBitVec {w : Nat} : LE (BitVec w) := LE.mk fun x y => LE.le x.toNat y.toNat
instance instDecidableLeBitVec {w : Nat} (x y : BitVec w) : Decidable (LE.le x y) := Nat.decLe x.toNat y.toNat

/-! ## Machine words -/

/-- Number of bytes values. -/
abbrev UInt8.size : Nat := 256
/-- Words of 8 bits. -/
structure UInt8 where
  ofBitVec ::
  /-- The bits. -/
  toBitVec : BitVec 8
/-- The word of a number that fits. -/
@[extern "lean_uint8_of_nat", implicit_reducible] def UInt8.ofNatLT (n : @& Nat) (h : LT.lt n UInt8.size) : UInt8 := UInt8.ofBitVec (BitVec.ofNatLT n h)
/-- The word of a number reduced to 8 bits. -/
@[extern "lean_uint8_of_nat", implicit_reducible] def UInt8.ofNat (n : @& Nat) : UInt8 := UInt8.ofBitVec (BitVec.ofNat 8 n)
instance instInhabitedUInt8 : Inhabited UInt8 := Inhabited.mk (UInt8.ofNatLT 0 (Nat.zero_lt_succ _))
/-- Number of words of 16 bits. -/
abbrev UInt16.size : Nat := 65536
/-- Words of 16 bits. -/
structure UInt16 where
  ofBitVec ::
  /-- The bits. -/
  toBitVec : BitVec 16
/-- Number of words of 32 bits. -/
abbrev UInt32.size : Nat := 4294967296
/-- Words of 32 bits. -/
structure UInt32 where
  ofBitVec ::
  /-- The bits. -/
  toBitVec : BitVec 32
/-- The word of a number that fits. -/
@[extern "lean_uint32_of_nat", implicit_reducible] def UInt32.ofNatLT (n : @& Nat) (h : LT.lt n UInt32.size) : UInt32 := UInt32.ofBitVec (BitVec.ofNatLT n h)
/-- The value. -/
@[extern "lean_uint32_to_nat", implicit_reducible] def UInt32.toNat (n : UInt32) : Nat := n.toBitVec.toNat
set_option bootstrap.genMatcherCode false in
/-- Equality is decidable. -/
@[extern "lean_uint32_dec_eq", implicit_reducible] def UInt32.decEq (a b : UInt32) : Decidable (Eq a b) :=
  match a, b with
  | ⟨n⟩, ⟨m⟩ => match _root_.decEq n m with
    | isTrue h => isTrue (congrArg UInt32.ofBitVec h)
    | isFalse h => isFalse fun h' => h (congrArg UInt32.toBitVec h')
instance instDecidableEqUInt32 : DecidableEq UInt32 := UInt32.decEq
instance instInhabitedUInt32 : Inhabited UInt32 := Inhabited.mk (UInt32.ofNatLT 0 (Nat.zero_lt_succ _))
/-- Number of words of 64 bits. -/
abbrev UInt64.size : Nat := 18446744073709551616
/-- Words of 64 bits. -/
structure UInt64 where
  ofBitVec ::
  /-- The bits. -/
  toBitVec : BitVec 64
/-- The word of a number that fits. -/
@[extern "lean_uint64_of_nat", implicit_reducible] def UInt64.ofNatLT (n : @& Nat) (h : LT.lt n UInt64.size) : UInt64 := UInt64.ofBitVec (BitVec.ofNatLT n h)
instance instInhabitedUInt64 : Inhabited UInt64 := Inhabited.mk (UInt64.ofNatLT 0 (Nat.zero_lt_succ _))
/-- Number of machine words. -/
abbrev USize.size : Nat := HPow.hPow (2 : Nat) System.Platform.numBits
/-- Machine words. -/
structure USize where
  ofBitVec ::
  /-- The bits. -/
  toBitVec : BitVec System.Platform.numBits

/-! ## Characters -/

/-- Unicode scalar values: all code points except the surrogates. -/
abbrev Nat.isValidChar (n : Nat) : Prop := Or (LT.lt n 0xd800) (And (LT.lt 0xdfff n) (LT.lt n 0x110000))
/-- The word is a scalar value. -/
abbrev UInt32.isValidChar (n : UInt32) : Prop := n.toNat.isValidChar
/-- Characters: Unicode scalar values. -/
structure Char where
  mk ::
  /-- The code. -/
  val : UInt32
  /-- It is a scalar value. -/
  valid : val.isValidChar
theorem isValidChar_UInt32 {n : Nat} (h : n.isValidChar) : LT.lt n UInt32.size :=
  match h with
  | Or.inl h => Nat.lt_trans h (of_decide_eq_true rfl)
  | Or.inr h => Nat.lt_trans h.right (of_decide_eq_true rfl)
/-- The character of a scalar value. -/
@[extern "lean_uint32_of_nat", implicit_reducible] def Char.ofNatAux (n : @& Nat) (h : n.isValidChar) : Char :=
  Char.mk (UInt32.ofNatLT n (isValidChar_UInt32 h)) h
/-- The character with this code, or code 0 if there is none. -/
@[noinline, match_pattern, implicit_reducible] def Char.ofNat (n : Nat) : Char :=
  dite n.isValidChar (fun h => Char.ofNatAux n h)
    (fun _ => Char.mk (UInt32.ofBitVec (BitVec.ofNatLT 0 (of_decide_eq_true rfl))) (Or.inl (of_decide_eq_true rfl)))
theorem Char.ext : {c d : Char} → Eq c.val d.val → Eq c d
  | ⟨c, hc⟩, ⟨_, hd⟩, h => Eq.ndrec (a := c) (motive := fun k : UInt32 => (hk : k.isValidChar) → Eq (Char.mk c hc) (Char.mk k hk)) (fun _ => rfl) h hd
instance instDecidableEqChar : DecidableEq Char := fun c d =>
  match decEq c.val d.val with
  | isTrue h => isTrue (Char.ext h)
  | isFalse h => isFalse fun h' => h (congrArg Char.val h')

/-! ## Options -/

/-- A value or nothing. -/
inductive Option (α : Type u) where
  /-- Nothing. -/
  | none : Option α
  /-- A value. -/
  | some (val : α) : Option α
attribute [unbox] Option
export Option (none some)
instance instInhabitedOption {α : Type u} : Inhabited (Option α) := Inhabited.mk none
/-- The value, or a default. -/
@[macro_inline, implicit_reducible] def Option.getD {α : Type u} (opt : Option α) (dflt : α) : α :=
  match opt with
  | some a => a
  | none => dflt
/-- Apply a function to the value. -/
@[inline, implicit_reducible] protected def Option.map {α : Type u} {β : Type v} (f : α → β) : Option α → Option β
  | some a => some (f a)
  | none => none

/-! ## Lists -/

/-- Finite sequences. -/
inductive List (α : Type u) where
  /-- The empty list. -/
  | nil : List α
  /-- A first element and the rest. -/
  | cons (head : α) (tail : List α) : List α
instance instInhabitedList {α : Type u} : Inhabited (List α) := Inhabited.mk List.nil
/-- Equality test, element by element. -/
@[implicit_reducible] protected def List.beq {α : Type u} [BEq α] : List α → List α → Bool
  | .nil, .nil => true
  | .cons a as, .cons b bs => and (BEq.beq a b) (List.beq as bs)
  | _, _ => false
/-- Equality is decidable if that of the elements is. -/
@[instance_reducible] protected def List.hasDecEq {α : Type u} [d : DecidableEq α] : (a b : List α) → Decidable (Eq a b)
  | .nil, .nil => isTrue rfl
  | .nil, .cons _ _ => isFalse fun h => List.noConfusion rfl (heq_of_eq h)
  | .cons _ _, .nil => isFalse fun h => List.noConfusion rfl (heq_of_eq h)
  | .cons a as, .cons b bs =>
    match decEq a b with
    | isFalse n => isFalse fun h => List.noConfusion rfl (heq_of_eq h) fun hab _ => n (eq_of_heq hab)
    | isTrue hab => match List.hasDecEq as bs with
      | isFalse n => isFalse fun h => List.noConfusion rfl (heq_of_eq h) fun _ hs => n (eq_of_heq hs)
      | isTrue hs => isTrue (congr (congrArg List.cons hab) hs)
instance instDecidableEqList {α : Type u} [DecidableEq α] : DecidableEq (List α) := List.hasDecEq
instance List.instDecidableNilEq {α : Type u} (a : List α) : Decidable (Eq List.nil a) :=
  match a with
  | .nil => isTrue rfl
  | .cons _ _ => isFalse fun h => List.noConfusion rfl (heq_of_eq h)
instance List.instDecidableEqNil {α : Type u} (a : List α) : Decidable (Eq a List.nil) :=
  match a with
  | .nil => isTrue rfl
  | .cons _ _ => isFalse fun h => List.noConfusion rfl (heq_of_eq h)
/-- The number of elements. -/
@[instance_reducible] def List.length {α : Type u} : List α → Nat
  | .nil => 0
  | .cons _ as => HAdd.hAdd (List.length as) (1 : Nat)
/-- The element at a position. -/
@[implicit_reducible] def List.get {α : Type u} : (as : List α) → Fin as.length → α
  | .nil, i => absurd i.isLt (Nat.not_lt_zero _)
  | .cons a _, ⟨.zero, _⟩ => a
  | .cons _ as, ⟨.succ i, h⟩ => List.get as ⟨i, Nat.le_of_succ_le_succ h⟩
/-- Replace the element at a position, if there is one. -/
def List.set {α : Type u} : (l : List α) → (n : Nat) → (a : α) → List α
  | .cons _ as, .zero, b => .cons b as
  | .cons a as, .succ n, b => .cons a (List.set as n b)
  | .nil, _, _ => .nil
/-- Combine the elements from the left. -/
@[specialize] def List.foldl {α : Type u} {β : Type v} (f : α → β → α) : (init : α) → List β → α
  | a, .nil => a
  | a, .cons b l => List.foldl f (f a b) l
/-- Add an element at the end. -/
@[implicit_reducible] def List.concat {α : Type u} : List α → α → List α
  | .nil, b => .cons b .nil
  | .cons a as, b => .cons a (List.concat as b)
/-- Concatenation. -/
@[implicit_reducible] protected def List.append {α : Type u} : (xs ys : List α) → List α
  | .nil, bs => bs
  | .cons a as, bs => .cons a (List.append as bs)
/-- Concatenation of a list of lists. -/
@[implicit_reducible] def List.flatten {α : Type u} : List (List α) → List α
  | .nil => .nil
  | .cons l L => List.append l (List.flatten L)
/-- Apply a function to every element. -/
@[specialize, implicit_reducible] def List.map {α : Type u} {β : Type v} (f : α → β) : (l : List α) → List β
  | .nil => .nil
  | .cons a as => .cons (f a) (List.map f as)
/-- Replace every element by a list. -/
@[inline, implicit_reducible] def List.flatMap {α : Type u} {β : Type v} (b : α → List β) (as : List α) : List β :=
  List.flatten (List.map b as)

/-! ## Arrays -/

/-- Arrays: lists in contiguous memory. -/
structure Array (α : Type u) where
  mk ::
  /-- The elements. -/
  toList : List α
attribute [extern "lean_array_to_list"] Array.toList
attribute [extern "lean_array_mk"] Array.mk
/-- The array of a list. -/
@[match_pattern] abbrev List.toArray {α : Type u} (xs : List α) : Array α := Array.mk xs
/-- An empty array. -/
@[extern "lean_mk_empty_array_with_capacity"] def Array.mkEmpty {α : Type u} (c : @& Nat) : Array α := Array.mk List.nil
/-- An empty array with room for `c` elements. -/
@[extern "lean_mk_empty_array_with_capacity", implicit_reducible] def Array.emptyWithCapacity {α : Type u} (c : @& Nat) : Array α := Array.mk List.nil
/-- The empty array. -/
@[inline, implicit_reducible] def Array.empty {α : Type u} : Array α := Array.emptyWithCapacity 0
/-- The number of elements. -/
@[extern "lean_array_get_size", tagged_return, instance_reducible] def Array.size {α : Type u} (a : @& Array α) : Nat := a.toList.length
/-- The element at a position, not owned by the caller. -/
@[extern "lean_array_fget_borrowed"] unsafe opaque Array.getInternalBorrowed {α : Type u} (a : @& Array α) (i : @& Nat) (h : LT.lt i a.size) : α :=
  a.toList.get ⟨i, h⟩
/-- The element at a position. -/
@[extern "lean_array_fget", implicit_reducible] def Array.getInternal {α : Type u} (a : @& Array α) (i : @& Nat) (h : LT.lt i a.size) : α :=
  a.toList.get ⟨i, h⟩
/-- The element at a position, or a default. -/
abbrev Array.getD {α : Type u} (a : Array α) (i : Nat) (v₀ : α) : α :=
  dite (LT.lt i a.size) (fun h => a.getInternal i h) (fun _ => v₀)
/-- The element at a position, or the chosen element of the type, not owned by the caller. -/
@[extern "lean_array_get_borrowed"] unsafe opaque Array.get!InternalBorrowed {α : Type u} [Inhabited α] (a : @& Array α) (i : @& Nat) : α := default
/-- The element at a position, or the chosen element of the type. -/
@[extern "lean_array_get", implicit_reducible] def Array.get!Internal {α : Type u} [Inhabited α] (a : @& Array α) (i : @& Nat) : α :=
  Array.getD a i default
/-- Add an element at the end. -/
@[extern "lean_array_push", implicit_reducible] def Array.push {α : Type u} (a : Array α) (v : α) : Array α := Array.mk (List.concat a.toList v)
/-- The array of 0 elements. -/
def Array.mkArray0 {α : Type u} : Array α := Array.emptyWithCapacity 0
/-- The array of 1 element. -/
def Array.mkArray1 {α : Type u} (a1 : α) : Array α := (Array.emptyWithCapacity 1).push a1
/-- The array of 2 elements. -/
def Array.mkArray2 {α : Type u} (a1 a2 : α) : Array α := ((Array.emptyWithCapacity 2).push a1).push a2
/-- The array of 3 elements. -/
def Array.mkArray3 {α : Type u} (a1 a2 a3 : α) : Array α := (((Array.emptyWithCapacity 3).push a1).push a2).push a3
/-- The array of 4 elements. -/
def Array.mkArray4 {α : Type u} (a1 a2 a3 a4 : α) : Array α := ((((Array.emptyWithCapacity 4).push a1).push a2).push a3).push a4
/-- The array of 5 elements. -/
def Array.mkArray5 {α : Type u} (a1 a2 a3 a4 a5 : α) : Array α := (((((Array.emptyWithCapacity 5).push a1).push a2).push a3).push a4).push a5
/-- The array of 6 elements. -/
def Array.mkArray6 {α : Type u} (a1 a2 a3 a4 a5 a6 : α) : Array α := ((((((Array.emptyWithCapacity 6).push a1).push a2).push a3).push a4).push a5).push a6
/-- The array of 7 elements. -/
def Array.mkArray7 {α : Type u} (a1 a2 a3 a4 a5 a6 a7 : α) : Array α := (((((((Array.emptyWithCapacity 7).push a1).push a2).push a3).push a4).push a5).push a6).push a7
/-- The array of 8 elements. -/
def Array.mkArray8 {α : Type u} (a1 a2 a3 a4 a5 a6 a7 a8 : α) : Array α := ((((((((Array.emptyWithCapacity 8).push a1).push a2).push a3).push a4).push a5).push a6).push a7).push a8
/-- Concatenation. -/
protected def Array.appendCore {α : Type u} (as : Array α) (bs : Array α) : Array α :=
  loop bs bs.size 0 as
where
  /-- Push the elements of `src` from position `j`, at most `i` of them. -/
  loop (src : Array α) (i : Nat) (j : Nat) (as : Array α) : Array α :=
    dite (LT.lt j src.size)
      (fun h => match i with
        | .zero => as
        | .succ i' => loop src i' (HAdd.hAdd j (1 : Nat)) (as.push (src.getInternal j h)))
      (fun _ => as)
  termination_by structural i
/-- The part from `start` to before `stop`. -/
def Array.extract {α : Type u} (as : Array α) (start : Nat := 0) (stop : Nat := as.size) : Array α :=
  let num : Nat := HSub.hSub (ite (LE.le stop as.size) stop as.size) start
  loop as num start (Array.emptyWithCapacity num)
where
  /-- Push the elements of `src` from position `j`, at most `i` of them. -/
  loop (src : Array α) (i : Nat) (j : Nat) (bs : Array α) : Array α :=
    dite (LT.lt j src.size)
      (fun h => match i with
        | .zero => bs
        | .succ i' => loop src i' (HAdd.hAdd j (1 : Nat)) (bs.push (src.getInternal j h)))
      (fun _ => bs)
  termination_by structural i
instance instInhabitedArray {α : Type u} : Inhabited (Array α) := Inhabited.mk Array.empty

/-- Arrays of bytes. -/
structure ByteArray where
  mk ::
  /-- The bytes. -/
  data : Array UInt8
attribute [extern "lean_byte_array_mk"] ByteArray.mk
attribute [extern "lean_byte_array_data"] ByteArray.data
/-- An empty array with room for `c` bytes. -/
@[extern "lean_mk_empty_byte_array", implicit_reducible] def ByteArray.emptyWithCapacity (c : @& Nat) : ByteArray := ByteArray.mk Array.empty
/-- The empty array. -/
@[implicit_reducible] def ByteArray.empty : ByteArray := ByteArray.emptyWithCapacity 0
/-- Add a byte at the end. -/
@[extern "lean_byte_array_push", implicit_reducible] def ByteArray.push : ByteArray → UInt8 → ByteArray
  | ⟨bs⟩, b => ⟨bs.push b⟩
/-- The array of a list of bytes. -/
@[implicit_reducible] def List.toByteArray (bs : List UInt8) : ByteArray := loop bs ByteArray.empty
where
  /-- Push the bytes one by one. -/
  loop : List UInt8 → ByteArray → ByteArray
    | .nil, r => r
    | .cons b bs, r => loop bs (r.push b)
/-- The number of bytes. -/
@[extern "lean_byte_array_size", tagged_return, implicit_reducible] def ByteArray.size : (@& ByteArray) → Nat
  | ⟨bs⟩ => bs.size

/-! ## Strings -/

/-- A continuation byte of UTF-8: six bits of `n` from weight `d` on. -/
@[implicit_reducible] def String.utf8Tail (n d : Nat) : UInt8 :=
  UInt8.ofNat (HAdd.hAdd (HMod.hMod (HDiv.hDiv n d) (64 : Nat)) (128 : Nat))
/-- The bytes of a character in UTF-8. -/
@[implicit_reducible] def String.utf8EncodeChar (c : Char) : List UInt8 :=
  let n := c.val.toNat
  ite (LE.le n 0x7f) (.cons (UInt8.ofNat n) .nil)
    (ite (LE.le n 0x7ff)
      (.cons (UInt8.ofNat (HAdd.hAdd (HMod.hMod (HDiv.hDiv n (64 : Nat)) (32 : Nat)) (192 : Nat))) (.cons (String.utf8Tail n 1) .nil))
      (ite (LE.le n 0xffff)
        (.cons (UInt8.ofNat (HAdd.hAdd (HMod.hMod (HDiv.hDiv n (4096 : Nat)) (16 : Nat)) (224 : Nat)))
          (.cons (String.utf8Tail n 64) (.cons (String.utf8Tail n 1) .nil)))
        (.cons (UInt8.ofNat (HAdd.hAdd (HMod.hMod (HDiv.hDiv n (262144 : Nat)) (8 : Nat)) (240 : Nat)))
          (.cons (String.utf8Tail n 4096) (.cons (String.utf8Tail n 64) (.cons (String.utf8Tail n 1) .nil))))))
/-- The bytes of a list of characters in UTF-8. -/
@[implicit_reducible] def List.utf8Encode (l : List Char) : ByteArray := (l.flatMap String.utf8EncodeChar).toByteArray
/-- The bytes encode some list of characters. -/
inductive ByteArray.IsValidUTF8 (b : ByteArray) : Prop where
  | intro (m : List Char) (hm : Eq b (List.utf8Encode m)) : IsValidUTF8 b
/-- Strings: sequences of characters, stored as UTF-8. -/
structure String where
  ofByteArray ::
  /-- The bytes. -/
  toByteArray : ByteArray
  /-- They are valid UTF-8. -/
  isValidUTF8 : ByteArray.IsValidUTF8 toByteArray
attribute [extern "lean_string_to_utf8"] String.toByteArray
attribute [extern "lean_string_from_utf8_unchecked"] String.ofByteArray
/-- The string of a list of characters. -/
@[extern "lean_string_mk", implicit_reducible] def String.ofList (data : List Char) : String :=
  String.ofByteArray (List.utf8Encode data) (.intro data rfl)
instance instInhabitedString : Inhabited String := Inhabited.mk ""

/-- Equality is decidable. -/
@[implicit_reducible] noncomputable def UInt8.decEq' (a b : UInt8) : Decidable (Eq a b) :=
  match a, b with
  | ⟨n⟩, ⟨m⟩ => match _root_.decEq n m with
    | isTrue h => isTrue (congrArg UInt8.ofBitVec h)
    | isFalse h => isFalse fun h' => h (congrArg UInt8.toBitVec h')
set_option bootstrap.genMatcherCode false in
/-- Equality is decidable. -/
@[extern "lean_uint8_dec_eq", implicit_reducible] def UInt8.decEq (a b : UInt8) : Decidable (Eq a b) := UInt8.decEq' a b
instance instDecidableEqUInt8 : DecidableEq UInt8 := UInt8.decEq
/-- Equality is decidable. -/
@[extern "lean_string_dec_eq", instance_reducible] def String.decEq (s₁ s₂ : @& String) : Decidable (Eq s₁ s₂) :=
  match s₁, s₂ with
  | ⟨⟨⟨l₁⟩⟩, h₁⟩, ⟨⟨⟨l₂⟩⟩, h₂⟩ => match _root_.decEq l₁ l₂ with
    | isTrue h => isTrue (Eq.ndrec (a := l₁) (motive := fun l : List UInt8 => (hl : ByteArray.IsValidUTF8 ⟨⟨l⟩⟩) →
        Eq (String.ofByteArray ⟨⟨l₁⟩⟩ h₁) (String.ofByteArray ⟨⟨l⟩⟩ hl)) (fun _ => rfl) h h₂)
    | isFalse h => isFalse fun h' => h (congrArg (fun s : String => s.toByteArray.data.toList) h')
instance instDecidableEqString : DecidableEq String := String.decEq

/-- A position in a string, counted in bytes. -/
structure String.Pos.Raw where
  mk ::
  /-- The number of bytes before it. -/
  byteIdx : Nat := 0
instance instInhabitedRaw : Inhabited String.Pos.Raw := Inhabited.mk ⟨0⟩
/-- A part of a string. -/
structure Substring.Raw where
  mk ::
  /-- The whole string. -/
  str : String
  /-- Where the part begins. -/
  startPos : String.Pos.Raw
  /-- Where the part ends. -/
  stopPos : String.Pos.Raw
instance instInhabitedRaw_1 : Inhabited Substring.Raw := Inhabited.mk ⟨"", ⟨0⟩, ⟨0⟩⟩
/-- The number of bytes. -/
@[extern "lean_string_utf8_byte_size", tagged_return, implicit_reducible] def String.utf8ByteSize (s : @& String) : Nat := s.toByteArray.size
/-- The end position. -/
@[inline, implicit_reducible] def String.rawEndPos (s : String) : String.Pos.Raw := ⟨String.utf8ByteSize s⟩
/-- The whole string as a part. -/
@[inline] def String.toRawSubstring (s : String) : Substring.Raw := ⟨s, ⟨0⟩, s.rawEndPos⟩
/-- The whole string as a part. -/
def String.toRawSubstring' (s : String) : Substring.Raw := s.toRawSubstring
/-- Concatenation of the bytes. -/
@[implicit_reducible] def ByteArray.join (a b : ByteArray) : ByteArray := ⟨⟨List.append a.data.toList b.data.toList⟩⟩
private theorem List.append_assoc_term {α : Type u} : (as bs cs : List α) → Eq (List.append (List.append as bs) cs) (List.append as (List.append bs cs))
  | .nil, _, _ => rfl
  | .cons a as, bs, cs => congrArg (List.cons a) (List.append_assoc_term as bs cs)
private theorem List.concat_append_term {α : Type u} (b : α) (bs : List α) : (r : List α) → Eq (List.append (List.concat r b) bs) (List.append r (List.cons b bs))
  | .nil => rfl
  | .cons a r => congrArg (List.cons a) (List.concat_append_term b bs r)
private theorem List.toByteArray_loop : (bs r : List UInt8) → Eq (List.toByteArray.loop bs ⟨⟨r⟩⟩) ⟨⟨List.append r bs⟩⟩
  | .nil, r =>
    have nil : (r : List UInt8) → Eq r (List.append r .nil) := fun r => List.rec rfl (fun a _ ih => congrArg (List.cons a) ih) r
    congrArg (fun l : List UInt8 => ByteArray.mk ⟨l⟩) (nil r)
  | .cons b bs, r => (List.toByteArray_loop bs (List.concat r b)).trans
      (congrArg (fun l : List UInt8 => ByteArray.mk ⟨l⟩) (List.concat_append_term b bs r))
private theorem List.flatMap_append_term {α : Type u} {β : Type v} (f : α → List β) (n : List α) : (m : List α) →
    Eq (List.flatMap f (List.append m n)) (List.append (List.flatMap f m) (List.flatMap f n))
  | .nil => rfl
  | .cons a m => (congrArg (List.append (f a)) (List.flatMap_append_term f n m)).trans (List.append_assoc_term (f a) (List.flatMap f m) (List.flatMap f n)).symm
private theorem List.utf8Encode_append (m n : List Char) : Eq (List.utf8Encode (List.append m n)) (ByteArray.join (List.utf8Encode m) (List.utf8Encode n)) :=
  have enc : (l : List Char) → Eq (List.utf8Encode l) ⟨⟨List.flatMap String.utf8EncodeChar l⟩⟩ := fun l => List.toByteArray_loop (List.flatMap String.utf8EncodeChar l) .nil
  ((enc (List.append m n)).trans (congrArg (fun l : List UInt8 => ByteArray.mk ⟨l⟩) (List.flatMap_append_term String.utf8EncodeChar n m))).trans
    (congr (congrArg ByteArray.join (enc m)) (enc n)).symm
private theorem ByteArray.IsValidUTF8.join {a b : ByteArray} : ByteArray.IsValidUTF8 a → ByteArray.IsValidUTF8 b → ByteArray.IsValidUTF8 (ByteArray.join a b)
  | .intro m hm, .intro n hn => .intro (List.append m n) ((congr (congrArg ByteArray.join hm) hn).trans (List.utf8Encode_append m n).symm)
/-- Concatenation. -/
@[extern "lean_string_append"] def String.append (s : String) (t : @& String) : String :=
  String.ofByteArray (ByteArray.join s.toByteArray t.toByteArray) (ByteArray.IsValidUTF8.join s.isValidUTF8 t.isValidUTF8)

/-! ## Unchecked operations -/

/-- Treat a value as one of another type. -/
@[inline] unsafe def unsafeCast {α : Sort u} {β : Sort v} (a : α) : β :=
  PULift.down.{u, v} (cast lcUnreachable (PULift.up.{v, u} a))
/-- Stop with a message. -/
@[never_extract, extern "lean_panic_fn_borrowed"] def panicCore {α : Sort u} [Inhabited α] (msg : String) : α := default
/-- Stop with a message. -/
@[noinline, never_extract] def panic {α : Sort u} [Inhabited α] (msg : String) : α := panicCore msg
