"""The search itself: strategy, budget, proof checks, saving and progress around one tree.

Nothing here knows Lean or a model: the environment applies tactics, the evaluator proposes them, the checker judges, and
all three are arguments, as are the clock and the pause. Only a proof that the checker verifies is reported; a rejected one
withdraws the edge it hangs on, and the search goes on (spec search.md, section 7).
"""

from __future__ import annotations

import contextlib
import dataclasses
import gc
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reaprover.core import (
    CheckResult,
    Environment,
    Evaluator,
    Outcome,
    ProofChecker,
    ScriptReplay,
    TacticStatus,
    Theorem,
    Transition,
    Verdict,
)
from reaprover.errors import InfrastructureError, UnreproducibleError, UsageError
from reaprover.search.best_first import Beam, BestFirst
from reaprover.search.budget import Counters, Limit, reached
from reaprover.search.config import SearchConfig, Strategy
from reaprover.search.events import EventLog
from reaprover.search.expand import Expander, Expansion
from reaprover.search.mcts import Mcts, refresh_value_terms
from reaprover.search.observe import BackupStep, Observer
from reaprover.search.proof import Proof, extract, minimise, retrace
from reaprover.search.store import SavedSearch, load, save
from reaprover.search.tree import Node, Tree

TREE_FILE = "tree.json"
EVENTS_FILE = "events.jsonl"
FREEZE_EVERY = 2**15
"""Nodes after which the tree so far is taken out of the garbage collector's sight: it holds no cycles, and looking through
millions of nodes again and again would cost more the larger the tree is."""


@dataclass(frozen=True, slots=True)
class Progress:
    """A snapshot of a running search.

    Attributes:
        num_nodes, num_simulations, num_applications, num_model_calls: so far.
        applications_per_s: tactics per second of search, since this process began it.
        best_goals: printed goals of the state that looks most promising; empty if there is none.
        elapsed_s: seconds of search, those before a resume included.
        time_left_s: seconds until the wall-clock limit; None without one.
    """

    num_nodes: int
    num_simulations: int
    num_applications: int
    num_model_calls: int
    applications_per_s: float
    best_goals: tuple[str, ...]
    elapsed_s: float
    time_left_s: float | None


@dataclass(frozen=True, slots=True)
class SearchResult:
    """How a search ended.

    Attributes:
        theorem: what was searched for; `negated` says that the proof is a disproof.
        outcome: one of seven; only `proved` and `disproved` carry a script.
        limit: which limit ended an exhausted search.
        tainted: some failure of infrastructure touched the search; it is no evidence against the theorem.
        script: the verified tactic block at indentation 0; None without one.
        num_steps: tactics on the longest branch of the script.
        transitions: its steps with their value targets, ready for learning.
        check: what the checker said of it, with the receipt; None if it was never asked.
        counters: what was spent.
        tree: the tree; belongs to the caller.
        error: what went wrong, for outcomes `error` and `unverified`, else "".
    """

    theorem: Theorem
    outcome: Outcome
    limit: Limit | None
    tainted: bool
    script: str | None
    num_steps: int | None
    transitions: tuple[Transition, ...]
    check: CheckResult | None
    counters: Counters
    tree: Tree
    error: str = ""


def coin_flip(theorem: Theorem, seed: int) -> Theorem:
    """The theorem or its negation, one or the other with equal chance: the root of one attempt (rl.md, section 4)."""
    return dataclasses.replace(theorem, negated=random.Random(seed).random() < 0.5)


