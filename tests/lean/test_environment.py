"""`LeanEnvironment` on a stand-in server: contract, recovery by replay, spreading, budgets (spec lean-protocol.md, 4 and 5)."""

from __future__ import annotations

import os
import random
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from reaprover.core import Environment, ErrorKind, ProofState, TacticStatus
from reaprover.errors import InfrastructureError, InputError, UsageError
from reaprover.lean.environment import LeanEnvironment
from reaprover.lean.pool import LeanPool
from reaprover.lean.session import MIB, LeanSession, SessionLimits, TacticLimits
from reaprover.testing.environment_contract import EnvironmentContract, facts

from .fake import FakeToolchain, count, eventually

QUICK = TacticLimits.flat(0.5)


@pytest.fixture(scope="module")
def shared_pool() -> Iterator[LeanPool]:
    with LeanPool(FakeToolchain(), 4) as pool:
        yield pool


@pytest.fixture
def pool() -> Iterator[LeanPool]:
    with LeanPool(FakeToolchain(), 2) as pool:
        yield pool


@pytest.fixture
def environment(pool: LeanPool) -> Iterator[LeanEnvironment]:
    environment = LeanEnvironment(count(3), pool, limits=QUICK)
    yield environment
    environment.close()


def after(environment: LeanEnvironment, *tactics: str, state: ProofState | None = None) -> ProofState:
    state = state or environment.initial_state()
    for tactic in tactics:
        (result,) = environment.apply_batch(state, [tactic])
        assert result.state is not None, result
        state = result.state
    return state


def kill_all(pool: LeanPool) -> None:
    for session in pool.sessions:
        if session.is_alive and session.pid is not None:
            os.kill(session.pid, signal.SIGKILL)


class _Toy(EnvironmentContract):
    progress = "step"
    other_progress = "fork"
    idle = "skip"
    failing = "fail no"
    unparsable = "step ("
    forbidden = "sorry"
    script = ("step", "step", "step")
    forking = "fork"
    fork_scripts = (("step", "step", "step"), ("step", "step", "step"))
    coupling = ("couple",)
    num_sessions = 1

    @pytest.fixture(autouse=True)
    def _use(self, shared_pool: LeanPool) -> None:
        self.pool = shared_pool

    def make_environment(self) -> Environment:
        return LeanEnvironment(count(3), self.pool, num_sessions=self.num_sessions)


class TestOneSessionFulfilsTheContract(_Toy):
    pass


class TestTwoSessionsFulfilTheContract(_Toy):
    num_sessions = 2


def test_states_survive_the_death_of_every_process(environment: LeanEnvironment, pool: LeanPool) -> None:
    states = [
        environment.initial_state(),
        after(environment, "step"),
        after(environment, "fork"),
        after(environment, "step", "skip", "fork"),
    ]
    parts = [part.state for part in environment.split(states[2])]
    tactics = ["step", "fork", "fail x", "skip", "couple"]
    before = [[facts(r) for r in environment.apply_batch(state, tactics)] for state in (*states, *parts)]
    kill_all(pool)
    assert [[facts(r) for r in environment.apply_batch(state, tactics)] for state in (*states, *parts)] == before
    assert environment.num_rebuilt > 0


def test_coupled_goals_that_were_cut_apart_survive_the_death_of_every_process(environment: LeanEnvironment, pool: LeanPool) -> None:
    state = after(environment, "couple")
    assert environment.split(state) == []
    parts = environment.split_every_goal(state)
    assert [part.goals for part in parts] == [(index,) for index in range(len(state.goals))]
    before = [[facts(r) for r in environment.apply_batch(part.state, ["step", "skip"])] for part in parts]
    kill_all(pool)
    assert [[facts(r) for r in environment.apply_batch(part.state, ["step", "skip"])] for part in parts] == before


def test_a_deep_state_is_rebuilt_after_a_kill(environment: LeanEnvironment, pool: LeanPool) -> None:
    state = after(environment, *["skip"] * 20)
    kill_all(pool)
    assert environment.apply_batch(state, ["step"])[0].status is TacticStatus.OPEN
    assert environment.num_rebuilt >= 20


def test_a_released_parent_is_replayed_through_but_stays_unusable(environment: LeanEnvironment, pool: LeanPool) -> None:
    parent = after(environment, "step")
    leaf = after(environment, "skip", "fork", state=parent)
    environment.release([parent])
    kill_all(pool)
    assert environment.apply_batch(leaf, ["step"])[0].status is TacticStatus.OPEN
    assert environment.apply_batch(parent, ["step"])[0].error is not None


def test_a_state_that_replay_does_not_give_back_is_lost_and_never_replaced(environment: LeanEnvironment, pool: LeanPool) -> None:
    drifted = after(environment, "drift")
    below = after(environment, "skip", state=drifted)
    kill_all(pool)
    for state in (drifted, below, drifted):
        (result,) = environment.apply_batch(state, ["step"])
        assert result.error is not None
        assert result.error.kind is ErrorKind.STATE
        assert "unreproducible" in result.error.message
    assert environment.apply_batch(environment.initial_state(), ["step"])[0].status is TacticStatus.OPEN


