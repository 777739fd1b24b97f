"""The runtime: sessions with versions, events, snapshots, experiences, retirement (spec service.md, section 3).

Decisions:
- Bodies are checked by the caller's thread; everything that looks at a session's state and changes it runs on the worker's one
  thread, in the order of admission. So no two changes ever meet, and a reply after a learning step is made by the new version.
- Records are immutable and replaced as a whole: reading one needs no lock and does not wait for the model.
- A change is acknowledged only after its state is on the disk (`ledger`). A process that is killed comes back with the state before
  an unacknowledged change or with the one after it, never with a mixture; repeating the identical event tells which.
- A learning step works in place and is undone on any exception. If undoing fails, the session is quarantined: its state is not known,
  and nothing but deleting it is allowed.
- Random streams are saved with each change and at an orderly end, not with each sample: after a kill a session may draw again what it
  drew since its last change.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from reaprover.core.canonical import JsonObject, canonical_json, canonical_text, event_digest, sha256
from reaprover.errors import (
    DuplicateSessionError,
    EventConflictError,
    InputError,
    Overloaded,
    SessionNotFoundError,
    SessionQuarantined,
    UsageError,
    VersionConflictError,
)
from reaprover.model.sampling import Answer, Request, Sampling
from reaprover.runtime import bodies
from reaprover.runtime.backend import Backend
from reaprover.runtime.bodies import CreateBody
from reaprover.runtime.ledger import PREPARED, RELEASED, Ledger
from reaprover.snapshot.identity import RELEASE, is_sha256, require_identifier
from reaprover.snapshot.reading import Expectations, LiveContents, ReleaseContents
from reaprover.snapshot.refusal import refuse
from reaprover.snapshot.session import Acceptance, AcceptanceKind, LiveSession, ReleaseSession, Role, Source
from reaprover.snapshot.store import SnapshotStore

RESET = ["optimizer", "rng", "buffer", "policy_version", "event_receipts"]
MAX_QUEUED = 256
RETIREMENT_SCHEMA = "reap.gpu.retirement.v1"
REUSE_SCHEMA = "reap.gpu.retirement.v2"

T = TypeVar("T")


@dataclass(slots=True)
class _Resident:
    """A session here: its record, and what happened to it in this process."""

    record: LiveSession
    revision: int = 1  # grows with every operation that touches it
    last_snapshot: tuple[str, int] | None = None  # name, revision


class Runtime:
    """Sessions of one backend, kept in one folder.

    Args:
        backend: what answers and learns.
        root: folder of snapshots, present states and retirements; made if needed.
        experience_root: folder of releases.
        max_resident: most sessions, quarantined ones counted; None for no limit.
        max_queued: most requests that wait.
        clock: Unix seconds.
    """

    def __init__(
        self,
        backend: Backend,
        root: Path,
        *,
        experience_root: Path,
        max_resident: int | None = None,
        max_queued: int = MAX_QUEUED,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.backend, self.max_resident, self._max_queued, self._clock = backend, max_resident, max_queued, clock
        self._ledger = Ledger(root)
        experience_root.mkdir(parents=True, exist_ok=True)
        self._experiences = SnapshotStore(experience_root)
        self._sessions: dict[str, _Resident] = {}
        self._quarantined: dict[str, str] = {}
        self._retired: set[str] = set()
        self._is_closed = False
        self._lock = threading.Lock()  # of the three tables above, for readers in other threads
        self._load()

    # -- what readers see without waiting ------------------------------------------------------------------------------

    @property
    def contract_sha256(self) -> str:
        """sha256 of the server's contract."""
        return self.backend.contract.sha256

    def counts(self) -> dict[str, int]:
        """Resident, quarantined and retired sessions."""
        with self._lock:
            return {"resident": len(self._sessions), "quarantined": len(self._quarantined), "retired": len(self._retired)}

    def sessions(self) -> list[JsonObject]:
        """Every session with version and status."""
        with self._lock:
            listed: list[JsonObject] = [
                {
                    "session_id": session_id,
                    "policy_version": resident.record.policy_version,
                    "status": "completed" if resident.record.completed else "active",
                }
                for session_id, resident in self._sessions.items()
            ]
            listed += [{"session_id": session_id, "policy_version": None, "status": "quarantined"} for session_id in self._quarantined]
        return sorted(listed, key=lambda entry: str(entry["session_id"]))

    def state(self, session_id: str) -> JsonObject:
        """The session's record.

        Raises:
            SessionNotFoundError, SessionQuarantined: as every session call.
        """
        return document_of(self._resident(session_id).record)

    def retirement(self, session_id: str) -> JsonObject:
        """The receipt of a retirement.

        Raises:
            SessionNotFoundError: there is none.
            SnapshotRefusal: the record or its snapshot is damaged.
        """
        self._require_id(session_id)
        record = self._ledger.retirement(session_id)
        if record is None:
            raise SessionNotFoundError(f"session {session_id}: was not retired; there is no receipt")
        return record

    # -- answers -------------------------------------------------------------------------------------------------------

    def answer(self, session_id: str, prompt: str, sampling: Sampling | None, *, seed: int | None = None) -> Future[Answer]:
        """Samples, or the value alone if `sampling` is None.

        Raises:
            SessionNotFoundError, SessionQuarantined, Overloaded: at once; the rest comes with the future.
        """
        self._require_id(session_id)
        resident = self._resident(session_id)
        self._require_room()
        if sampling is not None and seed is None:
            resident.revision += 1
        return self.backend.worker.submit(Request(session_id, prompt, sampling, seed))

    def read(self, served_id: str, prompt: str, sampling: Sampling | None, *, seed: int | None = None) -> Future[Answer]:
        """The same of a read-only model that is no session of this runtime.

        Raises:
            Overloaded: too many requests wait.
        """
        self._require_room()
        return self.backend.worker.submit(Request(served_id, prompt, sampling, seed))

    # -- changes: the body now, the rest in its turn -------------------------------------------------------------------

    def create(self, session_id: str, body: JsonObject) -> Future[JsonObject]:
        """A new session; gives its state."""
        self._require_id(session_id)
        parsed = bodies.parse_create(body)
        return self._admit(lambda: self._create(session_id, parsed))

    def learn(self, session_id: str, body: JsonObject) -> Future[JsonObject]:
        """One learning event; gives its receipt."""
        self._require_id(session_id)
        bodies.require_keys(body, ("expected_policy_version", "event"))
        expected, event = bodies.count(body, "expected_policy_version"), bodies.mapping(body, "event")
        event_id = require_identifier(str(event.get("event_id", "")), "event.event_id")
        if not isinstance(event["event_id"], str):
            raise InputError("body.event.event_id", "is no identifier", found=repr(event["event_id"])[:40], expected="a text")
        return self._admit(lambda: self._learn(session_id, expected, event_id, event))

    def snapshot(self, session_id: str, body: JsonObject) -> Future[JsonObject]:
        """A named snapshot, or the seal."""
        self._require_id(session_id)
        bodies.require_keys(body, ("name",), ("for_experience",))
        name, seal = bodies.identifier(body, "name"), bodies.flag(body, "for_experience", False)
        return self._admit(lambda: self._snapshot(session_id, name, seal))

    def publish(self, session_id: str, body: JsonObject) -> Future[JsonObject]:
        """An experience release from a sealed snapshot; gives its `session.json`."""
        self._require_id(session_id)
        bodies.require_keys(body, ("snapshot", "experience_id", "acceptance"))
        name, experience_id = bodies.identifier(body, "snapshot"), bodies.identifier(body, "experience_id")
        acceptance = bodies.mapping(body, "acceptance")
        return self._admit(lambda: self._publish(session_id, name, experience_id, acceptance))

    def restore(self, session_id: str, body: JsonObject) -> Future[JsonObject]:
        """Back to a named snapshot; gives the session's state."""
        self._require_id(session_id)
        bodies.require_keys(body, ("name",))
        name = bodies.identifier(body, "name")
        return self._admit(lambda: self._restore(session_id, name))

    def retire(self, session_id: str, body: JsonObject) -> Future[JsonObject]:
        """A final snapshot and the end of the session; gives the receipt."""
        self._require_id(session_id)
        bodies.require_keys(body, ("name", "expected_policy_version"), ("reuse_snapshot",))
        name, expected = bodies.identifier(body, "name"), bodies.count(body, "expected_policy_version")
        reuse = bodies.flag(body, "reuse_snapshot", False)
        return self._admit(lambda: self._retire(session_id, name, expected, reuse))

    def delete(self, session_id: str) -> Future[JsonObject]:
        """Forget a session, also a quarantined one."""
        self._require_id(session_id)
        return self._admit(lambda: self._delete(session_id))

    def close(self) -> None:
        """Finish what was admitted, save what sampling has changed, and stop; idempotent."""
        if self._is_closed:
            return
        self._is_closed = True
        if self.backend.worker.is_alive:
            self.backend.worker.call(self._save_touched).result()
        self.backend.worker.close()
        self._ledger.close()

    # -- in the worker -------------------------------------------------------------------------------------------------

    def _create(self, session_id: str, body: CreateBody) -> JsonObject:
        if session_id in self._quarantined:
            raise self._quarantine_error(session_id)
        if session_id in self._sessions:
            raise DuplicateSessionError(f"session {session_id}: exists; choose another id or delete it first")
        if session_id in self._retired:
            raise InputError(f"session {session_id}", "is retired", expected="an id that was not used before")
        if self.max_resident is not None and len(self._sessions) + len(self._quarantined) >= self.max_resident:
            raise InputError("sessions", "are as many as allowed", found=str(self.max_resident), expected="fewer; delete or retire one")
        bodies.check_create(body, has_roles=False, contract_sha256=self.contract_sha256)
        release = None if body.experience_id is None else self._release(session_id, body)
        metadata = self.backend.fresh_metadata() if release is None else self.backend.inherited_metadata()
        record = LiveSession(
            session_id,
            body.theorem_id,
            body.role,
            {} if release is None else _lineage(release),
            False,
            0,
            metadata,
            {"events": {}, "pending_event_ids": [], "consumed_event_ids": []},
            {},
            float(self._clock()),
        )
        try:
            self.backend.create(session_id, release)
            self._commit(record)
        except BaseException:
            self._undo(session_id, lambda: self._discard(session_id))
            raise
        with self._lock:
            self._sessions[session_id] = _Resident(record)
        state = document_of(record)
        if body.contract_sha256 is not None:
            state |= {"initialization_contract": self.backend.contract.document, "initialization_contract_sha256": self.contract_sha256}
        return state

    def _release(self, session_id: str, body: CreateBody) -> ReleaseContents:
        assert body.experience_id is not None
        expect = Expectations(
            experience_weights_sha256=body.experience_weights_sha256,
            experience_snapshot_sha256=body.experience_snapshot_sha256,
            contract=self.backend.contract.document,
        )
        contents = self._experiences.read(body.experience_id, RELEASE, expect)
        if not isinstance(contents, ReleaseContents):
            raise refuse("variant_mismatch", "session.json", "/schema_version", found="a live session", expected="a release")
        source = contents.session.source
        for key, used, wanted in (("session", source.session_id, session_id), ("theorem", source.theorem_id, body.theorem_id)):
            if used == wanted:
                raise InputError(f"body, {key}", "is that of the experience", found=used, expected=f"another {key}")
        return contents

    def _learn(self, session_id: str, expected: int, event_id: str, event: JsonObject) -> JsonObject:
        resident = self._resident(session_id)
        record = resident.record
        if record.completed:
            raise InputError(f"session {session_id}", "is completed", expected="a session that was not sealed")
        if record.role is Role.ACTOR:
            raise InputError(f"session {session_id}", "is an actor", expected="a session that learns")
        digest = event_digest(event)
        known = record.event_receipts.get(event_id)
        if isinstance(known, dict):
            if known["digest"] != digest:
                raise EventConflictError(
                    f"event {event_id}: was learnt with another content; found digest {digest}, expected {known['digest']}"
                )
            response = known["response"]
            assert isinstance(response, dict)
            return response | {"applied": False, "idempotent": True}
        if expected != record.policy_version:
            raise VersionConflictError(session_id, expected, record.policy_version)
        resident.revision += 1
        point = self.backend.savepoint(session_id)
        version = record.policy_version + 1
        try:
            detail = self.backend.learn(record, event)
            canonical_text(detail)  # must be finite JSON
            if self.backend.optimizer_steps(session_id) != version:
                raise RuntimeError(f"session {session_id}: the optimizer took another number of steps than its version says")
            response = {"event_id": event_id, "applied": True, "idempotent": False, "policy_version": version, "detail": detail}
            changed = _with_event(record, event_id, digest, response, version)
            self._commit(changed)
        except BaseException:
            self._undo(session_id, lambda: self.backend.rollback(session_id, point))
            raise
        resident.record = changed
        return response

    def _snapshot(self, session_id: str, name: str, seal: bool) -> JsonObject:
        resident = self._resident(session_id)
        record = resident.record
        if seal:
            _require_sealable(record)
        backend, payload = self.backend.snapshot(session_id)
        if not seal:
            self._ledger.write_snapshot(record, name, backend, payload)
            resident.last_snapshot = (name, resident.revision)
            return {"session_id": session_id, "snapshot": name}
        sealed = replace(record, completed=True)
        digest = self._ledger.write_snapshot(sealed, name, backend | {"experience_contract": self.backend.contract.document}, payload)
        try:
            self._commit(sealed)
        except BaseException as error:
            self._quarantine(session_id, f"its seal {name} is on the disk, its state is not ({error})")
            raise
        resident.record = sealed
        resident.revision += 1
        resident.last_snapshot = (name, resident.revision)
        return {"session_id": session_id, "snapshot": name, "source": _source(sealed, name, digest).to_json()}

    def _publish(self, session_id: str, name: str, experience_id: str, acceptance: JsonObject) -> JsonObject:
        if session_id in self._quarantined:
            raise self._quarantine_error(session_id)
        sealed = self._ledger.read_snapshot(session_id, name)
        record = sealed.session
        if not record.completed:
            raise InputError(f"snapshot {name}", "is not sealed", expected="one made with for_experience")
        _require_sealable(record)
        contract = sealed.backend.experience_contract
        if contract is None or canonical_json(contract) != canonical_json(self.backend.contract.document):
            raise InputError(f"snapshot {name}", "is of another contract", expected=self.contract_sha256)
        source = _source(record, name, sha256(sealed.manifest_bytes))
        kind, evidence = _acceptance(acceptance, source, is_toy=self.backend.contract.is_toy)
        folder = self._experiences.root / experience_id / RELEASE
        if folder.exists():
            raise refuse("already_exists", "", experience_id, found="a release of this id", expected="a new experience_id")
        made: list[ReleaseSession] = []

        def make_session(weights_sha256: str) -> ReleaseSession:
            made.append(ReleaseSession(experience_id, source, Acceptance(kind, evidence), weights_sha256))
            return made[-1]

        self.backend.publish(folder, sealed, make_session)
        return _parsed(made[-1].to_bytes())

    def _restore(self, session_id: str, name: str) -> JsonObject:
        resident = self._resident(session_id)
        record = resident.record
        contents = self._ledger.read_snapshot(session_id, name)
        saved = contents.session
        if record.completed or saved.completed:
            raise InputError(f"session {session_id}", "is completed, or the snapshot is", expected="neither")
        for key in ("role", "theorem_id", "lineage", "created_at"):
            if getattr(saved, key) != getattr(record, key):
                raise refuse("restore_mismatch", "session.json", f"/{key}", found="that of another session", expected="the session's own")
        resident.revision += 1
        point = self.backend.savepoint(session_id)
        try:
            self.backend.restore(session_id, contents)
            self._commit(saved)
        except BaseException:
            self._undo(session_id, lambda: self.backend.rollback(session_id, point))
            raise
        resident.record = saved
        return document_of(saved)

    def _retire(self, session_id: str, name: str, expected: int, reuse: bool) -> JsonObject:
        if session_id in self._retired and session_id not in self._quarantined:
            raise InputError(f"session {session_id}", "is retired", expected="a session that is not")
        resident = self._resident(session_id)
        record = resident.record
        if expected != record.policy_version:
            raise VersionConflictError(session_id, expected, record.policy_version)
        _require_nothing_pending(record)
        if self._ledger.has_retirement(session_id, PREPARED):
            raise InputError(
                f"session {session_id}", "was retired before, under this id", expected="an id whose retirement is not on record"
            )
        receipt: JsonObject = {"schema_version": RETIREMENT_SCHEMA, "session_id": session_id, "policy_version": record.policy_version}
        if reuse:
            if resident.last_snapshot != (name, resident.revision):
                raise InputError(
                    "body.name", "is not the last snapshot, or the session was used since", found=name, expected="a new snapshot"
                )
            digest = sha256(self._ledger.read_snapshot(session_id, name).manifest_bytes)
            receipt |= {"schema_version": REUSE_SCHEMA, "snapshot_mode": "reuse_verified", "snapshot_revision": resident.revision}
        else:
            if self._ledger.has_snapshot(session_id, name):
                raise refuse("already_exists", "", f"{session_id}/{name}", found="a snapshot of this name", expected="a new name")
            backend, payload = self.backend.snapshot(session_id)
            digest = self._ledger.write_snapshot(record, name, backend, payload)
        receipt |= {"snapshot": name, "snapshot_sha256": digest, "mutation_retry_allowed": False, "tombstone_scope": "current_runtime"}
        self._ledger.write_retirement(receipt | {"status": PREPARED})
        with self._lock:
            self._retired.add(session_id)
        try:
            self.backend.delete(session_id)
            self._ledger.forget(session_id)
            released = receipt | {"status": RELEASED}
            self._ledger.write_retirement(released)
        except BaseException as error:
            self._quarantine(session_id, f"its retirement was prepared and not finished ({error})")
            raise
        with self._lock:
            del self._sessions[session_id]
        return released

    def _delete(self, session_id: str) -> JsonObject:
        if session_id not in self._sessions and session_id not in self._quarantined:
            raise SessionNotFoundError(f"session {session_id}: there is no such session")
        self._discard(session_id)
        with self._lock:
            self._sessions.pop(session_id, None)
            self._quarantined.pop(session_id, None)
        return {"deleted": True, "session_id": session_id}

    # -- parts ---------------------------------------------------------------------------------------------------------

    def _load(self) -> None:
        """Bring back every session whose state is on the disk; one that cannot be brought back is quarantined, not dropped."""
        self._ledger.clear(self._clock())
        self._retired = {i for i in self._ledger.retired_ids() if not self._ledger.has_retirement(i, RELEASED)}
        for session_id in self._ledger.session_ids():
            try:
                if session_id in self._retired:
                    raise UsageError("its retirement was prepared and not finished")
                contents = self._ledger.present(session_id)
                self._bring_back(contents)
            except Exception as error:
                self._quarantine(session_id, f"its state cannot be loaded ({error})")

    def _bring_back(self, contents: LiveContents) -> None:
        record = contents.session
        session_id = record.session_id
        self.backend.create(session_id, None)
        try:
            self.backend.restore(session_id, contents)
        except BaseException:
            self.backend.delete(session_id)
            raise
        if not record.completed and (record.created_at, record.policy_version) in self._ledger.sealed_versions(session_id):
            record = replace(record, completed=True)  # killed between the seal and its state
            self._commit(record)
        self._sessions[session_id] = _Resident(record)

    def _save_touched(self) -> None:
        for resident in self._sessions.values():
            if resident.revision > 1:
                self._commit(resident.record)

    def _commit(self, record: LiveSession) -> None:
        backend, payload = self.backend.snapshot(record.session_id)
        self._ledger.commit(record, backend, payload)

    def _discard(self, session_id: str) -> None:
        self._ledger.forget(session_id)
        self.backend.delete(session_id)

    def _undo(self, session_id: str, undo: Callable[[], object]) -> None:
        try:
            undo()
        except BaseException as error:
            self._quarantine(session_id, f"undoing a failed change failed ({error})")

    def _quarantine(self, session_id: str, reason: str) -> None:
        with self._lock:
            self._sessions.pop(session_id, None)
            self._quarantined[session_id] = reason[:2000]

    def _quarantine_error(self, session_id: str) -> SessionQuarantined:
        return SessionQuarantined(f"session {session_id}: is quarantined: {self._quarantined.get(session_id, '')}; delete it")

    def _resident(self, session_id: str) -> _Resident:
        with self._lock:
            if session_id in self._quarantined:
                raise self._quarantine_error(session_id)
            found = self._sessions.get(session_id)
        if found is None:
            raise SessionNotFoundError(f"session {session_id}: there is no such session")
        return found

    def _require_id(self, session_id: str) -> None:
        bodies.require_session_id(session_id, allows_dots=self.backend.allows_dots)

    def _require_room(self) -> None:
        if self.backend.worker.num_queued >= self._max_queued:
            raise Overloaded(f"queue: is full; found {self._max_queued} requests waiting, try again later")

    def _admit(self, call: Callable[[], T]) -> Future[T]:
        self._require_room()
        return self.backend.worker.call(call)


