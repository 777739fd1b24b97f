"""From a session to an inherited experience, with the real search, the real Lean and a model over HTTP."""

from __future__ import annotations

import copy
import hashlib
import json
import platform
import sys
from pathlib import Path
from typing import Any

import pytest

from reaprover.core.canonical import canonical_json

from ..model.trained import trained_base
from .service import RELEASE, running

pytestmark = [
    pytest.mark.model,
    pytest.mark.lean,
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux" or platform.machine() != "x86_64", reason="the embedded Lean runs on Linux x86_64 only"),
]


def small_contract() -> Any:
    """The contract of the tiny release for a base of hidden size 32."""
    from reaprover.snapshot import check_contract, load_release

    document: Any = copy.deepcopy(load_release(RELEASE).contract.document)
    document["hidden_size"] = 32
    for key in ("search_config", "categorical_search_config"):
        config = document[key]
        config["hidden_size"] = config["categorical_value"]["artifact"]["hidden_size"] = 32
        config["categorical_value"]["head"] = "linear-32-silu-256-linear-64"
    return check_contract(document)


def trained_backend(**options: Any) -> Any:
    """The base that has learnt two steps by heart, with fresh adapters."""
    from reaprover.model.policy_value import PolicyValueModel
    from reaprover.runtime.model_backend import ModelBackend

    contract = small_contract()
    return ModelBackend(PolicyValueModel(trained_base(), contract), contract, **options), ()


