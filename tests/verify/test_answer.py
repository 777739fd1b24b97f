"""The flag `answer_restated`: an answer that writes the question down again, in whatever dress, and no answer besides."""

from __future__ import annotations

import pytest

from reaprover.core import Verdict
from reaprover.lean.toolchain import EmbeddedToolchain
from reaprover.verify.strict import Level, StrictChecker, Submission

pytestmark = pytest.mark.lean

SUMS = "def sums : Nat → Nat\n  | 0 => 0\n  | n + 1 => sums n + n\n"

RESTATED = [
    ("def A : Prop := sorry", "def A : Prop := ∀ n : Nat, n = n", "theorem t : (∀ n : Nat, n = n) ↔ A", "Iff.rfl"),
    ("def A : Prop := sorry", "def A : Prop := ∀ m : Nat, m = m", "theorem t : A ↔ (∀ n : Nat, n = n)", "Iff.rfl"),
    ("def A : Prop := sorry", "abbrev Q : Prop := ∀ n : Nat, n = n\ndef A : Prop := Q", "theorem t : (∀ n : Nat, n = n) ↔ A", "Iff.rfl"),
    (SUMS + "def A : Nat := sorry", SUMS + "def A : Nat := sums 4", "theorem t : sums 4 = A", "rfl"),
    (SUMS + "def A (n : Nat) : Nat := sorry", SUMS + "def A (n : Nat) : Nat := sums n", "theorem t (n : Nat) : A n = sums n", "rfl"),
    (SUMS + "def A : Nat → Nat := sorry", SUMS + "def A : Nat → Nat := fun n => sums n", "theorem t : sums = A", "rfl"),
    (SUMS + "def A : Nat → Nat := sorry", SUMS + "def A : Nat → Nat := sums", "theorem t : (fun n => sums n) = A", "rfl"),
    (
        "def A (n : Nat) : Prop := sorry",
        "def A (n : Nat) : Prop := ∃ k, k + k = n",
        "theorem t : ∀ m : Nat, (∃ k, k + k = m) ↔ A m",
        "fun _ => Iff.rfl",
    ),
    ("def A : Prop := sorry", "def A : Prop := (fun p : Prop => p ∧ p) True", "theorem t : (True ∧ True) = A", "rfl"),
    (
        "universe u\ndef A (α : Type u) : Prop := sorry",
        "universe u\ndef A (α : Type u) : Prop := ∀ a : α, a = a",
        "theorem t (β : Type) : (∀ b : β, b = b) ↔ A β",
        "Iff.rfl",
    ),
]
ANSWERED = [
    ("def A : Prop := sorry", "def A : Prop := True", "theorem t : (∀ n : Nat, n = n) ↔ A", "⟨fun _ => trivial, fun _ _ => rfl⟩"),
    (SUMS + "def A : Nat := sorry", SUMS + "def A : Nat := 6", "theorem t : sums 4 = A", "rfl"),
    ("def A : Nat := sorry", "def A : Nat := 2", "theorem t : A = A", "rfl"),
    ("", "", "theorem t (n : Nat) : n = n", "rfl"),
    (*("def double (n : Nat) : Nat := n + n",) * 2, "theorem t (n : Nat) : double n = n + n", "rfl"),
    (*("def P : Prop := ∀ n : Nat, n = n",) * 2, "theorem t : P ↔ P", "Iff.rfl"),
]


@pytest.fixture(scope="module")
def fast(toolchain: EmbeddedToolchain) -> StrictChecker:
    return StrictChecker(toolchain, level=Level.FAST)


def flags(checker: StrictChecker, asked: str, filled: str, theorem: str, proof: str) -> list[str]:
    submission = Submission(f"{filled}\n{theorem} := {proof}\n", ("t",), f"{asked}\n{theorem} := sorry\n")
    report = checker.check_file(submission)
    assert report.result.verdict is Verdict.VERIFIED, report.result.reasons
    found: list[str] = report.result.receipt["flags"]
    return found


@pytest.mark.parametrize(("asked", "filled", "theorem", "proof"), RESTATED)
def test_an_answer_that_writes_the_question_down_is_flagged(fast: StrictChecker, asked: str, filled: str, theorem: str, proof: str) -> None:
    assert flags(fast, asked, filled, theorem, proof) == ["answer_restated"]


@pytest.mark.parametrize(("asked", "filled", "theorem", "proof"), ANSWERED)
def test_an_answer_and_a_theorem_without_a_question_are_not(fast: StrictChecker, asked: str, filled: str, theorem: str, proof: str) -> None:
    assert flags(fast, asked, filled, theorem, proof) == []


def test_without_a_reference_a_proposition_of_the_file_is_taken_for_the_answer(fast: StrictChecker) -> None:
    source = "def A : Prop := ∀ n : Nat, n = n\ntheorem t : (∀ n : Nat, n = n) ↔ A := Iff.rfl\n"
    assert fast.check_file(Submission(source, ("t",))).result.receipt["flags"] == ["answer_restated"]


def test_a_rejected_proof_has_no_flag(fast: StrictChecker) -> None:
    source = "def A : Prop := 1 = 2\ntheorem t : 1 = 2 ↔ A := sorry\n"
    assert fast.check_file(Submission(source, ("t",), source)).result.receipt["flags"] == []


def test_an_answer_that_grows_without_bound_is_no_trap(fast: StrictChecker) -> None:
    doubling = "(fun n : Nat => n + n) (" * 25 + "1" + ")" * 25
    asked = "def A : Nat := sorry\ntheorem t : A = A ∧ A ≤ A := sorry\n"
    source = f"def A : Nat := {doubling}\ntheorem t : A = A ∧ A ≤ A := ⟨rfl, Nat.le_refl _⟩\n"
    report = fast.check_file(Submission(source, ("t",), asked))
    assert report.result.verdict is Verdict.VERIFIED, report.result.reasons
