"""Writing releases: the bytes of the original's writer, published durably and never over anything (section 11)."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from reaprover.core.canonical import JsonObject, canonical_json
from reaprover.core.durable import Content, publish_folder
from reaprover.snapshot.archive_writer import archive_blocks
from reaprover.snapshot.contract import Contract, check_contract
from reaprover.snapshot.fields import require_count, require_identifier_text, require_sha256_text
from reaprover.snapshot.identity import BACKEND, MANIFEST, RELEASE, SESSION, require_identifier
from reaprover.snapshot.manifest import FileRecord, Manifest
from reaprover.snapshot.payload import ADAPTER, VALUE_HEAD, check_group, implied_shapes, value_head_shapes
from reaprover.snapshot.pickle_writer import state_dict_items
from reaprover.snapshot.refusal import refuse
from reaprover.snapshot.session import Acceptance, AcceptanceKind, LiveSession, ReleaseSession, Source
from reaprover.snapshot.tensors import Dtype, TensorGroup
from reaprover.snapshot.variants import ENCODING

_ENCODE_STEP = 3 * (1 << 18)


@dataclass(frozen=True, slots=True, eq=False)
class ReleaseDraft:
    """What becomes a release when it is written.

    Attributes:
        experience_id: its id.
        source: where it comes from.
        evidence_sha256: sha256 of the checker's `accepted.json`.
        contract: the contract object, self-consistent.
        adapter: LoRA tensors, all finite, in module order.
        value_head: the four head tensors, float32.
        kind: who accepted.
        adapter_dtype: float32, or bfloat16 if that is meant.
    """

    experience_id: str
    source: Source
    evidence_sha256: str
    contract: JsonObject
    adapter: TensorGroup
    value_head: TensorGroup
    kind: AcceptanceKind = AcceptanceKind.INDEPENDENT_LEAN
    adapter_dtype: Dtype = Dtype.FLOAT32


def write_release(folder: Path, draft: ReleaseDraft) -> Manifest:
    """Write a release into a new folder: all of it or nothing. The draft is checked as a reader would.

    Args:
        folder: must not exist; in a store `<root>/<experience_id>/release`.
        draft: what to write.

    Raises:
        SnapshotExists: `already_exists`.
        SnapshotRefusal: the draft would be refused by a reader, with that reader's code.
        InfrastructureError: the disk refuses.
    """
    parts = assemble_release(draft)
    publish_snapshot(folder, parts.session.to_bytes(), parts.make_backend, parts.manifest)
    return parts.manifest


@dataclass(frozen=True, slots=True)
class ReleaseParts:
    """A release that is ready to be written.

    Attributes:
        session: its `session.json`.
        manifest: its `manifest.json`.
        make_backend: makes the blocks of its `backend.json`, the same each time.
    """

    session: ReleaseSession
    manifest: Manifest
    make_backend: Callable[[], Iterator[bytes]]


def assemble_release(draft: ReleaseDraft) -> ReleaseParts:
    """Check a draft as a reader would and work out its files; nothing is written.

    Raises:
        SnapshotRefusal: the draft would be refused by a reader, with that reader's code.
    """
    check_draft(draft)
    payload = {ADAPTER: dict(draft.adapter), VALUE_HEAD: state_dict_items(draft.value_head)}
    return _assembled(
        lambda weights_sha256: ReleaseSession(
            draft.experience_id, draft.source, Acceptance(draft.kind, draft.evidence_sha256), weights_sha256
        ),
        lambda: release_backend_blocks(draft.contract, archive_blocks(payload)),
    )


def _assembled(make_session: Callable[[str], ReleaseSession], make_backend: Callable[[], Iterator[bytes]]) -> ReleaseParts:
    backend = record_of(make_backend())
    session = make_session(backend.sha256)
    return ReleaseParts(session, Manifest(session.experience_id, RELEASE, record_of([session.to_bytes()]), backend), make_backend)


def publish_release(
    folder: Path,
    make_session: Callable[[str], ReleaseSession],
    make_backend: Callable[[], Iterator[bytes]],
) -> Manifest:
    """Publish a release whose `backend.json` comes in blocks; it is made twice, once for its hash, once for the disk."""
    parts = _assembled(make_session, make_backend)
    publish_snapshot(folder, parts.session.to_bytes(), parts.make_backend, parts.manifest)
    return parts.manifest


def publish_snapshot(folder: Path, session: bytes, make_backend: Callable[[], Content], manifest: Manifest) -> None:
    """Publish three files at once: session, backend, manifest, in this order.

    Raises:
        SnapshotExists: `already_exists`.
        InfrastructureError: the disk refuses.
    """
    files: dict[str, Content | Callable[[], Content]] = {SESSION: session, BACKEND: make_backend, MANIFEST: manifest.to_bytes()}
    try:
        publish_folder(folder, files)
    except FileExistsError:
        raise refuse("already_exists", "", str(folder), found="something of this name", expected="a new name") from None


def live_snapshot_files(session: LiveSession, snapshot: str, backend: JsonObject, payload: object | None) -> tuple[Manifest, bytes, bytes]:
    """Manifest, `session.json` and `backend.json` of a live-session snapshot, for `publish_snapshot`.

    Args:
        session: the record.
        snapshot: the snapshot's name.
        backend: the keys of `backend.json` besides `encoding` and `payload`.
        payload: the tree for `write_pickle`, or None for the toy backend.
    """
    document = dict(backend)
    if payload is not None:
        document |= {"encoding": ENCODING, "payload": base64.b64encode(b"".join(archive_blocks(payload))).decode("ascii")}
    session_bytes, backend_bytes = session.to_bytes(), canonical_json(document)
    name = require_identifier(snapshot, "snapshot")
    return Manifest(session.session_id, name, record_of([session_bytes]), record_of([backend_bytes])), session_bytes, backend_bytes


def release_backend_blocks(contract: JsonObject, payload: Iterable[bytes | memoryview]) -> Iterator[bytes]:
    """`backend.json` of a release in blocks: contract, encoding, payload in base64."""
    yield b'{"contract":' + canonical_json(contract)[:-1] + b',"encoding":"' + ENCODING.encode() + b'","payload":"'
    rest = bytearray()
    for block in payload:
        view = memoryview(block)
        if rest or len(view) < 3:
            taken = min(len(view), -len(rest) % 3)
            rest += view[:taken]
            view = view[taken:]
            if len(rest) % 3 == 0 and len(view) >= 3:
                yield base64.b64encode(rest)
                rest.clear()
        if not rest:
            whole = len(view) // 3 * 3
            for start in range(0, whole, _ENCODE_STEP):
                yield base64.b64encode(view[start : min(whole, start + _ENCODE_STEP)])
            view = view[whole:]
        rest += view
    yield base64.b64encode(rest) + b'"}\n'


def record_of(blocks: Iterable[bytes | memoryview]) -> FileRecord:
    """Size and sha256 of a file that comes in blocks."""
    digest, size = hashlib.sha256(), 0
    for block in blocks:
        digest.update(block)
        size += len(block)
    return FileRecord(size, digest.hexdigest())


def check_draft(draft: ReleaseDraft) -> Contract:
    """Check a draft by the rules of reading; gives its contract."""
    require_identifier(draft.experience_id, "experience_id")
    for key in ("session_id", "theorem_id", "snapshot"):
        require_identifier_text(getattr(draft.source, key), SESSION, f"/source/{key}")
    if draft.source.parent_experience_id is not None:
        require_identifier_text(draft.source.parent_experience_id, SESSION, "/source/parent_experience_id")
    require_count(draft.source.policy_version, SESSION, "/source/policy_version", minimum=1)
    require_sha256_text(draft.source.snapshot_sha256, SESSION, "/source/snapshot_sha256")
    require_sha256_text(draft.evidence_sha256, SESSION, "/acceptance/evidence_sha256")
    contract = check_contract(draft.contract)
    if contract.is_toy or draft.kind is not AcceptanceKind.INDEPENDENT_LEAN:
        raise refuse("acceptance_kind", SESSION, "/acceptance/kind", found=draft.kind.value, expected="independent-lean for a real model")
    check_group(draft.adapter, implied_shapes(draft.adapter, contract, BACKEND), draft.adapter_dtype, BACKEND, adapter=True)
    check_group(draft.value_head, value_head_shapes(contract), Dtype.FLOAT32, BACKEND, adapter=False)
    return contract
