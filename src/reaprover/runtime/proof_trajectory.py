"""From the records of a solved search to the bundle that its session learns from once (spec learning.md, section 4.1).

Decisions:
- Labels come from the solved tree: the first solved edge of each OR node, all parts of each AND node. The return of an OR step is its
  child's less 1, of an AND node the least of its parts, of a finished state 0.
- Every row says where its tactic came from: the observer's records of its generation and of its first evaluation.
- Every tactic is applied again in Lean to its exact state, and must lead to the very state of the tree; a proof with goals that share
  metavariables across branches is refused. A tactic that runs out of time or memory the second time says nothing about the label.
- Files that the original filled with a Lean program say in a comment that the steps were applied in a session.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NoReturn

from reaprover.core import Environment, ProofState, TacticStatus
from reaprover.core.canonical import JsonObject, JsonValue, indented_json, sha256
from reaprover.errors import InfrastructureError, InputError
from reaprover.learn.events import TRAJECTORY_PROFILE, TRAJECTORY_SCHEMA, VERIFIED_SUCCESS
from reaprover.runtime.trajectories import BINDING_SCHEMA, DATASET, INPUTS, REPLAY_SCHEMA, check_bundle, json_object, read_record

_NO_FILE: Final = b"-- The steps of plan.json were applied one by one in a Lean session; no file was elaborated.\n"


@dataclass(frozen=True, slots=True)
class ProofPath:
    """The part of a solved tree that is its proof.

    Attributes:
        rows: of the data set, parents before children.
        parts: AND node → its parts in order.
    """

    rows: tuple[JsonObject, ...]
    parts: Mapping[int, tuple[int, ...]]


def proof_path(raw_tree: JsonObject, events: list[JsonObject]) -> ProofPath:
    """Rows of a solved tree, with the origin of each tactic.

    Args:
        raw_tree: the document of `raw_tree.json`.
        events: the records of `observer.jsonl`, in order.

    Raises:
        InputError: the root is not solved, goals are coupled, or the log is of another tree.
    """
    nodes = raw_tree.get("nodes")
    if not isinstance(nodes, list) or not nodes:
        _refuse("raw_tree.nodes", "nothing", "a list of nodes")
    order, chosen, parts = _chosen(nodes)
    returns: dict[int, int] = {}
    for index in reversed(order):
        if index in parts:
            returns[index] = min(returns[part] for part in parts[index])
        else:
            returns[index] = returns[chosen[index][0]] - 1 if index in chosen else 0
    made, judged = _origins(events)
    rows: list[JsonObject] = []
    for index in order:
        if index not in chosen:
            continue
        child, tactic = chosen[index]
        where = f"observer.jsonl, child {child} of node {index}"
        verdict = judged.get(child)
        if verdict is None or verdict.get("node_index") != index:
            _refuse(where, "no evaluation that created it", "one")
        generation = made.get((_count(verdict, "generation_index", where), _count(verdict, "candidate_index", where)))
        goals = _state(nodes, index)
        if generation is None or generation.get("tactic") != tactic or generation.get("goal_state") != goals:
            _refuse(where, "a generation of another tactic or state", "that of the tree")
        rows.append(
            {
                "node_index": index,
                "child_index": child,
                "state": [*goals],
                "next_state": [*_state(nodes, child)],
                "tactic": tactic,
                "return": returns[index],
                "prompt": generation.get("prompt"),
                "policy_version": _version(generation, where),
                "generation_sequence": generation.get("sequence"),
                "eval_sequence": verdict.get("sequence"),
                "generation_index": generation.get("generation_index"),
                "candidate_index": generation.get("candidate_index"),
            }
        )
    return ProofPath(tuple(rows), parts)


def replay(path: ProofPath, environment: Environment) -> list[JsonObject]:
    """Apply every tactic again to its exact state; gives what came of each, in the order of the rows.

    Args:
        path: the proof.
        environment: opened on the theorem, freshly.

    Raises:
        InputError: a state that differs from the tree's.
        InfrastructureError: a tactic could not be applied for reasons of its own.
    """
    states: dict[int, ProofState] = {}
    seen: list[JsonObject] = []

    def enter(index: int, state: ProofState) -> None:
        states[index] = state
        if index in path.parts:
            split = environment.split(state)
            if len(split) != len(path.parts[index]) or any(part.coupled for part in split):
                _refuse(f"replay, node {index}", f"{len(split)} parts", f"{len(path.parts[index])} that share nothing")
            for child, part in zip(path.parts[index], split, strict=True):
                enter(child, part.state)

    enter(0, environment.initial_state())
    for number, row in enumerate(path.rows):
        index, child, tactic = row["node_index"], row["child_index"], str(row["tactic"])
        assert isinstance(index, int)
        assert isinstance(child, int)
        if [*states[index].goals] != row["state"]:
            _refuse(f"replay, row {number}, state", "another one", "that of the tree")
        result = environment.apply_batch(states[index], [tactic])[0]
        if result.error is not None and result.error.kind.is_inconclusive:
            raise InfrastructureError(f"replay, row {number}: {result.error.message[:200]}")
        reached = [] if result.state is None else [*result.state.goals]
        if result.status is TacticStatus.FAILED or reached != row["next_state"]:
            _refuse(f"replay, row {number}, next_state", result.status.value, "the state of the tree")
        if result.state is not None:
            enter(child, result.state)
        seen.append({"row": number, "status": result.status.value, "goals": [*reached]})
    environment.release(list(states.values()))
    return seen


def make_bundle(run_folder: Path, session_id: str, environment: Environment) -> dict[str, bytes]:
    """The 17 files of a session's verified proof, replayed in Lean and checked.

    Args:
        run_folder: holds `inputs/`, `outputs/SESSION/` and `proof-check/SESSION/` with an accepted record.
        session_id: the session.
        environment: opened on the theorem, freshly.

    Raises:
        InputError: records that are missing, malformed or about different things, or a replay that differs.
        InfrastructureError: Lean could not be asked.
    """
    out, check = run_folder / "outputs" / session_id, run_folder / "proof-check" / session_id
    files = {name: read_record(out / name) for name in ("session.json", "result.json", "raw_tree.json", "observer.jsonl")}
    accepted_bytes = read_record(check / "accepted.json")
    session, accepted = json_object(files["session.json"], "session.json"), json_object(accepted_bytes, "accepted.json")
    online = json_object(read_record(out / "online-result.json"), "online-result.json")
    theorem_sha256 = session.get("theorem_sha256")
    sources = [data for path in sorted((run_folder / "inputs").glob("*.lean")) if sha256(data := read_record(path)) == theorem_sha256]
    if not sources:
        _refuse("inputs", "no source with the session's theorem_sha256", "the searched source")
    events = [json_object(line, "observer.jsonl") for line in files["observer.jsonl"].splitlines()]
    path = proof_path(json_object(files["raw_tree.json"], "raw_tree.json"), events)
    began_s = time.monotonic()
    steps = replay(path, environment)
    elapsed_s = round(time.monotonic() - began_s, 3)
    names: JsonObject = {"session_id": session_id, "theorem": accepted.get("theorem")}
    binding: JsonObject = {"schema_version": BINDING_SCHEMA, **names, "accepted": accepted_bytes.decode()}
    files |= {
        "source.lean": sources[0],
        "accepted-proof.lean": read_record(check / "proof.lean"),
        "historical-proof-receipt.json": indented_json(binding),
        "historical-proof.stdout": read_record(check / "stdout.log"),
        "historical-proof.stderr": read_record(check / "stderr.log"),
        "plan.json": indented_json({**names, "steps": [*path.rows]}),
        "VerifiedReplay.lean": _NO_FILE,
        "replay.lean": _NO_FILE,
    }
    hashes: JsonObject = {name: sha256(files[name]) for name in INPUTS}
    files |= {"trace.json": indented_json({**names, "environment": environment.identity, "steps": [*steps]}), "replay.stderr": b""}
    files["replay.stdout"] = "".join(json.dumps(step, ensure_ascii=False) + "\n" for step in steps).encode()
    receipt: JsonObject = {
        "schema_version": REPLAY_SCHEMA,
        **names,
        "command": ["reaprover", "replay", "plan.json"],
        "cwd": ".",
        "returncode": 0,
        "elapsed_seconds": elapsed_s,
        "inputs_sha256": hashes,
        "stdout_sha256": sha256(files["replay.stdout"]),
        "stderr_sha256": sha256(files["replay.stderr"]),
    }
    files["replay-receipt.json"] = indented_json(receipt)
    dataset: JsonObject = {
        "schema_version": TRAJECTORY_SCHEMA,
        "profile": TRAJECTORY_PROFILE,
        **names,
        "tree_id": session.get("tree_id"),
        "theorem_sha256": theorem_sha256,
        "root_return": path.rows[0]["return"] if path.rows else None,
        "final_policy_version": online.get("policy_version"),
        "axioms": accepted.get("axioms"),
        "inputs_sha256": hashes,
        "trace_sha256": sha256(files["trace.json"]),
        "replay_receipt_sha256": sha256(files["replay-receipt.json"]),
        "return_unit": "tactic steps, negative, on the longest branch; focus steps cost nothing",
        "rows": [*path.rows],
    }
    files[DATASET] = indented_json(dataset)
    check_bundle(files)
    return files


def success_event(files: Mapping[str, bytes]) -> JsonObject:
    """The event that names a bundle made by `make_bundle`."""
    dataset = json_object(files[DATASET], DATASET)
    accepted = json_object(files["historical-proof-receipt.json"], "historical-proof-receipt.json")["accepted"]
    return {
        "kind": VERIFIED_SUCCESS,
        "event_id": f"{dataset['session_id']}.success",
        "session_id": dataset["session_id"],
        "tree_id": dataset["tree_id"],
        "theorem_id": dataset["theorem_sha256"],
        "policy_version": dataset["final_policy_version"],
        "dataset_sha256": sha256(files[DATASET]),
        "course_acceptance_sha256": sha256(str(accepted).encode()),
    }


def _chosen(nodes: list[JsonValue]) -> tuple[list[int], dict[int, tuple[int, str]], dict[int, tuple[int, ...]]]:
    """The proof's nodes, parents first; OR node → (child, tactic); AND node → parts."""
    order: list[int] = []
    chosen: dict[int, tuple[int, str]] = {}
    parts: dict[int, tuple[int, ...]] = {}
    work = [0]
    while work:
        index = work.pop()
        order.append(index)
        data, where = _data(nodes, index), f"raw_tree.nodes[{index}]"
        if data.get("isSolved") is not True:
            _refuse(f"{where}.isSolved", data.get("isSolved"), "true: only a proof is learnt from")
        edges = _edges(nodes, index)
        if data.get("toPlay") == "AND":
            ordered = sorted(edges, key=lambda edge: edge[2])
            parts[index] = tuple(child for child, _, _ in ordered)
            if not ordered or any(len(_state(nodes, child)) != 1 for child in parts[index]):
                _refuse(f"{where}, parts", "goals that share metavariables", "one goal a part")
            work.extend(reversed(parts[index]))
        elif _state(nodes, index):
            solved = [(child, tactic) for child, tactic, _ in edges if _data(nodes, child).get("isSolved") is True]
            if not solved:
                _refuse(f"{where}, children", "none that is solved", "one")
            chosen[index] = solved[0]
            work.append(solved[0][0])
    return order, chosen, parts


