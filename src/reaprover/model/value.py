"""Distances and the numbers a value head gives: decoding and the two-hot target (spec model.md, section 4). No torch.

A distance is an expected number of remaining tactic steps, bins 1 to 64; bin 64 means 64 or more. It is positive; the search's value
is its negative. Solved states (distance 0) are never valued by a head.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from reaprover.errors import InputError

NUM_BINS = 64


@dataclass(frozen=True, slots=True)
class TwoHot:
    """A target over bins 1 to 64.

    Attributes:
        bins: one or two neighbouring bins, ascending.
        weights: of these bins, positive, sum 1.
        saturated: the distance is 64 or more.
    """

    bins: tuple[int, ...]
    weights: tuple[float, ...]
    saturated: bool

    def dense(self) -> list[float]:
        """All 64 weights, bin 1 first."""
        row = [0.0] * NUM_BINS
        for index, weight in zip(self.bins, self.weights, strict=True):
            row[index - 1] = weight
        return row


def two_hot(distance: float) -> TwoHot:
    """The training target of a distance.

    Raises:
        InputError: `distance` is no finite number of at least 1.
    """
    if isinstance(distance, bool) or not isinstance(distance, int | float) or not math.isfinite(distance) or distance < 1:
        raise InputError("distance", "is no target", found=repr(distance), expected="a finite number of at least 1")
    clipped = min(float(distance), float(NUM_BINS))
    low, high = math.floor(clipped), math.ceil(clipped)
    saturated = distance >= NUM_BINS
    if low == high:
        return TwoHot((low,), (1.0,), saturated)
    return TwoHot((low, high), (1.0 - (clipped - low), clipped - low), saturated)


def decode_distance(probabilities: Sequence[float]) -> float:
    """Expected distance of 64 probabilities, bin 1 first, clamped to [1, 64] against round-off.

    Raises:
        InputError: another number of probabilities.
    """
    if len(probabilities) != NUM_BINS:
        raise InputError("probabilities", "another number of bins", found=str(len(probabilities)), expected=str(NUM_BINS))
    return min(max(math.fsum(index * p for index, p in enumerate(probabilities, 1)), 1.0), float(NUM_BINS))


def discounted_distance(value: float, gamma: float) -> float:
    """Distance of an older head that gives v = γ^(d−1) in [0, 1]: d = 1 + ln(max(v, 1e-6)) / ln γ."""
    return 1.0 + math.log(max(value, 1e-6)) / math.log(gamma)
