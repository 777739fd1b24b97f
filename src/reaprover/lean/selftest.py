"""Does the compiled library print goals as it should? Asked once for each compiled library, before the first search on it.

Decision: when a notation is not bound as the printer expects, Lean gives up and prints one text for all such goals. Nothing fails then, but
policies would be asked about nonsense. Printing depends on the compiled library alone, so the answer is kept beside it.
"""

from __future__ import annotations

import contextlib

from reaprover.core import ErrorKind, TacticError, Theorem
from reaprover.lean.session import Context, LeanSession
from reaprover.lean.toolchain import EmbeddedToolchain
from reaprover.lean.wire import LeanError

SAMPLES = {
    "∀ n : Nat, n + 0 = n": "∀ (n : Nat), n + 0 = n",
    "∃ n : Nat, n = 3": "∃ n, n = 3",
    "∃ n m : Nat, n = m": "∃ n m, n = m",
    "¬ 1 = 2": "¬1 = 2",
    "1 ≠ 2": "1 ≠ 2",
    "∀ p q : Prop, p ∧ q ↔ ¬ (p → ¬ q)": "∀ (p q : Prop), p ∧ q ↔ ¬(p → ¬q)",
    "∀ x : Nat, (if x = 0 then 1 else 2) > 0": "∀ (x : Nat), (if x = 0 then 1 else 2) > 0",
    "[1, 2].length = 2": "[1, 2].length = 2",
    "(1, true) = (1, true)": "(1, true) = (1, true)",
    "-1 < (0 : Int)": "-1 < 0",
    '"a" = "a"': '"a" = "a"',
    "∀ x : {n : Nat // n = 1}, x.val = 1": "∀ (x : { n // n = 1 }), x.val = 1",
    "∃ x, x ∈ [1] ∧ 2 ∣ x + 1": "∃ x, x ∈ [1] ∧ 2 ∣ x + 1",
}
"""Statement → the goal that Lean prints for it, as stock Lean does."""


def ensure_printing(toolchain: EmbeddedToolchain) -> None:
    """Check the samples, unless it is noted beside the compiled library that they were right.

    Raises:
        LeanError: kind `version`: a goal is printed differently; or no process can be started.
    """
    note = toolchain.core / "printing-checked"
    if note.exists():
        return
    session = LeanSession(toolchain)
    try:
        session.ensure(Context())
        for statement, expected in SAMPLES.items():
            opened = session.open(Theorem("sample", "", statement))
            found = opened.message if isinstance(opened, TacticError) else "\n".join(opened.state.goals)
            if found != f"⊢ {expected}":
                raise LeanError(
                    ErrorKind.VERSION,
                    f"the compiled library prints `{statement}` as `{found}`, expected `⊢ {expected}`; run `reaprover lean build` again",
                )
    finally:
        session.close()
    with contextlib.suppress(OSError):  # a cache that cannot be written: asked again next time
        note.touch()
