"""Is this base model directory the one that the contract names? (section 8; model.md, section 8)

Checked: revision, where the path or a download's metadata names one; size and sha256 of configuration and tokenizer files;
sizes of the weight shards; hidden size. Not checkable, and said so: `base_sha256`, whose recipe is not public, the content of
the weight shards, and the lock file unless it is there.

A contract of a base of our own has the sha256 of the weight files too. Then the content decides, whatever the path is called,
and no further file may lie in the folder: libraries act on files that they happen to find.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from reaprover.core.canonical import JsonError, JsonObject, JsonValue, parse_json
from reaprover.core.durable import file_sha256
from reaprover.snapshot.contract import BaseShape, Contract
from reaprover.snapshot.identity import BESIDE
from reaprover.snapshot.refusal import SnapshotRefusal, refuse

_MAX_METADATA_BYTES = 64 * 1024 * 1024
_REVISION = re.compile(r"[0-9a-f]{40}")
_LOCK = "reap-model-lock.json"


@dataclass(frozen=True, slots=True)
class BaseReport:
    """What was compared with a base directory.

    Attributes:
        shape: I, KV and L from its `config.json`.
        checked: one line per thing that agrees.
        not_checked: one line per thing that could not be looked at.
    """

    shape: BaseShape
    checked: tuple[str, ...]
    not_checked: tuple[str, ...]


def check_base(directory: Path, contract: Contract) -> BaseReport:
    """Compare a base model directory with a contract.

    Raises:
        SnapshotIncompatible: `base_mismatch`, naming the file.
    """
    directory = Path(directory)
    fingerprint = contract.fingerprint
    by_content = contract.pins_base_content
    checked, not_checked = ([], []) if by_content else _check_revision(directory, fingerprint)
    config = _config(directory)
    hidden = config.get("hidden_size")
    if hidden != contract.hidden_size:
        raise _mismatch("config.json", f"hidden_size {hidden}", f"hidden_size {contract.hidden_size}")
    checked.append(f"hidden size {hidden}")
    shape = _shape(config)
    for record in _records(fingerprint, "metadata"):
        _check_file(directory, record, hashed=True)
        checked.append(f"{record['path']}: size and sha256")
    for record in _records(fingerprint, "weights"):
        _check_file(directory, record, hashed=by_content)
        checked.append(f"{record['path']}: size and sha256" if by_content else f"{record['path']}: size")
    if by_content:
        named = {str(record.get("path")) for key in ("metadata", "weights") for record in _records(fingerprint, key)}
        for extra in sorted({path.name for path in directory.iterdir()} - named - BESIDE):
            raise _mismatch(extra, "a file that the contract does not name", "no such file")
        checked.append("no further file")
        not_checked.append("base_sha256 of the contract (compared when the base is loaded)")
        return BaseReport(shape, tuple(checked), tuple(not_checked))
    if (directory / _LOCK).is_file():
        digest = file_sha256(directory / _LOCK)
        if digest != fingerprint.get("model_lock_sha256"):
            raise _mismatch(_LOCK, digest, str(fingerprint.get("model_lock_sha256")))
        checked.append(f"{_LOCK}: sha256")
    else:
        not_checked.append(f"{_LOCK} (not there)")
    not_checked.append("content of the weight shards (only their sizes are in the contract)")
    not_checked.append("base_sha256 of the contract (its recipe is not public: an opaque pin)")
    return BaseReport(shape, tuple(checked), tuple(not_checked))


def _check_revision(directory: Path, fingerprint: JsonObject) -> tuple[list[str], list[str]]:
    revision = fingerprint.get("revision")
    named = {part for part in directory.absolute().parts if _REVISION.fullmatch(part)}
    for note in sorted((directory / ".cache" / "huggingface" / "download").glob("*.metadata")):
        named |= set(_REVISION.findall(note.read_text(encoding="utf-8", errors="replace").split("\n", 1)[0]))
    for found in sorted(named):
        if found != revision:
            raise _mismatch("revision", found, str(revision))
    short = re.fullmatch(r".+-([0-9a-f]{8})", directory.absolute().name)
    if short and not str(revision).startswith(short[1]):
        raise _mismatch("revision", short[1], str(revision))
    if named or short:
        return [f"revision {revision}"], []
    return [], ["revision (neither the path nor a download's metadata names one)"]


def _config(directory: Path) -> JsonObject:
    path = directory / "config.json"
    if not path.is_file():
        raise _mismatch("config.json", "no such file", "the configuration of the base model")
    if path.stat().st_size > _MAX_METADATA_BYTES:
        raise _mismatch("config.json", "a huge file", "a configuration")
    try:
        config = parse_json(path.read_bytes())
    except JsonError as error:
        raise _mismatch("config.json", str(error), "a JSON object") from None
    if not isinstance(config, dict):
        raise _mismatch("config.json", "no object", "a JSON object")
    return config


def _shape(config: JsonObject) -> BaseShape:
    def count(key: str) -> int:
        value = config.get(key)
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 1 << 24:
            raise _mismatch("config.json", f"{key} {value}", f"{key} as a positive integer")
        return value

    heads = count("num_attention_heads")
    head_dim = count("head_dim") if config.get("head_dim") is not None else count("hidden_size") // heads
    return BaseShape(count("intermediate_size"), count("num_key_value_heads") * head_dim, count("num_hidden_layers"))


def _records(fingerprint: JsonObject, key: str) -> list[dict[str, JsonValue]]:
    records = fingerprint.get(key)
    return [record for record in records if isinstance(record, dict)] if isinstance(records, list) else []


def _check_file(directory: Path, record: dict[str, JsonValue], *, hashed: bool) -> None:
    name = str(record.get("path"))
    path = (directory / name).resolve()
    if "/" in name or "\\" in name or name in ("", ".", ".."):
        raise _mismatch(name, "a path with folders", "a plain file name")
    if not path.is_file():
        raise _mismatch(name, "no such file", "the file")
    if path.stat().st_size != record.get("size"):
        raise _mismatch(name, f"{path.stat().st_size} bytes", f"{record.get('size')} bytes")
    if hashed and (digest := file_sha256(path)) != record.get("sha256"):
        raise _mismatch(name, digest, str(record.get("sha256")))


def _mismatch(where: str, found: str, expected: str) -> SnapshotRefusal:
    return refuse("base_mismatch", "base", where, found=found, expected=expected)
