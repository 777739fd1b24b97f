from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from reaprover.core import Theorem
from reaprover.errors import InputError
from reaprover.problems import SET_NAMES, Problem, Split, load_set, near_duplicate_groups, normal_form, similarity, split_of

SHARED = Path(__file__).parents[3] / "shared" / "data" / "benchmarks"


def _problem(identifier: str, binders: str, conclusion: str) -> Problem:
    return Problem(identifier, Theorem("t", binders, conclusion))


@pytest.mark.parametrize(("name", "fewest"), [("logic", 150), ("nat", 120), ("list", 100), ("isaplanner", 86)])
def test_each_set_is_as_large_as_promised_and_names_its_sources(name: str, fewest: int) -> None:
    problems = load_set(name)
    assert len(problems) >= fewest
    assert all(problem.source and problem.split for problem in problems)
    assert all(problem.id.startswith(f"{name}/") for problem in problems)
    assert {problem.split for problem in problems} == set(Split)


def test_ids_and_theorem_names_are_unique_over_all_sets() -> None:
    problems = [problem for name in SET_NAMES for problem in load_set(name)]
    assert len({problem.id for problem in problems}) == len(problems)
    assert len({problem.theorem.name for problem in problems}) == len(problems)


def test_a_set_is_cut_down_to_a_split() -> None:
    whole = load_set("nat")
    parts = [load_set("nat", split) for split in Split]
    assert sum(map(len, parts)) == len(whole)
    assert all(problem.split is Split.TEST for problem in load_set("nat", Split.TEST))


def test_the_shipped_splits_follow_the_rule_and_no_group_is_torn() -> None:
    problems = {problem.id: problem for name in SET_NAMES for problem in load_set(name)}
    for group in near_duplicate_groups(list(problems.values())):
        assert {problems[identifier].split for identifier in group} == {split_of(group)}


def test_isaplanner_definitions_come_as_header() -> None:
    problem = next(problem for problem in load_set("isaplanner") if problem.id == "isaplanner/prop_01")
    assert problem.theorem.header.startswith("namespace Isa")
    assert problem.theorem.conclusion == "Isa.append (Isa.take n xs) (Isa.drop n xs) = xs"
    assert problem.theorem.name == "isaplanner_prop_01"


@pytest.mark.parametrize(
    ("left", "right"),
    [
        # renamed variables
        (("(p q : Prop)", "p ∧ q → q"), ("(a b : Prop)", "a ∧ b → b")),
        # binders moved into the conclusion
        (("(n : Nat) (h : 0 < n)", "n / 2 < n"), ("", "∀ m : Nat, 0 < m → m / 2 < m")),
        # other order of hypotheses, and an equation turned round
        (("(a b : Nat) (h₁ : a ≤ b) (h₂ : b ≤ 3)", "a + b = 5"), ("(x y : Nat) (k : y ≤ 3) (l : x ≤ y)", "5 = x + y")),
        # ≥ for ≤, quantified names
        (("(f : Nat → Nat)", "∀ x, f x ≤ f (x + 1)"), ("(g : Nat → Nat)", "∀ k, g (k + 1) ≥ g k")),
        (("(n : Nat)", "Nat.succ n ≠ 0"), ("(a : Nat)", "(a + 1) ≠ 0")),
    ],
)
def test_statements_that_differ_in_names_and_order_are_one_problem(left: tuple[str, str], right: tuple[str, str]) -> None:
    first, second = _problem("a", *left), _problem("b", *right)
    assert near_duplicate_groups([first, second]) == (("a", "b"),)


def test_a_statement_and_its_negation_are_one_problem() -> None:
    theorem = Theorem("t", "(n : Nat)", "n < n + 1")
    assert normal_form(theorem) == normal_form(Theorem("t", "(n : Nat)", "n < n + 1", negated=True))


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (("(p q : Prop)", "p ∧ q → q ∧ p"), ("(p q : Prop)", "p ∨ q → q ∨ p")),
        (("{α : Type} (xs : List α)", "xs.reverse.reverse = xs"), ("{α : Type} (xs : List α)", "xs.reverse.length = xs.length")),
        (("(a b c : Nat)", "a + b + c = a + c + b"), ("(a b c : Nat)", "a * b * c = a * (b * c)")),
    ],
)
def test_different_statements_stay_apart(left: tuple[str, str], right: tuple[str, str]) -> None:
    first, second = _problem("a", *left), _problem("b", *right)
    assert near_duplicate_groups([first, second]) == (("a",), ("b",))
    assert similarity(first.theorem, second.theorem) < 0.85


