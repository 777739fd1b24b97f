def f : Subtype (fun n : Nat => n < 5) := ⟨0, by decide⟩
theorem t : f.val = 0 := rfl
