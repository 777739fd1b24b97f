"""`reaprover eval`: measure an arm on problem sets, report run folders, and ask a model's value heads about the states they kept."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from typer import Argument, Option

from reaprover.cli.run_folder import new_run_path
from reaprover.cli.wiring import level_named, load_toolchain
from reaprover.core.durable import write_durably
from reaprover.errors import InputError, UsageError
from reaprover.problems import SET_NAMES, Split
from reaprover.search import CONFIGS
from reaprover.verify.strict import Level

if TYPE_CHECKING:
    from reaprover.evals import Record, RunConfig

DEFAULT_SECONDS = 10.0
_ALL_PROBLEMS = "all"
_SPLITS = (*(split.value for split in Split), _ALL_PROBLEMS)
_ARMS = (
    "catalogue, catalogue-drawn, broad (catalogue and moves), or with a model (model:PATH) model, model-prior, uniform-value, base, "
    "random-head, and on what broad proposes ranked, ranked-prior, ranked-uniform, ranked-base, ranked-random-head"
)


def eval_(
    folders: Annotated[
        list[Path] | None, Argument(help="With --report or --calibrate: folders of earlier runs.", show_default=False)
    ] = None,
    evaluator: Annotated[str, Option("--evaluator", "-e", help=f"What is measured: {_ARMS}.")] = "catalogue",
    sets: Annotated[
        list[str] | None, Option("--set", help=f"A problem set or a JSONL file; may be repeated; default {', '.join(SET_NAMES)}.")
    ] = None,
    split: Annotated[str, Option(help=f"Which problems: {', '.join(_SPLITS)}.")] = Split.TEST.value,
    search: Annotated[
        str | None,
        Option(
            help=f"How to search: {', '.join(CONFIGS)}; default best-first with a catalogue, best-first-widening where a model ranks its "
            "tactics, else paper."
        ),
    ] = None,
    seconds: Annotated[
        float | None, Option(min=0, help=f"Wall clock per attempt; 0 for none; default {DEFAULT_SECONDS:g} without --simulations.")
    ] = None,
    simulations: Annotated[int | None, Option(min=1, help="Most simulations per attempt.")] = None,
    candidates: Annotated[int, Option(min=0, max=256, help="Tactics per batch (K); 0 takes the search's own.")] = 32,
    seeds: Annotated[str, Option(help="Seeds, separated by commas; one tree per problem and seed.")] = "0",
    processes: Annotated[int, Option(min=1, max=256, help="Attempts at the same time.")] = 1,
    level: Annotated[str, Option(help=f"What the strict lane requires: {', '.join(level.value for level in Level)}.")] = "strict",
    problems: Annotated[int | None, Option(min=1, help="Only the first so many of each set.")] = None,
    base: Annotated[Path | None, Option(help="Folder of the base model, where the model does not name it.")] = None,
    max_tokens: Annotated[int, Option(min=1, help="Most tokens of a model's tactic.")] = 256,
    temperature: Annotated[float, Option(min=0, help="Of a model's samples.")] = 0.99,
    top_k: Annotated[int, Option(min=0, help="A model samples among so many tokens; 0 is off.")] = 50,
    noise: Annotated[
        float,
        Option(min=0, max=64, help="Gumbel noise, by seed, on the order of broad and ranked arms (0: none) and of catalogue-drawn (0: 1)."),
    ] = 0.0,
    constant: Annotated[float, Option(min=1, max=64, help="The constant distance of model-prior and ranked-prior, in steps.")] = 4.0,
    keep_states: Annotated[bool, Option("--keep-states", help="Write states.jsonl: states with distances, for calibration.")] = False,
    run_folder: Annotated[
        Path | None, Option(help="Where the run's files go, or the folder of the same run to go on with; default runs/<time>-eval-<arm>.")
    ] = None,
    report: Annotated[bool, Option("--report", help="Run nothing; report the given folders.")] = False,
    solved: Annotated[list[str] | None, Option("--solved", help="With --report: list the solved problems of this set too.")] = None,
    calibrate: Annotated[
        Path | None, Option(help="Run no search; report the value heads of this model on the states that the given folders kept.")
    ] = None,
    reference: Annotated[
        list[Path] | None, Option(help="With --calibrate: a run on training theorems, whose distances make the constants; may be repeated.")
    ] = None,
    out: Annotated[Path | None, Option(help="With --report or --calibrate: write NAME.md and NAME.json instead of printing.")] = None,
    figure: Annotated[
        Path | None, Option(help="With --report or --calibrate: draw the rates or the reliability into this PNG, its numbers beside it.")
    ] = None,
    title: Annotated[str | None, Option(help="Title of the figure.")] = None,
    as_json: Annotated[bool, Option("--json", help="Print one JSON document to stdout.")] = False,
    quiet: Annotated[bool, Option("--quiet", "-q", help="No progress on stderr.")] = False,
) -> None:
    """Measure a policy and a search on problem sets at a stated budget, or report what was measured.

    One run folder holds one arm. The same command with the same --run-folder goes on with a run that was cut short.
    With --report the arms of several folders are compared: rates with Wilson intervals, pass@k, paired differences
    with bootstrap intervals, costs, and outcomes of infrastructure apart. With --calibrate the distances of the
    model's head, with and without its adapter, are compared with those of the proofs that were found.
    """
    if report and calibrate is not None:
        raise UsageError("eval: --report and --calibrate are two reports; ask for one at a time")
    if report:
        found = _report(folders or [], solved or [], out, as_json)
        if figure is not None:
            from reaprover.evals.figures import solve_rates

            solve_rates(figure, found, title=title or "Solved, one tree for each problem and seed (95 % intervals)")
        return
    settings = {
        "base": None if base is None else str(base),
        "max_tokens": max_tokens,
        "temperature": temperature,
        "top_k": top_k,
        "noise": noise,
        "constant_distance": constant,
    }
    if calibrate is not None:
        found = _calibrate(calibrate, folders or [], reference or [], settings, out, as_json)
        if figure is not None:
            from reaprover.evals.figures import reliability

            reliability(figure, found, title=title or "Predicted distances against those of the proofs that were found")
        return
    if folders:
        raise UsageError("eval: folders are read with --report or --calibrate; name the folder of a new run with --run-folder")
    config = _config(
        evaluator=evaluator,
        sets=tuple(sets or SET_NAMES),
        split=split,
        search=search,
        seconds=seconds,
        simulations=simulations,
        num_candidates=candidates or None,
        seeds=seeds,
        num_processes=processes,
        level=level,
        num_problems=problems,
        keep_states=keep_states,
        model=settings,
    )
    _run(
        config,
        run_folder or new_run_path(f"eval-{evaluator.partition(':')[0]}"),
        as_json,
        Console(stderr=True, quiet=quiet, highlight=False),
    )


def _config(
    *, split: str, search: str | None, seconds: float | None, seeds: str, level: str, model: dict[str, Any], **values: Any
) -> RunConfig:
    from reaprover.evals import ModelSettings, RunConfig, parse_spec

    arm, _ = parse_spec(values["evaluator"])
    if split not in _SPLITS:
        raise UsageError(f"--split: found {split!r}; expected {', '.join(_SPLITS)}")
    try:
        numbers = tuple(int(seed) for seed in seeds.split(","))
    except ValueError:
        raise UsageError(f"--seeds: found {seeds!r}; expected numbers separated by commas") from None
    if seconds is None:
        seconds = DEFAULT_SECONDS if values["simulations"] is None else 0.0
    return RunConfig(
        split=None if split == _ALL_PROBLEMS else Split(split),
        search=search or arm.search,
        seconds=seconds or None,
        seeds=numbers,
        level=level_named(level),
        model=ModelSettings(**model),
        **values,
    )


def _run(config: RunConfig, folder: Path, as_json: bool, console: Console) -> None:
    from reaprover.evals import read_records, run
    from reaprover.evals.report import markdown, report
    from reaprover.evals.runner import tasks_of

    load_toolchain(None, console)
    num_done, num_all = len(read_records(folder)), len(tasks_of(config))
    console.print(f"{num_all} attempts into {folder}" + (f", {num_done} of them are there" if num_done else ""), soft_wrap=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    num_solved = sum(record.is_solved for record in read_records(folder))
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        bar = progress.add_task("0 solved", total=num_all, completed=num_done)

        def show(record: Record) -> None:
            nonlocal num_solved
            num_solved += record.is_solved
            progress.update(bar, advance=1, description=f"{num_solved} solved")
            word = "solved" if record.is_solved else record.apart or record.outcome
            console.print(f"{word:10} {record.elapsed_s:7.2f} s  {record.id} (seed {record.seed})", soft_wrap=True)

        run(config, folder, record_fn=show)
    found = report([folder])
    typer.echo(json.dumps({**found, "folder": str(folder)}, ensure_ascii=False) if as_json else markdown(found), nl=as_json)


def _report(folders: list[Path], solved: list[str], out: Path | None, as_json: bool) -> dict[str, Any]:
    from reaprover.evals.report import markdown, report, solved_lists

    if not folders:
        raise UsageError("--report: no folder given; expected folders of runs of `reaprover eval`")
    found = report(folders)
    unknown = [name for name in solved if name not in found["sets"]]
    if unknown:
        raise InputError("--solved", "names a set that no run holds", found=unknown[0], expected=", ".join(found["sets"]))
    _put(found, markdown(found) + "".join("\n" + solved_lists(found, name) for name in solved), out, as_json)
    return found


def _calibrate(
    model: Path, folders: list[Path], reference: list[Path], settings: dict[str, Any], out: Path | None, as_json: bool
) -> dict[str, Any]:
    from reaprover.evals import ModelSettings
    from reaprover.evals.heads import head_report, markdown

    if not folders:
        raise UsageError("--calibrate: no folder given; expected folders of runs of `reaprover eval --keep-states`")
    found = head_report(model, folders, ModelSettings(**settings), reference=reference)
    _put(found, markdown(found), out, as_json)
    return found


def _put(found: dict[str, Any], text: str, out: Path | None, as_json: bool) -> None:
    whole = json.dumps(found, ensure_ascii=False, indent=1 if out else None) + "\n"
    if out is None:
        sys.stdout.write(whole if as_json else text)
        return
    out.parent.mkdir(parents=True, exist_ok=True)
    write_durably(Path(f"{out}.md"), text.encode())
    write_durably(Path(f"{out}.json"), whole.encode())
