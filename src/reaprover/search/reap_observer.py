"""REAP's observer stream `reap.training.observer.v1`, written and read with its consistency checks (spec, section 13).

One JSON object per line, `sequence` gapless. The search knows no prompts: `prompt` is the printed goals and `ps` is
empty, unless a `prompt_fn` is given. Texts that the rule set drops before the search sees them are no candidates here;
candidates skipped for infrastructure appear as rejected with their reason.
"""

from __future__ import annotations

import itertools
import json
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TextIO

from reaprover.core import Outcome
from reaprover.errors import InputError
from reaprover.search.expand import Expansion, Fate
from reaprover.search.observe import BackupStep, Observer
from reaprover.search.raw_tree import node_to_json, raw_tree
from reaprover.search.rules import RuleSet
from reaprover.search.tree import Kind, Node, Tree

SCHEMA = "reap.training.observer.v1"
RESULT_SCHEMA = "reap.training.result.v1"
KINDS = frozenset({"selection", "generation", "eval", "backup", "checkpoint", "checkpoint_ack", "selection_value_refresh"})
_DISPOSITIONS = {
    Fate.CREATED: "created",
    Fate.MERGED: "merged",
    Fate.REJECTED: "eval_rejected",
    Fate.SKIPPED: "eval_rejected",
    Fate.ANCESTOR: "ancestor_rejected",
}


