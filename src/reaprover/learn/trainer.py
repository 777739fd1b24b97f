"""One resumable training loop, for a whole base and for an adapter with its head.

Interface:

    trainee = BaseTrainee(new_tiny_model(tokenizer, seed=0), tokenizer)          # or SessionTrainee(policy_value_model, "session")
    result = train(trainee, examples, TrainConfig(num_steps=2000), Path("run"), stop_fn=..., progress_fn=print, max_seconds=600)

    trainer = Trainer(trainee, config)                                           # or step by step, with batches of your own
    report = trainer.step(trainer.encode(batch))
    trainer.save(folder); trainer.load(folder)

`train` resumes by itself if the run folder holds checkpoints: same examples and same configuration, else it refuses. A run that was
stopped and resumed ends with the bits of an unbroken one (same machine, same number of threads).

The run folder: `run.json` (configuration, digest of the examples, versions), `metrics.jsonl` (one line per logged step; a resumed run
drops the lines after its checkpoint), `checkpoints/step-00001234/` with `weights.safetensors`, `optimizer.safetensors`, `state.json`.

Decisions:
- The loss of a batch does not depend on how it is split into micro batches, up to rounding.
- Logits are computed only where a loss is read: the tactic's tokens, and the prompt's if `prompt_weight` is above 0.
- Numbers that are not finite raise before the optimizer moves; nothing is skipped. A loss above `divergence_factor` times the running
  median for `divergence_steps` steps on end raises too; while it is above, no checkpoint falls due, so the last one is good.
- Checkpoints appear at once or not at all (rename of a complete folder), the two newest are kept; safetensors and JSON, no pickle.
- AdamW; weight decay on matrices only, head included; the learning rate is a function of the step.
- Training is deterministic: no dropout, no random numbers but the order of the examples (`batches`).
"""

from __future__ import annotations

import enum
import json
import math
import shutil
import statistics
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields
from functools import partial
from pathlib import Path
from typing import Any

import torch

from reaprover.core.canonical import JsonError, JsonObject, canonical_json, parse_json
from reaprover.core.durable import publish_folder, write_durably
from reaprover.errors import InputError, TrainingFailed
from reaprover.learn.batches import Encoded, Example, MicroBatch, batch_numbers, encode_example, examples_sha256, micro_batch, split_batch
from reaprover.learn.losses import (
    VALUE_WEIGHT,
    Reduction,
    censored_nll,
    rank_nll,
    token_kl,
    token_nll,
    total_loss,
    two_hot_targets,
    value_nll,
    weighted_sum,
)
from reaprover.learn.trainee import Trainee
from reaprover.model.network import head_log_odds
from reaprover.model.value import NUM_BINS

SCHEMA = "reaprover.learn.checkpoint.v1"
_NUM_KEPT = 2
_MIN_MEDIAN = 20  # losses before the divergence guard speaks


