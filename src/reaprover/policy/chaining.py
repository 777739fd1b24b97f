"""Puts hypotheses together as rules: which terms follow from the printed context by one step of modus ponens.

A hypothesis is compiled into rules: its `∀` become variables, its `→` (and a final `¬`) premises, a final `↔` or `∧` gives a rule for
each side. Premises are matched against the other hypotheses token by token. Terms are proposals only: Lean decides.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from reaprover.policy.formula import Goal, Head, Hypothesis, bracketed, match, parse, substitute, words

MAX_RULES_PER_HYPOTHESIS = 8
MAX_INSTANCES_PER_RULE = 8


@dataclass(frozen=True, slots=True)
class Step:
    """One step from a hypothesis to its conclusion: a variable to fill, a premise to prove, or a projection to take."""

    kind: str
    text: str
    type: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """A hypothesis read as: for all variables, if the premises hold, then the conclusion."""

    name: str
    steps: tuple[Step, ...]
    conclusion: str

    @property
    def variables(self) -> frozenset[str]:
        """Names of the variables to fill."""
        return frozenset(step.text for step in self.steps if step.kind == "variable")

    @property
    def num_premises(self) -> int:
        """How many premises are to be proved."""
        return sum(step.kind == "premise" for step in self.steps)


@dataclass(frozen=True, slots=True)
class Instance:
    """A term that a rule gives, with its type; `num_holes` premises stand as `?_`."""

    term: str
    type: str
    rule: Rule
    num_holes: int = 0


@lru_cache(maxsize=16384)
def rules_of(name: str, kind: str) -> tuple[Rule, ...]:
    """The rules of a hypothesis, variables renamed apart with a leading `?`."""
    found: list[Rule] = []

    def descend(text: str, steps: tuple[Step, ...]) -> None:
        if len(found) >= MAX_RULES_PER_HYPOTHESIS or len(steps) > 12:
            return
        formula = parse(text)
        if formula.head is Head.FORALL:
            renaming = {binder.name: f"?{binder.name}" for binder in formula.binders}
            variables = tuple(Step("variable", f"?{binder.name}", binder.type) for binder in formula.binders)
            descend(substitute(formula.parts[0], renaming), (*steps, *variables))
        elif formula.head is Head.IMPLIES:
            if steps and all(step.kind == "variable" for step in steps):
                found.append(Rule(name, steps, formula.text))
            descend(formula.parts[1], (*steps, Step("premise", formula.parts[0])))
        elif formula.head is Head.IFF:
            left, right = formula.parts
            if steps:
                found.append(Rule(name, steps, formula.text))
            descend(right, (*steps, Step("projection", "mp"), Step("premise", left)))
            descend(left, (*steps, Step("projection", "mpr"), Step("premise", right)))
        elif formula.head is Head.AND and steps:
            descend(formula.parts[0], (*steps, Step("projection", "1")))
            descend(formula.parts[1], (*steps, Step("projection", "2")))
        elif formula.head is Head.NOT:
            found.append(Rule(name, (*steps, Step("premise", formula.parts[0])), "False"))
            if steps:
                found.append(Rule(name, steps, formula.text))
        elif formula.head is Head.RELATION and formula.symbol in ("≠", "∉"):
            positive = f"{formula.parts[0]} {'=' if formula.symbol == '≠' else '∈'} {formula.parts[1]}"
            found.append(Rule(name, (*steps, Step("premise", positive)), "False"))
        else:
            found.append(Rule(name, steps, formula.text))

    descend(kind, ())
    return tuple(found)


class Context:
    """The assumptions and terms of one goal, ready for matching."""

    def __init__(self, goal: Goal, propositions: Sequence[Hypothesis], data: Sequence[Hypothesis]) -> None:
        self.goal = goal
        self.facts = [(hypothesis.name, words(parse(hypothesis.type).text)) for hypothesis in propositions]
        self.known = {fact for _, fact in self.facts}
        self.data = data
        self.rules = [rule for hypothesis in propositions for rule in rules_of(hypothesis.name, hypothesis.type)]

    def terms_of(self, kind: str) -> list[str]:
        """Terms of a printed type: locals, and a few numbers."""
        found = [hypothesis.name for hypothesis in self.data if not kind or hypothesis.type == kind]
        return [*found, *(f"({name} + 1)" for name in found[:2]), "0", "1"] if kind == "Nat" else found

    def proofs(self, text: str, variables: frozenset[str], bound: dict[str, str], depth: int = 0) -> Iterator[tuple[str, dict[str, str]]]:
        """Terms that prove `text`, with what they bind of its variables."""
        formula = parse(substitute(text, bound) if bound else text)
        pattern = words(formula.text)
        for name, fact in self.facts:
            found = match(pattern, fact, variables, bound)
            if found is not None:
                yield name, found
        if depth > 3:
            return
        if formula.head is Head.AND:
            for left, middle in self.proofs(formula.parts[0], variables, bound, depth + 1):
                for right, final in self.proofs(formula.parts[1], variables, middle, depth + 1):
                    yield f"⟨{left}, {right}⟩", final
        elif formula.head is Head.OR:
            for i, side in enumerate(formula.parts):
                for term, final in self.proofs(side, variables, bound, depth + 1):
                    yield f"({'Or.inl' if i == 0 else 'Or.inr'} {term})", final
        elif formula.head is Head.EXISTS:
            renaming = {binder.name: f"?{binder.name}" for binder in formula.binders}
            inner = frozenset(renaming.values())
            for term, final in self.proofs(substitute(formula.parts[0], renaming), variables | inner, bound, depth + 1):
                witnesses = [final.get(name, "_") for name in renaming.values()]
                yield f"⟨{', '.join([*witnesses, term])}⟩", {key: value for key, value in final.items() if key not in inner}
        elif formula.head is Head.TRUE:
            yield "trivial", bound
        elif formula.head is Head.RELATION and formula.symbol == "=" and formula.parts[0] == formula.parts[1]:
            yield "rfl", bound

    def instances(self, rule: Rule, bound: dict[str, str], *, holes: int) -> Iterator[Instance]:
        """Ways to apply a rule with at most `holes` unproved premises, variables filled from matches or, failing that, from locals."""
        count = 0
        for values, proofs in self._fill(rule, 0, bound, (), holes):
            for completed in self._complete(rule, values):
                term = self._term(rule, completed, proofs)
                if term is None:
                    continue
                yield Instance(term, substitute(rule.conclusion, completed), rule, proofs.count("?_"))
                count += 1
                if count >= MAX_INSTANCES_PER_RULE:
                    return

    def _fill(
        self, rule: Rule, index: int, bound: dict[str, str], proofs: tuple[str, ...], holes: int
    ) -> Iterator[tuple[dict[str, str], tuple[str, ...]]]:
        if index == len(rule.steps):
            yield bound, proofs
            return
        step = rule.steps[index]
        if step.kind != "premise":
            yield from self._fill(rule, index + 1, bound, proofs, holes)
            return
        for term, further in itertools.islice(self.proofs(step.text, rule.variables, bound), 4):
            yield from self._fill(rule, index + 1, further, (*proofs, term), holes)
        if holes:
            yield from self._fill(rule, index + 1, bound, (*proofs, "?_"), holes - 1)

    def _complete(self, rule: Rule, bound: dict[str, str]) -> Iterator[dict[str, str]]:
        missing = [step for step in rule.steps if step.kind == "variable" and step.text not in bound]
        if not missing:
            yield bound
            return
        first, rest = missing[0], missing[1:]
        for term in self.terms_of(first.type)[:5]:
            if rest:
                yield from self._complete(rule, {**bound, first.text: term})
            else:
                yield {**bound, first.text: term}

    def _term(self, rule: Rule, values: dict[str, str], proofs: tuple[str, ...]) -> str | None:
        term, pending = rule.name, iter(proofs)
        for step in rule.steps:
            if step.kind == "variable":
                if step.text not in values:
                    return None
                term += f" {bracketed(values[step.text])}"
            elif step.kind == "premise":
                term += f" {next(pending)}"
            else:
                term = f"{bracketed(term)}.{step.text}"
        return term
