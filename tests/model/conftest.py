"""One thread for torch: the models are tiny, and the machine may be shared."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

RELEASE = Path(__file__).parent.parent / "data" / "releases" / "tiny-torch-2.13"


@pytest.fixture(scope="session", autouse=True)
def _one_thread() -> None:
    try:
        import torch
    except ImportError:  # the tests that need it are marked `model`
        return
    torch.set_num_threads(1)


@pytest.fixture(scope="session")
def golden() -> Any:
    return json.loads(Path(__file__).with_name("tiny-golden.json").read_bytes())


@pytest.fixture
def model() -> Iterator[Any]:
    """The golden base with the release in session `s1`."""
    from reaprover.model.policy_value import PolicyValueModel, Weights
    from reaprover.model.tiny import tiny_base
    from reaprover.snapshot import load_release

    release = load_release(RELEASE)
    model = PolicyValueModel(tiny_base(), release.contract)
    model.create("s1", Weights(release.adapter, release.value_head))
    return model
