from __future__ import annotations

import json
import shutil
import subprocess
import sys
from dataclasses import asdict, replace
from pathlib import Path

import psutil
import pytest

from reaprover.errors import InputError, UsageError
from reaprover.evals import Record, RunConfig, read_records, read_states, run, summarise
from reaprover.evals.runner import tasks_of
from reaprover.problems import Split
from reaprover.verify.receipt import read_receipt
from reaprover.verify.strict import Level


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


def test_disproofs_vacuous_proofs_and_restated_answers_are_listed_apart_and_solve_nothing() -> None:
    records = [
        Record("a", "s", "proved", True),
        Record("b", "s", "disproved", True),
        Record("c", "s", "proved", True, flags=("vacuous",)),
        Record("d", "s", "proved", True, flags=("answer_restated", "vacuous")),
        Record("e", "s", "proved", True, flags=("some_other_flag",)),
        Record("f", "s", "proved", False, flags=("vacuous",)),
    ]
    summary = summarise(records)
    assert (summary.num_problems, summary.num_solved) == (6, 2)
    assert summary.apart == {"answer_restated": 1, "disproved": 1, "vacuous": 1}
    assert [record.apart for record in records] == ["", "disproved", "vacuous", "answer_restated", "", ""]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"seconds": 0}, "seconds"),
        ({"seconds": float("nan")}, "seconds"),
        ({"num_processes": 0}, "num_processes"),
        ({"evaluator": "oracle"}, "no evaluator 'oracle'"),
        ({"seconds": None}, "no limit is set"),
        ({"simulations": 0}, "simulations is 0"),
        ({"seeds": ()}, "seeds are"),
        ({"seeds": (1, 1)}, "seeds are"),
        ({"evaluator": "model:x", "num_candidates": 65}, "num_candidates is 65; expected at most 64 for model"),
        ({"evaluator": "ranked:x", "num_candidates": 81}, "num_candidates is 81; expected at most 80 for ranked"),
    ],
)
def test_a_wrong_configuration_is_refused(values: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        RunConfig(sets=("logic",), **values)  # type: ignore[arg-type]  # wrong on purpose


GOOD = "theorem good (p q : Prop) (h : p ∧ q) : q ∧ p := by sorry"
HARD = "theorem hard (f : Nat → Nat) (h : ∀ n, f (f n) = f (n + 1) + n) : f 3 < f 7 := by sorry"


def problem_file(folder: Path, **statements: str) -> str:
    file = folder / "mine.jsonl"
    rows = [{"id": name, "formal_statement": statement} for name, statement in statements.items()]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return str(file)


@pytest.mark.lean
def test_a_run_leaves_one_checked_record_a_problem_and_a_summary(tmp_path: Path) -> None:
    file = problem_file(
        tmp_path, good=GOOD, false="theorem wrong (p q : Prop) (h : p) : q := by sorry", broken="theorem broken : nonsense := by sorry"
    )
    folder = tmp_path / "run"
    config = RunConfig(sets=(file,), split=None, seconds=3, level=Level.FAST, keep_states=True)
    seen: list[str] = []
    records = run(config, folder, record_fn=lambda record: seen.append(record.id))
    assert [record.id for record in records] == ["good", "false", "broken"]
    assert sorted(seen) == ["broken", "false", "good"]
    good, wrong, broken = records
    assert good.verified
    assert good.script
    assert 0 < good.strict_s < good.elapsed_s
    assert good.lean_cpu_s > 0
    assert (wrong.verified, wrong.outcome) == (False, "exhausted")
    assert broken.outcome == "error"
    assert "nonsense" in broken.reasons[0]
    assert read_records(folder) == list(records)
    summary = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
    assert summary["all"]["num_solved"] == 1
    assert summary["config"]["sets"] == [file]
    assert summary["evaluator"].startswith("catalogue-")

    (place,) = (folder / "proofs").iterdir()
    assert good.script in (place / "proof.lean").read_text(encoding="utf-8")
    assert read_receipt(place / "receipt.json")["record_sha256"] == good.receipt

    states = {entry["id"]: entry["states"] for entry in read_states(folder)}
    assert {state["distance"] for state in states["false"]} == {None}
    assert max(state["distance"] for state in states["good"]) == good.num_steps
    assert "broken" not in states, "what infrastructure ended is no evidence"

    again = run(config, folder, record_fn=lambda record: pytest.fail(f"{record.id} was run again"))
    assert again == records
    with pytest.raises(UsageError, match=r"already holds another run; config\.seconds: found 3, expected 4"):
        run(replace(config, seconds=4), folder)


@pytest.mark.lean
def test_flags_of_the_receipt_decide_what_a_run_counts_also_for_records_of_before_they_had_flags(tmp_path: Path) -> None:
    file = problem_file(tmp_path, good=GOOD, empty="theorem empty (n : Nat) (h : n < 0) : n = 7 := by sorry")
    folder = tmp_path / "run"
    config = RunConfig(sets=(file,), split=None, seconds=10, level=Level.STRICT)
    good, empty = run(config, folder)
    assert (good.verified, good.is_solved, good.flags) == (True, True, ())
    assert (empty.verified, empty.is_solved, empty.flags) == (True, False, ("vacuous",))
    summary = json.loads((folder / "summary.json").read_text(encoding="utf-8"))["all"]
    assert (summary["num_solved"], summary["apart"]) == (1, {"vacuous": 1})

    log = folder / "records.jsonl"
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    log.write_text("".join(json.dumps({k: v for k, v in line.items() if k != "flags"}) + "\n" for line in lines), encoding="utf-8")
    assert read_records(folder) == [good, empty]
    shutil.rmtree(folder / "proofs")
    with pytest.raises(InputError, match="lacks the receipt of a verified proof"):
        read_records(folder)


@pytest.mark.lean
def test_a_killed_run_leaves_no_workers_and_goes_on_where_it_stopped(tmp_path: Path) -> None:
    file = problem_file(tmp_path, good=GOOD, hard=HARD)
    folder = tmp_path / "run"
    config = RunConfig(sets=(file,), split=None, seconds=5, level=Level.FAST, num_processes=2)
    code = (
        "from pathlib import Path; from reaprover.evals import RunConfig, run; from reaprover.verify.strict import Level\n"
        "if __name__ == '__main__':\n"
        f"    run(RunConfig(sets=({file!r},), split=None, seconds=5, level=Level.FAST, num_processes=2), Path({str(folder)!r}),"
        " record_fn=lambda record: print(record.id, flush=True))\n"
    )
    script = tmp_path / "started.py"
    script.write_text(code, encoding="utf-8")
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True) as started:
        assert started.stdout is not None
        assert started.stdout.readline() == "good\n"
        workers = psutil.Process(started.pid).children(recursive=True)
        started.kill()
    assert psutil.wait_procs(workers, timeout=30)[1] == []
    (first,) = read_records(folder)
    with (folder / "records.jsonl").open("a", encoding="utf-8") as log:
        log.write('{"id": "hard", "set": "to')  # what a kill may leave of a line
    seen: list[str] = []
    records = run(config, folder, record_fn=lambda record: seen.append(record.id))
    assert seen == ["hard"]
    assert records[0] == first
    assert read_records(folder) == list(records)


