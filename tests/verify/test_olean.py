"""Compiled modules are read as what they are; damaged or forged ones are refused with a clean error."""

from __future__ import annotations

import json
import random
import re
import struct

import pytest

from reaprover.lean.toolchain import LEAN_COMMIT, LEAN_VERSION, EmbeddedToolchain
from reaprover.verify.compile import compile_file
from reaprover.verify.environment import Library
from reaprover.verify.name import read_name, write_name
from reaprover.verify.olean import Kind, Module, OleanError, Safety
from reaprover.verify.sandbox import Limits
from reaprover.verify.term import Const, NatLit, Pi, Store, StrLit, constants, nodes

pytestmark = pytest.mark.lean

SOURCE = """
set_option autoImplicit true
inductive Tree (α : Type u) where
  | leaf : Tree α
  | node (children : List (Tree α)) (label : α) : Tree α
structure Point where
  x : Nat
  y : Nat
def big : Nat := 123456789012345678901234567890
def text : String := "hé\\n→"
theorem two (p q : Prop) (h : p ∧ q) : q ∧ p := ⟨h.2, h.1⟩
opaque secret : Nat := 7
unsafe def f (n : Nat) : Nat := f n
def Point.sum : Point → Nat := fun ⟨a, b⟩ => a + b
theorem «odd name».«1» : 1 = 1 := rfl
"""


