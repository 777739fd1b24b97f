"""Whole lessons: the real search, the real Lean and the tiny release, in this process and behind a server process."""

from __future__ import annotations

import json
import os
import platform
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from reaprover.core import Candidate, Evaluation, Evaluator, Observation, Outcome, Theorem, Verdict
from reaprover.core.canonical import parse_json
from reaprover.errors import InputError, UsageError
from reaprover.lean.toolchain import EmbeddedToolchain
from reaprover.search import Budget, SearchConfig, search_config

pytestmark = [
    pytest.mark.model,
    pytest.mark.lean,
    pytest.mark.skipif(sys.platform != "linux" or platform.machine() != "x86_64", reason="the embedded Lean runs on Linux x86_64 only"),
]
RELEASE = Path(__file__).parent.parent / "data" / "releases" / "tiny-torch-2.13"
PARENT = "exp-000000000004-01"
THEOREM = Theorem("both", "(p q : Prop)", "p → q → p ∧ q")
PROOF = {"⊢ p → q → p ∧ q": "intro hp", "⊢ q → p ∧ q": "intro hq", "⊢ p ∧ q": "exact ⟨hp, hq⟩"}


class Hinted:
    """The network's candidates and values, and one more candidate where the script has one: the tiny network writes nonsense."""

    def __init__(self, inner: Evaluator, script: dict[str, str]) -> None:
        self.inner, self.script = inner, script

    @property
    def identity(self) -> str:
        return f"hinted:{self.inner.identity}"

    def evaluate(self, observations: Sequence[Observation]) -> list[Evaluation]:
        return [self._with_hint(o, e) for o, e in zip(observations, self.inner.evaluate(observations), strict=True)]

    def _with_hint(self, observation: Observation, evaluation: Evaluation) -> Evaluation:
        hints = [tactic for goal, tactic in self.script.items() if observation.goals[0].endswith(goal)]
        return Evaluation((*(Candidate(hint, -0.5) for hint in hints), *evaluation.candidates), evaluation.value, evaluation.num_tokens)


def config(num_simulations: int = 12) -> SearchConfig:
    return search_config("paper", rules={"num_candidates": 2}, budget=Budget(wall_s=60.0, num_simulations=num_simulations), seed=0)


@contextmanager
def in_process(folder: Path) -> Iterator[Any]:
    """Here; the release's contract has learning from verified proofs on."""
    import torch

    from reaprover.model.loading import ModelOptions
    from reaprover.model.sampling import Sampling
    from reaprover.online.sessions import open_learning_model

    torch.set_num_threads(1)
    model = open_learning_model(str(RELEASE), folder / "model", options=ModelOptions(device="cpu"), sampling=Sampling(max_tokens=4), seed=0)
    try:
        yield model
    finally:
        model.close()


@contextmanager
def served(folder: Path) -> Iterator[Any]:
    """Behind a server in a process of its own, whose store of verified proofs is out of reach."""
    from reaprover.model.loading import ModelOptions
    from reaprover.model.sampling import Sampling
    from reaprover.online.sessions import open_learning_model

    experiences = folder / "model" / "experiences"
    shutil.copytree(RELEASE, experiences / PARENT / "release")
    roots = ["--snapshot-root", str(folder / "model" / "snapshots"), "--experience-root", str(experiences)]
    with subprocess.Popen(
        [sys.executable, "-m", "reaprover", "serve", "--release", str(RELEASE), "--port", "0", "--device", "cpu", *roots],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    ) as server:
        try:
            assert server.stdout is not None
            ready = json.loads(server.stdout.readline())
            address = f"http://{ready['host']}:{ready['port']}"
            sampling, options = Sampling(max_tokens=4), ModelOptions()
            model = open_learning_model(address, folder, options=options, sampling=sampling, seed=0, experience=PARENT)
            try:
                yield model
            finally:
                model.close()
        finally:
            server.terminate()


