"""REAP's raw tree and observer stream: golden tree, round trips, consistency checks; our event log; views."""

from __future__ import annotations

import io
import json
import math
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from reaprover.cli.tree import app, read_tree
from reaprover.core import Outcome
from reaprover.errors import InputError
from reaprover.search import views
from reaprover.search.raw_tree import RawTree, raw_tree, read_raw_tree, write_raw_tree
from reaprover.search.reap_observer import ReapObserver, outcome_of, read_observer, reap_result
from reaprover.search.search import TREE_FILE
from reaprover.search.store import FORMAT, SavedSearch, save

from .golden import RUNS, play, rules_of
from .test_golden import assert_close

GOLDEN_TREE: dict[str, Any] = RUNS["reap/as_run"]["raw_tree"]


def raw(name: str) -> RawTree:
    return raw_tree(play(RUNS[name]).tree, rules_of(RUNS[name]))


def test_the_golden_raw_tree_is_written() -> None:
    assert_close(json.loads(write_raw_tree(raw("reap/as_run"))), GOLDEN_TREE)


@pytest.mark.invariant
@pytest.mark.parametrize("name", RUNS)
def test_a_raw_tree_written_and_read_back_is_identical(name: str) -> None:
    text = write_raw_tree(raw(name))
    assert "\n" not in text[:-1]
    assert write_raw_tree(read_raw_tree(text)) == text


def test_a_raw_tree_of_another_writer_is_read() -> None:
    """Unknown keys, other key order, whole numbers and texts for numbers that are not finite."""
    edge = {"numVisit": 1.0, "value": -1, "probability": 1, "tacticStr": "rfl", "note": "x"}
    extra = {"U": "NaN", "Q": "-Infinity", "c": 1, "score": "Infinity", "new": 0}
    data = {"numEvaluations": 1, "numVisit": 1, "valueSum": -1, "isSolved": True, "isPartial": False, "toPlay": "OR", "state": ["⊢ P"]}
    root = {"children": [{"childIndex": 1, "extra": extra, "edge": edge}], "data": data}
    foreign = {"extra_key": 1, "nodes": [root, {"data": {**data, "state": []}, "children": []}]}
    tree = read_raw_tree(json.dumps(foreign))
    found = tree.nodes[0].children[0]
    assert (found.score, found.q, found.c, found.num_visits) == (math.inf, -math.inf, 1.0, 1)
    assert math.isnan(found.u)
    assert tree.is_solved


def damaged(change: Callable[[Any], None]) -> str:
    record = json.loads(json.dumps(GOLDEN_TREE))
    change(record)
    return json.dumps(record)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda r: r.pop("nodes"), "no nodes"),
        (lambda r: r["nodes"][2].pop("data"), "node 2"),
        (lambda r: r["nodes"][0]["children"][0].update(childIndex=999), "past the last node"),
        (lambda r: r["nodes"][3]["children"][0].update(childIndex=1), "later than its parent"),
        (lambda r: r["nodes"][0]["children"][0].update(childIndex=2), "two parents"),
        (lambda r: r["nodes"][0]["data"].update(toPlay="XOR"), "XOR"),
        (lambda r: r["nodes"][0]["data"].update(numVisit=-1), "no count"),
        (lambda r: r["nodes"][0]["data"].update(valueSum="many"), "no number"),
        (lambda r: r["nodes"][0]["data"].update(isSolved=1), "neither true nor false"),
    ],
)
def test_a_damaged_raw_tree_is_refused_with_the_place(change: Callable[[Any], None], message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_raw_tree(damaged(change))


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=200) | st.recursive(st.none() | st.integers() | st.text(), st.lists).map(json.dumps))
def test_whatever_is_no_raw_tree_is_refused_as_input(text: str) -> None:
    with pytest.raises(InputError):
        read_raw_tree(text)


def observe(name: str, checkpoint_every: int = 5) -> list[str]:
    stream = io.StringIO()
    ticks = iter(range(1_000_000))
    observer = ReapObserver(
        stream, rules_of(RUNS[name]), session_id="s", tree_id="t", policy_version="p", checkpoint_every=checkpoint_every,
        monotonic_ns_fn=lambda: next(ticks),
    )  # fmt: skip
    observer.checkpoint(play(RUNS[name], [observer]).tree)
    return stream.getvalue().splitlines()


