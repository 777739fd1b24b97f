"""What the guard takes for one item, and what it does not."""

from __future__ import annotations

import dataclasses
import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reaprover.core import Theorem
from reaprover.core.declaration import parse_theorems
from reaprover.errors import LeakageError
from reaprover.learn.leakage import EvaluationGuard, item_of
from reaprover.problems import SET_NAMES, Problem, Split, load_set

PROBLEMS = [problem for name in SET_NAMES for problem in load_set(name)]


def theorem(source: str) -> Theorem:
    return parse_theorems(source + "\n:= by sorry")[0].theorem


SAME = {
    "another name": ("theorem a (n : Nat) : n + 0 = n", "theorem b (n : Nat) : n + 0 = n"),
    "other variables": ("theorem a (x y : Nat) (h : x < y) : x ≠ y", "theorem a (u v : Nat) (lt : u < v) : u ≠ v"),
    "bound variables": (
        "theorem a (f : Nat → Nat) (h : ∀ x, f x = x) : ∃ y, f y = 0",
        "theorem a (g : Nat → Nat) (h : ∀ k, g k = k) : ∃ n, g n = 0",
    ),
    "variables of functions": ("theorem a : List.map (fun x => x + 1) [0] = [1]", "theorem a : List.map (fun y => y + 1) [0] = [1]"),
    "order of hypotheses": ("theorem a (p q : Prop) (h : p) (k : q → p) : p ∧ q", "theorem a (q p : Prop) (k : q → p) (h : p) : p ∧ q"),
    "order of variables": ("theorem a (xs : List Nat) (n : Nat) : n ∈ xs", "theorem a (n : Nat) (xs : List Nat) : n ∈ xs"),
    "curried": ("theorem a (p q : Prop) (h : p) : q", "theorem a (p q : Prop) : p → q"),
    "quantified": ("theorem a (n : Nat) (h : 0 < n) : n = 1", "theorem a : ∀ n : Nat, 0 < n → n = 1"),
    "conjoined hypotheses": ("theorem a (p q r : Prop) (h : p ∧ q) : r", "theorem a (p q r : Prop) : p → q → r"),
    "conjoined inside": ("theorem a (p q r : Prop) (h : p ∧ q → r) : r", "theorem a (p q r : Prop) (h : q → p → r) : r"),
    "greater": ("theorem a (n : Nat) (h : n > 3) : n ≥ 2", "theorem a (n : Nat) (h : 3 < n) : 2 ≤ n"),
    "sides": ("theorem a (n m : Nat) : n + m = m + n", "theorem a (n m : Nat) : m + n = n + m"),
    "unequal": ("theorem a (n : Nat) : n + 1 ≠ 0", "theorem a (n : Nat) : ¬ n + 1 = 0"),
    "not": ("theorem a (p : Prop) (h : ¬p) : ¬¬¬p", "theorem a (p : Prop) (h : p → False) : ((p → False) → False) → False"),
    "brackets": ("theorem a (p q : Prop) : ((p) ∧ q) → p", "theorem a (p q : Prop) : p ∧ q → (p)"),
    "implicit": ("theorem a {α : Type} (x : α) : x = x", "theorem a (α : Type) (x : α) : x = x"),
    "universes": ("theorem a.{u} {α : Type} (x : α) : x = x", "theorem a {α : Type} (x : α) : x = x"),
    "names of types": ("theorem a (n : ℕ) : n = n", "theorem a (n : Nat) : n = n"),
    "coercions": ("theorem a (n : Nat) : (↑n : Int) = n", "theorem a (n : Nat) : (n : Int) = n"),
    "header variables": ("variable (p q : Prop)\ntheorem a (h : p ∧ q) : p", "theorem b (a b : Prop) (h : a ∧ b) : a"),
    "header variables in types": (
        "variable {α : Type u} [Add α] {β : Type} [Mul β]\nvariable (x : α)\ntheorem a : x + x = x",
        "theorem b {α : Type} [Add α] (y : α) : y + y = y",
    ),
    "included header variables": (
        "variable (p q : Prop)\nvariable (h : p)\ninclude h\ntheorem a : q",
        "theorem b (p q : Prop) : p → q",
    ),
    "an unused variable": ("theorem a (p q : Prop) (h : p) : p", "theorem a (p : Prop) (h : p) : p"),
    "untyped": ("theorem a (n : Nat) : ∀ m, n + m = m + n", "theorem a (n m : Nat) : n + m = m + n"),
    "comments": ("theorem a (n : Nat) /- any -/ : n = n -- so", "theorem a (n : Nat) : n = n"),
    "negation in the text": ("theorem a : ¬ (∀ (n : Nat), n < n + 1)", "theorem a (n : Nat) : n < n + 1"),
    "negation pushed inside": ("theorem a : ∃ n : Nat, 2 < n ∧ ¬ n < 9", "theorem a (n : Nat) (h : n > 2) : n < 9"),
    "ASCII arrows": ("theorem a : ∀ p q : Prop, p → (q ↔ p)", "theorem a : forall p q : Prop, p -> (q <-> p)"),
    "ASCII connectives": ("theorem a (p q : Prop) : p ∧ q → q ∨ p", r"theorem a (p q : Prop) : p /\ q -> q \/ p"),
    "ASCII relations": ("theorem a (m n : Nat) : m ≤ n → n ≥ m", "theorem a (m n : Nat) : m <= n -> n >= m"),
    "ASCII existence": ("theorem a : ∃ n : Nat, n = 2", "theorem a : exists n : Nat, n = 2"),
    "prefix connectives": ("theorem a (p q : Prop) : p ∧ ¬q → ¬q ∨ p", "theorem a (p q : Prop) : And p (Not q) → Or (Not q) p"),
    "prefix relations": ("theorem a (m n : Nat) : m = n → n + 0 ≠ m", "theorem a (m n : Nat) : Eq n m → Ne (n + 0) m"),
    "function types": ("theorem a (n m : Nat) : n = m → m = n", "theorem a : (n : Nat) → {m : Nat} → n = m → m = n"),
    "function types with instances": (
        "theorem a {α : Type} [Add α] (x : α) : x + x = x",
        "theorem a : {α : Type} → [Add α] → (x : α) → x + x = x",
    ),
    "quantified hypotheses": ("theorem a (p q : Prop) : ((p → q) → p) → p", "theorem a (p q : Prop) : ∀ _ : (∀ _ : (∀ _ : p, q), p), p"),
    "a hypothesis twice": ("theorem a (p q : Prop) : p → q → p", "theorem a (p q : Prop) (h : q) (k : q) : p → q → p"),
    "an unused string": ("theorem a (p : Prop) : p → p", "theorem a (p : Prop) (s : String) (_ : Unit) (x : List Nat) : p → p"),
    "an existential hypothesis": (
        "theorem a (P : Nat → Prop) (q : Prop) (n : Nat) (h : P n) : q",
        "theorem a (P : Nat → Prop) (q : Prop) : (∃ n : Nat, P n) → q",
    ),
    "quantifiers one by one": (
        "theorem a (P : Nat → Nat → Prop) (h : ∀ x y : Nat, P x y) : ∃ x y : Nat, P y x",
        "theorem a (P : Nat → Nat → Prop) (h : ∀ x : Nat, ∀ y : Nat, P x y) : ∃ x : Nat, ∃ y : Nat, P y x",
    ),
    "bounded variables": ("theorem a : ∀ n > 0, n ≠ 0", "theorem a : ∀ n, n > 0 → n ≠ 0"),
    "bounded variables with types": ("theorem a (s : List Nat) : ∀ x ∈ s, x = 1", "theorem a (s : List Nat) (x : Nat) : x ∈ s → x = 1"),
    "bounded witnesses": ("theorem a (s : List Nat) : ∃ x ∈ s, x = 1", "theorem a (s : List Nat) : ∃ x, x ∈ s ∧ x = 1"),
    "negation without variables": ("theorem a : 1 = 2 → 3 = 4", "theorem a : 1 = 2 ∧ ¬ 3 = 4"),
    "negation with single quantifiers": ("theorem a (p q : Prop) : p → q", "theorem a : ∃ p : Prop, ∃ q : Prop, p ∧ ¬ q"),
    "names of universes": ("theorem a {α : Type u} (x : α) : x = x", "theorem a.{v} {α : Type (max v w)} (x : α) : x = x"),
    "universes left open": ("theorem a {α : Type _} (x : α) : x = x", "theorem a {α : Type*} (x : α) : x = x"),
    "many true hypotheses": ("theorem a (p : Prop) : p → p", f"theorem a (p : Prop) : {'True → ' * 200}p → p"),
    "successors": ("theorem a (n : Nat) : Nat.succ n ≠ 0", "theorem a (n : Nat) : (n + 1) ≠ 0"),
}


