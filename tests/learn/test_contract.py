"""The contract of a base of our own: the form of the published one, with every file of the base pinned."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from reaprover.errors import InputError
from reaprover.snapshot.contract import check_contract
from reaprover.snapshot.refusal import SnapshotRefusal

pytestmark = pytest.mark.model

PUBLISHED = Path(__file__).parent.parent / "data" / "fullv3-contract.json"


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from tests.learn.small_model import write_base

    return write_base(tmp_path_factory.mktemp("contract") / "base")


@pytest.fixture(scope="module")
def contract(base: Path) -> Any:
    from tests.learn.small_model import contract_for, model_on

    return contract_for(base, model_on(base))


def _keys(value: Any, where: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield f"{where}/{key}"
            yield from _keys(item, f"{where}/{key}")


def test_the_document_has_the_keys_of_the_published_one(contract: Any) -> None:
    published = set(_keys(json.loads(PUBLISHED.read_bytes())))
    optional = {key for key in published if "/success_finalization" in key or "/extension_provenance/" in key}
    assert set(_keys(contract.document)) == published - optional


def test_fixed_texts_are_those_of_the_published_one(contract: Any) -> None:
    published = json.loads(PUBLISHED.read_bytes())
    ours = contract.document
    for key in ("backend", "objective", "target_modules", "value_head", "lora_dropout"):
        assert ours[key] == published[key]
    same = ("gamma", "head", "kl_beta", "kl_reduction", "learning_rate", "max_candidates", "max_distance", "max_grad_norm", "objective")
    same += ("policy_reduction", "tokenization", "value_coefficient", "value_floor", "value_learning_rate", "value_semantics")
    for key in same:
        assert ours["search_config"][key] == published["search_config"][key], key
    for key in ("classes", "decode", "online_target", "support", "temperature"):
        assert ours["search_config"]["categorical_value"][key] == published["search_config"]["categorical_value"][key], key


def test_readers_take_it_after_a_trip_through_text(contract: Any) -> None:
    again = check_contract(json.loads(json.dumps(contract.document)), expected=contract.sha256)
    assert (again.hidden_size, again.lora_rank, again.lora_alpha, again.head_outputs) == (32, 4, 8, (64,))
    assert again.pins_base_content


def test_the_published_contract_does_not_pin_the_content_of_its_base() -> None:
    assert not check_contract(json.loads(PUBLISHED.read_bytes())).pins_base_content


def test_every_file_of_the_base_is_pinned_with_size_and_sha256(base: Path, contract: Any) -> None:
    records = contract.fingerprint["metadata"] + contract.fingerprint["weights"]
    found = {record["path"]: (record["size"], record["sha256"]) for record in records}
    assert found == {p.name: (p.stat().st_size, hashlib.sha256(p.read_bytes()).hexdigest()) for p in base.iterdir()}


def test_the_same_base_gives_the_same_contract(base: Path, contract: Any) -> None:
    from tests.learn.small_model import contract_for, model_on

    assert contract_for(base, model_on(base)).sha256 == contract.sha256


def test_an_untrained_head_claims_no_data(base: Path, contract: Any) -> None:
    from tests.learn.small_model import model_on

    artifact = contract.document["search_config"]["categorical_value"]["artifact"]
    head = model_on(base).weights("learner").value_head
    digest = hashlib.sha256(b"".join(head[n].numpy().tobytes() for n in ("0.weight", "0.bias", "2.weight", "2.bias"))).hexdigest()
    assert (artifact["artifact_role"], artifact["train_rows"]) == ("matched-random-initial", 0)
    assert artifact["initial_head_sha256"] == artifact["state_dict_sha256"] == digest


def test_settings_and_head_facts_stand_where_readers_look(base: Path) -> None:
    from reaprover.learn.contract import HeadArtifact, SearchSettings, new_contract
    from reaprover.model.network import LoraShape
    from reaprover.model.policy_value import LearningRates
    from tests.learn.small_model import model_on

    weights = model_on(base).weights("learner")
    head = HeadArtifact.trained(
        weights.value_head, initial=weights.value_head, dataset_manifest_sha256="ab" * 32, train_rows=123, seed=5, profile="own-states-v1"
    )
    made = new_contract(
        base,
        repository="example/other",
        head=head,
        lora=LoraShape(rank=8, alpha=8),
        search=SearchSettings(gamma=0.98, learning_rate=1e-3, value_learning_rate=2e-3, max_sequence_tokens=512),
    )
    artifact = made.document["search_config"]["categorical_value"]["artifact"]
    assert (artifact["artifact_role"], artifact["train_rows"], artifact["profile"]) == ("pretrained", 123, "own-states-v1")
    assert made.document["search_config"]["gamma"] == 0.98
    assert made.document["search_config"]["max_sequence_tokens"] == 512
    rates = LearningRates.of(made)
    assert (rates.adapter, rates.head) == (1e-3, 2e-3)


@pytest.mark.parametrize("name", ["pytorch_model.bin", "modeling.py", "adapter_config.json"])
def test_pickles_code_and_adapters_are_refused_in_a_base(base: Path, contract: Any, tmp_path: Path, name: str) -> None:
    import shutil

    from reaprover.learn.contract import HeadArtifact, new_contract
    from tests.learn.small_model import REPOSITORY, model_on

    head = HeadArtifact.untrained(model_on(base).weights("learner").value_head, seed=7)
    copied = shutil.copytree(base, tmp_path / "base")
    (copied / name).write_bytes(b"{}")
    with pytest.raises(InputError, match=name):
        new_contract(copied, repository=REPOSITORY, head=head)


def test_a_repository_has_an_owner_and_a_name(base: Path) -> None:
    from reaprover.learn.contract import HeadArtifact, new_contract
    from tests.learn.small_model import model_on

    head = HeadArtifact.untrained(model_on(base).weights("learner").value_head, seed=7)
    with pytest.raises(InputError, match="owner/name"):
        new_contract(base, repository="../up", head=head)


def test_one_changed_byte_of_any_file_of_the_base_is_refused(base: Path, contract: Any, tmp_path: Path) -> None:
    import shutil

    from reaprover.snapshot.base import check_base

    report = check_base(base, contract)
    assert "model.safetensors: size and sha256" in report.checked
    for path in sorted(base.iterdir()):
        copied = shutil.copytree(base, tmp_path / path.name)
        data = bytearray(path.read_bytes())
        data[-2] ^= 1
        (copied / path.name).write_bytes(data)
        with pytest.raises(SnapshotRefusal) as refused:
            check_base(copied, contract)
        assert refused.value.code == "base_mismatch"


@pytest.mark.parametrize("name", ["adapter_config.json", "model-00002.safetensors", "added_tokens.json"])
def test_a_further_file_in_the_base_is_refused(base: Path, contract: Any, tmp_path: Path, name: str) -> None:
    import shutil

    from reaprover.snapshot.base import check_base

    copied = shutil.copytree(base, tmp_path / "base")
    (copied / name).write_bytes(b"{}")
    with pytest.raises(SnapshotRefusal, match=name):
        check_base(copied, contract)


def test_a_base_is_known_by_its_content_wherever_it_lies(base: Path, contract: Any, tmp_path: Path) -> None:
    import shutil

    from reaprover.snapshot.base import check_base

    check_base(shutil.copytree(base, tmp_path / ("0123456789" * 4) / "other-01234567"), contract)


def test_loading_compares_the_identity_of_the_base(base: Path, contract: Any) -> None:
    from reaprover.errors import LoadMismatch
    from reaprover.model.base import load_base

    assert load_base(base, contract=contract).identity == contract.document["base_sha256"]
    document = copy.deepcopy(contract.document)
    document["base_sha256"] = "00" * 32
    with pytest.raises(LoadMismatch, match="identity"):
        load_base(base, contract=check_contract(document))
