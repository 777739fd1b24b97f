"""Acceptance of a searched proof: the proof text, the check in a folder of its own, and validation from disk alone.

Files, keys and gates follow spec acceptance.md, sections 2 to 5, so that records of the original programs and ours can be
read by either side. `accepted.json` is written last and only if every gate passed; its sha256 is what a release calls
`evidence_sha256`. Hashes detect corruption and mix-ups; whoever can write the folder can write a consistent lie.

Without a container the environment is named by a hash over toolchain, library and checker (`environment_sha256`), and the
check does not pass unless the sandbox enforced that there was no network. What we check beyond the original stands in
`reaprover-check.json` beside its files.
"""

from __future__ import annotations

import json
import re
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from reaprover.core import Verdict
from reaprover.core.axiom_report import STANDARD_AXIOMS, printed_axioms
from reaprover.core.canonical import canonical_json, parse_json
from reaprover.core.durable import write_durably
from reaprover.errors import InfrastructureError, InputError
from reaprover.verify.compile import launch_environment, read_output, readable_paths, sha256
from reaprover.verify.finding import Check, Status
from reaprover.verify.name import read_name
from reaprover.verify.receipt import checker_sha256
from reaprover.verify.sandbox import Limits, run_sandboxed
from reaprover.verify.strict import Level, Report, StatementError, StrictChecker, Submission
from reaprover.verify.syntax import scan

MARKER: Final = "  reapTrainingMCTS"
RECEIPT_SCHEMA: Final = "reap.reproduction.independent-lean.v1"
CHECK_SCHEMA: Final = "reaprover.check.v1"
TRUST_SCOPE: Final = "operator-carried local evidence; not cryptographic remote attestation"
_SESSION: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
_HEX64: Final = re.compile(r"[0-9a-f]{64}")
_MAX_BYTES: Final = 64 << 20
_RECEIPT_KEYS: Final = (
    "schema_version",
    "passed",
    "session_id",
    "theorem",
    "requested_image",
    "theorem_sha256",
    "proof_sha256",
    "proof_file",
    "input_files",
    "online_status",
    "online_updates",
    "command",
    "lean_returncode",
    "container_exit_code",
    "container_running",
    "image",
    "network",
    "axioms",
    "elapsed_seconds",
    "files",
)
_AFTER: Final = frozenset({"receipt.json", "accepted.json", "reaprover-check.json"})
_LOGGED: Final = ("launch-intent.json", "proof.lean", "stdout.log", "stderr.log", "inspect.stdout.json", "inspect.stderr.log")


class AcceptanceError(InputError):
    """Evidence that does not hold together, or inputs from which no proof text can be made."""


# ---- the proof text -----------------------------------------------------------------------------------------------------


def proof_text(source: str, script: str, theorem: str) -> str:
    """The file that is checked: the searched source with the script in place of the marker, and an axiom report.

    Args:
        source: the searched source; the marker line `  reapTrainingMCTS` occurs once, and the word nowhere else.
        script: the tactic block found.
        theorem: name of the theorem.

    Raises:
        AcceptanceError: marker missing or doubled, or a blank script.
    """
    return f"{_filled(source, script)}\n#print axioms {theorem}\n"


def _filled(source: str, script: str) -> str:
    if not script.strip():
        raise AcceptanceError("proof_script", "is blank", expected="a tactic block")
    lines = source.split("\n")
    places = [i for i, line in enumerate(lines) if line == MARKER]
    word = MARKER.strip()
    if len(places) != 1 or source.count(word) != 1:
        raise AcceptanceError("source", "does not hold the marker line once", found=f"{source.count(word)} times", expected=repr(MARKER))
    block = [f"  {line}" if line.strip() else "" for line in script.split("\n")]
    return "\n".join([*lines[: places[0]], *block, *lines[places[0] + 1 :]])


@dataclass(frozen=True, slots=True)
class Inputs:
    """The four inputs of a check, read and found consistent."""

    source: str
    script: str
    session_id: str
    online_status: str
    online_updates: int
    files: Mapping[str, Mapping[str, str]]