@pytest.mark.parametrize("what", SAME)
def test_a_statement_in_other_words_is_the_same_item(what: str) -> None:
    left, right = map(theorem, SAME[what])
    guard = EvaluationGuard([Problem("held-out", left)])
    assert guard.find(right) == "held-out"
    assert EvaluationGuard([Problem("held-out", right)]).find(left) == "held-out"


DIFFERENT = {
    "another conclusion": ("theorem a (p q : Prop) : p → q → p", "theorem a (p q : Prop) : p → p → q"),
    "another number": ("theorem a (n : Nat) : n < n + 1", "theorem a (n : Nat) : n < n + 2"),
    "another type": ("theorem a (n : Nat) : n = n", "theorem a (n : Int) : n = n"),
    "a hypothesis more": ("theorem a (n : Nat) (h : 0 < n) : n = 1", "theorem a (n : Nat) : n = 1"),
    "one direction": ("theorem a (p q : Prop) (h : p → q) : q → p", "theorem a (p q : Prop) (h : p → q) : p → q"),
    "order of quantifiers": ("theorem a (R : Nat → Nat → Prop) : ∀ x, ∃ y, R x y", "theorem a (R : Nat → Nat → Prop) : ∃ y, ∀ x, R x y"),
    "which projection": ("theorem a (a b : Nat) : min a b ≤ a ∧ a < b", "theorem a (a b : Nat) : min a b ≤ a ∧ b < a"),
    "a premise twice": ("theorem a (p q : Prop) : (p → p → q) → q", "theorem a (p q : Prop) : (p → q) → q"),
    "contraposition": ("theorem a (p q : Prop) : (p → q) ↔ (¬q → ¬p)", "theorem a (p q : Prop) : (p → q) ↔ ¬(p ∧ ¬q)"),
    "another constant": ("theorem a (xs : List Nat) : xs.reverse = xs", "theorem a (xs : List Nat) : xs.tail = xs"),
    "a set is no binder": ("theorem a (p : Prop) : ({n : Nat // n = 1} → p) → p", "theorem a (p : Prop) : (Nat → p) → p"),
    "another witness": ("theorem a (p : Prop) : (∃ n : Nat, n < 1) → p", "theorem a (p : Prop) : (∃ n : Nat, n < 2) → p"),
    "a variable bound again": (
        "theorem a (P : Nat → Prop) : ∀ n : Nat, ∀ _ : P n, ∀ n : Nat, P n",
        "theorem a (P : Nat → Prop) : ∀ n : Nat, ∀ _ : P n, P n",
    ),
    "a conjunction with a negation inside": ("theorem a (p q r : Prop) (h : p ∧ ¬q) : r", "theorem a (p q r : Prop) (h : p → q) : r"),
    "capture": ("theorem a (f : Nat → Nat) (x : Nat) : ∀ y : Nat, f x = f y", "theorem a (f : Nat → Nat) (x : Nat) : ∀ x : Nat, f x = f x"),
}


