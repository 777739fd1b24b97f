"""Runs one attempt per problem, in several processes, and writes a run folder.

Decisions:
- A worker is a fresh process with its own Lean; problems are handed out one by one, in order. What is measured is one process with one Lean
  session per problem; several workers share the machine, and the summary says how many there were.
- Only an attempt whose script the strict lane verified counts as solved. An attempt that infrastructure ended is counted apart and is no
  failure of the theorem.
- The run folder holds `run.json` (what was run, with what), `records.jsonl` (one line a problem, appended as they finish) and
  `summary.json`. A record line is whole or absent.
"""

from __future__ import annotations

import json
import math
import multiprocessing
import os
import platform
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from reaprover import __version__
from reaprover.core import Evaluator
from reaprover.core.durable import write_durably
from reaprover.errors import InfrastructureError, ReaproverError, UsageError
from reaprover.lean.toolchain import EmbeddedToolchain
from reaprover.policy import CataloguePolicy
from reaprover.problems import Problem, Split, load_set
from reaprover.prover import Prover
from reaprover.search import Budget, SearchConfig, search_config
from reaprover.verify.strict import Level

FORMAT = "reaprover.evals.run.v1"
EVALUATORS: dict[str, Callable[[], Evaluator]] = {"catalogue": CataloguePolicy}
"""Evaluators that a worker process can make by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunConfig:
    """What to run.

    Attributes:
        sets: names of sets, or paths of JSONL files.
        split: only problems of this split; None takes all.
        evaluator: a name in `EVALUATORS`.
        search: a name in `reaprover.search.CONFIGS`.
        seconds: wall time per problem, > 0.
        num_candidates: tactics per batch (K); None takes the search's own.
        num_processes: worker processes, ≥ 1.
        level: what the strict lane asks of a proof.
    """

    sets: tuple[str, ...]
    split: Split | None = Split.TEST
    evaluator: str = "catalogue"
    search: str = "best-first"
    seconds: float = 10.0
    num_candidates: int | None = 32
    num_processes: int = 1
    level: Level = Level.STRICT

    def __post_init__(self) -> None:
        if not (self.seconds > 0 and math.isfinite(self.seconds)):
            raise UsageError(f"evaluation: seconds is {self.seconds}; expected a number > 0")
        if self.num_processes < 1:
            raise UsageError(f"evaluation: num_processes is {self.num_processes}; expected a number ≥ 1")
        if self.evaluator not in EVALUATORS:
            raise UsageError(f"evaluation: no evaluator {self.evaluator!r}; there are {', '.join(sorted(EVALUATORS))}")

    @property
    def search_config(self) -> SearchConfig:
        """The search that each attempt runs."""
        rules: dict[str, Any] = {} if self.num_candidates is None else {"num_candidates": self.num_candidates}
        return search_config(self.search, rules=rules, budget=Budget(wall_s=self.seconds))

    def to_json(self) -> dict[str, Any]:
        """The configuration as JSON."""
        return {**asdict(self), "split": self.split.value if self.split else None, "level": self.level.value, "sets": list(self.sets)}


@dataclass(frozen=True, slots=True)
class Record:
    """How one attempt ended.

    Attributes:
        id: the problem's.
        set: the set it is in.
        outcome: the search's outcome, or `error` where the attempt could not be made.
        verified: the strict lane accepted the script.
        script: the verified proof; empty without one.
        num_steps: tactics on its longest branch; 0 without one.
        elapsed_s: seconds of the whole attempt, strict check included.
        tainted: some failure of infrastructure touched the search.
        limit: which limit ended an exhausted search, else empty.
        counters: what was spent.
        reasons: why a script was not verified, or what went wrong.
        library: the problem is marked as a lemma of the library.
    """

    id: str
    set: str
    outcome: str
    verified: bool
    script: str = ""
    num_steps: int = 0
    elapsed_s: float = 0.0
    tainted: bool = False
    limit: str = ""
    counters: dict[str, Any] = field(default_factory=dict)
    reasons: tuple[str, ...] = ()
    library: bool = False


@dataclass(frozen=True, slots=True)
class Summary:
    """Counts over some records.

    Attributes:
        num_problems: attempts.
        num_solved: with a verified script.
        num_infrastructure: outcomes that say nothing about the theorem (`error`, `unverified`).
        outcomes: attempts by outcome.
        rate: share solved, in [0, 1].
        low, high: 95 % Wilson interval of the rate.
        median_s: median seconds of the solved attempts; 0 if there are none.
    """

    num_problems: int
    num_solved: int
    num_infrastructure: int
    outcomes: dict[str, int]
    rate: float
    low: float
    high: float
    median_s: float


def summarise(records: Sequence[Record]) -> Summary:
    """Counts over `records`."""
    solved = [record for record in records if record.verified]
    times = sorted(record.elapsed_s for record in solved)
    outcomes = Counter(record.outcome for record in records)
    low, high = wilson(len(solved), len(records))
    return Summary(
        num_problems=len(records),
        num_solved=len(solved),
        num_infrastructure=outcomes["error"] + outcomes["unverified"],
        outcomes=dict(sorted(outcomes.items())),
        rate=len(solved) / len(records) if records else 0.0,
        low=low,
        high=high,
        median_s=times[len(times) // 2] if times else 0.0,
    )


def wilson(num_successes: int, num_trials: int, z: float = 1.959964) -> tuple[float, float]:
    """Wilson's interval for a proportion; (0, 1) without trials."""
    if not num_trials:
        return 0.0, 1.0
    share, square = num_successes / num_trials, z * z / num_trials
    centre = (share + square / 2) / (1 + square)
    half = z * math.sqrt(share * (1 - share) / num_trials + square / (4 * num_trials)) / (1 + square)
    return max(0.0, centre - half), min(1.0, centre + half)


