from __future__ import annotations

import json
from pathlib import Path

import pytest

from reaprover.errors import InputError
from reaprover.evals.heads import distances, head_report, markdown
from tests.evals.test_report import write_run

RELEASE = Path(__file__).parent.parent / "data" / "releases" / "tiny-torch-2.13"


def write_states(folder: Path, *entries: tuple[str, int, list[tuple[str, int | None]]]) -> Path:
    write_run(folder, "catalogue", [])
    lines = [
        {"set": "s", "id": name, "seed": seed, "states": [{"goals": [goal], "distance": distance} for goal, distance in states]}
        for name, seed, states in entries
    ]
    (folder / "states.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return folder


def test_a_state_counts_once_with_its_smallest_distance_and_is_unsolved_only_if_no_tree_solved_it(tmp_path: Path) -> None:
    folder = write_states(
        tmp_path / "run",
        ("a", 0, [("⊢ p", 5), ("⊢ q", 2)]),
        ("a", 1, [("⊢ p", 3)]),
        ("b", 0, [("⊢ p", None), ("⊢ r", None)]),
        ("b", 1, [("⊢ r", 4)]),
    )
    known, unsolved = distances([folder])
    assert known == {("s/a", ("⊢ p",)): 3, ("s/a", ("⊢ q",)): 2, ("s/b", ("⊢ r",)): 4}
    assert unsolved == [("s/b", ("⊢ p",))]


def test_an_attempt_that_was_made_again_after_a_kill_counts_once(tmp_path: Path) -> None:
    folder = write_states(tmp_path / "run", ("a", 0, [("⊢ p", None)]), ("a", 0, [("⊢ q", None)]))
    assert distances([folder])[1] == [("s/a", ("⊢ q",))]


def test_a_run_that_kept_no_states_is_refused_with_advice(tmp_path: Path) -> None:
    write_run(tmp_path / "run", "catalogue", [])
    with pytest.raises(InputError, match=r"states\.jsonl: is not there; .*--keep-states"):
        distances([tmp_path / "run"])


@pytest.mark.model
def test_heads_are_asked_on_the_same_states_and_a_state_too_long_is_counted(tmp_path: Path) -> None:
    held_out = write_states(
        tmp_path / "held-out", ("a", 0, [("⊢ p → p", 2), ("p : Prop\n⊢ p", 1)]), ("b", 0, [("⊢ q", None), ("⊢ " + "q" * 5000, None)])
    )
    training = write_states(tmp_path / "training", ("c", 0, [("⊢ r", 7)]))
    found = json.loads(json.dumps(head_report(RELEASE, [held_out], reference=[training]), allow_nan=False))
    assert list(found["heads"]) == ["head with adapter", "head without adapter", "random head"]
    assert found["num_too_long"] == 1
    assert found["adapter_effect"] > 0
    for head in found["heads"].values():
        assert (head["num_states"], head["num_roots"], head["num_pairs"], head["unsolved"]["num_states"]) == (2, 1, 1, 1)
        assert head["constant"]["median"] == 7.0, "the constant comes from the training theorems"
    predictions = {head["mean_prediction"] for head in found["heads"].values()}
    assert len(predictions) == 3
    assert "| head without adapter |" in markdown(found)
