prelude
import Init.WF
import Init.Print
import Init.Lists
import Init.Omega.Facts
import Init.Logic.Bool
