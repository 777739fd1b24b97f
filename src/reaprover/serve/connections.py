"""Connections: at most so many are open, and none stays open without saying what it wants.

Decisions:
- When all are taken, the one that has been idle longest after a reply is closed to make room; a client must expect that of any
  kept-alive connection. If every connection is at work, the newcomer is answered 429 and closed.
- A refused connection is read for a moment longer: closing it with unread bytes would reset it, and the reply would be lost.
- A request's head must come within a time; bodies have a limit of their own in `gate`.
- A few connections beyond the requests at once are kept for health, which is answered also when everything is at work.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

RESERVED = 8
HEAD_S = 30.0
_LINGER_S = 1.0


def capped_protocol(max_connections: int, *, head_s: float = HEAD_S) -> type[asyncio.Protocol]:
    """The protocol of a server with at most `max_connections` open connections.

    Args:
        max_connections: open at once, refused ones not counted.
        head_s: longest time for the head of a request, seconds.
    """

    class CappedProtocol(H11Protocol):
        _is_refused = False
        _head_timer: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            others = [c for c in self.connections if isinstance(c, CappedProtocol) and c is not self and c._counts()]
            if len(others) < max_connections:
                self._watch()
                return
            idle = [(c.timeout_keep_alive_task.when(), c) for c in others if c.timeout_keep_alive_task is not None]
            if idle:
                min(idle, key=lambda pair: pair[0])[1].transport.close()
                self._watch()
                return
            self._refuse()

        def data_received(self, data: bytes) -> None:
            if not self._is_refused:
                super().data_received(data)
                self._watch()

        def connection_lost(self, exc: Exception | None) -> None:
            self._stop_watching()
            super().connection_lost(exc)

        def _counts(self) -> bool:
            return not self._is_refused and not self.transport.is_closing()

        def _watch(self) -> None:
            """Time the head that is on its way; a request at work has none."""
            is_between = self.cycle is None or self.cycle.response_complete
            if not is_between or self.transport.is_closing():
                self._stop_watching()
            elif self._head_timer is None:
                self._head_timer = self.loop.call_later(head_s, self.transport.close)

        def _stop_watching(self) -> None:
            if self._head_timer is not None:
                self._head_timer.cancel()
                self._head_timer = None

        def _refuse(self) -> None:
            self._is_refused = True
            text = f"connections: are as many as allowed; found {max_connections}, try again later"
            body = json.dumps({"error": "Overloaded", "message": text}).encode()
            head = (
                "HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/json; charset=utf-8\r\n"
                f"Content-Length: {len(body)}\r\nRetry-After: 1\r\nConnection: close\r\n\r\n"
            )
            self.transport.write(head.encode() + body)
            if len(self.connections) > 2 * max_connections:  # a flood is not waited for
                self.transport.close()
                return
            self.transport.write_eof()
            self.loop.call_later(_LINGER_S, self.transport.close)

    return CappedProtocol
