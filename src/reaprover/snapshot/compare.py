"""Comparing two releases: lineage, contract, and every tensor by norm, cosine and number of changed elements."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from reaprover.core.canonical import JsonObject, JsonValue, canonical_json
from reaprover.snapshot.reading import ReleaseContents
from reaprover.snapshot.tensors import Tensor

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SCHEMA = "reaprover.diff.v1"
_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class TensorDiff:
    """One tensor in two releases.

    Attributes:
        name: with its group, e.g. `value_head/0.weight`.
        status: `equal` (bit for bit), `changed`, `added`, `removed`, or `reshaped` (other shape or dtype).
        num_elements: of the second, or of the only one.
        num_changed: elements whose value differs.
        norm_before: Euclidean norm, float64.
        norm_after: Euclidean norm, float64.
        norm_difference: Euclidean norm of the difference.
        cosine: of the angle between both as vectors; None if a norm is zero.
    """

    name: str
    status: str
    num_elements: int
    num_changed: int = 0
    norm_before: float | None = None
    norm_after: float | None = None
    norm_difference: float | None = None
    cosine: float | None = None


@dataclass(frozen=True, slots=True)
class ReleaseDiff:
    """Two releases compared.

    Attributes:
        lineage: one line on how they are related, by what their records say.
        contract_changes: JSON pointers of the contract where they differ.
        tensors: adapter first.
    """

    before: str
    after: str
    lineage: str
    same_weights_file: bool
    contract_changes: tuple[str, ...]
    tensors: tuple[TensorDiff, ...]

    @property
    def num_changed_tensors(self) -> int:
        """Tensors that are not bit-equal."""
        return sum(tensor.status != "equal" for tensor in self.tensors)

    @property
    def identical(self) -> bool:
        """Whether contract and all tensors agree bit for bit."""
        return not self.num_changed_tensors and not self.contract_changes

    def to_json(self) -> JsonObject:
        """One document (schema `reaprover.diff.v1`)."""
        return {
            "schema_version": SCHEMA,
            "before": self.before,
            "after": self.after,
            "lineage": self.lineage,
            "identical": self.identical,
            "same_weights_file": self.same_weights_file,
            "contract_changes": list(self.contract_changes),
            "num_changed_tensors": self.num_changed_tensors,
            "tensors": [asdict(tensor) for tensor in self.tensors],
        }


def compare_releases(before: ReleaseContents, after: ReleaseContents) -> ReleaseDiff:
    """Compare two releases that were read."""
    groups = [_groups(contents) for contents in (before, after)]
    names = list(dict.fromkeys([*groups[0], *groups[1]]))
    return ReleaseDiff(
        before.session.experience_id,
        after.session.experience_id,
        _lineage(before, after),
        before.session.weights_sha256 == after.session.weights_sha256,
        tuple(_changes(before.contract.document, after.contract.document, "")),
        tuple(_compare(name, groups[0].get(name), groups[1].get(name)) for name in names),
    )


def _groups(contents: ReleaseContents) -> Mapping[str, Tensor]:
    if contents.weights is None:
        return {}
    adapter = {f"adapter/{name}": tensor for name, tensor in contents.weights.adapter.items()}
    return adapter | {f"value_head/{name}": tensor for name, tensor in contents.weights.value_head.items()}


def _lineage(before: ReleaseContents, after: ReleaseContents) -> str:
    a, b = before.session, after.session
    if a.experience_id == b.experience_id:
        return "the same experience"
    if b.source.parent_experience_id == a.experience_id:
        return "the second continues the first"
    if a.source.parent_experience_id == b.experience_id:
        return "the first continues the second"
    if a.source.parent_experience_id is not None and a.source.parent_experience_id == b.source.parent_experience_id:
        return f"both continue {a.source.parent_experience_id}"
    return "their records name no direct relation"


def _changes(before: JsonValue, after: JsonValue, where: str) -> list[str]:
    if isinstance(before, dict) and isinstance(after, dict):
        missing = object()
        changes: list[str] = []
        for key in sorted(before.keys() | after.keys()):
            if before.get(key, missing) is missing or after.get(key, missing) is missing:
                changes.append(f"{where}/{key}")
            else:
                changes += _changes(before[key], after[key], f"{where}/{key}")
        return changes
    return [] if canonical_json(before) == canonical_json(after) else [where or "/"]


def _compare(name: str, before: Tensor | None, after: Tensor | None) -> TensorDiff:
    if before is None or after is None:
        only = before or after
        assert only is not None
        norm = math.sqrt(_dot(_flat(only), _flat(only)))
        if before is None:
            return TensorDiff(name, "added", only.num_elements, only.num_elements, None, norm)
        return TensorDiff(name, "removed", only.num_elements, only.num_elements, norm, None)
    if before.shape != after.shape:
        return TensorDiff(name, "reshaped", after.num_elements, after.num_elements)
    a, b = _flat(before), _flat(after)
    norm_a, norm_b = math.sqrt(_dot(a, a)), math.sqrt(_dot(b, b))
    cosine = _dot(a, b) / (norm_a * norm_b) if norm_a and norm_b else None
    changed = int((a != b).sum())
    status = "equal" if before.same_bits(after) else "changed" if before.dtype is after.dtype else "reshaped"
    return TensorDiff(name, status, after.num_elements, changed, norm_a, norm_b, _distance(a, b), cosine)


def _flat(tensor: Tensor) -> NDArray[np.float32]:
    return tensor.float32().reshape(-1)


def _dot(a: NDArray[np.float32], b: NDArray[np.float32]) -> float:
    """Inner product in float64, block by block."""
    import numpy as np

    blocks = range(0, len(a), _BLOCK)
    return float(sum(np.dot(a[i : i + _BLOCK].astype(np.float64), b[i : i + _BLOCK].astype(np.float64)) for i in blocks))


def _distance(a: NDArray[np.float32], b: NDArray[np.float32]) -> float:
    import numpy as np

    total = 0.0
    for i in range(0, len(a), _BLOCK):
        difference = a[i : i + _BLOCK].astype(np.float64) - b[i : i + _BLOCK]
        total += float(np.dot(difference, difference))
    return math.sqrt(total)
