"""Bases from files: complete loading, identity, the contract's checks and their override; what `--model` may name."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from reaprover.core import Observation
from reaprover.errors import InputError, LoadMismatch
from reaprover.model.loading import ModelOptions, load_model, load_model_evaluator
from reaprover.model.sampling import Sampling
from reaprover.snapshot import SnapshotIncompatible, load_release

from .conftest import RELEASE

pytestmark = pytest.mark.model


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The golden base as a checkpoint folder, with a tokenizer of bytes."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    from reaprover.model.tiny import tiny_base

    folder = tmp_path_factory.mktemp("base") / "tiny-base"
    tiny_base().model.save_pretrained(folder)
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocabulary = {"<pad>": 0, "<unused>": 1, "<end>": 2} | {letter: 3 + n for n, letter in enumerate(alphabet)}
    inner = Tokenizer(models.BPE(vocab=vocabulary, merges=[]))
    inner.pre_tokenizer, inner.decoder = pre_tokenizers.ByteLevel(add_prefix_space=False), decoders.ByteLevel()
    PreTrainedTokenizerFast(tokenizer_object=inner, eos_token="<end>", pad_token="<pad>").save_pretrained(folder)
    return folder


def load(folder: Path, cache: Path, **more: Any) -> Any:
    from reaprover.model.base import load_base

    return load_base(folder, cache=cache, **more)


def test_the_identity_of_files_is_that_of_the_model_in_memory_and_is_remembered(saved: Path, tmp_path: Path, golden: Any) -> None:
    from reaprover.model.identity import identity_of_files

    base = load(saved, tmp_path)
    assert base.identity == golden["base_identity_sha256"]
    memory = tmp_path / "base-identity.json"
    record = json.loads(memory.read_bytes())
    record[str(saved)]["identity"] = "remembered"
    memory.write_text(json.dumps(record))
    assert identity_of_files(saved, cache=tmp_path) == "remembered"
    assert identity_of_files(saved, cache=tmp_path, recompute=True) == golden["base_identity_sha256"]
    assert identity_of_files(saved, cache=tmp_path) == golden["base_identity_sha256"]


def test_a_loaded_base_is_frozen_and_says_what_it_is(saved: Path, tmp_path: Path) -> None:
    base = load(saved, tmp_path)
    facts = base.facts()
    assert (facts["name"], facts["dtype"], facts["device"], facts["base_override"]) == ("tiny-base", "float32", "cpu", False)
    assert base.end_ids == {2}
    assert not any(parameter.requires_grad for parameter in base.model.parameters())
    text = "⊢ p ∧ q"
    assert base.tokenizer.decode(base.tokenizer.encode(text)) == text
    assert base.tokenizer.decode([*base.tokenizer.encode_plain("rfl"), 2]) == "rfl"
    assert base.tokenizer.piece(2) == ""


def test_a_tied_output_layer_is_not_counted(tmp_path: Path) -> None:
    import torch
    from transformers import Qwen2ForCausalLM

    from reaprover.model.identity import identity_of_files, identity_of_module
    from reaprover.model.tiny import tiny_config

    torch.manual_seed(0)
    model = Qwen2ForCausalLM(tiny_config(tie_word_embeddings=True))
    model.save_pretrained(tmp_path)
    assert identity_of_files(tmp_path) == identity_of_module(model)


def damaged(saved: Path, out: Path, *, without: str = "", extra: str = "") -> Path:
    from safetensors.torch import load_file, save_file

    shutil.copytree(saved, out)
    tensors = load_file(out / "model.safetensors")
    if without:
        del tensors[without]
    if extra:
        tensors[extra] = next(iter(tensors.values())).clone()
    save_file(tensors, out / "model.safetensors", {"format": "pt"})
    return out


def test_missing_and_left_over_tensors_of_a_base_are_refused(saved: Path, tmp_path: Path) -> None:
    name = "model.layers.1.mlp.up_proj.weight"
    with pytest.raises(LoadMismatch, match=name):
        load(damaged(saved, tmp_path / "a", without=name), tmp_path)
    with pytest.raises(LoadMismatch, match=r"model\.layers\.1\.mlp\.other"):
        load(damaged(saved, tmp_path / "b", extra="model.layers.1.mlp.other.weight"), tmp_path)
    pickled = tmp_path / "c"
    shutil.copytree(saved, pickled)
    (pickled / "model.safetensors").rename(pickled / "pytorch_model.bin")
    with pytest.raises((LoadMismatch, OSError)):
        load(pickled, tmp_path)
    with pytest.raises(LoadMismatch, match=r"config\.json"):
        load(tmp_path, tmp_path)


def test_sliding_windows_and_other_dtypes_are_refused(saved: Path, tmp_path: Path) -> None:
    folder = tmp_path / "sliding"
    shutil.copytree(saved, folder)
    config = json.loads((folder / "config.json").read_bytes())
    config |= {"use_sliding_window": True, "sliding_window": 16, "max_window_layers": 0, "layer_types": ["sliding_attention"] * 2}
    (folder / "config.json").write_text(json.dumps(config))
    with pytest.raises(LoadMismatch, match="sliding windows"):
        load(folder, tmp_path)
    with pytest.raises(LoadMismatch, match="float16"):
        load(saved, tmp_path, dtype="float16")


def contract_for(saved: Path, **changes: Any) -> Any:
    """The tiny release's contract with the fingerprint of the saved base."""
    from reaprover.core.canonical import event_digest
    from reaprover.snapshot import check_contract

    document = json.loads((RELEASE / "backend.json").read_bytes())["contract"]
    names = ("config.json", "tokenizer.json", "tokenizer_config.json", "generation_config.json")
    metadata = [
        {"path": n, "size": (saved / n).stat().st_size, "sha256": hashlib.sha256((saved / n).read_bytes()).hexdigest()} for n in names
    ]
    weights = [{"path": "model.safetensors", "size": (saved / "model.safetensors").stat().st_size}]
    for key in ("search_config", "categorical_search_config"):
        artifact = document[key]["categorical_value"]["artifact"]
        print_ = artifact["feature_model_fingerprint"] | {"metadata": metadata, "weights": weights} | changes
        print_["sha256"] = event_digest({k: v for k, v in print_.items() if k != "sha256"})
        artifact["feature_model_fingerprint"], artifact["feature_model_fingerprint_sha256"] = print_, print_["sha256"]
    return check_contract(document)


