"""PEFT folders, decoded payloads, head-only files, hub folders: what goes out comes back bit-equal, and nothing else comes in."""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from reaprover.snapshot import (
    ReleaseDraft,
    SnapshotExists,
    SnapshotRefusal,
    import_head,
    import_payload,
    import_peft,
    load_release,
    restore_release,
    write_release,
)
from reaprover.snapshot.card import model_card, notice
from reaprover.snapshot.contract import check_contract

from . import forge

PEFT_FILES = ["NOTICE", "adapter_config.json", "adapter_model.safetensors", "reaprover_export.json", "value_head.safetensors"]


@pytest.fixture
def exported(tmp_path: Path) -> Path:
    load_release(forge.TINY).to_peft(tmp_path / "peft")
    return tmp_path / "peft"


def refusal(call: Callable[[], object]) -> SnapshotRefusal:
    with pytest.raises(SnapshotRefusal) as caught:
        call()
    return caught.value


def test_export_then_import_gives_bit_equal_tensors_and_the_same_release(exported: Path, tmp_path: Path) -> None:
    assert sorted(path.name for path in exported.iterdir()) == PEFT_FILES
    release = load_release(forge.TINY)
    weights = import_peft(exported)
    assert weights.adapter == release.adapter
    assert weights.value_head == release.value_head
    assert weights.weights_sha256 is None  # weights, not an accepted experience
    assert release.identity.weights_sha256 in weights.origin
    restore_release(weights, forge.tiny()["session.json"], tmp_path / "back")
    assert weights.adapter is not None
    source, evidence = release.provenance, release.acceptance.evidence_sha256
    draft = ReleaseDraft("exp-000000000004-01", source, evidence, release.contract.document, weights.adapter, weights.value_head)
    write_release(tmp_path / "written", draft)
    for folder in ("back", "written"):
        for name in forge.FILES:
            assert (tmp_path / folder / name).read_bytes() == forge.tiny()[name]


def test_the_export_record_ties_all_files_to_the_release(exported: Path) -> None:
    record = json.loads((exported / "reaprover_export.json").read_bytes())
    assert record["manifest_sha256"] == forge.sha256(forge.tiny()["manifest.json"])
    assert record["session_sha256"] == forge.sha256(forge.tiny()["session.json"])
    assert record["weights_sha256"] == forge.sha256(forge.tiny()["backend.json"])
    assert record["contract"] == forge.tiny_contract()
    assert set(record["files"]) == set(PEFT_FILES) - {"reaprover_export.json"}
    for name, facts in record["files"].items():
        data = (exported / name).read_bytes()
        assert facts == {"bytes": len(data), "sha256": forge.sha256(data)}


def test_the_safetensors_library_reads_both_files_to_the_same_numbers(exported: Path) -> None:
    safetensors = pytest.importorskip("safetensors.numpy")
    release = load_release(forge.TINY)
    for file, group in (("adapter_model.safetensors", release.adapter), ("value_head.safetensors", release.value_head)):
        found = safetensors.load_file(exported / file)
        assert set(found) == set(group)
        assert all(np.array_equal(found[name], group[name].numpy()) for name in group)
    from safetensors import safe_open

    with safe_open(exported / "value_head.safetensors", "np") as file:
        metadata = file.metadata()
    assert metadata["schema_version"] == "reaprover.value-head.v1"
    assert metadata["contract_sha256"] == "4c6600629795dccd72e5782b799dee4fd3438e113e76d11dbbc39aaa0dc7ee6d"
    assert (metadata["support_min"], metadata["support_max"], metadata["format"]) == ("1", "64", "pt")


def test_an_existing_folder_is_never_exported_over(exported: Path) -> None:
    with pytest.raises(SnapshotExists):
        load_release(forge.TINY).to_peft(exported)


CONFIGS: dict[str, tuple[dict[str, Any], str | None]] = {
    "as exported": ({}, None),
    "modules in another order": ({"target_modules": ["v_proj", "up_proj", "q_proj", "o_proj", "k_proj", "gate_proj", "down_proj"]}, None),
    "another base name": ({"base_model_name_or_path": "/models/base", "revision": None}, None),
    "keys that PEFT adds": ({"layers_pattern": None, "peft_version": "0.21.2", "loftq_config": {}, "megatron_core": "megatron.core"}, None),
    "rank": ({"r": 8}, "contract_field"),
    "alpha": ({"lora_alpha": 16}, "contract_field"),
    "alpha a float of the same value": ({"lora_alpha": 8.0}, None),
    "modules": ({"target_modules": ["q_proj"]}, "contract_field"),
    "modules a text": ({"target_modules": "all-linear"}, "contract_field"),
    "rslora": ({"use_rslora": True}, "contract_field"),
    "rslora 1": ({"use_rslora": 1}, "contract_field"),
    "dora": ({"use_dora": True}, "contract_field"),
    "bias": ({"bias": "all"}, "contract_field"),
    "dropout": ({"lora_dropout": 0.05}, "contract_field"),
    "rank pattern": ({"rank_pattern": {"q_proj": 2}}, "contract_field"),
    "modules to save": ({"modules_to_save": ["lm_head"]}, "contract_field"),
    "a key with a meaning that we do not know": ({"layer_replication": [[0, 1]]}, "contract_field"),
    "another kind": ({"peft_type": "IA3"}, "contract_field"),
}


