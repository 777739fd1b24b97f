"""The supervised stage on its own: a base from random weights, or adapter and head of a model, on pairs or on a replay store.

    run.json        what it was started with, the data's sha256 included
    sft/            checkpoints and metrics of the training
    base/, weights/HASH/, newest.json   as in every training run; the result is the newest weights
    done.json       what it measured

Decisions:
- The work is that of the phases `TrainBase` and `TrainAdapter` (`train.learner`); nothing of it is written twice.
- A stage that was stopped goes on with the same command in the same folder; one that is done only says so again.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from reaprover import __version__
from reaprover.core.durable import file_sha256, write_durably
from reaprover.errors import InputError, UsageError
from reaprover.learn.leakage import EvaluationGuard
from reaprover.learn.replay import MANIFEST, ReplayStore
from reaprover.train import learner
from reaprover.train.config import TrainAdapter, TrainBase, TrainingConfig
from reaprover.train.pairs import read_pairs
from reaprover.train.records import keep_record

FORMAT = "reaprover.train.sft.v1"
NAME = "sft"
ANY_SECONDS = 10.0 * 365 * 24 * 3600
"""For phases that end with their steps, not with time."""


def train_sft(
    folder: Path,
    data: Path,
    phase: TrainBase | TrainAdapter,
    *,
    start: Path | None = None,
    seed: int = 0,
    num_threads: int = 2,
    guard: EvaluationGuard | None = None,
    stop_fn: Callable[[], bool] = lambda: False,
    tell: learner.TellFn = lambda _share, _left_s, _facts: None,
) -> dict[str, Any] | None:
    """Run the stage, or go on with it; None if it was stopped.

    Args:
        folder: of the stage; made if it is missing.
        data: folder of a replay store, or a JSONL file of pairs (`train.pairs`).
        phase: `TrainBase` trains a base from random weights; `TrainAdapter` goes on from the model `start`.
        start: model folder; needed by `TrainAdapter`, refused by `TrainBase`.
        seed: of everything drawn.
        num_threads: of the CPU.
        guard: what may not be trained on; None takes all evaluation splits of the package.
        stop_fn: asked before each step.
        tell: progress: share done, seconds left, facts.

    Returns:
        What was measured: weights, steps, tokens, losses on held-out theorems or files.

    Raises:
        UsageError: start and phase do not fit, another folder's settings, or nothing to train on.
        InputError: the data are wrong.
        LeakageError: an evaluation statement in a replay store.
        TrainingFailed: numbers that are not finite, or a run that diverges.
    """
    if isinstance(phase, TrainAdapter) is (start is None):
        raise UsageError("sft: an adapter needs a model to start from, and a base from random weights takes none")
    guard = EvaluationGuard.of_sets() if guard is None else guard
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    phase = replace(phase, name=NAME)
    is_store = (Path(data) / MANIFEST).is_file()
    if not is_store and not Path(data).is_file():
        raise InputError(str(data), "is no data", expected=f"a JSONL file of pairs, or a folder with {MANIFEST}")
    settings = {
        "phase": {"kind": type(phase).__name__, **asdict(phase)},
        "data_sha256": file_sha256(Path(data) / MANIFEST if is_store else Path(data)),
        "start": "" if start is None else str(start),
        "seed": seed,
        "guard": guard.sha256,
    }
    started = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    facts = {"data": str(data), "reaprover": __version__, "num_threads": num_threads, "num_cpus": os.cpu_count(), "started": started}
    keep_record(folder / "run.json", FORMAT, settings, facts)
    done = folder / "done.json"
    if done.exists():
        record: dict[str, Any] = json.loads(done.read_bytes())
        return record
    if start is not None and not (folder / learner.NEWEST).exists():
        learner.adopt(start, folder)
    config = TrainingConfig(preset=NAME, phases=(phase,), num_threads=num_threads, seed=seed)
    (folder / NAME).mkdir(exist_ok=True)
    if is_store:
        with ReplayStore(Path(data), guard=guard, read_only=True) as store:
            found = _train(phase, folder, store, config, stop_fn, tell)
            about: dict[str, Any] = {"data": {"transitions": len(store), "theorems": len({one.theorem_id for one in store})}}
    else:
        pairs = read_pairs(Path(data), guard)
        found = _train(phase, folder, pairs, config, stop_fn, tell)
        about = {"data": {"lines": pairs.num_read, "pairs": len(pairs), "removed": pairs.removed}}
    if found is None:
        return None
    write_durably(done, (json.dumps({**found, **about}, indent=1, ensure_ascii=False) + "\n").encode())
    return {**found, **about}


def _train(
    phase: TrainBase | TrainAdapter,
    folder: Path,
    data: learner.Data,
    config: TrainingConfig,
    stop_fn: Callable[[], bool],
    tell: learner.TellFn,
) -> dict[str, Any] | None:
    if not len(data):
        raise UsageError(f"{folder}: there is nothing to train on; found no pair that is not held out for evaluation")
    if isinstance(phase, TrainBase):
        return learner.train_base(phase, folder, folder / NAME, data, config, stop_fn, tell)
    return learner.train_adapter(phase, folder, folder / NAME, data, config, stop_fn, tell)
