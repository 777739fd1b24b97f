"""Tiny releases written by several versions of torch: every later version of this package must read them, to the same numbers."""

from __future__ import annotations

import base64
import io
import json
from pathlib import Path

import pytest

from reaprover.snapshot import Release, SnapshotRefusal, load_release
from reaprover.snapshot.archive_writer import archive_blocks
from reaprover.snapshot.pickle_writer import state_dict_items

from . import forge

RELEASES = sorted(path for path in (forge.DATA / "releases").iterdir() if path.is_dir())
PAYLOAD_SHA256 = "58df15d590db7c808863781eacd9a295d6a47ee9d7bbb3af359aa54b1d8a3fd0"
SHARED = Path(__file__).parents[3] / "shared" / "data"


def rewritten(release: Release) -> bytes:
    return b"".join(archive_blocks({"adapter": dict(release.adapter), "value_head": state_dict_items(release.value_head)}))


def test_at_least_three_versions_are_kept() -> None:
    assert len(RELEASES) >= 3


@pytest.mark.parametrize("folder", RELEASES, ids=lambda path: path.name)
def test_a_golden_release_reads_to_the_numbers_of_the_formula(folder: Path) -> None:
    release = load_release(folder)
    for group, name, shape, data in forge.tensors():
        found = getattr(release, group)[name]
        assert (found.shape, found.tobytes()) == (shape, data)
    assert release.adapter.manifest_sha256() == "118f0216af0749d009213892a8ef2967c2c1da34fb921192e7941966b719af32"
    assert release.value_head.manifest_sha256() == "dae5ff61905215de517bb1232c4889fc599482da6674b43222d14a585e80981a"
    assert release.provenance.parent_experience_id == "exp-000000000003-01"
    assert release.verify().passed


@pytest.mark.parametrize("folder", RELEASES, ids=lambda path: path.name)
def test_every_golden_release_rewritten_has_the_bytes_of_torch_2_13(folder: Path) -> None:
    assert forge.sha256(rewritten(load_release(folder))) == PAYLOAD_SHA256


@pytest.mark.parametrize("folder", RELEASES, ids=lambda path: path.name)
def test_a_release_saved_again_has_its_own_bytes_whoever_wrote_it(folder: Path, tmp_path: Path) -> None:
    load_release(folder).save(tmp_path / "copy")
    for name in forge.FILES:
        assert (tmp_path / "copy" / name).read_bytes() == (folder / name).read_bytes()


@pytest.mark.model
def test_torch_reads_what_we_write_and_writes_the_same_bytes() -> None:
    import torch

    ours = rewritten(load_release(forge.TINY))
    loaded = torch.load(io.BytesIO(ours), weights_only=True)
    assert list(loaded["value_head"]._metadata) == ["", "0", "1", "2"]
    out = io.BytesIO()
    torch.save(loaded, out)
    assert out.getvalue() == ours


@pytest.mark.model
@pytest.mark.parametrize("layers", [1, 3, 72, 80])
def test_the_writer_gives_torchs_bytes_for_any_number_of_tensors(layers: int) -> None:
    """72 layers have 1,008 tensors, more than the pickler's batch of 1,000."""
    import torch

    from reaprover.snapshot.tensors import Dtype, Tensor

    generator = torch.Generator().manual_seed(layers)
    values = {f"layer.{i}.{part}": torch.randn(3, i % 7 + 1, generator=generator) for i in range(layers) for part in range(14)}
    head = torch.nn.Sequential(torch.nn.Linear(5, 256), torch.nn.SiLU(), torch.nn.Linear(256, 64)).state_dict()
    out = io.BytesIO()
    torch.save({"adapter": values, "value_head": head}, out)

    def ours(group: dict[str, torch.Tensor]) -> dict[str, Tensor]:
        return {name: Tensor(Dtype.FLOAT32, tuple(t.shape), t.numpy().reshape(-1).view("uint8")) for name, t in group.items()}

    assert b"".join(archive_blocks({"adapter": ours(values), "value_head": state_dict_items(ours(head))})) == out.getvalue()


@pytest.mark.model
def test_a_thousand_tensors_exactly_are_batched_as_the_c_pickler_does() -> None:
    import torch

    from reaprover.snapshot.tensors import Dtype, Tensor

    values = {str(i): torch.full((1,), float(i)) for i in range(1000)}
    out = io.BytesIO()
    torch.save({"adapter": values}, out)
    tensors = {name: Tensor(Dtype.FLOAT32, (1,), value.numpy().view("uint8")) for name, value in values.items()}
    assert b"".join(archive_blocks({"adapter": tensors})) == out.getvalue()


@pytest.mark.skipif(not SHARED.is_dir(), reason="the specification's data are not beside the repository")
def test_the_specifications_example_records_are_read_and_written_to_their_bytes() -> None:
    from reaprover.snapshot import ReleaseSession, parse_manifest
    from reaprover.snapshot.session import parse_session

    manifest_bytes = (SHARED / "example-manifest.json").read_bytes()
    manifest = parse_manifest(manifest_bytes)
    assert (len(manifest_bytes), manifest.to_bytes()) == (324, manifest_bytes)
    assert manifest.backend.num_bytes == 220_477_868
    session_bytes = (SHARED / "example-session.json").read_bytes()
    session = parse_session(session_bytes, manifest.session_id, manifest.snapshot)
    assert isinstance(session, ReleaseSession)
    assert (len(session_bytes), session.to_bytes()) == (983, session_bytes)
    assert forge.sha256((SHARED / "tiny-release" / "backend.json").read_bytes()) == forge.sha256(forge.tiny()["backend.json"])


def test_what_torch_2_0_wrote_is_refused_because_it_does_not_say_its_byte_order() -> None:
    """The format asks for the entry `byteorder`; torch 2.0 does not write it yet."""
    with pytest.raises(SnapshotRefusal) as caught:
        load_release(forge.DATA / "refused" / "tiny-torch-2.0")
    assert caught.value.code == "archive_byteorder"


def test_a_null_parent_makes_the_session_949_bytes_long() -> None:
    from dataclasses import replace

    session = load_release(forge.TINY).contents.session
    assert len(session.to_bytes()) == 983
    assert len(replace(session, source=replace(session.source, parent_experience_id=None)).to_bytes()) == 949


def test_reading_without_an_ordered_dicts_metadata_gives_the_same_tensors(tmp_path: Path) -> None:
    files = forge.with_payload(forge.archive(forge.entries()))
    release = load_release(forge.write(tmp_path / "s", files))
    assert release.adapter == load_release(forge.TINY).adapter
    assert len(base64.b64decode(json.loads(files["backend.json"])["payload"])) != 175_811


def test_loading_a_live_session_as_a_release_is_refused_by_name(tmp_path: Path) -> None:
    from .test_live_sessions import files

    with pytest.raises(SnapshotRefusal) as caught:
        load_release(forge.write(tmp_path / "s", files()))
    assert caught.value.code == "variant_mismatch"
