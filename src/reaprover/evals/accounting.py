"""The figures of an evaluation and how sure they are: pass@k, intervals, paired differences (spec rl.md, section 12). Pure functions.

Decisions:
- k counts independent searches. The union over checkpoints or seeds chosen afterwards is no pass@k; its callers name it cumulative.
- Attempts that ended by infrastructure stay in the denominator; nothing here knows of them.
- Two arms are compared problem by problem: the bootstrap draws problems, and what an arm did on one problem stays together.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from typing import Any

from reaprover.errors import UsageError

NUM_BOOTSTRAPS = 10_000
"""Draws of a bootstrap interval."""


def pass_at_k(num_trees: int, num_successes: int, k: int) -> float:
    """The chance that one of k of n independent trees succeeds: 1 − C(n−c, k) / C(n, k); 1 where n − c < k.

    Args:
        num_trees: n, independent searches of one problem.
        num_successes: c of them that ended with a verified proof, 0 … n.
        k: 1 … n.

    Raises:
        UsageError: a number is out of range.
    """
    if not 1 <= k <= num_trees or not 0 <= num_successes <= num_trees:
        raise UsageError(
            f"pass@{k}: found {num_trees} trees, {num_successes} of them successes; expected 1 ≤ k ≤ trees and 0 ≤ successes ≤ trees"
        )
    return 1.0 - math.comb(num_trees - num_successes, k) / math.comb(num_trees, k)


def wilson(num_successes: float, num_trials: int, z: float = 1.959964) -> tuple[float, float]:
    """Wilson's interval for a proportion; (0, 1) without trials.

    Args:
        num_successes: 0 … `num_trials`; a sum of shares need not be an integer.
        num_trials: at least 0.
        z: standard normal quantile; the default gives 95 %.
    """
    if not num_trials:
        return 0.0, 1.0
    share, square = num_successes / num_trials, z * z / num_trials
    centre = (share + square / 2) / (1 + square)
    half = z * math.sqrt(share * (1 - share) / num_trials + square / (4 * num_trials)) / (1 + square)
    return max(0.0, centre - half), min(1.0, centre + half)


def paired_difference(
    a: Mapping[Any, float], b: Mapping[Any, float], rng: random.Random, *, num_bootstraps: int = NUM_BOOTSTRAPS
) -> tuple[float, float, float]:
    """Mean of a − b over the problems of both, and the 2.5 % and 97.5 % quantiles of its bootstrap over problems.

    Args:
        a, b: a figure per problem, e.g. the share of its trees that solved it.
        rng: of the draws.
        num_bootstraps: how many.

    Raises:
        UsageError: there is no common problem.
    """
    differences = [a[problem] - b[problem] for problem in sorted(set(a) & set(b))]
    if not differences:
        raise UsageError("difference: the two arms attempted no common problem")
    count = len(differences)
    means = sorted(sum(rng.choices(differences, k=count)) / count for _ in range(num_bootstraps))
    return sum(differences) / count, means[int(0.025 * num_bootstraps)], means[int(0.975 * num_bootstraps) - 1]
