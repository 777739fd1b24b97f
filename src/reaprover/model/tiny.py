"""A tiny base by formula: the golden model of the specification, with no files and no randomness.

Each weight follows from its tensor's name: x = crc32(name) + i · 2654435761 for the element with row-major index i, stirred in 32
bits, scaled to the tensor's range. It generates nonsense, deterministically, in a millisecond a token: for tests and for trying the
service.
"""

from __future__ import annotations

import math
import zlib
from typing import Any

import torch

from reaprover.model.base import Base, end_ids_of
from reaprover.model.identity import identity_of_module
from reaprover.model.tokenizer import ByteTokenizer

TINY_CONTRACT_SHA256 = "4c6600629795dccd72e5782b799dee4fd3438e113e76d11dbbc39aaa0dc7ee6d"
"""The contract of the tiny release, whose base this is."""

_MASK = 0xFFFFFFFF


def formula(name: str, shape: tuple[int, ...], scale: float, offset: float) -> torch.Tensor:
    """The values of the tensor called `name`, float32."""
    x = (torch.arange(math.prod(shape), dtype=torch.int64) * 2654435761 + zlib.crc32(name.encode())) & _MASK
    x = ((x ^ (x >> 16)) * 0x7FEB352D) & _MASK
    x = _times(x ^ (x >> 15), 0x846CA68B)
    x = x ^ (x >> 16)
    return ((x.double() / 2**32 - 0.5) * scale + offset).float().reshape(shape)


def _times(x: torch.Tensor, factor: int) -> torch.Tensor:
    """x · factor modulo 2^32, in two halves so that 63 bits suffice."""
    low = x * (factor & 0xFFFF)
    high = ((x * (factor >> 16)) & 0xFFFF) << 16
    return (low + high) & _MASK


def tiny_config(**changes: Any) -> Any:
    """The configuration of the tiny base; `changes` make another one."""
    from transformers import Qwen2Config

    options: dict[str, Any] = {
        "hidden_size": 64,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
        "num_key_value_heads": 2,
        "intermediate_size": 128,
        "vocab_size": 320,
        "max_position_embeddings": 4096,
        "rms_norm_eps": 1e-6,
        "rope_theta": 10000.0,
        "hidden_act": "silu",
        "tie_word_embeddings": False,
        "use_sliding_window": False,
        "pad_token_id": 0,
        "eos_token_id": 2,
        "bos_token_id": None,
    }
    return Qwen2Config(**(options | changes))


def tiny_base(*, dtype: torch.dtype = torch.float32, attention: str = "eager", device: str = "cpu") -> Base:
    """The golden base model with its byte tokenizer."""
    from transformers import Qwen2ForCausalLM

    with torch.random.fork_rng(devices=[]):
        model = Qwen2ForCausalLM(tiny_config(attn_implementation=attention))
    scales = (("embed_tokens.weight", 2.0, 0.0), ("norm.weight", 0.2, 1.0), (".bias", 0.2, 0.0), ("", 0.5, 0.0))
    state = {}
    for name, tensor in model.state_dict().items():
        scale, offset = next((scale, offset) for ending, scale, offset in scales if name.endswith(ending))
        state[name] = formula(name, tuple(tensor.shape), scale, offset)
    model.load_state_dict(state)
    identity = identity_of_module(model)
    return Base(
        model.to(device, dtype),
        ByteTokenizer(),
        name="tiny",
        identity=identity,
        end_ids=end_ids_of(model),
        context_length=4096,
        checked=("built from the formula",),
    )
