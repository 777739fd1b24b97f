"""The flag `answer_restated`: a verified proof whose answer is the question in other clothes (spec verification.md, section 10).

A statement that asks for an answer leaves a definition open: `question = answer` or `question ↔ answer`. If the answer's
value, written out, makes both sides of such a relation the same term, nothing was answered. It is a check of the shape alone
and changes no verdict: written out means that the file's own definitions are unfolded and applied, nothing of the library
is; an answer that rewords the question needs a person.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from reaprover.verify.environment import Compiled
from reaprover.verify.name import Name
from reaprover.verify.olean import Constant, Kind
from reaprover.verify.statement import statement_closure
from reaprover.verify.term import App, Const, Expr, Lam, Let, Pi, Proj, Sort, Store, children, constants, nodes, unapply

MAX_NODES: Final = 200_000
"""Nodes of terms looked at for one statement; a larger one is not flagged."""

_SIDES: Final[Mapping[Name, tuple[int, int, int]]] = {("Eq",): (3, 1, 2), ("Iff",): (2, 0, 1), ("HEq",): (4, 1, 3)}
"""Relation to its number of arguments, and which of them are the sides."""


def restates_question(candidate: Compiled, target: Constant, holes: Iterable[Name]) -> bool:
    """Whether a relation in the statement has the same term on both sides once the answers are written out, and only then.

    Args:
        candidate: the submission's modules.
        target: its theorem.
        holes: definitions that the reference left open. Without any, the statement's own propositions without parameters
            are taken for answers; a function that the statement defines is not, since theorems often unfold one.
    """
    own = {c.name: c for c in statement_closure(candidate, target) if c.kind is Kind.DEFINITION and c.value is not None}
    answers = set(holes) & set(own) or {name for name, c in own.items() if _is_proposition(c)}
    if not answers & constants(target.type):
        return False
    store = candidate.main.store
    closed = _Writer(store, {name: c for name, c in own.items() if name not in answers})
    open_ = _Writer(store, own)
    try:
        for node in nodes(target.type):
            head, args = unapply(node)
            num_args, left, right = _SIDES.get(head.name, (0, 0, 0)) if isinstance(head, Const) else (0, 0, 0)
            if num_args and len(args) == num_args and answers & constants(args[left], args[right]):
                sides = args[left], args[right]
                if open_.same(*sides) and not closed.same(*sides):
                    return True
    except _TooLarge:
        return False
    return False


def _is_proposition(constant: Constant) -> bool:
    return isinstance(constant.type, Sort) and constant.type.level.tag == constant.type.level.ZERO


class _TooLarge(Exception):
    pass


class _Writer:
    """Writes definitions out: every constant with a value is replaced by it, and functions are applied."""

    def __init__(self, store: Store, values: Mapping[Name, Constant]) -> None:
        self._store, self._values = store, values
        self._memo: dict[Expr, Expr] = {}
        self._nodes_left = MAX_NODES

    def same(self, one: Expr, other: Expr) -> bool:
        """Whether two terms are one when written out, `f` and `fun x => f x` being the same."""
        a, b = self.write(one), self.write(other)
        while isinstance(a, Lam) or isinstance(b, Lam):
            a, b = self._at_new_variable(a), self._at_new_variable(b)
        return a is b

    def _at_new_variable(self, fn: Expr) -> Expr:
        return fn.body if isinstance(fn, Lam) else self._store.app(self._store.lift(fn, 1), self._store.bvar(0))

    def write(self, term: Expr) -> Expr:
        """`term` written out."""
        memo, store = self._memo, self._store
        waiting = [term]
        while waiting:
            node = waiting[-1]
            if node in memo:
                waiting.pop()
                continue
            step = self._step(node)
            parts = children(node) if step is None else (step,)
            missing = [part for part in parts if part not in memo]
            if missing:
                self._count(len(missing))
                waiting += missing
                continue
            waiting.pop()
            if step is not None:
                memo[node] = memo[step]
                continue
            match node:
                case App():
                    built = store.app(memo[node.fn], memo[node.arg])
                    again = self._step(built)
                    if again is not None:
                        if again not in memo:
                            waiting += [node, again]
                            continue
                        memo[node] = memo[again]
                        continue
                    memo[node] = built
                case Lam():
                    memo[node] = store.lam(memo[node.type], memo[node.body])
                case Pi():
                    memo[node] = store.pi(memo[node.type], memo[node.body])
                case Let():
                    memo[node] = store.let(memo[node.type], memo[node.value], memo[node.body])
                case Proj():
                    memo[node] = store.proj(node.struct, node.index, memo[node.term])
                case _:
                    memo[node] = node
        return memo[term]

    def _step(self, node: Expr) -> Expr | None:
        """One unfolding of a constant, or one application of a function, at the top of `node`."""
        if isinstance(node, Const) and node.name in self._values:
            found = self._values[node.name]
            assert found.value is not None
            return self._store.instantiate_levels(found.value, dict(zip(found.levels, node.levels, strict=True)))
        if isinstance(node, App) and isinstance(node.fn, Lam):
            self._count(len(nodes(node.fn.body)))
            return self._store.instantiate(node.fn.body, [node.arg])
        return None

    def _count(self, num_nodes: int) -> None:
        self._nodes_left -= num_nodes
        if self._nodes_left < 0:
            raise _TooLarge
