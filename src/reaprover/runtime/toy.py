"""The toy backend: no model, no torch; the whole life of a session can be tried with it in milliseconds (spec service.md, section 10).

Before it has learned it proposes `fail_if_success trivial` at log-probability −0.5 and values every state 0.0; after any event with a
reward other than zero it proposes `trivial` at −0.01 and values 1.0.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from reaprover.core.canonical import JsonObject, canonical_json
from reaprover.errors import InputError, SessionNotFoundError
from reaprover.model.sampling import Answer, Finish, Request, Sample
from reaprover.runtime.serial import SerialWorker
from reaprover.snapshot.contract import check_contract
from reaprover.snapshot.identity import RELEASE
from reaprover.snapshot.manifest import Manifest
from reaprover.snapshot.reading import LiveContents, ReleaseContents
from reaprover.snapshot.refusal import refuse
from reaprover.snapshot.session import LiveSession, ReleaseSession
from reaprover.snapshot.variants import TOY_SCHEMA
from reaprover.snapshot.writing import publish_snapshot, record_of

_METADATA: dict[str, JsonObject] = {
    "adapter_metadata": {"kind": "toy"},
    "value_metadata": {"kind": "toy"},
    "optimizer_metadata": {"kind": "toy", "steps": 0, "state_empty": True, "offline_optimizer_loaded": False},
    "reference_metadata": {"kind": "toy"},
}


@dataclass(frozen=True, slots=True)
class _State:
    learned: bool = False
    value: float = 0.0
    steps: int = 0


class ToyBackend:
    """See the module.

    Attributes:
        contract: the toy's contract.
        worker: the queue in front.
    """

    name = "toy"
    allows_dots = True

    def __init__(self) -> None:
        self._states: dict[str, _State] = {}
        self.contract = check_contract({"backend": "toy", "base": "toy", "objective": "toy-v1"})
        self.worker = SerialWorker(self._answer)

    def base_facts(self) -> JsonObject:
        """There is no base."""
        return {"name": "toy", "revision": None, "base_override": False}

    def fresh_metadata(self) -> dict[str, JsonObject]:
        """Of a new session."""
        return {key: dict(value) for key, value in _METADATA.items()}

    def inherited_metadata(self) -> dict[str, JsonObject]:
        """Of a session that starts from a release."""
        metadata = self.fresh_metadata()
        for key in ("adapter_metadata", "value_metadata"):
            metadata[key]["initialized_from_experience"] = True
        return metadata

    def create(self, session_id: str, release: ReleaseContents | None) -> None:
        """A new session."""
        toy = None if release is None else release.toy
        self._states[session_id] = _State() if toy is None else _State(toy.adapter, toy.value_head)

    def delete(self, session_id: str) -> None:
        """Forget a session."""
        self._states.pop(session_id, None)

    def learn(self, record: LiveSession, event: JsonObject) -> JsonObject:
        """Any event of kind `toy` (or none) with a finite `reward`.

        Raises:
            InputError: another kind, or no reward.
        """
        if event.get("kind", "toy") != "toy":
            raise InputError("event.kind", "is refused", found=repr(event.get("kind"))[:40], expected="toy, the objective of this server")
        reward = event.get("reward")
        if isinstance(reward, bool) or not isinstance(reward, int | float) or not math.isfinite(reward):
            raise InputError("event.reward", "is refused", found=repr(reward)[:40], expected="a finite number")
        session_id, state = record.session_id, self._states[record.session_id]
        self._states[session_id] = _State(True, 1.0, state.steps + 1) if reward else replace(state, steps=state.steps + 1)
        return {
            "objective": "toy-v1",
            "reward": float(reward),
            "optimizer_steps": state.steps + 1,
            "learned": self._states[session_id].learned,
        }

    def optimizer_steps(self, session_id: str) -> int:
        """Steps taken."""
        return self._states[session_id].steps

    def savepoint(self, session_id: str) -> _State:
        """The state."""
        return self._states[session_id]

    def rollback(self, session_id: str, point: _State) -> None:
        """Put it back."""
        self._states[session_id] = point

    def snapshot(self, session_id: str) -> tuple[JsonObject, object | None]:
        """`backend.json` of the toy."""
        state = self._states[session_id]
        return {
            "schema_version": TOY_SCHEMA,
            "learned": state.learned,
            "optimizer_steps": state.steps,
            "value_score": state.value,
        }, None

    def restore(self, session_id: str, contents: LiveContents) -> None:
        """Put the state of a snapshot in place.

        Raises:
            SnapshotIncompatible: `restore_mismatch`, a snapshot of another backend.
        """
        self._states[session_id] = _state_of(contents)

    def publish(self, folder: Path, sealed: LiveContents, make_session: Callable[[str], ReleaseSession]) -> None:
        """Write the toy's release."""
        state = _state_of(sealed)
        backend = canonical_json({"contract": self.contract.document, "adapter": state.learned, "value_head": state.value})
        record = record_of([backend])
        session = make_session(record.sha256)
        data = session.to_bytes()
        publish_snapshot(folder, data, lambda: backend, Manifest(session.experience_id, RELEASE, record_of([data]), record))

    def _answer(self, request: Request) -> Answer:
        state = self._states.get(request.session_id)
        if state is None:
            raise SessionNotFoundError(f"session {request.session_id}: there is no such session")
        text, logprob = ("trivial", -0.01) if state.learned else ("fail_if_success trivial", -0.5)
        num_prompt = len(request.prompt.split())
        if request.sampling is None:
            return Answer((), state.value, num_prompt, 0, state.steps)
        sample = Sample((1,), (logprob,), (text,), text, Finish.STOP, ((((text, logprob),)),) if request.sampling.num_top_logprobs else ())
        number = request.sampling.num_samples
        return Answer((sample,) * number, state.value, num_prompt, number, state.steps)


def _state_of(contents: LiveContents) -> _State:
    toy = contents.backend.toy
    if contents.backend.schema != TOY_SCHEMA:
        raise refuse("restore_mismatch", "backend.json", "schema_version", found=contents.backend.schema, expected=TOY_SCHEMA)
    steps, value = toy["optimizer_steps"], toy["value_score"]
    assert isinstance(steps, int)
    assert isinstance(value, int | float)
    return _State(toy["learned"] is True, float(value), steps)
