"""A toolchain whose `lean` is the stand-in of `reaprover.testing.fake_lean`: the client's real code, real processes, toy goals."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import reaprover.testing.fake_lean
from reaprover.core import Theorem
from reaprover.lean.process import Launch, LeanRun, run_to_end
from reaprover.lean.toolchain import ProgressFn, Versions


class FakeToolchain:
    """Counts how often it is prepared; `variables` go to every process."""

    def __init__(self, **variables: str) -> None:
        self.variables = variables
        self.versions = Versions("fake", "4.35.0", "eb6cafb7290e8bd5f2937522d8d804f58f02bafc", "toy", 1)

    def prepare(self, progress_fn: ProgressFn | None = None) -> None:
        pass

    def launch(self, *folders: Path) -> Launch:
        return Launch((sys.executable, "-I", "-S", reaprover.testing.fake_lean.__file__), self.variables)

    def preamble(self, imports: Sequence[str]) -> str:
        return "".join(f"import {name}\n" for name in imports)

    def run(
        self,
        arguments: Sequence[str],
        *,
        timeout_s: float,
        text: str | None = None,
        memory_bytes: int | None = None,
        folders: Sequence[Path] = (),
    ) -> LeanRun:
        return run_to_end(self.launch(), arguments, timeout_s=timeout_s, text=text, memory_bytes=memory_bytes)


def is_gone(pid: int) -> bool:
    """Whether the process has ended (a zombie has)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except OSError:
        return True


def eventually(condition_fn: Callable[[], bool], within_s: float) -> bool:
    """Whether the condition holds at some moment within the time; asked often."""
    end = time.monotonic() + within_s
    while not (holds := condition_fn()) and time.monotonic() < end:
        time.sleep(0.01)
    return holds


def count(number: int, header: str = "") -> Theorem:
    """The toy theorem `count NUMBER`."""
    return Theorem("t", "", f"count {number}", header)
