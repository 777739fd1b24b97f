"""A first-in-first-out worker of one thread, for backends that need no batching."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from typing import Any

from reaprover.errors import InfrastructureError
from reaprover.model.queue import QueueMetrics
from reaprover.model.sampling import Answer, Request


class SerialWorker:
    """Runs calls in the order in which they were admitted.

    Args:
        answer: answers one request.
    """

    def __init__(self, answer: Callable[[Request], Answer]) -> None:
        self._answer = answer
        self._wake = threading.Condition()
        self._queue: deque[tuple[Future[Any], Callable[[], Any], float]] = deque()
        self._metrics, self._is_closed = QueueMetrics(), False
        self._began_s: float | None = None  # of the running call
        self._thread = threading.Thread(target=self._loop, name="serial-worker", daemon=True)
        self._thread.start()

    @property
    def is_alive(self) -> bool:
        """Whether tasks are still taken."""
        return self._thread.is_alive() and not self._is_closed

    @property
    def num_queued(self) -> int:
        """Tasks that wait."""
        return len(self._queue)

    def submit(self, request: Request) -> Future[Answer]:
        """Admit a request."""
        return self.call(lambda: self._answer(request))

    def call(self, call: Callable[[], Any]) -> Future[Any]:
        """Admit a function call.

        Raises:
            InfrastructureError: the worker is closed.
        """
        future: Future[Any] = Future()
        with self._wake:
            if self._is_closed:
                raise InfrastructureError("worker: is closed; no more requests are taken")
            self._queue.append((future, call, time.monotonic()))
            self._metrics = self._metrics.admitted(len(self._queue))
            self._wake.notify()
        return future

    def metrics(self) -> QueueMetrics:
        """The counters now."""
        with self._wake:
            active_s = 0.0 if self._began_s is None else time.monotonic() - self._began_s
            return replace(self._metrics, queued=len(self._queue), active_execution_seconds=active_s)

    def close(self) -> None:
        """Finish what was admitted, then stop; idempotent."""
        with self._wake:
            self._is_closed = True
            self._wake.notify()
        self._thread.join()

    def _loop(self) -> None:
        while True:
            with self._wake:
                while not self._queue and not self._is_closed:
                    self._wake.wait()
                if not self._queue:
                    return
                future, call, admitted_s = self._queue.popleft()
                if not future.set_running_or_notify_cancel():
                    continue
                self._began_s = started_s = time.monotonic()
                self._metrics = self._metrics.begun(started_s - admitted_s)
            result, error = None, None
            try:
                result = call()
            except BaseException as raised:
                error = raised
            with self._wake:
                self._began_s = None
                self._metrics = self._metrics.ended(time.monotonic() - started_s, has_failed=error is not None)
            if error is None:
                future.set_result(result)
            else:
                future.set_exception(error)
