"""One Lean session: a process with a start file, spoken to over two pipes, restarted under a new epoch when it must be.

Decisions:

* Several requests may be on their way at once (`converse`): they are written in one go and answered in order. That saves the round trips
  that a batch request saves, and it is always known which request a dead or silent process was working on.
* The wall clock of a request starts when the reply before it has come. When it is over the process group is killed; what was answered
  before stays valid, what came after was never run.
* A session never rebuilds states by itself: after a restart every old handle gives error `state`. Whoever keeps the tree replays what it
  needs (`environment`).
* Recycling (by number of requests, age, states or memory) happens only between requests, and only where the caller allows it.
"""

from __future__ import annotations

import os
import re
import secrets
import select
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reaprover.core import ErrorKind, TacticError, Theorem
from reaprover.errors import InfrastructureError, InputError
from reaprover.lean import wire
from reaprover.lean.messages import read_messages
from reaprover.lean.process import LeanProcess, signal_name, text_descriptor
from reaprover.lean.toolchain import LEAN_COMMIT, LEAN_VERSION, PROTOCOL_VERSION, Toolchain
from reaprover.lean.wire import LeanError, WirePart, WireResult

MIB = 1024 * 1024


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


HEAVY_TACTICS = _words(
    "simp simp_all simpa simp_arith dsimp omega decide aesop linarith nlinarith norm_num positivity polyrith ring ring_nf field_simp grind "
    "bv_decide ac_rfl solve_by_elim repeat iterate all_goals any_goals first try interval_cases fin_cases tauto"
)
"""Tactics that search or compute: they get the longest wall clock."""

CHEAP_TACTICS = _words(
    "intro intros rintro exact apply refine refine' constructor left right exists rfl trivial assumption exfalso contradiction clear "
    "rename rename_i revert subst symm skip"
)
"""Tactics that do one step: they get the shortest wall clock."""

_SERVER = "Reaprover.Server"
"""The module of the tactic server: imported beside the user's own, so its names are taken."""

_FIRST_WORD = re.compile(r"[\w']+")


@dataclass(frozen=True, slots=True)
class TacticLimits:
    """What one tactic may use (spec lean-protocol.md, section 4).

    Attributes:
        heartbeats: Lean's deterministic limit, in thousands of small allocations, 1 to 1,000,000.
        cheap_s: wall clock of `CHEAP_TACTICS`, seconds.
        ordinary_s: wall clock of all others, seconds.
        heavy_s: wall clock of `HEAVY_TACTICS`, seconds.
    """

    heartbeats: int = 20_000
    cheap_s: float = 5.0
    ordinary_s: float = 15.0
    heavy_s: float = 30.0

    @classmethod
    def flat(cls, wall_s: float, heartbeats: int = 20_000) -> TacticLimits:
        """The same wall clock for every tactic."""
        return cls(heartbeats, wall_s, wall_s, wall_s)

    def wall_s(self, tactic: str) -> float:
        """The wall clock of `tactic`, seconds."""
        found = _FIRST_WORD.search(tactic)
        word = found[0] if found else ""
        return self.heavy_s if word in HEAVY_TACTICS else self.cheap_s if word in CHEAP_TACTICS else self.ordinary_s


@dataclass(frozen=True, slots=True)
class SessionLimits:
    """What one process may use before it is replaced.

    Attributes:
        open_s: wall clock of start and `open`, seconds.
        memory_bytes: its share of memory: at 80 % resident it is recycled after the current request, at 100 % killed.
        max_requests: recycled after so many requests.
        max_age_s: recycled after so many seconds.
        max_states: recycled when it holds so many states.
        free_memory_bytes: no new process while less memory than this is free on the machine.
    """

    open_s: float = 120.0
    memory_bytes: int = 2048 * MIB
    max_requests: int = 5_000
    max_age_s: float = 3600.0
    max_states: int = 200_000
    free_memory_bytes: int = 1024 * MIB