@pytest.mark.parametrize("what", DIFFERENT)
def test_another_statement_is_another_item(what: str) -> None:
    left, right = map(theorem, DIFFERENT[what])
    assert EvaluationGuard([Problem("held-out", left)]).find(right) is None


def renamed(problem: Theorem, rng: random.Random) -> Theorem:
    """The statement under other variable names, its binders one by one and in another order where none depends on another."""
    groups = re.findall(r"[({⦃]([^(){}⦃⦄:]+):((?:[^(){}]|\([^()]*\)|\{[^{}]*\})*)[)}⦄]", problem.binders)
    singles = [(name, kind.strip()) for names, kind in groups for name in names.split()]
    if re.sub(r"\s", "", "".join(f"({n}:{k})" for n, k in groups)) != re.sub(
        r"\s", "", re.sub(r"[{⦃]", "(", re.sub(r"[}⦄]", ")", problem.binders))
    ):
        return problem
    new = {name: f"v{i}_{rng.randrange(100)}" for i, (name, _) in enumerate(singles)}

    def change(text: str) -> str:
        return re.sub(r"(?<![\w.'₀-₉])[^\W\d][\w'₀-₉]*", lambda found: new.get(found[0], found[0]), text)

    waiting = [(new[name], change(kind)) for name, kind in singles]
    order: list[tuple[str, str]] = []
    while waiting:
        free = [one for one in waiting if not any(re.search(rf"(?<!\w){other}(?!\w)", one[1]) for other, _ in waiting)]
        chosen = rng.choice(free)
        waiting.remove(chosen)
        order.append(chosen)
    return Theorem("copy", " ".join(f"({name} : {kind})" for name, kind in order), change(problem.conclusion), problem.header)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(PROBLEMS), st.integers(0, 2**32))
