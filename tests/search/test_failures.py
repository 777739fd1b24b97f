"""Failures of infrastructure stay visible and never become labels; verdicts end or continue a search as section 7 says."""

from __future__ import annotations

import gc
import importlib
import math
from collections.abc import Sequence

import pytest

from reaprover.core import Candidate, CheckResult, ErrorKind, Evaluation, Outcome, ProofState, TacticResult, Theorem, Verdict
from reaprover.errors import InfrastructureError, UsageError
from reaprover.search import Budget, Limit, SearchConfig, coin_flip, rule_set, search
from reaprover.testing.tables import TABLE_THEOREM, TableChecker

from .toys import Constant, Endless, Failing, GoalEnvironment, with_error

BUDGET = Budget(num_simulations=3)
search_module = importlib.import_module("reaprover.search.search")  # the package exports a function of the same name


@pytest.mark.parametrize("name", ["paper", "pseudocode", "reap"])
def test_an_evaluator_that_fails_for_good_gives_minus_forty_and_taints(name: str) -> None:
    pauses: list[float] = []
    who = Failing(Constant("t"), lambda call: True)
    config = SearchConfig(rules=rule_set(name), budget=BUDGET)
    result = search(TABLE_THEOREM, Endless(), who, TableChecker(), config, sleep_fn=pauses.append)
    root = result.tree.root
    assert (root.visits, root.value_sum, root.batches, root.failures, root.value) == (3, -120.0, 0, 3, None)
    assert pauses == [0.5, 1.0, 2.0] * 3
    assert result.outcome is Outcome.EXHAUSTED
    assert result.tainted
    assert result.counters.evaluator_failures == 3


def test_an_evaluator_that_recovers_within_three_retries_taints_nothing() -> None:
    who = Failing(Constant("t"), dict.fromkeys(range(3)))
    result = search(TABLE_THEOREM, Endless(), who, TableChecker(), SearchConfig(budget=BUDGET), sleep_fn=lambda s: None)
    assert not result.tainted
    assert [node.visits for node in result.tree.nodes] == [3, 2, 1, 0]
    assert result.counters.model_calls == 6


@pytest.mark.parametrize(
    "answer",
    [
        Evaluation((Candidate("t", None),), -1.0),  # type: ignore[arg-type]  # what a broken service sends
        Evaluation((Candidate("t", math.nan),), -1.0),
        Evaluation((Candidate("t", -math.inf),), -1.0),
        Evaluation((Candidate("t", 0.5),), -1.0),
        Evaluation((Candidate("t", -1.0),), 1.0),
        Evaluation((Candidate("t", -1.0),), math.nan),
        Evaluation((Candidate("t", -1.0),), -math.inf),
    ],
)
def test_answers_without_usable_numbers_are_failures_of_the_service(answer: Evaluation) -> None:
    who = Failing(Constant("t"), dict.fromkeys(range(4), answer))
    result = search(TABLE_THEOREM, Endless(), who, TableChecker(), SearchConfig(budget=BUDGET), sleep_fn=lambda s: None)
    assert result.counters.evaluator_failures == 1
    assert result.tree.root.value_sum == -40.0 + -3.0 + -4.0  # the failure, then two ordinary simulations (v_net = −3)
    assert result.tainted


def test_truncated_candidates_are_dropped_with_their_reason() -> None:
    who = Constant("t")
    who.evaluation = Evaluation((Candidate("cut", -1.0, truncated=True), Candidate("t", -2.0)), -3.0)
    result = search(TABLE_THEOREM, Endless(), who, TableChecker(), SearchConfig(budget=Budget(num_simulations=1)))
    assert result.counters.refused == {"truncated": 1}
    assert [node.action for node in result.tree.nodes[1:]] == ["t"]


class Breaking(Endless):
    """Fails the tactic `bad` with a kind of error, the first `times` times."""

    def __init__(self, kind: ErrorKind, times: int) -> None:
        super().__init__()
        self.kind, self.times, self.tries = kind, times, 0

    def apply_batch(self, state: ProofState, tactics: Sequence[str]) -> list[TacticResult]:
        results = super().apply_batch(state, tactics)
        for i, tactic in enumerate(tactics):
            if tactic == "bad":
                self.tries += 1
                if self.tries <= self.times:
                    results[i] = with_error(results[i], self.kind)
        return results


