"""The nouns of the field and the protocols at the seams. Imports nothing but `reaprover.errors`."""

from reaprover.core.nouns import (
    Candidate,
    CheckResult,
    ErrorKind,
    Evaluation,
    Observation,
    Outcome,
    Part,
    ProofState,
    TacticError,
    TacticResult,
    TacticStatus,
    Theorem,
    Transition,
    Verdict,
)
from reaprover.core.protocols import Environment, Evaluator, GoalSplitting, ProofChecker, ScriptReplay

__all__ = [
    "Candidate",
    "CheckResult",
    "Environment",
    "ErrorKind",
    "Evaluation",
    "Evaluator",
    "GoalSplitting",
    "Observation",
    "Outcome",
    "Part",
    "ProofChecker",
    "ProofState",
    "ScriptReplay",
    "TacticError",
    "TacticResult",
    "TacticStatus",
    "Theorem",
    "Transition",
    "Verdict",
]
