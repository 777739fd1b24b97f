"""The receipt: what was checked, with what, and what was not (spec verification.md, section 10).

One JSON object, written once. Hashes are not signatures: a receipt says what was run where; it proves nothing against its
writer. It repeats every check with its finding, the absent ones with the reason, and it matches only the same statement,
script, environment and checker.
"""

from __future__ import annotations

import datetime
import json
import secrets
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import reaprover
from reaprover.core import Verdict
from reaprover.core.canonical import indented_json, sha256
from reaprover.core.declaration import split_imports
from reaprover.core.durable import write_durably
from reaprover.errors import InputError
from reaprover.lean.toolchain import Toolchain
from reaprover.verify.environment import Library
from reaprover.verify.finding import Check, Finding, Status
from reaprover.verify.name import Name, write_name
from reaprover.verify.records import read_json
from reaprover.verify.sandbox import Limits
from reaprover.verify.syntax import option_values, scan

FORMAT: Final = "reaprover.check.receipt.v1"
MAX_RECEIPT_BYTES: Final = 4 << 20
TRUST: Final = "local record; hashes, not signatures: it proves nothing against its writer"


@cache
def checker_files() -> Mapping[str, str]:
    """The source files of the checker itself, with their sha256."""
    root = Path(__file__).parent
    return {path.relative_to(root).as_posix(): sha256(path.read_bytes()) for path in sorted(root.rglob("*.py"))}


@cache
def checker_sha256() -> str:
    """Hash over the source of the checker itself."""
    return sha256("".join(f"{name}\0{digest}\n" for name, digest in checker_files().items()))


def _hash(text: str | None) -> str | None:
    return None if text is None else sha256(text)


def make_receipt(
    *,
    verdict: Verdict,
    reasons: Sequence[str],
    level: str,
    findings: Sequence[Finding],
    target: Name,
    negated: bool,
    source: str,
    reference: str | None,
    script: str | None,
    toolchain: Toolchain,
    limits: Limits,
    facts: Mapping[str, Any],
    started: datetime.datetime,
    elapsed_s: float,
) -> dict[str, Any]:
    """The receipt of one check; see the attributes of `Submission` and `Report` for what the arguments mean."""
    by_check = {f.check: f for f in findings}
    statement, axioms, syntax = by_check[Check.STATEMENT], by_check[Check.AXIOMS], by_check[Check.SYNTAX]
    versions = toolchain.versions
    record: dict[str, Any] = {
        "format": FORMAT,
        "run": secrets.token_hex(16),
        "verdict": verdict.value,
        "level": level,
        "reasons": list(reasons),
        "polarity": "negation" if negated else "statement",
        "theorem": write_name(target),
        "statement_hash": statement.facts.get("statement_hash") or facts.get("statement_hash") or None,
        "reference_sha256": _hash(reference),
        "script_sha256": _hash(script),
        "file_sha256": _hash(source),
        "modules": facts.get("modules", []),
        "imports": imports_of(source),
        "environment": {
            "toolchain": versions.toolchain,
            "lean": versions.lean,
            "commit": versions.commit,
            "library": versions.library,
            "core_sha256": facts.get("library"),
            "options": dict(syntax.facts.get("options", {})),
        },
        "axioms": list(axioms.facts.get("axioms", [])),
        "checks": {check.value: {"status": f.status.value, "detail": f.detail, **_facts(f)} for check in Check for f in [by_check[check]]},
        "not_checked": [c.value for c in Check if by_check[c].status is Status.ABSENT],
        "checker": {"name": "reaprover", "version": reaprover.__version__, "sha256": checker_sha256()},
        "limits": limits.record(),
        "exit": facts.get("exit"),
        "stdout_sha256": facts.get("stdout_sha256"),
        "stderr_sha256": facts.get("stderr_sha256"),
        "flags": list(facts.get("flags", [])),
        "started": started.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "elapsed_s": round(elapsed_s, 3),
        "trust": TRUST,
    }
    return sealed(record)


def sealed(record: Mapping[str, Any]) -> dict[str, Any]:
    """The record with a hash over itself, which shows an edit by hand or a damaged file, and nothing against its writer."""
    return {**record, "record_sha256": _record_sha256(record)}


def is_unchanged(record: Mapping[str, Any]) -> bool:
    """Whether a sealed record still has the hash that it was written with."""
    return record.get("record_sha256") == _record_sha256(record)


def _record_sha256(record: Mapping[str, Any]) -> str:
    rest = {key: value for key, value in record.items() if key != "record_sha256"}
    return sha256(json.dumps(rest, ensure_ascii=False, sort_keys=True))


def _facts(finding: Finding) -> dict[str, Any]:
    return {key: value for key, value in finding.facts.items() if key not in ("statement_hash", "axioms", "infrastructure", "options")}


def write_receipt(path: Path, receipt: Mapping[str, Any], *, replace: bool = False) -> None:
    """Write a receipt, durably and whole; an existing file is replaced only on request.

    Raises:
        FileExistsError: the file exists, and `replace` is False.
        InfrastructureError: the disk or the folder refuses.
    """
    write_durably(path, indented_json(receipt), replace=replace)


