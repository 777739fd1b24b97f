"""Decoding and targets of the value head: the table of spec model.md, section 4."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reaprover.errors import InputError
from reaprover.model.value import decode_distance, discounted_distance, two_hot


@pytest.mark.parametrize(
    ("distance", "bins", "weights", "saturated"),
    [
        (1, (1,), (1.0,), False),
        (3.597710212071737, (3, 4), (0.4022897879282632, 0.5977102120717368), False),
        (63.5, (63, 64), (0.5, 0.5), False),
        (64, (64,), (1.0,), True),
        (1000, (64,), (1.0,), True),
    ],
)
def test_a_target_is_two_neighbouring_bins(distance: float, bins: tuple[int, ...], weights: tuple[float, ...], saturated: bool) -> None:
    target = two_hot(distance)
    assert (target.bins, target.weights, target.saturated) == (bins, weights, saturated)


@pytest.mark.parametrize("distance", [0.999999, True, "3", math.nan, math.inf, -1, None])
def test_what_is_no_distance_is_refused_as_a_target(distance: float) -> None:
    with pytest.raises(InputError, match="distance"):
        two_hot(distance)


@given(st.floats(1, 64))
def test_decoding_a_target_gives_its_distance_back(distance: float) -> None:
    dense = two_hot(distance).dense()
    exact = sum(Fraction(weight) * index for index, weight in enumerate(dense, 1))
    assert decode_distance(dense) == pytest.approx(float(exact), abs=1e-12) == pytest.approx(distance, abs=1e-12)


def test_bins_are_numbered_from_one_and_round_off_is_clamped() -> None:
    assert decode_distance([1.0] + [0.0] * 63) == 1.0
    assert decode_distance([0.0] * 63 + [1.0000001]) == 64.0
    assert decode_distance([1 / 64] * 64) == 32.5
    with pytest.raises(InputError, match="found 63"):
        decode_distance([1 / 63] * 63)


def test_an_older_head_with_value_zero_gives_the_recorded_distance() -> None:
    assert discounted_distance(0.0, 0.99) == pytest.approx(1375.6317296601653, rel=1e-12)
