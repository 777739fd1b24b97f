namespace A
namespace B
end A.B
theorem t : 1 = 1 := rfl
