"""Acceptance: the proof text byte for byte, gates that name what failed, and evidence in which no byte can change unnoticed."""

from __future__ import annotations

import dataclasses
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from reaprover.core import CheckResult, Verdict
from reaprover.errors import InputError
from reaprover.lean.toolchain import EmbeddedToolchain
from reaprover.verify.acceptance import (
    Acceptance,
    AcceptanceError,
    acceptance_block,
    check_session,
    environment_sha256,
    proof_text,
    read_inputs,
    text_gates,
    validate,
)
from reaprover.verify.acceptance.check import _joined_gates
from reaprover.verify.finding import Check, passed
from reaprover.verify.sandbox import Limits
from reaprover.verify.strict import Level, Report, StrictChecker, Submission

from .runs import SESSION, make_run, sha

SOURCE = "import Mathlib\n\ntheorem demo : True := by\n  reapTrainingMCTS\n"


def test_the_vectors_of_the_specification_hold() -> None:
    assert len(SOURCE) == 61
    assert sha(SOURCE.encode()) == "521c16642aab86114303f2510c87364e0a0af57d535d4d2181400a3c19c63b43"
    one = proof_text(SOURCE, "trivial", "demo").encode()
    assert (len(one), sha(one)) == (72, "3083509ccf0e7cdfdb5880b8a4ee404b229a7ca1a7532ba6b29363f8fb2d4b8e")
    two = proof_text(SOURCE, "have h : True := trivial\n\nexact h", "demo").encode()
    assert (len(two), sha(two)) == (100, "eb755afa7332bb1d7af12f34573f3b4752f0d922b2d0f8305f4a123c2aa3c289")


def test_blank_lines_stay_empty_and_inner_white_space_stays() -> None:
    text = proof_text(SOURCE, "constructor\n   \n\tsimp  \n  · rfl", "demo")
    assert "by\n  constructor\n\n  \tsimp  \n    · rfl\n\n#print axioms demo\n" in text


@pytest.mark.parametrize(
    "source",
    [
        "theorem demo : True := by\n  trivial\n",
        SOURCE + "  reapTrainingMCTS\n",
        SOURCE + "-- reapTrainingMCTS\n",
        "/-\n  reapTrainingMCTS\n-/\n" + SOURCE,
        "theorem demo : True := by\n    reapTrainingMCTS\n",
        "theorem demo : True := by\n  reapTrainingMCTS -- here\n",
    ],
)
def test_a_marker_that_is_missing_doubled_or_elsewhere_is_refused(source: str) -> None:
    with pytest.raises(AcceptanceError, match="marker"):
        proof_text(source, "trivial", "demo")


@pytest.mark.parametrize("script", ["", "   ", "\n\n"])
def test_a_blank_script_is_refused(script: str) -> None:
    with pytest.raises(AcceptanceError, match="blank"):
        proof_text(SOURCE, script, "demo")


def test_the_gates_of_the_logs_name_what_failed() -> None:
    def failing(stdout: str, returncode: int = 0) -> set[str]:
        return {gate.name for gate in text_gates(stdout, "", "demo", returncode) if not gate.passed}

    assert failing("'demo' does not depend on any axioms") == set()
    assert failing("'demo' depends on axioms: [propext, mine]") == {"axioms"}
    assert failing("'demo' depends on axioms: [sorryAx]") == {"sorry", "axioms"}
    assert failing("", 1) == {"exit", "axioms"}


def test_a_plain_run_that_was_cut_off_fails_no_gate_of_a_file_that_the_strict_lane_verifies() -> None:
    findings = tuple(passed(check) for check in Check)
    verified = Report(CheckResult(Verdict.VERIFIED), findings, Submission("", ("demo",)), Level.STRICT, 0.0)
    rejected = dataclasses.replace(verified, result=CheckResult(Verdict.REJECTED))
    gates = {gate.name: gate.passed for gate in _joined_gates(text_gates("", "", "demo", 1), verified, "")}
    assert (gates["exit"], gates["axioms"], gates["statement"]) == (None, None, True)
    assert {gate.name: gate.passed for gate in _joined_gates(text_gates("", "", "demo", 1), rejected, "")}["exit"] is False


