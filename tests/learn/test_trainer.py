"""The training loop: losses against a slow reference, accumulation, exact resume, guards (spec rl.md, sections 7 and 14)."""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Callable
from pathlib import Path

import pytest
import torch

from reaprover.errors import InputError, TrainingFailed
from reaprover.learn.batches import Example, batch_numbers, split_batch
from reaprover.learn.contract import HeadArtifact, new_contract
from reaprover.learn.losses import Reduction
from reaprover.learn.tiny_base import save_base
from reaprover.learn.trainee import BaseTrainee, SessionTrainee, Trainee, with_head
from reaprover.learn.trainer import Decay, Ending, Progress, TrainConfig, Trainer, last_checkpoint, train
from reaprover.model.base import load_base
from reaprover.model.loading import ModelOptions, load_model
from reaprover.model.network import LoraShape, new_head
from reaprover.model.policy_value import PolicyValueModel, to_snapshot
from reaprover.model.prompt import reap_prompt
from reaprover.model.sampling import Sampling
from reaprover.snapshot.model_folder import save_weights
from reaprover.snapshot.tensors import TensorGroup
from tests.learn.small import SHAPE, base, examples, model, tokenizer

pytestmark = pytest.mark.model

CONFIG = TrainConfig(num_steps=6, batch_size=8, warmup_steps=2, learning_rate=3e-3, checkpoint_every_s=0, log_every_steps=1, num_threads=1)


def whole(*, head: bool = False) -> BaseTrainee:
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(5)
        return BaseTrainee(model(), tokenizer(), new_head(SHAPE.hidden_size) if head else None)


def session() -> SessionTrainee:
    made = PolicyValueModel(base(), LoraShape(4, 8))
    made.create("s1")
    return SessionTrainee(made, "s1")


KINDS: list[Callable[[], Trainee]] = [lambda: whole(head=True), session]


def copies(trainee: Trainee) -> dict[str, torch.Tensor]:
    return {name: parameter.detach().clone() for name, parameter in trainee.parameters().items()}


def assert_equal_bits(left: dict[str, torch.Tensor], right: dict[str, torch.Tensor]) -> None:
    assert left.keys() == right.keys()
    different = [name for name in left if not torch.equal(left[name].view(torch.int32), right[name].view(torch.int32))]
    assert not different


def slow_terms(trainee: Trainee, example: Example) -> tuple[list[float], list[float], float | None]:
    """Losses of the tactic's and the prompt's tokens and of the value, one token and one pass at a time."""
    prompt = trainee.tokenizer.encode(example.prompt)
    tactic = [*trainee.tokenizer.encode_plain(example.tactic or ""), trainee.end_id]
    ids = prompt + tactic
    losses = []
    with torch.no_grad():
        for at in range(1, len(ids)):
            logits = trainee.logits(trainee.hidden(torch.tensor([ids[:at]]))[0, -1:])[0].double()
            losses.append(float(torch.logsumexp(logits, -1) - logits[ids[at]]))
        value = None
        if example.distance is not None:
            head = trainee.value_logits(trainee.hidden(torch.tensor([prompt]))[0, -1:])
            assert head is not None
            shares = torch.softmax(head[0].double(), -1)
            low = math.floor(example.distance)
            over = example.distance - low
            value = -(1 - over) * math.log(float(shares[low - 1])) - (over * math.log(float(shares[low])) if over else 0.0)
    return losses[len(prompt) - 1 :], losses[: len(prompt) - 1], value


@pytest.mark.parametrize("make", KINDS)
@pytest.mark.parametrize("reduction", Reduction)
def test_the_loss_of_a_batch_is_that_of_a_slow_reference(make: Callable[[], Trainee], reduction: Reduction) -> None:
    trainee, batch = make(), [dataclasses.replace(e, weight=w) for e, w in zip(examples(5), (1.0, 2.0, 0.5, 0.0, 1.0), strict=True)]
    terms = [(slow_terms(trainee, example), example.weight) for example in batch]
    by_policy = 5 if reduction is Reduction.SUM else sum(len(tactic) for (tactic, _, _), _ in terms)
    by_prompt = 5 if reduction is Reduction.SUM else sum(len(prompt) for (_, prompt, _), _ in terms)
    policy = sum(weight * sum(tactic) for (tactic, _, _), weight in terms) / by_policy
    prompt = sum(weight * sum(tokens) for (_, tokens, _), weight in terms) / by_prompt
    value = sum(weight * found for (_, _, found), weight in terms if found is not None) / 4
    config = dataclasses.replace(CONFIG, reduction=reduction, prompt_weight=0.25, value_weight=0.5, micro_batch_tokens=200)
    trainer = Trainer(trainee, config)
    report = trainer.step(trainer.encode(batch))
    assert report.policy_loss == pytest.approx(policy, rel=1e-5)
    assert report.prompt_loss == pytest.approx(prompt, rel=1e-5)
    assert report.value_loss == pytest.approx(value, rel=1e-5)
    assert report.loss == pytest.approx(policy + 0.25 * prompt + 0.5 * value, rel=1e-5)