@pytest.mark.lean
def test_a_worker_that_dies_costs_its_own_attempt_and_no_other(tmp_path: Path) -> None:
    file = problem_file(tmp_path, good=GOOD, hard=HARD, other=GOOD.replace("good", "other"))

    def kill_workers(record: Record) -> None:
        if record.id == "good":
            for child in psutil.Process().children():
                if "spawn_main" in " ".join(child.cmdline()):
                    child.kill()

    records = run(
        RunConfig(sets=(file,), split=None, seconds=30, level=Level.FAST, num_processes=2), tmp_path / "run", record_fn=kill_workers
    )
    assert [record.id for record in records] == ["good", "hard", "other"]
    good, hard, other = records
    assert good.verified
    assert (hard.outcome, hard.reasons) == ("error", ("a worker process died",))
    assert hard.is_infrastructure
    assert other.verified or other.outcome == "error"  # it may have been handed out before the others were killed


def test_a_torn_last_line_is_no_record_and_a_damaged_whole_line_is_an_error(tmp_path: Path) -> None:
    line = json.dumps(asdict(Record("a", "s", "proved", True, script="x\u2028y")), ensure_ascii=False)
    file = tmp_path / "records.jsonl"
    file.write_text(f"{line}\n{line[:20]}", encoding="utf-8")
    assert read_records(tmp_path) == [Record("a", "s", "proved", True, script="x\u2028y")]
    file.write_text(f'{line}\n{{"id": 1}}\n', encoding="utf-8")
    with pytest.raises(InputError, match=r"records.jsonl, line 2: is no record"):
        read_records(tmp_path)


def test_attempts_go_seed_by_seed_through_the_sets(tmp_path: Path) -> None:
    config = RunConfig(sets=("logic", "nat"), seeds=(3, 1), num_problems=2)
    assert [(task.seed, task.set) for task in tasks_of(config)] == [(3, "logic")] * 2 + [(3, "nat")] * 2 + [(1, "logic")] * 2 + [
        (1, "nat")
    ] * 2


def test_the_test_split_is_the_default() -> None:
    assert RunConfig(sets=("logic",)).split is Split.TEST
