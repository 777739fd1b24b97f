"""One game: one search for a proof of one statement, and the verification of many games' proofs at once.

Decisions:
- A search inside a game asks no strict lane: the session's own replay of the whole script has to close the root, then the proof waits for
  the batch. Until the batch is verified the game is neither won nor lost.
- Proofs with equal headers are put into one file and verified strictly together: a file of forty costs little more than a file of one. If
  the file is not verified, each of its proofs is checked alone, so that one bad proof costs the others nothing. A script in which a command
  could hide, or that writes another game's name, gets no neighbours, and in a file of several no proof may rest on another: a script is
  worth what it proves by itself.
- A game that infrastructure touched without a proof is an error: it moves no statistics (spec rl.md, section 1).
- For longer and plainer proofs a game may forbid some tactics by their first word, or all that join tactics by `<;>`; what is forbidden is
  drawn by the game's seed.
"""

from __future__ import annotations

import dataclasses
import random
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from reaprover.core import CheckResult, Evaluation, Evaluator, Observation, Outcome, Theorem, Verdict
from reaprover.core import Transition as Step
from reaprover.errors import InfrastructureError, InputError, ReaproverError
from reaprover.learn.replay import mentions
from reaprover.learn.transition import proof_text
from reaprover.prover import Prover
from reaprover.search import Budget, Kind, SearchResult, Tree, search_config
from reaprover.search.proof import extract
from reaprover.train.policies import Policy
from reaprover.verify.name import write_name
from reaprover.verify.strict import StrictChecker, Submission, submission_of, targets_of
from reaprover.verify.syntax import is_one_block

DEFERRED = "left to the batch"
JOINED = "<;>"
CLOSERS = ("simp_all", "simp", "omega", "by_cases", "solve_by_elim", "decide", "rfl", JOINED)
"""First words of tactics that often end a proof at once, and what joins an induction to its end; a plain game draws from these."""
_RENAMING = re.compile(r"^\(?rename_i [^;\n]*[;\n]")
_FIRST = re.compile(r"[\s(]*(\w+)")
MAX_PER_FILE = 40
MAX_UNSOLVED = 12
"""Unsolved states kept of one game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Assignment:
    """What an actor is asked to play.

    Attributes:
        search_id: names the game in its run.
        theorem_id: the statement's id.
        theorem: the statement under a name that is unique in the run; negated for a disproof.
        wall_s: seconds of search.
        num_simulations: limit of expansions; None for none.
        num_candidates: K.
        seed: of the exploration.
        plain_rate: chance of each closing tactic to be forbidden; 0 forbids none.
        search: how.
    """

    search_id: str
    theorem_id: str
    theorem: Theorem
    wall_s: float
    num_simulations: int | None = None
    num_candidates: int = 24
    seed: int = 0
    plain_rate: float = 0.0
    search: str = "best-first"


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """How a game ended, before the strict lane.

    Attributes:
        assignment: what was played.
        outcome: `solved` (to be verified), `failed`, `refused` (Lean refuses the statement) or `error` (infrastructure).
        script: the proof found, if solved.
        steps: its transitions.
        elapsed_s: seconds.
        counters: what was spent.
        reason: of a refusal or an error.
        unsolved: states that were expanded without a proof, each with the steps within which nothing proved it, ≥ 1; none of a game whose
            tactics were restricted, or whose search withdrew a proof.
        tainted: infrastructure touched the search of a solved one: if its proof is refused, that is no evidence.
    """

    assignment: Assignment
    outcome: str
    script: str = ""
    steps: tuple[Step, ...] = ()
    elapsed_s: float = 0.0
    counters: dict[str, Any] = field(default_factory=dict)
    reason: str = ""
    unsolved: tuple[tuple[str, int], ...] = ()
    tainted: bool = False


class Deferred:
    """The checker inside a game: says of every proof that it is not verified yet."""

    def check(self, theorem: Theorem, script: str) -> CheckResult:
        """See `core.ProofChecker`."""
        return CheckResult(Verdict.UNVERIFIED, (DEFERRED,))


class Plain:
    """An evaluator without some of the closers, drawn by a seed; implements `core.Evaluator`."""

    def __init__(self, inner: Evaluator, seed: int, rate: float) -> None:
        rng = random.Random(f"plain {seed}")
        self.inner = inner
        self.forbidden = frozenset(word for word in CLOSERS if rng.random() < rate)

    def forbids(self, tactic: str) -> bool:
        """Whether it begins with a forbidden word, also behind new names, or joins tactics where that is forbidden."""
        own = tactic.partition(":=")[0]  # what proves a claim on the spot is no part of it
        first = _FIRST.match(_RENAMING.sub("", tactic))
        return (JOINED in self.forbidden and JOINED in own) or (first is not None and first[1] in self.forbidden)

    @property
    def identity(self) -> str:
        """The inner one's, and what is forbidden."""
        return f"{self.inner.identity}:without:{','.join(sorted(self.forbidden))}"

    def evaluate(self, observations: Sequence[Observation]) -> list[Evaluation]:
        """See `core.Evaluator`."""
        return [
            dataclasses.replace(e, candidates=tuple(c for c in e.candidates if not self.forbids(c.tactic)))
            for e in self.inner.evaluate(observations)
        ]


