section
variable (h : 1 = 2)
include h
theorem t : 1 = 2 := h
end
