"""Lean's terms as frozen, hash-consed Python values.

Equal terms are the same object, so equality up to bound names is `is`. Bound names, binder annotations and metadata are
not kept: no check may depend on them (spec verification.md, section 4). Nothing here recurses over a term: terms are
deep, and shared so heavily that walking them as trees would never end; every traversal goes by node.

A `Store` owns its terms; terms of two stores must not be mixed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from reaprover.verify.name import Name


class Level:
    """A universe level. `has_param`: some level parameter occurs. Made by `Store` only."""

    __slots__ = ("has_param", "left", "name", "right", "tag")
    ZERO: Final = 0
    SUCC: Final = 1
    MAX: Final = 2
    IMAX: Final = 3
    PARAM: Final = 4

    def __init__(self, tag: int, left: Level | None, right: Level | None, name: Name) -> None:
        self.tag, self.name = tag, name
        self.left: Level = left if left is not None else self
        self.right: Level = right if right is not None else self
        self.has_param: bool = tag == Level.PARAM or (left is not None and left.has_param) or (right is not None and right.has_param)

    def __repr__(self) -> str:
        match self.tag:
            case Level.ZERO:
                return "0"
            case Level.SUCC:
                return f"({self.left!r}+1)"
            case Level.PARAM:
                return ".".join(map(str, self.name))
            case _:
                return f"({'max' if self.tag == Level.MAX else 'imax'} {self.left!r} {self.right!r})"


class Expr:
    """A term. Made by `Store` only.

    Attributes:
        loose: one more than the largest free de Bruijn index, 0 for a term without any.
        has_param: a level parameter occurs.
        has_free: a `Free` variable occurs.
    """

    __slots__ = ("has_free", "has_param", "loose")
    loose: int
    has_param: bool
    has_free: bool


class Var(Expr):
    """A bound variable: de Bruijn index, 0 the innermost binder."""

    __slots__ = ("index",)

    def __init__(self, index: int) -> None:
        self.index, self.loose, self.has_param, self.has_free = index, index + 1, False, False


class Free(Expr):
    """A free variable, with its type; never equal to another one."""

    __slots__ = ("number", "type")

    def __init__(self, number: int, type_: Expr) -> None:
        self.number, self.type, self.loose, self.has_param, self.has_free = number, type_, 0, type_.has_param, True


class Sort(Expr):
    """The universe of a level."""

    __slots__ = ("level",)

    def __init__(self, level: Level) -> None:
        self.level, self.loose, self.has_param, self.has_free = level, 0, level.has_param, False


class Const(Expr):
    """A constant at given levels."""

    __slots__ = ("levels", "name")

    def __init__(self, name: Name, levels: tuple[Level, ...]) -> None:
        self.name, self.levels, self.loose, self.has_free = name, levels, 0, False
        self.has_param = any(u.has_param for u in levels)


class App(Expr):
    """`fn arg`."""

    __slots__ = ("arg", "fn")

    def __init__(self, fn: Expr, arg: Expr) -> None:
        self.fn, self.arg = fn, arg
        self.loose = fn.loose if fn.loose > arg.loose else arg.loose
        self.has_param = fn.has_param or arg.has_param
        self.has_free = fn.has_free or arg.has_free


class Binder(Expr):
    """Common part of `Lam` and `Pi`: `type` of the variable, and the `body` under it."""

    __slots__ = ("body", "type")

    def __init__(self, type_: Expr, body: Expr) -> None:
        self.type, self.body = type_, body
        inner = body.loose - 1
        self.loose = type_.loose if type_.loose > inner else inner
        self.has_param = type_.has_param or body.has_param
        self.has_free = type_.has_free or body.has_free


class Lam(Binder):
    """`fun (_ : type) => body`."""

    __slots__ = ()


class Pi(Binder):
    """`(_ : type) → body`."""

    __slots__ = ()


class Let(Expr):
    """`let _ : type := value; body`."""

    __slots__ = ("body", "type", "value")

    def __init__(self, type_: Expr, value: Expr, body: Expr) -> None:
        self.type, self.value, self.body = type_, value, body
        self.loose = max(type_.loose, value.loose, body.loose - 1)
        self.has_param = type_.has_param or value.has_param or body.has_param
        self.has_free = type_.has_free or value.has_free or body.has_free


class NatLit(Expr):
    """A natural number literal."""

    __slots__ = ("value",)

    def __init__(self, value: int) -> None:
        self.value, self.loose, self.has_param, self.has_free = value, 0, False, False


class StrLit(Expr):
    """A string literal."""

    __slots__ = ("value",)

    def __init__(self, value: str) -> None:
        self.value, self.loose, self.has_param, self.has_free = value, 0, False, False


class Proj(Expr):
    """Field `index` (from 0) of `term`, whose type is the structure `struct`."""

    __slots__ = ("index", "struct", "term")

    def __init__(self, struct: Name, index: int, term: Expr) -> None:
        self.struct, self.index, self.term = struct, index, term
        self.loose, self.has_param, self.has_free = term.loose, term.has_param, term.has_free


_T = TypeVar("_T")


class Store:
    """Makes terms and keeps one object for each.

    Attributes:
        zero, one, prop: the levels 0 and 1, and the universe of propositions.
        simplified: level to its simplified form; kept by `kernel.level`.
    """

    def __init__(self) -> None:
        self._levels: dict[tuple[int, Level | None, Level | None, Name], Level] = {}
        self._vars: dict[int, Var] = {}
        self._sorts: dict[Level, Sort] = {}
        self._consts: dict[tuple[Name, tuple[Level, ...]], Const] = {}
        self._apps: dict[tuple[Expr, Expr], App] = {}
        self._lams: dict[tuple[Expr, Expr], Lam] = {}
        self._pis: dict[tuple[Expr, Expr], Pi] = {}
        self._lets: dict[tuple[Expr, Expr, Expr], Let] = {}
        self._nats: dict[int, NatLit] = {}
        self._strings: dict[str, StrLit] = {}
        self._projs: dict[tuple[Name, int, Expr], Proj] = {}
        self._num_free = 0
        self.simplified: dict[Level, Level] = {}
        self.zero: Final = self._level(Level.ZERO, None, None, ())
        self.one: Final = self.succ(self.zero)
        self.prop: Final = self.sort(self.zero)

    @property
    def size(self) -> int:
        """How many applications and binders are kept, a measure of memory."""
        return len(self._apps) + len(self._lams) + len(self._pis)

    def _level(self, tag: int, left: Level | None, right: Level | None, name: Name) -> Level:
        key = (tag, left, right, name)
        found = self._levels.get(key)
        if found is None:
            found = self._levels[key] = Level(tag, left, right, name)
        return found

    def succ(self, level: Level) -> Level:
        """`level + 1`."""
        return self._level(Level.SUCC, level, None, ())

    def max(self, left: Level, right: Level) -> Level:
        """The larger of both."""
        return self._level(Level.MAX, left, right, ())

    def imax(self, left: Level, right: Level) -> Level:
        """0 if `right` is 0, else the larger of both."""
        return self._level(Level.IMAX, left, right, ())

    def param(self, name: Name) -> Level:
        """A level parameter."""
        return self._level(Level.PARAM, None, None, name)

    def bvar(self, index: int) -> Var:
        """A bound variable."""
        found = self._vars.get(index)
        if found is None:
            found = self._vars[index] = Var(index)
        return found

    def fresh(self, type_: Expr) -> Free:
        """A new free variable of the closed type `type_`."""
        self._num_free += 1
        return Free(self._num_free, type_)

    def sort(self, level: Level) -> Sort:
        """`Sort level`."""
        found = self._sorts.get(level)
        if found is None:
            found = self._sorts[level] = Sort(level)
        return found

    def const(self, name: Name, levels: tuple[Level, ...] = ()) -> Const:
        """A constant."""
        key = (name, levels)
        found = self._consts.get(key)
        if found is None:
            found = self._consts[key] = Const(name, levels)
        return found

    def app(self, fn: Expr, arg: Expr) -> App:
        """`fn arg`."""
        key = (fn, arg)
        found = self._apps.get(key)
        if found is None:
            found = self._apps[key] = App(fn, arg)
        return found

    def apps(self, fn: Expr, *args: Expr) -> Expr:
        """`fn` applied to all `args`."""
        for arg in args:
            fn = self.app(fn, arg)
        return fn

    def lam(self, type_: Expr, body: Expr) -> Lam:
        """`fun (_ : type_) => body`."""
        key = (type_, body)
        found = self._lams.get(key)
        if found is None:
            found = self._lams[key] = Lam(type_, body)
        return found

    def pi(self, type_: Expr, body: Expr) -> Pi:
        """`(_ : type_) → body`."""
        key = (type_, body)
        found = self._pis.get(key)
        if found is None:
            found = self._pis[key] = Pi(type_, body)
        return found

    def let(self, type_: Expr, value: Expr, body: Expr) -> Let:
        """`let _ : type_ := value; body`."""
        key = (type_, value, body)
        found = self._lets.get(key)
        if found is None:
            found = self._lets[key] = Let(type_, value, body)
        return found

    def nat(self, value: int) -> NatLit:
        """A natural number literal, `value` ≥ 0."""
        found = self._nats.get(value)
        if found is None:
            found = self._nats[value] = NatLit(value)
        return found

    def string(self, value: str) -> StrLit:
        """A string literal."""
        found = self._strings.get(value)
        if found is None:
            found = self._strings[value] = StrLit(value)
        return found

    def proj(self, struct: Name, index: int, term: Expr) -> Proj:
        """Field `index` of `term`."""
        key = (struct, index, term)
        found = self._projs.get(key)
        if found is None:
            found = self._projs[key] = Proj(struct, index, term)
        return found

    # ---- transformations ------------------------------------------------------------------------------------------

    def rebuild(self, term: Expr, replace: Callable[[Expr, int], Expr | None]) -> Expr:
        """Rebuild `term` bottom-up.

        Args:
            term: what to rebuild.
            replace: called with a node and the number of binders around it; a term ends the descent there.
                It must depend on these two only.
        """
        memo: dict[tuple[Expr, int], Expr] = {}
        stack: list[tuple[Expr, int]] = [(term, 0)]
        while stack:
            key = stack[-1]
            if key in memo:
                stack.pop()
                continue
            node, depth = key
            new = replace(node, depth)
            if new is not None:
                memo[key] = new
                stack.pop()
                continue
            if isinstance(node, App):
                # the spine at once: deep applications are common
                a, b = (node.fn, depth), (node.arg, depth)
                x, y = memo.get(a), memo.get(b)
                if x is not None and y is not None:
                    memo[key] = self.app(x, y)
                    stack.pop()
                else:
                    if x is None:
                        stack.append(a)
                    if y is None:
                        stack.append(b)
            elif isinstance(node, Binder):
                a, b = (node.type, depth), (node.body, depth + 1)
                x, y = memo.get(a), memo.get(b)
                if x is not None and y is not None:
                    memo[key] = self.lam(x, y) if isinstance(node, Lam) else self.pi(x, y)
                    stack.pop()
                else:
                    if x is None:
                        stack.append(a)
                    if y is None:
                        stack.append(b)
            elif isinstance(node, Let):
                parts = [(node.type, depth), (node.value, depth), (node.body, depth + 1)]
                missing = [p for p in parts if p not in memo]
                if missing:
                    stack.extend(missing)
                else:
                    memo[key] = self.let(*(memo[p] for p in parts))
                    stack.pop()
            elif isinstance(node, Proj):
                a = (node.term, depth)
                x = memo.get(a)
                if x is None:
                    stack.append(a)
                else:
                    memo[key] = self.proj(node.struct, node.index, x)
                    stack.pop()
            else:
                memo[key] = node
                stack.pop()
        return memo[(term, 0)]

    def lift(self, term: Expr, amount: int) -> Expr:
        """`term` with every free de Bruijn index raised by `amount`."""
        if amount == 0 or term.loose == 0:
            return term

        def replace(node: Expr, depth: int) -> Expr | None:
            if node.loose <= depth:
                return node
            return self.bvar(node.index + amount) if isinstance(node, Var) else None

        return self.rebuild(term, replace)

    def instantiate(self, term: Expr, values: tuple[Expr, ...] | list[Expr]) -> Expr:
        """`term` with free index i replaced by `values[len - 1 - i]` (the last value for index 0); larger ones lowered."""
        if term.loose == 0 or not values:
            return term
        count = len(values)

        def replace(node: Expr, depth: int) -> Expr | None:
            if node.loose <= depth:
                return node
            if isinstance(node, Var):
                k = node.index - depth
                return self.lift(values[count - 1 - k], depth) if k < count else self.bvar(node.index - count)
            return None

        return self.rebuild(term, replace)

    def abstract(self, term: Expr, frees: tuple[Free, ...] | list[Free]) -> Expr:
        """`term` with the free variables bound: the last one gets index 0. `term` has no free de Bruijn index."""
        if not term.has_free or not frees:
            return term
        index = {free: len(frees) - 1 - i for i, free in enumerate(frees)}

        def replace(node: Expr, depth: int) -> Expr | None:
            if not node.has_free:
                return node
            if isinstance(node, Free):
                k = index.get(node)
                return node if k is None else self.bvar(k + depth)
            return None

        return self.rebuild(term, replace)

    def instantiate_level(self, level: Level, values: Mapping[Name, Level]) -> Level:
        """`level` with parameters replaced; unknown ones stay."""
        if not level.has_param:
            return level
        if level.tag == Level.PARAM:
            return values.get(level.name, level)
        memo: dict[Level, Level] = {}
        stack = [level]
        while stack:
            node = stack[-1]
            if node in memo:
                stack.pop()
            elif not node.has_param:
                memo[node] = node
            elif node.tag == Level.PARAM:
                memo[node] = values.get(node.name, node)
            elif node.left not in memo:
                stack.append(node.left)
            elif node.tag == Level.SUCC:
                memo[node] = self.succ(memo[node.left])
            elif node.right not in memo:
                stack.append(node.right)
            else:
                memo[node] = self._level(node.tag, memo[node.left], memo[node.right], ())
        return memo[level]

    def instantiate_levels(self, term: Expr, values: Mapping[Name, Level]) -> Expr:
        """`term` with level parameters replaced; unknown ones stay."""
        if not term.has_param or not values:
            return term

        def replace(node: Expr) -> Expr | None:
            if not node.has_param:
                return node
            if isinstance(node, Const):
                return self.const(node.name, tuple(self.instantiate_level(u, values) for u in node.levels))
            if isinstance(node, Sort):
                return self.sort(self.instantiate_level(node.level, values))
            return None

        return self.rebuild_flat(term, replace)

    def rebuild_flat(self, term: Expr, replace: Callable[[Expr], Expr | None]) -> Expr:
        """`rebuild` where depth plays no part: each node is rebuilt once."""
        memo: dict[Expr, Expr] = {}
        stack: list[Expr] = [term]
        while stack:
            node = stack[-1]
            if node in memo:
                stack.pop()
                continue
            new = replace(node)
            if new is not None:
                memo[node] = new
                stack.pop()
                continue
            parts = children(node)
            missing = [p for p in parts if p not in memo]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            if isinstance(node, App):
                memo[node] = self.app(memo[node.fn], memo[node.arg])
            elif isinstance(node, Lam):
                memo[node] = self.lam(memo[node.type], memo[node.body])
            elif isinstance(node, Pi):
                memo[node] = self.pi(memo[node.type], memo[node.body])
            elif isinstance(node, Let):
                memo[node] = self.let(memo[node.type], memo[node.value], memo[node.body])
            elif isinstance(node, Proj):
                memo[node] = self.proj(node.struct, node.index, memo[node.term])
            else:
                memo[node] = node
        return memo[term]


def children(node: Expr) -> tuple[Expr, ...]:
    """The direct subterms."""
    if isinstance(node, App):
        return (node.fn, node.arg)
    if isinstance(node, Binder):
        return (node.type, node.body)
    if isinstance(node, Let):
        return (node.type, node.value, node.body)
    if isinstance(node, Proj):
        return (node.term,)
    return ()


def nodes(*terms: Expr) -> list[Expr]:
    """Every distinct node of `terms`, subterms before what contains them."""
    seen: set[Expr] = set()
    order: list[Expr] = []
    stack: list[tuple[Expr, bool]] = [(t, False) for t in reversed(terms)]
    while stack:
        node, done = stack.pop()
        if done:
            order.append(node)
        elif node not in seen:
            seen.add(node)
            stack.append((node, True))
            stack.extend((c, False) for c in children(node) if c not in seen)
    return order


def constants(*terms: Expr) -> set[Name]:
    """The names that occur in `terms`: constants, and structures of projections."""
    found: set[Name] = set()
    for node in nodes(*terms):
        if isinstance(node, Const):
            found.add(node.name)
        elif isinstance(node, Proj):
            found.add(node.struct)
        elif isinstance(node, NatLit):
            found.add(("Nat",))
        elif isinstance(node, StrLit):
            found.add(("String",))
    return found


def unapply(term: Expr) -> tuple[Expr, list[Expr]]:
    """Head and arguments of an application."""
    args: list[Expr] = []
    while isinstance(term, App):
        args.append(term.arg)
        term = term.fn
    args.reverse()
    return term, args
