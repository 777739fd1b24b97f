"""Which parts the command line puts together, by name. Imports of parts that cost time are late."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from reaprover.core import Evaluator
from reaprover.errors import UsageError
from reaprover.lean.build import BuildProgress
from reaprover.lean.toolchain import EmbeddedToolchain, LakeToolchain, Toolchain

POLICIES: Final = ("catalogue",)
CATALOGUE_CANDIDATES: Final = 32  # the catalogue is free to ask and answers the same every time: the published K = 6 would starve it


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


def load_evaluator(policy: str) -> Evaluator:
    """The policy and value called `policy`.

    Raises:
        UsageError: there is none of this name.
    """
    if policy not in POLICIES:
        raise UsageError(f"policy {policy!r} is unknown; there are {', '.join(POLICIES)}")
    from reaprover.policy import CataloguePolicy

    return CataloguePolicy()


@contextmanager
def open_evaluator(policy: str, model: str | None = None, /, **options: Any) -> Iterator[Evaluator]:
    """The model at `model` (a folder or an address), closed in the end; without one the policy called `policy`.

    Args:
        policy: its name, if there is no model.
        model: where the model is.
        options: as `load_model_evaluator` takes them.

    Raises:
        UsageError, InputError: there is none, or it cannot be used.
        PrerequisiteError: a model runs here and its libraries are not installed.
    """
    if model is None:
        yield load_evaluator(policy)
        return
    from reaprover.model.loading import load_model_evaluator

    evaluator: Any = load_model_evaluator(model, **options)
    try:
        yield evaluator
    finally:  # a model here has a worker, one elsewhere has connections
        (evaluator.worker if hasattr(evaluator, "worker") else evaluator).close()