@pytest.mark.parametrize("make", KINDS)
@pytest.mark.parametrize("reduction", Reduction)
def test_micro_batches_change_rounding_alone(make: Callable[[], Trainee], reduction: Reduction) -> None:
    norms, weights = [], []
    for max_tokens in (1, 300, 100_000):
        trainee = make()
        trainer = Trainer(trainee, dataclasses.replace(CONFIG, reduction=reduction, micro_batch_tokens=max_tokens, prompt_weight=0.1))
        norms.append(trainer.step(trainer.encode(examples(12))).grad_norm)
        weights.append(copies(trainee))
    assert norms[1:] == pytest.approx([norms[0]] * 2, rel=1e-4)
    for name, tensor in weights[0].items():
        # Adam's first step has the size of the learning rate whatever the gradient, so signs of tiny gradients may flip
        share = (tensor - weights[2][name]).abs().gt(1e-4).float().mean()
        assert share < 0.02, name


def ranked(count: int) -> list[Example]:
    """Examples with rivals, more or fewer; every third has none."""
    proposed = (("simp", -0.5), ("omega", 1.0), ("have h2 : p := by exact h.1", -2.0), ("induction xs <;> simp_all", 0.25))
    made = [dataclasses.replace(e, rivals=proposed[: (0, 2, 4)[number % 3]]) for number, e in enumerate(examples(count))]
    return [dataclasses.replace(e, tactic="have h3 : q := by exact h.2") if number == 4 else e for number, e in enumerate(made)]


def slow_rank(trainee: Trainee, example: Example) -> float:
    """The ranking loss of one example, each tactic in a pass of its own."""
    scores = []
    with torch.no_grad():
        for tactic, prior in ((example.tactic or "", 0.0), *example.rivals):
            ids = [
                *trainee.tokenizer.encode(example.prompt),
                *trainee.tokenizer.encode_plain(tactic.partition(" := by ")[0]),
                trainee.end_id,
            ]
            head = trainee.value_logits(trainee.hidden(torch.tensor([ids]))[0, -1:])
            assert head is not None
            shares = torch.softmax(head[0].double(), -1)
            scores.append(prior + math.log(float(1 - shares[63])) - math.log(float(shares[63])))
    return math.log(sum(math.exp(score) for score in scores)) - scores[0]


@pytest.mark.parametrize("make", KINDS)
def test_a_tactic_that_is_not_to_be_written_is_ranked_all_the_same(make: Callable[[], Trainee]) -> None:
    batch = ranked(6)
    written = [example for number, example in enumerate(batch) if number % 3 != 1]
    settings = dataclasses.replace(CONFIG, rank_weight=2.0, micro_batch_tokens=200)
    trainer = Trainer(make(), settings)
    ranks = trainer.evaluate(trainer.encode(batch))["rank"]
    policy = trainer.step(trainer.encode(written)).policy_loss
    mixed = [dataclasses.replace(example, is_written=example in written) for example in batch]
    trainer = Trainer(make(), settings)
    assert trainer.evaluate(trainer.encode(mixed))["rank"] == pytest.approx(ranks, rel=1e-5)
    assert trainer.step(trainer.encode(mixed)).policy_loss == pytest.approx(policy, rel=1e-4)


@pytest.mark.parametrize("make", KINDS)
def test_the_ranking_loss_is_that_of_a_slow_reference_and_changes_no_other(make: Callable[[], Trainee]) -> None:
    batch = ranked(6)
    plain = Trainer(make(), dataclasses.replace(CONFIG, prompt_weight=0.25, value_weight=0.5))
    expected = plain.step(plain.encode(batch))
    trainee = make()
    rank = sum(slow_rank(trainee, example) for example in batch if example.rivals) / 4
    settings = dataclasses.replace(CONFIG, prompt_weight=0.25, value_weight=0.5, rank_weight=2.0, micro_batch_tokens=200)
    trainer = Trainer(trainee, settings)
    measured = trainer.evaluate(trainer.encode(batch))
    report = trainer.step(trainer.encode(batch))
    assert report.rank_loss == pytest.approx(rank, rel=1e-4)
    assert measured["rank"] == pytest.approx(rank, rel=1e-4)
    assert report.policy_loss == pytest.approx(expected.policy_loss, rel=1e-4)
    assert report.value_loss == pytest.approx(expected.value_loss, rel=1e-4)
    assert report.loss == pytest.approx(expected.loss + 2.0 * rank, rel=1e-4)


