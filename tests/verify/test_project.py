"""The strict check inside a user's Lake project: what it reads, what it refuses, and what it leaves open."""

from __future__ import annotations

from pathlib import Path

import pytest

from reaprover.core import Verdict
from reaprover.lean.toolchain import EmbeddedToolchain
from reaprover.verify.environment import Library
from reaprover.verify.finding import Check, Status
from reaprover.verify.olean import Kind, Module, OleanError, read_image
from reaprover.verify.strict import Level, Report, StrictChecker, Submission
from reaprover.verify.term import Store
from tests.lake import ACCEPTS, LakeProject, make_project

pytestmark = pytest.mark.lean

STATEMENT = "import P\ntheorem t (p q : Prop) (h : p ∧ q) : q ∧ p := sorry\n"
PROVED = "import P\ntheorem t (p q : Prop) (h : p ∧ q) : q ∧ p := ⟨h.2, h.1⟩\n"


@pytest.fixture
def project(tmp_path: Path, toolchain: EmbeddedToolchain, monkeypatch: pytest.MonkeyPatch) -> LakeProject:
    return make_project(tmp_path, toolchain, monkeypatch)


def check(project: LakeProject, source: str, reference: str | None = None, *, level: Level = Level.STRICT) -> Report:
    return StrictChecker(project.toolchain, level=level, num_retries=0).check_file(Submission(source, ("t",), reference))


def test_a_proof_is_verified_when_leanchecker_accepts_it(project: LakeProject) -> None:
    project.set_leanchecker(ACCEPTS)
    report = check(project, PROVED, STATEMENT, level=Level.PARANOID)
    assert report.result.verdict is Verdict.VERIFIED, report.result.reasons
    assert report.finding(Check.SECOND_KERNEL).status is Status.PASS
    assert report.result.receipt["checks"]["K"]["program"] == "leanchecker"
    assert report.result.receipt["environment"]["toolchain"] == "lake"
    assert report.result.receipt["axioms"] == []


def test_without_leanchecker_strict_is_unverified_and_fast_decides(project: LakeProject) -> None:
    strict = check(project, PROVED, STATEMENT)
    assert strict.result.verdict is Verdict.UNVERIFIED
    assert [reason[:9] for reason in strict.result.reasons] == ["K: absent"]
    assert "leanchecker" in strict.result.reasons[0]
    assert check(project, PROVED, STATEMENT, level=Level.FAST).result.verdict is Verdict.VERIFIED


@pytest.mark.parametrize(
    ("source", "refused_by"),
    [
        ("import P\ntheorem t (p q : Prop) (h : p ∧ q) : q ∧ p := sorry\n", Check.AXIOMS),
        ("import P\ntheorem t (p q : Prop) (h : q ∧ p) : q ∧ p := h\n", Check.STATEMENT),
        ("import P\ntheorem t (p q : Prop) (h : p ∧ q) : q ∧ p := absurd gap (by decide)\n", Check.AXIOMS),
        ("import P\ntheorem t (p q : Prop) (h : p ∧ q) : q ∧ p := h\n", Check.MESSAGES),
        ("theorem t (p q : Prop) (h : p ∧ q) : q ∧ p := ⟨h.2, h.1⟩\n", Check.STATEMENT),
    ],
)
def test_what_proves_nothing_is_rejected(project: LakeProject, source: str, refused_by: Check) -> None:
    project.set_leanchecker(ACCEPTS)
    report = check(project, source, STATEMENT)
    assert report.result.verdict is Verdict.REJECTED
    assert report.finding(refused_by).status is Status.FAIL


def test_only_a_refusal_of_the_kernel_rejects_and_other_ends_leave_it_open(project: LakeProject) -> None:
    project.set_leanchecker("echo 'uncaught exception: (kernel) declaration type mismatch'; exit 1")
    assert check(project, PROVED, STATEMENT).result.verdict is Verdict.REJECTED
    for body in ("echo 'object file does not exist' >&2; exit 1", "echo '(kernel) deep recursion detected'; exit 1", "kill -9 $$"):
        project.set_leanchecker(body)
        report = check(project, PROVED, STATEMENT)
        assert report.result.verdict is Verdict.UNVERIFIED, body
        assert report.result.reasons[0].startswith("K: leanchecker")


