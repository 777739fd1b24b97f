"""Small bases of the Qwen2 form: made with random weights, written as files that `model.base.load_base` reads.

Interface: `make_tiny_base(folder, tokenizer, config=TinyBaseConfig(), seed=0)` makes an untrained one; `save_base(folder, model,
tokenizer)` writes one that was trained. Both publish the whole folder at once.

Decisions:
- Never more than 5 million parameters, tied embeddings counted once: small enough for two CPUs and for a package.
- Weights are float32 and a function of configuration, vocabulary and seed; the process's random stream is left as it was.
- The vocabulary has exactly the tokenizer's entries, so that no id without a text can be drawn.
- Embeddings are small (std 0.02, as the library draws all matrices); projections into the residual stream are divided by √(2L), which
  keeps its variance independent of depth at the beginning.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import torch

from reaprover.core.durable import Content, publish_folder
from reaprover.errors import InputError

MAX_PARAMETERS = 5_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class TinyBaseConfig:
    """The shape of a small base; the vocabulary comes from the tokenizer.

    Attributes:
        hidden_size: H; a multiple of `num_heads`, even per head.
        num_layers: L.
        num_heads: attention heads; a multiple of `num_key_value_heads`.
        num_key_value_heads: heads of keys and values.
        intermediate_size: I, of the gated layer.
        context_length: prompt and generation, tokens.
        rope_theta: base of the rotary angles; 10,000 suits contexts of this length.
    """

    hidden_size: int = 128
    num_layers: int = 3
    num_heads: int = 4
    num_key_value_heads: int = 2
    intermediate_size: int = 352
    context_length: int = 1024
    rope_theta: float = 10_000.0


def make_tiny_base(folder: str | Path, tokenizer: Any, *, config: TinyBaseConfig | None = None, seed: int) -> int:
    """Write an untrained base; returns its number of parameters.

    Args:
        folder: made by this call; it must not exist.
        tokenizer: of `lean_tokenizer.train_tokenizer`.
        config: the shape.
        seed: of the initial weights.

    Raises:
        FileExistsError: the folder exists.
        InputError: a shape that does not fit, or more than 5 million parameters.
        InfrastructureError: the disk refuses.
    """
    model = new_tiny_model(tokenizer, config=config, seed=seed)
    save_base(folder, model, tokenizer)
    return num_parameters(model)


def new_tiny_model(tokenizer: Any, *, config: TinyBaseConfig | None = None, seed: int) -> Any:
    """An untrained `Qwen2ForCausalLM` in memory, float32 on the CPU. Raises as `make_tiny_base`."""
    from transformers import Qwen2Config, Qwen2ForCausalLM

    shape = config or TinyBaseConfig()
    _require_shape(shape)
    options = Qwen2Config(
        hidden_size=shape.hidden_size,
        num_hidden_layers=shape.num_layers,
        num_attention_heads=shape.num_heads,
        num_key_value_heads=shape.num_key_value_heads,
        intermediate_size=shape.intermediate_size,
        max_position_embeddings=shape.context_length,
        rope_theta=shape.rope_theta,
        vocab_size=len(tokenizer),
        hidden_act="silu",
        rms_norm_eps=1e-6,
        tie_word_embeddings=True,
        use_sliding_window=False,
        attention_dropout=0.0,
        bos_token_id=None,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
        dtype="float32",
        architectures=["Qwen2ForCausalLM"],
    )
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        model = Qwen2ForCausalLM(options)
    if (found := num_parameters(model)) > MAX_PARAMETERS:
        raise InputError("config", "makes too large a model", found=f"{found:,} parameters", expected=f"at most {MAX_PARAMETERS:,}")
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if name.endswith(("o_proj.weight", "down_proj.weight")):
                parameter.div_(math.sqrt(2 * shape.num_layers))
    model.generation_config.eos_token_id = tokenizer.eos_token_id
    model.generation_config.pad_token_id = tokenizer.pad_token_id
    return model


def num_parameters(model: Any) -> int:
    """Parameters of a model, shared ones counted once."""
    return sum(parameter.numel() for parameter in model.parameters())


def save_base(folder: str | Path, model: Any, tokenizer: Any) -> None:
    """Publish a model and its tokenizer as a folder: safetensors, configuration, generation configuration, tokenizer.

    Args:
        folder: made by this call; it must not exist.
        model: a causal LM of the transformers library without adapters.
        tokenizer: the library's object.

    Raises:
        FileExistsError: the folder exists.
        InfrastructureError: the disk refuses.
    """
    from safetensors.torch import save

    tensors = {name: parameter.detach().cpu().contiguous() for name, parameter in model.named_parameters()}  # tied ones once
    files: dict[str, Content | Callable[[], Content]] = {
        "config.json": model.config.to_json_string(use_diff=True).encode(),
        "generation_config.json": model.generation_config.to_json_string(use_diff=True).encode(),
        "model.safetensors": partial(save, tensors, {"format": "pt"}),
    }
    with TemporaryDirectory() as name:
        tokenizer.save_pretrained(name)
        for path in sorted(Path(name).iterdir()):
            files[path.name] = path.read_bytes()
    publish_folder(Path(folder), files)


def _require_shape(shape: TinyBaseConfig) -> None:
    for name in ("hidden_size", "num_layers", "num_heads", "num_key_value_heads", "intermediate_size", "context_length"):
        if getattr(shape, name) < 1:
            raise InputError(name, "is out of range", found=str(getattr(shape, name)), expected="a number of at least 1")
    if shape.hidden_size % (2 * shape.num_heads):
        expected = f"a multiple of 2·num_heads = {2 * shape.num_heads}"
        raise InputError("hidden_size", "does not divide into heads", found=str(shape.hidden_size), expected=expected)
    if shape.num_heads % shape.num_key_value_heads:
        expected = f"a multiple of num_key_value_heads = {shape.num_key_value_heads}"
        raise InputError("num_heads", "does not fit", found=str(shape.num_heads), expected=expected)
