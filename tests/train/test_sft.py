"""The supervised stage: pairs from a file, a base from nothing, an adapter on a model, the fixed share in a batch."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from reaprover.core import Theorem
from reaprover.errors import InputError, UsageError
from reaprover.learn.leakage import EvaluationGuard
from reaprover.problems import Problem
from reaprover.train.config import TrainAdapter, TrainBase, preset
from reaprover.train.pairs import read_pairs
from reaprover.train.sft import ANY_SECONDS, train_sft

NOTHING = EvaluationGuard(())
HELD_OUT = EvaluationGuard([Problem("set/held", Theorem("held", "(a b : Nat) (h : a ≤ b)", "a < b + 1"))])
SHAPE = {
    "hidden_size": 32,
    "num_layers": 1,
    "num_heads": 2,
    "num_key_value_heads": 1,
    "intermediate_size": 64,
    "context_length": 256,
}


def _line(number: int, **changes: Any) -> dict[str, Any]:
    state = f"n : Nat\nh{number} : n = {number}\n⊢ n + 0 = {number}"
    return {"state": state, "tactic": f"simp [h{number}]", "distance": 1 + number % 3, "theorem_id": f"t{number}", **changes}


def _write(path: Path, lines: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
    return path


# ---- pairs ---------------------------------------------------------------------------------------------------------------


def test_a_file_of_pairs_is_read(tmp_path: Path) -> None:
    path = _write(tmp_path / "p.jsonl", [_line(1), _line(2, state=["⊢ p", "⊢ q"], tactic=" simp ", distance=4)])
    found = read_pairs(path, NOTHING)
    assert [(one.theorem_id, one.state, one.tactic, one.value_target) for one in found.pairs[1:]] == [("t2", "⊢ p\n⊢ q", "simp", -4)]
    assert (found.num_read, len(found), found.removed) == (2, 2, {})


def test_equal_pairs_are_kept_once_with_the_smallest_distance(tmp_path: Path) -> None:
    path = _write(tmp_path / "p.jsonl", [_line(1, distance=distance) for distance in (5, 2, 9)])
    assert [one.value_target for one in read_pairs(path, NOTHING)] == [-2]


def test_a_file_with_an_evaluation_statement_goes_with_its_neighbours(tmp_path: Path) -> None:
    leaking = _line(1, file="A.lean", statement="theorem mine (x y : Nat) (hxy : x ≤ y) : x < y + 1")
    lines = [_line(0, file="A.lean"), leaking, _line(2, file="A.lean"), _line(3, file="B.lean"), _line(4)]
    found = read_pairs(_write(tmp_path / "p.jsonl", lines), HELD_OUT)
    assert found.removed == {"A.lean": "set/held"}
    assert [one.theorem_id for one in found] == ["B.lean", "t4"]


def test_a_state_that_is_an_evaluation_statement_is_found_without_its_theorem(tmp_path: Path) -> None:
    lines = [_line(1, state="case inl\ny x : Nat\nh : x ≤ y\n⊢ x < y + 1"), _line(1), _line(2)]
    found = read_pairs(_write(tmp_path / "p.jsonl", lines), HELD_OUT)
    assert found.removed == {"t1": "set/held"}
    assert [one.theorem_id for one in found] == ["t2"]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"distance": 0}, "distance"),
        ({"distance": True}, "distance"),
        ({"tactic": "  "}, "tactic"),
        ({"state": 7}, "state"),
        ({"statement": "theorem a : True := trivial theorem b : True"}, "statement"),
        ({"more": 1}, "is no pair"),
    ],
)
def test_a_wrong_line_is_named(tmp_path: Path, change: dict[str, Any], field: str) -> None:
    path = _write(tmp_path / "p.jsonl", [_line(1), _line(2, **change)])
    with pytest.raises(InputError, match=field) as caught:
        read_pairs(path, NOTHING)
    assert "line 2" in str(caught.value)


def test_a_line_that_is_not_json_is_named(tmp_path: Path) -> None:
    (tmp_path / "p.jsonl").write_text("{]\n")
    with pytest.raises(InputError, match="line 1: is not JSON"):
        read_pairs(tmp_path / "p.jsonl", NOTHING)


# ---- the share of supervised pairs in a batch ----------------------------------------------------------------------------


@pytest.mark.model
@pytest.mark.parametrize(("size", "wanted"), [(10, 1), (4096, 410)])
def test_a_batch_holds_exactly_a_tenth_of_supervised_pairs(size: int, wanted: int) -> None:
    from reaprover.learn.batches import mixed_numbers

    for step in range(3):
        numbers = mixed_numbers(step, size, 500, 70, 0.10, 0)
        assert (sum(number >= 500 for number in numbers), len(numbers)) == (wanted, size)
        assert all(0 <= number < 570 for number in numbers)
    assert mixed_numbers(1, size, 500, 70, 0.10, 0) == mixed_numbers(1, size, 500, 70, 0.10, 0)
    assert mixed_numbers(1, size, 500, 70, 0.10, 0) != mixed_numbers(2, size, 500, 70, 0.10, 0)


def test_the_large_preset_takes_a_tenth_and_the_tiny_one_nothing() -> None:
    shares = {name: {p.supervised_fraction for p in preset(name).phases if isinstance(p, TrainAdapter)} for name in ("tiny", "real-prover")}
    assert shares == {"tiny": {0.0}, "real-prover": {0.10}}


# ---- the stage -----------------------------------------------------------------------------------------------------------

BASE = TrainBase(name="sft", seconds=ANY_SECONDS, num_steps=30, batch_size=8, vocab_size=400, num_copies=1, shape=SHAPE)
ADAPTER = TrainAdapter(name="sft", seconds=ANY_SECONDS, num_steps=20, batch_size=8, num_copies=1)


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _write(tmp_path_factory.mktemp("data") / "pairs.jsonl", [_line(number) for number in range(40)])


@pytest.fixture(scope="module")
def based(pairs: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    folder = tmp_path_factory.mktemp("sft") / "base"
    found = train_sft(folder, pairs, BASE, num_threads=1, guard=NOTHING)
    assert found is not None
    return folder, found


@pytest.mark.model
def test_a_base_is_trained_from_nothing_on_pairs(based: tuple[Path, dict[str, Any]]) -> None:
    from reaprover.train.learner import newest_weights

    folder, found = based
    assert (newest_weights(folder) / "base" / "config.json").is_file()
    assert found["data"] == {"lines": 40, "pairs": 40, "removed": {}}
    assert found["steps"] == 30
    assert 0 < found["held_out"]["token_nll"] < 6.0  # ln 400 = 5.99


@pytest.mark.model
def test_a_finished_stage_says_the_same_again(based: tuple[Path, dict[str, Any]], pairs: Path) -> None:
    folder, found = based
    assert train_sft(folder, pairs, BASE, num_threads=1, guard=NOTHING) == found


@pytest.mark.model
def test_another_setting_or_other_data_are_refused(based: tuple[Path, dict[str, Any]], pairs: Path, tmp_path: Path) -> None:
    folder, _ = based
    with pytest.raises(UsageError, match="another seed"):
        train_sft(folder, pairs, BASE, seed=1, guard=NOTHING)
    with pytest.raises(UsageError, match="another data_sha256"):
        train_sft(folder, _write(tmp_path / "other.jsonl", [_line(1)]), BASE, guard=NOTHING)


@pytest.mark.model
def test_an_adapter_goes_on_from_a_model_and_its_losses_fall(based: tuple[Path, dict[str, Any]], pairs: Path, tmp_path: Path) -> None:
    from reaprover.snapshot.model_folder import read_weights
    from reaprover.train.learner import newest_weights

    start = newest_weights(based[0])
    found = train_sft(tmp_path / "sft", pairs, ADAPTER, start=start, num_threads=1, guard=NOTHING)
    assert found is not None
    assert found["parent"] == start.name != found["weights"] == newest_weights(tmp_path / "sft").name
    assert found["held_out"]["policy"] < found["held_out_before"]["policy"]
    assert read_weights(newest_weights(tmp_path / "sft")).contract == read_weights(start).contract


@pytest.mark.model
def test_a_stopped_stage_ends_with_the_bits_of_an_unbroken_one(based: tuple[Path, dict[str, Any]], pairs: Path, tmp_path: Path) -> None:
    from reaprover.train.learner import newest_weights

    start, asked = newest_weights(based[0]), iter(range(1000))
    options: dict[str, Any] = {"start": start, "num_threads": 1, "guard": NOTHING}
    phase = TrainAdapter(name="sft", seconds=ANY_SECONDS, num_steps=12, batch_size=8, num_copies=1)
    assert train_sft(tmp_path / "broken", pairs, phase, stop_fn=lambda: next(asked) >= 5, **options) is None
    assert not (tmp_path / "broken" / "done.json").exists()
    broken, whole = (train_sft(tmp_path / name, pairs, phase, **options) for name in ("broken", "whole"))
    assert broken is not None
    assert whole is not None
    assert broken["weights"] == whole["weights"]


@pytest.mark.model
def test_a_run_mixes_supervised_pairs_into_its_batches(based: tuple[Path, dict[str, Any]], pairs: Path, tmp_path: Path) -> None:
    from reaprover.learn.replay import ReplayStore
    from reaprover.train import learner
    from reaprover.train.config import TrainingConfig
    from tests.learn.solutions import solution

    learner.adopt(learner.newest_weights(based[0]), tmp_path)
    (tmp_path / "phase").mkdir()
    phase = TrainAdapter(name="adapter", seconds=ANY_SECONDS, num_steps=3, batch_size=10, num_copies=1, supervised_fraction=0.10)
    config = TrainingConfig(preset="test", phases=(phase,), num_threads=1, supervised=str(pairs))
    with ReplayStore(tmp_path / "replay", guard=NOTHING) as store:
        store.append([solution(number) for number in range(4)])
        found = learner.train_adapter(phase, tmp_path, tmp_path / "phase", store, config, lambda: False, lambda *_: None)
    assert found is not None
    replayed = 3 * sum(not learner.is_held_out(f"t{number}", 0) for number in range(4))
    assert (found["examples"], found["supervised"]) == (replayed + found["supervised"], 36)  # 4 of 40 theorems are held out


def test_a_statement_stays_held_out_or_not_while_a_store_grows(tmp_path: Path) -> None:
    from reaprover.learn.replay import ReplayStore
    from reaprover.train.learner import examples_of, is_held_out
    from tests.learn.solutions import solution

    tactics: list[set[str]] = []
    with ReplayStore(tmp_path / "replay", guard=NOTHING) as store:
        for first in (0, 40):
            store.append([solution(number, steps=1) for number in range(first, first + 40)])
            examples, held = examples_of(store, num_copies=1, seed=0, names=str(first))
            assert len(examples) + len(held) == first + 40
            tactics.append({str(example.tactic) for example in held})
    assert tactics[0] <= tactics[1] == {f"tactic_s{n}_0" for n in range(80) if is_held_out(f"t{n}", 0)}
    assert 1 <= len(tactics[1]) <= 8


@pytest.mark.model
def test_unsolved_states_are_drawn_once_a_game_with_their_greatest_height_and_none_that_a_proof_passes(tmp_path: Path) -> None:
    from reaprover.learn.replay import ReplayStore
    from reaprover.model.prompt import reap_prompt
    from reaprover.train.learner import UNSOLVED, is_held_out, unsolved_examples
    from tests.learn.solutions import solution

    trained, held = (next(f"t{n}" for n in range(99) if is_held_out(f"t{n}", 0) is kind) for kind in (False, True))
    with ReplayStore(tmp_path / "replay", guard=NOTHING) as store:
        store.append([solution(number, steps=1) for number in range(6)])
        passed = next(iter(store)).state
        lines = (
            {"game": "g1", "theorem": trained, "states": [["⊢ 1 = 2", 9]]},  # a killed process wrote it; the game was played again
            {"game": "g1", "theorem": trained, "states": [["⊢ 0 = 1", 2], [passed, 1]]},
            {"game": "g2", "theorem": trained, "states": [["⊢ 0 = 1", 70]]},
            {"game": "g3", "theorem": held, "states": [["⊢ 2 = 3", 1]]},
        )
        (tmp_path / UNSOLVED).write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        examples, apart = unsolved_examples(tmp_path, store, seed=0)
        assert [(e.prompt, e.tactic, e.distance, e.beyond) for e in examples] == [(reap_prompt(["⊢ 0 = 1"]), None, None, 63)]
        assert [(e.prompt, e.beyond) for e in apart] == [(reap_prompt(["⊢ 2 = 3"]), 1)]
        assert unsolved_examples(tmp_path / "elsewhere", store, seed=0) == ([], [])


def test_start_and_stage_have_to_fit(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="needs a model"):
        train_sft(tmp_path / "a", tmp_path, ADAPTER)
    with pytest.raises(UsageError, match="takes none"):
        train_sft(tmp_path / "b", tmp_path, BASE, start=tmp_path)


def test_what_is_no_data_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is no data"):
        train_sft(tmp_path / "a", tmp_path / "nothing", BASE)
