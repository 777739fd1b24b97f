"""What `reaprover prove` was asked to do, and how it attempts a theorem: by searching, or by searching with a model that learns."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from reaprover.cli.run_folder import RunFolder
from reaprover.cli.wiring import POLICIES, open_evaluator
from reaprover.core import Evaluator, Theorem
from reaprover.errors import UsageError
from reaprover.lean.session import TacticLimits
from reaprover.lean.toolchain import Toolchain
from reaprover.model.loading import ModelOptions, is_address
from reaprover.model.sampling import MAX_SAMPLES, Sampling
from reaprover.prover import Prover
from reaprover.search import Budget, Progress, SearchConfig, SearchResult, search_config
from reaprover.verify.strict import Level, StrictChecker

MAX_TOKENS = 256
TACTIC_S = 5.0  # wall clock of one tactic; heartbeats end most of them long before
MODEL_FOLDER = "model"


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """Everything that decides a run; kept in `run.json` so that it can be repeated and resumed.

    Attributes:
        source: Lean text with the theorems; None for a bare theorem.
        where: name of the source in messages.
        theorem: the bare theorem, if there is no source.
        names: of the theorems wanted; empty for all.
        disprove: search for a proof of the negation.
        search: name of the search configuration.
        seconds: wall clock per theorem.
        simulations: limit per theorem; None for none.
        candidates: tactics per batch; None for those of the search's rules.
        seed, minimise, workers, model, level, project: as on the command line.
        policy: what proposes tactics; `model` where a model is named.
        base, allow_other_base, device, model_name, default_distance, max_tokens: how the model is loaded and sampled.
        learn: the model learns from the search.
        update_interval, max_updates, refresh_values, experience: how it learns.
    """

    source: str | None
    where: str
    theorem: dict[str, Any] | None
    names: tuple[str, ...]
    disprove: bool
    search: str
    seconds: float
    simulations: int | None
    candidates: int | None
    seed: int
    minimise: bool
    workers: int
    policy: str
    model: str | None
    level: str
    project: str | None
    base: str | None = None
    allow_other_base: bool = False
    device: str | None = None
    model_name: str | None = None
    default_distance: float | None = None
    max_tokens: int = MAX_TOKENS
    learn: bool = False
    update_interval: int = 1
    max_updates: int = 5
    refresh_values: bool = False
    experience: str | None = None

    def config(self) -> SearchConfig:
        """The search's configuration."""
        budget = Budget(wall_s=self.seconds, num_simulations=self.simulations)
        rules = {} if self.candidates is None else {"num_candidates": self.candidates}
        return search_config(self.search, rules=rules, budget=budget, seed=self.seed, minimise=self.minimise)

    def model_options(self) -> ModelOptions:
        """How a model in this process is loaded."""
        return ModelOptions(base=self.base, allow_other_base=self.allow_other_base, device=self.device)

    def sampling(self) -> Sampling:
        """How a model is sampled."""
        return Sampling(max_tokens=self.max_tokens)


class AttemptFn(Protocol):
    """One attempt at a theorem; what was learnt on the way stands beside the result."""

    def __call__(
        self,
        theorem: Theorem,
        number: int,
        folder: Path,
        *,
        resume: bool,
        progress_fn: Callable[[Progress], None],
        stop_fn: Callable[[], bool],
    ) -> tuple[SearchResult, dict[str, Any] | None]:
        """Search in a folder; `number` counts theorems from 1."""
        ...


@contextmanager
def open_attempts(
    request: Request, config: SearchConfig, level: Level, toolchain: Toolchain, folder_fn: Callable[[], RunFolder]
) -> Iterator[tuple[AttemptFn, RunFolder]]:
    """How this run attempts theorems, with all that it needs open, and its folder.

    Args:
        request, config, level: what was asked.
        toolchain: the Lean to use.
        folder_fn: makes the run's folder, or gives the one that is resumed; called late, so that a model that is refused leaves none.
    """

    def make_prover(evaluator: Evaluator) -> Prover:
        limits = TacticLimits.flat(min(TACTIC_S, request.seconds))
        return Prover(toolchain, evaluator, level=level, num_sessions=request.workers, limits=limits)

    if request.learn:
        folder = folder_fn()
        with _learning(request, config, level, toolchain, folder, make_prover) as attempt_fn:
            yield attempt_fn, folder
        return
    options: dict[str, Any] = {
        "options": request.model_options(),
        "seed": request.seed,
        "sampling": request.sampling(),
        "model": request.model_name,
        "default_distance": request.default_distance,
    }
    with open_evaluator(request.policy, request.model, **options) as evaluator, make_prover(evaluator) as prover:

        def attempt(
            theorem: Theorem,
            number: int,
            folder: Path,
            *,
            resume: bool,
            progress_fn: Callable[[Progress], None],
            stop_fn: Callable[[], bool],
        ) -> tuple[SearchResult, dict[str, Any] | None]:
            result = prover.attempt(theorem, config, folder=folder, resume=resume, progress_fn=progress_fn, stop_fn=stop_fn)
            return result, None

        yield attempt, folder_fn()


