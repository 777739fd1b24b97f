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


MAX_SHOWN = 160
"""Characters of a tactic that are read to rank it."""


def shown(tactic: str) -> str:
    """What is read of a tactic to rank it: a claim without the types of its variables and without its proof, which is made by rule."""
    text = tactic.partition(" := by ")[0]
    start = text.find(" : ∀ (")
    depth = 0
    for i in range(start, len(text)) if start >= 0 else ():
        depth += (text[i] in "([{") - (text[i] in ")]}")
        if text[i] == "," and not depth:
            text = text[: start + 3] + text[i + 2 :]
            break
    return text[:MAX_SHOWN].strip()