# ---- whole checks -----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def strict(toolchain: EmbeddedToolchain) -> StrictChecker:
    return StrictChecker(toolchain)


@pytest.fixture(scope="module")
def accepted(strict: StrictChecker, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Acceptance]:
    run = make_run(tmp_path_factory.mktemp("run"), "(p q : Prop) : p ∧ q → q ∧ p", "intro h\nexact ⟨h.2, h.1⟩")
    return run, check_session(run, SESSION, "demo", strict)


@pytest.mark.lean
def test_a_true_proof_is_accepted_and_its_evidence_validates_from_disk(accepted: tuple[Path, Acceptance]) -> None:
    run, outcome = accepted
    assert outcome.verdict is Verdict.VERIFIED, outcome.gates
    assert all(gate.passed for gate in outcome.gates)
    assert [g.name for g in outcome.gates] == ["environment", "exit", "sorry", "axioms", "statement", "kernel", "inputs"]
    facts = validate(outcome.folder, run)
    assert facts["evidence_sha256"] == outcome.evidence_sha256 == sha((outcome.folder / "accepted.json").read_bytes())
    receipt = json.loads((outcome.folder / "receipt.json").read_text())
    assert receipt["online_updates"] == 3
    assert receipt["network"] == "none"
    assert receipt["axioms"] == []


@pytest.mark.lean
def test_an_acceptance_block_is_made_from_the_evidence_and_only_for_its_proof(accepted: tuple[Path, Acceptance]) -> None:
    run, outcome = accepted
    theorem = sha((run / "inputs" / "demo.lean").read_bytes())
    source = {"session_id": SESSION, "theorem_id": theorem, "policy_version": 3}
    block = acceptance_block(outcome.folder, run, source)
    assert block == {
        "completed": True,
        "evidence_sha256": outcome.evidence_sha256,
        "kind": "independent-lean",
        "passed": True,
        "source": source,
    }
    for wrong in ({**source, "session_id": "other"}, {**source, "theorem_id": "0" * 64}):
        with pytest.raises(AcceptanceError):
            acceptance_block(outcome.folder, run, wrong)


@pytest.mark.lean
def test_an_existing_folder_is_never_used_again(accepted: tuple[Path, Acceptance], strict: StrictChecker) -> None:
    run, _ = accepted
    with pytest.raises(FileExistsError):
        check_session(run, SESSION, "demo", strict)


FILES = ["launch-intent.json", "proof.lean", "stdout.log", "stderr.log", "inspect.stdout.json", "inspect.stderr.log", "receipt.json"]
FILES += ["accepted.json", "reaprover-check.json"]


@pytest.mark.lean
@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("change", ["flip", "remove", "append", "link"])
def test_a_changed_file_is_refused(accepted: tuple[Path, Acceptance], tmp_path: Path, name: str, change: str) -> None:
    run, folder = copy(accepted, tmp_path)
    path = folder / name
    data = path.read_bytes()
    if change == "flip":
        if not data:
            pytest.skip("an empty file has no byte to change")
        middle = len(data) // 2
        path.write_bytes(data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :])
    elif change == "append":
        path.write_bytes(data + b" ")
    else:
        path.unlink()
        if change == "link":
            (tmp_path / "elsewhere").write_bytes(data)
            path.symlink_to(tmp_path / "elsewhere")
    if name == "reaprover-check.json" and change in ("remove", "append"):
        validate(folder, run)  # the original's programs write none, and white space says nothing
        return
    with pytest.raises(InputError):
        validate(folder, run)


def copy(accepted: tuple[Path, Acceptance], target: Path) -> tuple[Path, Path]:
    run = target / "run"
    shutil.copytree(accepted[0], run)
    return run, run / "proof-check" / SESSION


