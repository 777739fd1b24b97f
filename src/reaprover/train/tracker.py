"""A mirror of a run's metrics elsewhere: it may throw, block or vanish, and the run never notices (spec rl.md, section 14).

    with Mirror(make_tracker("tensorboard:logs")) as mirror:
        mirror.log({"phase": "play-1", "loss": 0.3})     # returns at once, whatever the tracker does

Decisions:
- The record of a run is its own JSON lines. A tracker gets copies; what it loses is counted and said, never sent again.
- The tracker works on a thread of its own behind a queue of fixed length. A full queue drops the newest line; `log` waits for nothing.
- A tracker that has failed `MAX_FAILURES` times in a row is asked no more. The thread is a daemon and `close` waits a stated time, so a
  tracker that hangs holds neither the run nor the end of the process.
- Trackers are named `KIND:WHERE`: `jsonl:FILE`, `http://…` or `https://…` (one POST a line), `tensorboard:FOLDER`, `wandb:PROJECT`.
  Credentials are those of the tracker's own library; none are taken here.
"""

from __future__ import annotations

import importlib.util
import json
import math
import queue
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Protocol

from reaprover.errors import PrerequisiteError, UsageError

MAX_WAITING: Final = 1000
"""Lines that may wait for a tracker."""
MAX_FAILURES: Final = 5
"""Failures in a row after which a tracker is asked no more."""
HTTP_TIMEOUT_S: Final = 5.0


class Tracker(Protocol):
    """Takes lines of metrics. Any method may raise or block: only `Mirror` calls it."""

    def log(self, line: Mapping[str, Any]) -> None:
        """Take one line: JSON values by name."""

    def close(self) -> None:
        """Write what is left."""


@dataclass(frozen=True, slots=True)
class MirrorState:
    """What became of the lines.

    Attributes:
        num_sent: taken by the tracker.
        num_failed: on which it raised.
        num_missing: the rest: still waiting, or dropped because the queue was full, it had failed too often, or the mirror was closed.
        problem: its last exception, in words; empty if there was none.
    """

    num_sent: int
    num_failed: int
    num_missing: int
    problem: str

    @property
    def is_whole(self) -> bool:
        """Whether every line arrived."""
        return not (self.num_failed or self.num_missing)


class Mirror:
    """The only way to a tracker. `log` and `close` never raise and never wait for it longer than stated."""

    def __init__(self, tracker: Tracker, *, close_s: float = 5.0, max_waiting: int = MAX_WAITING) -> None:
        """Start the thread.

        Args:
            tracker: where lines go.
            close_s: seconds that `close` waits for what is left.
            max_waiting: lines that may wait.
        """
        self._tracker, self._close_s = tracker, close_s
        self._waiting: queue.Queue[Mapping[str, Any] | None] = queue.Queue(max_waiting)
        self._num_offered = self._num_sent = self._num_failed = 0
        self._problem = ""
        self._is_closed = False
        self._thread = threading.Thread(target=self._work, name="tracker", daemon=True)
        self._thread.start()

    def log(self, line: Mapping[str, Any]) -> None:
        """Offer a copy of a line; values are as `json` takes them."""
        self._num_offered += 1
        if self._is_closed:
            return
        with suppress(queue.Full):
            self._waiting.put_nowait(dict(line))

    @property
    def state(self) -> MirrorState:
        """What became of the lines so far."""
        num_missing = self._num_offered - self._num_sent - self._num_failed
        return MirrorState(self._num_sent, self._num_failed, num_missing, self._problem)

    def close(self) -> MirrorState:
        """Give the tracker what is left, within the stated time; idempotent."""
        if not self._is_closed:
            end_s = time.monotonic() + self._close_s
            with suppress(queue.Full):
                self._waiting.put(None, timeout=self._close_s)
            self._thread.join(max(0.0, end_s - time.monotonic()))
            self._is_closed = True
        return self.state

    def __enter__(self) -> Mirror:
        """The mirror itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        """As `close`."""
        self.close()

    def _work(self) -> None:
        in_a_row = 0
        while (line := self._waiting.get()) is not None:
            if in_a_row >= MAX_FAILURES:
                continue
            try:
                self._tracker.log(line)
                self._num_sent += 1
                in_a_row = 0
            except Exception as error:  # a tracker is foreign code, and nothing of it may reach the run
                self._num_failed += 1
                in_a_row += 1
                self._problem = f"{type(error).__name__}: {error}"[:300]
        try:
            self._tracker.close()
        except Exception as error:  # as above
            self._problem = f"{type(error).__name__}: {error}"[:300]


class JsonLines:
    """One JSON object a line, appended to a file."""

    def __init__(self, path: Path) -> None:
        self.path = Path(path)

    def log(self, line: Mapping[str, Any]) -> None:
        """See `Tracker`."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")

    def close(self) -> None:
        """See `Tracker`."""


