"""No evaluation statement becomes training data (spec rl.md, section 11). Text alone, since no Lean runs where data enters. No torch.

`item_of` brings a statement to a form that does not change under:
- another name of the theorem, of its variables and of bound variables; explicit, implicit or `variable` binders; universe names;
- another order of variables and of hypotheses; `(h : P)` for `P →`; `P ∧ Q →` for `P → Q →`; an unused variable or a hypothesis twice;
- `(x : A) → P` and `∀ x : A, P`; `∀ x ∈ s, P` and `∀ x, x ∈ s → P`; `(∃ x, P) → Q` and `∀ x, P → Q`; `∀ x, ∀ y, P` and `∀ x y, P`;
- `≥`, `>` for `≤`, `<`; sides of `=`, `≠`, `↔` swapped; `a ≠ b` for `¬ a = b`; `¬ P` for `P → False`; `↑`; redundant brackets;
- `->`, `/\\`, `<=`, `forall` and their kin; `And p q`, `Not p`, `Eq a b` and their kin;
- negation: a statement and its negation are one item, `∃ x, ¬ P x` and `∀ x, P x` as well, `P ∧ ¬ Q` and `P → Q` as well.

How: the text is read into formulas; conjunctions, implications and negations are flattened; variables are told apart by where they occur,
refined until nothing changes; what is still alike is tried in every order and the least text wins, so the order of writing plays no part.

Decisions:
- Names of constants count, headers do not: a copy whose own definitions are renamed is not recognised, nor is one with rearranged terms
  (`a + b` for `b + a`). Such are near duplicates: `EvaluationGuard.near_duplicates` lists them for a person.
- Where one of two statements leaves out the types of its variables, types and brackets do not count between them, nor do types as
  variables and premises that speak of no variable but these, as `[Inhabited α]`.
- A statement with so many interchangeable variables that trying them all would take too long keeps the order of its text for the rest.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias, TypeGuard

from reaprover.core import Theorem
from reaprover.core.declaration import Token, lex
from reaprover.errors import InputError, LeakageError
from reaprover.problems import SET_NAMES, Problem, Split, load_set, similarity
from reaprover.problems.duplicates import THRESHOLD

RULES = 2
"""Version of what counts as the same: what an older version let in is looked at again."""
MAX_ORDERS = 120
"""How many orders of interchangeable variables are tried before the order of the text decides."""
_MAX_WORDS = 5_000  # longer texts are taken word by word
_MAX_DEPTH = 100  # of nested formulas; deeper ones stay plain tokens, so that no statement can exhaust the stack

_OPENING = {"(": ")", "[": "]", "{": "}", "⟨": "⟩", "⦃": "⦄", "⟦": "⟧", "⌊": "⌋", "⌈": "⌉", "‹": "›"}
_CLOSING = frozenset(_OPENING.values())
_QUANTIFIERS = frozenset({"∀", "∃", "∃!", "fun", "λ", "Σ", "Π", "∑", "∏", "⋃", "⋂", "⨆", "⨅"})
_STOPS = frozenset({"if", "let", "match", "have", "do", "by", "show"})  # what stands behind them belongs to them
_ALIASES = {"ℕ": "Nat", "ℤ": "Int", "ℚ": "Rat", "λ": "fun", "↦": "=>", "forall": "∀", "exists": "∃"}
_SPELLINGS = {"<->": "↔", "->": "→", "/\\": "∧", "\\/": "∨", "!=": "≠", "<=": "≤", ">=": "≥"}
_PREFIXED = {"And": "∧", "Or": "∨", "Iff": "↔", "Eq": "=", "Ne": "≠"}
_INHABITED = frozenset({"Prop", "Nat", "Int", "Rat", "Real", "Bool", "Type", "Sort", "String", "Char", "Float", "Unit", "PUnit"})
_INHABITED_FAMILIES = frozenset({"List", "Option", "Array", "Set", "Finset", "Multiset"})
_NO_VARIABLES = _STOPS | _INHABITED | _INHABITED_FAMILIES | {"fun", "then", "else", "with", "in", "from", "True", "False", "true", "false"}
_RELATIONS = ("=", "≠", "≤", "<", "≥", ">", "∈", "∉", "∣")
_OPERATORS = ("↔", "→", "∨", "∧")


@dataclass(frozen=True, slots=True)
class _Atom:
    """Words and bracketed groups in their order; a group is its opening bracket and the formulas in it."""

    parts: tuple[str | _Group | Formula, ...]


@dataclass(frozen=True, slots=True)
class _Group:
    opening: str
    items: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class _Quantified:
    """`binders` are pairs of a name and its type (or domain), None where it has none."""

    word: str
    binders: tuple[tuple[str, Formula | None], ...]
    body: Formula


@dataclass(frozen=True, slots=True)
class _Pair:
    """`∧`, `∨`, `↔`, `:` and the relations; `≥`, `>`, `≠` do not occur."""

    operator: str
    left: Formula
    right: Formula


@dataclass(frozen=True, slots=True)
class _Implication:
    """Premises in the order of the text, conjunctions split; the conclusion is no implication."""

    premises: tuple[Formula, ...]
    conclusion: Formula


Formula: TypeAlias = "_Atom | _Quantified | _Pair | _Implication"
_FALSE = _Atom(("False",))


@dataclass(frozen=True, slots=True)
class Item:
    """What a statement says, up to the changes above.

    Attributes:
        key: sha256 of the normal form, 64 hex digits.
        untyped_key: the same with the types of variables left out, brackets too.
        is_typed: every variable of the statement, a bound one too, has a type in the text.
        text: the normal form, for a person.
    """

    key: str
    untyped_key: str
    is_typed: bool
    text: str


@functools.lru_cache(maxsize=65536)
def item_of(theorem: Theorem) -> Item:
    """The item that a theorem is; its polarity plays no part.

    Raises:
        InputError: a comment or a string in it has no end.
    """
    variables, premises, conclusion = _peel(theorem)
    text = _canonical(variables, premises, conclusion)
    untyped = _canonical(*_untyped(variables, premises, conclusion))
    is_typed = all(kind is not None for kind in variables.values()) and all(map(_is_typed, (*premises, conclusion)))
    return Item(_sha256(text), _sha256(untyped), is_typed, text)


class EvaluationGuard:
    """The held-out statements, and the refusal of anything that is one of them. Immutable."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        """Hold out `problems`, whatever their splits say.

        Raises:
            InputError: a comment or a string in a statement has no end.
        """
        self._problems = tuple(problems)
        self._by_key: dict[str, str] = {}
        self._by_untyped_key: dict[str, tuple[str, bool]] = {}
        constants: set[str] = set()
        for problem in self._problems:
            item = item_of(problem.theorem)
            self._by_key.setdefault(item.key, problem.id)
            constants.update(
                word for line in item.text.split("\n") for word in _NAME.findall(line.removeprefix("given ").removeprefix("show "))
            )
            held = self._by_untyped_key.get(item.untyped_key)
            if held is None or (held[1] and not item.is_typed):  # one without types refuses more
                self._by_untyped_key[item.untyped_key] = problem.id, item.is_typed
        self._constants = frozenset(constants)

    @classmethod
    def of_sets(cls, sets: Iterable[str] = SET_NAMES, extra: Iterable[Path] = ()) -> EvaluationGuard:
        """Hold out everything in `sets` that is not marked as training data, and all of the files `extra` but what is so marked.

        Args:
            sets: names of the sets that come with the package.
            extra: JSONL files of statements; a statement without a split is held out.

        Raises:
            InputError: a set or file cannot be read.
        """
        names: list[str | Path] = [*sets, *extra]
        problems = [problem for name in names for problem in load_set(name)]
        return cls(problem for problem in problems if problem.split is not Split.TRAIN)

    def allowing(self, ids: Iterable[str]) -> EvaluationGuard:
        """A guard that lets these items pass: the declared targets of learning at test time (section 9), and nothing else."""
        allowed = {item_of(problem.theorem).key for problem in self._problems if problem.id in set(ids)}
        return EvaluationGuard(problem for problem in self._problems if item_of(problem.theorem).key not in allowed)

    @property
    def sha256(self) -> str:
        """Hash over the held-out items, independent of their order, and the version of the rules."""
        return _sha256("\n".join([f"rules {RULES}", *sorted(self._by_key)]))

    def __len__(self) -> int:
        """How many different items are held out."""
        return len(self._by_key)

    def find(self, theorem: Theorem) -> str | None:
        """Id of the held-out problem that `theorem` is, or None."""
        item = item_of(theorem)
        if item.key in self._by_key:
            return self._by_key[item.key]
        held = self._by_untyped_key.get(item.untyped_key)
        return held[0] if held is not None and not (held[1] and item.is_typed) else None

    def find_untyped(self, statement: str) -> str | None:
        """As `find`, of a statement's text: types of variables do not count, and what no held-out statement names may be a variable."""
        free = dict.fromkeys(word for word in _NAME.findall(statement) if word not in self._constants and word not in _NO_VARIABLES)
        for text in (statement, f"∀ {' '.join(free)}, {statement}") if free else (statement,):
            held = self._by_untyped_key.get(item_of(Theorem("claim", "", text)).untyped_key)
            if held is not None:
                return held[0]
        return None

    def find_claim(self, script: str) -> str | None:
        """Id of a held-out problem that a script claims on its way, or None: behind `have`, `suffices`, `show` and their kin."""
        return self._find_any(_claims(script))

    def find_state(self, state: str) -> str | None:
        """Id of a held-out problem that a printed state asks for, or that stands in it as a hypothesis for all …, or None."""
        for hypotheses, conclusion in _goals(state):
            binders = " ".join(f"({names} : {kind})" for names, kind in hypotheses)
            try:
                held_out = self.find(Theorem("state", binders, conclusion))
            except InputError:  # a quotation mark or a comment sign inside what Lean printed: not the text of a statement
                held_out = None
            held_out = held_out or self._find_any(part for _, kind in hypotheses for part in _parts(kind) if _GENERAL.match(part))
            if held_out is not None:
                return held_out
        return None

    def find_on_the_way(self, script: str, states: Iterable[str]) -> str | None:
        """Id of a held-out problem that a proof claims or comes down to, or None."""
        return self.find_claim(script) or next(filter(None, map(self.find_state, states)), None)

    def _find_any(self, statements: Iterable[str]) -> str | None:
        for statement in statements:
            try:
                held_out = self.find_untyped(statement)
            except InputError:  # as above
                continue
            if held_out is not None:
                return held_out
        return None

    def check(self, theorem_id: str, theorem: Theorem) -> None:
        """Refuse a held-out statement.

        Args:
            theorem_id: what the offered item is called.
            theorem: its statement, of either polarity.

        Raises:
            LeakageError: it is held out; the error names both items.
        """
        found = self.find(theorem)
        if found is not None:
            raise LeakageError(theorem_id, found)

    def near_duplicates(self, theorem: Theorem, threshold: float = THRESHOLD) -> tuple[tuple[str, float], ...]:
        """Held-out problems that look like `theorem`, the most similar first, with their similarity; for a person to judge."""
        found = [(problem.id, similarity(theorem, problem.theorem)) for problem in self._problems]
        return tuple(sorted(((i, s) for i, s in found if s >= threshold), key=lambda pair: (-pair[1], pair[0])))