def search(
    theorem: Theorem,
    environment: Environment,
    evaluator: Evaluator,
    checker: ProofChecker,
    config: SearchConfig | None = None,
    *,
    folder: Path | None = None,
    resume: bool = False,
    progress_fn: Callable[[Progress], None] | None = None,
    stop_fn: Callable[[], bool] | None = None,
    observers: Sequence[Observer] = (),
    clock_fn: Callable[[], float] = time.monotonic,
    sleep_fn: Callable[[float], None] = time.sleep,
) -> SearchResult:
    """Search for a proof of `theorem`, or of its negation if it says so.

    Args:
        theorem: the statement; its `negated` flag decides between proof and disproof.
        environment: opened on this very theorem; stays the caller's to close.
        evaluator: policy and value.
        checker: the strict lane; only what it verifies is reported as proved.
        config: strategy, rules, budget; None means rule set `paper` with its own budget.
        folder: where the tree and the event log are kept; None keeps nothing.
        resume: continue the search saved in `folder`; a fresh one otherwise.
        progress_fn: called with a snapshot now and then, from this thread.
        stop_fn: asked between simulations; True ends the search with outcome `stopped`.
        observers: see every simulation.
        clock_fn, sleep_fn: monotonic seconds, and how to pause.

    Returns:
        The result; failures of infrastructure are outcomes, not exceptions.

    Raises:
        UsageError: the folder holds another search, or one that was not asked to be resumed.
    """
    run = _Run(theorem, environment, evaluator, checker, config or SearchConfig(), folder, observers, clock_fn, sleep_fn)
    try:
        run.open(resume)
        return run.go(progress_fn, stop_fn)
    except InfrastructureError as error:
        return run.result(Outcome.ERROR, error=str(error))
    finally:
        run.unfreeze()
        if run.log is not None:
            with contextlib.suppress(InfrastructureError):  # what the tree rests on was flushed by the last save
                run.log.close()


