"""Names are written without loss, and read back to the same name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reaprover.errors import InputError
from reaprover.verify.name import Name, read_name, write_name

part = st.one_of(st.text(), st.integers(min_value=0, max_value=10**30), st.sampled_from(["«", "»", ".", "a.b", "1", "\n", "x y", "t"]))
names = st.lists(part, max_size=4).map(tuple)


@given(names)
def test_a_written_name_reads_back_to_the_same_name(name: Name) -> None:
    assert read_name(write_name(name)) == name


@given(names, names)
def test_two_names_never_share_a_written_form(one: Name, other: Name) -> None:
    assert (write_name(one) == write_name(other)) == (one == other)


@given(names)
def test_a_written_name_is_one_printable_line(name: Name) -> None:
    assert write_name(name).isprintable()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Nat.add", ("Nat", "add")),
        ("«123».«4»", ("123", "4")),
        ("a.1", ("a", 1)),
        ("«propext, Quot.sound»", ("propext, Quot.sound",)),
        ("ψ₁'", ("ψ₁'",)),
        ("h?", ("h?",)),
    ],
)
def test_names_as_typed_in_lean_are_read(text: str, name: Name) -> None:
    assert read_name(text) == name


@pytest.mark.parametrize("text", ["", ".", "a.", ".a", "a..b", "«a", "a b", "a«b»", "«a»b", "(a)", "1a"])
def test_what_is_no_name_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        read_name(text)
