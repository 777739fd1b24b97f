"""Evaluators around others: what a search needs beside a network."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from reaprover.core import Candidate, Evaluation, Evaluator, Observation
from reaprover.errors import PromptTooLong

FARTHEST = 64.0
"""Steps: the last bin of a value head."""
MAX_RANKED = 80
"""Proposals that a network looks at in one state."""
SHARE = 0.5
"""Of the network's order in the prior: what it undervalues keeps half of the proposer's probability, so a wrong opinion costs little."""


class LongStatesDead:
    """Another evaluator, for which a state that leaves no room in the context is a dead end; implements `reaprover.core.Evaluator`."""

    def __init__(self, inner: Evaluator) -> None:
        self.inner = inner

    @property
    def identity(self) -> str:
        """The inner evaluator's."""
        return self.inner.identity

    def evaluate(self, observations: Sequence[Observation]) -> list[Evaluation]:
        """One evaluation per observation; a dead end has no candidates and the value −64."""
        try:
            return self.inner.evaluate(observations)
        except PromptTooLong:
            if len(observations) == 1:
                return [Evaluation((), -FARTHEST)]
            return [self.evaluate([seen])[0] for seen in observations]


class Weigher(Protocol):
    """A network that says of given tactics how far they lead."""

    @property
    def identity(self) -> str:
        """Names its weights."""
        ...

    def weigh(self, goals: Sequence[str], tactics: Sequence[str]) -> tuple[float, tuple[float, ...], int]:
        """The value of a state, −distance in steps; the log-odds of each tactic; the tokens read. Raises `PromptTooLong`."""
        ...


class Ranked:
    """A proposer's tactics in a network's order; implements `reaprover.core.Evaluator`.

    Half of a tactic's prior is the proposer's probability, the other half that probability times the network's odds; both sum to 1 over
    the first `MAX_RANKED` proposals. The b-th batch holds places b·K … b·K + K − 1. The value is the network's. A state that is too long
    for the network keeps the proposer's order and value.
    """

    def __init__(self, network: Weigher, proposer: Evaluator) -> None:
        self.network, self.proposer = network, proposer

    @property
    def identity(self) -> str:
        """Both."""
        return f"ranked:{self.network.identity}:{self.proposer.identity}"

    def evaluate(self, observations: Sequence[Observation]) -> list[Evaluation]:
        """One evaluation per observation."""
        everything = self.proposer.evaluate([replace(seen, batch_index=0, num_candidates=MAX_RANKED) for seen in observations])
        return [self._ranked(seen, proposed) for seen, proposed in zip(observations, everything, strict=True)]

    def _ranked(self, seen: Observation, proposed: Evaluation) -> Evaluation:
        if proposed.candidates:
            try:
                value, log_odds, num_tokens = self.network.weigh(seen.goals, [candidate.tactic for candidate in proposed.candidates])
            except PromptTooLong:
                pass
            else:
                proposed = Evaluation(_reweighed(proposed.candidates, log_odds), value, num_tokens)
        first = seen.batch_index * seen.num_candidates
        return replace(proposed, candidates=proposed.candidates[first : first + seen.num_candidates])


def _reweighed(candidates: Sequence[Candidate], log_odds: Sequence[float]) -> tuple[Candidate, ...]:
    proposed = _normalised([candidate.logprob for candidate in candidates])
    reweighed = _normalised([candidate.logprob + more for candidate, more in zip(candidates, log_odds, strict=True)])
    priors = [math.log((1 - SHARE) * math.exp(one) + SHARE * math.exp(other)) for one, other in zip(proposed, reweighed, strict=True)]
    ranked = sorted(zip(priors, candidates, strict=True), key=lambda pair: -pair[0])
    return tuple(replace(candidate, logprob=min(prior, 0.0)) for prior, candidate in ranked)


def _normalised(scores: Sequence[float]) -> list[float]:
    highest = max(scores)
    total = highest + math.log(sum(math.exp(score - highest) for score in scores))
    return [score - total for score in scores]
