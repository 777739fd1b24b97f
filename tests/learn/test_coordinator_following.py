"""A running search followed by its coordinator, on tables: no Lean, no model."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from reaprover.core import CheckResult, Evaluation, Observation, Outcome, Verdict
from reaprover.errors import InfrastructureError
from reaprover.learn.coordinator import Coordinator, Schedule
from reaprover.model.prompt import reap_prompt
from reaprover.online.following import FollowedSearch, refresh_values
from reaprover.search import Budget, SearchConfig, SearchResult, search
from reaprover.search.mcts import scores
from reaprover.search.reap_observer import read_observer
from reaprover.search.rules import PAPER
from reaprover.search.tree import Kind
from reaprover.testing.tables import TABLE_THEOREM, TableChecker, TableEnvironment, TableEvaluator

from ..search.golden import GOLDEN
from .test_coordinator import SESSION, TREE, ScriptedLearner

NAMES = {"session_id": SESSION, "tree_id": TREE}


def distances_of(goals: Sequence[Sequence[str]]) -> list[float]:
    """A made-up distance: longer goals are further."""
    return [1.0 + sum(map(len, each)) / 10 for each in goals]


class Followed:
    """A golden search with a scripted learner."""

    def __init__(self, folder: Path, checker: Any = None, *, refresh: bool = False, simulations: int = 40, **schedule: Any) -> None:
        environment = TableEnvironment.from_golden(GOLDEN["environment"])
        evaluator = TableEvaluator.from_golden(GOLDEN["evaluator"], GOLDEN["environment"]["states"])
        self.learner = ScriptedLearner()
        self.coordinator = Coordinator(self.learner, folder, **NAMES, gamma=0.99, schedule=Schedule(max_body_bytes=262_144, **schedule))
        self.observer = FollowedSearch(
            folder / "observer.jsonl", PAPER, self.coordinator, **NAMES, distances_fn=distances_of if refresh else None
        )
        config = SearchConfig(rules=PAPER, budget=Budget(num_simulations=simulations))
        self.result: SearchResult = search(
            TABLE_THEOREM, environment, evaluator, checker or TableChecker(), config, observers=[self.observer]
        )
        self.observer.close()
        self.trace = read_observer((folder / "observer.jsonl").read_text(encoding="utf-8").splitlines())


def test_a_followed_search_learns_at_its_first_chances_from_nodes_as_the_tree_has_them(tmp_path: Path) -> None:
    run = Followed(tmp_path)
    assert run.coordinator.stop_reason is None
    assert run.result.outcome is Outcome.PROVED
    assert [body["event"]["step"] for body in run.learner.bodies] == [1, 2, 3, 4, 5]  # step 0 has no visited child yet
    checkpoints = {e["step"]: e for e in run.trace.events if e["kind"] == "checkpoint"}
    assert sorted(checkpoints) == list(range(run.result.counters.simulations))
    for body in run.learner.bodies:
        event = body["event"]
        node = checkpoints[event["step"]]["tree"]["nodes"][event["node_index"]]
        assert (node["data"]["toPlay"], node["data"]["isSolved"]) == ("OR", False)
        assert event["backup"]["visits"] == node["data"]["numVisit"]
        assert event["backup"]["value_sum"] == node["data"]["valueSum"]
        assert event["prompt"] == reap_prompt(node["data"]["state"])
        assert [c["visits"] for c in event["candidates"]] == [edge["edge"]["numVisit"] for edge in node["children"]]


def test_records_carry_the_version_that_was_current_when_they_were_written(tmp_path: Path) -> None:
    run = Followed(tmp_path, max_updates=2, interval=3)
    versions = [int(event["policy_version"]) for event in run.trace.events]
    assert versions == sorted(versions)
    acks = [event for event in run.trace.events if event["kind"] == "checkpoint_ack"]
    assert [(event["step"], event["ack"]["policy_version"]) for event in acks] == [(2, 1), (5, 2)]


def test_checkpoints_hold_the_tree_only_where_an_event_may_follow(tmp_path: Path) -> None:
    run = Followed(tmp_path, max_updates=1, interval=4)
    full = [e["step"] for e in run.trace.events if e["kind"] == "checkpoint" and e["tree"]["nodes"]]
    assert full == [3]


def test_learning_changes_nothing_in_the_tree(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    with_updates, without = Followed(tmp_path / "a"), Followed(tmp_path / "b", max_updates=0)
    assert [repr(node) for node in with_updates.result.tree.nodes] == [repr(node) for node in without.result.tree.nodes]
    assert without.learner.bodies == []


def test_nothing_is_learnt_after_an_edge_was_withdrawn(tmp_path: Path) -> None:
    checker = TableChecker(CheckResult(Verdict.REJECTED, ("no",)))
    run = Followed(tmp_path, checker, max_updates=99)
    withdrawn = next(e["sequence"] for e in run.trace.events if e["kind"] == "checkpoint" and e["root_is_solved"])
    later = [e for e in run.trace.events if e["kind"] == "checkpoint" and e["sequence"] > withdrawn]
    assert run.result.counters.rejections == 1
    assert later
    assert not any(event["tree"]["nodes"] for event in later)
    assert run.coordinator.stop_reason is None


def test_nothing_is_learnt_after_the_evaluator_gave_no_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answer, num_calls = TableEvaluator.evaluate, iter(range(1_000))

    def failing(self: TableEvaluator, observations: Sequence[Observation]) -> list[Evaluation]:
        if next(num_calls) in range(3, 3 + 1 + len(SearchConfig().evaluator_retries_s)):  # the question and its repetitions
            raise InfrastructureError("the service is away")
        return answer(self, observations)

    monkeypatch.setattr(TableEvaluator, "evaluate", failing)
    monkeypatch.setattr("time.sleep", lambda _: None)
    run = Followed(tmp_path)
    assert run.result.counters.evaluator_failures == 1
    assert run.result.counters.simulations > 6
    assert [body["event"]["step"] for body in run.learner.bodies] == [1, 2]


def test_refreshed_values_are_reported_for_every_visited_unsolved_node(tmp_path: Path) -> None:
    run = Followed(tmp_path, refresh=True, max_updates=2, interval=5)
    records = [event for event in run.trace.events if event["kind"] == "selection_value_refresh"]
    assert [record["selection_value_version"] for record in records] == [1, 2]
    assert run.coordinator.num_refreshes == 2
    checkpoints = {e["step"]: e["tree"]["nodes"] for e in run.trace.events if e["kind"] == "checkpoint"}
    for record in records:
        nodes = checkpoints[record["step"]]
        values = {entry["node_index"]: entry["value"] for entry in record["nodes"]}
        wanted = {i for i, n in enumerate(nodes) if n["data"]["toPlay"] == "OR" and n["data"]["numVisit"] and not n["data"]["isSolved"]}
        assert {entry["node_index"] for entry in record["nodes"] if entry["node_kind"] == "OR"} == wanted
        for index in wanted:
            assert values[index] == -distances_of([nodes[index]["data"]["state"]])[0]
        for entry in record["nodes"]:
            if entry["node_kind"] == "AND":
                parts = [values[edge["childIndex"]] for edge in nodes[entry["node_index"]]["children"] if edge["childIndex"] in values]
                assert entry["value"] == min(parts)
        assert any(entry["node_kind"] == "AND" for entry in record["nodes"])


def test_a_refresh_changes_what_selection_reads_and_no_statistic(tmp_path: Path) -> None:
    run = Followed(tmp_path, max_updates=0, simulations=9)
    tree = run.result.tree
    before = [(node.visits, node.value_sum, node.edge_visits, node.edge_sum) for node in tree.nodes]
    fresh = {node.index: value for node, value in refresh_values(tree, PAPER, distances_of)}
    assert [(node.visits, node.value_sum, node.edge_visits, node.edge_sum) for node in tree.nodes] == before
    for index, value in fresh.items():
        node = tree.nodes[index]
        if node.parent < 0:
            continue
        power = math.pow(0.99, -1.0 - value if tree.nodes[node.parent].kind is Kind.AND else -value)
        wanted = 1.0 - power if tree.nodes[node.parent].kind is Kind.AND else power
        assert node.value_term == pytest.approx(wanted, abs=1e-12)
    unvisited = [(parent, child) for parent in tree.nodes if parent.index in fresh for child in tree.children(parent) if not child.visits]
    assert unvisited
    for parent, child in unvisited:
        if parent.kind is Kind.OR:  # paper: the parent's value less 32 steps
            assert child.value_term == pytest.approx(math.pow(0.99, -1.0 - (fresh[parent.index] - 32.0)), abs=1e-12)
    assert [row.value_term for row in scores(tree, tree.root, PAPER)] != [child.value_term for child in tree.children(tree.root)]


def test_a_doubt_ends_the_search_with_its_reason(tmp_path: Path) -> None:
    class Silent(ScriptedLearner):
        def learn(self, body: Any) -> Any:
            raise TimeoutError("900 s")

    environment = TableEnvironment.from_golden(GOLDEN["environment"])
    evaluator = TableEvaluator.from_golden(GOLDEN["evaluator"], GOLDEN["environment"]["states"])
    coordinator = Coordinator(Silent(), tmp_path, **NAMES, gamma=0.99)
    observer = FollowedSearch(tmp_path / "observer.jsonl", PAPER, coordinator, **NAMES)
    result = search(TABLE_THEOREM, environment, evaluator, TableChecker(), SearchConfig(rules=PAPER), observers=[observer])
    observer.close()
    assert (result.outcome, result.tainted) == (Outcome.ERROR, True)
    assert "TimeoutError" in result.error
    assert result.counters.simulations == 2
    record = json.loads((tmp_path / "checkpoint-000001.ack.json").read_text())
    assert record["status"] == "error"
