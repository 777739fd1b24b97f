"""Learning steps: on what a search found, and on a verified proof (spec learning.md, sections 2 and 4).

    loss = Σ_l w_l (Σ_a w_a (NLL_a + β·KL_a) + c·L_value)

over lessons l, each a prompt with tactics a and a distance. A search event is one lesson whose w_a are shares of visits; a verified
proof of n actions is n lessons of one tactic and weight 1/n. NLL_a and KL_a are sums over the tokens of tactic a (no end token); KL is
that of the current model to the frozen base, over the full vocabulary; L_value is the two-hot cross-entropy of the distance at the
prompt's last position.

Decisions:
- Everything that can be refused is refused before the first gradient: empty or too long tactics; nothing is ever truncated.
- A step changes the session in place. Whoever calls undoes a failure with `savepoint` and `rollback`.
- Softmaxes are float32. One backward per tactic, so that memory does not grow with their number.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch

from reaprover.core.canonical import JsonObject
from reaprover.errors import InputError, KLGuardExceeded
from reaprover.learn.events import SEARCH_VISIT_BACKUP, VERIFIED_SUCCESS, SearchEvent, SuccessDataset, SuccessEvent
from reaprover.learn.receipts import parameter_diffs, payload_manifests
from reaprover.model.network import Network, head_distance
from reaprover.model.policy_value import PolicyValueModel
from reaprover.model.prompt import prompt_sha256
from reaprover.model.value import NUM_BINS, TwoHot, two_hot

VALUE_SEMANTICS = "reap.search_backup_discounted_return.v1"


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchObjective:
    """The objective's constants.

    Attributes:
        kl_beta: β.
        value_coefficient: c.
        max_grad_norm: the global norm of adapter and head is clipped to this.
        max_tokens: prompt and candidate together, at most.
        max_post_update_kl: refuse a step after which Σ w·KL is above this; None is off.
        config: the contract's `search_config`, repeated in receipts.
    """

    kl_beta: float = 0.02
    value_coefficient: float = 0.5
    max_grad_norm: float = 1.0
    max_tokens: int = 4096
    max_post_update_kl: float | None = None
    config: JsonObject

    @classmethod
    def of(cls, config: JsonObject, *, max_post_update_kl: float | None = None) -> SearchObjective:
        """As a contract's `search_config` says."""

        def number(key: str) -> float:
            value = config[key]
            assert isinstance(value, int | float)
            return float(value)

        return cls(
            kl_beta=number("kl_beta"),
            value_coefficient=number("value_coefficient"),
            max_grad_norm=number("max_grad_norm"),
            max_tokens=int(number("max_sequence_tokens")),
            max_post_update_kl=max_post_update_kl,
            config=config,
        )


@dataclass(frozen=True, slots=True)
class PolicyTarget:
    """A tactic that the policy learns.

    Attributes:
        ids: its tokens, at least one, no end token.
        weight: its share of the lesson's policy loss; with 0 it is not trained.
    """

    ids: tuple[int, ...]
    weight: float


@dataclass(frozen=True, slots=True)
class Lesson:
    """A prompt with what policy and value learn there.

    Attributes:
        prompt: token ids, at least one.
        targets: of the policy.
        goal: of the value, at the prompt's last position.
        weight: share of the whole loss.
    """

    prompt: tuple[int, ...]
    targets: tuple[PolicyTarget, ...]
    goal: TwoHot
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class LessonLoss:
    """Losses of a lesson before the step, without its weight.

    Attributes:
        value_loss: cross-entropy of the distance.
        prediction: distance that the head gave, in [1, 64].
        nlls, kls: of the targets; None for those of weight 0.
    """

    value_loss: float
    prediction: float
    nlls: tuple[float | None, ...]
    kls: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """What a step did: its losses lesson by lesson, and the part of the receipt that all objectives share."""

    lessons: tuple[LessonLoss, ...]
    receipt: JsonObject


