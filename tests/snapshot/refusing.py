"""How tests ask for a refusal: the code, its class, and that the sentence names file and advice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from reaprover.snapshot import Expectations, SnapshotRefusal, read_snapshot
from reaprover.snapshot.refusal import CODES

from . import forge


def refused(folder: Path, code: str, *, in_store: bool = False, **expect: Any) -> SnapshotRefusal:
    """Read the folder and require the refusal `code`."""
    with pytest.raises(SnapshotRefusal) as caught:
        read_snapshot(folder, Expectations(**expect), in_store=in_store)
    error = caught.value
    assert error.code == code, f"expected {code}: {error}"
    assert type(error) is CODES[code]
    assert error.found
    assert error.expected
    assert error.advice
    assert code in str(error)
    return error


def refused_files(tmp_path: Path, files: dict[str, bytes], code: str, **expect: Any) -> SnapshotRefusal:
    """Write the files and require the refusal `code`."""
    return refused(forge.write(tmp_path / "snapshot", files), code, **expect)
