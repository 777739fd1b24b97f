"""Rows 1 to 9 and 56 of the format's table: names, places, kinds of files, sizes, hashes, changes during the read."""

from __future__ import annotations

import json
import os
import shutil
import socket
from pathlib import Path

import pytest

from reaprover.snapshot import Expectations, SnapshotExists, SnapshotStore, read_snapshot
from reaprover.snapshot.refusal import SnapshotCorrupt, SnapshotRefusal

from . import forge
from .refusing import refused, refused_files


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return forge.write(tmp_path / "snapshot", forge.tiny())


@pytest.fixture
def store(tmp_path: Path) -> SnapshotStore:
    forge.write(tmp_path / "store" / "exp-000000000004-01" / "release", forge.tiny())
    return SnapshotStore(tmp_path / "store")


@pytest.mark.parametrize("bad", ["..", "a/b", "", "a" * 65, "x\n", "é", ".hidden", "-x"])
def test_a_malformed_id_from_the_caller_is_a_bad_identifier(store: SnapshotStore, bad: str) -> None:
    for arguments in ((bad, "release"), ("exp-000000000004-01", bad)):
        with pytest.raises(SnapshotRefusal) as caught:
            store.read(*arguments)
        assert caught.value.code == "bad_identifier"
        assert type(caught.value).__name__ == "InvalidIdentifier"


def test_an_absent_snapshot_is_not_found_and_a_file_is_none(store: SnapshotStore, tmp_path: Path) -> None:
    (store.root / "exp-file").write_text("no folder")
    for name in ("exp-absent", "exp-file"):
        with pytest.raises(SnapshotRefusal) as caught:
            store.read(name)
        assert caught.value.code == "not_found"
    assert refused(tmp_path / "nowhere", "not_found").exit_code == 2


def test_a_linked_parent_that_leads_out_of_the_root_is_a_path_escape(store: SnapshotStore, tmp_path: Path) -> None:
    forge.write(tmp_path / "outside" / "release", forge.tiny())
    (store.root / "exp-linked").symlink_to(tmp_path / "outside")
    (store.root / "exp-loop").symlink_to(store.root / "exp-loop")
    for name in ("exp-linked", "exp-loop"):
        with pytest.raises(SnapshotCorrupt) as caught:
            store.read(name)
        assert caught.value.code == "path_escape"


@pytest.mark.parametrize("name", forge.FILES)
def test_a_missing_file_is_refused_before_an_extra_one(folder: Path, name: str) -> None:
    (folder / name).unlink()
    (folder / "extra.bin").write_bytes(b"")
    assert refused(folder, "missing_file").file == name


def test_a_fourth_file_is_refused_in_a_store_and_the_companions_of_a_download_only_there(folder: Path) -> None:
    (folder / "README.md").write_text("card")
    (folder / ".cache").mkdir()
    read_snapshot(folder)
    refused(folder, "extra_file", in_store=True)
    (folder / "pytorch_model.bin").write_bytes(b"")
    assert refused(folder, "extra_file").file == "pytorch_model.bin"


@pytest.mark.parametrize("name", forge.FILES)
def test_a_link_is_refused_even_if_it_stays_inside(folder: Path, name: str, tmp_path: Path) -> None:
    (folder / name).rename(tmp_path / "target")
    (folder / name).symlink_to(tmp_path / "target")
    assert refused(folder, "symlink").file == name
    read_snapshot(folder, Expectations(link_root=tmp_path))
    refused(folder, "symlink", link_root=folder)


def test_links_of_a_hub_cache_are_read_with_the_cache_as_link_root(tmp_path: Path) -> None:
    blobs = forge.write(tmp_path / "cache" / "blobs", forge.tiny())
    snapshot = tmp_path / "cache" / "snapshots" / "0123"
    snapshot.mkdir(parents=True)
    for name in forge.FILES:
        (snapshot / name).symlink_to(Path("..") / ".." / "blobs" / name)
    read_snapshot(snapshot, Expectations(link_root=tmp_path / "cache"))
    (snapshot / "session.json").unlink()
    (snapshot / "session.json").symlink_to(blobs)
    refused(snapshot, "not_regular_file", link_root=tmp_path / "cache")


