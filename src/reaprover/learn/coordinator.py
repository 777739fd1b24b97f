"""Learning inside a search: follow its log, choose a node at a checkpoint, send one event, check the receipt (learning.md, section 3).

The coordinator reads the lines of the observer stream (`reap.training.observer.v1`), whoever writes them: it knows no search and no
model. What it needs is kept as the lines pass: which candidate made which child, and what was backed up since the last checkpoint.

Decisions:
- Nothing is sent twice. Anything that is not as it must be (a gap in the log, a late, refused or strange reply) ends the tree with a
  stated reason; what the model then holds is not known here, and a later line is refused with the same reason.
- A child is learnt as the candidate that created it: later candidates that were merged into it, also cheaper ones whose text the search
  then uses, change nothing.
- A node of more than 64 children is learnt without those that were never visited: their weight is 0 and they move nothing. With more
  than 64 visited ones it is passed over.
- An acknowledgement file is written where a request was sent or a doubt arose, and where the caller asks for it.
- An event is checked by the learner's own rules before it is written, and written before it is sent.
"""

from __future__ import annotations

import contextlib
import enum
import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from reaprover.core.canonical import JsonObject, JsonValue, canonical_json, parse_json, sha256
from reaprover.core.durable import write_durably
from reaprover.errors import LearningStopped, ReaproverError, UsageError
from reaprover.learn.events import MAX_CANDIDATES, SEARCH_VISIT_BACKUP, parse_search_event
from reaprover.model.prompt import prompt_sha256

OBSERVER_SCHEMA: Final = "reap.training.observer.v1"
MAX_BODY_BYTES: Final = 262_144
STOP_REASON: Final = "learning_in_doubt"
_FINITE_FLAGS: Final = ("finite_loss", "finite_gradients", "finite_parameters", "finite_optimizer_state", "base_parameters_frozen")
_NUMBERS: Final = ("loss", "policy_loss", "kl", "value_loss", "value_before", "value_target", "grad_norm")
_TRACED: Final = ("event_id", "session_id", "tree_id", "step", "node_index", "policy_version", "gamma", "backup")
_CHANGING: Final = ("adapter", "value_head", "optimizer")


class Learner(Protocol):
    """Whoever takes learning events: a session in this process, or one behind a service."""

    def learn(self, body: JsonObject) -> JsonObject:
        """Send `{expected_policy_version, event}` once and wait for the receipt; any exception leaves the outcome unknown."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """When to learn.

    Attributes:
        max_updates: at most so many events per tree.
        interval: checkpoints between two events at least, and before the first; 8 gives steps 7, 15, … as first chances.
        max_body_bytes: largest request, 1 to 262,144.

    Raises:
        UsageError: a number outside its range.
    """

    max_updates: int = 5
    interval: int = 1
    max_body_bytes: int = 8192

    def __post_init__(self) -> None:
        for name, value, low, high in (
            ("max_updates", self.max_updates, 0, 10**6),
            ("interval", self.interval, 1, 10**9),
            ("max_body_bytes", self.max_body_bytes, 1, MAX_BODY_BYTES),
        ):
            if not low <= value <= high:
                raise UsageError(f"learning schedule: {name} is {value}; expected {low} to {high}")

    def is_due(self, step: int, num_updates: int, last_step: int | None) -> bool:
        """Whether checkpoint `step` may learn, after `num_updates` updates of which the last was at `last_step`."""
        rested = last_step is None or step - last_step >= self.interval
        return num_updates < self.max_updates and step + 1 >= self.interval and rested


@dataclass(frozen=True, slots=True)
class Creation:
    """The candidate that made a child.

    Attributes:
        node_index: where it was generated.
        prompt: of its generation.
        tactic, raw_logprob, policy_version: the candidate, and the version that made it.
        generation_sequence, eval_sequence: of its two records in the log.
    """

    node_index: int
    prompt: str
    tactic: str
    raw_logprob: float
    policy_version: int
    generation_sequence: int
    eval_sequence: int


@dataclass(frozen=True, slots=True)
class Choice:
    """A node to learn from.

    Attributes:
        node_index: which.
        visits, value_sum: N and W.
        candidates: what made each child, and the child's visits; at least one visited.
        statistics: visits, sum and children's visits, to be learnt from once.
    """

    node_index: int
    visits: int
    value_sum: float
    candidates: tuple[tuple[Creation, int], ...]
    statistics: tuple[object, ...]

    @property
    def prompt(self) -> str:
        """The one prompt of all its children's generations."""
        return self.candidates[0][0].prompt


