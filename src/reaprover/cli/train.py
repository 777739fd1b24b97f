"""`reaprover train`: training runs, and what a doubtful reader runs on them."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from typer import Option

from reaprover.cli.interrupt import INTERRUPTED, STOPPING, stoppable
from reaprover.cli.run_folder import new_run_path
from reaprover.cli.train_display import shown
from reaprover.cli.train_stages import sft, ttrl, value
from reaprover.cli.wiring import level_named, load_toolchain
from reaprover.errors import InputError, UsageError
from reaprover.verify.strict import Level

if TYPE_CHECKING:
    from reaprover.train.config import TrainingConfig

app = typer.Typer(help="Train a policy and value network, and audit training runs.", no_args_is_help=True, rich_markup_mode=None)
PRESETS = ("tiny", "real-prover")


@app.command(short_help="Reinforcement learning by self-play with verified proofs.")
def rl(
    preset: Annotated[str, Option(help=f"The schedule: {', '.join(PRESETS)}.")] = "tiny",
    run_folder: Annotated[
        Path | None,
        Option(help="Where the run's files go, or the folder of the same run to go on with; default runs/<time>-train-…."),
    ] = None,
    minutes: Annotated[float | None, Option(min=0.5, help="Planned wall time of play and training; default of the preset.")] = None,
    seed: Annotated[int, Option(min=0, help="Of everything that is drawn.")] = 0,
    actors: Annotated[int | None, Option(min=1, max=1024, help="Processes that play; default of the preset.")] = None,
    start: Annotated[Path | None, Option(help="Model folder to start from; needed by real-prover.")] = None,
    supervised: Annotated[
        Path | None, Option(help="JSONL file of pairs, as `train sft` reads it; real-prover takes a tenth of each batch from it.")
    ] = None,
    tracker: Annotated[
        str | None,
        Option(help="Mirror metrics: jsonl:FILE, http://ADDRESS, tensorboard:FOLDER or wandb:PROJECT; it cannot disturb the run."),
    ] = None,
    dry_run: Annotated[bool, Option("--dry-run", help="Print the plan and what it needs; run nothing.")] = False,
    quiet: Annotated[bool, Option("--quiet", "-q", help="No progress on stderr.")] = False,
) -> None:
    """Play, verify, learn: from an empty folder to trained weights.

    Actors search for proofs of training problems, variants of them and conjectures; the strict lane verifies what they
    find; the learner trains on verified proofs alone. Ctrl-C stops without loss once the games in flight are over, a second
    one at once; the same command with --run-folder goes on.
    """
    from reaprover.train.config import check_options, require_parts
    from reaprover.train.config import preset as preset_named

    config = preset_named(
        preset,
        seed=seed,
        minutes=minutes,
        num_actors=actors,
        start=None if start is None else str(start),
        supervised=None if supervised is None else str(supervised.absolute()),
    )
    check_options(config)
    from reaprover.train.tracker import make_tracker

    mirror = None if tracker is None else make_tracker(tracker)
    if dry_run:
        typer.echo(plan(config))
        return
    console = Console(stderr=True, quiet=quiet, highlight=False)
    require_parts(config)
    load_toolchain(None, console)
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")  # before torch: spinning threads would take the actors' processors
    from reaprover.train.report import markdown, summary
    from reaprover.train.run import TrainingRun

    folder = run_folder or new_run_path(f"train-{preset}")
    console.print(f"training into {folder}; Ctrl-C stops, --run-folder {folder} goes on", soft_wrap=True)
    with shown(console) as show, stoppable(STOPPING) as is_stopped, TrainingRun(folder, config, progress_fn=show, tracker=mirror) as run:
        finished = run.go(is_stopped)
    if not finished:
        console.print(f"stopped; go on with the same command and --run-folder {folder}", soft_wrap=True)
        raise typer.Exit(INTERRUPTED)
    typer.echo(markdown(summary(folder)))


app.command(short_help="Supervised: pairs of states and tactics, or a replay store.")(sft)
app.command(short_help="A value head offline, on features of the frozen base.")(value)
app.command(short_help="Learning at test time: a specialist for one theorem.")(ttrl)


@app.command(short_help="Look for evaluation statements in a run, and verify a sample of its proofs again.")
def audit(
    run_folder: Annotated[Path, typer.Argument(help="A training run.")],
    sample: Annotated[int, Option(min=0, help="Transitions whose proofs are verified again, each alone.")] = 200,
    seed: Annotated[int, Option(min=0, help="Of the sample.")] = 0,
    level: Annotated[str, Option(help=f"Of the strict lane: {', '.join(level.value for level in Level)}.")] = "strict",
    as_json: Annotated[bool, Option("--json", help="Print one JSON document to stdout.")] = False,
    quiet: Annotated[bool, Option("--quiet", "-q", help="No progress on stderr.")] = False,
) -> None:
    """Exit code 0 if no training statement is an evaluation statement and every proof of the sample is verified again, else 1."""
    from reaprover.train.audit import audit as look

    checked = level_named(level)
    console = Console(stderr=True, quiet=quiet, highlight=False)
    toolchain = load_toolchain(None, console)
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed}/{task.total}"), TimeElapsedColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        bar = progress.add_task("verifying again", total=None)
        found = look(
            run_folder / "replay",
            toolchain,
            num_transitions=sample,
            seed=seed,
            level=checked,
            progress_fn=lambda done, of: progress.update(bar, completed=done, total=of),
        )
    if as_json:
        typer.echo(json.dumps({**asdict(found), "is_clean": found.is_clean}, ensure_ascii=False))
    else:
        typer.echo(f"{found.num_solutions} verified proofs, {found.num_transitions} transitions ever stored")
        typer.echo(f"unsolved states, for the value: {found.num_unsolved}")
        typer.echo(f"evaluation statements among them: {len(found.leaked)}")
        typer.echo(f"proofs verified again: {found.num_checked - len(found.failed)} of {found.num_checked}")
        for name, reason in (*found.leaked, *found.failed):
            typer.echo(f"  {name}: {reason}")
    raise typer.Exit(0 if found.is_clean else 1)


@app.command(short_help="Learning curve and throughput of a run.")
def report(
    run_folder: Annotated[Path, typer.Argument(help="A training run.")],
    figure: Annotated[Path | None, Option(help="Draw the learning curve into this PNG, its numbers beside it.")] = None,
    as_json: Annotated[bool, Option("--json", help="Print one JSON document to stdout.")] = False,
) -> None:
    """Print what the finished phases of a run measured."""
    from reaprover.train.report import markdown, summary

    found = summary(run_folder)
    if figure is not None:
        from reaprover.evals.accounting import wilson
        from reaprover.evals.figures import Curve, Point, learning_curve

        curves = []
        for label, policies in (("ranking what is proposed", ("broad", "ranked")), ("its own tactics", ("model",))):
            counts = [
                (at["minutes"], sum(at["solved"].values()), sum(at["problems"].values()))
                for at in found["curve"]
                if at["policy"] in policies
            ]
            points = tuple(Point(minutes, n / of, *wilson(n, of)) for minutes, n, of in counts)
            curves += [Curve(label, points)] if points else []
        learning_curve(figure, curves, x_label="minutes of play and training", title="Validation problems solved")
    typer.echo(json.dumps(found, ensure_ascii=False) if as_json else markdown(found))


@app.command(short_help="Make a model folder with a release of a run's newest weights.")
def publish(
    run_folder: Annotated[Path, typer.Argument(help="A finished training run.")],
    out: Annotated[Path, typer.Argument(help="The model folder; must not exist.")],
    name: Annotated[str, Option(help="Of the model, on its card.")] = "reaprover-tiny",
    results: Annotated[Path | None, Option(help="JSON object for the card's section Results: what `reaprover eval` measured.")] = None,
    seconds: Annotated[float, Option(min=1, help="Time to look for the longest proof of a training problem.")] = 60.0,
    quiet: Annotated[bool, Option("--quiet", "-q", help="No progress on stderr.")] = False,
) -> None:
    """The weights have to prove a training problem first; an independent check accepts the proof, or nothing is published."""
    import time

    from reaprover.core.canonical import parse_json
    from reaprover.problems import SET_NAMES, Split, load_set
    from reaprover.search import Budget, search_config
    from reaprover.train.card import sections
    from reaprover.train.learner import newest_weights
    from reaprover.train.policies import make_policy
    from reaprover.train.publishing import find_proof, publish_model
    from reaprover.train.report import read_metrics
    from reaprover.verify.strict import StrictChecker

    figures: Any = {"Results": "Not measured."}
    if results is not None:
        figures = parse_json(results.read_bytes())
        if not isinstance(figures, dict) or not figures:
            raise InputError(str(results), "is no object with results", expected="title to content")
    console = Console(stderr=True, quiet=quiet, highlight=False)
    toolchain = load_toolchain(None, console)
    weights, metrics = newest_weights(run_folder), read_metrics(run_folder)
    last_base = max((place for place, phase in enumerate(metrics) if phase["kind"] == "TrainBase"), default=0)
    num_updates = sum(int(phase.get("steps", 0)) for phase in metrics[last_base:])
    theorems = [problem.theorem for set_name in SET_NAMES for problem in load_set(set_name, Split.TRAIN)]
    console.print("looking for a proof by these weights", soft_wrap=True)
    end = time.monotonic() + seconds
    config = search_config("best-first", rules={"num_candidates": 16}, budget=Budget(wall_s=min(10.0, seconds)))
    proof = find_proof(make_policy(f"model:{weights}")(0), theorems, toolchain, config, stop_fn=lambda: time.monotonic() >= end)
    if proof is None:
        raise UsageError(f"{run_folder}: its weights proved no training problem in {seconds:g} s; train longer, or give more --seconds")
    model = publish_model(
        out,
        weights,
        proof,
        StrictChecker(toolchain),
        run_folder=new_run_path("publish"),
        name=name,
        num_updates=max(1, num_updates),
        sections=sections(run_folder, figures),
        lineage={
            "phases": [phase["phase"] for phase in metrics],
            "transitions": max((phase.get("transitions_ever", 0) for phase in metrics), default=0),
        },
    )
    typer.echo(f"{model.folder}: {model.experience_id}, release manifest {model.manifest_sha256}")


def plan(config: TrainingConfig) -> str:
    """What a run would do, for people."""
    lines = [
        f"preset {config.preset}, seed {config.seed}: {config.seconds / 60:.0f} minutes planned, beside them a minute to make up "
        f"statements and one for each measurement; {config.num_actors} actors"
    ]
    for number, phase in enumerate(config.phases):
        values = {key: value for key, value in asdict(phase).items() if key not in ("name", "seconds") and value}
        seconds = getattr(phase, "seconds", None)
        time = f"{seconds / 60:6.1f} min" if seconds is not None else "   as needed"
        lines.append(
            f"  {number:02d} {phase.name:12} {type(phase).__name__:13} {time}  " + ", ".join(f"{k} {v}" for k, v in values.items())
        )
    from reaprover.train.config import requirements

    lines += ["needs:", *(f"  {line}" for line in requirements(config))]
    return "\n".join(lines)
