"""A tree for the eye: numbers about it, an indented text, Graphviz and JSON. All from the exchange form, ours or REAP's."""

from __future__ import annotations

import statistics
from collections import Counter
from typing import Any

from reaprover.search.raw_tree import RawEdge, RawTree
from reaprover.search.tree import Kind


def stats(tree: RawTree) -> dict[str, Any]:
    """What a tree looks like.

    `children_visited` is the number of distinct children visited per expanded OR node: with nearly flat priors and few
    batches it says how much the search really chose (spec search.md, section 3).
    """
    depth = [0] * len(tree.nodes)
    for i, node in enumerate(tree.nodes):
        for edge in node.children:
            depth[edge.child] = depth[i] + (0 if edge.is_focus else 1)
    expanded = [node for node in tree.nodes if node.kind is Kind.OR and node.num_evaluations]
    visited = [sum(1 for edge in node.children if edge.num_visits) for node in expanded]
    finished = [i for i, node in enumerate(tree.nodes) if not node.state]
    dead = sum(1 for node in expanded if not node.children)
    root = tree.nodes[0]
    return {
        "solved": tree.is_solved,
        "nodes": len(tree.nodes),
        "or_nodes": sum(1 for node in tree.nodes if node.kind is Kind.OR),
        "and_nodes": sum(1 for node in tree.nodes if node.kind is Kind.AND),
        "solved_nodes": sum(1 for node in tree.nodes if node.is_solved),
        "finished_nodes": len(finished),
        "expanded_nodes": len(expanded),
        "dead_ends": dead,
        "batches": sum(node.num_evaluations for node in tree.nodes),
        "max_depth": max(depth),
        "nodes_by_depth": dict(sorted(Counter(depth).items())),
        "mean_children": statistics.fmean(len(node.children) for node in expanded) if expanded else 0.0,
        "children_visited": statistics.fmean(visited) if visited else 0.0,
        "root_visits": root.num_visits,
        "root_value": root.value_sum / root.num_visits if root.num_visits else None,
    }


def text(
    tree: RawTree, *, max_depth: int | None = None, max_children: int | None = None, visited_only: bool = False, width: int = 100
) -> str:
    """An indented outline, most visited children first; long goals are cut to `width` columns."""
    lines = [_line("", tree, 0, None, width)]
    pending: list[tuple[str, int, RawEdge | None, int]] = []

    def push(index: int, depth: int) -> None:
        edges = [edge for edge in tree.nodes[index].children if edge.num_visits or tree.nodes[edge.child].is_solved or not visited_only]
        if not edges or (max_depth is not None and depth >= max_depth):
            if edges:
                pending.append((f"{'  ' * (depth + 1)}… {len(edges)} below", -1, None, depth))
            return
        order = edges if tree.nodes[index].kind is Kind.AND else sorted(edges, key=lambda edge: (-edge.num_visits, edge.child))
        hidden = len(order) - max_children if max_children is not None else 0
        if hidden > 0:
            order = order[:max_children]
            pending.append((f"{'  ' * (depth + 1)}… {hidden} more", -1, None, depth))
        pending.extend(("  " * (depth + 1), edge.child, edge, depth + 1) for edge in reversed(order))

    push(0, 0)
    while pending:
        prefix, index, edge, depth = pending.pop()
        if index < 0:
            lines.append(prefix)
            continue
        lines.append(_line(prefix, tree, index, edge, width))
        push(index, depth)
    return "\n".join(lines)


def _line(prefix: str, tree: RawTree, index: int, edge: RawEdge | None, width: int) -> str:
    node = tree.nodes[index]
    mark = "✓" if node.is_solved else "·"
    mean = f"{node.value_sum / node.num_visits:.2f}" if node.num_visits else "–"
    tactic = "root" if edge is None else edge.tactic.split("\n")[0] + (" …" if "\n" in edge.tactic else "")
    goal = "done" if not node.state else _last_line(node.state[0]) if len(node.state) == 1 else f"{len(node.state)} goals"
    kind = " AND" if node.kind is Kind.AND else ""
    line = f"{prefix}{mark} {tactic}  [{index}{kind} N={node.num_visits} V={mean}]  {goal}"
    return line if len(line) <= width else line[: width - 1] + "…"


def _last_line(goal: str) -> str:
    lines = goal.strip().split("\n")
    target = next((line for line in lines if line.lstrip().startswith("⊢")), lines[-1])
    return target.strip()


def dot(tree: RawTree, *, visited_only: bool = True) -> str:
    """Graphviz: boxes are OR nodes, diamonds AND nodes, green is solved, thickness grows with visits."""
    lines = ["digraph tree {", "  rankdir=TB;", '  node [fontname="monospace", fontsize=9];', '  edge [fontname="monospace", fontsize=8];']
    shown = {0}
    most = max(tree.nodes[0].num_visits, 1)
    for i, node in enumerate(tree.nodes):
        if i not in shown:
            continue
        goal = "done" if not node.state else "\n".join(_last_line(goal) for goal in node.state)
        mean = f"{node.value_sum / node.num_visits:.2f}" if node.num_visits else "-"
        shape = "diamond" if node.kind is Kind.AND else "box"
        colour = ', style=filled, fillcolor="#c8e6c9"' if node.is_solved else ""
        lines.append(f"  n{i} [shape={shape}, label={_quote(f'{goal[:200]}' + chr(10) + f'N={node.num_visits} V={mean}')}{colour}];")
        for edge in node.children:
            if visited_only and not edge.num_visits and not tree.nodes[edge.child].is_solved:
                continue
            shown.add(edge.child)
            lines.append(f"  n{i} -> n{edge.child} [label={_quote(edge.tactic[:80])}, penwidth={1 + 4 * edge.num_visits / most:.2f}];")
    lines.append("}")
    return "\n".join(lines)


def _quote(label: str) -> str:
    escaped = label.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