_NAME = re.compile(r"(?<![\w.%])[^\W\d][\w'!?₀-₉]*")
_CLAIM = re.compile(r"\b(?:have|haveI|let|suffices|obtain|replace|by_cases|show|change)\b")
_END = re.compile(r":=|\bfrom\b|\bby\b|;|<;>|\n\s*[|·]|\n(?=\S)")
_MAX_CLAIM = 20_000
"""Characters in which the end of a claim is looked for."""
_INACCESSIBLE, _DIGITS = re.compile(r"✝([⁰¹²³⁴⁵⁶⁷⁸⁹]*)"), str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_GENERAL = re.compile(r"[¬(\s]*∀")


def _claims(script: str) -> Iterator[str]:
    """The statements that a script claims, each perhaps in several readings: where one ends is the parser's to know."""
    text = _without_comments(script)
    for found in _CLAIM.finditer(text):
        rest = text[found.end() : found.end() + _MAX_CLAIM]
        end = _END.search(rest)
        whole = rest[: end.start()] if end else rest
        for piece in dict.fromkeys((whole, whole.strip().partition("\n")[0])):
            head, claim = _cut(" ".join(piece.split()))
            binders = re.sub(r"^[^\s(\[{⦃⟨]*\s*", "", head)
            yield from _parts(f"∀ {binders}, {claim}" if binders[:1] in ("(", "[", "{", "⦃") else claim)


