"""One learning step on what a search found: visit distribution and backed-up distance (spec learning.md, section 2).

    loss = Σ_a w_a (NLL_a + β·KL_a) + c·L_value

w_a are shares of visits; NLL_a and KL_a are sums over the tokens of tactic a (no end token); KL is that of the current model to the
frozen base, over the full vocabulary; L_value is the two-hot cross-entropy of the distance at the prompt's last position.

Decisions:
- Everything that can be refused is refused before the first gradient: empty or too long candidates; nothing is ever truncated.
- A step changes the session in place. Whoever calls undoes a failure with `savepoint` and `rollback`.
- Softmaxes are float32. One backward per candidate, so that memory does not grow with their number.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch

from reaprover.core.canonical import JsonObject
from reaprover.errors import InputError, KLGuardExceeded
from reaprover.learn.events import EventCandidate, SearchEvent
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
class _Target:
    candidate: EventCandidate
    ids: tuple[int, ...]


def search_step(model: PolicyValueModel, session_id: str, event: SearchEvent, objective: SearchObjective) -> JsonObject:
    """Take one AdamW step on an event and describe it, as the receipt's `detail`.

    Args:
        model: the model; its lock is taken.
        session_id: whose adapter and head learn.
        event: checked by `parse_search_event`.
        objective: the constants.

    Raises:
        InputError: a candidate without tokens, or too long with its prompt; nothing has changed.
        FloatingPointError: a loss, gradient, parameter or KL that is not finite, or a negative KL after the step.
        KLGuardExceeded: the guard is on and the step went too far.
    """
    with model.active(session_id) as network:
        slot = model.session(session_id).slot
        tokenizer = model.base.tokenizer
        prompt = tuple(tokenizer.encode(event.prompt))
        targets = [_target(tokenizer.encode_plain(c.tactic), len(prompt), i, c, objective) for i, c in enumerate(event.candidates)]
        goal = two_hot(event.distance)
        before = payload_manifests(model.live_payload(session_id))
        parameters = list(model.trainable(session_id).values())
        optimizer = model.optimizer(session_id)
        optimizer.zero_grad(set_to_none=True)

        last = network.hidden(slot, torch.tensor([prompt], device=model.base.device))[0, -1]  # [H]
        value_logits = network.value_logits(slot, last)  # [Z]
        prediction = float(head_distance(value_logits.detach()))
        value_loss = two_hot_loss(value_logits, goal)
        (objective.value_coefficient * value_loss).backward()  # type: ignore[no-untyped-call]  # torch leaves it untyped
        nlls: dict[int, float] = {}
        kls: dict[int, float] = {}
        for index, target in enumerate(targets):
            if target.candidate.weight == 0:
                continue
            nll, kl = nll_and_kl(network, slot, prompt, target.ids)
            nlls[index], kls[index] = float(nll.detach()), float(kl.detach())
            (target.candidate.weight * (nll + objective.kl_beta * kl)).backward()  # type: ignore[no-untyped-call]  # as above
        weights = {index: targets[index].candidate.weight for index in nlls}
        policy_loss = math.fsum(weights[i] * nlls[i] for i in nlls)
        total_kl = math.fsum(weights[i] * kls[i] for i in kls)
        loss = policy_loss + objective.kl_beta * total_kl + objective.value_coefficient * float(value_loss.detach())
        _require(math.isfinite(loss), "loss")
        for parameter in parameters:
            if parameter.grad is None:  # every candidate may have weight 0 in a part of the network
                parameter.grad = torch.zeros_like(parameter)
        _require(all(bool(torch.isfinite(p.grad).all()) for p in parameters if p.grad is not None), "gradients")
        grad_norm = float(torch.nn.utils.clip_grad_norm_(parameters, objective.max_grad_norm, error_if_nonfinite=True))
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        _require(all(bool(torch.isfinite(p).all()) for p in parameters), "parameters after the step")
        states = [t for entry in optimizer.state.values() for t in entry.values() if isinstance(t, torch.Tensor)]
        _require(all(bool(torch.isfinite(t).all()) for t in states), "optimizer state after the step")
        is_frozen = not any(p.requires_grad for name, p in model.base.model.named_parameters() if ".lora_" not in name)
        guard = _guard(network, slot, prompt, [targets[i] for i in nlls], objective)
        session = model.session(session_id)
        session.optimizer_steps += 1
        session.examples_seen += 1
        after = payload_manifests(model.live_payload(session_id))
    discounted = event.gamma ** (min(event.distance, float(NUM_BINS)) - 1.0)
    value_training = _value_training(event.distance, goal, prediction)
    detail: JsonObject = {
        "objective": "search_visit_backup",
        "loss": loss,
        "policy_loss": policy_loss,
        "kl": total_kl,
        "value_loss": float(value_loss.detach()),
        "value_before": prediction,
        "value_target": value_training["target"],
        "reward": event.reward,
        "grad_norm": grad_norm,
        "optimizer_steps": session.optimizer_steps,
        "finite_loss": True,
        "finite_gradients": True,
        "finite_parameters": True,
        "finite_optimizer_state": True,
        "base_parameters_frozen": is_frozen,
        "base_content_hash_checked": False,
        "parameter_diffs": parameter_diffs(before, after),
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
            _candidate_target(event, index, target, nlls.get(index), kls.get(index)) for index, target in enumerate(targets)
        ],
        "training_config": objective.config,
        "prompt_sha256": prompt_sha256(event.prompt),
        "value_training": value_training,
    }
    if guard is not None:
        detail["kl_guard"] = {"maximum": objective.max_post_update_kl, "post_update_kl": guard}
    return detail


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


def _target(ids: list[int], num_prompt: int, index: int, candidate: EventCandidate, objective: SearchObjective) -> _Target:
    where = f"event.candidates[{index}].tactic"
    if not ids:
        raise InputError(where, "has no tokens", expected="at least one token")
    if num_prompt + len(ids) > objective.max_tokens:
        found = f"{num_prompt} + {len(ids)} tokens"
        raise InputError(
            where, "is too long with its prompt; nothing is truncated", found=found, expected=f"at most {objective.max_tokens}"
        )
    return _Target(candidate, tuple(ids))


def _guard(network: Network, slot: str, prompt: tuple[int, ...], targets: list[_Target], objective: SearchObjective) -> float | None:
    """Σ w·KL after the step, if the guard is on."""
    if objective.max_post_update_kl is None:
        return None
    with torch.no_grad():
        kl = math.fsum(t.candidate.weight * float(nll_and_kl(network, slot, prompt, t.ids)[1]) for t in targets)
    if not math.isfinite(kl) or kl < 0:
        raise FloatingPointError(f"model: KL after the step is {kl}; expected a finite number of at least 0")
    if kl > objective.max_post_update_kl:
        raise KLGuardExceeded(kl, objective.max_post_update_kl)
    return kl


def _candidate_target(event: SearchEvent, index: int, target: _Target, nll: float | None, kl: float | None) -> JsonObject:
    listed = event.document["candidates"]
    assert isinstance(listed, list)
    entry = listed[index]
    assert isinstance(entry, dict)
    described: JsonObject = {
        **entry,
        "target_probability": target.candidate.weight,
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
