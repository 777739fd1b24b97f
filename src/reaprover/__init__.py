"""reaprover: AND/OR tree search for Lean 4 proofs, with a snapshot format, models, learning and evaluation."""

from __future__ import annotations

__version__ = "0.1.0"
