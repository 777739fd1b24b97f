"""What every request passes first: connection limit, token, body limits; and the log."""

from __future__ import annotations

import asyncio
import hmac
import json
import sys
import time
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request

from reaprover.core.canonical import JsonObject, parse_json
from reaprover.errors import InputError
from reaprover.serve.errors import HttpRefusal

MAX_BODY_BYTES = 8 * 1024 * 1024
MAX_HEADER_BYTES = 16 * 1024
BODY_S = 30.0
_LARGE = 64 * 1024  # parsed in another thread, so that health does not wait


@dataclass(frozen=True, slots=True)
class Token:
    """The bearer token; its text never stands in a message.

    Attributes:
        text: the token, or None if there is none.
    """

    text: str | None

    def __repr__(self) -> str:
        return "Token(set)" if self.text else "Token(none)"

    def matches(self, given: str | None) -> bool:
        """Whether the token is the right one, in constant time; any is right if none is set."""
        if self.text is None:
            return True
        return given is not None and hmac.compare_digest(given.encode("utf-8", "surrogateescape"), self.text.encode())

    def require(self, request: Request) -> None:
        """Check the header `Authorization: Bearer <token>`.

        Raises:
            HttpRefusal: 401.
        """
        if not self.allows(request):
            raise unauthorized()

    def allows(self, request: Request) -> bool:
        """Whether the header is right."""
        scheme, _, given = request.headers.get("authorization", "").partition(" ")
        return self.matches(given.strip() if scheme.lower() == "bearer" else None)


def unauthorized() -> HttpRefusal:
    """The refusal of a missing or wrong token."""
    return HttpRefusal(
        401,
        "Unauthorized",
        "authorization: missing or wrong; expected Bearer with the server's token",
        headers={"WWW-Authenticate": "Bearer"},
    )


async def read_object(request: Request, *, body_s: float = BODY_S) -> JsonObject:
    """The request's body as an object; empty means `{}`.

    Raises:
        HttpRefusal: 413 too large, 415 not JSON, 408 too slow.
        InputError: no JSON, or no object.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind and kind != "application/json" and not kind.endswith("+json"):
        raise HttpRefusal(415, "UnsupportedMediaType", "content-type: is not offered; expected application/json")
    declared = request.headers.get("content-length", "0")
    if declared.isdigit() and int(declared) > MAX_BODY_BYTES:
        raise _too_large()
    data = bytearray()
    try:
        async with asyncio.timeout(body_s):
            async for block in request.stream():
                data += block
                if len(data) > MAX_BODY_BYTES:
                    raise _too_large()
    except TimeoutError:
        raise HttpRefusal(408, "RequestTimeout", f"body: came too slowly; expected all of it within {body_s:g} s") from None
    if not data.strip():
        return {}
    value = parse_json(bytes(data)) if len(data) <= _LARGE else await asyncio.to_thread(parse_json, bytes(data))
    if not isinstance(value, dict):
        raise InputError("body", "is no object", found=type(value).__name__, expected="a JSON object")
    return value


def _too_large() -> HttpRefusal:
    return HttpRefusal(
        413, "RequestTooLarge", f"body: is too large; expected at most {MAX_BODY_BYTES} bytes", headers={"Connection": "close"}
    )


class Log:
    """JSON lines on stderr. A log that cannot be written never reaches a request."""

    def __init__(self, stream: Any = None) -> None:
        self._stream = stream
        self.num_lost = 0

    def write(self, **fields: Any) -> None:
        """One line."""
        try:
            (self._stream or sys.stderr).write(json.dumps({"time_unix": round(time.time(), 3), **fields}, ensure_ascii=False) + "\n")
        except (OSError, ValueError):
            self.num_lost += 1


class Limit:
    """ASGI middleware: bounded headers, and at most so many requests at once; more are told to come back.

    Args:
        app: the application behind.
        max_open: requests at once.
    """

    def __init__(self, app: Any, *, max_open: int) -> None:
        self._app, self._max_open, self._num_open = app, max_open, 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        header_bytes = sum(len(name) + len(value) + 4 for name, value in scope["headers"])
        if header_bytes > MAX_HEADER_BYTES:
            text = f"headers: are too large; found {header_bytes} bytes, expected at most {MAX_HEADER_BYTES}"
            await _refuse(scope, send, 431, "RequestTooLarge", "invalid_request_error", text, (b"connection", b"close"))
            return
        if self._num_open >= self._max_open and scope["path"] != "/health":
            text = f"connections: are as many as allowed; found {self._max_open}, try again later"
            await _refuse(scope, send, 429, "Overloaded", "rate_limit_error", text, (b"retry-after", b"1"))
            return
        self._num_open += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._num_open -= 1


async def _refuse(scope: Any, send: Any, status: int, name: str, kind: str, text: str, header: tuple[bytes, bytes]) -> None:
    """A whole reply, in the form of the route's family."""
    body: Any = {"error": name, "message": text}
    if scope["path"].startswith("/v1/"):
        body = {"error": {"message": text, "type": kind, "param": None, "code": None}}
    data = json.dumps(body).encode()
    headers = [(b"content-type", b"application/json; charset=utf-8"), (b"content-length", str(len(data)).encode()), header]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": data})
