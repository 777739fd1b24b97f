"""Premises for prompts: theorems that share rare words with the goal (spec service.md, section 7). No model.

The index is a file of JSON lines `{"formal_name", "formal_statement"}` with unique full names. Scores are sums of inverse document
frequencies of shared words, divided by the root of the statement's length; equal scores are ordered by name, so results are a function
of index, query and number.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path

from reaprover.core.canonical import JsonError, JsonObject, parse_json
from reaprover.errors import InputError

MAX_RESULTS = 256
MAX_QUERY = 65_536
_WORD = re.compile(r"[^\s(){}\[\],:;⟨⟩]+")


@dataclass(frozen=True, slots=True)
class PremiseIndex:
    """Theorems by word.

    Attributes:
        entries: name and statement.
        postings: word → (entry, weight).
    """

    entries: tuple[tuple[str, str], ...]
    postings: dict[str, tuple[tuple[int, float], ...]]

    @classmethod
    def load(cls, path: Path) -> PremiseIndex:
        """Read an index.

        Raises:
            InputError: a line that is no entry, or a name for the second time.
        """
        entries: dict[str, str] = {}
        for number, line in enumerate(path.read_bytes().splitlines(), 1):
            where = f"{path.name}, line {number}"
            try:
                value = parse_json(line)
            except JsonError as error:
                raise InputError(where, "is no JSON", found=str(error)[:200], expected="one object a line") from None
            name, statement = (value.get("formal_name"), value.get("formal_statement")) if isinstance(value, dict) else (None, None)
            if not isinstance(name, str) or not name or not isinstance(statement, str):
                raise InputError(where, "is no premise", expected='{"formal_name": text, "formal_statement": text}')
            if name in entries:
                raise InputError(where, "has a name for the second time", found=name[:80], expected="unique names")
            entries[name] = statement
        return cls.of(entries)

    @classmethod
    def of(cls, entries: dict[str, str]) -> PremiseIndex:
        """An index of these theorems."""
        words = [Counter(_WORD.findall(f"{name.replace('.', ' ')} {statement}")) for name, statement in entries.items()]
        frequency = Counter(word for counter in words for word in counter)
        postings: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for index, counter in enumerate(words):
            length = math.sqrt(sum(counter.values()) or 1)
            for word in counter:
                postings[word].append((index, math.log(1 + len(words) / frequency[word]) / length))
        return cls(tuple(entries.items()), {word: tuple(listed) for word, listed in postings.items()})

    def search(self, query: str, num_results: int) -> list[JsonObject]:
        """The best premises for a goal, best first."""
        scores: dict[int, float] = defaultdict(float)
        for word in sorted(set(_WORD.findall(query))):
            for index, weight in self.postings.get(word, ()):
                scores[index] += weight
        best = sorted(scores, key=lambda index: (-scores[index], self.entries[index][0]))[:num_results]
        return [{"formal_name": self.entries[i][0], "formal_statement": self.entries[i][1]} for i in best]
