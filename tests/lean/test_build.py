"""Compiling the core library into the cache: once, whole or not at all, whoever is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from reaprover.errors import InfrastructureError, PrerequisiteError
from reaprover.lean import build as module
from reaprover.lean.build import SOURCES, BuildProgress, LibraryBuild, source_modules
from reaprover.lean.cache import cannot_write
from reaprover.lean.process import Launch
from reaprover.lean.toolchain import EmbeddedToolchain

COMPILER = """#!/bin/sh
# a stand-in for `lean -o TARGET SOURCE`: slow on demand, refuses the word broken, notes that it ran
[ "$1" = -o ] || exit 2
echo "$3" >> "$LOG"
sleep "$DELAY"
grep -q broken "$3" && { echo "$3:1:0: error: broken"; exit 1; }
cat "$3" > "$2"
"""


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    folder = tmp_path / "library"
    (folder / "Top").mkdir(parents=True)
    (folder / "Top.lean").write_text("prelude\nimport Top.A\nimport Top.B\n")
    (folder / "Top" / "A.lean").write_text("prelude\nimport Top.Base\n-- import Top.Nothing\ndef a := 1\n")
    (folder / "Top" / "B.lean").write_text("prelude\nimport Top.Base\n")
    (folder / "Top" / "Base.lean").write_text("prelude\n")
    (folder / "Top" / "Unused.lean").write_text("prelude\nbroken\n")
    return folder


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log"
    path.touch()
    return path


@pytest.fixture
def compiler(tmp_path: Path, log: Path) -> Launch:
    path = tmp_path / "fake-lean"
    path.write_text(COMPILER.replace("$LOG", str(log)).replace("$DELAY", "0"))
    path.chmod(0o755)
    return Launch((str(path),))


def make(compiler: Launch, cache: Path, sources: Path, **options: object) -> LibraryBuild:
    return LibraryBuild(compiler, cache, **({"key": "k", "sources": sources, "roots": ("Top",)} | options))  # type: ignore[arg-type]  # a test's options


def test_modules_come_after_their_imports_and_only_those_that_are_needed(sources: Path) -> None:
    assert [m.name for m in source_modules(sources, ("Top", "Not.There"))] == ["Top.Base", "Top.A", "Top.B", "Top"]


def test_every_module_of_the_library_is_reached_from_the_roots() -> None:
    reached = {module.path for module in source_modules(SOURCES)}
    assert reached == set(SOURCES.rglob("*.lean"))


def test_a_missing_or_circular_import_is_named(sources: Path) -> None:
    (sources / "Top" / "Base.lean").write_text("prelude\nimport Top.A\n")
    with pytest.raises(InfrastructureError, match=r"circular import Top → Top\.A → Top\.Base → Top\.A"):
        source_modules(sources, ("Top",))
    (sources / "Top" / "Base.lean").write_text("prelude\nimport Top.Gone\n")
    with pytest.raises(InfrastructureError, match=r"Top\.Base imports Top\.Gone"):
        source_modules(sources, ("Top",))


def test_everything_is_compiled_once_and_then_never_again(compiler: Launch, tmp_path: Path, sources: Path, log: Path) -> None:
    seen: list[BuildProgress] = []
    build = make(compiler, tmp_path / "cache", sources)
    assert not build.is_ready()
    build.ensure(seen.append)
    assert build.is_ready()
    assert [(p.done, p.total) for p in seen] == [(0, 4), (1, 4), (2, 4), (3, 4), (4, 4)]
    assert sorted(log.read_text().split()) == ["Top.lean", "Top/A.lean", "Top/B.lean", "Top/Base.lean"]
    assert (build.folder / "Top" / "A.olean").read_text() == (sources / "Top" / "A.lean").read_text()
    make(compiler, tmp_path / "cache", sources).ensure(seen.append)
    assert len(seen) == 5
    build.verify()


def test_another_source_key_or_root_is_another_folder_and_the_old_one_stays(
    compiler: Launch, tmp_path: Path, sources: Path, log: Path
) -> None:
    first = make(compiler, tmp_path, sources)
    first.ensure()
    num = len(log.read_text().split())
    (sources / "Top" / "A.lean").write_text("prelude\nimport Top.Base\ndef a := 2\n")
    second = make(compiler, tmp_path, sources)
    second.ensure()
    assert second.folder != first.folder
    assert first.is_ready()
    assert log.read_text().split()[num:] == ["Top/A.lean", "Top.lean"], "the rest is taken from the first folder"
    assert make(compiler, tmp_path, sources, key="other").content_hash != second.content_hash
    assert make(compiler, tmp_path, sources, roots=("Top.A",)).content_hash != second.content_hash


def test_a_module_that_does_not_compile_leaves_nothing_and_says_why(compiler: Launch, tmp_path: Path, sources: Path) -> None:
    (sources / "Top" / "B.lean").write_text("prelude\nimport Top.Base\nbroken\n")
    build = make(compiler, tmp_path / "cache", sources)
    with pytest.raises(InfrastructureError, match=r"Top\.B of the core library does not compile: .*error: broken"):
        build.ensure()
    assert not build.folder.exists()
    assert [path.name for path in (tmp_path / "cache" / "lean").iterdir() if path.is_dir()] == []


def test_a_damaged_module_is_noticed_and_built_again(compiler: Launch, tmp_path: Path, sources: Path) -> None:
    build = make(compiler, tmp_path, sources)
    build.ensure()
    path = build.folder / "Top" / "A.olean"
    content = path.read_bytes()
    path.write_bytes(content[:-1] + b"!")  # same size, another time
    assert not build.is_ready()
    with pytest.raises(InfrastructureError, match="changed since it was built"):
        build.verify()
    build.ensure()
    assert path.read_bytes() == content
    path.unlink()
    assert not build.is_ready()
    with pytest.raises(InfrastructureError, match=r"A\.olean: No such file"):
        build.verify()
    build.ensure()
    (build.folder / "manifest.json").write_text("{")
    assert not build.is_ready()
    with pytest.raises(InfrastructureError, match="not readable"):
        build.verify()


def test_a_copy_of_the_cache_with_other_times_is_accepted_after_reading_it(compiler: Launch, tmp_path: Path, sources: Path) -> None:
    build = make(compiler, tmp_path, sources)
    build.ensure()
    for path in build.folder.rglob("*.olean"):
        os.utime(path, (0, 0))
    assert build.is_ready()


def test_a_module_slipped_into_the_cache_is_found_by_the_full_check(compiler: Launch, tmp_path: Path, sources: Path) -> None:
    build = make(compiler, tmp_path, sources)
    build.ensure()
    (build.folder / "Evil.olean").write_bytes(b"")
    with pytest.raises(InfrastructureError, match="modules that were not built"):
        build.verify()


def test_a_source_that_changes_while_it_is_compiled_is_not_kept(tmp_path: Path, sources: Path) -> None:
    path = tmp_path / "fake-lean"
    path.write_text('#!/bin/sh\necho "-- more" >> "$3"\ncat "$3" > "$2"\n')
    path.chmod(0o755)
    with pytest.raises(InfrastructureError, match="changed while"):
        make(Launch((str(path),)), tmp_path / "cache", sources).ensure()


BUILDER = """
import sys
from pathlib import Path
from reaprover.lean.build import LibraryBuild
from reaprover.lean.process import Launch
LibraryBuild(Launch((sys.argv[1],)), Path(sys.argv[2]), key="k", sources=Path(sys.argv[3]), roots=("Top",)).ensure(
    lambda p: print(p.done, p.notice or p.module, flush=True))
