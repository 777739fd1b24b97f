"""Hostile files at random: nothing false is ever verified. A minute here; `python -m tests.verify.fuzz --seconds 3600` at night."""

from __future__ import annotations

import pytest

from reaprover.verify.strict import StrictChecker

from .fuzz import fuzz, fuzz_scanner, make_checker


@pytest.fixture(scope="module")
def paranoid() -> StrictChecker:
    return make_checker()


def test_the_scanner_reads_any_text() -> None:
    assert fuzz_scanner(seconds=1) > 100


@pytest.mark.lean
@pytest.mark.slow
def test_a_minute_of_hostile_files_gives_no_false_verdict(paranoid: StrictChecker) -> None:
    counts = fuzz(paranoid, seconds=60)
    assert counts["verified"] == 0
    assert counts["rejected"] > 20


@pytest.mark.lean
def test_a_few_hostile_files_give_no_false_verdict(paranoid: StrictChecker) -> None:
    assert fuzz(paranoid, seconds=4, first_seed=1000)["verified"] == 0
