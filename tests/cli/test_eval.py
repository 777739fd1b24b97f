from __future__ import annotations

import json
from pathlib import Path

import pytest

from reaprover.cli import run

GOOD = "theorem good (p q : Prop) (h : p ∧ q) : q ∧ p := by sorry"
FALSE = "theorem wrong (p q : Prop) (h : p) : q := by sorry"
RELEASE = Path(__file__).parent.parent / "data" / "releases" / "tiny-torch-2.13"


def problem_file(folder: Path) -> str:
    file = folder / "mine.jsonl"
    rows = [{"id": name, "formal_statement": text, "split": "test"} for name, text in (("good", GOOD), ("false", FALSE))]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return str(file)


@pytest.mark.lean
def test_a_run_prints_its_tables_and_the_report_compares_folders(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = problem_file(tmp_path)
    options = ["--set", file, "--seconds", "3", "--level", "fast"]
    folders = []
    for arm in ("catalogue", "catalogue-drawn"):
        folders.append(str(tmp_path / arm))
        assert run(["eval", "-e", arm, *options, "--run-folder", folders[-1], "--quiet"]) == 0
        printed = capsys.readouterr()
        assert f"| {arm} | 1 of 2: 50.0% (9–91) |" in printed.out
        assert printed.err == ""
    assert run(["eval", "--report", *folders, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [arm["label"] for arm in found["arms"]] == ["catalogue", "catalogue-drawn"]
    assert found["differences"][0]["difference"] == 0.0

    assert run(["eval", "--report", *folders, "--solved", file, "--out", str(tmp_path / "docs" / "table")]) == 0
    assert capsys.readouterr().out == ""
    assert "| catalogue | 1: good | 0 | 1: false |" in (tmp_path / "docs" / "table.md").read_text(encoding="utf-8")
    assert json.loads((tmp_path / "docs" / "table.json").read_text(encoding="utf-8")) == found

    assert run(["eval", "-e", "catalogue", *options, "--run-folder", folders[0]]) == 0, "nothing is left to run"
    assert "2 attempts into" in capsys.readouterr().err


@pytest.mark.lean
@pytest.mark.model
def test_a_model_is_measured_at_equal_simulations_and_its_heads_are_asked_afterwards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, catalogue, model = problem_file(tmp_path), str(tmp_path / "catalogue"), str(tmp_path / "model")
    assert run(["eval", "--set", file, "--seconds", "2", "--level", "fast", "--keep-states", "--run-folder", catalogue, "-q"]) == 0
    capsys.readouterr()
    arm = ["-e", f"uniform-value:{RELEASE}", "--simulations", "2", "--candidates", "2", "--max-tokens", "4"]
    assert run(["eval", *arm, "--set", file, "--level", "fast", "--run-folder", model, "--json", "-q"]) == 0
    found = json.loads(capsys.readouterr().out)["arms"][0]
    assert (found["arm"], found["search_name"], found["seconds"], found["simulations"]) == ("uniform-value", "paper", None, 2)
    assert found["ended_by"] == {"simulations": 2}
    assert found["costs"]["total"]["model_tokens"] > 0

    assert run(["eval", "--calibrate", str(RELEASE), catalogue, "--json"]) == 0
    heads = json.loads(capsys.readouterr().out)["heads"]
    assert heads["head with adapter"]["num_states"] >= 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-e", "oracle"], "no evaluator 'oracle'"),
        (["--split", "exam"], "--split: found 'exam'"),
        (["--level", "lax"], "--level: 'lax' is unknown"),
        (["--seeds", "1,x"], "--seeds: found '1,x'"),
        (["--seeds", "1,1"], "seeds are [1, 1]"),
        (["--report"], "--report: no folder given"),
        (["--calibrate", "model"], "--calibrate: no folder given"),
        (["--report", "--calibrate", "model", "runs"], "two reports"),
        (["runs/a"], "folders are read with --report"),
        (["--set", "no-such-set.jsonl"], "no-such-set.jsonl"),
    ],
)
def test_a_wrong_request_is_refused_before_anything_runs(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["eval", *arguments]) == 2
    assert message in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.model
@pytest.mark.lean
def test_a_path_that_is_no_model_is_refused_before_an_attempt_is_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["eval", "-e", f"model:{tmp_path}", "--run-folder", str(tmp_path / "run")]) == 2
    assert "is no model" in capsys.readouterr().err
    assert not (tmp_path / "run").exists()
