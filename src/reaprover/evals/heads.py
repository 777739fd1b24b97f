"""Asks value heads about the states that runs kept, and writes the calibration report of every head.

Arms, on the same states: the model's head with its adapter, the same head on the frozen base, a random head of the same shape, and a
constant (spec learning.md, section 10). States come from runs with `keep_states`: those of verified proofs with their distances, and open
states of searches that spent their budget. A state that several trees met counts once, with the smallest distance; one that any tree
solved is no unsolved state.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from reaprover.errors import InputError, UsageError
from reaprover.evals.evaluators import ModelSettings
from reaprover.evals.report import table
from reaprover.evals.runner import read_run, read_states

FORMAT = "reaprover.evals.calibration.v1"
WITH_ADAPTER, WITHOUT_ADAPTER, RANDOM_HEAD = "head with adapter", "head without adapter", "random head"

State = tuple[str, tuple[str, ...]]
"""A theorem (set and id) and the printed goals."""


def distances(folders: Sequence[Path]) -> tuple[dict[State, int], list[State]]:
    """The distance of each state that some proof went through, and the states that none did.

    Raises:
        InputError: a folder has no states.
    """
    known: dict[State, int] = {}
    open_states: dict[State, None] = {}
    for entry in (entry for folder in folders for entry in read_states(folder)):
        for found in entry["states"]:
            state = f"{entry['set']}/{entry['id']}", tuple(found["goals"])
            if found["distance"] is None:
                open_states[state] = None
            else:
                known[state] = min(int(found["distance"]), known.get(state, int(found["distance"])))
    return known, [state for state in open_states if state not in known]


def head_report(
    model: Path, folders: Sequence[Path], settings: ModelSettings | None = None, *, reference: Sequence[Path] = ()
) -> dict[str, Any]:
    """The calibration report of a model's heads on the states of some runs, as JSON.

    Args:
        model: release or PEFT folder with a value head.
        folders: runs on held-out theorems that kept their states.
        settings: how the model is loaded.
        reference: runs on training theorems, for the constants; none takes the held-out states themselves.

    Raises:
        InputError: there are no states, or the model is refused.
        UsageError: the model's adapter changes nothing.
    """
    from reaprover.evals.calibration import calibration, compare_heads
    from reaprover.model import ablation
    from reaprover.model.loading import ModelOptions, load_model, require_model_packages

    require_model_packages()
    settings = settings or ModelSettings()
    ablation.use_one_thread()
    known, unsolved = distances(folders)
    if not known:
        raise InputError(", ".join(map(str, folders)), "hold no state with a distance", expected="runs with verified proofs")
    train = list(distances(reference)[0].values()) if reference else None
    loaded, name = load_model(model, ModelOptions(base=settings.base, device=settings.device), session_id=WITH_ADAPTER)
    effect = ablation.require_adapter(loaded, WITH_ADAPTER, str(model))
    weights = loaded.weights(WITH_ADAPTER)
    loaded.create(WITHOUT_ADAPTER, ablation.without_adapter(weights))
    loaded.create(RANDOM_HEAD, ablation.with_random_head(weights, settings.head_seed))
    states = [*known, *unsolved]
    answers = {head: ablation.value_distributions(loaded, head, [goals for _, goals in states]) for head in loaded.session_ids}
    fits = [bool(row) for row in answers[WITH_ADAPTER]]
    solved_places = [place for place in range(len(known)) if fits[place]]
    open_places = [place for place in range(len(known), len(states)) if fits[place]]
    if not solved_places:
        raise UsageError(f"{model}: every state is too long for its context of {loaded.base.context_length} tokens")
    truth, roots = [known[states[place]] for place in solved_places], [states[place][0] for place in solved_places]
    chosen = {head: [rows[place] for place in solved_places] for head, rows in answers.items()}
    return {
        "format": FORMAT,
        "model": name,
        "base": f"{loaded.base.name}:{loaded.base.identity}",
        "adapter_effect": effect,
        "head_seed": settings.head_seed,
        "runs": [_provenance(folder) for folder in folders],
        "reference_runs": [_provenance(folder) for folder in reference],
        "num_too_long": len(states) - sum(fits),
        "heads": {
            head: calibration(
                rows, truth, roots, unsolved=[answers[head][place] for place in open_places] if open_places else None, reference=train
            )
            for head, rows in chosen.items()
        },
        "differences": compare_heads(chosen, truth, roots),
    }


def _provenance(folder: Path) -> dict[str, Any]:
    description = read_run(folder)
    config = description["config"]
    return {
        "folder": folder.name,
        "evaluator": description["evaluator"],
        "arm": config["evaluator"].partition(":")[0],
        **{key: config[key] for key in ("sets", "split", "search", "seconds", "simulations", "seeds")},
    }


def markdown(found: Mapping[str, Any]) -> str:
    """A calibration report as Markdown tables."""
    heads: Mapping[str, Mapping[str, Any]] = found["heads"]
    first = next(iter(heads.values()))
    constant = first["constant"]
    solved = f"{first['num_states']} states of {first['num_roots']} theorems with a proof"
    too_long = f"; {found['num_too_long']} states were too long for the model" if found["num_too_long"] else ""
    effect = f"the adapter moves a probe's logits by up to {found['adapter_effect']:.3g}"
    parts = [f"Model `{found['model']}` on base `{found['base'][:40]}`; {effect}. {solved}{too_long}.", ""]
    head = ("head", "NLL", "accuracy", "within 1", "within 2", "within 4", "MAE", "median error", "bias", "Pearson", "Spearman")
    more = ("order in roots", "pairs", "ECE_d", "ECE 10 widths", "class ECE", "cover 50/80/95", "best T")
    rows = []
    for name, of in heads.items():
        within = [f"{of['expected_within'][k]:.1%}" for k in ("1", "2", "4")]
        points = [f"{of['nll']:.3f}", f"{of['accuracy']:.1%}", *within, *(f"{of[k]:.2f}" for k in ("mae", "median_absolute_error"))]
        errors = [of["ece_equal_count"]["ece"], of["ece_equal_width"]["ece"], of["classification_ece"]]
        cover = "/".join(f"{share:.0%}" for share in of["coverage"].values())
        order = [_optional(of["order_in_roots"]), of["num_pairs"], *(f"{value:.2f}" for value in errors), cover]
        related = [_optional(of["pearson"]), _optional(of["spearman"])]
        rows.append([name, *points, f"{of['bias']:+.2f}", *related, *order, f"{of['fitted_temperature']:g}"])
    within = [f"{constant['within'][k]:.1%}" for k in ("1", "2", "4")]
    errors = [f"{constant['mae']:.2f}", f"{constant['median_absolute_error']:.2f}", f"{constant['bias']:+.2f}"]
    name = f"constant {constant['median']:g} (NLL: frequencies)"
    rows.append([name, f"{constant['nll_of_frequencies']:.3f}", "–", *within, *errors, *["–"] * (2 + len(more))])
    parts += [*table((*head, *more), rows), ""]
    rows = [
        [
            one["bucket"],
            one["num_states"],
            f"{one['mean_truth']:.1f}",
            f"{one['mean_prediction']:.2f}",
            f"{one['mae']:.2f}",
            f"{one['within_2']:.1%}",
        ]
        for one in first["buckets"]
    ]
    parts += [f"By depth, {next(iter(heads))}:", "", *table(("depth", "states", "truth", "prediction", "MAE", "within 2"), rows), ""]
    rows = [
        [name, of["unsolved"]["num_states"], f"{of['unsolved']['mean_prediction']:.2f}", f"{of['mean_prediction']:.2f}"]
        + [f"{of['unsolved'][key]:.2f}" for key in ("overlap", "auc", "share_saturated")]
        for name, of in heads.items()
        if of["unsolved"]
    ]
    if rows:
        apart = ("head", "unsolved states", "mean prediction there", "on solved states", "overlap", "AUC", "share above 60")
        parts += [*table(apart, rows), ""]
    rows = [
        [f"{d['a']} − {d['b']}", d["loss"], f"{d['difference']:+.3f}", f"{d['low']:+.3f} … {d['high']:+.3f}"] for d in found["differences"]
    ]
    parts += table(("difference", "loss", "mean", "95 % interval, over theorems"), rows)
    return "\n".join(parts) + "\n"


def _optional(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"
