"""The first-in-first-out front of a model for many callers, with continuous batching.

One thread does all model work. It takes tasks in their order; while a batch is running, requests at the head of the queue whose sessions
have the same weights join it between two tokens. A task of another kind (a learning step, a snapshot) or of other weights waits until the
batch is complete, and everything behind it waits too: so what is admitted after a learning step is answered by the new version.

If a step of a shared batch fails, each of its requests is answered alone from its own seed: one that fails by itself harms no other.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Any, ParamSpec, TypeVar, cast

import torch

from reaprover.errors import InfrastructureError, UsageError
from reaprover.model.generation import Decoder, Job
from reaprover.model.policy_value import PolicyValueModel
from reaprover.model.queue import QueueMetrics
from reaprover.model.sampling import Answer, Request

MAX_ROWS = 64
"""Samples that one batch writes at the same time; further requests wait."""

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(slots=True, eq=False)
class _Task:
    future: Future[Any]
    admitted_s: float
    request: Request | None = None
    call: Callable[[], Any] | None = None
    started_s: float = 0.0
    job: Job | None = None
    before: torch.Tensor | None = None  # the session's stream before and after this task's draw
    after: torch.Tensor | None = None


class ModelWorker:
    """Runs requests and calls on a model, one thread for all.

    Args:
        model: the model.
        max_queued: most tasks that wait; further ones are refused.

    Attributes:
        model: the model; call it directly only through `call`, or with its lock held.
        num_steps: passes that wrote tokens so far.
    """

    def __init__(self, model: PolicyValueModel, *, max_queued: int = 4096) -> None:
        self.model = model
        self._max_queued = max_queued
        self._queue: deque[_Task] = deque()
        self._wake = threading.Condition()
        self._is_closed = False
        self._metrics = QueueMetrics()
        self.num_steps = 0
        self._running: dict[int, float] = {}  # when the running tasks began
        self._thread = threading.Thread(target=self._loop, name="model-worker", daemon=True)
        self._thread.start()

    def submit(self, request: Request) -> Future[Answer]:
        """Admit a request; the future raises what `PolicyValueModel.run` raises.

        Raises:
            InfrastructureError: the queue is full, or the worker is closed.
        """
        return cast("Future[Answer]", self._admit(_Task(Future(), time.monotonic(), request=request)))

    def submit_all(self, requests: list[Request]) -> list[Future[Answer]]:
        """Admit requests together, so that they run in one batch; see `submit`."""
        with self._wake:
            return [self.submit(request) for request in requests]

    def call(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Admit a function call, in order with everything else, with the model's lock held.

        Raises:
            InfrastructureError: the queue is full, or the worker is closed.
        """
        return cast("Future[T]", self._admit(_Task(Future(), time.monotonic(), call=lambda: call(*args, **kwargs))))

    @property
    def is_alive(self) -> bool:
        """Whether tasks are still taken."""
        return self._thread.is_alive() and not self._is_closed

    @property
    def num_queued(self) -> int:
        """Tasks that wait."""
        return len(self._queue)

    def metrics(self) -> QueueMetrics:
        """The counters as they are now; does not wait for the model."""
        with self._wake:
            since = min(self._running.values(), default=None)
            active_s = 0.0 if since is None else time.monotonic() - since
            return replace(self._metrics, queued=len(self._queue), active_execution_seconds=active_s)

    def close(self) -> None:
        """Finish what was admitted, then stop; idempotent."""
        with self._wake:
            self._is_closed = True
            self._wake.notify_all()
        self._thread.join()

    # -- the thread ----------------------------------------------------------------------------------------------------

    def _admit(self, task: _Task) -> Future[Any]:
        with self._wake:
            if not self.is_alive:
                raise InfrastructureError("model worker: is closed; no more requests are taken")
            if len(self._queue) >= self._max_queued:
                raise InfrastructureError(f"model worker: the queue is full; found {len(self._queue)} waiting, try again later")
            self._queue.append(task)
            self._metrics = self._metrics.admitted(len(self._queue))
            self._wake.notify_all()
        return task.future

    def _loop(self) -> None:
        while True:
            with self._wake:
                while not self._queue and not self._is_closed:
                    self._wake.wait()
                if not self._queue:
                    return
                task = self._queue.popleft()
            if not self._start(task):
                continue
            if task.call is not None:
                try:
                    with self.model.lock:
                        result = task.call()
                except BaseException as error:
                    self._end(task, error=error)
                else:
                    self._end(task, result)
            else:
                self._batch(task)

    def _batch(self, first: _Task) -> None:
        """Run a batch that begins with `first` until it is empty, letting fitting requests at the queue's head join."""
        assert first.request is not None
        slot = self.model.slot_of(first.request.session_id)
        if slot is None:
            self._end(first, error=UsageError(f"session {first.request.session_id!r}: there is no such session"))
            return
        decoder = Decoder(self.model.network, slot)
        running: dict[int, _Task] = {}
        self._read(decoder, first, running)
        alike = {first.request.session_id: True}  # sessions with and without the batch's weights, which stay while it runs
        while True:
            while (task := self._next_for(alike, decoder.num_rows)) is not None:
                self._read(decoder, task, running)
            if not running:
                return
            try:
                with self.model.lock:
                    self.num_steps += 1
                    done = decoder.step()
            except BaseException as error:
                self._apart(slot, list(running.values()), error)
                return
            for job in done:
                self._end(running.pop(id(job)), job.answer)

    def _read(self, decoder: Decoder, task: _Task, running: dict[int, _Task]) -> None:
        """Read a request's prompt; a failure concerns this request alone and gives its draw back."""
        assert task.request is not None
        try:
            with self.model.lock:
                session = self.model.session(task.request.session_id)
                task.before = session.stream.cpu
                task.job = self.model.job(task.request)
                task.after = session.stream.cpu
                decoder.add(task.job)
        except BaseException as error:
            self._give_back(task)
            self._end(task, error=error)
            return
        if task.job.answer is not None:
            self._end(task, task.job.answer)
        else:
            running[id(task.job)] = task

    def _apart(self, slot: str, tasks: list[_Task], error: BaseException) -> None:
        """Answer the requests of a failed batch one by one; those that fail again give their draws back."""
        failed: list[tuple[_Task, BaseException]] = []
        for task in tasks:
            try:
                if len(tasks) == 1:
                    raise error
                assert task.job is not None
                with self.model.lock:
                    decoder, task.job = Decoder(self.model.network, slot), task.job.restarted()
                    decoder.add(task.job)
                    decoder.run()
            except BaseException as own:
                failed.append((task, own))
            else:
                self._end(task, task.job.answer)
        for task, _ in reversed(failed):
            self._give_back(task)
        for task, reason in failed:
            self._end(task, error=reason)

    def _give_back(self, task: _Task) -> None:
        """A failed request consumes nothing, unless its session has drawn for another one since."""
        assert task.request is not None
        if task.before is not None and task.request.session_id in self.model.session_ids:
            stream = self.model.session(task.request.session_id).stream
            if task.after is None or stream.cpu is task.after:
                stream.cpu = task.before

    def _next_for(self, alike: dict[str, bool], num_rows: int) -> _Task | None:
        """Take the head of the queue if it may join a batch that writes `num_rows` samples; learns which sessions may."""
        while True:
            with self._wake:
                task = self._queue[0] if self._queue else None
            if task is None or task.request is None:
                return None
            sampling = task.request.sampling
            if sampling is not None and num_rows and num_rows + sampling.num_samples > MAX_ROWS:
                return None
            session_id = task.request.session_id
            if session_id not in alike:  # this may hash weights, so nobody is kept waiting by it
                alike[session_id] = self.model.answers_like(next(iter(alike)), session_id)
            if not alike[session_id]:
                return None
            with self._wake:
                self._queue.popleft()  # still this task: only this thread takes from the queue
            if self._start(task):
                return task

    def _start(self, task: _Task) -> bool:
        task.started_s = time.monotonic()
        if not task.future.set_running_or_notify_cancel():
            return False
        with self._wake:
            self._running[id(task)] = task.started_s
            self._metrics = self._metrics.begun(task.started_s - task.admitted_s)
        return True

    def _end(self, task: _Task, result: Any = None, *, error: BaseException | None = None) -> None:
        with self._wake:
            del self._running[id(task)]
            self._metrics = self._metrics.ended(time.monotonic() - task.started_s, has_failed=error is not None)
        if error is None:
            task.future.set_result(result)
        else:
            task.future.set_exception(error)
