"""AlphaProof's tree search: select, expand, back up on one tree of indices (spec search.md, sections 3 to 5).

Values are in steps, so a path is worth minus its length. An OR node discounts the mean of a child to (0, 1]; an AND node
looks for its hardest part and hands the min of its children's means upwards. One simulation is at most one call of the
evaluator and K tactics. Selection and backup are the two loops that every simulation runs once per level, so they read
cached numbers and have c(s) and Q written out; `scores` computes the same from statistics with the formulas of `puct`,
for traces, and tests compare the two bit for bit.

Several leaves in flight are an option: an in-flight node carries a visit of `failure_value`, taken back at backup and
not seen by the min of an AND node. One leaf at a time is the exact mode.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import NamedTuple

from reaprover.errors import InfrastructureError, UnreproducibleError
from reaprover.search.expand import Expander
from reaprover.search.observe import BackupStep, Observer
from reaprover.search.puct import AND_VALUE_UNVISITED, and_value, exploration_rate, exploration_term, or_value, or_value_unvisited
from reaprover.search.rules import AndStatistics, Root, RuleSet, Tie, Unvisited
from reaprover.search.tree import AND, OR, Node, Tree


class Score(NamedTuple):
    """The parts of one child's score (names as in the paper): prior P, value term Q, exploration term U, their sum."""

    child: Node
    prior: float
    value_term: float
    exploration: float
    score: float


class Mcts:
    """Simulations on one tree. `leaves_at_once` above 1 sends that many observations to the evaluator together."""

    def __init__(self, expander: Expander, observer: Observer | None = None, leaves_at_once: int = 1) -> None:
        self.tree = expander.tree
        self.rules = expander.rules
        self.expander = expander
        self.observer = observer
        self.leaves_at_once = leaves_at_once
        if leaves_at_once > 1:
            expander.narrows = False  # visits in flight come and go outside backups
        self._root_of_children = self.rules.root is Root.CHILD_VISITS
        self._and_adds_min = self.rules.and_statistics is AndStatistics.MIN

    def step(self, num_simulations: int) -> bool:
        """Run one simulation, or up to `num_simulations` with leaves in flight. There is always something to do: True."""
        if self.leaves_at_once > 1:
            self._simulate_together(min(num_simulations, self.leaves_at_once))
        else:
            self.simulate()
        return True

    def simulate(self) -> None:
        """One simulation: select, expand, back up."""
        path = self.select()
        expansion = self.expander.expand(path[-1], self.expander.evaluate(path[-1:])[0])
        if self.observer is not None:
            self.observer.expanded(self.tree, expansion)
        self.back_up(path, expansion.value)

    def select(self) -> list[Node]:
        """The path from the root to the leaf that is due: an unsolved OR node without children, or due another batch.

        Raises:
            InfrastructureError: there is none; a defect of the search.
        """
        nodes, rules = self.tree.nodes, self.rules
        c_init, c_base, tie, by_children = rules.c_init, rules.c_base, rules.tie, self._root_of_children
        log, sqrt = math.log, math.sqrt
        node = nodes[0]
        path = [node]
        while node.children and node.visits < node.resample_at:
            rate = c_init + log((node.visits + c_base + 1.0) / c_base)
            if node.kind is AND:
                rate *= rules.c_and
            scale = rate * sqrt(node.child_visits if by_children else node.visits) / node.weight_total
            best, best_score = None, -math.inf
            for index in node.contenders:
                child = nodes[index]
                score = child.value_term + scale * child.share  # U = c · (w / Σ w) · S / (1 + n)
                if score > best_score or (score == best_score and best is not None and wins_tie(child, best, tie)):
                    best, best_score = child, score
            if best is None:
                break
            path.append(best)
            node = best
        if node.solved or node.kind is AND:
            raise InfrastructureError(f"search: selection ended at {node!r}; expected an unsolved OR node; this is a defect of the search")
        if self.observer is not None:
            self.observer.selected(self.tree, path)
        return path

    def back_up(self, path: Sequence[Node], value: float) -> None:
        """Hand `value` of the leaf from the end of `path` to its start, with the cost of each edge and the min of AND nodes."""
        gamma, power, leaf = self.rules.gamma, math.pow, path[-1]
        leaf.visits += 1
        leaf.value_sum += value
        steps = [BackupStep(leaf, None, value, value)] if self.observer is not None else None
        child = leaf
        for parent in path[-2::-1]:
            received = value
            if parent.kind is AND:
                child.edge_sum += value
                child.value_term = -math.inf if child.solved else and_value(child.mean, gamma)
                hardest = self.hardest(parent)
                added = hardest if self._and_adds_min else value
                value = hardest
                if child.solved:
                    parent.solved = self.tree.is_solved(parent)
            else:
                added = value = value - 1.0
                child.edge_sum += value
                child.value_term = power(gamma, -1.0 - (child.value_sum / (child.visits - child.in_flight) - 1.0))
                if child.solved:
                    parent.solved = True
            child.edge_visits += 1
            if child.edge_visits == 1 and parent.kind is OR and self.expander.narrows:
                parent.contenders = self.tree.contenders(parent)
            child.share = child.weight / (1 + child.edge_visits)
            parent.child_visits += 1
            parent.visits += 1
            parent.value_sum += added
            if steps is not None:
                steps.append(BackupStep(parent, child, received, added))
            child = parent
        self.expander.counters.simulations += 1
        if steps is not None and self.observer is not None:
            self.observer.backed_up(self.tree, steps)

    def hardest(self, node: Node) -> float:
        """The min over the visited, unsolved children's means; the rule set's value when there is none."""
        least = math.inf
        for index in node.children:
            child = self.tree.nodes[index]
            if child.visits > child.in_flight and not child.solved:
                least = min(least, child.value_sum / (child.visits - child.in_flight))
        return least if least < math.inf else self.rules.and_empty

    # -- leaves in flight ----------------------------------------------------------------------------------------------

    def _simulate_together(self, num_simulations: int) -> None:
        """Select up to `num_simulations` leaves, ask about all of them at once, then expand and back up in that order."""
        paths: list[list[Node]] = []
        while len(paths) < num_simulations:
            path = self.select()
            if path[-1].in_flight:
                break
            self._fly(path, +1)
            paths.append(path)
        try:
            answers = self.expander.evaluate([path[-1] for path in paths])
        except BaseException:
            for path in paths:
                self._fly(path, -1)
            raise
        lost: UnreproducibleError | None = None
        for path, answer in zip(paths, answers, strict=True):
            self._fly(path, -1)
            if any(node.solved for node in path) or self._is_withdrawn(path):
                continue  # another leaf of this round settled it
            try:
                expansion = self.expander.expand(path[-1], answer)
            except UnreproducibleError as error:
                lost = error
                continue
            if self.observer is not None:
                self.observer.expanded(self.tree, expansion)
            self.back_up(path, expansion.value)
        if lost is not None:
            raise lost

    def _is_withdrawn(self, path: Sequence[Node]) -> bool:
        return any(child.index not in parent.children for parent, child in itertools.pairwise(path))

    def _fly(self, path: Sequence[Node], sign: int) -> None:
        """Add or take back one visit of `failure_value` on every node of `path`; sums are left exact."""
        for i, node in enumerate(path):
            node.in_flight += sign
            node.visits += sign
            if i:
                node.edge_visits += sign
                node.share = node.weight / (1 + node.edge_visits)
                path[i - 1].child_visits += sign
                node.value_term = value_term(node, path[i - 1], self.rules)