@pytest.mark.parametrize("make", KINDS)
def test_a_censored_state_trains_the_value_as_a_slow_reference_and_nothing_else(make: Callable[[], Trainee]) -> None:
    trainee = make()
    states = [dataclasses.replace(e, tactic=None, distance=None, beyond=c) for e, c in zip(examples(3), (1, 5, 63), strict=True)]
    expected = []
    with torch.no_grad():
        for example in states:
            head = trainee.value_logits(trainee.hidden(torch.tensor([trainee.tokenizer.encode(example.prompt)]))[0, -1:])
            assert head is not None
            assert example.beyond is not None
            expected.append(-math.log(float(torch.softmax(head[0].double(), -1)[example.beyond :].sum())))
    trainer = Trainer(trainee, dataclasses.replace(CONFIG, value_weight=0.5))
    assert trainer.evaluate(trainer.encode(states))["censored"] == pytest.approx(sum(expected) / 3, rel=1e-4)
    report = trainer.step(trainer.encode(states))
    assert report.censored_loss == pytest.approx(sum(expected) / 3, rel=1e-4)
    assert (report.policy_loss, report.value_loss) == (0.0, None)
    assert report.loss == pytest.approx(0.5 * sum(expected) / 3, rel=1e-4)


@pytest.mark.parametrize("change", [{"beyond": 0}, {"beyond": 64}, {"beyond": 3, "distance": 2.0}])
def test_a_censoring_out_of_range_is_named(change: dict[str, float]) -> None:
    example = dataclasses.replace(examples(1)[0], tactic=None, **{"distance": None, **change})  # type: ignore[arg-type]
    with pytest.raises(InputError, match="example 0, beyond"):
        Trainer(whole(), CONFIG).encode([example])


def test_the_measure_for_a_ranking_is_the_proposer_s_own() -> None:
    trainer = Trainer(whole(head=True), dataclasses.replace(CONFIG, rank_weight=1.0))
    example = dataclasses.replace(examples(1)[0], rivals=(("simp", math.log(2.0)), ("omega", math.log(5.0))))
    assert trainer.evaluate(trainer.encode([example]))["rank_prior"] == pytest.approx(math.log(8.0))  # 1 : 2 : 5


def test_a_ranking_is_learnt(tmp_path: Path) -> None:
    trainee = whole(head=True)
    config = dataclasses.replace(CONFIG, num_steps=60, rank_weight=4.0)
    train(trainee, ranked(12), config, tmp_path)
    trainer = Trainer(trainee, config)
    found = trainer.evaluate(trainer.encode(ranked(12)))
    assert found["rank"] < 0.5 * found["rank_prior"]


@pytest.mark.parametrize("rivals", [(("", 0.0),), (("a<|endoftext|>b", 0.0),)])
def test_rivals_that_are_no_tactics_are_named(rivals: tuple[tuple[str, float], ...]) -> None:
    with pytest.raises(InputError, match="example 0, rivals"):
        Trainer(whole(), CONFIG).encode([dataclasses.replace(examples(1)[0], rivals=rivals)])


@pytest.mark.parametrize("make", KINDS)
def test_a_stopped_and_resumed_run_ends_with_the_bits_of_an_unbroken_one(make: Callable[[], Trainee], tmp_path: Path) -> None:
    unbroken, first, second = make(), make(), make()
    train(unbroken, examples(), CONFIG, tmp_path / "a")
    steps = iter([False, False, False, True])
    stopped = train(first, examples(), CONFIG, tmp_path / "b", stop_fn=lambda: next(steps))
    assert (stopped.ending, stopped.num_steps) == (Ending.STOPPED, 3)
    resumed = train(second, examples(), CONFIG, tmp_path / "b")
    assert (resumed.ending, resumed.num_steps) == (Ending.DONE, 6)
    assert_equal_bits(copies(unbroken), copies(second))
    ends = [tmp_path / run / "checkpoints" / "step-00000006" for run in "ab"]
    for name in ("weights.safetensors", "optimizer.safetensors", "state.json"):
        assert (ends[0] / name).read_bytes() == (ends[1] / name).read_bytes()


