"""`reaprover lean …` and `reaprover bench lean`: look at Lean, compile its library, measure it."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from typer import Exit, Option

from reaprover.cli.wiring import load_toolchain
from reaprover.lean.doctor import examine
from reaprover.lean.toolchain import EmbeddedToolchain

app = typer.Typer(name="lean", help="Look at Lean and compile its library.", no_args_is_help=True)
_SIGNS = {True: "✓", False: "✗", None: "–"}


@app.command(short_help="Say what is here and what is missing.")
def doctor(
    project: Annotated[Path | None, Option(help="Folder of a Lake project to look at instead of the embedded Lean.")] = None,
    as_json: Annotated[bool, Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Say what is here, what is missing, and how to get it; exit code 3 if something needed is missing."""
    checks = examine(project)
    is_fine = all(check.is_fine is not False for check in checks)
    if as_json:
        typer.echo(json.dumps({"is_fine": is_fine, "checks": [asdict(check) for check in checks]}, ensure_ascii=False, indent=2))
    else:
        width = max(len(check.name) for check in checks)
        for check in checks:
            typer.echo(f"{_SIGNS[check.is_fine]} {check.name:{width}}  {check.found}")
            if check.advice:
                typer.echo(f"  {'':{width}}  → {check.advice}")
    if not is_fine:
        raise Exit(3)


@app.command(short_help="Compile the core library into the cache.")
def build(
    verify: Annotated[bool, Option(help="Read everything again afterwards and compare it with the manifest.")] = False,
    as_json: Annotated[bool, Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Compile the core library into the cache, unless it is there already."""
    toolchain = load_toolchain(None, Console(stderr=True))
    assert isinstance(toolchain, EmbeddedToolchain)
    if verify:
        toolchain.verify()
    facts = {
        "folder": str(toolchain.core),
        "content_hash": toolchain.build.content_hash,
        "num_modules": len(toolchain.build.modules),
        "identity": toolchain.versions.identity,
        "verified": verify,
    }
    if as_json:
        typer.echo(json.dumps(facts, indent=2))
    else:
        typer.echo(f"{facts['num_modules']} modules are ready in {facts['folder']}" + (" and are what was built" if verify else ""))


def bench_lean(
    num_pairs: Annotated[int, Option("--pairs", min=100, help="(state, tactic) pairs to measure.")] = 5_000,
    num_applications: Annotated[int, Option("--applications", min=0, help="Applications of the long run; 0 leaves it out.")] = 100_000,
    num_fresh: Annotated[int, Option("--fresh", min=0, help="Attempts by a fresh Lean each; 0 leaves them out.")] = 100,
    as_json: Annotated[bool, Option("--json", help="Print one JSON document instead of the table.")] = False,
) -> None:
    """Measure tactic applications per second, in one process, in two, and against a fresh Lean per attempt."""
    from reaprover.lean.benchmark import measure

    toolchain = load_toolchain(None, Console(stderr=True))
    assert isinstance(toolchain, EmbeddedToolchain)
    report = measure(
        toolchain, num_pairs=num_pairs, num_applications=num_applications, num_fresh=num_fresh, say_fn=Console(stderr=True).print
    )
    typer.echo(json.dumps(report.record(), ensure_ascii=False) if as_json else report.table())
