"""Writes the declarations of compiled modules as text, for kernels that trust no memory image (spec verification.md, section 6).

One JSON array a line; names, levels and terms are numbered in the order of their lines and refer to earlier ones only.
Declarations come in dependency order: inductive types as whole blocks, followed by comparisons of what the kernel makes of
them (types, constructors, recursors) with what the module records. Unsafe and partial constants are left out: the axiom
check keeps them out of the target's closure, and no safe declaration can rest on them. Bound names, binder annotations and
metadata are not written.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from reaprover.verify.environment import Compiled, references
from reaprover.verify.name import Name, write_name
from reaprover.verify.olean import Constant, Kind, Safety
from reaprover.verify.term import App, Const, Expr, Lam, Let, Level, NatLit, Pi, Proj, Sort, StrLit, Var, children


def _decimal(value: int) -> str:
    """Decimal digits without the interpreter's limit on their number."""
    if value < 1 << 8192:
        return str(value)
    half = int(value.bit_length() * 0.30103) // 2
    high, low = divmod(value, 10**half)
    return _decimal(high) + _decimal(low).zfill(half)


class ExportError(ValueError):
    """A declaration that no text can carry, or that does not hang together; the candidate is refused."""


@dataclass(frozen=True, slots=True)
class Group:
    """Declarations that enter the kernel together: one constant, or an inductive block with its constructors and recursors."""

    constants: tuple[Constant, ...]


def groups(candidate: Compiled) -> list[Group]:
    """The safe declarations of the candidate in dependency order.

    Raises:
        ExportError: a block is incomplete, a name is declared twice, or declarations depend on each other in a circle.
    """
    own: dict[Name, Constant] = {}
    for constant in candidate.constants():
        if constant.name in own:
            raise ExportError(f"{write_name(constant.name)} is declared twice")
        own[constant.name] = constant
    leader: dict[Name, Name] = {}
    members: dict[Name, list[Constant]] = {}
    for constant in own.values():
        if constant.safety is not Safety.SAFE:
            continue
        match constant.kind:
            case Kind.INDUCTIVE:
                first = constant.block[0] if constant.block else ()
            case Kind.CONSTRUCTOR:
                parent = own.get(constant.inductive)
                if parent is None or parent.kind is not Kind.INDUCTIVE or constant.name not in parent.constructors:
                    raise ExportError(f"constructor {write_name(constant.name)} belongs to no inductive type of the module")
                first = parent.block[0] if parent.block else ()
            case Kind.RECURSOR:
                first = constant.block[0] if constant.block else ()
            case Kind.QUOTIENT:
                raise ExportError(f"quotient constant {write_name(constant.name)} is declared by the submission")
            case _:
                first = constant.name
        if first not in own:
            raise ExportError(f"{write_name(constant.name)} belongs to a block that is not there")
        leader[constant.name] = first
        members.setdefault(first, []).append(constant)
    edges: dict[Name, set[Name]] = {}
    for first, constants in members.items():
        used = {leader[name] for constant in constants for name in references(constant) if name in leader}
        edges[first] = used - {first}
    return [Group(tuple(members[first])) for first in _sorted(edges)]


def _sorted(edges: dict[Name, set[Name]]) -> list[Name]:
    order: list[Name] = []
    state: dict[Name, int] = {}
    for root in edges:
        stack: list[tuple[Name, Iterator[Name]]] = []
        if root not in state:
            state[root] = 1
            stack.append((root, iter(sorted(edges[root], key=write_name))))
        while stack:
            name, rest = stack[-1]
            for other in rest:
                if other not in state:
                    state[other] = 1
                    stack.append((other, iter(sorted(edges[other], key=write_name))))
                    break
                if state[other] == 1:
                    raise ExportError(f"{write_name(name)} and {write_name(other)} depend on each other")
            else:
                state[name] = 2
                order.append(name)
                stack.pop()
    return order


