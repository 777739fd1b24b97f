"""The catalogue: which tactics to try on a goal, and how much to expect of each.

Every rule is a generator of (tactic, weight); weights are relative to each other, about 1 for an ordinary attempt. Rules look at the
printed goal alone (`formula`), at terms that follow by modus ponens (`chaining`) and at the library's lemmas (`lemmas`).
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from reaprover.policy.chaining import Context, Instance, Rule
from reaprover.policy.formula import (
    INACCESSIBLE,
    Formula,
    Goal,
    Head,
    Hypothesis,
    binder_names,
    match,
    parse,
    substitute,
    tokens,
    unwrap,
    words,
)
from reaprover.policy.lemmas import LIBRARY_NAMESPACES, LemmaIndex, library, symbols_of

__all__ = ["RING", "Proposal", "View", "catalogue", "propose", "safe"]

Proposal = tuple[str, float]

_ARITHMETIC = frozenset({"+", "*", "-", "/", "%", "≤", "<", "≥", ">", "0", "1", "2", "3", "Nat", "Int", "min", "max", "∣", "succ"})
RING = "Nat.mul_add, Nat.add_mul, Nat.mul_assoc, Nat.mul_comm, Nat.mul_left_comm, Nat.add_assoc, Nat.add_comm, Nat.add_left_comm"
_PUSH = "not_exists, Classical.not_forall, not_and, not_or, Classical.not_imp, Classical.not_not"
_METAVARIABLE = re.compile(r"\?[a-z]\w*\.\d+|\?[a-z]")
_RESERVED = frozenset(
    {"at", "by", "do", "else", "end", "exists", "false", "for", "from", "fun", "have", "if", "in", "let", "match", "mut", "open", "show"}
    | {"then", "this", "true", "using", "where", "with"}
)


def propose(goal: Goal, rules: Callable[[View], Iterator[Proposal]]) -> Iterator[Proposal]:
    """What rules propose for a goal, in no order, some perhaps more than once; nothing mentions a name that cannot be typed."""
    readable, prefix, chosen = _renamed(goal)
    for tactic, weight in rules(View(readable)):
        if chosen.intersection(words(tactic)):
            tactic = f"({prefix}; {tactic})"
        if INACCESSIBLE not in tactic and not _METAVARIABLE.search(tactic):
            yield tactic, weight


_BINDERS = re.compile(r"(?:[∀∃λ]|\bfun\b|\blet\b|\bhave\b)([^,↦]*?)(?:,|=>|↦|:=|$)")
"""What stands between a quantifier and its body."""


def _renamed(goal: Goal) -> tuple[Goal, str, frozenset[str]]:
    """The goal with typeable names for all locals, the tactic that gives them, and these names.

    Renaming is no step of its own, because a search merges states that differ in names alone.
    """
    hidden = [found.name for found in goal.hypotheses if not found.is_accessible]
    if not hidden or all(name.startswith("inst") for name in hidden):
        return goal, "", frozenset()
    view = View(goal)
    new: dict[str, str] = {}
    for found in goal.hypotheses:
        if not found.is_accessible:
            base = (
                "h"
                if goal.is_proposition(found) and not found.name.startswith(("ih", "a_ih", "tail_ih"))
                else found.name.split(INACCESSIBLE)[0]
            )
            new[found.name] = view.fresh("ih" if "ih" in base else base, list(new.values()))
    hypotheses = tuple(
        Hypothesis(new.get(found.name, found.name), substitute(found.type, new), substitute(found.value, new)) for found in goal.hypotheses
    )
    return (
        Goal(goal.case, hypotheses, parse(substitute(goal.target.text, new))),
        f"rename_i {' '.join(new.values())}",
        frozenset(new.values()),
    )


def catalogue(view: View) -> Iterator[Proposal]:
    """All rules of the catalogue."""
    sure = list(safe(view))
    yield from sure
    if any(weight >= 100 for _, weight in sure):
        return
    scale = 0.1 if any(weight >= 20 for _, weight in sure) else 1.0
    for rule in (
        _closing,
        _target,
        _chains,
        _saturation,
        _cases,
        _diagonal_steps,
        _contradiction,
        _equations,
        _induction,
        _definitions,
        _lemmas,
    ):
        for tactic, weight in rule(view):
            yield tactic, weight * scale


@dataclass(frozen=True)
class View:
    """A goal with what the rules ask about it, worked out once."""

    goal: Goal

    @cached_property
    def propositions(self) -> list[Hypothesis]:
        """Accessible assumptions."""
        return [found for found in self.goal.hypotheses if found.is_accessible and self.goal.is_proposition(found)]

    @cached_property
    def data(self) -> list[Hypothesis]:
        """Accessible locals that are data of some type, functions included; types and propositions as objects are not."""
        return [
            found
            for found in self.goal.hypotheses
            if found.is_accessible
            and not self.goal.is_proposition(found)
            and not found.type.startswith(("Type", "Sort", "Prop", "Inhabited ", "Nonempty ", "Decidable"))
            and not found.type.endswith("Prop")
        ]

    @cached_property
    def objects(self) -> list[Hypothesis]:
        """Data that is no function."""
        return [found for found in self.data if parse(found.type).head is Head.ATOM]

    @cached_property
    def target(self) -> Formula:
        """The target."""
        return self.goal.target

    @cached_property
    def context(self) -> Context:
        """The assumptions, ready for matching."""
        return Context(self.goal, self.propositions, self.data)

    @cached_property
    def names(self) -> frozenset[str]:
        """All local names."""
        return frozenset(found.name for found in self.goal.hypotheses)

    @cached_property
    def all_words(self) -> Counter[str]:
        """How often each word occurs in target and assumptions."""
        counted: Counter[str] = Counter(words(self.target.text))
        for hypothesis in self.propositions:
            counted.update(words(hypothesis.type))
        return counted

    @cached_property
    def is_arithmetic(self) -> bool:
        """Numbers are about."""
        return any(found.type in ("Nat", "Int", "Nat → Nat") for found in self.goal.hypotheses) or bool(
            _ARITHMETIC & set(self.all_words) - {"0", "1", "2", "3"}
        )

    @cached_property
    def kinds(self) -> frozenset[str]:
        """Types that occur, as namespaces of lemmas."""
        found = {word.partition(".")[0] for hypothesis in self.goal.hypotheses for word in words(hypothesis.type)} | set(self.all_words)
        kinds = found & LIBRARY_NAMESPACES
        if self.is_arithmetic and "Int" not in kinds:
            kinds |= {"Nat"}
        if {"::", "++", "[]"} & found or "[" in found:
            kinds |= {"List"}
        return frozenset(kinds)

    @cached_property
    def definitions(self) -> list[str]:
        """Constants that the library does not know, hence the user's functions; most frequent first."""
        types = {parse(found.type).symbol for found in self.objects}
        index = library()
        found = []
        for word, _ in self.all_words.most_common():
            head = word.partition(".")[0]
            if not (word[0].isalpha() or word[0] == "«") or head in self.names or word in index.known_words or head in LIBRARY_NAMESPACES:
                continue
            if any(word == kind or word.startswith(kind + ".") for kind in types):
                continue
            if "." not in word and (word in self.bound or not word[0].islower()):
                continue
            found.append(word)
        return found

    @cached_property
    def bound(self) -> frozenset[str]:
        """Names bound by a quantifier or a function anywhere in the state."""
        texts = (self.target.text, *(found.type for found in self.goal.hypotheses))
        return frozenset(word for text in texts for found in _BINDERS.findall(text) for word in binder_names(found))

    @cached_property
    def unfold(self) -> str:
        """The user's functions as a list for `simp`, e.g. `[Isa.take, Isa.drop]`; empty if there are none."""
        return f" [{', '.join(sorted(self.definitions))}]" if self.definitions else ""

    def fresh(self, base: str, also: Sequence[str] = ()) -> str:
        """A name that is not in use: the base, or the base with a number."""
        base = base.strip("✝'?«»₀₁₂₃₄₅₆₇₈₉0123456789") or "x"
        base = base if base.isidentifier() and base not in _RESERVED else "x"
        name, number = base, 0
        while name in self.names or name in also:
            number += 1
            name = f"{base}{number}"
        return name

    def pattern(self, formula: Formula, also: list[str], name: str = "h") -> str:
        """A pattern that takes a conjunction or an existential apart, all the way down."""
        if formula.head is Head.AND:
            left = self.pattern(parse(formula.parts[0]), also, name)
            right = self.pattern(parse(formula.parts[1]), also, name)
            return f"⟨{left}, {right.removeprefix('⟨').removesuffix('⟩') if right.startswith('⟨') else right}⟩"
        if formula.head is Head.EXISTS:
            names = []
            for binder in formula.binders:
                names.append(self.fresh(binder.name, also))
                also.append(names[-1])
            inner = self.pattern(parse(formula.parts[0]), also, name)
            return f"⟨{', '.join(names)}, {inner.removeprefix('⟨').removesuffix('⟩') if inner.startswith('⟨') else inner}⟩"
        chosen = self.fresh(name, also)
        also.append(chosen)
        return chosen


