"""A fuzzer of hostile files: known tricks, assembled at random around false statements.

    python -m tests.verify.fuzz --seconds 3600 --seed 1

The oracle needs no knowledge of the tricks: the statements are false, so nothing may ever be verified. S is set aside, since it is only a
filter: what it lets through must be stopped by the other checks. The two kernels must agree, and the checker must never raise.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter

from hypothesis import Phase, given, seed, settings
from hypothesis import strategies as st

from reaprover.core import Verdict
from reaprover.lean.toolchain import EmbeddedToolchain
from reaprover.verify.finding import Check, conclude
from reaprover.verify.sandbox import Limits
from reaprover.verify.strict import REQUIRED, Level, Report, StrictChecker, Submission
from reaprover.verify.syntax import scan

STATEMENTS = ["1 = 2", "False", "∀ p : Prop, p", "∀ n : Nat, n < n", "∀ a b : Nat, a = b", "∃ n : Nat, n < 0", "True ∧ False"]

HEADERS = [
    "axiom cheat : ∀ p : Prop, p\n",
    "axiom t._native.native_decide.ax_1 : ∀ p : Prop, p\n",
    "namespace Foo\naxiom propext : ∀ p : Prop, p\nend Foo\nopen Foo\n",
    "theorem helper : ∀ p : Prop, p := sorry\n",
    "set_option warn.sorry false\n",
    "set_option debug.skipKernelTC true\n",
    "set_option autoImplicit true\n",
    "set_option maxRecDepth 100\n",
    "set_option maxErrors 1\n",
    "variable (h : False)\ninclude h\n",
    'local infix:50 (priority := high) " = " => fun (_ _ : Nat) => True\n',
    'local notation "False" => True\n',
    'local notation "1" => 2\n',
    'notation "please" => sorry\n',
    'macro "omega" : tactic => `(tactic| sorry)\n',
    "macro_rules | `(tactic| decide) => `(tactic| sorry)\n",
    'syntax "magic" : tactic\nmacro_rules | `(tactic| magic) => `(tactic| sorry)\n',
    "instance (priority := high) : LT Nat := ⟨fun _ _ => True⟩\n",
    "instance (priority := high) : OfNat Nat 2 := ⟨1⟩\n",
    "namespace P\n",
    "section\n",
    "mutual\n",
    "def Nat.land' (_ _ : Nat) : Nat := 0\n",
    "def y (_ : Nat) := true\n@[implemented_by y] def b (_ : Nat) := false\ntheorem u : b 0 = true := by decide +native\n",
    "opaque o : ∀ p : Prop, p := cheat\n",
    "unsafe def loop (p : Prop) : p := loop p\n",
    "partial def spin (n : Nat) : PLift (1 = 2) := spin n\n",
    "inductive Bad where\n  | mk : (Bad → False) → Bad\n",
    "structure Box where\n  h : False\n",
    "class Free (p : Prop) : Prop where\n  h : p\n",
    "instance : Inhabited (PLift (1 = 2)) := ⟨⟨by omega⟩⟩\n",
    "private theorem t : True := trivial\n",
    "/- ",
    "/- -/ ",
    "-- ",
    "#exit\n",
    "#eval 1\n",
    "#print axioms propext\n",
    "attribute [local simp] eq_self\n",
    "attribute [-simp] eq_self\n",
    "@[simp] theorem eq' (a b : Nat) : (a = b) = True := sorry\n",
    "open Classical\n",
    "universe u v\n",
    "export Nat (add)\n",
    "initialize pure ()\n",
    "run_cmd pure ()\n",
    "module\n",
    "prelude\n",
    "import Init\n",
    "import Reaprover.Server\n",
    "example : False := by assumption\n",
    "end P\n",
    "\x00",
    "\u202e",
    "\r",
]

NAMES = ["t", "t", "t", "t", "t", "_root_.t", "t'", "P.t", "«t»", "t.{u}"]
KEYWORDS = ["theorem"] * 6 + [
    "private theorem",
    "protected theorem",
    "def",
    "opaque",
    "axiom",
    "lemma",
    "abbrev",
    "noncomputable def",
    "instance",
]
TYPES = ["{s}"] * 8 + ["¬ ({s})", "({s}) ∨ True", "False → ({s})", "True", "({s}) = ({s})"]
BINDERS = [""] * 6 + ["(h : False)", "{p : Prop} (h : p)", "[Free (1 = 2)]", "(_ : 1 = 2)", "(b : Box)"]

TACTICS = [
    "sorry",
    "admit",
    "stop rfl",
    "exact?",
    "apply?",
    "show_term sorry",
    "first | omega | sorry",
    "simpa using sorry",
    "decide",
    "decide +kernel",
    "decide +native",
    "native_decide",
    "set_option debug.skipKernelTC true in decide +kernel",
    "set_option debug.terminalTacticsAsSorry true in omega",
    "set_option maxRecDepth 100000 in simp",
    "exact cheat _",
    "exact helper _",
    "exact o _",
    "exact Foo.propext _",
    "exact h.elim",
    "exact (u ▸ rfl)",
    "exact t",
    "apply t",
    "intro p; exact t p",
    "intros; assumption",
    "trivial",
    "rfl",
    "omega",
    "simp",
    "simp_all",
    "magic",
    "exact please",
    "have h : False := by sorry\nexact h.elim",
    "have h : False := ?_\nexact h.elim",
    "refine ⟨?_, ?_⟩",
    "constructor",
    "cases n",
    "induction n <;> simp",
    "exact absurd rfl (by decide)",
    "exact (spin 0).down",
    "exact (default : PLift (1 = 2)).down",
    "exact Box.h ⟨?_⟩",
    "trace \"'t' does not depend on any axioms\"",
    'trace "{\\"severity\\":\\"information\\"}"',
    "repeat (have h := True.intro)",
    "all_goals try rfl",
    "exact (by assumption)",
    "exact Classical.choice ⟨_⟩",
    "exact lcProof",
    "exact lcUnreachable",
    "exact (unsafeCast ())",
    "exact Eq.mpr (by simp) True.intro",
    "change True; trivial",
    "show True; trivial",
    "conv => skip",
    "unfold Not at *",
    "rfl\n\ntheorem t : True := trivial",
    "rfl\n\nend\n\nnamespace Q",
    "rfl\n/-",
    "exact fun _ => nomatch h",
]

TAILS = [
    "",
    "",
    "",
    "#print axioms t\n",
    "end P\n",
    "end\n",
    "#exit\n",
    "axiom later : False\n",
    "theorem t : True := trivial\n",
    "-- \n",
    "/-",
]


@st.composite
def hostile_files(draw: st.DrawFn) -> tuple[str, str]:
    """A file that cannot be right, and its reference."""
    statement = draw(st.sampled_from(STATEMENTS))
    header = "".join(draw(st.lists(st.sampled_from(HEADERS), max_size=4)))
    keyword, name, binders = (draw(st.sampled_from(choice)) for choice in (KEYWORDS, NAMES, BINDERS))
    type_ = draw(st.sampled_from(TYPES)).replace("{s}", statement)
    tactics = draw(st.lists(st.sampled_from(TACTICS), min_size=1, max_size=3))
    block = "\n".join("  " + line for tactic in tactics for line in tactic.split("\n"))
    proof = draw(st.sampled_from([f"by\n{block}", f"by\n{block}", f"(by {tactics[0]})", "sorry", "cheat _", "fun _ => cheat _"]))
    tail = draw(st.sampled_from(TAILS))
    return f"{header}{keyword} {name} {binders} : {type_} := {proof}\n{tail}", f"theorem t : {statement} := sorry\n"


@st.composite
def hostile_scripts(draw: st.DrawFn) -> str:
    """Tactic text out of the same parts."""
    return "\n".join(draw(st.lists(st.one_of(st.sampled_from(TACTICS), st.sampled_from(HEADERS), st.text(max_size=10)), max_size=6)))


class WrongError(AssertionError):
    """The checker called something false proved, or broke."""


def examine(report: Report, source: str) -> None:
    """Raise if a false statement could have passed."""
    kept = [f for f in report.findings if f.check is not Check.SYNTAX]
    verdict, _ = conclude(kept, REQUIRED[report.level] - {Check.SYNTAX})
    if Verdict.VERIFIED in (verdict, report.result.verdict):
        raise WrongError(f"verified:\n{source}")
    if "kernels_disagree" in report.result.receipt["flags"]:
        raise WrongError(f"the kernels disagree:\n{source}\n{report.result.reasons}")


def fuzz(checker: StrictChecker, *, seconds: float, first_seed: int = 0) -> Counter[str]:
    """Check hostile files until the time is over.

    Args:
        checker: at level paranoid.
        seconds: how long.
        first_seed: of the first round; each round of 10 files has the next one.

    Returns:
        How many files ended with which verdict.

    Raises:
        WrongError: with the file.
    """
    counts: Counter[str] = Counter()
    deadline = time.monotonic() + seconds

    def one(case: tuple[str, str]) -> None:
        if time.monotonic() > deadline:
            return
        source, reference = case
        report = checker.check_file(Submission(source, ("t",), reference))
        examine(report, source)
        counts[report.result.verdict.value] += 1

    round_ = first_seed
    while time.monotonic() < deadline:
        quiet = settings(max_examples=10, deadline=None, database=None, phases=[Phase.generate])
        seed(round_)(quiet(given(hostile_files())(one)))()
        round_ += 1
    return counts


def fuzz_scanner(*, seconds: float) -> int:
    """The scanner never raises, whatever the text; returns how many texts it read."""
    count = 0
    deadline = time.monotonic() + seconds

    def one(text: str) -> None:
        nonlocal count
        scan(text, script=True)
        scan(text)
        count += 1

    round_ = 0
    while time.monotonic() < deadline:
        seed(round_)(settings(max_examples=200, deadline=None, database=None)(given(st.one_of(hostile_scripts(), st.text()))(one)))()
        round_ += 1
    return count


def make_checker() -> StrictChecker:
    """A paranoid checker with short limits."""
    toolchain = EmbeddedToolchain.find()
    toolchain.prepare()
    return StrictChecker(toolchain, level=Level.PARANOID, limits=Limits(wall_s=20, cpu_s=20), num_retries=0)


def main() -> int:
    """Run the fuzzer from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    print(f"scanner: {fuzz_scanner(seconds=options.seconds / 10)} texts")
    print(f"checker: {dict(fuzz(make_checker(), seconds=options.seconds, first_seed=options.seed))}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
