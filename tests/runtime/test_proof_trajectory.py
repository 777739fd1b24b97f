"""From a solved tree and its log to labels (spec learning.md, section 4.1)."""

from __future__ import annotations

import copy
import io
import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from reaprover.core import (
    Candidate,
    ErrorKind,
    Evaluation,
    Observation,
    Part,
    ProofState,
    TacticError,
    TacticResult,
    TacticStatus,
    Theorem,
)
from reaprover.errors import InfrastructureError, InputError
from reaprover.runtime.proof_trajectory import proof_path, replay

# p ∧ (q → q), the second part two steps away from its end, beside a dead end and an unsolved child
GOALS = {
    0: ["⊢ p ∧ (q → q)"],
    1: ["⊢ p ∨ p"],
    2: ["⊢ p", "⊢ q → q"],
    3: ["⊢ p"],
    4: ["⊢ q → q"],
    5: [],
    6: ["h : q\n⊢ q"],
    7: [],
}
EDGES = {0: [(1, "left"), (2, "constructor")], 2: [(3, "focus_goal 0"), (4, "focus_goal 1")], 3: [(5, "exact hp")]}
EDGES |= {4: [(6, "intro h")], 6: [(7, "exact h")]}
EXPECTED = [(0, 2, "constructor", -3), (3, 5, "exact hp", -1), (4, 6, "intro h", -2), (6, 7, "exact h", -1)]


def tree() -> dict[str, Any]:
    nodes: list[Any] = []
    for index, goals in GOALS.items():
        edges = [
            {"edge": {"tacticStr": tactic, "isFocus": index == 2, "focusIndex": place if index == 2 else 0}, "childIndex": child}
            for place, (child, tactic) in enumerate(EDGES.get(index, []))
        ]
        nodes.append({"data": {"state": goals, "toPlay": "AND" if index == 2 else "OR", "isSolved": index != 1}, "children": edges})
    return {"solution": 0, "nodes": nodes}


def log() -> list[dict[str, Any]]:
    """One generation and evaluation of each edge; `exact h` was proposed twice, and merged the second time."""
    events: list[dict[str, Any]] = []
    edges = [(node, child, tactic) for node, listed in EDGES.items() if node != 2 for child, tactic in listed]
    for number, (node, child, tactic) in enumerate([*edges, (6, 7, "exact (h)")]):
        which = {"generation_index": number, "candidate_index": 0, "node_index": node, "tactic": tactic}
        made = {"kind": "generation", **which, "goal_state": GOALS[node], "prompt": f"prompt of {node}", "policy_version": "0"}
        judged = {"kind": "eval", **which, "child_index": child, "disposition": "created" if number < len(edges) else "merged"}
        events += [made, judged]
    return [{**event, "sequence": number} for number, event in enumerate(events)]


def test_rows_follow_the_proof_with_returns_of_the_longest_branch_and_their_origin() -> None:
    path = proof_path(tree(), log())
    assert [(r["node_index"], r["child_index"], r["tactic"], r["return"]) for r in path.rows] == EXPECTED
    assert path.parts == {2: (3, 4)}
    last = path.rows[-1]
    assert (last["prompt"], last["policy_version"], last["state"], last["next_state"]) == ("prompt of 6", 0, GOALS[6], [])
    assert (last["generation_sequence"], last["eval_sequence"]) == (8, 9)


def unsolve(document: Any, events: Any) -> None:
    document["nodes"][0]["data"]["isSolved"] = False


def unsolve_a_part(document: Any, events: Any) -> None:
    document["nodes"][4]["data"]["isSolved"] = False


def couple(document: Any, events: Any) -> None:
    document["nodes"][3]["data"]["state"] = ["⊢ p ?x", "⊢ q ?x"]


def lose_an_evaluation(document: Any, events: Any) -> None:
    events[-3]["disposition"] = "merged"


def lose_a_record(document: Any, events: Any) -> None:
    del events[4]


def change_a_state(document: Any, events: Any) -> None:
    events[2]["goal_state"] = ["⊢ r"]


def change_a_tactic(document: Any, events: Any) -> None:
    document["nodes"][0]["children"][1]["edge"]["tacticStr"] = "split"


def point_backwards(document: Any, events: Any) -> None:
    document["nodes"][4]["children"][0]["childIndex"] = 0


def name_no_version(document: Any, events: Any) -> None:
    events[2]["policy_version"] = "new"


SPOILS = [unsolve, unsolve_a_part, couple, lose_an_evaluation, lose_a_record, change_a_state, change_a_tactic, point_backwards]
SPOILS += [name_no_version]


@pytest.mark.parametrize("spoil", SPOILS, ids=lambda f: f.__name__)
def test_records_that_are_not_those_of_one_proof_give_no_labels(spoil: Callable[[Any, Any], None]) -> None:
    document, events = copy.deepcopy(tree()), copy.deepcopy(log())
    spoil(document, events)
    with pytest.raises(InputError):
        proof_path(document, events)


