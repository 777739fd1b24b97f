"""`reaprover prove`: from a file, a statement or a problem to a verified Lean proof."""

from __future__ import annotations

import dataclasses
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console, Group
from rich.live import Live
from rich.text import Text
from typer import Argument, Option

from reaprover.cli.attempts import MAX_TOKENS, AttemptFn, Request, open_attempts, refuse_ignored
from reaprover.cli.interrupt import INTERRUPTED, stoppable
from reaprover.cli.run_folder import RunFolder, new_run_path
from reaprover.cli.wiring import POLICIES, default_policy, level_named, load_toolchain, policy_named
from reaprover.core import Theorem
from reaprover.core.declaration import proof_text
from reaprover.core.durable import write_durably
from reaprover.errors import InputError, UsageError
from reaprover.lean.source import SourceFile, read_source, statement_theorem
from reaprover.problems import SET_NAMES, load_set
from reaprover.search import CONFIGS, Progress, SearchResult
from reaprover.search.search import EVENTS_FILE, TREE_FILE
from reaprover.search.store import load
from reaprover.verify.strict import Level

DEFAULT_SECONDS = 60.0
STOPPING = "reaprover: stopping after this step; what was found is kept (Ctrl-C again breaks off)"


def prove(
    file: Annotated[Path | None, Argument(help="A .lean file; every theorem whose proof is `sorry` is searched for.")] = None,
    statement: Annotated[str | None, Option("--statement", "-s", help="A proposition to prove instead of a file.")] = None,
    problem_set: Annotated[str | None, Option("--set", help=f"A problem set ({', '.join(SET_NAMES)}) or a JSONL file.")] = None,
    problem_id: Annotated[str | None, Option("--id", help="The problem's id in the set.")] = None,
    theorem: Annotated[list[str] | None, Option("--theorem", help="Only this theorem of the file; may be repeated.")] = None,
    seconds: Annotated[float | None, Option(min=0.1, help=f"Wall clock per theorem; default {DEFAULT_SECONDS:g}.")] = None,
    simulations: Annotated[int | None, Option(min=1, help="Most simulations per theorem.")] = None,
    candidates: Annotated[
        int | None, Option(min=1, max=256, help="Tactics per batch; default as suits the policy, with --model the search's.")
    ] = None,
    search: Annotated[
        str | None, Option(help=f"How to search: {', '.join(CONFIGS)}; default as suits the policy, with --model paper.")
    ] = None,
    policy: Annotated[
        str | None,
        Option(
            help=f"What proposes tactics: {'; '.join(f'{name}, {policy.words}' for name, policy in POLICIES.items())}. "
            "Default ranked where torch, transformers and peft are installed, else catalogue; with --project catalogue."
        ),
    ] = None,
    model: Annotated[str | None, Option(help="A model instead: a release, a PEFT folder, or the address of a server.")] = None,
    base: Annotated[Path | None, Option(help="Folder of the model's base; one that holds its own, and the tiny one, need none.")] = None,
    allow_other_base: Annotated[
        bool, Option("--allow-other-base", help="Accept a base that the model's contract does not name; labelled everywhere.")
    ] = False,
    device: Annotated[str | None, Option(help="Where the model runs: cpu, cuda, cuda:1; default a GPU if there is one.")] = None,
    model_name: Annotated[str | None, Option(help="Name of the model on the server; default its first.")] = None,
    default_distance: Annotated[
        float | None, Option(min=1.0, help="Distance of every state, in steps, from a server that gives no values.")
    ] = None,
    max_tokens: Annotated[int | None, Option(min=1, max=8192, help=f"Most tokens of a tactic of a model; default {MAX_TOKENS}.")] = None,
    learn: Annotated[
        bool, Option("--learn", help="Let the model learn from the search, and publish what it learnt with a checked proof.")
    ] = False,
    update_interval: Annotated[
        int | None, Option(min=1, help="With --learn: simulations before the first update and between two; default 1.")
    ] = None,
    max_updates: Annotated[int | None, Option(min=0, max=1000, help="With --learn: most updates per theorem; default 5.")] = None,
    refresh_values: Annotated[
        bool, Option("--refresh-values", help="With --learn: value visited states anew after each update; for selection only.")
    ] = False,
    experience: Annotated[
        str | None, Option(help="With --learn and an address: the server's release to begin from; default a fresh session.")
    ] = None,
    level: Annotated[str, Option(help=f"What the final check requires: {', '.join(level.value for level in Level)}.")] = "strict",
    disprove: Annotated[bool, Option("--disprove", help="Search for a proof of the negation.")] = False,
    minimise: Annotated[bool, Option("--minimise", help="Shorten the proof, and check the shorter one again.")] = False,
    workers: Annotated[int, Option(min=1, max=64, help="Lean processes that share the work.")] = 1,
    seed: Annotated[int, Option(min=0, help="Seed of the search, and of the samples of a model that runs here.")] = 0,
    project: Annotated[Path | None, Option(help="A Lake project whose Lean and libraries are used.")] = None,
    run_folder: Annotated[Path | None, Option(help="Where the run's files go; default runs/<time>-<name>.")] = None,
    resume: Annotated[Path | None, Option(help="Go on with the run in this folder; only --seconds may be given anew.")] = None,
    as_json: Annotated[bool, Option("--json", help="Print one JSON document to stdout.")] = False,
    quiet: Annotated[bool, Option("--quiet", "-q", help="No progress on stderr.")] = False,
) -> None:
    """Search for Lean proofs; only what a fresh Lean run accepts is called proved.

    Exit codes: 0 all proved, 1 something was not proved, 2 usage, 3 a prerequisite is missing, 4 no verdict
    (infrastructure), 130 interrupted.
    """
    console = Console(stderr=True, quiet=quiet, highlight=False)
    if resume is not None:
        given = (file, statement, problem_set, problem_id, theorem, simulations, candidates, search, model, project, run_folder)
        more = (base, device, model_name, default_distance, max_tokens, update_interval, max_updates, experience)
        flags = (allow_other_base, learn, refresh_values)
        if any(value is not None for value in (*given, *more)) or any(flags) or level != "strict":
            raise UsageError("--resume: the run's folder says what to prove and how; only --seconds may be given anew")
        folder = RunFolder.load(resume)
        request = _request_of(folder)
        if seconds is not None:
            request = dataclasses.replace(request, seconds=seconds)
    else:
        text, where, bare = _what(file, statement, problem_set, problem_id)
        if policy is not None and model is not None:
            raise UsageError("--policy: --model names what proposes tactics; give one of the two")
        policy = policy or ("model" if model is not None else default_policy(project))
        suited = None if model is not None else policy_named(policy)
        request = Request(
            source=text,
            where=where,
            theorem=None if bare is None else dataclasses.asdict(bare),
            names=tuple(theorem or ()),
            disprove=disprove,
            search=search or ("paper" if suited is None else suited.search),
            seconds=DEFAULT_SECONDS if seconds is None else seconds,
            simulations=simulations,
            candidates=suited.num_candidates if candidates is None and suited is not None else candidates,
            seed=seed,
            minimise=minimise,
            workers=workers,
            policy=policy,
            model=model,
            level=level,
            project=None if project is None else str(project.absolute()),
            base=None if base is None else str(base.absolute()),
            allow_other_base=allow_other_base,
            device=device,
            model_name=model_name,
            default_distance=default_distance,
            max_tokens=MAX_TOKENS if max_tokens is None else max_tokens,
            learn=learn,
            update_interval=update_interval or 1,
            max_updates=5 if max_updates is None else max_updates,
            refresh_values=refresh_values,
            experience=experience,
        )
        for_learning = {
            "--update-interval": update_interval,
            "--max-updates": max_updates,
            "--refresh-values": refresh_values or None,
            "--experience": experience,
        }
        refuse_ignored(request, {name for name, value in for_learning.items() if value is not None}, max_tokens is not None)
        folder = None
    config, checked = request.config(), level_named(request.level)
    jobs = Jobs(request)
    toolchain = load_toolchain(request.project, console)

    def folder_of_run() -> RunFolder:
        path = run_folder or new_run_path(jobs.title)
        return folder or RunFolder.create(path, dataclasses.asdict(request), toolchain.versions.identity)

    with open_attempts(request, config, checked, toolchain, folder_of_run) as (attempt_fn, run), stoppable(STOPPING) as stop_fn:
        code = _prove_all(jobs, request, attempt_fn, run, console, stop_fn, as_json, resume is not None)
    raise typer.Exit(code)


