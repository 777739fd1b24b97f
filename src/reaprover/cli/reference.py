"""The page `docs/cli.md`: the help of every command, as the program prints it. `python -m reaprover.cli.reference > docs/cli.md`."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import typer.main

from reaprover.cli import app

INTRODUCTION = """# The command line

Printed by the program (`python -m reaprover.cli.reference`); a test compares.

Exit codes: 0 done, 1 the answer is no, 2 usage or configuration, 3 a prerequisite is missing, 4 no verdict could be reached, 130
interrupted. Results go to stdout (with `--json` exactly one document), progress and messages to stderr.
"""


def commands() -> Iterator[tuple[str, ...]]:
    """The words of every command and group, in the order of the help."""
    waiting: list[tuple[tuple[str, ...], Any]] = [((), typer.main.get_command(app))]
    while waiting:
        words, command = waiting.pop(0)
        yield words
        waiting[:0] = [((*words, name), child) for name, child in getattr(command, "commands", {}).items()]


def page() -> str:
    """The whole page."""
    parts = [INTRODUCTION]
    for words in commands():
        environment = {**os.environ, "COLUMNS": "110", "NO_COLOR": "1", "TERM": "dumb"}
        shown = subprocess.run(
            [sys.executable, "-m", "reaprover", *words, "--help"], env=environment, capture_output=True, text=True, check=True
        ).stdout
        parts.append(f"\n## {' '.join(('reaprover', *words))}\n\n```text\n{shown.strip()}\n```\n")
    return "".join(parts)


if __name__ == "__main__":
    sys.stdout.write(page())
