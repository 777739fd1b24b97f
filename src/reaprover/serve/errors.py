"""From exceptions to statuses and bodies (spec service.md, sections 4 and 8).

No error body has the keys `id` and `choices` together: the Lean client does not look at the status and would take it for an answer.
"""

from __future__ import annotations

from reaprover.core.canonical import JsonObject
from reaprover.errors import (
    DuplicateSessionError,
    EventConflictError,
    InfrastructureError,
    KLGuardExceeded,
    Overloaded,
    ReaproverError,
    SessionNotFoundError,
    SessionQuarantined,
    UsageError,
    VersionConflictError,
)
from reaprover.snapshot.refusal import (
    InvalidIdentifier,
    SnapshotCorrupt,
    SnapshotExists,
    SnapshotIncompatible,
    SnapshotNotFound,
    SnapshotRefusal,
)


class HttpRefusal(Exception):  # it never leaves this package
    """A request is refused before it reaches a session.

    Attributes:
        status: HTTP status.
        name: class name on the wire.
        param: the field that is wrong, for OpenAI-style replies.
        code: code of OpenAI-style replies.
        headers: more headers.
    """

    def __init__(
        self,
        status: int,
        name: str,
        message: str,
        *,
        param: str | None = None,
        code: str | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        self.status, self.name, self.param, self.code, self.headers = status, name, param, code, headers or {}
        super().__init__(message)


_TABLE: list[tuple[type[BaseException], str, int]] = [
    (SessionNotFoundError, "SessionNotFoundError", 404),
    (DuplicateSessionError, "DuplicateSessionError", 409),
    (VersionConflictError, "VersionConflictError", 409),
    (EventConflictError, "EventConflictError", 409),
    (KLGuardExceeded, "KLGuardExceeded", 400),
    (Overloaded, "Overloaded", 429),
    (SessionQuarantined, "RuntimeError", 500),
    (InvalidIdentifier, "InvalidIdentifierError", 400),
    (SnapshotExists, "FileExistsError", 409),
    (SnapshotNotFound, "SnapshotNotFoundError", 422),
    (SnapshotCorrupt, "SnapshotIntegrityError", 422),
    (SnapshotIncompatible, "ValueError", 400),
    (UsageError, "ValueError", 400),
    (FileExistsError, "FileExistsError", 409),
    (FloatingPointError, "FloatingPointError", 500),
    (InfrastructureError, "InfrastructureError", 500),
    (TimeoutError, "TimeoutError", 504),
    (RuntimeError, "RuntimeError", 500),
]


def status_of(error: BaseException) -> tuple[str, int]:
    """Class name on the wire, and status."""
    if isinstance(error, HttpRefusal):
        return error.name, error.status
    for kind, name, status in _TABLE:
        if isinstance(error, kind):
            return name, status
    return (type(error).__name__, 422) if isinstance(error, ReaproverError) else (type(error).__name__, 500)


def session_error(error: BaseException, *, original: bool) -> tuple[int, JsonObject, dict[str, str]]:
    """Status, body and headers of a session route's error."""
    name, status = status_of(error)
    if name == "not_found":
        return status, {"error": "not_found"}, {}
    if original and isinstance(error, SnapshotExists):
        status = 500
    body: JsonObject = {"error": name, "message": message_of(error)}
    if isinstance(error, SnapshotRefusal):
        body["code"] = error.code
    return status, body, headers_of(error)


def openai_error(error: BaseException) -> tuple[int, JsonObject, dict[str, str]]:
    """Status, body and headers of an OpenAI-style route's error."""
    name, status = status_of(error)
    kinds = {401: "authentication_error", 429: "rate_limit_error"}
    kind = kinds.get(status, "invalid_request_error" if status < 500 else "server_error")
    param = error.param if isinstance(error, HttpRefusal) else getattr(error, "where", None) or None
    code = error.code if isinstance(error, HttpRefusal) else None
    if name == "not_found":
        code = code or "not_found"
    return status, {"error": {"message": message_of(error), "type": kind, "param": param, "code": code}}, headers_of(error)


def message_of(error: BaseException) -> str:
    """What the client is told; of errors that are nobody's request the class alone."""
    name, status = status_of(error)
    if status == 500 and not isinstance(error, ReaproverError | FloatingPointError | RuntimeError):
        return f"{name}: an unexpected error; the server's log has more"
    return str(error)[:2000] or name


def headers_of(error: BaseException) -> dict[str, str]:
    """Headers of an error reply."""
    if isinstance(error, HttpRefusal):
        return error.headers
    return {"Retry-After": "1"} if isinstance(error, Overloaded) else {}
