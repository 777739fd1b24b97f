"""Writes torch archives byte for byte as torch 2.13 does, without torch, in blocks, never whole in memory (section 11)."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from reaprover.errors import InputError
from reaprover.snapshot.archive import (
    CENTRAL,
    CENTRAL_MAGIC,
    DESCRIPTOR,
    DESCRIPTOR_MAGIC,
    END,
    END64,
    END64_MAGIC,
    END_MAGIC,
    LOCAL,
    LOCAL_MAGIC,
    LOCATOR,
    LOCATOR_MAGIC,
)
from reaprover.snapshot.pickle_writer import write_pickle

_PREFIX = "archive/"
_ALIGNMENT = 64
_FLAGS = 1 << 3 | 1 << 11  # data descriptors, UTF-8 names
_MASK = 2**64 - 1
_BUCKETS = (13, 29, 59, 127, 257, 541, 1109, 2357, 5087, 10273)
_MAX_ARCHIVE_BYTES = 2**32 - 2**20


@dataclass(frozen=True, slots=True)
class _Record:
    name: str
    crc32: int
    num_bytes: int
    offset: int


def archive_blocks(value: object) -> Iterator[bytes | memoryview]:
    """The archive of a tree (as `write_pickle` takes it), in blocks.

    Raises:
        InputError: the archive would need 64-bit sizes (4 GiB).
    """
    pickled, storages = write_pickle(value)
    if len(storages) + 5 > _BUCKETS[-1] or sum(len(tensor.data) for tensor in storages) > _MAX_ARCHIVE_BYTES:
        raise InputError("tensors", "are too many or too large for one archive", expected=f"at most {_MAX_ARCHIVE_BYTES} bytes")
    contents: list[tuple[str, bytes | memoryview]] = [
        ("data.pkl", pickled),
        (".format_version", b"1"),
        (".storage_alignment", str(_ALIGNMENT).encode()),
        ("byteorder", b"little"),
        *((f"data/{index}", tensor.data.data) for index, tensor in enumerate(storages)),
        ("version", b"3\n"),
    ]
    records: list[_Record] = []
    offset = 0
    for name, data in contents:
        records.append(_Record(name, zlib.crc32(data), len(data), offset))
        for block in _entry(records[-1], data):
            yield block
            offset += len(block)
    identity = _serialization_id([record.name for record in records], [record.crc32 for record in records])
    records.append(_Record(".data/serialization_id", zlib.crc32(identity), len(identity), offset))
    for block in _entry(records[-1], identity):
        yield block
        offset += len(block)
    yield _directory(records, offset)


def _entry(record: _Record, data: bytes | memoryview) -> Iterator[bytes | memoryview]:
    name = (_PREFIX + record.name).encode()
    padding = -(record.offset + LOCAL.size + len(name) + 4) % _ALIGNMENT
    yield (
        LOCAL.pack(LOCAL_MAGIC, 0, _FLAGS, 0, 0, 0, 0, 0, 0, len(name), 4 + padding)
        + name
        + b"FB"
        + padding.to_bytes(2, "little")
        + b"Z" * padding
    )
    if data:
        yield data
    yield DESCRIPTOR.pack(DESCRIPTOR_MAGIC, record.crc32, record.num_bytes, record.num_bytes)


def _directory(records: list[_Record], begin: int) -> bytes:
    out = []
    for record in records:
        name = (_PREFIX + record.name).encode()
        sizes = record.num_bytes, record.num_bytes
        out.append(CENTRAL.pack(CENTRAL_MAGIC, 0, 0, _FLAGS, 0, 0, 0, record.crc32, *sizes, len(name), 0, 0, 0, 0, 0, record.offset) + name)
    directory = b"".join(out)
    count, size, end = len(records), len(directory), begin + len(directory)
    return (
        directory
        + END64.pack(END64_MAGIC, END64.size - 12, 0x031E, 45, 0, 0, count, count, size, begin)
        + LOCATOR.pack(LOCATOR_MAGIC, 0, end, 1)
        + END.pack(END_MAGIC, 0, 0, count, count, size, begin, 0)
    )


def _serialization_id(names: list[str], sums: list[int]) -> bytes:
    """Twice 20 digits: a fold over hashes of the names, and one over the CRC sums in writing order."""
    by_name = _fold([_murmur64a(name.encode()) for name in _table_order(names)])
    return f"{by_name:020d}{_fold(sums):020d}".encode()


def _fold(values: list[int]) -> int:
    s = 0
    for value in values:
        s ^= value + 0x9E3779B9 + (s << 6) + (s >> 2) & _MASK
    return s & _MASK


def _table_order(names: list[str]) -> list[str]:
    """The order in which a chained hash table of the GNU C++ library iterates over these names, inserted one by one."""
    hashes = {name: _murmur64a(name.encode()) for name in names}
    size = 0
    buckets: dict[int, list[str]] = {}  # the table's list from its back: going to the front is appending, in each bucket too

    for index, name in enumerate(names):
        if index == _BUCKETS[size]:
            size += 1
            backwards, buckets = [member for members in buckets.values() for member in members], {}
            for member in reversed(backwards):
                buckets.setdefault(hashes[member] % _BUCKETS[size], []).append(member)
        buckets.setdefault(hashes[name] % _BUCKETS[size], []).append(name)
    return [member for members in reversed(buckets.values()) for member in reversed(members)]


def _murmur64a(data: bytes, seed: int = 0xC70F6907) -> int:
    """MurmurHash64A (public domain algorithm by A. Appleby), as the C++ library hashes texts."""
    multiplier = 0xC6A4A7935BD1E995
    h = seed ^ (len(data) * multiplier & _MASK)
    whole = len(data) // 8 * 8
    for start in range(0, whole, 8):
        k = int.from_bytes(data[start : start + 8], "little") * multiplier & _MASK
        k = (k ^ k >> 47) * multiplier & _MASK
        h = (h ^ k) * multiplier & _MASK
    if whole < len(data):
        h = (h ^ int.from_bytes(data[whole:], "little")) * multiplier & _MASK
    h = (h ^ h >> 47) * multiplier & _MASK
    return h ^ h >> 47
