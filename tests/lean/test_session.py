"""Sessions on the real tactic server inside the embedded Lean (spec lean-protocol.md; the numbers are those of its section 6)."""

from __future__ import annotations

import dataclasses
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import psutil
import pytest

from reaprover.core import (
    Candidate,
    Environment,
    ErrorKind,
    Evaluation,
    Observation,
    ProofState,
    TacticResult,
    TacticStatus,
    Theorem,
)
from reaprover.core.protocols import GoalSplitting
from reaprover.errors import InfrastructureError, InputError
from reaprover.lean import selftest, wire
from reaprover.lean.environment import LeanEnvironment
from reaprover.lean.pool import LeanPool
from reaprover.lean.session import MIB, Context, LeanSession, Request, SessionLimits, TacticLimits, check_context
from reaprover.lean.toolchain import LEAN_COMMIT, EmbeddedToolchain
from reaprover.lean.wire import LeanError, WireResult
from reaprover.search import Budget, Kind, search, search_config
from reaprover.testing.environment_contract import EnvironmentContract, facts
from reaprover.testing.tables import TableChecker

from .fake import eventually, is_gone

pytestmark = pytest.mark.lean

SWAP = Theorem("swap", "(p q : Prop)", "p ∧ q → q ∧ p")
LIMITS = TacticLimits.flat(5.0)


@pytest.fixture(scope="module")
def pool(toolchain: EmbeddedToolchain) -> Iterator[LeanPool]:
    with LeanPool(toolchain, 2) as pool:
        yield pool


@pytest.fixture
def opened(pool: LeanPool) -> Iterator[Callable[..., LeanEnvironment]]:
    """Opens statements on one session; everything is closed in the end."""
    environments: list[LeanEnvironment] = []

    def open_theorem(theorem: Theorem | str, **options: object) -> LeanEnvironment:
        if isinstance(theorem, str):
            theorem = Theorem("t", "", theorem)
        options = {"num_sessions": 1, "limits": LIMITS} | options
        environments.append(LeanEnvironment(theorem, pool, lease_timeout_s=5, **options))  # type: ignore[arg-type]  # a test's options
        return environments[-1]

    yield open_theorem
    for environment in environments:
        environment.close()


@pytest.fixture
def session(toolchain: EmbeddedToolchain) -> Iterator[LeanSession]:
    session = LeanSession(toolchain)
    session.ensure(Context())
    yield session
    session.close()


def after(environment: LeanEnvironment, *tactics: str, state: ProofState | None = None) -> ProofState:
    state = state or environment.initial_state()
    for tactic in tactics:
        result = only(environment, tactic, state)
        assert result.state is not None, result
        state = result.state
    return state


def only(environment: LeanEnvironment, tactic: str, state: ProofState | None = None) -> TacticResult:
    (result,) = environment.apply_batch(state or environment.initial_state(), [tactic])
    return result


def kind(result: TacticResult) -> ErrorKind | None:
    return result.error.kind if result.error is not None else None


class _Swap(EnvironmentContract):
    progress = "intro h"
    other_progress = "by_cases hp : p"
    idle = "skip"
    failing = "exact no_such_name"
    unparsable = "exact ("
    forbidden = "sorry"
    script = ("intro h", "exact ⟨h.2, h.1⟩")
    forking = "refine fun h => ⟨?_, ?_⟩"
    fork_scripts = (("exact h.2",), ("exact h.1",))
    num_sessions = 1

    @pytest.fixture(autouse=True)
    def _use(self, pool: LeanPool) -> None:
        self.pool = pool

    def make_environment(self) -> Environment:
        return LeanEnvironment(SWAP, self.pool, num_sessions=self.num_sessions, limits=LIMITS)

    def test_goals_that_share_a_metavariable_stay_together(self) -> None:
        environment = LeanEnvironment(
            Theorem("t", "", "∃ n : Nat, n > 3 ∧ n < 9"), self.pool, num_sessions=self.num_sessions, limits=LIMITS
        )
        try:
            state = self.opened(environment, environment.initial_state(), "refine ⟨?n, ?_, ?_⟩")
            assert state.components == ((0, 1, 2),)
            assert state.has_metavariables
            assert environment.split(state) == []
        finally:
            environment.close()


