"""What an actor plays with, by name: from a word in a run's configuration to an evaluator per game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from reaprover.core import Evaluator
from reaprover.errors import UsageError
from reaprover.policy import Broad, CataloguePolicy, LongStatesDead, Ranked, Sampled

if TYPE_CHECKING:
    from reaprover.model.evaluator import ModelEvaluator

Policy = Callable[[int], Evaluator]
"""The evaluator of the game with this seed."""

LEARNT = ("ranked", "model")
"""The policies that need weights."""
TEMPERATURE = 1.5
"""Of the samples: a small network is so sure that at 1 most of them are the same. Priors are those of temperature 1."""
MAX_TACTIC_TOKENS = 96
"""Longest tactic that the tiny system writes."""


def make_policy(name: str) -> Policy:
    """The policy called `name`.

    Args:
        name: `catalogue`, `broad` (catalogue and moves), `ranked:FOLDER` (the same in the network's order), all explored by noise, or
            `model:FOLDER` (the network's own tactics).

    Raises:
        UsageError: an unknown name.
        InputError, LoadMismatch, SnapshotRefusal: the folder holds no usable model.
    """
    kind, _, folder = name.partition(":")
    if kind == "catalogue" and not folder:
        return lambda seed: Sampled(CataloguePolicy(), seed, _noise(seed))
    if kind == "broad" and not folder:
        return lambda seed: Sampled(Broad(), seed, _noise(seed))
    if kind in LEARNT and folder:
        network = _network(folder)
        if kind == "model":
            return lambda seed: LongStatesDead(network(seed))
        return lambda seed: Sampled(Ranked(network(seed), Broad()), seed, _noise(seed))
    raise UsageError(f"policy {name!r} is unknown; there are catalogue, broad, model:FOLDER and ranked:FOLDER")


def _noise(seed: int) -> float:
    """The scale of a game's noise: a quarter of the games is played as one would to win."""
    return (0.0, 0.5, 0.5, 1.0)[seed % 4]


def _network(folder: str) -> Callable[[int], ModelEvaluator]:
    from reaprover.model.ablation import use_one_thread
    from reaprover.model.evaluator import ModelEvaluator
    from reaprover.model.loading import SESSION, ModelOptions, load_model
    from reaprover.model.sampling import Sampling
    from reaprover.model.worker import ModelWorker

    use_one_thread()
    loaded, label = load_model(Path(folder), ModelOptions(device="cpu"))
    worker = ModelWorker(loaded)
    sampling = Sampling(max_tokens=MAX_TACTIC_TOKENS, temperature=TEMPERATURE, top_k=0)
    return lambda seed: ModelEvaluator(worker, SESSION, sampling=sampling, seed=seed, name=label)
