"""Many checks at once, by worker processes; one slow or dying check costs only itself.

Workers are processes, because the second kernel computes in Python. Each makes its own checker, dies with its parent, and
takes one submission at a time; a worker that dies makes its submission unverified and is replaced.
"""

from __future__ import annotations

import contextlib
import ctypes
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from reaprover.core import CheckResult, Verdict
from reaprover.errors import ReaproverError
from reaprover.verify.strict import Report, StrictChecker, Submission

CheckerFn = Callable[[], StrictChecker]
BatchOutcome = Report | ReaproverError
"""A report, or why the request itself was wrong (a statement that does not elaborate)."""

_PR_SET_PDEATHSIG = 1


def check_batch(submissions: Sequence[Submission], checker_fn: CheckerFn, *, num_workers: int = 1) -> Iterator[tuple[int, BatchOutcome]]:
    """Check all submissions; yields (place in `submissions`, outcome) as they end.

    Args:
        submissions: what to check.
        checker_fn: makes a checker; must be picklable (a `functools.partial` of module-level things) for more than one worker.
        num_workers: worker processes; 1 checks in this process.
    """
    if num_workers <= 1 or len(submissions) <= 1:
        checker = checker_fn()
        for place, submission in enumerate(submissions):
            yield place, _check(checker, submission)
        return
    yield from _Pool(checker_fn, min(num_workers, len(submissions))).run(submissions)


def _check(checker: StrictChecker, submission: Submission) -> BatchOutcome:
    try:
        return checker.check_file(submission)
    except ReaproverError as error:
        return error


class _Pool:
    def __init__(self, checker_fn: CheckerFn, num_workers: int) -> None:
        self._context = multiprocessing.get_context("spawn")
        self._checker_fn = checker_fn
        self._workers: dict[Connection, tuple[BaseProcess, int | None]] = {}
        self._num_workers = num_workers

    def run(self, submissions: Sequence[Submission]) -> Iterator[tuple[int, BatchOutcome]]:
        waiting = list(range(len(submissions) - 1, -1, -1))
        try:
            for _ in range(self._num_workers):
                self._start()
            while waiting or any(place is not None for _, place in self._workers.values()):
                for connection, (process, place) in list(self._workers.items()):
                    if place is None and waiting:
                        try:
                            connection.send(submissions[waiting[-1]])
                            self._workers[connection] = (process, waiting.pop())
                        except OSError:  # it died with nothing to do
                            self._replace(connection)
                ready = wait([c for c, (_, place) in self._workers.items() if place is not None], timeout=1.0)
                for connection in [c for c in self._workers if c in ready]:
                    process, place = self._workers[connection]
                    assert place is not None
                    try:
                        outcome: BatchOutcome = connection.recv()
                        self._workers[connection] = (process, None)
                    except (EOFError, OSError):
                        outcome = _lost(submissions[place])
                        self._replace(connection)
                    yield place, outcome
        finally:
            for connection, (process, _) in self._workers.items():
                process.kill()
                process.join()
                connection.close()

    def _replace(self, connection: Connection) -> None:
        process, _ = self._workers.pop(connection)
        connection.close()
        process.join()
        self._start()

    def _start(self) -> None:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_serve, args=(theirs, self._checker_fn, os.getpid()), daemon=False)
        process.start()
        theirs.close()
        self._workers[ours] = (process, None)


def _lost(submission: Submission) -> Report:
    from reaprover.verify.finding import Check, unverified
    from reaprover.verify.strict import Level

    finding = unverified(Check.EVIDENCE, "the checking process died", infrastructure=True)
    result = CheckResult(Verdict.UNVERIFIED, (f"E: {finding.detail}",))
    return Report(result, (finding,), submission, Level.STRICT, 0.0)


def _serve(connection: Connection, checker_fn: CheckerFn, parent: int) -> None:
    """Check what comes until the other side is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's; it kills its workers
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:
            return
    checker = checker_fn()
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            connection.send(_check(checker, connection.recv()))
