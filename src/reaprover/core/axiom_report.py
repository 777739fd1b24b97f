"""What `#print axioms` prints, as evidence of a run holds it (spec acceptance.md, section 4).

Text that a candidate could print too: it is one gate among others, never the proof that the axioms are these.
"""

from __future__ import annotations

import re
from typing import Final

STANDARD_AXIOMS: Final = frozenset({"propext", "Classical.choice", "Quot.sound"})
"""The axioms that a proof may rest on, in written form."""

_REPORT: Final = re.compile(r"'(?P<name>[^\n]*?)' (?:depends on axioms: \[(?P<axioms>[^\]]*)\]|does not depend on any axioms)")


def printed_axioms(output: str, theorem: str) -> list[str] | None:
    """The axioms in the only axiom report of a plain Lean run, in printed order.

    Returns:
        None if there is no report, more than one, or one about something else.
    """
    reports = list(_REPORT.finditer(output))
    if len(reports) != 1 or reports[0]["name"] != theorem:
        return None
    return [part.strip() for part in (reports[0]["axioms"] or "").split(",") if part.strip()]
