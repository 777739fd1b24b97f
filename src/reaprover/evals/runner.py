"""Runs one attempt per problem and seed, in several processes, and writes a run folder.

Decisions:
- A worker is a fresh process with its own Lean and its own evaluator; attempts are handed out one by one, seed by seed, so that a run that
  was cut short holds whole seeds. What is measured is one process with one Lean session and one torch thread per attempt; several workers
  share the machine, and the run says how many there were.
- Only an attempt whose script the strict lane verified counts as solved, and only as a proof of the benchmark's statement: a disproof, a
  proof from contradictory hypotheses and an answer that restates its question are listed apart (spec rl.md, section 13). An attempt that
  infrastructure ended is counted apart and is no failure of the theorem; all of them stay in the denominator.
- The run folder holds `run.json` (what was run, with what), `records.jsonl` (one line an attempt, appended as they finish),
  `summary.json`, `proofs/` (file and receipt of each verified proof, for whoever wants to check again) and, if asked for, `states.jsonl`
  (states with their distances). A record line is whole or absent.
- The same run in the same folder goes on where it stopped: what has a line is not run again, also not if it ended by infrastructure, since
  a retry would be a further attempt. An attempt that was under way draws the same samples again, for they depend on seed and state alone.
- A worker process that dies takes its attempt with it, which is recorded as `error`; the run goes on with fresh workers.
"""

from __future__ import annotations

import dataclasses
import json
import math
import multiprocessing
import os
import platform
import random
import re
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import psutil

from reaprover import __version__
from reaprover.core import CheckResult, Evaluator, Observation, Outcome, ProofChecker, Theorem
from reaprover.core.durable import write_durably
from reaprover.errors import InfrastructureError, InputError, ModelError, PrerequisiteError, ReaproverError, UsageError
from reaprover.evals.accounting import wilson
from reaprover.evals.evaluators import EvaluatorFn, ModelSettings, Timed, make_evaluators, parse_spec
from reaprover.lean.toolchain import EmbeddedToolchain
from reaprover.problems import Problem, Split, load_set
from reaprover.prover import PROOF_FILE, RECEIPT_FILE, Prover
from reaprover.search import Budget, Kind, SearchConfig, SearchResult, search_config
from reaprover.verify.receipt import read_receipt, write_receipt
from reaprover.verify.strict import Level, StrictChecker, submission_of

