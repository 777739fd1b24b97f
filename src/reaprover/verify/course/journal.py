"""What of a course was begun, and what is known to be done (acceptance.md, section 7).

```
ops/<NN>-<phase>/   NN: the lesson
  intent.json       written first: phase, session, plan, and the phase's input beside them
  response.json     as received
  complete.json     last: sha256 of the intent, files that prove it, result
```

Nothing is ever replaced. A phase with an intent and no completion has an **unknown outcome**: the family is blocked there and
nothing is repeated, however the driver ended (killed, refused by a disk, cut off from the server). `recovery` is the way out.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from reaprover.core.canonical import JsonError, JsonObject, canonical_json, parse_canonical, sha256
from reaprover.errors import InfrastructureError, InputError
from reaprover.verify.course.approval import Runtime, is_approved, read_runtime
from reaprover.verify.course.plan import Lesson, Plan, read_plan
from reaprover.verify.records import read_file, read_object, write_new

INTENT_SCHEMA: Final = "reap.teacher-course.intent.v1"
INTENT_FILE, RESPONSE_FILE, COMPLETE_FILE = "intent.json", "response.json", "complete.json"


class Phase(enum.Enum):
    """The phases of a lesson, in their order."""

    PREFLIGHT = "preflight"
    ONLINE = "online"
    VERIFY = "verify"
    SUCCESS_LEARN = "success-learn"
    SEAL = "seal"
    PUBLISH = "publish"
    RETIRE = "retire"


PHASES: Final = tuple(Phase)
LOCAL: Final = frozenset({Phase.PREFLIGHT, Phase.ONLINE, Phase.VERIFY})
"""Phases that need no approval: they change nothing on a server."""


@dataclass(frozen=True, slots=True)
class Course:
    """A course on disk: its folder (which is the run folder of all its lessons), plan and runtime."""

    folder: Path
    plan: Plan
    runtime: Runtime | None

    @classmethod
    def load(cls, folder: Path) -> Course:
        """Read plan and runtime.

        Raises:
            InputError: one of them is refused.
        """
        return cls(folder, read_plan(folder), read_runtime(folder))


@dataclass(frozen=True, slots=True)
class Done:
    """What a response means: the phase's result, whether the lesson goes on, and further files that prove it."""

    result: JsonObject
    goes_on: bool
    evidence: tuple[str, ...] = ()


