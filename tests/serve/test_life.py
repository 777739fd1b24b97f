"""The whole life of a session over a real socket: create, policy, value, learn, seal, publish, inherit, restore, retire, delete."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reaprover.core.canonical import canonical_json

from .service import MESSAGES, PROMPT, RELEASE, Service, running, tiny_backend, toy_backend

SHA = "5" * 64


def toy_event(session_id: str, version: int, **changes: Any) -> dict[str, Any]:
    return {"event_id": f"{session_id}.s{version}.n0", "kind": "toy", "prompt": PROMPT, "reward": 1} | changes


def search_event(session_id: str, version: int, **changes: Any) -> dict[str, Any]:
    return {
        "event_id": f"{session_id}.s{version}.n0",
        "session_id": session_id,
        "tree_id": f"{session_id}.tree0",
        "step": version,
        "node_index": 0,
        "policy_version": version,
        "prompt": PROMPT,
        "gamma": 0.99,
        "candidates": [
            {"tactic": "trivial", "visits": 3, "raw_logprob": -57.0, "behavior_version": 0},
            {"tactic": "simp", "visits": 1, "raw_logprob": -43.0, "behavior_version": 0},
        ],
        "backup": {"kind": "OR", "valid": True, "visits": 3, "value_sum": -10.5},
        "reward": 0,
        "terminal_verified": False,
    } | changes


BACKENDS = [
    pytest.param(toy_backend, toy_event, "local-mechanism", id="toy"),
    pytest.param(tiny_backend, search_event, "independent-lean", id="tiny", marks=pytest.mark.model),
]


def learn(service: Service, session_id: str, version: int, event: Callable[..., dict[str, Any]], **changes: Any) -> Any:
    body = {"expected_policy_version": version, "event": event(session_id, version, **changes)}
    return service.post(f"/sessions/{session_id}/learn/v1", body)


def sealed_and_published(service: Service, session_id: str, event: Any, kind: str, experience_id: str, theorem: str) -> tuple[Any, Any]:
    service.post(f"/sessions/{session_id}", {"theorem_id": theorem}, expect=201)
    learn(service, session_id, 0, event)
    name = "experience-candidate"
    sealed = service.post(f"/sessions/{session_id}/snapshot/v1", {"name": name, "for_experience": True}, expect=201)
    acceptance = {"kind": kind, "completed": True, "passed": True, "evidence_sha256": SHA, "source": sealed["source"]}
    body = {"snapshot": name, "experience_id": experience_id, "acceptance": acceptance}
    return sealed["source"], service.post(f"/sessions/{session_id}/experience/v1", body, expect=201)


@pytest.mark.parametrize(("backend", "event", "kind"), BACKENDS)
def test_a_session_lives_from_creation_to_an_inherited_experience(backend: Any, event: Any, kind: str, tmp_path: Path) -> None:
    with running(tmp_path, backend) as service:
        contract = service.ask("GET", "/initialization-contract")[1]
        pin = contract["initialization_contract_sha256"]
        body = {"theorem_id": "1" * 64, "expected_initialization_contract_sha256": pin}
        state = service.post("/sessions/s1", body, expect=201)
        assert state["initialization_contract"] == contract["initialization_contract"]
        assert (state["policy_version"], state["completed"], state["lineage"], state["event_receipts"]) == (0, False, {}, {})
        assert state["optimizer_metadata"]["steps"] == 0
        assert state["buffer_metadata"] == {"events": {}, "pending_event_ids": [], "consumed_event_ids": []}
        assert "role" not in state

        chat = {"messages": MESSAGES, "n": 3, "max_tokens": 6, "logprobs": True}
        policy = service.post("/sessions/s1/policy/v1/chat/completions", chat)
        assert [choice["index"] for choice in policy["choices"]] == [0, 1, 2]
        assert policy["policy_version"] == 0
        value = service.post("/sessions/s1/value/v1/chat/completions", chat)
        assert len(value["choices"]) == 1
        assert "logprobs" not in value["choices"][0]
        before = json.loads(value["choices"][0]["message"]["content"])["score"]
        service.post("/sessions/s1/snapshot/v1", {"name": "start"}, expect=201)

        receipt = learn(service, "s1", 0, event)
        assert (receipt["applied"], receipt["idempotent"], receipt["policy_version"]) == (True, False, 1)
        again = learn(service, "s1", 0, event)
        assert again == receipt | {"applied": False, "idempotent": True}
        value = service.post("/sessions/s1/value/v1/chat/completions", chat)
        learnt = json.loads(value["choices"][0]["message"]["content"])["score"]
        assert learnt != before
        assert value["policy_version"] == 1

        restored = service.post("/sessions/s1/restore/v1", {"name": "start"})
        assert (restored["policy_version"], restored["event_receipts"]) == (0, {})
        value = service.post("/sessions/s1/value/v1/chat/completions", chat)
        assert json.loads(value["choices"][0]["message"]["content"])["score"] == before
        assert learn(service, "s1", 0, event)["detail"] == receipt["detail"]

        sealed = service.post("/sessions/s1/snapshot/v1", {"name": "experience-candidate", "for_experience": True}, expect=201)
        source = sealed["source"]
        assert source | {"snapshot_sha256": SHA} == {
            "session_id": "s1",
            "theorem_id": "1" * 64,
            "policy_version": 1,
            "snapshot": "experience-candidate",
            "snapshot_sha256": SHA,
            "parent_experience_id": None,
        }
        assert service.post("/sessions/s1/policy/v1/chat/completions", chat)["policy_version"] == 1
        status, refused = service.ask("POST", "/sessions/s1/learn/v1", {"expected_policy_version": 0, "event": event("s1", 0)})
        assert (status, refused["error"]) == (400, "ValueError")

        acceptance = {"kind": kind, "completed": True, "passed": True, "evidence_sha256": SHA, "source": source}
        publish = {"snapshot": "experience-candidate", "experience_id": "exp-1", "acceptance": acceptance}
        metadata = service.post("/sessions/s1/experience/v1", publish, expect=201)
        folder = tmp_path / "experiences" / "exp-1" / "release"
        assert canonical_json(metadata) == (folder / "session.json").read_bytes()
        assert service.ask("POST", "/sessions/s1/experience/v1", publish)[0] == 409

        retired = service.post("/sessions/s1/retire/v1", {"name": "retired-online-ttt", "expected_policy_version": 1})
        assert (retired["status"], retired["schema_version"]) == ("released", "reap.gpu.retirement.v1")
        assert service.ask("GET", "/sessions/s1/retire/v1") == (200, retired)
        assert service.ask("POST", "/sessions/s1", {})[0] == 400
        assert service.ask("GET", "/sessions/s1/state/v1")[0] == 404

        pins = {
            "experience_id": "exp-1",
            "experience_weights_sha256": metadata["weights_sha256"],
            "experience_snapshot_sha256": source["snapshot_sha256"],
        }
        wrong = [
            {"theorem_id": "1" * 64},  # the same theorem
            {"theorem_id": "2" * 64, "experience_weights_sha256": SHA},
            {"theorem_id": "2" * 64, "experience_snapshot_sha256": SHA},
            {"theorem_id": "2" * 64, "experience_snapshot_sha256": None},
        ]
        for body in wrong:
            status, refused = service.ask("POST", "/sessions/s2", {k: v for k, v in (pins | body).items() if v is not None})
            assert (status, refused["error"]) == (400, "ValueError"), body
        child = service.post("/sessions/s2", pins | {"theorem_id": "2" * 64}, expect=201)
        assert child["lineage"] == {
            "experience_id": "exp-1",
            "weights_sha256": metadata["weights_sha256"],
            "source": source,
            "reset": ["optimizer", "rng", "buffer", "policy_version", "event_receipts"],
        }
        assert (child["policy_version"], child["event_receipts"], child["buffer_metadata"]["events"]) == (0, {}, {})
        assert child["value_metadata"]["initialized_from_experience"] is True
        inherited = service.post("/sessions/s2/value/v1/chat/completions", chat)
        assert json.loads(inherited["choices"][0]["message"]["content"])["score"] == learnt
        grandchild, _ = sealed_and_published(service, "s3", event, kind, "exp-2", "3" * 64)
        assert grandchild["parent_experience_id"] is None
        learn(service, "s2", 0, event)
        sealed = service.post("/sessions/s2/snapshot/v1", {"name": "experience-candidate", "for_experience": True}, expect=201)
        assert sealed["source"]["parent_experience_id"] == "exp-1"

        assert service.ask("DELETE", "/sessions/s2") == (200, {"deleted": True, "session_id": "s2"})
        assert service.ask("DELETE", "/sessions/s2")[0] == 404
        assert [entry["session_id"] for entry in service.ask("GET", "/sessions")[1]["sessions"]] == ["s3"]


@pytest.mark.model
def test_a_release_of_the_service_is_read_by_the_snapshot_package_and_inherited_bit_for_bit(tmp_path: Path) -> None:
    from reaprover.snapshot import load_release

    with running(tmp_path, tiny_backend) as service:
        source, metadata = sealed_and_published(service, "s1", search_event, "independent-lean", "exp-1", "1" * 64)
        release = load_release(tmp_path / "experiences" / "exp-1" / "release")
        assert release.identity.weights_sha256 == metadata["weights_sha256"]
        assert release.provenance.to_json() == source
        assert release.contract.document == load_release(RELEASE).contract.document
        service.post("/sessions/s2", {"theorem_id": "2" * 64, "experience_id": "exp-1"}, expect=201)
        model = service.runtime.backend.model  # type: ignore[attr-defined]  # the test knows which backend this is
        assert model.weights("s2").adapter == release.adapter == model.weights("s1").adapter
        assert model.weights("s2").value_head == release.value_head
        assert not model.optimizer("s2").state_dict()["state"]
        damaged = tmp_path / "experiences" / "exp-1" / "release" / "backend.json"
        data = damaged.read_bytes()
        damaged.write_bytes(data[:2000] + bytes([data[2000] ^ 1]) + data[2001:])
        status, refused = service.ask("POST", "/sessions/s4", {"theorem_id": "2" * 64, "experience_id": "exp-1"})
        assert (status, refused["error"]) == (422, "SnapshotIntegrityError")
        status, refused = service.ask("POST", "/sessions/s4", {"theorem_id": "2" * 64, "experience_id": "exp-9"})
        assert (status, refused["error"]) == (422, "SnapshotNotFoundError")
        assert service.ask("GET", "/sessions/s4/state/v1")[0] == 404


@pytest.mark.parametrize(("backend", "event", "kind"), BACKENDS)
def test_sessions_survive_an_orderly_restart_with_versions_receipts_and_random_streams(
    backend: Any, event: Any, kind: str, tmp_path: Path
) -> None:
    chat = {"messages": MESSAGES, "n": 4, "max_tokens": 6, "logprobs": True}
    with running(tmp_path / "a", backend) as service:
        service.post("/sessions/s1", {}, expect=201)
        learn(service, "s1", 0, event)
        service.post("/sessions/s1/policy/v1/chat/completions", chat)
        expected = [service.post("/sessions/s1/policy/v1/chat/completions", chat)["choices"] for _ in range(2)]
    with running(tmp_path / "b", backend) as service:
        service.post("/sessions/s1", {}, expect=201)
        receipt = learn(service, "s1", 0, event)
        service.post("/sessions/s1/policy/v1/chat/completions", chat)
        state = service.ask("GET", "/sessions/s1/state/v1")[1]
    with running(tmp_path / "b", backend) as service:
        assert service.ask("GET", "/sessions/s1/state/v1")[1] == state
        assert [service.post("/sessions/s1/policy/v1/chat/completions", chat)["choices"] for _ in range(2)] == expected
        assert learn(service, "s1", 0, event) == receipt | {"applied": False, "idempotent": True}
        assert learn(service, "s1", 1, event)["policy_version"] == 2


def test_retiring_again_reusing_and_a_failure_after_prepared(tmp_path: Path) -> None:
    with running(tmp_path, toy_backend) as service:
        service.post("/sessions/s1", {}, expect=201)
        service.post("/sessions/s1/snapshot/v1", {"name": "last"}, expect=201)
        service.post("/sessions/s1/policy/v1/chat/completions", {"messages": MESSAGES})
        body = {"name": "last", "expected_policy_version": 0, "reuse_snapshot": True}
        assert service.ask("POST", "/sessions/s1/retire/v1", body)[0] == 400  # it was used since
        assert service.ask("POST", "/sessions/s1/retire/v1", {"name": "last", "expected_policy_version": 0})[0] == 409
        assert service.ask("POST", "/sessions/s1/retire/v1", {"name": "x", "expected_policy_version": 1})[0] == 409
        service.post("/sessions/s1/snapshot/v1", {"name": "later"}, expect=201)
        receipt = service.post("/sessions/s1/retire/v1", body | {"name": "later"})
        assert (receipt["schema_version"], receipt["snapshot_mode"]) == ("reap.gpu.retirement.v2", "reuse_verified")
        assert receipt["snapshot_revision"] >= 1
        assert service.ask("POST", "/sessions/s1/retire/v1", body | {"name": "later"})[0] == 400

        service.post("/sessions/s2", {}, expect=201)
        (tmp_path / "snapshots" / "_retirements" / "s2").mkdir()
        (tmp_path / "snapshots" / "_retirements" / "s2" / "released.json").mkdir()  # the second record cannot be written
        status, _ = service.ask("POST", "/sessions/s2/retire/v1", {"name": "end", "expected_policy_version": 0})
        assert status >= 400
        (tmp_path / "snapshots" / "_retirements" / "s2" / "released.json").rmdir()
        status, refused = service.ask("GET", "/sessions/s2/state/v1")
        assert (status, refused["error"]) == (500, "RuntimeError")
        assert "quarantined" in refused["message"]
        assert service.ask("GET", "/sessions/s2/retire/v1")[1]["status"] == "prepared"
        assert service.ask("GET", "/health")[1]["reaprover"]["quarantined"] == 1
        assert service.ask("DELETE", "/sessions/s2")[0] == 200
        assert service.ask("POST", "/sessions/s2", {})[0] == 400
    with running(tmp_path, toy_backend) as service:
        assert service.ask("GET", "/sessions/s1/retire/v1") == (200, receipt)
        assert service.ask("GET", "/sessions/s2/retire/v1")[1]["status"] == "prepared"
        manifest = tmp_path / "snapshots" / "s1" / "later" / "manifest.json"
        manifest.write_bytes(manifest.read_bytes() + b" ")
        status, refused = service.ask("GET", "/sessions/s1/retire/v1")
        assert (status, refused["error"]) == (422, "SnapshotIntegrityError")