def _without_comments(script: str) -> str:
    try:
        comments = [token for token in lex(script) if token.kind == "comment"]
    except InputError:  # no script that Lean takes
        return script
    for token in reversed(comments):
        script = script[: token.start] + " " + script[token.end :]
    return script


def _outside(text: str) -> Iterator[tuple[int, str]]:
    """Letters outside brackets with their places."""
    depth = 0
    for i, letter in enumerate(text):
        depth += (letter in _OPENING) - (letter in _CLOSING)
        if not depth:
            yield i, letter


def _cut(text: str) -> tuple[str, str]:
    """What stands before and behind the colon of a claim; all of it behind where there is none."""
    for i, letter in _outside(text):
        if letter in "∀∃,":
            break
        if letter == ":" and ":" not in (text[i - 1 : i], text[i + 1 : i + 2]):
            return text[:i].strip(), text[i + 1 :].strip()
    return "", text


def _parts(claim: str) -> Iterator[str]:
    """A claim, what it negates, and what `∧` joins in it."""
    claim = claim.replace("/\\", "∧").strip()
    while claim.startswith("(") and [i for i, letter in _outside(claim) if letter == ")"] == [len(claim) - 1]:
        claim = claim[1:-1].strip()
    yield claim
    if claim.startswith("¬"):
        yield claim[1:].strip()
    ends = [i for i, letter in _outside(claim) if letter == "∧"]
    if ends:
        yield from (claim[start:end].strip() for start, end in zip([0, *(i + 1 for i in ends)], [*ends, len(claim)], strict=True))


def _goals(state: str) -> Iterator[tuple[list[tuple[str, str]], str]]:
    """The goals of a printed state: hypotheses as names and type, and the conclusion."""
    hypotheses: list[str] = []
    conclusion: list[str] = []
    for line in [*_INACCESSIBLE.sub(lambda found: f"'{found[1].translate(_DIGITS)}", state).split("\n"), ""]:
        if conclusion and not line.startswith(" "):
            pairs = [text.partition(" : ") for text in hypotheses]
            yield [(names, kind.partition(" := ")[0]) for names, _, kind in pairs if kind], " ".join(" ".join(conclusion)[1:].split())
            hypotheses, conclusion = [], []
        if line.startswith("⊢") or conclusion:
            conclusion.append(line)
        elif line.startswith(" ") and hypotheses:
            hypotheses[-1] += " " + line.strip()
        elif line.strip() and not re.match(r"case \S+$", line):
            hypotheses.append(line)


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


# Reading