@pytest.mark.parametrize("row", CONFIGS)
def test_an_adapter_configuration_must_mean_what_the_contract_says(exported: Path, row: str) -> None:
    change, code = CONFIGS[row]
    path = exported / "adapter_config.json"
    path.write_text(json.dumps(json.loads(path.read_bytes()) | change, indent=2))
    if code is None:
        import_peft(exported)
    else:
        assert refusal(lambda: import_peft(exported)).code == code


@pytest.mark.parametrize("key", ["peft_type", "r", "lora_alpha", "target_modules"])
def test_a_configuration_without_a_decisive_key_is_refused(exported: Path, key: str) -> None:
    path = exported / "adapter_config.json"
    path.write_text(json.dumps({k: v for k, v in json.loads(path.read_bytes()).items() if k != key}))
    assert refusal(lambda: import_peft(exported)).where == f"/{key}"


def test_other_files_are_reported_and_missing_ones_refused(exported: Path) -> None:
    (exported / "README.md").write_text("a card")
    assert "README.md: ignored" in import_peft(exported).notes
    for name in ("adapter_model.safetensors", "value_head.safetensors", "adapter_config.json"):
        kept = (exported / name).read_bytes()
        (exported / name).unlink()
        assert refusal(lambda: import_peft(exported)).code in ("missing_file", "not_found")
        (exported / name).write_bytes(kept)
    assert refusal(lambda: import_peft(exported / "absent", contract=forge.tiny_contract())).code == "not_found"
    (exported / "reaprover_export.json").unlink()
    assert refusal(lambda: import_peft(exported)).code == "missing_file"
    assert "without an export record" in import_peft(exported, contract=forge.tiny_contract()).origin


def safetensors_with(path: Path, change: Callable[[dict[str, Any], bytes], tuple[dict[str, Any], bytes]]) -> None:
    data = path.read_bytes()
    length = int.from_bytes(data[:8], "little")
    header, body = change(json.loads(data[8 : 8 + length]), data[8 + length :])
    text = json.dumps(header).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text + body)


def test_forged_safetensors_files_are_refused_by_name(exported: Path) -> None:
    path = exported / "value_head.safetensors"
    good = path.read_bytes()

    def nan(header: dict[str, Any], body: bytes) -> tuple[dict[str, Any], bytes]:
        return header, b"\0\0\xc0\x7f" + body[4:]

    cases: dict[str, Callable[[dict[str, Any], bytes], tuple[dict[str, Any], bytes]]] = {
        "non_finite_tensor": nan,
        "missing_tensor": lambda h, b: ({k: v for k, v in h.items() if k != "2.weight"}, b[: h["2.weight"]["data_offsets"][0]]),
        "extra_tensor": lambda h, b: (h | {"x": {"dtype": "U8", "shape": [0], "data_offsets": [len(b), len(b)]}}, b),
        "wrong_shape": lambda h, b: (h | {"2.bias": h["2.bias"] | {"shape": [8, 8]}}, b),
        "wrong_dtype": lambda h, b: (h | {"2.bias": h["2.bias"] | {"dtype": "I32"}}, b),
        "wrong_type": lambda h, b: (h | {"2.bias": h["2.bias"] | {"dtype": "F128"}}, b),
        "wrong_keys": lambda h, b: (h | {"2.bias": {"dtype": "F32", "shape": [64]}}, b),
        "storage_mismatch": lambda h, b: (h, b + b"\0"),
    }
    for code, change in cases.items():
        path.write_bytes(good)
        safetensors_with(path, change)
        assert refusal(lambda: import_peft(exported)).code == code
    for code, data in {
        "file_size_mismatch": good[:4],
        "bad_json": (8).to_bytes(8, "little") + b"not json" + good,
        "file_too_large": b"\xff" * 8 + good,
        "duplicate_key": (20).to_bytes(8, "little") + b'{"a":{},"a":{}}     ',
    }.items():
        path.write_bytes(data)
        assert refusal(lambda: import_peft(exported)).code == code
    path.write_bytes(good)
    safetensors_with(path, lambda h, b: (h | {"2.bias": h["2.bias"] | {"data_offsets": [4, 260]}}, b))
    assert refusal(lambda: import_peft(exported)).code == "storage_mismatch"


def test_an_export_changed_afterwards_is_noted(exported: Path) -> None:
    path = exported / "value_head.safetensors"
    safetensors_with(path, lambda h, b: (h, b[:4] + b"\0\0\0\0" + b[8:]))
    weights = import_peft(exported)
    assert "value_head.safetensors: not the exported bytes any more" in weights.notes
    assert refusal(lambda: restore_release(weights, forge.tiny()["session.json"], exported / "x")).code == "weights_sha256_mismatch"


