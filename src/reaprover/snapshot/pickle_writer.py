"""Writes the pickles of torch archives, byte for byte as torch 2.13 does for releases, without torch.

Texts are memoised by value, as the interned keys of a state dict are; the digits of a storage key are not, because torch
makes them anew each time. Tuples of tensors' shapes are made anew too. Dicts are written in batches of 1,000 as the C pickler
does.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice

from reaprover.snapshot.payload import row_major
from reaprover.snapshot.tensors import Tensor

_BATCH = 1000


@dataclass(frozen=True, slots=True)
class OrderedItems:
    """Written as a `collections.OrderedDict`, as a module's state dict is.

    Attributes:
        items: the content.
        metadata: what torch keeps as `_metadata`: module name → `{"version": int}`; None writes none.
    """

    items: Mapping[str, object]
    metadata: Mapping[str, Mapping[str, int]] | None = None


def write_pickle(value: object) -> tuple[bytes, list[Tensor]]:
    """The pickle of a tree of dicts, `OrderedItems`, lists, tuples, scalars, texts and tensors, and its storages in order.

    Returns:
        The bytes, and the tensors whose data are the entries `data/0`, `data/1`, ….

    Raises:
        TypeError: a value of another type (a mistake of the program, not of an input).
    """
    writer = _Writer()
    writer.save(value)
    return b"\x80\x02" + b"".join(writer.out) + b".", writer.storages


@dataclass(slots=True)
class _Writer:
    out: list[bytes] = field(default_factory=list)
    storages: list[Tensor] = field(default_factory=list)
    memo: dict[tuple[str, str], int] = field(default_factory=dict)
    num_memos: int = 0

    def save(self, value: object) -> None:
        match value:
            case None:
                self.out.append(b"N")
            case bool():
                self.out.append(b"\x88" if value else b"\x89")
            case int():
                self.integer(value)
            case float():
                self.out.append(b"G" + struct.pack(">d", value))
            case str():
                self.once("text", value, lambda: self.text(value))
            case Tensor():
                self.tensor(value)
            case OrderedItems():
                self.ordered(value)
            case tuple():
                self.tuple_of(value)
            case list():
                self.list_of(value)
            case dict():
                self.out.append(b"}")
                self.put()
                self.batches(value)
            case _:
                raise TypeError(f"cannot write a {type(value).__name__} into a torch archive")

    def put(self) -> None:
        index = self.num_memos
        self.num_memos += 1
        self.out.append(struct.pack("<cB", b"q", index) if index < 256 else struct.pack("<cI", b"r", index))

    def once(self, kind: str, name: str, write: Callable[[], None]) -> None:
        """Write and memoise, or refer to what was written."""
        index = self.memo.get((kind, name))
        if index is None:
            write()
            self.memo[kind, name] = self.num_memos
            self.put()
        else:
            self.out.append(struct.pack("<cB", b"h", index) if index < 256 else struct.pack("<cI", b"j", index))

    def text(self, value: str) -> None:
        data = value.encode()
        self.out.append(b"X" + struct.pack("<I", len(data)) + data)

    def name(self, qualified: str) -> None:
        self.once("global", qualified, lambda: self.out.append(b"c" + qualified.replace(" ", "\n").encode() + b"\n"))

    def integer(self, value: int) -> None:
        if 0 <= value < 256:
            self.out.append(struct.pack("<cB", b"K", value))
        elif 0 <= value < 65536:
            self.out.append(struct.pack("<cH", b"M", value))
        elif -(2**31) <= value < 2**31:
            self.out.append(struct.pack("<ci", b"J", value))
        else:
            data = value.to_bytes(value.bit_length() // 8 + 1, "little", signed=True)
            self.out.append(struct.pack("<cB", b"\x8a", len(data)) + data)

    def tuple_of(self, items: tuple[object, ...]) -> None:
        if not items:
            self.out.append(b")")
            return
        if len(items) > 3:
            self.out.append(b"(")
        for item in items:
            self.save(item)
        self.out.append((b"\x85", b"\x86", b"\x87")[len(items) - 1] if len(items) <= 3 else b"t")
        self.put()

    def list_of(self, items: list[object]) -> None:
        self.out.append(b"]")
        self.put()
        if len(items) == 1:
            self.save(items[0])
            self.out.append(b"a")
            return
        for start in range(0, len(items), _BATCH):
            self.out.append(b"(")
            for item in items[start : start + _BATCH]:
                self.save(item)
            self.out.append(b"e")

    def batches(self, items: Mapping[object, object]) -> None:
        pairs = iter(items.items())
        if len(items) == 1:
            self.pairs(pairs)
            self.out.append(b"s")
            return
        remaining = len(items)
        while remaining >= 0 and items:  # after a full batch the C pickler always begins another, even an empty one
            self.out.append(b"(")
            self.pairs(islice(pairs, _BATCH))
            self.out.append(b"u")
            remaining -= _BATCH

    def pairs(self, pairs: Iterable[tuple[object, object]]) -> None:
        for key, value in pairs:
            self.save(key)
            self.save(value)

    def empty_ordered(self) -> None:
        self.name("collections OrderedDict")
        self.out.append(b")R")
        self.put()

    def ordered(self, value: OrderedItems) -> None:
        self.empty_ordered()
        self.ordered_items(dict(value.items))
        if value.metadata is not None:
            self.out.append(b"}")
            self.put()
            self.save("_metadata")
            self.empty_ordered()
            self.ordered_items({name: dict(versions) for name, versions in value.metadata.items()})
            self.out.append(b"sb")

    def ordered_items(self, items: Mapping[str, object]) -> None:
        pairs = list(items.items())
        for start in range(0, len(pairs), _BATCH):
            batch = pairs[start : start + _BATCH]
            self.out.append(b"(" if len(batch) > 1 else b"")
            self.pairs(batch)
            self.out.append(b"u" if len(batch) > 1 else b"s")

    def tensor(self, value: Tensor) -> None:
        self.name("torch._utils _rebuild_tensor_v2")
        self.out.append(b"((")
        self.save("storage")
        self.name(f"torch {value.dtype.value}Storage")
        self.text(str(len(self.storages)))
        self.put()
        self.save("cpu")
        self.integer(value.num_elements)
        self.out.append(b"t")
        self.put()
        self.out.append(b"Q")
        self.integer(0)
        self.tuple_of(value.shape)
        self.tuple_of(row_major(value.shape))
        self.out.append(b"\x89")
        self.empty_ordered()
        self.out.append(b"t")
        self.put()
        self.out.append(b"R")
        self.put()
        self.storages.append(value)


def state_dict_items(tensors: Mapping[str, Tensor]) -> OrderedItems:
    """The value head as torch's `Sequential.state_dict()` gives it: ordered, with the versions of its modules."""
    return OrderedItems(tensors, {name: {"version": 1} for name in ("", "0", "1", "2")})