@pytest.mark.parametrize("name", RUNS)
def test_the_observer_stream_is_consistent_with_itself_and_the_golden_run(name: str) -> None:
    trace = read_observer(observe(name))
    run = RUNS[name]
    fates = [fate for simulation in run["simulations"] for _, fate, *_ in simulation["candidates"]]
    ours = {"created": "created", "merged": "merged", "rejected": "eval_rejected", "ancestor": "ancestor_rejected"}
    for fate, disposition in ours.items():
        assert trace.num_by_disposition.get(disposition, 0) == fates.count(fate)
    assert trace.num_by_kind["backup"] == sum(len(simulation["backup"]) for simulation in run["simulations"])
    assert trace.num_by_kind["selection"] == sum(len(simulation["selection"]) for simulation in run["simulations"])
    generations = {event["generation_index"] for event in trace.events if event["kind"] == "generation"}
    assert generations <= set(range(run["simulations_used"]))


@pytest.mark.parametrize(
    ("kind", "change", "message"),
    [
        ("backup", lambda e: e.update(backed_up_value=e["backed_up_value"] - 1), "another W"),
        ("backup", lambda e: e.update(sequence=e["sequence"] + 1), "sequence"),
        ("eval", lambda e: e.update(generation_index=77), "not generated"),
        ("eval", lambda e: e.update(disposition="lost"), "unknown disposition"),
        ("selection", lambda e: e.update(kind="selecting"), "unknown kind"),
        ("generation", lambda e: e.pop("kind"), "cannot be read"),
        ("checkpoint", lambda e: e["tree"]["nodes"][0]["data"].update(numVisit=99), "another N"),
        ("selection", lambda e: e.update(schema_version="v0"), "schema"),
    ],
)
def test_an_inconsistent_stream_is_refused_with_the_line(kind: str, change: Callable[[Any], None], message: str) -> None:
    lines = observe("paper/published")
    at = next(i for i, line in enumerate(lines) if json.loads(line)["kind"] == kind)
    event = json.loads(lines[at])
    change(event)
    lines[at] = json.dumps(event)
    with pytest.raises(InputError, match=message):
        read_observer(lines)


def test_a_stream_with_candidates_that_nobody_judged_is_refused() -> None:
    lines = observe("paper/published", 0)
    last = max(i for i, line in enumerate(lines) if json.loads(line)["kind"] == "eval")
    kept = [json.loads(line) for line in lines[:last]]
    with pytest.raises(InputError, match="without a disposition"):
        read_observer([json.dumps(event) for event in kept])


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        ("solved", Outcome.PROVED),
        ("exhausted", Outcome.EXHAUSTED),
        ("exception", Outcome.ERROR),
        ("script_extraction_failed", Outcome.ERROR),
        ("final_check_failed", Outcome.REJECTED),
        ("replay_check_failed", Outcome.REJECTED),
    ],
)
def test_status_words_of_reap_map_to_outcomes(status: str, outcome: Outcome) -> None:
    assert outcome_of(status) is outcome
    with pytest.raises(InputError, match="solved"):
        outcome_of("won")


def test_the_result_record_of_reap_has_its_keys() -> None:
    record = reap_result(Outcome.PROVED, "rfl", "", session_id="s", elapsed_ns=5)
    assert record == {
        "schema_version": "reap.training.result.v1", "session_id": "s", "elapsed_ns": 5, "solved": True, "status": "solved",
        "proof_script": "rfl", "error": None,
    }  # fmt: skip


# -- views and the command line


def test_numbers_about_a_tree() -> None:
    found = views.stats(raw("paper/published"))
    nodes = RUNS["paper/published"]["nodes"]
    assert found["nodes"] == len(nodes)
    assert found["batches"] == sum(node["batches"] for node in nodes)
    assert found["solved_nodes"] == sum(node["solved"] for node in nodes)
    assert found["root_value"] == pytest.approx(nodes[0]["W"] / nodes[0]["N"])
    assert found["and_nodes"] == 1
    assert found["dead_ends"] == 1  # Q2


