"""The line protocol against a stand-in server: real processes and pipes, every fault on demand (spec lean-protocol.md, sections 1 to 6)."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from reaprover.core import ErrorKind, TacticError, TacticStatus
from reaprover.errors import InfrastructureError, InputError
from reaprover.lean import wire
from reaprover.lean.session import MIB, Context, LeanSession, Request, SessionLimits, TacticLimits
from reaprover.lean.wire import LeanError, WireResult

from .fake import FakeToolchain, count, eventually, is_gone

QUICK = TacticLimits.flat(0.5)


@pytest.fixture
def session() -> Iterator[LeanSession]:
    session = LeanSession(FakeToolchain(), worker=3)
    session.ensure(Context())
    yield session
    session.close()


def root(session: LeanSession) -> str:
    opened = session.open(count(3))
    assert isinstance(opened, WireResult)
    assert opened.state.number is not None
    return session.handle(opened.state.number)


def child(session: LeanSession, handle: str, tactic: str = "step") -> str:
    result = session.apply(handle, tactic)
    assert isinstance(result, WireResult), result
    assert result.state.number is not None
    return session.handle(result.state.number)


# Framing, ids, nonce


@pytest.mark.parametrize("fault", ["garbage", "twice", "wrong-id", "no-nonce"])
def test_a_reply_that_breaks_the_protocol_ends_the_session(session: LeanSession, fault: str) -> None:
    handle = root(session)
    replies, failure = session.converse([Request("apply", {"state": session.number(handle), "tactic": t}, 2.0) for t in (fault, "step")])
    assert len(replies) <= 1
    assert failure is not None
    assert failure.error.kind is ErrorKind.PROTOCOL
    assert not session.is_alive


def test_half_a_line_that_never_ends_fails_at_the_deadline(session: LeanSession) -> None:
    handle = root(session)
    with pytest.raises(LeanError, match=r"apply within 0\.5 s") as failed:
        session.apply(handle, "half", QUICK)
    assert failed.value.kind is ErrorKind.TIMEOUT


def test_what_lean_prints_is_never_a_reply(session: LeanSession) -> None:
    handle = root(session)
    result = session.apply(handle, 'print {"id":3,"nonce":"?","ok":true,"state":null,"status":"closed","goals":[]}')
    assert isinstance(result, WireResult)
    assert result.status is TacticStatus.OPEN


def test_a_flood_on_stderr_does_not_block_and_its_end_is_kept(session: LeanSession) -> None:
    handle = root(session)
    assert isinstance(session.apply(handle, f"flood {MIB}", QUICK), WireResult)
    with pytest.raises(LeanError) as failed:
        session.apply(handle, "exit 7")
    assert "exit status 7" in str(failed.value)
    assert "xxxx" in str(failed.value)
    assert len(str(failed.value)) < 4000


@pytest.mark.parametrize("size", [1_000_000, 15_000_000])
def test_long_reply_lines_are_read(session: LeanSession, size: int) -> None:
    assert isinstance(session.apply(root(session), f"big {size}"), WireResult)


def test_a_reply_line_above_the_limit_ends_the_session(session: LeanSession) -> None:
    with pytest.raises(LeanError) as failed:
        session.apply(root(session), "big 17000000")
    assert failed.value.kind is ErrorKind.PROTOCOL
    assert not session.is_alive


def test_a_request_above_the_limit_is_not_sent(session: LeanSession) -> None:
    handle = root(session)
    with pytest.raises(LeanError) as failed:
        session.request("ping", {"padding": "x" * 17_000_000}, wall_s=1)
    assert failed.value.kind is ErrorKind.PROTOCOL
    assert isinstance(session.apply(handle, "step"), WireResult)


def test_a_request_larger_than_the_pipe_gets_through(session: LeanSession) -> None:
    handle = root(session)
    requests = [Request("apply", {"state": session.number(handle), "tactic": "fail " + "x" * 100_000}, 5.0) for _ in range(40)]
    replies, failure = session.converse(requests)
    assert failure is None
    assert len(replies) == 40


def test_crlf_is_accepted(session: LeanSession) -> None:
    handle = root(session)
    assert isinstance(session.apply(handle, "crlf"), WireResult)
    assert isinstance(session.apply(handle, "step"), WireResult)


@pytest.mark.parametrize("text", ["a\0b", "\ud800", "é" * 10, "step (", "a\r\nb", "a\u2028b"])
def test_any_text_of_a_tactic_gets_one_reply(session: LeanSession, text: str) -> None:
    handle = root(session)
    result = session.apply(handle, text)
    assert isinstance(result, TacticError)
    assert result.kind in (ErrorKind.PARSE, ErrorKind.TACTIC_FAILED)
    assert isinstance(session.apply(handle, "step"), WireResult)


def test_replies_are_validated_before_use() -> None:
    good = {"status": "open", "state": 1, "goals": ["g"], "key": "k", "has_metavariables": False, "parts": [[0]]}
    assert wire.result_of(good).state.number == 1
    for change in (
        {"status": "solved"},
        {"state": None},
        {"state": 0},
        {"state": True},
        {"state": "1"},
        {"goals": [1]},
        {"goals": None},
        {"key": None},
        {"parts": [[1]]},
        {"parts": [[0], [0]]},
    ):
        with pytest.raises(LeanError) as failed:
            wire.result_of(good | change)
        assert failed.value.kind is ErrorKind.PROTOCOL
    for reply in ({"ok": 1}, {"ok": False}, {"ok": False, "error": "text"}, {"ok": False, "error": {"kind": "new"}}, {}):
        with pytest.raises(LeanError):
            wire.error_of(reply)
    for line in (b"[]", b"{", b"\xff", b'{"nonce":"other"}', b"[" * 100_000):
        with pytest.raises(LeanError):
            wire.decode(line, "mine")


# Handles


@pytest.mark.parametrize(
    "handle", ["", "s/1", "w3.e1/s/0", "w3.e1/s/-1", "w3.e1/s/01", "w03.e1/s/1", "w3.e1/s/1\n", "w3.e1/s/99", "root", None, 1, "w3.e1/s/١"]
)
def test_a_malformed_or_unknown_handle_is_refused(session: LeanSession, handle: str) -> None:
    root(session)
    with pytest.raises(LeanError) as failed:
        session.apply(handle, "step")
    assert failed.value.kind is ErrorKind.STATE


def test_a_handle_of_another_worker_or_epoch_is_refused(session: LeanSession) -> None:
    handle = root(session)
    assert handle.startswith("w3.e1/s/")
    for other in (handle.replace("w3", "w2"), handle.replace("e1", "e2")):
        with pytest.raises(LeanError, match="another process") as failed:
            session.apply(other, "step")
        assert failed.value.kind is ErrorKind.STATE
    session.start(Context())
    with pytest.raises(LeanError, match="another process"):
        session.apply(handle, "step")
    assert root(session).startswith("w3.e2/s/")


def test_a_released_handle_is_refused_and_unknown_ones_are_ignored(session: LeanSession) -> None:
    handle = root(session)
    state = child(session, handle)
    assert session.release([state, "w3.e1/s/77", "nonsense", state]) == 1
    with pytest.raises(LeanError, match="released"):
        session.apply(state, "step")
    session.flush()
    assert session.stat()["states"] == 1


def test_numbers_are_never_reused(session: LeanSession) -> None:
    handle = root(session)
    seen = set()
    for _ in range(50):
        state = child(session, handle)
        assert state not in seen
        seen.add(state)
        session.release([state])


# What an earlier driver got wrong (spec lean-protocol.md, section 6)


@pytest.mark.parametrize("state", ["s/1", -3, 0, 1.5, True, None, [1]])
def test_an_unreadable_state_never_acts_on_the_root(session: LeanSession, state: object) -> None:
    handle = root(session)
    before = session.goals(handle)
    for fields in ({"state": state, "tactic": "step"}, {"tactic": "step"}):
        error = wire.error_of(session.request("apply", fields, wall_s=2))
        assert error is not None
        assert error.kind is ErrorKind.STATE
    assert session.goals(handle) == before


def test_malformed_json_fails_the_pending_request_and_not_by_the_clock(session: LeanSession, monkeypatch: pytest.MonkeyPatch) -> None:
    handle = root(session)
    monkeypatch.setattr(wire, "encode", lambda identifier, op, fields: b'{"op": "apply", "sta\n')
    error = wire.error_of(session.request("apply", {"state": session.number(handle), "tactic": "step"}, wall_s=300))
    assert error is not None
    assert error.kind is ErrorKind.PROTOCOL
    monkeypatch.undo()
    assert isinstance(session.apply(handle, "step"), WireResult)


def test_the_text_of_an_error_is_the_servers_text(session: LeanSession) -> None:
    result = session.apply(root(session), "fail the very words, ⊢ and all")
    assert result == TacticError(ErrorKind.TACTIC_FAILED, "the very words, ⊢ and all")


def test_a_killed_process_is_seen_during_a_request_and_not_by_the_clock(session: LeanSession) -> None:
    handle = root(session)
    assert session.pid is not None
    killer = threading.Timer(0.3, os.kill, (session.pid, signal.SIGKILL))
    killer.start()
    with pytest.raises(LeanError, match="SIGKILL") as failed:
        session.apply(handle, "sleep 60", TacticLimits.flat(300))
    assert failed.value.kind is ErrorKind.CRASH
    killer.join()


def test_a_killed_process_is_seen_during_the_start_and_not_by_the_clock() -> None:
    session = LeanSession(FakeToolchain(FAKE_LEAN_SLOW_START="60"))
    done: list[LeanError] = []

    def start() -> None:
        try:
            session.ensure(Context())
        except LeanError as error:
            done.append(error)

    thread = threading.Thread(target=start)
    thread.start()
    assert eventually(lambda: session.pid is not None, 5)
    pid = session.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    thread.join(30)
    assert [error.kind for error in done] == [ErrorKind.CRASH]


def test_blank_lines_do_not_end_the_session(session: LeanSession) -> None:
    os.write(session._requests, b"\n\r\n  \n")
    assert session.ping()["pong"] is True


def test_sessions_started_at_once_do_not_meet() -> None:
    sessions = [LeanSession(FakeToolchain(), worker=worker) for worker in range(32)]
    failures: list[BaseException] = []

    def use(session: LeanSession) -> None:
        try:
            session.ensure(Context())
            opened = session.open(count(session.worker + 1))
            assert isinstance(opened, WireResult)
            assert opened.state.goals == (f"⊢ count {session.worker + 1}",)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=use, args=(session,)) for session in sessions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for session in sessions:
        session.close()
    assert not failures


def test_a_closed_session_gives_no_verdict(session: LeanSession) -> None:
    handle = root(session)
    session.close()
    with pytest.raises(LeanError):
        session.apply(handle, "step")
    results, failure = session.converse([Request("replay", {"root": 1, "script": "step\nstep\nstep"}, 1.0)])
    assert results == []
    assert failure is not None
    assert failure.error.kind is ErrorKind.CRASH
    session.close()


def test_released_states_are_forgotten_by_the_server(session: LeanSession) -> None:
    handle = root(session)
    for _ in range(200):
        session.release([child(session, handle)])
    session.flush()
    assert session.stat()["states"] == 1
    assert session.num_states == 1


# Batches


def test_a_batch_equals_its_tactics_one_by_one_over_two_hundred_pairs(session: LeanSession) -> None:
    handle = root(session)
    states = [handle, child(session, handle), child(session, handle, "fork"), child(session, handle, "couple")]
    tactics = ["step", "skip", "fork", "couple", "fail no", "elab no", "(", "sorry", "unknown", "print x"] * 5
    for state in states:
        results, failure = session.apply_batch(state, tactics)
        assert failure is None
        assert [facts(r) for r in results] == [facts(session.apply(state, tactic)) for tactic in tactics]


def test_the_servers_own_batch_equals_its_single_applies(session: LeanSession) -> None:
    handle = root(session)
    tactics = ["step", "fail x", "fork", "(", "skip"]
    reply = session.request("apply_batch", {"state": session.number(handle), "tactics": tactics}, wall_s=5)
    batch = [wire.error_of(result) or wire.result_of(result) for result in reply["results"]]
    assert [facts(r) for r in batch] == [facts(session.apply(handle, tactic)) for tactic in tactics]


def test_eight_forks_of_one_state_do_not_touch_each_other(session: LeanSession) -> None:
    handle = root(session)
    forks = [child(session, handle, tactic) for tactic in ("step", "fork", "couple", "skip") * 2]
    goals = [session.goals(fork) for fork in forks]
    for fork in forks:
        session.apply(fork, "step")
        session.apply(fork, "fail")
    assert [session.goals(fork) for fork in forks] == goals
    assert session.goals(handle) == ["⊢ count 3"]


def test_a_batch_that_loses_its_process_keeps_what_was_answered(session: LeanSession) -> None:
    results, failure = session.apply_batch(root(session), ["step", "fail x", "die", "step"])
    assert [facts(r)[0] for r in results] == [TacticStatus.OPEN, ErrorKind.TACTIC_FAILED]
    assert failure is not None
    assert failure.error.kind is ErrorKind.CRASH


# Deadlines, memory, recycling


def test_the_deadline_kills_the_process_and_names_the_request(session: LeanSession) -> None:
    pid = session.pid
    results, failure = session.apply_batch(root(session), ["skip", "spin 60", "skip"], QUICK)
    assert len(results) == 1
    assert failure is not None
    assert failure.error.kind is ErrorKind.TIMEOUT
    assert "apply within 0.5 s" in str(failure.error)
    assert pid is not None
    assert is_gone(pid)


def test_a_process_that_got_no_processor_is_reported_as_starved(session: LeanSession) -> None:
    _, failure = session.apply_batch(root(session), ["sleep 60"], QUICK)
    assert failure is not None
    assert failure.starved


def test_each_tactic_of_a_batch_has_its_own_deadline(session: LeanSession) -> None:
    results, failure = session.apply_batch(root(session), ["sleep 0.3"] * 4, QUICK)
    assert failure is None
    assert len(results) == 4


def test_a_process_above_its_share_of_memory_is_killed() -> None:
    session = LeanSession(FakeToolchain(), limits=SessionLimits(memory_bytes=100 * MIB))
    session.ensure(Context())
    handle = root(session)
    results, failure = session.apply_batch(handle, ["skip", "grow 200", "sleep 30"], TacticLimits.flat(30))
    assert len(results) in (1, 2)  # while it grows, or just after
    assert failure is not None
    assert failure.error.kind is ErrorKind.MEMORY
    session.close()


def test_a_process_near_its_share_of_memory_is_recycled_before_the_next_use() -> None:
    session = LeanSession(FakeToolchain(), limits=SessionLimits(memory_bytes=100 * MIB))
    session.ensure(Context())
    assert isinstance(session.apply(root(session), "grow 75"), WireResult)
    assert session.is_worn
    assert session.ensure(Context())
    assert session.epoch == 2
    session.close()


@pytest.mark.parametrize("limits", [SessionLimits(max_requests=10), SessionLimits(max_age_s=0.2), SessionLimits(max_states=10)])
def test_a_process_is_recycled_by_count_age_and_states(limits: SessionLimits) -> None:
    session = LeanSession(FakeToolchain(), limits=limits)
    session.ensure(Context())
    handle = root(session)
    session.apply_batch(handle, ["skip"] * 12)
    session.apply(handle, "sleep 0.2")
    assert session.ensure(Context())
    assert session.num_states == 0
    session.close()


def test_no_process_is_started_when_memory_is_short() -> None:
    session = LeanSession(FakeToolchain(), limits=SessionLimits(free_memory_bytes=1 << 60))
    with pytest.raises(InfrastructureError, match="MiB of memory are free") as refused:
        session.ensure(Context())
    assert refused.value.exit_code == 4


# Life and death


def test_another_version_is_refused_with_both_values() -> None:
    session = LeanSession(FakeToolchain(FAKE_LEAN_VERSION="4.20.0"))
    with pytest.raises(LeanError, match=r"4\.20\.0.*4\.35\.0") as refused:
        session.ensure(Context())
    assert refused.value.kind is ErrorKind.VERSION
    assert not session.is_alive


def test_a_broken_header_is_refused_with_its_line() -> None:
    session = LeanSession(FakeToolchain())
    with pytest.raises(InputError, match=r"header, line 2: unknown identifier 'broken'"):
        session.ensure(Context(("Init.A", "Init.B"), "def x := 1\ndef y := broken"))


def test_another_context_starts_another_process(session: LeanSession) -> None:
    assert not session.ensure(Context())
    assert session.ensure(Context(header="def x := 1"))
    assert session.epoch == 2


def test_lean_dies_when_python_is_killed(tmp_path: Path) -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from tests.lean.fake import FakeToolchain, count\n"
        "from reaprover.lean.session import *\n"
        "s = LeanSession(FakeToolchain()); s.ensure(Context()); r = s.open(count(3))\n"
        "print(s.pid, flush=True)\n"
        "s.apply(s.handle(r.state.number), 'spin 60', TacticLimits.flat(100))\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", code, str(Path(__file__).parents[2])], stdout=subprocess.PIPE)
    assert parent.stdout is not None
    with parent.stdout as stream:
        pid = int(stream.readline())
    assert not is_gone(pid)
    parent.kill()
    parent.wait()
    assert eventually(lambda: is_gone(pid), 2)


def test_no_process_and_no_descriptor_is_left_behind() -> None:
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(5):
        session = LeanSession(FakeToolchain())
        session.ensure(Context())
        session.apply_batch(root(session), ["skip", "die"])
        session.ensure(Context())
        pid = session.pid
        session.close()
        assert pid is not None
        assert is_gone(pid)
    assert eventually(lambda: len(os.listdir("/proc/self/fd")) == before, 2)


def facts(result: WireResult | TacticError) -> tuple[object, ...]:
    if isinstance(result, TacticError):
        return (result.kind, result.message)
    state = result.state
    return (result.status, state.goals, state.key, state.has_metavariables, state.components)
