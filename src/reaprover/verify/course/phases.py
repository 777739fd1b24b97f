"""What each phase of a lesson is given, and what its response means: from files alone, so that it can be worked out again."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from reaprover.core.canonical import JsonError, JsonObject, canonical_text, parse_json, sha256
from reaprover.errors import InputError
from reaprover.verify.acceptance import acceptance_block, read_inputs, validate
from reaprover.verify.course.journal import Done, Journal, Phase
from reaprover.verify.course.plan import Lesson
from reaprover.verify.records import read_file, read_object

SEALED: Final = "experience-candidate"
RETIRED: Final = "retired-online-ttt"
DATASET: Final = "success-replay/dataset.json"


def prepare(journal: Journal, lesson: Lesson, phase: Phase) -> JsonObject:
    """The input of a phase, written into its intent.

    Raises:
        InputError: what it needs is missing or contradicts the plan.
    """
    course = journal.course
    if sha256(read_file(course.folder / lesson.input_file)) != lesson.theorem_sha256:
        raise InputError(lesson.input_file, "is another source than the plan's", advice="sources are not changed once they are planned")
    match phase:
        case Phase.PREFLIGHT:
            return {"input_file": lesson.input_file, "theorem": lesson.theorem, "theorem_sha256": lesson.theorem_sha256}
        case Phase.ONLINE:
            pins = journal.pins(lesson)
            if course.runtime is not None and online_response(course.folder, lesson) is None:
                start = "fresh" if pins is None else f"from {canonical_text(pins)}"
                advice = f"search it in session {lesson.session_id} of the server, started {start}; then run the course again"
                raise InputError(f"outputs/{lesson.session_id}", "holds no records of a search", advice=advice)
            return {"budgets": course.plan.budgets.to_json(), "pins": pins}
        case Phase.VERIFY:
            if (
                course.runtime is not None
                and course.runtime.checks_elsewhere
                and not (_check_folder(journal, lesson) / "accepted.json").exists()
            ):
                advice = "`reaprover acceptance export`, check there, then `reaprover acceptance import`"
                raise InputError(
                    f"proof-check/{lesson.session_id}", "is missing: proofs of this course are checked elsewhere", advice=advice
                )
            return {"theorem": lesson.theorem, "cpu_image": None if course.runtime is None else course.runtime.cpu_image}
        case Phase.SUCCESS_LEARN:
            return {"expected_policy_version": _online_updates(journal, lesson), "event": _success_event(journal, lesson)}
        case Phase.SEAL:
            return {"name": SEALED, "for_experience": True}
        case Phase.PUBLISH:
            source = (journal.result(lesson, Phase.SEAL) or {}).get("source")
            block = acceptance_block(_check_folder(journal, lesson), course.folder, source if isinstance(source, dict) else {})
            return {"snapshot": SEALED, "experience_id": lesson.experience_id, "acceptance": block}
        case Phase.RETIRE:
            return {"name": RETIRED, "expected_policy_version": _total_updates(journal, lesson)}


def judge(journal: Journal, lesson: Lesson, phase: Phase, given: Mapping[str, Any], response: bytes) -> Done:
    """What a response means; anything unexpected stops the lesson, with a reason.

    Raises:
        InputError: files that the phase should have left contradict each other.
    """
    try:
        record = parse_json(response)
    except JsonError as error:
        return Done({"reason": f"the response {error.problem}"}, False)
    if not isinstance(record, dict):
        return Done({"reason": "the response is no object"}, False)
    if "error" in record and phase not in (Phase.ONLINE, Phase.VERIFY):
        return Done({"reason": f"refused: {str(record['error'])[:300]}"}, False)
    match phase:
        case Phase.PREFLIGHT:
            checks = record.get("checks")
            bad = [name for name, held in checks.items() if held is not True] if isinstance(checks, dict) else ["checks"]
            return Done({"reason": f"does not hold: {', '.join(bad)} {record.get('detail', '')}".strip() if bad else ""}, not bad)
        case Phase.ONLINE:
            return _judge_online(journal, lesson, record)
        case Phase.VERIFY:
            return _judge_verify(journal, lesson, response)
        case Phase.SUCCESS_LEARN:
            event, version = given["event"], given["expected_policy_version"] + 1
            return _agree({"event_id": event["event_id"], "policy_version": version}, record, {"policy_version": version})
        case Phase.SEAL:
            return _judge_seal(journal, lesson, record)
        case Phase.PUBLISH:
            wanted = {"experience_id": lesson.experience_id, "acceptance": given["acceptance"], "source": given["acceptance"]["source"]}
            snapshot = given["acceptance"]["source"].get("snapshot_sha256")
            pins = {"experience_snapshot_sha256": snapshot, "experience_weights_sha256": record.get("weights_sha256")}
            return _agree(wanted, record, {"pins": {"experience_id": lesson.experience_id, **pins}})
        case Phase.RETIRE:
            version = given["expected_policy_version"]
            wanted = {"session_id": lesson.session_id, "status": "released", "policy_version": version}
            return _agree(wanted, record, {"status": "released"})


def saved_response(journal: Journal, lesson: Lesson, phase: Phase) -> bytes | None:
    """The response of a phase as far as the course's own files prove it, whether or not the driver came to write it down."""
    path = journal.place(lesson, phase) / "response.json"
    if path.exists():
        return read_file(path)
    if phase is Phase.ONLINE:
        return online_response(journal.course.folder, lesson)
    if phase is Phase.VERIFY:
        return verify_response(_check_folder(journal, lesson))
    return None


