"""N: a second kernel, written from the type theory, sharing no code with Lean's (spec verification.md, sections 2 and 6)."""
