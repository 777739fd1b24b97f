"""REAP's `raw_tree.json`, read and written, and the form in which every tree is shown (spec search.md, section 13).

One line: `{"solution": 0|null, "nodes": [...]}`, index 0 the root, children later than parents, an AND node directly
followed by its focus children. `edge.value` is the *sum* of backed-up values, `probability` the unnormalised weight,
`extra` the scores at the end of the search. Numbers that are not finite are the strings "-Infinity", "Infinity", "NaN".
Writing leaves out withdrawn edges with all below them, and numbers the nodes that stay in the same order.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from reaprover.errors import InputError
from reaprover.search.mcts import scores
from reaprover.search.puct import exploration_rate
from reaprover.search.rules import RuleSet
from reaprover.search.tree import Kind, Node, Tree

_NOT_FINITE = {"-Infinity": -math.inf, "Infinity": math.inf, "NaN": math.nan}


@dataclass(frozen=True, slots=True)
class RawEdge:
    """One edge: the tactic, its statistics, the scores it had at the end, and the index of the child."""

    tactic: str
    premise: tuple[str, ...]
    probability: float
    value_sum: float
    num_visits: int
    is_focus: bool
    focus_index: int
    score: float
    c: float
    q: float
    u: float
    child: int


@dataclass(frozen=True, slots=True)
class RawNode:
    """One node; `num_evaluations` counts its batches."""

    state: tuple[str, ...]
    kind: Kind
    is_partial: bool
    is_solved: bool
    value_sum: float
    num_visits: int
    num_evaluations: int
    children: tuple[RawEdge, ...]


@dataclass(frozen=True, slots=True)
class RawTree:
    """A tree as it is shown and exchanged; the root is node 0."""

    nodes: tuple[RawNode, ...]

    @property
    def is_solved(self) -> bool:
        """The root is solved."""
        return self.nodes[0].is_solved


def raw_tree(tree: Tree, rules: RuleSet) -> RawTree:
    """The tree as it stands, with the scores of `rules`."""
    kept: dict[int, int] = {0: 0}
    for node in tree.nodes[1:]:
        if node.parent in kept and node.index in tree.nodes[node.parent].children:
            kept[node.index] = len(kept)
    return RawTree(tuple(_raw_node(tree, tree.nodes[index], rules, kept) for index in kept))


def _raw_node(tree: Tree, node: Node, rules: RuleSet, kept: Mapping[int, int]) -> RawNode:
    edges = []
    if node.children:
        c = exploration_rate(node.visits, rules.c_init, rules.c_base) * (rules.c_and if node.kind is Kind.AND else 1.0)
        for i, row in enumerate(scores(tree, node, rules)):
            child, is_focus = row.child, node.kind is Kind.AND
            edges.append(
                RawEdge(
                    tactic=child.action,
                    premise=(),
                    probability=child.weight,
                    value_sum=child.edge_sum,
                    num_visits=child.edge_visits,
                    is_focus=is_focus,
                    focus_index=i if is_focus else 0,
                    score=row.score,
                    c=c,
                    q=row.value_term,
                    u=row.exploration,
                    child=kept[child.index],
                )
            )
    return RawNode(node.goals, node.kind, node.partial, node.solved, node.value_sum, node.visits, node.batches, tuple(edges))


def _number(value: float) -> float | str:
    if math.isfinite(value):
        return value
    return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"


def node_to_json(node: RawNode) -> dict[str, Any]:
    """One node in REAP's form."""
    return {
        "data": {
            "state": list(node.state),
            "toPlay": node.kind.value,
            "isPartial": node.is_partial,
            "isSolved": node.is_solved,
            "valueSum": _number(node.value_sum),
            "numVisit": node.num_visits,
            "numEvaluations": node.num_evaluations,
        },
        "children": [
            {
                "edge": {
                    "tacticStr": edge.tactic,
                    "premise": list(edge.premise),
                    "probability": _number(edge.probability),
                    "value": _number(edge.value_sum),
                    "numVisit": edge.num_visits,
                    "isFocus": edge.is_focus,
                    "focusIndex": edge.focus_index,
                },
                "extra": {"score": _number(edge.score), "c": _number(edge.c), "Q": _number(edge.q), "U": _number(edge.u)},
                "childIndex": edge.child,
            }
            for edge in node.children
        ],
    }


def write_raw_tree(tree: RawTree) -> str:
    """The file's text: one line."""
    record = {"solution": 0 if tree.is_solved else None, "nodes": [node_to_json(node) for node in tree.nodes]}
    return json.dumps(record, ensure_ascii=False, allow_nan=False) + "\n"


def read_raw_tree(text: str, where: str = "raw_tree.json") -> RawTree:
    """Read a tree that REAP or `write_raw_tree` wrote; unknown keys, any key order and both forms of numbers are accepted.

    Raises:
        InputError: no such tree; names the node and the field.
    """
    try:
        record = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(where, f"is no JSON ({error})", expected="a raw tree") from error
    nodes = record.get("nodes") if isinstance(record, dict) else None
    if not isinstance(nodes, list) or not nodes:
        raise InputError(where, "has no nodes", expected='{"solution": …, "nodes": [node, …]}')
    tree = RawTree(tuple(_read_node(node, i, len(nodes), where) for i, node in enumerate(nodes)))
    parents: set[int] = set()
    for i, node in enumerate(tree.nodes):
        for edge in node.children:
            if edge.child <= i or edge.child in parents:
                problem = "is not later than its parent" if edge.child <= i else "has two parents"
                raise InputError(f"{where}: node {i}", f"child {edge.child} {problem}", expected="one tree, children after parents")
            parents.add(edge.child)
    return tree


def _read_node(record: Any, i: int, count: int, where: str) -> RawNode:
    try:
        data = record["data"]
        return RawNode(
            state=tuple(_text(goal) for goal in data["state"]),
            kind=Kind(data["toPlay"]),
            is_partial=_flag(data["isPartial"]),
            is_solved=_flag(data["isSolved"]),
            value_sum=_float(data["valueSum"]),
            num_visits=_count(data["numVisit"]),
            num_evaluations=_count(data["numEvaluations"]),
            children=tuple(_read_edge(child, count) for child in record["children"]),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        problem = f"cannot be read ({type(error).__name__}: {error})"
        raise InputError(f"{where}: node {i}", problem, expected="a node of a raw tree") from error


def _read_edge(record: Any, count: int) -> RawEdge:
    edge, extra = record["edge"], record.get("extra") or {}
    child = _count(record["childIndex"])
    if child >= count:
        raise ValueError(f"childIndex {child} is past the last node")
    return RawEdge(
        tactic=_text(edge["tacticStr"]),
        premise=tuple(_text(premise) for premise in edge.get("premise", ())),
        probability=_float(edge["probability"]),
        value_sum=_float(edge["value"]),
        num_visits=_count(edge["numVisit"]),
        is_focus=_flag(edge.get("isFocus", False)),
        focus_index=_count(edge.get("focusIndex", 0)),
        score=_float(extra.get("score", "NaN")),
        c=_float(extra.get("c", "NaN")),
        q=_float(extra.get("Q", "NaN")),
        u=_float(extra.get("U", "NaN")),
        child=child,
    )


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{value!r} is neither true nor false")
    return value


def _count(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int | float) or value < 0 or value != int(value):
        raise TypeError(f"{value!r} is no count")
    return int(value)


def _float(value: Any) -> float:
    if isinstance(value, str) and value in _NOT_FINITE:
        return _NOT_FINITE[value]
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{value!r} is no number")
    return float(value)
