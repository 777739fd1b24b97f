"""The library's lemmas, indexed by the symbols they are about.

`lemmas.jsonl` is written out of the compiled core library by `tests/policy/generate_lemmas.py` and checked in; a test compares them.
Relevance is cheap: a lemma may be used to rewrite if all symbols of its left side occur in the goal, and be applied if all symbols of its
conclusion do; the rarer those symbols among all lemmas, the more relevant it is.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from reaprover.policy.formula import RELATIONS, Formula, Head, binder_names, match, parse, read_goal, substitute, tokens, words

LIBRARY_NAMESPACES = frozenset(
    {"And", "Array", "Bool", "Char", "Classical", "Eq", "Exists", "Fin", "Function", "HEq", "Iff", "Int", "List", "Nat", "Ne", "Not"}
    | {"Option", "Or", "PSum", "PProd", "Prod", "String", "Subtype", "Sum", "Unit", "Decidable", "Inhabited", "Nonempty", "Dvd"}
)
_PUNCTUATION = frozenset("()[]{}⟨⟩⦃⦄,:.") | {"=>", ":=", "fun", "if", "then", "else", "match", "with", "|", "let", "have", "↑"}


_LOGICAL = frozenset("= ≠ ↔ → ∧ ∨ ¬ ∃ ∀ True False Prop decide ite HEq ≍ ∘ id Decidable".split())  # noqa: SIM905 # one symbol a word
"""Lemmas about these symbols alone are left to `simp`."""


@dataclass(frozen=True, slots=True)
class Lemma:
    """A lemma of the library.

    Attributes:
        name: full name.
        num_premises: how many explicit proofs it asks for.
        conclusion: what it says, read.
        left: symbols of the left side of an equation or equivalence; empty otherwise.
        right: symbols of its right side.
        symbols: symbols of the whole conclusion.
        variables: its bound names.
        premise: the only explicit argument, if that is a proof whose statement has all variables in it, as words; else empty.
    """

    name: str
    num_premises: int
    conclusion: Formula
    left: frozenset[str]
    right: frozenset[str]
    symbols: frozenset[str]
    variables: frozenset[str]
    premise: tuple[str, ...] = ()

    def fits(self, target: tuple[str, ...]) -> bool:
        """Its conclusion matches the words of a target."""
        return match(words(self.conclusion.text), target, self.variables, {}) is not None

    def rewrites_in(self, target: tuple[str, ...]) -> bool:
        """Its left side matches somewhere among the words of a target."""
        pattern = words(self.conclusion.parts[0])
        size = len(pattern)
        first = pattern[0] if pattern[0] not in self.variables else None
        for start in range(len(target) - size + 1):
            if first is not None and target[start] != first:
                continue
            # Groups in brackets make the match longer than the pattern: try the ends that brackets allow.
            for end in range(start + size, min(len(target), start + size + 8) + 1):
                if match(pattern, target[start:end], self.variables, {}) is not None:
                    return True
        return False


def symbols_of(text: str, local_names: frozenset[str]) -> frozenset[str]:
    """Operators and constants of a printed term; a function of the library by its last name, so that `xs.length` is `List.length xs`."""
    found = set()
    for token in words(text):
        if token in _PUNCTUATION or token in local_names or token.startswith("?"):
            continue
        head, dot, rest = token.partition(".")
        if dot and (not head or head in local_names or head in LIBRARY_NAMESPACES):
            found.add("." + rest.rpartition(".")[2])
        elif not token.isdigit() or token in ("0", "1"):
            found.add(token)
    return frozenset(found)


@lru_cache(maxsize=1)
def library() -> LemmaIndex:
    """The index of the lemmas that come with the package."""
    text = files(__package__).joinpath("lemmas.jsonl").read_text(encoding="utf-8")
    return LemmaIndex([json.loads(line) for line in text.splitlines()])


class LemmaIndex:
    """Lemmas by symbol; lookups are cached by the symbols asked for."""

    def __init__(self, records: list[dict[str, str]]) -> None:
        self.lemmas = [_lemma(record) for record in records]
        self.known_words = frozenset(word for record in records for word in words(record["conclusion"] + " " + record["binders"]))
        self._frequency = Counter(symbol for lemma in self.lemmas for symbol in lemma.symbols)
        self._by_left = self._buckets([lemma.left for lemma in self.lemmas])
        self._by_conclusion = self._buckets([lemma.symbols for lemma in self.lemmas])
        self._by_premise: dict[str, list[Lemma]] = {}
        for lemma in self.lemmas:
            for symbol in set(lemma.premise) & RELATIONS:
                self._by_premise.setdefault(symbol, []).append(lemma)
        self._rewrites: dict[tuple[frozenset[str], frozenset[str]], list[tuple[float, Lemma]]] = {}
        self._applications: dict[tuple[str, frozenset[str], frozenset[str]], list[tuple[float, Lemma]]] = {}

    def _buckets(self, keys: list[frozenset[str]]) -> dict[str, list[Lemma]]:
        """Lemmas under the rarest symbol of their key, so that a lookup sees few of them; those about logic alone are left out."""
        buckets: dict[str, list[Lemma]] = {}
        for lemma, key in zip(self.lemmas, keys, strict=True):
            if key - _LOGICAL:
                buckets.setdefault(min(key, key=lambda symbol: (self._frequency[symbol], symbol)), []).append(lemma)
        return buckets

    def rarity(self, symbols: frozenset[str]) -> float:
        """Sum of −ln(share of lemmas that have the symbol), ≥ 0."""
        return sum(math.log((len(self.lemmas) + 1) / (self._frequency[symbol] + 1)) for symbol in symbols)

    @staticmethod
    def _fits(lemma: Lemma, kinds: frozenset[str]) -> bool:
        """Whether the lemma is about a type at hand, going by its namespace."""
        return lemma.name.partition(".")[0] in kinds or "." not in lemma.name

    def rewrites(self, symbols: frozenset[str], kinds: frozenset[str]) -> list[tuple[float, Lemma]]:
        """Equations and equivalences whose left side may occur in a goal with these symbols, most relevant first.

        Args:
            symbols: symbols of the goal.
            kinds: namespaces of the types at hand, e.g. `Nat`, `List`.
        """
        key = (symbols, kinds)
        if key not in self._rewrites:
            found = [
                (self.rarity(lemma.left) - 0.5 * len(lemma.right - symbols) - lemma.num_premises, lemma)
                for symbol in symbols
                for lemma in self._by_left.get(symbol, ())
                if lemma.left <= symbols and self._fits(lemma, kinds)
            ]
            self._rewrites[key] = sorted(found, key=lambda pair: (-pair[0], pair[1].name))[:24]
        return self._rewrites[key]

    def consequences(self, fact: tuple[str, ...], kinds: frozenset[str]) -> list[tuple[Lemma, Formula]]:
        """Lemmas whose only premise is this fact, by the rarity of what they say, each with its conclusion about the fact's terms."""
        found = []
        for symbol in set(fact) & RELATIONS:
            for lemma in self._by_premise.get(symbol, ()):
                if self._fits(lemma, kinds):
                    bound = match(lemma.premise, fact, lemma.variables, {})
                    if bound is not None:
                        found.append((self.rarity(lemma.symbols), lemma, parse(substitute(lemma.conclusion.text, bound))))
        return [(lemma, conclusion) for _, lemma, conclusion in sorted(found, key=lambda one: (-one[0], one[1].name))]

    def applications(self, relation: str, symbols: frozenset[str], kinds: frozenset[str]) -> list[tuple[float, Lemma]]:
        """Lemmas whose conclusion has this outermost symbol and no symbol that the target lacks, most relevant first."""
        key = (relation, symbols, kinds)
        if key not in self._applications:
            found = [
                (self.rarity(lemma.symbols) - 0.5 * lemma.num_premises, lemma)
                for symbol in symbols
                for lemma in self._by_conclusion.get(symbol, ())
                if lemma.symbols <= symbols and _relation(lemma.conclusion) == relation and self._fits(lemma, kinds)
            ]
            self._applications[key] = sorted(found, key=lambda pair: (-pair[0], pair[1].name))[:24]
        return self._applications[key]


