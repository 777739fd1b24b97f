"""`reaprover acceptance`: evidence for a searched proof, on this machine or on an independent one, and what a release makes of it.

Exit codes as for `check`: 0 accepted, 1 rejected, 4 unverified, 2 usage.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.console import Console

from reaprover.cli.check import EXIT_CODES
from reaprover.core.canonical import canonical_json, sha256
from reaprover.core.durable import publish_folder
from reaprover.errors import InputError
from reaprover.verify.acceptance import Acceptance, acceptance_block, check_session, environment_sha256, read_inputs, validate
from reaprover.verify.acceptance.bundle import write_bundle
from reaprover.verify.acceptance.handover import READY_FILE, check_request, export_request, import_evidence, make_request, read_request
from reaprover.verify.course import read_plan
from reaprover.verify.receipt import checker_files
from reaprover.verify.records import read_file, read_object, write_new
from reaprover.verify.strict import Level, StrictChecker

app = typer.Typer(help="Evidence for searched proofs, made here or elsewhere.", no_args_is_help=True, rich_markup_mode=None)

RunFolder = Annotated[Path, typer.Argument(help="Folder with inputs/ and outputs/SESSION/ of a search.", show_default=False)]
Session = Annotated[str, typer.Argument(help="The session, as in outputs/.", show_default=False)]
ProjectOption = Annotated[Path | None, typer.Option("--project", help="Check inside this Lake project instead of the embedded Lean.")]
LevelOption = Annotated[Level, typer.Option("--level", help="strict or paranoid.")]
SUCCESS_IMPORT_SCHEMA: Final = "reap.course-success-import.v1"


def load_checker(project: Path | None, level: Level = Level.STRICT) -> StrictChecker:
    """The strict lane on the Lean at hand."""
    from reaprover.cli.wiring import load_toolchain

    return StrictChecker(load_toolchain(project, Console(stderr=True)), level=level)


@app.command("check", short_help="Check a session's proof, or a carried request.")
def check(
    folder: Annotated[Path, typer.Argument(help="A run folder, or a request folder made by `export`.", show_default=False)],
    session: Annotated[str | None, typer.Option("--session", help="The session; a request folder names its own.")] = None,
    theorem: Annotated[str | None, typer.Option("--theorem", help="Full name of the theorem; a plan names it as well.")] = None,
    level: LevelOption = Level.STRICT,
    project: ProjectOption = None,
) -> None:
    """Check a proof gate by gate and leave the evidence in proof-check/SESSION; an existing folder is never used again."""
    if (folder / READY_FILE).exists():
        request = read_request(folder)
        _refuse_existing(folder, request.lesson.session_id)
        outcome = check_request(folder, load_checker(project, level))
    else:
        if session is None:
            raise InputError("--session", "is missing", expected="the name of a folder in outputs/, or a request folder")
        name = read_plan(folder).lesson(session).theorem if theorem is None else theorem
        _refuse_existing(folder, session)
        outcome = check_session(folder, session, name, load_checker(project, level))
    _print(outcome)
    raise typer.Exit(EXIT_CODES[outcome.verdict])


def _refuse_existing(folder: Path, session: str) -> None:
    if (folder / "proof-check" / session).exists():
        raise InputError(f"{folder}/proof-check/{session}", "exists already", advice="a check is made once; its evidence is never replaced")


def _print(outcome: Acceptance) -> None:
    for gate in outcome.gates:
        mark = {True: "pass", False: "fail", None: "open"}[gate.passed]
        typer.echo(f"  {gate.name:11}  {mark}  {gate.detail}")
    typer.echo(f"{outcome.verdict.value}: {outcome.folder}")
    if outcome.evidence_sha256 is not None:
        typer.echo(f"evidence_sha256 {outcome.evidence_sha256}")


@app.command("export", short_help="Write a request for an independent checker.")
def export(
    run_folder: RunFolder,
    session: Session,
    target: Annotated[Path, typer.Argument(help="The folder to write; it must not exist.", show_default=False)],
    environment: Annotated[
        str | None, typer.Option("--environment", help="Hash of the environment to check in; default: the one at hand.")
    ] = None,
    success_inputs: Annotated[bool, typer.Option("--success-inputs", help="Take the tree and the log of the search along.")] = False,
    project: ProjectOption = None,
) -> None:
    """Write a folder that an independent checker can check: `reaprover acceptance check FOLDER` there, then `import` here."""
    image = environment if environment is not None else environment_sha256(load_checker(project))
    request = make_request(run_folder, session, environment=image, success_inputs=success_inputs)
    try:
        export_request(run_folder, request, target)
    except FileExistsError as error:
        raise InputError(str(target), "exists already", expected="a new folder") from error
    typer.echo(f"{target}: request {request.sha256}, environment {image}")


@app.command("import", short_help="Take the evidence of a request back.")
def import_(
    run_folder: RunFolder,
    folder: Annotated[Path, typer.Argument(help="The request folder, checked.", show_default=False)],
) -> None:
    """Check the evidence of a carried request against this run, from disk, and publish it here without replacing anything."""
    try:
        marker = import_evidence(run_folder, folder)
    except FileExistsError as error:
        raise InputError(str(error.filename2 or error.filename or run_folder), "exists already with another content") from error
    own = dict(checker_files())
    foreign = [name for name, digest in marker["verifier_sha256"].items() if own.get(name) != digest]
    typer.echo(f"imported {marker['session_id']}: evidence_sha256 {marker['evidence_sha256']}")
    typer.echo(f"  asked of a verifier of {len(marker['verifier_sha256'])} files, {len(foreign)} of them other than here")
    typer.echo(f"  {marker['trust_scope']}")


@app.command("import-success", short_help="Take the replay of a proof, for learning from it.")
def import_success(
    run_folder: RunFolder,
    folder: Annotated[Path, typer.Argument(help="The bundle of a replayed proof (17 files).", show_default=False)],
    store: Annotated[Path | None, typer.Option("--store", help="Also put it into this store of a server (--success-dataset-root).")] = None,
) -> None:
    """Check the bundle of a replayed proof, and that it is about this run's proof; put it beside the run without replacing anything."""
    from reaprover.runtime.trajectories import FILES, TrajectoryStore, check_bundle

    other = sorted({path.name for path in folder.iterdir()} ^ set(FILES)) if folder.is_dir() else list(FILES)
    if other:
        raise InputError(str(folder), "has other files than a bundle", found=", ".join(other)[:200], expected=f"{len(FILES)} files")
    files = {name: read_file(folder / name) for name in FILES}
    session = check_bundle(files).session_id
    check_folder, out = run_folder / "proof-check" / session, run_folder / "outputs" / session
    facts = validate(check_folder, run_folder)
    inputs = read_inputs(run_folder, session)
    same = {name: out / name for name in ("session.json", "result.json", "raw_tree.json", "observer.jsonl")}
    same |= {"source.lean": run_folder / inputs.files["source"]["path"], "accepted-proof.lean": check_folder / "proof.lean"}
    for name, path in same.items():
        if files[name] != read_file(path):
            raise InputError(f"{folder}/{name}", "is another one than the run's", expected=f"the bytes of {path}")
    marker = {"schema_version": SUCCESS_IMPORT_SCHEMA, "session_id": session, "evidence_sha256": facts["evidence_sha256"]}
    marker |= {"files": {name: sha256(data) for name, data in files.items()}}
    try:
        publish_folder(out / "success-replay", files)
        (run_folder / "success-imports").mkdir(exist_ok=True)
        write_new(run_folder / "success-imports" / f"{session}.json", canonical_json(marker))
        if store is not None:
            TrajectoryStore(store).publish(files)
    except FileExistsError as error:
        raise InputError(str(error.filename2 or error.filename or out), "exists already", advice="nothing is replaced") from error
    typer.echo(f"imported {session}: dataset {sha256(files['dataset.json'])}")


