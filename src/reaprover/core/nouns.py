"""The nouns: what search, Lean, models and learning say to each other. All frozen, no behaviour but derived facts."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Theorem:
    """A statement to prove, as source text.

    Attributes:
        name: full Lean name of the theorem, without universe parameters.
        binders: the binders before the colon, e.g. `(p q : Prop) (h : p)`; may be empty.
        conclusion: the type after the colon.
        header: commands that come before it in its file (definitions, `open`, `universe`), imports excluded.
        imports: modules imported by its file; empty means `Init` alone.
        levels: universe parameters as written in `.{u, v}`.
        negated: the theorem asked for is the negation of the statement (a disproof).
    """

    name: str
    binders: str
    conclusion: str
    header: str = ""
    imports: tuple[str, ...] = ()
    levels: tuple[str, ...] = ()
    negated: bool = False

    @property
    def statement(self) -> str:
        """The statement as one closed term; for a disproof its negation."""
        closed = f"∀ {self.binders}, {self.conclusion}" if self.binders else self.conclusion
        return f"¬ ({closed})" if self.negated else closed

    @property
    def declaration(self) -> str:
        """`theorem NAME BINDERS : TYPE`, as it stands before `:=`."""
        name = f"{self.name}.{{{', '.join(self.levels)}}}" if self.levels else self.name
        if self.negated:
            return f"theorem {name} : {self.statement}"
        return f"theorem {name} {self.binders} : {self.conclusion}" if self.binders else f"theorem {name} : {self.conclusion}"


@dataclass(frozen=True, slots=True)
class ProofState:
    """An ordered list of open goals that a Lean session holds (spec search.md, section 1).

    Attributes:
        handle: the session's name of the state; means nothing outside it and is never saved.
        goals: printed goals, in order; empty when nothing is open.
        key: canonical text computed on terms: equal keys, equal states up to names (search.md, section 9).
        has_metavariables: some goal mentions an unassigned metavariable; such states merge by text only.
        components: goal indices grouped by shared metavariables, each group ascending (search.md, section 8).
    """

    handle: str
    goals: tuple[str, ...]
    key: str
    has_metavariables: bool = False
    components: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """One independent part of a state: a single goal, or all coupled goals together (search.md, section 8).

    Attributes:
        state: the part's own state.
        goals: indices of its goals in the state it was cut from, ascending.
        coupled: whether it holds the coupled goals.
    """

    state: ProofState
    goals: tuple[int, ...]
    coupled: bool = False


class ErrorKind(enum.Enum):
    """Why a tactic or a request failed (spec lean-protocol.md, section 3)."""

    PARSE = "parse"
    FORBIDDEN = "forbidden"
    ELAB = "elab"
    TACTIC_FAILED = "tactic_failed"
    SORRY = "sorry"
    AXIOMS = "axioms"
    UNSAFE = "unsafe"
    HEARTBEAT = "heartbeat"
    RECURSION = "recursion"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    CRASH = "crash"
    INTERNAL = "internal"
    PROTOCOL = "protocol"
    VERSION = "version"
    STATE = "state"

    @property
    def is_infrastructure(self) -> bool:
        """Says nothing about the tactic; never becomes a label."""
        return self in _INFRASTRUCTURE

    @property
    def is_resource(self) -> bool:
        """A limit was reached: says nothing about a proof, and of a tactic only that it takes too much."""
        return self in _RESOURCES

    @property
    def is_inconclusive(self) -> bool:
        """Infrastructure or a limit: no verdict about a proof or a statement."""
        return self.is_infrastructure or self.is_resource

    @property
    def is_cacheable(self) -> bool:
        """The same text fails in the same state every time."""
        return self in _CACHEABLE


_INFRASTRUCTURE = frozenset({ErrorKind.CRASH, ErrorKind.INTERNAL, ErrorKind.PROTOCOL, ErrorKind.VERSION, ErrorKind.STATE})
_RESOURCES = frozenset({ErrorKind.HEARTBEAT, ErrorKind.RECURSION, ErrorKind.TIMEOUT, ErrorKind.MEMORY})
_CACHEABLE = frozenset(
    {
        ErrorKind.PARSE,
        ErrorKind.FORBIDDEN,
        ErrorKind.ELAB,
        ErrorKind.TACTIC_FAILED,
        ErrorKind.SORRY,
        ErrorKind.AXIOMS,
        ErrorKind.UNSAFE,
    }
)


class TacticStatus(enum.Enum):
    """What became of a tactic."""

    OPEN = "open"
    CLOSED = "closed"
    PART_CLOSED = "part_closed"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class TacticError:
    """Why a tactic gave no state; `message` is at most 2 KiB of Lean's own text."""

    kind: ErrorKind
    message: str


