"""Evaluators around others: what a search needs beside a network."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from reaprover.core import Evaluation, Evaluator, Observation
from reaprover.errors import PromptTooLong

FARTHEST = 64.0
"""Steps: the last bin of a value head."""


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


class Mixed:
    """A network's candidates and then those of a policy without weights; implements `reaprover.core.Evaluator`.

    Half of K comes from each, every text once; priors are each one's own, the value is the network's.
    """

    def __init__(self, network: Evaluator, catalogue: Evaluator) -> None:
        self.network, self.catalogue = network, catalogue

    @property
    def identity(self) -> str:
        """Both."""
        return f"mixed:{self.network.identity}:{self.catalogue.identity}"

    def evaluate(self, observations: Sequence[Observation]) -> list[Evaluation]:
        """One evaluation per observation."""
        halves = [replace(seen, num_candidates=max(1, seen.num_candidates // 2)) for seen in observations]
        mixed = []
        for mine, other in zip(self.network.evaluate(halves), self.catalogue.evaluate(halves), strict=True):
            texts = {candidate.tactic for candidate in mine.candidates}
            more = tuple(candidate for candidate in other.candidates if candidate.tactic not in texts)
            mixed.append(replace(mine, candidates=mine.candidates + more))
        return mixed
