"""K: the declarations of the compiled candidate, through Lean's kernel, in a process that never ran the candidate's code."""

from __future__ import annotations

import threading
from pathlib import Path

from reaprover.lean.toolchain import Toolchain
from reaprover.verify.environment import Compiled
from reaprover.verify.finding import Check, Finding, absent
from reaprover.verify.name import Name
from reaprover.verify.sandbox import Limits


def check_kernel(
    candidate: Compiled, target: Name, *, toolchain: Toolchain, folder: Path, limits: Limits, namespaces: bool, stop: threading.Event
) -> Finding:
    """Placeholder."""
    return absent(Check.KERNEL, "not made")
