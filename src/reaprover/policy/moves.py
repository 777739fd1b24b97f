"""Moves that the catalogue leaves out: many, each rarely right, so that they pay only where something knows when to play which.

Strong and strengthened induction, splits on terms, witnesses that arithmetic checks, the library's lemmas forwards from a hypothesis, and
lemma speculation (as in Ireland and Bundy, Productive Use of Failure in Inductive Proof, 1996): where a function is applied to a function
or a constructor, an equation is guessed that takes the two apart, and proved on the spot by one induction, or the move fails.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reaprover.policy.formula import Formula, Head, bracketed, parse, substitute, tokens, unwrap, words
from reaprover.policy.lemmas import library, symbols_of
from reaprover.policy.tactics import RING, Proposal, View, safe

MAX_SPECULATED = 24
"""Equations guessed in one state."""
_STOPS = frozenset("then else if fun match with at in do by from ∀ ∃ λ let have show".split())  # noqa: SIM905 # one word each
_ARGUMENT = re.compile(r"[\w«(\[⟨?]")


def moves(view: View) -> Iterator[Proposal]:
    """All moves for a goal, in no order; weights are relative to each other. None where a step is safe."""
    if any(weight >= 20 for _, weight in safe(view)):
        return
    for rule in (_instances, _saturation, _disjunctions, _witnesses, _splits, _accumulators, _speculation):
        yield from rule(view)
    for rule in (_inductions, _order, _forward):  # seldom about the user's functions
        for tactic, weight in rule(view):
            yield tactic, weight * (0.3 if view.definitions else 1.0)


def _numbers(view: View) -> list[str]:
    return [found.name for found in view.objects if found.type == "Nat"]


def _inductions(view: View) -> Iterator[Proposal]:
    """Strong induction, the claim for two numbers at once, several first cases, and heavier endings than the catalogue's."""
    inside = [found for found in view.objects if found.name in view.target.words or found.name in view.all_words]
    finish = f"simp_all{view.unfold}"
    for found in inside:
        name, kind = found.name, parse(found.type).symbol
        others = [other.name for other in inside if other.name != name]
        if kind == "Nat":
            ih = view.fresh("ih")
            yield f"induction {name} using Nat.strongRecOn with | ind {name} {ih} => ?_", 2.0
            if others:
                yield f"induction {name} using Nat.strongRecOn generalizing {' '.join(others)} with | ind {name} {ih} => ?_", 0.7
            following = substitute(view.target.text, {name: f"{name} + 1"})
            if following != view.target.text:
                yield f"suffices {view.fresh('h')} : ({view.target.text}) ∧ ({following}) from {view.fresh('h')}.1", 1.5
            yield f"rcases {name} with _ | _ | {name}", 0.7
            yield f"rcases {name} with _ | _ | _ | {name} <;> simp_all <;> omega", 1.0
        if kind in ("Nat", "List"):
            yield f"induction {name} <;> {finish} <;> split <;> {finish}", 1.0
            yield f"(induction {name} <;> simp_all [{RING}] <;> omega)", 0.7 if view.is_arithmetic else 0.1
            for pair in itertools.islice(itertools.permutations(others, 2), 2):
                cases = "".join(f" <;> cases {other}" for other in pair)
                yield f"induction {name} generalizing {' '.join(others)}{cases} <;> {finish}", 0.6


def _instances(view: View) -> Iterator[Proposal]:
    """General hypotheses at terms that do not stand in the goal, their premises left to arithmetic."""
    numbers = [name for name in _numbers(view) if name in view.all_words]
    for hypothesis in view.propositions:
        rules = [rule for rule in view.context.rules if rule.name == hypothesis.name and rule.variables]
        if not rules:
            continue
        rule = rules[-1]
        kinds = [step.type for step in rule.steps if step.kind == "variable"]
        premises = [step.text for step in rule.steps if step.kind == "premise"]
        if [step.kind for step in rule.steps] != ["variable"] + ["premise"] * len(premises):
            continue
        pool = _matched(view, rule.conclusion, next(iter(rule.variables)))
        if kinds == ["Nat"] and premises:
            pool += [f"({name}{offset})" for name in numbers[:3] for offset in ("", " + 1", " - 1", " - 2", " - 3", " / 2")]
        pool += _deep_terms(view, kinds[0])
        discharge = "(by omega)" if any({"<", "≤", "≠", ">", "≥"} & set(words(premise)) for premise in premises) else "(by simp_all)"
        for term in list(dict.fromkeys(pool))[:12]:
            conclusion = parse(substitute(rule.conclusion, {next(iter(rule.variables)): term}))
            proof = f"{hypothesis.name} {bracketed(unwrap(term))}"
            for num_proved in sorted({min(1, len(premises)), len(premises)}):
                whole = proof + f" {discharge}" * num_proved
                if num_proved == len(premises) and conclusion.head in (Head.AND, Head.EXISTS):
                    yield f"obtain {view.pattern(conclusion, [])} := {whole}", 0.8
                else:
                    yield f"have {view.fresh('h')} := {whole}", 0.8


