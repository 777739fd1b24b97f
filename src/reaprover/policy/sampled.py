"""An evaluator that ranks, explored: its order disturbed by noise that depends on a seed and the state."""

from __future__ import annotations

import hashlib
import math
import random
from collections.abc import Sequence
from dataclasses import replace

from reaprover.core import Candidate, Evaluation, Evaluator, Observation
from reaprover.policy.catalogue import MAX_PROPOSALS


class Sampled:
    """Draws from an evaluator's list without replacement; implements `reaprover.core.Evaluator`.

    Candidates are ordered by log-probability plus `scale` times Gumbel noise; with scale 1 that is sampling by probability without
    replacement. The b-th batch holds places b·K … b·K + K − 1 of the order. The log-probabilities stay what they are.
    """

    def __init__(self, inner: Evaluator, seed: int, scale: float = 1.0) -> None:
        self.inner, self.seed, self.scale = inner, seed, scale

    @property
    def identity(self) -> str:
        """Evaluator, seed and scale."""
        return f"{self.inner.identity}-gumbel-{self.scale:g}-{self.seed}"

    def evaluate(self, observations: Sequence[Observation]) -> list[Evaluation]:
        """One evaluation per observation."""
        everything = self.inner.evaluate([replace(seen, batch_index=0, num_candidates=MAX_PROPOSALS) for seen in observations])
        return [self._draw(seen, whole) for seen, whole in zip(observations, everything, strict=True)]

    def _draw(self, seen: Observation, whole: Evaluation) -> Evaluation:
        digest = hashlib.sha256(f"{self.seed}\n{seen.key}".encode("utf-8", "surrogatepass")).digest()
        rng = random.Random(digest)
        noisy = [(c.logprob - self.scale * math.log(-math.log(rng.random() or 0.5)), c) for c in whole.candidates]
        order: list[Candidate] = [candidate for _, candidate in sorted(noisy, key=lambda pair: -pair[0])]
        first = seen.batch_index * seen.num_candidates
        return replace(whole, candidates=tuple(order[first : first + seen.num_candidates]))
