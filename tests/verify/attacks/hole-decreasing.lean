def steps (n : Nat) : Nat := (fun (_ : Nat) => 0) (match n with
  | 0 => 1
  | k + 1 => k)
theorem t : ∀ n, steps n = 0 := fun _ => rfl
