"""What goes around a network: states that it cannot read, and a catalogue beside it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from reaprover.core import Candidate, Evaluation, Observation
from reaprover.errors import PromptTooLong
from reaprover.policy import LongStatesDead, Mixed


class Says:
    """Proposes the same tactics in every state; refuses long ones, and requires a number of candidates if one is named."""

    identity = "says"

    def __init__(self, *tactics: str, num_candidates: int | None = None) -> None:
        self.answer = Evaluation(tuple(Candidate(tactic, -1.0) for tactic in tactics), -float(len(tactics)))
        self.num_candidates = num_candidates

    def evaluate(self, observations: Sequence[Observation]) -> list[Evaluation]:
        for seen in observations:
            assert self.num_candidates in (None, seen.num_candidates)
            if len(seen.goals[0]) > 9:
                raise PromptTooLong(2000, 1024)
        return [self.answer for _ in observations]


SHORT, LONG = Observation(("⊢ p",), "a", 0, 8), Observation(("⊢ p ∧ q ∧ r ∧ s",), "b", 0, 8)


def test_a_state_too_long_for_the_model_is_a_dead_end_and_its_neighbours_are_answered() -> None:
    network = Says("simp")
    assert LongStatesDead(network).evaluate([SHORT, LONG, SHORT]) == [network.answer, Evaluation((), -64.0), network.answer]


@pytest.mark.parametrize(("num_candidates", "half"), [(8, 4), (1, 1)])
def test_a_mixed_policy_takes_half_from_each_and_no_tactic_twice(num_candidates: int, half: int) -> None:
    mixed = Mixed(Says("a", "b", num_candidates=half), Says("b", "c", num_candidates=half))
    (found,) = mixed.evaluate([Observation(("⊢ p",), "key", 0, num_candidates)])
    assert [candidate.tactic for candidate in found.candidates] == ["a", "b", "c"]


def test_the_value_of_a_mixed_policy_is_the_network_s() -> None:
    (found,) = Mixed(Says("a"), Says("b", "c")).evaluate([SHORT])
    assert found.value == -1.0
