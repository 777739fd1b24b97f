"""Expansion: ask the evaluator, try its candidates, add what is new (spec search.md, sections 5, 6 and 9).

The same for every strategy. Nothing here knows Lean or a model: tactics and goals are text, and what may be merged,
split or dropped is read from the rule set. Failures of infrastructure are kept apart from failures of a tactic.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from typing import NamedTuple

from reaprover.core import (
    Candidate,
    Environment,
    ErrorKind,
    Evaluation,
    Evaluator,
    GoalSplitting,
    Observation,
    Part,
    ProofState,
    TacticError,
    TacticResult,
    TacticStatus,
)
from reaprover.errors import InfrastructureError, UnreproducibleError, UsageError
from reaprover.search.budget import Counters
from reaprover.search.puct import AND_VALUE_UNVISITED, or_value_unvisited, resample_at, weight
from reaprover.search.rules import Merge, MergedWeight, Repeats, RuleSet, Split, Tie, Unvisited
from reaprover.search.tree import AND, DONE_KEY, OR, Node, Tree

LOGPROB_SLACK = 1e-6
"""A summed log-probability may be this far above 0 by rounding."""


class Fate(enum.Enum):
    """What became of a candidate."""

    CREATED = "created"
    MERGED = "merged"
    REJECTED = "rejected"
    ANCESTOR = "ancestor"
    DROPPED_TEXT = "dropped_text"
    SKIPPED = "skipped"


CREATED, MERGED, REJECTED, ANCESTOR, DROPPED_TEXT, SKIPPED = Fate  # as for `OR, AND`: members are slow to read
_OPEN, _PART_CLOSED = TacticStatus.OPEN, TacticStatus.PART_CLOSED


class Judged(NamedTuple):
    """One candidate's fate: the child it made or met, or the reason it was refused."""

    candidate: Candidate
    fate: Fate
    child: int | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Expansion:
    """What one expansion did to a leaf.

    Attributes:
        leaf: index of the leaf.
        batch: number of this batch at the leaf, from 1; 0 if the evaluator gave no answer.
        value: the value to back up, in steps.
        network_value: the evaluator's value; None if it gave no answer.
        judged: one per candidate, in order.
        errors: what infrastructure failed, as text.
    """

    leaf: int
    batch: int
    value: float
    network_value: float | None
    judged: tuple[Judged, ...] = ()
    errors: tuple[str, ...] = ()


def invalid(evaluation: Evaluation) -> str | None:
    """Why an evaluation cannot be used, None if it can; such an answer is a failure of the service (section 5)."""
    value = evaluation.value
    if not isinstance(value, (int, float)) or not -math.inf < value <= 0:
        return f"value {value!r}; expected a finite number of steps ≤ 0"
    for candidate in evaluation.candidates:
        logprob = candidate.logprob
        if not isinstance(logprob, (int, float)) or not -math.inf < logprob <= LOGPROB_SLACK:
            return f"log-probability {logprob!r} of {candidate.tactic[:80]!r}; expected a finite number ≤ 0"
    return None


