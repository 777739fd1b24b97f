"""Appends solutions to a replay store for ever, and acknowledges each on stdout; somebody kills it.

python replay_writer.py FOLDER FIRST [FATAL]: solution FIRST comes first, again if an earlier writer was killed over it. With FATAL the
process kills itself at the FATAL-th flush to the disk.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import Any

from reaprover.learn.leakage import EvaluationGuard
from reaprover.learn.replay import ReplayStore
from tests.learn.solutions import solution

folder, first = Path(sys.argv[1]), int(sys.argv[2])
fatal = int(sys.argv[3]) if len(sys.argv) > 3 else 0
count = 0
fsync = os.fsync


def deadly(handle: Any) -> None:
    global count
    count += 1
    if count == fatal and count % 2:
        os.kill(os.getpid(), signal.SIGKILL)
    fsync(handle)
    if count == fatal:
        os.kill(os.getpid(), signal.SIGKILL)


with ReplayStore(folder, guard=EvaluationGuard(())) as store:
    os.fsync = deadly
    os.write(1, b"ready\n")
    while True:
        store.append([solution(first, steps=1 + first % 4)])
        os.write(1, f"{first}\n".encode())
        first += 1
