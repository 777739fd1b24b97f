"""Verification reports: what was checked, how far it goes, and the verdict; a report never claims more than was done."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

from reaprover.core.canonical import JsonObject
from reaprover.snapshot.backend import Progress
from reaprover.snapshot.reading import NOTHING_EXPECTED, Expectations, Level, LiveContents, ReleaseContents, read_hashes, read_snapshot
from reaprover.snapshot.refusal import SnapshotRefusal, refuse

SCHEMA = "reaprover.verify.v1"
LEVELS = {
    Level.INTEGRITY: "the bytes are those that the manifest names",
    Level.FORM: "schema, canonical form and acceptance record are well-formed; tensors complete and finite",
    Level.COMPATIBILITY: "contract and base model match",
    Level.EVIDENCE: "the evidence was re-checked from disk",
    Level.REPLAY: "the proof was run again here",
}
"""What each level says."""


class CheckStatus(Enum):
    """How a check ended."""

    PASSED = "passed"
    REFUSED = "refused"
    NOT_CHECKED = "not checked"


@dataclass(frozen=True, slots=True)
class Check:
    """One line of a report."""

    level: Level
    name: str
    status: CheckStatus
    detail: str


@dataclass(frozen=True, slots=True)
class VerifyReport:
    """The outcome of a verification.

    Attributes:
        path: the folder, as given.
        checks: every check in the order in which it was done; the last may be refused.
        level: the level reached completely, or None.
        refusal: why it was refused, or None.
        manifest_sha256: sha256 of the manifest, if it was read.
    """

    path: str
    checks: tuple[Check, ...]
    level: Level | None
    refusal: SnapshotRefusal | None
    manifest_sha256: str | None

    @property
    def passed(self) -> bool:
        """Whether everything that was asked for holds."""
        return all(check.status is not CheckStatus.REFUSED for check in self.checks)

    def with_evidence(self, lines: tuple[Check, ...]) -> VerifyReport:
        """The report with the lines of an evidence check instead of the line that says it was not done.

        Level L3 is reached only from L2 and if every line passed.
        """
        checks = tuple(check for check in self.checks if check.level is not Level.EVIDENCE) + lines
        complete = self.level is Level.COMPATIBILITY and all(check.status is CheckStatus.PASSED for check in lines)
        return replace(self, checks=checks, level=Level.EVIDENCE if complete else self.level)

    def to_json(self) -> JsonObject:
        """The report as one JSON document (schema `reaprover.verify.v1`)."""
        refusal = self.refusal
        return {
            "schema_version": SCHEMA,
            "path": self.path,
            "passed": self.passed,
            "level": None if self.level is None else f"L{self.level.value}",
            "level_says": None if self.level is None else LEVELS[self.level],
            "manifest_sha256": self.manifest_sha256,
            "checks": [
                {"level": f"L{check.level.value}", "name": check.name, "status": check.status.value, "detail": check.detail}
                for check in self.checks
            ],
            "refusal": None
            if refusal is None
            else {key: getattr(refusal, key) for key in ("code", "file", "where", "found", "expected", "advice")},
        }


def verify_snapshot(
    folder: Path,
    expect: Expectations = NOTHING_EXPECTED,
    *,
    expect_sha256: str | None = None,
    hashes_only: bool = False,
    in_store: bool = False,
    on_progress: Progress | None = None,
) -> tuple[VerifyReport, ReleaseContents | LiveContents | None]:
    """Verify a snapshot; a refusal is a value of the report, not an exception.

    Args:
        folder: the folder.
        expect: what the caller demands.
        expect_sha256: sha256 of one of the three files, as published; any other value is refused.
        hashes_only: stop after the hashes (level 0).
        in_store: exactly the three files may be there.
        on_progress: told of every block of `backend.json`.

    Returns:
        The report, and the contents if everything held and they were read.

    Raises:
        InfrastructureError: the system refuses to read.
        PrerequisiteError: NumPy is missing.
    """
    checks: list[Check] = []
    contents: ReleaseContents | LiveContents | None = None
    refusal: SnapshotRefusal | None = None

    def passed(level: Level, name: str, detail: str) -> None:
        checks.append(Check(level, name, CheckStatus.PASSED, detail))

    try:
        if hashes_only:
            read_hashes(folder, expect, in_store=in_store, on_check=passed)
        else:
            contents = read_snapshot(folder, expect, in_store=in_store, on_check=passed, on_progress=on_progress)
        if expect_sha256 is not None:
            passed(Level.INTEGRITY, "expected sha256", f"it is {_require_one_of(expect_sha256, checks)}'s")
    except SnapshotRefusal as error:
        refusal, contents = error, None
        place = ": ".join(part for part in (error.file, error.where) if part) or "snapshot"
        detail = f"{place}: found {error.found}, expected {error.expected}"
        level = Level.INTEGRITY if not any(c.name == "backend" for c in checks) else Level.FORM
        checks.append(Check(level, error.code, CheckStatus.REFUSED, detail))
    if isinstance(contents, ReleaseContents):
        checks += [Check(Level.COMPATIBILITY, "base model", CheckStatus.NOT_CHECKED, line) for line in _not_checked(contents)]
        checks.append(Check(Level.EVIDENCE, "evidence", CheckStatus.NOT_CHECKED, "the proof's files were not looked at"))
    manifest = next((check.detail.rsplit(" ", 1)[1] for check in checks if check.name == "manifest"), None)
    return VerifyReport(str(folder), tuple(checks), _level(checks, contents, refusal), refusal, manifest), contents


def _require_one_of(expected: str, checks: list[Check]) -> str:
    hashes = {check.detail.rsplit(" ", 1)[1]: f"{check.name}.json" for check in checks if check.name in ("manifest", "session", "backend")}
    if expected not in hashes:
        backend = next((digest for digest, name in hashes.items() if name == "backend.json"), "nothing")
        raise refuse("pin_mismatch", "backend.json", "sha256", found=backend, expected=expected)
    return hashes[expected]


def _not_checked(contents: ReleaseContents) -> tuple[str, ...]:
    if contents.base is not None:
        return contents.base.not_checked
    return ("no base model directory was given",)


def _level(checks: list[Check], contents: ReleaseContents | LiveContents | None, refusal: SnapshotRefusal | None) -> Level | None:
    """The highest level whose checks were all done and all passed."""
    if not any(check.name == "backend" and check.status is CheckStatus.PASSED for check in checks):
        return None
    if refusal is not None and refusal.code in ("weights_sha256_mismatch", "pin_mismatch"):
        return None
    if contents is None:
        return Level.INTEGRITY
    if isinstance(contents, ReleaseContents) and contents.base is not None:
        return Level.COMPATIBILITY
    return Level.FORM
