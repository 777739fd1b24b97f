"""The worker and the search's evaluator on a base that was trained here."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from reaprover.core import Evaluator, Observation
from reaprover.errors import InfrastructureError, PromptTooLong, UsageError
from reaprover.model.prompt import reap_prompt
from reaprover.model.sampling import Request, Sampling

from .trained import LESSONS, trained_base

pytestmark = pytest.mark.model
STATES = list(LESSONS)


@pytest.fixture
def worker() -> Iterator[Any]:
    from reaprover.model.network import LoraShape
    from reaprover.model.policy_value import PolicyValueModel
    from reaprover.model.worker import ModelWorker

    model = PolicyValueModel(trained_base(), LoraShape(4, 8))
    model.create("s1")
    worker = ModelWorker(model)
    yield worker
    worker.close()


def evaluator_of(worker: Any, **more: Any) -> Any:
    from reaprover.model.evaluator import ModelEvaluator

    return ModelEvaluator(worker, "s1", sampling=Sampling(max_tokens=24), **more)


def observation(state: str, batch_index: int = 0, num_candidates: int = 6) -> Observation:
    return Observation((state,), f"key of {state}", batch_index, num_candidates)


def test_a_trained_model_proposes_what_it_has_learnt(worker: Any) -> None:
    evaluator: Evaluator = evaluator_of(worker)
    for state, evaluation in zip(STATES, evaluator.evaluate([observation(state) for state in STATES]), strict=True):
        assert len(evaluation.candidates) == 6
        best = max(evaluation.candidates, key=lambda candidate: candidate.logprob)
        assert best.tactic == LESSONS[state]
        assert math.exp(best.logprob) > 0.5
        assert not best.truncated
        assert -64 <= evaluation.value <= -1
        prompt = len(reap_prompt([state]).encode())
        assert evaluation.num_tokens >= prompt + 6 * 4


def test_answers_are_the_same_alone_together_and_in_another_order(worker: Any) -> None:
    observations = [observation(state, batch) for state in STATES for batch in range(2)]
    together = evaluator_of(worker).evaluate(observations)
    alone = [evaluator_of(worker).evaluate([o])[0] for o in reversed(observations)][::-1]
    assert [[c.tactic for c in e.candidates] for e in together] == [[c.tactic for c in e.candidates] for e in alone]
    assert [e.value for e in together] == [e.value for e in alone]
    other = evaluator_of(worker, seed=1).evaluate(observations)
    assert [[c.logprob for c in e.candidates] for e in other] != [[c.logprob for c in e.candidates] for e in together]
    assert evaluator_of(worker).identity == evaluator_of(worker).identity != evaluator_of(worker, seed=1).identity


def test_a_known_state_costs_nothing_and_a_new_batch_is_new(worker: Any) -> None:
    evaluator = evaluator_of(worker)
    first, repeated = evaluator.evaluate([observation(STATES[0])] * 2)
    assert first.num_tokens > 0 == repeated.num_tokens
    before = worker.metrics().submitted
    again = evaluator.evaluate([observation(STATES[0])])[0]
    assert (again.candidates, again.num_tokens) == (first.candidates, 0)
    assert worker.metrics().submitted == before
    assert evaluator.evaluate([observation(STATES[0], 1)])[0].num_tokens > 0
    assert worker.metrics().submitted == before + 1


def test_equal_keys_that_print_otherwise_are_asked_again(worker: Any) -> None:
    evaluator = evaluator_of(worker)
    one, two = (Observation((state,), "one key") for state in ("h : p\n⊢ p", "g : p\n⊢ p"))
    assert all(evaluation.num_tokens for evaluation in evaluator.evaluate([one, two]))


def test_a_learning_step_makes_known_answers_stale(worker: Any) -> None:
    from .test_sessions import learn

    evaluator = evaluator_of(worker)
    before, identity = evaluator.evaluate([observation(STATES[0])])[0], evaluator.identity
    worker.call(learn, worker.model, "s1", 1).result()
    after = evaluator.evaluate([observation(STATES[0])])[0]
    assert after.num_tokens > 0
    assert after.value != before.value
    assert evaluator.identity != identity


def test_premises_stand_in_the_prompt_and_finished_states_are_not_asked(worker: Any) -> None:
    from reaprover.model.prompt import Premise

    helped = evaluator_of(worker, premises_fn=lambda goals: [Premise("and_comm", "a ∧ b ↔ b ∧ a")])
    with_premise, without = helped.evaluate([observation(STATES[0])])[0], evaluator_of(worker).evaluate([observation(STATES[0])])[0]
    assert with_premise.num_tokens > without.num_tokens
    assert evaluator_of(worker).evaluate([Observation((), "done")])[0].num_tokens == 0


def test_failures_are_infrastructure_or_named(worker: Any) -> None:
    import torch

    evaluator = evaluator_of(worker)
    with pytest.raises(PromptTooLong):
        evaluator.evaluate([observation("x" * 5000)])
    with torch.no_grad():
        worker.model.base.model.get_output_embeddings().weight[3] = math.inf
    with pytest.raises(InfrastructureError, match="not finite"):
        evaluator.evaluate([observation(STATES[1])])


# -- the worker --------------------------------------------------------------------------------------------------------


def test_many_threads_get_their_own_answers_in_shared_batches(worker: Any) -> None:
    requests = [Request("s1", reap_prompt([STATES[n % 4]]), Sampling(num_samples=1 + n % 3, max_tokens=12), n) for n in range(24)]
    alone = [worker.model.run([request])[0] for request in requests]
    answers: list[Any] = [None] * len(requests)

    def ask(number: int) -> None:
        answers[number] = worker.submit(requests[number]).result()

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(len(requests))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [[s.token_ids for s in a.samples] for a in answers] == [[s.token_ids for s in a.samples] for a in alone]
    metrics = worker.metrics()
    assert (metrics.completed, metrics.failed, metrics.active) == (24, 0, 0)


def test_what_is_admitted_after_a_call_sees_its_effect(worker: Any) -> None:
    from .test_sessions import learn

    request = Request("s1", reap_prompt([STATES[0]]), Sampling(num_samples=2, max_tokens=8), 1)
    futures = []
    for number in range(3):
        futures += [worker.submit(request), worker.submit(request)]
        worker.call(learn, worker.model, "s1", number)
    futures.append(worker.submit(request))
    assert [future.result().version for future in futures] == [0, 0, 1, 1, 2, 2, 3]


def test_a_failing_request_or_call_harms_no_other(worker: Any) -> None:
    stream = worker.model.session("s1").stream.cpu.clone()
    good = Request("s1", reap_prompt([STATES[0]]), Sampling(num_samples=2, max_tokens=8), 1)
    futures = worker.submit_all([good, Request("s1", "x" * 9000, Sampling()), Request("nobody", "x"), good])
    call = worker.call(lambda: 1 // 0)
    assert futures[0].result().samples == futures[3].result().samples
    with pytest.raises(PromptTooLong):
        futures[1].result()
    with pytest.raises(UsageError, match="nobody"):
        futures[2].result()
    with pytest.raises(ZeroDivisionError):
        call.result()
    assert worker.model.session("s1").stream.cpu.equal(stream)


def test_streams_of_a_session_do_not_depend_on_batching(worker: Any) -> None:
    from reaprover.model.network import LoraShape
    from reaprover.model.policy_value import PolicyValueModel

    request = Request("s1", reap_prompt([STATES[0]]), Sampling(num_samples=2, max_tokens=8))
    batched = [future.result() for future in worker.submit_all([request] * 4)]
    alone = PolicyValueModel(trained_base(), LoraShape(4, 8))
    alone.create("s1")
    expected = [alone.run([request])[0] for _ in range(4)]
    assert [[s.token_ids for s in a.samples] for a in batched] == [[s.token_ids for s in a.samples] for a in expected]


def test_a_closed_worker_finishes_what_it_has_and_takes_no_more(worker: Any) -> None:
    gate = threading.Event()
    worker.call(gate.wait)
    waiting = worker.submit(Request("s1", "x"))
    closing = threading.Thread(target=worker.close)
    closing.start()
    while worker.is_alive:
        threading.Event().wait(0.001)
    with pytest.raises(InfrastructureError, match="closed"):
        worker.submit(Request("s1", "x"))
    gate.set()
    closing.join()
    assert 1.0 <= waiting.result().distance <= 64.0


def test_a_full_queue_refuses(worker: Any) -> None:
    from reaprover.model.worker import ModelWorker

    small = ModelWorker(worker.model, max_queued=1)
    gate, started = threading.Event(), threading.Event()

    def block() -> None:
        started.set()
        gate.wait()

    small.call(block)
    started.wait()
    small.call(int)
    with pytest.raises(InfrastructureError, match="queue is full"):
        small.call(int)
    gate.set()
    small.close()
