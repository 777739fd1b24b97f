"""Speed of the checker: latency of one check at each level, and throughput of a batch with one and two workers.

Run: python benchmarks/verify.py [--count 1000] [--latency 40] [--workers 1,2]
Proofs are made from templates over the core library (logic, omega, simp, induction, decide), all different. Prints a table and one JSON
line; both go to benchmarks/results/verify.txt and verify.json.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import statistics
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import psutil

from reaprover.cli.check import make_checker_fn
from reaprover.lean.toolchain import EmbeddedToolchain
from reaprover.verify.batch import check_batch
from reaprover.verify.strict import Level, Report, Submission

RESULTS = Path(__file__).parent / "results"
TEMPLATES = [
    ("(p q r : Prop) : p ∧ q ∧ (r ∨ {n} = {n}) → (q ∧ p)", "intro h\nexact ⟨h.2.1, h.1⟩"),
    ("(a b c : Nat) (h : a + {n} ≤ b) (g : b ≤ c) : a + {n} ≤ c", "omega"),
    ("(a b : Int) (h : 2 * a = 2 * b + {n} - {n}) : a = b", "omega"),
    ("(xs : List Nat) : (xs ++ [{n}]).length = xs.length + 1", "simp"),
    (
        "(p : Prop) (n : Nat) : (p ∧ n = n + 0) ↔ (p ∨ (p ∧ n = {n}))",
        "constructor\n· intro h\n  exact Or.inl h.1\n· intro h\n  cases h with\n  | inl h => exact ⟨h, rfl⟩\n  | inr h => exact ⟨h.1, rfl⟩",
    ),
    ("(n : Nat) : 0 + n + {n} = n + {n}", "induction n with\n| zero => rfl\n| succ n ih => simp"),
    (": {n} * {n} % 7 = ({n} % 7) * ({n} % 7) % 7", "decide"),
    (
        "(p q : Prop) : ¬ (p ∧ q) → (¬ p ∨ ¬ q) ∧ {n} = {n}",
        "intro h\nrefine ⟨?_, rfl⟩\nby_cases hp : p\n· right\n  intro hq\n  exact h ⟨hp, hq⟩\n· left\n  exact hp",
    ),
]


def submissions(count: int) -> list[Submission]:
    """`count` different proofs."""
    made = []
    for i in range(count):
        statement, script = TEMPLATES[i % len(TEMPLATES)]
        header = f"theorem t{i} {statement.replace('{n}', str(i))}"
        block = "\n".join(f"  {line}" for line in script.split("\n"))
        made.append(Submission(f"{header} := by\n{block}\n", (f"t{i}",), f"{header} := sorry\n", script=script))
    return made


def processor_s() -> float:
    """Processor time of this process and its finished children, seconds."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--latency", type=int, default=40)
    parser.add_argument("--workers", default="1,2")
    parser.add_argument("--no-write", action="store_true")
    options = parser.parse_args()
    toolchain = EmbeddedToolchain.find()
    toolchain.prepare()
    rows: list[dict[str, Any]] = []
    lines = [f"{'what':34} {'p50 s':>7} {'p95 s':>7} {'cpu s':>7} {'per s':>7} {'verdicts'}"]
    for level in Level:
        checker = make_checker_fn(toolchain, level=level)()
        work = submissions(options.latency + 1)
        checker.check_file(work.pop())  # reads the library
        times = []
        verdicts: Counter[str] = Counter()
        before = processor_s()
        for submission in work:
            started = time.perf_counter()
            verdicts[checker.check_file(submission).result.verdict.value] += 1
            times.append(time.perf_counter() - started)
        p50, p95 = statistics.median(times), statistics.quantiles(times, n=20)[-1]
        cpu_s = (processor_s() - before) / len(times)
        what = f"one check, {level.value}"
        row = {"what": what, "p50_s": round(p50, 3), "p95_s": round(p95, 3), "cpu_s": round(cpu_s, 3), "verdicts": dict(verdicts)}
        rows.append(row)
        lines.append(f"{what:34} {p50:7.3f} {p95:7.3f} {cpu_s:7.3f} {1 / p50:7.2f} {dict(verdicts)}")
        print(lines[-1], file=sys.stderr)
    memory: list[int] = []
    for num_workers in [int(n) for n in options.workers.split(",")]:
        verdicts = Counter()
        started = time.perf_counter()
        checker_fn = make_checker_fn(toolchain, level=Level.STRICT)
        for place, outcome in check_batch(submissions(options.count), checker_fn, num_workers=num_workers):
            verdicts[outcome.result.verdict.value if isinstance(outcome, Report) else "error"] += 1
            if place % 50 == 0 and num_workers == 1:
                memory.append(psutil.Process().memory_info().rss >> 20)
        elapsed = time.perf_counter() - started
        what = f"{options.count} proofs, strict, {num_workers} worker" + "s" * (num_workers > 1)
        rows.append({"what": what, "per_s": round(options.count / elapsed, 2), "elapsed_s": round(elapsed, 1), "verdicts": dict(verdicts)})
        lines.append(f"{what:34} {'':7} {'':7} {'':7} {options.count / elapsed:7.2f} {dict(verdicts)}")
        print(lines[-1], file=sys.stderr)
    if memory:
        rows.append({"what": "resident memory of the judge, MiB", "first": memory[0], "last": memory[-1], "largest": max(memory)})
        lines.append(f"resident memory of the judge: {memory[0]} MiB after the first, {memory[-1]} at the end, {max(memory)} at most")
    record = {
        "benchmark": "verify",
        "machine": {"cpus": os.cpu_count(), "python": platform.python_version(), "load": os.getloadavg()[0]},
        "versions": toolchain.versions.identity,
        "rows": rows,
    }
    table, line = "\n".join(lines), json.dumps(record, ensure_ascii=False)
    print(table)
    print(line)
    if not options.no_write:
        RESULTS.mkdir(exist_ok=True)
        (RESULTS / "verify.txt").write_text(table + "\n", encoding="utf-8")
        (RESULTS / "verify.json").write_text(line + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
