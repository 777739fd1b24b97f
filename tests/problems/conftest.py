from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from reaprover.lean.toolchain import EmbeddedToolchain


@pytest.fixture(scope="session")
def run_lean(toolchain: EmbeddedToolchain) -> Callable[[str], None]:
    """Compiles Lean text with the embedded toolchain and fails on any error message."""

    def run(text: str) -> None:
        source = toolchain.preamble(()) + text
        result = toolchain.run(["--json", "-DmaxErrors=1000000", "{text}"], text=source, timeout_s=120)
        assert not result.timed_out
        lines = [json.loads(line) for line in result.stdout.splitlines() if line.startswith("{")]
        errors = [
            (source.split("\n")[found["pos"]["line"] - 1][:160], found["data"][:200]) for found in lines if found["severity"] == "error"
        ]
        assert errors == []
        assert result.status in (0, 1)

    return run
