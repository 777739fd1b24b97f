"""Writing below the cache of compiled things, and the lock that makes one builder wait for the other.

Decision: a cache that cannot be written is an error with advice, never silently replaced by another folder: fifteen seconds of
hidden work at every start are worse than one sentence.
"""

from __future__ import annotations

import errno
import fcntl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from reaprover.core.cache import cache_folder as cache_folder
from reaprover.errors import InfrastructureError, PrerequisiteError

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
ADVICE = "set REAPROVER_CACHE to a folder that you may write, or run `reaprover lean build` once as a user who may write it"


def writable_folder(folder: Path) -> Path:
    """Make `folder` with its parents if it is not there.

    Raises:
        PrerequisiteError: it cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise cannot_write(folder, error) from error
    return folder


def cannot_write(path: Path, error: OSError) -> PrerequisiteError | InfrastructureError:
    """The error to raise for a failed write below the cache: a full disk is infrastructure, all else a prerequisite."""
    reason = error.strerror or str(error)
    if error.errno in _FULL:
        return InfrastructureError(
            f"cache {path}: {reason}; free some space (about 100 MB are needed) or set REAPROVER_CACHE to another disk"
        )
    return PrerequisiteError(f"cache {path}: cannot be written: {reason}; {ADVICE}")


@contextmanager
def exclusive(path: Path, waiting_fn: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Hold the lock file `path` against other processes; the system gives it back if this process dies.

    Args:
        path: the lock file; made if it is not there, never removed.
        waiting_fn: called once if somebody else holds the lock.

    Raises:
        PrerequisiteError: the lock file cannot be made.
    """
    try:
        file = path.open("a")
    except OSError as error:
        raise cannot_write(path, error) from error
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            waiting_fn()
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
