"""From trained weights to a published model: a proof that they found, its independent check, and the model folder.

Decisions:
- The proof is of a training theorem and was found by these very weights. It is checked by a fresh Lean in the strict lane, in a run folder
  of the form of acceptance.md, section 2; nothing is published unless every gate passed.
- The session of the release is the whole training: its updates are the optimizer steps of adapter and head, none of them during the search
  of that proof. Both stand in the records.
- What was sealed is the folder of weights, by the hash that is its name.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from reaprover.core import Evaluator, Theorem, Verdict
from reaprover.core.canonical import JsonObject, canonical_json
from reaprover.errors import InfrastructureError, InputError
from reaprover.lean.toolchain import Toolchain
from reaprover.prover import Prover
from reaprover.search import SearchConfig
from reaprover.snapshot.model_folder import publish_model_folder, read_weights
from reaprover.snapshot.session import Source
from reaprover.verify.acceptance import MARKER, TRUST_SCOPE, acceptance_block, check_session
from reaprover.verify.compile import sha256
from reaprover.verify.name import write_name
from reaprover.verify.records import read_file
from reaprover.verify.strict import StrictChecker, submission_of

StopFn = Callable[[], bool]

SEALED: Final = "experience-candidate"
STATUS: Final = "solved_by_trained_weights"
REQUEST_SCHEMA: Final = "reap.teacher-course.verification-request.v1"
MAX_SHIPPED_BYTES: Final = 25_000_000
"""Size of a model that comes with the package, at most."""

_CHECK_FILES: Final = ("receipt.json", "accepted.json", "stdout.log", "stderr.log", "reaprover-check.json")
_RECORDS: Final = ("session.json", "result.json", "online-result.json")


@dataclass(frozen=True, slots=True)
class FoundProof:
    """A proof that the weights found.

    Attributes:
        theorem: of a training split.
        script: the tactic block.
        elapsed_s: of the search.
        facts: of the search, for the record: settings, simulations, seed.
    """

    theorem: Theorem
    script: str
    elapsed_s: float = 0.0
    facts: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class PublishedModel:
    """What was published.

    Attributes:
        folder: the model folder.
        experience_id: of its release.
        manifest_sha256: pins all three files of the release.
        weights_sha256: of its `backend.json`.
        evidence_sha256: of `accepted.json`.
    """

    folder: Path
    experience_id: str
    manifest_sha256: str
    weights_sha256: str
    evidence_sha256: str


def find_proof(
    evaluator: Evaluator, theorems: Iterable[Theorem], toolchain: Toolchain, config: SearchConfig, *, stop_fn: StopFn | None = None
) -> FoundProof | None:
    """The longest of the proofs that the weights find alone, the first of equals; None if they find none.

    Args:
        evaluator: the weights, without the catalogue beside them.
        theorems: of training splits.
        toolchain: the Lean to search with and to check with, in the strict lane.
        config: of each search, its budget included.
        stop_fn: asked between theorems; True ends the search for a longer one.

    Raises:
        InputError, InfrastructureError: see `Prover.attempt`.
    """
    best, most = None, 0
    with Prover(toolchain, evaluator) as prover:
        for theorem in theorems:
            if stop_fn is not None and stop_fn():
                break
            result = prover.attempt(theorem, config)
            if result.script is not None and (result.num_steps or 0) > most:
                counters = result.counters
                facts = {
                    "evaluator": evaluator.identity,
                    "search": config.to_json(),
                    "simulations": counters.simulations,
                    "applications": counters.applications,
                    "model_tokens": counters.model_tokens,
                    "steps": result.num_steps,
                }
                best, most = FoundProof(result.theorem, result.script, counters.elapsed_s, facts), result.num_steps or 0
    return best


def publish_model(
    folder: str | Path,
    saved: str | Path,
    proof: FoundProof,
    checker: StrictChecker,
    *,
    run_folder: str | Path,
    name: str,
    num_updates: int,
    sections: JsonObject,
    lineage: Mapping[str, Any] | None = None,
    parent_experience_id: str | None = None,
    max_bytes: int | None = MAX_SHIPPED_BYTES,
) -> PublishedModel:
    """Check a proof and publish the weights that found it, with base, evidence and card; all at once or nothing.

    Args:
        folder: the model folder; it must not exist.
        saved: the weights, a folder made by `save_weights`.
        proof: what they found.
        checker: at level strict or paranoid.
        run_folder: for the records of the check; kept, also if the proof is not accepted.
        name: of the model, for its card.
        num_updates: optimizer steps of adapter and head, at least 1.
        sections: of the card, see `snapshot.card.own_model_card`; the figures in it are published as they are.
        lineage: what the weights were made from (run, seed, data hashes), for the record.
        parent_experience_id: the release that training started from; None for a fresh start.
        max_bytes: of the whole folder.

    Raises:
        InputError: the check did not accept the proof, a section is missing, or the folder would be too large.
        InfrastructureError: the check reached no verdict, or the disk refuses.
        SnapshotRefusal: weights or base that a reader would refuse.
        FileExistsError: the run folder holds such a check already.
    """
    weights, run = read_weights(saved), Path(run_folder)
    if num_updates < 1:
        raise InputError("num_updates", "is out of range", found=str(num_updates), expected="at least 1: a release is of trained weights")
    session_id, experience_id = f"train-{weights.sha256[:12]}-01", f"exp-{weights.sha256[:12]}-01"
    theorem = _write_records(run, session_id, proof, weights.sha256, num_updates)
    acceptance = check_session(run, session_id, theorem, checker)
    if acceptance.verdict is not Verdict.VERIFIED:
        reasons = "; ".join(f"{gate.name}: {gate.detail}" for gate in acceptance.gates if gate.passed is not True)
        if acceptance.verdict is Verdict.UNVERIFIED:
            raise InfrastructureError(f"proof of {theorem}: could not be checked: {reasons}")
        raise InputError(f"proof of {theorem}", "was not accepted", found=reasons[:400], advice="publish weights whose proofs are accepted")
    accepted = json.loads(read_file(acceptance.folder / "accepted.json"))
    source = Source(session_id, str(accepted["theorem_sha256"]), num_updates, SEALED, weights.sha256, parent_experience_id)
    block = acceptance_block(acceptance.folder, run, source.to_json())
    request: JsonObject = {
        "schema_version": REQUEST_SCHEMA,
        "session_id": session_id,
        "theorem": theorem,
        "input_files": accepted["input_files"],
        "proof_sha256": accepted["proof_sha256"],
        "trust_scope": TRUST_SCOPE,
    }
    outputs = run / "outputs" / session_id
    evidence = {f"search/{file}": read_file(outputs / file) for file in _RECORDS}
    evidence |= {f"verification/{file}": read_file(acceptance.folder / file) for file in _CHECK_FILES}
    evidence |= {
        "proof/source.lean": read_file(run / accepted["input_files"]["source"]["path"]),
        "proof/proof.lean": read_file(acceptance.folder / "proof.lean"),
        "verification/request.json": canonical_json(request),
        "training/lineage.json": _indented({"weights_sha256": weights.sha256, "updates": num_updates, **(lineage or {})}),
    }
    parts = publish_model_folder(
        folder,
        saved,
        name=name,
        experience_id=experience_id,
        source=source,
        evidence_sha256=str(block["evidence_sha256"]),
        evidence=evidence,
        sections=sections,
        max_bytes=max_bytes,
    )
    manifest = parts.manifest
    return PublishedModel(Path(folder), experience_id, manifest.sha256, manifest.backend.sha256, str(block["evidence_sha256"]))


def _write_records(run: Path, session_id: str, proof: FoundProof, weights_sha256: str, num_updates: int) -> str:
    """The run folder of acceptance.md, section 2; gives the theorem's name in its file."""
    submission = submission_of(proof.theorem, MARKER.strip())
    theorem, source = write_name(submission.target), submission.source.encode()
    outputs = run / "outputs" / session_id
    outputs.mkdir(parents=True)
    (run / "inputs").mkdir(exist_ok=True)
    (run / "inputs" / f"{session_id}.lean").write_bytes(source)
    records: dict[str, dict[str, Any]] = {
        "session.json": {
            "session_id": session_id,
            "theorem_sha256": sha256(source),
            "profile": "trained-weights-v1",
            "weights_sha256": weights_sha256,
            "search": dict(proof.facts or {}),
        },
        "result.json": {
            "schema_version": "reap.training.result.v1",
            "session_id": session_id,
            "elapsed_ns": round(proof.elapsed_s * 1e9),
            "solved": True,
            "status": "solved",
            "proof_script": proof.script,
            "error": None,
        },
        "online-result.json": {
            "session_id": session_id,
            "status": STATUS,
            "root_verified": True,
            "returncode": 0,
            "error": None,
            "optimizer_updates": num_updates,
            "policy_version": num_updates,
            "updates_during_search": 0,
            "learn_receipts": [],
            "checkpoint_count": 0,
        },
    }
    for name, record in records.items():
        (outputs / name).write_bytes(_indented(record))
    return theorem


def _indented(record: Mapping[str, Any]) -> bytes:
    return (json.dumps(record, ensure_ascii=False, indent=2, allow_nan=False) + "\n").encode()
