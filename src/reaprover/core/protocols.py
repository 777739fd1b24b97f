"""The seams. Whoever implements one inherits its contract test from `reaprover.testing`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from reaprover.core.nouns import CheckResult, Evaluation, Observation, Part, ProofState, TacticResult, Theorem


class Environment(Protocol):
    """One theorem, opened in something that runs tactics (spec lean-protocol.md).

    Old states stay usable until released. A failed tactic changes no state. Results that are infrastructure
    failures come back as results with such an `ErrorKind`; only the loss of the whole environment raises
    `InfrastructureError`.
    """

    @property
    def identity(self) -> str:
        """Names what computes: toolchain, library, options and theorem; equal identities, equal results."""
        ...

    def initial_state(self) -> ProofState:
        """The state of the theorem with its binders introduced."""
        ...

    def apply_batch(self, state: ProofState, tactics: Sequence[str]) -> list[TacticResult]:
        """Apply each tactic to `state`, in isolation; one result per tactic, in order."""
        ...

    def split(self, state: ProofState) -> list[Part]:
        """Cut `state` into its independent parts: single goals in order, then the coupled goals; [] if there is one part."""
        ...

    def release(self, states: Sequence[ProofState]) -> None:
        """Forget states; unknown ones are ignored."""
        ...

    def close(self) -> None:
        """Give everything back; idempotent."""
        ...


@runtime_checkable
class ScriptReplay(Protocol):
    """What an environment may also offer: a whole script in one session, before the strict lane is asked."""

    def replay(self, script: str) -> TacticResult:
        """Run `script`, several lines with `·` blocks, on the initial state; closed only if the whole root term checks."""
        ...


@runtime_checkable
class GoalSplitting(Protocol):
    """What an environment may also offer: cutting coupled goals apart, for the unsound rule set `pseudocode` only."""

    def split_every_goal(self, state: ProofState) -> list[Part]:
        """One part per goal, coupled or not, in order."""
        ...


class Evaluator(Protocol):
    """Policy and value in one: a batch of observations in, one evaluation each out."""

    @property
    def identity(self) -> str:
        """Names the policy and its version; equal identities, equal answers."""
        ...

    def evaluate(self, observations: Sequence[Observation]) -> list[Evaluation]:
        """One evaluation per observation, in order; raises `InfrastructureError` if it cannot answer."""
        ...


class ProofChecker(Protocol):
    """The strict lane: a fresh process decides whether a script proves a theorem (spec verification.md)."""

    def check(self, theorem: Theorem, script: str) -> CheckResult:
        """`script` is the tactic block that follows `:= by`, at indentation 0."""
        ...
