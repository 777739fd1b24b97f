"""The flag `vacuous`: a verified proof that never needed its conclusion (spec verification.md, section 10).

The same binders with the conclusion `False`, and the same proof text, are compiled once more in the sandbox. If that works, the
hypotheses contradict each other. It is a flag and nothing else: it changes no verdict, and a proof that mentions its
conclusion escapes it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from reaprover.core.declaration import lex, parse_theorems
from reaprover.errors import InputError
from reaprover.verify.name import Name, read_name
from reaprover.verify.olean import Constant
from reaprover.verify.term import App, Binder, Expr, Let, Pi, Proj, Var


def has_hypothesis(target: Constant) -> bool:
    """Whether some binder of the statement is used by nothing behind it, as hypotheses are."""
    type_ = target.type
    while isinstance(type_, Pi):
        if not _uses_first(type_):
            return True
        type_ = type_.body
    return False


def _uses_first(binder: Pi) -> bool:
    """Whether the body mentions the bound variable."""
    if not binder.body.loose:
        return False
    stack: list[tuple[Expr, int]] = [(binder.body, 0)]
    seen: set[tuple[Expr, int]] = set()
    while stack:
        node, depth = stack.pop()
        if node.loose <= depth or (node, depth) in seen:
            continue
        seen.add((node, depth))
        if isinstance(node, Var):
            if node.index == depth:
                return True
            continue
        stack += _parts(node, depth)
    return False


def _parts(node: Expr, depth: int) -> list[tuple[Expr, int]]:
    match node:
        case App():
            return [(node.fn, depth), (node.arg, depth)]
        case Binder():
            return [(node.type, depth), (node.body, depth + 1)]
        case Let():
            return [(node.type, depth), (node.value, depth), (node.body, depth + 1)]
        case Proj():
            return [(node.term, depth)]
        case _:
            return []


def probe(source: str, target: Name) -> str | None:
    """The file that shows that the hypotheses of `target` contradict each other, if it compiles; None if none can be made.

    Args:
        source: the verified file.
        target: full name of its theorem.
    """
    try:
        found = next((d for d in parse_theorems(source) if read_name(d.full_name) == target), None)
    except InputError:
        return None
    if found is None or found.proof.startswith("|") or not _names_hypothesis(found.theorem.binders, found.theorem.conclusion):
        return None
    theorem = replace(found.theorem, conclusion="False")
    imports = "".join(f"import {name}\n" for name in theorem.imports)
    return f"{imports}{theorem.header.rstrip()}\n{theorem.declaration} := {found.proof}\n"


def _names_hypothesis(binders: str, conclusion: str) -> bool:
    """Whether some binder has a name that is used nowhere else in the statement."""
    words = Counter(token.text for text in (binders, conclusion) for token in lex(text) if token.kind == "word")
    naming = False
    for token in lex(binders):
        if token.depth == 0:
            naming = token.text in ("(", "{", "⦃")
        elif token.depth == 1 and token.text == ":":
            naming = False
        elif naming and token.kind == "word" and words[token.text] == 1:
            return True
    return False
