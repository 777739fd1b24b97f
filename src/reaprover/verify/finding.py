"""What a check says, and how findings become one of the three outcomes (spec verification.md, sections 1 and 2)."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from reaprover.core import Verdict


class Check(enum.Enum):
    """The checks, in the order in which reasons are listed."""

    SYNTAX = "S"
    MESSAGES = "M"
    EVIDENCE = "E"
    STATEMENT = "T"
    AXIOMS = "A"
    KERNEL = "K"
    SECOND_KERNEL = "N"
    SANDBOX = "X"


class Status(enum.Enum):
    """How a check ended. `UNVERIFIED` is infrastructure or resources; `ABSENT` means it was not made, and says why."""

    PASS = "pass"
    FAIL = "fail"
    UNVERIFIED = "unverified"
    ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class Finding:
    """The outcome of one check; `facts` go into the receipt."""

    check: Check
    status: Status
    detail: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)


def passed(check: Check, detail: str = "", **facts: Any) -> Finding:
    """A check that passed."""
    return Finding(check, Status.PASS, detail, facts)


def failed(check: Check, detail: str, **facts: Any) -> Finding:
    """A check that refuses the proof."""
    return Finding(check, Status.FAIL, detail, facts)


def unverified(check: Check, detail: str, **facts: Any) -> Finding:
    """A check that could not be completed."""
    return Finding(check, Status.UNVERIFIED, detail, facts)


def absent(check: Check, detail: str, **facts: Any) -> Finding:
    """A check that was not made."""
    return Finding(check, Status.ABSENT, detail, facts)


def conclude(findings: Iterable[Finding], required: frozenset[Check]) -> tuple[Verdict, tuple[str, ...]]:
    """The verdict, and all reasons in the order of the checks (for an unverified proof the checks that were not made last).

    One refusal rejects. Otherwise anything that could not be completed, or a required check that was not made, leaves the
    proof unverified. Only if every required check passed, and none refused, it is verified.

    Args:
        findings: at most one per check.
        required: checks that must have passed.
    """
    by_check = {finding.check: finding for finding in findings}
    ordered = [by_check.get(check, absent(check, "not made")) for check in Check]
    refusals = [f for f in ordered if f.status is Status.FAIL]
    if refusals:
        return Verdict.REJECTED, tuple(f"{f.check.value}: {f.detail}" for f in refusals)
    open_ = [f for f in ordered if f.status is Status.UNVERIFIED]
    open_ += [f for f in ordered if f.status is Status.ABSENT and f.check in required]
    if open_:
        return Verdict.UNVERIFIED, tuple(f"{f.check.value}: {f.detail}" for f in open_)
    return Verdict.VERIFIED, ()