def read_receipt(path: Path) -> dict[str, Any]:
    """Read a receipt and check its form.

    Raises:
        InputError: it is no receipt of ours, is too large, or is no strict JSON.
    """

    record: Any = read_json(path, what="a receipt", max_bytes=MAX_RECEIPT_BYTES)
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise InputError(str(path), "is no receipt of a check", expected=f"format {FORMAT}")
    missing = [key for key in _KEYS if key not in record]
    foreign = [key for key in record if key not in _KEYS]
    if missing or foreign:
        raise InputError(str(path), "has other keys than a receipt", found=f"missing {missing}, unknown {foreign}")
    if record["verdict"] not in [v.value for v in Verdict]:
        raise InputError(str(path), "has an unknown verdict", found=repr(record["verdict"])[:80])
    shapes = {
        "checks": dict,
        "environment": dict,
        "checker": dict,
        "axioms": list,
        "modules": list,
        "imports": list,
        "flags": list,
        "reasons": list,
        "level": str,
        "theorem": str,
    }
    wrong = [key for key, shape in shapes.items() if not isinstance(record[key], shape)]
    if not wrong:
        found = {check: entry.get("status") for check, entry in record["checks"].items() if isinstance(entry, dict)}
        states = {s.value for s in Status}
        if set(found) != {c.value for c in Check} or not all(isinstance(s, str) and s in states for s in found.values()):
            wrong.append("checks")
        if not all(isinstance(axiom, str) for axiom in record["axioms"]):
            wrong.append("axioms")
        if not all(isinstance(module, dict) for module in record["modules"]):
            wrong.append("modules")
        if not isinstance(record["checker"].get("sha256"), str):
            wrong.append("checker")
        if record["level"] not in _REQUIRED:
            wrong.append("level")
    if wrong:
        raise InputError(str(path), f"has no readable {', '.join(wrong)}", advice="a receipt is never edited; make a new one")
    return record


_REQUIRED: Final = {"fast": "SMEAX", "strict": "SMEAKX", "paranoid": "SMEAKNX"}
"""Checks that must have passed; T only where a reference was given."""
_KEYS: Final = frozenset(
    {"format", "run", "verdict", "level", "reasons", "polarity", "theorem", "statement_hash", "reference_sha256", "script_sha256"}
    | {"file_sha256", "modules", "imports", "environment", "axioms", "checks", "not_checked", "checker", "limits", "exit", "stdout_sha256"}
    | {"stderr_sha256", "flags", "started", "elapsed_s", "trust", "record_sha256"}
)


def compare_receipt(
    record: Mapping[str, Any], *, source: str | None = None, reference: str | None = None, toolchain: Toolchain | None = None
) -> list[str]:
    """What keeps a receipt from vouching for this file, statement and environment; empty if nothing does.

    Args:
        record: what `read_receipt` gave.
        source: the file's text; None leaves it out.
        reference: the reference's text; None leaves it out.
        toolchain: the environment at hand; None leaves it out.
    """
    problems = []
    if not is_unchanged(record):
        problems.append("it was changed after it was written")
    if record["verdict"] != Verdict.VERIFIED.value:
        problems.append(f"its verdict is {record['verdict']}")
    checks = record["checks"]
    failing = [name for name in checks if checks[name]["status"] in (Status.FAIL.value, Status.UNVERIFIED.value)]
    if record["verdict"] == Verdict.VERIFIED.value and (failing or record["reasons"]):
        problems.append(f"it says verified although {', '.join(failing) or 'it lists reasons'} speaks against it")
    needed = _REQUIRED[record["level"]] + ("T" if record["reference_sha256"] is not None else "")
    missing = [name for name in needed if checks[name]["status"] != Status.PASS.value]
    if record["verdict"] == Verdict.VERIFIED.value and missing:
        problems.append(f"it says verified at level {record['level']} without {', '.join(missing)}")
    if record["verdict"] == Verdict.VERIFIED.value and not set(record["axioms"]) <= {"propext", "Classical.choice", "Quot.sound"}:
        problems.append("it says verified although it lists other axioms")
    if source is not None:
        if record["file_sha256"] != _hash(source):
            problems.append("the file is another one")
        elif record["imports"] != imports_of(source):
            problems.append("the imports are not those of the file")
        elif record["environment"].get("options") != option_values(scan(source).options):
            problems.append("the options are not those that the file sets")
    if reference is not None and record["reference_sha256"] != _hash(reference):
        problems.append("the statement's text is another one")
    if record["checker"]["sha256"] != checker_sha256():
        problems.append("the checker is another one: due for re-verification")
    if toolchain is not None:
        versions, environment = toolchain.versions, record["environment"]
        found = (versions.toolchain, versions.lean, versions.commit, versions.library)
        if found != tuple(environment.get(key) for key in ("toolchain", "lean", "commit", "library")):
            problems.append("the toolchain or the library is another one: due for re-verification")
        elif source is not None and environment.get("core_sha256") != _core_sha256(record, source, toolchain):
            problems.append("the compiled library is another one: due for re-verification")
    return problems


def _core_sha256(record: Mapping[str, Any], source: str, toolchain: Toolchain) -> str:
    own = {module.get("name") for module in record["modules"]}
    imports = [name for name in imports_of(source) if name not in own]
    return Library(toolchain.search_path, tuple(dict.fromkeys(("Init", *imports)))).sha256


def imports_of(source: str) -> list[str]:
    """The modules that a file names; none where its head cannot be read, as in a comment without end, which S refuses."""
    try:
        return list(split_imports(source)[0])
    except InputError:
        return []
