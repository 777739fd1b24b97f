"""X: runs a hostile program without network, without write access outside a scratch folder, within limits.

The judge stays outside. It starts `jail.py` in a session and process group of its own, with a pipe for the report; the
program's output goes to files that the judge opened. Whatever happens to the judge, the kernel kills the jail with it
(death signals), and with the jail everything in its process namespace. Where namespaces are refused the run still has
limits and its process group, and says so: the level is part of the result, never silently weaker.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from reaprover.errors import InfrastructureError
from reaprover.lean.process import signal_name
from reaprover.verify.finding import Check, Finding, failed, passed, unverified

_JAIL = Path(__file__).with_name("jail.py")


@dataclass(frozen=True, slots=True)
class Limits:
    """What a run may use.

    Attributes:
        wall_s: wall clock, seconds.
        cpu_s: processor time, seconds.
        memory_bytes: address space, and Lean's own limit.
        mapped_bytes: address space on top, for what is only mapped or reserved: Lean maps 5.5 GiB, and each thread reserves more.
        file_bytes: largest file it may write, output included.
        num_files: open files.
        num_processes: processes and threads of its user (not enforced by the system for root).
        heartbeats: Lean's own measure, per declaration; 0 leaves Lean's default.
        recursion_depth: Lean's own; 0 leaves Lean's default.
    """

    wall_s: float = 60.0
    cpu_s: int = 60
    memory_bytes: int = 8 << 30
    mapped_bytes: int = 8 << 30
    file_bytes: int = 128 << 20
    num_files: int = 256
    num_processes: int = 256
    heartbeats: int = 0
    recursion_depth: int = 0

    def record(self) -> dict[str, Any]:
        """As it stands in a receipt."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Run:
    """How a sandboxed program ended.

    Attributes:
        status: exit status; None if it did not end by itself.
        killed: by what (a signal, the wall clock, a failed start); empty if it ended by itself.
        level: `namespaces` or `process`.
        facts: what was enforced and used, for the receipt.
        elapsed_s: wall time, seconds.
    """

    status: int | None
    killed: str
    level: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    elapsed_s: float = 0.0


def run_sandboxed(
    command: Sequence[str],
    *,
    environment: Mapping[str, str],
    folder: Path,
    writable: Sequence[Path],
    readable: Sequence[Path],
    stdout: Path,
    stderr: Path,
    limits: Limits,
    namespaces: bool = True,
    required: bool = False,
    stop: threading.Event | None = None,
) -> Run:
    """Run `command` to its end, or to a limit.

    Args:
        command: program (absolute path) and arguments.
        environment: the whole environment of the program.
        folder: its working folder.
        writable: folders it may write to.
        readable: paths under temporary and home folders that it must see.
        stdout, stderr: files for its output; must not exist.
        limits: what it may use.
        namespaces: False uses the weaker level on purpose (tests, systems where namespaces misbehave).
        required: where the system refuses namespaces, do not run the program at all.
        stop: kills the run when set.

    Raises:
        InfrastructureError: the jail itself could not be started.
    """
    read_end, write_end = os.pipe()
    plan = {
        "command": list(command),
        "environment": dict(environment),
        "folder": str(folder),
        "writable": [str(path) for path in writable],
        "readable": [str(path) for path in readable],
        "limits": {
            "RLIMIT_CPU": limits.cpu_s,
            "RLIMIT_AS": limits.memory_bytes + limits.mapped_bytes,
            "RLIMIT_FSIZE": limits.file_bytes,
            "RLIMIT_NOFILE": limits.num_files,
            "RLIMIT_NPROC": limits.num_processes,
            "RLIMIT_CORE": 0,
        },
        "namespaces": namespaces,
        "required": required,
        "report": write_end,
        "parent": os.getpid(),
    }
    started = time.monotonic()
    try:
        with stdout.open("xb") as out, stderr.open("xb") as err:
            process = subprocess.Popen(
                [sys.executable, "-I", "-S", str(_JAIL), json.dumps(plan)],
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                env={},
                pass_fds=(write_end,),
                start_new_session=True,
            )
    except OSError as error:
        os.close(read_end)
        raise InfrastructureError(f"the sandbox cannot be started: {error}") from error
    finally:
        os.close(write_end)
    killed = ""
    try:
        text, killed = _await_report(read_end, started + limits.wall_s, limits.wall_s, stop)
        if not killed:
            process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        killed = "the sandbox did not end"
    finally:
        os.close(read_end)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        process.wait()
    elapsed_s = time.monotonic() - started
    report: dict[str, Any] = {}
    if not killed:
        try:
            report = json.loads(text)
        except ValueError:
            killed = "the sandbox was killed"
    level = str(report.get("level", "unknown"))
    if "failed" in report:
        return Run(None, f"the sandbox failed: {report['failed']}", level, report, elapsed_s)
    if killed:
        return Run(None, killed, level, report, elapsed_s)
    code = os.waitstatus_to_exitcode(int(report["status"]))
    if code < 0:
        return Run(None, f"signal {signal_name(-code)}", level, report, elapsed_s)
    if code == 126:
        return Run(None, "the program could not be started", level, report, elapsed_s)
    return Run(code, "", level, report, elapsed_s)


def _await_report(descriptor: int, deadline: float, wall_s: float, stop: threading.Event | None) -> tuple[bytes, str]:
    """Read the report until its end of file; returns it and why the run must be killed, if so."""
    parts: list[bytes] = []
    while True:
        left = deadline - time.monotonic()
        if left <= 0:
            return b"", f"wall clock of {wall_s:g} s"
        if stop is not None and stop.is_set():
            return b"", "stopped"
        ready, _, _ = select.select([descriptor], [], [], min(left, 0.1 if stop is not None else left))
        if ready:
            part = os.read(descriptor, 65536)
            if not part:
                return b"".join(parts), ""
            parts.append(part)


def check_sandbox(run: Run, *, unexpected: Sequence[str], inputs_changed: Sequence[str]) -> Finding:
    """X: the run stayed inside, and touched nothing but what it was asked to write.

    Args:
        run: how the program ended.
        unexpected: files that it wrote besides its module.
        inputs_changed: inputs whose bytes differ after the run.
    """
    facts = {"level": run.level, **{k: v for k, v in run.facts.items() if k not in ("level", "status", "failed")}}
    if inputs_changed:
        return failed(Check.SANDBOX, f"inputs changed during the run: {', '.join(inputs_changed[:5])}", **facts)
    if unexpected:
        return failed(Check.SANDBOX, f"the run wrote files besides its module: {', '.join(unexpected[:5])}", **facts)
    if run.killed:
        return unverified(Check.SANDBOX, f"ended by {run.killed}", **facts)
    if run.level != "namespaces":
        return passed(Check.SANDBOX, f"weaker level `{run.level}`: limits and process group only ({run.facts.get('weaker', '')})", **facts)
    return passed(Check.SANDBOX, "no network, read-only file system but for a scratch folder, own processes, limits", **facts)
