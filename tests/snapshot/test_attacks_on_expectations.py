"""Rows 46 to 54 of the format's table that need a caller: contracts, dtypes, base models."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from reaprover.snapshot import Dtype, Expectations, ReleaseContents, check_contract, contract_sha256, read_snapshot

from . import forge
from .refusing import refused_files

FULL = json.loads((forge.DATA / "fullv3-contract.json").read_bytes())


def twice(change: Callable[[Any], object]) -> Any:
    """The tiny contract with a change in both configurations."""
    contract = forge.tiny_contract()
    for key in ("search_config", "categorical_search_config"):
        change(contract[key])
    return contract


def changed(change: Callable[[Any], object]) -> Any:
    contract = forge.tiny_contract()
    change(contract)
    return contract


def fingerprint(config: Any) -> Any:
    return config["categorical_value"]["artifact"]["feature_model_fingerprint"]


FIELDS: dict[str, Any] = {
    "key missing": changed(lambda c: c.pop("base_sha256")),
    "key unknown": changed(lambda c: c.update(note=1)),
    "configurations differ": changed(lambda c: c["search_config"].update(gamma=0.999)),
    "configurations differ in type": changed(lambda c: c["search_config"].update(kl_beta=1, gamma=1)),
    "rank differs": changed(lambda c: c.update(lora_rank=8)),
    "rank is 4.0": changed(lambda c: c.update(lora_rank=4.0)),
    "hidden size differs": changed(lambda c: c.update(hidden_size=128)),
    "hidden size differs inside": twice(lambda s: s["categorical_value"]["artifact"].update(hidden_size=128)),
    "hidden size true": changed(lambda c: c.update(hidden_size=True)),
    "alpha zero": changed(lambda c: c.update(lora_alpha=0)),
    "alpha a text": changed(lambda c: c.update(lora_alpha="8")),
    "dropout": changed(lambda c: c.update(lora_dropout=0.1)),
    "dropout an integer": changed(lambda c: c.update(lora_dropout=0)),
    "modules": changed(lambda c: c["target_modules"].reverse()),
    "modules missing": changed(lambda c: c["target_modules"].pop()),
    "objective": changed(lambda c: c.update(objective="verified_replay")),
    "objective inside": twice(lambda s: s.update(objective="other")),
    "classes": twice(lambda s: s["categorical_value"].update(classes=65)),
    "classes inside": twice(lambda s: s["categorical_value"]["artifact"].update(classes=63)),
    "distance": twice(lambda s: s.update(max_distance=32)),
    "support": twice(lambda s: s["categorical_value"]["support"].update(distance_max=32)),
    "head": changed(lambda c: c.update(value_head="linear-silu-linear-categorical-32-v1")),
    "head inside": twice(lambda s: s.update(head="categorical-32")),
    "head's hidden size": twice(lambda s: s["categorical_value"].update(head="linear-65-silu-256-linear-64")),
    "decode": twice(lambda s: s["categorical_value"].update(decode="argmax")),
    "online target": twice(lambda s: s["categorical_value"].update(online_target="mse")),
    "fingerprint": twice(lambda s: fingerprint(s).update(revision="1" * 40)),
    "fingerprint's own hash": twice(lambda s: fingerprint(s).update(sha256="1" * 64)),
    "fingerprint's hash beside it": twice(lambda s: s["categorical_value"]["artifact"].update(feature_model_fingerprint_sha256="1" * 64)),
    "search key unknown": twice(lambda s: s.update(note=1)),
    "search key missing": twice(lambda s: s.pop("gamma")),
    "search configuration a list": changed(lambda c: c.update(search_config=[], categorical_search_config=[])),
    "artifact null": twice(lambda s: s["categorical_value"].update(artifact=None)),
    "backend unknown": changed(lambda c: c.update(backend="other")),
    "backend missing": changed(lambda c: c.pop("backend")),
    "backend a list": changed(lambda c: c.update(backend=[])),
}  # fmt: skip


@pytest.mark.parametrize("row", FIELDS)
def test_a_contract_that_contradicts_itself_is_refused(row: str, tmp_path: Path) -> None:
    files = forge.repaired(backend_bytes=forge.backend(FIELDS[row]))
    assert refused_files(tmp_path, files, "contract_field").where.startswith("/contract/")


def test_the_published_contracts_agree_with_themselves() -> None:
    assert check_contract(FULL).sha256 == "9a00515c5cf847561f5e27404aeda4471377ff3bef8a669fd3f55a18b6be3e49"
    assert check_contract(forge.tiny_contract()).sha256 == "4c6600629795dccd72e5782b799dee4fd3438e113e76d11dbbc39aaa0dc7ee6d"


def test_a_sound_contract_that_is_not_the_expected_one_is_refused(tmp_path: Path) -> None:
    other = twice(lambda s: s.update(gamma=0.999))
    files = forge.repaired(backend_bytes=forge.backend(other))
    for expected in (forge.tiny_contract(), contract_sha256(forge.tiny_contract())):
        refused_files(tmp_path, files, "contract_sha256_mismatch", contract=expected)
    read_snapshot(tmp_path / "snapshot", Expectations(contract=other))
    contents = read_snapshot(tmp_path / "snapshot")
    assert isinstance(contents, ReleaseContents)
    assert contents.weights is not None
    assert not contents.weights.compared_with_base  # an unknown contract: said so, never believed


def test_a_contract_of_another_backend_is_accepted_only_if_it_is_the_expected_one(tmp_path: Path) -> None:
    contract = {"backend": "real-search", "hidden_size": 64, "lora_rank": 4, "lora_alpha": 8, "anything": 1}
    head = {"2.weight": forge.tensor("30", (1, 256)), "2.bias": forge.tensor("31", (1,))}
    items = forge.entries(data_pkl=forge.release_pickle(head), data_30=bytes(1024), data_31=bytes(4))
    files = forge.repaired(backend_bytes=forge.backend(contract, forge.archive(items)))
    refused_files(tmp_path, files, "contract_field")
    contents = read_snapshot(tmp_path / "snapshot", Expectations(contract=contract))
    assert isinstance(contents, ReleaseContents)
    assert contents.contract.head_outputs == (1,)
    refused_files(tmp_path, forge.repaired(backend_bytes=forge.backend(contract)), "wrong_shape", contract=contract)


def bfloat16_release() -> dict[str, bytes]:
    changes, data = {}, {}
    for index, (group, name, shape, raw) in enumerate(forge.tensors()):
        if group == "adapter":
            changes[name] = forge.tensor(str(index), shape, storage="BFloat16Storage")
            data[f"data_{index}"] = (np.frombuffer(raw, np.uint32) >> 16).astype(np.uint16).tobytes()
    return forge.with_pickle(forge.release_pickle(changes), **data)


def test_a_bfloat16_adapter_loads_only_when_it_is_declared_and_widens_exactly(tmp_path: Path) -> None:
    files = bfloat16_release()
    refused_files(tmp_path, files, "undeclared_bf16")
    contents = read_snapshot(tmp_path / "snapshot", Expectations(adapter_dtype=Dtype.BFLOAT16))
    assert isinstance(contents, ReleaseContents)
    assert contents.weights is not None
    for name, shape, raw in [(n, s, r) for g, n, s, r in forge.tensors() if g == "adapter"]:
        cut = (np.frombuffer(raw, np.uint32) & 0xFFFF0000).view(np.float32).reshape(shape)
        assert np.array_equal(contents.weights.adapter[name].float32(), cut)


def base_directory(folder: Path, **config: Any) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    values = {"hidden_size": 64, "intermediate_size": 128, "num_attention_heads": 4, "num_key_value_heads": 2, "num_hidden_layers": 2}
    (folder / "config.json").write_text(json.dumps(values | config))
    return folder


def test_another_hidden_size_or_no_configuration_is_a_base_mismatch(tmp_path: Path) -> None:
    read_snapshot(forge.TINY, Expectations(base=base_directory(tmp_path / "base")))
    for base in (base_directory(tmp_path / "other", hidden_size=65), tmp_path):
        refused_files(tmp_path, forge.tiny(), "base_mismatch", base=base)
    refused_files(tmp_path, forge.tiny(), "wrong_shape", base=base_directory(tmp_path / "wide", intermediate_size=256))
    refused_files(tmp_path, forge.tiny(), "missing_tensor", base=base_directory(tmp_path / "deep", num_hidden_layers=3))


def with_fingerprint(**values: Any) -> Any:
    """The tiny contract with another fingerprint, its hashes made right."""

    def change(config: Any) -> None:
        print_of = fingerprint(config)
        print_of.update(values)
        text = json.dumps({k: v for k, v in print_of.items() if k != "sha256"}, sort_keys=True, separators=(",", ":"))
        digest = hashlib.sha256(text.encode()).hexdigest()
        print_of["sha256"] = config["categorical_value"]["artifact"]["feature_model_fingerprint_sha256"] = digest

    return twice(change)


def test_tokenizer_hashes_shard_sizes_lock_and_revision_are_compared(tmp_path: Path) -> None:
    tokenizer = b'{"tokens":1}'
    revision = "ab" * 20
    contract = with_fingerprint(
        revision=revision,
        metadata=[{"path": "tokenizer.json", "size": len(tokenizer), "sha256": forge.sha256(tokenizer)}],
        weights=[{"path": "model.safetensors", "size": 5}],
        model_lock_sha256=forge.sha256(b"lock"),
    )
    files = forge.repaired(backend_bytes=forge.backend(contract))

    def base(name: str, tokens: bytes = tokenizer, shard: bytes = b"12345") -> Path:
        folder = base_directory(tmp_path / name)
        (folder / "tokenizer.json").write_bytes(tokens)
        (folder / "model.safetensors").write_bytes(shard)
        return folder

    folder = forge.write(tmp_path / "good", files)
    contents = read_snapshot(folder, Expectations(base=base(f"snapshots/{revision}")))
    assert isinstance(contents, ReleaseContents)
    assert contents.base is not None
    assert f"revision {revision}" in contents.base.checked
    assert any("lock" in line for line in contents.base.not_checked)
    assert any("base_sha256" in line for line in contents.base.not_checked)
    wrong = {
        "another revision": base("snapshots/" + "cd" * 20),
        "another short revision": base("Tiny-cdcdcdcd"),
        "tokenizer": base("tokenizer", tokens=b'{"tokens":2}'),
        "shard": base("shard", shard=b"1234"),
    }
    noted = base("noted")
    (noted / ".cache/huggingface/download").mkdir(parents=True)
    (noted / ".cache/huggingface/download/config.json.metadata").write_text("cd" * 20 + "\netag\n")
    locked = base("locked")
    (locked / "reap-model-lock.json").write_bytes(b"another lock")
    absent = base("absent")
    (absent / "model.safetensors").unlink()
    for directory in [*wrong.values(), noted, locked, absent]:
        refused_files(tmp_path, files, "base_mismatch", base=directory)
    (locked / "reap-model-lock.json").write_bytes(b"lock")
    read_snapshot(folder, Expectations(base=locked))