def hold(folder: Path, model: Any, toolchain: EmbeddedToolchain, *, script: dict[str, str], **options: Any) -> Any:
    from reaprover.online.lesson import Terms, hold_lesson
    from reaprover.prover import Prover
    from reaprover.verify.strict import StrictChecker

    options = {"terms": Terms(nonce="00000000000a"), "config": config(), "theorem": THEOREM, **options}
    return hold_lesson(
        options.pop("theorem"),
        options.pop("config"),
        model,
        StrictChecker(toolchain),
        folder / "001-both",
        prover_fn=lambda evaluator: Prover(toolchain, evaluator),
        evaluator_fn=options.pop("evaluator_fn", lambda evaluator: Hinted(evaluator, script)),
        **options,
    )


@pytest.mark.slow
@pytest.mark.parametrize("place", [in_process, served])
def test_a_search_learns_and_its_proof_becomes_a_release_with_evidence(
    place: Callable[[Path], Any], tmp_path: Path, toolchain: EmbeddedToolchain
) -> None:
    from reaprover.online.lesson import Terms
    from reaprover.search.reap_observer import read_observer
    from reaprover.snapshot import load_release
    from reaprover.snapshot.evidence import check_evidence

    with place(tmp_path) as model:
        lesson = hold(tmp_path, model, toolchain, script=PROOF, terms=Terms(nonce="00000000000a", refresh=True))
    assert lesson.stop_reason == ""
    assert (lesson.result.outcome, lesson.status, lesson.verdict) == (Outcome.PROVED, "passed_execution", Verdict.VERIFIED)
    assert lesson.num_updates >= 1
    assert lesson.num_refreshed >= 1
    assert lesson.experience_id == "exp-00000000000a-01"

    folder = tmp_path / "001-both"
    release = load_release(tmp_path / "model" / "experiences" / "exp-00000000000a-01" / "release")
    parent = load_release(RELEASE)
    assert release.provenance.policy_version == lesson.num_updates + (place is in_process)
    assert release.provenance.parent_experience_id == PARENT
    assert release.adapter != parent.adapter
    assert release.value_head != parent.value_head
    assert release.verify().passed
    links = {check.name: check.status.name for check in check_evidence(folder / "evidence", release.contents)}
    assert "REFUSED" not in links.values(), links
    assert place is served or set(links.values()) == {"PASSED"}, links

    outputs = folder / "outputs" / "course-00000000000a-01"
    trace = read_observer((outputs / "observer.jsonl").read_text().splitlines())
    assert trace.num_by_kind["checkpoint"] == lesson.result.counters.simulations
    assert trace.num_by_kind["selection_value_refresh"] == lesson.num_updates
    assert {event["policy_version"] for event in trace.events} == {str(version) for version in range(lesson.num_updates + 1)}
    request = json.loads(next((outputs / "checkpoints").glob("*.request.json")).read_text())
    assert request["event"]["candidates"][0]["tactic"] in PROOF.values()
    for phase in ("online", "verify", "seal", "publish", "retire"):
        assert sorted(p.name for p in (folder / "ops" / f"01-{phase}").iterdir()) == ["complete.json", "intent.json", "response.json"]
    retired = json.loads((folder / "ops" / "01-retire" / "response.json").read_text())
    assert (retired["status"], retired["policy_version"]) == ("released", release.provenance.policy_version)


@pytest.mark.slow
def test_a_proof_without_updates_publishes_nothing(tmp_path: Path, toolchain: EmbeddedToolchain) -> None:
    with served(tmp_path) as model:
        lesson = hold(tmp_path, model, toolchain, script={"⊢ True": "trivial"}, theorem=Theorem("easy", "", "True"))
    assert (lesson.status, lesson.num_updates, lesson.verdict) == ("solved_without_online_update", 0, Verdict.VERIFIED)
    assert lesson.experience_id is None
    assert [p.name for p in (tmp_path / "model" / "experiences").iterdir()] == [PARENT]
    assert sorted(p.name for p in (tmp_path / "001-both" / "ops").iterdir()) == ["01-online", "01-retire", "01-verify"]


