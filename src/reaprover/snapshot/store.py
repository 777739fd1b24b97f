"""A store of snapshots, `<root>/<id>/<name>/`: list, read, publish, follow parents, clear what dead writers left (section 11)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from reaprover.core.durable import Leftover, find_leftovers, remove_leftover
from reaprover.snapshot.files import open_snapshot
from reaprover.snapshot.identity import MANIFEST, RELEASE, SESSION, contained_folder, is_identifier, require_identifier
from reaprover.snapshot.manifest import MAX_MANIFEST_BYTES, Manifest, parse_manifest
from reaprover.snapshot.reading import NOTHING_EXPECTED, Expectations, LiveContents, ReleaseContents, read_snapshot
from reaprover.snapshot.refusal import SnapshotRefusal, refuse
from reaprover.snapshot.session import MAX_SESSION_BYTES, LiveSession, ReleaseSession, parse_session
from reaprover.snapshot.writing import ReleaseDraft, publish_snapshot, write_release

MAX_CHAIN = 10_000


@dataclass(frozen=True, slots=True)
class Listed:
    """One snapshot of a store, as its two small files describe it; its weights were not read.

    Attributes:
        session_id: the folder's id.
        snapshot: the folder's name.
        manifest: or None if it was refused.
        session: or None if it was refused.
        refusal: why, or None.
    """

    session_id: str
    snapshot: str
    manifest: Manifest | None
    session: ReleaseSession | LiveSession | None
    refusal: SnapshotRefusal | None


@dataclass(frozen=True, slots=True)
class SnapshotStore:
    """A store below `root`. Names beginning with a dot are ignored."""

    root: Path

    def folder(self, session_id: str, snapshot: str = RELEASE) -> Path:
        """The folder of a snapshot, contained in the root.

        Raises:
            InvalidIdentifier, SnapshotNotFound, SnapshotCorrupt: malformed id, no such snapshot, a link out of the root.
        """
        return contained_folder(self.root, session_id, snapshot)

    def read(self, session_id: str, snapshot: str = RELEASE, expect: Expectations = NOTHING_EXPECTED) -> ReleaseContents | LiveContents:
        """Read a snapshot with all checks; its manifest must name exactly this id and name."""
        folder = self.folder(session_id, snapshot)
        named = replace(expect, session_id=session_id, snapshot=snapshot, link_root=None)
        return read_snapshot(folder, named, in_store=True)

    def publish_release(self, draft: ReleaseDraft) -> Manifest:
        """Publish a release under its experience id; an existing one is refused (`already_exists`)."""
        require_identifier(draft.experience_id, "experience_id")
        return write_release(self.root / draft.experience_id / RELEASE, draft)

    def publish_live(self, manifest: Manifest, session: bytes, backend: bytes) -> None:
        """Publish a live-session snapshot made by `live_snapshot_files`."""
        for name in (manifest.session_id, manifest.snapshot):
            require_identifier(name, "snapshot")
        publish_snapshot(self.root / manifest.session_id / manifest.snapshot, session, lambda: [backend], manifest)

    def snapshots(self) -> Iterator[Listed]:
        """Every snapshot by id and name; refused ones too. Only manifests and session records are read."""
        for session_folder in _folders(self.root):
            for folder in _folders(session_folder):
                yield self._listed(session_folder.name, folder.name)

    def find(self, session_id: str, snapshot: str = RELEASE) -> Listed:
        """One snapshot as `snapshots` gives it."""
        self.folder(session_id, snapshot)
        return self._listed(session_id, snapshot)

    def chain(self, experience_id: str) -> Iterator[Listed]:
        """A release, its parent, its parent's parent, … as far as the store holds them; a cycle is refused.

        Raises:
            SnapshotCorrupt: `identity_mismatch`, the parents form a cycle.
            SnapshotNotFound: the first release is not there. (A missing parent ends the chain: see its last record.)
        """
        seen: set[str] = set()
        current: str | None = experience_id
        while current is not None:
            if current in seen or len(seen) > MAX_CHAIN:
                raise refuse("identity_mismatch", SESSION, "/source/parent_experience_id", found=f"{current} again", expected="no cycle")
            try:
                listed = self.find(current)
            except SnapshotRefusal as refusal:
                if not seen:
                    raise
                yield Listed(current, RELEASE, None, None, refusal)
                return
            seen.add(current)
            yield listed
            session = listed.session
            current = session.source.parent_experience_id if isinstance(session, ReleaseSession) else None

    def leftovers(self, now_s: float) -> Iterator[Leftover]:
        """What dead writers left, in the root and in the folder of every id; nothing published is ever among it."""
        if self.root.is_dir():
            yield from find_leftovers(self.root, now_s)
        for folder in _folders(self.root):
            yield from find_leftovers(folder, now_s)

    def remove_leftovers(self, now_s: float, *, min_age_s: float) -> list[Leftover]:
        """Remove leftovers that are at least so old, and give them."""
        removed = [leftover for leftover in self.leftovers(now_s) if leftover.age_s >= min_age_s]
        for leftover in removed:
            remove_leftover(leftover)
        return removed

    def _listed(self, session_id: str, snapshot: str) -> Listed:
        manifest = None
        try:
            with open_snapshot(self.folder(session_id, snapshot), in_store=True) as opened:
                manifest = parse_manifest(opened.files[MANIFEST].read(MAX_MANIFEST_BYTES + 1))
                found = (manifest.session_id, manifest.snapshot)
                if found != (session_id, snapshot):
                    raise refuse("identity_mismatch", MANIFEST, "/session_id", found="/".join(found), expected=f"{session_id}/{snapshot}")
                if opened.files[SESSION].num_bytes != manifest.session.num_bytes:
                    raise refuse("file_size_mismatch", SESSION, found=opened.files[SESSION].num_bytes, expected=manifest.session.num_bytes)
                data = opened.files[SESSION].read(MAX_SESSION_BYTES + 1)
            return Listed(session_id, snapshot, manifest, parse_session(data, session_id, snapshot), None)
        except SnapshotRefusal as refusal:
            return Listed(session_id, snapshot, manifest, None, refusal)


def _folders(root: Path) -> list[Path]:
    """Sub-folders whose names are identifiers, sorted; links are followed only to be judged by `contained_folder` later."""
    if not root.is_dir():
        raise refuse("not_found", "", str(root), found="no folder", expected="a store of snapshots")
    return [path for path in sorted(root.iterdir()) if is_identifier(path.name) and path.is_dir()]
