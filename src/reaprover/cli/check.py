"""`reaprover check` and `reaprover verify-receipt`: is this a proof, of this very statement?

Exit codes: 0 verified, 1 rejected, 4 unverified, 2 usage, 3 a prerequisite is missing, 130 interrupted. Over several files:
1 if one is rejected, else 4 if one is unverified, else 0.
"""

from __future__ import annotations

import functools
import json
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from reaprover.core import Verdict
from reaprover.errors import InputError, ReaproverError
from reaprover.lean.toolchain import EmbeddedToolchain, LakeToolchain, Toolchain
from reaprover.prover import PROOF_FILE, RECEIPT_FILE
from reaprover.search.search import TREE_FILE
from reaprover.verify.batch import BatchOutcome, CheckerFn, check_batch
from reaprover.verify.finding import Check, Status
from reaprover.verify.name import write_name
from reaprover.verify.receipt import FORMAT, compare_receipt, read_receipt, write_receipt
from reaprover.verify.sandbox import Limits
from reaprover.verify.strict import Level, Report, StrictChecker, Submission, targets_of

MAX_FILE_BYTES: Final = 4 << 20
LEGEND: Final = ", ".join(f"{check.value} {check.name.lower().replace('_', ' ')}" for check in Check)
EXIT_CODES: Final = {Verdict.VERIFIED: 0, Verdict.REJECTED: 1, Verdict.UNVERIFIED: 4}

Files = Annotated[list[Path], typer.Argument(help="Lean files, or folders of them.", show_default=False)]
StatementOption = Annotated[
    str | None,
    typer.Option(
        "--statement",
        help="The statement asked for: a file with the same header and the theorem left open by `sorry`, a folder of such files with the "
        "same names, or a closed term. Without it the file's own statement is taken, and the receipt says so.",
    ),
]
TheoremOption = Annotated[str | None, typer.Option("--theorem", help="Full name of the theorem; the last one of the file if left out.")]
LevelOption = Annotated[
    Level, typer.Option("--level", help="fast: no kernel replay; strict: with it; paranoid: with a second kernel as well.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document: the receipt, or a list of them.")]
ReceiptOption = Annotated[Path | None, typer.Option("--receipt", help="Write the receipt here; for several files, a folder for them.")]
ProjectOption = Annotated[Path | None, typer.Option("--project", help="Check inside this Lake project instead of the embedded Lean.")]
JobsOption = Annotated[int, typer.Option("--jobs", "-j", min=1, max=64, help="Worker processes.")]
TimeoutOption = Annotated[float, typer.Option("--timeout", min=1.0, max=86400.0, help="Wall clock of each Lean process, seconds.")]


def check(
    files: Files,
    statement: StatementOption = None,
    theorem: TheoremOption = None,
    level: LevelOption = Level.STRICT,
    as_json: JsonOption = False,
    receipt: ReceiptOption = None,
    project: ProjectOption = None,
    jobs: JobsOption = 1,
    timeout: TimeoutOption = 60.0,
) -> None:
    """Check that a file proves a theorem, in fresh processes that trust nothing of the file."""
    console = Console(stderr=True)
    found = _lean_files(files)
    several = len(found) != 1 or any(path.is_dir() for path in files)
    make = _submission_or_error if several else _submission
    submissions = [make(path, root, statement, theorem) for path, root in found]
    if receipt is not None and not several and receipt.exists():
        raise InputError(str(receipt), "exists already", expected="a new file", advice="receipts are never replaced; choose another name")
    from reaprover.cli.wiring import load_toolchain

    checker_fn = make_checker_fn(load_toolchain(project, console), level=level, timeout_s=timeout)
    started = time.monotonic()
    outcomes = _run(submissions, checker_fn, jobs, console if several else None)
    if not several and isinstance(outcomes[0], ReaproverError):
        raise outcomes[0]
    reports = [outcome if isinstance(outcome, Report) else None for outcome in outcomes]
    if receipt is not None:
        _write_receipts(receipt, found, reports, several)
    if as_json:
        records: list[Any] = [_record(path, outcome) for (path, _), outcome in zip(found, outcomes, strict=True)]
        typer.echo(json.dumps(records if several else records[0], ensure_ascii=False, indent=2))
    elif several:
        _print_summary(found, outcomes, time.monotonic() - started)
    else:
        assert reports[0] is not None
        _print_report(found[0][0], reports[0])
    raise typer.Exit(_exit_code(outcomes))


