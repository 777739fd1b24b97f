"""The kernel replay inside Lean, fed by hand: what it accepts, refuses and compares (format: head of Reaprover/Replay.lean)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from reaprover.lean.toolchain import EmbeddedToolchain

pytestmark = pytest.mark.lean

Line = list[Any]

# names 1 … : A, T, p, h, B, mk, rec, motive, t
NAMES: list[Line] = [["ns", 0, n] for n in ("A", "T", "p", "h", "B", "Nat", "u")] + [
    ["ns", 5, "mk"],
    ["ns", 5, "rec"],
    ["ns", 0, "Eq"],
    ["ni", 1, 7],
]
A, T, P, H, B, NAT, U, B_MK, B_REC, EQ, A_7 = range(1, 12)
# levels 1: zero + 1, 2: u
LEVELS: list[Line] = [["us", 0], ["up", U]]
# expressions 0: Prop, 1: #0, 2: p → p under p, 3: ∀ p : Prop, p → p, 4: fun h => h, 5: fun p h => h, 6: Type, 7: Nat
EXPRESSIONS: list[Line] = [
    ["es", 0], ["ev", 0], ["ev", 1], ["ep", 0, H, 1, 2], ["ep", 0, P, 0, 3], ["el", 0, H, 1, 1], ["el", 0, P, 0, 5],
    ["es", 1], ["ec", NAT, []],
]  # fmt: skip
STATEMENT, PROOF, TYPE, NAT_TYPE = 4, 6, 7, 8


def replay(toolchain: EmbeddedToolchain, folder: Path, lines: list[Line] | str) -> list[dict[str, Any]]:
    """The replies to the lines, in a fresh process."""
    requests, replies = folder / "requests", folder / "replies"
    text = lines if isinstance(lines, str) else "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    requests.write_text(text, encoding="utf-8")
    replies.write_text("")
    command = f'theorem Reaprover.replay_session : True := by reaprover_replay "{requests}" "{replies}" "n0nce"\n'
    run = toolchain.run(["{text}"], text=toolchain.preamble(("Reaprover.Replay",)) + command, timeout_s=60.0)
    assert run.status == 0, run.stdout + run.stderr
    answers = [json.loads(line) for line in replies.read_text(encoding="utf-8").splitlines()]
    assert all(answer["nonce"] == "n0nce" for answer in answers)
    return answers


def declared(*declarations: Line) -> list[Line]:
    return [
        *NAMES,
        *LEVELS,
        *EXPRESSIONS,
        *declarations,
        ["end", len([d for d in declarations if d[0] not in ("ev", "ec", "ea", "ep", "el", "es")])],
    ]


def kinds(answers: list[dict[str, Any]]) -> list[str]:
    return ["ok" if answer["ok"] else answer["error"]["kind"] for answer in answers if "done" not in answer]


def test_a_right_theorem_is_accepted_and_named(toolchain: EmbeddedToolchain, tmp_path: Path) -> None:
    answers = replay(toolchain, tmp_path, declared(["thm", A, [], STATEMENT, PROOF, [A]], ["is_thm", A, [], STATEMENT, PROOF]))
    assert kinds(answers) == ["ok", "ok"]
    assert answers[0]["name"] == "A"
    assert answers[-1] == {"nonce": "n0nce", "done": True, "count": 2, "failed": 0}


def test_a_wrong_proof_is_refused_by_the_kernel_and_the_run_goes_on(toolchain: EmbeddedToolchain, tmp_path: Path) -> None:
    lines = declared(["thm", A, [], STATEMENT, STATEMENT, [A]], ["thm", T, [], STATEMENT, PROOF, [T]], ["is_thm", A, [], STATEMENT])
    answers = replay(toolchain, tmp_path, lines)
    assert kinds(answers) == ["kernel", "ok", "missing"]
    assert answers[-1]["failed"] == 2


def test_a_declared_name_is_a_duplicate(toolchain: EmbeddedToolchain, tmp_path: Path) -> None:
    answers = replay(
        toolchain,
        tmp_path,
        declared(["thm", NAT, [], STATEMENT, PROOF, [NAT]], ["thm", A, [], STATEMENT, PROOF, [A]], ["thm", A, [], STATEMENT, PROOF, [A]]),
    )
    assert kinds(answers) == ["duplicate", "ok", "duplicate"]


def test_names_of_the_program_are_free(toolchain: EmbeddedToolchain, tmp_path: Path) -> None:
    names: list[Line] = [["ns", 0, "Void"], ["ns", 0, "Lean"], ["ns", 2, "Expr"]]
    lines = [*names, ["es", 0], ["axiom", 1, [], 0, 0], ["axiom", 3, [], 0, 0], ["end", 2]]
    assert kinds(replay(toolchain, tmp_path, lines)) == ["ok", "ok"]


def test_comparisons_find_the_difference(toolchain: EmbeddedToolchain, tmp_path: Path) -> None:
    answers = replay(
        toolchain,
        tmp_path,
        declared(
            ["axiom", A, [U], STATEMENT, 0],
            ["is_axiom", A, [U], STATEMENT, 0],
            ["is_axiom", A, [], STATEMENT, 0],
            ["is_axiom", A, [U], TYPE, 0],
            ["is_axiom", A, [U], STATEMENT, 1],
            ["is_thm", A, [U], STATEMENT],
            ["is_axiom", A_7, [], STATEMENT, 0],
        ),
    )
    assert kinds(answers) == ["ok", "ok", "mismatch", "mismatch", "mismatch", "mismatch", "missing"]
    assert [a["error"]["message"] for a in answers[2:6]] == ["universe parameters", "type", "unsafe", "kind: not a theorem"]


def test_inductive_types_are_made_by_the_kernel_and_compared(toolchain: EmbeddedToolchain, tmp_path: Path) -> None:
    # inductive B : Type | mk : Nat → B
    lines = declared(
        ["ec", B, []],  # 9: B
        ["ep", 0, H, NAT_TYPE, 9],  # 10: Nat → B
        ["ind", [], 0, 0, [[B, TYPE, [[B_MK, 10]]]]],
        ["is_ind", B, [], TYPE, 0, 0, [B], [B_MK], 0, 0, 0, 0],
        ["is_ctor", B_MK, [], 10, B, 0, 0, 1, 0],
        ["is_ctor", B_MK, [], 10, B, 0, 0, 2, 0],
        ["is_ind", B, [], TYPE, 0, 0, [B], [B_MK], 0, 1, 0, 0],
        ["is_rec", B_REC, [U], TYPE, [B], 0, 0, 1, 1, [], 0, 0],
    )
    answers = replay(toolchain, tmp_path, lines)
    assert kinds(answers) == ["ok", "ok", "ok", "mismatch", "mismatch", "mismatch"]


def test_a_type_that_contains_itself_negatively_is_refused(toolchain: EmbeddedToolchain, tmp_path: Path) -> None:
    lines = declared(
        ["ec", B, []],  # 9
        ["ep", 0, H, 9, NAT_TYPE],  # 10: B → Nat
        ["ep", 0, H, 10, 9],  # 11: (B → Nat) → B
        ["ind", [], 0, 0, [[B, TYPE, [[B_MK, 11]]]]],
    )
    assert kinds(replay(toolchain, tmp_path, lines)) == ["kernel"]


def test_an_unsafe_declaration_is_no_ground_for_a_theorem(toolchain: EmbeddedToolchain, tmp_path: Path) -> None:
    lines = declared(
        ["ec", T, []],  # 9
        ["def", T, [], STATEMENT, 9, -1, 0, [T]],
        ["thm", A, [], STATEMENT, 9, [A]],
        ["def", B, [], STATEMENT, PROOF, 3, 1, [B]],
        ["opaque", H, [], STATEMENT, PROOF, 0, [H]],
    )
    assert kinds(replay(toolchain, tmp_path, lines)) == ["kernel", "kernel", "ok", "ok"] or kinds(replay(toolchain, tmp_path, lines)) == [
        "ok",
        "kernel",
        "ok",
        "ok",
    ]


def test_literals_and_texts_arrive_unchanged(toolchain: EmbeddedToolchain, tmp_path: Path) -> None:
    number = str(2**200)
    text = 'é"\\\n∀\U0001f600'
    names: list[Line] = [["ns", 0, n] for n in ("a", "b", "Nat", "String")]
    lines = [
        *names, ["ec", 3, []], ["ec", 4, []], ["en", number], ["et", text],
        ["def", 1, [], 0, 2, 0, 1, [1]], ["is_def", 1, [], 0, 2, 1], ["def", 2, [], 1, 3, -2, 1, [2]], ["is_def", 2, [], 1, 3, 1],
        ["is_def", 1, [], 0, 3, 1], ["end", 5],
    ]  # fmt: skip
    assert kinds(replay(toolchain, tmp_path, lines)) == ["ok", "ok", "ok", "ok", "mismatch"]


BROKEN = [
    "", "junk\n", '["end",1]\n', '["ns",5,"a"]\n["end",0]\n', '["ea",0,0]\n', '["thm",1]\n', "[]\n", "{}\n", '["es",-1]\n',
    '["ev",1.5]\n', '["nope"]\n', '["ns",0,"a"]\n',
]  # fmt: skip


@pytest.mark.parametrize("text", BROKEN)
def test_a_broken_text_ends_the_run_without_a_verdict(toolchain: EmbeddedToolchain, tmp_path: Path, text: str) -> None:
    answers = replay(toolchain, tmp_path, text)
    assert kinds(answers) == ["format"]
    assert not any("done" in answer for answer in answers)
