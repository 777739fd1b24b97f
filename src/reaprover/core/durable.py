"""Durable files: after the call returns the bytes survive a power cut; before that there is nothing, never a half.

Decisions: everything is written to a sibling with a name beginning with `.`, flushed to the disk, renamed, and the folder
is flushed too. Readers ignore names beginning with a dot. A folder is published by a rename that refuses to replace: the
kernel's own where there is one, otherwise check-and-rename under an exclusive lock file.
"""

from __future__ import annotations

import ctypes
import errno
import hashlib
import os
import re
import secrets
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from reaprover.errors import InfrastructureError

try:
    import fcntl
except ImportError:  # not POSIX: os.rename there refuses an existing target by itself
    fcntl = None  # type: ignore[assignment]  # the module is either there or None

Content = bytes | bytearray | memoryview | Iterable[bytes | memoryview]
"""The content of a file: whole, or in blocks."""

_STAGED = re.compile(r"\..+\.tmp-[0-9a-f]{32}")
_RENAME_NOREPLACE = 1  # Linux: linux/fs.h
_RENAME_EXCL = 4  # macOS: sys/stdio.h
_AT_FDCWD = -100
_BLOCK = 1 << 20


def write_durably(path: Path, content: Content, *, replace: bool = True) -> None:
    """Write one file: sibling, flush, rename, flush of the folder. Other processes see the old file or the new one.

    Args:
        path: the file; its folder must exist.
        content: the bytes, whole or in blocks.
        replace: False refuses an existing file, also against a writer that races with this one.

    Raises:
        FileExistsError: the file exists and `replace` is False.
        InfrastructureError: the disk or the folder refuses.
    """
    path = Path(path)
    staged = path.parent / f".{path.name}.tmp-{secrets.token_hex(16)}"
    try:
        _write_new_file(staged, content)
        if replace:
            staged.replace(path)
        else:
            rename_without_replacing(staged, path)
        sync_folder(path.parent)
    except FileExistsError:
        raise
    except OSError as error:
        raise InfrastructureError(
            f"{path}: cannot be written: {error.strerror or error}; free the disk or choose another folder"
        ) from error
    finally:
        staged.unlink(missing_ok=True)


def publish_folder(target: Path, files: Mapping[str, Content | Callable[[], Content] | Path]) -> None:
    """Publish a folder with these files at once: all of it is there, or nothing is.

    Files are written in the order of the mapping into `.NAME.tmp-<32 hex>` beside the target, each created exclusively and
    flushed; then the folder is flushed, renamed without replacing, and its parent flushed. Any exception removes the
    staged folder; a process that is killed leaves it, and nobody reads it.

    Args:
        target: the folder to make; it must not exist, not even empty. Missing parents are made.
        files: name to content, or to a function that makes the content when its turn comes (so that a later file may
            depend on what an earlier one turned out to be), or to the path of a file that has it, which is linked where
            the file system can and copied elsewhere. A name may have folders before it (`base/config.json`).

    Raises:
        FileExistsError: the target exists.
        ValueError: a name that leads out of the folder.
        InfrastructureError: the disk or the folder refuses.
    """
    target = Path(target)
    staged = target.parent / f".{target.name}.tmp-{secrets.token_hex(16)}"
    try:
        _make_parents(target.parent)
        if os.path.lexists(target):  # early, so that nothing large is written for nothing; the rename decides
            raise FileExistsError(errno.EEXIST, "exists already", str(target))
        staged.mkdir()
        lock = _hold(staged)
        try:
            folders = {staged: None}  # ordered, parents first
            for name, content in files.items():
                path = staged / _contained(name)
                folders |= dict.fromkeys(_make_folders(staged, path.parent))
                if isinstance(content, Path):
                    _link_or_copy(content, path)
                else:
                    _write_new_file(path, content() if callable(content) else content)
            for folder in reversed(folders):
                sync_folder(folder)
            rename_without_replacing(staged, target)
        except BaseException:
            _remove_folder(staged, ignore_errors=True)
            raise
        finally:
            if lock is not None:
                os.close(lock)
        sync_folder(target.parent)
    except FileExistsError:
        raise
    except OSError as error:
        raise InfrastructureError(
            f"{target}: cannot be published: {error.strerror or error}; free the disk or choose another folder"
        ) from error


