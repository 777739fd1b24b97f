"""From trees to scripts, by the golden vectors; depth; minimising; transitions of a shortened proof."""

from __future__ import annotations

from typing import Any

import pytest

from reaprover.core import CheckResult, Outcome, ProofState, TacticStatus, Verdict
from reaprover.errors import InfrastructureError
from reaprover.search import Counters, Kind, SearchConfig, Tree, search
from reaprover.search.expand import Expander
from reaprover.search.proof import Item, extract, minimise, relative_lines, render, retrace, without
from reaprover.testing.tables import TABLE_THEOREM, TableChecker, TableEnvironment, TableEvaluator

from .golden import GOLDEN, RUNS, environment, evaluator, play, rules_of

OPEN = ProofState("", ("⊢ P",), "P")


def build(record: Any) -> Tree:
    """The tree that a `scripts` vector describes."""
    tree = Tree(OPEN)
    work = [(tree.root, record)]
    while work:
        node, shape = work.pop()
        if "parts" in shape:
            node.kind = Kind.AND
            for goals, below in shape["parts"]:
                part = tree.add(node, Kind.OR, OPEN, is_focus=True)
                part.part, part.coupled = tuple(goals), len(goals) > 1
                work.append((part, below))
            continue
        children = []
        for text, below in shape["tactics"]:
            child = tree.add(node, Kind.OR, None if below == "done" else OPEN)
            child.action = text
            if isinstance(below, dict):
                children.append((child, below))
        work += reversed(children)
    for node in reversed(tree.nodes):
        node.solved = tree.is_solved(node)
    return tree


@pytest.mark.invariant
@pytest.mark.parametrize("vector", GOLDEN["scripts"], ids=lambda vector: vector["about"])
def test_scripts_of_the_golden_file(vector: dict[str, Any]) -> None:
    proof = extract(build(vector["tree"]))
    assert proof.script == vector["script"]
    assert proof.num_steps == vector["steps"]


def test_a_balanced_split_of_three_and_five_steps_is_worth_five_and_six_one_step_above() -> None:
    def chain(length: int) -> Any:
        record: Any = "done"
        for i in range(length):
            record = {"tactics": [[f"t{i}", record]]}
        return record

    parts = {"goals": 2, "parts": [[[0], chain(3)], [[1], chain(5)]]}
    proof = extract(build({"tactics": [["constructor", parts]]}))
    assert [t.value_target for t in proof.transitions] == [-6, -3, -2, -1, -5, -4, -3, -2, -1]


@pytest.mark.invariant
def test_a_chain_of_ten_thousand_tactics_is_extracted() -> None:
    tree = Tree(OPEN)
    node = tree.root
    for i in range(10_000):
        node = tree.add(node, Kind.OR, OPEN if i < 9_999 else None)
        node.action = "t"
    for node in reversed(tree.nodes):
        node.solved = tree.is_solved(node)
    proof = extract(tree)
    assert proof.num_steps == 10_000
    assert proof.script == "\n".join(["t"] * 10_000)


def test_a_tree_that_is_not_solved_gives_no_script() -> None:
    with pytest.raises(InfrastructureError, match="not solved"):
        extract(Tree(OPEN))


def test_lines_point_at_the_node_their_tactic_leads_to() -> None:
    tree = build(GOLDEN["scripts"][6]["tree"])  # constructor, then a calc of two lines
    proof = extract(tree)
    actions = [tree.nodes[node].action for line in range(1, 6) if (node := proof.node_at(line)) is not None]
    assert actions == ["constructor", "calc a = b := by simp\n  _ = c := h", "calc a = b := by simp\n  _ = c := h", "rfl", "omega"]
    assert proof.node_at(6) is None