def _saturation(view: View) -> Iterator[Proposal]:
    """All general hypotheses without premises at all terms of one application at most, existential ones opened; then `simp_all`."""
    chosen: list[str] = []
    steps: list[str] = []
    used: dict[str, None] = {}
    is_opened = False
    for rule in view.context.rules:
        kinds = [step.type for step in rule.steps]
        if not kinds or rule.num_premises or any(step.kind != "variable" for step in rule.steps) or len(kinds) > 2:
            continue
        pools = [([one.name for one in view.objects if not kind or one.type == kind] + _deep_terms(view, kind))[:4] for kind in kinds]
        if math.prod(map(len, pools)) > 6:
            continue
        for terms in itertools.product(*pools):
            variables = [step.text for step in rule.steps]
            conclusion = parse(substitute(rule.conclusion, dict(zip(variables, terms, strict=True))))
            if words(conclusion.text) in view.context.known:
                continue
            used[rule.name] = None
            term = " ".join((rule.name, *terms))
            if conclusion.head in (Head.AND, Head.EXISTS):
                is_opened = True
                steps.append(f"obtain {view.pattern(conclusion, chosen)} := {term}")
            else:
                chosen.append(view.fresh("h", chosen))
                steps.append(f"have {chosen[-1]} := {term}")
    if 1 < len(steps) <= 14:
        text = "; ".join(steps)
        yield f"({text}; clear {' '.join(used)}; simp_all)", 1.2  # what is general would make its own instances trivial
        if is_opened:
            yield f"({text})", 1.0


def _disjunctions(view: View) -> Iterator[Proposal]:
    """Cases of a disjunction, each closed or simplified at once; an equation of a local in it is used up."""
    local = {one.name for one in view.objects}
    facts = [(found.name, found.formula) for found in view.propositions]
    for rule in view.context.rules:
        if rule.steps and parse(rule.conclusion).head is Head.OR:
            facts += [(one.term, parse(one.type)) for one in itertools.islice(view.context.instances(rule, {}, holes=0), 3)]
    for term, formula in facts[:10]:
        patterns, rest = [], formula
        while rest.head is Head.OR:
            patterns.append(_case(view, parse(rest.parts[0]), local))
            rest = parse(rest.parts[1])
        if patterns:
            patterns.append(_case(view, rest, local))
            yield f"rcases {term} with {' | '.join(patterns)} <;> simp_all", 1.0


def _case(view: View, formula: Formula, local: set[str]) -> str:
    is_equation = formula.symbol == "=" and bool(local & {unwrap(part) for part in formula.parts})
    return "rfl" if is_equation else view.pattern(formula, [])


def _matched(view: View, conclusion: str, variable: str) -> list[str]:
    """Arguments in the goal where the conclusion has a variable: of a function that is applied to it (E-matching on one pattern)."""
    heads = frozenset(found.name for found in view.data if "→" in found.type) | frozenset(view.definitions)
    found = []
    for pattern in _calls(view, conclusion, heads):
        if variable in pattern.arguments:
            for text in (view.target.text, *(other.type for other in view.propositions)):
                for call in _calls(view, text, heads):
                    if call.head == pattern.head and len(call.arguments) == len(pattern.arguments):
                        found.append(call.arguments[pattern.arguments.index(variable)])
    return found


