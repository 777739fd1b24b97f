"""The package against the slow recursive reference on random AND/OR trees."""

from __future__ import annotations

import math
from typing import Any

import pytest

from reaprover.search import Budget, RuleSet, SearchConfig, rule_set, search
from reaprover.testing.tables import TABLE_THEOREM, TableChecker, TableEnvironment

from .random_tables import ByKey, random_tables
from .reference import Reference

REFERENCE_RULES: dict[str, dict[str, Any]] = {
    "paper": {
        "tau": 200.0, "unvisited": "parent_minus", "penalty": 32.0, "c_and": 64.0, "sqrt": "children", "and_self": "min", "and_empty": 0.0,
        "dead": -40.0, "merge": "key", "merge_prior": "keep", "tie": "prior", "ancestors": True, "repeats": "merge", "split": "components",
        "split_root": True,
    },
    "pseudocode": {
        "tau": 200.0, "unvisited": "zero", "penalty": None, "c_and": 1.0, "sqrt": "node", "and_self": "min", "and_empty": 1.0,
        "dead": -40.0, "merge": "text", "merge_prior": "add", "tie": "max_action", "ancestors": False, "repeats": "merge",
        "split": "components", "split_root": False,
    },
    "reap": {
        "tau": 50.0, "unvisited": "zero", "penalty": None, "c_and": 1.0, "sqrt": "node", "and_self": "raw", "and_empty": 1.0,
        "dead": None, "merge": "text_or_pp", "merge_prior": "add", "tie": "first", "ancestors": True, "repeats": "drop",
        "split": "without_metavariables", "split_root": False,
    },
}  # fmt: skip


def compare(seed: int, rules: RuleSet, reference_rules: dict[str, Any], simulations: int) -> tuple[int, bool]:
    """Fails on the first difference; returns the size of the tree and whether it was solved."""
    states, tactics, policy, value = random_tables(seed)
    reference = Reference(states, tactics, "s0", policy, value, reference_rules)
    reference.run(simulations)
    environment = TableEnvironment(states, tactics, "s0")
    config = SearchConfig(rules=rules, budget=Budget(num_simulations=simulations))
    result = search(TABLE_THEOREM, environment, ByKey(policy, value), TableChecker(), config)
    assert result.counters.simulations == reference.simulations
    assert len(result.tree) == len(reference.nodes)
    for node, expected in zip(result.tree.nodes, reference.nodes, strict=True):
        assert (node.kind.value, node.visits, node.batches) == (expected["kind"], expected["N"], expected["batches"])
        assert math.isclose(node.value_sum, expected["W"], rel_tol=1e-9, abs_tol=1e-9)
        assert node.solved == reference.solved(expected)
        children = list(result.tree.children(node))
        assert [c.action for c in children] == [e["action"] for e in expected["edges"]]
        for child, edge in zip(children, expected["edges"], strict=True):
            assert child.index == edge["child"]["id"]
            assert child.edge_visits == edge["n"]
            for found, wanted in ((child.edge_sum, edge["sum"]), (child.weight, edge["w"]), (child.logprob, edge["logprob"])):
                assert math.isclose(found, wanted, rel_tol=1e-9, abs_tol=1e-9)
    return len(reference.nodes), result.tree.root.solved


@pytest.mark.invariant
@pytest.mark.parametrize("name", REFERENCE_RULES)
def test_trees_of_the_package_and_of_the_recursive_reference_are_equal(name: str) -> None:
    published = {"c_init": 0.001, "c_base": 3200.0, "gamma": 0.99, "ps_c": 0.01, "ps_alpha": 0.6}
    sizes, num_solved = [], 0
    for seed in range(400):  # times three rule sets
        changed = published | ({"c_init": 1.5, "ps_c": 0.5} if seed % 2 else {})
        rules = rule_set(name).override(
            c_init=changed["c_init"], sampling_c=changed["ps_c"], max_nodes=None, and_empty=REFERENCE_RULES[name]["and_empty"]
        )
        size, is_solved = compare(seed, rules, changed | REFERENCE_RULES[name], 30)
        sizes.append(size)
        num_solved += is_solved
    assert max(sizes) > 40
    assert 40 < num_solved < 360  # both endings were met often