class Decay(enum.Enum):
    """How the learning rate goes after the warm-up."""

    COSINE = "cosine"
    CONSTANT = "constant"


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainConfig:
    """Everything that decides a run besides its data.

    Attributes:
        num_steps: optimizer steps.
        batch_size: B, examples a step.
        micro_batch_tokens: padded tokens of one pass at most; memory, not results, depends on it.
        learning_rate: after the warm-up.
        head_learning_rate: of the value head; None takes `learning_rate`.
        warmup_steps: linear, from 0.
        decay: after the warm-up; cosine goes to `final_rate` times the learning rate at the last step.
        final_rate: in [0, 1].
        betas: AdamW's.
        weight_decay: AdamW's, on matrices.
        clip_norm: global norm of all gradients.
        value_weight: of the value loss.
        reduction: of the policy loss.
        prompt_weight: of the language-model loss on the prompt's tokens, reduced as the policy loss; 0 is off.
        rank_weight: of the ranking among rivals; 0 is off and does not read them.
        kl_weight: of the KL to the frozen base at the tactic's tokens, reduced as the policy loss; 0 is off.
        seed: of the order of examples.
        checkpoint_every_s: seconds between checkpoints.
        log_every_steps: steps between lines of `metrics.jsonl`.
        num_threads: of the CPU; None leaves the process's setting.
        divergence_factor, divergence_steps, divergence_window: the guard, see the module.

    Raises:
        InputError: a number out of its range, named.
    """

    num_steps: int = 1000
    batch_size: int = 64
    micro_batch_tokens: int = 8192
    learning_rate: float = 1e-3
    head_learning_rate: float | None = None
    warmup_steps: int = 100
    decay: Decay = Decay.COSINE
    final_rate: float = 0.1
    betas: tuple[float, float] = (0.9, 0.98)
    weight_decay: float = 0.01
    clip_norm: float = 1.0
    value_weight: float = VALUE_WEIGHT
    reduction: Reduction = Reduction.SUM
    prompt_weight: float = 0.0
    rank_weight: float = 0.0
    kl_weight: float = 0.0
    seed: int = 0
    checkpoint_every_s: float = 60.0
    log_every_steps: int = 10
    num_threads: int | None = None
    divergence_factor: float = 4.0
    divergence_steps: int = 20
    divergence_window: int = 200

    def __post_init__(self) -> None:
        for name in ("num_steps", "batch_size", "micro_batch_tokens", "log_every_steps", "divergence_steps", "divergence_window"):
            _require(name, getattr(self, name), 1, math.inf)
        for name in ("warmup_steps", "weight_decay", "value_weight", "prompt_weight", "rank_weight", "kl_weight", "checkpoint_every_s"):
            _require(name, getattr(self, name), 0, math.inf)
        for name in ("learning_rate", "clip_norm"):
            _require(name, getattr(self, name), 1e-12, math.inf)
        _require("head_learning_rate", 1.0 if self.head_learning_rate is None else self.head_learning_rate, 0, math.inf)
        _require("final_rate", self.final_rate, 0, 1)
        _require("divergence_factor", self.divergence_factor, 1, math.inf)
        _require("num_threads", 1 if self.num_threads is None else self.num_threads, 1, 1024)

    def document(self) -> JsonObject:
        """The configuration as JSON."""
        found = asdict(self)
        return {**found, "decay": self.decay.value, "reduction": self.reduction.value, "betas": list(self.betas)}

    def rate(self, step: int) -> float:
        """What the learning rates are multiplied by at `step`, from 0."""
        if step < self.warmup_steps:
            return (step + 1) / self.warmup_steps
        if self.decay is Decay.CONSTANT:
            return 1.0
        done = min((step - self.warmup_steps) / max(self.num_steps - self.warmup_steps, 1), 1.0)
        return self.final_rate + (1 - self.final_rate) * 0.5 * (1 + math.cos(math.pi * done))


_FREE = ("num_threads", "checkpoint_every_s", "log_every_steps")  # may change between parts of a run


