"""The synthetic release of exactly the published sizes, all the way round."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from reaprover.snapshot import import_peft, load_release, restore_release

from . import forge

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]
BUILDER = Path(__file__).parents[2] / "benchmarks" / "synthetic_release.py"
SIZES = {"backend.json": 220_477_868, "session.json": 983, "manifest.json": 324}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("full") / "release"
    subprocess.run([sys.executable, str(BUILDER), str(folder)], check=True)
    return folder


def test_it_has_the_published_sizes_and_comes_back_from_peft_to_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    assert {path.name: path.stat().st_size for path in folder.iterdir()} == SIZES
    release = load_release(folder)
    assert (len(release.adapter), release.adapter.num_parameters, release.value_head.num_parameters) == (392, 40_370_176, 934_208)
    assert release.contents.payload is not None
    assert len(release.contents.payload) == 165_351_975
    assert release.verify().passed
    release.to_peft(tmp_path / "peft")
    weights = import_peft(tmp_path / "peft")
    assert weights.adapter == release.adapter
    restore_release(weights, (folder / "session.json").read_bytes(), tmp_path / "back")
    release.save(tmp_path / "copy")
    for name in forge.FILES:
        data = (folder / name).read_bytes()
        assert (tmp_path / "back" / name).read_bytes() == data
        assert (tmp_path / "copy" / name).read_bytes() == data


@pytest.mark.model
def test_torch_loads_it_and_writes_the_same_payload(folder: Path) -> None:
    import io

    import torch

    release = load_release(folder)
    assert release.contents.payload is not None
    payload = release.contents.payload.tobytes()
    loaded = torch.load(io.BytesIO(payload), weights_only=True)
    assert list(loaded["adapter"]) == list(release.adapter)
    assert all(torch.equal(value, release.adapter[name].torch()) for name, value in loaded["adapter"].items())
    out = io.BytesIO()
    torch.save(loaded, out)
    assert out.getvalue() == payload