def test_a_crash_is_tried_once_more(environment: LeanEnvironment, tmp_path: Path) -> None:
    (result,) = environment.apply_batch(after(environment, "step"), [f"die-unless {tmp_path / 'died'}"])
    assert result.status is TacticStatus.OPEN
    assert environment.num_restarts == 1


def test_a_second_crash_marks_the_tactic_and_it_is_not_tried_again(environment: LeanEnvironment) -> None:
    state = after(environment, "step")
    results = environment.apply_batch(state, ["step", "die", "fork"])
    assert [result.status for result in results] == [TacticStatus.OPEN, TacticStatus.FAILED, TacticStatus.OPEN]
    assert results[1].error is not None
    assert results[1].error.kind is ErrorKind.CRASH
    assert environment.num_restarts == 2
    (again,) = environment.apply_batch(state, ["die"])
    assert again.error is not None
    assert again.error.kind is ErrorKind.CRASH
    assert environment.num_restarts == 2


def test_the_environment_is_given_up_after_too_many_crashes(pool: LeanPool) -> None:
    environment = LeanEnvironment(count(3), pool, limits=QUICK, num_restarts=5)
    with pytest.raises(InfrastructureError, match=r"given up after [67] lost processes"):
        environment.apply_batch(environment.initial_state(), [f"exit {i}" for i in range(1, 9)])
    environment.close()


def test_a_timeout_is_a_limit_of_the_tactic_and_no_restart_of_the_budget(environment: LeanEnvironment) -> None:
    results = environment.apply_batch(environment.initial_state(), ["step", "spin 60", "fork"])
    assert results[1].error is not None
    assert results[1].error.kind is ErrorKind.TIMEOUT
    assert not results[1].error.kind.is_infrastructure
    assert [results[0].status, results[2].status] == [TacticStatus.OPEN, TacticStatus.OPEN]
    assert environment.num_restarts == 0


def test_a_tactic_that_was_starved_twice_is_not_to_blame(environment: LeanEnvironment, pool: LeanPool) -> None:
    before = sum(session.epoch for session in pool.sessions)
    (result,) = environment.apply_batch(environment.initial_state(), ["sleep 60"])
    assert sum(session.epoch for session in pool.sessions) == before + 1  # another process, for the second attempt
    assert result.error is not None
    assert result.error.kind.is_infrastructure


def test_memory_that_other_tactics_left_behind_is_not_blamed_on_the_next() -> None:
    with LeanPool(FakeToolchain(), 1, limits=SessionLimits(memory_bytes=100 * MIB)) as pool:
        environment = LeanEnvironment(count(3), pool, limits=TacticLimits.flat(30))
        results = environment.apply_batch(environment.initial_state(), ["grow 120", "sleep 0.5"])
        assert results[1].error is None
        environment.close()


def test_recycling_in_the_middle_of_a_search_is_not_seen_from_outside() -> None:
    with LeanPool(FakeToolchain(), 1, limits=SessionLimits(max_requests=20)) as pool:
        environment = LeanEnvironment(count(50), pool)
        state = environment.initial_state()
        for _ in range(49):
            results = environment.apply_batch(state, ["fail x", "step", "skip"])
            assert results[1].state is not None
            state = results[1].state
        assert environment.apply_batch(state, ["step"])[0].status is TacticStatus.CLOSED
        assert pool.sessions[0].epoch > 3
        assert environment.num_restarts == 0


def test_a_large_batch_is_spread_and_keeps_its_order(environment: LeanEnvironment, pool: LeanPool) -> None:
    state = after(environment, "step")
    tactics = [f"fail {i}" for i in range(100)]
    results = environment.apply_batch(state, tactics)
    assert [result.error.message for result in results if result.error] == [str(i) for i in range(100)]
    assert all(session.num_requests > 1 for session in pool.sessions)  # how many each takes is the machine's business


def test_a_replay_runs_a_whole_script(environment: LeanEnvironment) -> None:
    assert environment.replay("step\nstep\nstep").status is TacticStatus.CLOSED
    assert environment.replay("step").status is TacticStatus.OPEN
    assert environment.replay("step\nfail x").status is TacticStatus.FAILED
    hanging = environment.replay("spin 60", wall_s=0.3)
    assert hanging.error is not None
    assert hanging.error.kind is ErrorKind.TIMEOUT


def test_a_statement_that_lean_refuses_is_an_input_error_and_gives_the_sessions_back(pool: LeanPool) -> None:
    from reaprover.core import Theorem

    with pytest.raises(InputError, match=r"theorem t: Lean refuses the statement .parse.: unknown statement 'nonsense'"):
        LeanEnvironment(Theorem("t", "", "nonsense"), pool)
    assert len(pool.lease(timeout_s=1)) == 2


