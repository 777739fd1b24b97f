"""The real Lean, and one paranoid check of every hostile file, shared by all tests of this folder."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from reaprover.cli.check import make_checker_fn
from reaprover.lean.toolchain import EmbeddedToolchain
from reaprover.verify.batch import check_batch
from reaprover.verify.name import read_name
from reaprover.verify.strict import Level, Report, StrictChecker, Submission

HERE = Path(__file__).parent

settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")


@dataclass(frozen=True, slots=True)
class Case:
    """A file of `unsound` or `attacks` with its line of the index."""

    folder: str
    facts: Mapping[str, Any]

    @property
    def label(self) -> str:
        return f"{self.folder}/{self.facts['file']}"

    def submission(self) -> Submission:
        folder = HERE / self.folder
        source = (folder / str(self.facts["file"])).read_bytes().decode()
        helpers = {Path(name).stem: (folder / name).read_text(encoding="utf-8") for name in self.facts.get("helper", [])}
        target = read_name(str(self.facts["theorem"]))
        return Submission(source, target, str(self.facts["reference"]), helpers, where=self.label)


def cases() -> list[Case]:
    return [
        Case(folder, facts)
        for folder in ("unsound", "attacks")
        for facts in json.loads((HERE / folder / "index.json").read_text(encoding="utf-8"))
    ]


@pytest.fixture(scope="session")
def checker(toolchain: EmbeddedToolchain) -> StrictChecker:
    """A checker at level strict."""
    return StrictChecker(toolchain)


def check_all(toolchain: EmbeddedToolchain) -> dict[str, Report]:
    """Every case, checked once at level paranoid by two workers."""
    everything = cases()
    found: dict[str, Report] = {}
    checker_fn = make_checker_fn(toolchain, level=Level.PARANOID)
    for place, outcome in check_batch([case.submission() for case in everything], checker_fn, num_workers=2):
        assert isinstance(outcome, Report), outcome
        found[everything[place].label] = outcome
    return found


@pytest.fixture(scope="session")
def reports(toolchain: EmbeddedToolchain) -> dict[str, Report]:
    """Every case, checked once."""
    return check_all(toolchain)
