"""A training run: its folder, its phases, and what is needed to stop it at any moment and go on.

    run.json            configuration, versions, machine, seed; written once
    pool.jsonl          the statements that are practised on
    matchmaker.json     statistics of the statements, games in flight
    journal.jsonl       what was drawn and counted since the matchmaker was written
    games.jsonl         one line per finished game, for people
    unsolved.jsonl      states that games left unsolved, the last line of a game counts
    replay/             verified transitions and solutions (`learn.replay`)
    base/               the base, once it is trained
    weights/HASH/       released weights, by content
    phases/NN-NAME/     what a phase needs; `done.json` closes it
    metrics.jsonl       one line per finished phase: the learning curve

Decisions:
- A game counts once the strict lane has spoken: its solution enters the store, a line the journal, then the matchmaker is told. A draw is
  in the journal, on the disk, before an actor hears of it. So a killed run knows every game that it gave out: what was counted stays
  counted, what is in the store is counted now, all else is played again under the same name. Nothing is lost and nothing counts twice.
- A checker that gives no verdict makes an error of the game, which moves no statistics; so does a proof with an evaluation statement on its
  way, from which nobody may learn.
- A run is resumed by the same command in the same folder; another configuration is refused.
"""

from __future__ import annotations

import json
import os
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any

from reaprover import __version__
from reaprover.core import Outcome, Verdict
from reaprover.core.canonical import canonical_text
from reaprover.core.durable import find_leftovers, remove_leftover, write_durably
from reaprover.errors import InfrastructureError, InputError, UsageError
from reaprover.lean.toolchain import EmbeddedToolchain
from reaprover.learn.leakage import EvaluationGuard
from reaprover.learn.matchmaker import Job, Matchmaker
from reaprover.learn.replay import ReplayLimits, ReplayStore
from reaprover.learn.transition import Objective, make_solution
from reaprover.train import learner
from reaprover.train.actors import Actors
from reaprover.train.config import Phase, SelfPlay, TrainAdapter, TrainBase, TrainingConfig
from reaprover.train.games import Assignment, Game, Verified
from reaprover.train.statements import Statement, make_pool, read_pool, write_pool
from reaprover.train.tracker import Mirror, Tracker

FORMAT = "reaprover.train.run.v1"
VERIFY_AT = 32
"""Solved games that are verified together."""
SAVE_EVERY_S = 5.0


@dataclass(frozen=True, slots=True)
class Status:
    """What a progress line says.

    Attributes:
        phase: its name; `tracker` for what a tracker lost.
        share_done: of the phase, in [0, 1].
        time_left_s: of the phase.
        facts: what is worth seeing, by name.
    """

    phase: str
    share_done: float
    time_left_s: float
    facts: dict[str, Any] = field(default_factory=dict)


