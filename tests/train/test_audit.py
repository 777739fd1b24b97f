"""An audit finds data that no proof stands behind."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest

from reaprover.core import Theorem
from reaprover.core import Transition as Step
from reaprover.lean.toolchain import EmbeddedToolchain
from reaprover.learn.leakage import EvaluationGuard
from reaprover.learn.replay import ReplayStore
from reaprover.learn.transition import Objective, make_solution
from reaprover.problems import Problem
from reaprover.train.audit import audit
from reaprover.train.learner import UNSOLVED
from reaprover.train.statements import Statement, write_pool
from reaprover.verify.strict import StrictChecker
from tests.learn.solutions import solution

pytestmark = pytest.mark.lean
GUARD = EvaluationGuard([])
THEOREM = Theorem("game_1", "(p q : Prop)", "p ∧ q → q ∧ p")
SCRIPT = "intro h\nconstructor\n· exact h.2\n· exact\n    h.1"
STEPS = [
    Step(0, ("p q : Prop\n⊢ p ∧ q → q ∧ p",), "a", "intro h", -3),
    Step(1, ("h : p ∧ q\n⊢ q ∧ p",), "b", "constructor", -2),
    Step(2, ("h : p ∧ q\n⊢ p",), "c", "exact\n  h.1", -1),
]


@pytest.fixture(scope="module")
def receipt(toolchain: EmbeddedToolchain) -> Any:
    return StrictChecker(toolchain).check(THEOREM, SCRIPT).receipt


@pytest.mark.parametrize(
    ("forgery", "said"),
    [
        ({}, ""),
        ({"tactic": "sorry"}, "tactic"),
        ({"objective": Objective.DISPROVE}, "statement"),
        ({"statement": "∀ (p q : Prop), p ∧ q → p"}, "statement"),
        ({"receipt": "0" * 64}, "receipt"),
        ({"search_id": "game-2"}, "without a proof"),
    ],
)
def test_a_transition_that_is_not_of_its_proof_is_found(
    toolchain: EmbeddedToolchain, receipt: Any, tmp_path: Path, forgery: dict[str, Any], said: str
) -> None:
    found = make_solution(
        STEPS, theorem_id="t", theorem=THEOREM, script=SCRIPT, receipt=receipt, search_id="game-1", checkpoint="c", time=1.0
    )
    with ReplayStore(tmp_path, guard=GUARD) as store:
        store.append([found])
        row = store._in_order()[0]  # as somebody who writes the files consistently
        forged = dataclasses.replace(row, number=4, transition=dataclasses.replace(row.transition, **forgery))
        store._write([forged], [1], [], environment=store.environment, next_number=5)
    result = audit(tmp_path, toolchain, guard=GUARD)
    assert (result.num_checked, result.is_clean) == (1, not said)
    assert said in "".join(reason for _, reason in result.failed)


def test_unsolved_states_of_held_out_or_unknown_statements_are_found(toolchain: EmbeddedToolchain, tmp_path: Path) -> None:
    held = EvaluationGuard([Problem("set/held", Theorem("held", "(p q : Prop)", "p ∨ q → q ∨ p"))])
    write_pool(
        tmp_path / "pool.jsonl", [Statement("a", "set", THEOREM), Statement("b", "set", Theorem("b", "(a b : Prop)", "a ∨ b → b ∨ a"))]
    )
    games = [{"game": f"game-{name}", "theorem": name, "states": [["⊢ False", 1]] * 2} for name in "abc"]
    (tmp_path / UNSOLVED).write_text("".join(json.dumps(game) + "\n" for game in games), encoding="utf-8")
    with ReplayStore(tmp_path / "replay", guard=GUARD) as store:
        store.append([solution(0)])
    result = audit(tmp_path / "replay", toolchain, num_transitions=0, guard=held)
    assert (result.num_unsolved, result.leaked, result.is_clean) == (6, (("b", "set/held"),), False)
    assert [name for name, _ in result.failed] == ["game-c"]
