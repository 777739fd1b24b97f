"""Whether a lesson's source can be searched and checked at all: before anything costs time (acceptance.md, section 7)."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from reaprover.core.declaration import lex
from reaprover.errors import InputError
from reaprover.verify.acceptance import MARKER, proof_text
from reaprover.verify.compile import compile_file
from reaprover.verify.messages import read_messages
from reaprover.verify.name import read_name
from reaprover.verify.olean import Kind, Module
from reaprover.verify.strict import StrictChecker
from reaprover.verify.term import Store

FORBIDDEN_WORDS: Final = frozenset({"sorry", "admit", "axiom"})


def check_source(checker: StrictChecker, source: str, theorem: str) -> tuple[Mapping[str, bool], str]:
    """Check a searched source with its marker.

    Args:
        checker: whose Lean, sandbox and limits are used.
        source: the text.
        theorem: full name of its theorem.

    Returns:
        Name of each check to whether it holds (`marker`, `words`, `compiles`, `is_closed_proposition`), and what Lean said.

    Raises:
        InfrastructureError: Lean could not be run.
    """
    try:
        proof_text(source, "skip", theorem)
        words = {token.text for token in lex(source) if token.kind == "word"}
    except InputError as error:
        return {"marker": False}, str(error)
    checks = {"marker": True, "words": not words & FORBIDDEN_WORDS}
    with tempfile.TemporaryDirectory(prefix="reaprover-preflight-") as folder:
        text = source.replace(MARKER, "  sorry")
        run = compile_file(checker.toolchain, text, helpers={}, work=Path(folder), limits=checker.limits, namespaces=checker.namespaces)
    errors = [m for m in read_messages(run.stdout)[0] if m.severity == "error"]
    checks["compiles"] = run.has_main and not errors and not run.run.killed
    name = read_name(theorem)
    module = Module(run.modules[-1][1], "source", Store()) if run.has_main else None
    # Lean takes for a theorem only what is a proposition, and writes no constant with free variables
    checks["is_closed_proposition"] = module is not None and name in module and module.constant(name).kind is Kind.THEOREM
    return checks, errors[0].text.strip()[:300] if errors else run.run.killed
