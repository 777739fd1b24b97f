"""The messages of a Lean run, read from `lean --json`, one object a line, never from text for people."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

MAX_DEPTH: Final = "runtime.maxRecDepth"
MAX_HEARTBEATS: Final = "runtime.maxHeartbeats"
_RESOURCE: Final = (MAX_DEPTH, MAX_HEARTBEATS)
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
        return is_limit(self.kind, *_RESOURCE)


def is_limit(kind: str, *limits: str) -> bool:
    """Whether a message's kind is one of `limits` (such as `MAX_HEARTBEATS`), alone or nested in another one."""
    return any(kind == limit or kind.endswith(f".{limit}") for limit in limits)


def read_messages(output: bytes | str) -> tuple[list[Message], int]:
    """The messages in the output of `lean --json`, and the number of lines that are none.

    Args:
        output: all that the process wrote; hostile.
    """
    messages: list[Message] = []
    num_foreign = 0
    text = output if isinstance(output, str) else output.decode("utf-8", "replace")
    for line in text.split("\n"):
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
