"""The offline recipe of a value head from a replay store to a folder with its report (spec learning.md, sections 9 and 10).

The folder, published at once and never overwritten:

    head.safetensors            the trained head
    initial-head.safetensors    the matched random head: what training began with
    rows.jsonl                  every row in the order that training numbers them: part, key, root, family, depth
    report.json                 data, splits, epochs, versions, and the calibration of both heads on validation and test states
    COMPLETE                    the sha256 of head.safetensors

Decisions:
- Roots are theorem ids; the family of `ID/v3` is `ID` (`train.statements`), and families are what is split.
- Two states are the same if they are the same on terms (the replay's state key), whatever their names.
- The report holds what a repetition needs: epochs, split hashes, the hash of the order of rows and batches, versions, threads.
- Constants in the report (median, frequencies) are those of the training split.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import platform
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reaprover import __version__
from reaprover.core.durable import file_sha256, publish_folder
from reaprover.errors import InputError
from reaprover.learn.leakage import EvaluationGuard
from reaprover.learn.replay import MANIFEST, ReplayStore
from reaprover.learn.transition import Transition

if TYPE_CHECKING:
    from reaprover.learn.value_training import Epoch, HeadConfig, Part, Row, Splits, Table, TrainedHead
    from reaprover.model.loading import ModelOptions
    from reaprover.snapshot.tensors import TensorGroup

REPORT_SCHEMA = "reaprover.value-head-report.v1"
HEAD_FILE, INITIAL_FILE, ROWS_FILE, REPORT_FILE, COMPLETE_FILE = (
    *("head.safetensors", "initial-head.safetensors", "rows.jsonl", "report.json", "COMPLETE"),
)
TRAINED, RANDOM = "trained head", "matched random head"

TellFn = Callable[[str, float, dict[str, Any]], None]
"""Told: what is done now, the share of it that is done, facts."""


def family_of(theorem_id: str) -> str:
    """The problem that a statement of a pool is a variant of; its own id if of none."""
    return re.sub(r"/v\d+$", "", theorem_id)


def rows_of(transitions: Iterable[Transition]) -> list[Row]:
    """The states of verified proofs with their distances."""
    from reaprover.learn.value_training import Row

    return [
        Row(
            state=one.state,
            key=one.state_key or hashlib.sha256(one.state.encode("utf-8", "surrogatepass")).hexdigest(),
            root=one.theorem_id,
            family=family_of(one.theorem_id),
            depth=-one.value_target,
        )
        for one in transitions
    ]


def train_value(
    model: Path,
    replay: Path,
    out: Path,
    config: HeadConfig | None = None,
    *,
    options: ModelOptions | None = None,
    guard: EvaluationGuard | None = None,
    stop_fn: Callable[[], bool] = lambda: False,
    tell: TellFn = lambda _what, _share, _facts: None,
) -> dict[str, Any] | None:
    """Train a value head and publish it with its report; None if it was stopped, then nothing is written.

    Args:
        model: model folder, release or base; of it only the base is used.
        replay: folder of a replay store.
        out: the folder to publish; it must not exist.
        config: the recipe's numbers.
        options: how the model is loaded.
        guard: what may not be in the data; None takes all evaluation splits of the package.
        stop_fn: asked often.
        tell: progress.

    Returns:
        The report.

    Raises:
        InputError: the folder exists, there is no store, or a split has no states.
        LeakageError: an evaluation statement is in the data.
        TrainingFailed: numbers that are not finite.
        SnapshotRefusal, LoadMismatch, PrerequisiteError, InfrastructureError: see `load_model` and `publish_folder`.
    """
    from reaprover.learn.value_training import HeadConfig, Part, split, train_head

    config = config or HeadConfig()
    out = Path(out)
    if out.exists():
        raise InputError(str(out), "exists already", expected="a new folder", advice="choose another name; nothing is overwritten")
    if not (Path(replay) / MANIFEST).is_file():
        raise InputError(str(replay), "is no replay store", expected=f"a folder with {MANIFEST}")
    with ReplayStore(Path(replay), guard=EvaluationGuard.of_sets() if guard is None else guard, read_only=True) as store:
        rows, manifest_sha256, guard_sha256 = rows_of(store), file_sha256(store.folder / MANIFEST), store.guard.sha256
    splits = split(rows, config.seed)
    _require_states(replay, splits.rows)
    trainee, name = _trainee(Path(model), options, "features")
    data = _data_of(trainee, splits, stop_fn, tell)
    if data is None:
        return None
    _require_states(replay, data.rows)

    def show(epoch: Epoch) -> None:
        facts = {"validation NLL": round(epoch.validation_nll, 4), "train NLL": epoch.train_nll and round(epoch.train_nll, 4)}
        tell("training", epoch.number / config.max_epochs, {"epoch": epoch.number, **facts})

    trained = train_head(data.tables[Part.TRAIN], data.tables[Part.VALIDATION], config, stop_fn=stop_fn, progress_fn=show)
    if trained is None:
        return None
    tell("report", 0.0, {})
    base = trainee.model.base
    facts = {
        "model": name,
        "base": {"name": base.name, "identity": base.identity, "hidden_size": base.hidden_size},
        "features": {"adapter": False, "position": "last token of the prompt", "dtype": "float16", "theorems_in_prompt": 0},
        "data": {
            "manifest_sha256": manifest_sha256,
            "guard_sha256": guard_sha256,
            "num_offered": splits.num_offered,
            "dropped": {"duplicate_states": splits.num_duplicates, "states_in_two_splits": splits.num_shared, **data.dropped},
        },
    }
    return _publish(out, trained, data, config, facts)


@dataclass(frozen=True, slots=True, eq=False)
class _Data:
    """What is trained on and measured on.

    Attributes:
        rows: of each part, as they are numbered.
        tables: their features and classes.
        dropped: rows that were left out on the way, by reason.
    """

    rows: Mapping[Part, Sequence[Row]]
    tables: Mapping[Part, Table]
    dropped: Mapping[str, int]


def _data_of(trainee: Any, splits: Splits, stop_fn: Callable[[], bool], tell: TellFn) -> _Data | None:
    """Features of all parts, isolated; None if it was stopped."""
    from reaprover.learn.value_training import Part, Table, base_features, check_isolation, classes_of, vector_hashes

    rows: dict[Part, list[Row]] = {}
    features: dict[Part, Any] = {}  # [N, H] float16 of each part
    vectors: dict[Part, list[str]] = {}
    for part, mine in splits.rows.items():

        def show(done: int, of: int, what: str = f"features, {part.value}") -> None:
            tell(what, done / of, {"states": done})

        found = base_features(trainee, [row.state for row in mine], stop_fn=stop_fn, progress_fn=show)
        if found is None:
            return None
        features[part], places = found
        rows[part], vectors[part] = [mine[place] for place in places], vector_hashes(features[part])
    num_fitting = sum(map(len, rows.values()))
    num_parts = Counter(vector for own in vectors.values() for vector in set(own))
    for part, own in vectors.items():
        places = [place for place, vector in enumerate(own) if num_parts[vector] == 1]
        rows[part], features[part] = [rows[part][place] for place in places], features[part][places]
        vectors[part] = [own[place] for place in places]
    check_isolation(rows, vectors)
    num_kept = sum(map(len, rows.values()))
    num_long = sum(map(len, splits.rows.values())) - num_fitting
    tables = {part: Table(features[part], classes_of(rows[part])) for part in Part}
    return _Data(rows, tables, {"too_long": num_long, "vectors_in_two_splits": num_fitting - num_kept})


def _require_states(replay: Path, rows: Mapping[Part, Sequence[Row]]) -> None:
    if not all(rows.values()):
        counts = ", ".join(f"{len(own)} {part.value}" for part, own in rows.items())
        raise InputError(str(replay), "leaves a split without states", found=counts, expected="some in each", advice="bring more theorems")


def _trainee(model: Path, options: ModelOptions | None, session_id: str) -> tuple[Any, str]:
    from reaprover.learn.trainee import SessionTrainee
    from reaprover.model.loading import ModelOptions, load_model, require_model_packages

    require_model_packages()
    options = options or ModelOptions()
    if (model / "config.json").is_file():
        options = dataclasses.replace(options, fresh_head=True)  # a base alone: no head of it is used here
    loaded, name = load_model(model, options, session_id=session_id)
    return SessionTrainee(loaded, session_id), name


def _publish(out: Path, trained: TrainedHead, data: _Data, config: HeadConfig, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Write the folder and give its report."""
    import torch

    from reaprover.learn.contract import HeadArtifact
    from reaprover.learn.value_training import Part
    from reaprover.snapshot.peft import HEAD_SCHEMA
    from reaprover.snapshot.safetensors_file import safetensors_blocks

    rows = data.rows
    heads = {TRAINED: _group(trained.head), RANDOM: _group(trained.initial)}
    artifact = HeadArtifact.trained(
        heads[TRAINED],
        initial=heads[RANDOM],
        dataset_manifest_sha256=facts["data"]["manifest_sha256"],
        train_rows=len(rows[Part.TRAIN]),
        seed=config.seed,
        profile="reaprover.train.value",
        learning_rate=config.learning_rate,
        weight_decay=config.weight_decay,
    )
    lines = "".join(
        json.dumps({"part": part.value, "key": row.key, "root": row.root, "family": row.family, "depth": row.depth}) + "\n"
        for part in Part
        for row in rows[part]
    ).encode()
    report = {
        "schema": REPORT_SCHEMA,
        **facts,
        "splits": {part.value: _split_facts(rows[part]) for part in Part},
        "rows_sha256": hashlib.sha256(lines).hexdigest(),
        "training": {
            "config": asdict(config),
            "optimizer": "AdamW",
            "loss": "unweighted cross-entropy over 64 classes",
            "epochs_run": trained.epochs[-1].number,
            "best_epoch": trained.best_epoch,
            "epochs": [asdict(epoch) for epoch in trained.epochs],
            "order_sha256": trained.order_sha256,
            "deterministic": True,
            "device": "cpu",
            "num_threads": torch.get_num_threads(),
        },
        "artifact": asdict(artifact),
        "versions": {"reaprover": __version__, "torch": str(torch.__version__), "python": platform.python_version()},
        **_calibrations(trained, data),
    }
    metadata = {"format": "pt", "schema_version": HEAD_SCHEMA}
    head = b"".join(map(bytes, safetensors_blocks(heads[TRAINED], metadata)))
    assert hashlib.sha256(head).hexdigest() == artifact.artifact_sha256
    files = {
        HEAD_FILE: head,
        INITIAL_FILE: b"".join(map(bytes, safetensors_blocks(heads[RANDOM], metadata))),
        ROWS_FILE: lines,
        REPORT_FILE: (json.dumps(report, indent=1, ensure_ascii=False, allow_nan=False) + "\n").encode(),
        COMPLETE_FILE: f"{artifact.artifact_sha256}\n".encode(),
    }
    try:
        publish_folder(out, dict(files))
    except FileExistsError:
        raise InputError(str(out), "exists already", expected="a new folder", advice="choose another name") from None
    return report


