"""What goes around a network: states that it cannot read, and a catalogue whose tactics it ranks."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reaprover.core import Candidate, Evaluation, Observation
from reaprover.errors import PromptTooLong
from reaprover.policy import LongStatesDead, Ranked, Sampled


class Says:
    """Proposes the same tactics in every state; refuses long ones unless it reads all."""

    identity = "says"

    def __init__(self, *tactics: str, reads_all: bool = False) -> None:
        self.answer = Evaluation(tuple(Candidate(tactic, -1.0) for tactic in tactics), -float(len(tactics)))
        self.reads_all = reads_all

    def evaluate(self, observations: Sequence[Observation]) -> list[Evaluation]:
        for seen in observations:
            if len(seen.goals[0]) > 9 and not self.reads_all:
                raise PromptTooLong(2000, 1024)
        return [self.answer for _ in observations]


SHORT, LONG = Observation(("⊢ p",), "a", 0, 8), Observation(("⊢ p ∧ q ∧ r ∧ s",), "b", 0, 8)


def test_a_state_too_long_for_the_model_is_a_dead_end_and_its_neighbours_are_answered() -> None:
    network = Says("simp")
    assert LongStatesDead(network).evaluate([SHORT, LONG, SHORT]) == [network.answer, Evaluation((), -64.0), network.answer]


class Weighs:
    """Gives each tactic the log-odds of a table, and a value; refuses long states."""

    identity = "weighs"

    def __init__(self, **log_odds: float) -> None:
        self.log_odds = log_odds

    def weigh(self, goals: Sequence[str], tactics: Sequence[str]) -> tuple[float, tuple[float, ...], int]:
        if len(goals[0]) > 9:
            raise PromptTooLong(2000, 1024)
        return -7.0, tuple(self.log_odds[tactic] for tactic in tactics), 33


def test_a_network_s_odds_make_half_of_the_prior() -> None:
    # proposed 1/3 each; odds 1 : 2 : 5 make 1/8, 2/8, 5/8 of the network's half
    network = Weighs(a=0.0, b=math.log(2.0), c=math.log(5.0))
    (found,) = Ranked(network, Says("a", "b", "c")).evaluate([SHORT])
    assert [candidate.tactic for candidate in found.candidates] == ["c", "b", "a"]
    expected = [(1 / 3 + 5 / 8) / 2, (1 / 3 + 2 / 8) / 2, (1 / 3 + 1 / 8) / 2]
    assert [math.exp(candidate.logprob) for candidate in found.candidates] == pytest.approx(expected)
    assert (found.value, found.num_tokens) == (-7.0, 33)


@given(st.lists(st.floats(-60, 60), min_size=1, max_size=8))
def test_a_prior_keeps_half_of_the_proposer_s_probability_and_sums_to_one(log_odds: list[float]) -> None:
    names = [f"t{number}" for number in range(len(log_odds))]
    (found,) = Ranked(Weighs(**dict(zip(names, log_odds, strict=True))), Says(*names)).evaluate([SHORT])
    priors = [math.exp(candidate.logprob) for candidate in found.candidates]
    assert sum(priors) == pytest.approx(1.0)
    assert min(priors) >= 0.5 / len(names) - 1e-12
    assert priors == sorted(priors, reverse=True)
    assert {candidate.tactic for candidate in found.candidates} == set(names)


def test_batches_of_a_ranked_list_follow_each_other_and_end() -> None:
    ranked = Ranked(Weighs(a=0.0, b=1.0, c=2.0), Says("a", "b", "c"))
    batches = ranked.evaluate([Observation(("⊢ p",), "key", number, 2) for number in range(3)])
    assert [[candidate.tactic for candidate in batch.candidates] for batch in batches] == [["c", "b"], ["a"], []]


def test_a_state_too_long_for_the_network_keeps_the_proposer_s_order_and_value() -> None:
    proposer = Says("a", "b", reads_all=True)
    assert Ranked(Weighs(a=0.0, b=1.0), proposer).evaluate([LONG]) == [proposer.answer]


def test_noise_of_scale_zero_changes_nothing_and_any_noise_keeps_every_tactic() -> None:
    ranked = Ranked(Weighs(a=0.0, b=1.0, c=2.0), Says("a", "b", "c"))
    whole = Observation(("⊢ p",), "key", 0, 8)
    assert Sampled(ranked, 3, 0.0).evaluate([whole]) == ranked.evaluate([whole])
    orders = {tuple(c.tactic for c in Sampled(ranked, seed).evaluate([whole])[0].candidates) for seed in range(40)}
    assert {frozenset(order) for order in orders} == {frozenset("abc")}
    assert len(orders) > 1
