"""The plan of a course: which lessons, in which order, under which names and budgets (acceptance.md, section 7).

`plan.json` is canonical, written once and never changed; its sha256 stands in every later record of the family.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final

from reaprover.core.canonical import JsonError, JsonObject, canonical_json, require_canonical, sha256
from reaprover.errors import InputError
from reaprover.verify.name import read_name
from reaprover.verify.records import read_file, read_object

PLAN_FILE: Final = "plan.json"
PLAN_SCHEMA: Final = "reap.teacher-course.plan.v1"
MEMBERS_SCHEMA: Final = "reap.teacher-course.members.v1"
BUDGET_SCHEMAS: Final = tuple(f"reap.proof-curriculum.budgets.v{n}" for n in (1, 2, 3))
MODE: Final = "online-search-visit-backup-v1"
MAX_LESSONS: Final = 64

_FAMILY: Final = re.compile(r"[a-z][a-z0-9-]{0,39}")
_NONCE: Final = re.compile(r"[0-9a-f]{12}")
_HEX64: Final = re.compile(r"[0-9a-f]{64}")
_INPUT_FILE: Final = re.compile(r"inputs/[A-Za-z0-9][A-Za-z0-9_.-]{0,99}\.lean")


@dataclass(frozen=True, slots=True)
class Budgets:
    """What one lesson may use.

    Attributes:
        search_steps: simulations of the search.
        num_samples: tactics per call of the policy.
        max_tokens: tokens per tactic.
        max_updates: learning steps inside the search; 0 learns nothing.
        min_checkpoint_interval: simulations between two learning steps.
        max_nodes: nodes of the tree; None only in records of the first version, which had no such limit.

    Raises:
        InputError: a number is out of range, or `max_updates · min_checkpoint_interval ≤ search_steps ≤ max_nodes` does not hold.
    """

    search_steps: int
    num_samples: int
    max_tokens: int
    max_updates: int
    min_checkpoint_interval: int
    max_nodes: int | None

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            least = 0 if field.name == "max_updates" else 1
            if value is None and field.name == "max_nodes":
                continue
            if isinstance(value, bool) or not isinstance(value, int) or value < least:
                raise InputError(f"budgets: {field.name}", "is out of range", found=repr(value)[:40], expected=f"an integer from {least}")
        chain = (self.max_updates * self.min_checkpoint_interval, self.search_steps, self.max_nodes)
        if chain[0] > self.search_steps or (self.max_nodes is not None and self.search_steps > self.max_nodes):
            rule = "max_updates · min_checkpoint_interval ≤ search_steps ≤ max_nodes"
            raise InputError("budgets", "contradict each other", found=" ≤ ".join(map(str, chain)), expected=rule)

    def to_json(self) -> JsonObject:
        """As it stands in the plan."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        if self.max_nodes is None:
            del values["max_nodes"]
        return {"schema_version": BUDGET_SCHEMAS[0 if self.max_nodes is None else 1], **values}


@dataclass(frozen=True, slots=True)
class Lesson:
    """One theorem of a family.

    Attributes:
        index: place in the family, from 1.
        session_id: `course-<nonce>-NN`.
        experience_id: `exp-<nonce>-NN`.
        input_file: the searched source, `inputs/<file>.lean`.
        theorem: its full name.
        theorem_sha256: of the source.
    """

    index: int
    session_id: str
    experience_id: str
    input_file: str
    theorem: str
    theorem_sha256: str


@dataclass(frozen=True, slots=True)
class Plan:
    """A family of lessons, the target last."""

    family_id: str
    nonce: str
    lessons: tuple[Lesson, ...]
    budgets: Budgets

    def to_bytes(self) -> bytes:
        """The canonical bytes of `plan.json`."""
        lessons: list[Any] = [{field.name: getattr(lesson, field.name) for field in fields(Lesson)} for lesson in self.lessons]
        return canonical_json(
            {
                "schema_version": PLAN_SCHEMA,
                "mode": MODE,
                "family_id": self.family_id,
                "nonce": self.nonce,
                "target": self.lessons[-1].session_id,
                "members": {"schema_version": MEMBERS_SCHEMA, "lessons": lessons},
                "budgets": self.budgets.to_json(),
            }
        )

    @property
    def sha256(self) -> str:
        """Of `plan.json`."""
        return sha256(self.to_bytes())

    def lesson(self, session_id: str) -> Lesson:
        """The lesson of a session.

        Raises:
            InputError: there is none.
        """
        found = next((lesson for lesson in self.lessons if lesson.session_id == session_id), None)
        if found is None:
            known = ", ".join(lesson.session_id for lesson in self.lessons[:4])
            raise InputError(PLAN_FILE, "has no such lesson", found=session_id[:60], expected=known)
        return found


