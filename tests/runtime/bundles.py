"""Bundles of verified proofs, made by hand: the text of the specification, not the code under test, says what stands in them."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from reaprover.model.prompt import reap_prompt

SOURCE = b"theorem demo (n : Nat) : n + 0 = n := by\n  reapTrainingMCTS\n"
THEOREM_ID = hashlib.sha256(SOURCE).hexdigest()
STATES = ["n : ℕ\n⊢ n + 0 = n", "⊢ True"]
INPUTS = [
    "session.json", "result.json", "raw_tree.json", "observer.jsonl", "source.lean", "accepted-proof.lean", "historical-proof-receipt.json",
    "historical-proof.stdout", "historical-proof.stderr", "VerifiedReplay.lean", "plan.json", "replay.lean",
]  # fmt: skip


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def text(value: Any) -> bytes:
    return (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode()


def row(index: int, state: str, tactic: str, reached: int, next_state: list[str], /, **changes: Any) -> dict[str, Any]:
    return {
        "node_index": index,
        "child_index": index + 1,
        "state": [state],
        "next_state": next_state,
        "tactic": tactic,
        "return": reached,
        "prompt": reap_prompt([state]),
        "policy_version": 0,
        "generation_sequence": 2 * index,
        "eval_sequence": 2 * index + 1,
        "generation_index": index,
        "candidate_index": 0,
    } | changes


def two_rows() -> list[dict[str, Any]]:
    return [row(0, STATES[0], "induction n", -2, [STATES[1]]), row(1, STATES[1], "trivial", -1, [])]


def bundle(session_id: str = "s1", *, version: int = 0, rows: Any = None, accepted: Any = None, **changes: Any) -> dict[str, bytes]:
    """The 17 files; `changes` are of `dataset.json`, `accepted` of the accepted record."""
    names = {"session_id": session_id, "tree_id": f"{session_id}.tree0"}
    proof = b"theorem demo (n : Nat) : n + 0 = n := by\n  induction n\n  trivial\n#print axioms demo\n"
    record = {"schema_version": "reap.reproduction.independent-lean.v1", "passed": True, "session_id": session_id, "theorem": "demo"}
    record |= {"theorem_sha256": THEOREM_ID, "proof_sha256": sha(proof), "axioms": ["propext"]} | (accepted or {})
    files = dict.fromkeys(INPUTS, b"-\n") | {
        "session.json": text({**names, "theorem_sha256": THEOREM_ID}),
        "result.json": text({"session_id": session_id, "solved": True}),
        "source.lean": SOURCE,
        "accepted-proof.lean": proof,
        "historical-proof-receipt.json": text({"schema_version": "reap.course-proof-replay-binding.v1", "accepted": text(record).decode()}),
    }
    hashes = {name: sha(files[name]) for name in INPUTS}
    files |= {"replay.stdout": b"ok\n", "replay.stderr": b"", "trace.json": b"{}\n"}
    files["replay-receipt.json"] = text(
        {
            "schema_version": "reap.verified-replay.receipt.v1",
            "session_id": session_id,
            "theorem": "demo",
            "command": ["lean", "replay.lean"],
            "cwd": ".",
            "returncode": 0,
            "elapsed_seconds": 0.5,
            "inputs_sha256": hashes,
            "stdout_sha256": sha(b"ok\n"),
            "stderr_sha256": sha(b""),
        }
    )
    rows = two_rows() if rows is None else rows
    dataset = {
        "schema_version": "reap.verified-success-trajectory.v1",
        "profile": "verified-generated-action-negative-longest-branch-v1",
        **names,
        "theorem": "demo",
        "theorem_sha256": THEOREM_ID,
        "root_return": min((r["return"] for r in rows), default=-1),
        "final_policy_version": version,
        "axioms": ["propext"],
        "inputs_sha256": hashes,
        "trace_sha256": sha(files["trace.json"]),
        "replay_receipt_sha256": sha(files["replay-receipt.json"]),
        "return_unit": "tactic steps, negative, longest branch",
        "rows": rows,
    } | changes
    return files | {"dataset.json": text(dataset)}


def success_event(files: dict[str, bytes], session_id: str = "s1", *, version: int = 0, **changes: Any) -> dict[str, Any]:
    accepted = json.loads(files["historical-proof-receipt.json"])["accepted"]
    return {
        "kind": "verified_success_discounted_v1",
        "event_id": f"{session_id}.success",
        "session_id": session_id,
        "tree_id": f"{session_id}.tree0",
        "theorem_id": THEOREM_ID,
        "policy_version": version,
        "dataset_sha256": sha(files["dataset.json"]),
        "course_acceptance_sha256": sha(accepted.encode()),
    } | changes
