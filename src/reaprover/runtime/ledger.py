"""What a runtime keeps on the disk: the present state of every session, and the records of retirements.

```
<root>/<session>/<snapshot>/          snapshots that were asked for
<root>/_live/<session>/s000000000012/ the present state, written before a change is acknowledged
<root>/_retirements/<session>/        prepared.json, released.json
```

Decisions:
- A present state is a live snapshot like any other, under a number that only grows. The highest number is the truth; older ones are
  removed afterwards. So a process that is killed at any point leaves the state before a change or the one after it.
- Names beginning with `_` are no identifiers, so they never meet a session's name.
- Removing means renaming to a dotted name first: a half-removed state is never read.
"""

from __future__ import annotations

import re
import secrets
import shutil
from pathlib import Path
from typing import IO

from reaprover.core.canonical import JsonError, JsonObject, canonical_json, parse_canonical, sha256
from reaprover.core.durable import sync_folder, write_durably
from reaprover.errors import UsageError
from reaprover.snapshot.identity import MANIFEST, is_identifier, is_sha256
from reaprover.snapshot.reading import LiveContents
from reaprover.snapshot.refusal import from_json, refuse
from reaprover.snapshot.session import LiveSession
from reaprover.snapshot.store import SnapshotStore
from reaprover.snapshot.writing import live_snapshot_files

try:
    import fcntl
except ImportError:  # not POSIX: nothing is locked there
    fcntl = None  # type: ignore[assignment]  # the module is either there or None

_STATE = re.compile(r"s[0-9]{12}")
_KEYS = {"schema_version", "session_id", "policy_version", "snapshot", "snapshot_sha256", "status", "mutation_retry_allowed"} | {
    "tombstone_scope"
}
PREPARED, RELEASED = "prepared", "released"


