"""What the policy proposes is judged by Lean where a Lean is at hand, and by hand-written expectations otherwise."""

from __future__ import annotations

import math

import pytest

from reaprover.core import Candidate, Observation
from reaprover.policy import CataloguePolicy
from reaprover.policy.catalogue import value_of

SWAP = "p q : Prop\nh : p ∧ q\n⊢ q ∧ p"
CHAIN = "α : Type\nP Q : α → Prop\nh : ∀ (x : α), P x → Q x\na : α\nha : P a\n⊢ Q a"
TAKE = "α : Type\nn : Nat\nxs : List α\n⊢ Isa.append (Isa.take n xs) (Isa.drop n xs) = xs"
SUM = "n m : Nat\n⊢ n + m = m + n"


def proposals(goal: str, num_candidates: int = 100, batch_index: int = 0) -> tuple[Candidate, ...]:
    (evaluation,) = CataloguePolicy().evaluate([Observation((goal,), goal, batch_index, num_candidates)])
    return evaluation.candidates


def tactics(goal: str, num_candidates: int = 100) -> list[str]:
    return [candidate.tactic for candidate in proposals(goal, num_candidates)]


def test_log_probabilities_are_ordered_and_sum_to_at_most_one() -> None:
    for goal in (SWAP, CHAIN, TAKE, SUM):
        logprobs = [candidate.logprob for candidate in proposals(goal, 1000)]
        assert logprobs == sorted(logprobs, reverse=True)
        assert math.fsum(map(math.exp, logprobs)) == pytest.approx(1.0)


def test_batches_never_repeat_and_end_in_nothing() -> None:
    seen: list[str] = []
    batch = 0
    while found := proposals(TAKE, 7, batch):
        seen += [candidate.tactic for candidate in found]
        batch += 1
    assert len(seen) == len(set(seen))
    assert seen == tactics(TAKE, 1000)
    assert proposals(TAKE, 7, batch + 5) == ()


def test_the_same_state_gets_the_same_answer() -> None:
    assert proposals(CHAIN) == proposals(CHAIN)
    assert CataloguePolicy().identity == CataloguePolicy().identity


def test_a_hypothesis_that_is_the_goal_is_used() -> None:
    assert tactics("p : Prop\nhp : p\n⊢ p")[0] == "exact hp"


def test_modus_ponens_with_instances_is_found() -> None:
    assert tactics(CHAIN)[0] == "exact h a ha"


def test_conjunctions_and_existentials_are_taken_apart_with_fresh_names() -> None:
    goal = "α : Type\nP Q : α → Prop\nx : α\nh : ∃ x, P x ∧ Q x\n⊢ ∃ y, Q y"
    assert tactics(goal)[0] == "obtain ⟨x1, h1, h2⟩ := h"


def test_everything_in_front_of_the_arrow_is_introduced_at_once() -> None:
    assert tactics("⊢ ∀ (p q : Prop), p → ¬q → r")[0] == "intro p q h h1"


def test_induction_is_written_with_alternatives() -> None:
    found = tactics(TAKE)
    assert "induction xs with | nil => ?_ | cons x xs ih => ?_" in found
    assert "induction n generalizing xs with | zero => ?_ | succ n ih => ?_" in found


def test_unknown_functions_are_unfolded() -> None:
    assert "simp_all [Isa.append, Isa.drop, Isa.take]" in tactics(TAKE, 10)


def test_names_that_cannot_be_typed_are_given_in_the_same_step_and_never_used() -> None:
    found = tactics("p q : Prop\nh✝¹ : p ∨ q\nh✝ : ¬p\n⊢ q")
    assert "(rename_i h h1; rcases h with h | h)" in found
    assert "simp_all" in found
    assert not any("✝" in tactic for tactic in found)


def test_metavariables_are_never_used() -> None:
    assert not any("?m" in tactic for tactic in tactics("α : Type\nP : α → Prop\nh : ∀ (x : α), P x\n⊢ P ?m.12"))


def test_cantor_gets_its_diagonal() -> None:
    found = tactics("α : Type\nf : α → α → Prop\nh : ∀ (P : α → Prop), ∃ x, f x = P\n⊢ False")
    assert "obtain ⟨x, h1⟩ := h (fun y => ¬f y y)" in found


def test_lemmas_come_by_the_symbols_of_the_goal() -> None:
    found = tactics("m n k : Nat\nh : m ≤ n\n⊢ m * k ≤ n * k")
    assert "apply Nat.mul_le_mul_right" in found
    assert not any("List." in tactic or "Int." in tactic for tactic in found)


def test_the_value_is_in_negative_steps_and_grows_with_the_goals() -> None:
    assert value_of(["p : Prop\nh : p\n⊢ p"]) == -1
    assert value_of([TAKE]) < value_of([SUM]) < 0
    assert value_of([SUM, TAKE]) < value_of([TAKE])
    (solved,) = CataloguePolicy().evaluate([Observation((), "")])
    assert (solved.candidates, solved.value) == ((), 0.0)


def test_odd_states_are_answered_not_refused() -> None:
    for goal in ("", "⊢", "⊢ ", "no goal at all", "h : (((\n⊢ )))", "⊢ " + "(" * 5000, "x : Nat\n⊢ " + "x + " * 3000 + "x = 0"):
        assert isinstance(proposals(goal), tuple)


@pytest.mark.lean
def test_the_list_of_lemmas_is_what_the_library_says() -> None:
    from .generate_lemmas import TARGET, lemma_lines, library_names

    assert TARGET.read_text(encoding="utf-8").splitlines() == lemma_lines(library_names())
