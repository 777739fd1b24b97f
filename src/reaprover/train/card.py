"""The card of a model from a training run: the sections that the run's own records fill, and the results that were measured afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from reaprover.core.canonical import JsonObject
from reaprover.train.report import summary


def sections(run: Path, results: Mapping[str, Any]) -> JsonObject:
    """Sections for `snapshot.card.own_model_card`.

    Args:
        run: the training run.
        results: title to content, as measured with `reaprover eval`; must say at least one thing.

    Raises:
        InputError: the run has no finished phase.
    """
    found = summary(run)
    phases, rates = found["phases"], found["throughput"]
    base = next((phase for phase in reversed(phases) if phase["kind"] == "TrainBase"), None)
    plays = [phase for phase in phases if phase["kind"] == "SelfPlay"]
    proofs, games = sum(p.get("verified", 0) for p in plays), sum(p.get("games", 0) for p in plays)
    size = f"{base['parameters']:,} parameters, from random initialisation" if base is not None else "see its own card"
    content: dict[str, Any] = {
        "Summary": [
            "Proposes Lean 4 tactics for a proof state, ranks given ones, and predicts how many are still needed; for the embedded Lean.",
            f"Base: Qwen2 form, {size}. On it a LoRA adapter (rank 16) and a value head with 64 bins.",
            "Tactics are written without a space before them; load the tokenizer as `PreTrainedTokenizerFast`.",
        ],
        "Data": [
            "Training splits of the package's problem sets, programmatic variants of them, and random conjectures; no text from elsewhere.",
            f"{proofs:,} proofs in {games:,} games, each verified by the strict lane; {plays[-1]['transitions_ever']:,} transitions.",
            "A guard refuses every statement of the validation and test splits, up to renaming, order of hypotheses and negation.",
        ],
        "Training": [
            {
                "phase": phase["phase"],
                "kind": phase["kind"],
                "minutes": round(phase["seconds"] / 60, 1),
                "steps": phase.get("steps", ""),
                "games": phase.get("games", ""),
                "verified": phase.get("verified", ""),
                "validation": f"{100 * phase['rate']:.0f} %" if "rate" in phase else "",
            }
            for phase in phases
        ],
        "Results": results.get("Results") or dict(results),
        "Limits": [
            "It knows the embedded core library and nothing of Mathlib.",
            "Its distances were learnt on proofs that were found, and on unsolved states as censored: it cannot tell hopeless from hard.",
            f"One run with seed {found['seed']}; another seed gives another network.",
        ],
        "Throughput": {
            "searches per hour": round(rates["searches_per_h"]),
            "tactic applications per second": round(rates["applications_per_s"]),
            "training tokens per second": round(rates["training_tokens_per_s"]),
            "minutes in all": round(rates["minutes"], 1),
        },
    }
    return content
