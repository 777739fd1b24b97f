"""Learning from a verified proof: golden numbers, refusals, receipts (spec learning.md, sections 4.2 and 6)."""

from __future__ import annotations

import hashlib
import json
import math
from pathlib import Path
from typing import Any

import pytest

from reaprover.errors import InputError
from reaprover.learn.events import kind_of, parse_success_dataset, parse_success_event

from ..runtime.bundles import STATES, THEOREM_ID, bundle, row, success_event, two_rows

DATA = Path(__file__).parent.parent
RELEASE = DATA / "data" / "releases" / "tiny-torch-2.13"
GOLDEN = json.loads((DATA / "model" / "tiny-golden.json").read_bytes())


def parse(event: dict[str, Any]) -> Any:
    return parse_success_event(event, session_id="s1", theorem_id=THEOREM_ID, policy_version=0)


def dataset(**changes: Any) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(bundle()["dataset.json"])
    return document | changes


BAD_EVENTS: list[dict[str, Any]] = [
    {"kind": "search_visit_backup"},
    {"event_id": "a/b"},
    {"session_id": "s2"},
    {"tree_id": None},
    {"theorem_id": "5" * 64},
    {"theorem_id": "demo"},
    {"policy_version": 1},
    {"policy_version": False},
    {"dataset_sha256": "A" * 64},
    {"course_acceptance_sha256": 3},
    {"rows": []},
    {"reward": 1},
]


@pytest.mark.parametrize("changes", BAD_EVENTS, ids=lambda c: json.dumps(c)[:60])
def test_a_success_event_that_breaks_a_rule_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="event"):
        parse(success_event(bundle(), **changes))


@pytest.mark.parametrize("key", sorted(success_event(bundle())))
def test_a_success_event_without_one_of_its_keys_is_refused(key: str) -> None:
    event = success_event(bundle())
    del event[key]
    with pytest.raises(InputError, match=key):
        parse(event)


def test_events_are_told_apart_by_their_kind() -> None:
    assert kind_of({}) == "search_visit_backup"
    assert kind_of(success_event(bundle())) == "verified_success_discounted_v1"
    with pytest.raises(InputError, match=r"event\.kind"):
        kind_of({"kind": "verified_success_replay"})


BAD_DATASETS: list[dict[str, Any]] = [
    {"schema_version": "reap.verified-success-trajectory.v2"},
    {"profile": "another"},
    {"session_id": " "},
    {"theorem_sha256": "x"},
    {"inputs_sha256": ["a"]},
    {"axioms": "propext"},
    {"root_return": -3},
    {"root_return": -2.0},
    {"final_policy_version": -1},
    {"more": 1},
    {"rows": []},
    {"rows": two_rows() * 17},
    {"rows": [row(0, STATES[0], "induction n", -2, [STATES[1]])]},  # nothing ends
    {"rows": [row(0, STATES[0], "a", -3, [STATES[1]]), two_rows()[1]], "root_return": -3},  # no return of -2
    {"rows": [two_rows()[0], row(1, STATES[1], "trivial", -1, ["⊢ False"])]},
    {"rows": [two_rows()[0], row(1, STATES[1], "trivial", -2, [])]},
    {"rows": [two_rows()[0], row(1, STATES[1], "trivial", 0, [])]},
    {"rows": [two_rows()[0], row(1, STATES[1], "trivial", True, [])]},
    {"rows": [two_rows()[0], row(1, STATES[1], " ", -1, [])]},
    {"rows": [two_rows()[0], row(1, STATES[1], "trivial", -1, [], prompt="")]},
    {"rows": [two_rows()[0], row(1, STATES[1], "trivial", -1, [], state=[])]},
    {"rows": [two_rows()[0], row(1, STATES[1], "trivial", -1, [], policy_version=1)]},
    {"rows": [two_rows()[0], row(1, STATES[1], "trivial", -1, [], eval_sequence=-1)]},
    {"rows": [two_rows()[0], row(1, STATES[1], "trivial", -1, [], more=1)]},
    {"rows": [two_rows()[0], "trivial"]},
]


@pytest.mark.parametrize("changes", BAD_DATASETS, ids=lambda c: json.dumps(c, ensure_ascii=True)[:60])
def test_labels_that_break_a_rule_are_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="dataset"):
        parse_success_dataset(dataset(**changes))


def test_distances_are_the_negated_returns_and_thirty_two_rows_are_allowed() -> None:
    assert [r.distance for r in parse_success_dataset(dataset()).rows] == [2, 1]
    assert len(parse_success_dataset(dataset(rows=two_rows() * 16)).rows) == 32


@pytest.fixture
def model() -> Any:
    import torch

    from reaprover.model.policy_value import PolicyValueModel, Weights
    from reaprover.model.tiny import tiny_base
    from reaprover.snapshot import load_release

    torch.set_num_threads(1)
    release = load_release(RELEASE)
    made = PolicyValueModel(tiny_base(), release.contract)
    made.create("s1", Weights(release.adapter, release.value_head))
    return made


