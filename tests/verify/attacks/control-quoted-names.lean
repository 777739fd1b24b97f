namespace «A.B»
theorem «t u».«3» : 1 = 1 := rfl
end «A.B»
