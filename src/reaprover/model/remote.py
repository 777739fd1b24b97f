"""The search's evaluator over HTTP: our own service, or any OpenAI-compatible server. Needs httpx, no torch.

Decisions:
- A capability probe runs before the first search. A server is refused if it drops log-probabilities, ignores `n`, or reports
  log-probabilities after temperature: the search's priors would be wrong without a sign of it.
- A missing log-probability is an error, at the probe and in every reply; it is never taken as 0.
- Both shapes of log-probabilities are understood, each by name: `content[].logprob` and `token_logprobs[]`.
- Raw text goes to `/completions`. `/chat/completions` is used only on our own wire, since other servers wrap chats in templates.
- A value comes from our wire, or from a model called `<name>:value`. A server without one needs a stated `default_distance`: a made-up
  value is the user's decision.
- No retries here: the search has them. Replies are bounded in size and time; keys and prompts never stand in messages.
"""

from __future__ import annotations

import dataclasses
import math
import os
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import httpx

from reaprover.core import Candidate, Evaluation, Observation
from reaprover.core.canonical import JsonError, JsonValue, canonical_json, parse_json
from reaprover.errors import InfrastructureError, UsageError
from reaprover.model.loading import API_KEY
from reaprover.model.prompt import reap_prompt
from reaprover.model.sampling import Sampling

