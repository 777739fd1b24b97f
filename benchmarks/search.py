"""How fast the search itself is: a free environment and evaluator, so that nothing but the tree costs time.

Measured, in processor time, the best of some runs: simulations per second at 4,000 simulations and K = 6 (rule set
`paper`, one core), memory per node, and the cost per simulation up to 100,000 simulations, beside the length of the paths,
which every simulation walks twice. A cost of a + b · ln n shows as a constant growth per e-fold.
Beside it, if the package `htps` (a C++ hyper-tree search) is installed, the same toy problem through its Python interface.

    python benchmarks/search.py [--simulations 100000] [--repeat 5]
"""

from __future__ import annotations

import argparse
import gc
import json
import math
import platform
import sys
import time
import tracemalloc
from collections.abc import Sequence
from typing import Any

from reaprover.core import (
    Candidate,
    CheckResult,
    Evaluation,
    Observation,
    Part,
    ProofState,
    TacticResult,
    TacticStatus,
    Theorem,
    Verdict,
)
from reaprover.search import Budget, SearchConfig, SearchResult, rule_set, search

K = 6
GAMMA = 0.99


def scatter(number: int) -> int:
    """32 bits that look random, of a state's number."""
    return number * 2654435761 % 2**32


def toy_value(number: int) -> float:
    """Steps between −4 and −28, spread evenly over the states."""
    return -4.0 - scatter(number) / 2**32 * 24.0


def is_split(number: int) -> bool:
    """Whether the state made after that many has two independent goals: one in seven."""
    return (scatter(number) >> 8) % 7 == 0


class ToyEnvironment:
    """An endless tree of numbered states, all different, none finished; every application is new and valid."""

    identity = "toy"

    def __init__(self) -> None:
        self.count = 0

    def _state(self, goals: int = 1) -> ProofState:
        self.count += 1
        name = str(self.count)
        return ProofState(name, (name,) * goals, name, False, ((0,),) if goals == 1 else ((0,), (1,)))

    def initial_state(self) -> ProofState:
        return self._state()

    def apply_batch(self, state: ProofState, tactics: Sequence[str]) -> list[TacticResult]:
        return [TacticResult(tactic, TacticStatus.OPEN, self._state(2 if is_split(self.count) else 1)) for tactic in tactics]

    def split(self, state: ProofState) -> list[Part]:
        return [Part(self._state(), (i,)) for i in range(len(state.goals))]

    def release(self, states: Sequence[ProofState]) -> None:
        pass

    def close(self) -> None:
        pass


class ToyEvaluator:
    """The same K candidates everywhere, and a value that depends on the number of the state alone."""

    identity = "toy"
    candidates = tuple(Candidate(f"tactic {i}", -0.5 * (i + 1)) for i in range(K))

    def evaluate(self, observations: Sequence[Observation]) -> list[Evaluation]:
        return [Evaluation(self.candidates, toy_value(int(observation.key))) for observation in observations]


class NeverAsked:
    """The toy is never solved."""

    def check(self, theorem: Theorem, script: str) -> CheckResult:
        return CheckResult(Verdict.UNVERIFIED, ("the toy has no proofs",))


def play(simulations: int, rules: str = "paper") -> SearchResult:
    """One search of the toy."""
    config = SearchConfig(rules=rule_set(rules).override(num_candidates=K), budget=Budget(num_simulations=simulations))
    return search(Theorem("toy", "", "True"), ToyEnvironment(), ToyEvaluator(), NeverAsked(), config)


def timed(simulations: int, rules: str = "paper") -> tuple[float, SearchResult]:
    """Seconds of processor time for one search."""
    gc.collect()
    begun = time.process_time()
    result = play(simulations, rules)
    return time.process_time() - begun, result


def environment_share(simulations: int) -> float:
    """Seconds that the toy environment and evaluator alone take for as many calls."""
    environment, evaluator = ToyEnvironment(), ToyEvaluator()
    state = environment.initial_state()
    tactics = [candidate.tactic for candidate in evaluator.candidates]
    begun = time.process_time()
    for _ in range(simulations):
        evaluator.evaluate([Observation(state.goals, state.key)])
        environment.apply_batch(state, tactics)
    return time.process_time() - begun


def memory_per_node(simulations: int) -> float:
    """Bytes that the tree holds per node, states and texts included, from the allocator's own count."""
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    result = play(simulations)
    gc.collect()
    size = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return size / len(result.tree)


def mean_path(result: SearchResult) -> float:
    """Nodes on the path of the mean simulation: every node of a path is visited once."""
    return sum(node.visits for node in result.tree.nodes) / result.counters.simulations


