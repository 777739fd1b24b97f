"""Solve rates of the catalogue policy on the test splits: the permanent baseline.

Run: python benchmarks/catalogue.py [--seconds 10] [--processes 1] [--sets logic,nat,list,isaplanner] [--split test]
Prints a table and one JSON line; both go to benchmarks/results/catalogue.txt and catalogue.json.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path

from reaprover.evals import Record, RunConfig, run, summarise
from reaprover.evals.runner import machine
from reaprover.problems import SET_NAMES, Split

RESULTS = Path(__file__).parent / "results"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", default=",".join(SET_NAMES))
    parser.add_argument("--split", default="test", choices=[split.value for split in Split])
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--search", default="best-first")
    parser.add_argument("--candidates", type=int, default=32)
    parser.add_argument("--out", type=Path, help="keep the run folder here")
    arguments = parser.parse_args()
    config = RunConfig(
        sets=tuple(arguments.sets.split(",")),
        split=Split(arguments.split),
        seconds=arguments.seconds,
        num_processes=arguments.processes,
        search=arguments.search,
        num_candidates=arguments.candidates,
    )

    def report(record: Record) -> None:
        print(f"{'solved' if record.verified else record.outcome:10} {record.elapsed_s:6.2f} s  {record.id}", file=sys.stderr, flush=True)

    with tempfile.TemporaryDirectory() as scratch:
        records = run(config, arguments.out or Path(scratch) / "run", record_fn=report)
    lines = [
        f"Catalogue policy, {config.search}, K = {config.num_candidates}, {config.seconds:g} s a problem, "
        f"{config.num_processes} process(es); {arguments.split} split; every success verified by the strict lane",
        f"{'set':12} {'solved':>8} {'of':>5} {'rate':>7} {'95 % interval':>16} {'median s':>9} {'infrastructure':>15}",
    ]
    rows = []
    for name in (*config.sets, "all"):
        chosen = [record for record in records if name in ("all", record.set)]
        summary = summarise(chosen)
        rows.append({"set": name, **asdict(summary), "unsolved": [record.id for record in chosen if not record.verified]})
        interval = f"{summary.low:.1%}–{summary.high:.1%}"
        lines.append(
            f"{name:12} {summary.num_solved:8} {summary.num_problems:5} {summary.rate:7.1%} {interval:>16} {summary.median_s:9.2f} "
            f"{summary.num_infrastructure:15}"
        )
    result = json.dumps({"benchmark": "catalogue", "machine": machine(), "config": config.to_json(), "rows": rows}, ensure_ascii=False)
    print("\n".join(lines))
    print(result)
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "catalogue.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (RESULTS / "catalogue.json").write_text(result + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
