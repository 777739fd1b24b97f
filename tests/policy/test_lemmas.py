from __future__ import annotations

from reaprover.policy.formula import words
from reaprover.policy.lemmas import LemmaIndex, library, symbols_of

RECORDS = [
    {"name": "Nat.add_comm", "binders": "(n m : Nat)", "conclusion": "n + m = m + n"},
    {"name": "Nat.mul_le_mul_right", "binders": "{m n : Nat} (k : Nat) (h : m ≤ n)", "conclusion": "m * k ≤ n * k"},
    {"name": "List.length_append", "binders": "{α : Type u} {as bs : List α}", "conclusion": "(as ++ bs).length = as.length + bs.length"},
    {"name": "and_comm", "binders": "{a b : Prop}", "conclusion": "a ∧ b ↔ b ∧ a"},
]


def test_a_field_of_a_local_and_the_function_of_the_library_are_one_symbol() -> None:
    assert symbols_of("xs.length", frozenset({"xs"})) == symbols_of("List.length xs", frozenset({"xs"})) == {".length"}
    assert symbols_of("Isa.take n xs", frozenset({"n", "xs"})) == {"Isa.take"}


def test_a_lemma_rewrites_where_all_symbols_of_its_left_side_occur() -> None:
    index = LemmaIndex(RECORDS)
    names = [lemma.name for _, lemma in index.rewrites(frozenset({"+", "=", ".length", "++"}), frozenset({"Nat", "List"}))]
    assert names == ["List.length_append", "Nat.add_comm"]
    assert index.rewrites(frozenset({"+"}), frozenset({"List"})) == []


def test_lemmas_of_logic_alone_are_left_to_simp() -> None:
    index = LemmaIndex(RECORDS)
    assert index.rewrites(frozenset({"∧", "↔"}), frozenset({"Nat"})) == []


def test_premises_are_counted_from_the_binders() -> None:
    index = LemmaIndex(RECORDS)
    ((_, lemma),) = index.applications("≤", frozenset({"*", "≤"}), frozenset({"Nat"}))
    assert (lemma.name, lemma.num_premises) == ("Nat.mul_le_mul_right", 1)


def test_a_lemma_is_matched_against_the_words_of_a_goal() -> None:
    index = LemmaIndex(RECORDS)
    lemma = index.lemmas[1]
    assert lemma.fits(words("a * (b + 1) ≤ c * (b + 1)"))
    assert not lemma.fits(words("a * b ≤ c * d"))
    assert index.lemmas[2].rewrites_in(words("(xs ++ ys).length = n"))
    assert not index.lemmas[2].rewrites_in(words("xs.length = n"))


def test_the_shipped_index_is_large_and_its_names_are_distinct() -> None:
    names = [lemma.name for lemma in library().lemmas]
    assert len(names) > 1000
    assert len(set(names)) == len(names)


def test_what_follows_from_a_fact_by_one_lemma_is_said_of_its_terms() -> None:
    records = [
        {"name": "Nat.le_succ_of_le", "binders": "{n m : Nat} (h : n ≤ m)", "conclusion": "n ≤ m + 1"},
        {"name": "Nat.le_trans", "binders": "{n m k : Nat} (h₁ : n ≤ m) (h₂ : m ≤ k)", "conclusion": "n ≤ k"},
        {"name": "List.le_of_mem", "binders": "{n m : Nat} (h : n ≤ m)", "conclusion": "m = m"},
    ]
    found = LemmaIndex(records).consequences(words("a + 1 ≤ b"), frozenset({"Nat"}))
    assert found == []  # `n` stands for one word or one bracketed group
    ((lemma, conclusion),) = LemmaIndex(records).consequences(words("(a + 1) ≤ b"), frozenset({"Nat"}))
    assert (lemma.name, conclusion.text) == ("Nat.le_succ_of_le", "(a + 1) ≤ b + 1")
