"""The nouns of the field and the protocols at the seams. Imports nothing but `reaprover.errors`."""

from reaprover.core.nouns import (
    Candidate,
    CheckResult,
    ErrorKind,
    Evaluation,
    Observation,
    Part,
    ProofState,
    TacticError,
    TacticResult,
    TacticStatus,
    Theorem,
    Verdict,
)
from reaprover.core.protocols import Environment, Evaluator, ProofChecker

__all__ = [
    "Candidate",
    "CheckResult",
    "Environment",
    "ErrorKind",
    "Evaluation",
    "Evaluator",
    "Observation",
    "Part",
    "ProofChecker",
    "ProofState",
    "TacticError",
    "TacticResult",
    "TacticStatus",
    "Theorem",
    "Verdict",
]
