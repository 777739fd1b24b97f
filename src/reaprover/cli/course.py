"""`reaprover course`: a family of lessons, each searched, checked and published in phases that are never repeated.

A course is a folder with `plan.json`. Without `runtime.json` everything runs here, and nothing is learnt or published. With
it, sessions of the model server whose searches left their records in outputs/ are sealed, published and retired there.
"""

from __future__ import annotations

import functools
import json
import os
import secrets
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from reaprover.cli.acceptance import load_checker
from reaprover.core import Outcome
from reaprover.core.canonical import JsonError, JsonObject, canonical_json, indented_json, parse_json
from reaprover.core.declaration import parse_theorems
from reaprover.errors import InfrastructureError, InputError, UsageError
from reaprover.model.loading import API_KEY
from reaprover.verify.acceptance import MARKER, check_session, environment_sha256
from reaprover.verify.acceptance.handover import keep_request, make_request
from reaprover.verify.course import (
    APPROVAL_CHECKS,
    Budgets,
    Course,
    Journal,
    Lesson,
    Phase,
    Standing,
    State,
    Steps,
    approve,
    judge,
    make_plan,
    online_response,
    prepare,
    read_plan,
    recover,
    verify_response,
)
from reaprover.verify.course.plan import MODE, PLAN_FILE
from reaprover.verify.course.preflight import check_source
from reaprover.verify.name import read_name, write_name
from reaprover.verify.records import read_file, write_new
from reaprover.verify.strict import StrictChecker, targets_of

app = typer.Typer(help="Run a family of lessons, the target last.", no_args_is_help=True, rich_markup_mode=None)

Folder = Annotated[Path, typer.Argument(help="The course.", show_default=False)]
_EXIT: Final = {State.FINISHED: 0, State.READY: 0, State.STOPPED: 1, State.BLOCKED: 4}
_MAX_NODES: Final = 4_000
_DEFAULTS: Final = Budgets(400, 8, 128, 0, 1, _MAX_NODES)


@app.command("plan", short_help="Plan a course from sources with a marker.")
def plan(
    folder: Folder,
    sources: Annotated[
        list[Path], typer.Argument(help=f"Lean files, each with one line `{MARKER}` as its proof; the target last.", show_default=False)
    ],
    family: Annotated[str, typer.Option("--family", help="Name of the family.", show_default=False)],
    steps: Annotated[int, typer.Option("--steps", min=1, help="Simulations per lesson.")] = _DEFAULTS.search_steps,
    samples: Annotated[int, typer.Option("--samples", min=1, help="Tactics per call of the policy.")] = _DEFAULTS.num_samples,
    tokens: Annotated[int, typer.Option("--tokens", min=1, help="Tokens per tactic.")] = _DEFAULTS.max_tokens,
    updates: Annotated[int, typer.Option("--updates", min=0, help="Learning steps inside one search.")] = _DEFAULTS.max_updates,
    interval: Annotated[int, typer.Option("--interval", min=1, help="Simulations between them.")] = _DEFAULTS.min_checkpoint_interval,
    nodes: Annotated[int, typer.Option("--nodes", min=1, help="Nodes of a tree.")] = _MAX_NODES,
) -> None:
    """Write plan.json and copy the sources; nothing runs. A plan is never changed, and its sha256 stands in every record."""
    read = []
    for path in sources:
        data = read_file(path)
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            raise InputError(str(path), "is not UTF-8", found=f"byte {data[error.start]:#04x} at offset {error.start}") from None
        targets = targets_of(text.replace(MARKER, "  sorry"), where=str(path), open_only=True)
        read.append((path.name, write_name(targets[0]), data))
    made = make_plan(family, read, Budgets(steps, samples, tokens, updates, interval, nodes), secrets.token_hex(6))
    try:
        (folder / "inputs").mkdir(parents=True, exist_ok=True)
        for lesson, (_, _, data) in zip(made.lessons, read, strict=True):
            write_new(folder / lesson.input_file, data)
        write_new(folder / PLAN_FILE, made.to_bytes())
    except FileExistsError as error:
        raise InputError(str(folder), "holds a course or sources already", expected="a new folder") from error
    except OSError as error:
        raise InfrastructureError(f"{folder}: cannot be written: {error.strerror or error}") from error
    typer.echo(f"{folder}: {len(made.lessons)} lessons, plan {made.sha256}")
    for lesson in made.lessons:
        typer.echo(f"  {lesson.session_id}  {lesson.theorem}  {lesson.input_file}")