class TestTheEmbeddedLeanFulfilsTheContract(_Swap):
    pass


def test_two_sessions_give_what_one_gives(pool: LeanPool, opened: Callable[..., LeanEnvironment]) -> None:
    tactics = ["intro h", "simp", "omega", "constructor", "by_cases hp : p", "exact fun h => ⟨h.2, h.1⟩", "rfl", "exact ("] * 8
    one = opened(SWAP)
    first = [facts(result) for result in one.apply_batch(one.initial_state(), tactics)]
    one.close()
    two = opened(SWAP, num_sessions=2)
    assert [facts(result) for result in two.apply_batch(two.initial_state(), tactics)] == first
    assert all(session.num_requests > 0 for session in pool.sessions)


def test_the_server_says_what_it_is(session: LeanSession) -> None:
    answer = session.ping()
    assert (answer["lean"], answer["commit"], answer["protocol"]) == ("4.35.0", LEAN_COMMIT, 1)


# What an earlier driver got wrong


@pytest.mark.parametrize("state", ["s/1", -3, 0, 1.5, True, None, [1], 10**30])
def test_an_unreadable_state_never_acts_on_the_root(session: LeanSession, state: object) -> None:
    opened = session.open(Theorem("t", "", "1 = 1"))
    assert isinstance(opened, WireResult)
    assert opened.state.number is not None
    for fields in ({"state": state, "tactic": "rfl"}, {"tactic": "rfl"}):
        error = wire.error_of(session.request("apply", fields, wall_s=5))
        assert error is not None
        assert error.kind is ErrorKind.STATE
    assert session.goals(session.handle(opened.state.number)) == ["⊢ 1 = 1"]


def test_malformed_json_is_answered_and_not_by_the_clock(session: LeanSession, monkeypatch: pytest.MonkeyPatch) -> None:
    for line in (b'{"op": "apply", "sta\n', b'{"id": 7,\n', b"[]\n", b"nonsense\n", b"\xff\xfe\n", b'{"id":\n'):
        monkeypatch.setattr(wire, "encode", lambda identifier, op, fields, line=line: line)
        replies, failure = session.converse([Request("ping", {}, 5.0)])
        assert failure is None or failure.error.kind is ErrorKind.PROTOCOL
        assert all(reply["error"]["kind"] == "protocol" for reply in replies)
        monkeypatch.undo()
        session.ensure(Context())
        assert session.ping()["pong"] is True


def test_a_killed_process_is_seen_and_not_by_the_clock(session: LeanSession) -> None:
    opened = session.open(Theorem("t", "", "True"))
    assert isinstance(opened, WireResult)
    assert opened.state.number is not None
    assert session.pid is not None
    killer = threading.Timer(0.2, os.kill, (session.pid, signal.SIGKILL))
    killer.start()
    _, failure = session.apply_batch(
        session.handle(opened.state.number), ["repeat (have h := True.intro)"], TacticLimits.flat(60, 1_000_000)
    )
    assert failure is not None
    assert failure.error.kind is ErrorKind.CRASH


def test_blank_lines_do_not_end_the_session(session: LeanSession) -> None:
    os.write(session._requests, b"\n\n\r\n\n")
    assert session.ping()["pong"] is True


