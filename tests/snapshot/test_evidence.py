"""Evidence bundles: every link is one line, every broken link is found, and nothing counts as checked that was not."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from reaprover.snapshot import (
    CheckStatus,
    Expectations,
    Level,
    ReleaseContents,
    ReleaseDraft,
    load_release,
    read_snapshot,
    verify_snapshot,
    write_release,
)
from reaprover.snapshot.evidence import check_evidence

from . import forge
from .test_attacks_on_expectations import base_directory

SOURCE = b"import Mathlib\n\ntheorem demo : True := by\n  reapTrainingMCTS\n"
PROOF = b"import Mathlib\n\ntheorem demo : True := by\n  trivial\n\n#print axioms demo\n"
STDOUT = b"'demo' depends on axioms: [propext,\n Quot.sound]\n"


def pretty(value: Any) -> bytes:
    return (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode()


def accepted_record() -> tuple[bytes, bytes]:
    """`receipt.json` and `accepted.json` of one check."""
    receipt = {
        "schema_version": "reap.reproduction.independent-lean.v1",
        "passed": True,
        "session_id": "course-000000000004-01",
        "theorem": "demo",
        "theorem_sha256": forge.sha256(SOURCE),
        "proof_sha256": forge.sha256(PROOF),
        "input_files": {"source": {"path": "inputs/demo.lean", "sha256": forge.sha256(SOURCE)}},
        "lean_returncode": 0,
        "container_exit_code": 0,
        "network": "none",
        "axioms": ["propext", "Quot.sound"],
        "files": {name: {"sha256": forge.sha256(data), "size": len(data)} for name, data in (("stdout.log", STDOUT), ("stderr.log", b""))},
    }
    data = pretty(receipt)
    return data, pretty(receipt | {"verification_receipt_sha256": forge.sha256(data)})


@pytest.fixture
def contents(tmp_path: Path) -> ReleaseContents:
    """A release whose evidence is the record above."""
    release = load_release(forge.TINY)
    source = replace(release.provenance, theorem_id=forge.sha256(SOURCE))
    evidence = forge.sha256(accepted_record()[1])
    write_release(
        tmp_path / "release",
        ReleaseDraft("exp-000000000004-01", source, evidence, release.contract.document, release.adapter, release.value_head),
    )
    found = read_snapshot(tmp_path / "release")
    assert isinstance(found, ReleaseContents)
    return found


def bundle(folder: Path, contents: ReleaseContents, change: Callable[[dict[str, bytes]], object] = lambda files: None) -> Path:
    """A complete bundle; `change` sees its files before they are listed."""
    receipt, accepted = accepted_record()
    dataset = pretty({"rows": []})
    event = {"course_acceptance_sha256": forge.sha256(accepted), "dataset_sha256": forge.sha256(dataset)}
    files = {
        "proof/source.lean": SOURCE,
        "proof/proof.lean": PROOF,
        "search/online-result.json": pretty({"optimizer_updates": 2}),
        "verification/request.json": pretty({"input_files": json.loads(accepted)["input_files"]}),
        "verification/receipt.json": receipt,
        "verification/accepted.json": accepted,
        "verification/stdout.log": STDOUT,
        "verification/stderr.log": b"",
        "success-replay/dataset.json": dataset,
        "success-learn/intent.json": pretty({"event": event}),
        "seal/response.json": pretty({"source": contents.session.source.to_json()}),
        "publish/response.json": contents.session.to_bytes(),
        "retire/response.json": pretty({"policy_version": 3, "status": "released"}),
    }
    change(files)
    listed = {name: {"bytes": len(data), "sha256": forge.sha256(data), "source": "somewhere"} for name, data in files.items()}
    record = {"schema_version": "reap.course-success-handoff.v1", "session_id": "course-000000000004-01", "files": listed}
    files["manifest.json"] = pretty(record)
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


def not_passed(folder: Path, contents: ReleaseContents) -> dict[str, CheckStatus]:
    return {check.name: check.status for check in check_evidence(folder, contents) if check.status is not CheckStatus.PASSED}


def test_a_complete_bundle_reaches_l3_only_together_with_the_base(tmp_path: Path, contents: ReleaseContents) -> None:
    folder = bundle(tmp_path / "evidence", contents)
    assert not_passed(folder, contents) == {}
    lines = check_evidence(folder, contents)
    assert all(check.level is Level.EVIDENCE for check in lines)
    without, _ = verify_snapshot(tmp_path / "release")
    assert without.with_evidence(lines).level is Level.FORM  # never rounded up over a level that was left out
    whole, _ = verify_snapshot(tmp_path / "release", Expectations(base=base_directory(tmp_path / "base")))
    assert whole.with_evidence(lines).level is Level.EVIDENCE
    assert whole.with_evidence(lines).passed


def test_without_leans_output_the_gates_are_not_checked_and_l3_is_not_reached(tmp_path: Path, contents: ReleaseContents) -> None:
    folder = bundle(tmp_path / "evidence", contents, lambda files: files.pop("verification/stdout.log"))
    assert not_passed(folder, contents) == {"gates, from the output of Lean": CheckStatus.NOT_CHECKED}
    whole, _ = verify_snapshot(tmp_path / "release", Expectations(base=base_directory(tmp_path / "base")))
    assert whole.with_evidence(check_evidence(folder, contents)).level is Level.COMPATIBILITY


def edited(name: str, **values: Any) -> Callable[[dict[str, bytes]], None]:
    def change(files: dict[str, bytes]) -> None:
        files[name] = pretty(json.loads(files[name]) | values)

    return change


BROKEN: dict[str, tuple[str, Callable[[dict[str, bytes]], object]]] = {
    "accepted edited": ("accepted.json ↔ evidence_sha256", edited("verification/accepted.json", passed=False)),
    "receipt edited": ("receipt.json ↔ accepted.json", edited("verification/receipt.json", passed=False)),
    "request edited": ("request ↔ input_files", edited("verification/request.json", input_files={})),
    "proof changed": ("proof/proof.lean ↔ proof_sha256", lambda f: f.update({"proof/proof.lean": PROOF + b"\n"})),
    "source changed": ("proof/source.lean ↔ theorem_sha256", lambda f: f.update({"proof/source.lean": SOURCE + b"\n"})),
    "another session published": ("publish ↔ session.json", lambda f: f.update({"publish/response.json": b"{}"})),
    "another seal": ("seal ↔ source", edited("seal/response.json", source={})),
    "another version retired": ("retire ↔ policy_version", edited("retire/response.json", policy_version=4)),
    "another dataset": ("success-learn ↔ dataset.json", lambda f: f.update({"success-replay/dataset.json": b"{}"})),
    "another acceptance learned from": ("success-learn ↔ evidence_sha256", edited("success-learn/intent.json", event={})),
    "updates do not add up": ("updates ↔ policy_version", edited("search/online-result.json", optimizer_updates=3)),
    "output without an axiom report": ("gate axioms, from the output", lambda f: f.update({"verification/stdout.log": b""})),
    "output with a sorry": ("gate sorry", lambda f: f.update({"verification/stderr.log": b"sorryAx"})),
    "publish is no JSON": ("form of seal/response.json", lambda f: f.update({"seal/response.json": b"{"})),
    "key twice": ("form of seal/response.json", lambda f: f.update({"seal/response.json": b'{"source":1,"source":1}'})),
}  # fmt: skip


@pytest.mark.parametrize("row", BROKEN)
def test_a_broken_link_is_one_refused_line(row: str, tmp_path: Path, contents: ReleaseContents) -> None:
    name, change = BROKEN[row]
    assert not_passed(bundle(tmp_path / "evidence", contents, change), contents)[name] is CheckStatus.REFUSED


def test_files_changed_added_removed_or_outside_are_refused(tmp_path: Path, contents: ReleaseContents) -> None:
    folder = bundle(tmp_path / "evidence", contents)
    (folder / "proof" / "proof.lean").write_bytes(PROOF[:-1])
    assert not_passed(folder, contents)["file proof/proof.lean"] is CheckStatus.REFUSED
    (folder / "proof" / "proof.lean").write_bytes(PROOF)
    (folder / "extra.txt").write_bytes(b"")
    assert not_passed(folder, contents) == {"nothing extra": CheckStatus.REFUSED}
    (folder / "extra.txt").unlink()
    (folder / "proof" / "proof.lean").unlink()
    assert not_passed(folder, contents) == {"bundle": CheckStatus.REFUSED}
    (folder / "proof" / "proof.lean").symlink_to(tmp_path / "release" / "session.json")
    assert CheckStatus.REFUSED in not_passed(folder, contents).values()
    record = json.loads((folder / "manifest.json").read_bytes())
    for name in ("../release/session.json", "/etc/hostname", "proof/../proof/source.lean"):
        forged = record | {"files": {name: {"bytes": 1, "sha256": "0" * 64, "source": ""}}}
        (folder / "manifest.json").write_bytes(pretty(forged))
        assert not_passed(folder, contents)[f"file {name}"] is CheckStatus.REFUSED
    assert not_passed(tmp_path / "absent", contents) == {"bundle": CheckStatus.REFUSED}
