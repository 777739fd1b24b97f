"""What the documentation says is what the code does."""

from __future__ import annotations

import re
from pathlib import Path

from reaprover.snapshot.pickle_reader import _GLOBALS, _OPCODES
from reaprover.snapshot.refusal import CODES

DOCUMENT = (Path(__file__).parents[2] / "docs" / "snapshot.md").read_text(encoding="utf-8")


def test_every_refusal_code_is_documented_with_its_class() -> None:
    rows = re.findall(r"^\| `(\w+)` \| [^|]+ \| ([^|]+) \|$", DOCUMENT, re.MULTILINE)
    documented = {code: kind for kind, codes in rows for code in re.findall(r"`(\w+)`", codes)}
    assert documented == {code: kind.__name__ for code, kind in CODES.items()}


def test_the_machine_knows_as_many_operations_and_names_as_documented() -> None:
    assert f"knows {len(_OPCODES) + 2} operations and {len(_GLOBALS)} names" in DOCUMENT


def test_every_public_name_is_there_and_listed_once() -> None:
    import reaprover.snapshot

    assert sorted(reaprover.snapshot.__all__) == sorted(reaprover.snapshot._HOME)
    for name in reaprover.snapshot.__all__:
        assert getattr(reaprover.snapshot, name) is not None
