"""Inductive types: checks a block and makes its recursors, to be compared with what a module records.

Rules: constructors end in their type at the block's own parameters; recursive occurrences are strictly positive; fields live
in universes at most as large as the type's, unless it is a proposition; a proposition eliminates into data only if it has no
constructor, or one whose fields are proofs or occur in the result's indices. A type that occurs inside another inductive type
(nested) is first unfolded into a larger mutual block.
"""

from __future__ import annotations

from dataclasses import dataclass

from reaprover.verify.kernel import level as levels
from reaprover.verify.kernel.checker import Checker, RefusedError
from reaprover.verify.name import Name, write_name
from reaprover.verify.olean import Constant, Kind, Rule
from reaprover.verify.term import App, Const, Expr, Free, Level, Pi, Sort, constants, unapply


@dataclass(frozen=True, slots=True)
class InductiveType:
    """One type of a block as declared: its constructors are names with types."""

    name: Name
    type: Expr
    constructors: tuple[tuple[Name, Expr], ...]


@dataclass(frozen=True, slots=True)
class Block:
    """A block of inductive types over common parameters."""

    levels: tuple[Name, ...]
    num_params: int
    types: tuple[InductiveType, ...]


@dataclass(slots=True)
class _Shape:
    """What is known of one type of the block."""

    declared: InductiveType
    indices: list[Expr]
    const: Const
    motive: Expr | None = None


