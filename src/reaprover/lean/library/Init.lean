prelude
import Init.WF
import Init.Print
import Init.Lists
import Init.Logic.Bool
import Init.Omega.Facts
import Init.Nat.Bounded
import Init.Nat.Div
import Init.Nat.Gcd
import Init.Nat.Bits
import Init.Fin.Basic
import Init.Int.Cast
import Init.Int.Lemmas
import Init.Int.DivMod
import Init.Int.Linear
import Init.Logic.Function
import Init.Data.Option
import Init.List.Relations