class TrainingRun:
    """One run in one folder. Not for several threads; one process at a time writes (the replay store's lock)."""

    def __init__(
        self,
        folder: Path,
        config: TrainingConfig,
        *,
        progress_fn: Callable[[Status], None] = lambda _: None,
        tracker: Tracker | None = None,
        guard: EvaluationGuard | None = None,
        pool: Sequence[Statement] | None = None,
        urgent: Iterable[str] = (),
    ) -> None:
        """Start a run, or go on with the one in `folder`.

        Args:
            folder: the run's folder; made if it is missing.
            config: what is run.
            progress_fn: told often.
            tracker: gets copies of the metrics; what it does cannot touch the run.
            guard: what may not be practised on; None takes all evaluation splits of the package.
            pool: the statements of a new run; None makes those of the configuration.
            urgent: statements whose proofs are verified at once, not when a batch is full.

        Raises:
            UsageError: the folder holds a run with another configuration, or another process is at it.
            InputError: the folder's files are damaged.
            InfrastructureError, PrerequisiteError: disk, Lean or packages.
        """
        self.folder, self.config, self._progress_fn = Path(folder), config, progress_fn
        toolchain = EmbeddedToolchain.find()
        toolchain.prepare()
        self.guard = EvaluationGuard.of_sets() if guard is None else guard
        self._urgent = frozenset(urgent)
        self.folder.mkdir(parents=True, exist_ok=True)
        self._open_record(toolchain.versions.identity)
        self.store = ReplayStore(self.folder / "replay", guard=self.guard, limits=ReplayLimits())
        try:
            self._remove_leftovers()
            self.pool = self._open_pool(pool)
            self._by_id = {statement.id: statement for statement in self.pool}
            self._open_games()
            self._write_metrics()
        except BaseException:
            self.store.close()
            raise
        self.mirror = None if tracker is None else Mirror(tracker)

    def _open_record(self, toolchain: str) -> None:
        path = self.folder / "run.json"
        wanted = json.loads(json.dumps(self.config.to_json()))
        if not path.exists():
            record = {
                "format": FORMAT,
                "reaprover": __version__,
                "config": wanted,
                "toolchain": toolchain,
                "guard": self.guard.sha256,
                "num_cpus": os.cpu_count(),
                "started": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            }
            if self.config.start:  # first, so that a start that fails leaves no record of what it was to be
                learner.adopt(Path(self.config.start), self.folder)
            write_durably(path, _json(record))
            return
        record = _read_json(path)
        if record.get("format") != FORMAT:
            raise InputError(str(path), "is no training run", expected=f'"format": "{FORMAT}"', advice="name another folder")
        if canonical_text(record.get("config")) != canonical_text(wanted):
            before: dict[str, Any] = record.get("config") or {}
            differing = ", ".join(sorted(key for key in wanted if canonical_text(wanted[key]) != canonical_text(before.get(key))))
            advice = "resume with the same options, or name another folder"
            raise UsageError(f"{path}: was started with another configuration ({differing}); {advice}")
        if record.get("toolchain") != toolchain:
            raise UsageError(f"{path}: was started with the Lean {record.get('toolchain')}; found {toolchain}; name another folder")

    def _open_pool(self, given: Sequence[Statement] | None) -> tuple[Statement, ...]:
        path, config = self.folder / "pool.jsonl", self.config
        if not path.exists():
            self._progress_fn(Status("statements", 0.0, 0.0))
            counts = {name: getattr(config, name) for name in ("num_variants", "num_conjectures", "num_programs")}
            write_pool(path, given if given is not None else make_pool(config.sets, seed=config.seed, guard=self.guard, **counts))
        return read_pool(path)

    def _remove_leftovers(self) -> None:
        """Remove what a killed process was writing."""
        for folder in (self.folder, self.folder / "weights", *self.folder.glob("phases/*"), *self.folder.glob("phases/*/checkpoints")):
            if folder.is_dir():
                for leftover in find_leftovers(folder, time.time()):
                    remove_leftover(leftover)

    def _open_games(self) -> None:
        """The matchmaker as the last process left it, however that one ended."""
        games, path = self.folder / "games.jsonl", self.folder / "matchmaker.json"
        self._journal = _Lines(self.folder / "journal.jsonl")
        self._games = _Lines(games)
        self._unsolved = _Lines(self.folder / learner.UNSOLVED)
        self._unsolved.read()  # cuts off what a killed process began
        self._counts: dict[str, Counter[str]] = {}
        told = set()
        for line in self._games.read():
            told.add(line["game"])
            self._add_to_counts(line)
        if path.exists():
            self.matchmaker = Matchmaker.from_json(_read_json(path))
        else:
            self.matchmaker = Matchmaker(self._by_id, self.config.matchmaker, seed=self.config.seed, run="game")
        for line in self._journal.read():
            if "draw" in line:
                if _number(line["draw"]) >= self.matchmaker.num_games:
                    self._draw_again(line["draw"])
                continue
            self._tell_matchmaker(line)
            if line["game"] not in told:
                self._tell_people(line)
        if any(job.id in self.store.search_ids for job in self.matchmaker.in_flight):
            self._count_stored()
        last = max((_number(search_id) for search_id in self.store.search_ids), default=-1)
        self.matchmaker.num_games = max(self.matchmaker.num_games, last + 1)  # without its journal, a run may know less than its store
        self._redo = deque(self.matchmaker.in_flight)
        self._save()

    def _draw_again(self, game: str) -> None:
        job = self.matchmaker.draw()
        if job is None or job.id != game:
            found = "nothing" if job is None else job.id
            raise InputError(str(self._journal.path), "does not go on from matchmaker.json", found=found, expected=game)

    def _count_stored(self) -> None:
        """Count the games whose solutions are in the store already; they were played in the phase that goes on now."""
        phases = (
            phase.name for number, phase in enumerate(self.config.phases) if not (self._phase_folder(number, phase) / "done.json").exists()
        )
        phase, checkpoints = next(phases, ""), {one.search_id: one.checkpoint for one in self.store.solutions()}
        for job in self.matchmaker.in_flight:
            if job.id in checkpoints:
                outcome = Outcome.PROVED if job.objective is Objective.PROVE else Outcome.DISPROVED
                reasons = ["counted by the next process"]
                self._count(_line(job, outcome, checkpoints[job.id], phase=phase, ended="verified", reasons=reasons))

    # -- phases --------------------------------------------------------------------------------------------------------

    def go(self, stop_fn: Callable[[], bool] = lambda: False) -> bool:
        """Run the phases that are not done; False if `stop_fn` ended it before the last one was."""
        for number, phase in enumerate(self.config.phases):
            folder = self._phase_folder(number, phase)
            if (folder / "done.json").exists():
                continue
            if stop_fn():
                return False
            folder.mkdir(parents=True, exist_ok=True)
            begin = time.time()
            facts = self._run_phase(phase, folder, stop_fn)
            if facts is None:
                return False
            record = {"phase": phase.name, "kind": type(phase).__name__, "ended": time.time(), "last_part_s": time.time() - begin, **facts}
            write_durably(folder / "done.json", _json(record))
            self._write_metrics()
            self._mirrored(record)
        return True

    def leave(self, theorem_ids: Iterable[str]) -> None:
        """Play these statements no more: a target that was proved at test time, and its variants."""
        self.matchmaker.leave(theorem_ids)
        self._save()

    def _mirrored(self, line: dict[str, Any]) -> None:
        if self.mirror is not None:
            self.mirror.log(line)

    def _write_metrics(self) -> None:
        """The records of the phases that are done, one a line."""
        paths = (self._phase_folder(number, phase) / "done.json" for number, phase in enumerate(self.config.phases))
        lines = [json.dumps(_read_json(path), ensure_ascii=False) + "\n" for path in paths if path.exists()]
        write_durably(self.folder / "metrics.jsonl", "".join(lines).encode())

    def _phase_folder(self, number: int, phase: Phase) -> Path:
        return self.folder / "phases" / f"{number:02d}-{phase.name}"

    def _run_phase(self, phase: Phase, folder: Path, stop_fn: Callable[[], bool]) -> dict[str, Any] | None:
        def tell(share: float, left_s: float, facts: dict[str, Any]) -> None:
            self._progress_fn(Status(phase.name, share, left_s, facts))
            self._mirrored({"phase": phase.name, "share_done": share, **facts})

        if isinstance(phase, SelfPlay):
            return self._play(phase, folder, stop_fn, tell)
        if isinstance(phase, TrainBase):
            return learner.train_base(phase, self.folder, folder, self.store, self.config, stop_fn, tell)
        if isinstance(phase, TrainAdapter):
            return learner.train_adapter(phase, self.folder, folder, self.store, self.config, stop_fn, tell)
        return learner.measure(phase, self.folder, folder, self.config, stop_fn, tell)

    # -- self-play -----------------------------------------------------------------------------------------------------

    def _play(
        self, phase: SelfPlay, folder: Path, stop_fn: Callable[[], bool], tell: Callable[[float, float, dict[str, Any]], None]
    ) -> dict[str, Any] | None:
        clock = _PhaseClock(folder / "clock.json", phase.seconds)
        policy, weights = learner.with_weights(phase.policy, self.folder)
        checkpoint = weights or phase.policy
        counts = self._counts.setdefault(phase.name, Counter())
        solved: list[tuple[Job, Game]] = []
        verifying: dict[str, list[Job]] = {}  # by the first game's search
        jobs: dict[str, Job] = {}
        stopped = False
        with Actors(self.config.num_actors, policy) as actors:
            while True:
                stopped = stopped or stop_fn()
                is_over = stopped or clock.left_s <= 0
                while not is_over and actors.num_in_flight < self.config.num_actors + 1:
                    job = self._next_job()
                    if job is None:
                        is_over = True
                        break
                    jobs[job.id] = job
                    actors.submit(self._assignment(job, phase))
                is_due = len(solved) >= VERIFY_AT or any(job.theorem_id in self._urgent for job, _ in solved)
                if solved and (is_due or (is_over and actors.num_in_flight == 0)):
                    games = tuple(game for _, game in solved)
                    verifying[games[0].assignment.search_id] = [job for job, _ in solved]
                    solved = []
                    actors.submit(games)
                if is_over and actors.num_in_flight == 0:
                    break
                for asked, answer in actors.collect(1.0):
                    if isinstance(answer, Game):
                        job = jobs.pop(answer.assignment.search_id)
                        if answer.outcome == "solved":
                            solved.append((job, answer))
                        else:
                            self._report(phase, job, answer, checkpoint, None)
                    else:
                        assert isinstance(asked, tuple)
                        for job, game, verdict in zip(verifying.pop(asked[0].assignment.search_id), asked, answer, strict=True):
                            self._report(phase, job, game, checkpoint, verdict)
                if clock.is_due:
                    self._save()
                    clock.save()
                    facts = {"games": counts["games"], "proved": counts["verified"], "transitions": self.store.num_appended}
                    tell(clock.share_done, clock.left_s, facts)
        self._save()
        clock.save()
        if stopped:
            return None
        statuses = {status.value: number for status, number in self.matchmaker.statuses().items()}
        return {
            "seconds": clock.spent_s,
            "checkpoint": checkpoint,
            "actor_deaths": actors.num_deaths,
            "statements": statuses,
            "transitions_ever": self.store.num_appended,
            "transitions": len(self.store),
            **counts,
        }

    def _assignment(self, job: Job, phase: SelfPlay) -> Assignment:
        statement = self._by_id[job.theorem_id]
        number = _number(job.id)
        seed = self.config.seed * 1_000_003 + number
        theorem = statement.theorem_named(f"game_{number}", negated=job.objective is Objective.DISPROVE)
        growth = job.simulations / self.config.matchmaker.base_simulations
        return Assignment(
            search_id=job.id,
            theorem_id=job.theorem_id,
            theorem=theorem,
            wall_s=min(phase.wall_s * growth, phase.max_wall_s),
            num_candidates=phase.num_candidates,
            search=phase.search,
            seed=seed,
            plain_rate=phase.plain_rate if (seed * 2654435761 % 1000) / 1000 < phase.plain_share else 0.0,
        )

    def _next_job(self) -> Job | None:
        """A game that a killed process had drawn, or a new one, which the journal then knows."""
        if self._redo:
            return self._redo.popleft()
        job = self.matchmaker.draw()
        if job is not None:
            self._journal.add({"draw": job.id}, durable=True)
        return job

    def _report(self, phase: SelfPlay, job: Job, game: Game, checkpoint: str, verdict: Verified | None) -> None:
        """A finished game: its solution into the store, then it counts."""
        reasons = [] if verdict is None else list(verdict.result.reasons[:1])
        outcome, ended = {"failed": Outcome.EXHAUSTED, "refused": Outcome.REJECTED}.get(game.outcome, Outcome.ERROR), game.outcome
        if verdict is not None:
            result = verdict.result
            ended = result.verdict.value
            if result.verdict is Verdict.VERIFIED:
                outcome = Outcome.PROVED if job.objective is Objective.PROVE else Outcome.DISPROVED
                solution = make_solution(
                    game.steps,
                    theorem_id=job.theorem_id,
                    theorem=game.assignment.theorem,
                    script=game.script,
                    receipt=result.receipt,
                    search_id=job.id,
                    checkpoint=checkpoint,
                    time=time.time(),
                    file=verdict.file,
                )
                leaked = self.guard.find_on_the_way(solution.script, [one.state for one in solution.transitions])
                if leaked is None:
                    self.store.append([solution])
                else:  # nobody learns from it, so it moves no statistics either
                    outcome, ended = Outcome.ERROR, "not learnt from"
                    reasons = [f"its proof has the evaluation statement {leaked} on its way"]
            else:
                outcome = Outcome.REJECTED if result.verdict is Verdict.REJECTED else Outcome.UNVERIFIED
        if game.unsolved and outcome in (Outcome.PROVED, Outcome.DISPROVED, Outcome.EXHAUSTED):
            self.guard.check(job.theorem_id, game.assignment.theorem)
            states = [one for one in game.unsolved if self.guard.find_state(one[0]) is None]
            self._unsolved.add({"game": job.id, "theorem": job.theorem_id, "states": states}, durable=True)
        reasons = reasons or ([game.reason] if game.reason else [])
        line = _line(job, outcome, checkpoint, phase=phase.name, ended=ended, reasons=reasons, game=game)
        if verdict is not None and verdict.is_vacuous:
            line["vacuous"] = True
        if game.tainted:
            line["tainted"] = True
        self._count(line)

    def _count(self, line: Mapping[str, Any]) -> None:
        """Count a game: in the journal, by the matchmaker, in the log for people."""
        self._journal.add(line)
        self._tell_matchmaker(line)
        self._tell_people(line)

    def _tell_matchmaker(self, line: Mapping[str, Any]) -> None:
        self.matchmaker.report(
            line["game"],
            Outcome(line["outcome"]),
            checkpoint=line["checkpoint"],
            simulations=int(line.get("simulations", 0)),
            tainted=bool(line.get("tainted", False)),
            vacuous=bool(line.get("vacuous", False)),
        )

    def _tell_people(self, line: Mapping[str, Any]) -> None:
        self._games.add(line)
        self._add_to_counts(line)

    def _add_to_counts(self, line: Mapping[str, Any]) -> None:
        counts = self._counts.setdefault(str(line.get("phase", "")), Counter())
        counts.update({"games": 1, str(line.get("ended", line["outcome"])): 1})
        counts.update({name: int(line[name]) for name in ("applications", "model_calls", "model_tokens") if name in line})

    def _save(self) -> None:
        write_durably(self.folder / "matchmaker.json", (json.dumps(self.matchmaker.to_json(), ensure_ascii=False) + "\n").encode())
        self._journal.clear()

    def close(self) -> None:
        """Let another process go on with the run."""
        self.store.close()
        if self.mirror is not None and not (state := self.mirror.close()).is_whole:
            facts = {
                "lines that did not arrive": state.num_failed + state.num_missing,
                "the last problem": state.problem or "none that it told",
            }
            self._progress_fn(Status("tracker", 1.0, 0.0, facts))

    def __enter__(self) -> TrainingRun:
        """The run itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        """Let another process go on with the run."""
        self.close()


class _PhaseClock:
    """Seconds spent in a phase, those before a resume included."""

    def __init__(self, path: Path, seconds: float) -> None:
        self.path, self.seconds = path, seconds
        self._before_s = float(_read_json(path)["spent_s"]) if path.exists() else 0.0
        self._begin = self._saved = time.monotonic()

    @property
    def spent_s(self) -> float:
        return self._before_s + time.monotonic() - self._begin

    @property
    def left_s(self) -> float:
        return self.seconds - self.spent_s

    @property
    def share_done(self) -> float:
        return min(1.0, self.spent_s / self.seconds) if self.seconds > 0 else 1.0

    @property
    def is_due(self) -> bool:
        return time.monotonic() - self._saved >= SAVE_EVERY_S

    def save(self) -> None:
        self._saved = time.monotonic()
        write_durably(self.path, _json({"spent_s": self.spent_s}))


class _Lines:
    """A file of JSON objects, one a line, to which lines are added; a line that a killed process began does not count."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> list[dict[str, Any]]:
        """Its lines; what stands behind the last line feed is cut off."""
        data = self.path.read_bytes() if self.path.exists() else b""
        whole = data[: data.rfind(b"\n") + 1]
        if whole != data:
            write_durably(self.path, whole)
        return [_object(line, f"{self.path}, line {number}") for number, line in enumerate(whole.splitlines(), 1)]

    def add(self, record: Mapping[str, Any], *, durable: bool = False) -> None:
        """Add a line; `durable`: on the disk, with all before it, when this returns."""
        with self.path.open("ab") as file:
            file.write((json.dumps(record, ensure_ascii=False) + "\n").encode())
            if durable:
                file.flush()
                os.fsync(file.fileno())

    def clear(self) -> None:
        """Take all lines out."""
        write_durably(self.path, b"")


