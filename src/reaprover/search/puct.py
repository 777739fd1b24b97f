"""The formulas of the search, pure, in the paper's names (spec search.md, section 3).

Values are in steps: V(s) = −(tactics still needed on the longest branch) ≤ 0, with V = 0 for a finished state.
N(s) counts visits of a node, n(s, a) visits of an edge; ln is natural.
"""

from __future__ import annotations

import functools
import math
import sys

TINY = sys.float_info.min  # a weight never underflows to 0, so that Σ w > 0


def exploration_rate(visits: int, c_init: float, c_base: float) -> float:
    """c(s) = c_init + ln((N(s) + c_base + 1) / c_base)."""
    return c_init + math.log((visits + c_base + 1.0) / c_base)


def weight(logprob: float, tau: float) -> float:
    """w = exp(logprob / τ): a division of the logarithm, not a power of τ."""
    return math.exp(logprob / tau) or TINY


def discounted(value: float, gamma: float) -> float:
    """Q = γ^(−1 − V(s, a)) of an edge value in steps; V(s, a) = −1 gives exactly 1."""
    return math.pow(gamma, -1.0 - value)


def or_value(child_mean: float, gamma: float) -> float:
    """Value term of a visited OR child: Q of its mean less the step of the edge."""
    return discounted(child_mean - 1.0, gamma)


def or_value_unvisited(parent_value: float, penalty: float, gamma: float) -> float:
    """Value term of an unvisited OR child in `paper`: V(s, a) = v_net(s) − penalty."""
    return discounted(parent_value - penalty, gamma)


def and_value(child_mean: float, gamma: float) -> float:
    """Value term of a visited AND child: 1 − γ^(−1 − V(child)); the hardest part scores highest."""
    return 1.0 - discounted(child_mean, gamma)


AND_VALUE_UNVISITED = 1.0
"""Value term of an unvisited AND child: every part is tried once before any is tried twice."""


def exploration_term(rate: float, prior: float, root: float, edge_visits: int) -> float:
    """U = c(s) · P(a) · S / (1 + n(s, a)); `root` is S, already a square root."""
    return rate * prior * root / (1 + edge_visits)


@functools.lru_cache(maxsize=4096)
def resample_at(batches: int, c: float, alpha: float) -> int | float:
    """The smallest N at which another batch is due: batches ≤ C · N^α. Infinite if that never happens."""
    if batches <= 0:
        return 0
    if c <= 0.0:
        return math.inf
    guess = (batches / c) ** (1.0 / alpha)
    if guess > 2**53:
        return math.inf
    visits = max(int(guess) - 2, 0)  # the power may be off by an ulp: settle it by the very inequality
    while batches > c * visits**alpha:
        visits += 1
    return visits
