"""`reaprover course` and `reaprover acceptance`: from sources to evidence, alone on this machine and with a server."""

from __future__ import annotations

import json
import platform
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from reaprover.cli import run
from reaprover.core.canonical import canonical_json
from reaprover.lean.toolchain import EmbeddedToolchain
from reaprover.verify.acceptance import environment_sha256
from reaprover.verify.course import APPROVAL_CHECKS, read_plan
from reaprover.verify.strict import StrictChecker

from ..runtime.bundles import INPUTS, bundle, text
from ..serve.service import Service, running
from ..verify.runs import SESSION, make_run, sha

pytestmark = [
    pytest.mark.lean,
    pytest.mark.skipif(sys.platform != "linux" or platform.machine() != "x86_64", reason="the embedded Lean runs on Linux x86_64 only"),
]

FIRST = "theorem swap (p q : Prop) : p ∧ q → q ∧ p := by\n  reapTrainingMCTS\n"
TARGET = "theorem Foo.twice (p : Prop) : p → p ∧ p := by\n  reapTrainingMCTS\n"
SCRIPTS = {"swap": "intro h\nexact ⟨h.2, h.1⟩", "Foo.twice": "intro h\nexact ⟨h, h⟩"}
CONFIRM = [word for name in APPROVAL_CHECKS for word in ("--confirm", name)]


@pytest.fixture
def course(tmp_path: Path) -> Path:
    (tmp_path / "swap.lean").write_text(FIRST)
    (tmp_path / "twice.lean").write_text(TARGET)
    folder = tmp_path / "course"
    assert run(["course", "plan", str(folder), str(tmp_path / "swap.lean"), str(tmp_path / "twice.lean"), "--family", "pairs"]) == 0
    return folder


