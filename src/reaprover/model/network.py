"""The network: one frozen base, and slots that each hold one LoRA adapter and one value head.

Decisions:
- LoRA by PEFT, injected once; each slot is a PEFT adapter under a name of ours (`slot_000001`), so that session ids that look like
  module names or like prefixes of each other can do no harm.
- Adapter and head are float32 whatever the base is. Nothing is merged into the base.
- A slot is written only if names, shapes, dtypes and finiteness agree exactly; what was written is counted, read back and compared
  bit for bit. Loaders that skip what they do not know have served bare bases as adapted models.
- Exactly one slot is active during a pass, or none (the reference model); every pass checks that on every layer.
"""

from __future__ import annotations

import hashlib
import inspect
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import torch
from torch import nn

from reaprover.errors import LoadMismatch
from reaprover.model.base import Base
from reaprover.model.value import NUM_BINS
from reaprover.snapshot.contract import HEAD_HIDDEN, TARGET_MODULES, Contract

_PREFIX = "base_model.model."


@dataclass(frozen=True, slots=True)
class LoraShape:
    """Rank and alpha of the adapters; scaling is alpha / rank."""

    rank: int = 16
    alpha: int = 32

    @classmethod
    def of(cls, contract: Contract) -> LoraShape:
        """As a contract says."""
        return cls(contract.lora_rank, contract.lora_alpha)

    @property
    def scaling(self) -> float:
        """What the adapter's output is multiplied by."""
        return self.alpha / self.rank


def new_head(hidden_size: int, outputs: int = NUM_BINS) -> nn.Sequential:
    """A value head H→256→outputs with the library's usual initial values, float32; draws from the process's CPU stream."""
    return nn.Sequential(
        nn.Linear(hidden_size, HEAD_HIDDEN, dtype=torch.float32), nn.SiLU(), nn.Linear(HEAD_HIDDEN, outputs, dtype=torch.float32)
    )


def new_a(num_inputs: int, num_outputs: int, rank: int) -> torch.Tensor:
    """The initial A [R, inputs] of one module, uniform within 1/√inputs, float32, drawn as PEFT draws for a float32 base.

    PEFT makes both matrices with the library's usual values before it sets A; these draws are taken and thrown away.
    """
    nn.Linear(num_inputs, rank, bias=False)
    nn.Linear(rank, num_outputs, bias=False)
    a = torch.empty(rank, num_inputs)
    nn.init.kaiming_uniform_(a, a=math.sqrt(5))
    return a


def head_distance(logits: torch.Tensor) -> torch.Tensor:
    """Expected distances of head logits [..., 64]: softmax at temperature 1, Σ k·p_k with k from 1, clamped to [1, 64]."""
    bins = torch.arange(1, NUM_BINS + 1, dtype=torch.float32, device=logits.device)
    distance: torch.Tensor = (torch.softmax(logits.float(), -1) * bins).sum(-1).clamp(1.0, float(NUM_BINS))
    return distance


def head_log_odds(logits: torch.Tensor) -> torch.Tensor:
    """How much head logits [..., 64] speak for a proof in sight: log P(distance < 64) − log P(distance = 64), of any sign."""
    logits = logits.float()
    log_odds: torch.Tensor = torch.logsumexp(logits[..., :-1], -1) - logits[..., -1]
    return log_odds


