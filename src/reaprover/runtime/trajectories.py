"""The server's own store of verified proofs to learn from: `<root>/<pin>/`, the pin being the sha256 of `dataset.json`.

A success event names a pin; labels come from here, never from the event. A bundle holds the twelve files that its trajectory was made
from, the data set, and what replaying it in Lean left behind (spec learning.md, section 4.1; acceptance.md, section 6).

Decisions:
- Every load checks the whole bundle again: files, hashes, the links between them, the labels' own rules. Nothing is cached.
- The accepted record of the proof stands inside `historical-proof-receipt.json` (schema `reap.course-proof-replay-binding.v1`). It is
  found by its hash among the values there, as a text, or as an object that is written in the form of acceptance records; so the hash
  that the event names, and later the release, is over the very bytes of `accepted.json`.
- Hashes detect corruption and mix-ups. Whoever writes the store can write a consistent lie.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from reaprover.core.axiom_report import STANDARD_AXIOMS
from reaprover.core.canonical import JsonObject, JsonValue, indented_json, parse_json, sha256
from reaprover.core.durable import publish_folder
from reaprover.errors import InputError
from reaprover.learn.events import SuccessDataset, SuccessEvent, parse_success_dataset

INPUTS: Final = (
    "session.json", "result.json", "raw_tree.json", "observer.jsonl", "source.lean", "accepted-proof.lean", "historical-proof-receipt.json",
    "historical-proof.stdout", "historical-proof.stderr", "VerifiedReplay.lean", "plan.json", "replay.lean",
)  # fmt: skip
"""What a trajectory is made from."""

DATASET: Final = "dataset.json"
FILES: Final = (*INPUTS, DATASET, "replay-receipt.json", "trace.json", "replay.stdout", "replay.stderr")
BINDING_SCHEMA: Final = "reap.course-proof-replay-binding.v1"
REPLAY_SCHEMA: Final = "reap.verified-replay.receipt.v1"
MAX_FILE_BYTES: Final = 64 << 20


class TrajectoryStore:
    """Bundles by pin.

    Args:
        root: the folder.
    """

    def __init__(self, root: Path) -> None:
        self._root = root

    def load(self, event: SuccessEvent) -> SuccessDataset:
        """The data set that an event names, after all checks of the bundle and of the event against it.

        Raises:
            InputError: there is no such bundle, or the first thing that does not agree.
        """
        folder = self._root / event.dataset_sha256
        if folder.is_symlink() or not folder.is_dir():
            raise InputError(
                "event.dataset_sha256", "is not in the store", found=event.dataset_sha256, expected="the pin of a bundle there"
            )
        names = sorted(entry.name for entry in folder.iterdir())
        if names != sorted(FILES):
            raise _other_files(f"bundle {event.dataset_sha256[:12]}", set(names) ^ set(FILES), "17 files")
        files = {name: read_record(folder / name) for name in FILES}
        _equal("dataset.json", sha256(files[DATASET]), event.dataset_sha256)
        dataset = check_bundle(files)
        _equal("dataset.session_id", dataset.session_id, event.session_id)
        _equal("event.tree_id", event.tree_id, dataset.tree_id)
        _equal("dataset.theorem_sha256", dataset.theorem_sha256, event.theorem_id)
        if dataset.final_policy_version != event.policy_version:
            found, expected = str(dataset.final_policy_version), f"{event.policy_version}, the current version"
            raise InputError("dataset.final_policy_version", "is another version", found=found, expected=expected)
        _accepted(files, dataset, event.course_acceptance_sha256)
        return dataset

    def publish(self, files: Mapping[str, bytes]) -> str:
        """Put a bundle into the store, checked, all of it or nothing; returns its pin.

        Args:
            files: exactly the 17 files by name.

        Raises:
            InputError: the first thing that does not agree.
            FileExistsError: it is there.
        """
        if set(files) != set(FILES):
            raise _other_files("bundle", set(files) ^ set(FILES), "17 files")
        check_bundle(files)
        pin = sha256(files[DATASET])
        publish_folder(self._root / pin, files)
        return pin


def check_bundle(files: Mapping[str, bytes]) -> SuccessDataset:
    """Check a bundle by itself: hashes and links between its files, and the labels.

    Args:
        files: the 17 files by name.

    Raises:
        InputError: the first thing that does not agree.
    """
    dataset = parse_success_dataset(json_object(files[DATASET], DATASET))
    hashes = {name: sha256(files[name]) for name in INPUTS}
    _links("dataset.inputs_sha256", dataset.inputs_sha256, hashes)
    _equal("dataset.trace_sha256", dataset.trace_sha256, sha256(files["trace.json"]))
    _equal("dataset.replay_receipt_sha256", dataset.replay_receipt_sha256, sha256(files["replay-receipt.json"]))
    _equal("dataset.theorem_sha256", dataset.theorem_sha256, hashes["source.lean"])
    replay = json_object(files["replay-receipt.json"], "replay-receipt.json")
    stated = {"schema_version": REPLAY_SCHEMA, "session_id": dataset.session_id, "theorem": dataset.theorem, "returncode": 0}
    for key, wanted in (stated | {f"{name}_sha256": sha256(files[f"replay.{name}"]) for name in ("stdout", "stderr")}).items():
        _equal(f"replay-receipt.{key}", replay.get(key), wanted)
    _links("replay-receipt.inputs_sha256", replay.get("inputs_sha256"), hashes)
    session, result = json_object(files["session.json"], "session.json"), json_object(files["result.json"], "result.json")
    for key, wanted in (("session_id", dataset.session_id), ("tree_id", dataset.tree_id), ("theorem_sha256", dataset.theorem_sha256)):
        _equal(f"session.{key}", session.get(key), wanted)
    _equal("result.session_id", result.get("session_id"), dataset.session_id)
    _equal("result.solved", result.get("solved"), True)
    if not STANDARD_AXIOMS.issuperset(dataset.axioms):
        raise InputError("dataset.axioms", "hold others than the standard ones", found=", ".join(dataset.axioms)[:200])
    return dataset


def _accepted(files: Mapping[str, bytes], dataset: SuccessDataset, digest: str) -> None:
    """The accepted record with this hash is embedded, and is about this proof."""
    name = "historical-proof-receipt.json"
    binding = json_object(files[name], name)
    _equal(f"{name}, schema_version", binding.get("schema_version"), BINDING_SCHEMA)
    found = [data for value in binding.values() if (data := _record_bytes(value)) is not None and sha256(data) == digest]
    if not found:
        raise InputError("event.course_acceptance_sha256", "is not that of the bundle's accepted proof", found=digest)
    record = json_object(found[0], "accepted record")
    stated = {"passed": True, "session_id": dataset.session_id, "theorem": dataset.theorem, "theorem_sha256": dataset.theorem_sha256}
    for key, wanted in (stated | {"proof_sha256": sha256(files["accepted-proof.lean"]), "axioms": [*dataset.axioms]}).items():
        _equal(f"accepted record, {key}", record.get(key), wanted)


def _record_bytes(value: JsonValue) -> bytes | None:
    if isinstance(value, str):
        return value.encode()
    return indented_json(value) if isinstance(value, dict) else None


def _links(where: str, found: object, hashes: Mapping[str, str]) -> None:
    if not isinstance(found, dict) or set(found) != set(hashes):
        raise _other_files(where, set(found) ^ set(hashes) if isinstance(found, dict) else set(), "the 12 inputs")
    for name, digest in hashes.items():
        _equal(f"{where}, {name}", found[name], digest)


def _other_files(where: str, differing: set[str], expected: str) -> InputError:
    return InputError(where, "has other files", found=f"a difference in {', '.join(sorted(differing))[:200]}", expected=expected)


def _equal(where: str, found: object, expected: object) -> None:
    if type(found) is not type(expected) or found != expected:
        raise InputError(where, "does not agree", found=repr(found)[:80], expected=repr(expected)[:80])


def json_object(data: bytes, name: str) -> JsonObject:
    """The JSON object that a record holds.

    Raises:
        InputError: no strict JSON, or another value.
    """
    value = parse_json(data)
    if not isinstance(value, dict):
        raise InputError(name, "is no JSON object", found=type(value).__name__)
    return value


def read_record(path: Path) -> bytes:
    """The bytes of a record; messages say its name alone, as a server may send them.

    Raises:
        InputError: missing, a link, a folder, or too large.
    """
    if path.is_symlink() or not path.is_file():
        raise InputError(path.name, "is no plain file", expected="a record of the run or the bundle")
    if (size := path.stat().st_size) > MAX_FILE_BYTES:
        raise InputError(path.name, "is too large", found=f"{size} bytes", expected=f"at most {MAX_FILE_BYTES}")
    return path.read_bytes()
