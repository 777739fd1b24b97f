"""The toy backend's release, which has no tensors, and the plain words about every kind of snapshot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from reaprover.snapshot import LiveContents, SnapshotRefusal, explain, facts, load_release, read_snapshot

from . import forge
from .refusing import refused_files
from .test_live_sessions import files as live_files

CONTRACT = {"backend": "toy", "base": "none", "objective": "toy-v1"}


def toy(kind: str = "local-mechanism", **changes: Any) -> dict[str, bytes]:
    session = forge.tiny_session()
    session["acceptance"]["kind"] = kind
    document = {"contract": CONTRACT, "adapter": True, "value_head": 1.0} | changes
    return forge.repaired(session=session, backend_bytes=forge.canonical(document))


def test_a_toy_release_is_read_saved_to_the_same_bytes_and_has_no_tensors(tmp_path: Path) -> None:
    folder = forge.write(tmp_path / "toy", toy())
    release = load_release(folder)
    assert release.toy is not None
    assert (release.toy.adapter, release.toy.value_head) == (True, 1.0)
    release.save(tmp_path / "copy")
    for name in forge.FILES:
        assert (tmp_path / "copy" / name).read_bytes() == (folder / name).read_bytes()
    for use in (lambda: release.adapter, lambda: release.value_head, lambda: release.to_peft(tmp_path / "peft")):
        with pytest.raises(SnapshotRefusal):
            use()
    assert "toy" in explain(release.contents)
    assert "toy weights" in release.card()
    assert facts(release.contents)["num_adapter_tensors"] == 0


def test_forged_toy_releases_are_refused(tmp_path: Path) -> None:
    refused_files(tmp_path, toy(adapter=1), "wrong_type")
    refused_files(tmp_path, toy(value_head=True), "wrong_type")
    refused_files(tmp_path, toy(payload=""), "wrong_keys")
    refused_files(tmp_path, toy(contract=CONTRACT | {"more": 1}), "contract_field")
    refused_files(tmp_path, toy(contract=CONTRACT | {"objective": "toy-v2"}), "contract_field")


def test_the_words_about_a_live_session_claim_no_proof(tmp_path: Path) -> None:
    contents = read_snapshot(forge.write(tmp_path / "s", live_files()))
    assert isinstance(contents, LiveContents)
    words = explain(contents)
    assert "is a live-session snapshot" in words
    assert "A snapshot is not an accepted experience" in words
    assert facts(contents)["kind"] == "live-session snapshot"


def test_the_words_about_a_release_separate_what_is_shown_from_what_is_stated() -> None:
    contents = load_release(forge.TINY).contents
    shown, _, rest = explain(contents).partition("Stated by these files, not shown:")
    stated, _, unsaid = rest.partition("Not said by these files:")
    assert "independent-lean" in stated
    assert "independent-lean" not in shown
    assert "hashes are not signatures" in unsaid