def test_a_process_killed_between_theorems_is_replaced(pool: LeanPool) -> None:
    LeanEnvironment(count(1), pool).close()
    kill_all(pool)
    environment = LeanEnvironment(count(2), pool)
    assert environment.initial_state().goals == ("⊢ count 2",)


def test_theorems_with_the_same_header_share_a_process(pool: LeanPool) -> None:
    for number in range(1, 6):
        LeanEnvironment(count(number, "def x := 1"), pool, num_sessions=1).close()
    assert sorted(session.epoch for session in pool.sessions) == [0, 1]


def test_a_closed_environment_leaves_no_states_in_the_process(pool: LeanPool) -> None:
    environment = LeanEnvironment(count(3), pool, num_sessions=1)
    for _ in range(10):
        after(environment, "step", "skip")
    environment.replay("step\nstep\nstep")
    environment.close()
    (session,) = [session for session in pool.sessions if session.is_alive]
    assert session.stat()["states"] == 0
    with pytest.raises(InfrastructureError, match="closed"):
        environment.apply_batch(environment.initial_state(), ["step"])


def test_an_interrupted_batch_ends_at_once_and_the_environment_goes_on(environment: LeanEnvironment, pool: LeanPool) -> None:
    state = after(environment, "step")
    environment.limits = TacticLimits.flat(600)
    environment.apply_batch(state, ["skip"] * 50)
    timer = threading.Timer(0.3, signal.pthread_kill, (threading.main_thread().ident or 0, signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        environment.apply_batch(state, ["sleep 600"] * 20)
    assert environment.apply_batch(state, ["step"])[0].status is TacticStatus.OPEN


def test_one_session_of_ones_own_can_be_used_without_a_pool() -> None:
    session = LeanSession(FakeToolchain())
    environment = LeanEnvironment(count(1), session)
    assert environment.apply_batch(environment.initial_state(), ["step"])[0].status is TacticStatus.CLOSED
    environment.close()
    assert session.is_alive
    session.close()


def test_identities_name_the_theorem_the_library_and_the_limits(pool: LeanPool) -> None:
    identities = set()
    for theorem, limits in ((count(1), None), (count(2), None), (count(1, "def x := 1"), None), (count(1), TacticLimits(heartbeats=7))):
        environment = LeanEnvironment(theorem, pool, limits=limits)
        identities.add(environment.identity)
        environment.close()
    assert len(identities) == 4
    assert all("library-toy" in identity for identity in identities)


def test_a_pool_lends_what_it_has_and_says_so_otherwise(pool: LeanPool) -> None:
    with pytest.raises(UsageError, match="3 sessions asked for; it has 2"):
        pool.lease(3)
    with pytest.raises(UsageError, match="at least 1"):
        LeanPool(FakeToolchain(), 0)
    taken = pool.lease(1)
    with pytest.raises(InfrastructureError, match="not free within"):
        pool.lease(2, timeout_s=0.05)
    pool.give_back(taken)
    pool.give_back(taken)
    assert len(pool.lease(2, timeout_s=1)) == 2


def test_idle_processes_are_ended() -> None:
    with LeanPool(FakeToolchain(), 2, idle_s=0.0) as pool:
        first = LeanEnvironment(count(1), pool, num_sessions=1)
        second = LeanEnvironment(count(1), pool, num_sessions=1)
        first.close()
        second.close()
        assert eventually(lambda: pool.close_idle() == 0 and not any(session.is_alive for session in pool.sessions), 2)


def test_a_closed_pool_kills_its_processes_and_wakes_those_who_wait() -> None:
    pool = LeanPool(FakeToolchain(), 1)
    environment = LeanEnvironment(count(1), pool)
    threading.Timer(0.1, pool.close).start()
    with pytest.raises(InfrastructureError, match="closed"):
        pool.lease(1)
    environment.close()
    assert not pool.sessions[0].is_alive


@pytest.mark.parametrize("num_sessions", [1, 3])
def test_a_process_killed_at_any_moment_changes_no_result(num_sessions: int) -> None:
    chance = random.Random(5)
    with LeanPool(FakeToolchain(), num_sessions) as pool:
        environment = LeanEnvironment(count(9), pool, limits=TacticLimits.flat(60), num_restarts=1000)
        tactics = ["step", "fork", "couple", "fail x", "skip", "(", "sleep 0.002"] * 3
        states = [after(environment, *path) for path in ((), ("step",), ("fork",), ("step", "couple"), ("skip", "fork", "step"))]
        expected = [[facts(result) for result in environment.apply_batch(state, tactics)] for state in states]
        for _ in range(30):
            index = chance.randrange(len(states))
            killer = threading.Timer(chance.uniform(0.0, 0.04), chance.choice(pool.sessions).interrupt)
            killer.start()
            assert [facts(result) for result in environment.apply_batch(states[index], tactics)] == expected[index]
            killer.join()
        assert environment.num_restarts > 0
        environment.close()
