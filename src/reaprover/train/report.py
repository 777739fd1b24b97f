"""What a training run did, from its own records: the learning curve, throughput, and where the time went."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from reaprover.errors import InputError


def read_metrics(run: Path) -> list[dict[str, Any]]:
    """One object per finished phase, in order.

    Raises:
        InputError: the folder holds no such record.
    """
    path = Path(run) / "metrics.jsonl"
    try:
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    except OSError as error:
        expected, advice = "the record of a run with a finished phase", "name the folder of a training run, or wait for its first phase"
        raise InputError(str(path), f"cannot be read: {error.strerror}", expected=expected, advice=advice) from error
    except ValueError as error:
        raise InputError(str(path), "is damaged", found=str(error), expected="one JSON object per line") from error


def curve(metrics: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """One point per measuring phase: minutes of play and training before it, what was measured, solve rate, solved per set."""
    points, minutes = [], 0.0
    for record in metrics:
        if record["kind"] == "Measure":
            points.append(
                {
                    "minutes": round(minutes, 1),
                    "policy": record.get("policy", "ranked"),  # of a run that does not say
                    "rate": record["rate"],
                    "solved": record["solved"],
                    "problems": record["problems"],
                    "weights": record["weights"][:12],
                }
            )
        else:
            minutes += record["seconds"] / 60
    return points


def throughput(metrics: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Rates over the phases that make them, and the share of time by kind of phase with the largest one named."""
    play = [record for record in metrics if record["kind"] == "SelfPlay"]
    learn = [record for record in metrics if record["kind"] in ("TrainBase", "TrainAdapter")]
    play_s, learn_s = sum(r["seconds"] for r in play), sum(r["seconds"] for r in learn)
    total_s = sum(r["seconds"] for r in metrics)
    shares = {kind: sum(r["seconds"] for r in metrics if r["kind"] == kind) / total_s for kind in dict.fromkeys(r["kind"] for r in metrics)}
    games = sum(r.get("games", 0) for r in play)
    found = {
        "searches_per_h": games / play_s * 3600 if play_s else 0.0,
        "applications_per_s": sum(r.get("applications", 0) for r in play) / play_s if play_s else 0.0,
        "evaluator_calls_per_s": sum(r.get("model_calls", 0) for r in play) / play_s if play_s else 0.0,
        "verified_per_h": sum(r.get("verified", 0) for r in play) / play_s * 3600 if play_s else 0.0,
        "training_tokens_per_s": sum(r.get("tokens", 0) for r in learn) / learn_s if learn_s else 0.0,
        "minutes": total_s / 60,
        "share_of_time": {kind: round(share, 3) for kind, share in shares.items()},
    }
    found["bottleneck"] = max(shares, key=lambda kind: shares[kind]) if shares else ""
    return found


def summary(run: Path) -> dict[str, Any]:
    """Everything at once, as JSON."""
    metrics = read_metrics(run)
    record = json.loads((Path(run) / "run.json").read_text(encoding="utf-8"))
    return {
        "preset": record["config"]["preset"],
        "seed": record["config"]["seed"],
        "curve": curve(metrics),
        "throughput": throughput(metrics),
        "phases": metrics,
    }


def markdown(found: Mapping[str, Any]) -> str:
    """The summary for people."""
    lines = ["| minutes of training | policy | solved | by set | weights |", "|---|---|---|---|---|"]
    for point in found["curve"]:
        by_set = ", ".join(f"{name} {n}/{point['problems'][name]}" for name, n in point["solved"].items())
        lines.append(f"| {point['minutes']} | {point['policy']} | {100 * point['rate']:.1f} % | {by_set} | {point['weights'] or '–'} |")
    rates = found["throughput"]
    lines += [
        "",
        "| what | figure |",
        "|---|---|",
        f"| searches | {rates['searches_per_h']:,.0f} per hour |",
        f"| tactic applications | {rates['applications_per_s']:,.0f} per second |",
        f"| evaluator calls | {rates['evaluator_calls_per_s']:,.0f} per second |",
        f"| verified proofs | {rates['verified_per_h']:,.0f} per hour |",
        f"| training tokens | {rates['training_tokens_per_s']:,.0f} per second of learning |",
        *(f"| share of time: {kind} | {100 * share:.0f} % |" for kind, share in rates["share_of_time"].items()),
        f"| bottleneck | {rates['bottleneck']} |",
    ]
    return "\n".join(lines) + "\n"
