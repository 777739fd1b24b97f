"""Which search proves more: MCTS `paper`, MCTS `reap`, best-first and beam, on Lean, with the same policy and wall clock.

Every search gets the same candidates per batch, the same seconds per problem and the same strict check. The catalogue
policy is deterministic, so a seed draws its batches: candidates are ordered by log-probability plus Gumbel noise that
depends on seed and state, which is sampling without replacement; their log-probabilities stay what they are. Each row is
written as it comes, and rows already in the file are not run again, so a run may be stopped and continued.

    python benchmarks/search_lean.py --seconds 10 --processes 1 --out results/search_lean.jsonl
    python benchmarks/search_lean.py --out results/search_lean.jsonl --report

The report states solve rates per search and set, and for each pair of searches the difference of their rates, paired by
problem and seed, with a 95 % interval from 10,000 bootstrap samples over problems (seeds of a problem stay together).
"""

from __future__ import annotations

import argparse
import itertools
import json
import multiprocessing
import platform
import random
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

from reaprover.errors import ReaproverError
from reaprover.evals.accounting import paired_difference
from reaprover.lean.toolchain import EmbeddedToolchain
from reaprover.policy import CataloguePolicy, Sampled
from reaprover.problems import SET_NAMES, Problem, Split, load_set
from reaprover.prover import Prover
from reaprover.search import Budget, search_config

SEARCHES = ("paper", "reap", "best-first", "best-first-whole", "beam")


_prover: Prover | None = None  # one per worker process


def attempt(search: str, seed: int, set_name: str, problem: Problem, seconds: float, num_candidates: int) -> dict[str, Any]:
    """One row."""
    global _prover
    evaluator = Sampled(CataloguePolicy(), seed)
    if _prover is None:
        _prover = Prover(EmbeddedToolchain.find(), evaluator)
    _prover.evaluator = evaluator
    rules = {"num_candidates": num_candidates, "max_nodes": None}
    config = search_config(search, rules=rules, budget=Budget(wall_s=seconds), seed=seed)
    row = {"search": search, "seed": seed, "set": set_name, "id": problem.id, "seconds": seconds, "num_candidates": num_candidates}
    begun = time.monotonic()
    try:
        result = _prover.attempt(problem.theorem, config)
    except ReaproverError as error:
        return {**row, "outcome": "error", "solved": False, "elapsed_s": time.monotonic() - begun, "error": str(error)}
    return {
        **row,
        "outcome": result.outcome.value,
        "limit": result.limit.value if result.limit else None,
        "solved": result.script is not None and not problem.theorem.negated,
        "tainted": result.tainted,
        "elapsed_s": time.monotonic() - begun,
        "num_steps": result.num_steps,
        "num_nodes": len(result.tree),
        "counters": result.counters.to_json(),
    }


def read_rows(path: Path) -> list[dict[str, Any]]:
    """The rows of an earlier run; a line torn by a kill is skipped."""
    rows = []
    for line in path.read_text(encoding="utf-8").split("\n") if path.exists() else []:
        try:
            rows.append(json.loads(line))
        except ValueError:
            continue
    return rows


def run(options: argparse.Namespace) -> None:
    """Run what is missing."""
    done = {(row["search"], row["seed"], row["id"]) for row in read_rows(options.out)}
    tasks = [
        (search, seed, name, problem)
        for seed in range(options.seeds)
        for name in options.sets
        for problem in load_set(name, Split(options.split))[: options.problems]
        for search in options.searches
        if (search, seed, problem.id) not in done
    ]
    print(f"{len(tasks)} attempts to run, {len(done)} in the file", file=sys.stderr)
    EmbeddedToolchain.find().prepare()
    options.out.parent.mkdir(parents=True, exist_ok=True)
    context = multiprocessing.get_context("spawn")
    with options.out.open("a", encoding="utf-8") as file, ProcessPoolExecutor(options.processes, context) as workers:
        futures = [workers.submit(attempt, *task, options.seconds, options.candidates) for task in tasks]
        for number, future in enumerate(as_completed(futures), 1):
            row = future.result()
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
            file.flush()
            what = f"{row['search']:<17}{row['seed']} {row['id']:<40}"
            print(f"{number}/{len(tasks)} {what} {row['outcome']} {row['elapsed_s']:.1f} s", file=sys.stderr)


def report(rows: Iterable[dict[str, Any]]) -> None:
    """Print the tables (Markdown) and one JSON line."""
    solved: defaultdict[str, defaultdict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    by_set: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    by_seed: defaultdict[tuple[str, int], list[int]] = defaultdict(list)
    ended: defaultdict[str, Counter[str]] = defaultdict(Counter)
    spent: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        name = row["search"]
        solved[name][row["id"]].append(int(row["solved"]))
        by_set[name, row["set"]].append(int(row["solved"]))
        by_seed[name, row["seed"]].append(int(row["solved"]))
        ended[name][row.get("limit") or row["outcome"]] += 1
        for counter in ("simulations", "applications"):
            spent[name][counter] += row.get("counters", {}).get(counter, 0)
        spent[name]["attempts"] += 1
    names = [name for name in SEARCHES if name in solved]
    sets = sorted({name for _, name in by_set})
    seeds = sorted({seed for _, seed in by_seed})
    print("| search | all | " + " | ".join(sets) + " | per seed | simulations | applications | ended by |")
    print("|---|---|" + "---|" * (len(sets) + 4))
    summary = {}
    for name in names:
        flat = [value for values in solved[name].values() for value in values]
        summary[name] = sum(flat) / len(flat)
        cells = [f"{sum(by_set[name, s])}/{len(by_set[name, s])}" for s in sets]
        per_seed = ", ".join(f"{sum(by_seed[name, seed])}/{len(by_seed[name, seed])}" for seed in seeds)
        each = {counter: spent[name][counter] / spent[name]["attempts"] for counter in ("simulations", "applications")}
        why = ", ".join(f"{reason} {count}" for reason, count in ended[name].most_common())
        print(
            f"| {name} | {sum(flat)}/{len(flat)} = {100 * summary[name]:.1f} % | {' | '.join(cells)} | {per_seed} | "
            f"{each['simulations']:.0f} | {each['applications']:.0f} | {why} |"
        )
    print("\n| difference | points | 95 % interval |\n|---|---|---|")
    rng = random.Random(0)
    differences = {}
    shares = {name: {problem: sum(found) / len(found) for problem, found in solved[name].items()} for name in names}
    for a, b in itertools.combinations(names, 2):
        mean, low, high = paired_difference(shares[a], shares[b], rng)
        differences[f"{a} - {b}"] = [mean, low, high]
        print(f"| {a} − {b} | {100 * mean:+.1f} | {100 * low:+.1f} … {100 * high:+.1f} |")
    print(json.dumps({"benchmark": "search_lean", "machine": platform.machine(), "rates": summary, "differences": differences}))


def main() -> None:
    """Run, then report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, help="rows, one JSON object a line; continued if it exists")
    parser.add_argument("--seconds", type=float, default=10.0, help="wall clock per problem")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--candidates", type=int, default=24, help="K for every search")
    parser.add_argument("--split", default="test")
    parser.add_argument("--sets", nargs="+", default=list(SET_NAMES))
    parser.add_argument("--problems", type=int, default=None, help="only the first so many of each set")
    parser.add_argument("--searches", nargs="+", default=list(SEARCHES), choices=SEARCHES)
    parser.add_argument("--report", action="store_true", help="run nothing")
    options = parser.parse_args()
    if not options.report:
        run(options)
    report(read_rows(options.out))


if __name__ == "__main__":
    main()
