"""The two other forms that circulate: the decoded payload (a torch archive by itself) and head-only files (section 12).

Both are read by the restricted reader, with the checks of a release. A decoded payload is identified by wrapping it again: if
the bytes with the contract hash to a known `weights_sha256`, it is that release's payload; otherwise it is unidentified.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from reaprover.core.canonical import JsonObject
from reaprover.snapshot.archive import PICKLE
from reaprover.snapshot.archive_writer import archive_blocks
from reaprover.snapshot.contract import Contract, check_contract
from reaprover.snapshot.identity import RELEASE, SESSION
from reaprover.snapshot.manifest import Manifest
from reaprover.snapshot.payload import ADAPTER, VALUE_HEAD, check_group, open_archive, release_weights, tensor_refs, value_head_shapes
from reaprover.snapshot.peft import ImportedWeights
from reaprover.snapshot.pickle_writer import state_dict_items
from reaprover.snapshot.refusal import refuse
from reaprover.snapshot.safetensors_file import read_regular_file, read_safetensors
from reaprover.snapshot.session import parse_session_file
from reaprover.snapshot.tensors import Dtype, TensorGroup
from reaprover.snapshot.writing import publish_snapshot, record_of, release_backend_blocks

MAX_PAYLOAD_BYTES = 4 * 1024**3
KNOWN_HEADS = {"c1d0255221cc1b3a6e80e1d5567f6c535ef0a62f1ab300d237aeaa2610e0385d": "a head-only file that is known to circulate"}
"""Head-only files by sha256."""


def import_payload(
    path: Path, *, contract: JsonObject, weights_sha256: str | None = None, adapter_dtype: Dtype = Dtype.FLOAT32
) -> ImportedWeights:
    """Read a decoded payload: a torch archive with `adapter` and `value_head`, whatever its prefix.

    Args:
        path: the archive.
        contract: what to check against and to wrap with.
        weights_sha256: of the release that it is believed to come from.
        adapter_dtype: what the adapter must be.

    Raises:
        SnapshotRefusal: the codes of a release's payload.
    """
    checked = check_contract(contract, expected=contract, file=path.name)
    data = read_regular_file(path, MAX_PAYLOAD_BYTES)
    weights = release_weights(open_archive(memoryview(data), path.name), checked, adapter_dtype=adapter_dtype)
    found = record_of(release_backend_blocks(contract, [memoryview(data)])).sha256
    identified = found if found == weights_sha256 else None
    origin = f"the payload of the release with weights_sha256 {found}" if identified else "unidentified weights"
    notes: tuple[str, ...] = () if weights.compared_with_base else ("shapes not compared with a base",)
    if identified is None:
        notes += (f"wrapped with this contract it hashes to {found}",)
    return ImportedWeights(checked, weights.adapter, weights.value_head, adapter_dtype, origin, identified, notes)


def restore_release(weights: ImportedWeights, session: bytes, out: Path) -> Manifest:
    """Write the release that these weights are proved to be: its `session.json` names the hash of the file they make.

    Args:
        weights: adapter and head, with the contract.
        session: the bytes of the release's `session.json`.
        out: a new folder.

    Raises:
        SnapshotCorrupt: `weights_sha256_mismatch`, the weights make another file than the record names; and the codes of
            `session.json`.
        SnapshotIncompatible: `missing_tensor`, a head alone.
        SnapshotExists: `already_exists`.
    """
    if weights.adapter is None:
        raise refuse("missing_tensor", "adapter", found="a value head only", expected="an adapter")
    record = parse_session_file(session)
    payload = {ADAPTER: dict(weights.adapter), VALUE_HEAD: state_dict_items(weights.value_head)}

    def backend() -> Iterator[bytes]:
        return release_backend_blocks(weights.contract.document, archive_blocks(payload))

    found = record_of(backend())
    if found.sha256 != record.weights_sha256:
        raise refuse("weights_sha256_mismatch", SESSION, "/weights_sha256", found=found.sha256, expected=record.weights_sha256)
    manifest = Manifest(record.experience_id, RELEASE, record_of([session]), found)
    publish_snapshot(out, session, backend, manifest)
    return manifest


def import_head(path: Path, *, contract: JsonObject) -> ImportedWeights:
    """Read a head-only file: a torch archive, or a safetensors file, of the four head tensors.

    Raises:
        SnapshotRefusal: the codes of a release's payload.
    """
    checked = check_contract(contract, expected=contract, file=path.name)
    shapes = value_head_shapes(checked)
    if path.suffix == ".safetensors":
        tensors, _ = read_safetensors(path)
        check_group(tensors, shapes, Dtype.FLOAT32, path.name, adapter=False)
        return _head(path, checked, TensorGroup({name: tensors[name] for name in shapes}), "")
    data = read_regular_file(path, MAX_PAYLOAD_BYTES)
    archive = open_archive(memoryview(data), path.name)
    if not isinstance(archive.value, dict):
        raise refuse("payload_keys", path.name, PICKLE, found=type(archive.value).__name__, expected="a dict of tensors")
    refs = tensor_refs(archive.value, PICKLE, path.name)
    tensors = {name: archive.tensor(ref, name) for name, ref in refs.items()}
    check_group(tensors, shapes, Dtype.FLOAT32, path.name, adapter=False)
    archive.require_all_used()
    return _head(path, checked, TensorGroup(tensors), hashlib.sha256(data).hexdigest())


def _head(path: Path, contract: Contract, head: TensorGroup, digest: str) -> ImportedWeights:
    origin = KNOWN_HEADS.get(digest, "an unidentified head")
    return ImportedWeights(contract, None, head, Dtype.FLOAT32, origin, None, (f"{path.name}: value head only",))
