"""The strict lane as a whole: failures of infrastructure are never verdicts, and receipts belong to one text and one environment."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import psutil
import pytest

from reaprover.core import ProofChecker, Theorem, Verdict
from reaprover.errors import InfrastructureError, InputError
from reaprover.lean.process import Launch
from reaprover.lean.toolchain import EmbeddedToolchain
from reaprover.verify.batch import _Pool, check_batch
from reaprover.verify.compile import _take as take
from reaprover.verify.finding import Check, Status
from reaprover.verify.receipt import compare_receipt, read_receipt, write_receipt
from reaprover.verify.replay import judge
from reaprover.verify.sandbox import Limits
from reaprover.verify.strict import Level, Report, StatementError, StrictChecker, Submission, submission_of, targets_of

pytestmark = pytest.mark.lean

SWAP = Theorem("swap", "(p q : Prop)", "p ∧ q → q ∧ p")
PROOF = "intro h\nconstructor\n· exact h.2\n· exact h.1"


def make_checker(toolchain: EmbeddedToolchain, **options: object) -> StrictChecker:
    return StrictChecker(toolchain, **options)  # type: ignore[arg-type]  # options of the constructor


def test_it_is_a_proof_checker(checker: StrictChecker) -> None:
    protocol: ProofChecker = checker
    assert protocol.check(SWAP, PROOF).verdict is Verdict.VERIFIED


def test_a_script_is_put_under_the_statement_with_its_header() -> None:
    theorem = Theorem("t", "(n : Nat)", "n = n", header="namespace A\nopen Nat", imports=("Init",))
    submission = submission_of(theorem, "cases n\n\n· rfl\n· rfl")
    assert submission.source == "import Init\nnamespace A\nopen Nat\ntheorem t (n : Nat) : n = n := by\n  cases n\n\n  · rfl\n  · rfl\n"
    assert submission.reference == "import Init\nnamespace A\nopen Nat\ntheorem t (n : Nat) : n = n := sorry\n"
    assert submission.target == ("A", "t")


def test_a_rejection_points_at_the_line_of_the_script(checker: StrictChecker) -> None:
    theorem = Theorem("t", "(n : Nat)", "n = n ∧ n + 0 = n", header="namespace A\n-- more\n")
    result = checker.check(theorem, "constructor\n· rfl\n· exact nonsense")
    assert (result.verdict, result.line) == (Verdict.REJECTED, 3)
    assert checker.check(theorem, "exact ⟨rfl, rfl⟩").line is None


def test_a_disproof_is_a_proof_of_the_negation_and_says_so(checker: StrictChecker) -> None:
    wrong = Theorem("t", "(n : Nat)", "n < n", negated=True)
    result = checker.check(wrong, "exact fun h => Nat.lt_irrefl 0 (h 0)")
    assert result.verdict is Verdict.VERIFIED
    assert result.receipt["polarity"] == "negation"
    assert checker.check(dataclasses.replace(wrong, negated=False), "exact fun h => Nat.lt_irrefl 0 (h 0)").verdict is Verdict.REJECTED


@pytest.mark.parametrize(
    "script", ["rfl", "intro h\nexact h", "sorry", "exact swap p q", "intro h\nexact ⟨h.2, h.1⟩\n\naxiom z : False", ""]
)
def test_a_wrong_script_is_rejected(checker: StrictChecker, script: str) -> None:
    assert checker.check(SWAP, script).verdict is Verdict.REJECTED


def test_a_statement_that_does_not_elaborate_is_nobody_s_failure(checker: StrictChecker) -> None:
    theorem = Theorem("t", "", "Nobody.declares = this")
    assert checker.check(theorem, "rfl").verdict is Verdict.UNVERIFIED
    with pytest.raises(StatementError, match="does not elaborate"):
        checker.check_file(submission_of(theorem, "rfl"))


def test_another_namespace_a_weaker_statement_and_an_extra_hypothesis_are_rejected(checker: StrictChecker) -> None:
    reference = "theorem t (a b : Nat) : a + b = b + a := sorry\n"
    for source in (
        "namespace A\ntheorem t (a b : Nat) : a + b = b + a := Nat.add_comm a b\nend A\n",
        "theorem t (a : Nat) : a + a = a + a := rfl\n",
        "theorem t (a b : Nat) (h : a + b = b + a) : a + b = b + a := h\n",
        "theorem t (a b : Nat) : b + a = a + b := Nat.add_comm b a\n",
    ):
        report = checker.check_file(Submission(source, ("t",), reference))
        assert report.result.verdict is Verdict.REJECTED
        assert report.finding(Check.STATEMENT).status is Status.FAIL


def test_without_a_reference_the_receipt_says_that_the_statement_is_the_file_s_own(checker: StrictChecker) -> None:
    report = checker.check_file(Submission("theorem t : 1 = 1 := rfl\n", ("t",)))
    assert report.result.verdict is Verdict.VERIFIED
    assert "T" in report.result.receipt["not_checked"]
    assert len(report.result.receipt["statement_hash"]) == 64


@pytest.mark.lean
@pytest.mark.parametrize("reference", [None, "theorem t : True := sorry\n"])
def test_a_file_that_is_one_comment_without_end_is_rejected_with_a_receipt(toolchain: EmbeddedToolchain, reference: str | None) -> None:
    report = StrictChecker(toolchain).check_file(Submission("/- theorem t : True := trivial\n", ("t",), reference))
    assert report.result.verdict is Verdict.REJECTED
    assert report.result.receipt["imports"] == []


def test_every_theorem_asked_for_is_checked(checker: StrictChecker) -> None:
    source = "axiom c : 1 = 2\ntheorem a : 1 = 2 := c\ntheorem b : 1 = 1 := rfl\n"
    assert targets_of(source) == (("b",), ("a",))
    both = checker.check_file(Submission(source, ("b",), others=(("a",),)))
    assert "c" in both.finding(Check.AXIOMS).detail
    alone = checker.check_file(Submission(source, ("b",)))
    assert alone.finding(Check.AXIOMS).status is Status.PASS


def test_the_statement_hash_follows_the_meaning_and_not_the_text(checker: StrictChecker) -> None:
    def hash_of(source: str) -> str:
        return str(checker.check_file(Submission(source, ("t",))).result.receipt["statement_hash"])

    one = hash_of("def k : Nat := 1\ntheorem t (a b : Nat) : a + k = b + k → a + k = b + k := id\n")
    assert one == hash_of("/- x -/ def k : Nat := 1\ntheorem t (x y : Nat) : x + k = y + k → x + k = y + k := fun h => h\n")
    assert one != hash_of("def k : Nat := 2\ntheorem t (a b : Nat) : a + k = b + k → a + k = b + k := id\n")


# ---- infrastructure -----------------------------------------------------------------------------------------------------


def test_a_time_limit_is_no_refutation(toolchain: EmbeddedToolchain) -> None:
    report = make_checker(toolchain, limits=Limits(wall_s=0.02), num_retries=0).check_file(submission_of(SWAP, PROOF))
    assert report.result.verdict is Verdict.UNVERIFIED
    assert "wall clock" in report.result.reasons[0]


def test_a_memory_limit_is_no_refutation(toolchain: EmbeddedToolchain) -> None:
    limits = Limits(memory_bytes=200 << 20, mapped_bytes=0)
    report = make_checker(toolchain, limits=limits, num_retries=0).check_file(submission_of(SWAP, PROOF))
    assert report.result.verdict is Verdict.UNVERIFIED


@pytest.mark.parametrize(("memory_mb", "statement"), [(None, "k 200000 = k 200000 ++ []"), (400, "(k 90000).length = 90000")])
def test_a_limit_of_the_kernel_is_no_refutation(toolchain: EmbeddedToolchain, memory_mb: int | None, statement: str) -> None:
    limits = Limits() if memory_mb is None else Limits(memory_bytes=memory_mb << 20)
    header = "def k (n : Nat) : List Nat := match n with | 0 => [] | n + 1 => n :: k n"
    result = make_checker(toolchain, limits=limits).check(Theorem("t", "", statement, header=header), "decide +kernel")
    assert result.verdict is Verdict.UNVERIFIED
    assert "(kernel)" in result.reasons[0]


def test_a_limit_that_the_statement_reaches_is_no_refusal_of_the_statement(toolchain: EmbeddedToolchain) -> None:
    theorem = Theorem("t", "", f"{'¬ ' * 60}False", header="set_option maxRecDepth 50")
    result = make_checker(toolchain).check(theorem, "trivial")
    assert (result.verdict, bool(result.receipt)) == (Verdict.UNVERIFIED, True)


def test_a_full_disk_or_a_missing_folder_is_no_refutation(toolchain: EmbeddedToolchain, tmp_path: Path) -> None:
    checker = make_checker(toolchain, scratch=tmp_path / "nowhere", num_retries=0)
    assert checker.check(SWAP, PROOF).verdict is Verdict.UNVERIFIED
    tiny = make_checker(toolchain, limits=Limits(file_bytes=4096), num_retries=0)
    assert tiny.check(SWAP, PROOF).verdict is Verdict.UNVERIFIED


def test_a_module_cut_off_in_its_writing_is_no_refutation(toolchain: EmbeddedToolchain) -> None:
    tiny = make_checker(toolchain, limits=Limits(file_bytes=1000), num_retries=0)
    result = tiny.check_file(Submission("theorem t : 1 = 1 := rfl\n", ("t",))).result
    assert result.verdict is Verdict.UNVERIFIED, result.reasons


class Broken(EmbeddedToolchain):
    """A toolchain whose program or library is not what it should be."""

    program: tuple[str, ...] = ("/no/such/lean",)

    def launch(self, *folders: Path) -> Launch:
        return Launch(self.program, super().launch(*folders).environment)


@pytest.mark.parametrize("program", [("/no/such/lean",), ("/bin/true",), ("/bin/false",), ("/bin/sh", "-c", "kill -9 $$"), ("/bin/echo",)])
def test_a_missing_or_broken_program_is_no_refutation(toolchain: EmbeddedToolchain, program: tuple[str, ...]) -> None:
    broken = Broken(toolchain.library, toolchain.cache)
    broken.program = program
    assert make_checker(broken, num_retries=0).check(SWAP, PROOF).verdict is Verdict.UNVERIFIED


def test_a_module_that_cannot_be_read_is_no_refutation(toolchain: EmbeddedToolchain, tmp_path: Path) -> None:
    fake = tmp_path / "lean"
    fake.write_text('#!/bin/sh\nwhile [ "$1" != -o ]; do shift; done\nprintf olean > "$2"\n')
    fake.chmod(0o755)
    broken = Broken(toolchain.library, toolchain.cache)
    broken.program = (str(fake),)
    assert make_checker(broken, num_retries=0).check(SWAP, PROOF).verdict is Verdict.UNVERIFIED


def test_a_missing_library_is_no_refutation(toolchain: EmbeddedToolchain, tmp_path: Path) -> None:
    class Empty(Broken):
        def launch(self, *folders: Path) -> Launch:
            return Launch(self.launcher.command, {"LEAN_PATH": str(tmp_path)})

    assert make_checker(Empty(toolchain.library, toolchain.cache), num_retries=0).check(SWAP, PROOF).verdict is Verdict.UNVERIFIED

    own = Submission("theorem t : 1 = 1 := rfl\n", ("t",))
    assert make_checker(Empty(toolchain.library, toolchain.cache), num_retries=0).check_file(own).result.verdict is Verdict.UNVERIFIED


def test_a_library_that_is_gone_behind_the_reference_is_no_refutation(toolchain: EmbeddedToolchain) -> None:
    class Forgetful(EmbeddedToolchain):
        num_launches = 0

        def launch(self, *folders: Path) -> Launch:
            launch = super().launch(*folders)
            self.num_launches += 1
            return launch if self.num_launches == 1 else Launch(launch.command, {**launch.environment, "LEAN_PATH": "/no/such/folder"})

    assert make_checker(Forgetful(toolchain.library, toolchain.cache), num_retries=0).check(SWAP, PROOF).verdict is Verdict.UNVERIFIED


def test_a_module_that_nobody_has_is_no_refutation(toolchain: EmbeddedToolchain) -> None:
    result = make_checker(toolchain).check_file(Submission("import Mathlib\ntheorem t : 1 = 1 := rfl\n", ("t",))).result
    assert result.verdict is Verdict.UNVERIFIED
    assert "Mathlib is not compiled" in result.reasons[0]


@pytest.mark.parametrize("script", [PROOF, "exact nonsense"])
def test_a_library_that_changes_during_the_check_leaves_no_verdict(
    toolchain: EmbeddedToolchain, monkeypatch: pytest.MonkeyPatch, script: str
) -> None:
    checker = make_checker(toolchain, num_retries=0)
    assert checker.check(SWAP, PROOF).verdict is Verdict.VERIFIED
    marks = iter(range(10_000))
    monkeypatch.setattr("reaprover.verify.environment._mark", lambda path: (next(marks), 0, 0))  # another file at every look
    result = checker.check(SWAP, script)
    assert result.verdict is Verdict.UNVERIFIED
    assert "changed during the check" in result.reasons[0]


@pytest.mark.parametrize("error", [InfrastructureError("changed"), OSError(28, "no space left"), MemoryError()])
def test_a_failure_behind_the_evidence_is_no_verification(
    toolchain: EmbeddedToolchain, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fails(*_: object) -> bool:
        raise error

    monkeypatch.setattr(StrictChecker, "_is_restated", fails)  # the last thing that is asked
    assert make_checker(toolchain, level=Level.FAST, num_retries=0).check(SWAP, PROOF).verdict is Verdict.UNVERIFIED


def test_what_rests_on_a_declaration_that_reached_a_limit_is_not_refused() -> None:
    limit = {"ok": False, "error": {"kind": "recursion", "message": "(kernel) deep recursion detected"}}
    unknown = {"ok": False, "error": {"kind": "kernel", "message": "(kernel) unknown constant 'a'"}}
    end = {"done": True, "count": 2, "failed": 2}
    assert judge([limit, unknown, end], [("a",), ("t",)], {}).status is Status.UNVERIFIED
    assert judge([unknown, limit, end], [("a",), ("t",)], {}).status is Status.FAIL


def test_a_module_that_the_judge_cannot_open_is_a_failure_of_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "t.olean"
    assert take(file) is None
    file.write_bytes(b"12345")
    assert take(file) == b"12345"
    with pytest.raises(NotADirectoryError):
        take(file / "t.olean")
    monkeypatch.setattr("reaprover.verify.compile.MAX_BYTES", 4)
    with pytest.raises(InfrastructureError, match="5 bytes"):
        take(file)


def test_the_weaker_sandbox_is_reported_and_runs_no_file_that_may_run_code(toolchain: EmbeddedToolchain) -> None:
    checker = make_checker(toolchain, namespaces=False)
    sound = checker.check_file(submission_of(SWAP, PROOF))
    assert sound.result.verdict is Verdict.VERIFIED
    assert sound.result.receipt["checks"]["X"]["level"] == "process"
    hostile = checker.check_file(Submission("run_cmd pure ()\ntheorem t : 1 = 1 := rfl\n", ("t",), "theorem t : 1 = 1 := sorry\n"))
    assert hostile.result.verdict is Verdict.REJECTED
    assert hostile.finding(Check.MESSAGES).status is Status.ABSENT


def test_a_stopped_checker_gives_no_verdict(toolchain: EmbeddedToolchain) -> None:
    checker = make_checker(toolchain)
    checker.stop()
    assert checker.check(SWAP, PROOF).verdict is Verdict.UNVERIFIED


def test_the_reference_is_compiled_before_the_submission_exists(toolchain: EmbeddedToolchain, tmp_path: Path) -> None:
    seen: list[list[str]] = []

    class Watching(EmbeddedToolchain):
        def launch(self, *folders: Path) -> Launch:
            if folders:
                seen.append(sorted(p.name for p in folders[0].parent.parent.iterdir()))
            return super().launch(*folders)

    make_checker(Watching(toolchain.library, toolchain.cache), scratch=tmp_path).check(SWAP, PROOF)
    assert seen[:2] == [["reference"], ["reference", "submission"]]
    assert all(folders[-1] == "vacuity" for folders in seen[2:]), "what follows is the probe for contradictory hypotheses"
    assert list(tmp_path.iterdir()) == [], "nothing is left behind"


# ---- receipts -------------------------------------------------------------------------------------------------------------


def test_a_receipt_matches_its_file_and_no_other(checker: StrictChecker, toolchain: EmbeddedToolchain, tmp_path: Path) -> None:
    submission = submission_of(SWAP, PROOF)
    result = checker.check_file(submission).result
    path = tmp_path / "receipt.json"
    write_receipt(path, result.receipt)
    record = read_receipt(path)
    assert record == json.loads(path.read_text(encoding="utf-8")) == result.receipt
    assert record["imports"] == []
    assert compare_receipt(record, source=submission.source, reference=submission.reference, toolchain=toolchain) == []
    assert compare_receipt(record, source=submission.source + " ")
    assert compare_receipt(record, reference=str(submission.reference) + " ")
    for change in (
        {"verdict": "rejected"},
        {"reasons": ["K: no"]},
        {"checker": {**record["checker"], "sha256": "0" * 64}},
        {"level": "paranoid"},
        {"theorem": "FermatLastTheorem"},
        {"polarity": "negation"},
        {"axioms": ["sorryAx"]},
        {"imports": ["Init.Lists"]},
        {"checks": {**record["checks"], "M": {"status": "absent", "detail": ""}}},
        {"environment": {**record["environment"], "options": {"debug.skipKernelTC": "true"}}},
        {"environment": {**record["environment"], "core_sha256": "0" * 64}},
    ):
        assert compare_receipt({**record, **change}, source=submission.source)
    for change in ({"library": "0" * 16}, {"core_sha256": "0" * 64}, {"lean": "9.9"}, {"toolchain": "lake"}):
        other = {**record, "environment": {**record["environment"], **change}}
        assert any("re-verification" in p for p in compare_receipt(other, source=submission.source, toolchain=toolchain))
    other = {**record, "environment": {**record["environment"], "options": {"maxRecDepth": "1"}}}
    assert any("options" in p for p in compare_receipt(other, source=submission.source))
    with pytest.raises(FileExistsError):
        write_receipt(path, result.receipt)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"format": "x"}', '{"format": "reaprover.check.receipt.v1"}', '{"a": 1, "a": 2}', "{" * 9999]
)
def test_what_is_no_receipt_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "r").write_text(text)
    with pytest.raises(InputError):
        read_receipt(tmp_path / "r")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("checks", None),
        ("checks", {}),
        ("environment", None),
        ("checker", "reaprover"),
        ("axioms", [1, None]),
        ("verdict", ["verified"]),
        ("level", "careless"),
        ("modules", [1]),
    ],
)
def test_a_receipt_of_another_shape_is_refused(checker: StrictChecker, tmp_path: Path, key: str, value: object) -> None:
    receipt = checker.check_file(submission_of(SWAP, PROOF)).result.receipt
    (tmp_path / "r").write_text(json.dumps({**receipt, key: value}))
    with pytest.raises(InputError, match=key):
        read_receipt(tmp_path / "r")


# ---- what a file may do to the checker ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["../../x", "a/b", "", "Init", "Submission", "x.y", "h"])
def test_a_helper_cannot_be_called_anything_but_a_new_word(name: str) -> None:
    with pytest.raises(InputError, match="helper"):
        Submission("theorem t : 1 = 1 := rfl\n", ("t",), helpers={name: "theorem z : 1 = 1 := rfl\n"})


def test_a_helper_is_scanned_as_the_file_is(toolchain: EmbeddedToolchain) -> None:
    helper = "set_option debug.skipKernelTC true in\ntheorem bad : 1 = 2 := by decide +kernel\n"
    submission = Submission("import H\ntheorem t : 1 = 2 := bad\n", ("t",), helpers={"H": helper})
    report = make_checker(toolchain, level=Level.FAST).check_file(submission)
    assert report.result.verdict is Verdict.REJECTED
    assert "H: line 1" in report.finding(Check.SYNTAX).detail


@pytest.mark.parametrize("depth", [400, 3000])
def test_deep_levels_and_long_names_end_in_a_verdict(checker: StrictChecker, depth: int) -> None:
    level = "(imax u " * depth + "v" + ")" * depth
    for source in (
        f"set_option maxRecDepth 1000000\nuniverse u v\ntheorem t : ∀ (α : Sort {level}), 1 = 1 := fun _ => rfl\n",
        f"theorem {'a.' * depth}t : 1 = 1 := rfl\n",
    ):
        report = checker.check_file(Submission(source, targets_of(source)[0]))
        assert report.result.verdict in Verdict


def test_a_defect_of_the_checker_is_no_verdict_and_ends_nothing(toolchain: EmbeddedToolchain, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RecursionError("a hostile file")

    monkeypatch.setattr("reaprover.verify.strict.check_evidence", broken)
    result = make_checker(toolchain).check(SWAP, PROOF)
    assert result.verdict is Verdict.UNVERIFIED
    assert "RecursionError" in result.reasons[0]


# ---- many checks ------------------------------------------------------------------------------------------------------------


class Suicidal(StrictChecker):
    """Dies with its process on one theorem."""

    def check_file(self, submission: Submission) -> Report:
        if submission.target == ("die",):
            os.kill(os.getpid(), signal.SIGKILL)
        return super().check_file(submission)


def test_a_dying_worker_costs_only_its_own_check(toolchain: EmbeddedToolchain) -> None:
    maker = functools.partial(Suicidal, EmbeddedToolchain(toolchain.library, toolchain.cache), level=Level.FAST)
    names = ["a", "die", "b", "c"]
    submissions = [Submission(f"theorem {n} : 1 = 1 := rfl\n", (n,), f"theorem {n} : 1 = 1 := sorry\n") for n in names]
    verdicts = {names[i]: o.result.verdict for i, o in check_batch(submissions, maker, num_workers=2) if isinstance(o, Report)}
    assert verdicts == {"a": Verdict.VERIFIED, "b": Verdict.VERIFIED, "c": Verdict.VERIFIED, "die": Verdict.UNVERIFIED}


def test_a_worker_that_dies_with_nothing_to_do_is_replaced(toolchain: EmbeddedToolchain) -> None:
    maker = functools.partial(StrictChecker, EmbeddedToolchain(toolchain.library, toolchain.cache), level=Level.FAST)
    again = [Submission("theorem t : 1 = 1 := rfl\n", ("t",), "theorem t : 1 = 1 := sorry\n")] * 2
    num_dead = 1

    class Dying(_Pool):
        def _start(self) -> None:
            nonlocal num_dead
            super()._start()
            if num_dead:
                num_dead -= 1
                (process, _) = next(iter(self._workers.values()))
                process.kill()
                process.join()

    outcomes = Dying(maker, 1).run(again)
    assert [o.result.verdict for _, o in outcomes if isinstance(o, Report)] == [Verdict.VERIFIED] * 2


def test_one_checker_serves_several_threads(checker: StrictChecker) -> None:
    results: list[Verdict] = []
    threads = [threading.Thread(target=lambda s=s: results.append(checker.check(SWAP, s).verdict)) for s in (PROOF, "rfl", PROOF)]  # type: ignore[misc]  # default argument
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(v.value for v in results) == ["rejected", "verified", "verified"]


PARENT = """
import sys
from pathlib import Path
from reaprover.lean.toolchain import EmbeddedToolchain
from reaprover.verify.receipt import write_receipt
from reaprover.verify.strict import StrictChecker, Submission
lean = EmbeddedToolchain(Path(sys.argv[1]), Path(sys.argv[2]))
checker = StrictChecker(lean, scratch=Path(sys.argv[3]), num_retries=0)
for n in range(1000):
    wrong = n % 2
    source = f"theorem t : {n} = {n + wrong} := " + ("by decide" if wrong else "rfl") + "\\n"
    result = checker.check_file(Submission(source, ("t",), f"theorem t : {n} = {n + wrong} := sorry\\n")).result
    write_receipt(Path(sys.argv[4]) / f"{n}.json", result.receipt)
