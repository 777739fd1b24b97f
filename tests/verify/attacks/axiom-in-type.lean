axiom c : Nat → Prop
def P : Prop := ∀ n, c n → c n
theorem t : P := fun _ h => h
