"""Build the synthetic full-size release: exactly the published sizes (220,477,868 / 983 / 324 bytes), invented ids, random numbers.

    python benchmarks/synthetic_release.py FOLDER [--contract fullv3-contract.json] [--seed 0]

The same seed gives the same bytes. The contract is `tests/data/fullv3-contract.json` unless another is given. No torch.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

from reaprover.snapshot.contract import check_contract
from reaprover.snapshot.payload import adapter_shapes, value_head_shapes
from reaprover.snapshot.session import Source
from reaprover.snapshot.tensors import Dtype, Tensor, TensorGroup
from reaprover.snapshot.writing import ReleaseDraft, write_release

CONTRACT = Path(__file__).parent.parent / "tests" / "data" / "fullv3-contract.json"
SIZES = {"backend.json": 220_477_868, "session.json": 983, "manifest.json": 324}


def random_group(shapes: dict[str, tuple[int, ...]], generator: np.random.Generator) -> TensorGroup:
    """Float32 tensors of these shapes, normal with a small deviation."""
    return TensorGroup(
        {
            name: Tensor(Dtype.FLOAT32, shape, (generator.standard_normal(shape, np.float32) * 0.02).reshape(-1).view(np.uint8))
            for name, shape in shapes.items()
        }
    )


def build(folder: Path, contract_path: Path = CONTRACT, seed: int = 0) -> dict[str, int]:
    """Write the release into a new folder; gives name → bytes."""
    document = json.loads(contract_path.read_bytes())
    contract = check_contract(document)
    assert contract.base_shape is not None, "the contract is not a known one"
    generator = np.random.default_rng(seed)
    source = Source(
        session_id="course-000000000002-01",
        theorem_id="1" * 64,
        policy_version=3,
        snapshot="experience-candidate",
        snapshot_sha256="2" * 64,
        parent_experience_id="exp-000000000001-01",
    )
    draft = ReleaseDraft(
        "exp-000000000002-01",
        source,
        "3" * 64,
        document,
        random_group(adapter_shapes(contract, contract.base_shape), generator),
        random_group(value_head_shapes(contract), generator),
    )
    write_release(folder, draft)
    return {path.name: path.stat().st_size for path in sorted(folder.iterdir())}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--contract", type=Path, default=CONTRACT)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    sizes = build(arguments.folder, arguments.contract, arguments.seed)
    print(json.dumps(sizes, sort_keys=True))


if __name__ == "__main__":
    main()