def test_a_multi_line_tactic_is_indented_relative_to_its_first_line() -> None:
    assert relative_lines("  calc a = b := h\n    _ = c := k") == ["calc a = b := h", "  _ = c := k"]
    assert render([Item("induction n with\n| zero => rfl\n| succ n => simp", 2, True, 0)]) == (
        "  · induction n with\n    | zero => rfl\n    | succ n => simp"
    )


def test_dropping_the_first_tactic_of_a_block_hands_its_bullet_on() -> None:
    items = [Item("constructor", 0, False, 1), Item("skip", 0, True, 2), Item("rfl", 2, False, 3), Item("simp", 0, True, 4)]
    fewer = without(items, 1)
    assert fewer is not None
    assert render(fewer) == "constructor\n· rfl\n· simp"
    assert without(fewer, 2) is None  # the block would be empty


def test_minimising_drops_what_the_replay_does_not_need() -> None:
    items = [Item(text, 0, False, i) for i, text in enumerate(["have h := 1", "intro x", "have k := 2", "simp"])]
    kept = minimise(items, lambda script: [line for line in script.split("\n") if not line.startswith("have")] == ["intro x", "simp"])
    assert render(kept) == "intro x\nsimp"


def test_transitions_of_a_shortened_proof_are_traced_anew() -> None:
    proof = extract(play(RUNS["paper/published"]).tree)
    items = [*proof.items[:2], Item("rfl", 0, True, 0), *proof.items[4:]]  # P closes by rfl alone
    where = environment()
    assert where.replay(render(items)).status is TacticStatus.CLOSED
    tree = Tree(where.initial_state())
    expander = Expander(tree, where, evaluator(), rules_of(RUNS["paper/published"]), Counters(), retries_s=(), sleep_fn=lambda s: None)
    shorter = retrace(expander, items)
    assert shorter is not None
    assert [(t.goals, t.tactic, t.value_target) for t in shorter.transitions] == [
        (("R",), "intro g", -6),
        (("H with g",), "constructor", -5),
        (("P",), "rfl", -1),
        (("Q",), "norm_num", -4),
        (("Q3",), "push", -3),
        (("C",), "exact w", -2),
        (("D",), "rfl", -1),
    ]


def test_tracing_items_that_do_not_close_gives_nothing() -> None:
    where = environment()
    tree = Tree(where.initial_state())
    expander = Expander(tree, where, evaluator(), rules_of(RUNS["paper/published"]), Counters(), retries_s=(), sleep_fn=lambda s: None)
    assert retrace(expander, [Item("intro g", 0, False, 0)]) is None


@pytest.mark.parametrize("accepted", [True, False])
def test_a_search_that_minimises_verifies_the_shorter_script_and_keeps_the_longer_one_if_it_must(accepted: bool) -> None:
    states = {name: {"key": name, "pp": name} for name in ("r", "r2", "done")}
    tactics = {"r": {"have": {"to": "r2"}, "rfl": {"to": "done"}}, "r2": {"rfl": {"to": "done"}}}
    policy = {"r": [[["have", -1.0]]], "r2": [[["rfl", -1.0]]]}
    who = TableEvaluator(policy, dict.fromkeys(states, -1.0), {(name,): name for name in states})
    checker = TableChecker(CheckResult(Verdict.VERIFIED), CheckResult(Verdict.VERIFIED if accepted else Verdict.REJECTED))
    result = search(TABLE_THEOREM, TableEnvironment(states, tactics, "r"), who, checker, SearchConfig(minimise=True))
    assert checker.scripts == ["have\nrfl", "rfl"]
    assert result.outcome is Outcome.PROVED
    assert result.check == CheckResult(Verdict.VERIFIED)
    found = [(t.goals, t.tactic, t.value_target) for t in result.transitions]
    if accepted:
        assert (result.script, result.num_steps, found) == ("rfl", 1, [(("r",), "rfl", -1)])
    else:
        assert (result.script, result.num_steps) == ("have\nrfl", 2)
        assert found == [(("r",), "have", -2), (("r2",), "rfl", -1)]
