"""The one place that makes prompts: for search, training, offline features and tests.

The value depends strongly on the wording, so the text is fixed to the byte: line feeds only, nothing after the last colon, an empty
line where there are no premises. Nothing is ever truncated here or later.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

_HEAD = "User: Please generate a tactic in lean4 to solve the state.\nHere're some theorems that may be helpful:\n"


@dataclass(frozen=True, slots=True)
class Premise:
    """A theorem offered as help.

    Attributes:
        name: its full Lean name.
        statement: its type, as Lean prints it.
    """

    name: str
    statement: str


def reap_prompt(goals: Sequence[str], premises: Sequence[Premise] = ()) -> str:
    """The prompt of a proof state (spec model.md, section 2).

    Args:
        goals: printed goals in order.
        premises: theorems to mention, best first.
    """
    theorems = "\n".join(f"Formal name: {premise.name}\nFormal statement: {premise.statement}" for premise in premises)
    state = "\n".join(goals)
    return f"{_HEAD}{theorems}\nSTATE:\n{state}\nTACTIC:\n\nAssistant:"


def messages_prompt(contents: Sequence[str]) -> str:
    """The prompt of a chat request: the contents of its messages joined by line feeds; roles and chat templates play no part."""
    return "\n".join(contents)


def prompt_sha256(prompt: str) -> str:
    """The hash that receipts and caches carry."""
    return hashlib.sha256(prompt.encode("utf-8", "surrogatepass")).hexdigest()
