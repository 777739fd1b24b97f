"""The learning event of the search: what one node's visits and backed-up distance say (spec learning.md, section 2.1). No torch.

Decisions:
- Every rule is checked here, before any gradient exists; each refusal names the field.
- Booleans are not numbers. Keys that are not known are tolerated; kinds that are not known are not.
- A statistic below one step (a solved node, a focus, a sentinel) is refused; round-off within 1e-9 is raised to 1.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NoReturn

from reaprover.core.canonical import MAX_JSON_INTEGER, JsonObject, JsonValue
from reaprover.errors import InputError
from reaprover.snapshot.identity import is_identifier

SEARCH_VISIT_BACKUP = "search_visit_backup"
MAX_CANDIDATES = 64
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
