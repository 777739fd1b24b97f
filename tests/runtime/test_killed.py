"""A process that is killed at any write loses nothing that it acknowledged and doubles nothing (spec service.md, section 11)."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from reaprover.runtime.runtime import Runtime
from reaprover.runtime.toy import ToyBackend
from reaprover.snapshot import SnapshotStore

SCRIPT = Path(__file__).with_name("killed_process.py")


def lives(root: Path, fatal: int) -> tuple[int, list[dict[str, Any]]]:
    """One process until it dies; its exit status and what it said."""
    done = subprocess.run([sys.executable, str(SCRIPT), str(root), str(fatal)], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr[-2000:]
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


def check_disk(root: Path) -> None:
    """No half-written snapshot is visible, and every visible one verifies."""
    for folder in (root / "snapshots", root / "experiences", root / "snapshots" / "_live"):
        if not folder.is_dir():
            continue
        store = SnapshotStore(folder)
        for listed in store.snapshots():
            assert listed.refusal is None, listed
            store.read(listed.session_id, listed.snapshot)


@pytest.mark.slow
def test_fifty_kills_between_any_two_writes_lose_and_double_nothing(tmp_path: Path) -> None:
    acknowledged: dict[str, int] = {}
    published, retired, version = set(), set(), 0
    for fatal in range(1, 151, 3):
        _, said = lives(tmp_path, fatal)
        check_disk(tmp_path)
        state = said[0]["start"].get("s1")
        if state is not None:
            receipts = state["event_receipts"]
            assert state["policy_version"] == len(receipts) >= version  # monotone, and one version an event
            assert set(acknowledged) <= set(receipts)
            for event_id, number in acknowledged.items():
                assert receipts[event_id]["response"]["policy_version"] == number
            assert sorted(r["response"]["policy_version"] for r in receipts.values()) == list(range(1, len(receipts) + 1))
            version = state["policy_version"]
        for line in said[1:]:
            if "event" in line:
                assert line["applied"] is True
                acknowledged[line["event"]] = line["version"]
                version = line["version"]
            if "snapshot" in line:
                assert (tmp_path / "snapshots" / "s1" / line["snapshot"] / "manifest.json").is_file()
            published |= {line["published"]} if "published" in line else set()
            retired |= {line["retired"]} if "retired" in line else set()
        assert all((tmp_path / "experiences" / name / "release" / "manifest.json").is_file() for name in published)
    assert len(acknowledged) >= 10
    assert published
    runtime = Runtime(ToyBackend(), tmp_path / "snapshots", experience_root=tmp_path / "experiences")
    assert runtime.state("s1")["policy_version"] >= version
    for session_id in retired:
        assert runtime.retirement(session_id)["status"] == "released"
        assert session_id not in [entry["session_id"] for entry in runtime.sessions()]
    runtime.close()
    assert os.listdir(tmp_path / "experiences")
