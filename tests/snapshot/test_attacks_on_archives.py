"""Rows 32 to 40 of the format's table: the zip around the tensors."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from pathlib import Path

import pytest

from . import forge
from .refusing import refused_files

ZIP = forge.archive(forge.entries())
TORCH = forge.tiny_payload()  # descriptors and zip64 end records
END = len(ZIP) - 22
BIG = 2**63 - 1


def changed(data: bytes, at: int, new: bytes) -> bytes:
    return data[:at] + new + data[at + len(new) :]


def central(data: bytes, index: int) -> int:
    """Offset of the directory record of entry `index`."""
    at = struct.unpack_from("<I", data, len(data) - 6)[0]
    for _ in range(index):
        at += 46 + sum(struct.unpack_from("<3H", data, at + 28))
    return int(at)


def local(data: bytes, index: int) -> int:
    return int(struct.unpack_from("<I", data, central(data, index) + 42)[0])


def named(name: str) -> bytes:
    """An archive whose last entry has this full name."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for entry, data in forge.entries():
            file.writestr(zipfile.ZipInfo("archive/" + entry), data)
        file.writestr(zipfile.ZipInfo("@" * len(name.encode())), b"")
    return out.getvalue().replace(b"@" * len(name.encode()), name.encode())


def shifted(data: bytes, at: int, more: bytes) -> bytes:
    """Bytes put in between, with the directory's offset in the end record made right."""
    offset = struct.unpack_from("<I", data, len(data) - 6)[0]
    return changed(data[:at] + more + data[at:], len(data) + len(more) - 6, struct.pack("<I", offset + len(more)))


def compressed(method: int, content: bytes | None = None) -> bytes:
    items = forge.entries() if content is None else [*forge.entries(), ("bomb", content)]
    return forge.archive(items, compression=method)


def stream_descriptor_changed() -> bytes:
    at = TORCH.index(b"PK\7\x08") + 4
    return changed(TORCH, at, b"\0\0\0\0")