def choose(
    nodes: Sequence[JsonValue], backed_up: Collection[int], created: Mapping[int, Creation], learnt: Mapping[int, tuple[object, ...]]
) -> Choice | None:
    """The node that an event is made from; None if there is none.

    Args:
        nodes: of the checkpoint's tree, root first.
        backed_up: nodes with a backup since the last checkpoint.
        created: child → the candidate that made it.
        learnt: node → statistics that were learnt from before.

    Raises:
        ValueError: a node is malformed, or a child cannot be traced back.
    """
    if not nodes or _field(_object(nodes[0], "node 0"), "data", "isSolved") is True:
        return None
    for index in sorted(backed_up, reverse=True):
        if not 0 <= index < len(nodes):
            raise ValueError(f"node {index} was backed up and is not in the tree of {len(nodes)} nodes")
        choice = _choice(index, _object(nodes[index], f"node {index}"), created)
        if choice is not None and learnt.get(index) != choice.statistics:
            return choice
    return None


def _choice(index: int, node: JsonObject, created: Mapping[int, Creation]) -> Choice | None:
    data = _object(node.get("data"), f"node {index}, data")
    visits, value_sum, edges = _count(data, "numVisit"), data.get("valueSum"), node.get("children")
    if data.get("toPlay") != "OR" or data.get("isSolved") is not False or visits == 0:
        return None
    if isinstance(value_sum, bool) or not isinstance(value_sum, int | float) or not math.isfinite(value_sum) or value_sum / visits > -1:
        return None
    if not isinstance(edges, list):
        raise ValueError(f"node {index} has no list of children")
    children: list[tuple[Creation, int]] = []
    visited: list[tuple[int, int]] = []
    for entry in edges:
        edge = _object(_object(entry, f"node {index}, child").get("edge"), f"node {index}, edge")
        if edge.get("isFocus") is not False:
            continue
        child, times = _count(_object(entry, "child"), "childIndex"), _count(edge, "numVisit")
        origin = created.get(child)
        if origin is None or origin.node_index != index:
            raise ValueError(f"child {child} of node {index} cannot be traced back to a candidate")
        children.append((origin, times))
        visited.append((child, times))
    if len(children) > MAX_CANDIDATES:
        children = [pair for pair in children if pair[1]]
    if not any(times for _, times in children) or len(children) > MAX_CANDIDATES or len({origin.prompt for origin, _ in children}) != 1:
        return None
    return Choice(index, visits, value_sum, tuple(children), (visits, value_sum, *visited))


def make_event(choice: Choice, *, session_id: str, tree_id: str, step: int, policy_version: int, gamma: float) -> JsonObject:
    """The `search_visit_backup` event of a node (section 2.1)."""
    candidates: list[JsonValue] = [
        {
            "tactic": origin.tactic,
            "visits": visits,
            "raw_logprob": min(origin.raw_logprob, 0.0),  # a sum may be above 0 by rounding
            "behavior_version": origin.policy_version,
        }
        for origin, visits in choice.candidates
    ]
    return {
        "kind": SEARCH_VISIT_BACKUP,
        "event_id": f"{session_id}.s{step}.n{choice.node_index}",
        "session_id": session_id,
        "tree_id": tree_id,
        "step": step,
        "node_index": choice.node_index,
        "policy_version": policy_version,
        "prompt": choice.prompt,
        "gamma": gamma,
        "candidates": candidates,
        "backup": {"kind": "OR", "valid": True, "visits": choice.visits, "value_sum": choice.value_sum},
        "reward": 0,
        "terminal_verified": False,
    }


def check_receipt(receipt: JsonObject, event: JsonObject, policy_version: int) -> None:
    """A receipt must show that exactly this event was applied, once, and moved what it had to.

    Args:
        receipt: as the learner gave it.
        event: what was sent.
        policy_version: the version before.

    Raises:
        ValueError: the first thing that it does not show.
    """
    stated: dict[str, JsonValue] = {
        "event_id": event["event_id"],
        "applied": True,
        "idempotent": False,
        "policy_version": policy_version + 1,
    }
    for key, wanted in stated.items():
        _agree(f"receipt.{key}", receipt.get(key), wanted)
    detail = _object(receipt.get("detail"), "receipt.detail")
    _agree("receipt.detail.objective", detail.get("objective"), SEARCH_VISIT_BACKUP)
    _agree("receipt.detail.optimizer_steps", detail.get("optimizer_steps"), policy_version + 1)
    for key in _FINITE_FLAGS:
        _agree(f"receipt.detail.{key}", detail.get(key), True)
    for key in _NUMBERS:
        number = detail.get(key)
        if isinstance(number, bool) or not isinstance(number, int | float) or not math.isfinite(number):
            raise ValueError(f"receipt.detail.{key} is {str(number)[:40]}; expected a finite number")
    trace = _object(detail.get("search_trace"), "receipt.detail.search_trace")
    for key in _TRACED:
        _agree(f"receipt.detail.search_trace.{key}", trace.get(key), event[key])
    _agree("receipt.detail.prompt_sha256", detail.get("prompt_sha256"), prompt_sha256(str(event["prompt"])))
    diffs = _object(detail.get("parameter_diffs"), "receipt.detail.parameter_diffs")
    for group in _CHANGING:
        diff = _object(diffs.get(group), f"receipt.detail.parameter_diffs.{group}")
        hashes = (diff.get("before_sha256"), diff.get("after_sha256"))
        if not all(isinstance(digest, str) and len(digest) == 64 for digest in hashes) or hashes[0] == hashes[1]:
            raise ValueError(f"receipt.detail.parameter_diffs.{group} shows no change")


