"""The command line: the only place where everything is wired together.

Exit codes: 0 done, 1 the answer is no, 2 usage or configuration, 3 a prerequisite is missing, 4 no verdict could be
reached, 130 interrupted. Results go to stdout (`--json`: exactly one document), progress and logs to stderr.
"""

from __future__ import annotations

import contextlib
import os
import sys
from typing import Annotated

import typer

import reaprover
from reaprover.cli import acceptance, course, lean, snapshot, train, tree
from reaprover.cli.check import check, verify_receipt
from reaprover.cli.eval import eval_
from reaprover.cli.interrupt import INTERRUPTED
from reaprover.cli.prove import prove
from reaprover.cli.serve import serve
from reaprover.errors import InfrastructureError, ReaproverError

app = typer.Typer(
    name="reaprover",
    help="Search for Lean 4 proofs; accept only what an independent Lean run accepts.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"reaprover {reaprover.__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")] = False,
) -> None:
    """Search for Lean 4 proofs; accept only what an independent Lean run accepts."""


app.command(short_help="Search for proofs of theorems.")(prove)
app.command(short_help="Check that files are proofs.")(check)
app.command("verify-receipt", short_help="Compare a receipt with files and programs.")(verify_receipt)
app.command(short_help="Serve sessions and models over HTTP.")(serve)
app.command("eval", short_help="Measure on problem sets, and report.")(eval_)
app.add_typer(acceptance.app, name="acceptance")
app.add_typer(course.app, name="course")
app.add_typer(train.app, name="train")
app.add_typer(tree.app, name="tree")
app.add_typer(snapshot.app, name="snapshot")
app.add_typer(lean.app, name="lean")
bench = typer.Typer(help="Measure on this machine.", no_args_is_help=True, rich_markup_mode=None)
bench.command("lean", short_help="Measure tactic applications per second.")(lean.bench_lean)
app.add_typer(bench, name="bench")


def main() -> None:
    """Entry point of the `reaprover` program."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run one command line; returns the exit code and never raises for errors made on purpose."""
    try:
        app(arguments, prog_name="reaprover")
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 1 if stop.code else 0
    except ReaproverError as error:
        typer.echo(f"reaprover: {error}", err=True)
        return error.exit_code
    except KeyboardInterrupt:
        typer.echo("reaprover: interrupted", err=True)
        return INTERRUPTED
    except BrokenPipeError:  # whoever read the output has left
        _let_go_of_stdout()
        return 0
    except OSError as error:
        _let_go_of_stdout()
        typer.echo(f"reaprover: {error.filename or 'output'}: {error.strerror or error}", err=True)
        return InfrastructureError.exit_code
    return 0


def _let_go_of_stdout() -> None:
    """What is still buffered cannot be written either; without this the interpreter would complain again at its end."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
