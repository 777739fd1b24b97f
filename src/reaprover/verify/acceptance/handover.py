"""A proof handed to an independent checker, and its receipt taken back (acceptance.md, section 6).

```
request folder                       the checker adds              the run folder gets
  request.json, plan.json              proof-check/<session>/        proof-check/<session>/, whole and never replaced
  inputs/<file>.lean                                                 verification-imports/<session>.json, the marker
  outputs/<session>/*.json
  export-ready.json, written last                                    verification-imports/<session>.json, the marker
```

Whoever carries the folder can change it: everything is compared with the run that asked, and the evidence is checked again
from disk. That makes it evidence of a local operator, not an attestation. The list of the verifier's files is shown, not trusted.
"""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from reaprover.core.canonical import JsonError, JsonObject, canonical_json, require_canonical, sha256
from reaprover.core.durable import rename_without_replacing, sync_folder
from reaprover.errors import InfrastructureError
from reaprover.verify.acceptance.check import LOGGED, TRUST_SCOPE, Acceptance, check_session
from reaprover.verify.acceptance.inputs import AcceptanceError, proof_text, read_inputs
from reaprover.verify.acceptance.validate import validate
from reaprover.verify.course.plan import PLAN_FILE, Lesson, Plan, read_plan
from reaprover.verify.receipt import checker_files
from reaprover.verify.records import read_file, read_object, write_new
from reaprover.verify.strict import StrictChecker

REQUEST_SCHEMA: Final = "reap.teacher-course.verification-request.v1"
IMPORT_SCHEMA: Final = "reap.teacher-course.verification-import.v1"
REQUEST_FILE, READY_FILE = "request.json", "export-ready.json"
SUCCESS_INPUTS: Final = ("raw_tree.json", "observer.jsonl")
_EVIDENCE: Final = (*LOGGED, "receipt.json", "accepted.json", "reaprover-check.json")


@dataclass(frozen=True, slots=True)
class Request:
    """What a checker is asked: the plan, the lesson, and `request.json`."""

    plan: Plan
    lesson: Lesson
    record: JsonObject

    @property
    def sha256(self) -> str:
        """Of `request.json`."""
        return sha256(canonical_json(self.record))


def make_request(run_folder: Path, session_id: str, *, environment: str, success_inputs: bool = False) -> Request:
    """The request for the proof of a session.

    Args:
        run_folder: with `plan.json`, `inputs/` and `outputs/SESSION/`.
        session_id: the session, a lesson of the plan.
        environment: 64 hex digits of the environment to check in (`cpu_image`).
        success_inputs: the tree and the log of the search go along, for terminal learning.

    Raises:
        InputError: plan and records of the search contradict each other, or a file is missing.
    """
    plan = read_plan(run_folder)
    lesson = plan.lesson(session_id)
    inputs = read_inputs(run_folder, session_id)
    source = {"path": lesson.input_file, "sha256": lesson.theorem_sha256}
    if dict(inputs.files["source"]) != source:
        raise AcceptanceError("plan: input_file", "is another source than the search's", found=str(dict(inputs.files["source"]))[:160])
    record: dict[str, Any] = {
        "schema_version": REQUEST_SCHEMA,
        "plan_sha256": plan.sha256,
        "family_id": plan.family_id,
        "index": lesson.index,
        "session_id": session_id,
        "input_file": lesson.input_file,
        "theorem": lesson.theorem,
        "cpu_image": environment,
        "input_files": {name: dict(facts) for name, facts in inputs.files.items()},
        "proof_sha256": sha256(proof_text(inputs.source, inputs.script, lesson.theorem).encode()),
        "verifier_sha256": dict(checker_files()),
        "trust_scope": TRUST_SCOPE,
    }
    if success_inputs:
        paths = [f"outputs/{session_id}/{name}" for name in SUCCESS_INPUTS]
        entries = [{"path": path, "sha256": sha256(read_file(run_folder / path))} for path in paths]
        record["success_inputs"] = dict(zip(SUCCESS_INPUTS, entries, strict=True))
    return Request(plan, lesson, record)


def export_request(run_folder: Path, request: Request, target: Path) -> None:
    """Write the folder that is carried to the checker; `export-ready.json` last.

    Raises:
        FileExistsError: the folder exists.
        InfrastructureError: the disk.
    """
    try:
        target.mkdir(parents=True)
        for name in _carried(request.record):
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            write_new(target / name, read_file(run_folder / name))
    except FileExistsError:
        raise
    except OSError as error:
        raise InfrastructureError(f"{target}: cannot be written: {error.strerror or error}") from error
    write_new(target / PLAN_FILE, request.plan.to_bytes())
    write_new(target / REQUEST_FILE, canonical_json(request.record))
    write_new(target / READY_FILE, canonical_json({"request_sha256": request.sha256}))


def read_request(folder: Path) -> Request:
    """Read a request folder and make its request again from the files in it.

    Raises:
        InputError: it was not finished, or a file is not the one that was exported.
    """
    data, record = read_file(folder / REQUEST_FILE), read_object(folder / REQUEST_FILE)
    try:
        require_canonical(data, record)
    except JsonError as error:
        raise AcceptanceError(str(folder / REQUEST_FILE), error.problem, found=error.found, expected=error.expected) from None
    if read_object(folder / READY_FILE) != {"request_sha256": sha256(data)}:
        raise AcceptanceError(str(folder / READY_FILE), "does not name this request", expected=sha256(data))
    again = make_request(
        folder, str(record.get("session_id")), environment=str(record.get("cpu_image")), success_inputs="success_inputs" in record
    )
    _same_request(record, again.record)
    return Request(again.plan, again.lesson, record)


