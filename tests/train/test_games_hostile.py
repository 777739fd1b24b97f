"""Scripts as attackers would write them: none makes itself or a neighbour in its file verified that is not verified alone."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from reaprover.core import Theorem, Transition, Verdict
from reaprover.core.declaration import head_text
from reaprover.lean.toolchain import EmbeddedToolchain
from reaprover.learn.leakage import EvaluationGuard
from reaprover.learn.replay import ReplayStore, _proofs
from reaprover.learn.transition import make_solution
from reaprover.problems import SET_NAMES, load_set
from reaprover.train.games import Assignment, Game, Verified, batch_submission, verify_games
from reaprover.verify.strict import StrictChecker
from reaprover.verify.syntax import is_one_block

pytestmark = pytest.mark.lean

HEADER = "def f (n : Nat) : Nat := n + 1"
UNFOLD = "∀ n : Nat, f n = n + 1"
V, R = Verdict.VERIFIED, Verdict.REJECTED

ATTACKS: dict[str, list[tuple[str, str, Verdict]]] = {
    "a lemma that a neighbour uses": [("True", "trivial\ntheorem helper : True := trivial", R), ("True", "exact helper", R)],
    "a neighbour as the proof": [(UNFOLD, "intro n\nrfl", V), (UNFOLD, "exact game_1", R)],
    "a part of a neighbour as the proof": [
        (UNFOLD, "exact aux\nwhere aux : ∀ n : Nat, f n = n + 1 := fun n => rfl", V),
        (UNFOLD, "exact game_1.aux", R),
    ],
    "a part under a name like Lean's": [
        (UNFOLD, "let rec «_x» : ∀ n : Nat, f n = n + 1 := fun n => rfl\nexact «_x»", V),
        (UNFOLD, "exact game_1._x", R),
    ],
    "a part that Lean made": [(UNFOLD, "exact (by as_aux_lemma => (intro n; rfl))", V), (UNFOLD, "exact «game_1»._proof_1_1", R)],
    "limits for all that follow": [("True", "trivial\nunlock_limits", R), ("1 = 1", "rfl", V)],
    "an attribute for the next theorem": [("True", "trivial\n@[simp]", R), (UNFOLD, "intro n\nrfl", V), (UNFOLD, "simp", R)],
    "a comment around a neighbour": [
        ("True", "trivial\n/-", R),
        (UNFOLD, "omega", R),
        ("True", f"-/\ntheorem game_2 : {UNFOLD} := by intro n; rfl\ntheorem game_3 : True := by\n  trivial", R),
    ],
    "a string around a neighbour": [
        ("True", 'exact (fun (_ : String) => trivial) "', R),
        ("False", "omega", R),
        ("True", '"\ntheorem game_2 : False := sorry\ntheorem game_3 : True := by trivial', R),
    ],
    "an attribute of a definition": [("True", "trivial\nattribute [local simp] f", R), (UNFOLD, "simp", R)],
    "a command on the same line": [("True", "trivial unseal f", R), ("True", "trivial", V)],
    "another addition": [
        ("True", "trivial\ninstance (priority := high) : HAdd Nat Nat Nat := ⟨fun _ _ => 0⟩", R),
        ("∀ a b : Nat, a + b = 0", "intro a b; rfl", R),
    ],
    "another False": [("True", 'trivial\nlocal notation "False" => True', R), ("False", "trivial", R)],
    "a hypothesis for all that follow": [("True", "trivial\nvariable (h : False)\ninclude h", R), ("False", "exact h", R)],
    "a neighbour's name": [("True", "trivial\ntheorem game_2 : True := trivial", R), ("False", "trivial", R)],
    "a namespace": [("True", "trivial\nnamespace X", R), ("False", "trivial", R)],
    "an open that stays": [("True", "trivial\nopen Nat", R), ("1 = 1", "rfl", V)],
    "a sorry and an end": [("True", "sorry\nend foo", R), ("1 = 1", "rfl", V)],
    "an option": [("True", "trivial\nset_option maxRecDepth 10000", R), ("1 = 1", "rfl", V)],
    "a tab": [("True", "\ttrivial", R), ("1 = 1", "rfl", V)],
    "an axiom": [("True", "trivial\naxiom oops : False", R), ("False", "exact oops", R)],
}


@pytest.fixture(scope="module")
def checker(toolchain: EmbeddedToolchain) -> StrictChecker:
    return StrictChecker(toolchain)


def game(number: int, statement: str, script: str) -> Game:
    theorem = Theorem(f"game_{number}", "", statement, header=HEADER)
    assignment = Assignment(search_id=f"game-{number}", theorem_id=f"t{number}", theorem=theorem, wall_s=1.0)
    return Game(assignment=assignment, outcome="solved", script=script)


def verdicts(checker: StrictChecker, attack: list[tuple[str, str]]) -> list[Verified]:
    return verify_games(checker, [game(number, *one) for number, one in enumerate(attack, 1)])


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_hostile_script_makes_neither_itself_nor_a_neighbour_verified(checker: StrictChecker, attack: str) -> None:
    found = verdicts(checker, [(statement, script) for statement, script, _ in ATTACKS[attack]])
    assert [one.result.verdict for one in found] == [wanted for *_, wanted in ATTACKS[attack]]
    assert not any(one.file for one in found), "what is verified was verified in a file of its own"


def test_honest_proofs_share_a_file_also_when_lean_makes_parts_of_them(checker: StrictChecker) -> None:
    honest = [
        ("∀ a b : Nat, a + b = b + a", "intro a b\nomega"),
        ("∀ a b : Nat, a + b = b + a", "intro a b\nomega"),
        ("∀ p q : Prop, p ∨ q → q ∨ p", "intro p q h\ncases h with\n| inl a => exact Or.inr a\n| inr b => exact Or.inl b"),
        ("∀ n : Nat, n = 0 ∨ 0 < n", "intro n\nexact match n with\n  | 0 => Or.inl rfl\n  | n + 1 => Or.inr (Nat.succ_pos n)"),
        ("∀ n : Nat, n = 0 ∨ 0 < n", "intro n\nexact match n with\n  | 0 => Or.inl rfl\n  | n + 1 => Or.inr (Nat.succ_pos n)"),
        (UNFOLD, "intro n\nsimp [f]"),
        (UNFOLD, "intro n\nunfold f\nrfl"),
        ("∀ n : Nat, 0 + n = n", "intro n\ninduction n with\n| zero => rfl\n| succ n ih => simp"),
        ("∀ l : List Nat, (l.map f).length = l.length", "intro l\ninduction l with\n| nil => rfl\n| cons a l ih => simp [List.map]"),
        ("2 ^ 5 = 32 ∧ True", "constructor\n· decide\n· trivial"),
    ]
    found = verdicts(checker, honest)
    assert [one.result.verdict for one in found] == [V] * len(honest)
    assert all(one.file for one in found)
    assert found[0].result.receipt["checks"]["E"]["others"] == sorted(f"game_{i}" for i in range(1, len(honest)))


def test_one_false_proof_costs_its_neighbours_only_their_common_file(checker: StrictChecker) -> None:
    found = verdicts(checker, [("1 = 1", "rfl"), ("1 = 2", "rfl"), ("2 = 2", "rfl")])
    assert [one.result.verdict for one in found] == [V, R, V]


LAST_WORDS = [f"trivial\n{end}" for end in ("/-- of the next theorem -/", "/-! a command -/", "recall x : True", "assert_not_imported X")]


@pytest.mark.parametrize(
    "script", ["trivial\n@[simp]", "trivial seal f", "exact a\nwhere a := trivial", "trivial /-", "intro h; public", *LAST_WORDS]
)
def test_a_script_in_which_a_command_could_hide_gets_no_neighbours(script: str) -> None:
    assert not is_one_block(script)
    assert is_one_block("intro h\nexact ⟨h, by simp [f]⟩ -- open the theorem")


def test_what_was_verified_in_one_file_enters_the_replay(checker: StrictChecker, tmp_path: Path) -> None:
    pairs = [
        (UNFOLD, "intro n\nrfl"),
        ("∀ a b : Nat, a + b = b + a", "intro a b -- at once\n\nomega"),
        ("1 = 1 ∧ True", "constructor\n· rfl\n· trivial"),
    ]
    games = [game(number, *one) for number, one in enumerate(pairs, 1)]
    step = Transition(0, ("⊢ it",), "key", "tactic", -1)
    with ReplayStore(tmp_path, guard=EvaluationGuard([])) as store:
        for one, found in zip(games, verify_games(checker, games), strict=True):
            assert found.file
            store.append([
                make_solution(
                    [step], theorem_id=one.assignment.theorem_id, theorem=one.assignment.theorem, script=one.script,
                    receipt=found.result.receipt, search_id=one.assignment.search_id, checkpoint="c", time=1.0, file=found.file,
                )
            ])  # fmt: skip
        assert store.num_appended == len(games)


def test_a_file_of_any_problems_can_be_read_back_from_its_text() -> None:
    for name in SET_NAMES:
        groups: dict[tuple[tuple[str, ...], str], list[Game]] = {}
        for number, problem in enumerate(load_set(name), 1):
            theorem = dataclasses.replace(problem.theorem, name=f"game_{number}")
            one = dataclasses.replace(
                game(number, "", "simp\n\nomega"), assignment=Assignment(search_id="s", theorem_id="t", theorem=theorem, wall_s=1.0)
            )
            groups.setdefault((theorem.imports, theorem.header), []).append(one)
        for games in groups.values():
            submission = batch_submission(games)
            assert _proofs(submission.source, head_text(games[0].assignment.theorem))[1] == submission.reference
