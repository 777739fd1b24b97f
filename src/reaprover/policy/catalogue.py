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
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from importlib.resources import files

from reaprover.core import Candidate, Evaluation, Observation
from reaprover.policy.formula import Goal, read_goal
from reaprover.policy.moves import moves
from reaprover.policy.tactics import View, catalogue, propose

MAX_PROPOSALS = 160
"""Proposals kept per state."""
MAX_USUAL, MAX_MOVES = 48, 32
"""Of the catalogue's proposals and of the moves, kept where both are wanted."""
MOVES_SHARE, HALF_SHARE_AT = 0.3, 10
"""The moves' part of the probability where there are many, and how many have half of it."""


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
        ranked = self._ranked(observation.goals[0])
        first = observation.batch_index * observation.num_candidates
        return Evaluation(ranked[first : first + observation.num_candidates], value_of(observation.goals))

    def _ranked(self, printed_goal: str) -> tuple[Candidate, ...]:
        return ranked_candidates(printed_goal)


class Broad(CataloguePolicy):
    """The catalogue's likeliest and the likeliest of `moves` beside them: more than can be tried in this order.

    Of the probability n moves have `MOVES_SHARE` · n / (n + `HALF_SHARE_AT`), and the catalogue the rest; the value is the catalogue's.
    """

    @cached_property
    def identity(self) -> str:
        """As the catalogue's, whose hash is of the moves' code too."""
        return f"broad-{super().identity}"

    def _ranked(self, printed_goal: str) -> tuple[Candidate, ...]:
        return broad_candidates(printed_goal)


@lru_cache(maxsize=4096)
def ranked_candidates(printed_goal: str) -> tuple[Candidate, ...]:
    """All that the catalogue proposes for a goal, most probable first, each text once."""
    return _by_weight(printed_goal, catalogue, MAX_PROPOSALS)


@lru_cache(maxsize=4096)
def broad_candidates(printed_goal: str) -> tuple[Candidate, ...]:
    """The likeliest of the catalogue and of the moves for a goal, most probable first, each text once."""
    usual = ranked_candidates(printed_goal)[:MAX_USUAL]
    texts = {one.tactic for one in usual}
    more = [one for one in _by_weight(printed_goal, moves, MAX_MOVES) if one.tactic not in texts]
    share = MOVES_SHARE * len(more) / (len(more) + HALF_SHARE_AT)
    shares = ((usual, 1 - share), (more, share)) if more and usual else ((usual or more, 1.0),)
    both = [replace(one, logprob=one.logprob + math.log(share)) for part, share in shares for one in part]
    return tuple(sorted(both, key=lambda one: -one.logprob))


def _by_weight(printed_goal: str, rules: Callable[[View], Iterator[tuple[str, float]]], limit: int) -> tuple[Candidate, ...]:
    weights: dict[str, float] = {}
    for tactic, weight in propose(read_goal(printed_goal), rules):
        weights[tactic] = max(weight, weights.get(tactic, 0.0))
    ranked = sorted(weights.items(), key=lambda pair: (-pair[1], pair[0]))[:limit]
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
