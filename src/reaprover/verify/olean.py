"""Reads compiled Lean modules (`.olean`) without running anything of them.

The file is a memory image of Lean objects. Everything here is our own reading of the layout, found by compiling small files
with Lean 4.35.0 and looking at the bytes:

    header   5 bytes `olean`, version byte 2, flags byte, 33 bytes Lean version, 40 bytes commit, 8 bytes base address,
             8 bytes pointer to the root object; objects from byte 96, each aligned to 8.
    object   4 bytes reference count 0, 2 bytes size, 1 byte number of object fields, 1 byte tag.
             tag ≤ 244: a constructor: fields (8 bytes each: a pointer, or a number n as 2n+1), then scalar bytes.
             246 array (size, capacity, fields); 248 scalar array; 249 string (bytes with NUL, capacity, code points, text);
             250 large number (2×4 bytes allocated and signed limb count, pointer to the limbs, limbs).
    parts    a file with a `module` header becomes three, `.olean`, `.olean.server` and `.olean.private`: one image cut in pieces,
             each with its own header and base address, with pointers from later pieces into earlier ones. The first piece
             shows theorems as axioms; only the last one's root lists every constant as it is.

A module written by a candidate's process is hostile. Pointers must lead to a *lower* address inside the file, which is what
Lean writes and what makes cycles impossible; sizes, tags, field counts and texts are checked; numbers must be canonical. What
does not fit raises `OleanError`. Cached hashes and other derived bytes in the file are never used.
"""

from __future__ import annotations

import enum
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from reaprover.errors import InfrastructureError
from reaprover.verify.name import Name, write_name
from reaprover.verify.term import Expr, Level, Store

MAX_BYTES: Final = 512 * 1024 * 1024
MAX_NAME_PARTS: Final = 1000
LEAN_VERSION: Final = "4.35.0"
"""The Lean whose layout is read here, as it stands in the header of a module."""

PARTS: Final = ("", ".server", ".private")
"""What follows `.olean` in the names of a module's files, in order."""

_MAX_GAP: Final = 1 << 20  # bytes between two parts of an image; Lean starts each at a multiple of 64 KiB
_FIRST_OBJECT: Final = 96
_VERSION: Final = 2


class OleanError(InfrastructureError):
    """A compiled module cannot be read: damaged, forged, or of another Lean version."""


class Kind(enum.Enum):
    """What a constant is."""

    AXIOM = "axiom"
    DEFINITION = "definition"
    THEOREM = "theorem"
    OPAQUE = "opaque"
    QUOTIENT = "quotient"
    INDUCTIVE = "inductive"
    CONSTRUCTOR = "constructor"
    RECURSOR = "recursor"


class Safety(enum.Enum):
    """Whether the kernel vouches for a constant."""

    UNSAFE = 0
    SAFE = 1
    PARTIAL = 2


@dataclass(frozen=True, slots=True)
class Rule:
    """One computation rule of a recursor: for `constructor` with `num_fields` fields, `rhs`."""

    constructor: Name
    num_fields: int
    rhs: Expr


@dataclass(frozen=True, slots=True)
class Constant:
    """One declaration of a module.

    Attributes:
        name: full name.
        kind: what it is.
        levels: level parameters.
        type: its type.
        value: definition body, proof, or opaque body; None otherwise.
        safety: safe, unsafe or partial.
        hints: of a definition: -1 opaque, -2 abbreviation, n ≥ 0 its unfolding height.
        block: names declared together (mutual definitions, inductive types of one block).
        inductive: of a constructor: its type's name.
        constructors: of an inductive type, in order.
        num_params, num_indices, num_fields, num_motives, num_minors, num_nested, index: the counts Lean records.
        rules: of a recursor.
        is_recursive, is_reflexive, has_k: flags Lean records.
        quotient_kind: 0 type, 1 constructor, 2 lift, 3 induction.
    """

    name: Name
    kind: Kind
    levels: tuple[Name, ...]
    type: Expr
    value: Expr | None = None
    safety: Safety = Safety.SAFE
    hints: int = 0
    block: tuple[Name, ...] = ()
    inductive: Name = ()
    constructors: tuple[Name, ...] = ()
    num_params: int = 0
    num_indices: int = 0
    num_fields: int = 0
    num_motives: int = 0
    num_minors: int = 0
    num_nested: int = 0
    index: int = 0
    rules: tuple[Rule, ...] = ()
    is_recursive: bool = False
    is_reflexive: bool = False
    has_k: bool = False
    quotient_kind: int = 0