def take_step(
    model: PolicyValueModel, session_id: str, lessons: Sequence[Lesson], objective: SearchObjective, *, num_examples: int = 1
) -> Step:
    """Take one AdamW step on lessons.

    Args:
        model: the model; its lock is taken.
        session_id: whose adapter and head learn.
        lessons: at least one; their weights sum to 1.
        objective: the constants.
        num_examples: what the session's counter of examples grows by.

    Raises:
        FloatingPointError: a loss, gradient, parameter or KL that is not finite, or a negative KL after the step.
        KLGuardExceeded: the guard is on and the step went too far.
    """
    with model.active(session_id) as network:
        slot = model.session(session_id).slot
        before = payload_manifests(model.live_payload(session_id))
        parameters = list(model.trainable(session_id).values())
        optimizer = model.optimizer(session_id)
        optimizer.zero_grad(set_to_none=True)
        losses = tuple(_backward(network, slot, lesson, objective) for lesson in lessons)
        weighted = list(zip(lessons, losses, strict=True))
        policy_loss = math.fsum(lesson.weight * _mean(lesson, loss.nlls) for lesson, loss in weighted)
        kl = math.fsum(lesson.weight * _mean(lesson, loss.kls) for lesson, loss in weighted)
        value_loss = math.fsum(lesson.weight * loss.value_loss for lesson, loss in weighted)
        total = policy_loss + objective.kl_beta * kl + objective.value_coefficient * value_loss
        _require(math.isfinite(total), "loss")
        for parameter in parameters:
            if parameter.grad is None:  # a part of the network that no lesson of positive weight reached
                parameter.grad = torch.zeros_like(parameter)
        _require(all(bool(torch.isfinite(p.grad).all()) for p in parameters if p.grad is not None), "gradients")
        grad_norm = float(torch.nn.utils.clip_grad_norm_(parameters, objective.max_grad_norm, error_if_nonfinite=True))
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        _require(all(bool(torch.isfinite(p).all()) for p in parameters), "parameters after the step")
        states = [t for entry in optimizer.state.values() for t in entry.values() if isinstance(t, torch.Tensor)]
        _require(all(bool(torch.isfinite(t).all()) for t in states), "optimizer state after the step")
        is_frozen = not any(p.requires_grad for name, p in model.base.model.named_parameters() if ".lora_" not in name)
        guard = _guard(network, slot, lessons, objective)
        session = model.session(session_id)
        session.optimizer_steps += 1
        session.examples_seen += num_examples
        after = payload_manifests(model.live_payload(session_id))
        receipt: JsonObject = {
            "loss": total,
            "policy_loss": policy_loss,
            "kl": kl,
            "value_loss": value_loss,
            "grad_norm": grad_norm,
            "optimizer_steps": session.optimizer_steps,
            "finite_loss": True,
            "finite_gradients": True,
            "finite_parameters": True,
            "finite_optimizer_state": True,
            "base_parameters_frozen": is_frozen,
            "base_content_hash_checked": False,
            "parameter_diffs": parameter_diffs(before, after),
            "training_config": objective.config,
        }
    if guard is not None:
        receipt["kl_guard"] = {"maximum": objective.max_post_update_kl, "post_update_kl": guard}
    return Step(losses, receipt)


def search_step(model: PolicyValueModel, session_id: str, event: SearchEvent, objective: SearchObjective) -> JsonObject:
    """Take one step on a search event and describe it, as the receipt's `detail`.

    Args:
        model: the model; its lock is taken.
        session_id: whose adapter and head learn.
        event: checked by `parse_search_event`.
        objective: the constants.

    Raises:
        InputError: a candidate without tokens, or too long with its prompt; nothing has changed.
        FloatingPointError, KLGuardExceeded: see `take_step`.
    """
    tokenizer = model.base.tokenizer
    prompt = tuple(tokenizer.encode(event.prompt))
    targets = []
    for index, candidate in enumerate(event.candidates):
        ids = _tokens(tokenizer.encode_plain(candidate.tactic), len(prompt), f"event.candidates[{index}].tactic", objective)
        targets.append(PolicyTarget(ids, candidate.weight))
    lesson = Lesson(prompt, tuple(targets), two_hot(event.distance))
    step = take_step(model, session_id, [lesson], objective)
    loss = step.lessons[0]
    discounted = event.gamma ** (min(event.distance, float(NUM_BINS)) - 1.0)
    value_training = _value_training(event.distance, lesson.goal, loss.prediction)
    return step.receipt | {
        "objective": SEARCH_VISIT_BACKUP,
        "value_before": loss.prediction,
        "value_target": value_training["target"],
        "reward": event.reward,
        "search_trace": {
            "event_id": event.event_id,
            "session_id": event.session_id,
            "tree_id": event.tree_id,
            "step": event.step,
            "node_index": event.node_index,
            "policy_version": event.policy_version,
            "gamma": event.gamma,
            "backup": event.document["backup"],
            "value_trace": {
                "target": discounted,
                "unclipped_target": event.gamma ** (event.distance - 1.0),
                "value_semantics": VALUE_SEMANTICS,
            },
        },
        "candidate_targets": [
            _candidate_target(event, index, target, loss.nlls[index], loss.kls[index]) for index, target in enumerate(targets)
        ],
        "prompt_sha256": prompt_sha256(event.prompt),
        "value_training": value_training,
    }


