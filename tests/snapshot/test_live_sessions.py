"""Live-session snapshots: every variant is read and written; nothing is restored where it does not belong."""

# ruff: noqa: E501  # one row of a table is one line

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from reaprover.snapshot import (
    Dtype,
    LiveContents,
    LiveSession,
    Role,
    SnapshotRefusal,
    SnapshotStore,
    Tensor,
    check_restore,
    live_snapshot_files,
    read_snapshot,
)

from . import forge
from .refusing import refused_files

CATEGORICAL = "reap.gpu.real-search-categorical-backend.v1"
CONFIG: dict[str, Any] = {"gamma": 0.99, "objective": "search_visit_backup"}
CONFIGS = {
    "reap.gpu.real-prover-backend.v1": {},
    "reap.gpu.real-search-backend.v1": {"session_id": "s1", "search_config": CONFIG},
    CATEGORICAL: {"session_id": "s1", "search_config": CONFIG, "categorical_search_config": CONFIG},
    "reap.gpu.verified-replay-backend.v1": {"session_id": "s1", "verified_config": CONFIG},
    "reap.gpu.mixed-replay-backend.v1": {"session_id": "s1", "mixed_config": CONFIG},
}


def record(**changes: Any) -> dict[str, Any]:
    """A `session.json` of a live session."""
    events = {"e1": {"digest": "1" * 64, "status": "consumed", "policy_version": 1}, "e2": {"digest": "2" * 64, "status": "pending", "policy_version": 2}}  # fmt: skip
    return {
        "schema_version": "reap.gpu.session.v1",
        "session_id": "s1",
        "theorem_id": "7" * 64,
        "lineage": {},
        "completed": False,
        "policy_version": 2,
        "adapter_metadata": {},
        "value_metadata": {},
        "optimizer_metadata": {},
        "reference_metadata": {"base": "π"},
        "buffer_metadata": {"events": events, "pending_event_ids": ["e2"], "consumed_event_ids": ["e1"]},
        "event_receipts": {"e1": {"digest": "1" * 64, "response": {"loss": 0.5}}},
        "created_at": 1750000000.25,
    } | changes


def array(*shape: int, kind: type = np.float32) -> np.ndarray:
    return np.arange(int(np.prod(shape)), dtype=kind).reshape(shape)


def tensor(value: np.ndarray) -> Tensor:
    dtypes = {"float32": Dtype.FLOAT32, "float64": Dtype.FLOAT64, "int64": Dtype.INT64, "uint8": Dtype.UINT8}
    return Tensor(dtypes[str(value.dtype)], value.shape, np.ascontiguousarray(value).reshape(-1).view(np.uint8))


def tree(make: Any = tensor) -> dict[str, Any]:
    """A live payload with `make` turning arrays into tensors."""
    state = {i: {"step": make(np.array(3.0, np.float32).reshape(())), "exp_avg": make(array(2, 3)), "exp_avg_sq": make(array(2, 3))} for i in (0, 1)}  # fmt: skip
    group = {"lr": 0.0001, "betas": (0.9, 0.999), "eps": 1e-08, "amsgrad": False, "foreach": None, "params": [0]}
    return {
        "adapter": {"a": make(array(2, 3)), "b": make(array(3))},
        "value_head": {"0.weight": make(array(4, 2))},
        "optimizer": {"state": state, "param_groups": [group, group | {"lr": 0.0003, "params": [1]}]},
        "optimizer_steps": 3,
        "examples_seen": 2**40,
        "rng": {"seed": -5, "device_type": "cpu", "cpu": make(np.arange(5056).astype(np.uint8)), "device": None},
    }


def files(session: Any = None, backend: Any = None, name: str = "before") -> dict[str, bytes]:
    """A repaired live-session snapshot."""
    manifest = {"schema_version": "reap.gpu.snapshot.v1", "session_id": "s1", "snapshot": name, "files": {}}
    document = backend if isinstance(backend, bytes) else forge.canonical(backend or written_backend())
    return forge.repaired(session=session or record(), backend_bytes=document, manifest=manifest)


