"""Makes a process per request that goes on with a training run and may be killed; torch is imported once, for all of them.

python -m tests.train.nursery: requests are JSON lines on stdin, `{"folder", "kind", "fatal"}`: the kind of run, and the write at which the
process says `now` and waits for its end (0: never). It says `pid N` first and `done` when it is through; a file STOP in the folder stops
it. After its end the nursery says `ended STATUS`. Writes are flushes to the disk and lines of a log, before and after.
"""

from __future__ import annotations

import dataclasses
import json
import os
import signal
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.train.small_run import ADAPTER, BASE, PLAY, config

CONFIGS = {
    "play": config(dataclasses.replace(PLAY, seconds=1000.0)),
    "learn": config(PLAY, BASE, ADAPTER),
}


def say(text: str) -> None:
    os.write(1, f"{text}\n".encode())


def live(folder: Path, kind: str, fatal: int) -> None:
    """One life: to the run's end, to a stop, or to the fatal write."""
    from reaprover.learn.trainer import TrainConfig
    from reaprover.train import run

    count = 0

    def deadly(function: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*arguments: Any, **options: Any) -> Any:
            nonlocal count
            count += 1
            if count == fatal and count % 2:
                wait_for_the_end()
            result = function(*arguments, **options)
            if count == fatal:
                wait_for_the_end()
            return result

        return wrapped

    os.fsync = deadly(os.fsync)
    run._Lines.add = deadly(run._Lines.add)  # type: ignore[method-assign]  # this process is made to be killed
    run.VERIFY_AT, run.SAVE_EVERY_S = 2, 0.3  # type: ignore[misc]  # so that there is something to lose at every moment
    defaults: dict[str, Any] = TrainConfig.__init__.__kwdefaults__
    defaults.update(checkpoint_every_s=0.0, log_every_steps=1)
    with run.TrainingRun(folder, CONFIGS[kind]) as training:
        training.go((folder / "STOP").exists)
    say("done")


def wait_for_the_end() -> None:
    say("now")
    while True:
        signal.pause()


def main() -> None:
    import reaprover.learn.trainee
    import reaprover.train.learner  # noqa: F401  # imported once, for all children

    for line in sys.stdin:
        request = json.loads(line)
        pid = os.fork()
        if pid == 0:
            status = 1
            try:
                live(Path(request["folder"]), request["kind"], request["fatal"])
                status = 0
            except BaseException:
                traceback.print_exc()
            os._exit(status)
        say(f"pid {pid}")
        _, status = os.waitpid(pid, 0)
        say(f"ended {os.waitstatus_to_exitcode(status)}")


if __name__ == "__main__":
    main()