def test_a_run_killed_between_checkpoints_repeats_the_steps_it_lost(tmp_path: Path) -> None:
    class KilledError(Exception):
        pass

    def kill(progress: Progress) -> None:
        if progress.report.step == 5:
            raise KilledError

    unbroken, killed, again = whole(), whole(), whole()
    train(unbroken, examples(), CONFIG, tmp_path / "a")
    with pytest.raises(KilledError):
        train(killed, examples(), CONFIG, tmp_path / "b", progress_fn=kill)
    assert last_checkpoint(tmp_path / "b") == tmp_path / "b" / "checkpoints" / "step-00000004"
    (tmp_path / "b" / "checkpoints" / ".step-00000005.tmp-00000000000000000000000000000000").mkdir()
    train(again, examples(), CONFIG, tmp_path / "b")
    assert_equal_bits(copies(unbroken), copies(again))
    steps = [json.loads(line)["step"] for line in (tmp_path / "b" / "metrics.jsonl").read_text().splitlines()]
    assert steps == [1, 2, 3, 4, 5, 6]


def test_twenty_examples_are_learnt_by_heart(tmp_path: Path) -> None:
    trainee, data = whole(), examples(20)
    config = dataclasses.replace(CONFIG, num_steps=120, batch_size=20, learning_rate=1e-2, warmup_steps=10, checkpoint_every_s=1e9)
    result = train(trainee, data, config, tmp_path)
    assert result.loss is not None
    assert result.loss < 0.5
    learnt = PolicyValueModel(_base_of(trainee), LoraShape(4, 8))
    learnt.create("s1")
    for example in data:
        answer = learnt.generate("s1", example.prompt, Sampling(temperature=0, max_tokens=64))
        assert answer.samples[0].content == example.tactic


def _base_of(trainee: BaseTrainee) -> object:
    made = base()
    made.model.load_state_dict(trainee.model.state_dict())
    return made


def test_a_session_learns_policy_and_value_and_leaves_the_base_alone(tmp_path: Path) -> None:
    trainee = session()
    others = {name: p.detach().clone() for name, p in trainee.model.base.model.named_parameters() if ".lora_" not in name}
    config = dataclasses.replace(CONFIG, num_steps=150, batch_size=20, learning_rate=1e-2, kl_weight=0.001, checkpoint_every_s=1e9)
    seen: list[Progress] = []
    train(trainee, examples(20), config, tmp_path, progress_fn=seen.append)
    assert seen[-1].report.policy_loss < 0.95 * seen[0].report.policy_loss  # little can be said with a random base
    first, last = (one.report.value_loss for one in (seen[0], seen[-1]))
    assert first is not None
    assert last is not None
    assert last < 0.5 * first
    for name, parameter in trainee.model.base.model.named_parameters():
        if ".lora_" not in name:
            assert torch.equal(parameter, others[name]), name
    weights = trainee.model.weights("s1")
    trainee.model.create("s2", weights)
    prompt = examples(20)[0].prompt
    assert trainee.model.value("s2", prompt) == trainee.model.value("s1", prompt)


def test_the_kl_of_a_fresh_adapter_is_zero_and_of_a_trained_one_is_not() -> None:
    trainer = Trainer(session(), dataclasses.replace(CONFIG, kl_weight=0.1, learning_rate=1e-2))
    batch = trainer.encode(examples(8))
    kls = [trainer.step(batch).kl for _ in range(4)]
    assert kls[0] == pytest.approx(0.0, abs=1e-6)
    assert kls[-1] is not None
    assert kls[-1] > 1e-4


def test_a_kl_without_a_reference_is_refused() -> None:
    with pytest.raises(InputError, match="kl_weight"):
        Trainer(whole(), dataclasses.replace(CONFIG, kl_weight=0.1))


def test_what_is_trained_is_what_is_sampled() -> None:
    trainer = Trainer(session(), CONFIG)
    (encoded,) = trainer.encode(examples(1))
    made = trainer.trainee.tokenizer
    assert encoded.ids[encoded.num_prompt :] == (*made.encode_plain("exact h.1"), trainer.trainee.end_id)
    assert list(encoded.ids[:-1]) == made.encode(examples(1)[0].prompt + "exact h.1")