def read_inputs(run_folder: Path, session_id: str) -> Inputs:
    """Read a searched source and the records of its session (acceptance.md, sections 2 and 3).

    Raises:
        AcceptanceError: a file is missing or malformed, or they contradict each other.
    """
    if not _SESSION.fullmatch(session_id):
        raise AcceptanceError("session", "has an id of another form", found=session_id[:80], expected="letters, digits, _ and -")
    folder = run_folder / "outputs" / session_id
    records = {name: _read_object(folder / file) for name, file in _INPUT_FILES.items()}
    session, result, online = records["session"], records["result"], records["online_result"]
    for name, record in records.items():
        if record.get("session_id") != session_id:
            raise AcceptanceError(f"{name}: session_id", "is another one", found=repr(record.get("session_id"))[:80], expected=session_id)
    wanted = session.get("theorem_sha256")
    sources = [p for p in sorted((run_folder / "inputs").glob("*.lean")) if sha256(_read(p)) == wanted]
    if not sources:
        raise AcceptanceError("inputs", "hold no source with the session's theorem_sha256", found=str(wanted)[:80])
    if result.get("solved") is not True:
        raise AcceptanceError("result: solved", "is not true", found=repr(result.get("solved"))[:40])
    facts = (online.get("root_verified"), online.get("returncode"), online.get("error"))
    if facts != (True, 0, None):
        raise AcceptanceError(
            "online_result", "does not say that the root was verified", found=repr(facts)[:120], expected="(True, 0, None)"
        )
    script = result.get("proof_script")
    if not isinstance(script, str) or not script.strip():
        raise AcceptanceError("result: proof_script", "is blank", expected="a tactic block")
    paths = {"source": sources[0], **{name: folder / file for name, file in _INPUT_FILES.items()}}
    files = {name: {"path": p.relative_to(run_folder).as_posix(), "sha256": sha256(_read(p))} for name, p in paths.items()}
    updates = online.get("optimizer_updates")
    return Inputs(
        sources[0].read_text(encoding="utf-8"),
        script,
        session_id,
        str(online.get("status")),
        updates if isinstance(updates, int) else 0,
        files,
    )


_INPUT_FILES: Final = {"session": "session.json", "result": "result.json", "online_result": "online-result.json"}


def _read(path: Path) -> bytes:
    try:
        if path.is_symlink() or not path.is_file():
            raise AcceptanceError(str(path), "is not there, or is no plain file")
        if path.stat().st_size > _MAX_BYTES:
            raise AcceptanceError(str(path), "is too large", expected=f"at most {_MAX_BYTES} bytes")
        return path.read_bytes()
    except OSError as error:
        raise AcceptanceError(str(path), "cannot be read", found=str(error)) from error


def _read_object(path: Path) -> dict[str, Any]:
    value = parse_json(_read(path))
    if not isinstance(value, dict):
        raise AcceptanceError(str(path), "is no JSON object")
    return value


def environment_sha256(checker: StrictChecker) -> str:
    """What stands for the container image: a hash over toolchain, library and checker."""
    versions = checker.toolchain.versions
    record: dict[str, Any] = {
        "toolchain": versions.toolchain,
        "lean": versions.lean,
        "commit": versions.commit,
        "library": versions.library,
        "checker": checker_sha256(),
    }
    return sha256(canonical_json(record))


# ---- the check ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Gate:
    """One gate with its finding; `passed` is None where no verdict could be reached."""

    name: str
    passed: bool | None
    detail: str


@dataclass(frozen=True, slots=True)
class Acceptance:
    """What a check of a session came to; `evidence_sha256` only if it was accepted."""

    verdict: Verdict
    gates: tuple[Gate, ...]
    folder: Path
    evidence_sha256: str | None


def text_gates(stdout: str, stderr: str, theorem: str, returncode: int | None) -> list[Gate]:
    """The gates that the original draws from the logs: exit, sorry, axioms."""
    gates = [
        Gate("exit", returncode == 0, f"Lean ended with {returncode}"),
        Gate(
            "sorry", "sorryAx" not in stdout + stderr, "the text `sorryAx` in the output" if "sorryAx" in stdout + stderr else "no sorryAx"
        ),
    ]
    axioms = printed_axioms(stdout, theorem)
    if axioms is None:
        gates.append(Gate("axioms", False, f"stdout.log does not hold exactly one axiom report, about {theorem}"))
    else:
        gates.append(Gate("axioms", STANDARD_AXIOMS.issuperset(axioms), f"printed: {', '.join(axioms) or 'none'}"))
    return gates


