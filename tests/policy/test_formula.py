from __future__ import annotations

import pytest

from reaprover.policy.formula import Head, binder_names, match, parse, read_goal, substitute, words

GOAL = """case inr
α : Type
p q : Prop
P : α → Prop
a b : α
f : α → α
h✝ : p ∨
    q
hq : P a
n : Nat := 3
inst✝ : Inhabited α
⊢ ∀ (x : α),
    P x → p"""


def test_a_goal_falls_into_case_hypotheses_and_target() -> None:
    goal = read_goal(GOAL)
    assert goal.case == "inr"
    assert [hypothesis.name for hypothesis in goal.hypotheses] == ["α", "p", "q", "P", "a", "b", "f", "h✝", "hq", "n", "inst✝"]
    assert goal.hypotheses[7].type == "p ∨ q"
    assert goal.hypotheses[9].value == "3"
    assert goal.target.text == "∀ (x : α), P x → p"
    assert goal.target.head is Head.FORALL


def test_assumptions_are_told_from_data_by_the_types_in_print() -> None:
    goal = read_goal(GOAL)
    assert [hypothesis.name for hypothesis in goal.hypotheses if goal.is_proposition(hypothesis)] == ["h✝", "hq"]


def test_names_with_a_dagger_cannot_be_typed() -> None:
    assert [hypothesis.name for hypothesis in read_goal(GOAL).hypotheses if not hypothesis.is_accessible] == ["h✝", "inst✝"]


@pytest.mark.parametrize(
    ("text", "head", "parts"),
    [
        ("p ∧ q → r", Head.IMPLIES, ("p ∧ q", "r")),
        ("p ∧ q ∨ r", Head.OR, ("p ∧ q", "r")),
        ("p ∧ q ∧ r", Head.AND, ("p", "q ∧ r")),
        ("p → q ↔ r", Head.IFF, ("p → q", "r")),
        ("(p ↔ q)", Head.IFF, ("p", "q")),
        ("¬(p ∧ q)", Head.NOT, ("(p ∧ q)",)),
        ("¬p ∧ q", Head.AND, ("¬p", "q")),
        ("p ∧ ∀ x, Q x → r", Head.AND, ("p", "∀ x, Q x → r")),
        ("¬∃ x, P x ∧ q", Head.NOT, ("∃ x, P x ∧ q",)),
        ("xs ++ [x] = y :: ys", Head.RELATION, ("xs ++ [x]", "y :: ys")),
        ("(if a = b then x else y) = z", Head.RELATION, ("(if a = b then x else y)", "z")),
        ("f (a = b)", Head.ATOM, ()),
        ("False", Head.FALSE, ()),
    ],
)
def test_the_outermost_symbol_is_found(text: str, head: Head, parts: tuple[str, ...]) -> None:
    formula = parse(text)
    assert (formula.head, formula.parts) == (head, parts)


def test_binders_come_with_their_printed_types() -> None:
    formula = parse("∀ (x y : α) {z : List α}, P x")
    assert [(binder.name, binder.type) for binder in formula.binders] == [("x", "α"), ("y", "α"), ("z", "List α")]
    assert [binder.name for binder in parse("∃ x y, R x y").binders] == ["x", "y"]


def test_substitution_goes_token_by_token_and_brackets_terms() -> None:
    assert substitute("R x (f x) ∧ xs = x.1", {"x": "g a"}) == "R (g a) (f (g a)) ∧ xs = (g a).1"


def test_matching_binds_a_variable_to_a_token_or_a_group() -> None:
    found = match(words("R ?x ?y"), words("R a (f b)"), frozenset({"?x", "?y"}), {})
    assert found == {"?x": "a", "?y": "(f b)"}
    assert match(words("R ?x ?x"), words("R a b"), frozenset({"?x"}), {}) is None
    assert match(words("R ?x"), words("R a b"), frozenset({"?x"}), {}) is None


def test_binders_that_are_cut_off_have_an_end() -> None:
    assert binder_names("(x y : Nat) z") == ("x", "y", "z")
    assert binder_names("(x : f (a") == ("(", "x")
