"""Refusals: every way in which a snapshot can be wrong has a code, a class and an advice (snapshot format, section 10).

One code belongs to one class. A refusal says which file, where in it, what was found, what was expected, what to do; the
same facts are attributes, so that a program need not read the sentence.
"""

from __future__ import annotations

from typing import ClassVar

from reaprover.core.canonical import JsonError
from reaprover.errors import SnapshotError


class SnapshotRefusal(SnapshotError):  # the names of this tree are those of the format's specification
    """A snapshot, a payload or a weights file is refused.

    Attributes:
        code: which check failed, one of the codes of the format.
        file: the file it failed on, empty for the folder itself.
        where: JSON pointer, tensor name, archive entry or byte position inside the file; may be empty.
        expected: what must be there.
        found: what is there.
        advice: what to do.
    """

    codes: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, code: str, file: str, where: str, *, found: str, expected: str, advice: str) -> None:
        self.code, self.file, self.where, self.found, self.expected, self.advice = code, file, where, found, expected, advice
        place = ": ".join(part for part in (file, where) if part)
        super().__init__(f"{place or 'snapshot'}: refused as {code}; found {found}; expected {expected}; {advice}")


class SnapshotCorrupt(SnapshotRefusal):
    """The bytes are damaged, incomplete, forged or not of this format: no argument makes them acceptable."""


class SnapshotIncompatible(SnapshotRefusal):
    """The snapshot may be sound, but it is not what the caller asked for (contract, pins, shapes, dtype, base)."""


class SnapshotNotFound(SnapshotRefusal):
    """There is no snapshot at this place."""

    exit_code = 2


class SnapshotExists(SnapshotRefusal):
    """The name is taken; published names are never written again."""

    exit_code = 2


class InvalidIdentifier(SnapshotRefusal):
    """An id given by the caller is malformed."""

    exit_code = 2


_COPY = "get the file again from its origin and compare its sha256"
_FORGED = "do not use this snapshot; ask its publisher for the original"
_CALLER = "check the value that you expect, or use the release that it belongs to"

_ADVICE: dict[type[SnapshotRefusal], dict[str, str]] = {
    InvalidIdentifier: {"bad_identifier": "use 1 to 64 of A-Z a-z 0-9 _ . - and begin with a letter or digit"},
    SnapshotNotFound: {"not_found": "check the path: it must be a folder with manifest.json, session.json and backend.json"},
    SnapshotExists: {"already_exists": "choose another name: nothing published is replaced"},
    SnapshotCorrupt: {
        "path_escape": "use a path inside the root, without links that lead out of it",
        "missing_file": "download all three files",
        "extra_file": "move the file elsewhere: a snapshot holds its three files only",
        "symlink": "copy the files, or name the folder that the links lead to with link_root",
        "not_regular_file": _FORGED,
        "file_too_large": _FORGED,
        "file_sha256_mismatch": _COPY,
        "file_size_mismatch": _COPY,
        "changed_during_read": "wait until nobody writes there and read again",
        "duplicate_key": _FORGED,
        "wrong_keys": _FORGED,
        "wrong_type": _FORGED,
        "out_of_range": _FORGED,
        "bad_sha256_text": _FORGED,
        "bad_identifier_text": _FORGED,
        "non_finite_number": _FORGED,
        "number_out_of_range": _FORGED,
        "json_too_deep": _FORGED,
        "bad_json": _COPY,
        "bad_utf8": _COPY,
        "not_canonical": "do not edit or reformat snapshot files; get the original bytes",
        "unsupported_schema": "use a version of the program that knows this schema",
        "identity_mismatch": "check that the folder is named as its manifest says, and was not mixed with another",
        "variant_mismatch": "the files of two snapshots are mixed; get all three from one place",
        "weights_sha256_mismatch": "the files of two releases are mixed; get all three from one place",
        "acceptance_mismatch": _FORGED,
        "acceptance_not_passed": "only accepted experiences are releases; use the session's snapshot instead",
        "acceptance_kind": _FORGED,
        "transfer_mismatch": _FORGED,
        "unknown_encoding": "use a version of the program that knows this encoding",
        "bad_base64": _COPY,
        "base64_not_canonical": _FORGED,
        "archive_truncated": _COPY,
        "archive_not_zip": "only the zip form of torch archives is read; legacy files are refused because they are bare pickles",
        "archive_layout": _FORGED,
        "archive_compressed": _FORGED,
        "archive_entry_name": _FORGED,
        "archive_duplicate_entry": _FORGED,
        "archive_extra_entry": _FORGED,
        "archive_missing_entry": _FORGED,
        "archive_crc_mismatch": _COPY,
        "archive_byteorder": "write the archive again on a little-endian machine",
        "pickle_forbidden_global": "do not load this file with any other tool either: it names code",
        "pickle_forbidden_opcode": "do not load this file with any other tool either",
        "pickle_limit": _FORGED,
        "pickle_structure": _FORGED,
        "payload_keys": "a release holds adapter and value_head, nothing else",
        "storage_mismatch": "save every tensor as its own contiguous copy",
        "storage_shared": "save every tensor as its own contiguous copy",
        "non_finite_tensor": "the training diverged or the file is damaged; use another release",
    },
    SnapshotIncompatible: {
        "pin_mismatch": _CALLER,
        "missing_tensor": "check rank, layers and target modules; names carry no adapter id",
        "extra_tensor": "check rank, layers and target modules; names carry no adapter id",
        "wrong_shape": "check hidden size, rank and base model",
        "wrong_dtype": "name the dtype with adapter_dtype, or convert the tensor; the head is always float32",
        "undeclared_bf16": "pass adapter_dtype bfloat16 if you mean to load a bfloat16 adapter",
        "contract_sha256_mismatch": _CALLER,
        "contract_field": "the contract contradicts itself; use the contract of the release's own runtime",
        "base_mismatch": "use the base model and revision that the contract names",
        "restore_mismatch": "restore into the session, objective, device type and configuration that wrote the snapshot",
    },
}

CODES: dict[str, type[SnapshotRefusal]] = {code: kind for kind, table in _ADVICE.items() for code in table}
"""Every code with its class."""

for _kind, _table in _ADVICE.items():
    _kind.codes = frozenset(_table)


def refuse(code: str, file: str, where: str = "", *, found: object, expected: object) -> SnapshotRefusal:
    """The refusal of `code`, to be raised. `found` and `expected` are shown shortened."""
    kind = CODES[code]
    return kind(code, file, where, found=_short(found), expected=_short(expected), advice=_ADVICE[kind][code])


def from_json(error: JsonError, file: str) -> SnapshotRefusal:
    """The refusal of a file whose text the strict JSON parser refused."""
    return refuse(error.fault.value, file, error.where, found=error.found, expected=error.expected)


def _short(value: object) -> str:
    text = value if isinstance(value, str) else ascii(value)
    text = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text[:161])
    return text if len(text) <= 160 else text[:157] + "..."