def test_a_renamed_and_reordered_copy_of_any_problem_is_recognised(problem: Problem, seed: int) -> None:
    copy = renamed(problem.theorem, random.Random(seed))
    assert item_of(copy).key == item_of(problem.theorem).key, copy.declaration
    assert item_of(dataclasses.replace(copy, negated=True)).key == item_of(problem.theorem).key
    in_text = Theorem("copy", "", f"¬ (∀ {copy.binders}, {copy.conclusion})" if copy.binders else f"¬ ({copy.conclusion})", copy.header)
    assert item_of(in_text).key == item_of(problem.theorem).key


def test_the_guard_refuses_copies_and_negations_and_names_both_items() -> None:
    guard = EvaluationGuard.of_sets()
    held_out = theorem("theorem mine (u v w : Nat) : w * (u + v) = w * u + w * v")
    source = next(p for p in PROBLEMS if p.split is Split.TEST and p.id == "nat/nng_succ_add")
    with pytest.raises(LeakageError, match=r"mine.*nat/nng_succ_add") as caught:
        guard.check("mine", theorem("theorem mine (v u : Nat) : Nat.succ (v + u) = Nat.succ v + u"))
    assert (caught.value.training_id, caught.value.evaluation_id) == ("mine", "nat/nng_succ_add")
    with pytest.raises(LeakageError):
        guard.check("mine", dataclasses.replace(source.theorem, negated=True))
    assert guard.find(held_out) in {None, *(p.id for p in PROBLEMS if p.split is not Split.TRAIN)}


def test_every_held_out_problem_is_refused_and_every_training_problem_passes() -> None:
    guard = EvaluationGuard.of_sets()
    for problem in PROBLEMS:
        if problem.split is Split.TRAIN:
            guard.check(problem.id, problem.theorem)
        else:
            assert guard.find(problem.theorem) is not None
    assert 0 < len(guard) <= sum(problem.split is not Split.TRAIN for problem in PROBLEMS)


def test_statements_of_a_file_without_splits_are_held_out(tmp_path: Path) -> None:
    path = tmp_path / "more.jsonl"
    path.write_text('{"id": "x1", "formal_statement": "theorem x (n : Nat) : n * 0 + 7 = 7 := by sorry"}\n', encoding="utf-8")
    guard = EvaluationGuard.of_sets((), [path])
    assert guard.find(theorem("theorem y (k : Nat) : 7 = k * 0 + 7")) == "x1"


def test_declared_targets_pass_and_change_the_identity_of_the_guard() -> None:
    problems = [Problem("a", theorem("theorem a (n : Nat) : n = n")), Problem("b", theorem("theorem b (n : Nat) : n < 9"))]
    guard = EvaluationGuard(problems)
    allowing = guard.allowing(["a"])
    allowing.check("target", problems[0].theorem)
    assert allowing.find(problems[1].theorem) == "b"
    assert allowing.sha256 != guard.sha256
    assert guard.sha256 == EvaluationGuard(reversed(problems)).sha256


def test_near_duplicates_are_listed_not_refused() -> None:
    guard = EvaluationGuard([Problem("a", theorem("theorem a (a b : Nat) (h : a ≤ b) : min a b = a"))])
    other = theorem("theorem a (a b : Nat) (h : a ≤ b) : min a b = b")
    guard.check("other", other)
    assert [found for found, _ in guard.near_duplicates(other)] == ["a"]