SESSION = "course-000000000001-01"
SOURCE = "theorem identity (p : Prop) : p → p := by\n  reapTrainingMCTS\n"


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def write_json(path: Path, value: Any) -> bytes:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes((json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode())
    return path.read_bytes()


def searched(url: str, toolchain: Any, run: Path) -> Any:
    """Search with the model behind `url`, and leave the run folder that a check of the proof begins from."""
    from reaprover.core import Outcome, Theorem
    from reaprover.lean.environment import LeanEnvironment
    from reaprover.lean.pool import LeanPool
    from reaprover.model.prompt import reap_prompt
    from reaprover.model.remote import RemoteEvaluator
    from reaprover.model.sampling import Sampling
    from reaprover.search import Budget, search, search_config
    from reaprover.search.raw_tree import raw_tree, write_raw_tree
    from reaprover.search.reap_observer import ReapObserver, reap_result
    from reaprover.verify.strict import Level, StrictChecker

    names = {"session_id": SESSION, "tree_id": f"{SESSION}.tree0"}
    theorem, out = Theorem("identity", "(p : Prop)", "p → p"), run / "outputs" / SESSION
    (run / "inputs").mkdir(parents=True)
    (run / "inputs" / "identity.lean").write_bytes(SOURCE.encode())
    out.mkdir(parents=True)
    config = search_config("paper", budget=Budget(wall_s=60.0, num_simulations=12), seed=0)
    pool = LeanPool(toolchain, 1)
    environment = LeanEnvironment(theorem, pool)
    try:
        with (
            (out / "observer.jsonl").open("w", encoding="utf-8") as stream,
            RemoteEvaluator(url, sampling=Sampling(max_tokens=24)) as evaluator,
        ):
            observer = ReapObserver(stream, config.rules, **names, policy_version="0", prompt_fn=reap_prompt)
            checker = StrictChecker(toolchain, level=Level.STRICT)
            result = search(theorem, environment, evaluator, checker, config, observers=[observer])
    finally:
        environment.close()
        pool.close()
    assert result.outcome is Outcome.PROVED
    (out / "raw_tree.json").write_text(write_raw_tree(raw_tree(result.tree, config.rules)))
    write_json(out / "session.json", {**names, "theorem_sha256": sha(SOURCE.encode()), "gamma": 0.99})
    write_json(out / "result.json", reap_result(result.outcome, result.script, "", session_id=SESSION, elapsed_ns=1))
    online = {"session_id": SESSION, "status": "solved_without_online_update", "root_verified": True, "returncode": 0, "error": None}
    write_json(out / "online-result.json", online | {"optimizer_updates": 0, "policy_version": 0})
    return result


def bundle_of(toolchain: Any, run: Path) -> dict[str, bytes]:
    """The bundle of the proof, each of its tactics applied again in a fresh Lean."""
    from reaprover.core import Theorem
    from reaprover.lean.environment import LeanEnvironment
    from reaprover.lean.pool import LeanPool
    from reaprover.runtime.proof_trajectory import make_bundle

    pool = LeanPool(toolchain, 1)
    environment = LeanEnvironment(Theorem("identity", "(p : Prop)", "p → p"), pool)
    try:
        return make_bundle(run, SESSION, environment)
    finally:
        environment.close()
        pool.close()


def write_evidence(folder: Path, run: Path, bundle: dict[str, bytes], replies: dict[str, Any]) -> None:
    """The evidence of the release, as it is handed over."""
    check = run / "proof-check" / SESSION
    files = {f"verification/{name}": (check / name).read_bytes() for name in ("accepted.json", "receipt.json", "stdout.log", "stderr.log")}
    files |= {"proof/source.lean": SOURCE.encode(), "proof/proof.lean": (check / "proof.lean").read_bytes()}
    files |= {"success-replay/dataset.json": bundle["dataset.json"], "search/raw_tree.json": bundle["raw_tree.json"]}
    files["search/online-result.json"] = (run / "outputs" / SESSION / "online-result.json").read_bytes()
    files |= {name: canonical_json(reply) for name, reply in replies.items()}
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    listed = {name: {"bytes": len(data), "sha256": sha(data), "source": name} for name, data in files.items()}
    write_json(folder / "manifest.json", {"schema_version": "reap.course-success-handoff.v1", "session_id": SESSION, "files": listed})


def test_a_proof_found_over_http_is_accepted_learnt_from_and_becomes_an_experience_that_a_new_session_inherits(tmp_path: Path) -> None:
    from reaprover.core import Verdict
    from reaprover.lean.toolchain import EmbeddedToolchain
    from reaprover.runtime.proof_trajectory import success_event
    from reaprover.runtime.trajectories import TrajectoryStore
    from reaprover.snapshot import load_release, read_snapshot
    from reaprover.snapshot.evidence import check_evidence
    from reaprover.snapshot.reading import ReleaseContents
    from reaprover.snapshot.report import CheckStatus
    from reaprover.verify.acceptance import acceptance_block, check_session
    from reaprover.verify.strict import Level, StrictChecker

    toolchain = EmbeddedToolchain.find()
    toolchain.prepare()
    run, store = tmp_path / "run", TrajectoryStore(tmp_path / "successes")
    with running(tmp_path, lambda: trained_backend(success_root=tmp_path / "successes")) as service:
        path = f"/sessions/{SESSION}"
        service.post(path, {"theorem_id": sha(SOURCE.encode())}, expect=201)
        result = searched(service.url + path, toolchain, run)
        outcome = check_session(run, SESSION, "identity", StrictChecker(toolchain, level=Level.STRICT))
        assert outcome.verdict is Verdict.VERIFIED, outcome.gates

        bundle = bundle_of(toolchain, run)
        store.publish(bundle)
        event = success_event(bundle)
        assert event["course_acceptance_sha256"] == outcome.evidence_sha256
        before = service.post(f"{path}/value/v1/chat/completions", {"messages": [{"role": "user", "content": result_prompt(result)}]})
        receipt = service.post(f"{path}/learn/v1", {"expected_policy_version": 0, "event": event})
        assert (receipt["applied"], receipt["policy_version"]) == (True, 1)
        assert [s["return"] for s in receipt["detail"]["samples"]] == [t.value_target for t in result.transitions]
        after = service.post(f"{path}/value/v1/chat/completions", {"messages": [{"role": "user", "content": result_prompt(result)}]})
        scores = [json.loads(reply["choices"][0]["message"]["content"])["score"] for reply in (before, after)]
        assert abs(scores[1] - result.num_steps) < abs(scores[0] - result.num_steps)

        sealed = service.post(f"{path}/snapshot/v1", {"name": "experience-candidate", "for_experience": True}, expect=201)
        source = sealed["source"]
        acceptance = acceptance_block(outcome.folder, run, source)
        assert acceptance["evidence_sha256"] == sha((outcome.folder / "accepted.json").read_bytes())
        publish = {"snapshot": "experience-candidate", "experience_id": "exp-000000000001-01", "acceptance": acceptance}
        metadata = service.post(f"{path}/experience/v1", publish, expect=201)
        retired = service.post(f"{path}/retire/v1", {"name": "retired-online-ttt", "expected_policy_version": 1})
        assert retired["status"] == "released"

        folder = tmp_path / "experiences" / "exp-000000000001-01" / "release"
        replies = {"success-learn/intent.json": {"event": event}, "success-learn/response.json": receipt, "seal/response.json": sealed}
        replies |= {"publish/response.json": metadata, "retire/response.json": retired}
        write_evidence(tmp_path / "evidence", run, bundle, replies)
        release = load_release(folder)
        assert release.verify().passed
        contents = read_snapshot(folder)
        assert isinstance(contents, ReleaseContents)
        links = check_evidence(tmp_path / "evidence", contents)
        assert [link for link in links if link.status is CheckStatus.REFUSED] == []
        followed = {link.name for link in links if link.status is CheckStatus.PASSED}
        assert {"accepted.json ↔ evidence_sha256", "success-learn ↔ dataset.json", "updates ↔ policy_version", "gate sorry"} <= followed

        child = service.post(
            "/sessions/course-000000000001-02",
            {
                "theorem_id": "2" * 64,
                "experience_id": "exp-000000000001-01",
                "experience_weights_sha256": metadata["weights_sha256"],
                "experience_snapshot_sha256": source["snapshot_sha256"],
            },
            expect=201,
        )
        assert child["lineage"]["source"] == source
        assert child["lineage"]["reset"] == ["optimizer", "rng", "buffer", "policy_version", "event_receipts"]
        assert (child["policy_version"], child["event_receipts"], child["buffer_metadata"]["events"]) == (0, {}, {})
        model = service.runtime.backend.model  # type: ignore[attr-defined]  # the test knows which backend this is
        assert model.weights("course-000000000001-02").adapter == release.adapter
        assert model.session("course-000000000001-02").optimizer_steps == 0


def result_prompt(result: Any) -> str:
    """The prompt of the proof's first state."""
    from reaprover.model.prompt import reap_prompt

    return reap_prompt(result.transitions[0].goals)
