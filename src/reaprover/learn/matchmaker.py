"""Which statement is attempted next, which way round, and with how many simulations (spec rl.md, sections 2 and 3). No torch, no clock.

Decisions:
- A state machine: `draw` starts a game, `report` ends it. The draw of game number n depends on the seed, n and the statistics alone, so
  that a matchmaker read from JSON goes on exactly as the one that was written.
- A job's name holds the run and the game's number. A report for a job that is not in flight is a straggler's: it changes nothing.
- Games that ended by infrastructure, by a stop, or that a failure of infrastructure touched are no evidence: they change nothing.
- Failures are counted per objective, a statement once proved is not given the disprove objective any more, and only proofs count for
  mastery. `literal` follows the published pseudocode instead: the last attempts of both objectives, and a coin that is always fair.
- A statement that was disproved never comes back; nothing else ever sets a weight to 0, and no rule looks at errors.
"""

from __future__ import annotations

import math
import random
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from enum import Enum
from itertools import accumulate
from typing import Any, Final

from reaprover.core import Outcome
from reaprover.errors import InputError, UsageError
from reaprover.learn.transition import Objective

FORMAT: Final = "reaprover.learn.matchmaker.v1"


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchmakerConfig:
    """The constants of section 2; the defaults are those of the main run.

    Attributes:
        disprove_rate: chance of the disprove objective, in [0, 1].
        trust_count: attempts below which a statement keeps its full weight.
        trust_count_proved: last proofs in a row that make a statement mastered.
        weight_interesting, weight_undecided, weight_mastered: weights, ≥ 0; that of a disproved statement is 0.
        base_simulations: budget without failures, ≥ 1.
        multiplier: growth of the budget per recent failure of the objective, ≥ 1.
        max_simulations: the budget's cap.
        window: how many last attempts of an objective are recent.
        literal: follow the published pseudocode where it differs.
    """

    disprove_rate: float = 0.5
    trust_count: int = 8
    trust_count_proved: int = 12
    weight_interesting: float = 1.0
    weight_undecided: float = 0.1
    weight_mastered: float = 0.001
    base_simulations: int = 250
    multiplier: float = 1.17
    max_simulations: int = 16_000
    window: int = 32
    literal: bool = False

    def __post_init__(self) -> None:
        weights = (self.weight_interesting, self.weight_undecided, self.weight_mastered)
        fits = (
            0.0 <= self.disprove_rate <= 1.0
            and min(self.trust_count, self.trust_count_proved, self.base_simulations, self.window) >= 1
            and self.max_simulations >= self.base_simulations
            and self.multiplier >= 1.0
            and all(math.isfinite(number) and number >= 0.0 for number in (*weights, self.multiplier))
        )
        if not fits:
            raise UsageError(f"matchmaker: a setting is out of range; found {self}; see MatchmakerConfig for the ranges")


MAIN: Final = MatchmakerConfig()
"""The main run's constants."""
TEST_TIME: Final = MatchmakerConfig(trust_count=5, base_simulations=125, multiplier=2.0)
"""Those of learning at test time."""
PRESETS: Final[Mapping[str, MatchmakerConfig]] = {"main": MAIN, "test_time": TEST_TIME}


@dataclass(frozen=True, slots=True)
class Attempt:
    """A game that was evidence.

    Attributes:
        objective: what it tried.
        success: whether a verified proof of it was found.
        simulations: what it spent.
        checkpoint: identity of the weights that played.
    """

    objective: Objective
    success: bool
    simulations: int
    checkpoint: str


@dataclass(frozen=True, slots=True)
class Job:
    """A game to play.

    Attributes:
        id: its identity; every result must carry it. Fit to be the search's id.
        theorem_id: the statement.
        objective: which way round.
        simulations: its budget.
    """

    id: str
    theorem_id: str
    objective: Objective
    simulations: int


class Status(Enum):
    """What is known about a statement."""

    PROVED = "proved"
    DISPROVED = "disproved"
    OPEN = "open"


class Reported(Enum):
    """What became of a report."""

    COUNTED = "counted"
    NO_EVIDENCE = "no_evidence"
    STRAGGLER = "straggler"


@dataclass(slots=True)
class StatementHistory:
    """What is remembered of a statement; belongs to the matchmaker.

    Attributes:
        attempts: the games that were evidence, oldest first.
        is_vacuous: some proof of it used nothing but a contradiction among its hypotheses.
        has_left: it is not drawn any more, without being disproved.
    """

    attempts: list[Attempt] = field(default_factory=list)
    is_vacuous: bool = False
    has_left: bool = False

    @property
    def status(self) -> Status:
        """Disproved or proved if that was ever verified, else open."""
        shown = {attempt.objective for attempt in self.attempts if attempt.success}
        if Objective.DISPROVE in shown:
            return Status.DISPROVED
        return Status.PROVED if shown else Status.OPEN

    def of(self, objective: Objective) -> list[Attempt]:
        """Its attempts at one objective."""
        return [attempt for attempt in self.attempts if attempt.objective is objective]