@contextmanager
def _learning(
    request: Request,
    config: SearchConfig,
    level: Level,
    toolchain: Toolchain,
    folder: RunFolder,
    make_prover: Callable[[Evaluator], Prover],
) -> Iterator[AttemptFn]:
    """Attempts that learn; sessions, snapshots and releases of a model in this process go into the run folder."""
    from reaprover.learn.coordinator import MAX_BODY_BYTES, Schedule
    from reaprover.online.lesson import Terms, check_config, hold_lesson
    from reaprover.online.sessions import open_learning_model

    schedule = Schedule(max_updates=request.max_updates, interval=request.update_interval, max_body_bytes=MAX_BODY_BYTES)
    terms = Terms(schedule=schedule, refresh=request.refresh_values, seed=request.seed)
    checker = StrictChecker(toolchain, level=level)
    assert request.model is not None
    model = open_learning_model(
        request.model,
        folder.path / MODEL_FOLDER,
        options=request.model_options(),
        sampling=request.sampling(),
        seed=request.seed,
        experience=request.experience,
    )
    try:
        check_config(config, model)

        def attempt(
            theorem: Theorem,
            number: int,
            folder: Path,
            *,
            resume: bool,
            progress_fn: Callable[[Progress], None],
            stop_fn: Callable[[], bool],
        ) -> tuple[SearchResult, dict[str, Any] | None]:
            lesson = hold_lesson(
                theorem,
                config,
                model,
                checker,
                folder,
                prover_fn=make_prover,
                number=number,
                terms=terms,
                progress_fn=progress_fn,
                stop_fn=stop_fn,
            )
            return lesson.result, lesson.to_json()

        yield attempt
    finally:
        model.close()


def refuse_ignored(request: Request, for_learning: Collection[str], has_max_tokens: bool) -> None:
    """Refuse options that this run would not look at, and combinations that cannot be.

    Raises:
        UsageError: the first of them.
    """
    here = {"--base": request.base, "--allow-other-base": request.allow_other_base or None, "--device": request.device}
    there = {"--model-name": request.model_name, "--default-distance": request.default_distance}
    given_here = [name for name, value in here.items() if value is not None]
    given_there = [name for name, value in there.items() if value is not None]
    if request.model is None:
        is_shipped = POLICIES[request.policy].is_shipped
        allowed = {"--device", "--max-tokens"} if is_shipped else set()
        for name in (*given_here, *given_there, *(["--max-tokens"] if has_max_tokens else []), *(["--learn"] if request.learn else [])):
            if name not in allowed:
                raise UsageError(f"{name}: is about a model; give one with --model")
    elif is_address(request.model):
        for name in given_here:
            raise UsageError(f"{name}: is about a model that runs here; --model names a server")
    else:
        for name in given_there:
            raise UsageError(f"{name}: is about a server; --model names a folder")
    max_candidates = MAX_SAMPLES if request.model is not None else POLICIES[request.policy].max_candidates
    if (request.candidates or 1) > max_candidates:
        raise UsageError(f"--candidates: found {request.candidates}; expected at most {max_candidates} of a network's tactics")
    if request.learn:
        for name in given_there:
            raise UsageError(f"{name}: does not go with --learn, which needs a session of our own service with its values")
        if request.level == Level.FAST.value:
            raise UsageError("--level: fast does not go with --learn; what is published needs strict or paranoid")
        if request.minimise:
            raise UsageError("--minimise: does not go with --learn; the proof that is published is the one that was found")
    else:
        for name in sorted(for_learning):
            raise UsageError(f"{name}: is about learning; give --learn as well")