def written_backend(schema: str = CATEGORICAL, **more: Any) -> dict[str, Any]:
    import base64

    from reaprover.snapshot.archive_writer import archive_blocks

    payload = base64.b64encode(b"".join(archive_blocks(tree()))).decode()
    return {"schema_version": schema, **CONFIGS[schema], "encoding": "torch-save-base64", "payload": payload} | more


@pytest.mark.parametrize("schema", CONFIGS)
def test_every_backend_with_a_payload_is_read_also_sealed_for_publication(schema: str, tmp_path: Path) -> None:
    for number, sealed in enumerate(({}, {"experience_contract": forge.tiny_contract()})):
        contents = read_snapshot(forge.write(tmp_path / str(number), files(backend=written_backend(schema, **sealed))))
        assert isinstance(contents, LiveContents)
        assert contents.backend.schema == schema
        assert (contents.backend.experience_contract is not None) == bool(sealed)
        payload = contents.payload
        assert payload is not None
        assert payload.examples_seen == 2**40
        assert payload.rng.seed == -5
        assert payload.rng.device is None
        assert payload.optimizer["param_groups"][1]["betas"] == (0.9, 0.999)  # type: ignore[index,call-overload]  # a plain tree
        assert np.array_equal(payload.adapter["a"].numpy(), array(2, 3))
        step = payload.optimizer["state"][0]["step"]  # type: ignore[index,call-overload]  # a plain tree
        assert step.shape == ()


def test_the_toy_backend_has_no_payload(tmp_path: Path) -> None:
    toy = {"schema_version": "reap.gpu.toy-backend.v1", "learned": True, "optimizer_steps": 1, "value_score": 1.0}
    contents = read_snapshot(forge.write(tmp_path / "s", files(backend=toy)))
    assert isinstance(contents, LiveContents)
    assert contents.payload is None
    refused_files(tmp_path, files(backend=toy | {"learned": 1}), "wrong_type")
    refused_files(tmp_path, files(backend=toy | {"payload": ""}), "wrong_keys")


def test_a_live_snapshot_is_written_read_back_and_never_overwritten(tmp_path: Path) -> None:
    store = SnapshotStore(tmp_path)
    document = record(role="learner", theorem_id=None)
    session = LiveSession(
        "s1", None, Role.LEARNER, {}, False, 2, {k: document[k] for k in document if k.endswith("_metadata") and k != "buffer_metadata"},
        document["buffer_metadata"], document["event_receipts"], document["created_at"],
    )  # fmt: skip
    backend = {"schema_version": CATEGORICAL, **CONFIGS[CATEGORICAL]}
    store.publish_live(*live_snapshot_files(session, "before", backend, tree()))
    assert json.loads((tmp_path / "s1/before/session.json").read_bytes()) == document
    contents = store.read("s1", "before")
    assert isinstance(contents, LiveContents)
    assert contents.session == session
    with pytest.raises(SnapshotRefusal) as caught:
        store.publish_live(*live_snapshot_files(session, "before", backend, tree()))
    assert caught.value.code == "already_exists"


WRONG: dict[str, tuple[str, dict[str, bytes]]] = {
    "19 live schema": ("unsupported_schema", files(backend=written_backend(schema_version="reap.gpu.other-backend.v1"))),
    "21 a release's backend": ("variant_mismatch", files(backend=forge.tiny()["backend.json"])),
    "20 session id": ("identity_mismatch", files(record(session_id="s2"))),
    "20 backend's session id": ("identity_mismatch", files(backend=written_backend(session_id="s2"))),
    "configurations differ": ("contract_field", files(backend=written_backend(categorical_search_config={}))),
    "keys of another schema": ("wrong_keys", files(backend=written_backend(mixed_config={}))),
    "extra key in the session": ("wrong_keys", files(record(note=1))),
    "completed 1": ("wrong_type", files(record(completed=1))),
    "created_at an integer": ("wrong_type", files(record(created_at=1750000000))),
    "policy version -1": ("out_of_range", files(record(policy_version=-1))),
    "role unknown": ("out_of_range", files(record(role="teacher"))),
    "role theorem written out": ("out_of_range", files(record(role="theorem"))),
    "learner with a theorem": ("out_of_range", files(record(role="learner"))),
    "actor without a theorem": ("out_of_range", files(record(role="actor", theorem_id=None))),
    "actor without a release": ("bad_sha256_text", files(record(role="actor"))),
    "event id": ("bad_identifier_text", files(record(event_receipts={"a/b": {"digest": "1" * 64, "response": {}}}))),
    "receipt's digest": ("bad_sha256_text", files(record(event_receipts={"e1": {"digest": "1", "response": {}}}))),
    "event status": ("out_of_range", files(record(buffer_metadata={"events": {"e1": {"digest": "1" * 64, "status": "lost", "policy_version": 0}}, "pending_event_ids": [], "consumed_event_ids": []}))),
    "pending id without an event": ("out_of_range", files(record(buffer_metadata={"events": {}, "pending_event_ids": ["e1"], "consumed_event_ids": []}))),
}  # fmt: skip


