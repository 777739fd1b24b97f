"""T: terms are compared up to bound names and level parameters, and by nothing else."""

from __future__ import annotations

from reaprover.verify.statement import same_term, term_hash
from reaprover.verify.term import Expr, Store


def pair(store: Store, first: str, second: str) -> Expr:
    """`(α : Sort first) → (β : Sort second) → α`."""
    u, v = store.sort(store.param((first,))), store.sort(store.param((second,)))
    return store.pi(u, store.pi(v, store.bvar(1)))


def test_level_parameters_count_by_their_place() -> None:
    s = Store()
    one, other = pair(s, "u", "v"), pair(s, "a", "b")
    assert same_term(one, other, {("u",): ("a",), ("v",): ("b",)})
    assert not same_term(one, other, {("u",): ("b",), ("v",): ("a",)})
    assert not same_term(one, other, {("v",): ("a",), ("u",): ("b",)})


def test_a_renaming_that_swaps_names_is_not_confused() -> None:
    s = Store()
    assert same_term(pair(s, "u", "v"), pair(s, "v", "u"), {("u",): ("v",), ("v",): ("u",)})
    assert not same_term(pair(s, "u", "v"), pair(s, "u", "v"), {("u",): ("v",), ("v",): ("u",)})
    assert not same_term(pair(s, "u", "u"), pair(s, "u", "v"), {("u",): ("u",), ("v",): ("v",)})


def test_terms_of_two_stores_can_be_compared() -> None:
    assert same_term(pair(Store(), "u", "v"), pair(Store(), "u", "v"), {("u",): ("u",), ("v",): ("v",)})


def test_the_hash_follows_equality() -> None:
    a, b = pair(Store(), "u", "v"), pair(Store(), "x", "y")
    assert term_hash(a, (("u",), ("v",))) == term_hash(b, (("x",), ("y",)))
    assert term_hash(a, (("u",), ("v",))) != term_hash(a, (("v",), ("u",)))
    s = Store()
    assert (
        len(
            {
                term_hash(t)
                for t in (s.nat(1), s.nat(2), s.string("1"), s.bvar(1), s.const(("1",)), s.const((1,)), s.proj(("S",), 1, s.nat(1)))
            }
        )
        == 7
    )


def test_deep_and_shared_terms_take_no_recursion_and_no_exponential_time() -> None:
    s = Store()
    deep: Expr = s.const(("x",))
    for _ in range(20_000):
        deep = s.app(s.const(("f",)), deep)
    shared: Expr = s.const(("x",))
    for _ in range(200):
        shared = s.app(shared, shared)
    assert same_term(deep, deep, {("u",): ("v",)})
    assert same_term(shared, shared, {("u",): ("v",)})
    assert term_hash(deep) != term_hash(shared)


def test_instantiation_and_abstraction_are_inverse() -> None:
    s = Store()
    a, b = s.fresh(s.prop), s.fresh(s.prop)
    body = s.lam(s.prop, s.apps(s.bvar(0), s.bvar(1), s.bvar(2)))
    opened = s.instantiate(body, [a, b])
    assert opened is s.lam(s.prop, s.apps(s.bvar(0), b, a))
    assert s.abstract(opened, [a, b]) is body
    assert s.instantiate(s.lam(s.prop, s.bvar(1)), [s.bvar(3)]) is s.lam(s.prop, s.bvar(4))