def play(prover: Prover, policy: Policy, assignment: Assignment) -> Game:
    """Play one game; `prover` was made with `Deferred` as its checker."""
    evaluator = policy(assignment.seed)
    config = search_config(
        assignment.search,
        rules={"num_candidates": assignment.num_candidates},
        budget=Budget(wall_s=assignment.wall_s, num_simulations=assignment.num_simulations),
    )
    prover.evaluator = Plain(evaluator, assignment.seed, assignment.plain_rate) if assignment.plain_rate > 0 else evaluator
    try:
        result = prover.attempt(assignment.theorem, config)
    except InputError as error:
        return Game(assignment=assignment, outcome="refused", reason=str(error)[:300])
    except InfrastructureError as error:
        return Game(assignment=assignment, outcome="error", reason=str(error)[:300])
    counters = {
        "simulations": result.counters.simulations,
        "applications": result.counters.applications,
        "model_calls": result.counters.model_calls,
        "model_tokens": result.counters.model_tokens,
    }
    if result.outcome is Outcome.UNVERIFIED and result.error == DEFERRED:
        proof = extract(result.tree)
        return Game(
            assignment=assignment,
            outcome="solved",
            script=proof.script,
            steps=proof.transitions,
            elapsed_s=result.counters.elapsed_s,
            counters=counters,
            unsolved=_unsolved(result, assignment),
            tainted=result.tainted,
        )
    # A search that was let do nothing says nothing.
    is_error = result.tainted or result.outcome in (Outcome.ERROR, Outcome.UNVERIFIED) or not result.counters.simulations
    return Game(
        assignment=assignment,
        outcome="error" if is_error else "failed",
        elapsed_s=result.counters.elapsed_s,
        counters=counters,
        reason=result.error[:300],
        unsolved=() if is_error else _unsolved(result, assignment),
    )


def _unsolved(result: SearchResult, assignment: Assignment) -> tuple[tuple[str, int], ...]:
    if result.tainted or result.counters.rejections or assignment.plain_rate > 0:
        return ()
    return unsolved_states(result.tree, assignment.seed)