def test_a_split_depends_on_the_smallest_id_only() -> None:
    assert split_of(("x", "y")) == split_of(("y", "x")) == split_of(("x",))


@pytest.mark.skipif(not SHARED.is_dir(), reason="the statement sets are not here")
@pytest.mark.parametrize("name", ["fate_m", "minif2f_test", "minif2f_valid", "proofnet_test", "proofnet_valid"])
def test_published_statement_sets_load_with_their_imports_split_off(name: str) -> None:
    path = SHARED / f"{name}.jsonl"
    problems = load_set(path)
    assert len(problems) == sum(bool(line.strip()) for line in path.read_text(encoding="utf-8").split("\n"))
    for problem in problems:
        assert problem.theorem.imports[0] == "Mathlib"
        assert "import" not in problem.theorem.header
        assert problem.theorem.conclusion


GOOD = {"id": "x", "formal_statement": "theorem x : True := by sorry"}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "line 2: not JSON"),
        ("[1]", "line 2: not a problem"),
        (json.dumps({"formal_statement": "theorem y : True := sorry"}), "line 2, field id"),
        (json.dumps({"id": "y"}), "line 2, field formal_statement"),
        (json.dumps({"id": "y", "formal_statement": "theorem y : True := trivial"}), "not exactly one statement left open"),
        (json.dumps({"id": "y", "formal_statement": "theorem y : True := sorry\ntheorem z : True := sorry"}), "found 2"),
        (json.dumps({"id": "y", "formal_statement": "theorem y := sorry"}), "has no statement"),
        (json.dumps({"id": "y", "formal_statement": "theorem y : True := sorry", "split": "dev"}), "field split"),
        (json.dumps({"id": "y", "formal_statement": "theorem y : True := sorry", "library": 1}), "field library"),
        (json.dumps({"id": "y", "formal_statement": "theorem y : True := sorry", "source": 1}), "field source"),
        (json.dumps(GOOD), "used before"),
        ("[" * 100_000, "line 2: not JSON"),
    ],
)
def test_a_bad_line_is_named_with_file_line_and_field(tmp_path: Path, line: str, message: str) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text(json.dumps(GOOD) + "\n" + line + "\n", encoding="utf-8")
    with pytest.raises(InputError, match=message) as caught:
        load_set(path)
    assert str(path) in str(caught.value)


def test_files_that_cannot_be_sets_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        load_set("logik")
    with pytest.raises(InputError, match="a directory"):
        load_set(tmp_path)
    (tmp_path / "empty.jsonl").write_text("\n")
    with pytest.raises(InputError, match="no problems"):
        load_set(tmp_path / "empty.jsonl")
    (tmp_path / "bytes.jsonl").write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="not UTF-8"):
        load_set(tmp_path / "bytes.jsonl")


def test_windows_line_ends_and_the_pair_form_are_read(tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    record = {"id": 7, "formal_statement": [7, "import Mathlib\r\n\r\nexample (n : Nat) :\r\n  n = n := sorry\r\n"]}
    path.write_bytes((json.dumps(record) + "\r\n").encode())
    (problem,) = load_set(path)
    assert problem.id == "7"
    assert problem.theorem.imports == ("Mathlib",)
    assert problem.theorem.conclusion == "n = n"


@pytest.mark.lean
@pytest.mark.parametrize("name", SET_NAMES)
def test_every_statement_elaborates(run_lean: Callable[[str], None], name: str) -> None:
    parts = []
    for number, problem in enumerate(load_set(name)):
        parts.append(f"namespace Problem{number}\n{problem.theorem.header}\n{problem.theorem.declaration} := by sorry\nend Problem{number}")
    run_lean("\n".join(parts))
