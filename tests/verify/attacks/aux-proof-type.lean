theorem pre : (⟨3, by decide⟩ : Subtype (fun n : Nat => n < 5)).val = 3 := rfl
def g : Subtype (fun n : Nat => n < 6) := ⟨3, by decide⟩
theorem t : g.val = 3 := rfl