def check_session(
    run_folder: Path, session_id: str, theorem: str, checker: StrictChecker, *, requested_environment: str | None = None
) -> Acceptance:
    """Check the proof of a session and write its folder `proof-check/SESSION` (acceptance.md, sections 3 to 5).

    Args:
        run_folder: holds `inputs/` and `outputs/SESSION/`.
        session_id: the session.
        theorem: name of the theorem in the searched source.
        checker: at level strict or paranoid.
        requested_environment: 64 hex digits that the environment must have; None takes the one at hand.

    Raises:
        AcceptanceError: the inputs are inconsistent; nothing is written.
        FileExistsError: the folder exists; it is never reused.
        InfrastructureError: the disk.
    """
    if checker.level is Level.FAST:
        raise AcceptanceError("level", "is too low for acceptance", found="fast", expected="strict or paranoid")
    inputs = read_inputs(run_folder, session_id)
    text = proof_text(inputs.source, inputs.script, theorem)
    environment = environment_sha256(checker)
    wanted = environment if requested_environment is None else requested_environment
    folder = run_folder / "proof-check" / session_id
    try:
        folder.parent.mkdir(exist_ok=True)
        folder.mkdir()
    except FileExistsError:
        raise
    except OSError as error:
        raise InfrastructureError(f"{folder}: cannot be made: {error.strerror or error}") from error
    command = ["lean", "proof.lean"]
    _write_json(folder / "launch-intent.json", {"command": command, "mutation_retry_allowed": False})
    write_durably(folder / "proof.lean", text.encode())
    record: dict[str, Any] = {
        "schema_version": RECEIPT_SCHEMA,
        "passed": False,
        "session_id": session_id,
        "theorem": theorem,
        "requested_image": wanted,
        "theorem_sha256": inputs.files["source"]["sha256"],
        "proof_sha256": sha256(text.encode()),
        "proof_file": "proof.lean",
        "input_files": {name: dict(facts) for name, facts in inputs.files.items()},
        "online_status": inputs.online_status,
        "online_updates": inputs.online_updates,
    }
    gates: list[Gate] = []
    report: Report | None = None
    failure: tuple[str, str] | None = None
    started = time.monotonic()
    try:
        run = _plain_run(checker, text, folder, environment)
        stdout, stderr = (_read(folder / name).decode("utf-8", "replace") for name in ("stdout.log", "stderr.log"))
        gates += _environment_gates(run, environment, wanted)
        text_findings = text_gates(stdout, stderr, theorem, run.status)
        report = _strict_report(inputs, text, theorem, checker)
        gates += _joined_gates(text_findings, report, run.killed)
        changed = [name for name, facts in inputs.files.items() if sha256(_read(run_folder / facts["path"])) != facts["sha256"]]
        gates.append(Gate("inputs", not changed, f"changed: {', '.join(changed)}" if changed else "unchanged"))
        record |= {
            "command": command,
            "lean_returncode": run.status,
            "container_exit_code": run.status,
            "container_running": False,
            "image": environment,
            "network": run.facts.get("network", "unknown"),
            "axioms": printed_axioms(stdout, theorem) or [],
            "elapsed_seconds": round(time.monotonic() - started, 3),
        }
    except StatementError as problem:
        failure = ("statement", str(problem))
        gates.append(Gate("statement", False, str(problem)))
    except (InfrastructureError, OSError, AcceptanceError) as problem:
        failure = (type(problem).__name__, str(problem))
        gates.append(Gate("environment", None, str(problem)))
    finally:
        verdict = _verdict(gates)
        if verdict is not Verdict.VERIFIED and failure is None:
            first = next(g for g in gates if g.passed is not True) if gates else Gate("environment", None, "interrupted")
            failure = (first.name, first.detail)
        _finish(folder, record, verdict, gates, report, failure)
    accepted = folder / "accepted.json"
    return Acceptance(verdict, tuple(gates), folder, sha256(_read(accepted)) if verdict is Verdict.VERIFIED else None)


