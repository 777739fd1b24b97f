"""Sessions that learn: in this process, or behind a service. One protocol, the same bodies and replies (spec service.md, section 3).

Decisions:
- A change is sent once. Nothing here retries: an exception means that the outcome is not known.
- A session begins from a release by its pins, or fresh where that was said; never from whatever happens to be the latest.
- The evaluator of a session never gives an answer of an older version: the version is part of its cache key, and a learning step that
  went through a service tells the evaluator at once.
"""

from __future__ import annotations

import enum
import os
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from reaprover.core import Evaluator
from reaprover.core.canonical import JsonError, JsonObject, JsonValue, canonical_json, parse_json
from reaprover.core.durable import publish_folder
from reaprover.errors import InfrastructureError, InputError, UsageError
from reaprover.model.loading import API_KEY, ModelOptions, base_of, is_address, require_model_packages
from reaprover.model.prompt import reap_prompt
from reaprover.model.sampling import Sampling

if TYPE_CHECKING:
    import httpx

    from reaprover.model.remote import RemoteEvaluator
    from reaprover.runtime.runtime import Runtime

TIMEOUT_S: Final = 900.0
"""Longest wait for one change."""

_RELEASE_FILES: Final = ("manifest.json", "session.json", "backend.json")


class Action(enum.Enum):
    """What changes a session; the value is the last part of its route."""

    CREATE = ""
    LEARN = "/learn/v1"
    SNAPSHOT = "/snapshot/v1"
    PUBLISH = "/experience/v1"
    RETIRE = "/retire/v1"
    DELETE = "-"


class LearningSession(Protocol):
    """One session; also a `Learner` of the coordinator."""

    @property
    def session_id(self) -> str:
        """Its id."""
        ...

    def send(self, action: Action, body: JsonObject) -> JsonObject:
        """Send a change once and wait for the reply; any exception leaves its outcome unknown."""
        ...

    def learn(self, body: JsonObject) -> JsonObject:
        """`send(Action.LEARN, body)`."""
        ...

    def evaluator(self) -> Evaluator:
        """Policy and value of the session, which must have been created; the session's to close."""
        ...

    def distances(self, goals: Sequence[Sequence[str]]) -> list[float]:
        """The distance of each state by the present version, in steps, ≥ 0."""
        ...

    def close(self) -> None:
        """Give connections back; the session itself stays as it is."""
        ...


class LearningModel(Protocol):
    """A model whose sessions learn."""

    @property
    def gamma(self) -> float:
        """The contract's discount."""
        ...

    @property
    def start(self) -> JsonObject:
        """What a new session begins with: the keys of a create body besides the theorem."""
        ...

    @property
    def facts(self) -> JsonObject:
        """What records say about the model: contract, base or address."""
        ...

    @property
    def success_root(self) -> Path | None:
        """The store that verified proofs are put into to be learnt from; None where that is off, or out of reach."""
        ...

    def session(self, session_id: str) -> LearningSession:
        """A session of this id; not created yet."""
        ...

    def close(self) -> None:
        """Finish what was admitted and give everything back."""
        ...


def open_learning_model(
    spec: str,
    folder: Path,
    *,
    options: ModelOptions,
    sampling: Sampling,
    seed: int,
    experience: str | None = None,
    timeout_s: float = TIMEOUT_S,
) -> LearningModel:
    """The model that `--model` names, ready to learn.

    Args:
        spec: a release's folder, or the address of a service.
        folder: keeps the sessions, snapshots and releases of a model in this process.
        options: how a model in this process is loaded.
        sampling: of candidates.
        seed: of the samples, for a model in this process.
        experience: release on the service that sessions begin from; None begins fresh. Only with an address.
        timeout_s: longest wait for one change.

    Raises:
        InputError: `spec` is neither.
        UsageError, PrerequisiteError, InfrastructureError, SnapshotRefusal: it cannot be used.
    """
    if is_address(spec):
        return RemoteModel(spec, sampling=sampling, experience=experience, timeout_s=timeout_s)
    if experience is not None:
        raise UsageError("--experience: names a release on a server; give the address of one with --model")
    return LocalModel.load(Path(spec), folder, options=options, sampling=sampling, seed=seed, timeout_s=timeout_s)