def online_response(folder: Path, lesson: Lesson) -> bytes | None:
    """The record of a search that has ended: `online-result.json`, if all records of the search are there."""
    out = folder / "outputs" / lesson.session_id
    names = ("session.json", "result.json", "online-result.json")
    return read_file(out / names[-1]) if all((out / name).exists() for name in names) else None


def verify_response(folder: Path) -> bytes | None:
    """The record of a check that has ended: `accepted.json`, else the receipt of one that did not accept."""
    for name in ("accepted.json", "receipt.json"):
        if (folder / name).exists():
            data = read_file(folder / name)
            # a receipt that passed without accepted.json beside it: the check was ended in between
            return None if name == "receipt.json" and read_object(folder / name).get("passed") is not False else data
    return None


# ---- the parts ------------------------------------------------------------------------------------------------------------


def _check_folder(journal: Journal, lesson: Lesson) -> Path:
    return journal.course.folder / "proof-check" / lesson.session_id


def _agree(wanted: Mapping[str, Any], record: Mapping[str, Any], result: JsonObject) -> Done:
    for key, value in wanted.items():
        if record.get(key) != value:
            reason = f"{key} of the response: found {str(record.get(key))[:120]}, expected {str(value)[:120]}"
            return Done({"reason": reason}, False)
    return Done(result, True)


def _judge_online(journal: Journal, lesson: Lesson, record: Mapping[str, Any]) -> Done:
    course, out = journal.course, journal.course.folder / "outputs" / lesson.session_id
    session = read_object(out / "session.json")
    updates = record.get("optimizer_updates")
    facts: JsonObject = {
        "status": str(record.get("status"))[:80],
        "updates": updates if isinstance(updates, int) and not isinstance(updates, bool) else 0,
    }
    evidence = tuple(f"outputs/{lesson.session_id}/{name}" for name in ("session.json", "result.json", "online-result.json"))
    gamma = session.get("gamma")
    if course.runtime is not None and gamma != course.runtime.gamma:
        return Done({**facts, "reason": f"gamma {gamma} is not the contract's {course.runtime.gamma}"}, False, evidence)
    if record.get("root_verified") is not True:
        return Done({**facts, "reason": f"the search did not verify its root: {facts['status']}"}, False, evidence)
    try:
        inputs = read_inputs(course.folder, lesson.session_id)
    except InputError as error:
        return Done({**facts, "reason": str(error)}, False, evidence)
    if inputs.files["source"]["sha256"] != lesson.theorem_sha256:
        return Done({**facts, "reason": "the search was about another source"}, False, evidence)
    return Done(facts, True, evidence)


def _judge_verify(journal: Journal, lesson: Lesson, response: bytes) -> Done:
    folder = _check_folder(journal, lesson)
    where = f"proof-check/{lesson.session_id}"
    if not (folder / "accepted.json").exists():
        error = read_object(folder / "receipt.json").get("error")
        return Done({"reason": f"not accepted: {str(error)[:300]}"}, False, (f"{where}/receipt.json",))
    facts = validate(folder, journal.course.folder)
    if sha256(response) != facts["evidence_sha256"] or facts["theorem"] != lesson.theorem:
        return Done({"reason": "the evidence is that of another check"}, False)
    runtime = journal.course.runtime
    if runtime is not None and facts["image"] != runtime.cpu_image:
        return Done({"reason": f"checked in environment {facts['image']}, expected {runtime.cpu_image}"}, False)
    return Done({"evidence_sha256": facts["evidence_sha256"]}, True, (f"{where}/accepted.json", f"{where}/receipt.json"))


def _judge_seal(journal: Journal, lesson: Lesson, record: Mapping[str, Any]) -> Done:
    source = record.get("source")
    if not isinstance(source, dict):
        return Done({"reason": "the response has no source record"}, False)
    pins = journal.pins(lesson) or {}
    wanted = {
        "session_id": lesson.session_id,
        "theorem_id": lesson.theorem_sha256,
        "policy_version": _total_updates(journal, lesson),
        "snapshot": SEALED,
        "parent_experience_id": pins.get("experience_id"),
    }
    return _agree(wanted, source, {"source": source})


def _online_updates(journal: Journal, lesson: Lesson) -> int:
    updates = (journal.result(lesson, Phase.ONLINE) or {}).get("updates", 0)
    return updates if isinstance(updates, int) else 0


def _total_updates(journal: Journal, lesson: Lesson) -> int:
    """Updates in the search and after it: what `policy_version` must be."""
    return _online_updates(journal, lesson) + (journal.result(lesson, Phase.SUCCESS_LEARN) is not None)


def _success_event(journal: Journal, lesson: Lesson) -> JsonObject:
    """The terminal event (learning.md, section 4.2): references only."""
    out = journal.course.folder / "outputs" / lesson.session_id
    return {
        "kind": "verified_success_discounted_v1",
        "event_id": f"{lesson.session_id}.success",
        "session_id": lesson.session_id,
        "tree_id": read_object(out / "session.json").get("tree_id"),
        "theorem_id": lesson.theorem_sha256,
        "policy_version": _online_updates(journal, lesson),
        "dataset_sha256": sha256(read_file(out / DATASET)),
        "course_acceptance_sha256": (journal.result(lesson, Phase.VERIFY) or {}).get("evidence_sha256"),
    }