class AckStatus(enum.Enum):
    """Whether the search goes on."""

    CONTINUE = "continue"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Ack:
    """The reply to a checkpoint that lets the search go on.

    Attributes:
        step: of the checkpoint.
        policy_version: from now on.
        is_update: an event was learnt.
    """

    step: int
    policy_version: int
    is_update: bool

    def to_json(self, session_id: str) -> JsonObject:
        """As it stands in the acknowledgement file."""
        status = AckStatus.CONTINUE.value
        return {"session_id": session_id, "step": self.step, "status": status, "policy_version": self.policy_version}


@dataclass(frozen=True, slots=True)
class Update:
    """One event that was learnt.

    Attributes:
        step, node_index, event_id: where it came from.
        policy_version: after it.
        request_sha256, receipt_sha256: of the two files.
    """

    step: int
    node_index: int
    event_id: str
    policy_version: int
    request_sha256: str
    receipt_sha256: str

    def to_json(self) -> JsonObject:
        """As it stands in the result of the run."""
        return {name: getattr(self, name) for name in self.__slots__}


class Coordinator:
    """Follows one tree's log and learns from it; see the module.

    Attributes:
        policy_version: current.
        updates: what was learnt, in order.
        num_checkpoints: seen so far; also the number of the next one.
        num_later_generations: candidates that were generated after an update, so by weights that it changed.
        num_refreshes: records of refreshed values.
    """

    def __init__(
        self,
        learner: Learner,
        folder: Path,
        *,
        session_id: str,
        tree_id: str,
        gamma: float,
        schedule: Schedule | None = None,
        acks_all: bool = False,
        may_send_fn: Callable[[], bool] = lambda: True,
    ) -> None:
        """Begin with version 0 and an empty log.

        Args:
            learner: takes the events.
            folder: gets requests, receipts and acknowledgements; must exist.
            session_id, tree_id: what every record must carry.
            gamma: the contract's discount; every checkpoint must carry it.
            schedule: when to learn.
            acks_all: write an acknowledgement file at every checkpoint, for a search in another process that waits for it.
            may_send_fn: False stops new requests (a total deadline).
        """
        self._learner, self._folder = learner, folder
        self._session_id, self._tree_id, self._gamma = session_id, tree_id, gamma
        self._schedule, self._acks_all, self._may_send_fn = schedule or Schedule(), acks_all, may_send_fn
        self.policy_version = self.num_checkpoints = self.num_later_generations = self.num_refreshes = 0
        self.updates: list[Update] = []
        self._doubt: LearningStopped | None = None
        self._torn = ""
        self._sequence = 0
        self._generated: dict[tuple[int, int], Creation] = {}
        self._created: dict[int, Creation] = {}
        self._prompts: dict[str, str] = {}
        self._backed_up: dict[int, tuple[int, float]] = {}
        self._learnt: dict[int, tuple[object, ...]] = {}
        self._ack: Ack | None = None

    @property
    def is_due(self) -> bool:
        """Whether the next checkpoint may learn, so that it must hold the tree."""
        last = self.updates[-1].step if self.updates else None
        return self._schedule.is_due(self.num_checkpoints, len(self.updates), last) and self._may_send_fn()

    @property
    def stop_reason(self) -> str | None:
        """Why the tree has ended; None if it has not."""
        return None if self._doubt is None else self._doubt.reason

    def feed(self, text: str) -> Ack | None:
        """Follow a piece of the log; an unfinished last line is kept for later. Returns the last checkpoint's reply, if there was one.

        Raises:
            LearningStopped: a doubt, here or earlier.
        """
        *lines, self._torn = (self._torn + text).split("\n")
        ack = None
        for line in lines:
            ack = self.follow(line) or ack
        return ack

    def follow(self, line: str) -> Ack | None:
        """Follow one whole line; returns the reply if it is a checkpoint.

        Raises:
            LearningStopped: a doubt, here or earlier.
        """
        if self._doubt is not None:
            raise self._doubt
        try:
            record = _object(parse_json(line.encode()), "record")
            kind = self._common(record)
            if kind == "checkpoint":
                return self._checkpoint(record)
            if kind in ("generation", "eval", "backup"):
                {"generation": self._generation, "eval": self._eval, "backup": self._backup}[kind](record)
            elif kind == "checkpoint_ack":
                wanted = None if self._ack is None else self._ack.to_json(self._session_id)
                _agree("checkpoint_ack.ack", record.get("ack"), wanted)
            elif kind == "selection_value_refresh":
                self._refresh(record)
            elif kind != "selection":
                raise ValueError(f"kind {str(kind)[:40]!r} is unknown")
        except LearningStopped:
            raise
        except (ValueError, OSError, ReaproverError) as error:
            raise self._stop(f"the log: {error}") from error
        return None

    # -- records -------------------------------------------------------------------------------------------------------

    def _common(self, record: JsonObject) -> JsonValue:
        _agree("schema_version", record.get("schema_version"), OBSERVER_SCHEMA)
        _agree("session_id", record.get("session_id"), self._session_id)
        _agree("tree_id", record.get("tree_id"), self._tree_id)
        _agree("sequence", record.get("sequence"), self._sequence)
        version = record.get("policy_version")
        if version != str(self.policy_version):  # the environment of a search holds texts
            _agree("policy_version", version, self.policy_version)
        self._sequence += 1
        return record.get("kind")

    def _generation(self, record: JsonObject) -> None:
        key = (_count(record, "generation_index"), _count(record, "candidate_index"))
        if key in self._generated:
            raise ValueError(f"candidate {key} is generated twice")
        prompt, tactic, logprob = record.get("prompt"), record.get("tactic"), record.get("raw_logprob")
        if not isinstance(prompt, str) or not isinstance(tactic, str) or isinstance(logprob, bool) or not isinstance(logprob, int | float):
            raise ValueError(f"candidate {key} lacks a prompt, a tactic or a log-probability")
        prompt = self._prompts.setdefault(prompt, prompt)
        sequence = _count(record, "sequence")
        self._generated[key] = Creation(_count(record, "node_index"), prompt, tactic, logprob, self.policy_version, sequence, -1)
        self.num_later_generations += self.policy_version > 0

    def _eval(self, record: JsonObject) -> None:
        key = (_count(record, "generation_index"), _count(record, "candidate_index"))
        origin = self._generated.pop(key, None)
        if origin is None:
            raise ValueError(f"candidate {key} is judged without a generation, or twice")
        _agree("eval.node_index", record.get("node_index"), origin.node_index)
        _agree("eval.tactic", record.get("tactic"), origin.tactic)
        if record.get("disposition") == "created":
            child = _count(record, "child_index")
            if child in self._created:
                raise ValueError(f"child {child} is created twice")
            self._created[child] = Creation(
                origin.node_index,
                origin.prompt,
                origin.tactic,
                origin.raw_logprob,
                origin.policy_version,
                origin.generation_sequence,
                _count(record, "sequence"),
            )

    def _backup(self, record: JsonObject) -> None:
        value_sum = record.get("node_value_sum")
        if isinstance(value_sum, bool) or not isinstance(value_sum, int | float):
            raise ValueError("backup.node_value_sum is no number")
        self._backed_up[_count(record, "node_index")] = (_count(record, "node_visits"), value_sum)

    def _refresh(self, record: JsonObject) -> None:
        _agree("selection_value_refresh.selection_value_version", record.get("selection_value_version"), self.policy_version)
        if self._ack is None or not self._ack.is_update:
            raise ValueError("values were refreshed without an update before")
        nodes = record.get("nodes")
        if not isinstance(nodes, list) or not all(_is_refreshed(node) for node in nodes):
            raise ValueError("selection_value_refresh.nodes is no list of node_index, node_kind and value ≤ 1")
        self.num_refreshes += 1

    def _checkpoint(self, record: JsonObject) -> Ack:
        step = _count(record, "step")
        _agree("checkpoint.step", step, self.num_checkpoints)
        _agree("checkpoint.gamma", record.get("gamma"), self._gamma)
        nodes = _object(record.get("tree"), "checkpoint.tree").get("nodes")
        if not isinstance(nodes, list):
            raise ValueError("checkpoint.tree.nodes is no list")
        is_solved = record.get("root_is_solved")
        if not isinstance(is_solved, bool):
            raise ValueError("checkpoint.root_is_solved is neither true nor false")
        choice = None
        if self.is_due and not is_solved and nodes:
            self._compare(nodes)
            choice = choose(nodes, self._backed_up.keys(), self._created, self._learnt)
        if choice is not None:
            self._learn(step, choice)
        self._backed_up.clear()
        self._ack = Ack(step, self.policy_version, choice is not None)
        if choice is not None or self._acks_all:
            self._write_ack(step, self._ack.to_json(self._session_id))
        self.num_checkpoints += 1
        return self._ack

    def _compare(self, nodes: Sequence[JsonValue]) -> None:
        """N and W in the tree must be those of the backups."""
        for index, (visits, value_sum) in self._backed_up.items():
            if index >= len(nodes):
                raise ValueError(f"node {index} was backed up and is not in the tree of {len(nodes)} nodes")
            data = _object(_object(nodes[index], f"node {index}").get("data"), f"node {index}, data")
            _agree(f"node {index}, numVisit", data.get("numVisit"), visits)
            if isinstance(data.get("valueSum"), int | float):
                _agree(f"node {index}, valueSum", data.get("valueSum"), value_sum)

    # -- the one mutation ----------------------------------------------------------------------------------------------

    def _learn(self, step: int, choice: Choice) -> None:
        version = self.policy_version
        event = make_event(choice, session_id=self._session_id, tree_id=self._tree_id, step=step, policy_version=version, gamma=self._gamma)
        parse_search_event(event, session_id=self._session_id, policy_version=version, gamma=self._gamma)
        body: JsonObject = {"expected_policy_version": version, "event": event}
        request = canonical_json(body)
        if len(request) > self._schedule.max_body_bytes:
            raise ValueError(f"the request is too large; found {len(request)} bytes, expected at most {self._schedule.max_body_bytes}")
        write_durably(self._folder / f"learn-{step:06d}.request.json", request, replace=False)
        try:
            receipt = self._learner.learn(body)
            answer = canonical_json(receipt)
            write_durably(self._folder / f"learn-{step:06d}.receipt.json", answer, replace=False)
            check_receipt(receipt, event, version)
        except Exception as error:
            raise self._stop(f"the reply to {event['event_id']}: {type(error).__name__}: {error}") from error
        self.policy_version = version + 1
        self._learnt[choice.node_index] = choice.statistics
        self.updates.append(
            Update(step, choice.node_index, str(event["event_id"]), version + 1, sha256(request), sha256(answer)),
        )

    def _stop(self, reason: str) -> LearningStopped:
        """Write the refusal, once, and remember it."""
        if self._doubt is None:
            step = self.num_checkpoints
            self._doubt = LearningStopped(step, reason)
            record: JsonObject = {"session_id": self._session_id, "step": step, "status": AckStatus.ERROR.value}
            record |= {"policy_version": self.policy_version, "error": reason[:2000], "stop_reason": STOP_REASON}
            with contextlib.suppress(FileExistsError):
                self._write_ack(step, record)
        return self._doubt

    def _write_ack(self, step: int, record: JsonObject) -> None:
        write_durably(self._folder / f"checkpoint-{step:06d}.ack.json", canonical_json(record), replace=False)


