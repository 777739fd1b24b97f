"""The folder that a run leaves: what was asked, with which versions, how it ended. Enough to repeat it and to go on with it.

```
run.json        request, versions, times, one result per theorem; rewritten durably as the run goes on
<n>-<name>/     per theorem: tree.json, events.jsonl and, once verified, proof.lean and receipt.json
proved.lean     the user's file with the proofs that were found
```
"""

from __future__ import annotations

import datetime
import json
import platform
import re
from pathlib import Path
from typing import Any

import reaprover
from reaprover.core.canonical import parse_json
from reaprover.core.durable import write_durably
from reaprover.errors import InfrastructureError, InputError, ReaproverError

FORMAT = "reaprover.run.v1"
RUN_FILE = "run.json"


class RunFolder:
    """One run's folder. `record` is what stands in `run.json`; `write` makes the file follow it."""

    def __init__(self, path: Path, record: dict[str, Any]) -> None:
        """Use `create` or `load`."""
        self.path = path
        self.record = record

    @classmethod
    def create(cls, path: Path, request: dict[str, Any], toolchain: str) -> RunFolder:
        """Make a folder for a new run.

        Raises:
            InputError: the folder holds something already.
            InfrastructureError: the disk or the folder refuses.
        """
        if path.exists() and (not path.is_dir() or any(path.iterdir())):
            raise InputError(str(path), "is not empty", expected="a new folder", advice="choose another --run-folder, or --resume this one")
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InfrastructureError(f"{path}: cannot be made: {error.strerror}; choose another folder with --run-folder") from error
        versions = {
            "reaprover": reaprover.__version__,
            "toolchain": toolchain,
            "python": platform.python_version(),
            "machine": platform.platform(),
        }
        record: dict[str, Any] = {
            "format": FORMAT,
            "request": request,
            "versions": versions,
            "started": _now(),
            "finished": None,
            "results": [],
        }
        folder = cls(path, record)
        folder.write()
        return folder

    @classmethod
    def load(cls, path: Path) -> RunFolder:
        """Read the folder of an earlier run.

        Raises:
            InputError: there is none, or its record is damaged or of another format.
        """
        file = path / RUN_FILE
        try:
            record = parse_json(file.read_bytes())
        except OSError as error:
            raise InputError(
                str(file), f"cannot be read: {error.strerror}", expected="the folder of an earlier run", advice="look at its name"
            ) from error
        except ReaproverError as error:
            raise InputError(str(file), f"is damaged: {error}", advice="start the run anew in another folder") from error
        if not isinstance(record, dict) or record.get("format") != FORMAT:
            found = record.get("format") if isinstance(record, dict) else type(record).__name__
            raise InputError(f"{file}, field format", "is another format", found=repr(found), expected=FORMAT)
        return cls(path, record)

    def write(self) -> None:
        """Bring `run.json` up to date.

        Raises:
            InfrastructureError: the disk or the folder refuses.
        """
        write_durably(self.path / RUN_FILE, (json.dumps(self.record, indent=1, ensure_ascii=False) + "\n").encode())

    def finish(self) -> None:
        """Note the time of the end."""
        self.record["finished"] = _now()
        self.write()

    def of_theorem(self, index: int, name: str) -> Path:
        """The folder of the theorem number `index` (from 1)."""
        return self.path / f"{index:03d}-{re.sub(r'[^A-Za-z0-9_.-]+', '_', name)[:60]}"


def new_run_path(name: str) -> Path:
    """`runs/<time>-<name>` below the current folder, not in use."""
    stem = f"{datetime.datetime.now().strftime('%Y-%m-%dT%H-%M-%S')}-{re.sub(r'[^A-Za-z0-9_.-]+', '_', name)[:40]}"
    path, number = Path("runs") / stem, 1
    while path.exists():
        number += 1
        path = Path("runs") / f"{stem}-{number}"
    return path


def _now() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
