"""Failures injected into every step of a change: the state is bit-equal to before, or the session is quarantined and others go on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from reaprover.errors import SessionNotFoundError, SessionQuarantined
from reaprover.model.prompt import reap_prompt
from reaprover.model.sampling import Sampling
from reaprover.runtime.runtime import Runtime
from reaprover.runtime.toy import ToyBackend

from ..serve.service import tiny_backend
from ..serve.test_life import search_event, toy_event

PROMPT = reap_prompt(["⊢ True"])


def toy_runtime(root: Path, **options: Any) -> Runtime:
    return Runtime(ToyBackend(), root / "snapshots", experience_root=root / "experiences", **options)


@pytest.fixture
def tiny(tmp_path: Path) -> Iterator[Any]:
    runtime = Runtime(tiny_backend()[0], tmp_path / "snapshots", experience_root=tmp_path / "experiences")
    for session_id in ("s1", "s10"):
        runtime.create(session_id, {}).result()
    yield runtime
    runtime.close()


def learn(runtime: Runtime, session_id: str, version: int, event: Any = search_event, **changes: Any) -> Any:
    return runtime.learn(session_id, {"expected_policy_version": version, "event": event(session_id, version, **changes)}).result()


def everything(runtime: Any, session_id: str) -> list[Any]:
    """Record, tensors, optimizer, random stream, as bytes."""
    from reaprover.learn.receipts import payload_manifests

    manifests = payload_manifests(runtime.backend.model.live_payload(session_id))
    return [runtime.state(session_id), {name: (m.sha256, m.metadata) for name, m in manifests.items()}]


class Injected(Exception):
    """Raised by a test in the middle of a step."""


def fail(*_: Any, **__: Any) -> Any:
    raise Injected


def break_forward(patch: pytest.MonkeyPatch) -> None:
    from reaprover.learn import objectives

    patch.setattr(objectives, "nll_and_kl", fail)


def break_backward(patch: pytest.MonkeyPatch) -> None:
    import torch

    patch.setattr(torch.Tensor, "backward", fail)


def break_clip(patch: pytest.MonkeyPatch) -> None:
    import torch

    patch.setattr(torch.nn.utils, "clip_grad_norm_", fail)


def break_after_step(patch: pytest.MonkeyPatch) -> None:
    import torch

    whole = torch.optim.AdamW.step

    def step(self: Any, *arguments: Any) -> None:
        whole(self, *arguments)
        raise Injected

    patch.setattr(torch.optim.AdamW, "step", step)


def break_detail(patch: pytest.MonkeyPatch) -> None:
    from reaprover.learn import objectives

    patch.setattr(objectives, "parameter_diffs", lambda *_: {"x": float("nan")})


def break_disk(patch: pytest.MonkeyPatch) -> None:
    from reaprover.runtime.ledger import Ledger

    patch.setattr(Ledger, "commit", fail)


BREAKS = [break_forward, break_backward, break_clip, break_after_step, break_detail, break_disk]


@pytest.mark.model
@pytest.mark.parametrize("break_it", BREAKS, ids=lambda f: f.__name__)
def test_a_learning_step_that_fails_leaves_every_bit_as_it_was(tiny: Any, break_it: Any) -> None:
    learn(tiny, "s1", 0)
    tiny.answer("s1", PROMPT, Sampling(num_samples=2, max_tokens=4)).result()
    before, other = everything(tiny, "s1"), everything(tiny, "s10")
    with pytest.MonkeyPatch.context() as patch:
        break_it(patch)
        with pytest.raises(Exception):  # noqa: B017  # which one depends on where it broke
            learn(tiny, "s1", 1)
    assert everything(tiny, "s1") == before
    assert everything(tiny, "s10") == other
    assert learn(tiny, "s1", 1)["policy_version"] == 2  # the identical event afterwards


@pytest.mark.model
def test_when_undoing_fails_the_session_is_quarantined_and_others_go_on(tiny: Any) -> None:
    with pytest.MonkeyPatch.context() as patch:
        break_after_step(patch)
        patch.setattr(tiny.backend, "rollback", fail)
        with pytest.raises(Injected):
            learn(tiny, "s1", 0)
    for call in (
        lambda: tiny.answer("s1", PROMPT, None).result(),
        lambda: learn(tiny, "s1", 0),
        lambda: tiny.snapshot("s1", {"name": "a"}).result(),
        lambda: tiny.restore("s1", {"name": "a"}).result(),
        lambda: tiny.state("s1"),
        lambda: tiny.create("s1", {}).result(),
        lambda: tiny.publish("s1", {"snapshot": "a", "experience_id": "e", "acceptance": {}}).result(),
    ):
        with pytest.raises(SessionQuarantined, match="quarantined"):
            call()
    assert tiny.counts() == {"resident": 1, "quarantined": 1, "retired": 0}
    assert learn(tiny, "s10", 0)["policy_version"] == 1
    tiny.delete("s1").result()
    tiny.create("s1", {}).result()
    assert learn(tiny, "s1", 0)["policy_version"] == 1


@pytest.mark.model
def test_a_restore_that_fails_changes_nothing(tiny: Any) -> None:
    tiny.snapshot("s1", {"name": "start"}).result()
    learn(tiny, "s1", 0)
    before = everything(tiny, "s1")
    with pytest.MonkeyPatch.context() as patch:
        break_disk(patch)
        with pytest.raises(Injected):
            tiny.restore("s1", {"name": "start"}).result()
    assert everything(tiny, "s1") == before


@pytest.mark.model
def test_interleaved_sessions_equal_separate_runs_and_a_break_by_snapshot_changes_nothing(tiny: Any, tmp_path: Path) -> None:
    sampling = Sampling(num_samples=2, max_tokens=4)

    def work(runtime: Any, session_id: str, number: int) -> list[Any]:
        samples = runtime.answer(session_id, PROMPT, sampling).result()
        receipt = learn(runtime, session_id, number)
        return [samples, receipt["detail"], runtime.answer(session_id, PROMPT, None).result()]

    together: dict[str, list[Any]] = {"s1": [], "s10": []}
    for number in range(2):
        for session_id in ("s1", "s10") if number else ("s10", "s1"):
            together[session_id].append(work(tiny, session_id, number))
    for session_id, expected in together.items():
        root = tmp_path / f"alone-{session_id}"
        alone = Runtime(tiny_backend()[0], root / "snapshots", experience_root=root / "experiences")
        alone.create(session_id, {}).result()
        seen = [work(alone, session_id, 0)]
        alone.snapshot(session_id, {"name": "middle"}).result()
        work(alone, session_id, 1)
        alone.restore(session_id, {"name": "middle"}).result()
        assert [*seen, work(alone, session_id, 1)] == expected
        alone.close()


def test_a_creation_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    runtime = toy_runtime(tmp_path)
    with pytest.MonkeyPatch.context() as patch:
        break_disk(patch)
        with pytest.raises(Injected):
            runtime.create("s1", {}).result()
        with pytest.raises(SessionNotFoundError):
            runtime.state("s1")
        patch.setattr(runtime.backend, "delete", fail)
        with pytest.raises(Injected):
            runtime.create("s2", {}).result()
        with pytest.raises(SessionQuarantined):
            runtime.state("s2")
    runtime.create("s1", {}).result()
    assert runtime.counts() == {"resident": 1, "quarantined": 1, "retired": 0}
    runtime.close()


def test_a_state_that_was_damaged_on_the_disk_is_quarantined_at_the_start_and_not_rolled_back(tmp_path: Path) -> None:
    runtime = toy_runtime(tmp_path)
    for session_id in ("s1", "s2"):
        runtime.create(session_id, {}).result()
        learn(runtime, session_id, 0, toy_event)
    runtime.close()
    (state,) = (tmp_path / "snapshots" / "_live" / "s1").iterdir()
    data = (state / "session.json").read_bytes()
    (state / "session.json").write_bytes(data[:-2] + b" \n")
    runtime = toy_runtime(tmp_path)
    with pytest.raises(SessionQuarantined, match="cannot be loaded"):
        runtime.state("s1")
    assert runtime.state("s2")["policy_version"] == 1
    runtime.delete("s1").result()
    runtime.create("s1", {}).result()
    runtime.close()


def test_requests_beyond_the_queue_are_told_to_come_back(tmp_path: Path) -> None:
    import threading

    from reaprover.errors import Overloaded

    runtime = toy_runtime(tmp_path, max_queued=2)
    runtime.create("s1", {}).result()
    go = threading.Event()
    running = threading.Event()

    def hold() -> None:
        running.set()
        go.wait(30)

    held = runtime.backend.worker.call(hold)
    assert running.wait(30)
    waiting = [runtime.answer("s1", PROMPT, None) for _ in range(2)]
    with pytest.raises(Overloaded):
        runtime.answer("s1", PROMPT, None)
    with pytest.raises(Overloaded):
        runtime.delete("s1")
    go.set()
    held.result()
    assert [future.result().distance for future in waiting] == [0.0, 0.0]
    runtime.close()


def test_two_runtimes_never_write_to_one_folder(tmp_path: Path) -> None:
    from reaprover.errors import UsageError

    runtime = toy_runtime(tmp_path)
    with pytest.raises(UsageError, match="in use by another service"):
        toy_runtime(tmp_path)
    runtime.close()
    toy_runtime(tmp_path).close()


@pytest.mark.model
def test_a_guard_that_stands_in_the_contract_is_on_without_the_option(tmp_path: Path) -> None:
    from reaprover.errors import KLGuardExceeded
    from reaprover.runtime.model_backend import ModelBackend, guarded_contract

    backend = tiny_backend()[0]
    backend.worker.close()
    guarded = ModelBackend(backend.model, guarded_contract(backend.contract, 1e-9))
    runtime = Runtime(guarded, tmp_path / "snapshots", experience_root=tmp_path / "experiences")
    try:
        assert guarded.contract.sha256 != backend.contract.sha256
        runtime.create("s1", {}).result()
        with pytest.raises(KLGuardExceeded):
            learn(runtime, "s1", 0)
        assert runtime.state("s1")["policy_version"] == 0
    finally:
        runtime.close()