def _is_refreshed(node: JsonValue) -> bool:
    if not isinstance(node, dict) or node.get("node_kind") not in ("OR", "AND"):
        return False
    index, value = node.get("node_index"), node.get("value")
    numbers = isinstance(index, int) and isinstance(value, int | float) and not isinstance(value, bool)
    return numbers and math.isfinite(float(str(value))) and float(str(value)) <= 1


def _object(value: JsonValue, where: str) -> JsonObject:
    if not isinstance(value, dict):
        raise ValueError(f"{where} is no object")
    return value


def _field(record: JsonObject, *keys: str) -> JsonValue:
    value: JsonValue = record
    for key in keys:
        value = _object(value, key).get(key)
    return value


def _count(record: JsonObject, key: str) -> int:
    value = record.get(key)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError(f"{key} is {str(value)[:40]}; expected an integer of at least 0")
    return value


def _agree(where: str, found: JsonValue, wanted: JsonValue) -> None:
    if type(found) is not type(wanted) and not {type(found), type(wanted)} <= {int, float}:
        raise ValueError(f"{where} is {str(found)[:80]!r}; expected {str(wanted)[:80]!r}")
    if found != wanted:
        raise ValueError(f"{where} is {str(found)[:80]!r}; expected {str(wanted)[:80]!r}")
