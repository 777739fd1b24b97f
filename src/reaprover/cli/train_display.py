"""Progress of training commands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn

if TYPE_CHECKING:
    from reaprover.train.run import Status


@contextmanager
def shown(console: Console) -> Iterator[Callable[[Status], None]]:
    """A progress function: a bar on a terminal, else a line now and then."""
    columns = (TextColumn("{task.description:24}"), BarColumn(), TextColumn("{task.fields[facts]}"))
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        bars: dict[str, Any] = {}
        last: dict[str, float] = {}

        def show(status: Status) -> None:
            left = f", {status.time_left_s / 60:.1f} min left" if status.time_left_s > 0 else ""
            facts = escape(", ".join(f"{name} {value}" for name, value in status.facts.items()) + left)
            if console.is_terminal:
                if status.phase not in bars:
                    bars[status.phase] = progress.add_task(status.phase, total=1.0, facts="")
                progress.update(bars[status.phase], completed=status.share_done, facts=facts)
            elif status.share_done - last.get(status.phase, -1.0) >= 0.1:
                last[status.phase] = status.share_done
                console.print(f"{status.phase:12} {100 * status.share_done:3.0f} %  {facts}", soft_wrap=True)

        yield show
