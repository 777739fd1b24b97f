from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from reaprover.errors import PrerequisiteError, UsageError
from reaprover.evals import figures
from reaprover.evals.figures import Curve, Level, Point, learning_curve, reliability, solve_rates, spread

PNG = b"\x89PNG\r\n\x1a\n"
CURVE = Curve("logic", (Point(0, 0.1, 0.05, 0.2), Point(60, 0.9, 0.8, 0.95)))


def rates(share: float) -> dict[str, Any]:
    return {"rate": share, "low": share - 0.1, "high": share + 0.1, "num_problems": 4}


def numbers(file: Path) -> Any:
    assert file.read_bytes().startswith(PNG)
    return json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))


def test_labels_keep_their_order_and_stand_apart_around_where_they_want_to_be() -> None:
    assert spread([0.1, 0.9], 0.2) == [0.1, 0.9]
    assert spread([0.5, 0.5], 0.2) == pytest.approx([0.4, 0.6])
    assert spread([0.6, 0.5, 0.0], 0.3) == pytest.approx([0.7, 0.4, 0.0])
    # 0.5 and 0.6 spread to 0.45 and 0.65, which reaches 0.7: all three centre on 0.6
    assert spread([0.5, 0.6, 0.7], 0.2) == pytest.approx([0.4, 0.6, 0.8])


def test_a_learning_curve_lies_beside_its_numbers(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    file = tmp_path / "docs" / "curve.png"
    learning_curve(file, [CURVE], x_label="minutes", title="It learns", levels=[Level("catalogue", 0.5)])
    found = numbers(file)
    assert found["curves"][0]["points"][1] == {"x": 60, "y": 0.9, "low": 0.8, "high": 0.95}
    assert (found["title"], found["x"], found["levels"]) == ("It learns", "minutes", [{"label": "catalogue", "y": 0.5}])


def test_rates_are_drawn_for_the_sets_that_an_arm_attempted(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    arms = [{"label": "one", "sets": {"s": rates(0.5), "t": rates(0.9), "all": rates(0.7)}}, {"label": "two", "sets": {"s": rates(0.2)}}]
    solve_rates(tmp_path / "rates.png", {"sets": ["s", "t"], "arms": arms}, title="Solved")
    drawn = [(one["arm"], one["set"], one["rate"]) for one in numbers(tmp_path / "rates.png")["rates"]]
    assert drawn == [("one", "s", 0.5), ("two", "s", 0.2), ("one", "t", 0.9), ("one", "all", 0.7)]


def test_reliability_draws_the_bins_of_each_head(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    bins = [{"num_states": 3, "mean_prediction": 2.0, "mean_truth": 3.0}, {"num_states": 3, "mean_prediction": 9.0, "mean_truth": 7.0}]
    heads = {name: {"ece_equal_count": {"bins": bins, "ece": 1.5}, "num_states": 6} for name in ("with", "without")}
    reliability(tmp_path / "reliability.png", {"heads": heads}, title="Calibration")
    assert numbers(tmp_path / "reliability.png")["heads"]["with"] == {"bins": bins, "ece": 1.5, "num_states": 6}


def test_the_same_numbers_give_the_same_bytes(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    for name in ("one.png", "two.png"):
        learning_curve(tmp_path / name, [CURVE], x_label="minutes", title="It learns")
    assert (tmp_path / "one.png").read_bytes() == (tmp_path / "two.png").read_bytes()


def test_nothing_to_draw_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="a curve has no points"):
        learning_curve(tmp_path / "x.png", [Curve("logic", ())], x_label="", title="")
    with pytest.raises(UsageError, match="has no arms"):
        solve_rates(tmp_path / "x.png", {"sets": [], "arms": []}, title="")
    with pytest.raises(UsageError, match="has no heads"):
        reliability(tmp_path / "x.png", {"heads": {}}, title="")


def test_without_matplotlib_the_message_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "find_spec", lambda name: None)
    with pytest.raises(PrerequisiteError, match=r"pip install 'reaprover\[figures\]'"):
        learning_curve(tmp_path / "x.png", [CURVE], x_label="", title="")
