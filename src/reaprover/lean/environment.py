"""`LeanEnvironment`: one theorem on one or several Lean sessions, whatever happens to their processes.

Decisions:

* The environment owns the tree of states: for each its parent, the tactic (or part) that made it, and a digest of its key. A state lives in
  any number of processes at once, in none after a restart; it is rebuilt on demand by replay from its nearest living ancestor, and its key
  must come out the same, otherwise the state is lost (`state`) and never silently replaced.
* The same rebuilding spreads a batch: a session that does not hold the state joins in when the tactics it would take outnumber the steps
  that it must replay. Results do not depend on who computed them, and come back in the order asked for.
* A crash on a (state, tactic) is tried once more, in a new process; a second one in a row marks the pair, and it is not tried again. A
  wall clock that fired on a process that got less than half of a processor is tried once more as well. Neither is a failure of the tactic.
* Restarts after crashes are counted; when the budget is used up the environment is lost (`InfrastructureError`). Recycling and timeouts are
  not crashes.
* Handles given out here name states of the environment, not of a process, so that a restart is invisible to the search.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, field

from reaprover.core import ErrorKind, Part, ProofState, TacticError, TacticResult, TacticStatus, Theorem
from reaprover.errors import InfrastructureError, InputError
from reaprover.lean.pool import LeanPool
from reaprover.lean.session import Context, LeanSession, TacticLimits
from reaprover.lean.wire import LeanError, WireResult, WireState

NUM_RESTARTS = 20
"""Restarts after crashes that one environment survives."""

_CHUNK = 8
"""Most tactics that one session takes at a time when several share a batch."""


@dataclass(frozen=True, slots=True)
class _Cut:
    """A part of a split: which one, and of what split."""

    index: int
    groups: tuple[tuple[int, ...], ...] | None  # the goals of each part; None: the independent parts


@dataclass(slots=True)
class _Node:
    """A state in the tree: how to make it again, and where it lives."""

    parent: int | None
    step: str | _Cut | None  # a tactic, a part, or None for the root
    digest: bytes
    homes: dict[int, str] = field(default_factory=dict)  # worker → handle; void when the process is another one
    num_children: int = 0
    is_released: bool = False
    is_lost: bool = False


class _UnreproducibleError(Exception):
    """A rebuilt state differs from the recorded one."""


class _Batch:
    """Tactics for one state, taken by whichever session is free."""

    def __init__(self, number: int, tactics: Sequence[str]) -> None:
        self.number = number
        self.tactics = tactics
        self.outcomes: dict[int, tuple[WireResult | TacticError, LeanSession | None, str]] = {}
        self.retried: set[int] = set()
        self.waiting: deque[int] = deque()
        self._is_abandoned = False
        self._lock = threading.Lock()

    def take(self, count: int) -> list[int]:
        with self._lock:
            return [self.waiting.popleft() for _ in range(min(count, len(self.waiting)))]

    def put_back(self, indices: Sequence[int]) -> None:
        with self._lock:
            if not self._is_abandoned:
                self.waiting.extendleft(reversed(indices))

    def abandon(self) -> None:
        with self._lock:
            self._is_abandoned = True
            self.waiting.clear()

    def finish(self, indices: Sequence[int], results: Sequence[WireResult | TacticError], session: LeanSession | None) -> None:
        for index, result in zip(indices, results, strict=False):
            number = result.state.number if isinstance(result, WireResult) else None
            self.outcomes[index] = (result, session, session.handle(number) if session is not None and number is not None else "")


class LeanEnvironment:
    """Implements `core.Environment` on Lean sessions."""

    def __init__(
        self,
        theorem: Theorem,
        pool: LeanPool | LeanSession,
        *,
        limits: TacticLimits | None = None,
        num_sessions: int | None = None,
        num_restarts: int = NUM_RESTARTS,
        lease_timeout_s: float | None = None,
    ) -> None:
        """Borrow sessions and open the theorem.

        Args:
            theorem: what is to be proved.
            pool: where sessions are borrowed from, or one session that the caller owns.
            limits: what each tactic may use.
            num_sessions: how many sessions to borrow; None: all of the pool.
            num_restarts: restarts after crashes that are survived.
            lease_timeout_s: how long to wait for sessions; None: without end.

        Raises:
            InputError: Lean refuses imports, header or statement; with its own words.
            InfrastructureError: no session in time, or no process can be started.
        """
        self.theorem = theorem
        self.limits = limits or TacticLimits()
        self._context = Context.of(theorem)
        self._pool = pool if isinstance(pool, LeanPool) else None
        self._sessions = pool.lease(num_sessions, timeout_s=lease_timeout_s) if isinstance(pool, LeanPool) else (pool,)
        self._by_worker = {session.worker: session for session in self._sessions}
        self._executor = ThreadPoolExecutor(len(self._sessions), thread_name_prefix="lean") if len(self._sessions) > 1 else None
        self._lock = threading.RLock()
        self._books = threading.Lock()
        self._name = secrets.token_hex(4)
        self._nodes: dict[int, _Node] = {}
        self._next_number = 1
        self._crashes: dict[tuple[int, str], int] = {}
        self._max_restarts = num_restarts
        self.num_restarts = 0
        self.num_rebuilt = 0
        self._is_closed = False
        try:
            self._root = self._open()
        except BaseException:
            self.close()
            raise

    @property
    def identity(self) -> str:
        """Names toolchain, library, options and theorem."""
        content = "\0".join((self.theorem.declaration, self.theorem.header, *self.theorem.imports))
        digest = hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        return f"{self._sessions[0].toolchain.versions.identity}:heartbeats-{self.limits.heartbeats}:theorem-{digest}"

    def initial_state(self) -> ProofState:
        """The state of the theorem with its binders introduced."""
        return self._root

    def apply_batch(self, state: ProofState, tactics: Sequence[str]) -> list[TacticResult]:
        """Apply each tactic to `state`, in isolation; one result per tactic, in order.

        Raises:
            InfrastructureError: closed, or too many crashes.
        """
        with self._lock:
            self._check_usable()
            number = self._find(state)
            if number is None:
                return [_failed(tactic, ErrorKind.STATE, f"unknown or released state {state.handle!r}") for tactic in tactics]
            batch = _Batch(number, list(tactics))
            for index, tactic in enumerate(tactics):
                if self._crashes.get((number, tactic), 0) >= 2:
                    message = "this tactic has ended the Lean process twice in this state; it is not tried again"
                    batch.finish([index], [TacticError(ErrorKind.CRASH, message)], None)
                else:
                    batch.waiting.append(index)
            self._run(batch)
            return [self._adopt(number, tactic, batch, index) for index, tactic in enumerate(tactics)]

    def split(self, state: ProofState) -> list[Part]:
        """Cut `state` into its independent parts: single goals in order, then the coupled goals; [] if there is one part.

        Raises:
            InfrastructureError: the state is unknown or lost, the environment is closed, or too many crashes.
        """
        return self._split(state, None)

    def split_every_goal(self, state: ProofState) -> list[Part]:
        """Cut `state` into one part for each goal, coupled or not, in order; [] if there is one goal. For rule set `pseudocode` only.

        Raises:
            InfrastructureError: the state is unknown or lost, the environment is closed, or too many crashes.
        """
        return self._split(state, tuple((index,) for index in range(len(state.goals))))

    def _split(self, state: ProofState, groups: tuple[tuple[int, ...], ...] | None) -> list[Part]:
        with self._lock:
            self._check_usable()
            number = self._find(state)
            if number is None:
                raise LeanError(ErrorKind.STATE, f"split: unknown or released state {state.handle!r}")
            for session in self._twice(number):
                try:
                    parts = session.split(self._ensure(session, number), groups)
                except _UnreproducibleError as error:
                    raise LeanError(ErrorKind.STATE, str(error)) from None
                except LeanError as error:
                    self._note_restart(error)
                    continue
                result = []
                for index, part in enumerate(parts):
                    result.append(Part(self._add(number, _Cut(index, groups), part.state, session), part.indices, part.coupled))
                return result
            raise InfrastructureError("lean: the process was lost twice while it split a state")

    def replay(self, script: str, *, wall_s: float | None = None) -> TacticResult:
        """Run a whole script on the theorem, as it would stand behind `:= by`.

        Args:
            script: tactics at indentation 0.
            wall_s: wall clock, seconds; None: the longest of a tactic for each line.

        Raises:
            InfrastructureError: the environment is closed, or too many crashes.
        """
        with self._lock:
            self._check_usable()
            root = next(iter(self._nodes))
            wall_s = wall_s if wall_s is not None else self.limits.heavy_s * max(1, script.count("\n") + 1)
            heartbeats = min(1_000_000, self.limits.heartbeats * max(1, script.count("\n") + 1))
            limits = TacticLimits.flat(wall_s, heartbeats)
            failure = LeanError(ErrorKind.CRASH, "not run")
            for session in self._twice(root):
                try:
                    outcome = session.replay(self._ensure(session, root), script, wall_s=wall_s, limits=limits)
                except _UnreproducibleError as error:
                    return _failed(script, ErrorKind.STATE, str(error))
                except LeanError as error:
                    failure = error
                    if error.kind in (ErrorKind.TIMEOUT, ErrorKind.MEMORY):
                        break
                    self._note_restart(error)
                    continue
                if isinstance(outcome, TacticError):
                    return TacticResult(script, TacticStatus.FAILED, error=outcome)
                self._drop(session, outcome)
                return TacticResult(script, outcome.status, elapsed_ms=outcome.elapsed_ms, heartbeats=outcome.heartbeats)
            return _failed(script, failure.kind, str(failure))

    def release(self, states: Sequence[ProofState]) -> None:
        """Forget states; unknown ones are ignored. A state that others were made from stays known, but cannot be used."""
        with self._lock:
            for state in states:
                number = self._find(state)
                if number is None or state.handle == self._root.handle:
                    continue
                node = self._nodes[number]
                node.is_released = True
                self._evict(node)
                self._forget_up(number)

    def close(self) -> None:
        """Give states and sessions back; idempotent."""
        with self._lock:
            if self._is_closed:
                return
            self._is_closed = True
            for node in self._nodes.values():
                self._evict(node)
            self._nodes.clear()
            if self._executor is not None:
                self._executor.shutdown(wait=True)
            for session in self._sessions:
                try:
                    session.flush()
                except LeanError:
                    session.kill()
            if self._pool is not None:
                self._pool.give_back(self._sessions)

    # Work

    def _run(self, batch: _Batch) -> None:
        """Let the sessions that are worth it work on the batch until it is done."""
        sessions = self._sharing_sessions(batch.number, len(batch.waiting))
        try:
            if len(sessions) == 1 or self._executor is None:
                self._work(sessions[0], batch, len(batch.waiting))
                return
            chunk = max(1, min(_CHUNK, len(batch.waiting) // (2 * len(sessions))))
            futures = [self._executor.submit(self._work, session, batch, chunk) for session in sessions]
            wait(futures)
            for future in futures:
                future.result()
        except BaseException:  # interrupted: nobody waits for a tactic any more
            batch.abandon()
            for session in self._sessions:
                session.interrupt()
            raise

    def _work(self, session: LeanSession, batch: _Batch, chunk: int) -> None:
        """Take tactics from the batch until none is left."""
        try:
            while indices := batch.take(chunk):
                self._attempt(session, batch, indices)
        except BaseException:
            batch.abandon()
            raise

    def _attempt(self, session: LeanSession, batch: _Batch, indices: list[int]) -> None:
        try:
            handle = self._ensure(session, batch.number)
            results, failure = session.apply_batch(handle, [batch.tactics[index] for index in indices], self.limits)
        except _UnreproducibleError as error:
            batch.finish(indices, [TacticError(ErrorKind.STATE, str(error))] * len(indices), None)
        except LeanError as error:  # the state could not be rebuilt: none of these tactics is to blame
            batch.put_back(indices)
            self._note_restart(error)
        else:
            batch.finish(indices, results, session)
            with self._books:  # what was answered now did not crash: the process was lost for another reason
                for index, _ in zip(indices, results, strict=False):
                    self._crashes.pop((batch.number, batch.tactics[index]), None)
            if failure is not None:
                batch.put_back(indices[len(results) + 1 :])
                self._judge(batch, indices[len(results)], failure.error, starved=failure.starved)

    def _judge(self, batch: _Batch, index: int, error: LeanError, *, starved: bool) -> None:
        """A process was lost on tactic `index`: try it once more, or let that be its result."""
        if error.kind in (ErrorKind.TIMEOUT, ErrorKind.MEMORY):
            if (starved or error.kind is ErrorKind.MEMORY) and index not in batch.retried:  # the memory may be that of tactics before it
                batch.retried.add(index)
                batch.put_back([index])
            else:  # starved twice: the machine's doing, not the tactic's
                batch.finish([index], [TacticError(ErrorKind.CRASH if starved else error.kind, str(error))], None)
            return
        pair = (batch.number, batch.tactics[index])
        with self._books:
            self._crashes[pair] = num_crashes = self._crashes.get(pair, 0) + 1
        if num_crashes < 2:
            batch.put_back([index])
        else:
            batch.finish([index], [TacticError(error.kind, str(error))], None)
        self._note_restart(error)

    def _open(self) -> ProofState:
        for session in self._twice(None):
            try:
                session.ensure(self._context)
                state = self._open_on(session)
            except LeanError as error:
                if error.kind.is_resource:
                    raise
                self._note_restart(error)
                continue
            return self._add(None, None, state, session)
        raise InfrastructureError("lean: the process was lost twice while it opened the theorem")

    def _open_on(self, session: LeanSession) -> WireState:
        outcome = session.open(self.theorem, limits=self.limits)
        if isinstance(outcome, WireResult):
            return outcome.state
        if outcome.kind.is_inconclusive:
            raise LeanError(outcome.kind, outcome.message)
        raise InputError(
            f"theorem {self.theorem.name}",
            f"Lean refuses the statement ({outcome.kind.value}): {outcome.message}",
            advice="correct the statement",
        )

    def _ensure(self, session: LeanSession, number: int) -> str:
        """The handle of a state in the present process of `session`; replays what is missing.

        Raises:
            _UnreproducibleError: a state on the way does not come out as recorded.
            LeanError: the process was lost meanwhile.
        """
        session.ensure(self._context)
        path: list[_Node] = []
        node = self._nodes[number]
        while (handle := self._home(session, node)) is None:
            path.append(node)
            if node.parent is None:
                break
            node = self._nodes[node.parent]
        for node in reversed(path):
            handle = self._redo(session, handle, node)
        for node in path:
            if node.is_released:
                session.release([node.homes.pop(session.worker)])
        assert handle is not None
        return handle

    def _redo(self, session: LeanSession, parent: str | None, node: _Node) -> str:
        """Make the state of `node` again from its parent's handle."""
        if node.is_lost:
            raise _UnreproducibleError("the state was lost: a restarted process gave another one for the same tactic (unreproducible)")
        if parent is None:
            try:
                state = self._open_on(session)
            except InputError as error:
                node.is_lost = True
                raise _UnreproducibleError(f"the theorem does not open after a restart (unreproducible): {error}") from error
        elif isinstance(node.step, str):
            outcome = session.apply(parent, node.step, self.limits)
            if isinstance(outcome, TacticError) or outcome.state.number is None:
                node.is_lost = True
                text = outcome.message if isinstance(outcome, TacticError) else outcome.status.value
                raise _UnreproducibleError(f"the tactic {node.step!r} gave no state after a restart (unreproducible): {text}")
            state = outcome.state
        else:
            assert node.step is not None  # only the root has none, and it has no parent
            parts = [part.state for part in session.split(parent, node.step.groups)]
            if node.step.index >= len(parts):
                node.is_lost = True
                raise _UnreproducibleError(f"the split has {len(parts)} parts after a restart (unreproducible)")
            state = parts.pop(node.step.index)
            session.release([session.handle(part.number) for part in parts if part.number is not None])
        if state.number is None or _digest(state.key) != node.digest:
            node.is_lost = True
            raise _UnreproducibleError(f"the step {node.step!r} gave a state with another key after a restart (unreproducible)")
        node.homes[session.worker] = session.handle(state.number)
        with self._books:
            self.num_rebuilt += 1
        return node.homes[session.worker]

    def _home(self, session: LeanSession, node: _Node) -> str | None:
        handle = node.homes.get(session.worker)
        return handle if handle is not None and session.holds(handle) else None

    def _sharing_sessions(self, number: int, num_tactics: int) -> list[LeanSession]:
        """The session that is nearest to the state, and those whose share of the tactics outnumbers the steps they must replay first."""
        distances = sorted((self._distance(session, number), session.worker) for session in self._sessions)
        sessions = [self._by_worker[distances[0][1]]]
        for distance, worker in distances[1:]:
            if num_tactics // (len(sessions) + 1) <= distance:
                break
            sessions.append(self._by_worker[worker])
        return sessions

    def _distance(self, session: LeanSession, number: int) -> int:
        """How many steps `session` must replay to have the state."""
        distance, at = 0, self._nodes[number]
        while self._home(session, at) is None:
            distance += 1
            if at.parent is None:
                break
            at = self._nodes[at.parent]
        return distance

    def _twice(self, number: int | None) -> Iterator[LeanSession]:
        """The session that is nearest to the state, for two attempts."""
        session = self._sessions[0] if number is None else self._sharing_sessions(number, 0)[0]
        yield session
        yield session

    # Books

    def _add(
        self, parent: int | None, step: str | _Cut | None, state: WireState, session: LeanSession | None, handle: str = ""
    ) -> ProofState:
        number = self._next_number
        self._next_number += 1
        node = _Node(parent, step, _digest(state.key))
        if session is not None and (handle or state.number is not None):
            node.homes[session.worker] = handle or session.handle(state.number or 0)
        self._nodes[number] = node
        if parent is not None:
            self._nodes[parent].num_children += 1
        return ProofState(f"{self._name}/s/{number}", state.goals, state.key, state.has_metavariables, state.components)

    def _adopt(self, number: int, tactic: str, batch: _Batch, index: int) -> TacticResult:
        """The result of a tactic, its state entered in the tree."""
        outcome, session, handle = batch.outcomes[index]
        if isinstance(outcome, TacticError):
            return TacticResult(tactic, TacticStatus.FAILED, error=outcome)
        state = None
        if outcome.status is TacticStatus.OPEN:
            state = self._add(number, tactic, outcome.state, session, handle)
        elif session is not None:
            self._drop(session, outcome)
        return TacticResult(tactic, outcome.status, state, None, outcome.elapsed_ms, outcome.heartbeats)

    def _drop(self, session: LeanSession, outcome: WireResult) -> None:
        """Let go of what a result holds in the process."""
        numbers = (outcome.proof, outcome.state.number)
        session.release([session.handle(number) for number in numbers if number is not None])

    def _find(self, state: ProofState) -> int | None:
        """The number of a state of this environment that can be used."""
        name, _, text = state.handle.partition("/s/")
        if name != self._name or not text.isascii() or not text.isdecimal():
            return None
        node = self._nodes.get(int(text))
        return int(text) if node is not None and not node.is_released else None

    def _evict(self, node: _Node) -> None:
        for worker, handle in node.homes.items():
            self._by_worker[worker].release([handle])
        node.homes.clear()

    def _forget_up(self, number: int) -> None:
        """Drop released states that no other state is made from."""
        at: int | None = number
        while at is not None and (node := self._nodes[at]).is_released and not node.num_children:
            del self._nodes[at]
            at = node.parent
            if at is not None:
                self._nodes[at].num_children -= 1

    def _note_restart(self, error: LeanError) -> None:
        """A process was lost; the next use starts another one, unless there have been too many."""
        with self._books:
            self.num_restarts += 1
            if error.kind is ErrorKind.VERSION or self.num_restarts > self._max_restarts:
                raise InfrastructureError(f"lean: given up after {self.num_restarts} lost processes; the last one: {error}") from error

    def _check_usable(self) -> None:
        if self._is_closed:
            raise InfrastructureError("lean: the environment is closed")


def _digest(key: str) -> bytes:
    return hashlib.blake2b(key.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _failed(tactic: str, kind: ErrorKind, message: str) -> TacticResult:
    return TacticResult(tactic, TacticStatus.FAILED, error=TacticError(kind, message))
