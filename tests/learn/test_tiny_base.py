"""Small bases as files."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
import torch

from reaprover.errors import InputError
from reaprover.learn.tiny_base import MAX_PARAMETERS, TinyBaseConfig, make_tiny_base, new_tiny_model, num_parameters, save_base
from reaprover.model.base import load_base
from reaprover.model.network import LoraShape
from reaprover.model.policy_value import PolicyValueModel
from reaprover.model.prompt import reap_prompt
from reaprover.model.sampling import Sampling
from tests.learn.small import SHAPE, examples, model, tokenizer

pytestmark = pytest.mark.model


def test_a_base_from_files_is_the_one_that_was_made(tmp_path: Path) -> None:
    count = make_tiny_base(tmp_path / "base", tokenizer(), config=SHAPE, seed=3)
    loaded = load_base(tmp_path / "base", cache=tmp_path / "cache")
    made = new_tiny_model(tokenizer(), config=SHAPE, seed=3)
    assert count == num_parameters(made)
    for name, parameter in made.named_parameters():
        assert torch.equal(loaded.model.get_parameter(name), parameter), name
    assert loaded.vocab_size == len(tokenizer())
    assert loaded.end_ids == {tokenizer().eos_token_id}
    assert loaded.context_length == SHAPE.context_length
    assert {file.name for file in (tmp_path / "base").iterdir()} == {
        *("config.json", "generation_config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json")
    }


def test_the_tokenizer_from_files_is_the_one_that_was_trained(tmp_path: Path) -> None:
    # the library chooses a class by the model's type, which splits text by other rules
    make_tiny_base(tmp_path / "base", tokenizer(), config=SHAPE, seed=0)
    loaded = load_base(tmp_path / "base", cache=tmp_path / "cache").tokenizer
    for example in examples(12):
        for text in (example.prompt, example.tactic or "", reap_prompt(["x✝ : ∀ n, f⁻¹ n ≠ 10\n⊢ ⟨a, b⟩.1 = a"])):
            assert loaded.encode(text) == tokenizer()(text)["input_ids"]
            assert loaded.decode(loaded.encode(text)) == text


def test_a_session_on_it_answers_and_its_fresh_policy_is_nearly_uniform(tmp_path: Path) -> None:
    make_tiny_base(tmp_path / "base", tokenizer(), config=SHAPE, seed=0)
    made = PolicyValueModel(load_base(tmp_path / "base", cache=tmp_path / "cache"), LoraShape())
    made.create("s1")
    answer = made.generate("s1", reap_prompt(["⊢ True"]), Sampling(num_samples=2, max_tokens=4))
    uniform = -torch.log(torch.tensor(float(len(tokenizer())))).item()
    assert all(abs(logprob - uniform) < 0.5 for sample in answer.samples for logprob in sample.logprobs)
    assert 25 < answer.distance < 40


def test_weights_are_a_function_of_the_seed_and_leave_the_process_alone() -> None:
    before = torch.get_rng_state()
    first, second, other = model(1), model(1), model(2)
    assert torch.equal(torch.get_rng_state(), before)
    assert all(torch.equal(a, b) for a, b in zip(first.parameters(), second.parameters(), strict=True))
    assert not torch.equal(first.get_parameter("model.embed_tokens.weight"), other.get_parameter("model.embed_tokens.weight"))


def test_the_default_shape_has_about_half_a_million_parameters_and_the_vocabulary() -> None:
    # 3 layers of (128·128 + 2·128·64 + 128·128 weights, 128 + 2·64 biases, 3·128·352, 2 norms of 128), a norm, the vocabulary once
    layer = 128 * 128 + 2 * 128 * 64 + 128 * 128 + 128 + 2 * 64 + 3 * 128 * 352 + 2 * 128
    found = num_parameters(new_tiny_model(tokenizer(), seed=0))
    assert found == 3 * layer + 128 + 128 * len(tokenizer())
    assert 500_000 < found - 128 * len(tokenizer()) < 600_000


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"hidden_size": 512, "num_layers": 8, "num_heads": 8, "intermediate_size": 2048}, "config"),
        ({"hidden_size": 33}, "hidden_size"),
        ({"num_heads": 4, "num_key_value_heads": 3}, "num_heads"),
        ({"num_layers": 0}, "num_layers"),
    ],
)
def test_a_shape_that_cannot_be_is_refused(change: dict[str, int], where: str) -> None:
    with pytest.raises(InputError, match=where):
        new_tiny_model(tokenizer(), config=dataclasses.replace(SHAPE, **change), seed=0)
    assert MAX_PARAMETERS == 5_000_000
    assert num_parameters(new_tiny_model(tokenizer(), config=TinyBaseConfig(), seed=0)) < MAX_PARAMETERS


def test_a_folder_is_never_written_over(tmp_path: Path) -> None:
    save_base(tmp_path / "base", model(), tokenizer())
    with pytest.raises(FileExistsError):
        save_base(tmp_path / "base", model(), tokenizer())
