"""E: positive evidence that the theorem is there (spec verification.md, section 2).

Exit status 0, silence and matching text are not evidence. The compiled module must have been written by this run, into a
place that did not hold it before, and must contain the target under exactly its full name, as a theorem.
"""

from __future__ import annotations

from reaprover.verify.environment import Compiled
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
