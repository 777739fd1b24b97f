def P (n : Nat) : Prop := n = n
theorem t : ∀ n, P n := fun _ => rfl
