"""A phase with an unknown outcome, proved from saved records: offline, without a request or a change (acceptance.md, section 7).

Only the response that was not written down, and the completion, are added, and only if the records prove what happened: the
response itself, the records that a search or a check leaves, or the server's ledger with the digest of this very request.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from reaprover.core.canonical import canonical_json, event_digest
from reaprover.errors import InputError
from reaprover.verify.course.journal import RESPONSE_FILE, Journal, Phase, Standing, State
from reaprover.verify.course.phases import judge, saved_response
from reaprover.verify.course.plan import Lesson
from reaprover.verify.records import read_object, write_new

LEDGER_SCHEMA: Final = "reap.course-success-recovery-ledger.v1"


def recover(journal: Journal, ledger: Path | None = None) -> Standing:
    """Write the completion of the blocked phase if records prove its outcome.

    Args:
        journal: of the course.
        ledger: `{schema_version, session_id, entries: {phase: {digest, response}}}` as an operator took it from the server; the
            digest is that of the event, or else of the request body.

    Returns:
        Where the course stands afterwards.

    Raises:
        InputError: nothing is blocked, or nothing proves the outcome; nothing is written then.
    """
    standing = journal.standing()
    if standing.state is not State.BLOCKED or standing.lesson is None or standing.phase is None:
        raise InputError(str(journal.course.folder), "has no phase with an unknown outcome", found=standing.state.value)
    lesson, phase = standing.lesson, standing.phase
    given = journal.given(lesson, phase)
    response = saved_response(journal, lesson, phase)
    if response is None and ledger is not None:
        response = _from_ledger(ledger, lesson, phase, given)
    if response is None:
        raise InputError(
            f"{journal.place(lesson, phase)}",
            "has an outcome that no record proves",
            expected="its response, the records of its search or check, or the server's ledger",
            advice="the family stays blocked; plan a new one",
        )
    done = judge(journal, lesson, phase, given, response)
    path = journal.place(lesson, phase) / RESPONSE_FILE
    if not path.exists():
        write_new(path, response)
    journal.complete(lesson, phase, done)
    return journal.standing()


def _from_ledger(path: Path, lesson: Lesson, phase: Phase, given: Mapping[str, Any]) -> bytes | None:
    record = read_object(path)
    if record.get("schema_version") != LEDGER_SCHEMA or record.get("session_id") != lesson.session_id:
        found = f"{record.get('schema_version')!r} of {record.get('session_id')!r}"[:160]
        raise InputError(str(path), "is no ledger of this session", found=found, expected=f"{LEDGER_SCHEMA} of {lesson.session_id}")
    entries = record.get("entries")
    entry = entries.get(phase.value) if isinstance(entries, dict) else None
    if not isinstance(entry, dict) or not isinstance(entry.get("response"), dict):
        return None
    wanted = event_digest(given.get("event", given))
    if entry.get("digest") != wanted:
        raise InputError(f"{path}: entries.{phase.value}", "is about another request", found=str(entry.get("digest"))[:80], expected=wanted)
    return canonical_json(entry["response"])
