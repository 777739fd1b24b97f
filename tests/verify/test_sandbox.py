"""X: real programs that try to get out."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from reaprover.verify import sandbox
from reaprover.verify.finding import Status
from reaprover.verify.sandbox import Limits, Run, check_sandbox, run_sandboxed

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the sandbox is Linux's")


def run(
    folder: Path,
    script: str,
    *,
    namespaces: bool = True,
    required: bool = False,
    limits: Limits | None = None,
    readable: tuple[Path, ...] = (),
) -> tuple[Run, str]:
    scratch = folder / "scratch"
    scratch.mkdir()
    ended = run_sandboxed(
        ["/bin/sh", "-c", script],
        environment={"PATH": "/usr/bin:/bin"},
        folder=scratch,
        writable=[scratch],
        readable=list(readable),
        stdout=folder / "out",
        stderr=folder / "err",
        limits=limits or Limits(wall_s=20),
        namespaces=namespaces,
        required=required,
    )
    return ended, (folder / "out").read_text(errors="replace") + (folder / "err").read_text(errors="replace")


@pytest.fixture
def enclosed(tmp_path: Path) -> None:
    (tmp_path / "probe").mkdir()
    if run(tmp_path / "probe", "true")[0].level != "namespaces":
        pytest.skip("this system gives no user namespaces")


def test_it_may_write_to_its_scratch_folder_only(tmp_path: Path, enclosed: None) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    ended, _ = run(
        tmp_path, f"echo a > inside; echo b > {outside}/x; echo c > /etc/x; echo d > /usr/x; echo e > {tmp_path}/y", readable=(outside,)
    )
    assert ended.level == "namespaces"
    assert (tmp_path / "scratch" / "inside").read_text() == "a\n"
    assert list(outside.iterdir()) == []
    assert not Path("/etc/x").exists()
    assert not (tmp_path / "y").exists()


def test_it_has_no_network_and_sees_no_socket_of_the_host(tmp_path: Path, enclosed: None) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        place = Path("/tmp") / f"reaprover-test-{os.getpid()}"
        server.bind(str(place))
        try:
            ended, text = run(tmp_path, f"cat /proc/net/dev | wc -l; ls {place}")
        finally:
            place.unlink()
    assert ended.facts["network"] == "none"
    assert text.splitlines()[0] == "3", "two lines of title, and the loop device"
    assert "No such file" in text


def test_it_sees_and_signals_no_process_of_the_host(tmp_path: Path, enclosed: None) -> None:
    run(tmp_path, f"kill -0 {os.getpid()} || echo nobody; ls /proc | grep -c '^[0-9]'")
    answer, count = (tmp_path / "out").read_text().split()
    assert answer == "nobody"
    assert int(count) < 10


def test_it_cannot_make_the_file_system_writable_again(tmp_path: Path, enclosed: None) -> None:
    _, text = run(
        tmp_path,
        "mount -o remount,rw / ; unshare -Urm mount -o remount,bind,rw / ; touch /usr/x && echo escaped; grep CapEff /proc/self/status",
    )
    assert "escaped" not in text
    assert "CapEff:\t0000000000000000" in text


@pytest.mark.parametrize("namespaces", [True, False])
def test_a_wall_clock_ends_it_with_all_its_children(tmp_path: Path, namespaces: bool) -> None:
    mark = f"{time.time_ns()}.5"
    ended, _ = run(tmp_path, f"sleep {mark} & sleep {mark}", namespaces=namespaces, limits=Limits(wall_s=0.4))
    assert ended.killed == "wall clock of 0.4 s"
    assert ended.status is None
    deadline = time.monotonic() + 5
    while any(mark in " ".join(p.info["cmdline"] or []) for p in psutil.process_iter(["cmdline"])):
        assert time.monotonic() < deadline, "a descendant survived"


def test_children_that_leave_the_process_group_die_with_the_namespace(tmp_path: Path, enclosed: None) -> None:
    mark = f"{time.time_ns()}.25"
    ended, _ = run(tmp_path, f"setsid sh -c 'trap \"\" HUP TERM; sleep {mark}' & true")
    assert ended.status == 0
    assert not any(mark in " ".join(p.info["cmdline"] or []) for p in psutil.process_iter(["cmdline"]))


def test_a_flood_of_output_is_cut_off(tmp_path: Path) -> None:
    ended, _ = run(tmp_path, "exec yes", limits=Limits(wall_s=20, file_bytes=100_000))
    assert ended.killed == "signal SIGXFSZ"
    assert (tmp_path / "out").stat().st_size == 100_000


def test_memory_and_processor_time_are_limited(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    limits = Limits(wall_s=20, memory_bytes=1 << 30, mapped_bytes=2 << 30, cpu_s=7, num_files=33)
    _, text = run(tmp_path / "a", "ulimit -v; ulimit -t; ulimit -n", limits=limits)
    assert text.split() == [str(3 << 20), "7", "33"]
    ended, _ = run(tmp_path / "b", "while :; do :; done", limits=Limits(wall_s=20, cpu_s=1))
    assert ended.killed in ("signal SIGKILL", "signal SIGXCPU")


def test_a_program_that_is_not_there_is_infrastructure(tmp_path: Path) -> None:
    scratch = tmp_path / "s"
    scratch.mkdir()
    ended = run_sandboxed(
        ["/no/such/program"],
        environment={},
        folder=scratch,
        writable=[scratch],
        readable=[],
        stdout=tmp_path / "o",
        stderr=tmp_path / "e",
        limits=Limits(),
    )
    assert ended.status is None
    assert ended.killed == "the program could not be started"


def test_the_weaker_level_is_reported(tmp_path: Path) -> None:
    ended, _ = run(tmp_path, "true", namespaces=False)
    assert (ended.level, ended.facts["network"]) == ("process", "shared")
    finding = check_sandbox(ended, unexpected=[], inputs_changed=[])
    assert finding.status is Status.PASS
    assert "weaker level" in finding.detail
    assert finding.facts["network"] == "shared"


REFUSING = """
import ctypes, runpy, sys
def refuse(*_):
    raise OSError(1, "no namespaces here")