@pytest.fixture(scope="module")
def compiled(toolchain: EmbeddedToolchain, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    made = compile_file(
        toolchain, "set_option autoImplicit true\n" + SOURCE, helpers={}, work=tmp_path_factory.mktemp("olean"), limits=Limits()
    )
    assert made.has_main, made.stdout
    return made.modules[-1][1]


def test_constants_are_read_as_they_were_declared(compiled: bytes) -> None:
    m = Module(compiled, "m", Store())
    assert (m.lean_version, m.commit, m.is_module) == (LEAN_VERSION, LEAN_COMMIT, False)
    assert ("Init",) in m.imports
    tree, node = m.constant(("Tree",)), m.constant(("Tree", "node"))
    assert (tree.kind, tree.num_params, tree.num_nested, tree.is_recursive) == (Kind.INDUCTIVE, 1, 1, True)
    assert tree.constructors == (("Tree", "leaf"), ("Tree", "node"))
    assert (node.kind, node.inductive, node.index, node.num_fields) == (Kind.CONSTRUCTOR, ("Tree",), 1, 2)
    rec = m.constant(("Tree", "rec"))
    assert (rec.kind, rec.num_motives, rec.num_minors, len(rec.rules)) == (Kind.RECURSOR, 2, 4, 2)
    assert m.constant(("two",)).kind is Kind.THEOREM
    assert m.constant(("f",)).safety is Safety.UNSAFE
    assert m.constant(("secret",)).kind is Kind.OPAQUE
    assert m.constant(("odd name", "1")).kind is Kind.THEOREM
    with pytest.raises(KeyError):
        m.constant(("nobody",))


def test_literals_are_read_exactly(compiled: bytes) -> None:
    m = Module(compiled, "m", Store())
    big, text = m.constant(("big",)).value, m.constant(("text",)).value
    assert big is not None
    assert text is not None
    assert 123456789012345678901234567890 in [n.value for n in nodes(big) if isinstance(n, NatLit)]
    assert [n.value for n in nodes(text) if isinstance(n, StrLit)] == ["hé\n→"]


def test_equal_terms_of_one_store_are_the_same_object(compiled: bytes) -> None:
    store = Store()
    one, other = Module(compiled, "a", store), Module(compiled, "b", store)
    for name in one.names:
        a, b = one.constant(name), other.constant(name)
        assert a.type is b.type
        assert a.value is b.value


def test_a_type_has_the_shape_that_was_written(compiled: bytes) -> None:
    type_ = Module(compiled, "m", Store()).constant(("two",)).type
    assert isinstance(type_, Pi)
    assert constants(type_) == {("And",)}
    assert [n.name for n in nodes(type_) if isinstance(n, Const)] == [("And",)]


@pytest.mark.parametrize("length", [0, 1, 80, 95, 96, 104, 1000])
def test_a_truncated_module_is_refused(compiled: bytes, length: int) -> None:
    with pytest.raises(OleanError):
        read_everything(compiled[:length])


def read_everything(data: bytes) -> int:
    return sum(1 for _ in Module(data, "hostile", Store()).constants())


def test_header_lies_are_refused(compiled: bytes) -> None:
    for at, new in [(0, b"O"), (5, b"\x01"), (80, struct.pack("<Q", 8)), (88, struct.pack("<Q", 2**64 - 8)), (88, bytes(8))]:
        with pytest.raises(OleanError):
            read_everything(compiled[:at] + new + compiled[at + len(new) :])


def test_pointers_upwards_make_no_endless_loop(compiled: bytes) -> None:
    (base,) = struct.unpack_from("<Q", compiled, 80)
    words = list(struct.unpack(f"<{len(compiled) // 8}Q", compiled))
    spots = [i for i in range(12, len(words)) if base <= words[i] < base + len(compiled) and words[i] % 8 == 0]
    num_refused = 0
    for i in random.Random(1).sample(spots, 300):
        forged = list(words)
        forged[i] = base + 8 * min(i + 1, len(words) - 1)  # to itself or behind itself
        try:
            read_everything(struct.pack(f"<{len(words)}Q", *forged))
        except OleanError:
            num_refused += 1
    assert num_refused > 0


def test_random_damage_gives_a_clean_error_or_a_readable_module(compiled: bytes) -> None:
    generator = random.Random(7)
    refused = 0
    for _ in range(400):
        data = bytearray(compiled)
        for _ in range(generator.randint(1, 4)):
            data[generator.randrange(len(data))] = generator.randrange(256)
        try:
            read_everything(bytes(data))
        except OleanError:
            refused += 1
    assert refused > 100


def test_a_constant_under_another_key_is_refused(compiled: bytes) -> None:
    """Forged module data: the table of names says `two`, the constant calls itself otherwise."""
    m = Module(compiled, "m", Store())
    table = {name: m._offsets[name] for name in m.names}
    m._offsets[("two",)] = table[("big",)]
    with pytest.raises(OleanError, match="under another name"):
        m.constant(("two",))


def test_numbers_that_are_not_canonical_are_refused(compiled: bytes) -> None:
    value = 123456789012345678901234567890
    limbs = value.to_bytes(16, "little")
    at = compiled.index(limbs)
    for wrong in (bytes(16), (5).to_bytes(16, "little"), limbs[:8] + bytes(8)):
        with pytest.raises(OleanError, match="canonical"):
            read_everything(compiled[:at] + wrong + compiled[at + 16 :])


@pytest.fixture(scope="module")
def library(toolchain: EmbeddedToolchain) -> Library:
    return Library(toolchain.search_path)


def test_the_library_rests_on_the_three_axioms_only(library: Library) -> None:
    safe = {
        constant.name
        for module in library.modules.values()
        for constant in module.constants()
        if constant.kind is Kind.AXIOM and constant.safety is Safety.SAFE
    }
    assert safe - {("sorryAx",)} == {("propext",), ("Classical", "choice"), ("Quot", "sound")}
    others = [name for module in library.modules.values() for name in module.names if name != ("sorryAx",)]
    assert ("sorryAx",) not in library.axioms_of(others)


def test_the_axioms_of_library_theorems_are_those_that_lean_prints(library: Library, toolchain: EmbeddedToolchain) -> None:
    plain = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
    theorems = [
        constant.name
        for module in library.modules.values()
        for constant in module.constants()
        if constant.kind is Kind.THEOREM and all(isinstance(part, str) and plain.fullmatch(part) for part in constant.name)
    ][::40]
    text = toolchain.preamble([]) + "".join(f"#print axioms {write_name(name)}\n" for name in theorems)
    printed = toolchain.run(["--json", "{text}"], text=text, timeout_s=60).stdout.splitlines()
    assert len(printed) == len(theorems) > 50
    for name, line in zip(theorems, printed, strict=True):
        _, _, listed = json.loads(line)["data"].partition("depends on axioms: ")
        expected = {read_name(axiom.strip()) for axiom in listed.strip("[] \n").split(",") if axiom.strip()}
        assert library.axioms_of([name]) == expected, name
