class Magma (α : Type) where
  mul : α → α → α
  comm : ∀ a b, mul a b = mul b a
instance natMagma : Magma Nat where
  mul a b := a * b
  comm a b := Nat.mul_comm a b
theorem t : Magma.mul 2 3 = 6 := rfl
