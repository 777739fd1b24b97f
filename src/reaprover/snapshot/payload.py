"""From the archive to tensors: which tensors a payload must hold, and the check of each (sections 7 to 9)."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reaprover.snapshot.archive import BYTEORDER, IGNORED, PICKLE, Entry, read_archive
from reaprover.snapshot.contract import HEAD_HIDDEN, BaseShape, Contract
from reaprover.snapshot.pickle_reader import Ordered, TensorRef, read_pickle
from reaprover.snapshot.refusal import refuse
from reaprover.snapshot.tensors import Dtype, Tensor, TensorGroup, first_not_finite

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ADAPTER = "adapter"
VALUE_HEAD = "value_head"
MODULES = (
    *("self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj", "self_attn.o_proj"),
    *("mlp.gate_proj", "mlp.up_proj", "mlp.down_proj"),
)
"""Adapted modules of a layer, in the order of the model."""

MAX_LAYERS = 1024

_ADAPTER_NAME = re.compile(r"base_model\.model\.model\.layers\.(0|[1-9][0-9]{0,3})\.([a-z_]+\.[a-z_]+)\.lora_([AB])\.weight")


@dataclass(frozen=True, slots=True)
class Weights:
    """The tensors of a release.

    Attributes:
        adapter: LoRA tensors in module order, `lora_A` before `lora_B`; `[r, in]` and `[out, r]`.
        value_head: `0.weight` [256, H], `0.bias` [256], `2.weight` [Z, 256], `2.bias` [Z]; float32.
        base_shape: the sizes of the base model that the shapes were compared with or, failing that, imply.
        compared_with_base: whether these sizes came from a base or a known contract, not from the tensors themselves.
    """

    adapter: TensorGroup
    value_head: TensorGroup
    base_shape: BaseShape
    compared_with_base: bool


@dataclass(frozen=True, slots=True)
class Archive:
    """An archive that has been read, with its pickle's value; tensors are taken from it one by one, each entry once."""

    entries: Mapping[str, Entry]
    value: object
    file: str
    used: set[str]

    def tensor(self, ref: TensorRef, name: str) -> Tensor:
        """The tensor of `ref`, as a view; it must be the whole of its storage, and its storage's only tensor.

        Raises:
            SnapshotCorrupt: `storage_mismatch`, `archive_missing_entry`, `storage_shared`.
        """
        storage, count = ref.storage, math.prod(ref.shape)
        entry = self.entries.get(f"data/{storage.key}")
        if entry is None:
            raise refuse(
                "archive_missing_entry", self.file, f"data/{storage.key}", found="no such entry", expected=f"the storage of {name}"
            )
        num_bytes = count * storage.dtype.itemsize
        if ref.offset != 0 or ref.strides != row_major(ref.shape) or storage.num_elements != count or len(entry.data) != num_bytes:
            found = f"offset {ref.offset}, strides {ref.strides}, {storage.num_elements} elements, {len(entry.data)} bytes"
            expected = f"offset 0, strides {row_major(ref.shape)}, {count} elements, {num_bytes} bytes"
            raise refuse("storage_mismatch", self.file, name, found=found, expected=expected)
        if entry.name in self.used:
            raise refuse("storage_shared", self.file, name, found=f"{entry.name} used twice", expected="a storage of its own")
        self.used.add(entry.name)
        return Tensor(storage.dtype, ref.shape, as_array(entry.data))

    def require_all_used(self) -> None:
        """Refuse entries that no tensor uses and that are not listed."""
        for name in self.entries:
            if name not in self.used and name not in IGNORED and name not in (PICKLE, BYTEORDER):
                raise refuse("archive_extra_entry", self.file, name, found="an entry that no tensor uses", expected="no such entry")


def open_archive(buffer: memoryview, file: str, workers: Executor | None = None) -> Archive:
    """Check an archive and read its pickle. Raises `SnapshotCorrupt` as `read_archive` and `read_pickle`."""
    entries = read_archive(buffer, file, workers)
    return Archive(entries, read_pickle(entries[PICKLE].data, file, PICKLE), file, set())


def as_array(data: memoryview) -> NDArray[np.uint8]:
    """A flat uint8 array on the same memory."""
    import numpy as np

    return np.frombuffer(data, np.uint8)