class Network:
    """Base, adapters and heads. Not thread-safe: whoever shares it holds a lock.

    Attributes:
        base: the frozen base.
        lora: rank and alpha of every slot.
        training: the slot whose adapter takes gradients while it is active; None but during a learning step.
    """

    training: str | None = None

    def __init__(self, base: Base, lora: LoraShape) -> None:
        if getattr(base.model, "_reaprover_network", None) is not None:
            raise LoadMismatch(f"base {base.name}", "a base that is already part of another network", "a base of its own")
        self.base, self.lora = base, lora
        self._tuner: Any = None
        self._layers: dict[str, Any] = {}
        self._heads: dict[str, nn.Sequential] = {}
        self._digests: dict[str, tuple[tuple[tuple[int, int], ...], str]] = {}  # slot → where its bits stood, and their hash
        self._num_made = 0
        self._decoder = base.model.get_decoder() if hasattr(base.model, "get_decoder") else base.model.model
        self._output = base.model.get_output_embeddings()
        parameters = inspect.signature(self._decoder.forward).parameters
        self._cache_word = "cache" if "cache" in parameters else "past_key_values"
        base.model._reaprover_network = True

    # -- slots ---------------------------------------------------------------------------------------------------------

    @property
    def slots(self) -> tuple[str, ...]:
        """Names of the slots."""
        return tuple(self._heads)

    def add_slot(self) -> str:
        """A new slot: A uniform, B zero, the head at its usual initial values; returns its name.

        Draws from the process's CPU stream in the original's order: adapter, a scalar head that is thrown away, the head.
        """
        from peft import LoraConfig, LoraModel

        self._num_made += 1
        slot = f"slot_{self._num_made:06d}"
        config = LoraConfig(
            r=self.lora.rank, lora_alpha=self.lora.alpha, lora_dropout=0.0, bias="none", target_modules=list(TARGET_MODULES)
        )
        with torch.random.fork_rng(devices=[]):  # the values that PEFT draws depend on its version and the base's dtype
            if self._tuner is None:
                self._tuner = LoraModel(self.base.model, config, slot)
                self._layers = dict(self.base.modules())
            else:
                self._tuner.peft_config[slot] = config
                self._tuner.inject_adapter(self.base.model, slot)
        for layer in self._layers.values():
            layer.lora_A[slot].to(torch.float32).weight.data.copy_(new_a(layer.in_features, layer.out_features, self.lora.rank))
            layer.lora_B[slot].to(torch.float32).weight.data.zero_()
        new_head(self.base.hidden_size, 1)
        self._heads[slot] = new_head(self.base.hidden_size).to(self.base.device).requires_grad_(False)
        try:
            self._check_slot(slot)
        except BaseException:
            self.remove_slot(slot)
            raise
        self._set_gradients(slot)
        return slot

    def remove_slot(self, slot: str) -> None:
        """Forget a slot; no other slot changes."""
        del self._heads[slot]
        self._digests.pop(slot, None)
        remaining = next(iter(self._heads), None)
        if slot in self._tuner.active_adapters and remaining is not None:
            self.activate(remaining)
        self._tuner.delete_adapter(slot)
        if remaining is None:  # PEFT keeps its empty layers; a pass through them is the base itself
            self._tuner.active_adapter = []

    def parameters(self, slot: str) -> dict[str, nn.Parameter]:
        """Adapter parameters by release name, in module order, A before B."""
        found: dict[str, nn.Parameter] = {}
        for name, layer in self._layers.items():
            for part, modules in (("A", layer.lora_A), ("B", layer.lora_B)):
                if slot in modules:
                    found[f"{_PREFIX}{name}.lora_{part}.weight"] = modules[slot].weight
        return found

    def head(self, slot: str) -> nn.Sequential:
        """The slot's value head."""
        return self._heads[slot]

    def head_parameters(self, slot: str) -> dict[str, nn.Parameter]:
        """Head parameters `0.weight`, `0.bias`, `2.weight`, `2.bias`."""
        return dict(self._heads[slot].named_parameters())

    def write(self, slot: str, adapter: Mapping[str, torch.Tensor], head: Mapping[str, torch.Tensor]) -> int:
        """Put tensors into a slot, all or nothing; returns how many were written.

        Raises:
            LoadMismatch: a name, shape, dtype or value that does not fit, or a tensor that reads back differently.
        """
        written = 0
        groups = ((adapter, self.parameters(slot)), (head, self.head_parameters(slot)))
        for tensors, parameters in groups:
            check_tensors(tensors, {name: tuple(p.shape) for name, p in parameters.items()})
        with torch.no_grad():
            for tensors, parameters in groups:
                for name, parameter in parameters.items():
                    parameter.copy_(tensors[name])
                    written += 1
            expected = 2 * len(self._layers) + 4
            if written != expected:
                raise LoadMismatch("tensors written", written, expected)
            for tensors, parameters in groups:
                for name, parameter in parameters.items():
                    if not torch.equal(parameter.detach().cpu().view(torch.int32), tensors[name].detach().cpu().view(torch.int32)):
                        raise LoadMismatch(name, "other bits when read back", "the bits that were written")
        return written

    def content_sha256(self, slot: str) -> str:
        """Hash of what a slot's adapter and head do: slots with equal hashes give equal answers, bit for bit.

        Names, shapes and bytes of all tensors; of a module whose B is zero the name alone, since its A does nothing. Taken once, and
        again after any parameter was written.
        """
        parameters = self.parameters(slot) | self.head_parameters(slot)
        stamp = tuple((parameter.data_ptr(), parameter._version) for parameter in parameters.values())
        known = self._digests.get(slot)
        if known is not None and known[0] == stamp:
            return known[1]
        idle = {name.replace(".lora_B.", ".lora_A.") for name, p in parameters.items() if ".lora_B." in name and not bool(p.any())}
        digest = hashlib.sha256()
        for name, parameter in parameters.items():
            digest.update(f"{name} {tuple(parameter.shape)} {name not in idle}\n".encode())
            if name not in idle:
                digest.update(parameter.detach().cpu().contiguous().view(torch.uint8).numpy().data)
        self._digests[slot] = (stamp, digest.hexdigest())
        return self._digests[slot][1]

    def activate(self, slot: str | None) -> None:
        """Make `slot` the only active adapter; None switches all off (the reference model).

        Raises:
            LoadMismatch: a layer does not follow.
        """
        if self._tuner is None:
            return
        if slot is None:
            if not all(layer.disable_adapters for layer in self._layers.values()):
                self._tuner.disable_adapter_layers()
        else:
            first = next(iter(self._layers.values()))
            if first.disable_adapters or first.active_adapters != [slot]:
                self._tuner.enable_adapter_layers()
                self._tuner.set_adapter(slot)
                self._set_gradients(slot)
        for name, layer in self._layers.items():
            if layer.merged or layer.disable_adapters is not (slot is None) or (slot is not None and layer.active_adapters != [slot]):
                found = "none" if layer.disable_adapters else ", ".join(layer.active_adapters)
                raise LoadMismatch(f"active adapter of {name}", found, slot or "none")

    # -- passes --------------------------------------------------------------------------------------------------------

    def hidden(
        self,
        slot: str | None,
        ids: torch.Tensor,
        *,
        positions: torch.Tensor | None = None,
        mask: torch.Tensor | None = None,
        cache: Any = None,
    ) -> torch.Tensor:
        """Hidden states after the final norm, [B, T, H] in the base's dtype, with `slot`'s adapter.

        Args:
            slot: whose adapter; None for the reference.
            ids: token ids [B, T].
            positions: [B, T]; None counts from the cache's end.
            mask: additive [B, 1, T, keys]; None is causal.
            cache: a key-value cache of the library, extended in place; None keeps none.
        """
        self.activate(slot)
        options: dict[str, Any] = {"input_ids": ids, "use_cache": cache is not None}
        if cache is not None:
            options[self._cache_word] = cache
        if mask is not None:
            options["attention_mask"] = mask
        if positions is not None:
            options["position_ids"] = positions
        result: torch.Tensor = self._decoder(**options).last_hidden_state
        return result

    def logits(self, hidden: torch.Tensor) -> torch.Tensor:
        """Vocabulary logits [..., V] in float32 of hidden states [..., H]."""
        logits: torch.Tensor = self._output(hidden).float()
        return logits

    def value_logits(self, slot: str, hidden: torch.Tensor) -> torch.Tensor:
        """Head logits [..., 64] of hidden states [..., H], all in float32."""
        logits: torch.Tensor = self._heads[slot](hidden.float())
        return logits

    # -- checks --------------------------------------------------------------------------------------------------------

    def _set_gradients(self, slot: str) -> None:
        # PEFT turns gradients on for every adapter that becomes active; here only a learning step does
        for parameter in self.parameters(slot).values():
            parameter.requires_grad_(slot == self.training)

    def _check_slot(self, slot: str) -> None:
        parameters = self.parameters(slot)
        if len(parameters) != 2 * len(self._layers):
            raise LoadMismatch("adapted modules", len(parameters) // 2, len(self._layers))
        for name, layer in self._layers.items():
            if layer.scaling.get(slot) != self.lora.scaling:
                raise LoadMismatch(f"scaling of {name}", layer.scaling.get(slot), self.lora.scaling)
        for name, parameter in parameters.items():
            if parameter.dtype is not torch.float32:
                raise LoadMismatch(f"dtype of {name}", parameter.dtype, torch.float32)


def check_tensors(tensors: Mapping[str, torch.Tensor], shapes: Mapping[str, tuple[int, ...]]) -> None:
    """Names, shapes, float32 and finiteness of tensors that are about to be written.

    Raises:
        LoadMismatch: the first difference.
    """
    for name in shapes:
        if name not in tensors:
            raise LoadMismatch(name, f"no such tensor ({len(tensors)} given)", "the tensor")
    for name, tensor in tensors.items():
        if name not in shapes:
            raise LoadMismatch(name, "a tensor the model has no place for", f"one of its {len(shapes)} tensors")
        if tuple(tensor.shape) != shapes[name]:
            raise LoadMismatch(name, tuple(tensor.shape), shapes[name], "adapter and base belong to different models")
        if tensor.dtype is not torch.float32:
            raise LoadMismatch(name, tensor.dtype, "torch.float32")
        if not bool(torch.isfinite(tensor).all()):
            raise LoadMismatch(name, "infinities or NaN", "finite numbers")