@app.command("block", short_help="Print the acceptance block of a release.")
def block(
    run_folder: RunFolder,
    session: Session,
    source: Annotated[Path, typer.Option("--source", help="The source record that the seal gave (JSON file).", show_default=False)],
) -> None:
    """Validate the evidence from disk and print the `acceptance` object that a release states."""
    given = read_object(source)
    inner = given.get("source", given)
    made: dict[str, Any] = acceptance_block(run_folder / "proof-check" / session, run_folder, inner if isinstance(inner, dict) else {})
    typer.echo(json.dumps(made, ensure_ascii=False, indent=2))


@app.command("bundle", short_help="Collect the evidence bundle of a release.")
def bundle(
    run_folder: RunFolder,
    session: Session,
    target: Annotated[Path, typer.Argument(help="The folder to write; it must not exist.", show_default=False)],
) -> None:
    """Copy the records of an accepted proof into a bundle for `reaprover snapshot verify RELEASE --evidence BUNDLE`."""
    index = read_plan(run_folder).lesson(session).index if (run_folder / "plan.json").exists() else 1
    try:
        evidence = write_bundle(run_folder, session, target, lesson_index=index)
    except FileExistsError as error:
        raise InputError(str(target), "exists already", expected="a new folder") from error
    typer.echo(f"{target}: evidence_sha256 {evidence}")
