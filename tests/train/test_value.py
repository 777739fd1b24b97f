"""From a replay store to a published value head with its report."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from reaprover.core import Theorem, Transition
from reaprover.errors import InputError
from reaprover.learn.leakage import EvaluationGuard
from reaprover.learn.replay import ReplayStore
from reaprover.learn.transition import make_solution
from reaprover.train.value import (
    COMPLETE_FILE,
    HEAD_FILE,
    INITIAL_FILE,
    RANDOM,
    REPORT_FILE,
    ROWS_FILE,
    TRAINED,
    family_of,
    markdown,
    train_value,
)
from tests.learn.solutions import receipt

pytestmark = pytest.mark.model

NUM_THEOREMS = 60


def _solution(number: int, theorem_id: str) -> Any:
    """A proof of one, two or three steps; a state's text says how far it is from the end."""
    steps = 1 + number % 3
    script = f"exact {number}"
    theorem = Theorem(f"t{number}", "(n : Nat)", f"n + {number} = {number} + n")
    return make_solution(
        [
            Transition(i, (f"n{number} : Nat\n⊢ {'step ' * (steps - i)}",), f"key {number} {i}", f"tactic_{number}_{i}", i - steps)
            for i in range(steps)
        ],
        theorem_id=theorem_id,
        theorem=theorem,
        script=script,
        receipt=receipt(script, theorem),
        search_id=f"search-{number}",
        checkpoint="c",
        time=1.0,
    )


@pytest.fixture(scope="module")
def replay(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data") / "replay"
    with ReplayStore(folder, guard=EvaluationGuard(())) as store:
        names = [f"p{number // 2}/v{number % 2}" if number % 2 else f"p{number // 2}" for number in range(NUM_THEOREMS)]
        store.append([_solution(number, name) for number, name in enumerate(names)])
    return folder


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from tests.learn.small_model import write_base

    return write_base(tmp_path_factory.mktemp("model") / "base")


def _train(base: Path, replay: Path, out: Path, **changes: Any) -> dict[str, Any] | None:
    from reaprover.learn.value_training import HeadConfig

    config = HeadConfig(batch_size=32, seed=1, max_epochs=8, learning_rate=1e-2)
    return train_value(base, replay, out, config, guard=EvaluationGuard(()), **changes)


@pytest.fixture(scope="module")
def out(base: Path, replay: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("heads") / "head"
    assert _train(base, replay, folder) is not None
    return folder


def test_the_folder_is_complete(out: Path) -> None:
    assert {path.name for path in out.iterdir()} == {HEAD_FILE, INITIAL_FILE, ROWS_FILE, REPORT_FILE, COMPLETE_FILE}
    assert (out / COMPLETE_FILE).read_text() == hashlib.sha256((out / HEAD_FILE).read_bytes()).hexdigest() + "\n"


def test_the_head_is_one_that_sessions_can_start_from(out: Path, base: Path) -> None:
    from reaprover.learn.contract import HeadArtifact, new_contract
    from reaprover.model.head_artifact import PRETRAINED, read_head_artifact

    report = json.loads((out / REPORT_FILE).read_bytes())
    contract = new_contract(base, repository="example/small-lean", head=HeadArtifact(**report["artifact"]))
    sha256 = (out / COMPLETE_FILE).read_text().strip()
    found = read_head_artifact(out / HEAD_FILE, sha256=sha256, role=PRETRAINED, contract=contract)
    assert found.state_sha256 == report["artifact"]["state_dict_sha256"] != report["artifact"]["initial_head_sha256"]


def test_the_report_holds_every_figure_for_both_heads(out: Path) -> None:
    report = json.loads((out / REPORT_FILE).read_bytes())
    for part in ("validation", "test"):
        for head in (TRAINED, RANDOM):
            found = report["heads"][part][head]
            wanted = {
                "nll",
                "accuracy",
                "mae",
                "order_in_roots",
                "buckets",
                "ece_equal_count",
                "classification_ece",
                "constant",
                "coverage",
            }
            assert wanted <= set(found)
            assert found["num_states"] == report["splits"][part]["num_states"] > 0
        assert report["heads"][part][TRAINED]["nll"] < report["heads"][part][RANDOM]["nll"]
        assert report["heads"][part][RANDOM]["nll"] == pytest.approx(4.16, abs=0.4)  # ln 64
    training = report["training"]
    assert training["epochs_run"] == len(training["epochs"]) - 1
    assert 1 <= training["best_epoch"] <= training["epochs_run"] <= 8
    text = markdown(report)
    assert "matched random head" in text
    assert "constant" in text


def test_the_rows_are_listed_in_their_order_and_families_are_apart(out: Path) -> None:
    data = (out / ROWS_FILE).read_bytes()
    report = json.loads((out / REPORT_FILE).read_bytes())
    assert hashlib.sha256(data).hexdigest() == report["rows_sha256"]
    rows = [json.loads(line) for line in data.splitlines()]
    assert len(rows) == sum(of["num_states"] for of in report["splits"].values())
    families: dict[str, set[str]] = {}
    for row in rows:
        families.setdefault(row["family"], set()).add(row["part"])
    assert all(len(parts) == 1 for parts in families.values())
    assert len({row["root"] for row in rows}) > len(families)
    keys = [row["key"] for row in rows if row["part"] == "train"]
    assert hashlib.sha256("\n".join(keys).encode()).hexdigest() == report["splits"]["train"]["order_sha256"]


def test_a_repetition_gives_the_same_head(base: Path, replay: Path, out: Path, tmp_path: Path) -> None:
    again = _train(base, replay, tmp_path / "again")
    assert again == json.loads((out / REPORT_FILE).read_bytes())
    assert (tmp_path / "again" / HEAD_FILE).read_bytes() == (out / HEAD_FILE).read_bytes()


def test_a_folder_is_never_overwritten(base: Path, replay: Path, out: Path) -> None:
    before = (out / REPORT_FILE).read_bytes()
    with pytest.raises(InputError, match="exists already"):
        _train(base, replay, out)
    assert (out / REPORT_FILE).read_bytes() == before


def test_a_stop_leaves_nothing(base: Path, replay: Path, tmp_path: Path) -> None:
    assert _train(base, replay, tmp_path / "stopped", stop_fn=lambda: True) is None
    assert not any(tmp_path.iterdir())


def test_too_few_theorems_are_refused(base: Path, tmp_path: Path) -> None:
    with ReplayStore(tmp_path / "replay", guard=EvaluationGuard(())) as store:
        store.append([_solution(0, "only")])
    with pytest.raises(InputError, match="split without states"):
        _train(base, tmp_path / "replay", tmp_path / "out")


def test_what_is_no_store_is_refused(base: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no replay store"):
        _train(base, tmp_path / "nothing", tmp_path / "out")


def test_a_variant_belongs_to_its_problem() -> None:
    assert [family_of(name) for name in ("logic/a/v12", "logic/a", "conjecture/7", "list/v2x")] == [
        *("logic/a", "logic/a", "conjecture/7", "list/v2x")
    ]
