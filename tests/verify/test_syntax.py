"""S: the scanner refuses what may not stand in a submission, and nothing else."""

from __future__ import annotations

import subprocess
import sys

import pytest

from reaprover.core.declaration import Token, lex
from reaprover.lean.toolchain import EmbeddedToolchain
from reaprover.verify.finding import Status
from reaprover.verify.syntax import check_syntax, is_reserved, scan


def refused(source: str, *, script: bool = False) -> bool:
    return bool(scan(source, script=script).problems)


@pytest.mark.parametrize(
    "tactics",
    [
        "sorry",
        "admit",
        "(admit)",
        "first | omega | admit",
        "· stop\n  rfl",
        "exact?",
        "(apply?)",
        "try (simp?)",
        "show_term rfl",
        "native_decide",
        "decide +native",
        "decide (config := { native := true })",
        "bv_decide",
        "run_tac pure ()",
        "exact (by_elab pure ())",
        "set_option maxRecDepth 100 in rfl",
        "exact (set_option pp.all true in rfl)",
        "open Nat in rfl",
        "exact (open Nat in rfl)",
        "repeat' rfl",
        "exact `(1)",
        "dbg_trace \"x\"; rfl",
        "reaprover_serve",
        "have h : False := by sorry\nexact h.elim",
        "rfl\n\naxiom z : False",
        "rfl\ntheorem u : False := z",
        "rfl\n#exit",
        "rfl\nend",
        "exact (unsafe rfl)",
        "trace \"{sorry}\"",
        "rfl\x00",
        "rfl \u202e",
        "exact «a\nb»",
        "rfl /- never closed",
        "rfl\ninstance : Inhabited Nat := ⟨0⟩",
        "rfl\nopen Nat",
        "rfl\nlocal notation \"x\" => 1",
        "exact sorry.1",
        "exact f '\n'\"'\" sorry \"'\"",
        "exact s! \"{ f \"\" sorry \"\" }\"",
        "exact \"never closed",
    ],
)  # fmt: skip
def test_a_script_with_a_forbidden_part_is_refused(tactics: str) -> None:
    assert refused(tactics, script=True)


@pytest.mark.parametrize(
    "tactics",
    [
        "rfl",
        "exact h?",
        "refine ⟨?_, ?_⟩ <;> simp",
        "intro admit\nexact admit",
        "exact foo.sorry",
        "exact not_sorry",
        "-- sorry\nrfl",
        "/- axiom -/ rfl",
        'exact "sorry axiom #exit"',
        "decide +kernel",
        "induction n with\n| zero => rfl\n| succ n ih => simp [ih]",
        "exact List.head? xs",
        "calc a = b := h\n  _ = c := g",
        "obtain ⟨x, hx⟩ := h\nexact ⟨x, hx⟩",
        "simp only [Nat.add_comm] at h ⊢",
        "exact fun h' => h'",
        "repeat rfl",
        "case inl h => exact h",
        "have := h 'a'\nexact this",
    ],
)
def test_a_script_without_forbidden_parts_passes(tactics: str) -> None:
    assert scan(tactics, script=True).problems == ()


@pytest.mark.parametrize(
    "source",
    [
        "axiom a : False",
        "unsafe def f := 1",
        "partial def f (n : Nat) : Nat := f n",
        "macro \"x\" : tactic => `(tactic| rfl)",
        "syntax \"x\" : tactic",
        "elab \"x\" : tactic => pure ()",
        "initialize pure ()",
        "run_cmd pure ()",
        "#eval 1",
        "#exit",
        "export Nat (add)",
        "@[extern \"f\"] opaque f : Nat",
        "@[implemented_by g] def f := 1",
        "@[csimp] theorem f : 1 = 1 := rfl",
        "@[simp, tactic foo] theorem f : 1 = 1 := rfl",
        "attribute [local instance, extern \"x\"] foo",
        "set_option debug.skipKernelTC true",
        "set_option warn.sorry false in\ntheorem f : 1 = 1 := rfl",
        "set_option compiler.extract_closed false",
        "set_option trace.Meta.synthInstance true",
        "deriving instance DecidableEq for Foo",
        "notation \"--x\" => True",
        "notation \"/-\" => True",
        "notation \"theorem\" => True",
        "def Nat.add (a b : Nat) := a",
        "namespace Nat\ndef gcd (a b : Nat) := a\nend Nat",
        "namespace A\ndef _root_.propext := 1\nend A",
        "public theorem f : 1 = 1 := rfl",
        "\tdef f := 1",
        "def S := {x : Int //-1 < x}\naxiom a : False\n-- -/",
        "theorem q : 0 = 1 \\/-1 = 0 := h\naxiom a : False\n-- -/",
        "/--/ \"-/\naxiom a : False --\"",
        "def a : Nat := b✝axiom",
        "def a : Nat := \u03aaaxiom",
        "def a : Nat := 1e5axiom",
        "notation \"⊕a\" => id",
        "notation \"−-\" a => a",
        "notation\nx \"κ--\" => x",
    ],
)  # fmt: skip
def test_a_file_with_a_forbidden_command_is_refused(source: str) -> None:
    assert refused(source)