def test_a_loss_that_is_not_finite_names_step_and_example_and_changes_nothing() -> None:
    trainee = whole()
    trainer = Trainer(trainee, CONFIG)
    trainer.step(trainer.encode(examples(4)))
    before = copies(trainee)
    strange = trainee.tokenizer.encode_plain("induction")[0]
    batch = trainer.encode(examples(6), [10, 11, 12, 13, 14, 15])
    poisoned = [row.number for row in batch if strange in row.ids]
    assert poisoned == [14]
    logits = trainee.logits
    trainee.logits = lambda hidden: (
        logits(hidden)
        + torch.where(  # type: ignore[method-assign]  # one logit of one token is spoilt
            torch.arange(len(tokenizer())) == strange, -math.inf, 0.0
        )
    )
    with pytest.raises(TrainingFailed, match="loss of inf") as caught:
        trainer.step(batch)
    assert (caught.value.step, caught.value.examples) == (1, (14,))
    assert_equal_bits(before, copies(trainee))
    assert all(parameter.grad is None for parameter in trainee.parameters().values())


def test_a_loss_that_stays_high_stops_the_run_and_keeps_the_last_good_checkpoint(tmp_path: Path) -> None:
    trainee = whole()
    logits, num_calls = trainee.logits, iter(range(10_000))

    def spoilt(hidden: torch.Tensor) -> torch.Tensor:
        return logits(hidden) * (1.0 if next(num_calls) < 30 else -1000.0)

    trainee.logits = spoilt  # type: ignore[method-assign]  # the network is fine until its 30th pass
    config = dataclasses.replace(
        CONFIG, num_steps=100, batch_size=4, learning_rate=1e-6, micro_batch_tokens=10_000, divergence_steps=5, prompt_weight=0.0
    )
    with pytest.raises(TrainingFailed, match="for 5 steps"):
        train(trainee, [examples(1)[0]] * 4, config, tmp_path)
    assert last_checkpoint(tmp_path) == tmp_path / "checkpoints" / "step-00000030"


def test_a_time_limit_saves_and_returns(tmp_path: Path) -> None:
    ticks = iter(range(10_000))
    result = train(whole(), examples(), CONFIG, tmp_path, max_seconds=6.0, clock=lambda: float(next(ticks)))
    assert result.ending is Ending.TIME_LIMIT
    assert 0 < result.num_steps < 6
    assert result.checkpoint.name == f"step-{result.num_steps:08d}"


def test_another_configuration_or_other_examples_do_not_resume(tmp_path: Path) -> None:
    train(whole(), examples(), CONFIG, tmp_path)
    with pytest.raises(InputError, match="learning_rate"):
        train(whole(), examples(), dataclasses.replace(CONFIG, learning_rate=1e-4), tmp_path)
    with pytest.raises(InputError, match="other examples"):
        train(whole(), examples(19), CONFIG, tmp_path)
    assert train(whole(), examples(), dataclasses.replace(CONFIG, log_every_steps=3), tmp_path).ending is Ending.DONE


def test_a_damaged_checkpoint_is_refused(tmp_path: Path) -> None:
    result = train(whole(), examples(), CONFIG, tmp_path)
    file = result.checkpoint / "weights.safetensors"
    file.write_bytes(file.read_bytes()[:-100])
    with pytest.raises(InputError, match="cannot be read"):
        train(whole(), examples(), CONFIG, tmp_path)


def test_each_example_comes_once_in_each_pass() -> None:
    drawn = [number for step in range(15) for number in batch_numbers(step, 4, 20, seed=3)]
    passes = [drawn[:20], drawn[20:40], drawn[40:]]
    assert all(sorted(one) == list(range(20)) for one in passes)
    assert len({tuple(one) for one in passes}) == 3
    assert batch_numbers(7, 4, 20, seed=3) == drawn[28:32]
    assert batch_numbers(7, 4, 20, seed=4) != drawn[28:32]


def test_micro_batches_hold_everything_once_and_keep_to_the_limit() -> None:
    trainer = Trainer(whole(), CONFIG)
    rows = trainer.encode(examples(40))
    parts = split_batch(rows, 400)
    assert sorted(row.number for part in parts for row in part) == list(range(40))
    assert all(len(part) * max(len(row.ids) for row in part) <= 400 for part in parts)
    padded = sum(len(part) * max(len(row.ids) for row in part) for part in split_batch(rows, 100_000))
    assert padded <= 1.25 * sum(len(row.ids) for row in rows)


