"""The golden search file and how to play its environment."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from reaprover.search import Budget, Observer, RuleSet, SearchConfig, SearchResult, rule_set, search
from reaprover.testing.tables import TABLE_THEOREM, TableChecker, TableEnvironment, TableEvaluator

GOLDEN: dict[str, Any] = json.loads((Path(__file__).parent / "golden-search.json").read_text(encoding="utf-8"))
RUNS: dict[str, dict[str, Any]] = {run["name"]: run for run in GOLDEN["runs"]}


def rules_of(run: dict[str, Any]) -> RuleSet:
    """The rule set of a golden run, its overrides included."""
    names = {"ps_c": "sampling_c"}
    return rule_set(run["rule_set"]).override(**{names.get(name, name): value for name, value in run["overrides"].items()})


def environment() -> TableEnvironment:
    """A fresh golden environment."""
    return TableEnvironment.from_golden(GOLDEN["environment"])


def evaluator() -> TableEvaluator:
    """A fresh golden evaluator."""
    return TableEvaluator.from_golden(GOLDEN["evaluator"], GOLDEN["environment"]["states"])


def play(run: dict[str, Any], observers: Sequence[Observer] = (), simulations: int | None = None) -> SearchResult:
    """One golden run, or its first simulations."""
    budget = Budget(num_simulations=run["max_simulations"] if simulations is None else simulations)
    config = SearchConfig(rules=rules_of(run), budget=budget)
    return search(TABLE_THEOREM, environment(), evaluator(), TableChecker(), config, observers=observers, clock_fn=lambda: 0.0)
