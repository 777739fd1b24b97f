"""The search's evaluator on a model in this process.

Decisions:
- One request per observation gives candidates and value from one pass. Several searches, each in its thread with one evaluator or with
  a common one, meet in the worker's batch.
- The seed of a request is a function of the evaluator's seed, the prompt and the batch number. So answers depend neither on the order
  of arrival nor on other searches, and `identity` keeps its promise.
- Cache key: policy version, state key, printed goals, batch number, K. The goals are in it because equal keys may print with other
  names, which tactics mention; the version, because a learning step makes values stale. An answer from the cache costs no tokens.
- The value is −distance. A sample that was cut is marked; it is no complete tactic.
"""

from __future__ import annotations

import dataclasses
import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager

from reaprover.core import Candidate, Evaluation, Observation
from reaprover.errors import InfrastructureError, ReaproverError
from reaprover.model.prompt import Premise, reap_prompt
from reaprover.model.sampling import Answer, Finish, Request, Sampling
from reaprover.model.worker import ModelWorker

PremisesFn = Callable[[Sequence[str]], Sequence[Premise]]
"""From printed goals to premises for the prompt."""

CACHE_SIZE = 4096
"""Evaluations kept."""


class ModelEvaluator:
    """Evaluates proof states with one session of a model; implements `reaprover.core.Evaluator`. Thread-safe.

    Attributes:
        worker: runs the model.
        session_id: whose weights.
        sampling: how to sample; `num_samples` comes from each observation.
        num_hits: observations answered from the cache so far.
    """

    def __init__(
        self,
        worker: ModelWorker,
        session_id: str,
        *,
        sampling: Sampling | None = None,
        seed: int = 0,
        premises_fn: PremisesFn | None = None,
        name: str = "",
    ) -> None:
        """An evaluator of one session.

        Args:
            worker: runs the model.
            session_id: whose weights.
            sampling: how to sample.
            seed: of all samples.
            premises_fn: theorems for each prompt; None gives none.
            name: of the weights, for `identity`; empty takes the session's id.
        """
        self.worker, self.session_id = worker, session_id
        self.sampling = sampling or Sampling()
        self._seed, self._premises_fn, self._name = seed, premises_fn, name
        self._cache: OrderedDict[tuple[object, ...], Evaluation] = OrderedDict()
        self._weighed: OrderedDict[tuple[object, ...], tuple[float, tuple[float, ...]]] = OrderedDict()
        self._lock = threading.Lock()
        self.num_hits = 0

    @property
    def identity(self) -> str:
        """Base, weights, policy version, sampling and seed."""
        sampling = self.sampling
        base = self.worker.model.base
        name = self._name or self.session_id
        return (
            f"model:{base.name}:{base.identity[:12]}:{base.dtype}:{name}:v{self._version}:T{sampling.temperature:g}:k{sampling.top_k}"
            f":p{sampling.top_p:g}:m{sampling.max_tokens}:seed{self._seed}"
        )

    @property
    def _version(self) -> int:
        return self.worker.model.session(self.session_id).optimizer_steps

    def evaluate(self, observations: Sequence[Observation]) -> list[Evaluation]:
        """One evaluation per observation, in order.

        Raises:
            InfrastructureError: the model cannot answer.
            UsageError: a state is too long for the model.
        """
        version = self._version
        found: list[Evaluation | None] = []
        asked: dict[tuple[object, ...], Future[Answer] | None] = {}
        keys = [(version, o.key, o.goals, o.batch_index, o.num_candidates) for o in observations]
        for key, observation in zip(keys, observations, strict=True):
            known = Evaluation((), 0.0) if not observation.goals else self._known(key)
            found.append(known)
            if known is None:
                asked.setdefault(key, None)
        by_key = {key: observation for key, observation in zip(keys, observations, strict=True) if key in asked}
        with self._failures():
            futures = self.worker.submit_all([self._request(observation) for observation in by_key.values()])
            answers = {key: evaluation_of(future.result()) for key, future in zip(by_key, futures, strict=True)}
        for key, evaluation in answers.items():
            self._remember(key, evaluation)
        results = []
        for key, known in zip(keys, found, strict=True):
            results.append(known if known is not None else answers[key])
            if known is None:
                answers[key] = dataclasses.replace(answers[key], num_tokens=0)  # a repeat in this call costs nothing more
        return results

    def weigh(self, goals: Sequence[str], tactics: Sequence[str]) -> tuple[float, tuple[float, ...], int]:
        """The value of a state, the log-odds of given tactics (`PolicyValueModel.weigh`), and the tokens read; 0 from the cache.

        Raises:
            InfrastructureError: the model cannot answer.
            PromptTooLong: the state leaves no room for a tactic.
        """
        key = (self._version, tuple(goals), tuple(tactics))
        with self._lock:
            known = self._weighed.get(key)
        if known is not None:
            return (*known, 0)
        prompt = reap_prompt(goals, () if self._premises_fn is None else self._premises_fn(goals))
        with self._failures():
            distance, log_odds, num_tokens = self.worker.call(self.worker.model.weigh, self.session_id, prompt, tactics).result()
        with self._lock:
            self._weighed[key] = (-distance, log_odds)
            while len(self._weighed) > CACHE_SIZE:
                self._weighed.popitem(last=False)
        return -distance, log_odds, num_tokens

    @contextmanager
    def _failures(self) -> Iterator[None]:
        """What the model cannot compute is a failure of infrastructure; our own errors pass."""
        try:
            yield
        except FloatingPointError as error:
            raise InfrastructureError(f"evaluator {self.identity}: {error}") from error
        except ReaproverError:
            raise
        except RuntimeError as error:  # torch: out of memory and the like
            raise InfrastructureError(f"evaluator {self.identity}: {str(error).splitlines()[0][:300]}") from error

    def _request(self, observation: Observation) -> Request:
        premises = () if self._premises_fn is None else self._premises_fn(observation.goals)
        prompt = reap_prompt(observation.goals, premises)
        sampling = dataclasses.replace(self.sampling, num_samples=observation.num_candidates)
        return Request(self.session_id, prompt, sampling, request_seed(self._seed, prompt, observation.batch_index))

    def _known(self, key: tuple[object, ...]) -> Evaluation | None:
        with self._lock:
            found = self._cache.get(key)
            if found is None:
                return None
            self._cache.move_to_end(key)
            self.num_hits += 1
            return dataclasses.replace(found, num_tokens=0)

    def _remember(self, key: tuple[object, ...], evaluation: Evaluation) -> None:
        with self._lock:
            self._cache[key] = evaluation
            while len(self._cache) > CACHE_SIZE:
                self._cache.popitem(last=False)


def request_seed(seed: int, prompt: str, batch_index: int) -> int:
    """The seed of one batch of samples: 63 bits of a hash of all that it may depend on."""
    digest = hashlib.sha256(f"{seed}\n{batch_index}\n{prompt}".encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:8], "big") >> 1


def evaluation_of(answer: Answer) -> Evaluation:
    """Candidates in sampling order and the value −distance."""
    candidates = tuple(Candidate(sample.content, sample.logprob, sample.finish is Finish.LENGTH) for sample in answer.samples)
    return Evaluation(candidates, -answer.distance, answer.num_prompt_tokens + answer.num_completion_tokens)