class Jobs:
    """The theorems of a request, in order; proofs found on the way stand in the headers of later ones."""

    def __init__(self, request: Request) -> None:
        """Find the theorems.

        Raises:
            InputError: the source has none, or not the one that was named.
        """
        self.request = request
        self.proofs: dict[int, str] = {}
        self.source = None if request.source is None else SourceFile(request.where, request.source)
        if self.source is None:
            self.names = [str((request.theorem or {})["name"])]
            self.title = self.names[0]
            return
        waiting = self.source.open_declarations
        for name in request.names:
            if not any(name in (d.full_name, d.theorem.name) for d in waiting):
                raise InputError(
                    f"{request.where}, --theorem {name}",
                    "no theorem of this name waits for a proof",
                    expected=f"one of {', '.join(d.full_name for d in waiting)}",
                )
        self.declarations = [d for d in waiting if not request.names or {d.full_name, d.theorem.name} & set(request.names)]
        self.names = [d.full_name or f"example, line {d.line}" for d in self.declarations]
        self.title = Path(request.where).stem

    def theorem(self, index: int) -> Theorem:
        """The theorem number `index` (from 0)."""
        if self.source is None:
            record = self.request.theorem or {}
            fields: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in record.items()}
            found = Theorem(**fields)
        else:
            found = self.source.theorem(self.declarations[index], self.proofs)
        return dataclasses.replace(found, negated=self.request.disprove)

    def place(self, index: int) -> str:
        """Where the theorem number `index` stands, for messages."""
        return self.request.where if self.source is None else f"{self.request.where}, line {self.declarations[index].line}"

    def proved(self, index: int, script: str) -> None:
        """Remember a proof for the theorems after it and for the file."""
        if self.source is not None and not self.request.disprove:
            self.proofs[self.source.declarations.index(self.declarations[index])] = script

    @property
    def text(self) -> str | None:
        """The source with the proofs found; None without a source or without a proof."""
        return self.source.with_proofs(self.proofs) if self.source is not None and self.proofs else None