@dataclass(frozen=True, slots=True)
class StepReport:
    """What a step did.

    Attributes:
        step: counted from 1: the steps taken with this one.
        loss: what was minimised.
        policy_loss, value_loss, censored_loss, prompt_loss, rank_loss, kl: its terms before their weights; None where there was none.
        grad_norm: before clipping.
        learning_rate: used.
        num_tokens: of the examples, padding excluded.
        num_padded: padding included.
        num_saturated: examples whose distance is 64 or more, all trained as 64.
    """

    step: int
    loss: float
    policy_loss: float
    value_loss: float | None
    censored_loss: float | None
    prompt_loss: float | None
    rank_loss: float | None
    kl: float | None
    grad_norm: float
    learning_rate: float
    num_tokens: int
    num_padded: int
    num_saturated: int


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a run stands.

    Attributes:
        report: of the last step.
        num_steps: in all.
        loss: running mean of the last 20 steps.
        tokens_per_s: since this part of the run began.
        time_left_s: expected, limits of time included.
    """

    report: StepReport
    num_steps: int
    loss: float
    tokens_per_s: float
    time_left_s: float


class Ending(enum.Enum):
    """Why a run returned; a checkpoint was written in each case."""

    DONE = "done"
    STOPPED = "stopped"
    TIME_LIMIT = "time_limit"


@dataclass(frozen=True, slots=True)
class TrainResult:
    """How a run ended.

    Attributes:
        ending: why it returned.
        num_steps: taken in all parts.
        num_tokens: seen in all parts.
        loss: mean of the last 20 steps of this part; None if it took none.
        checkpoint: the newest.
    """

    ending: Ending
    num_steps: int
    num_tokens: int
    loss: float | None
    checkpoint: Path


class Trainer:
    """A trainee with its optimizer.

    Attributes:
        trainee: what is trained.
        config: how.
        num_steps: taken.
        num_tokens: seen, padding excluded.

    Raises:
        InputError: a KL without a reference.
    """

    def __init__(self, trainee: Trainee, config: TrainConfig) -> None:
        self.trainee, self.config = trainee, config
        self.num_steps, self.num_tokens = 0, 0
        self._losses: deque[float] = deque(maxlen=config.divergence_window)
        self._num_high = 0
        if config.kl_weight > 0:
            trainee.reference_hidden(torch.tensor([[trainee.end_id]], device=trainee.device))
        self._optimizer = self._new_optimizer()

    @property
    def is_suspect(self) -> bool:
        """Whether the last loss was far above the running median."""
        return self._num_high > 0

    def encode(self, examples: Sequence[Example], numbers: Sequence[int] | None = None) -> list[Encoded]:
        """Examples as token ids. Raises `InputError` as `encode_example`."""
        places = range(len(examples)) if numbers is None else numbers
        made = self.trainee
        return [encode_example(e, made.tokenizer, made.end_id, made.context_length, n) for e, n in zip(examples, places, strict=True)]

    def step(self, batch: Sequence[Encoded]) -> StepReport:
        """One optimizer step on a batch.

        Raises:
            TrainingFailed: a loss or gradient that is not finite (weights are as before), or a run that diverges.
            InputError: an empty batch.
        """
        if not batch:
            raise InputError("batch", "is empty", expected="at least one example")
        config, rate = self.config, self.config.rate(self.num_steps)
        with self.trainee.training():
            report = self._accumulate(batch)
            parameters = [parameter for parameter in self.trainee.parameters().values() if parameter.grad is not None]
            norm = float(torch.nn.utils.clip_grad_norm_(parameters, config.clip_norm))
            if not math.isfinite(norm):
                raise TrainingFailed(self.num_steps, tuple(row.number for row in batch), f"a gradient of norm {norm}; nothing was changed")
            for group in self._optimizer.param_groups:
                group["lr"] = group["full_rate"] * rate
            self._optimizer.step()
        self.num_steps += 1
        self.num_tokens += self._num_tokens(batch)
        self._watch(report["loss"], batch)
        return StepReport(
            step=self.num_steps,
            loss=report["loss"],
            policy_loss=report["policy"],
            value_loss=report.get("value"),
            censored_loss=report.get("censored"),
            prompt_loss=report.get("prompt"),
            rank_loss=report.get("rank"),
            kl=report.get("kl"),
            grad_norm=norm,
            learning_rate=config.learning_rate * rate,
            num_tokens=self._num_tokens(batch),
            num_padded=int(report["num_padded"]),
            num_saturated=sum(row.distance is not None and row.distance >= NUM_BINS for row in batch),
        )

    def _num_tokens(self, batch: Sequence[Encoded]) -> int:
        return sum(row.num_branched if self.config.rank_weight > 0 else len(row.ids) for row in batch)

    @torch.no_grad()
    def evaluate(self, examples: Sequence[Encoded]) -> dict[str, float]:
        """Mean losses of examples without training.

        `policy` and, with a head, `value` and `censored`, as in `StepReport`; `token_nll` per token; where rivals are ranked `rank`, and
        as a measure for it `rank_prior`, the same of the proposer's log-probabilities alone.
        """
        sums = dict.fromkeys(("policy", "value", "censored", "rank", "rank_prior"), 0.0)
        num_tokens = num_policies = num_valued = num_censored = num_ranked = 0
        for rows in split_batch(examples, self.config.micro_batch_tokens):
            part = micro_batch(rows, self.trainee.end_id, self.trainee.device, with_rivals=self.config.rank_weight > 0)
            flat = self.trainee.hidden(part.ids, part.positions, part.mask).flatten(0, 1)
            if len(part.policy_at):
                nll = token_nll(self.trainee.logits(flat[part.policy_at]), part.policy_ids)
                sums["policy"] += float(nll.sum())
                num_tokens += len(nll)
                num_policies += sum(row.num_tactic > 0 for row in rows)
            logits = self.trainee.value_logits(flat[part.value_at]) if part.distances else None
            if logits is not None:
                sums["value"] += float(value_nll(logits, two_hot_targets(part.distances).to(logits.device)).sum())
                num_valued += len(part.distances)
            censored = self.trainee.value_logits(flat[part.censored_at]) if part.beyond else None
            if censored is not None:
                sums["censored"] += float(censored_nll(censored, part.beyond).sum())
                num_censored += len(part.beyond)
            log_odds = self._log_odds(part, flat)
            if log_odds is not None:
                sums["rank"] += float(rank_nll(part.rank_priors, log_odds).sum())
                sums["rank_prior"] += float(rank_nll(part.rank_priors, torch.zeros_like(log_odds)).sum())
                num_ranked += len(log_odds)
        found = {"policy": sums["policy"] / max(num_policies, 1), "token_nll": sums["policy"] / max(num_tokens, 1)}
        found |= {"value": sums["value"] / num_valued} if num_valued else {}
        found |= {"censored": sums["censored"] / num_censored} if num_censored else {}
        return found | ({name: sums[name] / num_ranked for name in ("rank", "rank_prior")} if num_ranked else {})

    def _log_odds(self, part: MicroBatch, flat: torch.Tensor) -> torch.Tensor | None:
        """The head's log-odds after each tactic that is ranked, [R, C]; None if there is nothing to rank."""
        logits = self.trainee.value_logits(flat[part.rank_at]) if len(part.rank_at) else None
        return None if logits is None else head_log_odds(logits)

    # -- checkpoints ---------------------------------------------------------------------------------------------------

    def save(self, folder: Path, more: JsonObject | None = None) -> None:
        """Publish weights, optimizer, counters and random state as a folder.

        Args:
            folder: made by this call; it must not exist.
            more: kept in `state.json` beside our own, and given back by `load`.

        Raises:
            FileExistsError: the folder exists.
            InfrastructureError: the disk refuses.
        """
        from safetensors.torch import save

        weights = {name: parameter.detach().cpu().contiguous() for name, parameter in self.trainee.parameters().items()}
        optimizer = {"rng": torch.get_rng_state()}
        for name, entry in self._moments().items():
            optimizer |= {f"{key}/{name}": value.detach().cpu().contiguous() for key, value in entry.items()}
        state: JsonObject = {
            "schema": SCHEMA,
            "num_steps": self.num_steps,
            "num_tokens": self.num_tokens,
            "losses": list(self._losses),
            "num_high": self._num_high,
            "config": self.config.document(),
            "more": more or {},
        }
        files = {
            "weights.safetensors": partial(save, weights),
            "optimizer.safetensors": partial(save, optimizer),
            "state.json": partial(canonical_json, state),
        }
        publish_folder(folder, files)

    def load(self, folder: Path) -> JsonObject:
        """Go on from a checkpoint; returns what was saved as `more`.

        Raises:
            InputError: a folder of another form, configuration, or other parameters; nothing has changed.
        """
        from safetensors import SafetensorError
        from safetensors.torch import load

        where = f"checkpoint {folder.name}"
        try:
            state = parse_json((folder / "state.json").read_bytes())
            weights, optimizer = (load((folder / f"{name}.safetensors").read_bytes()) for name in ("weights", "optimizer"))
        except (OSError, JsonError, SafetensorError) as error:
            raise InputError(where, "cannot be read", found=str(error), expected="a complete checkpoint") from error
        if not isinstance(state, dict) or state.get("schema") != SCHEMA:
            raise InputError(where, "is of another form", expected=SCHEMA)
        _require_same_config(where, state.get("config"), self.config)
        parameters = self.trainee.parameters()
        moments = {name: {} for name in parameters} if state["num_steps"] == 0 else _unpack(optimizer, where)
        found = {name: tuple(tensor.shape) for name, tensor in weights.items()}
        if found != {name: tuple(p.shape) for name, p in parameters.items()} or set(moments) != set(parameters):
            raise InputError(where, "is of another network", found=f"{len(found)} tensors", expected=f"the {len(parameters)} of this one")
        with torch.no_grad():
            for name, parameter in parameters.items():
                parameter.copy_(weights[name])  # bits are kept: all of it is float32
        self._optimizer = self._new_optimizer()
        for name, entry in moments.items():
            if entry:
                self._optimizer.state[parameters[name]] = {key: value.clone().to(self.trainee.device) for key, value in entry.items()}
        self.num_steps, self.num_tokens = int(str(state["num_steps"])), int(str(state["num_tokens"]))
        losses = state["losses"]
        assert isinstance(losses, list)
        self._losses = deque((float(str(loss)) for loss in losses), maxlen=self.config.divergence_window)
        self._num_high = int(str(state["num_high"]))
        torch.set_rng_state(optimizer["rng"])
        more = state["more"]
        assert isinstance(more, dict)
        return more

    # -- inside a step -------------------------------------------------------------------------------------------------

    def _accumulate(self, batch: Sequence[Encoded]) -> dict[str, float]:
        """Gradients of the whole batch's loss, and its terms."""
        config, trainee = self.config, self.trainee
        num_examples = len(batch)
        policy_by = config.reduction.denominator(sum(row.num_tactic > 0 for row in batch), sum(row.num_tactic for row in batch))
        prompt_by = config.reduction.denominator(num_examples, sum(row.num_prompt - 1 for row in batch))
        value_by = float(max(sum(row.distance is not None for row in batch), 1))
        censored_by = float(max(sum(row.beyond is not None for row in batch), 1))
        rank_by = float(max(sum(bool(row.ranked) for row in batch), 1))
        totals = {"loss": 0.0, "policy": 0.0, "num_padded": 0.0}
        for rows in split_batch(batch, config.micro_batch_tokens):
            with_prompts, with_rivals = config.prompt_weight > 0, config.rank_weight > 0
            part = micro_batch(rows, trainee.end_id, trainee.device, with_prompts=with_prompts, with_rivals=with_rivals)
            inputs = (part.ids, part.positions, part.mask)
            hidden = trainee.reference_hidden(*inputs).flatten(0, 1)[part.policy_at] if config.kl_weight > 0 else None  # [N, H]
            flat = trainee.hidden(*inputs).flatten(0, 1)  # [B·T, H]
            row_losses = torch.zeros(len(rows), device=flat.device)
            logits = trainee.logits(flat[part.policy_at])  # [N, V]
            nll = token_nll(logits, part.policy_ids)
            row_losses.index_add_(0, part.policy_rows, nll.detach())
            policy = weighted_sum(nll, part.policy_weights, policy_by)
            terms: dict[str, tuple[float, torch.Tensor]] = {}
            if config.prompt_weight > 0:
                prompt = token_nll(trainee.logits(flat[part.prompt_at]), part.prompt_ids)
                row_losses.index_add_(0, part.prompt_rows, prompt.detach())
                terms["prompt"] = (config.prompt_weight, weighted_sum(prompt, part.prompt_weights, prompt_by))
            if hidden is not None:
                kl = token_kl(logits, trainee.logits(hidden).detach())
                terms["kl"] = (config.kl_weight, weighted_sum(kl, part.policy_weights, policy_by))
            value_logits = trainee.value_logits(flat[part.value_at]) if part.distances else None
            if value_logits is not None:
                value = value_nll(value_logits, two_hot_targets(part.distances).to(flat.device))
                row_losses.index_add_(0, part.value_rows, value.detach())
                terms["value"] = (config.value_weight, weighted_sum(value, part.value_weights, value_by))
            censored_logits = trainee.value_logits(flat[part.censored_at]) if part.beyond else None
            if censored_logits is not None:
                censored = censored_nll(censored_logits, part.beyond)
                row_losses.index_add_(0, part.censored_rows, censored.detach())
                terms["censored"] = (config.value_weight, weighted_sum(censored, part.censored_weights, censored_by))
            log_odds = self._log_odds(part, flat)
            if log_odds is not None:
                rank = rank_nll(part.rank_priors, log_odds)
                row_losses.index_add_(0, part.rank_rows, rank.detach())
                terms["rank"] = (config.rank_weight, weighted_sum(rank, part.rank_weights, rank_by))
            loss = total_loss(policy, *terms.values())
            self._require_finite(rows, row_losses, loss)
            loss.backward()  # type: ignore[no-untyped-call]  # torch leaves it untyped
            totals["loss"] += float(loss.detach())
            totals["policy"] += float(policy.detach())
            for name, (_, term) in terms.items():
                totals[name] = totals.get(name, 0.0) + float(term.detach())
            totals["num_padded"] += part.ids.numel()
        return totals

    def _require_finite(self, rows: Sequence[Encoded], row_losses: torch.Tensor, loss: torch.Tensor) -> None:
        if math.isfinite(float(loss.detach())):
            return
        bad = [row.number for row, value in zip(rows, row_losses.tolist(), strict=True) if not math.isfinite(value)]
        numbers = tuple(bad or [row.number for row in rows])
        raise TrainingFailed(self.num_steps, numbers, f"a loss of {float(loss.detach())}; nothing was changed")

    def _watch(self, loss: float, batch: Sequence[Encoded]) -> None:
        """The divergence guard."""
        median = statistics.median(self._losses) if len(self._losses) >= _MIN_MEDIAN else math.inf
        if loss <= self.config.divergence_factor * median + 1.0:  # a nat more or less says nothing where the loss is almost 0
            self._num_high = 0
            self._losses.append(loss)
            return
        self._num_high += 1
        if self._num_high >= self.config.divergence_steps:
            factor = f"{self.config.divergence_factor:g} times its median of {median:.4g}"
            problem = f"the loss was above {factor} for {self._num_high} steps, now {loss:.4g}"
            advice = "take a lower learning rate or a longer warm-up and go on from the last checkpoint"
            raise TrainingFailed(self.num_steps, tuple(row.number for row in batch), f"{problem}; {advice}")

    def _new_optimizer(self) -> torch.optim.AdamW:
        config = self.config
        head_rate = config.learning_rate if config.head_learning_rate is None else config.head_learning_rate
        groups: dict[tuple[bool, bool], list[Any]] = {}
        for name, parameter in self.trainee.parameters().items():
            groups.setdefault((name.startswith("value_head."), parameter.ndim >= 2), []).append(parameter)
        return torch.optim.AdamW(
            [
                {
                    "params": parameters,
                    "full_rate": head_rate if is_head else config.learning_rate,
                    "weight_decay": config.weight_decay if is_matrix else 0.0,
                }
                for (is_head, is_matrix), parameters in sorted(groups.items())
            ],
            lr=config.learning_rate,
            betas=config.betas,
            fused=True,
        )

    def _moments(self) -> dict[str, dict[str, torch.Tensor]]:
        """AdamW's state by parameter name."""
        return {name: dict(self._optimizer.state.get(p, {})) for name, p in self.trainee.parameters().items()}