def _plain_run(checker: StrictChecker, text: str, folder: Path, environment: str) -> Any:
    """The run of the original: Lean on the proof file, output as text."""
    limits: Limits = checker.limits
    with tempfile.TemporaryDirectory(prefix="reaprover-accept-") as name:
        work = Path(name)
        inputs, scratch = work / "in", work / "scratch"
        inputs.mkdir()
        scratch.mkdir()
        (inputs / "proof.lean").write_text(text, encoding="utf-8")
        launch = checker.toolchain.launch()
        run = run_sandboxed(
            [*launch.command, "-R", str(inputs), f"-M{limits.memory_bytes >> 20}", str(inputs / "proof.lean")],
            environment=launch_environment(launch),
            folder=scratch if launch.folder is None else launch.folder,
            writable=[scratch],
            readable=[*readable_paths(checker.toolchain, launch), inputs],
            stdout=work / "stdout",
            stderr=work / "stderr",
            limits=limits,
            namespaces=checker.namespaces,
        )
        for stream in ("stdout", "stderr"):
            text_of = read_output(work / stream, _MAX_BYTES - 1).replace(str(inputs).encode() + b"/", b"")
            write_durably(folder / f"{stream}.log", text_of)
        described = {
            "environment_sha256": environment,
            "network": run.facts.get("network", "unknown"),
            "level": run.level,
            "running": False,
        }
        _write_json(folder / "inspect.stdout.json", described)
        write_durably(folder / "inspect.stderr.log", b"")
        return run


def _environment_gates(run: Any, environment: str, wanted: str) -> list[Gate]:
    if environment != wanted:
        return [Gate("environment", False, f"the environment is {environment}, requested was {wanted}")]
    network = run.facts.get("network")
    if run.killed and network is None:
        return [Gate("environment", None, f"ended by {run.killed}")]
    if network != "none":
        return [Gate("environment", None, f"no network could not be enforced: {run.facts.get('weaker', '')}")]
    return [Gate("environment", True, f"sandbox level {run.level}, network none")]


def _strict_report(inputs: Inputs, text: str, theorem: str, checker: StrictChecker) -> Report:
    reference = inputs.source.replace(MARKER, "  sorry")
    return checker.check_file(Submission(text, read_name(theorem), reference, script=inputs.script, where="proof.lean"))


_OURS: Final = {
    "exit": (Check.MESSAGES, Check.EVIDENCE, Check.SYNTAX, Check.SANDBOX),
    "axioms": (Check.AXIOMS,),
    "statement": (Check.STATEMENT,),
    "kernel": (Check.KERNEL, Check.SECOND_KERNEL),
}


def _joined_gates(text_findings: list[Gate], report: Report, killed: str) -> list[Gate]:
    """The original's gates together with our own findings on the same matter."""
    gates = []
    by_name = {gate.name: gate for gate in text_findings}
    axioms = report.finding(Check.AXIOMS)
    for name in ("exit", "sorry", "axioms", "statement", "kernel"):
        passed: bool | None = True
        details = []
        if name in by_name:
            gate = by_name[name]
            passed = None if killed else gate.passed
            details.append(killed or gate.detail)
        if name == "sorry" and "sorryAx" in axioms.facts.get("axioms", []):
            passed = False
            details.append("the closure of the theorem holds sorryAx")
        for check in _OURS.get(name, ()):
            finding = report.finding(check)
            if check is Check.SECOND_KERNEL and report.level is not Level.PARANOID:
                continue
            if finding.status is Status.FAIL:
                passed = False
            elif finding.status is not Status.PASS and passed is True:
                passed = None if finding.status is Status.UNVERIFIED or report.result.verdict is Verdict.UNVERIFIED else False
            details.append(f"{check.value}: {finding.detail}")
        gates.append(Gate(name, passed, "; ".join(details)))
    return gates


def _verdict(gates: list[Gate]) -> Verdict:
    if any(gate.passed is False for gate in gates):
        return Verdict.REJECTED
    if not gates or any(gate.passed is None for gate in gates):
        return Verdict.UNVERIFIED
    return Verdict.VERIFIED


def _finish(
    folder: Path, record: dict[str, Any], verdict: Verdict, gates: list[Gate], report: Report | None, error: tuple[str, str] | None
) -> None:
    """The receipt, always; our own record; `accepted.json` last, and only if every gate passed."""
    record["passed"] = verdict is Verdict.VERIFIED
    if error is None:
        record["files"] = _listed(folder)
        record = {key: record[key] for key in _RECEIPT_KEYS}
    else:
        record["error"] = {"kind": error[0], "message": error[1]}
    receipt = _json_bytes(record)
    write_durably(folder / "receipt.json", receipt, replace=False)
    accepted = _json_bytes({**record, "verification_receipt_sha256": sha256(receipt)})
    ours: dict[str, Any] = {
        "schema_version": CHECK_SCHEMA,
        "verdict": verdict.value,
        "gates": [{"name": g.name, "passed": g.passed, "detail": g.detail} for g in gates],
        "receipt_sha256": sha256(receipt),
        "accepted_sha256": sha256(accepted) if error is None else None,
        "check": dict(report.result.receipt) if report is not None else None,
        "trust_scope": TRUST_SCOPE,
    }
    _write_json(folder / "reaprover-check.json", ours)
    if error is None:
        write_durably(folder / "accepted.json", accepted, replace=False)