ROWS: dict[str, tuple[str, bytes]] = {
    "32 cut at a multiple of 3 bytes": ("archive_truncated", TORCH[:120_000]),
    "32 cut in the end record": ("archive_truncated", TORCH[:-21]),
    "33 empty": ("archive_not_zip", b""),
    "33 bare pickle": ("archive_not_zip", forge.release_pickle()),
    "33 text": ("archive_not_zip", b"not a zip at all"),
    "34 before": ("archive_layout", b"x" + ZIP),
    "34 before, offsets right": ("archive_layout", b"xxx" + ZIP),
    "34 after": ("archive_layout", ZIP + b"\0"),
    "34 comment": ("archive_layout", changed(ZIP, len(ZIP) - 2, b"\1\0") + b"x"),
    "34 between entries and directory": ("archive_layout", shifted(ZIP, central(ZIP, 0), b"xxx")),
    "34 between entries": ("archive_layout", changed(ZIP, central(ZIP, 3) + 42, struct.pack("<I", local(ZIP, 3) + 1))),
    "34 overlapping": ("archive_layout", changed(ZIP, central(ZIP, 3) + 42, struct.pack("<I", local(ZIP, 2)))),
    "34 size larger than the archive": ("archive_layout", changed(ZIP, central(ZIP, 2) + 20, struct.pack("<II", 2**31, 2**31))),
    "34 saturated without zip64": ("archive_layout", changed(ZIP, central(ZIP, 2) + 20, b"\xff" * 8)),
    "34 zip64 offset near 2^63": ("archive_layout", changed(TORCH, len(TORCH) - 22 - 20 - 8, struct.pack("<Q", BIG))),
    "34 zip64 count near 2^63": ("archive_layout", changed(TORCH, len(TORCH) - 22 - 20 - 32, struct.pack("<QQ", BIG, BIG))),
    "34 zip64 locator near 2^63": ("archive_layout", changed(TORCH, len(TORCH) - 22 - 12, struct.pack("<Q", BIG))),
    "34 encrypted": ("archive_layout", changed(changed(ZIP, central(ZIP, 2) + 8, b"\1\0"), local(ZIP, 2) + 6, b"\1\0")),
    "34 another name in the local header": ("archive_layout", changed(ZIP, local(ZIP, 2) + 30, b"Archive/data/0")),
    "34 another sum in the local header": ("archive_layout", changed(ZIP, local(ZIP, 2) + 14, b"\0\0\0\0")),
    "34 another size in the local header": ("archive_layout", changed(ZIP, local(ZIP, 2) + 18, b"\1\0\0\0")),
    "34 another method in the local header": ("archive_layout", changed(ZIP, local(ZIP, 2) + 8, b"\x08\0")),
    "34 other flags in the local header": ("archive_layout", changed(ZIP, local(ZIP, 2) + 6, b"\0\x08")),
    "34 descriptor": ("archive_layout", stream_descriptor_changed()),
    "34 entry comment": ("archive_layout", changed(ZIP, central(ZIP, 34) + 32, b"\1\0")),
    "34 more entries than records": ("archive_layout", changed(ZIP, END + 8, struct.pack("<HH", 60, 60))),
    "34 second disk": ("archive_layout", changed(ZIP, END + 4, b"\1\0")),
    "35 deflated": ("archive_compressed", compressed(zipfile.ZIP_DEFLATED)),
    "35 bomb": ("archive_compressed", compressed(zipfile.ZIP_DEFLATED, bytes(50_000_000))),
    "35 bzip2": ("archive_compressed", compressed(zipfile.ZIP_BZIP2)),
    "36 dots": ("archive_entry_name", named("archive/../../etc/passwd")),
    "36 dot": ("archive_entry_name", named("archive/./data")),
    "36 absolute": ("archive_entry_name", named("/etc/passwd")),
    "36 without a prefix": ("archive_entry_name", named("data.pkl")),
    "36 another prefix": ("archive_entry_name", named("other/data.pkl")),
    "36 first without a prefix": ("archive_entry_name", forge.archive(forge.entries(), prefix="")),
    "36 empty prefix": ("archive_entry_name", forge.archive(forge.entries(), prefix="/")),
    "36 backslash": ("archive_entry_name", named("archive/data\\0")),
    "36 NUL": ("archive_entry_name", named("archive/da\0ta")),
    "36 not ASCII": ("archive_entry_name", named("archive/dαta")),
    "36 final slash": ("archive_entry_name", named("archive/folder/")),
    "36 two slashes": ("archive_entry_name", named("archive//data")),
    "37 one name twice": ("archive_duplicate_entry", forge.archive([*forge.entries(), ("data/0", b"")])),
    "37 two pickles": ("archive_duplicate_entry", forge.archive([*forge.entries(), ("data.pkl", b"")])),
    "38 an entry that is not listed": ("archive_extra_entry", forge.archive([*forge.entries(), ("code/__torch__.py", b"")])),
    "38 a storage that no tensor uses": ("archive_extra_entry", forge.archive([*forge.entries(), ("data/99", bytes(4))])),
    "38 constants.pkl": ("archive_extra_entry", forge.archive([*forge.entries(), ("constants.pkl", b"\x80\x02).")])),
    "38 no pickle": ("archive_missing_entry", forge.archive(forge.entries(data_pkl=None))),
    "38 no storage": ("archive_missing_entry", forge.archive(forge.entries(data_7=None))),
    "39 data byte": ("archive_crc_mismatch", changed(ZIP, local(ZIP, 20) + 30 + 15 + 5, b"\x77")),
    "39 torch's own": ("archive_crc_mismatch", changed(TORCH, 100_000, bytes([TORCH[100_000] ^ 1]))),
    "39 pickle byte": ("archive_crc_mismatch", changed(ZIP, local(ZIP, 0) + 30 + 16 + 3000, b"\x77")),
    "40 big": ("archive_byteorder", forge.archive(forge.entries(byteorder=b"big"))),
    "40 absent": ("archive_byteorder", forge.archive(forge.entries(byteorder=None))),
    "40 more": ("archive_byteorder", forge.archive(forge.entries(byteorder=b"little\n"))),
}  # fmt: skip


@pytest.mark.parametrize("row", ROWS)
def test_a_forged_archive_is_refused_with_the_code_of_its_row(row: str, tmp_path: Path) -> None:
    code, payload = ROWS[row]
    refused_files(tmp_path, forge.with_payload(payload), code)


def test_what_older_versions_leave_out_and_where_they_align_does_not_matter(tmp_path: Path) -> None:
    from reaprover.snapshot import read_snapshot

    for number, prefix in enumerate(("archive/", "head-v3/", "x/")):
        folder = forge.write(tmp_path / str(number), forge.with_payload(forge.archive(forge.entries(version=None), prefix)))
        read_snapshot(folder)


@pytest.mark.model
def test_the_legacy_torch_file_is_refused(tmp_path: Path) -> None:
    import torch

    out = io.BytesIO()
    torch.save({"adapter": {}, "value_head": {}}, out, _use_new_zipfile_serialization=False)
    refused_files(tmp_path, forge.with_payload(out.getvalue()), "archive_not_zip")


def test_the_sums_of_the_forge_are_those_of_the_zip_format() -> None:
    assert struct.unpack_from("<I", ZIP, central(ZIP, 0) + 16)[0] == zlib.crc32(forge.release_pickle())