def safe(view: View) -> Iterator[Proposal]:
    """Steps that lose nothing; from weight 100 on they stand alone."""
    target = view.target
    text = words(target.text)
    for hypothesis in view.propositions:
        formula = hypothesis.formula
        if words(formula.text) == text:
            yield f"exact {hypothesis.name}", 1000
            return
        if formula.head is Head.FALSE:
            yield f"exact {hypothesis.name}.elim", 1000
            return
    if target.head is Head.TRUE:
        yield "trivial", 1000
        return
    if target.head is Head.RELATION and target.symbol == "=" and words(target.parts[0]) == words(target.parts[1]):
        yield "rfl", 1000
        return
    if target.head in (Head.FORALL, Head.IMPLIES, Head.NOT):
        yield _introduction(view), 60
    elif target.head is Head.AND:
        yield "constructor" if parse(target.parts[1]).head is not Head.AND else f"refine ⟨{', '.join(['?_'] * _width(target))}⟩", 40
    elif target.head is Head.IFF:
        yield "constructor", 30
    for hypothesis in view.propositions:
        formula = hypothesis.formula
        if formula.head in (Head.AND, Head.EXISTS):
            yield f"obtain {view.pattern(formula, [], hypothesis.name)} := {hypothesis.name}", 50
            break
        if formula.head is Head.RELATION and formula.symbol == "=":
            yield from _simple_equation(view, hypothesis, formula)


