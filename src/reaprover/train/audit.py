"""What a doubtful reader runs on a training run: no evaluation statement in its data, its proofs verified again from the texts alone.

A drawn transition must be one of its proof's: same statement, polarity and receipt, and its tactic stands in the script. States that games
left unsolved must be of statements in the run's pool, which are held against the evaluation statements too.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from reaprover.core import Verdict
from reaprover.errors import InputError
from reaprover.lean.toolchain import Toolchain
from reaprover.learn.leakage import EvaluationGuard
from reaprover.learn.replay import MANIFEST, ReplayStore
from reaprover.learn.transition import Objective, Solution, Transition, positive_statement
from reaprover.train.learner import unsolved_games
from reaprover.train.statements import read_pool
from reaprover.verify.batch import check_batch
from reaprover.verify.strict import Level, StrictChecker, submission_of


@dataclass(frozen=True, slots=True)
class Audit:
    """What was found.

    Attributes:
        num_solutions: in the store.
        num_transitions: ever written.
        num_unsolved: states that games left unsolved.
        leaked: (id, id of the evaluation statement that it is); must be empty.
        num_checked: proofs verified again.
        failed: (search id, reason) of proofs that are not verified now, of transitions that are not of their proof, and of games with
            unsolved states of no known statement; must be empty.
    """

    num_solutions: int
    num_transitions: int
    num_unsolved: int
    leaked: tuple[tuple[str, str], ...]
    num_checked: int
    failed: tuple[tuple[str, str], ...]

    @property
    def is_clean(self) -> bool:
        """Whether nothing was found."""
        return not self.leaked and not self.failed


def audit(
    replay: Path,
    toolchain: Toolchain,
    *,
    num_transitions: int = 200,
    seed: int = 0,
    level: Level = Level.STRICT,
    guard: EvaluationGuard | None = None,
    progress_fn: Callable[[int, int], None] | None = None,
) -> Audit:
    """Look through a replay store.

    Args:
        replay: its folder, in that of its run.
        toolchain: what verifies.
        num_transitions: so many transitions are drawn, and the proofs that they come from are verified again, each alone.
        seed: of the draw.
        level: of the strict lane.
        guard: what may not be there; None takes all evaluation splits of the package.
        progress_fn: called with (proofs checked, proofs to check).

    Raises:
        InputError: the store is missing or damaged.
    """
    if not (Path(replay) / MANIFEST).is_file():
        raise InputError(str(replay), "is no replay store", expected=MANIFEST, advice="name the folder of a training run")
    guard = EvaluationGuard.of_sets() if guard is None else guard
    with ReplayStore(replay, guard=guard, read_only=True) as store:
        solutions = {solution.search_id: solution for solution in store.solutions()}
        leaked = list(store.leaked())
        held = list(store)
        num_written = store.num_appended
    drawn = random.Random(seed).sample(held, min(num_transitions, len(held)))
    reasons = ((one.search_id, _misfit(one, solutions.get(one.search_id))) for one in drawn)
    failed = [(search_id, reason) for search_id, reason in reasons if reason]
    num_unsolved, more_leaked, more_failed = _unsolved(Path(replay).parent, guard)
    leaked, failed = leaked + more_leaked, failed + more_failed
    wanted = [solutions[search_id] for search_id in dict.fromkeys(one.search_id for one in drawn) if search_id in solutions]
    checker = StrictChecker(toolchain, level=level)
    submissions = [submission_of(solution.theorem, solution.script) for solution in wanted]
    for place, outcome in check_batch(submissions, lambda: checker):
        if isinstance(outcome, Exception):
            failed.append((wanted[place].search_id, str(outcome)))
        elif outcome.result.verdict is not Verdict.VERIFIED:
            failed.append((wanted[place].search_id, "; ".join(outcome.result.reasons)))
        if progress_fn is not None:
            progress_fn(place + 1, len(wanted))
    return Audit(len(solutions), num_written, num_unsolved, tuple(leaked), len(wanted), tuple(failed))


def _unsolved(run: Path, guard: EvaluationGuard) -> tuple[int, list[tuple[str, str]], list[tuple[str, str]]]:
    """How many unsolved states a run holds, and what is wrong with them, as in `Audit`."""
    games = unsolved_games(run)
    pool = {statement.id: statement.theorem for statement in read_pool(run / "pool.jsonl")} if games else {}
    unknown = [(game["game"], "unsolved states of no statement of the pool") for game in games if game["theorem"] not in pool]
    held_out = [(name, guard.find(pool[name])) for name in dict.fromkeys(game["theorem"] for game in games) if name in pool]
    held_out += [(game["theorem"], guard.find_state(state)) for game in games for state, _ in game["states"]]
    return sum(len(game["states"]) for game in games), [(name, found) for name, found in held_out if found], unknown


def _misfit(transition: Transition, solution: Solution | None) -> str:
    """What keeps a transition from being one of this solution's; empty if nothing does."""
    if solution is None:
        return "transition without a proof"
    theorem, receipt = solution.theorem, solution.receipt
    wanted = (solution.theorem_id, positive_statement(theorem), Objective.of(theorem), receipt.get("record_sha256"))
    if (transition.theorem_id, transition.statement, transition.objective, transition.receipt) != wanted:
        return "transition of another statement or receipt than its proof"
    if " ".join(transition.tactic.split()) not in " ".join(solution.script.split()):
        return f"transition whose tactic is not in its proof: {transition.tactic[:80]!r}"
    return ""