def _group(head: Any) -> TensorGroup:
    from reaprover.model.policy_value import to_snapshot
    from reaprover.snapshot.tensors import TensorGroup

    return TensorGroup({name: to_snapshot(parameter) for name, parameter in head.named_parameters()})


def _split_facts(rows: Sequence[Row]) -> dict[str, Any]:
    """Size of a part, its hash as a set of states, and that of the order of its rows."""

    def digest(keys: Iterable[str]) -> str:
        return hashlib.sha256("\n".join(keys).encode()).hexdigest()

    return {
        "num_states": len(rows),
        "num_roots": len({row.root for row in rows}),
        "num_families": len({row.family for row in rows}),
        "sha256": digest(sorted(row.key for row in rows)),
        "order_sha256": digest(row.key for row in rows),
    }


def _calibrations(trained: TrainedHead, data: _Data) -> dict[str, Any]:
    """The report of both heads on the held-out parts, and their paired differences; the constants stand in each."""
    from reaprover.evals.calibration import calibration, compare_heads
    from reaprover.learn.value_training import Part, distributions

    rows = data.rows
    reference = [row.depth for row in rows[Part.TRAIN]]
    found: dict[str, Any] = {"heads": {}, "differences": {}}
    for part in (Part.VALIDATION, Part.TEST):
        truth, roots = [row.depth for row in rows[part]], [row.root for row in rows[part]]
        features, heads = data.tables[part].features, {TRAINED: trained.head, RANDOM: trained.initial}
        said = {name: distributions(head, features).tolist() for name, head in heads.items()}
        found["heads"][part.value] = {name: calibration(p, truth, roots, reference=reference) for name, p in said.items()}
        found["differences"][part.value] = compare_heads(said, truth, roots)
    return found


