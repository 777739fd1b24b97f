"""The store of verified proofs, and the one success event of a session (spec learning.md, section 4)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from reaprover.errors import EventConflictError, InputError
from reaprover.learn.events import parse_success_event
from reaprover.runtime.runtime import Runtime
from reaprover.runtime.trajectories import FILES, TrajectoryStore

from ..serve.service import DATA, MESSAGES, running, tiny_backend
from ..serve.test_life import search_event
from .bundles import THEOREM_ID, bundle, sha, success_event, text
from .test_failures import everything


def parsed(event: dict[str, Any], *, version: int = 0) -> Any:
    return parse_success_event(event, session_id="s1", theorem_id=THEOREM_ID, policy_version=version)


def store_of(root: Path, files: dict[str, bytes]) -> TrajectoryStore:
    """A store with a bundle that was written without the checks of publishing."""
    folder = root / sha(files["dataset.json"])
    folder.mkdir(parents=True)
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return TrajectoryStore(root)


def test_a_bundle_that_holds_is_published_under_its_pin_and_loaded(tmp_path: Path) -> None:
    files, store = bundle(), TrajectoryStore(tmp_path)
    assert store.publish(files) == sha(files["dataset.json"])
    dataset = store.load(parsed(success_event(files)))
    assert [(r.tactic, r.distance) for r in dataset.rows] == [("induction n", 2), ("trivial", 1)]
    with pytest.raises(FileExistsError):
        store.publish(files)


@pytest.mark.parametrize("name", FILES)
def test_a_changed_byte_in_any_file_of_a_bundle_is_noticed(tmp_path: Path, name: str) -> None:
    files = bundle()
    event = success_event(files)
    changed = bytes([files[name][0] ^ 1]) + files[name][1:] if files[name] else b"x"
    folder = tmp_path / event["dataset_sha256"]
    store_of(tmp_path, files)
    (folder / name).write_bytes(changed)
    with pytest.raises(InputError):
        TrajectoryStore(tmp_path).load(parsed(event))


def test_a_missing_a_further_and_a_linked_file_are_noticed(tmp_path: Path) -> None:
    files = bundle()
    event = success_event(files)
    store, folder = store_of(tmp_path, files), tmp_path / sha(files["dataset.json"])
    (folder / "more").write_bytes(b"")
    with pytest.raises(InputError, match="difference in more"):
        store.load(parsed(event))
    (folder / "more").unlink()
    (folder / "plan.json").unlink()
    with pytest.raises(InputError, match=r"plan\.json"):
        store.load(parsed(event))
    (tmp_path / "plan.json").write_bytes(files["plan.json"])
    (folder / "plan.json").symlink_to(tmp_path / "plan.json")
    with pytest.raises(InputError, match="no plain file"):
        store.load(parsed(event))
    with pytest.raises(InputError, match="not in the store"):
        store.load(parsed(success_event(files, dataset_sha256="0" * 64)))


# what is wrong with the bundle → how it is made, and what the refusal names
LIES: dict[str, tuple[dict[str, Any], str]] = {
    "another session": ({"session_id": "s2"}, "dataset.session_id"),
    "another tree": ({"tree_id": "s1.tree1"}, "session.tree_id"),
    "another theorem": ({"theorem_sha256": "5" * 64}, "theorem_sha256"),
    "a version that is not the last": ({"final_policy_version": 1}, "final_policy_version"),
    "an axiom that is not standard": ({"axioms": ["sorryAx"]}, "axioms"),
    "axioms that the check did not print": ({"axioms": []}, "axioms"),
    "a proof that was not accepted": ({"accepted": {"passed": False}}, "passed"),
    "a proof of another session": ({"accepted": {"session_id": "s2"}}, "accepted record, session_id"),
    "another proof text": ({"accepted": {"proof_sha256": "5" * 64}}, "proof_sha256"),
    "inputs that are not listed": ({"inputs_sha256": {}}, "inputs_sha256"),
    "another trace": ({"trace_sha256": "5" * 64}, "trace_sha256"),
    "another replay": ({"replay_receipt_sha256": "5" * 64}, "replay_receipt_sha256"),
}


@pytest.mark.parametrize(("changes", "named"), LIES.values(), ids=LIES)
def test_a_bundle_whose_parts_are_not_about_one_proof_is_refused(tmp_path: Path, changes: dict[str, Any], named: str) -> None:
    files = bundle(**changes)
    with pytest.raises(InputError, match=named):
        store_of(tmp_path, files).load(parsed(success_event(files)))


def test_an_accepted_record_that_the_bundle_does_not_hold_is_refused(tmp_path: Path) -> None:
    files = bundle()
    with pytest.raises(InputError, match="course_acceptance_sha256"):
        store_of(tmp_path, files).load(parsed(success_event(files, course_acceptance_sha256="5" * 64)))


def test_the_accepted_record_may_stand_in_the_bundle_as_an_object(tmp_path: Path) -> None:
    event = success_event(bundle())
    record = json.loads(json.loads(bundle()["historical-proof-receipt.json"])["accepted"])
    binding = text({"schema_version": "reap.course-proof-replay-binding.v1", "record": record})
    files = bundle() | {"historical-proof-receipt.json": binding}
    hashes = json.loads(files["dataset.json"])["inputs_sha256"] | {"historical-proof-receipt.json": sha(binding)}
    replay = json.loads(files["replay-receipt.json"]) | {"inputs_sha256": hashes}
    files["replay-receipt.json"] = text(replay)
    files["dataset.json"] = bundle(inputs_sha256=hashes, replay_receipt_sha256=sha(files["replay-receipt.json"]))["dataset.json"]
    TrajectoryStore(tmp_path).publish(files)
    TrajectoryStore(tmp_path).load(parsed(event | {"dataset_sha256": sha(files["dataset.json"])}))


@pytest.fixture
def tiny(tmp_path: Path) -> Iterator[Any]:
    (tmp_path / "successes").mkdir()
    backend = tiny_backend(success_root=tmp_path / "successes")[0]
    runtime = Runtime(backend, tmp_path / "snapshots", experience_root=tmp_path / "experiences")
    runtime.create("s1", {"theorem_id": THEOREM_ID}).result()
    yield runtime
    runtime.close()


def learn(runtime: Any, version: int, event: dict[str, Any]) -> Any:
    return runtime.learn("s1", {"expected_policy_version": version, "event": event}).result()


@pytest.mark.model
def test_a_session_learns_from_its_proof_once(tiny: Any, tmp_path: Path) -> None:
    learn(tiny, 0, search_event("s1", 0))
    store = TrajectoryStore(tmp_path / "successes")
    files = bundle(version=1)
    store.publish(files)
    event = success_event(files, version=1)
    receipt = learn(tiny, 1, event)
    assert (receipt["applied"], receipt["policy_version"]) == (True, 2)
    assert receipt["detail"]["objective"] == "verified_success_discounted_v1"
    assert tiny.backend.model.session("s1").examples_seen == 1 + 2
    again = learn(tiny, 1, event)
    assert (again["applied"], again["idempotent"], again["detail"]) == (False, True, receipt["detail"])
    with pytest.raises(EventConflictError):
        learn(tiny, 1, event | {"dataset_sha256": "0" * 64})
    later = bundle(version=2)
    store.publish(later)
    before = everything(tiny, "s1")
    with pytest.raises(InputError, match="second success event"):
        learn(tiny, 2, success_event(later, version=2, event_id="s1.again"))
    assert everything(tiny, "s1") == before


@pytest.mark.model
def test_a_refused_success_event_leaves_every_bit_as_it_was(tiny: Any, tmp_path: Path) -> None:
    before = everything(tiny, "s1")
    files = bundle(accepted={"passed": False})
    store_of(tmp_path / "successes", files)
    for event in (success_event(files), success_event(files, dataset_sha256="0" * 64), success_event(files, theorem_id="5" * 64)):
        with pytest.raises(InputError):
            learn(tiny, 0, event)
        assert everything(tiny, "s1") == before


@pytest.mark.model
def test_a_step_on_a_proof_that_fails_is_undone(tiny: Any, tmp_path: Path) -> None:
    from .test_failures import break_after_step

    files = bundle()
    TrajectoryStore(tmp_path / "successes").publish(files)
    before = everything(tiny, "s1")
    with pytest.MonkeyPatch.context() as patch:
        break_after_step(patch)
        with pytest.raises(Exception):  # noqa: B017  # which one is the injector's matter
            learn(tiny, 0, success_event(files))
    assert everything(tiny, "s1") == before
    assert learn(tiny, 0, success_event(files))["policy_version"] == 1


@pytest.mark.model
def test_the_contract_says_that_learning_from_proofs_is_on_in_the_words_of_full_v3(tmp_path: Path) -> None:
    import copy

    from reaprover.runtime.model_backend import finalizing_contract
    from reaprover.snapshot import check_contract

    full = json.loads((DATA / "fullv3-contract.json").read_bytes())
    without = copy.deepcopy(full)
    for key in ("search_config", "categorical_search_config"):
        del without[key]["success_finalization"]
    plain = check_contract(without)
    assert plain.sha256 != finalizing_contract(plain).sha256 == check_contract(full).sha256
    backend = tiny_backend(success_root=tmp_path)[0]
    backend.worker.close()
    assert backend.contract.sha256 == "4c6600629795dccd72e5782b799dee4fd3438e113e76d11dbbc39aaa0dc7ee6d"  # it was on already


@pytest.mark.model
def test_over_http_a_success_event_is_a_learn_like_any_other_and_refused_where_it_is_off(tmp_path: Path) -> None:
    successes, files = tmp_path / "successes", bundle()
    TrajectoryStore(successes).publish(files)
    body = {"expected_policy_version": 0, "event": success_event(files)}
    with running(tmp_path / "on", lambda: tiny_backend(success_root=successes)) as service:
        service.post("/sessions/s1", {"theorem_id": THEOREM_ID}, expect=201)
        receipt = service.post("/sessions/s1/learn/v1", body)
        assert [s["return"] for s in receipt["detail"]["samples"]] == [-2, -1]
        reply = service.post("/sessions/s1/value/v1/chat/completions", {"messages": MESSAGES})
        assert reply["policy_version"] == 1
    with running(tmp_path / "on", lambda: tiny_backend(success_root=successes)) as service:
        assert service.post("/sessions/s1/learn/v1", body)["idempotent"] is True  # after a restart too
        sealed = service.post("/sessions/s1/snapshot/v1", {"name": "sealed", "for_experience": True}, expect=201)
        assert sealed["source"]["policy_version"] == 1
    with running(tmp_path / "off", tiny_backend) as service:
        service.post("/sessions/s1", {"theorem_id": THEOREM_ID}, expect=201)
        refused = service.post("/sessions/s1/learn/v1", body, expect=400)
        assert refused["error"] == "ValueError"
        assert "switched off" in refused["message"]
