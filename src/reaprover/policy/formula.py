"""Reads printed goals: hypotheses, target, and the outermost connective of a proposition.

Decision: the policy sees text, as a language model would, so this is a reader of Lean's printed form and no parser of Lean. It knows
brackets, binders and the precedence of the logical connectives and relations; everything below a relation is an opaque term. What it
misreads costs a wasted tactic, never a wrong proof.
"""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass
from functools import lru_cache

INACCESSIBLE = "✝"
_TOKEN = re.compile(
    r"(?P<word>(?:«[^»]*»|[^\W\d][\w'!?]*)(?:\.(?:«[^»]*»|[^\W\d][\w'!?]*|\d+))*(?:✝[⁰¹²³⁴⁵⁶⁷⁸⁹]*)?)|\d+"
    r"|:=|=>|::|\+\+|&&|\|\||==|!=|\^\^|<\||\|>|∃!|\?[\w.]+|\.[\w]+|[^\s]"
)
_OPEN, _CLOSE = frozenset("([{⟨⦃⟦"), frozenset(")]}⟩⦄⟧")
_SCOPES = frozenset({"∀", "∃", "∃!", "fun", "λ", "if", "match", "let", "have", "Σ"})
RELATIONS = frozenset({"=", "≠", "≤", "<", "≥", ">", "∈", "∉", "∣", "=="})


class Head(enum.Enum):
    """The outermost symbol of a proposition; `ATOM` is anything else."""

    FORALL = "∀"
    EXISTS = "∃"
    IFF = "↔"
    IMPLIES = "→"
    OR = "∨"
    AND = "∧"
    NOT = "¬"
    RELATION = "="
    TRUE = "True"
    FALSE = "False"
    ATOM = "atom"


_CONNECTIVES = (("↔", Head.IFF), ("→", Head.IMPLIES), ("∨", Head.OR), ("∧", Head.AND))


@dataclass(frozen=True, slots=True)
class Binder:
    """A bound name with its printed type, which is empty where Lean prints none."""

    name: str
    type: str