def test_a_decoded_payload_is_identified_only_by_its_hash(tmp_path: Path) -> None:
    path = tmp_path / "payload.pt"
    path.write_bytes(forge.tiny_payload())
    known = forge.sha256(forge.tiny()["backend.json"])
    release = load_release(forge.TINY)
    weights = import_payload(path, contract=forge.tiny_contract(), weights_sha256=known)
    assert (weights.weights_sha256, weights.adapter, weights.value_head) == (known, release.adapter, release.value_head)
    assert import_payload(path, contract=forge.tiny_contract()).origin == "unidentified weights"
    path.write_bytes(forge.archive(forge.entries(), prefix="full-v3-payload/"))  # saved under a file name
    other = import_payload(path, contract=forge.tiny_contract(), weights_sha256=known)
    assert (other.weights_sha256, other.adapter) == (None, release.adapter)
    for damage, code in ((b"\x80\x02}.", "archive_not_zip"), (forge.tiny_payload()[:-1], "archive_truncated")):
        path.write_bytes(damage)
        assert refusal(lambda: import_payload(path, contract=forge.tiny_contract())).code == code


def head_archive(extra: bytes = b"") -> bytes:
    items = [t for t in forge.tensors() if t[0] == "value_head"]
    body = forge.dict_of(*((forge.text(name), forge.tensor(str(i), shape)) for i, (_, name, shape, _) in enumerate(items)))
    entries = [("data.pkl", forge.pickle(body)), ("byteorder", b"little"), *((f"data/{i}", t[3]) for i, t in enumerate(items))]
    return forge.archive([*entries, ("version", extra or b"3\n")], prefix="head/")


def test_a_head_only_file_is_imported_with_the_same_strictness(tmp_path: Path) -> None:
    path = tmp_path / "head.pt"
    path.write_bytes(head_archive())
    weights = import_head(path, contract=forge.tiny_contract())
    assert weights.adapter is None
    assert weights.value_head == load_release(forge.TINY).value_head
    assert weights.origin == "an unidentified head"
    path.write_bytes(forge.tiny_payload())
    assert refusal(lambda: import_head(path, contract=forge.tiny_contract())).code == "pickle_structure"
    path.write_bytes(forge.archive([("data.pkl", forge.pickle(b"]")), ("byteorder", b"little")]))
    assert refusal(lambda: import_head(path, contract=forge.tiny_contract())).code == "payload_keys"
    assert refusal(lambda: restore_release(weights, forge.tiny()["session.json"], tmp_path / "x")).code == "missing_tensor"
    load_release(forge.TINY).to_peft(tmp_path / "peft")
    again = import_head(tmp_path / "peft" / "value_head.safetensors", contract=forge.tiny_contract())
    assert again.value_head == weights.value_head


def test_a_hub_folder_holds_card_licence_and_attribution_and_reads_back(tmp_path: Path) -> None:
    release = load_release(forge.TINY)
    release.save(tmp_path / "hub", with_card=True)
    names = {path.name for path in (tmp_path / "hub").iterdir()}
    assert names == {*forge.FILES, "README.md", "LICENSE", "NOTICE", ".gitattributes"}
    assert load_release(tmp_path / "hub").identity == release.identity
    assert "Apache License" in (tmp_path / "hub" / "LICENSE").read_text()


def test_the_card_says_how_to_verify_on_three_systems_and_what_is_not_claimed() -> None:
    release = load_release(forge.TINY)
    card = release.card()
    digest = release.identity.weights_sha256
    for line in (
        f'echo "{digest}  backend.json" | sha256sum --check',
        f'echo "{digest}  backend.json" | shasum -a 256 --check',
        f'(Get-FileHash -Algorithm SHA256 .\\backend.json).Hash -eq "{digest.upper()}"',
        f"reaprover snapshot verify . --expect-sha256 {digest}",
        "not signatures",
        "exp-000000000003-01",
    ):
        assert line in card


def test_the_attribution_names_the_whole_base_chain_of_the_published_contract() -> None:
    contract = check_contract(json.loads((forge.DATA / "fullv3-contract.json").read_bytes()))
    text = notice(contract)
    for word in ("FrenzyMath/REAL-Prover", "fe76f68d9a88f342cb7b546307c20292fea9cced", "Qwen/Qwen2.5-Math-7B", "Apache License 2.0"):
        assert word in text
    assert model_card(load_release(forge.TINY).contents).startswith("---\nlicense: other\n")


@pytest.mark.model
def test_torch_saved_head_only_files_are_imported(tmp_path: Path) -> None:
    import torch

    head = torch.nn.Sequential(torch.nn.Linear(64, 256), torch.nn.SiLU(), torch.nn.Linear(256, 64))
    torch.save(head.state_dict(), tmp_path / "head.pt")
    weights = import_head(tmp_path / "head.pt", contract=forge.tiny_contract())
    assert torch.equal(weights.value_head["2.weight"].torch(), head.state_dict()["2.weight"])
    torch.save(head, io.BytesIO())
    torch.save({"head": head.state_dict()}, tmp_path / "nested.pt")
    assert refusal(lambda: import_head(tmp_path / "nested.pt", contract=forge.tiny_contract())).code == "pickle_structure"
    assert base64.b64decode(b"AA==") == b"\0"
