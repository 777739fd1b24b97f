"""`session.json`: the provenance and acceptance of a release, or the state of a live session (sections 5 and 7)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from typing import Any

from reaprover.core.canonical import JsonError, JsonObject, JsonValue, canonical_json, parse_canonical
from reaprover.snapshot.fields import (
    require_bool,
    require_choice,
    require_count,
    require_identifier_text,
    require_keys,
    require_object,
    require_schema,
    require_sha256_text,
)
from reaprover.snapshot.identity import RELEASE, SESSION
from reaprover.snapshot.refusal import from_json, refuse

RELEASE_SCHEMA = "reap.gpu.experience.v1"
LIVE_SCHEMA = "reap.gpu.session.v1"
MAX_SESSION_BYTES = 16 * 1024 * 1024
TRANSFER = ["adapter", "value_head"]

_SOURCE_KEYS = ("session_id", "theorem_id", "policy_version", "snapshot", "snapshot_sha256", "parent_experience_id")
_ACCEPTANCE_KEYS = ("kind", "completed", "passed", "evidence_sha256", "source")
_RELEASE_KEYS = ("schema_version", "experience_id", "source", "acceptance", "transfer", "weights_sha256")
_METADATA_KEYS = ("adapter_metadata", "value_metadata", "optimizer_metadata", "reference_metadata")
_LIVE_KEYS = (
    *("schema_version", "session_id", "theorem_id", "lineage", "completed", "policy_version"),
    *(*_METADATA_KEYS, "buffer_metadata", "event_receipts", "created_at"),
)


class AcceptanceKind(Enum):
    """Who accepted the proof."""

    INDEPENDENT_LEAN = "independent-lean"
    LOCAL_MECHANISM = "local-mechanism"  # of the toy backend only


class Role(Enum):
    """What a live session does."""

    THEOREM = "theorem"
    LEARNER = "learner"
    ACTOR = "actor"


@dataclass(frozen=True, slots=True)
class Source:
    """Where a release comes from.

    Attributes:
        session_id: the session that searched and learned.
        theorem_id: in practice the sha256 of the searched Lean source.
        policy_version: number of updates applied, at least 1.
        snapshot: name of the sealed snapshot, in practice `experience-candidate`.
        snapshot_sha256: sha256 of that snapshot's manifest.
        parent_experience_id: the experience that the session started from, or None for a fresh start.
    """

    session_id: str
    theorem_id: str
    policy_version: int
    snapshot: str
    snapshot_sha256: str
    parent_experience_id: str | None

    def to_json(self) -> JsonObject:
        """The object as it stands in the file."""
        return {key: getattr(self, key) for key in _SOURCE_KEYS}


@dataclass(frozen=True, slots=True)
class Acceptance:
    """The acceptance block; `completed` and `passed` are true in every release. A statement, not a signature.

    Attributes:
        kind: who checked.
        evidence_sha256: sha256 of the checker's `accepted.json`.
    """

    kind: AcceptanceKind
    evidence_sha256: str


@dataclass(frozen=True, slots=True)
class ReleaseSession:
    """`session.json` of an experience release."""

    experience_id: str
    source: Source
    acceptance: Acceptance
    weights_sha256: str

    def to_bytes(self) -> bytes:
        """The canonical bytes, as they stand in the file."""
        source = self.source.to_json()
        acceptance = {
            "kind": self.acceptance.kind.value,
            "completed": True,
            "passed": True,
            "evidence_sha256": self.acceptance.evidence_sha256,
            "source": source,
        }
        return canonical_json(
            {
                "schema_version": RELEASE_SCHEMA,
                "experience_id": self.experience_id,
                "source": source,
                "acceptance": acceptance,
                "transfer": TRANSFER,
                "weights_sha256": self.weights_sha256,
            }
        )


@dataclass(frozen=True, slots=True)
class LiveSession:
    """`session.json` of a live-session snapshot; free-form objects are kept as they are.

    Attributes:
        created_at: Unix time in seconds.
        lineage: empty for a fresh session.
        buffer_metadata: events with digest, status and policy version.
        event_receipts: event id → digest and response.
    """

    session_id: str
    theorem_id: str | None
    role: Role
    lineage: JsonObject
    completed: bool
    policy_version: int
    metadata: dict[str, JsonObject]
    buffer_metadata: JsonObject
    event_receipts: JsonObject
    created_at: float

    def to_bytes(self) -> bytes:
        """The canonical bytes, as they stand in the file."""
        document: dict[str, Any] = {key: getattr(self, key) for key in _LIVE_KEYS if key not in _METADATA_KEYS and key != "schema_version"}
        document |= self.metadata | {"schema_version": LIVE_SCHEMA}
        if self.role is not Role.THEOREM:
            document["role"] = self.role.value
        return canonical_json(document)


def parse_session(data: bytes, session_id: str, snapshot: str) -> ReleaseSession | LiveSession:
    """Read `session.json` of the snapshot that the manifest names.

    Raises:
        SnapshotCorrupt: JSON, canonical form and schema; then keys, types and ranges; then identity and acceptance.
    """
    try:
        document = require_object(parse_canonical(data), SESSION, "")
    except JsonError as error:
        raise from_json(error, SESSION) from None
    if require_schema(document, (RELEASE_SCHEMA, LIVE_SCHEMA), SESSION) == RELEASE_SCHEMA:
        return _release(document, session_id, snapshot)
    return _live(document, session_id)


def parse_session_file(data: bytes) -> ReleaseSession:
    """Read the `session.json` of a release by itself; it identifies itself.

    Raises:
        SnapshotCorrupt: as `parse_session`; `unsupported_schema` for a live session's.
    """
    try:
        document = require_object(parse_canonical(data), SESSION, "")
    except JsonError as error:
        raise from_json(error, SESSION) from None
    require_schema(document, (RELEASE_SCHEMA,), SESSION)
    own_id = document.get("experience_id")
    return _release(document, own_id if isinstance(own_id, str) else "", RELEASE)


def _release(document: JsonObject, session_id: str, snapshot: str) -> ReleaseSession:
    require_keys(document, _RELEASE_KEYS, SESSION, "")
    source = require_keys(document["source"], _SOURCE_KEYS, SESSION, "/source")
    acceptance = require_keys(document["acceptance"], _ACCEPTANCE_KEYS, SESSION, "/acceptance")
    experience_id = require_identifier_text(document["experience_id"], SESSION, "/experience_id")
    parent = source["parent_experience_id"]
    record = Source(
        require_identifier_text(source["session_id"], SESSION, "/source/session_id"),
        require_identifier_text(source["theorem_id"], SESSION, "/source/theorem_id"),
        require_count(source["policy_version"], SESSION, "/source/policy_version", minimum=1),
        require_identifier_text(source["snapshot"], SESSION, "/source/snapshot"),
        require_sha256_text(source["snapshot_sha256"], SESSION, "/source/snapshot_sha256"),
        None if parent is None else require_identifier_text(parent, SESSION, "/source/parent_experience_id"),
    )
    evidence = require_sha256_text(acceptance["evidence_sha256"], SESSION, "/acceptance/evidence_sha256")
    weights = require_sha256_text(document["weights_sha256"], SESSION, "/weights_sha256")
    if experience_id != session_id:
        raise refuse("identity_mismatch", SESSION, "/experience_id", found=experience_id, expected=f"{session_id}, as in the manifest")
    if snapshot != RELEASE:
        raise refuse("identity_mismatch", "manifest.json", "/snapshot", found=snapshot, expected=RELEASE)
    for key in ("completed", "passed"):
        if acceptance[key] is not True:
            raise refuse("acceptance_not_passed", SESSION, f"/acceptance/{key}", found=acceptance[key], expected="true")
    kinds = {kind.value: kind for kind in AcceptanceKind}
    kind = acceptance["kind"]
    if not isinstance(kind, str) or kind not in kinds:
        raise refuse("acceptance_kind", SESSION, "/acceptance/kind", found=kind, expected=" or ".join(kinds))
    if canonical_json(acceptance["source"]) != canonical_json(source):
        raise refuse("acceptance_mismatch", SESSION, "/acceptance/source", found="other values or types", expected="the same as /source")
    if document["transfer"] != TRANSFER:
        raise refuse("transfer_mismatch", SESSION, "/transfer", found=document["transfer"], expected=TRANSFER)
    return ReleaseSession(experience_id, record, Acceptance(kinds[kind], evidence), weights)


def _live(document: JsonObject, session_id: str) -> LiveSession:
    require_keys(document, _LIVE_KEYS, SESSION, "", optional=("role",))
    own_id = require_identifier_text(document["session_id"], SESSION, "/session_id")
    theorem = document["theorem_id"]
    theorem_id = None if theorem is None else require_identifier_text(theorem, SESSION, "/theorem_id")
    lineage = require_object(document["lineage"], SESSION, "/lineage")
    completed = require_bool(document["completed"], SESSION, "/completed")
    policy_version = require_count(document["policy_version"], SESSION, "/policy_version")
    metadata = {key: require_object(document[key], SESSION, f"/{key}") for key in _METADATA_KEYS}
    buffer = _buffer(document["buffer_metadata"])
    receipts = _receipts(document["event_receipts"])
    created_at = document["created_at"]
    if not isinstance(created_at, float) or not math.isfinite(created_at):
        raise refuse("wrong_type", SESSION, "/created_at", found=created_at, expected="a float, seconds since 1970")
    role = Role.THEOREM
    if "role" in document:
        role = Role(require_choice(document["role"], (Role.LEARNER.value, Role.ACTOR.value), SESSION, "/role"))
    if own_id != session_id:
        raise refuse("identity_mismatch", SESSION, "/session_id", found=own_id, expected=f"{session_id}, as in the manifest")
    _check_role(role, theorem_id, completed, lineage)
    return LiveSession(own_id, theorem_id, role, lineage, completed, policy_version, metadata, buffer, receipts, created_at)


def _check_role(role: Role, theorem_id: str | None, completed: bool, lineage: JsonObject) -> None:
    if role is Role.LEARNER and (theorem_id is not None or completed):
        raise refuse("out_of_range", SESSION, "/role", found="a learner with a theorem or completed", expected="neither")
    if role is Role.ACTOR:
        if theorem_id is None:
            raise refuse("out_of_range", SESSION, "/theorem_id", found="an actor without a theorem", expected="a theorem id")
        require_sha256_text(lineage.get("model_release_sha256"), SESSION, "/lineage/model_release_sha256")


def _buffer(value: JsonValue) -> JsonObject:
    where = "/buffer_metadata"
    buffer = require_keys(value, ("events", "pending_event_ids", "consumed_event_ids"), SESSION, where)
    statuses = {}
    for event_id, event in require_object(buffer["events"], SESSION, f"{where}/events").items():
        place = f"{where}/events/{require_identifier_text(event_id, SESSION, f'{where}/events')}"
        fields = require_keys(event, ("digest", "status", "policy_version"), SESSION, place)
        require_sha256_text(fields["digest"], SESSION, f"{place}/digest")
        statuses[event_id] = require_choice(fields["status"], ("pending", "consumed"), SESSION, f"{place}/status")
        require_count(fields["policy_version"], SESSION, f"{place}/policy_version")
    for status in ("pending", "consumed"):
        place = f"{where}/{status}_event_ids"
        ids = buffer[f"{status}_event_ids"]
        if not isinstance(ids, list):
            raise refuse("wrong_type", SESSION, place, found=ids, expected="a list of event ids")
        for listed in ids:
            if statuses.get(require_identifier_text(listed, SESSION, place)) != status:
                raise refuse("out_of_range", SESSION, place, found=listed, expected=f"ids of events that are {status}")
    return buffer


def _receipts(value: JsonValue) -> JsonObject:
    receipts = require_object(value, SESSION, "/event_receipts")
    for event_id, receipt in receipts.items():
        place = f"/event_receipts/{require_identifier_text(event_id, SESSION, '/event_receipts')}"
        fields = require_keys(receipt, ("digest", "response"), SESSION, place)
        require_sha256_text(fields["digest"], SESSION, f"{place}/digest")
        require_object(fields["response"], SESSION, f"{place}/response")
    return receipts
