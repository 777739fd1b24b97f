"""Reinforcement learning at test time: one target, its variants, a specialist for them (spec rl.md, section 9).

    config = specialist_config(minutes=20, start="tiny/")
    report = learn_at_test_time(folder, Target("mine", theorem), config, num_variants=40)

The folder is that of a training run (`train.run`), and

    test-time.json      the target, written before anything runs: this folder holds data of learning at test time
    report.json         outcome, and all that was spent on the target: it is part of the target's cost
    proof.lean, receipt.json    once it is proved (or disproved): the target under its own name, verified again alone

Decisions:
- It is a `TrainingRun` on the pool {target} ∪ variants. Variants are programmatic; nothing filters false ones, prove and disprove sort
  them out. The constants are those of `matchmaker.TEST_TIME`, scaled to games of about a second.
- The run ends as soon as the target is proved or disproved, verified in the strict lane; then the target and its variants leave the
  matchmaker.
- A target that is an evaluation statement must be declared. Then the guard lets this one item pass and no other; weights and data of the
  folder are test-time data for good, and the result belongs into a column of its own (`column` of the report).
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from reaprover import __version__
from reaprover.core import Outcome, Theorem, Verdict
from reaprover.core.durable import write_durably
from reaprover.errors import InfrastructureError, InputError, UsageError
from reaprover.lean.toolchain import EmbeddedToolchain
from reaprover.learn.leakage import EvaluationGuard
from reaprover.learn.matchmaker import TEST_TIME, MatchmakerConfig, Status
from reaprover.learn.transition import proof_text, theorem_to_json
from reaprover.learn.variants import variants
from reaprover.train import learner, run
from reaprover.train.config import Phase, SelfPlay, TrainAdapter, TrainingConfig
from reaprover.train.records import keep_record
from reaprover.train.statements import Statement
from reaprover.train.tracker import Tracker
from reaprover.verify.strict import StrictChecker

FORMAT: Final = "reaprover.train.test-time.v1"
COLUMN: Final = "test-time RL"
"""Where results belong; never among ordinary ones."""
PRESET: Final = "test-time"
SMALL_GAMES: Final[MatchmakerConfig] = replace(
    TEST_TIME,
    disprove_rate=0.2,
    trust_count_proved=3,
    weight_undecided=0.5,
    weight_mastered=0.02,
    base_simulations=16,
    max_simulations=2048,
)
"""The test-time constants for games of about a second and runs of minutes: an eighth of the simulations, statements settle sooner, and
fewer disproofs: budgets that double with each failure let a fair coin spend nearly all of a short run on disproofs of what is true."""


@dataclass(frozen=True, slots=True)
class Target:
    """What is to be proved.

    Attributes:
        id: its name in the run.
        theorem: what it says; never negated.
    """

    id: str
    theorem: Theorem


def specialist_config(
    *,
    start: str,
    minutes: float = 20.0,
    num_rounds: int = 5,
    num_actors: int = 2,
    num_threads: int = 2,
    seed: int = 0,
    policy: str = "ranked",
) -> TrainingConfig:
    """Rounds of play and replay for `minutes`; the last round only plays.

    Args:
        start: model folder of the main weights, which the specialist starts from.
        minutes: of play and training, if the target is not solved before.
        num_rounds: of play.
        num_actors: processes that play.
        num_threads: of the learner.
        seed: of everything drawn.
        policy: what plays, see `SelfPlay`.
    """
    if num_rounds < 1 or minutes <= 0:
        raise UsageError(f"test time: found {num_rounds} rounds and {minutes} minutes; expected at least one round and a time above 0")
    unit = minutes * 60 / num_rounds
    phases: list[Phase] = []
    for number in range(1, num_rounds + 1):
        play_s = 0.75 * unit
        phases.append(SelfPlay(name=f"play-{number}", seconds=play_s, policy=policy, wall_s=1.0, max_wall_s=max(4.0, play_s / 10)))
        if number < num_rounds:
            phases.append(TrainAdapter(name=f"adapter-{number}", seconds=0.25 * unit))
    return TrainingConfig(
        preset=PRESET,
        phases=tuple(phases),
        sets=(),
        num_variants=0,
        num_conjectures=0,
        num_actors=num_actors,
        num_threads=num_threads,
        matchmaker=SMALL_GAMES,
        seed=seed,
        start=start,
    )


def guard_for(target: Target, guard: EvaluationGuard, *, is_declared: bool) -> tuple[EvaluationGuard, tuple[str, ...]]:
    """The guard of a run on `target`, and the evaluation statements that the target is.

    Raises:
        UsageError: it is one and was not declared.
    """
    found: list[str] = []
    while (held_out := guard.find(target.theorem)) is not None:
        if not is_declared:
            raise UsageError(
                f"target {target.id}: is the evaluation statement {held_out}; whatever is learnt on it can never be measured on it again; "
                "declare that weights, data and result are of learning at test time (--declare), or take another target"
            )
        found.append(held_out)
        guard = guard.allowing([held_out])
    return guard, tuple(found)


def target_pool(target: Target, *, num_variants: int, seed: int, guard: EvaluationGuard) -> tuple[Statement, ...]:
    """The target and at most `num_variants` variants of it, none of them another evaluation statement."""
    pool = [Statement(target.id, "target", target.theorem)]
    try:
        varied = variants(target.theorem, num_variants, seed)
    except InputError:  # binders that this program cannot take apart
        varied = ()
    for number, theorem in enumerate(varied):
        if guard.find(theorem) is None:
            pool.append(Statement(f"{target.id}/v{number}", "variant", theorem))
    return tuple(pool)


def learn_at_test_time(
    folder: Path,
    target: Target,
    config: TrainingConfig,
    *,
    num_variants: int = 40,
    is_declared: bool = False,
    guard: EvaluationGuard | None = None,
    stop_fn: Callable[[], bool] = lambda: False,
    progress_fn: Callable[[run.Status], None] = lambda _: None,
    tracker: Tracker | None = None,
) -> dict[str, Any] | None:
    """Play and learn until the target is proved or disproved, or the schedule is over; gives the report, None if it was stopped.

    The same call in the same folder goes on with a run that was stopped; one that is over only reports again.

    Args:
        folder: of the run; made if it is missing.
        target: what is to be proved.
        config: the schedule, as of `specialist_config`.
        num_variants: at most.
        is_declared: whether an evaluation statement is accepted as target.
        guard: what may not be practised on; None takes all evaluation splits of the package.
        stop_fn: asked often.
        progress_fn: told often.
        tracker: see `TrainingRun`.

    Raises:
        UsageError: an undeclared evaluation statement, a negated target, or a folder with another run.
        InputError, SnapshotRefusal, LoadMismatch: the model to start from is refused.
        InfrastructureError, PrerequisiteError: disk, Lean or packages.
    """
    if target.theorem.negated:
        raise UsageError(f"target {target.id}: is a negation; give the statement itself, disproofs are tried anyway")
    allowed, evaluation_ids = guard_for(target, EvaluationGuard.of_sets() if guard is None else guard, is_declared=is_declared)
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    settings = {
        "target": target.id,
        "theorem": theorem_to_json(target.theorem),
        "evaluation_ids": list(evaluation_ids),
        "num_variants": num_variants,
    }
    keep_record(folder / "test-time.json", FORMAT, settings, {"column": COLUMN, "reaprover": __version__, "started": time.time()})
    path = folder / "report.json"
    if path.exists():
        found: dict[str, Any] = json.loads(path.read_bytes())
        return found
    pool = target_pool(target, num_variants=num_variants, seed=config.seed, guard=allowed)
    with run.TrainingRun(
        folder, config, progress_fn=progress_fn, tracker=tracker, guard=allowed, pool=pool, urgent=[target.id]
    ) as training:

        def is_solved() -> bool:
            return training.matchmaker.history(target.id).status is not Status.OPEN

        finished = training.go(lambda: stop_fn() or is_solved())
        if not finished and not is_solved():
            return None
        if is_solved():
            training.leave(statement.id for statement in training.pool)
        report = {**_report(training, target), "evaluation_ids": list(evaluation_ids)}
        if is_solved():
            report |= _solution(training, target, folder)
    write_durably(path, (json.dumps(report, indent=1, ensure_ascii=False) + "\n").encode())
    return report


def _report(training: run.TrainingRun, target: Target) -> dict[str, Any]:
    """What was found, and what it cost."""
    statuses = {statement.id: training.matchmaker.history(statement.id).status for statement in training.pool}
    target_status = statuses.pop(target.id)
    counts = Counter(statuses.values())
    games: dict[str, Mapping[str, Any]] = {}
    for line in (training.folder / "games.jsonl").read_text(encoding="utf-8").splitlines():
        game = json.loads(line)
        games[game["game"]] = game
    phases = [json.loads(path.read_bytes()) for path in sorted(training.folder.glob("phases/*/done.json"))]
    spent = {name: sum(int(game.get(name, 0)) for game in games.values()) for name in ("simulations", "applications", "model_tokens")}
    lessons = [phase for phase in phases if phase["kind"] == TrainAdapter.__name__]
    return {
        "format": FORMAT,
        "column": COLUMN,
        "target": target.id,
        "outcome": target_status.value,
        "variants": {"made": len(statuses), **{status.value: counts[status] for status in Status}},
        "cost": {
            "games": len(games),
            "games_on_target": sum(game["theorem"] == target.id for game in games.values()),
            "game_seconds": round(sum(float(game["seconds"]) for game in games.values()), 1),
            **spent,
            "training_steps": sum(int(phase["steps"]) for phase in lessons),
            "training_tokens": sum(int(phase["tokens"]) for phase in lessons),
            "training_seconds": round(sum(float(phase["seconds"]) for phase in lessons), 1),
        },
        "weights": learner.newest_weights(training.folder).name if (training.folder / learner.NEWEST).exists() else None,
    }


def _solution(training: run.TrainingRun, target: Target, folder: Path) -> dict[str, Any]:
    """Write the target's proof (or disproof) under its own name, verified again alone."""
    solution = next(one for one in training.store.solutions() if one.theorem_id == target.id)
    theorem = replace(target.theorem, negated=solution.theorem.negated)
    result = StrictChecker(EmbeddedToolchain.find()).check(theorem, solution.script)
    if result.verdict is Verdict.UNVERIFIED:
        raise InfrastructureError(f"target {target.id}: solved, and its proof got no verdict; {result.reasons}; run the same command again")
    outcome = Outcome.DISPROVED if theorem.negated else Outcome.PROVED
    text = "".join(f"import {name}\n" for name in theorem.imports)
    text += f"{theorem.header.rstrip()}\n\n" if theorem.header.strip() else ""
    write_durably(folder / "proof.lean", (text + proof_text(theorem, solution.script)).encode())
    write_durably(folder / "receipt.json", (json.dumps(dict(result.receipt), indent=1, ensure_ascii=False) + "\n").encode())
    return {
        "outcome": outcome.value if result.verdict is Verdict.VERIFIED else Outcome.REJECTED.value,
        "reasons": list(result.reasons),
        "script": solution.script,
        "game": solution.search_id,
        "checkpoint": solution.checkpoint,
    }
