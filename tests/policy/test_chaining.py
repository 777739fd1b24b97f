from __future__ import annotations

from reaprover.policy.chaining import Context, rules_of
from reaprover.policy.formula import Goal, read_goal


def context(goal: Goal) -> Context:
    propositions = [found for found in goal.hypotheses if goal.is_proposition(found)]
    return Context(goal, propositions, [found for found in goal.hypotheses if not goal.is_proposition(found)])


def terms(goal_text: str, name: str, holes: int = 0) -> set[str]:
    goal = read_goal(goal_text)
    found = context(goal)
    return {instance.term for rule in found.rules if rule.name == name for instance in found.instances(rule, {}, holes=holes)}


def test_an_implication_is_applied_to_what_proves_its_premise() -> None:
    assert terms("p q : Prop\nh : p → q\nhp : p\n⊢ q", "h") == {"h hp"}


def test_variables_are_filled_from_the_premises() -> None:
    goal = "α : Type\nR : α → α → Prop\na b c : α\nh : ∀ (x y z : α), R x y → R y z → R x z\nh₁ : R a b\nh₂ : R b c\n⊢ R a c"
    assert "h a b c h₁ h₂" in terms(goal, "h")


def test_both_sides_of_an_equivalence_are_rules() -> None:
    goal = "α : Type\nP Q : α → Prop\na : α\nh : ∀ (x : α), P x ↔ Q x\nhq : Q a\n⊢ P a"
    assert "(h a).mpr hq" in terms(goal, "h")


def test_conjunctions_disjunctions_and_existentials_are_proved_from_their_parts() -> None:
    goal = "α : Type\nP : α → Prop\na : α\nq r : Prop\nh : (∃ x, P x) ∧ (q ∨ r) → q\nhp : P a\nhr : r\n⊢ q"
    assert terms(goal, "h") == {"h ⟨⟨a, hp⟩, (Or.inr hr)⟩"}


def test_a_negation_leads_to_false() -> None:
    (rule,) = rules_of("h", "¬p")
    assert rule.conclusion == "False"
    assert terms("p : Prop\nh : ¬p\nhp : p\n⊢ False", "h") == {"h hp"}


def test_premises_without_proof_may_stay_open() -> None:
    assert terms("p q : Prop\nh : p → q\n⊢ q", "h") == set()
    assert terms("p q : Prop\nh : p → q\n⊢ q", "h", holes=1) == {"h ?_"}
