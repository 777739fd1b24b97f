"""`reaprover train sft`, `value` and `ttrl`: the supervised stage, a value head offline, learning at test time."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from typer import Argument, Option

from reaprover.cli.interrupt import INTERRUPTED, STOPPING, stoppable
from reaprover.cli.run_folder import new_run_path
from reaprover.cli.train_display import shown
from reaprover.cli.wiring import load_toolchain, require_statement
from reaprover.errors import UsageError
from reaprover.lean.source import read_source, statement_theorem
from reaprover.problems import load_set

if TYPE_CHECKING:
    from reaprover.train.test_time import Target


def sft(
    data: Annotated[Path, Argument(help="JSONL file of pairs (state, tactic, distance, theorem_id), or folder of a replay store.")],
    run_folder: Annotated[
        Path | None, Option(help="Where the files go, or the folder of the same stage to go on with; default runs/<time>-train-sft.")
    ] = None,
    start: Annotated[
        Path | None, Option(help="Model folder, or training run: train its adapter and head; default a base from random weights.")
    ] = None,
    steps: Annotated[int | None, Option(min=1, help="Optimizer steps.")] = None,
    minutes: Annotated[float | None, Option(min=0.1, help="Wall time at most; default none.")] = None,
    batch_size: Annotated[int | None, Option(min=1, help="Examples a step.")] = None,
    learning_rate: Annotated[float | None, Option(min=0, help="Peak.")] = None,
    value_weight: Annotated[float | None, Option(min=0, help="Weight of the value loss.")] = None,
    copies: Annotated[int | None, Option(min=1, help="Sets of names under which each pair is shown.")] = None,
    threads: Annotated[int, Option(min=1, help="Of the CPU.")] = 2,
    seed: Annotated[int, Option(min=0, help="Of everything that is drawn.")] = 0,
    as_json: Annotated[bool, Option("--json", help="Print one JSON document to stdout.")] = False,
    quiet: Annotated[bool, Option("--quiet", "-q", help="No progress on stderr.")] = False,
) -> None:
    """Train on what is known to be right: pairs of people's proofs, or verified transitions.

    Whole files (or theorems) are held out for the losses that are reported; those with an evaluation statement are left
    out with their neighbours. Ctrl-C stops without loss; the same command with the same --run-folder goes on.
    """
    _require("torch", "transformers", "peft", "pyarrow")
    from reaprover.train.config import TrainAdapter, TrainBase
    from reaprover.train.run import Status
    from reaprover.train.sft import ANY_SECONDS, NAME, train_sft

    given = {
        "num_steps": steps,
        "batch_size": batch_size,
        "learning_rate": learning_rate,
        "value_weight": value_weight,
        "num_copies": copies,
    }
    values: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    seconds = ANY_SECONDS if minutes is None else minutes * 60
    kind: type[TrainAdapter] | type[TrainBase] = TrainBase if start is None else TrainAdapter
    console = Console(stderr=True, quiet=quiet, highlight=False)
    folder = run_folder or new_run_path("train-sft")
    console.print(f"training into {folder}; Ctrl-C stops, --run-folder {folder} goes on", soft_wrap=True)
    with shown(console) as show, stoppable() as is_stopped:
        found = train_sft(
            folder,
            data,
            kind(name=NAME, seconds=seconds, **values),
            start=None if start is None else start_folder(start),
            seed=seed,
            num_threads=threads,
            stop_fn=is_stopped,
            tell=lambda share, left_s, facts: show(Status(NAME, share, left_s if minutes is not None else 0.0, facts)),
        )
    if found is None:
        console.print(f"stopped; go on with the same command and --run-folder {folder}", soft_wrap=True)
        raise typer.Exit(INTERRUPTED)
    if as_json:
        typer.echo(json.dumps({"run_folder": str(folder), **found}, ensure_ascii=False))
        return
    typer.echo(f"{found['steps']} steps on {found['examples']} examples; weights: {folder / 'weights' / found['weights']}")
    for name in ("held_out_before", "held_out"):
        if name in found:
            typer.echo(f"{name.replace('_', ' ')}: " + ", ".join(f"{key} {value:.4f}" for key, value in found[name].items()))
    for group, held_out in found["data"].get("removed", {}).items():
        typer.echo(f"left out {group}: holds the evaluation statement {held_out}")


def value(
    model: Annotated[Path, Argument(help="Model folder, release or base; of it only the base is used.")],
    replay: Annotated[Path, Argument(help="Folder of a replay store, or a training run.")],
    out: Annotated[Path, Option(help="Folder to publish the head in; it must not exist.", show_default=False)],
    base: Annotated[Path | None, Option(help="Folder of the base, where the model does not hold its own.")] = None,
    device: Annotated[str | None, Option(help="Where features are taken: cpu, cuda, …; default a GPU if there is one.")] = None,
    epochs: Annotated[int, Option(min=1, help="Most epochs.")] = 30,
    patience: Annotated[int, Option(min=1, help="Epochs without a better validation loss.")] = 5,
    batch_size: Annotated[int, Option(min=1, help="States a step.")] = 4096,
    learning_rate: Annotated[float, Option(min=0, help="Of AdamW.")] = 1e-3,
    seed: Annotated[int, Option(min=0, help="Of splits, initial head and order.")] = 20260829,
    as_json: Annotated[bool, Option("--json", help="Print the whole report to stdout.")] = False,
    quiet: Annotated[bool, Option("--quiet", "-q", help="No progress on stderr.")] = False,
) -> None:
    """Train a value head offline, on features of the frozen base, and report its calibration.

    Theorems are split 80/10/10 with all their variants; the matched random head and the constant median stand beside
    the head in every table. Nothing is written unless everything went well, and nothing is ever overwritten.
    """
    _require("torch", "transformers", "peft", "pyarrow", "numpy")
    from reaprover.learn.value_training import HeadConfig
    from reaprover.model.loading import ModelOptions
    from reaprover.train.run import Status
    from reaprover.train.value import markdown, train_value

    config = HeadConfig(max_epochs=epochs, patience=patience, batch_size=batch_size, learning_rate=learning_rate, seed=seed)
    console = Console(stderr=True, quiet=quiet, highlight=False)
    with shown(console) as show, stoppable() as is_stopped:
        report = train_value(
            model,
            replay / "replay" if (replay / "replay").is_dir() else replay,
            out,
            config,
            options=ModelOptions(base=base, device=device),
            stop_fn=is_stopped,
            tell=lambda what, share, facts: show(Status(what, share, 0.0, facts)),
        )
    if report is None:
        console.print("stopped; nothing was written", soft_wrap=True)
        raise typer.Exit(INTERRUPTED)
    typer.echo(json.dumps(report, ensure_ascii=False) if as_json else markdown(report), nl=as_json)


def ttrl(
    file: Annotated[Path | None, Argument(help="A .lean file with a theorem left open by sorry.")] = None,
    theorem: Annotated[str | None, Option(help="The theorem of the file, where several are open.")] = None,
    statement: Annotated[str | None, Option(help="A proposition instead of a file.")] = None,
    problem_set: Annotated[str | None, Option("--set", help="A problem of this set instead.")] = None,
    problem_id: Annotated[str | None, Option("--id", help="Its id.")] = None,
    start: Annotated[
        Path | None, Option(help="Main weights: a model folder, or a training run whose newest are taken; default the shipped model.")
    ] = None,
    minutes: Annotated[float, Option(min=0.1, help="Wall time of play and training, at most.")] = 20.0,
    rounds: Annotated[int, Option(min=1, help="Rounds of play, with training between them.")] = 5,
    variants: Annotated[int, Option(min=0, help="Variants of the target, at most.")] = 40,
    actors: Annotated[int, Option(min=1, max=1024, help="Processes that play.")] = 2,
    declare: Annotated[
        bool, Option("--declare", help="Accept an evaluation statement as target: all of this run is test-time data for good.")
    ] = False,
    tracker: Annotated[
        str | None,
        Option(help="Mirror metrics: jsonl:FILE, http://ADDRESS, tensorboard:FOLDER or wandb:PROJECT; it cannot disturb the run."),
    ] = None,
    run_folder: Annotated[
        Path | None, Option(help="Where the run's files go, or the folder of the same run to go on with; default runs/<time>-ttrl-….")
    ] = None,
    seed: Annotated[int, Option(min=0, help="Of everything that is drawn.")] = 0,
    as_json: Annotated[bool, Option("--json", help="Print one JSON document to stdout.")] = False,
    quiet: Annotated[bool, Option("--quiet", "-q", help="No progress on stderr.")] = False,
) -> None:
    """Learn at test time: a specialist that practises on variants of one theorem until that is settled.

    Exit codes: 0 proved and verified, 1 disproved or still open, 130 stopped; the same command with the same
    --run-folder goes on. Results of this command belong into a column of their own.
    """
    from reaprover.train.test_time import COLUMN, learn_at_test_time, specialist_config
    from reaprover.train.tracker import make_tracker

    target = find_target(file, theorem, statement, problem_set, problem_id)
    mirror = None if tracker is None else make_tracker(tracker)
    config = specialist_config(start=str(start_folder(start)), minutes=minutes, num_rounds=rounds, num_actors=actors, seed=seed)
    _require("torch", "transformers", "peft", "pyarrow")
    console = Console(stderr=True, quiet=quiet, highlight=False)
    require_statement(load_toolchain(None, console), target.theorem)
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")  # before torch: spinning threads would take the actors' processors
    folder = run_folder or new_run_path(f"ttrl-{target.theorem.name}")
    console.print(f"learning into {folder}; Ctrl-C stops, --run-folder {folder} goes on", soft_wrap=True)
    with shown(console) as show, stoppable(STOPPING) as is_stopped:
        report = learn_at_test_time(
            folder,
            target,
            config,
            num_variants=variants,
            is_declared=declare,
            stop_fn=is_stopped,
            progress_fn=show,
            tracker=mirror,
        )
    if report is None:
        console.print(f"stopped; go on with the same command and --run-folder {folder}", soft_wrap=True)
        raise typer.Exit(INTERRUPTED)
    if as_json:
        typer.echo(json.dumps({"run_folder": str(folder), **report}, ensure_ascii=False))
    else:
        if (folder / "proof.lean").exists():
            typer.echo((folder / "proof.lean").read_text(encoding="utf-8").rstrip())
        made, cost = report["variants"], report["cost"]
        typer.echo(f"{target.id}: {report['outcome']} ({COLUMN})")
        typer.echo(f"variants: {made['made']} made, {made['proved']} proved, {made['disproved']} disproved, {made['open']} open")
        typer.echo("spent on it: " + ", ".join(f"{number} {name.replace('_', ' ')}" for name, number in cost.items()))
    raise typer.Exit(0 if report["outcome"] == "proved" else 1)


def find_target(file: Path | None, theorem: str | None, statement: str | None, problem_set: str | None, problem_id: str | None) -> Target:
    """The one theorem that a command line names.

    Raises:
        UsageError: none or several are named.
        InputError: the file or the set cannot be read, or has no such theorem.
    """
    from reaprover.train.test_time import Target

    given = [name for name, value in (("FILE", file), ("--statement", statement), ("--set", problem_set)) if value is not None]
    if len(given) != 1 or (theorem is not None and file is None) or (problem_id is None) is not (problem_set is None):
        found = " and ".join(given) or "none of them"
        raise UsageError(f"ttrl: give one of FILE (with --theorem), --statement, and --set with --id; found {found}")
    if statement is not None:
        bare = statement_theorem(statement)
        return Target(bare.name, bare)
    if file is not None:
        source = read_source(file)
        waiting = source.open_declarations
        chosen = [one for one in waiting if theorem in (None, one.full_name, one.theorem.name)]
        if len(chosen) != 1:
            names = ", ".join(one.full_name for one in waiting)
            raise UsageError(
                f"{file}: name one theorem with --theorem; found {theorem or f'{len(waiting)} open ones'}, expected one of {names}"
            )
        return Target(chosen[0].full_name, source.theorem(chosen[0]))
    problems = {problem.id: problem for problem in load_set(str(problem_set))}
    if problem_id not in problems:
        near = [name for name in problems if str(problem_id) in name][:8] or list(problems)[:8]
        raise UsageError(f"set {problem_set}: no problem {problem_id!r}; there are {len(problems)}, for example {', '.join(near)}")
    return Target(str(problem_id), problems[str(problem_id)].theorem)


def start_folder(start: Path | None) -> Path:
    """The model folder to start from: a training run's newest weights, a model folder itself, or the shipped model.

    Raises:
        UsageError: nothing is named and no model is shipped.
    """
    from reaprover.model.loading import shipped_model
    from reaprover.train.learner import NEWEST, newest_weights

    if start is not None:
        return newest_weights(start) if (start / NEWEST).exists() else start
    shipped = shipped_model()
    if shipped is None:
        raise UsageError("--start: no model comes with this installation; give a model folder, or a training run")
    return shipped


def _require(*packages: str) -> None:
    from reaprover.model.loading import require_model_packages

    require_model_packages(packages)
