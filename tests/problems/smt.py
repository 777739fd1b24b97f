"""A tiny evaluator of the TIP problem files, written from their grammar: the independent side of the IsaPlanner tests.

Values: numbers are int, lists and pairs tuples, trees `None` or (left, value, right), functions Python callables.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

Expression = Any
TREE = object()


def read(path: Path) -> list[Expression]:
    text = re.sub(r";.*", "", path.read_text(encoding="utf-8"))
    stack: list[list[Expression]] = [[]]
    for token in re.findall(r"\|[^|]*\||[()]|[^\s()]+", text):
        if token == "(":
            stack[-1].append([])
            stack.append(stack[-1][-1])
        elif token == ")":
            stack.pop()
        else:
            stack[-1].append(token)
    return stack[0]


class Program:
    """The definitions of one file, and its property."""

    def __init__(self, path: Path) -> None:
        self.functions: dict[str, tuple[list[str], Expression]] = {}
        self.variables: list[tuple[str, Expression]] = []
        for command in read(path):
            if command[0] in ("define-fun-rec", "define-fun"):
                # (name (par (a) (parameters result)) body)  or  (name parameters result body)
                name, signature, *rest = command[1:]
                parameters, body = (signature[2][0], rest[0]) if signature[0] == "par" else (signature, rest[1])
                self.functions[name] = ([parameter[0] for parameter in parameters], body)
            elif command[0] == "prove":
                goal = command[1][2] if command[1][0] == "par" else command[1]
                assert goal[0] == "forall"
                self.variables = [(name, kind) for name, kind in goal[1]]
                self.goal = goal[2]

    def call(self, name: str, arguments: list[Any]) -> Any:
        parameters, body = self.functions[name]
        return self.value(body, dict(zip(parameters, arguments, strict=True)))

    def value(self, e: Expression, scope: dict[str, Any]) -> Any:
        if isinstance(e, str):
            return scope[e] if e in scope else {"Z": 0, "true": True, "false": False, "nil": (), "Leaf": None}[e]
        head = e[0]
        if head == "match":
            return self._match(self.value(e[1], scope), e[2], scope)
        if head == "ite":
            return self.value(e[2] if self.value(e[1], scope) else e[3], scope)
        if head == "lambda":
            names = [parameter[0] for parameter in e[1]]
            return lambda *values: self.value(e[2], {**scope, **dict(zip(names, values, strict=True))})
        if head == "_":
            return self.value(e[1], {})
        if head == "=>":
            return not self.value(e[1], scope) or self.value(e[2], scope)
        arguments = [self.value(argument, scope) for argument in e[1:]]
        if head == "@":
            return arguments[0](*arguments[1:])
        if head in self.functions:
            return self.call(head, arguments)
        built_in: dict[str, Callable[..., Any]] = {
            "S": lambda n: n + 1,
            "cons": lambda x, xs: (x, *xs),
            "pair2": lambda x, y: (x, y),
            "Node": lambda left, x, right: (left, x, right),
            "=": lambda x, y: x == y,
            "not": lambda x: not x,
        }
        return built_in[head](*arguments)

    def _match(self, value: Any, cases: list[Expression], scope: dict[str, Any]) -> Any:
        for pattern, body in cases:
            name = pattern if isinstance(pattern, str) else pattern[0]
            fields = {
                "Z": lambda: [] if value == 0 else None,
                "S": lambda: [value - 1] if value != 0 else None,
                "nil": lambda: [] if value == () else None,
                "cons": lambda: [value[0], value[1:]] if value != () else None,
                "Leaf": lambda: [] if value is None else None,
                "Node": lambda: list(value) if value is not None else None,
            }[name]()
            if fields is not None:
                names = [] if isinstance(pattern, str) else pattern[1:]
                return self.value(body, {**scope, **dict(zip(names, fields, strict=True))})
        raise AssertionError("no case matches")

    def holds(self, values: tuple[Any, ...]) -> bool:
        return bool(self.value(self.goal, {name: value for (name, _), value in zip(self.variables, values, strict=True)}))

    def assignments(self, limit: int) -> Iterator[tuple[Any, ...]]:
        """The first `limit` assignments of small values to the variables, each variable running through its own list in turn."""
        domains = [list(small_values(kind)) for _, kind in self.variables]
        combinations = itertools.product(*domains)
        total = 1
        for domain in domains:
            total *= len(domain)
        step = max(1, total // limit)
        return itertools.islice(combinations, 0, None, step)


def small_values(kind: Expression) -> Iterator[Any]:
    if isinstance(kind, str):
        yield from {"Nat": range(5), "Bool": (False, True)}.get(kind, range(3))
    elif kind[0] == "list":
        for length in range(5):
            yield from itertools.product(range(3), repeat=length)
    elif kind[0] == "Tree":
        yield from trees(2)
    elif kind[0] == "=>" and kind[2] == "Bool":
        for table in itertools.product((False, True), repeat=3):
            yield table.__getitem__
    else:
        assert kind[0] == "=>"
        for numbers in itertools.product(range(3), repeat=3):
            yield numbers.__getitem__


def trees(height: int) -> Iterator[Any]:
    yield None
    if height:
        below = list(trees(height - 1))
        for left, right in itertools.product(below, below):
            for x in range(2):
                yield (left, x, right)
