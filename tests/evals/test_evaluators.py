from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from reaprover.core import Candidate, Evaluation, Observation
from reaprover.errors import PromptTooLong, UsageError
from reaprover.evals.evaluators import (
    Arm,
    ConstantValue,
    ModelSettings,
    Timed,
    UniformPrior,
    make_evaluators,
    parse_spec,
)
from reaprover.policy import CataloguePolicy

RELEASE = Path(__file__).parent.parent / "data" / "releases" / "tiny-torch-2.13"
OPEN = Observation(("p q : Prop\nh : p ∧ q\n⊢ q ∧ p",), "key", 0, 8)
DONE = Observation((), "done", 0, 8)


class Table:
    """An evaluator that says what it is told."""

    identity = "table"

    def __init__(self, answer_fn: Callable[[Observation], Evaluation]) -> None:
        self.answer_fn = answer_fn

    def evaluate(self, observations: Sequence[Observation]) -> list[Evaluation]:
        return [self.answer_fn(seen) for seen in observations]


def test_a_specification_is_an_arm_and_a_path() -> None:
    assert parse_spec("catalogue") == (Arm.CATALOGUE, "")
    assert parse_spec("random-head:runs/a:b") == (Arm.RANDOM_HEAD, "runs/a:b")


@pytest.mark.parametrize(
    ("spec", "message"),
    [("oracle", "no evaluator 'oracle'; there are catalogue"), ("model", "write model:PATH"), ("catalogue:x", "takes no path; found 'x'")],
)
def test_a_wrong_specification_is_refused_with_what_is_right(spec: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        parse_spec(spec)


def test_a_constant_outside_the_distances_is_refused() -> None:
    with pytest.raises(UsageError, match=r"constant_distance is 0\.5"):
        ModelSettings(constant_distance=0.5)


def test_the_ranked_catalogue_is_the_same_for_every_seed() -> None:
    make = make_evaluators("catalogue")
    assert make(0).identity == make(1).identity == CataloguePolicy().identity


def test_the_drawn_catalogue_gives_each_candidate_once_in_another_order_for_each_seed() -> None:
    everything = CataloguePolicy().evaluate([replace(OPEN, num_candidates=160)])[0].candidates
    make, orders = make_evaluators("catalogue-drawn"), []
    for seed in (0, 1):
        batches = [make(seed).evaluate([replace(OPEN, batch_index=index)])[0].candidates for index in range(math.ceil(len(everything) / 8))]
        orders.append([candidate for batch in batches for candidate in batch])
        assert sorted(orders[-1], key=str) == sorted(everything, key=str)
    assert orders[0] != orders[1]
    assert make(0).identity != make(1).identity


def test_a_constant_value_keeps_the_candidates_and_leaves_solved_states_at_zero() -> None:
    candidate = Candidate("simp", -0.5)
    evaluator = ConstantValue(Table(lambda seen: Evaluation((candidate,), -7.5, 11)), 3.0)
    assert evaluator.evaluate([OPEN, DONE]) == [Evaluation((candidate,), -3.0, 11), Evaluation((candidate,), 0.0, 11)]
    assert evaluator.identity == "table:value-3"


def test_a_uniform_prior_counts_each_text_once_and_keeps_order_and_value() -> None:
    samples = (Candidate("a", -0.1), Candidate("b", -3.0), Candidate("a", -0.1), Candidate("c", -9.0))
    answer = UniformPrior(Table(lambda seen: Evaluation(samples, -2.0, 5))).evaluate([OPEN])[0]
    assert [candidate.tactic for candidate in answer.candidates] == ["a", "b", "c"]
    assert [math.exp(candidate.logprob) for candidate in answer.candidates] == pytest.approx([1 / 3] * 3)
    assert (answer.value, answer.num_tokens) == (-2.0, 5)
    assert UniformPrior(Table(lambda seen: Evaluation((), -64.0))).evaluate([OPEN])[0].candidates == ()


def test_the_clock_adds_up_calls_that_fail_too() -> None:
    def fail(seen: Observation) -> Evaluation:
        raise PromptTooLong(2, 1)

    ticks = iter([0.0, 1.5, 10.0, 12.0])
    timed = Timed(Table(lambda seen: Evaluation((), -1.0)), lambda: next(ticks))
    timed.evaluate([OPEN, OPEN])
    timed._inner = Table(fail)
    with pytest.raises(PromptTooLong):
        timed.evaluate([OPEN])
    assert (timed.elapsed_s, timed.num_calls) == (3.5, 2)


@pytest.mark.model
def test_arms_of_one_model_differ_in_the_part_they_name_and_nowhere_else() -> None:
    settings = ModelSettings(max_tokens=3, constant_distance=5.0, device="cpu")
    answers = {}
    for arm in Arm:
        if arm.needs_model:
            evaluator = make_evaluators(f"{arm.value}:{RELEASE}", settings)(7)
            answers[arm] = evaluator.evaluate([replace(OPEN, num_candidates=4)])[0]
            answers[arm, "identity"] = evaluator.identity
    model = answers[Arm.MODEL]
    texts = [candidate.tactic for candidate in model.candidates]
    assert answers[Arm.MODEL_PRIOR] == replace(model, value=-5.0)
    assert answers[Arm.UNIFORM_VALUE].value == model.value
    assert [candidate.tactic for candidate in answers[Arm.UNIFORM_VALUE].candidates] == list(dict.fromkeys(texts))
    assert answers[Arm.RANDOM_HEAD].candidates == model.candidates
    assert answers[Arm.RANDOM_HEAD].value != model.value
    base = answers[Arm.BASE]
    assert [candidate.logprob for candidate in base.candidates] != [candidate.logprob for candidate in model.candidates]
    assert base.value != model.value
    identities = [answers[arm, "identity"] for arm in Arm if arm.needs_model]
    assert len(set(identities)) == len(identities)


@pytest.mark.model
def test_the_base_arm_is_the_network_with_every_adapter_switched_off() -> None:
    import torch

    from reaprover.model import ablation
    from reaprover.model.loading import ModelOptions, load_model
    from reaprover.model.network import head_distance
    from reaprover.model.prompt import reap_prompt

    model, _ = load_model(RELEASE, ModelOptions(device="cpu"), session_id="whole")
    model.create("base", ablation.without_adapter(model.weights("whole")))
    prompt = reap_prompt(OPEN.goals)
    slot = model.session("whole").slot
    with torch.no_grad():
        ids = torch.tensor([model.base.tokenizer.encode(prompt)])
        expected = float(head_distance(model.network.value_logits(slot, model.network.hidden(None, ids)[0, -1])))
    assert model.value("base", prompt) == pytest.approx(expected, abs=1e-5)
    assert ablation.adapter_effect(model, "base") == 0.0
    assert ablation.adapter_effect(model, "whole") > 0.0


@pytest.mark.model
def test_a_model_whose_adapter_changes_nothing_is_refused_but_as_base() -> None:
    from reaprover.model import ablation
    from reaprover.model.loading import ModelOptions, load_model

    model, _ = load_model(RELEASE, ModelOptions(device="cpu"), session_id="whole")
    model.create("bare", ablation.without_adapter(model.weights("whole")))
    with pytest.raises(UsageError, match="its adapter changes no output"):
        ablation.require_adapter(model, "bare", "some/model")


@pytest.mark.model
def test_a_random_head_has_the_shapes_of_the_head_and_depends_on_its_seed_alone() -> None:
    from reaprover.model import ablation
    from reaprover.model.loading import ModelOptions, load_model

    model, _ = load_model(RELEASE, ModelOptions(device="cpu"), session_id="whole")
    weights = model.weights("whole")
    one, again, other = (ablation.with_random_head(weights, seed) for seed in (1, 1, 2))
    assert {name: tensor.shape for name, tensor in one.value_head.items()} == {n: t.shape for n, t in weights.value_head.items()}
    assert one.value_head == again.value_head
    assert one.value_head != other.value_head
    assert one.adapter == weights.adapter


@pytest.mark.model
def test_distributions_agree_with_the_value_that_the_search_gets() -> None:
    from reaprover.model import ablation
    from reaprover.model.loading import ModelOptions, load_model
    from reaprover.model.prompt import reap_prompt

    model, _ = load_model(RELEASE, ModelOptions(device="cpu"), session_id="whole")
    (row,) = ablation.value_distributions(model, "whole", [OPEN.goals])
    assert sum(row) == pytest.approx(1.0)
    assert sum(k * p for k, p in enumerate(row, 1)) == pytest.approx(model.value("whole", reap_prompt(OPEN.goals)), rel=1e-5)
