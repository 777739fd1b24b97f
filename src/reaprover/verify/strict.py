"""The strict lane: decides, in fresh processes, whether a file proves the theorem that was asked for.

Order of one check: S on the text; the reference compiled, before the submission exists on disk; the submission compiled in
the sandbox; M, E, T, A from what these runs left, read here, where nothing of the submission ever runs; K in a further
process that holds only the library; N in this one. Every check is a function of its own; one refusal rejects, anything
incomplete leaves the proof unverified (spec verification.md).
"""

from __future__ import annotations

import dataclasses
import datetime
import enum
import re
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from reaprover.core import CheckResult, Theorem, Verdict
from reaprover.core.declaration import head_text, parse_theorems, proof_text, split_imports
from reaprover.errors import InfrastructureError, InputError
from reaprover.lean.toolchain import Toolchain
from reaprover.verify.answer import restates_question
from reaprover.verify.axioms import check_axioms
from reaprover.verify.compile import MAIN, Compilation, compile_file, sha256
from reaprover.verify.environment import Compiled, Library
from reaprover.verify.evidence import check_apart, check_evidence, no_module
from reaprover.verify.finding import Check, Finding, Status, absent, conclude, failed, passed, unverified
from reaprover.verify.kernel.check import check_second_kernel
from reaprover.verify.messages import check_messages, is_resource, read_messages
from reaprover.verify.name import Name, read_name, write_name
from reaprover.verify.olean import Kind, Module, OleanError
from reaprover.verify.receipt import imports_of, make_receipt
from reaprover.verify.replay import check_kernel
from reaprover.verify.sandbox import Limits, check_sandbox
from reaprover.verify.statement import check_statement, open_theorems, statement_hash
from reaprover.verify.syntax import check_syntax
from reaprover.verify.term import Store
from reaprover.verify.vacuity import has_hypothesis, probe


class Level(enum.Enum):
    """How much is checked. Each level makes all checks of the one before it."""

    FAST = "fast"
    STRICT = "strict"
    PARANOID = "paranoid"


_FAST: Final = frozenset({Check.SYNTAX, Check.MESSAGES, Check.EVIDENCE, Check.STATEMENT, Check.AXIOMS, Check.SANDBOX})
REQUIRED: Final[Mapping[Level, frozenset[Check]]] = {
    Level.FAST: _FAST,
    Level.STRICT: _FAST | {Check.KERNEL},
    Level.PARANOID: _FAST | {Check.KERNEL, Check.SECOND_KERNEL},
}

NUM_LIBRARIES: Final = 4
"""Sets of imports whose modules are kept between checks."""

MAPPED_BYTES: Final = 32 << 30
"""Address space that a project's compiled modules may take when Lean maps them; Mathlib's take several GiB."""


class StatementError(InputError):
    """The trusted statement itself does not elaborate."""


@dataclass(frozen=True, slots=True)
class Submission:
    """What is checked.

    Attributes:
        source: the whole file.
        target: full name of the theorem.
        others: further theorems of the file that are asked for as well.
        reference: trusted text with the same header and statement, its proof left open; None: the file's own statement is
            taken as the one asked for, and the receipt says so.
        helpers: further modules of the submission, in dependency order.
        script: the tactic block in the file, if it came separately.
        script_line: line of the file, from 1, at which the script begins; 0 if there is no separate script.
        negated: the theorem asked for is the negation of a statement (a disproof).
        where: the file's name, for messages.
        apart: the theorems asked for have nothing to do with each other: none may rest on another one, and nothing may be declared
            beside them; needs a reference.
        only: theorems of the reference that are left open may be missing among those asked for; without it that is an error.

    Raises:
        InputError: a helper's name is no plain module name, or that of a module of Lean's.
    """

    source: str
    target: Name
    reference: str | None = None
    helpers: Mapping[str, str] = field(default_factory=dict)
    script: str | None = None
    negated: bool = False
    where: str = "submission"
    others: tuple[Name, ...] = ()
    script_line: int = 0
    only: bool = False
    apart: bool = False

    def __post_init__(self) -> None:
        for name in self.helpers:
            if not _MODULE_NAME.fullmatch(name) or name in _TAKEN:
                raise InputError(self.where, "has a helper module that cannot have this name", found=repr(name)[:80], expected="a new word")