"""


def descendants(mark: str) -> list[psutil.Process]:
    return [p for p in psutil.process_iter(["cmdline"]) if mark in " ".join(p.info["cmdline"] or [])]


def kill_somebody(parent: subprocess.Popen[bytes], mark: str, generator: random.Random, victim: str) -> None:
    if victim == "parent":
        parent.kill()
        return
    wanted = {"lean": "launcher-", "jail": "jail.py"}[victim]
    found = [p for p in descendants(mark) if any(wanted in word for word in p.info["cmdline"][:4])]
    if found:
        with contextlib.suppress(psutil.NoSuchProcess):
            generator.choice(found).kill()


def run_and_kill(toolchain: EmbeddedToolchain, tmp_path: Path, num_kills: int, seed: int) -> int:
    """Kill the parent, the jail or Lean at random moments; returns how many receipts were written."""
    generator = random.Random(seed)
    total = 0
    for round_ in range(num_kills):
        scratch, receipts = tmp_path / f"scratch-{seed}-{round_}", tmp_path / f"receipts-{round_}"
        scratch.mkdir()
        receipts.mkdir()
        command = [sys.executable, "-c", PARENT, str(toolchain.library), str(toolchain.cache), str(scratch), str(receipts)]
        parent = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        mark = scratch.name
        begun = time.monotonic()
        while not descendants(mark)[1:] and time.monotonic() < begun + 60:
            time.sleep(0.01)
        for _ in range(3):
            time.sleep(generator.uniform(0, 0.4))
            kill_somebody(parent, mark, generator, generator.choice(["lean", "jail"]))
        time.sleep(generator.uniform(0, 0.4))
        kill_somebody(parent, mark, generator, "parent")
        parent.wait()
        deadline = time.monotonic() + 20
        while descendants(mark):
            assert time.monotonic() < deadline, f"orphans: {descendants(mark)}"
            time.sleep(0.02)
        for path in receipts.iterdir():
            if path.name.startswith("."):
                continue  # a sibling that was never renamed: nobody reads it
            record = read_receipt(path)
            right = "rejected" if int(path.stem) % 2 else "verified"
            assert record["verdict"] in (right, "unverified"), path
            total += 1
    return total


def test_killing_anybody_gives_no_false_verdict_no_half_receipt_and_no_orphan(toolchain: EmbeddedToolchain, tmp_path: Path) -> None:
    run_and_kill(toolchain, tmp_path, num_kills=3, seed=1)


@pytest.mark.slow
def test_fifty_kills_at_random_moments(toolchain: EmbeddedToolchain, tmp_path: Path) -> None:
    assert run_and_kill(toolchain, tmp_path, num_kills=50, seed=2) > 20
