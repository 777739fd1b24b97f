"""The compact tree file `reaprover.tree/1`: a search as data, enough to go on as if nothing had happened (spec, section 12).

One JSON object: what identifies the search, its counters and random state, a table of texts (each goal, key and tactic
once), and the nodes as columns. Numbers are written so that they read back bit for bit. A state is its place in the tree,
never a handle: it is rebuilt by replay when it is needed. What follows from other columns (depth, flags, sums of weights,
value terms) is not written. A save holds whole simulations and replaces the last one by a rename.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from reaprover.core import ProofState
from reaprover.core.durable import write_durably
from reaprover.errors import InfrastructureError, InputError
from reaprover.search.budget import Counters
from reaprover.search.mcts import value_term
from reaprover.search.puct import resample_at
from reaprover.search.rules import RuleSet
from reaprover.search.tree import Kind, Node, Tree

FORMAT = "reaprover.tree/1"
MAX_FILE_BYTES = 4 * 2**30
"""Larger tree files are refused."""

_COLUMNS = (
    "parent", "kind", "goals", "key", "has_metavariables", "components", "part", "coupled", "action", "logprob", "weight",
    "elapsed_ms", "cost", "edge_visits", "edge_sum", "visits", "value_sum", "batches", "failures", "value", "withdrawn", "known",
)  # fmt: skip
_LATER = ("dry",)
"""Columns that older files lack; every value is then false."""
_NUMBERS = ("logprob", "weight", "elapsed_ms", "cost", "edge_sum", "value_sum")
_COUNTS = ("edge_visits", "visits", "batches", "failures")


@dataclass(frozen=True, slots=True)
class SavedSearch:
    """A tree with what is needed to continue it.

    Attributes:
        tree: the tree; its states have no handles.
        rules: the rule set it was built with.
        counters: what was spent.
        identity: theorem, configuration, environment and evaluator, as JSON.
        random_state: of the search's own random generator, as JSON.
        event_seq: number of the last event that belongs to this save.
        result: outcome, limit and script when the search had ended, else empty.
    """

    tree: Tree
    rules: RuleSet
    counters: Counters
    identity: Mapping[str, Any]
    random_state: Any = None
    event_seq: int = 0
    result: Mapping[str, Any] = field(default_factory=dict)


def tree_to_json(tree: Tree) -> dict[str, Any]:
    """The nodes as columns and the texts they share."""
    texts: dict[str, int] = {}

    def number(text: str) -> int:
        return texts.setdefault(text, len(texts))

    columns: dict[str, list[Any]] = {name: [] for name in (*_COLUMNS, *_LATER)}
    withdrawn = {index for node in tree.nodes for index in node.withdrawn}
    for node in tree.nodes:
        state = node.state
        row = {
            "parent": node.parent,
            "kind": node.kind.value,
            "goals": None if state is None else [number(goal) for goal in state.goals],
            "key": number(node.key),
            "has_metavariables": state is not None and state.has_metavariables,
            "components": None if state is None else state.components,
            "part": node.part,
            "coupled": node.coupled,
            "action": number(node.action),
            "logprob": node.logprob,
            "weight": node.weight,
            "elapsed_ms": node.elapsed_ms,
            "cost": node.cost,
            "edge_visits": node.edge_visits,
            "edge_sum": node.edge_sum,
            "visits": node.visits,
            "value_sum": node.value_sum,
            "batches": node.batches,
            "failures": node.failures,
            "value": node.value,
            "withdrawn": node.index in withdrawn,
            "dry": node.dry,
            "known": [[number(text), fate] for text, fate in (node.known or {}).items()],
        }
        for name, value in row.items():
            columns[name].append(value)
    return {"texts": list(texts), "nodes": columns}


def tree_from_json(record: Mapping[str, Any], rules: RuleSet, where: str) -> Tree:
    """The tree that `tree_to_json` wrote, its derived numbers computed anew.

    Raises:
        InputError: a column is missing, has another length, or holds what no tree can hold; named with node and column.
    """
    texts, columns = record.get("texts"), record.get("nodes")
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts) or not isinstance(columns, dict):
        raise InputError(where, "has no table of texts or no columns of nodes", expected=f"a file of format {FORMAT}")
    count = len(columns["parent"]) if isinstance(columns.get("parent"), list) else 0
    for name in _COLUMNS:
        if not isinstance(columns.get(name), list) or len(columns[name]) != count or not count:
            raise InputError(where, f"column {name} is missing or has another length", expected=f"{count or 'at least one'} values")
    columns = {**{name: [False] * count for name in _LATER}, **columns}
    for name in _LATER:
        if not isinstance(columns[name], list) or len(columns[name]) != count:
            raise InputError(where, f"column {name} has another length", expected=f"{count} values")
    if columns["parent"][0] != -1:
        raise InputError(where, "the first node is not the root", found=f"parent {columns['parent'][0]!r}", expected="-1")
    tree = Tree(None)
    tree.nodes.clear()
    for i in range(count):
        row = {name: columns[name][i] for name in (*_COLUMNS, *_LATER)}
        try:
            tree.nodes.append(_node(i, row, texts, tree))
        except (TypeError, ValueError, KeyError, IndexError) as error:
            raise InputError(f"{where}: node {i}", f"cannot be read ({error})", expected=f"a node of format {FORMAT}") from error
    _derive(tree, rules)
    return tree


def _node(i: int, row: Mapping[str, Any], texts: list[str], tree: Tree) -> Node:
    def text(index: Any) -> str:
        if isinstance(index, bool) or not isinstance(index, int) or not 0 <= index < len(texts):
            raise ValueError(f"text number {index!r} is out of range")
        return texts[index]

    for name in _COUNTS:
        if isinstance(row[name], bool) or not isinstance(row[name], int) or row[name] < 0:
            raise ValueError(f"{name} is {row[name]!r}, not a count")
    for name in _NUMBERS if row["value"] is None else (*_NUMBERS, "value"):
        if isinstance(row[name], bool) or not isinstance(row[name], int | float) or not math.isfinite(row[name]):
            raise ValueError(f"{name} is {row[name]!r}, not a finite number")
    parent = row["parent"]
    if i and (isinstance(parent, bool) or not isinstance(parent, int) or not 0 <= parent < i):
        raise ValueError(f"parent is {parent!r}, not an earlier node")
    state = None
    if row["goals"] is not None:
        components = tuple(tuple(group) for group in row["components"])
        state = ProofState("", tuple(text(goal) for goal in row["goals"]), text(row["key"]), bool(row["has_metavariables"]), components)
    above = tree.nodes[parent] if i else None
    is_focus = row["part"] is not None
    depth = 0 if above is None else above.depth + (0 if is_focus else 1)
    node = Node(i, parent if i else -1, Kind(row["kind"]), depth, state, above is not None and (above.partial or is_focus))
    node.part = tuple(row["part"]) if is_focus else None
    node.coupled = bool(row["coupled"])
    node.dry = bool(row["dry"])
    node.action = text(row["action"])
    for name in (*_NUMBERS, *_COUNTS, "value"):
        setattr(node, name, float(row[name]) if name in _NUMBERS else row[name])
    node.known = {text(t): _fate(fate) for t, fate in row["known"]} or None
    if above is not None:
        if row["withdrawn"]:
            above.withdrawn = [*above.withdrawn, i]
        else:
            above.children = above.children or []
            above.children.append(i)
    return node


def _fate(fate: Any) -> int | str:
    if isinstance(fate, bool) or not isinstance(fate, int | str):
        raise ValueError(f"fate {fate!r} of a text is neither a child nor a reason")
    return fate


def _derive(tree: Tree, rules: RuleSet) -> None:
    """Compute flags, sums and value terms; children first, since flags go upwards."""
    for node in reversed(tree.nodes):
        node.solved = tree.is_solved(node)
        node.contenders = node.children
        node.weight_total = tree.sum_weights(node)
        node.child_visits = sum(child.edge_visits for child in tree.children(node))
        if node.kind is Kind.OR and node.batches:
            node.resample_at = resample_at(node.batches, rules.sampling_c, rules.sampling_alpha)
        for child in tree.children(node):
            child.value_term = value_term(child, node, rules)
            child.share = child.weight / (1 + child.edge_visits)


def save(path: Path, saved: SavedSearch) -> None:
    """Write a search durably, in place of an earlier save.

    Raises:
        InfrastructureError: the disk refuses.
    """
    record = {
        "format": FORMAT,
        "identity": saved.identity,
        "rules": saved.rules.to_json(),
        "counters": saved.counters.to_json(),
        "random_state": saved.random_state,
        "event_seq": saved.event_seq,
        "result": saved.result,
        **tree_to_json(saved.tree),
    }
    write_durably(path, (json.dumps(record, separators=(",", ":"), allow_nan=False) + "\n").encode())


def load(path: Path) -> SavedSearch:
    """Read what `save` wrote.

    Raises:
        InputError: the file is not such a save; says what is wrong and where.
        InfrastructureError: the file cannot be read.
    """
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise InputError(str(path), "is too large", found=f"{path.stat().st_size} bytes", expected=f"at most {MAX_FILE_BYTES}")
        record = json.loads(path.read_bytes())
    except OSError as error:
        raise InfrastructureError(f"{path}: cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise InputError(str(path), f"is no JSON ({error})", expected=f"a file of format {FORMAT}") from error
    found = record.get("format") if isinstance(record, dict) else type(record).__name__
    if found != FORMAT:
        raise InputError(str(path), "is no saved search", found=repr(found), expected=FORMAT)
    try:
        rules, counters = RuleSet.from_json(record["rules"]), Counters.from_json(record["counters"])
        identity, random_state, event_seq, result = (record[name] for name in ("identity", "random_state", "event_seq", "result"))
    except (KeyError, TypeError, AttributeError) as error:
        raise InputError(str(path), f"has no usable header ({error})", expected=f"a file of format {FORMAT}") from error
    return SavedSearch(tree_from_json(record, rules, str(path)), rules, counters, identity, random_state, event_seq, result)
