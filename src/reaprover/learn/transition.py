"""What learning keeps of a solved search: transitions, and the verified solution that they come from (spec rl.md, section 5). No torch.

Decisions:
- The search extracts the proof and computes the targets (`reaprover.search.proof`); here its steps get their provenance, nothing is
  recomputed. After a proof was shortened, take the steps of the shortened one: its states are others.
- `state` is the text that a prompt is made of: the printed goals joined by line feeds. `state_key` stands beside it, because two states
  that differ in names alone print differently.
- The environment's identity is read from the receipt: what verified the proof is what the transition is worth something under.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import Enum
from typing import Any

from reaprover.core import Theorem
from reaprover.core import Transition as Step
from reaprover.core.declaration import proof_text as proof_text  # for train.games
from reaprover.errors import InputError

RECEIPT_ENVIRONMENT = ("toolchain", "lean", "commit", "library", "core_sha256")
"""The fields of a receipt's `environment` that make its identity; the options of one file are not among them."""


class Objective(Enum):
    """What an attempt tries to show."""

    PROVE = "prove"
    DISPROVE = "disprove"

    @classmethod
    def of(cls, theorem: Theorem) -> Objective:
        """The objective that a theorem's polarity stands for."""
        return cls.DISPROVE if theorem.negated else cls.PROVE


@dataclass(frozen=True, slots=True, kw_only=True)
class Transition:
    """One tactic of a verified proof.

    Attributes:
        theorem_id: the problem's id.
        statement: the statement as one closed term, never its negation.
        objective: whether the proof is one of the statement or of its negation.
        state: the printed goals, joined by line feeds; what a prompt is made of.
        tactic: as executed, never that of a merged duplicate.
        value_target: −(tactics on the longest branch from here), an integer ≤ −1.
        search_id: the search that found the proof.
        node: index of the state's node in that search's tree.
        checkpoint: identity of the weights that proposed the tactics.
        environment: identity of toolchain and library, see `environment_identity`.
        receipt: `record_sha256` of the receipt that verified the proof.
        time: when the proof was verified, Unix seconds.
        state_key: key of the state on terms (spec search.md, section 9); empty where it is not known, then `state` stands for it.
    """

    theorem_id: str
    statement: str
    objective: Objective
    state: str
    tactic: str
    value_target: int
    search_id: str
    node: int
    checkpoint: str
    environment: str
    receipt: str
    time: float
    state_key: str = ""

    @property
    def identity(self) -> tuple[str, str]:
        """State and tactic: two transitions with equal identities say the same."""
        return self.state_key or self.state, self.tactic


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """A verified proof or disproof with all that is needed to verify it again.

    Attributes:
        search_id: the search that found it.
        theorem_id: the problem's id.
        theorem: what was proved; `negated` says that it is a disproof.
        script: the tactic block.
        receipt: the JSON object that the strict lane gave.
        checkpoint: identity of the weights that played.
        time: when it was verified, Unix seconds.
        transitions: its steps, at least one.
        file: the whole file that the receipt is of, where several proofs were verified in one; else empty.
    """

    search_id: str
    theorem_id: str
    theorem: Theorem
    script: str
    receipt: Mapping[str, Any]
    checkpoint: str
    time: float
    transitions: tuple[Transition, ...]
    file: str = ""


def positive_statement(theorem: Theorem) -> str:
    """The statement as one closed term, also where the theorem asks for its negation."""
    return f"∀ {theorem.binders}, {theorem.conclusion}" if theorem.binders else theorem.conclusion


def environment_identity(receipt: Mapping[str, Any]) -> str:
    """One line that names the toolchain and library that a receipt was written under.

    Raises:
        InputError: the receipt names no environment.
    """
    environment = receipt.get("environment")
    if not isinstance(environment, Mapping) or not all(environment.get(key) for key in RECEIPT_ENVIRONMENT[:-1]):
        raise InputError("receipt.environment", "names no environment", found=repr(environment)[:120], expected=str(RECEIPT_ENVIRONMENT))
    toolchain, lean, commit, library, core = (str(environment.get(key)) for key in RECEIPT_ENVIRONMENT)
    return f"{toolchain}:lean-{lean}-{commit[:8]}:library-{library}:core-{core[:16]}"


def make_solution(
    steps: Sequence[Step],
    *,
    theorem_id: str,
    theorem: Theorem,
    script: str,
    receipt: Mapping[str, Any],
    search_id: str,
    checkpoint: str,
    time: float,
    file: str = "",
) -> Solution:
    """The solution of a search, from the steps of its extracted proof.

    Args:
        steps: `SearchResult.transitions`, or the `transitions` of a proof from `extract` or `retrace`.
        theorem_id: the problem's id.
        theorem: what was proved, its polarity included.
        script: the verified tactic block.
        receipt: what the strict lane gave for this script.
        search_id: the search.
        checkpoint: identity of the weights that played.
        time: Unix seconds.
        file: the whole file, where the receipt is of a file with several proofs.

    Raises:
        InputError: the receipt names no environment or no hash of itself.
    """
    record = receipt.get("record_sha256")
    if not isinstance(record, str) or not record:
        raise InputError("receipt.record_sha256", "is missing", found=repr(record), expected="the hash of a receipt of the strict lane")
    environment = environment_identity(receipt)
    statement, objective = positive_statement(theorem), Objective.of(theorem)
    transitions = tuple(
        Transition(
            theorem_id=theorem_id,
            statement=statement,
            objective=objective,
            state="\n".join(step.goals),
            tactic=step.tactic,
            value_target=step.value_target,
            search_id=search_id,
            node=step.node,
            checkpoint=checkpoint,
            environment=environment,
            receipt=record,
            time=time,
            state_key=hashlib.sha256(step.key.encode("utf-8", "surrogatepass")).hexdigest(),
        )
        for step in steps
    )
    return Solution(
        search_id=search_id,
        theorem_id=theorem_id,
        theorem=theorem,
        script=script,
        receipt=receipt,
        checkpoint=checkpoint,
        time=time,
        transitions=transitions,
        file=file,
    )


def theorem_to_json(theorem: Theorem) -> dict[str, Any]:
    """A theorem as JSON."""
    return {**asdict(theorem), "imports": list(theorem.imports), "levels": list(theorem.levels)}


def theorem_from_json(record: Mapping[str, Any]) -> Theorem:
    """The theorem that `theorem_to_json` wrote.

    Raises:
        InputError: a field is missing, unknown, or has the wrong type.
    """
    texts, lists = ("name", "binders", "conclusion", "header"), ("imports", "levels")
    fits = (
        set(record) == {*texts, *lists, "negated"}
        and all(isinstance(record[key], str) for key in texts)
        and all(isinstance(record[key], list) and all(isinstance(item, str) for item in record[key]) for key in lists)
        and isinstance(record["negated"], bool)
    )
    if not fits:
        raise InputError("theorem", "is not a theorem", found=repr(record)[:120], expected="name, binders, conclusion, header, imports, …")
    values = {**record, **{key: tuple(record[key]) for key in lists}}
    return Theorem(**values)
