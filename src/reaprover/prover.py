"""One attempt at one theorem: Lean environment, evaluator, search and strict checker, wired together.

A `Prover` keeps what attempts share (toolchain, Lean processes, checker); an attempt opens the theorem, searches, and leaves its files in
a folder: `tree.json` and `events.jsonl` by the search, `proof.lean` and `receipt.json` when a proof was verified.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType

from reaprover.core import Environment, Evaluator, ProofChecker, Theorem
from reaprover.core.durable import write_durably
from reaprover.lean.environment import LeanEnvironment
from reaprover.lean.pool import LeanPool
from reaprover.lean.session import TacticLimits
from reaprover.lean.toolchain import Toolchain
from reaprover.lean.whole_file import WholeFileEnvironment
from reaprover.search import Observer, Progress, SearchConfig, SearchResult, search
from reaprover.verify.receipt import write_receipt
from reaprover.verify.strict import Level, StrictChecker, submission_of

PROOF_FILE = "proof.lean"
RECEIPT_FILE = "receipt.json"


class Prover:
    """Proves theorems with one evaluator on one toolchain. Not for use from several threads."""

    def __init__(
        self,
        toolchain: Toolchain,
        evaluator: Evaluator,
        *,
        level: Level = Level.STRICT,
        num_sessions: int = 1,
        limits: TacticLimits | None = None,
        checker: ProofChecker | None = None,
    ) -> None:
        """Wire the parts together; the library is compiled if needed, no Lean process is started yet.

        Args:
            toolchain: the Lean to search and to check with.
            evaluator: policy and value.
            level: what the strict lane requires of a proof.
            num_sessions: Lean processes that share the tactics of one search; a toolchain without a tactic server uses one at a time.
            limits: what one tactic may use.
            checker: the strict lane; None makes one that requires `level`.

        Raises:
            PrerequisiteError, InfrastructureError: the library cannot be compiled, or the toolchain does not start.
        """
        self.evaluator = evaluator
        self._limits = limits or TacticLimits()
        self._toolchain = toolchain
        self._pool = LeanPool(toolchain, num_sessions) if toolchain.versions.has_server else None
        self._checker: ProofChecker = checker or StrictChecker(toolchain, level=level)

    def attempt(
        self,
        theorem: Theorem,
        config: SearchConfig | None = None,
        *,
        folder: Path | None = None,
        resume: bool = False,
        progress_fn: Callable[[Progress], None] | None = None,
        stop_fn: Callable[[], bool] | None = None,
        observers: Sequence[Observer] = (),
    ) -> SearchResult:
        """Search for a proof of `theorem` (of its negation if it says so).

        Args:
            theorem: the statement.
            config: strategy, rules and budget.
            folder: where the attempt's files go; None keeps nothing.
            resume: go on with the search saved in `folder`, if there is one.
            progress_fn: called with a snapshot now and then.
            stop_fn: asked between simulations; True ends the search.
            observers: see every simulation.

        Returns:
            The result; only `proved` and `disproved` carry a script, and the strict lane has verified it.

        Raises:
            InputError: Lean refuses the header or the statement.
            InfrastructureError: no Lean process can be started.
        """
        environment = self.open_environment(theorem)
        try:
            result = search(
                theorem,
                environment,
                self.evaluator,
                self._checker,
                config,
                folder=folder,
                resume=resume,
                progress_fn=progress_fn,
                stop_fn=stop_fn,
                observers=observers,
            )
        finally:
            environment.close()
        if folder is not None and result.script is not None and result.check is not None:
            write_durably(folder / PROOF_FILE, submission_of(theorem, result.script).source.encode())
            write_receipt(folder / RECEIPT_FILE, result.check.receipt, replace=True)
        return result

    def open_environment(self, theorem: Theorem) -> Environment:
        """A theorem, tactic by tactic in a session where the toolchain has our server, else by whole files; the caller's to close.

        Raises:
            InputError: Lean refuses the header or the statement.
            InfrastructureError: no Lean process can be started.
        """
        if self._pool is None:
            return WholeFileEnvironment(theorem, self._toolchain, limits=self._limits)
        return LeanEnvironment(theorem, self._pool, limits=self._limits)

    def close(self) -> None:
        """End the Lean processes; idempotent."""
        if self._pool is not None:
            self._pool.close()

    def __enter__(self) -> Prover:
        """The prover itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        """End the Lean processes."""
        self.close()