def document_of(record: LiveSession) -> JsonObject:
    """A record as it stands in `session.json`."""
    return _parsed(record.to_bytes())


def _parsed(data: bytes) -> JsonObject:
    document: JsonObject = json.loads(data)
    return document


def _lineage(release: ReleaseContents) -> JsonObject:
    session = release.session
    return {
        "experience_id": session.experience_id,
        "weights_sha256": session.weights_sha256,
        "source": session.source.to_json(),
        "reset": [*RESET],
    }


def _with_event(record: LiveSession, event_id: str, digest: str, response: JsonObject, version: int) -> LiveSession:
    buffer: dict[str, Any] = dict(record.buffer_metadata)
    events = {**buffer["events"], event_id: {"digest": digest, "status": "consumed", "policy_version": version}}
    buffer |= {"events": events, "consumed_event_ids": [*buffer["consumed_event_ids"], event_id]}
    receipts: JsonObject = {**record.event_receipts, event_id: {"digest": digest, "response": response}}
    optimizer = {**record.metadata["optimizer_metadata"], "steps": version, "state_empty": False}
    metadata = {**record.metadata, "optimizer_metadata": optimizer}
    return replace(record, policy_version=version, buffer_metadata=buffer, event_receipts=receipts, metadata=metadata)


def _require_nothing_pending(record: LiveSession) -> None:
    pending = record.buffer_metadata["pending_event_ids"]
    if pending:
        assert isinstance(pending, list)
        raise InputError(f"session {record.session_id}", "has pending events", found=str(len(pending)), expected="none")