def _shape(tag: int, num_fields: int, num_scalar_bytes: int) -> int:
    """The upper half of an object's first word."""
    size = 8 + 8 * num_fields + (num_scalar_bytes + 7) // 8 * 8
    return tag << 24 | num_fields << 16 | size


_EXPR_SHAPES: Final = {
    _shape(0, 1, 8): "bvar",
    _shape(1, 1, 8): "fvar",
    _shape(2, 1, 8): "mvar",
    _shape(3, 1, 8): "sort",
    _shape(4, 2, 8): "const",
    _shape(5, 2, 8): "app",
    _shape(6, 3, 9): "lam",
    _shape(7, 3, 9): "pi",
    _shape(8, 4, 9): "let",
    _shape(9, 1, 8): "lit",
    _shape(10, 2, 8): "mdata",
    _shape(11, 3, 8): "proj",
}
_APP: Final = _shape(5, 2, 8)
_STR_NAME, _NUM_NAME = _shape(1, 2, 8), _shape(2, 2, 8)
_CONSTANT_SHAPES: Final = {_shape(i, 1, 0): kind for i, kind in enumerate(Kind)}
# Lean's order of constructors: axiom, definition, theorem, opaque, quotient, inductive, constructor, recursor = order of `Kind`


def read_image(path: Path) -> bytes:
    """The bytes of a compiled module of the library, its parts joined to one image if it has several.

    Args:
        path: the `.olean` file.

    Raises:
        OleanError: a file is missing or cannot be read, or the parts do not fit together.
    """
    files = [path.with_name(path.name + part) for part in PARTS]
    present = [file for file in files if file.is_file()]
    if len(present) not in (1, len(files)) or path not in present:
        absent = next(file for file in files if file not in present)
        raise OleanError(f"{absent}: is missing, although other parts of this module are there; build the project again: lake build")
    try:
        parts = [file.read_bytes() for file in present]
    except OSError as error:
        raise OleanError(f"{path}: cannot be read: {error.strerror}") from error
    image = bytearray(parts[0])
    for file, part in zip(present[1:], parts[1:], strict=True):
        (base,), (start,) = struct.unpack_from("<Q", image, 80), struct.unpack_from("<Q", part.ljust(88, b"\0"), 80)
        gap = start - base - len(image)
        if part[:80] != image[:80] or not 0 <= gap <= _MAX_GAP:
            raise OleanError(f"{file}: is no part of the module {path.name} beside it; build the project again: lake build")
        image += bytes(gap) + part
    image[88:96] = parts[-1][88:96]  # the root
    return bytes(image)


