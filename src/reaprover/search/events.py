"""The search's own event log: one JSON object per line, append-only, with a rising `seq` (spec search.md, sections 12, 13).

Events: open, select, expand, eval, backup, solved, exhausted, final_check, env_error; each with `ts` (ISO, UTC) and `seq`.
After a crash the events later than the last save are void, and the next `open` event says so with `void_after`; a line
torn by a kill is ended before it. Reading gives only what stands.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from reaprover.errors import InfrastructureError, InputError
from reaprover.search.expand import Expansion
from reaprover.search.observe import BackupStep, Observer
from reaprover.search.tree import Node, Tree


def utc_now() -> str:
    """The time as ISO text, UTC, milliseconds."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds")


class EventLog(Observer):
    """Appends events to a file; every method is one event, and is flushed before the step that follows a save."""

    def __init__(self, path: Path, now_fn: Callable[[], str] = utc_now) -> None:
        self.path = path
        self.now_fn = now_fn
        self.seq = 0
        torn = False
        try:
            if path.exists():
                lines = _tail(path)
                torn = bool(lines.pop())
                self.seq = max((_seq(line) for line in lines), default=0)
            self._file = path.open("a", encoding="utf-8", newline="\n")
        except OSError as error:
            raise InfrastructureError(f"{path}: the event log cannot be opened: {error.strerror}") from error
        if torn:
            self._file.write("\n")

    def write(self, event: str, **facts: Any) -> None:
        """Append one event.

        Raises:
            InfrastructureError: the log cannot be written.
        """
        self.seq += 1
        try:
            self._file.write(json.dumps({"seq": self.seq, "ts": self.now_fn(), "event": event, **facts}, separators=(",", ":")) + "\n")
        except OSError as error:
            raise self._full(error) from error

    def flush(self) -> None:
        """Hand everything to the system.

        Raises:
            InfrastructureError: the log cannot be written.
        """
        try:
            self._file.flush()
        except OSError as error:
            raise self._full(error) from error

    def close(self) -> None:
        """Flush and close; idempotent.

        Raises:
            InfrastructureError: the log cannot be written.
        """
        try:
            self._file.close()
        except OSError as error:
            raise self._full(error) from error

    def _full(self, error: OSError) -> InfrastructureError:
        return InfrastructureError(f"{self.path}: the event log cannot be written: {error.strerror}; free the disk")

    def selected(self, tree: Tree, path: Sequence[Node]) -> None:
        """Event select."""
        self.write("select", path=[node.index for node in path])

    def expanded(self, tree: Tree, expansion: Expansion) -> None:
        """Events expand, eval (one per candidate) and env_error."""
        self.write("expand", node=expansion.leaf, batch=expansion.batch, network_value=expansion.network_value, value=expansion.value)
        for each in expansion.judged:
            candidate = each.candidate
            facts = {"node": expansion.leaf, "tactic": candidate.tactic, "logprob": candidate.logprob, "fate": each.fate.value}
            self.write("eval", **facts, child=each.child, reason=each.reason)
        for error in expansion.errors:
            self.write("env_error", node=expansion.leaf, error=error)

    def backed_up(self, tree: Tree, steps: Sequence[BackupStep]) -> None:
        """Event backup."""
        self.write("backup", nodes=[[step.node.index, step.added] for step in steps])


def _tail(path: Path) -> list[bytes]:
    """The last lines of the file, enough of them to hold one whole event; the very last is what follows the last newline."""
    size = path.stat().st_size
    length = 2**20
    with path.open("rb") as file:
        while True:
            file.seek(max(size - length, 0))
            lines = file.read().split(b"\n")
            if length >= size or any(map(_seq, lines[1:-1])):
                return lines
            length *= 16


def _seq(line: bytes) -> int:
    try:
        record = json.loads(line)
        return int(record["seq"]) if isinstance(record, dict) else 0
    except (ValueError, KeyError, TypeError, RecursionError):
        return 0


def read_events(path: Path) -> list[dict[str, Any]]:
    """The events that stand, in order: void ones are left out.

    Raises:
        InputError: a line in the middle that is no event.
    """
    standing: list[dict[str, Any]] = []
    lines = path.read_bytes().split(b"\n")
    broken: int | None = None
    for number, line in enumerate(lines, 1):
        if not line:
            continue
        if not _seq(line):
            broken = number
            continue
        event = json.loads(line)
        if event.get("event") == "open" and event.get("void_after") is not None:
            standing = [earlier for earlier in standing if earlier["seq"] <= event["void_after"]]
        elif broken is not None:
            raise InputError(f"{path}: line {broken}", "is no event", expected="one JSON object with a seq")
        broken = None
        standing.append(event)
    return standing
