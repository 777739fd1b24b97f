theorem pre (n : Nat) : (match n with | 0 => 1 | _ + 1 => 2) = (match n with | 0 => 1 | _ + 1 => 2) := rfl
def g (n : Nat) : Nat := match n with
  | 0 => 1
  | _ + 1 => 2
theorem t : g 0 = 1 := rfl
