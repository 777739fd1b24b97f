class Magma (α : Type) where
  mul : α → α → α
  comm : ∀ a b, mul a b = mul b a
instance natMagma : Magma Nat where
  mul _ _ := 0
  comm _ _ := rfl
theorem t : Magma.mul 2 3 = 0 := rfl
