"""Weights, budgets, coins and stragglers by the vectors of the specification."""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter
from typing import Any

import pytest

from reaprover.core import Outcome
from reaprover.errors import InputError, UsageError
from reaprover.learn.matchmaker import (
    MAIN,
    PRESETS,
    TEST_TIME,
    Attempt,
    Job,
    Matchmaker,
    MatchmakerConfig,
    Reported,
    StatementHistory,
    Status,
    budget,
    weight,
)
from reaprover.learn.transition import Objective

LITERAL = MatchmakerConfig(literal=True)


def history(text: str) -> StatementHistory:
    """One letter per attempt: P proved, p not; D disproved, d not."""
    return StatementHistory([Attempt(Objective.PROVE if c in "Pp" else Objective.DISPROVE, c.isupper(), 250, "c0") for c in text])


@pytest.mark.parametrize(
    ("attempts", "expected"),
    [
        ("", 1.0),
        ("ppppppp", 1.0),  # 7 attempts: too few to give up
        ("pppppppp", 0.1),
        ("pdpdpdpd", 0.1),
        ("PPPPPPP", 1.0),
        ("P" * 11, 1.0),
        ("P" * 12, 0.001),
        ("p" + "P" * 11, 1.0),
        ("p" * 30 + "P" * 12, 0.001),
        ("P" * 12 + "p", 1.0),
        ("dPdPdPdPdPdPdPdPdPdPdPdP", 0.001),  # failed disproofs of a true statement are no blemish
        ("D", 0.0),
        ("D" + "p" * 40, 0.0),
        ("pppD", 0.0),
        ("ppppppppP", 1.0),
    ],
)
def test_the_first_rule_that_applies_gives_the_weight(attempts: str, expected: float) -> None:
    assert weight(history(attempts), MAIN) == expected


def test_at_test_time_five_attempts_are_enough_to_doubt() -> None:
    assert [weight(history("p" * n), TEST_TIME) for n in (4, 5)] == [1.0, 0.1]
    assert PRESETS == {"main": MAIN, "test_time": TEST_TIME}


def test_in_literal_mode_a_perfect_prover_of_a_true_statement_is_trusted_in_one_of_4096_windows() -> None:
    windows = ("".join(window) for window in itertools.product("Pd", repeat=12))
    mastered = [window for window in windows if weight(history("Pd" * 10 + window), LITERAL) == 0.001]
    assert mastered == ["P" * 12]
    assert weight(history("P" * 8), LITERAL) == 0.001  # a shorter list counts as well
    assert weight(history("P" * 8), MAIN) == 1.0


def test_in_literal_mode_a_simulated_run_is_mastered_about_as_often_as_computed() -> None:
    rng, num_mastered, num_games = random.Random(5), 0, 200_000
    last = history("P" * 12)
    last.attempts.append(Attempt(Objective.DISPROVE, False, 250, "c0"))
    proved, failed = history("P").attempts[0], history("d").attempts[0]
    for _ in range(num_games):
        last.attempts.append(proved if rng.random() < 0.5 else failed)
        del last.attempts[:-13]
        num_mastered += weight(last, LITERAL) == 0.001
    assert 0.5 < num_mastered / num_games * 2**12 < 1.5


@pytest.mark.parametrize(
    ("config", "vector"),
    [
        (MAIN, {0: 250, 4: 468, 8: 877, 16: 3082, 24: 10824, 26: 14817, 27: 16000, 32: 16000, 500: 16000}),
        (TEST_TIME, {0: 125, 1: 250, 2: 500, 3: 1000, 4: 2000, 5: 4000, 6: 8000, 7: 16000, 8: 16000}),
    ],
)
def test_the_budget_climbs_its_ladder(config: MatchmakerConfig, vector: dict[int, int]) -> None:
    assert {f: budget(history("p" * f), Objective.PROVE, config) for f in vector} == vector


def test_budgets_grow_per_objective_and_forget_what_is_not_recent() -> None:
    mixed = history("ddddPdddd")
    assert (budget(mixed, Objective.PROVE, MAIN), budget(mixed, Objective.DISPROVE, MAIN)) == (250, 877)
    assert budget(history("p" * 30 + "P" * 32), Objective.PROVE, MAIN) == 250
    assert budget(history("p" * 30 + "P" * 28), Objective.PROVE, MAIN) == 468
    assert budget(history("pppp" + "d" * 40), Objective.PROVE, MAIN) == 468  # the other objective pushes nothing out


