"""The verified proof as a trajectory to learn from: its actions, their origins in the log, and a replay of each by Lean (section 4.1).

Decisions:
- The rows are the steps of the script that was accepted, in its order; the tactic of a row is the text that was executed, and its origin
  is the first candidate of that text which led to this child.
- Every action is applied again, in a process that did not take part in the search, to the state that the steps before it rebuilt; goals
  and key must be those of the tree. A proof for which that fails is no trajectory.
- A proof that shares metavariables across branches, or of more than 32 steps, is no trajectory: nothing is cut.
- What cannot be made is an expected outcome, a reason and not an exception: the lesson goes on without this event.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import reaprover
from reaprover.core import Environment, ProofState
from reaprover.core.canonical import JsonObject, canonical_json
from reaprover.errors import InfrastructureError
from reaprover.learn.events import MAX_ROWS, TRAJECTORY_PROFILE, TRAJECTORY_SCHEMA, VERIFIED_SUCCESS
from reaprover.runtime.trajectories import BINDING_SCHEMA, REPLAY_SCHEMA
from reaprover.search import SearchResult, Tree
from reaprover.search.tree import Kind, Node
from reaprover.verify.records import read_file, read_object

_REPLAYER: Final = """/-
The actions of `replay.lean` were applied one by one by the tactic server of reaprover {version}, in a process that took no part in the
search. It ran on: {environment}
-/
"""


def success_event(*, session_id: str, tree_id: str, theorem_id: str, policy_version: int, dataset: bytes, acceptance: str) -> JsonObject:
    """The event of a verified proof (section 4.2): references only."""
    return {
        "kind": VERIFIED_SUCCESS,
        "event_id": f"{session_id}.success",
        "session_id": session_id,
        "tree_id": tree_id,
        "theorem_id": theorem_id,
        "policy_version": policy_version,
        "dataset_sha256": _sha256(dataset),
        "course_acceptance_sha256": acceptance,
    }


def trajectory_bundle(
    result: SearchResult, environment: Environment, folder: Path, outputs: Path, check: Path, *, policy_version: int
) -> dict[str, bytes] | str:
    """The 17 files of a trajectory, or why there is none.

    Args:
        result: of the search; solved.
        environment: opened anew on the theorem; stays the caller's to close.
        folder: the lesson's, with `plan.json` and `inputs/`.
        outputs: of the session, with its records and the log.
        check: `proof-check/SESSION`, accepted.
        policy_version: of the session when the search ended.

    Raises:
        InfrastructureError: Lean could not be asked.
        InputError: a record is missing or malformed.
    """
    tree = result.tree
    if len(result.transitions) > MAX_ROWS:
        return f"the proof has {len(result.transitions)} steps; expected at most {MAX_ROWS}, nothing is cut"
    if any(node.withdrawn for node in tree.nodes):
        return "an edge was withdrawn, so the log and the written tree number their nodes differently"
    children = [_child(tree, step.node, step.tactic) for step in result.transitions]
    on_the_way = {node.index for child in children for node in tree.path(child)}
    if any(tree.nodes[index].coupled for index in on_the_way) or any(
        part.coupled for index in on_the_way for part in tree.children(tree.nodes[index]) if tree.nodes[index].kind is Kind.AND
    ):
        return "the proof shares metavariables across branches"
    started_s = time.monotonic()
    trace = _replay(tree, [child.index for child in children], environment)
    if isinstance(trace, str):
        return trace
    elapsed_s = round(time.monotonic() - started_s, 3)
    log = [json.loads(line) for line in (outputs / "observer.jsonl").read_text(encoding="utf-8").splitlines()]
    made = {(e["generation_index"], e["candidate_index"]): e for e in log if e["kind"] == "generation"}
    judged: dict[tuple[int, str], Any] = {}
    for event in log:
        if event["kind"] == "eval" and event["child_index"] is not None:
            judged.setdefault((event["child_index"], event["tactic"]), event)
    rows: list[Any] = []
    for step, child in zip(result.transitions, children, strict=True):
        verdict = judged.get((child.index, step.tactic))
        if verdict is None:
            return f"the action at node {step.node} has no origin in the log"
        origin = made[(verdict["generation_index"], verdict["candidate_index"])]
        rows.append(
            {
                "node_index": step.node,
                "child_index": child.index,
                "state": [*step.goals],
                "next_state": [*child.goals],
                "tactic": step.tactic,
                "return": step.value_target,
                "prompt": origin["prompt"],
                "policy_version": int(origin["policy_version"]),
                "generation_sequence": origin["sequence"],
                "eval_sequence": verdict["sequence"],
                "generation_index": verdict["generation_index"],
                "candidate_index": verdict["candidate_index"],
            }
        )
    accepted = read_object(check / "accepted.json")
    files = {name: read_file(outputs / name) for name in ("session.json", "result.json", "raw_tree.json", "observer.jsonl")}
    proof = read_file(check / "proof.lean")
    binding = {"schema_version": BINDING_SCHEMA, "accepted": read_file(check / "accepted.json").decode()}
    files |= {
        "source.lean": read_file(folder / "inputs" / "source.lean"),
        "accepted-proof.lean": proof,
        "historical-proof-receipt.json": canonical_json(binding),
        "historical-proof.stdout": read_file(check / "stdout.log"),
        "historical-proof.stderr": read_file(check / "stderr.log"),
        "VerifiedReplay.lean": _REPLAYER.format(version=reaprover.__version__, environment=environment.identity).encode(),
        "plan.json": read_file(folder / "plan.json"),
        "replay.lean": proof,
    }
    hashes: JsonObject = {name: _sha256(data) for name, data in files.items()}
    traced = canonical_json({"steps": trace})
    lines = [f"step {entry['row']}: node {entry['node_index']} → {entry['child_index']}, states agree" for entry in trace]
    stdout = ("\n".join(lines) + "\n").encode()
    receipt = canonical_json(
        {
            "schema_version": REPLAY_SCHEMA,
            "session_id": accepted["session_id"],
            "theorem": accepted["theorem"],
            "command": ["reaprover", "replay", "replay.lean"],
            "cwd": ".",
            "returncode": 0,
            "elapsed_seconds": elapsed_s,
            "inputs_sha256": hashes,
            "stdout_sha256": _sha256(stdout),
            "stderr_sha256": _sha256(b""),
        }
    )
    dataset = canonical_json(
        {
            "schema_version": TRAJECTORY_SCHEMA,
            "profile": TRAJECTORY_PROFILE,
            "session_id": accepted["session_id"],
            "tree_id": read_object(outputs / "session.json")["tree_id"],
            "theorem": accepted["theorem"],
            "theorem_sha256": accepted["theorem_sha256"],
            "root_return": -max(-step.value_target for step in result.transitions),
            "final_policy_version": policy_version,
            "axioms": accepted["axioms"],
            "inputs_sha256": hashes,
            "trace_sha256": _sha256(traced),
            "replay_receipt_sha256": _sha256(receipt),
            "return_unit": "tactic steps on the longest branch, negated; focus transitions cost 0",
            "rows": rows,
        }
    )
    files |= {"trace.json": traced, "replay-receipt.json": receipt, "replay.stdout": stdout, "replay.stderr": b"", "dataset.json": dataset}
    return files


def _child(tree: Tree, index: int, tactic: str) -> Node:
    """The solved child that a tactic of the proof leads to."""
    found = [child for child in tree.children(tree.nodes[index]) if child.action == tactic and child.solved]
    if len(found) != 1:
        raise InfrastructureError(f"trajectory: node {index} has {len(found)} solved children by one tactic; expected 1")
    return found[0]


def _replay(tree: Tree, children: Sequence[int], environment: Environment) -> list[dict[str, Any]] | str:
    """Apply every action to its rebuilt state; the steps, or where a state differs."""
    states: dict[int, ProofState | None] = {0: environment.initial_state()}
    first = states[0]
    if first is None or (first.goals, first.key) != (tree.root.goals, tree.root.key):
        return "replay: the statement opens in another state"
    trace: list[dict[str, Any]] = []
    for row, index in enumerate(children):
        child = tree.nodes[index]
        before = _state(tree, child.parent, states, environment)
        if before is None:
            return f"replay, step {row}: its state could not be rebuilt"
        answer = environment.apply_batch(before, [child.action])[0]
        if answer.error is not None:
            return f"replay, step {row}: the tactic fails with {answer.error.kind.value}"
        reached = () if answer.state is None else answer.state.goals
        same_key = answer.state is None or answer.state.key == child.key
        if reached != child.goals or not same_key:
            return f"replay, step {row}: another state is reached"
        states[index] = answer.state
        facts = {"row": row, "node_index": child.parent, "child_index": index, "tactic": child.action}
        trace.append({**facts, "state": [*before.goals], "next_state": [*reached]})
    return trace


def _state(tree: Tree, index: int, states: dict[int, ProofState | None], environment: Environment) -> ProofState | None:
    """The rebuilt state of an OR node: reached by an earlier step, or a part of an AND node that was."""
    if index in states:
        return states[index]
    node = tree.nodes[index]
    whole = states.get(node.parent)
    if node.part is None or whole is None:
        return None
    for part in environment.split(whole):
        if part.goals == node.part and (part.state.goals, part.state.key) == (node.goals, node.key):
            states[index] = part.state
            return part.state
    return None


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
