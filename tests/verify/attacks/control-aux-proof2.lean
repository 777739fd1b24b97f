def pre : Subtype (fun n : Nat => n < 5) := ⟨3, by decide⟩
def g : Subtype (fun n : Nat => n < 5) := ⟨3, by decide⟩
theorem t : g.val = 3 := rfl