def row_major(shape: tuple[int, ...]) -> tuple[int, ...]:
    """Strides of a contiguous tensor, in elements."""
    strides, step = [], 1
    for size in reversed(shape):
        strides.append(step)
        step *= max(size, 1)
    return tuple(reversed(strides))


def release_weights(
    archive: Archive,
    contract: Contract,
    *,
    adapter_dtype: Dtype = Dtype.FLOAT32,
    base_shape: BaseShape | None = None,
    workers: Executor | None = None,
) -> Weights:
    """The tensors of a release's payload, every name, shape, dtype, storage and value checked.

    Args:
        archive: the payload.
        contract: gives H and r.
        adapter_dtype: what the adapter must be; a bfloat16 adapter is never taken for granted.
        base_shape: I, KV and L of the base; None takes those of a known contract, else what the tensors agree on.
        workers: threads for looking at the values.

    Raises:
        SnapshotCorrupt: `payload_keys`, `pickle_structure`, and storage, value and entry codes.
        SnapshotIncompatible: `extra_tensor`, `missing_tensor`, `wrong_shape`, `wrong_dtype`, `undeclared_bf16`.
    """
    value = archive.value
    if not isinstance(value, dict) or type(value) is not dict or set(value) != {ADAPTER, VALUE_HEAD}:
        found = ", ".join(map(str, list(value)[:6])) if isinstance(value, dict) else type(value).__name__
        raise refuse("payload_keys", archive.file, PICKLE, found=found, expected=f"{ADAPTER} and {VALUE_HEAD}")
    refs = {group: tensor_refs(value[group], group, archive.file) for group in (ADAPTER, VALUE_HEAD)}
    shape = base_shape or contract.base_shape
    implied = shape or implied_base_shape({n: r.shape for n, r in refs[ADAPTER].items()}, archive.file)
    adapter = _group(archive, refs[ADAPTER], adapter_shapes(contract, implied), ADAPTER, adapter_dtype, workers)
    head_shapes = value_head_shapes(contract, refs[VALUE_HEAD].get("2.bias"))
    head = _group(archive, refs[VALUE_HEAD], head_shapes, VALUE_HEAD, Dtype.FLOAT32, workers)
    archive.require_all_used()
    return Weights(adapter, head, implied, shape is not None)


def tensor_refs(value: object, group: str, file: str) -> dict[str, TensorRef]:
    """A pickled dict of plain tensors by name, else `pickle_structure`."""
    if not isinstance(value, dict | Ordered):
        raise refuse("pickle_structure", file, group, found=type(value).__name__, expected="a dict of tensors")
    for name, item in value.items():
        if not isinstance(name, str) or not isinstance(item, TensorRef):
            raise refuse("pickle_structure", file, f"{group}/{name}", found=type(item).__name__, expected="a tensor under a text key")
    return dict(value)


def adapter_shapes(contract: Contract, base: BaseShape) -> dict[str, tuple[int, ...]]:
    """Names and shapes of the adapter, in module order (section 8)."""
    h, i, kv, r = contract.hidden_size, base.intermediate_size, base.key_value_size, contract.lora_rank
    sizes = dict(zip(MODULES, ((h, h), (h, kv), (h, kv), (h, h), (h, i), (h, i), (i, h)), strict=True))
    return {
        f"base_model.model.model.layers.{layer}.{module}.lora_{part}.weight": (r, inputs) if part == "A" else (outputs, r)
        for layer in range(base.num_layers)
        for module, (inputs, outputs) in sizes.items()
        for part in "AB"
    }


def value_head_shapes(contract: Contract, bias: TensorRef | None = None) -> dict[str, tuple[int, ...]]:
    """Names and shapes of the value head; `bias` decides only where the contract allows several numbers of outputs."""
    outputs = contract.head_outputs[0]
    if bias is not None and len(bias.shape) == 1 and bias.shape[0] in contract.head_outputs:
        outputs = bias.shape[0]
    h = contract.hidden_size
    return {"0.weight": (HEAD_HIDDEN, h), "0.bias": (HEAD_HIDDEN,), "2.weight": (outputs, HEAD_HIDDEN), "2.bias": (outputs,)}


