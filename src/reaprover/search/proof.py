"""From a solved tree to a script, and from a script to the transitions of learning (spec search.md, section 10; rl.md, 5).

The choice among solved children is bottom-up: fewest tactics on the longest branch, then the shortest text, then the
lowest index. Children are always later than their parents, so one pass from the last node to the first does it; nothing
here recurses, and proofs of any depth work.

A script is a list of items, each a tactic with its place in the nested `·` blocks; minimising drops items. A minimised
script has other states than the tree it came from, so its transitions are taken from a tree of its own (`retrace`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from reaprover.core import Candidate, Evaluation, Transition
from reaprover.errors import InfrastructureError
from reaprover.search.expand import Expander
from reaprover.search.tree import Kind, Node, Tree


class Item(NamedTuple):
    """One tactic of a script.

    Attributes:
        tactic: its text; several lines keep their relative indentation.
        indent: column of the block it stands in.
        bullet: it opens a `·` block; the rest of the block stands two columns further right.
        node: index of the tree node it leads to; for `rotate_left` the AND node whose goals it turns.
    """

    tactic: str
    indent: int
    bullet: bool
    node: int

    @property
    def is_rotation(self) -> bool:
        """It only turns the list of goals; it was put in by the extraction."""
        return self.tactic.startswith("rotate_left ") and not self.bullet

    def lines(self) -> list[str]:
        """The lines as they stand in the script."""
        text = relative_lines(self.tactic)
        first = " " * self.indent + ("· " if self.bullet else "")
        further = " " * (self.indent + (2 if self.bullet else 0))
        return [first + text[0], *(further + line if line else "" for line in text[1:])]


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof taken from a solved tree.

    Attributes:
        items: its tactics in order.
        num_steps: tactics on its longest branch.
        transitions: one per OR node on it, in the order of the script.
        terminals: indices of the finished nodes it ends in.
    """

    items: tuple[Item, ...]
    num_steps: int
    transitions: tuple[Transition, ...]
    terminals: tuple[int, ...]

    @property
    def script(self) -> str:
        """The tactic block at indentation 0."""
        return render(self.items)

    def node_at(self, line: int) -> int | None:
        """Index of the node that the tactic on `line` (from 1) leads to; None outside the script."""
        for item in self.items:
            line -= len(item.lines())
            if line <= 0:
                return item.node
        return None


def render(items: Sequence[Item]) -> str:
    """The script of `items`."""
    return "\n".join(line for item in items for line in item.lines())


def relative_lines(tactic: str) -> list[str]:
    """The lines of a tactic with the first at column 0 and the others relative to it."""
    lines = tactic.split("\n")
    lead = len(lines[0]) - len(lines[0].lstrip(" "))
    return [line[min(lead, len(line) - len(line.lstrip(" "))) :] for line in lines]


class _Best(NamedTuple):
    """The best script below a solved node: its steps, code points and non-empty lines, and the child it starts with."""

    num_steps: int
    length: int
    num_lines: int
    child: int


def _then(tactic: str, child: Node, rest: _Best) -> _Best:
    lines = relative_lines(tactic)
    length = sum(map(len, lines)) + len(lines) - 1
    num_lines = sum(1 for line in lines if line)
    if rest.num_lines:
        length += 1 + rest.length
    return _Best(1 + rest.num_steps, length, num_lines + rest.num_lines, child.index)


def _layout(node: Node, tree: Tree) -> list[tuple[int, Node]]:
    """The parts of an AND node in script order, each with the rotation that brings its first goal to the front."""
    parts = list(tree.children(node))
    still_open = sorted(goal for part in parts for goal in part.part or ())
    order = []
    for part in parts:
        goals = part.part or ()
        turn = still_open.index(goals[0])
        still_open = [goal for goal in still_open[turn:] + still_open[:turn] if goal not in goals]
        order.append((turn, part))
    return order


