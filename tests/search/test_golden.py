"""Every number and list of the golden search file, to 1e-9 (spec search.md, sections 16 and 17)."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

import pytest

from reaprover.core import Outcome
from reaprover.search import Kind, Node, Tree
from reaprover.search.expand import Expansion, Fate
from reaprover.search.mcts import scores
from reaprover.search.observe import BackupStep, Observer
from reaprover.search.proof import extract
from reaprover.search.rules import RuleSet

from .golden import GOLDEN, RUNS, play, rules_of

TOLERANCE = 1e-9


def state_names() -> dict[tuple[str, ...], str]:
    return {(row["pp"],): name for name, row in GOLDEN["environment"]["states"].items()}


class Recorder(Observer):
    """Writes simulations in the form of the golden file."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.simulations: list[dict[str, Any]] = []

    def selected(self, tree: Tree, path: Sequence[Node]) -> None:
        selection = []
        for parent, child in itertools.pairwise(path):
            rows = scores(tree, parent, self.rules)
            for row in rows:  # the cached number that selection reads is the one computed from statistics
                assert row.child.value_term == row.value_term
            selection.append(
                {
                    "node": parent.index,
                    "scores": [
                        {
                            "action": row.child.action,
                            "child": row.child.index,
                            "P": row.prior,
                            "Q": row.value_term,
                            "U": row.exploration,
                            "score": row.score,
                        }
                        for row in rows
                    ],
                    "chosen": list(parent.children).index(child.index),
                }
            )
        self.simulations.append({"simulation": len(self.simulations) + 1, "path": [n.index for n in path], "selection": selection})

    def expanded(self, tree: Tree, expansion: Expansion) -> None:
        candidates: list[list[Any]] = []
        for each in expansion.judged:
            detail = {Fate.CREATED: [each.child], Fate.MERGED: [each.child], Fate.REJECTED: [each.reason]}.get(each.fate, [])
            candidates.append([each.candidate.tactic, each.fate.value, *detail])
        self.simulations[-1] |= {
            "leaf": expansion.leaf,
            "batch": expansion.batch,
            "candidates": candidates,
            "network_value": expansion.network_value,
        }

    def backed_up(self, tree: Tree, steps: Sequence[BackupStep]) -> None:
        self.simulations[-1]["backup"] = [
            {"node": step.node.index, "added": step.added, "N": step.node.visits, "W": step.node.value_sum} for step in steps
        ]
        self.simulations[-1]["solved"] = [node.index for node in tree.nodes if node.solved]


def assert_close(found: Any, expected: Any, where: str = "") -> None:
    if expected == "-Infinity":
        assert found in (-math.inf, "-Infinity"), where
    elif isinstance(expected, dict):
        assert set(found) == set(expected), where
        for key, value in expected.items():
            assert_close(found[key], value, f"{where}/{key}")
    elif isinstance(expected, list):
        assert len(found) == len(expected), f"{where}: {found} {expected}"
        for i, value in enumerate(expected):
            assert_close(found[i], value, f"{where}/{i}")
    elif isinstance(expected, float):
        assert math.isclose(found, expected, rel_tol=0.0, abs_tol=TOLERANCE), f"{where}: {found} {expected}"
    else:
        assert found == expected, f"{where}: {found} {expected}"


@pytest.mark.invariant
@pytest.mark.parametrize("name", RUNS)
def test_every_simulation_of_the_golden_runs_is_reproduced(name: str) -> None:
    run = RUNS[name]
    recorder = Recorder(rules_of(run))
    result = play(run, [recorder])
    assert_close(recorder.simulations, run["simulations"])
    assert result.counters.simulations == run["simulations_used"]
    assert (result.outcome is Outcome.PROVED) == run["solved"]


@pytest.mark.parametrize("name", RUNS)
def test_final_trees_of_the_golden_runs_are_reproduced(name: str) -> None:
    tree = play(RUNS[name]).tree
    names = state_names()
    found = []
    for node in tree.nodes:
        state = "done" if node.terminal else names.get(node.goals) or node.key
        edges = [
            {"action": c.action, "child": c.index, "logprob": c.logprob, "weight": c.weight, "n": c.edge_visits, "sum": c.edge_sum}
            for c in tree.children(node)
        ]
        found.append(
            {
                "id": node.index,
                "state": state,
                "kind": node.kind.value,
                "N": node.visits,
                "W": node.value_sum,
                "batches": node.batches,
                "solved": node.solved,
                "edges": edges,
            }
        )
    assert_close(found, RUNS[name]["nodes"])


@pytest.mark.parametrize("name", [name for name, run in RUNS.items() if run["solved"]])
def test_scripts_and_transitions_of_the_golden_runs_are_reproduced(name: str) -> None:
    run, names = RUNS[name], state_names()
    result = play(run)
    assert result.script == run["script"]
    assert result.num_steps == run["steps_longest_branch"]
    assert_close([[t.node, names[t.goals], t.tactic, float(t.value_target)] for t in result.transitions], run["transitions"])
    assert extract(result.tree).script == run["script"]
    assert result.tree.root.kind is Kind.OR
