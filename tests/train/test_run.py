"""A run goes from an empty folder to weights, stops and goes on at any place, and counts each game once, whenever it dies."""

from __future__ import annotations

import dataclasses
import json
import random
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from reaprover.core import CheckResult, Verdict
from reaprover.core import Transition as Step
from reaprover.errors import InputError, UsageError
from reaprover.lean.toolchain import EmbeddedToolchain
from reaprover.learn.replay import ReplayStore
from reaprover.problems import Split, load_set
from reaprover.train import run as module
from reaprover.train.config import TrainingConfig
from reaprover.train.games import Game, Verified
from reaprover.train.report import curve, read_metrics
from reaprover.train.run import Status, TrainingRun
from tests.learn.solutions import receipt
from tests.train.small_run import ADAPTER, BASE, MEASURE, PLAY, RANKED, check_folder, config, lines

pytestmark = pytest.mark.lean

WHOLE = config(PLAY, BASE, ADAPTER, RANKED, MEASURE)
NAMES = ["play", "base", "adapter", "ranked", "measure"]


def is_done(folder: Path, number: int, name: str) -> bool:
    return (folder / "phases" / f"{number:02d}-{name}" / "done.json").exists()


@pytest.fixture(scope="module")
def played(toolchain: EmbeddedToolchain, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that has played its first phase and stopped at the next one."""
    pytest.importorskip("peft")
    folder = tmp_path_factory.mktemp("played") / "run"
    with TrainingRun(folder, WHOLE) as run:
        assert not run.go(lambda: is_done(folder, 0, "play"))
    return folder


@pytest.fixture(scope="module")
def unbroken(played: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same run gone on with to its end, without a stop."""
    folder = tmp_path_factory.mktemp("unbroken") / "run"
    shutil.copytree(played, folder)
    with TrainingRun(folder, WHOLE) as run:
        assert run.go()
    return folder


# -- phases ----------------------------------------------------------------------------------------------------------------


@pytest.mark.model
@pytest.mark.slow
def test_a_run_goes_from_an_empty_folder_to_weights(unbroken: Path) -> None:
    metrics = lines(unbroken / "metrics.jsonl")
    assert [record["phase"] for record in metrics] == NAMES
    num_games, num_solutions = check_folder(unbroken)
    assert num_games >= 5
    assert num_solutions >= 3
    play, base, adapter, ranked, measure = metrics
    assert play["games"] + ranked["games"] == num_games
    assert play["verified"] + ranked.get("verified", 0) == num_solutions
    assert (base["steps"], adapter["steps"]) == (24, 20)
    assert adapter["parent"] == base["weights"] != adapter["weights"]
    assert ranked["checkpoint"] == measure["weights"] == adapter["weights"]
    assert measure["problems"] == {"logic": 1}
    assert (measure["policy"], measure["errors"]) == ("ranked", 0)
    assert (unbroken / "weights" / adapter["weights"] / "weights.json").is_file()


def test_a_run_may_begin_with_what_stands_there_before_anything_is_learnt(toolchain: EmbeddedToolchain, tmp_path: Path) -> None:
    with TrainingRun(tmp_path / "run", config(dataclasses.replace(MEASURE, policy="broad"))) as run:
        assert run.go()
    (point,) = curve(read_metrics(tmp_path / "run"))
    assert (point["policy"], point["minutes"], point["weights"], point["problems"]) == ("broad", 0.0, "", {"logic": 1})


def test_measuring_is_no_training() -> None:
    measured = {"kind": "Measure", "seconds": 600.0, "policy": "broad", "rate": 0.5, "solved": {}, "problems": {}, "weights": "abc"}
    assert [point["minutes"] for point in curve([measured, {"kind": "SelfPlay", "seconds": 120.0}, measured])] == [0.0, 2.0]


@pytest.mark.model
@pytest.mark.slow
def test_a_finished_run_does_nothing_more(unbroken: Path) -> None:
    before = {path: path.read_bytes() for path in unbroken.rglob("*.json*") if path.name != "matchmaker.json"}
    with TrainingRun(unbroken, WHOLE) as run:
        assert run.go()
    assert {path: path.read_bytes() for path in before} == before


@pytest.mark.model
@pytest.mark.slow
def test_a_run_that_is_stopped_in_every_phase_ends_with_the_same_weights(played: Path, unbroken: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    shutil.copytree(played, folder)
    stopped: set[str] = set()
    asks: list[str] = []

    def stop_fn() -> bool:
        phase = next(name for number, name in enumerate(NAMES) if not is_done(folder, number, name))
        asks.append(phase)
        if phase in stopped or asks.count(phase) < (2 if phase in ("ranked", "measure") else 9):
            return False
        stopped.add(phase)
        return True

    num_parts = 1
    while True:
        with TrainingRun(folder, WHOLE) as run:
            if run.go(stop_fn):
                break
        check_folder(folder)
        num_parts += 1
        assert num_parts < 9
    assert stopped == {"base", "adapter", "ranked", "measure"}
    assert num_parts == 5
    metrics = lines(folder / "metrics.jsonl")
    assert [record["phase"] for record in metrics] == NAMES
    for place in (1, 2):
        expected = lines(unbroken / "metrics.jsonl")[place]
        assert metrics[place]["weights"] == expected["weights"]  # a hash of all of them
        assert (metrics[place]["steps"], metrics[place]["tokens"]) == (expected["steps"], expected["tokens"])
        assert metrics[place]["held_out"] == expected["held_out"]
        name = f"phases/{place:02d}-{NAMES[place]}/metrics.jsonl"
        steps = [record["step"] for record in lines(folder / name)]
        assert steps == sorted(set(steps)) == [record["step"] for record in lines(unbroken / name)]
    base = "base/model.safetensors"
    assert (folder / base).read_bytes() == (unbroken / base).read_bytes()


def test_a_stop_in_self_play_counts_what_was_played_and_the_next_process_goes_on(toolchain: EmbeddedToolchain, tmp_path: Path) -> None:
    short = config(PLAY, num_actors=1)
    seen: list[Status] = []
    with TrainingRun(tmp_path, short, progress_fn=seen.append) as run:
        assert not run.go(lambda: bool((tmp_path / "games.jsonl").exists()))
    num_games, _ = check_folder(tmp_path)
    assert num_games >= 1
    spent_s = json.loads((tmp_path / "phases/00-play/clock.json").read_bytes())["spent_s"]
    with TrainingRun(tmp_path, short) as run:
        assert run.go()
    more_games, num_solutions = check_folder(tmp_path)
    (record,) = lines(tmp_path / "metrics.jsonl")
    assert more_games > num_games
    assert (record["games"], record.get("verified", 0)) == (more_games, num_solutions)
    assert record["seconds"] > max(spent_s, PLAY.seconds)
    assert seen[0].phase == "statements"


def test_a_phase_before_which_nothing_was_learnt_is_refused(toolchain: EmbeddedToolchain, tmp_path: Path) -> None:
    with TrainingRun(tmp_path, config(MEASURE)) as run, pytest.raises(UsageError, match="no weights yet"):
        run.go()


def test_the_corrected_command_goes_on_after_a_start_that_failed(toolchain: EmbeddedToolchain, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is no model folder"):
        TrainingRun(tmp_path / "run", config(PLAY, start=str(tmp_path)))
    with TrainingRun(tmp_path / "run", config(PLAY)):
        pass


def test_lines_that_a_tracker_lost_are_said_at_the_end(toolchain: EmbeddedToolchain, tmp_path: Path) -> None:
    class Broken:
        def log(self, line: Mapping[str, Any]) -> None:
            raise OSError("the disk is full")

        def close(self) -> None:
            pass

    seen: list[Status] = []
    with TrainingRun(tmp_path / "run", config(PLAY), progress_fn=seen.append, tracker=Broken()) as run:
        assert run.mirror is not None
        run.mirror.log({"loss": 1.0})
    assert (seen[-1].phase, seen[-1].facts["lines that did not arrive"]) == ("tracker", 1)
    assert "the disk is full" in seen[-1].facts["the last problem"]


# -- the folder ------------------------------------------------------------------------------------------------------------


def test_another_configuration_is_refused_and_the_run_stays_open_to_its_own(toolchain: EmbeddedToolchain, tmp_path: Path) -> None:
    own = config(PLAY)
    with TrainingRun(tmp_path, own):
        pass
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    others: list[TrainingConfig] = [
        dataclasses.replace(own, seed=6),
        config(dataclasses.replace(PLAY, wall_s=0.5)),
        config(PLAY, BASE),
        config(PLAY, num_conjectures=5),
    ]
    for other in others:
        with pytest.raises(UsageError, match="another configuration"):
            TrainingRun(tmp_path, other)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()} == before
    with TrainingRun(tmp_path, own):
        pass


def test_a_run_that_another_process_is_at_is_refused(toolchain: EmbeddedToolchain, tmp_path: Path) -> None:
    with TrainingRun(tmp_path, config(PLAY)), pytest.raises(UsageError, match="another process"):
        TrainingRun(tmp_path, config(PLAY))


def test_another_lean_is_refused(toolchain: EmbeddedToolchain, tmp_path: Path) -> None:
    with TrainingRun(tmp_path, config(PLAY)):
        pass
    record = json.loads((tmp_path / "run.json").read_bytes())
    (tmp_path / "run.json").write_text(json.dumps({**record, "toolchain": "another"}))
    with pytest.raises(UsageError, match="started with the Lean another"):
        TrainingRun(tmp_path, config(PLAY))


@pytest.mark.parametrize("name", ["run.json", "matchmaker.json", "pool.jsonl"])
@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"\xff"])
def test_a_damaged_file_is_named_and_the_run_can_be_opened_once_it_is_repaired(
    name: str, data: bytes, toolchain: EmbeddedToolchain, tmp_path: Path
) -> None:
    with TrainingRun(tmp_path, config(PLAY)):
        pass
    whole = (tmp_path / name).read_bytes()
    (tmp_path / name).write_bytes(data or b"\n")
    with pytest.raises(InputError, match=name.replace(".", r"\.")):
        TrainingRun(tmp_path, config(PLAY))
    (tmp_path / name).write_bytes(whole)
    with TrainingRun(tmp_path, config(PLAY)):
        pass