def wins_tie(child: Node, best: Node, tie: Tie) -> bool:
    """Whether `child`, created later, wins over `best` at an equal score."""
    if tie is Tie.PRIOR:
        return child.weight > best.weight
    return tie is Tie.GREATEST_TEXT and child.action > best.action


def value_term(child: Node, parent: Node, rules: RuleSet) -> float:
    """The value term of `child` from its statistics, visits in flight counting as `failure_value` each."""
    if parent.kind is AND and child.solved:
        return -math.inf
    if child.visits:
        mean = (child.value_sum + rules.failure_value * child.in_flight) / child.visits
        return and_value(mean, rules.gamma) if parent.kind is AND else or_value(mean, rules.gamma)
    if parent.kind is AND:
        return AND_VALUE_UNVISITED
    if rules.unvisited is Unvisited.ZERO or parent.value is None:
        return 0.0
    return or_value_unvisited(parent.value, rules.penalty, rules.gamma)


def refresh_value_terms(tree: Tree, node: Node, rules: RuleSet) -> None:
    """Recompute the value terms of `node` and of all above it, after flags changed outside a backup."""
    for parent, child in itertools.pairwise(tree.path(node)):
        child.value_term = value_term(child, parent, rules)


def scores(tree: Tree, node: Node, rules: RuleSet) -> list[Score]:
    """The scores of all children of `node` as selection sees them now, from statistics alone (no cached number is read)."""
    rate = exploration_rate(node.visits, rules.c_init, rules.c_base) * (rules.c_and if node.kind is AND else 1.0)
    children = list(tree.children(node))
    root = math.sqrt(sum(child.edge_visits for child in children) if rules.root is Root.CHILD_VISITS else node.visits)
    total = tree.sum_weights(node)
    result = []
    for child in children:
        prior = child.weight / total
        q = value_term(child, node, rules)
        u = exploration_term(rate, prior, root, child.edge_visits)
        result.append(Score(child, prior, q, u, q + u))
    return result