def success_step(
    model: PolicyValueModel, session_id: str, event: SuccessEvent, dataset: SuccessDataset, objective: SearchObjective
) -> JsonObject:
    """Take one step on all actions of a verified proof, each with weight 1/n, and describe it, as the receipt's `detail`.

    Args:
        model: the model; its lock is taken.
        session_id: whose adapter and head learn.
        event: checked by `parse_success_event`.
        dataset: the one that the event names, from a store that has checked it.
        objective: the constants.

    Raises:
        InputError: a tactic without tokens, or too long with its prompt; nothing has changed.
        FloatingPointError, KLGuardExceeded: see `take_step`.
    """
    tokenizer, num_rows = model.base.tokenizer, len(dataset.rows)
    lessons = []
    for row in dataset.rows:
        prompt = tuple(tokenizer.encode(row.prompt))
        ids = _tokens(tokenizer.encode_plain(row.tactic), len(prompt), f"dataset.rows[{row.row}].tactic", objective)
        lessons.append(Lesson(prompt, (PolicyTarget(ids, 1.0),), two_hot(row.distance), 1.0 / num_rows))
    step = take_step(model, session_id, lessons, objective, num_examples=num_rows)
    samples: list[JsonObject] = []
    for row, lesson, loss in zip(dataset.rows, lessons, step.lessons, strict=True):
        value_training = _value_training(float(row.distance), lesson.goal, loss.prediction)
        samples.append(
            {
                "row": row.row,
                "node_index": row.node_index,
                "generation_sequence": row.generation_sequence,
                "eval_sequence": row.eval_sequence,
                "source_policy_version": row.policy_version,
                "return": -row.distance,
                "value_target": value_training["target"],
                "target_tokens": len(lesson.targets[0].ids),
                "joint_token_nll": loss.nlls[0],
                "prefix_kl_sum": loss.kls[0],
                "value_loss": loss.value_loss,
                "prompt_sha256": prompt_sha256(row.prompt),
                "tactic_sha256": hashlib.sha256(row.tactic.encode()).hexdigest(),
                "value_training": value_training,
            }
        )
    return step.receipt | {
        "objective": VERIFIED_SUCCESS,
        "value_before": math.fsum(loss.prediction for loss in step.lessons) / num_rows,
        "value_target": math.fsum(min(row.distance, NUM_BINS) for row in dataset.rows) / num_rows,
        "reward": 1.0,
        "source": event.document,
        "samples": [*samples],
        "online_update_consumed_by_later_generation": False,
    }


def nll_and_kl(network: Network, slot: str, prompt: tuple[int, ...], ids: tuple[int, ...]) -> tuple[torch.Tensor, torch.Tensor]:
    """NLL of a continuation, and the KL of `slot`'s model to the frozen base, each summed over its positions; float32 scalars.

    Args:
        network: an active network.
        slot: whose adapter.
        prompt: token ids, at least one.
        ids: token ids of the continuation, at least one.
    """
    tokens = torch.tensor([prompt + ids], device=network.base.device)  # [1, T]
    where = slice(len(prompt) - 1, len(prompt) + len(ids) - 1)
    with torch.no_grad():
        reference = torch.log_softmax(network.logits(network.hidden(None, tokens)[0, where]), -1)  # [Y, V]
    current = torch.log_softmax(network.logits(network.hidden(slot, tokens)[0, where]), -1)  # [Y, V]
    nll = -current.gather(1, torch.tensor(ids, device=current.device)[:, None]).sum()
    kl = (current.exp() * (current - reference)).sum()
    return nll, kl


