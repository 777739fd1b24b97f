"""The formulas against the vectors of the golden file and of section 3 (6 decimals)."""

from __future__ import annotations

import math

import pytest

from reaprover.search import puct

from .golden import GOLDEN

FORMULAS = GOLDEN["formulas"]


def close(found: float, expected: float) -> bool:
    return math.isclose(found, expected, rel_tol=0.0, abs_tol=1e-9)


@pytest.mark.invariant
def test_a_tactic_that_finishes_has_q_of_exactly_one() -> None:
    assert puct.discounted(-1.0, 0.99) == 1.0
    assert puct.or_value(0.0, 0.99) == 1.0


@pytest.mark.parametrize(("value", "expected"), FORMULAS["Q"])
def test_steps_are_discounted_as_in_the_golden_file(value: float, expected: float) -> None:
    assert close(puct.discounted(value, 0.99), expected)
    assert close(puct.or_value(value + 1.0, 0.99), expected)


@pytest.mark.invariant
@pytest.mark.parametrize(("visits", "expected"), FORMULAS["c"])
def test_exploration_rate_as_in_the_golden_file(visits: int, expected: float) -> None:
    assert close(puct.exploration_rate(visits, 0.001, 3200.0), expected)


@pytest.mark.parametrize("tau", [200, 50])
def test_weights_as_in_the_golden_file(tau: int) -> None:
    for logprob, expected in FORMULAS[f"weight_tau{tau}"]:
        assert close(puct.weight(logprob, float(tau)), expected)


def test_temperature_divides_the_logarithm_and_is_no_exponent() -> None:
    assert round(puct.weight(-20.0, 200.0) / puct.weight(-100.0, 200.0), 6) == 1.491825
    assert round(puct.weight(-20.0, 50.0) / puct.weight(-100.0, 50.0), 6) == 4.953032


def test_a_weight_never_underflows_to_nothing() -> None:
    assert puct.weight(-1e9, 50.0) > 0.0


@pytest.mark.parametrize(("distance", "expected"), FORMULAS["unvisited_paper"])
def test_unvisited_child_of_the_paper_as_in_the_golden_file(distance: float, expected: float) -> None:
    assert close(puct.or_value_unvisited(-distance, 32.0, 0.99), expected)


@pytest.mark.parametrize(("batch", "visits"), FORMULAS["progressive_first_N_for_batch"])
def test_batches_come_where_the_golden_file_says(batch: int, visits: int) -> None:
    assert puct.resample_at(batch - 1, 0.01, 0.6) == visits


@pytest.mark.parametrize(("batch", "visits"), FORMULAS["progressive_first_N_for_batch_c0.5"])
def test_batches_come_where_the_golden_file_says_with_larger_c(batch: int, visits: int) -> None:
    assert puct.resample_at(batch - 1, 0.5, 0.6) == visits


def test_the_visit_count_of_a_batch_is_the_first_that_fulfils_the_inequality() -> None:
    for batches in range(1, 60):
        for c, alpha in ((0.5, 0.6), (1.0, 0.5), (2.0, 1.0), (0.01, 0.9)):
            at = puct.resample_at(batches, c, alpha)
            assert batches <= c * at**alpha
            assert at == 0 or batches > c * (at - 1) ** alpha


def test_no_further_batch_comes_without_progressive_sampling() -> None:
    assert puct.resample_at(1, 0.0, 0.6) == math.inf


def test_a_value_above_minus_one_makes_the_and_term_slightly_negative() -> None:
    assert round(puct.and_value(0.0, 0.99), 6) == -0.010101


@pytest.mark.parametrize(
    ("rule", "first"),
    [("paper", 293), ("pseudocode", 721), ("reap", 721), ("reap 1.5", 16)],
)
def test_second_of_six_equal_siblings_is_chosen_when_section_3_says(rule: str, first: int) -> None:
    """Parent with d = 10, first child keeps V(s, a) = −10, six equal priors."""
    c_init = 1.5 if rule == "reap 1.5" else 0.001
    q_first = puct.discounted(-10.0, 0.99)
    q_other = puct.or_value_unvisited(-10.0, 32.0, 0.99) if rule == "paper" else 0.0
    for visits in range(1, 2000):  # one of them is the parent's own expansion
        n = visits - 1
        rate = puct.exploration_rate(visits, c_init, 3200.0)
        root = math.sqrt(n if rule == "paper" else visits)
        first_score = q_first + puct.exploration_term(rate, 1 / 6, root, n)
        if q_other + puct.exploration_term(rate, 1 / 6, root, 0) > first_score:
            assert visits == first
            return
    raise AssertionError("never chosen")
