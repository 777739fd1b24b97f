"""Snapshots and releases in the format `reap.gpu.snapshot.v1`: read, verify, write, convert, explain.

    from reaprover.snapshot import load_release

The names below are the public interface; importing this package imports no NumPy and no torch.
"""

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
