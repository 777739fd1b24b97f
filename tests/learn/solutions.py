"""Solutions made by hand: real shapes, receipts with the fields that learning reads."""

from __future__ import annotations

import hashlib
from typing import Any

from reaprover.core import Theorem, Transition
from reaprover.learn.transition import Solution, make_solution

ENVIRONMENT = {"toolchain": "embedded", "lean": "4.35.0", "commit": "0123456789abcdef", "library": "7", "core_sha256": "c" * 64}


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def receipt(script: str, theorem: Theorem | None = None, /, *, negated: bool = False, **changes: Any) -> dict[str, Any]:
    """A receipt of the strict lane for `script` as a proof of `theorem`."""
    theorem = theorem or Theorem("t", "", "True", negated=negated)
    lines = "\n".join(f"  {line}" if line.strip() else "" for line in script.split("\n"))
    head = "".join(f"import {name}\n" for name in theorem.imports) + (f"{theorem.header}\n" if theorem.header else "")
    return {
        "verdict": "verified",
        "level": "strict",
        "polarity": "negation" if theorem.negated else "statement",
        "theorem": theorem.name,
        "script_sha256": sha256(script),
        "file_sha256": sha256(f"{head}{theorem.declaration} := by\n{lines}\n"),
        "reference_sha256": sha256(f"{head}{theorem.declaration} := sorry\n"),
        "environment": {**ENVIRONMENT, "options": {}},
        "record_sha256": hashlib.sha256(f"record of {script}".encode()).hexdigest(),
        **changes,
    }


def solution(
    number: int,
    *,
    steps: int = 3,
    theorem: Theorem | None = None,
    prefix: str = "",
    checkpoint: str = "c0",
    script: str = "",
    **changes: Any,
) -> Solution:
    """Solution `number`: by default of a theorem of its own, with `steps` tactics in states of its own."""
    theorem = theorem or Theorem(f"t{number}", "(n : Nat)", f"n + {number} = {number} + n")
    prefix = prefix or f"s{number}"
    script = script or "\n".join(f"tactic_{prefix}_{i}" for i in range(steps))
    return make_solution(
        [Transition(i, (f"⊢ {prefix} {i}",), f"key {prefix} {i}", f"tactic_{prefix}_{i}", i - steps) for i in range(steps)],
        theorem_id=theorem.name,
        theorem=theorem,
        script=script,
        receipt=receipt(script, theorem, **changes),
        search_id=f"search-{number}",
        checkpoint=checkpoint,
        time=1000.0 + number,
    )
