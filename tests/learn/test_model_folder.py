"""Model folders: weights on their way, named by content, with their base; and what is refused in them."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from reaprover.errors import InputError
from reaprover.snapshot.refusal import SnapshotRefusal

pytestmark = pytest.mark.model


class Small:
    """A base, a model on it, its contract, and its weights as a folder."""

    def __init__(self, root: Path) -> None:
        from reaprover.snapshot.model_folder import save_weights
        from tests.learn.small_model import contract_for, model_on, write_base

        self.base = write_base(root / "base")
        self.model = model_on(self.base)
        self.contract = contract_for(self.base, self.model)
        self.weights = self.model.weights("learner")
        self.folder = save_weights(root / "weights", self.base, self.weights, self.contract)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Small:
    return Small(tmp_path_factory.mktemp("folder"))


@pytest.fixture
def copied(small: Small, tmp_path: Path) -> Path:
    return shutil.copytree(small.folder, tmp_path / "model")


def _load(path: Path, **options: Any) -> tuple[Any, str]:
    from reaprover.model.loading import ModelOptions, load_model

    return load_model(path, ModelOptions(device="cpu", **options))


def test_saving_and_loading_gives_the_same_bits(small: Small) -> None:
    model, name = _load(small.folder)
    found = model.weights("prove")
    assert found.adapter == small.weights.adapter
    assert found.value_head == small.weights.value_head
    assert name == small.folder.name[:12]
    assert not model.base.is_override


def test_the_loaded_model_answers_as_the_saved_one(small: Small) -> None:
    from reaprover.model.prompt import reap_prompt

    model, _ = _load(small.folder)
    prompt = reap_prompt(["p : Prop\n⊢ p → p"])
    assert model.score("prove", prompt, " intro h") == small.model.score("learner", prompt, " intro h")
    assert model.value("prove", prompt) == small.model.value("learner", prompt)


def test_a_folder_that_was_copied_stands_alone(small: Small, copied: Path, tmp_path: Path) -> None:
    moved = shutil.move(copied, tmp_path / "elsewhere")
    model, _ = _load(Path(moved))
    assert model.weights("prove").adapter == small.weights.adapter


def test_weights_are_read_without_their_base(small: Small, copied: Path) -> None:
    from reaprover.snapshot.model_folder import read_weights

    shutil.rmtree(copied / "base")
    saved = read_weights(copied)
    assert saved.adapter == small.weights.adapter
    assert saved.value_head == small.weights.value_head
    assert saved.contract.sha256 == small.contract.sha256
    assert saved.sha256 == small.folder.name


@pytest.mark.filterwarnings("ignore:.*is_gradient_checkpointing:FutureWarning")  # PEFT asks transformers by an old name
def test_peft_itself_reads_the_adapter(small: Small) -> None:
    import peft
    import torch
    from transformers import AutoModelForCausalLM

    ids = torch.tensor([[5, 9, 33, 70]])
    plain = AutoModelForCausalLM.from_pretrained(small.base, dtype=torch.float32)
    adapted = peft.PeftModel.from_pretrained(plain, str(small.folder / "peft"))
    with torch.no_grad():
        expected = adapted(ids).logits
        network = small.model.network
        found = network.logits(network.hidden(small.model.slot_of("learner"), ids))
    assert torch.equal(found, expected)


def test_the_same_weights_have_one_name_and_others_another(small: Small, tmp_path: Path) -> None:
    from reaprover.snapshot.model_folder import save_weights
    from tests.learn.small_model import model_on

    again = save_weights(tmp_path, small.base, small.weights, small.contract)
    assert again.name == small.folder.name
    assert save_weights(tmp_path, small.base, small.weights, small.contract) == again
    other = save_weights(tmp_path, small.base, model_on(small.base, seed=1).weights("learner"), small.contract)
    assert other.name != again.name
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([again.name, other.name])


def test_the_base_is_not_stored_again_for_each_folder(small: Small) -> None:
    if not hasattr(os, "link"):
        pytest.skip("no links here")
    assert (small.folder / "base" / "model.safetensors").stat().st_ino == (small.base / "model.safetensors").stat().st_ino


def test_saving_on_another_base_is_refused(small: Small, tmp_path: Path) -> None:
    from reaprover.snapshot.model_folder import save_weights
    from tests.learn.small_model import write_base

    other = write_base(tmp_path / "base", seed=2)
    with pytest.raises(SnapshotRefusal) as refused:
        save_weights(tmp_path / "weights", other, small.weights, small.contract)
    assert refused.value.code == "base_mismatch"
    assert not (tmp_path / "weights").exists()


def test_a_model_with_another_base_in_it_is_refused(copied: Path, tmp_path: Path) -> None:
    from tests.learn.small_model import write_base

    shutil.rmtree(copied / "base")
    write_base(copied / "base", seed=2)
    with pytest.raises(SnapshotRefusal) as refused:
        _load(copied)
    assert refused.value.code == "base_mismatch"
    assert "model.safetensors" in str(refused.value)


def test_a_model_folder_takes_no_other_base(small: Small) -> None:
    for options in ({"base": small.base}, {"allow_other_base": True}, {"fresh_head": True}):
        with pytest.raises(InputError, match="holds its own base"):
            _load(small.folder, **options)


def test_one_changed_byte_of_any_file_is_refused(small: Small, tmp_path: Path) -> None:
    paths = [path.relative_to(small.folder) for path in sorted(small.folder.rglob("*")) if path.is_file()]
    assert len(paths) == 11
    for number, path in enumerate(paths):
        folder = shutil.copytree(small.folder, tmp_path / str(number) / small.folder.name)
        data = bytearray((folder / path).read_bytes())
        data[len(data) // 2] ^= 1
        (folder / path).unlink()  # its bytes may be another folder's as well
        (folder / path).write_bytes(data)
        with pytest.raises(SnapshotRefusal):
            _load(folder)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ("remove", "missing_file"),
        ("add", "extra_file"),
        ("unlisted", "wrong_keys"),
        ("outside", "wrong_keys"),
        ("schema", "unsupported_schema"),
        ("key", "wrong_keys"),
        ("spaces", "not_canonical"),
        ("contract", "contract_sha256_mismatch"),
    ],
)
def test_a_folder_that_was_tampered_with_is_refused_by_name(copied: Path, change: str, code: str) -> None:
    from reaprover.core.canonical import canonical_json
    from reaprover.snapshot.model_folder import read_weights

    record = json.loads((copied / "weights.json").read_bytes())
    if change == "remove":
        (copied / "peft" / "value_head.safetensors").unlink()
    elif change == "add":
        (copied / "peft" / "pickle.bin").write_bytes(b"")
    elif change == "unlisted":
        del record["files"]["peft/NOTICE"]
    elif change == "outside":
        record["files"]["peft/../../x"] = {"bytes": 0, "sha256": "00" * 32}
    elif change == "schema":
        record["schema_version"] = "reaprover.weights.v2"
    elif change == "key":
        record["note"] = "hello"
    elif change == "contract":
        record["contract_sha256"] = "00" * 32
    data = json.dumps(record, indent=1).encode() if change == "spaces" else canonical_json(record)
    (copied / "weights.json").write_bytes(data)
    with pytest.raises(SnapshotRefusal) as refused:
        read_weights(copied)
    assert refused.value.code == code


def test_weights_that_are_not_finite_are_never_saved(small: Small, tmp_path: Path) -> None:
    import numpy as np

    from reaprover.model.policy_value import Weights
    from reaprover.snapshot.model_folder import save_weights
    from reaprover.snapshot.tensors import Dtype, Tensor, TensorGroup

    bias = np.zeros(64, np.float32)
    bias[3] = np.nan
    head = dict(small.weights.value_head) | {"2.bias": Tensor(Dtype.FLOAT32, (64,), bias.view(np.uint8))}
    with pytest.raises(SnapshotRefusal) as refused:
        save_weights(tmp_path / "w", small.base, Weights(small.weights.adapter, TensorGroup(head)), small.contract)
    assert refused.value.code == "non_finite_tensor"
    assert not (tmp_path / "w").exists()


def test_a_folder_without_release_and_weights_is_no_model_folder(small: Small, tmp_path: Path) -> None:
    from reaprover.snapshot.model_folder import find_model_folder

    shutil.copytree(small.base, tmp_path / "base")
    assert find_model_folder(tmp_path) is None
    assert find_model_folder(small.base) is None
    with pytest.raises(InputError, match="base/ and release/"):
        _load(tmp_path)


def test_the_shipped_model_is_one_that_verifies_or_there_is_none() -> None:
    from reaprover.model.loading import shipped_model
    from reaprover.snapshot.model_folder import verify_model_folder
    from reaprover.snapshot.reading import Level

    folder = shipped_model()
    if folder is None:
        assert not (Path(__file__).parent.parent.parent / "src" / "reaprover" / "shipped" / "tiny").exists()
        return
    report = verify_model_folder(folder)
    assert report.passed
    assert report.level is Level.EVIDENCE
    assert sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) <= 25_000_000
