from __future__ import annotations

import pytest

from reaprover.core.axiom_report import printed_axioms


def test_the_axioms_are_read_in_printed_order_over_several_lines() -> None:
    assert printed_axioms("'demo' does not depend on any axioms\n", "demo") == []
    assert printed_axioms("x\n'demo' depends on axioms: [propext,\n Quot.sound]\n", "demo") == ["propext", "Quot.sound"]


@pytest.mark.parametrize("name", ["demo'", "Nat.demo''", "a'b"])
def test_a_name_with_primes_is_one_name(name: str) -> None:
    assert printed_axioms(f"'{name}' depends on axioms: [propext]\n", name) == ["propext"]
    assert printed_axioms(f"'{name}' does not depend on any axioms\n", name) == []
    assert printed_axioms(f"'{name}' depends on axioms: [propext]\n", name.rstrip("'") + "x") is None


@pytest.mark.parametrize(
    "output",
    [
        "",
        "'demo' does not depend on any axioms\n'demo' depends on axioms: [c]\n",
        "'demo' does not depend on any axioms\n'other' does not depend on any axioms\n",
        "'other' does not depend on any axioms",
    ],
)
def test_the_report_must_be_the_only_one_and_about_the_theorem(output: str) -> None:
    assert printed_axioms(output, "demo") is None