def rename_without_replacing(source: Path, target: Path) -> None:
    """Rename atomically; an existing target, also an empty folder, is refused even in a race.

    Raises:
        FileExistsError: the target exists.
        OSError: whatever else the system refuses.
    """
    number = _kernel_rename(os.fsencode(source), os.fsencode(target))
    if number == 0:
        return
    if number in (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP):  # the file system or the kernel does not know the call
        with _folder_lock(target.parent):
            if os.path.lexists(target):
                raise FileExistsError(errno.EEXIST, "exists already", str(target))
            source.rename(target)
        return
    if number in (errno.EEXIST, errno.ENOTEMPTY):
        raise FileExistsError(number, "exists already", str(target))
    raise OSError(number, os.strerror(number), str(target))


@dataclass(frozen=True, slots=True)
class Leftover:
    """A staged file or folder that no living writer holds.

    Attributes:
        path: its place.
        age_s: seconds since it was last written.
    """

    path: Path
    age_s: float


def find_leftovers(folder: Path, now_s: float) -> list[Leftover]:
    """Staged files and folders directly in `folder` whose writers are gone; those of a living writer are held by a lock.

    Args:
        folder: where to look, not below it.
        now_s: the present, Unix seconds.
    """
    found = []
    for path in sorted(folder.iterdir()):
        if _STAGED.fullmatch(path.name) is None or path.is_symlink():
            continue
        try:
            modified_s = path.stat().st_mtime
            lock = _hold(path) if path.is_dir() else None
        except (BlockingIOError, FileNotFoundError):  # its writer lives, or has just finished
            continue
        if lock is not None:
            os.close(lock)
        found.append(Leftover(path, max(0.0, now_s - modified_s)))
    return found


def remove_leftover(leftover: Leftover) -> None:
    """Remove what a dead writer left. Only names that `find_leftovers` gives are ever removed."""
    if leftover.path.is_dir():
        _remove_folder(leftover.path)
    else:
        leftover.path.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Flush a folder's entries to the disk (a no-op where the system cannot open folders)."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def file_sha256(path: Path) -> str:
    """sha256 of a file's bytes, 64 hex digits; read in blocks.

    Raises:
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _make_parents(folder: Path) -> None:
    """Make missing folders and flush each into its parent, so that a later power cut cannot take them away."""
    missing = []
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    for made in reversed(missing):
        made.mkdir(exist_ok=True)
        sync_folder(made.parent)


def _contained(name: str) -> PurePosixPath:
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\\" in name or str(path) != name or name == ".":
        raise ValueError(f"file name {name!r}: leads out of the folder")
    return path


def _make_folders(top: Path, folder: Path) -> list[Path]:
    """Make the folders from below `top` down to `folder`; gives them, parents first."""
    chain = [folder, *folder.parents]
    below = chain[: chain.index(top)][::-1]
    for made in below:
        made.mkdir(exist_ok=True)
    return below


def _link_or_copy(source: Path, path: Path) -> None:
    try:
        os.link(source.resolve(), path)
    except FileExistsError:
        raise
    except OSError:  # another file system, or one without links
        with source.open("rb") as file:
            _write_new_file(path, iter(lambda: file.read(_BLOCK), b""))


def _remove_folder(folder: Path, *, ignore_errors: bool = False) -> None:
    import shutil  # late: it costs more to import than all of this module

    shutil.rmtree(folder, ignore_errors=ignore_errors)


def _hold(folder: Path) -> int | None:
    """Lock a staged folder for as long as the handle is open, also against our own death; None without such locks."""
    if fcntl is None:
        return None
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        raise
    return handle


def _write_new_file(path: Path, content: Content) -> None:
    blocks: Iterable[bytes | bytearray | memoryview] = (content,) if isinstance(content, bytes | bytearray | memoryview) else content
    with path.open("xb") as file:
        for block in blocks:
            file.write(block)
        file.flush()
        os.fsync(file.fileno())


def _kernel_rename(source: bytes, target: bytes) -> int:
    """Rename without replacing by the kernel: 0, or the error number; `ENOSYS` where there is no such call."""
    if sys.platform == "linux":
        function = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
        if function is None:
            return errno.ENOSYS
        failed = function(_AT_FDCWD, source, _AT_FDCWD, target, ctypes.c_uint(_RENAME_NOREPLACE))
    elif sys.platform == "darwin":
        failed = ctypes.CDLL(None, use_errno=True).renamex_np(source, target, ctypes.c_uint(_RENAME_EXCL))
    else:
        return errno.ENOSYS
    return ctypes.get_errno() if failed else 0


@contextmanager
def _folder_lock(folder: Path) -> Iterator[None]:
    """Exclusive lock among writers of this folder, released by the system if the process dies."""
    if fcntl is None:
        yield
        return
    with (folder / ".publish.lock").open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