def _introduction(view: View) -> str:
    chosen: list[str] = []
    formula, locals_ = view.target, view.goal
    while len(chosen) < 12:
        if formula.head is Head.FORALL:
            for binder in formula.binders:
                chosen.append(view.fresh(binder.name, chosen))
            bound = tuple(Hypothesis(binder.name, binder.type) for binder in formula.binders)
            locals_ = Goal("", (*locals_.hypotheses, *bound), locals_.target)
            formula = parse(formula.parts[0])
        elif formula.head is Head.IMPLIES:
            premise = Hypothesis("", formula.parts[0])
            chosen.append(view.fresh("h" if locals_.is_proposition(premise) else "x", chosen))
            formula = parse(formula.parts[1])
        elif formula.head is Head.NOT:
            chosen.append(view.fresh("h", chosen))
            break
        else:
            break
    return f"intro {' '.join(chosen)}"


def _width(formula: Formula) -> int:
    width = 1
    while formula.head is Head.AND:
        width += 1
        formula = parse(formula.parts[1])
    return width


def _simple_equation(view: View, hypothesis: Hypothesis, formula: Formula) -> Iterator[Proposal]:
    left, right = formula.parts
    for variable, other in ((left, right), (right, left)):
        if any(found.name == variable for found in view.objects) and variable not in words(other):
            yield f"subst {hypothesis.name}", 25
            return
    if "::" in words(left) and "::" in words(right):
        yield f"injection {hypothesis.name} with {view.fresh('h')} {view.fresh('h', [view.fresh('h')])}", 8
    if {left, right} in ({"[]", "0"}, {"true", "false"}) or (("[]" in (left, right)) and "::" in words(left + right)):
        yield f"cases {hypothesis.name}", 60


def _closing(view: View) -> Iterator[Proposal]:
    """Tactics that finish, or simplify everything."""
    target = view.target
    unfold = view.unfold
    yield f"simp_all{unfold}", 9
    yield f"simp{unfold}", 4
    if view.is_arithmetic and target.head in (Head.RELATION, Head.FALSE, Head.NOT, Head.AND, Head.OR, Head.IFF):
        yield "omega", 12
        if unfold:
            yield f"simp_all{unfold} <;> omega", 1.5
    if target.head is Head.RELATION and target.symbol == "=":
        yield "rfl", 3
        left, right = target.parts
        if Counter(words(left)) == Counter(words(right)):
            yield "ac_rfl", 8
        if view.is_arithmetic and "*" in target.words:
            yield f"simp only [{RING}]", 3
            yield f"simp [{RING}, Nat.pow_succ]", 2
            yield f"(simp only [{RING}, Nat.pow_succ, Nat.pow_zero, Nat.one_mul, Nat.mul_one] at *; omega)", 2.5
    if not any(found.name in target.words for found in view.data) or "Bool" in {found.type for found in view.objects}:
        yield "decide", 3
    atoms = _propositional_atoms(view)
    if 0 < len(atoms) <= 6:
        cases = " <;> ".join(f"by_cases {view.fresh('h' + atom)} : {atom}" for atom in atoms)
        yield f"{cases} <;> simp_all", 7
    negated = {words(parse(hypothesis.formula.parts[0]).text) for hypothesis in view.propositions if hypothesis.formula.head is Head.NOT}
    if negated & view.context.known:
        yield "contradiction", 500