@dataclass(frozen=True, slots=True)
class Context:
    """What a process is started with: everything that comes before the statements it is asked about.

    Attributes:
        imports: modules besides the library and the server.
        header: commands (definitions, `open`, `universe`, …).
    """

    imports: tuple[str, ...] = ()
    header: str = ""

    @classmethod
    def of(cls, theorem: Theorem) -> Context:
        """The context of a theorem; its universe parameters become a `universe` command."""
        levels = f"universe {' '.join(theorem.levels)}" if theorem.levels else ""
        return cls(theorem.imports, "\n".join(part for part in (theorem.header, levels) if part))

    def start_file(self, toolchain: Toolchain, requests: str, replies: str, nonce: str) -> str:
        """The source text that becomes the server."""
        return (
            f"{toolchain.preamble((*self.imports, _SERVER))}{self.header}\n"
            "set_option maxHeartbeats 1000000\nset_option maxRecDepth 512\nset_option Elab.async false\n"
            f'theorem Reaprover.session : True := by reaprover_serve "{requests}" "{replies}" "{nonce}"\n'
        )


_ACCEPTED: set[tuple[str, Context]] = set()
"""Contexts that Lean has accepted in this process, with the toolchain's identity."""


@dataclass(frozen=True, slots=True)
class Request:
    """One request; `wall_s` is its wall clock in seconds."""

    op: str
    fields: Mapping[str, Any]
    wall_s: float


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a conversation ended early.

    Attributes:
        error: what happened to the first request without a reply.
        starved: the wall clock ended it, but the process had less than half of a processor: the machine is to blame.
    """

    error: LeanError
    starved: bool = False


class LeanSession:
    """One Lean process at a time, `worker` its place in a pool. May be used from any thread, one at a time (a lock sees to it)."""

    def __init__(
        self,
        toolchain: Toolchain,
        *,
        worker: int = 0,
        limits: SessionLimits | None = None,
        clock_fn: Callable[[], float] = time.monotonic,
    ) -> None:
        """Nothing is started before `ensure`."""
        self.toolchain = toolchain
        self.worker = worker
        self.limits = limits or SessionLimits()
        self.epoch = 0
        self.context: Context | None = None
        self.num_requests = 0
        self.lock = threading.RLock()
        self._clock_fn = clock_fn
        self._process: LeanProcess | None = None
        self._live: set[int] = set()
        self._released: list[int] = []

    # Life

    @property
    def is_alive(self) -> bool:
        """Whether there is a process, as far as is known."""
        return self._process is not None and self._process.status is None

    @property
    def pid(self) -> int | None:
        """Its process id, for reports and tests."""
        return self._process.pid if self._process is not None else None

    @property
    def num_states(self) -> int:
        """States that the process holds for us."""
        return len(self._live)

    @property
    def resident_bytes(self) -> int:
        """Resident memory of the process; 0 when there is none."""
        return self._process.resident_bytes() if self._process is not None else 0

    @property
    def age_s(self) -> float:
        """Seconds since the process was started; 0 when there is none."""
        return time.monotonic() - self._process.started_s if self._process is not None else 0.0

    def ensure(self, context: Context) -> bool:
        """Have a process with this context: start one if there is none, if it has another context, or if it is worn out.

        Returns:
            Whether a process was started, that is, whether all earlier handles are void.

        Raises:
            InputError: the header or an import is refused by Lean.
            LeanError: it cannot be started, or has other versions than expected.
        """
        with self.lock:
            if self.is_alive and self.context == context and not self.is_worn:
                return False
            self.start(context)
            return True

    @property
    def is_worn(self) -> bool:
        """Whether the process should be replaced before it is used again."""
        limits = self.limits
        return (
            self._requests_here >= limits.max_requests
            or self.age_s > limits.max_age_s
            or self.num_states >= limits.max_states
            or self.resident_bytes > 0.8 * limits.memory_bytes
        )

    def start(self, context: Context) -> None:
        """Start a new process under a new epoch; the old one, if any, is killed.

        Raises:
            InputError: the header or an import is refused by Lean.
            LeanError: it cannot be started, or has other versions than expected.
        """
        with self.lock:
            self.kill()
            self._check_free_memory()
            self._check_header(context)
            self.epoch += 1
            self.context = context
            self._requests_here = 0
            self._next_id = 1
            self._live.clear()
            self._released.clear()
            self._incoming = bytearray()
            self._nonce = secrets.token_hex(16)
            request_read, self._requests = os.pipe()
            self._replies, reply_write = os.pipe()
            try:
                source = text_descriptor(
                    context.start_file(self.toolchain, f"/dev/fd/{request_read}", f"/dev/fd/{reply_write}", self._nonce)
                )
                try:
                    self._process = LeanProcess(
                        self.toolchain.launch(),
                        ["-M", str(2 * self.limits.memory_bytes // MIB), f"/dev/fd/{source}"],
                        pass_fds=(request_read, reply_write, source),
                    )
                finally:
                    os.close(source)
            except BaseException:
                os.close(self._requests)
                os.close(self._replies)
                raise
            finally:
                os.close(request_read)
                os.close(reply_write)
            os.set_blocking(self._requests, False)
            os.set_blocking(self._replies, False)
            self._poller = select.poll()
            self._poller.register(self._replies, select.POLLIN)
            self._poller.register(self._process.pidfd, select.POLLIN)
            self._check_versions()

    def kill(self) -> None:
        """End the process at once, with its whole group; idempotent."""
        with self.lock:
            process, self._process = self._process, None
            self._live.clear()
            if process is not None:
                process.kill()
                os.close(self._requests)
                os.close(self._replies)

    def interrupt(self) -> None:
        """End the process while another thread waits for its reply; that thread sees a crash."""
        if (process := self._process) is not None:
            process.signal_kill()

    def close(self) -> None:
        """Give the process up; idempotent. A session may be started again after that."""
        with self.lock:
            if self.is_alive:
                try:
                    self.request("close", {}, wall_s=1.0)
                    assert self._process is not None
                    self._process.wait(1.0)
                except LeanError:
                    pass
            self.kill()

    # Requests

    def converse(self, requests: Sequence[Request]) -> tuple[list[dict[str, Any]], Failure | None]:
        """Send all requests at once and collect the replies in order.

        Returns:
            The replies, and why they are fewer than the requests, or None. After a failure the process is gone.
        """
        with self.lock:
            if self._process is None:
                return [], Failure(LeanError(ErrorKind.CRASH, "no process; the session was closed or has failed before"))
            if self._released:
                requests = [Request("release", {"states": self._take_released()}, requests[0].wall_s), *requests]
                replies, failure = self._converse(self._process, requests)
                return replies[1:], failure
            return self._converse(self._process, requests)

    def request(self, op: str, fields: Mapping[str, Any], *, wall_s: float) -> dict[str, Any]:
        """Send one request and return its reply, which may carry an error.

        Raises:
            LeanError: the process died, was killed, or broke the protocol.
        """
        replies, failure = self.converse([Request(op, fields, wall_s)])
        if failure is not None:
            raise failure.error
        return replies[0]

    def open(self, theorem: Theorem, *, limits: TacticLimits | None = None) -> WireResult | TacticError:
        """Open a statement: its root state, with the binders introduced."""
        limits = limits or TacticLimits()
        fields: dict[str, Any] = {"theorem": theorem.conclusion, "limits": {"heartbeats": limits.heartbeats}}
        if theorem.negated:
            fields["theorem"] = theorem.statement
        elif theorem.binders:
            fields["binders"] = theorem.binders
        return self._result(self.request("open", fields, wall_s=self.limits.open_s))

    def apply(self, handle: str, tactic: str, limits: TacticLimits | None = None) -> WireResult | TacticError:
        """Apply one tactic; see `apply_batch`.

        Raises:
            LeanError: kind `state` for a bad handle; otherwise the process died, was killed, or broke the protocol.
        """
        results, failure = self.apply_batch(handle, [tactic], limits)
        if failure is not None:
            raise failure.error
        return results[0]

    def apply_batch(
        self, handle: str, tactics: Sequence[str], limits: TacticLimits | None = None
    ) -> tuple[list[WireResult | TacticError], Failure | None]:
        """Apply each tactic to the state `handle`, in isolation.

        Returns:
            One result per tactic, in order, and why they are fewer than the tactics, or None. After a failure the process is gone.

        Raises:
            LeanError: kind `state`: malformed handle, of another process, or released.
        """
        limits = limits or TacticLimits()
        with self.lock:
            number = self.number(handle)
            allowance = {"heartbeats": limits.heartbeats}
            requests: list[Request] = []
            refused: dict[int, TacticError] = {}
            for index, tactic in enumerate(tactics):
                if len(tactic) > wire.MAX_LINE_BYTES // 8:
                    refused[index] = TacticError(ErrorKind.PARSE, f"a tactic of {len(tactic)} characters is longer than any that is sent")
                else:
                    requests.append(Request("apply", {"state": number, "tactic": tactic, "limits": allowance}, limits.wall_s(tactic)))
            if not requests:
                return list(refused.values()), None
            replies, failure = self.converse(requests)
            answers = iter(replies)
            results: list[WireResult | TacticError] = []
            for index in range(len(tactics)):
                if index in refused:
                    results.append(refused[index])
                elif (reply := next(answers, None)) is None:
                    break
                else:
                    try:
                        results.append(self._result(reply))
                    except LeanError as error:
                        self.kill()
                        return results, Failure(error)
            return results, failure

    def replay(self, handle: str, script: str, *, wall_s: float, limits: TacticLimits | None = None) -> WireResult | TacticError:
        """Run a whole script (several lines, `·` blocks) on a state.

        Raises:
            LeanError: kind `state` for a bad handle; otherwise the process died, was killed, or broke the protocol.
        """
        limits = limits or TacticLimits()
        with self.lock:
            fields = {"root": self.number(handle), "script": script, "limits": {"heartbeats": limits.heartbeats}}
            return self._result(self.request("replay", fields, wall_s=wall_s))

    def split(self, handle: str, groups: tuple[tuple[int, ...], ...] | None = None) -> tuple[WirePart, ...]:
        """Cut a state into parts; () if there is one.

        Args:
            handle: the state.
            groups: the indices of the goals of each part; None: single goals in order, then the coupled goals.

        Raises:
            LeanError: kind `state` for a bad handle; otherwise the process died, was killed, or broke the protocol.
        """
        with self.lock:
            fields = {"state": self.number(handle), "parts": groups}
            parts = wire.parts_of(self._fine(self.request("split", fields, wall_s=self.limits.open_s)))
            self._live.update(part.state.number for part in parts if part.state.number is not None)
            return parts

    def goals(self, handle: str, *, structured: bool = False) -> list[Any]:
        """The goals of a state, printed or as objects (case, hypotheses, target).

        Raises:
            LeanError: kind `state` for a bad handle; otherwise the process died, was killed, or broke the protocol.
        """
        with self.lock:
            fields = {"state": self.number(handle), "form": "structured" if structured else "printed"}
            return list(self._fine(self.request("goals", fields, wall_s=self.limits.open_s))["goals"])

    def stat(self) -> dict[str, Any]:
        """What the server counts: states, applies, uptime_ms; and `resident_bytes`, `epoch`, as seen from here.

        Raises:
            LeanError: the process died, was killed, or broke the protocol.
        """
        with self.lock:
            return {**self._fine(self.request("stat", {}, wall_s=10.0)), "resident_bytes": self.resident_bytes, "epoch": self.epoch}

    def ping(self, *, wall_s: float = 10.0) -> dict[str, Any]:
        """Ask whether it is there; its versions.

        Raises:
            LeanError: the process died, was killed, or broke the protocol.
        """
        return self._fine(self.request("ping", {}, wall_s=wall_s))

    def release(self, handles: Sequence[str]) -> int:
        """Forget states; unknown handles and those of other processes are ignored. They are freed together with a later request.

        Returns:
            How many were known.
        """
        with self.lock:
            known = 0
            for text in handles:
                try:
                    number = self.number(text)
                except LeanError:
                    continue
                self._live.discard(number)
                self._released.append(number)
                known += 1
            return known

    def flush(self) -> None:
        """Send what `release` has collected now.

        Raises:
            LeanError: the process died, was killed, or broke the protocol.
        """
        with self.lock:
            if self._released and self.is_alive:
                self._fine(self.request("release", {"states": self._take_released()}, wall_s=self.limits.open_s))

    def handle(self, number: int) -> str:
        """The handle of a state of the present process."""
        return wire.handle(self.worker, self.epoch, number)

    def number(self, handle: str) -> int:
        """The state number of a handle of the present process.

        Raises:
            LeanError: kind `state`: malformed, of another process, released, or never given out.
        """
        number = wire.parse_handle(handle, self.worker, self.epoch)
        if number not in self._live:
            raise LeanError(ErrorKind.STATE, f"state handle {handle}: released, or never given out")
        return number

    def holds(self, handle: str) -> bool:
        """Whether the handle can be used now."""
        try:
            return self.number(handle) > 0
        except LeanError:
            return False

    # Inside

    _requests: int
    _replies: int
    _requests_here: int = 0
    _next_id: int
    _nonce: str
    _incoming: bytearray
    _poller: select.poll

    def _converse(self, process: LeanProcess, requests: Sequence[Request]) -> tuple[list[dict[str, Any]], Failure | None]:
        replies: list[dict[str, Any]] = []
        identifiers: list[int] = []
        outgoing = bytearray()
        try:
            for request in requests:
                outgoing += wire.encode(self._next_id, request.op, request.fields)
                identifiers.append(self._next_id)
                self._next_id += 1
        except LeanError as error:  # nothing was sent: the process is as it was
            return [], Failure(error)
        sent, writing = 0, False
        since_s, cpu_s = self._clock_fn(), None
        try:
            while len(replies) < len(requests):
                if sent < len(outgoing):
                    sent += self._write(outgoing, sent)
                if writing != (sent < len(outgoing)):
                    writing = not writing
                    if writing:
                        self._poller.register(self._requests, select.POLLOUT)
                    else:
                        self._poller.unregister(self._requests)
                wall_s = requests[len(replies)].wall_s
                left_s = since_s + wall_s - self._clock_fn()
                events = dict(self._poller.poll(max(0.0, min(left_s, 0.1)) * 1000))
                exited = process.pidfd in events
                if self._replies in events or exited:
                    for line in self._read_lines(to_the_end=exited):
                        replies.append(self._match(line, identifiers[len(replies)] if len(replies) < len(identifiers) else 0))
                        self.num_requests += 1
                        self._requests_here += 1
                        since_s, cpu_s = self._clock_fn(), None
                if len(replies) == len(requests):
                    break
                if exited:
                    raise LeanError(ErrorKind.CRASH, self._obituary(process))
                if events:
                    continue
                if left_s <= 0:
                    starved = cpu_s is not None and process.cpu_s() - cpu_s < 0.5 * wall_s
                    message = f"no reply to {requests[len(replies)].op} within {wall_s:g} s; the process was killed"
                    self.kill()
                    return replies, Failure(LeanError(ErrorKind.TIMEOUT, message), starved)
                if cpu_s is None:
                    cpu_s = process.cpu_s()
                if (used := process.resident_bytes()) > self.limits.memory_bytes:
                    message = (
                        f"used {used // MIB} MiB, more than the share of {self.limits.memory_bytes // MIB} MiB; the process was killed"
                    )
                    raise LeanError(ErrorKind.MEMORY, message)
        except LeanError as error:
            self.kill()
            return replies, Failure(error)
        except BaseException:  # interrupted between request and reply: the process is out of step
            self.kill()
            raise
        finally:
            if writing and self._process is process:
                self._poller.unregister(self._requests)
        return replies, None

    def _write(self, outgoing: bytearray, sent: int) -> int:
        """Write as much as the pipe takes; returns how many bytes that was."""
        try:
            with memoryview(outgoing) as view:
                return os.write(self._requests, view[sent : sent + (1 << 20)])
        except BlockingIOError:
            return 0
        except BrokenPipeError:  # nobody reads any more: the exit will be seen, or the wall clock ends it
            return len(outgoing) - sent

    def _read_lines(self, *, to_the_end: bool) -> list[bytes]:
        """The complete lines that have come; an incomplete one waits for the rest."""
        while True:
            try:
                block = os.read(self._replies, 1 << 20)
            except BlockingIOError:
                break
            self._incoming += block
            if not block:
                break
            if not to_the_end and block.endswith(b"\n"):
                break
        if len(self._incoming) > wire.MAX_LINE_BYTES and b"\n" not in self._incoming:
            raise LeanError(ErrorKind.PROTOCOL, f"a reply line is longer than {wire.MAX_LINE_BYTES} bytes; the process was killed")
        *lines, rest = bytes(self._incoming).split(b"\n")
        self._incoming = bytearray(rest)
        return lines

    def _match(self, line: bytes, identifier: int) -> dict[str, Any]:
        if len(line) > wire.MAX_LINE_BYTES:
            raise LeanError(ErrorKind.PROTOCOL, f"a reply line is longer than {wire.MAX_LINE_BYTES} bytes; the process was killed")
        reply = wire.decode(line, self._nonce)
        found = reply.get("id")
        if identifier == 0:
            raise LeanError(ErrorKind.PROTOCOL, f"a reply too many, with id {found!r}; the process was killed")
        if found == 0 and reply.get("ok") is False:  # the server could not read the id: the oldest request is meant
            return reply
        if found != identifier or isinstance(found, bool):
            raise LeanError(ErrorKind.PROTOCOL, f"reply with id {found!r}, expected {identifier}; the process was killed")
        return reply

    def _result(self, reply: Mapping[str, Any]) -> WireResult | TacticError:
        error = wire.error_of(reply)
        if error is not None:
            return error
        result = wire.result_of(reply)
        if result.state.number is not None:
            self._live.add(result.state.number)
        if result.proof is not None:
            self._live.add(result.proof)
        return result

    def _fine(self, reply: dict[str, Any]) -> dict[str, Any]:
        error = wire.error_of(reply)
        if error is not None:
            raise LeanError(error.kind, error.message)
        return reply

    def _take_released(self) -> list[int]:
        numbers, self._released = self._released, []
        return numbers

    def _check_versions(self) -> None:
        """Wait until the server answers, and compare what it is with what is expected.

        Raises:
            LeanError: it does not come up, or is another one.
        """
        try:
            found = self.ping(wall_s=self.limits.open_s)
        except LeanError as error:
            raise LeanError(error.kind, f"the tactic server does not start: {error}") from error
        expected = {"lean": LEAN_VERSION, "commit": LEAN_COMMIT, "protocol": PROTOCOL_VERSION}
        for name, value in expected.items():
            if found.get(name) != value:
                self.kill()
                raise LeanError(
                    ErrorKind.VERSION,
                    f"the tactic server has {name} {found.get(name)!r}, expected {value!r}; run `reaprover lean build` with this reaprover",
                )

    def _check_header(self, context: Context) -> None:
        """A header with an error would leave the server running without its definitions: ask Lean about it first, once."""
        known = (self.toolchain.versions.identity, context)
        if (context.header or context.imports) and known not in _ACCEPTED:
            check_context(self.toolchain, Context((*context.imports, _SERVER), context.header), timeout_s=self.limits.open_s)
            _ACCEPTED.add(known)

    def _check_free_memory(self) -> None:
        free = free_memory_bytes()
        if free < self.limits.free_memory_bytes:
            raise InfrastructureError(
                f"lean: no new process: {free // MIB} MiB of memory are free, {self.limits.free_memory_bytes // MIB} MiB are wanted; "
                "close other programs or use fewer workers"
            )

    def _obituary(self, process: LeanProcess) -> str:
        status = process.kill()
        process.finish_output()
        how = (
            "has gone" if status is None else f"was killed by {signal_name(-status)}" if status < 0 else f"ended with exit status {status}"
        )
        tail = process.tail()
        return f"the Lean process {how}" + (f"; it printed: {tail}" if tail else "")


def check_context(toolchain: Toolchain, context: Context, *, timeout_s: float = 120.0) -> None:
    """Check that Lean accepts imports and header by themselves.

    Raises:
        InputError: it does not; with the line in the header and Lean's own words.
        InfrastructureError: no answer within the time or another limit, or the library cannot be read.
    """
    preamble = toolchain.preamble(context.imports)
    run = toolchain.run(["--json", "{text}"], text=f"{preamble}{context.header}\n", timeout_s=timeout_s)
    if run.status == 0:
        return
    if run.timed_out:
        raise InfrastructureError(f"header: Lean did not finish reading it within {timeout_s:g} s; make its definitions cheaper")
    error = next((found for found in read_messages(run.stdout)[0] if found.severity == "error"), None)
    if error is not None:
        number = error.line - preamble.count("\n")
        if error.is_resource:
            raise InfrastructureError(f"header: Lean reached a limit while it read it: {error.text.strip()[:500]}")
        if number <= 0:
            if not context.imports:  # nobody asked for a module that is not there
                raise InfrastructureError(f"lean: the library cannot be read: {error.text.strip()[:500]}")
            raise _bad_import(toolchain, error.text)
        advice = "this is what Lean says about the text before the theorem"
        raise InputError(f"header, line {number}", error.text.strip()[:1500], advice=advice)
    if run.status < 0:
        raise InfrastructureError(f"lean: killed by {signal_name(-run.status)} while it read the header: {run.stderr.strip()[-500:]}")
    raise InfrastructureError(f"lean: exit status {run.status} without a message while it read the header: {run.stderr.strip()[-500:]}")


def _bad_import(toolchain: Toolchain, message: str) -> InputError:
    is_embedded = toolchain.versions.toolchain == "embedded"
    return InputError(
        "imports",
        message.strip().split("\n\n")[0][:1500],
        advice="the embedded Lean has its core library alone: name the Lake project that has the module with --project"
        if is_embedded
        else "build the module first: lake build",
    )


def free_memory_bytes() -> int:
    """Memory that a new process can have without pushing others out, bytes."""
    with open("/proc/meminfo", encoding="ascii") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith("MemAvailable:"))
