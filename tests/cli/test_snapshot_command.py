"""`reaprover snapshot` as a person runs it: exit codes, tables, one JSON document, nothing replaced."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from reaprover.cli import run

DATA = Path(__file__).parent.parent / "data"
TINY = DATA / "releases" / "tiny-torch-2.13"
OTHER = DATA / "releases" / "tiny-torch-2.6"
DIGEST = "39d8c1c64b79e45ac289f1bc0191afc193a7714fe542fd723b4bc3ff5464f33c"


@pytest.fixture
def snapshot(capsys: pytest.CaptureFixture[str]) -> Any:
    """Run a command line; gives exit code, stdout, stderr."""

    def call(*arguments: str | Path) -> tuple[int, str, str]:
        code = run(["snapshot", *map(str, arguments)])
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


def damaged(tmp_path: Path) -> Path:
    folder = tmp_path / "damaged"
    folder.mkdir()
    for path in TINY.iterdir():
        data = path.read_bytes()
        (folder / path.name).write_bytes(data[:5000] + b"!" + data[5001:] if path.name == "backend.json" else data)
    return folder


def test_verify_says_which_checks_passed_and_how_far_they_go(snapshot: Any) -> None:
    code, out, _ = snapshot("verify", TINY, "--expect-sha256", DIGEST)
    assert code == 0
    assert DIGEST in out.replace("\n", "")
    assert "ACCEPTED, L1: " in out
    assert "not checked" in out


def test_verify_as_json_is_one_document_also_when_it_refuses(snapshot: Any, tmp_path: Path) -> None:
    code, out, _ = snapshot("verify", TINY, "--json")
    report = json.loads(out)
    assert (code, report["passed"], report["level"], report["refusal"]) == (0, True, "L1", None)
    code, out, _ = snapshot("verify", damaged(tmp_path), "--json")
    report = json.loads(out)
    assert (code, report["passed"], report["level"], report["refusal"]["code"]) == (1, False, None, "file_sha256_mismatch")
    assert report["refusal"]["advice"]


def test_verify_refuses_another_expected_hash_and_reaches_no_level(snapshot: Any) -> None:
    code, out, _ = snapshot("verify", TINY, "--expect-sha256", "0" * 64)
    assert code == 1
    assert "pin_mismatch" in out
    assert "Not accepted, no level reached" in out


def test_verify_hashes_only_reaches_l0(snapshot: Any) -> None:
    code, out, _ = snapshot("verify", TINY, "--hashes-only", "--json")
    assert (code, json.loads(out)["level"]) == (0, "L0")


def test_verify_with_a_base_reaches_l2_and_with_a_wrong_one_is_refused(snapshot: Any, tmp_path: Path) -> None:
    config = {"hidden_size": 64, "intermediate_size": 128, "num_attention_heads": 4, "num_key_value_heads": 2, "num_hidden_layers": 2}
    (tmp_path / "config.json").write_text(json.dumps(config))
    code, out, _ = snapshot("verify", TINY, "--base", tmp_path, "--json")
    assert (code, json.loads(out)["level"]) == (0, "L2")
    (tmp_path / "config.json").write_text(json.dumps(config | {"hidden_size": 65}))
    code, out, _ = snapshot("verify", TINY, "--base", tmp_path, "--json")
    assert (code, json.loads(out)["refusal"]["code"], json.loads(out)["level"]) == (1, "base_mismatch", "L0")


def test_verify_takes_pins_and_an_expected_contract(snapshot: Any, tmp_path: Path) -> None:
    contract = json.loads((TINY / "backend.json").read_bytes())["contract"]
    (tmp_path / "contract.json").write_text(json.dumps(contract, indent=2))
    pins = ("--pin-weights", DIGEST, "--pin-snapshot", "8" * 64)
    assert snapshot("verify", TINY, "--expect-contract", tmp_path / "contract.json", *pins)[0] == 0
    assert snapshot("verify", TINY, "--expect-contract", DATA / "fullv3-contract.json")[0] == 1
    assert snapshot("verify", TINY, "--pin-weights", DIGEST)[0] == 1
    assert snapshot("verify", TINY, "--expect-contract", tmp_path / "absent.json")[0] == 2


def test_a_missing_folder_is_a_usage_error_in_every_command(snapshot: Any, tmp_path: Path) -> None:
    absent = tmp_path / "absent"
    for arguments in (("show", absent), ("diff", absent, TINY), ("export", absent, tmp_path / "x"), ("card", absent), ("ls", absent)):
        code, out, err = snapshot(*arguments)
        assert (code, out) == (2, "")
        assert "not_found" in err


def test_show_explains_and_gives_facts(snapshot: Any) -> None:
    code, out, _ = snapshot("show", TINY)
    assert code == 0
    for words in ("exp-000000000004-01 is an experience release", "Stated by these files, not shown", "hashes are not signatures"):
        assert words in out
    facts = json.loads(snapshot("show", TINY, "--json")[1])
    assert (facts["num_adapter_tensors"], facts["num_head_parameters"], facts["adapter_dtype"]) == (28, 33_088, "float32")


def test_diff_finds_equal_tensors_in_releases_of_two_torch_versions(snapshot: Any) -> None:
    code, out, _ = snapshot("diff", TINY, OTHER, "--json")
    result = json.loads(out)
    assert code == 0
    assert (result["identical"], result["same_weights_file"], result["num_changed_tensors"]) == (True, False, 0)
    assert [tensor["cosine"] for tensor in result["tensors"]] == pytest.approx([1.0] * 32)


def test_diff_shows_norms_cosine_and_changed_counts(snapshot: Any, tmp_path: Path) -> None:
    from dataclasses import replace

    import numpy as np

    from reaprover.snapshot import ReleaseDraft, Tensor, TensorGroup, load_release, write_release

    release = load_release(TINY)
    values = np.array(release.value_head["2.bias"].numpy())
    values[:3] = [3.0, 0.0, 4.0]
    head = TensorGroup(dict(release.value_head) | {"2.bias": Tensor(release.value_head["2.bias"].dtype, (64,), values.view(np.uint8))})
    source = replace(release.provenance, parent_experience_id="exp-000000000004-01")
    write_release(tmp_path / "child", ReleaseDraft("exp-5", source, "1" * 64, release.contract.document, release.adapter, head))
    code, out, _ = snapshot("diff", TINY, tmp_path / "child", "--json")
    result = json.loads(out)
    assert (code, result["lineage"], result["num_changed_tensors"]) == (1, "the second continues the first", 1)
    (changed,) = [tensor for tensor in result["tensors"] if tensor["status"] == "changed"]
    before = release.value_head["2.bias"].numpy().astype(np.float64)
    assert (changed["name"], changed["num_changed"], changed["num_elements"]) == ("value_head/2.bias", 3, 64)
    assert changed["norm_before"] == pytest.approx(np.linalg.norm(before))
    assert changed["norm_difference"] == pytest.approx(np.linalg.norm(values - before))
    cosine = before @ values.astype(np.float64) / np.linalg.norm(before) / np.linalg.norm(values.astype(np.float64))
    assert changed["cosine"] == pytest.approx(cosine)
    assert "value_head/2.bias" in snapshot("diff", TINY, tmp_path / "child")[1]


def test_export_import_and_restore_come_back_to_the_same_bytes(snapshot: Any, tmp_path: Path) -> None:
    assert snapshot("export", TINY, tmp_path / "peft")[0] == 0
    code, out, _ = snapshot("import", tmp_path / "peft", "--record", TINY / "session.json", "--out", tmp_path / "back")
    assert (code, f"written: {tmp_path / 'back'}" in out) == (0, True)
    assert (tmp_path / "back" / "backend.json").read_bytes() == (TINY / "backend.json").read_bytes()
    assert snapshot("diff", TINY, tmp_path / "back")[0] == 0
    code, _, err = snapshot("export", TINY, tmp_path / "peft")
    assert (code, "already_exists" in err) == (2, True)


def test_a_hub_folder_and_a_copy_verify(snapshot: Any, tmp_path: Path) -> None:
    for form in ("hub", "copy"):
        assert snapshot("export", TINY, tmp_path / form, "--form", form)[0] == 0
        assert snapshot("verify", tmp_path / form)[0] == 0
    assert not (tmp_path / "copy" / "README.md").exists()


def test_import_of_a_payload_needs_a_contract_and_reports_what_it_is(snapshot: Any, tmp_path: Path) -> None:
    import base64

    document = json.loads((TINY / "backend.json").read_bytes())
    (tmp_path / "payload.pt").write_bytes(base64.b64decode(document["payload"]))
    (tmp_path / "contract.json").write_text(json.dumps(document["contract"]))
    assert snapshot("import", tmp_path / "payload.pt", "--form", "payload")[0] == 2
    arguments = ("import", tmp_path / "payload.pt", "--form", "payload", "--contract", tmp_path / "contract.json", "--json")
    assert json.loads(snapshot(*arguments)[1])["weights_sha256"] is None
    found = json.loads(snapshot(*arguments, "--record", TINY / "session.json", "--out", tmp_path / "release")[1])
    assert found["weights_sha256"] == DIGEST
    assert (tmp_path / "release" / "manifest.json").read_bytes() == (TINY / "manifest.json").read_bytes()
    assert snapshot("import", tmp_path / "payload.pt", "--form", "head", "--contract", tmp_path / "contract.json")[0] == 1


def test_card_is_printed_or_written_once(snapshot: Any, tmp_path: Path) -> None:
    code, out, _ = snapshot("card", TINY)
    assert (code, out.startswith("---\nlicense:")) == (0, True)
    assert snapshot("card", TINY, "--out", tmp_path / "README.md")[0] == 0
    assert (tmp_path / "README.md").read_text() == out
    assert snapshot("card", TINY, "--out", tmp_path / "README.md")[0] == 2


def test_ls_lists_a_store_and_follows_a_chain_and_gc_clears_leftovers(snapshot: Any, tmp_path: Path) -> None:
    release = tmp_path / "exp-000000000004-01" / "release"
    assert snapshot("export", TINY, release, "--form", "copy")[0] == 0
    (row,) = json.loads(snapshot("ls", tmp_path, "--json")[1])["snapshots"]
    assert (row["id"], row["parent"], row["refusal"], row["backend_sha256"]) == ("exp-000000000004-01", "exp-000000000003-01", None, DIGEST)
    assert "exp-000000000004-01" in snapshot("ls", tmp_path)[1].replace("\n", "")
    chain = json.loads(snapshot("ls", tmp_path, "--chain", "exp-000000000004-01", "--json")[1])["snapshots"]
    assert [(row["id"], row["refusal"]) for row in chain] == [("exp-000000000004-01", None), ("exp-000000000003-01", "not_found")]
    assert "The chain ends here" in snapshot("ls", tmp_path, "--chain", "exp-000000000004-01")[1]
    left = release.parent / f".release.tmp-{'0' * 32}"
    left.mkdir()
    found = json.loads(snapshot("gc", tmp_path, "--min-age-s", "0", "--json")[1])
    assert (found["removed"], found["leftovers"]) == (False, [str(left.relative_to(tmp_path))])
    assert left.exists()
    assert snapshot("gc", tmp_path, "--min-age-s", "0", "--remove")[0] == 0
    assert not left.exists()
    assert snapshot("verify", release)[0] == 0


def test_the_program_verifies_without_importing_torch() -> None:
    code = f"import sys; from reaprover.cli import run; run(['snapshot', 'verify', {str(TINY)!r}]); assert 'torch' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


def test_without_numpy_hashes_can_be_checked_and_the_rest_names_the_prerequisite() -> None:
    code = (
        "import sys; sys.modules['numpy'] = None; from reaprover.cli import run;"
        f"assert run(['snapshot', 'verify', {str(TINY)!r}, '--hashes-only']) == 0; sys.exit(run(['snapshot', 'verify', {str(TINY)!r}]))"
    )
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert done.returncode == 3
    assert "reaprover[snapshot]" in done.stderr
