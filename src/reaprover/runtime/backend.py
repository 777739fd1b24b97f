"""What a runtime needs of whatever answers and learns: the toy, or a model.

A backend keeps what belongs to a session besides its record. All calls but `submit` happen one at a time, on the worker's thread.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Protocol

from reaprover.core.canonical import JsonObject
from reaprover.model.queue import QueueMetrics
from reaprover.model.sampling import Answer, Request
from reaprover.snapshot.contract import Contract
from reaprover.snapshot.reading import LiveContents, ReleaseContents
from reaprover.snapshot.session import LiveSession, ReleaseSession


class Worker(Protocol):
    """First in, first out: what is admitted after a learning step is answered by the new version."""

    def submit(self, request: Request) -> Future[Answer]:
        """Admit a request."""
        ...

    def call(self, call: Callable[[], Any]) -> Future[Any]:
        """Admit a function call, in order with everything else."""
        ...

    @property
    def is_alive(self) -> bool:
        """Whether tasks are still taken."""
        ...

    @property
    def num_queued(self) -> int:
        """Tasks that wait."""
        ...

    def metrics(self) -> QueueMetrics:
        """The counters now; does not wait for running work."""
        ...

    def close(self) -> None:
        """Finish what was admitted, then stop."""
        ...


class Backend(Protocol):
    """A policy, a value and a way to learn, for many sessions."""

    @property
    def name(self) -> str:
        """As on the command line, e.g. `toy`, `real-search-categorical`."""
        ...

    @property
    def contract(self) -> Contract:
        """What sessions and releases must agree with."""
        ...

    @property
    def worker(self) -> Worker:
        """The queue in front."""
        ...

    @property
    def allows_dots(self) -> bool:
        """Whether session ids may hold dots."""
        ...

    def base_facts(self) -> JsonObject:
        """What health pages say about the base."""
        ...

    def fresh_metadata(self) -> dict[str, JsonObject]:
        """The four metadata objects of a new session without experience."""
        ...

    def inherited_metadata(self) -> dict[str, JsonObject]:
        """The same for a session that starts from a release."""
        ...

    def create(self, session_id: str, release: ReleaseContents | None) -> None:
        """A new session, fresh or with the weights of a release; all of it or nothing."""
        ...

    def delete(self, session_id: str) -> None:
        """Forget a session; no error if it is not there."""
        ...

    def learn(self, record: LiveSession, event: JsonObject) -> JsonObject:
        """One step of the record's session; returns the receipt's detail. A failure may leave it changed: the caller undoes it."""
        ...

    def optimizer_steps(self, session_id: str) -> int:
        """Steps taken; equal to the policy version."""
        ...

    def savepoint(self, session_id: str) -> Any:
        """A copy of everything the session owns here."""
        ...

    def rollback(self, session_id: str, point: Any) -> None:
        """Put a session back as it was."""
        ...

    def snapshot(self, session_id: str) -> tuple[JsonObject, object | None]:
        """The keys of a live `backend.json`, and the payload tree (None for the toy)."""
        ...

    def restore(self, session_id: str, contents: LiveContents) -> None:
        """Put a session into a snapshot's state; nothing changes unless everything fits."""
        ...

    def publish(self, folder: Path, sealed: LiveContents, make_session: Callable[[str], ReleaseSession]) -> None:
        """Write the release of a sealed snapshot; `make_session` gives its record for a weights hash."""
        ...
