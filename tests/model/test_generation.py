"""Sampling: exact log-probabilities, ends, stops, batches of unequal prompts, private randomness."""

from __future__ import annotations

import math
from typing import Any

import pytest

from reaprover.errors import InputError, PromptTooLong
from reaprover.model.prompt import reap_prompt
from reaprover.model.sampling import Finish, Request, Sampling

pytestmark = pytest.mark.model
TRUE = reap_prompt(["⊢ True"])
OTHERS = [
    reap_prompt(["n : ℕ\n⊢ n + 0 = n"]),
    reap_prompt(["p q : Prop\nh : p ∧ q\n⊢ q ∧ p", "⊢ p ∨ ¬p"]),
    "x",
]


def slow_logprobs(model: Any, session_id: str, prompt: str, tokens: tuple[int, ...]) -> list[float]:
    """Token by token, each time a whole pass without a cache, softmax in float64."""
    import torch

    ids, found = model.base.tokenizer.encode(prompt), []
    for token in tokens:
        with torch.no_grad():
            logits = model.network.logits(model.network.hidden(model.slot_of(session_id), torch.tensor([ids]))[0, -1])
        found.append(float(torch.log_softmax(logits.double(), -1)[token]))
        ids.append(token)
    return found


def test_log_probabilities_equal_a_slow_reference_including_the_end_token(model: Any) -> None:
    num_ended = 0
    for seed in range(3):
        answer = model.generate("s1", TRUE, Sampling(num_samples=16, max_tokens=24, temperature=1.5, top_k=0), seed=seed)
        for sample in answer.samples:
            num_ended += sample.finish is Finish.STOP
            if sample.finish is Finish.STOP or sample is answer.samples[0]:
                assert sample.logprobs == pytest.approx(slow_logprobs(model, "s1", TRUE, sample.token_ids), abs=1e-5)
                assert (sample.token_ids[-1] == 2) is (sample.finish is Finish.STOP)
                assert 2 not in sample.token_ids[:-1]
                assert sample.logprob == pytest.approx(sum(sample.logprobs))
                assert all(value <= 0 for value in sample.logprobs)
    assert num_ended > 0


def test_a_batch_of_unequal_prompts_equals_single_requests(model: Any) -> None:
    prompts = [TRUE, *OTHERS]
    sampling = Sampling(num_samples=4, max_tokens=20)
    single = [model.generate("s1", prompt, sampling, seed=number) for number, prompt in enumerate(prompts)]
    batch = model.run([Request("s1", prompt, sampling, number) for number, prompt in enumerate(prompts)])
    for one, many in zip(single, batch, strict=True):
        assert many.distance == one.distance  # bit for bit: prompts are read alone
        assert [s.token_ids for s in many.samples] == [s.token_ids for s in one.samples]
        for a, b in zip(one.samples, many.samples, strict=True):
            assert b.logprobs == pytest.approx(a.logprobs, abs=1e-5)


def test_requests_that_join_and_leave_between_steps_change_nothing(model: Any) -> None:
    from reaprover.model.generation import Decoder

    def request(number: int) -> Request:
        return Request("s1", [TRUE, *OTHERS][number % 4], Sampling(num_samples=3, max_tokens=5 + 7 * number), number)

    alone = [model.run([request(number)])[0] for number in range(6)]
    decoder, jobs = Decoder(model.network, model.slot_of("s1")), []
    for number in range(6):
        jobs.append(model.job(request(number)))
        decoder.add(jobs[-1])
        for _ in range(4):
            decoder.step()
    decoder.run()
    assert [[s.token_ids for s in job.answer.samples] for job in jobs] == [[s.token_ids for s in answer.samples] for answer in alone]
    assert decoder.num_rows == 0


