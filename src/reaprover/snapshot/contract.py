"""The contract inside a release: self-consistency, identity, known base shapes (section 8)."""

from __future__ import annotations

from dataclasses import dataclass

from reaprover.core.canonical import JsonObject, JsonValue, canonical_json, event_digest, sha256
from reaprover.snapshot.identity import BACKEND
from reaprover.snapshot.refusal import refuse

CATEGORICAL = "real-search-categorical"
TOY = "toy"
TARGET_MODULES = ["down_proj", "gate_proj", "k_proj", "o_proj", "q_proj", "up_proj", "v_proj"]
NUM_BINS = 64
HEAD_HIDDEN = 256

_CONTRACT_KEYS = frozenset(
    {"backend", "base_sha256", "categorical_search_config", "hidden_size", "lora_alpha", "lora_dropout", "lora_rank"}
    | {"objective", "search_config", "target_modules", "value_head"}
)
_SEARCH_KEYS = frozenset(
    {"categorical_value", "gamma", "head", "hidden_size", "kl_beta", "kl_reduction", "learning_rate", "lora_rank", "max_candidates"}
    | {"max_distance", "max_grad_norm", "max_sequence_tokens", "objective", "policy_reduction", "tokenization", "value_coefficient"}
    | {"value_floor", "value_learning_rate", "value_semantics"}
)
_SEARCH_OPTIONAL = frozenset({"kl_guard", "success_finalization"})
_VALUE_KEYS = frozenset(
    {"artifact", "classes", "decode", "head", "offline_optimizer_loaded", "online_optimizer_initial_state", "online_target", "support"}
    | {"temperature"}
)
_ARTIFACT_KEYS = frozenset(
    {"artifact_role", "artifact_sha256", "classes", "dataset_manifest_sha256", "decode", "extension_provenance"}
    | {"feature_model_fingerprint", "feature_model_fingerprint_sha256", "hidden_size", "initial_head_sha256", "online_target"}
    | {"optimizer", "profile", "schema_version", "seed", "state_dict_sha256", "train_rows"}
)
_FINGERPRINT_KEYS = frozenset({"directory", "metadata", "model_lock_sha256", "repository", "revision", "sha256", "weights"})


@dataclass(frozen=True, slots=True)
class BaseShape:
    """Sizes of a base model that the contract does not state.

    Attributes:
        intermediate_size: I, width of the MLP.
        key_value_size: KV, width of k and v (key-value heads × head dimension).
        num_layers: L.
    """

    intermediate_size: int
    key_value_size: int
    num_layers: int


KNOWN_SHAPES = {
    "9a00515c5cf847561f5e27404aeda4471377ff3bef8a669fd3f55a18b6be3e49": BaseShape(18944, 512, 28),  # full-v3
    "4c6600629795dccd72e5782b799dee4fd3438e113e76d11dbbc39aaa0dc7ee6d": BaseShape(128, 32, 2),  # the tiny release
}
"""Base shapes by sha256 of the contract."""


@dataclass(frozen=True, slots=True)
class Contract:
    """A checked contract.

    Attributes:
        document: the whole object, as it stands in the file. Treat it as read-only.
        sha256: sha256 of its canonical bytes, line feed included.
        backend: the runtime's backend, e.g. `real-search-categorical`.
        hidden_size: H; 0 for the toy.
        lora_rank: r; 0 for the toy.
        lora_alpha: scaling is lora_alpha / lora_rank; 0 for the toy.
        head_outputs: allowed numbers of outputs of the value head.
    """

    document: JsonObject
    sha256: str
    backend: str
    hidden_size: int
    lora_rank: int
    lora_alpha: int
    head_outputs: tuple[int, ...]

    @property
    def is_toy(self) -> bool:
        """Whether this is the contract of the toy backend, which has no tensors."""
        return self.backend == TOY

    @property
    def fingerprint(self) -> JsonObject:
        """The feature fingerprint of the base model: repository, revision, file hashes; empty if there is none."""
        node: JsonValue = self.document
        for key in ("search_config", "categorical_value", "artifact", "feature_model_fingerprint"):
            node = node.get(key) if isinstance(node, dict) else None
        return node if isinstance(node, dict) else {}

    @property
    def pins_base_content(self) -> bool:
        """Whether the fingerprint has the sha256 of every weight file (ours do; the original's have sizes only)."""
        weights = self.fingerprint.get("weights")
        return isinstance(weights, list) and bool(weights) and all(isinstance(w, dict) and "sha256" in w for w in weights)

    @property
    def base_shape(self) -> BaseShape | None:
        """The base's sizes if this contract is a known one."""
        return KNOWN_SHAPES.get(self.sha256)


def contract_sha256(document: JsonObject) -> str:
    """sha256 of the canonical bytes of a contract, line feed included."""
    return sha256(canonical_json(document))


