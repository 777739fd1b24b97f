"""S: the scanner refuses what may not stand in a submission, and nothing else."""

from __future__ import annotations

import pytest

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
