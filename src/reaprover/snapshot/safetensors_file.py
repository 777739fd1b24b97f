"""Safetensors files, read and written without the library: that one cannot give bfloat16 without torch, and checks less.

The file is 8 bytes of header length, a JSON header, then the data without gaps. Reading is total: lengths, names, dtypes,
shapes and ranges are all checked before a tensor is made; the bytes are mapped into one buffer.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from reaprover.core.canonical import JsonError, JsonValue, parse_json
from reaprover.snapshot.fields import require_keys, require_object
from reaprover.snapshot.refusal import SnapshotRefusal, from_json, refuse
from reaprover.snapshot.tensors import Dtype, Tensor

MAX_HEADER_BYTES = 16 * 1024 * 1024
MAX_FILE_BYTES = 4 * 1024**3
_DTYPES = {dtype.safetensors_word: dtype for dtype in Dtype}
_METADATA = "__metadata__"


def safetensors_blocks(tensors: Mapping[str, Tensor], metadata: Mapping[str, str]) -> Iterator[bytes | memoryview]:
    """A file in blocks: names sorted, header padded to 8 bytes, data in the order of the header."""
    header: dict[str, object] = {_METADATA: dict(sorted(metadata.items()))}
    offset, names = 0, sorted(tensors)
    for name in names:
        tensor = tensors[name]
        end = offset + len(tensor.data)
        header[name] = {"dtype": tensor.dtype.safetensors_word, "shape": list(tensor.shape), "data_offsets": [offset, end]}
        offset = end
    text = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    yield len(text).to_bytes(8, "little") + text
    for name in names:
        yield tensors[name].data.data


def read_safetensors(path: Path) -> tuple[dict[str, Tensor], dict[str, str]]:
    """Tensors by name and the metadata of a file.

    Raises:
        SnapshotNotFound: no such file.
        SnapshotCorrupt: `not_regular_file`, `file_too_large`, JSON codes, `wrong_keys`, `wrong_type`, `storage_mismatch`,
            `file_size_mismatch`.
    """
    name = path.name
    data = read_regular_file(path, MAX_FILE_BYTES)
    if len(data) < 8:
        raise refuse("file_size_mismatch", name, found=f"{len(data)} bytes", expected="a header length of 8 bytes")
    length = int.from_bytes(data[:8], "little")
    if length > MAX_HEADER_BYTES:
        raise refuse("file_too_large", name, "header", found=f"{length} bytes", expected=f"at most {MAX_HEADER_BYTES}")
    if 8 + length > len(data):
        raise refuse("file_size_mismatch", name, found=f"{len(data)} bytes", expected=f"a header of {length} bytes")
    try:
        header = require_object(parse_json(bytes(data[8 : 8 + length])), name, "")
    except JsonError as error:
        raise from_json(error, name) from None
    metadata = require_object(header.pop(_METADATA, {}), name, f"/{_METADATA}")
    for key, value in metadata.items():
        if not isinstance(value, str):
            raise refuse("wrong_type", name, f"/{_METADATA}/{key}", found=type(value).__name__, expected="a text")
    return _tensors(header, memoryview(data)[8 + length :], name), {key: str(value) for key, value in metadata.items()}


def read_regular_file(path: Path, limit: int) -> bytearray:
    """The bytes of a regular file, not a link, at most `limit` of them, in one buffer.

    Raises:
        SnapshotNotFound: `not_found`.
        SnapshotCorrupt: `symlink`, `not_regular_file`, `file_too_large`, `changed_during_read`.
    """
    name = path.name
    if path.is_symlink():
        raise refuse("symlink", name, found="a symbolic link", expected="a regular file")
    if not path.exists():
        raise refuse("not_found", name, found="no such file", expected="the file")
    if not path.is_file():
        raise refuse("not_regular_file", name, found="something that is not a file", expected="a regular file")
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
        size = os.fstat(file.fileno()).st_size
        if size > limit:
            raise refuse("file_too_large", name, found=f"{size} bytes", expected=f"at most {limit}")
        data = bytearray(size)
        if file.readinto(data) != size or file.read(1):
            raise refuse("changed_during_read", name, found="another length", expected=f"{size} bytes")
    return data


def _tensors(header: Mapping[str, JsonValue], data: memoryview, file: str) -> dict[str, Tensor]:
    import numpy as np

    buffer = np.frombuffer(data, np.uint8)
    tensors: dict[str, Tensor] = {}
    ranges = []
    for name, value in header.items():
        fields = require_keys(value, ("dtype", "shape", "data_offsets"), file, f"/{name}")
        dtype = _DTYPES.get(fields["dtype"]) if isinstance(fields["dtype"], str) else None
        if dtype is None:
            raise refuse("wrong_type", file, f"/{name}/dtype", found=fields["dtype"], expected=", ".join(_DTYPES))
        shape, offsets = _counts(fields["shape"], file, f"/{name}/shape"), _counts(fields["data_offsets"], file, f"/{name}/data_offsets")
        num_bytes = math.prod(shape) * dtype.itemsize
        if len(offsets) != 2 or offsets[1] - offsets[0] != num_bytes or offsets[1] > len(data):
            raise _mismatch(file, name, f"offsets {offsets}", f"{num_bytes} bytes inside the file")
        ranges.append((offsets[0], offsets[1], name))
        tensors[name] = Tensor(dtype, shape, buffer[offsets[0] : offsets[1]])
    end = 0
    for begin, stop, name in sorted(ranges):
        if begin != end:
            raise _mismatch(file, name, f"data at {begin}", f"data at {end}, without gap or overlap")
        end = stop
    if end != len(data):
        raise _mismatch(file, "", f"{len(data) - end} bytes that no tensor uses", "no such bytes")
    return tensors


def _counts(value: JsonValue, file: str, where: str) -> tuple[int, ...]:
    if not isinstance(value, list) or len(value) > 64:
        raise refuse("wrong_type", file, where, found=type(value).__name__, expected="a list of counts")
    counts = [item for item in value if isinstance(item, int) and not isinstance(item, bool) and item >= 0]
    if len(counts) != len(value):
        raise refuse("wrong_type", file, where, found=value, expected="a list of counts")
    return tuple(counts)


def _mismatch(file: str, where: str, found: str, expected: str) -> SnapshotRefusal:
    return refuse("storage_mismatch", file, where, found=found, expected=expected)
