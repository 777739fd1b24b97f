"""A small base and examples for the tests of training."""

from __future__ import annotations

from functools import cache
from typing import Any

from reaprover.learn.batches import Example
from reaprover.learn.lean_tokenizer import train_tokenizer
from reaprover.learn.tiny_base import TinyBaseConfig, new_tiny_model
from reaprover.model.base import Base, end_ids_of
from reaprover.model.identity import identity_of_module
from reaprover.model.prompt import reap_prompt
from reaprover.model.tokenizer import PretrainedTokenizer

SHAPE = TinyBaseConfig(hidden_size=32, num_layers=2, num_heads=2, num_key_value_heads=1, intermediate_size=64, context_length=256)

_STATES = (
    ("p q : Prop\nh : p ∧ q\n⊢ p", "exact h.1", 1.0),
    ("p q : Prop\nh : p ∧ q\n⊢ q", "exact h.2", 1.0),
    ("p q : Prop\n⊢ p → q → p", "intro h _", 2.0),
    ("n : Nat\n⊢ n + 0 = n", "rfl", 1.0),
    ("xs : List Nat\n⊢ xs ++ [] = xs", "induction xs <;> simp_all", 1.0),
    ("p q : Prop\nh : p ∨ q\n⊢ q ∨ p", "cases h with\n| inl h => exact Or.inr h\n| inr h => exact Or.inl h", 3.5),
)


def examples(count: int = 20) -> list[Example]:
    """Different states, each with a tactic and a distance; the last of six has no distance."""
    found = []
    for number in range(count):
        state, tactic, distance = _STATES[number % len(_STATES)]
        renamed = f"h{number} : {number} = {number}\n{state}"
        found.append(Example(reap_prompt([renamed]), tactic, None if number % 6 == 3 else distance + number // 6))
    return found


@cache
def tokenizer() -> Any:
    """Learnt from the examples."""
    return train_tokenizer([text for e in examples(60) for text in (e.prompt, e.tactic or "")], 512)


def model(seed: int = 0) -> Any:
    """An untrained small model."""
    return new_tiny_model(tokenizer(), config=SHAPE, seed=seed)


def base(seed: int = 0) -> Base:
    """The same as a frozen base."""
    made = model(seed)
    return Base(
        made,
        PretrainedTokenizer(tokenizer()),
        name="small",
        identity=identity_of_module(made),
        end_ids=end_ids_of(made),
        context_length=SHAPE.context_length,
    )
