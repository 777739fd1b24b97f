"""`manifest.json`: identity, and size and hash of the other two files (snapshot format, section 4)."""

from __future__ import annotations

from dataclasses import dataclass

from reaprover.core.canonical import JsonError, canonical_json, parse_canonical, sha256
from reaprover.snapshot.fields import (
    require_count,
    require_identifier_text,
    require_keys,
    require_object,
    require_schema,
    require_sha256_text,
)
from reaprover.snapshot.identity import BACKEND, MANIFEST, SESSION
from reaprover.snapshot.refusal import from_json, refuse

SCHEMA = "reap.gpu.snapshot.v1"
MAX_MANIFEST_BYTES = 65_536


@dataclass(frozen=True, slots=True)
class FileRecord:
    """What the manifest says of one file."""

    num_bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """The manifest of a snapshot.

    Attributes:
        session_id: the session, or for a release the experience.
        snapshot: the snapshot's name; `release` for a release.
        session: size and hash of `session.json`.
        backend: size and hash of `backend.json`.
    """

    session_id: str
    snapshot: str
    session: FileRecord
    backend: FileRecord

    def to_bytes(self) -> bytes:
        """The canonical bytes, as they stand in the file."""
        files = {name: {"bytes": record.num_bytes, "sha256": record.sha256} for name, record in self._records()}
        return canonical_json({"files": files, "schema_version": SCHEMA, "session_id": self.session_id, "snapshot": self.snapshot})

    @property
    def sha256(self) -> str:
        """sha256 of the file: what other records call `snapshot_sha256`."""
        return sha256(self.to_bytes())

    def _records(self) -> tuple[tuple[str, FileRecord], ...]:
        return (SESSION, self.session), (BACKEND, self.backend)


def parse_manifest(data: bytes) -> Manifest:
    """Read a manifest; `data` may be cut at one byte above the limit.

    Raises:
        SnapshotCorrupt: size, JSON, canonical form, schema, keys, types and values, in this order.
    """
    if len(data) > MAX_MANIFEST_BYTES:
        raise refuse("file_too_large", MANIFEST, found=f"more than {MAX_MANIFEST_BYTES} bytes", expected=f"at most {MAX_MANIFEST_BYTES}")
    try:
        document = require_object(parse_canonical(data), MANIFEST, "")
    except JsonError as error:
        raise from_json(error, MANIFEST) from None
    require_schema(document, (SCHEMA,), MANIFEST)
    require_keys(document, ("schema_version", "session_id", "snapshot", "files"), MANIFEST, "")
    files = require_keys(document["files"], (SESSION, BACKEND), MANIFEST, "/files")
    records = {}
    for name in (SESSION, BACKEND):
        require_keys(files[name], ("bytes", "sha256"), MANIFEST, f"/files/{name}")
    session_id = require_identifier_text(document["session_id"], MANIFEST, "/session_id")
    snapshot = require_identifier_text(document["snapshot"], MANIFEST, "/snapshot")
    for name in (SESSION, BACKEND):
        record = require_object(files[name], MANIFEST, f"/files/{name}")
        records[name] = FileRecord(
            require_count(record["bytes"], MANIFEST, f"/files/{name}/bytes"),
            require_sha256_text(record["sha256"], MANIFEST, f"/files/{name}/sha256"),
        )
    return Manifest(session_id, snapshot, records[SESSION], records[BACKEND])
