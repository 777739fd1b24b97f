"""S: what a submission may contain (spec verification.md, section 3).

A conservative scanner over tokens, without Lean: an allow-list for commands, attributes and options, a deny-list for words
inside terms and tactics. It is a filter, not security: T, A, K and the sandbox judge whatever passes. It errs towards
refusal only where the text is strange (control characters, unfinished quotes, notation that would change what a comment or
a string is); words in comments, strings and quoted names never count.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from reaprover.core.declaration import Token, follow_scope, lex
from reaprover.errors import InputError
from reaprover.verify.finding import Check, Finding, failed, passed
from reaprover.verify.name import Name, read_name, write_name

MAX_CHARS: Final = 4_000_000


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


COMMANDS: Final = _words(
    "theorem lemma def abbrev opaque instance structure class inductive mutual example namespace section end open variable include "
    "omit universe universes notation infix infixl infixr prefix postfix attribute set_option private protected noncomputable nonrec "
    "local scoped #check #print import deriving in"
)
"""Words that may begin a command, its modifiers included."""

FORBIDDEN_COMMANDS: Final = _words(
    "prelude axiom unsafe partial macro macro_rules syntax declare_syntax_cat elab elab_rules initialize builtin_initialize run_cmd "
    "run_elab run_meta export init_quot binder_predicate simproc dsimproc simproc_decl dsimproc_decl builtin_simproc builtin_dsimproc "
    "builtin_simproc_decl builtin_dsimproc_decl simproc_pattern% gen_injective_theorems% register_simp_attr register_option "
    "register_builtin_option register_label_attr register_tactic_tag register_parser_alias declare_config_elab "
    "declare_command_config_elab declare_simp_like_tactic add_decl_doc unif_hint coinductive grind_pattern tactic_extension "
    "recommended_spelling library_note compile_inductive set_library_suggestions assert_not_exists elab_stx declare_sym_simp "
    "run_tac by_elab bv_decide native_decide show_term dbg_trace eval% include_str reduceBool unlock_limits with_weak_namespace "
    "deprecated_syntax grind_annotated register_error_explanation register_sym_simp register_sym_dsimp register_try?_tactic "
    "declare_core_config_elab declare_term_config_elab assert_not_imported"
)
"""Words that are refused wherever they stand as a word of their own: Lean reserves them, or they run code."""

FORBIDDEN_AT_LINE_START: Final = _words(
    "module public meta seal unseal alias deprecated deprecated_module docs_to_verso suppress_compilation library_note extern elab "
    "recall initGrindNorm init_grind_norm"
)
"""Words that are commands at the start of a line, and may be names elsewhere."""

FORBIDDEN_WORDS: Final = _words("sorry sorryAx")
SEARCH_TACTICS: Final = _words(
    "apply? exact? rw? rewrites? simp? simp?! simp_all? simp_all?! simpa? simpa?! dsimp? dsimp?! erw? by? try? have? hint cases? rcases? "
    "bv_decide? grind? grind!? lia? lia!? finish? mvcgen? invariants? aesop? decide? norm_num? omega? linarith? nlinarith? polyrith "
    "solve_by_elim? recall? unfold? split? case? intro? refine? first? show_term? field_simp? positivity? ring? gcongr? fun_induction?"
)
TACTICS: Final = _words("admit stop repeat' reaprover_serve reaprover_replay serve")
"""Refused where a tactic begins; elsewhere they may be names."""

ATTRIBUTES: Final = _words("simp ext symm refl trans reducible irreducible inline instance")
OPTIONS: Final = _words("maxHeartbeats maxRecDepth synthInstance.maxHeartbeats synthInstance.maxSize autoImplicit relaxedAutoImplicit")
OPTION_PREFIXES: Final = ("linter.", "pp.")

RESERVED: Final[frozenset[Name]] = frozenset(
    [("Nat", f) for f in _words("add sub mul div mod gcd beq ble land lor xor shiftLeft shiftRight pow log2 succ zero rec")]
    + [("Lean", f) for f in _words("reduceBool reduceNat ofReduceBool ofReduceNat trustCompiler")]
    + [(f,) for f in _words("Nat Eq List Quot String Char propext sorryAx eagerReduce")]
    + [
        ("Char", "ofNat"),
        ("String", "ofList"),
        ("Classical", "choice"),
        ("List", "nil"),
        ("List", "cons"),
        ("Bool", "true"),
        ("Bool", "false"),
    ]
)
"""Names that the kernel or the compiler treats specially (spec, "Reserved names"), and the types of literals."""

_BEFORE_TACTIC: Final = _words(
    "by ; · . | => ( ⟨ first try repeat all_goals any_goals iterate solve focus case case' next then else do <;> >"
)
_KEYWORDS: Final = _words("by fun let have show from at")
_FORBIDDEN_ANYWHERE: Final = FORBIDDEN_COMMANDS | FORBIDDEN_WORDS | SEARCH_TACTICS
_STRANGE_IN_NOTATION: Final = re.compile(r"--|/-|-/|[\"«»'`\\#@\s\w]")


@dataclass(frozen=True, slots=True)
class Scan:
    """What the scanner saw.

    Attributes:
        problems: what is refused, with lines.
        imports: imported modules as written.
        options: options set by commands, with their values.
    """

    problems: tuple[str, ...]
    imports: tuple[str, ...]
    options: tuple[tuple[str, str], ...]


def option_values(options: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Option to its value, for the receipt; one that is set several times to all its values, in order."""
    values: dict[str, list[str]] = {}
    for name, value in options:
        values.setdefault(name, []).append(value)
    return {name: ", ".join(dict.fromkeys(given)) for name, given in values.items()}


