"""When two statements are the same problem, and which split a problem belongs to.

The rule (after the leakage rules of spec rl.md, section 11, on text, since no Lean runs here):
1. *Normal form*: comments, the theorem's name and its header are dropped; leading `∀` and `A →` of the conclusion become binders and
   premises; premises lose their names and are sorted; `≥` and `>` are turned round; the sides of an outermost `=`, `≠`, `↔` are sorted;
   `Nat.succ x` with an atomic x reads `(x + 1)`; every bound name is replaced by `_`; a negated theorem has the form of its positive.
2. *Near duplicates* are two statements whose normal forms share at least 85 % of their 5-grams of tokens (Jaccard, both ends padded).
   Bound names being all alike, `min a b = a` and `min a b = b` count as near duplicates: too many pairs are found rather than too few.
3. *Groups* are the connected components of that relation over all problems given.
4. *Split*: all members of a group go where the SHA-256 of its smallest id says: 50 % train, 15 % validation, 35 % test.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Sequence

from reaprover.core import Theorem
from reaprover.core.declaration import Token, lex
from reaprover.problems.sets import Problem, Split

NGRAM = 5
THRESHOLD = 0.85
_BINDING_WORDS = frozenset({"∀", "∃", "∃!", "fun", "λ", "Σ", "Π"})
_OPEN, _CLOSE = "([{⟨⦃", ")]}⟩⦄"


def normal_form(theorem: Theorem) -> tuple[str, ...]:
    """The tokens of a statement after step 1 of the rule; premises first, each followed by `⊢`, then the conclusion."""
    bound: set[str] = set()
    premises: list[list[str]] = []
    variables: list[list[str]] = []
    _read_binders(_words(theorem.binders), bound, variables, premises)
    goal = _words(theorem.conclusion)
    while goal:
        if goal[0] == "∀":
            comma = _outside(goal, ",")
            if comma is None:
                break
            _read_binders(goal[1:comma], bound, variables, premises)
            goal = goal[comma + 1 :]
        elif (
            (arrow := _outside(goal, "→")) is not None
            and _outside(goal, "↔") is None
            and not _BINDING_WORDS & set(_top_level(goal[:arrow]))
        ):
            premises.append(goal[:arrow])
            goal = goal[arrow + 1 :]
        elif goal[0] == "(" and _closing(goal, 0) == len(goal) - 1:
            goal = goal[1:-1]
        else:
            break
    for part in (*premises, goal):
        _collect_bound(part, bound)
    sides = sorted(" ".join(_oriented([_renamed(word, bound) for word in _unfolded_successors(part)])) for part in (*variables, *premises))
    conclusion = _oriented([_renamed(word, bound) for word in _unfolded_successors(goal)])
    words: list[str] = []
    for side in sides:
        words += [*side.split(" "), "⊢"]
    return (*words, *conclusion)


def similarity(left: Theorem, right: Theorem) -> float:
    """Jaccard similarity of the 5-grams of two normal forms, in [0, 1]."""
    return _jaccard(_ngrams(normal_form(left)), _ngrams(normal_form(right)))


def near_duplicate_groups(problems: Sequence[Problem]) -> tuple[tuple[str, ...], ...]:
    """Ids of problems grouped by near duplication; groups and their members in order of id, single problems included.

    Ids must be unique over all problems given. Pairs are compared only if they share a rare 5-gram or are equal, so the time is far
    below quadratic in practice.
    """
    grams = {problem.id: _ngrams(normal_form(problem.theorem)) for problem in problems}
    parent = {identifier: identifier for identifier in grams}

    def root(identifier: str) -> str:
        while parent[identifier] != identifier:
            parent[identifier] = parent[parent[identifier]]
            identifier = parent[identifier]
        return identifier

    holders: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for identifier, own in grams.items():
        for gram in own:
            holders[gram].append(identifier)
    for identifier, own in grams.items():
        # A pair with similarity t shares at least t of the larger set, hence one of any 1 − t of it: the rarest grams suffice.
        num_probes = len(own) - int(THRESHOLD * len(own)) + 1
        rarest = sorted(own, key=lambda gram: (len(holders[gram]), gram))[:num_probes]
        for other in {found for gram in rarest for found in holders[gram]}:
            if root(other) != root(identifier) and _jaccard(own, grams[other]) >= THRESHOLD:
                parent[max(root(other), root(identifier))] = min(root(other), root(identifier))
    groups: dict[str, list[str]] = defaultdict(list)
    for identifier in sorted(grams):
        groups[root(identifier)].append(identifier)
    return tuple(sorted(tuple(group) for group in groups.values()))


def split_of(group: Sequence[str]) -> Split:
    """The split of all members of a group of near duplicates."""
    fraction = int.from_bytes(hashlib.sha256(min(group).encode()).digest()[:8], "big") / 2**64
    if fraction < 0.5:
        return Split.TRAIN
    return Split.VALIDATION if fraction < 0.65 else Split.TEST


def _words(text: str) -> list[str]:
    tokens: list[Token] = [token for token in lex(text) if token.kind != "comment"]
    words: list[str] = []
    for token in tokens:
        if token.kind == "word" and "." in token.text and not token.text[0].isupper():
            # `xs.length` is a name and a projection.
            head, *rest = token.text.split(".")
            words += [head, *(f".{part}" for part in rest)]
        else:
            words.append(token.text)
    return words


def _closing(words: Sequence[str], start: int) -> int:
    depth = 0
    for i in range(start, len(words)):
        if words[i] in _OPEN:
            depth += 1
        elif words[i] in _CLOSE:
            depth -= 1
            if depth == 0:
                return i
    return len(words) - 1


def _top_level(words: Sequence[str]) -> list[str]:
    depth, found = 0, []
    for word in words:
        if word in _CLOSE:
            depth -= 1
        if depth == 0:
            found.append(word)
        if word in _OPEN:
            depth += 1
    return found


def _outside(words: Sequence[str], wanted: str) -> int | None:
    """Index of the first `wanted` outside brackets."""
    depth = 0
    for i, word in enumerate(words):
        if word in _OPEN:
            depth += 1
        elif word in _CLOSE:
            depth -= 1
        elif word == wanted and depth == 0:
            return i
    return None


def _read_binders(words: list[str], bound: set[str], variables: list[list[str]], premises: list[list[str]]) -> None:
    """`(x y : T)` adds T once per name to `variables`; a binder with one name that is a proposition by its looks adds to `premises`."""
    position = 0
    while position < len(words):
        if words[position] in _OPEN:
            end = _closing(words, position)
            inside = words[position + 1 : end]
            position = end + 1
        else:
            inside, position = words[position:], len(words)
        colon = _outside(inside, ":")
        names, kind = (inside, []) if colon is None else (inside[:colon], inside[colon + 1 :])
        bound.update(names)
        if len(names) == 1 and _looks_like_proposition(kind):
            premises.append(kind)
        else:
            variables.extend([kind] * len(names))


def _looks_like_proposition(kind: Sequence[str]) -> bool:
    return any(word in {"=", "≠", "≤", "<", "≥", ">", "↔", "∧", "∨", "¬", "∃", "∀", "∈", "∣"} for word in kind)


def _collect_bound(words: Sequence[str], bound: set[str]) -> None:
    for i, word in enumerate(words):
        if word in _BINDING_WORDS:
            depth = 0
            for other in words[i + 1 :]:
                if depth == 0 and other in (",", "=>", "↦", ":"):
                    break
                depth += (other in _OPEN) - (other in _CLOSE)
                if other not in _OPEN and other not in _CLOSE and other != ":":
                    bound.add(other)


def _renamed(word: str, bound: set[str]) -> str:
    return "_" if word in bound else word


def _unfolded_successors(words: Sequence[str]) -> list[str]:
    out: list[str] = []
    i = 0
    while i < len(words):
        if words[i] == "Nat.succ" and i + 1 < len(words) and words[i + 1] not in _OPEN:
            out += ["(", words[i + 1], "+", "1", ")"]
            i += 2
        else:
            out.append(words[i])
            i += 1
    return out


def _oriented(words: list[str]) -> list[str]:
    for relation in ("↔", "=", "≠", "≤", "<", "≥", ">"):
        place = _outside(words, relation)
        if place is None or any(word in ("→", "∧", "∨", ",") for word in _top_level(words)):
            continue
        left, right = words[:place], words[place + 1 :]
        if relation in ("≥", ">"):
            return [*right, "≤" if relation == "≥" else "<", *left]
        if relation in ("↔", "=", "≠"):
            left, right = sorted((left, right))
        return [*left, relation, *right]
    return words


def _ngrams(words: Sequence[str]) -> frozenset[tuple[str, ...]]:
    padded = ["^"] * (NGRAM - 1) + list(words) + ["$"] * (NGRAM - 1)
    return frozenset(tuple(padded[i : i + NGRAM]) for i in range(len(padded) - NGRAM + 1))


def _jaccard(left: frozenset[tuple[str, ...]], right: frozenset[tuple[str, ...]]) -> float:
    return len(left & right) / len(left | right)
