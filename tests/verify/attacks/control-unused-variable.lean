variable {α : Type} [Inhabited α] (a : α)
theorem t : 1 = 1 := rfl
