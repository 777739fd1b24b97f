"""The coordinator on scripted logs: which node is learnt, when, and what ends a tree. No model, no Lean."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reaprover.core.canonical import canonical_json
from reaprover.errors import LearningStopped, UsageError
from reaprover.learn.coordinator import Ack, Coordinator, Schedule, check_receipt
from reaprover.model.prompt import prompt_sha256

SESSION, TREE = "course-000000000001-01", "course-000000000001-01.tree0"
HASHES = [character * 64 for character in "0123456789abcdef"]


def receipt_of(body: Any) -> dict[str, Any]:
    """A receipt as a categorical model gives it, reduced to what is checked and a part that is not."""
    event, version = body["event"], body["expected_policy_version"]
    diff = {"before_sha256": HASHES[version], "after_sha256": HASHES[version + 1]}
    traced = ("event_id", "session_id", "tree_id", "step", "node_index", "policy_version", "gamma", "backup")
    return {
        "event_id": event["event_id"],
        "applied": True,
        "idempotent": False,
        "policy_version": version + 1,
        "detail": {
            "objective": "search_visit_backup",
            **dict.fromkeys(("loss", "policy_loss", "kl", "value_loss", "value_before", "value_target", "grad_norm"), 1.5),
            "optimizer_steps": version + 1,
            **dict.fromkeys(("finite_loss", "finite_gradients", "finite_parameters", "finite_optimizer_state"), True),
            "base_parameters_frozen": True,
            "search_trace": {key: copy.deepcopy(event[key]) for key in traced} | {"value_trace": {"target": 0.9}},
            "prompt_sha256": prompt_sha256(event["prompt"]),
            "parameter_diffs": {group: dict(diff) for group in ("adapter", "value_head", "optimizer", "rng_counters")},
            "value_training": {"loss_kind": "two_hot_categorical_cross_entropy"},
        },
    }


class ScriptedLearner:
    """Gives receipts, changed as the script says."""

    def __init__(self, change: Callable[[dict[str, Any]], object] = lambda receipt: None) -> None:
        self.bodies: list[Any] = []
        self.change = change

    def learn(self, body: Any) -> Any:
        self.bodies.append(copy.deepcopy(body))
        receipt = receipt_of(body)
        self.change(receipt)
        return receipt


class Script:
    """Writes a log; by default every record is as it must be."""

    def __init__(self, folder: Path, learner: Any = None, **options: Any) -> None:
        self.learner = learner or ScriptedLearner()
        self.folder = folder
        self.coordinator = Coordinator(
            self.learner, folder, session_id=SESSION, tree_id=TREE, gamma=0.99, schedule=Schedule(**{"max_body_bytes": 8192, **options})
        )
        self.sequence = self.step = self.generation = 0
        self.version = 0
        self.nodes: list[dict[str, Any]] = [node()]

    def line(self, kind: str, **facts: Any) -> str:
        common = {"schema_version": "reap.training.observer.v1", "session_id": SESSION, "tree_id": TREE, "kind": kind}
        record = {**common, "policy_version": str(self.version), "sequence": self.sequence, "monotonic_ns": 1, "step": self.step, **facts}
        self.sequence += 1
        return json.dumps(record)

    def write(self, kind: str, **facts: Any) -> Ack | None:
        return self.coordinator.follow(self.line(kind, **facts))

    def expand(self, at: int, tactics: dict[str, str], *, prompt: str = "", children: bool = True) -> None:
        """Generate tactics at a node; each value is its disposition, created ones get the next child."""
        for i, tactic in enumerate(tactics):
            names = {"generation_index": self.generation, "candidate_index": i, "node_index": at, "tactic": tactic}
            self.write("generation", **names, prompt=prompt or f"prompt of {at}", raw_logprob=-1.0 - i)
        for i, (tactic, disposition) in enumerate(tactics.items()):
            names = {"generation_index": self.generation, "candidate_index": i, "node_index": at, "tactic": tactic}
            child = None
            if disposition == "created":
                child = len(self.nodes)
                self.nodes.append(node())
                if children:
                    self.nodes[at]["children"].append(edge(child, tactic))
            self.write("eval", **names, disposition=disposition, child_index=child)
        self.generation += 1

    def visit(self, *path: int, value: float = -3.0) -> None:
        """Back a value up along a path from the root."""
        for depth, index in enumerate(reversed(path)):
            data = self.nodes[index]["data"]
            data["numVisit"] += 1
            data["valueSum"] += value - depth
            if depth:
                child = path[len(path) - depth]
                for entry in self.nodes[index]["children"]:
                    entry["edge"]["numVisit"] += entry["childIndex"] == child
            self.write("backup", node_index=index, node_visits=data["numVisit"], node_value_sum=data["valueSum"])

    def checkpoint(self, **facts: Any) -> Ack:
        ack = self.write("checkpoint", **{"gamma": 0.99, "root_is_solved": False, "tree": {"root_index": 0, "nodes": self.nodes}, **facts})
        assert ack is not None
        self.version = ack.policy_version
        self.step += 1
        return ack

    def files(self) -> list[str]:
        return sorted(path.name for path in self.folder.iterdir())


def node(kind: str = "OR", **data: Any) -> dict[str, Any]:
    return {"data": {"toPlay": kind, "isSolved": False, "valueSum": 0.0, "numVisit": 0, **data}, "children": []}


def edge(child: int, tactic: str = "", *, is_focus: bool = False) -> dict[str, Any]:
    return {"edge": {"tacticStr": tactic, "numVisit": 0, "isFocus": is_focus, "focusIndex": 0}, "childIndex": child}


@pytest.fixture
def script(tmp_path: Path) -> Script:
    return Script(tmp_path)


def one_child(script: Script) -> None:
    """Root with two children, of which the first was visited once."""
    script.expand(0, {"intro h": "created", "simp": "created", "bad": "eval_rejected"})
    script.visit(0)
    script.visit(0, 1)


def test_the_event_says_what_the_search_found_and_files_are_written_around_it(script: Script) -> None:
    one_child(script)
    ack = script.checkpoint()
    assert ack == Ack(0, 1, True)
    (body,) = script.learner.bodies
    assert body == {
        "expected_policy_version": 0,
        "event": {
            "kind": "search_visit_backup",
            "event_id": f"{SESSION}.s0.n0",
            "session_id": SESSION,
            "tree_id": TREE,
            "step": 0,
            "node_index": 0,
            "policy_version": 0,
            "prompt": "prompt of 0",
            "gamma": 0.99,
            "candidates": [
                {"tactic": "intro h", "visits": 1, "raw_logprob": -1.0, "behavior_version": 0},
                {"tactic": "simp", "visits": 0, "raw_logprob": -2.0, "behavior_version": 0},
            ],
            "backup": {"kind": "OR", "valid": True, "visits": 2, "value_sum": -7.0},
            "reward": 0,
            "terminal_verified": False,
        },
    }
    assert script.files() == ["checkpoint-000000.ack.json", "learn-000000.receipt.json", "learn-000000.request.json"]
    assert (script.folder / "learn-000000.request.json").read_bytes() == canonical_json(body)
    written = json.loads((script.folder / "checkpoint-000000.ack.json").read_text())
    assert written == {"session_id": SESSION, "step": 0, "status": "continue", "policy_version": 1}


def test_the_request_is_on_the_disk_before_it_is_sent(tmp_path: Path) -> None:
    class Looking(ScriptedLearner):
        def learn(self, body: Any) -> Any:
            assert (tmp_path / "learn-000000.request.json").read_bytes() == canonical_json(body)
            assert not (tmp_path / "learn-000000.receipt.json").exists()
            return super().learn(body)

    script = Script(tmp_path, Looking())
    one_child(script)
    assert script.checkpoint().is_update


# ---- which node -----------------------------------------------------------------------------------------------------------


def test_the_highest_node_backed_up_since_the_last_checkpoint_is_taken(script: Script) -> None:
    one_child(script)
    script.expand(1, {"exact h": "created"})
    script.visit(0, 1, 3)
    script.checkpoint()
    assert script.learner.bodies[0]["event"]["node_index"] == 1


def test_a_node_that_was_not_backed_up_since_is_not_taken(script: Script) -> None:
    one_child(script)
    script.expand(1, {"exact h": "created"})
    script.visit(0, 1, 3)
    script.checkpoint()
    script.visit(0, 2)
    script.checkpoint()
    assert [body["event"]["node_index"] for body in script.learner.bodies] == [1, 0]


def test_statistics_are_learnt_from_once(script: Script) -> None:
    one_child(script)
    script.checkpoint()
    again = script.nodes[0]["data"]
    script.write("backup", node_index=0, node_visits=again["numVisit"], node_value_sum=again["valueSum"])
    assert not script.checkpoint().is_update
    script.visit(0, 1)
    assert script.checkpoint().is_update
    assert len(script.learner.bodies) == 2


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda n: n[0]["data"].update(isSolved=True), id="solved root in the tree"),
        pytest.param(lambda n: n[0]["data"].update(toPlay="AND"), id="AND node"),
        pytest.param(lambda n: [e["edge"].update(isFocus=True) for e in n[0]["children"]], id="focus children"),
        pytest.param(lambda n: [e["edge"].update(numVisit=0) for e in n[0]["children"]], id="no visited child"),
        pytest.param(lambda n: n[0].update(children=[]), id="no child"),
        pytest.param(lambda n: n[0]["data"].update(valueSum="-Infinity"), id="infinite sum"),
    ],
)
def test_a_node_that_teaches_nothing_is_passed_over(script: Script, change: Callable[[Any], object]) -> None:
    one_child(script)
    change(script.nodes)
    assert not script.checkpoint().is_update
    assert script.learner.bodies == []
    assert script.files() == []


def test_nothing_is_learnt_once_the_root_is_marked_solved(script: Script) -> None:
    one_child(script)
    assert not script.checkpoint(root_is_solved=True).is_update


@pytest.mark.parametrize(("value", "learns"), [(-0.5, True), (-0.49, False)])
def test_a_mean_above_minus_one_is_no_target(script: Script, value: float, learns: bool) -> None:
    script.expand(0, {"intro h": "created"})
    script.visit(0, 1, value=value)  # the root receives one step less
    script.visit(0, value=-0.5)
    assert script.checkpoint().is_update is learns


def test_children_of_two_prompts_are_passed_over(script: Script) -> None:
    one_child(script)
    script.expand(0, {"omega": "created"}, prompt="with other premises")
    assert not script.checkpoint().is_update


def test_children_of_several_batches_of_one_prompt_are_taken_together(script: Script) -> None:
    one_child(script)
    script.expand(0, {"omega": "created"})
    script.checkpoint()
    assert [c["tactic"] for c in script.learner.bodies[0]["event"]["candidates"]] == ["intro h", "simp", "omega"]


def test_a_merged_duplicate_keeps_the_provenance_of_the_first_creator(script: Script) -> None:
    one_child(script)
    script.version = 0
    script.expand(0, {"intro x": "merged"})
    script.nodes[0]["children"][0]["edge"]["tacticStr"] = "intro x"  # the cheaper text that the search uses now
    script.checkpoint()
    candidate = script.learner.bodies[0]["event"]["candidates"][0]
    assert (candidate["tactic"], candidate["raw_logprob"]) == ("intro h", -1.0)


def test_candidates_carry_the_version_that_made_them(script: Script) -> None:
    one_child(script)
    script.checkpoint()
    script.expand(0, {"omega": "created"})
    script.visit(0, 3)
    script.checkpoint()
    versions = [c["behavior_version"] for c in script.learner.bodies[1]["event"]["candidates"]]
    assert versions == [0, 0, 1]
    assert script.coordinator.num_later_generations == 1


def test_of_more_than_64_children_the_unvisited_are_left_out(script: Script) -> None:
    script.expand(0, {f"exact h{i}": "created" for i in range(70)})
    script.visit(0)
    for child in (1, 70):
        script.visit(0, child)
    script.checkpoint()
    assert [c["tactic"] for c in script.learner.bodies[0]["event"]["candidates"]] == ["exact h0", "exact h69"]


def test_a_node_with_more_than_64_visited_children_is_passed_over(script: Script) -> None:
    script.expand(0, {f"exact h{i}": "created" for i in range(65)})
    for child in range(1, 66):
        script.visit(0, child)
    assert not script.checkpoint().is_update


# ---- when -----------------------------------------------------------------------------------------------------------------


def run_steps(script: Script, count: int) -> list[int]:
    """The steps that learnt, with a node to learn from at every one."""
    script.expand(0, {"intro h": "created"})
    learnt = []
    for _ in range(count):
        script.visit(0, 1)
        ack = script.checkpoint()
        if ack.is_update:
            learnt.append(ack.step)
    return learnt


@pytest.mark.parametrize(
    ("interval", "max_updates", "expected"),
    [(1, 5, [0, 1, 2, 3, 4]), (8, 3, [7, 15, 23]), (8, 1, [7]), (1, 0, []), (3, 99, [2, 5, 8, 11, 14, 17, 20, 23])],
)
def test_updates_fire_at_the_scheduled_steps(tmp_path: Path, interval: int, max_updates: int, expected: list[int]) -> None:
    assert run_steps(Script(tmp_path, interval=interval, max_updates=max_updates), 24) == expected


def test_a_step_without_a_candidate_does_not_use_up_a_slot(tmp_path: Path) -> None:
    script = Script(tmp_path, interval=2, max_updates=2)
    for _ in range(3):
        assert not script.checkpoint().is_update
    assert run_steps(script, 5) == [3, 5]


def test_no_new_request_is_sent_after_the_deadline(tmp_path: Path) -> None:
    learner, open_ = ScriptedLearner(), [True, True, False]
    coordinator = Coordinator(
        learner, tmp_path, session_id=SESSION, tree_id=TREE, gamma=0.99, may_send_fn=lambda: open_[coordinator.num_checkpoints]
    )
    script = Script(tmp_path, learner)
    script.coordinator = coordinator
    assert run_steps(script, 3) == [0, 1]


@pytest.mark.parametrize("wrong", [{"interval": 0}, {"max_updates": -1}, {"max_body_bytes": 0}, {"max_body_bytes": 262_145}])
def test_a_schedule_outside_its_range_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(UsageError, match=next(iter(wrong))):
        Schedule(**wrong)


# ---- doubt ----------------------------------------------------------------------------------------------------------------


def ended(script: Script, words: str) -> None:
    """The tree ended at this step for this reason, and stays so."""
    assert words in (script.coordinator.stop_reason or "")
    record = json.loads((script.folder / f"checkpoint-{script.step:06d}.ack.json").read_text())
    assert (record["status"], record["policy_version"], record["stop_reason"]) == ("error", script.version, "learning_in_doubt")
    assert words in record["error"]
    before = script.files()
    with pytest.raises(LearningStopped, match="ends here"):
        script.write("selection")
    assert script.files() == before


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"sequence": 99}, "sequence"),
        ({"sequence": 0}, "sequence"),
        ({"policy_version": "1"}, "policy_version"),
        ({"policy_version": True}, "policy_version"),
        ({"session_id": "another"}, "session_id"),
        ({"tree_id": f"{SESSION}.tree1"}, "tree_id"),
        ({"schema_version": "reap.training.observer.v2"}, "schema_version"),
        ({"kind": "surprise"}, "kind"),
        ({"kind": "selection_value_refresh", "selection_value_version": 0, "nodes": []}, "without an update"),
        ({"kind": "checkpoint_ack", "ack": {"status": "continue"}}, "checkpoint_ack"),
    ],
    ids=["gap", "repeat", "version", "a truth value as version", "session", "tree", "schema", "kind", "refresh", "acknowledgement"],
)
def test_a_record_that_is_not_as_it_must_be_ends_the_tree(script: Script, facts: dict[str, Any], words: str) -> None:
    one_child(script)
    with pytest.raises(LearningStopped, match=words):
        script.write(**{"kind": "selection", **facts})
    ended(script, words)
    assert script.learner.bodies == []


def test_a_line_that_is_no_json_ends_the_tree(script: Script) -> None:
    with pytest.raises(LearningStopped):
        script.coordinator.follow('{"kind": "selection", "kind": "backup"}')
    ended(script, "the log")


def test_an_unfinished_line_is_kept_for_later(script: Script) -> None:
    first, second = script.line("selection"), script.line("selection")
    text = f"{first}\n{second}\n"
    for i in range(0, len(text), 7):
        script.coordinator.feed(text[i : i + 7])
    assert script.coordinator.stop_reason is None
    script.coordinator.feed(script.line("selection")[:-5])
    assert script.coordinator.stop_reason is None


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"step": 1}, "checkpoint.step"),
        ({"gamma": 0.999}, "gamma"),
        ({"root_is_solved": None}, "root_is_solved"),
        ({"tree": {"nodes": [node()]}}, "numVisit"),
        ({"tree": {"nodes": None}}, "nodes"),
    ],
)
def test_a_checkpoint_that_contradicts_the_log_ends_the_tree(script: Script, facts: dict[str, Any], words: str) -> None:
    one_child(script)
    with pytest.raises(LearningStopped, match=words):
        script.checkpoint(**facts)
    ended(script, words)


def test_a_child_that_cannot_be_traced_back_ends_the_tree(script: Script) -> None:
    one_child(script)
    script.nodes.append(node())
    script.nodes[0]["children"].append(edge(3, "omega"))
    with pytest.raises(LearningStopped, match="traced back"):
        script.checkpoint()
    ended(script, "traced back")


@pytest.mark.parametrize(
    "harm",
    [
        lambda s: s.write("eval", generation_index=9, candidate_index=0, node_index=0, tactic="x", disposition="created", child_index=7),
        lambda s: s.write("eval", generation_index=0, candidate_index=0, node_index=0, tactic="intro h", disposition="merged"),
        lambda s: s.write("backup", node_index=0, node_visits=1, node_value_sum="-Infinity"),
    ],
    ids=["an eval without its generation", "a candidate judged twice", "a sum that is no number"],
)
def test_a_broken_trace_ends_the_tree(script: Script, harm: Callable[[Script], object]) -> None:
    one_child(script)
    with pytest.raises(LearningStopped):
        harm(script)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda r: r.update(event_id="other"), "event_id"),
        (lambda r: r.update(applied=False), "applied"),
        (lambda r: r.update(applied=1), "applied"),
        (lambda r: r.update(idempotent=True), "idempotent"),
        (lambda r: r.update(policy_version=2), "policy_version"),
        (lambda r: r.pop("detail"), "detail"),
        (lambda r: r["detail"].update(objective="toy-v1"), "objective"),
        (lambda r: r["detail"].update(optimizer_steps=0), "optimizer_steps"),
        (lambda r: r["detail"].update(finite_gradients=False), "finite_gradients"),
        (lambda r: r["detail"].update(base_parameters_frozen=None), "base_parameters_frozen"),
        (lambda r: r["detail"].update(loss=float("nan")), "number"),
        (lambda r: r["detail"].update(kl="0.1"), "kl"),
        (lambda r: r["detail"].update(grad_norm=True), "grad_norm"),
        (lambda r: r["detail"]["search_trace"].update(node_index=1), "node_index"),
        (lambda r: r["detail"]["search_trace"]["backup"].update(visits=3), "backup"),
        (lambda r: r["detail"].update(prompt_sha256="0" * 64), "prompt_sha256"),
        (lambda r: r["detail"]["parameter_diffs"]["adapter"].update(after_sha256=HASHES[0]), "adapter"),
        (lambda r: r["detail"]["parameter_diffs"].pop("value_head"), "value_head"),
        (lambda r: r["detail"]["parameter_diffs"]["optimizer"].update(before_sha256=None), "optimizer"),
    ],
)
def test_a_receipt_that_does_not_show_what_it_must_ends_the_tree(tmp_path: Path, change: Callable[[Any], object], words: str) -> None:
    script = Script(tmp_path, ScriptedLearner(change))
    one_child(script)
    with pytest.raises(LearningStopped, match=words):
        script.checkpoint()
    ended(script, words)
    assert len(script.learner.bodies) == 1
    assert script.coordinator.policy_version == 0


@pytest.mark.parametrize("error", [TimeoutError("900 s"), RuntimeError("torch"), FloatingPointError("KL"), OSError("socket")])
def test_a_reply_that_does_not_come_ends_the_tree_and_is_never_asked_for_again(tmp_path: Path, error: Exception) -> None:
    def fail(receipt: object) -> None:
        raise error

    script = Script(tmp_path, ScriptedLearner(fail))
    one_child(script)
    with pytest.raises(LearningStopped, match=type(error).__name__):
        script.checkpoint()
    ended(script, type(error).__name__)
    assert len(script.learner.bodies) == 1
    assert script.files() == ["checkpoint-000000.ack.json", "learn-000000.request.json"]


def test_a_request_above_the_limit_is_not_sent(tmp_path: Path) -> None:
    script = Script(tmp_path, max_body_bytes=700)
    script.expand(0, {"exact " + "h" * 400: "created"})
    script.visit(0, 1)
    with pytest.raises(LearningStopped, match="too large"):
        script.checkpoint()
    ended(script, "too large")
    assert script.learner.bodies == []
    assert script.files() == ["checkpoint-000000.ack.json"]


@pytest.mark.parametrize("name", ["learn-000000.request.json", "learn-000000.receipt.json"])
def test_a_file_that_is_there_already_is_not_replaced(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("of another run")
    script = Script(tmp_path)
    one_child(script)
    with pytest.raises(LearningStopped, match="exists"):
        script.checkpoint()
    assert (tmp_path / name).read_text() == "of another run"


# ---- refreshed values -----------------------------------------------------------------------------------------------------


def test_refreshed_values_are_accepted_for_the_version_of_the_update_before(script: Script) -> None:
    one_child(script)
    script.checkpoint()
    ack = {"session_id": SESSION, "step": 0, "status": "continue", "policy_version": 1}
    script.write("checkpoint_ack", ack=ack)
    script.write("selection_value_refresh", selection_value_version=1, nodes=[{"node_index": 0, "node_kind": "OR", "value": -2.5}])
    assert script.coordinator.num_refreshes == 1


@pytest.mark.parametrize(
    "facts",
    [
        {"selection_value_version": 0, "nodes": []},
        {"selection_value_version": 1, "nodes": None},
        {"selection_value_version": 1, "nodes": [{"node_index": 0, "node_kind": "OR", "value": 1.5}]},
        {"selection_value_version": 1, "nodes": [{"node_index": 0, "node_kind": "OR", "value": "NaN"}]},
        {"selection_value_version": 1, "nodes": [{"node_index": 0, "node_kind": "XOR", "value": -1.0}]},
    ],
)
def test_refreshed_values_of_another_version_or_form_end_the_tree(script: Script, facts: dict[str, Any]) -> None:
    one_child(script)
    script.checkpoint()
    with pytest.raises(LearningStopped):
        script.write("selection_value_refresh", **facts)


def test_a_waiting_search_gets_an_acknowledgement_file_at_every_checkpoint(tmp_path: Path) -> None:
    script = Script(tmp_path)
    script.coordinator = Coordinator(script.learner, tmp_path, session_id=SESSION, tree_id=TREE, gamma=0.99, acks_all=True)
    script.checkpoint()
    assert script.files() == ["checkpoint-000000.ack.json"]


def test_a_receipt_as_it_should_be_passes() -> None:
    event = {"event_id": "e", "prompt": "p", **dict.fromkeys(("session_id", "tree_id", "step", "node_index", "policy_version"), "x")}
    event |= {"gamma": 0.99, "backup": {"visits": 1}}
    check_receipt(receipt_of({"event": event, "expected_policy_version": 3}), event, 3)