@pytest.mark.slow
def test_many_sessions_at_once_do_not_meet(toolchain: EmbeddedToolchain) -> None:
    sessions = [LeanSession(toolchain, worker=worker) for worker in range(16)]
    goals: dict[int, tuple[str, ...]] = {}

    def use(session: LeanSession) -> None:
        session.ensure(Context())
        opened = session.open(Theorem("t", "", f"{session.worker} = {session.worker}"))
        assert isinstance(opened, WireResult)
        goals[session.worker] = opened.state.goals

    threads = [threading.Thread(target=use, args=(session,)) for session in sessions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for session in sessions:
        session.close()
    assert goals == {worker: (f"⊢ {worker} = {worker}",) for worker in range(16)}


def test_goals_that_share_a_witness_are_not_split(opened: Callable[..., LeanEnvironment]) -> None:
    environment = opened("∃ n : Nat, n > 3 ∧ n < 3")
    state = after(environment, "refine ⟨?n, ?_, ?_⟩")
    assert len(state.goals) == 3
    assert environment.split(state) == []
    constructed = after(environment, "constructor")
    assert constructed.goals[-1].startswith("case w")
    assert environment.split(constructed) == []


def test_goals_that_share_a_witness_can_be_cut_apart_on_demand(opened: Callable[..., LeanEnvironment]) -> None:
    environment = opened("∃ n : Nat, n > 3 ∧ n < 3")
    state = after(environment, "refine ⟨?n, ?_, ?_⟩")
    parts = environment.split_every_goal(state)
    assert [part.state.goals for part in parts] == [(goal,) for goal in state.goals]
    assert isinstance(environment, GoalSplitting)


def test_the_pseudocode_never_proves_what_only_its_cut_goals_allow(opened: Callable[..., LeanEnvironment]) -> None:
    class Proposes:
        identity = "three tactics"

        def evaluate(self, observations: Sequence[Observation]) -> list[Evaluation]:
            tactics = ("refine ⟨?n, ?_, ?_⟩", "exact (by decide : 4 > 3)", "exact (by decide : 2 < 3)", "exact 4")
            return [Evaluation(tuple(Candidate(tactic, -1.0) for tactic in tactics), -1.0) for _ in observations]

    environment = opened("∃ n : Nat, n > 3 ∧ n < 3")
    config = search_config("pseudocode", budget=Budget(num_simulations=20))
    result = search(environment.theorem, environment, Proposes(), TableChecker(), config)
    assert any(node.kind is Kind.AND for node in result.tree.nodes)
    assert result.script is None


def test_a_script_with_parts_and_all_goals_replays(opened: Callable[..., LeanEnvironment]) -> None:
    environment = opened(Theorem("t", "(p q : Prop) (hp : p) (hq : q)", "(p ∧ q) ∧ (q ∧ p)"))
    assert environment.replay("constructor\n· constructor\n  all_goals assumption\n· exact ⟨hq, hp⟩").status is TacticStatus.CLOSED
    assert environment.replay("constructor\n· constructor\n  all_goals assumption").status is TacticStatus.OPEN
    assert environment.replay("constructor\n· exact hp\n· exact ⟨hq, hp⟩").status is TacticStatus.FAILED


def test_states_that_print_alike_keep_different_keys(opened: Callable[..., LeanEnvironment]) -> None:
    header = "structure Box where\n  val : Nat\ninstance one : OfNat Nat 7 := ⟨1⟩\ndef hidden (a : Nat) {b : Nat} : Prop := a = b\n"
    environment = opened(Theorem("t", "", "∀ a b c : Nat, (@hidden a b ∨ @hidden a c)", header))
    state = after(environment, "intro a b c")
    left, right = after(environment, "left", state=state), after(environment, "right", state=state)
    assert left.goals == right.goals
    assert left.key != right.key


@pytest.mark.parametrize("num_rounds", [250, pytest.param(2500, marks=pytest.mark.slow)])
def test_released_states_are_forgotten_and_memory_stays(toolchain: EmbeddedToolchain, num_rounds: int) -> None:
    session = LeanSession(toolchain, limits=SessionLimits(max_requests=1_000_000))
    environment = LeanEnvironment(SWAP, session, limits=LIMITS)
    root = environment.initial_state()

    def work(rounds: int) -> tuple[int, int]:
        for _ in range(rounds):
            results = environment.apply_batch(root, ["intro h", "simp", "by_cases hp : p", "exact no_such_name"])
            environment.release([result.state for result in results if result.state is not None])
        session.flush()
        return session.resident_bytes, session.stat()["states"]

    before, held = work(100)
    after, still_held = work(num_rounds)
    session.close()
    assert session.epoch == 1
    assert still_held == held
    assert after < 1.05 * before


def test_heartbeats_and_the_wall_clock_both_end_a_runaway(opened: Callable[..., LeanEnvironment]) -> None:
    environment = opened("True", limits=TacticLimits.flat(30.0, heartbeats=200))
    assert kind(only(environment, "repeat (have h := True.intro)")) is ErrorKind.HEARTBEAT
    environment.close()
    environment = opened("True", limits=TacticLimits.flat(0.5, heartbeats=1_000_000))
    result = only(environment, "repeat (have h := True.intro)")
    assert kind(result) is ErrorKind.TIMEOUT
    assert only(environment, "trivial").status is TacticStatus.CLOSED


# Truth


@pytest.mark.parametrize(
    ("statement", "tactic"),
    [
        ("1 = 2", "sorry"),
        ("1 = 2", "exact sorry"),
        ("1 = 2", "exact sorryAx _"),
        ("1 = 2", "admit"),
        ("1 = 2", "(first | rfl | sorry)"),
        ("1 = 2", "native_decide"),
        ("1 = 2", "set_option debug.skipKernelTC true in decide +kernel"),
        ("1 = 2", "exact Reaprover.session"),
        ("1 = 2", "exact t"),
        ("1 = 2", "apply t"),
        ("1 = 2", "exact lcProof"),
        ("1 = 2", "exact?"),
        ("1 = 2", "stop"),
        ("1 = 2", "decide"),
        ("1 = 2", "have h := ?_"),
        ("1 = 2", "exact (by stop rfl)"),
        ("1 = 2", 'reaprover_serve "a" "b" "c"'),
        ("∃ n : Nat, n = n + 1", "exact ⟨_, rfl⟩"),
        ("1 = 2", "rfl\ntheorem x : True := trivial"),
        ("1 = 2", "exact (by exact undefined_name)"),
        ("1 = 2", "any_goals sorry"),
        ("1 = 2", "run_tac pure ()"),
        ("1 = 2", "open Classical in rfl"),
    ],
)
def test_nothing_of_the_kind_is_ever_closed(opened: Callable[..., LeanEnvironment], statement: str, tactic: str) -> None:
    environment = opened(statement)
    result = only(environment, tactic)
    assert result.status in (TacticStatus.FAILED, TacticStatus.OPEN)
    assert kind(result) not in (ErrorKind.CRASH, ErrorKind.INTERNAL, ErrorKind.PROTOCOL)
    assert only(environment, "skip").status is TacticStatus.OPEN


def test_a_proof_that_uses_local_hypotheses_is_closed(opened: Callable[..., LeanEnvironment]) -> None:
    assert only(opened(Theorem("t", "(P : Prop) (h : P)", "P")), "exact h").status is TacticStatus.CLOSED


def test_classical_proofs_are_closed(opened: Callable[..., LeanEnvironment]) -> None:
    assert opened("∀ p : Prop, p ∨ ¬ p").replay("intro p\nexact Classical.em p").status is TacticStatus.CLOSED


@pytest.mark.parametrize(
    "statement",
    [
        "∀ n : Nat, n + 0 = n",
        "∃ n : Nat, n * n = 49",
        "∃ n m : Nat, n + 1 = m",
        "¬ 1 = 2",
        "1 ≠ 2",
        "∀ (p q : Prop), p ↔ q → q",
        "∀ x : Nat, (if x = 0 then 1 else 2) > 0",
        "[1, 2, 3].length = 3",
        "(1, 2).fst = 1",
        "∀ a b : Int, -a + b ≤ b - a",
        '"a b" = "ab" ∨ True',
        "some 1 = none ∨ True",
        "∀ f : Nat → Nat, (∀ x, f x = x) → f 2 = 2",
        "∃ x, ∀ y : Nat, x ≤ y",
        "∀ xs : List Nat, xs ++ [] = xs",
    ],
)
def test_a_printed_goal_is_the_statement_and_parses_back(opened: Callable[..., LeanEnvironment], statement: str) -> None:
    first = opened(statement)
    printed = first.initial_state().goals[0].removeprefix("⊢ ")
    assert "failed to pretty print" not in printed
    first.close()
    assert opened(printed).initial_state().key == first.initial_state().key


# Text of a model is data


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\n",
        "\0",
        "\ud800",
        "a\0b",
        "-- only a comment",
        "/-",
        '"',
        "(" * 60_000,
        "intro " + "x" * 40_000,
        "simp;;",
        "𝔸",
        "intro x\r\n",
        "exact h✝",
        "⊢",
        "}",
        "· skip",
    ],
)
def test_any_text_gets_one_reply_and_the_session_lives(opened: Callable[..., LeanEnvironment], text: str) -> None:
    environment = opened(SWAP)
    result = only(environment, text)
    assert kind(result) not in (ErrorKind.CRASH, ErrorKind.INTERNAL, ErrorKind.PROTOCOL, ErrorKind.TIMEOUT)
    assert only(environment, "intro h").status is TacticStatus.OPEN


