"""Programmatic variants of a statement: what test-time training and self-play practise on (spec rl.md, section 9).

Decisions:
- Variants are made on the text; nothing says that they are true, or even that Lean accepts them. Lean and the search sort them out.
- A variant has its own name, the header of its original, and never the text of its original, also not with its binders grouped otherwise.
- A mutation that would let a name be captured, or tear an expression apart, leaves the statement as it is.
- The same seed gives the same variants.
"""

from __future__ import annotations

import dataclasses
import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from reaprover.core import Theorem
from reaprover.core.declaration import Token, lex
from reaprover.errors import InputError

_OPEN, _CLOSE = "([{⟨⦃", ")]}⟩⦄"
_PROP_TOKENS = frozenset(["∀", "∃", "=", "≠", "↔", "∧", "∨", "¬", "<", "≤", ">", "≥", "∣", "∈", "∉", "→"])
_NAMES = {
    "Nat": ("n", "m", "k", "a", "b", "c", "x", "y", "z", "i", "j"),
    "Prop": ("p", "q", "r", "s", "t", "A", "B", "C", "P", "Q", "R"),
    "Bool": ("b", "c", "d"),
}
_HYPOTHESIS_NAMES = ("h", "h₁", "h₂", "h₃", "h₄", "hp", "hq", "ha", "hb", "hx", "hn", "H")
_OTHER_NAMES = ("x", "y", "z", "u", "v", "w", "a", "b", "c", "d", "e", "f", "g")
_PREDICATE_NAMES = ("P", "Q", "R", "S", "F", "G", "H", "A", "B")
_LIST_NAMES = ("xs", "ys", "zs", "l", "l₁", "l₂", "as", "bs")


@dataclass(frozen=True, slots=True)
class Binder:
    """One bracketed group of binders: `(x y : Nat)`.

    Attributes:
        bracket: the opening bracket.
        names: bound names; empty for an instance without a name.
        type: the text after the colon; all of the inside for an instance without a name.
    """

    bracket: str
    names: tuple[str, ...]
    type: str

    @property
    def text(self) -> str:
        """As source."""
        close = _CLOSE[_OPEN.index(self.bracket)]
        inside = f"{' '.join(self.names)} : {self.type}" if self.names else self.type
        return f"{self.bracket}{inside}{close}"

    @property
    def is_hypothesis(self) -> bool:
        """Whether its type looks like a proposition."""
        words = [token.text for token in lex(self.type)]
        if not self.names or self.bracket != "(" or words[-1:] == ["Prop"] or words[:1] == ["Type"]:
            return False
        outside = [token.text for token in lex(self.type) if token.depth == 0]
        return bool(_PROP_TOKENS - {"→"} & set(outside)) or all(name.startswith(("h", "H")) for name in self.names)


def read_binders(text: str) -> tuple[Binder, ...]:
    """The groups of a theorem's binders.

    Raises:
        InputError: something stands outside brackets.
    """
    tokens = list(lex(text, where="binders"))
    groups: list[Binder] = []
    start: Token | None = None
    for token in tokens:
        if token.depth == 0 and token.text in _OPEN:
            start = token
        elif token.depth == 0 and token.text in _CLOSE and start is not None:
            groups.append(_group(start.text, text[start.end : token.start]))
            start = None
        elif start is None:
            raise InputError("binders", "cannot be varied", found=repr(token.text), expected="groups in brackets")
    return tuple(groups)


def _group(bracket: str, inside: str) -> Binder:
    for token in lex(inside):
        if token.depth == 0 and token.text == ":":
            return Binder(bracket, tuple(inside[: token.start].split()), inside[token.end :].strip())
    return Binder(bracket, (), inside.strip())


