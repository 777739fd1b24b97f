mutual
theorem a : 1 = 2 := t
theorem t : 1 = 2 := a
end
