"""Expected values are written by hand from the Lean grammar."""

from __future__ import annotations

import pytest

from reaprover.core import Theorem
from reaprover.core.declaration import indent, lex, parse_theorems, proof_text, split_imports
from reaprover.errors import InputError


def test_a_plain_theorem_falls_into_name_binders_conclusion_and_proof() -> None:
    (found,) = parse_theorems("theorem foo (p q : Prop) (h : p ∧ q) : q ∧ p := by\n  sorry\n")
    assert found.theorem == Theorem("foo", "(p q : Prop) (h : p ∧ q)", "q ∧ p")
    assert found.proof == "by\n  sorry"
    assert len(found.sorries) == 1


def test_universes_implicit_and_instance_binders_are_kept() -> None:
    (found,) = parse_theorems("theorem A.b.{u, v} {α : Type u} [Inhabited α] (f : α → Type v) : Nonempty α := sorry")
    assert found.theorem.levels == ("u", "v")
    assert found.theorem.name == "A.b"
    assert found.theorem.binders == "{α : Type u} [Inhabited α] (f : α → Type v)"


def test_definitions_come_into_the_header_and_imports_do_not() -> None:
    source = "import A.B\nimport C -- why\n\nopen Foo\ndef two : Nat := 2\n\n/-- doc -/\n@[simp] private theorem t : two = 2 := by sorry"
    (found,) = parse_theorems(source)
    assert found.theorem.imports == ("A.B", "C")
    assert found.theorem.header == "-- why\n\nopen Foo\ndef two : Nat := 2"
    assert found.modifiers == "/-- doc -/\n@[simp] private"


def test_keywords_in_comments_strings_and_names_are_not_keywords() -> None:
    source = (
        "/- theorem x : y := by sorry /- nested -/ theorem -/\n"
        'def s := "theorem a : b := \\" sorry"\n'
        'def r := r#"theorem " : "#\n'
        'def i (n : Nat) := s!"a {f "theorem } q : p := x"} b"\n'
        "def c := ['(', '\\'', '\"', 'x']\n"
        "-- theorem z : p := sorry\n"
        "def «theorem» := 1\n"
        "theorem real' (h' : «theorem» = 1) : True := trivial"
    )
    (found,) = parse_theorems(source)
    assert found.theorem.name == "real'"
    assert found.theorem.binders == "(h' : «theorem» = 1)"
    assert found.sorries == ()


def test_colons_and_definitions_inside_binders_and_conclusion_do_not_end_them() -> None:
    (found,) = parse_theorems(
        "theorem t (n : Nat := 3) (h : n = n := by rfl) : let x : Nat := 2; have y := x; ∀ z : Nat, z = x := by sorry"
    )
    assert found.theorem.binders == "(n : Nat := 3) (h : n = n := by rfl)"
    assert found.theorem.conclusion == "let x : Nat := 2; have y := x; ∀ z : Nat, z = x"


def test_comments_vanish_from_binders_and_conclusion() -> None:
    (found,) = parse_theorems(
        "theorem t (p : Prop) -- first\n    (q : Prop) /- second -/ : -- now\n    p → q -- end\n  := by\n  -- inside\n  sorry"
    )
    assert "--" not in found.theorem.binders + found.theorem.conclusion
    assert found.theorem.binders.split() == ["(p", ":", "Prop)", "(q", ":", "Prop)"]
    assert found.theorem.conclusion == "p → q"
    assert found.proof == "by\n  -- inside\n  sorry"


def test_several_theorems_each_see_what_comes_before_them() -> None:
    first, second = parse_theorems("theorem a : True := by\n  trivial\n\ntheorem b : 1 = 1 := by sorry\n#print axioms b\n")
    assert second.theorem.header == "theorem a : True := by\n  trivial"
    assert first.proof == "by\n  trivial"
    assert second.proof == "by sorry"
    assert (first.line, second.line) == (1, 4)


def test_namespaces_open_at_a_theorem_make_its_full_name() -> None:
    source = "namespace A.B\nsection\ntheorem x : True := sorry\nend\nnamespace C\n"
    source += "theorem y : True := sorry\nend C\nend A.B\ntheorem z : True := sorry"
    assert [found.full_name for found in parse_theorems(source)] == ["A.B.x", "A.B.C.y", "z"]


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("namespace A\nnamespace B\nend A.B\ntheorem t : True := sorry", "t"),
        ("namespace A.B\nend B\ntheorem t : True := sorry\nend A", "A.t"),
        ("namespace A\nsection B.C\nend B.C\ntheorem t : True := sorry", "A.t"),
        ("namespace «A.B»\ntheorem t : True := sorry", "«A.B».t"),
        ("namespace «A.B»\nend «A.B»\ntheorem t : True := sorry", "t"),
    ],
)
def test_a_command_may_leave_several_namespaces_or_half_of_one(source: str, name: str) -> None:
    assert parse_theorems(source)[-1].full_name == name


