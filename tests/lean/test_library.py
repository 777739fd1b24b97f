"""The core library: files of examples by subject, the operations that the kernel computes by name, axioms.

Values of the operations come from Python's integers (`math.gcd`, `//`, `&` …), never from Lean.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from reaprover.lean.build import SOURCES
from reaprover.lean.toolchain import EmbeddedToolchain

FILES = sorted((Path(__file__).parent / "library").glob("*.lean"))
TIMEOUT_S = 120.0

EDGES = (0, 1, 2, 3, 7, 8, 255, 256, 2**31, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 2**64 + 1, 10**30)
SMALL = (0, 1, 2, 3, 5, 63, 64, 65)

BINARY: dict[str, tuple[Callable[[int, int], int | bool], tuple[int, ...]]] = {
    "Nat.add": (lambda a, b: a + b, EDGES),
    "Nat.sub": (lambda a, b: max(a - b, 0), EDGES),
    "Nat.mul": (lambda a, b: a * b, EDGES),
    "Nat.div": (lambda a, b: a // b if b else 0, EDGES),
    "Nat.mod": (lambda a, b: a % b if b else a, EDGES),
    "Nat.gcd": (math.gcd, EDGES),
    "Nat.pow": (lambda a, b: a**b, SMALL),
    "Nat.beq": (lambda a, b: a == b, EDGES),
    "Nat.ble": (lambda a, b: a <= b, EDGES),
    "Nat.land": (lambda a, b: a & b, EDGES),
    "Nat.lor": (lambda a, b: a | b, EDGES),
    "Nat.xor": (lambda a, b: a ^ b, EDGES),
    "Nat.shiftLeft": (lambda a, b: a << b, SMALL),
    "Nat.shiftRight": (lambda a, b: a >> b, SMALL),
}

# what each name unfolds to, with other names for the operation itself: evaluated, it must agree with the accelerated one
DEFINITIONS = {
    "Nat.gcd": "Nat.gcdFuel ({a} + 1) {a} {b}",
    "Nat.land": "Nat.bitwise Bool.and {a} {b}",
    "Nat.lor": "Nat.bitwise Bool.or {a} {b}",
    "Nat.xor": "Nat.bitwise (fun x y => !(Bool.beq x y)) {a} {b}",
}

# the recursion equations, which with the values at 0 determine the operations on all numbers
EQUATIONS = """
example (n : Nat) : Nat.add n 0 = n := rfl
example (n m : Nat) : Nat.add n (Nat.succ m) = Nat.succ (Nat.add n m) := rfl
example (n : Nat) : Nat.sub n 0 = n := rfl
example (n m : Nat) : Nat.sub n (Nat.succ m) = Nat.pred (Nat.sub n m) := rfl
example (n : Nat) : Nat.mul n 0 = 0 := rfl
example (n m : Nat) : Nat.mul n (Nat.succ m) = Nat.add (Nat.mul n m) n := rfl
example (n : Nat) : Nat.pow n 0 = 1 := rfl
example (n m : Nat) : Nat.pow n (Nat.succ m) = Nat.mul (Nat.pow n m) n := rfl
example (n m : Nat) : Nat.beq (Nat.succ n) (Nat.succ m) = Nat.beq n m := rfl
example (n : Nat) : Nat.beq (Nat.succ n) 0 = false ∧ Nat.beq 0 (Nat.succ n) = false ∧ Nat.beq 0 0 = true := ⟨rfl, rfl, rfl⟩
example (n m : Nat) : Nat.ble (Nat.succ n) (Nat.succ m) = Nat.ble n m := rfl
example (n : Nat) : Nat.ble (Nat.succ n) 0 = false ∧ Nat.ble 0 n = true := ⟨rfl, by cases n <;> rfl⟩
example (n : Nat) : Nat.shiftLeft n 0 = n := rfl
example (n m : Nat) : Nat.shiftLeft n (Nat.succ m) = Nat.shiftLeft (2 * n) m := rfl
example (n : Nat) : Nat.shiftRight n 0 = n := rfl
example (n m : Nat) : Nat.shiftRight n (Nat.succ m) = Nat.shiftRight n m / 2 := rfl
example (a b : Nat) : b * (a / b) + a % b = a := Nat.div_add_mod a b
example (a b : Nat) (h : 0 < b) : a % b < b := Nat.mod_lt a h
example (a : Nat) : a / 0 = 0 := Nat.div_zero a
example (m n : Nat) : Nat.gcd m n ∣ m ∧ Nat.gcd m n ∣ n := ⟨Nat.gcd_dvd_left m n, Nat.gcd_dvd_right m n⟩
example (m n k : Nat) (h : k ∣ m) (g : k ∣ n) : k ∣ Nat.gcd m n := Nat.dvd_gcd h g
example (f : Bool → Bool → Bool) (n m : Nat) : Nat.bitwise f n m = Nat.bitwiseFuel f n n m := rfl
"""

KEY_THEOREMS = (
    "Classical.em", "funext", "Nat.add_comm", "Nat.sub_add_cancel", "Nat.dvd_antisymm", "Nat.strongRecOn", "WellFounded.fix_eq",
    "List.append_assoc", "List.Perm.nodup_iff", "Quotient.exact", "Int.mul_comm", "String.append_assoc", "Nat.pow_add",
    "Function.cantor_surjective", "Option.bind_assoc", "List.getElem_mem",
)  # fmt: skip


def literal(value: int | bool) -> str:
    return str(value).lower()


def check(toolchain: EmbeddedToolchain, text: str) -> str:
    """Compile a text and return what Lean says; it must accept the text."""
    run = toolchain.run(["{text}"], text="prelude\nimport Init\n" + text, timeout_s=TIMEOUT_S)
    assert not run.timed_out
    assert run.status == 0, run.stdout[:3000]
    output: str = run.stdout
    return output


@pytest.mark.lean
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_lean_accepts_every_example_of_a_subject(toolchain: EmbeddedToolchain, path: Path) -> None:
    run = toolchain.run([str(path)], timeout_s=TIMEOUT_S)
    assert run.status == 0, run.stdout[:3000]
    assert "sorry" not in run.stdout


@pytest.mark.lean
@pytest.mark.parametrize("name", BINARY)
def test_the_kernel_computes_an_operation_as_python_does(toolchain: EmbeddedToolchain, name: str) -> None:
    value_fn, numbers = BINARY[name]
    lines = [f"example : {name} {a} {b} = {literal(value_fn(a, b))} := by decide +kernel" for a, b in product(numbers, repeat=2)]
    check(toolchain, "\n".join(lines))


@pytest.mark.lean
@pytest.mark.parametrize("name", DEFINITIONS)
def test_the_definition_of_an_operation_means_what_the_kernel_computes(toolchain: EmbeddedToolchain, name: str) -> None:
    value_fn, _ = BINARY[name]
    lines = [
        f"example : {DEFINITIONS[name].format(a=a, b=b)} = {literal(value_fn(a, b))} := by decide +kernel"
        for a, b in product(EDGES, repeat=2)
    ]
    check(toolchain, "\n".join(lines))


@pytest.mark.lean
def test_the_logarithm_is_the_number_of_bits_less_one(toolchain: EmbeddedToolchain) -> None:
    check(toolchain, "\n".join(f"example : Nat.log2 {n} = {max(n.bit_length() - 1, 0)} := by decide +kernel" for n in EDGES))


@pytest.mark.lean
def test_the_recursion_equations_of_the_operations_hold(toolchain: EmbeddedToolchain) -> None:
    check(toolchain, EQUATIONS)


@pytest.mark.lean
def test_a_wrong_value_is_refused(toolchain: EmbeddedToolchain) -> None:
    run = toolchain.run(["{text}"], text="prelude\nimport Init\nexample : Nat.land 6 3 = 3 := by decide +kernel\n", timeout_s=TIMEOUT_S)
    assert run.status != 0


@pytest.mark.lean
@pytest.mark.parametrize("name", BINARY)
def test_no_name_that_the_kernel_computes_is_free(toolchain: EmbeddedToolchain, name: str) -> None:
    run = toolchain.run(["{text}"], text=f"prelude\nimport Init\ndef {name} (_ _ : Nat) : Nat := 0\n", timeout_s=TIMEOUT_S)
    assert run.status != 0
    assert "already been declared" in run.stdout


@pytest.mark.lean
def test_literals_of_strings_and_characters_are_their_constructors(toolchain: EmbeddedToolchain) -> None:
    text = "aé∀😀\\n"
    characters = ", ".join(f"Char.ofNat {ord(c)}" for c in "aé∀😀\n")
    data = ", ".join(f"UInt8.ofNat {byte}" for byte in "aé∀😀\n".encode())
    check(
        toolchain,
        f'example : "{text}" = String.ofList [{characters}] := by decide +kernel\n'
        f'example : "{text}".toByteArray.data.toList = [{data}] := by decide +kernel\n'
        f"example : 'é'.val.toNat = {ord('é')} := by decide +kernel\n"
        f'example : "é" ++ "∀" = "é∀" := by decide +kernel\n'
        f'example : ¬"é" = "e" := by decide +kernel\n',
    )


def test_the_library_declares_three_axioms_and_those_of_the_compiler() -> None:
    found: dict[str, bool] = {}
    for path in sorted(SOURCES.rglob("*.lean")):
        for match in re.finditer(r"^(?:@\[[^\]]*\] )*(unsafe )?axiom (\S+)", path.read_text(), re.MULTILINE):
            found[match[2]] = bool(match[1])
    assert {name for name, is_unsafe in found.items() if not is_unsafe} == {
        "propext", "Quot.sound", "Classical.choice", "sorryAx",
    }  # fmt: skip
    assert {name for name, is_unsafe in found.items() if is_unsafe} == {
        "lcErased", "lcAny", "lcVoid", "lcProof", "lcCast", "lcUnreachable", "Quot.lcInv",
    }  # fmt: skip


def test_no_source_of_the_library_leaves_a_proof_out() -> None:
    for path in sorted((SOURCES / "Init").rglob("*.lean")):
        if path.name in ("Syntax.lean", "Print.lean", "PrintCollections.lean"):  # these name the tactics that are refused elsewhere
            continue
        text = re.sub(r"--.*", "", re.sub(r"/-.*?-/", "", path.read_text(), flags=re.DOTALL))
        assert not re.search(r"\b(sorry|admit|native_decide)\b", text), path


@pytest.mark.lean
def test_theorems_rest_on_the_three_axioms_only(toolchain: EmbeddedToolchain) -> None:
    output = check(toolchain, "\n".join(f"#print axioms {name}" for name in KEY_THEOREMS))
    used = set(re.findall(r"[\w.]+", " ".join(re.findall(r"depends on axioms: \[([^\]]*)\]", output))))
    assert used <= {"propext", "Quot.sound", "Classical.choice"}
    assert len(re.findall(r"^'", output, re.MULTILINE)) == len(KEY_THEOREMS)
