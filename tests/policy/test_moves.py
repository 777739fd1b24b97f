"""What the moves add is judged by Lean: which of them it accepts, and that they are steps of proofs that the catalogue does not propose."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reaprover.core import Observation, ProofState, TacticStatus
from reaprover.lean.environment import LeanEnvironment
from reaprover.lean.pool import LeanPool
from reaprover.lean.toolchain import EmbeddedToolchain
from reaprover.policy import Broad, CataloguePolicy, broad_candidates
from reaprover.policy.catalogue import MAX_MOVES, MAX_USUAL, MOVES_SHARE, ranked_candidates
from reaprover.policy.formula import read_goal
from reaprover.policy.moves import moves
from reaprover.policy.tactics import propose
from reaprover.problems import Split, load_set

SORTED = (
    "head : Nat\ntail : List Nat\nih : Isa.len (Isa.sort tail) = Isa.len tail\n"
    "⊢ Isa.len (Isa.insort head (Isa.sort tail)) = Isa.len tail + 1"
)
STEPS = "f : Nat → Nat\nh : ∀ (n : Nat), f n ≤ f (n + 1)\nn k : Nat\nih : f n ≤ f (n + k)\n⊢ f n ≤ f (n + k + 1)"


def moves_of(goal: str) -> list[str]:
    return [tactic for tactic, _ in propose(read_goal(goal), moves)]


def guesses_of(goal: str) -> list[str]:
    """The guessed statements, without their proofs."""
    return [text.partition(" := by ")[0].partition("have key : ")[2] for text in moves_of(goal) if "have key : " in text]


def test_there_is_no_move_where_a_step_is_safe() -> None:
    assert moves_of("p q : Prop\n⊢ p → q → p") == []
    assert moves_of("n : Nat\nh : n = 2\n⊢ 2 = n") == []


def test_equations_are_guessed_about_nested_functions_and_kinds_rule_nonsense_out() -> None:
    found = guesses_of(SORTED)
    assert "∀ (x : Nat) (xs : type_of% (Isa.sort tail)), Isa.len (Isa.insort x xs) = Isa.len xs + 1" in found
    assert not any("Isa.sort (Isa.len" in text or "Isa.len x " in text for text in found)  # a list of a number, the length of one


def test_a_general_hypothesis_is_used_where_its_function_stands() -> None:
    assert "have h1 := h (n + k)" in moves_of(STEPS)


def test_broad_keeps_the_order_of_both_and_their_shares() -> None:
    found = broad_candidates(SORTED)
    assert [one.logprob for one in found] == sorted((one.logprob for one in found), reverse=True)
    assert math.fsum(math.exp(one.logprob) for one in found) <= 1.0 + 1e-9
    usual = [one.tactic for one in ranked_candidates(SORTED)[:MAX_USUAL]]
    texts = [one.tactic for one in found]
    assert [text for text in texts if text in usual] == usual
    more = [one for one in found if one.tactic not in usual]
    assert 0 < len(more) <= MAX_MOVES
    assert math.fsum(math.exp(one.logprob) for one in more) <= MOVES_SHARE + 1e-9


def test_broad_is_the_catalogue_where_there_are_no_moves() -> None:
    seen = Observation(("p q : Prop\n⊢ p → q → p",), "a", 0, 32)
    assert Broad().evaluate([seen]) == CataloguePolicy().evaluate([seen])
    assert Broad().identity != CataloguePolicy().identity


def test_odd_states_are_answered_not_refused() -> None:
    for goal in ("", "⊢", "⊢ f (", "h : g [\n⊢ g [", "no goal at all", "⊢ " + "(" * 3000, "x : Nat\n⊢ " + "x + " * 2000 + "x = 0"):
        assert isinstance(moves_of(goal), list)


_WORDS = ["∀", "∃", "fun", "=>", ",", "(", ")", "[", "]", "()", "⟨", "⟩", ":", "→", "∧", "∨", "¬", "↔", "=", "≤", "::", "++", "+", "0", "1"]
_WORDS += ["x", "y", "xs", "f", "h", "α", "Isa.len", "Isa.app", "Nat", "List", "Prop", "true", "if", "then", "else", "match", "|"]
PRINTED = st.lists(st.sampled_from(_WORDS), max_size=24).map(" ".join)


@settings(max_examples=400)
@given(hypothesis=PRINTED, target=PRINTED)
def test_whatever_is_printed_is_answered_without_repeats(hypothesis: str, target: str) -> None:
    goal = f"f : Nat → Nat\nx y : Nat\nxs : List Nat\nh : {hypothesis}\n⊢ {target}"
    found = broad_candidates(goal)
    assert len({one.tactic for one in found}) == len(found) <= MAX_USUAL + MAX_MOVES
    assert max(map(len, moves_of(goal)), default=0) < 5_000


@pytest.fixture(scope="module")
def pool(toolchain: EmbeddedToolchain) -> LeanPool:
    return LeanPool(toolchain, 1)


def opened(pool: LeanPool, name: str) -> LeanEnvironment:
    problems = {problem.id: problem for split in (Split.TRAIN, Split.VALIDATION) for problem in load_set(name.partition("/")[0], split)}
    return LeanEnvironment(problems[name].theorem, pool)


def after(lean: LeanEnvironment, *tactics: str) -> ProofState:
    state = lean.initial_state()
    for tactic in tactics:
        (result,) = lean.apply_batch(state, [tactic])
        assert result.state is not None, result
        state = result.state
    return state


@pytest.mark.lean
def test_lean_keeps_the_guesses_that_hold_and_refuses_those_that_do_not(pool: LeanPool) -> None:
    lean = opened(pool, "isaplanner/prop_20")
    try:
        state = after(lean, "induction xs <;> simp_all [Isa.len, Isa.sort]")
        (goal,) = state.goals
        guesses = [text for text in moves_of(goal) if "have key : " in text]
        kept = [guess for guess, result in zip(guesses, lean.apply_batch(state, guesses), strict=True) if result.state is not None]
        # an insertion makes a list longer by one; it does not leave it as it is, and does not change places with sorting by simplification
        assert [guess.partition(", Isa.")[2].partition(" := ")[0] for guess in kept] == ["len (Isa.insort x xs) = Isa.len xs + 1"]
    finally:
        lean.close()


CLOSED = {
    "logic/bool_function_thrice": (),
    "list/foldl_length": ("*", "simp_all"),
    "list/mem_split_exists": ("*", "exact ⟨s, t, h1⟩"),
    "nat/two_step_induction": ("intro n", "*", "induction n <;> simp_all"),
    "nat/strong_induction": ("intro n", "*", "exact h n ih"),
    "nat/monotone_from_steps": ("intro n k", "induction k with | zero => simp | succ k ih => ?_", "*", "exact Nat.le_trans ih h1"),
}
"""Training and validation statements with a proof of which some move is the starred step, or the only one."""


@pytest.mark.lean
@pytest.mark.parametrize("name", CLOSED)
def test_a_move_is_the_step_that_the_catalogue_lacks(pool: LeanPool, name: str) -> None:
    lean = opened(pool, name)
    steps = CLOSED[name]
    place = steps.index("*") if steps else 0
    try:
        state = after(lean, *steps[:place])
        tried = moves_of(state.goals[0])
        usual = {one.tactic for one in ranked_candidates(state.goals[0])}
        ways = []
        for move, result in zip(tried, lean.apply_batch(state, tried), strict=True):
            is_done = result.status is TacticStatus.CLOSED
            for following in steps[place + 1 :]:
                if result.state is not None:
                    (result,) = lean.apply_batch(result.state, [following])
                    is_done = result.status is TacticStatus.CLOSED
            if is_done and move not in usual:
                ways.append(move)
        assert ways
    finally:
        lean.close()
