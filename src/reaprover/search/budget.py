"""Budgets: what a search may spend, what it has spent, and which limit ended it (spec search.md, section 11).

Limits are checked before each simulation, so that the last one may overshoot all of them but the first.
"""

from __future__ import annotations

import dataclasses
import enum
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import psutil

from reaprover.errors import UsageError
from reaprover.search.rules import RuleSet


class Limit(enum.Enum):
    """What ended an exhausted search; `FRONTIER` and `DEPTH` only in the baselines, which can run out of states."""

    SIMULATIONS = "simulations"
    NODES = "nodes"
    MODEL_CALLS = "model_calls"
    MODEL_TOKENS = "model_tokens"
    APPLICATIONS = "applications"
    WALL_TIME = "wall_time"
    MEMORY = "memory"
    FRONTIER = "frontier"
    DEPTH = "depth"


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """Upper limits, None for none.

    Attributes:
        num_simulations: simulations (best-first, beam: expansions); never overshot.
        num_nodes: no simulation begins once the tree holds more nodes than this (the rule of REAP).
        num_model_calls: observations sent to the evaluator, repeated ones included.
        num_model_tokens: tokens that the evaluator reports.
        num_applications: tactics sent to the environment, replays included.
        wall_s: seconds, those before a resume included.
        memory_bytes: resident size of this process.
    """

    num_simulations: int | None = None
    num_nodes: int | None = None
    num_model_calls: int | None = None
    num_model_tokens: int | None = None
    num_applications: int | None = None
    wall_s: float | None = None
    memory_bytes: int | None = None

    def __post_init__(self) -> None:
        for limit in dataclasses.fields(self):
            value = getattr(self, limit.name)
            if value is not None and not value >= 0:
                raise UsageError(f"budget: {limit.name} is {value}; expected a number ≥ 0, or none")

    @classmethod
    def of(cls, rules: RuleSet) -> Budget:
        """The budget that a rule set names for itself."""
        return cls(num_simulations=rules.num_simulations, num_nodes=rules.max_nodes)


@dataclass(slots=True)
class Counters:
    """What a search has spent and met so far; only ever grows, across resumes too.

    Attributes:
        simulations: simulations backed up (best-first, beam: expansions).
        model_calls, model_tokens, applications: as in `Budget`.
        elapsed_s: seconds of search.
        created, merged: candidates by fate.
        refused: candidates dropped, by reason.
        evaluator_failures: leaves whose evaluator gave no answer after all retries.
        environment_failures: candidates skipped because of infrastructure.
        unreproducible: states that could not be rebuilt under the same key.
        rejections: scripts that a replay or the strict lane rejected.
    """

    simulations: int = 0
    model_calls: int = 0
    model_tokens: int = 0
    applications: int = 0
    elapsed_s: float = 0.0
    created: int = 0
    merged: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    evaluator_failures: int = 0
    environment_failures: int = 0
    unreproducible: int = 0
    rejections: int = 0

    @property
    def is_tainted(self) -> bool:
        """Some failure of infrastructure touched the result."""
        return self.evaluator_failures + self.environment_failures + self.unreproducible > 0

    def to_json(self) -> dict[str, Any]:
        """All counters as JSON."""
        record = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        record["refused"] = dict(sorted(self.refused.items()))
        return record

    @classmethod
    def from_json(cls, record: dict[str, Any]) -> Counters:
        """The counters that `to_json` wrote."""
        return cls(**{**record, "refused": Counter(record["refused"])})


_LIMITS = tuple(Limit)


def reached(budget: Budget, counters: Counters, num_nodes: int) -> Limit | None:
    """The first limit that is reached, in the order of `Limit`; None while the search may go on."""
    most = (
        budget.num_simulations,
        budget.num_nodes,
        budget.num_model_calls,
        budget.num_model_tokens,
        budget.num_applications,
        budget.wall_s,
    )
    spent = (
        counters.simulations,
        num_nodes - 1,
        counters.model_calls,
        counters.model_tokens,
        counters.applications,
        counters.elapsed_s,
    )
    for limit, allowed, used in zip(_LIMITS, most, spent, strict=False):
        if allowed is not None and used >= allowed:
            return limit
    if budget.memory_bytes is not None and psutil.Process().memory_info().rss >= budget.memory_bytes:
        return Limit.MEMORY
    return None
