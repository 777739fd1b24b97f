"""The bound syntax: generated files are up to date, notation means what it should, printing is faithful."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from reaprover.lean.binding import LIBRARY_FOLDER, category, quoted
from reaprover.lean.compiled import unmangle
from reaprover.lean.toolchain import EmbeddedToolchain

STATEMENTS = (
    "∀ n : Nat, n + 0 = n",
    "∀ n : Nat, n * 0 = n",
    "∃ n, n = 3",
    "∃ n, n = 4",
    "∃ n m, n + m = 3",
    "∃ n m, m + n = 3",
    "∀ n : Int, n = 3",
    "∃ n : Nat, ∀ m, m + n = m",
    "∀ p q : Prop, ¬(p ∧ q) ↔ p → ¬q",
    "∀ p q : Prop, ¬(p ∨ q) ↔ ¬p ∧ ¬q",
    "(1 : Nat) ≠ 2",
    "∀ n : Int, n ≠ 2",
    "(-3 : Int) < 2",
    "(if 1 = 2 then 3 else 4) = 4",
    "(if 2 = 1 then 3 else 4) = 4",
    "∀ n : Nat, (if n = 2 then n else 4) = 4",
    "[1, 2] ++ [3] = [1, 2, 3]",
    "1 :: [2, 3] = [1, 2, 3]",
    "(1, 2) = (1, 2)",
    "(1, 2, 3) = (1, 2, 3)",
    "∀ x ∈ [1, 2, 3], x ≤ 3",
    "∃ x ∈ [1, 2, 3], x ≤ 3",
    "∀ x : Nat, x > 3 → x ≥ 3",
    "∀ x : Nat, 2 ∣ x → x % 2 = 0",
    "∀ a b : Nat, a - b ≤ a / 1",
    "(2 : Nat) ^ 3 = 8",
    '"a" = "b"',
    "'a' = 'b'",
    "(true && false || !true) = false",
    "some 3 = none",
    "∀ f g : Nat → Nat, f ∘ g = g ∘ f",
    "∀ x : {n : Nat // n > 1}, x.val > 0",
    "∀ x : Nat × Nat, x.fst = x.snd",
    "∀ x : Nat ⊕ Nat, x = x",
    "∀ x : Fin 5, x = 3",
    "(let x := 3; x + 1) = 4",
    "∀ xs ys : List Nat, xs[0]? = ys[0]?",
    "∀ (xs : List Nat) (h : 1 < xs.length), xs[1] = xs[0]",
    "(fun x : Nat => x + 1) = (fun x => 1 + x)",
    "∀ xs : List Nat, xs.map (· + 1) = xs → xs = []",
    "max 1 2 = 2",
    "5 <<< 2 &&& 3 ||| 1 = 1",
    "∀ (xs : List Nat) (h : 0 < xs.length), xs[0] = xs[0]",
)
"""Different statements; several pairs differ in one place only. In stock Lean too, `∃ n : Nat, …` and `∃ n : Int, …` print alike."""

TACTICS = (
    ("∀ p q : Prop, p → q → p ∧ q", "intro p q hp hq; constructor <;> assumption"),
    ("∀ p q : Prop, p ∧ q → q ∧ p", "rintro p q ⟨hp, hq⟩; exact ⟨hq, hp⟩"),
    ("∀ p q : Prop, p ∨ q → q ∨ p", "intro p q h; rcases h with h | h; right; exact h; left; exact h"),
    ("∃ x : Nat, x = 3", "exists 3"),
    ("∃ x : Nat, x = 3", "refine ⟨?_, ?_⟩; rotate_left; rfl"),
    ("∀ p q : Prop, p ∨ q → q ∨ p", "intro p q h; cases h with | inl h => exact Or.inr h | inr h => exact Or.inl h"),
    ("∀ n : Nat, 0 + n = n", "intro n; induction n with | zero => rfl | succ n ih => rw [← Nat.add_assoc, ih]"),
    ("∀ a b : Nat, a = b → b = a", "intro a b h; subst h; rfl"),
    ("∀ a b c : Nat, a = b → b = c → a = c", "intro a b c h g; calc a = b := h\n  _ = c := g"),
    ("∀ a b c : Nat, a + b + c = c + b + a", "intro a b c; conv => lhs; rw [Nat.add_comm]\n  omega"),
    ("∀ a b : Nat, a < b → ¬ b ≤ a", "intro a b h; omega"),
    ("∀ a b c : Nat, a * b * c = c * (b * a)", "intro a b c; ac_rfl"),
    ("∀ n : Nat, (if n = n then 1 else 2) = 1", "intro n; split; rfl; contradiction"),
    ("∀ p : Prop, p ∨ ¬p", "intro p; by_cases h : p; exact Or.inl h; exact Or.inr h"),
    ("∀ n : Nat, n = n", "intro n; show n = n; first | fail | rfl"),
    ("∀ f g : Nat → Nat, (∀ x, f x = g x) → f = g", "intro f g h; funext x; exact h x"),
    ("∀ f : Nat → Nat, f 1 = f (0 + 1)", "intro f; congr"),
    ("∀ n m : Nat, n = m → m = n", "intro n m h; symm; exact h"),
    ("∀ n : Nat, n.succ = 3 → n = 2", "intro n h; injection h"),
    ("∀ n : Nat, n ≤ 3 → ∃ m, n ≤ m", "intro n h; have g : n ≤ 4 := by omega\n  exact ⟨4, g⟩"),
    ("∀ p q : Prop, p → (p → q) → q", "intro p q; intro h g; specialize g h; exact g"),
    ("∀ p q : Prop, p → (p → q) → q", "intros; rename_i h g; apply g; exact h"),
    ("∀ n : Nat, n ∈ [n]", "intro n; simp"),
    ("∀ p : Prop, p → p", "intro p; solve | exact id"),
    ("2 + 2 = 4", "decide"),
    ("∀ xs : List Nat, xs ++ [] = xs", "intro xs; simp only [List.append_nil]"),
    ("∀ p q : Prop, (p ↔ q) → (q ↔ p)", "intro p q h; rw [h]"),
    ("∀ p q : Prop, p ∧ q → p", "rintro p q ⟨h, -⟩; exact h"),
    ("∀ n : Nat, n = 0 ∨ 0 < n", "intro n; obtain _ | m := n; exact Or.inl rfl; exact Or.inr (Nat.succ_pos m)"),
    ("∀ a b : Nat, a + b = b + a", "intro a b; generalize a = x; revert b; intro b; exact Nat.add_comm x b"),
    ("∀ x : Nat, x = 1 → x + x = 2", "intro x h; simp [h]"),
    ("∀ x : Nat, (x = 1 ∧ True) → x = 1", "intro x h; simpa using h"),
    ("True ∧ True ∧ True", "and_intros <;> trivial"),
    ("∀ n : Nat, n < 0 → False", "intro n h; nomatch h"),
    ("∀ n : Nat, id n = n", "intro n; unfold id; rfl"),
    ("∀ n : Nat, id n = n", "intro n; delta id; rfl"),
    ("∀ n : Nat, n + 1 = 1 + n", "intro n; change n + 1 = 1 + n; exact Nat.add_comm n 1"),
    ("∀ p q : Prop, p → q → p", "intro p q h g; clear g; exact h"),
    ("∀ p q : Prop, p → q → p", "exact fun p q h _ => h"),
    ("∀ p : Nat → Prop, p 3 → ∃ n, p n", "intro p h; refine ⟨3, ?_⟩; case _ => exact h"),
    ("∀ n : Nat, n = n", "intro n; repeat rfl"),
    ("∀ n : Nat, n = n ∧ n = n", "intro n; constructor; all_goals rfl"),
    ("∀ n : Nat, n = n ∧ n = n", "intro n; constructor; · rfl\n  · rfl"),
    ("∀ p q : Prop, p ∧ q ↔ q ∧ p", "intro p q; exact and_comm"),
)
"""Statements and scripts that stock Lean accepts, with every family of tactics that is bound."""


def check(toolchain: EmbeddedToolchain, text: str) -> str:
    """Standard output of Lean for a file without errors."""
    run = toolchain.run(["{text}"], text=toolchain.preamble(()) + text, timeout_s=120.0)
    assert run.status == 0, run.stdout[-4000:] + run.stderr[-1000:]
    return run.stdout


def printed(toolchain: EmbeddedToolchain, statements: tuple[str, ...]) -> list[str]:
    marker = "«next»"
    text = "".join(f'#check ({s} : Prop)\n#check "{marker}"\n' for s in statements)
    parts = check(toolchain, text).split(f'"{marker}" : String\n')[:-1]
    return [part.strip().removesuffix(" : Prop") for part in parts]


@pytest.mark.lean
def test_generated_files_are_what_the_generator_writes_now(tmp_path: Path, toolchain: EmbeddedToolchain) -> None:
    subprocess.run([sys.executable, "-m", "reaprover.lean.binding", str(tmp_path)], check=True, timeout=120)
    for name in ("Syntax.lean", "Print.lean", "PrintCollections.lean"):
        assert (tmp_path / "Init" / name).read_text() == (LIBRARY_FOLDER / "Init" / name).read_text(), name


@pytest.mark.lean
def test_different_statements_print_differently_and_read_back_as_themselves(toolchain: EmbeddedToolchain) -> None:
    once = printed(toolchain, STATEMENTS)
    assert len(once) == len(STATEMENTS)
    assert len(set(once)) == len(STATEMENTS), [s for s in once if once.count(s) > 1]
    assert not [s for s in once if "failed to pretty print" in s or "sorry" in s]
    for text, read in zip(once, printed(toolchain, tuple(once)), strict=True):
        assert " ".join(read.split()) == " ".join(text.split())


@pytest.mark.lean
def test_statements_mean_the_same_after_printing(toolchain: EmbeddedToolchain) -> None:
    again = printed(toolchain, STATEMENTS)
    lossy = {"(-3 : Int) < 2", "∀ f g : Nat → Nat, f ∘ g = g ∘ f"}  # the printer, as stock Lean's, drops types that reading needs
    pairs = [(a, b) for a, b in zip(STATEMENTS, again, strict=True) if a not in lossy]
    check(toolchain, "".join(f"example : ({a}) = ({b}) := rfl\n" for a, b in pairs))


@pytest.mark.lean
@pytest.mark.parametrize(("statement", "script"), TACTICS)
def test_bound_tactics_prove_what_they_should(toolchain: EmbeddedToolchain, statement: str, script: str) -> None:
    lines = script.replace("; ", "\n  ")
    said = check(toolchain, f"theorem t : {statement} := by\n  {lines}\n#print axioms t\n")
    assert "sorryAx" not in said


def test_mangled_names_are_read_back() -> None:
    assert unmangle("Lean_Parser_Tactic_omega") == ("Lean", "Parser", "Tactic", "omega")
    assert unmangle("a__b_c") == ("a_b", "c")
    assert unmangle("term___x2b__") == ("term_+_",)
    assert unmangle("term_u2203___x2c__") == ("term∃_,_",)


def test_names_that_are_no_identifiers_are_quoted() -> None:
    assert quoted(("Lean", "Parser", "Tactic", "omega")) == "Lean.Parser.Tactic.omega"
    assert quoted(("term_+_",)) == "«term_+_»"
    assert quoted(("Lean", "Parser", "Tactic", "show")) == "Lean.Parser.Tactic.«show»"


def test_categories_follow_from_names() -> None:
    assert category(("Lean", "Parser", "Tactic", "omega")) == "tactic"
    assert category(("Lean", "Parser", "Tactic", "Conv", "lhs")) == "conv"
    assert category(("Lean", "Parser", "Tactic", "Conv", "conv")) == "tactic"
    assert category(("Lean", "Parser", "Tactic", "rcasesPat", "one")) == "rcasesPat"
    assert category(("term_+_",)) == "term"
    assert category(("Lean", "explicitBinders")) is None
