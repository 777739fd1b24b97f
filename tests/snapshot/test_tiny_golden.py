"""The PEFT export of the tiny release, applied by PEFT to the tiny base, gives the golden values, distances and greedy tokens."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from reaprover.snapshot import load_release

from . import forge

pytestmark = [
    pytest.mark.model,
    pytest.mark.filterwarnings("ignore:.*is_gradient_checkpointing:FutureWarning"),  # PEFT asks transformers by an old name
]
GOLDEN = Path(__file__).parents[3] / "shared" / "data" / "tiny-golden.json"
PROMPT = (
    "User: Please generate a tactic in lean4 to solve the state.\nHere're some theorems that may be helpful:\n\nSTATE:\n{}\n"
    "TACTIC:\n\nAssistant:"
)


def base_model() -> Any:
    """The tiny base by the formula of its description."""
    import torch
    from transformers import Qwen2Config, Qwen2ForCausalLM

    config = Qwen2Config(
        hidden_size=64, num_hidden_layers=2, num_attention_heads=4, num_key_value_heads=2, intermediate_size=128, vocab_size=320,
        max_position_embeddings=4096, rms_norm_eps=1e-6, hidden_act="silu", tie_word_embeddings=False, use_sliding_window=False,
        pad_token_id=0, eos_token_id=2, bos_token_id=None, attn_implementation="eager",
        rope_parameters={"rope_type": "default", "rope_theta": 10000.0},
    )  # fmt: skip
    model = Qwen2ForCausalLM(config).eval()
    state = {}
    for name, tensor in model.state_dict().items():
        scale, offset = (
            (2.0, 0.0)
            if "embed_tokens" in name
            else (0.2, 1.0)
            if name.endswith("norm.weight")
            else (0.2, 0.0)
            if name.endswith(".bias")
            else (0.5, 0.0)
        )
        state[name] = torch.from_numpy(formula(name, tuple(tensor.shape), scale, offset))
    model.load_state_dict(state)
    return model


def formula(name: str, shape: tuple[int, ...], scale: float, offset: float) -> np.ndarray:
    import zlib

    x = (np.uint32(zlib.crc32(name.encode())) + np.arange(math.prod(shape), dtype=np.uint64) * 2654435761).astype(np.uint32)
    x = (x ^ (x >> 16)) * np.uint32(0x7FEB352D)
    x = (x ^ (x >> 15)) * np.uint32(0x846CA68B)
    x = x ^ (x >> 16)
    return ((x.astype(np.float64) / 2**32 - 0.5) * scale + offset).astype(np.float32).reshape(shape)


def tokens(text: str) -> list[int]:
    return [byte + 3 for byte in text.encode()]


@pytest.fixture(scope="module")
def golden() -> Any:
    if not GOLDEN.is_file():
        pytest.skip("the golden values are not beside the repository")
    return json.loads(GOLDEN.read_bytes())


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("export") / "peft"
    load_release(forge.TINY).to_peft(folder)
    return folder


@pytest.fixture(scope="module")
def model(exported: Path) -> Any:
    from peft import PeftModel

    adapted = PeftModel.from_pretrained(base_model(), str(exported)).eval()
    applied = {name.replace(".default.", "."): value for name, value in adapted.state_dict().items() if "lora_" in name}
    release = load_release(forge.TINY)
    assert set(applied) == set(release.adapter)
    for name, value in applied.items():
        assert np.array_equal(value.numpy(), release.adapter[name].numpy()), name
    return adapted


def test_the_value_of_both_states_is_golden(model: Any, exported: Path, golden: Any) -> None:
    import torch
    from safetensors.torch import load_file

    head = load_file(exported / "value_head.safetensors")
    for row in golden["value"]:
        prompt = tokens(PROMPT.format(row["state"]))
        assert (len(prompt), prompt[-1]) == (row["prompt_tokens"], row["last_token_id"])
        assert forge.sha256(PROMPT.format(row["state"]).encode()) == row["prompt_sha256"]
        with torch.no_grad():
            hidden = model(torch.tensor([prompt]), output_hidden_states=True, use_cache=False).hidden_states[-1][0, -1]
            inner = torch.nn.functional.silu(head["0.weight"] @ hidden + head["0.bias"])
            probabilities = torch.softmax(head["2.weight"] @ inner + head["2.bias"], 0)
        distance = float((probabilities * torch.arange(1, 65)).sum())
        assert distance == pytest.approx(row["distance"], abs=golden["tolerance"]["distance_abs"])
        assert int(probabilities.argmax()) + 1 == row["argmax_bin"]


def test_the_log_probabilities_of_all_candidates_are_golden(model: Any, golden: Any) -> None:
    import torch

    for row in golden["policy_logprobs"]:
        prompt, continuation = tokens(PROMPT.format(row["state"])), row["token_ids"]
        with torch.no_grad():
            logits = model(torch.tensor([prompt + continuation]), use_cache=False).logits[0]
        logprobs = torch.log_softmax(logits, -1)
        found = [float(logprobs[len(prompt) - 1 + i, token]) for i, token in enumerate(continuation)]
        assert found == pytest.approx(row["logprobs"], abs=golden["tolerance"]["logprob_abs"])
        assert sum(found) == pytest.approx(row["raw_logprob"], abs=golden["tolerance"]["logprob_sum_abs"])