def weight(history: StatementHistory, config: MatchmakerConfig) -> float:
    """The weight of a statement: the first rule of section 3 that applies."""
    status = history.status
    if status is Status.DISPROVED or history.has_left:
        return 0.0
    if len(history.attempts) < config.trust_count:
        return config.weight_interesting
    if status is Status.OPEN:
        return config.weight_undecided
    count = config.trust_count_proved
    if config.literal:
        is_mastered = all(attempt.success and attempt.objective is Objective.PROVE for attempt in history.attempts[-count:])
    else:
        proofs = history.of(Objective.PROVE)[-count:]
        is_mastered = len(proofs) == count and all(attempt.success for attempt in proofs)
    return config.weight_mastered if is_mastered else config.weight_interesting


def budget(history: StatementHistory, objective: Objective, config: MatchmakerConfig) -> int:
    """Simulations for the next attempt at `objective`: min(cap, ⌊base · multiplier^f⌋), f its recent failures."""
    failures = sum(not attempt.success for attempt in history.of(objective)[-config.window :])
    simulations = config.base_simulations * config.multiplier**failures
    return config.max_simulations if simulations >= config.max_simulations else math.floor(simulations)


class Matchmaker:
    """Statements with their histories, and the games in flight. Drawing takes time linear in the number of statements."""

    def __init__(self, theorem_ids: Iterable[str] = (), config: MatchmakerConfig = MAIN, *, seed: int = 0, run: str = "run") -> None:
        """A matchmaker that has seen nothing.

        Args:
            theorem_ids: the statements.
            config: the constants.
            seed: of all draws.
            run: names the run in the jobs' identities; results of another run are stragglers.
        """
        self.config = config
        self.seed = seed
        self.run = run
        self.num_games = 0
        self._histories: dict[str, StatementHistory] = {}
        self._weights: dict[str, float] = {}
        self._in_flight: dict[str, Job] = {}
        self._num_in_flight: dict[str, int] = {}
        self.add(theorem_ids)

    def add(self, theorem_ids: Iterable[str]) -> None:
        """Take statements in; those that are in already stay as they are."""
        for theorem_id in theorem_ids:
            if theorem_id not in self._histories:
                self._histories[theorem_id] = StatementHistory()
                self._reweigh(theorem_id)

    def leave(self, theorem_ids: Iterable[str]) -> None:
        """Draw these no more: a target that was proved at test time, and its variants (section 9)."""
        for theorem_id in theorem_ids:
            self.history(theorem_id).has_left = True
            self._reweigh(theorem_id)

    @property
    def in_flight(self) -> tuple[Job, ...]:
        """The games that were drawn and not reported yet."""
        return tuple(self._in_flight.values())

    def history(self, theorem_id: str) -> StatementHistory:
        """What is remembered of a statement.

        Raises:
            UsageError: it was never taken in.
        """
        if theorem_id not in self._histories:
            raise UsageError(f"matchmaker: there is no statement {theorem_id!r}; add it first")
        return self._histories[theorem_id]

    def weight(self, theorem_id: str) -> float:
        """The weight of a statement by the rules, games in flight left out of account."""
        self.history(theorem_id)
        return self._weights[theorem_id]

    def statuses(self) -> dict[Status, int]:
        """How many statements are proved, disproved and open."""
        counts = dict.fromkeys(Status, 0)
        for history in self._histories.values():
            counts[history.status] += 1
        return counts

    def draw(self) -> Job | None:
        """Start the next game; None where no statement has a weight above 0."""
        names = [name for name, own in self._weights.items() if own > 0.0]
        if not names:
            return None
        shares = list(accumulate(self._weights[name] / (1 + self._num_in_flight.get(name, 0)) for name in names))
        rng = random.Random(f"{self.seed}:{self.num_games}")
        place = bisect_right(shares, rng.random() * shares[-1])
        theorem_id = names[min(place, len(names) - 1)]  # a product may round up to the sum
        coin = rng.random()
        history = self._histories[theorem_id]
        may_disprove = self.config.literal or history.status is not Status.PROVED
        rate = 0.5 if self.config.literal else self.config.disprove_rate
        objective = Objective.DISPROVE if may_disprove and coin < rate else Objective.PROVE
        job = Job(f"{self.run}-{self.num_games}", theorem_id, objective, budget(history, objective, self.config))
        self.num_games += 1
        self._in_flight[job.id] = job
        self._num_in_flight[theorem_id] = self._num_in_flight.get(theorem_id, 0) + 1
        return job

    def report(
        self, job_id: str, outcome: Outcome, *, checkpoint: str, simulations: int, tainted: bool = False, vacuous: bool = False
    ) -> Reported:
        """End a game.

        Args:
            job_id: the identity of the job that was played.
            outcome: how it ended; `proved` and `disproved` are verified.
            checkpoint: identity of the weights that played.
            simulations: what it spent, ≥ 0.
            tainted: some failure of infrastructure touched the search: a failure is then no evidence.
            vacuous: the proof uses nothing but a contradiction among the hypotheses.

        Returns:
            Whether it counted.

        Raises:
            InputError: the game proved what it was not asked for.
        """
        job = self._in_flight.get(job_id)
        if job is None:
            return Reported.STRAGGLER
        wanted = Outcome.PROVED if job.objective is Objective.PROVE else Outcome.DISPROVED
        success = outcome is wanted
        if not success and outcome in (Outcome.PROVED, Outcome.DISPROVED):
            raise InputError(f"job {job_id}, outcome", "does not fit the objective", found=outcome.value, expected=wanted.value)
        self._land(job)
        if not success and (tainted or outcome not in (Outcome.EXHAUSTED, Outcome.REJECTED)):
            return Reported.NO_EVIDENCE
        history = self._histories[job.theorem_id]
        history.attempts.append(Attempt(job.objective, success, simulations, checkpoint))
        history.is_vacuous |= vacuous and success
        self._reweigh(job.theorem_id)
        return Reported.COUNTED

    def record(self, theorem_id: str, attempt: Attempt) -> None:
        """Take in an attempt of an earlier life, as a log of games tells it; set `num_games` when all are in.

        Raises:
            UsageError: there is no such statement.
        """
        self.history(theorem_id).attempts.append(attempt)
        self._reweigh(theorem_id)

    def abandon(self, job_ids: Iterable[str] | None = None) -> tuple[Job, ...]:
        """Give games up (default: all in flight), as after the death of their actors; what they still report is a straggler's."""
        wanted = list(self._in_flight) if job_ids is None else [job_id for job_id in job_ids if job_id in self._in_flight]
        jobs = tuple(self._in_flight[job_id] for job_id in wanted)
        for job in jobs:
            self._land(job)
        return jobs

    def _land(self, job: Job) -> None:
        del self._in_flight[job.id]
        self._num_in_flight[job.theorem_id] -= 1
        if not self._num_in_flight[job.theorem_id]:
            del self._num_in_flight[job.theorem_id]

    def _reweigh(self, theorem_id: str) -> None:
        self._weights[theorem_id] = weight(self._histories[theorem_id], self.config)

    def to_json(self) -> dict[str, Any]:
        """The whole state as JSON; checkpoints are listed once and attempts name them by their place."""
        places: dict[str, int] = {}
        statements = []
        for theorem_id, history in self._histories.items():
            attempts = [
                [one.objective.value, one.success, one.simulations, places.setdefault(one.checkpoint, len(places))]
                for one in history.attempts
            ]
            statements.append([theorem_id, history.is_vacuous, history.has_left, attempts])
        return {
            "format": FORMAT,
            "config": asdict(self.config),
            "seed": self.seed,
            "run": self.run,
            "num_games": self.num_games,
            "checkpoints": list(places),
            "statements": statements,
            "in_flight": [[job.id, job.theorem_id, job.objective.value, job.simulations] for job in self._in_flight.values()],
        }

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> Matchmaker:
        """The matchmaker that `to_json` wrote; it goes on exactly as the other one would have.

        Raises:
            InputError: a field is missing or wrong.
        """
        if record.get("format") != FORMAT:
            raise InputError("matchmaker.format", "is another one", found=repr(record.get("format")), expected=FORMAT)
        try:
            config = dict(record["config"])
            if set(config) != {each.name for each in fields(MatchmakerConfig)}:
                raise InputError("matchmaker.config", "has other fields", found=str(sorted(config)), expected="those of MatchmakerConfig")
            made = cls((), MatchmakerConfig(**config), seed=int(record["seed"]), run=str(record["run"]))
            made.num_games = int(record["num_games"])
            checkpoints = [str(one) for one in record["checkpoints"]]
            for theorem_id, is_vacuous, has_left, attempts in record["statements"]:
                made._histories[theorem_id] = StatementHistory(
                    [Attempt(Objective(o), bool(success), int(n), checkpoints[place]) for o, success, n, place in attempts],
                    bool(is_vacuous),
                    bool(has_left),
                )
                made._reweigh(theorem_id)
            for job_id, theorem_id, objective, simulations in record["in_flight"]:
                made._in_flight[job_id] = Job(job_id, theorem_id, Objective(objective), simulations)
                made._num_in_flight[theorem_id] = made._num_in_flight.get(theorem_id, 0) + 1
                made.history(theorem_id)
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise InputError("matchmaker", "is no saved matchmaker", found=f"{type(error).__name__}: {error}", expected=FORMAT) from error
        return made
