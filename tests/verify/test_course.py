"""Courses: what is planned, that nothing is done twice, and that an unknown outcome stays unknown until records prove it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from reaprover.core.canonical import canonical_json, event_digest
from reaprover.errors import InputError
from reaprover.lean.toolchain import EmbeddedToolchain
from reaprover.verify.acceptance import check_session, environment_sha256
from reaprover.verify.course import (
    APPROVAL_CHECKS,
    Budgets,
    Course,
    Journal,
    Phase,
    State,
    approve,
    is_approved,
    make_plan,
    read_plan,
    read_runtime,
    recover,
)
from reaprover.verify.course.preflight import check_source
from reaprover.verify.strict import StrictChecker

from .course_process import answer, drive
from .runs import NONCE, SESSION, make_run, sha, write_plan

ROOT = Path(__file__).parent.parent.parent
BUDGETS = Budgets(8, 4, 64, 3, 2, 100)
CONTRACT = {"search_config": {"gamma": 0.99}}
RUNTIME = {
    "project_dir": "project",
    "environment_sha256": "1" * 64,
    "cpu_image": "2" * 64,
    "base_sha256": "3" * 64,
    "gpu_base_url": "http://127.0.0.1:1",
    "http_timeout_seconds": 1200,
    "barrier_timeout_seconds": 1260,
    "max_request_body_bytes": 65_536,
    "scoring_mode": "tokenwise",
    "model_context_tokens": 4096,
    "lean_bin": "lean",
    "initialization_contract": CONTRACT,
    "initialization_contract_sha256": sha(canonical_json(CONTRACT)),
}


# ---- plans ----------------------------------------------------------------------------------------------------------------


def test_names_come_from_the_nonce_and_the_place_and_the_target_is_last(tmp_path: Path) -> None:
    plan = make_plan("my-family", [("a.lean", "a", b"1"), ("b.lean", "Foo.b", b"2")], BUDGETS, "0123456789ab")
    assert [(lesson.session_id, lesson.experience_id) for lesson in plan.lessons] == [
        ("course-0123456789ab-01", "exp-0123456789ab-01"),
        ("course-0123456789ab-02", "exp-0123456789ab-02"),
    ]  # acceptance.md, section 7
    (tmp_path / "plan.json").write_bytes(plan.to_bytes())
    assert read_plan(tmp_path) == plan
    record = json.loads(plan.to_bytes())
    assert (record["schema_version"], record["mode"]) == ("reap.teacher-course.plan.v1", "online-search-visit-backup-v1")
    assert record["members"]["schema_version"] == "reap.teacher-course.members.v1"
    assert record["budgets"]["schema_version"] == "reap.proof-curriculum.budgets.v2"
    assert record["target"] == "course-0123456789ab-02"


@pytest.mark.parametrize(
    ("family", "nonce", "num_lessons"),
    [
        *(("Upper", NONCE, 1), ("1a", NONCE, 1), ("a" * 41, NONCE, 1), ("", NONCE, 1), ("a", "0" * 11, 1), ("a", "G" * 12, 1)),
        *(("a", NONCE, 0), ("a", NONCE, 65)),
    ],
)
def test_names_and_sizes_outside_the_rules_are_refused(family: str, nonce: str, num_lessons: int) -> None:
    with pytest.raises(InputError):
        make_plan(family, [(f"f{i}.lean", "t", b"%d" % i) for i in range(num_lessons)], BUDGETS, nonce)


@pytest.mark.parametrize("name", ["../x.lean", "/x.lean", "a/b.lean", "x.txt", ".lean", "x y.lean"])
def test_sources_lie_in_the_inputs_folder(name: str) -> None:
    with pytest.raises(InputError, match="input_file"):
        make_plan("a", [(name, "t", b"1")], BUDGETS, NONCE)


@pytest.mark.parametrize(
    "numbers", [(8, 4, 64, 5, 2, 100), (8, 4, 64, 3, 2, 7), (0, 4, 64, 0, 1, 9), (8, 0, 64, 0, 1, 9), (8, 4, 64, -1, 1, 9)]
)
def test_budgets_that_contradict_each_other_are_refused(numbers: tuple[int, ...]) -> None:
    with pytest.raises(InputError, match="budgets"):
        Budgets(*numbers)


def test_a_plan_that_was_edited_is_refused(tmp_path: Path) -> None:
    plan = make_plan("a", [("f.lean", "t", b"1")], BUDGETS, NONCE)
    record = json.loads(plan.to_bytes())
    lesson = record["members"]["lessons"][0]
    changes: list[dict[str, Any]] = [
        {**record, "more": 1},
        {**record, "family_id": 7},
        {**record, "mode": "other"},
        {**record, "target": "course-000000000001-02"},
        {**record, "budgets": {**record["budgets"], "search_steps": "8"}},
        {**record, "budgets": {**record["budgets"], "schema_version": "other"}},
        {**record, "members": {**record["members"], "lessons": [{**lesson, "index": 2}]}},
        {**record, "members": {**record["members"], "lessons": [{**lesson, "theorem_sha256": "x"}]}},
        {**record, "members": {**record["members"], "lessons": [{**lesson, "theorem": 5}]}},
        {**record, "members": {**record["members"], "lessons": lesson}},
    ]
    for change in changes:
        (tmp_path / "plan.json").write_bytes(canonical_json(change))
        with pytest.raises(InputError):
            read_plan(tmp_path)
    (tmp_path / "plan.json").write_text(json.dumps(record))
    with pytest.raises(InputError, match="canonical"):
        read_plan(tmp_path)


def test_a_person_confirms_six_checks_for_one_plan(tmp_path: Path) -> None:
    plan, other = (make_plan(family, [("f.lean", "t", b"1")], BUDGETS, NONCE) for family in ("a", "b"))
    assert len(APPROVAL_CHECKS) == 6
    assert not is_approved(tmp_path, plan)
    with pytest.raises(InputError, match="server_is_mine"):
        approve(tmp_path, plan, "me", set(APPROVAL_CHECKS) - {"server_is_mine"})
    with pytest.raises(InputError, match="none"):
        approve(tmp_path, plan, "me", {*APPROVAL_CHECKS, "more"})
    with pytest.raises(InputError, match="nobody"):
        approve(tmp_path, plan, " ", APPROVAL_CHECKS)
    approve(tmp_path, plan, "me", APPROVAL_CHECKS)
    assert is_approved(tmp_path, plan)
    assert not is_approved(tmp_path, other)
    with pytest.raises(InputError, match="exists"):
        approve(tmp_path, plan, "me", APPROVAL_CHECKS)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"gpu_base_url": "http://me:secret@host"}, "credentials"),
        ({"gpu_base_url": "http://host/path"}, "origin"),
        ({"gpu_base_url": "file:///x"}, "origin"),
        ({"barrier_timeout_seconds": 1200}, "barrier"),
        ({"http_timeout_seconds": True}, "http_timeout"),
        ({"max_request_body_bytes": 8_191}, "max_request"),
        ({"max_request_body_bytes": 262_145}, "max_request"),
        ({"scoring_mode": "other"}, "scoring_mode"),
        ({"model_context_tokens": 2048}, "model_context"),
        ({"initialization_contract": {}}, "contract"),
        ({"cpu_image": "x"}, "cpu_image"),
        ({"verification_mode": "trust me"}, "verification_mode"),
        ({"more": 1}, "more"),
    ],
)
def test_a_runtime_outside_the_rules_is_refused_without_telling_a_secret(tmp_path: Path, change: dict[str, Any], words: str) -> None:
    (tmp_path / "runtime.json").write_text(json.dumps({**RUNTIME, **change}))
    with pytest.raises(InputError, match=words) as caught:
        read_runtime(tmp_path)
    assert "secret" not in str(caught.value)


# ---- the journal ----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def strict(toolchain: EmbeddedToolchain) -> StrictChecker:
    return StrictChecker(toolchain)


@pytest.fixture(scope="module")
def searched(strict: StrictChecker, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An approved course whose search and check ran elsewhere; three updates were made in the search."""
    run = write_plan(make_run(tmp_path_factory.mktemp("course") / "run", ": 1 = 1", "rfl"))
    assert check_session(run, SESSION, "demo", strict).evidence_sha256 is not None
    runtime = {**RUNTIME, "cpu_image": environment_sha256(strict), "verification_mode": "import"}
    (run / "runtime.json").write_text(json.dumps(runtime))
    approve(run, read_plan(run), "a test", APPROVAL_CHECKS)
    return run


