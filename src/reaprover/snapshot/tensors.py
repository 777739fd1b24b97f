"""Tensors without a tensor library: a dtype, a shape and a view on bytes; NumPy and torch see them without a copy."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import torch
    from numpy.typing import NDArray

_BLOCK = 1 << 20  # elements looked at once


class Dtype(Enum):
    """Element types that a torch archive may name; the value is the storage class without `Storage`."""

    FLOAT32 = "Float"
    BFLOAT16 = "BFloat16"
    FLOAT16 = "Half"
    FLOAT64 = "Double"
    INT8 = "Char"
    UINT8 = "Byte"
    INT16 = "Short"
    INT32 = "Int"
    INT64 = "Long"
    BOOL = "Bool"

    @property
    def itemsize(self) -> int:
        """Bytes of one element."""
        return _ITEMSIZE[self]

    @property
    def word(self) -> str:
        """The dtype as torch and people say it, e.g. `float32`."""
        return self.name.lower()

    @property
    def safetensors_word(self) -> str:
        """The dtype as safetensors files say it, e.g. `F32`, `BF16`."""
        return _SAFETENSORS[self]

    @property
    def is_floating(self) -> bool:
        """Whether elements can be infinite or not a number."""
        return self in (Dtype.FLOAT32, Dtype.BFLOAT16, Dtype.FLOAT16, Dtype.FLOAT64)


_ITEMSIZE = (
    {Dtype.FLOAT64: 8, Dtype.INT64: 8, Dtype.FLOAT32: 4, Dtype.INT32: 4}
    | dict.fromkeys((Dtype.BFLOAT16, Dtype.FLOAT16, Dtype.INT16), 2)
    | dict.fromkeys((Dtype.INT8, Dtype.UINT8, Dtype.BOOL), 1)
)
_SAFETENSORS = {
    Dtype.FLOAT32: "F32",
    Dtype.BFLOAT16: "BF16",
    Dtype.FLOAT16: "F16",
    Dtype.FLOAT64: "F64",
    Dtype.INT8: "I8",
    Dtype.UINT8: "U8",
    Dtype.INT16: "I16",
    Dtype.INT32: "I32",
    Dtype.INT64: "I64",
    Dtype.BOOL: "BOOL",
}


@dataclass(frozen=True, slots=True, eq=False)
class Tensor:
    """One tensor: row-major, little-endian, contiguous.

    Attributes:
        dtype: element type.
        shape: sizes; `()` is a scalar.
        data: the bytes as a flat uint8 array, usually a view on the buffer of a whole archive. Treat it as read-only.
    """

    dtype: Dtype
    shape: tuple[int, ...]
    data: NDArray[np.uint8]

    @property
    def num_elements(self) -> int:
        """Product of the sizes."""
        return math.prod(self.shape)

    def tobytes(self) -> bytes:
        """A copy of the raw bytes."""
        return self.data.tobytes()

    def numpy(self) -> NDArray[Any]:
        """A read-only NumPy view in the tensor's shape; bfloat16, which NumPy lacks, comes as its bits in uint16."""
        import numpy as np

        names: dict[Dtype, type[Any]] = {Dtype.BFLOAT16: np.uint16, Dtype.BOOL: np.bool_}
        kind = names.get(self.dtype) or np.dtype(self.dtype.word).type
        array: NDArray[Any] = self.data.view(kind).reshape(self.shape)
        array.flags.writeable = False
        return array

    def float32(self) -> NDArray[np.float32]:
        """The values as float32: bfloat16 and float16 are widened exactly, float32 is a view."""
        import numpy as np

        if self.dtype is Dtype.BFLOAT16:
            return (self.data.view(np.uint16).astype(np.uint32) << 16).view(np.float32).reshape(self.shape)
        return np.asarray(self.numpy(), np.float32)

    def torch(self) -> torch.Tensor:
        """A torch tensor on the same memory (it keeps the memory alive; do not write into it: clone to train)."""
        import torch

        kind: torch.dtype = getattr(torch, self.dtype.word)
        if self.num_elements == 0:
            return torch.empty(self.shape, dtype=kind)
        return torch.frombuffer(self.data, dtype=kind).reshape(self.shape)

    def is_finite(self) -> bool:
        """Whether no element is infinite or not a number. Integers always are."""
        import numpy as np

        if not self.dtype.is_floating or self.num_elements == 0:
            return True
        if self.dtype is Dtype.BFLOAT16:
            bits = self.data.view(np.uint16)
            return all(int((bits[i : i + _BLOCK] & 0x7FFF).max()) < 0x7F80 for i in range(0, len(bits), _BLOCK))
        values = self.numpy().reshape(-1)
        blocks = (values[i : i + _BLOCK] for i in range(0, len(values), _BLOCK))
        with np.errstate(all="ignore"):  # maximum and minimum carry a NaN along, and need no temporary array
            return all(math.isfinite(block.max()) and math.isfinite(block.min()) for block in blocks)

    def content_sha256(self) -> str:
        """sha256 of dtype, shape and bytes, as learning receipts have it (learning.md, section 6)."""
        digest = hashlib.sha256(json.dumps({"dtype": f"torch.{self.dtype.word}", "shape": list(self.shape)}, sort_keys=True).encode())
        digest.update(self.tobytes())
        return digest.hexdigest()

    def same_bits(self, other: Tensor) -> bool:
        """Whether dtype, shape and every bit agree (so 0.0 and −0.0 differ, and a NaN equals itself)."""
        import numpy as np

        return self.dtype is other.dtype and self.shape == other.shape and np.array_equal(self.data, other.data)


class TensorGroup(Mapping[str, Tensor]):
    """Named tensors in module order: an adapter or a value head. Immutable; bit-equal groups are equal."""

    def __init__(self, tensors: Mapping[str, Tensor]) -> None:
        self._tensors = dict(tensors)

    def __getitem__(self, name: str) -> Tensor:
        return self._tensors[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._tensors)

    def __len__(self) -> int:
        return len(self._tensors)

    def __repr__(self) -> str:
        return f"TensorGroup({len(self)} tensors, {self.num_parameters} parameters)"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TensorGroup):
            return NotImplemented
        return self._tensors.keys() == other._tensors.keys() and all(t.same_bits(other[n]) for n, t in self.items())

    __hash__ = None  # type: ignore[assignment]  # compared by content that is too large to hash

    @property
    def num_parameters(self) -> int:
        """Number of elements in all tensors."""
        return sum(tensor.num_elements for tensor in self.values())

    def torch(self) -> dict[str, torch.Tensor]:
        """A torch state dict on the same memory (needs torch; clone before training)."""
        return {name: tensor.torch() for name, tensor in self.items()}

    def numpy(self) -> dict[str, NDArray[Any]]:
        """Read-only NumPy views."""
        return {name: tensor.numpy() for name, tensor in self.items()}

    def manifest_sha256(self) -> str:
        """The tensor-manifest hash of learning receipts (learning.md, section 6)."""
        hashes = {"/" + name: tensor.content_sha256() for name, tensor in self.items()}
        return hashlib.sha256(json.dumps({"metadata": {}, "tensors": hashes}, sort_keys=True).encode()).hexdigest()


def first_not_finite(tensors: Mapping[str, Tensor], workers: Executor | None = None) -> str | None:
    """Name of the first tensor that holds an infinity or a NaN, in the mapping's order."""
    names = list(tensors)
    found = (workers.map if workers else map)(Tensor.is_finite, tensors.values())
    return next((name for name, finite in zip(names, found, strict=True) if not finite), None)
