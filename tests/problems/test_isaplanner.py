"""The problem files themselves are the reference: they are evaluated in Python, and Lean's definitions are compared with them."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest

from reaprover.problems import load_set

from .smt import Program

FOLDER = Path(__file__).parents[3] / "shared" / "data" / "tip" / "isaplanner"
FILES = sorted(FOLDER.glob("prop_*.smt2")) if FOLDER.is_dir() else []
pytestmark = pytest.mark.skipif(not FILES, reason="the problem files are not here")

LEAN_NAMES = {"++": "append", "+2": "plus", "<2": "lt", "<=2": "le", "==": "eq", "|-2|": "minus"}
"""Names of functions that differ; `&&` is Lean's own."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_property_holds_on_small_values(path: Path) -> None:
    program = Program(path)
    for values in program.assignments(1500):
        assert program.holds(values), values


def test_every_file_has_its_problem() -> None:
    assert [problem.id for problem in load_set("isaplanner")] == [f"isaplanner/{path.stem}" for path in FILES]


@pytest.mark.lean
def test_the_definitions_in_lean_compute_what_the_files_say(run_lean: Any) -> None:
    cases: dict[str, str] = {}
    headers: dict[str, str] = {}
    for path, problem in zip(FILES, load_set("isaplanner"), strict=True):
        program = Program(path)
        for name, (parameters, _) in program.functions.items():
            lean = LEAN_NAMES.get(name, name)
            if name == "&&" or lean in cases:
                continue
            assert f"def {lean} " in problem.theorem.header, (path, lean)
            headers[lean] = problem.theorem.header
            cases[lean] = "\n".join(_examples(program, name, lean, len(parameters)))
    assert len(cases) >= 30
    text = "\n".join(f"namespace Case{number}\n{headers[name]}\n{cases[name]}\nend Case{number}" for number, name in enumerate(cases))
    run_lean(text)


def _examples(program: Program, name: str, lean: str, arity: int) -> list[str]:
    """Equations between a call and its value, both written in Lean, for small arguments of the right kinds."""
    numbers: list[Any] = list(range(4))
    lists: list[Any] = [(), (1,), (0, 2), (2, 1, 0), (1, 1, 2, 0)]
    trees: list[Any] = [None, (None, 1, None), ((None, 2, None), 0, None), (None, 3, ((None, 1, None), 2, None))]
    kinds: dict[str, list[list[Any]]] = {
        "append": [lists, lists],
        "butlastConcat": [lists, lists],
        "lastOfTwo": [lists, lists],
        "zip": [lists, lists],
        "zipConcat": [numbers[:2], lists, lists],
        **{key: [numbers, numbers] for key in ("plus", "minus", "lt", "le", "eq", "max", "min")},
        **{key: [numbers, lists] for key in ("take", "drop", "count", "delete", "elem", "ins", "ins1", "insort")},
        **{key: [lists] for key in ("butlast", "last", "len", "rev", "sort", "sorted")},
        **{key: [["f"], lists] for key in ("filter", "map", "takeWhile", "dropWhile")},
        **{key: [trees] for key in ("height", "mirror")},
    }
    assert len(kinds[lean]) == arity
    lines = []
    for arguments in itertools.product(*kinds[lean]):
        function = (lambda x: x + 1) if lean == "map" else (lambda x: x != 1)
        value = program.call(name, [function if argument == "f" else argument for argument in arguments])
        call = " ".join(_lean(argument, lean) for argument in arguments)
        lines.append(f"example : Isa.{lean} {call} = {_lean(value, lean, pairs=lean.startswith('zip'))} := by rfl")
    return lines


def _lean(value: Any, function: str, *, pairs: bool = False) -> str:
    if value == "f":
        return "(fun n : Nat => n + 1)" if function == "map" else "(fun n : Nat => n != 1)"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if function in ("height", "mirror"):
        if value is None:
            return "(Isa.Tree.leaf : Isa.Tree Nat)"
        return f"(Isa.Tree.node {_lean(value[0], function)} {value[1]} {_lean(value[2], function)})"
    items = ", ".join(f"({item[0]}, {item[1]})" if isinstance(item, tuple) else str(item) for item in value)
    return f"([{items}] : List {'(Nat × Nat)' if pairs else 'Nat'})"