def test_two_tactics_are_not_one(opened: Callable[..., LeanEnvironment]) -> None:
    environment = opened(SWAP)
    assert kind(only(environment, "intro h\nexact ⟨h.2, h.1⟩")) is ErrorKind.PARSE
    assert kind(only(environment, "intro h; exact ⟨h.2, h.1⟩")) is ErrorKind.PARSE
    assert only(environment, "(intro h; exact ⟨h.2, h.1⟩)").status is TacticStatus.CLOSED


def test_a_big_computation_ends_in_a_limit_and_others_go_on(opened: Callable[..., LeanEnvironment]) -> None:
    environment = opened("2 ^ (2 ^ 40) = 1", limits=TacticLimits.flat(1.0))
    results = environment.apply_batch(environment.initial_state(), ["skip", "decide", "rfl", "skip"])
    assert [result.status for result in results] == [TacticStatus.OPEN, TacticStatus.FAILED, TacticStatus.FAILED, TacticStatus.OPEN]
    assert all(kind(result) is None or not kind(result).is_infrastructure for result in results)  # type: ignore[union-attr]  # checked


# Recovery


def test_states_and_parts_are_rebuilt_with_the_same_keys_after_a_kill(opened: Callable[..., LeanEnvironment]) -> None:
    environment = opened(SWAP)
    pair = after(environment, "intro h", "constructor")
    states = [environment.initial_state(), after(environment, "by_cases hp : p"), pair, *(part.state for part in environment.split(pair))]
    tactics = ["simp_all", "exact h.2", "cases h", "skip", "exact no_such_name", "omega"]
    before = [[facts(result) for result in environment.apply_batch(state, tactics)] for state in states]
    pid = environment._sessions[0].pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    assert [[facts(result) for result in environment.apply_batch(state, tactics)] for state in states] == before
    assert environment.num_rebuilt >= 5


