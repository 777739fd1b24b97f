"""The search objective: golden numbers, refusals, receipts (spec learning.md, sections 2 and 6)."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from reaprover.errors import InputError
from reaprover.learn.events import parse_search_event
from reaprover.model.prompt import reap_prompt

DATA = Path(__file__).parent.parent
RELEASE = DATA / "data" / "releases" / "tiny-torch-2.13"
GOLDEN = json.loads((DATA / "model" / "tiny-golden.json").read_bytes())


def event(**changes: Any) -> dict[str, Any]:
    candidate = {"raw_logprob": -1.5, "behavior_version": 0}
    return {
        "event_id": "s1.s0.n0",
        "session_id": "s1",
        "tree_id": "s1.tree0",
        "step": 0,
        "node_index": 0,
        "policy_version": 0,
        "prompt": reap_prompt(["⊢ True"]),
        "gamma": 0.99,
        "candidates": [{"tactic": "trivial", "visits": 3, **candidate}, {"tactic": "simp", "visits": 1, **candidate}],
        "backup": {"kind": "OR", "valid": True, "visits": 3, "value_sum": -10.5},
        "reward": 0,
        "terminal_verified": False,
    } | changes


def candidates(*entries: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"tactic": "simp", "visits": 1, "raw_logprob": -1.0, "behavior_version": 0} | entry for entry in entries]


def backup(**changes: Any) -> dict[str, Any]:
    return {"kind": "OR", "valid": True, "visits": 3, "value_sum": -10.5} | changes


BAD = [
    {"kind": "verified_success_replay"},
    {"event_id": "a/b"},
    {"session_id": "s2"},
    {"tree_id": 3},
    {"step": -1},
    {"step": True},
    {"node_index": 1.0},
    {"policy_version": 1},
    {"prompt": "  \n"},
    {"gamma": 0.999},
    {"gamma": True},
    {"candidates": []},
    {"candidates": candidates({}) * 65},
    {"candidates": candidates({}, {})},
    {"candidates": candidates({"tactic": " "})},
    {"candidates": candidates({"visits": 0})},
    {"candidates": candidates({"visits": -1})},
    {"candidates": candidates({"visits": 2**53 - 1}, {"tactic": "b"})},
    {"candidates": candidates({"raw_logprob": 0.5})},
    {"candidates": candidates({"raw_logprob": None})},
    {"candidates": candidates({"behavior_version": 1})},
    {"candidates": candidates({"is_focus": True})},
    {"is_focus": True},
    {"backup": None},
    {"backup": backup(kind="XOR")},
    {"backup": backup(valid=1)},
    {"backup": backup(visits=0)},
    {"backup": backup(value_sum=-2.9)},
    {"backup": backup(value_sum=0)},
    {"reward": 1},
    {"reward": True},
    {"terminal_verified": True},
    {"terminal_verified": 0},
]


@pytest.mark.parametrize("changes", BAD, ids=lambda c: json.dumps(c)[:60])
def test_an_event_that_breaks_a_rule_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="event"):
        parse_search_event(event(**changes), session_id="s1", policy_version=0, gamma=0.99)


def test_an_event_that_holds_is_parsed_with_weights_and_distance() -> None:
    parsed = parse_search_event(event(more=1), session_id="s1", policy_version=0, gamma=0.99)
    assert [c.weight for c in parsed.candidates] == [0.75, 0.25]
    assert parsed.distance == 3.5
    nearly = parse_search_event(event(backup=backup(value_sum=-3 + 1e-10)), session_id="s1", policy_version=0, gamma=0.99)
    assert nearly.distance == 1.0


@pytest.fixture
def model() -> Any:
    import torch

    from reaprover.model.policy_value import PolicyValueModel, Weights
    from reaprover.model.tiny import tiny_base
    from reaprover.snapshot import load_release

    torch.set_num_threads(1)
    release = load_release(RELEASE)
    made = PolicyValueModel(tiny_base(), release.contract)
    made.create("s1", Weights(release.adapter, release.value_head))
    return made


def step(model: Any, number: int = 0, *, kl: float | None = None, **changes: Any) -> Any:
    from reaprover.learn.objectives import SearchObjective, search_step
    from reaprover.snapshot import load_release

    config = load_release(RELEASE).contract.document["search_config"]
    assert isinstance(config, dict)
    document = event(**({"policy_version": number, "step": number} | changes))
    parsed = parse_search_event(document, session_id="s1", policy_version=number, gamma=0.99)
    return search_step(model, "s1", parsed, SearchObjective.of(config, max_post_update_kl=kl))


@pytest.mark.model
def test_two_updates_give_the_golden_numbers(model: Any) -> None:
    for number, name in enumerate(("first_update", "second_update")):
        detail, golden = step(model, number), GOLDEN["search_visit_backup"][name]
        for key in ("policy_loss", "kl", "value_loss", "loss"):
            assert detail[key] == pytest.approx(golden[key], rel=1e-4)
        assert detail["grad_norm"] == pytest.approx(golden["grad_norm"], rel=5e-4)
        if name == "first_update":
            assert [c["joint_token_nll"] for c in detail["candidate_targets"]] == pytest.approx(golden["joint_token_nll"], rel=1e-4)
            assert [c["prefix_kl_sum"] for c in detail["candidate_targets"]] == pytest.approx(golden["prefix_kl_sum"], rel=1e-3)
            assert detail["value_before"] == pytest.approx(golden["value_before"], abs=2e-3)
            assert detail["parameter_diffs"]["adapter"]["changed_tensors"] == golden["changed_adapter_tensors"]
            assert detail["parameter_diffs"]["value_head"]["changed_tensors"] == golden["changed_head_tensors"]
            assert model.value("s1", reap_prompt(["⊢ True"])) == pytest.approx(golden["distance_after"], abs=2e-3)
        assert detail["optimizer_steps"] == number + 1


@pytest.mark.model
def test_a_fresh_adapter_has_no_divergence_and_the_golden_numbers(model: Any) -> None:
    import torch

    with torch.no_grad():
        for name, parameter in model.network.parameters(model.slot_of("s1")).items():
            if ".lora_B." in name:
                parameter.zero_()
    detail, golden = step(model), GOLDEN["search_visit_backup_fresh_adapter"]["first_update"]
    assert detail["kl"] == pytest.approx(0.0, abs=1e-6)
    for key in ("policy_loss", "value_loss", "loss"):
        assert detail[key] == pytest.approx(golden[key], rel=1e-4)
    assert detail["grad_norm"] == pytest.approx(golden["grad_norm"], rel=5e-4)
    assert detail["parameter_diffs"]["adapter"]["changed_tensors"] == golden["changed_adapter_tensors_float32_weight_decay_0.01"]


@pytest.mark.model
def test_a_receipt_allows_the_loss_to_be_computed_again(model: Any) -> None:
    detail = step(model)
    trained = [c for c in detail["candidate_targets"] if c["trained"]]
    nll = math.fsum(c["target_probability"] * c["joint_token_nll"] for c in trained)
    kl = math.fsum(c["target_probability"] * c["prefix_kl_sum"] for c in trained)
    assert detail["loss"] == pytest.approx(nll + 0.02 * kl + 0.5 * detail["value_loss"], rel=1e-12)
    assert detail["value_target"] == 3.5
    assert detail["search_trace"]["value_trace"]["target"] == pytest.approx(0.99**2.5)
    assert detail["value_training"]["target_nonzero"] == [{"bin": 3, "weight": 0.5}, {"bin": 4, "weight": 0.5}]
    assert detail["base_parameters_frozen"] is True
    diffs = detail["parameter_diffs"]
    assert diffs["optimizer"]["added_tensors"] == 3 * 32
    unchanged = "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
    assert diffs["rng_counters"]["diff_manifest_sha256"] == unchanged
    assert diffs["adapter"]["diff_manifest_sha256"] != unchanged
    json.dumps(detail, allow_nan=False)


@pytest.mark.model
def test_hashes_in_receipts_are_those_of_the_published_tiny_release(model: Any) -> None:
    before = step(model)["parameter_diffs"]
    assert before["adapter"]["before_sha256"].startswith("118f0216")
    assert before["value_head"]["before_sha256"].startswith("dae5ff61")


@pytest.mark.model
def test_a_candidate_without_visits_changes_nothing_and_is_reported(model: Any) -> None:
    point = model.savepoint("s1")
    plain = step(model)
    more = event()["candidates"] + candidates({"tactic": "rfl", "visits": 0})
    model.rollback("s1", point)
    with_more = step(model, candidates=more)
    assert with_more["candidate_targets"][2]["trained"] is False
    assert with_more["loss"] == plain["loss"]
    assert with_more["parameter_diffs"]["adapter"]["after_sha256"] == plain["parameter_diffs"]["adapter"]["after_sha256"]
    model.rollback("s1", point)
    swapped = step(model, candidates=event()["candidates"][::-1])
    assert swapped["loss"] == pytest.approx(plain["loss"], rel=1e-6)


@pytest.mark.model
def test_the_guard_refuses_a_step_that_goes_too_far_and_reports_one_that_does_not(model: Any) -> None:
    from reaprover.errors import KLGuardExceeded

    point = model.savepoint("s1")
    with pytest.raises(KLGuardExceeded):
        step(model, kl=1e-3)
    model.rollback("s1", point)
    assert step(model, kl=100.0)["kl_guard"]["maximum"] == 100.0


@pytest.mark.model
def test_a_candidate_that_does_not_fit_is_refused_before_anything_changes(model: Any) -> None:
    before = model.weights("s1")
    with pytest.raises(InputError, match="too long"):
        step(model, candidates=candidates({"tactic": "x" * 4000}))
    assert model.weights("s1").adapter == before.adapter
    assert model.session("s1").optimizer_steps == 0


@pytest.mark.model
def test_the_gradient_of_the_loss_agrees_with_finite_differences(model: Any) -> None:
    import torch

    from reaprover.learn.objectives import nll_and_kl, two_hot_loss
    from reaprover.model.value import two_hot

    slot, tokenizer = model.slot_of("s1"), model.base.tokenizer
    prompt, ids = tuple(tokenizer.encode("⊢ True")), tuple(tokenizer.encode_plain("simp"))

    def loss(network: Any) -> Any:
        nll, kl = nll_and_kl(network, slot, prompt, ids)
        last = network.hidden(slot, torch.tensor([prompt]))[0, -1]
        return nll + 0.02 * kl + 0.5 * two_hot_loss(network.value_logits(slot, last), two_hot(3.5))

    with model.active("s1") as network:
        parameters = list(model.trainable("s1").values())
        loss(network).backward()
        gradients = [p.grad.clone() for p in parameters]
        direction = [g / torch.cat([x.flatten() for x in gradients]).norm() for g in gradients]
        expected = sum(float((g * d).sum()) for g, d in zip(gradients, direction, strict=True))
        step_size = 1e-3
        values = []
        with torch.no_grad():
            for sign in (1, -2):
                for parameter, part in zip(parameters, direction, strict=True):
                    parameter.add_(part, alpha=sign * step_size)
                values.append(float(loss(network)))
        assert (values[0] - values[1]) / (2 * step_size) == pytest.approx(expected, rel=2e-2)
