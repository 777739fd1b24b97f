"""What a trained model is worth on the test splits: equal wall clock, equal simulations, and every part of it taken away.

Each row of a table is one `reaprover eval`; a row that is done is not run again, so the script may be stopped and continued.

    python benchmarks/learning.py MODEL --out FOLDER                 # all tables
    python benchmarks/learning.py MODEL --out FOLDER --table main    # one of them

Tables: `main`, every test problem at 30 s; `parts`, the arms at 3 s, three seeds; `simulations`, the same at 16 simulations; `isaplanner`,
all 86 at 60 s and level paranoid. Writes benchmarks/results/learning-TABLE.md and .json. After `main` also learning-within: what each of
its searches had proved after 1, 2, 3, 5, 10, 20 and 30 s; a search does not know its limit, so a shorter one would have ended there.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

RESULTS = Path(__file__).parent / "results"
SAMPLING = ["--temperature", "1.5", "--top-k", "0", "--max-tokens", "96"]  # as the tiny system samples
WIDENING = ["--search", "best-first-widening", "--candidates", "8"]
SETS = ("logic", "nat", "list", "isaplanner")
WITHIN = (1, 2, 3, 5, 10, 20, 30)  # seconds
TABLES = ("main", "parts", "simulations", "isaplanner")


def rows_of(table: str, model: str, num_problems: int) -> list[tuple[str, list[str]]]:
    """The runs of a table: name and options of `reaprover eval`."""
    ranked = ["-e", f"ranked:{model}", *WIDENING]
    if table == "main":
        return [
            ("catalogue-once", ["-e", "catalogue", "--search", "best-first", "--candidates", "32", "--seconds", "30"]),
            ("catalogue-widening", ["-e", "catalogue", *WIDENING, "--seconds", "30"]),
            ("broad", ["-e", "broad", *WIDENING, "--seconds", "30"]),
            ("ranked", [*ranked, "--seconds", "30", "--keep-states"]),
        ]
    if table == "isaplanner":
        return [("ranked", [*ranked, "--set", "isaplanner", "--split", "all", "--seconds", "60", "--level", "paranoid"])]
    some = ["--seeds", "0,1,2", "--noise", "0.5", "--problems", str(num_problems)]
    limit = ["--simulations", "16", *some] if table == "simulations" else ["--seconds", "3", *some]
    arms = ("ranked", "ranked-prior", "ranked-uniform", "ranked-base", "ranked-random-head")
    search = ["--search", "paper", "--candidates", "8"]  # the search that reads the value
    return [
        ("catalogue-drawn", ["-e", "catalogue-drawn", *search, *limit]),
        ("broad", ["-e", "broad", *search, *limit]),
        *((arm, ["-e", f"{arm}:{model}", *search, *limit]) for arm in arms),
        ("network", ["-e", f"model:{model}", "--search", "paper", "--candidates", "24", *limit]),
    ]


def write_within(folders: list[Path]) -> None:
    """Solved problems by seconds of search, of the runs in these folders."""
    names = ("all", *SETS)
    rows = []
    for folder in folders:
        lines = [json.loads(line) for line in (folder / "records.jsonl").read_text(encoding="utf-8").splitlines()]
        for limit in WITHIN:
            solved = [r["set"] for r in lines if r["verified"] and not r["flags"] and r["counters"]["elapsed_s"] <= limit]
            counts = {name: len(solved) if name == "all" else solved.count(name) for name in names}
            rows.append({"arm": folder.name, "seconds": limit, **counts})
    table = ["| seconds | arm | " + " | ".join(names) + " |", "| --- | --- |" + " --- |" * len(names)]
    for row in sorted(rows, key=lambda row: row["seconds"]):
        table.append(f"| {row['seconds']} | {row['arm']} | " + " | ".join(str(row[name]) for name in names) + " |")
    (RESULTS / "learning-within.md").write_text("\n".join(table) + "\n", encoding="utf-8")
    (RESULTS / "learning-within.json").write_text(json.dumps(rows) + "\n", encoding="utf-8")
    print("\n".join(table))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", help="model folder")
    parser.add_argument("--out", type=Path, required=True, help="folder of the runs")
    parser.add_argument("--table", choices=TABLES, action="append", help="only this table; may be repeated")
    parser.add_argument("--problems", type=int, default=12, help="of each set, in the tables parts and simulations")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    program = [sys.executable, "-m", "reaprover", "eval"]
    for table in options.table or TABLES:
        folders = []
        for name, arguments in rows_of(table, options.model, options.problems):
            folders.append(str(options.out / table / name))
            common = ["--processes", str(options.processes), "--run-folder", folders[-1], "--quiet"]
            subprocess.run([*program, *arguments, *SAMPLING, *common], check=True)
        solved = ["--solved", "isaplanner"] if table == "isaplanner" else []
        report = [*program, "--report", *folders, *solved, "--out", str(RESULTS / f"learning-{table}")]
        subprocess.run([*report, "--figure", str(RESULTS / f"learning-{table}.png")], check=True)
        if table == "main":
            write_within([Path(folder) for folder in folders])


if __name__ == "__main__":
    main()