def htps_row(expansions: int) -> dict[str, Any] | None:
    """The same toy in `htps`, through its Python interface; None if it is not installed.

    Its unit is the expansion of one goal, as ours is the simulation. One of its selections takes a whole hyper-tree and
    expands all its leaves, so it walks down less often per expansion than a search that expands one leaf at a time.
    """
    try:
        import htps
    except ImportError:
        return None
    context = htps.Context([])
    priors = [math.exp(candidate.logprob / 200.0) for candidate in ToyEvaluator.candidates]
    priors = [prior / sum(priors) for prior in priors]
    tactics = [htps.Tactic(candidate.tactic, True, 1) for candidate in ToyEvaluator.candidates]
    count = 0

    def state() -> Any:
        nonlocal count
        count += 1
        return htps.Theorem(str(count), str(count), [], context, [])

    policy, solved = htps.PolicyType.AlphaZero, htps.QValueSolved.One
    metric, mask = htps.Metric.Size, htps.NodeMask.NoMask
    params = htps.SearchParams(
        0.3, policy, 100 * expansions, 1, False, False, False, False, GAMMA, 10**6, False, False, False, 0.0, solved, 0.0, metric, mask,
        1.0, 1.0, False, 0,
    )  # fmt: skip
    gc.collect()
    tree = htps.HTPS(state(), params)
    begun, inside, done = time.process_time(), 0.0, 0
    while done < expansions:
        entered = time.process_time()
        leaves = tree.theorems_to_expand()
        inside += time.process_time() - entered
        answers = []
        for leaf in leaves:
            children = [[state(), state()] if is_split(count) else [state()] for _ in range(K)]
            effects = [htps.EnvEffect(leaf, tactic, below) for tactic, below in zip(tactics, children, strict=True)]
            log_critic = -toy_value(int(leaf.unique_string)) * math.log(GAMMA)
            answers.append(htps.EnvExpansion(leaf, 1, 1, [1] * K, effects, log_critic, tactics, children, priors))
        entered = time.process_time()
        tree.expand_and_backup(answers)
        inside += time.process_time() - entered
        done += len(leaves)
    seconds = time.process_time() - begun
    return {"expansions": done, "expansions_per_s": done / seconds, "expansions_per_s_inside": done / inside}


def main() -> None:
    """Measure and print a table and one JSON line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--simulations", type=int, default=100_000, help="the longest search")
    parser.add_argument("--repeat", type=int, default=5, help="searches per row of the short ones; the best counts")
    options = parser.parse_args()
    rows = []
    print(f"free environment and evaluator, K = {K}, one core; {platform.python_implementation()} {platform.python_version()}")
    print(f"{'rules':<12}{'simulations':>12}{'nodes':>10}{'sims/s':>10}{'µs/sim':>9}{'path':>7}{'µs per e-fold':>15}")
    for rules in ("paper", "pseudocode", "reap"):
        for simulations in (1000, 4000, 16000, options.simulations) if rules == "paper" else (4000,):
            repeat = options.repeat if simulations <= 4000 else min(options.repeat, 2)
            seconds, result = min((timed(simulations, rules) for _ in range(repeat)), key=lambda pair: pair[0])
            row = {
                "rules": rules,
                "simulations": simulations,
                "nodes": len(result.tree),
                "simulations_per_s": simulations / seconds,
                "us_per_simulation": 1e6 * seconds / simulations,
                "mean_path": mean_path(result),
            }
            earlier = [other for other in rows if other["rules"] == rules]
            growth = f"{'':>15}"
            if earlier:  # constant along the rows if the cost is a + b · ln n
                more = row["us_per_simulation"] - earlier[-1]["us_per_simulation"]
                growth = f"{more / math.log(simulations / earlier[-1]['simulations']):>15.1f}"
            rows.append(row)
            print(
                f"{rules:<12}{simulations:>12,}{row['nodes']:>10,}{row['simulations_per_s']:>10,.0f}{row['us_per_simulation']:>9.1f}"
                f"{row['mean_path']:>7.1f}{growth}"
            )
            del result
    share = environment_share(4000)
    print(f"of this the toy environment and evaluator alone: {1e6 * share / 4000:.1f} µs per simulation")
    bytes_per_node = memory_per_node(4000)
    print(f"memory: {bytes_per_node:.0f} bytes per node at 4,000 simulations, states and texts of the toy included")
    ours = next(row for row in rows if (row["rules"], row["simulations"]) == ("paper", 4000))
    inside = 4000 / (4000 / ours["simulations_per_s"] - share)
    theirs = max((row for _ in range(options.repeat) if (row := htps_row(4000))), key=lambda row: row["expansions_per_s"], default=None)
    if theirs is None:
        print("htps is not installed; `pip install htps` for the comparison")
    else:
        print(f"{'expansions of the same toy per second':<44}{'all':>10}{'search only':>13}")
        print(f"{'reaprover, rule set paper (Python)':<44}{ours['simulations_per_s']:>10,.0f}{inside:>13,.0f}")
        print(f"{'htps (C++ behind Python)':<44}{theirs['expansions_per_s']:>10,.0f}{theirs['expansions_per_s_inside']:>13,.0f}")
        ratios = ours["simulations_per_s"] / theirs["expansions_per_s"], inside / theirs["expansions_per_s_inside"]
        print(f"{'ratio, ours to theirs':<44}{ratios[0]:>10.2f}{ratios[1]:>13.2f}")
    record = {
        "benchmark": "search",
        "python": platform.python_version(),
        "machine": platform.machine(),
        "processor": platform.processor(),
        "k": K,
        "rows": rows,
        "environment_us_per_simulation": 1e6 * share / 4000,
        "bytes_per_node": bytes_per_node,
        "htps": theirs,
    }
    print(json.dumps(record))


if __name__ == "__main__":
    sys.exit(main())
