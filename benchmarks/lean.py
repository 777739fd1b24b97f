"""Tactic applications per second on the embedded Lean: one process, two, a long run, and a fresh Lean for every attempt.

Measured against one fresh `lean` per attempt, on the same machine, library, limits and (state, tactic) pairs. Prints a table and one JSON
line, and writes both to `benchmarks/results/lean.txt` and `lean.json`. About three minutes on an idle machine: python benchmarks/lean.py
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from reaprover.lean.benchmark import measure
from reaprover.lean.toolchain import EmbeddedToolchain

RESULTS = Path(__file__).parent / "results"


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--pairs", type=int, default=5_000, help="(state, tactic) pairs, at least")
    parser.add_argument("--applications", type=int, default=100_000, help="applications of the long run; 0 leaves it out")
    parser.add_argument("--fresh", type=int, default=100, help="attempts by a fresh Lean each; 0 leaves them out")
    parser.add_argument("--no-write", action="store_true", help="leave the results folder alone")
    chosen = parser.parse_args()
    toolchain = EmbeddedToolchain.find()
    toolchain.prepare(lambda progress: print(f"compiled {progress.done} of {progress.total} modules", file=sys.stderr))
    report = measure(
        toolchain,
        num_pairs=chosen.pairs,
        num_applications=chosen.applications,
        num_fresh=chosen.fresh,
        say_fn=lambda text: print(text, file=sys.stderr),
    )
    table, line = report.table(), json.dumps(report.record(), ensure_ascii=False)
    print(table, line, sep="\n")
    if not chosen.no_write:
        RESULTS.mkdir(exist_ok=True)
        (RESULTS / "lean.txt").write_text(table + "\n", encoding="utf-8")
        (RESULTS / "lean.json").write_text(json.dumps(report.record(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