def _deep_terms(view: View, kind: str) -> list[str]:
    """Terms of a type that are made of locals by one or two applications, and its default."""
    base = [found.name for found in view.objects if not kind or found.type == kind]
    if any(found.type == f"Inhabited {kind}" or (not kind and found.type.startswith("Inhabited")) for found in view.goal.hypotheses):
        base.append("default")
    found: list[str] = []
    for function in view.data:
        arrow = function.type.split(" → ")
        if len(arrow) == 2 and arrow[1] == (kind or arrow[1]):
            found += [f"({function.name} {term})" for term in base[:3]]
            found += [f"({function.name} ({function.name} {term}))" for term in base[:2]]
    return [*(["default"] if "default" in base else []), *found]


def _witnesses(view: View) -> Iterator[Proposal]:
    """Existential statements, and each side of a disjunction of such, at small terms that `omega` or `simp_all` checks."""
    parts = [(view.target, "")]
    if view.target.head is Head.OR:
        parts = [(parse(part), wrap) for part, wrap in zip(view.target.parts, ("Or.inl ", "Or.inr "), strict=True)]
    for part, wrap in parts:
        if part.head is Head.EXISTS and 1 <= len(part.binders) <= 2:
            if view.is_arithmetic and not part.words & {"++", "::", "[", "∈"} and all(one.type in ("", "Nat") for one in part.binders):
                yield _first(_number_choices(view, len(part.binders)), wrap, "omega"), 2.0
            pools = [_constructed(view, binder.type)[:8] for binder in part.binders]
            choices = [", ".join(choice) for choice in itertools.product(*pools)][:12]
            if choices:
                yield _first(choices, wrap, "simp_all"), 1.0
        if part.head is Head.EXISTS and not wrap:
            for term in [one for binder in part.binders[:1] for one in _deep_terms(view, binder.type)][:4]:
                yield f"refine ⟨{term}, ?_⟩", 0.8
                yield f"exact ⟨{term}, by simp_all⟩", 0.5


def _first(choices: Sequence[str], wrap: str, check: str) -> str:
    return f"first | {' | '.join(f'exact {wrap}⟨{choice}, by {check}⟩' for choice in choices)}"


def _number_choices(view: View, num: int) -> list[str]:
    numbers = _numbers(view)
    if num == 1:
        return ["0", "1", "2", *(f"{name}{offset}" for name in numbers[-4:] for offset in ("", " + 1", " - 1", " + 2", " / 2"))]
    around = [f"{one}{x}, {other}{y}" for one, other in itertools.permutations(numbers[-2:], 2) for x, y in _STEPS]
    return [*around, *(f"{i}, {j}" for i in range(4) for j in range(4))]


def _constructed(view: View, kind: str) -> list[str]:
    """Locals of a type, and for lists what one constructor makes of them."""
    if not kind:
        return []
    found = [one.name for one in view.objects if one.type == kind]
    if kind.startswith("List "):
        items = [one.name for one in view.objects if one.type == unwrap(kind.removeprefix("List "))]
        found = ["[]", *found, *(f"({item} :: {rest})" for item in items for rest in found)]
    return found


_STEPS = (("", ""), (" + 1", ""), ("", " + 1"), (" + 2", " - 1"), (" - 1", " + 2"), (" - 3", " + 2"), (" + 1", " + 1"))


_TRANSITIVE = {
    ("≤", "≤"): "Nat.le_trans",
    ("≤", "<"): "Nat.lt_of_le_of_lt",
    ("<", "≤"): "Nat.lt_of_lt_of_le",
    ("<", "<"): "Nat.lt_trans",
}


