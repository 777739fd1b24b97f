"""Training runs: self-play with verified proofs, supervised stages, reinforcement learning, the tiny system.

The rules of learning are in `reaprover.learn`; here they are wired to searches, Lean and the strict lane.
"""
