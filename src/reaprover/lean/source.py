"""A user's `.lean` file: the theorems in it that wait for a proof, and the file with found proofs put in.

Decisions:

* Only a theorem, lemma or example whose proof is `sorry` alone (`:= sorry`, `:= by sorry`) is taken. A `sorry` inside a longer proof is
  left: what stands around it would have to be replayed.
* What comes before a theorem is its header, word for word; variables of the file that the statement uses become binders, by Lean's own rule
  (mentioned, or needed by one that is, or an instance whose parts are all there, or `include`d).
* An earlier theorem that is still open is no part of the header: no proof may rest on it, and the strict check allows no `sorry`.
* A found proof replaces the `sorry`, and nothing else in the file changes; line ends stay as they were.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from reaprover.core import Theorem
from reaprover.core.declaration import Declaration, Token, indent, lex, parse_theorems
from reaprover.errors import InputError

MAX_FILE_BYTES = 16 * 1024 * 1024
MAX_STATEMENT_CHARACTERS = 256 * 1024

_BRACKETS = {"(": ")", "{": "}", "[": "]", "⦃": "⦄"}
_STAND_IN = "example : Type := Prop"  # keeps an `open … in` before it whole, and the number of declarations
_TEMPLATE = "theorem NAME : STATEMENT := by sorry"


@dataclass(frozen=True)
class SourceFile:
    """A source text with its theorems.

    Attributes:
        where: the file's name, for messages.
        text: its content, as read.
    """

    where: str
    text: str

    @cached_property
    def declarations(self) -> tuple[Declaration, ...]:
        """All theorems, lemmas and examples, in order.

        Raises:
            InputError: the text cannot be cut into declarations.
        """
        return parse_theorems(self.text, where=self.where)

    @cached_property
    def open_declarations(self) -> tuple[Declaration, ...]:
        """Those whose proof is `sorry` alone, in order; at least one.

        Raises:
            InputError: there is none, or a statement is too long.
        """
        found = tuple(declaration for declaration in self.declarations if _is_sorry(declaration.proof))
        if not found:
            raise self._nothing_to_prove()
        for declaration in found:
            length = len(declaration.theorem.binders) + len(declaration.theorem.conclusion)
            if length > MAX_STATEMENT_CHARACTERS:
                raise InputError(
                    f"{self.where}, line {declaration.line}",
                    f"the statement of {declaration.theorem.name} is too long",
                    found=f"{length} characters",
                    expected=f"at most {MAX_STATEMENT_CHARACTERS}",
                    advice="move its parts into definitions before it",
                )
        return found

    def theorem(self, declaration: Declaration, proofs: Mapping[int, str] | None = None) -> Theorem:
        """What is to be proved for a declaration, with variables of the file as binders.

        Args:
            declaration: one of `declarations`.
            proofs: scripts found for earlier declarations, by their index in `declarations`; they go into the header.
        """
        index = self.declarations.index(declaration)
        known = {at: script for at, script in (proofs or {}).items() if at < index}
        header = SourceFile(self.where, self.with_proofs(known))._without_open(index)
        theorem = header.declarations[index].theorem
        binders = " ".join((*used_variables(theorem), theorem.binders)).strip()
        return dataclasses.replace(theorem, binders=binders)

    def with_proofs(self, proofs: Mapping[int, str]) -> str:
        """The text with scripts in the places of their `sorry`s.

        Args:
            proofs: script at indentation 0 by index in `declarations`.
        """
        line_end = "\r\n" if self.text.count("\r\n") * 2 > self.text.count("\n") else "\n"
        text = self.text
        for index in sorted(proofs, reverse=True):
            declaration = self.declarations[index]
            line_start = text.rfind("\n", 0, declaration.start) + 1
            margin = re.match(r"[ \t]*", text[line_start:])
            indented = indent(proofs[index].strip("\n"), len(margin[0] if margin else "") + 2)
            text = text[: declaration.proof_start] + ("by\n" + indented).replace("\n", line_end) + text[declaration.end :]
        return text

    def _without_open(self, num: int) -> SourceFile:
        """The file with a stand-in for each of the first `num` theorems whose proof has a `sorry`; lines keep their numbers."""
        text = self.text
        for earlier in reversed(self.declarations[:num]):
            if earlier.sorries:
                lines = "\n" * text.count("\n", earlier.start, earlier.end) or " "
                text = text[: earlier.start] + lines + _STAND_IN + text[earlier.end :]
        return self if text == self.text else SourceFile(self.where, text)

    def _nothing_to_prove(self) -> InputError:
        if not self.text.strip():
            return InputError(self.where, "is empty", expected=f"`{_TEMPLATE}`", advice="write a statement into it")
        partial = [declaration for declaration in self.declarations if declaration.sorries]
        if partial:
            return InputError(
                f"{self.where}, line {partial[0].line}",
                f"`sorry` stands inside the proof of {partial[0].theorem.name}",
                expected="a proof that is `by sorry` alone",
                advice="make the part that is missing a theorem of its own",
            )
        num = len(self.declarations)
        return InputError(
            self.where,
            "no theorem waits for a proof",
            found=f"{num} theorem{'s' * (num != 1)}, none of them with `sorry`",
            expected=f"`{_TEMPLATE}`",
            advice="put `sorry` where the proof is wanted",
        )


def read_source(path: Path) -> SourceFile:
    """Read a `.lean` file.

    Raises:
        InputError: no such file, a directory, too large, not UTF-8.
    """
    path = Path(path)
    if path.is_dir():
        raise InputError(str(path), "is a directory", expected="a .lean file", advice="name one file in it")
    try:
        size_bytes = path.stat().st_size
        if size_bytes > MAX_FILE_BYTES:
            raise InputError(str(path), "is too large", found=f"{size_bytes} bytes", expected=f"at most {MAX_FILE_BYTES}")
        data = path.read_bytes()
    except OSError as error:
        raise InputError(str(path), f"cannot be read: {error.strerror or error}", advice="check the name and the permissions") from error
    return SourceFile(str(path), decode_source(data, str(path)))


def decode_source(data: bytes, where: str) -> str:
    """The text of a source file; a byte-order mark is dropped.

    Raises:
        InputError: not UTF-8, or with a NUL.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise InputError(
            f"{where}, line {line}",
            "is not UTF-8",
            found=f"byte 0x{data[error.start]:02x} at {error.start}",
            expected="UTF-8 text",
            advice="save it again as UTF-8",
        ) from error
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise InputError(f"{where}, line {line}", "holds a NUL character", expected="text", advice="save it again as text")
    return text


