"""The prompt, to the byte: vectors of spec model.md, section 2."""

from __future__ import annotations

import pytest

from reaprover.model.prompt import Premise, messages_prompt, prompt_sha256, reap_prompt

SUM = "∑ i ∈ Finset.range n, ((↑i + 1) ^ 2 - ↑i ^ 2) = ↑n ^ 2"
VECTORS = [
    (["⊢ True"], [], 139, "c23642aa59fd7fec43782b76dc8afb2bb00213cebd4bcc516b3835c640f079ee"),
    ([f"⊢ ∀ (n : ℕ), {SUM}"], [], 214, "8ca35b9cbc21289eccb58a7ed5473bb44a1289aff737fe2d555ca8e67b2a3bf0"),
    ([f"n : ℕ\n⊢ {SUM}"], [], 207, "4ac06669d326035ba71da48e4056ee0ad9487346a1ecf1a23dd3650a091e786e"),
    (["h : a\n⊢ b", "case right\n⊢ c"], [], 159, "760391fb0c525f7e88fab06f8edcaa76f1d9560de149f48c2c9d9336614fc585"),
    (
        ["n : ℕ\n⊢ n + 0 = n"],
        [Premise("Nat.add_comm", "∀ (n m : ℕ), n + m = m + n"), Premise("Nat.succ_pos", "∀ (n : ℕ), 0 < n.succ")],
        296,
        "ac7900f042ffa65d326f720470ae48975598f4722c22e7ad91902771788598e5",
    ),
]


@pytest.mark.parametrize(("goals", "premises", "num_bytes", "sha256"), VECTORS)
def test_the_prompt_of_a_state_is_that_of_the_specification(goals: list[str], premises: list[Premise], num_bytes: int, sha256: str) -> None:
    prompt = reap_prompt(goals, premises)
    assert (len(prompt.encode()), prompt_sha256(prompt)) == (num_bytes, sha256)


def test_a_chat_is_the_contents_of_its_messages_joined_without_a_template() -> None:
    assert messages_prompt(["a", "", "b\n"]) == "a\n\nb\n"