_MODULE_NAME: Final = re.compile(r"[A-Z][A-Za-z0-9_]*")
_TAKEN: Final = frozenset({"Init", "Std", "Lean", "Lake", "Reaprover", MAIN})


@dataclass(frozen=True, slots=True)
class Report:
    """Everything about one check: the result with its receipt, and the findings it rests on."""

    result: CheckResult
    findings: tuple[Finding, ...]
    submission: Submission
    level: Level
    elapsed_s: float

    def finding(self, check: Check) -> Finding:
        """The finding of one check."""
        return next((f for f in self.findings if f.check is check), absent(check, "not made"))


@dataclass(frozen=True, slots=True)
class _Reference:
    text: str
    data: tuple[tuple[str, bytes], ...]


class StrictChecker:
    """Implements `core.ProofChecker`. Safe for use from several threads; keeps only compiled references between checks."""

    def __init__(
        self,
        toolchain: Toolchain,
        *,
        level: Level = Level.STRICT,
        limits: Limits | None = None,
        namespaces: bool = True,
        num_retries: int = 1,
        scratch: Path | None = None,
    ) -> None:
        """Make a checker.

        Args:
            toolchain: the Lean to check with, prepared.
            level: what is required.
            limits: of every process; for a user's project `MAPPED_BYTES` come on top.
            namespaces: False uses the weaker sandbox on purpose.
            num_retries: how often a check whose infrastructure failed is made again.
            scratch: folder for temporary files; None: the system's.
        """
        self.toolchain, self.level = toolchain, level
        self.limits = limits or Limits()
        if not toolchain.versions.has_server:
            self.limits = dataclasses.replace(self.limits, mapped_bytes=MAPPED_BYTES)
        self.namespaces, self._num_retries, self._scratch = namespaces, num_retries, scratch
        self._lock = threading.Lock()
        self._libraries: dict[tuple[str, ...], Library] = {}
        self._references: dict[str, _Reference] = {}
        self._stop = threading.Event()

    def stop(self) -> None:
        """Kill running checks; they end unverified, and so does every later one."""
        self._stop.set()

    # ---- core.ProofChecker ----------------------------------------------------------------------------------------

    def check(self, theorem: Theorem, script: str) -> CheckResult:
        """See `core.ProofChecker`. A statement that does not elaborate is unverified."""
        submission = submission_of(theorem, script)
        try:
            return self.check_file(submission).result
        except StatementError as error:
            return CheckResult(Verdict.UNVERIFIED, (str(error),))

    # ---- whole files ----------------------------------------------------------------------------------------------

    def check_file(self, submission: Submission) -> Report:
        """Check one file.

        Raises:
            StatementError: the reference does not elaborate, or does not declare the target.
        """
        for attempt in range(self._num_retries + 1):
            report = self._check_once(submission)
            retry = report.result.verdict is Verdict.UNVERIFIED and any(f.facts.get("infrastructure") for f in report.findings)
            if not retry or attempt == self._num_retries or self._stop.is_set():
                break
        return report

    def _check_once(self, submission: Submission) -> Report:
        started = time.monotonic()
        moment = datetime.datetime.now(datetime.UTC)
        findings: dict[Check, Finding] = {}
        facts: dict[str, Any] = {}
        try:
            with tempfile.TemporaryDirectory(prefix="reaprover-check-", dir=self._scratch) as folder:
                self._run(submission, Path(folder), findings, facts)
        except StatementError:
            raise
        except (InfrastructureError, OSError, MemoryError) as error:
            if (found := findings.get(Check.EVIDENCE)) is None or found.status is not Status.FAIL:  # a pass alone is not enough now
                findings[Check.EVIDENCE] = unverified(Check.EVIDENCE, f"the check itself failed: {error}", infrastructure=True)
        except Exception as error:  # a hostile file may find a defect of ours: no verdict, and no end of a batch
            findings[Check.EVIDENCE] = unverified(Check.EVIDENCE, f"the check itself failed: {type(error).__name__}: {error}")
        ordered = tuple(findings.get(check, absent(check, "not made")) for check in Check)
        required = REQUIRED[self.level] - ({Check.STATEMENT} if submission.reference is None else set())
        verdict, reasons = conclude(ordered, required)
        elapsed_s = time.monotonic() - started
        receipt = make_receipt(
            verdict=verdict,
            reasons=reasons,
            level=self.level.value,
            findings=ordered,
            target=submission.target,
            negated=submission.negated,
            source=submission.source,
            reference=submission.reference,
            script=submission.script,
            toolchain=self.toolchain,
            limits=self.limits,
            facts=facts,
            started=moment,
            elapsed_s=elapsed_s,
        )
        result = CheckResult(verdict, reasons, receipt, _script_line(submission, findings))
        return Report(result, ordered, submission, self.level, elapsed_s)

    def _run(self, submission: Submission, folder: Path, findings: dict[Check, Finding], facts: dict[str, Any]) -> None:
        imports = imports_of(submission.source) if submission.reference is None else split_imports(submission.reference)[0]
        syntax = check_syntax(submission.source, imports=imports, script=submission.script, helpers=submission.helpers)
        findings[Check.SYNTAX] = syntax
        if syntax.status is Status.FAIL and not self.namespaces:
            return  # a file that may run code is not run in the weaker sandbox
        library = self._library([name for name in imports if name not in submission.helpers])
        facts["library"] = library.sha256
        try:
            self._compile_and_judge(submission, imports, library, folder, findings, facts)
        finally:
            if not library.is_current:  # whatever was found was found against two libraries
                changed = unverified(Check.EVIDENCE, "the library's files changed during the check", infrastructure=True)
                syntax = findings[Check.SYNTAX]
                findings.clear()
                findings |= {Check.SYNTAX: syntax, Check.EVIDENCE: changed}

    def _compile_and_judge(
        self,
        submission: Submission,
        imports: Sequence[str],
        library: Library,
        folder: Path,
        findings: dict[Check, Finding],
        facts: dict[str, Any],
    ) -> None:
        def note(finding: Finding) -> None:
            findings[finding.check] = finding

        reference = None if submission.reference is None else self._compiled_reference(submission, submission.reference, library, folder)
        if self._stop.is_set():
            raise InfrastructureError("stopped")
        work = folder / "submission"
        work.mkdir()
        compiled = compile_file(
            self.toolchain,
            submission.source,
            helpers=submission.helpers,
            work=work,
            limits=self.limits,
            namespaces=self.namespaces,
            required=findings[Check.SYNTAX].status is Status.FAIL,
            stop=self._stop,
        )
        self._note_run(compiled, findings, facts)
        store = Store()
        modules = tuple((name, Module(data, f"{name}.olean", store)) for name, data in compiled.modules)
        if not compiled.has_main:
            note(self._no_module(compiled))
            self._missing_module(findings)
            return
        candidate = Compiled(modules, library)
        target = submission.target
        declared = [name for _, module in modules for name in module.names]
        note(check_syntax(submission.source, imports=imports, declared=declared, script=submission.script, helpers=submission.helpers))
        if reference is None:
            trusted = None
            facts["statement_hash"] = self._own_statement(candidate, target)
            note(absent(Check.STATEMENT, "no reference was given; the statement is the file's own"))
        else:
            trusted = Compiled(tuple((n, Module(d, f"reference {n}.olean", store)) for n, d in reference.data), library)
        for theorem in (target, *submission.others):
            made = [check_evidence(candidate, theorem), check_axioms(candidate, theorem)]
            if trusted is not None:
                made.append(check_statement(candidate, trusted, theorem))
            for finding in made:
                if theorem == target or finding.status is not Status.PASS:
                    note(finding)
        if submission.apart and trusted is not None and findings[Check.EVIDENCE].status is Status.PASS:
            entangled = check_apart(candidate, trusted, (target, *submission.others))
            note(entangled or findings[Check.EVIDENCE])
        if submission.others and findings[Check.EVIDENCE].status is Status.PASS:
            found, others = findings[Check.EVIDENCE], sorted(map(write_name, submission.others))
            detail = f"{found.detail}; so are {len(others)} others"
            note(passed(Check.EVIDENCE, detail, **found.facts, others=others, apart=submission.apart))
        if compiled.run.killed and findings[Check.EVIDENCE].status is Status.PASS:
            note(unverified(Check.EVIDENCE, f"Lean did not end by itself: {compiled.run.killed}", infrastructure=True))
        if self.level is not Level.FAST:
            note(
                check_kernel(
                    candidate,
                    target,
                    toolchain=self.toolchain,
                    folder=folder,
                    limits=self.limits,
                    namespaces=self.namespaces,
                    stop=self._stop,
                )
            )
        if self.level is Level.PARANOID:
            second = check_second_kernel(candidate, target)
            first = findings[Check.KERNEL].status
            if {first, second.status} == {Status.PASS, Status.FAIL}:  # one of the kernels is wrong: never passed over in silence
                facts["flags"] = ["kernels_disagree"]
                said = second.detail if second.status is Status.FAIL else findings[Check.KERNEL].detail
                second = failed(Check.SECOND_KERNEL, f"THE KERNELS DISAGREE, please report this file: {said}", **second.facts)
            note(second)
        sound = all(f.status in (Status.PASS, Status.ABSENT) for f in findings.values())
        if self.level is not Level.FAST and sound and self._is_vacuous(submission, candidate, folder):
            facts.setdefault("flags", []).append("vacuous")
        if sound and self._is_restated(submission, candidate, findings[Check.STATEMENT]):
            facts.setdefault("flags", []).append("answer_restated")

    def _is_restated(self, submission: Submission, candidate: Compiled, statement: Finding) -> bool:
        """Whether the file answers the question with the question."""
        holes = [read_name(name) for name in statement.facts.get("holes", [])]
        targets = [candidate.find(name) for name in (submission.target, *submission.others)]
        return any(restates_question(candidate, target, holes) for target in targets if target is not None)

    def _is_vacuous(self, submission: Submission, candidate: Compiled, folder: Path) -> bool:
        """Whether the proof also proves `False` from the same hypotheses."""
        target = candidate.find(submission.target)
        if target is None or submission.helpers or not has_hypothesis(target):
            return False
        text = probe(submission.source, submission.target)
        if text is None:
            return False
        work = folder / "vacuity"
        work.mkdir()
        compiled = compile_file(
            self.toolchain, text, helpers={}, work=work, limits=self.limits, namespaces=self.namespaces, stop=self._stop
        )
        if self._stop.is_set():
            raise InfrastructureError("stopped")
        if not compiled.has_main or compiled.run.status != 0:
            return False
        try:
            found = Compiled(tuple((n, Module(d, "probe", candidate.main.store)) for n, d in compiled.modules), candidate.library)
            return check_axioms(found, submission.target).status is Status.PASS
        except OleanError:
            return False

    def _note_run(self, compiled: Compilation, findings: dict[Check, Finding], facts: dict[str, Any]) -> None:
        run = compiled.run
        facts["modules"] = [{"name": name, "sha256": sha256(data)} for name, data in compiled.modules]
        facts["exit"] = run.status if run.status is not None else run.killed
        facts["stdout_sha256"], facts["stderr_sha256"] = sha256(compiled.stdout), sha256(compiled.stderr)
        findings[Check.MESSAGES] = check_messages(compiled.stdout, exit_status=run.status, killed=run.killed)
        findings[Check.SANDBOX] = check_sandbox(run, unexpected=compiled.unexpected, inputs_changed=compiled.inputs_changed)

    def _no_module(self, compiled: Compilation) -> Finding:
        messages, _ = read_messages(compiled.stdout)
        errors = [m for m in messages if m.severity == "error"]
        return no_module(
            exit_status=compiled.run.status,
            killed=compiled.run.killed,
            errors=not all(map(is_resource, errors)),
            resource=any(map(is_resource, errors)),
        )

    def _missing_module(self, findings: dict[Check, Finding]) -> None:
        for check in (Check.STATEMENT, Check.AXIOMS, Check.KERNEL, Check.SECOND_KERNEL):
            findings[check] = absent(check, "no module was written")

    def _own_statement(self, candidate: Compiled, target: Name) -> str:
        constant = candidate.find(target)
        return "" if constant is None else statement_hash(candidate, constant)

    def _library(self, imports: Sequence[str]) -> Library:
        """The trusted modules that a file with these imports stands on, read once while they stay the same.

        Raises:
            InfrastructureError: a module is missing or cannot be read.
        """
        roots = tuple(dict.fromkeys(("Init", *imports)))
        with self._lock:
            if roots in self._libraries and not self._libraries[roots].is_current:
                del self._libraries[roots]
            if roots not in self._libraries:
                while len(self._libraries) >= NUM_LIBRARIES:
                    self._libraries.pop(next(iter(self._libraries)))
                self._libraries[roots] = Library(self.toolchain.search_path, roots)
            return self._libraries[roots]

    def _compiled_reference(self, submission: Submission, text: str, library: Library, folder: Path) -> _Reference:
        """The reference's modules: compiled before the submission is written anywhere, and kept for this library."""
        key = sha256(repr((text, library.sha256, dict(submission.helpers), self.limits)))
        with self._lock:
            known = self._references.get(key)
        if known is None:
            work = folder / "reference"
            work.mkdir()
            compiled = compile_file(
                self.toolchain, text, helpers={}, work=work, limits=self.limits, namespaces=self.namespaces, stop=self._stop
            )
            messages, _ = read_messages(compiled.stdout)
            errors = [m for m in messages if m.severity == "error"]
            if compiled.run.killed:
                raise InfrastructureError(f"the reference's process did not end by itself: {compiled.run.killed}")
            if errors and all(map(is_resource, errors)):
                raise InfrastructureError(f"the reference was not compiled: line {errors[0].line}: {errors[0].text.strip()[:300]}")
            if not errors and not compiled.has_main:
                said = compiled.stderr.decode("utf-8", "replace").strip()[:300]
                raise InfrastructureError(f"the reference was not compiled: exit status {compiled.run.status} {said}")
            if errors:
                found = f"line {errors[0].line}: {errors[0].text.strip()[:300]}"
                raise StatementError(f"{submission.where}: statement", "does not elaborate", found=found, advice="correct the statement")
            known = _Reference(text, compiled.modules)
            with self._lock:
                while len(self._references) >= 64:
                    self._references.pop(next(iter(self._references)))
                self._references[key] = known
        main = Module(known.data[-1][1], "reference", Store())
        forgotten = set() if submission.only else open_theorems(main) - {submission.target, *submission.others}
        if forgotten:  # equations of a definition with a hole are open as well, but nobody wrote them
            forgotten &= {read_name(d.full_name) for d in parse_theorems(text, where="statement")}
        if forgotten:
            problem = f"leaves theorems open that are not asked for: {', '.join(sorted(map(write_name, forgotten))[:8])}"
            raise StatementError(f"{submission.where}: statement", problem, advice="name one with --theorem, or write `sorry` as its proof")
        for theorem in (submission.target, *submission.others):
            if theorem not in main or main.constant(theorem).kind is not Kind.THEOREM:
                problem = f"declares no theorem {write_name(theorem)}"
                raise StatementError(f"{submission.where}: statement", problem, advice="name one that it declares")
        return known