class ReapObserver(Observer):
    """Writes the stream; `checkpoint_every` steps it writes the whole tree as well (0: only when `checkpoint` is called)."""

    def __init__(
        self,
        stream: TextIO,
        rules: RuleSet,
        *,
        session_id: str,
        tree_id: str,
        policy_version: str,
        checkpoint_every: int = 0,
        prompt_fn: Callable[[Sequence[str]], str] | None = None,
        monotonic_ns_fn: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self.stream, self.rules = stream, rules
        self.names = {"schema_version": SCHEMA, "session_id": session_id, "tree_id": tree_id, "policy_version": policy_version}
        self.checkpoint_every = checkpoint_every
        self.prompt_fn = prompt_fn or "\n\n".join
        self.monotonic_ns_fn = monotonic_ns_fn
        self.sequence = self.step = self.generation = 0

    def _write(self, kind: str, **facts: Any) -> None:
        common = {"sequence": self.sequence, "monotonic_ns": self.monotonic_ns_fn(), "kind": kind, "step": self.step}
        self.stream.write(json.dumps({**self.names, **common, **facts}, ensure_ascii=False, allow_nan=False) + "\n")
        self.sequence += 1

    def selected(self, tree: Tree, path: Sequence[Node]) -> None:
        """One `selection` per edge of the path."""
        for parent, child in itertools.pairwise(path):
            self._write("selection", node_index=parent.index, child_index=child.index, child_position=_position(parent, child))

    def expanded(self, tree: Tree, expansion: Expansion) -> None:
        """One `generation` and one `eval` per candidate."""
        node = tree.nodes[expansion.leaf]
        kept = [each for each in expansion.judged if each.fate in _DISPOSITIONS]
        goals = list(node.goals)
        for i, each in enumerate(kept):
            self._write(
                "generation", generation_index=self.generation, candidate_index=i, node_index=node.index, node_kind=node.kind.value,
                goal_state=goals, state_key=node.key, prompt=self.prompt_fn(goals), ps=[], tactic=each.candidate.tactic,
                raw_logprob=each.candidate.logprob, search_value=expansion.network_value,
            )  # fmt: skip
        for i, each in enumerate(kept):
            bad = each.fate in (Fate.REJECTED, Fate.SKIPPED)
            self._write(
                "eval", generation_index=self.generation, candidate_index=i, node_index=node.index, child_index=each.child,
                partial_goal=node.partial, tactic=each.candidate.tactic,
                eval_result={"error": each.reason} if bad else {"ok": None}, disposition=_DISPOSITIONS[each.fate],
            )  # fmt: skip
        self.generation += 1

    def backed_up(self, tree: Tree, steps: Sequence[BackupStep]) -> None:
        """One `backup` per node from the leaf upwards; then the step is over."""
        for step in steps:
            node, child = step.node, step.child
            edge = None if child is None else {"tacticStr": child.action, "value": child.edge_sum, "numVisit": child.edge_visits}
            self._write(
                "backup", node_index=node.index, node_kind=node.kind.value, child_index=None if child is None else child.index,
                child_position=None if child is None else _position(node, child), child_value=step.child_value,
                backed_up_value=step.added, edge=edge, node_value_sum=node.value_sum, node_visits=node.visits,
                step_cost=0 if child is None or node.kind is Kind.AND else 1,
            )  # fmt: skip
        self.step += 1
        if self.checkpoint_every and self.step % self.checkpoint_every == 0:
            self.checkpoint(tree)

    def checkpoint(self, tree: Tree) -> None:
        """The whole tree."""
        nodes = [node_to_json(node) for node in raw_tree(tree, self.rules).nodes]
        record = {"root_index": 0, "nodes": nodes}
        self._write("checkpoint", gamma=self.rules.gamma, root_is_solved=tree.root.solved, tree=record)


def _position(parent: Node, child: Node) -> int:
    return list(parent.children).index(child.index)


@dataclass(frozen=True, slots=True)
class ObserverTrace:
    """A stream that passed its checks.

    Attributes:
        events: all events, in order.
        num_by_kind: how many of each kind.
        num_by_disposition: candidates by what became of them.
    """

    events: tuple[dict[str, Any], ...]
    num_by_kind: dict[str, int]
    num_by_disposition: dict[str, int]


def read_observer(lines: Iterable[str], where: str = "observer.jsonl") -> ObserverTrace:
    """Read a stream and check what section 13 demands of it.

    Checked: kinds and sequence; each eval refers to a generation; every candidate has one disposition; a created child
    appears once; sums of backups equal W and N of every node at the next checkpoint.

    Raises:
        InputError: with the line.
    """
    events: list[dict[str, Any]] = []
    generated: set[tuple[int, int]] = set()
    judged: set[tuple[int, int]] = set()
    created: set[int] = set()
    sums: defaultdict[int, float] = defaultdict(float)
    visits: Counter[int] = Counter()
    dispositions: Counter[str] = Counter()
    at = where

    def need(holds: bool, problem: str, found: object, expected: object) -> None:
        if not holds:
            raise InputError(at, problem, found=repr(found)[:200], expected=str(expected))

    for number, line in enumerate(lines, 1):
        at = f"{where}: line {number}"
        try:
            event = json.loads(line)
            kind = event["kind"]
            need(event.get("schema_version") == SCHEMA, "has another schema", event.get("schema_version"), SCHEMA)
            need(kind in KINDS, "is of an unknown kind", kind, ", ".join(sorted(KINDS)))
            need(event["sequence"] == len(events), "breaks the sequence", event["sequence"], len(events))
            candidate = (event.get("generation_index"), event.get("candidate_index"))
            if kind == "generation":
                need(candidate not in generated, "repeats a candidate", candidate, "each candidate once")
                generated.add(candidate)
            elif kind == "eval":
                need(candidate in generated, "judges a candidate that was not generated", candidate, "a generation before it")
                need(candidate not in judged, "judges a candidate twice", candidate, "one disposition each")
                judged.add(candidate)
                known = event["disposition"] in _DISPOSITIONS.values()
                need(known, "has an unknown disposition", event["disposition"], ", ".join(sorted(set(_DISPOSITIONS.values()))))
                dispositions[event["disposition"]] += 1
                if event["disposition"] == "created":
                    need(event["child_index"] not in created, "creates a child twice", event["child_index"], "each child once")
                    created.add(event["child_index"])
            elif kind == "backup":
                sums[event["node_index"]] += event["backed_up_value"]
                visits[event["node_index"]] += 1
            elif kind == "checkpoint":
                for i, node in enumerate(event["tree"]["nodes"]):
                    data = node["data"]
                    need(data["numVisit"] == visits[i], f"node {i} has another N than its backups", data["numVisit"], visits[i])
                    close = abs(data["valueSum"] - sums[i]) <= 1e-6 * max(1.0, abs(sums[i]))
                    need(close, f"node {i} has another W than its backups", data["valueSum"], sums[i])
            events.append(event)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            if isinstance(error, InputError):
                raise
            raise InputError(at, f"cannot be read ({type(error).__name__}: {error})", expected=f"one event of {SCHEMA}") from error
    at = where
    need(len(judged) == len(generated), "leaves candidates without a disposition", len(generated) - len(judged), 0)
    return ObserverTrace(tuple(events), dict(Counter(event["kind"] for event in events)), dict(dispositions))


_STATUS_OF = {
    Outcome.PROVED: "solved",
    Outcome.DISPROVED: "solved",
    Outcome.EXHAUSTED: "exhausted",
    Outcome.STOPPED: "exhausted",
    Outcome.REJECTED: "final_check_failed",
    Outcome.UNVERIFIED: "exception",
    Outcome.ERROR: "exception",
}
_OUTCOME_OF = {
    "solved": Outcome.PROVED,
    "exhausted": Outcome.EXHAUSTED,
    "exception": Outcome.ERROR,
    "script_extraction_failed": Outcome.ERROR,
    "final_check_failed": Outcome.REJECTED,
    "replay_check_failed": Outcome.REJECTED,
}


def outcome_of(status: str) -> Outcome:
    """Our outcome for a status word of REAP.

    Raises:
        InputError: a word that it does not have.
    """
    if status not in _OUTCOME_OF:
        raise InputError("result.json: status", "is unknown", found=repr(status), expected=", ".join(_OUTCOME_OF))
    return _OUTCOME_OF[status]


def reap_result(outcome: Outcome, script: str | None, error: str, *, session_id: str, elapsed_ns: int) -> dict[str, Any]:
    """The record `result.json` of REAP."""
    solved = outcome in (Outcome.PROVED, Outcome.DISPROVED)
    return {
        "schema_version": RESULT_SCHEMA,
        "session_id": session_id,
        "elapsed_ns": elapsed_ns,
        "solved": solved,
        "status": _STATUS_OF[outcome],
        "proof_script": script,
        "error": error or None,
    }
