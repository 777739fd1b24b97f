"""What is here, what is missing, and how to get it: one line per prerequisite.

Decision: nothing is changed. A library that is not compiled yet is no fault; the server is only started if it is.
"""

from __future__ import annotations

import os
import platform
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from reaprover.core.cache import cache_folder
from reaprover.errors import ReaproverError
from reaprover.lean import toolchain as lean
from reaprover.lean.cache import ADVICE
from reaprover.lean.session import MIB, Context, LeanSession, SessionLimits, free_memory_bytes
from reaprover.lean.toolchain import EmbeddedToolchain, LakeToolchain

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Check:
    """One line.

    Attributes:
        name: what was looked at.
        is_fine: True, False, or None where it is missing but not needed.
        found: what is there.
        advice: what to do, if anything.
    """

    name: str
    is_fine: bool | None
    found: str
    advice: str = ""


def examine(project: Path | None = None) -> list[Check]:
    """Look at everything that the embedded Lean needs, or at a Lake project."""
    checks = list(_project_checks(project) if project is not None else _embedded_checks())
    return [_python(), *checks, _memory()]


def _embedded_checks() -> Iterator[Check]:
    machine = _attempt(
        "machine", lean.check_machine, lambda _: f"{platform.system()} {platform.machine()}, {' '.join(platform.libc_ver())}"
    )
    yield machine
    wheel = _attempt("Lean wheel", lean.find_library, lambda library: f"{lean.WHEEL} {lean.WHEEL_VERSION}: {library}")
    yield wheel
    if not (machine.is_fine and wheel.is_fine):
        return
    found: list[EmbeddedToolchain] = []

    def find() -> EmbeddedToolchain:
        found.append(EmbeddedToolchain.find())
        return found[0]

    yield _attempt("Lean library", find, lambda _: f"Lean {lean.LEAN_VERSION}, commit {lean.LEAN_COMMIT[:8]}, sha256 as pinned")
    if not found:
        return
    yield _launcher(found[0])
    yield _cache()
    yield _library(found[0])
    if found[0].build.is_ready():
        yield _attempt(
            "tactic server", lambda: _start(found[0]), lambda facts: f"first answer after {facts[0]:.2f} s, {facts[1] // MIB} MiB resident"
        )
    yield _lake()


def _project_checks(project: Path) -> Iterator[Check]:
    yield _lake()
    found: list[LakeToolchain] = []

    def find() -> LakeToolchain:
        found.append(LakeToolchain.find(project))
        return found[0]

    yield _attempt("project", find, lambda toolchain: str(toolchain.project))
    if found:
        check = _attempt("project's Lean", lambda: _prepared(found[0]), lambda v: f"Lean {v.lean}, commit {v.commit[:8]}")
        yield check
        if check.is_fine:
            yield _strict_check(found[0])


def _prepared(toolchain: LakeToolchain) -> lean.Versions:
    toolchain.prepare()
    return toolchain.versions


def _strict_check(toolchain: LakeToolchain) -> Check:
    """Whether the strict check can reach a verdict inside a project."""
    name, version = "strict check", toolchain.versions.lean
    if version != lean.LEAN_VERSION:
        advice = f"statement and axioms can be read from modules of Lean {lean.LEAN_VERSION} only; use a project with that version"
        return Check(name, None, f"no verdict with Lean {version}", advice)
    if toolchain.leanchecker() is None:
        return Check(name, None, "level fast only: no leanchecker", "use a toolchain that brings it (Lean 4.28 and later)")
    return Check(name, True, "the toolchain has leanchecker")


def _python() -> Check:
    version = ".".join(map(str, sys.version_info[:3]))
    return Check("Python", sys.version_info >= (3, 11), version, "" if sys.version_info >= (3, 11) else "use Python 3.11 or newer")


def _launcher(toolchain: EmbeddedToolchain) -> Check:
    if len(toolchain.launcher.command) == 1:
        return Check("launcher", True, f"compiled: {toolchain.launcher.command[0]}")
    return Check(
        "launcher", None, "Python through ctypes", "each start takes 0.3 s longer; install a C compiler (apt install gcc) to avoid that"
    )


def _cache() -> Check:
    folder = cache_folder()
    at = folder
    while not at.exists() and at != at.parent:
        at = at.parent
    is_fine = at.is_dir() and os.access(at, os.W_OK)
    return Check("cache", is_fine or None, str(folder) + ("" if is_fine else " (cannot be written)"), "" if is_fine else ADVICE)


def _library(toolchain: EmbeddedToolchain) -> Check:
    build = toolchain.build
    name, num = "core library", len(build.modules)
    if build.is_ready():
        size_bytes = sum(module.size_bytes for module in build.manifest().values())
        return Check(name, True, f"{num} modules, {size_bytes / 1e6:.1f} MB, content {build.content_hash[:16]}")
    return Check(name, None, f"{num} modules, not compiled yet", "compiled at the first use, or now by: reaprover lean build")


def _lake() -> Check:
    found = lean.find_lake()
    advice = "only needed for --project; install elan: https://github.com/leanprover/elan"
    return Check("lake", True if found else None, found or "not found", "" if found else advice)


def _memory() -> Check:
    free, wanted = free_memory_bytes(), SessionLimits().free_memory_bytes
    found = f"{free / 1e9:.1f} GB free, {os.cpu_count()} processors"
    return Check(
        "memory", free >= wanted, found, "" if free >= wanted else "close other programs: no Lean process is started below 1 GiB free"
    )


def _start(toolchain: EmbeddedToolchain) -> tuple[float, int]:
    """Seconds to the first answer of a server, and its resident bytes."""
    session = LeanSession(toolchain)
    begin_s = time.monotonic()
    try:
        session.ensure(Context())
        return time.monotonic() - begin_s, session.resident_bytes
    finally:
        session.close()


def _attempt(name: str, look_fn: Callable[[], _T], describe_fn: Callable[[_T], str]) -> Check:
    try:
        return Check(name, True, describe_fn(look_fn()))
    except ReaproverError as error:
        return Check(name, False, "missing or wrong", str(error))
