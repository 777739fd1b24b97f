"""What a trained model is worth on the test splits: equal wall clock, equal simulations, and every part of it taken away.

Each row of a table is one `reaprover eval`; a row that is done is not run again, so the script may be stopped and continued.

    python benchmarks/learning.py MODEL --out FOLDER                 # all tables
    python benchmarks/learning.py MODEL --out FOLDER --table main    # one of them

Tables: `main`, every test problem at 30 s; `seeds`, three seeds at 10 s; `parts`, the arms at 3 s, three seeds, with the search that
reads the value; `simulations`, the same at 16 simulations; `isaplanner`, all 86 at 60 s and level paranoid; `checkpoints`, the weights at
each point of the learning curve of --training, at 32 simulations. Writes benchmarks/results/learning-TABLE.md and .json. After `main`,
`seeds`, `parts` and `checkpoints` also learning-TABLE-by-…: what each of the searches had proved within fewer seconds or simulations; a
search does not know its limit, so a smaller one would have ended there.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from reaprover.evals.accounting import paired_difference, wilson
from reaprover.evals.figures import Curve, Point, learning_curve
from reaprover.evals.report import load_arms, solved_shares
from reaprover.train.report import summary

RESULTS = Path(__file__).parent / "results"
SAMPLING = ["--temperature", "1.5", "--top-k", "0", "--max-tokens", "96"]  # as the tiny system samples
WIDENING = ["--search", "best-first-widening", "--candidates", "8"]
SETS = ("logic", "nat", "list", "isaplanner")
SIMULATIONS = (1, 2, 4, 8, 16, 32)
WITHIN = {  # by which counter, and at which values of it
    "main": {"seconds": (1, 2, 3, 5, 10, 20, 30), "simulations": SIMULATIONS},
    "seeds": {"seconds": (1, 2, 3, 5, 10), "simulations": SIMULATIONS},
    "parts": {"simulations": (1, 2, 4, 8)},  # few are cut off by 3 s before that
    "checkpoints": {"simulations": SIMULATIONS},
}
COUNTERS = {"seconds": "elapsed_s", "simulations": "simulations"}
TABLES = ("main", "seeds", "parts", "simulations", "isaplanner", "checkpoints")


def rows_of(table: str, model: str, num_problems: int, training: Path | None) -> list[tuple[str, list[str]]]:
    """The runs of a table: name and options of `reaprover eval`."""
    if table == "checkpoints":
        if training is None:
            raise SystemExit("the table checkpoints needs --training, the folder of the training run")
        limit = [*WIDENING, "--simulations", "32", "--seconds", "120"]
        ranked_at = [(minutes, ["-e", spec, *limit]) for minutes, spec in points_of(training)]
        return [("0-minutes", ["-e", "broad", *limit]), *((f"{minutes}-minutes", options) for minutes, options in ranked_at)]
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
    seeds = ["--seeds", "0,1,2", "--noise", "0.5"]
    if table == "seeds":
        return [
            ("catalogue-drawn", ["-e", "catalogue-drawn", *WIDENING, "--seconds", "10", *seeds]),
            ("broad", ["-e", "broad", *WIDENING, "--seconds", "10", *seeds]),
            ("ranked", [*ranked, "--seconds", "10", *seeds]),
        ]
    some = [*seeds, "--problems", str(num_problems)]
    limit = ["--simulations", "16", *some] if table == "simulations" else ["--seconds", "3", *some]
    arms = ("ranked", "ranked-prior", "ranked-uniform", "ranked-base", "ranked-random-head")
    search = ["--search", "paper", "--candidates", "8"]  # the search that reads the value
    return [
        ("catalogue-drawn", ["-e", "catalogue-drawn", *search, *limit]),
        ("broad", ["-e", "broad", *search, *limit]),
        *((arm, ["-e", f"{arm}:{model}", *search, *limit]) for arm in arms),
        ("network", ["-e", f"model:{model}", "--search", "paper", "--candidates", "24", *limit]),
    ]


def points_of(training: Path) -> list[tuple[str, str]]:
    """Minutes and evaluator of the points of a run's learning curve that rank with a network; a base alone has no adapter yet."""
    found = summary(training)
    bases = {record["weights"] for record in found["phases"] if record["kind"] == "TrainBase"}
    measured = [record["weights"] for record in found["phases"] if record["kind"] == "Measure"]
    return [
        (f"{point['minutes']:g}", f"{'ranked-base' if weights in bases else 'ranked'}:{training / 'weights' / weights}")
        for point, weights in zip(found["curve"], measured, strict=True)
        if point["policy"] == "ranked"
    ]


