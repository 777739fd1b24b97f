"""A game never says that it won; many games are verified in one file, and a bad proof costs itself alone."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path

import pytest

from reaprover.core import Candidate, Evaluation, Observation, Outcome, Theorem, Verdict
from reaprover.core import Transition as Step
from reaprover.errors import InfrastructureError
from reaprover.lean.toolchain import EmbeddedToolchain
from reaprover.prover import Prover
from reaprover.search import Budget, search_config
from reaprover.train.games import DEFERRED, MAX_PER_FILE, Assignment, Deferred, Game, Plain, play, unsolved_states, verify_games
from reaprover.train.policies import make_policy
from reaprover.verify.strict import Report, StrictChecker, Submission

AND = Theorem("x", "(p q : Prop)", "p ∧ q → q ∧ p")
AND_PROOF = "intro h\nexact ⟨h.2, h.1⟩"
WRONG = Theorem("x", "(p q : Prop)", "p → q")
DISPROOF = "intro h\nexact h True False trivial"


def solved(number: int, theorem: Theorem = AND, script: str = AND_PROOF, *, negated: bool = False) -> Game:
    """A game that found `script`."""
    named = dataclasses.replace(theorem, name=f"game_{number}", negated=negated)
    assignment = Assignment(search_id=f"game-{number}", theorem_id=f"t{number}", theorem=named, wall_s=1.0)
    steps = (Step(0, ("⊢ it",), "key", script, -1),)
    return Game(assignment=assignment, outcome="solved", script=script, steps=steps)


class Recording(StrictChecker):
    """The strict lane; remembers what it was asked."""

    asked: list[Submission]

    def check_file(self, submission: Submission) -> Report:
        self.__dict__.setdefault("asked", []).append(submission)
        return super().check_file(submission)


@pytest.fixture
def checker(toolchain: EmbeddedToolchain) -> Recording:
    return Recording(toolchain)


class Says:
    """An evaluator with the same tactics everywhere, as often as it is asked."""

    identity = "says"

    def __init__(self, *tactics: str) -> None:
        self.tactics = tactics

    def evaluate(self, observations: Sequence[Observation]) -> list[Evaluation]:
        return [Evaluation(tuple(Candidate(tactic, -1.0) for tactic in self.tactics), -1.0) for _ in observations]


class Fails:
    """An evaluator whose machine is broken."""

    identity = "fails"

    def evaluate(self, observations: Sequence[Observation]) -> list[Evaluation]:
        raise InfrastructureError("no machine")


# -- verification ----------------------------------------------------------------------------------------------------------


@pytest.mark.lean
def test_good_proofs_are_verified_in_one_file(checker: Recording) -> None:
    games = [solved(number) for number in range(3)]
    found = verify_games(checker, games)
    assert [one.result.verdict for one in found] == [Verdict.VERIFIED] * 3
    assert len(checker.asked) == 1
    assert {one.file for one in found} == {checker.asked[0].source}
    assert all(f"theorem game_{number} " in found[0].file for number in range(3))
    assert len({one.result.receipt["record_sha256"] for one in found}) == 1


@pytest.mark.lean
def test_a_bad_proof_costs_only_itself(checker: Recording) -> None:
    games = [solved(0), solved(1, script="intro h\nexact h"), solved(2), solved(3, script="intro h\nsorry")]
    found = verify_games(checker, games)
    assert [one.result.verdict for one in found] == [Verdict.VERIFIED, Verdict.REJECTED, Verdict.VERIFIED, Verdict.REJECTED]
    assert all(found[place].result.reasons for place in (1, 3))
    assert [one.file for one in found] == [""] * 4  # each was verified alone in the end
    assert len(checker.asked) == 5


@pytest.mark.lean
def test_a_proof_that_would_leave_its_theorem_spoils_nothing_else(checker: Recording) -> None:
    outside = "exact fun h => ⟨h.2, h.1⟩\n\naxiom cheat : False\n\ntheorem other : False := by\nexact cheat"
    found = verify_games(checker, [solved(0), solved(1, script=outside), solved(2, script='exact "open')])
    assert [one.result.verdict for one in found][:1] == [Verdict.VERIFIED]
    assert all(one.result.verdict is not Verdict.VERIFIED for one in found[1:])


@pytest.mark.lean
def test_disproofs_and_headers_go_into_files_of_their_own(checker: Recording) -> None:
    header = Theorem("x", "", "two = 2", header="def two : Nat := 2")
    games = [
        solved(0),
        solved(1, WRONG, DISPROOF, negated=True),
        solved(2, header, "rfl"),
        solved(3),
        solved(4, WRONG, DISPROOF, negated=True),
        solved(5, header, "rfl"),
    ]
    found = verify_games(checker, games)
    assert [one.result.verdict for one in found] == [Verdict.VERIFIED] * 6
    assert [submission.negated for submission in checker.asked] == [False, True, False]
    assert [one.result.receipt["polarity"] for one in found] == ["statement", "negation", "statement"] * 2
    assert [one.file.count("def two") for one in found] == [0, 0, 1, 0, 0, 1]


def test_a_file_holds_no_more_than_its_share() -> None:
    asked: list[int] = []

    class Counting:
        def check_file(self, submission: Submission) -> Report:
            asked.append(1 + len(submission.others))
            raise InfrastructureError("no machine")

    games = [solved(number) for number in range(MAX_PER_FILE + 2)]
    found = verify_games(Counting(), games)  # type: ignore[arg-type]  # it never gives a report
    assert asked == [MAX_PER_FILE, *[1] * MAX_PER_FILE, 2, 1, 1]
    assert all(one.result.verdict is Verdict.UNVERIFIED and one.result.reasons == ("no machine",) for one in found)


@pytest.mark.lean
def test_a_failure_of_infrastructure_is_no_rejection(toolchain: EmbeddedToolchain, tmp_path: Path) -> None:
    checker = StrictChecker(toolchain, scratch=tmp_path / "missing", num_retries=0)
    found = verify_games(checker, [solved(0), solved(1)])
    assert [one.result.verdict for one in found] == [Verdict.UNVERIFIED] * 2


@pytest.mark.lean
def test_only_the_proof_that_was_asked_is_called_vacuous(toolchain: EmbeddedToolchain) -> None:
    vacuous = Theorem("x", "(p q : Prop) (h : p) (h1 : ¬p)", "q")
    checker = StrictChecker(toolchain)
    alone = verify_games(checker, [solved(0, vacuous, "exact absurd h h1")])
    assert [one.is_vacuous for one in alone] == [True]
    together = verify_games(checker, [solved(0), solved(1, vacuous, "exact absurd h h1")])
    assert [one.result.verdict for one in together] == [Verdict.VERIFIED] * 2
    assert not together[0].is_vacuous


def test_no_games_need_no_checker() -> None:
    assert verify_games(None, []) == []  # type: ignore[arg-type]  # nobody is asked


# -- one game --------------------------------------------------------------------------------------------------------------


def assignment(theorem: Theorem, **values: object) -> Assignment:
    return Assignment(**{"search_id": "game-0", "theorem_id": "t", "theorem": theorem, "wall_s": 20.0, **values})  # type: ignore[arg-type]  # as given


@pytest.mark.lean
def test_a_deferred_search_never_says_proved(toolchain: EmbeddedToolchain) -> None:
    with Prover(toolchain, Says("intro h", "exact ⟨h.2, h.1⟩"), checker=Deferred()) as prover:
        result = prover.attempt(AND, search_config("best-first", budget=Budget(num_simulations=8)))
        assert result.outcome is Outcome.UNVERIFIED
        assert result.error == DEFERRED
        assert result.script is None
        assert result.transitions == ()
        game = play(prover, lambda _: Says("intro h", "exact ⟨h.2, h.1⟩"), assignment(AND))
    assert game.outcome == "solved"
    assert game.script == AND_PROOF
    assert [(step.tactic, step.value_target) for step in game.steps] == [("intro h", -2), ("exact ⟨h.2, h.1⟩", -1)]
    assert game.counters["simulations"] >= 2


@pytest.mark.lean
def test_a_game_ends_as_failed_refused_or_error(toolchain: EmbeddedToolchain) -> None:
    with Prover(toolchain, Says("skip"), checker=Deferred()) as prover:
        failed = play(prover, lambda _: Says("intro h", "skip"), assignment(WRONG))
        refused = play(prover, lambda _: Says("skip"), assignment(Theorem("x", "", "p ∧")))
        broken = play(prover, lambda _: Fails(), assignment(AND, wall_s=0.1))
        disproof = play(
            prover, lambda _: Says("intro h", "exact h True False trivial"), assignment(dataclasses.replace(WRONG, negated=True))
        )
        idle = play(prover, lambda _: Says("intro h", "skip"), assignment(WRONG, wall_s=1e-9))
        too_deep = play(prover, lambda _: Says("skip"), assignment(Theorem("x", "", f"{'¬ ' * 3000}False")))
    assert failed.outcome == "failed"
    assert too_deep.outcome == "error"  # a limit says nothing about the statement
    assert idle.outcome == "error"  # it was let do nothing
    assert (refused.outcome, bool(refused.reason)) == ("refused", True)
    assert broken.outcome == "error"
    assert (disproof.outcome, disproof.script) == ("solved", DISPROOF)


@pytest.mark.lean
def test_states_that_a_search_left_unsolved_come_with_the_height_of_what_was_tried(toolchain: EmbeddedToolchain) -> None:
    theorem = Theorem("t", "(p q : Prop)", "p → q")
    prover = Prover(toolchain, Says("intro h", "simp"), checker=Deferred())
    result = prover.attempt(theorem, search_config("best-first", budget=Budget(num_simulations=10)))
    states = dict(unsolved_states(result.tree, 0))
    below = "p q : Prop\nh : p\n⊢ q"
    assert states == {"p q : Prop\n⊢ p → q": 2, below: 1}
    true = dataclasses.replace(theorem, conclusion="p → p")
    proved = prover.attempt(true, search_config("best-first", budget=Budget(num_simulations=10)))
    assert unsolved_states(proved.tree, 0) == ()  # all of it is solved


@pytest.mark.lean
def test_an_error_leaves_no_unsolved_state_behind(toolchain: EmbeddedToolchain) -> None:
    prover = Prover(toolchain, Fails(), checker=Deferred())
    game = play(prover, lambda _: Fails(), assignment(AND))
    assert (game.outcome, game.unsolved) == ("error", ())


@pytest.mark.lean
def test_a_dead_lean_is_an_error_and_no_failure(toolchain: EmbeddedToolchain) -> None:
    class Kills:
        identity = "kills"

        def evaluate(self, observations: Sequence[Observation]) -> list[Evaluation]:
            for session in prover._pool.sessions:  # type: ignore[union-attr]  # the embedded toolchain has sessions
                session.interrupt()
            return [Evaluation((Candidate("intro h", -1.0), Candidate("skip", -2.0)), -1.0) for _ in observations]

    with Prover(toolchain, Says("skip"), checker=Deferred()) as prover:
        game = play(prover, lambda _: Kills(), assignment(WRONG, num_simulations=3))
    assert game.outcome in ("error", "failed")  # a process that is made anew in time has seen every tactic
    assert game.outcome == "error" or game.counters["applications"] >= 2


# -- what plays ------------------------------------------------------------------------------------------------------------


def test_a_plain_game_forbids_some_closers_by_their_first_word_and_takes_an_empty_tactic() -> None:
    words = {
        "simp at h": "simp",
        "omega": "omega",
        "": None,
        "  ": None,
        "intro h": None,
        "simp_all": "simp_all",
        "exact h": None,
        "decide": "decide",
        "rfl": "rfl",
        "(rename_i a b; simp_all)": "simp_all",
        "(omega; done)": "omega",
        "rename_i a b\nsimp_all": "simp_all",
        "simp[foo]": "simp",
        "have h : p := by induction n <;> simp": None,
        "rename_i a": None,
        "induction n <;> simp_all": "<;>",
        "(rename_i a; cases a <;> rfl)": "<;>",
    }
    observation = Observation(("⊢ p",), "key", 0, len(words))
    allowed = set()
    for seed in range(30):
        plain = Plain(Says(*words), seed, 0.45)
        (evaluation,) = plain.evaluate([observation])
        kept = [candidate.tactic for candidate in evaluation.candidates]
        assert kept == [tactic for tactic, word in words.items() if word not in plain.forbidden]
        assert plain.identity == f"says:without:{','.join(sorted(plain.forbidden))}"
        allowed |= set(kept)
    assert allowed == set(words)


@pytest.mark.parametrize("name", ["", "catalogue:x", "model", "ranked:", "mixed:x", "random"])
def test_an_unknown_policy_is_refused_by_name(name: str) -> None:
    with pytest.raises(Exception, match="there are catalogue, broad, model:FOLDER and ranked:FOLDER"):
        make_policy(name)