def _propositional_atoms(view: View) -> list[str]:
    """The proposition variables in use, if the goal is about nothing else."""
    texts = [view.target, *(hypothesis.formula for hypothesis in view.propositions)]
    used = {word for formula in texts for word in formula.words}
    if used & {"∀", "∃", "=", "≤", "<", "∈"} or any(
        hypothesis.type != "Prop" for hypothesis in view.goal.hypotheses if hypothesis.name in used
    ):
        return []
    decided = {hypothesis.type for hypothesis in view.propositions} | {
        hypothesis.type.removeprefix("¬") for hypothesis in view.propositions
    }
    return [found.name for found in view.goal.hypotheses if found.type == "Prop" and found.name in used and found.name not in decided]


def _target(view: View) -> Iterator[Proposal]:
    """By the target's shape."""
    target = view.target
    if target.head is Head.OR:
        for term, _ in view.context.proofs(target.text, frozenset(), {}):
            yield f"exact {term}", 300
        yield "left", 2.5
        yield "right", 2.5
        yield f"refine Classical.byContradiction fun {view.fresh('h')} => ?_", 1.5
        left = parse(target.parts[0])
        if left.head is not Head.OR:
            yield f"by_cases {view.fresh('h')} : {left.text}", 2
    elif target.head is Head.EXISTS:
        yield from _witnesses(view)
    elif target.head in (Head.ATOM, Head.RELATION) and not view.is_arithmetic and not view.definitions:
        yield f"refine Classical.byContradiction fun {view.fresh('h')} => ?_", 0.8
    if target.head is Head.RELATION and target.symbol == "=":
        if _is_function(view, *target.parts):
            yield f"funext {view.fresh('x')}", 6
            yield f"ext {view.fresh('x')}", 2
        if _is_proposition_equation(view):
            yield "apply propext", 8
        yield "congr", 0.5
        if target.words & {"+", "::", "++"}:
            yield "congr 1", 1
    if "if" in target.words or "match" in target.words:
        yield "split", 5
        yield f"split <;> simp_all{view.unfold}", 4
    for hypothesis in view.propositions:
        if {"if", "match"} & hypothesis.formula.words:
            yield f"split at {hypothesis.name}", 3
            yield f"split at {hypothesis.name} <;> simp_all{view.unfold}", 3


def _is_proposition_equation(view: View) -> bool:
    left = parse(view.target.parts[0])
    return left.head not in (Head.ATOM, Head.RELATION) or view.goal.is_proposition(Hypothesis("", left.text))


def _witnesses(view: View) -> Iterator[Proposal]:
    target = view.target
    if not view.data and view.is_arithmetic:
        tries = [
            ", ".join(map(str, choice))
            for choice in itertools.product(range(5 if len(target.binders) > 1 else 40), repeat=len(target.binders))
        ]
        yield f"first | {' | '.join(f'exact ⟨{choice}, by decide⟩' for choice in tries[:40])}", 6
    proofs = list(itertools.islice(view.context.proofs(target.text, frozenset(), {}), 3))
    yield from ((f"exact {term}", 300) for term, _ in proofs)
    num, hole = len(target.binders), "?_"
    body = parse(target.parts[0])
    if body.head is Head.RELATION and body.symbol == "=":
        yield f"exact ⟨{'_, ' * num}rfl⟩", 4
    for hypothesis in view.propositions[:4]:
        yield f"exact ⟨{'_, ' * num}{hypothesis.name}⟩", 0.5
    in_use = {word for hypothesis in view.propositions for word in words(hypothesis.type)}
    terms = [(found.name, 2.5 if found.name in in_use else 1.5) for found in view.objects]
    for function in view.data:
        arrow = parse(function.type)
        if arrow.head is Head.IMPLIES:
            terms += [(f"({function.name} {found.name})", 1.2) for found in view.objects if found.type == unwrap(arrow.parts[0])][:3]
    numbers = view.is_arithmetic
    if any(found.type.startswith("Inhabited") for found in view.goal.hypotheses):
        terms.append(("default", 1.5))
    if numbers:
        terms += [("0", 1.0), ("1", 0.8)]
        terms += [(f"({found.name} + 1)", 1.0) for found in view.objects if found.type == "Nat"][:3]
        pairs = [found.name for found in view.objects if found.type == "Nat"]
        terms += [(f"({a} - {b})", 0.9) for a in pairs for b in pairs if a != b][:4]
        terms += [(f"({a} / 2)", 0.7) for a in pairs][:2]
    if "[]" in target.text or "List" in target.words or any("List" in found.type for found in view.objects):
        terms += [("[]", 1.0)]
    for term, weight in terms:
        yield f"refine ⟨{term}, {hole}⟩", weight
    if num > 1:
        for first, weight in terms[:4]:
            for second, _ in terms[:4]:
                yield f"refine ⟨{first}, {second}, {hole}⟩", weight * 0.5
    yield f"refine Classical.byContradiction fun {view.fresh('h')} => ?_", 1.2
    yield "refine ⟨_, ?_⟩", 0.3


