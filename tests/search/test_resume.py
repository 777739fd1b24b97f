"""A search that is saved, loaded and continued ends with the tree of one that ran through; kills included."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reaprover.core import Outcome, ProofState, TacticResult
from reaprover.errors import InputError, UsageError
from reaprover.search import Budget, SearchConfig, SearchResult, search
from reaprover.search.events import EventLog, read_events
from reaprover.search.search import EVENTS_FILE, TREE_FILE
from reaprover.search.store import load, tree_from_json, tree_to_json
from reaprover.testing.tables import TABLE_THEOREM, TableChecker

from .golden import RUNS, environment, evaluator, rules_of
from .resume_worker import run
from .toys import Constant, Endless

REPOSITORY = Path(__file__).parents[2]
WORKER = [sys.executable, "-m", "tests.search.resume_worker"]
CONFIGS = ["paper", "pseudocode", "reap", "best-first", "best-first-widening", "best-first-whole", "beam"]


def outcome_of(result: SearchResult) -> Any:
    counters = result.counters
    spent = (counters.simulations, counters.created, counters.merged, counters.rejections, dict(counters.refused))
    return json.loads(json.dumps([tree_to_json(result.tree), result.outcome.value, result.script, spent]))


@pytest.mark.invariant
@pytest.mark.parametrize("name", RUNS)
def test_every_cut_point_of_a_golden_run_ends_in_the_same_tree(name: str, tmp_path: Path) -> None:
    def play(folder: Path | None, simulations: int) -> SearchResult:
        config = SearchConfig(rules=rules_of(RUNS[name]), budget=Budget(num_simulations=simulations))
        where, who = environment(), evaluator()
        return search(TABLE_THEOREM, where, who, TableChecker(), config, folder=folder, resume=folder is not None)

    whole = outcome_of(play(None, 20))
    for cut in range(21):
        folder = tmp_path / str(cut)
        play(folder, cut)
        assert outcome_of(play(folder, 20)) == whole


@pytest.mark.invariant
@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10_000), cuts=st.lists(st.integers(0, 39), max_size=4), name=st.sampled_from(CONFIGS))
def test_any_cuts_of_a_random_search_end_in_the_same_tree(
    seed: int, cuts: list[int], name: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("cut")
    for cut in sorted(cuts):
        run(folder, seed, name, simulations=cut)
    assert outcome_of(run(folder, seed, name)) == outcome_of(run(None, seed, name))


def kill_and_resume(folder: Path, seed: int, name: str, rng: random.Random) -> None:
    """Kill the search at a random moment up to three times, then let it end, and compare."""
    for _ in range(rng.randint(1, 3)):
        command = [*WORKER, str(folder), str(seed), name, "0.004"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=REPOSITORY)
        assert process.stdout is not None
        process.stdout.readline()
        try:
            process.wait(timeout=rng.uniform(0.0, 0.3))
        except subprocess.TimeoutExpired:
            os.kill(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()
    assert outcome_of(run(folder, seed, name)) == outcome_of(run(None, seed, name))
    events = read_events(folder / EVENTS_FILE)
    assert [event["seq"] for event in events] == sorted({event["seq"] for event in events})
    saved = load(folder / TREE_FILE)
    backups = [event for event in events if event["event"] == "backup"]
    assert len(backups) == saved.counters.simulations  # what stands in the log is what is in the tree
    assert not list(folder.glob(".*tmp*"))


@pytest.mark.invariant
@pytest.mark.parametrize("seed", range(6))
def test_a_search_killed_at_random_moments_ends_in_the_same_tree(seed: int, tmp_path: Path) -> None:
    kill_and_resume(tmp_path, seed, CONFIGS[seed], random.Random(seed))


@pytest.mark.slow
@pytest.mark.invariant
@pytest.mark.timeout(1800)
def test_two_hundred_searches_killed_at_random_moments_end_in_identical_trees(tmp_path: Path) -> None:
    for seed in range(200):
        kill_and_resume(tmp_path / str(seed), seed, CONFIGS[seed % len(CONFIGS)], random.Random(seed))


@pytest.mark.invariant
def test_numbers_read_back_bit_for_bit(tmp_path: Path) -> None:
    result = run(tmp_path, 3, "paper")
    again = load(tmp_path / TREE_FILE).tree
    for node, copy in zip(result.tree.nodes, again.nodes, strict=True):
        for slot in set(node.__slots__) - {"state", "known", "children", "withdrawn", "contenders"}:
            assert getattr(node, slot) == getattr(copy, slot), slot
        assert list(node.children) == list(copy.children)
        assert node.known == copy.known
        assert node.goals == copy.goals


@pytest.mark.invariant
def test_a_tree_of_depth_ten_thousand_is_saved_and_read() -> None:
    rules = rules_of(RUNS["paper/published"]).override(max_depth=20_000, sampling_c=0.0)
    config = SearchConfig(rules=rules, budget=Budget(num_simulations=1))
    tree = search(TABLE_THEOREM, Endless(), Constant("t"), TableChecker(), config).tree
    where, node = Endless(), tree.nodes[-1]
    while len(tree) < 10_001:
        assert node.state is not None
        node = tree.add(node, node.kind, where.apply_batch(node.state, ["t"])[0].state)
        node.action = "t"
    record = json.loads(json.dumps(tree_to_json(tree)))
    again = tree_from_json(record, config.rules, "here")
    assert len(again) == 10_001
    assert again.nodes[-1].depth == 10_000


class Changed(Endless):
    """Answers with another state than before, at one depth, after the first process."""

    def __init__(self, wrong_depth: int | None) -> None:
        super().__init__()
        self.wrong_depth = wrong_depth

    def _step(self, goals: list[str], tactic: str) -> list[str] | None:
        after = super()._step(goals, tactic)
        return ["another"] if after is not None and after[0] == str(self.wrong_depth) and tactic == "a" else after


def test_a_state_that_does_not_come_back_is_named_and_its_edge_withdrawn(tmp_path: Path) -> None:
    config = SearchConfig(budget=Budget(num_simulations=4))
    search(TABLE_THEOREM, Endless(), Constant("a"), TableChecker(), config, folder=tmp_path)
    longer = SearchConfig(budget=Budget(num_simulations=6))
    result = search(TABLE_THEOREM, Changed(2), Constant("a"), TableChecker(), longer, folder=tmp_path, resume=True)
    assert result.counters.unreproducible == 1
    assert result.tainted
    assert list(result.tree.nodes[1].withdrawn) == [2]
    assert result.tree.nodes[1].known == {"a": "unreproducible"}
    errors = [event for event in read_events(tmp_path / EVENTS_FILE) if event["event"] == "env_error"]
    assert errors[0]["node"] == 2
    assert "'a'" in errors[0]["error"]


def test_a_root_that_does_not_come_back_is_an_error(tmp_path: Path) -> None:
    class OtherRoot(Endless):
        def initial_state(self) -> ProofState:
            return self._state(["other"], in_part=False)

    config = SearchConfig(budget=Budget(num_simulations=1))
    search(TABLE_THEOREM, Endless(), Constant("a"), TableChecker(), config, folder=tmp_path)
    longer = SearchConfig(budget=Budget(num_simulations=3))
    result = search(TABLE_THEOREM, OtherRoot(), Constant("a"), TableChecker(), longer, folder=tmp_path, resume=True)
    assert result.outcome is Outcome.ERROR
    assert "node 0" in result.error


def test_states_are_replayed_only_when_they_are_needed(tmp_path: Path) -> None:
    class Counting(Endless):
        applied: list[str]

        def apply_batch(self, state: ProofState, tactics: Sequence[str]) -> list[TacticResult]:
            self.applied = [*getattr(self, "applied", []), *tactics]
            return super().apply_batch(state, tactics)

    config = SearchConfig(budget=Budget(num_simulations=5))
    search(TABLE_THEOREM, Endless(), Constant("a"), TableChecker(), config, folder=tmp_path)
    where = Counting()
    more = SearchConfig(budget=Budget(num_simulations=7))
    result = search(TABLE_THEOREM, where, Constant("a"), TableChecker(), more, folder=tmp_path, resume=True)
    assert where.applied == ["a"] * 7  # five to rebuild the leaf, two new ones
    assert result.counters.applications == 12


def test_a_folder_with_a_search_is_neither_overwritten_nor_continued_as_another(tmp_path: Path) -> None:
    config = SearchConfig(budget=Budget(num_simulations=1))
    search(TABLE_THEOREM, Endless(), Constant("a"), TableChecker(), config, folder=tmp_path)
    with pytest.raises(UsageError, match="resume it"):
        search(TABLE_THEOREM, Endless(), Constant("a"), TableChecker(), config, folder=tmp_path)
    other = SearchConfig(rules=config.rules.override(c_init=2.0), budget=Budget(num_simulations=1))
    with pytest.raises(UsageError, match=r"another config\.rules\.c_init; found .0\.001., expected .2\.0."):
        search(TABLE_THEOREM, Endless(), Constant("a"), TableChecker(), other, folder=tmp_path, resume=True)
    with pytest.raises(UsageError, match="another environment"):
        search(TABLE_THEOREM, environment(), Constant("a"), TableChecker(), config, folder=tmp_path, resume=True)
    with pytest.raises(UsageError, match="without a folder"):
        search(TABLE_THEOREM, Endless(), Constant("a"), TableChecker(), config, resume=True)


def test_void_events_of_a_killed_process_are_left_out_and_a_torn_line_is_ended(tmp_path: Path) -> None:
    config = SearchConfig(budget=Budget(num_simulations=2))
    search(TABLE_THEOREM, Endless(), Constant("a"), TableChecker(), config, folder=tmp_path)
    log = tmp_path / EVENTS_FILE
    last = load(tmp_path / TREE_FILE).event_seq
    with log.open("a") as file:
        file.write(json.dumps({"seq": last + 1, "ts": "x", "event": "select", "path": [0]}) + "\n" + '{"seq": 99')
    more = SearchConfig(budget=Budget(num_simulations=3))
    search(TABLE_THEOREM, Endless(), Constant("a"), TableChecker(), more, folder=tmp_path, resume=True)
    events = read_events(log)
    opened = [event for event in events if event["event"] == "open"]
    assert [event.get("void_after") for event in opened] == [None, last]
    assert opened[1]["seq"] == last + 2
    assert sum(event["event"] == "select" for event in events) == 3


@pytest.mark.skipif(sys.platform == "win32", reason="file size limits are POSIX")
def test_a_full_disk_is_an_error_with_the_file_and_the_last_save_stays(tmp_path: Path) -> None:
    import resource

    folder, other = tmp_path / "full", tmp_path / "other"
    run(other, 3, "paper", simulations=1)
    limit = (other / TREE_FILE).stat().st_size + 500  # the first saves fit, later ones do not

    def small_files() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    command = [*WORKER, str(folder), "3", "paper", "0"]
    done = subprocess.run(command, preexec_fn=small_files, capture_output=True, text=True, check=True, cwd=REPOSITORY)
    outcome, _, message = done.stdout.split("\n")[1].partition(" ")
    assert outcome == "error"
    assert "cannot be written" in message
    assert str(folder) in message
    saved = load(folder / TREE_FILE)
    assert 0 < saved.counters.simulations < 40
    assert outcome_of(run(folder, 3, "paper")) == outcome_of(run(None, 3, "paper"))


def test_the_number_of_the_last_event_is_found_in_a_long_log(tmp_path: Path) -> None:
    log = tmp_path / EVENTS_FILE
    with log.open("w") as file:
        for seq in range(1, 40_001):
            file.write(json.dumps({"seq": seq, "ts": "x", "event": "select", "path": list(range(10))}) + "\n")
        file.write(json.dumps({"seq": 40_001, "ts": "x", "event": "eval", "tactic": "x" * 3_000_000}) + "\n")
    assert log.stat().st_size > 2**20
    opened = EventLog(log)
    assert opened.seq == 40_001
    opened.close()


def damage(record: dict[str, Any], path: Sequence[Any], value: Any) -> dict[str, Any]:
    copy = json.loads(json.dumps(record))
    at = copy
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return copy


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (["format"], "reaprover.tree/9", "reaprover.tree/1"),
        (["nodes", "parent", 1], 5, "node 1"),
        (["nodes", "parent", 0], 0, "root"),
        (["nodes", "visits", 1], -1, "visits"),
        (["nodes", "value_sum", 1], "1.0", "value_sum"),
        (["nodes", "action", 1], 10_000, "out of range"),
        (["nodes", "kind", 1], "XOR", "XOR"),
        (["nodes", "goals", 1], [True], "out of range"),
        (["nodes", "weight"], [1.0], "column weight"),
        (["nodes", "known", 0], [[0, None]], "fate"),
        (["texts"], "abc", "table of texts"),
        (["rules", "tau"], 0, "tau"),
        (["counters"], [], "header"),
    ],
)
def test_a_damaged_save_is_refused_with_what_is_wrong(path: list[Any], value: Any, message: str, tmp_path: Path) -> None:
    run(tmp_path, 1, "paper", simulations=5)
    file = tmp_path / TREE_FILE
    record = json.loads(file.read_text())
    file.write_text(json.dumps(damage(record, path, value)))
    with pytest.raises((InputError, UsageError), match=message):
        load(file)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "nonsense", "[" * 100_000])
def test_a_file_that_is_no_save_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / TREE_FILE
    file.write_text(text)
    with pytest.raises(InputError):
        load(file)