def train(
    trainee: Trainee,
    examples: Sequence[Example],
    config: TrainConfig,
    folder: Path,
    *,
    stop_fn: Callable[[], bool] = lambda: False,
    progress_fn: Callable[[Progress], None] = lambda _: None,
    max_seconds: float | None = None,
    clock: Callable[[], float] = time.monotonic,
    numbers_fn: Callable[[int], list[int]] | None = None,
) -> TrainResult:
    """Train, or go on training, until the last step, a stop or the time limit.

    Args:
        trainee: what is trained, in place.
        examples: the data.
        config: how.
        folder: the run folder; made if missing.
        stop_fn: asked before each step; true saves and returns.
        progress_fn: told after each step.
        max_seconds: of this part of the run; saves and returns after it.
        clock: seconds.
        numbers_fn: which examples a step (from 0) takes, as a pure function; None takes `batches.batch_numbers`.

    Raises:
        InputError: no examples, one that does not fit, or a folder of another run.
        TrainingFailed: see `Trainer.step`; the last checkpoint is good.
        InfrastructureError: the disk refuses.
    """
    if not examples:
        raise InputError("examples", "are missing", expected="at least one")
    threads = torch.get_num_threads()
    if config.num_threads is not None:
        torch.set_num_threads(config.num_threads)
    try:
        return _train(trainee, examples, config, folder, stop_fn, progress_fn, max_seconds, clock, numbers_fn)
    finally:
        torch.set_num_threads(threads)