def _order(view: View) -> Iterator[Proposal]:
    """Which of two numbers is larger, and by how much; products of inequalities."""
    if not view.is_arithmetic:
        return
    numbers = [name for name in _numbers(view) if name in view.all_words]
    for a, b in itertools.islice(itertools.combinations(numbers, 2), 3):
        h = view.fresh("h")
        yield f"rcases Nat.le_total {a} {b} with {h} | {h}", 1.2
        yield f"rcases Nat.lt_trichotomy {a} {b} with {h} | {h} | {h}", 0.6
        k = view.fresh("k")
        yield f"(rcases Nat.le_total {a} {b} with {h} | {h} <;> obtain ⟨{k}, rfl⟩ := Nat.exists_eq_add_of_le {h})", 1.0
    facts = [found for found in view.propositions if found.formula.symbol in ("≤", "<")]
    for fact in facts[:4]:
        lemma = "Nat.exists_eq_add_of_le" if fact.formula.symbol == "≤" else "Nat.exists_eq_add_of_lt"
        if fact.formula.parts[1] in numbers:
            yield f"obtain ⟨{view.fresh('k')}, rfl⟩ := {lemma} {fact.name}", 1.2
        yield f"obtain ⟨{view.fresh('k')}, {view.fresh('h')}⟩ := {lemma} {fact.name}", 0.5
    for one, other in itertools.islice(itertools.combinations(facts, 2), 3):
        yield f"have {view.fresh('h')} := Nat.mul_le_mul {one.name} {other.name}", 0.6
    for one, other in itertools.permutations(facts[:6], 2):
        ends = [words(part) for part in (one.formula.parts[0], other.formula.parts[1])]
        if words(one.formula.parts[1]) == words(other.formula.parts[0]) and ends == [words(part) for part in view.target.parts]:
            lemma = _TRANSITIVE[one.formula.symbol, other.formula.symbol]
            yield f"exact {lemma} {one.name} {other.name}", 3.0
    if "*" in view.all_words:  # products in one order, so that they are the same atoms to `omega`
        swaps = [f"Nat.mul_comm {b} {a}" for a, b in itertools.islice(itertools.combinations(numbers, 2), 3)]
        expand = ", ".join(["Nat.mul_add", "Nat.add_mul", *swaps])
        yield f"(simp only [{expand}] at *; omega)", 2.0
        yield f"(simp only [Nat.mul_assoc, {expand}] at *; omega)", 0.7
    if view.target.head is Head.RELATION:
        yield f"refine Classical.byContradiction fun {view.fresh('h')} => ?_", 0.8


def _splits(view: View) -> Iterator[Proposal]:
    """Cases on the value of an application."""
    texts = [view.target.text, *(found.type for found in view.propositions)]
    local = {found.name: found.type.split(" → ") for found in view.data if "→" in found.type}
    found: dict[str, str] = {}
    for text in texts:
        for call in _calls(view, text, frozenset(local) | frozenset(view.definitions)):
            if call.head in local or f"{call.text} = true" in text or f"{call.text} = false" in text:
                found.setdefault(call.text, local[call.head][-1] if call.head in local else "Bool")
    unfold = view.unfold
    booleans = [name for name, arrow in local.items() if arrow == ["Bool", "Bool"]]
    for name in booleans[:2]:
        h, g = view.fresh("h"), view.fresh("h", [view.fresh("h")])
        objects = "".join(f"cases {other.name} <;> " for other in view.objects if other.type == "Bool")
        yield f"({objects}cases {h} : {name} true <;> cases {g} : {name} false <;> simp_all{unfold})", 2.0
    for term, kind in list(found.items())[:6]:
        if kind == "Bool" or kind.startswith(("Option", "List")):
            yield f"cases {view.fresh('h')} : {term} <;> simp_all{unfold}", 0.8
            yield f"cases {view.fresh('h')} : {term}", 0.5


def _forward(view: View) -> Iterator[Proposal]:
    """The library's lemmas applied to a hypothesis, or used to rewrite it."""
    index = library()
    for hypothesis in view.propositions[-6:]:
        formula = hypothesis.formula
        if formula.head in (Head.FORALL, Head.IMPLIES, Head.OR):
            continue
        for rank, (lemma, conclusion) in enumerate(index.consequences(words(formula.text), view.kinds)[:8]):
            if conclusion.head in (Head.AND, Head.EXISTS):
                yield f"obtain {view.pattern(conclusion, [])} := {lemma.name} {hypothesis.name}", 2.0 / (1 + 0.3 * rank)
            else:
                yield f"have {view.fresh('h')} := {lemma.name} {hypothesis.name}", 0.7 / (1 + 0.3 * rank)
        symbols = symbols_of(formula.text, view.names)
        for rank, (_, lemma) in enumerate(index.rewrites(symbols, view.kinds)[:4]):
            yield f"simp [{lemma.name}] at {hypothesis.name}", 0.4 / (1 + 0.3 * rank)
            yield f"rw [{lemma.name}] at {hypothesis.name}", 0.4 / (1 + 0.3 * rank)