def write_within(table: str, unit: str, folders: list[Path]) -> None:
    """Solved problems by seconds or simulations, over all seeds, and what the network's order has more, in points, paired by problem."""
    names = ("all", *SETS)
    records = {arm.folders[0]: arm.records for arm in load_arms(folders)}
    last = "ranked" if "ranked" in records else [*records][-1]
    rows: list[dict[str, Any]] = []
    for limit in WITHIN[table][unit]:
        within = {
            arm: [r if r.counters[COUNTERS[unit]] <= limit else replace(r, verified=False) for r in found] for arm, found in records.items()
        }
        for arm, found in within.items():
            counts = {name: sum(r.is_solved and name in ("all", r.set) for r in found) for name in names}
            row = {unit: limit, "arm": arm, **counts, "attempts": len(found), "less": None}
            if arm != last:
                points = paired_difference(solved_shares(within[last]), solved_shares(found), random.Random(0))
                row["less"] = [round(100 * figure, 1) for figure in points]
            rows.append(row)
    heads = [unit, "arm", *names, f"{last} less it, points (95 %)"]
    text = ["| " + " | ".join(heads) + " |", "| --- " * len(heads) + "|"]
    for row in rows:
        less = "" if row["less"] is None else "{:+.1f} ({:+.1f} … {:+.1f})".format(*row["less"])
        text.append("| " + " | ".join(str(row[name]) for name in (unit, "arm", *names)) + f" | {less} |")
    file = RESULTS / f"learning-{table}-by-{unit}.md"
    file.write_text("\n".join(text) + "\n", encoding="utf-8")
    file.with_suffix(".json").write_text(json.dumps(rows) + "\n", encoding="utf-8")
    print("\n".join(text))
    if table == "checkpoints":
        draw(rows)


def draw(rows: list[dict[str, Any]]) -> None:
    """The learning curve at equal simulations."""
    curves = []
    for limit in (1, 4, 16):
        points = []
        for row in rows:
            if row["simulations"] == limit:
                share, (low, high) = row["all"] / row["attempts"], wilson(row["all"], row["attempts"])
                points.append(Point(float(row["arm"].removesuffix("-minutes")), share, low, high))
        curves.append(Curve(f"{limit} simulation{'s' * (limit > 1)}", tuple(points)))
    title = "Test problems proved within a few simulations, by what was learnt until then"
    learning_curve(RESULTS / "learning-checkpoints-by-simulations.png", curves, x_label="minutes of play and training", title=title)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", help="model folder")
    parser.add_argument("--out", type=Path, required=True, help="folder of the runs")
    parser.add_argument("--table", choices=TABLES, action="append", help="only this table; may be repeated")
    parser.add_argument("--problems", type=int, default=12, help="of each set, in the tables parts and simulations")
    parser.add_argument("--training", type=Path, help="folder of the run that made the model; for the table checkpoints")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    program = [sys.executable, "-m", "reaprover", "eval"]
    for table in options.table or TABLES:
        folders = []
        for name, arguments in rows_of(table, options.model, options.problems, options.training):
            folders.append(str(options.out / table / name))
            common = ["--processes", str(options.processes), "--run-folder", folders[-1], "--quiet"]
            subprocess.run([*program, *arguments, *SAMPLING, *common], check=True)
        solved = ["--solved", "isaplanner"] if table == "isaplanner" else []
        report = [*program, "--report", *folders, *solved, "--out", str(RESULTS / f"learning-{table}")]
        subprocess.run([*report, "--figure", str(RESULTS / f"learning-{table}.png")], check=True)
        for unit in WITHIN.get(table, ()):
            write_within(table, unit, [Path(folder) for folder in folders])


if __name__ == "__main__":
    main()