@pytest.mark.parametrize("row", WRONG)
def test_a_forged_live_session_is_refused(row: str, tmp_path: Path) -> None:
    code, forged = WRONG[row]
    refused_files(tmp_path, forged, code)


def test_payloads_with_other_keys_random_states_or_counters_are_refused(tmp_path: Path) -> None:
    import base64

    from reaprover.snapshot.archive_writer import archive_blocks

    def changed(change: Any) -> dict[str, bytes]:
        value = tree()
        change(value)
        payload = base64.b64encode(b"".join(archive_blocks(value))).decode()
        return files(backend=written_backend(payload=payload))

    refused_files(tmp_path, changed(lambda t: t.pop("rng")), "payload_keys")
    refused_files(tmp_path, changed(lambda t: t.update(more=1)), "payload_keys")
    refused_files(tmp_path, changed(lambda t: t.update(optimizer_steps=True)), "pickle_structure")
    refused_files(tmp_path, changed(lambda t: t["rng"].update(device_type="tpu")), "pickle_structure")
    refused_files(tmp_path, changed(lambda t: t["rng"].update(cpu=tensor(array(5056)))), "wrong_dtype")
    refused_files(tmp_path, changed(lambda t: t["rng"].update(cpu=tensor(np.zeros(5055, np.uint8)))), "wrong_shape")
    refused_files(tmp_path, changed(lambda t: t["optimizer"]["state"][0].update(exp_avg=tensor(np.array([np.nan], np.float32)))), "non_finite_tensor")  # fmt: skip


def test_a_snapshot_is_restored_only_where_it_belongs(tmp_path: Path) -> None:
    contents = read_snapshot(forge.write(tmp_path / "s", files()))
    assert isinstance(contents, LiveContents)
    right: dict[str, Any] = {"session_id": "s1", "schema": CATEGORICAL, "config": CONFIG, "device_type": "cpu"}
    check_restore(contents.session, contents.backend, contents.payload, **right)
    for wrong in (
        {"session_id": "s10"},
        {"schema": "reap.gpu.real-search-backend.v1"},
        {"config": CONFIG | {"gamma": 0.999}},
        {"config": CONFIG | {"gamma": 1}},
        {"device_type": "cuda"},
    ):
        with pytest.raises(SnapshotRefusal) as caught:
            check_restore(contents.session, contents.backend, contents.payload, **(right | wrong))
        assert caught.value.code == "restore_mismatch"


@pytest.mark.model
def test_what_torch_writes_of_a_live_session_is_read_and_torch_reads_what_we_write(tmp_path: Path) -> None:
    import base64

    import torch

    from reaprover.snapshot.archive_writer import archive_blocks

    out = io.BytesIO()
    torch.save(tree(lambda value: torch.from_numpy(np.array(value))), out)
    payload = base64.b64encode(out.getvalue()).decode()
    contents = read_snapshot(forge.write(tmp_path / "s", files(backend=written_backend(payload=payload))))
    assert isinstance(contents, LiveContents)
    assert contents.payload is not None
    assert contents.payload.optimizer["param_groups"][0]["eps"] == 1e-08  # type: ignore[index,call-overload]  # a plain tree
    ours = torch.load(io.BytesIO(b"".join(archive_blocks(tree()))), weights_only=True)
    assert torch.equal(ours["optimizer"]["state"][1]["exp_avg"], torch.arange(6.0).reshape(2, 3))
    assert ours["rng"]["seed"] == -5