def _json_bytes(record: Mapping[str, Any]) -> bytes:
    return (json.dumps(record, ensure_ascii=False, indent=2) + "\n").encode()


def _write_json(path: Path, record: Mapping[str, Any]) -> None:
    write_durably(path, _json_bytes(record), replace=False)


def _listed(folder: Path) -> dict[str, dict[str, Any]]:
    return {name: {"sha256": sha256(_read(folder / name)), "size": (folder / name).stat().st_size} for name in _LOGGED}


# ---- validation from disk -------------------------------------------------------------------------------------------------


def validate(folder: Path, run_folder: Path) -> dict[str, Any]:
    """Check an acceptance folder from disk alone; any difference is refused by name.

    Args:
        folder: `proof-check/SESSION`.
        run_folder: the run it belongs to, with its inputs.

    Returns:
        `evidence_sha256`, `session_id`, `theorem`, `theorem_sha256` and `axioms` of the accepted proof.

    Raises:
        AcceptanceError: what differs.
    """
    receipt_bytes = _read(folder / "receipt.json")
    if not (folder / "accepted.json").exists():
        kind = _read_object(folder / "receipt.json").get("error")
        raise AcceptanceError("accepted.json", "is not there: the check did not accept the proof", found=repr(kind)[:200])
    accepted_bytes = _read(folder / "accepted.json")
    receipt, accepted = _read_object(folder / "receipt.json"), _read_object(folder / "accepted.json")
    _same_keys("receipt.json", receipt, _RECEIPT_KEYS)
    _same_keys("accepted.json", accepted, [*_RECEIPT_KEYS, "verification_receipt_sha256"])
    _must(receipt["schema_version"] == RECEIPT_SCHEMA, "receipt.json: schema_version", str(receipt["schema_version"]), RECEIPT_SCHEMA)
    _must(
        {k: v for k, v in accepted.items() if k != "verification_receipt_sha256"} == receipt,
        "accepted.json",
        "other values",
        "the receipt's",
    )
    _must(
        accepted["verification_receipt_sha256"] == sha256(receipt_bytes), "accepted.json: verification_receipt_sha256", "another hash", ""
    )
    _must(receipt["passed"] is True, "receipt.json: passed", repr(receipt["passed"]), "true")
    _must(folder.name == receipt["session_id"], "folder", folder.name, str(receipt["session_id"]))
    for key in ("requested_image", "image"):
        _must(bool(_HEX64.fullmatch(str(receipt[key]))), f"receipt.json: {key}", str(receipt[key])[:80], "64 hex digits")
    _must(receipt["image"] == receipt["requested_image"], "receipt.json: image", "another environment", "the requested one")
    _must(receipt["network"] == "none", "receipt.json: network", repr(receipt["network"]), "none")
    _must(receipt["container_running"] is False, "receipt.json: container_running", repr(receipt["container_running"]), "false")
    _must(receipt["container_exit_code"] == 0, "receipt.json: container_exit_code", repr(receipt["container_exit_code"]), "0")
    _validate_files(folder, receipt["files"])
    _validate_command(receipt["command"])
    inputs = read_inputs(run_folder, str(receipt["session_id"]))
    _must(receipt["input_files"] == {n: dict(f) for n, f in inputs.files.items()}, "receipt.json: input_files", "other inputs", "the run's")
    _must(receipt["theorem_sha256"] == inputs.files["source"]["sha256"], "receipt.json: theorem_sha256", "another source", "")
    online = (receipt["online_status"], receipt["online_updates"])
    _must(online == (inputs.online_status, inputs.online_updates), "receipt.json: online_status", repr(online)[:80], "the run's")
    text = proof_text(inputs.source, inputs.script, str(receipt["theorem"])).encode()
    _must(receipt["proof_file"] == "proof.lean", "receipt.json: proof_file", str(receipt["proof_file"])[:80], "proof.lean")
    _must(_read(folder / "proof.lean") == text, "proof.lean", "another text", "the one made from the inputs")
    _must(receipt["proof_sha256"] == sha256(text), "receipt.json: proof_sha256", "another hash", "")
    _must(
        not scan(inputs.script, script=True).problems, "proof_script", "; ".join(scan(inputs.script, script=True).problems)[:200], "tactics"
    )
    stdout, stderr = (_read(folder / name).decode("utf-8", "replace") for name in ("stdout.log", "stderr.log"))
    for gate in text_gates(stdout, stderr, str(receipt["theorem"]), receipt["lean_returncode"]):
        _must(gate.passed is True, f"gate {gate.name}", gate.detail, "a pass")
    _must(receipt["axioms"] == printed_axioms(stdout, str(receipt["theorem"])), "receipt.json: axioms", "others", "those in stdout.log")
    _validate_ours(folder, receipt_bytes, accepted_bytes)
    facts = {key: receipt[key] for key in ("session_id", "theorem", "theorem_sha256", "axioms")}
    return {"evidence_sha256": sha256(accepted_bytes), **facts}


