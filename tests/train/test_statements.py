"""The pool is a function of its arguments and holds no evaluation statement, renamed, negated or varied."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

from reaprover.core import Theorem
from reaprover.errors import InputError
from reaprover.learn.leakage import EvaluationGuard
from reaprover.problems import SET_NAMES, Problem, Split, load_set
from reaprover.train.statements import Statement, make_pool, read_pool, write_pool


def pool_of(guard: EvaluationGuard, sets: tuple[str, ...] = ("logic",), seed: int = 0) -> tuple[Statement, ...]:
    return make_pool(sets, num_variants=3, num_conjectures=20, num_programs=20, seed=seed, guard=guard)


@pytest.fixture(scope="module")
def pool() -> tuple[Statement, ...]:
    return pool_of(EvaluationGuard.of_sets(), SET_NAMES)


def plain(theorem: Theorem) -> str:
    """The text without spaces, with bound names numbered in their order: enough to see a copy under other names."""
    groups = re.findall(r"[({]([^:(){}]*):", theorem.binders)
    numbers = {name: f"v{place}" for place, name in enumerate(" ".join(groups).split())}
    text = re.sub(r"[({]([^:(){}]*):", lambda m: "".join(f"({name}:" for name in m[1].split()), theorem.binders)
    return re.sub(r"[^\W\d][\w₀-₉']*", lambda m: numbers.get(m[0], m[0]), f"{text}⊢{theorem.conclusion}").replace(" ", "")


def test_ids_and_texts_are_unique_and_sources_are_told(pool: tuple[Statement, ...]) -> None:
    assert len({statement.id for statement in pool}) == len(pool)
    assert len({(s.theorem.header, s.theorem.binders, s.theorem.conclusion) for s in pool}) == len(pool)
    assert {statement.source for statement in pool} == {"problem", "variant", "conjecture", "program"}
    training = {problem.id for name in SET_NAMES for problem in load_set(name, Split.TRAIN)}
    assert {s.id for s in pool if s.source == "problem"} <= training
    assert {re.sub(r"/v\d+$", "", s.id) for s in pool if s.source == "variant"} <= training


def test_the_pool_is_a_function_of_its_arguments(pool: tuple[Statement, ...]) -> None:
    assert pool_of(EvaluationGuard.of_sets(), SET_NAMES) == pool
    assert pool_of(EvaluationGuard.of_sets(), SET_NAMES, seed=1) != pool


def test_no_entry_is_an_evaluation_statement_even_with_other_names(pool: tuple[Statement, ...]) -> None:
    held = {plain(problem.theorem) for name in SET_NAMES for problem in load_set(name) if problem.split is not Split.TRAIN}
    assert len(held) > 100
    copies = [s.id for s in pool if plain(s.theorem) in held]
    assert copies == []


def test_statements_that_are_held_out_under_other_names_or_negated_do_not_enter() -> None:
    wanted = {"logic/w1": "h1", "logic/w2": "h2"}
    problems = load_set("logic", Split.TRAIN)[:6]
    renamed, negated, *_ = problems
    copy = dataclasses.replace(
        renamed.theorem,
        name="another_name",
        binders=re.sub(r"\bp\b", "zz", renamed.theorem.binders),
        conclusion=re.sub(r"\bp\b", "zz", renamed.theorem.conclusion),
    )
    opposite = dataclasses.replace(negated.theorem, name="opposite", negated=True)
    guard = EvaluationGuard([Problem(old, theorem, split=Split.TEST) for old, theorem in zip(wanted, (copy, opposite), strict=True)])
    without, with_all = {s.id for s in pool_of(guard)}, {s.id for s in pool_of(EvaluationGuard(()))}
    assert {renamed.id, negated.id} <= with_all
    assert not {renamed.id, negated.id} & without
    assert {problem.id for problem in problems[2:]} <= without


def test_a_variant_that_is_held_out_does_not_enter() -> None:
    free = pool_of(EvaluationGuard(()))
    variant = next(s for s in free if s.source == "variant")
    found = pool_of(EvaluationGuard([Problem("held", variant.theorem, split=Split.TEST)]))
    assert variant.theorem not in [s.theorem for s in found]


def test_a_pool_is_read_as_it_was_written(pool: tuple[Statement, ...], tmp_path: Path) -> None:
    write_pool(tmp_path / "pool.jsonl", pool)
    assert read_pool(tmp_path / "pool.jsonl") == pool
    assert len((tmp_path / "pool.jsonl").read_text().splitlines()) == len(pool)


@pytest.mark.parametrize("line", ["{", "[]", '{"id": "a", "source": "problem"}', '{"id": "a", "source": "b", "theorem": {"name": 1}}'])
def test_a_line_that_is_no_statement_is_named(line: str, tmp_path: Path) -> None:
    path = tmp_path / "pool.jsonl"
    write_pool(path, [Statement("a", "problem", Theorem("a", "", "True"))])
    path.write_text(path.read_text() + line + "\n")
    with pytest.raises(InputError, match=r"pool\.jsonl, line 2"):
        read_pool(path)


def test_a_missing_pool_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_pool(tmp_path / "pool.jsonl")


def test_a_statement_is_played_under_the_name_of_its_game_either_way_round() -> None:
    statement = Statement("a", "problem", Theorem("a", "(p : Prop)", "p → p", header="def one := 1"))
    assert statement.theorem_named("game_3", negated=True) == Theorem("game_3", "(p : Prop)", "p → p", header="def one := 1", negated=True)
