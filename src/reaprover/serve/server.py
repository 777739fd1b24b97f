"""Runs the service on a socket: a ready line when it listens, an orderly end on SIGTERM and SIGINT."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable
from typing import Any

import uvicorn

from reaprover.serve.connections import HEAD_S, RESERVED, capped_protocol
from reaprover.serve.gate import MAX_HEADER_BYTES

GRACE_S = 30


class Server(uvicorn.Server):
    """A server that tells when it listens.

    Attributes:
        address: host and port, once it listens.
    """

    address: tuple[str, int] | None = None

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[str, int], None] | None = None) -> None:
        super().__init__(config)
        self._on_ready = on_ready

    async def startup(self, sockets: Any = None) -> None:
        """Listen, then tell."""
        await super().startup(sockets)
        if self.started and self.servers:
            host, port = self.servers[0].sockets[0].getsockname()[:2]
            self.address = (host, port)
            if self._on_ready is not None:
                self._on_ready(host, port)

    async def shutdown(self, sockets: Any = None) -> None:
        """End in order; SIGTERM was obeyed then and is not raised again, an interrupt is."""
        await super().shutdown(sockets)
        captured = getattr(self, "_captured_signals", [])
        captured[:] = [number for number in captured if number != signal.SIGTERM]


def make_server(
    app: Any,
    host: str,
    port: int,
    *,
    max_open: int,
    head_s: float = HEAD_S,
    on_ready: Callable[[str, int], None] | None = None,
) -> Server:
    """A server for an application; `run()` it.

    Args:
        app: the application.
        host: address to listen on.
        port: 0 takes a free one.
        max_open: requests at once, which the application limits; open connections are at most this and a few for health.
        head_s: longest time for the head of a request, seconds.
        on_ready: told host and port.
    """
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        http=capped_protocol(max_open + RESERVED, head_s=head_s),
        ws="none",
        loop="asyncio",
        lifespan="on",
        access_log=False,
        log_level="warning",
        server_header=False,
        h11_max_incomplete_event_size=MAX_HEADER_BYTES,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=GRACE_S,
    )
    return Server(config, on_ready)


def ready_line(backend: str, host: str, port: int, **facts: Any) -> str:
    """The one line on stdout."""
    return json.dumps({"ready": True, "host": host, "port": port, "backend": backend, **facts}, separators=(",", ":"))
