"""Cuts Lean 4 source text into imports, header and theorem declarations, and writes proofs behind them, without running Lean.

Decisions:
- Only the outside of a declaration is read: keyword, name, universe parameters, binders, conclusion, proof. What stands inside them is
  Lean's to judge; text that Lean would refuse is passed on, not repaired.
- The lexer knows comments (nested), strings (raw and interpolated), character literals, `«…»` names and brackets, so that a keyword inside
  any of them is not a keyword.
- Comments are dropped from binders and conclusion, because both are later joined on one line; the header keeps them.
- `open … in`, `set_option … in` and their kin before a theorem become plain commands at the end of its header.
- Time is linear in the length of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from reaprover.core.nouns import Theorem
from reaprover.errors import InputError

__all__ = ["Declaration", "Token", "indent", "lex", "parse_theorems", "proof_text", "split_imports"]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_OPENING = {"(": ")", "[": "]", "{": "}", "⟨": "⟩", "⟦": "⟧", "⦃": "⦄", "⟪": "⟫", "⌊": "⌋", "⌈": "⌉", "‹": "›"}
_CLOSING = frozenset(_OPENING.values())
_THEOREM_WORDS = frozenset({"theorem", "lemma", "example"})
_DATA_WORDS = frozenset({"def", "abbrev", "instance"})
_RESERVED_COMMANDS = _words(
    "theorem example def abbrev axiom inductive structure class instance opaque namespace section mutual variable universe end "
    "noncomputable private protected partial unsafe nonrec"
)
"""Words that Lean reserves for commands and modifiers: they begin a command wherever they stand outside brackets."""
_COLUMN_ZERO_COMMANDS = _words(
    "lemma open set_option attribute local scoped macro macro_rules syntax notation infix infixl infixr prefix postfix elab elab_rules "
    "declare_syntax_cat initialize builtin_initialize export include omit deriving run_cmd run_meta run_elab simproc public meta import "
    "unif_hint add_decl_doc alias"
)
"""Words that are also used inside terms or tactics, or are not reserved: they begin a command only at the start of a line."""
_MODIFIERS = _words("noncomputable private protected partial unsafe nonrec local scoped public meta")
_PREFIX_COMMANDS = frozenset({"open", "set_option", "variable", "include", "omit", "attribute"})
_LOCAL_DEFINITIONS = frozenset({"let", "have", "letI", "haveI", "let_fun", "let_delayed"})

_LETTER = (
    "A-Za-z_\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017f\u0391-\u039f\u03a1\u03a2\u03a4-\u03a9\u03b1-\u03ba\u03bc-\u03fb\u1f00-\u1ffe\u2100-\u214f"
    "\U0001d49c-\U0001d59f"
)
_FURTHER = _LETTER + "0-9'!?\u2080-\u2089\u2090-\u209c\u1d62-\u1d6a\u2c7c"
"""Characters that begin and continue an identifier, as Lean has them: a wider class would glue a token to the word behind it."""
_TOKEN = re.compile(
    rf"""
    (?P<space>\s+)
  | (?P<comment>--[^\n]*)
  | (?P<block>/-)
  | (?P<raw>r(?P<hashes>\#*)")
  | (?P<interpolated>[a-zA-Z]+!")
  | (?P<string>")
  | (?P<char>'(?:\\(?:u\{{?[0-9a-fA-F]+\}}?|x[0-9a-fA-F]{{2}}|.)|[^\\'])')
  | (?P<word>(?:«[^»\n]*»|[{_LETTER}][{_FURTHER}]*)(?:\.(?:«[^»\n]*»|[{_LETTER}][{_FURTHER}]*))*)
  | (?P<number>0[xX][0-9a-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|[0-9][0-9_]*(?:\.[0-9_]*)?(?:[eE][+-]?[0-9_]+)?)
  | (?P<index>\.[1-9][0-9]*)
  | (?P<universes>\.\{{)
  | (?P<attribute>@\[)
  | (?P<hash>\#[a-z_]+)
  | (?P<symbol>:=|::|=>|<-|//|\\/|''|\.\.\.?|.)
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Token:
    """One token of Lean source; comments are tokens of kind `comment`, white space is left out.

    Attributes:
        kind: comment, string, char, word, number, hash, or symbol (brackets, `.{`, `@[` and all else).
        text: as it stands in the source.
        start: offset of its first character.
        end: offset behind its last character.
        depth: number of brackets open before it; an opening bracket has the depth outside it, its closing bracket as well.
    """

    kind: str
    text: str
    start: int
    end: int
    depth: int


@dataclass(frozen=True, slots=True)
class Declaration:
    """A statement of a source text, offsets in characters of that text.

    Attributes:
        theorem: the statement; its header is all that comes before it but the imports, earlier theorems with their proofs included.
            `theorem.name` is the name as written, to be read inside the header's open namespaces; an example is called `example_K`, a
            nameless instance `instance_K`, K its number among the declarations, from 1.
        keyword: theorem, lemma, example; def, abbrev or instance if such were asked for.
        namespace: the namespaces open at its place, joined by dots; empty at the top.
        modifiers: doc comment, attributes and modifiers before the keyword, as text.
        proof: the text behind `:=`, without the white space around it; for a proof by patterns, from the first `|` on.
        start: where its modifiers (or its keyword) begin.
        proof_start: where `proof` begins.
        end: where `proof` ends.
        line: line of its keyword, from 1.
        sorries: offsets of the word `sorry` in the proof.
    """

    theorem: Theorem
    keyword: str
    namespace: str
    modifiers: str
    proof: str
    start: int
    proof_start: int
    end: int
    line: int
    sorries: tuple[int, ...]

    @property
    def full_name(self) -> str:
        """The name that Lean's environment knows it by."""
        name = self.theorem.name
        if name.startswith("_root_."):
            return name.removeprefix("_root_.")
        return f"{self.namespace}.{name}" if self.namespace else name


def lex(source: str, *, where: str = "source") -> Iterator[Token]:
    """The tokens of `source`, comments included.

    Raises:
        InputError: a comment or a string has no end.
    """
    position, depth, length = 0, 0, len(source)
    while position < length:
        match = _TOKEN.match(source, position)
        assert match is not None, "the last alternative matches any character"
        kind, end = match.lastgroup or "symbol", match.end()
        if kind == "hashes":
            kind = "raw"
        if kind == "space":
            position = end
            continue
        if kind == "block":
            kind, end = "comment", _block_comment_end(source, position, where)
        elif kind == "raw":
            closing = source.find('"' + match["hashes"], end)
            if closing < 0:
                raise _unterminated(source, position, where, "raw string")
            kind, end = "string", closing + 1 + len(match["hashes"])
        elif kind in ("string", "interpolated"):
            kind, end = "string", _string_end(source, end, position, where, interpolated=kind == "interpolated")
        elif kind in ("universes", "attribute", "index"):
            kind = "symbol"
        text = source[position:end]
        if kind == "symbol" and text[-1] in _CLOSING:
            depth = max(0, depth - 1)
        yield Token(kind, text, position, end, depth)
        if kind == "symbol" and text[-1] in _OPENING:
            depth += 1
        position = end


def indent(script: str, num_spaces: int) -> str:
    """The script with every line that is not blank moved to the right; a blank one becomes empty."""
    margin = " " * num_spaces
    return "\n".join(margin + line if line.strip() else "" for line in script.split("\n"))


def head_text(theorem: Theorem) -> str:
    """What stands before the theorem in its file: imports and header."""
    imports = "".join(f"import {name}\n" for name in theorem.imports)
    return f"{imports}{theorem.header.rstrip()}\n" if theorem.header.strip() else imports


def proof_text(theorem: Theorem, script: str) -> str:
    """The theorem with its proof, as Lean source without header and imports."""
    return f"{theorem.declaration} := by\n{indent(script, 2)}\n"


def split_imports(source: str, *, where: str = "source") -> tuple[tuple[str, ...], int]:
    """The modules that `source` imports, and the offset at which its commands begin.

    A leading `prelude` or `module` is skipped; `public import`, `meta import` and `import all` count as imports.

    Raises:
        InputError: a comment or a string has no end.
    """
    imports: list[str] = []
    body = 0
    expecting_module = False
    for token in lex(source, where=where):
        if token.kind == "comment":
            continue
        if expecting_module and token.text == "all":
            continue
        if expecting_module and token.kind == "word":
            imports.append(token.text)
            expecting_module, body = False, token.end
        elif token.text == "import":
            expecting_module = True
        elif token.text in ("prelude", "module") and not imports:
            body = token.end
        elif token.text not in ("public", "meta"):
            break
    return tuple(imports), body


def parse_theorems(source: str, *, where: str = "source", open_data: bool = False) -> tuple[Declaration, ...]:
    """All theorems, lemmas and examples of `source`, in order.

    Args:
        source: Lean 4 source text of a whole file; Windows line ends are allowed and become `\\n` in the texts given back.
        where: the file's name, for error messages.
        open_data: give definitions and instances whose body is `sorry` alone as well; some statement sets ask for data.

    Raises:
        InputError: a comment or a string has no end, or a theorem lacks its name, its `:` or its proof.
    """
    imports, body = split_imports(source, where=where)
    tokens = [token for token in lex(source, where=where) if token.start >= body]
    starts = _command_starts(source, tokens)
    line_starts = [0, *(found.end() for found in re.finditer("\n", source))]
    declarations: list[Declaration] = []
    scopes: list[str] = []
    for number, (first, keyword_index) in enumerate(starts):
        last = starts[number + 1][0] if number + 1 < len(starts) else len(tokens)
        command = [token for token in tokens[first:last] if token.kind != "comment"]
        keyword = sum(token.kind != "comment" for token in tokens[first:keyword_index])
        word = command[keyword].text
        if word in ("namespace", "section", "mutual", "end"):
            named = keyword + 1 < len(command) and command[keyword + 1].kind == "word"
            follow_scope(scopes, word, command[keyword + 1].text if named else "")
        elif word in _THEOREM_WORDS or (open_data and word in _DATA_WORDS and _is_left_open(command)):
            namespace = ".".join(filter(None, scopes))
            start = tokens[first].start
            prefix_start, moved = _moved_prefix(source, command[:keyword], start)
            header = f"{source[body:start].strip()}\n{moved}".strip()
            place = f"{where}, line {_line(line_starts, command[keyword].start)}"
            declarations.append(
                _declaration(
                    source,
                    command,
                    keyword,
                    header=_unix(header),
                    imports=imports,
                    namespace=namespace,
                    start=prefix_start,
                    number=len(declarations) + 1,
                    line=_line(line_starts, command[keyword].start),
                    place=place,
                )
            )
    return tuple(declarations)


def follow_scope(scopes: list[str], word: str, name: str) -> None:
    """Enter or leave scopes as a command does; every part of a dotted name is a scope of its own, so `end B` may leave half of `A.B`.

    Args:
        scopes: the open ones, changed in place; a namespace's part by its name, anything else as the empty text.
        word: `namespace`, `section`, `mutual` or `end`.
        name: what stands behind the word, empty if no name does.
    """
    parts = _NAME_PART.findall(name) or [""]
    if word == "end":
        del scopes[-len(parts) :]
    elif word == "mutual":
        scopes.append("")
    else:
        scopes += parts if word == "namespace" else [""] * len(parts)


_NAME_PART = re.compile(r"«[^»]*»|[^.«»]+")


def _declaration(
    source: str,
    command: list[Token],
    keyword: int,
    *,
    header: str,
    imports: tuple[str, ...],
    namespace: str,
    start: int,
    number: int,
    line: int,
    place: str,
) -> Declaration:
    word = command[keyword].text
    position = keyword + 1
    name = f"example_{number}"
    if word == "instance" and position < len(command) and command[position].kind != "word":
        name = f"instance_{number}"
    elif word != "example":
        if position >= len(command) or command[position].kind != "word":
            found = repr(command[position].text) if position < len(command) else "the end of the text"
            raise InputError(
                place, f"`{word}` without a name", found=found, expected="a name", advice="use `example` for an unnamed statement"
            )
        name = command[position].text
        position += 1
    base = command[keyword].depth
    levels: tuple[str, ...] = ()
    if position < len(command) and command[position].text == ".{":
        closing = next((i for i in range(position, len(command)) if command[i].text == "}"), len(command))
        levels = tuple(token.text for token in command[position + 1 : closing] if token.kind == "word")
        position = closing + 1
    colon = next((i for i in range(position, len(command)) if command[i].depth == base and command[i].text in (":", ":=")), None)
    if colon is None or command[colon].text != ":":
        raise InputError(
            place,
            f"`{word} {name}` has no statement",
            expected=f"`{word} {name} … : STATEMENT := by sorry`",
            advice="write the type after a colon",
        )
    proof = _proof_index(command, colon + 1, base, source)
    if proof is None:
        raise InputError(
            place, f"`{word} {name}` has no proof", expected="`:= by sorry` behind the statement", advice="end it with `:= by sorry`"
        )
    conclusion = _text(source, command[colon + 1 : proof])
    if not conclusion:
        raise InputError(place, f"`{word} {name}` has an empty statement", expected="a proposition behind the colon")
    by_patterns = command[proof].text == "|"
    body = command[proof:] if by_patterns else command[proof + 1 :]
    if not body:
        raise InputError(place, f"`{word} {name}` has an empty proof", expected="`by sorry` or a proof behind `:=`")
    theorem = Theorem(name, _text(source, command[position:colon]), conclusion, header, imports, levels)
    return Declaration(
        theorem=theorem,
        keyword=word,
        namespace=namespace,
        modifiers=_unix(source[start : command[keyword].start].strip()),
        proof=_unix(source[body[0].start : body[-1].end]),
        start=start,
        proof_start=body[0].start,
        end=body[-1].end,
        line=line,
        sorries=tuple(token.start for token in body if token.text == "sorry"),
    )


def _is_left_open(command: list[Token]) -> bool:
    texts = [token.text for token in command[-3:]]
    return texts[-2:] == [":=", "sorry"] or texts == [":=", "by", "sorry"]


def _proof_index(command: list[Token], begin: int, base: int, source: str) -> int | None:
    """The `:=` that ends the statement, or the first `|` at the start of a line if the proof is by patterns."""
    pending = 0
    bar: int | None = None
    for i in range(begin, len(command)):
        token = command[i]
        if token.depth != base:
            continue
        if token.text in _LOCAL_DEFINITIONS:
            pending += 1
        elif token.text == ":=":
            if not pending:
                return i
            pending -= 1
        elif token.text == "|" and bar is None and source[source.rfind("\n", 0, token.start) + 1 : token.start].strip() == "":
            bar = i
    return bar


def _command_starts(source: str, tokens: list[Token]) -> list[tuple[int, int]]:
    """Per command the indices of its first token (its doc comment, if it has one) and of its keyword."""
    starts: list[tuple[int, int]] = []
    index = 0
    while index < len(tokens):
        if _begins_command(source, tokens[index]):
            keyword = _keyword_index(source, tokens, index)
            has_doc = index > 0 and tokens[index - 1].kind == "comment" and tokens[index - 1].text.startswith("/--")
            starts.append((index - 1 if has_doc else index, keyword))
            index = keyword
        index += 1
    return starts


def _begins_command(source: str, token: Token) -> bool:
    if token.depth:
        return False
    if token.kind == "word" and token.text in _RESERVED_COMMANDS:
        return True
    at_line_start = token.start == 0 or source[token.start - 1] == "\n"
    return at_line_start and (token.text == "@[" or token.kind == "hash" or token.text in _COLUMN_ZERO_COMMANDS)


def _keyword_index(source: str, tokens: list[Token], index: int) -> int:
    """The word that says what the command is, behind attributes, modifiers and `… in` prefixes."""
    last = index
    while index < len(tokens):
        token = tokens[index]
        if token.kind == "comment" or token.text in _MODIFIERS:
            last, index = index, index + 1
        elif token.text == "@[":
            last = next(
                (i for i in range(index + 1, len(tokens)) if tokens[i].text == "]" and tokens[i].depth == token.depth), len(tokens) - 1
            )
            index = last + 1
        elif token.text in _PREFIX_COMMANDS:
            behind = next((i for i in range(index + 1, len(tokens)) if tokens[i].text == "in" or _begins_command(source, tokens[i])), None)
            if behind is None or tokens[behind].text != "in":
                return index
            last, index = behind, behind + 1
        else:
            return index
    return last


def _moved_prefix(source: str, prefix: list[Token], start: int) -> tuple[int, str]:
    """Where the modifiers begin, behind all `… in`; and the prefix commands as commands of their own."""
    begin, commands, index = start, [], 0
    for i, token in enumerate(prefix):
        if token.text == "in" and token.depth == prefix[index].depth:
            commands.append(source[prefix[index].start : token.start].strip())
            index = i + 1
            begin = prefix[index].start if index < len(prefix) else token.end
    return begin, "\n".join(commands)


def _text(source: str, tokens: list[Token]) -> str:
    """The source from the first to the last token, comments dropped (they are missing in `tokens`), white space otherwise as written."""
    pieces: list[str] = []
    for i, token in enumerate(tokens):
        if i:
            gap = source[tokens[i - 1].end : token.start]
            pieces.append(gap if gap.isspace() or not gap else _blank(gap))
        pieces.append(token.text)
    return _unix("".join(pieces))


def _blank(gap: str) -> str:
    return "\n" + gap[gap.rfind("\n") + 1 :] if "\n" in gap and gap[gap.rfind("\n") + 1 :].isspace() else " "


def _unix(text: str) -> str:
    return text.replace("\r\n", "\n")


def _line(line_starts: list[int], offset: int) -> int:
    low, high = 0, len(line_starts)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if line_starts[middle] <= offset else (low, middle)
    return low + 1


def _unterminated(source: str, start: int, where: str, what: str) -> InputError:
    line = source.count("\n", 0, start) + 1
    return InputError(f"{where}, line {line}", f"a {what} begins here and has no end", expected=f"the end of the {what}", advice="close it")


_BLOCK_MARK = re.compile(r"/-|-/")


def _block_comment_end(source: str, start: int, where: str) -> int:
    depth, position = 1, start + (3 if source[start : start + 3] in ("/--", "/-!") else 2)  # `/--/` is open
    while depth:
        mark = _BLOCK_MARK.search(source, position)
        if mark is None:
            raise _unterminated(source, start, where, "comment")
        depth += 1 if mark[0] == "/-" else -1
        position = mark.end()
    return position


_STRING_MARK = re.compile(r'\\.|["{}]', re.DOTALL)


def _string_end(source: str, position: int, start: int, where: str, *, interpolated: bool) -> int:
    """Offset behind the closing quote; inside `{…}` of an interpolated string, quotes open strings of their own."""
    stack: list[bool] = [interpolated]
    braces = 0
    while True:
        mark = _STRING_MARK.search(source, position)
        if mark is None:
            raise _unterminated(source, start, where, "string")
        text, position = mark[0], mark.end()
        if text == '"':
            if braces and len(stack) == 1:
                stack.append(False)
            else:
                stack.pop()
                if not stack:
                    return position
        elif len(stack) == 1 and stack[0] and text in "{}":
            braces = max(0, braces + (1 if text == "{" else -1))
