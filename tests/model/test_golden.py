"""The golden values of the tiny model (spec model.md, section 10), and what typical mistakes would give instead."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from reaprover.model.prompt import prompt_sha256, reap_prompt
from reaprover.model.sampling import Finish, Sampling

pytestmark = pytest.mark.model


def cause(golden: Any, distance: float) -> str:
    """Which typical mistake gives this distance."""
    found = [name for name, value in golden["value_traps"]["what_goes_wrong_gives"].items() if abs(value - distance) < 0.005]
    return f"the cause may be: {found}"


def test_the_base_by_formula_has_the_recorded_identity(model: Any, golden: Any) -> None:
    assert model.base.identity == golden["base_identity_sha256"]
    assert model.base.is_override is False


def test_distances_are_golden_with_and_without_the_adapter(model: Any, golden: Any) -> None:
    import torch

    from reaprover.model.network import head_distance

    within = golden["tolerance"]["distance_abs"]
    slot = model.slot_of("s1")
    for row in golden["value"]:
        prompt = reap_prompt(row["state"].split("\n"))
        ids = model.base.tokenizer.encode(prompt)
        assert (prompt_sha256(prompt), len(ids), ids[-1]) == (row["prompt_sha256"], row["prompt_tokens"], row["last_token_id"])
        distance = model.value("s1", prompt)
        assert distance == pytest.approx(row["distance"], abs=within), cause(golden, distance)
        with torch.no_grad():
            bare = head_distance(model.network.value_logits(slot, model.network.hidden(None, torch.tensor([ids]))[0, -1]))
            logits = model.network.value_logits(slot, model.network.hidden(slot, torch.tensor([ids]))[0, -1])
        assert float(bare) == pytest.approx(row["distance_base_without_adapter"], abs=within)
        assert int(logits.argmax()) + 1 == row["argmax_bin"]
        assert float(torch.softmax(logits, -1)[-1]) == pytest.approx(row["p_bin_64"], abs=1e-5)


def test_log_probabilities_are_golden_token_by_token(model: Any, golden: Any) -> None:
    for row in golden["policy_logprobs"]:
        found = model.score("s1", reap_prompt([row["state"]]), row["token_ids"])
        assert found == pytest.approx(row["logprobs"], abs=golden["tolerance"]["logprob_abs"])
        assert sum(found) == pytest.approx(row["raw_logprob"], abs=golden["tolerance"]["logprob_sum_abs"])


def test_greedy_tokens_are_golden_and_copied_n_times(model: Any, golden: Any) -> None:
    row = golden["greedy"]
    answer = model.generate("s1", reap_prompt([row["state"]]), Sampling(num_samples=3, max_tokens=row["max_tokens"], temperature=0))
    assert [sample.token_ids for sample in answer.samples] == [tuple(row["token_ids"])] * 3
    assert [sample.finish for sample in answer.samples] == [Finish.LENGTH] * 3
    assert (answer.num_prompt_tokens, answer.num_completion_tokens) == (139, 24)


def test_the_reference_model_gives_the_golden_tokens_of_the_bare_base(golden: Any) -> None:
    from reaprover.model.network import LoraShape
    from reaprover.model.policy_value import PolicyValueModel
    from reaprover.model.tiny import tiny_base

    model = PolicyValueModel(tiny_base(), LoraShape(4, 8))
    model.create("fresh")  # B is zero: the base itself
    answer = model.generate("fresh", reap_prompt(["⊢ True"]), Sampling(max_tokens=8, temperature=0))
    assert answer.samples[0].token_ids == tuple(golden["greedy"]["token_ids_base_without_adapter"])


def test_a_trailing_newline_moves_the_value_as_recorded(model: Any, golden: Any) -> None:
    traps = golden["value_traps"]["what_goes_wrong_gives"]
    prompt = reap_prompt(["⊢ True"])
    assert model.value("s1", prompt + "\n") == pytest.approx(traps["prompt_with_trailing_newline"], abs=0.002)
    assert model.value("s1", prompt[:-1]) == pytest.approx(traps["prompt_without_final_colon"], abs=0.002)


@pytest.mark.parametrize(("attention", "distance", "total"), [("eager", 46.998, -57.344), ("sdpa", 47.075, -57.397)])
def test_bfloat16_with_a_float32_adapter_is_within_its_tolerance(golden: Any, attention: str, distance: float, total: float) -> None:
    import torch

    from reaprover.model.policy_value import PolicyValueModel, Weights
    from reaprover.model.tiny import tiny_base
    from reaprover.snapshot import load_release

    from .conftest import RELEASE

    release = load_release(RELEASE)
    model = PolicyValueModel(tiny_base(dtype=torch.bfloat16, attention=attention), release.contract)
    model.create("s1", Weights(release.adapter, release.value_head))
    prompt, row = reap_prompt(["⊢ True"]), golden["policy_logprobs"][0]
    assert model.value("s1", prompt) == pytest.approx(distance, abs=0.15)
    assert sum(model.score("s1", prompt, row["token_ids"])) == pytest.approx(total, abs=0.3)
    assert {p.dtype for p in model.trainable("s1").values()} == {torch.float32}
    answer = model.generate("s1", prompt, Sampling(num_samples=4, max_tokens=12))
    for sample in answer.samples:
        again = model.score("s1", prompt, sample.token_ids)
        assert max(abs(a - b) for a, b in zip(sample.logprobs, again, strict=True)) < 0.05


def test_logits_equal_those_of_peft_on_the_exported_folder(model: Any, tmp_path: Any) -> None:
    import warnings

    import torch
    from peft import PeftModel

    from reaprover.model.tiny import tiny_base
    from reaprover.snapshot import load_release

    from .conftest import RELEASE

    load_release(RELEASE).to_peft(tmp_path / "peft")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # PEFT asks transformers by an old name
        reference = PeftModel.from_pretrained(tiny_base().model, str(tmp_path / "peft")).eval()
    ids = torch.tensor([model.base.tokenizer.encode(reap_prompt(["⊢ True"]))])
    with torch.no_grad():
        expected = reference(ids, use_cache=False).logits
        found = model.network.logits(model.network.hidden(model.slot_of("s1"), ids))
    assert float((found - expected).abs().max()) < 1e-6


def test_the_first_golden_update_is_reproduced_through_the_learning_interface(model: Any, golden: Any) -> None:
    import torch

    from reaprover.model.value import two_hot

    rows = golden["search_visit_backup"]
    wanted, tolerance = rows["first_update"], golden["tolerance"]
    prompt = model.base.tokenizer.encode(reap_prompt([rows["state"]]))
    total = sum(candidate["visits"] for candidate in rows["candidates"])
    slot = model.slot_of("s1")
    with model.active("s1") as network:
        optimizer = model.optimizer("s1")
        optimizer.zero_grad()
        for candidate in rows["candidates"]:
            tokens = model.base.tokenizer.encode_plain(candidate["tactic"])
            ids = torch.tensor([prompt + tokens])
            with torch.no_grad():
                reference = torch.log_softmax(network.logits(network.hidden(None, ids)[0, len(prompt) - 1 : -1]), -1)
            logs = torch.log_softmax(network.logits(network.hidden(slot, ids)[0, len(prompt) - 1 : -1]), -1)
            nll = -logs.gather(1, torch.tensor(tokens)[:, None]).sum()
            kl = (logs.exp() * (logs - reference)).sum()
            (candidate["visits"] / total * (nll + 0.02 * kl)).backward()
        target = torch.tensor(two_hot(rows["distance"]).dense())
        logits = network.value_logits(slot, network.hidden(slot, torch.tensor([prompt]))[0, -1])
        (0.5 * -(target * torch.log_softmax(logits, -1)).sum()).backward()
        parameters = list(model.trainable("s1").values())
        norm = torch.nn.utils.clip_grad_norm_(parameters, 1.0)
        assert float(norm) == pytest.approx(wanted["grad_norm"], rel=tolerance["grad_norm_rel"])
        optimizer.step()
    assert model.value("s1", reap_prompt([rows["state"]])) == pytest.approx(wanted["distance_after"], abs=0.002)
    nll_after = [-sum(model.score("s1", reap_prompt([rows["state"]]), candidate["tactic"])) for candidate in rows["candidates"]]
    assert nll_after == pytest.approx(wanted["joint_token_nll_after"], abs=0.002)
    assert not any(parameter.requires_grad for parameter in model.base.model.parameters())


def test_a_value_that_is_cut_off_marks_the_sample(model: Any) -> None:
    answer = model.generate("s1", reap_prompt(["⊢ True"]), Sampling(max_tokens=1))
    assert (answer.samples[0].finish, len(answer.samples[0].token_ids)) == (Finish.LENGTH, 1)
    assert dataclasses.replace(answer, version=1).version == 1