@app.command("approve", short_help="Confirm the six checks before anything remote runs.")
def approve_(
    folder: Folder,
    by: Annotated[str, typer.Option("--by", help="Who confirms.", show_default=False)],
    confirm: Annotated[
        list[str] | None, typer.Option("--confirm", help=f"One of {', '.join(APPROVAL_CHECKS)}; all are needed.", show_default=False)
    ] = None,
) -> None:
    """Write down that a person confirms, for this plan, every check; without it nothing is sealed, published or retired."""
    approve(folder, read_plan(folder), by, confirm or [])
    typer.echo(f"{folder}: approved by {by}")


@app.command("run", short_help="Go on with a course.")
def run(
    folder: Folder,
    until: Annotated[Phase | None, typer.Option("--until", help="End after this phase of the lesson at hand.")] = None,
    seconds: Annotated[float, typer.Option("--seconds", min=0.1, help="Wall clock of one search here.")] = 60.0,
    project: Annotated[Path | None, typer.Option("--project", help="A Lake project whose Lean is used.")] = None,
) -> None:
    """Do the next phases, each once. A phase whose outcome is unknown blocks the course; see `recover`."""
    journal = Journal(Course.load(folder))
    standing = journal.standing()
    if standing.state is State.READY:
        _meet_server(journal)
        act = functools.partial(_act, checker=load_checker(project), seconds=seconds)
        steps = Steps(prepare, act, judge)
        standing = journal.run(
            steps, until=until, progress_fn=lambda lesson, phase: typer.echo(f"{lesson.session_id} {phase.value}", err=True)
        )
    _tell(standing)


