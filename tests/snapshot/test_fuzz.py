"""Changed bytes are refused, or carry nothing: never a crash, a hang, or a changed meaning."""

from __future__ import annotations

from pathlib import Path

import pytest

from reaprover.snapshot import SnapshotRefusal, read_snapshot

from . import forge
from .fuzz import Fuzzer


def test_two_thousand_mutations_never_change_the_meaning(tmp_path: Path) -> None:
    fuzzer = Fuzzer(tmp_path, seed=1)
    fuzzer.run(2_000)
    assert len(fuzzer.ends) > 15  # many different checks were reached


@pytest.mark.slow
@pytest.mark.timeout(3_600)
def test_more_mutations_never_change_the_meaning(tmp_path: Path) -> None:
    """`python -m tests.snapshot.fuzz` runs 100,000; its result is in benchmarks/results/snapshot_fuzz.txt."""
    fuzzer = Fuzzer(tmp_path, seed=2)
    fuzzer.run(20_000)
    assert len(fuzzer.ends) > 20


def refused_everywhere(tmp_path: Path, name: str, step: int) -> None:
    """A flipped bit at every offset, and every truncation, of one file."""
    files = forge.tiny()
    folder = forge.write(tmp_path / "s", files)
    for at in range(0, len(files[name]), step):
        data = bytearray(files[name])
        data[at] ^= 1 << at % 8
        for changed in (bytes(data), files[name][:at]):
            (folder / name).write_bytes(changed)
            with pytest.raises(SnapshotRefusal):
                read_snapshot(folder)


@pytest.mark.parametrize("name", ["manifest.json", "session.json"])
def test_every_flipped_byte_and_every_truncation_of_a_record_is_refused(tmp_path: Path, name: str) -> None:
    refused_everywhere(tmp_path, name, step=1)


def test_flipped_bytes_and_truncations_across_the_weights_are_refused(tmp_path: Path) -> None:
    refused_everywhere(tmp_path, "backend.json", step=1_201)


@pytest.mark.slow
@pytest.mark.timeout(3_600)
def test_flipped_bytes_and_truncations_all_over_the_weights_are_refused(tmp_path: Path) -> None:
    refused_everywhere(tmp_path, "backend.json", step=43)
