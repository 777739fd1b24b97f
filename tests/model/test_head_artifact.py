"""The offline head's file, as torch writes it, against the contract that names it (spec model.md, section 13)."""

from __future__ import annotations

import copy
import hashlib
from pathlib import Path
from typing import Any

import pytest

from reaprover.errors import InputError
from reaprover.snapshot.refusal import SnapshotRefusal

from .conftest import RELEASE

pytestmark = pytest.mark.model
V2, V3 = "new_value_head.categorical-head.v2", "new_value_head.categorical-head.v3"


def head(seed: int = 0) -> Any:
    import torch

    generator = torch.Generator().manual_seed(seed)
    shapes = {"0.weight": (256, 64), "0.bias": (256,), "2.weight": (64, 256), "2.bias": (64,)}
    return {name: torch.randn(shape, generator=generator) for name, shape in shapes.items()}


def digest(state: Any) -> str:
    return hashlib.sha256(b"".join(state[n].numpy().tobytes() for n in ("0.weight", "0.bias", "2.weight", "2.bias"))).hexdigest()


def content(state: Any, **changes: Any) -> dict[str, Any]:
    from reaprover.snapshot import load_release

    document: Any = load_release(RELEASE).contract.document
    artifact = document["search_config"]["categorical_value"]["artifact"]
    kept = {key: artifact[key] for key in artifact if key not in ("artifact_sha256", "state_dict_sha256", "feature_model_fingerprint")}
    kept |= {"schema_version": V3, "train_rows": 205_628, "state_dict": state} | changes
    if kept["schema_version"] == V2:
        del kept["profile"], kept["extension_provenance"]
    return {key: value for key, value in kept.items() if value is not None}


def contract_for(path: Path, stated: dict[str, Any], state: Any) -> Any:
    """The tiny contract, naming this very file."""
    from reaprover.snapshot import check_contract, load_release

    document: Any = copy.deepcopy(load_release(RELEASE).contract.document)
    for key in ("search_config", "categorical_search_config"):
        artifact = document[key]["categorical_value"]["artifact"]
        artifact |= {name: value for name, value in stated.items() if name in artifact}
        artifact |= {"artifact_sha256": sha(path), "state_dict_sha256": digest(state)}
    return check_contract(document)


def sha(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def read(path: Path, contract: Any, *, role: str = "pretrained", pin: str | None = None) -> Any:
    from reaprover.model.head_artifact import read_head_artifact

    return read_head_artifact(path, sha256=pin or sha(path), role=role, contract=contract)


def saved(folder: Path, value: Any) -> Path:
    import torch

    torch.save(value, folder / "head.pt")
    return folder / "head.pt"


@pytest.mark.parametrize(("version", "rows"), [(V3, 205_628), (V2, 20_000), (V2, 80_000)])
def test_a_file_that_is_what_the_contract_names_is_read(tmp_path: Path, version: str, rows: int) -> None:
    state = head()
    stated = content(state, schema_version=version, train_rows=rows)
    path = saved(tmp_path, stated)
    artifact = read(path, contract_for(path, stated, state))
    assert artifact.state_sha256 == digest(state)
    assert {name: tensor.torch().tolist() for name, tensor in artifact.head.items()} == {n: t.tolist() for n, t in state.items()}
    assert artifact.stated["train_rows"] == rows
    assert ("profile" in artifact.stated) is (version == V3)


def test_a_random_head_must_be_the_initial_one(tmp_path: Path) -> None:
    state = head()
    for initial, is_right in ((digest(state), True), ("0" * 64, False)):
        stated = content(state, artifact_role="matched-random-initial", initial_head_sha256=initial)
        path = saved(tmp_path, stated)
        contract = contract_for(path, stated, state)
        if is_right:
            assert read(path, contract, role="matched-random-initial").role == "matched-random-initial"
        else:
            with pytest.raises(InputError, match="initial head"):
                read(path, contract, role="matched-random-initial")


def test_conversions_state_nothing_and_must_have_the_same_tensors(tmp_path: Path) -> None:
    from safetensors.torch import save_file

    state = head()
    path = saved(tmp_path, content(state))
    contract = contract_for(path, content(state), state)
    save_file(state, tmp_path / "head.safetensors")
    bare = tmp_path / "bare"
    bare.mkdir()
    for converted in (tmp_path / "head.safetensors", saved(bare, state)):
        artifact = read(converted, contract)
        assert (artifact.state_sha256, artifact.stated) == (digest(state), {})
    save_file(head(1), tmp_path / "other.safetensors")
    with pytest.raises(InputError, match="state_dict, sha256"):
        read(tmp_path / "other.safetensors", contract)


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "an unknown version": ({"schema_version": "new_value_head.categorical-head.v4"}, "schema_version"),
    "another number of rows": ({"train_rows": 205_627}, "train_rows"),
    "another seed": ({"seed": 1}, "seed"),
    "a seed that is a float": ({"seed": 20260829.0}, "seed"),
    "another fingerprint": ({"feature_model_fingerprint_sha256": "0" * 64}, "fingerprint"),
    "another optimizer": ({"optimizer": {"name": "AdamW", "learning_rate": 0.1, "weight_decay": 0.01}}, "optimizer"),
    "a key too many": ({"optimizer_state": 1}, "optimizer_state"),
    "a key too few": ({"decode": None}, "decode"),
    "a role of its own": ({"artifact_role": "matched-random-initial"}, "artifact_role"),
}


@pytest.mark.parametrize(("changes", "named"), WRONG.values(), ids=WRONG)
def test_a_file_that_says_something_else_of_itself_is_refused(tmp_path: Path, changes: dict[str, Any], named: str) -> None:
    state = head()
    right = content(state)
    path = saved(tmp_path, content(state, **changes))
    with pytest.raises(InputError, match=named):
        read(path, contract_for(path, right, state))


def test_pins_links_tensors_and_code_are_checked(tmp_path: Path) -> None:
    import torch

    state = head()
    path = saved(tmp_path, content(state))
    contract = contract_for(path, content(state), state)
    with pytest.raises(InputError, match=r"head\.pt, sha256"):
        read(path, contract, pin="0" * 64)
    with pytest.raises(InputError, match="role"):
        read(path, contract, role="matched-random-initial")
    other = tmp_path / "other"
    other.mkdir()
    with pytest.raises(InputError, match=r"head\.pt, sha256"):  # right in itself, but not the file that the contract names
        read(path, contract_for(saved(other, content(head(1))), content(state), state))
    (tmp_path / "link.pt").symlink_to(path)
    with pytest.raises(SnapshotRefusal):
        read(tmp_path / "link.pt", contract)
    for wrong in (
        state | {"2.bias": torch.full((64,), float("nan"))},
        state | {"2.bias": torch.zeros(63)},
        state | {"0.bias": torch.zeros(256, dtype=torch.float64)},
        {name: tensor for name, tensor in state.items() if name != "2.bias"},
    ):
        path = saved(tmp_path, content(wrong))
        with pytest.raises(SnapshotRefusal):
            read(path, contract_for(path, content(state), state))
    path = saved(tmp_path, content(state) | {"decode": Path("x")})  # an object that would be built by running code
    with pytest.raises(SnapshotRefusal):
        read(path, contract_for(path, content(state), state))
