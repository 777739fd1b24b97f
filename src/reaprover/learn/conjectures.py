"""Statements to practise on that nobody wrote: random formulas that hold in every small case that was tried.

Decisions:
- A formula is a text with its truth in a fixed list of cases, one bit each. `H ⊢ C` is offered if no case has H and not C; on cases
  that are few and small this is a good guess at truth and no proof of it. Lean and the search decide.
- Four worlds: propositions (all valuations: exact), predicates over domains of 0 to 3 elements, natural numbers, lists of numbers.
- What Lean could not give a type gets one in the text: a bound variable that no predicate is asked about, an empty list that stands alone.
- Statements that hold whatever their hypotheses say, or whose hypotheses contradict each other in all cases, are kept rarely.
- The same seed gives the same statements. Names are drawn at random, for the reader of the statements must not rely on them.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reaprover.core import Theorem

NUM_CASES = 160
MAX_CHARACTERS = 220
"""Longer statements are not offered."""
_PRECEDENCE = {"∧": 35, "∨": 30, "→": 25, "↔": 20}
_ATOM = 100


@dataclass(frozen=True, slots=True)
class Formula:
    """A proposition as text, the strength of its outermost connective, and the cases in which it holds (one bit each)."""

    text: str
    precedence: int
    truth: int

    def inside(self, precedence: int) -> str:
        """The text, in brackets where a connective of this strength would tear it apart."""
        return self.text if self.precedence > precedence else f"({self.text})"


@dataclass(frozen=True, slots=True)
class World:
    """What formulas are made of.

    Attributes:
        binders: of the theorem, data only.
        atom_fn: draws an atomic formula.
        cases: what truth is known in: the value of each variable by its name; of a predicate, its table; `size` is that of a domain.
        depths: depths of formulas to draw from.
        quantified_fn: draws a formula under a quantifier; None where there are none.
    """

    binders: str
    atom_fn: Callable[[random.Random], Formula]
    cases: tuple[Mapping[str, Any], ...]
    depths: tuple[int, ...] = (1, 1, 2, 2, 3)
    quantified_fn: Callable[[random.Random, int], Formula] | None = None

    @property
    def everything(self) -> int:
        """All cases."""
        return (1 << len(self.cases)) - 1


def conjectures(seed: int) -> Iterator[Theorem]:
    """An endless stream of statements, a function of the seed."""
    number = 0
    while True:
        rng = random.Random(f"conjectures {seed} {number}")
        world = rng.choices((propositions, predicates, numbers, lists), (4, 4, 3, 2))[0](rng)
        for binders, conclusion in statements_of(world, rng):
            yield Theorem(f"conjecture_{seed}_{number}", binders, conclusion)
            number += 1
        number += 1


def statements_of(world: World, rng: random.Random) -> Iterator[tuple[str, str]]:
    """A few statements of one world: its formulas are drawn, and pairs and triples of them looked through."""
    formulas = list({f.truth: f for f in (compound(world, rng, rng.choice(world.depths)) for _ in range(60))}.values())
    wanted = rng.choice((1, 2, 3))
    for _ in range(400):
        kind = rng.random()
        if kind < 0.45:
            found = _sequent(world, rng, formulas)
        elif kind < 0.65:
            found = _equivalence(world, rng, formulas)
        else:
            found = _tautology(world, rng)
        if found is not None and len(found[0]) + len(found[1]) <= MAX_CHARACTERS:
            yield found
            wanted -= 1
            if not wanted:
                return


def _sequent(world: World, rng: random.Random, formulas: Sequence[Formula]) -> tuple[str, str] | None:
    hypotheses = rng.sample(formulas, min(len(formulas), rng.choice((1, 2, 2, 3))))
    together = world.everything
    for hypothesis in hypotheses:
        together &= hypothesis.truth
    if not together and rng.random() < 0.9:
        return None
    followers = [f for f in formulas if f not in hypotheses and not together & ~f.truth and f.truth != world.everything]
    if not followers:
        return None
    conclusion = rng.choice(followers)
    needed = list(hypotheses)
    for hypothesis in hypotheses:  # leave out what is not needed, mostly
        rest = world.everything
        for other in needed:
            if other is not hypothesis:
                rest &= other.truth
        if not rest & ~conclusion.truth and rng.random() < 0.8:
            needed.remove(hypothesis)
    names = ("h",) if len(needed) == 1 else tuple(f"h{'₁₂₃'[i]}" for i in range(len(needed)))
    if rng.random() < 0.25:
        return world.binders, " → ".join(f.inside(25) for f in (*needed, conclusion))
    return " ".join((world.binders, *(f"({name} : {f.text})" for name, f in zip(names, needed, strict=True)))).strip(), conclusion.text


def _equivalence(world: World, rng: random.Random, formulas: Sequence[Formula]) -> tuple[str, str] | None:
    left = rng.choice(formulas)
    for _ in range(40):
        right = compound(world, rng, rng.choice(world.depths))
        if right.truth == left.truth and right.text != left.text and left.truth not in (0, world.everything):
            return world.binders, f"{left.inside(20)} ↔ {right.inside(20)}"
    return None


def _tautology(world: World, rng: random.Random) -> tuple[str, str] | None:
    formula = compound(world, rng, max(world.depths))
    return (world.binders, formula.text) if formula.truth == world.everything and formula.precedence < _ATOM else None


def compound(world: World, rng: random.Random, depth: int) -> Formula:
    """A random formula of at most this depth."""
    if depth <= 0 or rng.random() < 0.15:
        return world.atom_fn(rng)
    if world.quantified_fn is not None and rng.random() < 0.4:
        return world.quantified_fn(rng, depth - 1)
    if rng.random() < 0.2:
        return negation(compound(world, rng, depth - 1), world.everything)
    return connect(rng.choices("∧∨→↔", (4, 4, 4, 1))[0], compound(world, rng, depth - 1), compound(world, rng, depth - 1), world.everything)


def negation(formula: Formula, everything: int) -> Formula:
    """¬ formula."""
    return Formula(f"¬{formula.inside(40)}", 40, everything & ~formula.truth)


def connect(symbol: str, left: Formula, right: Formula, everything: int) -> Formula:
    """Two formulas joined."""
    precedence = _PRECEDENCE[symbol]
    left_text = left.inside(precedence)
    right_text = right.text if right.precedence == precedence and symbol != "↔" else right.inside(precedence)
    truth = {
        "∧": left.truth & right.truth,
        "∨": left.truth | right.truth,
        "→": ~left.truth | right.truth,
        "↔": ~(left.truth ^ right.truth),
    }[symbol]
    return Formula(f"{left_text} {symbol} {right_text}", precedence, truth & everything)


def propositions(rng: random.Random) -> World:
    """Two to four propositional variables, all valuations."""
    names = rng.sample(["p", "q", "r", "s", "t", "A", "B", "C", "P", "Q", "R"], rng.choice((2, 3, 3, 4)))
    num_cases = 1 << len(names)
    truths = {name: sum(1 << case for case in range(num_cases) if case >> i & 1) for i, name in enumerate(names)}

    def atom(rng: random.Random) -> Formula:
        if rng.random() < 0.03:
            return rng.choice((Formula("True", _ATOM, (1 << num_cases) - 1), Formula("False", _ATOM, 0)))
        name = rng.choice(names)
        return Formula(name, _ATOM, truths[name])

    cases = tuple({name: bool(truths[name] >> case & 1) for name in names} for case in range(num_cases))
    return World(f"({' '.join(names)} : Prop)", atom, cases)


# -- predicates: a formula with free variables has its truth per case and per value of them ------------------------------


def predicates(rng: random.Random) -> World:
    """One- and two-place predicates over a type, sometimes with constants and a proposition; random small models."""
    unary = rng.sample(["P", "Q", "R", "S", "F", "G", "H"], rng.choice((1, 2, 2, 3)))
    binary = rng.sample(("T", "E", "L", "U"), 1) if rng.random() < 0.35 else []
    constants = rng.sample(["a", "b", "c", "d"], rng.choice((0, 0, 1, 2)))
    letters = [rng.choice(("p", "q", "r"))] if rng.random() < 0.25 else []
    is_inhabited = not constants and rng.random() < 0.15
    models: list[dict[str, Any]] = []
    for _ in range(NUM_CASES):
        size = rng.choice((1, 2, 2, 3) if constants or is_inhabited else (0, 1, 2, 2, 3))
        density = rng.choice((0.2, 0.5, 0.8))
        model: dict[str, Any] = {"size": size}
        for name in unary:
            model[name] = [rng.random() < density for _ in range(size)]
        for name in binary:
            model[name] = [[rng.random() < density for _ in range(size)] for _ in range(size)]
        for name in constants:
            model[name] = rng.randrange(size)
        for name in letters:
            model[name] = rng.random() < 0.5
        models.append(model)

    def holds(tree: tuple[Any, ...], model: dict[str, Any], values: dict[str, int]) -> bool:
        kind = tree[0]
        if kind == "at":
            found = model[tree[1]]
            for term in tree[2:]:
                found = found[values[term] if term in values else model[term]]
            return bool(found)
        if kind == "=":
            left, right = (values[t] if t in values else model[t] for t in tree[1:])
            return left == right
        if kind == "¬":
            return not holds(tree[1], model, values)
        if kind in "∀∃":
            cases = (holds(tree[2], model, {**values, tree[1]: i}) for i in range(model["size"]))
            return all(cases) if kind == "∀" else any(cases)
        left_holds, right_holds = holds(tree[1], model, values), holds(tree[2], model, values)
        return {
            "∧": left_holds and right_holds,
            "∨": left_holds or right_holds,
            "→": not left_holds or right_holds,
            "↔": left_holds == right_holds,
        }[kind]

    def is_asked(tree: tuple[Any, ...], name: str) -> bool:
        """Whether a predicate is asked about the variable, so that its type is known."""
        if tree[0] == "at":
            return name in tree[2:]
        if tree[0] in "∀∃":
            return tree[1] != name and is_asked(tree[2], name)
        return any(is_asked(part, name) for part in tree[1:] if isinstance(part, tuple))

    def show(tree: tuple[Any, ...]) -> tuple[str, int]:
        kind = tree[0]
        if kind == "at":
            return " ".join(tree[1:]), _ATOM
        if kind == "=":
            return f"{tree[1]} = {tree[2]}", 50
        if kind == "¬":
            text, precedence = show(tree[1])
            return f"¬{text if precedence > 50 or precedence == 40 else f'({text})'}", 40
        if kind in "∀∃":
            return f"{kind} {tree[1]}{'' if is_asked(tree[2], tree[1]) else ' : α'}, {show(tree[2])[0]}", 10
        mine = _PRECEDENCE[kind]
        (left, left_precedence), (right, right_precedence) = show(tree[1]), show(tree[2])
        left = left if left_precedence > mine else f"({left})"
        right = right if right_precedence > mine or (right_precedence == mine and kind != "↔") else f"({right})"
        return f"{left} {kind} {right}", mine

    def leaf(rng: random.Random, bound: Sequence[str]) -> tuple[Any, ...]:
        terms = [*bound, *bound, *constants]
        if not terms:
            return ("at", letters[0]) if letters else draw(rng, 1, bound)
        if letters and rng.random() < 0.15:
            return ("at", letters[0])
        if len(set(terms)) > 1 and rng.random() < 0.08:
            return ("=", *rng.sample(sorted(set(terms)), 2))
        if binary and rng.random() < 0.4:
            return ("at", binary[0], rng.choice(terms), rng.choice(terms))
        return ("at", rng.choice(unary), rng.choice(terms))

    def draw(rng: random.Random, depth: int, bound: Sequence[str]) -> tuple[Any, ...]:
        if depth <= 0:
            return leaf(rng, bound)
        kind = rng.random()
        free = [name for name in ("x", "y", "z") if name not in bound]
        if free and kind < (0.55 if not bound else 0.2):
            return (rng.choice("∀∃"), free[0], draw(rng, depth - (rng.random() < 0.5), (*bound, free[0])))
        if kind > 0.85:
            return ("¬", draw(rng, depth - 1, bound))
        return (rng.choices("∧∨→↔", (4, 4, 4, 1))[0], draw(rng, depth - 1, bound), draw(rng, depth - 1, bound))

    def formula(rng: random.Random, depth: int) -> Formula:
        tree = draw(rng, depth, ())
        text, precedence = show(tree)
        return Formula(text, precedence, sum(1 << i for i, model in enumerate(models) if holds(tree, model, {})))

    binders = ["{α : Type}"]
    if is_inhabited:
        binders.append("[Inhabited α]")
    binders += [f"({' '.join(unary)} : α → Prop)"]
    binders += [f"({name} : α → α → Prop)" for name in binary]
    binders += [f"({' '.join(letters)} : Prop)"] if letters else []
    binders += [f"({' '.join(constants)} : α)"] if constants else []
    return World(" ".join(binders), lambda rng: formula(rng, 1), tuple(models), (1, 1, 2, 2, 3), lambda rng, depth: formula(rng, depth + 1))


# -- terms that are computed: a term is a text with its value in each case -----------------------------------------------


@dataclass(frozen=True, slots=True)
class Term:
    """A term as text with its value in each case; `is_atom` says that it needs no brackets as an argument."""

    text: str
    values: tuple[Any, ...]
    is_atom: bool

    @property
    def argument(self) -> str:
        """As an argument or operand."""
        return self.text if self.is_atom else f"({self.text})"

    @property
    def has_type(self) -> bool:
        """Whether something in the text tells its type: all but empty lists do."""
        return re.search(r"\w", self.text) is not None

    @property
    def owner(self) -> str:
        """As what stands before a dot, or where nothing else tells its type."""
        return self.argument if self.has_type else f"({self.text} : List Nat)"


def _formula(text: str, truths: Sequence[bool]) -> Formula:
    return Formula(text, 50, sum(1 << i for i, truth in enumerate(truths) if truth))


def numbers(rng: random.Random) -> World:
    """Natural numbers with + * - / % ^ min max, compared; random small values."""
    names = rng.sample(["n", "m", "k", "a", "b", "c", "x", "y", "z"], rng.choice((1, 2, 2, 3)))
    cases = [{name: rng.choice((0, 0, 1, 1, 2, 3, 4, 5, 6, 7, 9, 12)) for name in names} for _ in range(NUM_CASES)]

    def literal(value: int) -> Term:
        return Term(str(value), (value,) * NUM_CASES, True)

    def term(rng: random.Random, depth: int) -> Term:
        if depth <= 0 or rng.random() < 0.3:
            if rng.random() < 0.25:
                return literal(rng.choice((0, 1, 1, 2, 2, 3)))
            name = rng.choice(names)
            return Term(name, tuple(case[name] for case in cases), True)
        kind = rng.choices(("+", "*", "-", "%", "/", "^", "max", "min"), (8, 5, 2, 1, 1, 1, 0.7, 0.7))[0]
        left, right = term(rng, depth - 1), term(rng, depth - 1)
        if kind in ("%", "/", "^"):
            right = literal(rng.choice((2, 2, 3)))
        operation: Callable[[int, int], int] = {
            "+": lambda a, b: a + b,
            "*": lambda a, b: a * b,
            "-": lambda a, b: max(0, a - b),
            "%": lambda a, b: a % b if b else a,
            "/": lambda a, b: a // b if b else 0,
            "^": lambda a, b: a**b,
            "max": lambda a, b: max(a, b),
            "min": lambda a, b: min(a, b),
        }[kind]
        values = tuple(operation(a, b) for a, b in zip(left.values, right.values, strict=True))
        text = f"{kind} {left.argument} {right.argument}" if kind in ("max", "min") else f"{left.argument} {kind} {right.argument}"
        return Term(text, values, False)

    pool: dict[tuple[Any, ...], list[Term]] = {}
    for _ in range(150):
        made = term(rng, rng.choice((1, 2, 2, 3)))
        if len(made.text) < 40 and all(made.text != other.text for other in pool.get(made.values, ())):
            pool.setdefault(made.values, []).append(made)
    equal = [texts for texts in pool.values() if len(texts) > 1]
    terms = [texts[0] for texts in pool.values()]

    def atom(rng: random.Random) -> Formula:
        if equal and rng.random() < 0.12:
            left, right = rng.sample(rng.choice(equal), 2)
            return _formula(f"{left.text} = {right.text}", [True] * NUM_CASES)
        left, right = rng.choice(terms), rng.choice(terms)
        symbol = rng.choices(("=", "≤", "<", "≠", "∣"), (4, 4, 3, 1, 1))[0]
        compare: Callable[[int, int], bool] = {
            "=": lambda a, b: a == b,
            "≤": lambda a, b: a <= b,
            "<": lambda a, b: a < b,
            "≠": lambda a, b: a != b,
            "∣": lambda a, b: b == 0 if a == 0 else b % a == 0,
        }[symbol]
        truths = [compare(a, b) for a, b in zip(left.values, right.values, strict=True)]
        return _formula(f"{left.text} {symbol} {right.text}", truths)

    return World(f"({' '.join(names)} : Nat)", atom, tuple(cases), (0, 0, 0, 1))


def lists(rng: random.Random) -> World:
    """Lists of numbers with ++, reverse, length, map, filter, take, drop and membership; random small values."""
    list_names = rng.sample(["xs", "ys", "zs", "l", "as"], rng.choice((1, 2, 2)))
    number_names = rng.sample(["n", "k", "x", "y", "a"], rng.choice((0, 1, 1, 2)))
    cases = [
        {
            **{name: tuple(rng.randrange(4) for _ in range(rng.choice((0, 0, 1, 2, 3, 4)))) for name in list_names},
            **{name: rng.randrange(5) for name in number_names},
        }
        for _ in range(NUM_CASES)
    ]

    def leaf(name: str) -> Term:
        return Term(name, tuple(case[name] for case in cases), True)

    def list_term(rng: random.Random, depth: int) -> Term:
        if depth <= 0 or rng.random() < 0.25:
            return Term("[]", ((),) * NUM_CASES, True) if rng.random() < 0.1 else leaf(rng.choice(list_names))
        inner = list_term(rng, depth - 1)
        kind = rng.choices(("++", "reverse", "::", "take", "drop", "map"), (5, 3, 2, 1, 1, 1))[0]
        if kind == "++":
            other = list_term(rng, depth - 1)
            values = tuple(a + b for a, b in zip(inner.values, other.values, strict=True))
            return Term(f"{inner.argument} ++ {other.argument}", values, False)
        if kind == "reverse":
            return Term(f"{inner.owner}.reverse", tuple(v[::-1] for v in inner.values), True)
        if kind == "map":
            return Term(f"{inner.owner}.map (fun n => n + 1)", tuple(tuple(e + 1 for e in v) for v in inner.values), False)
        number = number_term(rng, 0)
        pairs = list(zip(number.values, inner.values, strict=True))
        if kind == "::":
            return Term(f"{number.argument} :: {inner.argument}", tuple((n, *v) for n, v in pairs), False)
        if kind == "take":
            return Term(f"{inner.owner}.take {number.argument}", tuple(v[:n] for n, v in pairs), False)
        return Term(f"{inner.owner}.drop {number.argument}", tuple(v[n:] for n, v in pairs), False)

    def number_term(rng: random.Random, depth: int) -> Term:
        if depth <= 0 or rng.random() < 0.2:
            if number_names and rng.random() < 0.7:
                return leaf(rng.choice(number_names))
            value = rng.choice((0, 1, 2))
            return Term(str(value), (value,) * NUM_CASES, True)
        if rng.random() < 0.7:
            inner = list_term(rng, depth - 1)
            return Term(f"{inner.owner}.length", tuple(len(v) for v in inner.values), True)
        left, right = number_term(rng, depth - 1), number_term(rng, depth - 1)
        return Term(f"{left.argument} + {right.argument}", tuple(a + b for a, b in zip(left.values, right.values, strict=True)), False)

    pool: dict[tuple[Any, ...], list[Term]] = {}
    for _ in range(120):
        made = (list_term if rng.random() < 0.6 else number_term)(rng, rng.choice((1, 2, 2, 3)))
        key = (type(made.values[0]), *made.values)
        if len(made.text) < 44 and all(made.text != other.text for other in pool.get(key, ())):
            pool.setdefault(key, []).append(made)
    equal = [texts for texts in pool.values() if len(texts) > 1]
    list_terms = [texts[0] for key, texts in pool.items() if key[0] is tuple] or [leaf(list_names[0])]
    number_terms = [texts[0] for key, texts in pool.items() if key[0] is int] or [number_term(rng, 0)]

    def equation(left: Term, right: Term) -> Formula:
        text = left.text if left.has_type or right.has_type else left.owner
        return _formula(f"{text} = {right.text}", [a == b for a, b in zip(left.values, right.values, strict=True)])

    def atom(rng: random.Random) -> Formula:
        kind = rng.random()
        if equal and kind < 0.3:
            return equation(*rng.sample(rng.choice(equal), 2))
        if kind < 0.5:
            return equation(rng.choice(list_terms), rng.choice(list_terms))
        if kind < 0.75:
            left, right = rng.choice(number_terms), rng.choice(number_terms)
            symbol = rng.choice(("=", "≤", "<"))
            pairs = list(zip(left.values, right.values, strict=True))
            truths = [a == b if symbol == "=" else a <= b if symbol == "≤" else a < b for a, b in pairs]
            return _formula(f"{left.text} {symbol} {right.text}", truths)
        element, inside = number_term(rng, 0), rng.choice(list_terms)
        text = inside.text if inside.has_type else inside.owner
        return _formula(f"{element.text} ∈ {text}", [e in v for e, v in zip(element.values, inside.values, strict=True)])

    binders = f"({' '.join(list_names)} : List Nat)" + (f" ({' '.join(number_names)} : Nat)" if number_names else "")
    return World(binders, atom, tuple(cases), (0, 0, 0, 1))
