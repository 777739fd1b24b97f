"""The invariants of section 17 that are not in the golden, formula, proof or resume tests."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import pytest

from reaprover.core import CheckResult, Outcome, TacticStatus, Verdict
from reaprover.search import Budget, Counters, Kind, Limit, Node, Observer, RuleSet, SearchConfig, Tree, rule_set, search
from reaprover.search.expand import Expander, Expansion
from reaprover.search.mcts import Mcts, scores
from reaprover.search.observe import BackupStep
from reaprover.testing.tables import TABLE_THEOREM, TableChecker, TableEnvironment, TableEvaluator

from .golden import GOLDEN, RUNS, play
from .random_tables import ByKey, random_tables
from .toys import Constant, Endless, GoalEnvironment

RULES = ["paper", "pseudocode", "reap"]
pytestmark = pytest.mark.invariant


class Audit(Observer):
    """Checks what must hold after every simulation; `rules` are those of the search."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.added: defaultdict[int, float] = defaultdict(float)
        self.before: list[tuple[Any, ...]] = []
        self.path: list[int] = []
        self.num_simulations = 0

    def numbers(self, tree: Tree) -> list[tuple[Any, ...]]:
        return [(n.visits, n.value_sum, n.edge_visits, n.edge_sum) for n in tree.nodes]

    def selected(self, tree: Tree, path: Sequence[Node]) -> None:
        self.path = [node.index for node in path]
        self.before = self.numbers(tree)
        for node in path[:-1]:
            for row in scores(tree, node, self.rules):
                assert math.isfinite(row.score) or row.score == -math.inf

    def expanded(self, tree: Tree, expansion: Expansion) -> None:
        assert self.numbers(tree)[: len(self.before)] == self.before  # merged and dropped candidates change no statistics
        leaf = tree.nodes[expansion.leaf]
        if leaf.children:
            assert math.isclose(sum(row.prior for row in scores(tree, leaf, self.rules)), 1.0, abs_tol=1e-12)

    def backed_up(self, tree: Tree, steps: Sequence[BackupStep]) -> None:
        self.num_simulations += 1
        for step in steps:
            self.added[step.node.index] += step.added
        now = self.numbers(tree)
        for i, row in enumerate(self.before):
            if i not in self.path:
                assert now[i] == row  # nothing changes outside the path
        for node in tree.nodes:
            below = sum(tree.nodes[i].edge_visits for i in (*node.children, *node.withdrawn))
            as_leaf = node.batches + node.failures if node.kind is Kind.OR else 0
            assert node.visits == as_leaf + below
            assert node.parent < 0 or node.visits == node.edge_visits
            assert math.isclose(node.value_sum, self.added[node.index], rel_tol=1e-12, abs_tol=1e-9)
            assert node.solved == tree.is_solved(node)
            if node.kind is Kind.AND:
                assert all(child.weight == 1 / len(node.children) for child in tree.children(node))
                assert [child.index for child in tree.children(node)] == [node.index + 1 + i for i in range(len(node.children))]


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("seed", range(40))
def test_counts_sums_flags_and_priors_hold_after_every_simulation(name: str, seed: int) -> None:
    states, tactics, policy, value = random_tables(seed)
    rules = rule_set(name).override(max_nodes=None, **({"c_init": 1.5, "sampling_c": 0.5} if seed % 2 else {}))
    audit = Audit(rules)
    checker = TableChecker(*[CheckResult(Verdict.REJECTED)] * (seed % 5))
    config = SearchConfig(rules=rules, budget=Budget(num_simulations=40))
    result = search(TABLE_THEOREM, TableEnvironment(states, tactics, "s0"), ByKey(policy, value), checker, config, observers=[audit])
    assert audit.num_simulations == result.counters.simulations


@pytest.mark.parametrize("name", RUNS)
def test_a_second_run_gives_the_same_tree(name: str) -> None:
    def rows(tree: Tree) -> list[tuple[Any, ...]]:
        return [(n.parent, n.kind, n.action, n.visits, n.value_sum, n.weight, n.edge_visits, n.edge_sum, n.solved) for n in tree.nodes]

    assert rows(play(RUNS[name]).tree) == rows(play(RUNS[name]).tree)


