"""An environment and an evaluator that answer from tables, and checkers with a will of their own.

The tables have the format of the golden search file (spec search.md, section 16): `states[s]` = {key, pp, split?},
`tactics[s][text]` = {to, ms?}, `policy[s]` = batches of [text, logprob], `value[s]` = steps ≤ 0. A state named `done` is
finished. Times come from the table, so that everything is deterministic.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from reaprover.core import (
    Candidate,
    CheckResult,
    ErrorKind,
    Evaluation,
    Observation,
    Part,
    ProofState,
    TacticError,
    TacticResult,
    TacticStatus,
    Theorem,
    Verdict,
)

DONE = "done"
TABLE_THEOREM = Theorem("table", "", "True")
"""Stands for the statement of a table."""


class TableEnvironment:
    """Applies tactics by looking them up; handles are `n/STATE`, with `p` for n inside a split-off part.

    Attributes:
        num_applications: tactics looked up so far.
        held: handles given out and not released.
    """

    def __init__(self, states: Mapping[str, Mapping[str, Any]], tactics: Mapping[str, Mapping[str, Mapping[str, Any]]], root: str) -> None:
        self.states, self.tactics, self.root = states, tactics, root
        self.num_applications = 0
        self.held: dict[str, int] = {}

    @classmethod
    def from_golden(cls, record: Mapping[str, Any]) -> TableEnvironment:
        """The environment of a golden search file."""
        return cls(record["states"], record["tactics"], record["root"])

    @property
    def identity(self) -> str:
        return f"table:{self.root}"

    def initial_state(self) -> ProofState:
        return self._state(self.root, in_part=False)

    def apply_batch(self, state: ProofState, tactics: Sequence[str]) -> list[TacticResult]:
        return [self._apply(state, tactic) for tactic in tactics]

    def split(self, state: ProofState) -> list[Part]:
        names = self.states[self._name(state)].get("split", ())
        return [Part(self._state(name, in_part=True), (i,)) for i, name in enumerate(names)]

    def release(self, states: Sequence[ProofState]) -> None:
        for state in states:
            self.held.pop(state.handle, None)

    def close(self) -> None:
        self.held.clear()

    def replay(self, script: str) -> TacticResult:
        """Run a script of `·` blocks, written independently of the extraction: parts of a state are closed in order."""
        waiting = [self.initial_state()]
        for line in script.split("\n"):
            text = line.lstrip(" ").removeprefix("· ")
            if not waiting:
                return self._failed(script, "no goals")
            state = waiting.pop()
            result = self._apply(state, text)
            if result.error is not None:
                return self._failed(script, f"{text}: {result.error.message}")
            if result.state is not None:
                parts = self.split(result.state)
                waiting += [part.state for part in reversed(parts)] if parts else [result.state]
        return self._failed(script, "goals remain") if waiting else TacticResult(script, TacticStatus.CLOSED)

    def _failed(self, tactic: str, message: str) -> TacticResult:
        return TacticResult(tactic, TacticStatus.FAILED, None, TacticError(ErrorKind.TACTIC_FAILED, message))

    def _name(self, state: ProofState) -> str:
        return state.handle.partition("/")[2]

    def _state(self, name: str, *, in_part: bool) -> ProofState:
        row = self.states[name]
        parts = row.get("split", ())
        goals = tuple(self.states[part]["pp"] for part in parts) or (row["pp"],)
        handle = f"{'p' if in_part else 'n'}/{name}"
        self.held[handle] = self.held.get(handle, 0) + 1
        components = tuple((i,) for i in range(len(goals)))
        return ProofState(handle, goals, row["key"], bool(row.get("metavariables", False)), components)

    def _apply(self, state: ProofState, tactic: str) -> TacticResult:
        self.num_applications += 1
        in_part = state.handle.startswith("p")
        row = self.tactics[self._name(state)].get(tactic)
        if row is None:
            return self._failed(tactic, "no such row")
        ms = float(row.get("ms", 1))
        if row["to"] == DONE:
            return TacticResult(tactic, TacticStatus.PART_CLOSED if in_part else TacticStatus.CLOSED, elapsed_ms=ms)
        return TacticResult(tactic, TacticStatus.OPEN, self._state(row["to"], in_part=in_part), elapsed_ms=ms)


class TableEvaluator:
    """Proposes by the name of the state, which is its printed goals joined by a bar.

    Attributes:
        num_calls: calls so far.
    """

    def __init__(
        self, policy: Mapping[str, Sequence[Sequence[tuple[str, float]]]], value: Mapping[str, float], names: Mapping[tuple[str, ...], str]
    ) -> None:
        self.policy, self.value, self.names = policy, value, names
        self.num_calls = 0

    @classmethod
    def from_golden(cls, record: Mapping[str, Any], states: Mapping[str, Mapping[str, Any]]) -> TableEvaluator:
        """The evaluator of a golden search file."""
        return cls(record["policy"], record["value"], {(row["pp"],): name for name, row in states.items()})

    @property
    def identity(self) -> str:
        return "table"

    def evaluate(self, observations: Sequence[Observation]) -> list[Evaluation]:
        self.num_calls += 1
        return [self._one(observation) for observation in observations]

    def _one(self, observation: Observation) -> Evaluation:
        name = self.names[observation.goals]
        batches = self.policy[name]
        batch = batches[min(observation.batch_index, len(batches) - 1)]
        return Evaluation(tuple(Candidate(text, logprob) for text, logprob in batch), self.value[name])


class TableChecker:
    """Gives the listed verdicts in order, then `verified` for ever; remembers the scripts it saw."""

    def __init__(self, *verdicts: CheckResult) -> None:
        self.verdicts = list(verdicts)
        self.scripts: list[str] = []

    def check(self, theorem: Theorem, script: str) -> CheckResult:
        self.scripts.append(script)
        return self.verdicts.pop(0) if self.verdicts else CheckResult(Verdict.VERIFIED)