def _words(text: str) -> list[str]:
    words: list[str] = []
    for token in _spelled(lex(text)):
        if token.kind == "comment" or token.text == "↑":
            continue
        if token.kind == "word" and "." in token.text and "«" not in token.text:
            head, *rest = token.text.split(".")  # `xs.length` may be a variable and a projection
            words += [head, *(f".{part}" for part in rest)]
        else:
            words.append(_ALIASES.get(token.text, token.text))
    return list(_without_universes(words))


def _spelled(tokens: Iterable[Token]) -> Iterator[Token]:
    """Symbols that stand together as in `->` or `<=` as the one that they spell."""
    waiting: list[Token] = []
    for token in (*tokens, None):
        if token is not None and token.kind == "symbol" and (not waiting or token.start == waiting[-1].end):
            waiting.append(token)
            continue
        while waiting:
            for count in (3, 2, 1):
                spelling = "".join(one.text for one in waiting[:count])
                if spelling in _SPELLINGS or count == 1:
                    yield dataclasses.replace(waiting[0], text=_SPELLINGS.get(spelling, waiting[0].text))
                    del waiting[:count]
                    break
        if token is not None and token.kind == "symbol":
            waiting = [token]
        elif token is not None:
            yield token


def _without_universes(words: Sequence[str]) -> Iterator[str]:
    """`Type` for `Type u`, `Type*` and `Type (max u v)`, and a constant without its `.{u}`."""
    i = 0
    while i < len(words):
        if words[i] == ".{":
            i = next((j for j in range(i, len(words)) if words[j] == "}"), len(words)) + 1
            continue
        yield words[i]
        i += 1
        if words[i - 1] in ("Type", "Sort") and i < len(words):
            if words[i] == "(":
                i = _closing(words, i) + 1
            elif words[i] in ("_", "*") or words[i][0].islower() or words[i].isdigit():
                i += 1


def _closing(words: Sequence[str], start: int) -> int:
    depth = 0
    for i in range(start, len(words)):
        if words[i] in _OPENING:
            depth += 1
        elif words[i] in _CLOSING:
            depth -= 1
            if depth <= 0:
                return i
    return len(words)


