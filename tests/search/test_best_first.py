"""Best-first and beam: priorities, order, merging over the whole tree, AND/OR parts, limits."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from typing import Any

import pytest

from reaprover.core import Candidate, CheckResult, Evaluation, Observation, Outcome, TacticStatus, Verdict
from reaprover.errors import UsageError
from reaprover.search import Budget, Kind, Limit, SearchConfig, search, search_config
from reaprover.search.best_first import path_score
from reaprover.testing.tables import TABLE_THEOREM, TableChecker, TableEnvironment, TableEvaluator

from .golden import environment, evaluator
from .random_tables import ByKey, random_tables
from .toys import Constant, Endless, GoalEnvironment


def test_the_priority_of_the_specification() -> None:
    assert round(path_score(-0.2 - 0.3 - 0.8, 3, 0.5), 6) == -0.750555
    assert path_score(-1.3, 3, 0.0) == -1.3
    assert path_score(0.0, 0, 0.5) == 0.0


def line(*logprobs: float) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any], dict[str, float]]:
    """One path of states that each have the one tactic `t`, and a side step `u` that leads nowhere."""
    names = [f"s{i}" for i in range(len(logprobs) + 1)]
    states = {name: {"key": name, "pp": name} for name in [*names, *(f"u{name}" for name in names), "done"]}
    tactics: dict[str, Any] = {name: {"t": {"to": names[i + 1]}, "u": {"to": f"u{name}"}} for i, name in enumerate(names[:-1])}
    tactics[names[-1]] = {"t": {"to": "done"}}
    tactics |= {f"u{name}": {} for name in names}
    policy: dict[str, Any] = {name: [[["t", logprob], ["u", -1.0]]] for name, logprob in zip(names, [*logprobs, -0.1], strict=True)}
    policy |= {f"u{name}": [[["t", -1.0]]] for name in names}
    return states, tactics, policy, dict.fromkeys(states, -1.0)


def test_states_are_expanded_by_their_length_normalised_log_probability() -> None:
    states, tactics, policy, value = line(-0.2, -0.9, -2.0)
    order = []

    class Seen(TableEvaluator):
        def evaluate(self, observations: Any) -> Any:
            order.extend(observation.key for observation in observations)
            return super().evaluate(observations)

    who = Seen(policy, value, {(name,): name for name in states})
    config = search_config("best-first-whole", budget=Budget(num_simulations=50))
    result = search(TABLE_THEOREM, TableEnvironment(states, tactics, "s0"), who, TableChecker(), config)
    # s1 −0.2; s2 −1.1/√2 = −0.778; us1 −1.2/√2 = −0.849; us0 −1; us2 −2.1/√3 = −1.212; s3 −3.1/√3 = −1.790
    assert order == ["s0", "s1", "s2", "us1", "us0", "us2", "s3"]
    assert result.outcome is Outcome.PROVED
    assert result.script == "t\nt\nt\nt"


def test_equal_states_are_merged_over_the_whole_tree() -> None:
    states = {name: {"key": name, "pp": name} for name in ("r", "a", "b", "c", "done")}
    tactics = {"r": {"x": {"to": "a"}, "y": {"to": "b"}}, "a": {"z": {"to": "c"}}, "b": {"z": {"to": "c"}}, "c": {}}
    policy = {"r": [[["x", -1.0], ["y", -1.0]]], "a": [[["z", -1.0]]], "b": [[["z", -1.0]]], "c": [[["z", -1.0]]]}
    who = TableEvaluator(policy, dict.fromkeys(states, -1.0), {(name,): name for name in states})
    result = search(TABLE_THEOREM, TableEnvironment(states, tactics, "r"), who, TableChecker(), search_config("best-first-whole"))
    assert [node.key for node in result.tree.nodes] == ["r", "a", "b", "c"]
    assert (result.outcome, result.limit) == (Outcome.EXHAUSTED, Limit.FRONTIER)


def test_the_golden_environment_is_solved_with_parts() -> None:
    where = environment()
    result = search(TABLE_THEOREM, where, evaluator(), TableChecker(), search_config("best-first", budget=Budget(num_simulations=200)))
    assert result.script is not None
    assert where.replay(result.script).status is TacticStatus.CLOSED
    assert any(node.kind is Kind.AND for node in result.tree.nodes)


def test_and_or_best_first_solves_each_part_once_and_writes_focus_blocks() -> None:
    where = GoalEnvironment("3 > 2", "?a", "5 > 4", "?a > 3")
    who = Constant("decide", "exact 9", "solve 9")
    result = search(TABLE_THEOREM, where, who, TableChecker(), search_config("best-first", budget=Budget(num_simulations=100)))
    assert result.outcome is Outcome.PROVED
    assert result.script == "· decide\nrotate_left 1\n· decide\nrotate_left 1\nexact 9\ndecide"
    assert result.counters.simulations <= 6


@pytest.mark.parametrize("name", ["best-first", "best-first-whole", "beam"])
@pytest.mark.parametrize("seed", range(40))
def test_scripts_of_the_baselines_replay_and_flags_are_right(name: str, seed: int) -> None:
    states, tactics, policy, value = random_tables(seed)
    for row in states.values():
        row.pop("metavariables", None)
    if name != "best-first":  # the table cannot apply tactics to whole states that have parts
        states = {state: {key: value for key, value in row.items() if key != "split"} for state, row in states.items()}
    where = TableEnvironment(states, tactics, "s0")
    checker = TableChecker(*[CheckResult(Verdict.REJECTED)] * (seed % 3))
    result = search(TABLE_THEOREM, where, ByKey(policy, value), checker, search_config(name, budget=Budget(num_simulations=100)))
    assert all(node.solved == result.tree.is_solved(node) for node in result.tree.nodes)
    if result.script is not None:
        assert where.replay(result.script).status is TacticStatus.CLOSED
        assert result.transitions[0].value_target == -(result.num_steps or 0)
    elif result.outcome is Outcome.EXHAUSTED and seed % 3 == 0:
        assert not result.tree.root.solved


def test_the_beam_keeps_only_its_width_per_level() -> None:
    class Tree3(Endless):
        def _step(self, goals: list[str], tactic: str) -> list[str] | None:
            return [goals[0] + tactic]

    config = search_config("beam", beam_width=2, rules={"max_depth": 4})
    result = search(TABLE_THEOREM, Tree3(), Constant("a", "b", "c"), TableChecker(), config)
    assert (result.outcome, result.limit) == (Outcome.EXHAUSTED, Limit.DEPTH)
    expanded = {depth: sum(1 for node in result.tree.nodes if node.depth == depth and node.visits) for depth in range(5)}
    assert expanded == {0: 1, 1: 2, 2: 2, 3: 2, 4: 2}
    assert {node.key[1:] for node in result.tree.nodes if node.depth == 2 and node.visits} == {"aa", "ab"}


def test_a_baseline_says_which_cap_ended_it() -> None:
    for config, limit in (
        (search_config("best-first-whole"), Limit.NODES),
        (search_config("best-first-whole", budget=Budget(num_simulations=7)), Limit.SIMULATIONS),
        (search_config("beam"), Limit.DEPTH),
    ):
        result = search(TABLE_THEOREM, Endless(), Constant("t"), TableChecker(), config)
        if config.budget is None and limit is Limit.NODES:
            limit = Limit.FRONTIER  # one path of 32 steps ends before 64 nodes
        assert result.limit is limit


def test_a_beam_over_split_states_is_refused() -> None:
    with pytest.raises(UsageError, match="whole states"):
        search_config("beam", rules={"split": SearchConfig().rules.split})


def test_waiting_parts_come_back_when_a_proof_is_rejected() -> None:
    """A part that was solved is open again once its finish is withdrawn; its other states wait again."""
    states = {name: {"key": name, "pp": name} for name in ("r", "p", "q", "p2", "done")}
    states["both"] = {"key": "both", "pp": "both", "split": ["p", "q"]}  # type: ignore[dict-item]  # a row of another shape
    finish = {"to": "done"}
    tactics = {"r": {"c": {"to": "both"}}, "p": {"rfl": finish, "simp": {"to": "p2"}}, "p2": {"ok": finish}, "q": {"rfl": finish}}
    policy = {"r": [[["c", -1.0]]], "p": [[["rfl", -1.0], ["simp", -5.0]]], "p2": [[["ok", -1.0]]], "q": [[["rfl", -2.0]]]}
    who = TableEvaluator(policy, dict.fromkeys(states, -1.0), {(name,): name for name in states})
    checker = TableChecker(CheckResult(Verdict.REJECTED, (), line=2))
    result = search(TABLE_THEOREM, TableEnvironment(states, tactics, "r"), who, checker, search_config("best-first"))
    assert result.outcome is Outcome.PROVED
    assert result.script == "c\n· simp\n  ok\n· rfl"


class Listed:
    """Proposes a list in batches, the same in every state; counts how often it is asked."""

    identity = "listed"

    def __init__(self, *tactics: str) -> None:
        self.candidates = tuple(Candidate(tactic, math.log(1 / len(tactics))) for tactic in tactics)
        self.asked: list[tuple[str, int]] = []

    def evaluate(self, observations: Sequence[Observation]) -> list[Evaluation]:
        self.asked += [(seen.key, seen.batch_index) for seen in observations]
        return [Evaluation(self.candidates[seen.batch_index * seen.num_candidates :][: seen.num_candidates], -1.0) for seen in observations]


def test_widening_reaches_a_tactic_beyond_the_first_batches_and_asks_no_dry_state_again() -> None:
    names = ["a", "b", "c", "d", "e"]
    states = {name: {"key": name, "pp": name} for name in ("r", "done")}
    tactics = {"r": {"e": {"to": "done"}}}
    where = TableEnvironment(states, tactics, "r")
    narrow = search(TABLE_THEOREM, where, Listed(*names), TableChecker(), search_config("best-first", rules={"num_candidates": 2}))
    assert (narrow.outcome, narrow.limit) == (Outcome.EXHAUSTED, Limit.FRONTIER)
    who = Listed(*names)
    wide = search(TABLE_THEOREM, where, who, TableChecker(), search_config("best-first-widening", rules={"num_candidates": 2}))
    assert (wide.outcome, wide.script) == (Outcome.PROVED, "e")
    assert who.asked == [("r", 0), ("r", 1), ("r", 2)]
    who = Listed("a", "b", "c")
    lost = search(TABLE_THEOREM, where, who, TableChecker(), search_config("best-first-widening", rules={"num_candidates": 2}))
    assert (lost.outcome, lost.limit) == (Outcome.EXHAUSTED, Limit.FRONTIER)
    assert who.asked == [("r", 0), ("r", 1), ("r", 2)]


def test_a_state_waits_again_with_the_priority_of_a_next_candidate() -> None:
    # after two candidates the root waits with ln(1/3) = −1.10, s1 with ln(1/4) = −1.39; after four with ln(1/5) = −1.61
    states = {name: {"key": name, "pp": name} for name in ("r", "s1", "s2")}
    tactics = {"r": {"a": {"to": "s1"}, "c": {"to": "s2"}}, "s1": {}, "s2": {}}
    who = Listed("a", "b", "c", "d")
    config = search_config("best-first-widening", rules={"num_candidates": 2}, budget=Budget(num_simulations=3))
    search(TABLE_THEOREM, TableEnvironment(states, tactics, "r"), who, TableChecker(), config)
    assert who.asked == [("r", 0), ("r", 1), ("s1", 0)]


class Cheaper(TableEnvironment):
    """Reaches one state by two tactics, of which the second is far quicker."""

    def apply_batch(self, state: Any, tactics: Sequence[str]) -> Any:
        results = super().apply_batch(state, tactics)
        times = [900.0 if tactic == "slow" else 1.0 for tactic in tactics]
        return [dataclasses.replace(result, elapsed_ms=time) for result, time in zip(results, times, strict=True)]


def test_a_cheaper_tactic_of_a_later_batch_gives_its_state_a_new_place() -> None:
    states = {name: {"key": name, "pp": name} for name in ("r", "s", "w")}
    tactics = {"r": {"slow": {"to": "s"}, "t": {"to": "s"}, "u": {"to": "w"}}, "s": {}, "w": {}}
    policy = {"r": [[["slow", -9.0]], [["t", -1.0]], [["u", -3.0]], []], "s": [[]], "w": [[]]}
    asked: list[str] = []

    class Seen(TableEvaluator):
        def evaluate(self, observations: Any) -> Any:
            asked.extend(observation.key for observation in observations)
            return super().evaluate(observations)

    who = Seen(policy, dict.fromkeys(states, -1.0), {(name,): name for name in states})
    config = search_config("best-first-widening", rules={"num_candidates": 1})
    result = search(TABLE_THEOREM, Cheaper(states, tactics, "r"), who, TableChecker(), config)
    assert (result.tree.nodes[1].action, result.tree.nodes[1].logprob) == ("t", -1.0)
    # s waits with −9 behind r (ln 1/2); then with −1 before r (ln 1/3 = −1.10); r again (ln 1/4), w with −3 at last
    assert asked == ["r", "r", "s", "r", "r", "w"]
