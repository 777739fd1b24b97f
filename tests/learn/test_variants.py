"""Variants are other statements, drawn by a seed, in which no name is captured and no expression torn apart."""

from __future__ import annotations

import random
import re

import pytest

from reaprover.core import Theorem
from reaprover.errors import InputError
from reaprover.lean.pool import LeanPool
from reaprover.lean.session import Context
from reaprover.lean.toolchain import EmbeddedToolchain
from reaprover.lean.wire import WireResult
from reaprover.learn.variants import Binder, read_binders, rename, variants
from reaprover.problems import SET_NAMES, Split, load_set

PROBLEMS = [problem for name in SET_NAMES for problem in load_set(name, Split.TRAIN)]


def names_and_types(binders: str) -> list[tuple[str, str]]:
    """The binders one by one, read without the program: brackets are counted, the first colon divides."""
    found, depth, start = [], 0, 0
    for place, letter in enumerate(binders):
        if letter in "([{⦃":
            depth += 1
            if depth == 1:
                start = place
        elif letter in ")]}⦄":
            depth -= 1
            if depth == 0:
                inside = binders[start + 1 : place]
                names, colon, kind = inside.partition(":")
                found += [(name, kind.strip()) for name in names.split()] if colon else [("", inside)]
    return found


def all_variants(num_variants: int = 8, seed: int = 3) -> list[tuple[Theorem, Theorem]]:
    found = []
    for problem in PROBLEMS:
        try:
            found += [(problem.theorem, variant) for variant in variants(problem.theorem, num_variants, seed)]
        except InputError:
            continue
    return found


def test_no_variant_is_its_original_not_even_with_its_binders_grouped_otherwise() -> None:
    pairs = all_variants()
    assert len(pairs) > 5 * len(PROBLEMS)
    for original, variant in pairs:
        same_binders = names_and_types(original.binders) == names_and_types(variant.binders)
        assert not (same_binders and original.conclusion == variant.conclusion), variant


def test_variants_of_one_statement_differ_and_have_names_of_their_own() -> None:
    for problem in PROBLEMS[::7]:
        found = variants(problem.theorem, 12, 0)
        assert len({(one.binders, one.conclusion) for one in found}) == len(found) <= 12
        assert len({one.name for one in found}) == len(found)
        assert all(re.fullmatch(r"\w+_v\d+", one.name) for one in found)
        assert all((one.imports, one.header) == (problem.theorem.imports, problem.theorem.header) for one in found)


def test_a_name_that_is_no_word_becomes_one() -> None:
    (found,) = variants(Theorem("Foo.«my lemma»", "(p q : Prop)", "p → q → p"), 1, 0)
    assert re.fullmatch(r"\w+_v0", found.name)


def test_the_same_seed_gives_the_same_variants_and_another_one_others() -> None:
    theorem = Theorem("t", "(p q r : Prop) (h₁ : p ∨ q) (h₂ : ¬p)", "q ∧ (r → r)")
    assert variants(theorem, 12, 5) == variants(theorem, 12, 5)
    assert variants(theorem, 12, 5) != variants(theorem, 12, 6)
    assert variants(theorem, 0, 5) == ()


def test_no_variant_binds_a_name_twice() -> None:
    for _, variant in all_variants():
        names = [name for name, _ in names_and_types(variant.binders) if name]
        assert len(set(names)) == len(names), variant


def test_hypotheses_that_nothing_mentions_keep_different_names() -> None:
    binders = read_binders("(p : Prop) (h : p) (h₁ : p → p) (h₂ : p)")
    for seed in range(200):
        renamed, _ = rename(binders, "p", random.Random(seed))
        assert len({binder.names for binder in renamed}) == 4


def test_a_bound_variable_is_neither_replaced_nor_captured() -> None:
    theorem = Theorem("t", "(b n : Nat) (xs : List Nat)", "b ≤ xs.foldr (fun b s => b + s) n ∧ ∀ n, n = n")
    for seed in range(40):
        for variant in variants(theorem, 12, seed):
            assert not re.search(r"fun \(|∀ \(", variant.conclusion), variant


def test_only_a_whole_term_has_its_operands_swapped() -> None:
    torn = re.compile(r"\(B ∧ x\)|\(y ∨ 4\)|q ∧ ¬p")
    for binders, conclusion in (
        ("{α : Type} (A B : α → Prop)", "¬∃ x, A x ∧ B x"),
        ("(x y : Nat)", "x = y ∨ 4 = 3"),
        ("(p q : Prop)", "¬p ∧ q"),
    ):
        for seed in range(40):
            for variant in variants(Theorem("t", binders, conclusion), 12, seed):
                assert not torn.search(variant.conclusion), variant


def test_a_hypothesis_behind_the_colon_leaves_an_equivalence_whole() -> None:
    theorem = Theorem("t", "(p q : Prop) (h : p)", "q ↔ q ∧ p")
    moved = [v.conclusion for seed in range(60) for v in variants(theorem, 12, seed) if v.conclusion.startswith("(p) → ")]
    assert moved
    assert all(text.startswith("(p) → (") or "↔" not in text for text in moved)


def test_binders_are_read_in_groups() -> None:
    assert read_binders("{α : Type} [Inhabited α] (x y : α) (h : ∀ z : α, z = x)") == (
        Binder("{", ("α",), "Type"),
        Binder("[", (), "Inhabited α"),
        Binder("(", ("x", "y"), "α"),
        Binder("(", ("h",), "∀ z : α, z = x"),
    )
    with pytest.raises(InputError, match="groups in brackets"):
        read_binders("n : Nat")


@pytest.mark.lean
def test_lean_accepts_almost_every_variant(toolchain: EmbeddedToolchain) -> None:
    wanted = random.Random(1).sample([variant for _, variant in all_variants()], 160)
    wanted.sort(key=lambda theorem: (theorem.imports, theorem.header, theorem.levels))
    refused = []
    with LeanPool(toolchain, 1) as pool:
        (session,) = pool.lease()
        for theorem in wanted:
            session.ensure(Context.of(theorem))
            if not isinstance(opened := session.open(theorem), WireResult):
                refused.append(f"{theorem.binders} ⊢ {theorem.conclusion}: {opened.message[:80]}")
    assert len(refused) <= 2, "\n".join(refused)
