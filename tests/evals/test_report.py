"""Reports of run folders written by hand: every figure is worked out from the records below."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from reaprover.errors import InputError, UsageError
from reaprover.evals import Record, RunConfig
from reaprover.evals.report import load_arms, markdown, report, solved_lists
from reaprover.evals.runner import FORMAT


def write_run(folder: Path, evaluator: str, records: list[Record], **changes: Any) -> Path:
    seeds = tuple(dict.fromkeys(record.seed for record in records)) or (0,)
    config = RunConfig(sets=("s",), split=None, evaluator=evaluator, seeds=seeds).to_json()
    description = {
        "format": FORMAT,
        "config": {**config, **changes},
        "search": {"strategy": "mcts"},
        "evaluator": f"{evaluator}-identity",
        "toolchain": "lean-of-a-test",
        "reaprover": "0",
        "machine": {"system": "Test", "python": "3", "num_cpus": 2},
        "num_problems": 4,
        "num_attempts": 4 * len(seeds),
    }
    folder.mkdir()
    (folder / "run.json").write_text(json.dumps(description), encoding="utf-8")
    (folder / "records.jsonl").write_text("".join(json.dumps(asdict(record)) + "\n" for record in records), encoding="utf-8")
    return folder


def attempt(problem: str, seed: int, solved: bool, *, outcome: str = "", **values: Any) -> Record:
    return Record(problem, "s", outcome or ("proved" if solved else "exhausted"), solved, seed=seed, **values)


@pytest.fixture
def folders(tmp_path: Path) -> list[Path]:
    """Four problems, two seeds. The drawn catalogue solves a, b; a, c. The other arm solves a alone, and lost d twice to infrastructure."""
    one = [attempt(problem, seed, problem in ("ab", "ac")[seed]) for seed in (0, 1) for problem in "abcd"]
    two = [attempt(p, seed, p == "a", outcome="error" if p == "d" else "") for seed in (0, 1) for p in "abcd"]
    return [write_run(tmp_path / "one", "catalogue-drawn", one), write_run(tmp_path / "two", "model:somewhere", two)]


def test_pass_at_one_is_the_mean_of_the_seeds_and_its_interval_counts_problems(folders: list[Path]) -> None:
    rates = report(folders)["arms"][0]["sets"]["s"]
    assert (rates["num_problems"], rates["num_attempts"], rates["rate"]) == (4, 8, 0.5)
    assert [one["num_solved"] for one in rates["per_seed"].values()] == [2, 2]
    # Wilson for 2 of 4: 0.150 to 0.850; 4 of 8 would be 0.215 to 0.785
    assert (round(rates["low"], 3), round(rates["high"], 3)) == (0.150, 0.850)


def test_pass_at_k_needs_independent_trees(folders: list[Path], tmp_path: Path) -> None:
    # of two trees a has 2 successes, b and c 1, d none: pass@2 is 3 of 4
    assert report(folders)["arms"][0]["sets"]["s"]["pass_at"] == {1: 0.5, 2: 0.75}
    ranked = write_run(tmp_path / "ranked", "catalogue", [attempt("a", seed, seed == 1) for seed in (0, 1)])
    assert report([ranked])["arms"][0]["sets"]["s"]["pass_at"] == {1: 0.5}


def test_infrastructure_stays_in_the_denominator_and_is_shown_apart(folders: list[Path]) -> None:
    found = report(folders)
    rates = found["arms"][1]["sets"]["s"]
    assert (rates["num_problems"], rates["rate"], rates["num_infrastructure"]) == (4, 0.25, 2)
    assert found["arms"][1]["ended_by"] == {"exhausted": 4, "proved": 2, "error": 2}


def test_disproofs_vacuous_proofs_and_restated_answers_are_listed_and_not_counted(tmp_path: Path) -> None:
    records = [
        attempt("a", 0, True),
        attempt("b", 0, True, outcome="disproved"),
        attempt("c", 0, True, flags=("vacuous",)),
        attempt("d", 0, True, flags=("answer_restated",)),
    ]
    found = report([write_run(tmp_path / "run", "catalogue", records)])
    rates = found["arms"][0]["sets"]["s"]
    assert (rates["rate"], rates["pass_at"][1], rates["per_seed"][0]["num_solved"]) == (0.25, 0.25, 1)
    assert rates["apart"] == {"disproved": ["b"], "vacuous": ["c"], "answer_restated": ["d"]}
    assert found["cumulative"]["s"]["num_solved"] == 1
    assert found["arms"][0]["trees"]["s"] == {"a": [1], "b": [0], "c": [0], "d": [0]}
    text = markdown(found)
    assert all(f"catalogue, s: {line}." in text for line in ("disproved: b", "vacuous: c", "answer restated: d"))


def test_what_one_proof_shows_to_be_vacuous_counts_for_nobody(tmp_path: Path) -> None:
    one = [attempt("a", 0, True), attempt("a", 1, True, flags=("vacuous",)), attempt("b", 0, True), attempt("b", 1, True)]
    two = [attempt("a", 0, True), attempt("a", 1, False), attempt("b", 0, True), attempt("b", 1, False)]
    found = report([write_run(tmp_path / "one", "catalogue-drawn", one), write_run(tmp_path / "two", "broad", two)])
    assert [arm["trees"]["s"] for arm in found["arms"]] == [{"a": [0, 0], "b": [1, 1]}, {"a": [0, 0], "b": [1, 0]}]
    assert found["cumulative"]["s"]["num_solved"] == 1


def test_a_difference_is_paired_by_problem_with_its_seeds_together(folders: list[Path]) -> None:
    (found,) = report(folders)["differences"]
    # differences per problem: 0, ½, ½, 0
    assert found["difference"] == 0.25
    assert (found["low"], found["high"]) == (0.0, 0.5)
    assert (found["num_problems"], found["only_a"], found["only_b"]) == (4, 2, 0)


def test_what_was_not_attempted_is_no_failure(folders: list[Path], tmp_path: Path) -> None:
    part = write_run(tmp_path / "part", "model:somewhere", [attempt("a", 2, True), attempt("b", 2, True)])
    found = report([folders[0], part])
    assert found["arms"][1]["num_missing"] == 2
    assert found["arms"][1]["sets"]["s"]["rate"] == 1.0
    (difference,) = found["differences"]
    assert (difference["num_problems"], difference["difference"]) == (2, -0.25)


def test_the_cumulative_count_stands_apart(folders: list[Path]) -> None:
    found = report(folders)
    assert found["cumulative"] == {"s": {"num_problems": 4, "num_solved": 3, "num_attempts": 16}}
    assert "Cumulative over all arms and seeds, no rate of any of them: s 3 of 4 (16 attempts)." in markdown(found)


def test_seeds_in_several_folders_are_one_arm_and_an_attempt_counts_once(folders: list[Path], tmp_path: Path) -> None:
    third = write_run(tmp_path / "third", "catalogue-drawn", [attempt("a", 2, False)])
    (arm,) = load_arms([folders[0], third])
    assert (arm.label, arm.seeds, len(arm.records)) == ("catalogue-drawn", (0, 1, 2), 9)
    again = write_run(tmp_path / "again", "catalogue-drawn", [attempt("a", 1, True)])
    with pytest.raises(UsageError, match=r"holds the attempt .*'a', 1.* in two folders"):
        load_arms([folders[0], again])


def test_runs_with_another_budget_are_another_arm_named_by_its_folder(folders: list[Path], tmp_path: Path) -> None:
    longer = write_run(tmp_path / "longer", "catalogue-drawn", [attempt("a", 0, True)], seconds=60.0)
    assert [arm.label for arm in load_arms([folders[0], longer])] == ["catalogue-drawn (one)", "catalogue-drawn (longer)"]


def test_costs_are_given_over_all_over_solved_and_over_unsolved(tmp_path: Path) -> None:
    records = [
        attempt("a", 0, True, counters={"simulations": 2, "model_calls": 3}, elapsed_s=1.0, strict_s=0.5),
        attempt("b", 0, False, counters={"simulations": 10, "model_calls": 9}, elapsed_s=4.0),
        attempt("c", 0, False, counters={"simulations": 30, "model_calls": 9}, elapsed_s=7.0),
    ]
    costs = report([write_run(tmp_path / "run", "catalogue", records)])["arms"][0]["costs"]
    assert [costs[group]["simulations"] for group in ("total", "mean", "mean_solved", "mean_unsolved")] == [42, 14, 2, 20]
    assert [costs[group]["elapsed_s"] for group in ("total", "mean", "mean_solved", "mean_unsolved")] == [12, 4, 1, 5.5]
    assert costs["total"]["strict_s"] == 0.5


def test_throughput_is_that_of_one_process_with_its_time_by_part(tmp_path: Path) -> None:
    records = [
        attempt("a", 0, True, counters={"applications": 30}, elapsed_s=2.0, strict_s=1.0, evaluator_s=0.5),
        attempt("b", 0, False, counters={"applications": 70}, elapsed_s=8.0, evaluator_s=4.5),
    ]
    found = report([write_run(tmp_path / "run", "catalogue", records)])["arms"][0]["throughput"]
    assert (found["searches_per_h"], found["applications_per_s"]) == (720.0, 10.0)
    assert [found[f"share_{part}"] for part in ("evaluator", "strict", "rest")] == pytest.approx([0.5, 0.1, 0.4])


def test_lemmas_of_the_library_can_be_left_out(tmp_path: Path) -> None:
    records = [attempt("a", 0, True, library=True), attempt("b", 0, True), attempt("c", 0, False)]
    rates = report([write_run(tmp_path / "run", "catalogue", records)])["arms"][0]["sets"]["s"]
    assert (rates["rate"], rates["not_library"]) == (2 / 3, {"num_problems": 2, "rate": 0.5})


def test_the_tables_show_each_arm_and_the_lists_each_problem(folders: list[Path]) -> None:
    found = json.loads(json.dumps(report(folders), allow_nan=False))  # as read back from a file
    text = markdown(found)
    assert "| catalogue-drawn | 2, 2 of 4: 50.0% (15–85) |" in text
    assert "| catalogue-drawn − model | s | 4 | +25.0 | +0.0 … +50.0 | 2 | 0 |" in text
    assert "| model | 2 |" in text
    assert "| catalogue-drawn | 1: a | 2: b, c | 1: d |" in solved_lists(found, "s")


def test_what_is_no_run_is_refused_with_advice(folders: list[Path], tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"run\.json: cannot be read"):
        report([tmp_path])
    (folders[0] / "run.json").write_text('{"format": "reaprover.evals.run.v1"}', encoding="utf-8")
    with pytest.raises(InputError, match=r"another format; found 'reaprover\.evals\.run\.v1'"):
        report(folders)
    with pytest.raises(UsageError, match="has no records yet"):
        report([write_run(tmp_path / "empty", "catalogue", [])])
