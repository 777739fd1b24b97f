theorem fοo : 1 = 1 := rfl
