"""One Lean process: started in its own group, drained all the time, watched, and killed as a group.

Decisions:

* A Lean process ends when Python does: it holds the read end of a *lifeline* pipe whose only write end is here, and the launcher kills the
  group when the pipe ends. The kernel's parent-death signal is not used, because it fires when the starting *thread* ends.
* stdout and stderr are read all the time by a thread, so that a flood cannot block Lean; the last 64 KiB are kept for reports.
* The exit is seen on a pidfd, not on a pipe: a pipe stays open as long as any descendant holds it.
* Only SIGKILL to the whole group stops Lean: a process with errors whose output pipe was closed early would otherwise never end.
* The environment is a short list, not a copy of ours: Lean needs no credentials.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from reaprover.errors import InfrastructureError, PrerequisiteError

TAIL_BYTES = 64 * 1024
"""How much of stdout and stderr together a running process keeps, bytes."""

OUTPUT_BYTES = 16 * 1024 * 1024
"""How much of each stream a run to the end keeps, bytes; the rest is read and dropped."""

_PASSED_ON = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "LD_LIBRARY_PATH")
_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
_TICKS_PER_S = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Launch:
    """How a program that behaves as `lean` is started.

    Attributes:
        command: the program and its first arguments.
        environment: variables to set besides the few that are passed on.
        folder: working directory; None leaves it.
        inherit: pass the whole environment of this process on (a user's own toolchain needs it).
        memory_files: source text may be given as a descriptor of a file in memory, otherwise a temporary file is written.
    """

    command: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict)
    folder: Path | None = None
    inherit: bool = False
    memory_files: bool = True

    def variables(self) -> dict[str, str]:
        """The environment of the process."""
        names = os.environ if self.inherit else _PASSED_ON
        return {name: os.environ[name] for name in names if name in os.environ} | dict(self.environment)


@dataclass(frozen=True, slots=True)
class LeanRun:
    """A run to the end.

    Attributes:
        status: exit status, or minus the signal that ended it.
        stdout: what it printed, cut at 16 MiB.
        stderr: what it printed there, cut at 16 MiB.
        elapsed_s: wall time, seconds.
        timed_out: it was killed because its time was over.
    """

    status: int
    stdout: str
    stderr: str
    elapsed_s: float
    timed_out: bool


class LeanProcess:
    """A started process. Whoever makes it must `kill` it; the end of Python does so in any case."""

    def __init__(
        self,
        launch: Launch,
        arguments: Sequence[str],
        *,
        pass_fds: Sequence[int] = (),
        keep_bytes: int = TAIL_BYTES,
        keep_head: bool = False,
    ) -> None:
        """Start the process.

        Args:
            launch: the program.
            arguments: further arguments.
            pass_fds: descriptors that it inherits under the same numbers.
            keep_bytes: how much of each stream is kept.
            keep_head: keep the first bytes instead of the last.

        Raises:
            PrerequisiteError: the program cannot be started.
        """
        lifeline, self._lifeline = os.pipe()
        self._keep_bytes, self._keep_head = keep_bytes, keep_head
        self._kept = (bytearray(), bytearray())
        try:
            self._process = subprocess.Popen(
                [*launch.command, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                pass_fds=(*pass_fds, lifeline),
                env={**launch.variables(), "REAPROVER_LIFELINE_FD": str(lifeline)},
                cwd=launch.folder,
                start_new_session=True,
            )
        except OSError as error:
            os.close(self._lifeline)
            raise PrerequisiteError(
                f"{launch.command[0]}: cannot be started: {error.strerror or error}; `reaprover lean doctor` says what is missing"
            ) from error
        finally:
            os.close(lifeline)
        self.pid = self._process.pid
        self.started_s = time.monotonic()
        self.pidfd = os.pidfd_open(self.pid)
        self._lock = threading.Lock()
        self._closed = False
        self._drain = threading.Thread(target=self._drain_output, name=f"lean-output-{self.pid}", daemon=True)
        self._drain.start()

    @property
    def status(self) -> int | None:
        """Exit status, minus the signal that ended it, or None while it runs."""
        return self._process.poll()

    def wait(self, timeout_s: float | None) -> int | None:
        """Wait for the exit; the status, or None if the time was over first."""
        if self.status is None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(timeout_s)
        return self.status

    def signal_kill(self) -> None:
        """Kill the group without waiting; `kill` must follow."""
        with self._lock:
            if not self._closed:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(self.pid, signal.SIGKILL)

    def kill(self) -> int | None:
        """End the whole group at once and reap the process; may be called again. Returns its status."""
        with self._lock:
            if self._closed:
                return self._process.returncode
            self._closed = True
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
        status = self.wait(10)
        os.close(self.pidfd)
        os.close(self._lifeline)
        self._drain.join(2)
        return status

    def output(self) -> tuple[str, str]:
        """What was kept of stdout and of stderr."""
        out, err = (bytes(kept).decode("utf-8", "replace") for kept in self._kept)
        return out, err

    def tail(self, characters: int = 1500) -> str:
        """The end of what the process printed, for an error message; stderr last."""
        return "\n".join(text.strip()[-characters:] for text in self.output() if text.strip())

    def finish_output(self, timeout_s: float = 1.0) -> None:
        """Wait until everything that a dead process printed has been read."""
        self._drain.join(timeout_s)

    def resident_bytes(self) -> int:
        """Resident memory, bytes; 0 when the process is gone."""
        try:
            with open(f"/proc/{self.pid}/statm", "rb") as file:
                return int(file.read().split()[1]) * _PAGE_BYTES
        except (OSError, IndexError, ValueError):
            return 0

    def cpu_s(self) -> float:
        """Processor time used so far, seconds; 0.0 when the process is gone."""
        try:
            with open(f"/proc/{self.pid}/stat", "rb") as file:
                fields = file.read().rsplit(b")", 1)[1].split()
            return (int(fields[11]) + int(fields[12])) / _TICKS_PER_S
        except (OSError, IndexError, ValueError):
            return 0.0

    def _drain_output(self) -> None:
        streams = {stream.fileno(): (stream, kept) for stream, kept in zip(self._streams(), self._kept, strict=True)}
        poller = select.poll()
        for descriptor in streams:
            poller.register(descriptor, select.POLLIN)
        while streams:
            for descriptor, _ in poller.poll():
                stream, kept = streams[descriptor]
                block = os.read(descriptor, 1 << 16)
                if not block:
                    poller.unregister(descriptor)
                    stream.close()
                    del streams[descriptor]
                elif self._keep_head:
                    kept += block[: max(0, self._keep_bytes - len(kept))]
                else:
                    kept += block
                    del kept[: max(0, len(kept) - self._keep_bytes)]

    def _streams(self) -> tuple[IO[bytes], IO[bytes]]:
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        return self._process.stdout, self._process.stderr


def run_to_end(
    launch: Launch,
    arguments: Sequence[str],
    *,
    timeout_s: float,
    text: str | None = None,
    memory_bytes: int | None = None,
) -> LeanRun:
    """Run the program to its end, or kill it when its time is over.

    Args:
        launch: the program.
        arguments: further arguments; `{text}` in one of them stands for the path of the text.
        timeout_s: wall time, seconds, > 0.
        text: source text given in memory, without a file on disk.
        memory_bytes: resident memory at which the process is killed; None for no such limit.

    Raises:
        PrerequisiteError: the program cannot be started.
        InfrastructureError: the memory limit was passed.
    """
    with contextlib.ExitStack() as stack:
        pass_fds: tuple[int, ...] = ()
        if text is not None:
            path, pass_fds = stack.enter_context(_as_file(text, launch.memory_files))
            arguments = [argument.replace("{text}", path) for argument in arguments]
        process = LeanProcess(launch, arguments, pass_fds=pass_fds, keep_bytes=OUTPUT_BYTES, keep_head=True)
        try:
            timed_out = _wait_within(process, timeout_s, memory_bytes)
            elapsed_s = time.monotonic() - process.started_s
        finally:
            status = process.kill()
    stdout, stderr = process.output()
    return LeanRun(-signal.SIGKILL if status is None else status, stdout, stderr, elapsed_s, timed_out)


def signal_name(number: int) -> str:
    """`SIGKILL` for 9; `SIG35` for a signal that has no name."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"SIG{number}"


def text_descriptor(text: str) -> int:
    """A descriptor of a file in memory that holds `text`; the caller closes it. Nothing stays on disk, whoever is killed."""
    descriptor = os.memfd_create("reaprover")
    try:
        data = memoryview(text.encode("utf-8", "surrogatepass"))
        while data:
            data = data[os.write(descriptor, data) :]
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def _wait_within(process: LeanProcess, timeout_s: float, memory_bytes: int | None) -> bool:
    """Wait for the exit; whether the time was over first."""
    poller = select.poll()
    poller.register(process.pidfd, select.POLLIN)
    deadline_s = process.started_s + timeout_s
    while (left_s := deadline_s - time.monotonic()) > 0:
        if poller.poll(min(left_s, 0.1 if memory_bytes else 3600.0) * 1000):
            return False
        if memory_bytes and (used := process.resident_bytes()) > memory_bytes:
            raise InfrastructureError(
                f"lean: used {used >> 20} MiB of memory, more than the limit of {memory_bytes >> 20} MiB, and was stopped"
            )
    return True


@contextlib.contextmanager
def _as_file(text: str, in_memory: bool) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The path of a file that holds `text`, and the descriptors that a process must inherit to open it."""
    if in_memory:
        descriptor = text_descriptor(text)
        try:
            yield f"/dev/fd/{descriptor}", (descriptor,)
        finally:
            os.close(descriptor)
    else:
        with tempfile.NamedTemporaryFile("w", suffix=".lean", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            yield file.name, ()