@pytest.mark.parametrize("trivial_first", [True, False])
def test_an_and_node_with_an_impossible_part_tends_to_it(trivial_first: bool) -> None:
    parts = ["easy", "dead"] if trivial_first else ["dead", "easy"]
    states = {name: {"key": name, "pp": name} for name in ("r", "easy", "dead", "done")}
    states["both"] = {"key": "both", "pp": "both", "split": parts}  # type: ignore[dict-item]  # a row of another shape
    tactics = {"r": {"constructor": {"to": "both"}}, "easy": {"rfl": {"to": "done"}}, "dead": {}}
    policy = {"r": [[["constructor", -1.0]]], "easy": [[["rfl", -1.0]]], "dead": [[["simp", -1.0]]]}
    where = TableEnvironment(states, tactics, "r")
    who = TableEvaluator(policy, {"r": -5.0, "easy": -1.0, "dead": -2.0}, {(name,): name for name in states})
    means = []

    class Means(Observer):
        def backed_up(self, tree: Tree, steps: Sequence[BackupStep]) -> None:
            means.extend(step.node.value_sum / step.node.visits for step in steps if step.node.kind is Kind.AND)

    config = SearchConfig(budget=Budget(num_simulations=30))
    result = search(TABLE_THEOREM, where, who, TableChecker(), config, observers=[Means()])
    assert result.outcome is Outcome.EXHAUSTED
    if trivial_first:
        assert [round(mean, 9) for mean in means] == [round(-40 * (n - 1) / n, 9) for n in range(1, 30)]
    else:
        assert means[0] == -40.0
        assert all(mean == -40.0 for mean in means)


def test_old_children_survive_another_batch_and_batches_count_answers() -> None:
    result = play(RUNS["paper/as_run"])
    root = result.tree.root
    assert root.batches == 3
    assert [child.action for child in result.tree.children(root)] == ["intro g", "apply foo", "rcases k"]
    assert sum(node.batches for node in result.tree.nodes) == result.counters.model_calls


@pytest.mark.parametrize("name", ["paper", "reap"])
@pytest.mark.parametrize("seed", range(60))
def test_a_solved_root_has_a_script_that_replays(name: str, seed: int) -> None:
    states, tactics, policy, value = random_tables(seed)
    for row in states.values():
        row.pop("metavariables", None)  # parts are independent
    where = TableEnvironment(states, tactics, "s0")
    rules = rule_set(name).override(max_nodes=None, c_init=1.5, sampling_c=0.5)
    config = SearchConfig(rules=rules, budget=Budget(num_simulations=40))
    result = search(TABLE_THEOREM, where, ByKey(policy, value), TableChecker(), config)
    assert (result.script is not None) == result.tree.root.solved
    if result.script is not None:
        assert where.replay(result.script).status is TacticStatus.CLOSED
        assert result.outcome is Outcome.PROVED


@pytest.mark.parametrize("k", range(9))
def test_with_k_rejections_a_tree_that_holds_more_proofs_is_proved(k: int) -> None:
    names = [f"t{i}" for i in range(9)]
    states = {"r": {"key": "r", "pp": "r"}, "done": {"key": "done", "pp": "done"}}
    where = TableEnvironment(states, {"r": {name: {"to": "done"} for name in names}}, "r")
    who = TableEvaluator({"r": [[[name, -1.0] for name in names]]}, {"r": -1.0}, {("r",): "r"})
    rules = rule_set("pseudocode")  # keeps every finishing tactic as a child of its own
    checker = TableChecker(*[CheckResult(Verdict.REJECTED, ("axiom",))] * k)
    result = search(TABLE_THEOREM, where, who, checker, SearchConfig(rules=rules, budget=Budget(num_simulations=1)))
    if k < 8:
        assert result.outcome is Outcome.PROVED
        assert result.script == checker.scripts[-1]
        assert len(set(checker.scripts)) == k + 1
    else:
        assert result.outcome is Outcome.REJECTED
        assert result.script is None
        assert len(checker.scripts) == 8


