"""reaprover: AND/OR tree search for Lean 4 proofs, with a snapshot format, models, learning and evaluation.

`load_release(path)` opens a `reap.gpu.snapshot.v1` release (see `reaprover.snapshot`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
__all__ = ["__version__", "load_release"]

if TYPE_CHECKING:
    from reaprover.snapshot import load_release


def __getattr__(name: str) -> Any:
    """Import the public interface on first use, so that `import reaprover` costs nothing."""
    if name == "load_release":
        from reaprover.snapshot import load_release

        return load_release
    raise AttributeError(f"module 'reaprover' has no attribute {name!r}")