def is_reserved(name: Name) -> bool:
    """Whether a submission may not declare `name`."""
    if name in RESERVED or name[:1] == ("Quot",):
        return True
    first = name[0] if name else ""
    return isinstance(first, str) and len(first) > 2 and first.startswith("lc") and first[2].isupper()


def scan(source: str, *, where: str = "submission", script: bool = False) -> Scan:
    """Look at every token of a file, or of a tactic script.

    Args:
        source: the text.
        where: its name in messages.
        script: the text is a tactic block: no command may begin in it.
    """
    problems: list[str] = []
    options: list[tuple[str, str]] = []
    imports: list[str] = []
    strange = _strange_character(source)
    if strange:
        problems.append(strange)
    try:
        tokens = [token for token in lex(source.replace("\r\n", "\n"), where=where) if token.kind != "comment"]
    except InputError as error:
        return Scan((*problems, str(error)), (), ())
    text = source.replace("\r\n", "\n")
    lines = [0, *(m.end() for m in re.finditer("\n", text))]
    line_number = 1
    in_notation = False
    scopes: list[str] = []
    for i, token in enumerate(tokens):
        while line_number < len(lines) and lines[line_number] <= token.start:
            line_number += 1
        column = token.start - lines[line_number - 1]
        first_on_line = not text[lines[line_number - 1] : token.start].strip()
        here = f"line {line_number}"
        word = token.text
        before = tokens[i - 1].text if i else ""
        after = tokens[i + 1].text if i + 1 < len(tokens) else ""
        if token.kind == "string":
            problems += _string_problems(token, here, before, in_notation)
            continue
        if token.kind == "char":
            if '"' in word and text[token.start - 1 : token.start] not in ("", " ", "\n", *"([{⟨,"):
                problems.append(f"{here}: {word} could run together with what stands before it")
            continue
        if token.kind == "symbol":
            in_notation = in_notation and word != "=>"
            if word in ("«", "»"):
                problems.append(f"{here}: a quoted name without its end")
            elif word == "`" or (word == "'" and text[token.start - 1 : token.start] in ("", " ", "\n")):
                problems.append(f"{here}: quotation")
            elif word == "@[":
                problems += [f"{here}: attributes inside a tactic block"] if script else _attribute_problems(tokens[i + 1 :], here)
            continue
        if token.kind == "hash":
            if script or word not in COMMANDS:
                problems.append(f"{here}: command {word} is not allowed")
            continue
        if token.kind != "word":
            continue
        starts_command = first_on_line and column == 0
        at_command = (starts_command or before == "in") and not script
        if word in ("notation", "infix", "infixl", "infixr", "prefix", "postfix") and not script:
            in_notation = True
        if word in _FORBIDDEN_ANYWHERE or (first_on_line and word in FORBIDDEN_AT_LINE_START):
            problems.append(f"{here}: {word} is not allowed")
        elif word in TACTICS and (first_on_line or before in _BEFORE_TACTIC) and not (before in "({⟨" and after == ":"):
            problems.append(f"{here}: tactic {word} is not allowed")
        elif word == "native" and (before == "+" or after == ":="):
            problems.append(f"{here}: native evaluation is not allowed")
        elif word == "set_option":
            problems += _option_problems(tokens[i + 1 : i + 3], here, command=at_command, into=options)
        elif word == "open" and not at_command and _has_in(tokens[i + 1 :]):
            problems.append(f"{here}: `open … in` inside a proof is not allowed")
        elif word == "attribute" and not script:
            problems += _attribute_problems(tokens[i + 2 :], here) if after == "[" else []
        elif word in _SCOPES and not script:
            follow_scope(scopes, word, after)
        elif word in _DECLARERS and not script and is_reserved(_declared(scopes, after)):
            problems.append(f"{here}: declares the reserved name {after}")
        elif word == "deriving" and after == "instance":
            problems.append(f"{here}: deriving instance is not allowed")
        elif word == "import" and not script and (starts_command or first_on_line):
            imports.append(after)
        elif script and word in _SCRIPT_ENDERS:
            problems.append(f"{here}: {word} begins a command inside a tactic block")
    return Scan(tuple(problems), tuple(imports), tuple(options))


