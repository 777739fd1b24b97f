"""A driver with a server of its own, that can be ended after any write: `python -m tests.verify.course_process FOLDER [N]`.

The server is a function that answers as the specification says and notes every change it makes in `mutations.log`.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from reaprover.core.canonical import JsonObject, canonical_json
from reaprover.verify.course import (
    Course,
    Journal,
    Lesson,
    Phase,
    Standing,
    Steps,
    journal,
    judge,
    online_response,
    prepare,
    verify_response,
)

RELEASE = {"schema_version": "reap.gpu.experience.v1", "weights_sha256": "5" * 64, "transfer": ["adapter", "value_head"]}


def answer(book: Journal, lesson: Lesson, phase: Phase, given: JsonObject) -> bytes:
    """What the server says."""
    folder = book.course.folder
    match phase:
        case Phase.PREFLIGHT:
            return canonical_json({"checks": {"compiles": True}, "detail": ""})
        case Phase.ONLINE:
            return online_response(folder, lesson) or b""
        case Phase.VERIFY:
            return verify_response(folder / "proof-check" / lesson.session_id) or b""
        case Phase.SEAL:
            source = {"session_id": lesson.session_id, "theorem_id": lesson.theorem_sha256, "policy_version": 3}
            source |= {"snapshot": "experience-candidate", "snapshot_sha256": "4" * 64, "parent_experience_id": None}
            return canonical_json({"session_id": lesson.session_id, "snapshot": "experience-candidate", "source": source})
        case Phase.PUBLISH:
            acceptance = given["acceptance"]
            assert isinstance(acceptance, dict)
            own = {"experience_id": given["experience_id"], "acceptance": acceptance, "source": acceptance["source"]}
            return canonical_json({**RELEASE, **own})
        case Phase.RETIRE:
            return canonical_json(
                {"session_id": lesson.session_id, "status": "released", "policy_version": given["expected_policy_version"]}
            )
        case _:
            raise AssertionError(phase)


def act(book: Journal, lesson: Lesson, phase: Phase, given: JsonObject) -> bytes:
    """Do it, and note it."""
    with (book.course.folder / "mutations.log").open("a") as log:
        log.write(f"{phase.value}\n")
    return answer(book, lesson, phase, given)


STEPS = Steps(prepare, act, judge)


def drive(folder: Path) -> Standing:
    """Go on with the course."""
    return Journal(Course.load(folder)).run(STEPS)


if __name__ == "__main__":
    left = int(sys.argv[2])
    write = journal.write_new

    def write_and_die(path: Path, content: bytes) -> None:
        global left
        write(path, content)
        left -= 1
        if left == 0:
            os._exit(9)

    journal.write_new = write_and_die
    drive(Path(sys.argv[1]))
