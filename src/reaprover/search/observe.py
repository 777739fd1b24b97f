"""What a search lets others see while it runs. An observer only looks: it never changes the tree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from reaprover.search.expand import Expansion
from reaprover.search.tree import Node, Tree


class BackupStep(NamedTuple):
    """What one node of a path received: from which child (None at the leaf) which value, and what it added to its sum."""

    node: Node
    child: Node | None
    child_value: float
    added: float


class Observer:
    """Hooks of one simulation, in order; the base class ignores everything. `tree` holds the state at that moment."""

    def selected(self, tree: Tree, path: Sequence[Node]) -> None:
        """A leaf was reached; nothing has changed yet."""

    def expanded(self, tree: Tree, expansion: Expansion) -> None:
        """The leaf has its children; nothing is backed up yet."""

    def backed_up(self, tree: Tree, steps: Sequence[BackupStep]) -> None:
        """The simulation is over; `steps` run from the leaf to the root."""
