"""One search in a process of its own, to be killed: `python -m tests.search.resume_worker FOLDER SEED CONFIG PAUSE`.

Prints `go` when it starts. It saves after every simulation; the pause, in seconds, lies in the middle of each.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from reaprover.core import CheckResult, Verdict
from reaprover.search import Budget, Observer, SearchResult, search, search_config
from reaprover.testing.tables import TABLE_THEOREM, TableChecker, TableEnvironment

from .random_tables import ByKey, random_tables

NUM_SIMULATIONS = 40


class Pause(Observer):
    """Sleeps in the middle of every simulation."""

    def __init__(self, pause_s: float) -> None:
        self.pause_s = pause_s

    def expanded(self, tree: object, expansion: object) -> None:
        time.sleep(self.pause_s)


class OddScripts(TableChecker):
    """Rejects every script that has an even number of characters."""

    def check(self, theorem: object, script: str) -> CheckResult:
        self.scripts.append(script)
        return CheckResult(Verdict.REJECTED if len(script) % 2 == 0 else Verdict.VERIFIED)


def run(
    folder: Path | None,
    seed: int,
    name: str,
    *,
    simulations: int = NUM_SIMULATIONS,
    observers: tuple[Observer, ...] = (),
    save_every_s: float = 60.0,
) -> SearchResult:
    """One search, which continues what `folder` holds; every other seed explores more."""
    states, tactics, policy, value = random_tables(seed)
    rules = {"max_nodes": None, **({"c_init": 1.5, "sampling_c": 0.5} if seed % 2 else {})}
    config = search_config(name, rules=rules, budget=Budget(num_simulations=simulations), save_every_s=save_every_s)
    where = TableEnvironment(states, tactics, "s0")
    resume = folder is not None
    return search(TABLE_THEOREM, where, ByKey(policy, value), OddScripts(), config, folder=folder, resume=resume, observers=observers)


if __name__ == "__main__":
    print("go", flush=True)
    result = run(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3], observers=(Pause(float(sys.argv[4])),), save_every_s=0.0)
    print(result.outcome.value, result.error, flush=True)
