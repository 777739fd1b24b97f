"""Publishing is all or nothing: against exceptions, races and kills at any moment; gc clears only what the dead left."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from reaprover.errors import InfrastructureError
from reaprover.snapshot import (
    AcceptanceKind,
    Dtype,
    ReleaseDraft,
    SnapshotExists,
    SnapshotRefusal,
    SnapshotStore,
    Tensor,
    TensorGroup,
    load_release,
    verify_snapshot,
)

from . import forge


@pytest.fixture
def draft() -> ReleaseDraft:
    release = load_release(forge.TINY)
    return ReleaseDraft(
        "exp-000000000004-01",
        release.provenance,
        release.acceptance.evidence_sha256,
        release.contract.document,
        release.adapter,
        release.value_head,
    )


def everything_below(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


def test_a_published_release_has_the_golden_bytes_and_is_never_written_again(tmp_path: Path, draft: ReleaseDraft) -> None:
    store = SnapshotStore(tmp_path)
    manifest = store.publish_release(draft)
    assert manifest.sha256 == forge.sha256(forge.tiny()["manifest.json"])
    before = everything_below(tmp_path)
    assert list(before.values()) == [forge.tiny()[name] for name in sorted(forge.FILES)]
    with pytest.raises(SnapshotExists):
        store.publish_release(draft)
    assert everything_below(tmp_path) == before


DRAFTS: dict[str, tuple[str, Callable[[ReleaseDraft], ReleaseDraft]]] = {
    "id": ("bad_identifier", lambda d: replace(d, experience_id="a/b")),
    "source": ("bad_identifier_text", lambda d: replace(d, source=replace(d.source, session_id=""))),
    "policy version": ("out_of_range", lambda d: replace(d, source=replace(d.source, policy_version=0))),
    "evidence": ("bad_sha256_text", lambda d: replace(d, evidence_sha256="x")),
    "contract": ("contract_field", lambda d: replace(d, contract=d.contract | {"lora_rank": 8})),
    "kind": ("acceptance_kind", lambda d: replace(d, kind=AcceptanceKind.LOCAL_MECHANISM)),
    "missing tensor": ("missing_tensor", lambda d: replace(d, adapter=TensorGroup(dict(list(d.adapter.items())[1:])))),
    "shape": ("wrong_shape", lambda d: replace(d, value_head=TensorGroup(dict(d.value_head) | {"2.bias": d.value_head["0.bias"]}))),
    "dtype": ("wrong_dtype", lambda d: replace(d, adapter_dtype=Dtype.BFLOAT16)),
    "not finite": ("non_finite_tensor", lambda d: replace(d, value_head=TensorGroup(dict(d.value_head) | {"2.bias": infinite()}))),
}  # fmt: skip


def infinite() -> Tensor:
    import numpy as np

    return Tensor(Dtype.FLOAT32, (64,), np.full(64, np.inf, np.float32).view(np.uint8))


@pytest.mark.parametrize("row", DRAFTS)
def test_a_draft_that_a_reader_would_refuse_is_not_written(row: str, tmp_path: Path, draft: ReleaseDraft) -> None:
    code, change = DRAFTS[row]
    with pytest.raises(SnapshotRefusal) as caught:
        SnapshotStore(tmp_path).publish_release(change(draft))
    assert caught.value.code == code
    assert everything_below(tmp_path) == {}


def writer(root: Path, prefix: str) -> subprocess.Popen[str]:
    command = [sys.executable, str(Path(__file__).parent / "writer_process.py"), str(forge.TINY), str(root), prefix]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "begin\n"
    return process


def kill_and_check(store: SnapshotStore, rounds: int, seed: int) -> None:
    """Kill a writer at a random moment, many times; the store is consistent each time, and gc clears the rest."""
    moments = random.Random(seed)
    published: dict[str, bytes] = {}
    num_left = 0
    for number in range(rounds):
        process = writer(store.root, f"exp-{number}")
        time.sleep(moments.random() * 0.08)  # the moment of the kill is the point of this test
        process.send_signal(signal.SIGKILL)
        assert process.stdout is not None
        said = [line.split()[1] for line in process.stdout.read().splitlines() if line.startswith("published")]
        process.wait()
        process.stdout.close()
        for listed in store.snapshots():
            assert listed.refusal is None, listed.refusal
        for folder in store.root.glob(f"exp-{number}-*/release"):
            assert verify_snapshot(folder, in_store=True)[0].passed
        assert {f"{name}/release/backend.json" for name in said} <= set(everything_below(store.root))
        published |= {name: data for name, data in everything_below(store.root).items() if "tmp-" not in name}
        num_left += len(store.remove_leftovers(time.time(), min_age_s=0.0))
        assert everything_below(store.root) == published  # nothing published touched, nothing else left
        assert not list(store.leftovers(time.time()))
    assert published
    assert num_left


def test_a_killed_writer_leaves_nothing_or_a_whole_release(tmp_path: Path) -> None:
    kill_and_check(SnapshotStore(tmp_path), rounds=6, seed=1)


@pytest.mark.slow
def test_a_hundred_killed_writers_leave_nothing_or_whole_releases(tmp_path: Path) -> None:
    kill_and_check(SnapshotStore(tmp_path), rounds=100, seed=2)


def test_two_writers_race_and_exactly_one_publishes_each_name(tmp_path: Path) -> None:
    first, second = writer(tmp_path, "exp-race"), writer(tmp_path, "exp-race")
    lines: list[list[str]] = [[], []]
    for process, said in ((first, lines[0]), (second, lines[1])):
        assert process.stdout is not None
        for _ in range(8):
            said.append(process.stdout.readline().strip())
    for process in (first, second):
        process.kill()
        assert process.stdout is not None
        lines[process is second].extend(process.stdout.read().splitlines())
        process.wait()
        process.stdout.close()
    published = [line for said in lines for line in said if line.startswith("published")]
    assert len(published) == len(set(published)) > 0
    store = SnapshotStore(tmp_path)
    assert all(listed.refusal is None for listed in store.snapshots())


def test_gc_leaves_a_living_writer_alone(tmp_path: Path) -> None:
    process = writer(tmp_path, "exp-living")
    store = SnapshotStore(tmp_path)
    assert process.stdout is not None
    for _ in range(30):
        store.remove_leftovers(time.time(), min_age_s=0.0)
        line = process.stdout.readline()
        assert line.startswith("published"), line
    process.kill()
    process.stdout.close()
    process.wait()


def test_an_exception_while_writing_leaves_nothing(tmp_path: Path, draft: ReleaseDraft, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = 0
    real = os.fsync

    def failing(handle: int) -> None:
        nonlocal calls
        calls += 1
        if calls == stop_at:
            raise OSError(28, "No space left on device")
        real(handle)

    monkeypatch.setattr(os, "fsync", failing)
    for stop_at in range(1, 9):
        calls = 0
        root = tmp_path / str(stop_at)
        root.mkdir()
        with suppress(InfrastructureError):  # after the rename the release is there, whatever the folder's flush says
            SnapshotStore(root).publish_release(draft)
        complete = [name for name in everything_below(root) if not name.startswith(".")]
        assert not [name for name in complete if "tmp-" in name]
        assert len(complete) in (0, 3)


def with_parent(name: str, parent: str | None, draft: ReleaseDraft) -> ReleaseDraft:
    return replace(draft, experience_id=name, source=replace(draft.source, parent_experience_id=parent))


def test_a_chain_follows_parents_to_a_fresh_start_or_to_what_is_not_there(tmp_path: Path, draft: ReleaseDraft) -> None:
    store = SnapshotStore(tmp_path)
    for name, parent in (
        ("exp-1", None),
        ("exp-2", "exp-1"),
        ("exp-3", "exp-2"),
        ("exp-9", "exp-8"),
        ("exp-x", "exp-y"),
        ("exp-y", "exp-x"),
    ):
        store.publish_release(with_parent(name, parent, draft))
    assert [(row.session_id, row.refusal) for row in store.chain("exp-3")] == [("exp-3", None), ("exp-2", None), ("exp-1", None)]
    last = list(store.chain("exp-9"))[-1]
    assert (last.session_id, last.refusal and last.refusal.code) == ("exp-8", "not_found")
    with pytest.raises(SnapshotRefusal) as caught:
        list(store.chain("exp-x"))
    assert caught.value.code == "identity_mismatch"
    with pytest.raises(SnapshotRefusal):
        list(store.chain("exp-absent"))


def test_a_store_lists_what_is_damaged_and_ignores_hidden_names(tmp_path: Path, draft: ReleaseDraft) -> None:
    store = SnapshotStore(tmp_path)
    store.publish_release(with_parent("exp-1", None, draft))
    store.publish_release(with_parent("exp-2", None, draft))
    session = tmp_path / "exp-2" / "release" / "session.json"
    session.write_bytes(session.read_bytes()[:-1])
    (tmp_path / ".hidden").mkdir()
    (tmp_path / "exp-1" / ".release.tmp-0").mkdir()
    found = {row.session_id: row.refusal and row.refusal.code for row in store.snapshots()}
    assert found == {"exp-1": None, "exp-2": "file_size_mismatch"}
