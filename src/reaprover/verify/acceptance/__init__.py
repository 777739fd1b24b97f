"""Acceptance of a searched proof: the proof text, the check in a folder of its own, and validation from disk alone.

Files, keys and gates follow spec acceptance.md, so that records of the original programs and ours can be read by either side:
`inputs` (sections 2 and 3), `check` (4 and 5), `validate` (5), `handover` to another machine (6). Hashes detect corruption
and mix-ups; whoever can write a folder can write a consistent lie.
"""

from reaprover.verify.acceptance.check import TRUST_SCOPE, Acceptance, Gate, check_session, environment_sha256, text_gates
from reaprover.verify.acceptance.inputs import MARKER, AcceptanceError, Inputs, proof_text, read_inputs
from reaprover.verify.acceptance.validate import acceptance_block, validate

__all__ = [
    "MARKER",
    "TRUST_SCOPE",
    "Acceptance",
    "AcceptanceError",
    "Gate",
    "Inputs",
    "acceptance_block",
    "check_session",
    "environment_sha256",
    "proof_text",
    "read_inputs",
    "text_gates",
    "validate",
]
