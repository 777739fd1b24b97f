"""Several Lean sessions that are lent out: to one search all of them, to several searches one each.

Decision: a session that comes back keeps its process, because most theorems share their header; its states are forgotten by whoever made
them, and the next context decides whether a new process is needed.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from types import TracebackType

from reaprover.errors import InfrastructureError, UsageError
from reaprover.lean.selftest import ensure_printing
from reaprover.lean.session import LeanSession, SessionLimits
from reaprover.lean.toolchain import EmbeddedToolchain, Toolchain

IDLE_S = 900.0
"""A process that nobody has used for so long is ended, seconds."""


class LeanPool:
    """`num_sessions` sessions on one toolchain."""

    def __init__(self, toolchain: Toolchain, num_sessions: int = 1, *, limits: SessionLimits | None = None, idle_s: float = IDLE_S) -> None:
        """Compile the library if needed; no process is started before a session is used.

        Raises:
            UsageError: fewer than one session.
            PrerequisiteError, InfrastructureError: the library cannot be compiled, or does not print as it should.
        """
        if num_sessions < 1:
            raise UsageError(f"lean pool: {num_sessions} sessions asked for; expected at least 1")
        toolchain.prepare()
        if isinstance(toolchain, EmbeddedToolchain):
            ensure_printing(toolchain)
        self.toolchain = toolchain
        self.sessions = tuple(LeanSession(toolchain, worker=worker, limits=limits) for worker in range(num_sessions))
        self._idle_s = idle_s
        self._free = list(self.sessions)
        self._idle_since_s = dict.fromkeys(range(num_sessions), time.monotonic())
        self._changed = threading.Condition()
        self._closed = False

    def lease(self, num_sessions: int | None = None, *, timeout_s: float | None = None) -> tuple[LeanSession, ...]:
        """Borrow sessions, waiting until so many are free.

        Args:
            num_sessions: how many; None: all of the pool.
            timeout_s: how long to wait; None: without end.

        Raises:
            UsageError: more than the pool has.
            InfrastructureError: not free in time, or the pool is closed.
        """
        wanted = len(self.sessions) if num_sessions is None else num_sessions
        if not 1 <= wanted <= len(self.sessions):
            raise UsageError(f"lean pool: {wanted} sessions asked for; it has {len(self.sessions)}")
        with self._changed:
            if not self._changed.wait_for(lambda: self._closed or len(self._free) >= wanted, timeout_s):
                raise InfrastructureError(
                    f"lean pool: {wanted} sessions were not free within {timeout_s:g} s; use more workers or fewer searches"
                )
            if self._closed:
                raise InfrastructureError("lean pool: closed while somebody waited for a session")
            self._free.sort(key=lambda session: (not session.is_alive, session.worker))
            taken, self._free = self._free[:wanted], self._free[wanted:]
        return tuple(taken)

    def give_back(self, sessions: Sequence[LeanSession]) -> None:
        """Return borrowed sessions; those returned already are ignored."""
        with self._changed:
            for session in sessions:
                if session not in self._free and session in self.sessions:
                    self._free.append(session)
                    self._idle_since_s[session.worker] = time.monotonic()
            self._changed.notify_all()
        self.close_idle()
        if self._closed:
            self._kill_all()

    def close_idle(self) -> int:
        """End processes that nobody has used for `idle_s`; how many. Called whenever a session comes back."""
        with self._changed:
            now_s = time.monotonic()
            idle = [s for s in self._free if s.is_alive and now_s - self._idle_since_s[s.worker] > self._idle_s]
            for session in idle:
                session.close()
        return len(idle)

    def close(self) -> None:
        """End all processes, also those of borrowed sessions; idempotent."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._kill_all()

    def _kill_all(self) -> None:
        for session in self.sessions:
            session.kill()

    def __enter__(self) -> LeanPool:
        """The pool itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        """End all processes."""
        self.close()
