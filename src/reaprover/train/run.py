"""A training run: its folder, its phases, and what is needed to stop it at any moment and go on.

    run.json            configuration, versions, machine, seed; written once
    pool.jsonl          the statements that are practised on
    matchmaker.json     statistics of the statements, games in flight
    games.jsonl         one line per finished game, for people
    replay/             verified transitions and solutions (`learn.replay`)
    base/               the base, once it is trained
    weights/HASH/       released weights, by content
    phases/NN-NAME/     what a phase needs; `done.json` closes it
    metrics.jsonl       one line per finished phase: the learning curve

Decisions:
- A game counts once the strict lane has spoken: its solution enters the store, then the matchmaker is told, and both are on the disk
  before more than a few seconds pass. What a killed run had drawn and not counted is played again under the same name, and the store
  takes a game's solution once. So nothing is lost and nothing counts twice.
- A checker that gives no verdict makes an error of the game, which moves no statistics.
- A run is resumed by the same command in the same folder; another configuration is refused.
"""

from __future__ import annotations

import json
import os
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any

from reaprover import __version__
from reaprover.core import Outcome, Verdict
from reaprover.core.canonical import canonical_text, parse_json
from reaprover.core.durable import write_durably
from reaprover.errors import InputError, UsageError
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

FORMAT = "reaprover.train.run.v1"
VERIFY_AT = 32
"""Solved games that are verified together."""
SAVE_EVERY_S = 5.0


@dataclass(frozen=True, slots=True)
class Status:
    """What a progress line says.

    Attributes:
        phase: its name.
        share_done: of the phase, in [0, 1].
        time_left_s: of the phase.
        facts: numbers worth seeing, by name.
    """

    phase: str
    share_done: float
    time_left_s: float
    facts: dict[str, Any] = field(default_factory=dict)


