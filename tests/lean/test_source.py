"""A user's file: what waits for a proof in it, and the file with proofs put in."""

from __future__ import annotations

from pathlib import Path

import pytest

from reaprover.errors import InputError
from reaprover.lean.source import SourceFile, read_source, statement_theorem


def source(text: str) -> SourceFile:
    return SourceFile("f.lean", text)


def test_theorems_with_sorry_alone_are_taken_in_all_spellings() -> None:
    file = source(
        "theorem a : True := by sorry\n"
        "theorem b : True := sorry\n"
        "example (p : Prop) (h : p) : p := by\n  -- later\n  sorry\n"
        "theorem done : True := trivial\n"
        "theorem inside : True := by\n  have h : True := by sorry\n  exact h\n"
    )
    assert [d.theorem.name for d in file.open_declarations] == ["a", "b", "example_3"]
    assert file.theorem(file.open_declarations[2]).declaration == "theorem example_3 (p : Prop) (h : p) : p"


def test_proofs_go_where_the_sorry_was_and_nothing_else_changes() -> None:
    text = "/-- sorry, a comment -/\ntheorem a : True := by sorry\n\n-- between\n  theorem b : True ∧ True :=\n    sorry -- behind\n"
    assert source(text).with_proofs({0: "trivial", 1: "constructor\n· trivial\n· trivial"}) == (
        "/-- sorry, a comment -/\ntheorem a : True := by\n  trivial\n\n"
        "-- between\n  theorem b : True ∧ True :=\n    by\n    constructor\n    · trivial\n    · trivial -- behind\n"
    )


def test_windows_line_ends_are_accepted_and_kept() -> None:
    file = source("theorem a : True := by\r\n  sorry\r\n\r\ntheorem b : True := by sorry\r\n")
    assert "\r" not in file.theorem(file.open_declarations[1]).header
    assert file.with_proofs({0: "skip\ntrivial"}) == "theorem a : True := by\r\n  skip\r\n  trivial\r\n\r\ntheorem b : True := by sorry\r\n"


def test_found_proofs_stand_in_the_header_of_later_theorems() -> None:
    file = source("theorem a : True := by sorry\ntheorem b : True := by sorry\n")
    assert file.theorem(file.declarations[1], {0: "trivial"}).header == "theorem a : True := by\n  trivial"
    assert file.theorem(file.declarations[0], {1: "trivial"}).header == ""


@pytest.mark.parametrize(
    ("header", "statement", "binders"),
    [
        ("variable (p q : Prop)", "p → p", "(p q : Prop)"),
        ("variable (p q : Prop)", "True", ""),
        ("variable (p : Prop) (q : Prop)", "q → q", "(q : Prop)"),
        ("variable {α : Type} [Inhabited α] (x : α)", "x = x", "{α : Type} [Inhabited α] (x : α)"),
        ("variable {α : Type} [h : Inhabited α] {β : Type} [Inhabited β]", "(default : α) = default", "{α : Type} [h : Inhabited α]"),
        ("section\nvariable (p : Prop)\nend\nvariable (r : Prop)", "p = r", "(r : Prop)"),
        ("variable (p : Prop) (hp : p)\ninclude hp", "True", "(p : Prop) (hp : p)"),
        ("variable (xs : List Nat)", "xs.length = 0", "(xs : List Nat)"),
        ("-- variable (p : Prop)\ndef x := 0", "x = 0", ""),
    ],
)
def test_variables_that_the_statement_uses_become_binders(header: str, statement: str, binders: str) -> None:
    file = source(f"{header}\ntheorem t : {statement} := by sorry\n")
    assert file.theorem(file.open_declarations[0]).binders == binders


def test_a_variable_shadowed_by_a_binder_of_the_theorem_is_not_added() -> None:
    file = source("variable (p : Prop)\ntheorem t (p : Nat) : p = p := by sorry\n")
    assert file.theorem(file.open_declarations[0]).binders == "(p : Nat)"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is empty"),
        ("  \n", "is empty"),
        ("theorem t : True := trivial\n", "no theorem waits for a proof"),
        ("def x := 1\n", "found 0 theorems"),
        ("theorem t : True := by\n  have h : True := by sorry\n  exact h\n", "stands inside the proof of t"),
        ("theorem t : True := by sorry\n/- no end", "line 2"),
        ("theorem := by sorry", "without a name"),
        (f"theorem t : {'x' * 1_000_000} = 0 := by sorry", "is too long"),
    ],
)
def test_a_file_without_work_is_refused_with_advice(text: str, words: str) -> None:
    with pytest.raises(InputError, match=r"^f\.lean") as refused:
        _ = source(text).open_declarations
    assert words in str(refused.value)
    assert refused.value.exit_code == 2


def test_unreadable_files_are_refused_with_their_reason(tmp_path: Path) -> None:
    (tmp_path / "latin.lean").write_bytes("theorem t : True := by sorry\n-- caf\xe9\n".encode("latin-1"))
    (tmp_path / "nul.lean").write_bytes(b"theorem t : True := by\0sorry\n")
    for name, words in (
        ("latin.lean", "line 2: is not UTF-8; found byte 0xe9 at 35"),
        ("nul.lean", "line 1: holds a NUL"),
        (".", "is a directory"),
        ("none.lean", "cannot be read: No such file or directory"),
    ):
        with pytest.raises(InputError) as refused:
            read_source(tmp_path / name)
        assert words in str(refused.value)


def test_a_byte_order_mark_is_dropped(tmp_path: Path) -> None:
    (tmp_path / "f.lean").write_bytes(b"\xef\xbb\xbftheorem t : True := by sorry\n")
    assert read_source(tmp_path / "f.lean").text.startswith("theorem")


@pytest.mark.parametrize(
    ("statement", "words"), [("  ", "is empty"), ("x" * 1_000_000, "is too long"), ("p \ud800", "not UTF-8"), ("p /- q", "comment")]
)
def test_a_bad_statement_is_refused(statement: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        statement_theorem(statement)


def test_an_earlier_theorem_that_is_still_open_is_no_part_of_the_header() -> None:
    file = source(
        "open Nat in\n/-- doc -/\ntheorem no (n : Nat) :\n    n < 5 := by\n  sorry\n"
        "theorem part : True := by\n  have h : True := by sorry\n  exact h\n"
        "theorem lemma1 : True := by sorry\n"
        "theorem yes (n : Nat) : n < n + 1 := by sorry\n"
    )
    header = file.theorem(file.declarations[3], {2: "trivial"}).header
    assert "sorry" not in header
    assert "theorem no" not in header
    assert "theorem lemma1 : True := by\n  trivial" in header
    assert header.startswith("open Nat in\n")
    assert header.count("\n") == file.text[: file.declarations[3].start].rstrip().count("\n") + 1  # one line more by the proof put in
