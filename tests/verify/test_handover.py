"""A proof goes to another machine and its receipt comes back; whatever is changed on the way is refused by name."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from reaprover.core import Verdict
from reaprover.core.canonical import canonical_json
from reaprover.errors import InputError
from reaprover.lean.toolchain import EmbeddedToolchain
from reaprover.snapshot import ReleaseDraft, load_release, write_release
from reaprover.snapshot.evidence import check_evidence
from reaprover.snapshot.reading import ReleaseContents, read_snapshot
from reaprover.snapshot.report import CheckStatus
from reaprover.snapshot.session import Source
from reaprover.verify.acceptance import acceptance_block, environment_sha256, validate
from reaprover.verify.acceptance.bundle import write_bundle
from reaprover.verify.acceptance.handover import check_request, export_request, import_evidence, make_request, read_request
from reaprover.verify.strict import StrictChecker

from .runs import SESSION, make_run, sha, write_plan

pytestmark = pytest.mark.lean

REQUEST_KEYS = {
    *("schema_version", "plan_sha256", "family_id", "index", "session_id", "input_file", "theorem", "cpu_image", "input_files"),
    *("proof_sha256", "verifier_sha256", "trust_scope"),
}  # acceptance.md, section 6
TINY = Path(__file__).parent.parent / "data" / "releases" / "tiny-torch-2.13"


@pytest.fixture(scope="module")
def strict(toolchain: EmbeddedToolchain) -> StrictChecker:
    return StrictChecker(toolchain)


@pytest.fixture(scope="module")
def carried(strict: StrictChecker, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A run that asked, and the request folder with the checker's evidence."""
    folder = tmp_path_factory.mktemp("handover")
    run = write_plan(make_run(folder / "run", "(p q : Prop) : p ∧ q → q ∧ p", "intro h\nexact ⟨h.2, h.1⟩"))
    export_request(run, make_request(run, SESSION, environment=environment_sha256(strict)), folder / "request")
    shutil.copytree(folder / "request", folder / "elsewhere")
    outcome = check_request(folder / "elsewhere", strict)
    assert outcome.verdict is Verdict.VERIFIED, outcome.gates
    return run, folder / "elsewhere"


@pytest.fixture
def copies(carried: tuple[Path, Path], tmp_path: Path) -> tuple[Path, Path]:
    for name, folder in zip(("run", "request"), carried, strict=True):
        shutil.copytree(folder, tmp_path / name)
    return tmp_path / "run", tmp_path / "request"


def test_the_request_says_what_the_specification_lists_and_the_ready_file_names_it(carried: tuple[Path, Path]) -> None:
    _, folder = carried
    data = (folder / "request.json").read_bytes()
    record = json.loads(data)
    assert set(record) == REQUEST_KEYS
    assert data == canonical_json(record)
    assert record["schema_version"] == "reap.teacher-course.verification-request.v1"
    assert record["trust_scope"] == "operator-carried local evidence; not cryptographic remote attestation"
    assert set(record["input_files"]) == {"source", "session", "result", "online_result"}
    assert (record["family_id"], record["index"], record["session_id"], record["theorem"]) == ("demo", 1, SESSION, "demo")
    assert record["plan_sha256"] == sha((folder / "plan.json").read_bytes())
    assert json.loads((folder / "export-ready.json").read_bytes()) == {"request_sha256": sha(data)}


def test_the_evidence_comes_back_and_holds_in_the_run_that_asked(copies: tuple[Path, Path]) -> None:
    run, folder = copies
    marker = import_evidence(run, folder)
    facts = validate(run / "proof-check" / SESSION, run)
    assert marker["schema_version"] == "reap.teacher-course.verification-import.v1"
    assert marker["evidence_sha256"] == facts["evidence_sha256"] == sha((run / "proof-check" / SESSION / "accepted.json").read_bytes())
    assert json.loads((run / "verification-imports" / f"{SESSION}.json").read_bytes()) == marker
    assert import_evidence(run, folder) == marker, "the same evidence again changes nothing"
    assert [p.name for p in (run / "proof-check").iterdir()] == [SESSION], "nothing staged is left"


def test_an_import_that_was_ended_before_its_marker_is_finished_by_the_next(copies: tuple[Path, Path]) -> None:
    run, folder = copies
    shutil.copytree(folder / "proof-check", run / "proof-check")
    import_evidence(run, folder)
    assert (run / "verification-imports" / f"{SESSION}.json").exists()


def edit(name: str, old: str, new: str) -> Callable[[Path, Path], None]:
    def change(run: Path, folder: Path) -> None:
        path = folder / name
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))

    return change


def remove(name: str) -> Callable[[Path, Path], None]:
    return lambda run, folder: (folder / name).unlink()


def other_run(run: Path, folder: Path) -> None:
    path = run / "outputs" / SESSION / "result.json"
    path.write_text(path.read_text().replace("intro h", "intro  h"))


def other_plan(run: Path, folder: Path) -> None:
    path = run / "plan.json"
    path.write_text(path.read_text().replace('"demo"', '"deme"', 1))


def link(run: Path, folder: Path) -> None:
    path = folder / "proof-check" / SESSION / "stderr.log"
    path.unlink()
    path.symlink_to("/etc/hostname")


