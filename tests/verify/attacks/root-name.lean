namespace Q
theorem _root_.t : True := trivial
end Q
