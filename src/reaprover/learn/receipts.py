"""Hashes of what a learning step changed, for its receipt (spec learning.md, section 6). No torch.

A state is a tree with tensors as leaves. Each tensor's hash covers dtype, shape and bytes; a group's hash covers the hashes of its
tensors by path and the leaves that are no tensors.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from reaprover.core.canonical import JsonObject, JsonValue, sha256
from reaprover.snapshot.pickle_writer import OrderedItems
from reaprover.snapshot.tensors import Tensor

GROUPS = ("adapter", "value_head", "optimizer", "rng_counters")


@dataclass(frozen=True, slots=True)
class StateManifest:
    """Hashes of one group.

    Attributes:
        tensors: path → sha256 of dtype, shape and bytes.
        metadata: path → leaf that is no tensor.
    """

    tensors: dict[str, str] = field(default_factory=dict)
    metadata: dict[str, JsonValue] = field(default_factory=dict)

    @property
    def sha256(self) -> str:
        """The group's hash; Python's default separators, keys sorted."""
        return sha256(json.dumps({"metadata": self.metadata, "tensors": self.tensors}, sort_keys=True))


def state_manifest(tree: object) -> StateManifest:
    """Hash a tree of dicts, lists, tuples, tensors and plain leaves."""
    manifest = StateManifest()
    _walk(tree, "", manifest)
    return manifest


def payload_manifests(payload: Mapping[str, object]) -> dict[str, StateManifest]:
    """The four groups of a live-session payload: adapter, head, optimizer, and counters with random states."""
    counters = {key: payload[key] for key in ("optimizer_steps", "examples_seen", "rng")}
    groups = {
        "adapter": payload["adapter"],
        "value_head": _state_dict(payload["value_head"]),
        "optimizer": payload["optimizer"],
        "rng_counters": counters,
    }
    return {name: state_manifest(group) for name, group in groups.items()}


def parameter_diffs(before: Mapping[str, StateManifest], after: Mapping[str, StateManifest]) -> JsonObject:
    """What changed, group by group, as a receipt states it."""
    return {name: _diff(before[name], after[name]) for name in GROUPS}


def _diff(before: StateManifest, after: StateManifest) -> JsonObject:
    paths = sorted(before.tensors.keys() | after.tensors.keys())
    changed = {path: [before.tensors.get(path), after.tensors.get(path)] for path in paths}
    changed = {path: pair for path, pair in changed.items() if pair[0] != pair[1]}
    both = [path for path, pair in changed.items() if None not in pair]
    return {
        "before_sha256": before.sha256,
        "after_sha256": after.sha256,
        "before_tensors": len(before.tensors),
        "after_tensors": len(after.tensors),
        "changed_tensors": len(both),
        "added_tensors": len(after.tensors.keys() - before.tensors.keys()),
        "removed_tensors": len(before.tensors.keys() - after.tensors.keys()),
        "changed_names_sample": [*both[:4]],
        "diff_manifest_sha256": sha256(json.dumps(changed, sort_keys=True, separators=(",", ":"))),
    }


def _walk(node: object, path: str, manifest: StateManifest) -> None:
    if isinstance(node, Tensor):
        manifest.tensors[path] = node.content_sha256()
    elif isinstance(node, Mapping):
        for key, item in node.items():
            _walk(item, f"{path}/{key}", manifest)
    elif isinstance(node, list | tuple):
        for index, item in enumerate(node):
            _walk(item, f"{path}/{index}", manifest)
    else:
        assert node is None or isinstance(node, bool | int | float | str)
        manifest.metadata[path] = node


def _state_dict(node: object) -> object:
    """A head's tensors without the library's bookkeeping around them."""
    return node.items if isinstance(node, OrderedItems) else node