def test_a_replayed_path_gives_the_same_states_in_any_order(opened: Callable[..., LeanEnvironment]) -> None:
    environment = opened(Theorem("t", "(a b c : Nat)", "a * (b + c) = a * b + a * c ∧ (a ≤ b → a ≤ b + c)"))
    chance = random.Random(3)
    tactics = [
        "constructor",
        "intro h",
        "induction a",
        "simp",
        "omega",
        "rw [Nat.mul_add]",
        "skip",
        "cases b",
        "rw [Nat.add_comm]",
        "simp at *",
    ]
    front, seen = [(environment.initial_state(), ())], {}
    for _ in range(40):
        state, path = chance.choice(front)
        for result in environment.apply_batch(state, tactics):
            seen[(*path, result.tactic)] = facts(result)
            if result.state is not None and len(path) < 4:
                front.append((result.state, (*path, result.tactic)))
    for path in chance.sample(sorted(seen), 60):
        state = environment.initial_state()
        for tactic in path[:-1]:
            state = after(environment, tactic, state=state)
        assert facts(only(environment, path[-1], state)) == seen[path]


# Headers and statements


def test_definitions_of_the_header_are_there(opened: Callable[..., LeanEnvironment]) -> None:
    header = "def double : Nat → Nat\n  | 0 => 0\n  | n + 1 => double n + 2\nnamespace A\ninductive Color where | red | green"
    environment = opened(Theorem("t", "(n : Nat)", "double (n + 1) = double n + 2 ∧ Color.red ≠ Color.green", header))
    assert environment.replay("constructor\n· rfl\n· simp").status is TacticStatus.CLOSED


