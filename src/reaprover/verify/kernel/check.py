"""N over a whole candidate: every safe declaration, in dependency order, by our own kernel.

The library's declarations are trusted and looked up when needed; the candidate's are checked before anything may use them.
Inductive blocks are checked and their recursors made anew; what the module records must be the same.
"""

from __future__ import annotations

import sys
import time
from typing import Final

from reaprover.verify.environment import Compiled, Library
from reaprover.verify.export import ExportError, Group, groups
from reaprover.verify.finding import Check, Finding, failed, passed, unverified
from reaprover.verify.kernel import level as levels
from reaprover.verify.kernel.checker import Checker, ExhaustedError, RefusedError
from reaprover.verify.kernel.inductive import Block, BlockChecker, InductiveType, unnest
from reaprover.verify.name import Name, write_name
from reaprover.verify.olean import Constant, Kind, Module
from reaprover.verify.term import Const, Expr, Level, Sort, Store, nodes, unapply

RECURSION_LIMIT: Final = 400_000
NAME: Final = "reaprover.verify.kernel"


class _Constants:
    """Checked declarations of the candidate, and the library's."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.own: dict[Name, Constant] = {}
        self._known: dict[Name, Constant | None] = {}

    def get(self, name: Name) -> Constant | None:
        found = self.own.get(name)
        if found is not None:
            return found
        if name not in self._known:
            self._known[name] = self.library.constant(name)
        return self._known[name]

    def is_trusted(self, name: Name) -> bool:
        return name not in self.own and name in self.library


class SecondKernel:
    """Checks groups of declarations one after the other; raises `RefusedError` or `ExhaustedError`."""

    def __init__(self, library: Library, store: Store, max_steps: int = 20_000_000) -> None:
        self.store = store
        self.constants = _Constants(library)
        self.checker = Checker(store, self.constants, max_steps)

    def add(self, group: Group) -> None:
        """Check one group and make it usable for later ones; a refused group leaves nothing behind."""
        new = [c.name for c in group.constants if c.name not in self.constants.own]
        try:
            if group.constants[0].kind in (Kind.INDUCTIVE, Kind.CONSTRUCTOR, Kind.RECURSOR):
                self._add_block(group)
                return
            for constant in group.constants:
                self._check_new(constant)
                self._check_value(constant)
                self.constants.own[constant.name] = constant
        except RefusedError:
            for name in new:
                self.constants.own.pop(name, None)
            raise

    def _check_new(self, constant: Constant) -> None:
        name = write_name(constant.name)
        if not constant.name:
            raise RefusedError("a declaration without a name")
        if self.constants.get(constant.name) is not None:
            raise RefusedError(f"{name} is declared already")
        if len(set(constant.levels)) != len(constant.levels):
            raise RefusedError(f"{name} repeats a level parameter")
        for term in (constant.type, constant.value):
            if term is not None:
                self._check_parameters(term, constant)

    def _check_parameters(self, term: Expr, constant: Constant) -> None:
        if term.loose or term.has_free:
            raise RefusedError(f"{write_name(constant.name)} has a variable that nothing binds")
        known = set(constant.levels)
        for node in nodes(term):
            used = node.levels if isinstance(node, Const) else (node.level,) if isinstance(node, Sort) else ()
            for u in used:
                if u.has_param and not _parameters(u) <= known:
                    raise RefusedError(f"{write_name(constant.name)} uses a level parameter that it does not declare")

    def _check_value(self, constant: Constant) -> None:
        checker, name = self.checker, write_name(constant.name)
        sort = checker.sort_of(constant.type, check=True)
        if constant.kind is Kind.AXIOM:
            return
        if constant.value is None:
            raise RefusedError(f"{name} has no value")
        if constant.kind is Kind.THEOREM and not levels.is_zero(self.store, sort):
            raise RefusedError(f"the type of theorem {name} is no proposition")
        if not checker.equal(checker.check(constant.value), constant.type):
            raise RefusedError(f"the value of {name} has another type than {name} says")

    # ---- inductive blocks ---------------------------------------------------------------------------------------------

    def _add_block(self, group: Group) -> None:
        recorded = {c.name: c for c in group.constants}
        first = next((c for c in group.constants if c.kind is Kind.INDUCTIVE), None)
        if first is None:
            raise RefusedError(f"{write_name(group.constants[0].name)} belongs to no inductive type")
        for constant in group.constants:
            self._check_new(constant)
        types = []
        for name in first.block:
            c = recorded.get(name)
            if c is None or c.kind is not Kind.INDUCTIVE or c.block != first.block or c.levels != first.levels:
                raise RefusedError(f"the block of {write_name(first.name)} does not hang together")
            constructors = []
            for constructor in c.constructors:
                k = recorded.get(constructor)
                if k is None or k.kind is not Kind.CONSTRUCTOR or k.levels != first.levels:
                    raise RefusedError(f"constructor {write_name(constructor)} is missing")
                constructors.append((constructor, k.type))
            types.append(InductiveType(name, c.type, tuple(constructors)))
        block = Block(first.levels, first.num_params, tuple(types))
        plain = unnest(self.checker, block)
        nested = len(plain.types)  # types that unfolding added
        temporary = Temporary(self, plain.block, block)
        body = temporary.check()
        self._compare_types(recorded, body, block, nested)
        expected: list[Constant] = []
        for number, recursor in enumerate(body.recursors()):
            name = recursor.name if number < len(types) else (*types[0].name, f"rec_{number - len(types) + 1}")
            expected.append(temporary.restore(recursor, name, plain))
        temporary.remove()
        for constant in group.constants:
            if constant.kind is not Kind.RECURSOR:
                self.constants.own[constant.name] = constant
        for recursor in expected:
            found = recorded.get(recursor.name)
            if found is None or found.kind is not Kind.RECURSOR:
                raise RefusedError(f"{write_name(recursor.name)} is missing")
            self._compare_recursor(found, recursor)
        extra = [c.name for c in group.constants if c.kind is Kind.RECURSOR and c.name not in {r.name for r in expected}]
        if extra:
            raise RefusedError(f"{write_name(extra[0])} is no recursor of its block")
        for recursor in expected:
            self.constants.own[recursor.name] = recursor

    def _compare_types(self, recorded: dict[Name, Constant], body: BlockChecker, block: Block, nested: int) -> None:
        recursive, reflexive = body.is_recursive(), body.is_reflexive()
        for number, declared in enumerate(block.types):
            c = recorded[declared.name]
            facts = (c.num_indices, c.num_nested, c.is_recursive, c.is_reflexive, c.num_params)
            if facts != (len(body.shapes[number].indices), nested, recursive, reflexive, block.num_params):
                raise RefusedError(f"{write_name(declared.name)} is recorded with other facts than it has")
            for index, (name, type_) in enumerate(declared.constructors):
                k = recorded[name]
                num_fields = _num_pis(type_) - block.num_params
                if (k.inductive, k.index, k.num_params, k.num_fields) != (declared.name, index, block.num_params, num_fields):
                    raise RefusedError(f"{write_name(name)} is recorded with other facts than it has")

    def _compare_recursor(self, found: Constant, made: Constant) -> None:
        name = write_name(made.name)
        facts = ("num_params", "num_indices", "num_motives", "num_minors", "has_k", "block")
        if len(found.levels) != len(made.levels) or any(getattr(found, f) != getattr(made, f) for f in facts):
            raise RefusedError(f"{name} is recorded with other facts than it has")
        if not self._same(found.type, made.type, found, made):
            raise RefusedError(f"{name} is recorded with another type than it has")
        if [(r.constructor, r.num_fields) for r in found.rules] != [(r.constructor, r.num_fields) for r in made.rules]:
            raise RefusedError(f"{name} is recorded with other rules than it has")
        self.constants.own[made.name] = made
        for mine, theirs in zip(made.rules, found.rules, strict=True):
            if not self._same(theirs.rhs, mine.rhs, found, made):
                raise RefusedError(f"{name} is recorded with another rule for {write_name(mine.constructor)}")

    def _same(self, theirs: Expr, mine: Expr, found: Constant, made: Constant) -> bool:
        """Equal up to definitions, after renaming level parameters: Lean drops annotations such as `outParam` here."""
        renaming = {a: self.store.param(b) for a, b in zip(found.levels, made.levels, strict=True)}
        return self.checker.equal(self.store.instantiate_levels(theirs, renaming), mine)


class Temporary:
    """The types of an unnested block while it is checked, and the way back from it."""

    def __init__(self, kernel: SecondKernel, plain: Block, original: Block) -> None:
        self.kernel, self.plain, self.original = kernel, plain, original

    def check(self) -> BlockChecker:
        """Check the block; its types and constructors are usable until `remove`."""
        own = self.kernel.constants.own
        body = BlockChecker(Checker(self.kernel.store, self.kernel.constants, self.kernel.checker.steps_left), self.plain)
        body.check_types()
        for shape in body.shapes:
            t = shape.declared
            own[t.name] = Constant(
                t.name,
                Kind.INDUCTIVE,
                self.plain.levels,
                t.type,
                block=tuple(s.name for s in self.plain.types),
                constructors=tuple(n for n, _ in t.constructors),
                num_params=self.plain.num_params,
                num_indices=len(shape.indices),
                is_recursive=True,
            )
        body.check_constructors()
        for t in self.plain.types:
            for index, (name, type_) in enumerate(t.constructors):
                own[name] = Constant(
                    name,
                    Kind.CONSTRUCTOR,
                    self.plain.levels,
                    type_,
                    inductive=t.name,
                    index=index,
                    num_params=self.plain.num_params,
                    num_fields=_num_pis(type_) - self.plain.num_params,
                )
        return body

    def remove(self) -> None:
        """Forget the temporary declarations."""
        for t in self.plain.types:
            self.kernel.constants.own.pop(t.name, None)
            for name, _ in t.constructors:
                self.kernel.constants.own.pop(name, None)

    def restore(self, recursor: Constant, name: Name, plain: object) -> Constant:
        """A recursor of the unnested block as it reads in the original."""
        from dataclasses import replace

        from reaprover.verify.kernel.inductive import Unnested
        from reaprover.verify.olean import Rule

        assert isinstance(plain, Unnested)
        if not plain.types:
            return recursor
        store, params = self.kernel.store, plain.params
        reading = dict(plain.types)
        own = {(*t.name, "rec"): i for i, t in enumerate(self.plain.types)}
        num_own = len(self.original.types)
        constructors = {n: (t.name, n) for t in self.plain.types[num_own:] for n, _ in t.constructors}

        def replaced(node: Expr) -> Expr | None:
            head, args = unapply(node)
            if not isinstance(head, Const):
                return None
            if head.name in reading and len(args) >= len(params):
                term = store.instantiate(store.abstract(reading[head.name], params), [again(a) for a in args[: len(params)]])
                return store.apps(again(term), *(again(a) for a in args[len(params) :]))
            if head.name in constructors and len(args) >= len(params):
                type_name, full = constructors[head.name]
                term = store.instantiate(store.abstract(reading[type_name], params), [again(a) for a in args[: len(params)]])
                type_head, used = unapply(term)
                assert isinstance(type_head, Const)
                made = store.const((*type_head.name, full[-1]), type_head.levels)
                return store.apps(made, *(again(a) for a in used), *(again(a) for a in args[len(params) :]))
            if head.name in own and own[head.name] >= num_own:
                fresh = (*self.original.types[0].name, f"rec_{own[head.name] - num_own + 1}")
                return store.apps(store.const(fresh, head.levels), *(again(a) for a in args))
            return None

        def again(term: Expr) -> Expr:
            return store.rebuild_flat(term, replaced)

        def original(constructor: Name) -> Name:
            if constructor not in constructors:
                return constructor
            head, _ = unapply(reading[constructors[constructor][0]])
            assert isinstance(head, Const)
            return (*head.name, constructor[-1])

        rules = tuple(Rule(original(r.constructor), r.num_fields, again(r.rhs)) for r in recursor.rules)
        return replace(recursor, name=name, type=again(recursor.type), rules=rules, block=tuple(t.name for t in self.original.types))


def _num_pis(type_: Expr) -> int:
    from reaprover.verify.term import Pi

    count = 0
    while isinstance(type_, Pi):
        count, type_ = count + 1, type_.body
    return count


def _parameters(level: Level) -> set[Name]:
    found: set[Name] = set()
    stack = [level]
    while stack:
        u = stack.pop()
        if u.tag == Level.PARAM:
            found.add(u.name)
        elif u.has_param:
            stack.append(u.left)
            if u.tag != Level.SUCC:
                stack.append(u.right)
    return found


def check_second_kernel(candidate: Compiled, target: Name, *, max_steps: int = 20_000_000) -> Finding:
    """Check every safe declaration of the candidate by the second kernel.

    Args:
        candidate: the compiled modules; they are read again into the library's own store.
        target: full name of the theorem.
        max_steps: work allowed before the check gives up without a verdict.
    """
    started = time.monotonic()
    library = candidate.library
    library.renew()
    store = library.store
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, RECURSION_LIMIT))
    name = ""
    count = 0
    try:
        again = Compiled(tuple((n, m.over(store)) for n, m in candidate.modules), library)
        kernel = SecondKernel(library, store, max_steps)
        ordered = groups(again)
        if not any(c.name == target for g in ordered for c in g.constants):
            return failed(Check.SECOND_KERNEL, f"{write_name(target)} is not among the declarations")
        for group in ordered:
            name = write_name(group.constants[0].name)
            kernel.add(group)
            count += len(group.constants)
    except RefusedError as error:
        return failed(Check.SECOND_KERNEL, f"{name}: {error}", kernel=NAME)
    except ExportError as error:
        return failed(Check.SECOND_KERNEL, str(error), kernel=NAME)
    except (ExhaustedError, RecursionError, MemoryError) as error:
        return unverified(Check.SECOND_KERNEL, f"{name}: {error or type(error).__name__}", kernel=NAME)
    finally:
        sys.setrecursionlimit(limit)
    steps, elapsed_s = max_steps - kernel.checker.steps_left, round(time.monotonic() - started, 3)
    facts = {"kernel": NAME, "declarations": count, "steps": steps, "elapsed_s": elapsed_s}
    return passed(Check.SECOND_KERNEL, f"{count} declarations checked by an independent kernel", **facts)


__all__ = ["Module", "SecondKernel", "check_second_kernel"]