class Ledger:
    """The folder of a runtime. One process at a time writes here, held by a lock that ends with the process.

    Attributes:
        snapshots: the store of named snapshots.

    Raises:
        UsageError: another process holds it.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._live, self._retirements = root / "_live", root / "_retirements"
        for folder in (root, self._live, self._retirements):
            folder.mkdir(parents=True, exist_ok=True)
        self._lock = _hold(self._live / ".lock", root)
        self.snapshots = SnapshotStore(root)
        self._states = SnapshotStore(self._live)

    def close(self) -> None:
        """Let another process write here; idempotent."""
        self._lock.close()

    # -- snapshots -----------------------------------------------------------------------------------------------------

    def write_snapshot(self, session: LiveSession, name: str, backend: JsonObject, payload: object | None) -> str:
        """Publish a snapshot; returns the sha256 of its manifest. An existing name is refused."""
        manifest, session_bytes, backend_bytes = live_snapshot_files(session, name, backend, payload)
        self.snapshots.publish_live(manifest, session_bytes, backend_bytes)
        return manifest.sha256

    def read_snapshot(self, session_id: str, name: str) -> LiveContents:
        """Read a snapshot with all checks.

        Raises:
            SnapshotRefusal: it is not there, damaged, or a release.
        """
        contents = self.snapshots.read(session_id, name)
        if not isinstance(contents, LiveContents):
            raise refuse("variant_mismatch", "session.json", "/schema_version", found="a release", expected="a live session")
        return contents

    def has_snapshot(self, session_id: str, name: str) -> bool:
        """Whether the name is taken."""
        return (self._root / session_id / name).exists()

    def sealed_versions(self, session_id: str) -> set[tuple[float, int]]:
        """(creation time, policy version) of the completed snapshots of a session id."""
        folder = self._root / session_id
        if not folder.is_dir():
            return set()
        names = [entry.name for entry in folder.iterdir() if is_identifier(entry.name)]
        records = [self.snapshots.find(session_id, name).session for name in names]
        return {(r.created_at, r.policy_version) for r in records if isinstance(r, LiveSession) and r.completed}

    # -- present states ------------------------------------------------------------------------------------------------

    def session_ids(self) -> list[str]:
        """Sessions with a present state."""
        folders = [entry.name for entry in self._live.iterdir() if is_identifier(entry.name) and entry.is_dir()]
        return sorted(name for name in folders if self._state_names(name))

    def clear(self, now_s: float) -> None:
        """Remove what a process left that was killed: staged states, and creations that never had a state."""
        self._states.remove_leftovers(now_s, min_age_s=0.0)
        for entry in list(self._live.iterdir()):
            if is_identifier(entry.name) and entry.is_dir() and not self._state_names(entry.name):
                _remove(entry)

    def commit(self, session: LiveSession, backend: JsonObject, payload: object | None) -> None:
        """Make this the session's present state; when it returns, the state survives."""
        known = self._state_names(session.session_id)
        name = f"s{int(known[-1][1:]) + 1 if known else 1:012d}"
        manifest, session_bytes, backend_bytes = live_snapshot_files(session, name, backend, payload)
        self._states.publish_live(manifest, session_bytes, backend_bytes)
        for older in known:
            _remove(self._live / session.session_id / older)

    def present(self, session_id: str) -> LiveContents:
        """The present state of a session.

        Raises:
            SnapshotRefusal: it is damaged.
        """
        names = self._state_names(session_id)
        if not names:
            raise refuse("not_found", "", session_id, found="no state", expected="a present state")
        contents = self._states.read(session_id, names[-1])
        assert isinstance(contents, LiveContents)
        return contents

    def forget(self, session_id: str) -> None:
        """Remove the present state."""
        if (self._live / session_id).exists():
            _remove(self._live / session_id)

    def _state_names(self, session_id: str) -> list[str]:
        folder = self._live / session_id
        return sorted(entry.name for entry in folder.iterdir() if _STATE.fullmatch(entry.name)) if folder.is_dir() else []

    # -- retirements ---------------------------------------------------------------------------------------------------

    def write_retirement(self, record: JsonObject) -> None:
        """Write `prepared.json` or `released.json`, never twice.

        Raises:
            FileExistsError: it is there.
        """
        folder = self._retirements / str(record["session_id"])
        folder.mkdir(exist_ok=True)
        sync_folder(self._retirements)
        write_durably(folder / f"{record['status']}.json", canonical_json(record), replace=False)

    def has_retirement(self, session_id: str, status: str) -> bool:
        """Whether this record is there."""
        return (self._retirements / session_id / f"{status}.json").is_file()

    def retired_ids(self) -> list[str]:
        """Ids with a `prepared` record."""
        return sorted(
            entry.name for entry in self._retirements.iterdir() if is_identifier(entry.name) and (entry / "prepared.json").is_file()
        )

    def retirement(self, session_id: str) -> JsonObject | None:
        """The latest record of a retirement, checked against the snapshot it names; None if there is none.

        Raises:
            SnapshotRefusal: the record or the snapshot's manifest is not what it was.
        """
        for status in (RELEASED, PREPARED):
            path = self._retirements / session_id / f"{status}.json"
            if path.is_file():
                record = _retirement(path, session_id, status)
                data = (self.snapshots.folder(session_id, str(record["snapshot"])) / MANIFEST).read_bytes()
                found = sha256(data)
                if found != record["snapshot_sha256"]:
                    raise refuse("file_sha256_mismatch", MANIFEST, found=found, expected=record["snapshot_sha256"])
                return record
        return None


def _retirement(path: Path, session_id: str, status: str) -> JsonObject:
    try:
        record = parse_canonical(path.read_bytes())
    except JsonError as error:
        raise from_json(error, path.name) from None
    if not isinstance(record, dict) or set(record) - {"snapshot_mode", "snapshot_revision"} != _KEYS:
        raise refuse("wrong_keys", path.name, found=sorted(record) if isinstance(record, dict) else record, expected=sorted(_KEYS))
    if record["session_id"] != session_id or record["status"] != status:
        raise refuse("identity_mismatch", path.name, found=record["session_id"], expected=session_id)
    if not is_identifier(record["snapshot"]) or not is_sha256(record["snapshot_sha256"]):
        raise refuse("wrong_type", path.name, found=record["snapshot"], expected="a snapshot name and a sha256")
    return record


def _hold(path: Path, root: Path) -> IO[str]:
    file = path.open("a")
    if fcntl is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise UsageError(f"{root}: is in use by another service; stop it, or choose another folder") from None
    return file


def _remove(folder: Path) -> None:
    gone = folder.parent / f".{folder.name}.tmp-{secrets.token_hex(16)}"
    folder.rename(gone)
    sync_folder(folder.parent)
    shutil.rmtree(gone)