class BlockChecker:
    """Checks one block; the checker's constants must know its types (not yet its constructors) while it runs."""

    def __init__(self, checker: Checker, block: Block) -> None:
        self.checker, self.block, self.store = checker, block, checker.store
        self.own = {t.name for t in block.types}
        self.universe = tuple(self.store.param(name) for name in block.levels)
        self.params: list[Expr] = []
        self.shapes: list[_Shape] = []
        self.result = self.store.zero

    # ---- the types ----------------------------------------------------------------------------------------------------

    def check_types(self) -> None:
        """Parameters, indices and the common universe of the block.

        Raises:
            RefusedError: a type is none, or the types do not agree in parameters or universe.
        """
        store, checker = self.store, self.checker
        for number, declared in enumerate(self.block.types):
            checker.sort_of(declared.type, check=True)
            type_ = declared.type
            params: list[Expr] = []
            for i in range(self.block.num_params):
                type_ = type_ if isinstance(type_, Pi) else checker.whnf(type_)
                if not isinstance(type_, Pi):
                    raise RefusedError(f"{write_name(declared.name)} has fewer parameters than it says")
                if number == 0:
                    params.append(store.fresh(type_.type))
                elif not checker.equal(type_.type, _type_of(self.params[i])):
                    raise RefusedError(f"the types of the block of {write_name(declared.name)} have different parameters")
                else:
                    params.append(self.params[i])
                type_ = store.instantiate(type_.body, [params[-1]])
            self.params = params
            indices: list[Expr] = []
            while True:
                type_ = type_ if isinstance(type_, Pi) else checker.whnf(type_)
                if not isinstance(type_, Pi):
                    break
                indices.append(store.fresh(type_.type))
                type_ = store.instantiate(type_.body, [indices[-1]])
            if not isinstance(type_, Sort):
                raise RefusedError(f"{write_name(declared.name)} is no type")
            if number == 0:
                self.result = type_.level
            elif not levels.equal(store, type_.level, self.result):
                raise RefusedError(f"the types of the block of {write_name(declared.name)} live in different universes")
            self.shapes.append(_Shape(declared, indices, store.const(declared.name, self.universe)))

    # ---- the constructors ---------------------------------------------------------------------------------------------

    def check_constructors(self) -> None:
        """Types, universes, positivity and results of all constructors.

        Raises:
            RefusedError: the first that breaks a rule.
        """
        store, checker = self.store, self.checker
        in_prop = levels.is_zero(store, self.result)
        seen: set[Name] = set()
        for number, shape in enumerate(self.shapes):
            for name, declared in shape.declared.constructors:
                if name in seen:
                    raise RefusedError(f"constructor {write_name(name)} is declared twice")
                seen.add(name)
                checker.sort_of(declared, check=True)
                type_: Expr = declared
                for param in self.params:
                    if not isinstance(type_, Pi) or not checker.equal(type_.type, _type_of(param)):
                        raise RefusedError(f"{write_name(name)} does not begin with the parameters of its type")
                    type_ = store.instantiate(type_.body, [param])
                while isinstance(type_, Pi):
                    sort = checker.sort_of(type_.type)
                    if not in_prop and not levels.at_most(store, sort, self.result):
                        raise RefusedError(f"a field of {write_name(name)} lives in a larger universe than its type")
                    self._check_positive(type_.type, name)
                    type_ = store.instantiate(type_.body, [store.fresh(type_.type)])
                if self._applied(type_) != number:
                    raise RefusedError(f"{write_name(name)} does not end in its type")

    def _occurs(self, term: Expr) -> bool:
        return not self.own.isdisjoint(constants(term))

    def _check_positive(self, field: Expr, constructor: Name) -> None:
        while True:
            field = self.checker.whnf(field)
            if not self._occurs(field):
                return
            if isinstance(field, Pi):
                if self._occurs(field.type):
                    raise RefusedError(f"{write_name(constructor)} has a field in which its type occurs negatively")
                field = self.store.instantiate(field.body, [self.store.fresh(field.type)])
            elif self._applied(field) is not None:
                return
            else:
                raise RefusedError(f"{write_name(constructor)} has a field in which its type occurs in a way that is not allowed")

    def _applied(self, term: Expr) -> int | None:
        """Which type of the block `term` is, at the block's own parameters and at indices in which the block does not occur."""
        head, args = unapply(term)
        for number, shape in enumerate(self.shapes):
            if head is shape.const:
                if len(args) != len(self.params) + len(shape.indices):
                    return None
                if not all(self.checker.equal(a, p) for a, p in zip(args, self.params, strict=False)):
                    return None
                return None if any(self._occurs(index) for index in args[len(self.params) :]) else number
        return None

    def _recursive(self, field: Expr) -> tuple[list[Expr], int, list[Expr]] | None:
        """Of a recursive field's type: its arguments, which type of the block it ends in, and that type's indices."""
        arguments: list[Expr] = []
        field = self.checker.whnf(field)
        while isinstance(field, Pi):
            arguments.append(self.store.fresh(field.type))
            field = self.checker.whnf(self.store.instantiate(field.body, [arguments[-1]]))
        number = self._applied(field)
        return None if number is None else (arguments, number, unapply(field)[1][len(self.params) :])

    # ---- elimination --------------------------------------------------------------------------------------------------

    def eliminates_into_data(self) -> bool:
        """Whether the recursors may make data, not only proofs."""
        if levels.is_never_zero(levels.simplify(self.store, self.result)):
            return True
        if len(self.shapes) > 1:
            return False
        constructors = self.shapes[0].declared.constructors
        if len(constructors) != 1:
            return not constructors
        fields, result = self._fields(constructors[0][1])
        _, args = unapply(result)
        shown = args[len(self.params) :]
        return all(any(f is x for x in shown) or self.checker.is_proposition(_type_of(f)) for f in fields)

    def _fields(self, constructor: Expr) -> tuple[list[Expr], Expr]:
        """The fields of a constructor as variables, and its result."""
        type_: Expr = constructor
        for param in self.params:
            assert isinstance(type_, Pi)
            type_ = self.store.instantiate(type_.body, [param])
        fields: list[Expr] = []
        while isinstance(type_, Pi):
            fields.append(self.store.fresh(type_.type))
            type_ = self.store.instantiate(type_.body, [fields[-1]])
        return fields, type_

    def recursors(self) -> list[Constant]:
        """The recursors of the block, one per type, named `T.rec`."""
        store = self.store
        large = self.eliminates_into_data()
        names = self.block.levels
        if large:
            fresh = next(n for i in range(len(names) + 1) if (n := ("u",) if i == 0 else (f"u_{i}",)) not in names)
            target: Level = store.param(fresh)
            names = (fresh, *names)
        else:
            target = store.zero
        universe = tuple(store.param(name) for name in names)
        majors: list[Expr] = []
        for shape in self.shapes:
            applied = store.apps(shape.const, *self.params, *shape.indices)
            majors.append(store.fresh(applied))
            shape.motive = store.fresh(self.checker.close_pi([*shape.indices, majors[-1]], store.sort(target)))
        motives = [_known(shape.motive) for shape in self.shapes]
        minors: list[Expr] = []
        parts: list[list[tuple[Name, list[Expr], Expr, list[tuple[Expr, list[Expr], int, list[Expr]]]]]] = []
        for number, shape in enumerate(self.shapes):
            rows = []
            for name, declared in shape.declared.constructors:
                fields, result = self._fields(declared)
                recursive = [(f, *found) for f in fields if (found := self._recursive(_type_of(f))) is not None]
                hypotheses = [
                    store.fresh(self.checker.close_pi(xs, store.app(store.apps(motives[k], *indices), store.apps(f, *xs))))
                    for f, xs, k, indices in recursive
                ]
                made = store.apps(store.const(name, self.universe), *self.params, *fields)
                _, args = unapply(result)
                conclusion = store.app(store.apps(motives[number], *args[len(self.params) :]), made)
                minors.append(store.fresh(self.checker.close_pi([*fields, *hypotheses], conclusion)))
                rows.append((name, fields, minors[-1], recursive))
            parts.append(rows)
        recursor_consts = [store.const((*shape.declared.name, "rec"), universe) for shape in self.shapes]
        result_recursors = []
        before = [*self.params, *motives, *minors]
        for number, shape in enumerate(self.shapes):
            conclusion = store.app(store.apps(motives[number], *shape.indices), majors[number])
            type_ = self.checker.close_pi([*before, *shape.indices, majors[number]], conclusion)
            rules = []
            for name, fields, minor, recursive in parts[number]:
                calls = [
                    self.checker.close_lambda(xs, store.app(store.apps(recursor_consts[k], *before, *indices), store.apps(f, *xs)))
                    for f, xs, k, indices in recursive
                ]
                rhs = self.checker.close_lambda([*before, *fields], store.apps(minor, *fields, *calls))
                rules.append(Rule(name, len(fields), rhs))
            constructors = shape.declared.constructors
            has_k = (
                levels.is_zero(store, self.result)
                and len(self.shapes) == 1
                and len(constructors) == 1
                and not self._fields(constructors[0][1])[0]
            )
            result_recursors.append(
                Constant(
                    (*shape.declared.name, "rec"),
                    Kind.RECURSOR,
                    names,
                    type_,
                    block=tuple(s.declared.name for s in self.shapes),
                    num_params=len(self.params),
                    num_indices=len(shape.indices),
                    num_motives=len(motives),
                    num_minors=len(minors),
                    rules=tuple(rules),
                    has_k=has_k,
                )
            )
        return result_recursors

    # ---- recorded facts -----------------------------------------------------------------------------------------------

    def is_recursive(self) -> bool:
        """Whether some field of some constructor mentions the block."""
        return any(self._occurs(_type_of(f)) for s in self.shapes for _, t in s.declared.constructors for f in self._fields(t)[0])

    def is_reflexive(self) -> bool:
        """Whether some field is a function into the block."""
        fields = [_type_of(f) for s in self.shapes for _, t in s.declared.constructors for f in self._fields(t)[0]]
        return any(isinstance(type_, Pi) and self._occurs(type_) for type_ in fields)