def check_request(folder: Path, checker: StrictChecker) -> Acceptance:
    """Check the proof of a request folder, as the independent checker; the evidence goes into `proof-check/SESSION` in it.

    Raises:
        InputError: the folder does not hold together.
        FileExistsError: it was checked before.
        InfrastructureError: the disk.
    """
    request = read_request(folder)
    image = str(request.record["cpu_image"])
    return check_session(folder, request.lesson.session_id, request.lesson.theorem, checker, requested_environment=image)


def import_evidence(run_folder: Path, folder: Path) -> dict[str, Any]:
    """Take the evidence of a checked request folder back into the run that asked.

    The evidence is copied into a folder of its own, checked there from disk against the files of *this* run, and published by
    a rename that replaces nothing. Importing the same evidence again changes nothing.

    Returns:
        The marker: what was imported, and which files the checker said it consists of.

    Raises:
        InputError: the request is not that of this run, or the evidence does not hold, and nothing was published.
        FileExistsError: the run has other evidence for this session.
        InfrastructureError: the disk.
    """
    request = read_request(folder)
    session_id = request.lesson.session_id
    own = make_request(
        run_folder, session_id, environment=str(request.record["cpu_image"]), success_inputs="success_inputs" in request.record
    )
    _same_request(request.record, own.record)
    checks, marks = run_folder / "proof-check", run_folder / "verification-imports"
    given = folder / "proof-check" / session_id
    if not given.is_dir():
        raise AcceptanceError(str(given), "is not there", expected="evidence", advice="`reaprover acceptance check` on that machine first")
    staging = checks / f".{session_id}.import-{secrets.token_hex(8)}"
    staged, target = staging / session_id, checks / session_id
    try:
        staged.mkdir(parents=True)
        for path in sorted(given.iterdir()):
            if path.name not in _EVIDENCE:
                raise AcceptanceError(str(path), "does not belong to the evidence", expected=", ".join(_EVIDENCE))
            write_new(staged / path.name, read_file(path))
        facts = validate(staged, run_folder)
        if facts["image"] != request.record["cpu_image"] or facts["theorem"] != request.lesson.theorem:
            raise AcceptanceError(
                "receipt.json", "is that of another request", found=facts["image"], expected=str(request.record["cpu_image"])
            )
        if not (target.exists() and _same_files(staged, target)):
            rename_without_replacing(staged, target)
            sync_folder(checks)
    except FileExistsError:
        raise
    except OSError as error:
        raise InfrastructureError(f"{staging}: the evidence cannot be copied: {error.strerror or error}") from error
    finally:
        shutil.rmtree(staging, ignore_errors=True)
    marker: dict[str, Any] = {
        "schema_version": IMPORT_SCHEMA,
        "session_id": session_id,
        "request_sha256": request.sha256,
        "evidence_sha256": facts["evidence_sha256"],
        "cpu_image": facts["image"],
        "verifier_sha256": request.record["verifier_sha256"],
        "trust_scope": TRUST_SCOPE,
    }
    keep_request(run_folder, request)
    _write_once(marks / f"{session_id}.json", canonical_json(marker))
    return marker


def keep_request(run_folder: Path, request: Request) -> None:
    """Keep with the run what was asked of its checker, for the evidence bundle.

    Raises:
        FileExistsError: something else was asked before.
        InfrastructureError: the disk.
    """
    _write_once(run_folder / "verification-requests" / f"{request.lesson.session_id}.json", canonical_json(request.record))


def _write_once(path: Path, data: bytes) -> None:
    if path.exists() and read_file(path) == data:
        return
    try:
        path.parent.mkdir(exist_ok=True)
    except OSError as error:
        raise InfrastructureError(f"{path.parent}: cannot be made: {error.strerror or error}") from error
    write_new(path, data)


def _carried(record: Mapping[str, Any]) -> list[str]:
    entries = [*record["input_files"].values(), *record.get("success_inputs", {}).values()]
    return [str(entry["path"]) for entry in entries]


def _same_request(found: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    """Every key but the verifier's, which is foreign by its nature, must be what this side makes of its own files."""
    for key in sorted({*found, *wanted} - {"verifier_sha256"}):
        if found.get(key) != wanted.get(key):
            expected = str(wanted.get(key))[:160]
            raise AcceptanceError(f"request.json: {key}", "is not what the files give", found=str(found.get(key))[:160], expected=expected)
    verifier = found.get("verifier_sha256")
    if not isinstance(verifier, dict) or not all(isinstance(value, str) for value in verifier.values()):
        raise AcceptanceError("request.json: verifier_sha256", "is no list of files with their hashes")


def _same_files(one: Path, other: Path) -> bool:
    names = {path.name for path in one.iterdir()}
    return names == {path.name for path in other.iterdir()} and all(read_file(one / n) == read_file(other / n) for n in names)
