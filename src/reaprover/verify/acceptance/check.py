"""One check of a searched proof in a folder of its own, gate by gate (acceptance.md, sections 4 and 5).

`accepted.json` is written last and only if every gate passed; its sha256 is what a release calls `evidence_sha256`. A receipt
is written in every case. Without a container the environment is named by a hash over toolchain, library and checker
(`environment_sha256`), and the check does not pass unless the sandbox enforced that there was no network. What we check beyond
the original stands in `reaprover-check.json` beside its files.
"""

from __future__ import annotations

import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from reaprover.core import Verdict
from reaprover.core.axiom_report import STANDARD_AXIOMS, printed_axioms
from reaprover.core.canonical import canonical_json, indented_json, sha256
from reaprover.core.durable import write_durably
from reaprover.errors import InfrastructureError, InputError
from reaprover.verify.acceptance.inputs import MARKER, AcceptanceError, Inputs, proof_text, read_inputs
from reaprover.verify.compile import launch_environment, read_output, readable_paths
from reaprover.verify.finding import Check, Status
from reaprover.verify.name import read_name
from reaprover.verify.receipt import checker_sha256, sealed
from reaprover.verify.records import MAX_FILE_BYTES, read_file, write_new
from reaprover.verify.sandbox import Limits, run_sandboxed
from reaprover.verify.strict import Level, Report, StatementError, StrictChecker, Submission

RECEIPT_SCHEMA: Final = "reap.reproduction.independent-lean.v1"
CHECK_SCHEMA: Final = "reaprover.check.v1"
TRUST_SCOPE: Final = "operator-carried local evidence; not cryptographic remote attestation"
RECEIPT_KEYS: Final = (
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
LOGGED: Final = ("launch-intent.json", "proof.lean", "stdout.log", "stderr.log", "inspect.stdout.json", "inspect.stderr.log")


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
    write_new(folder / "launch-intent.json", indented_json({"command": command, "mutation_retry_allowed": False}))
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
        stdout, stderr = (read_file(folder / name).decode("utf-8", "replace") for name in ("stdout.log", "stderr.log"))
        gates += _environment_gates(run, environment, wanted)
        text_findings = text_gates(stdout, stderr, theorem, run.status)
        report = _strict_report(inputs, text, theorem, checker)
        gates += _joined_gates(text_findings, report, run.killed)
        changed = [name for name, facts in inputs.files.items() if sha256(read_file(run_folder / facts["path"])) != facts["sha256"]]
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
    except (InfrastructureError, OSError, InputError) as problem:
        failure = (type(problem).__name__, str(problem))
        gates.append(Gate("environment", None, str(problem)))
    finally:
        verdict = _verdict(gates)
        if verdict is not Verdict.VERIFIED and failure is None:
            first = next(g for g in gates if g.passed is not True) if gates else Gate("environment", None, "interrupted")
            failure = (first.name, first.detail)
        _finish(folder, record, verdict, gates, report, failure)
    accepted = folder / "accepted.json"
    return Acceptance(verdict, tuple(gates), folder, sha256(read_file(accepted)) if verdict is Verdict.VERIFIED else None)


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
            text_of = read_output(work / stream, MAX_FILE_BYTES - 1).replace(str(inputs).encode() + b"/", b"")
            write_durably(folder / f"{stream}.log", text_of)
        described = {
            "environment_sha256": environment,
            "network": run.facts.get("network", "unknown"),
            "level": run.level,
            "running": False,
        }
        write_new(folder / "inspect.stdout.json", indented_json(described))
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
    """The original's gates together with our own findings on the same matter; a run that reached a limit fails none of the original's."""
    gates = []
    by_name = {gate.name: gate for gate in text_findings}
    is_cut_off = report.result.verdict is Verdict.VERIFIED and not by_name["exit"].passed  # by a limit: the same file passed here
    is_undecided = report.result.verdict is Verdict.UNVERIFIED or is_cut_off
    axioms = report.finding(Check.AXIOMS)
    for name in ("exit", "sorry", "axioms", "statement", "kernel"):
        passed: bool | None = True
        details = []
        if name in by_name:
            gate = by_name[name]
            passed = None if killed or (is_undecided and not gate.passed) else gate.passed
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
        record = {key: record[key] for key in RECEIPT_KEYS}
    else:
        record["error"] = {"kind": error[0], "message": error[1]}
    receipt = indented_json(record)
    write_durably(folder / "receipt.json", receipt, replace=False)
    accepted = indented_json({**record, "verification_receipt_sha256": sha256(receipt)})
    ours: dict[str, Any] = {
        "schema_version": CHECK_SCHEMA,
        "verdict": verdict.value,
        "gates": [{"name": g.name, "passed": g.passed, "detail": g.detail} for g in gates],
        "receipt_sha256": sha256(receipt),
        "accepted_sha256": sha256(accepted) if error is None else None,
        "check": dict(report.result.receipt) if report is not None else None,
        "trust_scope": TRUST_SCOPE,
    }
    write_new(folder / "reaprover-check.json", indented_json(sealed(ours)))
    if error is None:
        write_durably(folder / "accepted.json", accepted, replace=False)


def _listed(folder: Path) -> dict[str, dict[str, Any]]:
    return {name: {"sha256": sha256(read_file(folder / name)), "size": (folder / name).stat().st_size} for name in LOGGED}
