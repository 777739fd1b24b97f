"""The search tree: one list of nodes, addressed by index, children always later than their parent.

A tree has exactly one edge into each node but the root, so an edge's numbers live in the node it leads to: `action`,
`logprob`, `weight`, `edge_visits`, `edge_sum`. Duplicates are merged within one parent, never across branches, so this
stays a tree. An edge that a proof check refuted moves from `children` to `withdrawn` and no longer counts.

Derived numbers (`weight_total`, `child_visits`, `resample_at`, `value_term`, `share`) are kept up to date where their
sources change, so that selection reads two floats per child and computes nothing twice; they are recomputed on loading.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Iterator

from reaprover.core import ProofState

DONE_KEY = "∎"
"""Key of a finished state: the empty goal list has a key of its own."""


class Kind(enum.Enum):
    """OR: a state that one tactic must solve. AND: independent parts that must all be solved."""

    OR = "OR"
    AND = "AND"


OR, AND = Kind  # reading a member from an enum costs more than a whole step of selection


class Node:
    """One state in the tree and the edge that leads to it.

    Attributes:
        index, parent: place in the tree; the root has parent −1.
        kind: OR or AND.
        depth: tactics from the root; focus edges do not count.
        state: the state; None when it is finished (terminal).
        key: its key, `DONE_KEY` when finished.
        partial: a focus child or something below one.
        part: for a focus child the indices of its goals in the AND node's list; else None.
        coupled: for a focus child, whether it is the part of coupled goals.
        action, logprob, weight, cost, elapsed_ms: the edge: text, log-probability, exp(logprob / τ), characters plus
            milliseconds, milliseconds. For a focus edge `focus_goal i`, ln(1/n), 1/n, 0, 0.
        edge_visits, edge_sum: n(s, a), and the sum of backed-up values less the edge's cost.
        visits, value_sum: N(s) and W(s).
        in_flight: visits begun and not yet backed up (parallel leaves only); counted in `visits`, not in `value_sum`.
        batches: answered evaluator calls; `failures` those that were not answered.
        dry: the last batch was empty, so there are no more candidates.
        value: v_net as last returned; None before.
        children, withdrawn: indices of the children that count, and of those a check refuted.
        known: what became of texts at this node: the index of the child they led to, or the reason they are refused.
        solved, terminal: flags; a terminal node is solved.
        value_term: the value term of the score that the parent computes for this node.
        share: w / (1 + n), its share of the parent's exploration.
        contenders: the children that selection looks at: all of them, or fewer where the others cannot win.
    """

    __slots__ = (
        "action", "batches", "child_visits", "children", "contenders", "cost", "coupled", "depth", "dry", "edge_sum", "edge_visits",
        "elapsed_ms", "failures", "in_flight", "index", "key", "kind", "known", "logprob", "parent", "part", "partial", "resample_at",
        "share", "solved", "state", "terminal", "value", "value_sum", "value_term", "visits", "weight", "weight_total", "withdrawn",
    )  # fmt: skip

    def __init__(self, index: int, parent: int, kind: Kind, depth: int, state: ProofState | None, partial: bool) -> None:
        self.index = index
        self.parent = parent
        self.kind = kind
        self.depth = depth
        self.state = state
        self.key = DONE_KEY if state is None else state.key
        self.partial = partial
        self.part: tuple[int, ...] | None = None
        self.coupled = False
        self.action = ""
        self.logprob = 0.0
        self.weight = 1.0
        self.cost = 0.0
        self.elapsed_ms = 0.0
        self.edge_visits = 0
        self.edge_sum = 0.0
        self.visits = 0
        self.value_sum = 0.0
        self.in_flight = 0
        self.batches = 0
        self.failures = 0
        self.dry = False
        self.value: float | None = None
        self.children: list[int] | tuple[()] = ()
        self.contenders: list[int] | tuple[()] = ()
        self.withdrawn: list[int] | tuple[()] = ()
        self.known: dict[str, int | str] | None = None
        self.solved = self.terminal = state is None
        self.weight_total = 0.0
        self.child_visits = 0
        self.resample_at: int | float = math.inf
        self.value_term = 0.0
        self.share = 1.0

    @property
    def goals(self) -> tuple[str, ...]:
        """Printed goals; empty when finished."""
        return () if self.state is None else self.state.goals

    @property
    def mean(self) -> float:
        """V(s) = W / N over finished visits; must have been visited."""
        return self.value_sum / (self.visits - self.in_flight)

    def __repr__(self) -> str:
        return f"Node({self.index}, {self.kind.value}, {self.action!r}, N={self.visits}, W={self.value_sum:.6g}, solved={self.solved})"


class Tree:
    """Nodes by index; index 0 is the root."""

    __slots__ = ("nodes",)

    def __init__(self, root: ProofState | None) -> None:
        self.nodes: list[Node] = [Node(0, -1, OR, 0, root, partial=False)]

    def __len__(self) -> int:
        return len(self.nodes)

    @property
    def root(self) -> Node:
        """Node 0."""
        return self.nodes[0]

    def add(self, parent: Node, kind: Kind, state: ProofState | None, *, is_focus: bool = False) -> Node:
        """Append a child of `parent` and return it; its edge is the caller's to fill in."""
        index = len(self.nodes)
        node = Node(index, parent.index, kind, parent.depth + (not is_focus), state, parent.partial or is_focus)
        self.nodes.append(node)
        if parent.children:
            parent.children.append(index)
        else:
            parent.children = [index]
        return node

    def children(self, node: Node) -> Iterator[Node]:
        """The children that count, in order of creation."""
        return (self.nodes[index] for index in node.children)

    def contenders(self, node: Node) -> list[int]:
        """The visited children of an OR node and the best of the others, by index.

        Children without visits share one value term, so where ties go to the larger prior, and then to the older child, only
        the heaviest of them can be chosen, and of equals the oldest. With many candidates and few visits that is most of them.
        """
        nodes = self.nodes
        chosen, heaviest, weight = [], -1, 0.0
        for index in node.children:
            child = nodes[index]
            if child.edge_visits:
                chosen.append(index)
            elif child.weight > weight:
                heaviest, weight = index, child.weight
        if heaviest >= 0:
            chosen.append(heaviest)
            chosen.sort()
        return chosen

    def path(self, node: Node) -> list[Node]:
        """From the root to `node`, both included."""
        path = [node]
        while node.parent >= 0:
            node = self.nodes[node.parent]
            path.append(node)
        path.reverse()
        return path

    def is_solved(self, node: Node) -> bool:
        """The flag as the kinds define it, from the children's flags."""
        if node.terminal:
            return True
        if node.kind is AND:
            return bool(node.children) and all(self.nodes[index].solved for index in node.children)
        return any(self.nodes[index].solved for index in node.children)

    def refresh_solved(self, node: Node) -> None:
        """Recompute the flag of `node` and of all above it whose child changed."""
        while True:
            solved = self.is_solved(node)
            if solved == node.solved:
                return
            node.solved = solved
            if node.parent < 0:
                return
            node = self.nodes[node.parent]

    def withdraw(self, node: Node, reason: str) -> None:
        """Invalidate the edge into `node`: kept for the record, no longer a child (section 7).

        Its text is refused at the parent from now on, with `reason` (`rejected_edge` or `unreproducible`); texts that were
        merged into it are free again. Value terms above are the caller's to refresh.
        """
        parent = self.nodes[node.parent]
        parent.children = [index for index in parent.children if index != node.index]
        parent.withdrawn = [*parent.withdrawn, node.index]
        known = {text: fate for text, fate in (parent.known or {}).items() if fate != node.index}
        known[node.action] = reason
        parent.known = known
        parent.contenders = parent.children
        parent.weight_total = self.sum_weights(parent)
        parent.child_visits = sum(child.edge_visits for child in self.children(parent))
        self.refresh_solved(parent)

    def sum_weights(self, node: Node) -> float:
        """Σ w over the children in order of creation; exactly 1 at an AND node."""
        if node.kind is AND:
            return 1.0
        total = 0.0
        for index in node.children:
            total += self.nodes[index].weight
        return total
