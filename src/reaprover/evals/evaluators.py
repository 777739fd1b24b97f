"""The arms of a comparison: evaluators by specification, made in each worker process.

A specification is `catalogue`, `catalogue-drawn`, `broad`, or `ARM:PATH` with PATH a model (release, PEFT folder or base):

| specification             | candidates              | prior             | value                |
|---------------------------|-------------------------|-------------------|----------------------|
| `catalogue`               | the catalogue's, ranked | its own           | its own guess        |
| `catalogue-drawn`         | the catalogue's, drawn  | its own           | its own guess        |
| `broad`                   | catalogue and moves     | its own           | the catalogue's      |
| `model:PATH`              | the network's samples   | network           | network              |
| `model-prior:PATH`        | the network's samples   | network           | a constant           |
| `uniform-value:PATH`      | the network's samples   | uniform           | network              |
| `base:PATH`               | the frozen base's       | base              | head without adapter |
| `random-head:PATH`        | the network's samples   | network           | a random head        |
| `ranked:PATH`             | catalogue and moves     | network and its   | network              |
| `ranked-prior:PATH`       | catalogue and moves     | network and its   | a constant           |
| `ranked-uniform:PATH`     | catalogue and moves     | uniform, in order | network              |
| `ranked-base:PATH`        | catalogue and moves     | base and its      | head without adapter |
| `ranked-random-head:PATH` | catalogue and moves     | at random and its | a random head        |

Decisions:
- Arms of one model and seed draw the same samples in the same state: the seed of a request depends on prompt and seed alone. So only the
  part under test differs, and every arm of a model pays for the same pass.
- The catalogue is deterministic. `catalogue` is its ranked list, whatever the seed: several seeds repeat one search and are no independent
  trees. `catalogue-drawn` orders the list by log-probability plus Gumbel noise (sampling without replacement) and gives independent trees.
  So it is with `broad` and the ranked arms: independent trees with `noise` only.
- An arm that needs an adapter refuses a model whose adapter changes nothing: figures were published of a bare base that was taken for an
  adapted model (spec rl.md, section 8).
- In the ranked arms the head orders the candidates too, so a random head takes the order away with the value; `broad` is what they begin
  with, in the order that is not learnt.
- A state too long for the model's context is a dead end of an arm that samples, and keeps the order of `broad` in one that ranks.
- torch gets one thread: workers share the machine.
"""

from __future__ import annotations

import enum
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from reaprover.core import Candidate, Evaluation, Evaluator, Observation
from reaprover.errors import UsageError
from reaprover.model.sampling import MAX_SAMPLES
from reaprover.policy import MAX_RANKED, Broad, CataloguePolicy, LongStatesDead, Ranked, Sampled
from reaprover.policy.combined import FARTHEST

EvaluatorFn = Callable[[int], Evaluator]
"""From the seed of a tree to its evaluator."""


class Arm(enum.Enum):
    """What proposes and what values."""

    CATALOGUE = "catalogue"
    CATALOGUE_DRAWN = "catalogue-drawn"
    BROAD = "broad"
    MODEL = "model"
    MODEL_PRIOR = "model-prior"
    UNIFORM_VALUE = "uniform-value"
    BASE = "base"
    RANDOM_HEAD = "random-head"
    RANKED = "ranked"
    RANKED_PRIOR = "ranked-prior"
    RANKED_UNIFORM = "ranked-uniform"
    RANKED_BASE = "ranked-base"
    RANKED_RANDOM_HEAD = "ranked-random-head"

    @property
    def needs_model(self) -> bool:
        """Whether a path belongs to it."""
        return self not in (Arm.CATALOGUE, Arm.CATALOGUE_DRAWN, Arm.BROAD)

    @property
    def is_ranked(self) -> bool:
        """Whether `policy.Broad` proposes and the model ranks."""
        return self in _RANKED

    @property
    def part(self) -> Arm:
        """The arm with the same prior and value on the network's own samples; itself if it is not ranked."""
        return _RANKED.get(self, self)

    @property
    def search(self) -> str:
        """The search that suits it, by name: one that comes back for more tactics where there are many to choose from."""
        if self.is_ranked or self is Arm.BROAD:
            return "best-first-widening"
        return "paper" if self.needs_model else "best-first"

    @property
    def max_candidates(self) -> int:
        """Most tactics per batch of an arm with a model."""
        return MAX_RANKED if self.is_ranked else MAX_SAMPLES


