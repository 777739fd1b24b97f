"""One search's settings, and the named ways to search."""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from reaprover.errors import UsageError
from reaprover.search.budget import Budget
from reaprover.search.rules import PAPER, PSEUDOCODE, REAP, REAP_AS_RUN, Merge, RuleSet, Split


class Strategy(enum.Enum):
    """What decides which state is expanded next."""

    MCTS = "mcts"
    BEST_FIRST = "best_first"
    BEAM = "beam"


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchConfig:
    """Everything that decides a search besides theorem, environment and evaluator.

    Attributes:
        strategy: MCTS, best-first or beam.
        rules: the rule set; best-first and beam read its expansion part only.
        budget: limits; None takes those the rule set names.
        length_exponent: of the priority in best-first and beam.
        max_batches: batches of K candidates that best-first takes from one state, later ones as their turn comes; 1 expands a state once.
        beam_width: states kept per level.
        leaves_at_once: leaves in flight in MCTS; 1 is the exact mode.
        seed: of the search's own randomness.
        evaluator_retries_s: pauses before the retries of a failing evaluator, seconds.
        max_rejections: the rejected proof that ends the search.
        minimise: shorten a verified script, and verify the shorter one again.
        save_every_s: least seconds between two saves into the run folder, stretched so that saving takes at most a twentieth of
            the time; 0 saves after every step, whatever it takes.
        progress_every_s: least seconds between two calls of the progress function.
    """

    strategy: Strategy = Strategy.MCTS
    rules: RuleSet = PAPER
    budget: Budget | None = None
    length_exponent: float = 0.5
    max_batches: int = 1
    beam_width: int = 8
    leaves_at_once: int = 1
    seed: int = 0
    evaluator_retries_s: tuple[float, ...] = (0.5, 1.0, 2.0)
    max_rejections: int = 8
    minimise: bool = False
    save_every_s: float = 10.0
    progress_every_s: float = 0.2

    def __post_init__(self) -> None:
        checks = (
            ("max_batches", self.max_batches >= 1),
            ("beam_width", self.beam_width >= 1),
            ("leaves_at_once", self.leaves_at_once >= 1),
            ("max_rejections", self.max_rejections >= 1),
        )
        for field, holds in checks:
            if not holds:
                raise UsageError(f"search configuration: {field} is {getattr(self, field)}; expected a number ≥ 1")
        if self.strategy is Strategy.BEAM and self.rules.split is not Split.NEVER:
            raise UsageError("search configuration: beam works on whole states; expected rules with split = never")

    @property
    def limits(self) -> Budget:
        """The budget that counts."""
        return self.budget if self.budget is not None else Budget.of(self.rules)

    def to_json(self) -> dict[str, Any]:
        """What identifies the search in a save: all that changes its tree, not its budget or its pace."""
        rules = self.rules.to_json()
        del rules["num_simulations"], rules["max_nodes"]
        return {
            "strategy": self.strategy.value,
            "rules": rules,
            "length_exponent": self.length_exponent,
            "max_batches": self.max_batches,
            "beam_width": self.beam_width,
            "leaves_at_once": self.leaves_at_once,
            "seed": self.seed,
        }


# The baselines: REAL-Prover's settings where they are known (16 samples, 64 nodes, depth 32).
WHOLE_STATES = PAPER.override(
    name="best-first-whole",
    split=Split.NEVER,
    merge=Merge.KEY_ANYWHERE,
    num_candidates=16,
    num_simulations=None,
    max_nodes=64,
    max_depth=32,
)
AND_OR = PAPER.override(name="best-first", num_candidates=16)

CONFIGS: Mapping[str, SearchConfig] = {
    "paper": SearchConfig(rules=PAPER),
    "pseudocode": SearchConfig(rules=PSEUDOCODE),
    "reap": SearchConfig(rules=REAP),
    "reap-as-run": SearchConfig(rules=REAP_AS_RUN),
    "best-first": SearchConfig(strategy=Strategy.BEST_FIRST, rules=AND_OR),
    "best-first-widening": SearchConfig(
        strategy=Strategy.BEST_FIRST, rules=AND_OR.override(name="best-first-widening", num_candidates=8), max_batches=20
    ),
    "best-first-whole": SearchConfig(strategy=Strategy.BEST_FIRST, rules=WHOLE_STATES),
    "beam": SearchConfig(strategy=Strategy.BEAM, rules=WHOLE_STATES.override(name="beam", max_nodes=None)),
}


def search_config(name: str, *, rules: Mapping[str, Any] | None = None, **values: Any) -> SearchConfig:
    """The configuration called `name`, with values of the rule set and of the configuration overridden.

    Raises:
        UsageError: an unknown name, of a configuration or of a value.
    """
    if name not in CONFIGS:
        raise UsageError(f"search {name!r} is unknown; there are {', '.join(CONFIGS)}")
    config = CONFIGS[name]
    known = {field.name for field in dataclasses.fields(SearchConfig)}
    for value in values:
        if value not in known or value == "rules":
            raise UsageError(f"search configuration: no value {value!r}; there are {', '.join(sorted(known - {'rules'}))}")
    return dataclasses.replace(config, rules=config.rules.override(**(rules or {})), **values)