def _join(node: Node, tree: Tree, best: dict[int, _Best]) -> _Best:
    num_steps, length, num_lines, pieces = 0, 0, 0, 0
    for turn, part in _layout(node, tree):
        own = best[part.index]
        if not own.num_lines:
            raise InfrastructureError(f"proof: part {part!r} has an empty script; this is a defect of the search")
        if turn:
            length += len(f"rotate_left {turn}")
            num_lines += 1
            pieces += 1
        length += own.length + (0 if part.coupled else 2 * own.num_lines)
        num_lines += own.num_lines
        num_steps = max(num_steps, own.num_steps)
        pieces += 1
    return _Best(num_steps, length + pieces - 1, num_lines, -1)


def extract(tree: Tree) -> Proof:
    """The best proof in a tree whose root is solved.

    Raises:
        InfrastructureError: the root is not solved, or a flag contradicts the children; a defect of the search.
    """
    best: dict[int, _Best] = {}
    for node in reversed(tree.nodes):
        if node.terminal:
            best[node.index] = _Best(0, 0, 0, -1)
        elif node.solved and node.kind is Kind.AND:
            best[node.index] = _join(node, tree, best)
        elif node.solved:
            options = (_then(child.action, child, best[child.index]) for child in tree.children(node) if child.index in best)
            best[node.index] = min(options, key=lambda option: (option.num_steps, option.length, option.child))
    if 0 not in best:
        raise InfrastructureError("proof: the root is not solved; expected a solved tree; this is a defect of the search")

    items: list[Item] = []
    transitions: list[Transition] = []
    terminals: list[int] = []
    work: list[tuple[Node, int, bool] | Item] = [(tree.root, 0, False)]
    while work:
        task = work.pop()
        if isinstance(task, Item):
            items.append(task)
            continue
        node, indent, bullet = task
        while node.kind is Kind.OR and not node.terminal:
            child = tree.nodes[best[node.index].child]
            items.append(Item(child.action, indent, bullet, child.index))
            transitions.append(Transition(node.index, node.goals, node.key, child.action, -best[node.index].num_steps))
            node, indent, bullet = child, indent + 2 * bullet, False
        if node.terminal:
            terminals.append(node.index)
            continue
        for turn, part in reversed(_layout(node, tree)):
            work.append((part, indent, not part.coupled))
            if turn:
                work.append(Item(f"rotate_left {turn}", indent, False, node.index))
    return Proof(tuple(items), best[0].num_steps, tuple(transitions), tuple(terminals))


def without(items: Sequence[Item], i: int) -> tuple[Item, ...] | None:
    """`items` less the one at `i`; None where its block would be left empty or would start with another block."""
    rest = list(items)
    item = rest.pop(i)
    if item.bullet:
        if i == len(rest) or rest[i].indent != item.indent + 2 or rest[i].bullet or rest[i].is_rotation:
            return None
        rest[i] = rest[i]._replace(indent=item.indent, bullet=True)
    return tuple(rest) if rest else None


def minimise(items: Sequence[Item], accepts_fn: Callable[[str], bool]) -> tuple[Item, ...]:
    """Drop, from the last item to the first, every tactic without which `accepts_fn` still takes the script.

    `accepts_fn` may be a replay in one session; whoever calls this verifies the result again with the strict lane.
    """
    kept = tuple(items)
    for i in range(len(kept) - 1, -1, -1):
        fewer = without(kept, i)
        if fewer is not None and not kept[i].is_rotation and accepts_fn(render(fewer)):
            kept = fewer
    return kept


def retrace(expander: Expander, items: Sequence[Item]) -> Proof | None:
    """Run `items` on the fresh tree of `expander` and extract the proof again; None if they no longer close it.

    The transitions and value targets of a shortened proof come from here, since its states are others.
    """
    tree = expander.tree
    steps = [item for item in items if not item.is_rotation]
    waiting = list(reversed(list(tree.children(tree.root)))) if tree.root.kind is Kind.AND else [tree.root]
    while waiting:
        node = waiting.pop()
        while not node.terminal:
            if node.kind is Kind.AND:
                waiting.extend(reversed(list(tree.children(node))))
                break
            if not steps:
                return None
            expander.expand(node, Evaluation((Candidate(steps.pop(0).tactic, 0.0),), 0.0))
            if not node.children:
                return None
            node = tree.nodes[node.children[0]]
    for solved in reversed(tree.nodes):
        solved.solved = tree.is_solved(solved)
    return extract(tree) if tree.root.solved and not steps else None