def variants(theorem: Theorem, num_variants: int, seed: int) -> tuple[Theorem, ...]:
    """At most `num_variants` different variants of `theorem`, none of them its own text.

    Mutations, one to three in a row: drop a hypothesis, turn a hypothesis round or into its converse, take half of an equivalence or of a
    conjunction, swap the sides of an equation, move hypotheses behind the colon, specialise or identify variables, change a number,
    swap the operands of a commutative operator. Names of variables and hypotheses are drawn anew with chance ½.
    """
    rng = random.Random(f"{seed}\n{theorem.declaration}")
    seen = {_text(_start(theorem))}
    found: list[Theorem] = []
    for _ in range(4 * num_variants):
        if len(found) == num_variants:
            break
        binders, conclusion = _start(theorem)
        for _ in range(rng.choice((1, 1, 2, 3))):
            binders, conclusion = rng.choice(_MUTATIONS)(binders, conclusion, rng)
        if rng.random() < 0.5:
            binders, conclusion = rename(binders, conclusion, rng)
        text = _text((binders, conclusion))
        if text not in seen:
            seen.add(text)
            name = re.sub(r"[^\w₀-₉]", "_", theorem.name) + f"_v{len(found)}"
            found.append(dataclasses.replace(theorem, name=name, binders=text[0], conclusion=conclusion))
    return tuple(found)


Statement = tuple[tuple[Binder, ...], str]


def _start(theorem: Theorem) -> Statement:
    """Binders one name each, so that mutations may take them apart; data before hypotheses stay in order."""
    singles: list[Binder] = []
    for binder in read_binders(theorem.binders):
        singles += [Binder(binder.bracket, (name,), binder.type) for name in binder.names] or [binder]
    return tuple(singles), theorem.conclusion


def _text(statement: Statement) -> tuple[str, str]:
    binders, conclusion = statement
    return " ".join(binder.text for binder in binders), conclusion


def _drop(binders: tuple[Binder, ...], conclusion: str, rng: random.Random) -> Statement:
    hypotheses = [b for b in binders if b.is_hypothesis and not _mentions(binders, conclusion, b)]
    if not hypotheses:
        return binders, conclusion
    dropped = rng.choice(hypotheses)
    return tuple(b for b in binders if b is not dropped), conclusion


def _mentions(binders: Sequence[Binder], conclusion: str, wanted: Binder) -> bool:
    name = wanted.names[0]
    return any(name in _word_set(text) for text in (conclusion, *(b.type for b in binders if b is not wanted)))


def _word_set(text: str) -> set[str]:
    return {token.text.split(".")[0] for token in lex(text) if token.kind == "word"} | {
        token.text for token in lex(text) if token.kind == "word"
    }


def _on_some_proposition(binders: tuple[Binder, ...], conclusion: str, rng: random.Random, change: object) -> Statement:
    assert callable(change)
    hypotheses = [b for b in binders if b.is_hypothesis]
    if hypotheses and rng.random() < 0.3:
        chosen = rng.choice(hypotheses)
        return tuple(dataclasses.replace(b, type=change(b.type, rng)) if b is chosen else b for b in binders), conclusion
    return binders, change(conclusion, rng)


def _split_at(text: str, symbols: Sequence[str]) -> tuple[str, str, str] | None:
    """The text at its first outermost `symbol`, unless a quantifier or a weaker connective stands before it."""
    for token in lex(text):
        if token.depth == 0 and token.text in ("∀", "∃", "∃!", "fun", "λ", "if", "match", "let"):
            return None
        if token.depth == 0 and token.text in symbols:
            return text[: token.start].strip(), token.text, text[token.end :].strip()
    return None


def _swap(binders: tuple[Binder, ...], conclusion: str, rng: random.Random) -> Statement:
    def change(text: str, _: random.Random) -> str:
        if (parts := _split_at(text, ("↔",))) is None and not any(t.depth == 0 and t.text in ("→", "∧", "∨") for t in lex(text)):
            parts = _split_at(text, ("=", "≠"))
        if parts is None:
            return text
        left, symbol, right = parts
        return f"{right} {symbol} {left}"

    return _on_some_proposition(binders, conclusion, rng, change)


