"""Compiles the core library into the cache: once per content, complete or not at all.

Decisions:

* The folder is named by a hash over the Lean library, the options and every source. Another content is another folder, so nothing is ever
  updated in place and an old process keeps its files.
* One builder at a time (a lock file); modules are compiled in dependency order, two at a time, into a sibling folder that is renamed when
  it is whole. A kill in the middle leaves a folder with another name, which the next builder removes.
* `manifest.json` in the folder holds size, modification time and sha256 of every compiled module. A start compares size and time (and reads
  the files only if these differ, as after a copy); `verify` always reads them.
* A module whose source and imports are the same as in another folder of the cache is copied from there instead of compiled.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path

from reaprover.core.declaration import split_imports
from reaprover.core.durable import file_sha256, sync_folder
from reaprover.errors import InfrastructureError
from reaprover.lean.cache import cannot_write, exclusive, writable_folder
from reaprover.lean.process import Launch, run_to_end

SOURCES = Path(__file__).parent / "library"
ROOTS = ("Init", "Reaprover.Server", "Reaprover.Replay")
"""The modules that are wanted; what they import is compiled as well."""

MODULE_TIMEOUT_S = 300.0
NUM_COMPILERS = 2
_FORMAT = "reaprover.lean-build.v1"
_MANIFEST = "manifest.json"


@dataclass(frozen=True, slots=True)
class BuildProgress:
    """How far a build is.

    Attributes:
        done: modules that are ready.
        total: modules in all.
        module: the module just finished; empty at the start and in a notice.
        elapsed_s: seconds since the start.
        notice: a sentence for the user, mostly empty.
    """

    done: int
    total: int
    module: str
    elapsed_s: float
    notice: str = ""


ProgressFn = Callable[[BuildProgress], None]


@dataclass(frozen=True, slots=True)
class SourceModule:
    """A module of the core library.

    Attributes:
        name: as imported.
        path: its source.
        imports: the modules that it imports.
        source_sha256: sha256 of its source.
        content_hash: sha256 over its source and the content hashes of its imports.
    """

    name: str
    path: Path
    imports: tuple[str, ...]
    source_sha256: str
    content_hash: str


@dataclass(frozen=True, slots=True)
class CompiledModule:
    """A line of the manifest."""

    name: str
    content_hash: str
    size_bytes: int
    mtime_ns: int
    sha256: str


class LibraryBuild:
    """The core library compiled by one Lean, in one cache."""

    def __init__(self, launcher: Launch, cache: Path, *, key: str, sources: Path = SOURCES, roots: tuple[str, ...] = ROOTS) -> None:
        """Nothing is read or written before it is asked for.

        Args:
            launcher: starts `lean`, without a library path.
            cache: folder for compiled things; the library goes to `lean/CONTENT-HASH` below it.
            key: names the Lean that compiles; part of the content hash.
            sources: folder of the sources.
            roots: modules that are wanted, with all they import.
        """
        self._launcher, self._key, self._sources, self._roots = launcher, key, sources, roots
        self._home = cache / "lean"

    @cached_property
    def modules(self) -> tuple[SourceModule, ...]:
        """The modules to compile, every import before its importer."""
        return source_modules(self._sources, self._roots)

    @cached_property
    def content_hash(self) -> str:
        """sha256 (64 hex digits) over the compiling Lean and all sources."""
        text = json.dumps([_FORMAT, self._key, [[module.name, module.content_hash] for module in self.modules]])
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def folder(self) -> Path:
        """Where the compiled modules are, once built."""
        return self._home / self.content_hash[:32]

    def is_ready(self) -> bool:
        """Whether all compiled modules are there, by size and modification time (by content where the time differs)."""
        try:
            return all(self._is_intact(module) for module in self._read_manifest(self.folder).values())
        except (OSError, ValueError, KeyError, TypeError):
            return False

    def manifest(self) -> Mapping[str, CompiledModule]:
        """The compiled modules by name.

        Raises:
            InfrastructureError: there is none, or it cannot be read.
        """
        try:
            return self._read_manifest(self.folder)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise InfrastructureError(f"{self.folder / _MANIFEST}: not readable: {error}; run `reaprover lean build`") from error

    def verify(self) -> None:
        """Read every compiled module and compare its sha256 with the manifest.

        Raises:
            InfrastructureError: a module is missing or is not the one that was built, or there are others beside them.
        """
        manifest = self.manifest()
        for module in manifest.values():
            path = self._olean(self.folder, module.name)
            try:
                found = file_sha256(path)
            except OSError as error:
                raise InfrastructureError(
                    f"{path}: {error.strerror or error}; remove {self.folder} and run `reaprover lean build`"
                ) from error
            if found != module.sha256:
                raise InfrastructureError(
                    f"{path}: changed since it was built; found sha256 {found}, expected {module.sha256}; "
                    f"remove {self.folder} and run `reaprover lean build`"
                )
        expected = {self._olean(self.folder, name) for name in manifest}
        if strange := sorted(str(path) for path in self.folder.rglob("*.olean*") if path not in expected):
            raise InfrastructureError(
                f"{self.folder}: holds modules that were not built: {', '.join(strange[:3])}; "
                "remove the folder and run `reaprover lean build`"
            )

    def ensure(self, progress_fn: ProgressFn | None = None) -> None:
        """Compile unless everything is there.

        Raises:
            PrerequisiteError: the cache cannot be written.
            InfrastructureError: a module does not compile, or the disk is full.
        """
        if self.is_ready():
            return
        report = _Reporter(len(self.modules), progress_fn)
        writable_folder(self._home)
        with exclusive(
            self._home / f"{self.content_hash[:32]}.lock",
            lambda: report("", notice="waiting for another process that compiles the core library"),
        ):
            if self.is_ready():
                return
            self._remove_leftovers()
            staged = self._home / f".{self.content_hash[:32]}.tmp-{os.getpid()}"
            try:
                staged.mkdir()
                self._compile_all(staged, report)
                if self.folder.exists():  # not whole, or `is_ready` would have said so
                    self.folder.rename(self._home / f".{self.content_hash[:32]}.tmp-old")
                staged.rename(self.folder)
                sync_folder(self._home)
            except OSError as error:
                raise cannot_write(self.folder, error) from error
            finally:
                shutil.rmtree(staged, ignore_errors=True)
                self._remove_leftovers()

    def _compile_all(self, folder: Path, report: _Reporter) -> None:
        report("")
        known = dict(self._known_modules())
        waiting = {module.name: module for module in self.modules}
        compiled: dict[str, CompiledModule] = {}
        running: dict[Future[None], SourceModule] = {}
        with ThreadPoolExecutor(NUM_COMPILERS) as executor:
            try:
                while waiting or running:
                    for module in [m for m in waiting.values() if all(name in compiled for name in m.imports)]:
                        running[executor.submit(self._compile, folder, module, known.get(module.content_hash))] = module
                        del waiting[module.name]
                    done, _ = wait(running, return_when=FIRST_COMPLETED)
                    for future in done:
                        module = running.pop(future)
                        future.result()
                        compiled[module.name] = _compiled(module, self._olean(folder, module.name))
                        report(module.name)
            except BaseException:
                executor.shutdown(wait=False, cancel_futures=True)
                raise
        text = json.dumps({"format": _FORMAT, "key": self._key, "modules": [asdict(compiled[m.name]) for m in self.modules]}, indent=1)
        with (folder / _MANIFEST).open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())

    def _compile(self, folder: Path, module: SourceModule, known: Path | None) -> None:
        target = self._olean(folder, module.name)
        target.parent.mkdir(parents=True, exist_ok=True)
        if known is not None:
            with contextlib.suppress(OSError):
                shutil.copyfile(known, target)
                return
        launch = Launch(self._launcher.command, {"LEAN_PATH": str(folder)}, self._sources)
        run = run_to_end(launch, ["-o", str(target), str(module.path.relative_to(self._sources))], timeout_s=MODULE_TIMEOUT_S)
        if file_sha256(module.path) != module.source_sha256:
            raise InfrastructureError(f"{module.path.name}: changed while the core library was compiled; run it again")
        if run.status != 0 or not target.is_file():
            reason = (
                f"no end within {MODULE_TIMEOUT_S:.0f} s"
                if run.timed_out
                else (run.stdout + run.stderr).strip()[-1500:] or f"exit status {run.status}"
            )
            raise InfrastructureError(f"{module.path.name}: the module {module.name} of the core library does not compile: {reason}")
        with target.open("rb") as file:
            os.fsync(file.fileno())

    def _known_modules(self) -> Iterator[tuple[str, Path]]:
        """Compiled modules of other folders of the cache, by content hash."""
        for path in self._home.glob(f"*/{_MANIFEST}"):
            with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
                if json.loads(path.read_text(encoding="utf-8"))["key"] == self._key:
                    for module in self._read_manifest(path.parent).values():
                        olean = self._olean(path.parent, module.name)
                        if file_sha256(olean) == module.sha256:
                            yield module.content_hash, olean

    def _is_intact(self, module: CompiledModule) -> bool:
        path = self._olean(self.folder, module.name)
        facts = path.stat()
        return facts.st_size == module.size_bytes and (facts.st_mtime_ns == module.mtime_ns or file_sha256(path) == module.sha256)

    def _remove_leftovers(self) -> None:
        for path in self._home.glob(f".{self.content_hash[:32]}.tmp-*"):
            shutil.rmtree(path, ignore_errors=True)

    @staticmethod
    def _read_manifest(folder: Path) -> dict[str, CompiledModule]:
        data = json.loads((folder / _MANIFEST).read_text(encoding="utf-8"))
        if data["format"] != _FORMAT:
            raise ValueError(f"format {data['format']!r}, expected {_FORMAT!r}")
        return {module["name"]: CompiledModule(**module) for module in data["modules"]}

    @staticmethod
    def _olean(folder: Path, name: str) -> Path:
        return folder.joinpath(*name.split(".")).with_suffix(".olean")


class _Reporter:
    """Counts modules and tells the caller."""

    def __init__(self, total: int, progress_fn: ProgressFn | None) -> None:
        self._total, self._progress_fn = total, progress_fn
        self._done, self._started_s = 0, time.monotonic()

    def __call__(self, module: str, *, notice: str = "") -> None:
        self._done += bool(module)
        if self._progress_fn is not None:
            self._progress_fn(BuildProgress(self._done, self._total, module, time.monotonic() - self._started_s, notice))


def source_modules(sources: Path, roots: tuple[str, ...] = ROOTS) -> tuple[SourceModule, ...]:
    """The modules that `roots` need, every import before its importer; a root without a source is left out.

    Raises:
        InfrastructureError: a module imports one that is not there, or itself in a circle.
    """
    found: dict[str, SourceModule] = {}
    open_names: list[str] = []

    def visit(name: str, importer: str) -> None:
        if name in found:
            return
        if name in open_names:
            raise InfrastructureError(f"core library: circular import {' → '.join([*open_names, name])}")
        path = sources.joinpath(*name.split(".")).with_suffix(".lean")
        try:
            data = path.read_bytes()
        except OSError as error:
            raise InfrastructureError(
                f"core library: {importer} imports {name}, but {path.name} cannot be read: {error.strerror}"
            ) from error
        imports, _ = split_imports(data.decode("utf-8"), where=path.name)
        open_names.append(name)
        for wanted in imports:
            visit(wanted, name)
        open_names.pop()
        content = hashlib.sha256(data)
        for wanted in imports:
            content.update(found[wanted].content_hash.encode())
        found[name] = SourceModule(name, path, imports, hashlib.sha256(data).hexdigest(), content.hexdigest())

    for root in roots:
        if sources.joinpath(*root.split(".")).with_suffix(".lean").is_file():
            visit(root, "the root list")
    return tuple(found.values())


def _compiled(module: SourceModule, path: Path) -> CompiledModule:
    facts = path.stat()
    return CompiledModule(module.name, module.content_hash, facts.st_size, facts.st_mtime_ns, file_sha256(path))
