namespace Foo
def le1 (_ _ : Nat) : Prop := True
end Foo
open Foo renaming le1 → le2
local infix:50 (priority := high) " ≤ " => le2
theorem t : 2 ≤ 1 := trivial
