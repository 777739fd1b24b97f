"""Runs a policy and a search over problem sets, and says what came out."""

from reaprover.evals.runner import Record, RunConfig, Summary, run, summarise

__all__ = ["Record", "RunConfig", "Summary", "run", "summarise"]
