prelude
import Init.Base
import Init.Data