def step(model: Any, *, kl: float | None = None, **changes: Any) -> Any:
    from reaprover.learn.objectives import SearchObjective, success_step
    from reaprover.snapshot import load_release

    config: Any = load_release(RELEASE).contract.document["search_config"]
    objective = SearchObjective.of(config, max_post_update_kl=kl)
    document = dataset(**changes)
    return success_step(model, "s1", parse(success_event(bundle())), parse_success_dataset(document), objective)


@pytest.mark.model
def test_a_success_step_gives_the_golden_numbers(model: Any) -> None:
    golden, tolerance = GOLDEN["verified_success_discounted_v1"], GOLDEN["tolerance"]
    assert [(r["state"][0], r["tactic"], r["return"]) for r in two_rows()] == [
        (r["state"], r["tactic"], r["return"]) for r in golden["rows"]
    ]
    detail, expected = step(model), golden["first_update"]
    for key in ("policy_loss", "kl", "value_loss", "loss"):
        assert detail[key] == pytest.approx(expected[key], rel=tolerance["loss_rel"])
    assert detail["grad_norm"] == pytest.approx(expected["grad_norm"], rel=tolerance["grad_norm_rel"])
    samples = detail["samples"]
    assert [s["joint_token_nll"] for s in samples] == pytest.approx(expected["joint_token_nll"], rel=tolerance["loss_rel"])
    assert [s["value_loss"] for s in samples] == pytest.approx(expected["row_value_loss"], rel=tolerance["loss_rel"])
    predictions = [s["value_training"]["prediction"] for s in samples]
    assert predictions == pytest.approx(expected["row_prediction"], abs=tolerance["distance_abs"])
    after = [model.value("s1", r["prompt"]) for r in two_rows()]
    assert after == pytest.approx(expected["distance_after"], abs=tolerance["distance_abs"])


@pytest.mark.model
def test_the_receipt_names_every_row_and_its_losses_make_up_the_loss(model: Any) -> None:
    detail = step(model)
    assert detail["objective"] == "verified_success_discounted_v1"
    assert detail["source"] == success_event(bundle())
    assert detail["online_update_consumed_by_later_generation"] is False
    assert not {"search_trace", "candidate_targets"} & detail.keys()
    first = detail["samples"][0]
    assert {key: first[key] for key in ("row", "node_index", "generation_sequence", "eval_sequence", "source_policy_version")} == {
        "row": 0, "node_index": 0, "generation_sequence": 0, "eval_sequence": 1, "source_policy_version": 0,
    }  # fmt: skip
    assert (first["return"], first["value_target"], first["target_tokens"]) == (-2, 2.0, len(b"induction n"))
    assert first["tactic_sha256"] == hashlib.sha256(b"induction n").hexdigest()
    assert first["prompt_sha256"] == GOLDEN["value"][1]["prompt_sha256"]
    assert first["value_training"]["target_nonzero"] == [{"bin": 2, "weight": 1.0}]
    parts = [s["joint_token_nll"] + 0.02 * s["prefix_kl_sum"] + 0.5 * s["value_loss"] for s in detail["samples"]]
    assert detail["loss"] == pytest.approx(math.fsum(parts) / 2, rel=1e-9)
    assert detail["parameter_diffs"]["adapter"]["changed_tensors"] == 28
    assert (model.session("s1").optimizer_steps, model.session("s1").examples_seen) == (1, 2)
    json.dumps(detail, allow_nan=False)


@pytest.mark.model
def test_the_order_of_rows_changes_nothing_but_round_off(model: Any) -> None:
    point = model.savepoint("s1")
    plain = step(model)
    model.rollback("s1", point)
    assert step(model, rows=two_rows()[::-1])["loss"] == pytest.approx(plain["loss"], rel=1e-6)


@pytest.mark.model
def test_a_proof_far_from_its_end_saturates_the_last_bin(model: Any) -> None:
    import dataclasses

    from reaprover.learn.objectives import SearchObjective, success_step
    from reaprover.snapshot import load_release

    config: Any = load_release(RELEASE).contract.document["search_config"]
    labels = parse_success_dataset(dataset())
    far = dataclasses.replace(labels, rows=(dataclasses.replace(labels.rows[1], distance=70),))
    detail: Any = success_step(model, "s1", parse(success_event(bundle())), far, SearchObjective.of(config))
    training = detail["samples"][0]["value_training"]
    assert (training["distance"], training["target"], training["saturated"]) == (70.0, 64.0, True)


@pytest.mark.model
def test_the_guard_looks_at_the_proof_too(model: Any) -> None:
    from reaprover.errors import KLGuardExceeded

    point = model.savepoint("s1")
    with pytest.raises(KLGuardExceeded):
        step(model, kl=1e-3)
    model.rollback("s1", point)
    assert step(model, kl=100.0)["kl_guard"]["post_update_kl"] > 0


@pytest.mark.model
def test_a_tactic_that_does_not_fit_is_refused_before_anything_changes(model: Any) -> None:
    before = model.weights("s1")
    with pytest.raises(InputError, match="too long"):
        step(model, rows=[two_rows()[0], row(1, STATES[1], "x" * 4000, -1, [])])
    assert model.weights("s1").adapter == before.adapter
    assert model.session("s1").optimizer_steps == 0
