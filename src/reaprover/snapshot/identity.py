"""Identifiers, hash texts, file names, containment (snapshot format, section 3)."""

from __future__ import annotations

import re
from pathlib import Path

from reaprover.snapshot.refusal import refuse

MANIFEST = "manifest.json"
SESSION = "session.json"
BACKEND = "backend.json"
FILES = (MANIFEST, SESSION, BACKEND)
"""The three files of a snapshot, in the order in which they are read."""

BESIDE = frozenset({"README.md", "LICENSE", "NOTICE", ".gitattributes", ".cache"})
"""What a downloaded folder may hold besides; ignored and never opened."""

RELEASE = "release"
"""The snapshot name of every experience release."""

_IDENTIFIER = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")
_SHA256 = re.compile(r"[0-9a-f]{64}")


def is_identifier(value: object) -> bool:
    """Whether `value` is a well-formed session, snapshot, experience, theorem, event or tree id."""
    return isinstance(value, str) and _IDENTIFIER.fullmatch(value) is not None


def is_sha256(value: object) -> bool:
    """Whether `value` is a sha256 as 64 lower-case hexadecimal digits."""
    return isinstance(value, str) and _SHA256.fullmatch(value) is not None


def require_identifier(value: str, name: str) -> str:
    """Check an id given by the caller.

    Raises:
        InvalidIdentifier: `bad_identifier`.
    """
    if not is_identifier(value):
        raise refuse("bad_identifier", "", name, found=value, expected="an identifier of 1 to 64 characters")
    return value


def contained_folder(root: Path, *parts: str) -> Path:
    """The folder `root/parts…`, resolved, checked to be inside the resolved root, and only then to be a folder.

    Raises:
        InvalidIdentifier: a part is not an identifier.
        SnapshotCorrupt: `path_escape`, a link leads out of the root.
        SnapshotNotFound: there is no such folder.
    """
    for part in parts:
        require_identifier(part, "path")
    resolved_root = Path(root).resolve()
    try:
        folder = resolved_root.joinpath(*parts).resolve()
    except (OSError, RuntimeError) as error:  # a loop of links
        raise refuse(
            "path_escape", "", "/".join(parts), found=f"a path that cannot be resolved ({error})", expected="a plain folder"
        ) from None
    if not folder.is_relative_to(resolved_root):
        raise refuse("path_escape", "", "/".join(parts), found="a link that leads out of the store", expected="a folder inside the store")
    if not folder.is_dir():
        raise refuse("not_found", "", "/".join(parts), found="no folder", expected="a snapshot folder")
    return folder
