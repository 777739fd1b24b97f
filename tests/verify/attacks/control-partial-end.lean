namespace A.B
end B
theorem t : 1 = 1 := rfl
end A
