"""Every hostile file gets its verdict from the check that is named, every control is accepted, and no check is idle."""

from __future__ import annotations

import re

import pytest

from reaprover.core import Verdict
from reaprover.verify.evidence import no_module
from reaprover.verify.finding import Check, Finding, Status, conclude
from reaprover.verify.strict import REQUIRED, Level, Report

from .conftest import Case, cases
from .table import DOCUMENT, tables, with_tables

pytestmark = pytest.mark.lean

NOT_IN_ONE_FILE = {
    # named in the index for a core or a session that is not this one; the verdict is the same, by the checks that remain
    "unknown-ident": "A",  # no module is written, so there is nothing to look at
    "earlier-lemma-error": "A",
    "trace-spoof": "E",  # the report is ours alone: the spoofed line has nobody to fool
    "process-exit": "X",
    "kernel-name-land": "N",  # this core declares the name: the kernel itself refuses (see test_kernel for a core without it)
    "prelude-gcd": "T",
    "opaque-free-variable": "N",  # refused when it is declared
    "recursion-depth": "E",  # a resource limit is no refutation
}


def failing(report: Report) -> set[str]:
    return {f.check.value for f in report.findings if f.status is Status.FAIL}


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.label)
def test_a_hostile_file_gets_its_verdict_from_the_check_that_is_named(case: Case, reports: dict[str, Report]) -> None:
    report = reports[case.label]
    assert report.result.verdict.value in str(case.facts["verdict"]).split("|"), report.result.reasons
    stem = str(case.facts["file"]).removesuffix(".lean")
    if case.folder == "unsound":
        named = set(re.findall(r"\b[SMETAKNX]\b", str(case.facts["check"]))) - set(NOT_IN_ONE_FILE.get(stem, ""))
    else:
        named = set(case.facts["check"])
    assert named <= failing(report), report.result.reasons


@pytest.mark.parametrize("case", [c for c in cases() if c.facts["verdict"] == "verified"], ids=lambda case: case.label)
def test_a_control_passes_every_check_of_the_paranoid_level(case: Case, reports: dict[str, Report]) -> None:
    report = reports[case.label]
    assert report.result.verdict is Verdict.VERIFIED
    assert {f.check: f.status for f in report.findings} == dict.fromkeys(Check, Status.PASS)


def verdict_without(report: Report, *checks: Check) -> Verdict:
    """The verdict if these checks did not exist; S is set aside as well, being a filter only."""
    gone = {Check.SYNTAX, *checks}
    kept: list[Finding] = [f for f in report.findings if f.check not in gone]
    return conclude(kept, REQUIRED[Level.PARANOID] - gone)[0]


@pytest.mark.parametrize(
    ("check", "label", "also"),
    [
        (Check.EVIDENCE, "unsound/process-exit.lean", (Check.MESSAGES, Check.STATEMENT, Check.AXIOMS, Check.KERNEL, Check.SECOND_KERNEL)),
        (Check.STATEMENT, "unsound/def-value.lean", ()),
        (Check.AXIOMS, "unsound/user-axiom.lean", ()),
        (Check.KERNEL, "unsound/skip-kernel-decide.lean", (Check.SECOND_KERNEL,)),
        (Check.SECOND_KERNEL, "unsound/skip-kernel-tactic.lean", (Check.KERNEL,)),
        (Check.SANDBOX, "unsound/overwrite-reference.lean", (Check.STATEMENT, Check.KERNEL, Check.SECOND_KERNEL)),
    ],
    ids=lambda value: value.name if isinstance(value, Check) else None,
)
def test_removing_a_check_changes_a_verdict(check: Check, label: str, also: tuple[Check, ...], reports: dict[str, Report]) -> None:
    report = reports[label]
    assert verdict_without(report, *also) is Verdict.REJECTED
    assert verdict_without(report, check, *also) is not Verdict.REJECTED


def test_removing_the_syntax_check_changes_a_verdict(reports: dict[str, Report]) -> None:
    report = reports["unsound/extra-command.lean"]
    assert report.result.verdict is Verdict.REJECTED
    assert verdict_without(report) is Verdict.VERIFIED


def test_removing_the_message_check_changes_a_verdict(reports: dict[str, Report]) -> None:
    report = reports["unsound/unknown-ident.lean"]
    assert report.result.verdict is Verdict.REJECTED
    without = no_module(exit_status=1, killed="", errors=False, resource=False)
    assert without.status is Status.UNVERIFIED, "without the messages nothing tells a wrong proof from a broken run"


def test_every_reason_is_listed_in_the_order_of_the_checks(reports: dict[str, Report]) -> None:
    order = "SMETAKNX"
    for report in reports.values():
        letters = [reason[0] for reason in report.result.reasons]
        assert letters == sorted(letters, key=order.index)


def test_the_receipt_says_what_was_checked_and_what_was_not(reports: dict[str, Report]) -> None:
    for label, report in reports.items():
        receipt = report.result.receipt
        assert receipt["verdict"] == report.result.verdict.value, label
        assert set(receipt["checks"]) == set("SMETAKNX")
        assert receipt["not_checked"] == [f.check.value for f in report.findings if f.status is Status.ABSENT]
        assert len(receipt["run"]) == 32
    assert len({r.result.receipt["run"] for r in reports.values()}) == len(reports)
    assert reports["unsound/control-recursion-depth.lean"].result.receipt["environment"]["options"] == {"maxRecDepth": "20000"}
    assert reports["unsound/control-omega.lean"].result.receipt["axioms"] == ["propext"]
    assert reports["attacks/control-hole.lean"].result.receipt["checks"]["T"]["holes"] == ["answer"]


def test_only_the_odd_proofs_are_flagged(reports: dict[str, Report]) -> None:
    flagged = {label: report.result.receipt["flags"] for label, report in reports.items() if report.result.receipt["flags"]}
    assert flagged == {"unsound/control-vacuous.lean": ["vacuous"], "unsound/control-answer-restated.lean": ["answer_restated"]}


def test_the_tables_of_the_document_are_those_of_this_run(reports: dict[str, Report]) -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert with_tables(text, tables(reports)) == text, "run: python -m tests.verify.table"
