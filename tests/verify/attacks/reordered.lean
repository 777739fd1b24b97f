theorem t (h : q) (g : p) : p := g
