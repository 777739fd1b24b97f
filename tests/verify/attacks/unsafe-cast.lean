unsafe def f : PLift (1 = 2) := unsafeCast ()
@[implemented_by f] opaque g : PLift (1 = 2)
theorem t : 1 = 2 := g.down
