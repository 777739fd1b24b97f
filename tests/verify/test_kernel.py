"""N: what the second kernel accepts, computes and refuses, on declarations made by hand."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reaprover.verify.environment import Library
from reaprover.verify.export import Group
from reaprover.verify.kernel import level as levels
from reaprover.verify.kernel.check import SecondKernel
from reaprover.verify.kernel.checker import ExhaustedError, RefusedError
from reaprover.verify.name import Name
from reaprover.verify.olean import Constant, Kind, Rule
from reaprover.verify.term import Expr, Level, Store

NAT: Name = ("Nat",)
ZERO: Name = ("Nat", "zero")
SUCC: Name = ("Nat", "succ")
OPERATIONS = ["add", "sub", "mul", "div", "mod", "gcd", "pow", "land", "lor", "xor", "shiftLeft", "shiftRight"]


class FakeLibrary:
    """A trusted library of given constants."""

    def __init__(self, constants: dict[Name, Constant]) -> None:
        self.constants = constants

    def constant(self, name: Name) -> Constant | None:
        return self.constants.get(name)

    def __contains__(self, name: Name) -> bool:
        return name in self.constants


class World:
    """A store, a kernel over it, and short ways to write terms."""

    def __init__(self) -> None:
        self.store = Store()
        self.library: dict[Name, Constant] = {}
        self.kernel = SecondKernel(cast(Library, FakeLibrary(self.library)), self.store)
        s = self.store
        self.type = s.sort(s.one)
        self.prop = s.prop
        self.nat = s.const(NAT)

    def v(self, index: int) -> Expr:
        return self.store.bvar(index)

    def c(self, *name: str) -> Expr:
        return self.store.const(name)

    def app(self, fn: Expr, *args: Expr) -> Expr:
        return self.store.apps(fn, *args)

    def pi(self, *types: Expr) -> Expr:
        *binders, body = types
        for type_ in reversed(binders):
            body = self.store.pi(type_, body)
        return body

    def lam(self, *types: Expr) -> Expr:
        *binders, body = types
        for type_ in reversed(binders):
            body = self.store.lam(type_, body)
        return body

    def add(self, *constants: Constant) -> None:
        self.kernel.add(Group(constants))

    def define(self, name: str, type_: Expr, value: Expr, kind: Kind = Kind.DEFINITION, levels_: tuple[Name, ...] = ()) -> None:
        self.add(Constant((name,), kind, levels_, type_, value=value, block=((name,),)))

    def axiom(self, name: str, type_: Expr) -> Expr:
        self.add(Constant((name,), Kind.AXIOM, (), type_))
        return self.c(name)

    def nat_block(self) -> list[Constant]:
        """Nat as Lean records it, its recursor written down by hand."""
        s, nat = self.store, self.nat
        u = s.param(("u",))
        motive = s.pi(nat, s.sort(u))
        step = self.pi(nat, self.app(self.v(2), self.v(0)), self.app(self.v(3), self.app(s.const(SUCC), self.v(1))))
        rec_type = self.pi(motive, self.app(self.v(0), s.const(ZERO)), step, nat, self.app(self.v(3), self.v(0)))
        rec = s.const((*NAT, "rec"), (u,))
        zero_rule = self.lam(motive, self.app(self.v(0), s.const(ZERO)), step, self.v(1))
        call = self.app(rec, self.v(3), self.v(2), self.v(1), self.v(0))
        succ_rule = self.lam(motive, self.app(self.v(0), s.const(ZERO)), step, nat, self.app(self.v(1), self.v(0), call))
        return [
            Constant(NAT, Kind.INDUCTIVE, (), self.type, block=(NAT,), constructors=(ZERO, SUCC), is_recursive=True),
            Constant(ZERO, Kind.CONSTRUCTOR, (), nat, inductive=NAT, index=0),
            Constant(SUCC, Kind.CONSTRUCTOR, (), s.pi(nat, nat), inductive=NAT, index=1, num_fields=1),
            Constant(
                (*NAT, "rec"),
                Kind.RECURSOR,
                (("u",),),
                rec_type,
                block=(NAT,),
                num_motives=1,
                num_minors=2,
                rules=(Rule(ZERO, 0, zero_rule), Rule(SUCC, 1, succ_rule)),
            ),
        ]


@pytest.fixture(autouse=True)
def deep_recursion() -> Iterator[None]:
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(100_000)
    yield
    sys.setrecursionlimit(limit)


# ---- levels -------------------------------------------------------------------------------------------------------------


def value(level: Level, valuation: dict[Name, int]) -> int:
    """What a level is, from the definition."""
    match level.tag:
        case Level.ZERO:
            return 0
        case Level.SUCC:
            return value(level.left, valuation) + 1
        case Level.PARAM:
            return valuation[level.name]
        case Level.MAX:
            return max(value(level.left, valuation), value(level.right, valuation))
        case _:
            right = value(level.right, valuation)
            return max(value(level.left, valuation), right) if right else 0


STORE = Store()
level_terms = st.recursive(
    st.sampled_from([STORE.zero, STORE.param(("u",)), STORE.param(("v",))]),
    lambda inner: st.one_of(
        inner.map(STORE.succ), st.tuples(inner, inner).map(lambda p: STORE.max(*p)), st.tuples(inner, inner).map(lambda p: STORE.imax(*p))
    ),
    max_leaves=6,
)
VALUATIONS = [{("u",): u, ("v",): v} for u in range(9) for v in range(9)]


@given(level_terms, level_terms)
def test_the_order_of_levels_is_that_of_their_values(u: Level, v: Level) -> None:
    assert levels.at_most(STORE, u, v) == all(value(u, x) <= value(v, x) for x in VALUATIONS)


@given(level_terms)
def test_a_simplified_level_has_the_same_values(u: Level) -> None:
    simple = levels.simplify(STORE, u)
    assert all(value(u, x) == value(simple, x) for x in VALUATIONS)
    assert not levels.is_never_zero(u) or all(value(u, x) > 0 for x in VALUATIONS)


# ---- declarations ---------------------------------------------------------------------------------------------------------


def test_the_identity_is_accepted_at_every_universe() -> None:
    w = World()
    u = w.store.sort(w.store.param(("u",)))
    w.define("id", w.pi(u, w.v(0), w.v(1)), w.lam(u, w.v(0), w.v(0)), levels_=(("u",),))


def test_nat_with_its_recursor_is_accepted_and_computes() -> None:
    w = World()
    w.add(*w.nat_block())
    rec = w.store.const((*NAT, "rec"), (w.store.one,))
    plus = w.lam(w.nat, w.nat, w.app(rec, w.lam(w.nat, w.nat), w.v(1), w.lam(w.nat, w.nat, w.app(w.store.const(SUCC), w.v(0))), w.v(0)))
    w.define("plus", w.pi(w.nat, w.nat, w.nat), plus)

    def number(n: int) -> Expr:
        term: Expr = w.store.const(ZERO)
        for _ in range(n):
            term = w.app(w.store.const(SUCC), term)
        return term

    assert w.kernel.checker.equal(w.app(w.c("plus"), number(3), number(4)), number(7))
    assert w.kernel.checker.equal(w.app(w.c("plus"), w.store.nat(3), number(4)), w.store.nat(7))
    assert not w.kernel.checker.equal(w.app(w.c("plus"), number(3), number(4)), number(8))


@pytest.mark.parametrize(
    "change",
    [
        lambda rec: replace(rec, num_minors=1),
        lambda rec: replace(rec, has_k=True),
        lambda rec: replace(rec, rules=rec.rules[:1]),
        lambda rec: replace(rec, rules=(rec.rules[1], rec.rules[0])),
        lambda rec: replace(rec, rules=(rec.rules[0], replace(rec.rules[1], rhs=rec.rules[0].rhs))),
        lambda rec: replace(rec, levels=()),
        lambda rec: replace(rec, name=("Nat", "other")),
    ],
)
def test_a_forged_recursor_is_refused(change: Any) -> None:
    w = World()
    *others, rec = w.nat_block()
    with pytest.raises(RefusedError):
        w.add(*others, change(rec))


def test_a_forged_recursor_type_is_refused() -> None:
    w = World()
    *others, rec = w.nat_block()
    motive = w.store.pi(w.nat, w.store.sort(w.store.param(("u",))))
    with pytest.raises(RefusedError, match="another type"):
        w.add(*others, replace(rec, type=w.pi(motive, w.nat, w.app(w.v(1), w.v(0)))))


@pytest.mark.parametrize(
    ("field", "wrong"), [("num_fields", 2), ("index", 0), ("num_params", 1), ("inductive", ("Nat", "zero"))]
)  # fmt: skip
def test_a_forged_constructor_is_refused(field: str, wrong: Any) -> None:
    w = World()
    nat, zero, succ, rec = w.nat_block()
    with pytest.raises(RefusedError):
        w.add(nat, zero, replace(succ, **{field: wrong}), rec)


def inductive(w: World, name: str, type_: Expr, *constructors: tuple[str, Expr]) -> list[Constant]:
    full: Name = (name,)
    names = tuple((name, c) for c, _ in constructors)
    made = [Constant(full, Kind.INDUCTIVE, (), type_, block=(full,), constructors=names)]
    for index, (c, t) in enumerate(constructors):
        made.append(Constant((name, c), Kind.CONSTRUCTOR, (), t, inductive=full, index=index))
    return made


def test_a_negative_occurrence_is_refused() -> None:
    w = World()
    false = w.axiom("False", w.prop)
    bad = w.c("Bad")
    with pytest.raises(RefusedError, match="negatively"):
        w.add(*inductive(w, "Bad", w.type, ("mk", w.pi(w.pi(bad, false), bad))))


def test_a_field_from_a_larger_universe_is_refused() -> None:
    w = World()
    with pytest.raises(RefusedError, match="larger universe"):
        w.add(*inductive(w, "U", w.type, ("mk", w.pi(w.type, w.c("U")))))


def test_a_constructor_of_something_else_is_refused() -> None:
    w = World()
    w.add(*w.nat_block())
    with pytest.raises(RefusedError, match="does not end in its type"):
        w.add(*inductive(w, "A", w.type, ("mk", w.nat)))


def test_a_proposition_with_two_constructors_eliminates_into_proofs_only() -> None:
    w = World()
    a = w.c("Two")
    block = inductive(w, "Two", w.prop, ("x", a), ("y", a))
    with pytest.raises(RefusedError, match=r"Two\.rec is missing"):
        w.add(*block)
    u = w.store.sort(w.store.param(("u",)))
    large = Constant(
        ("Two", "rec"),
        Kind.RECURSOR,
        (("u",),),
        w.pi(w.pi(a, u), w.app(w.v(0), w.c("Two", "x")), w.app(w.v(1), w.c("Two", "y")), a, w.app(w.v(3), w.v(0))),
        block=(("Two",),),
        num_motives=1,
        num_minors=2,
    )
    with pytest.raises(RefusedError, match="other facts"):
        w.add(*block, large)


@pytest.mark.parametrize("sort", ["prop", "type"])
def test_a_value_of_another_type_is_refused(sort: str) -> None:
    w = World()
    p, q = w.axiom("P", getattr(w, sort)), w.axiom("Q", getattr(w, sort))
    h = w.axiom("h", p)
    kind = Kind.THEOREM if sort == "prop" else Kind.DEFINITION
    w.define("right", p, h, kind)
    with pytest.raises(RefusedError, match="another type"):
        w.define("wrong", q, h, kind)


def test_ill_formed_declarations_are_refused() -> None:
    w = World()
    w.add(*w.nat_block())
    zero, u = w.store.const(ZERO), w.store.sort(w.store.param(("u",)))
    for type_, value_ in [
        (w.nat, w.v(0)),  # a variable that nothing binds
        (w.nat, w.app(zero, zero)),  # a number applied
        (w.nat, w.c("nobody")),  # nothing of that name
        (w.nat, w.store.const(ZERO, (w.store.one,))),  # levels that it does not take
        (w.pi(u, u), w.lam(u, w.v(0))),  # a level that is not declared
        (zero, zero),  # a number as a type
        (w.nat, w.store.proj(NAT, 0, zero)),  # a field of what is no structure
        (w.nat, w.store.let(w.nat, w.nat, zero)),  # a let of another type
    ]:
        with pytest.raises(RefusedError):
            w.define("bad", type_, value_)


def test_a_theorem_must_state_a_proposition_and_names_are_declared_once() -> None:
    w = World()
    w.add(*w.nat_block())
    with pytest.raises(RefusedError, match="no proposition"):
        w.define("t", w.nat, w.store.const(ZERO), Kind.THEOREM)
    w.define("n", w.nat, w.store.const(ZERO))
    with pytest.raises(RefusedError, match="declared already"):
        w.define("n", w.nat, w.store.const(ZERO))


def test_proofs_are_irrelevant_and_data_is_not() -> None:
    w = World()
    p, a = w.axiom("P", w.prop), w.axiom("A", w.type)
    h, g, x, y = w.axiom("h", p), w.axiom("g", p), w.axiom("x", a), w.axiom("y", a)
    assert w.kernel.checker.equal(h, g)
    assert not w.kernel.checker.equal(x, y)


def test_functions_are_equal_to_their_expansion() -> None:
    w = World()
    a = w.axiom("A", w.type)
    f = w.axiom("f", w.pi(a, a))
    assert w.kernel.checker.equal(w.lam(a, w.app(f, w.v(0))), f)
    assert not w.kernel.checker.equal(w.lam(a, w.v(0)), f)


# ---- arithmetic -----------------------------------------------------------------------------------------------------------

EDGES = [0, 1, 2, 3, 7, 8, 63, 64, 2**31, 2**64 - 1, 2**64 + 1]
MEANING = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b if a > b else 0,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a // b if b else 0,
    "mod": lambda a, b: a % b if b else a,
    "gcd": math.gcd,
    "pow": pow,
    "land": lambda a, b: a & b,
    "lor": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "shiftLeft": lambda a, b: a << b,
    "shiftRight": lambda a, b: a >> b,
}


def world_with_arithmetic(*, trusted: bool) -> World:
    """Nat, and every operation declared as a constant function of value 0: only acceleration can make it right."""
    w = World()
    w.add(*w.nat_block())
    binary = w.pi(w.nat, w.nat, w.nat)
    for name in OPERATIONS:
        constant = Constant(("Nat", name), Kind.DEFINITION, (), binary, value=w.lam(w.nat, w.nat, w.store.const(ZERO)), hints=1)
        if trusted:
            w.library[constant.name] = constant
        else:
            w.add(constant)
    return w


@pytest.mark.parametrize("name", OPERATIONS)
def test_arithmetic_on_literals_means_what_python_says(name: str) -> None:
    w = world_with_arithmetic(trusted=True)
    for a in EDGES:
        for b in EDGES:
            if name in ("pow", "shiftLeft") and b > 64:
                continue
            term = w.app(w.store.const(("Nat", name)), w.store.nat(a), w.store.nat(b))
            assert w.kernel.checker.whnf(term) is w.store.nat(MEANING[name](a, b)), (a, b)


@pytest.mark.parametrize("name", OPERATIONS)
def test_an_operation_that_the_candidate_declares_itself_is_not_accelerated(name: str) -> None:
    w = world_with_arithmetic(trusted=False)
    term = w.app(w.store.const(("Nat", name)), w.store.nat(1), w.store.nat(1))
    assert w.kernel.checker.equal(term, w.store.const(ZERO)), "its own definition says 0"
    if MEANING[name](1, 1):
        assert not w.kernel.checker.equal(term, w.store.nat(MEANING[name](1, 1)))


def test_a_power_that_fits_into_no_memory_is_not_computed() -> None:
    w = world_with_arithmetic(trusted=True)
    huge = w.app(w.store.const(("Nat", "pow")), w.store.nat(2), w.store.nat(2**40))
    reduced = w.kernel.checker.whnf(huge)
    assert reduced is w.store.const(ZERO), "the definition was unfolded instead"


def test_running_out_of_steps_is_no_verdict() -> None:
    w = World()
    w.add(*w.nat_block())
    w.kernel.checker.steps_left = 3
    with pytest.raises(ExhaustedError):
        w.define("n", w.nat, w.app(w.store.const(SUCC), w.app(w.store.const(SUCC), w.store.const(ZERO))))