def _what(
    file: Path | None, statement: str | None, problem_set: str | None, problem_id: str | None
) -> tuple[str | None, str, Theorem | None]:
    """(source text, its name, bare theorem) of what the command line names."""
    given = [name for name, value in (("FILE", file), ("--statement", statement), ("--set", problem_set)) if value is not None]
    if problem_id is not None and problem_set is None:
        raise UsageError("prove: --id names a problem of a set; give --set as well")
    if len(given) != 1:
        found = " and ".join(given) or "none of them"
        raise UsageError(f"prove: give one of FILE, --statement and --set; found {found}; see reaprover prove --help")
    if file is not None:
        return read_source(file).text, str(file), None
    if statement is not None:
        return None, "--statement", statement_theorem(statement)
    assert problem_set is not None
    problems = {problem.id: problem for problem in load_set(problem_set)}
    if problem_id is None:
        raise UsageError(f"prove: --set {problem_set} needs --id; for example --id {next(iter(problems))}")
    if problem_id not in problems:
        near = [name for name in problems if problem_id in name][:8] or list(problems)[:8]
        raise UsageError(f"set {problem_set}: no problem {problem_id!r}; there are {len(problems)}, for example {', '.join(near)}")
    return None, problem_id, problems[problem_id].theorem


def _request_of(folder: RunFolder) -> Request:
    try:
        record = dict(folder.record["request"])
        record["names"] = tuple(record["names"])
        request = Request(**record)
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"{folder.path}/run.json, field request", f"is not complete: {error}", advice="start the run anew") from error
    if request.learn:
        from reaprover.online.lesson import NOT_RESUMABLE

        raise UsageError(f"{folder.path}: {NOT_RESUMABLE}")
    return request


