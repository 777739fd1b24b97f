"""Pictures for the documentation: learning curves, solve rates by arm, reliability of distances.

Decisions:
- One house style: light background, no frame, no legend (lines and points are labelled where they are), intervals always drawn, axes that
  begin at zero or say otherwise by their ticks. Colours are those of Okabe and Ito, told apart also by the colour-blind.
- Beside each picture lies the JSON of exactly what is drawn, under the same name.
- matplotlib is used through its objects, without a display or a global figure, and only inside the functions (extra `figures`).
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reaprover.core.durable import write_durably
from reaprover.errors import PrerequisiteError, UsageError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#555555")
INK, FAINT, PAPER = "#222222", "#DDDDDD", "#FFFFFF"
DOTS_PER_INCH = 160


@dataclass(frozen=True, slots=True)
class Point:
    """One point of a curve.

    Attributes:
        x: place on the horizontal axis.
        y: rate in [0, 1].
        low, high: interval of `y`; equal to it where there is none.
    """

    x: float
    y: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Curve:
    """A line of a learning curve: its label and points, x ascending."""

    label: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Level:
    """A horizontal line to compare with: its label and rate in [0, 1]."""

    label: str
    y: float


def learning_curve(file: Path, curves: Sequence[Curve], *, x_label: str, title: str, levels: Sequence[Level] = ()) -> None:
    """Rates over time or steps, each with its band, and levels to compare with.

    Args:
        file: the PNG; the numbers go beside it as JSON.
        curves: at least one, with at least one point each.
        x_label: what the horizontal axis shows, with its unit.
        title: one sentence, set flush left.
        levels: e.g. the catalogue's rate.

    Raises:
        UsageError: there is nothing to draw.
        PrerequisiteError: matplotlib is not installed.
        InfrastructureError: the file cannot be written.
    """
    if not curves or not all(curve.points for curve in curves):
        raise UsageError(f"{file}: a curve has no points; expected at least one for each")
    figure, (axes,) = _figure(1, width=7.2, height=4.0)
    last = max(point.x for curve in curves for point in curve.points)
    ends = []
    for curve, colour in zip(curves, _colours(len(curves)), strict=True):
        x, y = [point.x for point in curve.points], [point.y for point in curve.points]
        axes.fill_between(x, [p.low for p in curve.points], [p.high for p in curve.points], color=colour, alpha=0.15, linewidth=0)
        axes.plot(x, y, color=colour, linewidth=1.8, marker="o", markersize=3.5, clip_on=False)
        ends.append((y[-1], f"{curve.label} {y[-1]:.0%}", colour))
    for level in levels:
        axes.axhline(level.y, color=INK, linewidth=1.0, linestyle=(0, (4, 3)))
        ends.append((level.y, f"{level.label} {level.y:.0%}", INK))
    for place, (y_end, label, colour) in zip(spread([end[0] for end in ends], 0.055), ends, strict=True):
        axes.annotate(label, (last, y_end), (1.015, place), textcoords=axes.get_yaxis_transform(), color=colour, va="center", fontsize=9)
    _percent(axes.yaxis)
    axes.set_ylim(0.0, 1.0)
    axes.set_xlim(min(0.0, *(point.x for curve in curves for point in curve.points)), last)
    axes.set_xlabel(x_label)
    axes.grid(axis="y", color=FAINT, linewidth=0.7)
    _save(figure, file, title, {"x": x_label, "curves": [asdict(curve) for curve in curves], "levels": [asdict(level) for level in levels]})


def solve_rates(file: Path, report: Mapping[str, Any], *, title: str) -> None:
    """Solve rates with 95 % intervals, one panel per set and one row per arm.

    Args:
        file: the PNG; the numbers go beside it as JSON.
        report: what `reaprover.evals.report.report` gave.
        title: one sentence, set flush left.

    Raises:
        as `learning_curve`.
    """
    arms, sets = report["arms"], list(report["sets"])
    if not arms:
        raise UsageError(f"{file}: the report has no arms; expected at least one")
    names = [*sets, "all"] if len(sets) > 1 else sets
    figure, panels = _figure(len(names), width=max(6.4, 1.5 + 1.55 * len(names)), height=1.25 + 0.34 * len(arms))
    drawn: list[dict[str, Any]] = []
    for axes, name in zip(panels, names, strict=True):
        for row, (arm, colour) in enumerate(zip(arms, _colours(len(arms)), strict=True)):
            rates = arm["sets"].get(name)
            if rates is None:
                continue
            drawn.append({"arm": arm["label"], "set": name, **{key: rates[key] for key in ("rate", "low", "high", "num_problems")}})
            axes.plot([rates["low"], rates["high"]], [row, row], color=colour, linewidth=2.4, solid_capstyle="round", alpha=0.45)
            axes.plot([rates["rate"]], [row], color=colour, marker="o", markersize=6)
            at_right = rates["rate"] < 0.7
            axes.text(
                rates["high"] + 0.05 if at_right else rates["low"] - 0.05,
                row,
                f"{rates['rate']:.0%}",
                color=colour,
                fontsize=8.5,
                va="center",
                ha="left" if at_right else "right",
            )
        of = next((arm["sets"][name]["num_problems"] for arm in arms if name in arm["sets"]), 0)
        axes.set_title(f"{Path(name).stem} ({of})", fontsize=9.5, color=INK, loc="left")
        axes.set_xlim(-0.02, 1.02)
        axes.set_ylim(len(arms) - 0.5, -0.5)
        axes.set_xticks([0.0, 0.5, 1.0])
        _percent(axes.xaxis)
        axes.grid(axis="x", color=FAINT, linewidth=0.7)
        axes.set_yticks(range(len(arms)), [arm["label"] for arm in arms] if axes is panels[0] else [""] * len(arms))
        axes.spines["left"].set_visible(False)
    _save(figure, file, title, {"rates": drawn})


def reliability(file: Path, calibration: Mapping[str, Any], *, title: str) -> None:
    """Mean truth against mean prediction in bins of equal count, one line per head, and the diagonal of a calibrated head.

    Args:
        file: the PNG; the numbers go beside it as JSON.
        calibration: what `reaprover.evals.heads.head_report` gave.
        title: one sentence, set flush left.

    Raises:
        as `learning_curve`.
    """
    heads: Mapping[str, Mapping[str, Any]] = calibration["heads"]
    if not heads:
        raise UsageError(f"{file}: the report has no heads; expected at least one")
    figure, (axes,) = _figure(1, width=7.2, height=4.6)
    ticks = [1, 2, 4, 8, 16, 32, 64]
    axes.set_xscale("log", base=2)
    axes.set_yscale("log", base=2)
    axes.plot([1, 64], [1, 64], color=INK, linewidth=1.0, linestyle=(0, (4, 3)))
    axes.annotate("calibrated", (44, 44), (0, 9), textcoords="offset points", color=INK, fontsize=9, rotation=36, ha="center", va="center")
    drawn: dict[str, Any] = {}
    ends = []
    for (name, head), colour in zip(heads.items(), _colours(len(heads)), strict=True):
        bins = head["ece_equal_count"]["bins"]
        drawn[name] = {"bins": bins, "ece": head["ece_equal_count"]["ece"], "num_states": head["num_states"]}
        x, y = [one["mean_prediction"] for one in bins], [one["mean_truth"] for one in bins]
        axes.plot(x, y, color=colour, linewidth=1.6, marker="o", markersize=5)
        ends.append((y[-1], f"{name}\nECE {head['ece_equal_count']['ece']:.1f} steps", colour))
    for place, (y_end, label, colour) in zip(spread([math.log2(y) for y, _, _ in ends], 0.62), ends, strict=True):
        axes.annotate(label, (64, y_end), (1.015, 2**place), textcoords=axes.get_yaxis_transform(), color=colour, va="center", fontsize=9)
    for axis, set_limits in ((axes.xaxis, axes.set_xlim), (axes.yaxis, axes.set_ylim)):
        set_limits(0.9, 72)
        axis.set_ticks(ticks, [str(tick) for tick in ticks])
        axis.set_minor_locator(_no_ticks())
    axes.set_xlabel("predicted distance, steps (mean of a bin of equal count)")
    axes.set_ylabel("distance in the proof, steps")
    axes.grid(color=FAINT, linewidth=0.7)
    _save(figure, file, title, {"heads": drawn})


def spread(values: Sequence[float], gap: float) -> list[float]:
    """Places for labels that want to stand at `values`: the order is kept, neighbours are at least `gap` apart, and a group that had to be
    spread stays centred where it wants to be."""
    order = sorted(range(len(values)), key=lambda place: values[place])
    groups: list[list[int]] = []
    for place in order:
        groups.append([place])
        while len(groups) > 1 and _bottom(groups[-1], values, gap) - _top(groups[-2], values, gap) < gap - 1e-12:
            groups[-2:] = [groups[-2] + groups[-1]]
    result = [0.0] * len(values)
    for group in groups:
        for index, place in enumerate(group):
            result[place] = _bottom(group, values, gap) + index * gap
    return result


def _bottom(group: Sequence[int], values: Sequence[float], gap: float) -> float:
    return sum(values[place] for place in group) / len(group) - gap * (len(group) - 1) / 2


def _top(group: Sequence[int], values: Sequence[float], gap: float) -> float:
    return _bottom(group, values, gap) + gap * (len(group) - 1)


# ---- the style -----------------------------------------------------------------------------------------------------------


def _figure(num_panels: int, *, width: float, height: float) -> tuple[Figure, list[Axes]]:
    if find_spec("matplotlib") is None:
        raise PrerequisiteError("package matplotlib: not installed, needed to draw figures; run: pip install 'reaprover[figures]'")
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), facecolor=PAPER, layout="constrained")
    panels = [figure.add_subplot(1, num_panels, place + 1) for place in range(num_panels)]
    for axes in panels:
        axes.set_facecolor(PAPER)
        axes.set_axisbelow(True)
        axes.tick_params(colors=INK, labelsize=9, length=0)
        axes.xaxis.label.set(color=INK, fontsize=9.5)
        axes.yaxis.label.set(color=INK, fontsize=9.5)
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
        for side in ("left", "bottom"):
            axes.spines[side].set_color(FAINT)
    return figure, panels


def _colours(num: int) -> list[str]:
    return [COLOURS[place % len(COLOURS)] for place in range(num)]


def _percent(axis: Any) -> None:
    from matplotlib.ticker import PercentFormatter

    axis.set_major_formatter(PercentFormatter(1.0, decimals=0))


def _no_ticks() -> Any:
    from matplotlib.ticker import NullLocator

    return NullLocator()


def _save(figure: Figure, file: Path, title: str, numbers: Mapping[str, Any]) -> None:
    from io import BytesIO

    figure.suptitle(title, x=0.01, ha="left", color=INK, fontsize=11)
    picture = BytesIO()
    figure.savefig(picture, format="png", dpi=DOTS_PER_INCH, metadata={"Software": None})
    file.parent.mkdir(parents=True, exist_ok=True)
    write_durably(file, picture.getvalue())
    write_durably(file.with_suffix(".json"), (json.dumps({"title": title, **numbers}, ensure_ascii=False, indent=1) + "\n").encode())