@pytest.mark.parametrize("name", forge.FILES)
@pytest.mark.timeout(20)
def test_folders_pipes_sockets_and_devices_are_refused_without_hanging(
    folder: Path, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder / name
    path.unlink()
    path.mkdir()
    refused(folder, "not_regular_file")
    path.rmdir()
    os.mkfifo(path)
    refused(folder, "not_regular_file")
    path.unlink()
    monkeypatch.chdir(folder)  # socket paths are short
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(name)
        refused(folder, "not_regular_file")
    path.unlink()
    if os.geteuid() == 0:
        os.mknod(path, 0o20600, os.makedev(1, 3))
        refused(folder, "not_regular_file")


def test_files_above_their_limits_are_refused(tmp_path: Path) -> None:
    files = forge.tiny() | {"manifest.json": b"[" + b"1," * 40_000 + b"1]\n"}
    assert refused_files(tmp_path, files, "file_too_large").file == "manifest.json"
    manifest = json.loads(forge.tiny()["manifest.json"])
    manifest["files"]["session.json"]["bytes"] = 16 * 1024 * 1024 + 1
    assert refused_files(tmp_path, forge.tiny() | {"manifest.json": forge.canonical(manifest)}, "file_too_large").file == "session.json"
    contract = forge.tiny_contract() | {"padding": "x" * (1 << 20)}
    assert refused_files(tmp_path, forge.repaired(backend_bytes=forge.backend(contract)), "file_too_large").where == "head"
    tail = json.loads(forge.tiny()["backend.json"]) | {"zz": "x" * (1 << 20)}
    assert refused_files(tmp_path, forge.repaired(backend_bytes=forge.canonical(tail)), "file_too_large").where == "tail"


@pytest.mark.parametrize("name", ["session.json", "backend.json"])
def test_any_flipped_byte_is_a_hash_mismatch_whatever_else_it_breaks(tmp_path: Path, name: str) -> None:
    files = forge.tiny()
    size = len(files[name])
    for at in sorted({0, 1, size // 2, size - 1, size - 2, *range(7, size, size // 23)}):
        data = bytearray(files[name])
        data[at] ^= 0x55
        assert refused_files(tmp_path, files | {name: bytes(data)}, "file_sha256_mismatch").file == name


@pytest.mark.parametrize("name", ["session.json", "backend.json"])
def test_a_shorter_or_longer_file_is_a_size_mismatch(tmp_path: Path, name: str) -> None:
    data = forge.tiny()[name]
    for other in (b"", data[:-1], data + b"\n", data + data):
        assert refused_files(tmp_path, forge.tiny() | {name: other}, "file_size_mismatch").file == name


@pytest.mark.parametrize("name", forge.FILES)
@pytest.mark.parametrize("how", ["written", "replaced", "cut", "removed"])
def test_a_file_that_changes_while_it_is_read_is_named_so(tmp_path: Path, name: str, how: str) -> None:
    files = forge.tiny()
    padded = json.loads(files["backend.json"])
    padded["payload"] = "A" * 3_000_000  # several blocks, so that the change comes in the middle
    folder = forge.write(tmp_path / "snapshot", forge.repaired(backend_bytes=forge.canonical(padded)))
    path, done = folder / name, False

    def change(_read: int, _total: int) -> None:
        nonlocal done
        if done:
            return
        done = True
        if how == "written":
            with path.open("r+b") as file:
                file.write(b"[")
            os.utime(path, ns=(1, 1))
        elif how == "replaced":
            shutil.copy(path, tmp_path / "copy")
            (tmp_path / "copy").rename(path)
        elif how == "cut":
            os.truncate(path, 10)
        else:
            path.unlink()

    with pytest.raises(SnapshotCorrupt) as caught:
        read_snapshot(folder, on_progress=change)
    assert done
    assert caught.value.code == "changed_during_read"


def test_publishing_over_an_existing_name_is_refused_also_over_an_empty_folder(tmp_path: Path) -> None:
    from reaprover.snapshot import load_release

    release = load_release(forge.TINY)
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").write_bytes(b"")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for name in ("empty", "file", "link"):
        with pytest.raises(SnapshotExists) as caught:
            release.save(tmp_path / name)
        assert caught.value.code == "already_exists"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["empty", "file", "link"]