def _prove_all(
    jobs: Jobs,
    request: Request,
    attempt_fn: AttemptFn,
    folder: RunFolder,
    console: Console,
    stop_fn: Callable[[], bool],
    as_json: bool,
    is_resumed: bool,
) -> int:
    """Attempt every theorem; print what was found; returns the exit code."""
    before = {row["index"]: row for row in folder.record["results"]} if is_resumed else {}
    rows: list[dict[str, Any]] = []
    for index, name in enumerate(jobs.names):
        row = before.get(index)
        if row is not None and row["script"] is not None:
            jobs.proved(index, row["script"])
            _say(console, name, row)
            theorem = jobs.theorem(index)
        elif stop_fn():
            break
        else:
            theorem = jobs.theorem(index)
            row = _attempt(theorem, index, name, jobs.place(index), request, attempt_fn, folder, console, stop_fn, is_resumed)
            if row["script"] is not None:
                jobs.proved(index, row["script"])
        rows.append(row)
        folder.record["results"] = rows
        folder.write()
        if row["script"] is not None and not as_json:
            typer.echo(("\n" if any(r["script"] is not None for r in rows[:-1]) else "") + proof_text(theorem, row["script"]).rstrip())
    if jobs.text is not None:
        write_durably(folder.path / "proved.lean", jobs.text.encode())
    folder.finish()
    num_proved = sum(row["script"] is not None for row in rows)
    code = _exit_code(rows, len(jobs.names), stop_fn())
    if as_json:
        typer.echo(json.dumps({"run_folder": str(folder.path), "exit_code": code, "results": rows}, indent=1, ensure_ascii=False))
    verb = "disproved" if request.disprove else "proved"
    console.print(
        Text(
            f"{num_proved} of {len(jobs.names)} {verb} and verified at level {request.level}; policy {request.policy}; "
            f"run folder: {folder.path}"
        ),
        soft_wrap=True,
    )
    return code


def _attempt(
    theorem: Theorem,
    index: int,
    name: str,
    place: str,
    request: Request,
    attempt_fn: AttemptFn,
    folder: RunFolder,
    console: Console,
    stop_fn: Callable[[], bool],
    is_resumed: bool,
) -> dict[str, Any]:
    """One theorem: search with live progress, then one line about how it ended."""
    started_s = time.monotonic()
    path = folder.of_theorem(index + 1, name)
    if is_resumed:
        _drop_other_header(path, theorem)
    try:
        with _Display(console, name) as display:
            result, learning = attempt_fn(theorem, index + 1, path, resume=is_resumed, progress_fn=display.show, stop_fn=stop_fn)
    except InputError as error:
        if request.source is None:
            raise
        row = {"index": index, "name": name, "outcome": "refused", "error": f"{place}: {error}", "script": None}
        _say(console, name, row)
        return row
    row = _row(index, name, result, time.monotonic() - started_s)
    if learning is not None:
        row["learning"] = learning
    _say(console, name, row)
    return row


def _drop_other_header(path: Path, theorem: Theorem) -> None:
    """Remove a saved search behind another header: a theorem before it has been proved since, so it begins anew."""
    tree = path / TREE_FILE
    if tree.exists() and load(tree).identity["theorem"]["header"] != theorem.header:
        tree.unlink()
        (path / EVENTS_FILE).unlink(missing_ok=True)


def _row(index: int, name: str, result: SearchResult, elapsed_s: float) -> dict[str, Any]:
    check = result.check
    return {
        "index": index,
        "name": name,
        "statement": result.theorem.statement,
        "outcome": result.outcome.value,
        "limit": result.limit.value if result.limit else None,
        "tainted": result.tainted,
        "verdict": check.verdict.value if check else None,
        "reasons": list(check.reasons) if check else [],
        "error": result.error,
        "script": result.script,
        "num_steps": result.num_steps,
        "num_nodes": len(result.tree),
        "counters": result.counters.to_json(),
        "elapsed_s": round(elapsed_s, 3),
    }