print("ready", flush=True)
"""


def start_builder(compiler: Launch, cache: Path, sources: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", BUILDER, compiler.command[0], str(cache), str(sources)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def slow(compiler: Launch, seconds: str) -> Launch:
    path = Path(compiler.command[0])
    path.write_text(path.read_text().replace('sleep "0"', f'sleep "{seconds}"'))
    return compiler


def test_two_processes_at_once_compile_once(compiler: Launch, tmp_path: Path, sources: Path, log: Path) -> None:
    builders = [start_builder(slow(compiler, "0.3"), tmp_path / "cache", sources) for _ in range(2)]
    outputs = [builder.communicate(timeout=60)[0] for builder in builders]
    assert all(output.endswith("ready\n") for output in outputs)
    assert len(log.read_text().split()) == 4
    assert sum("waiting for another process" in output for output in outputs) == 1


def test_a_kill_in_the_middle_leaves_nothing_half_and_the_next_one_finishes(compiler: Launch, tmp_path: Path, sources: Path) -> None:
    builder = start_builder(slow(compiler, "0.3"), tmp_path / "cache", sources)
    assert builder.stdout is not None
    with builder.stdout as stream:
        while not stream.readline().startswith("1 "):
            pass
        builder.send_signal(signal.SIGKILL)
        builder.wait()
    build = make(slow(compiler, "0"), tmp_path / "cache", sources)
    assert not build.folder.exists()
    build.ensure()
    build.verify()
    assert [path.name for path in (tmp_path / "cache" / "lean").iterdir() if path.name.startswith(".")] == []


def test_a_cache_that_cannot_be_written_is_a_prerequisite_with_advice(compiler: Launch, tmp_path: Path, sources: Path) -> None:
    (tmp_path / "cache").write_text("a file, not a folder")
    with pytest.raises(PrerequisiteError, match=r"cannot be written: .*set REAPROVER_CACHE") as refused:
        make(compiler, tmp_path / "cache", sources).ensure()
    assert refused.value.exit_code == 3


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_cache_is_used_when_it_is_whole_and_refused_when_not(compiler: Launch, tmp_path: Path, sources: Path) -> None:
    build = make(compiler, tmp_path / "cache", sources)
    build.ensure()
    (tmp_path / "cache" / "lean").chmod(0o555)
    try:
        make(compiler, tmp_path / "cache", sources).ensure()
        with pytest.raises(PrerequisiteError, match="Permission denied"):
            make(compiler, tmp_path / "cache", sources, key="other").ensure()
    finally:
        (tmp_path / "cache" / "lean").chmod(0o755)


def test_a_full_disk_is_infrastructure() -> None:
    error = cannot_write(Path("/x"), OSError(28, "No space left on device"))
    assert isinstance(error, InfrastructureError)
    assert "free some space" in str(error)


@pytest.mark.lean
def test_a_start_on_a_ready_cache_reads_no_module(toolchain: EmbeddedToolchain, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "file_sha256", lambda path: pytest.fail(f"read {path}"))
    EmbeddedToolchain.find().prepare()


@pytest.mark.lean
def test_the_compiled_library_is_what_was_built(toolchain: EmbeddedToolchain) -> None:
    toolchain.verify()
    assert {"Init", "Reaprover.Server"} <= toolchain.build.manifest().keys()


@pytest.mark.lean
@pytest.mark.slow
def test_the_core_library_is_built_from_nothing(toolchain: EmbeddedToolchain, tmp_path: Path) -> None:
    fresh = EmbeddedToolchain(toolchain.library, tmp_path)
    fresh.prepare()
    fresh.verify()
    assert fresh.build.manifest().keys() == toolchain.build.manifest().keys()
