"""What a value head is worth: accuracy, order and calibration of its distances where they are known, and what it says of other states.

Pure functions on arrays. N states; Z = 64 bins, column k − 1 is the probability of distance k, the last one of 64 or more. A *prediction*
is the expectation Σ k·p_k in [1, 64]. *Truth* is an integer ≥ 1; where it is compared with a prediction it is clipped to 64. *Roots* name
the theorem of each state: states of one theorem are no independent sample, so order is measured within roots and bootstraps draw roots.

Sources: spec learning.md, section 10; rl.md, section 8. Where these name two tables, both can be read off: `BUCKETS` is the common
refinement of their depth buckets; `stratified` weighs every bucket that occurs alike.

A target exists only where a proof was found, so figures on solved states say nothing of hopeless ones. `unsolved` compares: if predictions
on both overlap, the head cannot tell them apart.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from reaprover.errors import InputError
from reaprover.evals.accounting import NUM_BOOTSTRAPS
from reaprover.model.value import NUM_BINS

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

BUCKETS = ((1, 1), (2, 2), (3, 4), (5, 8), (9, 16), (17, 32), (33, 63), (64, 64), (65, None))
"""Depth buckets, ends included; None is without end."""
TEMPERATURES = (1.0, 1.2, 1.5, 2.0, 3.0)
COVERAGES = (0.5, 0.8, 0.95)
WITHIN = (1, 2, 4)
SATURATED = 60.0
"""A prediction above this is called saturated."""
_LEAST = 1e-12  # of a probability inside a logarithm
_DISTANCES = np.arange(1, NUM_BINS + 1, dtype=np.float64)


def calibration(
    probabilities: ArrayLike,
    truth: ArrayLike,
    roots: Sequence[str],
    *,
    unsolved: ArrayLike | None = None,
    reference: ArrayLike | None = None,
) -> dict[str, Any]:
    """The whole report of one head, ready for JSON.

    Args:
        probabilities: [N, 64] on states with a known distance.
        truth: [N] integers ≥ 1.
        roots: [N] theorem of each state.
        unsolved: [M, 64] on states of searches that found no proof; None where there are none.
        reference: distances of training states, for the constants; None takes `truth` itself, which flatters them.

    Raises:
        InputError: shapes, probabilities or distances are wrong, or there is no state.
    """
    p, d = checked(probabilities, truth, roots)
    known = d if reference is None else np.asarray(reference, np.int64)
    expected, clipped = expectation(p), np.minimum(d, NUM_BINS)
    temperature = fitted_temperature(p, d)
    return {
        "num_states": len(d),
        "num_roots": len(set(roots)),
        **point_metrics(p, d),
        **order_in_roots(expected, d, roots),
        "buckets": by_bucket(p, d),
        "stratified": stratified(p, d),
        "histogram": histogram(p, d),
        "share_truth_64": float((d >= NUM_BINS).mean()),
        "mean_p_64": float(p[:, -1].mean()),
        "share_saturated": float((expected > SATURATED).mean()),
        "ece_equal_count": distance_ece(expected, clipped, equal_count_bins(expected, 10)),
        "ece_equal_width": distance_ece(expected, clipped, equal_width_bins(expected, 10)),
        "classification_ece": classification_ece(p, d),
        "coverage": coverage(p, d),
        "temperatures": [at_temperature(p, d, value) for value in (*TEMPERATURES, temperature)],
        "fitted_temperature": temperature,
        "constant": constant_baseline(d, known),
        "unsolved": None if unsolved is None else unsolved_report(expected, _distribution(unsolved, "unsolved")),
    }


def checked(probabilities: ArrayLike, truth: ArrayLike, roots: Sequence[str]) -> tuple[Floats, Integers]:
    """The arrays [N, 64] and [N], if they can be what they are meant to be.

    Raises:
        InputError: they cannot.
    """
    p, d = _distribution(probabilities, "probabilities"), np.asarray(truth)
    if d.shape != (len(p),) or len(roots) != len(p):
        found = f"{len(p)} rows, truth of shape {d.shape}, {len(roots)} roots"
        raise InputError("calibration", "lengths differ", found=found, expected="one truth and one root for each row")
    if not len(d):
        raise InputError("calibration", "no state has a known distance", expected="at least one")
    if not np.issubdtype(d.dtype, np.integer) or int(d.min()) < 1:
        raise InputError("truth", "holds what is no distance", found=str(d.min()), expected="integers of at least 1")
    return p, d.astype(np.int64)


def _distribution(values: ArrayLike, where: str) -> Floats:
    p = np.asarray(values, np.float64)
    if p.ndim != 2 or p.shape[1] != NUM_BINS:
        raise InputError(where, "wrong shape", found=str(p.shape), expected=f"(N, {NUM_BINS})")
    if not (np.isfinite(p).all() and (p >= 0).all() and np.allclose(p.sum(1), 1.0, atol=1e-4)):
        raise InputError(where, "rows are no probabilities", expected="non-negative numbers of sum 1")
    return p


def expectation(p: Floats) -> Floats:
    """Predictions [N] of distributions [N, 64]: Σ k·p_k, clamped to [1, 64]."""
    return np.clip(p @ _DISTANCES, 1.0, float(NUM_BINS))


# ---- accuracy ------------------------------------------------------------------------------------------------------------


def nll(p: Floats, d: Integers) -> Floats:
    """−ln p of the true bin [N]; a probability of zero counts as 1e-12."""
    own: Floats = p[np.arange(len(d)), np.minimum(d, NUM_BINS) - 1]
    losses: Floats = -np.log(np.maximum(own, _LEAST))
    return losses


def point_metrics(p: Floats, d: Integers) -> dict[str, Any]:
    """NLL, hits of the likeliest bin and of the expectation, errors, bias (mean prediction − mean truth) and correlations."""
    expected, clipped = expectation(p), np.minimum(d, NUM_BINS)
    likeliest = p.argmax(1) + 1
    error = np.abs(expected - clipped)
    return {
        "nll": float(nll(p, d).mean()),
        "accuracy": float((likeliest == clipped).mean()),
        "argmax_within": {str(k): float((np.abs(likeliest - clipped) <= k).mean()) for k in WITHIN},
        "expected_within": {str(k): float((error <= k).mean()) for k in WITHIN},
        "mae": float(error.mean()),
        "median_absolute_error": float(np.median(error)),
        "mean_prediction": float(expected.mean()),
        "mean_truth": float(clipped.mean()),
        "bias": float(expected.mean() - clipped.mean()),
        "pearson": pearson(expected, clipped),
        "spearman": spearman(expected, clipped),
    }


def pearson(a: ArrayLike, b: ArrayLike) -> float | None:
    """The correlation coefficient; None if one side does not vary."""
    x, y = np.asarray(a, np.float64), np.asarray(b, np.float64)
    x, y = x - x.mean(), y - y.mean()
    scale = math.sqrt(float(x @ x) * float(y @ y))
    return float(x @ y) / scale if scale > 0 else None


def spearman(a: ArrayLike, b: ArrayLike) -> float | None:
    """The correlation of ranks, equal values sharing their mean rank; None if one side does not vary."""
    return pearson(ranks(a), ranks(b))


def ranks(values: ArrayLike) -> Floats:
    """Ranks from 1; equal values share the mean of their ranks."""
    _, inverse, counts = np.unique(np.asarray(values), return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    mean: Floats = last - (counts - 1) / 2
    return mean[inverse]


def order_in_roots(expected: Floats, d: Integers, roots: Sequence[str]) -> dict[str, Any]:
    """Share of pairs of one root, with different truths, that predictions put in the right order; equal predictions count half."""
    right = pairs = 0.0
    for members in _by_root(roots):
        truth, said = d[members], expected[members]
        above = truth[:, None] > truth[None, :]
        pairs += float(above.sum())
        right += float((above & (said[:, None] > said[None, :])).sum()) + 0.5 * float((above & (said[:, None] == said[None, :])).sum())
    return {"order_in_roots": right / pairs if pairs else None, "num_pairs": int(pairs)}


def _by_root(roots: Sequence[str]) -> list[Integers]:
    places: dict[str, list[int]] = {}
    for place, root in enumerate(roots):
        places.setdefault(root, []).append(place)
    return [np.asarray(members) for members in places.values()]


# ---- by depth ------------------------------------------------------------------------------------------------------------


def by_bucket(p: Floats, d: Integers) -> list[dict[str, Any]]:
    """One row per depth bucket that occurs."""
    rows = []
    for low, high in BUCKETS:
        inside = (d >= low) & (d <= (high or d.max()))
        if inside.any():
            part = point_metrics(p[inside], d[inside])
            kept = ("nll", "accuracy", "mae", "bias", "mean_prediction", "mean_truth")
            name = str(low) if high == low else f"{low}-{high}" if high else f">{low - 1}"
            row = {"bucket": name, "num_states": int(inside.sum()), "within_2": part["expected_within"]["2"]}
            rows.append({**row, **{key: part[key] for key in kept}})
    return rows


def stratified(p: Floats, d: Integers) -> dict[str, float]:
    """NLL, MAE and hits within 2 with the same weight for every bucket that occurs."""
    rows = by_bucket(p, d)
    return {key: sum(row[key] for row in rows) / len(rows) for key in ("nll", "mae", "within_2")}


def histogram(p: Floats, d: Integers) -> dict[str, list[float]]:
    """Over the 64 bins: states by truth, by likeliest bin, and the predicted mass; each sums to N."""
    clipped = np.minimum(d, NUM_BINS)
    counts = {"truth": np.bincount(clipped - 1, minlength=NUM_BINS), "argmax": np.bincount(p.argmax(1), minlength=NUM_BINS)}
    return {**{name: count.astype(float).tolist() for name, count in counts.items()}, "mass": p.sum(0).tolist()}


# ---- calibration ---------------------------------------------------------------------------------------------------------


def equal_count_bins(expected: Floats, num: int) -> list[Integers]:
    """Places of the states in `num` bins of (nearly) equal count, by prediction, ascending; fewer states than bins leave bins out."""
    return [part for part in np.array_split(np.argsort(expected, kind="stable"), num) if len(part)]


def equal_width_bins(expected: Floats, num: int, low: float = 1.0, high: float = float(NUM_BINS)) -> list[Integers]:
    """Places of the states in `num` bins of equal width over [low, high], by prediction; empty bins are left out.

    The range is fixed, not that of the predictions, so that heads can be compared.
    """
    which = np.clip(((expected - low) / (high - low) * num).astype(np.int64), 0, num - 1)
    return [np.flatnonzero(which == index) for index in range(num) if (which == index).any()]


def distance_ece(expected: Floats, truth: ArrayLike, bins: Sequence[Integers]) -> dict[str, Any]:
    """Σ n_b / N · |mean prediction − mean truth|, in steps, with its table."""
    clipped = np.asarray(truth, np.float64)
    table = [
        {"num_states": len(part), "mean_prediction": float(expected[part].mean()), "mean_truth": float(clipped[part].mean())}
        for part in bins
    ]
    total = sum(row["num_states"] * abs(row["mean_prediction"] - row["mean_truth"]) for row in table)
    return {"ece": total / len(expected), "bins": table}


def classification_ece(p: Floats, d: Integers, num: int = 15) -> float:
    """Σ n_b / N · |accuracy − confidence| over `num` equal bins of the confidence, the probability of the likeliest bin."""
    confidence, is_right = p.max(1), (p.argmax(1) + 1 == np.minimum(d, NUM_BINS)).astype(np.float64)
    bins = equal_width_bins(confidence, num, 0.0, 1.0)
    return float(sum(len(part) * abs(is_right[part].mean() - confidence[part].mean()) for part in bins) / len(d))


def coverage(p: Floats, d: Integers) -> dict[str, float]:
    """Share of truths inside the central interval of each nominal level.

    The interval runs from the smallest bin with cumulative probability ≥ (1 − level) / 2 to the smallest with ≥ (1 + level) / 2, ends
    included; since distances are whole numbers it holds at least its level.
    """
    cumulative, clipped = np.cumsum(p, 1), np.minimum(d, NUM_BINS)
    shares = {}
    for level in COVERAGES:
        low, high = (_first_reaching(cumulative, (1 + sign * level) / 2) for sign in (-1, 1))
        shares[str(level)] = float(((low <= clipped) & (clipped <= high)).mean())
    return shares


def _first_reaching(cumulative: Floats, share: float) -> Integers:
    """The first bin, from 1, whose cumulative probability reaches `share`."""
    first: Integers = np.minimum((cumulative < share - 1e-9).sum(1) + 1, NUM_BINS)
    return first


def tempered(p: Floats, temperature: float) -> Floats:
    """Distributions at another temperature: p^(1/T), normalised."""
    logits = np.log(np.maximum(p, 1e-300)) / temperature
    weights = np.exp(logits - logits.max(1, keepdims=True))
    result: Floats = weights / weights.sum(1, keepdims=True)
    return result


def at_temperature(p: Floats, d: Integers, temperature: float) -> dict[str, float]:
    """A few figures of the head at another temperature."""
    warm = tempered(p, temperature)
    expected, clipped = expectation(warm), np.minimum(d, NUM_BINS)
    return {
        "temperature": temperature,
        "nll": float(nll(warm, d).mean()),
        "mae": float(np.abs(expected - clipped).mean()),
        "bias": float(expected.mean() - clipped.mean()),
        "ece": distance_ece(expected, clipped, equal_count_bins(expected, 10))["ece"],
        "classification_ece": classification_ece(warm, d),
    }


def fitted_temperature(p: Floats, d: Integers, low: float = 0.1, high: float = 20.0) -> float:
    """The temperature of least NLL in [low, high], to three digits; it is reported, and applied nowhere.

    In 1/T the NLL is convex, so a ternary search finds it.
    """
    a, b = 1.0 / high, 1.0 / low
    while b - a > 1e-4 * a:
        one, two = a + (b - a) / 3, b - (b - a) / 3
        if nll(tempered(p, 1 / one), d).mean() <= nll(tempered(p, 1 / two), d).mean():
            b = two
        else:
            a = one
    return float(f"{2 / (a + b):.3g}")


# ---- what to compare with ------------------------------------------------------------------------------------------------


def constant_baseline(d: Integers, reference: Integers) -> dict[str, Any]:
    """What needs no network: the median of the reference distances for every state, and their frequencies as the distribution.

    Frequencies are counted with one more state in each bin (Laplace), so that the NLL is finite.
    """
    clipped = np.minimum(d, NUM_BINS)
    median = float(np.median(np.minimum(reference, NUM_BINS)))
    counts = np.bincount(np.minimum(reference, NUM_BINS) - 1, minlength=NUM_BINS) + 1.0
    error = np.abs(median - clipped)
    return {
        "median": median,
        "mae": float(error.mean()),
        "median_absolute_error": float(np.median(error)),
        "bias": float(median - clipped.mean()),
        "within": {str(k): float((error <= k).mean()) for k in WITHIN},
        "nll_of_frequencies": float(-np.log(counts / counts.sum())[clipped - 1].mean()),
    }


def unsolved_report(expected_solved: Floats, p_unsolved: Floats) -> dict[str, Any]:
    """Predictions on states of searches without a proof, and how far they overlap with those on solved states.

    `overlap` is the common area of both histograms of predictions over 64 bins of one step (1: they cannot be told apart). `auc` is the
    chance that an unsolved state gets the larger prediction of a random pair, equal ones half (0.5: chance).
    """
    expected = expectation(p_unsolved)
    both = np.concatenate([expected, expected_solved])
    rank_sum = float(ranks(both)[: len(expected)].sum())
    auc = (rank_sum - len(expected) * (len(expected) + 1) / 2) / (len(expected) * len(expected_solved)) if len(expected) else None
    shares = [
        np.bincount(np.minimum(values.astype(np.int64), NUM_BINS) - 1, minlength=NUM_BINS) / max(len(values), 1)
        for values in (expected, expected_solved)
    ]
    quantiles = np.quantile(expected, (0.1, 0.5, 0.9)).tolist() if len(expected) else []
    return {
        "num_states": len(expected),
        "mean_prediction": float(expected.mean()) if len(expected) else None,
        "quantiles_10_50_90": quantiles,
        "mean_p_64": float(p_unsolved[:, -1].mean()) if len(expected) else None,
        "share_saturated": float((expected > SATURATED).mean()) if len(expected) else None,
        "overlap": float(np.minimum(*shares).sum()) if len(expected) else None,
        "auc": auc,
        "histogram": {"unsolved": shares[0].tolist(), "solved": shares[1].tolist()},
    }


def paired_bootstrap(
    a: ArrayLike, b: ArrayLike, roots: Sequence[str], *, seed: int = 0, num: int = NUM_BOOTSTRAPS
) -> tuple[float, float, float]:
    """Mean of a − b over states, and the 2.5 % and 97.5 % quantiles of its bootstrap over roots.

    Args:
        a, b: a loss of two heads on the same states [N].
        roots: theorem of each state; the states of a drawn root come together.
        seed: of the draws.
        num: draws.
    """
    difference = np.asarray(a, np.float64) - np.asarray(b, np.float64)
    groups = _by_root(roots)
    sums, counts = np.array([difference[part].sum() for part in groups]), np.array([len(part) for part in groups])
    drawn = np.random.default_rng(seed).integers(0, len(groups), (num, len(groups)))
    means = sums[drawn].sum(1) / counts[drawn].sum(1)
    low, high = np.quantile(means, (0.025, 0.975))
    return float(difference.mean()), float(low), float(high)


LOSSES: Mapping[str, Callable[[Floats, Integers], Floats]] = {
    "nll": nll,
    "absolute_error": lambda p, d: np.abs(expectation(p) - np.minimum(d, NUM_BINS)),
}
"""Losses per state, by which heads are compared."""


def compare_heads(heads: Mapping[str, ArrayLike], truth: ArrayLike, roots: Sequence[str], *, seed: int = 0) -> list[dict[str, Any]]:
    """Paired differences of the losses of all pairs of heads, on the same states; negative means that the first is better.

    Raises:
        InputError: as `calibration`.
    """
    arrays = {name: checked(p, truth, roots)[0] for name, p in heads.items()}
    d = np.asarray(truth, np.int64)
    rows, names = [], list(arrays)
    for place, one in enumerate(names):
        for two in names[place + 1 :]:
            for loss, loss_fn in LOSSES.items():
                mean, low, high = paired_bootstrap(loss_fn(arrays[one], d), loss_fn(arrays[two], d), roots, seed=seed)
                rows.append({"a": one, "b": two, "loss": loss, "difference": mean, "low": low, "high": high})
    return rows
