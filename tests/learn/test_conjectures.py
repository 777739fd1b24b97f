"""Conjectures hold in every case that they were tried in, as another evaluator of their text finds."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from reaprover.lean.pool import LeanPool
from reaprover.lean.session import Context
from reaprover.lean.toolchain import EmbeddedToolchain
from reaprover.lean.wire import WireResult
from reaprover.learn.conjectures import (
    MAX_CHARACTERS,
    World,
    compound,
    conjectures,
    lists,
    numbers,
    predicates,
    propositions,
    statements_of,
)

WORLDS: tuple[Callable[[random.Random], World], ...] = (propositions, predicates, numbers, lists)

Values = Mapping[str, Any]
Meaning = Callable[[Values], Any]
INFIX = {  # binding power to the left and to the right, as in Lean's own notation
    "↔": (21, 21),
    "→": (26, 25),
    "∨": (31, 30),
    "∧": (36, 35),
    **dict.fromkeys(("=", "≠", "<", "≤", "∣", "∈"), (51, 51)),
    "++": (65, 66),
    "+": (65, 66),
    "-": (65, 66),
    "::": (68, 67),
    "*": (70, 71),
    "/": (70, 71),
    "%": (70, 71),
    "^": (76, 75),
}
OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "↔": lambda a, b: a == b,
    "→": lambda a, b: b or not a,
    "∨": lambda a, b: a or b,
    "∧": lambda a, b: a and b,
    "=": lambda a, b: a == b,
    "≠": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "≤": lambda a, b: a <= b,
    "∣": lambda a, b: b == 0 if a == 0 else b % a == 0,
    "∈": lambda a, b: a in b,
    "++": lambda a, b: (*a, *b),
    "::": lambda a, b: (a, *b),
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b if a > b else 0,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a // b,
    "%": lambda a, b: a % b,
    "^": lambda a, b: a**b,
}
METHODS: dict[str, Callable[..., Any]] = {
    "length": len,
    "reverse": lambda xs: tuple(reversed(xs)),
    "take": lambda xs, n: xs[:n],
    "drop": lambda xs, n: xs[n:],
    "map": lambda xs, f: tuple(f(x) for x in xs),
}


class Reader:
    """A Pratt parser for the fragment of Lean that conjectures are written in; a text becomes a function of the variables' values."""

    def __init__(self, text: str) -> None:
        self.words = re.findall(r"\w[\w₀-₉']*|:=|=>|\+\+|::|\.\w+|\S", text)
        self.at = 0

    def peek(self) -> str:
        return self.words[self.at] if self.at < len(self.words) else ""

    def take(self, wanted: str | None = None) -> str:
        word = self.peek()
        assert wanted is None or word == wanted, (word, wanted, self.words)
        self.at += 1
        return word

    def whole(self) -> Meaning:
        meaning = self.expression(0)
        assert self.peek() == "", self.words[self.at :]
        return meaning

    def expression(self, power: int) -> Meaning:
        left = self.prefix()
        while (word := self.peek()) in INFIX and INFIX[word][0] > power:
            self.take()
            left = self._joined(
                OPERATIONS[word], left, self.expression(INFIX[word][1] if word in ("→", "∨", "∧", "::", "^") else INFIX[word][0])
            )
        return left

    def _joined(self, operation: Callable[[Any, Any], Any], left: Meaning, right: Meaning) -> Meaning:
        return lambda values: operation(left(values), right(values))

    def prefix(self) -> Meaning:
        word = self.peek()
        if word == "¬":
            self.take()
            inner = self.expression(40)
            return lambda values: not inner(values)
        if word in ("∀", "∃"):
            self.take()
            name = self.take()
            if self.peek() == ":":
                self.take()
                self.take("α")
            self.take(",")
            body = self.expression(0)
            test = all if word == "∀" else any
            return lambda values: test(body({**values, name: each}) for each in range(values["size"]))
        return self.application()

    def application(self) -> Meaning:
        head = self.peek()
        function = self.argument()
        if head in ("max", "min"):
            first, second = self.argument(), self.argument()
            choose = max if head == "max" else min
            return lambda values: choose(first(values), second(values))
        arguments = []
        while re.match(r"\w|\(", self.peek()):
            arguments.append(self.argument())
        if not arguments:
            return function

        def apply(values: Values) -> Any:
            found = function(values)
            for argument in arguments:
                given = argument(values)
                found = found(given) if callable(found) else found[given]
            return found

        return apply

    def argument(self) -> Meaning:
        meaning = self.atom()
        while self.peek().startswith(".") and len(self.peek()) > 1:
            method = METHODS[self.take()[1:]]
            owner, extra = meaning, []
            if method not in (METHODS["length"], METHODS["reverse"]):
                extra = [self.argument()]

            def projected(values: Values, method: Any = method, owner: Meaning = owner, extra: Sequence[Meaning] = tuple(extra)) -> Any:
                return method(owner(values), *(one(values) for one in extra))

            meaning = projected
        return meaning

    def atom(self) -> Meaning:
        word = self.take()
        if word == "(":
            if self.peek() == "fun":
                self.take()
                name = self.take()
                self.take("=>")
                body = self.expression(0)
                self.take(")")
                return lambda values: lambda given: body({**values, name: given})
            inner = self.expression(0)
            if self.peek() == ":":
                while self.peek() != ")":
                    self.take()
            self.take(")")
            return inner
        if word == "[":
            self.take("]")
            return lambda _: ()
        if word.isdigit():
            return lambda _: int(word)
        if word in ("True", "False"):
            return lambda _: word == "True"
        if word in ("max", "min"):
            return lambda _: None
        return lambda values: values[word]