class TrainingRun:
    """One run in one folder. Not for several threads; one process at a time writes (the replay store's lock)."""

    def __init__(self, folder: Path, config: TrainingConfig, *, progress_fn: Callable[[Status], None] = lambda _: None) -> None:
        """Start a run, or go on with the one in `folder`.

        Raises:
            UsageError: the folder holds a run with another configuration, or another process is at it.
            InputError: the folder's files are damaged.
            InfrastructureError, PrerequisiteError: disk, Lean or packages.
        """
        self.folder, self.config, self._progress_fn = Path(folder), config, progress_fn
        self.folder.mkdir(parents=True, exist_ok=True)
        toolchain = EmbeddedToolchain.find()
        toolchain.prepare()
        self.guard = EvaluationGuard.of_sets()
        self._open_record(toolchain.versions.identity)
        if config.start and not (self.folder / learner.NEWEST).exists():
            learner.adopt(Path(config.start), self.folder)
        self.store = ReplayStore(self.folder / "replay", guard=self.guard, limits=ReplayLimits())
        self.pool = self._open_pool()
        self._by_id = {statement.id: statement for statement in self.pool}
        self._redo: deque[Job] = deque()
        path = self.folder / "matchmaker.json"
        if path.exists():
            record = parse_json(path.read_bytes())
            assert isinstance(record, dict)
            self.matchmaker = Matchmaker.from_json(record)
            self._redo.extend(self.matchmaker.in_flight)
        else:
            self.matchmaker = Matchmaker(self._by_id, config.matchmaker, seed=config.seed, run="game")

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
            write_durably(path, _json(record))
            return
        record = json.loads(path.read_bytes())
        if not isinstance(record, dict) or record.get("format") != FORMAT:
            raise InputError(str(path), "is no training run", expected=f'"format": "{FORMAT}"', advice="name another folder")
        if canonical_text(record["config"]) != canonical_text(wanted):
            raise UsageError(f"{path}: was started with another configuration; resume with the same options, or name another folder")

    def _open_pool(self) -> tuple[Statement, ...]:
        path, config = self.folder / "pool.jsonl", self.config
        if not path.exists():
            self._progress_fn(Status("statements", 0.0, 0.0))
            counts = {"num_variants": config.num_variants, "num_conjectures": config.num_conjectures}
            write_pool(path, make_pool(config.sets, seed=config.seed, guard=self.guard, **counts))
        return read_pool(path)

    # -- phases --------------------------------------------------------------------------------------------------------

    def go(self, stop_fn: Callable[[], bool] = lambda: False) -> bool:
        """Run the phases that are not done; False if `stop_fn` ended it before the last one was."""
        for number, phase in enumerate(self.config.phases):
            folder = self.folder / "phases" / f"{number:02d}-{phase.name}"
            if (folder / "done.json").exists():
                continue
            folder.mkdir(parents=True, exist_ok=True)
            begin = time.time()
            facts = self._run_phase(phase, folder, stop_fn)
            if facts is None:
                return False
            record = {"phase": phase.name, "kind": type(phase).__name__, "ended": time.time(), "last_part_s": time.time() - begin, **facts}
            with (self.folder / "metrics.jsonl").open("a", encoding="utf-8") as file:
                file.write(json.dumps(record, ensure_ascii=False) + "\n")
            write_durably(folder / "done.json", _json(record))
        return True

    def _run_phase(self, phase: Phase, folder: Path, stop_fn: Callable[[], bool]) -> dict[str, Any] | None:
        def tell(share: float, left_s: float, facts: dict[str, Any]) -> None:
            self._progress_fn(Status(phase.name, share, left_s, facts))

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
        policy, checkpoint = phase.policy, phase.policy
        if phase.policy != "catalogue":
            weights = learner.newest_weights(self.folder)
            policy, checkpoint = f"{phase.policy}:{weights}", weights.name
        counts: Counter[str] = Counter(clock.counts)
        solved: list[tuple[Job, Game]] = []
        verifying: dict[str, list[Job]] = {}  # by the first game's search
        jobs: dict[str, Job] = {}
        stopped = False
        with Actors(self.config.num_actors, policy) as actors:
            while True:
                stopped = stopped or stop_fn()
                is_over = stopped or clock.left_s <= 0
                while not is_over and actors.num_in_flight < self.config.num_actors + 1:
                    job = self._redo.popleft() if self._redo else self.matchmaker.draw()
                    if job is None:
                        is_over = True
                        break
                    jobs[job.id] = job
                    actors.submit(self._assignment(job, phase))
                if solved and (len(solved) >= VERIFY_AT or (is_over and actors.num_in_flight == 0)):
                    games = tuple(game for _, game in solved)
                    verifying[games[0].assignment.search_id] = [job for job, _ in solved]
                    solved = []
                    actors.submit(games)
                if is_over and actors.num_in_flight == 0:
                    break
                for asked, answer in actors.collect(1.0):
                    if isinstance(answer, Game):
                        job = jobs.pop(answer.assignment.search_id)
                        counts["games"] += 1
                        counts["applications"] += int(answer.counters.get("applications", 0))
                        counts["model_calls"] += int(answer.counters.get("model_calls", 0))
                        counts["model_tokens"] += int(answer.counters.get("model_tokens", 0))
                        if answer.outcome == "solved":
                            solved.append((job, answer))
                        else:
                            counts[answer.outcome] += 1
                            self._report(job, answer, checkpoint, None)
                    else:
                        assert isinstance(asked, tuple)
                        for job, game, verdict in zip(verifying.pop(asked[0].assignment.search_id), asked, answer, strict=True):
                            counts[verdict.result.verdict.value] += 1
                            self._report(job, game, checkpoint, verdict)
                if clock.is_due:
                    self._save()
                    clock.save(counts)
                    facts = {"games": counts["games"], "proved": counts["verified"], "transitions": self.store.num_appended}
                    tell(clock.share_done, clock.left_s, facts)
        self._save()
        clock.save(counts)
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
        number = int(job.id.rpartition("-")[2])
        seed = self.config.seed * 1_000_003 + number
        theorem = statement.theorem_named(f"game_{number}", negated=job.objective is Objective.DISPROVE)
        growth = job.simulations / self.config.matchmaker.base_simulations
        return Assignment(
            search_id=job.id,
            theorem_id=job.theorem_id,
            theorem=theorem,
            wall_s=min(phase.wall_s * growth, phase.max_wall_s),
            num_candidates=phase.num_candidates,
            seed=seed,
            is_plain=(seed * 2654435761 % 1000) / 1000 < phase.plain_share,
        )

    def _report(self, job: Job, game: Game, checkpoint: str, verdict: Verified | None) -> None:
        """Count one finished game: solution into the store, then the matchmaker, then a line for people."""
        outcome = {"failed": Outcome.EXHAUSTED, "refused": Outcome.REJECTED}.get(game.outcome, Outcome.ERROR)
        if verdict is not None:
            result = verdict.result
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
                self.store.append([solution])
            else:
                outcome = Outcome.REJECTED if result.verdict is Verdict.REJECTED else Outcome.UNVERIFIED
        simulations = int(game.counters.get("simulations", 0))
        vacuous = verdict is not None and "vacuous" in verdict.result.receipt.get("flags", [])
        self.matchmaker.report(job.id, outcome, checkpoint=checkpoint, simulations=simulations, vacuous=vacuous)
        reasons = list(verdict.result.reasons[:1]) if verdict is not None else [game.reason] if game.reason else []
        line = {
            "game": job.id,
            "theorem": job.theorem_id,
            "objective": job.objective.value,
            "outcome": outcome.value,
            "steps": len(game.steps),
            "seconds": round(game.elapsed_s, 3),
            "checkpoint": checkpoint,
            **game.counters,
            "reasons": reasons,
        }
        with (self.folder / "games.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")

    def _save(self) -> None:
        write_durably(self.folder / "matchmaker.json", _json(self.matchmaker.to_json()))

    def close(self) -> None:
        """Let another process go on with the run."""
        self.store.close()

    def __enter__(self) -> TrainingRun:
        """The run itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        """Let another process go on with the run."""
        self.close()


class _PhaseClock:
    """Seconds spent in a phase, those before a resume included, and its counts."""

    def __init__(self, path: Path, seconds: float) -> None:
        self.path, self.seconds = path, seconds
        record: dict[str, Any] = json.loads(path.read_bytes()) if path.exists() else {"spent_s": 0.0, "counts": {}}
        self._before_s, self.counts = float(record["spent_s"]), dict(record["counts"])
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

    def save(self, counts: Counter[str]) -> None:
        self._saved = time.monotonic()
        write_durably(self.path, _json({"spent_s": self.spent_s, "counts": dict(counts)}))


def _json(value: Any) -> bytes:
    return (json.dumps(value, indent=1, ensure_ascii=False) + "\n").encode()
