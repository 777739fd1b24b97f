"""The forge must be right where it is not wrong on purpose: an unchanged forgery is accepted, and holds the formula's numbers."""

from __future__ import annotations

from pathlib import Path

from reaprover.snapshot import ReleaseContents, read_snapshot

from . import forge


def test_an_unchanged_forgery_is_accepted_and_holds_the_numbers_of_the_formula(tmp_path: Path) -> None:
    contents = read_snapshot(forge.write(tmp_path / "s", forge.with_payload(forge.archive(forge.entries()))))
    golden = read_snapshot(forge.TINY)
    assert isinstance(contents, ReleaseContents)
    assert isinstance(golden, ReleaseContents)
    assert contents.weights is not None
    assert golden.weights is not None
    for group, name, shape, data in forge.tensors():
        for weights in (contents.weights, golden.weights):
            found = getattr(weights, group)[name]
            assert (found.shape, found.tobytes()) == (shape, data)