_RANKED = {
    Arm.RANKED: Arm.MODEL,
    Arm.RANKED_PRIOR: Arm.MODEL_PRIOR,
    Arm.RANKED_UNIFORM: Arm.UNIFORM_VALUE,
    Arm.RANKED_BASE: Arm.BASE,
    Arm.RANKED_RANDOM_HEAD: Arm.RANDOM_HEAD,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSettings:
    """How the arms of a model are loaded and sampled.

    Attributes:
        base: folder of the base model; None where the model's own loader finds it.
        max_tokens: most tokens of a tactic, ≥ 1.
        temperature: of the samples, ≥ 0.
        top_k: sample among the k likeliest tokens; 0 is off.
        noise: scale of the Gumbel noise, by seed, that orders the tactics of a ranked arm, of `broad` and of `catalogue-drawn`; 0 repeats
            one search whatever the seed in the first two, and is 1 in the last.
        constant_distance: the value of `model-prior` and `ranked-prior` is minus this many steps, in [1, 64].
        head_seed: seed of a random head.
        device: where the model runs; None takes a GPU if there is one.
    """

    base: str | None = None
    max_tokens: int = 256
    temperature: float = 0.99
    top_k: int = 50
    noise: float = 0.0
    constant_distance: float = 4.0
    head_seed: int = 20260829
    device: str | None = None

    def __post_init__(self) -> None:
        if not 0.0 <= self.noise <= FARTHEST:
            raise UsageError(f"evaluation: noise is {self.noise}; expected a number from 0 to 64")
        if not 1.0 <= self.constant_distance <= FARTHEST:
            raise UsageError(f"evaluation: constant_distance is {self.constant_distance}; expected a number of steps in [1, 64]")


def parse_spec(spec: str) -> tuple[Arm, str]:
    """The arm and the path of a specification; the path is empty for the catalogue.

    Raises:
        UsageError: no such arm, a path missing, or one too many.
    """
    word, colon, path = spec.partition(":")
    known = {arm.value: arm for arm in Arm}
    if word not in known:
        choices = ", ".join(arm.value + (":PATH" if arm.needs_model else "") for arm in Arm)
        raise UsageError(f"evaluation: no evaluator {spec!r}; there are {choices}")
    arm = known[word]
    if arm.needs_model and not path:
        raise UsageError(f"evaluation: evaluator {word!r} needs a model; write {word}:PATH")
    if colon and not arm.needs_model:
        raise UsageError(f"evaluation: evaluator {word!r} takes no path; found {path!r}")
    return arm, path


def make_evaluators(spec: str, settings: ModelSettings | None = None) -> EvaluatorFn:
    """What makes the evaluator of each seed; a model is loaded once, here, and the evaluators share it.

    Raises:
        UsageError: the specification is wrong, or the model's adapter changes nothing.
        InputError, PrerequisiteError, SnapshotRefusal, LoadMismatch: the model cannot be loaded.
    """
    arm, path = parse_spec(spec)
    if arm is Arm.CATALOGUE:
        catalogue = CataloguePolicy()
        return lambda seed: catalogue
    if arm is Arm.CATALOGUE_DRAWN:
        noise = (settings or ModelSettings()).noise or 1.0
        return lambda seed: Sampled(CataloguePolicy(), seed, noise)
    if arm is Arm.BROAD:
        scale = (settings or ModelSettings()).noise
        return lambda seed: Sampled(Broad(), seed, scale) if scale > 0 else Broad()
    return _model_evaluators(arm, Path(path), settings or ModelSettings())


def _model_evaluators(arm: Arm, path: Path, settings: ModelSettings) -> EvaluatorFn:
    from reaprover.model.loading import ModelOptions, load_model, require_model_packages

    require_model_packages()
    import reaprover.model.ablation as ablation
    from reaprover.model.evaluator import ModelEvaluator
    from reaprover.model.sampling import Sampling
    from reaprover.model.worker import ModelWorker

    ablation.use_one_thread()
    model, name = load_model(path, ModelOptions(base=settings.base, device=settings.device), session_id=Arm.MODEL.value)
    session = Arm.MODEL.value
    part = arm.part
    if part is Arm.BASE:
        session, name = part.value, f"{name}-without-adapter"
        model.create(session, ablation.without_adapter(model.weights(Arm.MODEL.value)))
    else:
        ablation.require_adapter(model, session, str(path))
    if part is Arm.RANDOM_HEAD:
        session, name = part.value, f"{name}-random-head-{settings.head_seed}"
        model.create(session, ablation.with_random_head(model.weights(Arm.MODEL.value), settings.head_seed))
    sampling = Sampling(max_tokens=settings.max_tokens, temperature=settings.temperature, top_k=settings.top_k)
    worker = ModelWorker(model)

    def make(seed: int) -> Evaluator:
        network = ModelEvaluator(worker, session, sampling=sampling, seed=seed, name=name)
        evaluator: Evaluator = Ranked(network, Broad()) if arm.is_ranked else LongStatesDead(network)
        if arm.is_ranked and settings.noise > 0:
            evaluator = Sampled(evaluator, seed, settings.noise)
        if part is Arm.MODEL_PRIOR:
            return ConstantValue(evaluator, settings.constant_distance)
        return UniformPrior(evaluator) if part is Arm.UNIFORM_VALUE else evaluator

    return make


class ConstantValue:
    """The candidates of another evaluator, and one value for every open state."""

    def __init__(self, inner: Evaluator, distance: float) -> None:
        self._inner, self._distance = inner, distance

    @property
    def identity(self) -> str:
        """The inner evaluator and the constant."""
        return f"{self._inner.identity}:value-{self._distance:g}"

    def evaluate(self, observations: Sequence[Observation]) -> list[Evaluation]:
        """One evaluation per observation; the value is −distance where goals are open, 0 elsewhere."""
        answers = self._inner.evaluate(observations)
        return [replace(answer, value=-self._distance if seen.goals else 0.0) for seen, answer in zip(observations, answers, strict=True)]


class UniformPrior:
    """The distinct candidates of another evaluator in their order, all with the same probability; its value."""

    def __init__(self, inner: Evaluator) -> None:
        self._inner = inner

    @property
    def identity(self) -> str:
        """The inner evaluator."""
        return f"{self._inner.identity}:uniform"

    def evaluate(self, observations: Sequence[Observation]) -> list[Evaluation]:
        """One evaluation per observation."""
        return [replace(answer, candidates=_uniform(answer.candidates)) for answer in self._inner.evaluate(observations)]


def _uniform(candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
    distinct: dict[tuple[str, bool], Candidate] = {}
    for candidate in candidates:
        distinct.setdefault((candidate.tactic, candidate.truncated), candidate)
    return tuple(replace(candidate, logprob=-math.log(len(distinct))) for candidate in distinct.values())


class Timed:
    """Another evaluator with a clock.

    Attributes:
        elapsed_s: seconds spent in calls so far.
        num_calls: calls so far, whatever the number of observations.
    """

    def __init__(self, inner: Evaluator, clock_fn: Callable[[], float] = time.monotonic) -> None:
        self._inner, self._clock_fn = inner, clock_fn
        self.elapsed_s = 0.0
        self.num_calls = 0

    @property
    def identity(self) -> str:
        """The inner evaluator."""
        return self._inner.identity

    def evaluate(self, observations: Sequence[Observation]) -> list[Evaluation]:
        """What the inner evaluator says."""
        begun_s = self._clock_fn()
        self.num_calls += 1
        try:
            return self._inner.evaluate(observations)
        finally:
            self.elapsed_s += self._clock_fn() - begun_s
