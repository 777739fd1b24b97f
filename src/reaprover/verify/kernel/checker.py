"""The type checker: infers types, reduces to weak head normal form, decides definitional equality.

What it knows: β, ζ, δ (with heights, the higher first), ι for recursors with the K rule and structure η for the major premise,
projections, quotients, function η, structure η, unit-like structures, proof irrelevance, natural number and string literals
with arithmetic on literals. It recurses in Python; the caller raises the recursion limit, and what goes deeper, or takes more
steps than allowed, ends in `ExhaustedError`, which is no verdict.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Final, Protocol

from reaprover.verify.kernel import level as levels
from reaprover.verify.name import Name, write_name
from reaprover.verify.olean import Constant, Kind
from reaprover.verify.term import App, Const, Expr, Free, Lam, Let, Level, NatLit, Pi, Proj, Sort, Store, StrLit, Var, unapply


class RefusedError(Exception):
    """A declaration is not type-correct."""


class ExhaustedError(Exception):
    """No verdict: too many steps."""


class Constants(Protocol):
    """What the checker may use: declarations that are trusted or checked already."""

    def get(self, name: Name) -> Constant | None:
        """The constant of that name."""
        ...

    def is_trusted(self, name: Name) -> bool:
        """Whether the constant is the trusted library's: only its arithmetic is computed on literals."""
        ...


_NAT: Final[Name] = ("Nat",)
_ZERO: Final[Name] = ("Nat", "zero")
_SUCC: Final[Name] = ("Nat", "succ")
_STRING: Final[Name] = ("String",)
_TRUE: Final[Name] = ("Bool", "true")
_FALSE: Final[Name] = ("Bool", "false")
_MAX_EXPONENT: Final = 1 << 24
_ABBREVIATION: Final = 1 << 40


def _power(a: int, b: int) -> int | None:
    return a**b if b <= _MAX_EXPONENT and a.bit_length() * b <= 1 << 26 else None


def _shift_left(a: int, b: int) -> int | None:
    return a << b if b <= _MAX_EXPONENT else None


_NUMBER_OPERATIONS: Final[dict[Name, Callable[[int, int], int | None]]] = {
    ("Nat", "add"): operator.add,
    ("Nat", "sub"): lambda a, b: max(a - b, 0),
    ("Nat", "mul"): operator.mul,
    ("Nat", "div"): lambda a, b: a // b if b else 0,
    ("Nat", "mod"): lambda a, b: a % b if b else a,
    ("Nat", "gcd"): math.gcd,
    ("Nat", "pow"): _power,
    ("Nat", "land"): operator.and_,
    ("Nat", "lor"): operator.or_,
    ("Nat", "xor"): operator.xor,
    ("Nat", "shiftLeft"): _shift_left,
    ("Nat", "shiftRight"): lambda a, b: a >> b if b < 1 << 60 else 0,
}
_NUMBER_TESTS: Final[dict[Name, Callable[[int, int], bool]]] = {("Nat", "beq"): operator.eq, ("Nat", "ble"): operator.le}


