"""`reaprover prove --learn` and the options of models, as a person runs them."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from reaprover.cli.attempts import Request
from reaprover.search import Strategy

RELEASE = Path(__file__).parent.parent / "data" / "releases" / "tiny-torch-2.13"
needs_lean = pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() != "x86_64", reason="the embedded Lean runs on Linux x86_64 only"
)


def prove(*arguments: str | Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run `reaprover prove` in `folder`."""
    return subprocess.run(
        [sys.executable, "-m", "reaprover", "prove", *map(str, arguments)],
        cwd=folder,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--learn"], "--learn: is about a model"),
        (["--base", "b"], "--base: is about a model"),
        (["--policy", "catalogue", "--max-tokens", "8"], "--max-tokens: is about a model"),
        (["--policy", "catalogue", "--model", "m"], "--policy: --model names what proposes tactics"),
        (["--policy", "oracle"], "policy 'oracle' is unknown; there are catalogue, network, ranked"),
        (["--model", "m", "--candidates", "65"], "--candidates: found 65; expected at most 64"),
        (["--policy", "network", "--candidates", "65"], "--candidates: found 65; expected at most 64"),
        (["--policy", "ranked", "--candidates", "81"], "--candidates: found 81; expected at most 80"),
        (["--model", "m", "--model-name", "x"], "--model-name: is about a server"),
        (["--model", "m", "--default-distance", "3"], "--default-distance: is about a server"),
        (["--model", "http://127.0.0.1:1", "--device", "cpu"], "--device: is about a model that runs here"),
        (["--model", "http://127.0.0.1:1", "--allow-other-base"], "--allow-other-base: is about a model that runs here"),
        (["--model", "m", "--refresh-values"], "--refresh-values: is about learning"),
        (["--model", "m", "--update-interval", "2"], "--update-interval: is about learning"),
        (["--model", "m", "--experience", "e"], "--experience: is about learning"),
        (["--model", "http://127.0.0.1:1", "--learn", "--model-name", "x"], "does not go with --learn"),
        (["--model", "m", "--learn", "--level", "fast"], "needs strict or paranoid"),
        (["--model", "m", "--learn", "--minimise"], "--minimise: does not go with --learn"),
        (["--model", "m", "--learn", "--max-tokens", "0"], "--max-tokens"),
    ],
)
def test_an_option_that_would_be_ignored_is_refused(tmp_path: Path, options: list[str], words: str) -> None:
    done = prove("--statement", "True", *options, folder=tmp_path)
    assert done.returncode == 2, done.stderr
    assert words in " ".join(done.stderr.split())
    assert not (tmp_path / "runs").exists()


def test_a_run_of_an_older_version_is_still_read() -> None:
    """Options that came later have the values that every run had before them."""
    old = {"source": None, "where": "--statement", "theorem": {}, "names": (), "disprove": False, "search": "paper", "seconds": 1.0}
    old |= {"simulations": None, "candidates": None, "seed": 0, "minimise": False, "workers": 1, "policy": "catalogue", "model": "m"}
    request = Request(**{**old, "level": "strict", "project": None})  # type: ignore[arg-type]  # read from JSON in the program
    assert (request.learn, request.max_tokens, request.base) == (False, 256, None)
    assert request.config().strategy is Strategy.MCTS


@pytest.mark.model
def test_a_model_is_opened_as_the_options_say_and_closed_in_the_end() -> None:
    from reaprover.cli.wiring import open_evaluator
    from reaprover.model.evaluator import ModelEvaluator
    from reaprover.model.loading import ModelOptions
    from reaprover.model.sampling import Sampling

    options = {"options": ModelOptions(device="cpu"), "sampling": Sampling(max_tokens=7), "seed": 3}
    with open_evaluator("catalogue", str(RELEASE), **options) as evaluator:
        assert isinstance(evaluator, ModelEvaluator)
        assert evaluator.identity.endswith(":m7:seed3")
        assert evaluator.worker.is_alive
    assert not evaluator.worker.is_alive


@needs_lean
@pytest.mark.lean
@pytest.mark.model
def test_a_search_that_learns_says_what_it_learnt_and_cannot_be_resumed(tmp_path: Path) -> None:
    options = ("--model", RELEASE, "--learn", "--device", "cpu", "--max-tokens", "4", "--max-updates", "1", "--simulations", "4")
    done = prove("--statement", "∀ p q : Prop, p → q → p ∧ q", *options, "--run-folder", tmp_path / "run", "--json", folder=tmp_path)
    assert done.returncode == 1, done.stderr
    assert "nothing published" in done.stderr
    learning = json.loads(done.stdout)["results"][0]["learning"]
    assert (learning["status"], learning["experience_id"], learning["stop_reason"]) == ("exhausted", None, "")
    folder = tmp_path / "run" / "001-statement"
    assert json.loads((folder / "plan.json").read_text())["resumable"] is False
    assert json.loads((folder / "ops" / "01-retire" / "response.json").read_text())["status"] == "released"
    again = prove("--resume", tmp_path / "run", folder=tmp_path)
    assert again.returncode == 2
    assert "not resumable" in again.stderr


@needs_lean
@pytest.mark.lean
@pytest.mark.model
def test_searches_that_cannot_learn_and_models_that_have_no_contract_are_refused(tmp_path: Path) -> None:
    done = prove("--statement", "True", "--model", RELEASE, "--learn", "--search", "best-first", folder=tmp_path)
    assert done.returncode == 2, done.stderr
    assert "expected mcts" in done.stderr
    done = prove("--statement", "True", "--model", tmp_path, "--learn", folder=tmp_path)
    assert done.returncode == 2, done.stderr
    assert "is no release" in done.stderr


@needs_lean
@pytest.mark.lean
@pytest.mark.model
@pytest.mark.slow
def test_a_theorem_proved_over_a_service_without_an_update_publishes_nothing(tmp_path: Path) -> None:
    from ..serve.service import running
    from ..serve.test_end_to_end import trained_backend

    with running(tmp_path / "server", trained_backend) as service:
        (tmp_path / "t.lean").write_text("theorem identity (p : Prop) : p → p := by sorry\n")
        done = prove(
            tmp_path / "t.lean", "--model", service.url, "--learn", "--max-tokens", "24", "--simulations", "12", "--json", folder=tmp_path
        )
        assert done.returncode == 0, done.stderr
        learning = json.loads(done.stdout)["results"][0]["learning"]
        assert (learning["status"], learning["acceptance"]) == ("solved_without_online_update", "verified")
        assert learning["experience_id"] is None
        assert service.runtime.counts() == {"resident": 0, "quarantined": 0, "retired": 1}
