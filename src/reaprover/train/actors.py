"""Actors: processes that play games and verify them, each with its own Lean and its own copy of the model.

Decisions:
- A process that dies takes the jobs of all with it, and the pool is made anew: lost games end as errors, which move no statistics; a lost
  verification is asked once more, since its proofs are found already.
- Pools that die again and again without an answer (no memory, no Lean) end the run with an error; a phase of errors would teach nothing.
- An actor ends with the process that made it, whatever ends that one, and its Lean with it. Ctrl-C is left to that process.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from types import TracebackType

from reaprover.core import CheckResult, Verdict
from reaprover.errors import InfrastructureError
from reaprover.lean.toolchain import EmbeddedToolchain
from reaprover.prover import Prover
from reaprover.train.games import Assignment, Deferred, Game, Verified, play, verify_games
from reaprover.train.policies import Policy, make_policy
from reaprover.verify.strict import StrictChecker

Answer = Game | list[Verified]
Ask = Assignment | tuple[Game, ...]
MAX_DEATHS_IN_A_ROW = 5
"""Pools that may die without a single answer between them."""


@dataclass(frozen=True, slots=True)
class _Given:
    """A job that was given out, the pool that has it, and whether it was lost before."""

    job: Ask
    pool: ProcessPoolExecutor
    is_second: bool = False


class Actors:
    """A pool of actor processes that all play with the same weights.

    Attributes:
        num_actors: processes.
        policy: what they play with.
        num_deaths: pools that were lost.
    """

    def __init__(self, num_actors: int, policy: str) -> None:
        """Start nothing yet.

        Args:
            num_actors: processes.
            policy: see `reaprover.train.policies.make_policy`.
        """
        self.num_actors, self.policy = num_actors, policy
        self.num_deaths = self._num_in_a_row = 0
        self._pool = self._new_pool()
        self._jobs: dict[Future[Answer], _Given] = {}

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.num_actors, multiprocessing.get_context("spawn"), _start, (self.policy,))

    @property
    def num_in_flight(self) -> int:
        """Jobs given out and not answered."""
        return len(self._jobs)

    def submit(self, job: Ask) -> None:
        """Give out a game to play, or solved games to verify.

        Raises:
            InfrastructureError: the processes die again and again.
        """
        self._submit(job, is_second=False)

    def _submit(self, job: Ask, *, is_second: bool) -> None:
        while True:
            try:
                future = self._give(job)
            except BrokenProcessPool:
                self._renew()
            else:
                self._jobs[future] = _Given(job, self._pool, is_second)
                return

    def _give(self, job: Ask) -> Future[Answer]:
        return self._pool.submit(_play, job) if isinstance(job, Assignment) else self._pool.submit(_verify, job)

    def collect(self, timeout_s: float | None = None) -> list[tuple[Ask, Answer]]:
        """Wait for at least one answer, or until the time is over; returns all that are there, with their jobs.

        Raises:
            InfrastructureError: the processes die again and again.
        """
        done, _ = wait(self._jobs, timeout_s, FIRST_COMPLETED)
        answers: list[tuple[Ask, Answer]] = []
        for future in done:
            given = self._jobs.pop(future)
            try:
                answers.append((given.job, future.result()))
                self._num_in_a_row = 0
            except BrokenProcessPool:
                if given.pool is self._pool:
                    self._renew()
                if isinstance(given.job, tuple) and not given.is_second:
                    self._submit(given.job, is_second=True)
                else:
                    answers.append((given.job, _lost(given.job)))
        return answers

    def _renew(self) -> None:
        self.num_deaths += 1
        self._num_in_a_row += 1
        self._pool.shutdown(wait=True)  # it is broken: all that it had has ended
        if self._num_in_a_row > MAX_DEATHS_IN_A_ROW:
            raise InfrastructureError(
                f"actors: the processes died {self._num_in_a_row} times in a row without an answer; what they printed says why "
                "(often memory: take fewer actors)"
            )
        self._pool = self._new_pool()

    def close(self) -> None:
        """End the processes; answers that are still out are lost."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    def __enter__(self) -> Actors:
        """The pool itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        """End the processes."""
        self.close()


def _lost(job: Ask) -> Answer:
    reason = "the actor process died"
    if isinstance(job, Assignment):
        return Game(assignment=job, outcome="error", reason=reason)
    return [Verified(CheckResult(Verdict.UNVERIFIED, (reason,))) for _ in job]


_actor: tuple[Prover, Policy, StrictChecker] | None = None  # set once per process, by its initializer


def _start(policy: str) -> None:
    global _actor
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, name="parent-watch", daemon=True).start()
    toolchain = EmbeddedToolchain.find()
    evaluators = make_policy(policy)
    _actor = (Prover(toolchain, evaluators(0), checker=Deferred()), evaluators, StrictChecker(toolchain))


def _end_with_parent() -> None:
    """End this process when the one that made it is gone: a pool's processes would wait for work for ever."""
    parent = multiprocessing.parent_process()
    assert parent is not None, "actors are made by another process"
    parent.join()
    os._exit(1)


def _play(assignment: Assignment) -> Game:
    assert _actor is not None, "the initializer ran"
    prover, policy, _ = _actor
    return play(prover, policy, assignment)


def _verify(games: Sequence[Game]) -> list[Verified]:
    assert _actor is not None, "the initializer ran"
    return verify_games(_actor[2], games)