@pytest.mark.lean
def test_further_files_swapped_records_and_changed_inputs_are_refused(accepted: tuple[Path, Acceptance], tmp_path: Path) -> None:
    def add(folder: Path, run: Path) -> None:
        (folder / "more.txt").write_text("x")

    def swap(folder: Path, run: Path) -> None:
        (folder / "receipt.json").rename(folder / "x")
        (folder / "accepted.json").rename(folder / "receipt.json")
        (folder / "x").rename(folder / "accepted.json")

    def rename(folder: Path, run: Path) -> None:
        (folder / "stderr.log").rename(folder / "stderr.txt")

    def source(folder: Path, run: Path) -> None:
        (run / "inputs" / "demo.lean").write_text("theorem demo : True := by\n  reapTrainingMCTS\n")

    def script(folder: Path, run: Path) -> None:
        path = run / "outputs" / SESSION / "result.json"
        path.write_text(path.read_text().replace("intro h", "intro  h"))

    def passed(folder: Path, run: Path) -> None:
        for name in ("receipt.json", "accepted.json"):
            (folder / name).write_text((folder / name).read_text().replace('"passed": true', '"passed": false'))

    def twice(folder: Path, run: Path) -> None:
        path = folder / "receipt.json"
        path.write_text(path.read_text().replace('"passed": true,', '"passed": true,\n  "passed": true,'))

    for i, harm in enumerate([add, swap, rename, source, script, passed, twice]):
        run, folder = copy(accepted, tmp_path / str(i))
        harm(folder, run)
        with pytest.raises(InputError):
            validate(folder, run)


@pytest.mark.lean
def test_paths_that_lead_outside_are_refused(accepted: tuple[Path, Acceptance], tmp_path: Path) -> None:
    for i, path in enumerate(["/etc/passwd", "../x", "inputs/../../x"]):
        run, folder = copy(accepted, tmp_path / str(i))
        text = (folder / "receipt.json").read_text().replace("inputs/demo.lean", path)
        (folder / "receipt.json").write_text(text)
        record = {**json.loads(text), "verification_receipt_sha256": sha(text.encode())}
        (folder / "accepted.json").write_text(json.dumps(record, indent=2) + "\n")
        with pytest.raises(InputError):
            validate(folder, run)


SPOOF = "trace \"'demo' does not depend on any axioms\"\n"
WRONG = [
    ("(p : Prop) : p", "sorry", {"sorry", "axioms", "exit"}),
    ("(p : Prop) : p", SPOOF + "sorry", {"sorry", "axioms", "exit"}),
    ("(p : Prop) : p", "exact c\n\naxiom c : False", {"exit"}),
    ("(p : Prop) : p", SPOOF + "exact True.elim\n\n#exit", {"exit", "axioms", "statement"}),
    (": 1 = 2", "set_option debug.skipKernelTC true in decide +kernel", {"exit", "kernel"}),
    (": 1 = 1", "rfl\n\naxiom c : False", {"exit"}),
    (": 1 = 2", "rfl", {"exit"}),
]


@pytest.mark.lean
@pytest.mark.parametrize(("statement", "script", "gates"), WRONG)
def test_a_wrong_script_is_rejected_with_its_gates_named_and_a_receipt(
    strict: StrictChecker, tmp_path: Path, statement: str, script: str, gates: set[str]
) -> None:
    run = make_run(tmp_path, statement, script)
    outcome = check_session(run, SESSION, "demo", strict)
    assert outcome.verdict is Verdict.REJECTED
    assert outcome.evidence_sha256 is None
    assert gates <= {gate.name for gate in outcome.gates if gate.passed is False}, outcome.gates
    assert not (outcome.folder / "accepted.json").exists()
    receipt = json.loads((outcome.folder / "receipt.json").read_text())
    assert receipt["passed"] is False
    assert receipt["error"]["kind"]
    with pytest.raises(AcceptanceError, match=r"accepted\.json"):
        validate(outcome.folder, run)