def make_checker_fn(toolchain: Toolchain, *, level: Level, timeout_s: float = 60.0) -> CheckerFn:
    """A picklable maker of checkers, for this process and for workers."""
    limits = Limits(wall_s=timeout_s, cpu_s=int(timeout_s) + 1)
    return functools.partial(_make_checker, _picklable(toolchain), level, limits)


def _picklable(toolchain: Toolchain) -> Callable[[], Toolchain]:
    if isinstance(toolchain, EmbeddedToolchain):
        return functools.partial(type(toolchain), toolchain.library, toolchain.cache)
    if isinstance(toolchain, LakeToolchain):
        return functools.partial(LakeToolchain, toolchain.project, toolchain.lake)
    raise TypeError(f"unknown toolchain {type(toolchain).__name__}")


def _make_checker(toolchain_fn: Callable[[], Toolchain], level: Level, limits: Limits) -> StrictChecker:
    return StrictChecker(toolchain_fn(), level=level, limits=limits)


# ---- what to check ------------------------------------------------------------------------------------------------------


def _lean_files(paths: list[Path]) -> list[tuple[Path, Path]]:
    """Every Lean file, with the folder it was found through (itself for a file given by name)."""
    found: list[tuple[Path, Path]] = []
    for path in paths:
        if path.is_dir():
            files = sorted(p for p in path.rglob("*.lean") if p.is_file())
            if not files:
                raise InputError(str(path), "holds no Lean file", expected="files ending in .lean")
            found += [(file, path) for file in files]
        elif not path.is_file():
            raise InputError(str(path), "is not there", expected="a Lean file or a folder of them")
        else:
            found.append((path, path))
    return found


def read_source(path: Path) -> str:
    """A Lean file's text.

    Raises:
        InputError: it is empty, too large, or not UTF-8.
    """
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise InputError(str(path), "is too large", found=f"{path.stat().st_size} bytes", expected=f"at most {MAX_FILE_BYTES}")
        data = path.read_bytes()
    except OSError as error:
        raise InputError(str(path), "cannot be read", found=error.strerror or str(error)) from error
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(str(path), "is not UTF-8", found=f"byte {data[error.start]:#04x} at offset {error.start}") from error
    if not text.strip():
        raise InputError(str(path), "is empty", expected="Lean source")
    return text


def _submission(path: Path, root: Path, statement: str | None, theorem: str | None) -> Submission:
    source = read_source(path)
    reference = None if statement is None else _reference(path, root, statement, source, theorem)
    if reference is None:
        targets = targets_of(source, theorem, where=str(path))
    else:
        targets = targets_of(reference, theorem, where=str(statement), open_only=True)
    return Submission(source, targets[0], reference, where=str(path), others=targets[1:], only=theorem is not None)


def _submission_or_error(path: Path, root: Path, statement: str | None, theorem: str | None) -> Submission | ReaproverError:
    """In a batch one bad file is one line of the summary."""
    try:
        return _submission(path, root, statement, theorem)
    except ReaproverError as error:
        return error


def _reference(path: Path, root: Path, statement: str, source: str, theorem: str | None) -> str:
    place = Path(statement)
    try:
        if place.is_dir():
            return read_source(place / (path.relative_to(root) if root.is_dir() else Path(path.name)))
        if place.is_file():
            return read_source(place)
    except (OSError, ValueError):  # a term may be no path at all
        pass
    if statement.endswith(".lean"):
        raise InputError(statement, "is not there", expected="a file with the statement, or a closed term")
    return f"theorem _root_.{write_name(targets_of(source, theorem, where=str(path))[0])} : {statement} := sorry\n"


# ---- running and showing ------------------------------------------------------------------------------------------------