def run(config: RunConfig, folder: Path, *, record_fn: Callable[[Record], None] | None = None) -> tuple[Record, ...]:
    """Attempt every problem and write the run folder.

    Args:
        config: what to run.
        folder: the run folder; made here, must not hold a run yet.
        record_fn: called with each record as it comes.

    Returns:
        One record per problem, in the order of the sets.

    Raises:
        InputError: a set cannot be read.
        UsageError: the folder already holds a run.
        PrerequisiteError, InfrastructureError: Lean is missing, or the folder cannot be written.
    """
    problems = [(str(name), problem) for name in config.sets for problem in load_set(name, config.split)]
    if (folder / "run.json").exists():
        raise UsageError(f"{folder}: already holds a run; name another folder, or remove it")
    toolchain = EmbeddedToolchain.find()
    toolchain.prepare()
    description = {
        "format": FORMAT,
        "config": config.to_json(),
        "search": config.search_config.to_json(),
        "evaluator": EVALUATORS[config.evaluator]().identity,
        "toolchain": toolchain.versions.identity,
        "reaprover": __version__,
        "machine": machine(),
        "num_problems": len(problems),
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_durably(folder / "run.json", _json(description))
        log = (folder / "records.jsonl").open("a", encoding="utf-8")
    except OSError as error:
        raise InfrastructureError(f"{folder}: cannot be written: {error.strerror or error}") from error
    finished: dict[str, Record] = {}
    with log, ProcessPoolExecutor(config.num_processes, multiprocessing.get_context("spawn"), _start_worker, (config,)) as workers:
        futures = {workers.submit(_attempt, name, problem): problem for name, problem in problems}
        for future in as_completed(futures):
            record = future.result()
            finished[record.id] = record
            log.write(json.dumps(asdict(record), ensure_ascii=False) + "\n")
            log.flush()
            if record_fn is not None:
                record_fn(record)
    records = tuple(finished[problem.id] for _, problem in problems)
    per_set = {name: asdict(summarise([record for record in records if record.set == name])) for name in map(str, config.sets)}
    write_durably(folder / "summary.json", _json({**description, "all": asdict(summarise(records)), "sets": per_set}))
    return records


def machine() -> dict[str, Any]:
    """What a figure was measured on."""
    return {"system": f"{platform.system()} {platform.machine()}", "python": platform.python_version(), "num_cpus": os.cpu_count()}


def _json(value: Any) -> bytes:
    return (json.dumps(value, indent=1, ensure_ascii=False) + "\n").encode()


_worker: tuple[Prover, SearchConfig] | None = None  # set once per worker process, by its initializer


def _start_worker(config: RunConfig) -> None:
    global _worker
    _worker = (Prover(EmbeddedToolchain.find(), EVALUATORS[config.evaluator](), level=config.level), config.search_config)


def _attempt(name: str, problem: Problem) -> Record:
    assert _worker is not None, "the initializer ran"
    prover, config = _worker
    begin = time.monotonic()
    try:
        result = prover.attempt(problem.theorem, config)
    except ReaproverError as error:
        elapsed = time.monotonic() - begin
        return Record(problem.id, name, "error", False, elapsed_s=elapsed, reasons=(str(error),), library=problem.library)
    verified = result.script is not None and result.outcome.value in ("proved", "disproved")
    reasons = tuple(filter(None, (result.error, *(result.check.reasons if result.check and not verified else ()))))
    return Record(
        id=problem.id,
        set=name,
        outcome=result.outcome.value,
        verified=verified,
        script=result.script or "",
        num_steps=result.num_steps or 0,
        elapsed_s=round(time.monotonic() - begin, 3),
        tainted=result.tainted,
        limit=result.limit.value if result.limit else "",
        counters=result.counters.to_json(),
        reasons=reasons,
        library=problem.library,
    )
