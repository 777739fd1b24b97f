"""The figures of an evaluation against published vectors and brute force."""

from __future__ import annotations

import itertools
import random

import pytest

from reaprover.errors import UsageError
from reaprover.evals.accounting import paired_difference, pass_at_k, wilson


@pytest.mark.parametrize(("n", "c", "k", "expected"), [(10, 3, 1, 0.3), (10, 3, 5, 0.916667), (4, 0, 2, 0.0), (5, 4, 2, 1.0)])
def test_pass_at_k_gives_the_vectors_of_the_specification(n: int, c: int, k: int, expected: float) -> None:
    assert pass_at_k(n, c, k) == pytest.approx(expected, abs=5e-7)


def test_pass_at_k_counts_the_draws_that_hold_a_success() -> None:
    for n, c in itertools.product(range(1, 8), range(8)):
        for k in range(1, n + 1) if c <= n else ():
            draws = list(itertools.combinations([True] * c + [False] * (n - c), k))
            assert pass_at_k(n, c, k) == pytest.approx(sum(map(any, draws)) / len(draws))


@pytest.mark.parametrize(("n", "c", "k"), [(4, 1, 5), (4, 1, 0), (0, 0, 1), (4, 5, 2), (4, -1, 2)])
def test_more_draws_than_trees_are_an_error(n: int, c: int, k: int) -> None:
    with pytest.raises(UsageError, match=f"pass@{k}"):
        pass_at_k(n, c, k)


def test_wilson_gives_the_tabulated_intervals() -> None:
    # Newcombe, Statistics in Medicine 17 (1998), table I, score method without continuity correction
    table = {(81, 263): (0.2553, 0.3662), (15, 148): (0.0624, 0.1605), (0, 20): (0.0, 0.1611), (1, 29): (0.0061, 0.1718)}
    for (successes, trials), expected in table.items():
        assert tuple(round(bound, 4) for bound in wilson(successes, trials)) == expected
    assert tuple(round(bound, 3) for bound in wilson(8, 10)) == (0.490, 0.943)
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 5)[0] == 0.0
    assert wilson(5, 5)[1] == 1.0


def test_a_paired_difference_takes_common_problems_and_brackets_the_normal_interval() -> None:
    rng = random.Random(4)
    a = {i: float(rng.random() < 0.6) for i in range(400)}
    b = {i: float(rng.random() < 0.5) for i in range(400)}
    differences = [a[i] - b[i] for i in range(400)]
    mean = sum(differences) / 400
    half = 1.96 * (sum((d - mean) ** 2 for d in differences) / 400 / 400) ** 0.5
    found = paired_difference({**a, "only a": 1.0}, {**b, "only b": 0.0}, random.Random(1), num_bootstraps=2000)
    assert found == pytest.approx((mean, mean - half, mean + half), abs=0.006)
    assert found == paired_difference(a, b, random.Random(1), num_bootstraps=2000)


def test_two_equal_arms_differ_by_nothing_and_strangers_cannot_be_compared() -> None:
    arm = {"p": 1.0, "q": 0.0}
    assert paired_difference(arm, arm, random.Random(0), num_bootstraps=100) == (0.0, 0.0, 0.0)
    with pytest.raises(UsageError, match="no common problem"):
        paired_difference(arm, {"r": 1.0}, random.Random(0))
