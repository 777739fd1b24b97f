"""Rule sets: every choice that changes what the search does, as one frozen record with named values.

Three named sets (spec search.md, section 4): `paper` (the AlphaProof paper), `pseudocode` (the pseudocode published
with it) and `reap` (the REAP tree search inside Lean), and `reap-as-run`, the settings used for its released snapshot.
The letters after each attribute say where the value comes from and so how far to trust it: **P** the paper, **C** its
pseudocode, **S** its supplementary tables at second hand, **R** the REAP sources (P, C, R are firm), **O** our choice.
Whatever the sets share is a field too, so that an ablation overrides one value by name and nothing else.
"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from reaprover.errors import UsageError


class Unvisited(enum.Enum):
    """Value term of an OR child without visits."""

    PARENT_MINUS_PENALTY = "parent_minus"
    ZERO = "zero"


class Root(enum.Enum):
    """What stands under the square root of the exploration term."""

    CHILD_VISITS = "children"
    NODE_VISITS = "node"


class AndStatistics(enum.Enum):
    """What an AND node adds to its own sum: the min it hands upwards, or the raw value of the child just visited."""

    MIN = "min"
    RAW = "raw"


class Merge(enum.Enum):
    """Which children of one node are the same child. `KEY_ANYWHERE` merges over the whole tree (baselines only)."""

    KEY = "key"
    TEXT = "text"
    TEXT_OR_PRINTED = "text_or_pp"
    KEY_ANYWHERE = "key_anywhere"


class MergedWeight(enum.Enum):
    """The prior mass of a merged candidate: kept as it is on the edge, or added to it."""

    KEEP = "keep"
    ADD = "add"


class Repeats(enum.Enum):
    """Equal texts within one batch: treated like any other equal child, or dropped before the search sees them."""

    MERGE = "merge"
    DROP = "drop"


class Split(enum.Enum):
    """When a state becomes an AND node."""

    COMPONENTS = "components"
    EVERY_GOAL = "every_goal"
    WITHOUT_METAVARIABLES = "without_metavariables"
    NEVER = "never"


class Tie(enum.Enum):
    """Who wins among equal scores."""

    PRIOR = "prior"
    GREATEST_TEXT = "max_action"
    FIRST = "first"


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """One complete set of rules for the tree search (spec search.md, section 4).

    Attributes:
        name: how results name it; an overridden set keeps the name and lists the overrides.
        c_init: constant part of the exploration rate. C, S, R.
        c_base: visits over which exploration grows by about 1. C, S, R.
        gamma: discount per step that maps steps to (0, 1]. C, S, R.
        tau: divisor of log-probabilities in priors; 200 C, S; 50 R.
        sampling_c: C of progressive sampling; another batch once batches ≤ C · N^α. C, S, R.
        sampling_alpha: α of progressive sampling. C, S, R.
        num_candidates: K, tactics per batch. S; R.
        unvisited: value of an unvisited OR child. P + S; C; R.
        penalty: steps taken off the parent's value for an unvisited child, where it counts. P + S.
        c_and: factor on exploration at AND nodes. P + S; C; R.
        root: what is under the square root. P; C; R.
        and_statistics: what an AND node adds to its own sum. C; R.
        and_empty: what it hands on when no child is both visited and unsolved. O (P: a plain min); C; R.
        dead_value: value of a leaf without a valid tactic; None means the network's value. O; C; R.
        merge: which children are one. P; C; R.
        merged_weight: prior mass of duplicates. P; C; R.
        repeats: equal texts in one batch. P; C; R.
        drop_ancestors: whether a child equal to a state on the path is dropped. O; C; R.
        split: when a state becomes an AND node. O; C; R.
        split_root: whether a root with several goals may be an AND node. O; C; R.
        tie: who wins among equal scores. O; C; R.
        num_simulations: default budget. S; R.
        max_nodes: no simulation begins once the tree holds more nodes than this; None for no limit. R.
        max_depth: most tactics below the root. O.
        max_state_bytes: longest printed state. O.
        failure_value: value of a leaf whose evaluator failed, and of a visit in flight. O.
    """

    name: str
    c_init: float = 0.001
    c_base: float = 3200.0
    gamma: float = 0.99
    tau: float = 200.0
    sampling_c: float = 0.01
    sampling_alpha: float = 0.6
    num_candidates: int = 6
    unvisited: Unvisited = Unvisited.PARENT_MINUS_PENALTY
    penalty: float = 32.0
    c_and: float = 64.0
    root: Root = Root.CHILD_VISITS
    and_statistics: AndStatistics = AndStatistics.MIN
    and_empty: float = 0.0
    dead_value: float | None = -40.0
    merge: Merge = Merge.KEY
    merged_weight: MergedWeight = MergedWeight.KEEP
    repeats: Repeats = Repeats.MERGE
    drop_ancestors: bool = True
    split: Split = Split.COMPONENTS
    split_root: bool = True
    tie: Tie = Tie.PRIOR
    num_simulations: int | None = 4000
    max_nodes: int | None = None
    max_depth: int = 128
    max_state_bytes: int = 64 * 1024
    failure_value: float = -40.0

    def __post_init__(self) -> None:
        checks = (
            ("c_base", self.c_base > 0, "> 0"),
            ("gamma", 0 < self.gamma <= 1, "0 < γ ≤ 1"),
            ("tau", self.tau > 0, "> 0"),
            ("sampling_c", self.sampling_c >= 0, "≥ 0"),
            ("sampling_alpha", self.sampling_alpha > 0, "> 0"),
            ("num_candidates", self.num_candidates >= 1, "≥ 1"),
            ("max_depth", self.max_depth >= 1, "≥ 1"),
            ("max_state_bytes", self.max_state_bytes >= 1, "≥ 1"),
        )
        for field, holds, expected in checks:
            if not holds:
                raise UsageError(f"rule set {self.name}: {field} is {getattr(self, field)}; expected {expected}")

    def override(self, **values: Any) -> RuleSet:
        """The same rules with some values replaced.

        Raises:
            UsageError: an unknown name.
        """
        known = {field.name for field in dataclasses.fields(self)}
        for name in values:
            if name not in known:
                raise UsageError(f"rule set {self.name}: no parameter {name}; there are {', '.join(sorted(known))}")
        return dataclasses.replace(self, **values)

    def to_json(self) -> dict[str, Any]:
        """All values as JSON, enums by their value."""
        values = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        return {name: value.value if isinstance(value, enum.Enum) else value for name, value in values.items()}

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> RuleSet:
        """The rule set that `to_json` wrote.

        Raises:
            UsageError: an unknown name or value.
        """
        enums: dict[str, type[enum.Enum]] = {
            "unvisited": Unvisited,
            "root": Root,
            "and_statistics": AndStatistics,
            "merge": Merge,
            "merged_weight": MergedWeight,
            "repeats": Repeats,
            "split": Split,
            "tie": Tie,
        }
        try:
            values: dict[str, Any] = {name: enums[name](value) if name in enums else value for name, value in record.items()}
            return cls(**values)
        except (TypeError, ValueError) as error:
            raise UsageError(f"rule set: cannot be read ({error}); expected the values that this version writes") from error


PAPER = RuleSet(name="paper")

PSEUDOCODE = RuleSet(
    name="pseudocode",
    unvisited=Unvisited.ZERO,
    c_and=1.0,
    root=Root.NODE_VISITS,
    and_empty=1.0,
    merge=Merge.TEXT,
    merged_weight=MergedWeight.ADD,
    drop_ancestors=False,
    split=Split.EVERY_GOAL,
    split_root=False,
    tie=Tie.GREATEST_TEXT,
)

REAP = RuleSet(
    name="reap",
    tau=50.0,
    unvisited=Unvisited.ZERO,
    c_and=1.0,
    root=Root.NODE_VISITS,
    and_statistics=AndStatistics.RAW,
    and_empty=1.0,
    dead_value=None,
    merge=Merge.TEXT_OR_PRINTED,
    merged_weight=MergedWeight.ADD,
    repeats=Repeats.DROP,
    split=Split.WITHOUT_METAVARIABLES,
    split_root=False,
    tie=Tie.FIRST,
    num_simulations=64,
    max_nodes=64,
)

REAP_AS_RUN = REAP.override(name="reap-as-run", c_init=1.5, sampling_c=0.5, num_candidates=8, num_simulations=32, max_nodes=128)

RULE_SETS: Mapping[str, RuleSet] = {rules.name: rules for rules in (PAPER, PSEUDOCODE, REAP, REAP_AS_RUN)}


def rule_set(name: str) -> RuleSet:
    """The rule set called `name`.

    Raises:
        UsageError: there is none.
    """
    if name not in RULE_SETS:
        raise UsageError(f"rule set {name!r} is unknown; there are {', '.join(RULE_SETS)}")
    return RULE_SETS[name]


# REAP options are naturals with different divisors: (rule it sets, divisor). Spec search.md, section 4.
REAP_DIVISORS: Mapping[str, tuple[str | None, int]] = {
    "c_base": ("c_base", 1),
    "c_init": ("c_init", 1000),
    "visit_discount": ("gamma", 1000),
    "prior_temperature": ("tau", 1),
    "progressive_sampling_c": ("sampling_c", 1000),
    "progressive_sampling_alpha": ("sampling_alpha", 1000),
    "num_samples": ("num_candidates", 1),
    "max_goals": ("max_nodes", 1),
    "max_steps": ("num_simulations", 1),
    "temperature": (None, 100),
    "num_premises": (None, 1),
    "max_tokens": (None, 1),
    "heartbeats": (None, 1),
    "timeout": (None, 1000),
}
_NATURALS = {"num_candidates", "max_nodes", "num_simulations"}


def from_reap_options(options: Mapping[str, int], base: RuleSet = REAP) -> RuleSet:
    """`base` with REAP's own integer options scaled to effective values; options that concern no rule are skipped.

    Raises:
        UsageError: an option is unknown or is no natural number.
    """
    values: dict[str, Any] = {}
    for option, raw in options.items():
        if option not in REAP_DIVISORS:
            raise UsageError(f"REAP option {option!r} is unknown; there are {', '.join(REAP_DIVISORS)}")
        if isinstance(raw, bool) or not isinstance(raw, int) or raw < 0:
            raise UsageError(f"REAP option {option}: found {raw!r}; expected a natural number")
        rule, divisor = REAP_DIVISORS[option]
        if rule is not None:
            values[rule] = raw if rule in _NATURALS else raw / divisor
    return base.override(**values)