class Module:
    """One compiled module, decoded on demand. Terms belong to `store`.

    Attributes:
        where: the file's name in messages.
        data: its bytes.
        imports: imported modules, in order.
        names: the names of its constants, in the file's order.
        is_module: written with the `module` keyword.
        lean_version, commit: what wrote it, as it says itself.
    """

    def __init__(self, data: bytes, where: str, store: Store) -> None:
        self.where, self.store = where, store
        if len(data) < _FIRST_OBJECT + 8 or len(data) % 8 or len(data) > MAX_BYTES or data[:5] != b"olean":
            raise self._bad("is no compiled Lean module", f"{len(data)} bytes")
        if data[5] != _VERSION:
            raise self._bad("has another format version", f"{data[5]}, expected {_VERSION}")
        self.data = self._data = data
        self._words = memoryview(data).cast("Q")
        self.lean_version = data[7:40].rstrip(b"\0").decode("ascii", "replace")
        self.commit = data[40:80].rstrip(b"\0").decode("ascii", "replace")
        (self._base,) = struct.unpack_from("<Q", data, 80)
        self._names: dict[int, Name] = {}
        self._levels: dict[int, Level] = {}
        self._exprs: dict[int, Expr] = {}
        root = self._at(self._words[11], len(data) + 8)
        fields = self._fields(root, 0, 5, 1)
        self.is_module = bool(self._byte(root, 5, 0))
        self.imports = tuple(self._import(p, at) for p, at in self._array(fields[0], root))
        self.names = tuple(self._name(p, at) for p, at in self._array(fields[1], root))
        pointers = [self._at(p, at) for p, at in self._array(fields[2], root)]
        if len(pointers) != len(self.names):
            raise self._bad("has unequal numbers of names and constants", f"{len(self.names)} and {len(pointers)}")
        self._offsets = dict(zip(self.names, pointers, strict=True))
        if len(self._offsets) != len(self.names):
            raise self._bad("declares a name twice", "duplicates among its constants")

    @classmethod
    def read(cls, path: Path, store: Store) -> Module:
        """Read a module file.

        Raises:
            OleanError: it cannot be read.
        """
        try:
            if path.stat().st_size > MAX_BYTES:
                raise OleanError(f"{path.name}: is larger than {MAX_BYTES} bytes")
            data = path.read_bytes()
        except OSError as error:
            raise OleanError(f"{path.name}: cannot be read: {error.strerror}") from error
        return cls(data, path.name, store)

    def over(self, store: Store) -> Module:
        """The same module with its terms in another store."""
        return Module(self._data, self.where, store)

    def __contains__(self, name: Name) -> bool:
        return name in self._offsets

    def constants(self) -> Iterator[Constant]:
        """Every constant, in the file's order."""
        return (self.constant(name) for name in self.names)

    def constant(self, name: Name) -> Constant:
        """The constant recorded under `name`, whose own name must be the same.

        Raises:
            KeyError: the module has no such constant.
            OleanError: what is recorded is malformed.
        """
        at = self._offsets[name]
        kind = _CONSTANT_SHAPES.get(self._words[at >> 3] >> 32)
        if kind is None:
            raise self._bad("holds an unknown kind of constant", write_name(name))
        constant = self._constant(kind, self._at(self._words[(at >> 3) + 1], at))
        if constant.name != name:
            raise self._bad("records a constant under another name", f"{write_name(constant.name)} under {write_name(name)}")
        return constant

    # ---- objects ----------------------------------------------------------------------------------------------------

    def _bad(self, problem: str, found: str) -> OleanError:
        return OleanError(f"{self.where}: {problem}; found {found}; the file is damaged, forged, or of another Lean")

    def _at(self, pointer: int, below: int) -> int:
        """The offset a pointer leads to: an object that starts before offset `below`."""
        offset: int = pointer - self._base
        if pointer & 7 or not _FIRST_OBJECT <= offset < below or offset + 8 > len(self._data):
            raise self._bad("has a pointer out of place", f"{offset} at or before {below}")
        return offset

    def _fields(self, at: int, tag: int, num: int, num_scalar_bytes: int = 0) -> tuple[int, ...]:
        """The object fields of the constructor object at `at`, whose shape must be as said."""
        i = at >> 3
        if self._words[i] >> 32 != _shape(tag, num, num_scalar_bytes) or at + 8 + 8 * num + num_scalar_bytes > len(self._data):
            raise self._bad("holds an unexpected object", f"header {self._words[i]:#018x} at byte {at}")
        return tuple(self._words[i + 1 : i + 1 + num])

    def _byte(self, at: int, num_fields: int, index: int) -> int:
        return self._data[at + 8 + 8 * num_fields + index]

    def _array(self, pointer: int, below: int) -> list[tuple[int, int]]:
        """The fields of an array, each with the offset that its target must lie below."""
        at = self._at(pointer, below)
        i = at >> 3
        if self._words[i] >> 56 != 246 or i + 3 > len(self._words):
            raise self._bad("holds no array where one must be", f"byte {at}")
        size = self._words[i + 1]
        if size > len(self._words) - i - 3:
            raise self._bad("holds an array beyond its end", f"{size} fields")
        return [(p, at) for p in self._words[i + 3 : i + 3 + size]]

    def _list(self, pointer: int, below: int) -> Iterator[tuple[int, int]]:
        while pointer != 1:
            at = self._at(pointer, below)
            head, pointer = self._fields(at, 1, 2)
            below = at
            yield head, at

    def _string(self, pointer: int, below: int) -> str:
        at = self._at(pointer, below)
        i = at >> 3
        if self._words[i] >> 56 != 249 or i + 4 > len(self._words):
            raise self._bad("holds no string where one must be", f"byte {at}")
        size, num_chars = self._words[i + 1], self._words[i + 3]
        if not 1 <= size <= len(self._data) - at - 32:
            raise self._bad("holds a string beyond its end", f"{size} bytes")
        try:
            text = self._data[at + 32 : at + 31 + size].decode("utf-8")
        except UnicodeDecodeError as error:
            raise self._bad("holds a string that is not UTF-8", f"byte {at}") from error
        if self._data[at + 31 + size] or len(text) != num_chars:
            raise self._bad("holds a string of another length than it says", f"{len(text)}, said {num_chars}")
        return text

    def _nat(self, pointer: int, below: int) -> int:
        if pointer & 1:
            return pointer >> 1
        at = self._at(pointer, below)
        i = at >> 3
        if self._words[i] >> 56 != 250 or i + 4 > len(self._words):
            raise self._bad("holds no number where one must be", f"byte {at}")
        _, num_limbs = struct.unpack_from("<ii", self._data, at + 8)
        if not 1 <= num_limbs <= (len(self._data) - at - 24) // 8 or self._words[i + 2] != self._base + at + 24:
            raise self._bad("holds a malformed large number", f"{num_limbs} limbs")
        value = int.from_bytes(self._data[at + 24 : at + 24 + 8 * num_limbs], "little")
        if value < 1 << 63 or value.bit_length() <= 64 * (num_limbs - 1):
            raise self._bad("holds a large number that is not in canonical form", f"{num_limbs} limbs")
        return value

    def _small(self, pointer: int, below: int) -> int:
        value = self._nat(pointer, below)
        if value > 1 << 31:
            raise self._bad("holds a count out of range", str(value))
        return value

    # ---- names, levels, terms -----------------------------------------------------------------------------------------

    def _name(self, pointer: int, below: int) -> Name:
        if pointer == 1:
            return ()
        at = self._at(pointer, below)
        known = self._names.get(at)
        if known is not None:
            return known
        parts: list[str | int] = []
        start: Name = ()
        here = at
        while True:
            i = here >> 3
            shape = self._words[i] >> 32
            if (shape != _STR_NAME and shape != _NUM_NAME) or here + 32 > len(self._data):
                raise self._bad("holds no name where one must be", f"byte {here}")
            last = self._words[i + 2]
            parts.append(self._string(last, here) if shape == _STR_NAME else self._nat(last, here))
            if len(parts) > MAX_NAME_PARTS:
                raise self._bad("holds an overlong name", f"more than {MAX_NAME_PARTS} components")
            prefix = self._words[i + 1]
            if prefix == 1:
                break
            here = self._at(prefix, here)
            known = self._names.get(here)
            if known is not None:
                start = known
                break
        name = self._names[at] = start + tuple(reversed(parts))
        if len(name) > MAX_NAME_PARTS:
            raise self._bad("holds an overlong name", f"more than {MAX_NAME_PARTS} components")
        return name

    def _import(self, pointer: int, below: int) -> Name:
        at = self._at(pointer, below)
        (module,) = self._fields(at, 0, 1, 3)
        return self._name(module, at)

    def _level(self, pointer: int, below: int) -> Level:
        if pointer == 1:
            return self.store.zero
        top = self._at(pointer, below)
        memo, store = self._levels, self.store
        stack = [top]
        while stack:
            at = stack[-1]
            if at in memo:
                stack.pop()
                continue
            i = at >> 3
            shape = self._words[i] >> 32
            if at + (shape & 0xFFFF) > len(self._data):
                raise self._bad("ends inside a level", f"byte {at}")
            if shape == _shape(4, 1, 8):
                memo[at] = store.param(self._name(self._words[i + 1], at))
                continue
            num = {_shape(1, 1, 8): 1, _shape(2, 2, 8): 2, _shape(3, 2, 8): 2}.get(shape)
            if num is None:
                raise self._bad("holds no level where one must be", f"header {shape:#x} at byte {at}")
            parts: list[Level] = []
            for p in self._words[i + 1 : i + 1 + num]:
                if p == 1:
                    parts.append(store.zero)
                    continue
                below_it = self._at(p, at)
                if below_it not in memo:
                    stack.append(below_it)
                    break
                parts.append(memo[below_it])
            else:
                memo[at] = store.succ(parts[0]) if num == 1 else (store.max if shape >> 24 == 2 else store.imax)(parts[0], parts[1])
        return memo[top]

    def _levels_of(self, pointer: int, below: int) -> tuple[Level, ...]:
        return tuple(self._level(p, at) for p, at in self._list(pointer, below))

    def _expr(self, pointer: int, below: int) -> Expr:
        top = self._at(pointer, below)
        memo, store, words, base, limit = self._exprs, self.store, self._words, self._base, len(self._data)
        stack = [top]
        while stack:
            at = stack[-1]
            if at in memo:
                stack.pop()
                continue
            i = at >> 3
            shape = words[i] >> 32
            if at + (shape & 0xFFFF) > limit:
                raise self._bad("ends inside a term", f"byte {at}")
            if shape == _APP:  # by far the most common: the two pointer checks in line
                a, b = words[i + 1] - base, words[i + 2] - base
                if not (_FIRST_OBJECT <= a < at and _FIRST_OBJECT <= b < at) or (a | b) & 7:
                    raise self._bad("has a pointer out of place", f"in the application at byte {at}")
                f, x = memo.get(a), memo.get(b)
                if f is not None and x is not None:
                    memo[at] = store.app(f, x)
                    stack.pop()
                else:
                    if x is None:
                        stack.append(b)
                    if f is None:
                        stack.append(a)
                continue
            match _EXPR_SHAPES.get(shape):
                case "lam" | "pi" as kind:
                    t, b = self._at(words[i + 2], at), self._at(words[i + 3], at)
                    if t not in memo:
                        stack.append(t)
                    elif b not in memo:
                        stack.append(b)
                    else:
                        memo[at] = store.lam(memo[t], memo[b]) if kind == "lam" else store.pi(memo[t], memo[b])
                case "const":
                    memo[at] = store.const(self._name(words[i + 1], at), self._levels_of(words[i + 2], at))
                case "bvar":
                    memo[at] = store.bvar(self._small(words[i + 1], at))
                case "sort":
                    memo[at] = store.sort(self._level(words[i + 1], at))
                case "let":
                    parts = [self._at(words[i + k], at) for k in (2, 3, 4)]
                    missing = [p for p in parts if p not in memo]
                    if missing:
                        stack.extend(missing)
                    else:
                        memo[at] = store.let(*(memo[p] for p in parts))
                case "lit":
                    literal = self._at(words[i + 1], at)
                    if words[literal >> 3] >> 32 == _shape(0, 1, 0):
                        memo[at] = store.nat(self._nat(self._fields(literal, 0, 1)[0], literal))
                    else:
                        memo[at] = store.string(self._string(self._fields(literal, 1, 1)[0], literal))
                case "mdata":
                    inner = self._at(words[i + 2], at)
                    if inner in memo:
                        memo[at] = memo[inner]
                    else:
                        stack.append(inner)
                case "proj":
                    inner = self._at(words[i + 3], at)
                    if inner in memo:
                        memo[at] = store.proj(self._name(words[i + 1], at), self._small(words[i + 2], at), memo[inner])
                    else:
                        stack.append(inner)
                case "fvar" | "mvar" as kind:
                    raise self._bad("holds a term with a variable that nothing binds", f"{kind} at byte {at}")
                case _:
                    raise self._bad("holds no term where one must be", f"header {shape:#x} at byte {at}")
        return memo[top]

    # ---- constants ----------------------------------------------------------------------------------------------------

    def _names_of(self, pointer: int, below: int) -> tuple[Name, ...]:
        return tuple(self._name(p, at) for p, at in self._list(pointer, below))

    def _common(self, pointer: int, below: int) -> tuple[Name, tuple[Name, ...], Expr]:
        at = self._at(pointer, below)
        name, levels, type_ = self._fields(at, 0, 3)
        params = self._names_of(levels, at)
        term = self._expr(type_, at)
        if term.loose:
            raise self._bad("holds a type with a variable that nothing binds", write_name(self._name(name, at)))
        return self._name(name, at), params, term

    def _closed(self, pointer: int, below: int) -> Expr:
        term = self._expr(pointer, below)
        if term.loose:
            raise self._bad("holds a value with a variable that nothing binds", f"byte {below}")
        return term

    def _hints(self, pointer: int, below: int) -> int:
        if pointer & 1:
            if pointer >> 1 > 1:
                raise self._bad("holds unknown unfolding hints", str(pointer >> 1))
            return -1 - (pointer >> 1)
        at = self._at(pointer, below)
        self._fields(at, 2, 0, 4)
        return int(self._words[(at >> 3) + 1] & 0xFFFFFFFF)

    def _safety(self, value: int) -> Safety:
        try:
            return Safety(value)
        except ValueError as error:
            raise self._bad("holds an unknown safety", str(value)) from error

    def _constant(self, kind: Kind, at: int) -> Constant:
        def flag(num_fields: int, index: int = 0) -> bool:
            return bool(self._byte(at, num_fields, index))

        def unsafe(num_fields: int, index: int = 0) -> Safety:
            return Safety.UNSAFE if flag(num_fields, index) else Safety.SAFE

        match kind:
            case Kind.AXIOM:
                (common,) = self._fields(at, 0, 1, 1)
                return Constant(*self._head(common, at, kind), safety=unsafe(1))
            case Kind.DEFINITION:
                common, value, hints, block = self._fields(at, 0, 4, 1)
                return Constant(
                    *self._head(common, at, kind),
                    value=self._closed(value, at),
                    safety=self._safety(self._byte(at, 4, 0)),
                    hints=self._hints(hints, at),
                    block=self._names_of(block, at),
                )
            case Kind.THEOREM:
                common, value, block = self._fields(at, 0, 3)
                return Constant(*self._head(common, at, kind), value=self._closed(value, at), block=self._names_of(block, at))
            case Kind.OPAQUE:
                common, value, block = self._fields(at, 0, 3, 1)
                return Constant(
                    *self._head(common, at, kind), value=self._closed(value, at), safety=unsafe(3), block=self._names_of(block, at)
                )
            case Kind.QUOTIENT:
                (common,) = self._fields(at, 0, 1, 1)
                return Constant(*self._head(common, at, kind), quotient_kind=self._byte(at, 1, 0))
            case Kind.INDUCTIVE:
                common, params, indices, block, constructors, nested = self._fields(at, 0, 6, 3)
                return Constant(
                    *self._head(common, at, kind),
                    num_params=self._small(params, at),
                    num_indices=self._small(indices, at),
                    block=self._names_of(block, at),
                    constructors=self._names_of(constructors, at),
                    num_nested=self._small(nested, at),
                    is_recursive=flag(6),
                    safety=unsafe(6, 1),
                    is_reflexive=flag(6, 2),
                )
            case Kind.CONSTRUCTOR:
                common, inductive, index, params, num_fields = self._fields(at, 0, 5, 1)
                return Constant(
                    *self._head(common, at, kind),
                    inductive=self._name(inductive, at),
                    index=self._small(index, at),
                    num_params=self._small(params, at),
                    num_fields=self._small(num_fields, at),
                    safety=unsafe(5),
                )
            case Kind.RECURSOR:
                common, block, params, indices, motives, minors, rules = self._fields(at, 0, 7, 2)
                return Constant(
                    *self._head(common, at, kind),
                    block=self._names_of(block, at),
                    num_params=self._small(params, at),
                    num_indices=self._small(indices, at),
                    num_motives=self._small(motives, at),
                    num_minors=self._small(minors, at),
                    rules=tuple(self._rule(p, below) for p, below in self._list(rules, at)),
                    has_k=flag(7),
                    safety=unsafe(7, 1),
                )

    def _head(self, pointer: int, below: int, kind: Kind) -> tuple[Name, Kind, tuple[Name, ...], Expr]:
        name, levels, type_ = self._common(pointer, below)
        return name, kind, levels, type_

    def _rule(self, pointer: int, below: int) -> Rule:
        at = self._at(pointer, below)
        constructor, num_fields, rhs = self._fields(at, 0, 3)
        return Rule(self._name(constructor, at), self._small(num_fields, at), self._closed(rhs, at))
