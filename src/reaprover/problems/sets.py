"""Reads problem sets: one JSON object a line.

Fields: `id` (unique in its file) and `formal_statement` (Lean 4 source that ends in one statement left open by `sorry`) are needed;
`source`, `split` (train, validation, test) and `library` (true: the statement is, up to names, a lemma of Lean's own `Init`) may be there;
other fields are ignored, since published statement sets carry more. Some published sets hold `formal_statement` as a pair of a number and
the text; that is read as well.

Decision: statements are cut by `reaprover.core.declaration` and never checked here; only Lean can say whether they elaborate.
"""

from __future__ import annotations

import enum
import json
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from reaprover.core import Theorem
from reaprover.core.declaration import parse_theorems
from reaprover.errors import InputError

SET_NAMES = ("logic", "nat", "list", "isaplanner")
"""The sets that come with the package."""

MAX_FILE_BYTES = 512 * 1024**2
MAX_STATEMENT_CHARACTERS = 4 * 1024**2


class Split(enum.Enum):
    """What a problem may be used for."""

    TRAIN = "train"
    VALIDATION = "validation"
    TEST = "test"


@dataclass(frozen=True, slots=True)
class Problem:
    """A theorem to prove, with where it comes from.

    Attributes:
        id: unique in its set, e.g. `logic/pelletier_08`.
        theorem: the statement, with imports and header.
        source: textbook, author, number; empty if unknown.
        split: what it may be used for; None in files that do not say.
        library: the statement is, up to names, a lemma of Lean's `Init`, so that `exact` closes it.
    """

    id: str
    theorem: Theorem
    source: str = ""
    split: Split | None = None
    library: bool = False


def load_set(name: str | Path, split: Split | None = None) -> tuple[Problem, ...]:
    """The problems of a set, in file order.

    Args:
        name: one of `SET_NAMES`, or the path of a JSONL file.
        split: only problems of this split.

    Raises:
        InputError: no such set or file, or a line that is not a problem; the message names file, line and field.
    """
    if str(name) in SET_NAMES:
        text = files(__package__).joinpath("sets", f"{name}.jsonl").read_text(encoding="utf-8")
        where = f"set {name}"
    else:
        where = str(name)
        text = _read(Path(name))
    problems = _parse_lines(text.split("\n"), where)
    return tuple(problem for problem in problems if split is None or problem.split is split)


def parse_problem(record: Any, where: str) -> Problem:
    """One JSON object as a problem.

    Args:
        record: the decoded JSON value.
        where: file and line, for messages.

    Raises:
        InputError: a field is missing or wrong, or the statement is not exactly one theorem left open.
    """
    if not isinstance(record, dict):
        raise InputError(where, "not a problem", found=type(record).__name__, expected="a JSON object with id and formal_statement")
    identifier = record.get("id")
    if isinstance(identifier, int) and not isinstance(identifier, bool):
        identifier = str(identifier)
    if not isinstance(identifier, str) or not identifier:
        raise InputError(f"{where}, field id", "wrong or missing", found=_shown(record.get("id")), expected="a non-empty string")
    statement = record.get("formal_statement")
    if isinstance(statement, list) and statement:
        statement = statement[-1]
    if not isinstance(statement, str) or not statement.strip():
        raise InputError(
            f"{where}, field formal_statement",
            "wrong or missing",
            found=_shown(statement),
            expected="Lean source that ends in `:= by sorry`",
        )
    if len(statement) > MAX_STATEMENT_CHARACTERS:
        raise InputError(
            f"{where}, field formal_statement",
            "too long",
            found=f"{len(statement)} characters",
            expected=f"at most {MAX_STATEMENT_CHARACTERS}",
        )
    source = record.get("source", "")
    if not isinstance(source, str):
        raise InputError(f"{where}, field source", "wrong type", found=_shown(source), expected="a string")
    library = record.get("library", False)
    if not isinstance(library, bool):
        raise InputError(f"{where}, field library", "wrong type", found=_shown(library), expected="true or false")
    return Problem(identifier, _theorem(statement, where), source, _split(record, where), library)


def _theorem(statement: str, where: str) -> Theorem:
    field = f"{where}, field formal_statement"
    open_ones = [found for found in parse_theorems(statement, where=field, open_data=True) if found.sorries]
    if len(open_ones) != 1:
        raise InputError(
            field,
            "not exactly one statement left open",
            found=f"{len(open_ones)} that end in `sorry`",
            expected="one theorem, lemma or example that ends in `:= by sorry`",
            advice="write one line per theorem",
        )
    return open_ones[0].theorem


def _split(record: dict[str, Any], where: str) -> Split | None:
    value = record.get("split")
    if value is None:
        return None
    try:
        return Split(value)
    except ValueError:
        raise InputError(f"{where}, field split", "unknown split", found=_shown(value), expected="train, validation or test") from None


def _parse_lines(lines: Iterable[str], where: str) -> list[Problem]:
    problems: list[Problem] = []
    line_of: dict[str, int] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        place = f"{where}, line {number}"
        try:
            record = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise InputError(place, "not JSON", found=_shown(line), expected="one JSON object a line", advice=str(error)) from None
        problem = parse_problem(record, place)
        if problem.id in line_of:
            raise InputError(
                f"{place}, field id", "used before", found=f"{problem.id!r} of line {line_of[problem.id]}", expected="unique ids"
            )
        line_of[problem.id] = number
        problems.append(problem)
    if not problems:
        raise InputError(where, "no problems", expected="one JSON object a line")
    return problems


def _read(path: Path) -> str:
    try:
        if path.is_dir():
            raise InputError(str(path), "a directory", expected="a JSONL file")
        size = path.stat().st_size
        if size > MAX_FILE_BYTES:
            raise InputError(str(path), "too large", found=f"{size} bytes", expected=f"at most {MAX_FILE_BYTES}")
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise InputError(str(path), "no such file", expected=f"a JSONL file, or one of the sets {', '.join(SET_NAMES)}") from None
    except UnicodeDecodeError as error:
        raise InputError(str(path), "not UTF-8", found=f"byte {error.object[error.start]:#04x} at offset {error.start}") from None
    except OSError as error:
        raise InputError(str(path), "cannot be read", found=error.strerror or str(error)) from None


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."