def test_what_a_killed_process_was_writing_is_removed(toolchain: EmbeddedToolchain, tmp_path: Path) -> None:
    with TrainingRun(tmp_path, config(PLAY)):
        pass
    staged = [tmp_path / f".{name}.tmp-{'0' * 32}" for name in ("matchmaker.json", "base")]
    staged[0].write_text("half")
    staged[1].mkdir()
    (tmp_path / "weights").mkdir()
    (tmp_path / "weights" / f".abc.tmp-{'1' * 32}").mkdir()
    with TrainingRun(tmp_path, config(PLAY)):
        pass
    assert not list(tmp_path.rglob(".*.tmp-*"))


# -- each game counts once, whenever the process dies ----------------------------------------------------------------------


class Died(BaseException):
    """The end of a process, for the code that runs in it."""


class Mortal:
    """Ends the process before or after its n-th write."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.left = -1
        for owner, name in ((module._Lines, "add"), (ReplayStore, "append"), (module, "write_durably")):
            monkeypatch.setattr(owner, name, self._deadly(getattr(owner, name)))

    def _deadly(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*arguments: Any, **options: Any) -> Any:
            self.left -= 1
            if self.left == 0 and self.before:
                raise Died
            result = function(*arguments, **options)
            if self.left == 0:
                raise Died
            return result

        return wrapped

    def lives(self, number: int, rng: random.Random) -> None:
        self.left, self.before = number, rng.random() < 0.5


def game_of(run: TrainingRun, job: Any, rng: random.Random) -> tuple[Game, Verified | None]:
    """How the job's game ends: by its name and the toss, as a real one would."""
    assignment = run._assignment(job, PLAY)
    ending = rng.choice(("solved", "solved", "failed", "refused", "error"))
    if ending != "solved":
        return Game(assignment=assignment, outcome=ending, counters={"simulations": 3, "applications": 7}), None
    script = f"exact {job.id.replace('-', '_')} -- {rng.random()}"
    game = Game(assignment=assignment, outcome="solved", script=script, steps=(Step(0, (f"⊢ {job.id}",), job.id, script, -1),))
    verdict = rng.choice((Verdict.VERIFIED, Verdict.VERIFIED, Verdict.VERIFIED, Verdict.REJECTED, Verdict.UNVERIFIED))
    evidence = receipt(script, assignment.theorem) if verdict is Verdict.VERIFIED else {}
    return game, Verified(CheckResult(verdict, (), evidence))