@pytest.mark.parametrize("kind", [ErrorKind.CRASH, ErrorKind.INTERNAL, ErrorKind.PROTOCOL])
def test_a_crash_is_retried_once_and_then_skips_the_candidate_without_a_label(kind: ErrorKind) -> None:
    where = Breaking(kind, 2)
    result = search(TABLE_THEOREM, where, Constant("bad"), TableChecker(), SearchConfig(budget=Budget(num_simulations=1)))
    assert where.tries == 2
    assert result.tree.root.value_sum == -3.0  # the network's value, not −40
    assert result.tainted
    assert (result.counters.environment_failures, dict(result.counters.refused)) == (1, {})
    again = Breaking(kind, 1)
    result = search(TABLE_THEOREM, again, Constant("bad"), TableChecker(), SearchConfig(budget=Budget(num_simulations=1)))
    assert not result.tainted
    assert len(result.tree) == 2


@pytest.mark.parametrize(
    ("kind", "tries"),
    [(ErrorKind.TACTIC_FAILED, 1), (ErrorKind.PARSE, 1), (ErrorKind.TIMEOUT, 4), (ErrorKind.HEARTBEAT, 4)],
)
def test_failures_are_remembered_where_the_kind_allows_it(kind: ErrorKind, tries: int) -> None:
    where = Breaking(kind, 100)
    result = search(TABLE_THEOREM, where, Constant("bad"), TableChecker(), SearchConfig(budget=Budget(num_simulations=4)))
    assert where.tries == tries
    assert dict(result.counters.refused) == {kind.value: 4}
    assert result.tree.root.value_sum == -160.0
    assert not result.tainted


class Lost(Endless):
    """The whole environment goes away at the second application."""

    def __init__(self) -> None:
        super().__init__()
        self.calls = 0

    def apply_batch(self, state: ProofState, tactics: Sequence[str]) -> list[TacticResult]:
        self.calls += 1
        if self.calls == 2:
            raise InfrastructureError("lean: 20 restarts; no more")
        return super().apply_batch(state, tactics)


def test_the_loss_of_the_environment_is_an_error_and_no_failure_of_the_theorem() -> None:
    result = search(TABLE_THEOREM, Lost(), Constant("t"), TableChecker(), SearchConfig(budget=BUDGET))
    assert result.outcome is Outcome.ERROR
    assert result.tainted
    assert "20 restarts" in result.error
    assert result.script is None


def test_a_script_that_cannot_be_judged_ends_the_search_unverified() -> None:
    checker = TableChecker(CheckResult(Verdict.UNVERIFIED, ("memory",)))
    result = search(TABLE_THEOREM, Endless(close_at=1), Constant("rfl"), checker, SearchConfig(budget=BUDGET))
    assert (result.outcome, result.script, result.error) == (Outcome.UNVERIFIED, None, "memory")


class Down:
    """A checker that cannot run."""

    def check(self, theorem: Theorem, script: str) -> CheckResult:
        raise InfrastructureError("no process")


def test_a_checker_that_cannot_run_gives_unverified() -> None:
    result = search(TABLE_THEOREM, Endless(close_at=1), Constant("rfl"), Down(), SearchConfig(budget=BUDGET))
    assert (result.outcome, result.error) == (Outcome.UNVERIFIED, "no process")


def test_a_rejection_with_a_line_withdraws_the_edge_of_that_line() -> None:
    checker = TableChecker(CheckResult(Verdict.REJECTED, ("line 1",), line=1))
    config = SearchConfig(rules=rule_set("pseudocode"), budget=Budget(num_simulations=30))
    result = search(TABLE_THEOREM, Endless(close_at=2), Constant("a", "b"), checker, config)
    assert result.outcome is Outcome.PROVED
    first, second = checker.scripts
    assert first.split("\n")[0] != second.split("\n")[0]
    withdrawn = [result.tree.nodes[i].action for i in result.tree.root.withdrawn]
    assert withdrawn == [first.split("\n")[0]]