def test_many_interchangeable_variables_and_deep_nesting_end_soon() -> None:
    names = [f"p{i}" for i in range(12)]
    item_of(theorem(f"theorem a ({' '.join(names)} : Prop) (h : {' ∧ '.join(names)}) : False"))
    item_of(theorem(f"theorem a (p : Prop) : {'(' * 3000}p{')' * 3000}"))
    item_of(theorem(f"theorem a (p : Prop) : {'¬ ' * 3000}p"))
    item_of(theorem(f"theorem a (p : Prop) : {'f (' * 3000}p{')' * 3000}"))
    item_of(theorem(f"theorem a (p : Prop) : {'p → ' * 3000}p"))
    item_of(theorem(f"theorem a (p : Prop) : {'p → ' * 3000}False"))
    HELD.find_claim("have " * 3000)
    HELD.find_claim(f"have h : {'∧ (' * 3000}")


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="pqxyn01()[]{}∀∃¬∧∨→↔=<≥ ,:.⟨⟩fun", max_size=60))
def test_no_text_breaks_the_reading(text: str) -> None:
    item_of(Theorem("t", "(p : Prop)", text or "p"))
    item_of(Theorem("t", text, "p"))
    HELD.find_claim(f"have h : {text} := by simp")
    HELD.find_state(f"h : {text}\n⊢ {text}")


MAX = theorem("theorem m (a b : Nat) : Isa.max a b = Isa.max b a")
NIL = theorem("theorem n {α : Type} (xs : List α) : xs ++ [] = xs")
STRONG = theorem("theorem s (P : Nat → Prop) (h : ∀ n, (∀ m, m < n → P m) → P n) : ∀ n, P n")
MAP = theorem("theorem d {α β : Type} (f : α → β) (n : Nat) (xs : List α) : drop n (map f xs) = map f (drop n xs)")
SUM = theorem("theorem e : ∃ x y : Nat, 0 < x ∧ x * y = x + y")
CONS = theorem("theorem c {α : Type} (x : α) (xs : List α) : x :: xs ≠ xs")
HELD = EvaluationGuard(
    [Problem("max", MAX), Problem("nil", NIL), Problem("strong", STRONG), Problem("map", MAP), Problem("sum", SUM), Problem("cons", CONS)]
)


@pytest.mark.parametrize(("text", "found"), [
    ("have key : ∀ (x : type_of% (Isa.max a b)) (x1 : Nat), Isa.max x x1 = Isa.max x1 x := by intro x x1; simp", "max"),
    ("intro h\n(rename_i a b; have k :\n  ∀ x y, Isa.max y x = Isa.max x y := foo; simp)", "max"),
    ("suffices h : ∀ (x y : Nat), Isa.max x y = Isa.max y x from h a b", "max"),
    ("have h := ih xs\nhave key : ∀ (xs : List α), xs ++ [] = xs := by simp", "nil"),  # after another `:=`
    ("have h : xs ++ [] = xs := by simp", "nil"),  # of what the goal has
    ("have : ∀ (xs : List α), xs ++ [] = xs := by simp", "nil"),
    ("have key {xs : List α} : xs ++ [] = xs := by simp", "nil"),
    ("have h : ∀ (xs : List α), xs ++ [] = xs\n  | [] => rfl", "nil"),
    ("suffices ∀ (xs : List α), xs ++ [] = xs by simp", "nil"),
    ("suffices h : ∀ (xs : List α), xs ++ [] = xs\n  exact h xs", "nil"),
    ("suffices h : (∀ xs : List α, xs ++ [] = xs) ∧ (∀ x, x = x) from h.1", "nil"),
    ("by_cases h : ∀ (xs : List α), xs ++ [] = xs", "nil"),
    ("show ∀ xs, xs ++ ([] : List α) = xs", "nil"),
    ("have key : ∀ xs, -- so\n  xs ++ [] = xs := by simp", "nil"),
    ("have key : /- a /- b -/ -/ xs ++ [] = xs := by simp", "nil"),
    ("haveI h : ((∀ (xs : List α), xs ++ [] = xs) ∧ p) := foo", "nil"),
    ("have h : given ++ [] = given := by simp", "nil"),
    ("show x :: xs ≠ xs", "cons"),
    ("have h : ∃ x y : Nat, 0 < x ∧ x * y = x + y := by simp", "sum"),
    ("have h : ¬(∀ (x y : Nat), 0 < x → ¬x * y = x + y) := by simp", "sum"),
    ("have key : ∀ (x : Nat) (xs1 : List α), drop x (map g xs1) = (map g (drop x xs1)) := by simp", "map"),  # g is the goal's
])  # fmt: skip
def test_a_held_out_statement_on_the_way_of_a_script_is_found(text: str, found: str) -> None:
    assert HELD.find_claim(text) == found