def statement_theorem(statement: str, name: str = "statement") -> Theorem:
    """The theorem that a bare statement asks for.

    Raises:
        InputError: empty, too long, or not to be written as UTF-8.
    """
    text = statement.strip()
    if not text:
        raise InputError("statement", "is empty", expected="a proposition, for example ∀ p q : Prop, p ∧ q → q ∧ p")
    if len(text) > MAX_STATEMENT_CHARACTERS:
        raise InputError("statement", "is too long", found=f"{len(text)} characters", expected=f"at most {MAX_STATEMENT_CHARACTERS}")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise InputError("statement", "is not UTF-8 text", found=repr(text[error.start]), expected="UTF-8 text") from error
    for _ in lex(text, where="statement"):  # an open comment or string would swallow what is written behind it
        pass
    return Theorem(name, "", text)


def used_variables(theorem: Theorem) -> tuple[str, ...]:
    """The binders, in order, of those `variable`s of the header that Lean would add to the theorem."""
    binders, included = _variables_in_scope(theorem.header)
    if not binders:
        return ()
    own = _binder_names(theorem.binders)
    mentioned = (_words(theorem.binders) | _words(theorem.conclusion) | included) - own
    used: set[int] = set()
    changed = True
    names = {name for binder in binders for name in binder.names}
    while changed:
        changed = False
        for index, binder in enumerate(binders):
            if index in used:
                continue
            is_ready = binder.is_instance and all(
                any(name in binders[i].names for i in used) for name in binder.words & names - set(binder.names)
            )
            if mentioned & set(binder.names) or (is_ready and used):
                used.add(index)
                mentioned |= binder.words - own
                changed = True
    return tuple(binder.text for index, binder in enumerate(binders) if index in used)


@dataclass(frozen=True, slots=True)
class _Binder:
    """One bracketed binder: its text, the names that it binds, the words in it."""

    text: str
    names: tuple[str, ...]
    words: frozenset[str]
    is_instance: bool


def _variables_in_scope(header: str) -> tuple[list[_Binder], frozenset[str]]:
    """The variables in scope at the end of the header, and the names that `include` adds."""
    tokens = [token for token in lex(header) if token.kind != "comment"]
    scopes: list[int] = []
    binders: list[_Binder] = []
    included: set[str] = set()
    index = 0
    while index < len(tokens):
        token = tokens[index]
        index += 1
        if token.depth or token.kind != "word":
            continue
        if token.text in ("namespace", "section", "mutual"):
            scopes.append(len(binders))
        elif token.text == "end" and scopes:
            del binders[scopes.pop() :]
        elif token.text in ("include", "omit"):
            while (
                index < len(tokens) and tokens[index].kind == "word" and header.find("\n", tokens[index - 1].end, tokens[index].start) < 0
            ):
                (included.add if token.text == "include" else included.discard)(tokens[index].text)
                index += 1
        elif token.text == "variable":
            while index < len(tokens) and tokens[index].text in _BRACKETS:
                end = index + 1
                while end < len(tokens) and tokens[end].depth > tokens[index].depth:
                    end += 1
                binders += _binder(header, tokens[index : end + 1])
                index = end + 1
    return binders, frozenset(included)


def _binder(source: str, tokens: list[Token]) -> list[_Binder]:
    """The binder of a bracketed group; [] for one that only changes the brackets of earlier variables."""
    inner = tokens[1:-1]
    colon = next((i for i, token in enumerate(inner) if token.text == ":" and token.depth == tokens[0].depth + 1), None)
    is_instance = tokens[0].text == "["
    if colon is None and not is_instance:
        return []
    names = tuple(token.text for token in inner[: colon or 0] if token.kind == "word")
    words = frozenset(token.text for token in inner[0 if colon is None else colon :] if token.kind == "word")
    words = words | {word.split(".")[0] for word in words}
    return [_Binder(" ".join(source[tokens[0].start : tokens[-1].end].split()), names, words, is_instance)]


def _binder_names(binders: str) -> set[str]:
    tokens = [token for token in lex(binders) if token.kind != "comment"]
    names: set[str] = set()
    index = 0
    while index < len(tokens):
        end = index + 1
        while end < len(tokens) and tokens[end].depth > tokens[index].depth:
            end += 1
        for binder in _binder(binders, tokens[index : end + 1]) if tokens[index].text in _BRACKETS else []:
            names.update(binder.names)
        index = end + 1
    return names


def _words(text: str) -> set[str]:
    words = {token.text for token in lex(text) if token.kind == "word"}
    return words | {word.split(".")[0] for word in words}


def _is_sorry(proof: str) -> bool:
    return [token.text for token in lex(proof) if token.kind != "comment"] in (["sorry"], ["by", "sorry"])
