prelude
import Init.WF
import Init.Print
import Init.Lists
import Init.Omega.Facts
import Init.Nat.Bits
import Init.Fin.Basic
import Init.Int.DivMod
import Init.Logic.Bool