def check_contract(document: JsonObject, *, expected: JsonObject | str | None = None, file: str = BACKEND) -> Contract:
    """Check that a contract agrees with itself, and with the expected one if there is one.

    Args:
        document: the parsed contract.
        expected: the contract (or its sha256) that the caller demands. Contracts of backends whose rules are not public
            are accepted only if they are given here.
        file: the file to name in a refusal.

    Raises:
        SnapshotIncompatible: `contract_field`, `contract_sha256_mismatch`.
    """
    digest = contract_sha256(document)
    wanted = expected if isinstance(expected, str) or expected is None else contract_sha256(expected)
    backend = document.get("backend")
    check = _Check(document, file)
    if backend == TOY:
        check.keys(document, {"backend", "base", "objective"}, "")
        check.equal("toy-v1", "objective")
        contract = Contract(document, digest, TOY, 0, 0, 0, ())
    elif backend == CATEGORICAL:
        contract = _categorical(check, digest)
    elif wanted == digest and isinstance(backend, str):
        hidden, rank, alpha = (check.count(key) for key in ("hidden_size", "lora_rank", "lora_alpha"))
        outputs = (1,) if backend in ("real", "real-search") else (1, NUM_BINS)
        contract = Contract(document, digest, backend, hidden, rank, alpha, outputs)
    else:
        raise refuse(
            "contract_field", file, "/contract/backend", found=backend, expected=f"{CATEGORICAL}, or this contract given as expected"
        )
    if wanted is not None and wanted != digest:
        raise refuse("contract_sha256_mismatch", file, "/contract", found=digest, expected=wanted)
    return contract


def _categorical(check: _Check, digest: str) -> Contract:
    document = check.document
    check.keys(document, _CONTRACT_KEYS, "")
    search = check.mapping("search_config")
    check.keys(search, _SEARCH_KEYS, "search_config", _SEARCH_OPTIONAL)
    if canonical_json(search) != canonical_json(document["categorical_search_config"]):
        raise check.refuse("categorical_search_config", "another value", "the same as search_config")
    value, artifact = ("search_config", "categorical_value"), ("search_config", "categorical_value", "artifact")
    check.keys(check.mapping(*value), _VALUE_KEYS, "/".join(value))
    check.keys(check.mapping(*artifact), _ARTIFACT_KEYS, "/".join(artifact))
    fingerprint = check.mapping(*artifact, "feature_model_fingerprint")
    check.keys(fingerprint, _FINGERPRINT_KEYS, "/".join((*artifact, "feature_model_fingerprint")))
    hidden, rank, alpha = check.count("hidden_size"), check.count("lora_rank"), check.count("lora_alpha")
    check.equal(hidden, "search_config", "hidden_size")
    check.equal(hidden, *artifact, "hidden_size")
    check.equal(rank, "search_config", "lora_rank")
    check.equal("search_visit_backup", "objective")
    check.equal(check.at("objective"), "search_config", "objective")
    check.equal(NUM_BINS, *value, "classes")
    check.equal(NUM_BINS, *artifact, "classes")
    check.equal(NUM_BINS, *value, "support", "distance_max")
    check.equal(NUM_BINS, "search_config", "max_distance")
    check.equal(1, *value, "support", "distance_min")
    check.equal(f"categorical-{NUM_BINS}", "search_config", "head")
    check.equal(f"linear-{hidden}-silu-{HEAD_HIDDEN}-linear-{NUM_BINS}", *value, "head")
    check.equal(f"linear-silu-linear-categorical-{NUM_BINS}-v1", "value_head")
    for key in ("decode", "online_target"):
        check.equal(check.at(*artifact, key), *value, key)
    recomputed = event_digest({key: item for key, item in fingerprint.items() if key != "sha256"})
    check.equal(recomputed, *artifact, "feature_model_fingerprint", "sha256")
    check.equal(recomputed, *artifact, "feature_model_fingerprint_sha256")
    check.equal(list(TARGET_MODULES), "target_modules")
    check.equal(0.0, "lora_dropout")
    return Contract(document, digest, CATEGORICAL, hidden, rank, alpha, (NUM_BINS,))


@dataclass(frozen=True, slots=True)
class _Check:
    """Looks into a contract and refuses with its JSON pointer."""

    document: JsonObject
    file: str

    def at(self, *path: str) -> JsonValue:
        node: JsonValue = self.document
        for depth, key in enumerate(path):
            if not isinstance(node, dict) or key not in node:
                raise self.refuse("/".join(path[: depth + 1]), "no such key", "the key")
            node = node[key]
        return node

    def mapping(self, *path: str) -> JsonObject:
        node = self.at(*path)
        if not isinstance(node, dict):
            raise self.refuse("/".join(path), node, "an object")
        return node

    def count(self, *path: str) -> int:
        node = self.at(*path)
        if isinstance(node, bool) or not isinstance(node, int) or node < 1:
            raise self.refuse("/".join(path), node, "an integer of at least 1")
        return node

    def equal(self, expected: JsonValue, *path: str) -> None:
        found = self.at(*path)
        if canonical_json(found) != canonical_json(expected):
            raise self.refuse("/".join(path), found, expected)

    def keys(self, node: JsonObject, keys: set[str] | frozenset[str], where: str, optional: frozenset[str] = frozenset()) -> None:
        for key in sorted(keys - set(node)):
            raise self.refuse(f"{where}/{key}".strip("/"), "no such key", "the key")
        for key in sorted(set(node) - keys - optional):
            raise self.refuse(f"{where}/{key}".strip("/"), "an unknown key", "no such key")

    def refuse(self, where: str, found: object, expected: object) -> Exception:
        return refuse("contract_field", self.file, f"/contract/{where}", found=found, expected=expected)
