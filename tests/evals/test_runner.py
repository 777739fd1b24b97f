from __future__ import annotations

import json
from pathlib import Path

import pytest

from reaprover.errors import UsageError
from reaprover.evals import Record, RunConfig, run, summarise
from reaprover.evals.runner import wilson
from reaprover.problems import Split
from reaprover.verify.strict import Level


def test_wilson_agrees_with_the_published_formula() -> None:
    # 8 of 10 at 95 %: 0.490 to 0.943 (Wilson 1927, as tabulated by Newcombe 1998)
    low, high = wilson(8, 10)
    assert (round(low, 3), round(high, 3)) == (0.490, 0.943)
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 5)[0] == 0.0
    assert wilson(5, 5)[1] == 1.0


def test_infrastructure_is_counted_apart_from_failures() -> None:
    records = [
        Record("a", "s", "proved", True, script="trivial", elapsed_s=2.0),
        Record("b", "s", "exhausted", False),
        Record("c", "s", "error", False),
        Record("d", "s", "unverified", False),
    ]
    summary = summarise(records)
    assert (summary.num_problems, summary.num_solved, summary.num_infrastructure) == (4, 1, 2)
    assert summary.rate == 0.25
    assert summary.median_s == 2.0
    assert summary.outcomes == {"error": 1, "exhausted": 1, "proved": 1, "unverified": 1}


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"seconds": 0}, "seconds"),
        ({"seconds": float("nan")}, "seconds"),
        ({"num_processes": 0}, "num_processes"),
        ({"evaluator": "oracle"}, "no evaluator 'oracle'"),
    ],
)
def test_a_wrong_configuration_is_refused(values: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        RunConfig(sets=("logic",), **values)  # type: ignore[arg-type]  # wrong on purpose


@pytest.mark.lean
def test_a_run_leaves_one_checked_record_a_problem_and_a_summary(tmp_path: Path) -> None:
    problems = tmp_path / "mine.jsonl"
    rows = [
        {"id": "good", "formal_statement": "theorem good (p q : Prop) (h : p ∧ q) : q ∧ p := by sorry"},
        {"id": "false", "formal_statement": "theorem wrong (p q : Prop) (h : p) : q := by sorry"},
        {"id": "broken", "formal_statement": "theorem broken : nonsense := by sorry"},
    ]
    problems.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    folder = tmp_path / "run"
    config = RunConfig(sets=(str(problems),), split=None, seconds=3, num_processes=1, level=Level.FAST)
    seen: list[str] = []
    records = run(config, folder, record_fn=lambda record: seen.append(record.id))
    assert [record.id for record in records] == ["good", "false", "broken"]
    assert sorted(seen) == ["broken", "false", "good"]
    good, wrong, broken = records
    assert good.verified
    assert good.script
    assert (wrong.verified, wrong.outcome) == (False, "exhausted")
    assert broken.outcome == "error"
    assert "nonsense" in broken.reasons[0]
    lines = [json.loads(line) for line in (folder / "records.jsonl").read_text(encoding="utf-8").splitlines()]
    assert {line["id"] for line in lines} == {"good", "false", "broken"}
    summary = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
    assert summary["all"]["num_solved"] == 1
    assert summary["config"]["sets"] == [str(problems)]
    assert summary["evaluator"].startswith("catalogue-")
    with pytest.raises(UsageError, match="already holds a run"):
        run(config, folder)


def test_the_test_split_is_the_default() -> None:
    assert RunConfig(sets=("logic",)).split is Split.TEST
