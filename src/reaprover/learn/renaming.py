"""The same step under other names: what a state says does not depend on what its variables are called, and a network has to learn it.

Decisions:
- The names of a state's context are drawn anew, the same way in state and tactic; nothing else changes. Names that the tactic brings
  in stay, so that a network need not guess them. The copy is what Lean would have printed had the statement been written so.
- A new name occurs nowhere in state or tactic before, so nothing can be captured. Inaccessible names (`✝`) stay, and so do names that are
  none of the context's: tags of cases, named arguments of lemmas.
- Copies are made of training examples only, at the moment of training: the replay store holds what was executed.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

from reaprover.core.declaration import Token, lex
from reaprover.errors import InputError

POOLS = {
    "Prop": ["p", "q", "r", "s", "t", "A", "B", "C", "P", "Q", "R", "a", "b", "c"],
    "Nat": ["n", "m", "k", "i", "j", "a", "b", "c", "d", "x", "y", "z", "t", "u"],
    "List": ["xs", "ys", "zs", "l", "l₁", "l₂", "as", "bs", "ts", "us"],
    "predicate": ["P", "Q", "R", "S", "F", "G", "H", "A", "B", "C", "T", "U", "L", "E", "p", "q"],
    "type": ["α", "β", "γ", "δ"],
    "hypothesis": ["h", "h1", "h2", "h3", "h4", "h₁", "h₂", "h₃", "hp", "hq", "hr", "ha", "hb", "hx", "hy", "hn", "ih"],
    "other": ["x", "y", "z", "u", "v", "w", "a", "b", "c", "d", "e", "f", "g", "x₁", "y₁"],
}


def renamed_step(state: str, tactic: str, rng: random.Random) -> tuple[str, str]:
    """State and tactic under other names; the originals if the text cannot be read.

    Args:
        state: printed goals, joined by line feeds.
        tactic: as executed.
        rng: draws which names change, and to what.
    """
    try:
        words = {token.text.split(".")[0] for text in (state, tactic) for token in lex(text) if token.kind == "word"}
    except InputError:
        return state, tactic
    taken = set(words)
    values: dict[str, str] = {}
    for name, kind in _context(state).items():
        if "✝" in name or rng.random() < 0.25:
            continue
        choice = [other for other in POOLS[kind] if other not in taken]
        if choice:
            values[name] = rng.choice(choice)
            taken.add(values[name])
    return _substituted(state, values), _substituted(tactic, values)


def _context(state: str) -> dict[str, str]:
    """Names of the hypotheses and variables of all goals, with the pool that fits their types."""
    kinds: dict[str, str] = {}
    for line in state.split("\n"):
        match = re.match(r"^((?:[^\s:⊢(){}\[\]]+ )+): (.*)$", line)
        if match is None or line.startswith(("⊢", "case ", " ")):
            continue
        for name in match[1].split():
            if name not in kinds:
                kinds[name] = _kind(match[2].removesuffix(","))
    return kinds


def _kind(kind: str) -> str:
    if kind == "Prop":
        return "Prop"
    if kind in ("Nat", "Bool", "Int"):
        return "Nat"
    if kind.startswith("Type"):
        return "type"
    if kind.startswith("List "):
        return "List"
    if kind.endswith("→ Prop"):
        return "predicate"
    return "hypothesis" if re.search(r"[=≠≤<∣∈∀∃∧∨¬↔]", kind) else "other"


def _substituted(text: str, values: dict[str, str]) -> str:
    pieces, end = [], 0
    tokens = list(lex(text))
    for place, token in enumerate(tokens):
        head, dot, rest = token.text.partition(".")
        if token.kind == "word" and head in values and not _is_foreign(text, tokens, place):
            pieces += [text[end : token.start], values[head] + dot + rest]
            end = token.end
    return "".join(pieces) + text[end:]


def _is_foreign(text: str, tokens: Sequence[Token], place: int) -> bool:
    """Whether a word that reads like a name of the context is something else there."""
    token = tokens[place]
    if text.startswith("✝", token.end):  # the inaccessible name, which only looks alike
        return True
    if text[text.rfind("\n", 0, token.start) + 1 : token.start].strip(" ·") == "case":
        return True
    follows = tokens[place + 1].text if place + 1 < len(tokens) else ""
    return place > 0 and tokens[place - 1].text == "(" and follows == ":="