sys.argv = sys.argv[1:]
module = runpy.run_path(sys.argv[0], run_name="jail")
module["main"].__globals__["enter_user_namespace"] = refuse
module["main"]()
"""


@pytest.mark.parametrize("required", [True, False])
def test_where_namespaces_are_refused_a_file_that_may_run_code_is_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, required: bool
) -> None:
    program = tmp_path / "refusing.py"
    program.write_text(REFUSING.replace("sys.argv[1:]", f"[{str(sandbox._JAIL)!r}, *sys.argv[1:]]"))
    monkeypatch.setattr(sandbox, "_JAIL", program)
    ended, text = run(tmp_path, "echo it ran", required=required)
    assert ("it ran" in text) is not required
    if required:
        assert ended.status is None
        assert "was not run" in ended.killed
    else:
        assert (ended.status, ended.level) == (0, "process")


def test_it_cannot_reach_the_report(tmp_path: Path, enclosed: None) -> None:
    ended, text = run(tmp_path, "for f in /proc/1/fd/*; do echo '{}' > $f && echo reached; done; true")
    assert ended.status == 0
    assert "reached" not in text


def test_files_that_nobody_asked_for_and_changed_inputs_refuse(tmp_path: Path) -> None:
    ended, _ = run(tmp_path, "true")
    assert check_sandbox(ended, unexpected=["Ref.lean"], inputs_changed=[]).status is Status.FAIL
    assert check_sandbox(ended, unexpected=[], inputs_changed=["Submission.lean"]).status is Status.FAIL


def test_the_sandbox_dies_with_the_process_that_started_it(tmp_path: Path) -> None:
    mark = f"{time.time_ns()}.125"
    (tmp_path / "scratch").mkdir()
    code = (
        "import sys; from pathlib import Path; from reaprover.verify.sandbox import *\n"
        "f = Path(sys.argv[1])\n"
        "run_sandboxed(['/bin/sh', '-c', 'echo up > up; sleep ' + sys.argv[2]], environment={'PATH': '/usr/bin:/bin'}, "
        "folder=f / 'scratch', writable=[f / 'scratch'], readable=[], stdout=f / 'o', stderr=f / 'e', limits=Limits())\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", code, str(tmp_path), mark])
    deadline = time.monotonic() + 20
    while not (tmp_path / "scratch" / "up").exists():
        assert time.monotonic() < deadline
    parent.kill()
    parent.wait()
    while any(mark in " ".join(p.info["cmdline"] or []) for p in psutil.process_iter(["cmdline"])):
        assert time.monotonic() < deadline, "an orphan survived"