class State(enum.Enum):
    """How a course stands."""

    READY = "ready"  # `lesson` and `phase` come next
    BLOCKED = "blocked"  # the outcome of `phase` is not known
    STOPPED = "stopped"  # `phase` was completed with an answer that the lesson cannot go on from
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a course stands; `detail` is the result of a phase that stopped it."""

    state: State
    lesson: Lesson | None = None
    phase: Phase | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Steps:
    """What the driver is made of.

    Attributes:
        prepare_fn: the input of a phase, from files alone; raises if it cannot be begun, and then nothing was.
        act_fn: does it, once, and returns the response as received; if it raises the outcome is unknown.
        judge_fn: what a response means, from files alone.
    """

    prepare_fn: Callable[[Journal, Lesson, Phase], JsonObject]
    act_fn: Callable[[Journal, Lesson, Phase, JsonObject], bytes]
    judge_fn: Callable[[Journal, Lesson, Phase, JsonObject, bytes], Done]


class Journal:
    """The records of a course, and the only way to add to them."""

    def __init__(self, course: Course) -> None:
        self.course = course

    # ---- reading --------------------------------------------------------------------------------------------------

    def place(self, lesson: Lesson, phase: Phase) -> Path:
        """The folder of one phase."""
        return self.course.folder / "ops" / f"{lesson.index:02d}-{phase.value}"

    def intent(self, lesson: Lesson, phase: Phase) -> JsonObject | None:
        """The intent of a phase; None if it was never begun.

        Raises:
            InputError: it is damaged, or that of another plan.
        """
        path = self.place(lesson, phase) / INTENT_FILE
        if not path.exists():
            return None
        record = _canonical(path)
        fixed = self._fixed(lesson, phase)
        if {key: record.get(key) for key in fixed} != fixed:
            raise InputError(str(path), "is not an intent of this phase, session and plan")
        return record

    def given(self, lesson: Lesson, phase: Phase) -> JsonObject:
        """The input of a phase that was begun."""
        fixed = self._fixed(lesson, phase)
        return {key: value for key, value in (self.intent(lesson, phase) or {}).items() if key not in fixed}

    def result(self, lesson: Lesson, phase: Phase) -> JsonObject | None:
        """The result of a completed phase, its evidence compared with the files; None if it is not complete.

        Raises:
            InputError: the completion is damaged, or a file has changed since.
        """
        path = self.place(lesson, phase) / COMPLETE_FILE
        if not path.exists():
            return None
        record = _canonical(path)
        result = record.get("result")
        intent = self.intent(lesson, phase)
        named = intent is not None and record.get("intent_sha256") == sha256(canonical_json(intent))
        if set(record) != {"intent_sha256", "evidence", "result"} or not isinstance(result, dict) or not named:
            raise InputError(str(path), "is no completion of this phase's intent")
        evidence = record["evidence"]
        for entry in evidence if isinstance(evidence, list) else [None]:
            facts = entry if isinstance(entry, dict) else {}
            file = self._contained(path, facts.get("path"))
            if set(facts) != {"path", "sha256"} or sha256(read_file(file)) != facts["sha256"]:
                raise InputError(str(file), "has changed since the phase was completed", advice="restore it; nothing is repeated")
        return result

    def phases(self, lesson: Lesson) -> tuple[Phase, ...]:
        """The phases that this lesson needs, as far as it is known."""
        runtime = self.course.runtime
        if runtime is None:
            return tuple(phase for phase in PHASES if phase in LOCAL)
        online = self.result(lesson, Phase.ONLINE) or {}
        left_out = set() if runtime.has_success_learning else {Phase.SUCCESS_LEARN}
        if online and not online.get("updates") and not runtime.has_success_learning:
            left_out |= {Phase.SEAL, Phase.PUBLISH}  # a lesson without updates publishes nothing
        return tuple(phase for phase in PHASES if phase not in left_out)

    def standing(self) -> Standing:
        """Where the course stands, from its files.

        Raises:
            InputError: a record is damaged.
        """
        for lesson in self.course.plan.lessons:
            for phase in self.phases(lesson):
                if self.intent(lesson, phase) is None:
                    return Standing(State.READY, lesson, phase)
                result = self.result(lesson, phase)
                if result is None:
                    return Standing(State.BLOCKED, lesson, phase)
                if result.get("goes_on") is not True:
                    return Standing(State.STOPPED, lesson, phase, str(result.get("reason", ""))[:400])
        return Standing(State.FINISHED)

    def pins(self, lesson: Lesson) -> JsonObject | None:
        """What `lesson` starts from: the release that the nearest earlier lesson published; None for a fresh start."""
        for earlier in reversed(self.course.plan.lessons[: lesson.index - 1]):
            published = self.result(earlier, Phase.PUBLISH)
            if published is not None and published.get("goes_on") is True:
                pins = published["pins"]
                assert isinstance(pins, dict)
                return pins
        return None

    # ---- writing --------------------------------------------------------------------------------------------------

    def run(
        self, steps: Steps, *, until: Phase | None = None, progress_fn: Callable[[Lesson, Phase], None] = lambda lesson, phase: None
    ) -> Standing:
        """Do one phase after the other until the course is finished, blocked or stopped.

        Args:
            steps: what a phase does.
            until: end after this phase of the lesson at hand.
            progress_fn: told what begins.

        Raises:
            InputError: a phase cannot be begun, or records are damaged.
            InfrastructureError: a phase failed; its outcome is unknown from now on.
        """
        while (standing := self.standing()).state is State.READY:
            assert standing.lesson is not None
            assert standing.phase is not None
            progress_fn(standing.lesson, standing.phase)
            self._do(steps, standing.lesson, standing.phase)
            if standing.phase is until:
                return self.standing()
        return standing

    def _do(self, steps: Steps, lesson: Lesson, phase: Phase) -> None:
        if phase not in LOCAL and not is_approved(self.course.folder, self.course.plan):
            raise InputError("approval.json", "is missing for this plan", advice="a person confirms with `reaprover course approve`")
        given = steps.prepare_fn(self, lesson, phase)
        place = self.place(lesson, phase)
        try:
            place.mkdir(parents=True, exist_ok=True)
            write_new(place / INTENT_FILE, canonical_json({**self._fixed(lesson, phase), **given}))
        except FileExistsError as error:
            raise InputError(str(place / INTENT_FILE), "exists already", advice="another driver works on this course") from error
        except OSError as error:
            raise InfrastructureError(f"{place}: cannot be made: {error.strerror or error}") from error
        response = steps.act_fn(self, lesson, phase, given)
        write_new(place / RESPONSE_FILE, response)
        self.complete(lesson, phase, steps.judge_fn(self, lesson, phase, given, response))

    def complete(self, lesson: Lesson, phase: Phase, done: Done) -> None:
        """Write the completion of a phase whose response is on disk.

        Raises:
            FileExistsError: there is one.
            InputError: there is no intent, or a file of the evidence is missing.
        """
        place, intent = self.place(lesson, phase), self.intent(lesson, phase)
        if intent is None:
            raise InputError(str(place), "was never begun")
        names = [(place / RESPONSE_FILE).relative_to(self.course.folder).as_posix(), *done.evidence]
        evidence = [{"path": name, "sha256": sha256(read_file(self._contained(place, name)))} for name in names]
        record = {
            "intent_sha256": sha256(canonical_json(intent)),
            "evidence": evidence,
            "result": {**done.result, "goes_on": done.goes_on},
        }
        write_new(place / COMPLETE_FILE, canonical_json(record))

    def _fixed(self, lesson: Lesson, phase: Phase) -> JsonObject:
        """What stands in every intent."""
        return {
            "schema_version": INTENT_SCHEMA,
            "phase": phase.value,
            "session_id": lesson.session_id,
            "plan_sha256": self.course.plan.sha256,
            "mutation_retry_allowed": False,
        }

    def _contained(self, where: Path, name: object) -> Path:
        path = Path(name) if isinstance(name, str) and name else None
        if path is None or path.is_absolute() or ".." in path.parts:
            raise InputError(str(where), "names a file outside the course", found=repr(name)[:80])
        return self.course.folder / path


def _canonical(path: Path) -> dict[str, Any]:
    record = read_object(path)
    try:
        parse_canonical(read_file(path))
    except JsonError as error:
        raise InputError(str(path), error.problem, found=error.found, expected=error.expected) from None
    return record