def _halve(binders: tuple[Binder, ...], conclusion: str, rng: random.Random) -> Statement:
    parts = _split_at(conclusion, ("↔",))
    if parts is not None:
        left, _, right = parts
        return binders, rng.choice((f"({left}) → ({right})", f"({right}) → ({left})"))
    if any(t.depth == 0 and t.text in ("→", "↔") for t in lex(conclusion)):
        return binders, conclusion
    if not any(t.depth == 0 and t.text == "∨" for t in lex(conclusion)) and (parts := _split_at(conclusion, ("∧",))) is not None:
        return binders, rng.choice((parts[0], parts[2]))
    return binders, conclusion


def _move(binders: tuple[Binder, ...], conclusion: str, rng: random.Random) -> Statement:
    last = binders[-1] if binders else None
    if last is not None and last.is_hypothesis and last.names[0] not in _word_set(conclusion):
        is_weaker = any(t.depth == 0 and t.text == "↔" for t in lex(conclusion))
        return binders[:-1], f"({last.type}) → ({conclusion})" if is_weaker else f"({last.type}) → {conclusion}"
    return binders, conclusion


def _specialise(binders: tuple[Binder, ...], conclusion: str, rng: random.Random) -> Statement:
    candidates = [b for b in binders if b.names and (b.type in ("Nat", "Prop", "ℕ") or b.type.startswith("List "))]
    if not candidates:
        return binders, conclusion
    chosen = rng.choice(candidates)
    name = chosen.names[0]
    same = [b.names[0] for b in binders if b.names and b.type == chosen.type and b is not chosen and b.bracket == "("]
    terms = list(same)
    keep = False
    if chosen.type in ("Nat", "ℕ"):
        terms += ["0", "1", f"({name} + 1)", f"({name} + 2)", f"(2 * {name})", *(f"({name} + {other})" for other in same)]
    elif chosen.type == "Prop":
        terms += ["True", "False", f"(¬{name})", *(f"({name} {op} {other})" for other in same for op in "∧∨→")]
    else:
        terms += [f"([] : {chosen.type})", *(f"({name} ++ {other})" for other in same), f"({name} ++ {name})", f"{name}.reverse"]
    term = rng.choice(terms)
    if {name, *same} & _bound((*(b.type for b in binders), conclusion)):  # one of them might be captured
        return binders, conclusion
    keep = name in _word_set(term)
    changed = tuple(dataclasses.replace(b, type=_substitute(b.type, name, term)) for b in binders if keep or b is not chosen)
    if (
        not keep
        and term in same
        and [b.names[0] for b in binders if b.names].index(term) > [b.names[0] for b in binders if b.names].index(name)
    ):  # the variable that stays must be bound before it is used
        kept = next(b for b in changed if b.names == (term,))
        place = next(i for i, b in enumerate(binders) if b is chosen)
        changed = (*changed[:place], kept, *(b for b in changed[place:] if b is not kept))
    return changed, _substitute(conclusion, name, term)


_BINDING = frozenset(["∀", "∃", "∃!", "fun", "λ", "Σ", "Π"])


def _bound(texts: Iterable[str]) -> set[str]:
    """Names that something inside the texts may bind: all words between a quantifier and its comma or arrow."""
    found: set[str] = set()
    for text in texts:
        is_open = False
        for token in lex(text):
            if token.text in (",", "=>", "↦"):
                is_open = False
            elif token.text in _BINDING:
                is_open = True
            elif is_open and token.kind == "word":
                found.add(token.text)
    return found


def _substitute(text: str, name: str, term: str) -> str:
    """`term` for the word `name`, projections of it included; that nothing in `text` binds a name of these is the caller's to know."""
    pieces, end = [], 0
    for token in lex(text):
        if token.kind != "word":
            continue
        head, dot, rest = token.text.partition(".")
        if head == name:
            bracketed = term if re.fullmatch(r"[\w₀-₉']+|\(.*\)", term) else f"({term})"
            pieces += [text[end : token.start], bracketed + dot + rest]
            end = token.end
    return "".join(pieces) + text[end:]


