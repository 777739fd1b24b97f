"""The line protocol between Python and the tactic server, as text: requests out, replies in (spec lean-protocol.md, sections 1 to 3).

Decisions:

* UTF-8, one JSON object per line. A line is at most 16 MiB in either direction.
* On the wire a state is a positive integer; outside it is a *handle* `w<worker>.e<epoch>/s/<n>`, so that a number of an earlier process can
  never be taken for one of this process.
* Replies are validated before use: a field of another type is a `protocol` error, never a default.
* A lone surrogate cannot be sent as UTF-8: it goes as a JSON escape, and the server answers what it makes of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from reaprover.core import ErrorKind, TacticError, TacticStatus
from reaprover.errors import InfrastructureError

MAX_LINE_BYTES = 16 * 1024 * 1024
MAX_MESSAGE_CHARACTERS = 2048

_HANDLE = re.compile(r"w(0|[1-9]\d{0,8})\.e([1-9]\d{0,8})/s/([1-9]\d{0,17})", re.ASCII)
_KINDS = {kind.value: kind for kind in ErrorKind}


class LeanError(InfrastructureError):
    """A Lean process died, or its protocol was broken.

    Attributes:
        kind: what happened; never a property of a tactic, except `timeout` and `memory`, which count as limits.
    """

    def __init__(self, kind: ErrorKind, message: str) -> None:
        self.kind = kind
        super().__init__(f"lean: {kind.value}: {message}")


@dataclass(frozen=True, slots=True)
class WireState:
    """A state as a server reports it.

    Attributes:
        number: its number in the process; None for a finished state.
        goals: printed goals, in order.
        key: canonical text on terms.
        has_metavariables: some goal mentions an unassigned metavariable.
        components: goal indices by shared metavariables.
    """

    number: int | None
    goals: tuple[str, ...]
    key: str
    has_metavariables: bool
    components: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class WireResult:
    """The reply to `open`, `apply` or `replay`.

    Attributes:
        status: open, closed or part_closed.
        state: the new state.
        proof: number of the finished state, for `check`; None while goals are open.
        elapsed_ms: wall time inside Lean.
        heartbeats: Lean's own measure of work.
    """

    status: TacticStatus
    state: WireState
    proof: int | None
    elapsed_ms: float
    heartbeats: int


@dataclass(frozen=True, slots=True)
class WirePart:
    """One part of a split state; `indices` are its goals in the state that was split."""

    state: WireState
    indices: tuple[int, ...]
    coupled: bool


def handle(worker: int, epoch: int, number: int) -> str:
    """The handle of state `number` in the process `epoch` of `worker`."""
    return f"w{worker}.e{epoch}/s/{number}"


def parse_handle(text: object, worker: int, epoch: int) -> int:
    """The number in a handle of this worker and epoch.

    Raises:
        LeanError: kind `state`: malformed, of another worker, or of another process.
    """
    found = _HANDLE.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        raise LeanError(ErrorKind.STATE, f"state handle {text!r}: malformed; expected w<worker>.e<epoch>/s/<n>")
    if int(found[1]) != worker or int(found[2]) != epoch:
        raise LeanError(
            ErrorKind.STATE, f"state handle {text}: belongs to another process; this is w{worker}.e{epoch}; rebuild the state by replay"
        )
    return int(found[3])


def encode(identifier: int, op: str, fields: Mapping[str, Any]) -> bytes:
    """One request line.

    Raises:
        LeanError: kind `protocol`: the line is longer than 16 MiB.
    """
    message = {"id": identifier, "op": op, **fields}
    try:
        line = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    except UnicodeEncodeError:
        line = json.dumps(message, separators=(",", ":")).encode() + b"\n"
    if len(line) > MAX_LINE_BYTES:
        raise LeanError(ErrorKind.PROTOCOL, f"request {op}: {len(line)} bytes on one line; at most {MAX_LINE_BYTES} are sent")
    return line


def decode(line: bytes, nonce: str) -> dict[str, Any]:
    """One reply line, as a JSON object with this session's nonce.

    Raises:
        LeanError: kind `protocol`.
    """
    try:
        reply = json.loads(line)
    except ValueError as error:
        raise LeanError(ErrorKind.PROTOCOL, f"reply is not JSON: {error}: {_clip(line)}") from error
    except RecursionError:
        raise LeanError(ErrorKind.PROTOCOL, f"reply is nested too deep: {_clip(line)}") from None
    if not isinstance(reply, dict):
        raise LeanError(ErrorKind.PROTOCOL, f"reply is not a JSON object: {_clip(line)}")
    if reply.get("nonce") != nonce:
        raise LeanError(ErrorKind.PROTOCOL, f"reply without this session's nonce: {_clip(line)}")
    return reply


def error_of(reply: Mapping[str, Any]) -> TacticError | None:
    """The error that a reply carries, or None if it carries a result.

    Raises:
        LeanError: kind `protocol`: neither.
    """
    if reply.get("ok") is True:
        return None
    error = reply.get("error")
    kind = _KINDS.get(str(error.get("kind"))) if isinstance(error, dict) else None
    if reply.get("ok") is not False or kind is None or not isinstance(error, dict):
        raise LeanError(ErrorKind.PROTOCOL, f"reply is neither a result nor an error: {_clip(json.dumps(reply).encode())}")
    return TacticError(kind, str(error.get("message", ""))[:MAX_MESSAGE_CHARACTERS])


def result_of(reply: Mapping[str, Any]) -> WireResult:
    """The result of `open`, `apply` or `replay`.

    Raises:
        LeanError: kind `protocol`: a field is missing or has another type.
    """
    try:
        status = TacticStatus(reply["status"])
        state = state_of(reply)
        if (status is TacticStatus.OPEN) != (state.number is not None):
            raise ValueError(f"status {status.value} with state {state.number}")
        return WireResult(
            status, state, _number(reply.get("proof")), float(reply.get("elapsed_ms", 0.0)), round(float(reply.get("heartbeats", 0)))
        )
    except (KeyError, TypeError, ValueError) as error:
        raise LeanError(ErrorKind.PROTOCOL, f"reply has a wrong field: {error!r}: {_clip(json.dumps(reply).encode())}") from error


def state_of(reply: Mapping[str, Any]) -> WireState:
    """The state in a reply or in one part of a `split` reply; KeyError, TypeError or ValueError if it is malformed."""
    goals, parts = reply["goals"], reply["parts"]
    if not all(isinstance(goal, str) for goal in goals) or not isinstance(reply["key"], str):
        raise TypeError("goals and key must be texts")
    components = tuple(tuple(int(index) for index in part) for part in parts)
    if sorted(index for part in components for index in part) != list(range(len(goals))):
        raise ValueError(f"components {components} of {len(goals)} goals")
    return WireState(_number(reply["state"]), tuple(goals), reply["key"], bool(reply["has_metavariables"]), components)


def parts_of(reply: Mapping[str, Any]) -> tuple[WirePart, ...]:
    """The parts of a `split` reply.

    Raises:
        LeanError: kind `protocol`: a field is missing or has another type.
    """
    try:
        return tuple(
            WirePart(state_of(part), tuple(int(index) for index in part["indices"]), bool(part["coupled"])) for part in reply["parts"]
        )
    except (KeyError, TypeError, ValueError) as error:
        raise LeanError(ErrorKind.PROTOCOL, f"reply has a wrong field: {error!r}: {_clip(json.dumps(reply).encode())}") from error


def _number(value: object) -> int | None:
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise ValueError(f"state number {value!r}")
    return value


def _clip(line: bytes) -> str:
    return line[:200].decode("utf-8", "replace")
