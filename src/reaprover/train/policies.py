"""What an actor plays with, by name: from a word in a run's configuration to an evaluator per game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from reaprover.core import Evaluation, Evaluator, Observation
from reaprover.errors import PromptTooLong, UsageError
from reaprover.policy import SampledCatalogue

Policy = Callable[[int], Evaluator]
"""The evaluator of the game with this seed."""

MAX_TACTIC_TOKENS = 96
"""Longest tactic that the tiny system writes."""
FARTHEST = 64.0
"""Steps: the last bin of a value head."""


def make_policy(name: str) -> Policy:
    """The policy called `name`.

    Args:
        name: `catalogue` (explored by noise), `model:FOLDER` (the network alone), or `mixed:FOLDER` (half of the candidates the
            network's, half the catalogue's).

    Raises:
        UsageError: an unknown name.
        InputError, LoadMismatch, SnapshotRefusal: the folder holds no usable model.
    """
    kind, _, folder = name.partition(":")
    if kind == "catalogue" and not folder:
        return lambda seed: SampledCatalogue(seed, (0.0, 0.5, 0.5, 1.0)[seed % 4])
    if kind in ("model", "mixed") and folder:
        model = _model_policy(folder)
        return model if kind == "model" else lambda seed: Mixed(model(seed), SampledCatalogue(seed))
    raise UsageError(f"policy {name!r} is unknown; there are catalogue, model:FOLDER and mixed:FOLDER")


def _model_policy(folder: str) -> Policy:
    import torch

    from reaprover.model.evaluator import ModelEvaluator
    from reaprover.model.loading import SESSION, ModelOptions, load_model
    from reaprover.model.sampling import Sampling
    from reaprover.model.worker import ModelWorker

    torch.set_num_threads(1)
    loaded, label = load_model(Path(folder), ModelOptions(device="cpu"))
    worker = ModelWorker(loaded)
    sampling = Sampling(max_tokens=MAX_TACTIC_TOKENS, temperature=1.0, top_k=0)
    return lambda seed: Fitting(ModelEvaluator(worker, SESSION, sampling=sampling, seed=seed, name=label))


class Fitting:
    """A network that proposes nothing in states that exceed its context, and values them as far away; implements `core.Evaluator`."""

    def __init__(self, network: Evaluator) -> None:
        self.network = network

    @property
    def identity(self) -> str:
        """The network's."""
        return self.network.identity

    def evaluate(self, observations: Sequence[Observation]) -> list[Evaluation]:
        """See `core.Evaluator`."""
        try:
            return self.network.evaluate(observations)
        except PromptTooLong:
            if len(observations) == 1:
                return [Evaluation((), -FARTHEST)]
            return [evaluation for seen in observations for evaluation in self.evaluate([seen])]


class Mixed:
    """The network's candidates and then the catalogue's, with the network's value; implements `core.Evaluator`."""

    def __init__(self, network: Evaluator, catalogue: Evaluator) -> None:
        self.network, self.catalogue = network, catalogue

    @property
    def identity(self) -> str:
        """Both."""
        return f"mixed:{self.network.identity}:{self.catalogue.identity}"

    def evaluate(self, observations: Sequence[Observation]) -> list[Evaluation]:
        """See `core.Evaluator`; half of K from each."""
        halves = [replace(seen, num_candidates=max(1, seen.num_candidates // 2)) for seen in observations]
        mixed = []
        for mine, other in zip(self.network.evaluate(halves), self.catalogue.evaluate(halves), strict=True):
            texts = {candidate.tactic for candidate in mine.candidates}
            more = tuple(candidate for candidate in other.candidates if candidate.tactic not in texts)
            mixed.append(replace(mine, candidates=mine.candidates + more))
        return mixed
