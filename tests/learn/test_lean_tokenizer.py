"""The tokenizer of small bases: round trip, units, constant pieces."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reaprover.errors import InputError
from reaprover.learn.lean_tokenizer import END, OPERATORS, PAD, constant_pieces, train_tokenizer
from reaprover.model.prompt import Premise, reap_prompt
from reaprover.model.tokenizer import PretrainedTokenizer
from tests.learn.small import examples, tokenizer

pytestmark = pytest.mark.model


def pieces(text: str) -> list[str]:
    made = tokenizer()
    return [made.decode([token]) for token in made(text)["input_ids"]]


@settings(deadline=None, max_examples=300)
@given(st.text(alphabet=st.characters(exclude_categories=["Cs"])))
def test_any_text_reads_back(text: str) -> None:
    made = PretrainedTokenizer(tokenizer())
    assert made.decode(made.encode(text)) == text
    assert made.decode(made.encode_plain(text)) == text


@settings(deadline=None, max_examples=200)
@given(st.lists(st.sampled_from([*OPERATORS, *constant_pieces(), " ", "\n", "h₁", "ih✝", "Nat.succ", "12", "«a b»", "\r", "\t", "  "])))
def test_any_mixture_of_units_reads_back(parts: list[str]) -> None:
    made, text = PretrainedTokenizer(tokenizer()), "".join(parts)
    assert made.decode(made.encode(text)) == text


def test_a_prompt_costs_two_tokens_beside_its_state() -> None:
    state = "p q : Prop\nh : p ∧ q\n⊢ p"
    made = tokenizer()
    assert len(made(reap_prompt([state]))["input_ids"]) == 2 + len(made(state)["input_ids"])
    with_premise = reap_prompt([state], [Premise("and_comm", "p ∧ q ↔ q ∧ p")])
    assert pieces(with_premise)[0].endswith("helpful:\n")
    assert "\nSTATE:\n" in pieces(with_premise)


def test_the_prompt_ends_in_the_same_token_whatever_the_state() -> None:
    ends = {pieces(reap_prompt([state]))[-1] for state in ("⊢ True", "x : Nat\n⊢ x = x\n", "⊢ f '")}
    assert ends == {"\nTACTIC:\n\nAssistant:"}


@pytest.mark.parametrize("operator", OPERATORS)
def test_an_operator_is_one_token_also_after_a_space(operator: str) -> None:
    assert pieces(f"x{operator}y")[1:-1] == [operator] or operator in ("✝",)  # the dagger belongs to the name before it
    assert f" {operator}" in pieces(f"( {operator} y")


def test_names_keep_their_space_and_digits_and_line_feeds_stand_alone() -> None:
    assert pieces(" Nat") == [" Nat"]
    assert pieces("\n\n12\n") == ["\n", "\n", "1", "2", "\n"]
    assert "".join(pieces("exact h.1")) == "exact h.1"
    assert pieces("exact h.1")[0] == "exact"
    assert pieces("exact h.1")[-1] == "1"


def test_a_tactic_has_the_same_tokens_after_a_prompt_as_alone() -> None:
    made = PretrainedTokenizer(tokenizer())
    for example in examples(6):
        assert example.tactic is not None
        assert made.encode(example.prompt + example.tactic) == made.encode(example.prompt) + made.encode_plain(example.tactic)


def test_special_tokens_have_their_places_and_decode_to_nothing() -> None:
    made = tokenizer()
    assert (made.pad_token, made.eos_token) == (PAD, END)
    assert {made.pad_token_id, made.eos_token_id} == {0, 1}
    assert PretrainedTokenizer(made).decode([1, *made("rfl")["input_ids"], 1, 0]) == "rfl"


def test_the_same_texts_give_the_same_tokenizer() -> None:
    texts = [example.prompt for example in examples(30)]
    first, second = (train_tokenizer(texts, 480).backend_tokenizer.to_str() for _ in range(2))
    assert first == second


def test_the_vocabulary_is_no_larger_than_asked() -> None:
    texts = [f"theorem{n} name{n * n} other{n * 7}" for n in range(500)] * 2
    assert len(train_tokenizer(texts, 600)) == 600


@pytest.mark.parametrize("size", [0, 300, 70_000])
def test_a_size_that_cannot_be_is_refused(size: int) -> None:
    with pytest.raises(InputError, match="vocab_size"):
        train_tokenizer(["rfl"], size)
