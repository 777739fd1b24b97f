prelude
import Init.List.Append
/-!
# Strings, characters, hashes
-/

/-! ## Strings -/

instance instAppendString : Append String := ⟨String.append⟩
namespace String
theorem ext_bytes {s t : String} (h : s.toByteArray.data.toList = t.toByteArray.data.toList) : s = t := by
  obtain ⟨⟨⟨l⟩⟩, hs⟩ := s
  obtain ⟨⟨⟨m⟩⟩, ht⟩ := t
  simp only at h
  subst h
  rfl
theorem append_assoc {s₁ s₂ s₃ : String} : s₁ ++ s₂ ++ s₃ = s₁ ++ (s₂ ++ s₃) :=
  ext_bytes (List.append_assoc s₁.toByteArray.data.toList s₂.toByteArray.data.toList s₃.toByteArray.data.toList)
@[simp] theorem append_empty {s : String} : s ++ "" = s := ext_bytes (List.append_nil s.toByteArray.data.toList)
@[simp] theorem empty_append {s : String} : "" ++ s = s := rfl
instance instAssociativeAppend : Std.Associative (α := String) (· ++ ·) := ⟨fun _ _ _ => append_assoc⟩
instance instLawfulIdentityAppend : Std.LawfulIdentity (α := String) (· ++ ·) "" where
  left_id _ := empty_append
  right_id _ := append_empty
end String

/-! ## Characters -/

namespace Char
/-- The code. -/
@[inline] def toNat (c : Char) : Nat := c.val.toNat
instance instInhabited : Inhabited Char := ⟨'A'⟩
/-- Order by code. -/
protected def lt (a b : Char) : Prop := a.toNat < b.toNat
/-- Order by code. -/
protected def le (a b : Char) : Prop := a.toNat ≤ b.toNat
instance instLTChar : LT Char := ⟨Char.lt⟩
instance instLEChar : LE Char := ⟨Char.le⟩
instance instDecidableLt (a b : Char) : Decidable (a < b) := inferInstanceAs (Decidable (a.toNat < b.toNat))
instance instDecidableLe (a b : Char) : Decidable (a ≤ b) := inferInstanceAs (Decidable (a.toNat ≤ b.toNat))
end Char

/-! ## Hashes -/

/-- The word of a number reduced to 64 bits. -/
@[extern "lean_uint64_of_nat"] def UInt64.ofNat (n : @& Nat) : UInt64 := ⟨BitVec.ofNat 64 n⟩
instance UInt64.instOfNat {n : Nat} : OfNat UInt64 n := ⟨UInt64.ofNat n⟩
instance instHashableNat : Hashable Nat := ⟨UInt64.ofNat⟩
instance instHashableBool : Hashable Bool := ⟨fun
  | true => 11
  | false => 13⟩
instance instHashablePUnit : Hashable PUnit := ⟨fun _ => 11⟩