def _run(
    submissions: Sequence[Submission | ReaproverError], checker_fn: CheckerFn, jobs: int, console: Console | None
) -> list[BatchOutcome]:
    outcomes: dict[int, BatchOutcome] = {i: s for i, s in enumerate(submissions) if isinstance(s, ReaproverError)}
    ready = [(i, s) for i, s in enumerate(submissions) if isinstance(s, Submission)]
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console or Console(stderr=True), transient=True, disable=console is None) as progress:
        task = progress.add_task("checking", total=len(ready))
        counts: Counter[str] = Counter()
        for place, outcome in check_batch([s for _, s in ready], checker_fn, num_workers=jobs):
            outcomes[ready[place][0]] = outcome
            counts[outcome.result.verdict.value if isinstance(outcome, Report) else "error"] += 1
            progress.update(task, advance=1, description=", ".join(f"{n} {word}" for word, n in sorted(counts.items())))
    return [outcomes[place] for place in range(len(submissions))]


def _record(path: Path, outcome: BatchOutcome) -> dict[str, Any]:
    if isinstance(outcome, Report):
        return {"file": str(path), **outcome.result.receipt} if outcome.result.receipt else {"file": str(path), "verdict": "unverified"}
    return {"file": str(path), "verdict": "unverified", "error": str(outcome)}


def _write_receipts(target: Path, found: list[tuple[Path, Path]], reports: list[Report | None], several: bool) -> None:
    if not several:
        assert reports[0] is not None
        try:
            write_receipt(target, reports[0].result.receipt)
        except FileExistsError as error:
            raise InputError(str(target), "exists already", advice="receipts are never replaced; choose another name") from error
        return
    for (path, root), report in zip(found, reports, strict=True):
        if report is not None:
            name = path.relative_to(root) if root.is_dir() else Path(path.name)
            place = (target / name).with_suffix(".receipt.json")
            place.parent.mkdir(parents=True, exist_ok=True)
            try:
                write_receipt(place, report.result.receipt)
            except FileExistsError as error:
                raise InputError(str(place), "exists already", advice="receipts are never replaced; choose another folder") from error


_COLOUR: Final = {Verdict.VERIFIED: "green", Verdict.REJECTED: "red", Verdict.UNVERIFIED: "yellow"}


def _print_report(path: Path, report: Report) -> None:
    console = Console(highlight=False)
    verdict = report.result.verdict
    colour = _COLOUR[verdict]
    others = [write_name(name) for name in report.submission.others]
    name = escape(", ".join([write_name(report.submission.target), *others]))
    made = f"({report.level.value}, {report.elapsed_s:.2f} s)"
    console.print(f"[{colour}]{verdict.value}[/]{_reservation(report)} {name} in {escape(str(path))} {made}", soft_wrap=True)
    console.print(f"  [dim]{LEGEND}[/]", soft_wrap=True)
    for finding in report.findings:
        mark = {
            Status.PASS: "[green]pass[/]",
            Status.FAIL: "[red]fail[/]",
            Status.UNVERIFIED: "[yellow]open[/]",
            Status.ABSENT: "[dim]-   [/]",
        }
        console.print(f"  {finding.check.value} {mark[finding.status]} {escape(finding.detail)}", soft_wrap=True)
    if report.level is Level.FAST and verdict is Verdict.VERIFIED:
        console.print("  provisional: the kernel was not asked again; use --level strict before relying on it")


def _reservation(report: Report) -> str:
    """What a verified file was not asked, and what is odd about its proof, for the line that says it is verified."""
    if report.result.verdict is not Verdict.VERIFIED:
        return ""
    words = ["the file's own statement"] if report.submission.reference is None else []
    words += ["provisional"] if report.level is Level.FAST else []
    words += [_FLAGS.get(flag, flag) for flag in report.result.receipt["flags"]]
    return f" ({', '.join(words)})" if words else ""


_FLAGS: Final = {"vacuous": "vacuous: the hypotheses contradict each other", "answer_restated": "answer restated: it repeats the question"}


