"""T: the statement that was proved is the statement that was asked for (spec verification.md, section 4).

Both sides are read from compiled modules into one store, where equality up to bound names, binder annotations and metadata
is identity. Nothing is unfolded, nothing is printed.
"""

from __future__ import annotations

import hashlib

from reaprover.verify.environment import Compiled, references
from reaprover.verify.finding import Check, Finding, failed, passed
from reaprover.verify.name import Name, write_name
from reaprover.verify.olean import Constant, Kind, Module, Safety
from reaprover.verify.term import App, Const, Expr, Lam, Let, Level, NatLit, Pi, Proj, Sort, Store, StrLit, Var, constants, nodes, unapply

SORRY: Name = ("sorryAx",)


def check_statement(candidate: Compiled, reference: Compiled, target: Name) -> Finding:
    """Compare the target and everything of the reference's own that its statement rests on.

    Args:
        candidate: the submission's modules, over the same store as `reference`.
        reference: the trusted statement's modules.
        target: full name of the theorem.
    """
    wanted = reference.find(target)
    if wanted is None:
        return failed(Check.STATEMENT, f"the reference declares no {write_name(target)}")
    problems: list[str] = []
    if candidate.main.imports != reference.main.imports:
        problems.append(f"imports {_imports(candidate.main)} where the reference imports {_imports(reference.main)}")
    found = candidate.find(target)
    if found is None:
        problems.append(f"there is no {write_name(target)} to compare")
    else:
        if found.kind is not Kind.THEOREM or found.safety is not Safety.SAFE:
            problems.append(f"{write_name(target)} is not a theorem but a {found.safety.name.lower()} {found.kind.value}")
        problems += _differences(found, wanted, values=False)
    own = statement_closure(reference, wanted)
    holes = [constant.name for constant in own if _is_hole(constant)]
    for constant in own:
        other = candidate.find(constant.name)
        if other is None:
            problems.append(f"{write_name(constant.name)}, which the statement rests on, is missing")
        else:
            problems += _differences(other, constant, values=constant.kind is not Kind.THEOREM and constant.name not in holes)
    for name in [target, *(constant.name for constant in own)]:
        places = [where for where, module in candidate.modules if name in module]
        if name in candidate.library or len(places) > 1:
            problems.append(f"{write_name(name)} is declared more than once")
    facts = {
        "statement_hash": statement_hash(reference, wanted),
        "definitions": sorted(write_name(constant.name) for constant in own),
        "holes": sorted(write_name(name) for name in holes),
    }
    if problems:
        return failed(Check.STATEMENT, "; ".join(problems[:8]), **facts)
    return passed(Check.STATEMENT, f"equal to the reference, with {len(own)} definitions of its own", **facts)


def _imports(module: Module) -> str:
    return "[" + ", ".join(write_name(name) for name in module.imports) + "]"


def _is_hole(constant: Constant) -> bool:
    """Whether the value as a whole is left open; a `sorry` in a part of it opens that part only."""
    if constant.kind not in (Kind.DEFINITION, Kind.OPAQUE) or constant.value is None:
        return False
    body = constant.value
    while isinstance(body, Lam):
        body = body.body
    return _is_open(body)


def _is_open(term: Expr) -> bool:
    head, _ = unapply(term)
    return isinstance(head, Const) and head.name == SORRY


def _differences(found: Constant, wanted: Constant, *, values: bool) -> list[str]:
    name = write_name(wanted.name)
    if len(found.levels) != len(wanted.levels):
        return [f"{name} has {len(found.levels)} universe parameters, the reference {len(wanted.levels)}"]
    if len(set(found.levels)) != len(found.levels):
        return [f"{name} repeats a universe parameter"]
    problems = []
    if found.kind is not wanted.kind:
        problems.append(f"{name} is a {found.kind.value}, in the reference a {wanted.kind.value}")
    renaming = dict(zip(found.levels, wanted.levels, strict=True))
    if not same_term(found.type, wanted.type, renaming):
        problems.append(f"{name} has another type than in the reference")
    if values:
        if not _same_value(found.value, wanted.value, renaming):
            problems.append(f"{name} has another value than in the reference")
        counts = ("safety", "constructors", "num_params", "num_indices", "num_fields", "inductive", "index", "block", "is_recursive")
        for count in counts:
            if getattr(found, count) != getattr(wanted, count):
                problems.append(f"{name} has other {count.replace('_', ' ')} than in the reference")
                break
    return problems


def _same_value(found: Expr | None, wanted: Expr | None, renaming: dict[Name, Name]) -> bool:
    if found is None or wanted is None:
        return found is wanted
    return same_term(found, wanted, renaming)


def same_term(found: Expr, wanted: Expr, renaming: dict[Name, Name]) -> bool:
    """Equality of two terms of one store after renaming the level parameters of the first.

    Both sides get fresh parameter names, so that a renaming that swaps names cannot confuse them.
    """
    if found is wanted and all(a == b for a, b in renaming.items()):
        return True
    store = Store()
    memo: dict[Expr, Expr] = {}
    left = _copy(found, {a: i for i, a in enumerate(renaming)}, store, memo)
    right = _copy(wanted, {b: i for i, b in enumerate(renaming.values())}, store, {})
    return left is right or _same_but_open(left, right)