class HttpEndpoint:
    """One POST of a JSON object a line."""

    def __init__(self, address: str) -> None:
        import httpx

        self.address = address
        self._client = httpx.Client(timeout=HTTP_TIMEOUT_S, follow_redirects=False)

    def log(self, line: Mapping[str, Any]) -> None:
        """See `Tracker`."""
        self._client.post(self.address, json=dict(line)).raise_for_status()

    def close(self) -> None:
        """See `Tracker`."""
        self._client.close()


class Tensorboard:
    """Numbers as scalars, each over the count of the lines that held it."""

    def __init__(self, folder: Path) -> None:
        from torch.utils.tensorboard import SummaryWriter

        self._writer: Any = SummaryWriter(str(folder))
        self._counts: dict[str, int] = {}

    def log(self, line: Mapping[str, Any]) -> None:
        """See `Tracker`."""
        for name, value in numbers_of(line).items():
            self._counts[name] = self._counts.get(name, 0) + 1
            self._writer.add_scalar(name, value, self._counts[name])
        self._writer.flush()

    def close(self) -> None:
        """See `Tracker`."""
        self._writer.close()


class Wandb:
    """Numbers of each line, in a project of the user's own account."""

    def __init__(self, project: str) -> None:
        import wandb  # type: ignore[import-not-found, unused-ignore]  # optional

        self._run: Any = wandb.init(project=project)

    def log(self, line: Mapping[str, Any]) -> None:
        """See `Tracker`."""
        self._run.log(numbers_of(line))

    def close(self) -> None:
        """See `Tracker`."""
        self._run.finish()


def numbers_of(line: Mapping[str, Any], prefix: str = "") -> dict[str, float]:
    """The finite numbers in a line, nested ones by `outer/inner`; a phase's or kind's name goes in front."""
    prefix = prefix or f"{line.get('phase') or line.get('kind') or 'run'}/"
    found: dict[str, float] = {}
    for name, value in line.items():
        if isinstance(value, Mapping):
            found |= numbers_of(value, f"{prefix}{name}/")
        elif isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
            found[f"{prefix}{name}"] = float(value)
    return found


class _Late:
    """A tracker that is opened by its first line: on the mirror's thread, where opening may fail or block as well."""

    def __init__(self, open_fn: Callable[[], Tracker]) -> None:
        self._open_fn, self._tracker = open_fn, None

    _tracker: Tracker | None

    def log(self, line: Mapping[str, Any]) -> None:
        if self._tracker is None:
            self._tracker = self._open_fn()
        self._tracker.log(line)

    def close(self) -> None:
        if self._tracker is not None:
            self._tracker.close()


def make_tracker(spec: str) -> Tracker:
    """The tracker that a word names; nothing is opened before its first line.

    Raises:
        UsageError: an unknown kind, or nothing after it.
        PrerequisiteError: its package is missing.
    """
    kind, _, where = spec.partition(":")
    if kind in ("tensorboard", "wandb") and where and importlib.util.find_spec(kind) is None:
        raise PrerequisiteError(f"tracker {kind}: the package is missing; run: pip install {kind}")
    if kind in ("http", "https") and where.startswith("//"):
        return _Late(lambda: HttpEndpoint(spec))
    if kind == "jsonl" and where:
        return JsonLines(Path(where))
    if kind == "tensorboard" and where:
        return _Late(lambda: Tensorboard(Path(where)))
    if kind == "wandb" and where:
        return _Late(lambda: Wandb(where))
    raise UsageError(
        f"tracker {spec!r} is unknown; there are jsonl:FILE, http://ADDRESS, https://ADDRESS, tensorboard:FOLDER, wandb:PROJECT"
    )
