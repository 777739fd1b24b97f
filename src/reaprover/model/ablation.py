"""Models with one part taken away or replaced, and what heads say of states: for comparisons only, never for releases.

Decisions (spec learning.md, section 10; rl.md, section 8):
- "Without adapter" sets every B to zero, which makes the network the frozen base exactly; the head stays.
- "Random head" has the shapes of the head and the library's usual initial values from a stated seed; the adapter stays.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch

from reaprover.errors import UsageError
from reaprover.model.network import new_head
from reaprover.model.policy_value import PolicyValueModel, Weights, to_snapshot
from reaprover.model.prompt import reap_prompt
from reaprover.model.value import NUM_BINS
from reaprover.snapshot.tensors import TensorGroup

PROBES = ("⊢ True", "p q : Prop\nh : p ∧ q\n⊢ q ∧ p", "n : Nat\n⊢ n + 0 = n")
"""States at which an adapter has to change something."""


def use_one_thread() -> None:
    """Keep torch to one thread in this process."""
    torch.set_num_threads(1)


def without_adapter(weights: Weights) -> Weights:
    """The same head on the frozen base: every B is zero."""
    adapter = {
        name: to_snapshot(torch.zeros_like(tensor.torch())) if ".lora_B." in name else tensor for name, tensor in weights.adapter.items()
    }
    return Weights(TensorGroup(adapter), weights.value_head)


def with_random_head(weights: Weights, seed: int) -> Weights:
    """The same adapter with a new head of the same shapes, made from `seed`."""
    hidden_size = weights.value_head["0.weight"].shape[1]
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        head = new_head(hidden_size)
    return Weights(weights.adapter, TensorGroup({name: to_snapshot(parameter) for name, parameter in head.named_parameters()}))


def adapter_effect(model: PolicyValueModel, session_id: str, states: Sequence[str] = PROBES) -> float:
    """The largest absolute difference that the adapter makes to a logit of the next token, over some states."""
    network, slot = model.network, model.session(session_id).slot
    largest = 0.0
    with model.lock, torch.no_grad():
        for state in states:
            ids = torch.tensor([model.base.tokenizer.encode(reap_prompt([state]))], device=model.base.device)  # [1, T]
            adapted, bare = (network.logits(network.hidden(which, ids)[0, -1]) for which in (slot, None))  # [V] each
            largest = max(largest, float((adapted - bare).abs().max()))
    return largest


def require_adapter(model: PolicyValueModel, session_id: str, where: str) -> float:
    """The adapter's effect, which must not be zero.

    Raises:
        UsageError: the adapter changes nothing.
    """
    effect = adapter_effect(model, session_id)
    if effect == 0.0:
        raise UsageError(
            f"{where}: its adapter changes no output, so figures would be those of the base; expected a trained adapter, "
            "or evaluate it as base:PATH"
        )
    return effect


def value_distributions(model: PolicyValueModel, session_id: str, states: Sequence[Sequence[str]]) -> list[list[float]]:
    """Probabilities of the 64 distances for each state, bin 1 first, [N, 64]; states are lists of printed goals.

    States that leave no room in the model's context get an empty row.
    """
    network, slot = model.network, model.session(session_id).slot
    rows: list[list[float]] = []
    with model.lock, torch.no_grad():
        for goals in states:
            ids = model.base.tokenizer.encode(reap_prompt(goals))
            if len(ids) >= model.base.context_length:
                rows.append([])
                continue
            last = network.hidden(slot, torch.tensor([ids], device=model.base.device))[0, -1]  # [H]
            row = torch.softmax(network.value_logits(slot, last).double(), -1).tolist()
            assert len(row) == NUM_BINS
            rows.append(row)
    return rows