def _must(holds: bool, where: str, found: str, expected: str) -> None:
    if not holds:
        raise AcceptanceError(where, "differs", found=found, expected=expected)


def _same_keys(where: str, record: Mapping[str, Any], wanted: Sequence[str]) -> None:
    missing, foreign = sorted(set(wanted) - set(record)), sorted(set(record) - set(wanted))
    _must(not missing and not foreign, where, f"missing {missing}, unknown {foreign}", "exactly the keys of the schema")


def _validate_files(folder: Path, files: object) -> None:
    if not isinstance(files, dict) or set(files) != set(_LOGGED):
        raise AcceptanceError("receipt.json: files", "names other files", expected=", ".join(_LOGGED))
    for name, facts in files.items():
        data = _read(folder / name)
        _must(facts == {"sha256": sha256(data), "size": len(data)}, name, "other bytes", "those that the receipt names")
    extra = sorted(p.name for p in folder.iterdir() if p.name not in files and p.name not in _AFTER)
    _must(not extra, "folder", f"further files {extra[:5]}", "none")


def _validate_command(command: object) -> None:
    fine = isinstance(command, list) and bool(command) and all(isinstance(word, str) and word for word in command)
    words = command if isinstance(command, list) else []
    _must(fine and words[-1] == "proof.lean", "receipt.json: command", repr(command)[:120], "a command on proof.lean")
    bad = [word for word in words if str(word).startswith("/") or ".." in str(word).split("/")]
    _must(not bad, "receipt.json: command", repr(bad)[:120], "no path outside the run folder")


def _validate_ours(folder: Path, receipt: bytes, accepted: bytes) -> None:
    path = folder / "reaprover-check.json"
    if not path.exists():
        return  # a check of the original's programs has none
    ours = _read_object(path)
    _must(
        ours.get("schema_version") == CHECK_SCHEMA,
        "reaprover-check.json: schema_version",
        str(ours.get("schema_version"))[:80],
        CHECK_SCHEMA,
    )
    _must(ours.get("verdict") == Verdict.VERIFIED.value, "reaprover-check.json: verdict", str(ours.get("verdict"))[:40], "verified")
    _must(ours.get("accepted_sha256") == sha256(accepted), "reaprover-check.json: accepted_sha256", "another hash", "")
    _must(ours.get("receipt_sha256") == sha256(receipt), "reaprover-check.json: receipt_sha256", "another hash", "")
    gates = ours.get("gates")
    open_ = [g for g in gates if not isinstance(g, dict) or g.get("passed") is not True] if isinstance(gates, list) else [gates]
    _must(not open_, "reaprover-check.json: gates", repr(open_)[:120], "all passed")


def acceptance_block(folder: Path, run_folder: Path, source: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The `acceptance` block of a release, from a validated folder.

    Args:
        folder: `proof-check/SESSION`.
        run_folder: the run it belongs to.
        source: the release's `source` record, repeated in the block if given; its session and theorem must be the proof's.

    Raises:
        AcceptanceError: the folder does not hold, or `source` speaks of another proof.
    """
    facts = validate(folder, run_folder)
    block: dict[str, Any] = {"completed": True, "evidence_sha256": facts["evidence_sha256"], "kind": "independent-lean", "passed": True}
    if source is not None:
        _must(
            source.get("session_id") == facts["session_id"], "source: session_id", repr(source.get("session_id"))[:80], facts["session_id"]
        )
        _must(source.get("theorem_id") == facts["theorem_sha256"], "source: theorem_id", "another theorem", "the searched source's sha256")
        block["source"] = dict(source)
    return block