def _chains(view: View) -> Iterator[Proposal]:
    """Forwards and backwards through the hypotheses."""
    target, context = view.target, view.context
    goal_words = words(target.text)
    for rule in context.rules:
        if rule.steps:
            from_target = match(words(rule.conclusion), goal_words, rule.variables, {})
            if from_target is not None:
                for instance in context.instances(rule, from_target, holes=0):
                    yield f"exact {instance.term}", 300
                if rule.num_premises:
                    yield f"apply {_function(rule)}", 4.0 / rule.num_premises
                    for instance in context.instances(rule, from_target, holes=2):
                        if instance.num_holes:
                            yield f"refine {instance.term}", 3.0 / instance.num_holes
            if rule.conclusion == "False":
                for instance in context.instances(rule, {}, holes=0):
                    yield (f"exact {instance.term}" if target.head is Head.FALSE else f"exact False.elim ({instance.term})"), 400
        if rule.conclusion != "False":
            yield from _forward(view, context.instances(rule, {}, holes=0))
    if len(view.propositions) > 1 and (target.head in (Head.ATOM, Head.FALSE) or target.symbol not in ("=", "≤", "<")):
        yield "solve_by_elim", 1.5


def _saturation(view: View) -> Iterator[Proposal]:
    """Every universal hypothesis at every term that fits, then `simp_all`: for small contexts."""
    context = view.context
    terms: list[str] = []
    for rule in context.rules:
        if rule.num_premises == 0 and rule.steps and all(step.kind == "variable" for step in rule.steps):
            for instance in itertools.islice(context.instances(rule, {}, holes=0), 5):
                if instance.term not in terms and words(parse(instance.type).text) not in context.known:
                    terms.append(instance.term)
    if not 0 < len(terms) <= 10:
        return
    chosen: list[str] = []
    for _ in terms:
        chosen.append(view.fresh("h", chosen))
    steps = [f"have {name} := {term}" for name, term in zip(chosen, terms, strict=True)]
    yield f"({'; '.join([*steps, 'simp_all'])})", 2.5


def _function(rule: Rule) -> str:
    """The rule as something to apply, its variables and premises left to unification."""
    term, num_arguments = rule.name, 0
    for step in rule.steps:
        if step.kind == "projection":
            term = f"({term}{' _' * num_arguments}).{step.text}" if num_arguments else f"{term}.{step.text}"
            num_arguments = 0
        else:
            num_arguments += 1
    return term


def _forward(view: View, instances: Iterator[Instance]) -> Iterator[Proposal]:
    for instance in instances:
        if not instance.rule.steps:
            return
        formula = parse(instance.type)
        if words(formula.text) in view.context.known:
            continue
        has_premises = instance.rule.num_premises > 0
        weight = 6.0 if has_premises else 0.8 if formula.head is Head.IMPLIES else 2.0
        if formula.head in (Head.AND, Head.EXISTS):
            yield f"obtain {view.pattern(formula, [])} := {instance.term}", weight
        elif formula.head is Head.OR:
            name = view.fresh("h")
            yield f"rcases {instance.term} with {' | '.join([name] * _alternatives(formula))}", weight * 0.7
        elif formula.head is not Head.FALSE:
            yield f"have {view.fresh('h')} := {instance.term}", weight


def _alternatives(formula: Formula) -> int:
    count = 1
    while formula.head is Head.OR:
        count += 1
        formula = parse(formula.parts[1])
    return count


