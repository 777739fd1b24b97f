"""From a session to an inherited experience, with the real search, the real Lean and a model over HTTP."""

from __future__ import annotations

import copy
import hashlib
import platform
import sys
from pathlib import Path
from typing import Any

import pytest

from ..model.trained import trained_base
from .service import RELEASE, running

pytestmark = [
    pytest.mark.model,
    pytest.mark.lean,
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux" or platform.machine() != "x86_64", reason="the embedded Lean runs on Linux x86_64 only"),
]
STATE = "p : Prop\n⊢ p → p"


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


def trained_backend() -> Any:
    """The base that has learnt two steps by heart, with fresh adapters."""
    from reaprover.model.policy_value import PolicyValueModel
    from reaprover.runtime.model_backend import ModelBackend

    contract = small_contract()
    return ModelBackend(PolicyValueModel(trained_base(), contract), contract), ()


def test_a_proof_found_over_http_becomes_an_experience_that_a_new_session_inherits(tmp_path: Path) -> None:
    from reaprover.core import Outcome, Theorem
    from reaprover.lean.toolchain import EmbeddedToolchain
    from reaprover.model.prompt import reap_prompt
    from reaprover.model.remote import RemoteEvaluator
    from reaprover.model.sampling import Sampling
    from reaprover.prover import Prover
    from reaprover.search import Budget, search_config
    from reaprover.verify.strict import Level

    toolchain = EmbeddedToolchain.find()
    toolchain.prepare()
    theorem = Theorem("identity", "(p : Prop)", "p → p")
    theorem_id = hashlib.sha256(b"theorem identity (p : Prop) : p -> p").hexdigest()
    with running(tmp_path, trained_backend) as service:
        service.post("/sessions/course-000000000001-01", {"theorem_id": theorem_id}, expect=201)
        path = "/sessions/course-000000000001-01"
        config = search_config("paper", budget=Budget(wall_s=60.0, num_simulations=12), seed=0)
        with (
            RemoteEvaluator(service.url + path, sampling=Sampling(max_tokens=24)) as evaluator,
            Prover(toolchain, evaluator, level=Level.STRICT) as prover,
        ):
            result = prover.attempt(theorem, config, folder=tmp_path / "run")
        assert result.outcome is Outcome.PROVED
        event = {
            "event_id": "course-000000000001-01.s0.n0",
            "session_id": "course-000000000001-01",
            "tree_id": "course-000000000001-01.tree0",
            "step": 0,
            "node_index": 0,
            "policy_version": 0,
            "prompt": reap_prompt([STATE]),
            "gamma": 0.99,
            "candidates": [{"tactic": "intro h", "visits": 6, "raw_logprob": -0.1, "behavior_version": 0}],
            "backup": {"kind": "OR", "valid": True, "visits": 6, "value_sum": -12.0},
            "reward": 0,
            "terminal_verified": False,
        }
        receipt = service.post(f"{path}/learn/v1", {"expected_policy_version": 0, "event": event})
        assert receipt["policy_version"] == 1
        seal = {"name": "experience-candidate", "for_experience": True}
        source = service.post(f"{path}/snapshot/v1", seal, expect=201)["source"]
        evidence = hashlib.sha256((tmp_path / "run" / "receipt.json").read_bytes()).hexdigest()
        acceptance = {"kind": "independent-lean", "completed": True, "passed": True, "evidence_sha256": evidence, "source": source}
        publish = {"snapshot": "experience-candidate", "experience_id": "exp-000000000001-01", "acceptance": acceptance}
        metadata = service.post(f"{path}/experience/v1", publish, expect=201)
        retired = service.post(f"{path}/retire/v1", {"name": "retired-online-ttt", "expected_policy_version": 1})
        assert retired["status"] == "released"
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
        from reaprover.snapshot import load_release

        release = load_release(tmp_path / "experiences" / "exp-000000000001-01" / "release")
        model = service.runtime.backend.model  # type: ignore[attr-defined]  # the test knows which backend this is
        assert model.weights("course-000000000001-02").adapter == release.adapter
        assert release.verify().passed