@pytest.fixture
def course(searched: Path, tmp_path: Path) -> Path:
    shutil.copytree(searched, tmp_path / "run")
    return tmp_path / "run"


def mutations(course: Path) -> Counter[str]:
    log = course / "mutations.log"
    return Counter(log.read_text().split()) if log.exists() else Counter()


ALL = ["preflight", "online", "verify", "seal", "publish", "retire"]


@pytest.mark.lean
def test_a_course_runs_to_its_end_and_its_records_are_those_of_the_specification(course: Path) -> None:
    assert drive(course).state is State.FINISHED
    assert mutations(course) == Counter(ALL)
    assert drive(course).state is State.FINISHED, "nothing is left to do"
    assert mutations(course) == Counter(ALL)
    plan_sha256 = sha((course / "plan.json").read_bytes())
    for phase in ALL:
        place = course / "ops" / f"01-{phase}"
        intent = json.loads((place / "intent.json").read_bytes())
        assert intent["schema_version"] == "reap.teacher-course.intent.v1"
        assert (intent["phase"], intent["session_id"], intent["plan_sha256"]) == (phase, SESSION, plan_sha256)
        assert intent["mutation_retry_allowed"] is False
        complete = json.loads((place / "complete.json").read_bytes())
        assert set(complete) == {"intent_sha256", "evidence", "result"}
        assert complete["intent_sha256"] == sha((place / "intent.json").read_bytes())
        for entry in complete["evidence"]:
            assert sha((course / entry["path"]).read_bytes()) == entry["sha256"]
    pins = json.loads((course / "ops" / "01-publish" / "complete.json").read_bytes())["result"]["pins"]
    wanted = {"experience_id": f"exp-{NONCE}-01", "experience_snapshot_sha256": "4" * 64, "experience_weights_sha256": "5" * 64}
    assert pins == wanted


