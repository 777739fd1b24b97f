"""A renamed step is the same step: names of the context change one to one, nothing is captured, and Lean still takes it."""

from __future__ import annotations

import random
import re

import pytest

from reaprover.core import Theorem
from reaprover.lean.pool import LeanPool
from reaprover.lean.session import Context, LeanSession
from reaprover.lean.toolchain import EmbeddedToolchain
from reaprover.lean.wire import WireResult
from reaprover.learn.renaming import renamed_step

STEPS = (
    ("p q : Prop\nh : p ∧ q\n⊢ q ∧ p", "exact ⟨h.2, h.left⟩"),
    ("case inl\np q r : Prop\nh✝ : p ∨ q\nh : p\n⊢ p ∨ r", "exact Or.inl h"),
    ("α : Type\ninst✝ : Inhabited α\nP Q : α → Prop\nx✝ x : α\nh : ∀ (y : α), P y → Q y\nh1 : P x\n⊢ Q x", "exact h x h1"),
    ("n : Nat\nih : n + 0 = n\n⊢ n + 1 + 0 = n + 1", "simp at ih"),
    ("xs ys : List Nat\n⊢ (xs ++ ys).length = xs.length + ys.length", "induction xs with\n| nil => simp\n| cons x xs ih => simp [ih]"),
    ("case h\np q : Prop\nh : p\n⊢ p ∨ q\n\ncase right\np q : Prop\nh : p\n⊢ q", "case h => exact Or.inl h"),
    ("a b : Nat\nh : a = b\n⊢ b = a", "exact Eq.symm (a := a) h"),
    ("f g : Nat → Nat\nh : f = g\n⊢ f 0 = g 0", "rw [h]"),
)
WORD = re.compile(r"[^\W\d][\w']*")


def words(text: str) -> list[str]:
    return WORD.findall(text)


def context_of(state: str) -> set[str]:
    """Names before the colon of the lines that are neither goals nor tags, inaccessible ones left out."""
    lines = [line for line in state.split("\n") if " : " in line and not line.startswith(("⊢", "case ", " "))]
    return {name for line in lines for name in line.split(" : ")[0].split() if "✝" not in name}


@pytest.mark.parametrize(("state", "tactic"), STEPS)
def test_names_of_the_context_change_one_to_one_and_all_else_stays(state: str, tactic: str) -> None:
    own = context_of(state)
    num_changed = 0
    for seed in range(60):
        new_state, new_tactic = renamed_step(state, tactic, random.Random(seed))
        pairs = set(zip(words(f"{state}\n{tactic}"), words(f"{new_state}\n{new_tactic}"), strict=True))
        changed = {old: new for old, new in pairs if old != new}
        assert len(changed) == len([1 for old, new in pairs if old != new])  # each name becomes one name
        assert set(changed) <= own
        assert len(set(changed.values())) == len(changed)
        assert not set(changed.values()) & set(words(f"{state}\n{tactic}"))  # new ones are new: nothing is captured
        assert WORD.sub("", new_state) == WORD.sub("", state)
        assert WORD.sub("", new_tactic) == WORD.sub("", tactic)
        num_changed += len(changed)
    assert num_changed > 60


def test_tags_inaccessible_names_and_named_arguments_stay() -> None:
    for seed in range(80):
        for state, tactic in STEPS:
            new_state, new_tactic = renamed_step(state, tactic, random.Random(seed))
            assert re.findall(r"(?m)^case .*$|\w+✝", new_state) == re.findall(r"(?m)^case .*$|\w+✝", state)
            assert re.findall(r"case \w+|\(\w+ :=", new_tactic) == re.findall(r"case \w+|\(\w+ :=", tactic)


def test_the_same_draw_gives_the_same_copy_and_copies_differ() -> None:
    state, tactic = STEPS[0]
    assert renamed_step(state, tactic, random.Random(3)) == renamed_step(state, tactic, random.Random(3))
    assert len({renamed_step(state, tactic, random.Random(seed)) for seed in range(40)}) > 20


def test_a_text_that_cannot_be_read_stays_as_it_is() -> None:
    assert renamed_step("p : Prop\n⊢ p", 'exact "open', random.Random(0)) == ("p : Prop\n⊢ p", 'exact "open')


PROOFS = (
    (Theorem("t0", "(p q r : Prop)", "(p → q) → (q → r) → p → r"), ("intro h h1 hp", "exact h1 (h hp)")),
    (Theorem("t1", "(p q : Prop)", "p ∨ q → q ∨ p"), ("intro h", "cases h", "exact Or.inr ‹p›", "exact Or.inl ‹q›")),
    (
        Theorem("t2", "{α : Type} (P Q : α → Prop) (c : α) (h : ∀ x, P x → Q x)", "P c → ∃ x, Q x"),
        ("intro hp", "have hq := h c hp", "exact ⟨c, hq⟩"),
    ),
    (Theorem("t3", "(n m : Nat) (h : n + 0 = m)", "m = n"), ("simp at h", "exact h.symm")),
    (Theorem("t4", "(xs ys : List Nat) (n : Nat) (h : n ∈ xs)", "n ∈ xs ++ ys"), ("apply List.mem_append.mpr", "left", "exact h")),
    (Theorem("t5", "(a b : Nat)", "a + b = b + a"), ("induction a", "omega", "omega")),
    (Theorem("t6", "(p q : Prop) (h : p ∧ (p → q))", "q ∧ p"), ("obtain ⟨h1, h2⟩ := h", "constructor", "exact h2 h1", "exact h1")),
)


@pytest.mark.lean
def test_a_renamed_step_works_in_lean_and_leaves_as_many_goals(toolchain: EmbeddedToolchain) -> None:
    num_steps = num_renamed = 0
    with LeanPool(toolchain, 1) as pool:
        (session,) = pool.lease()
        for theorem, tactics in PROOFS:
            session.ensure(Context.of(theorem))
            opened = session.open(theorem)
            for tactic in tactics:
                assert isinstance(opened, WireResult)
                assert opened.state.number is not None
                state = "\n".join(opened.state.goals)
                done = session.apply(session.handle(opened.state.number), tactic)
                assert isinstance(done, WireResult), (tactic, done)
                num_steps += 1
                for seed in range(3):
                    new_state, new_tactic = renamed_step(state, tactic, random.Random(seed))
                    if len(opened.state.goals) == 1 and "✝" not in state and new_state != state:
                        again = applied(session, new_state, new_tactic)
                        assert isinstance(again, WireResult), (new_state, new_tactic, again)
                        assert num_goals(again) == num_goals(done), (new_state, new_tactic)
                        num_renamed += 1
                opened = done
    assert num_steps > 15
    assert num_renamed > 25


def applied(session: LeanSession, state: str, tactic: str) -> object:
    """The tactic on a theorem that says what a printed state of one goal says."""
    lines = [line for line in state.split("\n") if not line.startswith("case ")]
    goal = next(place for place, line in enumerate(lines) if line.startswith("⊢ "))
    theorem = Theorem("copy", " ".join(f"({line})" for line in lines[:goal]), "\n".join(lines[goal:]).removeprefix("⊢ "))
    opened = session.open(theorem)
    assert isinstance(opened, WireResult), (state, opened)
    assert opened.state.number is not None
    return session.apply(session.handle(opened.state.number), tactic)


def num_goals(result: WireResult) -> int:
    return len(result.state.goals)
