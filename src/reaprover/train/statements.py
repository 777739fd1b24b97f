"""The pool of statements that a run practises on: training problems, their variants, conjectures; never an evaluation statement."""

from __future__ import annotations

import dataclasses
import itertools
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reaprover.core import Theorem
from reaprover.core.durable import write_durably
from reaprover.errors import InputError
from reaprover.learn.conjectures import conjectures
from reaprover.learn.leakage import EvaluationGuard
from reaprover.learn.programs import program_conjectures
from reaprover.learn.transition import theorem_from_json, theorem_to_json
from reaprover.learn.variants import variants
from reaprover.problems import Split, load_set

PROGRAM = "program"


@dataclass(frozen=True, slots=True)
class Statement:
    """One entry of the pool.

    Attributes:
        id: unique in the pool.
        source: `problem`, `variant`, `conjecture` or `program`.
        theorem: what it says.
    """

    id: str
    source: str
    theorem: Theorem

    def theorem_named(self, name: str, *, negated: bool) -> Theorem:
        """The statement or its negation under a name that is unique in its run, so that many fit into one file."""
        return dataclasses.replace(self.theorem, name=name, negated=negated)


def make_pool(
    sets: Sequence[str], *, num_variants: int, num_conjectures: int, num_programs: int = 0, seed: int, guard: EvaluationGuard
) -> tuple[Statement, ...]:
    """The training problems of `sets`, up to `num_variants` of each, conjectures of two sorts; a function of its arguments.

    What the guard knows as an evaluation statement is left out, as are repeats. Conjectures about the functions of training problems
    (`num_programs`) are about lists of numbers, so types do not count between them and an evaluation statement.
    """
    found: dict[tuple[str, str, str], Statement] = {}
    for statement in _candidates(sets, num_variants, num_conjectures, num_programs, seed):
        theorem = statement.theorem
        key = theorem.header, theorem.binders, theorem.conclusion
        if key in found or guard.find(theorem) is not None:
            continue
        if statement.source == PROGRAM and guard.find_untyped(f"∀ {theorem.binders}, {theorem.conclusion}") is not None:
            continue
        found[key] = statement
    return tuple(found.values())


def _candidates(sets: Sequence[str], num_variants: int, num_conjectures: int, num_programs: int, seed: int) -> Iterator[Statement]:
    problems = [problem for name in sets for problem in load_set(name, Split.TRAIN)]
    for problem in problems:
        yield Statement(problem.id, "problem", problem.theorem)
    for problem in problems:
        try:
            varied = variants(problem.theorem, num_variants, seed)
        except InputError:  # binders that this program cannot take apart
            continue
        for number, theorem in enumerate(varied):
            yield Statement(f"{problem.id}/v{number}", "variant", theorem)
    for number, theorem in enumerate(itertools.islice(conjectures(seed), num_conjectures)):
        yield Statement(f"conjecture/{number}", "conjecture", theorem)
    headers = [problem.theorem.header for problem in problems]
    for number, theorem in enumerate(itertools.islice(program_conjectures(headers, seed), num_programs)):
        yield Statement(f"{PROGRAM}/{number}", PROGRAM, theorem)


def write_pool(path: Path, pool: Sequence[Statement]) -> None:
    """One JSON line per statement."""
    lines = (json.dumps({"id": s.id, "source": s.source, "theorem": theorem_to_json(s.theorem)}, ensure_ascii=False) + "\n" for s in pool)
    write_durably(path, "".join(lines).encode())


def read_pool(path: Path) -> tuple[Statement, ...]:
    """The pool that `write_pool` wrote.

    Raises:
        InputError: the file is missing or not such a pool.
    """
    pool = []
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(str(path), "cannot be read", found=str(error)) from error
    for number, line in enumerate(text.splitlines(), 1):
        try:
            record: Any = json.loads(line)
            pool.append(Statement(record["id"], record["source"], theorem_from_json(record["theorem"])))
        except (ValueError, KeyError, TypeError, InputError) as error:
            raise InputError(f"{path}, line {number}", "is no statement", found=line[:80], expected="id, source, theorem") from error
    return tuple(pool)