@pytest.mark.parametrize(
    "source",
    [
        "/-- axiom -/\n@[simp] theorem f : 1 = 1 := rfl",
        "@[simp, ext] structure S where\n  a : Nat\n  deriving DecidableEq",
        "namespace A\nuniverse u v\nvariable {α : Type u}\nopen Nat in\ntheorem f : 1 = 1 := rfl\nend A",
        "infixl:65 \" ⊕⊕ \" => Nat.add\nnotation:max \"‖\" a \"‖\" => Nat.succ a",
        "set_option maxRecDepth 2000 in\nset_option linter.unusedVariables false\ntheorem f : 1 = 1 := rfl",
        "attribute [local simp] Nat.add_comm\nattribute [-simp] Nat.add_zero",
        "mutual\ndef a : Nat := 1\nend\n#check a\n#print axioms a",
        "private noncomputable def x : Nat := 1\nprotected theorem A.b : x = x := rfl",
        "theorem Nat.add_foo : 1 = 1 := rfl\ndef lcm' := 1\ndef Nat.adder := 1",
        "def f (module meta alias : Nat) : Nat := module + meta + alias",
        "example (elab' : 1 = 1) : 1 = 1 := elab'",
        "def s := 'a'\ndef t := '\"'\ndef u := \"-- sorry\"",
    ],
)  # fmt: skip
def test_an_ordinary_file_passes(source: str) -> None:
    assert scan(source).problems == ()


@pytest.mark.lean
def test_the_letters_of_identifiers_are_lean_s(toolchain: EmbeddedToolchain) -> None:
    program = (
        "import ctypes, sys\n"
        "lean = ctypes.CDLL(sys.argv[1])\n"
        "for name in ('l_Lean_isIdFirst', 'l_Lean_isIdRest'):\n"
        "    test = getattr(lean, name)\n"
        "    test.argtypes, test.restype = [ctypes.c_uint32], ctypes.c_uint8\n"
        "    print(*(c for c in range(0x110000) if test(c)))\n"
    )
    answer = subprocess.run([sys.executable, "-c", program, str(toolchain.library)], capture_output=True, text=True, check=True).stdout
    first, rest = ({chr(int(c)) for c in line.split()} for line in answer.splitlines())
    everything = [chr(c) for c in range(0x110000) if not 0xD800 <= c < 0xE000]
    assert {c for c in everything if c not in "\"/'-" and next(lex(f"{c}a"), None) == Token("word", f"{c}a", 0, 2, 0)} == first
    assert {c for c in everything if c not in '"./' and next(lex(f"a{c}")).text == f"a{c}"} == rest


def test_scopes_are_left_as_lean_leaves_them() -> None:
    for source in (
        "namespace Nat\nnamespace B\nend B\ndef gcd := 1\nend Nat",
        "namespace Nat.B\nend B\ndef gcd := 1\nend Nat",
        "namespace Nat\nsection A.B\nend A.B\ndef gcd := 1\nend Nat",
    ):
        assert refused(source)
    assert not refused("namespace Nat\nnamespace B\nend Nat.B\ndef gcd := 1")


def test_options_and_their_values_are_reported() -> None:
    assert scan("set_option maxRecDepth 2000 in\ntheorem f : 1 = 1 := rfl").options == (("maxRecDepth", "2000"),)


def test_imports_must_be_those_of_the_reference() -> None:
    source = "import Init\ntheorem f : 1 = 1 := rfl\n"
    assert check_syntax(source, imports=["Init"]).status is Status.PASS
    assert check_syntax(source, imports=[]).status is Status.FAIL
    assert check_syntax("import Lean\n" + source, imports=["Init"]).status is Status.FAIL


def test_reserved_names_are_the_kernel_s_and_the_compiler_s() -> None:
    assert all(map(is_reserved, [("Nat", "gcd"), ("Quot", "anything"), ("lcProof",), ("propext",), ("Lean", "reduceBool")]))
    assert not any(map(is_reserved, [("Nat", "gcd_comm"), ("lcm",), ("lc",), ("A", "Nat", "gcd"), ("Quotient",), ()]))


def test_the_name_in_the_module_counts_and_not_its_text() -> None:
    found = check_syntax("theorem t : 1 = 1 := rfl", imports=[], declared=[("t",), ("Nat", "land")])
    assert found.status is Status.FAIL
    assert "Nat.land" in found.detail


def test_an_option_that_is_set_twice_is_reported_with_both_values() -> None:
    source = "set_option maxRecDepth 200\nset_option maxRecDepth 20000 in\ntheorem t : 1 = 1 := rfl\nset_option pp.all true\n"
    finding = check_syntax(source, imports=[])
    assert finding.facts["options"] == {"maxRecDepth": "200, 20000", "pp.all": "true"}
