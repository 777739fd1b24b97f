"""The catalogue policy: an evaluator without weights that proposes tactics from the printed state.

Decisions:
- Only the first goal of a state is read: tactics act on it, and independent goals reach the policy one by one.
- A proposal has a hand-set weight; the log-probability is the logarithm of its share of all weights at the state. So the policy is
  deterministic, and batch b holds the b-th K of the ranked list: nothing repeats until the list is exhausted, then batches are empty.
- Steps that cannot lose anything (introduce, take a conjunction apart, a hypothesis that is the goal) outweigh the rest by far.
- Names are chosen fresh and typeable; `cases` and `induction` are written with alternatives, so that each branch has names.
- The value is −(a guess at the steps left) from the size and shape of the goals.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from importlib.resources import files

from reaprover.core import Candidate, Evaluation, Observation
from reaprover.policy.formula import Goal, read_goal
from reaprover.policy.tactics import propose

MAX_PROPOSALS = 160
"""Proposals kept per state."""


class CataloguePolicy:
    """Proposes tactics from the goal's shape, its hypotheses and the library's lemmas; implements `reaprover.core.Evaluator`."""

    @cached_property
    def identity(self) -> str:
        """The name and a hash of the code and the lemmas that make the answers."""
        digest = hashlib.sha256()
        for file in sorted(files(__package__).iterdir(), key=lambda file: file.name):
            if file.name.endswith((".py", ".jsonl")):
                digest.update(file.read_bytes())
        return f"catalogue-{digest.hexdigest()[:12]}"

    def evaluate(self, observations: Sequence[Observation]) -> list[Evaluation]:
        """One evaluation per observation; candidates in order of probability."""
        return [self._evaluate(observation) for observation in observations]

    def _evaluate(self, observation: Observation) -> Evaluation:
        if not observation.goals:
            return Evaluation((), 0.0)
        ranked = ranked_candidates(observation.goals[0])
        first = observation.batch_index * observation.num_candidates
        return Evaluation(ranked[first : first + observation.num_candidates], value_of(observation.goals))


@lru_cache(maxsize=4096)
def ranked_candidates(printed_goal: str) -> tuple[Candidate, ...]:
    """All proposals for a goal, most probable first, each text once."""
    weights: dict[str, float] = {}
    for tactic, weight in propose(read_goal(printed_goal)):
        weights[tactic] = max(weight, weights.get(tactic, 0.0))
    ranked = sorted(weights.items(), key=lambda pair: (-pair[1], pair[0]))[:MAX_PROPOSALS]
    total = sum(weight for _, weight in ranked)
    return tuple(Candidate(tactic, math.log(weight / total)) for tactic, weight in ranked)


def value_of(printed_goals: Sequence[str]) -> float:
    """−(steps left), guessed: the most laborious goal, and one step for each further goal."""
    efforts = [_effort(read_goal(goal)) for goal in printed_goals]
    return -(max(efforts) + len(efforts) - 1)


def _effort(goal: Goal) -> float:
    if any(hypothesis.type == goal.target.text for hypothesis in goal.hypotheses):
        return 1.0
    num_words = len(goal.target.text.split()) + sum(0.25 * len(kind.split()) for kind in _propositions(goal))
    return 1.0 + math.log2(1.0 + num_words / 4.0)


def _propositions(goal: Goal) -> Iterator[str]:
    return (hypothesis.type for hypothesis in goal.hypotheses if goal.is_proposition(hypothesis))
