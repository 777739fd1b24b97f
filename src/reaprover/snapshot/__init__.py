"""Snapshots and releases in the format `reap.gpu.snapshot.v1`: read, verify, write, convert, explain.

    from reaprover.snapshot import load_release

The names below are the public interface. They are imported when they are first used, so that checking a file does not pay for
converting one; nothing here imports NumPy or torch.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from reaprover.snapshot.compare import ReleaseDiff, TensorDiff, compare_releases
    from reaprover.snapshot.contract import BaseShape, Contract, check_contract, contract_sha256
    from reaprover.snapshot.explanation import explain, facts
    from reaprover.snapshot.identity import is_identifier, is_sha256, require_identifier
    from reaprover.snapshot.imports import import_head, import_payload, restore_release
    from reaprover.snapshot.live import LivePayload, RandomState, check_restore
    from reaprover.snapshot.manifest import FileRecord, Manifest, parse_manifest
    from reaprover.snapshot.peft import ImportedWeights, export_peft, import_peft, write_peft
    from reaprover.snapshot.reading import Expectations, Level, LiveContents, ReleaseContents, read_snapshot
    from reaprover.snapshot.refusal import (
        InvalidIdentifier,
        SnapshotCorrupt,
        SnapshotExists,
        SnapshotIncompatible,
        SnapshotNotFound,
        SnapshotRefusal,
    )
    from reaprover.snapshot.release import Identity, Release, load_release, save_release
    from reaprover.snapshot.report import Check, CheckStatus, VerifyReport, verify_snapshot
    from reaprover.snapshot.session import Acceptance, AcceptanceKind, LiveSession, ReleaseSession, Role, Source
    from reaprover.snapshot.store import Listed, SnapshotStore
    from reaprover.snapshot.tensors import Dtype, Tensor, TensorGroup
    from reaprover.snapshot.variants import LiveBackend, ToyWeights
    from reaprover.snapshot.writing import ReleaseDraft, live_snapshot_files, write_release

__all__ = [
    "Acceptance",
    "AcceptanceKind",
    "BaseShape",
    "Check",
    "CheckStatus",
    "Contract",
    "Dtype",
    "Expectations",
    "FileRecord",
    "Identity",
    "ImportedWeights",
    "InvalidIdentifier",
    "Level",
    "Listed",
    "LiveBackend",
    "LiveContents",
    "LivePayload",
    "LiveSession",
    "Manifest",
    "RandomState",
    "Release",
    "ReleaseContents",
    "ReleaseDiff",
    "ReleaseDraft",
    "ReleaseSession",
    "Role",
    "SnapshotCorrupt",
    "SnapshotExists",
    "SnapshotIncompatible",
    "SnapshotNotFound",
    "SnapshotRefusal",
    "SnapshotStore",
    "Source",
    "Tensor",
    "TensorDiff",
    "TensorGroup",
    "ToyWeights",
    "VerifyReport",
    "check_contract",
    "check_restore",
    "compare_releases",
    "contract_sha256",
    "explain",
    "export_peft",
    "facts",
    "import_head",
    "import_payload",
    "import_peft",
    "is_identifier",
    "is_sha256",
    "live_snapshot_files",
    "load_release",
    "parse_manifest",
    "read_snapshot",
    "require_identifier",
    "restore_release",
    "save_release",
    "verify_snapshot",
    "write_peft",
    "write_release",
]

_HOMES = {
    "compare": ("ReleaseDiff", "TensorDiff", "compare_releases"),
    "contract": ("BaseShape", "Contract", "check_contract", "contract_sha256"),
    "explanation": ("explain", "facts"),
    "identity": ("is_identifier", "is_sha256", "require_identifier"),
    "imports": ("import_head", "import_payload", "restore_release"),
    "live": ("LivePayload", "RandomState", "check_restore"),
    "manifest": ("FileRecord", "Manifest", "parse_manifest"),
    "peft": ("ImportedWeights", "export_peft", "import_peft", "write_peft"),
    "reading": ("Expectations", "Level", "LiveContents", "ReleaseContents", "read_snapshot"),
    "refusal": ("InvalidIdentifier", "SnapshotCorrupt", "SnapshotExists", "SnapshotIncompatible", "SnapshotNotFound", "SnapshotRefusal"),
    "release": ("Identity", "Release", "load_release", "save_release"),
    "report": ("Check", "CheckStatus", "VerifyReport", "verify_snapshot"),
    "session": ("Acceptance", "AcceptanceKind", "LiveSession", "ReleaseSession", "Role", "Source"),
    "store": ("Listed", "SnapshotStore"),
    "tensors": ("Dtype", "Tensor", "TensorGroup"),
    "variants": ("LiveBackend", "ToyWeights"),
    "writing": ("ReleaseDraft", "live_snapshot_files", "write_release"),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    """Import a public name from its module on first use."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
