"""`reaprover tree`: look at saved search trees, ours (`tree.json`, or a run folder) or REAP's (`raw_tree.json`)."""

from __future__ import annotations

import enum
import json
from pathlib import Path
from typing import Annotated

import typer

from reaprover.errors import InputError
from reaprover.search import views
from reaprover.search.raw_tree import RawTree, raw_tree, read_raw_tree, write_raw_tree
from reaprover.search.search import TREE_FILE
from reaprover.search.store import FORMAT, MAX_FILE_BYTES, load

app = typer.Typer(help="Show, count and export search trees.", no_args_is_help=True, rich_markup_mode=None)

TreePath = Annotated[Path, typer.Argument(help="A run folder, a tree.json, or a raw_tree.json of REAP.", show_default=False)]


class ExportFormat(enum.Enum):
    """What `export` writes."""

    DOT = "dot"
    RAW = "raw"
    JSON = "json"


def read_tree(path: Path) -> RawTree:
    """The tree in a run folder or a file of either format.

    Raises:
        InputError: there is no such file, or it is neither format.
    """
    file = path / TREE_FILE if path.is_dir() else path
    attempts = [] if file.exists() else sorted(str(tree.parent) for tree in path.glob(f"*/{TREE_FILE}"))
    if len(attempts) == 1:
        file = Path(attempts[0]) / TREE_FILE
    elif attempts:
        raise InputError(str(path), "is the folder of several attempts", expected=f"one of {', '.join(attempts[:8])}")
    try:
        if file.stat().st_size > MAX_FILE_BYTES:
            raise InputError(str(file), "is too large", expected=f"at most {MAX_FILE_BYTES} bytes")
        with file.open("rb") as stream:
            head = stream.read(200)
        if FORMAT.encode() in head:
            saved = load(file)
            return raw_tree(saved.tree, saved.rules)
        return read_raw_tree(file.read_text(encoding="utf-8"), str(file))
    except OSError as error:
        advice = f"give a run folder that holds {TREE_FILE}, or a tree file"
        raise InputError(str(file), f"cannot be read: {error.strerror}", advice=advice) from error
    except UnicodeDecodeError as error:
        raise InputError(str(file), f"is not UTF-8 ({error.reason} at byte {error.start})", expected="a tree file") from error


@app.command(short_help="Print a tree as an indented outline.")
def show(
    path: TreePath,
    depth: Annotated[int | None, typer.Option(help="Levels to show; all by default.", min=0)] = None,
    children: Annotated[int | None, typer.Option(help="Children to show per node, most visited first.", min=1)] = None,
    visited: Annotated[bool, typer.Option(help="Leave out children that were neither visited nor solved.")] = False,
    width: Annotated[int, typer.Option(help="Columns; longer lines are cut.", min=20)] = 120,
) -> None:
    """Print a tree as an indented outline: ✓ solved, [index N=visits V=mean steps], then the goal."""
    typer.echo(views.text(read_tree(path), max_depth=depth, max_children=children, visited_only=visited, width=width))


@app.command()
def stats(
    path: TreePath,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document instead of a table.")] = False,
) -> None:
    """Print numbers about a tree."""
    record = views.stats(read_tree(path))
    if as_json:
        typer.echo(json.dumps(record))
        return
    for name, value in record.items():
        shown = f"{value:.3f}" if isinstance(value, float) else "–" if value is None else str(value)
        typer.echo(f"{name.replace('_', ' '):<18}{shown}")


@app.command()
def export(
    path: TreePath,
    form: Annotated[ExportFormat, typer.Option("--format", help="dot: Graphviz; raw: REAP's raw_tree.json; json: the same, indented.")] = (
        ExportFormat.DOT
    ),
    all_nodes: Annotated[bool, typer.Option("--all", help="Graphviz: also nodes that were neither visited nor solved.")] = False,
) -> None:
    """Write a tree to standard output in another form."""
    tree = read_tree(path)
    if form is ExportFormat.DOT:
        typer.echo(views.dot(tree, visited_only=not all_nodes))
    elif form is ExportFormat.RAW:
        typer.echo(write_raw_tree(tree), nl=False)
    else:
        typer.echo(json.dumps(json.loads(write_raw_tree(tree)), ensure_ascii=False, indent=1))