def _accumulators(view: View) -> Iterator[Proposal]:
    """An equation at 0 or [] from the one at every value: what an accumulator needs."""
    if view.target.symbol != "=" or view.target.head is not Head.RELATION:
        return
    left, right = view.target.parts
    h, lists = view.fresh("h"), [found.name for found in view.objects if parse(found.type).symbol == "List"]
    for one, other in ((left, right), (right, left)):
        for literal, variable, kind, ends in (
            ("0", "k", "Nat", ("{o} + {v}", "{o}")),
            ("[]", "ys", "", ("{o} ++ {v}", "{v} ++ {o}")),
        ):
            if literal == "[]":
                kind = next((found.type for found in view.objects if found.name in lists), "")
            name = view.fresh(variable)
            spots = [(start, end) for token, start, end in tokens(one) if token == literal]
            if not spots or not kind or not lists:
                continue
            start, end = spots[-1]
            general = one[:start] + name + one[end:]
            finish = f"simp_all{view.unfold}"
            for text in ends:
                claim = f"∀ {name} : {kind}, {general} = {text.format(o=bracketed(other), v=name)}"
                yield f"suffices {h} : {claim} by simpa using {h} {literal}", 0.5
                proof = f"intro {name}; induction {lists[0]} generalizing {name} <;> {finish}"
                yield f"have {h} : {claim} := by first | ({proof}; done) | ({proof} <;> omega)", 1.0


@dataclass(frozen=True, slots=True)
class _Call:
    """A function with its arguments, as printed."""

    head: str
    arguments: tuple[str, ...]

    @property
    def text(self) -> str:
        return " ".join((self.head, *self.arguments))


def _calls(view: View, text: str, heads: frozenset[str]) -> list[_Call]:
    """Applications of these functions to arguments without bound variables, outermost first; none that lacks arguments."""
    found = tokens(text)
    calls: dict[_Call, None] = {}
    hidden = view.bound - view.names
    for i, (token, _, _) in enumerate(found):
        if token in heads and (call := _call_at(text, i)) and not hidden.intersection(words(call.text)):
            calls[call] = None
    return list(calls)


def _call_at(text: str, i: int) -> _Call | None:
    found = tokens(text)
    arguments, k = [], i + 1
    while k < len(found) and _ARGUMENT.match(found[k][0]) and found[k][0] not in _STOPS:
        start, depth = k, 0
        while k < len(found):
            depth += (found[k][0] in "([⟨") - (found[k][0] in ")]⟩")
            k += 1
            if depth <= 0:
                break
        arguments.append(text[found[start][1] : found[k - 1][2]])
    return _Call(found[i][0], tuple(arguments)) if arguments else None


def _whole_call(text: str, heads: frozenset[str]) -> _Call | None:
    """The text read as one application."""
    inner = unwrap(text)
    found = tokens(inner)
    call = _call_at(inner, 0) if found and found[0][0] in heads else None
    return call if call and words(call.text) == words(inner) else None


def _speculation(view: View) -> Iterator[Proposal]:
    """Guessed equations about nested applications in the target and the hypotheses, proved by one induction."""
    heads = frozenset(view.definitions)
    kinds = _Kinds(view, heads)
    guesses: dict[str, None] = {}
    for text in (view.target.text, *(found.type for found in view.propositions)):
        for call in _calls(view, text, heads):
            is_truth = any(f"{call.text} = {value}" in " ".join(text.split()) for value in ("true", "false"))
            for guess in _guesses(view, call, kinds, is_truth=is_truth):
                guesses.setdefault(guess)
    name = view.fresh("key")
    for rank, guess in enumerate(itertools.islice(guesses, MAX_SPECULATED)):
        yield f"have {name} : {guess}", 2.0 / (1 + 0.1 * rank)


