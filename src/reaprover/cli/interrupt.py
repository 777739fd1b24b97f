"""Ctrl-C: the first one asks for a stop, the second breaks off."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

INTERRUPTED = 130
"""Exit code of a command that was stopped."""


STOPPING = "stopping once the games in flight are over; Ctrl-C again breaks off"
"""The notice of commands that play."""


@contextmanager
def stoppable(notice: str = "") -> Iterator[Callable[[], bool]]:
    """A function that turns true with the first Ctrl-C (or SIGTERM); a second Ctrl-C interrupts at once.

    Args:
        notice: printed to stderr when a stop is asked for; nothing if empty.
    """
    stopped = False

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal stopped
        if stopped and number == signal.SIGINT:
            raise KeyboardInterrupt
        stopped = True
        if notice:
            print(notice, file=sys.stderr)

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield lambda: stopped
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