def hypotheses(binders: str) -> list[str]:
    """The propositions among the binders: those whose names begin with h."""
    found, depth, start = [], 0, 0
    for place, letter in enumerate(binders):
        depth += (letter in "([{") - (letter in ")]}")
        if letter in "([{" and depth == 1:
            start = place
        if letter in ")]}" and depth == 0 and (match := re.match(r"\(h[₁₂₃]? : ", binders[start:])):
            found.append(binders[start + match.end() : place])
    return found


@pytest.mark.parametrize("make", WORLDS)
def test_a_formula_is_true_exactly_in_the_cases_that_it_says(make: Callable[[random.Random], World]) -> None:
    for seed in range(6):
        rng = random.Random(seed)
        world = make(rng)
        for depth in (0, 1, 2, 3) * 4:
            formula = compound(world, rng, depth)
            meaning = Reader(formula.text).whole()
            truth = sum(1 << place for place, case in enumerate(world.cases) if meaning(case))
            assert truth == formula.truth, formula.text


@pytest.mark.parametrize("make", WORLDS)
def test_a_statement_holds_in_every_case_of_its_world(make: Callable[[random.Random], World]) -> None:
    count = 0
    for seed in range(12):
        rng = random.Random(seed)
        world = make(rng)
        for binders, conclusion in statements_of(world, rng):
            assert binders.startswith(world.binders)
            given = [Reader(text).whole() for text in hypotheses(binders)]
            wanted = Reader(conclusion).whole()
            for case in world.cases:
                assert not all(one(case) for one in given) or wanted(case), (binders, conclusion, case)
            count += 1
    assert count >= 12


def test_statements_about_propositions_are_tautologies() -> None:
    for seed in range(20):
        rng = random.Random(seed)
        world = propositions(rng)
        names = re.findall(r"\w+", world.binders)[:-1]
        for binders, conclusion in statements_of(world, rng):
            given, wanted = [Reader(text).whole() for text in hypotheses(binders)], Reader(conclusion).whole()
            for truths in itertools.product((False, True), repeat=len(names)):
                values = dict(zip(names, truths, strict=True))
                assert not all(one(values) for one in given) or wanted(values), (binders, conclusion)


def test_the_stream_is_a_function_of_the_seed_and_its_names_are_all_different() -> None:
    first, again, other = (list(itertools.islice(conjectures(seed), 24)) for seed in (4, 4, 5))
    assert first == again
    assert first != other
    assert len({theorem.name for theorem in (*first, *other)}) == 48
    assert all(len(theorem.binders) + len(theorem.conclusion) <= MAX_CHARACTERS for theorem in first)


def test_the_reader_of_these_tests_knows_how_lean_binds() -> None:
    values = {"p": False, "q": True, "a": 7, "xs": (1, 2), "P": [True, False], "size": 2}
    for text, expected in (
        ("¬p ∧ q", True),
        ("¬(p ∧ q)", True),
        ("p → q → p", True),
        ("(p → q) → p", False),
        ("p ∧ p ∨ q", True),
        ("p ↔ p ∧ q", True),
        ("¬a = 7", False),
        ("a - 9 + 1 = 1", True),
        ("2 + a * 2 = 16", True),
        ("a / 2 % 2 ∣ 5", True),
        ("(xs ++ xs).reverse.length = 4", True),
        ("2 ∈ xs.map (fun n => n + 1)", True),
        ("a :: xs ++ [] = a :: xs", True),
        ("(xs.drop 1).take 5 = xs.take 1", False),
        ("max a 3 = min 7 9", True),
        ("∃ x, P x → p", True),
        ("(∀ x, P x) ∨ q", True),
        ("∀ x : α, ∃ y, P y", True),
    ):
        assert Reader(text).whole()(values) == expected, text


@pytest.mark.lean
def test_lean_reads_every_conjecture(toolchain: EmbeddedToolchain) -> None:
    with LeanPool(toolchain, 1) as pool:
        (session,) = pool.lease()
        for theorem in itertools.islice(conjectures(7), 100):
            session.ensure(Context.of(theorem))
            opened = session.open(theorem)
            assert isinstance(opened, WireResult), f"{theorem.binders} ⊢ {theorem.conclusion}: {opened}"
