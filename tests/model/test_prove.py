"""From a model to a verified proof: a base trained here, the real search, the real Lean."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from reaprover.core import Outcome, Theorem
from reaprover.model.sampling import Sampling

from .trained import trained_base

pytestmark = [
    pytest.mark.model,
    pytest.mark.lean,
    pytest.mark.skipif(sys.platform != "linux" or platform.machine() != "x86_64", reason="the embedded Lean runs on Linux x86_64 only"),
]


@pytest.fixture
def evaluator() -> Iterator[Any]:
    from reaprover.model.evaluator import ModelEvaluator
    from reaprover.model.network import LoraShape
    from reaprover.model.policy_value import PolicyValueModel
    from reaprover.model.worker import ModelWorker

    model = PolicyValueModel(trained_base(), LoraShape(4, 8))
    model.create("prove")
    worker = ModelWorker(model)
    yield ModelEvaluator(worker, "prove", sampling=Sampling(max_tokens=24))
    worker.close()


def test_a_model_that_has_learnt_two_steps_finds_a_verified_proof(evaluator: Any) -> None:
    from reaprover.lean.toolchain import EmbeddedToolchain
    from reaprover.prover import Prover
    from reaprover.search import Budget, search_config
    from reaprover.verify.strict import Level

    toolchain = EmbeddedToolchain.find()
    toolchain.prepare()
    config = search_config("paper", budget=Budget(wall_s=60.0, num_simulations=12), seed=0)
    with Prover(toolchain, evaluator, level=Level.FAST) as prover:
        result = prover.attempt(Theorem("identity", "(p : Prop)", "p → p"), config)
    assert result.outcome is Outcome.PROVED
    assert result.script is not None
    assert [line.strip() for line in result.script.splitlines() if line.strip()] == ["intro h", "exact h"]