def _edges(nodes: list[JsonValue], index: int) -> list[tuple[int, str, int]]:
    """(child, tactic, focus index) of each edge; children are later than their parents."""
    node = nodes[index]
    listed = node.get("children") if isinstance(node, dict) else None
    where, edges = f"raw_tree.nodes[{index}].children", []
    for entry in listed if isinstance(listed, list) else []:
        edge = entry.get("edge") if isinstance(entry, dict) else None
        if not isinstance(entry, dict) or not isinstance(edge, dict) or not isinstance(edge.get("tacticStr"), str):
            _refuse(where, "an edge without a tactic", "edges of the form of REAP")
        child = _count(entry, "childIndex", where)
        if not index < child < len(nodes):
            _refuse(where, child, "a later node")
        edges.append((child, str(edge["tacticStr"]), _count(edge, "focusIndex", where)))
    return edges


def _origins(events: list[JsonObject]) -> tuple[dict[tuple[int, int], JsonObject], dict[int, JsonObject]]:
    """Generations by (generation, candidate), and the evaluations that created a child, by child."""
    made: dict[tuple[int, int], JsonObject] = {}
    judged: dict[int, JsonObject] = {}
    for number, event in enumerate(events):
        where = f"observer.jsonl, line {number + 1}"
        if event.get("sequence") != number:
            _refuse(f"{where}, sequence", event.get("sequence"), str(number))
        if event.get("kind") == "generation":
            made[_count(event, "generation_index", where), _count(event, "candidate_index", where)] = event
        elif event.get("kind") == "eval" and event.get("disposition") == "created":
            judged[_count(event, "child_index", where)] = event
    return made, judged


def _data(nodes: list[JsonValue], index: int) -> JsonObject:
    node = nodes[index]
    data = node.get("data") if isinstance(node, dict) else None
    if not isinstance(data, dict):
        _refuse(f"raw_tree.nodes[{index}].data", data, "an object")
    return data


def _state(nodes: list[JsonValue], index: int) -> list[JsonValue]:
    state = _data(nodes, index).get("state")
    if not isinstance(state, list):
        _refuse(f"raw_tree.nodes[{index}].data.state", state, "a list of goals")
    return state


def _count(entry: JsonObject, key: str, where: str) -> int:
    value = entry.get(key)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        _refuse(f"{where}.{key}", value, "an integer of at least 0")
    return value


def _version(event: JsonObject, where: str) -> int:
    """A policy version; the log may hold it as a text."""
    value = event.get("policy_version")
    if isinstance(value, bool) or not isinstance(value, int | str) or not str(value).isdecimal():
        _refuse(f"{where}, policy_version", value, "an integer of at least 0")
    return int(value)


def _refuse(where: str, found: object, expected: str) -> NoReturn:
    raise InputError(where, "is refused", found=repr(found)[:120], expected=expected)
