"""The contract of a base of our own: what its adapters, heads and sessions agree with.

Same form as the published contract (`real-search-categorical`, spec snapshot.md, section 8), so every reader of releases takes it.
Decisions:
- Every file of the base stands in the fingerprint with its sha256, weights included; `snapshot.base.check_base` compares them all.
- `base_sha256` is the base's `reaprover.base-identity.v1`, the revision its first 40 digits: nothing is an opaque pin.
- Nothing is claimed of a head that was not trained: such an artifact has the role `matched-random-initial`, no rows and no data.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from reaprover.core.canonical import JsonError, JsonObject, JsonValue, canonical_json, event_digest, parse_json, sha256
from reaprover.core.durable import file_sha256
from reaprover.errors import InputError
from reaprover.model.head_artifact import PRETRAINED, RANDOM, state_sha256
from reaprover.model.identity import identity_of_files
from reaprover.model.network import LoraShape
from reaprover.snapshot.contract import CATEGORICAL, NUM_BINS, TARGET_MODULES, Contract, check_contract
from reaprover.snapshot.identity import BESIDE
from reaprover.snapshot.payload import value_head_shapes
from reaprover.snapshot.peft import HEAD_SCHEMA
from reaprover.snapshot.safetensors_file import safetensors_blocks
from reaprover.snapshot.tensors import TensorGroup
from reaprover.snapshot.writing import record_of

ARTIFACT_SCHEMA = "reaprover.categorical-head.v1"
DECODE = "softmax-temperature-1-expected-distance-1-to-64-bin64-saturates"
ONLINE_TARGET = "clipped-distance-two-hot-categorical-cross-entropy"
NO_DATA_SHA256 = sha256(b"")
"""Data manifest of a head that has seen no data."""

_REPOSITORY = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}/[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")
_METADATA_ENDINGS = frozenset({".json", ".txt", ".jinja"})
_MAX_CONFIG_BYTES = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadArtifact:
    """Where the value head of fresh sessions comes from (spec model.md, section 13).

    Attributes:
        role: `pretrained` or `matched-random-initial`.
        artifact_sha256: of the head as a safetensors file.
        initial_head_sha256: digest of the head's state before its training.
        state_dict_sha256: digest of its state.
        dataset_manifest_sha256: of the data it was trained on.
        train_rows: number of training rows.
        seed: of the training.
        profile: a word for the data.
        learning_rate, weight_decay: of its AdamW.
        provenance: names to sha256 of what the data were made from.
    """

    role: str
    artifact_sha256: str
    initial_head_sha256: str
    state_dict_sha256: str
    dataset_manifest_sha256: str
    train_rows: int
    seed: int
    profile: str
    learning_rate: float = 1e-3
    weight_decay: float = 0.01
    provenance: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def untrained(cls, head: TensorGroup, *, seed: int) -> HeadArtifact:
        """Of a head with its random initial values."""
        digest = state_sha256(head)
        return cls(
            role=RANDOM,
            artifact_sha256=_file_sha256(head),
            initial_head_sha256=digest,
            state_dict_sha256=digest,
            dataset_manifest_sha256=NO_DATA_SHA256,
            train_rows=0,
            seed=seed,
            profile="untrained",
        )

    @classmethod
    def trained(
        cls,
        head: TensorGroup,
        *,
        initial: TensorGroup,
        dataset_manifest_sha256: str,
        train_rows: int,
        seed: int,
        profile: str,
        learning_rate: float = 1e-3,
        weight_decay: float = 0.01,
        provenance: Mapping[str, str] | None = None,
    ) -> HeadArtifact:
        """Of a head trained from `initial` on `train_rows` rows."""
        return cls(
            role=PRETRAINED,
            artifact_sha256=_file_sha256(head),
            initial_head_sha256=state_sha256(initial),
            state_dict_sha256=state_sha256(head),
            dataset_manifest_sha256=dataset_manifest_sha256,
            train_rows=train_rows,
            seed=seed,
            profile=profile,
            learning_rate=learning_rate,
            weight_decay=weight_decay,
            provenance=dict(provenance or {}),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchSettings:
    """What sessions search and learn by; the defaults are the published contract's.

    Attributes:
        gamma: discount per step.
        kl_beta: weight of the KL to the frozen base.
        learning_rate, value_learning_rate: of AdamW, adapter and head.
        max_candidates: of one state, at most.
        max_grad_norm: clip.
        max_sequence_tokens: prompt and candidate together; None takes the base's context, at most 4,096.
        value_coefficient: weight of the value loss.
        value_floor: lower bound of search values before their logarithm.
    """

    gamma: float = 0.99
    kl_beta: float = 0.02
    learning_rate: float = 1e-4
    value_learning_rate: float = 3e-4
    max_candidates: int = 64
    max_grad_norm: float = 1.0
    max_sequence_tokens: int | None = None
    value_coefficient: float = 0.5
    value_floor: float = 1e-6


def new_contract(
    base_folder: str | Path,
    *,
    repository: str,
    head: HeadArtifact,
    lora: LoraShape | None = None,
    search: SearchSettings | None = None,
) -> Contract:
    """The contract of a base of our own.

    Args:
        base_folder: the base as written by `tiny_base.save_base`; all its files are pinned.
        repository: a name for it, `owner/name`.
        head: facts of the value head that fresh sessions start with.
        lora: rank and alpha; None takes 16 and 32.
        search: settings; None takes the published ones.

    Raises:
        InputError: a name of another form, or a folder with files that a base does not have (pickles, code, adapters).
        LoadMismatch: no safetensors files.
        SnapshotIncompatible: `contract_field`, settings that do not make a contract.
    """
    folder, lora, search = Path(base_folder), lora or LoraShape(), search or SearchSettings()
    if not _REPOSITORY.fullmatch(repository):
        raise InputError("repository", "has another form", found=repository[:140], expected="owner/name")
    config = _config(folder)
    hidden, context = _count(config, "hidden_size"), _count(config, "max_position_embeddings")
    identity = identity_of_files(folder)
    fingerprint = _fingerprint(folder, repository, identity[:40])
    settings: JsonObject = {
        "categorical_value": _categorical_value(head, hidden, fingerprint),
        "gamma": float(search.gamma),
        "head": f"categorical-{NUM_BINS}",
        "hidden_size": hidden,
        "kl_beta": float(search.kl_beta),
        "kl_reduction": "visit_weighted_sum_of_prefix_next_token_KL_current_to_frozen_base",
        "learning_rate": float(search.learning_rate),
        "lora_rank": lora.rank,
        "max_candidates": search.max_candidates,
        "max_distance": NUM_BINS,
        "max_grad_norm": float(search.max_grad_norm),
        "max_sequence_tokens": search.max_sequence_tokens or min(context, 4096),
        "objective": "search_visit_backup",
        "policy_reduction": "visit_weighted_joint_token_sum",
        "tokenization": "canonical_tactic_separate_tokenization_no_implicit_EOS_joint_token_sum",
        "value_coefficient": float(search.value_coefficient),
        "value_floor": float(search.value_floor),
        "value_learning_rate": float(search.value_learning_rate),
        "value_semantics": f"new_value_head.distance_categorical_{NUM_BINS}_saturated.v1",
    }
    document: JsonObject = {
        "backend": CATEGORICAL,
        "base_sha256": identity,
        "categorical_search_config": settings,
        "hidden_size": hidden,
        "lora_alpha": lora.alpha,
        "lora_dropout": 0.0,
        "lora_rank": lora.rank,
        "objective": "search_visit_backup",
        "search_config": settings,
        "target_modules": list(TARGET_MODULES),
        "value_head": f"linear-silu-linear-categorical-{NUM_BINS}-v1",
    }
    read_back = parse_json(canonical_json(document))  # twins that share no object
    assert isinstance(read_back, dict)
    contract = check_contract(read_back)
    assert set(value_head_shapes(contract)) == {"0.weight", "0.bias", "2.weight", "2.bias"}
    return contract


def _file_sha256(head: TensorGroup) -> str:
    return record_of(safetensors_blocks(head, {"format": "pt", "schema_version": HEAD_SCHEMA})).sha256


def _categorical_value(head: HeadArtifact, hidden: int, fingerprint: JsonObject) -> JsonObject:
    provenance: dict[str, JsonValue] = dict(head.provenance)
    return {
        "artifact": {
            "artifact_role": head.role,
            "artifact_sha256": head.artifact_sha256,
            "classes": NUM_BINS,
            "dataset_manifest_sha256": head.dataset_manifest_sha256,
            "decode": DECODE,
            "extension_provenance": provenance,
            "feature_model_fingerprint": fingerprint,
            "feature_model_fingerprint_sha256": fingerprint["sha256"],
            "hidden_size": hidden,
            "initial_head_sha256": head.initial_head_sha256,
            "online_target": ONLINE_TARGET,
            "optimizer": {"learning_rate": float(head.learning_rate), "name": "AdamW", "weight_decay": float(head.weight_decay)},
            "profile": head.profile,
            "schema_version": ARTIFACT_SCHEMA,
            "seed": head.seed,
            "state_dict_sha256": head.state_dict_sha256,
            "train_rows": head.train_rows,
        },
        "classes": NUM_BINS,
        "decode": DECODE,
        "head": f"linear-{hidden}-silu-256-linear-{NUM_BINS}",
        "offline_optimizer_loaded": False,
        "online_optimizer_initial_state": "empty_at_policy_version_0",
        "online_target": ONLINE_TARGET,
        "support": {"bin_64": "all_distances_greater_than_or_equal_to_64", "distance_max": NUM_BINS, "distance_min": 1},
        "temperature": 1.0,
    }


def _fingerprint(folder: Path, repository: str, revision: str) -> JsonObject:
    """Name, revision and every file of a base."""
    metadata: list[JsonValue] = []
    weights: list[JsonValue] = []
    for path in sorted(folder.iterdir()):
        if path.name in BESIDE:
            continue
        is_weights = path.suffix == ".safetensors"
        if not path.is_file() or path.name == "adapter_config.json" or not (is_weights or path.suffix in _METADATA_ENDINGS):
            raise InputError(str(path), "does not belong to a base", expected="safetensors, configuration and tokenizer files")
        record: JsonObject = {"path": path.name, "sha256": file_sha256(path), "size": path.stat().st_size}
        (weights if is_weights else metadata).append(record)
    fingerprint: JsonObject = {
        "directory": f"{repository.rpartition('/')[2]}-{revision[:8]}",
        "metadata": metadata,
        "model_lock_sha256": sha256(canonical_json([*metadata, *weights])),
        "repository": repository,
        "revision": revision,
        "weights": weights,
    }
    return {**fingerprint, "sha256": event_digest(fingerprint)}


def _config(folder: Path) -> JsonObject:
    path = folder / "config.json"
    if not path.is_file() or path.stat().st_size > _MAX_CONFIG_BYTES:
        raise InputError(str(path), "is no configuration", expected="the config.json of a base model")
    try:
        config = parse_json(path.read_bytes())
    except JsonError as error:
        raise InputError(str(path), str(error), expected="a JSON object") from None
    if not isinstance(config, dict):
        raise InputError(str(path), "is not a JSON object", found=type(config).__name__)
    return config


def _count(config: JsonObject, key: str) -> int:
    value = config.get(key)
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise InputError(f"config.json: {key}", "is no count", found=repr(value)[:40], expected="an integer of at least 1")
    return value