def _print_summary(found: list[tuple[Path, Path]], outcomes: list[BatchOutcome], elapsed_s: float) -> None:
    console = Console(highlight=False, soft_wrap=True)
    width = max(len(str(path)) for path, _ in found)
    counts: Counter[str] = Counter()
    console.print(f"{'verdict':10}  {'fails':5}  {'s':>5}  {'file':{width}}  reason")
    for (path, _), outcome in zip(found, outcomes, strict=True):
        if isinstance(outcome, Report):
            verdict = outcome.result.verdict
            failing = "".join(f.check.value for f in outcome.findings if f.status is Status.FAIL)
            reason = outcome.result.reasons[0] if outcome.result.reasons else _reservation(outcome).strip(" ()")
            elapsed = f"{outcome.elapsed_s:.2f}"
        else:
            verdict, failing, reason, elapsed = Verdict.UNVERIFIED, "", str(outcome), ""
        counts[verdict.value] += 1
        line = f"{failing:5}  {elapsed:>5}  {path!s:{width}}  {reason[:200]}".replace("\n", " ")
        console.print(f"[{_COLOUR[verdict]}]{verdict.value:10}[/]  {escape(line)}")
    if any(isinstance(o, Report) and any(f.status is Status.FAIL for f in o.findings) for o in outcomes):
        console.print(f"[dim]fails: {LEGEND}[/]")
    console.print(f"{len(found)} files: " + ", ".join(f"{counts[v.value]} {v.value}" for v in Verdict) + f"; {elapsed_s:.1f} s")


def _exit_code(outcomes: list[BatchOutcome]) -> int:
    codes = [EXIT_CODES[o.result.verdict] if isinstance(o, Report) else o.exit_code for o in outcomes]
    return 1 if 1 in codes else max(codes)


# ---- receipts -------------------------------------------------------------------------------------------------------------


def verify_receipt(
    receipt: Annotated[Path, typer.Argument(help="A receipt of `check`, or the folder of an acceptance check.", show_default=False)],
    file: Annotated[Path | None, typer.Option("--file", help="The file that was checked.")] = None,
    statement: Annotated[Path | None, typer.Option("--statement", help="The file with the statement.")] = None,
    run_folder: Annotated[
        Path | None, typer.Option("--run", help="For an acceptance folder: the run folder it belongs to; default: two levels above it.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Say what a receipt vouches for, and whether it still belongs to the files and programs at hand.

    A receipt is a record with hashes, not a signature: it proves nothing against whoever wrote it.
    """
    if (receipt / TREE_FILE).is_file():  # the folder of an attempt of `prove`
        receipt, file = receipt / RECEIPT_FILE, receipt / PROOF_FILE if file is None else file
    if receipt.is_dir():
        from reaprover.verify.acceptance import validate

        accepted = validate(receipt, run_folder if run_folder is not None else receipt.absolute().parents[1])
        _say(as_json, {"receipt": str(receipt), "matches": True, "problems": [], **accepted}, [])
        raise typer.Exit(0)
    record = read_receipt(receipt)
    toolchain = None
    if record["environment"].get("toolchain") == "embedded":
        toolchain = EmbeddedToolchain.find()
    problems = compare_receipt(
        record,
        source=None if file is None else read_source(file),
        reference=None if statement is None else read_source(statement),
        toolchain=toolchain,
    )
    compared = [word for word, given in (("file", file), ("statement", statement), ("toolchain", toolchain)) if given is not None]
    answer = {"receipt": str(receipt), "format": FORMAT, "matches": not problems, "problems": problems, "compared": compared}
    _say(as_json, {**answer, "record": record}, problems)
    raise typer.Exit(1 if problems else 0)


def _say(as_json: bool, answer: dict[str, Any], problems: list[str]) -> None:
    if as_json:
        typer.echo(json.dumps(answer, ensure_ascii=False, indent=2))
        return
    record = answer.get("record")
    if isinstance(record, dict):
        absent = [c.value for c in Check if record["checks"][c.value]["status"] == Status.ABSENT.value]
        typer.echo(
            f"{record['verdict']}: {record['theorem']} ({record['level']}, {record['started']}, Lean {record['environment'].get('lean')})"
        )
        typer.echo(f"  axioms: {', '.join(record['axioms']) or 'none'}; not checked: {', '.join(absent) or 'nothing'}")
        if record["flags"]:
            typer.echo(f"  flags: {', '.join(_FLAGS.get(flag, flag) for flag in map(str, record['flags']))}")
        if "file" not in answer["compared"]:
            typer.echo("  the file was not given (--file): only the receipt itself was checked, not that it belongs to a proof")
    for problem in problems:
        typer.echo(f"  does not match: {problem}")
    if not problems:
        typer.echo("  matches what it was compared with; hashes are no signatures")