def _cases(view: View) -> Iterator[Proposal]:
    """Take hypotheses apart, and decide propositions."""
    for hypothesis in view.propositions:
        formula = hypothesis.formula
        name = hypothesis.name
        if formula.head is Head.OR:
            patterns, rest = [], formula
            while rest.head is Head.OR:
                patterns.append(view.pattern(parse(rest.parts[0]), [], name))
                rest = parse(rest.parts[1])
            patterns.append(view.pattern(rest, [], name))
            patterns = [name if pattern.startswith(name) and pattern[0] != "⟨" else pattern for pattern in patterns]
            yield f"rcases {name} with {' | '.join(patterns)}", 12
        elif formula.head is Head.IFF:
            left, right = (words(part) for part in formula.parts)
            negates = ("¬", *left) == right or left == ("¬", *right)
            yield f"simp at {name}", 400 if negates else 1.5
            yield f"obtain ⟨{view.fresh(name)}, {view.fresh(name, [view.fresh(name)])}⟩ := {name}", 3
            yield f"rw [{name}]", 1.5
        elif formula.head is Head.NOT or formula.symbol == "≠":
            yield f"simp at {name}", 6 if {"∃", "∀", "∧", "∨", "→"} & formula.words else 0.7
            if {"∀", "→"} & formula.words:
                yield f"simp only [{_PUSH}] at {name}", 2
        elif formula.head is Head.RELATION and formula.symbol == "=" and view.target.head is Head.FALSE:
            yield f"simp at {name}", 2
        elif formula.head is Head.IMPLIES:
            premise = parse(formula.parts[0])
            yield f"by_cases {view.fresh('h')} : {premise.text}", 1.0
    counted: Counter[str] = Counter()
    for formula in [view.target, *(hypothesis.formula for hypothesis in view.propositions)]:
        _atoms(formula, frozenset(), counted, view)
    known = view.context.known
    for text, count in counted.most_common(10):
        if words(text) in known or words(f"¬{text}") in known or words(f"¬({text})") in known:
            continue
        yield f"by_cases {view.fresh('h')} : {text}", 0.8 + 0.4 * min(count, 5)
        if count > 1:
            yield f"by_cases {view.fresh('h')} : {text} <;> simp_all", 0.5 + 0.3 * min(count, 5)
    for found in view.objects:
        kind = parse(found.type)
        if kind.symbol == "Bool" and kind.text == "Bool":
            yield f"cases {found.name} <;> simp_all{view.unfold}", 3
        if "×" in kind.words:
            yield f"obtain ⟨{view.fresh(found.name + '1')}, {view.fresh(found.name + '2')}⟩ := {found.name}", 2
        elif kind.symbol in ("Option",) or "⊕" in kind.words:
            yield f"rcases {found.name} with {view.fresh('a')} | {view.fresh('b')}" if "⊕" in kind.words else f"cases {found.name}", 2.5
            yield f"cases {found.name} <;> simp_all", 3
    for found in view.goal.hypotheses:
        if found.type.startswith("Nonempty "):
            yield f"obtain ⟨{view.fresh('a')}⟩ := ‹{found.type}›", 6


def _atoms(formula: Formula, bound: frozenset[str], counted: Counter[str], view: View) -> None:
    """Propositions without bound variables inside a formula: what `by_cases` may decide."""
    if formula.head in (Head.FORALL, Head.EXISTS):
        inner = bound | {binder.name for binder in formula.binders}
        if not bound & formula.words:
            counted[formula.text] += 1
        _atoms(parse(formula.parts[0]), inner, counted, view)
    elif formula.head is Head.NOT:
        _atoms(parse(formula.parts[0]), bound, counted, view)
    elif formula.head in (Head.IFF, Head.IMPLIES, Head.AND, Head.OR):
        for part in formula.parts:
            _atoms(parse(part), bound, counted, view)
    elif formula.head is Head.ATOM:
        if not bound & formula.words and view.goal.is_proposition(Hypothesis("", formula.text)):
            counted[formula.text] += 1
    elif formula.head is Head.RELATION and formula.symbol == "=" and not bound & formula.words and formula is not view.target:
        counted[formula.text] += 0
        if formula.text not in {hypothesis.formula.text for hypothesis in view.propositions}:
            counted[formula.text] += 1


def _diagonal_steps(view: View) -> Iterator[Proposal]:
    for term, kind in _diagonals(view):
        for hypothesis in view.propositions:
            formula = hypothesis.formula
            if formula.head is Head.FORALL and formula.binders[0].type == kind:
                body = parse(formula.parts[0])
                if body.head is Head.EXISTS:
                    yield f"obtain {view.pattern(body, [])} := {hypothesis.name} ({term})", 6
                yield f"have {view.fresh('h')} := {hypothesis.name} ({term})", 3
        if view.target.head is Head.EXISTS:
            yield f"refine ⟨{term}, ?_⟩", 2


def _contradiction(view: View) -> Iterator[Proposal]:
    if view.target.head is Head.FALSE:
        for hypothesis in view.propositions:
            if hypothesis.formula.head is Head.NOT:
                yield f"apply {hypothesis.name}", 3
            elif hypothesis.formula.head in (Head.FORALL, Head.IMPLIES):
                yield f"simp at {hypothesis.name}", 0.5
        if any(hypothesis.formula.symbol == "=" for hypothesis in view.propositions):
            yield "simp_all", 3
    elif any(hypothesis.formula.head is Head.NOT for hypothesis in view.propositions) and view.target.head is not Head.FORALL:
        yield "exfalso", 0.7


