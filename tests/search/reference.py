"""A slow, recursive tree search over tables, written from the specification and from nothing else.

It shares no code with the package: nodes and edges are dicts, every number is computed from scratch whenever it is needed,
and one simulation is one recursive function. Used to check the package on random AND/OR trees.
"""

from __future__ import annotations

import math
from typing import Any

Record = dict[str, Any]


class Reference:
    """`rules` is a record in the form of the golden file's `rule_sets`, with `split`, `repeats` and `split_root` added."""

    def __init__(self, states: Record, tactics: Record, root: str, policy: Record, value: Record, rules: Record) -> None:
        self.states, self.tactics, self.policy, self.value, self.rules = states, tactics, policy, value, rules
        self.nodes: list[Record] = []
        root_node = self.make(root, None, depth=0)
        self.simulations = 0
        if rules["split_root"] and self.parts(root):
            self.make_parts(root_node)

    # -- nodes

    def make(self, state: str, parent: Record | None, depth: int) -> Record:
        node = {"id": len(self.nodes), "state": state, "kind": "OR", "N": 0, "W": 0.0, "batches": 0, "v": None, "edges": []}
        node |= {"parent": parent, "depth": depth, "texts": {}}
        self.nodes.append(node)
        return node

    def parts(self, state: str) -> list[str]:
        row = self.states[state]
        if self.rules["split"] == "without_metavariables" and row.get("metavariables"):
            return []
        return list(row.get("split", ()))

    def make_parts(self, node: Record) -> None:
        parts = self.parts(node["state"])
        node["kind"] = "AND"
        for i, part in enumerate(parts):
            child = self.make(part, node, node["depth"])
            logprob = math.log(1 / len(parts))
            node["edges"].append({"action": f"focus_goal {i}", "logprob": logprob, "w": 1 / len(parts), "n": 0, "sum": 0.0, "child": child})

    def solved(self, node: Record) -> bool:
        if node["state"] == "done":
            return True
        flags = [self.solved(edge["child"]) for edge in node["edges"]]
        return (all(flags) and bool(flags)) if node["kind"] == "AND" else any(flags)

    def identity(self, state: str) -> object:
        if self.rules["merge"] != "text_or_pp":
            return self.states[state]["key"]
        if state == "done":
            return ()
        parts = self.states[state].get("split", ())
        return tuple(self.states[part]["pp"] for part in parts) or (self.states[state]["pp"],)

    # -- one simulation

    def run(self, simulations: int) -> None:
        while self.simulations < simulations and not self.solved(self.nodes[0]):
            self.visit(self.nodes[0], [])
            self.simulations += 1

    def visit(self, node: Record, above: list[Record]) -> float:
        rules = self.rules
        due = node["kind"] == "OR" and node["batches"] <= rules["ps_c"] * node["N"] ** rules["ps_alpha"]
        edge = None if due or not node["edges"] else self.choose(node)
        if edge is None:
            value = self.expand(node, [*above, node])
            node["N"] += 1
            node["W"] += value
            return value
        value = self.visit(edge["child"], [*above, node])
        if node["kind"] == "OR":
            value = own = value - 1
        edge["n"] += 1
        edge["sum"] += value
        if node["kind"] == "AND":
            means = [e["child"]["W"] / e["child"]["N"] for e in node["edges"] if e["child"]["N"] and not self.solved(e["child"])]
            least = min(means, default=rules["and_empty"])
            own = least if rules["and_self"] == "min" else value
            value = least
        node["N"] += 1
        node["W"] += own
        return value

    def choose(self, node: Record) -> Record | None:
        rules, edges = self.rules, node["edges"]
        is_and = node["kind"] == "AND"
        c = rules["c_init"] + math.log((node["N"] + rules["c_base"] + 1) / rules["c_base"])
        if is_and:
            c *= rules["c_and"]
        root = math.sqrt(sum(e["n"] for e in edges) if rules["sqrt"] == "children" else node["N"])
        total = 1.0 if is_and else sum(e["w"] for e in edges)
        rows = []
        for i, e in enumerate(edges):
            child = e["child"]
            if is_and and self.solved(child):
                continue
            if child["N"]:
                mean = child["W"] / child["N"]
                q = 1 - rules["gamma"] ** (-1 - mean) if is_and else rules["gamma"] ** (-1 - (mean - 1))
            elif is_and:
                q = 1.0
            elif rules["unvisited"] == "zero":
                q = 0.0
            else:
                q = rules["gamma"] ** (-1 - (node["v"] - rules["penalty"]))
            rows.append((q + c * (e["w"] / total) * root / (1 + e["n"]), e, i))
        if not rows:
            return None
        top = max(score for score, _, _ in rows)
        close = [(e, i) for score, e, i in rows if score == top]
        if rules["tie"] == "prior":
            return min(close, key=lambda pair: (-pair[0]["w"], pair[1]))[0]
        if rules["tie"] == "max_action":
            return max(close, key=lambda pair: pair[0]["action"])[0]
        return close[0][0]

    def expand(self, leaf: Record, path: list[Record]) -> float:
        rules = self.rules
        batches = self.policy[leaf["state"]]
        batch = batches[min(leaf["batches"], len(batches) - 1)]
        leaf["batches"] += 1
        leaf["v"] = self.value[leaf["state"]]
        seen: set[str] = set()
        for text, logprob in batch:
            if rules["repeats"] == "drop" and text in seen:
                continue
            seen.add(text)
            self.candidate(leaf, path, text, logprob)
        if not leaf["edges"] and rules["dead"] is not None:
            return float(rules["dead"])
        return float(leaf["v"])

    def candidate(self, leaf: Record, path: list[Record], text: str, logprob: float) -> None:
        rules = self.rules
        w = math.exp(logprob / rules["tau"])
        if rules["merge"] in ("key", "text") and text in leaf["texts"]:
            if rules["merge_prior"] == "add":
                leaf["texts"][text]["w"] += w
            return
        row = self.tactics[leaf["state"]].get(text)
        if row is None:
            return
        to = row["to"]
        if rules["ancestors"] and to != "done" and any(self.identity(n["state"]) == self.identity(to) for n in path):
            return
        twin = leaf["texts"].get(text)
        if twin is None and (rules["merge"] == "text_or_pp" or (rules["merge"] == "key" and not self.states[to].get("metavariables"))):
            twin = next((e for e in leaf["edges"] if self.identity(e["child"]["state"]) == self.identity(to)), None)
        if twin is not None:
            leaf["texts"][text] = twin
            if rules["merge_prior"] == "add":
                twin["w"] += w
            cost = len(text) + row.get("ms", 1)
            if rules["merge"] == "key" and twin["child"]["N"] == 0 and cost < twin["cost"]:
                twin |= {"action": text, "logprob": logprob, "w": w, "cost": cost}
                twin["child"]["state"] = to
                if twin["child"]["kind"] == "AND":
                    for e, part in zip(twin["child"]["edges"], self.parts(to), strict=True):
                        e["child"]["state"] = part
            return
        child = self.make(to, leaf, leaf["depth"] + 1)
        edge = {"action": text, "logprob": logprob, "w": w, "n": 0, "sum": 0.0, "child": child, "cost": len(text) + row.get("ms", 1)}
        leaf["edges"].append(edge)
        leaf["texts"][text] = edge
        if to != "done" and self.parts(to):
            self.make_parts(child)