FORMAT = "reaprover.evals.run.v2"
RUN_FILE, RECORDS_FILE, SUMMARY_FILE, STATES_FILE, PROOFS = "run.json", "records.jsonl", "summary.json", "states.jsonl", "proofs"
UNCOUNTED = frozenset({"vacuous", "answer_restated"})
"""Flags of a receipt whose proof is no answer to the benchmark."""
NUM_OPEN_STATES = 16
"""States kept of an unsolved search: its root, and others drawn at random."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunConfig:
    """What to run.

    Attributes:
        sets: names of sets, or paths of JSONL files.
        split: only problems of this split; None takes all.
        evaluator: an arm, as `reaprover.evals.evaluators` reads it.
        search: a name in `reaprover.search.CONFIGS`.
        seconds: wall time per attempt, > 0; None for no limit.
        simulations: simulations per attempt, ≥ 1; None for no limit. One of both limits is needed.
        num_candidates: tactics per batch (K); None takes the search's own.
        seeds: one search (tree) per problem and seed.
        num_processes: worker processes, ≥ 1.
        level: what the strict lane asks of a proof.
        model: how the arms of a model are loaded and sampled.
        num_problems: only the first so many of each set; None takes all.
        keep_states: write `states.jsonl`.
    """

    sets: tuple[str, ...]
    split: Split | None = Split.TEST
    evaluator: str = "catalogue"
    search: str = "best-first"
    seconds: float | None = 10.0
    simulations: int | None = None
    num_candidates: int | None = 32
    seeds: tuple[int, ...] = (0,)
    num_processes: int = 1
    level: Level = Level.STRICT
    model: ModelSettings = field(default_factory=ModelSettings)
    num_problems: int | None = None
    keep_states: bool = False

    def __post_init__(self) -> None:
        if self.seconds is not None and not (self.seconds > 0 and math.isfinite(self.seconds)):
            raise UsageError(f"evaluation: seconds is {self.seconds}; expected a number > 0")
        if self.simulations is not None and self.simulations < 1:
            raise UsageError(f"evaluation: simulations is {self.simulations}; expected a number ≥ 1")
        if self.seconds is None and self.simulations is None:
            raise UsageError("evaluation: no limit is set; give seconds or simulations")
        if self.num_processes < 1:
            raise UsageError(f"evaluation: num_processes is {self.num_processes}; expected a number ≥ 1")
        if not self.seeds or len(set(self.seeds)) < len(self.seeds) or min(self.seeds) < 0:
            raise UsageError(f"evaluation: seeds are {list(self.seeds)}; expected at least one number ≥ 0, none of them twice")
        arm, _ = parse_spec(self.evaluator)
        if arm.needs_model and (self.num_candidates or 1) > arm.max_candidates:
            found = self.num_candidates
            raise UsageError(f"evaluation: num_candidates is {found}; expected at most {arm.max_candidates} for {arm.value}")

    @property
    def search_config(self) -> SearchConfig:
        """The search that each attempt runs, with seed 0."""
        rules: dict[str, Any] = {} if self.num_candidates is None else {"num_candidates": self.num_candidates}
        return search_config(self.search, rules=rules, budget=Budget(wall_s=self.seconds, num_simulations=self.simulations))

    def to_json(self) -> dict[str, Any]:
        """The configuration as JSON."""
        plain = {"split": self.split.value if self.split else None, "level": self.level.value}
        return {**asdict(self), **plain, "sets": list(self.sets), "seeds": list(self.seeds)}


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
        seed: of the tree.
        strict_s: seconds in the strict lane, part of `elapsed_s`.
        evaluator_s: seconds in the evaluator, part of `elapsed_s`.
        lean_cpu_s: CPU seconds of all Lean processes, strict lane included.
        receipt: hash of the receipt of the last check; empty if none was made.
        flags: what that receipt says beside its verdict, e.g. `vacuous`.
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
    seed: int = 0
    strict_s: float = 0.0
    evaluator_s: float = 0.0
    lean_cpu_s: float = 0.0
    receipt: str = ""
    flags: tuple[str, ...] = ()

    @property
    def is_solved(self) -> bool:
        """Whether it counts: a verified proof of the statement, and one that says something about it."""
        return self.verified and self.outcome == Outcome.PROVED.value and not UNCOUNTED.intersection(self.flags)

    @property
    def apart(self) -> str:
        """What a verified attempt is that does not count: `disproved` or its flag; empty for all others."""
        if not self.verified or self.is_solved:
            return ""
        return self.outcome if self.outcome != Outcome.PROVED.value else min(UNCOUNTED.intersection(self.flags))

    @property
    def key(self) -> tuple[str, str, int]:
        """Set, problem and seed: what an attempt is."""
        return self.set, self.id, self.seed

    @property
    def is_infrastructure(self) -> bool:
        """Whether it says nothing about the theorem."""
        return self.outcome in (Outcome.ERROR.value, Outcome.UNVERIFIED.value)


@dataclass(frozen=True, slots=True)
class Summary:
    """Counts over some records.

    Attributes:
        num_problems: attempts.
        num_solved: with a verified proof that counts, see `Record.is_solved`.
        num_infrastructure: outcomes that say nothing about the theorem (`error`, `unverified`).
        outcomes: attempts by outcome.
        rate: share solved, in [0, 1].
        low, high: 95 % Wilson interval of the rate.
        median_s: median seconds of the solved attempts; 0 if there are none.
        apart: verified attempts that do not count, by what they are.
    """

    num_problems: int
    num_solved: int
    num_infrastructure: int
    outcomes: dict[str, int]
    rate: float
    low: float
    high: float
    median_s: float
    apart: dict[str, int] = field(default_factory=dict)


def summarise(records: Sequence[Record]) -> Summary:
    """Counts over `records`."""
    solved = [record for record in records if record.is_solved]
    times = sorted(record.elapsed_s for record in solved)
    low, high = wilson(len(solved), len(records))
    return Summary(
        num_problems=len(records),
        num_solved=len(solved),
        num_infrastructure=sum(record.is_infrastructure for record in records),
        outcomes=dict(sorted(Counter(record.outcome for record in records).items())),
        rate=len(solved) / len(records) if records else 0.0,
        low=low,
        high=high,
        median_s=times[len(times) // 2] if times else 0.0,
        apart=dict(sorted(Counter(record.apart for record in records if record.apart).items())),
    )


@dataclass(frozen=True, slots=True)
class Task:
    """One attempt to make: the problem at `place` in set `set`, with `seed`."""

    set: str
    place: int
    problem: Problem
    seed: int

    @property
    def key(self) -> tuple[str, str, int]:
        """As `Record.key`."""
        return self.set, self.problem.id, self.seed


def tasks_of(config: RunConfig) -> tuple[Task, ...]:
    """All attempts of a run, in order.

    Raises:
        InputError: a set cannot be read.
    """
    sets = {str(name): load_set(name, config.split)[: config.num_problems] for name in config.sets}
    return tuple(
        Task(name, place, problem, seed)
        for seed in config.seeds
        for name, problems in sets.items()
        for place, problem in enumerate(problems)
    )


def run(config: RunConfig, folder: Path, *, record_fn: Callable[[Record], None] | None = None) -> tuple[Record, ...]:
    """Attempt every problem with every seed and write the run folder, or go on with the same run.

    Args:
        config: what to run.
        folder: the run folder; made here, or the folder of this run when it was cut short.
        record_fn: called with each new record as it comes.

    Returns:
        One record per attempt, in the order of seeds and sets.

    Raises:
        InputError: a set cannot be read, or the folder's record is damaged.
        UsageError: the folder holds another run, or the model is refused.
        PrerequisiteError, InfrastructureError: Lean is missing, or the folder cannot be written.
    """
    tasks = tasks_of(config)
    toolchain = EmbeddedToolchain.find()
    toolchain.prepare()
    description = {
        "format": FORMAT,
        "config": config.to_json(),
        "search": config.search_config.to_json(),
        "evaluator": _identity_of(config),
        "toolchain": toolchain.versions.identity,
        "reaprover": __version__,
        "machine": machine(),
        "num_problems": len({task.key[:2] for task in tasks}),
        "num_attempts": len(tasks),
    }
    _begin(folder, description)
    finished = {record.key: record for record in read_records(folder, repair=True)}
    try:
        with (folder / RECORDS_FILE).open("a", encoding="utf-8") as log:
            for record, states in _attempts(config, folder, [task for task in tasks if task.key not in finished]):
                finished[record.key] = record
                if states:
                    line = json.dumps({"set": record.set, "id": record.id, "seed": record.seed, "states": states})
                    with (folder / STATES_FILE).open("a", encoding="utf-8") as file:
                        file.write(line + "\n")
                log.write(json.dumps(asdict(record), ensure_ascii=False) + "\n")
                log.flush()
                if record_fn is not None:
                    record_fn(record)
    except OSError as error:
        raise InfrastructureError(f"{folder}: cannot be written: {error.strerror or error}") from error
    records = tuple(finished[task.key] for task in tasks)
    per_set = {name: asdict(summarise([record for record in records if record.set == name])) for name in map(str, config.sets)}
    write_durably(folder / SUMMARY_FILE, _json({**description, "all": asdict(summarise(records)), "sets": per_set}))
    return records


def read_run(folder: Path) -> dict[str, Any]:
    """What `run.json` says.

    Raises:
        InputError: there is none, or it is damaged or of another format.
    """
    file = folder / RUN_FILE
    try:
        description = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(str(file), "cannot be read", found=str(error), expected="the folder of a run of `reaprover eval`") from None
    if not isinstance(description, dict) or description.get("format") != FORMAT:
        found = description.get("format") if isinstance(description, dict) else type(description).__name__
        raise InputError(str(file), "has another format", found=repr(found), expected=FORMAT, advice="run it again")
    return description


def read_records(folder: Path, *, repair: bool = False) -> list[Record]:
    """The records of a run so far; a last line without its end was torn by a kill and is no record.

    Args:
        folder: the run folder.
        repair: cut a torn line off, so that the file can be appended to.

    Raises:
        InputError: a whole line is no record, or an older run's proof has no receipt that would say how it counts.
    """
    file = folder / RECORDS_FILE
    data = file.read_bytes() if file.exists() else b""
    whole = data[: data.rfind(b"\n") + 1]
    if repair and len(whole) < len(data):
        write_durably(file, whole)
    records = []
    for number, line in enumerate(whole.decode("utf-8").split("\n")[:-1], 1):
        try:
            fields = json.loads(line)
            flags = fields["flags"] if "flags" in fields else [] if not fields["verified"] else _flags_of(folder, fields["receipt"])
            records.append(Record(**{**fields, "reasons": tuple(fields["reasons"]), "flags": tuple(flags)}))
        except (ValueError, TypeError, KeyError) as error:
            raise InputError(
                f"{file}, line {number}", "is no record", found=str(error)[:80], expected="a line of `reaprover eval`"
            ) from None
    return records


def _flags_of(folder: Path, record_sha256: str) -> list[str]:
    """The flags in a kept receipt: records of earlier versions do not repeat them."""
    for path in sorted((folder / PROOFS).glob(f"*/{RECEIPT_FILE}")):
        receipt = read_receipt(path)
        if receipt["record_sha256"] == record_sha256:
            return list(receipt["flags"])
    raise InputError(str(folder / PROOFS), "lacks the receipt of a verified proof", found=record_sha256[:16], advice="run it again")


def read_states(folder: Path) -> list[dict[str, Any]]:
    """One entry an attempt: set, id, seed and states, each with `goals` and `distance` (None where no proof was found).

    An attempt that a kill made run twice is there once.

    Raises:
        InputError: the file is missing, or a line is damaged.
    """
    file = folder / STATES_FILE
    if not file.exists():
        raise InputError(str(file), "is not there", expected="a run that kept its states", advice="run it with --keep-states")
    try:
        text = file.read_text(encoding="utf-8")
        entries = [json.loads(line) for line in text[: text.rfind("\n") + 1].split("\n")[:-1]]
        return list({(entry["set"], entry["id"], entry["seed"]): entry for entry in entries}.values())
    except (ValueError, TypeError, KeyError) as error:
        raise InputError(str(file), "holds a line that is no list of states", found=str(error)) from None


def machine() -> dict[str, Any]:
    """What a figure was measured on."""
    return {"system": f"{platform.system()} {platform.machine()}", "python": platform.python_version(), "num_cpus": os.cpu_count()}


def _begin(folder: Path, description: Mapping[str, Any]) -> None:
    """Write `run.json`, or see that the folder's run is this one."""
    if not (folder / RUN_FILE).exists():
        try:
            folder.mkdir(parents=True, exist_ok=True)
            write_durably(folder / RUN_FILE, _json(description))
        except OSError as error:
            raise InfrastructureError(f"{folder}: cannot be written: {error.strerror or error}") from error
        return
    difference = _first_difference("", read_run(folder), json.loads(_json(description)))
    if difference:
        raise UsageError(f"{folder}: already holds another run; {difference}; name another folder")