def test_dead_keys_are_dropped_without_a_change(model: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from reaprover.model import generation

    requests = [Request("s1", prompt, Sampling(num_samples=2, max_tokens=4 + 8 * n), n) for n, prompt in enumerate([TRUE, *OTHERS])]
    before = model.run(requests)
    monkeypatch.setattr(generation, "_MIN_COMPACTION", 1)
    assert [[s.token_ids for s in a.samples] for a in model.run(requests)] == [[s.token_ids for s in a.samples] for a in before]


def test_a_sample_ends_before_its_stop_text(model: Any) -> None:
    free = model.generate("s1", TRUE, Sampling(max_tokens=30), seed=5).samples[0]
    stop = free.text[10:12]
    cut = model.generate("s1", TRUE, Sampling(max_tokens=30, stop=(stop,)), seed=5).samples[0]
    assert cut.text == free.text[: free.text.index(stop)]
    assert cut.finish is Finish.STOP
    assert cut.token_ids == free.token_ids[: len(cut.token_ids)]


def test_alternatives_are_the_likeliest_tokens_with_their_log_probabilities(model: Any) -> None:
    sample = model.generate("s1", TRUE, Sampling(max_tokens=3, temperature=0, num_top_logprobs=5)).samples[0]
    assert [len(pairs) for pairs in sample.top] == [5, 5, 5]
    for pairs, logprob in zip(sample.top, sample.logprobs, strict=True):
        assert pairs[0][1] == pytest.approx(logprob)
        assert [value for _, value in pairs] == sorted((value for _, value in pairs), reverse=True)


def test_top_k_and_top_p_keep_to_the_likeliest_tokens() -> None:
    import torch

    from reaprover.model.generation import draw

    logits = torch.log(torch.tensor([[0.5, 0.3, 0.15, 0.05]]).expand(4000, -1))
    generator = torch.Generator().manual_seed(0)
    assert set(draw(logits, Sampling(top_k=2), generator).tolist()) == {0, 1}
    assert set(draw(logits, Sampling(top_k=0, top_p=0.6), generator).tolist()) == {0, 1}
    assert set(draw(logits, Sampling(top_k=3, top_p=0.1), generator).tolist()) == {0}
    tokens = draw(logits, Sampling(top_k=0, temperature=1.0), generator)
    shares = torch.bincount(tokens, minlength=4) / 4000
    assert shares.tolist() == pytest.approx([0.5, 0.3, 0.15, 0.05], abs=0.04)
    cold = draw(logits, Sampling(top_k=0, temperature=0.5), generator)
    assert float((cold == 0).float().mean()) == pytest.approx(0.25 / 0.365, abs=0.04)


def test_a_prompt_that_leaves_no_room_is_an_error_and_draws_nothing(model: Any) -> None:
    before = model.session("s1").stream.cpu.clone()
    with pytest.raises(PromptTooLong, match="found 5000 tokens, expected fewer than 4096"):
        model.run([Request("s1", TRUE, Sampling(max_tokens=2)), Request("s1", "x" * 5000, Sampling())])
    assert model.session("s1").stream.cpu.equal(before)


def test_generation_stops_at_the_end_of_the_context(model: Any) -> None:
    model.base.context_length = 96
    sample = model.generate("s1", "x" * 90, Sampling(max_tokens=100), seed=1).samples[0]
    assert (len(sample.token_ids), sample.finish) == (6, Finish.LENGTH)
    with pytest.raises(PromptTooLong):
        model.value("s1", "x" * 96)


def test_logits_that_are_not_finite_are_an_error_that_consumes_nothing(model: Any) -> None:
    import torch

    before = model.session("s1").stream.cpu.clone()
    weight = model.base.model.get_output_embeddings().weight
    kept = weight.detach().clone()
    with torch.no_grad():
        weight[7] = math.nan
    with pytest.raises(FloatingPointError, match="logits"):
        model.generate("s1", TRUE, Sampling())
    assert model.session("s1").stream.cpu.equal(before)
    with torch.no_grad():
        weight.copy_(kept)
    assert model.generate("s1", TRUE, Sampling(max_tokens=2)).samples


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("num_samples", 0), ("num_samples", 65), ("num_samples", True), ("max_tokens", 0), ("max_tokens", 8193), ("temperature", -0.1),
        ("temperature", 101), ("temperature", math.nan), ("temperature", True), ("top_k", -1), ("top_p", 0), ("top_p", 1.1),
        ("stop", ("",)), ("stop", ("a",) * 5), ("num_top_logprobs", 21),
    ],
)  # fmt: skip
def test_a_field_out_of_range_is_named(field: str, value: Any) -> None:
    with pytest.raises(InputError, match=r"n:|max_tokens|temperature|top_k|top_p|stop|top_logprobs"):
        Sampling(**{field: value})
