"""Model folders: one directory with everything that a model needs, the base included.

```
MODEL/
  base/           the frozen base: configuration, tokenizer, weights
  release/        manifest.json, session.json, backend.json      a published model
  evidence/       what its acceptance rests on                   (with a release)
  figures.json    the figures of the card                        (with a release)
  README.md, LICENSE, NOTICE                                     (with a release)
  peft/           adapter and value head as safetensors          weights on the way there
  contract.json   their contract
  weights.json    sizes and hashes of the last two
```

A published model has `release/`; weights in training have `peft/`, `contract.json` and `weights.json` and are no accepted
experience. Weights are named by content: the sha256 of `weights.json`, which holds the hashes of all the rest and nothing else, no
time and no origin. The contract pins the base, file by file.

Decision: the base is linked into each folder of weights where the file system can, so a folder stands alone and costs the adapter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from reaprover.core.canonical import JsonError, JsonObject, canonical_json, parse_json
from reaprover.core.durable import Content, publish_folder
from reaprover.errors import InputError
from reaprover.snapshot.base import check_base
from reaprover.snapshot.card import licence, own_model_card, own_notice
from reaprover.snapshot.contract import Contract, check_contract
from reaprover.snapshot.evidence import SCHEMA as BUNDLE_SCHEMA
from reaprover.snapshot.evidence import check_evidence
from reaprover.snapshot.fields import require_keys, require_object, require_schema, require_sha256_text
from reaprover.snapshot.identity import BACKEND, BESIDE, MANIFEST, RELEASE, SESSION, is_sha256
from reaprover.snapshot.payload import check_group, implied_base_shape, implied_shapes, value_head_shapes
from reaprover.snapshot.peft import ADAPTER_FILE, CONFIG_FILE, HEAD_FILE, NOTICE_FILE, import_peft, peft_files
from reaprover.snapshot.reading import Expectations, Level, ReleaseContents
from reaprover.snapshot.refusal import from_json, refuse
from reaprover.snapshot.report import CheckStatus, VerifyReport, verify_snapshot
from reaprover.snapshot.safetensors_file import MAX_FILE_BYTES, read_regular_file
from reaprover.snapshot.session import Source
from reaprover.snapshot.tensors import Dtype, TensorGroup
from reaprover.snapshot.writing import ReleaseDraft, ReleaseParts, assemble_release, record_of

BASE, PEFT, EVIDENCE, CARD_FILE = "base", "peft", "evidence", "README.md"
CONTRACT_FILE, WEIGHTS_FILE = "contract.json", "weights.json"
WEIGHTS_SCHEMA, FIGURES_SCHEMA = "reaprover.weights.v1", "reaprover.figures.v1"
_LISTED = (CONTRACT_FILE, *(f"{PEFT}/{name}" for name in (ADAPTER_FILE, CONFIG_FILE, HEAD_FILE, NOTICE_FILE)))
_MAX_JSON_BYTES = 1024 * 1024


class HasWeights(Protocol):
    """Adapter and head; `model.policy_value.Weights` and `Release` are such."""

    @property
    def adapter(self) -> TensorGroup:
        """LoRA tensors by release name, float32."""

    @property
    def value_head(self) -> TensorGroup:
        """The four tensors of the head, float32."""


@dataclass(frozen=True, slots=True)
class ModelFolder:
    """The parts of a model folder; what is not there is None.

    Attributes:
        path: the folder.
        base: its base.
        release: the release of a published model.
        evidence: what the release's acceptance rests on.
    """

    path: Path
    base: Path
    release: Path | None
    evidence: Path | None


@dataclass(frozen=True, slots=True, eq=False)
class SavedWeights:
    """Weights of a folder that has no release; not an accepted experience.

    Attributes:
        sha256: the name of this content.
        contract: what they agree with.
        adapter: LoRA tensors by release name, float32.
        value_head: the four tensors of the head, float32.
    """

    sha256: str
    contract: Contract
    adapter: TensorGroup
    value_head: TensorGroup


def find_model_folder(path: Path) -> ModelFolder | None:
    """The parts of the model folder at `path`; None if it is none."""
    base, release, evidence = path / BASE, path / RELEASE, path / EVIDENCE
    has_release = (release / MANIFEST).is_file()
    if not base.is_dir() or not (has_release or (path / WEIGHTS_FILE).is_file()):
        return None
    return ModelFolder(path, base, release if has_release else None, evidence if evidence.is_dir() else None)


def save_weights(root: str | Path, base_folder: str | Path, weights: HasWeights, contract: Contract) -> Path:
    """Publish weights as `ROOT/<sha256 of the content>/`, base included; gives the folder.

    The same weights and contract have the same name, and are written once.

    Args:
        root: the folder of all weights; made if it is missing.
        base_folder: the contract's base; checked, then linked or copied.
        weights: adapter and head.
        contract: what they agree with.

    Raises:
        SnapshotIncompatible: `base_mismatch`, or tensors that are not the contract's.
        SnapshotCorrupt: `non_finite_tensor`.
        InfrastructureError: the disk refuses.
    """
    base = Path(base_folder)
    shape = check_base(base, contract).shape
    found = implied_base_shape({name: tensor.shape for name, tensor in weights.adapter.items()}, PEFT)
    if found != shape:
        raise refuse("base_mismatch", BASE, "config.json", found=str(shape), expected=f"{found}, as the adapter's tensors")
    check_group(weights.adapter, implied_shapes(weights.adapter, contract, PEFT), Dtype.FLOAT32, PEFT, adapter=True)
    check_group(weights.value_head, value_head_shapes(contract), Dtype.FLOAT32, PEFT, adapter=False)
    make = peft_files(contract, weights.adapter, weights.value_head, None)
    files: dict[str, Content | Callable[[], Content] | Path] = {f"{PEFT}/{name}": content for name, content in make.items()}
    files[CONTRACT_FILE] = canonical_json(contract.document)
    record = _record(contract, {name: _blocks(content) for name, content in files.items()})
    files |= {f"{BASE}/{path.name}": path for path in sorted(base.iterdir()) if path.is_file() and path.name not in BESIDE}
    files[WEIGHTS_FILE] = record
    target = Path(root) / record_of([record]).sha256
    try:
        publish_folder(target, files)
    except FileExistsError:
        read_weights(target)
    return target


def read_weights(folder: str | Path) -> SavedWeights:
    """Read the weights of a folder made by `save_weights`, all hashes compared; the base is not looked at.

    Raises:
        SnapshotRefusal: with code, file, place, what was found and expected.
    """
    folder = Path(folder)
    data = _read(folder / WEIGHTS_FILE)
    record = _object(data, WEIGHTS_FILE)
    require_schema(record, (WEIGHTS_SCHEMA,), WEIGHTS_FILE)
    require_keys(record, ("schema_version", "contract_sha256", "files"), WEIGHTS_FILE, "")
    sha256 = record_of([data]).sha256
    if canonical_json(record) != data:
        raise refuse("not_canonical", WEIGHTS_FILE, found="other bytes", expected="canonical JSON")
    if is_sha256(folder.name) and folder.name != sha256:
        raise refuse("file_sha256_mismatch", WEIGHTS_FILE, found=sha256, expected=f"{folder.name}, the folder's name")
    contract_bytes = _read(folder / CONTRACT_FILE)
    contract_sha256 = require_sha256_text(record["contract_sha256"], WEIGHTS_FILE, "/contract_sha256")
    contract = check_contract(_object(contract_bytes, CONTRACT_FILE), expected=contract_sha256, file=CONTRACT_FILE)
    files = require_keys(record["files"], _LISTED, WEIGHTS_FILE, "/files")
    for name, entry in files.items():
        fields = require_keys(entry, ("bytes", "sha256"), WEIGHTS_FILE, f"/files/{name}")
        if not (folder / name).exists():
            raise refuse("missing_file", name, found="no such file", expected="the file")
        found = record_of([memoryview(read_regular_file(folder / name, MAX_FILE_BYTES))])
        if found.sha256 != fields["sha256"] or found.num_bytes != fields["bytes"]:
            raise refuse("file_sha256_mismatch", name, found=found.sha256, expected=str(fields["sha256"]))
    for path in sorted((folder / PEFT).iterdir()):
        if f"{PEFT}/{path.name}" not in files:
            raise refuse("extra_file", path.name, found="a name that does not belong here", expected=", ".join(_LISTED))
    imported = import_peft(folder / PEFT, contract=contract.document)
    assert imported.adapter is not None
    return SavedWeights(sha256, contract, imported.adapter, imported.value_head)


def publish_model_folder(
    folder: str | Path,
    saved: str | Path,
    *,
    name: str,
    experience_id: str,
    source: Source,
    evidence_sha256: str,
    evidence: Mapping[str, bytes],
    sections: JsonObject,
    max_bytes: int | None = None,
) -> ReleaseParts:
    """Publish a model: base, release, evidence, card, licence, all at once or nothing.

    What was written is read back before it gets its name: the release with its base, and every link of the evidence.

    Args:
        folder: the model folder; it must not exist.
        saved: the folder of its weights, made by `save_weights`.
        name: of the model, for its card.
        experience_id, source, evidence_sha256: of the release, see `ReleaseDraft`.
        evidence: files of the evidence bundle (spec acceptance.md, section 8) by name; what depends on the release (`seal/`, `publish/`,
            `retire/`, `manifest.json`) is added.
        sections: of the card, see `card.own_model_card`.
        max_bytes: of the whole folder; None does not limit.

    Raises:
        SnapshotExists: `already_exists`.
        SnapshotRefusal: weights, base or release would be refused by a reader.
        InputError: evidence that does not belong to the release, a card without a section, or too large a folder.
        InfrastructureError: the disk refuses.
    """
    target, weights = Path(folder), read_weights(saved)
    base = Path(saved) / BASE
    check_base(base, weights.contract)
    draft = ReleaseDraft(experience_id, source, evidence_sha256, weights.contract.document, weights.adapter, weights.value_head)
    parts = assemble_release(draft)
    if source.snapshot_sha256 != weights.sha256:
        raise InputError("source: snapshot_sha256", "names other weights", found=source.snapshot_sha256[:80], expected=weights.sha256)
    files: dict[str, Content | Callable[[], Content]] = {
        f"{BASE}/{path.name}": path.read_bytes() for path in sorted(base.iterdir()) if path.is_file() and path.name not in BESIDE
    }
    files |= {f"{RELEASE}/{SESSION}": parts.session.to_bytes(), f"{RELEASE}/{BACKEND}": parts.make_backend}
    files |= {f"{EVIDENCE}/{name}": data for name, data in _bundle(evidence, parts, (Path(saved) / WEIGHTS_FILE).read_bytes()).items()}
    files["figures.json"] = canonical_json({"schema_version": FIGURES_SCHEMA, "name": name, "sections": sections})
    files[CARD_FILE] = own_model_card(name, sections, weights.contract, parts.session, parts.manifest).encode()
    files |= {"LICENSE": licence(), "NOTICE": own_notice(name).encode(), f"{RELEASE}/{MANIFEST}": parts.manifest.to_bytes()}
    num_bytes = parts.manifest.backend.num_bytes + sum(len(data) for data in files.values() if isinstance(data, bytes))
    if max_bytes is not None and num_bytes > max_bytes:
        raise InputError(str(target), "would be too large", found=f"{num_bytes:,} bytes", expected=f"at most {max_bytes:,}")
    if target.exists() or target.is_symlink():
        raise refuse("already_exists", "", str(target), found="something of this name", expected="a new name")
    with TemporaryDirectory(prefix="reaprover-model-") as trial:  # a reader has to accept it before anybody sees it
        publish_folder(Path(trial) / "model", files)
        report = verify_model_folder(Path(trial) / "model")
    if report.level is not Level.EVIDENCE or not report.passed:
        bad = [check for check in report.checks if check.status is CheckStatus.REFUSED or check.level is Level.EVIDENCE]
        found = "; ".join(f"{check.name}: {check.detail}" for check in bad if check.status is not CheckStatus.PASSED)
        raise InputError("evidence", "does not belong to the release", found=found[:400], expected="links that all hold")
    try:
        publish_folder(target, files)
    except FileExistsError:
        raise refuse("already_exists", "", str(target), found="something of this name", expected="a new name") from None
    return parts


def verify_model_folder(folder: Path, *, expect_sha256: str | None = None) -> VerifyReport:
    """Verify a published model from its folder alone: release, base and evidence.

    Raises:
        InputError: no model folder, or one of weights in training.
        InfrastructureError, PrerequisiteError: see `verify_snapshot`.
    """
    found = require_release(folder)
    report, contents = verify_snapshot(found.path / RELEASE, Expectations(base=found.base), expect_sha256=expect_sha256)
    if found.evidence is not None and isinstance(contents, ReleaseContents):
        report = report.with_evidence(check_evidence(found.evidence, contents))
    return report


def require_release(folder: Path) -> ModelFolder:
    """The parts of a model folder that has a release.

    Raises:
        InputError: it is none, or has weights in training only.
    """
    found = find_model_folder(folder)
    if found is None or found.release is None:
        kind = "no model folder" if found is None else "weights in training, accepted by nobody"
        raise InputError(str(folder), "holds no release", found=kind, expected=f"{BASE}/ and {RELEASE}/")
    return found


def _bundle(evidence: Mapping[str, bytes], parts: ReleaseParts, weights: bytes) -> dict[str, bytes]:
    """The evidence with what follows from the release, and its manifest."""
    source = parts.session.source
    files = dict(evidence)
    files["seal/response.json"] = canonical_json({"snapshot": source.snapshot, "source": source.to_json()})
    files[f"seal/{WEIGHTS_FILE}"] = weights
    files["publish/response.json"] = parts.session.to_bytes()
    files["retire/response.json"] = canonical_json({"policy_version": source.policy_version, "status": "these weights are final"})
    listed: JsonObject = {}
    for name, data in sorted(files.items()):
        found = record_of([data])
        listed[name] = {"bytes": found.num_bytes, "sha256": found.sha256, "source": name}
    files[MANIFEST] = canonical_json({"schema_version": BUNDLE_SCHEMA, "session_id": source.session_id, "files": listed})
    return files


def _record(contract: Contract, files: dict[str, Iterable[bytes | memoryview]]) -> bytes:
    listed: JsonObject = {}
    for name, blocks in files.items():
        found = record_of(blocks)
        listed[name] = {"bytes": found.num_bytes, "sha256": found.sha256}
    return canonical_json({"schema_version": WEIGHTS_SCHEMA, "contract_sha256": contract.sha256, "files": listed})


def _blocks(content: Content | Callable[[], Content] | Path) -> Iterable[bytes | memoryview]:
    assert not isinstance(content, Path)
    made = content() if callable(content) else content
    return [bytes(made)] if isinstance(made, bytes | bytearray | memoryview) else made


def _read(path: Path) -> bytes:
    if not path.exists():
        raise refuse("missing_file", path.name, found="no such file", expected="the file")
    return bytes(read_regular_file(path, _MAX_JSON_BYTES))


def _object(data: bytes, file: str) -> JsonObject:
    try:
        return require_object(parse_json(data), file, "")
    except JsonError as error:
        raise from_json(error, file) from None
