"""Losses against values worked out by hand (spec rl.md, sections 7 and 14)."""

from __future__ import annotations

import math

import pytest
import torch

from reaprover.errors import InputError
from reaprover.learn.losses import (
    VALUE_WEIGHT,
    Reduction,
    censored_nll,
    rank_nll,
    token_kl,
    token_nll,
    total_loss,
    two_hot_targets,
    value_nll,
    weighted_sum,
)
from reaprover.learn.objectives import two_hot_loss
from reaprover.model.value import two_hot

pytestmark = pytest.mark.model

LOGITS = torch.log(torch.tensor([[0.5, 0.25, 0.25], [0.1, 0.1, 0.8]]))


def test_the_loss_of_a_token_is_minus_its_log_probability() -> None:
    found = token_nll(LOGITS + 7.0, torch.tensor([1, 2]))  # a constant on all logits changes nothing
    assert found.tolist() == pytest.approx([math.log(4), -math.log(0.8)])


def test_two_tactics_weigh_by_their_tokens_under_sum_and_under_token_mean() -> None:
    # T47: tactics of 2 and 40 tokens, each token at 1 nat
    losses, weights = torch.ones(42), torch.ones(42)
    assert float(weighted_sum(losses, weights, Reduction.SUM.denominator(2, 42))) == pytest.approx(21.0)
    assert float(weighted_sum(losses, weights, Reduction.TOKEN_MEAN.denominator(2, 42))) == pytest.approx(1.0)
    losses.requires_grad_(True)
    weighted_sum(losses, weights, Reduction.SUM.denominator(2, 42)).backward()  # type: ignore[no-untyped-call]  # torch leaves it untyped
    assert losses.grad is not None
    assert losses.grad.tolist() == [0.5] * 42


def test_an_example_of_half_the_weight_counts_half() -> None:
    found = weighted_sum(torch.tensor([2.0, 4.0, 6.0]), torch.tensor([1.0, 0.5, 0.5]), 2.0)
    assert float(found) == pytest.approx((2 + 2 + 3) / 2)


def test_distances_become_one_or_two_bins() -> None:
    rows = two_hot_targets([3, 3.25, 63.5, 64, 90])
    assert rows.shape == (5, 64)
    assert [row.nonzero().flatten().tolist() for row in rows] == [[2], [2, 3], [62, 63], [63], [63]]
    assert rows[1, 2:4].tolist() == [0.75, 0.25]
    assert rows[2, 62:].tolist() == [0.5, 0.5]


@pytest.mark.parametrize("distance", [0.5, float("nan"), float("inf"), True])
def test_what_is_no_distance_is_refused(distance: float) -> None:
    with pytest.raises(InputError):
        two_hot_targets([1.0, distance])


def test_the_value_loss_is_the_cross_entropy_and_least_at_the_target() -> None:
    targets = two_hot_targets([3.25])
    assert float(value_nll(torch.zeros(1, 64), targets)) == pytest.approx(math.log(64))
    entropy = -0.75 * math.log(0.75) - 0.25 * math.log(0.25)
    exact = torch.full((1, 64), -1e4)
    exact[0, 2:4] = torch.log(torch.tensor([0.75, 0.25]))
    assert float(value_nll(exact, targets)) == pytest.approx(entropy)
    logits = exact.clone().requires_grad_(True)
    value_nll(logits, targets).sum().backward()
    assert logits.grad is not None
    assert float(logits.grad.abs().max()) < 1e-6


def test_a_batch_of_values_agrees_with_the_loss_of_learning_inside_a_search() -> None:
    logits = torch.randn(4, 64, generator=torch.Generator().manual_seed(0))
    distances = [1.0, 3.597710212071737, 63.5, 200.0]
    expected = [float(two_hot_loss(row, two_hot(distance))) for row, distance in zip(logits, distances, strict=True)]
    assert value_nll(logits, two_hot_targets(distances)).tolist() == pytest.approx(expected)


def test_the_ranking_loss_is_the_cross_entropy_of_the_first_and_leaves_out_what_is_not_there() -> None:
    priors = torch.log(torch.tensor([[0.2, 0.3, 0.5], [1.0, 3.0, 0.0]]))  # the second row has two tactics
    log_odds = torch.log(torch.tensor([[2.0, 1.0, 1.0], [1.0, 1.0, 9.0]]))
    assert rank_nll(priors, log_odds).tolist() == pytest.approx([-math.log(0.4 / 1.2), math.log(4.0)])


def test_a_censored_state_is_as_likely_as_all_distances_beyond_what_was_tried() -> None:
    shares = torch.arange(1.0, 65.0) / (64 * 65 / 2)  # bin k has k/2080
    found = censored_nll(torch.log(shares).repeat(3, 1), [1, 2, 63])
    assert found.tolist() == pytest.approx([-math.log(2079 / 2080), -math.log(2077 / 2080), -math.log(64 / 2080)], rel=1e-4)


def test_the_kl_is_zero_to_itself_and_positive_to_others() -> None:
    other = torch.log(torch.tensor([[0.25, 0.5, 0.25], [0.1, 0.1, 0.8]]))
    assert token_kl(LOGITS, LOGITS + 3.0).tolist() == pytest.approx([0.0, 0.0], abs=1e-7)
    expected = 0.5 * math.log(0.5 / 0.25) + 0.25 * math.log(0.25 / 0.5)
    assert token_kl(LOGITS, other).tolist() == pytest.approx([expected, 0.0], abs=1e-7)


def test_the_total_is_policy_plus_a_thousandth_of_value() -> None:
    policy, value, kl = torch.tensor(2.0), torch.tensor(3.0), torch.tensor(0.5)
    assert float(total_loss(policy, (VALUE_WEIGHT, value))) == pytest.approx(2.003)
    assert float(total_loss(policy, (0.5, value), (0.1, kl))) == pytest.approx(3.55)
    assert float(total_loss(policy)) == 2.0