@dataclass(frozen=True, slots=True)
class Formula:
    """A proposition (or a type) as read from print.

    Attributes:
        text: as printed, without outer brackets and on one line.
        head: its outermost symbol.
        parts: what the head joins, as text: two for ↔ → ∨ ∧ and relations, one (the body) for ¬ ∀ ∃, none otherwise.
        binders: names bound by ∀ or ∃.
        symbol: the relation for `RELATION`, the first word for `ATOM`.
        words: all identifiers and operators in it.
    """

    text: str
    head: Head
    parts: tuple[str, ...] = ()
    binders: tuple[Binder, ...] = ()
    symbol: str = ""
    words: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A named local: an assumption, a variable, an instance or a let."""

    name: str
    type: str
    value: str = ""

    @property
    def is_accessible(self) -> bool:
        """Its name can be typed."""
        return INACCESSIBLE not in self.name

    @property
    def formula(self) -> Formula:
        """Its type, read."""
        return parse(self.type)


@dataclass(frozen=True, slots=True)
class Goal:
    """A printed goal.

    Attributes:
        case: its case tag, empty if it has none.
        hypotheses: all locals, in order.
        target: what is to be shown, read.
    """

    case: str
    hypotheses: tuple[Hypothesis, ...]
    target: Formula

    def type_of(self, name: str) -> str:
        """The printed type of a local; empty if there is none of that name."""
        return next((found.type for found in reversed(self.hypotheses) if found.name == name), "")

    def is_proposition(self, hypothesis: Hypothesis) -> bool:
        """Whether a local is a proof rather than data, as far as print tells."""
        formula = hypothesis.formula
        if formula.head is Head.ATOM:
            if formula.symbol in _DATA_TYPES or any(operator in formula.words for operator in ("×", "⊕")):
                return False
            own = self.type_of(formula.symbol)
            return own == "Prop" or own.endswith("→ Prop")
        if formula.head in (Head.IMPLIES, Head.FORALL):
            return _result(formula) not in _DATA_TYPES and self._result_is_proposition(formula)
        return True

    def _result_is_proposition(self, formula: Formula) -> bool:
        while formula.head in (Head.IMPLIES, Head.FORALL):
            formula = parse(formula.parts[-1])
        if formula.head is not Head.ATOM:
            return True
        own = self.type_of(formula.symbol)
        return own == "Prop" or own.endswith("→ Prop")


_DATA_TYPES = frozenset({"Nat", "Int", "List", "Option", "Bool", "Type", "Sort", "Prop", "Fin", "String", "Char", "Unit", "Array"})


def _result(formula: Formula) -> str:
    while formula.head in (Head.IMPLIES, Head.FORALL):
        formula = parse(formula.parts[-1])
    return formula.symbol


@lru_cache(maxsize=65536)
def tokens(text: str) -> tuple[tuple[str, int, int], ...]:
    """Tokens of printed text with their places."""
    return tuple((match[0], match.start(), match.end()) for match in _TOKEN.finditer(text))


@lru_cache(maxsize=65536)
def words(text: str) -> tuple[str, ...]:
    """Tokens of printed text."""
    return tuple(token for token, _, _ in tokens(text))


@lru_cache(maxsize=65536)
def parse(text: str) -> Formula:
    """Read a printed proposition."""
    text = " ".join(text.split())
    found = tokens(text)
    while found and found[0][0] == "(" and _closing(found, 0) == len(found) - 1:
        text = text[found[0][2] : found[-1][1]].strip()
        found = tokens(text)
    if not found:
        return Formula(text, Head.ATOM)
    names = frozenset(token for token, _, _ in found)
    first = found[0][0]
    if first in ("∀", "∃"):
        comma = _outside(found, frozenset({","}), 1)
        if comma is not None:
            binders = _binders(text, found[1:comma])
            body = text[found[comma][2] :].strip()
            return Formula(text, Head.FORALL if first == "∀" else Head.EXISTS, (body,), binders, "", names)
    for symbol, head in _CONNECTIVES:
        place = _outside(found, frozenset({symbol}), 0)
        if place is not None:
            parts = (text[: found[place][1]].strip(), text[found[place][2] :].strip())
            return Formula(text, head, parts, (), symbol, names)
    if first == "¬":
        return Formula(text, Head.NOT, (text[found[0][2] :].strip(),), (), "¬", names)
    place = _outside(found, RELATIONS, 0)
    if place is not None:
        parts = (text[: found[place][1]].strip(), text[found[place][2] :].strip())
        return Formula(text, Head.RELATION, parts, (), found[place][0], names)
    if len(found) == 1 and first in ("True", "False"):
        return Formula(text, Head.TRUE if first == "True" else Head.FALSE, (), (), first, names)
    return Formula(text, Head.ATOM, (), (), first, names)


@lru_cache(maxsize=16384)
def read_goal(printed: str) -> Goal:
    """Read a goal as Lean prints it."""
    case, target = "", ""
    hypotheses: list[Hypothesis] = []
    lines: list[str] = []
    for line in printed.split("\n"):
        if lines and (line.startswith((" ", "\t"))):
            lines[-1] += " " + line.strip()
        else:
            lines.append(line)
    for line in lines:
        if line.startswith("case ") and not hypotheses:
            case = line[5:].strip()
        elif line.startswith("⊢"):
            target = line[1:].strip()
        else:
            names, colon, rest = line.partition(" : ")
            if colon:
                kind, _, value = rest.partition(" := ")
                hypotheses += [Hypothesis(name, kind.strip(), value.strip()) for name in names.split()]
    return Goal(case, tuple(hypotheses), parse(target))


def binder_names(text: str) -> tuple[str, ...]:
    """The names that `(x y : T) z` binds."""
    return tuple(binder.name for binder in _binders(text, tokens(text)))


def unwrap(text: str) -> str:
    """Text without outer brackets."""
    return parse(text).text


def bracketed(text: str) -> str:
    """Text as it may stand as an argument."""
    found = tokens(text)
    if len(found) == 1 or (found and found[0][0] in _OPEN and _closing(found, 0) == len(found) - 1):
        return text
    return f"({text})"


def substitute(text: str, values: dict[str, str]) -> str:
    """Replace names by terms, token by token; `x.1` counts as a use of `x`. Blind to shadowing."""
    pieces, position = [], 0
    for token, start, end in tokens(text):
        name, dot, rest = token.partition(".")
        value = values.get(token) or (values.get(name) if dot else None)
        if value is not None:
            pieces.append(text[position:start] + bracketed(value) + (dot + rest if token not in values else ""))
            position = end
    return "".join(pieces) + text[position:]


def match(pattern: tuple[str, ...], subject: tuple[str, ...], variables: frozenset[str], bound: dict[str, str]) -> dict[str, str] | None:
    """Match token lists: a variable of the pattern stands for one token or one bracketed group; None if they do not match."""
    bound = dict(bound)
    i = j = 0
    while i < len(pattern) and j < len(subject):
        token = pattern[i]
        if token in variables:
            end = j + 1
            if subject[j] in _OPEN:
                depth = 1
                while end < len(subject) and depth:
                    depth += (subject[end] in _OPEN) - (subject[end] in _CLOSE)
                    end += 1
            elif subject[j] in _CLOSE:
                return None
            value = _joined(subject[j:end])
            if bound.setdefault(token, value) != value:
                return None
            i, j = i + 1, end
        elif token == subject[j]:
            i, j = i + 1, j + 1
        else:
            return None
    return bound if i == len(pattern) and j == len(subject) else None


def _joined(parts: tuple[str, ...]) -> str:
    text = " ".join(parts)
    return re.sub(r"(?<=[(⟨\[]) | (?=[)⟩\],])", "", text)


def _closing(found: tuple[tuple[str, int, int], ...], start: int) -> int:
    depth = 0
    for i in range(start, len(found)):
        if found[i][0] in _OPEN:
            depth += 1
        elif found[i][0] in _CLOSE:
            depth -= 1
            if depth == 0:
                return i
    return -1


def _outside(found: tuple[tuple[str, int, int], ...], wanted: frozenset[str], start: int) -> int | None:
    """The first wanted token outside brackets, and before any word whose scope runs to the end."""
    depth = 0
    for i in range(start, len(found)):
        token = found[i][0]
        if token in _OPEN:
            depth += 1
        elif token in _CLOSE:
            depth -= 1
        elif depth == 0:
            if token in wanted:
                return i
            if token in _SCOPES:
                return None
    return None


def _binders(text: str, found: tuple[tuple[str, int, int], ...]) -> tuple[Binder, ...]:
    binders: list[Binder] = []
    i = 0
    while i < len(found):
        closing = _closing(found, i) if found[i][0] in _OPEN else -1
        end = closing if closing >= 0 else len(found) - 1  # what is not closed runs to the end
        group = found[i + 1 : end] if closing >= 0 else found[i : end + 1]
        colon = next((k for k, token in enumerate(group) if token[0] == ":"), None)
        names = [token for token, _, _ in (group if colon is None else group[:colon])]
        kind = "" if colon is None else text[group[colon][2] : group[-1][2]].strip()
        binders += [Binder(name, kind) for name in names]
        i = end + 1
    return tuple(binders)
