theorem t.{w} (α : Type w) (a : α) : a = a := rfl
