"""What a snapshot is, in plain words: for people who have a folder and want to know what it can prove and what not."""

from __future__ import annotations

from reaprover.core.canonical import JsonObject
from reaprover.snapshot.reading import LiveContents, ReleaseContents

SCHEMA = "reaprover.show.v1"


def facts(contents: ReleaseContents | LiveContents) -> JsonObject:
    """The facts as one JSON document (schema `reaprover.show.v1`)."""
    manifest = contents.manifest
    common: JsonObject = {
        "schema_version": SCHEMA,
        "id": manifest.session_id,
        "snapshot": manifest.snapshot,
        "manifest_sha256": manifest.sha256,
        "session_sha256": manifest.session.sha256,
        "backend_sha256": manifest.backend.sha256,
    }
    if isinstance(contents, LiveContents):
        session = contents.session
        return common | {
            "kind": "live-session snapshot",
            "role": session.role.value,
            "theorem_id": session.theorem_id,
            "policy_version": session.policy_version,
            "completed": session.completed,
            "backend_schema": contents.backend.schema,
        }
    weights, contract = contents.weights, contents.contract
    return common | {
        "kind": "experience release",
        "source": contents.session.source.to_json(),
        "acceptance": {"kind": contents.session.acceptance.kind.value, "evidence_sha256": contents.session.acceptance.evidence_sha256},
        "contract_sha256": contract.sha256,
        "backend": contract.backend,
        "base_model": {key: contract.fingerprint.get(key) for key in ("repository", "revision")},
        "lora_rank": contract.lora_rank,
        "lora_alpha": contract.lora_alpha,
        "hidden_size": contract.hidden_size,
        "num_adapter_tensors": 0 if weights is None else len(weights.adapter),
        "num_adapter_parameters": 0 if weights is None else weights.adapter.num_parameters,
        "adapter_dtype": None if weights is None else next(iter(weights.adapter.values())).dtype.word,
        "num_head_parameters": 0 if weights is None else weights.value_head.num_parameters,
        "head_outputs": 0 if weights is None else weights.value_head["2.bias"].shape[0],
        "shapes_compared_with_base": weights is not None and weights.compared_with_base,
    }


def explain(contents: ReleaseContents | LiveContents) -> str:
    """The explanation as paragraphs."""
    return _explain_release(contents) if isinstance(contents, ReleaseContents) else _explain_live(contents)


def _explain_release(contents: ReleaseContents) -> str:
    session, contract, weights = contents.session, contents.contract, contents.weights
    source, base = session.source, contract.fingerprint
    if weights is None:
        holds = "It holds the two values of the toy backend, which has no tensors."
    else:
        dtype = next(iter(weights.adapter.values())).dtype.word
        holds = (
            f"It holds a LoRA adapter ({len(weights.adapter)} tensors, {weights.adapter.num_parameters:,} numbers in {dtype}, rank "
            f"{contract.lora_rank}, alpha {contract.lora_alpha}) and a value head ({weights.value_head.num_parameters:,} numbers, "
            f"{weights.value_head['2.bias'].shape[0]} outputs) for the base model {base.get('repository', 'unknown')}, revision "
            f"{base.get('revision', 'unknown')}. The base model itself is not included."
        )
    start = (
        f"It continues the accepted experience {source.parent_experience_id}."
        if source.parent_experience_id
        else "It started from fresh weights."
    )
    compared = "" if weights is None or weights.compared_with_base else "\n- the tensors' shapes: they agree among themselves only"
    return f"""{session.experience_id} is an experience release: weights written after a proof was accepted.

{holds}

It comes from session {source.session_id}, which searched for the theorem {source.theorem_id} and had updated its weights
{source.policy_version} times. {start}

Shown by these files:
- they are whole and unchanged since the manifest (sha256 {contents.manifest.sha256}) was written
- they belong together: session.json names this backend.json, and the contract agrees with itself
- every tensor is there, has the shape that the contract asks for, and is finite

Stated by these files, not shown:
- that a fresh Lean process accepted the proof ({session.acceptance.kind.value}); the evidence has the sha256
  {session.acceptance.evidence_sha256} and is not in this folder
- that the weights come from that session, and from that parent

Not said by these files:
- who wrote them: hashes are not signatures, compare the manifest's sha256 with one that you trust
- that base_sha256 of the contract is the base that you have: its recipe is not public
- how well the weights work on anything else{compared}
"""


def _explain_live(contents: LiveContents) -> str:
    session = contents.session
    theorem = f"the theorem {session.theorem_id}" if session.theorem_id else "no theorem"
    return f"""{session.session_id}/{contents.manifest.snapshot} is a live-session snapshot: the whole state of a session, to go on from.

Role {session.role.value}, {theorem}, policy version {session.policy_version}, {"completed" if session.completed else "not completed"};
{len(session.event_receipts)} events were answered. Backend form: {contents.backend.schema}.

Shown by these files: they are whole, belong together, and every tensor is finite.
Not said by these files: that anything was proved. A snapshot is not an accepted experience.
"""
