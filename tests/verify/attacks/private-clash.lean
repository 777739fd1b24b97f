private theorem t : 1 = 2 → 1 = 2 := id
namespace X
theorem t : 1 = 1 := rfl
end X
theorem X.y : 1 = 2 := by
  first | exact X.t | exact t rfl