class Checker:
    """One checker over one store; its caches stay valid because constants never change.

    Attributes:
        store: owner of all terms.
        steps_left: reductions and comparisons that are still allowed.
    """

    def __init__(self, store: Store, constants: Constants, max_steps: int = 20_000_000) -> None:
        self.store, self.constants, self.steps_left = store, constants, max_steps
        self._checked: dict[Expr, Expr] = {}
        self._inferred: dict[Expr, Expr] = {}
        self._whnf: dict[Expr, Expr] = {}
        self._whnf_core: dict[Expr, Expr] = {}
        self._equal: set[tuple[Expr, Expr]] = set()
        self._different: set[tuple[Expr, Expr]] = set()
        self._unfolded: dict[Const, Expr] = {}
        self._major: dict[Name, Name] = {}
        self._nat = store.const(_NAT)
        self._zero_const = store.const(_ZERO)
        self._succ_const = store.const(_SUCC)
        self._string = store.const(_STRING)

    def _step(self) -> None:
        self.steps_left -= 1
        if self.steps_left < 0:
            raise ExhaustedError("the step limit of the second kernel is reached")

    # ---- constants ----------------------------------------------------------------------------------------------------

    def constant(self, name: Name) -> Constant:
        """The constant of that name.

        Raises:
            RefusedError: there is none.
        """
        found = self.constants.get(name)
        if found is None:
            raise RefusedError(f"{write_name(name)} is not declared")
        return found

    def _at_levels(self, term: Expr, params: tuple[Name, ...], values: tuple[Level, ...]) -> Expr:
        return self.store.instantiate_levels(term, dict(zip(params, values, strict=True)))

    def _unfold_constant(self, const: Const) -> Expr | None:
        """The value of a definition or theorem at the constant's levels."""
        known = self._unfolded.get(const)
        if known is not None:
            return known
        found = self.constants.get(const.name)
        if found is None or found.kind not in (Kind.DEFINITION, Kind.THEOREM) or found.value is None:
            return None
        if len(found.levels) != len(const.levels):
            return None
        value = self._unfolded[const] = self._at_levels(found.value, found.levels, const.levels)
        return value

    def _height(self, term: Expr) -> int | None:
        """How eagerly the head of `term` is unfolded; None if it cannot be."""
        head = term
        while isinstance(head, App):
            head = head.fn
        if not isinstance(head, Const):
            return None
        found = self.constants.get(head.name)
        if found is None or found.value is None or len(found.levels) != len(head.levels):
            return None
        if found.kind is Kind.DEFINITION:
            return {-1: -1, -2: _ABBREVIATION}.get(found.hints, found.hints)
        return -1 if found.kind is Kind.THEOREM else None

    def _unfold(self, term: Expr) -> Expr | None:
        """`term` with the constant at its head replaced by its value."""
        if isinstance(term, Const):
            return self._unfold_constant(term)
        if not isinstance(term, App):
            return None
        head, args = unapply(term)
        if not isinstance(head, Const):
            return None
        value = self._unfold_constant(head)
        return None if value is None else self._apply(value, args)

    def _apply(self, fn: Expr, args: list[Expr]) -> Expr:
        """`fn args` with leading β-steps done at once."""
        i, body = 0, fn
        while isinstance(body, Lam) and i < len(args):
            body = body.body
            i += 1
        if i:
            fn = self.store.instantiate(body, args[:i])
        return self.store.apps(fn, *args[i:])

    # ---- inference ----------------------------------------------------------------------------------------------------

    def infer(self, term: Expr) -> Expr:
        """The type of a term that is known to be type-correct."""
        return self._infer(term, self._inferred, check=False)

    def check(self, term: Expr) -> Expr:
        """The type of a term, everything in it checked.

        Raises:
            RefusedError: it is not type-correct.
        """
        return self._infer(term, self._checked, check=True)

    def _infer(self, term: Expr, memo: dict[Expr, Expr], *, check: bool) -> Expr:
        known = memo.get(term)
        if known is not None:
            return known
        if not check:
            known = self._checked.get(term)
            if known is not None:
                return known
        self._step()
        store = self.store
        result: Expr
        match term:
            case App():
                result = self._infer_application(term, memo, check=check)
            case Const():
                found = self.constant(term.name)
                if len(found.levels) != len(term.levels):
                    raise RefusedError(f"{write_name(term.name)} is used with {len(term.levels)} levels instead of {len(found.levels)}")
                result = self._at_levels(found.type, found.levels, term.levels)
            case Free():
                result = term.type
            case Lam():
                result = self._infer_lambda(term, memo, check=check)
            case Pi():
                result = self._infer_pi(term, check=check)
            case Sort():
                result = store.sort(store.succ(term.level))
            case Let():
                if check:
                    self.sort_of(term.type, check=True)
                    if not self.equal(self.check(term.value), term.type):
                        raise RefusedError("the value of a let has another type than it says")
                result = self._infer(store.instantiate(term.body, [term.value]), memo, check=check)
            case NatLit():
                result = self._nat
            case StrLit():
                result = self._string
            case Proj():
                result = self._infer_projection(term, memo, check=check)
            case _:
                raise RefusedError("a variable that nothing binds")
        memo[term] = result
        return result

    def _infer_application(self, term: App, memo: dict[Expr, Expr], *, check: bool) -> Expr:
        head, args = unapply(term)
        type_ = self._infer(head, memo, check=check)
        start = 0
        for i, arg in enumerate(args):
            if not isinstance(type_, Pi):
                type_ = self.whnf(self.store.instantiate(type_, args[start:i]))
                start = i
                if not isinstance(type_, Pi):
                    raise RefusedError("something that is no function is applied")
            if check:
                wanted = self.store.instantiate(type_.type, args[start:i])
                found = self.check(arg)
                if not self.equal(found, wanted):
                    raise RefusedError(f"an argument of {_describe(head)} has another type than the function takes")
            type_ = type_.body
        return self.store.instantiate(type_, args[start:])

    def _infer_lambda(self, term: Expr, memo: dict[Expr, Expr], *, check: bool) -> Expr:
        frees: list[Expr] = []
        types: list[Expr] = []
        while isinstance(term, Lam):
            type_ = self.store.instantiate(term.type, frees)
            if check:
                self.sort_of(type_, check=True)
            frees.append(self.store.fresh(type_))
            types.append(type_)
            term = term.body
        body = self._infer(self.store.instantiate(term, frees), memo, check=check)
        return self.close_pi(frees, body)

    def _infer_pi(self, term: Expr, *, check: bool) -> Expr:
        frees: list[Expr] = []
        sorts: list[Level] = []
        while isinstance(term, Pi):
            type_ = self.store.instantiate(term.type, frees)
            sorts.append(self.sort_of(type_, check=check))
            frees.append(self.store.fresh(type_))
            term = term.body
        result = self.sort_of(self.store.instantiate(term, frees), check=check)
        for sort in reversed(sorts):
            result = levels.simplify(self.store, self.store.imax(sort, result))
        return self.store.sort(result)

    def sort_of(self, type_: Expr, *, check: bool = False) -> Level:
        """The level of the universe that `type_` lives in.

        Raises:
            RefusedError: it is no type.
        """
        sort = self._infer(type_, self._checked if check else self._inferred, check=check)
        if not isinstance(sort, Sort):
            sort = self.whnf(sort)
            if not isinstance(sort, Sort):
                raise RefusedError("something that is no type stands where a type must")
        return sort.level

    def close_pi(self, frees: list[Expr], body: Expr) -> Expr:
        """`(frees) → body`."""
        return self._close(frees, body, self.store.pi)

    def close_lambda(self, frees: list[Expr], body: Expr) -> Expr:
        """`fun frees => body`."""
        return self._close(frees, body, self.store.lam)

    def _close(self, frees: list[Expr], body: Expr, make: Callable[[Expr, Expr], Expr]) -> Expr:
        variables = [f for f in frees if isinstance(f, Free)]
        result = self.store.abstract(body, variables)
        for i in range(len(variables) - 1, -1, -1):
            result = make(self.store.abstract(variables[i].type, variables[:i]), result)
        return result

    def _infer_projection(self, term: Proj, memo: dict[Expr, Expr], *, check: bool) -> Expr:
        type_ = self.whnf(self._infer(term.term, memo, check=check))
        head, args = unapply(type_)
        if not isinstance(head, Const) or head.name != term.struct:
            raise RefusedError(f"a projection of {write_name(term.struct)} is taken of something else")
        structure = self.constant(head.name)
        if structure.kind is not Kind.INDUCTIVE or len(structure.constructors) != 1:
            raise RefusedError(f"{write_name(term.struct)} is no structure")
        if len(args) != structure.num_params + structure.num_indices or len(head.levels) != len(structure.levels):
            raise RefusedError(f"a projection of {write_name(term.struct)} at a wrong number of arguments")
        constructor = self.constant(structure.constructors[0])
        field = self._at_levels(constructor.type, constructor.levels, head.levels)
        for arg in args[: structure.num_params]:
            field = self.whnf(field)
            if not isinstance(field, Pi):
                raise RefusedError(f"{write_name(constructor.name)} has too few parameters")
            field = self.store.instantiate(field.body, [arg])
        in_prop = self.is_proposition(type_)
        for i in range(term.index + 1):
            field = self.whnf(field)
            if not isinstance(field, Pi):
                raise RefusedError(f"{write_name(term.struct)} has no field {term.index}")
            last = i == term.index
            if in_prop and (last or field.body.loose) and not self.is_proposition(field.type):
                raise RefusedError(f"data is projected out of the proposition {write_name(term.struct)}")
            if last:
                break
            field = self.store.instantiate(field.body, [self.store.proj(term.struct, i, term.term)])
        assert isinstance(field, Pi)
        return field.type

    def is_proposition(self, type_: Expr) -> bool:
        """Whether `type_` is a proposition."""
        sort = self.whnf(self.infer(type_))
        return isinstance(sort, Sort) and levels.is_zero(self.store, sort.level)

    # ---- reduction ----------------------------------------------------------------------------------------------------

    def whnf(self, term: Expr) -> Expr:
        """Weak head normal form, definitions unfolded."""
        if isinstance(term, Sort | Pi | Lam | NatLit | StrLit):
            return term
        known = self._whnf.get(term)
        if known is not None:
            return known
        here = term
        while True:
            self._step()
            here = self.whnf_core(here)
            number = self._reduce_number(here)
            if number is not None:
                here = number
                break
            unfolded = self._unfold(here)
            if unfolded is None:
                break
            here = unfolded
        self._whnf[term] = here
        return here

    def whnf_core(self, term: Expr, *, shallow: bool = False) -> Expr:
        """Weak head normal form without unfolding definitions at the head.

        Args:
            term: what to reduce.
            shallow: do not unfold definitions to find the constructor under a projection either.
        """
        if not isinstance(term, App | Let | Proj):
            return term
        if not shallow:
            known = self._whnf_core.get(term)
            if known is not None:
                return known
        here: Expr = term
        while True:
            self._step()
            if isinstance(here, Let):
                here = self.store.instantiate(here.body, [here.value])
            elif isinstance(here, Proj):
                field = self._reduce_projection(here, shallow=shallow)
                if field is None:
                    break
                here = field
            elif isinstance(here, App):
                head, args = unapply(here)
                if isinstance(head, Lam):
                    here = self._apply(head, args)
                    continue
                if isinstance(head, Let | Proj):
                    reduced = self.whnf_core(head, shallow=shallow)
                    if reduced is head:
                        break
                    here = self._apply(reduced, args)
                    continue
                if not isinstance(head, Const):
                    break
                stepped = self._reduce_constant(head, args)
                if stepped is None:
                    break
                here = stepped
            else:
                break
        if not shallow:
            self._whnf_core[term] = here
        return here

    def _reduce_projection(self, term: Proj, *, shallow: bool) -> Expr | None:
        struct = self.whnf_core(term.term, shallow=True) if shallow else self.whnf(term.term)
        if isinstance(struct, StrLit):
            struct = self.whnf(self._string_term(struct.value))
        head, args = unapply(struct)
        if not isinstance(head, Const):
            return None
        constructor = self.constants.get(head.name)
        if constructor is None or constructor.kind is not Kind.CONSTRUCTOR:
            return None
        place = constructor.num_params + term.index
        return args[place] if place < len(args) else None

    def _reduce_constant(self, head: Const, args: list[Expr]) -> Expr | None:
        found = self.constants.get(head.name)
        if found is None:
            return None
        if found.kind is Kind.RECURSOR:
            return self._reduce_recursor(found, head, args)
        if found.kind is Kind.QUOTIENT:
            return self._reduce_quotient(found, args)
        return None

    def _reduce_quotient(self, found: Constant, args: list[Expr]) -> Expr | None:
        # Quot.lift α r β f h q  and  Quot.ind α r β h q, at q = Quot.mk α r a
        match found.quotient_kind:
            case 2:
                place, function = 5, 3
            case 3:
                place, function = 4, 3
            case _:
                return None
        if len(args) <= place:
            return None
        major = self.whnf(args[place])
        head, parts = unapply(major)
        if not isinstance(head, Const) or len(parts) != 3:
            return None
        made = self.constants.get(head.name)
        if made is None or made.kind is not Kind.QUOTIENT or made.quotient_kind != 1:
            return None
        return self.store.apps(self.store.app(args[function], parts[2]), *args[place + 1 :])

    def _reduce_recursor(self, rec: Constant, head: Const, args: list[Expr]) -> Expr | None:
        place = rec.num_params + rec.num_motives + rec.num_minors + rec.num_indices
        if len(args) <= place or len(rec.levels) != len(head.levels):
            return None
        major = args[place]
        if rec.has_k:
            major = self._constructor_by_k(rec, major) or major
        major = self.whnf(major)
        if isinstance(major, NatLit):
            major = self._number_term(major.value)
        elif isinstance(major, StrLit):
            major = self.whnf(self._string_term(major.value))
        made, fields = unapply(major)
        constructor = self.constants.get(made.name) if isinstance(made, Const) else None
        if constructor is None or constructor.kind is not Kind.CONSTRUCTOR:
            expanded = self._structure_eta(rec, major)
            if expanded is None:
                return None
            made, fields = unapply(expanded)
            assert isinstance(made, Const)
            constructor = self.constant(made.name)
        rule = next((r for r in rec.rules if r.constructor == constructor.name), None)
        if rule is None or len(fields) < rule.num_fields:
            return None
        rhs = self._at_levels(rule.rhs, rec.levels, head.levels)
        first = rec.num_params + rec.num_motives + rec.num_minors
        return self._apply(rhs, [*args[:first], *fields[len(fields) - rule.num_fields :], *args[place + 1 :]])

    def _constructor_by_k(self, rec: Constant, major: Expr) -> Expr | None:
        """For a recursor with the K rule: the only constructor, if the major premise's type allows it."""
        type_ = self.whnf(self.infer(major))
        head, args = unapply(type_)
        inductive = self._inductive_of(rec)
        if not isinstance(head, Const) or head.name != inductive.name:
            return None
        made = self.store.apps(self.store.const(inductive.constructors[0], head.levels), *args[: rec.num_params])
        return made if self.equal(self.infer(made), type_) else None

    def _inductive_of(self, rec: Constant) -> Constant:
        """The inductive type of a recursor's major premise; for nested types it is not the one in the recursor's name."""
        known = self._major.get(rec.name)
        if known is None:
            type_ = rec.type
            for _ in range(rec.num_params + rec.num_motives + rec.num_minors + rec.num_indices):
                if not isinstance(type_, Pi):
                    raise RefusedError(f"{write_name(rec.name)} has too few arguments")
                type_ = type_.body
            head = unapply(type_.type)[0] if isinstance(type_, Pi) else type_
            if not isinstance(head, Const):
                raise RefusedError(f"{write_name(rec.name)} has no major premise")
            known = self._major[rec.name] = head.name
        return self.constant(known)

    def _structure_eta(self, rec: Constant, major: Expr) -> Expr | None:
        """The major premise as a constructor applied to its own projections, if its type is a structure of data."""
        inductive = self._inductive_of(rec)
        if not _is_structure_like(inductive):
            return None
        type_ = self.whnf(self.infer(major))
        head, args = unapply(type_)
        if not isinstance(head, Const) or head.name != inductive.name or self.is_proposition(type_):
            return None
        return self._expand(inductive, head, args, major)

    def _expand(self, inductive: Constant, head: Const, args: list[Expr], term: Expr) -> Expr:
        constructor = self.constant(inductive.constructors[0])
        made = self.store.apps(self.store.const(constructor.name, head.levels), *args[: inductive.num_params])
        return self.store.apps(made, *(self.store.proj(inductive.name, i, term) for i in range(constructor.num_fields)))

    # ---- literals -----------------------------------------------------------------------------------------------------

    def _number_term(self, value: int) -> Expr:
        return self._zero_const if value == 0 else self.store.app(self._succ_const, self.store.nat(value - 1))

    def _string_term(self, value: str) -> Expr:
        store = self.store
        char = store.const(("Char",))
        cons = store.app(store.const(("List", "cons"), (store.zero,)), char)
        chars: Expr = store.app(store.const(("List", "nil"), (store.zero,)), char)
        make = store.const(("Char", "ofNat"))
        for c in reversed(value):
            chars = store.apps(cons, store.app(make, store.nat(ord(c))), chars)
        return store.app(store.const(("String", "ofList")), chars)

    def _number(self, term: Expr) -> int | None:
        """The value of a literal or of `Nat.zero` to which `term` reduces."""
        reduced = self.whnf(term)
        if isinstance(reduced, NatLit):
            return reduced.value
        return 0 if reduced is self._zero_const else None

    def _reduce_number(self, term: Expr) -> Expr | None:
        """Arithmetic on literals."""
        if not isinstance(term, App) or term.has_free:
            return None
        if term.fn is self._succ_const:
            value = self._number(term.arg)
            return None if value is None else self.store.nat(value + 1)
        fn = term.fn
        if not isinstance(fn, App) or not isinstance(fn.fn, Const) or fn.fn.levels:
            return None
        name = fn.fn.name
        operation, test = _NUMBER_OPERATIONS.get(name), _NUMBER_TESTS.get(name)
        if (operation is None and test is None) or not self.constants.is_trusted(name):
            return None
        a = self._number(fn.arg)
        if a is None:
            return None
        b = self._number(term.arg)
        if b is None:
            return None
        if test is not None:
            return self.store.const(_TRUE if test(a, b) else _FALSE)
        assert operation is not None
        result = operation(a, b)
        return None if result is None else self.store.nat(result)

    # ---- equality -----------------------------------------------------------------------------------------------------

    def equal(self, a: Expr, b: Expr) -> bool:
        """Definitional equality of two terms of equal type."""
        if a is b:
            return True
        if (a, b) in self._equal:
            return True
        self._step()
        result = self._equal_core(a, b)
        if result:
            self._equal.add((a, b))
            self._equal.add((b, a))
        return result

    def _equal_quick(self, a: Expr, b: Expr) -> bool | None:
        if a is b:
            return True
        if isinstance(a, Lam) and isinstance(b, Lam):
            return self._equal_binders(a, b, Lam)
        if isinstance(a, Pi) and isinstance(b, Pi):
            return self._equal_binders(a, b, Pi)
        if isinstance(a, Sort) and isinstance(b, Sort):
            return levels.equal(self.store, a.level, b.level)
        if isinstance(a, NatLit) and isinstance(b, NatLit):
            return False
        if isinstance(a, StrLit) and isinstance(b, StrLit):
            return False
        return None

    def _equal_binders(self, a: Expr, b: Expr, kind: type[Lam] | type[Pi]) -> bool:
        frees: list[Expr] = []
        while isinstance(a, kind) and isinstance(b, kind):
            type_ = self.store.instantiate(a.type, frees)
            if a.type is not b.type and not self.equal(type_, self.store.instantiate(b.type, frees)):
                return False
            if a.body is b.body:
                return True
            frees.append(self.store.fresh(type_))
            a, b = a.body, b.body
        return self.equal(self.store.instantiate(a, frees), self.store.instantiate(b, frees))

    def _equal_core(self, a: Expr, b: Expr) -> bool:
        quick = self._equal_quick(a, b)
        if quick is not None:
            return quick
        if isinstance(b, Const) and b.name == _TRUE and not a.has_free and self.whnf(a) is b:
            return True
        if isinstance(a, Const) and a.name == _TRUE and not b.has_free and self.whnf(b) is a:
            return True
        a, b = self.whnf_core(a, shallow=True), self.whnf_core(b, shallow=True)
        quick = self._equal_quick(a, b)
        if quick is not None:
            return quick
        irrelevant = self._equal_proofs(a, b)
        if irrelevant is not None:
            return irrelevant
        a, b, decided = self._unfold_lazily(a, b)
        if decided is not None:
            return decided
        if isinstance(a, Const) and isinstance(b, Const) and a.name == b.name and self._equal_levels(a, b):
            return True
        if isinstance(a, Proj) and isinstance(b, Proj) and a.index == b.index and a.struct == b.struct and self.equal(a.term, b.term):
            return True
        deep_a, deep_b = self.whnf_core(a), self.whnf_core(b)
        if deep_a is not a or deep_b is not b:
            return self.equal(deep_a, deep_b)
        if self._equal_applications(a, b):
            return True
        if self._equal_by_eta(a, b) or self._equal_by_eta(b, a):
            return True
        if self._equal_by_structure(a, b) or self._equal_by_structure(b, a):
            return True
        if isinstance(a, StrLit) and isinstance(b, App):
            return self.equal(self._string_term(a.value), b)
        if isinstance(b, StrLit) and isinstance(a, App):
            return self.equal(a, self._string_term(b.value))
        return self._equal_units(a, b)

    def _equal_levels(self, a: Const, b: Const) -> bool:
        return len(a.levels) == len(b.levels) and all(levels.equal(self.store, u, v) for u, v in zip(a.levels, b.levels, strict=True))

    def _equal_proofs(self, a: Expr, b: Expr) -> bool | None:
        """Two proofs of equal propositions are equal; None if these are no proofs."""
        type_a = self.infer(a)
        if not self.is_proposition(type_a):
            return None
        return True if self.equal(type_a, self.infer(b)) else None

    def _unfold_lazily(self, a: Expr, b: Expr) -> tuple[Expr, Expr, bool | None]:
        """Unfold definitions, the higher one first, until the sides are decided or stuck."""
        while True:
            self._step()
            offset = self._equal_offsets(a, b)
            if offset is not None:
                return a, b, offset
            number_a = self._reduce_number(a)
            if number_a is not None:
                return a, b, self.equal(number_a, b)
            number_b = self._reduce_number(b)
            if number_b is not None:
                return a, b, self.equal(a, number_b)
            height_a, height_b = self._height(a), self._height(b)
            if height_a is None and height_b is None:
                return a, b, None
            if height_a is None:
                opened = self._open_projection(a)
                a, b = (a, self._unfold_side(b)) if opened is None else (opened, b)
            elif height_b is None:
                opened = self._open_projection(b)
                a, b = (self._unfold_side(a), b) if opened is None else (a, opened)
            elif height_a < height_b:
                b = self._unfold_side(b)
            elif height_a > height_b:
                a = self._unfold_side(a)
            else:
                if self._same_head(a, b) and (a, b) not in self._different:
                    if self._equal_applications(a, b):
                        return a, b, True
                    self._different.add((a, b))
                a, b = self._unfold_side(a), self._unfold_side(b)
            quick = self._equal_quick(a, b)
            if quick is not None:
                return a, b, quick

    def _open_projection(self, term: Expr) -> Expr | None:
        """`term`, headed by a projection, reduced with definitions under it unfolded; None if that changes nothing."""
        head = term
        while isinstance(head, App):
            head = head.fn
        if not isinstance(head, Proj):
            return None
        reduced = self.whnf_core(term)
        return None if reduced is term else reduced

    def _unfold_side(self, term: Expr) -> Expr:
        unfolded = self._unfold(term)
        assert unfolded is not None, "only terms with a height are unfolded"
        return self.whnf_core(unfolded, shallow=True)

    @staticmethod
    def _same_head(a: Expr, b: Expr) -> bool:
        if not isinstance(a, App) or not isinstance(b, App):
            return False
        while isinstance(a, App) and isinstance(b, App):
            a, b = a.fn, b.fn
        return isinstance(a, Const) and isinstance(b, Const) and a.name == b.name

    def _equal_applications(self, a: Expr, b: Expr) -> bool:
        """Equal heads and pairwise equal arguments."""
        if not isinstance(a, App) or not isinstance(b, App):
            return False
        head_a, args_a = unapply(a)
        head_b, args_b = unapply(b)
        if len(args_a) != len(args_b):
            return False
        if isinstance(head_a, Const) and isinstance(head_b, Const):
            if head_a.name != head_b.name or not self._equal_levels(head_a, head_b):
                return False
        elif not self.equal(head_a, head_b):
            return False
        return all(self.equal(x, y) for x, y in zip(args_a, args_b, strict=True))

    def _predecessor(self, term: Expr) -> Expr | None:
        if isinstance(term, NatLit):
            return self.store.nat(term.value - 1) if term.value else None
        return term.arg if isinstance(term, App) and term.fn is self._succ_const else None

    def _equal_offsets(self, a: Expr, b: Expr) -> bool | None:
        """Numbers in the form of literals and successors."""
        zero_a = a is self._zero_const or (isinstance(a, NatLit) and a.value == 0)
        zero_b = b is self._zero_const or (isinstance(b, NatLit) and b.value == 0)
        if zero_a and zero_b:
            return True
        if isinstance(a, NatLit) and isinstance(b, NatLit):
            return a.value == b.value
        below_a, below_b = self._predecessor(a), self._predecessor(b)
        if below_a is not None and below_b is not None:
            return self.equal(below_a, below_b)
        return None

    def _equal_by_eta(self, a: Expr, b: Expr) -> bool:
        """`fun x => …` against something of function type."""
        if not isinstance(a, Lam) or isinstance(b, Lam):
            return False
        type_ = self.whnf(self.infer(b))
        if not isinstance(type_, Pi):
            return False
        return self.equal(a, self.store.lam(type_.type, self.store.app(self.store.lift(b, 1), self.store.bvar(0))))

    def _equal_by_structure(self, a: Expr, b: Expr) -> bool:
        """`b` is a constructor of a structure: its fields are the projections of `a`."""
        head, args = unapply(b)
        if not isinstance(head, Const):
            return False
        constructor = self.constants.get(head.name)
        if constructor is None or constructor.kind is not Kind.CONSTRUCTOR:
            return False
        if len(args) != constructor.num_params + constructor.num_fields:
            return False
        inductive = self.constant(constructor.inductive)
        if not _is_structure_like(inductive) or not self.equal(self.infer(a), self.infer(b)):
            return False
        return all(
            self.equal(self.store.proj(inductive.name, i, a), args[constructor.num_params + i]) for i in range(constructor.num_fields)
        )

    def _equal_units(self, a: Expr, b: Expr) -> bool:
        """Two terms of a structure without fields are equal."""
        type_ = self.whnf(self.infer(a))
        head, _ = unapply(type_)
        if not isinstance(head, Const):
            return False
        inductive = self.constants.get(head.name)
        if inductive is None or not _is_structure_like(inductive):
            return False
        if self.constant(inductive.constructors[0]).num_fields:
            return False
        return self.equal(type_, self.infer(b))


def _is_structure_like(inductive: Constant) -> bool:
    return (
        inductive.kind is Kind.INDUCTIVE and len(inductive.constructors) == 1 and inductive.num_indices == 0 and not inductive.is_recursive
    )


def _describe(head: Expr) -> str:
    return write_name(head.name) if isinstance(head, Const) else "a function"


__all__ = ["Checker", "Constants", "ExhaustedError", "RefusedError", "Var"]