def _relation(formula: Formula) -> str:
    return formula.symbol if formula.head is Head.RELATION else formula.head.value


def _lemma(record: dict[str, str]) -> Lemma:
    binders, conclusion = record["binders"], parse(record["conclusion"])
    names, premises = _binder_names(binders)
    num_premises = len(premises)
    num_explicit = sum(len(binder_names(group)) for group in _explicit(binders))
    while conclusion.head in (Head.FORALL, Head.IMPLIES):
        names |= {binder.name for binder in conclusion.binders}
        num_premises += conclusion.head is Head.IMPLIES
        conclusion = parse(conclusion.parts[-1])
    local = frozenset(names)
    sides = conclusion.parts if conclusion.head is Head.IFF or conclusion.symbol == "=" else ()
    return Lemma(
        record["name"],
        num_premises,
        conclusion,
        symbols_of(sides[0], local) if sides else frozenset(),
        symbols_of(sides[1], local) if sides else frozenset(),
        symbols_of(conclusion.text, local),
        local,
        words(premises[0]) if len(premises) == num_premises == num_explicit == 1 and _data(binders) <= set(words(premises[0])) else (),
    )


def _explicit(binders: str) -> list[str]:
    """The groups in round brackets."""
    found = tokens(binders)
    depth, start, groups = 0, 0, []
    for token, begin, end in found:
        if token in "([{⦃":
            start = begin if depth == 0 else start
            depth += 1
        elif token in ")]}⦄":
            depth -= 1
            if depth == 0 and binders[start] == "(":
                groups.append(binders[start:end])
    return groups


def _data(binders: str) -> set[str]:
    """Names of variables that are neither proofs nor types nor instances."""
    goal = read_goal("\n".join(f"{one.name} : {one.type}" for one in parse(f"∀ {binders}, True").binders) + "\n⊢ True")
    return {
        one.name
        for one in goal.hypotheses
        if not goal.is_proposition(one) and not one.type.startswith(("Type", "Sort")) and not one.name.startswith("inst")
    }


def _binder_names(binders: str) -> tuple[set[str], list[str]]:
    """Bound names, and what the binders prove that hold proofs by the look of their types."""
    formula = parse(f"∀ {binders}, True") if binders else parse("True")
    goal = read_goal("\n".join(f"{binder.name} : {binder.type}" for binder in formula.binders) + "\n⊢ True")
    return {binder.name for binder in formula.binders}, [one.type for one in goal.hypotheses if goal.is_proposition(one)]