def _number(binders: tuple[Binder, ...], conclusion: str, rng: random.Random) -> Statement:
    def change(text: str, rng: random.Random) -> str:
        numbers = [token for token in lex(text) if token.kind == "number" and token.text.isdigit()]
        if not numbers:
            return text
        token = rng.choice(numbers)
        value = max(0, int(token.text) + rng.choice((-1, 1, 1, 2)))
        return f"{text[: token.start]}{value}{text[token.end :]}"

    return _on_some_proposition(binders, conclusion, rng, change)


_COMMUTED = re.compile(r"(?<![^\s(])([\w₀-₉']+) ([+*∧∨]) ([\w₀-₉']+)(?![^\s)])")
_LOGICAL = ("→", "↔", ",")
_AROUND = {
    "+": (*_LOGICAL, "=", "≠", "<", "≤", ">", "≥", "∣", "∧", "∨"),
    "*": (*_LOGICAL, "=", "≠", "<", "≤", ">", "≥", "∣", "∧", "∨", "+"),
    "∧": (*_LOGICAL, "∨"),
    "∨": _LOGICAL,
}
"""What may stand beside an operator and its operands: what binds less than it does."""


def _commute(binders: tuple[Binder, ...], conclusion: str, rng: random.Random) -> Statement:
    def change(text: str, rng: random.Random) -> str:
        places = [place for place in _COMMUTED.finditer(text) if _stands_alone(text, place)]
        if not places:
            return text
        place = rng.choice(places)
        return f"{text[: place.start()]}{place[3]} {place[2]} {place[1]}{text[place.end() :]}"

    return _on_some_proposition(binders, conclusion, rng, change)


def _stands_alone(text: str, place: re.Match[str]) -> bool:
    """Whether the operation is a term of its own there: neither applied to nor torn out of anything."""
    before, after = text[: place.start()].split()[-1:], text[place.end() :].split()[:1]
    fits = _AROUND[place[2]]
    opens = not before or before[0] in fits or before[0].endswith(",") or text[: place.start()].endswith("(")
    closes = not after or after[0] in fits or text[place.end() :].startswith(")")
    return opens and closes


_MUTATIONS = (_drop, _swap, _halve, _move, _specialise, _specialise, _number, _commute)


def rename(binders: tuple[Binder, ...], conclusion: str, rng: random.Random) -> Statement:
    """Other names for what the binders bind; names inside the propositions that would collide are never chosen."""
    taken = {word for text in (conclusion, *(b.type for b in binders)) for word in _word_set(text)}
    taken.update(name for binder in binders for name in binder.names)
    values: dict[str, str] = {}
    for binder in binders:
        if not binder.names or binder.bracket == "[" or rng.random() < 0.3:
            continue
        choice = [name for name in _pool(binder) if name not in taken and name not in values.values()]
        if choice:
            values[binder.names[0]] = rng.choice(choice)
    for name, value in values.items():
        binders = tuple(
            Binder(b.bracket, tuple(value if n == name else n for n in b.names), _substitute(b.type, name, value)) for b in binders
        )
        conclusion = _substitute(conclusion, name, value)
    return binders, conclusion


def _pool(binder: Binder) -> tuple[str, ...]:
    if binder.is_hypothesis:
        return _HYPOTHESIS_NAMES
    if binder.type in _NAMES:
        return _NAMES[binder.type]
    if binder.type.startswith("List "):
        return _LIST_NAMES
    if binder.type.startswith("Type") or binder.type.startswith("Sort"):
        return ()
    return _PREDICATE_NAMES if binder.type.endswith("Prop") else _OTHER_NAMES
