"""Learns, snapshots, seals, publishes and retires with the toy until it kills itself at the N-th write; acknowledges on stdout.

python killed_process.py ROOT FATAL_WRITE
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from reaprover.core import durable
from reaprover.errors import ReaproverError
from reaprover.runtime.runtime import Runtime
from reaprover.runtime.toy import ToyBackend

ROOT, FATAL = Path(sys.argv[1]), int(sys.argv[2])
count = 0


def deadly(function: Callable[..., Any]) -> Callable[..., Any]:
    """Before every second write, after every other."""

    def wrapped(*arguments: Any, **options: Any) -> Any:
        global count
        count += 1
        if count == FATAL and count % 2:
            os.kill(os.getpid(), signal.SIGKILL)
        result = function(*arguments, **options)
        if count == FATAL:
            os.kill(os.getpid(), signal.SIGKILL)
        return result

    return wrapped


def say(**fields: Any) -> None:
    os.write(1, (json.dumps(fields) + "\n").encode())


def main() -> None:
    runtime = Runtime(ToyBackend(), ROOT / "snapshots", experience_root=ROOT / "experiences")
    present = {entry["session_id"]: entry for entry in runtime.sessions()}
    say(start={session_id: runtime.state(session_id) for session_id, e in present.items() if e["status"] != "quarantined"})
    os.fsync = deadly(os.fsync)
    os.rename = deadly(os.rename)
    shutil.rmtree = deadly(shutil.rmtree)
    durable.rename_without_replacing = deadly(durable.rename_without_replacing)
    number = int(FATAL)
    if "s1" not in present:
        runtime.create("s1", {"theorem_id": "t"}).result()
        say(created="s1")
    while True:
        state = runtime.state("s1")
        version = state["policy_version"]
        event = {"event_id": f"e{version}", "kind": "toy", "reward": 1}
        receipt = runtime.learn("s1", {"expected_policy_version": version, "event": event}).result()
        say(event=receipt["event_id"], version=receipt["policy_version"], applied=receipt["applied"])
        runtime.snapshot("s1", {"name": f"n{number}-{version}"}).result()
        say(snapshot=f"n{number}-{version}")
        life(runtime, f"x{number}-{version}")


def life(runtime: Runtime, other: str) -> None:
    """A short whole life beside the long one."""
    try:
        runtime.create(other, {"theorem_id": "t"}).result()
        event = {"event_id": "e0", "kind": "toy", "reward": 1}
        runtime.learn(other, {"expected_policy_version": 0, "event": event}).result()
        source: Any = runtime.snapshot(other, {"name": "seal", "for_experience": True}).result()["source"]
        acceptance = {"kind": "local-mechanism", "completed": True, "passed": True, "evidence_sha256": "0" * 64, "source": source}
        runtime.publish(other, {"snapshot": "seal", "experience_id": f"exp-{other}", "acceptance": acceptance}).result()
        say(published=f"exp-{other}")
        runtime.retire(other, {"name": "end", "expected_policy_version": 1}).result()
        say(retired=other)
    except ReaproverError as error:
        say(error=str(error))


main()