def _guesses(view: View, call: _Call, kinds: _Kinds, *, is_truth: bool) -> Iterator[str]:
    """Statements with their proofs, about one application; the inner arguments are variables in them."""
    if {"if", "match"} & set(words(call.text)):
        return
    for place, argument in enumerate(call.arguments):
        general = _General(view, kinds)
        outer = [general.variable(other) if i != place else "" for i, other in enumerate(call.arguments)]

        def at(value: str, outer: Sequence[str] = outer, place: int = place) -> str:
            return " ".join((call.head, *(bracketed(value) if i == place else other for i, other in enumerate(outer))))

        rest = [other for i, other in enumerate(outer) if i != place and other in general.names]
        text = unwrap(argument)
        inner, spots, sides = _whole_call(argument, kinds.heads), words(text), _sides(text, "::")
        right: list[str] = []
        if inner is not None:
            if {"if", "match"} & set(spots):
                continue
            last = words(inner.arguments[-1])
            if len(inner.arguments) == 2 and len(last) == 3 and last[0] == "[":  # f (g xs [y]) = y :: f xs
                item, tail = general.variable(last[1]), general.variable(inner.arguments[0])
                snoc = at(f"{inner.head} {tail} [{item}]")
                yield from general.statement(snoc, f"{item} :: {at(tail)}")
                yield from general.statement(snoc, f"{at(tail)} + 1")
            fields = [general.variable(one) for one in inner.arguments]
            left = at(" ".join((inner.head, *fields)))
            data = [field for field in fields if field in general.names]
            lead = " ".join(field for field in fields if field not in data)
            parts = [at(field) for field in data]
            if len(parts) >= 2:
                first, second = parts[-2:]
                for pair in ((f"({first})", f"({second})"), (f"({second})", f"({first})")):
                    right.append(" ".join(filter(None, (inner.head, lead, *pair))))
                right += [f"{first} + {second}", f"{second} + 1", second]
                right += [
                    f"{other} ({first}) ({second})"
                    for other in view.definitions
                    if kinds.arities.get(other) == 2 and other not in (inner.head, call.head)
                ]
                right += [first, data[-1]]
                if len(data) == 2:  # f (g a b) c = f a (f b c)
                    right += [f"{call.head} {data[0]} ({call.head} {data[1]} {other})" for other in rest if place == 0]
            elif parts:
                right += [" ".join(filter(None, (inner.head, lead, f"({parts[0]})"))), parts[0], data[0]]
        elif text in ("0", "[]"):
            left = at(text)
            right += [*rest, text]
        elif len(spots) == 3 and spots[1:] == ("+", "1"):
            variable = general.variable(spots[0])
            left = at(f"{variable} + 1")
            right += [f"{at(variable)} + 1", at(variable)]
            if is_truth:
                yield from general.statement(left, "true", premise=f"{at(variable)} = true")
        elif sides is not None:
            item, tail = map(general.variable, sides)
            left = at(f"{item} :: {tail}")
            right += [f"{item} :: {at(tail)}", at(tail), f"{at(tail)} + 1"]
        else:
            continue
        for one in ["true", *right] if is_truth else right:
            yield from general.statement(left, one)
    if len(call.arguments) == 2:
        general = _General(view, kinds)
        one, other = map(general.variable, call.arguments)
        left, swapped = f"{call.head} {one} {other}", f"{call.head} {other} {one}"
        if one != other and {one, other} <= set(general.names):
            yield from general.statement(left, swapped)
            if is_truth:
                yield from general.statement(swapped, "true", premise=f"{left} = false")
        if is_truth and one in general.names:
            yield from general.statement(f"{call.head} {one} {one}", "true")


class _Kinds:
    """What sort of thing a term is, as far as the state tells: the first word of its type, or nothing."""

    def __init__(self, view: View, heads: frozenset[str]) -> None:
        self.view, self.heads = view, heads
        self.arities: dict[str, int] = {}
        self._results: dict[str, str] = {}
        self._arguments: dict[tuple[str, int], str] = {}
        texts = [view.target.text, *(found.type for found in view.propositions)]
        for _ in range(3):
            for text in texts:
                for call in _calls(view, text, heads):
                    self.arities[call.head] = len(call.arguments)
                    for i, argument in enumerate(call.arguments):
                        kind = self.of(argument) or self._arguments.get((call.head, i), "")
                        if kind:
                            self._arguments[call.head, i] = kind
                            inner = _whole_call(argument, heads)
                            if inner is not None:
                                self._results.setdefault(inner.head, kind)
                formula = parse(text)
                if formula.head is Head.RELATION and formula.symbol in ("=", "≤", "<"):
                    for one, other in (formula.parts, formula.parts[::-1]):
                        side = _whole_call(one, heads)
                        if side is not None and (kind := self.of(other)):
                            self._results.setdefault(side.head, kind)

    def of(self, term: str, variables: dict[str, str] | None = None) -> str:
        """The kind of a term; `variables` has those of some names."""
        inner = unwrap(term)
        spots = words(inner)
        if not spots:
            return ""
        if variables and inner in variables:
            return variables[inner]
        if len(spots) == 1:
            own = self.view.goal.type_of(inner)
            return "Bool" if inner in ("true", "false") else "Nat" if inner.isdigit() else "→" if "→" in own else parse(own).symbol
        if spots[0] == "[" or _sides(inner, "::") is not None:
            return "List"
        if _sides(inner, "+") is not None:
            return "Nat"
        call = _whole_call(inner, self.heads)
        return self._results.get(call.head, "") if call else ""

    def agrees(self, term: str, variables: dict[str, str], wanted: str = "") -> bool:
        """Whether nothing is known that forbids a term where something of a kind is wanted (empty: of any)."""
        kind = self.of(term, variables)
        if wanted and kind and kind != wanted:
            return False
        inner = unwrap(term)
        for operator, kinds in (("::", ("", "List")), ("+", ("Nat", "Nat"))):
            sides = _sides(inner, operator)
            if sides is not None:
                return all(self.agrees(side, variables, kind) for side, kind in zip(sides, kinds, strict=True))
        call = _whole_call(inner, self.heads)
        arguments = call.arguments if call else ()
        return not call or all(
            self.agrees(argument, variables, self._arguments.get((call.head, i), "")) for i, argument in enumerate(arguments)
        )