MAX_REPLY_BYTES = 64 * 1024 * 1024
MAX_PARALLEL = 8
CACHE_SIZE = 4096
_PROBE_PROMPT = reap_prompt(["⊢ True"])
_SAME_LOGPROB = 0.05  # a server's bfloat16 may differ so much between two calls


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What the probe found.

    Attributes:
        wire: `reaprover` (policy and value routes) or `openai`.
        model: the name sent with requests.
        value_model: model that answers with a value; None if values come from a route or a default.
        has_value: the server gives values.
        scores_end: whether log-probabilities include the end token; None if the probe could not tell.
        is_untempered: log-probabilities do not depend on temperature; None if the probe could not tell.
    """

    wire: str
    model: str
    value_model: str | None
    has_value: bool
    scores_end: bool | None
    is_untempered: bool | None


class RemoteEvaluator:
    """Evaluates proof states with a server; implements `reaprover.core.Evaluator`. Thread-safe.

    Attributes:
        capabilities: what the probe found.
        sampling: how to sample; `num_samples` comes from each observation. `top_k` is the server's matter on the wire of the original.
    """

    def __init__(
        self,
        url: str,
        *,
        model: str | None = None,
        sampling: Sampling | None = None,
        default_distance: float | None = None,
        timeout_s: float = 300.0,
        api_key: str | None = None,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        """Connect and probe.

        Args:
            url: a REAP address (ends before `/policy/v1`), or an OpenAI address (ends in `/v1`).
            model: name of the model; None takes the server's first.
            sampling: how to sample.
            default_distance: distance of every state where the server has no value, ≥ 1.
            timeout_s: per request.
            api_key: bearer token; None takes `REAPROVER_API_KEY` from the environment.
            transport: instead of the network, for tests.

        Raises:
            UsageError: the server cannot be used for a search, and why.
            InfrastructureError: it cannot be reached.
        """
        self._url, self.sampling = url.rstrip("/"), sampling or Sampling()
        if default_distance is not None and not (math.isfinite(default_distance) and default_distance >= 1):
            raise UsageError(f"default_distance: found {default_distance!r}, expected a finite number of at least 1")
        self._default_distance = default_distance
        token = api_key if api_key is not None else os.environ.get(API_KEY)
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._client = httpx.Client(timeout=timeout_s, headers=headers, transport=transport)
        self._pool = ThreadPoolExecutor(MAX_PARALLEL, "remote-evaluator")
        self._cache: OrderedDict[tuple[object, ...], Evaluation] = OrderedDict()
        self._lock = threading.Lock()
        try:
            self.capabilities = self._probe(model)
        except BaseException:
            self.close()
            raise
        self.version: int | None = None

    @property
    def identity(self) -> str:
        """Address, model, sampling, and the policy version last seen."""
        sampling = self.sampling
        version = "" if self.version is None else f":v{self.version}"
        return f"remote:{self._url}:{self.capabilities.model}{version}:T{sampling.temperature:g}:m{sampling.max_tokens}"

    def close(self) -> None:
        """Give threads and connections back; idempotent."""
        self._pool.shutdown(cancel_futures=True)
        self._client.close()

    def __enter__(self) -> RemoteEvaluator:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def evaluate(self, observations: Sequence[Observation]) -> list[Evaluation]:
        """One evaluation per observation, in order; policy and value requests go out together.

        Raises:
            InfrastructureError: the server does not answer as it must.
        """
        keys = [(self.version, o.key, o.goals, o.batch_index, o.num_candidates) for o in observations]
        with self._lock:
            known = [self._cache.get(key) for key in keys]
        waiting = {}
        for key, observation, evaluation in zip(keys, observations, known, strict=True):
            if evaluation is None and observation.goals and key not in waiting:
                prompt = reap_prompt(observation.goals)
                policy = self._pool.submit(self._policy, prompt, observation.num_candidates, self.sampling)
                value = self._pool.submit(self._distance, prompt)
                waiting[key] = (policy, value)
        made = {}
        for key, (policy, value) in waiting.items():
            candidates, num_tokens = policy.result()
            distance, num_value_tokens = value.result()
            made[key] = Evaluation(tuple(candidates), -distance, num_tokens + num_value_tokens)
        results = []
        for key, observation, evaluation in zip(keys, observations, known, strict=True):
            if not observation.goals:
                results.append(Evaluation((), 0.0))
            elif evaluation is not None:
                results.append(dataclasses.replace(evaluation, num_tokens=0))
            else:
                results.append(made[key])
                made[key] = dataclasses.replace(made[key], num_tokens=0)
        with self._lock:
            for key in waiting:
                self._cache[(self.version, *key[1:])] = made[key]
            while len(self._cache) > CACHE_SIZE:
                self._cache.popitem(last=False)
        return results

    # -- requests ------------------------------------------------------------------------------------------------------

    def _policy(self, prompt: str, num_samples: int, sampling: Sampling) -> tuple[list[Candidate], int]:
        document = self._ask_policy(prompt, num_samples, sampling)
        choices = _choices(document, num_samples)
        candidates, num_written = [], 0
        for choice in choices:
            logprobs = token_logprobs(choice)
            num_written += len(logprobs)
            truncated = choice.get("finish_reason") == "length" or len(logprobs) >= sampling.max_tokens
            candidates.append(Candidate(_text(choice).strip(), math.fsum(logprobs), truncated))
        version = document.get("policy_version")
        if isinstance(version, int):
            self.version = version
        usage = document.get("usage")
        total = usage.get("total_tokens") if isinstance(usage, dict) else None
        return candidates, total if isinstance(total, int) else num_written

    def _ask_policy(self, prompt: str, num_samples: int, sampling: Sampling) -> dict[str, JsonValue]:
        common = {"model": self._model, "n": num_samples, "max_tokens": sampling.max_tokens, "temperature": sampling.temperature}
        if self._wire == "reaprover":
            body = {**common, "messages": [{"role": "user", "content": prompt}], "logprobs": True}
            return self._post("/policy/v1/chat/completions", body)
        if sampling.top_p < 1:
            common["top_p"] = sampling.top_p
        return self._post("/completions", {**common, "prompt": prompt, "logprobs": 1})

    def _distance(self, prompt: str) -> tuple[float, int]:
        capabilities = self.capabilities
        if not capabilities.has_value:
            assert self._default_distance is not None
            return self._default_distance, 0
        body = {"model": capabilities.value_model or self._model, "messages": [{"role": "user", "content": prompt}]}
        path = "/value/v1/chat/completions" if capabilities.wire == "reaprover" else "/chat/completions"
        content = _text(_choices(self._post(path, body), 1)[0])
        try:
            score = parse_json(content.encode())
        except JsonError as error:
            raise InfrastructureError(f"server {self._url}{path}: the value is no JSON; found {content[:80]!r}") from error
        distance = score.get("score") if isinstance(score, dict) else None
        if isinstance(distance, bool) or not isinstance(distance, int | float) or not math.isfinite(distance) or distance < 0:
            raise InfrastructureError(f"server {self._url}{path}: found value {content[:80]!r}, expected a score of at least 0")
        return float(distance), 0

    def _post(self, path: str, body: Mapping[str, Any]) -> dict[str, JsonValue]:
        return self._exchange("POST", path, canonical_json(dict(body)))

    def _exchange(self, method: str, path: str, content: bytes | None = None) -> dict[str, JsonValue]:
        where = f"server {self._url}{path}"
        headers = {"Content-Type": "application/json"} if content is not None else {}
        try:
            with self._client.stream(method, self._url + path, content=content, headers=headers) as response:
                data = bytearray()
                for block in response.iter_bytes():
                    data += block
                    if len(data) > MAX_REPLY_BYTES:
                        raise InfrastructureError(f"{where}: the reply is too large; expected at most {MAX_REPLY_BYTES} bytes")
                status = response.status_code
        except httpx.InvalidURL as error:
            raise UsageError(f"{where}: is no address; {error}") from error
        except httpx.HTTPError as error:
            raise InfrastructureError(f"{where}: {type(error).__name__}: {error}") from error
        if status == 401:
            raise UsageError(f"{where}: refuses the token; set {API_KEY} in the environment")
        if status >= 400:
            raise _StatusError(f"{where}: status {status}: {_message(bytes(data))}", status)
        try:
            document = parse_json(bytes(data))
        except JsonError as error:
            raise InfrastructureError(f"{where}: the reply is no usable JSON; {error}") from error
        if not isinstance(document, dict):
            raise InfrastructureError(f"{where}: the reply is no object; found {type(document).__name__}")
        return document

    # -- the probe -----------------------------------------------------------------------------------------------------

    def _probe(self, model: str | None) -> Capabilities:
        self._wire, self._model, value_model = self._find_wire(model)
        short = Sampling(num_samples=2, max_tokens=1, temperature=1.0)
        where = f"server {self._url}"
        try:
            document = self._ask_policy(_PROBE_PROMPT, 2, short)
        except _StatusError as error:
            raise UsageError(f"{where}: refuses n = 2 with log-probabilities, which a search needs; {error}") from error
        try:
            first = [(_text(c), token_logprobs(c)) for c in _choices(document, 2)]
        except InfrastructureError as error:
            raise UsageError(f"{where}: cannot be used for a search; {error}") from error
        is_untempered = self._compare_temperatures([(text, values[0]) for text, values in first if values])
        scores_end = self._end_scored()
        has_value = self._wire == "reaprover" or value_model is not None
        if not has_value and self._default_distance is None:
            raise UsageError(
                f"{where}: gives no value; expected our value route or a model {self._model + ':value'!r}; "
                "serve a release with `reaprover serve`, or state a default distance"
            )
        return Capabilities(self._wire, self._model, value_model, has_value, scores_end, is_untempered)

    def _find_wire(self, model: str | None) -> tuple[str, str, str | None]:
        """(wire, model, value model): ours if the policy route is there, else OpenAI's."""
        try:
            self._post("/policy/v1/chat/completions", {"messages": [{"role": "user", "content": _PROBE_PROMPT}], "max_tokens": 1})
        except _StatusError as error:
            if error.status not in (400, 404, 405):
                raise
        else:
            return "reaprover", model or "reap", None
        try:
            listing = self._exchange("GET", "/models").get("data")
        except _StatusError as error:
            raise UsageError(f"server {self._url}: neither a REAP nor an OpenAI address (it ends in /v1); {error}") from error
        entries = listing if isinstance(listing, list) else []
        names = [str(entry["id"]) for entry in entries if isinstance(entry, dict) and "id" in entry]
        policies = [name for name in names if not name.endswith(":value")]
        if model is None and not policies:
            raise UsageError(f"server {self._url}: lists no models; name one")
        if model is not None and names and model not in names:
            raise UsageError(f"server {self._url}: has no model {model!r}; found {', '.join(names[:8])}")
        chosen = model or policies[0]
        return "openai", chosen, f"{chosen}:value" if f"{chosen}:value" in names else None

    def _compare_temperatures(self, at_one: list[tuple[str, float]]) -> bool | None:
        """Whether a token has the same log-probability at temperatures 1 and 0.05; None if no token came up twice."""
        cold = self._ask_policy(_PROBE_PROMPT, 2, Sampling(num_samples=2, max_tokens=1, temperature=0.05))
        warm = self._ask_policy(_PROBE_PROMPT, 16, Sampling(num_samples=16, max_tokens=1, temperature=1.0))
        seen = dict(at_one) | {_text(c): token_logprobs(c)[0] for c in _choices(warm, 16) if token_logprobs(c)}
        for choice in _choices(cold, 2):
            values = token_logprobs(choice)
            text = _text(choice)
            if values and text and text in seen:
                if abs(values[0] - seen[text]) > _SAME_LOGPROB:
                    raise UsageError(
                        f"server {self._url}: reports log-probabilities after temperature; found {values[0]:.3f} at 0.05 and "
                        f"{seen[text]:.3f} at 1 for one token, expected equal ones; choose its raw log-probabilities"
                    )
                return True
        return None

    def _end_scored(self) -> bool | None:
        """Whether a finished sample has a log-probability more than its text has tokens; None if none finished."""
        document = self._ask_policy(_PROBE_PROMPT, 2, Sampling(num_samples=2, max_tokens=48, temperature=1.0))
        for choice in _choices(document, 2):
            pieces = _pieces(choice)
            if choice.get("finish_reason") == "stop" and pieces:
                return "".join(pieces[:-1]).strip() == _text(choice).strip()
        return None


