"""`reaprover prove` and `reaprover check` with `--project`: end to end over a stand-in for a Lake project."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reaprover.cli import run
from reaprover.lean.toolchain import EmbeddedToolchain
from tests.lake import ACCEPTS, LakeProject, make_project

pytestmark = pytest.mark.lean


@pytest.fixture
def project(tmp_path: Path, toolchain: EmbeddedToolchain, monkeypatch: pytest.MonkeyPatch) -> LakeProject:
    monkeypatch.chdir(tmp_path)
    return make_project(tmp_path, toolchain, monkeypatch)


def prove(project: LakeProject, *arguments: str) -> int:
    return run(["prove", *arguments, "--project", str(project.folder), "--seconds", "60", "--run-folder", "run", "--quiet"])


def test_a_theorem_about_the_projects_own_definition_is_proved(project: LakeProject, capsys: pytest.CaptureFixture[str]) -> None:
    project.set_leanchecker(ACCEPTS)
    Path("T.lean").write_text("import P\n\ntheorem t (p q : Prop) (h : p ∧ q) : q ∧ p := by\n  sorry\n", encoding="utf-8")
    assert prove(project, "T.lean") == 0
    assert "theorem t (p q : Prop) (h : p ∧ q) : q ∧ p := by" in capsys.readouterr().out
    (receipt,) = Path("run").rglob("receipt.json")
    record = json.loads(receipt.read_text(encoding="utf-8"))
    assert (record["verdict"], record["level"], record["environment"]["toolchain"]) == ("verified", "strict", "lake")
    assert run(["check", "run/proved.lean", "--project", str(project.folder)]) == 0


def test_without_leanchecker_no_verdict_is_given_unless_level_fast_is_asked_for(
    project: LakeProject, capsys: pytest.CaptureFixture[str]
) -> None:
    assert prove(project, "--statement", "∀ p : Prop, p → p", "--level", "fast") == 0
    Path("T.lean").write_text("import P\ntheorem t : double 0 = 0 := double_zero\n", encoding="utf-8")
    assert run(["check", "T.lean", "--project", str(project.folder)]) == 4
    assert "K: absent" in json_of(["check", "T.lean", "--json", "--project", str(project.folder)], capsys)["reasons"][0]
    Path("F.lean").write_text("import P\ntheorem t : 1 = 2 := gap\n", encoding="utf-8")
    assert run(["check", "F.lean", "--project", str(project.folder)]) == 1


def json_of(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> dict[str, list[str]]:
    capsys.readouterr()
    run(arguments)
    found: dict[str, list[str]] = json.loads(capsys.readouterr().out)
    return found


def test_a_refused_statement_is_usage(project: LakeProject) -> None:
    assert prove(project, "--statement", "no_such_thing") == 2


def test_what_is_missing_is_exit_3(project: LakeProject, capsys: pytest.CaptureFixture[str]) -> None:
    (project.prefix / "bin" / "lean").unlink()
    assert prove(project, "--statement", "True") == 3
    (project.folder / "lean-toolchain").unlink()
    assert prove(project, "--statement", "True") == 3
    assert "lean-toolchain" in capsys.readouterr().err
    Path("T.lean").write_text("theorem t : True := trivial\n")
    assert run(["check", "T.lean", "--project", "nowhere"]) == 3


def test_the_doctor_says_what_the_strict_check_can_do_here(project: LakeProject, capsys: pytest.CaptureFixture[str]) -> None:
    doctor = ["lean", "doctor", "--project", str(project.folder)]
    assert run(doctor) == 0
    assert "level fast only: no leanchecker" in capsys.readouterr().out
    project.set_leanchecker(ACCEPTS)
    assert run(doctor) == 0
    assert "the toolchain has leanchecker" in capsys.readouterr().out