def test_universe_parameters_of_the_theorem_can_be_used(opened: Callable[..., LeanEnvironment]) -> None:
    theorem = Theorem("t", "{α : Type u} (x : α)", "x = x", levels=("u",))
    assert only(opened(theorem), "rfl").status is TacticStatus.CLOSED


def test_a_negated_theorem_is_its_negation(opened: Callable[..., LeanEnvironment]) -> None:
    theorem = Theorem("t", "(n : Nat)", "n = 1", negated=True)
    environment = opened(theorem)
    assert environment.initial_state().goals == ("⊢ ¬∀ (n : Nat), n = 1",)
    assert environment.replay("intro h\nexact absurd (h 0) (by decide)").status is TacticStatus.CLOSED


@pytest.mark.parametrize(
    ("theorem", "words"),
    [
        (Theorem("t", "", "∀ x : Nat, x ="), "Lean refuses the statement"),
        (Theorem("t", "", "Foo.bar = 1"), "Foo.bar"),
        (Theorem("t", "", "1 + 1"), "Lean refuses the statement"),
        (Theorem("t", "", "True := trivial theorem x : True"), "Lean refuses the statement"),
        (Theorem("t", "(n : Nope)", "n = n"), "Nope"),
        (Theorem("t", "", "True", "def x := 1\ndef y := Foo.bar"), "header, line 2"),
        (Theorem("t", "", "True", "/- no end"), "header"),
        (Theorem("t", "", "True", imports=("No.Such.Module",)), "imports: unknown module prefix 'No'; the embedded Lean"),
    ],
)
def test_what_lean_refuses_is_an_input_error_in_leans_words(opened: Callable[..., LeanEnvironment], theorem: Theorem, words: str) -> None:
    with pytest.raises(InputError) as refused:
        opened(theorem)
    assert words in str(refused.value)


def test_a_header_that_lean_does_not_finish_or_dies_of_is_no_fault_of_the_theorem(toolchain: EmbeddedToolchain) -> None:
    endless = Context(header="set_option maxHeartbeats 0 in\nexample : True := by repeat (have h := True.intro)")
    with pytest.raises(InfrastructureError, match="did not finish reading it within 2 s"):
        check_context(toolchain, endless, timeout_s=2.0)

    class Silent(EmbeddedToolchain):
        def run(self, *arguments: Any, **options: Any) -> Any:
            return dataclasses.replace(super().run(*arguments, **options), status=1, stdout="", stderr="")

    with pytest.raises(InfrastructureError, match="exit status 1 without a message"):
        check_context(Silent(toolchain.library, toolchain.cache), Context())


