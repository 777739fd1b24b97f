theorem t {p q : Prop} (h : q) (g : p) : p := g
