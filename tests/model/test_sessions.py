"""Isolation of sessions, random streams, learning, undo, snapshots (spec model.md, sections 6, 7 and 9)."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from reaprover.errors import LoadMismatch, PromptTooLong, UsageError
from reaprover.model.prompt import reap_prompt
from reaprover.model.sampling import Request, Sampling

from .conftest import RELEASE

pytestmark = pytest.mark.model
PROMPTS = [reap_prompt(["⊢ True"]), reap_prompt(["n : ℕ\n⊢ n + 0 = n"])]
SAMPLING = Sampling(num_samples=3, max_tokens=6)


def fresh_model() -> Any:
    from reaprover.model.network import LoraShape
    from reaprover.model.policy_value import PolicyValueModel
    from reaprover.model.tiny import tiny_base

    return PolicyValueModel(tiny_base(), LoraShape(4, 8))


def learn(model: Any, session_id: str, number: int) -> None:
    """One step on something that depends on `number`."""
    import torch

    slot = model.slot_of(session_id)
    with model.active(session_id) as network:
        optimizer = model.optimizer(session_id)
        hidden = network.hidden(slot, torch.tensor([[10 + number, 11, 12]]))[0, -1]
        loss = network.logits(hidden).logsumexp(-1) + network.value_logits(slot, hidden)[number]
        loss.backward()
        optimizer.step()
        model.session(session_id).optimizer_steps += 1


def bits(model: Any, session_id: str) -> list[bytes]:
    weights = model.weights(session_id)
    return [tensor.tobytes() for group in (weights.adapter, weights.value_head) for tensor in group.values()]


def work(model: Any, session_id: str, number: int) -> list[Any]:
    """One round of a session: sample, learn, value."""
    answer = model.generate(session_id, PROMPTS[number % 2], SAMPLING)
    learn(model, session_id, number)
    return [answer, model.value(session_id, PROMPTS[0])]


@pytest.mark.parametrize("ids", [("s1", "s10"), ("model", "layers"), ("lora_A", "default")])
def test_interleaved_sessions_equal_separate_runs_bit_for_bit(ids: tuple[str, str]) -> None:
    together = fresh_model()
    for session_id in ids:
        together.create(session_id)
    seen: dict[str, list[Any]] = {session_id: [] for session_id in ids}
    for number in range(3):
        for session_id in ids if number % 2 else reversed(ids):
            seen[session_id].append(work(together, session_id, number))
        with pytest.raises(UsageError):
            together.generate("nobody", PROMPTS[0], SAMPLING)
    for session_id in ids:
        alone = fresh_model()
        alone.create(session_id)
        assert [work(alone, session_id, number) for number in range(3)] == seen[session_id]
        assert bits(alone, session_id) == bits(together, session_id)
        assert alone.session(session_id).stream.cpu.equal(together.session(session_id).stream.cpu)
    assert bits(together, ids[0]) != bits(together, ids[1])


def test_seeds_of_sessions_are_those_of_the_specification() -> None:
    from reaprover.model.random_stream import session_seed

    assert session_seed("s1") == 7546931524716650887
    assert session_seed("session-a") == 8815696411498125570
    assert session_seed("course-000000000001-01") == 3889493608508454983


def test_initial_values_depend_on_the_id_alone_and_leave_the_process_streams_alone() -> None:
    import torch

    torch.manual_seed(3)
    before = torch.get_rng_state()
    one, two = fresh_model(), fresh_model()
    one.create("other")
    for model in (one, two):
        model.create("a")
    assert torch.get_rng_state().equal(before)
    assert bits(one, "a") == bits(two, "a") != bits(one, "other")


def test_a_fresh_session_equals_the_base_and_has_a_uniform_a_and_a_zero_b() -> None:
    import torch

    model = fresh_model()
    model.create("a")
    parameters = model.network.parameters(model.slot_of("a"))
    assert len(parameters) == 28
    for name, parameter in parameters.items():
        if ".lora_A." in name:
            bound = parameter.shape[1] ** -0.5
            assert 0.5 * bound < float(parameter.abs().max()) <= bound
        else:
            assert not parameter.any()
    ids = torch.tensor([model.base.tokenizer.encode(PROMPTS[0])])
    with torch.no_grad():
        adapted, bare = (model.network.logits(model.network.hidden(slot, ids)) for slot in (model.slot_of("a"), None))
    assert float((adapted - bare).abs().max()) <= 1e-6


def test_initial_values_are_those_that_peft_draws_for_a_float32_base() -> None:
    import torch
    from peft import LoraConfig, LoraModel

    from reaprover.model.random_stream import session_seed
    from reaprover.model.tiny import tiny_base
    from reaprover.snapshot.contract import TARGET_MODULES

    model = fresh_model()
    model.create("a")
    base = tiny_base().model
    torch.manual_seed(session_seed("a"))
    LoraModel(base, LoraConfig(r=4, lora_alpha=8, target_modules=list(TARGET_MODULES)), "default")
    scalar = torch.nn.Sequential(torch.nn.Linear(64, 256), torch.nn.SiLU(), torch.nn.Linear(256, 1))
    head = torch.nn.Sequential(torch.nn.Linear(64, 256), torch.nn.SiLU(), torch.nn.Linear(256, 64))
    expected = {f"base_model.model.{name.replace('.default.', '.')}": p for name, p in base.named_parameters() if ".lora_" in name}
    found = model.network.parameters(model.slot_of("a"))
    assert set(found) == set(expected)
    assert all(found[name].equal(expected[name]) for name in found)
    assert all(a.equal(b) for a, b in zip(model.network.head(model.slot_of("a")).parameters(), head.parameters(), strict=True))
    assert len(list(scalar.parameters())) == 4


def test_values_draw_nothing_and_a_request_takes_one_draw(model: Any) -> None:
    stream = model.session("s1").stream
    before = stream.cpu.clone()
    assert model.value("s1", PROMPTS[0]) == model.value("s1", PROMPTS[0])
    model.generate("s1", PROMPTS[0], SAMPLING, seed=1)
    assert stream.cpu.equal(before)
    first = model.generate("s1", PROMPTS[0], SAMPLING)
    assert not model.session("s1").stream.cpu.equal(before)
    assert model.generate("s1", PROMPTS[0], SAMPLING) != first


def test_only_adapter_and_head_of_the_active_session_are_trained(model: Any) -> None:
    model.create("other")
    base = {name: p.detach().clone() for name, p in model.base.model.named_parameters() if ".lora_" not in name}
    other = bits(model, "other")
    with model.active("s1"):
        wanted = {id(p) for p in model.trainable("s1").values()}
        everything = list(model.base.model.parameters()) + list(model.network.head(model.slot_of("s1")).parameters())
        assert {id(p) for p in everything if p.requires_grad} == wanted
        assert len(wanted) == 28 + 4
        held = [id(p) for group in model.optimizer("s1").param_groups for p in group["params"]]
        assert sorted(held) == sorted(wanted)
    learn(model, "s1", 1)
    assert bits(model, "other") == other
    assert all(p.equal(base[name]) for name, p in model.base.model.named_parameters() if name in base)
    assert not any(p.requires_grad for p in model.base.model.parameters())


def test_passes_of_the_reference_and_of_others_leave_gradients_as_they_were(model: Any) -> None:
    import torch

    model.create("other")
    ids, slot = torch.tensor([[5, 6, 7]]), model.slot_of("s1")

    def trained() -> set[int]:
        return {id(p) for p in model.base.model.parameters() if p.requires_grad}

    for which in (slot, None, slot, model.slot_of("other"), None, model.slot_of("other"), slot):
        model.network.hidden(which, ids)
        assert trained() == set()
    with model.active("s1") as network:
        wanted = {id(p) for p in network.parameters(slot).values()}
        for which in (None, model.slot_of("other")):
            with torch.no_grad():
                network.hidden(which, ids)
            network.hidden(slot, ids)
            assert trained() == wanted
    assert trained() == set()


def test_a_rollback_restores_every_bit(model: Any) -> None:
    learn(model, "s1", 1)
    point, before = model.savepoint("s1"), bits(model, "s1")
    first = work(model, "s1", 2)
    after = bits(model, "s1")
    assert after != before
    model.rollback("s1", point)
    assert bits(model, "s1") == before
    assert model.session("s1").optimizer_steps == 1
    assert work(model, "s1", 2) == first
    assert bits(model, "s1") == after


def live_snapshot(model: Any, session_id: str, folder: Path) -> Any:
    """Write a live snapshot with the snapshot package and read it back."""
    from reaprover.core.canonical import canonical_json
    from reaprover.core.durable import publish_folder
    from reaprover.snapshot import LiveSession, live_snapshot_files, read_snapshot
    from reaprover.snapshot.session import parse_session

    record = {
        "schema_version": "reap.gpu.session.v1", "session_id": session_id, "theorem_id": None, "lineage": {}, "completed": False,
        "policy_version": 1, "adapter_metadata": {}, "value_metadata": {}, "optimizer_metadata": {}, "reference_metadata": {},
        "buffer_metadata": {"events": {}, "pending_event_ids": [], "consumed_event_ids": []}, "event_receipts": {}, "created_at": 1.5,
    }  # fmt: skip
    session = parse_session(canonical_json(record), session_id, "now")
    assert isinstance(session, LiveSession)
    backend = {"schema_version": "reap.gpu.real-prover-backend.v1"}
    manifest, session_bytes, backend_bytes = live_snapshot_files(session, "now", backend, model.live_payload(session_id))
    publish_folder(folder, {"session.json": session_bytes, "backend.json": backend_bytes, "manifest.json": manifest.to_bytes()})
    return read_snapshot(folder).payload


def test_a_live_snapshot_written_and_restored_goes_on_bit_for_bit(model: Any, tmp_path: Path) -> None:
    work(model, "s1", 0)
    payload = live_snapshot(model, "s1", tmp_path / "now")
    expected = work(model, "s1", 1), bits(model, "s1")
    other = fresh_model()
    other.create("s1")
    other.restore("s1", payload)
    assert other.session("s1").optimizer_steps == 1
    assert (work(other, "s1", 1), bits(other, "s1")) == expected


def test_a_restore_that_does_not_fit_changes_nothing(model: Any, tmp_path: Path) -> None:
    import dataclasses

    work(model, "s1", 0)
    payload = live_snapshot(model, "s1", tmp_path / "now")
    work(model, "s1", 1)
    before, stream = bits(model, "s1"), model.session("s1").stream.cpu.clone()
    groups = {**payload.optimizer, "param_groups": payload.optimizer["param_groups"][:1]}
    wrong_rng = dataclasses.replace(payload.rng, device_type="cuda")
    for bad in (dataclasses.replace(payload, optimizer=groups), dataclasses.replace(payload, rng=wrong_rng)):
        with pytest.raises(LoadMismatch):
            model.restore("s1", bad)
        assert bits(model, "s1") == before
        assert model.session("s1").stream.cpu.equal(stream)
        assert model.session("s1").optimizer_steps == 2


def test_deleting_a_session_changes_no_other_and_frees_its_id() -> None:
    model = fresh_model()
    for session_id in ("a", "b", "c"):
        model.create(session_id)
    learn(model, "b", 1)
    before = bits(model, "b"), model.value("b", PROMPTS[0])
    model.delete("a")
    model.delete("c")
    assert (bits(model, "b"), model.value("b", PROMPTS[0])) == before
    model.delete("b")
    model.create("b")
    assert bits(model, "b") != before[0]


def weights_of(release: Any, **changes: Any) -> Any:
    from reaprover.model.policy_value import Weights
    from reaprover.snapshot import TensorGroup

    adapter = {name: changes.get(name, tensor) for name, tensor in release.adapter.items()}
    adapter |= {name: tensor for name, tensor in changes.items() if name not in adapter}
    return Weights(TensorGroup({n: t for n, t in adapter.items() if t is not None}), release.value_head)


def test_whatever_is_not_a_complete_fit_is_refused_and_leaves_nothing_behind() -> None:
    import torch

    from reaprover.model.policy_value import PolicyValueModel, to_snapshot
    from reaprover.model.tiny import tiny_base
    from reaprover.snapshot import load_release

    release = load_release(RELEASE)
    model = PolicyValueModel(tiny_base(), release.contract)
    last = "base_model.model.model.layers.1.mlp.down_proj.lora_B.weight"
    wrong = {
        "no such tensor": {last: None},
        "a tensor the model has no place for": {
            "base_model.model.model.layers.0.mlp.down_proj.lora_B.default.weight": release.adapter[last]
        },
        r"found \(64, 8\), expected \(64, 4\)": {last: to_snapshot(torch.zeros(64, 8))},
        "found torch.float64": {last: to_snapshot(torch.zeros(64, 4, dtype=torch.float64))},
        "infinities or NaN": {last: to_snapshot(torch.full((64, 4), float("nan")))},
    }
    for message, changes in wrong.items():
        with pytest.raises(LoadMismatch, match=message):
            model.create("s1", weights_of(release, **changes))
        assert (model.session_ids, model.network.slots) == ((), ())
    model.create("s1", weights_of(release))
    with pytest.raises(UsageError, match="exists already"):
        model.create("s1")


def test_an_adapter_that_does_not_act_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    from reaprover.model.network import Network
    from reaprover.model.policy_value import PolicyValueModel
    from reaprover.model.tiny import tiny_base
    from reaprover.snapshot import load_release

    release = load_release(RELEASE)
    model = PolicyValueModel(tiny_base(), release.contract)
    inert = Network.hidden
    monkeypatch.setattr(Network, "hidden", lambda self, slot, ids, **more: inert(self, None, ids, **more))
    with pytest.raises(LoadMismatch, match="logits of the bare base"):
        model.create("s1", weights_of(release))


def test_a_contract_for_another_width_is_refused() -> None:
    import json

    from reaprover.model.policy_value import PolicyValueModel
    from reaprover.model.tiny import tiny_base
    from reaprover.snapshot import check_contract

    full = json.loads((RELEASE.parent.parent / "fullv3-contract.json").read_bytes())
    with pytest.raises(LoadMismatch, match="found 64, expected 3584"):
        PolicyValueModel(tiny_base(), check_contract(full))


def test_tactics_weighed_together_are_as_each_alone(model: Any) -> None:
    import torch

    prompt, tactics = reap_prompt(["p q : Prop\nh : p ∧ q\n⊢ q"]), ["exact h.2", "simp", "obtain ⟨_, h2⟩ := h", "exact h.2.1"]
    distance, log_odds, num_tokens = model.weigh("s1", prompt, tactics)
    assert distance == pytest.approx(model.run([Request("s1", prompt, None)])[0].distance, abs=1e-5)
    slot, base = model.session("s1").slot, model.base
    branches = [(*base.tokenizer.encode_plain(tactic), min(base.end_ids)) for tactic in tactics]
    beginnings = {branch[:end] for branch in branches for end in range(1, len(branch) + 1)}  # what is common is read once
    assert num_tokens == len(base.tokenizer.encode(prompt)) + len(beginnings) < len(base.tokenizer.encode(prompt)) + sum(map(len, branches))
    for tactic, found in zip(tactics, log_odds, strict=True):
        ids = [*base.tokenizer.encode(prompt), *base.tokenizer.encode_plain(tactic), min(base.end_ids)]
        with torch.no_grad():
            shares = torch.softmax(model.network.value_logits(slot, model.network.hidden(slot, torch.tensor([ids]))[0, -1]).double(), -1)
        assert found == pytest.approx(math.log(float(shares[:63].sum() / shares[63])), abs=1e-4)
        assert model.weigh("s1", prompt, [tactic])[1][0] == pytest.approx(found, abs=1e-5)


def test_a_claim_is_ranked_without_its_proof(model: Any) -> None:
    prompt = reap_prompt(["n : Nat\n⊢ n = n"])
    claim = "have key : ∀ (x : Nat), x + 0 = x"
    assert model.weigh("s1", prompt, [f"{claim} := by intro x; simp"]) == model.weigh("s1", prompt, [claim])


def test_a_state_that_leaves_no_room_is_refused(model: Any) -> None:
    with pytest.raises(PromptTooLong):
        model.weigh("s1", reap_prompt(["⊢ True" + " ∧ True" * 2_000]), ["simp"])