def _top_level(words: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Words outside brackets with their places; an opening bracket counts, what is in it does not."""
    i = 0
    while i < len(words):
        yield i, words[i]
        i = _closing(words, i) + 1 if words[i] in _OPENING else i + 1


def _split(words: Sequence[str], separator: str) -> list[list[str]]:
    """Cut at `separator` outside brackets; the comma of a quantifier is no separator."""
    pieces: list[list[str]] = [[]]
    start, pending = 0, 0
    for i, word in _top_level(words):
        if word in _QUANTIFIERS and word != "fun" and separator == ",":
            pending += 1
        elif word == separator:
            if pending:
                pending -= 1
                continue
            pieces[-1] = list(words[start:i])
            pieces.append([])
            start = i + 1
    pieces[-1] = list(words[start:])
    return pieces


def _parse(words: Sequence[str], depth: int = 0) -> Formula:
    while len(words) > 2 and words[0] == "(" and _closing(words, 0) == len(words) - 1 and len(_split(words[1:-1], ",")) == 1:
        words = words[1:-1]
    if depth > _MAX_DEPTH or len(words) > _MAX_WORDS:
        return _Atom(tuple(words))
    if words and words[0] in _QUANTIFIERS:
        quantified = _parse_quantified(words, depth)
        if quantified is not None:
            return quantified
    end = next((i for i, word in _top_level(words) if word in _QUANTIFIERS or word in _STOPS), len(words))
    places: dict[str, int] = {}
    for i, word in _top_level(words[:end]):
        places.setdefault(word, i)
    if ":" in places and places[":"] and words[0] not in _QUANTIFIERS:
        at = places[":"]
        return _Pair(":", _parse(words[:at], depth + 1), _parse(words[at + 1 :], depth + 1))
    for operator in _OPERATORS:
        at = places.get(operator, 0)
        if at:
            if operator == "→":
                return _parse_arrows(words, end, depth)
            return _Pair(operator, _parse(words[:at], depth + 1), _parse(words[at + 1 :], depth + 1))
    if words and words[0] == "¬":
        return _not(_parse(words[1:], depth + 1))
    for operator in _RELATIONS:
        at = places.get(operator, 0)
        if at and at + 1 < len(words):
            return _relation(operator, _parse(words[:at], depth + 1), _parse(words[at + 1 :], depth + 1))
    return _parse_atom(words, depth)


def _parse_arrows(words: Sequence[str], end: int, depth: int) -> Formula:
    """`P → Q → R`, and `(x : A) → R` for `∀ x : A, R`; arrows behind `end` belong to the last part."""
    places = [i for i, word in _top_level(words[:end]) if word == "→"]
    formula = _parse(words[places[-1] + 1 :], depth + 1)
    for begin, stop in reversed(list(zip([-1, *places], places, strict=False))):
        piece = words[begin + 1 : stop]
        if _is_binder(piece):
            formula = _quantified("∀", tuple(_binders(piece, depth)), formula)
        else:
            formula = _implication((_parse(piece, depth + 1),), formula)
    return formula


def _is_binder(words: Sequence[str]) -> bool:
    """Whether the words are one of `(x y : A)`, `{x : A}`, `⦃x : A⦄`, `[C A]`."""
    if len(words) < 3 or words[0] not in ("(", "{", "⦃", "[") or _closing(words, 0) != len(words) - 1:
        return False
    names = words[1 : words.index(":")] if ":" in words else ()
    is_set = any(word in ("//", "|") for _, word in _top_level(words[1:-1]))
    return words[0] == "[" or (bool(names) and all(map(_is_name, names)) and not is_set)


def _quantified(word: str, binders: Sequence[tuple[str, Formula | None]], body: Formula) -> Formula:
    """`∀` and `∃` one inside the other joined; a `∀` without use, as in `∀ _ : P, Q`, is an implication."""
    if isinstance(body, _Quantified) and body.word == word and word in ("∀", "∃"):
        binders, body = (*binders, *body.binders), body.body
    if word == "∀":
        for place in reversed(range(len(binders))):
            name, kind = binders[place]
            later = binders[place + 1 :]
            free = kind is not None and not any(_uses(kind, other) for other, _ in later)
            if free and (name == "_" or not any(_uses(formula, name) for formula in (body, *(k for _, k in later if k is not None)))):
                binders = (*binders[:place], *later)
                body = _implication(() if kind is None or _is_inhabited(kind) else (kind,), body)
    return _Quantified(word, tuple(binders), body) if binders else body


def _uses(formula: Formula | _Group, name: str) -> bool:
    return any(child == name if isinstance(child, str) else _uses(child, name) for child in _children(formula))


def _is_inhabited(kind: Formula) -> bool:
    if not isinstance(kind, _Atom) or not kind.parts:
        return False
    return (kind.parts[0] in _INHABITED and len(kind.parts) < 3) or (kind.parts[0] in _INHABITED_FAMILIES and len(kind.parts) == 2)


def _implication(premises: Sequence[Formula], conclusion: Formula) -> Formula:
    """Uncurried: an implication as conclusion gives its premises, a conjunction as premise gives its parts."""
    flat: list[Formula] = []
    for premise in premises:
        flat += _conjuncts(premise)
    if isinstance(conclusion, _Implication):
        flat += conclusion.premises
        conclusion = conclusion.conclusion
    return _Implication(tuple(flat), conclusion) if flat else conclusion


def _conjuncts(formula: Formula) -> list[Formula]:
    waiting, found = [formula], []
    while waiting:
        one = waiting.pop()
        if isinstance(one, _Pair) and one.operator == "∧":
            waiting += [one.right, one.left]
        elif one != _Atom(("True",)):
            found.append(one)
    return found


def _conjunction(parts: Sequence[Formula]) -> Formula:
    return functools.reduce(lambda right, left: _Pair("∧", left, right), reversed(parts))


def _not(formula: Formula) -> Formula:
    return _Implication((formula,), _FALSE)  # one premise, also where it is a conjunction: `¬(a ∧ b)` is not taken for `a → ¬b`


def _relation(operator: str, left: Formula, right: Formula) -> Formula:
    if operator in ("≥", ">"):
        return _Pair("≤" if operator == "≥" else "<", right, left)
    if operator in ("≠", "∉"):
        return _not(_Pair("=" if operator == "≠" else "∈", left, right))
    return _Pair(operator, left, right)


def _parse_quantified(words: Sequence[str], depth: int) -> Formula | None:
    """A quantifier with its binders and body; None where no body follows."""
    end_words = ("=>",) if words[0] == "fun" else (",",)
    at = next((i for i, word in _top_level(words) if i and word in end_words), None)
    if at is None or at + 1 >= len(words):
        return None
    binders, body = tuple(_binders(words[1:at], depth)), _parse(words[at + 1 :], depth + 1)
    if words[0] in ("∀", "∃"):
        domains = [_domain(name, kind, depth) for name, kind in binders if _is_domain(kind)]
        body = _implication(domains, body) if words[0] == "∀" else _conjunction([*domains, body])
        binders = tuple((name, None if _is_domain(kind) else kind) for name, kind in binders)
    return _quantified(words[0], binders, body)


def _is_domain(kind: Formula | None) -> bool:
    """Whether what stands behind a name is no type but as in `x ∈ s` and `x < n`."""
    return isinstance(kind, _Atom) and len(kind.parts) > 1 and kind.parts[0] in _RELATIONS


def _domain(name: str, kind: Formula | None, depth: int) -> Formula:
    assert isinstance(kind, _Atom)
    return _relation(str(kind.parts[0]), _Atom((name,)), _simple(_Atom(kind.parts[1:])))


def _binders(words: Sequence[str], depth: int = 0) -> Iterator[tuple[str, Formula | None]]:
    """Names with their types; `[C α]` without a name is the name `_`; `x ∈ s` and `x < n` give their domain as type."""
    i = 0
    while i < len(words):
        opening = words[i] if words[i] in _OPENING else ""
        if opening:
            end = _closing(words, i)
            inside = _split(words[i + 1 : end], ":=")[0]
            i = end + 1
        else:
            has_type = any(not _is_name(word) and word not in _OPENING for _, word in _top_level(words[i:]))
            end = len(words) if has_type else next((j for j in range(i, len(words)) if words[j] in _OPENING), len(words))
            inside, i = list(words[i:end]), end
        colon = next((j for j, word in _top_level(inside) if word == ":"), None)
        if colon is not None:
            kind = _parse(inside[colon + 1 :], depth + 1)
            yield from ((name, kind) for name in inside[:colon])
        elif opening == "[":
            yield "_", _parse(inside, depth + 1)
        elif opening == "⟨" or "," in inside:  # a pattern
            yield from ((word, None) for word in inside if _is_name(word))
        else:
            num_names = next((j for j, word in enumerate(inside) if not _is_name(word)), len(inside))
            domain = _parse_atom(inside[num_names:], depth) if num_names < len(inside) else None
            yield from ((name, domain) for name in inside[:num_names])


def _is_name(word: str) -> bool:
    return (word[0].isalpha() or word[0] in "_«") and word != "in"


def _parse_atom(words: Sequence[str], depth: int) -> Formula:
    parts: list[str | _Group | Formula] = []
    i = 0
    while i < len(words):
        word = words[i]
        if word in _QUANTIFIERS and i and (quantified := _parse_quantified(words[i:], depth + 1)) is not None:
            parts.append(quantified)
            break
        if words[i : i + 2] == ["Nat", ".succ"] and i + 2 < len(words) and _is_name(words[i + 2]):
            parts.append(_Group("(", (_Atom((words[i + 2], "+", "1")),)))
            i += 3
        elif word in _OPENING:
            end = _closing(words, i)
            parts.append(_parse_group(word, words[i + 1 : end], depth + 1))
            i = end + 1
        else:
            parts.append(word)
            i += 1
    return _simple(_Atom(tuple(_unbracketed(part) for part in parts)))


def _simple(atom: _Atom) -> Formula:
    """Without redundant brackets; `And p q` and its kin as `p ∧ q`."""
    first, *rest = atom.parts or ("",)
    if isinstance(first, _Group) and not rest and first.opening == "(" and len(first.items) == 1:
        return first.items[0]
    arguments: list[Formula] = []
    for part in rest:
        if isinstance(part, str) and part[0] == "." and arguments and isinstance(arguments[-1], _Atom):
            arguments[-1] = _Atom((*arguments[-1].parts, part))
        else:
            arguments.append(_simple(_Atom((part,))) if isinstance(part, str | _Group) else part)
    if first == "Not" and len(arguments) == 1:
        return _not(arguments[0])
    if first in _PREFIXED and len(arguments) == 2:
        operator = _PREFIXED[str(first)]
        return _relation(operator, *arguments) if operator in _RELATIONS else _Pair(operator, *arguments)
    return atom


def _parse_group(opening: str, words: Sequence[str], depth: int) -> _Group:
    if opening == "{":
        for mark in ("//", "|"):
            at = next((i for i, word in _top_level(words) if word == mark), None)
            if at:
                body = _parse(words[at + 1 :], depth)
                return _Group("{", (_Quantified(mark, tuple(_binders(words[:at], depth)), body),))
    return _Group(opening, tuple(_parse(piece, depth) for piece in _split(words, ",") if piece))


def _unbracketed(part: str | _Group | Formula) -> str | _Group | Formula:
    """`(x)` for one word reads `x`."""
    if isinstance(part, _Group) and part.opening == "(" and len(part.items) == 1:
        inner = part.items[0]
        if isinstance(inner, _Atom) and len(inner.parts) == 1 and isinstance(inner.parts[0], str):
            return inner.parts[0]
    return part


# Taking apart


def _peel(theorem: Theorem) -> tuple[dict[str, Formula | None], list[Formula], Formula]:
    """Variables with their types, premises, conclusion; all names of variables made unique."""
    closed = _parse(_words(theorem.conclusion))
    binders = list(_binders(_words(theorem.binders)))
    bound = {name for name, _ in binders}
    binders = [*_header_variables(theorem, bound), *binders]
    if binders:
        closed = _Quantified("∀", tuple(binders), closed)
    while True:
        if isinstance(closed, _Implication) and closed.conclusion == _FALSE and len(closed.premises) < _MAX_DEPTH:
            closed = _conjunction(closed.premises)
        elif _exists(closed):
            closed = _Quantified("∀", closed.binders, _negated(closed.body))
            break
        else:
            if not _is_negation(closed) and any(map(_is_negation, _conjuncts(closed)[-1:])):
                closed = _negated(closed)
            break
    variables: dict[str, Formula | None] = {}
    premises: list[Formula] = []
    numbers = itertools.count(1)

    def opened(quantified: _Quantified) -> Formula:
        """The body, with its variables among the statement's."""
        renaming: dict[str, str] = {}
        for name, kind in quantified.binders:
            new = f"%{next(numbers)}"
            variables[new] = None if kind is None else _renamed(kind, renaming)
            if name != "_":
                renaming[name] = new
        return _renamed(quantified.body, renaming)

    while True:
        if isinstance(closed, _Implication):
            premises += (part for premise in closed.premises for part in _conjuncts(premise))
            closed = closed.conclusion
        elif isinstance(closed, _Quantified) and closed.word == "∀":
            closed = opened(closed)
        else:
            break
    variables, premises, closed = _without_unused(variables, premises, closed)
    while any(_exists(premise) for premise in premises):
        premises = [part for one in premises for part in (_conjuncts(opened(one)) if _exists(one) else [one])]
        variables, premises, closed = _without_unused(variables, premises, closed)
    return variables, premises, closed


def _exists(formula: Formula) -> TypeGuard[_Quantified]:
    return isinstance(formula, _Quantified) and formula.word == "∃"


def _negated(formula: Formula) -> Formula:
    """What `formula → False` says, with the last part of a conjunction as conclusion where that is a negation itself."""
    parts = _conjuncts(formula)
    last = parts[-1] if parts else None
    if isinstance(last, _Implication) and last.conclusion == _FALSE:
        return _implication(parts[:-1], _conjunction(last.premises))
    return _not(formula)


def _is_negation(formula: Formula) -> bool:
    return isinstance(formula, _Implication) and formula.conclusion == _FALSE


def _header_variables(theorem: Theorem, bound: set[str]) -> list[tuple[str, Formula | None]]:
    """Variables that the header declares and the statement uses, with those that these rest on, `include` names, or are their instances."""
    if "variable" not in theorem.header:
        return []
    words = _words(theorem.header)
    declared: list[tuple[str, Formula | None]] = []
    used = set(_words(theorem.binders)) | set(_words(theorem.conclusion))
    for i, word in enumerate(words):
        start = end = i + 1
        if word == "include":
            used.update(itertools.takewhile(_is_name, words[start:]))
        if word != "variable":
            continue
        while end < len(words) and words[end] in _OPENING:
            end = _closing(words, end) + 1
        declared += _binders(words[start:end])
    names = {name for name, _ in declared} - {"_"}
    kept: list[tuple[str, Formula | None]] = []
    for name, kind in reversed(declared):  # what a type mentions stands before it
        mentioned = set() if kind is None else {each for each in names if _uses(kind, each)}
        if name not in bound and (name in used or (name == "_" and bool(mentioned))):
            kept.append((name, kind))
            used |= mentioned if name != "_" else set()
    is_kept = {name for name, _ in kept}
    return [
        (name, kind)
        for name, kind in reversed(kept)
        if name != "_" or (kind is not None and all(each in is_kept for each in names if _uses(kind, each)))
    ]


def _without_unused(
    variables: dict[str, Formula | None], premises: list[Formula], conclusion: Formula
) -> tuple[dict[str, Formula | None], list[Formula], Formula]:
    """Variables that nothing mentions become premises; those of a type that has members are dropped."""
    kept = dict(variables)
    found = list(premises)
    for name in reversed(variables):
        used = any(name in _names(formula) for formula in (*found, conclusion, *(k for k in kept.values() if k is not None)))
        if used:
            continue
        kind = kept.pop(name)
        if kind is not None and not _is_inhabited(kind):
            found += _conjuncts(kind)
    return kept, found, conclusion


def _untyped(
    variables: dict[str, Formula | None], premises: list[Formula], conclusion: Formula
) -> tuple[dict[str, Formula | None], list[Formula], Formula]:
    """Without the types of variables, hence without types as variables: a claim on the way has them, and their instances, from its goal."""
    in_types = frozenset().union(*(_names(kind) for kind in variables.values() if kind is not None))
    types = {name for name, kind in variables.items() if (kind is None and name in in_types) or _is_universe(kind)}
    premises = [_bare(premise) for premise in premises if not (own := _names(premise)) or own - types]
    conclusion = _bare(conclusion)
    used = frozenset().union(*map(_names, (*premises, conclusion)))
    return {name: None for name in variables if name in used}, premises, conclusion


def _is_universe(kind: Formula | None) -> bool:
    return isinstance(kind, _Atom) and kind.parts[:1] in (("Type",), ("Sort",))


def _is_typed(formula: Formula | _Group) -> bool:
    """Whether every variable bound in it has a type."""
    if isinstance(formula, _Quantified) and any(kind is None for _, kind in formula.binders):
        return False
    return all(isinstance(child, str) or _is_typed(child) for child in _children(formula))


def _bare(formula: Formula) -> Formula:
    """Without types of bound variables, types behind terms, and brackets: as alike as two prints of one statement can be made."""
    match formula:
        case _Quantified():
            return _Quantified(formula.word, tuple((name, None) for name, _ in formula.binders), _bare(formula.body))
        case _Implication():
            return _Implication(tuple(map(_bare, formula.premises)), _bare(formula.conclusion))
        case _Pair():
            left = _bare(formula.left)
            return left if formula.operator == ":" else _Pair(formula.operator, left, _bare(formula.right))
    parts: list[str | _Group | Formula] = []
    for part in formula.parts:
        if isinstance(part, str):
            parts.append(part)
            continue
        if isinstance(part, _Group) and (part.opening != "(" or len(part.items) != 1):
            parts.append(_Group(part.opening, tuple(map(_bare, part.items))))
            continue
        inner = _bare(part.items[0] if isinstance(part, _Group) else part)
        parts += inner.parts if isinstance(inner, _Atom) else (inner,)
    match parts:
        case [_Quantified() | _Pair() | _Implication() as only]:
            return only
    return _Atom(tuple(parts))


def _children(formula: Formula | _Group) -> Iterator[str | Formula | _Group]:
    match formula:
        case _Atom():
            yield from formula.parts
        case _Group():
            yield from formula.items
        case _Pair():
            yield from (formula.left, formula.right)
        case _Implication():
            yield from (*formula.premises, formula.conclusion)
        case _Quantified():
            yield from (kind for _, kind in formula.binders if kind is not None)
            yield formula.body


@functools.lru_cache(maxsize=4096)
def _names(formula: Formula) -> frozenset[str]:
    """The renamed variables (`%1` …) that a formula mentions."""
    waiting: list[Formula | _Group] = [formula]
    found: set[str] = set()
    while waiting:
        for child in _children(waiting.pop()):
            if isinstance(child, str):
                if child[0] == "%" and len(child) > 1:
                    found.add(child)
            else:
                waiting.append(child)
    return frozenset(found)


def _renamed(formula: Formula, names: Mapping[str, str]) -> Formula:
    """`formula` with free names replaced; names bound inside it hide them."""

    def part(each: str | _Group | Formula, names: Mapping[str, str]) -> str | _Group | Formula:
        if isinstance(each, str):
            return names.get(each, each)
        if isinstance(each, _Group):
            return _Group(each.opening, tuple(whole(item, names) for item in each.items))
        return whole(each, names)

    def whole(each: Formula, names: Mapping[str, str]) -> Formula:
        match each:
            case _Atom():
                return _Atom(tuple(part(one, names) for one in each.parts))
            case _Pair():
                return _Pair(each.operator, whole(each.left, names), whole(each.right, names))
            case _Implication():
                return _Implication(tuple(whole(one, names) for one in each.premises), whole(each.conclusion, names))
            case _Quantified():
                binders = []
                for name, kind in each.binders:
                    binders.append((name, None if kind is None else whole(kind, names)))
                    names = {old: new for old, new in names.items() if old != name}
                return _Quantified(each.word, tuple(binders), whole(each.body, names))

    return whole(formula, names)


# Writing


def _write(formula: Formula | _Group | str, names: Mapping[str, str], level: int = 0) -> str:
    """The formula as text: variables by `names`, bound ones by their depth, whatever has no order in a fixed order."""
    match formula:
        case str():
            return names.get(formula, formula)
        case _Atom():
            return " ".join(_write(part, names, level) for part in formula.parts)
        case _Group():
            return formula.opening + " , ".join(_write(item, names, level) for item in formula.items) + _OPENING[formula.opening]
        case _Pair():
            left, right = _write(formula.left, names, level), _write(formula.right, names, level)
            if formula.operator in ("=", "↔") and right < left:
                left, right = right, left
            return f"({left} {formula.operator} {right})"
        case _Implication():
            premises = sorted(_write(premise, names, level) for premise in formula.premises)
            return f"({' → '.join(premises)} ⊢ {_write(formula.conclusion, names, level)})"
        case _Quantified():
            binders, inner = [], dict(names)
            for name, kind in formula.binders:
                binders.append("_" if kind is None else _write(kind, inner, level))
                inner[name] = f"#{level}"
                level += 1
            return f"({formula.word} {' ; '.join(binders)} , {_write(formula.body, inner, level)})"


_STAR = "★"


def _canonical(variables: Mapping[str, Formula | None], premises: Sequence[Formula], conclusion: Formula) -> str:
    """The least text over all orders of the variables that their occurrences do not tell apart."""
    names = list(variables)

    def text(colours: Mapping[str, str]) -> str:
        declared = sorted(f"{colours[name]} : {'_' if kind is None else _write(kind, colours)}" for name, kind in variables.items())
        given = sorted({_write(premise, colours) for premise in premises})
        return "\n".join([*declared, *(f"given {one}" for one in given), f"show {_write(conclusion, colours)}"])

    def refined(colours: dict[str, str]) -> dict[str, str]:
        num_colours = len(set(colours.values()))
        while num_colours < len(names):
            signatures = {name: (colours[name], text({**colours, name: _STAR})) for name in names}
            order = {signature: i for i, signature in enumerate(sorted(set(signatures.values())))}
            colours = {name: f"%{order[signatures[name]]:03d}" for name in names}
            if len(order) == num_colours:
                break
            num_colours = len(order)
        return colours

    best: str | None = None
    num_orders = 0
    waiting = [dict.fromkeys(names, "%000")]
    while waiting and (best is None or num_orders < MAX_ORDERS):
        colours = refined(waiting.pop())
        counts = Counter(colours.values())
        tied = sorted(colour for colour, count in counts.items() if count > 1)
        if not tied:
            found = text(colours)
            best = found if best is None else min(best, found)
            num_orders += 1
            continue
        members = [name for name in names if colours[name] == tied[0]]
        waiting += [{**colours, name: f"{tied[0]}'"} for name in reversed(members)]
    assert best is not None, "every way down ends in colours that are all different"
    return best
