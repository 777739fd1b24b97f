"""Learning events: what one node of a search says, and what a verified proof says (spec learning.md, sections 2.1 and 4). No torch.

Decisions:
- Every rule is checked here, before any gradient exists; each refusal names the field.
- Booleans are not numbers. Keys that are not known are tolerated; kinds that are not known are not.
- A statistic below one step (a solved node, a focus, a sentinel) is refused; round-off within 1e-9 is raised to 1.
- The event of a verified proof holds references only; its labels are a data set's, which is checked here by itself: contiguous returns
  from −1 to the root's, a finished state exactly at −1.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NoReturn

from reaprover.core.canonical import MAX_JSON_INTEGER, JsonObject, JsonValue
from reaprover.errors import InputError
from reaprover.snapshot.identity import is_identifier, is_sha256

SEARCH_VISIT_BACKUP = "search_visit_backup"
VERIFIED_SUCCESS = "verified_success_discounted_v1"
TRAJECTORY_SCHEMA = "reap.verified-success-trajectory.v1"
TRAJECTORY_PROFILE = "verified-generated-action-negative-longest-branch-v1"
MAX_CANDIDATES = 64
MAX_ROWS = 32
"""Rows of a verified proof at most; more are refused, never cut."""

_ROUND_OFF = 1e-9


@dataclass(frozen=True, slots=True)
class EventCandidate:
    """A child of the node.

    Attributes:
        tactic: its text, stripped, as it is trained.
        visits: how often the search went there.
        raw_logprob: of the generation that made it, ≤ 0.
        behavior_version: policy version that made it.
        weight: its share of all visits, in [0, 1].
    """

    tactic: str
    visits: int
    raw_logprob: float
    behavior_version: int
    weight: float


@dataclass(frozen=True, slots=True)
class SearchEvent:
    """A checked `search_visit_backup` event.

    Attributes:
        document: the event as it came.
        event_id, session_id, tree_id, step, node_index, policy_version: where it comes from.
        prompt: the prompt of the node's generations.
        gamma: the contract's discount.
        candidates: the children, at least one with visits.
        distance: backed-up distance in steps, at least 1, not clipped above.
        reward: 1.0 after a verified proof, else 0.0.
    """

    document: JsonObject
    event_id: str
    session_id: str
    tree_id: str
    step: int
    node_index: int
    policy_version: int
    prompt: str
    gamma: float
    candidates: tuple[EventCandidate, ...]
    distance: float
    reward: float


def parse_search_event(event: JsonObject, *, session_id: str, policy_version: int, gamma: float) -> SearchEvent:
    """Check an event for the session that it is sent to.

    Args:
        event: the event.
        session_id: the addressed session.
        policy_version: its current version.
        gamma: the contract's.

    Raises:
        InputError: the first field that breaks a rule.
    """
    kind = event.get("kind", SEARCH_VISIT_BACKUP)
    if kind != SEARCH_VISIT_BACKUP:
        _refuse("event.kind", kind, f"{SEARCH_VISIT_BACKUP}, the objective of this server")
    for key in ("event_id", "session_id", "tree_id"):
        if not is_identifier(event.get(key)):
            _refuse(f"event.{key}", event.get(key), "an identifier")
    if event["session_id"] != session_id:
        _refuse("event.session_id", event["session_id"], f"{session_id}, the addressed session")
    step, node_index = _count(event, "step"), _count(event, "node_index")
    if _count(event, "policy_version") != policy_version:
        _refuse("event.policy_version", event["policy_version"], f"{policy_version}, the current version")
    prompt = _text(event, "prompt")
    if _number(event, "gamma", "event.gamma") != gamma:
        _refuse("event.gamma", event["gamma"], f"{gamma}, as the contract says")
    _not_focus(event, "event")
    is_verified = event.get("terminal_verified")
    reward = _number(event, "reward", "event.reward")
    if not isinstance(is_verified, bool):
        _refuse("event.terminal_verified", is_verified, "true or false")
    if reward != (1 if is_verified else 0):
        _refuse("event.reward", reward, "1 exactly when terminal_verified is true, else 0")
    distance = _distance(event.get("backup"))
    candidates = _candidates(event.get("candidates"), policy_version)
    return SearchEvent(
        event,
        str(event["event_id"]),
        session_id,
        str(event["tree_id"]),
        step,
        node_index,
        policy_version,
        prompt,
        gamma,
        candidates,
        distance,
        float(reward),
    )


def kind_of(event: JsonObject) -> str:
    """The event's kind; one without is of the search.

    Raises:
        InputError: a kind that no search backend knows.
    """
    kind = event.get("kind", SEARCH_VISIT_BACKUP)
    if kind not in (SEARCH_VISIT_BACKUP, VERIFIED_SUCCESS):
        _refuse("event.kind", kind, f"{SEARCH_VISIT_BACKUP} or {VERIFIED_SUCCESS}, the objectives of this server")
    return str(kind)


@dataclass(frozen=True, slots=True)
class SuccessEvent:
    """A checked `verified_success_discounted_v1` event: references, no labels.

    Attributes:
        document: the event as it came.
        event_id, session_id, tree_id, theorem_id, policy_version: where it comes from.
        dataset_sha256: of the trajectory's `dataset.json`, its pin in the store.
        course_acceptance_sha256: of the accepted proof's record.
    """

    document: JsonObject
    event_id: str
    session_id: str
    tree_id: str
    theorem_id: str
    policy_version: int
    dataset_sha256: str
    course_acceptance_sha256: str


_IDS, _PINS = ("event_id", "session_id", "tree_id"), ("theorem_id", "dataset_sha256", "course_acceptance_sha256")
_SUCCESS_KEYS = {"kind", "policy_version", *_IDS, *_PINS}


def parse_success_event(event: JsonObject, *, session_id: str, theorem_id: str | None, policy_version: int) -> SuccessEvent:
    """Check a success event for the session that it is sent to; exactly the keys of the specification.

    Args:
        event: the event.
        session_id: the addressed session.
        theorem_id: the session's theorem.
        policy_version: its current version.

    Raises:
        InputError: the first field that breaks a rule.
    """
    for key in sorted(_SUCCESS_KEYS - event.keys()):
        _refuse(f"event.{key}", None, "the key")
    for key in sorted(event.keys() - _SUCCESS_KEYS):
        _refuse(f"event.{key[:64]}", "a key that is not known", f"only {', '.join(sorted(_SUCCESS_KEYS))}")
    if event["kind"] != VERIFIED_SUCCESS:
        _refuse("event.kind", event["kind"], VERIFIED_SUCCESS)
    for key in _IDS:
        if not is_identifier(event[key]):
            _refuse(f"event.{key}", event[key], "an identifier")
    for key in _PINS:
        if not is_sha256(event[key]):
            _refuse(f"event.{key}", event[key], "a sha256, 64 lower-case hexadecimal digits")
    if event["session_id"] != session_id:
        _refuse("event.session_id", event["session_id"], f"{session_id}, the addressed session")
    if event["theorem_id"] != theorem_id:
        _refuse("event.theorem_id", event["theorem_id"], f"{theorem_id}, the session's theorem")
    if _count(event, "policy_version") != policy_version:
        _refuse("event.policy_version", event["policy_version"], f"{policy_version}, the current version")
    return SuccessEvent(
        event,
        str(event["event_id"]),
        session_id,
        str(event["tree_id"]),
        str(event["theorem_id"]),
        policy_version,
        str(event["dataset_sha256"]),
        str(event["course_acceptance_sha256"]),
    )


@dataclass(frozen=True, slots=True)
class SuccessRow:
    """One action of a verified proof.

    Attributes:
        row: its index in the data set.
        node_index: the search node that it was taken at.
        tactic: as it is trained.
        prompt: of the generation that made it.
        distance: exact remaining tactic steps on the longest branch, at least 1.
        policy_version: that made it.
        generation_sequence, eval_sequence: of the observer's records.
    """

    row: int
    node_index: int
    tactic: str
    prompt: str
    distance: int
    policy_version: int
    generation_sequence: int
    eval_sequence: int


@dataclass(frozen=True, slots=True)
class SuccessDataset:
    """A checked `dataset.json`.

    Attributes:
        document: the object as it stands in the file.
        session_id, tree_id: of the search.
        theorem: name of the theorem.
        theorem_sha256: of the searched source.
        final_policy_version: of the session when the search ended.
        axioms: that the proof uses.
        inputs_sha256: file name → sha256 of what it was made from.
        trace_sha256, replay_receipt_sha256: of what was made beside it.
        rows: the proof's actions.
    """

    document: JsonObject
    session_id: str
    tree_id: str
    theorem: str
    theorem_sha256: str
    final_policy_version: int
    axioms: tuple[str, ...]
    inputs_sha256: dict[str, str]
    trace_sha256: str
    replay_receipt_sha256: str
    rows: tuple[SuccessRow, ...]


_ROW_COUNTS = (
    "node_index", "child_index", "policy_version", "generation_sequence", "eval_sequence", "generation_index", "candidate_index",
)  # fmt: skip
_ROW_KEYS = {"state", "next_state", "tactic", "return", "prompt", *_ROW_COUNTS}


def parse_success_dataset(document: JsonObject) -> SuccessDataset:
    """Check a trajectory data set by itself; keys that are not known are tolerated if they hold texts (they describe units).

    Raises:
        InputError: the first field that breaks a rule; more rows than `MAX_ROWS`.
    """
    where = "dataset"
    for key, wanted in (("schema_version", TRAJECTORY_SCHEMA), ("profile", TRAJECTORY_PROFILE)):
        if document.get(key) != wanted:
            _refuse(f"{where}.{key}", document.get(key), wanted)
    texts = {key: _text(document, key, where) for key in ("session_id", "tree_id", "theorem")}
    hashes = {key: document.get(key) for key in ("theorem_sha256", "trace_sha256", "replay_receipt_sha256")}
    for key, value in hashes.items():
        if not is_sha256(value):
            _refuse(f"{where}.{key}", value, "a sha256")
    inputs, axioms, listed = document.get("inputs_sha256"), document.get("axioms"), document.get("rows")
    if not isinstance(inputs, dict) or not all(is_sha256(value) for value in inputs.values()):
        _refuse(f"{where}.inputs_sha256", inputs, "an object of file names and sha256s")
    if not isinstance(axioms, list) or not all(isinstance(name, str) for name in axioms):
        _refuse(f"{where}.axioms", axioms, "a list of names")
    if not isinstance(listed, list) or not 1 <= len(listed) <= MAX_ROWS:
        _refuse(f"{where}.rows", len(listed) if isinstance(listed, list) else listed, f"1 to {MAX_ROWS} rows; nothing is cut")
    known = {"schema_version", "profile", *texts, *hashes, "inputs_sha256", "axioms", "rows", "root_return", "final_policy_version"}
    for key in sorted(document.keys() - known):
        if not isinstance(document[key], str):
            _refuse(f"{where}.{key[:64]}", "a key that is not known", "a text, which describes units")
    version = _count(document, "final_policy_version", where)
    rows = tuple(_row(entry, index, version) for index, entry in enumerate(listed))
    deepest = max(row.distance for row in rows)
    if type(document.get("root_return")) is not int or document["root_return"] != -deepest:
        _refuse(f"{where}.root_return", document.get("root_return"), f"{-deepest}, the least return of its rows")
    if missing := set(range(1, deepest + 1)) - {row.distance for row in rows}:
        _refuse(f"{where}.rows, return", f"none of {-min(missing)}", f"every return from -1 to {-deepest}")
    return SuccessDataset(
        document,
        texts["session_id"],
        texts["tree_id"],
        texts["theorem"],
        str(hashes["theorem_sha256"]),
        version,
        tuple(str(name) for name in axioms),
        {name: str(value) for name, value in inputs.items()},
        str(hashes["trace_sha256"]),
        str(hashes["replay_receipt_sha256"]),
        rows,
    )


def _row(entry: JsonValue, index: int, final_version: int) -> SuccessRow:
    where = f"dataset.rows[{index}]"
    if not isinstance(entry, dict) or entry.keys() != _ROW_KEYS:
        _refuse(where, sorted(entry) if isinstance(entry, dict) else entry, f"an object of {', '.join(sorted(_ROW_KEYS))}")
    counts = {key: _count(entry, key, where) for key in _ROW_COUNTS}
    for key in ("state", "next_state"):
        goals = entry[key]
        if not isinstance(goals, list) or not all(isinstance(goal, str) for goal in goals) or (key == "state" and not goals):
            _refuse(f"{where}.{key}", goals, "a list of goals")
    reached = entry["return"]
    if isinstance(reached, bool) or not isinstance(reached, int) or not -MAX_JSON_INTEGER <= reached <= -1:
        _refuse(f"{where}.return", reached, "an integer of at most -1")
    if (reached == -1) != (entry["next_state"] == []):
        _refuse(f"{where}.return", reached, "-1 exactly where nothing is left to prove")
    if counts["policy_version"] > final_version:
        _refuse(f"{where}.policy_version", counts["policy_version"], f"at most {final_version}, the final version")
    return SuccessRow(
        index,
        counts["node_index"],
        _text(entry, "tactic", where),
        _text(entry, "prompt", where),
        -reached,
        counts["policy_version"],
        counts["generation_sequence"],
        counts["eval_sequence"],
    )


def _candidates(value: JsonValue, policy_version: int) -> tuple[EventCandidate, ...]:
    if not isinstance(value, list) or not 1 <= len(value) <= MAX_CANDIDATES:
        found = len(value) if isinstance(value, list) else value
        _refuse("event.candidates", found, f"a list of 1 to {MAX_CANDIDATES} objects")
    parsed: list[tuple[str, int, float, int]] = []
    for index, entry in enumerate(value):
        where = f"event.candidates[{index}]"
        if not isinstance(entry, dict):
            _refuse(where, entry, "an object")
        tactic = _text(entry, "tactic", where)
        if any(tactic == other for other, *_ in parsed):
            _refuse(f"{where}.tactic", "a tactic for the second time", "unique tactics")
        visits = _count(entry, "visits", where)
        logprob = _number(entry, "raw_logprob", f"{where}.raw_logprob")
        if logprob > 0:
            _refuse(f"{where}.raw_logprob", logprob, "a number of at most 0")
        behavior = _count(entry, "behavior_version", where)
        if behavior > policy_version:
            _refuse(f"{where}.behavior_version", behavior, f"at most {policy_version}, the current version")
        _not_focus(entry, where)
        parsed.append((tactic, visits, logprob, behavior))
    total = sum(visits for _, visits, _, _ in parsed)
    if not 0 < total <= MAX_JSON_INTEGER:
        _refuse("event.candidates, sum of visits", total, f"1 to {MAX_JSON_INTEGER}")
    return tuple(EventCandidate(tactic, visits, logprob, behavior, visits / total) for tactic, visits, logprob, behavior in parsed)


def _distance(backup: JsonValue) -> float:
    if not isinstance(backup, dict):
        _refuse("event.backup", backup, "an object")
    if backup.get("kind") not in ("OR", "AND"):
        _refuse("event.backup.kind", backup.get("kind"), "OR or AND")
    if backup.get("valid") is not True:
        _refuse("event.backup.valid", backup.get("valid"), "true")
    visits = _count(backup, "visits", "event.backup")
    if visits == 0:
        _refuse("event.backup.visits", visits, "at least 1")
    distance = -_number(backup, "value_sum", "event.backup.value_sum") / visits
    if not math.isfinite(distance) or distance < 1 - _ROUND_OFF:
        _refuse("event.backup, distance", distance, "at least 1 step: solved, focus and sentinel statistics are no targets")
    return max(distance, 1.0)


def _not_focus(entry: Mapping[str, JsonValue], where: str) -> None:
    if entry.get("is_focus", False) is not False:
        _refuse(f"{where}.is_focus", entry["is_focus"], "false or absent: focus steps are no tactics")


def _count(entry: Mapping[str, JsonValue], key: str, where: str = "event") -> int:
    value = entry.get(key)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MAX_JSON_INTEGER:
        _refuse(f"{where}.{key}", value, f"an integer from 0 to {MAX_JSON_INTEGER}")
    return value


def _number(entry: Mapping[str, JsonValue], key: str, where: str) -> int | float:
    value = entry.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        _refuse(where, value, "a finite number")
    return value


def _text(entry: Mapping[str, JsonValue], key: str, where: str = "event") -> str:
    value = entry.get(key)
    if not isinstance(value, str) or not value.strip():
        _refuse(f"{where}.{key}", "a blank text" if isinstance(value, str) else value, "a text that is not blank")
    return value


def _refuse(where: str, found: object, expected: str) -> NoReturn:
    # a text may be a prompt or a tactic: those stand in no message
    shown = f"a text of {len(found)} characters" if isinstance(found, str) and len(found) > 64 else repr(found)[:80]
    raise InputError(where, "is refused", found=shown, expected=expected)
