"""How fast tactics are applied: one process, two, and a fresh Lean for every attempt, on the same (state, tactic) pairs.

Decisions:

* The pairs are made by a seeded random walk from a fixed list of statements with a fixed list of tactics, most of which fail in most
  states, as those of a policy do. The same pairs, in the same order, are used everywhere.
* Every reply is compared with the first one for its pair (status, goals, key, kind of error), in every phase: a fast wrong reply is worth
  nothing. A pair that ends in a wall clock is not compared, but counted.
* A fresh Lean compiles the statement with the state's script and the tactic; it has the same library and the same limits.
"""

from __future__ import annotations

import os
import platform
import random
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any

from reaprover.core import ErrorKind, ProofState, TacticResult, TacticStatus, Theorem
from reaprover.core.declaration import proof_text
from reaprover.lean.environment import LeanEnvironment
from reaprover.lean.pool import LeanPool
from reaprover.lean.session import Context, LeanSession, TacticLimits
from reaprover.lean.toolchain import EmbeddedToolchain

STATEMENTS = (
    "∀ p q : Prop, p ∧ q → q ∧ p",
    "∀ p q r : Prop, (p → q) → (q → r) → p → r",
    "∀ p q : Prop, ¬(p ∨ q) ↔ ¬p ∧ ¬q",
    "∀ p q r : Prop, p ∧ (q ∨ r) → (p ∧ q) ∨ (p ∧ r)",
    "∀ (α : Type) (P Q : α → Prop), (∃ x, P x ∧ Q x) → ∃ x, P x",
    "∀ n m : Nat, n + m = m + n",
    "∀ a b c : Nat, a * (b + c) = a * b + a * c",
    "∀ n : Nat, n ≤ n * n",
    "∀ x y : Nat, x < y → ¬ y ≤ x",
    "∃ x : Nat, x * x = 49",
    "∀ a b : Int, a < b → a + 1 ≤ b",
    "∀ xs ys : List Nat, (xs ++ ys).length = ys.length + xs.length",
    "∀ xs : List Nat, xs ++ [] = xs",
    "∀ f : Nat → Nat, (∀ x, f x = x) → f (f 2) = 2",
)
TACTICS = (
    *("intro h", "intro x", "intros", "intro p q h", "constructor", "left", "assumption", "exact h", "apply h", "cases h", "skip", "simp"),
    *("simp_all", "rfl", "induction x", "exfalso", "contradiction", "rw [h]", "exact h.1", "decide", "omega", "refine ⟨?_, ?_⟩"),
    *(
        "by_cases g : 0 = 1",
        "exact ⟨h.2, h.1⟩",
        "rw [Nat.add_comm]",
        "simp [Nat.add_comm, Nat.mul_comm]",
        "unfold Not",
        "trivial",
        "ac_rfl",
    ),
    *("split", "subst h", "exists 0", "rcases h with ⟨a, b⟩", "have g : 1 = 1 := rfl", "apply Classical.byContradiction", "exact ("),
    *("apply And.intro", "obtain ⟨y, hy⟩ := h", "exact no_such_lemma", "suffices g : True from ?_", "have g : 2 = 2 := ?_", "intro"),
)
BATCH = 16
_SEED = 20_260
_STATES_PER_STATEMENT = 12
_LIMITS = TacticLimits.flat(10.0)


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement.

    Attributes:
        name: what was measured.
        num_applications: tactics applied.
        elapsed_s: wall time, seconds.
        per_s: applications per second.
        p50_ms: median of a round trip; None where single ones were not timed.
        p99_ms: its 99th percentile.
        max_ms: the longest one.
        num_wrong: replies that differ from the first one for their pair.
        num_lost: applications without a verdict of Lean's (crash, timeout, …).
        resident_bytes: largest resident memory of a process at the end of a round; 0 if not looked at.
    """

    name: str
    num_applications: int
    elapsed_s: float
    per_s: float
    p50_ms: float | None = None
    p99_ms: float | None = None
    max_ms: float | None = None
    num_wrong: int = 0
    num_lost: int = 0
    resident_bytes: int = 0


@dataclass(frozen=True, slots=True)
class Report:
    """All measurements.

    Attributes:
        rows: in the order in which they were made.
        num_pairs: (state, tactic) pairs.
        failing: share of them that fail.
        start_s: start of a tactic server to its first answer, median, seconds.
        identity: what was measured.
        machine: where.
    """

    rows: tuple[Row, ...]
    num_pairs: int
    failing: float
    start_s: float
    identity: str
    machine: dict[str, Any]

    def ratio(self, name: str, to: str) -> float | None:
        """Applications per second of one row over those of another; None if one of them was left out."""
        rates = {row.name: row.per_s for row in self.rows}
        return rates[name] / rates[to] if name in rates and to in rates else None

    def record(self) -> dict[str, Any]:
        """The report as one JSON object."""
        return {
            "benchmark": "lean",
            "identity": self.identity,
            "machine": self.machine,
            "num_pairs": self.num_pairs,
            "failing": round(self.failing, 4),
            "start_s": round(self.start_s, 4),
            "two_over_one": _round(self.ratio(_TWO, _ONE)),
            "one_over_fresh": _round(self.ratio(_ONE, _FRESH)),
            "rows": [
                {key: round(value, 3) if isinstance(value, float) else value for key, value in asdict(row).items()} for row in self.rows
            ],
        }

    def table(self) -> str:
        """The report as text."""
        lines = [
            f"{self.num_pairs} (state, tactic) pairs, {self.failing:.0%} of them failing; {self.identity}",
            f"{self.machine['processor']}, {self.machine['num_processors']} processors, load {self.machine['load']} at the start; "
            f"Python {self.machine['python']}",
            "",
            f"{'':34}{'tactics':>9}{'seconds':>9}{'per s':>9}{'p50 ms':>8}{'p99 ms':>8}{'max ms':>8}{'wrong':>7}{'lost':>6}{'MiB':>6}",
        ]
        for row in self.rows:
            times = "".join(f"{value:8.2f}" if value is not None else f"{'':8}" for value in (row.p50_ms, row.p99_ms, row.max_ms))
            memory = f"{row.resident_bytes >> 20:6}" if row.resident_bytes else f"{'':6}"
            lines.append(
                f"{row.name:34}{row.num_applications:9}{row.elapsed_s:9.1f}{row.per_s:9.1f}{times}{row.num_wrong:7}{row.num_lost:6}{memory}"
            )
        lines += ["", f"start of a tactic server to its first answer: {self.start_s:.2f} s"]
        if (two := self.ratio(_TWO, _ONE)) is not None:
            lines.append(f"two processes over one: {two:.2f}")
        if (fresh := self.ratio(_ONE, _FRESH)) is not None:
            lines.append(f"one process over a fresh Lean per attempt: {fresh:.0f}")
        return "\n".join(lines)


_SINGLE = "one process, one at a time"
_ONE = f"one process, batches of {BATCH}"
_TWO = f"two processes, batches of {BATCH}"
_LONG = "long run, two processes"
_FRESH = "a fresh Lean per attempt"


@dataclass(frozen=True, slots=True)
class _Place:
    """A state of the walk: how to get there, and the first reply of every tactic in it."""

    script: tuple[str, ...]
    replies: tuple[tuple[Any, ...], ...]


def measure(
    toolchain: EmbeddedToolchain,
    *,
    num_pairs: int = 5_000,
    num_applications: int = 100_000,
    num_fresh: int = 100,
    say_fn: Callable[[str], None] = lambda text: None,
) -> Report:
    """Measure everything; takes about three minutes with the default numbers.

    Args:
        toolchain: the Lean to measure, prepared.
        num_pairs: (state, tactic) pairs, at least.
        num_applications: applications of the long run; 0 leaves it out.
        num_fresh: attempts by a fresh Lean each; 0 leaves them out.
        say_fn: told what is being done.
    """
    load = os.getloadavg()[0]
    start_s = sorted(_start_s(toolchain) for _ in range(5))[2]
    rows: list[Row] = []
    with LeanPool(toolchain, 2) as pool:
        say_fn("walking to the states and timing single applications")
        bench = _Bench(pool, num_pairs)
        rows.append(bench.single)
        say_fn("one process")
        rows.append(bench.run(_ONE, 1, rounds=1))
        say_fn("two processes")
        rows.append(bench.run(_TWO, 2, rounds=2))
        if num_applications:
            say_fn(f"{num_applications} applications")
            rows.append(bench.run(_LONG, 2, rounds=-(-num_applications // bench.num_pairs)))
        failing, num_pairs = bench.failing, bench.num_pairs
        places = bench.places
    if num_fresh:
        say_fn("a fresh Lean per attempt")
        rows.append(_fresh(toolchain, places, num_fresh))
    machine = {
        "processor": _processor(),
        "num_processors": os.cpu_count(),
        "python": platform.python_version(),
        "system": platform.platform(),
        "load": round(load, 2),
    }
    return Report(tuple(rows), num_pairs, failing, start_s, toolchain.versions.identity, machine)


class _Bench:
    """The pairs, and runs over them."""

    def __init__(self, pool: LeanPool, num_pairs: int) -> None:
        self._pool = pool
        self.places: list[list[_Place]] = []
        chance = random.Random(_SEED)
        times_s: list[float] = []
        num_states = max(_STATES_PER_STATEMENT, -(-num_pairs // (len(STATEMENTS) * len(TACTICS))))
        begin_s = time.monotonic()
        for statement in STATEMENTS:
            environment = LeanEnvironment(_theorem(statement), pool, limits=_LIMITS, num_sessions=1)
            front: list[tuple[ProofState, tuple[str, ...]]] = [(environment.initial_state(), ())]
            keys = {environment.initial_state().key}
            places: list[_Place] = []
            while front and len(places) < num_states:
                state, script = front.pop(chance.randrange(len(front)))
                replies = []
                for tactic in TACTICS:
                    since_s = time.perf_counter()
                    (result,) = environment.apply_batch(state, [tactic])
                    times_s.append(time.perf_counter() - since_s)
                    replies.append(_facts(result))
                    if result.state is not None and result.state.key not in keys and len(script) < 5:
                        keys.add(result.state.key)
                        front.append((result.state, (*script, tactic)))
                places.append(_Place(script, tuple(replies)))
            self.places.append(places)
            environment.close()
        times_s.sort()
        elapsed_s = time.monotonic() - begin_s
        replies = [reply for places in self.places for place in places for reply in place.replies]
        self.num_pairs = len(replies)
        self.failing = sum(reply[0] is TacticStatus.FAILED for reply in replies) / len(replies)
        self.single = Row(
            _SINGLE,
            len(times_s),
            elapsed_s,
            len(times_s) / sum(times_s),
            1000 * times_s[len(times_s) // 2],
            1000 * times_s[len(times_s) * 99 // 100],
            1000 * times_s[-1],
            num_lost=sum(reply[1] in _LOST for reply in replies),
        )

    def run(self, name: str, num_processes: int, *, rounds: int) -> Row:
        """Apply all pairs `rounds` times, theorems shared out among processes; walking to the states is not timed."""
        queue = [index for _ in range(rounds) for index in range(len(STATEMENTS))]
        with ThreadPoolExecutor(num_processes) as executor:
            begin_s = time.monotonic()
            parts = list(executor.map(self._visit, queue))
            elapsed_s = time.monotonic() - begin_s - sum(part[3] for part in parts) / num_processes
        num = sum(part[0] for part in parts)
        return Row(
            name,
            num,
            elapsed_s,
            num / elapsed_s,
            num_wrong=sum(part[1] for part in parts),
            num_lost=sum(part[2] for part in parts),
            resident_bytes=max(part[4] for part in parts),
        )

    def _visit(self, index: int) -> tuple[int, int, int, float, int]:
        """All pairs of one theorem: applications, wrong ones, lost ones, seconds of walking, resident bytes."""
        begin_s = time.monotonic()
        environment = LeanEnvironment(_theorem(STATEMENTS[index]), self._pool, limits=_LIMITS, num_sessions=1)
        states = [self._walk(environment, place.script) for place in self.places[index]]
        walking_s = time.monotonic() - begin_s
        num = num_wrong = num_lost = 0
        for state, place in zip(states, self.places[index], strict=True):
            for at in range(0, len(TACTICS), BATCH):
                results = environment.apply_batch(state, TACTICS[at : at + BATCH])
                for result, expected in zip(results, place.replies[at : at + BATCH], strict=True):
                    num += 1
                    found = _facts(result)
                    if found[1] in _LOST or expected[1] in _LOST:
                        num_lost += 1
                    elif found != expected or result.tactic not in TACTICS:
                        num_wrong += 1
                environment.release([result.state for result in results if result.state is not None])
        resident_bytes = max(session.resident_bytes for session in self._pool.sessions)
        environment.close()
        return num, num_wrong, num_lost, walking_s, resident_bytes

    @staticmethod
    def _walk(environment: LeanEnvironment, script: Sequence[str]) -> ProofState:
        state = environment.initial_state()
        for tactic in script:
            (result,) = environment.apply_batch(state, [tactic])
            assert result.state is not None, f"{tactic!r} does not lead on any more: {result}"
            state = result.state
        return state


_LOST = frozenset({kind for kind in ErrorKind if kind.is_infrastructure} | {ErrorKind.TIMEOUT, ErrorKind.MEMORY})


def _facts(result: TacticResult) -> tuple[Any, ...]:
    """What must be the same every time."""
    state = result.state
    return (result.status, result.error and result.error.kind, state and (state.goals, state.key, state.components))


def _theorem(statement: str) -> Theorem:
    return Theorem("benchmark", "", statement)


def _start_s(toolchain: EmbeddedToolchain) -> float:
    session = LeanSession(toolchain)
    begin_s = time.monotonic()
    session.ensure(Context())
    elapsed_s = time.monotonic() - begin_s
    session.close()
    return elapsed_s


def _fresh(toolchain: EmbeddedToolchain, places: Sequence[Sequence[_Place]], num: int) -> Row:
    """Attempts by whole files, spread evenly over the pairs."""
    pairs = [
        (statement, place.script, tactic)
        for statement, of_statement in zip(STATEMENTS, places, strict=True)
        for place in of_statement
        for tactic in TACTICS
    ]
    chosen = pairs[:: max(1, len(pairs) // num)][:num]
    begin_s = time.monotonic()
    num_lost = 0
    for statement, script, tactic in chosen:
        text = toolchain.preamble(()) + proof_text(_theorem(statement), "\n".join((*script, tactic)))
        run = toolchain.run(["--json", f"-DmaxHeartbeats={_LIMITS.heartbeats}", "{text}"], text=text, timeout_s=60)
        num_lost += run.status not in (0, 1)
    elapsed_s = time.monotonic() - begin_s
    return Row(_FRESH, len(chosen), elapsed_s, len(chosen) / elapsed_s, 1000 * elapsed_s / len(chosen), num_lost=num_lost)


def _processor() -> str:
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        return next((line.split(":", 1)[1].strip() for line in file if line.startswith("model name")), platform.machine())


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, 3)
