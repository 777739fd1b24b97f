"""What the doctor sees, and what the benchmark counts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from reaprover.cli.lean import app
from reaprover.errors import PrerequisiteError
from reaprover.lean import doctor
from reaprover.lean import toolchain as module
from reaprover.lean.benchmark import measure
from reaprover.lean.doctor import Check, examine
from reaprover.lean.toolchain import EmbeddedToolchain


def named(checks: list[Check], name: str) -> Check:
    return next(check for check in checks if check.name == name)


@pytest.mark.lean
def test_on_a_working_machine_everything_needed_is_fine(toolchain: EmbeddedToolchain, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor.EmbeddedToolchain, "find", lambda: toolchain)
    checks = examine()
    assert [check.name for check in checks if check.is_fine is False] == []
    assert "Lean 4.35.0" in named(checks, "Lean library").found
    assert "first answer after" in named(checks, "tactic server").found


@pytest.mark.lean
def test_a_library_that_is_not_compiled_yet_is_no_fault_and_nothing_is_compiled(
    toolchain: EmbeddedToolchain, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor.EmbeddedToolchain, "find", lambda: EmbeddedToolchain(toolchain.library, tmp_path))
    check = named(examine(), "core library")
    assert check.is_fine is None
    assert "reaprover lean build" in check.advice
    assert not any(check.name == "tactic server" for check in examine())
    assert [path for path in (tmp_path / "lean").iterdir() if path.is_dir()] == []


def test_a_missing_wheel_is_said_with_the_command_and_the_exit_code_is_3(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> Path:
        raise PrerequisiteError("embedded Lean: the package is not installed; install it: pip install it")

    monkeypatch.setattr(module, "check_machine", lambda: None)
    monkeypatch.setattr(module, "find_library", missing)
    done = CliRunner().invoke(app, ["doctor"])
    assert done.exit_code == 3
    assert "✗ Lean wheel" in done.stdout
    assert "pip install it" in done.stdout
    as_json = CliRunner().invoke(app, ["doctor", "--json"])
    assert as_json.exit_code == 3
    assert json.loads(as_json.stdout)["is_fine"] is False


def test_a_project_is_looked_at_when_it_is_named(tmp_path: Path) -> None:
    check = named(examine(tmp_path), "project")
    assert check.is_fine is False
    assert "not a Lake project" in check.advice


@pytest.mark.lean
@pytest.mark.slow
def test_the_benchmark_finds_no_wrong_and_no_lost_reply(toolchain: EmbeddedToolchain) -> None:
    report = measure(toolchain, num_pairs=500, num_applications=10_000, num_fresh=5)
    assert 0.6 <= report.failing <= 0.8
    assert [(row.num_wrong, row.num_lost) for row in report.rows] == [(0, 0)] * 5
    assert (report.ratio("one process, batches of 16", "a fresh Lean per attempt") or 0) > 20
    assert json.loads(json.dumps(report.record()))["benchmark"] == "lean"
    assert "a fresh Lean per attempt" in report.table()