def test_the_rate_warms_up_and_falls() -> None:
    config = TrainConfig(num_steps=110, warmup_steps=10, final_rate=0.1)
    assert [config.rate(step) for step in (0, 4, 9)] == pytest.approx([0.1, 0.5, 1.0])
    assert config.rate(10) == pytest.approx(1.0)
    assert config.rate(60) == pytest.approx(0.55)
    assert config.rate(110) == pytest.approx(0.1)
    assert dataclasses.replace(config, decay=Decay.CONSTANT).rate(100) == 1.0


@pytest.mark.parametrize(
    "example",
    [
        Example(reap_prompt(["⊢ True"]), " trivial", 1.0),
        Example(reap_prompt(["⊢ True"]), "", 1.0),
        Example("", "trivial", 1.0),
        Example(reap_prompt(["⊢ True"]), "a<|endoftext|>b", 1.0),
        Example(reap_prompt(["⊢ True"]), "trivial", 1.0, weight=-1.0),
        Example(reap_prompt(["⊢ x" + " + 1" * 200 + " = y"]), "trivial", 1.0),
    ],
    ids=["space", "empty tactic", "empty prompt", "end token", "weight", "too long"],
)
def test_an_example_that_cannot_be_learnt_is_named(example: Example) -> None:
    with pytest.raises(InputError, match="example 7"):
        Trainer(whole(), CONFIG).encode([example], [7])


@pytest.mark.parametrize("change", [{"num_steps": 0}, {"learning_rate": 0.0}, {"final_rate": 2.0}, {"batch_size": True}])
def test_a_setting_out_of_range_is_named(change: dict[str, float]) -> None:
    with pytest.raises(InputError, match=next(iter(change))):
        TrainConfig(**change)  # type: ignore[arg-type]  # wrong on purpose


def test_a_state_without_a_tactic_trains_the_value_alone() -> None:
    trainer = Trainer(session(), CONFIG)
    report = trainer.step(trainer.encode([dataclasses.replace(examples(1)[0], tactic=None)]))
    assert report.policy_loss == 0.0
    assert report.value_loss is not None


def test_distances_beyond_the_last_bin_are_counted() -> None:
    trainer = Trainer(session(), CONFIG)
    batch = [dataclasses.replace(examples(1)[0], distance=distance) for distance in (63.5, 64.0, 70.0)]
    assert trainer.step(trainer.encode(batch)).num_saturated == 2


def test_a_head_that_was_trained_along_starts_a_session() -> None:
    trainee = whole(head=True)
    assert trainee.head is not None
    made = PolicyValueModel(base(), LoraShape(4, 8))
    made.create("fresh")
    made.create("s1", with_head(made.weights("fresh"), trainee.head))
    for name, parameter in made.network.head_parameters(made.session("s1").slot).items():
        assert torch.equal(parameter, trainee.head.get_parameter(name))


def test_trained_weights_become_a_model_folder_and_load_from_it(tmp_path: Path) -> None:
    whole_base = whole(head=True)
    assert whole_base.head is not None
    initial = _head_tensors(whole_base.head)
    train(whole_base, examples(), CONFIG, tmp_path / "pretraining")
    save_base(tmp_path / "base", whole_base.model, tokenizer())
    artifact = HeadArtifact.trained(
        _head_tensors(whole_base.head),
        initial=initial,
        dataset_manifest_sha256="0" * 64,
        train_rows=20,
        seed=0,
        profile="reaprover.tests",
        learning_rate=CONFIG.learning_rate,
        weight_decay=CONFIG.weight_decay,
    )
    contract = new_contract(tmp_path / "base", repository="reaprover/small", head=artifact)
    start = PolicyValueModel(load_base(tmp_path / "base", contract=contract, cache=tmp_path / "cache"), contract)
    start.create("fresh")
    start.create("train", with_head(start.weights("fresh"), whole_base.head))
    trainee = SessionTrainee(start, "train")
    train(trainee, examples(), CONFIG, tmp_path / "adapter")
    folder = save_weights(tmp_path / "weights", tmp_path / "base", start.weights("train"), contract)
    loaded, _ = load_model(folder, ModelOptions(device="cpu"), session_id="again")
    for name, parameter in loaded.trainable("again").items():
        assert torch.equal(parameter, start.trainable("train")[name]), name
    prompt = examples(1)[0].prompt
    assert loaded.value("again", prompt) == start.value("train", prompt)


def _head_tensors(head: torch.nn.Sequential) -> TensorGroup:
    return TensorGroup({name: to_snapshot(parameter) for name, parameter in head.named_parameters()})
