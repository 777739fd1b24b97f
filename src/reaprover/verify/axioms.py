"""A: the axioms that a theorem rests on (spec verification.md, section 5).

Computed over the constants of compiled modules, names as values; nothing is printed or parsed, and nothing of the
candidate runs.
"""

from __future__ import annotations

from typing import Final

from reaprover.verify.environment import Compiled, references
from reaprover.verify.finding import Check, Finding, failed, passed
from reaprover.verify.name import Name, write_name
from reaprover.verify.olean import Kind, Safety

ALLOWED: Final[frozenset[Name]] = frozenset({("propext",), ("Classical", "choice"), ("Quot", "sound")})


def axioms_of(candidate: Compiled, target: Name) -> tuple[set[Name], list[str]]:
    """The axioms that `target` rests on, and what in its closure is unsafe, partial, doubled or missing.

    The closure goes over types and values, through theorems, definitions and opaque bodies, constructors and their types.
    """
    axioms: set[Name] = set()
    problems: list[str] = []
    seen: set[Name] = set()
    waiting: list[Name] = [target]
    used: set[Name] = set()
    library = candidate.library
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        constant = candidate.find(name)
        if name in library:
            used.add(name)
            if constant is None:
                continue
            problems.append(f"{write_name(name)} is declared by the library and again by the submission")
        if constant is None:
            problems.append(f"{write_name(name)} is declared nowhere")
            continue
        if sum(name in module for _, module in candidate.modules) > 1:
            problems.append(f"{write_name(name)} is declared more than once")
        if constant.kind is Kind.AXIOM:
            axioms.add(name)
            if name in ALLOWED:
                problems.append(f"axiom {write_name(name)} is declared by the submission")
        if constant.kind is Kind.QUOTIENT:
            problems.append(f"quotient constant {write_name(name)} is declared by the submission")
        if constant.safety is not Safety.SAFE:
            problems.append(f"{write_name(name)} is {constant.safety.name.lower()}")
        waiting.extend(references(constant))
    return axioms | library.axioms_of(used), problems


def check_axioms(candidate: Compiled, target: Name) -> Finding:
    """The closure of `target` has no axiom but the three, all from the library, and nothing unsafe or partial."""
    if candidate.find(target) is None:
        return failed(Check.AXIOMS, f"there is no {write_name(target)} to look at")
    axioms, problems = axioms_of(candidate, target)
    names = sorted(write_name(name) for name in axioms)
    foreign = sorted(write_name(name) for name in axioms - ALLOWED)
    if foreign:
        problems.insert(0, f"rests on {', '.join(foreign[:8])}")
    if problems:
        return failed(Check.AXIOMS, "; ".join(problems[:8]), axioms=names)
    return passed(Check.AXIOMS, f"rests on {', '.join(names) or 'no axiom'}", axioms=names)
