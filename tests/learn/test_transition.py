"""From golden searches to transitions with their provenance."""

from __future__ import annotations

from typing import Any

import pytest

from reaprover.core import ProofState, Theorem
from reaprover.errors import InputError
from reaprover.learn.transition import (
    Objective,
    Solution,
    environment_identity,
    make_solution,
    positive_statement,
    theorem_from_json,
    theorem_to_json,
)
from reaprover.search import Counters, Kind, Tree
from reaprover.search.expand import Expander
from reaprover.search.proof import Item, Proof, extract, retrace
from tests.search.golden import GOLDEN, RUNS, environment, evaluator, play, rules_of

from .solutions import receipt

THEOREM = Theorem("t", "(n : Nat) (h : 0 < n)", "n ≠ 0", "open Nat", ("Init",), ("u",))


def solve(proof: Proof, theorem: Theorem = THEOREM) -> Solution:
    return make_solution(
        proof.transitions,
        theorem_id="set/t",
        theorem=theorem,
        script=proof.script,
        receipt=receipt(proof.script, negated=theorem.negated),
        search_id="search-1",
        checkpoint="sha",
        time=12.5,
    )


@pytest.mark.parametrize("name", [name for name, run in RUNS.items() if run["solved"]])
def test_every_golden_list_of_transitions_is_reproduced(name: str) -> None:
    run = RUNS[name]
    found = solve(extract(play(run).tree))
    states = {row["pp"]: state for state, row in GOLDEN["environment"]["states"].items()}
    assert [[t.node, states[t.state], t.tactic, t.value_target] for t in found.transitions] == run["transitions"]
    assert {(t.theorem_id, t.statement, t.objective, t.search_id, t.checkpoint, t.time) for t in found.transitions} == {
        ("set/t", "∀ (n : Nat) (h : 0 < n), n ≠ 0", Objective.PROVE, "search-1", "sha", 12.5)
    }
    assert {t.environment for t in found.transitions} == {"embedded:lean-4.35.0-01234567:library-7:core-cccccccccccccccc"}
    assert {t.receipt for t in found.transitions} == {receipt(found.script)["record_sha256"]}


def tree_of(record: dict[str, Any]) -> Tree:
    """A solved tree: {tactic: below} or {"": [parts]}; None is done."""
    state = ProofState("", ("⊢ P",), "P")
    tree = Tree(state)
    work: list[tuple[Any, Any]] = [(tree.root, record)]
    while work:
        node, shape = work.pop()
        for tactic, below in shape.items():
            if tactic:
                child = tree.add(node, Kind.OR, None if below is None else state)
                child.action = tactic
                work += [] if below is None else [(child, below)]
            else:
                node.kind = Kind.AND
                for goal, part in enumerate(below):
                    child = tree.add(node, Kind.OR, state, is_focus=True)
                    child.part, child.coupled = (goal,), False
                    work.append((child, part))
    for node in reversed(tree.nodes):
        node.solved = tree.is_solved(node)
    return tree


def chain(length: int) -> Any:
    shape = None
    for i in range(length):
        shape = {f"t{i}": shape}
    return shape


def test_a_split_of_three_and_five_is_worth_five_and_a_tactic_above_six() -> None:
    found = solve(extract(tree_of({"constructor": {"": [chain(3), chain(5)]}})))
    assert [t.value_target for t in found.transitions] == [-6, -3, -2, -1, -5, -4, -3, -2, -1]


def test_two_tactics_that_close_one_goal_give_one_transition() -> None:
    found = solve(extract(tree_of({"trivial": None, "rfl": None})))
    assert [(t.tactic, t.value_target) for t in found.transitions] == [("rfl", -1)]


def test_a_shorter_way_found_later_changes_the_targets() -> None:
    assert [t.value_target for t in solve(extract(tree_of({"a": chain(4)}))).transitions] == [-5, -4, -3, -2, -1]
    assert [(t.tactic, t.value_target) for t in solve(extract(tree_of({"a": chain(4), "b": chain(1)}))).transitions] == [
        ("b", -2),
        ("t0", -1),
    ]


def test_the_transitions_of_a_shortened_proof_are_those_of_its_own_tree() -> None:
    rules, where = rules_of(RUNS["paper/published"]), environment()
    items = extract(play(RUNS["paper/published"]).tree).items
    shorter = [*items[:2], Item("rfl", 0, True, 0), *items[4:]]  # the first part closes by rfl alone
    expander = Expander(Tree(where.initial_state()), where, evaluator(), rules, Counters(), retries_s=(), sleep_fn=lambda s: None)
    proof = retrace(expander, shorter)
    assert proof is not None
    assert [(t.state, t.tactic, t.value_target) for t in solve(proof).transitions][:3] == [
        ("R", "intro g", -6),
        ("H with g", "constructor", -5),
        ("P", "rfl", -1),
    ]


def test_a_disproof_says_so_beside_the_statement_itself() -> None:
    negated = Theorem("t", "(n : Nat)", "n < n", negated=True)
    found = solve(extract(tree_of(chain(1))), negated)
    assert (found.transitions[0].objective, found.transitions[0].statement) == (Objective.DISPROVE, "∀ (n : Nat), n < n")
    assert positive_statement(Theorem("t", "", "1 = 1")) == "1 = 1"


def test_a_receipt_without_environment_or_hash_is_refused() -> None:
    proof = extract(tree_of(chain(1)))
    with pytest.raises(InputError, match="environment"):
        environment_identity({"verdict": "verified"})
    for broken in ({**receipt("x"), "environment": {}}, {**receipt("x"), "record_sha256": None}):
        with pytest.raises(InputError, match="receipt"):
            make_solution(
                proof.transitions, theorem_id="t", theorem=THEOREM, script="x", receipt=broken, search_id="s", checkpoint="c", time=0.0
            )


def test_theorems_survive_json() -> None:
    assert theorem_from_json(theorem_to_json(THEOREM)) == THEOREM
    for change in ({"name": 1}, {"levels": "u"}, {"negated": 0}, {"extra": ""}):
        with pytest.raises(InputError):
            theorem_from_json({**theorem_to_json(THEOREM), **change})
