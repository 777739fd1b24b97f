"""A base that is built and trained here in seconds: it has learnt by heart which tactic belongs to which of a few states."""

from __future__ import annotations

from functools import cache
from typing import Any

LESSONS = {
    "⊢ True": "trivial",
    "p : Prop\n⊢ p → p": "intro h",
    "p : Prop\nh : p\n⊢ p": "exact h",
    "⊢ 1 + 1 = 2": "rfl",
}


@cache
def _trained_state() -> Any:
    import torch
    from transformers import Qwen2ForCausalLM

    from reaprover.model.prompt import reap_prompt
    from reaprover.model.tiny import tiny_config
    from reaprover.model.tokenizer import ByteTokenizer

    tokenizer = ByteTokenizer()
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(1)
        model = Qwen2ForCausalLM(tiny_config(hidden_size=32, intermediate_size=64, num_attention_heads=2, num_key_value_heads=1))
    rows = []
    for state, tactic in LESSONS.items():
        prompt = tokenizer.encode(reap_prompt([state]))
        rows.append((prompt, [*tokenizer.encode(" " + tactic), 2]))
    width = max(len(prompt) + len(answer) for prompt, answer in rows)
    ids, labels = torch.zeros(len(rows), width, dtype=torch.long), torch.full((len(rows), width), -100)
    for row, (prompt, answer) in enumerate(rows):
        ids[row, : len(prompt) + len(answer)] = torch.tensor(prompt + answer)
        labels[row, len(prompt) : len(prompt) + len(answer)] = torch.tensor(answer)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    for _ in range(400):
        loss = model(ids, labels=labels).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if loss.item() < 0.01:
            break
    assert loss.item() < 0.05, f"the trained base has not learnt its lessons: loss {loss.item():.3f}"
    return model.config, {name: tensor.detach().clone() for name, tensor in model.state_dict().items()}


def trained_base() -> Any:
    """A fresh copy of the trained base."""
    import torch
    from transformers import Qwen2ForCausalLM

    from reaprover.model.base import Base, end_ids_of
    from reaprover.model.identity import identity_of_module
    from reaprover.model.tokenizer import ByteTokenizer

    config, state = _trained_state()
    with torch.random.fork_rng(devices=[]):
        model = Qwen2ForCausalLM(config)
    model.load_state_dict(state)
    return Base(model, ByteTokenizer(), name="trained", identity=identity_of_module(model), end_ids=end_ids_of(model))
