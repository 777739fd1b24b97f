"""Runs a policy and a search over problem sets, and says what came out."""

from reaprover.evals.evaluators import Arm, ModelSettings, make_evaluators, parse_spec
from reaprover.evals.runner import Record, RunConfig, Summary, read_records, read_run, read_states, run, summarise

__all__ = [
    "Arm",
    "ModelSettings",
    "Record",
    "RunConfig",
    "Summary",
    "make_evaluators",
    "parse_spec",
    "read_records",
    "read_run",
    "read_states",
    "run",
    "summarise",
]
