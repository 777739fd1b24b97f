notation "ж" x => x
def c : Char := ж'"'
theorem t : 1 = 2 := by sorry
axiom bad : False
def d : Char := ж'"'