# -- in this process ----------------------------------------------------------------------------------------------------


class LocalModel:
    """A runtime in this process, whose sessions learn.

    Args:
        runtime: of a search backend; this object's to close.
        start: what new sessions begin with.
        sampling: of candidates.
        seed: of the samples.
        success_root: store of verified proofs that the backend learns from; None if it does not.
        timeout_s: longest wait for one change.

    Attributes:
        gamma: the contract's discount.
        start: the release and its pins, or nothing.
        facts: contract and base.
        success_root: the store of verified proofs.
    """

    def __init__(
        self,
        runtime: Runtime,
        *,
        start: JsonObject,
        sampling: Sampling,
        seed: int = 0,
        success_root: Path | None = None,
        timeout_s: float = TIMEOUT_S,
    ) -> None:
        self._runtime, self.start, self._sampling, self._seed = runtime, start, sampling, seed
        self.success_root, self._timeout_s = success_root, timeout_s
        contract = runtime.backend.contract
        self.gamma = _gamma_of(contract.document)
        self.facts: JsonObject = {"kind": "in process", "contract_sha256": contract.sha256, "base": runtime.backend.base_facts()}

    @classmethod
    def load(
        cls, release: Path, folder: Path, *, options: ModelOptions, sampling: Sampling, seed: int = 0, timeout_s: float = TIMEOUT_S
    ) -> LocalModel:
        """A release, alone or in a model folder, with a runtime of its own in `folder`.

        Raises:
            InputError, SnapshotRefusal, LoadMismatch: it is no release, or does not fit its base.
            PrerequisiteError: torch, transformers or PEFT are not installed.
        """
        require_model_packages()
        from reaprover.model.policy_value import PolicyValueModel
        from reaprover.runtime.model_backend import ModelBackend
        from reaprover.runtime.runtime import Runtime
        from reaprover.snapshot import load_release
        from reaprover.snapshot.model_folder import find_model_folder

        if (whole := find_model_folder(release)) is not None and whole.release is not None:
            if options.base is not None or options.allow_other_base:
                raise UsageError(f"--model {release}: holds its own base; leave out --base and --allow-other-base")
            release, options = whole.release, replace(options, base=whole.base)
        if not (release / "manifest.json").is_file():
            raise InputError(
                str(release),
                "is no release",
                expected="a folder with manifest.json, session.json and backend.json, or one with base/ and release/",
                advice="a model that learns needs a contract; make a release of it first",
            )
        loaded = load_release(release, base=options.base if not options.allow_other_base else None)
        config = loaded.contract.document["search_config"]
        success_root = folder / "successes" if isinstance(config, dict) and "success_finalization" in config else None
        model = PolicyValueModel(base_of(loaded.contract, options, release), loaded.contract)
        backend = ModelBackend(model, loaded.contract, success_root=success_root)
        identity, experiences = loaded.identity, folder / "experiences"
        publish_folder(experiences / identity.experience_id / "release", {name: release / name for name in _RELEASE_FILES})
        start: JsonObject = {
            "experience_id": identity.experience_id,
            "experience_weights_sha256": identity.weights_sha256,
            "experience_snapshot_sha256": loaded.provenance.snapshot_sha256,
        }
        runtime = Runtime(backend, folder / "snapshots", experience_root=experiences)
        return cls(runtime, start=start, sampling=sampling, seed=seed, success_root=success_root, timeout_s=timeout_s)

    def session(self, session_id: str) -> LocalSession:
        """A session of this id."""
        return LocalSession(self._runtime, session_id, sampling=self._sampling, seed=self._seed, timeout_s=self._timeout_s)

    def close(self) -> None:
        """End the runtime in order."""
        self._runtime.close()


