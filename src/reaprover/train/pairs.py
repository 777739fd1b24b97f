"""Supervised pairs: printed states with the tactics that people chose there, from a JSONL file (spec rl.md, section 10).

One JSON object a line:

    state           the printed goals, as text or as a list, printed as search prints them
    tactic          what was done there
    distance        tactics on the longest branch from here to the end of that proof, an integer ≥ 1
    theorem_id      the theorem it is from
    file            optional: the file that the theorem is from
    statement       optional: the theorem as Lean source up to its proof, `theorem NAME BINDERS : TYPE`

Decisions:
- What is held out together is a whole file, or a theorem where no file is named; never single states.
- A file (or theorem) with an evaluation statement goes with all its neighbours, and is named in the report. Compared is the statement if
  there is one, every goal of a state (a statement with its context as hypotheses), and what the tactic claims.
- Equal pairs are kept once, with the smallest distance. Everything else that is wrong is an error that names its line; nothing is cut.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from reaprover.core.declaration import parse_theorems
from reaprover.errors import InputError
from reaprover.learn.leakage import EvaluationGuard

MAX_LINE_BYTES: Final = 1024**2
_FIELDS: Final = frozenset({"state", "tactic", "distance", "theorem_id", "file", "statement"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A state and what was done there; has what learning reads of a `learn.transition.Transition`.

    Attributes:
        theorem_id: what is held out together: the pair's file, or its theorem where it names none.
        state: the printed goals, joined by line feeds.
        tactic: without white space around.
        value_target: −distance.
    """

    theorem_id: str
    state: str
    tactic: str
    value_target: int


@dataclass(frozen=True, slots=True)
class Pairs:
    """The pairs of a file.

    Attributes:
        pairs: those that may be trained on, in the order of the file.
        sha256: of the file.
        num_read: lines.
        removed: group → the evaluation statement for which all of it went.
    """

    pairs: tuple[Pair, ...]
    sha256: str
    num_read: int
    removed: dict[str, str]

    def __len__(self) -> int:
        """How many may be trained on."""
        return len(self.pairs)

    def __iter__(self) -> Iterator[Pair]:
        """Those, in order."""
        return iter(self.pairs)


def read_pairs(path: Path, guard: EvaluationGuard) -> Pairs:
    """Read a file of pairs and leave out what is held out for evaluation, with its neighbours.

    Raises:
        InputError: the file, a line or a field is wrong.
    """
    digest = hashlib.sha256()
    read: dict[tuple[str, str, str], Pair] = {}
    removed: dict[str, str] = {}
    num_read = 0
    try:
        with Path(path).open("rb") as file:
            for number, data in enumerate(file, 1):
                digest.update(data)
                if data.strip():
                    num_read += 1
                    pair, statement = _pair(data, f"{path}, line {number}")
                    known = read.get((pair.theorem_id, pair.state, pair.tactic))
                    if known is None or known.value_target < pair.value_target:
                        read[pair.theorem_id, pair.state, pair.tactic] = pair
                    if pair.theorem_id not in removed:
                        held_out = _held_out(guard, statement, pair, f"{path}, line {number}")
                        if held_out is not None:
                            removed[pair.theorem_id] = held_out
    except OSError as error:
        raise InputError(str(path), f"cannot be read: {error.strerror or error}", expected="a JSONL file of pairs") from error
    kept = tuple(pair for pair in read.values() if pair.theorem_id not in removed)
    return Pairs(kept, digest.hexdigest(), num_read, removed)


def _pair(data: bytes, where: str) -> tuple[Pair, str]:
    """A line as a pair, and its statement or nothing."""
    if len(data) > MAX_LINE_BYTES:
        raise InputError(where, "is too long", found=f"{len(data)} bytes", expected=f"at most {MAX_LINE_BYTES}")
    try:
        record: Any = json.loads(data)
    except ValueError as error:
        raise InputError(where, "is not JSON", found=str(error)[:80], expected="an object") from error
    if not isinstance(record, dict) or not {"state", "tactic", "distance", "theorem_id"} <= record.keys() <= _FIELDS:
        found = sorted(record)[:8] if isinstance(record, dict) else type(record).__name__
        raise InputError(where, "is no pair", found=str(found), expected="state, tactic, distance, theorem_id, and perhaps file, statement")
    goals = record["state"]
    if isinstance(goals, list) and goals and all(isinstance(goal, str) for goal in goals):
        record["state"] = "\n".join(goals)
    for name in ("state", "tactic", "theorem_id", "file", "statement"):
        value = record.get(name, "-")
        if not isinstance(value, str) or not value.strip():
            raise InputError(f"{where}, field {name}", "is wrong", found=repr(value)[:80], expected="text")
    distance = record["distance"]
    if isinstance(distance, bool) or not isinstance(distance, int) or distance < 1:
        raise InputError(f"{where}, field distance", "is wrong", found=repr(distance)[:80], expected="an integer of at least 1")
    group = record.get("file") or record["theorem_id"]
    pair = Pair(theorem_id=group, state=record["state"], tactic=record["tactic"].strip(), value_target=-distance)
    return pair, record.get("statement", "")


def _held_out(guard: EvaluationGuard, statement: str, pair: Pair, where: str) -> str | None:
    """The evaluation statement that a pair shows, or None."""
    if statement:
        declared = parse_theorems(f"{statement.rstrip()} := by sorry", where=f"{where}, field statement")
        if len(declared) != 1:
            found = f"{len(declared)} theorems"
            raise InputError(f"{where}, field statement", "is no statement", found=found, expected="theorem NAME BINDERS : TYPE")
        if (found_id := guard.find(declared[0].theorem)) is not None:
            return found_id
    return guard.find_state(pair.state) or guard.find_claim(pair.tactic)