def _require_sealable(record: LiveSession) -> None:
    if record.role is not Role.THEOREM or record.theorem_id is None:
        raise InputError(f"session {record.session_id}", "has no theorem", expected="role theorem and a theorem_id")
    if record.policy_version < 1:
        raise InputError(f"session {record.session_id}", "has learnt nothing", found="policy version 0", expected="at least 1")
    _require_nothing_pending(record)


def _source(record: LiveSession, name: str, digest: str) -> Source:
    parent = record.lineage.get("experience_id")
    assert record.theorem_id is not None
    return Source(record.session_id, record.theorem_id, record.policy_version, name, digest, parent if isinstance(parent, str) else None)


def _acceptance(value: Mapping[str, Any], source: Source, *, is_toy: bool) -> tuple[AcceptanceKind, str]:
    bodies.require_keys(dict(value), ("kind", "completed", "passed", "evidence_sha256", "source"))
    kinds = {kind.value: kind for kind in AcceptanceKind if is_toy or kind is AcceptanceKind.INDEPENDENT_LEAN}
    kind = value["kind"]
    if not isinstance(kind, str) or kind not in kinds:
        raise InputError("body.acceptance.kind", "is not known here", found=repr(kind)[:40], expected=" or ".join(kinds))
    for key in ("completed", "passed"):
        if value[key] is not True:
            raise InputError(f"body.acceptance.{key}", "does not hold", found=repr(value[key])[:40], expected="true")
    if not is_sha256(value["evidence_sha256"]):
        raise InputError("body.acceptance.evidence_sha256", "is no sha256", expected="64 lower-case hexadecimal digits")
    if canonical_json(value["source"]) != canonical_json(source.to_json()):
        raise InputError("body.acceptance.source", "is not that of the snapshot", expected="the source that the seal gave")
    return kinds[kind], str(value["evidence_sha256"])