class _Run:
    """One call of `search`."""

    def __init__(
        self,
        theorem: Theorem,
        environment: Environment,
        evaluator: Evaluator,
        checker: ProofChecker,
        config: SearchConfig,
        folder: Path | None,
        observers: Sequence[Observer],
        clock_fn: Callable[[], float],
        sleep_fn: Callable[[float], None],
    ) -> None:
        self.theorem = theorem
        self.environment = environment
        self.evaluator = evaluator
        self.checker = checker
        self.config = config
        self.limits = config.limits
        self.folder = folder
        self.observers = list(observers)
        self.clock_fn = clock_fn
        self.sleep_fn = sleep_fn
        self.log: EventLog | None = None
        self.random = random.Random(config.seed)
        self.counters = Counters()
        self.tree = Tree(None)
        self.proof: Proof | None = None
        self.check: CheckResult | None = None
        self.error = ""
        self.started_s = self.last_save_s = self.last_progress_s = clock_fn()
        self.save_pause_s = config.save_every_s
        self.freeze_at = FREEZE_EVERY if gc.get_freeze_count() == 0 else None  # else the program uses freezing itself
        self.elapsed_before_s = 0.0
        self.applications_before = 0

    # -- beginning and saving ------------------------------------------------------------------------------------------

    @property
    def identity(self) -> dict[str, Any]:
        """What must be equal for a save to be continued."""
        return {
            "theorem": dataclasses.asdict(self.theorem),
            "config": self.config.to_json(),
            "environment": self.environment.identity,
            "evaluator": self.evaluator.identity,
        }

    def open(self, resume: bool) -> None:
        """Load or begin the tree, and set up strategy and log."""
        saved = self._load(resume)
        if saved is not None:
            self.tree, self.counters = saved.tree, saved.counters
            self.elapsed_before_s, self.applications_before = saved.counters.elapsed_s, saved.counters.applications
            if saved.random_state is not None:
                version, internal, gauss = saved.random_state
                self.random.setstate((version, tuple(internal), gauss))
        if self.folder is not None:
            self.log = EventLog(self.folder / EVENTS_FILE)
            self.observers.append(self.log)
            void = {} if saved is None else {"void_after": saved.event_seq}
            self.log.write("open", resumed=saved is not None, theorem=self.theorem.name, negated=self.theorem.negated, **void)
        if saved is None:
            self.tree = Tree(self.environment.initial_state())
        self.expander = Expander(
            self.tree,
            self.environment,
            self.evaluator,
            self.config.rules,
            self.counters,
            retries_s=self.config.evaluator_retries_s,
            sleep_fn=self.sleep_fn,
        )
        if saved is None:
            self.expander.open_root()
        self.strategy = self._strategy()

    def _strategy(self) -> Mcts | BestFirst | Beam:
        config = self.config
        observer = None if not self.observers else self.observers[0] if len(self.observers) == 1 else _Several(self.observers)
        if config.strategy is Strategy.MCTS:
            return Mcts(self.expander, observer, config.leaves_at_once)
        if config.strategy is Strategy.BEST_FIRST:
            return BestFirst(self.expander, config.length_exponent, observer, config.max_batches)
        return Beam(self.expander, config.length_exponent, config.beam_width, observer)

    def _load(self, resume: bool) -> SavedSearch | None:
        if self.folder is None:
            if resume:
                raise UsageError("search: resume was asked for without a folder; give the folder of the saved search")
            return None
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InfrastructureError(f"{self.folder}: the run folder cannot be made: {error.strerror}") from error
        path = self.folder / TREE_FILE
        for stale in self.folder.glob(f".{TREE_FILE}.tmp-*"):  # what a killed process was writing
            stale.unlink(missing_ok=True)
        if not path.exists():
            return None
        if not resume:
            raise UsageError(f"{path}: a search is saved here; resume it, or choose another folder")
        saved = load(path)
        for name, value in self.identity.items():
            difference = _difference(name, saved.identity.get(name), _as_json(value))
            if difference is not None:
                raise UsageError(f"{path}: the saved search has another {difference}")
        return saved

    def save(self, outcome: Outcome | None = None, limit: Limit | None = None) -> None:
        """Write the tree, if there is a folder; the events before it reach the file first."""
        if self.folder is None:
            return
        begun_s = self.clock_fn()
        seq = 0
        if self.log is not None:
            self.log.flush()
            seq = self.log.seq
        script = self.proof.script if self.proof is not None and outcome in (Outcome.PROVED, Outcome.DISPROVED) else None
        result = {} if outcome is None else {"outcome": outcome.value, "limit": limit.value if limit else None, "script": script}
        state = self.random.getstate()
        saved = SavedSearch(self.tree, self.config.rules, self.counters, self.identity, state, seq, result)
        save(self.folder / TREE_FILE, saved)
        self.last_save_s = self.clock_fn()
        if self.config.save_every_s:  # a large tree is saved less often: at most a twentieth of the time
            self.save_pause_s = max(self.config.save_every_s, 20 * (self.last_save_s - begun_s))

    # -- the loop ------------------------------------------------------------------------------------------------------

    def go(self, progress_fn: Callable[[Progress], None] | None, stop_fn: Callable[[], bool] | None) -> SearchResult:
        """Simulate until something ends the search. Solved is checked before the budget."""
        while True:
            if self.tree.root.solved:
                outcome = self.judge()
                if outcome is not None:
                    return self.finish(outcome)
                continue
            now_s = self.clock_fn()
            self.counters.elapsed_s = self.elapsed_before_s + now_s - self.started_s
            if stop_fn is not None and stop_fn():
                return self.finish(Outcome.STOPPED)
            limit = reached(self.limits, self.counters, len(self.tree))
            if limit is not None:
                return self.finish(Outcome.EXHAUSTED, limit)
            if progress_fn is not None and now_s - self.last_progress_s >= self.config.progress_every_s:
                self.last_progress_s = now_s
                progress_fn(self.progress())
            if self.folder is not None and now_s - self.last_save_s >= self.save_pause_s:
                self.save()
            most = self.limits.num_simulations
            try:
                alive = self.strategy.step(2**31 if most is None else most - self.counters.simulations)
            except UnreproducibleError as error:
                self.lose(error)
                continue
            if self.freeze_at is not None and len(self.tree) >= self.freeze_at:
                self.freeze()
            if not alive:
                return self.finish(Outcome.EXHAUSTED, self._dry_limit())

    def freeze(self) -> None:
        """Spare the collector the tree so far."""
        gc.freeze()
        self.freeze_at = len(self.tree) + FREEZE_EVERY

    def unfreeze(self) -> None:
        """Give everything back to the collector."""
        if self.freeze_at is not None and self.freeze_at != FREEZE_EVERY:
            gc.unfreeze()

    def _dry_limit(self) -> Limit:
        return Limit.FRONTIER if isinstance(self.strategy, Mcts) else self.strategy.limit

    def lose(self, error: UnreproducibleError) -> None:
        """Withdraw the edge of a state that cannot be rebuilt; the root itself cannot be given up."""
        self.counters.unreproducible += 1
        if self.log is not None:
            self.log.write("env_error", node=error.node, error=str(error))
        node = self.edge_owner(error.node)
        if node is None:
            raise error
        self.withdraw(node, "unreproducible")

    def withdraw(self, node: Node, reason: str) -> None:
        """Invalidate an edge; flags may have gone back, so value terms and what waits are worked out anew."""
        parent = self.tree.nodes[node.parent]
        self.tree.withdraw(node, reason)
        refresh_value_terms(self.tree, parent, self.config.rules)
        self.strategy = self._strategy()

    def edge_owner(self, index: int) -> Node | None:
        """The node whose edge is withdrawn for `index`: itself, or its AND node for a focus child; None for the root."""
        node = self.tree.nodes[index]
        while node.part is not None:
            node = self.tree.nodes[node.parent]
        return node if node.parent >= 0 else None

    # -- proofs --------------------------------------------------------------------------------------------------------

    def judge(self) -> Outcome | None:
        """Extract, replay and check the proof; None if it was rejected and the search goes on."""
        self.proof = extract(self.tree)
        if self.log is not None:
            self.log.write("solved", script=self.proof.script)
        verdict = self._verdict(self.proof.script)
        if verdict.verdict is Verdict.VERIFIED:
            if self.config.minimise:
                self._minimise(self.proof)
            return Outcome.DISPROVED if self.theorem.negated else Outcome.PROVED
        if verdict.verdict is Verdict.UNVERIFIED:
            self.error = "; ".join(verdict.reasons)
            return Outcome.UNVERIFIED
        self.counters.rejections += 1
        if self.counters.rejections >= self.config.max_rejections:
            return Outcome.REJECTED
        index = self.proof.node_at(verdict.line) if verdict.line is not None else None
        culprit = self.edge_owner(index) if index is not None else None
        self.withdraw(culprit or self.tree.nodes[max(self.proof.terminals)], "rejected_edge")
        return None

    def _verdict(self, script: str) -> CheckResult:
        """Replay in one session, if the environment can, then the strict lane; the replay alone never accepts."""
        verdict = self._replay(script)
        if verdict is None:
            try:
                verdict = self.check = self.checker.check(self.theorem, script)
            except InfrastructureError as error:
                verdict = self.check = CheckResult(Verdict.UNVERIFIED, (str(error),))
        if self.log is not None:
            self.log.write("final_check", verdict=verdict.verdict.value, reasons=list(verdict.reasons), line=verdict.line)
        return verdict

    def _replay(self, script: str) -> CheckResult | None:
        if not isinstance(self.environment, ScriptReplay):
            return None
        result = self.environment.replay(script)
        self.counters.applications += 1
        if result.status is TacticStatus.CLOSED:
            return None
        if result.error is not None and result.error.kind.is_inconclusive:
            return None  # the strict lane has limits of its own
        reason = result.error.message if result.error is not None else f"goals remain: {result.status.value}"
        return CheckResult(Verdict.REJECTED, (f"replay: {reason}",))

    def _minimise(self, proof: Proof) -> None:
        """Shorten a verified proof; keep the shorter one only if it verifies and its states can be traced."""

        def accepts(script: str) -> bool:
            if isinstance(self.environment, ScriptReplay):
                return self._replay(script) is None
            try:
                return self.checker.check(self.theorem, script).verdict is Verdict.VERIFIED
            except InfrastructureError:
                return False

        first_check = self.check
        fewer = minimise(proof.items, accepts)
        if len(fewer) == len(proof.items):
            return
        tree = Tree(self.environment.initial_state())
        expander = Expander(tree, self.environment, self.evaluator, self.config.rules, Counters(), retries_s=(), sleep_fn=self.sleep_fn)
        expander.open_root()
        shorter = retrace(expander, fewer)
        if shorter is not None and self._verdict(shorter.script).verdict is Verdict.VERIFIED:
            self.proof = shorter
        else:
            self.check = first_check

    # -- the end -------------------------------------------------------------------------------------------------------

    def finish(self, outcome: Outcome, limit: Limit | None = None) -> SearchResult:
        """Save and report."""
        self.counters.elapsed_s = self.elapsed_before_s + self.clock_fn() - self.started_s
        if self.log is not None and limit is not None:
            self.log.write("exhausted", limit=limit.value)
        self.save(outcome, limit)
        return self.result(outcome, limit, self.error)

    def result(self, outcome: Outcome, limit: Limit | None = None, error: str = "") -> SearchResult:
        """The result as it stands."""
        proof = self.proof if outcome in (Outcome.PROVED, Outcome.DISPROVED) else None
        return SearchResult(
            theorem=self.theorem,
            outcome=outcome,
            limit=limit,
            tainted=self.counters.is_tainted or outcome is Outcome.ERROR,
            script=proof.script if proof else None,
            num_steps=proof.num_steps if proof else None,
            transitions=proof.transitions if proof else (),
            check=self.check,
            counters=self.counters,
            tree=self.tree,
            error=error,
        )

    def progress(self) -> Progress:
        """The snapshot for the caller."""
        here_s = self.clock_fn() - self.started_s
        applications = self.counters.applications - self.applications_before
        best = self._most_promising()
        wall_s = self.limits.wall_s
        return Progress(
            num_nodes=len(self.tree),
            num_simulations=self.counters.simulations,
            num_applications=self.counters.applications,
            num_model_calls=self.counters.model_calls,
            applications_per_s=applications / here_s if here_s > 0 else 0.0,
            best_goals=best.goals if best is not None else (),
            elapsed_s=self.elapsed_before_s + here_s,
            time_left_s=None if wall_s is None else max(wall_s - self.elapsed_before_s - here_s, 0.0),
        )

    def _most_promising(self) -> Node | None:
        """Best-first and beam: the state that is next. MCTS: the end of the most visited path through unsolved nodes."""
        if not isinstance(self.strategy, Mcts):
            return self.strategy.best_open()
        node = self.tree.root
        while True:
            open_children = [child for child in self.tree.children(node) if child.visits and not child.solved]
            if not open_children:
                return node
            node = max(open_children, key=lambda child: (child.visits, -child.index))


class _Several(Observer):
    """Hands everything to several observers."""

    def __init__(self, observers: Sequence[Observer]) -> None:
        self.observers = tuple(observers)

    def selected(self, tree: Tree, path: Sequence[Node]) -> None:
        for observer in self.observers:
            observer.selected(tree, path)

    def expanded(self, tree: Tree, expansion: Expansion) -> None:
        for observer in self.observers:
            observer.expanded(tree, expansion)

    def backed_up(self, tree: Tree, steps: Sequence[BackupStep]) -> None:
        for observer in self.observers:
            observer.backed_up(tree, steps)


def _difference(name: str, found: Any, expected: Any) -> str | None:
    """Where two JSON values differ first, with both; None if they are equal."""
    if isinstance(found, dict) and isinstance(expected, dict):
        differences = (_difference(f"{name}.{key}", found.get(key), expected.get(key)) for key in sorted({*found, *expected}))
        return next(filter(None, differences), None)
    return None if found == expected else f"{name}; found {str(found)[:200]!r}, expected {str(expected)[:200]!r}"


def _as_json(value: Any) -> Any:
    """What a JSON round trip makes of `value`: tuples become lists."""
    if isinstance(value, dict):
        return {key: _as_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_as_json(item) for item in value]
    return value