def test_a_window_of_26_never_reaches_the_cap() -> None:
    assert budget(history("p" * 1000), Objective.PROVE, MatchmakerConfig(window=26)) == 14817
    assert budget(history("p" * 1000), Objective.PROVE, MatchmakerConfig(window=27)) == 16000


def play(matchmaker: Matchmaker, job: Job, truth: bool | None, skill: random.Random) -> None:
    """A game whose statement is true, false, or too hard."""
    can = truth is not None and truth is (job.objective is Objective.PROVE)
    outcome = Outcome.EXHAUSTED
    if can and skill.random() < 0.7:
        outcome = Outcome.PROVED if job.objective is Objective.PROVE else Outcome.DISPROVED
    assert matchmaker.report(job.id, outcome, checkpoint=f"c{matchmaker.num_games // 10}", simulations=job.simulations) is Reported.COUNTED


def drawn(matchmaker: Matchmaker) -> Job:
    job = matchmaker.draw()
    assert job is not None
    return job


def test_stop_and_resume_at_any_boundary_gives_the_same_games_and_the_same_state() -> None:
    truths = {"a": True, "b": False, "c": None, "d": True, "e": None}

    def run(stops: frozenset[int]) -> tuple[list[Job], dict[str, Any]]:
        matchmaker, games, waiting = Matchmaker(truths, seed=11), list[Job](), list[Job]()
        for i in range(150):
            if i in stops:
                matchmaker = Matchmaker.from_json(json.loads(json.dumps(matchmaker.to_json())))
            waiting.append(drawn(matchmaker))
            games.append(waiting[-1])
            if len(waiting) == 3:  # three actors
                job = waiting.pop(i % 3)
                play(matchmaker, job, truths[job.theorem_id], random.Random(i))
        return games, matchmaker.to_json()

    expected = run(frozenset())
    assert run(frozenset(range(150))) == expected
    assert run(frozenset({7, 64, 149})) == expected
    assert len({job.id for job in expected[0]}) == 150


def test_a_log_of_attempts_rebuilds_the_statistics() -> None:
    lived = Matchmaker(["a", "b"], seed=2)
    log = []
    for i in range(40):
        job = drawn(lived)
        play(lived, job, job.theorem_id == "a", random.Random(i))
        log.append((job.theorem_id, lived.history(job.theorem_id).attempts[-1]))
    rebuilt = Matchmaker(["a", "b"], seed=2)
    for theorem_id, attempt in log:
        rebuilt.record(theorem_id, attempt)
    rebuilt.num_games = lived.num_games
    assert rebuilt.to_json() == lived.to_json()
    assert rebuilt.draw() == lived.draw()


@pytest.mark.parametrize("outcome", [Outcome.ERROR, Outcome.UNVERIFIED, Outcome.STOPPED])
def test_a_game_that_ends_by_infrastructure_or_by_a_stop_changes_no_statistics(outcome: Outcome) -> None:
    matchmaker = Matchmaker(["a"])
    for _ in range(20):  # no number of such games in a row may matter
        job = drawn(matchmaker)
        assert job.simulations == 250
        assert matchmaker.report(job.id, outcome, checkpoint="c", simulations=3) is Reported.NO_EVIDENCE
    assert matchmaker.history("a").attempts == []
    assert matchmaker.weight("a") == 1.0
    assert matchmaker.in_flight == ()


def test_a_failure_that_infrastructure_touched_is_no_evidence_but_a_proof_is() -> None:
    matchmaker = Matchmaker(["a"], MatchmakerConfig(disprove_rate=0.0))
    report = {"checkpoint": "c", "simulations": 9, "tainted": True}
    assert matchmaker.report(drawn(matchmaker).id, Outcome.EXHAUSTED, **report) is Reported.NO_EVIDENCE
    assert matchmaker.report(drawn(matchmaker).id, Outcome.PROVED, **report) is Reported.COUNTED
    assert matchmaker.statuses() == {Status.PROVED: 1, Status.DISPROVED: 0, Status.OPEN: 0}


def test_a_straggler_of_an_old_job_or_another_run_changes_nothing() -> None:
    matchmaker = Matchmaker(["a"], run="two")
    old = drawn(matchmaker)
    assert matchmaker.abandon() == (old,)
    now = drawn(matchmaker)
    before = matchmaker.to_json()
    for stranger in (old.id, "one-0", "one-1", "two-7"):
        assert matchmaker.report(stranger, Outcome.EXHAUSTED, checkpoint="c", simulations=1) is Reported.STRAGGLER
    assert matchmaker.to_json() == before
    assert matchmaker.in_flight == (now,)
    assert matchmaker.report(now.id, Outcome.EXHAUSTED, checkpoint="c", simulations=1) is Reported.COUNTED
    assert matchmaker.report(now.id, Outcome.EXHAUSTED, checkpoint="c", simulations=1) is Reported.STRAGGLER