# ---- submissions from other forms ---------------------------------------------------------------------------------------


def submission_of(theorem: Theorem, script: str) -> Submission:
    """The file that proves `theorem` by `script`, with its reference."""
    header = head_text(theorem)
    lines = script.replace("\r\n", "\n")
    source = header + proof_text(theorem, lines)
    reference = f"{header}{theorem.declaration} := sorry\n"
    first = source.count("\n") - lines.count("\n")
    return Submission(
        source, targets_of(reference)[0], reference, script=script, negated=theorem.negated, where=theorem.name, script_line=first
    )


def _script_line(submission: Submission, findings: Mapping[Check, Finding]) -> int | None:
    """The line of the script that the first error message points at."""
    found = findings.get(Check.MESSAGES)
    line = 0 if found is None or found.status is not Status.FAIL else int(found.facts.get("line", 0))
    return line - submission.script_line + 1 if submission.script_line and line >= submission.script_line else None


def targets_of(source: str, theorem: str | None = None, *, where: str = "file", open_only: bool = False) -> tuple[Name, ...]:
    """The full names of the theorems that `source` is about, the main one first.

    Args:
        source: Lean text.
        theorem: a full name as given by the user; None takes all, the last one first.
        where: the file's name in messages.
        open_only: leave out theorems whose proof has no `sorry`, if one has.

    Raises:
        InputError: there is no theorem, or the name is malformed.
    """
    if theorem is not None:
        return (read_name(theorem),)
    declarations = [d for d in parse_theorems(source, where=where) if d.keyword != "example" and "private" not in d.modifiers.split()]
    if open_only:
        declarations = [d for d in declarations if d.sorries] or declarations
    if not declarations:
        advice = "name it with --theorem, or give --statement"
        raise InputError(where, "declares no theorem", expected="a theorem or a lemma", advice=advice)
    return tuple(read_name(d.full_name) for d in reversed(declarations))