@app.command("status", short_help="Say where a course stands.")
def status(
    folder: Folder,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Read every record of a course, compare it with its files, and say what comes next."""
    journal = Journal(Course.load(folder))
    standing = journal.standing()
    results = {lesson.session_id: {p.value: journal.result(lesson, p) for p in Phase} for lesson in journal.course.plan.lessons}
    if as_json:
        at = {"lesson": standing.lesson and standing.lesson.session_id, "phase": standing.phase and standing.phase.value}
        typer.echo(json.dumps({"state": standing.state.value, **at, "detail": standing.detail, "results": results}, indent=2))
        raise typer.Exit(_EXIT[standing.state])
    for session_id, phases in results.items():
        typer.echo(f"{session_id}  " + " ".join(name for name, result in phases.items() if result is not None))
    _tell(standing)


@app.command("recover", short_help="Prove the outcome of a blocked phase from records.")
def recover_(
    folder: Folder,
    ledger: Annotated[Path | None, typer.Option("--ledger", help="What the server recorded about the session (JSON).")] = None,
) -> None:
    """Offline: write the completion of the blocked phase if records prove what happened; ask nobody, change nothing else."""
    _tell(recover(Journal(Course.load(folder)), ledger))


def _tell(standing: Standing) -> None:
    where = f" at {standing.lesson.session_id} {standing.phase.value}" if standing.lesson and standing.phase else ""
    advice = "; its outcome is unknown, nothing is repeated: `reaprover course recover`" if standing.state is State.BLOCKED else ""
    typer.echo(f"{standing.state.value}{where}{advice}{': ' + standing.detail if standing.detail else ''}")
    raise typer.Exit(_EXIT[standing.state])


# ---- what the phases do -----------------------------------------------------------------------------------------------------


def _act(journal: Journal, lesson: Lesson, phase: Phase, given: JsonObject, *, checker: StrictChecker, seconds: float) -> bytes:
    match phase:
        case Phase.PREFLIGHT:
            return _preflight(journal, lesson, checker)
        case Phase.ONLINE:
            ended = online_response(journal.course.folder, lesson)  # a search that ran elsewhere
            if ended is None:
                _search(journal, lesson, checker, seconds)
                ended = online_response(journal.course.folder, lesson)
            assert ended is not None
            return ended
        case Phase.VERIFY:
            return _verify(journal, lesson, checker)
        case Phase.SUCCESS_LEARN:
            return _post(journal, f"/sessions/{lesson.session_id}/learn/v1", given)
        case Phase.SEAL:
            return _post(journal, f"/sessions/{lesson.session_id}/snapshot/v1", given)
        case Phase.PUBLISH:
            return _post(journal, f"/sessions/{lesson.session_id}/experience/v1", given)
        case Phase.RETIRE:
            return _post(journal, f"/sessions/{lesson.session_id}/retire/v1", given)


def _preflight(journal: Journal, lesson: Lesson, checker: StrictChecker) -> bytes:
    runtime = journal.course.runtime
    source = read_file(journal.course.folder / lesson.input_file).decode("utf-8")
    found, detail = check_source(checker, source, lesson.theorem)
    checks: JsonObject = dict(found)
    if runtime is not None:
        checks["environment"] = runtime.checks_elsewhere or environment_sha256(checker) == runtime.cpu_image
        checks["contract"] = _server_contract(journal) == runtime.contract_sha256
    return canonical_json({"checks": checks, "detail": detail})


def _search(journal: Journal, lesson: Lesson, checker: StrictChecker, seconds: float) -> None:
    """Search here, without learning, and leave the records that a search leaves."""
    from reaprover.policy import CataloguePolicy
    from reaprover.prover import Prover
    from reaprover.search import Budget, search_config

    folder, budgets = journal.course.folder, journal.course.plan.budgets
    text = read_file(folder / lesson.input_file).decode("utf-8").replace(MARKER, "  sorry")
    theorem = next(d.theorem for d in parse_theorems(text) if read_name(d.full_name) == read_name(lesson.theorem))
    limits = Budget(num_simulations=budgets.search_steps, num_nodes=budgets.max_nodes, wall_s=seconds)
    out = folder / "outputs" / lesson.session_id
    out.mkdir(parents=True, exist_ok=True)
    with Prover(checker.toolchain, CataloguePolicy()) as prover:
        result = prover.attempt(theorem, search_config("best-first", budget=limits), folder=out / "search")
    solved = result.outcome is Outcome.PROVED
    own: dict[str, Any] = {"session_id": lesson.session_id}
    session = {"theorem_sha256": lesson.theorem_sha256, "tree_id": f"{lesson.session_id}.tree0", "gamma": 0.99, "max_updates": 0}
    write_new(out / "session.json", indented_json({**own, **session, "endpoints": None, "profile": MODE}))
    ended = {"solved": solved, "status": "solved" if solved else "exhausted", "proof_script": result.script, "error": result.error or None}
    write_new(out / "result.json", indented_json({"schema_version": "reap.training.result.v1", **own, **ended}))
    online = {"status": ended["status"], "root_verified": solved, "returncode": 0, "error": None, "optimizer_updates": 0}
    more = {"policy_version": 0, "learn_receipts": [], "checkpoint_count": 0}
    write_new(out / "online-result.json", indented_json({**own, **online, **more}))


def _verify(journal: Journal, lesson: Lesson, checker: StrictChecker) -> bytes:
    folder, runtime = journal.course.folder, journal.course.runtime
    place = folder / "proof-check" / lesson.session_id
    if not place.exists():
        image = environment_sha256(checker) if runtime is None else runtime.cpu_image
        keep_request(folder, make_request(folder, lesson.session_id, environment=image))
        check_session(folder, lesson.session_id, lesson.theorem, checker, requested_environment=image)
    response = verify_response(place)
    if response is None:
        raise InfrastructureError(f"{place}: the check left no receipt")
    return response


def _meet_server(journal: Journal) -> None:
    """Before anything is begun: the server answers, takes our token, and has the contract."""
    runtime = journal.course.runtime
    if runtime is not None and (found := _server_contract(journal)) != runtime.contract_sha256:
        raise UsageError(f"{runtime.gpu_base_url}: is another server than the plan's; contract {found}, expected {runtime.contract_sha256}")


def _server_contract(journal: Journal) -> str:
    answer = parse_json(_request(journal, "GET", "/initialization-contract", None))
    return str(answer.get("initialization_contract_sha256", answer))[:200] if isinstance(answer, dict) else "none"


def _post(journal: Journal, path: str, body: JsonObject) -> bytes:
    """The answer in canonical form: that of a publication is then the release's `session.json`, byte for byte."""
    answer = _request(journal, "POST", path, body)
    try:
        return canonical_json(parse_json(answer))
    except JsonError:
        return answer  # no JSON: `judge` says so


def _request(journal: Journal, method: str, path: str, body: JsonObject | None) -> bytes:
    """One request, never repeated. A refusal (4xx) is an answer; everything else that is no success leaves the outcome unknown."""
    import httpx

    runtime = journal.course.runtime
    assert runtime is not None
    data = b"" if body is None else canonical_json(body)
    if len(data) > runtime.max_body_bytes:
        raise UsageError(f"{path}: the request has {len(data)} bytes, more than max_request_body_bytes {runtime.max_body_bytes}")
    token = os.environ.get(API_KEY)
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    try:
        with httpx.Client(base_url=runtime.gpu_base_url, headers=headers, timeout=float(runtime.barrier_timeout_s)) as client:
            reply = client.request(method, path, content=data)
    except httpx.HTTPError as error:
        raise InfrastructureError(f"{runtime.gpu_base_url}{path}: no answer ({type(error).__name__}); the outcome is unknown") from error
    if reply.status_code >= 500 or not (reply.is_success or 400 <= reply.status_code < 500):
        raise InfrastructureError(f"{runtime.gpu_base_url}{path}: status {reply.status_code}; the outcome is unknown")
    return reply.content