def _equations(view: View) -> Iterator[Proposal]:
    """Rewrite with hypotheses."""
    target = view.target
    for hypothesis in view.propositions:
        inner, depth = hypothesis.formula, 0
        while inner.head in (Head.FORALL, Head.IMPLIES) and depth < 6:
            inner, depth = parse(inner.parts[-1]), depth + 1
        if inner.head is not Head.IFF and inner.symbol != "=":
            continue
        local = view.names
        left, right = inner.parts
        hint = 1.5 if hypothesis.name.startswith("ih") else 1.0
        if symbols_of(left, local) <= symbols_of(target.text, local):
            yield f"rw [{hypothesis.name}]", 3 * hint
            yield f"simp [{hypothesis.name}{', ' + view.unfold[2:-1] if view.unfold else ''}]", 1.5 * hint
        if symbols_of(right, local) <= symbols_of(target.text, local) and len(words(right)) > 1:
            yield f"rw [← {hypothesis.name}]", 1.5 * hint
        if depth == 0 and _is_function(view, left, right):
            yield f"have {view.fresh('h')} := congrFun {hypothesis.name}", 2.5
            for found in view.objects[:4]:
                yield f"have {view.fresh('h')} := congrFun {hypothesis.name} {found.name}", 2
        if depth == 0 and len(view.propositions) > 1:
            for other in view.propositions[:6]:
                if other is not hypothesis and set(words(left)) <= other.formula.words and len(words(left)) > 1:
                    yield f"rw [{hypothesis.name}] at {other.name}", 1.0


def _is_function(view: View, *sides: str) -> bool:
    """A side of an equation is a function, as far as print tells: a `fun`, or a local applied to too few arguments."""
    for side in sides:
        found = words(side)
        arrows = words(view.goal.type_of(found[0])).count("→") if found else 0
        if found[:1] == ("fun",) or (arrows and len(found) - 1 < arrows):
            return True
    return False


def _diagonals(view: View) -> Iterator[tuple[str, str]]:
    """Cantor's predicate for each relation on a type, with the type of the predicate."""
    for found in view.data + [other for other in view.goal.hypotheses if other.type.endswith("Prop") and "→" in other.type]:
        parts = found.type.split(" → ")
        if len(parts) == 3 and parts[0] == parts[1] and parts[2] == "Prop":
            yield f"fun y => ¬{found.name} y y", f"{parts[0]} → Prop"


_ALTERNATIVES = {"Nat": ("zero", "succ"), "List": ("nil", "cons"), "Option": ("none", "some"), "Bool": ("false", "true")}


def _induction(view: View) -> Iterator[Proposal]:
    """Induction and case distinction on variables of the target."""
    counted = view.all_words
    in_target = Counter(word.partition(".")[0] for word in words(view.target.text))
    candidates = [found for found in view.objects if in_target[found.name] or counted[found.name]]
    inductive = [found for found in candidates if parse(found.type).symbol in ("Nat", "List") or _is_user_type(found.type)]
    others = [found.name for found in inductive if in_target[found.name]]
    for found in inductive:
        name, kind = found.name, parse(found.type).symbol
        weight = 0.6 + 0.35 * min(in_target[name], 4)
        if kind == "Nat" and not view.definitions and not {"^", ".length", "∀"} & set(counted) and not view.target.words & {"*", "^"}:
            weight *= 0.5
        rest = [other for other in others if other != name]
        finish = f"simp_all{view.unfold}"
        if kind in ("Nat", "List"):
            yield f"induction {name} with {_branches(view, name, kind, recursive=True)}", weight
            yield f"cases {name} with {_branches(view, name, kind, recursive=False)}", weight * 0.7
            yield f"induction {name} <;> {finish}", weight * 1.2
            yield f"cases {name} <;> {finish}", weight * 0.8
            if view.is_arithmetic:
                yield f"induction {name} <;> {finish} <;> omega", weight * 0.6
            if rest:
                generalized = " ".join(rest)
                yield f"induction {name} generalizing {generalized} with {_branches(view, name, kind, recursive=True)}", weight
                yield f"induction {name} generalizing {generalized} <;> {finish}", weight * 0.7
                weight *= 1.0 if view.definitions or kind == "List" else 0.4
                cases = "".join(f" <;> cases {other}" for other in rest[:2])
                yield f"induction {name} generalizing {generalized}{cases} <;> {finish}", weight * 0.9
                if len(rest) > 1:
                    for other in rest[:2]:
                        yield f"induction {name} generalizing {generalized} <;> cases {other} <;> {finish}", weight * 0.35
        else:
            yield f"induction {name} <;> {finish}", weight * 2
            yield f"cases {name} <;> {finish}", weight
            yield f"induction {name}", weight


