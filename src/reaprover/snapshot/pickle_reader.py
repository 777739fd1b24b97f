"""A reader of the pickles inside torch archives that can only build data (section 9).

It knows protocol 2, the opcodes in `_OPCODES` below, and the globals `torch._utils._rebuild_tensor_v2`,
`collections.OrderedDict` and the storage classes of `Dtype`; nothing is imported and nothing is called. A tensor comes out
as a `TensorRef`, a description that the caller compares with the archive's entries. Everything else is refused.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import NoReturn

from reaprover.snapshot.refusal import refuse
from reaprover.snapshot.tensors import Dtype

MAX_PICKLE_BYTES = 8 * 1024 * 1024
MAX_TENSORS = 4096
MAX_OPERATIONS = 1_000_000
"""Operations executed at most; a full live session needs about 60,000."""

MAX_DEPTH = 32
MAX_RANK = 64
_MAX_GLOBAL = 128


@dataclass(frozen=True, slots=True)
class StorageRef:
    """A storage that the pickle names.

    Attributes:
        key: the entry is `data/<key>`.
        num_elements: what the pickle claims; compared with the entry by the caller.
    """

    dtype: Dtype
    key: str
    num_elements: int


@dataclass(frozen=True, slots=True)
class TensorRef:
    """A tensor that the pickle describes."""

    storage: StorageRef
    offset: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]


class Ordered(dict[object, object]):
    """Stands for a `collections.OrderedDict`; `metadata` is what BUILD attached, kept only to be checked."""

    metadata: object = None


class Global(Enum):
    """Functions that a pickle may name besides the storage classes."""

    REBUILD_TENSOR = "torch._utils _rebuild_tensor_v2"
    ORDERED_DICT = "collections OrderedDict"


_GLOBALS: dict[str, Global | Dtype] = {item.value: item for item in Global} | {f"torch {dtype.value}Storage": dtype for dtype in Dtype}
_MARK = object()


def read_pickle(data: bytes | memoryview, file: str, entry: str) -> object:
    """The value that the pickle describes: dicts with text or integer keys, lists, tuples, scalars, `TensorRef`s.

    Containers in the result form a tree: none contains itself or stands in two places.

    Args:
        data: the pickle.
        file: the file to name in a refusal.
        entry: the archive entry to name in a refusal.

    Raises:
        SnapshotCorrupt: `pickle_limit`, `pickle_forbidden_opcode`, `pickle_forbidden_global`, `pickle_structure`.
    """
    if len(data) > MAX_PICKLE_BYTES:
        raise refuse("pickle_limit", file, entry, found=f"{len(data)} bytes", expected=f"at most {MAX_PICKLE_BYTES}")
    machine = _Machine(bytes(data), file, entry)
    return machine.run()


class _Machine:
    def __init__(self, data: bytes, file: str, entry: str) -> None:
        self.data, self.file, self.entry = data, file, entry
        self.at = 0
        self.stack: list[object] = []
        self.memo: dict[int, object] = {}
        self.num_tensors = 0

    def run(self) -> object:
        if self.data[:2] != b"\x80\x02":
            if self.data[:1] == b"\x80" and len(self.data) > 1:
                self.forbidden(f"protocol {self.data[1]}")
            self.broken("no protocol", "protocol 2")
        self.at = 2
        for _ in range(MAX_OPERATIONS):
            opcode = self.take(1)
            if opcode == b".":
                return self.stop()
            operation = _OPCODES.get(opcode)
            if operation is None:
                self.at -= 1
                self.forbidden(f"opcode {opcode!r}")
            operation(self)
        raise refuse("pickle_limit", self.file, self.place(), found="more operations", expected=f"at most {MAX_OPERATIONS}")

    def stop(self) -> object:
        if self.at != len(self.data):
            self.forbidden(f"{len(self.data) - self.at} bytes after the end")
        value = self.pop()
        if self.stack:
            self.broken(f"{len(self.stack)} values left over", "one value")
        self.check_tree(value)
        return value

    # -- primitives

    def place(self) -> str:
        return f"{self.entry}, byte {self.at}"

    def broken(self, found: object, expected: object) -> NoReturn:
        raise refuse("pickle_structure", self.file, self.place(), found=found, expected=expected)

    def forbidden(self, found: object) -> NoReturn:
        raise refuse(
            "pickle_forbidden_opcode", self.file, self.place(), found=found, expected="protocol 2 and the operations of tensor files"
        )

    def take(self, count: int) -> bytes:
        piece = self.data[self.at : self.at + count]
        if len(piece) != count:
            self.broken("the end of the pickle", f"{count} more bytes")
        self.at += count
        return piece

    def number(self, form: str) -> int:
        value: int = struct.unpack("<" + form, self.take(struct.calcsize("<" + form)))[0]
        return value

    def pop(self) -> object:
        if not self.stack or self.stack[-1] is _MARK:
            self.broken("an empty stack", "a value")
        return self.stack.pop()

    def pop_mark(self) -> list[object]:
        for index in range(len(self.stack) - 1, -1, -1):
            if self.stack[index] is _MARK:
                items = self.stack[index + 1 :]
                del self.stack[index:]
                return items
        return self.broken("no mark", "a mark")

    def top(self, kind: type[dict[object, object]] | type[list[object]]) -> object:
        if not self.stack or not isinstance(self.stack[-1], kind):
            self.broken("another value", f"a {kind.__name__}")
        return self.stack[-1]

    # -- operations

    def get(self, form: str) -> None:
        index = self.number(form)
        if index not in self.memo:
            self.broken(f"memo {index}, never written", "a memo that was written")
        self.stack.append(self.memo[index])

    def put(self, form: str) -> None:
        index = self.number(form)
        if not self.stack or self.stack[-1] is _MARK:
            self.broken("an empty stack", "a value")
        self.memo[index] = self.stack[-1]

    def tuple_of(self, count: int) -> None:
        items = [self.pop() for _ in range(count)]
        self.stack.append(tuple(reversed(items)))

    def text(self) -> None:
        try:
            self.stack.append(self.take(self.number("I")).decode())
        except UnicodeDecodeError:
            self.broken("a text that is not UTF-8", "UTF-8")

    def long1(self) -> None:
        count = self.number("B")
        if count > 8:
            self.forbidden(f"an integer of {count} bytes")
        self.stack.append(int.from_bytes(self.take(count), "little", signed=True))

    def find_global(self) -> None:
        lines = self.data[self.at : self.at + _MAX_GLOBAL].split(b"\n", 2)
        if len(lines) < 3:
            self.broken("a global without an end", "two short lines")
        name = b" ".join(lines[:2]).decode("latin-1")
        if name not in _GLOBALS:
            raise refuse(
                "pickle_forbidden_global", self.file, self.place(), found=name, expected="a tensor, a storage class or OrderedDict"
            )
        self.at += len(lines[0]) + len(lines[1]) + 2
        self.stack.append(_GLOBALS[name])

    def set_items(self, items: list[object]) -> None:
        target = self.top(dict)
        assert isinstance(target, dict)
        if len(items) % 2:
            self.broken("a key without a value", "pairs")
        for key, value in zip(items[::2], items[1::2], strict=True):
            if isinstance(key, bool) or not isinstance(key, str | int):
                self.broken(f"a key of type {type(key).__name__}", "text or integer keys")
            if key in target:
                self.broken(f"the key {key!r} twice", "every key once")
            target[key] = value

    def set_item(self) -> None:
        value, key = self.pop(), self.pop()
        self.set_items([key, value])

    def append(self, items: list[object]) -> None:
        target = self.top(list)
        assert isinstance(target, list)
        target.extend(items)

    def reduce(self) -> None:
        arguments, function = self.pop(), self.pop()
        if function is Global.ORDERED_DICT and arguments == ():
            self.stack.append(Ordered())
        elif function is Global.REBUILD_TENSOR and isinstance(arguments, tuple):
            self.stack.append(self.tensor(arguments))
        else:
            self.broken(f"a call of {type(function).__name__}", "OrderedDict() or a tensor")

    def tensor(self, arguments: tuple[object, ...]) -> TensorRef:
        if len(arguments) != 6:
            self.broken(f"{len(arguments)} arguments", "6 arguments of a plain tensor")
        storage, offset, shape, strides, requires_grad, hooks = arguments
        if not isinstance(storage, StorageRef) or not _is_count(offset):
            self.broken("another storage or offset", "a storage and an integer")
        if not (_is_counts(shape) and _is_counts(strides) and len(shape) == len(strides)):  # type: ignore[arg-type]  # both are tuples then
            self.broken("another shape or strides", "two tuples of integers of one length")
        if requires_grad is not False or not isinstance(hooks, Ordered) or hooks or hooks.metadata:
            self.broken("a tensor that requires gradients or carries hooks", "a plain tensor")
        self.num_tensors += 1
        if self.num_tensors > MAX_TENSORS:
            raise refuse("pickle_limit", self.file, self.place(), found=f"{self.num_tensors} tensors", expected=f"at most {MAX_TENSORS}")
        return TensorRef(storage, offset, shape, strides)  # type: ignore[arg-type]  # checked above

    def persistent(self) -> None:
        match self.pop():
            case tuple(("storage", Dtype() as dtype, str(key), str(location), int(count))) if (
                key.isascii() and key.isdigit() and len(key) <= 10 and _is_location(location) and _is_count(count)
            ):
                self.stack.append(StorageRef(dtype, key, count))
            case _:
                self.broken("another persistent id", "(storage, class, digits, device, count)")

    def build(self) -> None:
        state = self.pop()
        target = self.stack[-1] if self.stack else None
        if not isinstance(target, Ordered) or target.metadata is not None or type(state) is not dict or list(state) != ["_metadata"]:
            self.broken("a state that is not module metadata", "_metadata of an OrderedDict, once")
        target.metadata = state

    def check_tree(self, value: object) -> None:
        """Containers form a tree of bounded depth: no self-reference, no container in two places (tuples of scalars may be)."""
        seen: set[int] = set()
        flat: set[int] = set()  # tuples of scalars, which may stand in several places
        revisited = 0
        stack: list[tuple[object, int]] = [(value, 1)]
        while stack:
            node, depth = stack.pop()
            if isinstance(node, Global | Dtype | StorageRef):
                self.broken(f"a bare {type(node).__name__.lower()}", "tensors and plain values")
            if not isinstance(node, dict | list | tuple):
                continue
            if depth > MAX_DEPTH:
                self.broken(f"nesting beyond {MAX_DEPTH}", "a shallow tree")
            if id(node) in flat:
                revisited += len(node)
                if revisited > MAX_OPERATIONS:
                    raise refuse("pickle_limit", self.file, self.place(), found="tuples repeated without end", expected="a small tree")
                continue
            if id(node) in seen:
                self.broken("a container inside itself or in two places", "a tree")
            seen.add(id(node))
            children = list(node.values()) if isinstance(node, dict) else list(node)
            if isinstance(node, tuple) and not any(isinstance(item, dict | list | tuple) for item in children):
                flat.add(id(node))
            stack.extend((item, depth + 1) for item in children)
            if isinstance(node, Ordered):
                stack.append((node.metadata, depth + 1))


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_counts(value: object) -> bool:
    return isinstance(value, tuple) and len(value) <= MAX_RANK and all(_is_count(item) for item in value)


def _is_location(text: str) -> bool:
    return text in ("cpu", "cuda") or (text.startswith("cuda:") and text[5:].isascii() and text[5:].isdigit() and len(text) <= 9)


def _push(value: object) -> Callable[[_Machine], None]:
    return lambda m: m.stack.append(value)


_OPCODES: dict[bytes, Callable[[_Machine], None]] = {
    b"(": _push(_MARK),
    b"N": _push(None),
    b"\x88": _push(True),
    b"\x89": _push(False),
    b"J": lambda m: m.stack.append(m.number("i")),
    b"K": lambda m: m.stack.append(m.number("B")),
    b"M": lambda m: m.stack.append(m.number("H")),
    b"\x8a": _Machine.long1,
    b"G": lambda m: m.stack.append(struct.unpack(">d", m.take(8))[0]),
    b"X": _Machine.text,
    b"}": lambda m: m.stack.append({}),
    b"]": lambda m: m.stack.append([]),
    b")": lambda m: m.stack.append(()),
    b"t": lambda m: m.stack.append(tuple(m.pop_mark())),
    b"\x85": lambda m: m.tuple_of(1),
    b"\x86": lambda m: m.tuple_of(2),
    b"\x87": lambda m: m.tuple_of(3),
    b"a": lambda m: m.append([m.pop()]),
    b"e": lambda m: m.append(m.pop_mark()),
    b"s": _Machine.set_item,
    b"u": lambda m: m.set_items(m.pop_mark()),
    b"q": lambda m: m.put("B"),
    b"r": lambda m: m.put("I"),
    b"h": lambda m: m.get("B"),
    b"j": lambda m: m.get("I"),
    b"c": _Machine.find_global,
    b"Q": _Machine.persistent,
    b"R": _Machine.reduce,
    b"b": _Machine.build,
}
"""All operations besides PROTO and STOP: MARK NONE NEWTRUE NEWFALSE BININT BININT1 BININT2 LONG1 BINFLOAT BINUNICODE EMPTY_DICT
EMPTY_LIST EMPTY_TUPLE TUPLE TUPLE1 TUPLE2 TUPLE3 APPEND APPENDS SETITEM SETITEMS BINPUT LONG_BINPUT BINGET LONG_BINGET GLOBAL
BINPERSID REDUCE BUILD."""
