"""Statements about a file's own functions: what is computed here is what Lean computes, and what is offered holds in small cases."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from reaprover.core import TacticStatus, Theorem
from reaprover.lean.environment import LeanEnvironment
from reaprover.lean.pool import LeanPool
from reaprover.lean.toolchain import EmbeddedToolchain
from reaprover.learn.programs import _header, _Machine, functions_of, program_conjectures
from reaprover.problems import Split, load_set

HEADERS = [problem.theorem.header for problem in load_set("isaplanner", Split.TRAIN)]


def lean(value: Any) -> str:
    if isinstance(value, tuple):
        return "(" + "".join(f"{item} :: " for item in value) + "([] : List Nat))"
    return str(value).lower()


def test_functions_are_read_with_all_that_they_call_and_others_are_left_out() -> None:
    found = functions_of(HEADERS)
    assert {"append", "rev", "insort", "sort", "count", "last", "butlast"} <= found.keys()
    assert not {"map", "filter", "zip", "height", "Tree"} & found.keys()  # functions, pairs and trees are not understood
    assert (found["insort"].kinds, found["insort"].result, found["insort"].calls) == (("Nat", "List"), "List", {"le", "insort"})
    assert functions_of(["def lonely : Nat → Nat\n  | 0 => missing 0\n  | x + 1 => x"]) == {}


@pytest.mark.lean
def test_what_is_computed_is_what_lean_computes(toolchain: EmbeddedToolchain) -> None:
    known, rng, claims = functions_of(HEADERS), random.Random(5), []
    for function in known.values():
        for _ in range(3):
            arguments = [
                rng.randrange(4) if kind == "Nat" else tuple(rng.randrange(4) for _ in range(rng.randrange(4))) for kind in function.kinds
            ]
            value = _Machine(known).call(function, arguments)
            claims.append(f"Isa.{function.name} {' '.join(map(lean, arguments))} = {lean(value)}")
    header = _header(known, " ".join(claims))
    environment = LeanEnvironment(Theorem("computed", "", " ∧ ".join(claims), header=header), LeanPool(toolchain, 1))
    try:
        (result,) = environment.apply_batch(environment.initial_state(), [f"simp [{', '.join(f'Isa.{name}' for name in known)}]"])
        assert result.status is TacticStatus.CLOSED, result
    finally:
        environment.close()


def test_statements_are_a_function_of_the_seed_and_say_something() -> None:
    first = list(itertools.islice(program_conjectures(HEADERS, 3), 12))
    assert first == list(itertools.islice(program_conjectures(HEADERS, 3), 12))
    for theorem in first:
        left, _, right = theorem.conclusion.partition(" = ")
        assert left != right
        assert "Isa." in theorem.conclusion
        assert theorem.header.startswith("namespace Isa")
    assert list(program_conjectures(["axiom nothing : True"], 0)) == []
