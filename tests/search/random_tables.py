"""Random environments in the form of the golden file: loops, twins, splits, dead ends, ties and duplicates on purpose."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from reaprover.core import Candidate, Evaluation, Observation

TEXTS = ("a", "bb", "ccc", "dddd", "e e", "ff;ff", "g", "hh")


def random_tables(seed: int, num_states: int = 14) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any]]:
    """States, tactics, policy and value; the root is `s0`."""
    rng = random.Random(seed)
    names = [f"s{i}" for i in range(num_states)]
    states: dict[str, Any] = {name: {"key": name, "pp": name} for name in names}
    for name in names[1:]:
        if rng.random() < 0.2:
            states[name]["metavariables"] = True
    splits = [f"x{i}" for i in range(rng.randint(1, 4))]
    for name in splits:
        parts = rng.sample(names[1:], rng.randint(2, 3))
        states[name] = {"key": name, "pp": name, "split": parts}
    twins = {}
    for name in [*names[1:], *splits]:  # the same state under other names: equal key, other printed text, other parts
        if rng.random() < 0.4:
            twin = f"{name}'"
            twins[name] = twin
            states[twin] = {**states[name], "pp": rng.choice([name, twin])}
    everything = list(states)
    states["done"] = {"key": "done", "pp": "done"}
    tactics: dict[str, Any] = {}
    policy: dict[str, Any] = {}
    value: dict[str, Any] = {}
    done_rate = rng.choice([0.02, 0.1, 0.3])
    for name in everything:
        rows = {}
        for text in TEXTS:
            if rng.random() < 0.6:
                to = "done" if rng.random() < done_rate else rng.choice(everything)
                rows[text] = {"to": to, "ms": rng.choice([0, 1, 1, 2, 5])}
        for row in list(rows.values()):  # two tactics to the same state, by its other name
            if row["to"] in twins and rng.random() < 0.7:
                rows[rng.choice(TEXTS)] = {"to": twins[row["to"]], "ms": rng.choice([0, 1, 3])}
        tactics[name] = rows
        policy[name] = [
            [[rng.choice(TEXTS), rng.choice([-0.5, -0.5, -1.0, -20.0])] for _ in range(rng.randint(0, 6))]
            for _ in range(rng.randint(1, 3))
        ]
        if name.endswith("'"):
            policy[name] = policy[name[:-1]]
            value[name] = value[name[:-1]]
            continue
        value[name] = rng.choice([0.0, -1.0, -2.0, -2.0, -5.0, -13.5, -39.0])
    return states, tactics, policy, value


class ByKey:
    """Proposes by the key of the state: twins, which print alike or not, are one state to it."""

    identity = "by key"

    def __init__(self, policy: dict[str, Any], value: dict[str, float]) -> None:
        self.policy, self.value = policy, value

    def evaluate(self, observations: Sequence[Observation]) -> list[Evaluation]:
        answers = []
        for seen in observations:
            batches = self.policy[seen.key]
            batch = batches[min(seen.batch_index, len(batches) - 1)]
            answers.append(Evaluation(tuple(Candidate(text, logprob) for text, logprob in batch), self.value[seen.key]))
        return answers
