"""What a run was started with: written once, compared by whoever goes on with it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from reaprover.core.canonical import canonical_text
from reaprover.core.durable import write_durably
from reaprover.errors import InputError, UsageError


def keep_record(path: Path, format_name: str, settings: Mapping[str, Any], facts: Mapping[str, Any]) -> dict[str, Any]:
    """The record of a run; made by its first process.

    Args:
        path: the file.
        format_name: its format.
        settings: what a process that goes on must have been given as well.
        facts: further values of the first process: versions, times.

    Raises:
        InputError: a file of another format.
        UsageError: the run was started with other settings.
        InfrastructureError: the disk refuses.
    """
    wanted = json.loads(json.dumps(settings))
    if not path.exists():
        record = {"format": format_name, "settings": wanted, **facts}
        write_durably(path, (json.dumps(record, indent=1, ensure_ascii=False) + "\n").encode())
        return record
    try:
        found: Any = json.loads(path.read_bytes())
    except ValueError as error:
        raise InputError(str(path), "is damaged", found=str(error)[:80], expected="JSON", advice="name another folder") from error
    if not isinstance(found, dict) or found.get("format") != format_name:
        raise InputError(str(path), "is another record", expected=f'"format": "{format_name}"', advice="name another folder")
    known = found.get("settings")
    names = sorted(set(wanted) | set(known if isinstance(known, dict) else ()))
    for name in names:
        one, two = (values.get(name) if isinstance(values, dict) else None for values in (known, wanted))
        if canonical_text(one) != canonical_text(two):
            raise UsageError(
                f"{path}: was started with another {name}; found {two!r}, expected {one!r}; give the same options, or name another folder"
            )
    return found
