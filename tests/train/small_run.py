"""A training run that lasts seconds, and what must hold of its folder, however often it was killed."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from reaprover.learn.leakage import EvaluationGuard
from reaprover.learn.matchmaker import MatchmakerConfig
from reaprover.learn.replay import ReplayStore
from reaprover.train.config import Measure, Phase, SelfPlay, TrainAdapter, TrainBase, TrainingConfig

GAMES = MatchmakerConfig(disprove_rate=0.1, trust_count=2, trust_count_proved=2, base_simulations=16, multiplier=1.5)
SHAPE = {"hidden_size": 32, "num_layers": 1, "num_heads": 2, "num_key_value_heads": 1, "intermediate_size": 64, "context_length": 512}
PLAY = SelfPlay(name="play", seconds=8.0, policy="catalogue", wall_s=0.4, max_wall_s=1.0, num_candidates=12, plain_share=0.5)
BASE = TrainBase(name="base", seconds=300.0, num_steps=24, batch_size=8, num_copies=2, vocab_size=512, shape=SHAPE)
ADAPTER = TrainAdapter(name="adapter", seconds=300.0, num_steps=20, batch_size=8, num_copies=2)
RANKED = SelfPlay(name="ranked", seconds=4.0, policy="ranked", wall_s=0.4, max_wall_s=1.0, num_candidates=4)
MEASURE = Measure(name="measure", sets=("logic",), wall_s=0.5, num_candidates=2, max_per_set=1)


def config(*phases: Phase, **values: Any) -> TrainingConfig:
    """A run of a few phases on the logic set."""
    settings: dict[str, Any] = {
        "sets": ("logic",),
        "num_variants": 1,
        "num_conjectures": 4,
        "num_threads": 1,
        "matchmaker": GAMES,
        "seed": 5,
    }
    return TrainingConfig(preset="test", phases=phases, **{**settings, **values})


def lines(path: Path) -> list[dict[str, Any]]:
    """A file of JSON lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []


def check_folder(folder: Path, *, in_flight: int | None = 0) -> tuple[int, int]:
    """Assert that no game was lost or counted twice; gives the numbers of games and of solutions.

    Args:
        folder: of a run that nobody is at.
        in_flight: games that may still be out; None for any.
    """
    with ReplayStore(folder / "replay", guard=EvaluationGuard.of_sets(), read_only=True) as store:
        solutions = {solution.search_id: solution for solution in store.solutions()}
        rows = list(store)
        assert len(list(store.solutions())) == len(solutions) == len(store.search_ids)
    games = lines(folder / "games.jsonl")
    counted = {line["game"]: line for line in games}
    assert len(counted) == len(games), [name for name, times in Counter(line["game"] for line in games).items() if times > 1]
    won = {name for name, line in counted.items() if line["outcome"] in ("proved", "disproved")}
    assert won == set(solutions), (won - set(solutions), set(solutions) - won)
    for name in won:
        assert solutions[name].theorem_id == counted[name]["theorem"]
        assert solutions[name].theorem.negated == (counted[name]["outcome"] == "disproved")
    assert {row.search_id for row in rows} <= won
    decided = {name for name, line in counted.items() if line["outcome"] in ("proved", "disproved", "exhausted")}
    state = json.loads((folder / "matchmaker.json").read_bytes())
    out = [job[0] for job in state["in_flight"]]
    assert {line["game"] for line in lines(folder / "unsolved.jsonl")} <= decided | set(out)
    assert in_flight is None or len(out) == in_flight
    assert {int(name.rpartition("-")[2]) for name in (*counted, *out)} == set(range(state["num_games"]))
    evidence = Counter(line["theorem"] for line in games if line["outcome"] in ("proved", "disproved", "exhausted", "rejected"))
    assert {row[0]: len(row[3]) for row in state["statements"] if row[3]} == dict(evidence)
    return len(games), len(solutions)