def implied_base_shape(shapes: Mapping[str, tuple[int, ...]], file: str) -> BaseShape:
    """The base sizes that an adapter's own shapes imply; all layers are compared with it afterwards.

    Raises:
        SnapshotIncompatible: a name outside the rules, a gap in the layers, or nothing to infer from.
    """
    layers = set()
    for name in shapes:
        match = _ADAPTER_NAME.fullmatch(name)
        if match is None or match[2] not in MODULES:
            raise refuse("extra_tensor", file, name, found="a name outside the rules", expected="names of the seven adapted modules")
        layers.add(int(match[1]))
    num_layers = max(layers, default=0) + 1
    first = "base_model.model.model.layers.0"
    gate, key = f"{first}.mlp.gate_proj.lora_B.weight", f"{first}.self_attn.k_proj.lora_B.weight"
    for name in (gate, key):
        if name not in shapes:
            raise refuse("missing_tensor", file, name, found="no such tensor", expected="the tensor")
        if len(shapes[name]) != 2:
            raise refuse("wrong_shape", file, name, found=shapes[name], expected="two sizes")
    missing = next((layer for layer in range(min(num_layers, MAX_LAYERS)) if layer not in layers), None)
    if missing is not None or num_layers > MAX_LAYERS:
        name = f"base_model.model.model.layers.{missing if missing is not None else num_layers - 1}"
        raise refuse("missing_tensor", file, name, found="a gap in the layers", expected="layers 0 to L-1")
    return BaseShape(shapes[gate][0], shapes[key][0], num_layers)


def _group(
    archive: Archive,
    refs: Mapping[str, TensorRef],
    shapes: Mapping[str, tuple[int, ...]],
    group: str,
    dtype: Dtype,
    workers: Executor | None,
) -> TensorGroup:
    check_names(refs, shapes, archive.file)
    tensors: dict[str, Tensor] = {}
    try:
        for name, ref in refs.items():
            check_shape_and_dtype(ref.shape, ref.storage.dtype, shapes[name], dtype, archive.file, name, adapter=group == ADAPTER)
            tensors[name] = archive.tensor(ref, name)
    finally:  # values of the tensors before a refusal come first: checks go tensor by tensor
        check_finite(tensors, archive.file, workers)
    return TensorGroup(tensors)


def implied_shapes(adapter: Mapping[str, Tensor], contract: Contract, file: str) -> dict[str, tuple[int, ...]]:
    """Names and shapes that an adapter must have: by the known base of the contract, else by what its tensors agree on."""
    base = contract.base_shape or implied_base_shape({name: tensor.shape for name, tensor in adapter.items()}, file)
    return adapter_shapes(contract, base)


def check_group(tensors: Mapping[str, Tensor], shapes: Mapping[str, tuple[int, ...]], dtype: Dtype, file: str, *, adapter: bool) -> None:
    """Check tensors that come from elsewhere than an archive: names, shapes, dtypes, finiteness."""
    check_names(tensors, shapes, file)
    for name, tensor in tensors.items():
        check_shape_and_dtype(tensor.shape, tensor.dtype, shapes[name], dtype, file, name, adapter=adapter)
    check_finite(tensors, file)


def check_finite(tensors: Mapping[str, Tensor], file: str, workers: Executor | None = None) -> None:
    """Refuse an infinity or a NaN in any tensor: `non_finite_tensor`."""
    name = first_not_finite(tensors, workers)
    if name is not None:
        raise refuse("non_finite_tensor", file, name, found="an infinity or a NaN", expected="finite values") from None


def check_names(found: Mapping[str, object], expected: Mapping[str, object], file: str) -> None:
    """First extra names, then missing ones: `extra_tensor`, `missing_tensor`."""
    for name in found:
        if name not in expected:
            raise refuse("extra_tensor", file, name, found="a tensor that does not belong here", expected=f"{len(expected)} known tensors")
    for name in expected:
        if name not in found:
            raise refuse("missing_tensor", file, name, found="no such tensor", expected="the tensor")


def check_shape_and_dtype(
    shape: tuple[int, ...],
    dtype: Dtype,
    expected_shape: tuple[int, ...],
    expected_dtype: Dtype,
    file: str,
    name: str,
    *,
    adapter: bool,
) -> None:
    """`wrong_shape`, then `undeclared_bf16` or `wrong_dtype`."""
    if shape != expected_shape:
        raise refuse("wrong_shape", file, name, found=list(shape), expected=list(expected_shape))
    if dtype is not expected_dtype:
        code = "undeclared_bf16" if adapter and dtype is Dtype.BFLOAT16 and expected_dtype is Dtype.FLOAT32 else "wrong_dtype"
        raise refuse(code, file, name, found=dtype.word, expected=expected_dtype.word)
