"""What a doubtful reader runs on a training run: no evaluation statement in its data, its proofs verified again from the texts alone.

A drawn transition must be one of its proof's: same statement, polarity and receipt, and its tactic stands in the script.
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
from reaprover.verify.batch import check_batch
from reaprover.verify.strict import Level, StrictChecker, submission_of


@dataclass(frozen=True, slots=True)
class Audit:
    """What was found.

    Attributes:
        num_solutions: in the store.
        num_transitions: ever written.
        leaked: (id, id of the evaluation statement that it is); must be empty.
        num_checked: proofs verified again.
        failed: (search id, reason) of proofs that are not verified now, and of transitions that are not of their proof; must be empty.
    """

    num_solutions: int
    num_transitions: int
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
        replay: its folder.
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
        leaked = tuple(store.leaked())
        held = list(store)
        num_written = store.num_appended
    drawn = random.Random(seed).sample(held, min(num_transitions, len(held)))
    reasons = ((one.search_id, _misfit(one, solutions.get(one.search_id))) for one in drawn)
    failed = [(search_id, reason) for search_id, reason in reasons if reason]
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
    return Audit(len(solutions), num_written, leaked, len(wanted), tuple(failed))


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