class LocalSession:
    """A session of a runtime in this process."""

    def __init__(self, runtime: Runtime, session_id: str, *, sampling: Sampling, seed: int = 0, timeout_s: float = TIMEOUT_S) -> None:
        self._runtime, self.session_id, self._sampling, self._seed, self._timeout_s = runtime, session_id, sampling, seed, timeout_s

    def send(self, action: Action, body: JsonObject) -> JsonObject:
        """Admit the change and wait for it.

        Raises:
            InfrastructureError: it took too long; it may still happen.
            ReaproverError and others: as the runtime raises them.
        """
        runtime = self._runtime
        calls: dict[Action, Callable[[str, JsonObject], Future[JsonObject]]] = {
            Action.CREATE: runtime.create,
            Action.LEARN: runtime.learn,
            Action.SNAPSHOT: runtime.snapshot,
            Action.PUBLISH: runtime.publish,
            Action.RETIRE: runtime.retire,
            Action.DELETE: lambda session_id, _: runtime.delete(session_id),
        }
        try:
            return calls[action](self.session_id, body).result(self._timeout_s)
        except TimeoutError as error:
            name = action.name.lower()
            raise InfrastructureError(f"session {self.session_id}: {name} took more than {self._timeout_s:g} s") from error

    def learn(self, body: JsonObject) -> JsonObject:
        """One learning event."""
        return self.send(Action.LEARN, body)

    def evaluator(self) -> Evaluator:
        """On the runtime's worker; its cache key holds the version.

        Raises:
            UsageError: the backend has no model.
        """
        from reaprover.model.evaluator import ModelEvaluator
        from reaprover.model.worker import ModelWorker

        worker = self._runtime.backend.worker
        if not isinstance(worker, ModelWorker):
            raise UsageError(f"session {self.session_id}: its backend {self._runtime.backend.name} has no model to search with")
        return ModelEvaluator(worker, self.session_id, sampling=self._sampling, seed=self._seed)

    def distances(self, goals: Sequence[Sequence[str]]) -> list[float]:
        """By the value head alone."""
        futures = [self._runtime.answer(self.session_id, reap_prompt(each), None) for each in goals]
        return [future.result(self._timeout_s).distance for future in futures]

    def close(self) -> None:
        """Nothing: the runtime is the model's."""


# -- behind a service ---------------------------------------------------------------------------------------------------


class RemoteModel:
    """A service whose sessions learn; the token comes from `REAPROVER_API_KEY`.

    Attributes:
        gamma: the contract's discount.
        start: the contract's pin, and the release if one was named.
        facts: address and contract.
        success_root: None; the server's store is its operator's.
    """

    success_root: Path | None = None

    def __init__(self, url: str, *, sampling: Sampling, experience: str | None = None, timeout_s: float = TIMEOUT_S) -> None:
        import httpx

        self._url, self._sampling = url.rstrip("/"), sampling
        token = os.environ.get(API_KEY)
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._client = httpx.Client(base_url=self._url, headers=headers, timeout=timeout_s)
        try:
            reply = _exchange(self._client, "GET", "/initialization-contract", None)
            self.gamma = _gamma_of(reply.get("initialization_contract"))
        except BaseException:
            self._client.close()
            raise
        digest = reply.get("initialization_contract_sha256")
        self.start: JsonObject = {"expected_initialization_contract_sha256": digest}
        if experience is not None:
            self.start["experience_id"] = experience
        self.facts: JsonObject = {"kind": "service", "address": self._url, "contract_sha256": digest}

    def session(self, session_id: str) -> RemoteSession:
        """A session of this id."""
        return RemoteSession(self._client, self._url, session_id, sampling=self._sampling)

    def close(self) -> None:
        """Give the connections back."""
        self._client.close()