def test_the_outline_shows_every_node_once_and_hides_what_it_is_told_to() -> None:
    tree = raw("paper/published")
    lines = views.text(tree).split("\n")
    assert len(lines) == len(tree.nodes)
    assert lines[0].startswith("✓ root  [0 N=14 V=-16.19]")
    assert any("AND" in line and "2 goals" in line for line in lines)
    assert "1 more" in views.text(tree, max_children=1)
    assert "below" in views.text(tree, max_depth=1)
    assert "apply foo" not in views.text(tree, visited_only=True)
    assert all(len(line) <= 30 for line in views.text(tree, width=30).split("\n"))


def test_graphviz_output_quotes_what_goals_and_tactics_hold() -> None:
    record = json.loads(json.dumps(GOLDEN_TREE))
    record["nodes"][0]["children"][0]["edge"]["tacticStr"] = 'exact "a\\b"\nrfl'
    text = views.dot(read_raw_tree(json.dumps(record)), visited_only=False)
    assert 'label="exact \\"a\\\\b\\"\\nrfl"' in text
    assert text.count(" -> ") == len(record["nodes"]) - 1


def test_deep_trees_are_shown_without_recursion() -> None:
    count = 10_000
    flags = {"toPlay": "OR", "isPartial": False, "isSolved": False}
    node = {"data": {"state": ["g"], **flags, "valueSum": -1.0, "numVisit": 1, "numEvaluations": 1}}
    edge = {"tacticStr": "t", "probability": 1.0, "value": -1.0, "numVisit": 1}
    nodes = [{**node, "children": [{"edge": edge, "childIndex": i + 1}] if i < count - 1 else []} for i in range(count)]
    tree = read_raw_tree(json.dumps({"solution": None, "nodes": nodes}))
    assert views.text(tree, width=40).count("\n") == count - 1
    assert views.stats(tree)["max_depth"] == count - 1
    assert views.dot(tree).count("->") == count - 1


@pytest.fixture
def folder(tmp_path: Any) -> Any:
    run = RUNS["paper/published"]
    result = play(run)
    save(tmp_path / TREE_FILE, SavedSearch(result.tree, rules_of(run), result.counters, {}))
    (tmp_path / "raw_tree.json").write_text(json.dumps(GOLDEN_TREE), encoding="utf-8")
    return tmp_path


def test_the_command_line_reads_run_folders_and_both_formats(folder: Any) -> None:
    runner = CliRunner()
    for path, first in ((folder, "N=14"), (folder / TREE_FILE, "N=14"), (folder / "raw_tree.json", "N=19")):
        shown = runner.invoke(app, ["show", str(path)])
        assert shown.exit_code == 0
        assert first in shown.stdout.split("\n")[0]
    counted = runner.invoke(app, ["stats", "--json", str(folder)])
    assert json.loads(counted.stdout)["root_visits"] == 14
    assert "root visits" in runner.invoke(app, ["stats", str(folder)]).stdout


def test_the_command_line_exports_all_forms(folder: Any) -> None:
    runner = CliRunner()
    assert runner.invoke(app, ["export", str(folder)]).stdout.startswith("digraph")
    exported = runner.invoke(app, ["export", "--format", "raw", str(folder)]).stdout
    assert exported == write_raw_tree(read_tree(folder))
    pretty = runner.invoke(app, ["export", "--format", "json", str(folder / "raw_tree.json")]).stdout
    assert json.loads(pretty) == GOLDEN_TREE


@pytest.mark.parametrize("content", [None, b"", b"\xff\xfe", b"{}", f'{{"format":"{FORMAT}"}}'.encode()])
def test_files_that_are_no_trees_are_refused_by_name(content: bytes | None, tmp_path: Any) -> None:
    file = tmp_path / "x.json"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(InputError, match=r"x\.json"):
        read_tree(file)
    with pytest.raises(InputError, match=r"tree\.json"):
        read_tree(tmp_path)
