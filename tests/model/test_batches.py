"""Requests of sessions with equal weights share a batch, and nobody can tell (spec model.md, section 6)."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from reaprover.model.prompt import reap_prompt
from reaprover.model.sampling import Request, Sampling

from .test_sessions import bits, learn
from .trained import LESSONS, trained_base

pytestmark = pytest.mark.model
PROMPTS = [reap_prompt([state]) for state in LESSONS]
SAMPLING = Sampling(num_samples=3, max_tokens=12)
ORDER = ["a", "b", "a", "b", "b", "a"]


def twins(*session_ids: str) -> Any:
    """A model whose sessions all have the weights that `origin` came to by a step."""
    from reaprover.model.network import LoraShape
    from reaprover.model.policy_value import PolicyValueModel

    model = PolicyValueModel(trained_base(), LoraShape(4, 8))
    model.create("origin")
    learn(model, "origin", 1)
    for session_id in session_ids:
        model.create(session_id, model.weights("origin"))
    return model


@pytest.fixture
def worker() -> Iterator[Any]:
    from reaprover.model.worker import ModelWorker

    worker = ModelWorker(twins("a", "b"))
    yield worker
    worker.close()


def requests(session_ids: list[str]) -> list[Request]:
    return [Request(session_id, PROMPTS[number % 4], SAMPLING) for number, session_id in enumerate(session_ids)]


def separate(session_id: str) -> list[Any]:
    """What one session answers in a model of its own, one request after the other."""
    model = twins(session_id)
    return [model.run([request])[0] for request in requests(ORDER) if request.session_id == session_id] + [model.session(session_id).stream]


def assert_same(found: Any, expected: Any) -> None:
    assert [s.token_ids for s in found.samples] == [s.token_ids for s in expected.samples]
    assert found.distance == expected.distance
    for one, other in zip(found.samples, expected.samples, strict=True):
        assert one.logprobs == pytest.approx(other.logprobs, abs=1e-4)


def test_sessions_of_equal_weights_share_every_step_and_answer_as_if_alone(worker: Any) -> None:
    answers = [future.result() for future in worker.submit_all(requests(ORDER))]
    shared = worker.num_steps
    for session_id in ("a", "b"):
        *expected, stream = separate(session_id)
        found = [answer for answer, owner in zip(answers, ORDER, strict=True) if owner == session_id]
        for one, other in zip(found, expected, strict=True):
            assert_same(one, other)
        assert worker.model.session(session_id).stream.cpu.equal(stream.cpu)
    assert shared <= SAMPLING.max_tokens  # one batch: its longest sample, not the sum over requests
    for request in requests(ORDER):
        worker.submit(request).result()
    assert worker.num_steps - shared > shared


def test_the_model_itself_batches_over_sessions_of_equal_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    from reaprover.model import policy_value

    made: list[str] = []
    whole = policy_value.Decoder

    def decoder(network: Any, slot: str) -> Any:
        made.append(slot)
        return whole(network, slot)

    monkeypatch.setattr(policy_value, "Decoder", decoder)
    model = twins("a", "b")
    model.create("other")
    answers = model.run([*requests(ORDER), Request("other", PROMPTS[0], SAMPLING)])
    assert len(made) == 2
    for session_id in ("a", "b"):
        found = [answer for answer, owner in zip(answers, ORDER, strict=False) if owner == session_id]
        for one, other in zip(found, separate(session_id), strict=False):
            assert_same(one, other)


def test_a_session_that_has_learnt_batches_alone_until_it_is_undone(worker: Any) -> None:
    model = worker.model
    point = model.savepoint("b")
    assert model.answers_like("a", "b")
    worker.call(learn, model, "b", 2).result()
    assert not model.answers_like("a", "b")
    futures = worker.submit_all(requests(["a", "b", "a"]))
    versions = [future.result().version for future in futures]
    assert versions == [0, 1, 0]
    model.rollback("b", point)
    assert model.answers_like("a", "b")
    assert not model.answers_like("a", "nobody")


def test_an_adapter_that_does_nothing_is_no_difference_and_a_head_is() -> None:
    import torch

    from reaprover.model.network import LoraShape
    from reaprover.model.policy_value import PolicyValueModel

    model: Any = PolicyValueModel(trained_base(), LoraShape(4, 8))
    for session_id in ("a", "b"):
        model.create(session_id)
    assert not model.answers_like("a", "b")  # fresh heads differ
    head = {name: tensor.torch() for name, tensor in model.weights("a").value_head.items()}
    model.network.write(model.slot_of("b"), {n: t.torch() for n, t in model.weights("b").adapter.items()}, head)
    assert bits(model, "a") != bits(model, "b")  # A matrices differ, B are zero
    assert model.answers_like("a", "b")
    answers = model.run([Request(session_id, PROMPTS[0], SAMPLING, 5) for session_id in ("a", "b")])
    assert answers[0] == answers[1]
    name = next(name for name in model.network.parameters(model.slot_of("b")) if ".lora_B." in name)
    with torch.no_grad():
        model.network.parameters(model.slot_of("b"))[name][0, 0] = 1e-3
    assert not model.answers_like("a", "b")


def test_a_request_that_fails_in_a_shared_batch_harms_no_other(worker: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from reaprover.model import generation

    whole, poison = generation.draw, Sampling(num_samples=3, max_tokens=12, temperature=0.5)

    def draw(logits: Any, sampling: Sampling, generator: Any) -> Any:
        if sampling is poison and next(draws) % 2:  # its first draw is well, its second is not
            raise FloatingPointError("injected")
        return whole(logits, sampling, generator)

    draws = itertools.count()
    monkeypatch.setattr(generation, "draw", draw)
    before = worker.model.session("b").stream.cpu.clone()
    futures = worker.submit_all([Request("a", PROMPTS[0], SAMPLING), Request("b", PROMPTS[1], poison), Request("a", PROMPTS[2], SAMPLING)])
    with pytest.raises(FloatingPointError, match="injected"):
        futures[1].result()
    assert worker.model.session("b").stream.cpu.equal(before)
    alone = twins("a")
    for future, prompt in ((futures[0], PROMPTS[0]), (futures[2], PROMPTS[2])):
        assert_same(future.result(), alone.run([Request("a", prompt, SAMPLING)])[0])
    metrics = worker.metrics()
    assert (metrics.completed, metrics.failed, metrics.active) == (2, 1, 0)


def test_the_age_of_the_running_task_is_reported(worker: Any) -> None:
    from reaprover.model.sampling import Answer
    from reaprover.runtime.serial import SerialWorker

    for tried in (worker, SerialWorker(lambda request: Answer((), 1.0, 1))):
        assert tried.metrics().active_execution_seconds == 0.0
        started, gate = threading.Event(), threading.Event()

        def block(started: threading.Event = started, gate: threading.Event = gate) -> None:
            started.set()
            gate.wait()

        done = tried.call(block)
        started.wait()
        first = tried.metrics().active_execution_seconds
        assert 0.0 <= first <= tried.metrics().active_execution_seconds
        gate.set()
        done.result()
        assert tried.metrics().active_execution_seconds == 0.0
        tried.close()
