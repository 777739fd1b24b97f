"""The commands of the supervised stage, of value heads, and of learning at test time."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from reaprover.cli.train import app
from reaprover.cli.train_stages import find_target, start_folder
from reaprover.core import Theorem
from reaprover.errors import UsageError
from reaprover.learn.leakage import EvaluationGuard
from reaprover.learn.replay import ReplayStore
from reaprover.problems import Split, load_set
from reaprover.train.test_time import Target
from tests.learn.solutions import solution


def _run(*arguments: object) -> Any:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def _file(folder: Path, text: str) -> Path:
    path = folder / "mine.lean"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_target_is_the_open_theorem_of_a_file(tmp_path: Path) -> None:
    path = _file(tmp_path, "variable (p q : Prop)\n\ntheorem swap (h : p ∧ q) : q ∧ p := by\n  sorry\n")
    found = find_target(path, None, None, None, None)
    assert found.id == "swap"
    assert (found.theorem.binders, found.theorem.conclusion) == ("(p q : Prop) (h : p ∧ q)", "q ∧ p")


def test_one_of_several_open_theorems_has_to_be_named(tmp_path: Path) -> None:
    path = _file(tmp_path, "theorem one : True := sorry\n\ntheorem two : 1 = 1 := sorry\n")
    assert find_target(path, "two", None, None, None).id == "two"
    for name in (None, "three"):
        with pytest.raises(UsageError, match=r"--theorem.*one, two"):
            find_target(path, name, None, None, None)


def test_a_statement_or_a_problem_of_a_set_is_a_target() -> None:
    assert find_target(None, None, "∀ n : Nat, n = n", None, None) == Target("statement", Theorem("statement", "", "∀ n : Nat, n = n"))
    problem = load_set("logic")[0]
    assert find_target(None, None, None, "logic", problem.id) == Target(problem.id, problem.theorem)
    with pytest.raises(UsageError, match="no problem 'nothing'"):
        find_target(None, None, None, "logic", "nothing")


@pytest.mark.parametrize(
    "given",
    [
        (None, None, None, None, None),
        (Path("a.lean"), None, "True", None, None),
        (None, "swap", "True", None, None),
        (None, None, None, "logic", None),
        (None, None, "True", None, "logic/a"),
    ],
)
def test_exactly_one_target_is_named(given: tuple[Any, ...]) -> None:
    with pytest.raises(UsageError, match="give one of"):
        find_target(*given)


def test_a_training_run_stands_for_its_newest_weights(tmp_path: Path) -> None:
    (tmp_path / "newest.json").write_text('{"weights": "abc"}')
    assert start_folder(tmp_path) == tmp_path / "weights" / "abc"
    assert start_folder(tmp_path / "other") == tmp_path / "other"


@pytest.mark.model
def test_an_evaluation_problem_is_no_target_unless_declared(tmp_path: Path) -> None:
    problem = load_set("logic", Split.TEST)[0]
    with pytest.raises(UsageError, match=r"is the evaluation statement logic/.*--declare"):
        _run("ttrl", "--set", "logic", "--id", problem.id, "--start", tmp_path, "--run-folder", tmp_path / "run", "--quiet")
    assert not (tmp_path / "run").exists()


def test_a_tracker_is_named_before_anything_runs(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="tracker 'pigeon' is unknown"):
        _run("ttrl", "--statement", "True", "--start", tmp_path, "--tracker", "pigeon", "--run-folder", tmp_path / "run")
    assert not (tmp_path / "run").exists()


@pytest.mark.model
def test_a_base_is_trained_on_pairs_and_its_adapter_afterwards(tmp_path: Path) -> None:
    lines = [
        {"state": f"n : Nat\nh{i} : n = {i}\n⊢ n + {i} = {i} + n", "tactic": f"rw [h{i}]", "distance": 1, "theorem_id": f"t{i}"}
        for i in range(30)
    ]
    data = tmp_path / "pairs.jsonl"
    data.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
    few = ("--steps", 2, "--batch-size", 4, "--threads", 1, "--copies", 1)
    result = _run("sft", data, "--run-folder", tmp_path / "base", *few, "--json", "--quiet")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert (found["steps"], found["data"]["pairs"]) == (2, 30)
    result = _run("sft", data, "--run-folder", tmp_path / "adapter", "--start", tmp_path / "base", *few, "--quiet")
    assert result.exit_code == 0
    assert "2 steps on" in result.stdout
    assert "held out before: " in result.stdout


@pytest.mark.model
def test_a_value_head_is_published_with_tables(tmp_path: Path) -> None:
    from tests.learn.small_model import write_base

    base = write_base(tmp_path / "base")
    with ReplayStore(tmp_path / "run" / "replay", guard=EvaluationGuard(())) as store:
        store.append(
            [solution(i, steps=1 + i % 3, theorem=Theorem(f"t{i}", "(n : Nat)", f"n * {i + 700} = {i + 700} * n")) for i in range(40)]
        )
    result = _run("value", base, tmp_path / "run", "--out", tmp_path / "head", "--epochs", 2, "--seed", 1, "--device", "cpu", "--quiet")
    assert result.exit_code == 0
    assert "matched random head" in result.stdout
    assert (tmp_path / "head" / "COMPLETE").is_file()
