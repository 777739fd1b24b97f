"""Live-session payloads: adapter, head, optimizer, counters and random streams as plain data (section 7).

The tree is decoded and checked here without torch; whoever restores a session turns it into live objects. The rule that
nothing changes before everything fits is theirs; `check_restore` says whether it fits.
"""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass
from typing import TypeAlias

from reaprover.core.canonical import JsonObject, canonical_json
from reaprover.snapshot.identity import BACKEND
from reaprover.snapshot.payload import ADAPTER, VALUE_HEAD, Archive, check_finite, tensor_refs
from reaprover.snapshot.pickle_reader import TensorRef
from reaprover.snapshot.refusal import refuse
from reaprover.snapshot.session import LiveSession
from reaprover.snapshot.tensors import Dtype, Tensor, TensorGroup
from reaprover.snapshot.variants import LiveBackend

CPU_RNG_BYTES = 5056
_KEYS = frozenset({ADAPTER, VALUE_HEAD, "optimizer", "optimizer_steps", "examples_seen", "rng"})

Tree: TypeAlias = "bool | int | float | str | Tensor | dict[object, Tree] | list[Tree] | tuple[Tree, ...] | None"
"""Plain data with tensors as leaves."""


@dataclass(frozen=True, slots=True)
class RandomState:
    """The private random streams of a session.

    Attributes:
        device_type: `cpu` or `cuda`; a restore needs the same.
        cpu: uint8[5056], the state of a CPU generator.
        device: state of the device's generator, or None on the CPU.
    """

    seed: int
    device_type: str
    cpu: Tensor
    device: Tensor | None


@dataclass(frozen=True, slots=True)
class LivePayload:
    """Everything a live session needs to go on."""

    adapter: TensorGroup
    value_head: TensorGroup
    optimizer: Tree
    optimizer_steps: int
    examples_seen: int
    rng: RandomState


def read_live_payload(archive: Archive, workers: Executor | None = None) -> LivePayload:
    """Decode and check a live payload: keys, kinds, storages, finiteness, random states; unused entries last.

    Raises:
        SnapshotCorrupt: `payload_keys`, `pickle_structure`, and storage, value and entry codes.
        SnapshotIncompatible: `wrong_dtype`, `wrong_shape` of a random state.
    """
    value, file = archive.value, archive.file
    if type(value) is not dict or set(value) != _KEYS:
        keys = ", ".join(map(str, list(value)[:8])) if isinstance(value, dict) else type(value).__name__
        raise refuse("payload_keys", file, "data.pkl", found=keys, expected=", ".join(sorted(_KEYS)))
    groups = {}
    for group in (ADAPTER, VALUE_HEAD):
        tensors = {name: archive.tensor(ref, f"{group}/{name}") for name, ref in tensor_refs(value[group], group, file).items()}
        check_finite(tensors, file, workers)
        groups[group] = TensorGroup(tensors)
    found: dict[str, Tensor] = {}
    optimizer = _tree(archive, value["optimizer"], "optimizer", found)
    if not isinstance(optimizer, dict):
        raise refuse("pickle_structure", file, "optimizer", found=type(optimizer).__name__, expected="a state dict")
    counters = {key: _count(value[key], file, key) for key in ("optimizer_steps", "examples_seen")}
    rng = _random_state(archive, value["rng"], found)
    check_finite(found, file, workers)
    archive.require_all_used()
    return LivePayload(groups[ADAPTER], groups[VALUE_HEAD], optimizer, counters["optimizer_steps"], counters["examples_seen"], rng)


def check_restore(
    session: LiveSession,
    backend: LiveBackend,
    payload: LivePayload | None,
    *,
    session_id: str,
    schema: str,
    config: JsonObject,
    device_type: str,
) -> None:
    """Whether a live snapshot fits the session that asks for it; called before anything is changed.

    Raises:
        SnapshotIncompatible: `restore_mismatch`.
    """
    facts = [("session_id", session.session_id, session_id), ("schema_version", backend.schema, schema)]
    if payload is not None:
        facts.append(("rng/device_type", payload.rng.device_type, device_type))
    for where, found, expected in facts:
        if found != expected:
            raise refuse("restore_mismatch", BACKEND, where, found=found, expected=expected)
    if canonical_json(backend.config) != canonical_json(config):
        raise refuse("restore_mismatch", BACKEND, "configuration", found="another configuration", expected="that of the session")


def _tree(archive: Archive, node: object, where: str, found: dict[str, Tensor]) -> Tree:
    """Plain data with every tensor taken; the pickle reader has bounded the depth and refused shared containers."""
    if isinstance(node, TensorRef):
        found[where] = archive.tensor(node, where)
        return found[where]
    if isinstance(node, dict):
        return {key: _tree(archive, item, f"{where}/{key}", found) for key, item in node.items()}
    if isinstance(node, list):
        return [_tree(archive, item, f"{where}/{index}", found) for index, item in enumerate(node)]
    if isinstance(node, tuple):
        return tuple(_tree(archive, item, f"{where}/{index}", found) for index, item in enumerate(node))
    assert node is None or isinstance(node, bool | int | float | str)
    return node


def _count(value: object, file: str, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise refuse("pickle_structure", file, where, found=type(value).__name__, expected="a count")
    return value


def _random_state(archive: Archive, value: object, found: dict[str, Tensor]) -> RandomState:
    file = archive.file
    if type(value) is not dict or set(value) != {"seed", "device_type", "cpu", "device"}:
        raise refuse("pickle_structure", file, "rng", found=type(value).__name__, expected="seed, device_type, cpu, device")
    seed, device_type = value["seed"], value["device_type"]
    if isinstance(seed, bool) or not isinstance(seed, int) or device_type not in ("cpu", "cuda"):
        raise refuse("pickle_structure", file, "rng", found="another seed or device type", expected="an integer, and cpu or cuda")
    states = {key: _tree(archive, value[key], f"rng/{key}", found) for key in ("cpu", "device")}
    for key, state in states.items():
        if key == "device" and state is None:
            continue
        if not isinstance(state, Tensor):
            raise refuse("pickle_structure", file, f"rng/{key}", found=type(state).__name__, expected="a tensor of bytes")
        if state.dtype is not Dtype.UINT8:
            raise refuse("wrong_dtype", file, f"rng/{key}", found=state.dtype.word, expected="uint8")
        if len(state.shape) != 1 or (key == "cpu" and state.shape != (CPU_RNG_BYTES,)):
            raise refuse("wrong_shape", file, f"rng/{key}", found=list(state.shape), expected=[CPU_RNG_BYTES])
    cpu, device = states["cpu"], states["device"]
    assert isinstance(cpu, Tensor)
    return RandomState(seed, device_type, cpu, device if isinstance(device, Tensor) else None)
