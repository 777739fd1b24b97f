"""Reading a snapshot folder in the order that the format prescribes (section 9); nothing is given out before all of it holds.

Every check that passes is told to `on_check`, so that a report says what was done and not what might have been. The order
matters: damage is found before meaning is looked at, and the cheap before the expensive.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING

from reaprover.core.canonical import JsonObject, sha256
from reaprover.snapshot.backend import MAX_BACKEND_BYTES, BackendText, Progress, hash_file, read_backend
from reaprover.snapshot.base import BaseReport, check_base
from reaprover.snapshot.contract import Contract, check_contract
from reaprover.snapshot.files import OpenSnapshot, open_snapshot
from reaprover.snapshot.identity import BACKEND, MANIFEST, SESSION
from reaprover.snapshot.live import LivePayload, read_live_payload
from reaprover.snapshot.manifest import MAX_MANIFEST_BYTES, Manifest, parse_manifest
from reaprover.snapshot.payload import Weights, open_archive, release_weights
from reaprover.snapshot.refusal import refuse
from reaprover.snapshot.session import MAX_SESSION_BYTES, AcceptanceKind, LiveSession, ReleaseSession, parse_session
from reaprover.snapshot.tensors import Dtype
from reaprover.snapshot.variants import LiveBackend, ToyWeights, live_backend, release_contract

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NUM_THREADS = 2


class Level(IntEnum):
    """How much a check says (acceptance.md, section 1); never rounded up."""

    INTEGRITY = 0
    FORM = 1
    COMPATIBILITY = 2
    EVIDENCE = 3
    REPLAY = 4


OnCheck = Callable[[Level, str, str], None]
"""Called with level, name and detail of every check that passed."""


@dataclass(frozen=True, slots=True)
class Expectations:
    """What the caller demands besides soundness.

    Attributes:
        session_id: the id that the manifest must name, or None.
        snapshot: the name that the manifest must name, or None.
        experience_weights_sha256: pin of `weights_sha256`; both pins or none.
        experience_snapshot_sha256: pin of `source.snapshot_sha256`.
        contract: the contract, or its sha256.
        base: directory of the base model.
        adapter_dtype: float32, or bfloat16 if the caller knows that the release is one.
        link_root: allow files that are links into this folder.
    """

    session_id: str | None = None
    snapshot: str | None = None
    experience_weights_sha256: str | None = None
    experience_snapshot_sha256: str | None = None
    contract: JsonObject | str | None = None
    base: Path | None = None
    adapter_dtype: Dtype = Dtype.FLOAT32
    link_root: Path | None = None


NOTHING_EXPECTED = Expectations()


@dataclass(frozen=True, slots=True, eq=False)
class ReleaseContents:
    """An experience release, completely checked.

    Attributes:
        manifest_bytes: the file as read.
        payload: the torch archive, or None for the toy; the tensors are views on it.
        weights: the tensors, or None for the toy.
        toy: the toy's weights, else None.
        base: what was compared with a base directory, if one was given.
    """

    manifest: Manifest
    manifest_bytes: bytes
    session: ReleaseSession
    contract: Contract
    payload: NDArray[np.uint8] | None
    weights: Weights | None
    toy: ToyWeights | None
    base: BaseReport | None


@dataclass(frozen=True, slots=True, eq=False)
class LiveContents:
    """A live-session snapshot, completely checked; `payload` is None for the toy."""

    manifest: Manifest
    manifest_bytes: bytes
    session: LiveSession
    backend: LiveBackend
    payload: LivePayload | None


def read_snapshot(
    folder: Path,
    expect: Expectations = NOTHING_EXPECTED,
    *,
    in_store: bool = False,
    on_check: OnCheck | None = None,
    on_progress: Progress | None = None,
) -> ReleaseContents | LiveContents:
    """Read and check a whole snapshot.

    Args:
        folder: the folder; for a store already contained and resolved.
        expect: what the caller demands.
        in_store: exactly the three files may be there.
        on_check: told of every check that passed.
        on_progress: told of every block of `backend.json`.

    Raises:
        SnapshotRefusal: the first check that fails, in the order of the format.
        InfrastructureError: the system refuses to read.
        PrerequisiteError: NumPy is missing.
    """
    with open_snapshot(folder, in_store=in_store, link_root=expect.link_root) as opened, ThreadPoolExecutor(NUM_THREADS) as workers:
        reading = _Reading(opened, expect, on_check or (lambda level, name, detail: None))
        manifest_bytes, manifest = reading.manifest()
        session = reading.session(manifest, manifest_bytes)
        text = reading.backend(manifest, manifest_bytes, session, on_progress)
        if isinstance(session, LiveSession):
            return reading.live(manifest, manifest_bytes, session, text, workers)
        return reading.release(manifest, manifest_bytes, session, text, workers)


def read_hashes(
    folder: Path, expect: Expectations = NOTHING_EXPECTED, *, in_store: bool = False, on_check: OnCheck | None = None
) -> Manifest:
    """Check the manifest, the session record and the hash of `backend.json`, without looking into it (level 0 only)."""
    with open_snapshot(folder, in_store=in_store, link_root=expect.link_root) as opened:
        reading = _Reading(opened, expect, on_check or (lambda level, name, detail: None))
        manifest_bytes, manifest = reading.manifest()
        session = reading.session(manifest, manifest_bytes)
        reading.backend_length(manifest, manifest_bytes)
        digest, num_bytes = hash_file(opened.files[BACKEND])
        reading.backend_hash(manifest, manifest_bytes, session, digest, num_bytes)
        return manifest


@dataclass(frozen=True, slots=True)
class _Reading:
    opened: OpenSnapshot
    expect: Expectations
    on_check: OnCheck

    def manifest(self) -> tuple[bytes, Manifest]:
        """Step 2."""
        data = self.opened.files[MANIFEST].read(MAX_MANIFEST_BYTES + 1)
        manifest = parse_manifest(data)
        for name, found, wanted in (
            ("session_id", manifest.session_id, self.expect.session_id),
            ("snapshot", manifest.snapshot, self.expect.snapshot),
        ):
            if wanted is not None and found != wanted:
                raise refuse("identity_mismatch", MANIFEST, f"/{name}", found=found, expected=wanted)
        self.on_check(Level.INTEGRITY, "manifest", f"{len(data)} bytes, sha256 {sha256(data)}")
        return data, manifest

    def session(self, manifest: Manifest, manifest_bytes: bytes) -> ReleaseSession | LiveSession:
        """Step 3."""
        file, record = self.opened.files[SESSION], manifest.session
        if record.num_bytes > MAX_SESSION_BYTES:
            raise refuse("file_too_large", SESSION, found=f"{record.num_bytes} bytes", expected=f"at most {MAX_SESSION_BYTES}")
        if file.num_bytes != record.num_bytes:
            self.opened.require_unchanged(manifest_bytes)
            raise refuse("file_size_mismatch", SESSION, found=f"{file.num_bytes} bytes", expected=f"{record.num_bytes} bytes")
        data = file.read(record.num_bytes)
        digest = sha256(data)
        if digest != record.sha256:
            self.opened.require_unchanged(manifest_bytes)
            raise refuse("file_sha256_mismatch", SESSION, found=digest, expected=record.sha256)
        self.on_check(Level.INTEGRITY, "session", f"{len(data)} bytes, sha256 {digest}")
        session = parse_session(data, manifest.session_id, manifest.snapshot)
        if isinstance(session, ReleaseSession):
            self.on_check(Level.FORM, "acceptance", f"{session.acceptance.kind.value}, completed and passed")
        else:
            self.on_check(Level.FORM, "session form", f"{session.role.value}, policy version {session.policy_version}")
        return session

    def backend_length(self, manifest: Manifest, manifest_bytes: bytes) -> None:
        """Beginning of step 4."""
        file, record = self.opened.files[BACKEND], manifest.backend
        if file.num_bytes != record.num_bytes:
            self.opened.require_unchanged(manifest_bytes)
            raise refuse("file_size_mismatch", BACKEND, found=f"{file.num_bytes} bytes", expected=f"{record.num_bytes} bytes")
        if file.num_bytes > MAX_BACKEND_BYTES:
            raise refuse("file_too_large", BACKEND, found=f"{file.num_bytes} bytes", expected=f"at most {MAX_BACKEND_BYTES}")

    def backend(
        self,
        manifest: Manifest,
        manifest_bytes: bytes,
        session: ReleaseSession | LiveSession,
        on_progress: Progress | None,
    ) -> BackendText:
        """Steps 4 and 5."""
        self.backend_length(manifest, manifest_bytes)
        text = read_backend(self.opened.files[BACKEND], on_progress)
        self.backend_hash(manifest, manifest_bytes, session, text.sha256, text.num_bytes)
        if text.fault is not None:
            raise text.fault
        return text

    def backend_hash(
        self, manifest: Manifest, manifest_bytes: bytes, session: ReleaseSession | LiveSession, digest: str, num_bytes: int
    ) -> None:
        """Step 5: changes, length, hash, weights hash, pins."""
        record = manifest.backend
        self.opened.require_unchanged(manifest_bytes)
        if num_bytes != record.num_bytes:
            raise refuse("file_size_mismatch", BACKEND, found=f"{num_bytes} bytes", expected=f"{record.num_bytes} bytes")
        if digest != record.sha256:
            raise refuse("file_sha256_mismatch", BACKEND, found=digest, expected=record.sha256)
        self.on_check(Level.INTEGRITY, "backend", f"{num_bytes} bytes, sha256 {digest}")
        if isinstance(session, ReleaseSession):
            if session.weights_sha256 != digest:
                raise refuse("weights_sha256_mismatch", SESSION, "/weights_sha256", found=session.weights_sha256, expected=digest)
            self.on_check(Level.INTEGRITY, "weights_sha256", "session.json names this backend.json")
            self.pins(session)

    def pins(self, session: ReleaseSession) -> None:
        """The caller's pins: both or none."""
        weights, snapshot = self.expect.experience_weights_sha256, self.expect.experience_snapshot_sha256
        if weights is None and snapshot is None:
            return
        if weights is None or snapshot is None:
            raise refuse("pin_mismatch", SESSION, found="one pin", expected="both pins or none")
        for where, found, wanted in (
            ("/weights_sha256", session.weights_sha256, weights),
            ("/source/snapshot_sha256", session.source.snapshot_sha256, snapshot),
        ):
            if found != wanted:
                raise refuse("pin_mismatch", SESSION, where, found=found, expected=wanted)
        self.on_check(Level.COMPATIBILITY, "pins", "weights and sealed snapshot are the pinned ones")

    def release(
        self, manifest: Manifest, manifest_bytes: bytes, session: ReleaseSession, text: BackendText, workers: Executor
    ) -> ReleaseContents:
        """Steps 6 and 7 for a release."""
        assert text.document is not None
        document, toy = release_contract(text.document)
        text.require_canonical()
        contract = check_contract(document, expected=self.expect.contract)
        if session.acceptance.kind is AcceptanceKind.LOCAL_MECHANISM and not contract.is_toy:
            raise refuse(
                "acceptance_kind", SESSION, "/acceptance/kind", found="local-mechanism", expected="independent-lean for a real model"
            )
        self.on_check(Level.FORM, "contract", f"agrees with itself, sha256 {contract.sha256}")
        if self.expect.contract is not None:
            self.on_check(Level.COMPATIBILITY, "expected contract", "the contract is the expected one")
        base = None
        if self.expect.base is not None:
            base = check_base(self.expect.base, contract)
            self.on_check(Level.COMPATIBILITY, "base model", f"{len(base.checked)} things agree")
        if toy is not None:
            return ReleaseContents(manifest, manifest_bytes, session, contract, None, None, toy, base)
        assert text.payload is not None
        archive = open_archive(text.payload.data, BACKEND, workers)
        self.on_check(Level.FORM, "archive", f"{len(archive.entries)} entries, every CRC")
        weights = release_weights(
            archive, contract, adapter_dtype=self.expect.adapter_dtype, base_shape=base.shape if base else None, workers=workers
        )
        compared = "compared with the base's sizes" if weights.compared_with_base else "shapes not compared with a base"
        self.on_check(
            Level.FORM, "adapter", f"{len(weights.adapter)} tensors, {weights.adapter.num_parameters:,} numbers, finite; {compared}"
        )
        self.on_check(Level.FORM, "value head", f"{len(weights.value_head)} tensors, {weights.value_head.num_parameters:,} numbers, finite")
        return ReleaseContents(manifest, manifest_bytes, session, contract, text.payload, weights, None, base)

    def live(self, manifest: Manifest, manifest_bytes: bytes, session: LiveSession, text: BackendText, workers: Executor) -> LiveContents:
        """Steps 6 and 7 for a live session."""
        assert text.document is not None
        backend = live_backend(text.document, session.session_id)
        text.require_canonical()
        if backend.experience_contract is not None:
            check_contract(backend.experience_contract, expected=self.expect.contract)
        payload = None
        if not backend.toy:
            assert text.payload is not None
            payload = read_live_payload(open_archive(text.payload.data, BACKEND, workers), workers)
            self.on_check(Level.FORM, "payload", f"adapter {len(payload.adapter)}, head {len(payload.value_head)} tensors, finite")
        return LiveContents(manifest, manifest_bytes, session, backend, payload)
