"""`reaprover check` and `verify-receipt`: exit codes, documents, and messages for bad input."""

from __future__ import annotations

import json
import platform
import sys
from pathlib import Path

import pytest

from reaprover.cli import run

pytestmark = [
    pytest.mark.lean,
    pytest.mark.skipif(sys.platform != "linux" or platform.machine() != "x86_64", reason="the embedded Lean runs on Linux x86_64 only"),
]

GOOD = "theorem a (p q : Prop) (h : p ∧ q) : q ∧ p := ⟨h.2, h.1⟩\ntheorem b (m n : Nat) : m + n = n + m := by omega\n"


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good.lean"
    path.write_text(GOOD)
    return path


def test_a_proof_is_verified_with_a_receipt_that_matches(good: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    receipt = tmp_path / "r.json"
    assert run(["check", str(good), "--receipt", str(receipt)]) == 0
    assert capsys.readouterr().out.startswith("verified (the file's own statement) b, a in ")
    assert run(["verify-receipt", str(receipt), "--file", str(good)]) == 0
    good.write_text(GOOD + "\n")
    assert run(["verify-receipt", str(receipt), "--file", str(good)]) == 1
    assert "another one" in capsys.readouterr().out
    assert run(["check", str(good), "--receipt", str(receipt)]) == 2
    assert "exists already" in capsys.readouterr().err


def test_what_a_verified_file_was_not_asked_stands_beside_the_verdict(
    good: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    reference = tmp_path / "reference.lean"
    reference.write_text(GOOD.replace("⟨h.2, h.1⟩", "sorry").replace("by omega", "sorry"))
    for level, statement, words in [
        ("fast", [], "verified (the file's own statement, provisional) b, a"),
        ("fast", ["--statement", str(reference)], "verified (provisional) b, a"),
        ("strict", ["--statement", str(reference)], "verified b, a"),
    ]:
        assert run(["check", str(good), "--level", level, *statement]) == 0
        assert capsys.readouterr().out.startswith(words)


def test_an_open_theorem_of_the_statement_file_is_never_passed_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    reference, file = tmp_path / "reference.lean", tmp_path / "file.lean"
    reference.write_text("theorem h : 1 = 1 := sorry\ntheorem main : 1 = 2 := by admit\n")
    file.write_text("theorem h : 1 = 1 := rfl\n")
    assert run(["check", str(file), "--statement", str(reference)]) == 2
    assert "leaves theorems open that are not asked for: main" in capsys.readouterr().err
    assert run(["check", str(file), "--statement", str(reference), "--theorem", "h"]) == 0, "left out on purpose"


def test_a_term_is_read_outside_the_namespaces_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "file.lean"
    file.write_text("theorem Nat.t : zero = zero := rfl\n")
    assert run(["check", str(file), "--statement", "zero = zero"]) == 1, "outside the namespace `zero` is any name"
    assert run(["check", str(file), "--statement", "Nat.zero = Nat.zero"]) == 0


def test_exactly_one_document_is_printed(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", str(good), "--json", "--level", "paranoid", "--theorem", "a"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["verdict"], record["theorem"], record["level"]) == ("verified", "a", "paranoid")
    assert record["checks"]["N"]["status"] == "pass"


def test_the_statement_may_be_a_file_or_a_term(good: Path, tmp_path: Path) -> None:
    reference = tmp_path / "reference.lean"
    reference.write_text("theorem a (p q : Prop) (h : p ∧ q) : q ∧ p := sorry\n")
    assert run(["check", str(good), "--statement", str(reference)]) == 0
    assert run(["check", str(good), "--statement", "∀ m n : Nat, m + n = n + m"]) == 0
    assert run(["check", str(good), "--statement", "∀ m n : Nat, m + n = m + n"]) == 1


def test_a_wrong_proof_is_rejected_and_a_limit_is_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = tmp_path / "wrong.lean"
    wrong.write_text("theorem t : 1 = 2 := by sorry\n")
    assert run(["check", str(wrong)]) == 1
    assert "sorry" in capsys.readouterr().out
    deep = tmp_path / "deep.lean"
    deep.write_text("def count : Nat → Nat\n  | 0 => 0\n  | n + 1 => count n + 1\ntheorem t : count 600 = 600 := by decide\n")
    assert run(["check", str(deep)]) == 4


def test_a_folder_is_checked_file_by_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, statements, receipts = tmp_path / "proofs", tmp_path / "statements", tmp_path / "receipts"
    (folder / "sub").mkdir(parents=True)
    (statements / "sub").mkdir(parents=True)
    for name, source in [("one", "theorem t : 1 = 1 := rfl\n"), ("sub/two", "theorem t : 2 = 2 := rfl\n")]:
        (folder / f"{name}.lean").write_text(source)
        (statements / f"{name}.lean").write_text(source.replace("rfl", "sorry"))
    assert run(["check", str(folder), "--statement", str(statements), "--receipt", str(receipts), "-j", "2", "--level", "fast"]) == 0
    assert "2 files: 2 verified, 0 rejected, 0 unverified" in capsys.readouterr().out
    assert json.loads((receipts / "sub" / "two.receipt.json").read_text())["verdict"] == "verified"
    (folder / "three.lean").write_text("theorem t : 1 = 2 := rfl\n")
    (folder / "four.lean").write_text("def x := 1\n")
    (statements / "three.lean").write_text("theorem t : 1 = 2 := sorry\n")
    assert run(["check", str(folder), "--statement", str(statements), "--json", "--level", "fast"]) == 1
    verdicts = {Path(r["file"]).name: r["verdict"] for r in json.loads(capsys.readouterr().out)}
    assert verdicts == {"one.lean": "verified", "two.lean": "verified", "three.lean": "rejected", "four.lean": "unverified"}


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty"),
        (b"  \n", "is empty"),
        (b"def x := 1\n", "declares no theorem"),
        (b"theorem t : 1 = 1 := \xff\n", "not UTF-8"),
        (b"x" * (5 << 20), "too large"),
    ],
)  # fmt: skip
def test_bad_files_are_a_usage_error_with_a_clear_message(
    tmp_path: Path, content: bytes, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.lean"
    path.write_bytes(content)
    assert run(["check", str(path)]) == 2
    assert words in capsys.readouterr().err


def test_other_bad_requests_are_usage_errors(good: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").mkdir()
    for arguments, words in [
        (["check", str(tmp_path / "nowhere.lean")], "is not there"),
        (["check", str(tmp_path / "empty")], "holds no Lean file"),
        (["check", str(good), "--theorem", "a..b"], "not a Lean name"),
        (["check", str(good), "--statement", str(tmp_path / "nowhere.lean")], "is not there"),
        (["check", str(good), "--statement", "Nobody.declares = this"], "does not elaborate"),
        (["check", str(good), "--statement", "nonsense ++ ("], "no proof"),
        (["check", str(good), "--level", "careless"], "careless"),
        (["verify-receipt", str(good)], "receipt"),
    ]:
        assert run(arguments) == 2, arguments
        assert words in capsys.readouterr().err, arguments


def test_a_missing_project_is_a_missing_prerequisite(good: Path, tmp_path: Path) -> None:
    assert run(["check", str(good), "--project", str(tmp_path)]) == 3


def test_the_letters_of_the_checks_are_explained(good: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    legend = "S syntax, M messages, E evidence, T statement, A axioms, K kernel, N second kernel, X sandbox"
    assert run(["check", str(good), "--level", "fast"]) == 0
    assert legend in capsys.readouterr().out
    (tmp_path / "wrong.lean").write_text("theorem t : 1 = 2 := by sorry\n")
    assert run(["check", str(tmp_path), "--level", "fast"]) == 1
    assert legend in capsys.readouterr().out


def test_a_receipt_without_its_file_says_that_only_itself_was_checked(
    good: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    receipt = tmp_path / "r.json"
    assert run(["check", str(good), "--level", "fast", "--receipt", str(receipt)]) == 0
    capsys.readouterr()
    assert run(["verify-receipt", str(receipt)]) == 0
    assert "the file was not given" in capsys.readouterr().out
    assert run(["verify-receipt", str(receipt), "--file", str(good)]) == 0
    assert "the file was not given" not in capsys.readouterr().out
    assert run(["verify-receipt", str(receipt), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["compared"] == ["toolchain"]


def test_a_flag_stands_beside_the_verdict(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, reference = tmp_path / "f.lean", tmp_path / "r.lean"
    file.write_text("def A : Prop := ∀ n : Nat, n = n\ntheorem t : (∀ n : Nat, n = n) ↔ A := Iff.rfl\n")
    reference.write_text("def A : Prop := sorry\ntheorem t : (∀ n : Nat, n = n) ↔ A := sorry\n")
    assert run(["check", str(file), "--statement", str(reference)]) == 0
    assert capsys.readouterr().out.startswith("verified (answer restated: it repeats the question) t in ")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"nonsense", "is not JSON"),
        (b'{"a": 1, "a": 1}', "has a key twice"),
        (b"\xff", "is not UTF-8"),
        (b" " * (5 << 20), "is too large"),
        (b"[" * 100, "nested too deep"),
    ],
)
def test_a_damaged_receipt_is_named_in_our_words(tmp_path: Path, data: bytes, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    receipt = tmp_path / "r.json"
    receipt.write_bytes(data)
    assert run(["verify-receipt", str(receipt)]) == 2
    said = capsys.readouterr().err
    assert words in said
    assert str(receipt) in said
    assert "Expecting" not in said
