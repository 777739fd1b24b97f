"""Writes `Init/Syntax.lean`, `Init/Print.lean` and `Init/PrintCollections.lean` from what exists compiled in the Lean library.

    python -m reaprover.lean.binding [FOLDER]

Parsers, macros and unexpanders are bound by name instead of being typed again. Decisions:

* The generated files are checked in, so that nothing is generated on a user's machine; a test regenerates and compares.
* A parser's object says its node kind and which helper parsers it names, but not its category: names decide (`category`).
* What other theories need (grind, bv_decide, mvcgen, documentation, do notation for verification) and what runs or writes things at
  elaboration time is left out (`EXCLUDED`). What is dangerous only as a step of a proof (`sorry`, `stop`, `exact?` …) stays bound, so
  that the tactic server recognises it by kind and refuses it by name.
* An unexpander is bound only if the parsers of what it prints are bound: otherwise the printer gives up and all such goals print alike.
  `Int.negSucc` is therefore not among `PRINTED` (its notation is scoped), nor are helpers of error messages.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from reaprover.lean.compiled import CompiledLibrary, Name, NotALeanObjectError, read_symbols, unmangle
from reaprover.lean.toolchain import find_library

LIBRARY_FOLDER = Path(__file__).parent / "library"
"""Root of the Lean sources; `Init.X` lies in `Init/X.lean` below it."""

CONSTRUCTORS = (
    "const", "unary", "binary", "node", "trailingNode", "symbol", "nonReservedSymbol",
    "cat", "parser", "nodeWithAntiquot", "sepBy", "sepBy1", "unicodeSymbol",
)  # fmt: skip
"""Constructors of `Lean.ParserDescr` in order of their tags."""

SUBPARSERS = {
    "unary": (1,), "binary": (1, 2), "node": (2,), "trailingNode": (3,), "nodeWithAntiquot": (2,), "sepBy": (0, 2), "sepBy1": (0, 2),
}  # fmt: skip
"""Fields that are parsers themselves."""

TACTIC: Name = ("Lean", "Parser", "Tactic")
ATTRIBUTE: Name = ("Lean", "Parser", "Attr")
EXT: Name = ("Lean", "Elab", "Tactic", "Ext")
SYNTAX: Name = ("Lean", "Parser", "Syntax")

ATTRIBUTES = {"simp", "norm_cast", "normCastLabel", "ext", "extFlat", "extIff", "simprocAttr", "wf_preprocess", "cbv_eval"}
CATEGORIES = ("binderPred", "rcasesPat", "rintroPat", "rawStx", "conv (behavior := both)")
"""Syntax categories that the parsers need beyond those built in."""

ROOT_PARSER = re.compile(r"(term|prio|prec|stx|tactic|boolIf|coe\w*Notation|rawNatLit).*")
LEAN_PARSER = re.compile(r"((un)?bracketedExplicit|explicitBinders|binderIdent|calc|cdot|term|solve|binderPred).*")

EXCLUDED = tuple(
    re.compile(pattern)
    for pattern in (
        r".*([gG]rind|vcgen|[iI]nvariant|guard|quot$|instInhabited|instRepr|Category).*",  # other theories, instances
        r"(Doc|Do)\..*",  # documentation, verification of do blocks
        r"m[a-z]+(Error|Macro|Pat.*|Pats)?|m(spec|pure|rename|left).*",  # separation-logic proof mode
        r"bv[A-Z].*|lia|sym|cutsat|grobner|frameAlt|vcAlts?|anchor",  # bit-vector, arithmetic and verification front ends
        r"firstPar|attemptAll.*|try[RT].*|suggestions",  # the `try?` machinery
        r"sleep|dbgTrace|runTac|nativeDecide|termPrintln.*",  # runs code or prints
        r".*AutoUnfold|.*Bang|by\?|showTermElab|withImplicit|normCastAddElim|declareSimpLikeTactic",  # no macro under a plain name
        r"tactic(Unhygienic|Mvcgen|Deriving).*|introMatch|.*nestedTactic.*",
        r"Lean\.term(ThrowError|Register|M!|Macro).*",  # metaprogramming notation
    )
)

PRINTED = (
    "And", "BEq.beq", "Bind.bind", "Bool.and", "Bool.not", "Bool.or", "Complement.complement", "Dvd.dvd", "Eq", "Eq.ndrec", "Eq.rec",
    "Exists", "Function.comp", "Functor.map", "GE.ge", "GT.gt", "HAdd.hAdd", "HAnd.hAnd", "HAppend.hAppend", "HDiv.hDiv", "HEq",
    "HMod.hMod", "HMul.hMul", "HOr.hOr", "HPow.hPow", "HSMul.hSMul", "HShiftLeft.hShiftLeft", "HShiftRight.hShiftRight", "HSub.hSub",
    "HXor.hXor", "Iff", "Inv.inv", "LE.le", "LT.lt", "List.cons", "List.nil", "List.toArray", "Membership.mem", "Ne", "Neg.neg", "Not",
    "Or", "PProd", "PSigma", "Prod", "Prod.mk", "Sigma", "Subtype", "Sum", "Unit.unit", "bne", "ite",
)  # fmt: skip
"""Constants of logic and arithmetic whose applications print as notation."""

PRINTED_COLLECTIONS = (
    "EmptyCollection.emptyCollection", "GetElem.getElem", "GetElem?.getElem!", "GetElem?.getElem?", "HasEquiv.Equiv",
    "HasSSubset.SSubset", "HasSubset.Subset", "Inter.inter", "PSum", "SDiff.sdiff", "Union.union",
)  # fmt: skip
"""The same for constants that the library declares later."""

UNEXPANDER_OF = {
    "EqNDRec": "Eq.ndrec", "EqRec": "Eq.rec", "GetElem": "GetElem.getElem", "GetElem!": "GetElem?.getElem!",
    "GetElem?": "GetElem?.getElem?",
    "Ite": "ite", "ListCons": "List.cons", "ListNil": "List.nil", "ListToArray": "List.toArray", "ProdMk": "Prod.mk", "Unit": "Unit.unit",
}  # fmt: skip
"""`unexpand<key>` is the unexpander of this constant; other `unexpand<Name>` are of the constant <Name>."""

AUXILIARY = re.compile(r"_aux_(?:Init|Lean)_\w+?___(macroRules|unexpand)_(.+)_(\d+)$")
KEYWORDS = frozenset(
    (
        "let", "fun", "in", "at", "case", "first", "show", "change", "have", "ext", "done", "skip", "exact", "apply", "intro", "cases",
        "induction", "split", "left", "right", "match", "if", "then", "else", "do", "where", "open", "calc", "instance", "class", "macro",
        "export",
    )
)  # fmt: skip
HEAD = """/- Written by reaprover.lean.binding: compiled {what}, bound by name. Do not edit: run `python -m reaprover.lean.binding`. -/
prelude
import {module}
set_option linter.all false"""


@dataclass(frozen=True, slots=True)
class Parser:
    """A compiled parser description.

    Attributes:
        constructor: name of the outermost `ParserDescr` constructor.
        kind: node kind it produces; empty for helpers without a node.
        references: parsers that it names and that must be declared before it.
    """

    constructor: str
    kind: Name
    references: frozenset[Name]


def references(library: CompiledLibrary, pointer: int) -> frozenset[Name]:
    """Names of the parsers that the description at `pointer` refers to."""
    constructor, fields = CONSTRUCTORS[library.tag(pointer)], library.fields(pointer)
    if constructor == "parser":
        return frozenset((library.name(fields[0]),))
    return frozenset[Name]().union(*(references(library, fields[i]) for i in SUBPARSERS.get(constructor, ())))


def read_parser(library: CompiledLibrary, symbol: str) -> Parser | None:
    """The parser description behind a data symbol; None if it is something else."""
    try:
        pointer = library.constant(symbol)
        constructor, fields = CONSTRUCTORS[library.tag(pointer)], library.fields(pointer)
        kind: Name = ()
        if constructor in ("node", "trailingNode", "nodeWithAntiquot"):
            kind = library.name(fields[1 if constructor == "nodeWithAntiquot" else 0])
        return Parser(constructor, kind, references(library, pointer))
    except (NotALeanObjectError, IndexError):
        return None


def is_wanted(name: Name) -> bool:
    """Whether the data symbol `name` is a parser that the core library offers."""
    inside_tactic = name[:3] == TACTIC
    short = ".".join(name[3:] if inside_tactic else name)
    if "" in name or any(pattern.fullmatch(short) for pattern in EXCLUDED):
        return False
    if inside_tactic or name[:3] == SYNTAX or name[:4] == EXT or name == ("Lean", "Attr", "coe"):
        return True
    if name[:3] == ATTRIBUTE:
        return name[3] in ATTRIBUTES
    if len(name) == 1:
        return ROOT_PARSER.fullmatch(name[0]) is not None
    return len(name) == 2 and name[0] == "Lean" and LEAN_PARSER.fullmatch(name[1]) is not None


def category(name: Name) -> str | None:
    """The syntax category of a parser, by its name; None for helpers."""
    last = name[-1]
    if name[:3] == TACTIC:
        if name[3] in ("rcasesPat", "rintroPat") and len(name) > 4:
            return name[3]
        return "conv" if name[3] == "Conv" and last != "conv" else "tactic"
    if name[:3] == ATTRIBUTE or name == ("Lean", "Attr", "coe"):
        return "attr"
    if name[:3] == SYNTAX:
        return "prec" if "Prec" in last else "prio" if "Prio" in last else "term"
    if name[:4] == EXT or last in ("cdot", "calcTactic", "solveTactic"):
        return "tactic"
    prefix = next((c for c in ("binderPred", "prio", "prec", "stx", "tactic") if last.startswith(c)), None)
    if prefix is not None:
        return prefix
    return "term" if re.match(r"term|calc$|boolIf|coe|rawNatLit", last) else None


def quoted(name: Name) -> str:
    """The name as it is written in Lean, `«»` where needed."""
    return ".".join(c if re.fullmatch(r"[A-Za-z_][A-Za-z0-9_'!?]*", c) and c not in KEYWORDS else f"«{c}»" for c in name)


def in_order(parsers: dict[Name, Parser]) -> Iterable[Name]:
    """The parsers, helpers first, every one after those that it refers to."""
    done: dict[Name, None] = {}

    def visit(name: Name) -> None:
        if name in done or name not in parsers:
            return
        for reference in sorted(parsers[name].references):
            visit(reference)
        done[name] = None

    for name in sorted(parsers, key=lambda n: (parsers[n].constructor != "nodeWithAntiquot", n)):
        visit(name)
    return done


def parser_line(name: Name, parser: Parser) -> str:
    """The declaration that binds one parser."""
    is_category_parser = parser.constructor in ("node", "trailingNode") and parser.kind == name
    group = category(name) if is_category_parser else None
    priority = 1001 if name[-1] == "binder" else 1000
    attribute = f"{group}_parser {priority}, " if group else ""
    trailing = "Trailing" if parser.constructor == "trailingNode" else ""
    return f'@[{attribute}extern "compiled"] opaque _root_.{quoted(name)} : Lean.{trailing}ParserDescr'


def macro_lines(name: Name, kind: Name, number: int) -> list[str]:
    """The declarations that bind one compiled macro to the node kind that it expands."""
    result = "EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax"
    return [
        f'@[extern "compiled"] opaque _root_.{quoted(name)} (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : {result}',
        f"@[macro {quoted(kind)}] def Lean.bound.macro{number} : Lean.Macro := fun s c st => _root_.{quoted(name)} s c st",
    ]


def unexpander_lines(name: Name, constant: str, number: str) -> list[str]:
    """The declarations that bind one compiled unexpander to the constant that it prints."""
    return [
        f'@[extern "compiled"] opaque _root_.{quoted(name)} (s r : Lean.Syntax) (st : Unit) : EStateM.Result Unit Unit Lean.Syntax',
        f"@[app_unexpander {quoted(tuple(constant.split('.')))}] def Lean.bound.{number} : Lean.PrettyPrinter.Unexpander := "
        f"fun s r st => _root_.{quoted(name)} s r st",
    ]


def unexpanded_constant(name: Name, printed: Iterable[str]) -> str | None:
    """The constant among `printed` that a compiled function unexpands; None if it is none of them."""
    auxiliary = AUXILIARY.match(name[-1])
    if auxiliary and auxiliary[1] == "unexpand":
        return {constant.replace(".", "_"): constant for constant in printed}.get(auxiliary[2])
    if len(name) == 1 and name[0].startswith("unexpand"):
        key = name[0].removeprefix("unexpand")
        constant = UNEXPANDER_OF.get(key, key)
        return constant if constant in printed else None
    return None


def printing_text(functions: Iterable[Name], printed: tuple[str, ...], modules: str, prefix: str) -> str:
    """A file that binds the unexpanders of `printed`, which `modules` declare; `prefix` tells its names from those of other files."""
    lines = [HEAD.format(what="unexpanders", module=modules)]
    number = 0
    for name in functions:
        constant = unexpanded_constant(name, printed)
        if constant is not None:
            number += 1
            lines += unexpander_lines(name, constant, f"{prefix}{number}")
    return "\n".join(lines) + "\n"


def generate(path: Path) -> dict[str, str]:
    """The generated files, by path below the library's folder, for the Lean library at `path`, which is loaded into this process."""
    library = CompiledLibrary(path)
    parsers: dict[Name, Parser] = {}
    functions: list[Name] = []
    for symbol in read_symbols(path):
        if not symbol.text.startswith("l_") or "___closed" in symbol.text:
            continue
        name = unmangle(symbol.text[2:])
        if not symbol.is_data:
            if "macroRules_" in name[-1] or "unexpand" in name[-1]:
                functions.append(name)
        elif is_wanted(name):
            parser = read_parser(library, symbol.text)
            # a parser of a category produces a node of its own name; helpers are referred to by name
            if parser and (parser.constructor in ("nodeWithAntiquot", "binary", "unary") or parser.kind == name):
                parsers[name] = parser
    functions.sort()

    syntax = [HEAD.format(what="parsers and macros", module="Init.Syn")]
    syntax += [f"declare_syntax_cat {c}" for c in CATEGORIES]
    syntax += [parser_line(name, parsers[name]) for name in in_order(parsers)]
    kinds = {"_".join(name): name for name in parsers}
    num_macros = 0
    for name in functions:
        auxiliary = AUXILIARY.match(name[-1])
        if auxiliary and auxiliary[1] == "macroRules" and auxiliary[2] in kinds:
            num_macros += 1
            syntax += macro_lines(name, kinds[auxiliary[2]], num_macros)

    return {
        "Init/Syntax.lean": "\n".join(syntax) + "\n",
        "Init/Print.lean": printing_text(functions, PRINTED, "Init.Logic", "unexpander"),
        "Init/PrintCollections.lean": printing_text(
            functions, PRINTED_COLLECTIONS, "Init.List.Basic\nimport Init.Logic.Classes", "collection"
        ),
    }


def main(arguments: list[str]) -> int:
    """Write the files below the folder in `arguments` (default: the library beside this module)."""
    folder = Path(arguments[0]) if arguments else LIBRARY_FOLDER
    for path, text in generate(find_library()).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