def test_a_base_is_compared_with_the_contract_and_an_override_is_labelled(saved: Path, tmp_path: Path) -> None:
    contract = contract_for(saved)
    base = load(saved, tmp_path, contract=contract)
    assert base.is_override is False
    assert any("tokenizer.json" in line for line in base.checked)
    assert any("base_sha256" in line for line in base.not_checked)
    other = tmp_path / "other"
    shutil.copytree(saved, other)
    (other / "tokenizer_config.json").write_text((saved / "tokenizer_config.json").read_text() + " ")
    with pytest.raises(SnapshotIncompatible, match=r"tokenizer_config\.json"):
        load(other, tmp_path, contract=contract)
    labelled = load(other, tmp_path, contract=contract, allow_other_base=True)
    assert labelled.is_override is True
    assert labelled.facts()["base_override"] is True
    assert any("overridden" in line for line in labelled.not_checked)


def test_a_release_a_peft_folder_and_a_base_give_evaluators(saved: Path, tmp_path: Path, golden: Any) -> None:
    load_release(RELEASE).to_peft(tmp_path / "peft")
    observation = Observation(("⊢ True",), "k", 0, 2)
    for folder in (RELEASE, tmp_path / "peft"):
        evaluator = load_model_evaluator(str(folder), sampling=Sampling(max_tokens=4))
        evaluation = evaluator.evaluate([observation])[0]
        assert evaluation.value == pytest.approx(-golden["value"][0]["distance"], abs=0.002)
        assert len(evaluation.candidates) == 2
        evaluator.worker.close()  # type: ignore[attr-defined]  # the protocol promises no worker
    with pytest.raises(InputError, match="without a value head"):
        load_model_evaluator(str(saved))
    model, name = load_model(saved, ModelOptions(fresh_head=True))
    assert (name, model.session_ids) == ("fresh", ("prove",))
    with pytest.raises(InputError, match="is no model"):
        load_model_evaluator(str(tmp_path))
    with pytest.raises(InputError, match="no such folder"):
        load_model_evaluator(str(tmp_path / "nowhere"))


def test_a_peft_folder_without_its_head_or_with_a_pickle_is_refused(tmp_path: Path) -> None:
    from reaprover.snapshot import SnapshotRefusal

    load_release(RELEASE).to_peft(tmp_path / "peft")
    (tmp_path / "peft" / "value_head.safetensors").unlink()
    with pytest.raises(SnapshotRefusal, match="value_head"):
        load_model_evaluator(str(tmp_path / "peft"))


def test_the_light_modules_import_no_torch() -> None:
    names = ("prompt", "value", "sampling", "tokenizer", "remote", "loading")
    imports = "; ".join(f"import reaprover.model.{name}" for name in names)
    code = f"import sys; {imports}; print(sorted(set(sys.modules) & {{'torch', 'transformers', 'peft', 'numpy'}}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