@dataclass(frozen=True, slots=True)
class TacticResult:
    """The reply to one tactic.

    Attributes:
        tactic: the text that was applied.
        status: open, closed (whole root term checked), part_closed (a part's own goals), failed.
        state: the new state; None when closed, part-closed or failed.
        error: why, when failed; else None.
        elapsed_ms: wall time inside Lean, milliseconds, ≥ 0.
        heartbeats: Lean's own deterministic measure of work, ≥ 0.
    """

    tactic: str
    status: TacticStatus
    state: ProofState | None = None
    error: TacticError | None = None
    elapsed_ms: float = 0.0
    heartbeats: int = 0


@dataclass(frozen=True, slots=True)
class Observation:
    """What an evaluator is asked about.

    Attributes:
        goals: printed goals of the state.
        key: the state's key, for caches.
        batch_index: how many batches this node has had; a deterministic policy gives other candidates each time.
        num_candidates: how many candidates are wanted (K).
    """

    goals: tuple[str, ...]
    key: str
    batch_index: int = 0
    num_candidates: int = 6


@dataclass(frozen=True, slots=True)
class Candidate:
    """A proposed tactic; `logprob` is the summed log-probability of its tokens, end token included, ≤ 0."""

    tactic: str
    logprob: float
    truncated: bool = False


@dataclass(frozen=True, slots=True)
class Evaluation:
    """An evaluator's answer: candidates in order, and the value V(s) = −(tactic steps still needed), ≤ 0.

    `num_tokens` counts what the model read and wrote for it, 0 where there is no such model.
    """

    candidates: tuple[Candidate, ...]
    value: float
    num_tokens: int = 0


class Verdict(enum.Enum):
    """The three outcomes of a check; nothing else exists (spec verification.md, section 1)."""

    VERIFIED = "verified"
    REJECTED = "rejected"
    UNVERIFIED = "unverified"


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What a proof checker says.

    Attributes:
        verdict: verified, rejected, or unverified (infrastructure or resources).
        reasons: why not verified, the most telling first; empty when verified.
        receipt: the JSON object that binds statement, proof, toolchain and library.
        line: the line of the script (from 1) that a rejection points at; None when it points at none.
    """

    verdict: Verdict
    reasons: tuple[str, ...] = ()
    receipt: Mapping[str, Any] = field(default_factory=dict)
    line: int | None = None


class Outcome(enum.Enum):
    """How a search ended (spec search.md, section 11). `ERROR` and `UNVERIFIED` are no failures of the theorem."""

    PROVED = "proved"
    DISPROVED = "disproved"
    EXHAUSTED = "exhausted"
    STOPPED = "stopped"
    UNVERIFIED = "unverified"
    REJECTED = "rejected"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Transition:
    """One step of a proof that was found, as learning needs it (spec rl.md, section 5).

    Attributes:
        node: index of the OR node in its search tree.
        goals: printed goals the tactic was applied to.
        key: key of that state.
        tactic: the text as executed, never that of a merged duplicate.
        value_target: −(tactics on the longest branch from here), an integer ≤ −1.
    """

    node: int
    goals: tuple[str, ...]
    key: str
    tactic: str
    value_target: int
