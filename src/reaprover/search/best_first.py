"""Best-first search and beam: the baselines, on the same tree, expansion, budgets and verification (spec, section 15).

The priority of a state is the summed log-probability of the tactics on its path, divided by (their number)^exponent;
the root has 0. Exponent 0.5 is REAL-Prover's default, other exponents are BFS-Prover's length normalisation, 0 is the
cumulative score. Each state is expanded once, so the tree itself says what is left and nothing else needs to be saved.

Best-first with widening takes several batches from a state: after b batches of K candidates it waits again, with the
priority that its next candidate would have if its probability were 1/(1 + bK), until a batch comes back empty.

With `Split.NEVER` both work on whole states and merge over the whole tree. Best-first also takes rules that split:
then the parts of an AND node wait as states of their own, with the priority of their path, until one way to solve
each of them is found.
"""

from __future__ import annotations

import heapq
import math

from reaprover.search.budget import Limit
from reaprover.search.expand import Expander
from reaprover.search.observe import BackupStep, Observer
from reaprover.search.tree import Kind, Node


def path_score(summed_logprob: float, depth: int, exponent: float) -> float:
    """Σ logprob / depth^exponent; 0 at the root."""
    return summed_logprob / depth**exponent if depth else 0.0


class _Baseline:
    """What best-first and beam share: path sums, and expansion of one state."""

    limit = Limit.FRONTIER
    max_batches = 1

    def __init__(self, expander: Expander, exponent: float, observer: Observer | None = None) -> None:
        self.tree = expander.tree
        self.expander = expander
        self.exponent = exponent
        self.observer = observer
        self._sums: dict[int, float] = {}

    def priority(self, node: Node) -> float:
        """The larger, the sooner."""
        missing = []
        at: Node | None = node
        while at is not None and at.index not in self._sums:
            missing.append(at)
            at = self.tree.nodes[at.parent] if at.parent >= 0 else None
        for late in reversed(missing):
            above = self._sums[late.parent] if late.parent >= 0 else 0.0
            self._sums[late.index] = above + (late.logprob if late.parent >= 0 and late.part is None else 0.0)
        return path_score(self._sums[node.index], node.depth, self.exponent)

    def is_waiting(self, node: Node) -> bool:
        """An OR state that has a batch left and whose solution would still help."""
        if node.kind is Kind.AND or node.terminal or (node.visits and (node.dry or node.failures or node.batches >= self.max_batches)):
            return False
        while node.parent >= 0:
            parent = self.tree.nodes[node.parent]
            if parent.solved or node.solved or node.index not in parent.children:
                return False
            node = parent
        return not node.solved

    def fresh(self, leaf: Node) -> list[Node]:
        """The OR states that the expansion of `leaf` added: its children, and the parts of those that are AND nodes."""
        found = []
        for child in self.tree.children(leaf):
            found += [child] if child.kind is Kind.OR else list(self.tree.children(child))
        return found

    def expand(self, leaf: Node) -> None:
        """Expand one state and count it as one visit; solved flags go up, values do not."""
        if self.observer is not None:
            self.observer.selected(self.tree, self.tree.path(leaf))
        expansion = self.expander.expand(leaf, self.expander.evaluate([leaf])[0])
        for child in self.fresh(leaf):  # a later batch may have brought a cheaper tactic for one
            self._sums.pop(child.index, None)
            self._sums.pop(child.parent if child.part is not None else child.index, None)
        leaf.visits += 1
        leaf.value_sum += expansion.value
        if leaf.solved and leaf.parent >= 0:
            self.tree.refresh_solved(self.tree.nodes[leaf.parent])
        self.expander.counters.simulations += 1
        if self.observer is not None:
            self.observer.expanded(self.tree, expansion)
            self.observer.backed_up(self.tree, [BackupStep(leaf, None, expansion.value, expansion.value)])


class BestFirst(_Baseline):
    """Pop the state with the largest priority, expand it, push what is new, and the state itself if it has a batch left."""

    def __init__(
        self,
        expander: Expander,
        exponent: float,
        observer: Observer | None = None,
        max_batches: int = 1,
    ) -> None:
        super().__init__(expander, exponent, observer)
        self.max_batches = max_batches
        self._heap: list[tuple[float, int]] = []
        for node in self.tree.nodes:
            self._push(node)

    def _push(self, node: Node) -> None:
        if self.is_waiting(node):
            heapq.heappush(self._heap, (-self.priority(node), node.index))

    def priority(self, node: Node) -> float:
        """As for all before the first batch, and as for a next candidate after others."""
        priority = super().priority(node)
        if not node.batches:
            return priority
        num_tried = node.batches * self.expander.rules.num_candidates
        return path_score(self._sums[node.index] - math.log1p(num_tried), node.depth + 1, self.exponent)

    def step(self, num_simulations: int) -> bool:
        """Expand one state; False if none is left."""
        leaf = self.best_open()
        if leaf is None:
            return False
        heapq.heappop(self._heap)
        self.expand(leaf)
        for node in (leaf, *self.fresh(leaf)):
            self._push(node)
        return True

    def best_open(self) -> Node | None:
        """The state that is next."""
        while self._heap:
            priority, index = self._heap[0]
            node = self.tree.nodes[index]
            if self.is_waiting(node) and -priority == self.priority(node):  # else it was pushed again with another priority
                return node
            heapq.heappop(self._heap)
        return None


class Beam(_Baseline):
    """Level by level: of all states at one depth only the `width` with the largest priority are expanded."""

    limit = Limit.DEPTH

    def __init__(self, expander: Expander, exponent: float, width: int, observer: Observer | None = None) -> None:
        super().__init__(expander, exponent, observer)
        self.width = width
        self._depth = 0
        self._levels: dict[int, list[Node]] = {}
        for node in self.tree.nodes:
            self._levels.setdefault(node.depth, []).append(node)

    def beam(self) -> list[Node]:
        """The states of the current level that are in the beam, best first, expanded ones included."""
        level = [node for node in self._levels.get(self._depth, ()) if not node.terminal]
        return sorted(level, key=lambda node: (-self.priority(node), node.index))[: self.width]

    def step(self, num_simulations: int) -> bool:
        """Expand one state of the level, or of the next; False if there is no next."""
        leaf = self.best_open()
        if leaf is None:
            return False
        self.expand(leaf)
        for child in self.fresh(leaf):
            self._levels.setdefault(child.depth, []).append(child)
        return True

    def best_open(self) -> Node | None:
        """The state that is next."""
        while self._depth in self._levels:
            for node in self.beam():
                if self.is_waiting(node):
                    return node
            if self._depth >= self.expander.rules.max_depth:
                return None
            self._depth += 1
        return None