def _is_user_type(kind: str) -> bool:
    symbol = parse(kind).symbol
    return "." in symbol and symbol[0].isupper() and "→" not in words(kind)


def _branches(view: View, name: str, kind: str, *, recursive: bool) -> str:
    first, second = _ALTERNATIVES[kind]
    hypothesis = f" {view.fresh('ih')}" if recursive else ""
    fields = view.fresh("x", [name]) + f" {name}" if kind == "List" else name
    return f"| {first} => ?_ | {second} {fields}{hypothesis} => ?_"


def _definitions(view: View) -> Iterator[Proposal]:
    """Unfold the user's functions, and generalise what is stuck."""
    if not view.definitions:
        return
    unfold = view.unfold
    for hypothesis in view.propositions:
        if set(view.definitions) & hypothesis.formula.words:
            yield f"simp{unfold} at {hypothesis.name}", 1.0
    yield f"simp only{unfold}", 2
    for name in view.definitions[:3]:
        yield f"simp [{name}]", 1
        yield f"unfold {name}", 0.5
    if len(view.definitions) > 1:
        yield f"simp{unfold} at *", 0.7
    terms = _compound_terms(view).most_common(4)
    for term, count in terms:
        name = view.fresh("ys" if "xs" in term or "ys" in term else "k")
        weight = 4.0 if count > 1 and _stands_for_its_variables(view, [term]) else 0.6 + 0.4 * min(count, 3)
        yield f"generalize {term} = {name}", weight
        yield f"(generalize {term} = {name}; induction {name} <;> simp_all{unfold})", 0.3
    if len(terms) > 1:
        names: list[str] = []
        for _ in terms:
            names.append(view.fresh("k", names))
        pairs = ", ".join(f"{term} = {name}" for (term, _), name in zip(terms, names, strict=True))
        yield f"generalize {pairs}", 4.0 if _stands_for_its_variables(view, [term for term, _ in terms]) else 1.0


def _stands_for_its_variables(view: View, terms: Sequence[str]) -> bool:
    """The variables of these terms occur in the target nowhere else: to generalise them is likely what is wanted."""
    rest = view.target.text
    for term in terms:
        rest = rest.replace(term, "")
    inside = {word for term in terms for word in words(term)}
    return not any(found.name in words(rest) for found in view.objects if found.name in inside)


def _compound_terms(view: View) -> Counter[str]:
    """Applications of the user's functions that stand as arguments in the target."""
    text = view.target.text
    found: Counter[str] = Counter()
    spots = tokens(text)
    for i, (token, _, end) in enumerate(spots[:-1]):
        if token == "(" and spots[i + 1][0] in view.definitions:
            depth, k = 1, i + 1
            while k < len(spots) and depth:
                depth += (spots[k][0] == "(") - (spots[k][0] == ")")
                k += 1
            inner = text[end : spots[k - 1][1]].strip()
            if not {"::", "+", "if"} & set(words(inner)[:3]):
                found[inner] += 1
    return found


def _lemmas(view: View) -> Iterator[Proposal]:
    """The library's lemmas by relevance."""
    index: LemmaIndex = library()
    symbols = symbols_of(view.target.text, view.names)
    kinds = view.kinds
    text = words(view.target.text)
    for rank, (_, lemma) in enumerate(index.rewrites(symbols, kinds)):
        weight = (2.5 if lemma.rewrites_in(text) else 0.8) / (1 + 0.2 * rank)
        yield f"rw [{lemma.name}]", weight
        if rank < 8 and lemma.right - symbols == frozenset():
            yield f"rw [← {lemma.name}]", 0.3 / (1 + 0.2 * rank)
        if rank < 8:
            yield f"simp [{lemma.name}]", weight * 0.4
    head = view.target.symbol if view.target.head is Head.RELATION else view.target.head.value
    for rank, (_, lemma) in enumerate(index.applications(head, symbols, kinds)):
        fits = lemma.fits(text)
        if lemma.num_premises == 0:
            yield f"exact {lemma.name} ..", 40 if fits else 0.6
            continue
        weight = (6 if fits else 1) / (1 + 0.2 * rank)
        yield f"apply {lemma.name}", weight
        if lemma.num_premises <= 3 and view.propositions:
            yield f"apply {lemma.name} <;> assumption", weight * (1.5 if fits else 0.3)
