"""Fifty kills, of the learner, of the whole run, of actors and of Lean, lose and double nothing and leave no process behind.

The kill of the service while it learns is tested by `tests/runtime/test_killed.py` (every write of the runtime) and by
`tests/runtime/test_failures.py`.
"""

from __future__ import annotations

import json
import random
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from reaprover.lean.toolchain import EmbeddedToolchain
from reaprover.train.audit import audit
from tests.train.small_run import check_folder, lines

pytestmark = [pytest.mark.lean, pytest.mark.model, pytest.mark.slow, pytest.mark.timeout(1800)]

ROOT = Path(__file__).parents[2]
PATIENCE_S = 180.0
NUM_LEARNERS, NUM_RUNS, NUM_ACTORS, NUM_LEANS = 22, 12, 6, 10


class Nursery:
    """Processes that go on with a run, one after the other."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.train.nursery"]
        self.process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._waiting = b""

    def start(self, folder: Path, kind: str, fatal: int = 0) -> psutil.Process:
        """A new life of the run in `folder`."""
        assert self.process.stdin is not None
        self.process.stdin.write((json.dumps({"folder": str(folder), "kind": kind, "fatal": fatal}) + "\n").encode())
        self.process.stdin.flush()
        word, _, pid = self.hear(PATIENCE_S).partition(" ")
        assert word == "pid"
        return psutil.Process(int(pid))

    def hear(self, timeout_s: float) -> str:
        """The next word; empty if none comes in time."""
        assert self.process.stdout is not None
        deadline_s = time.monotonic() + timeout_s
        while b"\n" not in self._waiting:
            left_s = deadline_s - time.monotonic()
            if left_s <= 0 or not select.select([self.process.stdout], [], [], left_s)[0]:
                return ""
            data = self.process.stdout.read1(4096)  # type: ignore[attr-defined]  # it is a buffered reader
            assert data, "the nursery died"
            self._waiting += data
        line, _, self._waiting = self._waiting.partition(b"\n")
        return line.decode()

    def kill(self, life: psutil.Process) -> None:
        """SIGKILL, after which nothing that the life had started may go on."""
        family = life.children(recursive=True)
        life.kill()
        word = self.hear(PATIENCE_S)
        assert (self.hear(PATIENCE_S) if word == "now" else word) == "ended -9"  # it may have said so just before
        self.require_gone(family)

    def require_gone(self, family: list[psutil.Process]) -> None:
        deadline_s = time.monotonic() + PATIENCE_S
        alive = family
        while alive and time.monotonic() < deadline_s:
            _, alive = psutil.wait_procs(alive, timeout=0.5)
            alive = [process for process in alive if process.is_running() and process.status() != psutil.STATUS_ZOMBIE]
        assert not alive, [(process.pid, process.cmdline()[-3:]) for process in alive]

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(PATIENCE_S)
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.fixture(scope="module")
def nursery(toolchain: EmbeddedToolchain) -> Iterator[Nursery]:
    pytest.importorskip("peft")
    made = Nursery()
    yield made
    made.close()


@pytest.fixture(scope="module")
def played(nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run whose self-play is done and whose learning has not begun."""
    from reaprover.train.run import TrainingRun
    from tests.train.nursery import CONFIGS

    folder = tmp_path_factory.mktemp("played") / "run"
    with TrainingRun(folder, CONFIGS["learn"]) as run:
        assert not run.go((folder / "phases" / "00-play" / "done.json").exists)
    return folder