def _line(
    job: Job, outcome: Outcome, checkpoint: str, *, phase: str, ended: str, reasons: list[str], game: Game | None = None
) -> dict[str, Any]:
    """What the logs say of a finished game."""
    return {
        "game": job.id,
        "theorem": job.theorem_id,
        "objective": job.objective.value,
        "outcome": outcome.value,
        "steps": len(game.steps) if game is not None else 0,
        "seconds": round(game.elapsed_s, 3) if game is not None else 0.0,
        "checkpoint": checkpoint,
        **(game.counters if game is not None else {}),
        "phase": phase,
        "ended": ended,
        "reasons": reasons,
    }


def _number(search_id: str) -> int:
    """A game's number, which its name ends in."""
    return int(search_id.rpartition("-")[2])


def _read_json(path: Path) -> dict[str, Any]:
    try:
        return _object(path.read_bytes(), str(path))
    except OSError as error:
        raise InfrastructureError(f"{path}: cannot be read: {error.strerror or error}") from error


def _object(data: bytes, where: str) -> dict[str, Any]:
    try:
        value = json.loads(data)
    except ValueError as error:
        raise InputError(where, "is damaged", found=str(error)[:120], expected="a JSON object") from error
    if not isinstance(value, dict):
        raise InputError(where, "is damaged", found=type(value).__name__, expected="a JSON object")
    return value


def _json(value: Any) -> bytes:
    return (json.dumps(value, indent=1, ensure_ascii=False) + "\n").encode()