def last_checkpoint(folder: Path) -> Path | None:
    """The newest checkpoint of a run folder."""
    return max((folder / "checkpoints").glob("step-*"), default=None)


def _train(
    trainee: Trainee,
    examples: Sequence[Example],
    config: TrainConfig,
    folder: Path,
    stop_fn: Callable[[], bool],
    progress_fn: Callable[[Progress], None],
    max_seconds: float | None,
    clock: Callable[[], float],
    numbers_fn: Callable[[int], list[int]] | None,
) -> TrainResult:
    trainer = Trainer(trainee, config)
    digest = examples_sha256(examples)
    checkpoint = _open_run(folder, trainer, digest, len(examples))
    metrics = folder / "metrics.jsonl"
    encoded: dict[int, Encoded] = {}
    recent: deque[float] = deque(maxlen=20)
    first_step, first_tokens, start_s = trainer.num_steps, trainer.num_tokens, clock()
    saved_s = start_s
    ending = Ending.DONE
    while trainer.num_steps < config.num_steps:
        if stop_fn():
            ending = Ending.STOPPED
            break
        if max_seconds is not None and clock() - start_s >= max_seconds:
            ending = Ending.TIME_LIMIT
            break
        if numbers_fn is None:
            numbers = batch_numbers(trainer.num_steps, config.batch_size, len(examples), config.seed)
        else:
            numbers = numbers_fn(trainer.num_steps)
        if missing := [number for number in dict.fromkeys(numbers) if number not in encoded]:
            encoded |= zip(missing, trainer.encode([examples[number] for number in missing], missing), strict=True)
        report = trainer.step([encoded[number] for number in numbers])
        recent.append(report.loss)
        now_s = clock()
        elapsed_s = max(now_s - start_s, 1e-9)
        left_s = elapsed_s / (trainer.num_steps - first_step) * (config.num_steps - trainer.num_steps)
        if max_seconds is not None:
            left_s = min(left_s, max(max_seconds - elapsed_s, 0.0))
        tokens_per_s = (trainer.num_tokens - first_tokens) / elapsed_s
        if report.step % config.log_every_steps == 0 or report.step == config.num_steps:
            line = {**asdict(report), "tokens_per_s": round(tokens_per_s, 1), "elapsed_s": round(elapsed_s, 3)}
            with metrics.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
        progress_fn(Progress(report, config.num_steps, statistics.fmean(recent), tokens_per_s, left_s))
        if now_s - saved_s >= config.checkpoint_every_s and not trainer.is_suspect:
            checkpoint, saved_s = _checkpoint(folder, trainer, digest), clock()
    if checkpoint is None or not checkpoint.name.endswith(f"{trainer.num_steps:08d}"):
        checkpoint = _checkpoint(folder, trainer, digest)
    return TrainResult(ending, trainer.num_steps, trainer.num_tokens, statistics.fmean(recent) if recent else None, checkpoint)


