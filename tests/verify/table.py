"""The soundness tables of docs/soundness.md, made from real checks so that they cannot drift.

python -m tests.verify.table          # checks everything and rewrites the tables in docs/soundness.md
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from reaprover.lean.toolchain import EmbeddedToolchain
from reaprover.verify.finding import Check, Status
from reaprover.verify.strict import Report

from .conftest import Case, cases, check_all

DOCUMENT = Path(__file__).parents[2] / "docs" / "soundness.md"


def failing(report: Report) -> str:
    """The letters of the checks that refuse, in their order."""
    return " ".join(check.value for check in Check if report.finding(check).status is Status.FAIL)


def row(case: Case, report: Report) -> str:
    """One line of a table."""
    note = str(case.facts.get("naive" if case.folder == "unsound" else "note", "")).replace("|", "\\|").replace("\n", " ")
    verdict = str(case.facts["verdict"]) if "|" not in str(case.facts["verdict"]) else "rejected or unverified"
    letters = failing(report) if "|" not in str(case.facts["verdict"]) else ""
    return f"| {str(case.facts['file']).removesuffix('.lean')} | {verdict} | {letters or '–'} | {note or '–'} |"


def tables(reports: Mapping[str, Report]) -> dict[str, str]:
    """The text between the marks of the document, by folder."""
    found = {}
    for folder, title in (("unsound", "what a naive checker says"), ("attacks", "what it does")):
        lines = [f"| file | verdict | refused by | {title} |", "|---|---|---|---|"]
        lines += [row(case, reports[case.label]) for case in cases() if case.folder == folder]
        found[folder] = "\n".join(lines)
    return found


def with_tables(text: str, found: Mapping[str, str]) -> str:
    """The document with its tables replaced."""
    for folder, table in found.items():
        begin, end = f"<!-- table {folder} -->\n", f"\n<!-- end {folder} -->"
        before, rest = text.split(begin)
        text = before + begin + table + end + rest.split(end)[1]
    return text


def main() -> int:
    """Rewrite the document."""
    toolchain = EmbeddedToolchain.find()
    toolchain.prepare()
    DOCUMENT.write_text(with_tables(DOCUMENT.read_text(encoding="utf-8"), tables(check_all(toolchain))), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