def two_hot_loss(logits: torch.Tensor, goal: TwoHot) -> torch.Tensor:
    """Cross-entropy −Σ t·log_softmax of head logits [Z] to a two-hot target; a float32 scalar."""
    logprobs = torch.log_softmax(logits.float(), -1)
    return -sum((weight * logprobs[index - 1] for index, weight in zip(goal.bins, goal.weights, strict=True)), torch.zeros(()))


def _backward(network: Network, slot: str, lesson: Lesson, objective: SearchObjective) -> LessonLoss:
    """Add a lesson's gradients; one backward for the value, one for each tactic."""
    last = network.hidden(slot, torch.tensor([lesson.prompt], device=network.base.device))[0, -1]  # [H]
    logits = network.value_logits(slot, last)  # [Z]
    value_loss = two_hot_loss(logits, lesson.goal)
    (lesson.weight * objective.value_coefficient * value_loss).backward()  # type: ignore[no-untyped-call]  # torch leaves it untyped
    nlls: list[float | None] = []
    kls: list[float | None] = []
    for target in lesson.targets:
        if target.weight == 0:
            nlls.append(None)
            kls.append(None)
            continue
        nll, kl = nll_and_kl(network, slot, lesson.prompt, target.ids)
        nlls.append(float(nll.detach()))
        kls.append(float(kl.detach()))
        (lesson.weight * target.weight * (nll + objective.kl_beta * kl)).backward()  # type: ignore[no-untyped-call]  # as above
    return LessonLoss(float(value_loss.detach()), float(head_distance(logits.detach())), tuple(nlls), tuple(kls))


def _mean(lesson: Lesson, values: Sequence[float | None]) -> float:
    return math.fsum(target.weight * value for target, value in zip(lesson.targets, values, strict=True) if value is not None)


def _tokens(ids: Sequence[int], num_prompt: int, where: str, objective: SearchObjective) -> tuple[int, ...]:
    if not ids:
        raise InputError(where, "has no tokens", expected="at least one token")
    if num_prompt + len(ids) > objective.max_tokens:
        found = f"{num_prompt} + {len(ids)} tokens"
        raise InputError(
            where, "is too long with its prompt; nothing is truncated", found=found, expected=f"at most {objective.max_tokens}"
        )
    return tuple(ids)


def _guard(network: Network, slot: str, lessons: Sequence[Lesson], objective: SearchObjective) -> float | None:
    """Σ w·KL after the step, if the guard is on."""
    if objective.max_post_update_kl is None:
        return None
    with torch.no_grad():
        kl = math.fsum(
            lesson.weight * target.weight * float(nll_and_kl(network, slot, lesson.prompt, target.ids)[1])
            for lesson in lessons
            for target in lesson.targets
            if target.weight
        )
    if not math.isfinite(kl) or kl < 0:
        raise FloatingPointError(f"model: KL after the step is {kl}; expected a finite number of at least 0")
    if kl > objective.max_post_update_kl:
        raise KLGuardExceeded(kl, objective.max_post_update_kl)
    return kl


def _candidate_target(event: SearchEvent, index: int, target: PolicyTarget, nll: float | None, kl: float | None) -> JsonObject:
    listed = event.document["candidates"]
    assert isinstance(listed, list)
    entry = listed[index]
    assert isinstance(entry, dict)
    described: JsonObject = {
        **entry,
        "target_probability": target.weight,
        "target_tokens": len(target.ids),
        "trained": nll is not None,
    }
    if nll is not None:
        described |= {"joint_token_nll": nll, "prefix_kl_sum": kl}
    return described


def _value_training(distance: float, goal: TwoHot, prediction: float) -> JsonObject:
    clipped = min(distance, float(NUM_BINS))
    return {
        "distance": distance,
        "clipped_distance": clipped,
        "support_min": 1,
        "support_max": NUM_BINS,
        "lower_bin": goal.bins[0],
        "upper_bin": goal.bins[-1],
        "lower_weight": goal.weights[0],
        "upper_weight": goal.weights[-1] if len(goal.bins) == 2 else 0.0,
        "saturated": goal.saturated,
        "prediction": prediction,
        "target": clipped,
        "loss_kind": "two_hot_categorical_cross_entropy",
        "target_nonzero": [{"bin": index, "weight": weight} for index, weight in zip(goal.bins, goal.weights, strict=True)],
    }


def _require(is_finite: bool, what: str) -> None:
    if not is_finite:
        raise FloatingPointError(f"model: {what} not finite; the step is undone")