@dataclass(slots=True)
class Exporter:
    """Collects lines; one instance makes one text."""

    lines: list[str] = field(default_factory=list)
    declared: list[Name] = field(default_factory=list)
    _names: dict[Name, int] = field(default_factory=lambda: {(): 0})
    _levels: dict[Level, int] = field(default_factory=dict)
    _terms: dict[Expr, int] = field(default_factory=dict)

    def _put(self, *items: Any) -> None:
        self.lines.append(json.dumps(items, ensure_ascii=False, separators=(",", ":")))

    def name(self, name: Name) -> int:
        """The number of a name, written if it is new."""
        if name not in self._names:
            for k in range(1, len(name) + 1):
                part = name[:k]
                if part not in self._names:
                    self._put("ns" if isinstance(part[-1], str) else "ni", self._names[part[:-1]], part[-1])
                    self._names[part] = len(self._names)
        return self._names[name]

    def names(self, names: Iterable[Name]) -> list[int]:
        """The numbers of names."""
        return [self.name(name) for name in names]

    def level(self, level: Level) -> int:
        """The number of a level, written if it is new."""
        stack = [level]
        while stack:
            u = stack[-1]
            if u.tag == Level.ZERO or u in self._levels:
                stack.pop()
                continue
            parts = {Level.SUCC: [u.left], Level.PARAM: []}.get(u.tag, [u.left, u.right])
            missing = [p for p in parts if p.tag != Level.ZERO and p not in self._levels]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            numbers = [0 if p.tag == Level.ZERO else self._levels[p] for p in parts]
            if u.tag == Level.PARAM:
                numbers = [self.name(u.name)]
            self._put({Level.SUCC: "us", Level.MAX: "um", Level.IMAX: "ui", Level.PARAM: "up"}[u.tag], *numbers)
            self._levels[u] = len(self._levels) + 1
        return 0 if level.tag == Level.ZERO else self._levels[level]

    def term(self, term: Expr) -> int:
        """The number of a term, written if it is new.

        Raises:
            ExportError: it has a free variable.
        """
        terms = self._terms
        stack = [term]
        while stack:
            e = stack[-1]
            if e in terms:
                stack.pop()
                continue
            missing = [c for c in children(e) if c not in terms]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            match e:
                case App():
                    self._put("ea", terms[e.fn], terms[e.arg])
                case Lam():
                    self._put("el", 0, 0, terms[e.type], terms[e.body])
                case Pi():
                    self._put("ep", 0, 0, terms[e.type], terms[e.body])
                case Let():
                    self._put("ez", 0, terms[e.type], terms[e.value], terms[e.body], 0)
                case Var():
                    self._put("ev", e.index)
                case Sort():
                    self._put("es", self.level(e.level))
                case Const():
                    self._put("ec", self.name(e.name), [self.level(u) for u in e.levels])
                case NatLit():
                    self._put("en", _decimal(e.value))
                case StrLit():
                    self._put("et", e.value)
                case Proj():
                    self._put("ej", self.name(e.struct), e.index, terms[e.term])
                case _:
                    raise ExportError("a term with a free variable")
            terms[e] = len(terms)
        return terms[term]

    def group(self, group: Group) -> None:
        """Write one group: declarations, then comparisons.

        Raises:
            ExportError: a declaration that needs a value has none, or a term has a free variable.
        """
        first = group.constants[0]
        if first.kind in (Kind.INDUCTIVE, Kind.CONSTRUCTOR, Kind.RECURSOR):
            self._block(group)
            return
        for c in group.constants:
            name, levels, type_ = self.name(c.name), self.names(c.levels), self.term(c.type)
            if c.kind is Kind.AXIOM:
                self._declare(c, "axiom", name, levels, type_, 0)
                continue
            if c.value is None:
                raise ExportError(f"{write_name(c.name)} has no value")
            value, block = self.term(c.value), self.names(c.block)
            if c.kind is Kind.DEFINITION:
                self._declare(c, "def", name, levels, type_, value, c.hints, c.safety.value, block)
            elif c.kind is Kind.THEOREM:
                self._declare(c, "thm", name, levels, type_, value, block)
            else:
                self._declare(c, "opaque", name, levels, type_, value, 0, block)

    def _declare(self, constant: Constant, *items: Any) -> None:
        self._put(*items)
        self.declared.append(constant.name)

    def _block(self, group: Group) -> None:
        by_name = {c.name: c for c in group.constants}
        first = next((c for c in group.constants if c.kind is Kind.INDUCTIVE), None)
        if first is None:
            raise ExportError(f"{write_name(group.constants[0].name)} belongs to no inductive type")
        block: list[Any] = []
        types: list[Constant] = []
        for name in first.block:
            c = by_name.get(name)
            shared = None if c is None else (c.kind, c.block, c.levels, c.num_params)
            if c is None or shared != (Kind.INDUCTIVE, first.block, first.levels, first.num_params):
                raise ExportError(f"the block of {write_name(first.name)} does not hang together at {write_name(name)}")
            types.append(c)
            constructors: list[Any] = []
            for constructor in c.constructors:
                k = by_name.get(constructor)
                if k is None or k.kind is not Kind.CONSTRUCTOR:
                    raise ExportError(f"constructor {write_name(constructor)} is missing")
                constructors.append([self.name(constructor), self.term(k.type)])
            block.append([self.name(name), self.term(c.type), constructors])
        if len(types) != sum(c.kind is Kind.INDUCTIVE for c in group.constants):
            raise ExportError(f"the block of {write_name(first.name)} has types that it does not name")
        self._declare(first, "ind", self.names(first.levels), first.num_params, 0, block)
        for c in group.constants:
            number, levels, type_ = self.name(c.name), self.names(c.levels), self.term(c.type)
            if c.kind is Kind.INDUCTIVE:
                self._declare(
                    c,
                    "is_ind",
                    number,
                    levels,
                    type_,
                    c.num_params,
                    c.num_indices,
                    self.names(c.block),
                    self.names(c.constructors),
                    c.num_nested,
                    int(c.is_recursive),
                    0,
                    int(c.is_reflexive),
                )
            elif c.kind is Kind.CONSTRUCTOR:
                self._declare(c, "is_ctor", number, levels, type_, self.name(c.inductive), c.index, c.num_params, c.num_fields, 0)
            else:
                rules = [[self.name(r.constructor), r.num_fields, self.term(r.rhs)] for r in c.rules]
                counts = (c.num_params, c.num_indices, c.num_motives, c.num_minors)
                self._declare(c, "is_rec", number, levels, type_, self.names(c.block), *counts, rules, int(c.has_k), 0)

    def text(self) -> str:
        """The finished text."""
        self._put("end", len(self.declared))
        return "\n".join(self.lines) + "\n"


def export(candidate: Compiled) -> tuple[str, list[Name]]:
    """The text, and the name that each of its declaration and comparison lines is about, in order.

    Raises:
        ExportError: a declaration cannot be written; the candidate is refused.
    """
    exporter = Exporter()
    for group in groups(candidate):
        exporter.group(group)
    return exporter.text(), exporter.declared
