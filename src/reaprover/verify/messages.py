"""M: what Lean reported (spec verification.md, section 2), read from `lean --json`, one object a line, never from text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from reaprover.verify.finding import Check, Finding, failed, passed, unverified

MAX_BYTES: Final = 64 << 20
_RESOURCE: Final = ("runtime.maxRecDepth", "runtime.maxHeartbeats")
_SEVERITIES: Final = ("information", "warning", "error")


@dataclass(frozen=True, slots=True)
class Message:
    """One message of Lean: severity `information`, `warning` or `error`, its kind, text, and line (from 1, 0 unknown)."""

    severity: str
    kind: str
    text: str
    line: int

    @property
    def is_resource(self) -> bool:
        """A limit was reached, alone or nested in another error."""
        return any(self.kind == kind or self.kind.endswith(f".{kind}") for kind in _RESOURCE)


def read_messages(output: bytes) -> tuple[list[Message], int]:
    """The messages in the output of `lean --json`, and the number of lines that are none.

    Args:
        output: all that the process wrote; hostile.
    """
    messages: list[Message] = []
    num_foreign = 0
    for line in output.decode("utf-8", "replace").split("\n"):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            record = None
        message = _message(record)
        if message is None:
            num_foreign += 1
        else:
            messages.append(message)
    return messages, num_foreign


def _message(record: object) -> Message | None:
    if not isinstance(record, Mapping):
        return None
    severity, kind, text, position = (record.get(key) for key in ("severity", "kind", "data", "pos"))
    if severity not in _SEVERITIES or not isinstance(kind, str) or not isinstance(text, str):
        return None
    line: Any = position.get("line") if isinstance(position, Mapping) else 0
    return Message(str(severity), kind, text, line if isinstance(line, int) else 0)


def check_messages(output: bytes, *, exit_status: int | None, killed: str) -> Finding:
    """No error anywhere in the file, kernel errors included; resource limits leave it unverified.

    Args:
        output: what `lean --json` wrote.
        exit_status: of the process; None if it was killed.
        killed: by what; empty if it ended by itself.
    """
    if len(output) > MAX_BYTES:
        return unverified(Check.MESSAGES, f"Lean wrote {len(output)} bytes, more than {MAX_BYTES} are not read")
    messages, num_foreign = read_messages(output)
    errors = [m for m in messages if m.severity == "error"]
    facts: dict[str, Any] = {
        "errors": len(errors),
        "warnings": sum(m.severity == "warning" for m in messages),
        "kinds": sorted({m.kind for m in messages if m.severity != "information"})[:50],
    }
    serious = [m for m in errors if not m.is_resource]
    if serious:
        return failed(Check.MESSAGES, _describe(serious), line=serious[0].line, **facts)
    if killed:
        return unverified(Check.MESSAGES, f"Lean did not end by itself: {killed}", **facts)
    if errors:
        return unverified(Check.MESSAGES, f"resource limit: {_describe(errors)}", **facts)
    if num_foreign:
        return failed(Check.MESSAGES, f"{num_foreign} lines of the output are no messages of Lean", **facts)
    if exit_status != 0:
        return unverified(Check.MESSAGES, f"exit status {exit_status} without an error message", **facts)
    return passed(Check.MESSAGES, "no error message", **facts)


def _describe(errors: list[Message]) -> str:
    first = errors[0]
    text = first.text.strip().split("\n")[0][:200]
    more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    return f"line {first.line}: {text}{more}"
