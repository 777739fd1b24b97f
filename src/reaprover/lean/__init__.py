"""Lean 4: toolchains, the core library and the tactic server written in Lean, sessions, pool, environment."""