def markdown(report: Mapping[str, Any]) -> str:
    """The report's main figures as Markdown tables, for people."""
    from reaprover.evals.report import table

    training, data = report["training"], report["data"]
    counts = ", ".join(f"{part}: {of['num_states']} states of {of['num_roots']} theorems" for part, of in report["splits"].items())
    parts = [
        f"Value head on base `{report['base']['name']}` ({report['base']['identity'][:12]}), no adapter. {counts}.",
        f"Best epoch {training['best_epoch']} of {training['epochs_run']}; dropped: "
        + ", ".join(f"{number} {what.replace('_', ' ')}" for what, number in data["dropped"].items())
        + ".",
        "",
    ]
    header = ("split", "head", "NLL", "accuracy", "MAE", "bias", "within 2", "order in roots", "pairs", "ECE_d", "class ECE")
    rows: list[list[Any]] = []
    for part, heads in report["heads"].items():
        for name, of in heads.items():
            order = "–" if of["order_in_roots"] is None else f"{of['order_in_roots']:.3f}"
            points = [f"{of['nll']:.3f}", f"{of['accuracy']:.1%}", f"{of['mae']:.2f}", f"{of['bias']:+.2f}"]
            more = [f"{of['ece_equal_count']['ece']:.2f}", f"{of['classification_ece']:.2f}"]
            rows.append([part, name, *points, f"{of['expected_within']['2']:.1%}", order, of["num_pairs"], *more])
        constant = next(iter(heads.values()))["constant"]
        within, label = f"{constant['within']['2']:.1%}", f"constant {constant['median']:g} (NLL: frequencies)"
        points = [f"{constant['nll_of_frequencies']:.3f}", "–", f"{constant['mae']:.2f}", f"{constant['bias']:+.2f}"]
        rows.append([part, label, *points, within, *["–"] * 4])
    parts += [*table(header, rows), "", "Test states by depth, trained head:", ""]
    buckets = report["heads"]["test"][TRAINED]["buckets"]
    named = [[b["bucket"], b["num_states"], f"{b['mean_prediction']:.2f}", f"{b['mae']:.2f}", f"{b['within_2']:.1%}"] for b in buckets]
    parts += table(("depth", "states", "prediction", "MAE", "within 2"), named)
    return "\n".join(parts) + "\n"