def test_a_course_is_searched_and_checked_here(course: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, target = read_plan(course).lessons
    assert (first.theorem, target.theorem) == ("swap", "Foo.twice")
    assert run(["course", "run", str(course), "--until", "preflight"]) == 0
    assert f"ready at {first.session_id} online" in capsys.readouterr().out
    assert run(["course", "run", str(course)]) == 0
    assert "finished" in capsys.readouterr().out
    assert run(["course", "status", str(course), "--json"]) == 0
    results = json.loads(capsys.readouterr().out)["results"]
    for lesson in (first, target):
        accepted = course / "proof-check" / lesson.session_id / "accepted.json"
        assert results[lesson.session_id]["verify"]["evidence_sha256"] == sha(accepted.read_bytes())
        assert results[lesson.session_id]["publish"] is None, "nothing was learnt, so nothing is published"
        assert run(["verify-receipt", str(accepted.parent), "--run", str(course)]) == 0
    assert run(["course", "recover", str(course)]) == 2, "nothing is blocked"


def test_a_proof_is_checked_by_another_and_its_evidence_comes_back(
    course: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lesson = read_plan(course).lessons[0]
    assert run(["course", "run", str(course), "--until", "online"]) == 0
    request = tmp_path / "request"
    export = ["acceptance", "export", str(course), lesson.session_id, str(request)]
    assert run(export) == 0
    assert run(export) == 2, "a folder is exported once"
    assert run(["acceptance", "import", str(course), str(request)]) == 2, "nobody has checked it yet"
    assert not (course / "proof-check" / lesson.session_id).exists()
    capsys.readouterr()
    assert run(["acceptance", "check", str(request)]) == 0
    evidence = capsys.readouterr().out.split()[-1]
    assert run(["acceptance", "check", str(request)]) == 2, "a check is made once"
    assert run(["acceptance", "import", str(course), str(request)]) == 0
    said = capsys.readouterr()
    assert evidence in said.out
    assert "not cryptographic remote attestation" in said.out
    assert run(["course", "run", str(course)]) == 0
    record = json.loads((course / "ops" / "01-verify" / "complete.json").read_bytes())
    assert record["result"]["evidence_sha256"] == evidence
    source = {"session_id": lesson.session_id, "theorem_id": lesson.theorem_sha256}
    (tmp_path / "source.json").write_text(json.dumps(source))
    capsys.readouterr()
    assert run(["acceptance", "block", str(course), lesson.session_id, "--source", str(tmp_path / "source.json")]) == 0
    block = json.loads(capsys.readouterr().out)
    wanted = {"kind": "independent-lean", "completed": True, "passed": True, "evidence_sha256": evidence, "source": source}
    assert block == wanted


def learn(service: Service, course: Path, lesson: Any, pins: dict[str, Any] | None) -> None:
    """A search in a session of the server, with one learning step, as its client leaves it."""
    create = {"theorem_id": lesson.theorem_sha256, **(pins or {})}
    service.post(f"/sessions/{lesson.session_id}", create, expect=201)
    event = {"kind": "toy", "event_id": f"{lesson.session_id}.s0.n0", "session_id": lesson.session_id, "policy_version": 0, "reward": 1.0}
    service.post(f"/sessions/{lesson.session_id}/learn/v1", {"expected_policy_version": 0, "event": event})
    out = course / "outputs" / lesson.session_id
    out.mkdir(parents=True)
    own = {"session_id": lesson.session_id}
    script = SCRIPTS[lesson.theorem]
    ended = {"status": "completed", "root_verified": True, "returncode": 0, "error": None, "optimizer_updates": 1}
    (out / "session.json").write_text(json.dumps({**own, "theorem_sha256": lesson.theorem_sha256, "gamma": 0.99}))
    (out / "result.json").write_text(json.dumps({**own, "solved": True, "status": "solved", "proof_script": script}))
    (out / "online-result.json").write_text(json.dumps({**own, **ended}))


def write_runtime(service: Service, course: Path, **changes: Any) -> None:
    """Where this service is, and the environment that proofs are checked in here."""
    toolchain = EmbeddedToolchain.find()
    toolchain.prepare()
    record = {
        "project_dir": "",
        "lean_bin": "lean",
        "gpu_base_url": service.url,
        "scoring_mode": "tokenwise",
        "model_context_tokens": 4096,
        "http_timeout_seconds": 60,
        "barrier_timeout_seconds": 61,
        "max_request_body_bytes": 65_536,
        "environment_sha256": "1" * 64,
        "base_sha256": "2" * 64,
        "cpu_image": environment_sha256(StrictChecker(toolchain)),
        **service.ask("GET", "/initialization-contract")[1],
    }
    (course / "runtime.json").write_text(json.dumps({**record, **changes}))


def test_a_family_is_published_lesson_after_lesson_and_every_release_is_proved_by_its_bundle(
    course: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = read_plan(course)
    first, target = plan.lessons
    with running(tmp_path) as service:
        write_runtime(service, course, initialization_contract_sha256="0" * 64)
        assert run(["course", "run", str(course)]) == 2, "the contract is not the server's"
        write_runtime(service, course)
        assert run(["course", "run", str(course)]) == 2
        assert "holds no records of a search" in capsys.readouterr().err
        learn(service, course, first, None)
        assert run(["course", "run", str(course)]) == 2
        assert "course approve" in capsys.readouterr().err
        assert run(["course", "approve", str(course), "--by", "a test", *CONFIRM[2:]]) == 2
        assert run(["course", "approve", str(course), "--by", "a test", *CONFIRM]) == 0
        capsys.readouterr()
        assert run(["course", "run", str(course)]) == 2
        said = capsys.readouterr().err
        assert f"in session {target.session_id}" in said
        assert run(["course", "status", str(course), "--json"]) == 0
        pins = json.loads(capsys.readouterr().out)["results"][first.session_id]["publish"]["pins"]
        learn(service, course, target, pins)
        assert run(["course", "run", str(course)]) == 0
        assert service.ask("GET", f"/sessions/{target.session_id}/retire/v1")[1]["status"] == "released"
    for lesson in (first, target):
        release = tmp_path / "experiences" / lesson.experience_id / "release"
        bundle = tmp_path / f"bundle-{lesson.index}"
        assert run(["acceptance", "bundle", str(course), lesson.session_id, str(bundle)]) == 0
        capsys.readouterr()
        run(["snapshot", "verify", str(release), "--evidence", str(bundle)])
        said = capsys.readouterr().out
        assert "publish ↔ session.json" in said
        assert "refused" not in said.lower(), said
        session = json.loads((release / "session.json").read_bytes())
        assert session["source"]["parent_experience_id"] == (None if lesson is first else first.experience_id)
    assert (tmp_path / "experiences" / target.experience_id).exists()


def test_a_server_that_goes_away_blocks_the_course_for_good(course: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = read_plan(course).lessons[0]
    with running(tmp_path) as service:
        learn(service, course, first, None)
        write_runtime(service, course)
        assert run(["course", "approve", str(course), "--by", "a test", *CONFIRM]) == 0
        assert run(["course", "run", str(course), "--until", "verify"]) == 0
    place = course / "ops" / "01-seal"
    assert run(["course", "run", str(course)]) == 4, "no server, and nothing begun"
    assert not place.exists()
    place.mkdir()
    fixed = {"schema_version": "reap.teacher-course.intent.v1", "phase": "seal", "session_id": first.session_id}
    fixed |= {"plan_sha256": sha((course / "plan.json").read_bytes()), "mutation_retry_allowed": False}
    (place / "intent.json").write_bytes(canonical_json({**fixed, "name": "experience-candidate", "for_experience": True}))
    assert run(["course", "run", str(course)]) == 4
    assert "blocked at" in capsys.readouterr().out
    assert run(["course", "recover", str(course)]) == 2
    assert "no record proves" in capsys.readouterr().err
    shutil.rmtree(course)


def replayed(course: Path, lesson: Any) -> dict[str, bytes]:
    """The bundle of a replay of the course's own proof."""
    files = bundle(lesson.session_id)
    out, check = course / "outputs" / lesson.session_id, course / "proof-check" / lesson.session_id
    session = {**json.loads((out / "session.json").read_bytes()), "tree_id": f"{lesson.session_id}.tree0"}
    files |= {name: (out / name).read_bytes() for name in ("session.json", "result.json", "raw_tree.json", "observer.jsonl")}
    assert json.loads(files["session.json"]) == session
    files |= {"source.lean": (course / lesson.input_file).read_bytes(), "accepted-proof.lean": (check / "proof.lean").read_bytes()}
    accepted = (check / "accepted.json").read_text()
    files["historical-proof-receipt.json"] = text({"schema_version": "reap.course-proof-replay-binding.v1", "accepted": accepted})
    hashes = {name: sha(files[name]) for name in INPUTS}
    replay = {**json.loads(files["replay-receipt.json"]), "theorem": lesson.theorem, "inputs_sha256": hashes}
    files["replay-receipt.json"] = text(replay)
    dataset = {**json.loads(files["dataset.json"]), "theorem": lesson.theorem, "theorem_sha256": lesson.theorem_sha256, "axioms": []}
    dataset |= {"inputs_sha256": hashes, "replay_receipt_sha256": sha(files["replay-receipt.json"]), "final_policy_version": 1}
    return files | {"dataset.json": text(dataset)}


def test_the_replay_of_a_proof_comes_in_and_the_course_refers_to_it(
    course: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lesson = read_plan(course).lessons[0]
    out = course / "outputs" / lesson.session_id
    with running(tmp_path) as service:
        learn(service, course, lesson, None)
        session = json.loads((out / "session.json").read_bytes())
        (out / "session.json").write_text(json.dumps({**session, "tree_id": f"{lesson.session_id}.tree0"}))
        (out / "raw_tree.json").write_text("{}")
        (out / "observer.jsonl").write_text("{}\n")
        write_runtime(service, course, success_finalization=True)
        assert run(["course", "approve", str(course), "--by", "a test", *CONFIRM]) == 0
        assert run(["course", "run", str(course), "--until", "verify"]) == 0
        assert run(["course", "run", str(course)]) == 2, "the proof was not replayed yet"
        files, folder = replayed(course, lesson), tmp_path / "replay"
        folder.mkdir()
        for name, data in files.items():
            (folder / name).write_bytes(data)
        command = ["acceptance", "import-success", str(course), str(folder), "--store", str(tmp_path / "store")]
        (folder / "trace.json").write_bytes(b"[]")
        assert run(command) == 2
        (folder / "trace.json").write_bytes(files["trace.json"])
        (folder / "more").write_bytes(b"")
        assert run(command) == 2
        (folder / "more").unlink()
        assert not (out / "success-replay").exists()
        assert run(command) == 0
        assert run(command) == 2, "nothing is replaced"
        marker = json.loads((course / "success-imports" / f"{lesson.session_id}.json").read_bytes())
        assert marker["schema_version"] == "reap.course-success-import.v1"
        assert (tmp_path / "store" / sha(files["dataset.json"]) / "dataset.json").exists()
        capsys.readouterr()
        assert run(["course", "run", str(course)]) == 1, "the toy learns from no proof"
        assert "success-learn" in capsys.readouterr().out
    intent = json.loads((course / "ops" / "01-success-learn" / "intent.json").read_bytes())
    accepted = (course / "proof-check" / lesson.session_id / "accepted.json").read_bytes()
    assert intent["expected_policy_version"] == 1
    assert intent["event"] == {
        "kind": "verified_success_discounted_v1",
        "event_id": f"{lesson.session_id}.success",
        "session_id": lesson.session_id,
        "tree_id": f"{lesson.session_id}.tree0",
        "theorem_id": lesson.theorem_sha256,
        "policy_version": 1,
        "dataset_sha256": sha(files["dataset.json"]),
        "course_acceptance_sha256": sha(accepted),
    }  # learning.md, section 4.2


def test_a_session_is_checked_without_a_plan_and_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = make_run(tmp_path / "run", ": 1 = 2", "sorry")
    assert run(["acceptance", "check", str(folder)]) == 2
    assert "--session" in capsys.readouterr().err
    command = ["acceptance", "check", str(folder), "--session", SESSION, "--theorem", "demo"]
    assert run([*command, "--level", "fast"]) == 2
    assert run(command) == 1
    said = capsys.readouterr().out
    assert "axioms       fail" in said
    assert "evidence_sha256" not in said
    assert run(command) == 2, "an existing folder is never used again"
    assert run(["acceptance", "bundle", str(folder), SESSION, str(tmp_path / "bundle")]) == 2
    assert not (tmp_path / "bundle").exists()
