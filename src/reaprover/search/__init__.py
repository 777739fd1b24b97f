"""AND/OR search over proof states: AlphaProof's Monte-Carlo tree search, and best-first and beam as baselines.

No knowledge of Lean or of any model: the environment applies tactics, the evaluator proposes them, the checker judges.
"""

from reaprover.search.budget import Budget, Counters, Limit
from reaprover.search.config import CONFIGS, SearchConfig, Strategy, search_config
from reaprover.search.observe import Observer
from reaprover.search.rules import RULE_SETS, RuleSet, rule_set
from reaprover.search.search import Progress, SearchResult, coin_flip, search
from reaprover.search.tree import Kind, Node, Tree

__all__ = [
    "CONFIGS",
    "RULE_SETS",
    "Budget",
    "Counters",
    "Kind",
    "Limit",
    "Node",
    "Observer",
    "Progress",
    "RuleSet",
    "SearchConfig",
    "SearchResult",
    "Strategy",
    "Tree",
    "coin_flip",
    "rule_set",
    "search",
    "search_config",
]
