"""Evidence read from disk alone, and the block that a release makes of it (acceptance.md, section 5).

Hashes detect corruption and mix-ups; whoever can write the folder can write a consistent lie.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from reaprover.core import Verdict
from reaprover.core.axiom_report import printed_axioms
from reaprover.core.canonical import sha256
from reaprover.verify.acceptance.check import CHECK_SCHEMA, LOGGED, RECEIPT_KEYS, RECEIPT_SCHEMA, text_gates
from reaprover.verify.acceptance.inputs import AcceptanceError, proof_text, read_inputs
from reaprover.verify.receipt import is_unchanged
from reaprover.verify.records import read_file, read_object
from reaprover.verify.syntax import scan

_HEX64: Final = re.compile(r"[0-9a-f]{64}")
_AFTER: Final = frozenset({"receipt.json", "accepted.json", "reaprover-check.json"})


def validate(folder: Path, run_folder: Path) -> dict[str, Any]:
    """Check an acceptance folder from disk alone; any difference is refused by name.

    Args:
        folder: `proof-check/SESSION`.
        run_folder: the run it belongs to, with its inputs.

    Returns:
        `evidence_sha256`, `session_id`, `theorem`, `theorem_sha256`, `image` and `axioms` of the accepted proof.

    Raises:
        AcceptanceError: what differs.
    """
    receipt_bytes = read_file(folder / "receipt.json")
    if not (folder / "accepted.json").exists():
        kind = read_object(folder / "receipt.json").get("error")
        raise AcceptanceError("accepted.json", "is not there: the check did not accept the proof", found=repr(kind)[:200])
    accepted_bytes = read_file(folder / "accepted.json")
    receipt, accepted = read_object(folder / "receipt.json"), read_object(folder / "accepted.json")
    _same_keys("receipt.json", receipt, RECEIPT_KEYS)
    _same_keys("accepted.json", accepted, [*RECEIPT_KEYS, "verification_receipt_sha256"])
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
    _must(read_file(folder / "proof.lean") == text, "proof.lean", "another text", "the one made from the inputs")
    _must(receipt["proof_sha256"] == sha256(text), "receipt.json: proof_sha256", "another hash", "")
    _must(
        not scan(inputs.script, script=True).problems, "proof_script", "; ".join(scan(inputs.script, script=True).problems)[:200], "tactics"
    )
    stdout, stderr = (read_file(folder / name).decode("utf-8", "replace") for name in ("stdout.log", "stderr.log"))
    for gate in text_gates(stdout, stderr, str(receipt["theorem"]), receipt["lean_returncode"]):
        _must(gate.passed is True, f"gate {gate.name}", gate.detail, "a pass")
    _must(receipt["axioms"] == printed_axioms(stdout, str(receipt["theorem"])), "receipt.json: axioms", "others", "those in stdout.log")
    _validate_ours(folder, receipt_bytes, accepted_bytes)
    facts = {key: receipt[key] for key in ("session_id", "theorem", "theorem_sha256", "image", "axioms")}
    return {"evidence_sha256": sha256(accepted_bytes), **facts}


def _must(holds: bool, where: str, found: str, expected: str) -> None:
    if not holds:
        raise AcceptanceError(where, "differs", found=found, expected=expected)


def _same_keys(where: str, record: Mapping[str, Any], wanted: Sequence[str]) -> None:
    missing, foreign = sorted(set(wanted) - set(record)), sorted(set(record) - set(wanted))
    _must(not missing and not foreign, where, f"missing {missing}, unknown {foreign}", "exactly the keys of the schema")


def _validate_files(folder: Path, files: object) -> None:
    if not isinstance(files, dict) or set(files) != set(LOGGED):
        raise AcceptanceError("receipt.json: files", "names other files", expected=", ".join(LOGGED))
    for name, facts in files.items():
        data = read_file(folder / name)
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
    ours = read_object(path)
    _must(
        ours.get("schema_version") == CHECK_SCHEMA,
        "reaprover-check.json: schema_version",
        str(ours.get("schema_version"))[:80],
        CHECK_SCHEMA,
    )
    _must(is_unchanged(ours), "reaprover-check.json: record_sha256", "another hash", "that of the record")
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