def is_one_block(script: str) -> bool:
    """Whether a tactic block shows nothing that could reach beyond it, so that it may stand in a file with other people's theorems.

    Stricter than S, and no more than a filter as S is: a block that is refused here is checked in a file of its own.
    """
    return not scan(script, script=True).problems and not any(
        token.text in FORBIDDEN_AT_LINE_START or token.text in _REACHING
        if token.kind == "word"
        else token.kind == "comment" and token.text.startswith(("/--", "/-!"))
        for token in lex(script)
    )


_REACHING: Final = _words("where nonrec decreasing_by termination_by unsuppress_compilation norm_cast_add_elim")
_SCOPES: Final = _words("namespace section mutual end")
_DECLARERS: Final = _words("theorem lemma def abbrev opaque structure class inductive instance")


def _declared(scopes: list[str], word: str) -> Name:
    """The full name that a declaration of `word` gets, as far as the text shows it."""
    full = word.removeprefix("_root_.") if word.startswith("_root_.") else ".".join([*filter(None, scopes), word])
    try:
        return read_name(full.split("{")[0].rstrip("."))
    except InputError:
        return ()


_SCRIPT_ENDERS: Final = _words(
    "theorem lemma def abbrev opaque example instance namespace section structure class inductive mutual universe variable end import "
    "open private protected noncomputable local scoped deriving attribute notation infix infixl infixr prefix postfix include omit"
)


def _strange_character(source: str) -> str:
    if len(source) > MAX_CHARS:
        return f"the text has {len(source)} characters, more than {MAX_CHARS}"
    for i, c in enumerate(source):
        if c < " " and c != "\n" and not (c == "\r" and source[i + 1 : i + 2] == "\n"):
            return f"line {source.count(chr(10), 0, i) + 1}: control character U+{ord(c):04X}"
        if c > "~" and unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp"):
            return f"line {source.count(chr(10), 0, i) + 1}: invisible character U+{ord(c):04X}"
    return ""


def _string_problems(token: Token, here: str, before: str, in_notation: bool) -> list[str]:
    body = token.text[token.text.find('"') + 1 : -1]
    nested = re.match(r'[A-Za-z]+!"', token.text) and re.search(r'\{[^"]*"', body)
    if nested or (_INTERPOLATES.search(before) and body.count("{") > body.count("}")):
        return [f"{here}: a string inside a string that may be interpolated"]
    if in_notation:
        return [f"{here}: notation {token.text} could change what is a comment, a string or a command"] if _odd_symbol(body) else []
    if "{" in body:
        words = set(re.findall(r"[\w?!']+", " ".join(re.findall(r"\{([^}]*)", body))))
        bad = sorted(words & (FORBIDDEN_COMMANDS | FORBIDDEN_WORDS | SEARCH_TACTICS | {"set_option"}))
        return [f"{here}: {bad[0]} inside a string that may be interpolated"] if bad else []
    return []