@pytest.mark.parametrize(("state", "found"), [
    ("a b : Nat\nkey : ∀ (x x1 : Nat),\n    Isa.max x x1 = Isa.max x1 x\nh : a = b\n⊢ a = b", "max"),
    ("case inl\na b : Nat\n⊢ Isa.max b a =\n    Isa.max a b", "max"),
    ("a : Nat\n⊢ a = a\ncase h\na b : Nat\n⊢ Isa.max b a = Isa.max a b", "max"),
    ("x✝¹ x✝ x : Nat\n⊢ Isa.max x✝¹ x = Isa.max x x✝¹", "max"),
    ("α✝ : Type\nh h1 : ∀ (xs : List α✝), xs ++ [] = xs\n⊢ p", "nil"),
    ("α : Type\nh : ¬∀ (xs : List α), xs ++ [] = xs\n⊢ False", "nil"),
    ("h : (∀ (xs : List α), xs ++ [] = xs) ∧ p\n⊢ p", "nil"),
    ("p : Prop\nh : ∀ (P : Nat → Prop), (∀ (n : Nat), (∀ (m : Nat), m < n → P m) → P n) → ∀ (n : Nat), P n\n⊢ p", "strong"),
])  # fmt: skip
def test_a_held_out_statement_in_a_state_is_found(state: str, found: str) -> None:
    assert HELD.find_state(state) == found


@pytest.mark.parametrize("name", SET_NAMES)
def test_every_evaluation_statement_is_found_on_the_way_with_its_types_and_with_those_of_the_goal(name: str) -> None:
    guard = EvaluationGuard.of_sets()
    for problem in load_set(name):
        if problem.split is Split.TRAIN:
            continue
        binders, conclusion = problem.theorem.binders, problem.theorem.conclusion
        inside = re.sub(r"\{[αβγδ ]+ : Type\} ?|\[\w+ [αβγδ]\] ?", "", binders)
        names_types = set("αβγδ") & set(conclusion) or re.search(r"[∀∃][\w ]+: [αβγδ]", binders)  # also where it is no variable's type
        for claimed in {binders} if names_types else {binders, inside}:
            text = f"∀ {claimed}, {conclusion}" if claimed else conclusion
            assert guard.find_claim(f"have h : {text} := by simp") is not None, (problem.id, text)


@pytest.mark.parametrize("text", [
    "have key : ∀ (x : Nat), Isa.max x x = x := by simp",
    "have h := Isa.max_comm a b",
    'have h : s = "Isa.max := by simp',
    "intro x y\nsimp [Isa.max]",
    "have h : p → ∀ xs, xs ++ [] = xs := by simp",  # only if p
])  # fmt: skip
def test_other_claims_pass(text: str) -> None:
    assert HELD.find_claim(text) is None


@pytest.mark.parametrize("state", [
    "h : Isa.max a b = Isa.max b a\n⊢ a = b",  # of these two numbers
    "x y : Nat\nh : x = y\nz : Nat := 3\n⊢ y = x",
    "x✝ x : Nat\n⊢ Isa.max x✝ x = Isa.max x✝ x",  # of another number in part
    'h : s = "Isa.max\n⊢ p',
])  # fmt: skip
def test_other_states_pass(state: str) -> None:
    assert HELD.find_state(state) is None


@pytest.mark.parametrize("name", SET_NAMES)
def test_no_training_statement_is_taken_for_an_evaluation_statement(name: str) -> None:
    guard = EvaluationGuard.of_sets()
    for problem in load_set(name):
        if problem.split is Split.TRAIN and problem.id != "logic/absorption_pair":  # half of it is principia_4_44
            for claim in (f"∀ {problem.theorem.binders}, {problem.theorem.conclusion}", problem.theorem.conclusion):
                assert guard.find_claim(f"have h : {claim} := by simp") is None, problem.id