class _StatusError(InfrastructureError):
    """A status of 400 or more."""

    def __init__(self, message: str, status: int) -> None:
        self.status = status
        super().__init__(message)


def token_logprobs(choice: Mapping[str, JsonValue]) -> list[float]:
    """The log-probabilities of a choice in either shape.

    Raises:
        InfrastructureError: there are none, or one is missing, not finite or above 0.
    """
    logprobs = choice.get("logprobs")
    raw: list[JsonValue] = []
    match logprobs:
        case {"content": list(entries)}:
            raw = [entry.get("logprob") if isinstance(entry, dict) else None for entry in entries]
        case {"token_logprobs": list(values)}:
            raw = list(values)
        case _:
            raise InfrastructureError(f"server: log-probabilities were asked for and are missing; found {str(logprobs)[:60]}")
    found = []
    for value in raw:
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or value > 1e-4:
            raise InfrastructureError(f"server: a token has log-probability {value!r}, expected a finite number of at most 0")
        found.append(min(float(value), 0.0))
    if not found:
        raise InfrastructureError("server: a choice has no token with a log-probability, expected at least one")
    return found


def _pieces(choice: Mapping[str, JsonValue]) -> list[str]:
    match choice.get("logprobs"):
        case {"content": list(entries)}:
            return [str(entry.get("token", "")) for entry in entries if isinstance(entry, dict)]
        case {"tokens": list(tokens)}:
            return list(map(str, tokens))
    return []


def _choices(document: Mapping[str, JsonValue], count: int) -> list[dict[str, JsonValue]]:
    """The choices in order of their index, exactly `count`."""
    listed = document.get("choices")
    choices = [choice for choice in listed if isinstance(choice, dict)] if isinstance(listed, list) else []
    if len(choices) != count:
        raise InfrastructureError(f"server: {len(choices)} choices came back, expected n = {count}")
    return sorted(choices, key=lambda choice: index if isinstance(index := choice.get("index"), int) else 0)


def _text(choice: Mapping[str, JsonValue]) -> str:
    message = choice.get("message")
    text = message.get("content") if isinstance(message, dict) else choice.get("text")
    if not isinstance(text, str):
        raise InfrastructureError(f"server: a choice has no text; found {str(text)[:60]}")
    return text


def _message(data: bytes) -> str:
    try:
        document = parse_json(data)
    except JsonError:
        return data[:200].decode("utf-8", "replace")
    if isinstance(document, dict):
        error = document.get("error")
        found = error.get("message") if isinstance(error, dict) else document.get("message") or error
        return str(found)[:300]
    return str(document)[:200]
