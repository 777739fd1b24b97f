"""E: positive evidence that the theorem is there (spec verification.md, section 2).

Exit status 0, silence and matching text are not evidence. The compiled module must have been written by this run, into a
place that did not hold it before, and must contain the target under exactly its full name, as a theorem.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from reaprover.verify.environment import Compiled, references
from reaprover.verify.finding import Check, Finding, failed, passed, unverified
from reaprover.verify.name import Name, write_name
from reaprover.verify.olean import Kind


def check_evidence(candidate: Compiled, target: Name) -> Finding:
    """The compiled candidate contains the target.

    Args:
        candidate: the modules as this run wrote them.
        target: full name of the theorem.
    """
    main = candidate.main
    if main.is_module:
        return failed(Check.EVIDENCE, "the file is written with a `module` header; its proofs may be private")
    if target not in main:
        alike = [name for name in main.names if name and target and name[-1] == target[-1]]
        hint = f"; there is {write_name(alike[0])}" if alike else ""
        return failed(Check.EVIDENCE, f"the compiled module declares no {write_name(target)}{hint}")
    kind = main.constant(target).kind
    if kind is not Kind.THEOREM:
        return failed(Check.EVIDENCE, f"{write_name(target)} is a {kind.value}, not a theorem")
    return passed(Check.EVIDENCE, f"{write_name(target)} is a theorem of the compiled module", constants=len(main.names))


def check_apart(candidate: Compiled, reference: Compiled, targets: Sequence[Name]) -> Finding | None:
    """What keeps one of several proofs in a file from being a proof by itself; None if nothing does.

    The file declares what the reference does and what Lean makes by itself, and no target rests on another one.

    Args:
        candidate: the modules as this run wrote them.
        reference: the trusted statements' modules.
        targets: full names of the theorems.
    """
    extra = next((name for name in candidate.main.names if name not in reference.main and not _is_made_by_lean(name)), None)
    if extra is not None:
        return failed(Check.EVIDENCE, f"{write_name(extra)} is declared beside the theorems asked for")
    for target in targets:
        seen, waiting = {target}, [target]
        while waiting:
            constant = candidate.find(waiting.pop())
            for name in references(constant) - seen if constant is not None else ():
                if name in targets:
                    return failed(
                        Check.EVIDENCE, f"the proof of {write_name(target)} rests on {write_name(name)}, which is proved beside it"
                    )
                seen.add(name)
                waiting.append(name)
    return None


def _is_made_by_lean(name: Name) -> bool:
    """Whether a name looks like that of a part or an equation of another declaration. Attackers can write such names, too."""
    own = name[3:] if name[:1] == ("_private",) else name
    return any(isinstance(part, int) or _MADE_BY_LEAN.fullmatch(part) for part in own[1:])


_MADE_BY_LEAN: Final = re.compile(
    r"_.*|(match|eq|congr_simp|hcongr)_[0-9_]+|eq_def|eq_unfold|congr_simp|splitter|injEq|(mutual_)?induct(_unfolding)?|fun_cases(_unfolding)?"
)


def no_module(*, exit_status: int | None, killed: str, errors: bool, resource: bool) -> Finding:
    """What it means that a run wrote no module.

    Args:
        exit_status: of the Lean process; None if it was killed.
        killed: by what limit or signal; empty if it ended by itself.
        errors: it reported errors other than resource limits.
        resource: it reported a resource limit.
    """
    if killed:
        return unverified(Check.EVIDENCE, f"Lean did not end by itself: {killed}")
    if exit_status == 0:
        return failed(Check.EVIDENCE, "Lean ended with status 0 but wrote no module")
    if errors:
        return failed(Check.EVIDENCE, f"no module was written (exit status {exit_status})")
    if resource:
        return unverified(Check.EVIDENCE, "no module was written: a resource limit was reached")
    return unverified(Check.EVIDENCE, f"no module was written and no error was reported (exit status {exit_status})")