def test_in_the_paper_a_rejected_finish_gives_its_twins_another_chance() -> None:
    """Texts merged into a withdrawn edge are free again, the withdrawn text is refused (section 7)."""
    states = {"r": {"key": "r", "pp": "r"}, "done": {"key": "done", "pp": "done"}}
    where = TableEnvironment(states, {"r": {"rfl": {"to": "done"}, "simp": {"to": "done"}}}, "r")
    who = TableEvaluator({"r": [[["rfl", -1.0], ["simp", -2.0]]]}, {"r": -1.0}, {("r",): "r"})
    checker = TableChecker(CheckResult(Verdict.REJECTED))
    result = search(TABLE_THEOREM, where, who, checker, SearchConfig(budget=Budget(num_simulations=5)))
    assert checker.scripts == ["rfl", "simp"]
    assert result.outcome is Outcome.PROVED
    assert result.counters.refused["rejected_edge"] == 1
    assert result.counters.simulations == 2


@pytest.mark.parametrize("name", ["paper", "reap"])
def test_coupled_goals_never_split_and_the_witness_is_never_proved(name: str) -> None:
    where = GoalEnvironment("∃")
    who = Constant("refine", "exact 4", "exact 2", "solve 4", "solve 2", "decide")
    config = SearchConfig(rules=rule_set(name).override(max_nodes=None), budget=Budget(num_simulations=200))
    result = search(TABLE_THEOREM, where, who, TableChecker(), config)
    assert not result.tree.root.solved
    assert all(node.kind is Kind.OR for node in result.tree.nodes if "?" in "".join(node.goals))
    assert len(result.tree) > 3


def test_the_pseudocode_may_solve_the_witness_and_the_replay_rejects_it() -> None:
    checker = TableChecker()
    who = Constant("refine", "exact 4", "solve 4", "solve 2")
    config = SearchConfig(rules=rule_set("pseudocode").override(c_init=1.5), budget=Budget(num_simulations=200))
    result = search(TABLE_THEOREM, GoalEnvironment("∃"), who, checker, config)
    assert result.outcome in (Outcome.EXHAUSTED, Outcome.REJECTED)
    assert result.counters.rejections > 0  # the tree was solved, the replay said no
    assert checker.scripts == []


@pytest.mark.parametrize("vector", GOLDEN["splits"], ids=lambda vector: f"{vector['goals']}-{vector['links']}")
@pytest.mark.parametrize("name", RULES)
def test_states_split_as_the_golden_file_says(vector: dict[str, Any], name: str) -> None:
    goals = [f"g{i}" for i in range(vector["goals"])]
    for n, (i, j) in enumerate(vector["links"]):
        goals[i] += f" ?x{n}"
        goals[j] += f" ?x{n}"
    where = GoalEnvironment(*goals)
    tree = Tree(where.initial_state())
    rules = rule_set(name).override(split_root=True)
    Expander(tree, where, Constant(), rules, Counters(), retries_s=(), sleep_fn=lambda s: None).open_root()
    found = [list(child.part or ()) for child in tree.children(tree.root)] or None
    assert found == vector[name]
    assert (tree.root.kind is Kind.AND) == (found is not None)


def test_a_root_of_several_goals_is_an_and_node_before_the_first_simulation_in_the_paper_only() -> None:
    kinds = {}
    for name in RULES:
        result = search(
            TABLE_THEOREM, GoalEnvironment("1 > 0", "2 > 0"), Constant("decide"), TableChecker(),
            SearchConfig(rules=rule_set(name), budget=Budget(num_simulations=5)),
        )  # fmt: skip
        kinds[name] = result.tree.root.kind
        assert result.outcome is Outcome.PROVED
        assert result.script == ("· decide\n· decide" if name == "paper" else "decide\ndecide" if name == "reap" else result.script)
    assert kinds == {"paper": Kind.AND, "pseudocode": Kind.OR, "reap": Kind.OR}


def test_a_part_of_coupled_goals_follows_the_single_ones_and_sees_exactly_its_goals() -> None:
    where = GoalEnvironment("?a", "5 > 4", "?a > 3")
    who = Constant("decide", "exact 9", "solve 9")
    result = search(TABLE_THEOREM, where, who, TableChecker(), SearchConfig(budget=Budget(num_simulations=60)))
    assert result.outcome is Outcome.PROVED
    assert result.script == "rotate_left 1\n· decide\nrotate_left 1\nexact 9\ndecide"


