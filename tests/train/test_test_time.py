"""Learning at test time: a pool around one target, declared where it is an evaluation statement, over when the target is settled."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from reaprover.core import Theorem, Verdict
from reaprover.errors import InputError, UsageError
from reaprover.lean.toolchain import EmbeddedToolchain
from reaprover.learn.leakage import EvaluationGuard
from reaprover.learn.matchmaker import TEST_TIME
from reaprover.problems import Problem
from reaprover.train.config import SelfPlay, TrainAdapter
from reaprover.train.test_time import SMALL_GAMES, Target, guard_for, learn_at_test_time, target_pool
from reaprover.train.test_time import specialist_config as schedule

SWAP = Theorem("swap", "(p q : Prop) (hp : p) (hq : q)", "q ∧ p")
NOTHING = EvaluationGuard(())
HELD_OUT = EvaluationGuard(
    [
        Problem("set/swap", Theorem("other", "(a b : Prop) (hb : b) (ha : a)", "b ∧ a")),
        Problem("set/add", Theorem("add", "(m : Nat)", "m + 0 = m")),
    ]
)


def test_the_pool_is_the_target_and_its_variants() -> None:
    pool = target_pool(Target("mine", SWAP), num_variants=8, seed=0, guard=NOTHING)
    assert pool[0].theorem == SWAP
    assert [(one.id, one.source) for one in pool[:2]] == [("mine", "target"), ("mine/v0", "variant")]
    assert 4 <= len(pool) <= 9
    assert len({(one.theorem.binders, one.theorem.conclusion) for one in pool}) == len(pool)
    assert pool == target_pool(Target("mine", SWAP), num_variants=8, seed=0, guard=NOTHING)


def test_a_target_that_cannot_be_varied_is_practised_on_alone() -> None:
    pool = target_pool(Target("mine", Theorem("odd", "x y", "x = y")), num_variants=8, seed=0, guard=NOTHING)
    assert [one.id for one in pool] == ["mine"]


def test_no_variant_is_another_evaluation_statement() -> None:
    target = Target("mine", Theorem("t", "(m k : Nat)", "m + 0 = m ∧ k = k"))
    free, guarded = (target_pool(target, num_variants=60, seed=1, guard=guard) for guard in (NOTHING, HELD_OUT))
    held = [one.id for one in free if HELD_OUT.find(one.theorem)]
    assert held  # half of the conjunction is one
    assert [one.id for one in guarded] == [one.id for one in free if one.id not in held]


def test_an_evaluation_statement_must_be_declared() -> None:
    with pytest.raises(UsageError, match=r"is the evaluation statement set/swap.*--declare"):
        guard_for(Target("mine", SWAP), HELD_OUT, is_declared=False)
    guard, ids = guard_for(Target("mine", SWAP), HELD_OUT, is_declared=True)
    assert ids == ("set/swap",)
    assert guard.find(SWAP) is None
    assert guard.find(Theorem("x", "(n : Nat)", "n + 0 = n")) == "set/add"  # nothing else passes
    assert guard_for(Target("mine", Theorem("x", "(n : Nat)", "n = n")), HELD_OUT, is_declared=True)[1] == ()


def test_nothing_is_written_for_an_undeclared_evaluation_statement(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="evaluation statement"):
        learn_at_test_time(tmp_path / "run", Target("mine", SWAP), schedule(start="nowhere"), guard=HELD_OUT)
    assert not (tmp_path / "run").exists()


def test_a_negation_is_no_target(tmp_path: Path) -> None:
    negated = Theorem("no", "", "1 = 2", negated=True)
    with pytest.raises(UsageError, match="negation"):
        learn_at_test_time(tmp_path / "run", Target("mine", negated), schedule(start="nowhere"), guard=NOTHING)


def test_the_schedule_plays_and_learns_by_turns_with_the_test_time_constants() -> None:
    config = schedule(start="model", minutes=10, num_rounds=3)
    assert [type(phase) for phase in config.phases] == [SelfPlay, TrainAdapter, SelfPlay, TrainAdapter, SelfPlay]
    assert config.seconds == pytest.approx(600 - 0.25 * 200)
    assert config.matchmaker is SMALL_GAMES
    kept = ("trust_count", "multiplier", "window", "literal", "weight_interesting")
    assert [getattr(SMALL_GAMES, name) for name in kept] == [getattr(TEST_TIME, name) for name in kept] == [5, 2.0, 32, False, 1.0]
    with pytest.raises(UsageError, match="rounds"):
        schedule(start="model", num_rounds=0)


def test_another_target_is_refused_in_the_same_folder(tmp_path: Path) -> None:
    (tmp_path / "test-time.json").write_text(
        json.dumps({"format": "reaprover.train.test-time.v1", "settings": {"target": "first"}}), encoding="utf-8"
    )
    with pytest.raises(UsageError, match="another"):
        learn_at_test_time(tmp_path, Target("mine", SWAP), schedule(start="nowhere"), guard=NOTHING)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Untrained weights on a small base."""
    from reaprover.snapshot.model_folder import save_weights
    from tests.learn.small_model import contract_for, model_on, write_base

    folder = tmp_path_factory.mktemp("model")
    base = write_base(folder / "base")
    made = model_on(base)
    return save_weights(folder / "weights", base, made.weights("learner"), contract_for(base, made))