CASES = {"⊢ p ∧ q": "exact ⟨hp, hq⟩", "⊢ q ∧ p ↔ p ∧ q": "constructor", "⊢ q ∧ p → p ∧ q": "intro h", "⊢ p ∧ q → q ∧ p": "intro h"}
SWAPPED = Theorem("swapped", "(p q : Prop)", "q ∧ p ↔ p ∧ q")


class Swapping(Hinted):
    """Closes either direction of `SWAPPED` by the hypothesis that is there."""

    def _with_hint(self, observation: Observation, evaluation: Evaluation) -> Evaluation:
        made = super()._with_hint(observation, evaluation)
        extra = (Candidate("exact ⟨h.2, h.1⟩", -0.4),) if "h :" in observation.goals[0] else ()
        return Evaluation((*extra, *made.candidates), made.value, made.num_tokens)


@pytest.mark.slow
def test_a_verified_proof_is_learnt_from_once_before_the_seal(tmp_path: Path, toolchain: EmbeddedToolchain) -> None:
    """Two parts, so that the trajectory has an AND node: 1 + max of two branches of 2 steps."""
    from reaprover.learn.events import parse_success_dataset
    from reaprover.snapshot import load_release
    from reaprover.snapshot.evidence import check_evidence

    with in_process(tmp_path) as model:
        lesson = hold(tmp_path, model, toolchain, script=CASES, theorem=SWAPPED, evaluator_fn=lambda evaluator: Swapping(evaluator, CASES))
    assert (lesson.stop_reason, lesson.verdict) == ("", Verdict.VERIFIED)
    folder = tmp_path / "001-both"
    learnt = json.loads((folder / "ops" / "01-success-learn" / "response.json").read_text())
    assert learnt["detail"]["objective"] == "verified_success_discounted_v1"
    assert learnt["policy_version"] == lesson.num_updates + 1
    dataset = parse_success_dataset(json.loads((folder / "outputs" / lesson.session_id / "success-replay" / "dataset.json").read_text()))
    assert [row.distance for row in dataset.rows] == [3, 2, 1, 2, 1]
    assert {row.tactic for row in dataset.rows} == {"constructor", "intro h", "exact ⟨h.2, h.1⟩"}
    release = load_release(tmp_path / "model" / "experiences" / "exp-00000000000a-01" / "release")
    assert release.provenance.policy_version == lesson.num_updates + 1
    links = {check.name: check.status.name for check in check_evidence(folder / "evidence", release.contents)}
    assert set(links.values()) == {"PASSED"}, links


def test_an_unsolved_search_keeps_what_it_learnt_from_and_publishes_nothing(tmp_path: Path, toolchain: EmbeddedToolchain) -> None:
    script = {"⊢ ∀ (n : Nat), f n = n": "intro n"}
    theorem = Theorem("hopeless", "(f : Nat → Nat)", "∀ n, f n = n")
    with in_process(tmp_path) as model:
        lesson = hold(tmp_path, model, toolchain, script=script, theorem=theorem, config=config(6))
    assert (lesson.result.outcome, lesson.status, lesson.verdict) == (Outcome.EXHAUSTED, "exhausted", None)
    assert lesson.num_updates >= 2
    assert lesson.experience_id is None
    record = json.loads((tmp_path / "001-both" / "outputs" / "course-00000000000a-01" / "online-result.json").read_text())
    assert (record["optimizer_updates"], record["root_verified"]) == (lesson.num_updates, False)