@pytest.mark.lean
def test_a_time_out_leaves_a_receipt_and_no_verdict(toolchain: EmbeddedToolchain, tmp_path: Path) -> None:
    slow = StrictChecker(toolchain, limits=Limits(wall_s=0.05), num_retries=0)
    outcome = check_session(make_run(tmp_path, ": 1 = 1", "rfl"), SESSION, "demo", slow)
    assert outcome.verdict is Verdict.UNVERIFIED
    assert json.loads((outcome.folder / "receipt.json").read_text())["passed"] is False


@pytest.mark.lean
def test_a_limit_of_lean_is_no_failed_gate(strict: StrictChecker, tmp_path: Path) -> None:
    outcome = check_session(make_run(tmp_path, ": (List.range 3000).length = 3000", "decide"), SESSION, "demo", strict)
    assert outcome.verdict is Verdict.UNVERIFIED, outcome.gates
    assert not (outcome.folder / "accepted.json").exists()


def test_a_source_that_is_no_text_is_refused_and_a_carriage_return_stays_one(tmp_path: Path) -> None:
    run = make_run(tmp_path, ": True", "trivial")
    for data, problem in ((b"-- \xff\n" + SOURCE.encode(), "not UTF-8"), (SOURCE.encode() + b"-- a\raxiom oops : False\n", "")):
        (run / "inputs" / "demo.lean").write_bytes(data)
        session = run / "outputs" / SESSION / "session.json"
        session.write_text(json.dumps({**json.loads(session.read_text()), "theorem_sha256": sha(data)}))
        if problem:
            with pytest.raises(AcceptanceError, match=problem):
                read_inputs(run, SESSION)
        else:
            assert "\raxiom" in read_inputs(run, SESSION).source


@pytest.mark.lean
def test_without_an_enforced_network_nothing_is_accepted(toolchain: EmbeddedToolchain, tmp_path: Path) -> None:
    weak = StrictChecker(toolchain, namespaces=False)
    outcome = check_session(make_run(tmp_path, ": 1 = 1", "rfl"), SESSION, "demo", weak)
    assert outcome.verdict is Verdict.UNVERIFIED
    assert outcome.gates[0].name == "environment"


@pytest.mark.lean
def test_another_environment_than_the_requested_one_is_rejected(strict: StrictChecker, tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    wrong = check_session(make_run(tmp_path / "a", ": 1 = 1", "rfl"), SESSION, "demo", strict, requested_environment="0" * 64)
    assert wrong.verdict is Verdict.REJECTED
    right = check_session(
        make_run(tmp_path / "b", ": 1 = 1", "rfl"), SESSION, "demo", strict, requested_environment=environment_sha256(strict)
    )
    assert right.verdict is Verdict.VERIFIED


@pytest.mark.lean
def test_the_fast_level_is_too_low(toolchain: EmbeddedToolchain, tmp_path: Path) -> None:
    with pytest.raises(AcceptanceError, match="level"):
        check_session(make_run(tmp_path, ": 1 = 1", "rfl"), SESSION, "demo", StrictChecker(toolchain, level=Level.FAST))


@pytest.mark.lean
@pytest.mark.parametrize(
    "changes",
    [
        {"result": {"solved": False}},
        {"result": {"session_id": "other"}},
        {"result": {"proof_script": " "}},
        {"online_result": {"root_verified": False}},
        {"online_result": {"returncode": 1}},
        {"online_result": {"error": "x"}},
        {"session": {"theorem_sha256": "0" * 64}},
    ],
)
def test_inputs_that_contradict_each_other_are_refused_before_anything_is_written(
    strict: StrictChecker, tmp_path: Path, changes: dict[str, Any]
) -> None:
    run = make_run(tmp_path, ": 1 = 1", "rfl", **changes)
    with pytest.raises(AcceptanceError):
        check_session(run, SESSION, "demo", strict)
    assert not (run / "proof-check" / SESSION).exists()