def life(run: TrainingRun, rng: random.Random, num_turns: int) -> None:
    """Draws, games that end in any order, and saves."""
    out: list[Any] = []
    for _ in range(num_turns):
        while len(out) < 4 and (job := run._next_job()) is not None:
            out.append(job)
        job = out.pop(rng.randrange(len(out)))
        run._report(PLAY, job, *_swapped(game_of(run, job, rng)))
        if rng.random() < 0.2:
            run._save()


def _swapped(pair: tuple[Game, Verified | None]) -> tuple[Game, str, Verified | None]:
    return pair[0], "catalogue", pair[1]


def test_whenever_a_process_dies_each_game_counts_once(
    toolchain: EmbeddedToolchain, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mortal, rng, own = Mortal(monkeypatch), random.Random(11), config(PLAY)
    known: dict[str, tuple[str, str]] = {}  # what every game ever was about
    counted: dict[str, str] = {}
    num_deaths = 0
    for number in [*range(1, 40), *range(40, 120, 9)]:
        mortal.lives(number, rng)
        run = None
        try:
            run = TrainingRun(tmp_path, own)
            life(run, rng, 12)
        except Died:
            num_deaths += 1
        finally:
            mortal.left = -1
            if run is not None:
                run.store.close()
        if rng.random() < 0.3:  # a line that the process had begun
            for name in ("journal.jsonl", "games.jsonl"):
                with (tmp_path / name).open("ab") as file:
                    file.write(b'{"game": "ga')
        with TrainingRun(tmp_path, own) as again:
            for job in again.matchmaker.in_flight:
                assert known.setdefault(job.id, (job.theorem_id, job.objective.value)) == (job.theorem_id, job.objective.value)
        check_folder(tmp_path, in_flight=None)
        for line in lines(tmp_path / "games.jsonl"):
            about = line["theorem"], line["objective"]
            assert known.setdefault(line["game"], about) == about
            assert counted.setdefault(line["game"], line["outcome"]) == line["outcome"]  # what counted once, stays
    assert num_deaths >= 35
    with TrainingRun(tmp_path, own) as run:
        while run._redo:
            job = run._redo.popleft()
            run._report(PLAY, job, *_swapped(game_of(run, job, rng)))
        run._save()
    num_games, num_solutions = check_folder(tmp_path)
    assert num_games > 200
    assert num_solutions > 60


@pytest.mark.parametrize("where", ["script", "state"])
def test_a_proof_with_an_evaluation_statement_on_its_way_counts_for_nothing(
    where: str, toolchain: EmbeddedToolchain, tmp_path: Path
) -> None:
    theorem = load_set("list", Split.TEST)[0].theorem
    script = f"have h : ∀ {theorem.binders}, {theorem.conclusion} := by simp\nsimp" if where == "script" else "simp"
    state = f"α : Type\nxs : List α\n⊢ {theorem.conclusion}" if where == "state" else "⊢ p"
    with TrainingRun(tmp_path, config(PLAY)) as run:
        job = run._next_job()
        assert job is not None
        assignment = run._assignment(job, PLAY)
        game = Game(assignment=assignment, outcome="solved", script=script, steps=(Step(0, (state,), "s", script, -1),))
        run._report(PLAY, job, game, "catalogue", Verified(CheckResult(Verdict.VERIFIED, (), receipt(script, assignment.theorem))))
        assert (run.store.num_appended, list(run.store.solutions())) == (0, [])
        assert not run.matchmaker.history(job.theorem_id).attempts
        run._save()
    check_folder(tmp_path)
    (line,) = lines(tmp_path / "games.jsonl")
    assert (line["outcome"], line["ended"]) == ("error", "not learnt from")
    assert "list/append_nil" in line["reasons"][0]


def test_a_reopened_run_goes_on_as_the_closed_one_would_have(toolchain: EmbeddedToolchain, tmp_path: Path) -> None:
    drawn = []
    for name, num_parts in (("whole", 1), ("parts", 5)):
        folder, rng, jobs = tmp_path / name, random.Random(2), []
        for _ in range(num_parts):
            with TrainingRun(folder, config(PLAY)) as run:  # closed without a save, as a killed one
                for _ in range(20 // num_parts):
                    job = run._next_job()
                    assert job is not None
                    jobs.append(job)
                    run._report(PLAY, job, *_swapped(game_of(run, job, rng)))
        drawn.append(jobs)
    assert drawn[0] == drawn[1]
    assert (tmp_path / "whole" / "games.jsonl").read_text() == (tmp_path / "parts" / "games.jsonl").read_text()