def test_a_learner_that_is_killed_again_and_again_ends_with_the_weights_of_one_that_is_not(
    nursery: Nursery, played: Path, tmp_path: Path
) -> None:
    whole, killed = (shutil.copytree(played, tmp_path / name) for name in ("whole", "killed"))
    nursery.start(whole, "learn")
    assert [nursery.hear(PATIENCE_S), nursery.hear(PATIENCE_S)] == ["done", "ended 0"]
    rng, steps = random.Random(4), {"01-base": 0, "02-adapter": 0}
    num_kills = 0
    while num_kills < NUM_LEARNERS:
        life = nursery.start(killed, "learn", fatal=rng.randrange(8, 30))
        moment_s = rng.choice((PATIENCE_S, PATIENCE_S, rng.uniform(1.0, 4.0)))
        word = nursery.hear(moment_s)
        if word == "done":
            assert nursery.hear(PATIENCE_S) == "ended 0"
            break
        assert word in ("now", "")
        nursery.kill(life)
        num_kills += 1
        for phase in steps:
            found = [int(path.name.removeprefix("step-")) for path in (killed / "phases" / phase / "checkpoints").glob("step-*")]
            assert max(found, default=0) >= steps[phase]  # no update that was on the disk is ever lost
            steps[phase] = max(found, default=0)
    assert num_kills >= NUM_LEARNERS - 6
    nursery.start(killed, "learn")
    assert [nursery.hear(PATIENCE_S), nursery.hear(PATIENCE_S)] == ["done", "ended 0"]
    for folder in (whole, killed):
        for phase, num_steps in (("01-base", 24), ("02-adapter", 20)):
            assert [line["step"] for line in lines(folder / "phases" / phase / "metrics.jsonl")] == [*range(1, num_steps + 1)]
    expected, found = (lines(folder / "metrics.jsonl") for folder in (whole, killed))
    assert [record["phase"] for record in found] == ["play", "base", "adapter"]
    for name in ("weights", "steps", "tokens", "held_out"):
        assert [record[name] for record in found[1:]] == [record[name] for record in expected[1:]], name
    assert (killed / "base/model.safetensors").read_bytes() == (whole / "base/model.safetensors").read_bytes()
    assert (killed / "newest.json").read_bytes() == (whole / "newest.json").read_bytes()
    assert not list(killed.rglob(".*.tmp-*"))


def test_a_run_whose_processes_are_killed_counts_each_game_once(nursery: Nursery, toolchain: EmbeddedToolchain, tmp_path: Path) -> None:
    rng = random.Random(8)
    for _ in range(NUM_RUNS):  # the whole run, at a write or at any moment
        life = nursery.start(tmp_path, "play", fatal=rng.randrange(6, 60))
        word = nursery.hear(rng.choice((PATIENCE_S, rng.uniform(3.0, 9.0))))
        assert word in ("now", "")
        nursery.kill(life)
        assert_about_the_same(tmp_path)
    life = nursery.start(tmp_path, "play")
    games_before, num_leans, num_actors, deadline_s = -1, 0, 0, time.monotonic() + 6 * PATIENCE_S
    while (num_leans, num_actors) != (NUM_LEANS, NUM_ACTORS):
        assert nursery.hear(rng.uniform(0.2, 1.0)) == ""
        assert time.monotonic() < deadline_s
        family = life.children(recursive=True)
        leans = [one for one in family if is_called(one, "launcher-")]
        actors = [one for one in life.children() if is_called(one, "spawn_main")]  # what an actor has just forked is called so as well
        num_games = sum(b'"error"' not in line for line in lines_so_far(tmp_path / "games.jsonl"))  # a death makes errors of games
        if num_actors < NUM_ACTORS and actors and num_games > games_before and rng.random() < 0.4:
            rng.choice(actors).kill()
            games_before, num_actors = num_games, num_actors + 1
            nursery.require_gone(actors)  # the pool is made anew
        elif num_leans < NUM_LEANS and leans:
            rng.choice(leans).kill()
            num_leans += 1
    family = life.children(recursive=True)
    (tmp_path / "STOP").touch()
    assert [nursery.hear(PATIENCE_S), nursery.hear(PATIENCE_S)] == ["done", "ended 0"]
    nursery.require_gone(family)
    num_games, num_solutions = check_folder(tmp_path, in_flight=None)
    assert num_games >= 20
    assert num_solutions >= 5
    errors = [line for line in lines(tmp_path / "games.jsonl") if line["outcome"] == "error"]
    assert len(errors) <= 4 * NUM_ACTORS + NUM_LEANS
    assert audit(tmp_path / "replay", toolchain, num_transitions=6).is_clean


def is_called(process: psutil.Process, word: str) -> bool:
    try:
        return any(word in part for part in process.cmdline())
    except psutil.Error:
        return False


def lines_so_far(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines() if path.exists() else []


def assert_about_the_same(folder: Path) -> None:
    """No two lines about one game, nothing in the store twice; a dead run may know of less than its store, for the next one to count."""
    names = [json.loads(line)["game"] for line in lines_so_far(folder / "games.jsonl") if line.endswith(b"}")]
    assert len(set(names)) == len(names)