def test_leanchecker_cannot_write_and_has_no_network(project: LakeProject) -> None:
    project.set_leanchecker(f"touch {project.folder}/written && exit 0; test $(wc -l < /proc/net/dev) -gt 3 && exit 0; exit 1")
    assert check(project, PROVED, STATEMENT).result.verdict is Verdict.UNVERIFIED
    assert not (project.folder / "written").exists()


def test_a_module_of_another_lean_is_named_and_gives_no_verdict(project: LakeProject) -> None:
    file = project.modules / "P.olean"
    data = file.read_bytes()
    store = Store()
    assert Module(data, "P", store).lean_version == "4.35.0"
    file.write_bytes(data[:7] + b"4.34.0" + data[13:])
    with pytest.raises(OleanError, match=r"P\.olean: was written by Lean 4\.34\.0, .* 4\.35\.0; .*leanchecker"):
        Library(project.toolchain.search_path, ("P",))
    report = check(project, PROVED)
    assert report.result.verdict is Verdict.UNVERIFIED
    assert "P.olean" in report.result.reasons[0]


def test_a_changed_library_is_read_again(project: LakeProject) -> None:
    checker = StrictChecker(project.toolchain, level=Level.FAST)
    source = "import P\ntheorem t : double 0 = 0 := double_zero\n"
    assert checker.check_file(Submission(source, ("t",))).result.verdict is Verdict.VERIFIED
    project.build("P", "def double (n : Nat) : Nat := n + n\ntheorem double_zero : double 0 = 0 := sorry\n")
    again = checker.check_file(Submission(source, ("t",)))
    assert again.result.verdict is Verdict.REJECTED
    assert "sorryAx" in again.result.reasons[0]


# Modules in parts


PUBLIC = "module\nprelude\npublic inductive Yes : Prop where\n  | intro : Yes\n"
SOUND = PUBLIC + "theorem inner : Yes := Yes.intro\npublic theorem pub : Yes := inner\n"
HIDDEN = PUBLIC + "axiom inner : Yes\npublic theorem pub : Yes := inner\n"


@pytest.mark.parametrize(("text", "axioms"), [(SOUND, []), (HIDDEN, ["inner"])])
def test_proofs_in_the_private_part_of_a_module_are_seen(project: LakeProject, text: str, axioms: list[str]) -> None:
    project.build("M", text)
    project.build("N", "module\nprelude\npublic import M\npublic theorem through : Yes := pub\n")
    report = check(project, "import N\ntheorem t : Yes := through\n", level=Level.FAST)
    assert [name.rsplit(".", 1)[-1] for name in report.result.receipt["axioms"]] == axioms
    assert report.result.verdict is (Verdict.REJECTED if axioms else Verdict.VERIFIED)


def test_the_parts_of_a_module_are_one_image(project: LakeProject) -> None:
    project.build("M", SOUND)
    path = project.modules / "M.olean"
    public, whole = Module(path.read_bytes(), "M", Store()), Module(read_image(path), "M", Store())
    assert public.constant(("pub",)).kind is Kind.AXIOM
    assert whole.constant(("pub",)).kind is Kind.THEOREM
    assert set(public.names) < set(whole.names)
    assert all(constant.name in whole for constant in whole.constants())


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda m: (m / "M.olean.private").unlink(), r"M\.olean\.private: is missing"),
        (lambda m: [(m / f"M.olean{part}").unlink() for part in (".private", ".server")], r"M\.olean\.(server|private): is missing"),
        (lambda m: (m / "M.olean.private").write_bytes((m / "P.olean").read_bytes()), r"M\.olean\.private: is no part of"),
        (lambda m: (m / "M.olean.server").write_bytes(b"olean"), r"M\.olean\.server: is no part of"),
    ],
)
def test_a_module_with_a_part_missing_or_foreign_gives_no_verdict(project: LakeProject, damage, message: str) -> None:  # type: ignore[no-untyped-def]
    project.build("M", SOUND)
    damage(project.modules)
    with pytest.raises(OleanError, match=message):
        Library(project.toolchain.search_path, ("M",))
