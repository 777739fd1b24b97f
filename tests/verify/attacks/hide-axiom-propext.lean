notation "ж" x => x
def c : Char := ж'"'
axiom Classical.choice' : 1 = 2
theorem t : 1 = 2 := Classical.choice'
def d : Char := ж'"'
