"""The tactic server as Lean code: keys, parts, kinds of failure, and what a finished proof must pass (docs/lean-wire.md)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from reaprover.lean.session import Context, LeanSession
from reaprover.lean.toolchain import EmbeddedToolchain

pytestmark = pytest.mark.lean

HEADER = """
macro "unchecked" : tactic => `(tactic| set_option debug.skipKernelTC true in decide +kernel)
macro "hidden" : tactic => `(tactic| sorry)
axiom bad : 1 = 2
theorem restsOnBad : 1 = 2 := bad
set_option warn.sorry false in
theorem restsOnSorry : 1 = 2 := sorry
class Marked (α : Type) where mark : α
"""


class Server:
    """Requests to one server process, replies as they stand on the wire."""

    def __init__(self, toolchain: EmbeddedToolchain, header: str = "") -> None:
        self.session = LeanSession(toolchain)
        self.session.ensure(Context(header=header))

    def __call__(self, op: str, **fields: Any) -> dict[str, Any]:
        return self.session.request(op, fields, wall_s=30.0)

    def open(self, statement: str, binders: str = "") -> dict[str, Any]:
        reply = self("open", theorem=statement, binders=binders)
        assert reply["ok"], reply
        return reply

    def after(self, statement: str, *tactics: str, binders: str = "") -> dict[str, Any]:
        """The state after tactics that must succeed."""
        reply = self.open(statement, binders)
        for tactic in tactics:
            reply = self("apply", state=reply["state"], tactic=tactic)
            assert reply["ok"], reply
        return reply

    def kind(self, state: int, tactic: str) -> str:
        """The status, or the kind of the failure."""
        reply = self("apply", state=state, tactic=tactic)
        return reply["status"] if reply["ok"] else reply["error"]["kind"]


@pytest.fixture(scope="module")
def server(toolchain: EmbeddedToolchain) -> Iterator[Server]:
    server = Server(toolchain)
    yield server
    server.session.close()


@pytest.fixture(scope="module")
def suspicious(toolchain: EmbeddedToolchain) -> Iterator[Server]:
    server = Server(toolchain, HEADER)
    yield server
    server.session.close()


# Keys

EQUAL = [
    (("∀ p q : Prop, p → q → p", "intro a b h g"), ("∀ p q : Prop, p → q → p", "intro x y u v")),
    (("∀ p q : Prop, p → q → p", "intro a b h g"), ("∀ p q : Prop, q → p → p", "intro a b h g")),
    (("∀ p q : Prop, p ∧ q → p", "intro p q h", "cases h"), ("∀ p q : Prop, p ∧ q → p", "rintro a b ⟨c, d⟩")),
    (("∀ n : Nat, n = n", "intro n"), ("∀ n : Nat, n = n", "skip", "intro m", "skip")),
    (("∀ x : Nat, x = x",), ("∀ y : Nat, y = y",)),
    (("∃ x : Nat, x > 3", "refine ⟨?_, ?_⟩"), ("∃ x : Nat, x > 3", "refine ⟨?w, ?_⟩")),
    (("∀ xs : List Nat, xs = xs", "intro xs", "cases xs"), ("∀ xs : List Nat, xs = xs", "intro ys", "rcases ys with _ | ⟨a, b⟩")),
]
DIFFERENT = [
    (("∀ p q : Prop, p → q → p", "intro a b h g"), ("∀ p q : Prop, p → q → q", "intro a b h g")),
    (("∀ p q : Prop, p → q → p", "intro a b h g"), ("∀ p q : Prop, p → p → p", "intro a b h g")),
    (("∀ x y : Nat, x < y", "intro x y"), ("∀ x y : Nat, y < x", "intro x y")),
    (("∀ x y : Nat, x < y", "intro x y"), ("∀ x y : Nat, x < x", "intro x y")),
    (("∀ x y : Nat, x < y → y < x → x = y", "intro x y h g"), ("∀ x y : Nat, x < y → x < y → x = y", "intro x y h g")),
    (("∃ x : Nat, x = 1",), ("∃ x : Nat, x = 2",)),
    (("2 = 2",), ("@OfNat.ofNat Nat 2 ⟨3⟩ = 2",)),
    (("∀ n : Nat, n = n", "intro n"), ("∀ n : Nat, n = n",)),
    (("∀ n : Nat, n = n", "intro n", "let m := 3"), ("∀ n : Nat, n = n", "intro n", "let m := 4")),
    (("∃ x : Nat, x > 3", "refine ⟨?_, ?_⟩"), ("∃ x : Nat, x > 3", "constructor")),
    (("1 = 1 ∧ 2 = 2", "constructor"), ("2 = 2 ∧ 1 = 1", "constructor")),
    (("∀ f : Nat → Nat, f 1 = f 2", "intro f"), ("∀ f : Nat → Nat, f 2 = f 1", "intro f")),
    (("∀ α : Type, ∀ a : α, a = a",), ("∀ α : Type 1, ∀ a : α, a = a",)),
]


@pytest.mark.parametrize(("one", "other"), EQUAL)
def test_states_equal_up_to_names_and_order_of_hypotheses_have_one_key(
    server: Server, one: tuple[str, ...], other: tuple[str, ...]
) -> None:
    assert server.after(*one)["key"] == server.after(*other)["key"]


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_different_states_have_different_keys(server: Server, one: tuple[str, ...], other: tuple[str, ...]) -> None:
    assert server.after(*one)["key"] != server.after(*other)["key"]


def test_keys_do_not_depend_on_the_process_or_on_what_was_done_before(server: Server, toolchain: EmbeddedToolchain) -> None:
    path = ("∃ x : Nat, x > 3 ∧ x < 9", "refine ⟨?_, ?_, ?_⟩", "rotate_left")
    before = server.after(*path)
    again = server.after(*path)
    fresh = Server(toolchain)
    elsewhere = fresh.after(*path)
    fresh.session.close()
    for other in (again, elsewhere):
        assert {k: before[k] for k in ("key", "goals", "parts", "has_metavariables")} == {
            k: other[k] for k in ("key", "goals", "parts", "has_metavariables")
        }


def test_a_shared_term_of_exponential_size_has_a_key_at_once(server: Server) -> None:
    doubled = "fun x : Nat => (x + x)"
    term = "x"
    for _ in range(60):
        term = f"({doubled}) ({term})"
    reply = server.after(f"∀ x : Nat, {term} = 0", "intro x")
    reply = server("apply", state=reply["state"], tactic="conv => lhs; skip")
    assert reply["ok"]


# Parts

PARTS = [
    (("∀ p q : Prop, p → q → p ∧ q", "intro p q a b", "constructor"), [[0], [1]], False),
    (("∃ n : Nat, n > 3 ∧ n < 3", "refine ⟨?n, ?_, ?_⟩"), [[0, 1, 2]], True),
    (("∃ n : Nat, n > 3", "constructor"), [[0, 1]], True),
    (("∃ n : Nat, 1 = 1", "constructor"), [[0], [1]], False),
    (("(∃ x : Nat, x > 3) ∧ 1 = 1 ∧ (∃ x : Nat, x < 3)", "refine ⟨⟨?_, ?_⟩, ?_, ⟨?_, ?_⟩⟩"), [[0, 1], [2], [3, 4]], True),
    (("1 = 1 ∧ True", "have h : 2 = 2 := ?_"), [[0], [1]], False),
    (("∃ x y : Nat, x > y ∧ 1 = 1", "refine ⟨?_, ?_, ?_, ?_⟩"), [[0, 1, 2], [3]], True),
]


@pytest.mark.parametrize(("path", "parts", "marked"), PARTS)
def test_goals_that_share_a_metavariable_stay_together(server: Server, path: tuple[str, ...], parts: list[list[int]], marked: bool) -> None:
    reply = server.after(*path)
    assert reply["parts"] == parts
    assert reply["has_metavariables"] is marked


def test_a_split_has_single_goals_first_and_one_coupled_part_last(server: Server) -> None:
    reply = server.after("(∃ x : Nat, x > 3) ∧ 1 = 1 ∧ (∃ x : Nat, x < 3)", "refine ⟨⟨?_, ?_⟩, ?_, ⟨?_, ?_⟩⟩")
    parts = server("split", state=reply["state"])["parts"]
    assert [(p["indices"], p["coupled"]) for p in parts] == [([2], False), ([0, 1, 3, 4], True)]
    assert server.kind(parts[0]["state"], "rfl") == "part_closed"
    assert server.kind(parts[1]["state"], "exact (4 : Nat)") == "open"


def test_either_goal_with_a_common_witness_closes_alone_but_not_both(server: Server) -> None:
    state = server.after("∃ n : Nat, n > 3 ∧ n < 3", "refine ⟨?n, ?_, ?_⟩")["state"]
    assert server("split", state=state)["parts"] == []
    for first, value in (("case refine_1 => exact (by decide : 4 > 3)", 4), ("case refine_2 => exact (by decide : 2 < 3)", 2)):
        reply = server("apply", state=state, tactic=first)
        assert reply["ok"]
        assert any(str(value) in goal for goal in reply["goals"])
        assert server.kind(reply["state"], "all_goals decide") == "tactic_failed"


def test_a_part_may_ask_for_data(server: Server) -> None:
    state = server.after("∃ n : Nat, 1 = 1", "constructor")["state"]
    proof, witness = server("split", state=state)["parts"]
    assert server.kind(proof["state"], "rfl") == "part_closed"
    assert server.kind(witness["state"], "exact 3") == "part_closed"


@pytest.mark.parametrize("parts", [[[0], [0]], [[0], [9]], [[0], []], "x", [[-1], [0]]])
def test_parts_that_are_no_parts_are_refused(server: Server, parts: object) -> None:
    state = server.after("1 = 1 ∧ 2 = 2", "constructor")["state"]
    assert server("split", state=state, parts=parts)["error"]["kind"] == "protocol"


# Kinds of failure

FORBIDDEN = [
    "sorry", "exact sorry", "admit", "exact?", "apply?", "rw?", "exact (by exact?)", "first | exact? | rfl", "show_term rfl",
    "set_option maxHeartbeats 0 in rfl", "exact set_option maxRecDepth 9 in rfl", "open Nat in rfl", "exact open Nat in rfl",
    "repeat' rfl", "decide +native", "decide (native := true)", "decide (config := { native := true })", "exact `(1)", "exact unsafe rfl",
    'reaprover_serve "a" "b" "c"', "stop\nrfl", "skip <;> sorry", "· sorry", "exact dbg_trace \"x\"; rfl",
]  # fmt: skip
UNREADABLE = [
    "", "   ", "-- only a comment", "rfl rfl", "rfl; rfl", "rfl\nrfl", "rfl)\n(rfl", "(rfl", "exact (", "/- open", '"', "rfl,", "run_tac 1",
    "native_decide", "bv_decide", "theorem x : True", "rfl \u0000", "x" * 40_000,
]  # fmt: skip
FAILING = [
    ("exact foo", "elab"),
    ("exact (h : 1 = 2)", "elab"),
    ("rw [foo]", "elab"),
    ("exact (1 : Nat)", "tactic_failed"),
    ("omega", "tactic_failed"),
    ("assumption", "tactic_failed"),
    ("contradiction", "tactic_failed"),
    ("fail", "tactic_failed"),
    ("exact sorryAx _ true", "sorry"),
    ("exact sorryAx (1 = 2) true", "sorry"),
    ("exact lcProof", "unsafe"),
    ("exact False.elim lcUnreachable", "unsafe"),
    ("exact unsafeCast True.intro", "unsafe"),
    ("exact Reaprover.session", "elab"),
    ("decide", "tactic_failed"),
]


@pytest.mark.parametrize("tactic", FORBIDDEN)
def test_forbidden_syntax_is_named_and_not_run(server: Server, tactic: str) -> None:
    assert server.kind(server.open("1 = 1")["state"], tactic) == "forbidden"


@pytest.mark.parametrize("tactic", UNREADABLE)
def test_a_text_that_is_not_one_tactic_is_a_parse_failure(server: Server, tactic: str) -> None:
    assert server.kind(server.open("1 = 1")["state"], tactic) == "parse"


@pytest.mark.parametrize(("tactic", "kind"), FAILING)
def test_failures_have_kinds(server: Server, tactic: str, kind: str) -> None:
    assert server.kind(server.open("1 = 2")["state"], tactic) == kind


def test_limits_of_heartbeats_and_recursion_are_kinds_of_their_own(server: Server) -> None:
    state = server.open("∀ n : Nat, n < 1000")["state"]
    reply = server("apply", state=state, tactic="repeat (have h := True.intro)", limits={"heartbeats": 200})
    assert reply["error"]["kind"] == "heartbeat"
    assert server.kind(state, "exact " + "(" * 3000 + "rfl" + ")" * 3000) == "recursion"
    for bad in (0, -1, 2_000_000, "9", 1.5):
        assert server("apply", state=state, tactic="skip", limits={"heartbeats": bad})["error"]["kind"] == "protocol"


def test_parse_positions_are_those_of_the_text_that_was_sent(server: Server) -> None:
    state = server.open("1 = 1")["state"]
    assert server("apply", state=state, tactic="∀")["error"]["position"] == {"line": 1, "column": 0}
    error = server("apply", state=state, tactic="exact foo\n  bar )")["error"]
    assert error["position"] == {"line": 2, "column": 6}
    assert not error["message"].startswith("<input>")


def test_names_that_cannot_be_typed_are_marked(server: Server) -> None:
    state = server.after("∀ p q : Prop, p → q → p", "intros")["state"]
    (goal,) = server("goals", state=state, form="structured")["goals"]
    assert [(h["name"], h["type"], h["accessible"]) for h in goal["hypotheses"]] == [
        ("p✝", "Prop", False), ("q✝", "Prop", False), ("a✝¹", "p✝", False), ("a✝", "q✝", False)
    ] or all(not h["accessible"] and "✝" in h["name"] for h in goal["hypotheses"])  # fmt: skip
    assert server.kind(state, "rename_i a b c d; exact c") == "parse"
    assert server.kind(state, "(rename_i a b c d; exact c)") == "closed"


def test_structured_goals_say_what_printed_goals_say(server: Server) -> None:
    reply = server.after("∃ x : Nat, x = y", "let m := y + 1", "refine ⟨?_, ?_⟩", binders="{α : Type} [Inhabited α] (y : Nat)")
    witness, equation = server("goals", state=reply["state"], form="structured")["goals"]
    assert witness["case"] == "refine_1"
    assert witness["target"] == "Nat"
    assert equation["target"] == "?refine_1 = y"
    by_name = {h["name"]: h for h in equation["hypotheses"]}
    assert by_name["m"]["value"] == "y + 1"
    assert by_name["y"]["value"] is None
    assert [h["name"] for h in equation["hypotheses"] if h["instance"]] == ["inst✝"]


# A finished proof


@pytest.mark.parametrize(
    ("tactic", "kind"),
    [
        ("unchecked", "elab"),
        ("exact (by unchecked)", "elab"),
        ("have h : 1 = 2 := by unchecked\nexact h", "parse"),
        ("(have h : 1 = 2 := by unchecked\n exact h)", "elab"),
        ("hidden", "sorry"),
        ("exact bad", "axioms"),
        ("exact restsOnBad", "axioms"),
        ("exact restsOnSorry", "sorry"),
    ],
)
def test_what_is_no_proof_is_not_closed(suspicious: Server, tactic: str, kind: str) -> None:
    assert suspicious.kind(suspicious.open("1 = 2")["state"], tactic) == kind


def test_a_part_is_checked_like_the_whole(suspicious: Server) -> None:
    state = suspicious.after("1 = 2 ∧ 1 = 1", "constructor")["state"]
    first, second = suspicious("split", state=state)["parts"]
    assert suspicious.kind(second["state"], "rfl") == "part_closed"
    for tactic, kind in (("unchecked", "elab"), ("exact bad", "axioms"), ("hidden", "sorry")):
        assert suspicious.kind(first["state"], tactic) == kind


def test_a_check_names_the_axioms_and_knows_other_statements(server: Server) -> None:
    classical = server.after("∀ p : Prop, p ∨ ¬p", "exact fun p => Classical.em p")
    verdict = server("check", state=classical["proof"])
    assert verdict["verdict"] == "accepted"
    assert set(verdict["axioms"]) <= {"propext", "Classical.choice", "Quot.sound"}
    assert "Classical.choice" in verdict["axioms"]
    other = server.open("1 = 2")
    assert server("check", state=classical["proof"], against=other["root"])["verdict"] == "rejected"
    assert server("check", state=other["state"])["verdict"] == "rejected"
    assert server("check", state=classical["proof"], against=10**9)["error"]["kind"] == "state"


def test_universe_polymorphic_statements_are_closed(server: Server) -> None:
    assert server.after("∀ (α : Type _) (a : α), a = a", "exact fun _ _ => rfl")["status"] == "closed"
    assert server.after("∀ (α : Sort _) (β : Type _) (a : α) (b : β), a = a ∧ b = b", "(intros; constructor <;> rfl)")["status"] == "closed"


@pytest.mark.parametrize(
    ("statement", "binders", "kind"),
    [
        ("foo", "", "elab"),
        ("Nat", "", "elab"),
        ("?x = 1", "", "elab"),
        ("1 = ", "", "parse"),
        ("sorry", "", "forbidden"),
        ("x = 1", "(x : Nat), True → (", "parse"),
        ("x = 1", "x > 3", "parse"),
        ("set_option maxRecDepth 5 in 1 = 1", "", "forbidden"),
        ("Reaprover.session = True.intro", "", "elab"),
    ],
)
def test_statements_that_are_none_are_refused(server: Server, statement: str, binders: str, kind: str) -> None:
    assert server("open", theorem=statement, binders=binders)["error"]["kind"] == kind


def test_batches_equal_single_applies(server: Server) -> None:
    state = server.after("∀ p q : Prop, p ∧ q → q ∧ p", "intro p q h")["state"]
    tactics = ["constructor", "exact foo", "simp_all", "cases h", "sorry", "exact ⟨h.2, h.1⟩", "omega", "obtain ⟨a, b⟩ := h"]

    def shown(reply: dict[str, Any]) -> dict[str, Any]:
        return {k: v for k, v in reply.items() if k not in ("id", "nonce", "state", "proof", "elapsed_ms", "heartbeats")}

    together = server("apply_batch", state=state, tactics=tactics)["results"]
    singles = [server("apply", state=state, tactic=t) for t in tactics]
    assert [shown(r) for r in together] == [shown(r) for r in singles]


@pytest.mark.slow
def test_random_tactics_never_break_the_server(server: Server) -> None:
    words = (
        "intro x|intro h|constructor|left|right|assumption|exact h|apply h|cases h|simp|simp_all|rfl|induction x|exfalso|contradiction"
        "|rw [h]|exact h.1|decide|refine ⟨?_, ?_⟩|by_cases g : p|omega|ac_rfl|split|injection h|subst h|exists 0|rename_i x|revert x"
        "|intros|have g := h|let y := x|conv => lhs|obtain ⟨a, b⟩ := h|rcases x with _ | x|specialize h x|generalize x = y|unfold Not"
        "|congr|funext x|symm|symm at h|all_goals simp|any_goals rfl|exact ⟨_, rfl⟩|refine ⟨_, ?_⟩|change _ = _|calc x = x := rfl"
        "|nomatch h|clear h|dsimp"
    )
    statements = [
        "∀ p q : Prop, p ∧ q → q ∧ p", "∀ x y : Nat, x = y → y + 0 = x", "∀ xs : List Nat, xs ++ [] = xs", "∀ p q : Prop, p ∨ q → q ∨ p",
        "∃ x : Nat, x = 3", "∀ x : Nat, (if x = 0 then 1 else 2) > 0", "∀ f : Nat → Nat, (∀ x, f x = x) → f 2 = 2", "∀ x : Int, x < x + 1",
    ]  # fmt: skip
    generator = random.Random(7)
    statuses = set()
    for _ in range(150):
        states = [server.open(generator.choice(statements))["state"]]
        for _ in range(20):
            reply = server("apply", state=generator.choice(states), tactic=generator.choice(words.split("|")))
            if not reply["ok"]:
                assert reply["error"]["kind"] in ("parse", "elab", "tactic_failed", "heartbeat", "recursion"), reply
                continue
            statuses.add(reply["status"])
            if reply["status"] == "closed":
                assert server("check", state=reply["proof"])["verdict"] == "accepted"
                server("release", states=[reply["proof"]])
            if reply["status"] == "open":
                states.append(reply["state"])
                states += [part["state"] for part in server("split", state=reply["state"])["parts"]]
                assert server("goals", state=reply["state"], form="structured")["ok"]
        server("release", states=states)
    assert statuses == {"open", "closed", "part_closed"}