def _open_run(folder: Path, trainer: Trainer, digest: str, num_examples: int) -> Path | None:
    """Start a run folder, or go on where one stands; returns its newest checkpoint."""
    import transformers

    (folder / "checkpoints").mkdir(parents=True, exist_ok=True)
    checkpoint = last_checkpoint(folder)
    metrics, kept = folder / "metrics.jsonl", b""
    if checkpoint is not None:
        more = trainer.load(checkpoint)
        if more.get("examples_sha256") != digest:
            found = str(more.get("examples_sha256"))[:12]
            advice = "give the same examples, or a new folder"
            raise InputError(f"run {folder.name}", "was trained on other examples", found=found, expected=digest[:12], advice=advice)
        lines = metrics.read_bytes().splitlines(keepends=True) if metrics.exists() else []
        kept = b"".join(line for line in lines if line.endswith(b"\n") and json.loads(line)["step"] <= trainer.num_steps)
    else:
        record: JsonObject = {
            "schema": "reaprover.learn.run.v1",
            "config": trainer.config.document(),
            "examples_sha256": digest,
            "num_examples": num_examples,
            "num_parameters": sum(p.numel() for p in trainer.trainee.parameters().values()),
            "num_threads": torch.get_num_threads(),
            "torch": torch.__version__,
            "transformers": transformers.__version__,
        }
        write_durably(folder / "run.json", canonical_json(record))
    write_durably(metrics, kept)
    return checkpoint