class Scripted:
    """An environment that knows the states of the tree above and no others."""

    identity = "scripted"

    def __init__(self, **wrong: Any) -> None:
        self.wrong, self.released = wrong, 0

    def initial_state(self) -> ProofState:
        return self._state(0)

    def _state(self, index: int) -> ProofState:
        goals = self.wrong.get("goals", {}).get(index, GOALS[index])
        return ProofState(str(index), tuple(goals), f"key {index}")

    def split(self, state: ProofState) -> list[Part]:
        return [Part(self._state(child), (place,), self.wrong.get("coupled", False)) for place, child in enumerate((3, 4))]

    def apply_batch(self, state: ProofState, tactics: Sequence[str]) -> list[TacticResult]:
        kind = self.wrong.get(tactics[0])
        if kind is not None:
            return [TacticResult(tactics[0], TacticStatus.FAILED, error=TacticError(kind, "injected"))]
        child = next(child for child, tactic in EDGES[int(state.handle)] if tactic == tactics[0])
        if not GOALS[child]:
            return [TacticResult(tactics[0], TacticStatus.PART_CLOSED)]
        return [TacticResult(tactics[0], TacticStatus.OPEN, self._state(child))]

    def release(self, states: Sequence[ProofState]) -> None:
        self.released += len(states)

    def close(self) -> None:
        """Nothing is held."""


def test_every_tactic_is_applied_again_to_its_exact_state() -> None:
    environment = Scripted()
    seen = replay(proof_path(tree(), log()), environment)
    assert [(step["status"], step["goals"]) for step in seen] == [
        ("open", GOALS[2]), ("part_closed", []), ("open", GOALS[6]), ("part_closed", []),
    ]  # fmt: skip
    assert environment.released == 5


@pytest.mark.parametrize(
    "wrong", [{"goals": {0: ["⊢ r"]}}, {"goals": {6: ["⊢ q"]}}, {"goals": {3: ["⊢ r"]}}, {"coupled": True}, {"intro h": ErrorKind.ELAB}]
)
def test_a_replay_that_differs_from_the_tree_gives_no_labels(wrong: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="replay"):
        replay(proof_path(tree(), log()), Scripted(**wrong))


@pytest.mark.parametrize("kind", [ErrorKind.CRASH, ErrorKind.TIMEOUT, ErrorKind.MEMORY])
def test_a_replay_that_could_not_be_made_is_no_verdict(kind: ErrorKind) -> None:
    with pytest.raises(InfrastructureError, match="row 2"):
        replay(proof_path(tree(), log()), Scripted(**{"intro h": kind}))


class Fixed:
    """A policy that proposes the same tactics everywhere."""

    identity = "fixed"

    def evaluate(self, observations: Sequence[Observation]) -> list[Evaluation]:
        candidates = tuple(Candidate(tactic, -1.0) for tactic in ("constructor", "exact hp", "intro h", "exact h"))
        return [Evaluation(candidates, -3.0) for _ in observations]


@pytest.mark.lean
@pytest.mark.slow
def test_a_proof_with_branches_is_replayed_by_a_real_lean() -> None:
    from reaprover.lean.environment import LeanEnvironment
    from reaprover.lean.pool import LeanPool
    from reaprover.lean.toolchain import EmbeddedToolchain
    from reaprover.search import Budget, search, search_config
    from reaprover.search.raw_tree import raw_tree, write_raw_tree
    from reaprover.search.reap_observer import ReapObserver
    from reaprover.verify.strict import Level, StrictChecker

    toolchain = EmbeddedToolchain.find()
    toolchain.prepare()
    theorem = Theorem("both", "(p q : Prop) (hp : p)", "p ∧ (q → q)")
    config = search_config("paper", budget=Budget(wall_s=60.0, num_simulations=40), seed=0)
    stream, pool = io.StringIO(), LeanPool(toolchain, 1)
    observer = ReapObserver(stream, config.rules, session_id="s1", tree_id="s1.tree0", policy_version="0")
    try:
        environment = LeanEnvironment(theorem, pool)
        result = search(theorem, environment, Fixed(), StrictChecker(toolchain, level=Level.FAST), config, observers=[observer])
        environment.close()
        assert result.script is not None
        document = json.loads(write_raw_tree(raw_tree(result.tree, config.rules)))
        path = proof_path(document, [json.loads(line) for line in stream.getvalue().splitlines()])
        assert len(path.parts) == 1
        assert sorted((row["tactic"], row["return"]) for row in path.rows) == [
            ("constructor", -3), ("exact h", -1), ("exact hp", -1), ("intro h", -2),
        ]  # fmt: skip
        environment = LeanEnvironment(theorem, pool)
        assert [step["status"] for step in replay(path, environment)].count("part_closed") == 2
        environment.close()
    finally:
        pool.close()
