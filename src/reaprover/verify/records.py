"""Records on disk: JSON read strictly and within limits, and written once.

A foreign file is a plain file of limited size; what it holds is one JSON value without duplicate keys (core.canonical).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from reaprover.core.canonical import JsonError, JsonFault, JsonValue, parse_json
from reaprover.core.durable import write_durably
from reaprover.errors import InputError

MAX_FILE_BYTES: Final = 64 << 20


def read_file(path: Path, *, max_bytes: int = MAX_FILE_BYTES) -> bytes:
    """The bytes of a plain file.

    Raises:
        InputError: it is missing, a link, a folder, too large, or cannot be read.
    """
    try:
        if path.is_symlink() or not path.is_file():
            raise InputError(str(path), "is not there, or is no plain file")
        with path.open("rb") as file:
            data = file.read(max_bytes + 1)
    except OSError as error:
        raise InputError(str(path), "cannot be read", found=error.strerror or type(error).__name__) from error
    if len(data) > max_bytes:
        raise InputError(str(path), "is too large", found=f"{path.stat().st_size} bytes", expected=f"at most {max_bytes}")
    return data


def read_json(path: Path, *, what: str = "a record", max_bytes: int = MAX_FILE_BYTES) -> JsonValue:
    """The JSON value that a file holds; `what` it should be stands in the message.

    Raises:
        InputError: as `read_file`, or it is no strict JSON.
    """
    data = read_file(path, max_bytes=max_bytes)
    try:
        return parse_json(data)
    except JsonError as error:
        where = f"{path}, {error.where}" if error.where else str(path)
        found = "" if error.fault is JsonFault.BAD_JSON else error.found  # there it is the parser's own wording
        raise InputError(where, f"cannot be read as {what}: it {error.problem}", found=found, expected=error.expected) from None


def read_object(path: Path, *, max_bytes: int = MAX_FILE_BYTES) -> dict[str, Any]:
    """The JSON object that a file holds.

    Raises:
        InputError: as `read_json`, or it is another value.
    """
    value = read_json(path, max_bytes=max_bytes)
    if not isinstance(value, dict):
        raise InputError(str(path), "is no JSON object", found=type(value).__name__)
    return value


def write_new(path: Path, content: bytes) -> None:
    """Write a file that is not there yet, durably and whole.

    Raises:
        FileExistsError: it is there.
        InfrastructureError: the disk or the folder refuses.
    """
    write_durably(path, content, replace=False)
