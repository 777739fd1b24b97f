"""`reaprover snapshot`: verify, show, diff, export, import, card, ls, gc.

Results go to stdout (with `--json` exactly one document), progress to stderr. Exit codes: 0 yes or done; 1 refused, or the
releases differ; 2 usage, nothing there or the name is taken; 3 NumPy is missing; 4 the system refuses.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Column, Table

from reaprover.core.canonical import JsonError, JsonObject, parse_json
from reaprover.errors import InputError
from reaprover.snapshot.backend import Progress
from reaprover.snapshot.card import model_card
from reaprover.snapshot.compare import ReleaseDiff, compare_releases
from reaprover.snapshot.evidence import check_evidence
from reaprover.snapshot.explanation import explain, facts
from reaprover.snapshot.identity import RELEASE
from reaprover.snapshot.imports import import_head, import_payload, restore_release
from reaprover.snapshot.model_folder import find_model_folder, require_release
from reaprover.snapshot.peft import ImportedWeights, export_peft, import_peft, write_peft
from reaprover.snapshot.reading import Expectations, LiveContents, ReleaseContents, read_snapshot
from reaprover.snapshot.refusal import refuse
from reaprover.snapshot.release import dtype_named, save_release
from reaprover.snapshot.report import LEVELS, CheckStatus, VerifyReport, verify_snapshot
from reaprover.snapshot.session import ReleaseSession
from reaprover.snapshot.store import Listed, SnapshotStore

app = typer.Typer(
    name="snapshot",
    short_help="Look at releases of reap.gpu.snapshot.v1.",
    help="Verify, explain, compare and convert releases in the format reap.gpu.snapshot.v1.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

_MAX_JSON_BYTES = 1024 * 1024
_PROGRESS_BYTES = 64 * 1024 * 1024


class ExportForm(StrEnum):
    """What `export` writes."""

    PEFT = "peft"
    HUB = "hub"
    COPY = "copy"


class ImportForm(StrEnum):
    """What `import` reads."""

    PEFT = "peft"
    PAYLOAD = "payload"
    HEAD = "head"


class AdapterDtype(StrEnum):
    """Dtypes that an adapter may have."""

    FLOAT32 = "float32"
    BFLOAT16 = "bfloat16"


Folder = Annotated[Path, typer.Argument(help="Folder with manifest.json, session.json and backend.json, or a model folder with release/.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
DtypeOption = Annotated[AdapterDtype, typer.Option("--adapter-dtype", help="What the adapter must be.")]
LinkRoot = Annotated[Path | None, typer.Option("--link-root", help="Allow files that are links into this folder (a hub's cache).")]


@app.command()
def verify(
    path: Folder,
    expect_sha256: Annotated[str | None, typer.Option(help="Published sha256 of backend.json (or of another of the three).")] = None,
    expect_contract: Annotated[Path | None, typer.Option(help="JSON file with the contract that the release must carry.")] = None,
    pin_weights: Annotated[str | None, typer.Option(help="Pin of weights_sha256; give both pins or none.")] = None,
    pin_snapshot: Annotated[str | None, typer.Option(help="Pin of source.snapshot_sha256.")] = None,
    base: Annotated[Path | None, typer.Option(help="Directory of the base model to compare with the contract (level L2).")] = None,
    evidence: Annotated[Path | None, typer.Option(help="Evidence folder to check against the release (level L3).")] = None,
    hashes_only: Annotated[bool, typer.Option(help="Stop after the hashes (level L0).")] = False,
    adapter_dtype: DtypeOption = AdapterDtype.FLOAT32,
    link_root: LinkRoot = None,
    as_json: AsJson = False,
) -> None:
    """Check a snapshot and say how far the check goes. Exit 0 if everything holds, 1 if it is refused.

    A model folder is checked with the base and the evidence that it holds.
    """
    if find_model_folder(path) is not None:
        parts = require_release(path)
        path, base, evidence = parts.path / RELEASE, base or parts.base, evidence or parts.evidence
    expect = Expectations(
        experience_weights_sha256=pin_weights,
        experience_snapshot_sha256=pin_snapshot,
        contract=None if expect_contract is None else _read_object(expect_contract),
        base=base,
        adapter_dtype=dtype_named(adapter_dtype.value),
        link_root=link_root,
    )
    with _progress() as on_progress:
        report, contents = verify_snapshot(path, expect, expect_sha256=expect_sha256, hashes_only=hashes_only, on_progress=on_progress)
    if evidence is not None and isinstance(contents, ReleaseContents):
        report = report.with_evidence(check_evidence(evidence, contents))
    if as_json:
        _print_json(report.to_json())
    else:
        _print_report(report)
    raise typer.Exit(0 if report.passed else 1)


@app.command(short_help="Say in plain words what a snapshot is.")
def show(path: Folder, adapter_dtype: DtypeOption = AdapterDtype.FLOAT32, link_root: LinkRoot = None, as_json: AsJson = False) -> None:
    """Say in plain words what a snapshot is, what it shows, what it only states, and what it does not say."""
    contents = _read(path, adapter_dtype, link_root)
    if as_json:
        _print_json(facts(contents))
    else:
        typer.echo(explain(contents), nl=False)


@app.command()
def diff(
    before: Folder,
    after: Folder,
    limit: Annotated[int, typer.Option(min=0, help="Rows shown; 0 shows all.")] = 20,
    adapter_dtype: DtypeOption = AdapterDtype.FLOAT32,
    as_json: AsJson = False,
) -> None:
    """Compare two releases: lineage, contract, every tensor. Exit 0 if they are identical, 1 if they differ."""
    result = compare_releases(_read_release(before, adapter_dtype), _read_release(after, adapter_dtype))
    if as_json:
        _print_json(result.to_json())
    else:
        _print_diff(result, limit)
    raise typer.Exit(0 if result.identical else 1)


@app.command()
def export(
    path: Folder,
    out: Annotated[Path, typer.Argument(help="Folder to make; it must not exist.")],
    form: Annotated[
        ExportForm, typer.Option(help="peft: adapter folder; hub: with card and licence; copy: the three files.")
    ] = ExportForm.PEFT,
    adapter_dtype: DtypeOption = AdapterDtype.FLOAT32,
) -> None:
    """Write a release in another form; nothing is replaced."""
    contents = _read_release(path, adapter_dtype)
    if form is ExportForm.PEFT:
        export_peft(contents, out)
    else:
        save_release(contents, out, with_card=form is ExportForm.HUB)
    typer.echo(str(out))


@app.command("import")
def import_weights(
    source: Annotated[Path, typer.Argument(help="PEFT folder, decoded payload or head-only file.")],
    form: Annotated[ImportForm, typer.Option(help="What the source is.")] = ImportForm.PEFT,
    contract: Annotated[Path | None, typer.Option(help="JSON file with the contract; a PEFT export carries its own.")] = None,
    record: Annotated[Path | None, typer.Option(help="session.json of the release that these weights are believed to be.")] = None,
    out: Annotated[Path | None, typer.Option(help="With --record: write that release; else: write a PEFT folder.")] = None,
    adapter_dtype: DtypeOption = AdapterDtype.FLOAT32,
    as_json: AsJson = False,
) -> None:
    """Check weights of another form. They are weights, not an accepted experience, unless --record proves which one."""
    document = None if contract is None else _read_object(contract)
    dtype = dtype_named(adapter_dtype.value)
    session = None if record is None else _read_bytes(record)
    if form is ImportForm.PEFT:
        weights = import_peft(source, contract=document, adapter_dtype=dtype)
    elif document is None:
        raise InputError("--contract", "is missing", expected="the contract that the weights belong to", advice="give --contract FILE")
    elif form is ImportForm.PAYLOAD:
        weights = import_payload(source, contract=document, weights_sha256=_stated_weights(session), adapter_dtype=dtype)
    else:
        weights = import_head(source, contract=document)
    if out is not None and session is not None:
        restore_release(weights, session, out)
    elif out is not None:
        write_peft(weights, out)
    _print_import(weights, out, as_json)


@app.command(short_help="Make the model card of a release.")
def card(
    path: Folder,
    out: Annotated[Path | None, typer.Option(help="File to write; it must not exist. Without it the card is printed.")] = None,
    adapter_dtype: DtypeOption = AdapterDtype.FLOAT32,
) -> None:
    """Make the model card of a release: identity, verification on three systems, attribution, limits."""
    text = model_card(_read_release(path, adapter_dtype))
    if out is None:
        typer.echo(text, nl=False)
        return
    try:
        with out.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise refuse("already_exists", out.name, found="a file of this name", expected="a new name") from None
    typer.echo(str(out))


@app.command("ls")
def list_store(
    root: Annotated[Path, typer.Argument(help="Store: <root>/<id>/<name>/.")],
    chain: Annotated[str | None, typer.Option(help="Follow the parents of this experience instead.")] = None,
    as_json: AsJson = False,
) -> None:
    """List a store, or the chain of parents of one experience. Weights are not read: verify does that."""
    store = SnapshotStore(root)
    rows = list(store.snapshots() if chain is None else store.chain(chain))
    if as_json:
        _print_json({"schema_version": "reaprover.ls.v1", "root": str(root), "snapshots": [_row(row) for row in rows]})
        return
    table = Table(Column("id", overflow="fold"), "snapshot", "kind", "parent", "policy", "backend bytes", "weights sha256", "state")
    for row in rows:
        cells_of = _row(row)
        state = "ok" if row.refusal is None else row.refusal.code
        cells = (cells_of[key] for key in ("id", "snapshot", "kind", "parent", "policy_version", "backend_bytes"))
        table.add_row(*("-" if cell is None else str(cell) for cell in cells), str(cells_of["backend_sha256"] or "-")[:12], state)
    _console().print(table)
    if chain is not None and (last := rows[-1]).refusal is not None:
        _console().print(f"The chain ends here: {last.session_id} is not readable in this store ({last.refusal.code}).")


@app.command(short_help="Report or remove what dead writers have left.")
def gc(
    root: Annotated[Path, typer.Argument(help="Store: <root>/<id>/<name>/.")],
    remove: Annotated[bool, typer.Option(help="Remove them; without it they are only reported.")] = False,
    min_age_s: Annotated[float, typer.Option(min=0.0, help="Leave what is younger, in seconds.")] = 60.0,
    as_json: AsJson = False,
) -> None:
    """Report (and with --remove, remove) what writers that died have left. Nothing published is ever touched."""
    store, now_s = SnapshotStore(root), time.time()
    found = [leftover for leftover in store.leftovers(now_s) if leftover.age_s >= min_age_s]
    if remove:
        found = store.remove_leftovers(now_s, min_age_s=min_age_s)
    names = [str(leftover.path.relative_to(root)) for leftover in found]
    if as_json:
        _print_json({"schema_version": "reaprover.gc.v1", "root": str(root), "removed": remove, "leftovers": list(names)})
        return
    for name in names:
        typer.echo(f"{'removed' if remove else 'left over'}: {name}")
    typer.echo(f"{len(names)} {'removed' if remove else 'left over; --remove removes them' if names else 'left over'}")


def _read(path: Path, adapter_dtype: AdapterDtype, link_root: Path | None = None) -> ReleaseContents | LiveContents:
    base = None
    if find_model_folder(path) is not None:
        parts = require_release(path)
        path, base = parts.path / RELEASE, parts.base
    with _progress() as on_progress:
        expect = Expectations(adapter_dtype=dtype_named(adapter_dtype.value), link_root=link_root, base=base)
        return read_snapshot(path, expect, on_progress=on_progress)


def _read_release(path: Path, adapter_dtype: AdapterDtype) -> ReleaseContents:
    contents = _read(path, adapter_dtype)
    if not isinstance(contents, ReleaseContents):
        raise refuse("variant_mismatch", "session.json", "/schema_version", found="a live session", expected="an experience release")
    return contents


def _read_bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(_MAX_JSON_BYTES + 1)
    except OSError as error:
        raise InputError(str(path), "cannot be read", found=error.strerror or str(error), advice="check the path") from error


def _read_object(path: Path) -> JsonObject:
    data = _read_bytes(path)
    if len(data) > _MAX_JSON_BYTES:
        raise InputError(str(path), "is too large", expected=f"at most {_MAX_JSON_BYTES} bytes")
    try:
        value = parse_json(data)
    except JsonError as error:
        raise InputError(f"{path}: {error.where}", error.problem, found=error.found, expected=error.expected) from error
    if not isinstance(value, dict):
        raise InputError(str(path), "is not a JSON object", found=type(value).__name__, expected="a contract")
    return value


def _stated_weights(session: bytes | None) -> str | None:
    from reaprover.snapshot.session import parse_session_file

    return None if session is None else parse_session_file(session).weights_sha256


@contextmanager
def _progress() -> Iterator[Progress | None]:
    """A line on stderr that follows a large read, on a terminal only."""
    if not sys.stderr.isatty():
        yield None
        return
    shown = 0

    def on_progress(done: int, total: int) -> None:
        nonlocal shown
        if total >= _PROGRESS_BYTES and done - shown >= _PROGRESS_BYTES // 8:
            shown = done
            sys.stderr.write(f"\rreading backend.json: {done * 100 // total} %")
            sys.stderr.flush()

    try:
        yield on_progress
    finally:
        if shown:
            sys.stderr.write("\r\x1b[K")


def _console() -> Console:
    width = None if sys.stdout.isatty() else 200
    return Console(width=width, highlight=False, markup=False, emoji=False)


def _print_json(document: JsonObject) -> None:
    typer.echo(json.dumps(document, ensure_ascii=False, sort_keys=True))


def _print_report(report: VerifyReport) -> None:
    signs = {CheckStatus.PASSED: "ok", CheckStatus.REFUSED: "REFUSED", CheckStatus.NOT_CHECKED: "not checked"}
    table = Table("level", "check", "result", Column("detail", overflow="fold"))
    for check in report.checks:
        table.add_row(f"L{check.level.value}", check.name, signs[check.status], check.detail)
    _console().print(table)
    if report.refusal is not None:
        typer.echo(f"REFUSED: {report.refusal}")
    reached = "no level reached" if report.level is None else f"L{report.level.value}: {LEVELS[report.level]}"
    typer.echo(f"{'ACCEPTED' if report.passed else 'Not accepted'}, {reached}.")


def _print_diff(result: ReleaseDiff, limit: int) -> None:
    changed = sorted((t for t in result.tensors if t.status != "equal"), key=lambda t: -(t.norm_difference or 0.0))
    shown = changed if limit == 0 else changed[:limit]
    typer.echo(f"{result.before} → {result.after}: {result.lineage}.")
    for place in result.contract_changes:
        typer.echo(f"contract differs at {place}")
    typer.echo(f"{len(changed)} of {len(result.tensors)} tensors differ.")
    if not shown:
        return
    table = Table("tensor", "status", "changed", "of", "norm before", "norm after", "norm of difference", "cosine")
    for t in shown:
        numbers = ("-" if value is None else f"{value:.6g}" for value in (t.norm_before, t.norm_after, t.norm_difference, t.cosine))
        table.add_row(t.name, t.status, str(t.num_changed), str(t.num_elements), *numbers)
    _console().print(table)
    if len(shown) < len(changed):
        typer.echo(f"{len(changed) - len(shown)} more; --limit 0 shows all.")


def _print_import(weights: ImportedWeights, out: Path | None, as_json: bool) -> None:
    adapter = None if weights.adapter is None else weights.adapter.num_parameters
    if as_json:
        _print_json(
            {
                "schema_version": "reaprover.import.v1",
                "origin": weights.origin,
                "contract_sha256": weights.contract.sha256,
                "weights_sha256": weights.weights_sha256,
                "num_adapter_parameters": adapter,
                "num_head_parameters": weights.value_head.num_parameters,
                "notes": list(weights.notes),
                "out": None if out is None else str(out),
            }
        )
        return
    typer.echo(f"origin: {weights.origin}")
    typer.echo(
        f"adapter: {'none' if adapter is None else f'{adapter:,} numbers'}; value head: {weights.value_head.num_parameters:,} numbers"
    )
    for note in weights.notes:
        typer.echo(f"note: {note}")
    if out is not None:
        typer.echo(f"written: {out}")


def _row(row: Listed) -> JsonObject:
    session, manifest = row.session, row.manifest
    release = session if isinstance(session, ReleaseSession) else None
    return {
        "id": row.session_id,
        "snapshot": row.snapshot,
        "kind": None if session is None else "release" if release else "session",
        "parent": release.source.parent_experience_id if release else None,
        "theorem_id": release.source.theorem_id if release else None,
        "policy_version": release.source.policy_version if release else None,
        "manifest_sha256": manifest.sha256 if manifest else None,
        "backend_bytes": manifest.backend.num_bytes if manifest else None,
        "backend_sha256": manifest.backend.sha256 if manifest else None,
        "refusal": None if row.refusal is None else row.refusal.code,
    }