@pytest.mark.parametrize("name", RULES)
def test_one_new_candidate_per_batch_makes_a_path(name: str) -> None:
    n = 300
    rules = rule_set(name).override(max_depth=10_000, max_nodes=None)
    tree = search(TABLE_THEOREM, Endless(), Constant("t"), TableChecker(), SearchConfig(rules=rules, budget=Budget(num_simulations=n))).tree
    assert [node.visits for node in tree.nodes] == [n - i for i in range(n + 1)]
    assert [node.parent for node in tree.nodes] == list(range(-1, n))


def test_a_chain_of_ten_thousand_is_backed_up_without_recursion() -> None:
    tree = Tree(Endless().initial_state())
    rules = rule_set("pseudocode").override(max_depth=20_000)
    where = Endless(close_at=10_000)
    expander = Expander(tree, where, Constant("t"), rules, Counters(), retries_s=(), sleep_fn=lambda s: None)
    search_tree = Mcts(expander)
    path = [tree.root]
    for _ in range(10_000):
        expander.expand(path[-1], Constant("t").evaluation)
        path.append(tree.nodes[-1])
    search_tree.back_up(path[:-1], -3.0)
    assert tree.root.solved
    assert tree.root.value_sum == -3.0 - 9_999


def test_a_proof_found_by_the_last_simulation_counts() -> None:
    config = SearchConfig(budget=Budget(num_simulations=1))
    result = search(TABLE_THEOREM, Endless(close_at=1), Constant("rfl"), TableChecker(), config)
    assert result.outcome is Outcome.PROVED


def test_a_fully_refused_leaf_is_worth_minus_forty_and_is_sampled_again() -> None:
    """First batch invalid, second valid (trap T36)."""
    states = {"r": {"key": "r", "pp": "r"}, "done": {"key": "done", "pp": "done"}}
    where = TableEnvironment(states, {"r": {"rfl": {"to": "done"}}}, "r")
    who = TableEvaluator({"r": [[["bad", -1.0]], [["rfl", -1.0]]]}, {"r": -2.0}, {("r",): "r"})
    result = search(TABLE_THEOREM, where, who, TableChecker(), SearchConfig(budget=Budget(num_simulations=5)))
    assert result.outcome is Outcome.PROVED
    assert result.tree.root.value_sum == -42.0


def test_junk_steps_end_at_the_depth_cap() -> None:
    config = SearchConfig(rules=rule_set("paper").override(max_depth=5), budget=Budget(num_simulations=20))
    result = search(TABLE_THEOREM, Endless(), Constant("have"), TableChecker(), config)
    assert max(node.depth for node in result.tree.nodes) == 5
    assert result.counters.refused["depth"] == 15


def test_states_that_print_too_long_are_dropped_by_their_bytes() -> None:
    rules = rule_set("paper").override(max_state_bytes=3)
    where = GoalEnvironment("∃")
    result = search(TABLE_THEOREM, where, Constant("refine"), TableChecker(), SearchConfig(rules=rules, budget=Budget(num_simulations=1)))
    assert result.counters.refused == {"size": 1}


def test_the_limit_that_ended_a_search_is_named() -> None:
    for budget, limit in (
        (Budget(num_simulations=3, num_nodes=100), Limit.SIMULATIONS),
        (Budget(num_simulations=30, num_nodes=5), Limit.NODES),
        (Budget(num_model_calls=4), Limit.MODEL_CALLS),
        (Budget(num_applications=4), Limit.APPLICATIONS),
        (Budget(memory_bytes=1), Limit.MEMORY),
        (Budget(wall_s=0.0), Limit.WALL_TIME),
    ):
        result = search(TABLE_THEOREM, Endless(), Constant("t"), TableChecker(), SearchConfig(budget=budget))
        assert (result.outcome, result.limit) == (Outcome.EXHAUSTED, limit)


def test_reap_begins_no_simulation_above_its_node_limit_and_may_overshoot() -> None:
    rules = rule_set("reap").override(max_nodes=4)
    result = search(TABLE_THEOREM, Endless(), Constant("a", "b", "c"), TableChecker(), SearchConfig(rules=rules))
    assert result.limit is Limit.NODES
    assert len(result.tree) == 5  # equal printed states merge: a path, 4 nodes are not more than 4