class Expander:
    """Adds to a tree what an evaluator proposes and an environment accepts.

    Attributes:
        tree, environment, evaluator, rules, counters: what it works on; owned by the search.
        retries_s: pauses before each retry of the evaluator, seconds.
        sleep_fn: how to pause.
        narrows: selection need not look at children that cannot win (`Tree.contenders`); settable before the search.
    """

    def __init__(
        self,
        tree: Tree,
        environment: Environment,
        evaluator: Evaluator,
        rules: RuleSet,
        counters: Counters,
        *,
        retries_s: Sequence[float],
        sleep_fn: Callable[[float], None],
    ) -> None:
        self.tree = tree
        self.environment = environment
        self.evaluator = evaluator
        self.rules = rules
        self.counters = counters
        self.retries_s = retries_s
        self.sleep_fn = sleep_fn
        self._merges_by_key = rules.merge is Merge.KEY
        self._merges_by_text = rules.merge is Merge.TEXT
        self._merges_printed = rules.merge is Merge.TEXT_OR_PRINTED
        self._merges_anywhere = rules.merge is Merge.KEY_ANYWHERE
        self._adds_weight = rules.merged_weight is MergedWeight.ADD
        self._penalises_unvisited = rules.unvisited is Unvisited.PARENT_MINUS_PENALTY
        self._drops_repeats = rules.repeats is Repeats.DROP
        self.narrows = rules.tie is Tie.PRIOR
        self._anywhere: dict[str, int] = {}
        if self._merges_anywhere:
            self._anywhere = {node.key: node.index for node in tree.nodes if not node.state or not node.state.has_metavariables}

    def open_root(self) -> None:
        """Apply the splitting rule to a fresh root; `paper` may make it an AND node before the first simulation."""
        root = self.tree.root
        if self.rules.split_root and root.state is not None and (parts := self._parts(root.state)):
            root.kind = AND
            self._add_parts(root, parts)

    # -- the evaluator -------------------------------------------------------------------------------------------------

    def evaluate(self, leaves: Sequence[Node]) -> list[Evaluation | str]:
        """One evaluation per leaf, in order; the reason instead where there was no usable answer after all retries."""
        answers: list[Evaluation | str] = ["not asked"] * len(leaves)
        waiting = list(range(len(leaves)))
        for pause_s in (0.0, *self.retries_s):
            if pause_s:
                self.sleep_fn(pause_s)
            observations = [self._observation(leaves[i]) for i in waiting]
            self.counters.model_calls += len(observations)
            try:
                evaluations = self.evaluator.evaluate(observations)
                if len(evaluations) != len(observations):
                    raise InfrastructureError(f"evaluator: {len(evaluations)} answers to {len(observations)} observations")
            except InfrastructureError as error:
                for i in waiting:
                    answers[i] = f"evaluator: {error}"
                continue
            failed = []
            for i, evaluation in zip(waiting, evaluations, strict=True):
                self.counters.model_tokens += evaluation.num_tokens
                problem = invalid(evaluation)
                answers[i] = evaluation if problem is None else f"evaluator: {problem}"
                if problem is not None:
                    failed.append(i)
            waiting = failed
            if not waiting:
                break
        return answers

    def _observation(self, leaf: Node) -> Observation:
        return Observation(leaf.goals, leaf.key, leaf.batches, self.rules.num_candidates)

    # -- one leaf ------------------------------------------------------------------------------------------------------

    def expand(self, leaf: Node, answer: Evaluation | str) -> Expansion:
        """Give `leaf` the children that `answer` leads to; an answer that is a reason changes no child."""
        if isinstance(answer, str):
            leaf.failures += 1
            self.counters.evaluator_failures += 1
            return Expansion(leaf.index, 0, self.rules.failure_value, None, (), (answer,))
        candidates = answer.candidates
        results, errors = self._apply(leaf, candidates)
        leaf.batches += 1
        leaf.value = answer.value
        leaf.dry = not candidates
        leaf.resample_at = resample_at(leaf.batches, self.rules.sampling_c, self.rules.sampling_alpha)
        ancestors = self._ancestors(leaf)
        fates = leaf.known or {}
        seen: set[str] = set()
        judged = []
        for candidate in candidates:
            if self._drops_repeats:
                if candidate.tactic in seen:
                    judged.append(Judged(candidate, DROPPED_TEXT))
                    continue
                seen.add(candidate.tactic)
            judged.append(self._settle(leaf, fates, candidate, results, ancestors))
        leaf.known = fates or None
        self._count(judged)
        self._refresh(leaf)
        value: float = answer.value
        if not leaf.children and not errors and self.rules.dead_value is not None:
            value = self.rules.dead_value
        return Expansion(leaf.index, leaf.batches, value, answer.value, tuple(judged), errors)

    def _apply(self, leaf: Node, candidates: Sequence[Candidate]) -> tuple[dict[str, TacticResult], tuple[str, ...]]:
        """Results by text, each text tried once per batch, and what infrastructure failed twice."""
        known = leaf.known or {}
        texts: dict[str, None] = {}
        if leaf.depth < self.rules.max_depth:
            for candidate in candidates:
                fate = known.get(candidate.tactic)
                if not candidate.truncated and (fate is None or (self._merges_printed and isinstance(fate, int))):
                    texts[candidate.tactic] = None
        if not texts:
            return {}, ()
        state = self.live(leaf)
        results = dict(zip(texts, self._apply_batch(state, list(texts)), strict=True))
        errors = []
        for text, result in results.items():
            if result.error is not None and result.error.kind.is_infrastructure:
                results[text] = again = self._apply_batch(state, [text])[0]
                if again.error is not None and again.error.kind.is_infrastructure:
                    errors.append(f"environment: {again.error.kind.value} in {text[:80]!r}: {again.error.message}")
        return results, tuple(errors)

    def _apply_batch(self, state: ProofState, tactics: list[str]) -> list[TacticResult]:
        self.counters.applications += len(tactics)
        results = self.environment.apply_batch(state, tactics)
        if len(results) != len(tactics):
            raise InfrastructureError(f"environment: {len(results)} results for {len(tactics)} tactics; expected one each")
        return results

    def _settle(
        self,
        leaf: Node,
        fates: dict[str, int | str],
        candidate: Candidate,
        results: dict[str, TacticResult],
        ancestors: Set[object],
    ) -> Judged:
        """Steps (a) to (e) of section 5 for one candidate; `fates` is what the leaf knows of texts."""
        text = candidate.tactic
        if candidate.truncated:
            return Judged(candidate, REJECTED, None, "truncated")
        known = fates.get(text)
        if isinstance(known, str):
            return Judged(candidate, REJECTED, None, known)
        result = results.get(text)
        if known is not None and (result is None or not self._merges_printed):
            return self._merge(self.tree.nodes[known], candidate, None)
        if result is None:
            return Judged(candidate, REJECTED, None, "depth")
        if result.error is not None:
            return self._refuse(fates, candidate, result.error)
        state = result.state
        if (state is None) is (result.status is _OPEN) or (result.status is _PART_CLOSED and not leaf.partial):
            return self._refuse(fates, candidate, TacticError(ErrorKind.PROTOCOL, f"status {result.status.value} in the wrong place"))
        if state is not None:
            if sum(map(len, state.goals)) * 4 > self.rules.max_state_bytes and self._is_too_long(state):
                return Judged(candidate, REJECTED, None, "size")
            if (state.goals if self._merges_printed else state.key) in ancestors:
                self.environment.release([state])
                return Judged(candidate, ANCESTOR)
        twin = self.tree.nodes[known] if known is not None else self._twin(leaf, state)
        if twin is not None:
            if twin.parent == leaf.index:
                fates[text] = twin.index
            return self._merge(twin, candidate, result)
        child = self._create(leaf, candidate, result)
        fates[text] = child.index
        return Judged(candidate, CREATED, child.index)

    def _refuse(self, fates: dict[str, int | str], candidate: Candidate, error: TacticError) -> Judged:
        if error.kind.is_infrastructure:
            return Judged(candidate, SKIPPED, None, error.kind.value)
        if error.kind.is_cacheable:
            fates.setdefault(candidate.tactic, error.kind.value)
        return Judged(candidate, REJECTED, None, error.kind.value)

    def _create(self, leaf: Node, candidate: Candidate, result: TacticResult) -> Node:
        state = result.state
        parts = self._parts(state) if state is not None and len(state.goals) > 1 else ()
        child = self.tree.add(leaf, AND if parts else OR, state)
        self._take_edge(child, candidate, result)
        if parts:
            self._add_parts(child, parts)
        if self._merges_anywhere and not (state and state.has_metavariables):
            self._anywhere[child.key] = child.index
        return child

    def _take_edge(self, child: Node, candidate: Candidate, result: TacticResult) -> None:
        child.action = candidate.tactic
        child.logprob = candidate.logprob
        child.weight = child.share = weight(candidate.logprob, self.rules.tau)
        child.elapsed_ms = result.elapsed_ms
        child.cost = len(candidate.tactic) + result.elapsed_ms

    def _add_parts(self, node: Node, parts: Sequence[Part]) -> None:
        for i, part in enumerate(parts):
            focus = self.tree.add(node, OR, part.state, is_focus=True)
            focus.part, focus.coupled = part.goals, part.coupled
            focus.action = f"focus_goal {i}"
            focus.logprob = -math.log(len(parts))
            focus.weight = focus.share = 1.0 / len(parts)
            focus.value_term = AND_VALUE_UNVISITED
        node.contenders = node.children
        node.weight_total = self.tree.sum_weights(node)

    # -- merging -------------------------------------------------------------------------------------------------------

    def _ancestors(self, leaf: Node) -> set[object]:
        """What the rule set compares with a new state: the keys on the path, or the printed goals."""
        if not self.rules.drop_ancestors:
            return set()
        path = self.tree.path(leaf)
        return {node.goals for node in path} if self._merges_printed else {node.key for node in path}

    def _twin(self, leaf: Node, state: ProofState | None) -> Node | None:
        """The node that a new state is merged with, None if it is new. A marked state is never merged by key."""
        if self._merges_by_text:
            return None
        if self._merges_printed:
            goals = () if state is None else state.goals
            return next((child for child in self.tree.children(leaf) if child.goals == goals), None)
        if state is not None and state.has_metavariables:
            return None
        key = DONE_KEY if state is None else state.key
        if self._merges_anywhere:
            index = self._anywhere.get(key)
            return None if index is None else self.tree.nodes[index]
        nodes = self.tree.nodes
        for index in leaf.children:
            if nodes[index].key == key:
                return nodes[index]
        return None

    def _merge(self, child: Node, candidate: Candidate, result: TacticResult | None) -> Judged:
        """Let `candidate` fall together with `child`; a strictly cheaper one takes an edge that was never visited."""
        if self._adds_weight:
            child.weight += weight(candidate.logprob, self.rules.tau)
            child.share = child.weight / (1 + child.edge_visits)
        if result is not None:
            dropped = [result.state]
            cheaper = len(candidate.tactic) + result.elapsed_ms < child.cost
            if self._merges_by_key and cheaper and not self._is_begun(child):
                dropped = self._take_over(child, candidate, result)
            self.environment.release([state for state in dropped if state is not None and state.handle])
        return Judged(candidate, MERGED, child.index)

    def _is_begun(self, child: Node) -> bool:
        """Whether something was built on the edge to `child`; best-first counts no visits at AND nodes."""
        return child.visits > 0 or (child.kind is AND and any(part.visits for part in self.tree.children(child)))

    def _take_over(self, child: Node, candidate: Candidate, result: TacticResult) -> list[ProofState | None]:
        """Text, log-probability, weight and the concrete state change hands; index and place stay. Returns what is not needed."""
        dropped = [child.state]
        if child.kind is AND and result.state is not None:
            parts = self._parts(result.state)
            if [part.goals for part in parts] != [focus.part for focus in self.tree.children(child)]:
                return [result.state]  # equal keys, other parts: the key does not see the coupling, so keep what is there
            for focus, part in zip(self.tree.children(child), parts, strict=True):
                dropped.append(focus.state)
                focus.state, focus.key = part.state, part.state.key
        child.state = result.state
        self._take_edge(child, candidate, result)
        return dropped

    # -- states --------------------------------------------------------------------------------------------------------

    def _is_too_long(self, state: ProofState) -> bool:
        return sum(len(goal.encode("utf-8", "surrogatepass")) for goal in state.goals) > self.rules.max_state_bytes

    def _parts(self, state: ProofState) -> list[Part]:
        """The parts that the rule set sees in a state; [] for one OR node."""
        if len(state.goals) < 2:
            return []
        split = self.rules.split
        if split is Split.NEVER or (split is Split.WITHOUT_METAVARIABLES and state.has_metavariables):
            return []
        if split is Split.EVERY_GOAL and (len(state.components) < len(state.goals)):
            if not isinstance(self.environment, GoalSplitting):
                raise UsageError(
                    f"rule set {self.rules.name}: the environment {type(self.environment).__name__} cannot cut coupled goals apart; "
                    "expected a method split_every_goal; choose `paper` or `reap`"
                )
            return self.environment.split_every_goal(state)
        return [] if len(state.components) == 1 else self.environment.split(state)

    def live(self, node: Node) -> ProofState:
        """The state of `node` with a handle the environment knows; rebuilt by replay after a resume (section 12).

        Raises:
            UnreproducibleError: the replay gave another state; its `node` is the index of the first one that differs.
        """
        state = node.state
        if state is not None and state.handle:
            return state
        missing = []
        at = node
        while at.state is None or not at.state.handle:
            missing.append(at)
            if at.parent < 0:
                break
            at = self.tree.nodes[at.parent]
        for lost in reversed(missing):
            rebuilt = self._rebuild(lost)
            if rebuilt is None or rebuilt.key != lost.key:
                found = "no state" if rebuilt is None else f"key {rebuilt.key[:120]!r}"
                raise UnreproducibleError(lost.index, lost.action, found, lost.key[:120])
            lost.state = state = rebuilt
        assert state is not None
        return state

    def _rebuild(self, node: Node) -> ProofState | None:
        if node.parent < 0:
            return self.environment.initial_state()
        parent = self.tree.nodes[node.parent]
        assert parent.state is not None
        if node.part is None:
            return self._apply_batch(parent.state, [node.action])[0].state
        return next((part.state for part in self._parts(parent.state) if part.goals == node.part), None)

    # -- bookkeeping ---------------------------------------------------------------------------------------------------

    def _refresh(self, leaf: Node) -> None:
        """Bring the derived numbers of `leaf` and its unvisited children up to date."""
        total = unvisited = 0.0
        if self._penalises_unvisited and leaf.value is not None:
            unvisited = or_value_unvisited(leaf.value, self.rules.penalty, self.rules.gamma)
        nodes = self.tree.nodes
        for index in leaf.children:
            child = nodes[index]
            total += child.weight
            if child.visits == 0:
                child.value_term = unvisited
            if child.solved:
                leaf.solved = True
        leaf.weight_total = total
        leaf.contenders = self.tree.contenders(leaf) if self.narrows else leaf.children

    def _count(self, judged: Sequence[Judged]) -> None:
        counters = self.counters
        for each in judged:
            if each.fate is CREATED:
                counters.created += 1
            elif each.fate is MERGED:
                counters.merged += 1
            elif each.fate is SKIPPED:
                counters.environment_failures += 1
            else:
                counters.refused[each.reason or each.fate.value] += 1
