"""Limits on open connections and on requests at once (spec service.md, section 1)."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from reaprover.serve.connections import RESERVED

from .service import MESSAGES, Service, running, toy_backend

HEALTH = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n"
PART = b"GET /health HTTP/1.1\r\nHost: "


@contextlib.contextmanager
def connections(service: Service, number: int, send: bytes) -> Iterator[list[socket.socket]]:
    with contextlib.ExitStack() as stack:
        opened = []
        for _ in range(number):
            opened.append(stack.enter_context(socket.create_connection(("127.0.0.1", service.port), timeout=10)))
            opened[-1].sendall(send)
        yield opened


def reply_of(connection: socket.socket) -> tuple[int, Any]:
    """Status and body of one reply."""
    data = b""
    while b"\r\n\r\n" not in data:
        if not (block := connection.recv(65536)):
            return 0, None
        data += block
    head, _, body = data.partition(b"\r\n\r\n")
    length = next(int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length"))
    while len(body) < length:
        body += connection.recv(65536)
    return int(head.split(b" ")[1]), json.loads(body)


def test_a_connection_too_many_is_told_to_come_back_and_may(tmp_path: Path) -> None:
    with running(tmp_path, toy_backend, max_open=2) as service, connections(service, 2 + RESERVED, PART) as busy:
        for send in (HEALTH, PART + b"x" * 100_000):  # also one that goes on sending
            with connections(service, 1, send) as more:
                status, body = reply_of(more[0])
                assert (status, body["error"]) == (429, "Overloaded")
                with contextlib.suppress(ConnectionResetError):
                    assert more[0].recv(1) == b""
        for connection in busy:
            connection.sendall(b"x\r\n\r\n")
            assert reply_of(connection)[0] == 200  # those at work were not touched
        busy[0].close()
        with connections(service, 1, HEALTH) as more:
            assert reply_of(more[0])[0] == 200


def test_the_connection_that_was_idle_longest_makes_room_for_a_new_one(tmp_path: Path) -> None:
    with running(tmp_path, toy_backend, max_open=2) as service, connections(service, 2 + RESERVED, b"") as opened:
        for connection in opened[::-1]:
            connection.sendall(HEALTH)
            assert reply_of(connection)[0] == 200
        with connections(service, 1, HEALTH) as more:
            assert reply_of(more[0])[0] == 200
        assert opened[-1].recv(1) == b""
        opened[0].sendall(HEALTH)
        assert reply_of(opened[0])[0] == 200


def test_a_head_that_does_not_come_is_not_waited_for(tmp_path: Path) -> None:
    with running(tmp_path, toy_backend, head_s=0.2) as service, connections(service, 2, PART) as (first, second):
        second.sendall(b"x\r\n\r\n")
        assert reply_of(second)[0] == 200
        assert first.recv(1) == b""
        second.sendall(PART)  # a second request on a kept connection
        assert second.recv(1) == b""


def test_a_request_too_many_is_told_to_come_back_while_health_answers(tmp_path: Path) -> None:
    with running(tmp_path, toy_backend, max_open=1) as service:
        service.post("/sessions/s1", {}, expect=201)
        started, gate = threading.Event(), threading.Event()

        def block() -> None:
            started.set()
            gate.wait()

        service.runtime.backend.worker.call(block)
        started.wait()
        chat = json.dumps({"messages": MESSAGES}).encode()
        head = f"POST /sessions/s1/value/v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Length: {len(chat)}\r\n\r\n".encode()
        with connections(service, 1, head + chat) as (waiting,):
            while service.ask("GET", "/health")[1]["gpu_actor"]["queued"] == 0:
                pass
            status, refused = service.ask("POST", "/sessions/s1/value/v1/chat/completions", {"messages": MESSAGES})
            assert (status, refused["error"]) == (429, "Overloaded")
            health = service.ask("GET", "/health")[1]["gpu_actor"]
            assert health["active"] == 1
            assert health["active_execution_seconds"] > 0
            gate.set()
            assert reply_of(waiting)[0] == 200
        assert service.ask("GET", "/health")[1]["gpu_actor"]["active_execution_seconds"] == 0


@pytest.mark.parametrize("number", [1, 3])
def test_a_flood_of_connections_leaves_none_open(tmp_path: Path, number: int) -> None:
    with running(tmp_path, toy_backend, max_open=2) as service:
        with connections(service, 2 + RESERVED, PART), connections(service, number * (2 + RESERVED), HEALTH) as more:
            assert {reply_of(connection)[0] for connection in more} <= {0, 429}
        while (status := service.ask("GET", "/health")[0]) == 429:
            pass
        assert status == 200
