"""Ties a running search to its coordinator: writes the observer stream, a checkpoint after each simulation, and refreshes values.

Decisions:
- The coordinator reads what was written, line by line, before the next simulation begins; nothing is polled.
- A checkpoint holds the tree only where an event may follow; elsewhere its list of nodes is empty. Writing the whole tree after every
  simulation would cost more than the search.
- Once an edge was withdrawn (a rejected proof, a state that cannot be rebuilt) no checkpoint holds the tree any more, so nothing further
  is learnt: the sums above that edge still hold visits that led nowhere.
- So it is once the evaluator gave no answer: the sums above that leaf hold a value that nobody gave.
- Refreshed values change what selection reads until the next backup through a node, and what unvisited children are worth; N and W stay,
  so no target ever holds one.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TextIO, cast

from reaprover.errors import InfrastructureError
from reaprover.learn.coordinator import Ack, Coordinator
from reaprover.model.prompt import reap_prompt
from reaprover.search.expand import Expansion
from reaprover.search.mcts import value_term
from reaprover.search.observe import BackupStep
from reaprover.search.puct import and_value, or_value
from reaprover.search.raw_tree import node_to_json, raw_tree
from reaprover.search.reap_observer import ReapObserver
from reaprover.search.rules import RuleSet
from reaprover.search.tree import Kind, Node, Tree

DistancesFn = Callable[[Sequence[Sequence[str]]], list[float]]
"""From states, as printed goals, to distances by the present version."""


class _Followed(io.TextIOBase):
    """A log file whose lines the coordinator reads as they are written."""

    def __init__(self, path: Path, coordinator: Coordinator) -> None:
        self._file = path.open("x", encoding="utf-8", newline="\n", buffering=1)
        self._coordinator = coordinator
        self.ack: Ack | None = None

    def write(self, text: str) -> int:
        """Write, then let the coordinator follow."""
        try:
            written = self._file.write(text)
        except OSError as error:
            raise InfrastructureError(f"{self._file.name}: the log cannot be written: {error.strerror}; free the disk") from error
        self.ack = self._coordinator.feed(text) or self.ack
        return written

    def close(self) -> None:
        """Close the file; idempotent."""
        self._file.close()


class FollowedSearch(ReapObserver):
    """The observer of a search that learns. Unlike others it may change what selection reads, between two simulations.

    Attributes:
        num_refreshed: values given anew so far.
    """

    def __init__(
        self,
        path: Path,
        rules: RuleSet,
        coordinator: Coordinator,
        *,
        session_id: str,
        tree_id: str,
        distances_fn: DistancesFn | None = None,
    ) -> None:
        """Begin a log.

        Args:
            path: of the log; must not exist.
            rules: of the search.
            coordinator: follows the log.
            session_id, tree_id: stand in every record.
            distances_fn: values every visited unsolved OR node anew after an update; None leaves values as they are.
        """
        self._log = _Followed(path, coordinator)
        super().__init__(
            cast("TextIO", self._log), rules, session_id=session_id, tree_id=tree_id, policy_version="0", prompt_fn=reap_prompt
        )
        self._coordinator, self._distances_fn = coordinator, distances_fn
        self.num_refreshed = 0
        self._is_touched = False

    def expanded(self, tree: Tree, expansion: Expansion) -> None:
        """The expansion; one without an answer ends the learning."""
        super().expanded(tree, expansion)
        self._is_touched |= expansion.network_value is None

    def backed_up(self, tree: Tree, steps: Sequence[BackupStep]) -> None:
        """The backups, a checkpoint, and what follows from its acknowledgement.

        Raises:
            InfrastructureError: the log cannot be written, or learning did not go through.
        """
        super().backed_up(tree, steps)
        step = self.step - 1
        nodes = []
        if self._coordinator.is_due and not tree.root.solved and not self._is_touched:
            whole = raw_tree(tree, self.rules).nodes
            nodes = [node_to_json(node) for node in whole] if len(whole) == len(tree) else []
        facts = {"gamma": self.rules.gamma, "root_is_solved": tree.root.solved, "tree": {"root_index": 0, "nodes": nodes}}
        self._write("checkpoint", **{"step": step, **facts})
        ack = self._log.ack
        if ack is None or ack.step != step:
            raise InfrastructureError(f"learning, checkpoint {step}: was not acknowledged; this is a defect")
        if ack.is_update:
            self.names["policy_version"] = str(ack.policy_version)
            self._write("checkpoint_ack", step=step, ack=ack.to_json(self.names["session_id"]))
            if self._distances_fn is not None:
                fresh = refresh_values(tree, self.rules, self._distances_fn)
                self.num_refreshed += len(fresh)
                listed = [{"node_index": n.index, "node_kind": n.kind.value, "value": value} for n, value in fresh]
                self._write(
                    "selection_value_refresh",
                    step=step,
                    selection_value_version=ack.policy_version,
                    scope="visited_unsolved",
                    nodes=listed,
                )

    def close(self) -> None:
        """Close the log; idempotent."""
        self._log.close()


def refresh_values(tree: Tree, rules: RuleSet, distances_fn: DistancesFn) -> list[tuple[Node, float]]:
    """Value every visited unsolved OR node anew, and AND nodes by the least of their children.

    Returns:
        the nodes with their new values, in steps ≤ 0, in order of their index.
    """
    visited = [node for node in _standing(tree) if node.visits and not node.solved]
    states = [node for node in visited if node.kind is Kind.OR]
    distances = distances_fn([node.goals for node in states]) if states else []
    fresh = {node.index: -distance for node, distance in zip(states, distances, strict=True)}
    for node in states:
        node.value = fresh[node.index]
    for node in visited:
        if node.kind is Kind.AND and (parts := [fresh[i] for i in node.children if i in fresh]):
            fresh[node.index] = min(1.0, *parts)
    for node in visited:
        for child in tree.children(node):
            if child.index not in fresh:
                child.value_term = value_term(child, node, rules)
            elif node.kind is Kind.AND:
                child.value_term = and_value(fresh[child.index], rules.gamma)
            else:
                child.value_term = or_value(fresh[child.index], rules.gamma)
    return [(node, fresh[node.index]) for node in visited if node.index in fresh]


def _standing(tree: Tree) -> list[Node]:
    """All nodes but those below a withdrawn edge, in order."""
    kept = {0}
    for node in tree.nodes[1:]:
        if node.parent in kept and node.index in tree.nodes[node.parent].children:
            kept.add(node.index)
    return [tree.nodes[index] for index in sorted(kept)]