class RemoteSession:
    """A session of a service."""

    def __init__(self, client: httpx.Client, url: str, session_id: str, *, sampling: Sampling) -> None:
        self._client, self.session_id, self._sampling = client, session_id, sampling
        self._path = f"/sessions/{session_id}"
        self._address = url + self._path
        self._evaluator: RemoteEvaluator | None = None

    def send(self, action: Action, body: JsonObject) -> JsonObject:
        """Post the change once.

        Raises:
            InfrastructureError: no reply, or one that is no success.
        """
        if action is Action.DELETE:
            return _exchange(self._client, "DELETE", self._path, None)
        return _exchange(self._client, "POST", self._path + action.value, body)

    def learn(self, body: JsonObject) -> JsonObject:
        """One learning event; the evaluator forgets what older versions said."""
        receipt = self.send(Action.LEARN, body)
        version = receipt.get("policy_version")
        if self._evaluator is not None and isinstance(version, int):
            self._evaluator.version = version
        return receipt

    def evaluator(self) -> Evaluator:
        """Over the session's policy and value routes."""
        from reaprover.model.remote import RemoteEvaluator

        if self._evaluator is None:
            self._evaluator = RemoteEvaluator(self._address, sampling=self._sampling)
        return self._evaluator

    def distances(self, goals: Sequence[Sequence[str]]) -> list[float]:
        """Over the value route, one request after the other."""
        return [self._distance(reap_prompt(each)) for each in goals]

    def _distance(self, prompt: str) -> float:
        body: JsonObject = {"messages": [{"role": "user", "content": prompt}]}
        reply: JsonValue = _exchange(self._client, "POST", f"{self._path}/value/v1/chat/completions", body)
        try:
            assert isinstance(reply, dict)
            choices = reply["choices"]
            content = choices[0]["message"]["content"]  # type: ignore[index, call-overload]  # the except clause has the other shapes
            score = parse_json(str(content).encode())
            distance = score["score"] if isinstance(score, dict) else None
            if isinstance(distance, bool) or not isinstance(distance, int | float):
                raise TypeError(f"found score {str(distance)[:40]}")
        except (KeyError, IndexError, TypeError, JsonError) as error:
            raise InfrastructureError(f"server {self._address}: the value is malformed ({type(error).__name__})") from error
        return float(distance)

    def close(self) -> None:
        """Close the evaluator."""
        if self._evaluator is not None:
            self._evaluator.close()


def _gamma_of(contract: JsonValue) -> float:
    """The discount that a contract names."""
    config = contract.get("search_config") if isinstance(contract, dict) else None
    gamma = config.get("gamma") if isinstance(config, dict) else None
    if isinstance(gamma, bool) or not isinstance(gamma, int | float):
        raise UsageError("model: its contract names no discount, so its sessions cannot learn from a search")
    return float(gamma)


def _exchange(client: httpx.Client, method: str, path: str, body: JsonObject | None) -> JsonObject:
    """One request, never repeated."""
    import httpx

    where = f"server {client.base_url}{path.lstrip('/')}"
    headers = {} if body is None else {"Content-Type": "application/json"}
    try:
        reply = client.request(method, path, content=None if body is None else canonical_json(body), headers=headers)
    except httpx.InvalidURL as error:
        raise UsageError(f"{where}: is no address; {error}") from error
    except httpx.HTTPError as error:
        raise InfrastructureError(f"{where}: {type(error).__name__}: {error}") from error
    try:
        document = parse_json(reply.content)
    except JsonError as error:
        raise InfrastructureError(f"{where}: status {reply.status_code}, and the reply is no usable JSON; {error}") from error
    if not isinstance(document, dict):
        raise InfrastructureError(f"{where}: the reply is no object")
    if reply.status_code not in (200, 201):
        raise InfrastructureError(
            f"{where}: status {reply.status_code}: {str(document.get('error'))[:80]}: {str(document.get('message'))[:300]}"
        )
    return document
