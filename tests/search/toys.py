"""Small environments and evaluators with one property each."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from reaprover.core import (
    Candidate,
    ErrorKind,
    Evaluation,
    Observation,
    Part,
    ProofState,
    TacticError,
    TacticResult,
    TacticStatus,
)
from reaprover.errors import InfrastructureError

HOLE = re.compile(r"\?\w+")


def components(goals: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    """Goal indices grouped by shared `?names`, by repeated merging of sets."""
    groups: list[tuple[set[int], set[str]]] = []
    for i, goal in enumerate(goals):
        members, names = {i}, set(HOLE.findall(goal))
        rest = []
        for other_members, other_names in groups:
            if names & other_names:
                members, names = members | other_members, names | other_names
            else:
                rest.append((other_members, other_names))
        groups = [*rest, (members, names)]
    return tuple(sorted(tuple(sorted(members)) for members, _ in groups))


class GoalEnvironment:
    """Goals are texts, `?x` in them are metavariables. Tactics act on the first goal:

    `refine` turns `∃` into `?n`, `?n > 3`, `?n < 3`; `exact K` gives K to the data goal `?n`; `solve K` assigns K to the
    only metavariable of the first goal and closes it if it is true; `decide` closes a true comparison of numbers.
    """

    identity = "goals"

    def __init__(self, *root: str) -> None:
        self.root = root
        self.num_splits = 0

    def _state(self, goals: Sequence[str], in_part: bool) -> ProofState:
        key = ("p" if in_part else "n") + "|" + "|".join(goals)
        return ProofState(key, tuple(goals), key[2:], any(map(HOLE.search, goals)), components(goals))

    def initial_state(self) -> ProofState:
        return self._state(self.root, in_part=False)

    def apply_batch(self, state: ProofState, tactics: Sequence[str]) -> list[TacticResult]:
        results = []
        for tactic in tactics:
            goals = self._step(list(state.goals), tactic)
            in_part = state.handle.startswith("p")
            if goals is None:
                results.append(TacticResult(tactic, TacticStatus.FAILED, None, TacticError(ErrorKind.TACTIC_FAILED, "no")))
            elif not goals:
                results.append(TacticResult(tactic, TacticStatus.PART_CLOSED if in_part else TacticStatus.CLOSED, elapsed_ms=1.0))
            else:
                results.append(TacticResult(tactic, TacticStatus.OPEN, self._state(goals, in_part), elapsed_ms=1.0))
        return results

    def _step(self, goals: list[str], tactic: str) -> list[str] | None:
        if not goals:
            return None
        first, rest = goals[0], goals[1:]
        word, _, number = tactic.partition(" ")
        if word == "rotate_left":
            return goals[int(number) :] + goals[: int(number)]
        if word == "refine" and first == "∃":
            return ["?n", "?n > 3", "?n < 3", *rest]
        if word == "exact" and first.startswith("?"):
            return [goal.replace(first, number) for goal in rest]
        if word == "solve" and " " in first and (hole := HOLE.search(first)):
            name = hole.group()
            if not _is_true(first.replace(name, number)):
                return None
            return [goal.replace(name, number) for goal in rest if goal != name]
        if word == "decide" and " " in first and not HOLE.search(first) and _is_true(first):
            return rest
        return None

    def split(self, state: ProofState) -> list[Part]:
        self.num_splits += 1
        singles = [group for group in state.components if len(group) == 1]
        coupled = tuple(sorted(i for group in state.components if len(group) > 1 for i in group))
        groups = [*singles, *([coupled] if coupled else [])]
        if len(groups) < 2:
            return []
        return [self._part(state, group) for group in groups]

    def split_every_goal(self, state: ProofState) -> list[Part]:
        return [self._part(state, (i,)) for i in range(len(state.goals))]

    def _part(self, state: ProofState, group: tuple[int, ...]) -> Part:
        return Part(self._state([state.goals[i] for i in group], in_part=True), group, len(group) > 1)

    def replay(self, script: str) -> TacticResult:
        """Run a script with one level of `·` blocks on the whole goal list."""
        goals: list[str] | None = list(self.root)
        block: list[str] | None = None  # the goals after the one that a `·` block works on
        for line in script.split("\n"):
            if goals is None:
                break
            if not line.startswith("  ") and block is not None:
                goals, block = (None, None) if len(goals) > len(block) else (goals, None)
            if goals is not None and line.startswith("· "):
                block = goals[1:]
            goals = self._step(goals, line.strip().removeprefix("· ")) if goals is not None else None
        if goals == []:
            return TacticResult(script, TacticStatus.CLOSED)
        return TacticResult(script, TacticStatus.FAILED, None, TacticError(ErrorKind.TACTIC_FAILED, f"left: {goals}"))

    def release(self, states: Sequence[ProofState]) -> None:
        pass

    def close(self) -> None:
        pass


def _is_true(comparison: str) -> bool:
    left, sign, right = comparison.split(" ")
    return int(left) > int(right) if sign == ">" else int(left) < int(right)


class Constant:
    """The same candidates and the same value everywhere."""

    identity = "constant"

    def __init__(self, *tactics: str, value: float = -3.0) -> None:
        self.evaluation = Evaluation(tuple(Candidate(tactic, -1.0 - i) for i, tactic in enumerate(tactics)), value)

    def evaluate(self, observations: Sequence[Observation]) -> list[Evaluation]:
        return [self.evaluation for _ in observations]


class Endless(GoalEnvironment):
    """Every tactic makes a new, unfinished state; with `close_at`, the tactic at that depth finishes."""

    def __init__(self, close_at: int | None = None) -> None:
        super().__init__("0")
        self.close_at = close_at

    def _step(self, goals: list[str], tactic: str) -> list[str] | None:
        depth = int(goals[0])
        return [] if self.close_at == depth + 1 else [str(depth + 1)]


class Failing:
    """Wraps an evaluator: calls whose number (from 0) is listed raise, or give the listed answer instead."""

    def __init__(self, inner: Constant, failures: dict[int, Evaluation | None] | Callable[[int], bool]) -> None:
        self.inner, self.failures, self.calls = inner, failures, 0

    @property
    def identity(self) -> str:
        return self.inner.identity

    def evaluate(self, observations: Sequence[Observation]) -> list[Evaluation]:
        call = self.calls
        self.calls += 1
        if callable(self.failures):
            if self.failures(call):
                raise InfrastructureError("evaluator: down")
        elif call in self.failures:
            answer = self.failures[call]
            if answer is None:
                raise InfrastructureError("evaluator: down")
            return [answer for _ in observations]
        return self.inner.evaluate(observations)


def with_error(result: TacticResult, kind: ErrorKind) -> TacticResult:
    """The same reply as an error of `kind`."""
    return replace(result, status=TacticStatus.FAILED, state=None, error=TacticError(kind, kind.value))