@pytest.mark.lean
@pytest.mark.model
def test_a_target_is_proved_verified_and_leaves(model: Path, toolchain: EmbeddedToolchain, tmp_path: Path) -> None:
    config = schedule(start=str(model), minutes=2, num_rounds=1, num_actors=1, num_threads=1, policy="catalogue")
    target = Target("mine", SWAP)

    def go(stop: bool = False) -> dict[str, Any] | None:
        return learn_at_test_time(tmp_path, target, config, num_variants=3, is_declared=True, guard=HELD_OUT, stop_fn=lambda: stop)

    assert go(stop=True) is None  # stopped before a game, then gone on with
    report = go()
    assert report is not None
    assert (report["outcome"], report["column"], report["evaluation_ids"]) == ("proved", "test-time RL", ["set/swap"])
    assert report["variants"]["made"] == sum(report["variants"][status] for status in ("proved", "disproved", "open")) <= 3
    cost = report["cost"]
    assert cost["games"] >= cost["games_on_target"] >= 1
    assert cost["simulations"] > 0
    assert json.loads((tmp_path / "receipt.json").read_bytes())["verdict"] == Verdict.VERIFIED.value
    assert (tmp_path / "proof.lean").read_text().startswith("theorem swap (p q : Prop) (hp : p) (hq : q) : q ∧ p := by\n")
    from reaprover.learn.matchmaker import Matchmaker

    left = Matchmaker.from_json(json.loads((tmp_path / "matchmaker.json").read_bytes()))
    assert left.draw() is None
    assert go() == report  # over is over


@pytest.mark.lean
@pytest.mark.model
@pytest.mark.slow
def test_a_false_target_is_disproved_and_the_specialist_learns_meanwhile(model: Path, toolchain: EmbeddedToolchain, tmp_path: Path) -> None:
    from dataclasses import replace

    config = schedule(start=str(model), minutes=1.0, num_rounds=2, num_actors=1, num_threads=1)
    phases = tuple(replace(p, num_steps=5, batch_size=4, num_copies=1) if isinstance(p, TrainAdapter) else p for p in config.phases)
    target = Target("mine", Theorem("wrong", "(n : Nat) (h : n = 1)", "n = 2"))
    report = learn_at_test_time(tmp_path, target, replace(config, phases=phases), num_variants=6, guard=NOTHING)
    assert report is not None
    assert report["outcome"] in ("disproved", "open")  # a minute may not do; it is never proved
    if report["outcome"] == "open" and report["variants"]["proved"] + report["variants"]["disproved"] > 0:
        assert report["cost"]["training_steps"] > 0


@pytest.mark.lean
@pytest.mark.model
def test_a_missing_model_is_named(toolchain: EmbeddedToolchain, tmp_path: Path) -> None:
    with pytest.raises((UsageError, InputError), match="nowhere"):
        learn_at_test_time(tmp_path / "run", Target("mine", SWAP), schedule(start="nowhere"), guard=NOTHING)
