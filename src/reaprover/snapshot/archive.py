"""The torch archive: a zip of stored entries, read by its central directory and checked byte for byte (section 9).

Nothing is unpacked: an entry is a range of the buffer. The zip must begin at byte 0 and end with its end record; local
records follow each other without a gap, then the directory, then the end records. Every entry is stored (so nothing can
expand), named once, inside one prefix, and says the same in its local header and in the directory. Dates, versions,
attributes and alignment padding carry no meaning and are not read.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterable
from concurrent.futures import Executor
from dataclasses import dataclass

from reaprover.snapshot.refusal import SnapshotRefusal, refuse

PICKLE = "data.pkl"
BYTEORDER = "byteorder"
IGNORED = frozenset({"version", ".format_version", ".storage_alignment", ".data/serialization_id"})
"""Entries that may be there and are not interpreted."""

MAX_ENTRIES = 16_384
"""More entries than four times the tensors that a pickle may hold are refused unread."""

LOCAL = struct.Struct("<4s5H3I2H")
CENTRAL = struct.Struct("<4s6H3I5H2I")
END = struct.Struct("<4s4H2IH")
END64 = struct.Struct("<4sQ2H2I4Q")
LOCATOR = struct.Struct("<4sIQI")
DESCRIPTOR = struct.Struct("<4s3I")
DESCRIPTOR64 = struct.Struct("<4sI2Q")
LOCAL_MAGIC, CENTRAL_MAGIC, END_MAGIC = b"PK\3\4", b"PK\1\2", b"PK\5\6"
END64_MAGIC, LOCATOR_MAGIC, DESCRIPTOR_MAGIC = b"PK\6\6", b"PK\6\7", b"PK\7\x08"

_END_WINDOW = 65_557  # an end record with the longest comment
_HAS_DESCRIPTOR, _ENCRYPTED = 1 << 3, 1 << 0 | 1 << 6 | 1 << 13
_NAME = re.compile(rb"[!-.0-\[\]-~][ -.0-\[\]-~]*(?:/[!-.0-\[\]-~][ -.0-\[\]-~]*)+")  # printable ASCII parts, no backslash


@dataclass(frozen=True, slots=True)
class Entry:
    """One stored entry: its name without the prefix, and where its bytes are.

    Attributes:
        name: e.g. `data/0`.
        data: view on the bytes.
        crc32: what the directory says.
    """

    name: str
    data: memoryview
    crc32: int


def read_archive(buffer: memoryview, file: str, workers: Executor | None = None) -> dict[str, Entry]:
    """The entries of a torch archive by name without prefix, all checks of layout, names, byte order and CRC done.

    Args:
        buffer: the whole archive as unsigned bytes.
        file: the file to name in a refusal.
        workers: threads for the CRC sums; None computes them here.

    Raises:
        SnapshotCorrupt: `archive_not_zip`, `archive_truncated`, `archive_layout`, `archive_entry_name`,
            `archive_duplicate_entry`, `archive_compressed`, `archive_missing_entry`, `archive_byteorder`,
            `archive_crc_mismatch`.
    """
    reader = _Reader(buffer, file)
    entries = reader.entries(*reader.directory())
    if PICKLE not in entries:
        raise refuse("archive_missing_entry", file, PICKLE, found="no such entry", expected="the pickle that names the tensors")
    order = entries.get(BYTEORDER)
    if order is None or bytes(order.data[:8]) != b"little":
        found = "no such entry" if order is None else repr(bytes(order.data[:20]))
        raise refuse("archive_byteorder", file, BYTEORDER, found=found, expected="little")
    sums: Iterable[int] = (workers.map if workers else map)(zlib.crc32, (entry.data for entry in entries.values()))
    for entry, found_sum in zip(entries.values(), sums, strict=True):
        if found_sum != entry.crc32:
            raise refuse("archive_crc_mismatch", file, entry.name, found=f"{found_sum:08x}", expected=f"{entry.crc32:08x}")
    return entries


@dataclass(frozen=True, slots=True)
class _Reader:
    buffer: memoryview
    file: str

    def directory(self) -> tuple[int, int, int]:
        """Number of entries, begin and end of the central directory, from the end records."""
        size = len(self.buffer)
        begins = self.buffer[:4] == LOCAL_MAGIC
        window = bytes(self.buffer[max(0, size - _END_WINDOW) :])
        at = window.rfind(END_MAGIC)
        position = size - len(window) + at
        complete = at >= 0 and position + END.size <= size
        if not complete:
            code = "archive_truncated" if begins else "archive_not_zip"
            raise refuse(code, self.file, "payload", found=f"{size} bytes without an end record", expected="a complete zip archive")
        if not begins or position + END.size != size:
            raise self._layout("end record", "bytes before or after the zip", "a zip and nothing else")
        fields = END.unpack_from(self.buffer, position)
        disk, directory_disk, here, total, length, offset, comment = fields[1:]
        end = position
        if position >= LOCATOR.size and self.buffer[position - LOCATOR.size : position - LOCATOR.size + 4] == LOCATOR_MAGIC:
            end, wide = self._end64(position - LOCATOR.size)
            saturated = (0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF)
            if any(value not in pair for value, *pair in zip((here, total, length, offset), saturated, wide, strict=True)):
                raise self._layout("end record", "two end records that differ", "the same figures in both")
            here, total, length, offset = wide
        if disk or directory_disk or comment or here != total or offset + length != end or total * CENTRAL.size > length:
            raise self._layout(
                "end record", f"directory of {length} bytes at {offset} with {total} entries", "a directory that ends at the end record"
            )
        if not 1 <= total <= MAX_ENTRIES:
            raise self._layout("end record", f"{total} entries", f"1 to {MAX_ENTRIES}")
        return total, offset, end

    def _end64(self, locator: int) -> tuple[int, tuple[int, int, int, int]]:
        _, disk, position, disks = LOCATOR.unpack_from(self.buffer, locator)
        if disk or disks != 1 or position + END64.size != locator:
            raise self._layout("zip64 locator", f"end record at {position}", f"end record at {locator - END64.size}")
        magic, size, _, _, disk, directory_disk, here, total, length, offset = END64.unpack_from(self.buffer, position)
        if magic != END64_MAGIC or size != END64.size - 12 or disk or directory_disk:
            raise self._layout("zip64 end record", "a malformed record", "a plain record of one disk")
        return position, (here, total, length, offset)

    def entries(self, total: int, at: int, end: int) -> dict[str, Entry]:
        """Walk the directory and the local records side by side."""
        directory, found, next_record, prefix = at, {}, 0, b""
        for index in range(total):
            if at + CENTRAL.size > end:
                raise self._layout(f"entry {index}", "a directory that is cut", f"{total} entries")
            fields = CENTRAL.unpack_from(self.buffer, at)
            magic, flags, method, crc, stored, size = fields[0], fields[3], fields[4], *fields[7:10]
            name_len, extra_len, comment_len, disk, offset = *fields[10:14], fields[16]
            after = at + CENTRAL.size + name_len + extra_len + comment_len
            if magic != CENTRAL_MAGIC or after > end:
                raise self._layout(f"entry {index}", "no directory record", "a directory record")
            raw = bytes(self.buffer[at + CENTRAL.size : at + CENTRAL.size + name_len])
            prefix = prefix or raw[: raw.find(b"/") + 1]
            name = self._name(raw, prefix)
            if name in found:
                raise refuse("archive_duplicate_entry", self.file, name, found="two entries", expected="one")
            if method != 0:
                raise refuse("archive_compressed", self.file, name, found=f"method {method}", expected="stored entries only")
            extra = bytes(self.buffer[at + CENTRAL.size + name_len : after - comment_len])
            size, stored, offset = self._wide(name, extra, size, stored, offset)
            if flags & _ENCRYPTED or disk or comment_len or stored != size or offset != next_record:
                raise self._layout(name, f"flags {flags}, {stored} of {size} bytes at {offset}", f"a plain entry at {next_record}")
            data, next_record = self._local(name, raw, flags, crc, size, offset, directory)
            found[name] = Entry(name, data, crc)
            at = after
        if at != end or next_record != directory:
            raise self._layout("directory", "bytes between the records", "records without a gap")
        return found

    def _local(self, name: str, raw: bytes, flags: int, crc: int, size: int, offset: int, directory: int) -> tuple[memoryview, int]:
        """Data of one entry and the offset of the next record; the local header must say what the directory says."""
        if offset + LOCAL.size > directory:
            raise self._layout(name, f"a local header at {offset}", f"records before {directory}")
        fields = LOCAL.unpack_from(self.buffer, offset)
        begin = offset + LOCAL.size + fields[9] + fields[10]
        end = begin + size
        if fields[0] != LOCAL_MAGIC or fields[2] != flags or fields[3] != 0 or end > directory:
            raise self._layout(name, "a local header unlike the directory", f"{size} stored bytes at {offset}")
        if bytes(self.buffer[offset + LOCAL.size : offset + LOCAL.size + fields[9]]) != raw:
            raise self._layout(name, "another name in the local header", "the name of the directory")
        if not flags & _HAS_DESCRIPTOR:
            if fields[6] != crc or not self._local_sizes_are(fields[7], fields[8], size, offset + LOCAL.size + fields[9], begin):
                raise self._layout(name, "another size or sum in the local header", "those of the directory")
            return self.buffer[begin:end], end
        if fields[6] not in (0, crc) or any(value not in (0, size, 0xFFFFFFFF) for value in (fields[7], fields[8])):
            raise self._layout(name, "another size or sum in the local header", "zero, or those of the directory")
        for form in (DESCRIPTOR, DESCRIPTOR64):
            after = end + form.size
            follows = after == directory or (after + 4 <= directory and self.buffer[after : after + 4] == LOCAL_MAGIC)
            if after <= directory and follows and form.unpack_from(self.buffer, end) == (DESCRIPTOR_MAGIC, crc, size, size):
                return self.buffer[begin:end], after
        raise self._layout(name, "no data descriptor", "a descriptor with sum and sizes of the directory")

    def _local_sizes_are(self, stored: int, size: int, wanted: int, extra_begin: int, extra_end: int) -> bool:
        if stored == size == 0xFFFFFFFF:
            return _zip64_values(bytes(self.buffer[extra_begin:extra_end]))[:2] == (wanted, wanted)
        return stored == size == wanted

    def _wide(self, name: str, extra: bytes, size: int, stored: int, offset: int) -> tuple[int, int, int]:
        """Replace saturated 32-bit fields by those of the zip64 extra field, in the order size, stored size, offset."""
        values = list(_zip64_values(extra))
        narrow = [size, stored, offset]
        for index, value in enumerate(narrow):
            if value == 0xFFFFFFFF:
                if not values:
                    raise self._layout(name, "a saturated size without a zip64 field", "both or none")
                narrow[index] = values.pop(0)
        if any(value > len(self.buffer) for value in narrow):
            raise self._layout(name, f"declared size or offset {max(narrow)}", f"at most {len(self.buffer)}")
        return narrow[0], narrow[1], narrow[2]

    def _name(self, raw: bytes, prefix: bytes) -> str:
        parts = raw.split(b"/")
        if _NAME.fullmatch(raw) is None or len(prefix) < 2 or not raw.startswith(prefix) or b".." in parts or b"." in parts:
            raise refuse(
                "archive_entry_name", self.file, ascii(raw)[:80], found="a name outside the rules", expected="PREFIX/NAME in ASCII"
            )
        return raw[len(prefix) :].decode("ascii")

    def _layout(self, where: str, found: str, expected: str) -> SnapshotRefusal:
        return refuse("archive_layout", self.file, where, found=found, expected=expected)


def _zip64_values(extra: bytes) -> tuple[int, ...]:
    """The 8-byte values of the zip64 extra field (header id 1); empty if there is none or it is malformed."""
    at = 0
    while at + 4 <= len(extra):
        kind, length = struct.unpack_from("<2H", extra, at)
        if kind == 1 and at + 4 + length <= len(extra):
            return struct.unpack_from(f"<{length // 8}Q", extra, at + 4)
        at += 4 + length
    return ()
