"""A trained model becomes a folder that anyone can verify, or nothing at all."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from reaprover.cli import run
from reaprover.core import Candidate, Evaluation, Observation, Theorem
from reaprover.core.canonical import JsonObject
from reaprover.errors import InputError
from reaprover.lean.toolchain import EmbeddedToolchain
from reaprover.snapshot.refusal import SnapshotRefusal
from reaprover.verify.strict import StrictChecker

pytestmark = [pytest.mark.model, pytest.mark.lean]

THEOREM = Theorem("swap", "(p q : Prop)", "p ∧ q → q ∧ p")
SCRIPT = "intro h\nexact ⟨h.2, h.1⟩"
SECTIONS: JsonObject = {
    "Summary": "A model for a test; it was not trained and proves nothing.",
    "Data": ["no data", "a | b"],
    "Training": {"updates": 1200, "learning rate": 0.0005},
    "Results": [{"set": "logic", "solved": 3, "of": 1000, "catalogue": None}, {"set": "lists", "solved": 0, "of": 40, "catalogue": 5}],
    "Limits": "Untrained.",
    "Further": "more",
}


class Made:
    """Weights, and the model published from them."""

    def __init__(self, root: Path, checker: StrictChecker) -> None:
        from reaprover.snapshot.model_folder import save_weights
        from reaprover.train.publishing import FoundProof, publish_model
        from tests.learn.small_model import contract_for, model_on, write_base

        base = write_base(root / "base")
        model = model_on(base)
        self.weights = model.weights("learner")
        self.saved = save_weights(root / "weights", base, self.weights, contract_for(base, model))
        self.run = root / "run"
        proof = FoundProof(theorem=THEOREM, script=SCRIPT, elapsed_s=1.5, facts={"simulations": 7})
        self.published = publish_model(
            root / "model",
            self.saved,
            proof,
            checker,
            run_folder=self.run,
            name="small",
            num_updates=1200,
            sections=SECTIONS,
            lineage={"seed": 0},
        )
        self.folder = self.published.folder


@pytest.fixture(scope="module")
def checker(toolchain: EmbeddedToolchain) -> StrictChecker:
    return StrictChecker(toolchain)


@pytest.fixture(scope="module")
def made(checker: StrictChecker, tmp_path_factory: pytest.TempPathFactory) -> Made:
    return Made(tmp_path_factory.mktemp("made"), checker)


@pytest.fixture
def copied(made: Made, tmp_path: Path) -> Path:
    return shutil.copytree(made.folder, tmp_path / "model")


def _say(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str]:
    code = run([str(argument) for argument in arguments])
    return code, capsys.readouterr().out


def test_the_folder_holds_everything_and_nothing_else(made: Made) -> None:
    top = sorted(path.name for path in made.folder.iterdir())
    assert top == ["LICENSE", "NOTICE", "README.md", "base", "evidence", "figures.json", "release"]
    assert sorted(path.name for path in (made.folder / "release").iterdir()) == ["backend.json", "manifest.json", "session.json"]


def test_it_loads_without_options_and_gives_the_same_bits(made: Made) -> None:
    from reaprover.model.loading import ModelOptions, load_model

    model, name = load_model(made.folder, ModelOptions(device="cpu"))
    found = model.weights("prove")
    assert found.adapter == made.weights.adapter
    assert found.value_head == made.weights.value_head
    assert name == made.published.weights_sha256[:12]


def test_verify_reaches_the_level_of_evidence_from_the_folder_alone(copied: Path, made: Made, capsys: pytest.CaptureFixture[str]) -> None:
    code, said = _say(capsys, "snapshot", "verify", copied, "--expect-sha256", made.published.weights_sha256, "--json")
    report = json.loads(said)
    assert code == 0
    assert (report["passed"], report["level"], report["manifest_sha256"]) == (True, "L3", made.published.manifest_sha256)
    evidence = [check for check in report["checks"] if check["level"] == "L3"]
    assert len(evidence) > 20
    assert {check["status"] for check in evidence} == {"passed"}


def test_show_and_diff_take_the_folder(copied: Path, made: Made, capsys: pytest.CaptureFixture[str]) -> None:
    code, said = _say(capsys, "snapshot", "show", copied, "--json")
    facts = json.loads(said)
    assert code == 0
    assert facts["id"] == made.published.experience_id
    assert facts["shapes_compared_with_base"] is True
    assert facts["source"]["policy_version"] == 1200
    assert _say(capsys, "snapshot", "diff", copied, made.folder / "release")[0] == 0


def test_hashes_lead_from_the_release_to_the_proof(made: Made) -> None:
    session = json.loads((made.folder / "release" / "session.json").read_bytes())
    evidence = made.folder / "evidence"

    def digest(path: Path) -> str:
        return hashlib.sha256(path.read_bytes()).hexdigest()

    assert session["acceptance"]["evidence_sha256"] == digest(evidence / "verification" / "accepted.json")
    assert session["source"]["theorem_id"] == digest(evidence / "proof" / "source.lean")
    assert session["source"]["snapshot_sha256"] == digest(evidence / "seal" / "weights.json") == made.saved.name
    assert session["weights_sha256"] == digest(made.folder / "release" / "backend.json")
    accepted = json.loads((evidence / "verification" / "accepted.json").read_bytes())
    assert accepted["proof_sha256"] == digest(evidence / "proof" / "proof.lean")
    assert SCRIPT.splitlines()[1] in (evidence / "proof" / "proof.lean").read_text()


def test_the_card_says_what_it_was_given_and_how_to_verify(made: Made) -> None:
    card = (made.folder / "README.md").read_text()
    assert "| logic | 3 | 1,000 | – |" in card
    assert "| learning rate | 0.0005 |" in card
    assert "- a | b" in card
    assert f"reaprover snapshot verify . --expect-sha256 {made.published.weights_sha256}" in card
    assert "license: apache-2.0" in card
    titles = [line[3:] for line in card.splitlines() if line.startswith("## ")]
    assert titles[:6] == ["Summary", "Data", "Training", "Results", "Limits", "Further"]
    assert json.loads((made.folder / "figures.json").read_bytes())["sections"] == SECTIONS


@pytest.mark.parametrize(
    "name",
    [
        *("base/config.json", "base/model.safetensors", "base/tokenizer.json"),
        *("release/session.json", "release/backend.json", "release/manifest.json"),
        *("evidence/proof/proof.lean", "evidence/verification/accepted.json", "evidence/search/online-result.json"),
    ],
)
def test_one_changed_byte_is_found(copied: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    data = bytearray((copied / name).read_bytes())
    data[len(data) // 2] ^= 1
    (copied / name).write_bytes(data)
    assert _say(capsys, "snapshot", "verify", copied)[0] == 1


def test_a_model_with_another_base_does_not_load(copied: Path) -> None:
    from reaprover.model.loading import ModelOptions, load_model
    from tests.learn.small_model import write_base

    shutil.rmtree(copied / "base")
    write_base(copied / "base", seed=2)
    with pytest.raises(SnapshotRefusal, match=r"model\.safetensors"):
        load_model(copied, ModelOptions(device="cpu"))


def test_weights_in_training_are_no_release(made: Made, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["snapshot", "verify", str(made.saved)]) == 2
    assert "accepted by nobody" in capsys.readouterr().err


def _publish(made: Made, checker: StrictChecker, tmp_path: Path, script: str = SCRIPT, **changes: Any) -> None:
    from reaprover.train.publishing import FoundProof, publish_model

    options = {"name": "small", "num_updates": 5, "sections": SECTIONS, "run_folder": tmp_path / "run"} | changes
    publish_model(tmp_path / "model", made.saved, FoundProof(theorem=THEOREM, script=script), checker, **options)


def test_a_wrong_proof_publishes_nothing(made: Made, checker: StrictChecker, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="was not accepted"):
        _publish(made, checker, tmp_path, script="intro h\nexact h")
    assert not (tmp_path / "model").exists()
    session = next((tmp_path / "run" / "proof-check").iterdir())
    assert (session / "receipt.json").is_file()
    assert not (session / "accepted.json").exists()


def test_an_untrained_model_publishes_nothing(made: Made, checker: StrictChecker, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="at least 1"):
        _publish(made, checker, tmp_path, num_updates=0)
    assert not (tmp_path / "model").exists()


@pytest.mark.parametrize("options", [{"max_bytes": 1000}, {"sections": {"Summary": "all is well"}}])
def test_too_large_or_without_figures_nothing_is_published(
    made: Made, checker: StrictChecker, tmp_path: Path, options: dict[str, Any]
) -> None:
    with pytest.raises(InputError, match=r"too large|lacks sections"):
        _publish(made, checker, tmp_path, **options)
    assert not (tmp_path / "model").exists()


def test_evidence_of_another_proof_publishes_nothing(made: Made, tmp_path: Path) -> None:
    from reaprover.snapshot import load_release
    from reaprover.snapshot.model_folder import publish_model_folder

    release = load_release(made.folder / "release")
    evidence = {
        path.relative_to(made.folder / "evidence").as_posix(): path.read_bytes()
        for path in (made.folder / "evidence").rglob("*")
        if path.is_file() and path.name != "manifest.json"
    }
    options: dict[str, Any] = {
        "name": "small",
        "experience_id": "exp-x-01",
        "source": release.provenance,
        "evidence_sha256": release.acceptance.evidence_sha256,
        "evidence": evidence,
        "sections": SECTIONS,
    }
    for change in ({"evidence_sha256": "ab" * 32}, {"evidence": {}}, {"evidence": evidence | {"proof/proof.lean": b"theorem"}}):
        with pytest.raises(InputError, match="does not belong"):
            publish_model_folder(tmp_path / "model", made.saved, **options | change)
        assert list(tmp_path.iterdir()) == []
    publish_model_folder(tmp_path / "model", made.saved, **options)
    with pytest.raises(SnapshotRefusal, match="exists"):
        publish_model_folder(tmp_path / "model", made.saved, **options)


class Scripted:
    """Proposes the same few tactics everywhere."""

    identity = "scripted"

    def evaluate(self, observations: Sequence[Observation]) -> list[Evaluation]:
        """See `core.Evaluator`."""
        tactics = ("trivial", "intro h", "exact h.1", "exact h")
        return [Evaluation(tuple(Candidate(tactic, -1.0) for tactic in tactics), -1.0) for _ in observations]


def test_the_longest_proof_that_was_found_is_the_one_to_publish(toolchain: EmbeddedToolchain) -> None:
    from reaprover.search import Budget, search_config
    from reaprover.train.publishing import find_proof

    one, two, another = Theorem("one", "", "True"), Theorem("two", "(p q : Prop)", "p ∧ q → p"), Theorem("another", "(p : Prop)", "p → p")
    false = Theorem("false", "", "False")
    config = search_config("best-first", budget=Budget(wall_s=20.0, num_simulations=20))
    found = find_proof(Scripted(), [one, two, another, false], toolchain, config)
    assert found is not None
    assert found.facts is not None
    assert (found.theorem, found.script.split("\n"), found.facts["steps"]) == (two, ["intro h", "exact h.1"], 2)
    assert found.facts["evaluator"] == "scripted"
    assert find_proof(Scripted(), [false], toolchain, config) is None
    assert find_proof(Scripted(), [one], toolchain, config, stop_fn=lambda: True) is None