def _sides(text: str, operator: str) -> tuple[str, str] | None:
    depth = 0
    for token, start, end in tokens(text):
        depth += (token in "([⟨") - (token in ")]⟩")
        if token == operator and depth == 0:
            return text[:start].strip(), text[end:].strip()
    return None


class _General:
    """Variables in the place of terms: the same for the same term; each has the term's type."""

    def __init__(self, view: View, kinds: _Kinds) -> None:
        self.view, self.kinds = view, kinds
        self.names: dict[str, str] = {}  # to the type
        self._terms: dict[str, str] = {}
        self._kinds: dict[str, str] = {}

    def variable(self, term: str) -> str:
        """What stands for a term in a statement: a variable, or the term itself if it is a function or a constant."""
        view, inner = self.view, unwrap(term)
        spots = words(inner)
        own = view.goal.type_of(inner)
        if not spots or "→" in own or inner in ("true", "false", "0", "[]", "1") or "fun" in spots or own.startswith(("Type", "Sort")):
            return term
        if inner not in self._terms:
            kind = self.kinds.of(inner)
            name = view.fresh("xs" if kind == "List" else "x", list(self.names))
            self._terms[inner] = name
            self._kinds[name] = kind
            self.names[name] = own or ("Nat" if inner.isdigit() else f"type_of% {bracketed(inner)}")
        return self._terms[inner]

    def statement(self, left: str, right: str, premise: str = "") -> Iterator[str]:
        """The equation for all variables in it, with its proof: one induction, on each variable in turn. Nothing if kinds disagree."""
        kind = self.kinds.of(left, self._kinds) or self.kinds.of(right, self._kinds)
        if left == right or not (self.kinds.agrees(left, self._kinds, kind) and self.kinds.agrees(right, self._kinds, kind)):
            return
        equation = f"{premise} → {left} = {right}" if premise else f"{left} = {right}"
        if "List" not in self._kinds.values():  # nothing else would tell its type
            kinds = (found.name for found in self.view.goal.hypotheses if found.type.startswith("Type"))
            equation = equation.replace("[]", f"([] : List {next(kinds, 'Nat')})")
        used = [name for name in self.names if name in words(equation)]
        binders = " ".join(f"({name} : {self.names[name]})" for name in used)
        finish = f"simp_all{self.view.unfold}"
        close = f"(try {finish}) <;> (try split) <;> (try {finish}) <;> omega"
        tries = [f"({finish}; done)"]
        inductive = [name for name in used if self._kinds[name] in ("Nat", "List", "")]
        for name in inductive[:3]:
            general = "".join(f" {other}" for other in used if other != name)
            start = f"induction {name}{' generalizing' + general if general else ''}"
            tries.append(f"({start} <;> ({close}))")  # one case after the other, so that a false guess fails with the first
            tries += [f"({start} <;> cases {other} <;> ({finish}; done))" for other in inductive[:3] if other != name]
        intro = f"intro {' '.join(used)}; " if used else ""
        yield f"{'∀ ' + binders + ', ' if used else ''}{equation} := by {intro}first | {' | '.join(tries)}"
