"""Compiles one hostile or trusted file, with its helper modules, in the sandbox, and takes what it wrote out of there.

The judge makes a fresh folder for each run. Sources lie in `in` (read-only for the run), the run writes into `scratch`
only; when every process of it is gone the judge takes the modules by name, as regular files, without following links.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from reaprover.core.canonical import sha256 as sha256  # for train.publishing and verify.strict
from reaprover.errors import InfrastructureError
from reaprover.lean.process import Launch
from reaprover.lean.toolchain import Toolchain
from reaprover.verify.olean import MAX_BYTES
from reaprover.verify.sandbox import Limits, Run, run_sandboxed

MAIN = "Submission"
"""Module name of every checked file, reference and submission alike: generated names contain it."""


@dataclass(frozen=True, slots=True)
class Compilation:
    """What a compilation left.

    Attributes:
        run: how the last process ended.
        modules: name and bytes of the modules that were written, in dependency order; the main one last, if it is there.
        has_main: whether the main module was written.
        stdout, stderr: output of the last process.
        unexpected: other files it wrote; a module that was cut off in its writing, which Lean names so, is none.
        inputs_changed: sources whose bytes are not what they were.
    """

    run: Run
    modules: tuple[tuple[str, bytes], ...]
    has_main: bool
    stdout: bytes
    stderr: bytes
    unexpected: tuple[str, ...] = ()
    inputs_changed: tuple[str, ...] = ()


def compile_file(
    toolchain: Toolchain,
    source: str,
    *,
    helpers: Mapping[str, str],
    work: Path,
    limits: Limits,
    namespaces: bool = True,
    required: bool = False,
    stop: threading.Event | None = None,
) -> Compilation:
    """Compile `source` as module `Submission`, its helper modules before it.

    Args:
        toolchain: the Lean to run.
        source: text of the file.
        helpers: further modules of the candidate, in dependency order; compiled like it.
        work: an empty folder of the judge's.
        limits: of each process.
        namespaces: see `run_sandboxed`.
        required: see `run_sandboxed`.
        stop: kills the run when set.

    Raises:
        InfrastructureError: the disk, or the sandbox.
    """
    modules: list[tuple[str, bytes]] = []
    unexpected: list[str] = []
    changed: list[str] = []
    built = work / "modules"
    try:
        built.mkdir()
        for name, text in [*helpers.items(), (MAIN, source)]:
            folder = work / name
            inputs, scratch = folder / "in", folder / "scratch"
            inputs.mkdir(parents=True)
            scratch.mkdir()
            file = inputs / f"{name}.lean"
            data = text.encode("utf-8", "surrogateescape")
            file.write_bytes(data)
            output = scratch / f"{name}.olean"
            launch = toolchain.launch(built)
            run = run_sandboxed(
                [*launch.command, "--json", "-R", str(inputs), *_options(limits), "-o", str(output), str(file)],
                environment=launch_environment(launch),
                folder=scratch if launch.folder is None else launch.folder,
                writable=[scratch],
                readable=[*readable_paths(toolchain, launch), inputs, built],
                stdout=folder / "stdout",
                stderr=folder / "stderr",
                limits=limits,
                namespaces=namespaces,
                required=required,
                stop=stop,
            )
            stdout, stderr = read_output(folder / "stdout"), read_output(folder / "stderr")
            written = _take(output)
            unexpected += [
                p for p in _listing(scratch) if p != output.name and not (written is None and p.startswith(f"{output.name}.tmp."))
            ]
            if file.read_bytes() != data:
                changed.append(file.name)
            if written is not None:
                modules.append((name, written))
                (built / f"{name}.olean").write_bytes(written)
            if written is None and name != MAIN:
                break
        return Compilation(run, tuple(modules), bool(modules) and modules[-1][0] == MAIN, stdout, stderr, tuple(unexpected), tuple(changed))
    except OSError as error:
        raise InfrastructureError(f"{work}: {error.strerror or error}; free the disk or choose another folder") from error


def _options(limits: Limits) -> list[str]:
    options = [f"-M{limits.memory_bytes >> 20}"]
    if limits.heartbeats:
        options.append(f"-DmaxHeartbeats={limits.heartbeats}")
    if limits.recursion_depth:
        options.append(f"-DmaxRecDepth={limits.recursion_depth}")
    return options


def launch_environment(launch: Launch) -> dict[str, str]:
    """The environment of a sandboxed Lean: the launch's own, and a search path for programs."""
    passed_on = {k: os.environ[k] for k in ("LD_LIBRARY_PATH",) if k in os.environ}
    return {"PATH": "/usr/local/bin:/usr/bin:/bin", **passed_on, **launch.environment}


def readable_paths(toolchain: Toolchain, launch: Launch) -> list[Path]:
    """What a sandboxed Lean must see, wherever it lies."""
    paths = [Path(sys.prefix), Path(sys.base_prefix), Path(__file__).parents[1]]
    paths += [Path(word) for word in launch.command if word.startswith("/")]
    paths += [Path(p) for p in launch.environment.get("LEAN_PATH", "").split(os.pathsep) if p]
    return [*paths, *toolchain.places]


def _take(path: Path) -> bytes | None:
    """The bytes of a regular file that the sandbox wrote; None if there is none, or something else under its name.

    Raises:
        OSError: it cannot be read.
        InfrastructureError: it is larger than is read.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ELOOP, errno.ENXIO):
            return None
        raise
    with os.fdopen(descriptor, "rb") as file:
        facts = os.fstat(descriptor)
        if not stat.S_ISREG(facts.st_mode):
            return None
        if facts.st_size > MAX_BYTES:
            raise InfrastructureError(f"{path}: a module of {facts.st_size} bytes, more than {MAX_BYTES} are not read")
        return file.read(MAX_BYTES)


def read_output(path: Path, limit: int = 64 << 20) -> bytes:
    """What a process wrote, cut at `limit` bytes plus one."""
    with path.open("rb") as file:
        return file.read(limit + 1)


def _listing(folder: Path, limit: int = 100) -> list[str]:
    found: list[str] = []
    for root, folders, files in os.walk(folder):
        for name in [*folders, *files]:
            found.append(os.path.relpath(os.path.join(root, name), folder))
            if len(found) >= limit:
                return found
    return sorted(found)