def unsolved_states(tree: Tree, seed: int) -> tuple[tuple[str, int], ...]:
    """At most `MAX_UNSOLVED` states of a tree that were expanded and not solved, each with the steps within which nothing proved it.

    Of all tactics that were accepted in a state each was followed so far and further; so 1 where one of them leads to a state that was not
    expanded. A state that stands in the tree several times has its greatest number; states with metavariables are left out, since what they
    say depends on others.
    """
    heights: dict[int, int] = {}
    for node in reversed(tree.nodes):  # children have larger indices
        below = [heights[child.index] for child in tree.children(node)]
        if node.kind is Kind.AND:  # as hard as its hardest part
            heights[node.index] = max(below, default=0)
        else:
            heights[node.index] = 1 + min(below, default=0) if node.batches else 0
    found: dict[str, int] = {}
    for node in tree.nodes:
        if node.kind is Kind.OR and node.batches and not node.solved and node.state and not node.state.has_metavariables:
            text = "\n".join(node.goals)
            found[text] = max(found.get(text, 0), heights[node.index])
    states = sorted(found.items())
    return tuple(random.Random(f"unsolved {seed}").sample(states, min(MAX_UNSOLVED, len(states))))


@dataclass(frozen=True, slots=True)
class Verified:
    """What the strict lane said of a game.

    Attributes:
        result: its result; where a file held several proofs, that of the file.
        file: the file, where it held several proofs; else empty.
        is_vacuous: the proof is known to use nothing but a contradiction among the hypotheses; asked of one proof in a file.
    """

    result: CheckResult
    file: str = ""
    is_vacuous: bool = False


def verify_games(checker: StrictChecker, games: Sequence[Game]) -> list[Verified]:
    """The strict lane's verdict on each solved game, in order."""
    verdicts: dict[int, Verified] = {}
    groups: dict[object, list[int]] = defaultdict(list)
    names = {game.assignment.theorem.name for game in games}
    for place, game in enumerate(games):
        theorem = game.assignment.theorem
        alone = not is_one_block(game.script) or mentions(game.script, names - {theorem.name})
        groups[place if alone else (theorem.imports, theorem.header, theorem.negated)].append(place)
    for places in groups.values():
        for start in range(0, len(places), MAX_PER_FILE):
            part = places[start : start + MAX_PER_FILE]
            together = _verify_together(checker, [games[place] for place in part]) if len(part) > 1 else None
            verdicts.update(zip(part, together or [_verify_alone(checker, games[place]) for place in part], strict=True))
    return [verdicts[place] for place in range(len(games))]


def batch_submission(games: Sequence[Game]) -> Submission:
    """One file with all the games' theorems and proofs; their headers are equal, their names differ."""
    first = games[0].assignment.theorem
    head = "".join(f"import {name}\n" for name in first.imports) + (f"{first.header.rstrip()}\n" if first.header.strip() else "")
    source, reference = [head], [head]
    for game in games:
        source.append(proof_text(game.assignment.theorem, game.script))
        reference.append(f"{game.assignment.theorem.declaration} := sorry\n")
    wanted = "\n".join(reference)
    names = targets_of(wanted, where="batch")
    return Submission("\n".join(source), names[0], wanted, negated=first.negated, where="batch", others=tuple(names[1:]), apart=True)


def _verify_together(checker: StrictChecker, games: Sequence[Game]) -> list[Verified] | None:
    """One file for all; None if it is not verified, whatever the reason."""
    try:
        batch = batch_submission(games)
        result = checker.check_file(batch).result
    except ReaproverError:  # each is asked alone, and tells its own reason
        return None
    if result.verdict is not Verdict.VERIFIED:
        return None
    main = write_name(batch.target)
    return [Verified(result, batch.source, _is_vacuous(result) and game.assignment.theorem.name == main) for game in games]


def _verify_alone(checker: StrictChecker, game: Game) -> Verified:
    try:
        result = checker.check_file(submission_of(game.assignment.theorem, game.script)).result
    except ReaproverError as error:  # also a statement that Lean refuses now: that says nothing about the script
        result = CheckResult(Verdict.UNVERIFIED, (str(error),))
    return Verified(result, is_vacuous=result.verdict is Verdict.VERIFIED and _is_vacuous(result))


def _is_vacuous(result: CheckResult) -> bool:
    return "vacuous" in result.receipt.get("flags", ())
