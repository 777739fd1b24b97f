"""Which parts the command line puts together, by name. Imports of parts that cost time are late."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from reaprover.core import Evaluator, Theorem
from reaprover.errors import UsageError
from reaprover.lean.build import BuildProgress
from reaprover.lean.toolchain import EmbeddedToolchain, LakeToolchain, Toolchain
from reaprover.verify.strict import Level


@dataclass(frozen=True, slots=True)
class Policy:
    """What proposes tactics where no model is named.

    Attributes:
        words: for help texts.
        search: name of the search that suits it.
        num_candidates: K that suits it: the published 6 would starve a catalogue, which is free to ask and answers the same every time,
            and a small network, which is quick and unsure.
        is_shipped: it is the network that comes with this package, or has it inside.
        max_candidates: the largest K.
    """

    words: str
    search: str
    num_candidates: int
    is_shipped: bool = False
    max_candidates: int = 256


POLICIES: Final[Mapping[str, Policy]] = {
    "catalogue": Policy("rules without weights", "best-first", 32),
    "network": Policy("the shipped network alone", "paper", 24, is_shipped=True, max_candidates=64),
    "ranked": Policy(
        "the catalogue's tactics and more in the shipped network's order",
        "best-first-widening",
        8,
        is_shipped=True,
        max_candidates=80,  # policy.MAX_RANKED, which every command would import from here
    ),
}


def default_policy(project: Path | None) -> str:
    """`ranked` where the shipped network can run and the Lean is the one that it was trained on, else `catalogue` (docs/results.md)."""
    from reaprover.model.loading import missing_packages, shipped_model

    return "ranked" if project is None and shipped_model() is not None and not missing_packages() else "catalogue"


def load_toolchain(project: str | Path | None, console: Console) -> Toolchain:
    """The Lean to use: a Lake project's, or the embedded one, compiled with progress on `console` if it is not in the cache.

    Raises:
        PrerequisiteError: something is missing; the message says how to get it.
    """
    if project is not None:
        lake = LakeToolchain.find(Path(project))
        lake.prepare()
        return lake
    toolchain = EmbeddedToolchain.find()
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed}/{task.total} modules"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("compiling the core library (once)", total=None, visible=False)

        said: set[str] = set()

        def show(at: BuildProgress) -> None:
            notice = at.notice or ("" if console.is_terminal else "compiling the core library (once, about a minute)")
            if notice and notice not in said:
                said.add(notice)
                console.print(notice, highlight=False, soft_wrap=True)
            progress.update(task, completed=at.done, total=at.total, visible=True)

        toolchain.prepare(show)
    return toolchain


def require_statement(toolchain: Toolchain, theorem: Theorem) -> None:
    """Have Lean read a statement.

    Raises:
        InputError: Lean refuses it; with its own words.
    """
    from reaprover.lean.environment import LeanEnvironment
    from reaprover.lean.pool import LeanPool

    with LeanPool(toolchain, 1) as pool:
        LeanEnvironment(theorem, pool).close()


def level_named(name: str) -> Level:
    """The level of the strict lane that `--level` names.

    Raises:
        UsageError: there is none.
    """
    if name not in {level.value for level in Level}:
        raise UsageError(f"--level: {name!r} is unknown; there are {', '.join(level.value for level in Level)}")
    return Level(name)


def policy_named(name: str) -> Policy:
    """The policy called `name`.

    Raises:
        UsageError: there is none.
    """
    if name not in POLICIES:
        raise UsageError(f"policy {name!r} is unknown; there are {', '.join(POLICIES)}")
    return POLICIES[name]


@contextmanager
def open_evaluator(policy: str, model: str | None = None, /, **options: Any) -> Iterator[Evaluator]:
    """The model at `model` (a folder or an address), closed in the end; without one the policy called `policy`.

    Args:
        policy: its name, if there is no model.
        model: where the model is.
        options: as `load_model_evaluator` takes them; the shipped network is sampled as it was in training.

    Raises:
        UsageError, InputError: there is none, or it cannot be used.
        PrerequisiteError: a model runs here and its libraries are not installed, or the package was built without its network.
    """
    from reaprover.policy import Broad, CataloguePolicy, LongStatesDead, Ranked

    if model is None and not policy_named(policy).is_shipped:
        yield CataloguePolicy()
        return
    from reaprover.model.loading import load_model_evaluator, require_shipped_model

    if model is None:
        from reaprover.train.policies import TEMPERATURE

        model_path = str(require_shipped_model())
        options = {**options, "sampling": replace(options["sampling"], temperature=TEMPERATURE, top_k=0)}
    else:
        model_path = model
    evaluator: Any = load_model_evaluator(model_path, **options)
    try:
        if model is not None:
            yield evaluator
        else:
            yield Ranked(evaluator, Broad()) if policy == "ranked" else LongStatesDead(evaluator)
    finally:  # a model here has a worker, one elsewhere has connections
        (evaluator.worker if hasattr(evaluator, "worker") else evaluator).close()
