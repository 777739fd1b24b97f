"""The offline value head that fresh sessions of a contract start from: one torch file, or a conversion of its tensors. No torch.

Decisions (spec model.md, section 13):
- The file is read by the restricted reader of snapshots. It must have exactly the keys of its version, and say of itself what the
  contract says of it: rows, seed, data set, fingerprint of the features, decoding.
- Whoever asks pins the file's sha256. A head-only file or a safetensors file (our own form) is a conversion: it states nothing, so its
  tensors alone must have the digest that the contract names.
- The offline optimizer is never imported; sessions start with an empty AdamW.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from reaprover.core.canonical import JsonObject, JsonValue, canonical_json
from reaprover.errors import InputError
from reaprover.snapshot.contract import Contract
from reaprover.snapshot.imports import import_head
from reaprover.snapshot.payload import check_group, open_archive, tensor_refs, value_head_shapes
from reaprover.snapshot.safetensors_file import read_regular_file
from reaprover.snapshot.tensors import Dtype, Tensor, TensorGroup

PRETRAINED: Final = "pretrained"
RANDOM: Final = "matched-random-initial"
ROWS: Final = {"new_value_head.categorical-head.v2": (20_000, 80_000), "new_value_head.categorical-head.v3": (205_628, 205_628)}
"""Schema version → fewest and most rows that the head was trained on."""

MAX_FILE_BYTES: Final = 256 << 20
_V3_KEYS: Final = frozenset({"profile", "extension_provenance"})
_STATED: Final = frozenset(
    {"schema_version", "hidden_size", "classes", "train_rows", "seed", "initial_head_sha256", "feature_model_fingerprint_sha256"}
    | {"dataset_manifest_sha256", "decode", "online_target", "optimizer", "artifact_role"}
)


@dataclass(frozen=True, slots=True, eq=False)
class OfflineHead:
    """A head with what is known of it.

    Attributes:
        head: `0.weight`, `0.bias`, `2.weight`, `2.bias`, float32.
        role: `pretrained` or `matched-random-initial`, as the contract says.
        sha256: of the file.
        state_sha256: of the tensors' raw bytes, one after the other.
        stated: what the file says of itself; empty for a conversion.
    """

    head: TensorGroup
    role: str
    sha256: str
    state_sha256: str
    stated: JsonObject


def state_sha256(head: Mapping[str, Tensor]) -> str:
    """sha256 of the raw bytes of `0.weight`, `0.bias`, `2.weight`, `2.bias`, one after the other."""
    digest = hashlib.sha256()
    for name in ("0.weight", "0.bias", "2.weight", "2.bias"):
        digest.update(head[name].tobytes())
    return digest.hexdigest()


def read_head_artifact(path: Path, *, sha256: str, role: str, contract: Contract) -> OfflineHead:
    """Read the head that a contract names.

    Args:
        path: the file.
        sha256: what its bytes must hash to.
        role: what the caller takes it for.
        contract: of the sessions that will start from it.

    Raises:
        InputError: another file, role or head than the contract's, or a statement that differs; names the field.
        SnapshotRefusal: no such file, a link, or a file that the restricted reader refuses.
    """
    search = contract.document["search_config"]
    assert isinstance(search, dict)
    value = search["categorical_value"]
    assert isinstance(value, dict)
    named = value["artifact"]
    assert isinstance(named, dict)
    data = read_regular_file(path, MAX_FILE_BYTES)
    found = hashlib.sha256(data).hexdigest()
    _equal(path, "sha256", found, sha256)
    _equal(path, "role", role, named["artifact_role"])
    stated: JsonObject = {}
    head = None
    if path.suffix != ".safetensors":
        archive = open_archive(memoryview(data), path.name)
        content = archive.value
        if isinstance(content, dict) and "schema_version" in content:
            _equal(path, "sha256", found, named["artifact_sha256"])
            stated = _stated(path, content, named)
            refs = tensor_refs(content["state_dict"], "state_dict", path.name)
            tensors = {name: archive.tensor(ref, name) for name, ref in refs.items()}
            check_group(tensors, value_head_shapes(contract), Dtype.FLOAT32, path.name, adapter=False)
            archive.require_all_used()
            head = TensorGroup(tensors)
    if head is None:
        head = import_head(path, contract=contract.document).value_head
    digest = state_sha256(head)
    _equal(path, "state_dict, sha256", digest, named["state_dict_sha256"])
    if role == RANDOM:
        _equal(path, "state_dict, sha256 of the initial head", digest, named["initial_head_sha256"])
    return OfflineHead(head, role, found, digest, stated)


def _stated(path: Path, content: Mapping[str, object], named: Mapping[str, JsonValue]) -> JsonObject:
    """What the file says of itself, compared with what the contract says."""
    version = content["schema_version"]
    if not isinstance(version, str) or version not in ROWS:
        raise InputError(f"{path.name}, schema_version", "is not known", found=repr(version)[:80], expected=" or ".join(ROWS))
    keys = _STATED | (_V3_KEYS if version.endswith(".v3") else frozenset())
    if differing := sorted(map(str, content.keys() ^ (keys | {"state_dict"}))):
        raise InputError(
            path.name, "has other keys", found=f"a difference in {', '.join(differing)[:200]}", expected="those of its version"
        )
    stated: JsonObject = {key: _json(path, key, content[key]) for key in sorted(keys)}
    for key, said in stated.items():
        _equal(path, key, said, named[key])
    rows, (fewest, most) = stated["train_rows"], ROWS[version]
    if not isinstance(rows, int) or not fewest <= rows <= most:
        raise InputError(f"{path.name}, train_rows", "do not go with its version", found=repr(rows)[:40], expected=f"{fewest} to {most}")
    return stated


def _json(path: Path, key: str, value: object) -> JsonValue:
    """A statement as JSON; tensors and other things have no place in it."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, list):
        return [_json(path, key, item) for item in value]
    if isinstance(value, dict) and all(isinstance(name, str) for name in value):
        return {name: _json(path, key, item) for name, item in value.items()}
    raise InputError(f"{path.name}, {key}", "is no plain value", found=type(value).__name__, expected="texts, numbers, lists and objects")


def _equal(path: Path, what: str, found: JsonValue, expected: JsonValue) -> None:
    if canonical_json(found) != canonical_json(expected):
        raise InputError(f"{path.name}, {what}", "differs", found=repr(found)[:120], expected=repr(expected)[:120])