def test_a_refused_event_ends_the_tree_with_a_reason_and_the_session_is_left_alone(tmp_path: Path, toolchain: EmbeddedToolchain) -> None:
    with in_process(tmp_path) as model:
        inner = model.session

        def session(session_id: str) -> Any:
            made = inner(session_id)
            made.learn = lambda body: (_ for _ in ()).throw(TimeoutError("no reply"))
            return made

        model.session = session
        lesson = hold(tmp_path, model, toolchain, script=PROOF)
    assert (lesson.result.outcome, lesson.status) == (Outcome.ERROR, "learning_in_doubt")
    assert "TimeoutError" in lesson.stop_reason
    ops = tmp_path / "001-both" / "ops"
    assert [p.name for p in ops.iterdir()] == ["01-online"]
    assert not (ops / "01-online" / "complete.json").exists()


def test_a_search_that_cannot_learn_is_refused_before_anything_is_written(tmp_path: Path, toolchain: EmbeddedToolchain) -> None:
    import dataclasses

    from reaprover.search import Strategy

    wrong = {
        "mcts": search_config("best-first"),
        "leaves in flight": dataclasses.replace(config(), leaves_at_once=2),
        "discounts by 0.9": search_config("paper", rules={"gamma": 0.9}),
    }
    assert wrong["mcts"].strategy is Strategy.BEST_FIRST
    with in_process(tmp_path) as model:
        for words, refused in wrong.items():
            with pytest.raises(UsageError, match=words):
                hold(tmp_path, model, toolchain, script=PROOF, config=refused)
        assert not (tmp_path / "001-both").exists()
        assert model._runtime.sessions() == []


def test_a_refused_statement_leaves_no_session(tmp_path: Path, toolchain: EmbeddedToolchain) -> None:
    with in_process(tmp_path) as model:
        with pytest.raises(InputError):
            hold(tmp_path, model, toolchain, script={}, theorem=Theorem("t", "", "no_such_thing = 1"))
        assert model._runtime.sessions() == []


def test_a_folder_with_a_lesson_is_never_used_again(tmp_path: Path, toolchain: EmbeddedToolchain) -> None:
    (tmp_path / "001-both" / "outputs" / "course-00000000000a-01").mkdir(parents=True)
    with in_process(tmp_path) as model, pytest.raises(UsageError, match="not resumable"):
        hold(tmp_path, model, toolchain, script=PROOF)


KILLED = """
import os, signal, sys
from pathlib import Path
from reaprover.lean.toolchain import EmbeddedToolchain
from tests.learn import test_coordinator_lesson as t

folder, limit = Path(sys.argv[1]), int(sys.argv[2])
num_flushed, flush = 0, os.fsync

def fsync(handle):
    global num_flushed
    num_flushed += 1
    if num_flushed == limit:
        os.killpg(0, signal.SIGKILL)
    flush(handle)

os.fsync = fsync
with t.in_process(folder) as model:
    lesson = t.hold(folder, model, EmbeddedToolchain.find(), script=t.PROOF)
print(lesson.status, lesson.experience_id, num_flushed)
"""


@pytest.mark.slow
@pytest.mark.parametrize("limit", [8, 30, 52, 74, 96, 118, 135, 150, 165, 180, 195, 210])
def test_a_lesson_killed_in_the_middle_of_a_write_leaves_no_half_written_file(tmp_path: Path, limit: int) -> None:
    """Every file that a reader sees is whole; a phase has all its records or no completion; a release verifies or is not there."""
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": str(Path(__file__).parent.parent.parent)}
    command = [sys.executable, "-c", KILLED, str(tmp_path), str(limit)]
    done = subprocess.run(command, env=environment, start_new_session=True, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == -signal.SIGKILL, (done.stdout, done.stderr)
    for path in tmp_path.rglob("*.json"):
        if not any(part.startswith(".") for part in path.relative_to(tmp_path).parts):
            parse_json(path.read_bytes())
    for complete in tmp_path.glob("001-both/ops/*/complete.json"):
        visible = {path.name for path in complete.parent.iterdir() if not path.name.startswith(".")}
        assert visible == {"complete.json", "intent.json", "response.json"}
    from reaprover.snapshot import load_release

    for release in (tmp_path / "model" / "experiences").glob("*/release"):
        assert load_release(release).verify().passed
