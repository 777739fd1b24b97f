"""Expected values are worked out by hand on a few states; `row` writes a distribution by its bins."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from numpy.typing import NDArray

from reaprover.errors import InputError
from reaprover.evals import calibration as c


def row(**shares: float) -> list[float]:
    values = [0.0] * 64
    for name, share in shares.items():
        values[int(name[1:]) - 1] = share
    return values


def rows(*all_rows: list[float]) -> NDArray[np.float64]:
    return np.array(all_rows)


def truths(*values: int) -> NDArray[np.int64]:
    return np.array(values)


def test_a_prediction_is_the_expected_distance_with_bins_counted_from_one() -> None:
    assert c.expectation(rows(row(b1=1), row(b2=0.5, b4=0.5), row(b64=1))).tolist() == [1.0, 3.0, 64.0]


def test_nll_reads_the_true_bin_and_the_last_bin_stands_for_all_beyond() -> None:
    losses = c.nll(rows(row(b1=0.25, b2=0.75), row(b64=0.5, b1=0.5), row(b1=1)), truths(2, 90, 3))
    assert losses.tolist() == pytest.approx([-math.log(0.75), math.log(2), -math.log(1e-12)])


def test_hits_and_errors_of_three_states() -> None:
    # predictions 1, 3, 10 for truths 1, 4, 20: errors 0, 1, 10; likeliest bins 1, 2, 10: off by 0, 2, 10
    found = c.point_metrics(rows(row(b1=1), row(b2=0.5, b4=0.5), row(b10=1)), truths(1, 4, 20))
    assert found["accuracy"] == pytest.approx(1 / 3)
    assert found["argmax_within"] == pytest.approx({"1": 1 / 3, "2": 2 / 3, "4": 2 / 3})
    assert found["expected_within"] == pytest.approx({"1": 2 / 3, "2": 2 / 3, "4": 2 / 3})
    assert found["mae"] == pytest.approx(11 / 3)
    assert found["median_absolute_error"] == 1.0
    assert found["bias"] == pytest.approx(14 / 3 - 25 / 3)
    assert found["spearman"] == pytest.approx(1.0)


def test_pearson_by_hand_and_undefined_without_variation() -> None:
    # x − 2 = −1, 0, 1; y − 3 = −2, 1, 1: 3 / √(2 · 6)
    assert c.pearson([1, 2, 3], [1, 4, 4]) == pytest.approx(3 / math.sqrt(12))
    assert c.pearson([1, 1, 1], [1, 2, 3]) is None


def test_equal_values_share_their_mean_rank() -> None:
    assert c.ranks([10, 20, 20, 5]).tolist() == [2.0, 3.5, 3.5, 1.0]
    # ranks 1, 2.5, 2.5, 4 against 1, 2, 3, 4: deviations −1.5, 0, 0, 1.5 and −1.5, −.5, .5, 1.5: 4.5 / √(4.5 · 5)
    assert c.spearman([1, 2, 2, 9], [1, 2, 3, 4]) == pytest.approx(4.5 / math.sqrt(22.5))


def test_order_counts_pairs_of_one_root_with_different_truths_only() -> None:
    # root a: truths 1, 3, 3 said 2, 5, 2 → pairs (3,1): right, and a tie (half); root b: one pair, wrong
    found = c.order_in_roots(np.array([2.0, 5.0, 2.0, 7.0, 4.0]), truths(1, 3, 3, 2, 6), ["a", "a", "a", "b", "b"])
    assert found == {"order_in_roots": pytest.approx(1.5 / 3), "num_pairs": 3}
    assert c.order_in_roots(np.array([1.0]), truths(1), ["a"]) == {"order_in_roots": None, "num_pairs": 0}


def test_every_depth_falls_into_one_bucket_and_64_is_apart_from_more() -> None:
    depths = (1, 2, 3, 4, 8, 16, 17, 32, 33, 63, 64, 65, 500)
    found = c.by_bucket(rows(*[row(b1=1)] * len(depths)), truths(*depths))
    assert [(one["bucket"], one["num_states"]) for one in found] == [
        ("1", 1), ("2", 1), ("3-4", 2), ("5-8", 1), ("9-16", 1), ("17-32", 2), ("33-63", 2), ("64", 1), (">64", 2),
    ]  # fmt: skip
    assert found[2]["mae"] == pytest.approx(2.5)
    assert found[-1]["mae"] == 63.0, "truth is clipped to 64"


def test_a_stratified_mean_weighs_buckets_and_not_states() -> None:
    # three states of depth 1 with error 0, one of depth 2 with error 4: (0 + 4) / 2
    found = c.stratified(rows(row(b1=1), row(b1=1), row(b1=1), row(b6=1)), truths(1, 1, 1, 2))
    assert (found["mae"], found["within_2"]) == (2.0, 0.5)


def test_histograms_add_up_to_the_number_of_states() -> None:
    found = c.histogram(rows(row(b1=0.75, b2=0.25), row(b64=1)), truths(2, 70))
    assert (found["truth"][1], found["truth"][63]) == (1.0, 1.0)
    assert (found["argmax"][0], found["argmax"][63]) == (1.0, 1.0)
    assert (found["mass"][0], found["mass"][1], found["mass"][63]) == (0.75, 0.25, 1.0)
    assert [sum(found[name]) for name in ("truth", "argmax", "mass")] == [2.0, 2.0, 2.0]


def test_bins_of_equal_count_follow_the_prediction() -> None:
    bins = c.equal_count_bins(np.array([9.0, 1.0, 5.0, 3.0, 7.0]), 2)
    assert [part.tolist() for part in bins] == [[1, 3, 2], [4, 0]]
    assert len(c.equal_count_bins(np.array([1.0, 2.0]), 10)) == 2


def test_bins_of_equal_width_divide_one_to_sixty_four() -> None:
    # width 6.3: 1 and 7.2 in the first, 7.4 in the second, 64 in the last
    bins = c.equal_width_bins(np.array([1.0, 7.2, 7.4, 64.0]), 10)
    assert [part.tolist() for part in bins] == [[0, 1], [2], [3]]


def test_the_error_of_calibration_by_hand() -> None:
    # bins {1, 3} said 2 is 4, and {8} said 8 is 5: 2/3 · 2 + 1/3 · 3
    found = c.distance_ece(np.array([1.0, 3.0, 8.0]), [2, 6, 5], [np.array([0, 1]), np.array([2])])
    assert found["ece"] == pytest.approx(2 / 3 * 2 + 1 / 3 * 3)
    assert found["bins"][0] == {"num_states": 2, "mean_prediction": 2.0, "mean_truth": 4.0}


def test_opposite_errors_inside_one_bin_cancel_and_between_bins_do_not() -> None:
    expected = np.array([5.0, 5.0, 5.0, 5.0])
    assert c.distance_ece(expected, [1, 9, 1, 9], [np.arange(4)])["ece"] == 0.0
    assert c.distance_ece(expected, [1, 1, 9, 9], [np.arange(2), np.arange(2, 4)])["ece"] == 4.0


def test_classification_error_of_calibration_by_hand() -> None:
    # confidence 0.9 twice, once right: |0.5 − 0.9|; confidence 0.5 once, right: |1 − 0.5|; weights 2/3 and 1/3
    p = rows(row(b1=0.9, b2=0.1), row(b1=0.9, b2=0.1), row(b3=0.5, b4=0.25, b5=0.25))
    assert c.classification_ece(p, truths(1, 2, 3)) == pytest.approx(2 / 3 * 0.4 + 1 / 3 * 0.5)


def test_central_intervals_hold_their_ends() -> None:
    # a quarter on each of 2, 3, 4, 5: cumulative .25, .5, .75, 1; the central half is 2 … 4, the central 80 % is 2 … 5
    p = rows(*[row(b2=0.25, b3=0.25, b4=0.25, b5=0.25)] * 4)
    assert c.coverage(p, truths(2, 4, 5, 1)) == {"0.5": 0.5, "0.8": 0.75, "0.95": 0.75}


def test_a_temperature_of_two_takes_the_square_root() -> None:
    # 0.8, 0.2 → √.8 : √.2 = 2 : 1
    assert c.tempered(rows(row(b1=0.8, b2=0.2)), 2.0)[0, :2].tolist() == pytest.approx([2 / 3, 1 / 3])
    assert c.at_temperature(rows(row(b1=0.8, b2=0.2)), truths(2), 2.0)["nll"] == pytest.approx(math.log(3))


def test_the_fitted_temperature_makes_confidence_the_hit_rate() -> None:
    # says 0.9 and is right 3 times in 4; at T the odds 9 become 9^(1/T) = 3, so T = 2
    p = rows(*[row(b1=0.9, b2=0.1)] * 4)
    assert c.fitted_temperature(p, truths(1, 1, 1, 2)) == pytest.approx(2.0, abs=0.01)


def test_the_constant_is_the_median_of_the_reference() -> None:
    found = c.constant_baseline(truths(1, 2, 70), truths(3, 3, 90))
    assert found["median"] == 3.0
    assert found["mae"] == pytest.approx((2 + 1 + 61) / 3)
    assert found["within"] == pytest.approx({"1": 1 / 3, "2": 2 / 3, "4": 2 / 3})
    # counts with one added: bins 1 and 2 have 1, bin 64 has 2, of 67
    assert found["nll_of_frequencies"] == pytest.approx((2 * math.log(67) + math.log(67 / 2)) / 3)


def test_unsolved_states_that_look_like_solved_ones_overlap_wholly() -> None:
    p = rows(row(b2=1), row(b5=1))
    found = c.unsolved_report(np.array([2.0, 5.0]), p)
    assert (found["overlap"], found["auc"]) == (1.0, 0.5)
    apart = c.unsolved_report(np.array([2.0, 5.0]), rows(row(b64=1), row(b62=0.5, b64=0.5)))
    assert (apart["overlap"], apart["auc"]) == (0.0, 1.0)
    assert (apart["num_states"], apart["mean_prediction"], apart["mean_p_64"], apart["share_saturated"]) == (2, 63.5, 0.75, 1.0)
    # one of two unsolved above both solved, the other equal to the smaller: (2 + 0.5) / 4
    assert c.unsolved_report(np.array([2.0, 5.0]), rows(row(b9=1), row(b2=1)))["auc"] == pytest.approx(0.625)


def test_the_bootstrap_draws_roots_so_one_root_has_no_spread() -> None:
    assert c.paired_bootstrap([1.0, 3.0], [0.0, 0.0], ["a", "a"], num=50) == (2.0, 2.0, 2.0)
    mean, low, high = c.paired_bootstrap([1.0, 3.0], [0.0, 0.0], ["a", "b"], num=4000)
    assert (mean, low, high) == (2.0, 1.0, 3.0)  # each end has a chance of a quarter


def test_heads_are_compared_on_the_same_states() -> None:
    found = c.compare_heads({"good": rows(row(b3=1), row(b5=1)), "poor": rows(row(b1=1), row(b9=1))}, truths(3, 5), ["a", "b"])
    error = next(one for one in found if one["loss"] == "absolute_error")
    assert (error["a"], error["b"], error["difference"], error["low"], error["high"]) == ("good", "poor", -3.0, -4.0, -2.0)


def test_a_head_that_knows_the_truth_gets_a_perfect_report_that_json_can_hold() -> None:
    depths = [1, 2, 3, 5, 9, 20, 40, 64]
    p = rows(*(row(**{f"b{depth}": 1.0}) for depth in depths))
    found = json.loads(json.dumps(c.calibration(p, depths, ["a"] * 8, unsolved=p[-1:]), allow_nan=False))
    assert (found["nll"], found["accuracy"], found["mae"], found["bias"]) == (0.0, 1.0, 0.0, 0.0)
    assert (found["spearman"], found["order_in_roots"], found["num_pairs"]) == (pytest.approx(1.0), 1.0, 28)
    assert (found["ece_equal_count"]["ece"], found["ece_equal_width"]["ece"], found["classification_ece"]) == (0.0, 0.0, 0.0)
    assert found["coverage"] == {"0.5": 1.0, "0.8": 1.0, "0.95": 1.0}
    assert found["share_truth_64"] == found["mean_p_64"] == 1 / 8
    assert [one["temperature"] for one in found["temperatures"][:5]] == [1.0, 1.2, 1.5, 2.0, 3.0]


@pytest.mark.parametrize(
    ("probabilities", "truth", "roots", "message"),
    [
        ([[0.5, 0.5]], [1], ["a"], "wrong shape; found .1, 2."),
        ([row(b1=0.5)], [1], ["a"], "no probabilities"),
        ([row(b1=1)], [0], ["a"], "no distance; found 0"),
        ([row(b1=1)], [1.5], ["a"], "no distance"),
        ([row(b1=1)], [1, 2], ["a"], "lengths differ"),
        (np.zeros((0, 64)), [], [], "no state has a known distance"),
    ],
)
def test_arrays_that_cannot_be_meant_are_refused(probabilities: object, truth: object, roots: list[str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        c.calibration(probabilities, truth, roots)  # type: ignore[arg-type]  # wrong on purpose