def make_plan(family_id: str, sources: Sequence[tuple[str, str, bytes]], budgets: Budgets, nonce: str) -> Plan:
    """Plan a family.

    Args:
        family_id: its name, lower-case letters, digits and hyphens.
        sources: file name, theorem and content of each searched source, the target last; 1 to 64.
        budgets: of every lesson.
        nonce: 12 fresh hex digits, which make the names of sessions and experiences unique.

    Raises:
        InputError: a name or a number is refused.
    """
    lessons = [
        Lesson(i, f"course-{nonce}-{i:02d}", f"exp-{nonce}-{i:02d}", f"inputs/{name}", theorem, sha256(data))
        for i, (name, theorem, data) in enumerate(sources, start=1)
    ]
    plan = Plan(family_id, nonce, tuple(lessons), budgets)
    _check(plan)
    return plan


def read_plan(folder: Path) -> Plan:
    """Read `plan.json` of a course; what is read is written back byte for byte.

    Raises:
        InputError: it is missing, malformed, or no plan of this form.
    """
    path = folder / PLAN_FILE
    data, record = read_file(path), read_object(path)
    try:
        require_canonical(data, record)
    except JsonError as error:
        raise InputError(str(path), error.problem, found=error.found, expected=error.expected) from None
    if record.get("schema_version") != PLAN_SCHEMA or record.get("mode") != MODE:
        found = f"{record.get('schema_version')!r}, mode {record.get('mode')!r}"[:120]
        raise InputError(str(path), "is no plan of a course", found=found, expected=f"{PLAN_SCHEMA}, mode {MODE}")
    members, budgets = _object(path, record, "members"), _object(path, record, "budgets")
    entries = members.get("lessons")
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise InputError(f"{path}: members.lessons", "is no list of lessons")
    if budgets.get("schema_version") not in BUDGET_SCHEMAS:
        raise InputError(f"{path}: budgets", "has another schema", found=repr(budgets.get("schema_version"))[:80])
    values = {key: value for key, value in budgets.items() if key != "schema_version"}
    names = {field.name for field in fields(Budgets)}
    if set(values) | {"max_nodes"} != names:
        raise InputError(f"{path}: budgets", "has other keys", found=str(sorted(values))[:120], expected=str(sorted(names)))
    lessons = []
    for place, entry in enumerate(entries):
        if set(entry) != {field.name for field in fields(Lesson)}:
            raise InputError(f"{path}: members.lessons[{place}]", "has other keys", found=str(sorted(entry))[:120])
        lessons.append(Lesson(**entry))
    plan = Plan(record.get("family_id", ""), record.get("nonce", ""), tuple(lessons), Budgets(**{"max_nodes": None, **values}))
    _check(plan)
    if plan.to_bytes() != data:
        raise InputError(str(path), "has other keys or values than a plan", advice="plans are made by `reaprover course plan`")
    return plan


def _object(path: Path, record: Mapping[str, Any], key: str) -> dict[str, Any]:
    value = record.get(key)
    if not isinstance(value, dict):
        raise InputError(f"{path}: {key}", "is no object")
    return value


def _check(plan: Plan) -> None:
    if not isinstance(plan.family_id, str) or not _FAMILY.fullmatch(plan.family_id):
        expected = "a lower-case letter, then up to 39 letters, digits and hyphens"
        raise InputError("plan: family_id", "is refused", found=repr(plan.family_id)[:60], expected=expected)
    if not isinstance(plan.nonce, str) or not _NONCE.fullmatch(plan.nonce):
        raise InputError("plan: nonce", "is refused", found=repr(plan.nonce)[:40], expected="12 hexadecimal digits")
    if not 1 <= len(plan.lessons) <= MAX_LESSONS:
        raise InputError("plan: lessons", "are too few or too many", found=str(len(plan.lessons)), expected=f"1 to {MAX_LESSONS}")
    for place, lesson in enumerate(plan.lessons, start=1):
        where = f"plan: lesson {place}"
        ids = (f"course-{plan.nonce}-{place:02d}", f"exp-{plan.nonce}-{place:02d}")
        if lesson.index != place or (lesson.session_id, lesson.experience_id) != ids:
            raise InputError(where, "has other names than its place gives", found=repr(lesson.session_id)[:60], expected=", ".join(ids))
        if not isinstance(lesson.input_file, str) or not _INPUT_FILE.fullmatch(lesson.input_file):
            raise InputError(f"{where}: input_file", "is refused", found=repr(lesson.input_file)[:80], expected="inputs/NAME.lean")
        if not isinstance(lesson.theorem_sha256, str) or not _HEX64.fullmatch(lesson.theorem_sha256):
            raise InputError(f"{where}: theorem_sha256", "is no sha256", found=repr(lesson.theorem_sha256)[:80])
        if not isinstance(lesson.theorem, str):
            raise InputError(f"{where}: theorem", "is no name", found=repr(lesson.theorem)[:60])
        read_name(lesson.theorem)
    for what in ("input_file", "theorem_sha256"):
        values = [getattr(lesson, what) for lesson in plan.lessons]
        if len(set(values)) != len(values):
            raise InputError(f"plan: {what}", "is the same in two lessons", expected="different theorems")
