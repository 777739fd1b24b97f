"""`reaprover prove` as a person runs it: real processes, real Lean, exit codes and messages."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from reaprover.cli.wiring import POLICIES, default_policy
from reaprover.policy import MAX_RANKED
from reaprover.verify.receipt import compare_receipt, read_receipt

pytestmark = pytest.mark.lean

SWAP = "theorem swap (p q : Prop) : p ∧ q → q ∧ p := by sorry\n"
HOPELESS = "theorem hopeless (f : Nat → Nat) (h : ∀ x, f (f x) = x) : ∃ g : Nat → Nat, ∀ x, f (g x) = g (f x + 1) ∧ g x ≠ x := by sorry\n"


def prove(
    *arguments: str | Path, folder: Path, environment: dict[str, str] | None = None, policy: str = "catalogue"
) -> subprocess.CompletedProcess[str]:
    """Run `reaprover prove` in `folder`, with `policy` unless the arguments say or forbid one; empty: with the default."""
    is_named = {"--policy", "--model", "--resume"}.intersection(map(str, arguments))
    return subprocess.run(
        [sys.executable, "-m", "reaprover", "prove", *map(str, arguments), *(["--policy", policy] if policy and not is_named else [])],
        cwd=folder,
        env={**os.environ, **(environment or {})},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def write(folder: Path, content: str | bytes) -> Path:
    file = folder / "input.lean"
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    return file


def test_a_statement_is_proved_and_printed_as_lean_source(tmp_path: Path) -> None:
    done = prove("--statement", "∀ p q : Prop, p ∧ q → q ∧ p", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("theorem statement : ∀ p q : Prop, p ∧ q → q ∧ p := by\n  ")
    assert "verified" in done.stderr


def test_every_theorem_of_a_file_is_proved_and_the_file_is_written_with_its_proofs(tmp_path: Path) -> None:
    file = write(tmp_path, SWAP + "\ntheorem uses (p q : Prop) (h : p ∧ q) : q ∧ p := by sorry\n")
    done = prove(file, "--run-folder", tmp_path / "run", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    proved = (tmp_path / "run" / "proved.lean").read_text()
    assert "sorry" not in proved
    assert proved.count("theorem") == 2


def test_json_output_is_one_document_with_the_verdict_and_the_script(tmp_path: Path) -> None:
    done = prove(write(tmp_path, SWAP), "--json", folder=tmp_path)
    record = json.loads(done.stdout)
    assert record["exit_code"] == 0
    assert record["results"][0]["verdict"] == "verified"
    assert record["results"][0]["script"]


def test_the_run_folder_says_what_ran_with_which_versions_and_keeps_the_receipt(tmp_path: Path) -> None:
    prove(write(tmp_path, SWAP), "--run-folder", tmp_path / "run", folder=tmp_path)
    record = json.loads((tmp_path / "run" / "run.json").read_text())
    assert record["request"]["source"] == SWAP
    assert "4.35.0" in record["versions"]["toolchain"]
    (receipt,) = (tmp_path / "run").glob("*/receipt.json")
    assert json.loads(receipt.read_text())["verdict"] == "verified"


def test_the_proof_file_of_a_run_is_the_one_that_its_receipt_vouches_for(tmp_path: Path) -> None:
    file = write(tmp_path, "def two : Nat := 2\n\ntheorem two_eq : two = 2 := by sorry\n")
    prove(file, "--run-folder", tmp_path / "run", folder=tmp_path)
    (receipt,) = (tmp_path / "run").glob("*/receipt.json")
    assert compare_receipt(read_receipt(receipt), source=receipt.with_name("proof.lean").read_text()) == []


def test_a_problem_of_a_set_is_proved_by_its_id(tmp_path: Path) -> None:
    listed = prove("--set", "logic", "--id", "nothing of this name", folder=tmp_path)
    assert listed.returncode == 2
    first = listed.stderr.split("for example ")[1].split(",")[0].strip()
    done = prove("--set", "logic", "--id", first, "--seconds", "20", folder=tmp_path)
    assert done.returncode in (0, 1), done.stderr


def test_a_false_statement_is_not_proved(tmp_path: Path) -> None:
    done = prove("--statement", "∀ n : Nat, n = n + 1", "--seconds", "2", folder=tmp_path)
    assert done.returncode == 1
    assert "not proved" in done.stderr


def test_a_false_statement_is_disproved_on_request(tmp_path: Path) -> None:
    done = prove("--statement", "1 = 2", "--disprove", "--seconds", "20", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "¬ (1 = 2)" in done.stdout


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "is empty"),
        ("theorem t : True := trivial\n", "waits for a proof"),
        ("theorem t : (1 = 1 := by sorry\n", "input.lean"),
        ("theorem t (n : Nat : n = n := by sorry\n", "input.lean"),
        ("theorem t : no_such_thing = 1 := by sorry\n", "no_such_thing"),
        ("theorem t : 1 + := by sorry\n", "input.lean"),
        ("import Nowhere\ntheorem t : True := by sorry\n", "Nowhere"),
        ("theorem t : True ∧ " + "True ∧ " * 150_000 + "True := by sorry\n", "too long"),
        (b"theorem t : True := by sorry -- \xff\xfe\n", "UTF-8"),
    ],
    ids=[
        "empty file",
        "file without sorry",
        "unclosed bracket",
        "unclosed binder",
        "unknown identifier",
        "syntax error in the statement",
        "unknown import",
        "statement of a megabyte",
        "invalid UTF-8",
    ],
)
def test_bad_files_are_refused_with_a_message_and_exit_code_2(tmp_path: Path, content: str | bytes, words: str) -> None:
    done = prove(write(tmp_path, content), "--seconds", "5", folder=tmp_path)
    assert done.returncode == 2, (done.returncode, done.stderr)
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_a_directory_is_refused(tmp_path: Path) -> None:
    done = prove(tmp_path, folder=tmp_path)
    assert done.returncode == 2
    assert "is a directory" in done.stderr


@pytest.mark.model
@pytest.mark.parametrize(("policy", "search"), [("ranked", "best-first-widening"), ("network", "paper")])
def test_the_shipped_network_proves_alone_and_with_the_catalogue_s_tactics(tmp_path: Path, policy: str, search: str) -> None:
    from reaprover.model.loading import shipped_model

    if shipped_model() is None:
        pytest.skip("no network is shipped")
    done = prove(write(tmp_path, SWAP), "--policy", policy, "--run-folder", tmp_path / "run", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    request = json.loads((tmp_path / "run" / "run.json").read_bytes())["request"]
    assert (request["policy"], request["search"], request["model"]) == (policy, search, None)


def test_the_default_is_the_shipped_network_where_it_can_run(tmp_path: Path) -> None:
    from reaprover.model.loading import missing_packages, shipped_model

    done = prove(write(tmp_path, SWAP), "--run-folder", tmp_path / "run", folder=tmp_path, policy="")
    assert done.returncode == 0, done.stderr
    expected = "catalogue" if missing_packages() or shipped_model() is None else "ranked"
    assert json.loads((tmp_path / "run" / "run.json").read_text())["request"]["policy"] == expected
    assert f"policy {expected};" in done.stderr


def test_the_default_is_the_catalogue_without_torch_and_with_a_project_of_one_s_own(monkeypatch: pytest.MonkeyPatch) -> None:
    assert default_policy(Path("project")) == "catalogue"
    monkeypatch.setattr("reaprover.model.loading.missing_packages", lambda: ["torch"])
    assert default_policy(None) == "catalogue"


def test_as_many_candidates_are_taken_as_the_network_ranks() -> None:
    assert POLICIES["ranked"].max_candidates == MAX_RANKED


def test_windows_line_ends_are_accepted_and_kept(tmp_path: Path) -> None:
    file = write(tmp_path, SWAP.replace("\n", "\r\n"))
    done = prove(file, "--run-folder", tmp_path / "run", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    proved = (tmp_path / "run" / "proved.lean").read_bytes()
    assert proved.count(b"\r\n") == proved.count(b"\n")


@pytest.mark.parametrize("option", ["--search", "--policy", "--level"])
def test_an_unknown_name_lists_the_known_ones(tmp_path: Path, option: str) -> None:
    done = prove("--statement", "True", option, "nonsense", folder=tmp_path)
    assert done.returncode == 2
    assert "'nonsense'" in done.stderr
    assert "there are" in done.stderr


def test_a_cache_that_cannot_be_written_is_a_missing_prerequisite(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    done = prove("--statement", "True", folder=tmp_path, environment={"REAPROVER_CACHE": str(blocked / "cache")})
    assert done.returncode == 3
    assert "REAPROVER_CACHE" in done.stderr


@pytest.mark.skipif(os.geteuid() != 0, reason="mounting a small disk needs root")
def test_a_full_disk_under_the_run_folder_gives_no_verdict(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4k", "tmpfs", str(disk)], capture_output=True, check=False).returncode:
        pytest.skip("this system lets nobody mount a disk")
    try:
        (disk / "ballast").write_bytes(b"x" * 4096)
        done = prove(write(tmp_path, SWAP), "--run-folder", disk / "run", folder=tmp_path)
    finally:
        subprocess.run(["umount", str(disk)], check=True)
    assert done.returncode == 4, done.stderr
    assert "No space left" in done.stderr
    assert "Traceback" not in done.stderr


def lean_of(process: psutil.Process) -> list[psutil.Process]:
    return [child for child in process.children(recursive=True) if "lean" in child.name() or "lean" in " ".join(child.cmdline()[:3])]


@pytest.fixture
def running(tmp_path: Path):
    """A search that does not end by itself, once its Lean works; with its folder."""
    folder = tmp_path / "run"
    options = ["--policy", "catalogue", "--seconds", "60", "--run-folder", str(folder)]
    command = [sys.executable, "-m", "reaprover", "prove", str(write(tmp_path, HOPELESS)), *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path) as process:
        deadline = 600
        while not any(folder.glob("*/events.jsonl")) or not lean_of(psutil.Process(process.pid)):
            deadline -= 1
            assert deadline, "the search does not start"
            assert process.poll() is None, process.communicate()
            try:
                process.wait(0.1)
            except subprocess.TimeoutExpired:
                continue
        yield process, folder
        process.kill()


def test_interrupt_keeps_the_partial_result_and_resume_goes_on_with_it(running, tmp_path: Path) -> None:
    process, folder = running
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "stopped" in stderr
    assert json.loads((folder / "run.json").read_text())["results"][0]["outcome"] == "stopped"
    (tree,) = folder.glob("*/tree.json")
    before = json.loads(tree.read_text())["counters"]["simulations"]
    done = prove("--resume", folder, "--seconds", "20", "--json", folder=tmp_path)
    assert done.returncode in (0, 1), done.stderr
    assert json.loads(done.stdout)["results"][0]["counters"]["simulations"] >= before


def test_a_killed_lean_is_replaced_and_the_search_goes_on(running) -> None:
    process, _ = running
    for lean in lean_of(psutil.Process(process.pid)):
        lean.kill()
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=60)
    assert process.returncode == 130, stderr
    assert "Traceback" not in stderr


def test_lean_dies_with_the_program(running) -> None:
    process, _ = running
    children = lean_of(psutil.Process(process.pid))
    process.kill()
    process.wait()
    _, alive = psutil.wait_procs(children, timeout=5)
    assert not alive


def test_a_missing_lake_is_explained(tmp_path: Path) -> None:
    path = os.path.dirname(shutil.which("env") or "")
    done = prove("--statement", "True", "--project", tmp_path, folder=tmp_path, environment={"PATH": path})
    assert done.returncode in (2, 3)
    assert "lake" in done.stderr.lower()


def test_a_theorem_that_stays_open_does_not_keep_later_ones_from_being_proved(tmp_path: Path) -> None:
    file = write(tmp_path, "theorem no (n : Nat) : n = n + 1 := by sorry\n\n" + SWAP)
    done = prove(file, "--seconds", "3", "--json", folder=tmp_path)
    assert done.returncode == 1, done.stderr
    first, second = json.loads(done.stdout)["results"]
    assert (first["script"], second["verdict"]) == (None, "verified")


def test_resume_takes_no_other_question(tmp_path: Path) -> None:
    done = prove("--resume", tmp_path, "--level", "paranoid", folder=tmp_path)
    assert done.returncode == 2
    assert "only --seconds" in done.stderr