def _checkpoint(folder: Path, trainer: Trainer, digest: str) -> Path:
    path = folder / "checkpoints" / f"step-{trainer.num_steps:08d}"
    trainer.save(path, {"examples_sha256": digest})
    for old in sorted((folder / "checkpoints").glob("step-*"))[:-_NUM_KEPT]:
        shutil.rmtree(old)
    return path


def _unpack(optimizer: dict[str, torch.Tensor], where: str) -> dict[str, dict[str, torch.Tensor]]:
    found: dict[str, dict[str, torch.Tensor]] = {}
    for key, tensor in optimizer.items():
        part, _, name = key.partition("/")
        if name:
            found.setdefault(name, {})[part] = tensor
    if any(entry and set(entry) != {"step", "exp_avg", "exp_avg_sq"} for entry in found.values()):
        raise InputError(where, "holds another optimizer", expected="AdamW's step and moments of each parameter")
    return found


def _require_same_config(where: str, found: object, config: TrainConfig) -> None:
    expected = config.document()
    saved = found if isinstance(found, dict) else {}
    for name in (field.name for field in fields(TrainConfig) if field.name not in _FREE):
        if canonical_json(saved.get(name)) != canonical_json(expected[name]):
            advice = "give the same setting, or a new folder"
            raise InputError(f"{where}, {name}", "is another", found=str(expected[name]), expected=str(saved.get(name)), advice=advice)


def _require(name: str, value: float, low: float, high: float) -> None:
    if isinstance(value, bool) or not low <= value <= high or math.isnan(value):
        raise InputError(name, "is out of range", found=str(value), expected=f"a number from {low:g} to {high:g}")