def _same_but_open(found: Expr, wanted: Expr) -> bool:
    """Equal except for arguments and bodies that `wanted` leaves open; their types are fixed by what stands around them."""
    stack, seen = [(found, wanted, False)], set[tuple[Expr, Expr, bool]]()
    while stack:
        pair = stack.pop()
        a, b, may_be_open = pair
        if a is b or pair in seen or (may_be_open and _is_open(b)):
            continue
        seen.add(pair)
        match a, b:
            case App(), App():
                stack += [(a.fn, b.fn, False), (a.arg, b.arg, True)]
            case (Lam(), Lam()) | (Pi(), Pi()):
                stack += [(a.type, b.type, False), (a.body, b.body, isinstance(a, Lam))]
            case Let(), Let():
                stack += [(a.type, b.type, False), (a.value, b.value, True), (a.body, b.body, True)]
            case Proj(), Proj() if (a.struct, a.index) == (b.struct, b.index):
                stack.append((a.term, b.term, False))
            case _:
                return False
    return True


def _copy(term: Expr, params: dict[Name, int], store: Store, memo: dict[Expr, Expr]) -> Expr:
    """`term` in another store, its level parameters numbered."""
    values = {name: store.param((i,)) for name, i in params.items()}
    levels: dict[Level, Level] = {}

    def level(old: Level) -> Level:
        if old not in levels:
            levels[old] = _copy_level(old, values, store)
        return levels[old]

    for node in nodes(term):
        new: Expr
        match node:
            case App():
                new = store.app(memo[node.fn], memo[node.arg])
            case Lam():
                new = store.lam(memo[node.type], memo[node.body])
            case Pi():
                new = store.pi(memo[node.type], memo[node.body])
            case Let():
                new = store.let(memo[node.type], memo[node.value], memo[node.body])
            case Const():
                new = store.const(node.name, tuple(level(u) for u in node.levels))
            case Sort():
                new = store.sort(level(node.level))
            case Var():
                new = store.bvar(node.index)
            case NatLit():
                new = store.nat(node.value)
            case StrLit():
                new = store.string(node.value)
            case Proj():
                new = store.proj(node.struct, node.index, memo[node.term])
            case _:
                raise AssertionError("terms of modules have no free variables")
        memo[node] = new
    return memo[term]


def _copy_level(level: Level, values: dict[Name, Level], store: Store) -> Level:
    order: list[Level] = []
    stack = [(level, False)]
    while stack:
        node, done = stack.pop()
        if done:
            order.append(node)
            continue
        stack.append((node, True))
        if node.tag in (Level.SUCC, Level.MAX, Level.IMAX):
            stack.append((node.left, False))
        if node.tag in (Level.MAX, Level.IMAX):
            stack.append((node.right, False))
    memo: dict[Level, Level] = {}
    for node in order:
        match node.tag:
            case Level.ZERO:
                memo[node] = store.zero
            case Level.SUCC:
                memo[node] = store.succ(memo[node.left])
            case Level.MAX:
                memo[node] = store.max(memo[node.left], memo[node.right])
            case Level.IMAX:
                memo[node] = store.imax(memo[node.left], memo[node.right])
            case _:
                memo[node] = values.get(node.name, store.param(("unknown", *node.name)))
    return memo[level]


def statement_closure(reference: Compiled, target: Constant) -> list[Constant]:
    """The reference's own constants that the target's *type* rests on, proofs' bodies excluded, in name order."""
    found: dict[Name, Constant] = {}
    waiting = list(constants(target.type))
    while waiting:
        name = waiting.pop()
        if name in found or name == target.name:
            continue
        constant = reference.find(name)
        if constant is None:
            continue
        found[name] = constant
        waiting.extend(constants(constant.type) if constant.kind is Kind.THEOREM else references(constant))
    return [found[name] for name in sorted(found, key=write_name)]


def statement_hash(reference: Compiled, target: Constant) -> str:
    """sha256 of the statement as a term, with the definitions it rests on; independent of bound names and of the proof."""
    digest = hashlib.sha256()
    for constant in [target, *statement_closure(reference, target)]:
        terms = [constant.type]
        if constant is not target and constant.value is not None and constant.kind is not Kind.THEOREM:
            terms.append(constant.value)
        line = [write_name(constant.name), constant.kind.value, str(len(constant.levels))]
        line += [term_hash(term, constant.levels) for term in terms]
        digest.update(("\t".join(line) + "\n").encode())
    return digest.hexdigest()


def term_hash(term: Expr, levels: tuple[Name, ...] = ()) -> str:
    """sha256 of a term up to bound names; level parameters count by their place in `levels`."""
    places = {name: i for i, name in enumerate(levels)}
    memo: dict[Expr, bytes] = {}

    def level(u: Level) -> str:
        match u.tag:
            case Level.ZERO:
                return "0"
            case Level.SUCC:
                return f"S({level(u.left)})"
            case Level.PARAM:
                return f"P{places[u.name]}" if u.name in places else f"P({write_name(u.name)})"
            case _:
                return f"{'M' if u.tag == Level.MAX else 'I'}({level(u.left)},{level(u.right)})"

    for node in nodes(term):
        match node:
            case App():
                text = b"a" + memo[node.fn] + memo[node.arg]
            case Lam():
                text = b"l" + memo[node.type] + memo[node.body]
            case Pi():
                text = b"p" + memo[node.type] + memo[node.body]
            case Let():
                text = b"t" + memo[node.type] + memo[node.value] + memo[node.body]
            case Const():
                text = f"c{write_name(node.name)} {' '.join(map(level, node.levels))}".encode()
            case Sort():
                text = b"s" + level(node.level).encode()
            case Var():
                text = b"v%d" % node.index
            case NatLit():
                text = b"n%x" % node.value
            case StrLit():
                text = b"q" + node.value.encode("utf-8", "surrogatepass")
            case Proj():
                text = f"j{node.index} {write_name(node.struct)} ".encode() + memo[node.term]
            case _:
                raise AssertionError("terms of modules have no free variables")
        memo[node] = hashlib.sha256(text).digest()
    return memo[term].hex()