def test_commands_with_in_before_a_theorem_join_its_header() -> None:
    (found,) = parse_theorems("def k := 1\nset_option maxRecDepth 2000 in\nopen Nat in\n@[simp] theorem t : k = 1 := by sorry")
    assert found.theorem.header == "def k := 1\nset_option maxRecDepth 2000\nopen Nat"
    assert found.modifiers == "@[simp]"


def test_the_word_in_of_a_later_command_is_not_taken_for_a_prefix() -> None:
    (found,) = parse_theorems("open Finset\ntheorem t : ∑ k in range 3, k = 3 := by sorry")
    assert found.theorem.header == "open Finset"


def test_a_proof_by_patterns_is_found() -> None:
    (found,) = parse_theorems("theorem t : ∀ n : Nat, |n| = n\n  | 0 => rfl\n  | n + 1 => sorry\n")
    assert found.theorem.conclusion == "∀ n : Nat, |n| = n"
    assert found.proof == "| 0 => rfl\n  | n + 1 => sorry"


def test_an_example_gets_a_name() -> None:
    first, second = parse_theorems("example (p : Prop) : p → p := sorry\nexample : True := by sorry")
    assert (first.theorem.name, second.theorem.name) == ("example_1", "example_2")
    assert first.keyword == "example"


def test_open_definitions_and_instances_are_given_when_asked_for() -> None:
    source = "def a : Nat := 1\ndef b : Nat := by sorry\ninstance : Inhabited Nat := sorry\ntheorem t : True := trivial"
    assert [found.theorem.name for found in parse_theorems(source)] == ["t"]
    assert [found.theorem.name for found in parse_theorems(source, open_data=True)] == ["b", "instance_2", "t"]


def test_windows_line_ends_disappear_from_the_texts_and_offsets_stay_true() -> None:
    source = "import X\r\ndef a := 1\r\n\r\ntheorem t :\r\n    True := by\r\n  sorry\r\n"
    (found,) = parse_theorems(source)
    assert found.theorem == Theorem("t", "", "True", "def a := 1", ("X",))
    assert found.proof == "by\n  sorry"
    assert source[found.proof_start : found.end] == "by\r\n  sorry"
    assert source[found.sorries[0] :].startswith("sorry")


def test_imports_of_every_form_are_found() -> None:
    source = "/- Copyright -/\nmodule\npublic import A\nmeta import B\nimport all C.D\n/-! text -/\nopen X\n"
    imports, body = split_imports(source)
    assert imports == ("A", "B", "C.D")
    assert source[body:].lstrip().startswith("/-! text -/")


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("theorem : True := sorry", "without a name"),
        ("theorem t := sorry", "has no statement"),
        ("theorem t : True", "has no proof"),
        ("theorem t : True :=", "has an empty proof"),
        ("theorem t : := sorry", "has an empty statement"),
        ("/- theorem t : True := sorry", "comment begins here and has no end"),
        ('def s := "abc', "string begins here and has no end"),
    ],
)
def test_a_broken_text_is_refused_with_its_line(source: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem) as caught:
        parse_theorems("\n\n" + source, where="file.lean")
    assert "file.lean, line 3" in str(caught.value)


def test_a_text_without_theorems_gives_none() -> None:
    assert parse_theorems("") == ()
    assert parse_theorems("def x := 1\n") == ()


def test_a_megabyte_of_nested_brackets_is_read() -> None:
    source = "theorem t : " + "(True ∧ " * 60_000 + "True" + ")" * 60_000 + " := by sorry"
    (found,) = parse_theorems(source)
    assert found.theorem.name == "t"


def test_tokens_cover_the_source_but_for_white_space() -> None:
    source = "theorem «a b».c' (h₁ : x.1 ≤ 3) : f '' s = ⌊y⌋ := by omega -- end"
    position = 0
    for token in lex(source):
        assert source[position : token.start].strip() == ""
        assert source[token.start : token.end] == token.text
        position = token.end
    assert position == len(source)


def test_a_proof_is_printed_ready_to_paste() -> None:
    theorem = Theorem("t", "(p : Prop)", "p → p", levels=("u",))
    assert proof_text(theorem, "intro h\nexact h") == "theorem t.{u} (p : Prop) : p → p := by\n  intro h\n  exact h\n"


def test_a_script_is_moved_line_by_line_and_its_blank_lines_are_emptied() -> None:
    assert indent("constructor\n   \n  · rfl\n", 2) == "  constructor\n\n    · rfl\n"
