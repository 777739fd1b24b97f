"""What a trainer can train: all parameters of a base, or the adapter and head of one session on a frozen base.

Interface: `BaseTrainee(model, tokenizer)` for supervised pretraining from random weights, with an optional head that is trained along;
`SessionTrainee(policy_value_model, session_id)` for an adapter and its head. After training: `tiny_base.save_base(folder, model,
tokenizer)` for the first; `model.weights(session_id)` (a `policy_value.Weights`) is the release's adapter and head for the second.
`with_head(weights, head)` starts a session from a head that was trained along with its base.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Protocol

import torch
from torch import nn

from reaprover.errors import InputError, LoadMismatch
from reaprover.model.policy_value import PolicyValueModel, Weights, to_snapshot
from reaprover.model.tokenizer import PretrainedTokenizer, Tokenizer
from reaprover.snapshot.tensors import TensorGroup


class Trainee(Protocol):
    """A network with parameters to train.

    Attributes:
        tokenizer: its tokenizer.
        end_id: the token that ends a tactic.
        context_length: most tokens of an example.
        device: where it computes.
    """

    tokenizer: Tokenizer
    end_id: int
    context_length: int
    device: torch.device

    def parameters(self) -> Mapping[str, nn.Parameter]:
        """Exactly what is trained, by name; names of head parameters begin with `value_head.`."""
        ...

    @contextmanager
    def training(self) -> Iterator[None]:
        """Parameters take gradients inside; afterwards none are left."""
        ...

    def hidden(self, ids: torch.Tensor, positions: torch.Tensor | None = None, mask: torch.Tensor | None = None) -> torch.Tensor:
        """Hidden states [B, T, H] of ids [B, T] after the final norm; positions and mask are those of `model.branches`."""
        ...

    def logits(self, hidden: torch.Tensor) -> torch.Tensor:
        """Vocabulary logits [N, V] of hidden states [N, H]."""
        ...

    def value_logits(self, hidden: torch.Tensor) -> torch.Tensor | None:
        """Head logits [N, 64] of hidden states [N, H]; None without a head."""
        ...

    def reference_hidden(self, ids: torch.Tensor, positions: torch.Tensor | None = None, mask: torch.Tensor | None = None) -> torch.Tensor:
        """Hidden states [B, T, H] of the frozen reference, without gradient; raises `InputError` where there is none."""
        ...


class BaseTrainee:
    """All parameters of a causal LM, and of a value head if one is given.

    Args:
        model: a decoder of the transformers library without adapters; it is trained in place, in float32.
        tokenizer: the library's object.
        head: trained along (`model.network.new_head(hidden_size)`); None trains the policy alone.

    Raises:
        LoadMismatch: the model carries adapters, is not float32, or has no end token.
    """

    def __init__(self, model: Any, tokenizer: Any, head: nn.Sequential | None = None) -> None:
        if getattr(model, "_reaprover_network", None) is not None or any(".lora_" in name for name, _ in model.named_parameters()):
            raise LoadMismatch("model to train", "one that carries adapters", "a bare base")
        if any(parameter.dtype is not torch.float32 for parameter in model.parameters()):
            raise LoadMismatch("model to train", "parameters of another dtype", "torch.float32")
        if tokenizer.eos_token_id is None:
            raise LoadMismatch("tokenizer", "no end token", "an end token")
        self.model, self.head = model, head
        self.tokenizer: Tokenizer = PretrainedTokenizer(tokenizer)
        self.end_id = int(tokenizer.eos_token_id)
        self.context_length = int(model.config.max_position_embeddings)
        self.device = torch.device(model.get_input_embeddings().weight.device)
        self._decoder = model.get_decoder()
        self._output = model.get_output_embeddings()
        self._parameters: dict[str, nn.Parameter] = dict(model.named_parameters())
        if head is not None:
            self._parameters |= {f"value_head.{name}": parameter for name, parameter in head.named_parameters()}
        model.eval()

    def parameters(self) -> Mapping[str, nn.Parameter]:
        """See `Trainee`."""
        return self._parameters

    @contextmanager
    def training(self) -> Iterator[None]:
        """See `Trainee`."""
        try:
            for parameter in self._parameters.values():
                parameter.requires_grad_(True)
            yield
        finally:
            for parameter in self._parameters.values():
                parameter.requires_grad_(False)
                parameter.grad = None

    def hidden(self, ids: torch.Tensor, positions: torch.Tensor | None = None, mask: torch.Tensor | None = None) -> torch.Tensor:
        """See `Trainee`."""
        found = self._decoder(input_ids=ids, position_ids=positions, attention_mask=mask, use_cache=False)
        hidden: torch.Tensor = found.last_hidden_state
        return hidden

    def logits(self, hidden: torch.Tensor) -> torch.Tensor:
        """See `Trainee`."""
        logits: torch.Tensor = self._output(hidden)
        return logits

    def value_logits(self, hidden: torch.Tensor) -> torch.Tensor | None:
        """See `Trainee`."""
        return None if self.head is None else self.head(hidden.float())

    def reference_hidden(self, ids: torch.Tensor, positions: torch.Tensor | None = None, mask: torch.Tensor | None = None) -> torch.Tensor:
        """See `Trainee`."""
        raise InputError("kl_weight", "has no reference", expected="0 where all parameters are trained")


class SessionTrainee:
    """Adapter and head of one session; the base stays frozen.

    Args:
        model: base and sessions; its lock is held during each step.
        session_id: a session with a slot of its own.

    Raises:
        UsageError: no such session.
        LoadMismatch: the base has no end token.
    """

    def __init__(self, model: PolicyValueModel, session_id: str) -> None:
        self.model, self.session_id = model, session_id
        self._slot = model.session(session_id).slot
        if not model.base.end_ids:
            raise LoadMismatch(f"base {model.base.name}", "no end token", "an end token")
        self.tokenizer: Tokenizer = model.base.tokenizer
        self.end_id = min(model.base.end_ids)
        self.context_length = model.base.context_length
        self.device = model.base.device

    def parameters(self) -> Mapping[str, nn.Parameter]:
        """See `Trainee`."""
        return self.model.trainable(self.session_id)

    @contextmanager
    def training(self) -> Iterator[None]:
        """See `Trainee`."""
        with self.model.active(self.session_id):
            yield

    def hidden(self, ids: torch.Tensor, positions: torch.Tensor | None = None, mask: torch.Tensor | None = None) -> torch.Tensor:
        """See `Trainee`."""
        return self.model.network.hidden(self._slot, ids, positions=positions, mask=mask)

    def logits(self, hidden: torch.Tensor) -> torch.Tensor:
        """See `Trainee`."""
        return self.model.network.logits(hidden)

    def value_logits(self, hidden: torch.Tensor) -> torch.Tensor | None:
        """See `Trainee`."""
        return self.model.network.value_logits(self._slot, hidden)

    def reference_hidden(self, ids: torch.Tensor, positions: torch.Tensor | None = None, mask: torch.Tensor | None = None) -> torch.Tensor:
        """See `Trainee`."""
        with torch.no_grad():
            return self.model.network.hidden(None, ids, positions=positions, mask=mask)


def with_head(weights: Weights, head: nn.Sequential) -> Weights:
    """Weights with another head, e.g. of a fresh session's adapter and a head that was trained along with the base."""
    return Weights(weights.adapter, TensorGroup({name: to_snapshot(parameter) for name, parameter in head.named_parameters()}))