def _first_difference(where: str, found: Any, expected: Any) -> str:
    if isinstance(found, dict) and isinstance(expected, dict):
        pairs = ((key, found.get(key), expected.get(key)) for key in sorted({*found, *expected}) if key != "num_processes")
        return next(filter(None, (_first_difference(f"{where}.{key}".lstrip("."), *pair) for key, *pair in pairs)), "")
    return "" if found == expected else f"{where}: found {found!r}, expected {expected!r}"


def _json(value: Any) -> bytes:
    return (json.dumps(value, indent=1, ensure_ascii=False) + "\n").encode()


# ---- handing out ---------------------------------------------------------------------------------------------------------

_Answer = tuple[Record, list[dict[str, Any]]]


def _workers(config: RunConfig, folder: Path | None, num: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(num, multiprocessing.get_context("spawn"), _start_worker, (config, folder))


def _identity_of(config: RunConfig) -> str:
    """The evaluator's name for the first seed, asked in a process of its own: a model is not kept in this one."""
    with _workers(config, None, 1) as workers:
        try:
            answer = workers.submit(_identity).result()
        except BrokenProcessPool as error:
            raise InfrastructureError(f"evaluation: the process that loads {config.evaluator} died; see what it printed") from error
    if isinstance(answer, str):
        return answer
    code, message = answer
    raise {1: ModelError, 2: UsageError, 3: PrerequisiteError}.get(code, InfrastructureError)(message)


def _attempts(config: RunConfig, folder: Path, tasks: Sequence[Task]) -> Iterator[_Answer]:
    waiting = deque(tasks)
    while waiting:
        running: dict[Future[_Answer], Task] = {}
        num, has_answered = min(config.num_processes, len(waiting)), False
        try:
            with _workers(config, folder, num) as workers:
                while waiting or running:
                    while waiting and len(running) < num:
                        future = workers.submit(_attempt, waiting[0])
                        running[future] = waiting.popleft()
                    for future in wait(running, return_when=FIRST_COMPLETED).done:
                        answer = future.result()
                        del running[future]
                        has_answered = True
                        yield answer
        except BrokenProcessPool:
            if not running and not has_answered:
                raise InfrastructureError("evaluation: worker processes die before they work; see what they printed") from None
            for task in running.values():
                yield _failed(task, "a worker process died"), []


def _failed(task: Task, reason: str, elapsed_s: float = 0.0) -> Record:
    outcome, library = Outcome.ERROR.value, task.problem.library
    return Record(
        task.problem.id, task.set, outcome, False, elapsed_s=elapsed_s, reasons=(reason,), library=library, seed=task.seed, tainted=True
    )


# ---- in a worker process -------------------------------------------------------------------------------------------------


_WARM_UP = Observation(("⊢ True",), "warm-up", 0, 1)


class _TimedChecker:
    """The strict lane with a clock."""

    def __init__(self, inner: ProofChecker) -> None:
        self._inner = inner
        self.elapsed_s = 0.0

    def check(self, theorem: Theorem, script: str) -> CheckResult:
        begun_s = time.monotonic()
        try:
            return self._inner.check(theorem, script)
        finally:
            self.elapsed_s += time.monotonic() - begun_s


class _Worker:
    """What the attempts of one process share."""

    def __init__(self, config: RunConfig, folder: Path | None) -> None:
        self.config, self.folder = config, folder
        self._make: EvaluatorFn | None = None
        self._evaluators: dict[int, Evaluator] = {}
        self._prover: Prover | None = None
        self._checker: _TimedChecker | None = None

    def evaluator(self, seed: int) -> Evaluator:
        """The evaluator of a seed; what it loads is loaded once."""
        if self._make is None:
            self._make = make_evaluators(self.config.evaluator, self.config.model)
        if seed not in self._evaluators:
            self._evaluators = {seed: self._make(seed)}  # seeds come one after the other
            self._evaluators[seed].evaluate([_WARM_UP])  # what is read on the first call is no cost of the first problem
        return self._evaluators[seed]

    def attempt(self, task: Task) -> _Answer:
        """One attempt."""
        evaluator = Timed(self.evaluator(task.seed))
        if self._prover is None:
            toolchain = EmbeddedToolchain.find()
            self._checker = _TimedChecker(StrictChecker(toolchain, level=self.config.level))
            self._prover = Prover(toolchain, evaluator, checker=self._checker)
        prover, checker = self._prover, self._checker
        assert checker is not None
        prover.evaluator, checker.elapsed_s = evaluator, 0.0
        cpu_s, begun_s = _children_cpu_s(), time.monotonic()
        result = prover.attempt(task.problem.theorem, dataclasses.replace(self.config.search_config, seed=task.seed))
        elapsed_s = time.monotonic() - begun_s
        verified = result.script is not None and result.outcome in (Outcome.PROVED, Outcome.DISPROVED)
        receipt = result.check.receipt if result.check else {}
        record = Record(
            id=task.problem.id,
            set=task.set,
            outcome=result.outcome.value,
            verified=verified,
            script=result.script or "",
            num_steps=result.num_steps or 0,
            elapsed_s=round(elapsed_s, 3),
            tainted=result.tainted,
            limit=result.limit.value if result.limit else "",
            counters=result.counters.to_json(),
            reasons=tuple(filter(None, (result.error, *(result.check.reasons if result.check and not verified else ())))),
            library=task.problem.library,
            seed=task.seed,
            strict_s=round(checker.elapsed_s, 3),
            evaluator_s=round(evaluator.elapsed_s, 3),
            lean_cpu_s=round(_children_cpu_s() - cpu_s, 3),
            receipt=str(receipt.get("record_sha256", "")),
            flags=tuple(receipt.get("flags", ())),
        )
        if verified and self.folder is not None:
            _keep_proof(self.folder, task, result)
        return record, _states(result, verified, task) if self.config.keep_states else []


_worker: _Worker | None = None  # set once per worker process, by its initializer


def _start_worker(config: RunConfig, folder: Path | None) -> None:
    global _worker
    for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"):  # read when the libraries are loaded, later
        os.environ[name] = "1"
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    threading.Thread(target=_end_with_the_run, name="ends-with-the-run", daemon=True).start()
    _worker = _Worker(config, folder)


def _end_with_the_run() -> None:
    """A killed run must leave no workers behind."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _identity() -> str | tuple[int, str]:
    """The evaluator's identity, or exit code and message of the error: exceptions with fields of their own do not travel."""
    assert _worker is not None, "the initializer ran"
    try:
        return _worker.evaluator(_worker.config.seeds[0]).identity
    except ReaproverError as error:
        return error.exit_code, str(error)


def _attempt(task: Task) -> _Answer:
    assert _worker is not None, "the initializer ran"
    begun_s = time.monotonic()
    try:
        return _worker.attempt(task)
    except ReaproverError as error:
        return _failed(task, str(error), round(time.monotonic() - begun_s, 3)), []


def _children_cpu_s() -> float:
    """CPU seconds of this process's children, ended and living, with their own."""
    ended = os.times()
    total = ended.children_user + ended.children_system
    for child in psutil.Process().children(recursive=True):
        try:
            spent = child.cpu_times()
        except psutil.Error:  # it ended just now
            continue
        total += spent.user + spent.system + getattr(spent, "children_user", 0.0) + getattr(spent, "children_system", 0.0)
    return total


def _keep_proof(folder: Path, task: Task, result: SearchResult) -> None:
    assert result.script is not None
    assert result.check is not None
    name = "-".join(re.sub(r"[^\w.-]", "_", part)[:80] for part in (Path(task.set).stem, str(task.place), task.problem.id))
    place = folder / PROOFS / f"{name}-seed{task.seed}"
    place.mkdir(parents=True, exist_ok=True)
    write_durably(place / PROOF_FILE, submission_of(task.problem.theorem, result.script).source.encode())
    write_receipt(place / RECEIPT_FILE, result.check.receipt, replace=True)


def _states(result: SearchResult, verified: bool, task: Task) -> list[dict[str, Any]]:
    """States to ask a value head about: those of the proof with their distances, or open ones of a search that ran to its end.

    Nothing comes of a search that infrastructure touched or that was stopped: it is no evidence of anything.
    """
    if verified:
        return [{"goals": list(step.goals), "distance": -step.value_target} for step in result.transitions]
    if result.outcome is not Outcome.EXHAUSTED or result.tainted:
        return []
    seen = [node for node in result.tree.nodes[1:] if node.kind is Kind.OR and node.value is not None and not node.solved and node.goals]
    chosen = random.Random(f"{task.seed} {task.problem.id}").sample(seen, min(NUM_OPEN_STATES - 1, len(seen)))
    return [{"goals": list(node.goals), "distance": None} for node in (result.tree.root, *chosen)]
