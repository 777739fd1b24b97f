"""The compiled Lean library as data: its ELF symbols, Lean's name mangling, and the Lean objects that it holds.

Only reading: nothing here runs Lean code except the constructor of `CompiledLibrary`, which runs the library's initialisers once (through
`lean --version`), because objects that are computed at start are empty before. Do it in a process of its own: the library cannot be
unloaded and takes over signal handling.

Object layout (Lean 4.35, 64 bit): reference count 4 bytes, size 2, number of object fields 1, tag 1, then the fields, 8 bytes each; a
pointer with its lowest bit set is a scalar; tag 249 is a string, whose bytes begin at offset 32 and whose byte count with the final NUL
is at offset 8.
"""

from __future__ import annotations

import bisect
import ctypes
import os
import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from reaprover.errors import InputError

Name = tuple[str, ...]
"""Components of a Lean name; numeric components as decimal text."""

_STRING_TAG = 249
_STRING_DATA_OFFSET = 32
_DYNAMIC_SYMBOLS = 11
_MAX_TEXT_BYTES = 500


class NotALeanObjectError(ValueError):
    """A pointer does not lead to the kind of Lean object that was asked for; raised and caught while symbols are sorted."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """One defined dynamic symbol of the library.

    Attributes:
        text: the symbol as it stands in the file.
        is_data: an object (a constant), not a function.
    """

    text: str
    is_data: bool


def read_symbols(path: Path) -> Iterator[Symbol]:
    """Yield the defined dynamic symbols of the 64-bit ELF file at `path`; InputError if it is not one."""
    data = path.read_bytes()
    if data[:5] != b"\x7fELF\x02":
        raise InputError(str(path), "is not a 64-bit ELF file", found=repr(data[:5]), expected="a shared library")
    section_offset = struct.unpack_from("<Q", data, 0x28)[0]
    num_sections = struct.unpack_from("<H", data, 0x3C)[0]
    sections = [struct.unpack_from("<IIQQQQIIQQ", data, section_offset + 64 * i) for i in range(num_sections)]
    table = next((s for s in sections if s[1] == _DYNAMIC_SYMBOLS), None)
    if table is None:
        raise InputError(str(path), "has no dynamic symbol table", expected="an unstripped shared library")
    strings = sections[table[6]][4]
    for text_offset, info, _, section, _, _ in struct.iter_unpack("<IBBHQQ", data[table[4] : table[4] + table[5]]):
        if section:
            start = strings + text_offset
            yield Symbol(data[start : data.index(b"\0", start)].decode(), info & 15 == 1)


def unmangle(text: str) -> Name:
    """Components of a mangled name whose prefix `l_` was removed.

    A single `_` separates components, `__` is a written `_`; `_xHH`, `_uHHHH` and `_UHHHHHHHH` are characters.
    """
    components: list[str] = []
    current, i = "", 0
    while i < len(text):
        if text[i] != "_":
            current += text[i]
            i += 1
            continue
        run = len(text) - i - len(text[i:].lstrip("_"))
        escape = re.match(r"x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8}", text[i + run :])
        num_underscores = run - 1 if escape else run
        if num_underscores % 2:
            components.append(current)
            current = ""
        current += "_" * (num_underscores // 2)
        i += run
        if escape:
            current += chr(int(escape[0][1:], 16))
            i += len(escape[0])
    return (*components, current)


class CompiledLibrary:
    """The library loaded into this process, with checked access to the objects in it."""

    def __init__(self, path: Path) -> None:
        """Load the library at `path` and run its initialisers."""
        self.path = path
        self._library = ctypes.CDLL(str(path), mode=ctypes.RTLD_GLOBAL)
        stdout, null = os.dup(1), os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        try:
            self._library.lean_main(2, (ctypes.c_char_p * 3)(b"lean", b"--version", None))
        finally:
            os.dup2(stdout, 1)
            os.close(null)
            os.close(stdout)
        self._readable: list[tuple[int, int]] = []
        for line in Path("/proc/self/maps").read_text().splitlines():
            bounds, permissions = line.split()[:2]
            if permissions.startswith("r"):
                low, high = bounds.split("-")
                self._readable.append((int(low, 16), int(high, 16)))
        self._readable.sort()

    def constant(self, symbol: str) -> int:
        """The object that the data symbol points to."""
        return self._word(ctypes.addressof(ctypes.c_void_p.in_dll(self._library, symbol)))

    def tag(self, pointer: int) -> int:
        """Constructor number of an object.

        Raises:
            NotALeanObjectError: a scalar.
        """
        if pointer & 1:
            raise NotALeanObjectError("scalar")
        return self._bytes(pointer, 8)[7]

    def fields(self, pointer: int) -> list[int]:
        """The object fields (pointers or scalars) of a constructor object."""
        num_fields = self._bytes(pointer, 8)[6]
        return [self._word(pointer + 8 + 8 * i) for i in range(num_fields)]

    def text(self, pointer: int) -> str:
        """The contents of a string object.

        Raises:
            NotALeanObjectError: the bytes are no such object.
        """
        num_bytes = self._word(pointer + 8) if self.tag(pointer) == _STRING_TAG else 0
        if not 0 < num_bytes < _MAX_TEXT_BYTES:
            raise NotALeanObjectError("not a short string")
        try:
            return self._bytes(pointer + _STRING_DATA_OFFSET, num_bytes - 1).decode()
        except UnicodeDecodeError as error:
            raise NotALeanObjectError("not UTF-8") from error

    def name(self, pointer: int) -> Name:
        """The components of a `Lean.Name` object (anonymous = scalar 0, str = tag 1, num = tag 2).

        Raises:
            NotALeanObjectError: the bytes are no such object.
        """
        if pointer == 1:
            return ()
        kind = self.tag(pointer)
        if kind not in (1, 2) or self._bytes(pointer, 8)[6] != 2:
            raise NotALeanObjectError("not a name")
        prefix, last = self.fields(pointer)
        return (*self.name(prefix), self.text(last) if kind == 1 else str(last >> 1))

    def _bytes(self, pointer: int, num_bytes: int) -> bytes:
        i = bisect.bisect_right(self._readable, (pointer, 1 << 64)) - 1
        if i < 0 or pointer + num_bytes > self._readable[i][1]:
            raise NotALeanObjectError("nothing readable there")
        return ctypes.string_at(pointer, num_bytes)

    def _word(self, pointer: int) -> int:
        return int(struct.unpack("<Q", self._bytes(pointer, 8))[0])