def test_output_of_the_header_is_not_taken_for_replies(opened: Callable[..., LeanEnvironment]) -> None:
    header = '#check "{\\"id\\":1,\\"nonce\\":\\"\\",\\"ok\\":true}"\n#print axioms Classical.em\n' * 20
    assert only(opened(Theorem("t", "", "True", header)), "trivial").status is TacticStatus.CLOSED


def test_lean_dies_with_python_in_the_middle_of_a_tactic(toolchain: EmbeddedToolchain) -> None:
    code = (
        "import sys\nfrom pathlib import Path\n"
        "from reaprover.core import Theorem\n"
        "from reaprover.lean.session import Context, LeanSession, TacticLimits\n"
        "from reaprover.lean.toolchain import EmbeddedToolchain\n"
        "class Found(EmbeddedToolchain):\n  core = Path(sys.argv[3])\n"
        "session = LeanSession(Found(Path(sys.argv[1]), Path(sys.argv[2])))\n"
        "session.ensure(Context())\n"
        "opened = session.open(Theorem('t', '', 'True'))\n"
        "print(session.pid, flush=True)\n"
        "session.apply(session.handle(opened.state.number), 'repeat (have h := True.intro)', TacticLimits.flat(100, 1000000))\n"
    )
    arguments = [str(path) for path in (toolchain.library, toolchain.cache, toolchain.core)]
    with subprocess.Popen([sys.executable, "-c", code, *arguments], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        used_s = psutil.Process(pid).cpu_times().user
        assert eventually(lambda: psutil.Process(pid).cpu_times().user > used_s + 0.1, 30)  # the tactic is being run
        parent.kill()
    assert eventually(lambda: is_gone(pid), 2)


def test_a_library_that_prints_wrongly_is_refused_and_a_right_one_noted(
    toolchain: EmbeddedToolchain, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = toolchain.core / "printing-checked"
    note.unlink(missing_ok=True)
    monkeypatch.setitem(selftest.SAMPLES, "1 = 1", "1 = 2")
    with pytest.raises(LeanError, match="prints `1 = 1` as `⊢ 1 = 1`, expected `⊢ 1 = 2`"):
        selftest.ensure_printing(toolchain)
    assert not note.exists()
    monkeypatch.undo()
    selftest.ensure_printing(toolchain)
    assert note.exists()


def test_a_tactic_that_eats_memory_is_a_limit_and_the_session_comes_back(toolchain: EmbeddedToolchain) -> None:
    session = LeanSession(toolchain, limits=SessionLimits(memory_bytes=170 * MIB))
    environment = LeanEnvironment(Theorem("t", "", "True"), session, limits=TacticLimits.flat(60.0, heartbeats=1_000_000))
    result = only(environment, "repeat (have h := True.intro)")
    assert kind(result) in (ErrorKind.MEMORY, ErrorKind.HEARTBEAT)
    assert only(environment, "trivial").status is TacticStatus.CLOSED
    assert session.resident_bytes < 170 * MIB
    environment.close()
    session.close()


@pytest.mark.slow
def test_sessions_used_for_long_answer_rightly_and_keep_their_memory(toolchain: EmbeddedToolchain) -> None:
    """As long as REAPROVER_SOAK_S says, one minute otherwise."""
    until_s = time.monotonic() + float(os.environ.get("REAPROVER_SOAK_S", "60"))
    tactics = ["intro h", "simp", "by_cases hp : p", "exact no_such_name", "constructor", "omega", "exact ("]
    with LeanPool(toolchain, 2) as pool:
        expected = None
        memory = []
        while time.monotonic() < until_s:
            environment = LeanEnvironment(SWAP, pool, limits=LIMITS)
            for _ in range(100):
                results = environment.apply_batch(environment.initial_state(), tactics * 4)
                found = [facts(result) for result in results]
                assert found == (expected := expected or found)
                environment.release([result.state for result in results if result.state is not None])
            environment.close()
            memory.append(max(session.resident_bytes for session in pool.sessions))
        assert environment.num_restarts == 0
    assert max(memory) < 400 * MIB
