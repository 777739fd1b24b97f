"""Where things that can be made again are kept between runs.

Decision: `REAPROVER_CACHE` wins, then `XDG_CACHE_HOME/reaprover`, then `~/.cache/reaprover`.
"""

from __future__ import annotations

import os
from pathlib import Path


def cache_folder() -> Path:
    """The folder for compiled and computed things; it need not exist."""
    if chosen := os.environ.get("REAPROVER_CACHE"):
        return Path(chosen).expanduser().absolute()
    if base := os.environ.get("XDG_CACHE_HOME"):
        return Path(base).expanduser().absolute() / "reaprover"
    return Path.home() / ".cache" / "reaprover"