_INTERPOLATES: Final = re.compile(r"!$|^throw|^log|[\])]$")
"""What may stand before an interpolated string, with white space between."""


def _odd_symbol(body: str) -> bool:
    """Whether a token of a notation could run together with what stands beside it, for a scanner and not for Lean, or the reverse."""
    symbol = body.strip()
    if re.fullmatch(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*", symbol, re.ASCII):
        return symbol in COMMANDS | FORBIDDEN_COMMANDS | _KEYWORDS
    return not symbol or symbol[-1] in "-/" or bool(_STRANGE_IN_NOTATION.search(symbol))


def _attribute_problems(rest: Sequence[Token], here: str) -> list[str]:
    """Attributes up to the closing bracket: each entry's first name must be on the list."""
    problems: list[str] = []
    depth = 0
    expecting = True
    for token in rest:
        if token.text in ("[", "(", "{"):
            depth += 1
        elif token.text == "]" and depth == 0:
            return problems
        elif token.text in ("]", ")", "}"):
            depth -= 1
        elif token.text == "," and depth == 0:
            expecting = True
        elif expecting and token.text not in ("local", "scoped", "-"):
            if token.text not in ATTRIBUTES:
                problems.append(f"{here}: attribute {token.text} is not allowed")
            expecting = False
    return [*problems, f"{here}: attributes without an end"]


def _option_problems(rest: Sequence[Token], here: str, *, command: bool, into: list[tuple[str, str]]) -> list[str]:
    name = rest[0].text if rest else ""
    value = rest[1].text if len(rest) > 1 else ""
    if not command:
        return [f"{here}: set_option inside a proof is not allowed"]
    if name not in OPTIONS and not name.startswith(OPTION_PREFIXES):
        return [f"{here}: option {name} is not allowed"]
    into.append((name, value))
    return []


def _has_in(rest: Iterable[Token]) -> bool:
    for token in rest:
        if token.text == "in":
            return True
        if token.kind != "word" and token.text not in ("(", ")", "→", ","):
            return False
    return False


def check_syntax(
    source: str,
    *,
    imports: Sequence[str],
    declared: Iterable[Name] = (),
    script: str | None = None,
    helpers: Mapping[str, str] = MappingProxyType({}),
) -> Finding:
    """S on a whole file, and on the script that was put into it.

    Args:
        source: the file.
        imports: the reference's imports; no other list is allowed.
        declared: names of the compiled module, where there is one.
        script: the tactic block that the file carries, if it came separately.
        helpers: texts of further modules of the submission; what they import is for Lean to find.
    """
    found = scan(source)
    problems = list(found.problems)
    problems += [f"{name}: {p}" for name, text in helpers.items() for p in scan(text, where=name).problems]
    if script is not None:
        problems += [f"script: {p}" for p in scan(script, where="script", script=True).problems]
    if tuple(found.imports) != tuple(imports):
        problems.append(f"imports {list(found.imports)}, the reference imports {list(imports)}")
    if re.match(r"\s*module\b", _without_comments(source)):
        problems.append("line 1: module is not allowed")
    problems += [f"declares the reserved name {write_name(name)}" for name in declared if is_reserved(name)]
    facts = {"options": option_values(found.options)}
    if problems:
        return failed(Check.SYNTAX, "; ".join(problems[:8]), **facts)
    return passed(Check.SYNTAX, "only allowed commands, attributes, options and tactics", **facts)


def _without_comments(source: str) -> str:
    try:
        tokens = [t for t in lex(source.replace("\r\n", "\n")) if t.kind != "comment"]
    except InputError:
        return ""
    return " ".join(t.text for t in tokens[:3])
