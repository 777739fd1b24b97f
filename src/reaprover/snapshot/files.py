"""The three open files of a snapshot: judged by their listing, opened without following links, watched for changes.

Everything is opened relative to a handle of the folder, so that a folder that is swapped during the read cannot mix two
snapshots. Opening does not block on pipes and never opens a device: the kind is looked at before and after opening.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from reaprover.errors import InfrastructureError
from reaprover.snapshot.identity import BESIDE, FILES
from reaprover.snapshot.refusal import SnapshotRefusal, refuse

_FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


@dataclass(frozen=True, slots=True)
class OpenFile:
    """One open file with what was seen of it when it was opened.

    Attributes:
        name: the file's name in the folder.
        handle: the open descriptor; closed by `open_snapshot`.
        seen: device, inode, size and modification time (ns) at opening.
        is_link: the name is a link into `link_root`.
    """

    name: str
    handle: int
    seen: tuple[int, int, int, int]
    is_link: bool

    @property
    def num_bytes(self) -> int:
        """Length of the file when it was opened."""
        return self.seen[2]

    def read(self, limit: int) -> bytes:
        """At most `limit` bytes from the beginning."""
        blocks, offset = [], 0
        while offset < limit and (block := os.pread(self.handle, limit - offset, offset)):
            blocks.append(block)
            offset += len(block)
        return b"".join(blocks)

    def read_into(self, buffer: memoryview, offset: int) -> int:
        """Fill `buffer` from `offset` on; the number of bytes read is smaller only at the end of the file."""
        filled = 0
        while filled < len(buffer):
            count = os.preadv(self.handle, [buffer[filled:]], offset + filled)
            if count == 0:
                break
            filled += count
        return filled


@dataclass(frozen=True, slots=True)
class OpenSnapshot:
    """The open folder and its three open files."""

    folder: Path
    folder_handle: int
    files: dict[str, OpenFile]

    def require_unchanged(self, manifest_bytes: bytes | None) -> None:
        """Refuse if a name or a handle is not what it was at opening, or the manifest's bytes are others than were read.

        Raises:
            SnapshotCorrupt: `changed_during_read`.
        """
        for name, file in self.files.items():
            try:
                by_name = _signature(os.stat(name, dir_fd=self.folder_handle, follow_symlinks=file.is_link))
            except OSError:
                raise refuse("changed_during_read", name, found="no file any more", expected="the file that was opened") from None
            if by_name != file.seen or _signature(os.fstat(file.handle)) != file.seen:
                raise refuse("changed_during_read", name, found="another file, size or time", expected="the file that was opened")
        if manifest_bytes is not None and self.files[FILES[0]].read(len(manifest_bytes) + 1) != manifest_bytes:
            raise refuse("changed_during_read", FILES[0], found="other bytes than before", expected="the bytes read first")


@contextmanager
def open_snapshot(folder: Path, *, in_store: bool, link_root: Path | None = None) -> Iterator[OpenSnapshot]:
    """Open a snapshot folder: listing first (missing, then extra names), then links and kinds, file by file.

    Args:
        folder: the folder; links on the way to it are the caller's business (a store resolves them first).
        in_store: exactly the three files may be there; otherwise the usual companions of a download are ignored.
        link_root: links are allowed if they lead to a regular file inside this folder (a model hub's cache).

    Raises:
        SnapshotNotFound: `not_found`.
        SnapshotCorrupt: `missing_file`, `extra_file`, `symlink`, `not_regular_file`.
        InfrastructureError: the system refuses to read.
    """
    try:
        folder_handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except (FileNotFoundError, NotADirectoryError):
        raise refuse("not_found", "", str(folder), found="no folder", expected="a snapshot folder") from None
    except OSError as error:
        raise InfrastructureError(f"{folder}: cannot be opened: {error.strerror}; check its permissions") from error
    handles: list[int] = [folder_handle]
    try:
        names = set(os.listdir(folder_handle))
        for name in FILES:
            if name not in names:
                raise refuse("missing_file", name, found=f"{len(names)} other names", expected="the file")
        for name in sorted(names - set(FILES) - (frozenset() if in_store else BESIDE)):
            raise refuse("extra_file", ascii(name)[1:-1], found="a name that does not belong here", expected="the three files only")
        files = {}
        for name in FILES:
            files[name] = _open_file(folder_handle, name, link_root)
            handles.append(files[name].handle)
        yield OpenSnapshot(folder, folder_handle, files)
    except SnapshotRefusal:
        raise
    except OSError as error:
        raise InfrastructureError(f"{folder}: cannot be read: {error.strerror or error}; check permissions and the disk") from error
    finally:
        for handle in handles:
            os.close(handle)


def _open_file(folder_handle: int, name: str, link_root: Path | None) -> OpenFile:
    try:
        found = os.stat(name, dir_fd=folder_handle, follow_symlinks=False)
        is_link = stat.S_ISLNK(found.st_mode)
        if is_link and link_root is not None:
            handle = _open_linked(folder_handle, name, link_root)
        elif is_link:
            raise refuse("symlink", name, found="a symbolic link", expected="a regular file")
        else:
            _require_regular(found.st_mode, name)
            handle = os.open(name, _FLAGS, dir_fd=folder_handle)
    except FileNotFoundError:
        raise refuse("missing_file", name, found="a name without a file", expected="the file") from None
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise refuse("symlink", name, found="a symbolic link", expected="a regular file") from None
        if error.errno in (errno.ENXIO, errno.ENODEV, errno.EISDIR):
            raise refuse("not_regular_file", name, found="something that is not a file", expected="a regular file") from None
        raise
    try:
        opened = os.fstat(handle)
        _require_regular(opened.st_mode, name)
    except SnapshotRefusal:
        os.close(handle)
        raise
    return OpenFile(name, handle, _signature(opened), is_link)


def _open_linked(folder_handle: int, name: str, link_root: Path) -> int:
    """Open the target of a link, which must be a regular file inside `link_root` (the target is opened without links)."""
    target = os.readlink(name, dir_fd=folder_handle)
    folder = _folder_path(folder_handle)
    resolved = (folder / target).resolve()
    if not resolved.is_relative_to(Path(link_root).resolve()):
        raise refuse("symlink", name, found=f"a link to {target}", expected=f"a link into {link_root}")
    _require_regular(resolved.stat().st_mode, name)
    return os.open(resolved, _FLAGS)


def _folder_path(folder_handle: int) -> Path:
    for table in ("/proc/self/fd", "/dev/fd"):
        path = Path(table) / str(folder_handle)
        if path.is_symlink():
            return path.resolve()
    import fcntl

    return Path(os.fsdecode(fcntl.fcntl(folder_handle, 50, bytes(1024)).rstrip(b"\0")))  # F_GETPATH of macOS


def _require_regular(mode: int, name: str) -> None:
    if not stat.S_ISREG(mode):
        raise refuse("not_regular_file", name, found=_KINDS.get(stat.S_IFMT(mode), "a special file"), expected="a regular file")


def _signature(status: os.stat_result) -> tuple[int, int, int, int]:
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns
