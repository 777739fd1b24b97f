"""Actors: processes that play games and verify them, each with its own Lean and its own copy of the model.

A process that dies takes one job with it; the job ends as an error and the pool is made anew.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from types import TracebackType

from reaprover.core import CheckResult, Verdict
from reaprover.lean.toolchain import EmbeddedToolchain
from reaprover.prover import Prover
from reaprover.train.games import Assignment, Deferred, Game, Verified, play, verify_games
from reaprover.train.policies import Policy, make_policy
from reaprover.verify.strict import StrictChecker

Answer = Game | list[Verified]


class Actors:
    """A pool of actor processes that all play with the same weights."""

    def __init__(self, num_actors: int, policy: str) -> None:
        """Start nothing yet.

        Args:
            num_actors: processes.
            policy: see `reaprover.train.policies.make_policy`.
        """
        self.num_actors, self.policy = num_actors, policy
        self.num_deaths = 0
        self._pool = self._new_pool()
        self._jobs: dict[Future[Answer], Assignment | tuple[Game, ...]] = {}

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.num_actors, multiprocessing.get_context("spawn"), _start, (self.policy,))

    @property
    def num_in_flight(self) -> int:
        """Jobs given out and not answered."""
        return len(self._jobs)

    def submit(self, job: Assignment | tuple[Game, ...]) -> None:
        """Give out a game to play, or solved games to verify."""
        try:
            future = self._give(job)
        except BrokenProcessPool:
            self._renew()
            future = self._give(job)
        self._jobs[future] = job

    def _give(self, job: Assignment | tuple[Game, ...]) -> Future[Answer]:
        return self._pool.submit(_play, job) if isinstance(job, Assignment) else self._pool.submit(_verify, job)

    def collect(self, timeout_s: float | None = None) -> list[tuple[Assignment | tuple[Game, ...], Answer]]:
        """Wait for at least one answer, or until the time is over; returns all that are there, with their jobs."""
        done, _ = wait(self._jobs, timeout_s, FIRST_COMPLETED)
        answers: list[tuple[Assignment | tuple[Game, ...], Answer]] = []
        is_broken = False
        for future in done:
            job = self._jobs.pop(future)
            try:
                answers.append((job, future.result()))
            except BrokenProcessPool:
                is_broken = True
                answers.append((job, _lost(job)))
        if is_broken:
            for future, job in self._jobs.items():
                future.cancel()
                answers.append((job, _lost(job)))
            self._jobs.clear()
            self._renew()
        return answers

    def _renew(self) -> None:
        self.num_deaths += 1
        self._pool.shutdown(wait=True, cancel_futures=True)
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


def _lost(job: Assignment | tuple[Game, ...]) -> Answer:
    reason = "the actor process died"
    if isinstance(job, Assignment):
        return Game(assignment=job, outcome="error", reason=reason)
    return [Verified(CheckResult(Verdict.UNVERIFIED, (reason,))) for _ in job]


_actor: tuple[Prover, Policy, StrictChecker] | None = None  # set once per process, by its initializer


def _start(policy: str) -> None:
    global _actor
    toolchain = EmbeddedToolchain.find()
    evaluators = make_policy(policy)
    _actor = (Prover(toolchain, evaluators(0), checker=Deferred()), evaluators, StrictChecker(toolchain))


def _play(assignment: Assignment) -> Game:
    assert _actor is not None, "the initializer ran"
    prover, policy, _ = _actor
    return play(prover, policy, assignment)


def _verify(games: Sequence[Game]) -> list[Verified]:
    assert _actor is not None, "the initializer ran"
    return verify_games(_actor[2], games)