@pytest.mark.lean
@pytest.mark.parametrize("num_writes", range(1, 19))
def test_killed_after_any_write_nothing_is_repeated_and_the_blocked_phase_is_named(course: Path, num_writes: int) -> None:
    command = [sys.executable, "-m", "tests.verify.course_process", str(course), str(num_writes)]
    assert subprocess.run(command, cwd=ROOT, check=False).returncode == 9
    phase, written = ALL[(num_writes - 1) // 3], (num_writes - 1) % 3
    before = mutations(course)
    standing = drive(course)
    if written == 2:
        assert standing.state is State.FINISHED
        assert mutations(course) == Counter(ALL)
        return
    assert (standing.state, standing.phase) == (State.BLOCKED, Phase(phase))
    assert mutations(course) == before, "nothing was repeated"
    journal = Journal(Course.load(course))
    if written == 1 or phase in ("online", "verify"):  # the response, or the records of the search and the check, are there
        assert recover(journal).state is not State.BLOCKED
        assert drive(course).state is State.FINISHED
        assert max(mutations(course).values()) == 1
    else:
        with pytest.raises(InputError, match="no record proves"):
            recover(journal)
        assert not (course / "ops" / f"01-{phase}" / "complete.json").exists()


@pytest.mark.lean
def test_the_server_s_ledger_proves_an_outcome_only_for_the_very_request(course: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.verify.course_process", str(course), "10"]
    assert subprocess.run(command, cwd=ROOT, check=False).returncode == 9
    journal = Journal(Course.load(course))
    lesson = journal.course.plan.lessons[0]
    given = journal.given(lesson, Phase.SEAL)
    assert given == {"name": "experience-candidate", "for_experience": True}
    response = json.loads(answer(journal, lesson, Phase.SEAL, given))
    schema = "reap.course-success-recovery-ledger.v1"
    entry = {"digest": event_digest(given), "response": response}
    ledger = tmp_path / "ledger.json"
    for wrong, words in [
        ({"schema_version": schema, "session_id": "other", "entries": {"seal": entry}}, "no ledger"),
        ({"schema_version": "x", "session_id": SESSION, "entries": {"seal": entry}}, "no ledger"),
        ({"schema_version": schema, "session_id": SESSION, "entries": {"publish": entry}}, "no record proves"),
        ({"schema_version": schema, "session_id": SESSION, "entries": {"seal": {**entry, "digest": "0" * 64}}}, "another request"),
    ]:
        ledger.write_text(json.dumps(wrong))
        with pytest.raises(InputError, match=words):
            recover(journal, ledger)
        assert sorted(p.name for p in (course / "ops" / "01-seal").iterdir()) == ["intent.json"]
    ledger.write_text(json.dumps({"schema_version": schema, "session_id": SESSION, "entries": {"seal": entry}}))
    standing = recover(journal, ledger)
    assert (standing.state, standing.phase) == (State.READY, Phase.PUBLISH)
    assert drive(course).state is State.FINISHED
    assert mutations(course)["seal"] == 0, "the ledger told of it; nobody asked again"


@pytest.mark.lean
def test_without_a_person_s_approval_nothing_remote_begins(course: Path) -> None:
    (course / "approval.json").unlink()
    with pytest.raises(InputError, match="approval"):
        drive(course)
    assert set(mutations(course)) == {"preflight", "online", "verify"}
    assert not (course / "ops" / "01-seal").exists()


@pytest.mark.lean
def test_a_response_that_does_not_fit_stops_the_lesson_with_its_reason(course: Path) -> None:
    path = course / "outputs" / SESSION / "online-result.json"
    path.write_text(path.read_text().replace('"root_verified": true', '"root_verified": false'))
    standing = drive(course)
    assert (standing.state, standing.phase) == (State.STOPPED, Phase.ONLINE)
    assert "did not verify" in standing.detail
    assert drive(course) == standing
    assert mutations(course) == Counter(["preflight", "online"])


@pytest.mark.lean
def test_a_lesson_without_updates_publishes_nothing(strict: StrictChecker, searched: Path, tmp_path: Path) -> None:
    run = write_plan(make_run(tmp_path / "run", ": 1 = 1", "rfl", online_result={"optimizer_updates": 0}))
    assert check_session(run, SESSION, "demo", strict).evidence_sha256 is not None
    for name in ("runtime.json", "approval.json"):
        shutil.copy(searched / name, run / name)
    assert drive(run).state is State.FINISHED
    assert mutations(run) == Counter(["preflight", "online", "verify", "retire"])
    journal = Journal(Course.load(run))
    assert journal.pins(journal.course.plan.lessons[0]) is None


@pytest.mark.lean
@pytest.mark.parametrize(
    "file", ["ops/01-seal/response.json", "ops/01-seal/intent.json", f"proof-check/{SESSION}/accepted.json", "plan.json"]
)
def test_a_record_that_changed_afterwards_is_refused(course: Path, file: str) -> None:
    drive(course)
    path = course / file
    path.write_bytes(path.read_bytes() + b" ")
    with pytest.raises(InputError):
        Journal(Course.load(course)).standing()


@pytest.mark.lean
def test_a_source_is_looked_at_before_it_costs_anything(strict: StrictChecker) -> None:
    marker = "  reapTrainingMCTS\n"
    fine, _ = check_source(strict, f"theorem t (p : Prop) : p → p := by\n{marker}", "t")
    assert fine == {"marker": True, "words": True, "compiles": True, "is_closed_proposition": True}
    for source, wrong in [
        ("theorem t : 1 = 1 := by\n  rfl\n", "marker"),
        (f"axiom a : 1 = 2\ntheorem t : 1 = 1 := by\n{marker}", "words"),
        (f"theorem t : 1 = Nobody.knows := by\n{marker}", "compiles"),
        (f"def t : Nat := by\n{marker}", "is_closed_proposition"),
    ]:
        checks, detail = check_source(strict, source, "t")
        assert checks[wrong] is False, (source, checks, detail)
