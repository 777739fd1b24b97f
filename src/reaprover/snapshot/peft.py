"""Exchange with PEFT adapter folders (section 12).

An export is `adapter_model.safetensors` and `adapter_config.json`, which PEFT loads by itself, the value head beside them, a
record that ties all to the release by hashes, and the attribution. An import gives weights, never an accepted experience:
whatever the folder says, it was not proved here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from reaprover.core.canonical import JsonError, JsonObject, JsonValue, canonical_json, parse_json
from reaprover.core.durable import Content, file_sha256, publish_folder
from reaprover.snapshot.card import notice
from reaprover.snapshot.contract import TARGET_MODULES, Contract, check_contract
from reaprover.snapshot.fields import require_keys, require_object, require_schema, require_sha256_text
from reaprover.snapshot.payload import check_group, implied_shapes, value_head_shapes
from reaprover.snapshot.reading import ReleaseContents
from reaprover.snapshot.refusal import from_json, refuse
from reaprover.snapshot.safetensors_file import read_regular_file, read_safetensors, safetensors_blocks
from reaprover.snapshot.tensors import Dtype, TensorGroup
from reaprover.snapshot.writing import record_of

ADAPTER_FILE, CONFIG_FILE = "adapter_model.safetensors", "adapter_config.json"
HEAD_FILE, EXPORT_FILE, NOTICE_FILE = "value_head.safetensors", "reaprover_export.json", "NOTICE"
EXPORT_SCHEMA, HEAD_SCHEMA = "reaprover.export.v1", "reaprover.value-head.v1"
_MAX_JSON_BYTES = 1024 * 1024
_EXPORT_KEYS = ("schema_version", "manifest_sha256", "session_sha256", "weights_sha256", "contract_sha256", "contract", "files")
_REQUIRED = frozenset({"peft_type", "r", "lora_alpha", "target_modules"})
_REPORTED = frozenset({"inference_mode", "init_lora_weights", "base_model_name_or_path", "revision"})
_ANY_VALUE = frozenset({"peft_version", "auto_mapping", "megatron_core", "qalora_group_size"})


@dataclass(frozen=True, slots=True, eq=False)
class ImportedWeights:
    """Weights from another form than a release; not an accepted experience.

    Attributes:
        contract: the contract that they were checked against.
        adapter: the adapter, or None for a head-only file.
        value_head: the head.
        adapter_dtype: of the adapter.
        origin: what is known of where they come from, one line.
        weights_sha256: the release that they are proved to be the payload of, or None.
        notes: what was ignored or not compared.
    """

    contract: Contract
    adapter: TensorGroup | None
    value_head: TensorGroup
    adapter_dtype: Dtype
    origin: str
    weights_sha256: str | None
    notes: tuple[str, ...]


def adapter_config(contract: Contract) -> JsonObject:
    """`adapter_config.json` as PEFT reads it, with exactly the keys of the format."""
    return {
        "peft_type": "LORA",
        "task_type": "CAUSAL_LM",
        "r": contract.lora_rank,
        "lora_alpha": contract.lora_alpha,
        "lora_dropout": 0.0,
        "bias": "none",
        "target_modules": list(TARGET_MODULES),
        "fan_in_fan_out": False,
        "inference_mode": True,
        "init_lora_weights": True,
        "use_rslora": False,
        "use_dora": False,
        "modules_to_save": None,
        "rank_pattern": {},
        "alpha_pattern": {},
        "base_model_name_or_path": contract.fingerprint.get("repository"),
        "revision": contract.fingerprint.get("revision"),
    }


def export_peft(contents: ReleaseContents, out: Path) -> None:
    """Write a release as a PEFT folder, all of it or nothing.

    Raises:
        SnapshotExists: `already_exists`.
        SnapshotIncompatible: `contract_field`, the toy has no tensors.
        InfrastructureError: the disk refuses.
    """
    if contents.weights is None:
        raise refuse("contract_field", "backend.json", "/contract/backend", found="toy", expected="a release with tensors")
    weights, contract, weights_sha256 = contents.weights, contents.contract, contents.session.weights_sha256
    make = peft_files(contract, weights.adapter, weights.value_head, weights_sha256)

    def record() -> bytes:
        files = {}
        for name, content in make.items():
            blocks = content()
            found = record_of([blocks] if isinstance(blocks, bytes) else blocks)
            files[name] = {"bytes": found.num_bytes, "sha256": found.sha256}
        return canonical_json(
            {
                "schema_version": EXPORT_SCHEMA,
                "manifest_sha256": contents.manifest.sha256,
                "session_sha256": contents.manifest.session.sha256,
                "weights_sha256": weights_sha256,
                "contract_sha256": contract.sha256,
                "contract": contract.document,
                "files": files,
            }
        )

    _publish(out, {**make, EXPORT_FILE: record})


def write_peft(weights: ImportedWeights, out: Path) -> None:
    """Write imported weights as a PEFT folder, without an export record: they are no release.

    Raises:
        SnapshotExists: `already_exists`.
        SnapshotIncompatible: `missing_tensor`, a head alone is no adapter.
    """
    if weights.adapter is None:
        raise refuse("missing_tensor", ADAPTER_FILE, found="a value head only", expected="an adapter")
    _publish(out, peft_files(weights.contract, weights.adapter, weights.value_head, weights.weights_sha256))


def peft_files(
    contract: Contract, adapter: TensorGroup, head: TensorGroup, weights_sha256: str | None
) -> dict[str, Callable[[], bytes | Iterable[bytes | memoryview]]]:
    """The files of a PEFT folder without an export record: name to a function that makes the content."""
    value: JsonValue = contract.document.get("search_config")
    value = value.get("categorical_value") if isinstance(value, dict) else None
    words = value if isinstance(value, dict) else {}
    head_metadata = {
        "format": "pt",
        "schema_version": HEAD_SCHEMA,
        "head": str(words.get("head", "")),
        "decode": str(words.get("decode", "")),
        "support_min": "1",
        "support_max": str(head["2.bias"].shape[0]),
        "contract_sha256": contract.sha256,
        "weights_sha256": weights_sha256 or "",
    }
    return {
        ADAPTER_FILE: lambda: safetensors_blocks(adapter, {"format": "pt"}),
        CONFIG_FILE: lambda: canonical_json(adapter_config(contract)),
        HEAD_FILE: lambda: safetensors_blocks(head, head_metadata),
        NOTICE_FILE: lambda: notice(contract).encode(),
    }


def _publish(out: Path, files: Mapping[str, Callable[[], Content]]) -> None:
    try:
        publish_folder(out, files)
    except FileExistsError:
        raise refuse("already_exists", "", str(out), found="something of this name", expected="a new name") from None


def import_peft(folder: Path, *, contract: JsonObject | None = None, adapter_dtype: Dtype = Dtype.FLOAT32) -> ImportedWeights:
    """Read a PEFT folder with a value head beside it.

    Args:
        folder: needs both safetensors files and `adapter_config.json`; other files are reported and ignored.
        contract: what to check against; None takes the one in `reaprover_export.json`.
        adapter_dtype: what the adapter must be.

    Raises:
        SnapshotRefusal: missing files, and the codes of JSON, contract and tensors.
    """
    notes: list[str] = []
    if not folder.is_dir():
        raise refuse("not_found", "", str(folder), found="no folder", expected="a PEFT adapter folder")
    record = _export_record(folder)
    if contract is None:
        if record is None:
            raise refuse("missing_file", EXPORT_FILE, found="no such file and no contract given", expected="a contract")
        contract = require_object(record["contract"], EXPORT_FILE, "/contract")
    checked = check_contract(contract, expected=contract, file=EXPORT_FILE)
    known = {ADAPTER_FILE, CONFIG_FILE, HEAD_FILE, EXPORT_FILE, NOTICE_FILE}
    notes += [f"{path.name}: ignored" for path in sorted(folder.iterdir()) if path.name not in known]
    notes += _check_config(_read_json(folder / CONFIG_FILE), adapter_config(checked))
    adapter, _ = read_safetensors(folder / ADAPTER_FILE)
    head, _ = read_safetensors(folder / HEAD_FILE)
    shapes = implied_shapes(adapter, checked, ADAPTER_FILE)
    check_group(adapter, shapes, adapter_dtype, ADAPTER_FILE, adapter=True)
    head_shapes = value_head_shapes(checked)
    check_group(head, head_shapes, Dtype.FLOAT32, HEAD_FILE, adapter=False)
    origin = "a PEFT folder without an export record" if record is None else _origin(folder, record, checked, notes)
    return ImportedWeights(
        checked,
        TensorGroup({name: adapter[name] for name in shapes}),
        TensorGroup({name: head[name] for name in head_shapes}),
        adapter_dtype,
        origin,
        None,
        tuple(notes),
    )


def _origin(folder: Path, record: JsonObject, contract: Contract, notes: list[str]) -> str:
    """What the export record says, after comparing it with the files that it lists."""
    if record["contract_sha256"] != contract.sha256:
        notes.append(f"{EXPORT_FILE}: names another contract than the one used")
    files = require_object(record["files"], EXPORT_FILE, "/files")
    for name, entry in files.items():
        path = folder / name
        if "/" in name or not path.is_file() or path.is_symlink():
            notes.append(f"{name}: listed but not there")
            continue
        fields = require_keys(entry, ("bytes", "sha256"), EXPORT_FILE, f"/files/{name}")
        if file_sha256(path) != fields["sha256"]:
            notes.append(f"{name}: not the exported bytes any more")
    return f"exported from the release with weights_sha256 {record['weights_sha256']}, as its record says"


def _export_record(folder: Path) -> JsonObject | None:
    path = folder / EXPORT_FILE
    if not path.exists():
        return None
    record = _read_json(path)
    require_schema(record, (EXPORT_SCHEMA,), EXPORT_FILE)
    require_keys(record, _EXPORT_KEYS, EXPORT_FILE, "")
    for key in _EXPORT_KEYS:
        if key.endswith("_sha256"):
            require_sha256_text(record[key], EXPORT_FILE, f"/{key}")
    return record


def _read_json(path: Path) -> JsonObject:
    if not path.exists():
        raise refuse("missing_file", path.name, found="no such file", expected="the file")
    try:
        return require_object(parse_json(bytes(read_regular_file(path, _MAX_JSON_BYTES))), path.name, "")
    except JsonError as error:
        raise from_json(error, path.name) from None


def _check_config(found: JsonObject, wanted: Mapping[str, JsonValue]) -> list[str]:
    """Compare an adapter configuration with the wanted one; gives notes on what is reported and not compared."""
    notes = []
    for key in sorted(_REQUIRED - set(found)):
        raise refuse("contract_field", CONFIG_FILE, f"/{key}", found="no such key", expected=wanted[key])
    for key, value in sorted(found.items()):
        if key in _REPORTED:
            if value != wanted[key]:
                notes.append(f"{CONFIG_FILE}: {key} is {value!r}, not compared")
        elif key == "target_modules":
            if not isinstance(value, list) or sorted(map(str, value)) != wanted[key]:
                raise refuse("contract_field", CONFIG_FILE, "/target_modules", found=value, expected=wanted[key])
        elif key in wanted:
            if not _same(value, wanted[key]):
                raise refuse("contract_field", CONFIG_FILE, f"/{key}", found=value, expected=wanted[key])
        elif key not in _ANY_VALUE and value not in (None, False, "", [], {}):
            raise refuse("contract_field", CONFIG_FILE, f"/{key}", found=value, expected="null, false or empty")
    return notes


def _same(found: JsonValue, wanted: JsonValue) -> bool:
    """Equal in value; a number may be written as integer or float (PEFT writes dropout 0 either way), a boolean not."""
    if isinstance(found, bool) or isinstance(wanted, bool):
        return found is wanted
    return found == wanted