HARM: list[tuple[Callable[[Path, Path], object], str]] = [
    (edit("request.json", '"index":1', '"index":2'), "export-ready"),
    (edit("plan.json", '"family_id":"demo"', '"family_id":"deme"'), "plan_sha256|family_id"),
    (edit(f"outputs/{SESSION}/result.json", "intro h", "intro  h"), "input_files"),
    (edit("inputs/demo.lean", "p q", "q p"), "theorem_sha256"),
    (edit(f"proof-check/{SESSION}/proof.lean", "intro h", "intro  h"), "proof.lean"),
    (edit(f"proof-check/{SESSION}/stdout.log", "axioms", "Axioms"), "stdout.log"),
    (remove("export-ready.json"), "export-ready"),
    (remove(f"proof-check/{SESSION}/accepted.json"), "accepted.json"),
    (lambda run, folder: (folder / "proof-check" / SESSION / "more.txt").write_text("x"), "more.txt"),
    (link, "plain file"),
    (other_run, "input_files"),
    (other_plan, "plan|family_id"),
]


@pytest.mark.parametrize(("harm", "words"), HARM)
def test_whatever_is_changed_on_the_way_is_refused_and_nothing_is_published(
    copies: tuple[Path, Path], harm: Callable[[Path, Path], object], words: str
) -> None:
    run, folder = copies
    harm(run, folder)
    with pytest.raises(InputError, match=words):
        import_evidence(run, folder)
    assert not list((run / "proof-check").glob("*")) if (run / "proof-check").exists() else True
    assert not (run / "verification-imports").exists()


def test_other_evidence_is_never_overwritten(copies: tuple[Path, Path]) -> None:
    run, folder = copies
    own = run / "proof-check" / SESSION
    own.mkdir(parents=True)
    (own / "receipt.json").write_text("{}")
    with pytest.raises(FileExistsError):
        import_evidence(run, folder)
    assert [p.name for p in own.iterdir()] == ["receipt.json"]


def test_another_environment_than_the_one_asked_for_is_not_accepted(strict: StrictChecker, tmp_path: Path) -> None:
    run = write_plan(make_run(tmp_path / "run", ": 1 = 1", "rfl"))
    export_request(run, make_request(run, SESSION, environment="0" * 64), tmp_path / "request")
    assert check_request(tmp_path / "request", strict).verdict is Verdict.REJECTED
    with pytest.raises(InputError, match=r"accepted\.json"):
        import_evidence(run, tmp_path / "request")


def test_what_the_terminal_learning_needs_goes_along(tmp_path: Path) -> None:
    run = write_plan(make_run(tmp_path / "run", ": 1 = 1", "rfl"))
    out = run / "outputs" / SESSION
    with pytest.raises(InputError, match=r"raw_tree\.json"):
        make_request(run, SESSION, environment="0" * 64, success_inputs=True)
    (out / "raw_tree.json").write_text("{}")
    (out / "observer.jsonl").write_text("{}\n")
    export_request(run, make_request(run, SESSION, environment="0" * 64, success_inputs=True), tmp_path / "request")
    assert set(read_request(tmp_path / "request").record) == {*REQUEST_KEYS, "success_inputs"}
    (tmp_path / "request" / "outputs" / SESSION / "observer.jsonl").write_text("{} \n")
    with pytest.raises(InputError, match="success_inputs"):
        read_request(tmp_path / "request")


def test_a_folder_is_exported_once(tmp_path: Path) -> None:
    run = write_plan(make_run(tmp_path / "run", ": 1 = 1", "rfl"))
    request = make_request(run, SESSION, environment="0" * 64)
    export_request(run, request, tmp_path / "request")
    with pytest.raises(FileExistsError):
        export_request(run, request, tmp_path / "request")


def test_a_release_states_the_evidence_and_the_bundle_alone_proves_it(copies: tuple[Path, Path], tmp_path: Path) -> None:
    run, folder = copies
    import_evidence(run, folder)
    theorem = sha((run / "inputs" / "demo.lean").read_bytes())
    source = Source(SESSION, theorem, 3, "experience-candidate", "8" * 64, None)
    block = acceptance_block(run / "proof-check" / SESSION, run, source.to_json())
    evidence = write_bundle(run, SESSION, tmp_path / "bundle")
    assert block["evidence_sha256"] == evidence
    tiny = load_release(TINY)
    write_release(
        tmp_path / "release", ReleaseDraft("exp-000000000001-01", source, evidence, tiny.contract.document, tiny.adapter, tiny.value_head)
    )
    contents = read_snapshot(tmp_path / "release")
    assert isinstance(contents, ReleaseContents)
    assert json.loads(contents.session.to_bytes())["acceptance"] == block
    shutil.rmtree(run)
    lines = check_evidence(tmp_path / "bundle", contents)
    assert [line for line in lines if line.status is CheckStatus.REFUSED] == []
    held = {line.name for line in lines if line.status is CheckStatus.PASSED}
    assert {"accepted.json ↔ evidence_sha256", "accepted.json ↔ source.theorem_id", "request ↔ input_files"} <= held
    assert {"gate sorry", "gate axioms, from the output", "updates ↔ policy_version"} <= held