def test_a_rejected_rotation_withdraws_the_edge_of_its_and_node_or_the_last_finish() -> None:
    checker = TableChecker(CheckResult(Verdict.REJECTED, ("line 1",), line=1))
    where = GoalEnvironment("?a", "5 > 4", "?a > 3")
    config = SearchConfig(budget=Budget(num_simulations=90))
    result = search(TABLE_THEOREM, where, Constant("decide", "exact 9", "solve 9"), checker, config)
    assert checker.scripts[0].startswith("rotate_left 1")
    withdrawn = [result.tree.nodes[i] for node in result.tree.nodes for i in node.withdrawn]
    assert [node.terminal for node in withdrawn] == [True]  # the root is the AND node and has no edge: a finish went instead
    assert not any(node.terminal and node.index > withdrawn[0].index and node.visits for node in result.tree.nodes)


def test_a_disproof_is_reported_as_such() -> None:
    theorem = Theorem("t", "(n : Nat)", "n = 0", negated=True)
    result = search(theorem, Endless(close_at=1), Constant("decide"), TableChecker(), SearchConfig(budget=BUDGET))
    assert result.outcome is Outcome.DISPROVED
    assert result.script == "decide"


def test_the_coin_is_fair_and_depends_on_the_seed_alone() -> None:
    theorem = Theorem("t", "", "True")
    flips = [coin_flip(theorem, seed).negated for seed in range(400)]
    assert flips == [coin_flip(theorem, seed).negated for seed in range(400)]
    assert 160 < sum(flips) < 240


def test_stop_keeps_the_partial_tree() -> None:
    asked: list[int] = []

    def stop() -> bool:
        asked.append(1)
        return len(asked) > 4

    result = search(TABLE_THEOREM, Endless(), Constant("t"), TableChecker(), SearchConfig(budget=Budget()), stop_fn=stop)
    assert result.outcome is Outcome.STOPPED
    assert result.counters.simulations == 4


def test_progress_tells_what_is_going_on() -> None:
    clock = iter(i * 0.1 for i in range(10_000))
    seen = []
    config = SearchConfig(budget=Budget(wall_s=2.0), progress_every_s=0.5)
    result = search(TABLE_THEOREM, Endless(), Constant("t"), TableChecker(), config, progress_fn=seen.append, clock_fn=lambda: next(clock))
    assert result.limit is Limit.WALL_TIME
    assert len(seen) > 2
    last = seen[-1]
    assert last.time_left_s is not None
    assert 0.0 <= last.time_left_s < 1.0
    assert last.num_simulations == last.num_applications == last.num_nodes - 1
    assert last.applications_per_s == pytest.approx(last.num_applications / last.elapsed_s, rel=0.3)
    assert last.best_goals == (str(last.num_nodes - 2),)


def test_the_pseudocode_needs_an_environment_that_cuts_coupled_goals() -> None:
    class NoCut(GoalEnvironment):
        split_every_goal = None  # type: ignore[assignment]  # not offered

    where = NoCut("∃")
    with pytest.raises(UsageError, match="split_every_goal"):
        search(TABLE_THEOREM, where, Constant("refine"), TableChecker(), SearchConfig(rules=rule_set("pseudocode"), budget=BUDGET))


@pytest.mark.parametrize("leaves", [2, 8])
def test_leaves_in_flight_leave_sound_statistics(leaves: int) -> None:
    config = SearchConfig(rules=rule_set("paper").override(c_init=1.5), budget=Budget(num_simulations=60), leaves_at_once=leaves)
    result = search(TABLE_THEOREM, Endless(close_at=6), Constant("a", "b", "c"), TableChecker(), config)
    assert result.counters.simulations <= 60
    for node in result.tree.nodes:
        assert node.in_flight == 0
        assert node.visits == node.batches + sum(child.edge_visits for child in result.tree.children(node))
        assert node.solved == result.tree.is_solved(node)
        assert math.isfinite(node.value_sum)
    assert result.outcome in (Outcome.PROVED, Outcome.EXHAUSTED)
    assert (result.outcome is Outcome.PROVED) == result.tree.root.solved


def test_large_trees_are_kept_from_the_collector_only_while_the_search_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_module, "FREEZE_EVERY", 10)
    frozen: list[int] = []

    def stop() -> bool:
        frozen.append(gc.get_freeze_count())
        return False

    assert gc.get_freeze_count() == 0
    search(TABLE_THEOREM, Endless(), Constant("t"), TableChecker(), SearchConfig(budget=Budget(num_simulations=30)), stop_fn=stop)
    assert max(frozen) > 0
    assert gc.get_freeze_count() == 0