def test_a_disproved_statement_is_never_drawn_again() -> None:
    matchmaker = Matchmaker(["false"], MatchmakerConfig(disprove_rate=1.0))
    job = drawn(matchmaker)
    matchmaker.report(job.id, Outcome.DISPROVED, checkpoint="c", simulations=1)
    assert matchmaker.draw() is None
    assert Matchmaker.from_json(matchmaker.to_json()).draw() is None
    assert matchmaker.history("false").status is Status.DISPROVED


def test_a_statement_once_proved_is_not_given_the_disprove_objective_but_in_literal_mode() -> None:
    for config, expected in ((MatchmakerConfig(disprove_rate=0.9), {Objective.PROVE}), (LITERAL, set(Objective))):
        matchmaker = Matchmaker(["a"], config, seed=3)
        matchmaker.history("a").attempts += history("P").attempts
        jobs = [drawn(matchmaker) for _ in range(60)]
        assert {job.objective for job in jobs} == expected


def test_the_coin_is_fair_and_statements_are_drawn_by_weight() -> None:
    matchmaker = Matchmaker(["new", "hard", "mastered"], seed=1)
    for name, attempts in (("hard", "p" * 8), ("mastered", "P" * 12)):
        matchmaker.history(name).attempts += history(attempts).attempts
    matchmaker = Matchmaker.from_json(matchmaker.to_json())
    counts, coins = Counter[str](), Counter[Objective]()
    for _ in range(4000):
        job = drawn(matchmaker)
        counts[job.theorem_id] += 1
        coins[job.objective] += job.theorem_id == "new"
        matchmaker.abandon()
    assert 0.88 < counts["new"] / 4000 < 0.94  # 1 / 1.101
    assert counts["mastered"] < 20
    assert 0.46 < coins[Objective.PROVE] / counts["new"] < 0.54


def test_games_in_flight_make_room_for_other_statements() -> None:
    matchmaker = Matchmaker([f"t{i}" for i in range(50)])
    counts = Counter(drawn(matchmaker).theorem_id for _ in range(200))
    assert len(counts) > 45
    assert max(counts.values()) <= 9


def test_what_has_left_is_drawn_no_more() -> None:
    matchmaker = Matchmaker(["target", "variant", "other"])
    matchmaker.leave(["target", "variant"])
    assert {drawn(matchmaker).theorem_id for _ in range(20)} == {"other"}
    assert Matchmaker.from_json(matchmaker.to_json()).weight("variant") == 0.0
    with pytest.raises(UsageError, match="no statement"):
        matchmaker.leave(["unknown"])


def test_a_vacuous_proof_is_flagged() -> None:
    matchmaker = Matchmaker(["a"], MatchmakerConfig(disprove_rate=0.0))
    matchmaker.report(drawn(matchmaker).id, Outcome.PROVED, checkpoint="c", simulations=1, vacuous=True)
    assert Matchmaker.from_json(matchmaker.to_json()).history("a").is_vacuous


def test_a_game_that_shows_what_it_was_not_asked_for_is_refused() -> None:
    matchmaker = Matchmaker(["a"], MatchmakerConfig(disprove_rate=0.0))
    job = drawn(matchmaker)
    with pytest.raises(InputError, match="does not fit the objective"):
        matchmaker.report(job.id, Outcome.DISPROVED, checkpoint="c", simulations=1)
    assert matchmaker.in_flight == (job,)


def test_settings_out_of_range_are_refused() -> None:
    for change in ({"disprove_rate": 1.5}, {"window": 0}, {"multiplier": 0.9}, {"max_simulations": 1}, {"weight_mastered": -1.0}):
        with pytest.raises(UsageError, match="out of range"):
            MatchmakerConfig(**change)


@pytest.mark.parametrize(
    "change",
    [
        {"format": "other"},
        {"config": {}},
        {"seed": None},
        {"statements": [["a"]]},
        {"statements": [["a", False, False, [["prove", True, 1, 5]]]]},
        {"in_flight": [["run-0", "a", "refute", 1]]},
    ],
)
def test_a_damaged_state_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        Matchmaker.from_json({**Matchmaker(["a"]).to_json(), **change})
