"""A base of a few thousand parameters with a byte-level tokenizer, as files; for tests of packaging, made in half a second."""

from __future__ import annotations

from pathlib import Path
from typing import Any

REPOSITORY = "example/small-lean"


def write_base(folder: Path, *, seed: int = 1) -> Path:
    """An untrained base of the Qwen2 form with every file that a base has."""
    import torch
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast, Qwen2ForCausalLM

    from reaprover.model.tiny import tiny_config

    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocabulary = {token: index for index, token in enumerate(("<|pad|>", "<|endoftext|>", *alphabet))}
    tokenizer = Tokenizer(models.BPE(vocab=vocabulary, merges=[]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    tokenizer.decoder = decoders.ByteLevel()
    sizes = {"hidden_size": 32, "intermediate_size": 64, "num_attention_heads": 2, "num_key_value_heads": 1}
    config = tiny_config(**sizes, vocab_size=len(vocabulary), max_position_embeddings=1024, eos_token_id=1, tie_word_embeddings=True)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        model = Qwen2ForCausalLM(config)
    model.save_pretrained(folder)
    PreTrainedTokenizerFast(tokenizer_object=tokenizer, eos_token="<|endoftext|>", pad_token="<|pad|>").save_pretrained(folder)
    return folder


def model_on(base: Path, *, session_id: str = "learner", seed: int = 0) -> Any:
    """A model on that base whose session has an adapter that acts: every B is drawn, as if it had been trained."""
    import torch

    from reaprover.model.base import load_base
    from reaprover.model.network import LoraShape
    from reaprover.model.policy_value import PolicyValueModel

    model = PolicyValueModel(load_base(base), LoraShape(rank=4, alpha=8))
    model.create(session_id)
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for name, parameter in model.trainable(session_id).items():
            if ".lora_B." in name:
                parameter.copy_(torch.randn(parameter.shape, generator=generator) * 0.05)
    return model


def contract_for(base: Path, model: Any, *, session_id: str = "learner") -> Any:
    """The contract of that base, with the session's head as an untrained one."""
    from reaprover.learn.contract import HeadArtifact, new_contract
    from reaprover.model.network import LoraShape

    head = HeadArtifact.untrained(model.weights(session_id).value_head, seed=7)
    return new_contract(base, repository=REPOSITORY, head=head, lora=LoraShape(rank=4, alpha=8))