def _type_of(free: Expr) -> Expr:
    assert isinstance(free, Free)
    return free.type


def _known(term: Expr | None) -> Expr:
    assert term is not None
    return term


@dataclass(frozen=True, slots=True)
class Unnested:
    """A block without nested occurrences, and how its additional types read in the original: (name, term over parameters).

    `params` are the variables over which the terms are written; `types` are the additional types in order.
    """

    block: Block
    params: tuple[Free, ...]
    types: tuple[tuple[Name, Expr], ...]


def unnest(checker: Checker, block: Block) -> Unnested:
    """Replace occurrences `J ps` of other inductive types that mention the block by additional types of the block.

    Raises:
        RefusedError: an occurrence is of a form that is not allowed.
    """
    store = checker.store
    universe = tuple(store.param(n) for n in block.levels)
    params: list[Expr] = []
    type_ = block.types[0].type
    for _ in range(block.num_params):
        type_ = type_ if isinstance(type_, Pi) else checker.whnf(type_)
        if not isinstance(type_, Pi):
            raise RefusedError(f"{write_name(block.types[0].name)} has fewer parameters than it says")
        params.append(store.fresh(type_.type))
        type_ = store.instantiate(type_.body, [params[-1]])
    own = {t.name for t in block.types}
    additional: list[tuple[Name, Expr]] = []
    types = list(block.types)

    def replaced(term: Expr) -> Expr | None:
        """For `J ps is` with J another inductive type and `ps` mentioning the block: the additional type at `is`."""
        head, args = unapply(term)
        if not isinstance(head, Const) or head.name in own:
            return None
        inductive = checker.constants.get(head.name)
        if inductive is None or inductive.kind is not Kind.INDUCTIVE or len(args) < inductive.num_params:
            return None
        used = args[: inductive.num_params]
        if own.isdisjoint(set().union(*(constants(a) for a in used)) if used else set()):
            return None
        if any(a.loose for a in used):
            raise RefusedError("a nested occurrence of the type depends on bound variables")
        key = store.apps(head, *used)
        for name, known in additional:
            if known is key:
                return store.apps(store.const(name, universe), *params, *args[inductive.num_params :])
        first = len(additional)
        for other in inductive.block:
            fresh: Name = ("_nested", *block.types[0].name, len(additional) + 1)
            additional.append((fresh, store.apps(store.const(other, head.levels), *used)))
        for k, other in enumerate(inductive.block):
            j = checker.constant(other)
            name = additional[first + k][0]
            own.add(name)
            constructors = []
            for constructor in j.constructors:
                declared = checker.constant(constructor)
                constructors.append(((*name, constructor[-1]), _at(declared, head, used)))
            types.append(InductiveType(name, checker.close_pi(params, _at(j, head, used)), tuple(constructors)))
        for k, other in enumerate(inductive.block):
            if other == head.name:
                return store.apps(store.const(additional[first + k][0], universe), *params, *args[inductive.num_params :])
        return None

    def _at(constant: Constant, head: Const, used: list[Expr]) -> Expr:
        term = store.instantiate_levels(constant.type, dict(zip(constant.levels, head.levels, strict=True)))
        for arg in used:
            if not isinstance(term, Pi):
                raise RefusedError(f"{write_name(constant.name)} has too few parameters")
            term = store.instantiate(term.body, [arg])
        return term

    def rewrite(term: Expr) -> Expr:
        return store.rebuild_flat(term, lambda node: replaced(node) if isinstance(node, App | Const) else None)

    done = 0
    while done < len(types):
        declared = types[done]
        rewritten = []
        for name, constructor in declared.constructors:
            if done < len(block.types):
                body = constructor
                for param in params:
                    if not isinstance(body, Pi):
                        raise RefusedError(f"{write_name(name)} does not begin with the parameters of its type")
                    body = store.instantiate(body.body, [param])
            else:
                body = constructor
            rewritten.append((name, checker.close_pi(params, rewrite(body))))
        types[done] = InductiveType(declared.name, declared.type, tuple(rewritten))
        done += 1
    frees = tuple(p for p in params if isinstance(p, Free))
    return Unnested(Block(block.levels, block.num_params, tuple(types)), frees, tuple(additional))
