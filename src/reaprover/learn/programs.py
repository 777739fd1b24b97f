"""Statements about a file's own functions that nobody wrote: equations between random terms that agree in every small case.

The functions are those of theorems' headers, written by structural recursion; they are read and computed here, with type variables taken
for numbers. What this reader does not understand (other types, functions as arguments) it leaves out. Two terms that have the same value in
all cases make a conjecture, and so does a truth value that is always true; Lean and the search decide.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reaprover.core import Theorem

NUM_CASES = 60
MAX_STEPS = 4_000
"""Calls until a case is given up."""
_TOKEN = re.compile(r"::|=>|&&|\|\||→|[\w.']+|\S")
_TYPES = {"Nat": "Nat", "Bool": "Bool", "List": "List"}


class _UnreadableError(Exception):
    """Not a function that this reader understands."""


@dataclass(frozen=True, slots=True)
class Function:
    """A function of numbers, lists of numbers and truth values.

    Attributes:
        name: without its namespace.
        text: its definition.
        kinds: of its arguments: `Nat`, `List` or `Bool`.
        result: kind of its value.
        names: of its parameters that stand before the colon.
        clauses: patterns of the other arguments, and the body, as trees.
        calls: names of the functions that it calls.
    """

    name: str
    text: str
    kinds: tuple[str, ...]
    result: str
    names: tuple[str, ...]
    clauses: tuple[tuple[tuple[Any, ...], Any], ...]
    calls: frozenset[str]


def functions_of(headers: Iterable[str]) -> dict[str, Function]:
    """The functions in these headers that can be read, with all that they call; the first of each name counts."""
    found: dict[str, Function] = {}
    for header in headers:
        for block in re.split(r"\n\s*\n", header):
            try:
                function = _read(block.strip())
            except (_UnreadableError, IndexError):
                continue
            found.setdefault(function.name, function)
    while unknown := [name for name, function in found.items() if not function.calls <= found.keys()]:
        for name in unknown:
            del found[name]
    return found


def program_conjectures(headers: Sequence[str], seed: int) -> Iterator[Theorem]:
    """An endless stream of statements about the functions of these headers, a function of the arguments; nothing if none can be read."""
    known = functions_of(headers)
    number = 0
    while known:
        rng = random.Random(f"programs {seed} {number}")
        for theorem in _statements(known, rng, f"program_{seed}_{number}"):
            yield theorem
            number += 1
        number += 1


# -- statements ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Term:
    text: str
    kind: str
    values: tuple[Any, ...]
    is_atom: bool = True
    size: int = 1

    @property
    def argument(self) -> str:
        return self.text if self.is_atom else f"({self.text})"


_VARIABLES = {"x": "Nat", "y": "Nat", "xs": "List", "ys": "List"}


def _statements(known: Mapping[str, Function], rng: random.Random, name: str) -> Iterator[Theorem]:
    chosen = rng.sample(sorted(known), min(len(known), rng.choice((2, 2, 3))))
    cases = [
        {
            name: rng.randrange(5) if kind == "Nat" else tuple(rng.randrange(4) for _ in range(rng.randrange(5)))
            for name, kind in _VARIABLES.items()
        }
        for _ in range(NUM_CASES)
    ]
    pool: dict[tuple[Any, ...], _Term] = {}
    pairs: dict[tuple[str, str], None] = {}
    for _ in range(120):
        term = _term(known, chosen, rng, cases, rng.choice(("Nat", "List", "Bool")), rng.choice((1, 2, 2, 3)))
        if term is None or term.size > 9:
            continue
        if term.kind == "Bool" and all(term.values) and term.size > 1:
            pairs.setdefault((term.text, "true"))
            continue
        key = term.kind, *term.values
        other = pool.setdefault(key, term)
        small, large = sorted((other, term), key=lambda one: (one.size, one.text))
        if small.text != large.text and large.size > 2:
            pairs.setdefault((large.text, small.text))
    for left, right in rng.sample(sorted(pairs), min(2, len(pairs))):
        used = [name for name in _VARIABLES if name in _words(f"{left} {right}")]
        binders = " ".join(f"({name} : {'Nat' if _VARIABLES[name] == 'Nat' else 'List Nat'})" for name in used)
        yield Theorem(name, binders, f"{left} = {right}", header=_header(known, f"{left} {right}"))


def _words(text: str) -> set[str]:
    return set(_TOKEN.findall(text))


def _header(known: Mapping[str, Function], text: str) -> str:
    """The definitions that a text needs, each after those that it calls."""
    order: dict[str, None] = {}

    def add(name: str) -> None:
        for called in sorted(known[name].calls - {name}):
            add(called)
        order.setdefault(name)

    for word in sorted(_words(text)):
        if word.startswith("Isa."):
            add(word.removeprefix("Isa."))
    return "namespace Isa\n\n" + "\n\n".join(known[name].text for name in order) + "\n\nend Isa"


def _term(
    known: Mapping[str, Function], chosen: Sequence[str], rng: random.Random, cases: Sequence[Mapping[str, Any]], kind: str, depth: int
) -> _Term | None:
    if depth <= 0 or rng.random() < 0.15:
        if kind == "Bool":
            return None
        if rng.random() < 0.12:
            return _Term("0", kind, (0,) * len(cases)) if kind == "Nat" else _Term("[]", kind, ((),) * len(cases))
        name = rng.choice([name for name, own in _VARIABLES.items() if own == kind])
        return _Term(name, kind, tuple(case[name] for case in cases))
    fitting = [known[name] for name in chosen if known[name].result == kind]
    if kind == "List" and rng.random() < 0.15:
        parts = [_term(known, chosen, rng, cases, own, depth - 1) for own in ("Nat", "List")]
        if parts[0] is None or parts[1] is None:
            return None
        values = tuple((head, *tail) for head, tail in zip(parts[0].values, parts[1].values, strict=True))
        return _Term(f"{parts[0].argument} :: {parts[1].argument}", kind, values, False, 1 + parts[0].size + parts[1].size)
    if not fitting:
        return _term(known, chosen, rng, cases, kind, 0)
    function = rng.choice(fitting)
    arguments = [_term(known, chosen, rng, cases, own, depth - 1) for own in function.kinds]
    if any(argument is None for argument in arguments):
        return None
    given = [argument for argument in arguments if argument is not None]
    try:
        values = tuple(_Machine(known).call(function, row) for row in zip(*(argument.values for argument in given), strict=True))
    except (_UnreadableError, RecursionError):
        return None
    text = " ".join((f"Isa.{function.name}", *(argument.argument for argument in given)))
    return _Term(text, kind, values, False, 1 + sum(argument.size for argument in given))


# -- computing -----------------------------------------------------------------------------------------------------------


class _Machine:
    """Calls functions, so many at most."""

    def __init__(self, known: Mapping[str, Function]) -> None:
        self.known, self.steps = known, 0

    def call(self, function: Function, arguments: Sequence[Any]) -> Any:
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise _UnreadableError
        bound = dict(zip(function.names, arguments, strict=False))
        for patterns, body in function.clauses:
            values = dict(bound)
            if all(_fits(pattern, value, values) for pattern, value in zip(patterns, arguments[len(function.names) :], strict=True)):
                return self.value(body, values)
        raise _UnreadableError

    def value(self, tree: Any, values: Mapping[str, Any]) -> Any:
        match tree:
            case int() | bool() | tuple(()):
                return tree
            case str():
                return values[tree]
            case ("if", test, yes, no):
                return self.value(yes if self.value(test, values) else no, values)
            case ("::", head, tail):
                return (self.value(head, values), *self.value(tail, values))
            case ("+", left, right):
                return self.value(left, values) + self.value(right, values)
            case ("&&", left, right):
                return self.value(left, values) and self.value(right, values)
            case ("||", left, right):
                return self.value(left, values) or self.value(right, values)
            case ("call", name, *arguments):
                return self.call(self.known[name], [self.value(argument, values) for argument in arguments])
        raise _UnreadableError


def _fits(pattern: Any, value: Any, values: dict[str, Any]) -> bool:
    match pattern:
        case int() | tuple(()):
            return bool(pattern == value)
        case str():
            if pattern != "_":
                values[pattern] = value
            return True
        case ("+", inner, int(more)):
            return bool(value >= more) and _fits(inner, value - more, values)
        case ("::", head, tail):
            return bool(value) and _fits(head, value[0], values) and _fits(tail, value[1:], values)
    raise _UnreadableError


# -- reading -------------------------------------------------------------------------------------------------------------


def _read(text: str) -> Function:
    head = re.match(r"def (\w+)((?:\s*[{(][^)}]*[)}])*)\s*:\s*([^|]*?)\s*\|", text)
    if not head:
        raise _UnreadableError
    names: list[str] = []
    kinds: list[str] = []
    for bracket, bound, kind in re.findall(r"([{(])([^:]*):([^)}]*)[)}]", head[2]):
        if bracket == "{":
            if kind.strip() != "Type":
                raise _UnreadableError
            continue
        names += bound.split()
        kinds += [_kind(kind)] * len(bound.split())
    *others, result = [_kind(part) for part in head[3].split("→")]
    clauses = []
    calls: set[str] = set()
    for line in text[head.end() - 1 :].split("\n"):
        patterns, arrow, body = line.strip().removeprefix("|").partition("=>")
        if not arrow:
            raise _UnreadableError
        tokens = [_Reader(part, calls).whole() for part in _commas(patterns)]
        clauses.append((tuple(tokens), _Reader(body, calls).whole()))
        if len(tokens) != len(others):
            raise _UnreadableError
    return Function(head[1], text, (*kinds, *others), result, tuple(names), tuple(clauses), frozenset(calls))


def _kind(text: str) -> str:
    words = text.replace("(", " ").replace(")", " ").split()
    if not words or "×" in text or (words[0] not in ("Nat", "Bool", "List") and not re.fullmatch(r"[α-ω]", words[0])):
        raise _UnreadableError
    if words[0] == "List" and (len(words) != 2 or not (words[1] == "Nat" or re.fullmatch(r"[α-ω]", words[1]))):
        raise _UnreadableError
    return words[0] if words[0] in _TYPES else "Nat"


def _commas(text: str) -> list[str]:
    if "(" in text:
        raise _UnreadableError
    return text.split(",")


class _Reader:
    """An expression or a pattern: application binds most, then `+`, `::`, `&&`, `||`; an `if` runs to the end."""

    def __init__(self, text: str, calls: set[str]) -> None:
        self.tokens, self.at, self.calls = _TOKEN.findall(text), 0, calls

    def whole(self) -> Any:
        tree = self.expression()
        if self.at != len(self.tokens):
            raise _UnreadableError
        return tree

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, wanted: str = "") -> str:
        token = self.peek()
        if not token or (wanted and token != wanted):
            raise _UnreadableError
        self.at += 1
        return token

    def expression(self) -> Any:
        if self.peek() == "if":
            self.take()
            test = self.expression()
            self.take("then")
            yes = self.expression()
            self.take("else")
            return ("if", test, yes, self.expression())
        return self.joined(("||", "&&", "::", "+"))

    def joined(self, operators: tuple[str, ...]) -> Any:
        if not operators:
            return self.application()
        left = self.joined(operators[1:])
        while self.peek() == operators[0]:
            self.take()
            if operators[0] != "+":
                return (operators[0], left, self.joined(operators))
            left = ("+", left, self.application())
        return left

    def application(self) -> Any:
        parts = [self.atom()]
        while self.peek() and self.peek() not in (")", "]", "then", "else", "+", "::", "&&", "||", ",", "=>"):
            parts.append(self.atom())
        if len(parts) == 1:
            return parts[0]
        if not isinstance(parts[0], str):
            raise _UnreadableError
        self.calls.add(parts[0])
        return ("call", *parts)

    def atom(self) -> Any:
        token = self.take()
        if token == "(":
            tree = self.expression()
            self.take(")")
            return tree
        if token == "[":
            if self.peek() == "]":
                self.take()
                return ()
            tree = self.expression()
            self.take("]")
            return ("::", tree, ())
        if token in ("true", "false"):
            return token == "true"
        if token.isdigit():
            return int(token)
        if not re.fullmatch(r"[\w']+", token):
            raise _UnreadableError
        return token