_WORDS = {
    "proved": ("green", "✓", "proved, verified by a fresh Lean run"),
    "disproved": ("green", "✓", "disproved: the negation is verified by a fresh Lean run"),
    "exhausted": ("yellow", "✗", "not proved"),
    "stopped": ("yellow", "·", "stopped before the end"),
    "rejected": ("red", "✗", "not proved: the strict check rejected every script"),
    "unverified": ("red", "?", "no verdict: a script was found, but could not be checked"),
    "error": ("red", "?", "no verdict: the search broke off"),
    "refused": ("red", "✗", "the statement is refused"),
}


def _say(console: Console, name: str, row: dict[str, Any]) -> None:
    """One line on how a theorem ended."""
    colour, mark, words = _WORDS[row["outcome"]]
    counters = row.get("counters") or {}
    facts = []
    if row.get("limit"):
        facts.append(f"limit: {row['limit'].replace('_', ' ')}")
    if counters:
        num = counters["simulations"]
        facts.append(f"{row['elapsed_s']:.1f} s, {num} simulation{'s' * (num != 1)}, {counters['applications']} tactics")
    if row.get("tainted"):
        facts.append("tainted by failures of infrastructure: no evidence against the theorem")
    if row.get("error"):
        facts.append(row["error"])
    line = Text.assemble((mark, colour), f" {name}: {words} ({'; '.join(facts)})")
    console.print(line, soft_wrap=True)
    if row.get("learning"):
        console.print(Text(f"  {_learnt(row['learning'])}"), soft_wrap=True)


def _learnt(learning: dict[str, Any]) -> str:
    """One line on what was learnt and published."""
    num = learning["updates"]
    words = f"{num} update{'s' * (num != 1)}, {learning['generations_after_update']} candidates by changed weights ({learning['status']})"
    if learning["experience_id"] is not None:
        words += f"; published {learning['experience_id']}, weights {learning['weights_sha256'][:12]}"
    else:
        words += "; nothing published"
    return words + (f"; in doubt: {learning['stop_reason']}" if learning["stop_reason"] else "")


def _exit_code(rows: list[dict[str, Any]], num_wanted: int, is_interrupted: bool) -> int:
    if any((row.get("learning") or {}).get("stop_reason") for row in rows):
        return 4
    if all(row["script"] is not None for row in rows) and len(rows) == num_wanted:
        return 0
    if is_interrupted:
        return INTERRUPTED
    outcomes = {row["outcome"] for row in rows}
    if outcomes & {"error", "unverified"}:
        return 4
    if "refused" in outcomes:
        return 2
    return 1


class _Display:
    """Live progress on a terminal; on anything else a line every ten seconds."""

    EVERY_S = 10.0

    def __init__(self, console: Console, name: str) -> None:
        self._console = console
        self._name = name
        self._last_s = 0.0
        start = Text(f"  {name}: starting Lean …")
        self._live = Live(start, console=console, transient=True, refresh_per_second=8) if console.is_terminal else None

    def __enter__(self) -> _Display:
        if self._live is not None:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.stop()

    def show(self, progress: Progress) -> None:
        """Draw one snapshot."""
        left = "" if progress.time_left_s is None else f", {progress.time_left_s:.0f} s left"
        line = (
            f"{progress.num_simulations} simulations, {progress.num_nodes} nodes, "
            f"{progress.num_applications} tactics ({progress.applications_per_s:.0f}/s), {progress.elapsed_s:.0f} s{left}"
        )
        if self._live is not None:
            goals = [*progress.best_goals[:1]] or ["–"]
            lines = goals[0].splitlines()
            shown = lines if len(lines) <= 8 else [*lines[:4], "…", *lines[-3:]]
            more = f"  (+ {len(progress.best_goals) - 1} more goals)" if len(progress.best_goals) > 1 else ""
            self._live.update(
                Group(
                    Text.assemble((f"  {self._name}", "bold"), f": {line}"),
                    Text(f"  best open goal{more}:", style="dim"),
                    Text("\n".join("    " + text for text in shown), style="dim", overflow="ellipsis", no_wrap=True),
                )
            )
        elif progress.elapsed_s - self._last_s >= self.EVERY_S:
            self._last_s = progress.elapsed_s
            self._console.print(Text(f"  {self._name}: {line}"), soft_wrap=True)
